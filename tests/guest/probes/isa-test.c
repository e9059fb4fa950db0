// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: does the PadLock unit below behave as padlock-isa.md says?
 *
 * Its own assembler, its own reference in C; every trap row of section 18 that
 * user space can reach is a named check.  Ring 0 (CR0.TS, CR4.OSFXSR, the MSRs)
 * is the business of the in-kernel test module.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"

struct config cfg;

static const struct group {
	const char *name, *about;
	void (*run)(void);
	enum need { NEED_NOTHING, NEED_ACE, NEED_PHE, NEED_PHE2 } need;
} groups[] = {
	{ "cpuid", "identification, unit bits (T23 T32)", group_cpuid, NEED_NOTHING },
	{ "encoding", "#UD, prefixes, DF (T20 T24 T35)", group_encoding, NEED_NOTHING },
	{ "counters", "the emulator's counters", group_counters, NEED_ACE },
	{ "xstore", "random numbers", group_xstore, NEED_ACE },
	{ "vectors", "FIPS-197 and SP 800-38A", group_vectors, NEED_ACE },
	{ "bulk", "1..2000 blocks, all modes (T13 T33)", group_bulk, NEED_ACE },
	{ "iv", "IV memory and rAX (T7 T8 T9)", group_iv, NEED_ACE },
	{ "ctr", "counter wrap, erratum (T19 T20)", group_ctr, NEED_ACE },
	{ "schedule", "key material, control word (T14-T18 T25)", group_schedule, NEED_ACE },
	{ "cache", "key cache and EFLAGS[30] (T1-T6 T37)", group_cache, NEED_ACE },
	{ "interrupt", "interruption at block boundaries", group_interrupt, NEED_ACE },
	{ "align", "#GP (T21 T22)", group_align, NEED_ACE },
	{ "overread", "over-read at page ends (T10 T11 T12 T36)", group_overread, NEED_ACE },
	{ "restart", "page faults in the middle", group_restart, NEED_ACE },
	{ "code", "results that are instructions", group_code, NEED_ACE },
	{ "sha", "FIPS 180-4, byte and partial mode (T26-T31)", group_sha, NEED_PHE },
	{ "shafault", "page faults in the hash unit", group_shafault, NEED_PHE },
	{ "sha512", "XSHA384 and XSHA512", group_sha512, NEED_PHE2 },
};

/* ---- checks ---- */

static unsigned int checks, failures;
static bool row_seen[38];

#define MAX_SHOWN 40	/* failures printed; the rest is only counted */

static bool report(bool ok, const char *fmt, va_list ap)
{
	char name[256], *end;
	unsigned long row;

	vsnprintf(name, sizeof(name), fmt, ap);
	row = name[0] == 'T' ? strtoul(name + 1, &end, 10) : 0;
	checks++;
	failures += !ok;
	if (row < ARRAY_SIZE(row_seen))
		row_seen[row] = true;
	if (cfg.verbose || (!ok && failures <= MAX_SHOWN))
		printf("%sok %u - %s\n", ok ? "" : "not ", checks, name);
	return ok;
}

bool check(bool ok, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(ok, fmt, ap);
	va_end(ap);
	return ok;
}

bool check_mem(const void *got, const void *want, size_t n, const char *fmt, ...)
{
	const u8 *g = got, *w = want;
	va_list ap;
	size_t i = 0;

	while (i < n && g[i] == w[i])
		i++;
	va_start(ap, fmt);
	report(i == n, fmt, ap);
	va_end(ap);
	if (i < n && failures <= MAX_SHOWN)
		printf("# byte %zu of %zu is %02x, not %02x\n", i, n, g[i], w[i]);
	return i == n;
}

void fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fflush(stdout);
	fputs("isa-test: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	exit(3);
}

/* ---- command line ---- */

static void usage(FILE *to)
{
	fputs("usage: isa-test [OPTION]... [GROUP]...\n"
	      "Checks the PadLock unit of this CPU against padlock-isa.md; all groups by default.\n"
	      "  --model NAME              expect this model instead of the one that CPUID names\n"
	      "  --irq none|random|every   padlock-irq of the emulator (default none)\n"
	      "  --overread model|paranoid padlock-overread\n"
	      "  --syscall-clears --ctr-erratum --disabled --fat-state\n"
	      "                            the property padlock-... is on\n"
	      "  --machine                 a kernel runs below: real interrupts come at any time\n"
	      "  --exhaustive              every block count from 1 to 2000\n"
	      "  --verbose                 print passed checks too\n"
	      "  --list                    print the groups\n"
	      "Exit status: 0 passed, 1 a check failed, 2 usage, 3 cannot run.\n", to);
}

static int bad_usage(const char *what)
{
	fprintf(stderr, "isa-test: %s is not understood; --help shows the usage\n", what);
	exit(2);
}

static const struct model *model_by_name(const char *name)
{
	for (size_t i = 0; i < model_count; i++)
		if (!strcmp(models[i].name, name))
			return &models[i];
	bad_usage(name);
	return NULL;
}

static void list_groups(void)
{
	for (const struct group *g = groups; g < groups + ARRAY_SIZE(groups); g++)
		printf("%-10s %s\n", g->name, g->about);
	exit(0);
}

static int choice(const char *word, const char *const *words, int n)
{
	for (int i = 0; word && i < n; i++)
		if (!strcmp(word, words[i]))
			return i;
	return bad_usage(word ? word : "a missing argument");
}

static bool parse_flag(const char *arg)
{
	const struct {
		const char *name;
		bool *value;
	} flags[] = {
		{ "--syscall-clears", &cfg.syscall_clears }, { "--ctr-erratum", &cfg.ctr_erratum },
		{ "--disabled", &cfg.disabled }, { "--fat-state", &cfg.fat_state },
		{ "--machine", &cfg.machine }, { "--exhaustive", &cfg.exhaustive },
		{ "--verbose", &cfg.verbose },
	};

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		if (!strcmp(arg, flags[i].name))
			return *flags[i].value = true;
	return false;
}

/* Returns the index of the first group name. */
static int parse_options(int argc, char **argv)
{
	static const char *const irq[] = { "none", "random", "every" };
	static const char *const over[] = { "model", "paranoid" };
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (parse_flag(argv[i]))
			continue;
		if (!strcmp(argv[i], "--irq")) {
			cfg.irq = (enum irq_mode)choice(argv[++i], irq, 3);
		} else if (!strcmp(argv[i], "--overread")) {
			cfg.paranoid = choice(argv[++i], over, 2);
		} else if (!strcmp(argv[i], "--model") && i + 1 < argc) {
			cfg.model = model_by_name(argv[++i]);
		} else if (!strcmp(argv[i], "--list")) {
			list_groups();
		} else if (!strcmp(argv[i], "--help")) {
			usage(stdout);
			exit(0);
		} else {
			bad_usage(argv[i]);
		}
	}
	return i;
}

static bool available(enum need need)
{
	const struct model *m = cfg.model;

	if (need == NEED_NOTHING)
		return true;
	if (!m->units || cfg.disabled)
		return false;
	return need == NEED_PHE ? m->phe : need == NEED_PHE2 ? m->phe2 : true;
}

static bool wanted(const struct group *g, char **names)
{
	bool possible = available(g->need);

	if (!*names)
		return possible;
	for (; *names; names++)
		if (!strcmp(*names, g->name))
			return possible || (fatal("%s: this CPU has no such unit", g->name), false);
	return false;
}

static void check_names(char **names)
{
	for (; *names; names++) {
		const struct group *g = groups;

		while (g < groups + ARRAY_SIZE(groups) && strcmp(g->name, *names))
			g++;
		if (g == groups + ARRAY_SIZE(groups))
			bad_usage(*names);
	}
}

static void run_group(const struct group *g)
{
	unsigned int c = checks, f = failures;

	reset_faults();
	g->run();
	printf("# %-10s %6u checks, %u failures\n", g->name, checks - c, failures - f);
	fflush(stdout);
}

static void print_rows(void)
{
	printf("# trap rows:");
	for (size_t i = 1; i < ARRAY_SIZE(row_seen); i++)
		if (row_seen[i])
			printf(" T%zu", i);
	putchar('\n');
}

int main(int argc, char **argv)
{
	char **names = argv + parse_options(argc, argv);

	check_names(names);
	if (!cfg.model)
		cfg.model = detect_model();
	if (!cfg.model)
		fatal("this Centaur CPU is none of the models known; --model NAME says which to expect");
	printf("# model %s, %zu-bit\n", cfg.model->name, 8 * sizeof(void *));
	setvbuf(stdout, NULL, _IOLBF, 0);	/* what was said before a crash is not lost */
	ref_init();
	install_handlers();
	for (const struct group *g = groups; g < groups + ARRAY_SIZE(groups); g++)
		if (wanted(g, names))
			run_group(g);
	print_rows();
	printf("%u checks, %u failures\n", checks, failures);
	return failures || !checks;
}
