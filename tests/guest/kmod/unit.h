/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The PadLock unit by hand, as a program in user space would use it, plus the
 * counters of the emulated unit. Source: padlock-isa.md 1, 4, 5, 6.
 *
 * Deliberately independent of padlock.h, which the drivers under test use.
 */
#ifndef PADLOCK_TEST_UNIT_H
#define PADLOCK_TEST_UNIT_H

#include <linux/bits.h>
#include <linux/types.h>

enum unit_op {
	UNIT_ECB,
	UNIT_CBC,
	UNIT_CTR,
	UNIT_CFB,
	UNIT_OFB,
};

#define UNIT_CW_AES128		0x00a	/* 10 rounds, key expanded by the unit */
#define UNIT_CW_DECRYPT		0x200
#define UNIT_CW_ALIGN		0x020
#define UNIT_EFLAGS_LOADED	BIT(30)

/**
 * struct unit_regs - operands of one XCRYPT
 * @src: rSI
 * @dst: rDI
 * @count: rCX, in blocks of 16 bytes
 * @iv: rAX
 * @cw: rDX, control word of 16 bytes
 * @key: rBX, raw key or schedule
 */
struct unit_regs {
	const void *src;
	void *dst;
	unsigned long count;
	void *iv;
	const void *cw;
	const void *key;
};

/**
 * unit_xcrypt() - one REP XCRYPT without any key reload around it
 * @op: the mode
 * @r: operands; src, dst, count and iv are updated
 *
 * Return: -1 when it ran, else the vector of the exception (6 #UD, 13 #GP,
 * 14 #PF).
 */
int unit_xcrypt(enum unit_op op, struct unit_regs *r);

/**
 * unit_encrypt_block() - one block with a 128-bit key, ECB, no reload
 * @key: 16 bytes, any alignment
 * @in: 16 bytes, any alignment
 * @out: 16 bytes, any alignment
 *
 * Return: as unit_xcrypt().
 */
int unit_encrypt_block(const u8 *key, const u8 *in, u8 *out);

/**
 * unit_xsha1_block() - XSHA1 over one block in byte mode, for its trap only
 *
 * Return: as unit_xcrypt().
 */
int unit_xsha1_block(void);

/** unit_reload() - write EFLAGS: the next XCRYPT loads its key from memory */
static inline void unit_reload(void)
{
	asm volatile("pushf\n\tpopf" : : : "memory", "cc");
}

/** unit_key_loaded() - EFLAGS bit 30, read without a write to EFLAGS */
static inline bool unit_key_loaded(void)
{
	unsigned long flags;

	asm volatile("pushf\n\tpop %0" : "=r" (flags) : : "memory");
	return flags & UNIT_EFLAGS_LOADED;
}

/** unit_present() - ACE exists and is enabled on the boot CPU */
bool unit_present(void);

/** unit_features() - EDX of CPUID leaf 0xC0000001 on this CPU, 0 without it */
u32 unit_features(void);

/** unit_emulated() - the counters of the project's emulated unit are there */
bool unit_emulated(void);

/**
 * unit_overread_pages() - pages that fetches touched behind their data
 *
 * Return: sum over all CPUs since power-on, 0 without the emulator's counters.
 */
u64 unit_overread_pages(void);

/**
 * unit_stale_uses() - operations that ran on a stale key or control word
 *
 * Return: as unit_overread_pages().
 */
u64 unit_stale_uses(void);

#endif
