/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES and SHA for the emulated PadLock unit, free of QEMU so that aes-test.c
 * can check both AES back-ends against each other.
 *
 * The unit executes what the guest gives it: any schedule, any number of
 * rounds.  So there is no key object here; a schedule is an array of 16-byte
 * round keys in the byte order of FIPS-197, used from the first one on.
 */
#ifndef PADLOCK_CRYPTO_H
#define PADLOCK_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PADLOCK_MAX_ROUNDS 15   /* four bits in the control word */
#define PADLOCK_BLOCK      16

typedef uint8_t PadlockRoundKey[PADLOCK_BLOCK];

/*
 * Encrypt (inverse: decrypt, equivalent inverse cipher) @n blocks that do not
 * depend on each other with the @rounds + 1 round keys at @rk; with no rounds
 * only the first round key is added.  @dst may equal @src or lie below it.
 */
typedef void PadlockBlocksFn(const PadlockRoundKey *rk, unsigned rounds,
                             bool inverse, uint8_t *dst, const uint8_t *src,
                             size_t n);

/* CBC encryption of @n blocks; @iv is replaced by the last ciphertext block. */
typedef void PadlockCbcFn(const PadlockRoundKey *rk, unsigned rounds,
                          uint8_t *dst, const uint8_t *src, size_t n,
                          uint8_t *iv);

/* ---- portable AES: one table per direction, columns rotated into place ---- */

static uint8_t padlock_sbox[256], padlock_inv_sbox[256];
static uint32_t padlock_enc_table[256], padlock_dec_table[256];

static inline uint8_t padlock_gf_mul(uint8_t a, uint8_t b)
{
    uint8_t r = 0;

    for (; b; b >>= 1) {
        r ^= b & 1 ? a : 0;
        a = a << 1 ^ (a & 0x80 ? 0x1b : 0);
    }
    return r;
}

static inline uint32_t padlock_rol32(uint32_t v, unsigned n)
{
    return v << n | v >> (-n & 31);
}

/* Fill the tables; before any other function of this file. */
static inline void padlock_crypto_init(void)
{
    uint8_t p = 1, q = 1;

    /* p runs through all non-zero elements by powers of 3, q is its inverse */
    do {
        uint8_t s;

        p = padlock_gf_mul(p, 3);
        q = padlock_gf_mul(q, 0xf6);
        s = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^
            (q << 4 | q >> 4) ^ 0x63;
        padlock_sbox[p] = s;
        padlock_inv_sbox[s] = p;
    } while (p != 1);
    padlock_sbox[0] = 0x63;
    padlock_inv_sbox[0x63] = 0;

    for (int i = 0; i < 256; i++) {
        uint8_t s = padlock_sbox[i], v = padlock_inv_sbox[i];

        padlock_enc_table[i] = padlock_gf_mul(s, 2) | (uint32_t)s << 8 |
            (uint32_t)s << 16 | (uint32_t)padlock_gf_mul(s, 3) << 24;
        padlock_dec_table[i] = padlock_gf_mul(v, 14) |
            (uint32_t)padlock_gf_mul(v, 9) << 8 |
            (uint32_t)padlock_gf_mul(v, 13) << 16 |
            (uint32_t)padlock_gf_mul(v, 11) << 24;
    }
}

static inline uint32_t padlock_ld32(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void padlock_st32(uint8_t *p, uint32_t v)
{
    p[0] = v;
    p[1] = v >> 8;
    p[2] = v >> 16;
    p[3] = v >> 24;
}

static inline void padlock_block_portable(const PadlockRoundKey *rk,
                                          unsigned rounds, bool inverse,
                                          uint8_t *dst, const uint8_t *src)
{
    const uint32_t *t = inverse ? padlock_dec_table : padlock_enc_table;
    const uint8_t *box = inverse ? padlock_inv_sbox : padlock_sbox;
    unsigned dir = inverse ? 3 : 1;     /* ShiftRows to the right or left */
    uint32_t s[4], x[4];

    for (int i = 0; i < 4; i++) {
        s[i] = padlock_ld32(src + 4 * i) ^ padlock_ld32(rk[0] + 4 * i);
    }
    for (unsigned r = 1; r < rounds; r++) {
        for (int i = 0; i < 4; i++) {
            x[i] = t[s[i] & 0xff] ^
                padlock_rol32(t[s[(i + dir) & 3] >> 8 & 0xff], 8) ^
                padlock_rol32(t[s[(i + 2) & 3] >> 16 & 0xff], 16) ^
                padlock_rol32(t[s[(i + 3 * dir) & 3] >> 24], 24) ^
                padlock_ld32(rk[r] + 4 * i);
        }
        memcpy(s, x, sizeof(s));
    }
    for (int i = 0; rounds && i < 4; i++) {
        x[i] = (box[s[i] & 0xff] |
                box[s[(i + dir) & 3] >> 8 & 0xff] << 8 |
                box[s[(i + 2) & 3] >> 16 & 0xff] << 16 |
                (uint32_t)box[s[(i + 3 * dir) & 3] >> 24] << 24) ^
               padlock_ld32(rk[rounds] + 4 * i);
    }
    for (int i = 0; i < 4; i++) {
        padlock_st32(dst + 4 * i, rounds ? x[i] : s[i]);
    }
}

static void padlock_blocks_portable(const PadlockRoundKey *rk, unsigned rounds,
                                    bool inverse, uint8_t *dst,
                                    const uint8_t *src, size_t n)
{
    for (; n; n--, src += PADLOCK_BLOCK, dst += PADLOCK_BLOCK) {
        padlock_block_portable(rk, rounds, inverse, dst, src);
    }
}

static inline void padlock_xor(uint8_t *dst, const uint8_t *a, const uint8_t *b,
                               size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        dst[i] = a[i] ^ b[i];
    }
}

static void padlock_cbc_portable(const PadlockRoundKey *rk, unsigned rounds,
                                 uint8_t *dst, const uint8_t *src, size_t n,
                                 uint8_t *iv)
{
    for (; n; n--, src += PADLOCK_BLOCK, dst += PADLOCK_BLOCK) {
        padlock_xor(iv, iv, src, PADLOCK_BLOCK);
        padlock_block_portable(rk, rounds, false, iv, iv);
        memcpy(dst, iv, PADLOCK_BLOCK);
    }
}

/* ---- AES by the host's instructions ---- */

#if defined(__x86_64__) || defined(__i386__)
#include <wmmintrin.h>

#define PADLOCK_LANES 8 /* hides the latency of AESENC on every host so far */

__attribute__((target("aes,sse2")))
static inline void padlock_lanes_host(const PadlockRoundKey *rk,
                                      unsigned rounds, bool inverse,
                                      uint8_t *dst, const uint8_t *src)
{
    const __m128i *k = (const __m128i *)rk;
    __m128i x[PADLOCK_LANES], key = _mm_loadu_si128(k);

#pragma GCC unroll 8
    for (int i = 0; i < PADLOCK_LANES; i++) {
        x[i] = _mm_loadu_si128((const __m128i *)src + i) ^ key;
    }
    for (unsigned r = 1; r < rounds; r++) {
        key = _mm_loadu_si128(k + r);
#pragma GCC unroll 8
        for (int i = 0; i < PADLOCK_LANES; i++) {
            x[i] = inverse ? _mm_aesdec_si128(x[i], key)
                           : _mm_aesenc_si128(x[i], key);
        }
    }
    key = _mm_loadu_si128(k + rounds);
#pragma GCC unroll 8
    for (int i = 0; i < PADLOCK_LANES; i++) {
        if (rounds) {
            x[i] = inverse ? _mm_aesdeclast_si128(x[i], key)
                           : _mm_aesenclast_si128(x[i], key);
        }
        _mm_storeu_si128((__m128i *)dst + i, x[i]);
    }
}

__attribute__((target("aes,sse2")))
static inline void padlock_block_host(const PadlockRoundKey *rk,
                                      unsigned rounds, bool inverse,
                                      uint8_t *dst, const uint8_t *src)
{
    const __m128i *k = (const __m128i *)rk;
    __m128i x = _mm_loadu_si128((const __m128i *)src) ^ _mm_loadu_si128(k);

    for (unsigned r = 1; r < rounds; r++) {
        x = inverse ? _mm_aesdec_si128(x, _mm_loadu_si128(k + r))
                    : _mm_aesenc_si128(x, _mm_loadu_si128(k + r));
    }
    if (rounds) {
        x = inverse ? _mm_aesdeclast_si128(x, _mm_loadu_si128(k + rounds))
                    : _mm_aesenclast_si128(x, _mm_loadu_si128(k + rounds));
    }
    _mm_storeu_si128((__m128i *)dst, x);
}

__attribute__((target("aes,sse2")))
static void padlock_blocks_host(const PadlockRoundKey *rk, unsigned rounds,
                                bool inverse, uint8_t *dst,
                                const uint8_t *src, size_t n)
{
    const size_t lanes = PADLOCK_LANES * PADLOCK_BLOCK;

    for (; n >= PADLOCK_LANES; n -= PADLOCK_LANES, src += lanes, dst += lanes) {
        /* two calls: the direction must be a constant inside the loops */
        if (inverse) {
            padlock_lanes_host(rk, rounds, true, dst, src);
        } else {
            padlock_lanes_host(rk, rounds, false, dst, src);
        }
    }
    for (; n; n--, src += PADLOCK_BLOCK, dst += PADLOCK_BLOCK) {
        padlock_block_host(rk, rounds, inverse, dst, src);
    }
}

/* Each block waits for the one before, so the chain stays in registers. */
__attribute__((target("aes,sse2")))
static void padlock_cbc_host(const PadlockRoundKey *rk, unsigned rounds,
                             uint8_t *dst, const uint8_t *src, size_t n,
                             uint8_t *iv)
{
    const __m128i *k = (const __m128i *)rk;
    __m128i x = _mm_loadu_si128((__m128i *)iv), first = _mm_loadu_si128(k);

    for (; n; n--, src += PADLOCK_BLOCK, dst += PADLOCK_BLOCK) {
        x ^= _mm_loadu_si128((const __m128i *)src) ^ first;
        for (unsigned r = 1; r < rounds; r++) {
            x = _mm_aesenc_si128(x, _mm_loadu_si128(k + r));
        }
        if (rounds) {
            x = _mm_aesenclast_si128(x, _mm_loadu_si128(k + rounds));
        }
        _mm_storeu_si128((__m128i *)dst, x);
    }
    _mm_storeu_si128((__m128i *)iv, x);
}

static inline bool padlock_host_has_aes(void)
{
    return __builtin_cpu_supports("aes");
}
#else
#define padlock_blocks_host padlock_blocks_portable
#define padlock_cbc_host padlock_cbc_portable

static inline bool padlock_host_has_aes(void)
{
    return false;
}
#endif

/* ---- key schedules ---- */

/*
 * FIPS-197 expansion of a 128-bit key, continued to all the rounds that a
 * control word can ask for.
 */
static inline void padlock_expand128(const uint8_t *key, PadlockRoundKey *rk)
{
    uint8_t rcon = 1;

    memcpy(rk[0], key, PADLOCK_BLOCK);
    for (int r = 1; r <= PADLOCK_MAX_ROUNDS; r++) {
        const uint8_t *last = rk[r - 1] + 12;

        for (int i = 0; i < 4; i++) {
            rk[r][i] = rk[r - 1][i] ^ padlock_sbox[last[(i + 1) & 3]];
        }
        rk[r][0] ^= rcon;
        rcon = padlock_gf_mul(rcon, 2);
        for (int i = 4; i < PADLOCK_BLOCK; i++) {
            rk[r][i] = rk[r - 1][i] ^ rk[r][i - 4];
        }
    }
}

/* Schedule of the equivalent inverse cipher from one of @rounds rounds. */
static inline void padlock_invert(const PadlockRoundKey *rk, unsigned rounds,
                                  PadlockRoundKey *inv)
{
    for (unsigned r = 0; r <= rounds; r++) {
        const uint8_t *from = rk[rounds - r];

        for (int i = 0; i < PADLOCK_BLOCK; i += 4) {
            uint32_t v = padlock_ld32(from + i);

            if (r && r < rounds) {
                v = 0;
                for (int j = 0; j < 4; j++) {
                    v ^= padlock_rol32(
                        padlock_dec_table[padlock_sbox[from[i + j]]], 8 * j);
                }
            }
            padlock_st32(inv[r] + i, v);
        }
    }
}

/*
 * ---- SHA compression ----
 * @n blocks of 64 bytes (SHA-512: 128); the state is an array of words.
 */

static inline uint32_t padlock_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static inline void padlock_sha1_blocks(uint32_t *h, const uint8_t *p, size_t n)
{
    static const uint32_t k[4] = {
        0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6
    };

    for (; n; n--, p += 64) {
        uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

        for (int i = 0; i < 80; i++) {
            uint32_t f, t;

            w[i] = i < 16 ? padlock_be32(p + 4 * i)
                 : padlock_rol32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
            f = i < 20 ? d ^ (b & (c ^ d))
              : i >= 40 && i < 60 ? (b & c) | (d & (b | c)) : b ^ c ^ d;
            t = padlock_rol32(a, 5) + f + e + k[i / 20] + w[i];
            e = d;
            d = c;
            c = padlock_rol32(b, 30);
            b = a;
            a = t;
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
}

static inline void padlock_sha256_blocks(uint32_t *h, const uint8_t *p, size_t n)
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    };

    for (; n; n--, p += 64) {
        uint32_t w[64], s[8];

        memcpy(s, h, sizeof(s));
        for (int i = 0; i < 64; i++) {
            uint32_t t1, t2;

            if (i < 16) {
                w[i] = padlock_be32(p + 4 * i);
            } else {
                uint32_t x = w[i - 15], y = w[i - 2];

                w[i] = w[i - 16] + w[i - 7] +
                    (padlock_rol32(x, 25) ^ padlock_rol32(x, 14) ^ x >> 3) +
                    (padlock_rol32(y, 15) ^ padlock_rol32(y, 13) ^ y >> 10);
            }
            t1 = s[7] + k[i] + w[i] + (s[6] ^ (s[4] & (s[5] ^ s[6]))) +
                (padlock_rol32(s[4], 26) ^ padlock_rol32(s[4], 21) ^
                 padlock_rol32(s[4], 7));
            t2 = ((s[0] & s[1]) | (s[2] & (s[0] | s[1]))) +
                (padlock_rol32(s[0], 30) ^ padlock_rol32(s[0], 19) ^
                 padlock_rol32(s[0], 10));
            memmove(s + 1, s, 7 * sizeof(*s));
            s[4] += t1;
            s[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++) {
            h[i] += s[i];
        }
    }
}

static inline uint64_t padlock_rol64(uint64_t v, unsigned n)
{
    return v << n | v >> (-n & 63);
}

/* SHA-384 differs in its initial state only. */
static inline void padlock_sha512_blocks(uint64_t *h, const uint8_t *p, size_t n)
{
    static const uint64_t k[80] = {
        0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f,
        0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
        0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242,
        0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
        0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
        0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
        0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
        0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
        0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f,
        0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
        0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc,
        0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
        0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6,
        0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
        0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
        0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
        0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99,
        0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
        0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc,
        0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
        0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
        0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
        0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba,
        0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
        0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
        0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
        0x5fcb6fab3ad6faec, 0x6c44198c4a475817
    };

    for (; n; n--, p += 128) {
        uint64_t w[80], s[8];

        memcpy(s, h, sizeof(s));
        for (int i = 0; i < 80; i++) {
            uint64_t t1, t2;

            if (i < 16) {
                w[i] = (uint64_t)padlock_be32(p + 8 * i) << 32 |
                       padlock_be32(p + 8 * i + 4);
            } else {
                uint64_t x = w[i - 15], y = w[i - 2];

                w[i] = w[i - 16] + w[i - 7] +
                    (padlock_rol64(x, 63) ^ padlock_rol64(x, 56) ^ x >> 7) +
                    (padlock_rol64(y, 45) ^ padlock_rol64(y, 3) ^ y >> 6);
            }
            t1 = s[7] + k[i] + w[i] + (s[6] ^ (s[4] & (s[5] ^ s[6]))) +
                (padlock_rol64(s[4], 50) ^ padlock_rol64(s[4], 46) ^
                 padlock_rol64(s[4], 23));
            t2 = ((s[0] & s[1]) | (s[2] & (s[0] | s[1]))) +
                (padlock_rol64(s[0], 36) ^ padlock_rol64(s[0], 30) ^
                 padlock_rol64(s[0], 25));
            memmove(s + 1, s, 7 * sizeof(*s));
            s[4] += t1;
            s[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++) {
            h[i] += s[i];
        }
    }
}

#endif
