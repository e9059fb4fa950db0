// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "guard": sources and destinations that end at, or shortly before, the
 * last byte of a page whose neighbour is absent.
 *
 * The unit fetches whole groups of blocks (padlock-isa.md 10: 2 for ECB and
 * CTR, 8 for ECB and 4 for CBC on one Nano stepping), so a driver that does
 * not mind the page end faults here, or shows in the emulator's counter.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "guarded.h"
#include "test.h"
#include "unit.h"

#define MAX_COUNT	33	/* blocks */
#define BESIDE		64	/* bytes looked at before and behind a result */

struct guard {
	struct guarded areas[2], *src, dst;
	u8 *in, *want;		/* kmalloc, TEST_MAX_DATA bytes each */
	u8 iv[TEST_BLOCK], want_iv[TEST_BLOCK];
	unsigned int len;
	bool enc;
	struct test_rnd rnd;
};

/* Every alignment, then every multiple of a block up to the largest group. */
static const u8 gaps[] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 32, 48, 64, 80, 96, 112, 128,
};

static const unsigned int tails[] = { 0, 1, 15 };

static int guard_init(struct guard *g)
{
	int rc;

	test_rnd_init(&g->rnd, 1);
	g->in = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	g->want = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	if (!g->in || !g->want)
		return -ENOMEM;
	rc = guarded_alloc(&g->areas[0], 2);
	if (!rc)
		rc = guarded_alloc(&g->areas[1], 3);
	return rc ?: guarded_alloc(&g->dst, 2);
}

static void guard_free(struct guard *g)
{
	guarded_free(&g->areas[0]);
	guarded_free(&g->areas[1]);
	guarded_free(&g->dst);
	kfree(g->in);
	kfree(g->want);
}

static int prepare(struct guard *g, struct test_pair *p, unsigned int len)
{
	int rc = test_pair_rekey(p, &g->rnd, 0);

	if (rc)
		return rc;
	g->len = len;
	test_rnd_bytes(&g->rnd, g->in, len);
	test_rnd_iv(&g->rnd, p->mode, g->iv, len);
	memcpy(g->want_iv, g->iv, TEST_BLOCK);
	return test_oracle(p, g->enc, g->in, g->want, len, g->want_iv);
}

static bool canaries_stand(const u8 *at, size_t n)
{
	return !memchr_inv(at, TEST_CANARY, n);
}

/* Data over a page end may be fetched early: they are what is to be read. */
static bool in_one_page(const u8 *data, unsigned int len)
{
	return offset_in_page(data) + len <= PAGE_SIZE;
}

static void check_place(struct guard *g, struct test_pair *p,
			struct guarded *to, unsigned int gap)
{
	u8 *src = guarded_end(g->src, g->len, gap);
	u8 *dst = guarded_end(to, g->len, gap);
	u64 pages = unit_overread_pages();
	struct scatterlist in, out;
	unsigned int before;
	u8 iv[TEST_BLOCK];
	int rc;

	before = min_t(size_t, BESIDE, dst - to->base);
	memset(dst - before, TEST_CANARY, before + g->len + gap);
	memcpy(src, g->in, g->len);
	memcpy(iv, g->iv, TEST_BLOCK);
	sg_init_one(&in, src, g->len);
	sg_init_one(&out, dst, g->len);
	rc = test_crypt(p->drv, g->enc, &in, &out, g->len, iv, 0);
	pages = in_one_page(src, g->len) ? unit_overread_pages() - pages : 0;
	test_check(!rc && !memcmp(dst, g->want, g->len) &&
		   canaries_stand(dst - before, before) &&
		   canaries_stand(dst + g->len, gap) && !pages,
		   "%s %scrypt %u bytes, %u before the guard, %s place: rc %d, byte %ld wrong, canaries %d %d, %llu pages over-read",
		   p->target->driver, g->enc ? "en" : "de", g->len, gap,
		   src == dst ? "in" : "out of", rc,
		   test_diff(dst, g->want, g->len),
		   canaries_stand(dst - before, before),
		   canaries_stand(dst + g->len, gap), pages);
	if (test_iv_defined(p->mode))
		test_check(!memcmp(iv, g->want_iv, TEST_BLOCK),
			   "%s %scrypt %u bytes: IV out", p->target->driver,
			   g->enc ? "en" : "de", g->len);
}

static int check_len(struct guard *g, struct test_pair *p, unsigned int len)
{
	unsigned int i;
	int rc;

	/* The last page ends at an odd or an even number of pages. */
	g->src = &g->areas[test_below(&g->rnd, 2)];
	rc = prepare(g, p, len);
	for (i = 0; !rc && i < ARRAY_SIZE(gaps); i++) {
		if (len + gaps[i] > g->dst.size)
			continue;
		check_place(g, p, &g->dst, gaps[i]);
		check_place(g, p, g->src, gaps[i]);
	}
	return rc;
}

/* Two pages in a row: the first page end is no danger, the second is. */
static int check_two_pages(struct guard *g, struct test_pair *p)
{
	unsigned int blocks, per_page = PAGE_SIZE / TEST_BLOCK;
	int rc = 0;

	for (blocks = per_page - 1; !rc && blocks <= per_page + 9; blocks++)
		rc = check_len(g, p, blocks * TEST_BLOCK);
	return rc ?: check_len(g, p, 2 * PAGE_SIZE);
}

static int check_counts(struct guard *g, struct test_pair *p)
{
	unsigned int blocks, i, n;
	int rc = 0;

	n = p->mode->granule == 1 ? ARRAY_SIZE(tails) : 1;
	for (blocks = 1; blocks <= MAX_COUNT; blocks++)
		for (i = 0; !rc && i < n; i++)
			rc = check_len(g, p, blocks * TEST_BLOCK + tails[i]);
	return rc ?: check_two_pages(g, p);
}

#ifdef CONFIG_HIGHMEM
static struct page *highmem_page(void)
{
	struct page *page = alloc_page(GFP_HIGHUSER);

	if (page && !PageHighMem(page)) {
		__free_page(page);
		return NULL;
	}
	return page;
}

/*
 * The walker maps a highmem page into the first free slot of its CPU; the
 * address behind that slot belongs to no page.
 */
static bool slot_is_guarded(struct page *page)
{
	struct sg_mapping_iter map;
	struct scatterlist sg;
	bool absent = false;

	sg_init_table(&sg, 1);
	sg_set_page(&sg, page, PAGE_SIZE, 0);
	sg_miter_start(&map, &sg, 1, SG_MITER_ATOMIC | SG_MITER_FROM_SG);
	if (sg_miter_next(&map))
		absent = guarded_absent(map.addr + PAGE_SIZE);
	sg_miter_stop(&map);
	return absent;
}

static void check_highmem_len(struct guard *g, struct test_pair *p,
			      struct page *page, u8 *got)
{
	unsigned int at = PAGE_SIZE - g->len;
	struct scatterlist sg;
	u8 iv[TEST_BLOCK];
	int rc;

	sg_init_table(&sg, 1);
	sg_set_page(&sg, page, g->len, at);
	sg_copy_from_buffer(&sg, 1, g->in, g->len);
	memcpy(iv, g->iv, TEST_BLOCK);
	rc = test_crypt(p->drv, g->enc, &sg, &sg, g->len, iv, 0);
	sg_copy_to_buffer(&sg, 1, got, g->len);
	test_check(!rc && !memcmp(got, g->want, g->len),
		   "%s %scrypt %u bytes at the end of a highmem page: rc %d",
		   p->target->driver, g->enc ? "en" : "de", g->len, rc);
}

static int check_highmem(struct guard *g, struct test_pair *p)
{
	struct page *page = highmem_page();
	u8 *got = kmalloc(PAGE_SIZE, GFP_KERNEL);
	unsigned int blocks;
	int rc = got ? 0 : -ENOMEM;

	if (page && got && slot_is_guarded(page)) {
		for (blocks = 1; !rc && blocks <= MAX_COUNT; blocks++) {
			rc = prepare(g, p, blocks * TEST_BLOCK);
			if (!rc)
				check_highmem_len(g, p, page, got);
		}
		pr_info_once("guard: highmem pages with an absent neighbour used\n");
	}
	if (page)
		__free_page(page);
	kfree(got);
	return rc;
}
#else
static int check_highmem(struct guard *g, struct test_pair *p)
{
	return 0;
}
#endif

static int skcipher_target(struct guard *g, const struct test_target *t)
{
	struct test_pair p;
	unsigned int i;
	int rc;

	rc = test_pair_alloc(&p, t);
	for (i = 0; !rc && i < 2 * test_iterations(1); i++) {
		g->enc = !(i & 1);
		rc = check_counts(g, &p);
		if (!rc)
			rc = check_highmem(g, &p);
	}
	test_pair_free(&p);
	return rc;
}

static void check_block(struct test_pair *p, bool enc, u8 *src, u8 *dst,
			const u8 *want)
{
	u64 pages = unit_overread_pages();

	test_driver(p, enc, src, dst, TEST_BLOCK, NULL);
	pages = unit_overread_pages() - pages;
	test_check(!memcmp(dst, want, TEST_BLOCK) && !pages,
		   "%s %scrypt, page offsets %lu to %lu: got %16phN, %llu pages over-read",
		   p->target->driver, enc ? "en" : "de", offset_in_page(src),
		   offset_in_page(dst), dst, pages);
}

/* The single-block cipher gets virtual addresses: vmalloc's guard page works. */
static int cipher_blocks(struct guard *g, struct test_pair *p, u8 *src, u8 *dst)
{
	u8 want[TEST_BLOCK];
	unsigned int i, at;
	int rc = 0;

	for (i = 0; !rc && i < ARRAY_SIZE(gaps) * 6; i++) {
		at = PAGE_SIZE - TEST_BLOCK - gaps[i / 6];
		g->enc = i & 1;
		rc = test_pair_rekey(p, &g->rnd, 16 + 8 * (i % 3));
		test_rnd_bytes(&g->rnd, src + at, TEST_BLOCK);
		test_oracle(p, g->enc, src + at, want, TEST_BLOCK, NULL);
		check_block(p, g->enc, src + at, dst + at, want);
		check_block(p, g->enc, src + at, src + at, want);
	}
	return rc;
}

static int cipher_target(struct guard *g, const struct test_target *t)
{
	u8 *src = vmalloc(PAGE_SIZE), *dst = vmalloc(PAGE_SIZE);
	struct test_pair p;
	int rc;

	rc = test_pair_alloc(&p, t);
	if (!src || !dst)
		rc = -ENOMEM;
	else if (!guarded_absent(src + PAGE_SIZE) ||
		 !guarded_absent(dst + PAGE_SIZE))
		rc = -EIO;
	if (!rc)
		rc = cipher_blocks(g, &p, src, dst);
	test_pair_free(&p);
	vfree(src);
	vfree(dst);
	return rc;
}

int suite_guard(void)
{
	const struct test_target *t;
	struct guard *g;
	unsigned int i;
	int rc;

	g = kzalloc(sizeof(*g), GFP_KERNEL);
	if (!g)
		return -ENOMEM;
	rc = guard_init(g);
	if (!unit_emulated())
		pr_info("guard: no emulator counters here, page faults only\n");
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = t->mode->kind == TEST_CIPHER ? cipher_target(g, t) :
						    skcipher_target(g, t);
	guard_free(g);
	kfree(g);
	return rc;
}
