// SPDX-License-Identifier: GPL-2.0-only
/*
 * SHA-1, SHA-224 and SHA-256 by the PadLock PHE of VIA and Zhaoxin CPUs.
 *
 * "isa" in comments is padlock-isa.md, the behaviour specification.
 */
#include <crypto/internal/hash.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/vmalloc.h>
#include <asm/cpu_device_id.h>

#include "padlock.h"

/* Above generic C, SSSE3 and AVX2 (100 to 170), and the library (300). */
#define SHA_PRIORITY		350
/* Below the drivers on SHA-NI (250), which the library too takes before PHE. */
#define SHA_PRIORITY_SHA_NI	200

#define SHA1_WORDS		(SHA1_DIGEST_SIZE / 4)
#define SHA224_WORDS		(SHA224_DIGEST_SIZE / 4)
#define SHA256_WORDS		(SHA256_DIGEST_SIZE / 4)
#define SHA_BLOCK_SIZE		SHA256_BLOCK_SIZE

/* Behind an exported state, as in struct sha1_state and sha256_state */
#define EXPORT_REST		(sizeof(u64) + SHA_BLOCK_SIZE)
#define SHA1_EXPORT_STATE	offsetof(struct sha1_state, count)
#define SHA256_EXPORT_STATE	offsetof(struct sha256_state, count)

/* The unit works on a copy of the state, so this needs no alignment. */
struct sha_desc {
	u32 state[SHA256_WORDS];
	u64 count;
	u8 buf[SHA_BLOCK_SIZE];
};

static_assert(SHA1_BLOCK_SIZE == SHA_BLOCK_SIZE);
static_assert(sizeof(struct sha1_state) == SHA1_EXPORT_STATE + EXPORT_REST);
static_assert(sizeof(struct sha256_state) == SHA256_EXPORT_STATE + EXPORT_REST);

/* That copy; the unit may write to more of it than the state. */
#define DEFINE_UNIT_STATE(_name)					\
	u32 _name[PADLOCK_SHA_STATE_SIZE / sizeof(u32)]			\
		__aligned(PADLOCK_ALIGN) PADLOCK_UNINITIALIZED

/*
 * Messages. @state is that of @d, or the copy of it that the unit works on. The
 * count tells how full the buffer is, so whatever was imported can not lead out
 * of it. Blocks are never 0: the units differ on that (isa 12.5).
 */

typedef void (*blocks_fn)(u32 *state, const u8 *data, unsigned int blocks);

static __always_inline int sha_start(struct shash_desc *desc, const u32 *iv)
{
	struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(d->state, iv, sizeof(d->state));
	d->count = 0;
	return 0;
}

static __always_inline void sha_absorb(struct sha_desc *d, u32 *state,
				       const u8 *data, unsigned int len,
				       blocks_fn blocks)
{
	unsigned int partial = d->count % SHA_BLOCK_SIZE;

	d->count += len;
	if (partial && len >= SHA_BLOCK_SIZE - partial) {
		unsigned int fill = SHA_BLOCK_SIZE - partial;

		memcpy(d->buf + partial, data, fill);
		blocks(state, d->buf, 1);
		data += fill;
		len -= fill;
		partial = 0;
	}
	if (len >= SHA_BLOCK_SIZE) {
		blocks(state, data, len / SHA_BLOCK_SIZE);
		data += round_down(len, SHA_BLOCK_SIZE);
		len %= SHA_BLOCK_SIZE;
	}
	if (len)
		memcpy(d->buf + partial, data, len);
}

static __always_inline void sha_pad(struct sha_desc *d, u32 *state,
				    blocks_fn blocks)
{
	const unsigned int room = SHA_BLOCK_SIZE - sizeof(__be64);
	unsigned int partial = d->count % SHA_BLOCK_SIZE;
	__be64 bits = cpu_to_be64(d->count << 3);

	d->buf[partial++] = 0x80;
	if (partial > room) {
		memset(d->buf + partial, 0, SHA_BLOCK_SIZE - partial);
		blocks(state, d->buf, 1);
		partial = 0;
	}
	memset(d->buf + partial, 0, room - partial);
	memcpy(d->buf + room, &bits, sizeof(bits));
	blocks(state, d->buf, 1);
}

static __always_inline void sha_put_digest(const u32 *state, u8 *out,
					   unsigned int words)
{
	unsigned int i;

	for (i = 0; i < words; i++) {
		__be32 word = cpu_to_be32(state[i]);

		memcpy(out + i * sizeof(word), &word, sizeof(word));
	}
}

static __always_inline void sha_output(struct sha_desc *d, const u32 *state,
				       u8 *out, unsigned int words)
{
	sha_put_digest(state, out, words);
	memzero_explicit(d, sizeof(*d));
}

/*
 * Nano and later: the unit does all blocks.
 */

static __always_inline int sha_unit_update(struct shash_desc *desc,
					   const u8 *data, unsigned int len,
					   unsigned int words, blocks_fn blocks)
{
	DEFINE_UNIT_STATE(unit);
	struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(unit, d->state, words * sizeof(u32));
	sha_absorb(d, unit, data, len, blocks);
	memcpy(d->state, unit, words * sizeof(u32));
	memzero_explicit(unit, sizeof(unit));
	return 0;
}

static __always_inline int sha_unit_finup(struct shash_desc *desc,
					  const u8 *data, unsigned int len,
					  u8 *out, unsigned int state_words,
					  unsigned int words, blocks_fn blocks)
{
	DEFINE_UNIT_STATE(unit);
	struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(unit, d->state, state_words * sizeof(u32));
	sha_absorb(d, unit, data, len, blocks);
	sha_pad(d, unit, blocks);
	sha_output(d, unit, out, words);
	memzero_explicit(unit, sizeof(unit));
	return 0;
}

static void sha1_blocks(u32 *state, const u8 *data, unsigned int blocks)
{
	padlock_xsha1(state, data, blocks, PADLOCK_SHA_BLOCKS);
}

static void sha256_blocks(u32 *state, const u8 *data, unsigned int blocks)
{
	padlock_xsha256(state, data, blocks, PADLOCK_SHA_BLOCKS);
}

/*
 * C7 always pads (isa 12.3). The rest of a message is what its unit is made for.
 * Blocks before that are copied to the end of a page that no page follows, where
 * the unit stops and leaves the chaining value. A page fault is cheaper than one
 * block in software.
 */

#define WINDOW_SIZE		PAGE_SIZE

/* vmalloc() leaves a page unmapped behind each. With bottom halves off it is ours. */
static DEFINE_PER_CPU(u8 *, window);
static bool use_window __ro_after_init;

typedef const void *(*to_fault_fn)(void *state, const void *data,
				   unsigned long size);

/* Return: false if the unit did not do it, and @state is as it was */
static __always_inline bool window_run(u32 *state, const u8 *data,
				       unsigned int size, to_fault_fn to_fault,
				       unsigned int words)
{
	DEFINE_UNIT_STATE(unit);
	u8 *start, *end;
	bool stopped;

	memcpy(unit, state, words * sizeof(u32));
	local_bh_disable();
	end = this_cpu_read(window) + WINDOW_SIZE;
	start = end - size;
	memcpy(start, data, size);
	stopped = to_fault(unit, start, size) == end;
	memzero_explicit(start, size);
	local_bh_enable();
	if (stopped)
		memcpy(state, unit, words * sizeof(u32));
	memzero_explicit(unit, sizeof(unit));
	return stopped;
}

static __always_inline void window_blocks(u32 *state, const u8 *data,
					  unsigned int blocks,
					  to_fault_fn to_fault,
					  unsigned int words,
					  blocks_fn software)
{
	/* an interrupt may have come in the middle of a run */
	while (blocks && use_window && !irqs_disabled()) {
		unsigned int size = min_t(unsigned int, WINDOW_SIZE,
					  blocks * SHA_BLOCK_SIZE);

		if (!window_run(state, data, size, to_fault, words))
			break;
		data += size;
		blocks -= size / SHA_BLOCK_SIZE;
	}
	if (blocks)
		software(state, data, blocks);
}

static void sha1_window_blocks(u32 *state, const u8 *data, unsigned int blocks)
{
	window_blocks(state, data, blocks, padlock_xsha1_to_fault, SHA1_WORDS,
		      padlock_sha1_software);
}

static void sha256_window_blocks(u32 *state, const u8 *data,
				 unsigned int blocks)
{
	window_blocks(state, data, blocks, padlock_xsha256_to_fault,
		      SHA256_WORDS, padlock_sha256_software);
}

/* The unit counts bytes in a register. */
typedef void (*xsha_fn)(void *state, const void *data, unsigned long count,
			unsigned long done);

static __always_inline void run_oneshot(struct sha_desc *d, const u8 *data,
					unsigned int len, xsha_fn xsha,
					unsigned int words)
{
	DEFINE_UNIT_STATE(unit);

	memcpy(unit, d->state, words * sizeof(u32));
	xsha(unit, data, d->count + len, d->count);
	memcpy(d->state, unit, words * sizeof(u32));
	memzero_explicit(unit, sizeof(unit));
}

static __always_inline void sha_pad_oneshot(struct sha_desc *d, const u8 *data,
					    unsigned int len, xsha_fn xsha,
					    unsigned int words,
					    blocks_fn blocks)
{
	unsigned int begun = d->count % SHA_BLOCK_SIZE;
	unsigned int fill = begun ? min(len, SHA_BLOCK_SIZE - begun) : 0;

	sha_absorb(d, d->state, data, fill, blocks);
	data += fill;
	len -= fill;

	begun = d->count % SHA_BLOCK_SIZE;
	if (begun) {
		data = d->buf;
		len = begun;
		d->count -= begun;
	}
	if (len)
		run_oneshot(d, data, len, xsha, words);
	else
		sha_pad(d, d->state, blocks);
}

static __always_inline int sha_oneshot_finup(struct shash_desc *desc,
					     const u8 *data, unsigned int len,
					     u8 *out, xsha_fn xsha,
					     unsigned int words,
					     blocks_fn blocks)
{
	struct sha_desc *d = shash_desc_ctx(desc);

	if (d->count <= ULONG_MAX - len) {
		sha_pad_oneshot(d, data, len, xsha, words, blocks);
	} else {
		sha_absorb(d, d->state, data, len, blocks);
		sha_pad(d, d->state, blocks);
	}
	sha_output(d, d->state, out, words);
	return 0;
}

/* A whole message of at least one byte needs no descriptor. */
static __always_inline int sha_oneshot_digest(const u32 *iv, const u8 *data,
					      unsigned int len, u8 *out,
					      xsha_fn xsha, unsigned int words)
{
	DEFINE_UNIT_STATE(unit);

	memcpy(unit, iv, words * sizeof(u32));
	xsha(unit, data, len, 0);
	sha_put_digest(unit, out, words);
	memzero_explicit(unit, sizeof(unit));
	return 0;
}

static __always_inline int sha_window_update(struct shash_desc *desc,
					     const u8 *data, unsigned int len,
					     blocks_fn blocks)
{
	struct sha_desc *d = shash_desc_ctx(desc);

	sha_absorb(d, d->state, data, len, blocks);
	return 0;
}

/*
 * Export and import
 */

/* @size: bytes in front of the count, in the exported form */
static __always_inline int sha_export_state(struct shash_desc *desc, void *out,
					    size_t size)
{
	const struct sha_desc *d = shash_desc_ctx(desc);
	u8 partial = d->count % SHA_BLOCK_SIZE;
	u64 count = d->count;

	if (PADLOCK_SHA_EXPORT_TAIL) {
		count -= partial;
		memcpy(out + size + EXPORT_REST, &partial, sizeof(partial));
	}
	memcpy(out, d->state, size);
	memcpy(out + size, &count, sizeof(count));
	memcpy(out + size + sizeof(count), d->buf, SHA_BLOCK_SIZE);
	return 0;
}

static __always_inline int sha_import_state(struct shash_desc *desc,
					    const void *in, size_t size)
{
	struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(d->state, in, size);
	memcpy(&d->count, in + size, sizeof(d->count));
	memcpy(d->buf, in + size + sizeof(d->count), SHA_BLOCK_SIZE);
	if (PADLOCK_SHA_EXPORT_TAIL)
		d->count += *((const u8 *)in + size + EXPORT_REST);
	return 0;
}

static __always_inline int sha_export_core(struct shash_desc *desc, void *out,
					   size_t size)
{
	const struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(out, d->state, size);
	memcpy(out + size, &d->count, sizeof(d->count));
	return 0;
}

static __always_inline int sha_import_core(struct shash_desc *desc,
					   const void *in, size_t size)
{
	struct sha_desc *d = shash_desc_ctx(desc);

	memcpy(d->state, in, size);
	memcpy(&d->count, in + size, sizeof(d->count));
	return 0;
}

/*
 * Entry points
 */

static const u32 sha1_iv[SHA256_WORDS] = {
	SHA1_H0, SHA1_H1, SHA1_H2, SHA1_H3, SHA1_H4
};

static const u32 sha256_iv[SHA256_WORDS] = {
	SHA256_H0, SHA256_H1, SHA256_H2, SHA256_H3,
	SHA256_H4, SHA256_H5, SHA256_H6, SHA256_H7
};

static int sha1_start(struct shash_desc *desc)
{
	return sha_start(desc, sha1_iv);
}

static int sha224_start(struct shash_desc *desc)
{
	static const u32 iv[SHA256_WORDS] = {
		SHA224_H0, SHA224_H1, SHA224_H2, SHA224_H3,
		SHA224_H4, SHA224_H5, SHA224_H6, SHA224_H7
	};

	return sha_start(desc, iv);
}

static int sha256_start(struct shash_desc *desc)
{
	return sha_start(desc, sha256_iv);
}

static int sha1_unit_update(struct shash_desc *desc, const u8 *data,
			    unsigned int len)
{
	return sha_unit_update(desc, data, len, SHA1_WORDS, sha1_blocks);
}

static int sha1_unit_finup(struct shash_desc *desc, const u8 *data,
			   unsigned int len, u8 *out)
{
	return sha_unit_finup(desc, data, len, out, SHA1_WORDS, SHA1_WORDS,
			      sha1_blocks);
}

static int sha1_unit_digest(struct shash_desc *desc, const u8 *data,
			    unsigned int len, u8 *out)
{
	return sha1_start(desc) ?: sha1_unit_finup(desc, data, len, out);
}

static int sha1_unit_final(struct shash_desc *desc, u8 *out)
{
	return sha1_unit_finup(desc, NULL, 0, out);
}

static int sha256_unit_update(struct shash_desc *desc, const u8 *data,
			      unsigned int len)
{
	return sha_unit_update(desc, data, len, SHA256_WORDS, sha256_blocks);
}

static int sha224_unit_finup(struct shash_desc *desc, const u8 *data,
			     unsigned int len, u8 *out)
{
	return sha_unit_finup(desc, data, len, out, SHA256_WORDS, SHA224_WORDS,
			      sha256_blocks);
}

static int sha224_unit_digest(struct shash_desc *desc, const u8 *data,
			      unsigned int len, u8 *out)
{
	return sha224_start(desc) ?: sha224_unit_finup(desc, data, len, out);
}

static int sha224_unit_final(struct shash_desc *desc, u8 *out)
{
	return sha224_unit_finup(desc, NULL, 0, out);
}

static int sha256_unit_finup(struct shash_desc *desc, const u8 *data,
			     unsigned int len, u8 *out)
{
	return sha_unit_finup(desc, data, len, out, SHA256_WORDS, SHA256_WORDS,
			      sha256_blocks);
}

static int sha256_unit_digest(struct shash_desc *desc, const u8 *data,
			      unsigned int len, u8 *out)
{
	return sha256_start(desc) ?: sha256_unit_finup(desc, data, len, out);
}

static int sha256_unit_final(struct shash_desc *desc, u8 *out)
{
	return sha256_unit_finup(desc, NULL, 0, out);
}

static int sha1_window_update(struct shash_desc *desc, const u8 *data,
			      unsigned int len)
{
	return sha_window_update(desc, data, len, sha1_window_blocks);
}

static int sha1_oneshot_finup(struct shash_desc *desc, const u8 *data,
			      unsigned int len, u8 *out)
{
	return sha_oneshot_finup(desc, data, len, out, padlock_xsha1,
				 SHA1_WORDS, sha1_window_blocks);
}

static int sha1_oneshot_final(struct shash_desc *desc, u8 *out)
{
	return sha1_oneshot_finup(desc, NULL, 0, out);
}

static int sha1_oneshot_digest(struct shash_desc *desc, const u8 *data,
			       unsigned int len, u8 *out)
{
	if (!len)
		return sha1_start(desc) ?: sha1_oneshot_final(desc, out);
	return sha_oneshot_digest(sha1_iv, data, len, out, padlock_xsha1,
				  SHA1_WORDS);
}

static int sha256_window_update(struct shash_desc *desc, const u8 *data,
				unsigned int len)
{
	return sha_window_update(desc, data, len, sha256_window_blocks);
}

static int sha256_oneshot_finup(struct shash_desc *desc, const u8 *data,
				unsigned int len, u8 *out)
{
	return sha_oneshot_finup(desc, data, len, out, padlock_xsha256,
				 SHA256_WORDS, sha256_window_blocks);
}

static int sha256_oneshot_final(struct shash_desc *desc, u8 *out)
{
	return sha256_oneshot_finup(desc, NULL, 0, out);
}

static int sha256_oneshot_digest(struct shash_desc *desc, const u8 *data,
				 unsigned int len, u8 *out)
{
	if (!len)
		return sha256_start(desc) ?: sha256_oneshot_final(desc, out);
	return sha_oneshot_digest(sha256_iv, data, len, out, padlock_xsha256,
				  SHA256_WORDS);
}

static int sha1_export(struct shash_desc *desc, void *out)
{
	return sha_export_state(desc, out, SHA1_EXPORT_STATE);
}

static int sha1_import(struct shash_desc *desc, const void *in)
{
	return sha_import_state(desc, in, SHA1_EXPORT_STATE);
}

static int sha256_export(struct shash_desc *desc, void *out)
{
	return sha_export_state(desc, out, SHA256_EXPORT_STATE);
}

static int sha256_import(struct shash_desc *desc, const void *in)
{
	return sha_import_state(desc, in, SHA256_EXPORT_STATE);
}

static int __maybe_unused sha1_export_core(struct shash_desc *desc, void *out)
{
	return sha_export_core(desc, out, SHA1_EXPORT_STATE);
}

static int __maybe_unused sha1_import_core(struct shash_desc *desc,
					   const void *in)
{
	return sha_import_core(desc, in, SHA1_EXPORT_STATE);
}

static int __maybe_unused sha256_export_core(struct shash_desc *desc, void *out)
{
	return sha_export_core(desc, out, SHA256_EXPORT_STATE);
}

static int __maybe_unused sha256_import_core(struct shash_desc *desc,
					     const void *in)
{
	return sha_import_core(desc, in, SHA256_EXPORT_STATE);
}

/*
 * Algorithms. @_format is the hash with the same exported form.
 */

#define SHA_ALG(_name, _NAME, _format, _FORMAT)				\
	.base.cra_name		= #_name,				\
	.base.cra_blocksize	= SHA_BLOCK_SIZE,				\
	.base.cra_module	= THIS_MODULE,				\
	.digestsize		= _NAME##_DIGEST_SIZE,			\
	.descsize		= sizeof(struct sha_desc),		\
	.statesize		= _FORMAT##_EXPORT_STATE + EXPORT_REST + \
				  PADLOCK_SHA_EXPORT_TAIL,		\
	.init			= _name##_start,			\
	PADLOCK_SHASH_CORE(_format##_export_core, _format##_import_core) \
	.export			= _format##_export,			\
	.import			= _format##_import

#define SHA1_ALG	SHA_ALG(sha1, SHA1, sha1, SHA1)
#define SHA224_ALG	SHA_ALG(sha224, SHA224, sha256, SHA256)
#define SHA256_ALG	SHA_ALG(sha256, SHA256, sha256, SHA256)

/* C7 */
static struct shash_alg oneshot_algs[] = {
	{
		SHA1_ALG,
		.base.cra_driver_name	= "sha1-padlock",
		.update			= sha1_window_update,
		.finup			= sha1_oneshot_finup,
		.final			= sha1_oneshot_final,
		.digest			= sha1_oneshot_digest,
	}, {
		SHA256_ALG,
		.base.cra_driver_name	= "sha256-padlock",
		.update			= sha256_window_update,
		.finup			= sha256_oneshot_finup,
		.final			= sha256_oneshot_final,
		.digest			= sha256_oneshot_digest,
	},
};

/*
 * Nano and later. The in-tree driver has the names with "-nano" there, and
 * people allocate by them. The last one registered answers for the plain name.
 */
static struct shash_alg partial_algs[] = {
	{
		SHA1_ALG,
		.base.cra_driver_name	= "sha1-padlock-nano",
		.update			= sha1_unit_update,
		.finup			= sha1_unit_finup,
		.final			= sha1_unit_final,
		.digest			= sha1_unit_digest,
	}, {
		SHA256_ALG,
		.base.cra_driver_name	= "sha256-padlock-nano",
		.update			= sha256_unit_update,
		.finup			= sha256_unit_finup,
		.final			= sha256_unit_final,
		.digest			= sha256_unit_digest,
	}, {
		SHA1_ALG,
		.base.cra_driver_name	= "sha1-padlock",
		.update			= sha1_unit_update,
		.finup			= sha1_unit_finup,
		.final			= sha1_unit_final,
		.digest			= sha1_unit_digest,
	}, {
		SHA224_ALG,
		.base.cra_driver_name	= "sha224-padlock",
		.update			= sha256_unit_update,
		.finup			= sha224_unit_finup,
		.final			= sha224_unit_final,
		.digest			= sha224_unit_digest,
	}, {
		SHA256_ALG,
		.base.cra_driver_name	= "sha256-padlock",
		.update			= sha256_unit_update,
		.finup			= sha256_unit_finup,
		.final			= sha256_unit_final,
		.digest			= sha256_unit_digest,
	},
};

/*
 * Known answers, asked of each algorithm before it is registered: nothing at
 * all, less than a block, and more than one.
 */
struct answer {
	const char *message, *sha1, *sha224, *sha256;
};

static const struct answer answers[] __initconst = {
	{
		.message = "",
		.sha1 =
			"\xda\x39\xa3\xee\x5e\x6b\x4b\x0d\x32\x55\xbf\xef\x95\x60\x18\x90"
			"\xaf\xd8\x07\x09",
		.sha224 =
			"\xd1\x4a\x02\x8c\x2a\x3a\x2b\xc9\x47\x61\x02\xbb\x28\x82\x34\xc4"
			"\x15\xa2\xb0\x1f\x82\x8e\xa6\x2a\xc5\xb3\xe4\x2f",
		.sha256 =
			"\xe3\xb0\xc4\x42\x98\xfc\x1c\x14\x9a\xfb\xf4\xc8\x99\x6f\xb9\x24"
			"\x27\xae\x41\xe4\x64\x9b\x93\x4c\xa4\x95\x99\x1b\x78\x52\xb8\x55",
	}, {
		.message = "abc",
		.sha1 =
			"\xa9\x99\x3e\x36\x47\x06\x81\x6a\xba\x3e\x25\x71\x78\x50\xc2\x6c"
			"\x9c\xd0\xd8\x9d",
		.sha224 =
			"\x23\x09\x7d\x22\x34\x05\xd8\x22\x86\x42\xa4\x77\xbd\xa2\x55\xb3"
			"\x2a\xad\xbc\xe4\xbd\xa0\xb3\xf7\xe3\x6c\x9d\xa7",
		.sha256 =
			"\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23"
			"\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad",
	}, {
		.message =
			"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
		.sha1 =
			"\x50\xab\xf5\x70\x6a\x15\x09\x90\xa0\x8b\x2c\x5e\xa4\x0f\xa0\xe5"
			"\x85\x55\x47\x32",
		.sha224 =
			"\xb5\x0a\xec\xbe\x4e\x9b\xb0\xb5\x7b\xc5\xf3\xae\x76\x0a\x8e\x01"
			"\xdb\x24\xf2\x03\xfb\x3c\xdc\xd1\x31\x48\x04\x6e",
		.sha256 =
			"\xf3\x71\xbc\x4a\x31\x1f\x2b\x00\x9e\xef\x95\x2d\xd8\x3c\xa8\x0e"
			"\x2b\x60\x02\x6c\x8e\x93\x55\x92\xd0\xf9\xc3\x08\x45\x3c\x81\x3e",
	},
};

static const char __init *answer(unsigned int i, unsigned int digest_size)
{
	switch (digest_size) {
	case SHA1_DIGEST_SIZE:
		return answers[i].sha1;
	case SHA224_DIGEST_SIZE:
		return answers[i].sha224;
	default:
		return answers[i].sha256;
	}
}

/* In two pieces, the first a block where there is one: this has a mid-state. */
static void __init hash(const struct shash_alg *alg, const char *message,
			u8 *out)
{
	static struct {
		struct shash_desc desc;
		struct sha_desc ctx;
	} st __initdata;
	unsigned int len = strlen(message);
	unsigned int first = len > SHA_BLOCK_SIZE ? SHA_BLOCK_SIZE : 0;

	alg->init(&st.desc);
	alg->update(&st.desc, message, first);
	alg->finup(&st.desc, message + first, len - first, out);
}

static bool __init answers_right(const struct shash_alg *alg)
{
	u8 out[SHA256_DIGEST_SIZE];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		hash(alg, answers[i].message, out);
		if (memcmp(out, answer(i, alg->digestsize), alg->digestsize))
			return false;
	}
	return true;
}

/* The unit against software, from the state @iv over @message */
static bool __init window_right(const u32 *iv, const u8 *message,
				unsigned int size, to_fault_fn to_fault,
				unsigned int words, blocks_fn software)
{
	u32 got[SHA256_WORDS], want[SHA256_WORDS];

	memcpy(got, iv, sizeof(got));
	memcpy(want, iv, sizeof(want));
	software(want, message, size / SHA_BLOCK_SIZE);
	return window_run(got, message, size, to_fault, words) &&
	       !memcmp(got, want, words * sizeof(u32));
}

static bool __init windows_work(void)
{
	static const u8 message[3 * SHA_BLOCK_SIZE] __initconst = { 1, 2, 3 };

	return window_right(sha1_iv, message, sizeof(message),
			    padlock_xsha1_to_fault, SHA1_WORDS,
			    padlock_sha1_software) &&
	       window_right(sha256_iv, message, sizeof(message),
			    padlock_xsha256_to_fault, SHA256_WORDS,
			    padlock_sha256_software);
}

static void free_windows(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		vfree(per_cpu(window, cpu));
}

static int __init make_windows(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		per_cpu(window, cpu) = vmalloc(WINDOW_SIZE);
		if (!per_cpu(window, cpu)) {
			free_windows();
			return -ENOMEM;
		}
	}
	use_window = windows_work();
	if (!use_window)
		pr_warn("XSHA gives wrong results up to a page fault, only the end of a message is hashed by the unit\n");
	return 0;
}

static struct shash_alg *algs __ro_after_init;
static unsigned int alg_count __ro_after_init;
static bool registered[ARRAY_SIZE(partial_algs)];

static void unregister_algs(void)
{
	unsigned int i = alg_count;

	while (i--)
		if (registered[i])
			crypto_unregister_shash(&algs[i]);
}

static int __init register_one(unsigned int i)
{
	int err;

	algs[i].base.cra_priority = boot_cpu_has(X86_FEATURE_SHA_NI) ?
				    SHA_PRIORITY_SHA_NI : SHA_PRIORITY;
	err = crypto_register_shash(&algs[i]);
	if (err)
		return err;
	registered[i] = padlock_alg_passed(&algs[i].base);
	if (!registered[i])
		crypto_unregister_shash(&algs[i]);
	return 0;
}

static int __init register_algs(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < alg_count; i++) {
		if (!answers_right(&algs[i])) {
			pr_err("%s gives wrong results on this CPU and is not registered\n",
			       algs[i].base.cra_driver_name);
			continue;
		}
		err = register_one(i);
		if (err) {
			unregister_algs();
			return err;
		}
	}
	return 0;
}

static void __init choose_algs(enum padlock_sha kind)
{
	if (kind == PADLOCK_SHA_PARTIAL) {
		algs = partial_algs;
		alg_count = ARRAY_SIZE(partial_algs);
	} else if (kind == PADLOCK_SHA_ONESHOT) {
		algs = oneshot_algs;
		alg_count = ARRAY_SIZE(oneshot_algs);
	}
}

static const struct x86_cpu_id cpu_ids[] = {
	X86_MATCH_VENDOR_FEATURE(CENTAUR, X86_FEATURE_PHE, NULL),
	X86_MATCH_VENDOR_FEATURE(ZHAOXIN, X86_FEATURE_PHE, NULL),
	{}
};
MODULE_DEVICE_TABLE(x86cpu, cpu_ids);

static void resume(void)
{
	padlock_resume(X86_FEATURE_PHE_EN);
}

PADLOCK_ON_RESUME(on_resume, resume);

static int __init padlock_sha_init(void)
{
	const struct padlock_cpu *cpu;
	int err;

	if (!x86_match_cpu(cpu_ids))
		return -ENODEV;
	if (!boot_cpu_has(X86_FEATURE_PHE_EN)) {
		pr_err("PHE is present but disabled, by the firmware or by the hypervisor\n");
		return -ENODEV;
	}
	cpu = padlock_cpu_find(boot_cpu_data.x86, boot_cpu_data.x86_model);
	if (!cpu || cpu->sha == PADLOCK_SHA_NONE)
		return -ENODEV;

	if (cpu->sha == PADLOCK_SHA_ONESHOT) {
		err = make_windows();
		if (err)
			return err;
	}
	choose_algs(cpu->sha);
	err = register_algs();
	if (err) {
		free_windows();
		return err;
	}
	padlock_register_resume(&on_resume);
	pr_info("Using VIA PadLock ACE for SHA1/SHA256 algorithms.\n");
	return 0;
}
module_init(padlock_sha_init);

static void __exit padlock_sha_exit(void)
{
	padlock_unregister_resume(&on_resume);
	unregister_algs();
	free_windows();
}
module_exit(padlock_sha_exit);

MODULE_DESCRIPTION("SHA-1 and SHA-2 by the PadLock PHE of VIA and Zhaoxin CPUs");
MODULE_AUTHOR("The padlock-linux developers");
MODULE_VERSION(PADLOCK_VERSION);
MODULE_LICENSE("GPL");
MODULE_ALIAS_CRYPTO("sha1-all");
MODULE_ALIAS_CRYPTO("sha224-all");
MODULE_ALIAS_CRYPTO("sha256-all");
MODULE_ALIAS_CRYPTO("sha1-padlock");
MODULE_ALIAS_CRYPTO("sha224-padlock");
MODULE_ALIAS_CRYPTO("sha256-padlock");
MODULE_ALIAS_CRYPTO("sha1-padlock-nano");
MODULE_ALIAS_CRYPTO("sha256-padlock-nano");
