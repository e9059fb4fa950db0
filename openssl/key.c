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
#define NIBBLES(x)	((x) * 0x11111111U)

/* Of each byte, in GF(2^8) with the polynomial of AES: times x */
static unsigned int times_x(unsigned int w)
{
	unsigned int high = w & BYTES(0x80);

	return (w ^ high) << 1 ^ (high >> 7) * 0x1b;
}

/* Of each byte a linear map: bit i of it stands for columns[i]. */
static unsigned int linear(unsigned int w, const unsigned char *columns,
			   int bits)
{
	unsigned int sum = 0;
	int i;

	for (i = 0; i < bits; i++)
		sum ^= (w >> i & BYTES(1)) * columns[i];
	return sum;
}

/*
 * SubBytes() divides in GF(2^8). That is cheaper in pairs of elements of GF(2^4), which
 * fit in nibbles: h t + l, with GF(2^4) modulo x^4 + x + 1 and t^2 = t + 8. Then
 * 1 / (h t + l) = (h t + h + l) / (8 h^2 + h l + l^2).
 */

/* From the field of AES: the powers of 5 t + 4, which stands for x there */
static const unsigned char to_pairs[] = {
	0x01, 0x54, 0x20, 0x2f, 0x46, 0x96, 0x4c, 0xd8
};

/* Back, and through the matrix of FIPS-197 5.1.1 */
static const unsigned char from_pairs[] = {
	0x1f, 0xab, 0xad, 0x9d, 0x64, 0x7c, 0xf7, 0x81
};

/* Of a nibble: 8 a^2 */
static const unsigned char squared_8[] = { 8, 6, 11, 10 };

/* Of each nibble */
static unsigned int product(unsigned int a, unsigned int b)
{
	unsigned int sum = 0;
	int bit;

	for (bit = 0; bit < 4; bit++) {
		sum ^= a & (b >> bit & NIBBLES(1)) * 15;
		a = (a & NIBBLES(7)) << 1 ^ (a >> 3 & NIBBLES(1)) * 3;
	}
	return sum;
}

/*
 * Of the lower nibble of each byte: 1/a, and 0 for 0. All 16 fit in two words, which are
 * shifted: no load from a place that depends on the key.
 */
static unsigned int inverse(unsigned int a)
{
	const unsigned int of_0_to_7 = 0x67bde910, of_8_to_15 = 0x834a5c2f;
	unsigned int all = 0;
	int at;

	for (at = 0; at < 32; at += 8) {
		unsigned int shift = 4 * (a >> at & 7);
		unsigned int low = of_0_to_7 >> shift;
		unsigned int high = of_8_to_15 >> shift;
		unsigned int is_high = -(a >> at >> 3 & 1);

		all |= ((low ^ ((low ^ high) & is_high)) & 15) << at;
	}
	return all;
}

/* FIPS-197 5.2: SubWord() */
static unsigned int sub_word(unsigned int w)
{
	unsigned int v = linear(w, to_pairs, 8);
	unsigned int h = v >> 4 & BYTES(15), l = v & BYTES(15);
	unsigned int d = inverse(linear(h, squared_8, 4) ^ product(h ^ l, l));

	return linear(product(v ^ h, d << 4 | d), from_pairs, 8) ^ BYTES(0x63);
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
