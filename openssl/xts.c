// SPDX-License-Identifier: Apache-2.0
/*
 * AES in XTS mode (IEEE 1619): each update is a data unit of its own.
 */
#include <string.h>
#include <openssl/crypto.h>

#include "provider.h"

/* IEEE 1619 5.1: a data unit has 2^20 blocks at most. */
#define UNIT_MAX	((size_t)AES_BLOCK << 20)

/**
 * struct xts - a context
 * @data:    key of the data, for the direction
 * @tweak:   key that makes the first tweak
 * @iv:      number of the data unit
 * @info:    the algorithm
 * @encrypt: the direction
 * @key_set: 1 if there is a key
 * @iv_set:  1 if there is an IV
 */
struct xts {
	struct padlock_key data;
	struct padlock_key tweak;
	unsigned char iv[AES_BLOCK] ALIGNED;
	const struct cipher_info *info;
	int encrypt;
	int key_set;
	int iv_set;
};

static void *xts_new(const struct cipher_info *info)
{
	struct xts *x = context_new(sizeof(*x));

	if (x)
		x->info = info;
	return x;
}

static void xts_free(void *context)
{
	context_free(context, sizeof(struct xts));
}

static void *xts_copy(void *context)
{
	return context_copy(context, sizeof(struct xts));
}

/* As default: only who encrypts must not have the same key twice. */
static int keys_differ(const unsigned char *key, size_t size)
{
	return CRYPTO_memcmp(key, key + size, size) ||
	       failed(PROV_R_XTS_DUPLICATED_KEYS);
}

static int init_key(struct xts *x, const unsigned char *key, size_t size)
{
	unsigned int direction = x->encrypt ? 0 : PADLOCK_CW_DECRYPT;

	if (size != x->info->key)
		return failed(PROV_R_INVALID_KEY_LENGTH);
	size /= 2;
	if (x->encrypt && !keys_differ(key, size))
		return 0;
	key_set(&x->data, key, size, direction, direction);
	key_set(&x->tweak, key + size, size, 0, 0);
	x->key_set = 1;
	return 1;
}

static int init_iv(struct xts *x, const unsigned char *iv, size_t size)
{
	if (size != AES_BLOCK)
		return failed(PROV_R_INVALID_IV_LENGTH);
	memcpy(x->iv, iv, size);
	x->iv_set = 1;
	return 1;
}

/* The size of the key can be set to what it is; another is no error to be raised. */
static int xts_set_params(void *context, const OSSL_PARAM params[])
{
	const OSSL_PARAM *p = NULL;
	const struct xts *x = context;
	size_t size;

	if (params)
		p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_KEYLEN);
	if (!p)
		return 1;
	if (!OSSL_PARAM_get_size_t(p, &size))
		return failed(PROV_R_FAILED_TO_GET_PARAMETER);
	return size == x->info->key;
}

static const OSSL_PARAM *xts_settable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

static int xts_init(struct xts *x, int encrypt, const unsigned char *key,
		    size_t key_size, const unsigned char *iv, size_t iv_size,
		    const OSSL_PARAM params[])
{
	x->encrypt = encrypt;
	if (iv && !init_iv(x, iv, iv_size))
		return 0;
	if (key && !init_key(x, key, key_size))
		return 0;
	return xts_set_params(x, params);
}

static int xts_encrypt_init(void *context, const unsigned char *key,
			    size_t key_size, const unsigned char *iv,
			    size_t iv_size, const OSSL_PARAM params[])
{
	return xts_init(context, 1, key, key_size, iv, iv_size, params);
}

static int xts_decrypt_init(void *context, const unsigned char *key,
			    size_t key_size, const unsigned char *iv,
			    size_t iv_size, const OSSL_PARAM params[])
{
	return xts_init(context, 0, key, key_size, iv, iv_size, params);
}

/*
 * The last 16 + @tail bytes by ciphertext stealing; @t is the tweak of the first of
 * the two blocks. Decryption uses the two tweaks in reverse.
 */
static void steal(const struct xts *x, const unsigned char *t,
		  unsigned char *out, const unsigned char *in, size_t tail)
{
	unsigned char tweaks[2][AES_BLOCK] ALIGNED;
	unsigned char block[AES_BLOCK] ALIGNED, next[AES_BLOCK] ALIGNED;
	int first = x->encrypt ? 0 : 1;

	memcpy(tweaks[0], t, AES_BLOCK);
	memcpy(tweaks[1], t, AES_BLOCK);
	xts_next(tweaks[1]);
	xts_blocks(&x->data, tweaks[first], block, in, 1);
	memcpy(next, block, AES_BLOCK);
	memcpy(next, in + AES_BLOCK, tail);
	xts_blocks(&x->data, tweaks[!first], out, next, 1);
	memcpy(out + AES_BLOCK, block, tail);
	OPENSSL_cleanse(tweaks, sizeof(tweaks));
	OPENSSL_cleanse(block, sizeof(block));
	OPENSSL_cleanse(next, sizeof(next));
}

static void crypt_unit(const struct xts *x, unsigned char *out,
		       const unsigned char *in, size_t size)
{
	unsigned char t[AES_BLOCK] ALIGNED;
	size_t tail = size % AES_BLOCK;
	size_t body = size - tail - (tail ? AES_BLOCK : 0);

	ecb_blocks(&x->tweak, t, x->iv, 1);
	if (body)
		xts_blocks(&x->data, t, out, in, body / AES_BLOCK);
	if (tail)
		steal(x, t, out + body, in + body, tail);
	OPENSSL_cleanse(t, sizeof(t));
}

static int xts_cipher(void *context, unsigned char *out, size_t *out_size,
		     size_t out_max, const unsigned char *in, size_t size)
{
	const struct xts *x = context;

	if (out_max < size)
		return failed(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	if (size > UNIT_MAX)
		return failed(PROV_R_XTS_DATA_UNIT_IS_TOO_LARGE);
	if (!x->key_set || !x->iv_set || !out || !in || size < AES_BLOCK)
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	crypt_unit(x, out, in, size);
	*out_size = size;
	return 1;
}

static int xts_final(void *context, unsigned char *out, size_t *out_size,
		     size_t out_max)
{
	(void)context;
	(void)out;
	(void)out_max;
	*out_size = 0;
	return 1;
}

static int get_param(void *context, OSSL_PARAM *p)
{
	struct xts *x = context;

	if (!strcmp(p->key, OSSL_CIPHER_PARAM_KEYLEN))
		return OSSL_PARAM_set_size_t(p, x->info->key);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IVLEN))
		return OSSL_PARAM_set_size_t(p, AES_BLOCK);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_PADDING))
		return OSSL_PARAM_set_uint(p, 1);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_NUM))
		return OSSL_PARAM_set_uint(p, 0);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IV) ||
	    !strcmp(p->key, OSSL_CIPHER_PARAM_UPDATED_IV))
		return OSSL_PARAM_set_octet_ptr(p, x->iv, AES_BLOCK) ||
		       OSSL_PARAM_set_octet_string(p, x->iv, AES_BLOCK);
	return 1;
}

static int xts_get_params(void *context, OSSL_PARAM params[])
{
	return params_get(context, params, get_param);
}

static const OSSL_PARAM *xts_gettable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		GETTABLE_OF_ALL,
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

#define XTS(bits)							\
static const struct cipher_info info_##bits = {				\
	.mode = EVP_CIPH_XTS_MODE,					\
	.key = 2 * (bits) / 8,						\
	.block = 1,							\
	.iv = AES_BLOCK,						\
	.custom = 1,							\
};									\
									\
CIPHER_TABLE(, xts_##bits, &info_##bits, xts_new(&info_##bits), xts,	\
	     xts_cipher, xts_final)

XTS(128);
XTS(256);
