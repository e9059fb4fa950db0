// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "speed": one request of 1 MiB, driver against generic C. Under the
 * emulator these are figures of the emulator, not of hardware.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "test.h"

#define STREAM	BIT(20)	/* bytes */
#define RUNS	3		/* the best of */

/* Return: nanoseconds of the fastest of RUNS requests, or 0 after an error. */
static u64 best_time(struct crypto_skcipher *tfm, bool enc, void *data)
{
	u64 best = 0, ns;
	u8 iv[TEST_BLOCK] = {};
	ktime_t begin;
	int i;

	for (i = 0; i < RUNS; i++) {
		begin = ktime_get();
		if (test_crypt_flat(tfm, enc, data, STREAM, iv))
			return 0;
		ns = ktime_to_ns(ktime_sub(ktime_get(), begin)) ?: 1;
		best = best ? min(best, ns) : ns;
	}
	return best;
}

static u64 mb_per_s(u64 ns)
{
	return div64_u64((u64)STREAM * 1000, ns);
}

static void compare(struct test_pair *p, bool enc, void *data)
{
	u64 drv = best_time(p->drv, enc, data);
	u64 gen = best_time(p->gen, enc, data);
	unsigned int tenths;

	if (!test_check(drv && gen, "%s: request of 1 MiB refused",
			p->target->driver))
		return;
	tenths = div64_u64(gen * 10, drv);
	pr_info("speed: %s %scrypt %llu MB/s, %s %llu MB/s, ratio %u.%u\n",
		p->target->driver, enc ? "en" : "de", mb_per_s(drv),
		p->mode->oracle[0], mb_per_s(gen), tenths / 10, tenths % 10);
	test_check(tenths >= 10 * test_min_ratio(),
		   "%s %scrypt is %u.%u times as fast as generic, not %u",
		   p->target->driver, enc ? "en" : "de", tenths / 10,
		   tenths % 10, test_min_ratio());
}

static int target(const struct test_target *t, struct test_rnd *rnd, void *data)
{
	struct test_pair p;
	int rc;

	rc = test_pair_alloc(&p, t);
	if (!rc)
		rc = test_pair_rekey(&p, rnd, 16);
	if (!rc) {
		compare(&p, true, data);
		compare(&p, false, data);
	}
	test_pair_free(&p);
	return rc;
}

int suite_speed(void)
{
	const struct test_target *t;
	struct test_rnd rnd;
	unsigned int i;
	int rc = 0;
	void *data;

	test_rnd_init(&rnd, 7);
	data = (void *)__get_free_pages(GFP_KERNEL, get_order(STREAM));
	if (!data)
		return -ENOMEM;
	memset(data, 0, STREAM);
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(t, &rnd, data);
	free_pages((unsigned long)data, get_order(STREAM));
	return rc;
}
