/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PADLOCK_TEST_SHA_H
#define PADLOCK_TEST_SHA_H

#include "test.h"

#define SHA_MAX_DIGEST	32

/**
 * struct sha - a hash driver at work
 * @h: driver and oracle
 * @msg: kmalloc memory with random bytes
 * @size: bytes of @msg
 * @guarded: vmalloc page; its last byte is followed by an absent page
 * @rnd: stream
 */
struct sha {
	struct test_hash h;
	u8 *msg;
	size_t size;
	u8 *guarded;
	struct test_rnd rnd;
};

/**
 * sha_desc_alloc() - a hash in progress at a chosen alignment
 * @tfm: driver
 * @shift: 0 or 8: distance from a 16-byte boundary, bytes
 *
 * Return: descriptor for sha_desc_free(), or NULL.
 */
struct shash_desc *sha_desc_alloc(struct crypto_shash *tfm, unsigned int shift);

/** sha_desc_free() - free a descriptor; NULL is ignored */
void sha_desc_free(struct shash_desc *desc);

/**
 * sha_want() - digest by the oracle
 * @s: driver at work
 * @data: message
 * @len: bytes
 * @digest: SHA_MAX_DIGEST bytes, zero behind the digest
 *
 * Return: 0 or a negative error.
 */
int sha_want(struct sha *s, const u8 *data, unsigned int len, u8 *digest);

/**
 * sha_check_digest() - one check: the driver's return value and digest
 * @s: driver at work
 * @rc: what the driver returned
 * @got: its digest
 * @want: from sha_want()
 * @len: length of the message, for the message
 * @how: what was done, for the message
 */
void sha_check_digest(struct sha *s, int rc, const u8 *got, const u8 *want,
		      unsigned int len, const char *how);

/* The longest message that sha_check_random() can put to any of 64 places */
#define SHA_MAX_RANDOM(s)	((s)->size - 64)

/**
 * sha_check_random() - a message at a random place, in one piece and in random ones
 * @s: driver at work; @guarded is not used
 * @len: bytes, at most SHA_MAX_RANDOM(@s)
 *
 * Return: 0 when all was tried, or a negative error.
 */
int sha_check_random(struct sha *s, unsigned int len);

/**
 * sha_check_states() - export, import, clone, huge and hostile states
 * @s: driver at work
 *
 * Return: 0 when all was tried, or a negative error.
 */
int sha_check_states(struct sha *s);

#endif
