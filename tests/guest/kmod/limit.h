/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PADLOCK_TEST_LIMIT_H
#define PADLOCK_TEST_LIMIT_H

#include "test.h"

/**
 * unit_limit() - modelled cycles of the bare unit for one request
 * @mode: mode of AES, or a hash
 * @keybits: 128 or 256; of no meaning for a hash
 * @data: page-aligned memory, overwritten; one page behind @size is readable
 * @size: bytes of the request
 *
 * One operation and one reload of the key; XTS: one more of each for the tweak.
 * Emulated unit only, see unit_emulated().
 *
 * Return: cycles.
 */
u64 unit_limit(enum test_mode_id mode, unsigned int keybits, u8 *data,
	       unsigned int size);

#endif
