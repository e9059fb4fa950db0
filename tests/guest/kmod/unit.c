// SPDX-License-Identifier: GPL-2.0-only
/*
 * Raw use of the PadLock unit and of the emulator's counters.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/asm.h>
#include <asm/cpufeature.h>
#include <asm/processor.h>

#include "padlock-counters.h"
#include "unit.h"

#define CPUID_CENTAUR		0xc0000000
#define CPUID_CENTAUR_FEATURES	0xc0000001
#define CPUID_COUNTERS		PADLOCK_COUNTERS_LEAF	/* emulated unit only */

#define COUNTER_ENUM(name)	COUNTER_##name,
enum { PADLOCK_COUNTERS(COUNTER_ENUM) COUNTER_TOTAL };

#define GROUP_HASH	0xa6	/* second byte of the opcode */
#define GROUP_CRYPT	0xa7

/*
 * REP 0F @group @modrm. The exception table delivers the vector in EAX; -1
 * stays when the instruction ran to its end.
 */
static __always_inline int insn(const u8 group, const u8 modrm,
				struct unit_regs *r)
{
	int trap = -1;

	asm volatile("1:\t.byte 0xf3, 0x0f, %c[group], %c[modrm]\n\t"
		     "jmp 3f\n"
		     "2:\tmovl %%eax, %[trap]\n"
		     "3:\n"
		     _ASM_EXTABLE_FAULT(1b, 2b)
		     : [trap] "+m" (trap), "+S" (r->src), "+D" (r->dst),
		       "+c" (r->count), "+a" (r->iv)
		     : "d" (r->cw), "b" (r->key), [group] "i" (group),
		       [modrm] "i" (modrm)
		     : "memory", "cc");
	return trap;
}

int unit_xcrypt(enum unit_op op, struct unit_regs *r)
{
	switch (op) {
	case UNIT_ECB:
		return insn(GROUP_CRYPT, 0xc8, r);
	case UNIT_CBC:
		return insn(GROUP_CRYPT, 0xd0, r);
	case UNIT_CTR:
		return insn(GROUP_CRYPT, 0xd8, r);
	case UNIT_CFB:
		return insn(GROUP_CRYPT, 0xe0, r);
	default:
		return insn(GROUP_CRYPT, 0xe8, r);	/* UNIT_OFB */
	}
}

/*
 * One scratch area for the whole module would need a lock; the stack is only
 * 4-byte aligned on i386, hence the alignment by hand. ECB fetches up to eight
 * blocks (padlock-isa.md 10), so the source has eight.
 */
struct unit_scratch {
	u8 cw[16];
	u8 key[16];
	u8 out[16];
	u8 in[8 * 16];
};

int unit_encrypt_block(const u8 *key, const u8 *in, u8 *out)
{
	u8 raw[sizeof(struct unit_scratch) + 15] = {};
	struct unit_scratch *s = PTR_ALIGN((void *)raw, 16);
	struct unit_regs r = {
		.src = s->in, .dst = s->out, .count = 1, .iv = s->in,
		.cw = s->cw, .key = s->key,
	};
	int trap;

	s->cw[0] = UNIT_CW_AES128;
	memcpy(s->key, key, 16);
	memcpy(s->in, in, 16);
	trap = unit_xcrypt(UNIT_ECB, &r);
	memcpy(out, s->out, 16);
	return trap;
}

int unit_xsha(bool sha256, struct unit_regs *r)
{
	return sha256 ? insn(GROUP_HASH, 0xd0, r) : insn(GROUP_HASH, 0xc8, r);
}

int unit_xsha1_block(void)
{
	u8 raw[256 + 15] = {};
	u8 *state = PTR_ALIGN((u8 *)raw, 16);
	struct unit_regs r = {
		.src = state + 128, .dst = state, .count = 64, .iv = NULL,
	};

	return unit_xsha(false, &r);
}

/* By hand: the kernel's own functions moved and changed over the versions. */
struct cpuid_out {
	u32 eax, ebx, ecx, edx;
};

static struct cpuid_out ask_cpuid(u32 leaf, u32 subleaf)
{
	struct cpuid_out r;

	asm volatile("cpuid"
		     : "=a" (r.eax), "=b" (r.ebx), "=c" (r.ecx), "=d" (r.edx)
		     : "0" (leaf), "2" (subleaf));
	return r;
}

u32 unit_features(void)
{
	if (ask_cpuid(CPUID_CENTAUR, 0).eax < CPUID_CENTAUR_FEATURES)
		return 0;
	return ask_cpuid(CPUID_CENTAUR_FEATURES, 0).edx;
}

bool unit_present(void)
{
	return boot_cpu_has(X86_FEATURE_XCRYPT) &&
	       boot_cpu_has(X86_FEATURE_XCRYPT_EN);
}

bool unit_emulated(void)
{
	static unsigned int total;

	if (!total && unit_present() && boot_cpu_has(X86_FEATURE_HYPERVISOR))
		total = ask_cpuid(CPUID_COUNTERS, 0).ebx;
	return total == COUNTER_TOTAL;
}

static u64 counter(unsigned int index)
{
	struct cpuid_out r;

	if (!unit_emulated())
		return 0;
	r = ask_cpuid(CPUID_COUNTERS, index);
	return (u64)r.edx << 32 | r.eax;
}

u64 unit_overread_pages(void)
{
	return counter(COUNTER_overread_pages);
}

u64 unit_stale_uses(void)
{
	return counter(COUNTER_stale_key) + counter(COUNTER_stale_cw);
}

void unit_counts(struct unit_counts *c)
{
	c->operations = counter(COUNTER_xcrypt_ecb) +
			counter(COUNTER_xcrypt_cbc) +
			counter(COUNTER_xcrypt_ctr) +
			counter(COUNTER_xsha1) + counter(COUNTER_xsha256);
	c->key_loads = counter(COUNTER_key_loads);
	c->cycles = counter(COUNTER_cycles);
	c->watched = counter(COUNTER_bytes_watched);
}

void unit_counts_subtract(struct unit_counts *c, const struct unit_counts *from)
{
	c->operations -= from->operations;
	c->key_loads -= from->key_loads;
	c->cycles -= from->cycles;
	c->watched -= from->watched;
}

void unit_watch(const void *data, size_t len)
{
	u32 eax = PADLOCK_WATCH_LEAF, ebx, ecx = 0, edx;

	asm volatile("cpuid"
		     : "+a" (eax), "=b" (ebx), "+c" (ecx), "=d" (edx)
		     : "S" (data), "D" (len));
}
