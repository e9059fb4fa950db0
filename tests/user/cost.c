// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: cost MODULES [ALGORITHM...]
 *
 * What one call costs with OpenSSL's own provider, with its padlock engine and with
 * the provider padlock, as `openssl speed -evp` calls: update after update in one
 * context, digests as a whole. MODULES is the directory with padlock.so; the engine
 * is found through OPENSSL_ENGINES. A line for each algorithm and size:
 *
 *   ALGORITHM BYTES DEFAULT ENGINE OURS
 *
 * in ticks of the TSC for a call, "-" where there is none. In a machine that counts
 * instructions a tick is one of these, or a modelled cycle of the unit.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <openssl/engine.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <x86intrin.h>

#define ROUNDS	3
#define CALLS	8

static const int sizes[] = { 16, 64, 256, 1024, 8192, 16384 };

static const char *const names[] = {
	"AES-128-ECB", "AES-256-ECB", "AES-128-CBC", "AES-256-CBC", "AES-128-CFB",
	"AES-256-CFB", "AES-128-OFB", "AES-256-OFB", "AES-128-CTR", "AES-256-CTR",
	"AES-128-GCM", "AES-256-GCM", "AES-128-XTS", "AES-256-XTS", "SHA1", "SHA256",
};

static unsigned char in[16384] __attribute__((__aligned__(64)));
static unsigned char out[16384 + 64] __attribute__((__aligned__(64)));
static OSSL_LIB_CTX *libctx;
static ENGINE *engine;

static void die(const char *what)
{
	fprintf(stderr, "cost: %s\n", what);
	ERR_print_errors_fp(stderr);
	exit(1);
}

/* Ticks of a call, of the best of some rounds */
#define TICKS(call) ({							\
	unsigned long long best = -1ULL;				\
	for (int round = 0; round < ROUNDS; round++) {			\
		unsigned long long begin = __rdtsc();			\
		for (int i = 0; i < CALLS; i++)				\
			if (!(call))					\
				die("a call fails");			\
		unsigned long long ticks = __rdtsc() - begin;		\
		if (ticks < best)					\
			best = ticks;					\
	}								\
	(double)best / CALLS;						\
})

static double cipher_ticks(const EVP_CIPHER *cipher, ENGINE *e, int size)
{
	static const unsigned char key[64] = { 1, 2, 3, 4, 5 };
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
	unsigned char iv[16] = { 0 };
	double ticks;
	int n;

	if (!EVP_CipherInit_ex(c, cipher, e, key, iv, 1))
		die("a cipher does not begin");
	EVP_CIPHER_CTX_set_padding(c, 0);
	ticks = TICKS(EVP_CipherUpdate(c, out, &n, in, size));
	EVP_CIPHER_CTX_free(c);
	return ticks;
}

static double digest_ticks(const EVP_MD *md, int size)
{
	unsigned int n;

	return TICKS(EVP_Digest(in, size, out, &n, md, NULL));
}

/* Ticks of the provider's, -1 if it has none of that name */
static double provider_ticks(const char *name, int size, const char *properties)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, name, properties);
	EVP_MD *md = cipher ? NULL : EVP_MD_fetch(libctx, name, properties);
	double ticks = cipher ? cipher_ticks(cipher, NULL, size) :
		       md ? digest_ticks(md, size) : -1;

	ERR_clear_error();
	EVP_CIPHER_free(cipher);
	EVP_MD_free(md);
	return ticks;
}

static double engine_ticks(const char *name, int size)
{
	const EVP_CIPHER *any = EVP_get_cipherbyname(name);
	const EVP_CIPHER *cipher = engine && any ?
		ENGINE_get_cipher(engine, EVP_CIPHER_get_nid(any)) : NULL;

	ERR_clear_error();
	return cipher ? cipher_ticks(cipher, engine, size) : -1;
}

static void load(const char *modules)
{
	libctx = OSSL_LIB_CTX_new();
	if (!libctx || !OSSL_PROVIDER_set_default_search_path(libctx, modules) ||
	    !OSSL_PROVIDER_load(libctx, "default") || !OSSL_PROVIDER_load(libctx, "padlock"))
		die("no providers");
	ENGINE_load_builtin_engines();
	engine = ENGINE_by_id("padlock");
	if (engine && !ENGINE_init(engine))
		engine = NULL;
	ERR_clear_error();
}

static void print_ticks(double ticks)
{
	if (ticks < 0)
		printf(" -");
	else
		printf(" %.1f", ticks);
}

static void measure(const char *name)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		printf("%s %d", name, sizes[i]);
		print_ticks(provider_ticks(name, sizes[i], "provider=default"));
		print_ticks(engine_ticks(name, sizes[i]));
		print_ticks(provider_ticks(name, sizes[i], "provider=padlock"));
		puts("");
	}
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fputs("usage: cost MODULES [ALGORITHM...]\n", stderr);
		return 64;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	load(argv[1]);
	if (argc == 2)
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			measure(names[i]);
	for (int i = 2; i < argc; i++)
		measure(argv[i]);
	return 0;
}
