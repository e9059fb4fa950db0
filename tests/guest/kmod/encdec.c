// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "encdec": encrypt right after decrypt with one transform, on one CPU,
 * with no write to EFLAGS between (emulator-notes.md, Finding).
 *
 * A driver that only asks "same transform as last time?" then runs on the
 * cached control word and key of the other direction.
 */
#include <linux/irqflags.h>
#include <linux/slab.h>

#include "test.h"

#define REQUESTS	200
#define LEN		(4 * TEST_BLOCK)

struct encdec {
	u8 *first, *second, *want;	/* kmalloc, LEN each */
	u8 first_iv[TEST_BLOCK], iv[TEST_BLOCK];
	struct test_rnd rnd;
};

static int encdec_init(struct encdec *e)
{
	test_rnd_init(&e->rnd, 4);
	e->first = kmalloc(3 * LEN, GFP_KERNEL);
	if (!e->first)
		return -ENOMEM;
	e->second = e->first + LEN;
	e->want = e->second + LEN;
	return 0;
}

/*
 * Return: 1 when the second of two requests in opposite directions is wrong,
 * 0 when both are right, or a negative error.
 */
static int one_pair(struct encdec *e, struct test_pair *p, bool enc_last)
{
	u8 scratch_iv[TEST_BLOCK];
	unsigned long flags;
	int rc;

	test_rnd_bytes(&e->rnd, e->first, 2 * LEN);
	test_rnd_bytes(&e->rnd, e->iv, TEST_BLOCK);
	memcpy(e->first_iv, e->iv, TEST_BLOCK);
	memcpy(scratch_iv, e->iv, TEST_BLOCK);
	rc = test_oracle(p, enc_last, e->second, e->want, LEN, scratch_iv);
	if (rc)
		return rc;

	local_irq_save(flags);
	rc = test_driver(p, !enc_last, e->first, e->first, LEN, e->first_iv);
	if (!rc)
		rc = test_driver(p, enc_last, e->second, e->second, LEN, e->iv);
	local_irq_restore(flags);
	if (rc)
		return rc;
	return memcmp(e->second, e->want, LEN) != 0;
}

static int count_wrong(struct encdec *e, struct test_pair *p,
		       unsigned int bits, bool enc_last)
{
	int i, rc, wrong = 0;

	for (i = 0; i < REQUESTS; i++) {
		rc = one_pair(e, p, enc_last);
		if (rc < 0)
			return rc;
		wrong += rc;
	}
	pr_info("encdec: %s, %u bits, %scrypt after %scrypt: %d of %d wrong\n",
		p->target->driver, bits, enc_last ? "en" : "de",
		enc_last ? "de" : "en", wrong, REQUESTS);
	return wrong;
}

static int check_key_size(struct encdec *e, struct test_pair *p,
			  unsigned int bits)
{
	int rc, wrong;

	rc = test_pair_rekey(p, &e->rnd, bits / 8);
	if (rc)
		return rc;
	wrong = count_wrong(e, p, bits, true);
	if (wrong < 0)
		return wrong;
	if (test_expect_broken()) {
		test_check(wrong > 0,
			   "%s, %u bits: all right, but wrong results were expected",
			   p->target->driver, bits);
		return 0;
	}
	test_check(!wrong, "%s, %u bits: %d of %d wrong", p->target->driver,
		   bits, wrong, REQUESTS);
	wrong = count_wrong(e, p, bits, false);
	if (wrong < 0)
		return wrong;
	test_check(!wrong, "%s, %u bits: %d of %d wrong the other way round",
		   p->target->driver, bits, wrong, REQUESTS);
	return 0;
}

static int target(struct encdec *e, const struct test_target *t)
{
	struct test_pair p;
	unsigned int bits;
	int rc;

	rc = test_pair_alloc(&p, t);
	for (bits = 128; !rc && bits <= 256; bits += 64)
		rc = check_key_size(e, &p, bits);
	test_pair_free(&p);
	return rc;
}

int suite_encdec(void)
{
	const struct test_target *t;
	struct encdec e;
	unsigned int i;
	int rc;

	rc = encdec_init(&e);
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(&e, t);
	kfree(e.first);
	return rc;
}
