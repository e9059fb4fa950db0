/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PadLock unit for QEMU TCG: what the hook patch calls.
 *
 * Included at the end of target/i386/cpu.h, so a change here rebuilds all of
 * target/i386; the unit's own data are private to padlock.c for that reason.
 */
#ifndef TARGET_I386_PADLOCK_H
#define TARGET_I386_PADLOCK_H

/* CPU instance: allocate the unit and add the padlock-* properties. */
void padlock_init(X86CPU *cpu);

/* RESET and INIT: find the unit's model by CPUID signature, MSRs to defaults. */
void padlock_reset(X86CPU *cpu);

/* An EFLAGS write (POPF, IRET, task switch): the cached key is void. */
void padlock_eflags_written(CPUX86State *env);

/* SYSCALL, SYSRET, SYSENTER, SYSEXIT: void only with padlock-syscall-clears. */
void padlock_syscall(CPUX86State *env);

/* cpu_load_eflags() for SYSCALL and SYSRET. */
void padlock_syscall_eflags(CPUX86State *env, int eflags, int update_mask);

/* User-mode emulation: the guest left for the kernel, which returns by IRET. */
void padlock_user_exception(CPUX86State *env, bool is_syscall);

/* CPUID with the leaf in EAX and the index in ECX; changes the unit's leaves. */
void padlock_cpuid(CPUX86State *env, uint32_t *eax, uint32_t *ebx,
                   uint32_t *ecx, uint32_t *edx);

/* MSRs that QEMU does not know; 0 or no effect when the unit has none such. */
uint64_t padlock_rdmsr(CPUX86State *env);
void padlock_wrmsr(CPUX86State *env, uint64_t val);

/* The emulator is about to exit: write $PADLOCK_STATS.  Idempotent. */
void padlock_exit(void);

/*
 * Operand of helper_padlock: 0F opcode (0x1a6, 0x1a7), ModRM, the PREFIX_*
 * bits 0..4 of translate.c, segment override (R_* or -1), address size (MO_*).
 */
static inline uint32_t padlock_insn(int opcode, int modrm, int prefixes,
                                    int override, int aflag)
{
    return (opcode & 1) << 8 | (modrm & 0xff) | (prefixes & 0x1f) << 9 |
           (override + 1) << 14 | aflag << 18;
}

#endif
