// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "ring0": what only privileged code can see of the unit. It tests the
 * (emulated) hardware, not a driver; padlock-isa.md 3.2, 6 and 9.
 */
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <asm/asm.h>
#include <asm/desc_defs.h>
#include <asm/msr-index.h>
#include <asm/processor.h>
#include <asm/trapnr.h>

#include "ring0.h"
#include "test.h"
#include "unit.h"

#define MSR_VIA_FCR_ACE		BIT(28)
#define MSR_ZHAOXIN_ACE		0x1257
#define MSR_ZHAOXIN_ACE_ON	BIT(7)

#define EDX_ACE_ENABLED		BIT(7)
#define EDX_PHE_ENABLED		BIT(11)

#define RAN			-1	/* unit_xcrypt(): no exception */

u32 ring0_nm_count;

static const u8 key[16] = "a key of ring 0";

/* ---- registers; written without the kernel's pinning and its warnings ---- */

static int read_msr(u32 msr, u64 *value)
{
	u32 low = 0, high = 0, bad = 1;

	asm volatile("1:\trdmsr\n\t"
		     "movl $0, %[bad]\n"
		     "2:\n"
		     _ASM_EXTABLE(1b, 2b)
		     : "=&a" (low), "=&d" (high), [bad] "+m" (bad)
		     : "c" (msr));
	*value = (u64)high << 32 | low;
	return bad ? -EIO : 0;
}

static int write_msr(u32 msr, u64 value)
{
	u32 bad = 1;

	asm volatile("1:\twrmsr\n\t"
		     "movl $0, %[bad]\n"
		     "2:\n"
		     _ASM_EXTABLE(1b, 2b)
		     : [bad] "+m" (bad)
		     : "c" (msr), "a" ((u32)value), "d" ((u32)(value >> 32))
		     : "memory");
	return bad ? -EIO : 0;
}

static unsigned long read_cr4_raw(void)
{
	unsigned long value;

	asm volatile("mov %%cr4, %0" : "=r" (value));
	return value;
}

static void write_cr4_raw(unsigned long value)
{
	asm volatile("mov %0, %%cr4" : : "r" (value) : "memory");
}

static void set_task_switched(void)
{
	unsigned long cr0;

	asm volatile("mov %%cr0, %0" : "=r" (cr0));
	asm volatile("mov %0, %%cr0" : : "r" (cr0 | X86_CR0_TS) : "memory");
}

static void clear_task_switched(void)
{
	asm volatile("clts" : : : "memory");
}

static int try_unit(void)
{
	u8 block[16] = {};

	unit_reload();
	return unit_encrypt_block(key, block, block);
}

static void check_trap(int want, int got, const char *what)
{
	test_check(got == want, "%s: exception %d, not %d", what, got, want);
}

/* ---- enabling ---- */

static bool has_phe(void)
{
	return unit_features() & EDX_PHE_ENABLED;
}

static void check_msr(void)
{
	bool zhaoxin = boot_cpu_data.x86 >= 7;
	u32 msr = zhaoxin ? MSR_ZHAOXIN_ACE : MSR_VIA_FCR;
	u64 on = zhaoxin ? MSR_ZHAOXIN_ACE_ON : MSR_VIA_FCR_ACE;
	bool phe = has_phe();
	unsigned long flags;
	int rc, trap, sha_trap;
	u32 edx;
	u64 old;

	rc = read_msr(msr, &old);
	test_check(!rc && (old & on), "MSR 0x%x: rc %d, value 0x%llx", msr, rc,
		   old);
	if (rc)
		return;
	local_irq_save(flags);
	rc = write_msr(msr, old & ~on);
	edx = unit_features();
	trap = try_unit();
	sha_trap = phe ? unit_xsha1_block() : X86_TRAP_UD;
	rc = rc ?: write_msr(msr, old);
	local_irq_restore(flags);

	test_check(!rc, "MSR 0x%x cannot be written", msr);
	test_check(!(edx & EDX_ACE_ENABLED), "ACE still enabled: EDX 0x%x", edx);
	check_trap(X86_TRAP_UD, trap, "XCRYPT with the unit off by its MSR");
	if (!zhaoxin)	/* there the hash units have no switch */
		check_trap(X86_TRAP_UD, sha_trap,
			   "XSHA1 with the unit off by its MSR");
	test_check(unit_features() & EDX_ACE_ENABLED,
		   "ACE not enabled again: EDX 0x%x", unit_features());
	check_trap(RAN, try_unit(), "XCRYPT with the unit on again");
}

static void check_osfxsr(void)
{
	unsigned long flags, cr4;
	int trap;

	local_irq_save(flags);
	cr4 = read_cr4_raw();
	write_cr4_raw(cr4 & ~X86_CR4_OSFXSR);
	trap = try_unit();
	write_cr4_raw(cr4);
	local_irq_restore(flags);

	test_check(cr4 & X86_CR4_OSFXSR, "CR4.OSFXSR was off: 0x%lx", cr4);
	check_trap(X86_TRAP_UD, trap, "XCRYPT with CR4.OSFXSR off");
	check_trap(RAN, try_unit(), "XCRYPT with CR4.OSFXSR on again");
}

/* ---- CR0.TS ---- */

struct idt_pointer {
	u16 limit;
	unsigned long base;
} __packed;

static void point_gate_at(gate_desc *gate, unsigned long handler)
{
	gate->offset_low = handler;
	gate->offset_middle = handler >> 16;
#ifdef CONFIG_X86_64
	gate->offset_high = handler >> 32;
#endif
}

/* With a copy of the kernel's IDT in which #NM comes to us. */
static int run_with_ts(gate_desc *idt)
{
	struct idt_pointer old, new;
	unsigned long flags;
	int trap;

	local_irq_save(flags);
	asm volatile("sidt %0" : "=m" (old));
	memcpy(idt, (void *)old.base, min_t(size_t, old.limit + 1, PAGE_SIZE));
	point_gate_at(&idt[X86_TRAP_NM], (unsigned long)ring0_nm_handler);
	new.limit = old.limit;
	new.base = (unsigned long)idt;
	asm volatile("lidt %0" : : "m" (new));
	set_task_switched();
	trap = try_unit();
	clear_task_switched();
	asm volatile("lidt %0" : : "m" (old));
	local_irq_restore(flags);
	return trap;
}

static int check_task_switched(void)
{
	gate_desc *idt = (gate_desc *)__get_free_page(GFP_KERNEL | __GFP_ZERO);
	int trap;

	if (!idt)
		return -ENOMEM;
	ring0_nm_count = 0;
	trap = run_with_ts(idt);
	check_trap(RAN, trap, "XCRYPT again after #NM");
	test_check(ring0_nm_count == 1, "CR0.TS: %u times #NM, not once",
		   ring0_nm_count);
	free_page((unsigned long)idt);
	return 0;
}

/* ---- EFLAGS bit 30 ---- */

static void check_popf(void)
{
	unsigned long flags;
	bool after_xcrypt, after_popf;
	u8 block[16] = {};

	local_irq_save(flags);
	unit_reload();
	unit_encrypt_block(key, block, block);
	after_xcrypt = unit_key_loaded();
	unit_reload();
	after_popf = unit_key_loaded();
	local_irq_restore(flags);

	test_check(after_xcrypt, "EFLAGS bit 30 is clear after XCRYPT");
	test_check(!after_popf, "EFLAGS bit 30 survives POPF");
}

/* Nothing in the wait writes EFLAGS but the IRET of the timer interrupt. */
static void check_iret(void)
{
	unsigned long begin;
	bool before, after;
	u8 block[16] = {};

	preempt_disable();
	local_irq_disable();
	unit_reload();
	unit_encrypt_block(key, block, block);
	before = unit_key_loaded();
	local_irq_enable();
	begin = jiffies;
	while (jiffies - begin < 3)
		cpu_relax();
	after = unit_key_loaded();
	preempt_enable();

	test_check(before, "EFLAGS bit 30 is clear before the interrupt");
	test_check(!after, "EFLAGS bit 30 survives an interrupt");
}

/* ---- alignment ---- */

struct operands {
	u8 cw[32];
	u8 key[32];
	u8 iv[32];
	u8 in[160];
	u8 out[160];
} __aligned(16);

static int run_at(struct operands *o, enum unit_op op, unsigned int cw,
		  unsigned int k, unsigned int iv, unsigned int in,
		  unsigned int out)
{
	struct unit_regs r = {
		.src = o->in + in, .dst = o->out + out, .count = 1,
		.iv = o->iv + iv, .cw = o->cw + cw, .key = o->key + k,
	};

	memset(o, 0, sizeof(*o));
	o->cw[cw] = UNIT_CW_AES128;
	unit_reload();
	return unit_xcrypt(op, &r);
}

/* C3 wants aligned data always, C7 unless the control word says ALIGN. */
static bool data_must_be_aligned(void)
{
	return boot_cpu_data.x86 == 6 && boot_cpu_data.x86_model < 15;
}

static void check_alignment(struct operands *o)
{
	int data = data_must_be_aligned() ? X86_TRAP_GP : RAN;
	unsigned int by;

	check_trap(RAN, run_at(o, UNIT_CBC, 0, 0, 0, 0, 0), "all aligned");
	for (by = 1; by < 16; by++) {
		check_trap(X86_TRAP_GP, run_at(o, UNIT_CBC, by, 0, 0, 0, 0),
			   "misaligned control word");
		check_trap(X86_TRAP_GP, run_at(o, UNIT_CBC, 0, by, 0, 0, 0),
			   "misaligned key");
		check_trap(X86_TRAP_GP, run_at(o, UNIT_CBC, 0, 0, by, 0, 0),
			   "misaligned IV");
		check_trap(RAN, run_at(o, UNIT_ECB, 0, 0, by, 0, 0),
			   "ECB has no IV");
		check_trap(data, run_at(o, UNIT_ECB, 0, 0, 0, by, 0),
			   "misaligned source");
		check_trap(data, run_at(o, UNIT_ECB, 0, 0, 0, 0, by),
			   "misaligned destination");
	}
}

int suite_ring0(void)
{
	struct operands *o;
	int rc;

	if (!unit_present()) {
		pr_err("ring0: this CPU has no PadLock\n");
		return -ENODEV;
	}
	o = (void *)__get_free_page(GFP_KERNEL);	/* aligned, unlike a slab */
	if (!o)
		return -ENOMEM;
	check_msr();
	check_osfxsr();
	rc = check_task_switched();
	check_popf();
	check_iret();
	check_alignment(o);
	unit_reload();
	free_page((unsigned long)o);
	return rc;
}
