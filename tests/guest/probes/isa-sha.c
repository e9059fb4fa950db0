// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: the hash unit (padlock-isa.md section 12).
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "isa.h"

#define PARTIAL (~0ul)	/* rAX of partial mode */
#define STATE_ROOM 128u	/* VIA's text: the unit may use that much */

/* SHA-1 or SHA-256, as the unit sees it. */
struct hash {
	int sha;
	const char *name, *code;
	size_t words;
	const u32 *iv;
	void (*blocks)(u32 *state, const u8 *data, size_t n);
	enum counter ops, bytes;
};

static const struct hash hashes[] = {
	{ 1, "XSHA1", "\xf3\x0f\xa6\xc8", 5, ref_sha1_iv, ref_sha1_blocks, C_xsha1, C_bytes_sha1 },
	{ 256, "XSHA256", "\xf3\x0f\xa6\xd0", 8, ref_sha256_iv, ref_sha256_blocks, C_xsha256, C_bytes_sha256 },
};

struct state {
	u32 word[STATE_ROOM / 4];
} __attribute__((aligned(16)));

static void start(struct state *s, const struct hash *h)
{
	memset(s, 0x5a, sizeof(*s));
	memcpy(s->word, h->iv, 4 * h->words);
}

static int xsha(const struct hash *h, struct regs *r, void *state, const u8 *data, unsigned long ax,
		unsigned long cx)
{
	*r = (struct regs){ .a = ax, .c = cx, .b = 0xb0b, .d = 0xd0d, .S = (unsigned long)data,
			    .D = (unsigned long)state };
	return run(insn(h->code, 4), r);
}

/* ---- published vectors (FIPS 180-4 examples) ---- */

static const struct {
	const char *text;
	u32 sha1[5], sha256[8];
} vectors[] = {
	{ "", { 0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709 },
	  { 0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924, 0x27ae41e4, 0x649b934c, 0xa495991b, 0x7852b855 } },
	{ "abc", { 0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d },
	  { 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad } },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  { 0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1 },
	  { 0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1 } },
	{ "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
	  { 0xa49b2446, 0xa02c645b, 0xf419f995, 0xb6709125, 0x3a04a259 },
	  { 0xcf5b16a7, 0x78af8380, 0x036ce59e, 0x7b049237, 0x0b249b11, 0xe8f07a51, 0xafac4503, 0x7afee9d1 } },
};

static const u32 million_a[2][8] = {	/* 1,000,000 times 'a' */
	{ 0x34aa973c, 0xd4c4daa4, 0xf61eeb2b, 0xdbad2731, 0x6534016f },
	{ 0xcdc76e5c, 0x9914fb92, 0x81a1c7e2, 0x84d73e67, 0xf1809a48, 0xa497200e, 0x046d39cc, 0xc7112cd0 },
};

static const u32 *published(const struct hash *h, size_t i)
{
	return h->sha == 1 ? vectors[i].sha1 : vectors[i].sha256;
}

/* A whole message in byte mode, where the unit pads. */
static void byte_vector(const struct hash *h, const u8 *data, size_t len, const u32 *want)
{
	struct state s;
	struct regs r;

	start(&s, h);
	check(xsha(h, &r, &s, data, 0, len) == 0, "%s byte mode, %zu bytes: no fault", h->name, len);
	check_mem(s.word, want, 4 * h->words, "T29 %s byte mode, %zu bytes: published digest", h->name, len);
}

/* The reference itself against the published digests. */
static void reference_vector(const struct hash *h, const u8 *data, size_t len, const u32 *want)
{
	u32 s[8];

	memcpy(s, h->iv, 4 * h->words);
	ref_sha_finish(h->sha, s, data, 0, len);
	check_mem(s, want, 4 * h->words, "reference for %s, %zu bytes", h->name, len);
}

/* Software padding around partial mode. */
static void partial_vector(const struct hash *h, const u8 *data, size_t len, const u32 *want)
{
	struct state s;
	struct regs r;
	size_t whole = len / 64;

	start(&s, h);
	if (whole)
		xsha(h, &r, &s, data, PARTIAL, whole);
	ref_sha_finish(h->sha, s.word, data + 64 * whole, 64 * whole, len);
	check_mem(s.word, want, 4 * h->words, "%s partial mode, %zu bytes: published digest", h->name, len);
}

static void published_vectors(const struct hash *h, u8 *million)
{
	for (size_t i = 0; i < ARRAY_SIZE(vectors); i++) {
		const u8 *text = (const u8 *)vectors[i].text;
		size_t len = strlen(vectors[i].text);

		reference_vector(h, text, len, published(h, i));
		if (len || !cfg.model->zhaoxin)
			byte_vector(h, text, len, published(h, i));
		if (cfg.model->partial)
			partial_vector(h, text, len, published(h, i));
	}
	memset(million, 'a', 1000000);
	reference_vector(h, million, 1000000, million_a[h->sha != 1]);
	byte_vector(h, million, 1000000, million_a[h->sha != 1]);
	if (cfg.model->partial)
		partial_vector(h, million, 1000000, million_a[h->sha != 1]);
}

/* ---- byte mode: any length, from any mid-state ---- */

static void byte_case(const struct hash *h, const u8 *data, size_t done, size_t total)
{
	struct state s;
	struct regs r;
	u32 want[8];

	memcpy(want, h->iv, 4 * h->words);
	h->blocks(want, data, done / 64);
	start(&s, h);
	memcpy(s.word, want, 4 * h->words);
	ref_sha_finish(h->sha, want, data + done, done, total);
	check(xsha(h, &r, &s, data + done, done, total) == 0, "%s byte mode %zu of %zu: no fault", h->name,
	      done, total);
	check_mem(s.word, want, 4 * h->words, "T28 %s byte mode, %zu of %zu bytes hashed before", h->name,
		  done, total);
	check(r.D == (unsigned long)&s && r.b == 0xb0b && r.d == 0xd0d, "%s: rDI, rBX, rDX unchanged", h->name);
	check(r.S == (unsigned long)data + total && r.a == total,
	      "T13 %s byte mode: rSI behind the data, rAX the total", h->name);
}

static void byte_mode(const struct hash *h, const u8 *data)
{
	for (size_t total = 1; total <= 260; total++)
		for (size_t done = 0; done < total; done += 64)
			byte_case(h, data + total % 7, done, total);	/* any alignment of the data */
	for (size_t total = 4000; total <= 4100; total += 9)
		byte_case(h, data + 1, 64 * (total % 50), total);
}

/* ---- partial mode ---- */

static void partial_case(const struct hash *h, const u8 *data, size_t blocks)
{
	struct state s;
	struct regs r;
	u32 want[8];

	start(&s, h);
	memcpy(want, h->iv, 4 * h->words);
	h->blocks(want, data, blocks);
	check(xsha(h, &r, &s, data, PARTIAL, blocks) == 0, "%s partial, %zu blocks: no fault", h->name, blocks);
	check_mem(s.word, want, 4 * h->words, "T28 %s partial mode, %zu blocks", h->name, blocks);
	check(r.D == (unsigned long)&s && r.S == (unsigned long)data + 64 * blocks && r.c == 0,
	      "T13 %s partial mode: registers", h->name);
}

static void partial_mode(const struct hash *h, const u8 *data)
{
	struct state s;
	struct regs r;

	for (size_t n = 1; n <= 70; n++)
		partial_case(h, data + n % 5, n);
	start(&s, h);
	xsha(h, &r, &s, data, PARTIAL, 0);
	check_mem(s.word, h->iv, 4 * h->words, "T25 %s partial mode with rCX=0 leaves the state", h->name);
}

/* GnuTLS's own test for partial mode (padlock-isa.md 12.3). */
static void gnutls_probe(void)
{
	static const u32 partial[5] = { 0xda4968eb, 0x2e377c1f, 0x884e8f52, 0x83524beb, 0xe74ebdbd };
	struct state s;
	struct regs r;
	u64 misuse = counter(C_sha_misuse);
	u8 data[64];

	memset(data, 'a', sizeof(data));
	start(&s, &hashes[0]);
	if (!cfg.model->partial) {
		xsha(&hashes[0], &r, &s, data, PARTIAL, 1);
		check(memcmp(s.word, partial, sizeof(partial)), "T27 rAX=-1 is no partial mode on this CPU");
		check(counter(C_sha_misuse) > misuse, "T27 rAX=-1 on this CPU is counted");
		return;
	}
	xsha(&hashes[0], &r, &s, data, PARTIAL, 1);
	check_mem(s.word, partial, sizeof(partial), "T27 rAX=-1 is partial mode");
}

/* ---- no data left ---- */

static void nothing_left(const struct hash *h, const u8 *data, size_t total)
{
	u8 *none = guarded(0);
	struct state s, before;
	struct regs r;
	u32 want[8];

	start(&s, h);
	h->blocks(s.word, data, total / 64);
	before = s;
	memcpy(want, s.word, 4 * h->words);
	ref_sha_finish(h->sha, want, data + total, total, total);
	if (cfg.model->zhaoxin) {
		check(xsha(h, &r, &s, none, total, total) == 0, "T30 %s rAX=rCX touches no data", h->name);
		check_mem(&s, &before, sizeof(s), "T30 %s rAX=rCX=%zu leaves the state", h->name, total);
	} else {
		check(xsha(h, &r, &s, data, total, total) == 0, "T30 %s rAX=rCX: no fault", h->name);
		check_mem(s.word, want, 4 * h->words, "T30 %s rAX=rCX=%zu pads", h->name, total);
		start(&s, h);
		check(xsha(h, &r, &s, none, total, total) == SIGSEGV,
		      "T31 %s rAX=rCX=%zu still touches the data page", h->name, total);
	}
	guarded_free(none, 0);
}

/* ---- misuse: reported, garbage, but no crash ---- */

static void misuse(const struct hash *h, const u8 *data, unsigned long ax, unsigned long cx)
{
	u64 before = counter(C_sha_misuse);
	struct state s;
	struct regs r;

	start(&s, h);
	xsha(h, &r, &s, data, ax, cx);
	check(counter(C_sha_misuse) > before, "T28 %s with rAX=%lu rCX=%lu is counted", h->name, ax, cx);
}

/* ---- the state buffer ---- */

/* Whether byte `at` behind the state is written, tried with two contents. */
static bool written(const struct hash *h, const u8 *data, size_t at)
{
	static u8 mem[4 * STATE_ROOM] __attribute__((aligned(16)));
	struct regs r;
	bool hit = false;

	for (int i = 0; i < 2; i++) {
		u8 canary = i ? 0x33 : 0xcc;

		memset(mem, canary, sizeof(mem));
		memcpy(mem, h->iv, 4 * h->words);
		if (cfg.model->partial)
			xsha(h, &r, mem, data, PARTIAL, 2);
		else
			xsha(h, &r, mem, data, 0, 100);
		hit |= mem[at] != canary;
	}
	return hit;
}

static void state_extent(const struct hash *h, const u8 *data)
{
	size_t digest = 4 * h->words, reach = cfg.fat_state ? STATE_ROOM : 32;
	size_t hits = 0;

	for (size_t at = digest; at < 3 * STATE_ROOM; at += 4) {
		bool hit = written(h, data, at);

		if (at >= reach)
			check(!hit, "T26 %s writes nothing at byte %zu of the state", h->name, at);
		else if (at < 32 && cfg.model->zhaoxin)
			check(hit, "T26 %s stores 32 bytes: byte %zu", h->name, at);
		else if (!cfg.fat_state)
			check(!hit, "T26 %s leaves byte %zu of the state", h->name, at);
		else
			hits += hit;
	}
	if (cfg.fat_state)
		check(hits > 0, "T26 %s with a fat state dirties the rest of the 128 bytes", h->name);
}

static void state_before_guard(const struct hash *h, const u8 *data, size_t room, bool fault)
{
	u8 *mem = guarded(1), *state = mem + PAGE - room;
	struct regs r;

	memcpy(state, h->iv, 4 * h->words);
	check((xsha(h, &r, state, data, 0, 640) == SIGSEGV) == fault,
	      "T26 %s with %zu bytes of state before a guard page: %s", h->name, room, fault ? "fault" : "no fault");
	guarded_free(mem, 1);
}

static void state_misaligned(const struct hash *h, const u8 *data)
{
	struct state s[2];
	struct regs r;

	for (size_t off = 1; off < 16; off += 3)
		check(xsha(h, &r, (u8 *)s + off, data, 0, 64) == SIGSEGV && trap.code == SI_KERNEL,
		      "T26 %s with a misaligned state: #GP", h->name);
}

static void sha_counters(const struct hash *h, const u8 *data)
{
	u64 ops = counter(h->ops), bytes = counter(h->bytes), left = counter(C_interruptions);
	struct state s;
	struct regs r;

	if (cfg.machine)
		return;
	start(&s, h);
	xsha(h, &r, &s, data, 0, 1000);
	check(counter(h->ops) - ops == 1, "counter of %s: one instruction", h->name);
	check(counter(h->bytes) - bytes == 1000, "counter of %s: 1000 bytes (%u)", h->name,
	      (unsigned int)(counter(h->bytes) - bytes));
	if (cfg.irq == IRQ_EVERY)
		check(counter(C_interruptions) - left >= 15, "%s is interrupted at every block", h->name);
	else if (cfg.irq == IRQ_NONE)
		check(counter(C_interruptions) == left, "%s is not interrupted", h->name);
}

void group_sha(void)
{
	u8 *data = guarded(256);

	for (const struct hash *h = hashes; h < hashes + ARRAY_SIZE(hashes); h++) {
		published_vectors(h, data);
		fill(data, 8192, 61);
		byte_mode(h, data);
		if (cfg.model->partial)
			partial_mode(h, data);
		nothing_left(h, data, 0);
		nothing_left(h, data, 128);
		misuse(h, data, 32, 200);
		misuse(h, data, 128, 64);
		state_extent(h, data);
		state_before_guard(h, data, STATE_ROOM, false);
		state_before_guard(h, data, 32, cfg.fat_state);
		state_misaligned(h, data);
		sha_counters(h, data);
	}
	gnutls_probe();
	guarded_free(data, 256);
}

/* ---- group shafault: the mid-state at a page fault (PHESUM's trick) ---- */

/* `have` readable bytes of a message of `total`, then a guard page. */
static void harvest(const struct hash *h, u8 *mem, size_t have, size_t total)
{
	u8 *data = mem + PAGE - have;
	size_t whole = have / 64;
	struct state s;
	struct regs r;
	u32 want[8];

	memcpy(want, h->iv, 4 * h->words);
	h->blocks(want, data, whole);
	start(&s, h);
	check(xsha(h, &r, &s, data, 0, total) == SIGSEGV, "%s faults after %zu of %zu bytes", h->name, have, total);
	check(trap.addr == mem + PAGE, "%s: the fault is at the guard page", h->name);
	check_mem(s.word, want, 4 * h->words, "%s: %zu bytes before a guard page, mid-state", h->name, have);
	check(r.a == 64 * whole && r.S == (unsigned long)data + 64 * whole,
	      "%s: rAX and rSI say what is hashed (%lu of %zu)", h->name, r.a, have);
	/* and the rest in another place, from the harvested registers */
	ref_sha_finish(h->sha, want, data + 64 * whole, 64 * whole, have);
	if (have > 64 * whole) {
		xsha(h, &r, &s, data + 64 * whole, r.a, have);
		check_mem(s.word, want, 4 * h->words, "%s: harvested mid-state of %zu bytes, finished", h->name, have);
	}
}

static int sha_faults;

static void note_fault(const struct trap *t)
{
	(void)t;
	sha_faults++;
}

static void resume(const struct hash *h, u8 *mem, unsigned long ax, unsigned long cx, size_t off)
{
	const u8 *data = mem + off;
	struct state s;
	struct regs r;
	u32 want[8];

	memcpy(want, h->iv, 4 * h->words);
	if (ax == PARTIAL)
		h->blocks(want, data, cx);
	else
		ref_sha_finish(h->sha, want, data, 0, cx);
	start(&s, h);
	sha_faults = 0;
	reset_faults();
	for (size_t p = 1; p < 3; p++) {
		protect(mem + p * PAGE, PAGE, PROT_NONE);
		allow_fault(mem + p * PAGE, PAGE, note_fault);
	}
	check(xsha(h, &r, &s, data, ax, cx) == 0, "%s over missing pages completes", h->name);
	check(sha_faults == 2, "%s over missing pages faults once a page (%d)", h->name, sha_faults);
	check_mem(s.word, want, 4 * h->words, "%s over missing pages, %s mode", h->name,
		  ax == PARTIAL ? "partial" : "byte");
	reset_faults();
}

static void state_faults(const struct hash *h, u8 *mem, u8 *page)
{
	struct state *s = (struct state *)page;
	struct regs r;
	u32 want[8];

	memcpy(want, h->iv, 4 * h->words);
	ref_sha_finish(h->sha, want, mem, 0, 500);
	for (int prot = 0; prot < 2; prot++) {
		start(s, h);
		protect(page, PAGE, prot ? PROT_READ : PROT_NONE);
		reset_faults();
		allow_fault(page, PAGE, note_fault);
		sha_faults = 0;
		check(xsha(h, &r, s, mem, 0, 500) == 0, "%s with a %s state page completes", h->name,
		      prot ? "read-only" : "missing");
		check(sha_faults == 1, "%s with a %s state page faults once", h->name,
		      prot ? "read-only" : "missing");
		reset_faults();
		check_mem(s->word, want, 4 * h->words, "%s with a %s state page: result", h->name,
			  prot ? "read-only" : "missing");
	}
}

void group_shafault(void)
{
	u8 *mem = guarded(3), *one = guarded(1), *page = guarded(1);

	fill(mem, 3 * PAGE, 71);
	fill(one, PAGE, 72);
	for (const struct hash *h = hashes; h < hashes + ARRAY_SIZE(hashes); h++) {
		for (size_t have = 0; have <= 300; have += have % 64 == 0 ? 1 : 21)
			harvest(h, one, have, have + 1000);
		harvest(h, one, 4096, 100000);
		for (size_t off = 0; off < 64; off += 21) {
			resume(h, mem, 0, 2 * PAGE + 1000, off);
			if (cfg.model->partial)
				resume(h, mem, PARTIAL, 2 * PAGE / 64 + 9, off);
		}
		state_faults(h, mem, page);
	}
	guarded_free(mem, 3);
	guarded_free(one, 1);
	guarded_free(page, 1);
}
