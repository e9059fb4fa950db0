// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "cost": what one request costs, in instructions and in operations of
 * the unit. Needs an emulator that counts one tick of the TSC per instruction
 * (QEMU -icount shift=0) and adds the unit's modelled cycles to that.
 *
 * Drivers are named by drivers= as everywhere, or by the algorithm for whatever
 * the kernel prefers. One line of the log for each figure:
 *
 * padlock-test: cost: alg=A driver=D op=encrypt|decrypt|setkey|digest|update
 * keybits=128|256|0 size=N segments=N instructions=N operations=N key_loads=N
 * unit_cycles=N unit_bytes=N limit=N
 *
 * size: bytes of the request (setkey: of the key). instructions: all that the
 * calling CPU executed from before the call until after it, a REP operation
 * counting as one. operations, key_loads, unit_cycles: of the unit. unit_bytes:
 * those that the unit took from where the request has them, not from a buffer.
 * limit: unit_cycles of the bare unit for the same work, 0 where there is none.
 */
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/timex.h>
#include <asm/msr.h>

#include "limit.h"
#include "test.h"
#include "unit.h"

#define RUNS		8	/* the cheapest counts, it had no interrupt */
#define WARM_UP		2
#define MAX_SEGMENTS	8
#define AREA		(MAX_SEGMENTS * PAGE_SIZE)

static unsigned int sizes[16] = { 16, 64, 256, 512, 1024, 4096, 16384 };
static unsigned int nsizes = 7;
module_param_array(sizes, uint, &nsizes, 0444);
MODULE_PARM_DESC(sizes, "cost: bytes of the requests (default 16 to 16384)");

static unsigned int keybits[2] = { 128, 256 };
static unsigned int nkeybits = 2;
module_param_array(keybits, uint, &nkeybits, 0444);
MODULE_PARM_DESC(keybits, "cost: AES keys (default 128,256)");

enum op { ENCRYPT, DECRYPT, SETKEY, DIGEST, UPDATE };

static const char * const op_names[] = {
	"encrypt", "decrypt", "setkey", "digest", "update",
};

/* One call to be measured. */
struct job {
	const struct test_mode *mode;
	enum op op;
	unsigned int keybits, size, segments;
	struct crypto_skcipher *tfm;
	struct skcipher_request *req;
	struct shash_desc *desc;
	u8 *data;		/* AREA bytes */
	u8 out[64];		/* digest */
	int rc;
};

struct cost {
	u64 ticks;
	struct unit_counts unit;
};

static u8 test_key[TEST_MAX_KEY];
/* Aligned like that of dm-crypt: some drivers have the API copy others. */
static u8 iv[TEST_BLOCK] __aligned(TEST_BLOCK);

#define TICKS(job, call)				\
({							\
	u64 begin_ = rdtsc();				\
							\
	(job)->rc = (call);				\
	rdtsc() - begin_;				\
})

/* What TICKS() itself costs: everything but the call. */
static noinline u64 ticks_of_nothing(struct job *j)
{
	return TICKS(j, 0);
}

static noinline u64 ticks_of(struct job *j)
{
	switch (j->op) {
	case ENCRYPT:
		return TICKS(j, crypto_skcipher_encrypt(j->req));
	case DECRYPT:
		return TICKS(j, crypto_skcipher_decrypt(j->req));
	case SETKEY:
		return TICKS(j, crypto_skcipher_setkey(j->tfm, test_key,
						       j->size));
	case DIGEST:
		return TICKS(j, crypto_shash_digest(j->desc, j->data, j->size,
						    j->out));
	default:
		return TICKS(j, crypto_shash_update(j->desc, j->data, j->size));
	}
}

/* An update is measured in the middle of a message. */
static int prepare(struct job *j)
{
	memset(iv, 0, sizeof(iv));
	if (j->op != UPDATE)
		return 0;
	return crypto_shash_init(j->desc) ?:
	       crypto_shash_update(j->desc, j->data, 64);
}

static int run_once(struct job *j, struct cost *cost)
{
	struct unit_counts before;
	int rc = prepare(j);

	if (rc)
		return rc;
	unit_counts(&before);
	cost->ticks = ticks_of(j);
	unit_counts(&cost->unit);
	unit_counts_subtract(&cost->unit, &before);
	return j->rc;
}

static u64 instructions(const struct cost *cost)
{
	return cost->ticks - cost->unit.cycles;
}

static int cheapest(struct job *j, struct cost *best)
{
	struct cost cost;
	int i, rc = 0;

	unit_watch(j->data, AREA);
	for (i = 0; !rc && i < WARM_UP + RUNS; i++) {
		rc = run_once(j, &cost);
		if (i == WARM_UP || (i > WARM_UP &&
				     instructions(&cost) < instructions(best)))
			*best = cost;
	}
	unit_watch(NULL, 0);
	return rc;
}

/* The unit does whole messages on every CPU, parts of one on some only. */
static u64 limit_of(const struct job *j)
{
	if (j->op == SETKEY || j->op == UPDATE)
		return 0;
	return unit_limit(j->mode->id, j->keybits, j->data, j->size);
}

static void report(struct job *j, const char *driver, const struct cost *cost)
{
	pr_info("cost: alg=%s driver=%s op=%s keybits=%u size=%u segments=%u instructions=%llu operations=%llu key_loads=%llu unit_cycles=%llu unit_bytes=%llu limit=%llu\n",
		j->mode->alg, driver, op_names[j->op], j->keybits, j->size,
		j->segments, instructions(cost) - ticks_of_nothing(j),
		cost->unit.operations, cost->unit.key_loads, cost->unit.cycles,
		cost->unit.watched, limit_of(j));
}

static int measure(struct job *j, const char *driver)
{
	struct cost cost = {};
	int rc = cheapest(j, &cost);

	if (test_check(!rc, "%s %s of %u bytes: error %d", driver,
		       op_names[j->op], j->size, rc))
		report(j, driver, &cost);
	return rc;
}

/* The request in @segments pieces of equal size, each in a page of its own. */
static void set_request(struct job *j, struct scatterlist *sg)
{
	unsigned int i, piece = j->size / j->segments;

	sg_init_table(sg, j->segments);
	for (i = 0; i < j->segments; i++)
		sg_set_buf(&sg[i], j->data + i * PAGE_SIZE, piece);
	skcipher_request_set_callback(j->req, 0, NULL, NULL);
	skcipher_request_set_crypt(j->req, sg, sg, j->size, iv);
}

static int both_directions(struct job *j, const char *driver)
{
	struct scatterlist sg[MAX_SEGMENTS];

	set_request(j, sg);
	j->op = ENCRYPT;
	measure(j, driver);
	j->op = DECRYPT;
	return measure(j, driver);
}

static int setkey(struct job *j, const char *driver, unsigned int bits)
{
	j->op = SETKEY;
	j->keybits = bits;
	j->size = j->mode->keys * bits / 8;
	j->segments = 1;
	return measure(j, driver);
}

static void all_requests(struct job *j, const char *driver)
{
	unsigned int i;

	j->segments = 1;
	for (i = 0; i < nsizes; i++) {
		j->size = sizes[i];
		both_directions(j, driver);
	}
	j->size = 4096;
	for (j->segments = 2; j->segments <= MAX_SEGMENTS; j->segments *= 2)
		both_directions(j, driver);
}

static int cipher(struct job *j, const struct test_target *t)
{
	const char *driver;
	unsigned int i;
	int rc = 0;

	j->tfm = crypto_alloc_skcipher(t->driver, 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(j->tfm))
		return PTR_ERR(j->tfm);
	driver = crypto_tfm_alg_driver_name(crypto_skcipher_tfm(j->tfm));
	j->req = skcipher_request_alloc(j->tfm, GFP_KERNEL);
	if (!j->req)
		rc = -ENOMEM;
	for (i = 0; !rc && i < nkeybits; i++) {
		rc = setkey(j, driver, keybits[i]);
		if (!rc)
			all_requests(j, driver);
	}
	skcipher_request_free(j->req);
	crypto_free_skcipher(j->tfm);
	return rc;
}

static void all_lengths(struct job *j, const char *driver)
{
	unsigned int i;

	j->keybits = 0;
	j->segments = 1;
	for (i = 0; i < nsizes; i++) {
		j->size = sizes[i];
		j->op = DIGEST;
		measure(j, driver);
		j->op = UPDATE;
		measure(j, driver);
	}
}

static int hash(struct job *j, const struct test_target *t)
{
	struct crypto_shash *tfm = crypto_alloc_shash(t->driver, 0, 0);
	const char *driver;

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	driver = crypto_tfm_alg_driver_name(crypto_shash_tfm(tfm));
	j->desc = kzalloc(sizeof(*j->desc) + crypto_shash_descsize(tfm),
			  GFP_KERNEL);
	if (j->desc) {
		j->desc->tfm = tfm;
		all_lengths(j, driver);
	}
	kfree(j->desc);
	crypto_free_shash(tfm);
	return j->desc ? 0 : -ENOMEM;
}

static int target(const struct test_target *t, u8 *data)
{
	struct job job = { .mode = t->mode, .data = data };

	return t->mode->kind == TEST_HASH ? hash(&job, t) : cipher(&job, t);
}

/* The clock counts instructions if a loop takes just as many ticks. */
static bool ticks_are_instructions(void)
{
	const unsigned int rounds = 1000, per_round = 2;
	struct job j;
	u64 ticks, pair;
	int i;

	for (i = 0; i < RUNS; i++) {
		pair = ticks_of_nothing(&j);
		ticks = TICKS(&j, ({
			unsigned long n = rounds;

			asm volatile("1: dec %0\n\tjnz 1b" : "+r" (n) : : "cc");
			0;
		}));
		if (ticks - pair >= rounds * per_round &&
		    ticks - pair <= rounds * per_round + 8)
			return true;
	}
	return false;
}

int suite_cost(void)
{
	const struct test_target *t;
	unsigned int i;
	int rc = 0;
	u8 *data;

	if (!unit_emulated() || !ticks_are_instructions()) {
		pr_err("cost: the TSC does not count instructions here, see -icount of QEMU\n");
		return -ENODEV;
	}
	for (i = 0; i < sizeof(test_key); i++)
		test_key[i] = i;
	data = (void *)__get_free_pages(GFP_KERNEL | __GFP_ZERO,
					get_order(AREA));
	if (!data)
		return -ENOMEM;
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(t, data);
	free_pages((unsigned long)data, get_order(AREA));
	return rc;
}
