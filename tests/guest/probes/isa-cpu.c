// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: CPU models (cpu-models.md sections 1a to 1c, padlock-isa.md section
 * 2), CPUID, the emulator's counters, and XSTORE.
 */
#include <cpuid.h>
#include <string.h>

#include "isa.h"

const struct model models[] = {
	{ .name = "via-c3", .sig = 0x698, .max_leaf = 0xc0000001, .units = 0x000000dd,
	  .brand = "VIA Nehemiah", .align = ALIGN_ALWAYS, .group_ecb = 2, .group_cbc = 1,
	  .rng_switch = true },
	{ .name = "via-c7", .sig = 0x6d0, .max_leaf = 0xc0000003, .units = 0x0000ffcc,
	  .brand = "VIA C7-M Processor", .align = ALIGN_BY_CW, .group_ecb = 2, .group_cbc = 1,
	  .ctr = true, .phe = true, .rng_switch = true, .sse2 = true },
	{ .name = "via-nano", .sig = 0x6f8, .max_leaf = 0xc0000004, .units = 0x1ec33dcc,
	  .brand = "VIA Nano L3050@1800MHz", .align = ALIGN_FREE, .group_ecb = 2, .group_cbc = 1,
	  .ctr = true, .phe = true, .partial = true, .phe2 = true, .long_mode = true, .sse2 = true },
	{ .name = "via-nano2", .sig = 0x6f2, .max_leaf = 0xc0000004, .units = 0x00070dcc,
	  .brand = "VIA Nano processor L2200@1600MHz", .align = ALIGN_FREE,
	  .group_ecb = 8, .group_cbc = 4,
	  .ctr = true, .phe = true, .partial = true, .long_mode = true, .sse2 = true },
	{ .name = "via-eden-x4", .sig = 0x6fe, .max_leaf = 0xc0000004, .units = 0x1ec33dcc,
	  .brand = "VIA Eden X4 C4250@1.2+GHz", .align = ALIGN_FREE, .group_ecb = 2, .group_cbc = 1,
	  .ctr = true, .phe = true, .partial = true, .phe2 = true, .long_mode = true, .sse2 = true, .aesni = true },
	{ .name = "zhaoxin-kx", .sig = 0x307b1, .max_leaf = 0xc0000004, .units = 0x1ec33dfc,
	  .brand = "ZHAOXIN KaiXian KX-U6780A@2.7GHz", .align = ALIGN_FREE,
	  .group_ecb = 2, .group_cbc = 1,
	  .ctr = true, .phe = true, .partial = true, .phe2 = true, .zhaoxin = true,
	  .long_mode = true, .sse2 = true, .aesni = true },
	{ .name = "none", .align = ALIGN_FREE, .group_ecb = 1, .group_cbc = 1,
	  .long_mode = true, .sse2 = true },
};

const size_t model_count = ARRAY_SIZE(models);

void cpuid(u32 leaf, u32 sub, u32 out[4])
{
	__cpuid_count(leaf, sub, out[0], out[1], out[2], out[3]);
}

static bool centaur(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	return r[1] == 0x746e6543 && r[3] == 0x48727561 && r[2] == 0x736c7561;
}

/* The model whose signature this CPU has, "none" where it is no Centaur, NULL
 * for a Centaur that is not in the table. */
const struct model *detect_model(void)
{
	u32 r[4];

	if (!centaur())
		return &models[model_count - 1];
	cpuid(1, 0, r);
	for (const struct model *m = models; m < models + model_count; m++)
		if (m->sig == r[0])
			return m;
	return NULL;
}

/* ---- counters ---- */

u64 counter(enum counter index)
{
	u32 r[4];

	cpuid(PADLOCK_COUNTERS_LEAF, (u32)index, r);
	return (u64)r[3] << 32 | r[0];
}

bool have_counters(void)
{
	u32 r[4];

	cpuid(PADLOCK_COUNTERS_LEAF, 0, r);
	return r[1] == C_COUNT;
}

/* ---- group cpuid ---- */

#define UNIT_EN_MASK (1u << 3 | 1u << 7 | 1u << 9 | 1u << 11 | 1u << 13)
#define UNIT_RNG_EN (1u << 3)
#define ACE_EN (1u << 7)
#define ACE2_EN (1u << 9)
#define PHE_EN (1u << 11)
#define PHE2_PAIR (3u << 25)

static void check_units(const struct model *m)
{
	u32 r[4], disabled = m->units & ~(UNIT_EN_MASK & ~UNIT_RNG_EN);

	cpuid(0xc0000000, 0, r);
	check(r[0] == m->max_leaf, "cpuid 0xC0000000 EAX is %#x, not %#x", r[0], m->max_leaf);
	cpuid(0xc0000001, 0, r);
	if (cfg.disabled) {
		check((r[3] | UNIT_RNG_EN) == (disabled | UNIT_RNG_EN),
		      "T23 exists bits without enabled bits: EDX is %#x, not %#x", r[3], disabled);
		return;
	}
	check(r[3] == m->units, "cpuid 0xC0000001 EDX is %#x, not %#x", r[3], m->units);
	check(!!(r[3] & PHE_EN) == m->phe, "PHE_EN agrees with the model");
	check(((r[3] & PHE2_PAIR) == PHE2_PAIR) == m->phe2, "PHE2 agrees with the model");
	check(r[3] & ACE_EN, "ACE_EN is set");
	check(!(r[3] & ACE2_EN) == (strcmp(m->name, "via-c7") != 0),
	      "ACE2_EN is set on the C7 only (cpu-models.md 1b fact 1)");
}

static void check_brand(const struct model *m)
{
	char brand[49] = "";

	for (u32 i = 0; i < 3; i++) {
		u32 r[4];

		cpuid(0x80000002 + i, 0, r);
		memcpy(brand + 16 * i, r, 16);
	}
	check(strstr(brand, m->brand), "brand string \"%s\" has \"%s\"", brand, m->brand);
}

static void check_class(const struct model *m)
{
	u32 one[4];
#ifdef __x86_64__
	u32 ext[4];

	cpuid(0x80000001, 0, ext);
	check(!!(ext[3] & 1u << 29) == m->long_mode, "long mode as on the model");
#endif
	cpuid(1, 0, one);
	check(!!(one[3] & 1u << 26) == m->sse2, "SSE2 as on the model");
	check(!!(one[2] & 1u << 25) == m->aesni, "AES-NI as on the model");
	/* not the KX's SHA-NI: QEMU 7.2 cannot do that */
}

void group_cpuid(void)
{
	const struct model *m = cfg.model;
	u32 r[4];

	if (!m->units) {
		cpuid(0xc0000000, 0, r);
		check(r[0] < 0xc0000001 || r[0] > 0xc00000ff, "no Centaur leaves without PadLock");
		return;
	}
	check(centaur(), "T32 vendor is CentaurHauls");
	cpuid(1, 0, r);
	check(r[0] == m->sig, "T32 signature is %#x, not %#x", r[0], m->sig);
	check_units(m);
	check_brand(m);
	check_class(m);
	check(have_counters(), "counter leaf 0xC0DE0000 has %d counters", C_COUNT);
}

/* ---- group xstore ---- */

#define XSTORE_COUNT 0xful
#define XSTORE_ENABLED (1ul << 6)

static struct regs xstore(struct insn *in, u8 *buf, unsigned long quality, unsigned long count)
{
	struct regs r = { .a = ~0ul, .c = count, .d = quality, .D = (unsigned long)buf };

	check(run(in, &r) == 0, "XSTORE without a fault, EDX=%lu", quality);
	return r;
}

static void xstore_once(u8 *buf, unsigned long quality)
{
	static const unsigned long size[] = { 8, 4, 2, 1 };
	struct regs r;
	u8 canary[64];

	memset(canary, 0x5a, sizeof(canary));
	memcpy(buf, canary, sizeof(canary));
	r = xstore(INSN("\x0f\xa7\xc0"), buf, quality, 77);
	check((r.a & XSTORE_COUNT) == size[quality], "XSTORE EDX=%lu stores %lu bytes, not %lu",
	      quality, r.a & XSTORE_COUNT, size[quality]);
	check(r.a & XSTORE_ENABLED, "XSTORE status has the enabled bit");
	check(r.D == (unsigned long)buf + (r.a & XSTORE_COUNT), "XSTORE advances rDI by the count");
	check(r.c == 77 && r.d == quality, "XSTORE without REP leaves rCX and rDX");
	check_mem(buf + 8, canary + 8, sizeof(canary) - 8, "XSTORE touches no more than 8 bytes");
}

static void xstore_rep(u8 *buf, unsigned long quality, unsigned long count)
{
	struct regs r;
	u8 canary[128];
	size_t changed = 0;

	memset(canary, 0x5a, sizeof(canary));
	memcpy(buf, canary, sizeof(canary));
	r = xstore(INSN("\xf3\x0f\xa7\xc0"), buf, quality, count);
	check(r.c == 0, "REP XSTORE ends with rCX 0 (EDX=%lu, %lu bytes)", quality, count);
	check(r.D == (unsigned long)buf + count, "REP XSTORE advances rDI by rCX (EDX=%lu, %lu bytes)",
	      quality, count);
	check_mem(buf + count + 8, canary, sizeof(canary) - count - 8,
		  "REP XSTORE stays within 8 bytes of its end");
	for (size_t i = 0; i < count; i++)
		changed += buf[i] != 0x5a;
	check(count < 16 || changed > count / 2, "REP XSTORE fills its buffer");
}

void group_xstore(void)
{
	u8 *mem = guarded(1), other[64];

	for (unsigned long quality = 0; quality < 4; quality++)
		xstore_once(mem, quality);
	for (unsigned long quality = 0; quality < 4; quality++)
		xstore_rep(mem, quality, 64);
	memcpy(other, mem, sizeof(other));
	xstore_rep(mem, 0, 64);
	check(memcmp(mem, other, sizeof(other)), "two XSTOREs do not give the same bytes");
	if (have_counters()) {
		u64 ops = counter(C_xstore), bytes = counter(C_bytes_xstore);

		xstore_rep(mem, 0, 64);
		check(counter(C_xstore) >= ops + 1, "counter xstore");
		check(counter(C_bytes_xstore) >= bytes + 64, "counter bytes_xstore");
	}
	guarded_free(mem, 1);
}

/* ---- group counters ---- */

static u64 before[C_COUNT];

static void mark(void)
{
	for (u32 i = 0; i < C_COUNT; i++)
		before[i] = counter((enum counter)i);
}

/* Where this is set, rose() makes it false instead of reporting a failure. */
static bool *attempt;

/* The counter rose by `by` since mark(), or by more where a kernel runs below. */
static void rose(enum counter index, u64 by, const char *name)
{
	u64 now = counter(index) - before[index];

	if (attempt) {
		*attempt &= now == by;
		return;
	}
	check(now == by || (cfg.machine && now > by), "counter %s rose by %u, not %u", name,
	      (unsigned int)now, (unsigned int)by);
}

#define ROSE(name, by) rose(C_##name, by, #name)

static struct xc some_blocks(enum mode mode, size_t n, unsigned long how)
{
	static struct {
		u8 iv[BLOCK], key[SCHEDULE], src[64 * BLOCK], dst[64 * BLOCK];
		struct cw cw;
	} m __attribute__((aligned(16)));

	m.cw = make_cw(128, 0);
	return (struct xc){ .mode = mode, .cw = &m.cw, .key = m.key, .iv = m.iv, .src = m.src,
			    .dst = m.dst, .n = n, .how = how };
}

static void count_modes(void)
{
	static const enum counter ops[MODES] = { C_xcrypt_ecb, C_xcrypt_cbc, C_xcrypt_ctr, C_xcrypt_cfb,
						 C_xcrypt_ofb };
	static const enum counter blocks[MODES] = { C_blocks_ecb, C_blocks_cbc, C_blocks_ctr,
						    C_blocks_cfb, C_blocks_ofb };

	for (enum mode m = 0; m < MODES; m++) {
		struct xc x = some_blocks(m, 10 + m, RUN_RELOAD);

		if (m == CTR && !cfg.model->ctr)
			continue;
		mark();
		xcrypt(&x);
		for (enum mode other = 0; other < MODES; other++) {
			rose(ops[other], other == m, "xcrypt");
			rose(blocks[other], other == m ? x.n : 0, "blocks");
		}
	}
}

static void count_loads(void)
{
	struct xc x = some_blocks(ECB, 2, RUN_RELOAD);
	struct cw expanded = make_cw(128, CW_KEYGN);

	xcrypt(&x);
	mark();
	x.how = 0;
	xcrypt(&x);
	ROSE(key_cached, 1);
	ROSE(key_loads, 0);
	mark();
	x.how = RUN_RELOAD;
	xcrypt(&x);
	ROSE(key_cached, 0);
	ROSE(key_loads, 1);
	ROSE(key_expansions, 1);
	ROSE(popf_clears, 1);
	ROSE(stale_key, 0);
	ROSE(stale_cw, 0);
	mark();
	x.cw = &expanded;
	xcrypt(&x);
	ROSE(key_loads, 1);
	ROSE(key_expansions, 0);
}

/* A real interrupt between two instructions makes the key be loaded once more,
 * so below a kernel one undisturbed attempt is enough. */
static void count_loads_booted(void)
{
	bool ok = false;

	for (int i = 0; i < 256 && !ok; i++) {
		ok = true;
		attempt = &ok;
		count_loads();
		attempt = NULL;
	}
	check(ok, "counters of key loads in one of 256 attempts");
}

static void count_suspicious(void)
{
	struct xc x = some_blocks(ECB, 4, RUN_RELOAD);
	struct cw bad = make_cw(128, CW_KEYGN);

	mark();
	xcrypt(&x);
	ROSE(overlap, 0);
	ROSE(bad_cw, 0);
	ROSE(warnings, 0);
	x.dst = (u8 *)x.src + BLOCK;	/* forward overlap */
	xcrypt(&x);
	ROSE(overlap, 1);
	mark();
	x = some_blocks(ECB, 4, RUN_RELOAD);
	bad.word[0] ^= 10 ^ 12;		/* 12 rounds for 128 bits */
	x.cw = &bad;
	xcrypt(&x);
	check(counter(C_bad_cw) > before[C_bad_cw], "counter bad_cw rose for 12 rounds with 128 bits");
	check(counter(C_warnings) > before[C_warnings], "counter warnings rose");
}

static void count_faults(void)
{
	struct xc x = some_blocks(CBC, 1, RUN_RELOAD);
	u8 *none = guarded(0);

	mark();
	x.key = (const u8 *)x.key + 1;
	xcrypt(&x);
	ROSE(fault_gp, 1);
	mark();
	x = some_blocks(ECB, 1, RUN_RELOAD);
	x.src = none;
	xcrypt(&x);
	ROSE(fault_pf, 1);
	mark();
	run(INSN("\x0f\xa7\xc8"), &x.regs);
	ROSE(fault_ud, 1);
	guarded_free(none, 0);
}

void group_counters(void)
{
	count_modes();
	if (cfg.irq == IRQ_NONE) {
		if (cfg.machine)
			count_loads_booted();
		else
			count_loads();
		count_suspicious();
	}
	count_faults();
}
