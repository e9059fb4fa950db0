// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: encodings, alignment, over-read, and page faults in the middle of an
 * operation (padlock-isa.md sections 1, 9, 10, 11).
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "isa.h"

static u8 raw_key[32] __attribute__((aligned(16)));
static u8 enc_key[SCHEDULE] __attribute__((aligned(16)));
static u8 dec_key[SCHEDULE] __attribute__((aligned(16)));
static u8 iv_mem[BLOCK] __attribute__((aligned(16)));
static struct cw cw_mem;

static void open_keys(void)
{
	fill(raw_key, sizeof(raw_key), 31);
	ref_expand(enc_key, raw_key, 128);
	ref_invert(dec_key, enc_key, 10);
}

/* An operation with the raw 128-bit key, which serves every mode and direction. */
static struct xc op(enum mode mode, bool decrypt, const u8 *src, u8 *dst, size_t n)
{
	bool flag = decrypt && mode != OFB && mode != CTR;

	cw_mem = make_cw(128, flag ? CW_DECRYPT : 0);
	fill(iv_mem, BLOCK, 32);
	return (struct xc){ .mode = mode, .cw = &cw_mem, .key = raw_key, .iv = iv_mem, .src = src,
			    .dst = dst, .n = n, .how = RUN_RELOAD };
}

/* The result of op(); next becomes the next IV. */
static void expected(enum mode mode, bool decrypt, u8 *want, const u8 *src, size_t n, u8 *next)
{
	fill(next, BLOCK, 32);
	ref_xcrypt(mode, want, src, n, next, decrypt && (mode == ECB || mode == CBC) ? dec_key : enc_key,
		   10, decrypt);
}

static bool usable(enum mode mode)
{
	return mode != CTR || (cfg.model->ctr && !cfg.ctr_erratum);
}

/* ---- group encoding ---- */

static struct xc one_block(void)
{
	static u8 src[8 * BLOCK] __attribute__((aligned(16))), dst[8 * BLOCK] __attribute__((aligned(16)));

	return op(ECB, false, src, dst, 1);
}

static int run_bytes(const char *bytes, size_t len)
{
	struct xc x = one_block();
	struct regs r = { .a = (unsigned long)x.iv, .b = (unsigned long)x.key, .c = 1,
			  .d = (unsigned long)x.cw, .S = (unsigned long)x.src,
			  .D = (unsigned long)x.dst, .how = RUN_RELOAD };

	return run(insn(bytes, len), &r);
}

static void expect_ud(const char *row, const char *bytes, size_t len)
{
	char hex[3 * 8 + 1] = "";

	for (size_t i = 0; i < len && i < 8; i++) {
		static const char digit[] = "0123456789abcdef";

		hex[3 * i] = digit[(u8)bytes[i] >> 4];
		hex[3 * i + 1] = digit[bytes[i] & 15];
		hex[3 * i + 2] = i + 1 < len ? ' ' : 0;
	}
	check(run_bytes(bytes, len) == SIGILL, "%s%s is undefined", row, hex);
	check(trap.ip == 0, "%s%s: the exception points at the first prefix", row, hex);
}

#define UD(row, str) expect_ud(row, str, sizeof(str) - 1)

/* The opcodes this CPU has; everything else in 0F A6 and 0F A7 is undefined. */
static bool defined(u8 map, int reg)
{
	const struct model *m = cfg.model;

	if (!m->units || cfg.disabled)
		return false;
	if (map == 0xa7)
		return reg == 0 || reg == 1 || reg == 2 || reg == 4 || reg == 5 || (reg == 3 && m->ctr);
	return (m->phe && (reg == 1 || reg == 2)) || (m->phe2 && (reg == 3 || reg == 4));
}

static void undefined_functions(void)
{
	for (int map = 0xa6; map <= 0xa7; map++)
		for (int reg = 0; reg < 8; reg++) {
			char code[5] = { '\xf3', '\x67', '\x0f', (char)map, (char)(0xc0 | reg << 3) };
			const char *row = reg || map == 0xa7 ? "T20 " : "T35 ";

			/* Whether RNG and PHE2 have a switch depends on the CPU. */
			if (cfg.disabled && ((map == 0xa7 && reg == 0) || (map == 0xa6 && (reg == 3 || reg == 4))))
				continue;
			if (!defined((u8)map, reg)) {
				expect_ud(row, code, sizeof(code));
				code[1] = '\xf3';
				expect_ud(row, code + 1, 4);
				expect_ud(row, code + 2, 3);
			}
		}
}

static void bad_prefixes(void)
{
	for (int reg = 1; reg <= 5; reg++) {
		char code[6] = { '\xf2', '\x0f', '\xa7', (char)(0xc0 | reg << 3) };

		expect_ud("no REP: ", code + 1, 3);
		expect_ud("REPNE: ", code, 4);
		code[0] = '\x66';
		expect_ud("66h alone: ", code, 4);
		memmove(code + 2, code + 1, 3);
		code[1] = '\xf3';
		expect_ud("66h: ", code, 5);
		code[0] = '\xf0';
		expect_ud("LOCK: ", code, 5);
	}
	UD("no REP: ", "\x0f\xa6\xc8");
	UD("no REP: ", "\x0f\xa6\xd0");
	UD("REPNE: ", "\xf2\x0f\xa6\xc8");
	UD("REPNE: ", "\xf2\x0f\xa6\xd0");
	UD("66h: ", "\x66\xf3\x0f\xa6\xc8");
	UD("REPNE: ", "\xf2\x0f\xa7\xc0");
	UD("66h: ", "\x66\x0f\xa7\xc0");
}

static void bad_modrm(void)
{
	UD("mod 0: ", "\xf3\x0f\xa7\x08");
	UD("mod 1: ", "\xf3\x0f\xa7\x48\x00");
	UD("mod 2: ", "\xf3\x0f\xa7\x88\x00\x00\x00\x00");
	UD("mod 0: ", "\xf3\x0f\xa6\x08");
	UD("mod 0: ", "\x0f\xa7\x00");
	for (int rm = 1; rm < 8; rm++) {
		char code[4] = { '\xf3', '\x0f', '\xa7', (char)(0xc8 | rm) };

		expect_ud("rm not 0: ", code, 4);
		code[2] = '\xa6';
		expect_ud("rm not 0: ", code, 4);
		code[2] = '\xa7';
		code[3] = (char)(0xc0 | rm);
		expect_ud("rm not 0: ", code, 4);
	}
}

static void direction_flag(void)
{
	static u8 src[4 * BLOCK] __attribute__((aligned(16))), dst[4 * BLOCK] __attribute__((aligned(16)));
	struct xc x = op(CBC, false, src, dst, 4);
	u8 want[4 * BLOCK], next[BLOCK];

	fill(src, sizeof(src), 33);
	expected(CBC, false, want, src, 4, next);
	x.how |= RUN_DF;
	xcrypt(&x);
	check_mem(dst, want, sizeof(want), "DF is ignored");
	check(x.regs.S == (unsigned long)src + sizeof(src), "DF is ignored: pointers go upwards");
	check(x.regs.flags_after & EFLAGS_DF, "DF is not changed");
}

#ifdef __x86_64__
#define LOW_PLACE ((u8 *)0x20000000)	/* far from a static program; QEMU ignores MAP_32BIT */
#define HIGH (0x5a5aul << 48 | 1ul << 32)	/* must not count with 67h */

static void address_size(void)
{
	u8 *low = mmap(LOW_PLACE, PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	struct xc x = op(CBC, false, low, low + 1024, 4);
	struct regs r;
	u8 want[4 * BLOCK], next[BLOCK];

	if (low != LOW_PLACE)
		fatal("no memory below 4 GiB");
	fill(low, 4 * BLOCK, 34);
	expected(CBC, false, want, low, 4, next);
	memcpy(low + 512, &cw_mem, BLOCK);
	memcpy(low + 512 + 16, raw_key, BLOCK);
	memcpy(low + 512 + 32, iv_mem, BLOCK);
	r = (struct regs){ .a = HIGH | (unsigned long)(low + 544), .b = HIGH | (unsigned long)(low + 528),
			   .c = HIGH | 4, .d = HIGH | (unsigned long)(low + 512),
			   .S = HIGH | (unsigned long)x.src, .D = HIGH | (unsigned long)x.dst,
			   .how = RUN_RELOAD };
	check(run(INSN("\xf3\x67\x0f\xa7\xd0"), &r) == 0, "67h: 32-bit pointers and count, no fault");
	check_mem(x.dst, want, sizeof(want), "67h: result");
	check((u32)r.c == 0 && (u32)r.S == (u32)(unsigned long)low + sizeof(want), "67h: registers");
	munmap(low, PAGE);
}

static void rex_w(void)
{
	struct xc x = one_block();
	u8 want[BLOCK], next[BLOCK];

	expected(ECB, false, want, x.src, 1, next);
	check(run_bytes("\xf3\x48\x0f\xa7\xc8", 5) == 0, "REX.W: no fault");
	check_mem(x.dst, want, BLOCK, "REX.W has no effect");
}

#define ARCH_SET_GS 0x1001

static void segment_override(void)
{
	struct xc x = one_block();
	struct regs r = { .a = (unsigned long)x.iv, .b = (unsigned long)x.key, .c = 2,
			  .d = (unsigned long)x.cw, .S = 0x1230, .D = (unsigned long)x.dst,
			  .how = RUN_RELOAD };
	u8 want[2 * BLOCK], next[BLOCK];

	expected(ECB, false, want, x.src, 2, next);
	if (syscall(SYS_arch_prctl, ARCH_SET_GS, (unsigned long)x.src - 0x1230))
		fatal("cannot set the GS base");
	check(run(INSN("\x65\xf3\x0f\xa7\xc8"), &r) == 0, "GS prefix: the source goes through it, no fault");
	check_mem(x.dst, want, sizeof(want), "GS prefix: only the source goes through it");
	check(r.S == 0x1230 + sizeof(want), "GS prefix: rSI stays an offset");
	syscall(SYS_arch_prctl, ARCH_SET_GS, 0);
}
#endif

void group_encoding(void)
{
	open_keys();
	undefined_functions();
	bad_prefixes();
	bad_modrm();
	if (!cfg.model->units || cfg.disabled) {
		check(run_bytes("\xf3\x0f\xa7\xc8", 4) == SIGILL, "T24 XCRYPT without an enabled unit is undefined");
		check(run_bytes("\xf3\x0f\xa6\xc8", 4) == SIGILL, "T24 XSHA1 without an enabled unit is undefined");
		return;
	}
	direction_flag();
#ifdef __x86_64__
	address_size();
	rex_w();
	segment_override();
#endif
}

/* ---- group align ---- */

static void expect_gp(struct xc *x, const char *what, enum mode mode)
{
	u8 before[BLOCK];

	memcpy(before, x->dst, BLOCK);
	check(xcrypt(x) == SIGSEGV && trap.code == SI_KERNEL, "%s %s misaligned: #GP", what, mode_name[mode]);
	check(trap.ip == 0 && trap.regs.c == x->n && trap.regs.S == (unsigned long)x->src &&
	      trap.regs.D == (unsigned long)x->dst, "%s %s misaligned: registers as before", what, mode_name[mode]);
	check_mem(x->dst, before, BLOCK, "%s %s misaligned: nothing is written", what, mode_name[mode]);
}

static void align_operands(enum mode mode, u8 *mem, unsigned int off)
{
	struct xc x = op(mode, false, mem, mem + 1024, 2);

	x.cw = (void *)(mem + 2048 + off);
	expect_gp(&x, "T22 control word", mode);
	x = op(mode, false, mem, mem + 1024, 2);
	x.key = mem + 2048 + off;
	expect_gp(&x, "T22 key", mode);
	x = op(mode, false, mem, mem + 1024, 2);
	x.iv = mem + 2048 + off;
	if (mode != ECB)
		expect_gp(&x, "T22 IV", mode);
	else
		check(xcrypt(&x) == 0, "T22 ecb does not care for rAX");
}

static void misaligned_data(enum mode mode, u8 *mem, unsigned int so, unsigned int d, u32 align)
{
	u8 *src = mem + so, *dst = mem + 1024 + d, want[5 * BLOCK], next[BLOCK];
	struct xc x = op(mode, false, src, dst, 5);

	fill(mem, 512, so);
	memset(mem + 512, 0x5a, 1024);
	cw_mem.word[0] |= align;
	expected(mode, false, want, src, 5, next);
	if (cfg.model->align == ALIGN_ALWAYS || (cfg.model->align == ALIGN_BY_CW && !align)) {
		expect_gp(&x, "T21 data", mode);
		return;
	}
	check(xcrypt(&x) == 0, "T21 %s source +%u destination +%u: no fault", mode_name[mode], so, d);
	check_mem(dst, want, sizeof(want), "T21 %s source +%u destination +%u", mode_name[mode], so, d);
	check(dst[-1] == 0x5a && dst[sizeof(want)] == 0x5a, "T12 nothing is written around misaligned data");
	if (mode != ECB)
		check_mem((void *)x.regs.a, next, BLOCK, "T8 %s misaligned: the next IV is at rAX", mode_name[mode]);
}

void group_align(void)
{
	static const unsigned int offs[] = { 1, 4, 8, 15 };
	u8 *mem = guarded(1);

	open_keys();
	for (enum mode m = 0; m < MODES; m++) {
		if (!usable(m))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(offs); i++)
			align_operands(m, mem, offs[i]);
		for (unsigned int i = 1; i < 256; i += 7) {
			misaligned_data(m, mem, i & 15, i >> 4, 0);
			/* to no avail on the C3, which has no ALIGN bit */
			misaligned_data(m, mem, i & 15, i >> 4, CW_ALIGN);
		}
	}
	guarded_free(mem, 1);
}

/* ---- group overread ---- */

/* n blocks that end `gap` bytes before an inaccessible page. */
static void overread_case(enum mode mode, bool decrypt, u8 *mem, size_t n, size_t gap, u8 *dst)
{
	u8 *end = mem + 2 * PAGE, *src = end - gap - BLOCK * n, want[33 * BLOCK], next[BLOCK];
	bool fault = overread(mode, n) > gap;
	struct xc x = op(mode, decrypt, src, dst, n);
	u64 bytes = counter(C_overread_bytes);

	expected(mode, decrypt, want, src, n, next);
	check((xcrypt(&x) == SIGSEGV) == fault, "T10 %s %s, %zu blocks %zu bytes before a guard page: %s",
	      mode_name[mode], decrypt ? "decrypt" : "encrypt", n, gap, fault ? "fault" : "no fault");
	if (fault) {
		check(trap.addr >= end && trap.addr < end + 8 * BLOCK,
		      "T36 the address of the fault is in the guard page");
		check(trap.code == SEGV_ACCERR, "T36 the fault is a page fault");
		return;
	}
	check_mem(dst, want, BLOCK * n, "T10 %s, %zu blocks %zu bytes before a guard page: result",
		  mode_name[mode], n, gap);
	if (!cfg.machine && cfg.irq == IRQ_NONE)
		check(counter(C_overread_bytes) - bytes == overread(mode, n),
		      "T10 %s, %zu blocks: bytes over-read are counted", mode_name[mode], n);
}

/* The next page is there: over-read data is discarded, and counted. */
static void overread_harmless(enum mode mode, u8 *mem, size_t n, u8 *dst)
{
	u8 *src = mem + PAGE - BLOCK * n, want[33 * BLOCK], next[BLOCK];
	u64 pages = counter(C_overread_pages);
	struct xc x = op(mode, false, src, dst, n);

	expected(mode, false, want, src, n, next);
	check(xcrypt(&x) == 0, "T10 %s, %zu blocks before a mapped page: no fault", mode_name[mode], n);
	check_mem(dst, want, BLOCK * n, "T10 %s, %zu blocks before a mapped page", mode_name[mode], n);
	if (!cfg.machine)
		check((counter(C_overread_pages) > pages) == (overread(mode, n) > 0),
		      "T11 %s, %zu blocks before a mapped page: counted iff over-read", mode_name[mode], n);
}

/* Exactly n blocks are written, none behind. */
static void write_guard(enum mode mode, u8 *mem, size_t n, u8 *dst_mem)
{
	u8 *dst = dst_mem + 2 * PAGE - BLOCK * n, want[33 * BLOCK], next[BLOCK];
	struct xc x = op(mode, false, mem, dst, n);

	memset(dst_mem, 0x5a, 2 * PAGE);
	expected(mode, false, want, mem, n, next);
	check(xcrypt(&x) == 0, "T12 %s, %zu blocks written up to a guard page", mode_name[mode], n);
	check_mem(dst, want, BLOCK * n, "T12 %s, %zu blocks up to a guard page: result", mode_name[mode], n);
	check(dst[-1] == 0x5a, "T12 nothing is written before the destination");
}

void group_overread(void)
{
	u8 *mem = guarded(2), *dst = guarded(2);
	size_t step = cfg.model->align == ALIGN_FREE ? 1 : BLOCK;

	open_keys();
	fill(mem, 2 * PAGE, 41);
	for (enum mode m = 0; m < MODES; m++) {
		if (!usable(m))
			continue;
		for (size_t n = 1; n <= 33; n++) {
			overread_case(m, false, mem, n, 0, dst);
			overread_case(m, true, mem, n, 0, dst);
			overread_harmless(m, mem, n, dst);
			write_guard(m, mem, n, dst);
		}
		for (size_t gap = step; gap <= 8 * BLOCK; gap += step)
			for (size_t n = 1; n <= 9; n += 2)
				overread_case(m, false, mem, n, gap, dst);
	}
	guarded_free(mem, 2);
	guarded_free(dst, 2);
}

/* ---- group restart ---- */

#define R_PAGES 3u
#define R_BLOCKS (R_PAGES * PAGE / BLOCK)

static struct {
	const u8 *src;
	u8 *dst, *want;
	enum mode mode;
	bool decrypt, in_place, bad;
	int notes;
} rs;

/* At a fault the registers say how far the operation got, and exactly that much
 * of the destination is written. */
static void note_progress(const struct trap *t)
{
	size_t done = R_BLOCKS - t->regs.c;

	rs.notes++;
	if (t->ip != 0 || t->regs.c > R_BLOCKS || t->regs.S != (unsigned long)rs.src + BLOCK * done ||
	    t->regs.D != (unsigned long)rs.dst + BLOCK * done) {
		rs.bad = true;
		return;
	}
	for (size_t i = 0; i < done; i += PAGE / BLOCK) {
		size_t part = done - i < PAGE / BLOCK ? done - i : PAGE / BLOCK;

		if (memcmp(rs.dst + BLOCK * i, rs.want + BLOCK * i, BLOCK * part))
			rs.bad = true;
	}
	if (rs.mode == CBC && !rs.decrypt && done &&
	    memcmp((void *)t->regs.a, rs.want + BLOCK * (done - 1), BLOCK))
		rs.bad = true;
}

static void restart_case(enum mode mode, bool decrypt, u8 *src, u8 *dst, u8 *want, bool hide_src,
			 bool hide_dst)
{
	const char *where = hide_src ? hide_dst ? "source and destination" : "source" : "destination";
	u8 next[BLOCK];
	struct xc x = op(mode, decrypt, src, dst, R_BLOCKS);

	memset(&rs, 0, sizeof(rs));
	rs.src = src;
	rs.dst = dst;
	rs.want = want;
	rs.mode = mode;
	rs.decrypt = decrypt;
	expected(mode, decrypt, want, src, R_BLOCKS, next);
	memset(dst, 0, R_PAGES * PAGE);
	reset_faults();
	for (size_t i = 1; i < R_PAGES; i++) {
		if (hide_src) {
			protect(src + i * PAGE, PAGE, PROT_NONE);
			allow_fault(src + i * PAGE, PAGE, note_progress);
		}
		if (hide_dst) {
			protect(dst + i * PAGE, PAGE, PROT_NONE);
			allow_fault(dst + i * PAGE, PAGE, note_progress);
		}
	}
	check(xcrypt(&x) == 0, "%s over missing %s pages completes", mode_name[mode], where);
	check(rs.notes == 2 * (hide_src + hide_dst), "%s over missing %s pages faults once a page (%d)",
	      mode_name[mode], where, rs.notes);
	check(!rs.bad, "%s: registers and memory are consistent at each fault in the %s", mode_name[mode], where);
	check_mem(dst, want, R_PAGES * PAGE, "%s %s over missing %s pages: result", mode_name[mode],
		  decrypt ? "decrypt" : "encrypt", where);
	check(x.regs.c == 0 && x.regs.S == (unsigned long)src + R_PAGES * PAGE, "%s: registers at the end",
	      mode_name[mode]);
	if (mode != ECB)
		check_mem((void *)x.regs.a, next, BLOCK, "%s over missing %s pages: next IV at rAX",
			  mode_name[mode], where);
	reset_faults();
}

/* The same in place, where a block that is done twice shows. */
static void restart_in_place(enum mode mode, bool decrypt, u8 *buf, u8 *want)
{
	u8 next[BLOCK];
	struct xc x = op(mode, decrypt, buf, buf, R_BLOCKS);

	fill(buf, R_PAGES * PAGE, 51);
	expected(mode, decrypt, want, buf, R_BLOCKS, next);
	reset_faults();
	protect(buf + PAGE, PAGE, PROT_NONE);
	protect(buf + 2 * PAGE, PAGE, PROT_READ);
	allow_fault(buf + PAGE, PAGE, NULL);
	allow_fault(buf + 2 * PAGE, PAGE, NULL);
	check(xcrypt(&x) == 0, "%s in place over missing pages completes", mode_name[mode]);
	check(trap.count == 2, "%s in place faults once a page (%d)", mode_name[mode], trap.count);
	check_mem(buf, want, R_PAGES * PAGE, "%s %s in place over missing pages: result", mode_name[mode],
		  decrypt ? "decrypt" : "encrypt");
	reset_faults();
}

/* One operand on a page of its own that is missing at first. */
static void operand_fault(enum mode mode, bool decrypt, u8 *page, int what, u8 *src, u8 *dst, u8 *want)
{
	static const char *const name[] = { "control word", "key", "IV" };
	struct xc x = op(mode, decrypt, src, dst, 9);
	u8 next[BLOCK];

	expected(mode, decrypt, want, src, 9, next);
	if (what == 0)
		x.cw = memcpy(page + 256, x.cw, BLOCK);
	else if (what == 1)
		x.key = memcpy(page + 256, x.key, BLOCK);
	else
		x.iv = memcpy(page + 256, x.iv, BLOCK);
	protect(page, PAGE, PROT_NONE);
	reset_faults();
	check(xcrypt(&x) == SIGSEGV && trap.addr >= page + 256 && trap.addr < page + 256 + BLOCK,
	      "%s: missing %s faults at its address", mode_name[mode], name[what]);
	check(trap.regs.c == 9 && trap.ip == 0, "%s: missing %s, nothing is done", mode_name[mode], name[what]);
	allow_fault(page, PAGE, NULL);
	check(xcrypt(&x) == 0 && trap.count == 1, "%s: missing %s, goes on once it is there", mode_name[mode],
	      name[what]);
	check_mem(dst, want, 9 * BLOCK, "%s: missing %s, result", mode_name[mode], name[what]);
	reset_faults();
	protect(page, PAGE, PROT_READ | PROT_WRITE);
}

/* Modes that write the IV memory need it writable. */
static void readonly_iv(enum mode mode, bool decrypt, u8 *page, u8 *src, u8 *dst, u8 *want)
{
	struct xc x = op(mode, decrypt, src, dst, 9);
	bool writes = mode == OFB || mode == CTR || (mode == CBC && decrypt);
	u8 next[BLOCK];

	expected(mode, decrypt, want, src, 9, next);
	x.iv = memcpy(page + 128, x.iv, BLOCK);
	protect(page, PAGE, PROT_READ);
	reset_faults();
	allow_fault(page, PAGE, NULL);
	check(xcrypt(&x) == 0, "T9 %s with a read-only IV page that is repaired", mode_name[mode]);
	check(!writes || (trap.count == 1 && trap.addr >= page + 128 && trap.addr < page + 128 + BLOCK),
	      "T9 %s %s faults on a read-only IV", mode_name[mode], decrypt ? "decrypt" : "encrypt");
	check(writes || mode == CFB || trap.count == 0, "T9 %s %s does not write the IV", mode_name[mode],
	      decrypt ? "decrypt" : "encrypt");
	check_mem(dst, want, 9 * BLOCK, "T9 %s with a read-only IV page: result", mode_name[mode]);
	reset_faults();
	protect(page, PAGE, PROT_READ | PROT_WRITE);
}

/* ---- what is changed during the fault counts afterwards ---- */

static u8 key_b[BLOCK] __attribute__((aligned(16)));
static size_t changed_at;
static bool change_cw;

static void note_change(const struct trap *t)
{
	changed_at = R_BLOCKS - t->regs.c;
	if (change_cw)
		cw_mem = make_cw(128, CW_DECRYPT);
	else
		memcpy(raw_key, key_b, BLOCK);
}

static void change_in_fault(u8 *src, u8 *dst, u8 *want, bool cw)
{
	struct xc x = op(ECB, false, src, dst, R_BLOCKS);
	const char *what = cw ? "control word" : "key";
	u8 next[BLOCK], sched[SCHEDULE];

	fill(key_b, BLOCK, 52);
	change_cw = cw;
	expected(ECB, false, want, src, PAGE / BLOCK, next);
	ref_expand(sched, key_b, 128);
	ref_xcrypt(ECB, want + PAGE, src + PAGE, R_BLOCKS - PAGE / BLOCK, next, cw ? dec_key : sched, 10, cw);
	protect(src + PAGE, PAGE, PROT_NONE);
	reset_faults();
	allow_fault(src + PAGE, PAGE, note_change);
	check(xcrypt(&x) == 0, "a %s changed during a page fault: completes", what);
	check(changed_at == PAGE / BLOCK, "the page fault comes when the first page is done (%zu)", changed_at);
	check_mem(dst, want, R_PAGES * PAGE, "T1 a %s changed during a page fault counts afterwards", what);
	reset_faults();
	open_keys();
}

void group_restart(void)
{
	u8 *src = guarded(R_PAGES), *dst = guarded(R_PAGES), *want = guarded(R_PAGES), *page = guarded(1);

	open_keys();
	for (enum mode m = 0; m < MODES; m++) {
		if (!usable(m))
			continue;
		for (int dec = 0; dec < 2; dec++) {
			fill(src, R_PAGES * PAGE, 50);
			restart_case(m, dec, src, dst, want, true, false);
			restart_case(m, dec, src, dst, want, false, true);
			restart_case(m, dec, src, dst, want, true, true);
			restart_in_place(m, dec, dst, want);
			for (int what = 0; what < 3 - (m == ECB); what++)
				operand_fault(m, dec, page, what, src, dst, want);
			if (m != ECB)
				readonly_iv(m, dec, page, src, dst, want);
		}
	}
	change_in_fault(src, dst, want, false);
	change_in_fault(src, dst, want, true);
	guarded_free(src, R_PAGES);
	guarded_free(dst, R_PAGES);
	guarded_free(want, R_PAGES);
	guarded_free(page, 1);
}

/* ---- group code: the unit writes instructions that ran before ---- */

#define FUNCTIONS (2 * PAGE / BLOCK)

/* Each block of mem becomes a function that returns first + its index. */
static void make_functions(u8 *mem, u32 first)
{
	for (u32 i = 0; i < FUNCTIONS; i++) {
		u8 *code = mem + BLOCK * i;
		u32 value = first + i;

		memset(code, 0xcc, BLOCK);
		code[0] = 0xb8;		/* mov eax, value; ret */
		memcpy(code + 1, &value, sizeof(value));
		code[5] = 0xc3;
	}
}

static unsigned int right_values(const u8 *mem, u32 first)
{
	unsigned int right = 0;

	for (u32 i = 0; i < FUNCTIONS; i++) {
		u32 (*function)(void);
		const u8 *code = mem + BLOCK * i;

		memcpy(&function, &code, sizeof(function));
		right += function() == first + i;
	}
	return right;
}

static void overwrite_code(u8 *code, enum mode mode, bool in_place, u32 first)
{
	static u8 plain[2 * PAGE] __attribute__((aligned(16))), cipher[2 * PAGE] __attribute__((aligned(16)));
	u8 next[BLOCK];
	struct xc x;

	make_functions(plain, first);
	expected(mode, false, cipher, plain, FUNCTIONS, next);
	if (in_place)
		memcpy(code, cipher, sizeof(cipher));
	x = op(mode, true, in_place ? code : cipher, code, FUNCTIONS);
	check(xcrypt(&x) == 0, "%s over code: no fault", mode_name[mode]);
	check(right_values(code, first) == FUNCTIONS, "%s over code that ran: the new code runs (%u of %u functions)",
	      mode_name[mode], right_values(code, first), FUNCTIONS);
}

void group_code(void)
{
	u8 *code = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	u32 first = 1;

	if (code == MAP_FAILED)
		fatal("no executable memory");
	open_keys();
	make_functions(code, first);
	check(right_values(code, first) == FUNCTIONS, "the functions run before");
	for (enum mode m = 0; m < MODES; m++)
		for (int in_place = 0; in_place < 2; in_place++)
			if (usable(m))
				overwrite_code(code, m, in_place, first += 1000);
	munmap(code, 2 * PAGE);
}
