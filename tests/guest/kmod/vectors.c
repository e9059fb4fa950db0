// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "vectors": known answers, without any other implementation beside.
 */
#include <linux/slab.h>

#include "vectors.h"

static void check_direction(struct test_pair *p, const struct cipher_vector *v,
			    bool enc, u8 *data)
{
	const char *want = enc ? v->cipher : v->plain;
	u8 iv[TEST_BLOCK] = {};
	int rc;

	if (v->iv)
		memcpy(iv, v->iv, TEST_BLOCK);
	rc = test_driver(p, enc, enc ? v->plain : v->cipher, data, v->len, iv);
	test_check(!rc && !memcmp(data, want, v->len),
		   "%s, %s, %scrypt: rc %d, got %*phN", p->target->driver,
		   v->name, enc ? "en" : "de", rc, min(v->len, 64U), data);
	if (v->iv_out)
		test_check(!memcmp(iv, v->iv_out, TEST_BLOCK),
			   "%s, %s, %scrypt: IV out %16phN",
			   p->target->driver, v->name, enc ? "en" : "de", iv);
}

static int cipher_target(const struct test_target *t, u8 *data)
{
	const struct cipher_vector *v;
	struct test_pair p;
	unsigned int i;
	int rc;

	rc = test_pair_alloc(&p, t);
	for (i = 0; !rc && i < cipher_vector_count; i++) {
		v = &cipher_vectors[i];
		if (v->mode != t->mode->id)
			continue;
		rc = test_pair_setkey(&p, (const u8 *)v->key, v->key_len);
		if (rc)
			break;
		check_direction(&p, v, true, data);
		check_direction(&p, v, false, data);
	}
	test_pair_free(&p);
	return rc;
}

static void check_hash(struct test_hash *h, const struct hash_vector *v)
{
	unsigned int size = crypto_shash_digestsize(h->drv);
	u8 digest[64] = {};
	int rc;

	rc = crypto_shash_tfm_digest(h->drv, v->message, strlen(v->message),
				     digest);
	test_check(!rc && !memcmp(digest, v->digest, size),
		   "%s, %s: rc %d, got %*phN", h->target->driver, v->name, rc,
		   size, digest);
}

static int hash_target(const struct test_target *t)
{
	struct test_hash h;
	unsigned int i;
	int rc;

	rc = test_hash_alloc(&h, t);
	for (i = 0; !rc && i < hash_vector_count; i++)
		if (hash_vectors[i].mode == t->mode->id)
			check_hash(&h, &hash_vectors[i]);
	test_hash_free(&h);
	return rc;
}

int suite_vectors(void)
{
	const struct test_target *t;
	unsigned int i;
	int rc = 0;
	u8 *data;

	data = kmalloc(PAGE_SIZE, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = t->mode->kind == TEST_HASH ? hash_target(t) :
						  cipher_target(t, data);
	kfree(data);
	return rc;
}
