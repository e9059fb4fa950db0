// SPDX-License-Identifier: Apache-2.0
/*
 * Padding and MAC of TLS records with a CBC cipher suite (RFC 5246 6.2.3.2). How long
 * padding and contents are must not show in time or memory accesses; the length of
 * the record is public.
 */
#include <string.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "provider.h"

/* Most bytes of padding, with the one that tells how many there are */
#define PADDING_MAX	256

/* All ones if a < b, else 0; for less than half of what size_t holds */
static size_t mask_less(size_t a, size_t b)
{
	return 0 - ((a - b) >> (sizeof(a) * 8 - 1));
}

static size_t mask_equal(size_t a, size_t b)
{
	size_t differs = a ^ b;

	return ~(0 - ((differs | (0 - differs)) >> (sizeof(a) * 8 - 1)));
}

size_t tls_cbc_pad(unsigned char *record, size_t size)
{
	size_t padding = AES_BLOCK - size % AES_BLOCK;

	memset(record + size, padding - 1, padding);
	return size + padding;
}

/* All ones if the padding of @record, with a MAC before it, is right */
static size_t padding_right(const unsigned char *record, size_t size,
			    size_t mac_size)
{
	size_t padding = record[size - 1];
	size_t checked = size < PADDING_MAX ? size : PADDING_MAX;
	size_t wrong = mask_less(size, mac_size + 1 + padding);
	size_t i;

	for (i = 0; i < checked; i++)
		wrong |= (record[size - 1 - i] ^ padding) & ~mask_less(padding, i);
	return mask_equal(wrong, 0);
}

/*
 * The MAC begins at the secret @start. All places where it could be are read; byte n
 * of it goes to some place in a ring, in the order of the record.
 */
static size_t read_ring(const unsigned char *record, size_t size, size_t start,
			unsigned char *ring, size_t mac_size)
{
	size_t end = start + mac_size;
	size_t at = size > mac_size + PADDING_MAX ?
		    size - mac_size - PADDING_MAX : 0;
	size_t place = 0, first = 0;

	memset(ring, 0, mac_size);
	for (; at < size; at++) {
		size_t in_mac = ~mask_less(at, start) & mask_less(at, end);

		first |= place & mask_equal(at, start);
		ring[place] |= record[at] & in_mac;
		if (++place == mac_size)
			place = 0;
	}
	return first;
}

/* The ring from the secret place @first on, if @good; else what is in @mac already */
static void unroll(const unsigned char *ring, size_t first, unsigned char *mac,
		   size_t mac_size, size_t good)
{
	size_t i, place;

	for (i = 0; i < mac_size; i++) {
		unsigned char byte = 0;

		for (place = 0; place < mac_size; place++)
			byte |= ring[place] & mask_equal(place, first);
		mac[i] = (byte & good) | (mac[i] & ~good);
		first++;
		first &= mask_less(first, mac_size);
	}
}

int tls_cbc_unpad(const unsigned char *record, size_t *size, unsigned char *mac,
		  size_t mac_size)
{
	unsigned char ring[TLS_MAC_MAX] ALIGNED;
	size_t good, end, first;

	if (*size < mac_size + 1)
		return 0;
	good = padding_right(record, *size, mac_size);
	end = *size - (good & ((size_t)record[*size - 1] + 1));
	if (!mac_size) {
		*size = end;
		return !!good;
	}
	if (RAND_bytes(mac, mac_size) <= 0)
		return 0;
	first = read_ring(record, *size, end - mac_size, ring, mac_size);
	unroll(ring, first, mac, mac_size, good);
	OPENSSL_cleanse(ring, sizeof(ring));
	*size = end - mac_size;
	return 1;
}
