// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scatterlists of uneven pieces.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "segments.h"

#define MAX_GAP		48
#define SIZE		(TEST_MAX_DATA + SEGMENTS_MAX * MAX_GAP + 2 * PAGE_SIZE)

int segments_alloc(struct segments *s, bool contiguous)
{
	memset(s, 0, sizeof(*s));
	s->contiguous = contiguous;
	s->size = PAGE_ALIGN(SIZE);
	s->mem = contiguous ? kmalloc(s->size, GFP_KERNEL) : vmalloc(s->size);
	s->image = vmalloc(s->size);
	return s->mem && s->image ? 0 : -ENOMEM;
}

void segments_free(struct segments *s)
{
	if (s->contiguous)
		kfree(s->mem);
	else
		vfree(s->mem);
	vfree(s->image);
	memset(s, 0, sizeof(*s));
}

static void add_piece(struct segments *s, unsigned int at, unsigned int len)
{
	s->piece[s->n].at = at;
	s->piece[s->n].len = len;
	s->n++;
}

static void make_sg(struct segments *s, u8 *mem, bool contiguous)
{
	unsigned int i;

	sg_init_table(s->sg, s->n);
	for (i = 0; i < s->n; i++) {
		u8 *p = mem + s->piece[i].at;

		sg_set_page(&s->sg[i], contiguous ? virt_to_page(p) :
			    vmalloc_to_page(p), s->piece[i].len,
			    offset_in_page(p));
	}
}

/* Short pieces find the most: half of them end within four blocks. */
static unsigned int rnd_piece(struct test_rnd *rnd)
{
	switch (test_below(rnd, 4)) {
	case 0:
		return 1 + test_below(rnd, TEST_BLOCK);
	case 1:
		return 1 + test_below(rnd, 4 * TEST_BLOCK);
	case 2:
		return TEST_BLOCK * (1 + test_below(rnd, 40));
	default:
		return 1 + test_below(rnd, PAGE_SIZE);
	}
}

void segments_cut(struct segments *s, struct test_rnd *rnd, unsigned int len)
{
	unsigned int at = test_below(rnd, 64), n, room, spare;

	s->n = 0;
	s->len = len;
	while (len) {
		room = s->contiguous ? 2 * PAGE_SIZE :
		       PAGE_SIZE - offset_in_page(at);
		n = min(len, room);
		spare = SEGMENTS_MAX - s->n - 1;
		if (spare > 2 + len / PAGE_SIZE)
			n = min(n, rnd_piece(rnd));
		add_piece(s, at, n);
		len -= n;
		at += n;
		if (spare > 2 + len / PAGE_SIZE)
			at += test_below(rnd, MAX_GAP + 1);
	}
	if (!s->n)	/* a request of no bytes still has a list */
		add_piece(s, at, 1);
	make_sg(s, s->mem, s->contiguous);
}

void segments_recut(struct segments *to, const struct segments *from,
		    struct test_rnd *rnd)
{
	unsigned int i, at, len, first, spare;

	to->n = 0;
	to->len = from->len;
	for (i = 0; i < from->n; i++) {
		at = from->piece[i].at;
		len = from->piece[i].len;
		spare = SEGMENTS_MAX - to->n - (from->n - i);
		first = spare && len > 1 ? 1 + test_below(rnd, len - 1) : len;
		add_piece(to, at, first);
		if (first < len)
			add_piece(to, at + first, len - first);
	}
	make_sg(to, from->mem, from->contiguous);
}

static void paint(const struct segments *s, u8 *to, const u8 *data)
{
	unsigned int i;

	memset(to, TEST_CANARY, s->size);
	if (!data || !s->len)
		return;
	for (i = 0; i < s->n; i++) {
		memcpy(to + s->piece[i].at, data, s->piece[i].len);
		data += s->piece[i].len;
	}
}

void segments_put(struct segments *s, const u8 *data)
{
	paint(s, s->mem, data);
}

long segments_differ(struct segments *s, const u8 *data)
{
	paint(s, s->image, data);
	return test_diff(s->mem, s->image, s->size);
}
