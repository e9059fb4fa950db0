// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests to a driver and to its oracle.
 */
#include "test.h"

int test_crypt(struct crypto_skcipher *tfm, bool enc, struct scatterlist *src,
	       struct scatterlist *dst, unsigned int len, u8 *iv, u32 flags)
{
	struct skcipher_request *req;
	int rc;

	req = skcipher_request_alloc(tfm, GFP_ATOMIC);
	if (!req)
		return -ENOMEM;
	skcipher_request_set_callback(req, flags, NULL, NULL);
	skcipher_request_set_crypt(req, src, dst, len, iv);
	rc = enc ? crypto_skcipher_encrypt(req) : crypto_skcipher_decrypt(req);
	skcipher_request_free(req);
	return rc;
}

int test_crypt_flat(struct crypto_skcipher *tfm, bool enc, void *data,
		    unsigned int len, u8 *iv)
{
	struct scatterlist sg;

	sg_init_one(&sg, data, len ?: 1);
	return test_crypt(tfm, enc, &sg, &sg, len, iv, 0);
}

static int cipher_blocks(struct crypto_cipher *tfm, bool enc, const u8 *in,
			 u8 *out, unsigned int len)
{
	for (; len; len -= TEST_BLOCK, in += TEST_BLOCK, out += TEST_BLOCK) {
		if (enc)
			crypto_cipher_encrypt_one(tfm, out, in);
		else
			crypto_cipher_decrypt_one(tfm, out, in);
	}
	return 0;
}

int test_oracle(struct test_pair *p, bool enc, const void *in, void *out,
		unsigned int len, u8 *iv)
{
	if (p->mode->kind == TEST_CIPHER)
		return cipher_blocks(p->cgen, enc, in, out, len);
	memmove(out, in, len);
	return test_crypt_flat(p->gen, enc, out, len, iv);
}

int test_driver(struct test_pair *p, bool enc, const void *in, void *out,
		unsigned int len, u8 *iv)
{
	if (p->mode->kind == TEST_CIPHER)
		return cipher_blocks(p->cdrv, enc, in, out, len);
	memmove(out, in, len);
	return test_crypt_flat(p->drv, enc, out, len, iv);
}

bool test_iv_defined(const struct test_mode *mode)
{
	return mode->id == TEST_CBC || mode->id == TEST_CTR;
}

/*
 * The unit increments 16 bits without a carry (padlock-isa.md 8), a CTR built
 * on ECB may count in 32 or 64 bits: start close below each of these limits.
 */
void test_rnd_iv(struct test_rnd *rnd, const struct test_mode *mode, u8 *iv,
		 unsigned int len)
{
	unsigned int blocks = DIV_ROUND_UP(len, TEST_BLOCK);
	unsigned int ones;

	test_rnd_bytes(rnd, iv, TEST_BLOCK);
	if (mode->id != TEST_CTR || test_below(rnd, 4) == 0)
		return;
	ones = 2 + test_below(rnd, TEST_BLOCK - 1);	/* 2 to 16 bytes */
	memset(iv + TEST_BLOCK - ones, 0xff, ones);
	if (test_below(rnd, 2))		/* wraps exactly at the end, or beside */
		blocks = blocks + 1 - test_below(rnd, 3);
	else
		blocks = test_below(rnd, blocks + 1);
	iv[TEST_BLOCK - 2] = -blocks >> 8;
	iv[TEST_BLOCK - 1] = -blocks;
}
