// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: unit-speed [SECONDS]
 *
 * Streams 1 MiB after the other through REP XCRYPT-CBC (AES-128 and AES-256,
 * both directions) for SECONDS each (default 1, at least 0.01) and prints a
 * line "cbc-BITS encrypt|decrypt MB/s MD" each, where MD depends on the result
 * of the first MiB, so that two runs can be compared.  Emulated figures: they
 * say how fast the emulator is.
 *
 * Exit status: 0 done, 2 usage; SIGILL where there is no unit.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STREAM (1u << 20)
#define BLOCK 16u

static uint8_t data[STREAM] __attribute__((aligned(4096)));
static uint8_t schedule[256] __attribute__((aligned(16)));
static uint32_t cw[4] __attribute__((aligned(16)));
static uint8_t iv[BLOCK] __attribute__((aligned(16)));

/* padlock-isa.md section 5.1, with a schedule in memory (KEYGN=1) */
static const struct {
	int bits;
	const char *way;
	uint32_t cw;
} ops[] = {
	{ 128, "encrypt", 0x08a }, { 128, "decrypt", 0x28a },
	{ 256, "encrypt", 0x88e }, { 256, "decrypt", 0xa8e },
};

static void stream(void)
{
	unsigned long count = STREAM / BLOCK;
	void *src = data, *dst = data, *chain = iv;

	asm volatile("pushf; popf; rep; .byte 0x0f, 0xa7, 0xd0"
		     : "+S"(src), "+D"(dst), "+c"(count), "+a"(chain)
		     : "d"(cw), "b"(schedule)
		     : "memory", "cc");
	/* padlock-isa.md section 7: rAX points at the next IV */
	memmove(iv, chain, BLOCK);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t digest(void)
{
	uint64_t h = 0xcbf29ce484222325u;	/* FNV-1a */

	for (size_t i = 0; i < STREAM; i++)
		h = (h ^ data[i]) * 0x100000001b3u;
	return h;
}

static void measure(size_t op, double seconds)
{
	double start, end;
	unsigned int rounds = 0;
	uint64_t md;

	memset(data, 0x42, sizeof(data));
	memset(iv, 0, sizeof(iv));
	cw[0] = ops[op].cw;
	stream();
	md = digest();
	start = now();
	do {
		stream();
		rounds++;
		end = now();
	} while (end - start < seconds);
	printf("cbc-%d %s %.0f %016llx\n", ops[op].bits, ops[op].way,
	       rounds * (double)STREAM / 1e6 / (end - start), (unsigned long long)md);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;

	if (argc > 2 || seconds < 0.01) {
		fputs("usage: unit-speed [SECONDS]\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < sizeof(schedule); i++)
		schedule[i] = (uint8_t)(i * 7 + 1);	/* any round keys will do */
	for (size_t op = 0; op < sizeof(ops) / sizeof(ops[0]); op++)
		measure(op, seconds);
	return 0;
}
