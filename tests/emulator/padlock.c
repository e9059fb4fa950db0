/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VIA / Zhaoxin PadLock for QEMU TCG: RNG, ACE, ACE2, PHE and PHE2.
 *
 * "isa N" below is section N of the project's padlock-isa.md.  Not modelled,
 * #UD: PMM (Montgomery multiply), CCS (SM3, SM4), RNG2, RSA.
 *
 * The guest-visible contract: registers and memory change only for whole
 * spans of data whose pages were all probed before, so that at any moment an
 * exception or interruption leaves an instruction that can be restarted.
 */
#include "qemu/osdep.h"
#include "qemu/atomic.h"
#include "qemu/error-report.h"
#include "qemu/guest-random.h"
#include "qemu/thread.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "cpu.h"
#include "exec/cpu_ldst.h"
#include "exec/exec-all.h"
#ifndef CONFIG_USER_ONLY
#include "exec/ram_addr.h"
#include "sysemu/cpu-timers.h"
#endif
#include "exec/helper-proto.h"
#include "helper-tcg.h"
#include "padlock-counters.h"
#include "padlock-crypto.h"

#define EFLAGS_KEY_LOADED (1u << 30)            /* isa 6 */

/* Feature bits of CPUID 0xC0000001 EDX: exists; the next bit is "enabled" */
enum { CENTAUR_RNG = 2, CENTAUR_ACE = 6, CENTAUR_ACE2 = 8, CENTAUR_PHE = 10,
       CENTAUR_PMM = 12, CENTAUR_PHE2 = 25 };

enum { MSR_VIA_FCR = 0x1107, MSR_VIA_RNG = 0x110b, MSR_ZHAOXIN_ACE = 0x1257 };
#define VIA_FCR_ACE     (1ull << 28)
#define VIA_RNG_ENABLE  (1ull << 6)
#define ZHAOXIN_ACE_ACE (1ull << 7)
#define ZHAOXIN_ACE_RNG (1ull << 8)

/* isa 5.1 */
#define CW_ROUNDS(cw) ((cw) & 15)
#define CW_DGST       (1u << 4)
#define CW_ALIGN      (1u << 5)
#define CW_CIPHR      (1u << 6)
#define CW_KEYGN      (1u << 7)
#define CW_INTERM     (1u << 8)
#define CW_DECRYPT    (1u << 9)
#define CW_KSIZE(cw)  ((cw) >> 10 & 3)

enum { ECB = 1, CBC, CTR, CFB, OFB };           /* reg field of 0F A7 */
enum { SHA1 = 1, SHA256, SHA384, SHA512 };      /* reg field of 0F A6 */

typedef enum { C3, C7, NANO, ZHAOXIN } Generation;

typedef struct PadlockModel {
    uint32_t signature;         /* CPUID 1 EAX */
    Generation generation;
    uint32_t max_leaf;          /* CPUID 0xC0000000 EAX */
    uint32_t eax, ebx, edx;     /* CPUID 0xC0000001 */
    uint8_t ecb_group, cbc_group, ctr_group;    /* blocks per fetch, isa 10 */
    uint64_t fcr;               /* MSR 0x1107 as left by the firmware */
} PadlockModel;

/*
 * cpu-models.md 1b.  ACE2's enabled bit is 0 from Nano on, as in every dump.
 * The FCR value of Nano and later is the dumped one; of C3 and C7 none is
 * public, only the bit that matters is set.
 */
static const PadlockModel models[] = {
    { 0x00000698, C3, 0xc0000001, 0, 0, 0x000000dd, 2, 1, 2, VIA_FCR_ACE },
    { 0x000006d0, C7, 0xc0000003, 0, 1, 0x0000ffcc, 2, 1, 2, VIA_FCR_ACE },
    { 0x000006f2, NANO, 0xc0000004, 0x6f2, 0, 0x00070dcc, 8, 4, 2,
      0x0fc6037d3c34030e },
    { 0x000006f8, NANO, 0xc0000004, 0x6f8, 0, 0x1ec33dcc, 2, 1, 2,
      0x0fc6037d3c34030e },
    { 0x000006fe, NANO, 0xc0000004, 0x6fe, 0, 0x1ec33dcc, 2, 1, 2,
      0x0fc6037d3c34030e },
    { 0x000307b1, ZHAOXIN, 0xc0000004, 0x307b1, 0, 0x1ec33dfc, 2, 1, 2,
      0x0fc6037d3c34030e },
};

/* Cycles of one XCRYPT: start + blocks * (per_round * rounds + per_block) */
typedef struct CryptCost {
    uint8_t start, per_round, per_block;
} CryptCost;

/* The time model: what the unit takes, in cycles of the CPU */
typedef struct Costs {
    CryptCost crypt[OFB + 1];
    uint8_t key_raw, key_schedule;      /* a reload: raw key, schedule */
    uint8_t align_tenths;       /* tenths per block with ALIGN, aligned data */
    uint8_t misaligned_tenths;  /* ... and for misaligned data */
    uint8_t hash_start;
    uint16_t sha1_block, sha256_block, sha512_block;
} Costs;

/*
 * AES with 128 bits: fit to measurements of a C3 (isa 15.2: per block ECB 10.0,
 * CBC 21.9, OFB 44.9; fixed 107-122, 158-178, 168-178).  The fixed part is
 * divided into start and reload by guess [L]; PUSHF, POPF and the call are
 * instructions like others here.  More rounds: extrapolated, as is the reading of
 * a schedule, 30-60 cycles more than a raw key [L].  CTR: like ECB [L].
 */
#define C3_AES                                                          \
    .crypt = { [ECB] = { 55, 1, 0 }, [CBC] = { 105, 2, 2 },             \
               [CTR] = { 55, 1, 0 }, [CFB] = { 105, 2, 2 },             \
               [OFB] = { 113, 4, 5 } },                                 \
    .key_raw = 60, .key_schedule = 105

/*
 * The hash unit: slopes of a KX-7000 at 3.2 GHz between 4096 and 16384 bytes
 * (cpu-models.md 5d: SHA-1 0.92, SHA-256 1.10 ns a byte); the start is what 64
 * bytes take more than 16, less a block.  Other CPUs, and PHE2: no data [L].
 */
#define KX7000_SHA                                                      \
    .hash_start = 75, .sha1_block = 189, .sha256_block = 226,           \
    .sha512_block = 452

/*
 * isa 9: ALIGN halves the speed of C7, misaligned data cost 1.8 or 2.9 times
 * (their mean here); Nano takes them for nothing that anybody has measured.
 */
static const Costs costs[] = {
    [C3] = { C3_AES, .align_tenths = 10, .misaligned_tenths = 10 },
    [C7] = { C3_AES, .align_tenths = 20, .misaligned_tenths = 24, KX7000_SHA },
    [NANO] = { C3_AES, .align_tenths = 10, .misaligned_tenths = 10,
               KX7000_SHA },
    [ZHAOXIN] = { C3_AES, .align_tenths = 10, .misaligned_tenths = 10,
                  KX7000_SHA },
};

/* The unit's internal copy of key and control word, isa 6 */
typedef struct Key {
    uint32_t cw[4];
    uint8_t raw[256];           /* as read from memory; shows stale use */
    unsigned raw_len;           /* bytes of it that matter */
    int mode;                   /* of the instruction that loaded it */
    bool inverse_made;
    PadlockRoundKey forward[PADLOCK_MAX_ROUNDS + 1];
    PadlockRoundKey inverse[PADLOCK_MAX_ROUNDS + 1];
} Key;

enum { IRQ_NONE, IRQ_RANDOM, IRQ_EVERY };

/* Values of the properties; an index into Property.choices each */
typedef struct Config {
    int irq, paranoid, syscall_clears, ctr_erratum, disabled, fat_state;
    int reset_off;
    int defect;
} Config;

struct PadlockUnit {
    const PadlockModel *model;  /* NULL: this CPU has no PadLock */
    Config config;
    uint32_t irq_seed;
    uint64_t fcr, rng, zhaoxin_ace;     /* MSRs */
    Key *key, *spare;           /* loaded (or NULL), and room for the next */
    Key keys[2];
    uint32_t irq_random;        /* xorshift state */
    uint32_t irq_groups;        /* until the next random interruption */
};

/* One instruction on its way */
typedef struct Op {
    CPUX86State *env;
    struct PadlockUnit *u;
    uintptr_t ra;
    int mmu_idx;
    uint32_t insn;
    bool code64;
    target_ulong address_mask, src_base, es_base;
    bool resumed;               /* begun before, in this or another run */
    bool progress;              /* some data went through in this run */
} Op;

/* ---- counters ---- */

#define X(name) COUNTER_##name,
enum { PADLOCK_COUNTERS(X) COUNTER_COUNT };
#undef X
#define X(name) #name,
static const char *const counter_names[] = { PADLOCK_COUNTERS(X) };
#undef X
static uint64_t counters[COUNTER_COUNT];

#define COUNT(name, n) count(COUNTER_##name, n)

static void count(int counter, uint64_t n)
{
    __atomic_fetch_add(&counters[counter], n, __ATOMIC_RELAXED);
}

static pid_t stats_owner;

void padlock_exit(void)
{
    const char *path = getenv("PADLOCK_STATS");
    FILE *f;

    /* a forked child has its parent's counts in its own */
    if (!path || !*path || getpid() != stats_owner) {
        return;
    }
    f = fopen(path, "w");
    if (!f) {
        warn_report("padlock: cannot write the counters to %s: %s", path,
                    strerror(errno));
        return;
    }
    for (int i = 0; i < COUNTER_COUNT; i++) {
        fprintf(f, "%s\"%s\": %" PRIu64, i ? ",\n " : "{", counter_names[i],
                __atomic_load_n(&counters[i], __ATOMIC_RELAXED));
    }
    fprintf(f, "}\n");
    fclose(f);
}

/* ---- warnings ---- */

/* How often each (kind, pc) was seen, so that loops do not flood the log. */
static struct {
    int counter;
    target_ulong pc;
    uint64_t seen;
} warned[256];
static QemuMutex log_lock;

static bool is_power_of_ten(uint64_t n)
{
    while (n >= 10 && n % 10 == 0) {
        n /= 10;
    }
    return n == 1;
}

/* The caller holds log_lock.  A full table forgets by collision. */
static uint64_t times_seen(int counter, target_ulong pc)
{
    unsigned i = (counter * 31 + pc + (pc >> 8)) % ARRAY_SIZE(warned);

    if (warned[i].counter != counter || warned[i].pc != pc) {
        warned[i].counter = counter;
        warned[i].pc = pc;
        warned[i].seen = 0;
    }
    return ++warned[i].seen;
}

static void write_log(const char *line, size_t len)
{
    const char *path = getenv("PADLOCK_LOG");
    int fd = STDERR_FILENO;

    /*
     * Opened anew each time: in user-mode emulation the guest may close any
     * descriptor.
     */
    if (path && *path) {
        fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    }
    if (fd >= 0 && write(fd, line, len) < 0) {
        /* nobody left to tell */
    }
    if (fd > STDERR_FILENO) {
        close(fd);
    }
}

/* Count suspicious use and log it: times 1, 10, 100... at one address. */
static void G_GNUC_PRINTF(3, 4) suspicious(Op *op, int counter,
                                           const char *format, ...)
{
    CPUX86State *env = op->env;
    target_ulong pc = env->segs[R_CS].base + env->eip;
    char text[160], line[256];
    uint64_t seen;
    va_list ap;
    int len;

    count(counter, 1);
    COUNT(warnings, 1);
    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);

    qemu_mutex_lock(&log_lock);
    seen = times_seen(counter, pc);
    if (is_power_of_ten(seen)) {
        len = snprintf(line, sizeof(line),
                       "padlock: warning: cpu%d pc=0x" TARGET_FMT_lx " %s",
                       env_cpu(env)->cpu_index, pc, text);
        len += snprintf(line + len, sizeof(line) - len,
                        seen > 1 ? " (%" PRIu64 " times)\n" : "\n", seen);
        write_log(line, len);
    }
    qemu_mutex_unlock(&log_lock);
}

/* ---- instructions that were left before their end ---- */

/*
 * Only for the counters: tells an instruction that is taken up again from a
 * new one.  Shared by all CPUs, since a guest may continue it elsewhere.  A
 * full table forgets one, whose task may be dead anyway.
 */
static struct Unfinished {
    bool valid;
    uint32_t insn;
    target_ulong pc, count, source, dest;
} unfinished[64];
static unsigned unfinished_victim, unfinished_count;
static QemuMutex unfinished_lock;

static struct Unfinished describe(Op *op)
{
    CPUX86State *env = op->env;

    return (struct Unfinished) {
        true, op->insn, env->eip, env->regs[R_ECX], env->regs[R_ESI],
        env->regs[R_EDI]
    };
}

static void remember_unfinished(Op *op)
{
    size_t i = 0;

    qemu_mutex_lock(&unfinished_lock);
    while (i < ARRAY_SIZE(unfinished) && unfinished[i].valid) {
        i++;
    }
    if (i == ARRAY_SIZE(unfinished)) {
        i = unfinished_victim++ % ARRAY_SIZE(unfinished);
    } else {
        qatomic_set(&unfinished_count, unfinished_count + 1);
    }
    unfinished[i] = describe(op);
    qemu_mutex_unlock(&unfinished_lock);
}

static bool same_instruction(const struct Unfinished *a,
                             const struct Unfinished *b)
{
    return a->valid && a->insn == b->insn && a->pc == b->pc &&
           a->count == b->count && a->source == b->source && a->dest == b->dest;
}

static bool take_unfinished(Op *op)
{
    struct Unfinished self = describe(op);
    bool found = false;

    if (!qatomic_read(&unfinished_count)) {
        return false;
    }
    qemu_mutex_lock(&unfinished_lock);
    for (size_t i = 0; !found && i < ARRAY_SIZE(unfinished); i++) {
        if (same_instruction(&unfinished[i], &self)) {
            unfinished[i].valid = false;
            qatomic_set(&unfinished_count, unfinished_count - 1);
            found = true;
        }
    }
    qemu_mutex_unlock(&unfinished_lock);
    return found;
}

/* ---- time ---- */

static const Costs *costs_of(Op *op)
{
    return &costs[op->u->model->generation];
}

/*
 * @cycles of the unit pass.  With -icount time is the number of instructions
 * executed, so they count as so many: as executed from those left until the
 * next timer is due, or, where that is too few, on top of the budget; then the
 * CPU leaves its loop for the timer as soon as it can.
 */
static void spend(Op *op, uint64_t cycles)
{
    COUNT(cycles, cycles);
#ifndef CONFIG_USER_ONLY
    if (icount_enabled()) {
        CPUState *cs = env_cpu(op->env);
        uint64_t left = MIN(cycles, (uint64_t)cs->icount_extra);

        cs->icount_extra -= left;
        cs->icount_budget += cycles - left;
        if (left < cycles) {
            cpu_exit(cs);
        }
    }
#endif
}

/* ---- the watched range ---- */

static struct {
    uint64_t begin, end;
} watch;

static void set_watch(CPUX86State *env)
{
    uint64_t mask = env->hflags & HF_CS64_MASK ? UINT64_MAX : UINT32_MAX;
    uint64_t begin = env->regs[R_ESI] & mask;

    qatomic_set(&watch.begin, begin);
    qatomic_set(&watch.end, begin + (env->regs[R_EDI] & mask));
}

static void count_watched(target_ulong src, size_t bytes)
{
    uint64_t begin = MAX(src, qatomic_read(&watch.begin));
    uint64_t end = MIN(src + bytes, qatomic_read(&watch.end));

    COUNT(bytes_watched, begin < end ? end - begin : 0);
}

/* ---- leaving an instruction ---- */

static G_NORETURN void fault(Op *op, int exception, int counter)
{
    count(counter, 1);
    if (exception == EXCP0D_GPF) {
        raise_exception_err_ra(op->env, exception, 0, op->ra);
    }
    raise_exception_ra(op->env, exception, op->ra);
}

/*
 * Leave at a block boundary and execute the rest anew.  Pending interrupts
 * get in between; @forget: the key is lost as by an interrupt's IRET.
 */
static G_NORETURN void interrupt(Op *op, bool forget)
{
    CPUState *cs = env_cpu(op->env);

    COUNT(interruptions, 1);
    remember_unfinished(op);
    if (forget) {
        op->env->eflags &= ~EFLAGS_KEY_LOADED;
    }
    cs->exception_index = -1;
    cpu_loop_exit_restore(cs, op->ra);
}

static uint32_t next_random(struct PadlockUnit *u)
{
    u->irq_random ^= u->irq_random << 13;
    u->irq_random ^= u->irq_random >> 17;
    u->irq_random ^= u->irq_random << 5;
    return u->irq_random;
}

/* Groups of blocks that may be processed before the next interruption. */
static size_t groups_allowed(struct PadlockUnit *u)
{
    switch (u->config.irq) {
    case IRQ_EVERY:
        return 1;
    case IRQ_RANDOM:
        if (!u->irq_groups) {
            u->irq_groups = 1 + next_random(u) % 64;
        }
        return u->irq_groups;
    default:
        return SIZE_MAX;
    }
}

/* After @groups of them, with more to come: is it time for an interruption? */
static void maybe_interrupt(Op *op, size_t groups, bool more)
{
    struct PadlockUnit *u = op->u;
    bool due = u->config.irq == IRQ_EVERY;

    if (u->config.irq == IRQ_RANDOM) {
        u->irq_groups -= groups;
        due = !u->irq_groups;
    }
    if (more && due) {
        interrupt(op, true);
    }
    /* another thread wants this CPU: mostly an interrupt, whose IRET clears */
    if (more &&
        (int32_t)qatomic_read(&env_neg(op->env)->icount_decr.u32) < 0) {
        interrupt(op, false);
    }
}

/* ---- registers and memory ---- */

static target_ulong get_reg(Op *op, int reg)
{
    return op->env->regs[reg] & op->address_mask;
}

static void set_reg(Op *op, int reg, target_ulong value)
{
    target_ulong keep = op->address_mask == 0xffff ? ~op->address_mask : 0;

    op->env->regs[reg] = (op->env->regs[reg] & keep) |
                         (value & op->address_mask);
}

static target_ulong linear(Op *op, target_ulong base, target_ulong offset)
{
    target_ulong addr = base + (offset & op->address_mask);

    return op->code64 ? addr : (uint32_t)addr;
}

static target_ulong es_addr(Op *op, int reg)
{
    return linear(op, op->es_base, op->env->regs[reg]);
}

static size_t to_page_end(target_ulong addr)
{
    return TARGET_PAGE_SIZE - (addr & ~TARGET_PAGE_MASK);
}

/*
 * Look up @size bytes of one page without faulting.  QEMU's own probe drops
 * translated code only where the first byte is, so do that for all of them:
 * decrypting into a page that held code before is everyday work for dm-crypt.
 */
static int probe(Op *op, target_ulong addr, int size, MMUAccessType access,
                 void **host)
{
#ifdef CONFIG_USER_ONLY
    return probe_access_flags(op->env, addr, access, op->mmu_idx, true, host,
                              op->ra);
#else
    CPUTLBEntryFull *full;
    int flags = probe_access_full(op->env, addr, access, op->mmu_idx, true,
                                  host, &full, op->ra);

    if (!flags && access == MMU_DATA_STORE) {
        ram_addr_t ram = addr + full->xlat_section;

        if (!cpu_physical_memory_get_dirty_flag(ram, DIRTY_MEMORY_CODE)) {
            tb_invalidate_phys_range(ram, ram + size);
        }
    }
    return flags;
#endif
}

/*
 * Probe @size bytes of one page; #PF when they are not accessible.  Returns
 * where they are in the host, or NULL when only a byte-wise access will do
 * (MMIO, ROM).
 */
static void *touch(Op *op, target_ulong addr, int size, MMUAccessType access)
{
    void *host = NULL;
    int flags = probe(op, addr, size, access, &host);

    if (flags & TLB_INVALID_MASK) {
        COUNT(fault_pf, 1);
        COUNT(interruptions, op->progress);
        if (op->progress || op->resumed) {
            remember_unfinished(op);
        }
        /* returns only if another vCPU mapped the page in the meantime */
        probe_access(op->env, addr, size, access, op->mmu_idx, op->ra);
        return touch(op, addr, size, access);
    }
    return flags & TLB_MMIO ? NULL : host;
}

static void touch_range(Op *op, target_ulong addr, size_t size,
                        MMUAccessType access)
{
    while (size) {
        size_t piece = MIN(size, to_page_end(addr));

        touch(op, addr, piece, access);
        addr = linear(op, addr, piece);
        size -= piece;
    }
}

/* In user-mode emulation a page can vanish after it was probed. */
static void host_access_begin(Op *op)
{
#ifdef CONFIG_USER_ONLY
    set_helper_retaddr(op->ra);
#endif
}

static void host_access_end(void)
{
#ifdef CONFIG_USER_ONLY
    clear_helper_retaddr();
#endif
}

static void load(Op *op, target_ulong addr, void *buf, size_t size)
{
    if (size > to_page_end(addr)) {
        touch_range(op, addr, size, MMU_DATA_LOAD);
    }
    for (uint8_t *to = buf; size;) {
        size_t piece = MIN(size, to_page_end(addr));
        uint8_t *host = touch(op, addr, piece, MMU_DATA_LOAD);

        host_access_begin(op);
        if (host) {
            memcpy(to, host, piece);
        }
        host_access_end();
        for (size_t i = 0; !host && i < piece; i++) {
            to[i] = cpu_ldub_mmuidx_ra(op->env, addr + i, op->mmu_idx, op->ra);
        }
        to += piece;
        addr = linear(op, addr, piece);
        size -= piece;
    }
}

static void store(Op *op, target_ulong addr, const void *buf, size_t size)
{
    if (size > to_page_end(addr)) {
        touch_range(op, addr, size, MMU_DATA_STORE);
    }
    for (const uint8_t *from = buf; size;) {
        size_t piece = MIN(size, to_page_end(addr));
        uint8_t *host = touch(op, addr, piece, MMU_DATA_STORE);

        host_access_begin(op);
        if (host) {
            memcpy(host, from, piece);
        }
        host_access_end();
        for (size_t i = 0; !host && i < piece; i++) {
            cpu_stb_mmuidx_ra(op->env, addr + i, from[i], op->mmu_idx, op->ra);
        }
        from += piece;
        addr = linear(op, addr, piece);
        size -= piece;
    }
}

/* For diagnostics only: false when reading would fault or touch a device. */
static bool peek(Op *op, target_ulong addr, void *buf, size_t size)
{
    for (uint8_t *to = buf; size;) {
        size_t piece = MIN(size, to_page_end(addr));
        void *host;

        if (probe(op, addr, piece, MMU_DATA_LOAD, &host) &
            (TLB_INVALID_MASK | TLB_MMIO)) {
            return false;
        }
        host_access_begin(op);
        memcpy(to, host, piece);
        host_access_end();
        to += piece;
        addr = linear(op, addr, piece);
        size -= piece;
    }
    return true;
}

/* ---- XCRYPT: key and control word ---- */

static PadlockBlocksFn *aes_blocks;
static PadlockCbcFn *aes_cbc;

static bool key_cached(Op *op)
{
    return op->env->eflags & EFLAGS_KEY_LOADED && op->u->key;
}

static void check_control_word(Op *op, int mode, const uint32_t *cw)
{
    uint32_t ignored = op->u->model->generation == C3 ?
        CW_DGST | CW_ALIGN | CW_CIPHR : 0;      /* isa 5.1: absent on C3 */
    uint32_t word = cw[0] & ~ignored;
    const char *what =
        word & ~0xfffu || cw[1] || cw[2] || cw[3] ? "reserved bits set" :
        word & (CW_DGST | CW_CIPHR | CW_INTERM) ? "not plain AES" :
        CW_KSIZE(word) == 3 ? "key size 3" :
        CW_ROUNDS(word) != 10 + 2 * CW_KSIZE(word) ?
        "rounds for another key size" :
        !(word & CW_KEYGN) && CW_KSIZE(word) ?
        "hardware expansion of 192/256 bits" :
        word & CW_DECRYPT && (mode == CTR || mode == OFB) ?
        "decryption in CTR/OFB" :
        NULL;

    if (what && !op->resumed) {
        suspicious(op, COUNTER_bad_cw, "bad control word 0x%x: %s", cw[0],
                   what);
    }
}

/* Other algorithms and faulty expansion: wrong, but the same every time. */
static void scramble(Key *key)
{
    for (int i = 0; i < 256; i++) {
        key->forward[i / 16][i % 16] ^= 0xa5 + 7 * i + key->raw[(i * 5) & 31];
    }
}

/* Round keys from what was read and nothing else, isa 5.2 and T15-T18 */
static void make_schedule(Op *op, Key *key)
{
    uint32_t cw = key->cw[0];
    bool other_cipher = cw & (CW_DGST | CW_CIPHR | CW_INTERM);

    if (op->u->model->generation == C3) {
        other_cipher = cw & CW_INTERM;
    }
    key->inverse_made = false;
    if (cw & CW_KEYGN) {
        memcpy(key->forward, key->raw, sizeof(key->forward));
    } else {
        padlock_expand128(key->raw, key->forward);
    }
    if (other_cipher || (!(cw & CW_KEYGN) && CW_KSIZE(cw))) {
        scramble(key);
    }
}

/* Read control word and key; may fault.  The result is not in force yet. */
static Key *read_key(Op *op, int mode)
{
    static const uint8_t key_bytes[4] = { 16, 24, 32, 32 };
    Key *key = op->u->spare;
    uint32_t cw;
    size_t size;

    load(op, es_addr(op, R_EDX), key->cw, sizeof(key->cw));
    for (int i = 0; i < 4; i++) {
        key->cw[i] = le32_to_cpu(key->cw[i]);
    }
    cw = key->cw[0];
    /* isa 5.2: 16 round keys are read whatever the number of rounds */
    size = cw & CW_KEYGN ? 256 : key_bytes[CW_KSIZE(cw)];
    key->raw_len = cw & CW_KEYGN ? 16 * (CW_ROUNDS(cw) + 1) : size;
    memset(key->raw, 0, 32);
    load(op, es_addr(op, R_EBX), key->raw, size);
    key->mode = mode;
    make_schedule(op, key);
    return key;
}

/* Put a key that was read in force: swap it with the one before. */
static void adopt_key(Op *op, Key *key)
{
    struct PadlockUnit *u = op->u;

    if (key != u->key || !(op->env->eflags & EFLAGS_KEY_LOADED)) {
        u->spare = u->key ? u->key : &u->keys[key == &u->keys[0]];
        u->key = key;
        op->env->eflags |= EFLAGS_KEY_LOADED;
        COUNT(key_loads, 1);
        COUNT(key_expansions, !(key->cw[0] & CW_KEYGN));
        spend(op, key->cw[0] & CW_KEYGN ? costs_of(op)->key_schedule :
              costs_of(op)->key_raw);
    }
}

/* The key cache is used: would memory have given the same? T1, T2, T6 */
static void diagnose_cached(Op *op, int mode)
{
    Key *key = op->u->key;
    uint8_t now[256];
    uint32_t cw[4];

    COUNT(key_cached, 1);
    if (!peek(op, es_addr(op, R_EDX), cw, sizeof(cw))) {
        suspicious(op, COUNTER_stale_cw,
                   "stale control word used: memory at 0x" TARGET_FMT_lx
                   " is not readable", es_addr(op, R_EDX));
    } else if (le32_to_cpu(cw[0]) != key->cw[0]) {
        suspicious(op, COUNTER_stale_cw,
                   "stale control word used: 0x%x, memory has 0x%x",
                   key->cw[0], le32_to_cpu(cw[0]));
    }
    if (!peek(op, es_addr(op, R_EBX), now, key->raw_len) ||
        memcmp(now, key->raw, key->raw_len)) {
        suspicious(op, COUNTER_stale_key, "stale key used: memory at 0x"
                   TARGET_FMT_lx " has another", es_addr(op, R_EBX));
    }
    if (mode != key->mode) {
        suspicious(op, COUNTER_mode_change,
                   "mode changed from %d to %d on the cached key",
                   key->mode, mode);
    }
}

/* ---- XCRYPT: data ---- */

/* Does this mode run the inverse cipher under this control word?  isa 5.1 */
static bool runs_inverse(const Key *key, int mode)
{
    return key->cw[0] & CW_DECRYPT && mode != CFB;
}

static const PadlockRoundKey *schedule_of(Key *key, bool inverse)
{
    /* a schedule from memory is used as it stands, either way */
    if (!inverse || key->cw[0] & CW_KEYGN) {
        return key->forward;
    }
    if (!key->inverse_made) {
        padlock_invert(key->forward, CW_ROUNDS(key->cw[0]), key->inverse);
        key->inverse_made = true;
    }
    return key->inverse;
}

enum { BATCH = 32 };

/* CBC and CFB decryption: independent blocks, XORed with the ones before. */
static void unchain(const PadlockRoundKey *rk, unsigned rounds, bool cfb,
                    uint8_t *dst, const uint8_t *src, size_t n, uint8_t *iv)
{
    uint8_t in[(BATCH + 1) * PADLOCK_BLOCK], out[BATCH * PADLOCK_BLOCK];

    for (size_t k, size; n; n -= k, src += size, dst += size) {
        k = MIN(n, BATCH);
        size = k * PADLOCK_BLOCK;
        memcpy(in, iv, PADLOCK_BLOCK);
        memcpy(in + PADLOCK_BLOCK, src, size);
        memcpy(iv, in + size, PADLOCK_BLOCK);
        aes_blocks(rk, rounds, !cfb, out, cfb ? in : in + PADLOCK_BLOCK, k);
        padlock_xor(dst, out, cfb ? in + PADLOCK_BLOCK : in, size);
    }
}

/* isa 8: only the last 16 bits count, without a carry */
static void ctr(const PadlockRoundKey *rk, unsigned rounds, bool inverse,
                uint8_t *dst, const uint8_t *src, size_t n, uint8_t *iv)
{
    uint8_t stream[BATCH * PADLOCK_BLOCK];

    for (size_t k, size; n; n -= k, src += size, dst += size) {
        k = MIN(n, BATCH);
        size = k * PADLOCK_BLOCK;
        for (size_t i = 0; i < k; i++) {
            memcpy(stream + i * PADLOCK_BLOCK, iv, PADLOCK_BLOCK);
            stw_be_p(iv + 14, lduw_be_p(iv + 14) + 1);
        }
        aes_blocks(rk, rounds, inverse, stream, stream, k);
        padlock_xor(dst, stream, src, size);
    }
}

static void crypt_blocks(Key *key, int mode, uint8_t *dst, const uint8_t *src,
                         size_t n, uint8_t *iv)
{
    bool inverse = runs_inverse(key, mode);
    unsigned rounds = CW_ROUNDS(key->cw[0]);
    const PadlockRoundKey *rk = schedule_of(key, inverse);

    if (mode == ECB) {
        aes_blocks(rk, rounds, inverse, dst, src, n);
    } else if (mode == CTR) {
        ctr(rk, rounds, inverse, dst, src, n, iv);
    } else if (mode != OFB && key->cw[0] & CW_DECRYPT) {
        unchain(rk, rounds, mode == CFB, dst, src, n, iv);
    } else if (mode == CBC) {
        aes_cbc(rk, rounds, dst, src, n, iv);
    } else {
        for (; n; n--, src += PADLOCK_BLOCK, dst += PADLOCK_BLOCK) {
            aes_blocks(rk, rounds, inverse, iv, iv, 1);
            padlock_xor(dst, src, iv, PADLOCK_BLOCK);
            if (mode == CFB) {
                memcpy(iv, dst, PADLOCK_BLOCK);
            }
        }
    }
}

static size_t group_of(struct PadlockUnit *u, int mode)
{
    const PadlockModel *m = u->model;
    bool paranoid = u->config.paranoid;

    return mode == ECB ? (paranoid ? 8 : m->ecb_group) :
           mode == CBC ? (paranoid ? 4 : m->cbc_group) :
           mode == CTR ? m->ctr_group : 1;
}

static bool data_misaligned(Op *op)
{
    return (get_reg(op, R_ESI) | get_reg(op, R_EDI)) & 15;
}

static uint64_t crypt_cycles(Op *op, const Key *key, int mode, uint64_t blocks)
{
    const CryptCost *cost = &costs_of(op)->crypt[mode];
    uint64_t cycles = blocks * (cost->per_round * CW_ROUNDS(key->cw[0]) +
                                cost->per_block);

    if (key->cw[0] & CW_ALIGN) {
        cycles = cycles * (data_misaligned(op) ?
                           costs_of(op)->misaligned_tenths :
                           costs_of(op)->align_tenths) / 10;
    }
    return cycles;
}

/*
 * isa 7.  With a misaligned destination the chaining value goes to the IV
 * memory instead [L]: OpenSSL reads it back through rAX by an aligned move.
 */
static bool returns_pointer(Op *op, const Key *key, int mode)
{
    return (mode == CBC || mode == CFB) && !(key->cw[0] & CW_DECRYPT) &&
           !(get_reg(op, R_EDI) & 15);
}

/* @blocks went through: make registers, IV and key say so. */
static void commit(Op *op, Key *key, int mode, size_t blocks, const uint8_t *iv)
{
    size_t bytes = blocks * PADLOCK_BLOCK;

    if (mode != ECB && !returns_pointer(op, key, mode)) {
        store(op, es_addr(op, R_EAX), iv, PADLOCK_BLOCK);
    } else if (mode != ECB) {
        set_reg(op, R_EAX, get_reg(op, R_EDI) + bytes - PADLOCK_BLOCK);
    }
    adopt_key(op, key);
    count_watched(linear(op, op->src_base, op->env->regs[R_ESI]), bytes);
    spend(op, crypt_cycles(op, key, mode, blocks));
    set_reg(op, R_ESI, get_reg(op, R_ESI) + bytes);
    set_reg(op, R_EDI, get_reg(op, R_EDI) + bytes);
    set_reg(op, R_ECX, get_reg(op, R_ECX) - blocks);
    if (!op->progress && !op->resumed) {
        count(COUNTER_xcrypt_ecb + mode - ECB, 1);
        spend(op, costs_of(op)->crypt[mode].start);
    }
    op->progress = true;
    count(COUNTER_blocks_ecb + mode - ECB, blocks);
}

static void count_overread(target_ulong src, size_t used, size_t read)
{
    target_ulong last_used = src + used - 1, last_read = src + read - 1;

    COUNT(overread_bytes, read - used);
    COUNT(overread_pages, ((last_used ^ last_read) & TARGET_PAGE_MASK) != 0);
}

/* The part of the data that lies in one page of both: on host memory. */
static size_t span_direct(Op *op, Key *key, int mode, size_t groups,
                          size_t group_bytes, uint8_t *iv)
{
    target_ulong src = linear(op, op->src_base, op->env->regs[R_ESI]);
    target_ulong dst = es_addr(op, R_EDI);
    const uint8_t *from;
    uint8_t *to;

    groups = MIN(groups, to_page_end(src) / group_bytes);
    groups = MIN(groups, to_page_end(dst) / group_bytes);
    if (!groups) {
        return 0;
    }
    from = touch(op, src, groups * group_bytes, MMU_DATA_LOAD);
    to = touch(op, dst, groups * group_bytes, MMU_DATA_STORE);
    if (!from || !to) {
        return 0;
    }
    host_access_begin(op);
    crypt_blocks(key, mode, to, from, groups * group_bytes / PADLOCK_BLOCK, iv);
    host_access_end();
    return groups;
}

/* One group through a buffer: over pages, over the end, or on devices. */
static void span_buffered(Op *op, Key *key, int mode, size_t blocks,
                          size_t group_bytes, uint8_t *iv)
{
    target_ulong src = linear(op, op->src_base, op->env->regs[R_ESI]);
    target_ulong dst = es_addr(op, R_EDI);
    size_t bytes = blocks * PADLOCK_BLOCK;
    uint8_t buf[8 * PADLOCK_BLOCK];

    load(op, src, buf, group_bytes);
    touch_range(op, dst, bytes, MMU_DATA_STORE);
    crypt_blocks(key, mode, buf, buf, blocks, iv);
    store(op, dst, buf, bytes);
    if (bytes < group_bytes) {
        count_overread(src, bytes, group_bytes);
    }
}

static void corrupt(Op *op, target_ulong dst, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++) {
        target_ulong addr = linear(op, dst, i * PADLOCK_BLOCK);
        uint8_t byte;

        load(op, addr, &byte, 1);
        byte ^= 0x80;
        store(op, addr, &byte, 1);
    }
}

/* Process all blocks, a span at a time. */
static void run_blocks(Op *op, Key *key, int mode, uint8_t *iv)
{
    size_t group = group_of(op->u, mode), bytes = group * PADLOCK_BLOCK;
    bool wrong = (mode == CTR && op->u->config.ctr_erratum) ||
                 (op->u->config.defect && get_reg(op, R_ECX) > 16);

    for (target_ulong left; (left = get_reg(op, R_ECX));) {
        size_t groups = MIN(left / group, groups_allowed(op->u));
        target_ulong dst = es_addr(op, R_EDI);
        size_t blocks;

        groups = groups ? span_direct(op, key, mode, groups, bytes, iv) : 0;
        blocks = groups ? groups * group : MIN(left, group);
        if (!groups) {
            groups = 1;
            span_buffered(op, key, mode, blocks, bytes, iv);
        }
        if (wrong) {
            corrupt(op, dst, blocks);
        }
        commit(op, key, mode, blocks, iv);
        maybe_interrupt(op, groups, blocks < left);
    }
}

static void check_data_alignment(Op *op, const Key *key)
{
    Generation generation = op->u->model->generation;

    /* isa 9; what C7 does without ALIGN is not known, #GP was chosen there */
    if (data_misaligned(op) && (generation == C3 ||
                    (generation == C7 && !(key->cw[0] & CW_ALIGN)))) {
        fault(op, EXCP0D_GPF, COUNTER_fault_gp);
    }
}

static void check_overlap(Op *op)
{
    target_ulong src = linear(op, op->src_base, op->env->regs[R_ESI]);
    target_ulong distance = es_addr(op, R_EDI) - src;

    if (distance && distance / PADLOCK_BLOCK < get_reg(op, R_ECX)) {
        suspicious(op, COUNTER_overlap,
                   "destination overlaps the source from above by "
                   TARGET_FMT_ld " bytes", distance);
    }
}

static void xcrypt(Op *op, int mode)
{
    target_ulong pointers = op->env->regs[R_EDX] | op->env->regs[R_EBX] |
                            (mode == ECB ? 0 : op->env->regs[R_EAX]);
    uint8_t iv[PADLOCK_BLOCK];
    bool cached;
    Key *key;

    if (!get_reg(op, R_ECX)) {
        count(COUNTER_xcrypt_ecb + mode - ECB, 1);
        suspicious(op, COUNTER_zero_count, "XCRYPT of no blocks");
        return;
    }
    if (pointers & 15) {
        fault(op, EXCP0D_GPF, COUNTER_fault_gp);
    }
    cached = key_cached(op);
    key = cached ? op->u->key : read_key(op, mode);
    check_data_alignment(op, key);
    if (mode != ECB) {
        load(op, es_addr(op, R_EAX), iv, sizeof(iv));
        if (!returns_pointer(op, key, mode)) {
            touch(op, es_addr(op, R_EAX), sizeof(iv), MMU_DATA_STORE);
        }
    }
    if (!op->resumed) {
        check_overlap(op);
        if (cached) {
            diagnose_cached(op, mode);
        }
    }
    check_control_word(op, mode, key->cw);
    run_blocks(op, key, mode, iv);
}

/* ---- XSHA ---- */

typedef struct Hash {
    int which;
    bool blockwise;             /* rCX counts blocks, and there is no padding */
    union {
        uint32_t h[8];
        uint64_t h64[8];        /* PHE2 */
    };
} Hash;

static bool is_phe2(const Hash *hash)
{
    return hash->which >= SHA384;
}

static size_t hash_block(const Hash *hash)
{
    return is_phe2(hash) ? 128 : 64;
}

/* Bytes of the state that are read, isa 12.2 */
static size_t state_size(const Hash *hash)
{
    return hash->which == SHA1 ? 20 : is_phe2(hash) ? 64 : 32;
}

/* ... and written: Zhaoxin's XSHA1 writes more than it reads */
static size_t state_stored(Op *op, const Hash *hash)
{
    return op->u->config.fat_state ? 128 :
           hash->which == SHA1 && op->u->model->generation == ZHAOXIN ? 32 :
           state_size(hash);
}

static void compress(Op *op, Hash *hash, const uint8_t *data, size_t blocks)
{
    const Costs *cost = costs_of(op);

    if (hash->which == SHA1) {
        padlock_sha1_blocks(hash->h, data, blocks);
        spend(op, blocks * cost->sha1_block);
    } else if (hash->which == SHA256) {
        padlock_sha256_blocks(hash->h, data, blocks);
        spend(op, blocks * cost->sha256_block);
    } else {
        padlock_sha512_blocks(hash->h64, data, blocks);
        spend(op, blocks * cost->sha512_block);
    }
}

/* The state's words in memory are little-endian.  What follows is junk. */
static void store_state(Op *op, const Hash *hash)
{
    uint8_t out[128];

    for (size_t i = 0; i < sizeof(out); i += 4) {
        stl_le_p(out + i, 0x5ad0ba5e + i);
    }
    for (size_t i = 0; i < 8; i++) {
        if (is_phe2(hash)) {
            stq_le_p(out + 8 * i, hash->h64[i]);
        } else if (4 * i < state_size(hash)) {
            stl_le_p(out + 4 * i, hash->h[i]);
        }
    }
    store(op, es_addr(op, R_EDI), out, state_stored(op, hash));
}

static void load_state(Op *op, Hash *hash)
{
    uint8_t in[64];

    load(op, es_addr(op, R_EDI), in, state_size(hash));
    for (size_t i = 0; i < 8; i++) {
        if (is_phe2(hash)) {
            hash->h64[i] = ldq_le_p(in + 8 * i);
        } else if (4 * i < state_size(hash)) {
            hash->h[i] = ldl_le_p(in + 4 * i);
        }
    }
    touch_range(op, es_addr(op, R_EDI), state_stored(op, hash), MMU_DATA_STORE);
}

static void count_hash(Op *op, const Hash *hash, uint64_t begun, uint64_t bytes)
{
    static const struct { int begun, bytes; } of[] = {
        [SHA1] = { COUNTER_xsha1, COUNTER_bytes_sha1 },
        [SHA256] = { COUNTER_xsha256, COUNTER_bytes_sha256 },
        [SHA384] = { COUNTER_xsha512, COUNTER_bytes_sha512 },
        [SHA512] = { COUNTER_xsha512, COUNTER_bytes_sha512 },
    };

    count(of[hash->which].begun, begun);
    count(of[hash->which].bytes, bytes);
    spend(op, begun * costs_of(op)->hash_start);
}

/* @bytes of the message were hashed; @last: and the padding behind them. */
static void commit_hash(Op *op, const Hash *hash, size_t bytes, bool last)
{
    store_state(op, hash);
    count_watched(linear(op, op->src_base, op->env->regs[R_ESI]), bytes);
    set_reg(op, R_ESI, get_reg(op, R_ESI) + bytes);
    if (hash->blockwise) {
        set_reg(op, R_ECX, get_reg(op, R_ECX) - bytes / hash_block(hash));
    } else {
        set_reg(op, R_EAX, get_reg(op, R_EAX) + bytes);
    }
    if (last) {
        set_reg(op, R_ECX, 0);
    }
    count_hash(op, hash, !op->progress && !op->resumed, bytes);
    op->progress = true;
}

/* The whole blocks at rSI, as many as lie in one page, at least one. */
static size_t hash_span(Op *op, Hash *hash, target_ulong blocks)
{
    target_ulong src = linear(op, op->src_base, op->env->regs[R_ESI]);
    size_t n = MIN(blocks, to_page_end(src) / hash_block(hash));
    const uint8_t *from = n ?
        touch(op, src, n * hash_block(hash), MMU_DATA_LOAD) : NULL;
    uint8_t buf[128];

    if (from) {
        host_access_begin(op);
        compress(op, hash, from, n);
        host_access_end();
        return n;
    }
    load(op, src, buf, hash_block(hash));
    compress(op, hash, buf, 1);
    return 1;
}

/* Hash @blocks whole blocks; @more: the instruction has still more to do. */
static void hash_blocks(Op *op, Hash *hash, target_ulong blocks, bool more)
{
    while (blocks) {
        size_t n = hash_span(op, hash, MIN(blocks, groups_allowed(op->u)));

        blocks -= n;
        commit_hash(op, hash, n * hash_block(hash), false);
        maybe_interrupt(op, n, blocks || more);
    }
}

/* The last up to 64 bytes and the padding, never separated (isa 12.5). */
static void hash_end(Op *op, Hash *hash, size_t bytes, uint64_t total)
{
    target_ulong src = linear(op, op->src_base, op->env->regs[R_ESI]);
    size_t blocks = bytes < 56 ? 1 : 2;
    uint8_t buf[128];

    /* isa 12.4: even an empty message makes the unit look at rSI */
    load(op, src, buf, MAX(bytes, 1));
    memset(buf + bytes, 0, sizeof(buf) - bytes);
    buf[bytes] = 0x80;
    stq_be_p(buf + 64 * blocks - 8, total * 8);
    compress(op, hash, buf, blocks);
    commit_hash(op, hash, bytes, true);
}

/* Undefined register values: a wrong digest, the same every time. */
static void hash_garbage(Op *op, Hash *hash)
{
    suspicious(op, COUNTER_sha_misuse,
               "XSHA with rAX=0x" TARGET_FMT_lx " rCX=0x" TARGET_FMT_lx,
               get_reg(op, R_EAX), get_reg(op, R_ECX));
    for (size_t i = 0; i < 8; i++) {
        hash->h[i] = padlock_rol32(hash->h[i], 7) ^ 0xbadc0de5;
    }
    commit_hash(op, hash, 0, true);
}

/* isa 12.5: where nothing at all happens */
static bool hash_idle(Op *op, const Hash *hash)
{
    target_ulong done = get_reg(op, R_EAX), total = get_reg(op, R_ECX);
    bool zhaoxin = op->u->model->generation == ZHAOXIN;

    if (!total && (hash->blockwise || zhaoxin)) {
        suspicious(op, COUNTER_zero_count, "XSHA with rCX=0");
    } else if (!hash->blockwise && zhaoxin && done == total) {
        suspicious(op, COUNTER_sha_misuse, "XSHA with nothing remaining");
    } else {
        return false;
    }
    count_hash(op, hash, 1, 0);
    return true;
}

static void xsha(Op *op, int which)
{
    target_ulong done = get_reg(op, R_EAX), total = get_reg(op, R_ECX), whole;
    Hash hash = { .which = which };

    hash.blockwise = is_phe2(&hash) || (done == op->address_mask &&
                                        op->u->model->generation >= NANO);
    if (get_reg(op, R_EDI) & 15) {
        fault(op, EXCP0D_GPF, COUNTER_fault_gp);
    }
    if (hash_idle(op, &hash)) {
        return;
    }
    load_state(op, &hash);
    if (hash.blockwise) {
        hash_blocks(op, &hash, total, false);
    } else if (done % 64 || done > total) {
        hash_garbage(op, &hash);
    } else {
        whole = total > done ? (total - done - 1) / 64 : 0;
        hash_blocks(op, &hash, whole, true);
        hash_end(op, &hash, total - done - whole * 64, total);
    }
}

/* ---- XSTORE ---- */

/*
 * isa 13: EDX picks how many of 8 bytes are fresh; the store may be longer
 * than the count (with padlock-fat-state always 8 bytes).
 */
static size_t store_random(Op *op, size_t limit)
{
    static const uint8_t stored[4] = { 8, 4, 4, 1 };
    unsigned quality = op->env->regs[R_EDX] & 3;
    size_t n = MIN(limit, 8u >> quality);
    uint8_t buf[8];

    touch_range(op, es_addr(op, R_EDI), 8, MMU_DATA_STORE);
    qemu_guest_getrandom_nofail(buf, sizeof(buf));
    store(op, es_addr(op, R_EDI), buf,
          op->u->config.fat_state ? 8 : stored[quality]);
    set_reg(op, R_EDI, get_reg(op, R_EDI) + n);
    if (!op->progress && !op->resumed) {
        COUNT(xstore, 1);
    }
    op->progress = true;
    COUNT(bytes_xstore, n);
    return n;
}

static void xstore(Op *op, bool rep)
{
    size_t n = rep ? 0 : store_random(op, 8);

    while (rep && get_reg(op, R_ECX)) {
        groups_allowed(op->u);
        n = store_random(op, MIN(get_reg(op, R_ECX), 8));
        set_reg(op, R_ECX, get_reg(op, R_ECX) - n);
        maybe_interrupt(op, 1, get_reg(op, R_ECX));
    }
    /* byte count and "enabled"; no filter or bias bits */
    op->env->regs[R_EAX] = n | VIA_RNG_ENABLE;
}

/* ---- the instructions ---- */

static bool exists(struct PadlockUnit *u, int unit)
{
    return u->model && u->model->edx >> unit & 1;
}

/* isa 3.2; firmware can lock off only what has a switch */
static bool enabled(struct PadlockUnit *u, int unit)
{
    bool locked = u->config.disabled, zhaoxin;

    if (!exists(u, unit)) {
        return false;
    }
    zhaoxin = u->model->generation == ZHAOXIN;
    if (unit == CENTAUR_PHE2 ||
        (unit == CENTAUR_RNG && u->model->generation == NANO)) {
        return true;
    }
    if (unit == CENTAUR_RNG) {
        return !locked && (zhaoxin ? u->zhaoxin_ace & ZHAOXIN_ACE_RNG
                                   : u->rng & VIA_RNG_ENABLE);
    }
    return !locked && (zhaoxin ? u->zhaoxin_ace & ZHAOXIN_ACE_ACE
                               : u->fcr & VIA_FCR_ACE);
}

/* The unit that an encoding addresses, -1: none, isa 1 */
static int unit_of(uint32_t insn)
{
    unsigned modrm = insn & 0xff, function = modrm >> 3 & 7;
    unsigned prefixes = insn >> 9 & 0x1f;
    enum { REPZ = 1, REPNZ = 2, LOCK = 4, DATA = 8 };   /* as PREFIX_* */

    if (modrm < 0xc0 || modrm & 7 || prefixes & (REPNZ | LOCK | DATA)) {
        return -1;
    }
    if (insn & 0x100) {
        return function == 0 ? CENTAUR_RNG :
               !(prefixes & REPZ) || function > OFB ? -1 :
               function == CTR ? CENTAUR_ACE2 : CENTAUR_ACE;
    }
    return !(prefixes & REPZ) ? -1 :
           function == SHA1 || function == SHA256 ? CENTAUR_PHE :
           function == SHA384 || function == SHA512 ? CENTAUR_PHE2 : -1;
}

static Op decode(CPUX86State *env, uint32_t insn, uintptr_t ra)
{
    Op op = {
        .env = env,
        .u = env_archcpu(env)->padlock,
        .ra = ra,
        .mmu_idx = cpu_mmu_index(env, false),
        .insn = insn,
        .code64 = env->hflags & HF_CS64_MASK,
    };
    int override = (int)(insn >> 14 & 7) - 1, aflag = insn >> 18 & 3;

    op.address_mask = aflag == MO_16 ? 0xffff : aflag == MO_32 ? 0xffffffffu :
                      (target_ulong)-1;
    if (override < 0) {
        override = R_DS;
    }
    /* isa 1: only the source can be in another segment */
    if (!op.code64) {
        op.es_base = env->segs[R_ES].base;
        op.src_base = env->segs[override].base;
    } else if (override == R_FS || override == R_GS) {
        op.src_base = env->segs[override].base;
    }
    return op;
}

/* isa 3.2.  For Zhaoxin parts the rule on CR4.OSFXSR was once doubted [M]. */
static void check_usable(Op *op, int unit)
{
    CPUX86State *env = op->env;

    if (!op->u->model) {
        raise_exception_ra(env, EXCP06_ILLOP, op->ra);
    }
    if (unit < 0 || !enabled(op->u, unit) || !(env->cr[4] & CR4_OSFXSR_MASK)) {
        fault(op, EXCP06_ILLOP, COUNTER_fault_ud);
    }
    if (env->cr[0] & (CR0_TS_MASK | CR0_EM_MASK)) {
        fault(op, EXCP07_PREX, COUNTER_fault_nm);
    }
}

void helper_padlock(CPUX86State *env, uint32_t insn)
{
    Op op = decode(env, insn, GETPC());
    int unit = unit_of(insn), function = insn >> 3 & 7;

    check_usable(&op, unit);
    op.resumed = take_unfinished(&op);
    COUNT(resumed, op.resumed);
    if (unit == CENTAUR_RNG) {
        xstore(&op, insn >> 9 & 1);
    } else if (unit == CENTAUR_PHE || unit == CENTAUR_PHE2) {
        xsha(&op, function);
    } else {
        xcrypt(&op, function);
    }
}

/* ---- EFLAGS bit 30 ---- */

void padlock_eflags_written(CPUX86State *env)
{
    if (env->eflags & EFLAGS_KEY_LOADED) {
        env->eflags &= ~EFLAGS_KEY_LOADED;
        COUNT(popf_clears, 1);
    }
}

/* What hardware does here is not known (isa 6), so it is a property. */
void padlock_syscall(CPUX86State *env)
{
    if (env_archcpu(env)->padlock->config.syscall_clears) {
        env->eflags &= ~EFLAGS_KEY_LOADED;
    }
}

void padlock_syscall_eflags(CPUX86State *env, int eflags, int update_mask)
{
    uint32_t bit;

    padlock_syscall(env);
    bit = env->eflags & EFLAGS_KEY_LOADED;
    env->eflags &= ~EFLAGS_KEY_LOADED;
    cpu_load_eflags(env, eflags & ~EFLAGS_KEY_LOADED, update_mask);
    env->eflags |= bit;
}

void padlock_user_exception(CPUX86State *env, bool is_syscall)
{
    if (is_syscall) {
        padlock_syscall(env);
    } else {
        padlock_eflags_written(env);
    }
}

/* ---- CPUID and MSRs ---- */

static void counter_leaf(uint32_t index, uint32_t *eax, uint32_t *ebx,
                         uint32_t *ecx, uint32_t *edx)
{
    uint64_t value = index < COUNTER_COUNT ?
        __atomic_load_n(&counters[index], __ATOMIC_RELAXED) : 0;

    *eax = value;
    *edx = value >> 32;
    *ebx = COUNTER_COUNT;
    *ecx = 0;
}

static uint32_t feature_bits(struct PadlockUnit *u)
{
    static const int units[] = {
        CENTAUR_RNG, CENTAUR_ACE, CENTAUR_ACE2, CENTAUR_PHE, CENTAUR_PMM
    };
    uint32_t edx = u->model->edx;

    for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
        if (!enabled(u, units[i])) {
            edx &= ~(2u << units[i]);
        }
    }
    return edx;
}

void padlock_cpuid(CPUX86State *env, uint32_t *eax, uint32_t *ebx,
                   uint32_t *ecx, uint32_t *edx)
{
    uint32_t leaf = env->regs[R_EAX], index = env->regs[R_ECX];
    struct PadlockUnit *u = env_archcpu(env)->padlock;

    /*
     * Beyond the highest basic leaf QEMU answers with that leaf, as Intel does.
     * Here that must be zeros: glibc walks leaf 4 of a CentaurHauls CPU to its
     * end without asking whether it exists.
     */
    bool beyond = u->model && leaf > env->cpuid_level && leaf < 0x40000000;
    bool centaur = u->model && leaf >> 16 == 0xc000;

    if (!beyond && !centaur && leaf != PADLOCK_COUNTERS_LEAF &&
        leaf != PADLOCK_WATCH_LEAF) {
        return;
    }
    *eax = *ebx = *ecx = *edx = 0;
    if (!u->model || beyond) {
        return;
    }
    if (leaf == PADLOCK_COUNTERS_LEAF) {
        counter_leaf(index, eax, ebx, ecx, edx);
    } else if (leaf == PADLOCK_WATCH_LEAF) {
        set_watch(env);
    } else if (leaf == 0xc0000000) {
        *eax = u->model->max_leaf;
    } else if (leaf == 0xc0000001) {
        *eax = u->model->eax;
        *ebx = u->model->ebx;
        *edx = feature_bits(u);
    }
}

static uint64_t *find_msr(CPUX86State *env)
{
    struct PadlockUnit *u = env_archcpu(env)->padlock;
    Generation generation = u->model ? u->model->generation : C3;

    if (!u->model) {
        return NULL;
    }
    switch ((uint32_t)env->regs[R_ECX]) {
    case MSR_VIA_FCR:
        return &u->fcr;
    case MSR_VIA_RNG:
        return generation == C3 || generation == C7 ? &u->rng : NULL;
    case MSR_ZHAOXIN_ACE:
        return generation == ZHAOXIN ? &u->zhaoxin_ace : NULL;
    default:
        return NULL;
    }
}

uint64_t padlock_rdmsr(CPUX86State *env)
{
    uint64_t *msr = find_msr(env);

    return msr ? *msr : 0;
}

void padlock_wrmsr(CPUX86State *env, uint64_t val)
{
    uint64_t *msr = find_msr(env);

    if (msr) {
        *msr = val;
    }
}

/* ---- the CPU object ---- */

static const struct Property {
    const char *name, *help;
    size_t offset;
    const char *choices[4];
} properties[] = {
    { "padlock-irq", "interrupt the unit between fetch groups of blocks",
      offsetof(Config, irq), { "none", "random", "every" } },
    { "padlock-overread", "fetch groups of the model, or 8/4/2 blocks",
      offsetof(Config, paranoid), { "model", "paranoid" } },
    { "padlock-syscall-clears", "SYSCALL and its kin clear EFLAGS bit 30",
      offsetof(Config, syscall_clears), { "off", "on" } },
    { "padlock-ctr-erratum", "CTR gives wrong output",
      offsetof(Config, ctr_erratum), { "off", "on" } },
    { "padlock-disabled", "units exist, the firmware locked them off",
      offsetof(Config, disabled), { "off", "on" } },
    { "padlock-reset-off", "reset leaves the enable bits off",
      offsetof(Config, reset_off), { "off", "on" } },
    { "padlock-fat-state", "XSHA writes 128 bytes of state, XSTORE 8",
      offsetof(Config, fat_state), { "off", "on" } },
    { "padlock-defect", "wrong output of operations of more than 16 blocks",
      offsetof(Config, defect), { "none", "long" } },
};

static int *property_value(Object *obj, const struct Property *p)
{
    return (int *)((char *)&X86_CPU(obj)->padlock->config + p->offset);
}

static void get_property(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    const struct Property *p = opaque;
    char *text = g_strdup(p->choices[*property_value(obj, p)]);

    visit_type_str(v, name, &text, errp);
    g_free(text);
}

static void set_property(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    const struct Property *p = opaque;
    g_autofree char *text = NULL, *choices = NULL;

    if (!visit_type_str(v, name, &text, errp)) {
        return;
    }
    for (int i = 0; p->choices[i]; i++) {
        if (!strcmp(text, p->choices[i])) {
            *property_value(obj, p) = i;
            return;
        }
    }
    choices = g_strjoinv(", ", (char **)p->choices);
    error_setg(errp, "%s=%s: must be one of %s", name, text, choices);
}

static void free_unit(Object *obj, const char *name, void *opaque)
{
    g_free(X86_CPU(obj)->padlock);
    X86_CPU(obj)->padlock = NULL;
}

static void select_aes(void)
{
    const char *choice = getenv("PADLOCK_AES");
    bool host = padlock_host_has_aes();

    if (choice && !strcmp(choice, "portable")) {
        host = false;
    } else if (choice && *choice && strcmp(choice, "host")) {
        error_report("PADLOCK_AES must be host or portable, not '%s'", choice);
        exit(1);
    } else if (choice && *choice && !host) {
        error_report("PADLOCK_AES=host, but this host has no AES instructions");
        exit(1);
    }
    aes_blocks = host ? padlock_blocks_host : padlock_blocks_portable;
    aes_cbc = host ? padlock_cbc_host : padlock_cbc_portable;
}

static void init_once(void)
{
    static gsize done;

    if (g_once_init_enter(&done)) {
        qemu_mutex_init(&log_lock);
        qemu_mutex_init(&unfinished_lock);
        padlock_crypto_init();
        select_aes();
        stats_owner = getpid();
        atexit(padlock_exit);
        g_once_init_leave(&done, 1);
    }
}

void padlock_init(X86CPU *cpu)
{
    struct PadlockUnit *u = g_new0(struct PadlockUnit, 1);
    Object *obj = OBJECT(cpu);

    init_once();
    cpu->padlock = u;
    for (size_t i = 0; i < ARRAY_SIZE(properties); i++) {
        const struct Property *p = &properties[i];

        object_property_add(obj, p->name, "str", get_property, set_property,
                            i ? NULL : free_unit, (void *)p);
        object_property_set_description(obj, p->name, p->help);
    }
    object_property_add_uint32_ptr(obj, "padlock-irq-seed", &u->irq_seed,
                                   OBJ_PROP_FLAG_READWRITE);
}

void padlock_reset(X86CPU *cpu)
{
    struct PadlockUnit *u = cpu->padlock;
    CPUX86State *env = &cpu->env;

    u->model = NULL;
    for (size_t i = 0; i < ARRAY_SIZE(models); i++) {
        if (env->cpuid_version == models[i].signature &&
            env->cpuid_vendor1 == 0x746e6543) {         /* "Cent" */
            u->model = &models[i];
            u->fcr = models[i].fcr;
        }
    }
    u->rng = VIA_RNG_ENABLE;
    u->zhaoxin_ace = ZHAOXIN_ACE_ACE | ZHAOXIN_ACE_RNG;
    if (u->config.reset_off) {
        u->fcr &= ~VIA_FCR_ACE;
        u->rng = u->zhaoxin_ace = 0;
    }
    u->key = NULL;
    u->spare = &u->keys[0];
    /* never 0, the fixed point of the generator */
    u->irq_random = (u->irq_seed + CPU(cpu)->cpu_index * 0x9e3779b9u) | 1;
    u->irq_groups = 0;
}
