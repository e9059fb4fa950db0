// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: compare MODULES [STEP]
 *        compare MODULES threads COUNT OPERATIONS
 *        compare MODULES hygiene
 *
 * The provider padlock against OpenSSL's own, byte for byte: output of every call,
 * its return value and size, IV and position after it, tags, errors. MODULES is the
 * directory with padlock.so. Lengths are 0 to 4097; with STEP, every one up to 300 and
 * then each STEPth. Ends with a line that counts what was compared; at the first
 * difference, with what it was and exit status 1.
 *
 *   threads  so many threads with keys of their own, OPERATIONS each, at once
 *   hygiene  after each operation the unit must not compute with its key
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/ssl3.h>
#include <openssl/tls1.h>

#include "../../padlock.h"

#define MAX	4097
#define ROOM	(MAX + 64)
#define PAGE	4096
#define ALL	(2 * PAGE)		/* holds ROOM */

enum { DEFAULT, PADLOCK };

static OSSL_LIB_CTX *libctx;
static int step = 1, has_aes;
static unsigned long compared;

/* What is being compared, for whoever reads of a difference */
static __thread char doing[200];
static __thread unsigned long long random_state = 1;

static void __attribute__((__noreturn__, __format__(printf, 1, 2)))
die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s: ", doing);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	ERR_print_errors_fp(stderr);
	exit(1);
}

static unsigned int rnd(unsigned int below)
{
	random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (random_state >> 33) % below;
}

static void fill(unsigned char *p, size_t size)
{
	while (size--)
		*p++ = rnd(256);
}

/* Memory that ends at a page that is not there: reading ahead of it would be a crash */
static unsigned char *guarded(void)
{
	unsigned char *p = mmap(NULL, ALL + PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + ALL, PAGE, PROT_NONE))
		die("mmap");
	return p + ALL;
}

/* Ends of guarded memory: of inputs, outputs of each provider */
static __thread unsigned char *in_end, *out_end[2];

static void make_memory(void)
{
	in_end = guarded();
	out_end[0] = guarded();
	out_end[1] = guarded();
}

static void same(const void *a, const void *b, size_t size, const char *what)
{
	if (memcmp(a, b, size))
		die("%s differs", what);
	__atomic_add_fetch(&compared, 1, __ATOMIC_RELAXED);
}

/* Both results of a call, with the reasons of their errors */
static int same_result(int a, unsigned long a_error, int b, unsigned long b_error,
		       const char *what)
{
	if ((a > 0) != (b > 0))
		die("%s: default returns %d, padlock %d", what, a, b);
	if (a <= 0 && ERR_GET_REASON(a_error) != ERR_GET_REASON(b_error))
		die("%s fails with reason %d, of padlock with %d", what,
		    ERR_GET_REASON(a_error), ERR_GET_REASON(b_error));
	__atomic_add_fetch(&compared, 1, __ATOMIC_RELAXED);
	return a > 0;
}

static unsigned long take_error(void)
{
	unsigned long error = ERR_peek_error();

	ERR_clear_error();
	return error;
}

/* Leaves another's key in the unit, as a program that ran before might. */
static void leave_foreign_key(void)
{
	static struct padlock_key foreign __attribute__((__aligned__(16))) = {
		.cw = 10, .schedule = { 1, 2, 3, 4 }
	};
	unsigned char block[PADLOCK_ECB_GROUP * 16] __attribute__((__aligned__(16))) = { 0 };

		padlock_reload();
	padlock_xcrypt_ecb(&foreign, block, block, 1);
}

/* Calls the same on both contexts, c[0] and c[1]; true if it succeeded. */
#define BOTH(what, call) ({						\
	int result_[2];							\
	unsigned long error_[2];					\
	for (int w = 0; w < 2; w++) {					\
		if (w == PADLOCK && has_aes)				\
			leave_foreign_key();				\
		result_[w] = (call);					\
		error_[w] = take_error();				\
	}								\
	same_result(result_[0], error_[0], result_[1], error_[1], what);\
})

/*
 * Ciphers
 */

struct alg {
	const char *name;
	EVP_CIPHER *cipher[2];
	int mode;
	size_t key, iv;
};

static const char *const cipher_names[] = {
	"AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CBC", "AES-192-CBC",
	"AES-256-CBC", "AES-128-CFB", "AES-192-CFB", "AES-256-CFB", "AES-128-OFB",
	"AES-192-OFB", "AES-256-OFB", "AES-128-CTR", "AES-192-CTR", "AES-256-CTR",
	"AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-128-XTS", "AES-256-XTS",
};

#define CIPHERS	(sizeof(cipher_names) / sizeof(cipher_names[0]))

static const char *const digest_names[] = { "SHA1", "SHA2-224", "SHA2-256" };

#define DIGESTS	(sizeof(digest_names) / sizeof(digest_names[0]))

static const char *const properties[] = { "provider=default", "provider=padlock" };

static EVP_CIPHER *fetch(const char *name, int which)
{
	EVP_CIPHER *c = EVP_CIPHER_fetch(libctx, name, properties[which]);

	if (!c)
		die("no %s with %s", name, properties[which]);
	return c;
}

static void same_constants(const struct alg *a)
{
	const EVP_CIPHER *d = a->cipher[0], *p = a->cipher[1];

	if (EVP_CIPHER_get_mode(d) != EVP_CIPHER_get_mode(p) ||
	    EVP_CIPHER_get_key_length(d) != EVP_CIPHER_get_key_length(p) ||
	    EVP_CIPHER_get_iv_length(d) != EVP_CIPHER_get_iv_length(p) ||
	    EVP_CIPHER_get_block_size(d) != EVP_CIPHER_get_block_size(p) ||
	    EVP_CIPHER_get_flags(d) != EVP_CIPHER_get_flags(p) ||
	    EVP_CIPHER_get_nid(d) != EVP_CIPHER_get_nid(p))
		die("constants differ");
}

static struct alg get_alg(const char *name)
{
	struct alg a = { .name = name, .cipher = { fetch(name, 0), fetch(name, 1) } };

	snprintf(doing, sizeof(doing), "%s", name);
	a.mode = EVP_CIPHER_get_mode(a.cipher[0]);
	a.key = EVP_CIPHER_get_key_length(a.cipher[0]);
	a.iv = EVP_CIPHER_get_iv_length(a.cipher[0]);
	same_constants(&a);
	return a;
}

static void put_alg(struct alg *a)
{
	EVP_CIPHER_free(a->cipher[0]);
	EVP_CIPHER_free(a->cipher[1]);
}

/* One message: what both providers are given */
struct message {
	const struct alg *alg;
	EVP_CIPHER_CTX *c[2];
	unsigned char key[64], iv[128], aad[64], tag[2][16];
	size_t iv_size, aad_size, tag_size;
	int encrypt, pad, pieces, in_place;
};

static void new_contexts(struct message *m)
{
	for (int w = 0; w < 2; w++) {
		m->c[w] = EVP_CIPHER_CTX_new();
		if (!m->c[w])
			die("no memory");
	}
}

static void free_contexts(struct message *m)
{
	EVP_CIPHER_CTX_free(m->c[0]);
	EVP_CIPHER_CTX_free(m->c[1]);
}

/* IV and position, by the parameters that default has */
static void same_state(struct message *m)
{
	unsigned char iv[2][128], first[2][128];
	size_t size = m->alg->mode == EVP_CIPH_GCM_MODE ? m->iv_size : m->alg->iv;

	if (size) {
		BOTH("updated IV", EVP_CIPHER_CTX_get_updated_iv(m->c[w], iv[w], size));
		BOTH("IV", EVP_CIPHER_CTX_get_original_iv(m->c[w], first[w], size));
		same(iv[0], iv[1], size, "updated IV");
		same(first[0], first[1], size, "IV");
	}
	if (m->alg->mode == EVP_CIPH_CFB_MODE || m->alg->mode == EVP_CIPH_OFB_MODE ||
	    m->alg->mode == EVP_CIPH_CTR_MODE)
		if (EVP_CIPHER_CTX_get_num(m->c[0]) != EVP_CIPHER_CTX_get_num(m->c[1]))
			die("num differs");
}

/* Goes on with copies of the contexts. */
static void go_on_with_copies(struct message *m)
{
	for (int w = 0; w < 2; w++) {
		EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

		if (!copy || !EVP_CIPHER_CTX_copy(copy, m->c[w]))
			die("%s: no copy", properties[w]);
		EVP_CIPHER_CTX_free(m->c[w]);
		m->c[w] = copy;
	}
}

static int gcm(const struct message *m)
{
	return m->alg->mode == EVP_CIPH_GCM_MODE;
}

static void aad(struct message *m)
{
	size_t at = 0;
	int n;

	while (at < m->aad_size) {
		size_t piece = m->pieces ? 1 + rnd(m->aad_size - at) : m->aad_size;

		BOTH("AAD", EVP_CipherUpdate(m->c[w], NULL, &n, m->aad + at, piece));
		at += piece;
		if (m->pieces && !rnd(4))
			go_on_with_copies(m);
	}
}

static int begin(struct message *m)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_IVLEN, &m->iv_size),
		OSSL_PARAM_END
	};
	unsigned char *iv = m->alg->iv ? m->iv : NULL;

	if (!BOTH("init", EVP_CipherInit_ex2(m->c[w], m->alg->cipher[w], NULL, NULL,
					     m->encrypt, gcm(m) ? params : NULL)) ||
	    !BOTH("key", EVP_CipherInit_ex2(m->c[w], NULL, m->key, iv, m->encrypt, NULL)))
		return 0;
	BOTH("padding", EVP_CIPHER_CTX_set_padding(m->c[w], m->pad));
	if (gcm(m) && !m->encrypt)
		BOTH("tag", EVP_CIPHER_CTX_ctrl(m->c[w], EVP_CTRL_AEAD_SET_TAG, m->tag_size,
						m->tag[0]));
	if (gcm(m))
		aad(m);
	return 1;
}

/*
 * The data in one piece or several. Input ends at a guard page, unless it is to be
 * turned into the output where it stands. Returns the size of the output, -1 if the
 * message was refused.
 */
static int run(struct message *m, const unsigned char *data, size_t size,
	       unsigned char *out[2])
{
	unsigned char *in[2] = { in_end - size, in_end - size };
	size_t at = 0;
	int all = 0, n[2], ok;

	for (int w = 0; w < 2; w++) {
		out[w] = out_end[w] - ROOM - rnd(17);
		if (m->in_place)
			in[w] = out[w];
		if (size)
			memcpy(in[w], data, size);
	}
	if (!begin(m))
		return -1;
	do {
		size_t piece = size;

		if (m->pieces && size - at)
			piece = rnd(4) ? 1 + rnd(size - at < 70 ? size - at : 70) :
					 1 + rnd(size - at);
		ok = BOTH("update", EVP_CipherUpdate(m->c[w], out[w] + all, &n[w], in[w] + at,
						     piece));
		if (!ok)
			return -1;
		if (n[0] != n[1])
			die("update of %zu at %zu gives %d bytes, of padlock %d", piece, at, n[0],
			    n[1]);
		same(out[0] + all, out[1] + all, n[0], "output of an update");
		all += n[0];
		at += piece;
		if (m->alg->mode != EVP_CIPH_XTS_MODE && m->pieces)
			same_state(m);
		if (m->pieces && !rnd(8))
			go_on_with_copies(m);
	} while (at < size);
	ok = BOTH("final", EVP_CipherFinal_ex(m->c[w], out[w] + all, &n[w]));
	if (!ok)
		return -1;
	if (n[0] != n[1])
		die("final gives %d bytes, of padlock %d", n[0], n[1]);
	same(out[0] + all, out[1] + all, n[0], "output of final");
	if (gcm(m) && m->encrypt) {
		BOTH("tag", EVP_CIPHER_CTX_ctrl(m->c[w], EVP_CTRL_AEAD_GET_TAG, m->tag_size,
						m->tag[w]));
		same(m->tag[0], m->tag[1], m->tag_size, "tag");
	}
	same_state(m);
	return all + n[0];
}

/* Counters near the wraps of 16 and 32 bits and of all */
static void make_iv(struct message *m)
{
	fill(m->iv, sizeof(m->iv));
	if (m->alg->mode != EVP_CIPH_CTR_MODE || rnd(2))
		return;
	memset(m->iv + 16 - 2 - rnd(15), 0xff, 16);
	m->iv[15] -= rnd(64);
}

static void make_message(struct message *m, const struct alg *alg, int pieces)
{
	memset(m, 0, sizeof(*m));
	m->alg = alg;
	fill(m->key, sizeof(m->key));
	make_iv(m);
	m->encrypt = 1;
	m->pad = rnd(2);
	/* XTS does not go on from call to call */
	m->pieces = pieces && alg->mode != EVP_CIPH_XTS_MODE;
	m->iv_size = rnd(2) ? 12 : 1 + rnd(64);
	m->aad_size = rnd(sizeof(m->aad));
	m->tag_size = 4 + rnd(13);
	fill(m->aad, sizeof(m->aad));
}

/* There and, if it went there, back again; and back again from a damaged one. */
static void there_and_back(const struct alg *alg, size_t size, int pieces)
{
	unsigned char plain[ROOM], cipher[ROOM], *out[2];
	struct message m;
	int n;

	make_message(&m, alg, pieces);
	m.in_place = !pieces && rnd(2);
	snprintf(doing, sizeof(doing), "%s, %zu bytes, %s%s%s", alg->name, size,
		 pieces ? "pieces" : "one piece", m.in_place ? ", in place" : "",
		 m.pad ? "" : ", no padding");
	fill(plain, size);
	new_contexts(&m);
	n = run(&m, plain, size, out);
	if (n >= 0) {
		memcpy(cipher, out[1], n);
		m.encrypt = 0;
		n = run(&m, cipher, n, out);
		if (n != (int)size || memcmp(out[1], plain, size))
			die("decryption is not what was encrypted");
		m.tag[0][rnd(m.tag_size)] ^= 1 << rnd(8);
		if (n)
			cipher[rnd(n)] ^= 1 << rnd(8);
		if (run(&m, cipher, (n / 16 + 1) * 16, out) >= 0 && gcm(&m))
			die("a damaged message is taken");
	}
	free_contexts(&m);
}

/* Without a new key: another IV, the same again, another direction */
static void init_again(const struct alg *alg)
{
	unsigned char data[100], out[2][200];
	struct message m;
	int n[2];

	make_message(&m, alg, 0);
	fill(data, sizeof(data));
	m.iv_size = 12;
	new_contexts(&m);
	begin(&m);
	for (int i = 0; i < 6; i++) {
		unsigned char *iv = i % 2 && alg->iv ? m.iv + i : NULL;

		snprintf(doing, sizeof(doing), "%s, initialised again, %d", alg->name, i);
		if (BOTH("init", EVP_CipherInit_ex2(m.c[w], NULL, NULL, iv, 1, NULL)) &&
		    BOTH("update", EVP_CipherUpdate(m.c[w], out[w], &n[w], data, 100 - i))) {
			if (n[0] != n[1])
				die("%d bytes, of padlock %d", n[0], n[1]);
			same(out[0], out[1], n[0], "output");
			same_state(&m);
		}
	}
	free_contexts(&m);
}

/* What must fail, fails alike. */
static void errors(const struct alg *alg)
{
	unsigned char data[64] = { 0 }, out[2][128];
	size_t wrong = alg->key + 1;
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_KEYLEN, &wrong),
		OSSL_PARAM_END
	};
	struct message m;
	int n;

	make_message(&m, alg, 0);
	snprintf(doing, sizeof(doing), "%s, errors", alg->name);
	new_contexts(&m);
	BOTH("init", EVP_CipherInit_ex2(m.c[w], alg->cipher[w], NULL, NULL, 1, NULL));
	BOTH("without key", EVP_CipherUpdate(m.c[w], out[w], &n, data, 32));
	BOTH("final without key", EVP_CipherFinal_ex(m.c[w], out[w], &n));
	BOTH("key length", EVP_CIPHER_CTX_set_params(m.c[w], params));
	BOTH("key length", EVP_CIPHER_CTX_set_key_length(m.c[w], wrong));
	BOTH("key without IV", EVP_CipherInit_ex2(m.c[w], NULL, m.key, NULL, 0, NULL));
	BOTH("nothing", EVP_CipherUpdate(m.c[w], out[w], &n, data, 0));
	BOTH("odd end", EVP_CipherUpdate(m.c[w], out[w], &n, data, 17) &&
			EVP_CipherFinal_ex(m.c[w], out[w], &n));
	/* the same key twice is refused by XTS */
	memset(m.key, 7, sizeof(m.key));
	BOTH("twin keys", EVP_CipherInit_ex2(m.c[w], NULL, m.key, m.iv, 1, NULL));
	free_contexts(&m);
}

/* EVP_Cipher(), as OpenSSH uses it */
static void at_once(const struct alg *alg)
{
	unsigned char data[ROOM], out[2][ROOM];
	struct message m;
	int size = 16 + 16 * rnd(40), n[2];

	make_message(&m, alg, 0);
	m.iv_size = 12;
	m.aad_size = 0;
	snprintf(doing, sizeof(doing), "%s, EVP_Cipher() of %d bytes", alg->name, size);
	fill(data, size);
	new_contexts(&m);
	begin(&m);
	for (int w = 0; w < 2; w++)
		n[w] = EVP_Cipher(m.c[w], out[w], data, size);
	if (n[0] != n[1])
		die("returns %d, of padlock %d", n[0], n[1]);
	same(out[0], out[1], size, "output");
	free_contexts(&m);
}

static void each_size(const struct alg *alg)
{
	for (int size = 0; size <= MAX; size += size < 300 || size >= MAX - 20 ? 1 : step) {
		there_and_back(alg, size, 0);
		there_and_back(alg, size, 1);
	}
	for (int i = 0; i < 50; i++)
		at_once(alg);
	init_again(alg);
	errors(alg);
}

/*
 * TLS
 */

static void tls_params(struct message *m, unsigned int version, size_t mac_size)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
		OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_size),
		OSSL_PARAM_END
	};

	BOTH("TLS parameters", EVP_CIPHER_CTX_set_params(m->c[w], params));
}

static const unsigned char *tls_mac(EVP_CIPHER_CTX *c)
{
	unsigned char *mac = NULL;
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, (void **)&mac, 0),
		OSSL_PARAM_END
	};

	if (!EVP_CIPHER_CTX_get_params(c, params))
		die("no MAC");
	return mac;
}

static void tls_decrypt(struct message *m, unsigned char *record, size_t size,
			unsigned int version, size_t mac_size, int damaged)
{
	size_t explicit_iv = version == TLS1_VERSION ? 0 : 16;
	unsigned char data[2][ROOM];
	int n[2], random[2] = { 0 };

	if (!BOTH("init", EVP_CipherInit_ex2(m->c[w], m->alg->cipher[w], m->key, m->iv, 0, NULL)))
		die("no context");
	tls_params(m, version, mac_size);
	memcpy(data[0], record, size);
	memcpy(data[1], record, size);
	if (!BOTH("record", EVP_CipherUpdate(m->c[w], data[w], &n[w], data[w], size)))
		return;
	if (n[0] != n[1])
		die("record with %d bytes, of padlock %d", n[0], n[1]);
	same(data[0], data[1], size, "record");
	/* where the padding is wrong it is random */
	for (int w = 0; w < 2 && mac_size; w++)
		random[w] = !!memcmp(tls_mac(m->c[w]), data[w] + explicit_iv + n[w], mac_size);
	if (random[0] != random[1] || (random[0] && !damaged))
		die("%s MAC, of padlock %s", random[0] ? "random" : "right",
		    random[1] ? "random" : "right");
}

static void tls_cbc(const struct alg *alg, size_t size)
{
	static const unsigned int versions[] = { TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION };
	static const size_t macs[] = { 0, 20, 32, 48 };
	unsigned int version = versions[rnd(3)];
	size_t mac_size = macs[rnd(4)];
	unsigned char record[ROOM], data[2][ROOM];
	struct message m;
	int n[2];

	make_message(&m, alg, 0);
	snprintf(doing, sizeof(doing), "%s, record of TLS %x, %zu bytes, MAC of %zu", alg->name,
		 version, size, mac_size);
	fill(record, size);
	new_contexts(&m);
	BOTH("init", EVP_CipherInit_ex2(m.c[w], alg->cipher[w], m.key, m.iv, 1, NULL));
	tls_params(&m, version, mac_size);
	memcpy(data[0], record, size);
	memcpy(data[1], record, size);
	if (!BOTH("record", EVP_CipherUpdate(m.c[w], data[w], &n[w], data[w], size)) || n[0] != n[1])
		die("no record");
	same(data[0], data[1], n[0], "record");
	tls_decrypt(&m, data[0], n[0], version, mac_size, 0);
	/* padding that is wrong, and none at all that is right */
	data[0][n[0] - 1 - rnd(32)] ^= 1 << rnd(8);
	tls_decrypt(&m, data[0], n[0], version, mac_size, 1);
	tls_decrypt(&m, data[0], 16 * (1 + rnd(3)), version, mac_size, 1);
	free_contexts(&m);
}

/* Records of TLS 1.2 with GCM; SSH's way is the same without the header. */
static void tls_gcm(const struct alg *alg, size_t size)
{
	unsigned char header[13], data[2][ROOM], plain[ROOM], fixed[2][12];
	struct message m;
	int n[2];

	make_message(&m, alg, 0);
	snprintf(doing, sizeof(doing), "%s, record of %zu bytes", alg->name, size);
	fill(plain, size + 24);
	fill(header, 13);
	new_contexts(&m);
	BOTH("init", EVP_CipherInit_ex2(m.c[w], alg->cipher[w], m.key, NULL, 1, NULL));
	BOTH("IV", EVP_CIPHER_CTX_ctrl(m.c[w], EVP_CTRL_GCM_SET_IV_FIXED, -1, m.iv));
	for (int i = 0; i < 3; i++) {
		header[11] = (size + 8) >> 8;
		header[12] = size + 8;
		BOTH("header", EVP_CIPHER_CTX_ctrl(m.c[w], EVP_CTRL_AEAD_TLS1_AAD, 13, header));
		memcpy(data[0], plain, size + 24);
		memcpy(data[1], plain, size + 24);
		BOTH("record", EVP_CipherUpdate(m.c[w], data[w], &n[w], data[w], size + 24));
		if (n[0] != n[1])
			die("record of %d bytes, of padlock %d", n[0], n[1]);
		same(data[0], data[1], size + 24, "record");
	}
	BOTH("IV", EVP_CIPHER_CTX_ctrl(m.c[w], EVP_CTRL_GCM_IV_GEN, 12, fixed[w]));
	same(fixed[0], fixed[1], 12, "IV");
	BOTH("init", EVP_CipherInit_ex2(m.c[w], alg->cipher[w], m.key, NULL, 0, NULL));
	BOTH("IV", EVP_CIPHER_CTX_ctrl(m.c[w], EVP_CTRL_GCM_SET_IV_FIXED, 4, m.iv));
	for (int i = 0; i < 2; i++) {
		header[11] = (size + 24) >> 8;
		header[12] = size + 24;
		BOTH("header", EVP_CIPHER_CTX_ctrl(m.c[w], EVP_CTRL_AEAD_TLS1_AAD, 13, header));
		if (BOTH("record", EVP_CipherUpdate(m.c[w], data[w], &n[w], data[w], size + 24)) == i)
			die("%s", i ? "a damaged record is taken" : "a record is not taken");
		if (!i && (n[1] != (int)size || memcmp(data[1] + 8, plain + 8, size)))
			die("the record is not what was encrypted");
		fill(data[0], size + 24);
		memcpy(data[1], data[0], size + 24);
	}
	free_contexts(&m);
}

static void tls(const struct alg *alg)
{
	for (int i = 0; i < 300; i++) {
		if (alg->mode == EVP_CIPH_CBC_MODE)
			tls_cbc(alg, 80 + rnd(i < 100 ? 300 : 3500));
		if (alg->mode == EVP_CIPH_GCM_MODE)
			tls_gcm(alg, rnd(i < 100 ? 100 : 3500));
	}
}

/*
 * Digests
 */

static void digest_pieces(EVP_MD *md[2], const unsigned char *data, size_t size, int pieces)
{
	unsigned char got[2][EVP_MAX_MD_SIZE];
	EVP_MD_CTX *c[2] = { EVP_MD_CTX_new(), EVP_MD_CTX_new() };
	unsigned int n[2] = { 0 };
	size_t at = 0;

	BOTH("init", EVP_DigestInit_ex2(c[w], md[w], NULL));
	/* a context that had another message before */
	if (!rnd(4)) {
		BOTH("update", EVP_DigestUpdate(c[w], data, size / 2));
		BOTH("init", EVP_DigestInit_ex2(c[w], md[w], NULL));
	}
	do {
		size_t piece = size;

		if (pieces && size - at)
			piece = 1 + rnd(rnd(2) || size - at < 130 ? size - at : 130);
		BOTH("update", EVP_DigestUpdate(c[w], data + at, piece));
		at += piece;
		if (pieces && !rnd(6)) {
			for (int w = 0; w < 2; w++) {
				EVP_MD_CTX *copy = EVP_MD_CTX_new();

				if (!EVP_MD_CTX_copy_ex(copy, c[w]))
					die("no copy");
				/* once more, into a context that is in use */
				if (!rnd(2) && !EVP_MD_CTX_copy_ex(copy, c[w]))
					die("no copy into a copy");
				EVP_MD_CTX_free(c[w]);
				c[w] = copy;
			}
		}
	} while (at < size);
	BOTH("final", EVP_DigestFinal_ex(c[w], got[w], &n[w]));
	if (n[0] != n[1])
		die("digest of %u bytes, of padlock %u", n[0], n[1]);
	same(got[0], got[1], n[0], "digest");
	BOTH("at once", EVP_Digest(data, size, got[w], &n[w], md[w], NULL));
	same(got[0], got[1], n[0], "digest at once");
	EVP_MD_CTX_free(c[0]);
	EVP_MD_CTX_free(c[1]);
}

static void digest(const char *name)
{
	static unsigned char long_message[200000];
	EVP_MD *md[2];

	for (int w = 0; w < 2; w++) {
		md[w] = EVP_MD_fetch(libctx, name, properties[w]);
		if (!md[w])
			die("no %s with %s", name, properties[w]);
	}
	if (EVP_MD_get_size(md[0]) != EVP_MD_get_size(md[1]) ||
	    EVP_MD_get_block_size(md[0]) != EVP_MD_get_block_size(md[1]) ||
	    EVP_MD_get_flags(md[0]) != EVP_MD_get_flags(md[1]))
		die("%s: constants differ", name);
	for (int size = 0; size <= MAX; size += size < 300 || size >= MAX - 20 ? 1 : step) {
		snprintf(doing, sizeof(doing), "%s, %d bytes", name, size);
		fill(in_end - size, size);
		digest_pieces(md, in_end - size, size, 0);
		digest_pieces(md, in_end - size, size, 1);
	}
	fill(long_message, sizeof(long_message));
	for (int i = 0; i < 30; i++) {
		size_t size = i < 20 ? 16374U + i : rnd(sizeof(long_message));

		snprintf(doing, sizeof(doing), "%s, %zu bytes", name, size);
		digest_pieces(md, long_message, size, i % 2);
		digest_pieces(md, long_message, size, 1);
	}
	EVP_MD_free(md[0]);
	EVP_MD_free(md[1]);
}

/* A CPU can have one of the two units alone. */
static int offers(int operation)
{
	EVP_CIPHER *c = NULL;
	EVP_MD *md = NULL;

	if (operation == OSSL_OP_CIPHER)
		c = EVP_CIPHER_fetch(libctx, "AES-128-CBC", properties[PADLOCK]);
	else
		md = EVP_MD_fetch(libctx, "SHA1", properties[PADLOCK]);
	ERR_clear_error();
	EVP_CIPHER_free(c);
	EVP_MD_free(md);
	return c || md;
}

static void everything(void)
{
	make_memory();
	for (size_t i = 0; i < CIPHERS && offers(OSSL_OP_CIPHER); i++) {
		struct alg alg = get_alg(cipher_names[i]);

		each_size(&alg);
		tls(&alg);
		put_alg(&alg);
	}
	for (size_t i = 0; i < DIGESTS && offers(OSSL_OP_DIGEST); i++)
		digest(digest_names[i]);
	printf("%lu results compared, ciphers: %s, digests: %s\n", compared,
	       offers(OSSL_OP_CIPHER) ? "yes" : "no", offers(OSSL_OP_DIGEST) ? "yes" : "no");
}

/*
 * Threads
 */

static unsigned int operations;

/* Keys are new every few operations, so others' keys are always between two of ours. */
static void *thread(void *number)
{
	static const char *const names[] = {
		"AES-128-CBC", "AES-256-CBC", "AES-128-CTR", "AES-256-ECB", "AES-256-GCM",
		"AES-192-CFB", "AES-128-OFB", "AES-256-XTS",
	};
	const size_t count = sizeof(names) / sizeof(names[0]);
	struct alg algs[8];
	struct message m[8];
	unsigned char data[256], *out[2];

	random_state = (size_t)number + 1;
	make_memory();
	for (size_t i = 0; i < count; i++) {
		algs[i] = get_alg(names[i]);
		make_message(&m[i], &algs[i], 0);
		new_contexts(&m[i]);
	}
	for (unsigned int i = 0; i < operations; i++) {
		struct message *one = &m[rnd(count)];

		snprintf(doing, sizeof(doing), "thread %zu, %s, operation %u", (size_t)number,
			 one->alg->name, i);
		if (!rnd(8))
			fill(one->key, sizeof(one->key));
		fill(data, 16);
		if (run(one, data, 16 * (1 + rnd(16)), out) < 0)
			die("refused");
	}
	for (size_t i = 0; i < count; i++) {
		free_contexts(&m[i]);
		put_alg(&algs[i]);
	}
	return NULL;
}

static void threads(int count)
{
	pthread_t all[64];

	for (long i = 0; i < count; i++)
		if (pthread_create(&all[i], NULL, thread, (void *)i))
			die("no thread");
	for (int i = 0; i < count; i++)
		pthread_join(all[i], NULL);
	printf("%d threads x %u operations, %lu results compared\n", count, operations, compared);
}

/*
 * Hygiene: what the unit does when it is asked after an operation of ours
 */

static int key_is_left(const unsigned char *zeros_by_zeros)
{
	static struct padlock_key zeros __attribute__((__aligned__(16)));
	static unsigned char block[PADLOCK_ECB_GROUP * 16] __attribute__((__aligned__(16)));

	memset(block, 0, sizeof(block));
	zeros.cw = padlock_aes_cw(16, 0);
	/* no padlock_reload() before: a key that is left would be taken */
	padlock_xcrypt_ecb(&zeros, block, block, 1);
	padlock_reload();
	return !!memcmp(block, zeros_by_zeros, 16);
}

static void hygiene(void)
{
	/* AES-128 of zeros with a key of zeros */
	static const unsigned char expected[16] = {
		0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b,
		0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e
	};
	unsigned char data[100] = { 0 }, out[200];
	int done = 0, n;

	for (size_t i = 0; i < CIPHERS; i++) {
		struct alg alg = get_alg(cipher_names[i]);
		EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
		unsigned char key[64];

		fill(key, sizeof(key));
		for (int size = 16; size <= 100; size++, done++) {
			if (!EVP_CipherInit_ex2(c, alg.cipher[PADLOCK], key, data, size % 2, NULL) ||
			    !EVP_CipherUpdate(c, out, &n, data, size))
				die("refused");
			if (key_is_left(expected))
				die("%d bytes: the unit still has the key", size);
		}
		EVP_CIPHER_CTX_free(c);
		put_alg(&alg);
	}
	printf("%d operations, no key left\n", done);
}

static void load(const char *modules)
{
	snprintf(doing, sizeof(doing), "loading");
	libctx = OSSL_LIB_CTX_new();
	if (!libctx || !OSSL_PROVIDER_set_default_search_path(libctx, modules) ||
	    !OSSL_PROVIDER_load(libctx, "default") || !OSSL_PROVIDER_load(libctx, "padlock"))
		die("no providers");
	has_aes = offers(OSSL_OP_CIPHER);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: compare MODULES [STEP | threads COUNT OPERATIONS | hygiene]\n");
		return 64;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	load(argv[1]);
	if (argc == 5 && !strcmp(argv[2], "threads")) {
		operations = atoi(argv[4]);
		threads(atoi(argv[3]));
	} else if (argc == 3 && !strcmp(argv[2], "hygiene")) {
		hygiene();
	} else {
		if (argc == 3)
			step = atoi(argv[2]);
		everything();
	}
	return 0;
}
