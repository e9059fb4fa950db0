// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: AES, its modes, SHA-1 and SHA-256 in plain C, from FIPS-197,
 * SP 800-38A and FIPS 180-4.  The schedules are byte strings, as in memory.
 */
#include <string.h>

#include "isa.h"

static u8 sbox[256], inv_sbox[256], mul[16][256];

static u8 gf_mul(u8 a, u8 b)
{
	u8 r = 0;

	for (; b; b >>= 1, a = (u8)(a << 1 ^ (a & 0x80 ? 0x1b : 0)))
		if (b & 1)
			r ^= a;
	return r;
}

static u8 rotl8(u8 x, int n)
{
	return (u8)(x << n | x >> (8 - n));
}

void ref_init(void)
{
	static const u8 factors[] = { 2, 3, 9, 11, 13, 14 };
	u8 p = 1, q = 1;	/* q is always the inverse of p */

	do {
		p = gf_mul(p, 3);
		q = gf_mul(q, 0xf6);
		sbox[p] = q ^ rotl8(q, 1) ^ rotl8(q, 2) ^ rotl8(q, 3) ^ rotl8(q, 4) ^ 0x63;
	} while (p != 1);
	sbox[0] = 0x63;
	for (int i = 0; i < 256; i++)
		inv_sbox[sbox[i]] = (u8)i;
	for (size_t f = 0; f < sizeof(factors); f++)
		for (int i = 0; i < 256; i++)
			mul[factors[f]][i] = gf_mul((u8)i, factors[f]);
}

void ref_expand(u8 sched[SCHEDULE], const u8 *key, int bits)
{
	int nk = bits / 8, end = BLOCK * (rounds_of(bits) + 1);
	u8 rcon = 1;

	memset(sched, 0, SCHEDULE);
	memcpy(sched, key, (size_t)nk);
	for (int i = nk; i < end; i += 4) {
		u8 t[4];

		memcpy(t, sched + i - 4, 4);
		if (i % nk == 0) {
			u8 first = t[0];

			t[0] = sbox[t[1]] ^ rcon;
			t[1] = sbox[t[2]];
			t[2] = sbox[t[3]];
			t[3] = sbox[first];
			rcon = gf_mul(rcon, 2);
		} else if (nk == 32 && i % nk == 16) {
			for (int j = 0; j < 4; j++)
				t[j] = sbox[t[j]];
		}
		for (int j = 0; j < 4; j++)
			sched[i + j] = sched[i + j - nk] ^ t[j];
	}
}

static void mix(u8 s[BLOCK], int m0, int m1, int m2, int m3)
{
	for (u8 *c = s; c < s + BLOCK; c += 4) {
		u8 a = c[0], b = c[1], d = c[2], e = c[3];
#define M(m, x) (m == 1 ? x : mul[m][x])
		c[0] = M(m0, a) ^ M(m1, b) ^ M(m2, d) ^ M(m3, e);
		c[1] = M(m3, a) ^ M(m0, b) ^ M(m1, d) ^ M(m2, e);
		c[2] = M(m2, a) ^ M(m3, b) ^ M(m0, d) ^ M(m1, e);
		c[3] = M(m1, a) ^ M(m2, b) ^ M(m3, d) ^ M(m0, e);
#undef M
	}
}

void ref_invert(u8 dec[SCHEDULE], const u8 enc[SCHEDULE], int rounds)
{
	memset(dec, 0, SCHEDULE);
	for (int r = 0; r <= rounds; r++) {
		memcpy(dec + BLOCK * r, enc + BLOCK * (rounds - r), BLOCK);
		if (r > 0 && r < rounds)
			mix(dec + BLOCK * r, 14, 11, 13, 9);
	}
}

static void xor_block(u8 *d, const u8 *a, const u8 *b)
{
	for (unsigned int i = 0; i < BLOCK; i++)
		d[i] = a[i] ^ b[i];
}

void ref_block(u8 out[BLOCK], const u8 in[BLOCK], const u8 *sched, int rounds, bool decrypt)
{
	const u8 *box = decrypt ? inv_sbox : sbox;
	int step = decrypt ? 13 : 5;	/* ShiftRows: byte i comes from 5i, or 13i, mod 16 */
	u8 s[BLOCK], t[BLOCK];

	xor_block(s, in, sched);
	for (int r = 1; r <= rounds; r++) {
		for (int i = 0; i < 16; i++)
			t[i] = box[s[i * step & 15]];
		if (r < rounds) {
			if (decrypt)
				mix(t, 14, 11, 13, 9);
			else
				mix(t, 2, 3, 1, 1);
		}
		xor_block(s, t, sched + BLOCK * r);
	}
	memcpy(out, s, BLOCK);
}

static void count16(u8 iv[BLOCK])
{
	if (!++iv[15])
		++iv[14];
}

void ref_xcrypt(enum mode mode, u8 *dst, const u8 *src, size_t n, u8 iv[BLOCK],
		const u8 *sched, int rounds, bool decrypt)
{
	u8 in[BLOCK], t[BLOCK];

	for (; n--; src += BLOCK, dst += BLOCK) {
		memcpy(in, src, BLOCK);
		switch (mode) {
		case ECB:
			ref_block(dst, in, sched, rounds, decrypt);
			break;
		case CBC:
			if (decrypt) {
				ref_block(t, in, sched, rounds, true);
				xor_block(dst, t, iv);
				memcpy(iv, in, BLOCK);
			} else {
				xor_block(t, in, iv);
				ref_block(iv, t, sched, rounds, false);
				memcpy(dst, iv, BLOCK);
			}
			break;
		case CFB:
			ref_block(t, iv, sched, rounds, false);
			xor_block(dst, in, t);
			memcpy(iv, decrypt ? in : dst, BLOCK);
			break;
		case OFB:
			ref_block(iv, iv, sched, rounds, false);
			xor_block(dst, in, iv);
			break;
		default:
			ref_block(t, iv, sched, rounds, false);
			xor_block(dst, in, t);
			count16(iv);
		}
	}
}

/* ---- hashes ---- */

const u32 ref_sha1_iv[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
const u32 ref_sha256_iv[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
};

static u32 rotl(u32 x, int n)
{
	return x << n | x >> (32 - n);
}

static u32 load_be(const u8 *p)
{
	return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3];
}

static void sha1_block(u32 *h, const u8 *p)
{
	u32 w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	for (int i = 0; i < 80; i++) {
		static const u32 k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
		u32 f, t;

		w[i] = i < 16 ? load_be(p + 4 * i) :
				rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
		if (i < 20)
			f = (b & c) | (~b & d);
		else if (i >= 40 && i < 60)
			f = (b & c) | (b & d) | (c & d);
		else
			f = b ^ c ^ d;
		t = rotl(a, 5) + f + e + k[i / 20] + w[i];
		e = d;
		d = c;
		c = rotl(b, 30);
		b = a;
		a = t;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

static const u32 k256[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static u32 sigma(u32 x, int a, int b, int c, bool shift)
{
	return rotl(x, 32 - a) ^ rotl(x, 32 - b) ^ (shift ? x >> c : rotl(x, 32 - c));
}

static void sha256_block(u32 *h, const u8 *p)
{
	u32 w[64], v[8];

	memcpy(v, h, sizeof(v));
	for (int i = 0; i < 64; i++) {
		u32 t1, t2;

		w[i] = i < 16 ? load_be(p + 4 * i) :
				w[i - 16] + w[i - 7] + sigma(w[i - 15], 7, 18, 3, true) +
				sigma(w[i - 2], 17, 19, 10, true);
		t1 = v[7] + sigma(v[4], 6, 11, 25, false) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
		     k256[i] + w[i];
		t2 = sigma(v[0], 2, 13, 22, false) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += v[i];
}

void ref_sha1_blocks(u32 *state, const u8 *data, size_t blocks)
{
	for (; blocks--; data += 64)
		sha1_block(state, data);
}

void ref_sha256_blocks(u32 *state, const u8 *data, size_t blocks)
{
	for (; blocks--; data += 64)
		sha256_block(state, data);
}

const u64 ref_sha512_iv[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179
};

const u64 ref_sha384_iv[8] = {
	0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
	0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4
};

static const u64 k512[80] = {
	0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
	0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
	0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
	0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
	0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
	0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
	0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
	0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
	0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
	0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
	0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
	0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
	0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
	0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
	0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
	0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
	0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
	0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817
};

static u64 rotr64(u64 x, int n)
{
	return x >> n | x << (64 - n);
}

static void sha512_block(u64 *h, const u8 *p)
{
	u64 w[80], v[8];

	memcpy(v, h, sizeof(v));
	for (int i = 0; i < 80; i++) {
		u64 t1, t2;

		if (i < 16) {
			w[i] = (u64)load_be(p + 8 * i) << 32 | load_be(p + 8 * i + 4);
		} else {
			u64 a = w[i - 15], b = w[i - 2];

			w[i] = w[i - 16] + w[i - 7] + (rotr64(a, 1) ^ rotr64(a, 8) ^ a >> 7) +
			       (rotr64(b, 19) ^ rotr64(b, 61) ^ b >> 6);
		}
		t1 = v[7] + (rotr64(v[4], 14) ^ rotr64(v[4], 18) ^ rotr64(v[4], 41)) +
		     ((v[4] & v[5]) ^ (~v[4] & v[6])) + k512[i] + w[i];
		t2 = (rotr64(v[0], 28) ^ rotr64(v[0], 34) ^ rotr64(v[0], 39)) +
		     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += v[i];
}

void ref_sha512_blocks(u64 *state, const u8 *data, size_t blocks)
{
	for (; blocks--; data += 128)
		sha512_block(state, data);
}

void ref_sha_finish(int sha, u32 *state, const u8 *data, size_t done, size_t total)
{
	void (*blocks)(u32 *, const u8 *, size_t) = sha == 1 ? ref_sha1_blocks : ref_sha256_blocks;
	size_t rest = total - done, whole = rest / 64, tail = rest % 64;
	u8 last[128] = { 0 };
	size_t end = tail < 56 ? 64 : 128;

	blocks(state, data, whole);
	memcpy(last, data + 64 * whole, tail);
	last[tail] = 0x80;
	for (int i = 0; i < 8; i++)
		last[end - 1 - (size_t)i] = (u8)((u64)total * 8 >> 8 * i);
	blocks(state, last, end / 64);
}

void fill(void *mem, size_t n, u32 seed)
{
	u8 *p = mem;

	for (seed = seed * 2654435761u + 1; n--; p++) {
		seed = seed * 1664525u + 1013904223u;
		*p = (u8)(seed >> 24);
	}
}
