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
#define UNIT_CW_AES256		0x88e	/* 14 rounds, schedule in memory */
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
 * unit_xsha() - one REP XSHA1 or XSHA256 over a whole message
 * @sha256: which of the two
 * @r: dst is the state (16-byte aligned, 128 bytes), src the data, count their
 *     bytes, iv (rAX) the bytes hashed already; all are updated
 *
 * Return: as unit_xcrypt().
 */
int unit_xsha(bool sha256, struct unit_regs *r);

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

/**
 * struct unit_counts - work of the emulated unit, summed over all CPUs
 * @operations: REP XCRYPT and REP XSHA instructions begun
 * @key_loads: times that key and control word were read from memory
 * @cycles: modelled cycles, see the table in tests/emulator/padlock.c
 * @watched: bytes of data that the unit read in the range of unit_watch()
 */
struct unit_counts {
	u64 operations, key_loads, cycles, watched;
};

/** unit_counts() - read the counters; zeros without the emulator's */
void unit_counts(struct unit_counts *c);

/** unit_counts_subtract() - what was counted since @from */
void unit_counts_subtract(struct unit_counts *c,
			  const struct unit_counts *from);

/**
 * unit_watch() - set the one range of memory whose reading is counted
 * @data: kernel address
 * @len: bytes, 0 for no range
 *
 * Only on the emulated unit, see unit_emulated().
 */
void unit_watch(const void *data, size_t len);

#endif
