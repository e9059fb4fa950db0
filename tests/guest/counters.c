/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * usage: counters [NAME...]
 *
 * Prints the counters of the emulated PadLock unit: `name value` a line for all
 * of them, or only the values of those named, in that order.
 * Exit status: 0, 1 no emulated unit here, 64 no counter of that name.
 */
#include <cpuid.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "padlock-counters.h"

#define NAME(name) #name,
static const char *const names[] = { PADLOCK_COUNTERS(NAME) };
#define COUNT (sizeof(names) / sizeof(names[0]))

static uint64_t counter(unsigned int index, unsigned int *number)
{
	unsigned int eax, ecx, edx;

	__cpuid_count(PADLOCK_COUNTERS_LEAF, index, eax, *number, ecx, edx);
	return (uint64_t)edx << 32 | eax;
}

static int print_named(const char *name)
{
	unsigned int i, number;

	for (i = 0; i < COUNT; i++) {
		if (!strcmp(names[i], name)) {
			printf("%" PRIu64 "\n", counter(i, &number));
			return 0;
		}
	}
	fprintf(stderr, "counters: no counter %s\n", name);
	return 64;
}

int main(int argc, char **argv)
{
	unsigned int i, number;

	counter(0, &number);
	/* Real CPUs answer a leaf beyond the last with that of another one. */
	if (number < COUNT || number > 4096) {
		fputs("counters: this machine has no emulated PadLock unit\n", stderr);
		return 1;
	}
	for (i = 1; i < (unsigned int)argc; i++)
		if (print_named(argv[i]))
			return 64;
	for (i = 0; argc == 1 && i < COUNT; i++)
		printf("%s %" PRIu64 "\n", names[i], counter(i, &number));
	return 0;
}
