/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages cut into uneven pieces.
 */
#ifndef PADLOCK_TEST_SEGMENTS_H
#define PADLOCK_TEST_SEGMENTS_H

#include "test.h"

#define SEGMENTS_MAX	32

/**
 * struct segments - memory, and a scatterlist of pieces of it
 * @mem: the whole memory
 * @image: what the whole memory must look like in the end
 * @size: bytes of @mem
 * @n: pieces
 * @sg: the pieces
 *
 * All that is not part of a piece is filled with TEST_CANARY, so comparing
 * @mem with @image finds wrong results and writes beside a piece alike.
 */
struct segments {
	u8 *mem;
	u8 *image;
	size_t size;
	unsigned int n;
	struct scatterlist sg[SEGMENTS_MAX];
	/* private */
	struct {
		unsigned int at, len;
	} piece[SEGMENTS_MAX];
	unsigned int len;
	bool contiguous;
};

/**
 * segments_alloc() - memory for messages of up to TEST_MAX_DATA bytes
 * @s: freed by segments_free() also after an error
 * @contiguous: one physical piece, so that a segment may cross pages; else
 *              vmalloc memory, one segment never does
 *
 * Return: 0 or -ENOMEM.
 */
int segments_alloc(struct segments *s, bool contiguous);

/** segments_free() - free the memory, zero the rest */
void segments_free(struct segments *s);

/**
 * segments_cut() - choose pieces of random length, alignment and distance
 * @s: segments
 * @rnd: stream
 * @len: bytes in all, 0 to TEST_MAX_DATA
 */
void segments_cut(struct segments *s, struct test_rnd *rnd, unsigned int len);

/**
 * segments_recut() - a second view of the same bytes with other boundaries
 * @to: gets the pieces; its own memory is not used
 * @from: segments of at least one piece
 * @rnd: stream
 *
 * Every piece of @from becomes one or two pieces.
 */
void segments_recut(struct segments *to, const struct segments *from,
		    struct test_rnd *rnd);

/**
 * segments_put() - canaries everywhere, @data in the pieces
 * @s: segments
 * @data: bytes, NULL leaves canaries in the pieces
 */
void segments_put(struct segments *s, const u8 *data);

/**
 * segments_differ() - compare the whole memory with what it must be
 * @s: segments
 * @data: bytes that belong in the pieces, NULL for canaries
 *
 * Return: index of the first wrong byte in @s->mem, or -1.
 */
long segments_differ(struct segments *s, const u8 *data);

#endif
