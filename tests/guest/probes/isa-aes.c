// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: results of XCRYPT - published vectors, all lengths, IV, counter.
 */
#include <signal.h>
#include <string.h>

#include "isa.h"

/* ---- published vectors ---- */

static void unhex(u8 *out, const char *hex)
{
	for (; *hex; hex += 2) {
		u8 v = 0;

		for (int i = 0; i < 2; i++)
			v = (u8)(v << 4 | (hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10));
		*out++ = v;
	}
}

static const int key_bits[] = { 128, 192, 256 };

/* FIPS-197 appendix B and C */
static const struct {
	int bits;
	const char *key, *plain, *cipher;
} fips197[] = {
	{ 128, "2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
	  "3925841d02dc09fbdc118597196a0b32" },
	{ 128, "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
	  "69c4e0d86a7b0430d8cdb78070b4c55a" },
	{ 192, "000102030405060708090a0b0c0d0e0f1011121314151617",
	  "00112233445566778899aabbccddeeff", "dda97ca4864cdfe06eaf70a0ec0d7191" },
	{ 256, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	  "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089" },
};

/* SP 800-38A appendix F: keys, plaintext, and ciphertext by mode and key size */
static const char *const sp_key[3] = {
	"2b7e151628aed2a6abf7158809cf4f3c",
	"8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
	"603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
};

static const char sp_plain[] =
	"6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
	"30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

static const char *const sp_cipher[MODES][3] = {
	[ECB] = {
		"3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"
		"43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
		"bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef"
		"ef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e",
		"f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870"
		"b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
	},
	[CBC] = {
		"7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
		"73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
		"4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a"
		"571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd",
		"f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
		"39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b",
	},
	[CTR] = {
		"874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
		"5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
		"1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
		"1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
		"601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
		"2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
	},
	[CFB] = {
		"3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"
		"26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6",
		"cdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a"
		"2e1e8a1dd59b88b1c8e60fed1efac4c9c05f9f9ca9834fa042ae8fba584b09ff",
		"dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407b"
		"df10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471",
	},
	[OFB] = {
		"3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825"
		"9740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e",
		"cdc80d6fddf18cab34c25909c99a4174fcc28b8d4c63837c09e81700c11004018"
		"d9a9aeac0f6596f559c6d4daf59a5f26d9f200857ca6c3e9cac524bd9acc92a",
		"dc7e84bfda79164b7ecd8486985d38604febdc6740d20b3ac88f6ad82a4fb08d"
		"71ab47a086e86eedf39d1c5bba97c4080126141d67f37be8538f5a8be740e484",
	},
};

/* ---- keys in both forms ---- */

struct keys {
	u8 raw[32] __attribute__((aligned(16)));
	u8 enc[SCHEDULE] __attribute__((aligned(16)));
	u8 dec[SCHEDULE] __attribute__((aligned(16)));
	int bits;
};

static void make_keys(struct keys *k, const u8 *raw, int bits)
{
	memcpy(k->raw, raw, (size_t)bits / 8);
	k->bits = bits;
	ref_expand(k->enc, raw, bits);
	ref_invert(k->dec, k->enc, rounds_of(bits));
}

/* One variant of an operation: which key memory and control word it takes. */
struct variant {
	enum mode mode;
	bool decrypt, hw;	/* hw: the unit expands the raw key */
	struct cw cw;
	const u8 *key;
};

/* padlock-isa.md 5.1: OFB and CTR keep ENCDEC 0; CFB decrypts with ENCDEC 1 and
 * the encryption schedule. */
static struct variant make_variant(const struct keys *k, enum mode mode, bool decrypt, bool hw)
{
	struct variant v = { .mode = mode, .decrypt = decrypt, .hw = hw };
	bool flag = decrypt && mode != OFB && mode != CTR;

	v.cw = make_cw(k->bits, (hw ? 0 : CW_KEYGN) | (flag ? CW_DECRYPT : 0));
	v.key = hw ? k->raw : flag && mode != CFB ? k->dec : k->enc;
	return v;
}

static bool have_mode(enum mode mode)
{
	return mode != CTR || (cfg.model->ctr && !cfg.ctr_erratum);
}

typedef void (*variant_fn)(const struct keys *k, const struct variant *v);

static void for_variants(const struct keys *k, variant_fn fn)
{
	for (enum mode m = 0; m < MODES; m++) {
		if (!have_mode(m))
			continue;
		for (int dec = 0; dec < 2; dec++)
			for (int hw = 0; hw <= (k->bits == 128); hw++) {
				struct variant v = make_variant(k, m, dec, hw);

				fn(k, &v);
			}
	}
}

#define VARIANT_FMT "%s-%d %s, %s key"
#define VARIANT_ARGS(k, v) mode_name[(v)->mode], (k)->bits, (v)->decrypt ? "decrypt" : "encrypt", \
	(v)->hw ? "raw" : "expanded"

static void one_vector(const struct keys *k, const struct variant *v, const u8 *plain,
		       const u8 *cipher, const u8 *iv, size_t n, const char *source)
{
	u8 buf[64] __attribute__((aligned(16))), work[BLOCK] __attribute__((aligned(16)));
	struct xc x = { .mode = v->mode, .cw = &v->cw, .key = v->key, .iv = work, .src = buf,
			.dst = buf, .n = n, .how = RUN_RELOAD };

	memcpy(buf, v->decrypt ? cipher : plain, BLOCK * n);
	memcpy(work, iv, BLOCK);
	xcrypt(&x);
	check_mem(buf, v->decrypt ? plain : cipher, BLOCK * n, "%s " VARIANT_FMT, source,
		  VARIANT_ARGS(k, v));
}

static void sp_vector(const struct keys *k, const struct variant *v)
{
	u8 plain[64], cipher[64], iv[BLOCK];

	unhex(plain, sp_plain);
	unhex(cipher, sp_cipher[v->mode][k->bits / 64 - 2]);
	unhex(iv, v->mode == CTR ? "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff" :
				   "000102030405060708090a0b0c0d0e0f");
	one_vector(k, v, plain, cipher, iv, 4, "SP 800-38A");
}

void group_vectors(void)
{
	u8 raw[32], plain[BLOCK], cipher[BLOCK], iv[BLOCK] = { 0 };
	struct keys k;

	for (size_t i = 0; i < ARRAY_SIZE(fips197); i++) {
		unhex(raw, fips197[i].key);
		unhex(plain, fips197[i].plain);
		unhex(cipher, fips197[i].cipher);
		make_keys(&k, raw, fips197[i].bits);
		for (int v = 0; v < 4; v++) {
			struct variant var = make_variant(&k, ECB, v & 1, v & 2);

			if (k.bits == 128 || !var.hw)
				one_vector(&k, &var, plain, cipher, iv, 1, "FIPS-197");
		}
	}
	for (int i = 0; i < 3; i++) {
		unhex(raw, sp_key[i]);
		make_keys(&k, raw, key_bits[i]);
		for_variants(&k, sp_vector);
	}
}

/* ---- all lengths ---- */

#define BULK_MAX 2000u
#define BULK_PAGES 9u

static u8 *bulk_src, *bulk_dst, *bulk_ref, *bulk_iv;
static const u8 bulk_first_iv[BLOCK] = {
	0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xff, 0xfc, 0x18
};	/* the counter wraps after 1000 blocks */

static void bulk_registers(const struct xc *x, const struct variant *v, size_t n)
{
	bool moves = v->mode == CFB || (v->mode == CBC && !v->decrypt);

	check(x->regs.c == 0, "T13 rCX ends at 0 (%s, %zu blocks)", mode_name[v->mode], n);
	check(x->regs.S == (unsigned long)x->src + BLOCK * n &&
	      x->regs.D == (unsigned long)x->dst + BLOCK * n,
	      "T13 rSI and rDI end behind the data (%s, %zu blocks)", mode_name[v->mode], n);
	check(x->regs.b == (unsigned long)x->key && x->regs.d == (unsigned long)x->cw,
	      "T13 rBX and rDX do not change (%s, %zu blocks)", mode_name[v->mode], n);
	check(moves || x->regs.a == (unsigned long)x->iv,
	      "T13 rAX stays the IV pointer (%s, %zu blocks)", mode_name[v->mode], n);
	check(!((x->regs.flags_before ^ x->regs.flags_after) & EFLAGS_ARITH),
	      "arithmetic flags do not change (%s, %zu blocks)", mode_name[v->mode], n);
}

static void bulk_once(const struct variant *v, const struct keys *k, size_t n, bool in_place)
{
	static u8 canary[2 * BLOCK];
	struct xc x = { .mode = v->mode, .cw = &v->cw, .key = v->key, .iv = bulk_iv,
			.src = in_place ? bulk_dst : bulk_src, .dst = bulk_dst, .n = n,
			.how = RUN_RELOAD };

	fill(canary, sizeof(canary), 99);
	if (in_place)
		memcpy(bulk_dst, bulk_src, BLOCK * n);
	memcpy(bulk_dst + BLOCK * n, canary, sizeof(canary));
	memcpy(bulk_iv, bulk_first_iv, BLOCK);
	check(xcrypt(&x) == 0, VARIANT_FMT ", %zu blocks: no fault", VARIANT_ARGS(k, v), n);
	check_mem(bulk_dst, bulk_ref, BLOCK * n, "T33 " VARIANT_FMT ", %zu blocks%s",
		  VARIANT_ARGS(k, v), n, in_place ? " in place" : "");
	check_mem(bulk_dst + BLOCK * n, canary, sizeof(canary),
		  "T12 nothing is written behind %zu blocks (%s)", n, mode_name[v->mode]);
	bulk_registers(&x, v, n);
}

static size_t next_count(size_t n)
{
	return n < 70 || cfg.exhaustive ? n + 1 : n + n / 9;
}

static void bulk_variant(const struct keys *k, const struct variant *v)
{
	u8 iv[BLOCK];

	memcpy(iv, bulk_first_iv, BLOCK);
	ref_xcrypt(v->mode, bulk_ref, bulk_src, BULK_MAX, iv,
		   v->decrypt && (v->mode == ECB || v->mode == CBC) ? k->dec : k->enc,
		   rounds_of(k->bits), v->decrypt);
	for (size_t n = 1; n < BULK_MAX; n = next_count(n)) {
		bulk_once(v, k, n, false);
		bulk_once(v, k, n, true);
	}
	bulk_once(v, k, BULK_MAX, false);
	bulk_once(v, k, BULK_MAX, true);
}

void group_bulk(void)
{
	u8 raw[32];
	struct keys k;

	bulk_src = guarded(BULK_PAGES);
	bulk_dst = guarded(BULK_PAGES);
	bulk_ref = guarded(BULK_PAGES);
	bulk_iv = guarded(1);
	fill(bulk_src, BULK_PAGES * PAGE, 1);
	for (int i = 0; i < 3; i++) {
		fill(raw, sizeof(raw), 2);
		make_keys(&k, raw, key_bits[i]);
		for_variants(&k, bulk_variant);
	}
	guarded_free(bulk_src, BULK_PAGES);
	guarded_free(bulk_dst, BULK_PAGES);
	guarded_free(bulk_ref, BULK_PAGES);
	guarded_free(bulk_iv, 1);
}

/* ---- IV (padlock-isa.md section 7) ---- */

static void iv_expect(const struct variant *v, const struct xc *x, const u8 *first, const u8 *next)
{
	const char *name = mode_name[v->mode];

	switch (v->mode) {
	case ECB:
		check_mem(x->iv, first, BLOCK, "T7 ecb does not touch the IV");
		break;
	case CBC:
		if (v->decrypt) {
			check_mem(x->iv, next, BLOCK, "T9 cbc decryption writes the IV memory");
			check(x->regs.a == (unsigned long)x->iv, "T9 cbc decryption leaves rAX");
			break;
		}
		check(x->regs.a == (unsigned long)x->dst + BLOCK * (x->n - 1),
		      "T8 cbc encryption leaves rAX at the last block of the destination");
		/* fall through */
	case CFB:
		check_mem(x->iv, first, BLOCK, "T7 %s leaves the IV memory", name);
		check_mem((void *)x->regs.a, next, BLOCK, "T7 %s: the next IV is at rAX", name);
		break;
	default:
		check_mem(x->iv, next, BLOCK, "%s writes the next IV", name);
		check(x->regs.a == (unsigned long)x->iv, "%s leaves rAX", name);
	}
}

static void iv_variant(const struct keys *k, const struct variant *v)
{
	static const size_t counts[] = { 1, 2, 3, 17 };
	u8 src[17 * BLOCK] __attribute__((aligned(16))), dst[17 * BLOCK] __attribute__((aligned(16)));
	u8 iv[BLOCK] __attribute__((aligned(16))), first[BLOCK], next[BLOCK];

	for (size_t i = 0; i < 2 * ARRAY_SIZE(counts); i++) {
		struct xc x = { .mode = v->mode, .cw = &v->cw, .key = v->key, .iv = iv, .src = src,
				.dst = i & 1 ? src : dst, .n = counts[i / 2], .how = RUN_RELOAD };

		/* CFB decryption in place has no ciphertext left that rAX could point to:
		 * copying from rAX must be right there too (padlock-isa.md 19.10). */
		fill(src, sizeof(src), (u32)i);
		fill(first, BLOCK, 7);
		memcpy(iv, first, BLOCK);
		memcpy(next, first, BLOCK);
		ref_xcrypt(v->mode, dst, src, x.n, next,
			   v->decrypt && v->mode == CBC ? k->dec : k->enc, rounds_of(k->bits),
			   v->decrypt);
		xcrypt(&x);
		if (v->mode == CFB && v->decrypt)
			check_mem((void *)x.regs.a, next, BLOCK, "T7 cfb decryption%s: next IV at rAX",
				  i & 1 ? " in place" : "");
		else
			iv_expect(v, &x, first, next);
	}
}

void group_iv(void)
{
	struct keys k;
	u8 raw[32];

	fill(raw, sizeof(raw), 3);
	for (int i = 0; i < 3; i++) {
		make_keys(&k, raw, key_bits[i]);
		for_variants(&k, iv_variant);
	}
}

/* ---- CTR (padlock-isa.md section 8) ---- */

static void ctr_case(const struct keys *k, u8 byte13, unsigned int low, size_t n)
{
	struct variant v = make_variant(k, CTR, false, k->bits == 128);
	u8 src[40 * BLOCK] __attribute__((aligned(16))), dst[40 * BLOCK] __attribute__((aligned(16)));
	u8 iv[BLOCK] __attribute__((aligned(16))), next[BLOCK], want[40 * BLOCK];
	struct xc x = { .mode = CTR, .cw = &v.cw, .key = v.key, .iv = iv, .src = src, .dst = dst,
			.n = n, .how = RUN_RELOAD };

	fill(src, sizeof(src), low);
	fill(iv, BLOCK, 11);
	iv[13] = byte13;
	iv[14] = (u8)(low >> 8);
	iv[15] = (u8)low;
	memcpy(next, iv, BLOCK);
	ref_xcrypt(CTR, want, src, n, next, k->enc, rounds_of(k->bits), false);
	xcrypt(&x);
	check_mem(dst, want, BLOCK * n, "T19 ctr from %02x|%04x, %zu blocks", byte13, low, n);
	check_mem(iv, next, BLOCK, "T19 ctr from %02x|%04x, %zu blocks: next counter, byte 13 kept",
		  byte13, low, n);
}

/* The bad C7 stepping: wrong output, nobody published which (section 8). */
static void ctr_erratum(const struct keys *k)
{
	struct variant v = make_variant(k, CTR, false, true);
	u8 src[4 * BLOCK] __attribute__((aligned(16))), dst[4 * BLOCK] __attribute__((aligned(16)));
	u8 iv[BLOCK] __attribute__((aligned(16))), want[4 * BLOCK], next[BLOCK];
	struct xc x = { .mode = CTR, .cw = &v.cw, .key = v.key, .iv = iv, .src = src, .dst = dst,
			.n = 4, .how = RUN_RELOAD };

	fill(src, sizeof(src), 5);
	fill(iv, BLOCK, 12);
	memcpy(next, iv, BLOCK);
	ref_xcrypt(CTR, want, src, 4, next, k->enc, 10, false);
	check(xcrypt(&x) == 0, "T20 ctr with the erratum does not fault");
	check(memcmp(dst, want, sizeof(want)), "T20 ctr with the erratum gives a wrong result");
}

void group_ctr(void)
{
	static const unsigned int lows[] = { 0xffff, 0xfff0, 0, 0x00ff, 0xfffe, 0x7fff };
	static const size_t counts[] = { 1, 2, 15, 16, 17, 33 };
	static const u8 bytes13[] = { 0xff, 0x00, 0x7f };
	struct keys k;
	u8 raw[32];

	fill(raw, sizeof(raw), 4);
	if (!cfg.model->ctr) {
		struct xc x = { .mode = CTR, .n = 1 };

		check(xcrypt(&x) == SIGILL, "T20 the CTR opcode raises SIGILL on this CPU");
		return;
	}
	make_keys(&k, raw, 128);
	if (cfg.ctr_erratum) {
		ctr_erratum(&k);
		return;
	}
	for (int b = 0; b < 3; b++) {
		make_keys(&k, raw, key_bits[b]);
		for (size_t i = 0; i < ARRAY_SIZE(lows) * ARRAY_SIZE(counts); i++)
			ctr_case(&k, bytes13[b], lows[i % ARRAY_SIZE(lows)], counts[i / ARRAY_SIZE(lows)]);
	}
}
