// SPDX-License-Identifier: Apache-2.0
/*
 * AES in GCM: counter mode by the unit, GHASH by OpenSSL (openssl/modes.h). Behaves as
 * OpenSSL's own does, provider-cipher(7), with its ways for TLS 1.2 and SSH.
 */
#include <string.h>
#include <openssl/crypto.h>
#include <openssl/modes.h>
#include <openssl/rand.h>

#include "provider.h"

#define TAG		16
#define IV_DEFAULT	12
#define IV_MAX		128
#define NO_SIZE		((size_t)-1)

/* TLS 1.2: RFC 5288 3; the length of the record is at the end of its header */
#define TLS_HEADER	13
#define TLS_LENGTH_AT	11
#define TLS_EXPLICIT_IV	8

/*
 * A copy of a context goes on with the same key: GHASH's state points to it, and
 * cannot be told of another. It goes with the last of them.
 */
struct shared_key {
	struct padlock_key key;
	int users;
};

enum iv_state {
	IV_NONE,
	IV_WAITING,	/* set, GHASH does not know it yet */
	IV_IN_USE,
	IV_USED_UP,	/* a message has ended, the same IV must not come again */
};

/**
 * struct gcm - a context
 * @key:        of counter mode
 * @ghash:      OpenSSL's state
 * @info:       the algorithm
 * @iv:         IV, of @iv_size bytes
 * @iv_size:    its size
 * @iv_state:   what has become of it
 * @iv_made:    1 if the IV, of who encrypted without one, is random
 * @iv_counts:  1 if TLS or SSH have it made: a fixed part, and one that counts
 * @tag:        expected or calculated tag
 * @tag_size:   its bytes, NO_SIZE without a tag
 * @header:     TLS: header of the record that follows
 * @tls:        1 if there is such a header
 * @records:    TLS: records encrypted with this key
 * @encrypt:    the direction
 */
struct gcm {
	struct shared_key *key;
	GCM128_CONTEXT *ghash;
	const struct cipher_info *info;
	unsigned char iv[IV_MAX];
	size_t iv_size;
	enum iv_state iv_state;
	unsigned int iv_made;
	int iv_counts;
	unsigned char tag[TAG];
	size_t tag_size;
	unsigned char header[TLS_HEADER];
	int tls;
	unsigned long long records;
	int encrypt;
};

/*
 * What OpenSSL calls
 */

static void crypt_block(const unsigned char in[16], unsigned char out[16],
			const void *key)
{
	ecb_blocks(key, out, in, 1);
}

static void crypt_stream(const unsigned char *in, unsigned char *out,
			 size_t blocks, const void *key,
			 const unsigned char counter[16])
{
	unsigned char iv[AES_BLOCK] ALIGNED;

	memcpy(iv, counter, AES_BLOCK);
	ctr32_blocks(key, iv, out, in, blocks);
}

/*
 * Contexts
 */

static void *gcm_new(const struct cipher_info *info)
{
	struct gcm *g = OPENSSL_zalloc(sizeof(*g));

	if (g) {
		g->info = info;
		g->iv_size = IV_DEFAULT;
		g->tag_size = NO_SIZE;
	}
	return g;
}

/* Without a key the context is as it was before the first. */
static void drop_key(struct gcm *g)
{
	CRYPTO_gcm128_release(g->ghash);
	g->ghash = NULL;
	if (g->key && !__atomic_sub_fetch(&g->key->users, 1, __ATOMIC_ACQ_REL))
		context_free(g->key, sizeof(*g->key));
	g->key = NULL;
}

static void gcm_free(void *context)
{
	if (context)
		drop_key(context);
	OPENSSL_clear_free(context, sizeof(struct gcm));
}

/*
 * OpenSSL's state is opaque, and nothing public copies one. How large it is shows when
 * it is initialised: every byte of it is written, whatever was there before.
 */
static size_t ghash_size(struct shared_key *key)
{
	unsigned char a[4096] ALIGNED, b[4096] ALIGNED;
	size_t size = sizeof(a);

	memset(a, 0x55, sizeof(a));
	memset(b, 0xaa, sizeof(b));
	CRYPTO_gcm128_init((GCM128_CONTEXT *)a, &key->key, crypt_block);
	CRYPTO_gcm128_init((GCM128_CONTEXT *)b, &key->key, crypt_block);
	while (size && a[size - 1] == 0x55 && b[size - 1] == 0xaa)
		size--;
	OPENSSL_cleanse(a, size);
	OPENSSL_cleanse(b, size);
	return size;
}

static int copy_key(struct gcm *copy, const struct gcm *g)
{
	copy->ghash = CRYPTO_gcm128_new(&g->key->key, crypt_block);
	if (!copy->ghash)
		return 0;
	memcpy(copy->ghash, g->ghash, ghash_size(g->key));
	copy->key = g->key;
	__atomic_add_fetch(&copy->key->users, 1, __ATOMIC_RELAXED);
	return 1;
}

static void *gcm_copy(void *context)
{
	const struct gcm *g = context;
	struct gcm *copy = OPENSSL_memdup(g, sizeof(*g));

	if (!copy)
		return NULL;
	copy->key = NULL;
	copy->ghash = NULL;
	if (g->key && !copy_key(copy, g)) {
		gcm_free(copy);
		return NULL;
	}
	return copy;
}

static int set_key(struct gcm *g, const unsigned char *key, size_t size)
{
	if (size != g->info->key)
		return failed(PROV_R_INVALID_KEY_LENGTH);
	drop_key(g);
	g->records = 0;
	g->key = context_new(sizeof(*g->key));
	if (!g->key)
		return 0;
	g->key->users = 1;
	key_set(&g->key->key, key, size, 0, 0);
	g->ghash = CRYPTO_gcm128_new(&g->key->key, crypt_block);
	if (!g->ghash)
		drop_key(g);
	return !!g->ghash;
}

static int set_iv(struct gcm *g, const unsigned char *iv, size_t size)
{
	if (!size || size > IV_MAX)
		return failed(PROV_R_INVALID_IV_LENGTH);
	memcpy(g->iv, iv, size);
	g->iv_size = size;
	g->iv_state = IV_WAITING;
	return 1;
}

static int gcm_set_params(void *context, const OSSL_PARAM params[]);

static int gcm_init(struct gcm *g, int encrypt, const unsigned char *key,
		    size_t key_size, const unsigned char *iv, size_t iv_size,
		    const OSSL_PARAM params[])
{
	g->encrypt = encrypt;
	if (iv && !set_iv(g, iv, iv_size))
		return 0;
	if (key && !set_key(g, key, key_size))
		return 0;
	return gcm_set_params(g, params);
}

static int gcm_encrypt_init(void *context, const unsigned char *key,
			    size_t key_size, const unsigned char *iv,
			    size_t iv_size, const OSSL_PARAM params[])
{
	return gcm_init(context, 1, key, key_size, iv, iv_size, params);
}

static int gcm_decrypt_init(void *context, const unsigned char *key,
			    size_t key_size, const unsigned char *iv,
			    size_t iv_size, const OSSL_PARAM params[])
{
	return gcm_init(context, 0, key, key_size, iv, iv_size, params);
}

/*
 * Messages
 */

static void use_iv(struct gcm *g)
{
	CRYPTO_gcm128_setiv(g->ghash, g->iv, g->iv_size);
	g->iv_state = IV_IN_USE;
}

/* Who encrypts without an IV gets a random one. */
static int make_iv(struct gcm *g)
{
	if (!g->encrypt || g->iv_size < IV_DEFAULT ||
	    RAND_bytes(g->iv, g->iv_size) <= 0)
		return 0;
	g->iv_made = 1;
	g->iv_state = IV_WAITING;
	return 1;
}

static int begin(struct gcm *g)
{
	if (!g->key || g->iv_state == IV_USED_UP)
		return 0;
	if (g->iv_state == IV_NONE && !make_iv(g))
		return 0;
	if (g->iv_state == IV_WAITING)
		use_iv(g);
	return 1;
}

static int crypt_data(struct gcm *g, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	if (!out)
		return !CRYPTO_gcm128_aad(g->ghash, in, size);
	if (g->encrypt)
		return !CRYPTO_gcm128_encrypt_ctr32(g->ghash, in, out, size,
						    crypt_stream);
	return !CRYPTO_gcm128_decrypt_ctr32(g->ghash, in, out, size,
					    crypt_stream);
}

/* Makes the tag, or compares it. */
static int end(struct gcm *g)
{
	if (g->encrypt) {
		CRYPTO_gcm128_tag(g->ghash, g->tag, TAG);
		g->tag_size = TAG;
	} else if (g->tag_size == NO_SIZE ||
		   CRYPTO_gcm128_finish(g->ghash, g->tag, g->tag_size)) {
		return 0;
	}
	g->iv_state = IV_USED_UP;
	return 1;
}

static int tls_record(struct gcm *g, unsigned char *out, size_t *out_size,
		      const unsigned char *in, size_t size);

/* Data, AAD without @out, the end without @in */
static int crypt_piece(struct gcm *g, unsigned char *out, size_t *out_size,
		       const unsigned char *in, size_t size)
{
	int ok;

	if (g->tls)
		return tls_record(g, out, out_size, in, size);
	ok = begin(g) && (in ? crypt_data(g, out, in, size) : end(g));
	*out_size = ok && in ? size : 0;
	return ok;
}

static int gcm_update(void *context, unsigned char *out, size_t *out_size,
		      size_t out_max, const unsigned char *in, size_t size)
{
	*out_size = 0;
	if (!size)
		return 1;
	if (out_max < size)
		return failed(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	if (!crypt_piece(context, out, out_size, in, size))
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	return 1;
}

static int gcm_final(void *context, unsigned char *out, size_t *out_size,
		     size_t out_max)
{
	int ok = crypt_piece(context, out, out_size, NULL, 0);

	(void)out_max;
	*out_size = 0;
	return ok;
}

/* EVP_Cipher(): as SSH uses it, a piece or the end */
static int gcm_cipher(void *context, unsigned char *out, size_t *out_size,
		      size_t out_max, const unsigned char *in, size_t size)
{
	if (out_max < size)
		return failed(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	if (!crypt_piece(context, out, out_size, in, size))
		return 0;
	*out_size = size;
	return 1;
}

/*
 * TLS 1.2 and SSH: the IV is a fixed part, and one that counts messages
 */

static void count_iv(struct gcm *g)
{
	unsigned char *counter = g->iv + g->iv_size - TLS_EXPLICIT_IV;
	int i = TLS_EXPLICIT_IV;

	while (i-- && !++counter[i])
		;
}

/* The fixed part, or all of it */
static int set_fixed_iv(struct gcm *g, const unsigned char *iv, size_t size)
{
	if (size == NO_SIZE) {
		memcpy(g->iv, iv, g->iv_size);
	} else {
		if (size < 4 || g->iv_size < size + TLS_EXPLICIT_IV)
			return 0;
		memcpy(g->iv, iv, size);
		if (g->encrypt && RAND_bytes(g->iv + size, g->iv_size - size) <= 0)
			return 0;
	}
	g->iv_counts = 1;
	g->iv_state = IV_WAITING;
	return 1;
}

/* Begins a message; @out receives the last @size bytes of its IV. */
static int next_iv(struct gcm *g, unsigned char *out, size_t size)
{
	if (!g->iv_counts || !g->key)
		return 0;
	use_iv(g);
	if (!size || size > g->iv_size)
		size = g->iv_size;
	memcpy(out, g->iv + g->iv_size - size, size);
	count_iv(g);
	return 1;
}

/* Begins to decrypt a message that tells the last @size bytes of its IV. */
static int set_counting_iv(struct gcm *g, const unsigned char *in, size_t size)
{
	if (!g->iv_counts || !g->key || g->encrypt || size > g->iv_size)
		return 0;
	memcpy(g->iv + g->iv_size - size, in, size);
	use_iv(g);
	return 1;
}

/* The header has the length of the record, GHASH that of the contents. */
static int set_header(struct gcm *g, const unsigned char *header, size_t size)
{
	size_t overhead = TLS_EXPLICIT_IV + (g->encrypt ? 0 : TAG);
	size_t length;

	if (size != TLS_HEADER)
		return 0;
	length = header[TLS_LENGTH_AT] << 8 | header[TLS_LENGTH_AT + 1];
	if (length < overhead)
		return 0;
	length -= overhead;
	memcpy(g->header, header, TLS_HEADER);
	g->header[TLS_LENGTH_AT] = length >> 8;
	g->header[TLS_LENGTH_AT + 1] = length;
	g->tls = 1;
	return 1;
}

static int encrypt_record(struct gcm *g, unsigned char *record, size_t size)
{
	unsigned char *data = record + TLS_EXPLICIT_IV;

	if (!++g->records)
		return failed(EVP_R_TOO_MANY_RECORDS);
	if (!next_iv(g, record, TLS_EXPLICIT_IV) ||
	    !crypt_data(g, NULL, g->header, TLS_HEADER) ||
	    !crypt_data(g, data, data, size))
		return 0;
	CRYPTO_gcm128_tag(g->ghash, data + size, TAG);
	return 1;
}

static int decrypt_record(struct gcm *g, unsigned char *record, size_t size)
{
	unsigned char *data = record + TLS_EXPLICIT_IV;

	if (!set_counting_iv(g, record, TLS_EXPLICIT_IV))
		return 0;
	if (crypt_data(g, NULL, g->header, TLS_HEADER) &&
	    crypt_data(g, data, data, size) &&
	    !CRYPTO_gcm128_finish(g->ghash, data + size, TAG))
		return 1;
	OPENSSL_cleanse(data, size);
	return 0;
}

/* Explicit IV, contents, tag, in place */
static int tls_record(struct gcm *g, unsigned char *out, size_t *out_size,
		      const unsigned char *in, size_t size)
{
	size_t contents = size - TLS_EXPLICIT_IV - TAG;
	int ok = 0;

	if (g->key && out == in && size >= TLS_EXPLICIT_IV + TAG)
		ok = g->encrypt ? encrypt_record(g, out, contents) :
				  decrypt_record(g, out, contents);
	*out_size = !ok ? 0 : g->encrypt ? size : contents;
	g->iv_state = IV_USED_UP;
	g->tls = 0;
	return ok;
}

/*
 * Parameters
 */

static int get_iv(struct gcm *g, OSSL_PARAM *p)
{
	if (g->iv_state == IV_NONE)
		return 0;
	if (g->iv_size > p->data_size && p->data_type == OSSL_PARAM_OCTET_STRING)
		return failed(PROV_R_INVALID_IV_LENGTH);
	return OSSL_PARAM_set_octet_ptr(p, g->iv, g->iv_size) ||
	       OSSL_PARAM_set_octet_string(p, g->iv, g->iv_size);
}

static int get_tag(struct gcm *g, OSSL_PARAM *p)
{
	size_t size = p->data_size;

	if (!size || size > TAG || !g->encrypt || g->tag_size == NO_SIZE)
		return failed(PROV_R_INVALID_TAG);
	return OSSL_PARAM_set_octet_string(p, g->tag, size);
}

static int get_generated_iv(struct gcm *g, OSSL_PARAM *p)
{
	return p->data && p->data_type == OSSL_PARAM_OCTET_STRING &&
	       next_iv(g, p->data, p->data_size);
}

static int get_param(void *context, OSSL_PARAM *p)
{
	struct gcm *g = context;

	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TAG))
		return get_tag(g, p);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN))
		return get_generated_iv(g, p);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IV) ||
	    !strcmp(p->key, OSSL_CIPHER_PARAM_UPDATED_IV))
		return get_iv(g, p);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_KEYLEN))
		return OSSL_PARAM_set_size_t(p, g->info->key);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IVLEN))
		return OSSL_PARAM_set_size_t(p, g->iv_size);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
		return OSSL_PARAM_set_size_t(p, g->tag_size != NO_SIZE ?
					     g->tag_size : TAG);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD))
		return OSSL_PARAM_set_size_t(p, TAG);
#ifdef OSSL_CIPHER_PARAM_AEAD_IV_GENERATED
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_IV_GENERATED))
		return OSSL_PARAM_set_uint(p, g->iv_made);
#endif
	return 1;
}

static int gcm_get_params(void *context, OSSL_PARAM params[])
{
	return params_get(context, params, get_param);
}

static const OSSL_PARAM *gcm_gettable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		GETTABLE_OF_ALL,
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN,
					NULL, 0),
#ifdef OSSL_CIPHER_PARAM_AEAD_IV_GENERATED
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_AEAD_IV_GENERATED, NULL),
#endif
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

static int set_tag(struct gcm *g, const OSSL_PARAM *p)
{
	void *to = g->tag;
	size_t size;

	if (!OSSL_PARAM_get_octet_string(p, &to, TAG, &size))
		return 0;
	if (!size || g->encrypt)
		return failed(PROV_R_INVALID_TAG);
	g->tag_size = size;
	return 1;
}

/* Of another size, the IV that was set no longer counts. */
static int set_iv_size(struct gcm *g, const OSSL_PARAM *p)
{
	size_t size;

	if (!OSSL_PARAM_get_size_t(p, &size))
		return 0;
	if (!size || size > IV_MAX)
		return failed(PROV_R_INVALID_IV_LENGTH);
	if (size != g->iv_size)
		g->iv_state = IV_NONE;
	g->iv_size = size;
	return 1;
}

typedef int (*set_bytes_fn)(struct gcm *g, const unsigned char *bytes,
			    size_t size);

static int set_bytes(struct gcm *g, const OSSL_PARAM *p, set_bytes_fn set)
{
	return p->data && p->data_type == OSSL_PARAM_OCTET_STRING &&
	       set(g, p->data, p->data_size);
}

static int set_param(void *context, const OSSL_PARAM *p)
{
	struct gcm *g = context;

	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TAG))
		return set_tag(g, p);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_IVLEN))
		return set_iv_size(g, p);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD))
		return set_bytes(g, p, set_header);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED))
		return set_bytes(g, p, set_fixed_iv);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV))
		return set_bytes(g, p, set_counting_iv);
	return 1;
}

static int gcm_set_params(void *context, const OSSL_PARAM params[])
{
	return params_set(context, params, set_param);
}

static const OSSL_PARAM *gcm_settable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL,
					0),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED,
					NULL, 0),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV,
					NULL, 0),
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

#define GCM(bits)							\
static const struct cipher_info info_##bits = {				\
	.mode = EVP_CIPH_GCM_MODE,					\
	.key = (bits) / 8,						\
	.block = 1,							\
	.iv = IV_DEFAULT,						\
	.aead = 1,							\
	.custom = 1,							\
};									\
									\
CIPHER_TABLE(, gcm_##bits, &info_##bits, gcm_new(&info_##bits), gcm,	\
	     gcm_update, gcm_final)

GCM(128);
GCM(192);
GCM(256);
