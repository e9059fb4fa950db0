// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: key material, control word, the key cache behind EFLAGS bit 30, and
 * interruption at block boundaries (padlock-isa.md sections 5, 6, 11).
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "isa.h"

/* What the checks of this file work on; on pages of its own, all touched, so
 * that no page fault comes between two instructions. */
static struct work {
	struct cw cw, cw2;
	u8 key[SCHEDULE], key2[SCHEDULE];
	u8 iv[BLOCK];
	u8 src[64 * BLOCK], dst[64 * BLOCK];
	u8 a[BLOCK], b[BLOCK];		/* the first block under key A and under key B */
	u8 key_a[32], key_b[32];
	u8 enc_a[SCHEDULE], enc_b[SCHEDULE];
} *w;

static void open_work(void)
{
	w = (struct work *)guarded(2);
	fill(w->src, sizeof(w->src), 21);
	fill(w->key_a, sizeof(w->key_a), 22);
	fill(w->key_b, sizeof(w->key_b), 23);
	ref_expand(w->enc_a, w->key_a, 128);
	ref_expand(w->enc_b, w->key_b, 128);
	ref_block(w->a, w->src, w->enc_a, 10, false);
	ref_block(w->b, w->src, w->enc_b, 10, false);
}

static void close_work(void)
{
	guarded_free((u8 *)w, 2);
}

static struct xc ecb(size_t n, unsigned long how)
{
	return (struct xc){ .mode = ECB, .cw = &w->cw, .key = w->key, .iv = w->iv, .src = w->src,
			    .dst = w->dst, .n = n, .how = how };
}

/* ---- group schedule ---- */

/* The unit computes from the bytes in memory, whatever they are (T15-T18). */
static void as_given(int rounds, bool decrypt)
{
	struct xc x = ecb(3, RUN_RELOAD);
	u8 want[3 * BLOCK], iv[BLOCK];

	fill(w->key, SCHEDULE, (u32)rounds);
	w->cw = (struct cw){ { (u32)rounds | CW_KEYGN | (decrypt ? CW_DECRYPT : 0) } };
	ref_xcrypt(ECB, want, w->src, 3, iv, w->key, rounds, decrypt);
	check(xcrypt(&x) == 0, "T15 %d rounds: no fault", rounds);
	check_mem(w->dst, want, sizeof(want), "T15 %d rounds, %scryption over the schedule as it stands",
		  rounds, decrypt ? "de" : "en");
}

static void ksize_does_not_expand(int bits)
{
	struct xc x = ecb(2, RUN_RELOAD);
	u8 sched[SCHEDULE], want[2 * BLOCK], first[2 * BLOCK], iv[BLOCK];

	w->cw = make_cw(bits, 0);
	memset(w->key, 0, SCHEDULE);
	memcpy(w->key, w->key_a, 32);
	ref_expand(sched, w->key_a, bits);
	ref_xcrypt(ECB, want, w->src, 2, iv, sched, rounds_of(bits), false);
	xcrypt(&x);
	memcpy(first, w->dst, sizeof(first));
	check(memcmp(first, want, sizeof(want)), "T16 KEYGN=0 with %d bits does not expand the key", bits);
	x = ecb(2, RUN_RELOAD);
	xcrypt(&x);
	check_mem(w->dst, first, sizeof(first), "T16 KEYGN=0 with %d bits gives the same garbage again", bits);
}

static void wrong_schedule(int bits)
{
	struct xc x = ecb(2, RUN_RELOAD);
	u8 want[2 * BLOCK], dec[SCHEDULE], right[2 * BLOCK], iv[BLOCK];

	ref_expand(w->key, w->key_a, bits);
	ref_invert(dec, w->key, rounds_of(bits));
	ref_xcrypt(ECB, right, w->src, 2, iv, dec, rounds_of(bits), true);
	ref_xcrypt(ECB, want, w->src, 2, iv, w->key, rounds_of(bits), true);
	w->cw = make_cw(bits, CW_KEYGN | CW_DECRYPT);
	xcrypt(&x);
	check(memcmp(w->dst, right, sizeof(right)),
	      "T17 decryption with the encryption schedule is wrong, %d bits", bits);
	check_mem(w->dst, want, sizeof(want),
		  "T17 it is the inverse network over the encryption schedule, %d bits", bits);
}

static void keygn_polarity(void)
{
	struct xc x = ecb(1, RUN_RELOAD);
	u8 want[BLOCK];

	memcpy(w->key, w->enc_a, SCHEDULE);
	w->cw = make_cw(128, 0);
	xcrypt(&x);
	check_mem(w->dst, w->a, BLOCK, "T18 KEYGN=0 takes the first 16 bytes as the raw key");
	memset(w->key, 0, SCHEDULE);
	memcpy(w->key, w->key_a, BLOCK);
	ref_block(want, w->src, w->key, 10, false);
	w->cw = make_cw(128, CW_KEYGN);
	x = ecb(1, RUN_RELOAD);
	xcrypt(&x);
	check_mem(w->dst, want, BLOCK, "T18 KEYGN=1 takes the raw key as a schedule");
}

/* Key material at the very end of a page (T14). */
static void key_at_page_end(int bits, size_t bytes, u32 keygn, bool fault)
{
	u8 *page = guarded(1), *key = page + PAGE - bytes;
	struct xc x = ecb(1, RUN_RELOAD);

	memcpy(key, w->enc_a, bytes);
	w->cw = make_cw(bits, keygn);
	x.key = key;
	check((xcrypt(&x) == SIGSEGV) == fault, "T14 %zu bytes of %s key before a guard page, %d bits: %s",
	      bytes, keygn ? "expanded" : "raw", bits, fault ? "fault" : "no fault");
	if (fault)
		check(trap.addr >= page + PAGE && trap.addr < page + PAGE + SCHEDULE,
		      "T14 the fault is in the guard page");
	guarded_free(page, 1);
}

static void zero_count(enum mode mode)
{
	u8 *none = guarded(0);
	struct xc x = { .mode = mode, .cw = (void *)none, .key = none, .iv = none, .src = none,
			.dst = none, .n = 0, .how = RUN_RELOAD };
	u64 before = counter(C_zero_count);

	/* guarded(0) is the second of two inaccessible pages */
	check(xcrypt(&x) == 0, "T25 %s with rCX=0 touches no memory", mode_name[mode]);
	check(x.regs.S == (unsigned long)none && x.regs.D == (unsigned long)none && !x.regs.c &&
	      x.regs.a == (unsigned long)none, "T25 %s with rCX=0 changes no register", mode_name[mode]);
	check(counter(C_zero_count) > before, "T25 %s with rCX=0 is counted", mode_name[mode]);
	guarded_free(none, 0);
}

void group_schedule(void)
{
	open_work();
	for (int rounds = 1; rounds <= 15; rounds++) {
		as_given(rounds, false);
		as_given(rounds, true);
	}
	ksize_does_not_expand(192);
	ksize_does_not_expand(256);
	for (int bits = 128; bits <= 256; bits += 64)
		wrong_schedule(bits);
	keygn_polarity();
	for (int bits = 128; bits <= 256; bits += 64) {
		key_at_page_end(bits, BLOCK * (size_t)(rounds_of(bits) + 1), CW_KEYGN, true);
		key_at_page_end(bits, SCHEDULE, CW_KEYGN, false);
	}
	key_at_page_end(128, BLOCK, 0, false);
	for (enum mode m = 0; m < MODES; m++)
		if (m != CTR || cfg.model->ctr)
			zero_count(m);
	close_work();
}

/* ---- group cache ---- */

/* How an attempt ended: with the cached key or control word, or with what is in
 * memory now, or with neither. */
enum outcome { STALE, FRESH, NEITHER };

static enum outcome outcome_of(const u8 *got, const u8 *stale, const u8 *fresh)
{
	if (!memcmp(got, stale, BLOCK))
		return STALE;
	return memcmp(got, fresh, BLOCK) ? NEITHER : FRESH;
}

/* With a kernel or an interrupt mode below, bit 30 may be cleared at any time: an
 * attempt may then see memory, but never anything else, and some attempt must
 * see the cache unless every block is interrupted. */
static void expect_stale(enum outcome (*attempt)(void), const char *name)
{
	unsigned int seen[3] = { 0 };

	for (int i = 0; i < 64; i++)
		seen[attempt()]++;
	check(!seen[NEITHER], "%s: never a third result", name);
	if (deterministic())
		check(seen[STALE] == 64, "%s (%u of 64)", name, seen[STALE]);
	else if (cfg.irq != IRQ_EVERY)
		check(seen[STALE] > 0, "%s (%u of 64)", name, seen[STALE]);
}

static void expect_fresh(enum outcome (*attempt)(void), const char *name)
{
	unsigned int seen[3] = { 0 };

	for (int i = 0; i < 64; i++)
		seen[attempt()]++;
	check(seen[FRESH] == 64, "%s (%u of 64)", name, seen[FRESH]);
}

/* Leaves key A in the unit, its control word and key in w->cw and w->key. */
static void load_a(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	w->cw = make_cw(128, 0);
	memcpy(w->key, w->key_a, BLOCK);
	xcrypt(&x);
}

static enum outcome again(struct xc *x)
{
	memset(w->dst, 0, BLOCK);
	xcrypt(x);
	return outcome_of(w->dst, w->a, w->b);
}

static enum outcome changed_key(void)
{
	struct xc x = ecb(1, 0);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
	return again(&x);
}

static enum outcome other_pointers(void)
{
	struct xc x = ecb(1, 0);

	load_a();
	memcpy(w->key2, w->key_b, BLOCK);
	w->cw2 = w->cw;
	x.key = w->key2;
	x.cw = &w->cw2;
	return again(&x);
}

static enum outcome popf_between(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
	return again(&x);
}

static enum outcome popf_of_set_bit(void)
{
	struct xc x = ecb(1, RUN_SETBIT);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
	return again(&x);
}

/* B is loaded while bit 30 is clear, and A's owner comes back believing that it
 * is still the last one. */
static enum outcome loaded_while_clear(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	load_a();
	x.key = w->key2;
	memcpy(w->key2, w->key_b, BLOCK);
	xcrypt(&x);
	x = ecb(1, 0);
	memset(w->dst, 0, BLOCK);
	xcrypt(&x);
	return outcome_of(w->dst, w->b, w->a);
}

static enum outcome code_between(const char *bytes, size_t len)
{
	struct regs r = { 0 };
	struct xc x = ecb(1, 0);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
	run(insn(bytes, len), &r);
	return again(&x);
}

/* What a voluntary switch on x86-64 is made of: calls, pushes, a new stack
 * pointer, jumps; and CPUID, CLD, arithmetic. */
static enum outcome no_eflags_write(void)
{
#ifdef __x86_64__
	static const char code[] =	/* push rbp; mov rbp,rsp; sub rsp,64; mov rsp,rbp; pop rbp */
		"\x55\x48\x89\xe5\x48\x83\xec\x40\x48\x89\xec\x5d"
#else
	static const char code[] =
		"\x55\x89\xe5\x83\xec\x40\x89\xec\x5d"
#endif
		"\xeb\x00"		/* jmp */
		"\xfc\xf9\xf8"		/* cld; stc; clc */
		"\x9c\x58"		/* pushf; pop rax */
		"\x31\xc0\x0f\xa2";	/* xor eax,eax; cpuid */

	return code_between(code, sizeof(code) - 1);
}

static enum outcome iret_between(void)
{
#ifdef __x86_64__
	/* mov rax,rsp; push ss; push rax; pushf; push cs; lea rcx,[rip+4]; push rcx; iretq; nop */
	static const char code[] =
		"\x48\x89\xe0\x8c\xd1\x51\x50\x9c\x8c\xc9\x51\x48\x8d\x0d\x03\x00\x00\x00\x51\x48\xcf";
#else
	/* pushf; push cs; call +0; add dword [esp],5; iret */
	static const char code[] = "\x9c\x0e\xe8\x00\x00\x00\x00\x83\x04\x24\x05\xcf";
#endif
	return code_between(code, sizeof(code) - 1);
}

static enum outcome fault_between(void)
{
	return code_between("\x0f\x0b", 2);	/* UD2; the handler skips it */
}

/* An instruction of the unit itself that faults before it starts. */
static enum outcome own_fault_between(void)
{
	struct xc x = ecb(1, 0);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
	x.src = (u8 *)w + 2 * PAGE;
	xcrypt(&x);
	x = ecb(1, 0);
	return again(&x);
}

static enum outcome syscall_between(void)
{
	struct regs r = { .a = SYS_getppid };
	struct xc x = ecb(1, 0);

	load_a();
	memcpy(w->key, w->key_b, BLOCK);
#ifdef __x86_64__
	run(INSN("\x0f\x05"), &r);
#else
	run(INSN("\xcd\x80"), &r);
#endif
	return again(&x);
}

static enum outcome changed_direction(void)
{
	struct xc x = ecb(1, 0);
	u8 dec[SCHEDULE], plain[BLOCK];

	load_a();
	w->cw = make_cw(128, CW_DECRYPT);
	ref_invert(dec, w->enc_a, 10);
	ref_block(plain, w->src, dec, 10, true);
	memset(w->dst, 0, BLOCK);
	xcrypt(&x);
	return outcome_of(w->dst, w->a, plain);
}

static enum outcome changed_size(void)
{
	struct xc x = ecb(1, 0);
	u8 want[BLOCK];

	load_a();
	ref_expand(w->key2, w->key_a, 256);
	w->cw2 = make_cw(256, CW_KEYGN);
	ref_block(want, w->src, w->key2, 14, false);
	x.key = w->key2;
	x.cw = &w->cw2;
	memset(w->dst, 0, BLOCK);
	xcrypt(&x);
	return outcome_of(w->dst, w->a, want);
}

/* C7: ALIGN comes from the cached control word too.  A fault is "fresh". */
static enum outcome cleared_align(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	w->cw = make_cw(128, CW_ALIGN);
	memcpy(w->key, w->key_a, BLOCK);
	xcrypt(&x);
	w->cw = make_cw(128, 0);
	x = ecb(1, 0);
	x.dst = w->dst + 1;
	if (xcrypt(&x) == SIGSEGV)
		return FRESH;
	return memcmp(w->dst + 1, w->a, BLOCK) ? NEITHER : STALE;
}

/* The memory at rBX and rDX is not looked at.  A fault is "fresh". */
static u8 *unmapped;

static enum outcome unmapped_key(void)
{
	struct xc x = ecb(1, 0);

	load_a();
	x.key = unmapped;
	x.cw = (void *)unmapped;
	memset(w->dst, 0, BLOCK);
	if (xcrypt(&x) == SIGSEGV)
		return FRESH;
	return memcmp(w->dst, w->a, BLOCK) ? NEITHER : STALE;
}

static enum outcome bit_after_xcrypt(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	w->cw = make_cw(128, 0);
	xcrypt(&x);
	return x.regs.flags_after & EFLAGS_KEY ? STALE : FRESH;
}

static enum outcome bit_before_xcrypt(void)
{
	struct xc x = ecb(1, RUN_RELOAD);

	load_a();
	xcrypt(&x);
	return x.regs.flags_before & EFLAGS_KEY ? STALE : FRESH;
}

static void mode_change(void)
{
	struct xc x = ecb(1, 0);
	u64 before = counter(C_mode_change), after;

	/* Hardware's answer is not known (padlock-isa.md 6); the unit reports it. */
	for (int i = 0; i < 64; i++) {
		load_a();
		x = ecb(1, 0);
		x.mode = OFB;
		xcrypt(&x);
	}
	after = counter(C_mode_change);
	if (cfg.irq != IRQ_EVERY)
		check(after - before >= (deterministic() ? 64 : 1), "T6 another mode on the cached key is counted");
}

static void stale_counters(void)
{
	u64 key = counter(C_stale_key), cw = counter(C_stale_cw);

	if (cfg.irq == IRQ_EVERY)
		return;
	for (int i = 0; i < 64; i++)
		changed_key();
	check(counter(C_stale_key) > key, "T1 use of a stale key is counted");
	for (int i = 0; i < 64; i++)
		changed_direction();
	check(counter(C_stale_cw) > cw, "T2 use of a stale control word is counted");
}

void group_cache(void)
{
	open_work();
	unmapped = guarded(0);
	expect_stale(bit_after_xcrypt, "T1 bit 30 is in the PUSHF image after XCRYPT");
	expect_fresh(bit_before_xcrypt, "T1 PUSHF; POPF clears bit 30");
	expect_stale(changed_key, "T1 a changed key in memory is not seen");
	expect_stale(other_pointers, "T1 other key and control word pointers are not seen");
	expect_stale(unmapped_key, "T1 key and control word memory are not touched while cached");
	expect_fresh(popf_between, "T1 PUSHF; POPF makes the key be read again");
	expect_fresh(popf_of_set_bit, "T1 POPF of an image with bit 30 set clears it as well");
	expect_fresh(iret_between, "T1 IRET makes the key be read again");
	expect_fresh(fault_between, "T1 an exception makes the key be read again");
	expect_fresh(own_fault_between, "T1 a page fault of XCRYPT makes the key be read again");
	expect_stale(changed_direction, "T2 a changed ENCDEC is not seen");
	expect_stale(changed_size, "T2 a changed key size is not seen");
	if (cfg.model->align == ALIGN_BY_CW)
		expect_stale(cleared_align, "T2 a changed ALIGN is not seen");
	expect_stale(no_eflags_write, "T3 calls, stack switches, CPUID and flag instructions keep the key");
	expect_stale(changed_key, "T4 a new key at the old address is not seen");
	expect_stale(loaded_while_clear, "T5 a key loaded while bit 30 was clear stays");
	mode_change();
	stale_counters();
#ifdef __x86_64__
	if (cfg.syscall_clears)
		expect_fresh(syscall_between, "T37 SYSCALL makes the key be read again");
	else
		expect_stale(syscall_between, "T37 SYSCALL keeps the key");
#else
	expect_fresh(syscall_between, "T37 INT 80h makes the key be read again (it returns by IRET)");
#endif
	guarded_free(unmapped, 0);
	close_work();
}

/* ---- group interrupt ---- */

/* The unit is interrupted between groups of blocks that it fetches together. */
static size_t groups_of(size_t n)
{
	size_t group = (size_t)fetch_group(ECB);

	return (n + group - 1) / group;
}

/* The key lies in the destination: a block that is processed after the key was
 * read again runs under the first block's ciphertext.  Returns how many did, or
 * -1 where a block is neither. */
static int key_in_destination(size_t n)
{
	struct xc x = ecb(n, RUN_RELOAD);
	u8 sched[SCHEDULE], want_new[BLOCK], want_old[BLOCK];
	int fresh = 0;

	w->cw = make_cw(128, 0);
	memcpy(w->dst, w->key_a, BLOCK);
	x.key = w->dst;
	xcrypt(&x);
	if (memcmp(w->dst, w->a, BLOCK))
		return -1;
	ref_expand(sched, w->a, 128);
	for (size_t i = 1; i < n; i++) {
		ref_block(want_old, w->src + BLOCK * i, w->enc_a, 10, false);
		ref_block(want_new, w->src + BLOCK * i, sched, 10, false);
		switch (outcome_of(w->dst + BLOCK * i, want_old, want_new)) {
		case STALE:
			if (fresh)
				return -1;	/* the old key cannot come back */
			break;
		case FRESH:
			fresh++;
			break;
		default:
			return -1;
		}
	}
	return fresh;
}

/* The first block becomes a control word that decrypts; what happens to the
 * first block of the next group? */
static enum outcome cw_in_destination(void)
{
	size_t group = (size_t)fetch_group(ECB);
	struct xc x = ecb(group + 1, RUN_RELOAD);
	struct cw dec_cw = make_cw(128, CW_DECRYPT), enc_cw = make_cw(128, 0);
	u8 dec[SCHEDULE], want_old[BLOCK], want_new[BLOCK], saved[BLOCK];

	memcpy(saved, w->src, BLOCK);
	ref_invert(dec, w->enc_a, 10);
	ref_block(w->src, (const u8 *)&dec_cw, dec, 10, true);
	ref_block(want_old, w->src + BLOCK * group, w->enc_a, 10, false);
	ref_block(want_new, w->src + BLOCK * group, dec, 10, true);
	memcpy(w->key, w->key_a, BLOCK);
	memcpy(w->dst, &enc_cw, BLOCK);
	x.cw = (void *)w->dst;
	xcrypt(&x);
	memcpy(w->src, saved, BLOCK);
	if (memcmp(w->dst, &dec_cw, BLOCK))
		return NEITHER;
	return outcome_of(w->dst + BLOCK * group, want_old, want_new);
}

static void check_reread(void)
{
	int fresh = 0, n = 0, later = 64 - fetch_group(ECB);
	enum outcome cw;

	for (int i = 0; i < 50 && n >= 0; i++) {
		n = key_in_destination(64);
		fresh += n;
	}
	check(n >= 0, "a key changed in mid-operation: every block has the old or the new key");
	if (cfg.irq == IRQ_EVERY)
		check(fresh == 50 * later, "every interruption makes the key be read again (%d of %d blocks)",
		      fresh, 50 * later);
	else if (cfg.irq == IRQ_RANDOM)
		check(fresh > 0, "random interruptions make the key be read again");
	else if (deterministic())
		check(fresh == 0, "without interruptions the key is read once (%d blocks differ)", fresh);
	cw = cw_in_destination();
	check(cw != NEITHER, "a control word changed in mid-operation: the old or the new one counts");
	if (cfg.irq == IRQ_EVERY)
		check(cw == FRESH, "an interruption makes the control word be read again");
	else if (deterministic())
		check(cw == STALE, "without interruptions the control word is read once");
}

static void check_interruptions(size_t n)
{
	u64 loads = counter(C_key_loads), left = counter(C_interruptions), back = counter(C_resumed);
	u64 begun = counter(C_xcrypt_ecb), groups = groups_of(n);
	struct xc x = ecb(n, RUN_RELOAD);

	w->cw = make_cw(128, 0);
	xcrypt(&x);
	loads = counter(C_key_loads) - loads;
	left = counter(C_interruptions) - left;
	back = counter(C_resumed) - back;
	begun = counter(C_xcrypt_ecb) - begun;
	if (cfg.machine)
		return;	/* the kernel may be using the unit too */
	check(begun == 1, "a resumed instruction is counted once (%u)", (unsigned int)begun);
	check(back == left, "%zu blocks are interrupted %u times and resumed %u times", n,
	      (unsigned int)left, (unsigned int)back);
	check(loads == left + 1, "%zu blocks interrupted %u times load the key %u times", n,
	      (unsigned int)left, (unsigned int)loads);
	if (cfg.irq == IRQ_EVERY)
		check(left == groups - 1, "%zu blocks are interrupted %u times, between groups", n,
		      (unsigned int)left);
	else if (cfg.irq == IRQ_NONE)
		check(left == 0, "%zu blocks are not interrupted (%u)", n, (unsigned int)left);
	else
		check(left < groups, "%zu blocks are interrupted %u times, between groups", n,
		      (unsigned int)left);
}

void group_interrupt(void)
{
	u64 left = counter(C_interruptions);

	open_work();
	check_reread();
	for (size_t n = 1; n <= 64; n += n / 4 + 1)
		check_interruptions(n);
	if (cfg.irq != IRQ_NONE)
		check(counter(C_interruptions) > left, "there were interruptions");
	close_work();
}
