// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: gnutls-selftest
 *
 * Runs GnuTLS's own self-tests of the ciphers, digests and MACs that it can put
 * on PadLock, and FIPS 180-4's longest example, since the messages of the
 * self-tests are too short for the unit; one line each: "NAME: passed|failed CODE".  Exit status: 0 all
 * passed, 1 one failed.  GNUTLS_DEBUG_LEVEL=9 makes the library say which
 * accelerator it found.
 */
#include <stdio.h>
#include <string.h>

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

/* FIPS 180-4: 1,000,000 times 'a' */
static void million(void)
{
	static char text[1000000];
	static const struct {
		gnutls_digest_algorithm_t alg;
		const char *digest;
	} examples[] = {
		{ GNUTLS_DIG_SHA1, "34aa973cd4c4daa4f61eeb2bdbad27316534016f" },
		{ GNUTLS_DIG_SHA256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
		{ GNUTLS_DIG_SHA512,
		  "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
		  "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b" },
	};

	memset(text, 'a', sizeof(text));
	for (size_t i = 0; i < ARRAY_SIZE(examples); i++) {
		unsigned char md[64];
		char hex[129], name[32];
		int code = gnutls_hash_fast(examples[i].alg, text, sizeof(text), md);

		for (unsigned int j = 0; j < gnutls_hash_get_len(examples[i].alg); j++)
			snprintf(hex + 2 * j, 3, "%02x", md[j]);
		if (!code && strcmp(hex, examples[i].digest))
			code = GNUTLS_E_SELF_TEST_ERROR;
		snprintf(name, sizeof(name), "million a, %s", gnutls_digest_get_name(examples[i].alg));
		report(name, code);
	}
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
	million();
	return failures != 0;
}
