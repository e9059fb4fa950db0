/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * usage: afalg hash NAME
 *        afalg skcipher NAME encrypt|decrypt KEY [IV]
 *        afalg vectors
 *
 * One request to an algorithm or driver of the kernel, by NAME, through AF_ALG, of
 * what is on standard input, for a skcipher at most 8192 bytes; the digest in
 * hexadecimal, or the text, on standard output.  KEY and IV are hexadecimal; an empty
 * KEY is allowed.
 *
 * Or the published answers on standard input, one a line, "-" for an empty word:
 *   crypt NAME KEY IV PLAINTEXT CIPHERTEXT   both ways
 *   hash NAME MESSAGE DIGEST
 *   monte NAME SEED DIGEST,DIGEST...         the Monte Carlo test of NIST's SHAVS
 * "N vectors, N wrong" on standard output; a wrong one is shown on stderr.
 *
 * Exit status: 0; 1 an answer is wrong, or the kernel refused, which step and errno
 * name on stderr ("bind ENOENT", "setkey EINVAL", "crypt EINVAL"...); 64 usage.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <linux/if_alg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_TEXT 8192
#define MAX_IV 16
#define MAX_DIGEST 64
#define MAX_LINE 32768

static void refused(const char *step)
{
	fprintf(stderr, "%s %s\n", step, strerrorname_np(errno));
	exit(1);
}

static void usage(void)
{
	fputs("usage: afalg hash NAME | skcipher NAME encrypt|decrypt KEY [IV] | vectors\n", stderr);
	exit(64);
}

/* Bytes of a hexadecimal string that has at most SIZE of them. */
static size_t from_hex(const char *hex, uint8_t *bytes, size_t size)
{
	size_t n = strlen(hex) / 2, i;

	if (strlen(hex) % 2 || n > size || strspn(hex, "0123456789abcdef") != 2 * n)
		usage();
	for (i = 0; i < n; i++)
		sscanf(hex + 2 * i, "%2hhx", &bytes[i]);
	return n;
}

static int algorithm(const char *type, const char *name)
{
	struct sockaddr_alg address = { .salg_family = AF_ALG };
	int fd = socket(AF_ALG, SOCK_SEQPACKET, 0);

	if (fd < 0)
		refused("socket");
	snprintf((char *)address.salg_type, sizeof(address.salg_type), "%s", type);
	snprintf((char *)address.salg_name, sizeof(address.salg_name), "%s", name);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)))
		refused("bind");
	return fd;
}

static int request(int fd)
{
	int op = accept(fd, NULL, NULL);

	if (op < 0)
		refused("accept");
	return op;
}

static size_t read_text(uint8_t *text)
{
	size_t length = fread(text, 1, MAX_TEXT, stdin);

	if (getchar() != EOF)
		usage();
	return length;
}

/* The size of the digest */
static size_t digest_of(int op, const uint8_t *text, size_t length, uint8_t *digest)
{
	ssize_t size;

	if (send(op, text, length, 0) != (ssize_t)length)
		refused("send");
	size = read(op, digest, MAX_DIGEST);
	if (size < 0)
		refused("digest");
	return size;
}

static void hash(int fd)
{
	uint8_t text[MAX_TEXT], digest[MAX_DIGEST];
	size_t length, size, i;
	int op = request(fd);

	while ((length = fread(text, 1, MAX_TEXT, stdin)) == MAX_TEXT)
		if (send(op, text, length, MSG_MORE) != (ssize_t)length)
			refused("send");
	size = digest_of(op, text, length, digest);
	for (i = 0; i < size; i++)
		printf("%02x", digest[i]);
	putchar('\n');
}

/* The operation and the IV travel as control messages with the first data. */
static void send_text(int op, uint8_t *text, size_t length, uint32_t what,
		      const uint8_t *iv, size_t ivlen)
{
	char control[CMSG_SPACE(4) + CMSG_SPACE(4 + MAX_IV)] = { 0 };
	struct iovec vec = { text, length };
	struct msghdr msg = {
		.msg_iov = &vec,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = CMSG_SPACE(4) + (ivlen ? CMSG_SPACE(4 + ivlen) : 0),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&msg);
	uint32_t ivlen32 = ivlen;

	*header = (struct cmsghdr){ .cmsg_len = CMSG_LEN(4), .cmsg_level = SOL_ALG,
				    .cmsg_type = ALG_SET_OP };
	memcpy(CMSG_DATA(header), &what, 4);
	if (ivlen) {
		header = CMSG_NXTHDR(&msg, header);
		*header = (struct cmsghdr){ .cmsg_len = CMSG_LEN(4 + ivlen),
					    .cmsg_level = SOL_ALG, .cmsg_type = ALG_SET_IV };
		memcpy(CMSG_DATA(header), &ivlen32, 4);
		memcpy(CMSG_DATA(header) + 4, iv, ivlen);
	}
	if (sendmsg(op, &msg, 0) != (ssize_t)length)
		refused("send");
}

static int keyed_request(int fd, const char *hexkey)
{
	uint8_t key[512];

	if (setsockopt(fd, SOL_ALG, ALG_SET_KEY, key, from_hex(hexkey, key, sizeof(key))))
		refused("setkey");
	return request(fd);
}

/* TEXT in place; returns the size of the result. */
static size_t crypt_text(int op, uint32_t what, const char *hexiv, uint8_t *text, size_t length)
{
	uint8_t iv[MAX_IV];
	size_t ivlen = from_hex(hexiv, iv, sizeof(iv));
	ssize_t size;

	send_text(op, text, length, what, iv, ivlen);
	/* Asking for more than there is means waiting for more. */
	size = read(op, text, length);
	if (size < 0)
		refused("crypt");
	return size;
}

static void skcipher(int fd, const char *direction, const char *hexkey, const char *hexiv)
{
	uint32_t what = strcmp(direction, "encrypt") ? ALG_OP_DECRYPT : ALG_OP_ENCRYPT;
	uint8_t text[MAX_TEXT];
	size_t length = read_text(text);
	int op = keyed_request(fd, hexkey);

	fwrite(text, 1, crypt_text(op, what, hexiv, text, length), stdout);
}

/* Published answers: the words of a line behind the driver's name */

static bool right_crypt(const char *name, char **word)
{
	uint8_t plain[MAX_TEXT], cipher[MAX_TEXT], text[MAX_TEXT];
	size_t length = from_hex(word[2], plain, sizeof(plain));
	int fd = algorithm("skcipher", name), op = keyed_request(fd, word[0]);
	bool right;

	if (from_hex(word[3], cipher, sizeof(cipher)) != length)
		usage();
	memcpy(text, plain, length);
	right = crypt_text(op, ALG_OP_ENCRYPT, word[1], text, length) == length &&
		!memcmp(text, cipher, length);
	memcpy(text, cipher, length);
	right &= crypt_text(op, ALG_OP_DECRYPT, word[1], text, length) == length &&
		 !memcmp(text, plain, length);
	close(op);
	close(fd);
	return right;
}

static bool right_hash(const char *name, char **word)
{
	uint8_t text[MAX_TEXT], digest[MAX_DIGEST], want[MAX_DIGEST];
	size_t length = from_hex(word[0], text, sizeof(text));
	size_t size = from_hex(word[1], want, sizeof(want));
	int fd = algorithm("hash", name), op = request(fd);
	bool right = digest_of(op, text, length, digest) == size && !memcmp(digest, want, size);

	close(op);
	close(fd);
	return right;
}

/* A thousand digests of the last three, from SEED on: the next SEED (SHAVS 6.4) */
static void monte_round(int op, uint8_t *seed, size_t size)
{
	uint8_t last[3 * MAX_DIGEST];
	int i;

	for (i = 0; i < 3; i++)
		memcpy(last + i * size, seed, size);
	for (i = 0; i < 1000; i++) {
		digest_of(op, last, 3 * size, seed);
		memmove(last, last + size, 2 * size);
		memcpy(last + 2 * size, seed, size);
	}
}

static bool right_monte(const char *name, char **word)
{
	uint8_t seed[MAX_DIGEST], want[MAX_DIGEST];
	size_t size = from_hex(word[0], seed, sizeof(seed));
	int fd = algorithm("hash", name), op = request(fd);
	char *rest = word[1], *digest;
	bool right = true;

	while (right && (digest = strsep(&rest, ","))) {
		monte_round(op, seed, size);
		right = from_hex(digest, want, sizeof(want)) == size && !memcmp(seed, want, size);
	}
	close(op);
	close(fd);
	return right;
}

static bool right_answer(char *line)
{
	static const struct {
		const char *kind;
		int words;
		bool (*right)(const char *name, char **word);
	} kinds[] = {
		{ "crypt", 4, right_crypt }, { "hash", 2, right_hash }, { "monte", 2, right_monte },
	};
	char *word[6];
	size_t words = 0, i;

	line[strcspn(line, "\n")] = '\0';
	while (words < 6 && (word[words] = strsep(&line, " "))) {
		if (!strcmp(word[words], "-"))
			word[words] = "";
		words++;
	}
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (words && !strcmp(word[0], kinds[i].kind) && words == 2U + kinds[i].words)
			return kinds[i].right(word[1], word + 2);
	errx(64, "no such kind of vector, or the wrong number of words");
}

static int vectors(void)
{
	static char line[MAX_LINE], shown[256];
	unsigned int all = 0, wrong = 0;

	while (fgets(line, sizeof(line), stdin)) {
		snprintf(shown, sizeof(shown), "%.250s", line);
		all++;
		if (!right_answer(line)) {
			wrong++;
			fprintf(stderr, "wrong: %s\n", shown);
		}
	}
	printf("%u vectors, %u wrong\n", all, wrong);
	return wrong || !all;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "hash"))
		hash(algorithm(argv[1], argv[2]));
	else if ((argc == 5 || argc == 6) && !strcmp(argv[1], "skcipher"))
		skcipher(algorithm(argv[1], argv[2]), argv[3], argv[4], argc == 6 ? argv[5] : "");
	else if (argc == 2 && !strcmp(argv[1], "vectors"))
		return vectors();
	else
		usage();
	return 0;
}
