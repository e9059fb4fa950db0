// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "sha", states in the middle of a message: handed to the generic driver
 * and back (field-reports.md B10), cloned, and hostile ones.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "sha.h"

#define TOTAL		300	/* bytes of the message that changes hands */
#define MAX_STATE	512
#define HOSTILE_ROUNDS	400

struct states {
	struct shash_desc *drv, *gen, *clone[2];
	u8 state[MAX_STATE];
	u8 want[SHA_MAX_DIGEST];
};

static int start(struct shash_desc *desc, const u8 *data, unsigned int len)
{
	return crypto_shash_init(desc) ?: crypto_shash_update(desc, data, len);
}

static int hand_over(struct states *st, struct shash_desc *from,
		     struct shash_desc *to)
{
	return crypto_shash_export(from, st->state) ?:
	       crypto_shash_import(to, st->state);
}

/* Start with @from, finish with @to after @n bytes. */
static void check_hand_over(struct sha *s, struct states *st,
			    struct shash_desc *from, struct shash_desc *to,
			    unsigned int n, const char *how)
{
	u8 got[SHA_MAX_DIGEST] = {};
	int rc;

	rc = start(from, s->msg, n);
	if (!rc)
		rc = hand_over(st, from, to);
	if (!rc)
		rc = crypto_shash_finup(to, s->msg + n, TOTAL - n, got);
	sha_check_digest(s, rc, got, st->want, n, how);
}

/* An export does not end the hash that it was taken from. */
static void check_goes_on(struct sha *s, struct states *st, unsigned int n)
{
	u8 got[SHA_MAX_DIGEST] = {};
	int rc;

	rc = start(st->drv, s->msg, n);
	if (!rc)
		rc = crypto_shash_export(st->drv, st->state);
	if (!rc)
		rc = crypto_shash_update(st->drv, s->msg + n, TOTAL - n);
	if (!rc)
		rc = crypto_shash_final(st->drv, got);
	sha_check_digest(s, rc, got, st->want, n, "goes on after export");
}

/* Descriptors are also copied as they are, to any alignment. */
static void check_clone(struct sha *s, struct states *st, unsigned int i,
			unsigned int n)
{
	struct shash_desc *to = st->clone[i];
	u8 got[SHA_MAX_DIGEST] = {};
	int rc;

	rc = start(st->drv, s->msg, n);
	memcpy(to, st->drv, sizeof(*to) + crypto_shash_descsize(s->h.drv));
	if (!rc)
		rc = crypto_shash_finup(to, s->msg + n, TOTAL - n, got);
	sha_check_digest(s, rc, got, st->want, n,
			 i ? "clone at another alignment" : "clone");
	memset(got, 0, sizeof(got));
	if (!rc)
		rc = crypto_shash_finup(st->drv, s->msg + n, TOTAL - n, got);
	sha_check_digest(s, rc, got, st->want, n, "original after its clone");
}

/*
 * A state ends with a count of 64 bits, a block, and in new kernels one byte
 * more. Return: where the count begins, bytes.
 */
static unsigned int count_at(struct sha *s)
{
	unsigned int size = crypto_shash_statesize(s->h.drv);

	return size - size % 4 - 64 - sizeof(u64);
}

static int finish_from(struct shash_desc *desc, struct states *st,
		       const u8 *data, unsigned int len, u8 *digest)
{
	return crypto_shash_import(desc, st->state) ?:
	       crypto_shash_finup(desc, data, len, digest);
}

/* Messages beyond 2^29, 2^32 and 2^61 bytes, without hashing that many. */
static void check_huge(struct sha *s, struct states *st, unsigned int n)
{
	static const u64 more[] = {
		BIT_ULL(29), BIT_ULL(32) - 256, BIT_ULL(32), BIT_ULL(61),
		~0ULL - 511,
	};
	u8 got[SHA_MAX_DIGEST] = {}, want[SHA_MAX_DIGEST] = {};
	unsigned int i;
	u64 count;
	int rc;

	for (i = 0; i < ARRAY_SIZE(more); i++) {
		rc = start(st->gen, s->msg, n) ?:
		     crypto_shash_export(st->gen, st->state);
		memcpy(&count, st->state + count_at(s), sizeof(count));
		test_check(!rc && (count == n || count == n - n % 64),
			   "no count of %u but %llu in an exported state", n,
			   count);
		count += more[i];
		memcpy(st->state + count_at(s), &count, sizeof(count));
		rc = finish_from(st->gen, st, s->msg, TOTAL, want) ?:
		     finish_from(st->drv, st, s->msg, TOTAL, got);
		sha_check_digest(s, rc, got, want, n, "and a huge count");
	}
}

static void check_exchange(struct sha *s, struct states *st)
{
	unsigned int n;

	test_check(crypto_shash_statesize(s->h.drv) ==
		   crypto_shash_statesize(s->h.gen),
		   "%s exports %u bytes, the generic driver %u",
		   s->h.target->driver, crypto_shash_statesize(s->h.drv),
		   crypto_shash_statesize(s->h.gen));
	if (crypto_shash_statesize(s->h.drv) != crypto_shash_statesize(s->h.gen))
		return;
	for (n = 0; n <= TOTAL; n++) {
		check_hand_over(s, st, st->drv, st->gen, n, "ours to generic");
		check_hand_over(s, st, st->gen, st->drv, n, "generic to ours");
		check_hand_over(s, st, st->drv, st->clone[0], n,
				"ours to ours");
		check_goes_on(s, st, n);
		check_clone(s, st, 0, n);
		check_clone(s, st, 1, n);
	}
	for (n = 0; n <= TOTAL; n += 50)
		check_huge(s, st, n);
}

/*
 * Where the counts lie in a state depends on kernel and word size, so every
 * place gets its turn at being huge; the rest is random, or all ones.
 */
static void make_hostile(struct sha *s, u8 *state, unsigned int round)
{
	unsigned int size = crypto_shash_statesize(s->h.drv);

	if (round % 4 == 0)
		memset(state, 0xff, size);
	else
		test_rnd_bytes(&s->rnd, state, size);
	if (round % 4 == 1)
		memset(state + round / 4 % size, 0xff,
		       min(8U, size - round / 4 % size));
	if (round % 4 == 2)
		state[size - 1] = round / 4;	/* fill level in new kernels */
}

/*
 * The digest means nothing. What counts: no fault (a panic), no loop, nothing
 * written behind the descriptor (@desc ends at a guard page), and the next
 * hash is right again.
 */
static void check_hostile(struct sha *s, struct states *st,
			  struct shash_desc *desc, unsigned int round)
{
	unsigned int len = test_below(&s->rnd, 400);
	const u8 *data = s->guarded + PAGE_SIZE - len;
	u8 got[SHA_MAX_DIGEST] = {};
	ktime_t begin = ktime_get();
	int rc;

	make_hostile(s, st->state, round);
	rc = crypto_shash_import(desc, st->state);
	if (!rc && test_below(&s->rnd, 2))
		rc = crypto_shash_update(desc, data, len);
	if (!rc && test_below(&s->rnd, 2))
		rc = crypto_shash_export(desc, st->state);
	if (!rc && test_below(&s->rnd, 2))
		crypto_shash_finup(desc, data, len, got);
	else if (!rc)
		crypto_shash_final(desc, got);
	test_check(ktime_ms_delta(ktime_get(), begin) < 1000,
		   "%s: %lld ms for %u bytes after a hostile import",
		   s->h.target->driver, ktime_ms_delta(ktime_get(), begin),
		   len);
	rc = start(desc, s->msg, TOTAL) ?: crypto_shash_final(desc, got);
	sha_check_digest(s, rc, got, st->want, TOTAL,
			 "the next hash after a hostile import");
}

static int check_hostile_states(struct sha *s, struct states *st)
{
	unsigned int size, round;
	struct shash_desc *desc;
	u8 *area;

	area = vmalloc(PAGE_SIZE);
	if (!area)
		return -ENOMEM;
	size = sizeof(*desc) + crypto_shash_descsize(s->h.drv);
	desc = (void *)(area + PAGE_SIZE - ALIGN(size, CRYPTO_MINALIGN));
	desc->tfm = s->h.drv;
	for (round = 0; round < test_iterations(HOSTILE_ROUNDS); round++)
		check_hostile(s, st, desc, round);
	vfree(area);
	return 0;
}

static void states_free(struct states *st)
{
	sha_desc_free(st->drv);
	sha_desc_free(st->gen);
	sha_desc_free(st->clone[0]);
	sha_desc_free(st->clone[1]);
	kfree(st);
}

static int states_init(struct sha *s, struct states *st)
{
	if (crypto_shash_statesize(s->h.drv) > MAX_STATE ||
	    crypto_shash_statesize(s->h.gen) > MAX_STATE)
		return -ENOSPC;
	st->drv = sha_desc_alloc(s->h.drv, 0);
	st->gen = sha_desc_alloc(s->h.gen, 0);
	st->clone[0] = sha_desc_alloc(s->h.drv, 0);
	st->clone[1] = sha_desc_alloc(s->h.drv, 8);
	if (!st->drv || !st->gen || !st->clone[0] || !st->clone[1])
		return -ENOMEM;
	return sha_want(s, s->msg, TOTAL, st->want);
}

int sha_check_states(struct sha *s)
{
	struct states *st = kzalloc(sizeof(*st), GFP_KERNEL);
	int rc;

	if (!st)
		return -ENOMEM;
	rc = states_init(s, st);
	if (!rc) {
		check_exchange(s, st);
		rc = check_hostile_states(s, st);
	}
	states_free(st);
	return rc;
}
