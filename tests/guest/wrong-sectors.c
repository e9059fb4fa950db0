/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * usage: wrong-sectors FILE DEVICE
 *
 * Prints how many of FILE's 512-byte sectors are not the same at that place of
 * DEVICE.  Exit status: 0, 1 (a read failed or DEVICE is too short), 64 usage.
 */
#include <stdio.h>
#include <string.h>

#define SECTOR 512

static FILE *open_or_say(const char *name)
{
	FILE *file = fopen(name, "rb");

	if (!file)
		perror(name);
	return file;
}

int main(int argc, char **argv)
{
	char wanted[SECTOR], found[SECTOR];
	unsigned long wrong = 0;
	FILE *file, *device;

	if (argc != 3) {
		fputs("usage: wrong-sectors FILE DEVICE\n", stderr);
		return 64;
	}
	file = open_or_say(argv[1]);
	device = open_or_say(argv[2]);
	if (!file || !device)
		return 1;
	while (fread(wanted, SECTOR, 1, file) == 1) {
		if (fread(found, SECTOR, 1, device) != 1) {
			fprintf(stderr, "wrong-sectors: cannot read all of %s\n", argv[2]);
			return 1;
		}
		wrong += memcmp(wanted, found, SECTOR) != 0;
	}
	printf("%lu\n", wrong);
	return ferror(file) != 0;
}
