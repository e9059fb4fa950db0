// SPDX-License-Identifier: Apache-2.0
/*
 * Which PadLock unit this CPU has, and whether it gives right answers.
 */
#include <cpuid.h>
#include <string.h>
#include <openssl/crypto.h>

#include "provider.h"

/* CPUID leaf 0xC0000001, EDX: in each pair "exists", "enabled" (isa 3.1) */
#define ACE_EXISTS	(1U << 6)
#define ACE_ENABLED	(1U << 7)
#define PHE_EXISTS	(1U << 10)
#define PHE_ENABLED	(1U << 11)

/* CPUID leaf 1, EDX */
#define SSE2		(1U << 26)

struct unit unit;
static const char *problem;
static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;

static const char no_unit[] = "this CPU has no VIA PadLock unit";

struct cpuid {
	unsigned int eax, ebx, ecx, edx;
};

static struct cpuid cpuid(unsigned int leaf)
{
	struct cpuid r;

	__cpuid(leaf, r.eax, r.ebx, r.ecx, r.edx);
	return r;
}

static int vendor_is(const char *name)
{
	struct cpuid r = cpuid(0);
	unsigned int words[3];

	memcpy(words, name, sizeof(words));
	return r.ebx == words[0] && r.edx == words[1] && r.ecx == words[2];
}

static const struct padlock_cpu *this_cpu(void)
{
	unsigned int signature, family, model;

	/* 0 on CPUs that are too old for CPUID */
	if (!__get_cpuid_max(0, NULL) ||
	    (!vendor_is("CentaurHauls") && !vendor_is("  Shanghai  ")))
		return NULL;
	signature = cpuid(1).eax;
	family = signature >> 8 & 15;
	model = signature >> 4 & 15;
	if (family == 15)
		family += signature >> 20 & 0xff;
	if (family >= 6)
		model |= signature >> 12 & 0xf0;
	return padlock_cpu_find(family, model);
}

static unsigned int features(void)
{
	if (cpuid(0xc0000000).eax < 0xc0000001)
		return 0;
	return cpuid(0xc0000001).edx;
}

/*
 * Known answers. Keys count up from 0.
 */

static const unsigned char counting[32] = {
	 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
};

/* FIPS-197 appendix C */
static const unsigned char aes_plain[AES_BLOCK] = {
	0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
	0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff
};

static const struct {
	size_t key;
	unsigned char answer[AES_BLOCK];
} aes_answers[] = {
	{ 16, { 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
		0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a } },
	{ 24, { 0xdd, 0xa9, 0x7c, 0xa4, 0x86, 0x4c, 0xdf, 0xe0,
		0x6e, 0xaf, 0x70, 0xa0, 0xec, 0x0d, 0x71, 0x91 } },
	{ 32, { 0x8e, 0xa2, 0xb7, 0xca, 0x51, 0x67, 0x45, 0xbf,
		0xea, 0xfc, 0x49, 0x90, 0x4b, 0x49, 0x60, 0x89 } },
};

static int aes_works(void)
{
	struct padlock_key key ALIGNED;
	unsigned char block[AES_BLOCK] ALIGNED;
	size_t i;

	for (i = 0; i < sizeof(aes_answers) / sizeof(aes_answers[0]); i++) {
		key_set(&key, counting, aes_answers[i].key, 0, 0);
		ecb_blocks(&key, block, aes_plain, 1);
		if (memcmp(block, aes_answers[i].answer, AES_BLOCK))
			return 0;
		key_set(&key, counting, aes_answers[i].key, PADLOCK_CW_DECRYPT,
			PADLOCK_CW_DECRYPT);
		ecb_blocks(&key, block, block, 1);
		if (memcmp(block, aes_plain, AES_BLOCK))
			return 0;
	}
	return 1;
}

static int ctr_works(void)
{
	struct padlock_key key ALIGNED;

	key_set(&key, counting, 16, 0, 0);
	return ctr_instruction_works(&key);
}

/* "abc" of FIPS 180-4 as one padded block, and its first word of SHA-256 and SHA-1 */
static int sha_works(enum padlock_sha kind)
{
	static const unsigned char abc[64] ALIGNED = {
		'a', 'b', 'c', 0x80, [63] = 24
	};
	unsigned int state[PADLOCK_SHA_STATE_SIZE / 4] ALIGNED = {
		0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0
	};
	static const unsigned int start256[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
	};
	int blocks = kind == PADLOCK_SHA_PARTIAL;
	unsigned long count = blocks ? 1 : 3;
	unsigned long done = blocks ? PADLOCK_SHA_BLOCKS : 0;

	padlock_xsha1(state, abc, count, done);
	if (state[0] != 0xa9993e36 || state[4] != 0x9cd0d89d)
		return 0;
	memcpy(state, start256, sizeof(start256));
	padlock_xsha256(state, abc, count, done);
	return state[0] == 0xba7816bf && state[7] == 0xf20015ad;
}

static void find_once(void)
{
	unsigned int has;

	problem = no_unit;
	unit.cpu = this_cpu();
	if (!unit.cpu)
		return;
	unit.sse2 = !!(cpuid(1).edx & SSE2);
	has = features();
	if (!(has & (ACE_EXISTS | PHE_EXISTS)))
		return;
	if (!(has & (ACE_ENABLED | PHE_ENABLED))) {
		problem = "firmware or hypervisor keeps the PadLock unit of this CPU disabled";
		return;
	}
	if (has & ACE_EXISTS && has & ACE_ENABLED)
		unit.aes = aes_works();
	unit.ctr = unit.aes && unit.cpu->ctr && ctr_works();
	if (has & PHE_EXISTS && has & PHE_ENABLED &&
	    unit.cpu->sha != PADLOCK_SHA_NONE && sha_works(unit.cpu->sha))
		unit.sha = unit.cpu->sha;
	problem = unit.aes || unit.sha != PADLOCK_SHA_NONE ? NULL :
		  "the PadLock unit of this CPU gives wrong answers";
}

const char *unit_find(void)
{
	if (!CRYPTO_THREAD_run_once(&once, find_once))
		return "CRYPTO_THREAD_run_once() failed";
	return problem;
}
