// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "foreign": the unit's key cache is shared with everybody else on the
 * CPU, user space included (padlock-isa.md 6.1 and trap T37).
 *
 * Both ways, with interrupts off and so without the IRET that would hide it:
 * a key that somebody else loaded must not be used by the driver, and the
 * driver's key must not be usable by whoever comes next.
 */
#include <linux/irqflags.h>
#include <linux/slab.h>

#include "test.h"
#include "unit.h"

#define ROUNDS	40
#define LEN	(5 * TEST_BLOCK)

struct foreign {
	struct crypto_cipher *zero;	/* oracle with a key of zeroes */
	u8 *data, *want;		/* kmalloc, LEN each */
	u8 iv[TEST_BLOCK];
	unsigned int loaded;		/* rounds with a foreign key in the unit */
	struct test_rnd rnd;
};

static const u8 zero_key[16];

static int foreign_init(struct foreign *f)
{
	memset(f, 0, sizeof(*f));
	test_rnd_init(&f->rnd, 5);
	f->data = kmalloc(2 * LEN, GFP_KERNEL);
	if (!f->data)
		return -ENOMEM;
	f->want = f->data + LEN;
	f->zero = crypto_alloc_cipher("aes-generic", 0, 0);
	if (IS_ERR(f->zero))
		f->zero = crypto_alloc_cipher("aes-lib", 0, 0);
	if (IS_ERR(f->zero))
		return PTR_ERR(f->zero);
	return crypto_cipher_setkey(f->zero, zero_key, sizeof(zero_key));
}

static void foreign_free(struct foreign *f)
{
	if (!IS_ERR_OR_NULL(f->zero))
		crypto_free_cipher(f->zero);
	kfree(f->data);
}

static int prepare(struct foreign *f, struct test_pair *p, bool enc)
{
	u8 iv[TEST_BLOCK];

	test_rnd_bytes(&f->rnd, f->data, LEN);
	test_rnd_bytes(&f->rnd, f->iv, TEST_BLOCK);
	memcpy(iv, f->iv, TEST_BLOCK);
	return test_oracle(p, enc, f->data, f->want, LEN, iv);
}

static int check_foreign_key(struct foreign *f, struct test_pair *p, bool enc)
{
	u8 key[16], block[TEST_BLOCK];
	unsigned long flags;
	u64 stale;
	int rc;

	rc = prepare(f, p, enc);
	if (rc)
		return rc;
	test_rnd_bytes(&f->rnd, key, sizeof(key));
	stale = unit_stale_uses();

	local_irq_save(flags);
	unit_reload();
	rc = unit_encrypt_block(key, key, block);
	f->loaded += unit_key_loaded();
	if (rc == -1)
		rc = test_driver(p, enc, f->data, f->data, LEN, f->iv);
	local_irq_restore(flags);

	stale = unit_stale_uses() - stale;
	test_check(!rc && !memcmp(f->data, f->want, LEN) && !stale,
		   "%s %scrypt behind a foreign key: rc %d, byte %ld wrong, %llu stale uses",
		   p->target->driver, enc ? "en" : "de", rc,
		   test_diff(f->data, f->want, LEN), stale);
	return 0;
}

static int set_key_only(struct foreign *f, struct test_pair *p)
{
	u8 key[TEST_MAX_KEY];
	unsigned int len = 16 * p->mode->keys;

	test_rnd_bytes(&f->rnd, key, len);
	return test_pair_setkey(p, key, len);
}

/*
 * Encrypting with a key of zeroes right behind the driver: on hardware that
 * still holds the driver's key this returns that key's ciphertext.
 */
static int check_key_gone(struct foreign *f, struct test_pair *p, bool enc,
			  bool setkey)
{
	u8 in[TEST_BLOCK], out[TEST_BLOCK], want[TEST_BLOCK];
	unsigned long flags;
	bool loaded;
	int rc, trap;

	rc = prepare(f, p, enc);
	if (rc)
		return rc;
	test_rnd_bytes(&f->rnd, in, TEST_BLOCK);
	crypto_cipher_encrypt_one(f->zero, want, in);

	local_irq_save(flags);
	unit_reload();
	rc = test_driver(p, enc, f->data, f->data, LEN, f->iv);
	if (!rc && setkey)
		rc = set_key_only(f, p);
	loaded = unit_key_loaded();
	trap = unit_encrypt_block(zero_key, in, out);
	unit_reload();
	local_irq_restore(flags);

	test_check(!rc && trap == -1 && !loaded &&
		   !memcmp(out, want, TEST_BLOCK),
		   "%s %scrypt%s leaves its key in the unit: rc %d, trap %d, loaded %d, got %16phN, not %16phN",
		   p->target->driver, enc ? "en" : "de",
		   setkey ? " and setkey" : "", rc, trap, loaded, out, want);
	return 0;
}

static int target(struct foreign *f, const struct test_target *t)
{
	unsigned int round, rounds = test_iterations(ROUNDS);
	struct test_pair p;
	bool enc;
	int rc;

	rc = test_pair_alloc(&p, t);
	for (round = 0; !rc && round < rounds; round++) {
		enc = round & 1;
		rc = test_pair_rekey(&p, &f->rnd, 16 + 8 * (round / 2 % 3));
		if (!rc)
			rc = check_foreign_key(f, &p, enc);
		if (!rc)
			rc = check_key_gone(f, &p, enc, false);
		if (!rc)
			rc = check_key_gone(f, &p, enc, true);
	}
	test_pair_free(&p);
	return rc;
}

int suite_foreign(void)
{
	const struct test_target *t;
	struct foreign f;
	unsigned int i;
	int rc;

	if (!unit_present()) {
		pr_err("foreign: this CPU has no PadLock\n");
		return -ENODEV;
	}
	rc = foreign_init(&f);
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(&f, t);
	foreign_free(&f);
	test_check(rc || f.loaded, "no foreign key stayed in the unit");
	return rc;
}
