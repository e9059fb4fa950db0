// SPDX-License-Identifier: Apache-2.0
/*
 * Keys as the unit takes them. It expands 128 bits itself; the round keys of 192 and
 * 256 bits are made here (isa 5.2), without tables, so that no cache line tells of
 * the key. Four bytes of a word are worked on side by side.
 */
#include <string.h>
#include <openssl/crypto.h>

#include "provider.h"

#define BYTES(x)	((x) * 0x01010101U)

/* Of each byte, in GF(2^8) with the polynomial of AES: times x */
static unsigned int times_x(unsigned int w)
{
	unsigned int high = w & BYTES(0x80);

	return (w ^ high) << 1 ^ (high >> 7) * 0x1b;
}

static unsigned int product(unsigned int a, unsigned int b)
{
	unsigned int sum = 0;
	int bit;

	for (bit = 0; bit < 8; bit++) {
		sum ^= a & (b >> bit & BYTES(1)) * 0xff;
		a = times_x(a);
	}
	return sum;
}

/* a^254, which is 1/a, and 0 for 0 */
static unsigned int inverse(unsigned int a)
{
	unsigned int a2 = product(a, a);
	unsigned int a3 = product(a2, a);
	unsigned int a12, a15, a240;

	a12 = product(a3, a3);
	a12 = product(a12, a12);
	a15 = product(a12, a3);
	a240 = product(a15, a15);
	a240 = product(a240, a240);
	a240 = product(a240, a240);
	a240 = product(a240, a240);
	return product(product(a240, a12), a2);
}

static unsigned int rotate_bytes_left(unsigned int w, int bits)
{
	unsigned int low = BYTES(0xff >> (8 - bits));

	return (w << bits & ~low) | (w >> (8 - bits) & low);
}

/* FIPS-197 5.2: SubWord() */
static unsigned int sub_word(unsigned int w)
{
	unsigned int b = inverse(w);

	return b ^ rotate_bytes_left(b, 1) ^ rotate_bytes_left(b, 2) ^
	       rotate_bytes_left(b, 3) ^ rotate_bytes_left(b, 4) ^ BYTES(0x63);
}

/* RotWord(), of a word whose first byte is the lowest */
static unsigned int rot_word(unsigned int w)
{
	return w >> 8 | w << 24;
}

/* FIPS-197 5.2: words of 4 bytes are plain memory, as the unit reads them. */
static void expand(unsigned int *w, size_t key_words, size_t all_words)
{
	unsigned int rcon = 1;
	size_t i;

	for (i = key_words; i < all_words; i++) {
		unsigned int t = w[i - 1];

		if (i % key_words == 0) {
			t = sub_word(rot_word(t)) ^ rcon;
			rcon = times_x(rcon);
		} else if (key_words == 8 && i % 8 == 4) {
			t = sub_word(t);
		}
		w[i] = w[i - key_words] ^ t;
	}
}

/* FIPS-197 5.3.3: InvMixColumns() of one column */
static unsigned int inv_mix_column(unsigned int w)
{
	unsigned int w2 = times_x(w);
	unsigned int w4 = times_x(w2);
	unsigned int w8 = times_x(w4);
	unsigned int w9 = w8 ^ w;
	unsigned int w11 = w9 ^ w2, w13 = w9 ^ w4, w14 = w8 ^ w4 ^ w2;

	return w14 ^ (w11 >> 8 | w11 << 24) ^ (w13 >> 16 | w13 << 16) ^
	       (w9 >> 24 | w9 << 8);
}

/* FIPS-197 5.3.5: round keys of the equivalent inverse cipher */
static void invert(unsigned int *w, size_t all_words)
{
	size_t first, last, i;

	for (first = 0, last = all_words - 4; first < last;
	     first += 4, last -= 4) {
		for (i = 0; i < 4; i++) {
			unsigned int t = w[first + i];

			w[first + i] = w[last + i];
			w[last + i] = t;
		}
	}
	for (i = 4; i < all_words - 4; i++)
		w[i] = inv_mix_column(w[i]);
}

void key_set(struct padlock_key *key, const unsigned char *raw, size_t size,
	     unsigned int flags, unsigned int schedule)
{
	size_t words = size / 4, all_words = 4 * (words + 7);

	flags |= unit.cpu->cw_flags;
	OPENSSL_cleanse(key, sizeof(*key));
	memcpy(key->schedule, raw, size);
	if (size > 16) {
		flags |= PADLOCK_CW_KEYGN;
		expand(key->schedule, words, all_words);
		if (schedule & PADLOCK_CW_DECRYPT)
			invert(key->schedule, all_words);
	}
	key->cw = padlock_aes_cw(size, flags);
}
