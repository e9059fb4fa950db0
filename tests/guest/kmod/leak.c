// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "leak": transforms made, keyed, used and freed give all memory back.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "test.h"

#define ROUNDS		5	/* the first one only warms up the caches */
#define PER_ROUND	1000
#define TOLERANCE	64	/* pages; 256 bytes a transform would be 250 */

static unsigned long free_pages_now(void)
{
	struct sysinfo info;

	si_meminfo(&info);
	return info.freeram;
}

static int use_skcipher(const char *driver, const u8 *key, unsigned int len,
			u8 *data)
{
	struct crypto_skcipher *tfm;
	u8 iv[TEST_BLOCK] = {};
	int rc;

	tfm = crypto_alloc_skcipher(driver, 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	rc = crypto_skcipher_setkey(tfm, key, len) ?:
	     crypto_skcipher_setkey(tfm, key, len) ?:
	     test_crypt_flat(tfm, true, data, 64, iv);
	crypto_free_skcipher(tfm);
	return rc;
}

static int use_cipher(const char *driver, const u8 *key, unsigned int len,
		      u8 *data)
{
	struct crypto_cipher *tfm = crypto_alloc_cipher(driver, 0, 0);
	int rc;

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	rc = crypto_cipher_setkey(tfm, key, len);
	if (!rc)
		crypto_cipher_encrypt_one(tfm, data, data);
	crypto_free_cipher(tfm);
	return rc;
}

static int use_hash(const char *driver, const u8 *key, u8 *data)
{
	struct crypto_shash *tfm = crypto_alloc_shash(driver, 0, 0);
	int rc;

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	rc = crypto_shash_tfm_digest(tfm, key, TEST_MAX_KEY, data);
	crypto_free_shash(tfm);
	return rc;
}

int test_use(const struct test_target *t, const u8 *key, unsigned int i,
	     u8 *data)
{
	unsigned int len = 16 + 8 * (i % 3);	/* bytes of one AES key */

	switch (t->mode->kind) {
	case TEST_SKCIPHER:
		return use_skcipher(t->driver, key, len * t->mode->keys, data);
	case TEST_CIPHER:
		return use_cipher(t->driver, key, len, data);
	default:
		return use_hash(t->driver, key, data);
	}
}

static int target(const struct test_target *t, const u8 *key, u8 *data)
{
	unsigned int round, i, n = test_iterations(PER_ROUND);
	long before = 0, lost;
	int rc;

	for (round = 0; round < ROUNDS; round++) {
		if (round == 1)
			before = free_pages_now();
		for (i = 0; i < n; i++) {
			rc = test_use(t, key, i, data);
			if (!test_check(!rc, "%s: error %d", t->driver, rc))
				return 0;
			cond_resched();
		}
	}
	lost = before - (long)free_pages_now();
	if (IS_ENABLED(CONFIG_KASAN)) {
		/* it keeps what was freed; such a kernel has kmemleak */
		pr_info_once("leak: pages are not counted with KASAN\n");
		return 0;
	}
	test_check(lost < TOLERANCE, "%s: %ld pages lost by %u transforms",
		   t->driver, lost, (ROUNDS - 1) * n);
	return 0;
}

int suite_leak(void)
{
	const struct test_target *t;
	struct test_rnd rnd;
	unsigned int i;
	int rc = 0;
	u8 *data;

	test_rnd_init(&rnd, 8);
	data = kmalloc(2 * TEST_MAX_KEY, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	test_rnd_bytes(&rnd, data, 2 * TEST_MAX_KEY);
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(t, data, data + TEST_MAX_KEY);
	kfree(data);
	return rc;
}
