/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * usage: load-failing FILE.ko NAME
 *
 * Loads the module again and again; the first time the first allocation of memory
 * fails, then the second, and so on until all succeed.  It is unloaded whenever it
 * was loaded.  Needs a kernel with CONFIG_FAULT_INJECTION and CONFIG_FAILSLAB.
 *
 * Prints "N allocations: N refused, N loaded all the same".  Exit status: 0 every
 * refusal was ENOMEM and the last time it was loaded, 1 otherwise, 64 usage.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MANY	5000	/* more than loading can take */

static int nth;		/* /proc/thread-self/fail-nth */

/* The number of allocations up to the one that is to fail: 0, none does. */
static void set_nth(unsigned int n)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", n);

	if (pwrite(nth, text, len, 0) != len)
		perror("load-failing: fail-nth");
}

static int get_nth(void)
{
	char text[16] = "";
	int left = -1;

	if (pread(nth, text, sizeof(text) - 1, 0) > 0)
		sscanf(text, "%d", &left);
	return left;
}

/* 0 or an error number; *left says whether allocation @n was reached at all. */
static int load(int file, unsigned int n, int *left)
{
	int rc;

	set_nth(n);
	rc = syscall(SYS_finit_module, file, "", 0) ? errno : 0;
	*left = get_nth();
	set_nth(0);
	return rc;
}

/* What the kernel tests in the background stays for a while. */
static int unload(const char *name)
{
	int tries;

	for (tries = 0; tries < 3000; tries++) {
		if (!syscall(SYS_delete_module, name, O_NONBLOCK))
			return 0;
		if (errno != EAGAIN && errno != EBUSY && errno != EWOULDBLOCK)
			break;
		usleep(10000);
	}
	perror("load-failing: unloading");
	return 1;
}

int main(int argc, char **argv)
{
	unsigned int n, refused = 0, loaded = 0;
	int file, rc, left = 0;

	if (argc != 3) {
		fputs("usage: load-failing FILE.ko NAME\n", stderr);
		return 64;
	}
	file = open(argv[1], O_RDONLY);
	nth = open("/proc/thread-self/fail-nth", O_RDWR);
	if (file < 0 || nth < 0) {
		perror("load-failing");
		return 1;
	}
	for (n = 1; n < MANY && !left; n++) {
		rc = load(file, n, &left);
		if (rc ? rc != ENOMEM || left : unload(argv[2])) {
			fprintf(stderr, "load-failing: allocation %u: %s\n", n, strerror(rc));
			return 1;
		}
		if (rc)
			refused++;
		else
			loaded++;
	}
	if (!left) {
		fputs("load-failing: there is no end\n", stderr);
		return 1;
	}
	/* the last one loaded since nothing failed */
	printf("%u allocations: %u refused, %u loaded all the same\n", n - 2, refused, loaded - 1);
	return 0;
}
