/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * usage: afalg hash NAME
 *        afalg skcipher NAME encrypt|decrypt KEY [IV]
 *
 * One request to an algorithm or driver of the kernel, by NAME, through AF_ALG:
 * at most 4096 bytes from standard input; the digest in hexadecimal, or the text,
 * on standard output.  KEY and IV are hexadecimal; an empty KEY is allowed.
 * Exit status: 0; 1 the kernel refused, which step and errno name on stderr
 * ("bind ENOENT", "setkey EINVAL", "crypt EINVAL"...); 64 usage.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/if_alg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_TEXT 4096
#define MAX_IV 16

static void refused(const char *step)
{
	fprintf(stderr, "%s %s\n", step, strerrorname_np(errno));
	exit(1);
}

static void usage(void)
{
	fputs("usage: afalg hash NAME | skcipher NAME encrypt|decrypt KEY [IV]\n", stderr);
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

static void hash(int fd)
{
	uint8_t text[MAX_TEXT], digest[64];
	size_t length = read_text(text);
	int op = request(fd);
	ssize_t size, i;

	if (send(op, text, length, 0) != (ssize_t)length)
		refused("send");
	size = read(op, digest, sizeof(digest));
	if (size < 0)
		refused("digest");
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

static void skcipher(int fd, const char *direction, const char *hexkey, const char *hexiv)
{
	uint8_t text[MAX_TEXT], key[512], iv[MAX_IV];
	size_t keylen = from_hex(hexkey, key, sizeof(key));
	size_t ivlen = from_hex(hexiv, iv, sizeof(iv));
	size_t length = read_text(text);
	ssize_t size;
	int op;

	if (setsockopt(fd, SOL_ALG, ALG_SET_KEY, key, keylen))
		refused("setkey");
	op = request(fd);
	send_text(op, text, length, strcmp(direction, "encrypt") ? ALG_OP_DECRYPT : ALG_OP_ENCRYPT,
		  iv, ivlen);
	/* Asking for more than there is means waiting for more. */
	size = read(op, text, length);
	if (size < 0)
		refused("crypt");
	fwrite(text, 1, size, stdout);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "hash"))
		hash(algorithm(argv[1], argv[2]));
	else if ((argc == 5 || argc == 6) && !strcmp(argv[1], "skcipher"))
		skcipher(algorithm(argv[1], argv[2]), argv[3], argv[4], argc == 6 ? argv[5] : "");
	else
		usage();
	return 0;
}
