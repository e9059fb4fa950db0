/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * isa-test: what its parts share.
 *
 * The test does not use padlock.h on purpose: it must not repeat an error of
 * the driver's.  "T10" and the like are rows of padlock-isa.md section 17/18.
 */
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

#define PAGE 4096u
#define BLOCK 16u
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ---- the CPU and the configuration under test (isa-cpu.c) ---- */

enum align_rule {
	ALIGN_ALWAYS,	/* C3: data must be 16-byte aligned */
	ALIGN_BY_CW,	/* C7: unless the control word has ALIGN */
	ALIGN_FREE,	/* Nano and later */
};

struct model {
	const char *name;
	u32 sig;		/* CPUID 1 EAX */
	u32 max_leaf;		/* CPUID 0xC0000000 EAX */
	u32 units;		/* CPUID 0xC0000001 EDX, all units enabled */
	const char *brand;	/* part of the brand string */
	enum align_rule align;
	int group_ecb, group_cbc; /* blocks fetched at a time */
	bool ctr, phe, partial;	/* has the CTR opcode, the hash unit, rAX = -1 */
	bool phe2;		/* has XSHA384 and XSHA512 */
	bool zhaoxin;		/* rules of padlock-isa.md 12.5 */
	bool rng_switch;	/* MSR 0x110B enables the RNG */
	bool long_mode, sse2, aesni;
};

enum irq_mode { IRQ_NONE, IRQ_RANDOM, IRQ_EVERY };

struct config {
	const struct model *model;
	enum irq_mode irq;
	bool paranoid;		/* padlock-overread=paranoid */
	bool syscall_clears;
	bool ctr_erratum;
	bool disabled;
	bool fat_state;
	bool machine;		/* a kernel runs below: interrupts come at any time */
	bool exhaustive;
	bool verbose;
};

extern struct config cfg;
extern const struct model models[];
extern const size_t model_count;

void cpuid(u32 leaf, u32 sub, u32 out[4]);
const struct model *detect_model(void);

/* True when nothing but the program itself can clear bit 30. */
static inline bool deterministic(void)
{
	return cfg.irq == IRQ_NONE && !cfg.machine;
}

/* ---- counters of the emulated unit (isa-cpu.c) ---- */

#include "padlock-counters.h"

enum counter {
#define COUNTER_ENUM(name) C_##name,
	PADLOCK_COUNTERS(COUNTER_ENUM)
#undef COUNTER_ENUM
	C_COUNT
};

u64 counter(enum counter index);
bool have_counters(void);

/* ---- checks (isa-test.c) ---- */

/* One check; fmt is its name and begins with the trap row where there is one. */
bool check(bool ok, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The n bytes at got are those at want. */
bool check_mem(const void *got, const void *want, size_t n, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ---- running one instruction (isa-run.c) ---- */

#define EFLAGS_CF (1ul << 0)
#define EFLAGS_DF (1ul << 10)
#define EFLAGS_KEY (1ul << 30)	/* key and control word are loaded */
#define EFLAGS_ARITH 0x8d5ul	/* CF PF AF ZF SF OF */

/* What run() does around the instruction. */
#define RUN_RELOAD 1ul	/* PUSHF; POPF first */
#define RUN_DF 2ul	/* with the direction flag set */
#define RUN_SETBIT 4ul	/* PUSHF; POPF with bit 30 set in the popped image */

/* Registers of one run; the layout is known to the assembler in isa-run.c. */
struct regs {
	unsigned long a, b, c, d, S, D;
	unsigned long flags_before, flags_after;
	unsigned long how;	/* RUN_* */
	unsigned long code;
};

/* The latest fault of a run, with the registers at that time. */
struct trap {
	int sig;		/* 0: there was none */
	int code;		/* si_code */
	u8 *addr;		/* si_addr */
	unsigned long ip;	/* offset in the instruction */
	struct regs regs;
	int count;		/* faults in this run */
};

extern struct trap trap;

struct insn;
/* The instruction of these bytes, e.g. "\xf3\x0f\xa7\xc8". */
struct insn *insn(const char *bytes, size_t len);
#define INSN(str) insn(str, sizeof(str) - 1)

/* Runs it with r, which holds the registers afterwards.  Returns the signal
 * that ended it (trap says more), or 0.  A fault in a page given to allow_fault() is repaired and
 * the instruction goes on. */
int run(struct insn *in, struct regs *r);

/* Pages that the handler makes accessible when they fault, calling note with
 * the trap before that (may be NULL).  reset_faults() makes them accessible and
 * forgets them. */
void allow_fault(void *page, size_t len, void (*note)(const struct trap *t));
void reset_faults(void);

void install_handlers(void);

/* ---- memory (isa-run.c) ---- */

/* `pages` writable pages between two inaccessible ones, all touched. */
u8 *guarded(size_t pages);
void guarded_free(u8 *mem, size_t pages);
void protect(void *page, size_t len, int prot);

/* ---- XCRYPT (isa-run.c) ---- */

enum mode { ECB, CBC, CTR, CFB, OFB, MODES };
extern const char *const mode_name[MODES];
struct insn *xcrypt_insn(enum mode mode);

#define CW_ALIGN 0x020u
#define CW_KEYGN 0x080u
#define CW_DECRYPT 0x200u

struct cw {
	u32 word[4];
} __attribute__((aligned(16)));

/* Control word for that key size (128, 192, 256) and those CW_* bits. */
struct cw make_cw(int bits, u32 flags);

/* All that one XCRYPT needs; iv and key are the memory the unit works on. */
struct xc {
	enum mode mode;
	const struct cw *cw;
	const void *key;
	void *iv;
	const void *src;
	void *dst;
	size_t n;
	unsigned long how;
	struct regs regs;	/* after */
};

int xcrypt(struct xc *x);
/* How many blocks the unit fetches at a time in that mode. */
int fetch_group(enum mode mode);
/* Bytes read behind the last of n blocks. */
size_t overread(enum mode mode, size_t n);

/* ---- reference (isa-ref.c) ---- */

#define SCHEDULE 256	/* bytes that the unit reads, of which 16*(rounds+1) count */

static inline int rounds_of(int bits)
{
	return bits / 32 + 6;
}

void ref_init(void);
void ref_expand(u8 sched[SCHEDULE], const u8 *key, int bits);
void ref_invert(u8 dec[SCHEDULE], const u8 enc[SCHEDULE], int rounds);
/* The network over the round keys as they stand; decrypt is FIPS-197's
 * equivalent inverse cipher. */
void ref_block(u8 out[BLOCK], const u8 in[BLOCK], const u8 *sched, int rounds, bool decrypt);
/* CTR counts in the last 16 bits only, as the unit does.  iv is updated. */
void ref_xcrypt(enum mode mode, u8 *dst, const u8 *src, size_t n, u8 iv[BLOCK],
		const u8 *sched, int rounds, bool decrypt);

extern const u32 ref_sha1_iv[5], ref_sha256_iv[8];
void ref_sha1_blocks(u32 *state, const u8 *data, size_t blocks);
void ref_sha256_blocks(u32 *state, const u8 *data, size_t blocks);
extern const u64 ref_sha384_iv[8], ref_sha512_iv[8];
void ref_sha512_blocks(u64 *state, const u8 *data, size_t blocks);
/* Hashes the rest of a message: state covers the first `done` bytes. */
void ref_sha_finish(int sha, u32 *state, const u8 *data, size_t done, size_t total);

/* Reproducible bytes. */
void fill(void *mem, size_t n, u32 seed);

/* ---- groups ---- */

void group_cpuid(void);
void group_counters(void);
void group_xstore(void);
void group_encoding(void);
void group_vectors(void);
void group_bulk(void);
void group_iv(void);
void group_ctr(void);
void group_schedule(void);
void group_cache(void);
void group_interrupt(void);
void group_align(void);
void group_overread(void);
void group_restart(void);
void group_code(void);
void group_sha(void);
void group_shafault(void);
void group_sha512(void);

#endif
