/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of the provider share. "isa" in comments is padlock-isa.md, the
 * behaviour specification of the unit; "default" is OpenSSL's default provider.
 */
#ifndef PADLOCK_PROVIDER_H
#define PADLOCK_PROVIDER_H

#include <stddef.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "../padlock.h"

#define AES_BLOCK	16

#define ALIGNED		__attribute__((__aligned__(PADLOCK_ALIGN)))

/* For who returns 0: raises the error PROV_R_... or EVP_R_... */
#define failed(reason)	(ERR_raise(ERR_LIB_PROV, (reason)), 0)

/* The algorithms that a digest of ours can be */
enum sha {
	NAME_SHA1,
	NAME_SHA224,
	NAME_SHA256,
	NAME_COUNT,
};

/**
 * struct provider - what OpenSSL hands to every new context
 * @software:    a library context of our own with the default provider
 * @software_md: the digests of that; NULL, as @software, where the unit needs no
 *               help
 */
struct provider {
	OSSL_LIB_CTX *software;
	EVP_MD *software_md[NAME_COUNT];
};

/*
 * cpu.c
 */

/**
 * struct unit - the unit of this CPU
 * @cpu: its properties, NULL without PadLock
 * @aes: non-zero if it does AES
 * @ctr: non-zero if XCRYPT-CTR works
 * @sha: what the hash unit can do
 * @sse2: non-zero if the CPU has SSE2
 */
struct unit {
	const struct padlock_cpu *cpu;
	int aes;
	int ctr;
	enum padlock_sha sha;
	int sse2;
};

/* The same for all threads and library contexts, see unit_find() */
extern struct unit unit;

/**
 * unit_find - look for the unit, let it answer known questions, fill in `unit`
 *
 * Return: NULL, or why there is nothing to be used, as one sentence.
 */
const char *unit_find(void);

/*
 * key.c
 */

/**
 * key_set - make a key for the unit
 * @key:      to be filled in
 * @raw:      key of AES
 * @size:     its bytes: 16, 24 or 32
 * @flags:    PADLOCK_CW_DECRYPT or 0
 * @schedule: PADLOCK_CW_DECRYPT if the round keys shall be those of the inverse
 *            cipher: as @flags, but for CFB
 */
void key_set(struct padlock_key *key, const unsigned char *raw, size_t size,
	     unsigned int flags, unsigned int schedule);

/*
 * blocks.c: whole blocks through the unit. Each call loads the key anew, whatever the
 * unit held before, and leaves no usable key in it. Data can be anywhere, in place or
 * not; IVs must be aligned to PADLOCK_ALIGN and become those of what follows.
 */

void ecb_blocks(const struct padlock_key *key, unsigned char *out,
		const unsigned char *in, size_t blocks);
void cbc_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks);
void cfb_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks);
void ofb_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks);

/* The counter is all 128 bits of @iv. */
void ctr_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks);

/* The counter is the last 32 bits of @iv, as GCM has it. */
void ctr32_blocks(const struct padlock_key *key, unsigned char *iv,
		  unsigned char *out, const unsigned char *in, size_t blocks);

/* Block by block: @tweak is that of the first, and becomes that of what follows. */
void xts_blocks(const struct padlock_key *key, unsigned char *tweak,
		unsigned char *out, const unsigned char *in, size_t blocks);

/* The tweak of the block that follows */
void xts_next(unsigned char *tweak);

/* Is XCRYPT-CTR right, across the wrap of its 16 bits too? */
int ctr_instruction_works(const struct padlock_key *key);

/*
 * context.c
 */

/**
 * context_new - memory of zeros, aligned to PADLOCK_ALIGN
 * @size: bytes
 *
 * Return: NULL without memory, after an error was raised.
 */
void *context_new(size_t size);

/* A copy of @size bytes of a context, or NULL */
void *context_copy(const void *context, size_t size);

/* Wipes and frees; @context may be NULL. */
void context_free(void *context, size_t size);

/*
 * The algorithms
 */

/* Ends an OSSL_DISPATCH table; OpenSSL 3.2 has a macro of its own for that. */
#define DISPATCH_END	{ 0, NULL }

/* Element of an OSSL_DISPATCH table */
#define DISPATCH(id, function)	{ (id), (void (*)(void))(function) }

extern const OSSL_ALGORITHM padlock_ciphers[];
extern const OSSL_ALGORITHM padlock_digests[];

/* gcm.c, xts.c: the functions that padlock_ciphers names, by bits of the key */
extern const OSSL_DISPATCH gcm_128[], gcm_192[], gcm_256[];
extern const OSSL_DISPATCH xts_128[], xts_256[];

/**
 * struct cipher_info - what a cipher says of itself
 * @mode:   EVP_CIPH_*_MODE
 * @key:    bytes of the key
 * @block:  bytes of a block, 1 for modes that take any length
 * @iv:     bytes of the IV
 * @aead:   1 for authenticated modes
 * @custom: 1 if the IV is handled by the cipher alone
 */
struct cipher_info {
	unsigned int mode;
	size_t key;
	size_t block;
	size_t iv;
	int aead;
	int custom;
};

/* cipher.c: OSSL_FUNC_cipher_get_params() and its list for any cipher */
int cipher_info_get(OSSL_PARAM params[], const struct cipher_info *info);
const OSSL_PARAM *cipher_info_gettable(void *provider);

/*
 * One parameter of a context, read or set: non-zero if that worked, and for such as the
 * cipher does not know
 */
typedef int (*param_get_fn)(void *context, OSSL_PARAM *p);
typedef int (*param_set_fn)(void *context, const OSSL_PARAM *p);

/* cipher.c: the same for a list of them, which may be NULL; 0 after an error was raised */
int params_get(void *context, OSSL_PARAM params[], param_get_fn get);
int params_set(void *context, const OSSL_PARAM params[], param_set_fn set);

/* What can be read of the context of every cipher: elements of a list */
#define GETTABLE_OF_ALL							\
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),		\
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),		\
	OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),		\
	OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0)

/*
 * Defines table, static if storage says so: the functions of the cipher that info, a
 * struct cipher_info, describes.  new is an expression, of a new context; update and
 * final are functions; the names of the others begin with kind.
 */
#define CIPHER_TABLE(storage, table, info, new, kind, update, final)	\
static void *table##_new(void *provider)				\
{									\
	(void)provider;							\
	return new;							\
}									\
									\
static int table##_info(OSSL_PARAM params[])				\
{									\
	return cipher_info_get(params, info);				\
}									\
									\
storage const OSSL_DISPATCH table[] = {					\
	DISPATCH(OSSL_FUNC_CIPHER_NEWCTX, table##_new),			\
	DISPATCH(OSSL_FUNC_CIPHER_FREECTX, kind##_free),		\
	DISPATCH(OSSL_FUNC_CIPHER_DUPCTX, kind##_copy),			\
	DISPATCH(OSSL_FUNC_CIPHER_ENCRYPT_INIT, kind##_encrypt_init),	\
	DISPATCH(OSSL_FUNC_CIPHER_DECRYPT_INIT, kind##_decrypt_init),	\
	DISPATCH(OSSL_FUNC_CIPHER_UPDATE, update),			\
	DISPATCH(OSSL_FUNC_CIPHER_FINAL, final),			\
	DISPATCH(OSSL_FUNC_CIPHER_CIPHER, kind##_cipher),		\
	DISPATCH(OSSL_FUNC_CIPHER_GET_PARAMS, table##_info),		\
	DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_PARAMS,			\
		 cipher_info_gettable),					\
	DISPATCH(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, kind##_get_params),	\
	DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, kind##_gettable),\
	DISPATCH(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, kind##_set_params),	\
	DISPATCH(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, kind##_settable),\
	DISPATCH_END							\
}

/*
 * tls.c
 */

/* Room for the longest MAC that a record can carry */
#define TLS_MAC_MAX	EVP_MAX_MD_SIZE

/**
 * tls_cbc_pad - append the padding of a record
 * @record: in memory that ends 16 bytes behind it, at least
 * @size:   bytes of explicit IV, contents and MAC
 *
 * Return: bytes with padding.
 */
size_t tls_cbc_pad(unsigned char *record, size_t size);

/**
 * tls_cbc_unpad - find contents and MAC of a decrypted record, in constant time
 * @record:   without the explicit IV
 * @size:     its bytes; becomes those of the contents
 * @mac:      receives @mac_size bytes: random ones if the padding is wrong
 * @mac_size: bytes of the MAC, 0 if there is none (encrypt-then-MAC)
 *
 * Return: 0 if the length, which everybody sees, is wrong, or without a MAC if the
 * padding is; else 1.
 */
int tls_cbc_unpad(const unsigned char *record, size_t *size, unsigned char *mac,
		  size_t mac_size);

#endif /* PADLOCK_PROVIDER_H */
