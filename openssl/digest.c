// SPDX-License-Identifier: Apache-2.0
/*
 * SHA-1, SHA-224 and SHA-256. Where the unit takes whole blocks (Nano and later), it
 * does all of a message, with the padding made here. A C7's always ends a message: it
 * does such as are at hand as a whole when they end, OpenSSL's software all others.
 */
#include <string.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "provider.h"

#define BLOCK		64
#define LENGTH_AT	(BLOCK - 8)
#define WORDS_MAX	8

/* On a C7: longest message that is kept for the unit, and what is allocated first */
#define KEPT_MAX	((size_t)16 << 10)
#define KEPT_FIRST	((size_t)256)

/**
 * struct sha_info - an algorithm
 * @hash:  XSHA1 or XSHA256
 * @start: chaining value of an empty message (FIPS 180-4 5.3)
 * @size:  bytes of the digest
 * @sha:   its place in struct provider
 */
struct sha_info {
	void (*hash)(void *state, const void *data, unsigned long count,
		     unsigned long done);
	unsigned int start[WORDS_MAX];
	size_t size;
	enum sha sha;
};

/**
 * struct digest - a context
 * @state:     chaining value, with all that the unit may write
 * @block:     bytes that wait for the rest of their block
 * @total:     bytes of the message so far
 * @info:      the algorithm
 * @provider:  whose software helps a C7
 * @kept:      C7: the message so far, @total bytes of it
 * @kept_size: bytes allocated there
 * @software:  C7: NULL, or what has taken over, since the message is too long
 */
struct digest {
	unsigned int state[PADLOCK_SHA_STATE_SIZE / 4];
	unsigned char block[BLOCK];
	unsigned long long total;
	const struct sha_info *info;
	const struct provider *provider;
	unsigned char *kept;
	size_t kept_size;
	EVP_MD_CTX *software;
};

static void xsha1(void *state, const void *data, unsigned long count,
		  unsigned long done)
{
	padlock_xsha1(state, data, count, done);
}

static void xsha256(void *state, const void *data, unsigned long count,
		    unsigned long done)
{
	padlock_xsha256(state, data, count, done);
}

static int always_pads(void)
{
	return unit.sha == PADLOCK_SHA_ONESHOT;
}

/*
 * Contexts
 */

static void *digest_new(void *provider, const struct sha_info *info)
{
	struct digest *d = context_new(sizeof(*d));

	if (d) {
		d->info = info;
		d->provider = provider;
	}
	return d;
}

static void forget_message(struct digest *d)
{
	EVP_MD_CTX_free(d->software);
	d->software = NULL;
	OPENSSL_clear_free(d->kept, d->kept_size);
	d->kept = NULL;
	d->kept_size = 0;
}

static void digest_free(void *context)
{
	if (context)
		forget_message(context);
	context_free(context, sizeof(struct digest));
}

/* The parts of @to that a copy of all bytes shares with @from */
static int copy_message(struct digest *to, const struct digest *from)
{
	to->software = NULL;
	to->kept = NULL;
	if (from->kept) {
		to->kept = OPENSSL_memdup(from->kept, from->kept_size);
		if (!to->kept)
			return 0;
	}
	if (from->software) {
		to->software = EVP_MD_CTX_new();
		return to->software &&
		       EVP_MD_CTX_copy_ex(to->software, from->software);
	}
	return 1;
}

static void *digest_copy(void *context)
{
	struct digest *copy = context_copy(context, sizeof(*copy));

	if (copy && !copy_message(copy, context)) {
		digest_free(copy);
		return NULL;
	}
	return copy;
}

#ifdef OSSL_FUNC_DIGEST_COPYCTX
/* since OpenSSL 3.5: into a context that is there already */
static void digest_copy_to(void *to_context, void *from_context)
{
	struct digest *to = to_context;

	forget_message(to);
	memcpy(to, from_context, sizeof(*to));
	if (!copy_message(to, from_context))
		forget_message(to);
}
#endif

static int digest_init(void *context, const OSSL_PARAM params[])
{
	struct digest *d = context;

	(void)params;
	memcpy(d->state, d->info->start, sizeof(d->info->start));
	d->total = 0;
	EVP_MD_CTX_free(d->software);
	d->software = NULL;
	return 1;
}

/*
 * Messages block by block
 */

static void hash_blocks(struct digest *d, const unsigned char *data,
			size_t blocks)
{
	d->info->hash(d->state, data, blocks, PADLOCK_SHA_BLOCKS);
}

static int update_blocks(struct digest *d, const unsigned char *data,
			 size_t size)
{
	size_t waiting = d->total % BLOCK;

	d->total += size;
	if (waiting) {
		size_t n = BLOCK - waiting < size ? BLOCK - waiting : size;

		memcpy(d->block + waiting, data, n);
		data += n;
		size -= n;
		if (waiting + n < BLOCK)
			return 1;
		hash_blocks(d, d->block, 1);
	}
	if (size >= BLOCK)
		hash_blocks(d, data, size / BLOCK);
	memcpy(d->block, data + size / BLOCK * BLOCK, size % BLOCK);
	return 1;
}

/* FIPS 180-4 5.1.1: a 1, zeros, and the bits of the message */
static void pad(struct digest *d)
{
	unsigned long long bits = d->total * 8;
	size_t used = d->total % BLOCK;
	int i;

	d->block[used++] = 0x80;
	if (used > LENGTH_AT) {
		memset(d->block + used, 0, BLOCK - used);
		hash_blocks(d, d->block, 1);
		used = 0;
	}
	memset(d->block + used, 0, LENGTH_AT - used);
	for (i = BLOCK - 1; i >= LENGTH_AT; i--, bits >>= 8)
		d->block[i] = bits;
	hash_blocks(d, d->block, 1);
}

/*
 * Messages as a whole
 */

/* Room for @size bytes of a message */
static int keep_room(struct digest *d, size_t size)
{
	size_t want = d->kept_size ? d->kept_size : KEPT_FIRST;
	unsigned char *kept;

	if (size <= d->kept_size)
		return 1;
	while (want < size)
		want *= 2;
	kept = OPENSSL_clear_realloc(d->kept, d->kept_size, want);
	if (!kept)
		return 0;
	d->kept = kept;
	d->kept_size = want;
	return 1;
}

static int software_takes_over(struct digest *d)
{
	d->software = EVP_MD_CTX_new();
	return d->software &&
	       EVP_DigestInit_ex2(d->software,
				  d->provider->software_md[d->info->sha], NULL) &&
	       EVP_DigestUpdate(d->software, d->kept, d->total);
}

static int update_whole(struct digest *d, const unsigned char *data,
			size_t size)
{
	if (!d->software && (size > KEPT_MAX || d->total + size > KEPT_MAX) &&
	    !software_takes_over(d))
		return 0;
	if (d->software)
		return EVP_DigestUpdate(d->software, data, size);
	if (!keep_room(d, d->total + size))
		return 0;
	memcpy(d->kept + d->total, data, size);
	d->total += size;
	return 1;
}

/*
 * Any message
 */

static int digest_update(void *context, const unsigned char *data, size_t size)
{
	if (!size)
		return 1;
	return always_pads() ? update_whole(context, data, size) :
			       update_blocks(context, data, size);
}

static void take_digest(const struct digest *d, unsigned char *out)
{
	size_t i;

	for (i = 0; i < d->info->size / 4; i++) {
		unsigned int word = __builtin_bswap32(d->state[i]);

		memcpy(out + 4 * i, &word, 4);
	}
}

static int digest_final(void *context, unsigned char *out, size_t *size,
			size_t max)
{
	struct digest *d = context;

	if (max < d->info->size) {
		ERR_raise(ERR_LIB_PROV, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
		return 0;
	}
	*size = d->info->size;
	if (d->software)
		return EVP_DigestFinal_ex(d->software, out, NULL);
	if (always_pads())
		/* the state stands in for the data of an empty message */
		d->info->hash(d->state, d->total ? (void *)d->kept : d->block,
			      d->total, 0);
	else
		pad(d);
	take_digest(d, out);
	return 1;
}

/* The message is at hand as a whole, in the caller's memory. */
static int digest_at_once(struct digest *d, const unsigned char *data,
			  size_t size, unsigned char *out)
{
	digest_init(d, NULL);
	if (always_pads())
		d->info->hash(d->state, size ? data : d->block, size, 0);
	else {
		update_blocks(d, data, size);
		pad(d);
	}
	take_digest(d, out);
	OPENSSL_cleanse(d, sizeof(*d));
	return 1;
}

static int digest_once(const struct sha_info *info, const unsigned char *data,
		       size_t size, unsigned char *out, size_t *out_size,
		       size_t max)
{
	struct digest d ALIGNED = { .info = info };

	if (max < info->size) {
		ERR_raise(ERR_LIB_PROV, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
		return 0;
	}
	*out_size = info->size;
	return digest_at_once(&d, data, size, out);
}

/*
 * Parameters
 */

static int digest_info_get(OSSL_PARAM params[], const struct sha_info *info)
{
	OSSL_PARAM *block = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_BLOCK_SIZE);
	OSSL_PARAM *size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_SIZE);
	OSSL_PARAM *xof = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_XOF);
	OSSL_PARAM *absent = OSSL_PARAM_locate(params,
					       OSSL_DIGEST_PARAM_ALGID_ABSENT);

	if ((block && !OSSL_PARAM_set_size_t(block, BLOCK)) ||
	    (size && !OSSL_PARAM_set_size_t(size, info->size)) ||
	    (xof && !OSSL_PARAM_set_int(xof, 0)) ||
	    (absent && !OSSL_PARAM_set_int(absent, 1))) {
		ERR_raise(ERR_LIB_PROV, PROV_R_FAILED_TO_SET_PARAMETER);
		return 0;
	}
	return 1;
}

static const OSSL_PARAM *digest_info_gettable(void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
		OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
		OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
		OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
		OSSL_PARAM_END
	};

	(void)provider;
	return list;
}

/*
 * The algorithms
 */

static const struct sha_info info_sha1 = {
	xsha1,
	{ 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 },
	20, NAME_SHA1
};

static const struct sha_info info_sha224 = {
	xsha256,
	{ 0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
	  0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4 },
	28, NAME_SHA224
};

static const struct sha_info info_sha256 = {
	xsha256,
	{ 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 },
	32, NAME_SHA256
};

#ifdef OSSL_FUNC_DIGEST_COPYCTX
#define COPYCTX	DISPATCH(OSSL_FUNC_DIGEST_COPYCTX, digest_copy_to),
#else
#define COPYCTX
#endif

#define DIGEST(name)							\
static void *name##_new(void *provider)					\
{									\
	return digest_new(provider, &info_##name);			\
}									\
									\
static int name##_info(OSSL_PARAM params[])				\
{									\
	return digest_info_get(params, &info_##name);			\
}									\
									\
static int name##_once(void *provider, const unsigned char *data,	\
		       size_t size, unsigned char *out,			\
		       size_t *out_size, size_t max)			\
{									\
	(void)provider;							\
	return digest_once(&info_##name, data, size, out, out_size, max);\
}									\
									\
static const OSSL_DISPATCH name[] = {					\
	DISPATCH(OSSL_FUNC_DIGEST_NEWCTX, name##_new),			\
	DISPATCH(OSSL_FUNC_DIGEST_FREECTX, digest_free),		\
	DISPATCH(OSSL_FUNC_DIGEST_DUPCTX, digest_copy),			\
	COPYCTX								\
	DISPATCH(OSSL_FUNC_DIGEST_INIT, digest_init),			\
	DISPATCH(OSSL_FUNC_DIGEST_UPDATE, digest_update),		\
	DISPATCH(OSSL_FUNC_DIGEST_FINAL, digest_final),			\
	DISPATCH(OSSL_FUNC_DIGEST_DIGEST, name##_once),			\
	DISPATCH(OSSL_FUNC_DIGEST_GET_PARAMS, name##_info),		\
	DISPATCH(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, digest_info_gettable),\
	DISPATCH_END							\
}

DIGEST(sha1);
DIGEST(sha224);
DIGEST(sha256);

#define PROPERTIES	"provider=padlock"
#define NIST_HASH	"2.16.840.1.101.3.4.2."

const OSSL_ALGORITHM padlock_digests[] = {
	{ "SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", PROPERTIES, sha1, NULL },
	{ "SHA2-224:SHA-224:SHA224:" NIST_HASH "4", PROPERTIES, sha224, NULL },
	{ "SHA2-256:SHA-256:SHA256:" NIST_HASH "1", PROPERTIES, sha256, NULL },
	{ NULL, NULL, NULL, NULL }
};
