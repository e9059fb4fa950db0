// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "nomem": every allocation of memory fails once, in turn: those that make a
 * transform and give it a key, and those of a request. Either is refused with
 * -ENOMEM or right, and the next one is right again.
 *
 * Needs CONFIG_FAULT_INJECTION and CONFIG_FAILSLAB, and ignore-gfp-wait off in
 * debugfs; without them it cannot run.
 */
#include <linux/sched.h>
#include <linux/slab.h>

#include "segments.h"

#define ROUNDS		60
#define MANY		100	/* more allocations than anything here makes */

#ifdef CONFIG_FAULT_INJECTION
/* 0: none fails, 1: the next, 2: the one behind... */
static void set_nth(unsigned int n)
{
	WRITE_ONCE(current->fail_nth, n);
}

static unsigned int get_nth(void)
{
	return READ_ONCE(current->fail_nth);
}
#else
static void set_nth(unsigned int n)
{
}

static unsigned int get_nth(void)
{
	return 1;
}
#endif

struct nomem {
	struct test_rnd rnd;
	struct segments src, dst;
	u8 *in, *want;			/* kmalloc, TEST_MAX_DATA each */
	unsigned int injected;
};

/* Ends the injection. Return: did an allocation fail since set_nth()? */
static bool end_nth(struct nomem *m)
{
	bool was = !get_nth();

	set_nth(0);
	m->injected += was;
	return was;
}

/* The error that @t must give where an allocation has @failed, or none */
static void check_refusal(const struct test_target *t, bool failed, int rc,
			  unsigned int n, const char *what)
{
	test_check(!rc || (failed && rc == -ENOMEM),
		   "%s: %s when allocation %u fails: error %d", t->driver, what,
		   n, rc);
}

static void transforms(struct nomem *m, const struct test_target *t)
{
	u8 *key = m->in, *data = m->want;
	bool failed = true;
	unsigned int n;
	int rc;

	test_rnd_bytes(&m->rnd, key, TEST_MAX_KEY);
	for (n = 1; failed && n < MANY; n++) {
		set_nth(n);
		rc = test_use(t, key, n, data);
		failed = end_nth(m);
		check_refusal(t, failed, rc, n, "a new transform");
	}
	test_check(!failed, "%s: a transform takes allocations without end",
		   t->driver);
}

/* Return: did an allocation fail? */
static bool request(struct nomem *m, struct test_pair *p, unsigned int len,
		    unsigned int n)
{
	bool enc = test_below(&m->rnd, 2), failed;
	u8 raw[2 * TEST_BLOCK], oracle_iv[TEST_BLOCK];
	u8 *iv = raw + test_below(&m->rnd, TEST_BLOCK);
	int rc;

	test_rnd_iv(&m->rnd, p->mode, iv, len);
	memcpy(oracle_iv, iv, TEST_BLOCK);
	rc = test_oracle(p, enc, m->in, m->want, len, oracle_iv);
	if (!test_check(!rc, "oracle of %s: error %d", p->target->driver, rc))
		return false;
	segments_put(&m->src, m->in);
	segments_put(&m->dst, NULL);
	set_nth(n);
	rc = test_crypt(p->drv, enc, m->src.sg, m->dst.sg, len, iv,
			n % 2 ? CRYPTO_TFM_REQ_MAY_SLEEP : 0);
	failed = end_nth(m);
	check_refusal(p->target, failed, rc, n, "encryption or decryption");
	if (!rc)
		test_check(segments_differ(&m->dst, m->want) == -1,
			   "%s: %u bytes wrong, allocation %u failing",
			   p->target->driver, len, n);
	return failed;
}

static int requests(struct nomem *m, const struct test_target *t)
{
	unsigned int round, rounds = test_iterations(ROUNDS), len, n;
	struct test_pair p;
	int rc;

	rc = test_pair_alloc(&p, t) ?: test_pair_rekey(&p, &m->rnd, 0);
	for (round = 0; !rc && round < rounds; round++) {
		len = test_below(&m->rnd, TEST_MAX_DATA + 1);
		len = max(len - len % p.mode->granule, p.mode->min);
		test_rnd_bytes(&m->rnd, m->in, len);
		segments_cut(&m->src, &m->rnd, len);
		segments_cut(&m->dst, &m->rnd, len);
		for (n = 1; n < MANY && request(m, &p, len, n); n++)
			request(m, &p, len, 0);
	}
	test_pair_free(&p);
	return rc;
}

static int target(struct nomem *m, const struct test_target *t)
{
	int rc = 0;

	transforms(m, t);
	if (t->mode->kind == TEST_SKCIPHER)
		rc = requests(m, t);
	test_check(m->injected, "%s: no allocation has failed", t->driver);
	pr_info("%s: %u allocations have failed\n", t->driver, m->injected);
	m->injected = 0;
	return rc;
}

static int nomem_init(struct nomem *m)
{
	test_rnd_init(&m->rnd, 14);
	m->in = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	m->want = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	if (!m->in || !m->want)
		return -ENOMEM;
	return segments_alloc(&m->src, false) ?: segments_alloc(&m->dst, false);
}

int suite_nomem(void)
{
	const struct test_target *t;
	struct nomem *m;
	unsigned int i;
	int rc;

	if (!IS_ENABLED(CONFIG_FAULT_INJECTION) || !IS_ENABLED(CONFIG_FAILSLAB))
		return -EOPNOTSUPP;
	m = kzalloc(sizeof(*m), GFP_KERNEL);
	if (!m)
		return -ENOMEM;
	rc = nomem_init(m);
	for (i = 0; !rc && (t = test_target(i)); i++)
		rc = target(m, t);
	segments_free(&m->src);
	segments_free(&m->dst);
	kfree(m->in);
	kfree(m->want);
	kfree(m);
	return rc;
}
