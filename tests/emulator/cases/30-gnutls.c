// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: gnutls-selftest
 *
 * Runs GnuTLS's own self-tests of the ciphers, digests and MACs that it can put
 * on PadLock, one line each: "NAME: passed|failed CODE".  Exit status: 0 all
 * passed, 1 one failed.  GNUTLS_DEBUG_LEVEL=9 makes the library say which
 * accelerator it found.
 */
#include <stdio.h>

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/self-test.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static int failures;

static void report(const char *name, int code)
{
	failures += code != 0;
	if (code)
		printf("%s: failed %d (%s)\n", name, code, gnutls_strerror(code));
	else
		printf("%s: passed\n", name);
}

static void ciphers(void)
{
	static const gnutls_cipher_algorithm_t algs[] = {
		GNUTLS_CIPHER_AES_128_CBC, GNUTLS_CIPHER_AES_192_CBC, GNUTLS_CIPHER_AES_256_CBC,
		GNUTLS_CIPHER_AES_128_GCM, GNUTLS_CIPHER_AES_256_GCM,
	};

	for (size_t i = 0; i < ARRAY_SIZE(algs); i++)
		report(gnutls_cipher_get_name(algs[i]), gnutls_cipher_self_test(0, algs[i]));
}

static void hashes(void)
{
	static const gnutls_digest_algorithm_t algs[] = {
		GNUTLS_DIG_SHA1, GNUTLS_DIG_SHA224, GNUTLS_DIG_SHA256, GNUTLS_DIG_SHA384, GNUTLS_DIG_SHA512,
	};
	static const gnutls_mac_algorithm_t macs[] = {
		GNUTLS_MAC_SHA1, GNUTLS_MAC_SHA224, GNUTLS_MAC_SHA256,
	};

	for (size_t i = 0; i < ARRAY_SIZE(algs); i++)
		report(gnutls_digest_get_name(algs[i]), gnutls_digest_self_test(0, algs[i]));
	for (size_t i = 0; i < ARRAY_SIZE(macs); i++)
		report(gnutls_mac_get_name(macs[i]), gnutls_mac_self_test(0, macs[i]));
}

int main(void)
{
	int code = gnutls_global_init();

	if (code) {
		fprintf(stderr, "gnutls_global_init: %s\n", gnutls_strerror(code));
		return 1;
	}
	ciphers();
	hashes();
	return failures != 0;
}
