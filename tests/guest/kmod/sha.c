// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "sha": digests of every length, however the message is cut and
 * wherever it lies.
 */
#include <linux/irqflags.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "guarded.h"
#include "sha.h"

#define MSG_SIZE	(3 * PAGE_SIZE)
#define DENSE		1100	/* every length up to here */
#define NEAR		70	/* every length this close to a page size */

struct shash_desc *sha_desc_alloc(struct crypto_shash *tfm, unsigned int shift)
{
	struct shash_desc *desc;
	u8 *raw, *ctx;

	raw = kzalloc(sizeof(*desc) + crypto_shash_descsize(tfm) + 64,
		      GFP_KERNEL);
	if (!raw)
		return NULL;
	/* the driver's part comes behind struct shash_desc: align that */
	ctx = PTR_ALIGN(raw + sizeof(void *) + sizeof(*desc), 16) + shift;
	desc = (void *)(ctx - offsetof(struct shash_desc, __ctx));
	((void **)desc)[-1] = raw;
	desc->tfm = tfm;
	return desc;
}

void sha_desc_free(struct shash_desc *desc)
{
	if (desc)
		kfree(((void **)desc)[-1]);
}

int sha_want(struct sha *s, const u8 *data, unsigned int len, u8 *digest)
{
	memset(digest, 0, SHA_MAX_DIGEST);
	return crypto_shash_tfm_digest(s->h.gen, data, len, digest);
}

void sha_check_digest(struct sha *s, int rc, const u8 *got, const u8 *want,
		      unsigned int len, const char *how)
{
	test_check(!rc && !memcmp(got, want,
				  crypto_shash_digestsize(s->h.gen)),
		   "%s, %u bytes, %s: rc %d, got %20phN, not %20phN",
		   s->h.target->driver, len, how, rc, got, want);
}

static unsigned int rnd_step(struct test_rnd *rnd)
{
	switch (test_below(rnd, 3)) {
	case 0:
		return test_below(rnd, 10);	/* 0 is a legal update */
	case 1:
		return 64 * test_below(rnd, 4);
	default:
		return test_below(rnd, 500);
	}
}

static int in_pieces(struct shash_desc *desc, struct test_rnd *rnd,
		     const u8 *data, unsigned int len, bool finup, u8 *digest)
{
	unsigned int n;
	int rc;

	rc = crypto_shash_init(desc);
	while (!rc && len) {
		n = min(rnd_step(rnd), len);
		if (finup && n == len)
			break;
		rc = crypto_shash_update(desc, data, n);
		data += n;
		len -= n;
	}
	if (rc)
		return rc;
	return finup ? crypto_shash_finup(desc, data, len, digest) :
		       crypto_shash_final(desc, digest);
}

static int check_len(struct sha *s, struct shash_desc *desc, unsigned int len)
{
	u8 want[SHA_MAX_DIGEST], got[SHA_MAX_DIGEST] = {};
	const u8 *data = s->msg + test_below(&s->rnd, 64);
	int rc;

	rc = sha_want(s, data, len, want);
	if (rc)
		return rc;
	rc = crypto_shash_tfm_digest(s->h.drv, data, len, got);
	sha_check_digest(s, rc, got, want, len, "digest");
	memset(got, 0, sizeof(got));
	rc = in_pieces(desc, &s->rnd, data, len, false, got);
	sha_check_digest(s, rc, got, want, len, "updates and final");
	memset(got, 0, sizeof(got));
	rc = in_pieces(desc, &s->rnd, data, len, true, got);
	sha_check_digest(s, rc, got, want, len, "updates and finup");
	return 0;
}

int sha_check_random(struct sha *s, unsigned int len)
{
	struct shash_desc *desc;
	int rc;

	desc = sha_desc_alloc(s->h.drv, 8 * test_below(&s->rnd, 2));
	rc = desc ? check_len(s, desc, len) : -ENOMEM;
	sha_desc_free(desc);
	return rc;
}

static int check_lengths(struct sha *s, struct shash_desc *desc,
			 unsigned int dense)
{
	unsigned int len, page;
	int rc = 0;

	for (len = 0; !rc && len <= dense; len++)
		rc = check_len(s, desc, len);
	for (page = PAGE_SIZE; page <= 2 * PAGE_SIZE; page += PAGE_SIZE)
		for (len = page - NEAR; !rc && len <= page + NEAR; len++)
			rc = check_len(s, desc, len);
	return rc;
}

/* Data that ends where vmalloc's guard page begins. */
static int check_guard(struct sha *s, struct shash_desc *desc)
{
	u8 want[SHA_MAX_DIGEST], got[SHA_MAX_DIGEST] = {};
	unsigned int len;
	int rc = 0;

	for (len = 0; !rc && len <= 300; len++) {
		const u8 *data = s->guarded + PAGE_SIZE - len;

		rc = sha_want(s, data, len, want);
		if (rc)
			break;
		rc = crypto_shash_tfm_digest(s->h.drv, data, len, got);
		sha_check_digest(s, rc, got, want, len, "digest at a guard");
		rc = in_pieces(desc, &s->rnd, data, len, false, got);
		sha_check_digest(s, rc, got, want, len, "updates at a guard");
		rc = 0;
	}
	return rc;
}

/* No data at all, also by pointers that must not be followed. */
static int check_nothing(struct sha *s, struct shash_desc *desc)
{
	const u8 *where[] = { NULL, s->guarded + PAGE_SIZE, s->msg };
	u8 want[SHA_MAX_DIGEST], got[SHA_MAX_DIGEST] = {};
	int i, rc;

	rc = sha_want(s, s->msg, 0, want);
	for (i = 0; !rc && i < ARRAY_SIZE(where); i++) {
		rc = crypto_shash_init(desc) ?:
		     crypto_shash_update(desc, where[i], 0) ?:
		     crypto_shash_update(desc, where[i], 0) ?:
		     crypto_shash_final(desc, got);
		sha_check_digest(s, rc, got, want, 0, "empty update");
		rc = crypto_shash_init(desc) ?:
		     crypto_shash_finup(desc, where[i], 0, got);
		sha_check_digest(s, rc, got, want, 0, "empty finup");
		rc = crypto_shash_tfm_digest(s->h.drv, where[i], 0, got);
		sha_check_digest(s, rc, got, want, 0, "empty digest");
		rc = 0;
	}
	return rc;
}

/* Unlike ciphers, hashes are also allowed in hard interrupts. */
static int check_atomic(struct sha *s, struct shash_desc *desc)
{
	u8 want[SHA_MAX_DIGEST], got[SHA_MAX_DIGEST] = {};
	unsigned long flags;
	int rc;

	rc = sha_want(s, s->msg, 777, want);
	if (rc)
		return rc;
	local_irq_save(flags);
	rc = in_pieces(desc, &s->rnd, s->msg, 777, true, got);
	local_irq_restore(flags);
	sha_check_digest(s, rc, got, want, 777, "with interrupts off");
	return 0;
}

static int check_all(struct sha *s, struct shash_desc *desc,
		     unsigned int dense)
{
	int rc;

	rc = check_lengths(s, desc, dense);
	if (!rc)
		rc = check_guard(s, desc);
	if (!rc)
		rc = check_nothing(s, desc);
	return rc ?: check_atomic(s, desc);
}

static int target(struct sha *s, const struct test_target *t)
{
	struct shash_desc *desc;
	unsigned int shift;
	int rc;

	rc = test_hash_alloc(&s->h, t);
	for (shift = 0; !rc && shift <= 8; shift += 8) {
		desc = sha_desc_alloc(s->h.drv, shift);
		rc = desc ? check_all(s, desc, shift ? 0 : DENSE) : -ENOMEM;
		sha_desc_free(desc);
	}
	if (!rc)
		rc = sha_check_states(s);
	test_hash_free(&s->h);
	return rc;
}

int suite_sha(void)
{
	const struct test_target *t;
	struct sha s = { .size = MSG_SIZE };
	unsigned int i;
	int rc = -ENOMEM;

	test_rnd_init(&s.rnd, 6);
	s.msg = kmalloc(s.size, GFP_KERNEL);
	s.guarded = vmalloc(PAGE_SIZE);
	if (s.msg && s.guarded)
		rc = guarded_absent(s.guarded + PAGE_SIZE) ? 0 : -EIO;
	if (!rc) {
		test_rnd_bytes(&s.rnd, s.msg, s.size);
		test_rnd_bytes(&s.rnd, s.guarded, PAGE_SIZE);
	}
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(&s, t);
	vfree(s.guarded);
	kfree(s.msg);
	return rc;
}
