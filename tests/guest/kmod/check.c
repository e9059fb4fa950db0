// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting of checks.
 */
#include <linux/atomic.h>

#include "test.h"

#define MAX_EXPLAINED	10

static atomic_long_t checks, failures;

bool test_check(bool ok, const char *fmt, ...)
{
	struct va_format vf;
	va_list args;

	atomic_long_inc(&checks);
	if (ok || atomic_long_inc_return(&failures) > MAX_EXPLAINED)
		return ok;
	va_start(args, fmt);
	vf.fmt = fmt;
	vf.va = &args;
	pr_err("failed: %pV\n", &vf);
	va_end(args);
	return false;
}

unsigned long test_checks(void)
{
	return atomic_long_read(&checks);
}

unsigned long test_failures(void)
{
	return atomic_long_read(&failures);
}

long test_diff(const void *a, const void *b, size_t len)
{
	const u8 *x = a, *y = b;
	size_t i;

	if (!memcmp(a, b, len))
		return -1;
	for (i = 0; x[i] == y[i]; i++)
		;
	return i;
}
