// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * aes-test: checks the primitives of padlock-crypto.h: FIPS-197 and FIPS 180-4
 * vectors, and both AES back-ends against each other for every number of
 * rounds that a control word can hold, in and out of place.
 *
 * Usage: aes-test.  Exit status: 0 all right, 1 a check failed, 77 all right
 * but the host has no AES instructions, so only the portable code was checked.
 */
#include <stdio.h>
#include <stdlib.h>

#include "padlock-crypto.h"

static int failures;

static void check(bool ok, const char *what, unsigned rounds, unsigned n)
{
    if (!ok && failures++ < 10) {
        printf("aes-test: FAILED: %s, %u rounds, %u blocks\n", what, rounds, n);
    }
}

static void from_hex(uint8_t *out, const char *hex)
{
    for (unsigned v; sscanf(hex, "%2x", &v) == 1; hex += 2) {
        *out++ = v;
    }
}

/* FIPS-197 appendix C.1 */
static void known_answer(PadlockBlocksFn *fn, const char *name)
{
    PadlockRoundKey rk[PADLOCK_MAX_ROUNDS + 1], inv[PADLOCK_MAX_ROUNDS + 1];
    uint8_t key[16], plain[16], cipher[16], out[16];

    from_hex(key, "000102030405060708090a0b0c0d0e0f");
    from_hex(plain, "00112233445566778899aabbccddeeff");
    from_hex(cipher, "69c4e0d86a7b0430d8cdb78070b4c55a");
    padlock_expand128(key, rk);
    padlock_invert(rk, 10, inv);
    fn(rk, 10, false, out, plain, 1);
    check(!memcmp(out, cipher, 16), name, 10, 1);
    fn(inv, 10, true, out, cipher, 1);
    check(!memcmp(out, plain, 16), name, 10, 1);
}

static void cross_check(unsigned rounds, bool inverse, unsigned n)
{
    enum { MAX = 40 };
    PadlockRoundKey rk[PADLOCK_MAX_ROUNDS + 1];
    uint8_t in[MAX * 16], a[MAX * 16 + 1], b[MAX * 16 + 1];
    uint8_t iv_a[16] = { 1, 2, 3 }, iv_b[16] = { 1, 2, 3 };

    for (size_t i = 0; i < sizeof(rk); i++) {
        ((uint8_t *)rk)[i] = rand();
    }
    for (size_t i = 0; i < sizeof(in); i++) {
        in[i] = rand();
    }
    padlock_blocks_portable(rk, rounds, inverse, a, in, n);
    padlock_blocks_host(rk, rounds, inverse, b + 1, in, n);
    check(!memcmp(a, b + 1, n * 16), inverse ? "decrypt" : "encrypt", rounds, n);
    memcpy(b, in, n * 16);
    padlock_blocks_host(rk, rounds, inverse, b, b, n);
    check(!memcmp(a, b, n * 16), "in place", rounds, n);
    padlock_cbc_portable(rk, rounds, a, in, n, iv_a);
    padlock_cbc_host(rk, rounds, b + 1, in, n, iv_b);
    check(!memcmp(a, b + 1, n * 16) && !memcmp(iv_a, iv_b, 16), "CBC", rounds, n);
}

/* FIPS 180-4 examples: "abc" */
static void sha_vectors(void)
{
    uint8_t m[64] = { 'a', 'b', 'c', 0x80, [63] = 24 };
    uint8_t m512[128] = { 'a', 'b', 'c', 0x80, [127] = 24 };
    uint64_t h5[8] = {
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
        0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
        0x1f83d9abfb41bd6b, 0x5be0cd19137e2179
    };
    uint32_t h1[5] = {
        0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0
    };
    uint32_t h2[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };

    padlock_sha1_blocks(h1, m, 1);
    padlock_sha256_blocks(h2, m, 1);
    padlock_sha512_blocks(h5, m512, 1);
    check(h1[0] == 0xa9993e36 && h1[1] == 0x4706816a && h1[2] == 0xba3e2571 &&
          h1[3] == 0x7850c26c && h1[4] == 0x9cd0d89d, "SHA-1", 0, 1);
    check(h2[0] == 0xba7816bf && h2[1] == 0x8f01cfea && h2[2] == 0x414140de &&
          h2[3] == 0x5dae2223 && h2[4] == 0xb00361a3 && h2[5] == 0x96177a9c &&
          h2[6] == 0xb410ff61 && h2[7] == 0xf20015ad, "SHA-256", 0, 1);
    check(h5[0] == 0xddaf35a193617aba && h5[1] == 0xcc417349ae204131 &&
          h5[2] == 0x12e6fa4e89a97ea2 && h5[3] == 0x0a9eeee64b55d39a &&
          h5[4] == 0x2192992a274fc1a8 && h5[5] == 0x36ba3c23a3feebbd &&
          h5[6] == 0x454d4423643ce80e && h5[7] == 0x2a9ac94fa54ca49f,
          "SHA-512", 0, 1);
}

int main(void)
{
    bool host = padlock_host_has_aes();

    padlock_crypto_init();
    sha_vectors();
    known_answer(padlock_blocks_portable, "FIPS-197, portable");
    if (host) {
        known_answer(padlock_blocks_host, "FIPS-197, host");
    }
    for (unsigned rounds = 0; host && rounds <= PADLOCK_MAX_ROUNDS; rounds++) {
        for (unsigned n = 0; n <= 40; n++) {
            cross_check(rounds, false, n);
            cross_check(rounds, true, n);
        }
    }
    printf("aes-test: %d failures, back-ends: portable%s\n", failures,
           host ? ", host (equal)" : "; the host has no AES instructions");
    return failures ? 1 : host ? 0 : 77;
}
