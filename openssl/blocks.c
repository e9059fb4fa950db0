// SPDX-License-Identifier: Apache-2.0
/*
 * Whole blocks through the unit: what it fetches beyond the data, data that it does
 * not take as they are, and the modes that it lacks, ctr (on some CPUs) and xts.
 */
#include <stdint.h>
#include <string.h>
#include <openssl/crypto.h>

#include "provider.h"

/* Memory is mapped in pages of this size, or of a multiple. */
#define PAGE		4096

/*
 * Blocks that are worked on at once where a buffer of ours is between: enough for the
 * start of an operation not to matter, few enough to stay in the cache.
 */
#define BATCH		32

/* whole groups, so a batch in a buffer can be fetched whatever its length */
_Static_assert(BATCH % PADLOCK_ECB_GROUP == 0, "");

/*
 * The modes of the unit, with one interface
 */

typedef void (*xcrypt_fn)(const struct padlock_key *key, unsigned char *iv,
			  unsigned char *out, const unsigned char *in,
			  size_t blocks);

#define XCRYPT(mode)							\
static __always_inline void						\
xcrypt_##mode(const struct padlock_key *key, unsigned char *iv,		\
	      unsigned char *out, const unsigned char *in, size_t blocks)

XCRYPT(ecb)
{
	(void)iv;
	padlock_xcrypt_ecb(key, out, in, blocks);
}

/* The IV that follows may already be where it belongs (isa 7). */
static __always_inline void take_iv(unsigned char *iv, const void *next)
{
	memmove(iv, next, AES_BLOCK);
}

XCRYPT(cbc)
{
	take_iv(iv, padlock_xcrypt_cbc(key, iv, out, in, blocks));
}

XCRYPT(cfb)
{
	take_iv(iv, padlock_xcrypt_cfb(key, iv, out, in, blocks));
}

XCRYPT(ofb)
{
	take_iv(iv, padlock_xcrypt_ofb(key, iv, out, in, blocks));
}

XCRYPT(ctr)
{
	padlock_xcrypt_ctr(key, iv, out, in, blocks);
}

/* Does fetching a whole group leave the page where fewer blocks end? */
static __always_inline int fetch_leaves_page(const unsigned char *in,
					     size_t blocks, size_t group)
{
	uintptr_t last = (uintptr_t)in + blocks * AES_BLOCK - 1;
	uintptr_t fetched = (uintptr_t)in + group * AES_BLOCK - 1;

	return last / PAGE != fetched / PAGE;
}

/* Through an aligned buffer, behind which a whole group can be fetched */
static __attribute__((__noinline__)) void
xcrypt_copied(xcrypt_fn xcrypt, const struct padlock_key *key,
	      unsigned char *iv, unsigned char *out, const unsigned char *in,
	      size_t blocks)
{
	unsigned char copy[BATCH * AES_BLOCK] ALIGNED;
	size_t used = blocks < BATCH ? blocks : BATCH;

	while (blocks) {
		size_t n = blocks < BATCH ? blocks : BATCH;

		memcpy(copy, in, n * AES_BLOCK);
		xcrypt(key, iv, copy, copy, n);
		memcpy(out, copy, n * AES_BLOCK);
		in += n * AES_BLOCK;
		out += n * AES_BLOCK;
		blocks -= n;
	}
	OPENSSL_cleanse(copy, used * AES_BLOCK);
}

static __always_inline int takes(const unsigned char *out,
				 const unsigned char *in)
{
	return !(((uintptr_t)out | (uintptr_t)in) &
		 (unit.cpu->data_align - 1));
}

/*
 * The unit fetches whole groups (isa 10). An odd part that goes first is followed by
 * blocks of the caller; only where the whole is less than a group may the next page
 * be touched, which need not be there.
 */
static __always_inline void
xcrypt_groups(xcrypt_fn xcrypt, size_t group, const struct padlock_key *key,
	      unsigned char *iv, unsigned char *out, const unsigned char *in,
	      size_t blocks)
{
	size_t head = blocks % group;

	if (!takes(out, in) ||
	    (head == blocks && fetch_leaves_page(in, blocks, group))) {
		xcrypt_copied(xcrypt, key, iv, out, in, blocks);
		return;
	}
	if (head) {
		xcrypt(key, iv, out, in, head);
		out += head * AES_BLOCK;
		in += head * AES_BLOCK;
	}
	if (blocks > head)
		xcrypt(key, iv, out, in, blocks - head);
}

void ecb_blocks(const struct padlock_key *key, unsigned char *out,
		const unsigned char *in, size_t blocks)
{
	padlock_reload();
	xcrypt_groups(xcrypt_ecb, PADLOCK_ECB_GROUP, key, NULL, out, in,
		      blocks);
	padlock_reload();
}

void cbc_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks)
{
	padlock_reload();
	xcrypt_groups(xcrypt_cbc, PADLOCK_CBC_GROUP, key, iv, out, in, blocks);
	padlock_reload();
}

void cfb_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks)
{
	padlock_reload();
	xcrypt_groups(xcrypt_cfb, 1, key, iv, out, in, blocks);
	padlock_reload();
}

void ofb_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks)
{
	padlock_reload();
	xcrypt_groups(xcrypt_ofb, 1, key, iv, out, in, blocks);
	padlock_reload();
}

/*
 * Counters
 */

/* Adds 1 to the big-endian number of @size bytes. */
static void increment(unsigned char *number, size_t size)
{
	while (size-- && !++number[size])
		;
}

static unsigned int low_word(const unsigned char *iv)
{
	return (unsigned int)iv[12] << 24 | iv[13] << 16 | iv[14] << 8 | iv[15];
}

static void set_low_word(unsigned char *iv, unsigned int low)
{
	iv[12] = low >> 24;
	iv[13] = low >> 16;
	iv[14] = low >> 8;
	iv[15] = low;
}

/*
 * Vectors: compilers make SSE2 of them, and words of the CPU where there is none. A
 * C3 has none, so where programs must run on one that is decided at run time.
 */

/* About calls without SSE: there are none, all is inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef unsigned int vector __attribute__((__vector_size__(16)));
typedef vector vector_anywhere __attribute__((__aligned__(1)));
typedef unsigned long long pair __attribute__((__vector_size__(16)));
typedef int signs __attribute__((__vector_size__(16)));
typedef unsigned int may_alias_word __attribute__((__may_alias__));

#define STREAM(name)	name
#include "streams.h"

#ifdef __SSE2__
#define WITH_SSE2(function, ...)	function(__VA_ARGS__)
#else
#undef STREAM
#define STREAM(name)	name##_sse2
#pragma GCC push_options
#pragma GCC target("sse2")
#include "streams.h"
#pragma GCC pop_options

#define WITH_SSE2(function, ...)			\
	(unit.sse2 ? function##_sse2(__VA_ARGS__) :	\
		     function(__VA_ARGS__))
#endif

/* The unit counts in 16 bits; a carry beyond them is ours (isa 8). */
static __always_inline void
ctr_by_instruction(const struct padlock_key *key, const unsigned char *iv,
		   unsigned char *out, const unsigned char *in, size_t blocks)
{
	unsigned char counter[AES_BLOCK] ALIGNED;

	memcpy(counter, iv, AES_BLOCK);
	while (blocks) {
		unsigned int low = low_word(counter);
		size_t to_wrap = 0x10000 - (low & 0xffff);
		size_t n = blocks < to_wrap ? blocks : to_wrap;

		xcrypt_groups(xcrypt_ctr, PADLOCK_CTR_GROUP, key, counter, out,
			      in, n);
		set_low_word(counter, low + n);
		in += n * AES_BLOCK;
		out += n * AES_BLOCK;
		blocks -= n;
	}
}

/*
 * Up to each wrap of the last 32 bits of @iv, with a carry into the first @high bytes
 */
static __always_inline void ctr(const struct padlock_key *key,
				unsigned char *iv, unsigned char *out,
				const unsigned char *in, size_t blocks,
				size_t high)
{
	padlock_reload();
	while (blocks) {
		unsigned int low = low_word(iv);
		unsigned long long to_wrap = 0x100000000ULL - low;
		size_t n = blocks < to_wrap ? blocks : to_wrap;

		if (unit.ctr)
			ctr_by_instruction(key, iv, out, in, n);
		else
			WITH_SSE2(ctr_by_ecb, key, iv, out, in, n);
		set_low_word(iv, low + n);
		if (n == to_wrap)
			increment(iv, high);
		in += n * AES_BLOCK;
		out += n * AES_BLOCK;
		blocks -= n;
	}
	padlock_reload();
}

void ctr_blocks(const struct padlock_key *key, unsigned char *iv,
		unsigned char *out, const unsigned char *in, size_t blocks)
{
	ctr(key, iv, out, in, blocks, AES_BLOCK - 4);
}

void ctr32_blocks(const struct padlock_key *key, unsigned char *iv,
		  unsigned char *out, const unsigned char *in, size_t blocks)
{
	ctr(key, iv, out, in, blocks, 0);
}

int ctr_instruction_works(const struct padlock_key *key)
{
	/* the carry after the first block runs up to byte 12 */
	static const unsigned char iv[AES_BLOCK] ALIGNED = {
		[13] = 0xff, [14] = 0xff, [15] = 0xff
	};
	unsigned char want[3 * AES_BLOCK] = { 0 }, got[3 * AES_BLOCK] = { 0 };

	padlock_reload();
	WITH_SSE2(ctr_by_ecb, key, iv, want, want, 3);
	padlock_reload();
	ctr_by_instruction(key, iv, got, got, 3);
	padlock_reload();
	return !memcmp(got, want, sizeof(got));
}

void xts_next(unsigned char *tweak)
{
	WITH_SSE2(double_tweak, tweak);
}

void xts_blocks(const struct padlock_key *key, unsigned char *tweak,
		unsigned char *out, const unsigned char *in, size_t blocks)
{
	padlock_reload();
	WITH_SSE2(xts_by_ecb, key, tweak, out, in, blocks);
	padlock_reload();
}
