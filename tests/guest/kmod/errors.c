// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "errors": what must be refused, and with which error.
 */
#include <linux/slab.h>

#include "test.h"

static void expect(const struct test_target *t, int want, int rc,
		   const char *what, unsigned int n)
{
	test_check(rc == want, "%s, %s %u: error %d, not %d", t->driver, what,
		   n, rc, want);
}

static bool good_key_len(const struct test_mode *mode, unsigned int len)
{
	return len == 16 * mode->keys || len == 24 * mode->keys ||
	       len == 32 * mode->keys;
}

static int setkey(struct test_pair *p, const u8 *key, unsigned int len)
{
	return p->cdrv ? crypto_cipher_setkey(p->cdrv, key, len) :
			 crypto_skcipher_setkey(p->drv, key, len);
}

static void check_key_lengths(struct test_pair *p, const u8 *key)
{
	unsigned int len;

	for (len = 0; len <= TEST_MAX_KEY + 1; len++)
		expect(p->target, good_key_len(p->mode, len) ? 0 : -EINVAL,
		       setkey(p, key, len), "key length", len);
}

static int crypt(struct test_pair *p, bool enc, u8 *data, unsigned int len)
{
	u8 iv[TEST_BLOCK] = {};

	return test_crypt_flat(p->drv, enc, data, len, iv);
}

static void check_no_key(struct test_pair *p, u8 *data)
{
	expect(p->target, -ENOKEY, crypt(p, true, data, 32), "no key", 1);
	expect(p->target, -ENOKEY, crypt(p, false, data, 32), "no key", 0);
}

static void check_data_lengths(struct test_pair *p, u8 *data)
{
	const struct test_mode *mode = p->mode;
	unsigned int len;
	bool good;

	for (len = 0; len <= 5 * TEST_BLOCK; len++) {
		good = len >= mode->min && len % mode->granule == 0;
		expect(p->target, good ? 0 : -EINVAL,
		       crypt(p, true, data, len), "encrypt, bytes", len);
		expect(p->target, good ? 0 : -EINVAL,
		       crypt(p, false, data, len), "decrypt, bytes", len);
	}
}

/* A wrong request must not spoil the next right one. */
static int check_still_right(struct test_pair *p, u8 *data, u8 *want)
{
	u8 iv[TEST_BLOCK] = {}, want_iv[TEST_BLOCK] = {};
	int rc;

	rc = test_oracle(p, true, data, want, 64, want_iv);
	if (rc)
		return rc;
	rc = test_driver(p, true, data, data, 64, iv);
	test_check(!rc && !memcmp(data, want, 64),
		   "%s: wrong result after refused requests, rc %d",
		   p->target->driver, rc);
	return 0;
}

static void check_weak_xts_key(struct test_pair *p, u8 *key)
{
	unsigned int len;

	for (len = 16; len <= 32; len += 8) {
		memcpy(key + len, key, len);
		crypto_skcipher_clear_flags(p->drv,
					    CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		expect(p->target, 0, setkey(p, key, 2 * len),
		       "equal halves where allowed, bytes", 2 * len);
		crypto_skcipher_set_flags(p->drv,
					  CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		expect(p->target, -EINVAL, setkey(p, key, 2 * len),
		       "equal halves where forbidden, bytes", 2 * len);
		key[2 * len - 1] ^= 1;	/* only the last bit differs */
		expect(p->target, 0, setkey(p, key, 2 * len),
		       "nearly equal halves, bytes", 2 * len);
	}
}

static int skcipher_target(struct test_pair *p, struct test_rnd *rnd, u8 *data)
{
	int rc;

	check_no_key(p, data);
	test_rnd_bytes(rnd, data, PAGE_SIZE);
	check_key_lengths(p, data);
	expect(p->target, -EINVAL, setkey(p, data, 20 * p->mode->keys),
	       "key length", 20 * p->mode->keys);
	check_no_key(p, data);	/* a refused key leaves none behind */
	rc = test_pair_rekey(p, rnd, 0);
	if (rc)
		return rc;
	check_data_lengths(p, data);
	rc = check_still_right(p, data, data + PAGE_SIZE / 2);
	if (p->mode->id == TEST_XTS)
		check_weak_xts_key(p, data);
	return rc;
}

int suite_errors(void)
{
	const struct test_target *t;
	struct test_pair p;
	struct test_rnd rnd;
	unsigned int i;
	int rc = 0;
	u8 *data;

	test_rnd_init(&rnd, 3);
	data = kzalloc(PAGE_SIZE, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++) {
		rc = test_pair_alloc(&p, t);
		if (!rc && t->mode->kind == TEST_CIPHER)
			check_key_lengths(&p, data);
		else if (!rc)
			rc = skcipher_target(&p, &rnd, data);
		test_pair_free(&p);
	}
	kfree(data);
	return rc;
}
