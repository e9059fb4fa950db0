/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random requests against the generic implementation.
 */
#ifndef PADLOCK_TEST_WALK_H
#define PADLOCK_TEST_WALK_H

#include "segments.h"

enum walk_placement {
	WALK_OUT_OF_PLACE,	/* other memory, other pieces */
	WALK_IN_PLACE,		/* one list for both */
	WALK_TWO_LISTS,		/* in place, the same memory cut twice */
	WALK_PLACEMENTS,
};

/**
 * struct walk - one thread's memory for requests
 * @rnd: stream; the user starts it
 * @requests: requests made of the driver so far
 * @bytes: bytes of them
 */
struct walk {
	struct test_rnd rnd;
	unsigned long requests;
	u64 bytes;
	/* private */
	struct segments mem[2];		/* scattered pages, contiguous pages */
	struct segments dst, view;
	u8 *in, *want;			/* kmalloc, TEST_MAX_DATA each */
	/* the request at hand */
	enum walk_placement placement;
	unsigned int len;
	bool enc;
	u32 flags;
};

/**
 * walk_init() - memory for requests
 * @w: zeroed; freed by walk_free() also after an error
 *
 * Return: 0 or -ENOMEM.
 */
int walk_init(struct walk *w);

/** walk_free() - free the memory */
void walk_free(struct walk *w);

/**
 * walk_request() - one request, everything about it random, and its checks
 * @w: memory
 * @p: driver and oracle, of kind TEST_SKCIPHER
 * @round: chooses among kinds of lengths
 *
 * Return: 0, or a negative error of the oracle.
 */
int walk_request(struct walk *w, struct test_pair *p, unsigned int round);

/**
 * walk_chain() - one message in several requests is the message in one request
 * @w: memory
 * @p: driver and oracle of a mode with test_iv_defined()
 * @round: for the message of a failure
 *
 * Return: 0, or a negative error of the oracle.
 */
int walk_chain(struct walk *w, struct test_pair *p, unsigned int round);

#endif
