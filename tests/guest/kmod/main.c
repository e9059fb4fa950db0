// SPDX-License-Identifier: GPL-2.0-only
/*
 * padlock-test.ko: in-kernel tests of the PadLock drivers.
 *
 *   insmod padlock-test.ko suite=NAME [drivers=A,B] [seed=N] [iterations=N]
 *
 * One suite runs at load and ends with the line
 * "padlock-test: NAME: N checks, M failures". Loading fails with -EBADMSG when
 * M > 0, with -ENOENT when a driver is not registered, with -EINVAL for an
 * unknown suite. The oracle of every suite is the kernel's generic C.
 */
#include <linux/module.h>

#include "test.h"

static char *suite = "";
module_param(suite, charp, 0444);
MODULE_PARM_DESC(suite, "what to run: vectors guard walk errors encdec foreign stress sha ring0 speed leak cost scale fpu nomem");

static char *drivers = "";
module_param(drivers, charp, 0444);
MODULE_PARM_DESC(drivers, "driver names, separated by commas (default: all PadLock drivers)");

static unsigned int seed = 1;
module_param(seed, uint, 0444);
MODULE_PARM_DESC(seed, "start of the random numbers (default 1)");

static unsigned int iterations;
module_param(iterations, uint, 0444);
MODULE_PARM_DESC(iterations, "rounds, meaning depends on the suite (default 0: the suite's own number)");

static unsigned int seconds;
module_param(seconds, uint, 0444);
MODULE_PARM_DESC(seconds, "stress: for how long, instead of a number of rounds (default 0)");

static unsigned int min_ratio;
module_param(min_ratio, uint, 0444);
MODULE_PARM_DESC(min_ratio, "speed: driver over generic must reach this (default 0: no limit)");

static bool expect_broken;
module_param(expect_broken, bool, 0444);
MODULE_PARM_DESC(expect_broken, "encdec: wrong results are required, not forbidden (stock driver)");

struct suite {
	const char *name;
	int (*run)(void);
	unsigned int kinds;	/* enum test_kind, 0: needs no driver */
};

static const struct suite suites[] = {
	{ "vectors", suite_vectors, TEST_CIPHER | TEST_SKCIPHER | TEST_HASH },
	{ "guard", suite_guard, TEST_CIPHER | TEST_SKCIPHER },
	{ "walk", suite_walk, TEST_SKCIPHER },
	{ "errors", suite_errors, TEST_CIPHER | TEST_SKCIPHER },
	{ "encdec", suite_encdec, TEST_CIPHER | TEST_SKCIPHER },
	{ "foreign", suite_foreign, TEST_CIPHER | TEST_SKCIPHER },
	{ "stress", suite_stress, TEST_CIPHER | TEST_SKCIPHER | TEST_HASH },
	{ "sha", suite_sha, TEST_HASH },
	{ "ring0", suite_ring0, 0 },
	{ "speed", suite_speed, TEST_SKCIPHER },
	{ "leak", suite_leak, TEST_CIPHER | TEST_SKCIPHER | TEST_HASH },
	{ "cost", suite_cost, TEST_SKCIPHER | TEST_HASH },
	{ "scale", suite_scale, TEST_SKCIPHER },
	{ "fpu", suite_fpu, TEST_SKCIPHER },
	{ "nomem", suite_nomem, TEST_CIPHER | TEST_SKCIPHER | TEST_HASH },
};

unsigned int test_iterations(unsigned int preset)
{
	return iterations ?: preset;
}

unsigned int test_seconds(void)
{
	return seconds;
}

unsigned int test_min_ratio(void)
{
	return min_ratio;
}

bool test_expect_broken(void)
{
	return expect_broken;
}

void test_rnd_init(struct test_rnd *rnd, u32 stream)
{
	int i;

	rnd->state = (seed * 0x9e3779b9) ^ (stream * 0x85ebca6b);
	if (!rnd->state)	/* the one fixed point of xorshift */
		rnd->state = 0x6b43a9b5;
	for (i = 0; i < 8; i++)
		test_rnd(rnd);
}

u32 test_rnd(struct test_rnd *rnd)
{
	u32 x = rnd->state;	/* Marsaglia's xorshift32 */

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	rnd->state = x;
	return x;
}

u32 test_below(struct test_rnd *rnd, u32 limit)
{
	return ((u64)test_rnd(rnd) * limit) >> 32;
}

void test_rnd_bytes(struct test_rnd *rnd, void *to, size_t len)
{
	u8 *p = to;

	while (len--)
		*p++ = test_rnd(rnd) >> 24;
}

static const struct suite *find_suite(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(suites); i++)
		if (!strcmp(suites[i].name, name))
			return &suites[i];
	return NULL;
}

static int __init padlock_test_init(void)
{
	const struct suite *s = find_suite(suite);
	int rc;

	if (!s) {
		pr_err("unknown suite '%s', see modinfo -p\n", suite);
		return -EINVAL;
	}
	if (s->kinds) {
		rc = test_targets_find(drivers, s->kinds);
		if (rc)
			return rc;
	}
	pr_info("%s: seed %u\n", s->name, seed);
	rc = s->run();
	if (rc) {
		pr_err("%s: could not run, error %d\n", s->name, rc);
		return rc;
	}
	pr_info("%s: %lu checks, %lu failures\n", s->name, test_checks(),
		test_failures());
	return test_failures() || !test_checks() ? -EBADMSG : 0;
}

/* Everything was done at load; an exit function only makes rmmod possible. */
static void __exit padlock_test_exit(void)
{
}

module_init(padlock_test_init);
module_exit(padlock_test_exit);

MODULE_DESCRIPTION("Tests of the VIA PadLock drivers");
MODULE_AUTHOR("padlock-linux");
MODULE_LICENSE("GPL");
TEST_IMPORT_CIPHER_NS;
