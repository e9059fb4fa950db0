/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between the kernels 5.10 to 7.2 that these tests meet, by
 * feature (probed in Kbuild), never by version number.
 */
#ifndef PADLOCK_TEST_COMPAT_H
#define PADLOCK_TEST_COMPAT_H

#include <linux/module.h>

/* The single-block cipher API got a header and a symbol namespace in 5.12. */
#ifdef TEST_HAVE_CIPHER_H
#include <crypto/internal/cipher.h>
#else
#include <linux/crypto.h>
#endif

/*
 * MODULE_IMPORT_NS() takes a token up to 6.12 and a string later; the modinfo
 * entry that it makes is the same, and is ignored where there is no namespace.
 */
#define TEST_IMPORT_CIPHER_NS	MODULE_INFO(import_ns, "CRYPTO_INTERNAL")

#endif
