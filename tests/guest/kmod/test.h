/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suites of padlock-test.ko share: checks, random numbers, drivers
 * under test with their oracles, requests.
 */
#ifndef PADLOCK_TEST_H
#define PADLOCK_TEST_H

#include <crypto/aes.h>
#include <crypto/hash.h>
#include <crypto/skcipher.h>
#include <linux/scatterlist.h>

#include "compat.h"

#undef pr_fmt
#define pr_fmt(fmt) "padlock-test: " fmt

#define TEST_BLOCK		AES_BLOCK_SIZE
#define TEST_MAX_DATA		(4 * PAGE_SIZE)	/* longest message, bytes */
#define TEST_MAX_KEY		(2 * AES_MAX_KEY_SIZE)
#define TEST_CANARY		0xc5

/* ---- module parameters (main.c) ---- */

/**
 * test_iterations() - the iterations= parameter
 * @preset: the suite's own number, used for iterations=0
 */
unsigned int test_iterations(unsigned int preset);

/** test_seconds() - the seconds= parameter, 0 for a number of rounds */
unsigned int test_seconds(void);

/** test_min_ratio() - the min_ratio= parameter, 0 for no limit */
unsigned int test_min_ratio(void);

/** test_expect_broken() - the expect_broken= parameter */
bool test_expect_broken(void);

/* ---- checks (check.c) ---- */

/**
 * test_check() - count one check, explain the first failures in the log
 * @ok: outcome
 * @fmt: printf format of what was tried, without a newline
 *
 * Safe in every context and from several threads at once.
 *
 * Return: @ok.
 */
__printf(2, 3) bool test_check(bool ok, const char *fmt, ...);

/** test_checks() - checks so far */
unsigned long test_checks(void);

/** test_failures() - failed checks so far */
unsigned long test_failures(void);

/**
 * test_diff() - first byte that differs
 * @a: bytes
 * @b: bytes
 * @len: length of both
 *
 * Return: its index, or -1 when all are equal.
 */
long test_diff(const void *a, const void *b, size_t len);

/* A stream of pseudo-random numbers; every thread has its own. */
struct test_rnd {
	u32 state;
};

/**
 * test_rnd_init() - a stream that depends on the seed= parameter only
 * @rnd: the stream
 * @stream: number that tells streams of one run apart
 */
void test_rnd_init(struct test_rnd *rnd, u32 stream);

/** test_rnd() - next number, all 32 bits */
u32 test_rnd(struct test_rnd *rnd);

/** test_below() - number from 0 to @limit - 1 */
u32 test_below(struct test_rnd *rnd, u32 limit);

/** test_rnd_bytes() - fill @len bytes */
void test_rnd_bytes(struct test_rnd *rnd, void *to, size_t len);

/* ---- drivers under test (target.c) ---- */

enum test_kind {
	TEST_CIPHER = 1,	/* "aes", single blocks at virtual addresses */
	TEST_SKCIPHER = 2,
	TEST_HASH = 4,
};

enum test_mode_id {
	TEST_AES,
	TEST_ECB,
	TEST_CBC,
	TEST_CTR,
	TEST_XTS,
	TEST_SHA1,
	TEST_SHA224,
	TEST_SHA256,
};

/**
 * struct test_mode - an algorithm
 * @id: number
 * @alg: generic name of the crypto API
 * @oracle: driver names of the generic implementation, old and new kernels
 * @kind: type of the transform
 * @keys: AES keys in one key (2 for XTS)
 * @granule: a length must be a multiple of this, bytes
 * @min: shortest length that is not an error, bytes
 */
struct test_mode {
	enum test_mode_id id;
	const char *alg;
	const char *oracle[2];
	enum test_kind kind;
	unsigned int keys;
	unsigned int granule;
	unsigned int min;
};

/* A driver that the suite at hand tests. */
struct test_target {
	char driver[CRYPTO_MAX_ALG_NAME];
	const struct test_mode *mode;
};

/**
 * test_targets_find() - fill the list of drivers
 * @names: driver names, separated by commas; empty for all PadLock drivers
 * @kinds: enum test_kind that the suite can use; other drivers are left out
 *
 * With empty names every AES driver is needed, of the hash drivers one.
 *
 * Return: 0, or -ENOENT (with a line in the log) for a driver that is not
 * registered or when nothing is left to test.
 */
int test_targets_find(const char *names, unsigned int kinds);

/** test_target() - target number @i of the list, NULL behind the last */
const struct test_target *test_target(unsigned int i);

/* Driver under test and its oracle, both with the same key. */
struct test_pair {
	const struct test_target *target;
	const struct test_mode *mode;
	struct crypto_skcipher *drv, *gen;	/* TEST_SKCIPHER */
	struct crypto_cipher *cdrv, *cgen;	/* TEST_CIPHER */
};

/**
 * test_pair_alloc() - transforms of a target and of its oracle
 * @p: pair, freed by test_pair_free() also after an error
 * @t: target
 *
 * Return: 0 or a negative error.
 */
int test_pair_alloc(struct test_pair *p, const struct test_target *t);

/** test_pair_free() - free what there is of a pair, and zero it */
void test_pair_free(struct test_pair *p);

/**
 * test_pair_setkey() - the same key for both
 * @p: pair
 * @key: @len bytes
 * @len: 16, 24 or 32 times the mode's number of keys
 *
 * Return: 0 or a negative error.
 */
int test_pair_setkey(struct test_pair *p, const u8 *key, unsigned int len);

/**
 * test_pair_rekey() - random key of random or given size
 * @p: pair
 * @rnd: stream
 * @aes_len: 16, 24, 32, or 0 for any
 *
 * Return: 0 or a negative error.
 */
int test_pair_rekey(struct test_pair *p, struct test_rnd *rnd,
		    unsigned int aes_len);

/* Hash driver and its oracle. */
struct test_hash {
	const struct test_target *target;
	struct crypto_shash *drv, *gen;
};

/**
 * test_hash_alloc() - transforms of a hash driver and of its oracle
 * @h: freed by test_hash_free() also after an error
 * @t: target of kind TEST_HASH
 *
 * Return: 0 or a negative error.
 */
int test_hash_alloc(struct test_hash *h, const struct test_target *t);

/** test_hash_free() - free what there is of the two transforms */
void test_hash_free(struct test_hash *h);

/* ---- requests (request.c) ---- */

/**
 * test_crypt() - one request, run to its end
 * @tfm: synchronous transform
 * @enc: encrypt, else decrypt
 * @src: source list
 * @dst: destination list, may be @src
 * @len: bytes
 * @iv: IV, updated
 * @flags: CRYPTO_TFM_REQ_*
 *
 * Sleeps only with CRYPTO_TFM_REQ_MAY_SLEEP in @flags.
 *
 * Return: 0 or a negative error.
 */
int test_crypt(struct crypto_skcipher *tfm, bool enc, struct scatterlist *src,
	       struct scatterlist *dst, unsigned int len, u8 *iv, u32 flags);

/**
 * test_crypt_flat() - one request in place over one piece of lowmem
 * @tfm: synchronous transform
 * @enc: encrypt, else decrypt
 * @data: kmalloc memory, @len bytes
 * @len: bytes, may be 0
 * @iv: IV, updated
 *
 * Return: 0 or a negative error.
 */
int test_crypt_flat(struct crypto_skcipher *tfm, bool enc, void *data,
		    unsigned int len, u8 *iv);

/**
 * test_oracle() - what the generic implementation makes of a message
 * @p: pair
 * @enc: encrypt, else decrypt
 * @in: message
 * @out: result, kmalloc memory; may be @in
 * @len: bytes
 * @iv: IV, updated
 *
 * Works for TEST_CIPHER too: block by block, IV untouched.
 *
 * Return: 0 or a negative error.
 */
int test_oracle(struct test_pair *p, bool enc, const void *in, void *out,
		unsigned int len, u8 *iv);

/**
 * test_driver() - the same by the driver under test
 *
 * Parameters and return value as for test_oracle(). Does not sleep.
 */
int test_driver(struct test_pair *p, bool enc, const void *in, void *out,
		unsigned int len, u8 *iv);

/**
 * test_iv_defined() - the IV after a request means something in this mode
 *
 * XTS has none (a sector is one request), ECB neither.
 */
bool test_iv_defined(const struct test_mode *mode);

/**
 * test_rnd_iv() - an IV; for CTR often one that is about to carry
 * @rnd: stream
 * @mode: mode
 * @iv: 16 bytes
 * @len: length of the message, bytes: some counters wrap exactly at its end
 */
void test_rnd_iv(struct test_rnd *rnd, const struct test_mode *mode, u8 *iv,
		 unsigned int len);

/**
 * test_use() - make a transform, give it a key, use it, free it (leak.c)
 * @t: target
 * @key: TEST_MAX_KEY bytes
 * @i: chooses the size of the key
 * @data: kmalloc memory, 64 bytes, overwritten
 *
 * Return: 0 or a negative error.
 */
int test_use(const struct test_target *t, const u8 *key, unsigned int i,
	     u8 *data);

/*
 * ---- suites, one file each ----
 *
 * Each tests all targets of its kinds, counting by test_check().
 *
 * Return: 0 when it ran to its end, whatever the checks said, or a negative
 * error when it could not.
 */

int suite_vectors(void);
int suite_guard(void);
int suite_walk(void);
int suite_errors(void);
int suite_encdec(void);
int suite_foreign(void);
int suite_stress(void);
int suite_sha(void);
int suite_ring0(void);
int suite_speed(void);
int suite_leak(void);
int suite_cost(void);
int suite_scale(void);
int suite_fpu(void);
int suite_nomem(void);

#endif
