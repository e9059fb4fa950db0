/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PADLOCK_TEST_VECTORS_H
#define PADLOCK_TEST_VECTORS_H

#include <linux/kernel.h>

#include "test.h"

/**
 * struct cipher_vector - known answer of an AES mode
 * @mode: the mode
 * @name: publication and number
 * @key: @key_len bytes
 * @iv: 16 bytes, NULL without
 * @iv_out: IV after the request, NULL where it means nothing
 * @plain: @len bytes
 * @cipher: @len bytes
 */
struct cipher_vector {
	enum test_mode_id mode;
	const char *name;
	const char *key, *iv, *iv_out, *plain, *cipher;
	unsigned int key_len, len;
};

/**
 * struct hash_vector - known digest
 * @mode: the hash
 * @name: what the message is
 * @message: text, terminated
 * @digest: as long as the hash's digest
 */
struct hash_vector {
	enum test_mode_id mode;
	const char *name;
	const char *message, *digest;
};

extern const struct cipher_vector cipher_vectors[];
extern const unsigned int cipher_vector_count;
extern const struct hash_vector hash_vectors[];
extern const unsigned int hash_vector_count;

#endif
