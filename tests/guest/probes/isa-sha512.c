// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: XSHA384 and XSHA512 (padlock-isa.md 12.5, last item).  Both compress
 * SHA-512 blocks that software has padded; they differ in what they are for.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "isa.h"

#define CHUNK 128u

struct hash512 {
	const char *name, *code;
	const u64 *iv, *abc;
	size_t digest;
};

/* FIPS 180-4 example: "abc" */
static const u64 abc384[6] = {
	0xcb00753f45a35e8b, 0xb5a03d699ac65007, 0x272c32ab0eded163,
	0x1a8b605a43ff5bed, 0x8086072ba1e7cc23, 0x58baeca134c825a7
};

static const u64 abc512[8] = {
	0xddaf35a193617aba, 0xcc417349ae204131, 0x12e6fa4e89a97ea2, 0x0a9eeee64b55d39a,
	0x2192992a274fc1a8, 0x36ba3c23a3feebbd, 0x454d4423643ce80e, 0x2a9ac94fa54ca49f
};

static const struct hash512 hashes[] = {
	{ "XSHA384", "\xf3\x0f\xa6\xd8", ref_sha384_iv, abc384, sizeof(abc384) },
	{ "XSHA512", "\xf3\x0f\xa6\xe0", ref_sha512_iv, abc512, sizeof(abc512) },
};

struct state512 {
	u64 word[64];	/* 8 count, the rest is watched */
} __attribute__((aligned(16)));

static int go(const struct hash512 *h, struct regs *r, void *state, const u8 *data, size_t blocks)
{
	*r = (struct regs){ .a = 0, .c = blocks, .S = (unsigned long)data, .D = (unsigned long)state };
	return run(insn(h->code, 4), r);
}

static void start(struct state512 *s, const struct hash512 *h)
{
	memset(s, 0x5a, sizeof(*s));
	memcpy(s->word, h->iv, 64);
}

static void published(const struct hash512 *h)
{
	u8 data[CHUNK] = "abc\x80";
	struct state512 s;
	struct regs r;
	u64 want[8];

	data[CHUNK - 1] = 24;	/* bits */
	memcpy(want, h->iv, 64);
	ref_sha512_blocks(want, data, 1);
	check_mem(want, h->abc, h->digest, "reference for %s of \"abc\"", h->name);
	start(&s, h);
	check(go(h, &r, &s, data, 1) == 0, "%s: no fault", h->name);
	check_mem(s.word, h->abc, h->digest, "T29 %s of \"abc\": published digest", h->name);
}

static void lengths(const struct hash512 *h, const u8 *data, size_t n)
{
	size_t reach = cfg.fat_state ? CHUNK : 64;
	struct state512 s, watched;
	struct regs r;
	u64 want[8];

	start(&s, h);
	watched = s;
	memcpy(want, h->iv, 64);
	ref_sha512_blocks(want, data, n);
	check(go(h, &r, &s, data, n) == 0, "%s, %zu blocks: no fault", h->name, n);
	check_mem(s.word, want, 64, "%s, %zu blocks", h->name, n);
	check_mem((u8 *)&s + reach, (u8 *)&watched + reach, sizeof(s) - reach,
		  "T26 %s writes nothing behind its state", h->name);
	check(r.c == 0 && r.S == (unsigned long)data + CHUNK * n && r.D == (unsigned long)&s,
	      "T13 %s, %zu blocks: registers", h->name, n);
}

static void nothing(const struct hash512 *h)
{
	u8 *none = guarded(0);
	struct regs r;

	check(go(h, &r, none, none, 0) == 0, "T25 %s with rCX=0 touches no memory", h->name);
	guarded_free(none, 0);
}

static void misaligned(const struct hash512 *h, const u8 *data)
{
	struct state512 s;
	struct regs r;

	check(go(h, &r, (u8 *)&s + 8, data, 1) == SIGSEGV && trap.code == SI_KERNEL,
	      "T26 %s with a misaligned state: #GP", h->name);
}

/* Data that ends at a guard page: the state is that of the whole blocks. */
static void harvest(const struct hash512 *h, u8 *mem, size_t have)
{
	u8 *data = mem + PAGE - have;
	size_t whole = have / CHUNK;
	struct state512 s;
	struct regs r;
	u64 want[8];

	memcpy(want, h->iv, 64);
	ref_sha512_blocks(want, data, whole);
	start(&s, h);
	check(go(h, &r, &s, data, whole + 5) == SIGSEGV && trap.addr == mem + PAGE,
	      "%s faults at a guard page after %zu bytes", h->name, have);
	check_mem(s.word, want, 64, "%s: state after %zu bytes before a guard page", h->name, have);
	check(r.c == 5 && r.S == (unsigned long)data + CHUNK * whole, "%s: registers at the fault", h->name);
}

static void resume(const struct hash512 *h, u8 *mem, size_t off)
{
	struct state512 s;
	struct regs r;
	u64 want[8];

	memcpy(want, h->iv, 64);
	ref_sha512_blocks(want, mem + off, 70);
	start(&s, h);
	reset_faults();
	for (size_t p = 1; p < 3; p++) {
		protect(mem + p * PAGE, PAGE, PROT_NONE);
		allow_fault(mem + p * PAGE, PAGE, NULL);
	}
	check(go(h, &r, &s, mem + off, 70) == 0 && trap.count == 2, "%s over missing pages completes", h->name);
	reset_faults();
	check_mem(s.word, want, 64, "%s over missing pages", h->name);
}

void group_sha512(void)
{
	u8 *mem = guarded(3), *one = guarded(1);

	fill(mem, 3 * PAGE, 81);
	fill(one, PAGE, 82);
	for (const struct hash512 *h = hashes; h < hashes + ARRAY_SIZE(hashes); h++) {
		published(h);
		for (size_t n = 1; n <= 70; n++)
			lengths(h, mem + n % 9, n);
		nothing(h);
		misaligned(h, mem);
		for (size_t have = 0; have < 600; have += 64 + 1)
			harvest(h, one, have);
		resume(h, mem, 0);
		resume(h, mem, 77);
	}
	guarded_free(mem, 3);
	guarded_free(one, 1);
}
