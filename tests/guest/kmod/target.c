// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which drivers are tested, and the generic implementation that answers for
 * each.
 */
#include <linux/err.h>
#include <linux/string.h>

#include "test.h"

#define MAX_TARGETS	12

/* aes-generic and its templates became aes-lib after 6.12, SHA likewise. */
static const struct test_mode modes[] = {
	{ TEST_AES, "aes", { "aes-generic", "aes-lib" },
	  TEST_CIPHER, 1, 16, 16 },
	{ TEST_ECB, "ecb(aes)", { "ecb(aes-generic)", "ecb(aes-lib)" },
	  TEST_SKCIPHER, 1, 16, 0 },
	{ TEST_CBC, "cbc(aes)", { "cbc(aes-generic)", "cbc(aes-lib)" },
	  TEST_SKCIPHER, 1, 16, 0 },
	{ TEST_CTR, "ctr(aes)", { "ctr(aes-generic)", "ctr(aes-lib)" },
	  TEST_SKCIPHER, 1, 1, 0 },
	{ TEST_XTS, "xts(aes)",
	  { "xts(ecb(aes-generic))", "xts(ecb(aes-lib))" },
	  TEST_SKCIPHER, 2, 1, 16 },
	{ TEST_SHA1, "sha1", { "sha1-generic", "sha1-lib" }, TEST_HASH },
	{ TEST_SHA224, "sha224", { "sha224-generic", "sha224-lib" },
	  TEST_HASH },
	{ TEST_SHA256, "sha256", { "sha256-generic", "sha256-lib" },
	  TEST_HASH },
};

static const char * const aes_drivers[] = {
	"aes-padlock", "ecb-aes-padlock", "cbc-aes-padlock",
	"ctr-aes-padlock", "xts-aes-padlock",
};

static const char * const hash_drivers[] = {
	"sha1-padlock", "sha1-padlock-nano", "sha256-padlock",
	"sha256-padlock-nano", "sha224-padlock",
};

static struct test_target targets[MAX_TARGETS];
static unsigned int ntargets;

const struct test_target *test_target(unsigned int i)
{
	return i < ntargets ? &targets[i] : NULL;
}

static const struct test_mode *find_mode(const char *alg)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (!strcmp(modes[i].alg, alg))
			return &modes[i];
	return NULL;
}

/*
 * A driver name says nothing about its type, and a look-up with the wrong type
 * finds nothing: try the three types.
 */
static const struct test_mode *mode_of_driver(const char *driver)
{
	const struct test_mode *mode = NULL;
	struct crypto_skcipher *sk;
	struct crypto_shash *hash;
	struct crypto_cipher *c;

	sk = crypto_alloc_skcipher(driver, 0, CRYPTO_ALG_ASYNC);
	if (!IS_ERR(sk)) {
		mode = find_mode(crypto_tfm_alg_name(crypto_skcipher_tfm(sk)));
		crypto_free_skcipher(sk);
		return mode;
	}
	hash = crypto_alloc_shash(driver, 0, 0);
	if (!IS_ERR(hash)) {
		mode = find_mode(crypto_tfm_alg_name(crypto_shash_tfm(hash)));
		crypto_free_shash(hash);
		return mode;
	}
	c = crypto_alloc_cipher(driver, 0, 0);
	if (!IS_ERR(c)) {
		mode = find_mode(crypto_tfm_alg_name(crypto_cipher_tfm(c)));
		crypto_free_cipher(c);
	}
	return mode;
}

static int add_target(const char *driver, unsigned int kinds)
{
	const struct test_mode *mode = mode_of_driver(driver);
	struct test_target *t = &targets[ntargets];

	if (!mode)
		return -ENOENT;
	if (!(mode->kind & kinds))
		return 0;
	if (ntargets == MAX_TARGETS)
		return -ENOSPC;
	strscpy(t->driver, driver, sizeof(t->driver));
	t->mode = mode;
	ntargets++;
	return 0;
}

static int need_target(const char *driver, unsigned int kinds)
{
	int rc = add_target(driver, kinds);

	if (rc == -ENOENT)
		pr_err("driver %s is not registered\n", driver);
	return rc;
}

static int add_named(const char *names, unsigned int kinds)
{
	char *copy = kstrdup(names, GFP_KERNEL), *rest = copy, *name;
	int rc = copy ? 0 : -ENOMEM;

	while (!rc && (name = strsep(&rest, ",")) != NULL)
		rc = need_target(name, kinds);
	kfree(copy);
	return rc;
}

static int add_all(unsigned int kinds)
{
	int i, rc = 0;

	if (kinds & (TEST_CIPHER | TEST_SKCIPHER))
		for (i = 0; !rc && i < ARRAY_SIZE(aes_drivers); i++)
			rc = need_target(aes_drivers[i], kinds);
	if (kinds & TEST_HASH)	/* the set depends on the CPU: what is there */
		for (i = 0; !rc && i < ARRAY_SIZE(hash_drivers); i++)
			if (add_target(hash_drivers[i], kinds) == -ENOSPC)
				rc = -ENOSPC;
	return rc;
}

int test_targets_find(const char *names, unsigned int kinds)
{
	int rc = *names ? add_named(names, kinds) : add_all(kinds);

	if (!rc && !ntargets) {
		pr_err("no driver that this suite could test is registered\n");
		rc = -ENOENT;
	}
	return rc;
}

static struct crypto_skcipher *alloc_skcipher(const char *driver)
{
	return crypto_alloc_skcipher(driver, 0, CRYPTO_ALG_ASYNC);
}

static struct crypto_skcipher *alloc_skcipher_oracle(const struct test_mode *m)
{
	struct crypto_skcipher *tfm = alloc_skcipher(m->oracle[0]);

	return IS_ERR(tfm) ? alloc_skcipher(m->oracle[1]) : tfm;
}

static struct crypto_cipher *alloc_cipher_oracle(const struct test_mode *m)
{
	struct crypto_cipher *tfm = crypto_alloc_cipher(m->oracle[0], 0, 0);

	return IS_ERR(tfm) ? crypto_alloc_cipher(m->oracle[1], 0, 0) : tfm;
}

static struct crypto_shash *alloc_hash_oracle(const struct test_mode *m)
{
	struct crypto_shash *tfm = crypto_alloc_shash(m->oracle[0], 0, 0);

	return IS_ERR(tfm) ? crypto_alloc_shash(m->oracle[1], 0, 0) : tfm;
}

/* Both or none: an error pointer never stays in a pair. */
static int settle(void **drv, void **gen, const struct test_target *t)
{
	int rc = 0;

	if (IS_ERR(*drv)) {
		rc = PTR_ERR(*drv);
		*drv = NULL;
		pr_err("driver %s: error %d\n", t->driver, rc);
	}
	if (IS_ERR(*gen)) {
		rc = PTR_ERR(*gen);
		*gen = NULL;
		pr_err("oracle %s: error %d\n", t->mode->oracle[0], rc);
	}
	return rc;
}

int test_pair_alloc(struct test_pair *p, const struct test_target *t)
{
	memset(p, 0, sizeof(*p));
	p->target = t;
	p->mode = t->mode;
	if (t->mode->kind == TEST_CIPHER) {
		p->cdrv = crypto_alloc_cipher(t->driver, 0, 0);
		p->cgen = alloc_cipher_oracle(t->mode);
		return settle((void **)&p->cdrv, (void **)&p->cgen, t);
	}
	p->drv = alloc_skcipher(t->driver);
	p->gen = alloc_skcipher_oracle(t->mode);
	return settle((void **)&p->drv, (void **)&p->gen, t);
}

void test_pair_free(struct test_pair *p)
{
	if (p->cdrv)
		crypto_free_cipher(p->cdrv);
	if (p->cgen)
		crypto_free_cipher(p->cgen);
	if (p->drv)
		crypto_free_skcipher(p->drv);
	if (p->gen)
		crypto_free_skcipher(p->gen);
	memset(p, 0, sizeof(*p));
}

int test_pair_setkey(struct test_pair *p, const u8 *key, unsigned int len)
{
	int rc;

	if (p->mode->kind == TEST_CIPHER) {
		rc = crypto_cipher_setkey(p->cgen, key, len);
		return rc ?: crypto_cipher_setkey(p->cdrv, key, len);
	}
	rc = crypto_skcipher_setkey(p->gen, key, len);
	return rc ?: crypto_skcipher_setkey(p->drv, key, len);
}

int test_pair_rekey(struct test_pair *p, struct test_rnd *rnd,
		    unsigned int aes_len)
{
	u8 key[TEST_MAX_KEY + TEST_BLOCK];
	u8 *at = key + test_below(rnd, TEST_BLOCK);	/* any alignment */
	unsigned int len = aes_len ?: 16 + 8 * test_below(rnd, 3);

	len *= p->mode->keys;
	test_rnd_bytes(rnd, at, len);
	return test_pair_setkey(p, at, len);
}

int test_hash_alloc(struct test_hash *h, const struct test_target *t)
{
	h->target = t;
	h->drv = crypto_alloc_shash(t->driver, 0, 0);
	h->gen = alloc_hash_oracle(t->mode);
	return settle((void **)&h->drv, (void **)&h->gen, t);
}

void test_hash_free(struct test_hash *h)
{
	if (h->drv)
		crypto_free_shash(h->drv);
	if (h->gen)
		crypto_free_shash(h->gen);
}
