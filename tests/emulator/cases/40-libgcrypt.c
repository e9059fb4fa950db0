// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: libgcrypt-selftest [FEATURE]...
 *
 * Prints libgcrypt's hwflist line, runs its own self-tests and checks AES-128 in
 * ECB, CBC, CFB, OFB and CTR by SP 800-38A, without the hardware FEATUREs, which
 * are words of that line.  Exit status: 0 passed, 1 failed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gcrypt.h>

#define SIZE 64

/* SP 800-38A appendix F, AES-128; the counter is that of F.5 */
static const char key[] = "\x2b\x7e\x15\x16\x28\xae\xd2\xa6\xab\xf7\x15\x88\x09\xcf\x4f\x3c";
static const char plain[] =
	"\x6b\xc1\xbe\xe2\x2e\x40\x9f\x96\xe9\x3d\x7e\x11\x73\x93\x17\x2a"
	"\xae\x2d\x8a\x57\x1e\x03\xac\x9c\x9e\xb7\x6f\xac\x45\xaf\x8e\x51"
	"\x30\xc8\x1c\x46\xa3\x5c\xe4\x11\xe5\xfb\xc1\x19\x1a\x0a\x52\xef"
	"\xf6\x9f\x24\x45\xdf\x4f\x9b\x17\xad\x2b\x41\x7b\xe6\x6c\x37\x10";
static const char iv[] = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f";
static const char counter[] = "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff";

static const struct {
	const char *name;
	int mode;
	const char *last;	/* the last of the four ciphertext blocks */
} modes[] = {
	{ "ecb", GCRY_CIPHER_MODE_ECB, "\x7b\x0c\x78\x5e\x27\xe8\xad\x3f\x82\x23\x20\x71\x04\x72\x5d\xd4" },
	{ "cbc", GCRY_CIPHER_MODE_CBC, "\x3f\xf1\xca\xa1\x68\x1f\xac\x09\x12\x0e\xca\x30\x75\x86\xe1\xa7" },
	{ "cfb", GCRY_CIPHER_MODE_CFB, "\xc0\x4b\x05\x35\x7c\x5d\x1c\x0e\xea\xc4\xc6\x6f\x9f\xf7\xf2\xe6" },
	{ "ofb", GCRY_CIPHER_MODE_OFB, "\x30\x4c\x65\x28\xf6\x59\xc7\x78\x66\xa5\x10\xd9\xc1\xd6\xae\x5e" },
	{ "ctr", GCRY_CIPHER_MODE_CTR, "\x1e\x03\x1d\xda\x2f\xbe\x03\xd1\x79\x21\x70\xa0\xf3\x00\x9c\xee" },
};

static int failures;

static void report(const char *name, int ok)
{
	printf("%s: %s\n", name, ok ? "passed" : "failed");
	failures += !ok;
}

static void need(gcry_error_t err, const char *what)
{
	if (err) {
		fprintf(stderr, "%s: %s\n", what, gcry_strerror(err));
		exit(1);
	}
}

static void start(gcry_cipher_hd_t h, int mode)
{
	need(gcry_cipher_reset(h), "reset");
	if (mode == GCRY_CIPHER_MODE_CTR)
		need(gcry_cipher_setctr(h, counter, 16), "setctr");
	else if (mode != GCRY_CIPHER_MODE_ECB)
		need(gcry_cipher_setiv(h, iv, 16), "setiv");
}

static void check_mode(const char *name, int mode, const char *last)
{
	gcry_cipher_hd_t h;
	char out[SIZE], back[SIZE];

	need(gcry_cipher_open(&h, GCRY_CIPHER_AES128, mode, 0), "open");
	need(gcry_cipher_setkey(h, key, 16), "setkey");
	start(h, mode);
	need(gcry_cipher_encrypt(h, out, SIZE, plain, SIZE), "encrypt");
	start(h, mode);
	need(gcry_cipher_decrypt(h, back, SIZE, out, SIZE), "decrypt");
	gcry_cipher_close(h);
	report(name, !memcmp(out + SIZE - 16, last, 16) && !memcmp(back, plain, SIZE));
}

int main(int argc, char **argv)
{
	char *features;

	for (int i = 1; i < argc; i++)
		need(gcry_control(GCRYCTL_DISABLE_HWF, argv[i], NULL), argv[i]);
	if (!gcry_check_version(GCRYPT_VERSION)) {
		fprintf(stderr, "libgcrypt is older than its header\n");
		return 1;
	}
	features = gcry_get_config(0, "hwflist");
	printf("%s", features ? features : "hwflist:\n");
	gcry_free(features);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	report("selftest", gcry_control(GCRYCTL_SELFTEST) == 0);
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		check_mode(modes[i].name, modes[i].mode, modes[i].last);
	return failures != 0;
}
