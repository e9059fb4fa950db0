// SPDX-License-Identifier: Apache-2.0
/*
 * AES in the modes ecb, cbc, cfb (of whole blocks), ofb and ctr; and what all ciphers
 * say of themselves. Behaves as OpenSSL's own ciphers do, provider-cipher(7).
 */
#include <string.h>
#include <openssl/crypto.h>
#include <openssl/prov_ssl.h>
#include <openssl/ssl3.h>

#include "provider.h"

struct cipher;

/**
 * struct mode - what sets the modes apart
 * @crypt:   data through the unit; of block modes, whole blocks only
 * @inverse: 1 where decryption takes the round keys of the inverse cipher
 * @unit_decrypts: 1 where the unit must know the direction
 */
struct mode {
	void (*crypt)(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size);
	int inverse;
	int unit_decrypts;
};

/**
 * struct cipher - a context
 * @key:      for whole blocks
 * @forward:  encrypts single blocks, for modes with a key stream
 * @iv:       of what follows; cfb, ofb: the feedback, used up by @num bytes
 * @buffer:   block modes: bytes that wait for the rest of their block; ctr: the key
 *            stream of the block that is used up by @num bytes
 * @first_iv: as it was set
 * @mac:      TLS: that of the record decrypted last
 * @info:     the algorithm
 * @mode:     likewise
 * @buffered: bytes in @buffer
 * @num:      see @iv and @buffer
 * @tls_version: 0, or that of the records that each update is one of
 * @tls_mac_size: bytes of their MAC
 * @encrypt:  the direction
 * @pad:      block modes: pad the last block
 * @key_set:  1 if there is a key
 * @iv_set:   1 if there is an IV
 */
struct cipher {
	struct padlock_key key;
	struct padlock_key forward;
	unsigned char iv[AES_BLOCK] ALIGNED;
	unsigned char buffer[AES_BLOCK] ALIGNED;
	unsigned char first_iv[AES_BLOCK];
	unsigned char mac[TLS_MAC_MAX];
	const struct cipher_info *info;
	const struct mode *mode;
	size_t buffered;
	unsigned int num;
	unsigned int tls_version;
	size_t tls_mac_size;
	int encrypt;
	unsigned int pad;
	int key_set;
	int iv_set;
};

/*
 * Modes
 */

static void ecb_crypt(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	ecb_blocks(&c->key, out, in, size / AES_BLOCK);
}

static void cbc_crypt(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	cbc_blocks(&c->key, c->iv, out, in, size / AES_BLOCK);
}

/*
 * A stream goes on in the middle of a block with bytes that are there already, then
 * in whole blocks, and ends in a part of one. Each mode says how it makes such bytes
 * (@part, from byte @num of a block on) and whole blocks.
 */
typedef void (*stream_part_fn)(struct cipher *c, unsigned char *out,
			       const unsigned char *in, size_t size);
typedef void (*stream_blocks_fn)(const struct padlock_key *key,
				 unsigned char *iv, unsigned char *out,
				 const unsigned char *in, size_t blocks);

static __always_inline void
stream_crypt(struct cipher *c, unsigned char *out, const unsigned char *in,
	     size_t size, stream_part_fn part, stream_blocks_fn blocks)
{
	size_t n;

	if (c->num) {
		n = AES_BLOCK - c->num < size ? AES_BLOCK - c->num : size;
		part(c, out, in, n);
		out += n;
		in += n;
		size -= n;
	}
	n = size / AES_BLOCK;
	if (n) {
		blocks(&c->key, c->iv, out, in, n);
		out += n * AES_BLOCK;
		in += n * AES_BLOCK;
		size %= AES_BLOCK;
	}
	if (size)
		part(c, out, in, size);
}

static void move_on(struct cipher *c, size_t size)
{
	c->num = (c->num + size) % AES_BLOCK;
}

static void cfb_part(struct cipher *c, unsigned char *out,
		     const unsigned char *in, size_t size)
{
	unsigned char *feedback = c->iv + c->num;
	size_t i;

	if (!c->num)
		ecb_blocks(&c->forward, c->iv, c->iv, 1);
	for (i = 0; i < size; i++) {
		unsigned char got = in[i];

		out[i] = got ^ feedback[i];
		feedback[i] = c->encrypt ? out[i] : got;
	}
	move_on(c, size);
}

static void cfb_crypt(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	stream_crypt(c, out, in, size, cfb_part, cfb_blocks);
}

static void ofb_part(struct cipher *c, unsigned char *out,
		     const unsigned char *in, size_t size)
{
	const unsigned char *stream = c->iv + c->num;
	size_t i;

	if (!c->num)
		ecb_blocks(&c->forward, c->iv, c->iv, 1);
	for (i = 0; i < size; i++)
		out[i] = in[i] ^ stream[i];
	move_on(c, size);
}

static void ofb_crypt(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	stream_crypt(c, out, in, size, ofb_part, ofb_blocks);
}

static void ctr_part(struct cipher *c, unsigned char *out,
		     const unsigned char *in, size_t size)
{
	const unsigned char *stream = c->buffer + c->num;
	size_t i;

	if (!c->num) {
		memset(c->buffer, 0, AES_BLOCK);
		ctr_blocks(&c->key, c->iv, c->buffer, c->buffer, 1);
	}
	for (i = 0; i < size; i++)
		out[i] = in[i] ^ stream[i];
	move_on(c, size);
}

static void ctr_crypt(struct cipher *c, unsigned char *out,
		      const unsigned char *in, size_t size)
{
	stream_crypt(c, out, in, size, ctr_part, ctr_blocks);
}

static const struct mode mode_ecb = { ecb_crypt, 1, 1 };
static const struct mode mode_cbc = { cbc_crypt, 1, 1 };
static const struct mode mode_cfb = { cfb_crypt, 0, 1 };
static const struct mode mode_ofb = { ofb_crypt, 0, 0 };
static const struct mode mode_ctr = { ctr_crypt, 0, 0 };

/*
 * Contexts
 */

static void *cipher_new(const struct cipher_info *info, const struct mode *mode)
{
	struct cipher *c = context_new(sizeof(*c));

	if (c) {
		c->info = info;
		c->mode = mode;
		c->pad = 1;
	}
	return c;
}

static void cipher_free(void *context)
{
	context_free(context, sizeof(struct cipher));
}

static void *cipher_copy(void *context)
{
	return context_copy(context, sizeof(struct cipher));
}

static int set_iv(struct cipher *c, const unsigned char *iv, size_t size)
{
	if (size != c->info->iv)
		return failed(PROV_R_INVALID_IV_LENGTH);
	memcpy(c->iv, iv, size);
	memcpy(c->first_iv, iv, size);
	c->iv_set = 1;
	return 1;
}

/* Modes with feedback begin anew at the IV that was set once. */
static int init_iv(struct cipher *c, const unsigned char *iv, size_t size)
{
	if (iv && c->info->mode != EVP_CIPH_ECB_MODE)
		return set_iv(c, iv, size);
	if (c->iv_set && c->info->mode != EVP_CIPH_CTR_MODE)
		memcpy(c->iv, c->first_iv, AES_BLOCK);
	return 1;
}

static int init_key(struct cipher *c, const unsigned char *key, size_t size)
{
	unsigned int direction = c->encrypt ? 0 : PADLOCK_CW_DECRYPT;

	if (size != c->info->key)
		return failed(PROV_R_INVALID_KEY_LENGTH);
	key_set(&c->key, key, size, c->mode->unit_decrypts ? direction : 0,
		c->mode->inverse ? direction : 0);
	if (!c->mode->inverse)
		key_set(&c->forward, key, size, 0, 0);
	c->key_set = 1;
	return 1;
}

static int cipher_set_params(void *context, const OSSL_PARAM params[]);

static int cipher_init(struct cipher *c, int encrypt, const unsigned char *key,
		       size_t key_size, const unsigned char *iv, size_t iv_size,
		       const OSSL_PARAM params[])
{
	c->num = 0;
	c->buffered = 0;
	c->encrypt = encrypt;
	if (!init_iv(c, iv, iv_size))
		return 0;
	if (key && !init_key(c, key, key_size))
		return 0;
	/* cfb has one schedule for both directions, so a new one needs no key */
	if (!key && c->key_set && c->mode == &mode_cfb)
		c->key.cw = c->forward.cw | (encrypt ? 0 : PADLOCK_CW_DECRYPT);
	return cipher_set_params(c, params);
}

static int cipher_encrypt_init(void *context, const unsigned char *key,
			       size_t key_size, const unsigned char *iv,
			       size_t iv_size, const OSSL_PARAM params[])
{
	return cipher_init(context, 1, key, key_size, iv, iv_size, params);
}

static int cipher_decrypt_init(void *context, const unsigned char *key,
			       size_t key_size, const unsigned char *iv,
			       size_t iv_size, const OSSL_PARAM params[])
{
	return cipher_init(context, 0, key, key_size, iv, iv_size, params);
}

static int ready(const struct cipher *c)
{
	if (!c->key_set)
		ERR_raise(ERR_LIB_PROV, PROV_R_NO_KEY_SET);
	return c->key_set;
}

static int room(size_t have, size_t want)
{
	return have >= want || failed(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
}

/*
 * Stream modes
 */

static int stream_update(void *context, unsigned char *out, size_t *out_size,
			 size_t out_max, const unsigned char *in, size_t size)
{
	struct cipher *c = context;

	if (!ready(c))
		return 0;
	if (size && !room(out_max, size))
		return 0;
	if (size)
		c->mode->crypt(c, out, in, size);
	*out_size = size;
	return 1;
}

static int stream_final(void *context, unsigned char *out, size_t *out_size,
			size_t out_max)
{
	(void)out;
	(void)out_max;
	if (!ready(context))
		return 0;
	*out_size = 0;
	return 1;
}

/*
 * Block modes
 */

/*
 * How many of @size bytes that come now can be worked on with what is buffered: whole
 * blocks, without the last one if that may have to lose its padding.
 */
static size_t whole_blocks(const struct cipher *c, size_t size)
{
	size_t all = c->buffered + size;

	if (!c->encrypt && c->pad && all)
		all--;
	return all & -(size_t)AES_BLOCK;
}

static void keep(struct cipher *c, const unsigned char *in, size_t size)
{
	if (size)
		memcpy(c->buffer + c->buffered, in, size);
	c->buffered += size;
}

/* The buffered bytes are the beginning of the first of at least one whole block. */
static void crypt_buffered(struct cipher *c, unsigned char *out,
			   const unsigned char *in, size_t whole)
{
	size_t fill = AES_BLOCK - c->buffered;
	/* written where bytes may be still to be read: kept aside until then */
	unsigned char first[AES_BLOCK] ALIGNED;

	memcpy(c->buffer + c->buffered, in, fill);
	c->mode->crypt(c, first, c->buffer, AES_BLOCK);
	whole -= AES_BLOCK;
	if (whole) {
		memmove(out + AES_BLOCK, in + fill, whole);
		c->mode->crypt(c, out + AES_BLOCK, out + AES_BLOCK, whole);
	}
	memcpy(out, first, AES_BLOCK);
	OPENSSL_cleanse(first, sizeof(first));
	c->buffered = 0;
}

static int tls_update(struct cipher *c, unsigned char *out, size_t *out_size,
		      size_t out_max, const unsigned char *in, size_t size);

static int block_update(void *context, unsigned char *out, size_t *out_size,
			size_t out_max, const unsigned char *in, size_t size)
{
	struct cipher *c = context;
	unsigned char rest[AES_BLOCK];
	size_t whole, taken;

	if (!ready(c))
		return 0;
	if (c->tls_version)
		return tls_update(c, out, out_size, out_max, in, size);
	whole = whole_blocks(c, size);
	if (!room(out_max, whole))
		return 0;
	if (!whole) {
		keep(c, in, size);
	} else if (!c->buffered) {
		/* the rest first: @out may be @in */
		size -= whole;
		memcpy(rest, in + whole, size);
		c->mode->crypt(c, out, in, whole);
		keep(c, rest, size);
	} else {
		taken = whole - c->buffered;
		size -= taken;
		memcpy(rest, in + taken, size);
		crypt_buffered(c, out, in, whole);
		keep(c, rest, size);
	}
	*out_size = whole;
	return 1;
}

static int final_encrypt(struct cipher *c, unsigned char *out,
			 size_t *out_size, size_t out_max)
{
	size_t padding = AES_BLOCK - c->buffered;

	*out_size = 0;
	if (c->pad)
		memset(c->buffer + c->buffered, padding, padding);
	else if (!c->buffered)
		return 1;
	else if (padding)
		return failed(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
	if (!room(out_max, AES_BLOCK))
		return 0;
	c->mode->crypt(c, out, c->buffer, AES_BLOCK);
	c->buffered = 0;
	*out_size = AES_BLOCK;
	return 1;
}

/* Bytes of the block before its padding, or -1 */
static int unpadded(const unsigned char *block)
{
	int padding = block[AES_BLOCK - 1], i;

	if (!padding || padding > AES_BLOCK)
		return -1;
	for (i = AES_BLOCK - padding; i < AES_BLOCK; i++)
		if (block[i] != padding)
			return -1;
	return AES_BLOCK - padding;
}

static int final_decrypt(struct cipher *c, unsigned char *out,
			 size_t *out_size, size_t out_max)
{
	int size = AES_BLOCK;

	*out_size = 0;
	if (!c->buffered && !c->pad)
		return 1;
	if (c->buffered != AES_BLOCK)
		return failed(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
	c->mode->crypt(c, c->buffer, c->buffer, AES_BLOCK);
	if (c->pad)
		size = unpadded(c->buffer);
	if (size < 0)
		return failed(PROV_R_BAD_DECRYPT);
	if (!room(out_max, size))
		return 0;
	memcpy(out, c->buffer, size);
	OPENSSL_cleanse(c->buffer, AES_BLOCK);
	c->buffered = 0;
	*out_size = size;
	return 1;
}

static int block_final(void *context, unsigned char *out, size_t *out_size,
		       size_t out_max)
{
	struct cipher *c = context;

	if (!ready(c))
		return 0;
	if (c->tls_version)
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	return c->encrypt ? final_encrypt(c, out, out_size, out_max) :
			    final_decrypt(c, out, out_size, out_max);
}

/* All at once, without buffering: EVP_Cipher() */
static int cipher_cipher(void *context, unsigned char *out, size_t *out_size,
			 size_t out_max, const unsigned char *in, size_t size)
{
	struct cipher *c = context;

	if (!ready(c) || !room(out_max, size))
		return 0;
	if (size % c->info->block)
		return failed(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
	if (size)
		c->mode->crypt(c, out, in, size);
	*out_size = size;
	return 1;
}

/*
 * Records of TLS with a CBC cipher suite: padded and unpadded here
 */

static int tls_decrypted(struct cipher *c, unsigned char *record,
			 size_t *size)
{
	size_t explicit_iv = c->tls_version == TLS1_VERSION ? 0 : AES_BLOCK;

	if (*size < explicit_iv)
		return 0;
	*size -= explicit_iv;
	return tls_cbc_unpad(record + explicit_iv, size, c->mac,
			     c->tls_mac_size);
}

static int tls_update(struct cipher *c, unsigned char *out, size_t *out_size,
		      size_t out_max, const unsigned char *in, size_t size)
{
	if (!in || in != out || out_max < size || !c->pad)
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	if (c->encrypt) {
		if (out_max < size + AES_BLOCK - size % AES_BLOCK)
			return failed(PROV_R_CIPHER_OPERATION_FAILED);
		size = tls_cbc_pad(out, size);
	}
	if (!size || size % AES_BLOCK)
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	c->mode->crypt(c, out, out, size);
	*out_size = size;
	if (!c->encrypt && !tls_decrypted(c, out, out_size))
		return failed(PROV_R_CIPHER_OPERATION_FAILED);
	return 1;
}

/*
 * Parameters
 */

int cipher_info_get(OSSL_PARAM params[], const struct cipher_info *info)
{
	const struct {
		const char *name;
		size_t value;
	} all[] = {
		{ OSSL_CIPHER_PARAM_MODE, info->mode },
		{ OSSL_CIPHER_PARAM_KEYLEN, info->key },
		{ OSSL_CIPHER_PARAM_BLOCK_SIZE, info->block },
		{ OSSL_CIPHER_PARAM_IVLEN, info->iv },
		{ OSSL_CIPHER_PARAM_AEAD, info->aead },
		{ OSSL_CIPHER_PARAM_CUSTOM_IV, info->custom },
		{ OSSL_CIPHER_PARAM_CTS, 0 },
		{ OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, 0 },
		{ OSSL_CIPHER_PARAM_HAS_RAND_KEY, 0 },
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		OSSL_PARAM *p = OSSL_PARAM_locate(params, all[i].name);

		if (p && !OSSL_PARAM_set_size_t(p, all[i].value)) {
			ERR_raise(ERR_LIB_PROV, PROV_R_FAILED_TO_SET_PARAMETER);
			return 0;
		}
	}
	return 1;
}

const OSSL_PARAM *cipher_info_gettable(void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
		OSSL_PARAM_END
	};

	(void)provider;
	return list;
}

/* The value of one parameter; 1 for such as are not ours */
static int get_param(void *context, OSSL_PARAM *p)
{
	struct cipher *c = context;

	if (!strcmp(p->key, OSSL_CIPHER_PARAM_KEYLEN))
		return OSSL_PARAM_set_size_t(p, c->info->key);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IVLEN))
		return OSSL_PARAM_set_size_t(p, c->info->iv);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_PADDING))
		return OSSL_PARAM_set_uint(p, c->pad);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_NUM))
		return OSSL_PARAM_set_uint(p, c->num);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_IV))
		return OSSL_PARAM_set_octet_ptr(p, c->first_iv, c->info->iv) ||
		       OSSL_PARAM_set_octet_string(p, c->first_iv, c->info->iv);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_UPDATED_IV))
		return OSSL_PARAM_set_octet_ptr(p, c->iv, c->info->iv) ||
		       OSSL_PARAM_set_octet_string(p, c->iv, c->info->iv);
	if (!strcmp(p->key, OSSL_CIPHER_PARAM_TLS_MAC))
		return OSSL_PARAM_set_octet_ptr(p, c->mac, c->tls_mac_size);
	return 1;
}

int params_get(void *context, OSSL_PARAM params[], param_get_fn get)
{
	OSSL_PARAM *p;

	for (p = params; p && p->key; p++)
		if (!get(context, p))
			return failed(PROV_R_FAILED_TO_SET_PARAMETER);
	return 1;
}

static int cipher_get_params(void *context, OSSL_PARAM params[])
{
	return params_get(context, params, get_param);
}

static const OSSL_PARAM *cipher_gettable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		GETTABLE_OF_ALL,
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

static int set_tls_mac_size(struct cipher *c, const OSSL_PARAM *p)
{
	return OSSL_PARAM_get_size_t(p, &c->tls_mac_size) &&
	       c->tls_mac_size <= TLS_MAC_MAX;
}

/* Takes one parameter; 1 for such as are not ours */
static int set_param(void *context, const OSSL_PARAM *p)
{
	struct cipher *c = context;
	unsigned int num;

	if (!strcmp(p->key, OSSL_CIPHER_PARAM_PADDING)) {
		if (!OSSL_PARAM_get_uint(p, &c->pad))
			return 0;
		c->pad = !!c->pad;
	} else if (!strcmp(p->key, OSSL_CIPHER_PARAM_NUM)) {
		if (!OSSL_PARAM_get_uint(p, &num))
			return 0;
		c->num = num % AES_BLOCK;
	} else if (!strcmp(p->key, OSSL_CIPHER_PARAM_TLS_VERSION)) {
		return OSSL_PARAM_get_uint(p, &c->tls_version);
	} else if (!strcmp(p->key, OSSL_CIPHER_PARAM_TLS_MAC_SIZE)) {
		return set_tls_mac_size(c, p);
	}
	return 1;
}

int params_set(void *context, const OSSL_PARAM params[], param_set_fn set)
{
	const OSSL_PARAM *p;

	for (p = params; p && p->key; p++)
		if (!set(context, p))
			return failed(PROV_R_FAILED_TO_GET_PARAMETER);
	return 1;
}

static int cipher_set_params(void *context, const OSSL_PARAM params[])
{
	return params_set(context, params, set_param);
}

static const OSSL_PARAM *cipher_settable(void *context, void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
		OSSL_PARAM_END
	};

	(void)context;
	(void)provider;
	return list;
}

/*
 * The algorithms
 */

#define CIPHER(name, bits, MODE, kind, block_size, iv_size)		\
static const struct cipher_info info_##name##_##bits = {		\
	.mode = EVP_CIPH_##MODE##_MODE,					\
	.key = (bits) / 8,						\
	.block = (block_size),						\
	.iv = (iv_size),						\
};									\
									\
CIPHER_TABLE(static, name##_##bits, &info_##name##_##bits,		\
	     cipher_new(&info_##name##_##bits, &mode_##name), cipher,	\
	     kind##_update, kind##_final)

#define CIPHERS(bits)						\
	CIPHER(ecb, bits, ECB, block, AES_BLOCK, 0);		\
	CIPHER(cbc, bits, CBC, block, AES_BLOCK, AES_BLOCK);	\
	CIPHER(cfb, bits, CFB, stream, 1, AES_BLOCK);		\
	CIPHER(ofb, bits, OFB, stream, 1, AES_BLOCK);		\
	CIPHER(ctr, bits, CTR, stream, 1, AES_BLOCK)

CIPHERS(128);
CIPHERS(192);
CIPHERS(256);

#define PROPERTIES	"provider=padlock"
#define NIST_AES	"2.16.840.1.101.3.4.1."

/* All names that OpenSSL has for each, so that any of them leads here */
const OSSL_ALGORITHM padlock_ciphers[] = {
	{ "AES-128-ECB:" NIST_AES "1", PROPERTIES, ecb_128, NULL },
	{ "AES-192-ECB:" NIST_AES "21", PROPERTIES, ecb_192, NULL },
	{ "AES-256-ECB:" NIST_AES "41", PROPERTIES, ecb_256, NULL },
	{ "AES-128-CBC:AES128:" NIST_AES "2", PROPERTIES, cbc_128, NULL },
	{ "AES-192-CBC:AES192:" NIST_AES "22", PROPERTIES, cbc_192, NULL },
	{ "AES-256-CBC:AES256:" NIST_AES "42", PROPERTIES, cbc_256, NULL },
	{ "AES-128-OFB:" NIST_AES "3", PROPERTIES, ofb_128, NULL },
	{ "AES-192-OFB:" NIST_AES "23", PROPERTIES, ofb_192, NULL },
	{ "AES-256-OFB:" NIST_AES "43", PROPERTIES, ofb_256, NULL },
	{ "AES-128-CFB:" NIST_AES "4", PROPERTIES, cfb_128, NULL },
	{ "AES-192-CFB:" NIST_AES "24", PROPERTIES, cfb_192, NULL },
	{ "AES-256-CFB:" NIST_AES "44", PROPERTIES, cfb_256, NULL },
	{ "AES-128-CTR", PROPERTIES, ctr_128, NULL },
	{ "AES-192-CTR", PROPERTIES, ctr_192, NULL },
	{ "AES-256-CTR", PROPERTIES, ctr_256, NULL },
	{ "AES-128-GCM:id-aes128-GCM:" NIST_AES "6", PROPERTIES, gcm_128, NULL },
	{ "AES-192-GCM:id-aes192-GCM:" NIST_AES "26", PROPERTIES, gcm_192,
	  NULL },
	{ "AES-256-GCM:id-aes256-GCM:" NIST_AES "46", PROPERTIES, gcm_256,
	  NULL },
	{ "AES-128-XTS:1.3.111.2.1619.0.1.1", PROPERTIES, xts_128, NULL },
	{ "AES-256-XTS:1.3.111.2.1619.0.1.2", PROPERTIES, xts_256, NULL },
	{ NULL, NULL, NULL, NULL }
};
