/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The PadLock unit of VIA and Zhaoxin CPUs as C sees it: control words, one
 * function per instruction, the key cache, and what each CPU needs.
 *
 * Everything up to the part for the kernel is usable in user space too. "isa"
 * in comments is padlock-isa.md, the behaviour specification, with its section.
 */
#ifndef PADLOCK_H
#define PADLOCK_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#ifndef __always_inline
#define __always_inline inline
#endif
#endif

/* Control word, key and IV, and the state of a hash: else #GP (isa 9). */
#define PADLOCK_ALIGN		16

/*
 * The unit fetches its input in groups of blocks, counted from the start of an
 * operation. The largest groups known of any CPU (Nano stepping 2, isa 10):
 * whoever allows for these runs on all of them.
 */
#define PADLOCK_ECB_GROUP	8
#define PADLOCK_CBC_GROUP	4
#define PADLOCK_CTR_GROUP	2

/* Bits of the control word (isa 5.1). KEYGN set: the schedule is in memory. */
#define PADLOCK_CW_ALIGN	0x020
#define PADLOCK_CW_KEYGN	0x080
#define PADLOCK_CW_DECRYPT	0x200
#define PADLOCK_CW_KSIZE_SHIFT	10

/**
 * struct padlock_key - control word and key, as XCRYPT reads them
 * @cw:       PADLOCK_CW_* with rounds and key size, see padlock_aes_cw()
 * @zero:     upper bits of the control word, must be 0
 * @schedule: raw key (128 bit, without PADLOCK_CW_KEYGN), or the round keys as
 *            plain byte strings in the order of use; the unit reads all 256
 *            bytes although at most 240 matter (isa 5.2)
 *
 * Its address must be a multiple of PADLOCK_ALIGN. It must not change during an
 * operation: an interrupt makes the unit read it again (isa 11).
 */
struct padlock_key {
	unsigned int cw;
	unsigned int zero[3];
	unsigned int schedule[64];
};

/**
 * padlock_aes_cw - control word for AES
 * @key_len: bytes of the key: 16, 24 or 32
 * @flags:   PADLOCK_CW_* to add
 *
 * The unit expands keys of 128 bits by itself; for 192 and 256 bits
 * PADLOCK_CW_KEYGN is a must (isa 5.2).
 */
static inline unsigned int padlock_aes_cw(unsigned int key_len,
					  unsigned int flags)
{
	return (key_len / 4 + 6) |
	       (key_len / 8 - 2) << PADLOCK_CW_KSIZE_SHIFT | flags;
}

/*
 * The instructions. They are spelled as bytes because assemblers disagree on
 * the mnemonics and on whether REP is part of them. Each advances rSI and rDI
 * and counts rCX down; an operation on 0 blocks is not defined (isa 4).
 */

/**
 * padlock_xcrypt_ecb - REP XCRYPT-ECB
 * @key:    control word and key; not read while a key is cached, see
 *          padlock_reload()
 * @dst:    destination, may be @src
 * @src:    source; readable up to the end of the last group of
 *          PADLOCK_ECB_GROUP blocks
 * @blocks: blocks of 16 bytes, at least 1
 *
 * Data must be aligned to padlock_cpu.data_align.
 */
static __always_inline void
padlock_xcrypt_ecb(const struct padlock_key *key, void *dst, const void *src,
		   unsigned long blocks)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa7, 0xc8"
			     : "+S" (src), "+D" (dst), "+c" (blocks)
			     : "d" (key), "b" (key->schedule)
			     : "memory", "cc");
}

/**
 * padlock_xcrypt_cbc - REP XCRYPT-CBC
 * @key:    as in padlock_xcrypt_ecb()
 * @iv:     16 bytes, aligned to PADLOCK_ALIGN; written by decryption only
 * @dst:    destination, may be @src
 * @src:    source, read in groups of PADLOCK_CBC_GROUP blocks
 * @blocks: blocks of 16 bytes, at least 1
 *
 * Return: where the next IV is. After encryption that is the last block of
 * @dst, after decryption @iv (isa 7).
 */
static __always_inline const void *
padlock_xcrypt_cbc(const struct padlock_key *key, void *iv, void *dst,
		   const void *src, unsigned long blocks)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa7, 0xd0"
			     : "+S" (src), "+D" (dst), "+c" (blocks), "+a" (iv)
			     : "d" (key), "b" (key->schedule)
			     : "memory", "cc");
	return iv;
}

/**
 * padlock_xcrypt_ctr - REP XCRYPT-CTR, where padlock_cpu.ctr says it works
 * @key:     as in padlock_xcrypt_ecb(), for encryption
 * @counter: 16 bytes, aligned to PADLOCK_ALIGN; becomes the next counter, but
 *           only its last 16 bits count, without a carry into byte 13 (isa 8)
 * @dst:     destination, may be @src
 * @src:     source, read in groups of PADLOCK_CTR_GROUP blocks
 * @blocks:  blocks of 16 bytes, at least 1, at most up to the wrap of the 16
 *           bits
 */
static __always_inline void
padlock_xcrypt_ctr(const struct padlock_key *key, void *counter, void *dst,
		   const void *src, unsigned long blocks)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa7, 0xd8"
			     : "+S" (src), "+D" (dst), "+c" (blocks),
			       "+a" (counter)
			     : "d" (key), "b" (key->schedule)
			     : "memory", "cc");
}

/**
 * padlock_xcrypt_cfb - REP XCRYPT-CFB, with feedback of whole blocks
 * @key:    as in padlock_xcrypt_ecb(); to decrypt with PADLOCK_CW_DECRYPT, but the
 *          schedule for encryption (isa 5.1)
 * @iv:     16 bytes, aligned to PADLOCK_ALIGN
 * @dst:    destination, may be @src
 * @src:    source, of which nothing is read ahead
 * @blocks: blocks of 16 bytes, at least 1
 *
 * Return: where the next IV is, in the data or at @iv (isa 7).
 */
static __always_inline const void *
padlock_xcrypt_cfb(const struct padlock_key *key, void *iv, void *dst,
		   const void *src, unsigned long blocks)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa7, 0xe0"
			     : "+S" (src), "+D" (dst), "+c" (blocks), "+a" (iv)
			     : "d" (key), "b" (key->schedule)
			     : "memory", "cc");
	return iv;
}

/**
 * padlock_xcrypt_ofb - REP XCRYPT-OFB
 * @key:    as in padlock_xcrypt_ecb(), for encryption
 * @iv:     16 bytes, aligned to PADLOCK_ALIGN
 * @dst:    destination, may be @src
 * @src:    source, of which nothing is read ahead
 * @blocks: blocks of 16 bytes, at least 1
 *
 * Return: where the next IV is (isa 7).
 */
static __always_inline const void *
padlock_xcrypt_ofb(const struct padlock_key *key, void *iv, void *dst,
		   const void *src, unsigned long blocks)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa7, 0xe8"
			     : "+S" (src), "+D" (dst), "+c" (blocks), "+a" (iv)
			     : "d" (key), "b" (key->schedule)
			     : "memory", "cc");
	return iv;
}

/*
 * VIA asks for this much behind the pointer to the state; XSHA1 of a Zhaoxin
 * stores 32 bytes, not 20 (isa 12.2).
 */
#define PADLOCK_SHA_STATE_SIZE	128

/* For @done: hash whole blocks without padding (PADLOCK_SHA_PARTIAL only). */
#define PADLOCK_SHA_BLOCKS	(~0UL)

/**
 * padlock_xsha1 - REP XSHA1
 * @state: chaining value, 5 words in the CPU's byte order, aligned to
 *         PADLOCK_ALIGN, PADLOCK_SHA_STATE_SIZE bytes long
 * @data:  the data not yet hashed, any alignment
 * @count: with PADLOCK_SHA_BLOCKS the number of blocks of 64 bytes, at least 1;
 *         else the length of the whole message in bytes, more than @done
 *         (where nothing is left a Zhaoxin omits the padding, isa 12.5)
 * @done:  PADLOCK_SHA_BLOCKS, or the bytes hashed already, a multiple of 64
 */
static __always_inline void
padlock_xsha1(void *state, const void *data, unsigned long count,
	      unsigned long done)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa6, 0xc8"
			     : "+S" (data), "+D" (state), "+c" (count),
			       "+a" (done)
			     :
			     : "memory", "cc");
}

/**
 * padlock_xsha256 - REP XSHA256
 * @state: as in padlock_xsha1(), but 8 words
 * @data:  as in padlock_xsha1()
 * @count: as in padlock_xsha1()
 * @done:  as in padlock_xsha1()
 */
static __always_inline void
padlock_xsha256(void *state, const void *data, unsigned long count,
		unsigned long done)
{
	__asm__ __volatile__(".byte 0xf3, 0x0f, 0xa6, 0xd0"
			     : "+S" (data), "+D" (state), "+c" (count),
			       "+a" (done)
			     :
			     : "memory", "cc");
}

/**
 * padlock_reload - make the next XCRYPT read its key and control word
 *
 * While EFLAGS bit 30 is set the unit goes on with the key and control word
 * that it holds, whatever the registers point to. Any write to EFLAGS clears
 * the bit (isa 6).
 */
static __always_inline void padlock_reload(void)
{
#if defined(__x86_64__) && !defined(__KERNEL__)
	/* step over the red zone of user space */
	__asm__ __volatile__("lea -128(%%rsp), %%rsp\n\t"
			     "pushf\n\tpopf\n\t"
			     "lea 128(%%rsp), %%rsp"
			     : : : "memory", "cc");
#else
	__asm__ __volatile__("pushf\n\tpopf" : : : "memory", "cc");
#endif
}

/**
 * enum padlock_sha - what XSHA1 and XSHA256 of a CPU can do
 * @PADLOCK_SHA_NONE:    no such instructions
 * @PADLOCK_SHA_ONESHOT: always append the padding: good for the rest of a
 *                       message only
 * @PADLOCK_SHA_PARTIAL: take PADLOCK_SHA_BLOCKS too
 */
enum padlock_sha {
	PADLOCK_SHA_NONE,
	PADLOCK_SHA_ONESHOT,
	PADLOCK_SHA_PARTIAL,
};

/**
 * struct padlock_cpu - properties and errata of one generation of CPUs
 * @first:      first family << 8 | model
 * @cw_flags:   PADLOCK_CW_* that every control word should have
 * @data_align: alignment of source and destination of XCRYPT, in bytes
 * @ctr:        non-zero where XCRYPT-CTR may be used; ask for its known answer
 *              before, the CPUID bit "ACE2 enabled" says nothing (isa 3.1)
 * @sha:        kind of XSHA1 and XSHA256
 *
 * Says nothing on whether a unit is there: ask CPUID.
 */
struct padlock_cpu {
	unsigned short first;
	unsigned short cw_flags;
	unsigned char data_align;
	unsigned char ctr;
	enum padlock_sha sha;
};

/**
 * padlock_cpu_find - look up a Centaur or Zhaoxin CPU
 * @family: family of CPUID leaf 1, extended family added
 * @model:  model of CPUID leaf 1, extended model included
 *
 * Sources: isa 2, 8, 9, 12. On C7 XCRYPT-CTR has an unpublished erratum, and
 * the ALIGN bit halves the speed of aligned data.
 *
 * Return: the row, or NULL if the CPU is older than any with PadLock.
 */
static inline const struct padlock_cpu *
padlock_cpu_find(unsigned int family, unsigned int model)
{
	static const struct padlock_cpu cpus[] = {
		/* Zhaoxin KX-5000 and later */
		{ 0x700, PADLOCK_CW_ALIGN,  1, 1, PADLOCK_SHA_PARTIAL },
		/* Nano, Eden X2 and X4, QuadCore, ZX-C */
		{ 0x60f, PADLOCK_CW_ALIGN,  1, 1, PADLOCK_SHA_PARTIAL },
		/* C7 and Eden "Esther" */
		{ 0x60a, 0,		   16, 0, PADLOCK_SHA_ONESHOT },
		/* C3 "Nehemiah" */
		{ 0x609, 0,		   16, 0, PADLOCK_SHA_NONE },
		{ 0 }
	};
	const struct padlock_cpu *cpu = cpus;

	while ((family << 8 | model) < cpu->first)
		cpu++;
	return cpu->first ? cpu : NULL;
}

#ifdef __KERNEL__

#include <linux/bits.h>
#include <linux/crypto.h>
#include <linux/delay.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/syscore_ops.h>
#include <asm/asm.h>
#include <asm/msr.h>
#include <asm/processor.h>

#define PADLOCK_VERSION		"0.1.0"

/**
 * padlock_key_begin - begin a section that uses one control word and key
 *
 * Nothing is known of the key that the unit holds: user space, another task or
 * a softirq may have left theirs (isa 6.1). So it is reloaded, always, and the
 * section must not sleep, nor enable bottom halves.
 */
static __always_inline void padlock_key_begin(void)
{
	preempt_disable();
	padlock_reload();
}

/**
 * padlock_key_end - end the section, leave no usable key in the unit
 *
 * Without the reload the next XCRYPT in user space might run on our key.
 */
static __always_inline void padlock_key_end(void)
{
	padlock_reload();
	preempt_enable();
}

/* Switches of the unit (isa 3.2) */
#define PADLOCK_MSR_FCR		0x1107
#define PADLOCK_FCR_ACE		BIT(28)
#define PADLOCK_MSR_ZHAOXIN	0x1257
#define PADLOCK_ZHAOXIN_ACE	BIT(7)

/* The kernel's own functions for CPUID moved from header to header. */
static inline bool padlock_enabled(unsigned int feature)
{
	u32 eax = 0xc0000001, ebx, ecx = 0, edx;

	__asm__ __volatile__("cpuid"
			     : "+a" (eax), "=b" (ebx), "+c" (ecx), "=d" (edx));
	return edx & BIT(feature & 31);
}

static inline void padlock_switch_on(unsigned int msr, u32 bit)
{
	u32 low, high;

	if (!rdmsr_safe(msr, &low, &high))
		wrmsr_safe(msr, low | bit, high);
}

/**
 * padlock_resume - enable the unit of this CPU where sleep has disabled it
 * @feature: X86_FEATURE_XCRYPT_EN or X86_FEATURE_PHE_EN
 *
 * The kernel enables the unit of every CPU that it starts, but not that of the one
 * which wakes from suspend to RAM; there the next operation would be #UD. For a
 * syscore resume: interrupts are off, and no other CPU runs yet.
 */
static inline void padlock_resume(unsigned int feature)
{
	if (padlock_enabled(feature))
		return;
	/* Zhaoxin has CPUs of either vendor name, and of either switch. */
	if (boot_cpu_data.x86 >= 7)
		padlock_switch_on(PADLOCK_MSR_ZHAOXIN, PADLOCK_ZHAOXIN_ACE);
	if (!padlock_enabled(feature))
		padlock_switch_on(PADLOCK_MSR_FCR, PADLOCK_FCR_ACE);
	if (padlock_enabled(feature))
		pr_notice_once("the unit was disabled after sleep, and is enabled again\n");
	else
		pr_crit("the unit is disabled after sleep, and cannot be enabled again\n");
}

/**
 * padlock_xsha1_to_fault - hash whole blocks with a unit that always pads
 * @state: as in padlock_xsha1()
 * @data:  blocks of 64 bytes, up to the end of a page that no page follows
 * @size:  bytes of @data, not 0
 *
 * A page fault in the middle of an operation leaves the chaining value behind
 * (isa 11); the fault is fixed up, and the operation not resumed.
 *
 * Return: where the operation stopped; @state is good only if that is the end of
 * @data.
 */
static __always_inline const void *
padlock_xsha1_to_fault(void *state, const void *data, unsigned long size)
{
	unsigned long done = 0;

	/* one block more than there is */
	size += 64;
	__asm__ __volatile__("1:\t.byte 0xf3, 0x0f, 0xa6, 0xc8\n"
			     "2:\n"
			     _ASM_EXTABLE(1b, 2b)
			     : "+S" (data), "+D" (state), "+c" (size),
			       "+a" (done)
			     :
			     : "memory", "cc");
	return data;
}

/**
 * padlock_xsha256_to_fault - as padlock_xsha1_to_fault(), for SHA-256
 * @state: as in padlock_xsha256()
 * @data:  as in padlock_xsha1_to_fault()
 * @size:  as in padlock_xsha1_to_fault()
 */
static __always_inline const void *
padlock_xsha256_to_fault(void *state, const void *data, unsigned long size)
{
	unsigned long done = 0;

	size += 64;
	__asm__ __volatile__("1:\t.byte 0xf3, 0x0f, 0xa6, 0xd0\n"
			     "2:\n"
			     _ASM_EXTABLE(1b, 2b)
			     : "+S" (data), "+D" (state), "+c" (size),
			       "+a" (done)
			     :
			     : "memory", "cc");
	return data;
}

static inline bool padlock_alg_tested(const struct crypto_alg *alg)
{
	return READ_ONCE(alg->cra_flags) & CRYPTO_ALG_TESTED;
}

/* Wait for the test, at most a minute, and for its end to let go of @alg. */
static inline bool padlock_alg_held(const struct crypto_alg *alg)
{
	int ms;

	for (ms = 0; refcount_read(&alg->cra_refcnt) > 1; ms += 20) {
		if (ms >= (padlock_alg_tested(alg) ? 500 : 60000))
			return true;
		msleep(20);
	}
	return false;
}

/**
 * padlock_alg_passed - has the kernel not rejected an algorithm?
 * @alg: registered just now
 *
 * The kernel keeps one that failed its test, and as long as it is there lookups of
 * its plain name end in -ELIBBAD, when no other driver has been used yet: such a
 * volume would not even open in software. So the caller has to unregister it.
 *
 * Since v6.12 the test runs in the background; a lookup waits for it, unless there
 * is no memory for one. In FIPS mode the lookup may fail and the algorithm be good.
 * The test holds the algorithm, at the end of it a little longer than others wait;
 * what is held can't be unregistered, neither here nor when a later one fails to
 * register.
 *
 * Return: false if it failed; true if it passed, or is under test even now.
 */
static inline bool padlock_alg_passed(const struct crypto_alg *alg)
{
	crypto_has_alg(alg->cra_driver_name, alg->cra_flags & CRYPTO_ALG_TYPE_MASK,
		       CRYPTO_ALG_TYPE_MASK);
	if (padlock_alg_held(alg) || padlock_alg_tested(alg))
		return true;
	pr_err("%s fails the self-test of the kernel and is not used\n",
	       alg->cra_driver_name);
	return false;
}

/*
 * Kernel compatibility: the only place that knows of differences between
 * kernel versions. Kbuild probes the headers and sets PADLOCK_HAVE_*.
 */

#include <linux/string.h>

/*
 * What is written before it is read, in every request: exempt from
 * CONFIG_INIT_STACK_ALL_ZERO, since gcc 12.
 */
#if __has_attribute(__uninitialized__)
#define PADLOCK_UNINITIALIZED	__attribute__((__uninitialized__))
#else
#define PADLOCK_UNINITIALIZED
#endif

/*
 * PADLOCK_ON_RESUME - define @_name, which calls @_resume when the system wakes,
 * from padlock_register_resume() to padlock_unregister_resume(). Since v6.19 the
 * callback has an argument.
 */
#ifdef PADLOCK_HAVE_SYSCORE
#define PADLOCK_ON_RESUME(_name, _resume)				\
static void _name##_callback(void *data)				\
{									\
	_resume();							\
}									\
static const struct syscore_ops _name##_ops = {				\
	.resume = _name##_callback,					\
};									\
static struct syscore _name = { .ops = &_name##_ops }
#define padlock_register_resume		register_syscore
#define padlock_unregister_resume	unregister_syscore
#else
#define PADLOCK_ON_RESUME(_name, _resume)				\
static struct syscore_ops _name = { .resume = _resume }
#define padlock_register_resume		register_syscore_ops
#define padlock_unregister_resume	unregister_syscore_ops
#endif

/* since v5.11: crypto/sha.h was split */
#ifdef PADLOCK_HAVE_SHA2_H
#include <crypto/sha1.h>
#include <crypto/sha2.h>
#else
#include <crypto/sha.h>
#endif

/*
 * padlock_sha1_software, padlock_sha256_software - hash whole blocks without
 * the unit; since v6.17 the library works on a context, and exports no function
 * for bare blocks any more.
 */
#ifdef PADLOCK_HAVE_SHA1_CTX
static inline void padlock_sha1_software(u32 *state, const u8 *data,
					 unsigned int blocks)
{
	struct sha1_ctx ctx;

	sha1_init(&ctx);
	memcpy(ctx.state.h, state, sizeof(ctx.state.h));
	sha1_update(&ctx, data, (size_t)blocks * SHA1_BLOCK_SIZE);
	memcpy(state, ctx.state.h, sizeof(ctx.state.h));
	memzero_explicit(&ctx, sizeof(ctx));
}
#else
static inline void padlock_sha1_software(u32 *state, const u8 *data,
					 unsigned int blocks)
{
	u32 workspace[SHA1_WORKSPACE_WORDS];

	for (; blocks; blocks--, data += SHA1_BLOCK_SIZE)
		sha1_transform(state, data, workspace);
	memzero_explicit(workspace, sizeof(workspace));
}
#endif

#ifdef PADLOCK_HAVE_SHA256_CTX
static inline void padlock_sha256_software(u32 *state, const u8 *data,
					   unsigned int blocks)
{
	struct sha256_ctx ctx;

	sha256_init(&ctx);
	memcpy(ctx.ctx.state.h, state, sizeof(ctx.ctx.state.h));
	sha256_update(&ctx, data, (size_t)blocks * SHA256_BLOCK_SIZE);
	memcpy(state, ctx.ctx.state.h, sizeof(ctx.ctx.state.h));
	memzero_explicit(&ctx, sizeof(ctx));
}
#else
static inline void padlock_sha256_software(u32 *state, const u8 *data,
					   unsigned int blocks)
{
	struct sha256_state ctx;

	sha256_init(&ctx);
	memcpy(ctx.state, state, sizeof(ctx.state));
	for (; blocks; blocks--, data += SHA256_BLOCK_SIZE)
		sha256_update(&ctx, data, SHA256_BLOCK_SIZE);
	memcpy(state, ctx.state, sizeof(ctx.state));
	memzero_explicit(&ctx, sizeof(ctx));
}
#endif

/*
 * PADLOCK_SHA_EXPORT_TAIL: bytes behind the state, count and buffer of an
 * exported hash; since v6.16 one that tells how full the buffer is, while the
 * count is rounded down to whole blocks. hmac then needs *_core as well, which
 * leave out the buffer.
 */
#ifdef PADLOCK_HAVE_SHASH_EXPORT_CORE
#define PADLOCK_SHA_EXPORT_TAIL	1
#define PADLOCK_SHASH_CORE(_export, _import) \
	.export_core = (_export), .import_core = (_import),
#else
#define PADLOCK_SHA_EXPORT_TAIL	0
#define PADLOCK_SHASH_CORE(...)
#endif

#endif /* __KERNEL__ */

#endif /* PADLOCK_H */
