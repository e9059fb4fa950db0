// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "stress": many transforms with keys of their own share the unit.
 *
 * Per CPU a few ordinary threads run long requests that may yield between walk
 * steps, and a real-time one wakes by timer, runs a short request, leaves a key
 * of its own in the unit as a process that uses PadLock would, and sleeps
 * again. The switch back to the ordinary thread has no EFLAGS write in it on
 * 64 bits (padlock-isa.md 6.1): what that thread then does in its next walk
 * step must not run on the key of the other. Keys change, transforms are freed
 * and made again at the same address, threads migrate, soft interrupts and
 * sections with interrupts off have transforms of their own. Hashes, where they
 * are asked for too, run between the requests.
 *
 * With seconds= the workers go on for that long, and their rate is stated.
 */
#include <linux/bottom_half.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "sha.h"
#include "unit.h"
#include "walk.h"

#define PER_CPU_WORKERS	3
#define ROUNDS		300
#define SHORT_LEN	(6 * TEST_BLOCK)
#define MAX_PAIRS	5
#define MAX_HASHES	5
#define HASH_DATA	(3 * PAGE_SIZE)
#define CIPHER_BLOCKS	8

/* A short request whose result is known before it is made. */
struct known {
	struct test_pair pair;
	u8 *in, *want, *out;	/* kmalloc, SHORT_LEN each */
	u8 iv[TEST_BLOCK];
	bool enc;
};

struct worker {
	struct task_struct *task;
	struct completion done;
	struct tasklet_struct tasklet;
	struct test_rnd rnd;
	struct test_pair pair[MAX_PAIRS];
	unsigned int npairs;
	struct test_hash hash[MAX_HASHES];
	unsigned int nhashes;
	struct known known, soft;
	struct walk walk;
	struct sha sha;
	bool realtime;
	int rc;
};

static int known_make(struct known *k, struct test_rnd *rnd)
{
	u8 iv[TEST_BLOCK];
	int rc;

	rc = test_pair_rekey(&k->pair, rnd, 0);
	if (rc)
		return rc;
	k->enc = test_below(rnd, 2);
	test_rnd_bytes(rnd, k->in, SHORT_LEN);
	test_rnd_bytes(rnd, k->iv, TEST_BLOCK);
	memcpy(iv, k->iv, TEST_BLOCK);
	return test_oracle(&k->pair, k->enc, k->in, k->want, SHORT_LEN, iv);
}

static int known_init(struct known *k, struct test_rnd *rnd,
		      const struct test_target *t)
{
	int rc;

	rc = test_pair_alloc(&k->pair, t);
	if (rc)
		return rc;
	k->in = kmalloc(3 * SHORT_LEN, GFP_KERNEL);
	if (!k->in)
		return -ENOMEM;
	k->want = k->in + SHORT_LEN;
	k->out = k->want + SHORT_LEN;
	return known_make(k, rnd);
}

static void known_free(struct known *k)
{
	test_pair_free(&k->pair);
	kfree(k->in);
}

/* Fit for every context in which the API can be used at all. */
static void known_check(struct known *k, const char *where)
{
	u8 iv[TEST_BLOCK];
	int rc;

	memcpy(iv, k->iv, TEST_BLOCK);
	rc = test_driver(&k->pair, k->enc, k->in, k->out, SHORT_LEN, iv);
	test_check(!rc && !memcmp(k->out, k->want, SHORT_LEN),
		   "%s %scrypt %s: rc %d, byte %ld wrong",
		   k->pair.target->driver, k->enc ? "en" : "de", where, rc,
		   test_diff(k->out, k->want, SHORT_LEN));
}

static void soft_work(struct tasklet_struct *t)
{
	struct worker *w = container_of(t, struct worker, tasklet);

	known_check(&w->soft, "in a soft interrupt");
}

static void leave_key_behind(struct test_rnd *rnd)
{
	u8 key[16], block[TEST_BLOCK] = {};

	if (!unit_present())
		return;
	test_rnd_bytes(rnd, key, sizeof(key));
	preempt_disable();
	unit_reload();
	unit_encrypt_block(key, block, block);
	preempt_enable();
}

static void raise(void *tasklet)
{
	tasklet_schedule(tasklet);
}

static unsigned int rnd_cpu(struct test_rnd *rnd)
{
	unsigned int n = test_below(rnd, num_online_cpus()), cpu;

	for_each_online_cpu(cpu)
		if (!n--)
			return cpu;
	return 0;
}

/* In place on this CPU without an IRET, or on top of whatever another does. */
static void soft_interrupt(struct worker *w)
{
	if (test_below(&w->rnd, 2)) {
		local_bh_disable();
		tasklet_schedule(&w->tasklet);
		local_bh_enable();
	} else {
		smp_call_function_single(rnd_cpu(&w->rnd), raise, &w->tasklet,
					 1);
	}
}

static void with_interrupts_off(struct worker *w)
{
	unsigned long flags;

	local_irq_save(flags);
	known_check(&w->known, "with interrupts off");
	local_irq_restore(flags);
}

static int single_blocks(struct worker *w, struct test_pair *p)
{
	u8 in[TEST_BLOCK], want[TEST_BLOCK];
	bool enc = test_below(&w->rnd, 2);
	unsigned int i;

	for (i = 0; i < CIPHER_BLOCKS; i++) {
		test_rnd_bytes(&w->rnd, in, TEST_BLOCK);
		test_oracle(p, enc, in, want, TEST_BLOCK, NULL);
		test_driver(p, enc, in, in, TEST_BLOCK, NULL);
		test_check(!memcmp(in, want, TEST_BLOCK),
			   "%s %scrypt beside others", p->target->driver,
			   enc ? "en" : "de");
		cond_resched();
	}
	w->walk.requests += CIPHER_BLOCKS;
	w->walk.bytes += CIPHER_BLOCKS * TEST_BLOCK;
	return 0;
}

static int hash(struct worker *w)
{
	unsigned int len = test_below(&w->rnd, SHA_MAX_RANDOM(&w->sha) + 1);

	w->sha.h = w->hash[test_below(&w->rnd, w->nhashes)];
	w->walk.requests++;
	w->walk.bytes += len;
	return sha_check_random(&w->sha, len);
}

/* A transform made anew gets the address of one that was just freed. */
static int renew(struct worker *w, struct test_pair *p)
{
	const struct test_target *t = p->target;
	int rc;

	test_pair_free(p);
	rc = test_pair_alloc(p, t);
	return rc ?: test_pair_rekey(p, &w->rnd, 0);
}

static int crypt(struct worker *w, unsigned int round)
{
	struct test_pair *p = &w->pair[test_below(&w->rnd, w->npairs)];
	int rc = 0;

	if (round % 16 == 0)
		rc = renew(w, p);
	else if (round % 2 == 0)
		rc = test_pair_rekey(p, &w->rnd, 0);
	if (rc)
		return rc;
	if (p->mode->kind == TEST_CIPHER)
		return single_blocks(w, p);
	if (test_iv_defined(p->mode) && round % 8 == 1)
		return walk_chain(&w->walk, p, round);
	return walk_request(&w->walk, p, test_below(&w->rnd, INT_MAX));
}

static int one_round(struct worker *w, unsigned int round)
{
	bool turn_of_hash = w->nhashes && round % 4 == 3;
	int rc = turn_of_hash ? hash(w) : crypt(w, round);

	if (rc)
		return rc;
	soft_interrupt(w);
	with_interrupts_off(w);
	if (round % 4 == 0)
		set_cpus_allowed_ptr(current, cpumask_of(rnd_cpu(&w->rnd)));
	leave_key_behind(&w->rnd);
	schedule();	/* to another thread, without any interrupt */
	return 0;
}

static unsigned long deadline;	/* jiffies, with seconds= */

static bool goes_on(unsigned int round)
{
	return test_seconds() ? time_before(jiffies, deadline) :
				round < test_iterations(ROUNDS);
}

static int ordinary(void *arg)
{
	struct worker *w = arg;
	unsigned int round;

	for (round = 0; !w->rc && goes_on(round); round++)
		w->rc = one_round(w, round);
	complete(&w->done);
	while (!kthread_should_stop())
		usleep_range(1000, 2000);
	return 0;
}

static int realtime(void *arg)
{
	struct worker *w = arg;
	unsigned int round;

	sched_set_fifo(current);
	for (round = 1; !w->rc && !kthread_should_stop(); round++) {
		known_check(&w->known, "in a thread that wakes by timer");
		if (round % 64 == 0)
			w->rc = known_make(&w->known, &w->rnd);
		leave_key_behind(&w->rnd);
		usleep_range(100, 300);
	}
	while (!kthread_should_stop())
		usleep_range(1000, 2000);
	return 0;
}

static int add_pair(struct worker *w, const struct test_target *t)
{
	struct test_pair *p = &w->pair[w->npairs];
	int rc;

	if (w->npairs == MAX_PAIRS)
		return 0;
	w->npairs++;
	rc = test_pair_alloc(p, t);
	return rc ?: test_pair_rekey(p, &w->rnd, 0);
}

static int add_hash(struct worker *w, const struct test_target *t)
{
	if (w->nhashes == MAX_HASHES)
		return 0;
	return test_hash_alloc(&w->hash[w->nhashes++], t);
}

static int add_targets(struct worker *w)
{
	const struct test_target *t;
	unsigned int i;
	int rc = 0;

	for (i = 0; !rc && (t = test_target(i)); i++)
		rc = t->mode->kind == TEST_HASH ? add_hash(w, t) :
						  add_pair(w, t);
	if (!rc && !w->npairs)
		rc = -EINVAL;	/* hashes alone have a suite */
	return rc;
}

static const struct test_target *rnd_target(struct worker *w)
{
	return w->pair[test_below(&w->rnd, w->npairs)].target;
}

static int sha_init(struct worker *w, unsigned int id)
{
	struct sha *s = &w->sha;

	test_rnd_init(&s->rnd, 300 + id);
	s->size = HASH_DATA;
	s->msg = kmalloc(s->size, GFP_KERNEL);
	if (!s->msg)
		return -ENOMEM;
	test_rnd_bytes(&s->rnd, s->msg, s->size);
	return 0;
}

static int worker_init(struct worker *w, unsigned int id)
{
	int rc;

	test_rnd_init(&w->rnd, 100 + id);
	test_rnd_init(&w->walk.rnd, 200 + id);
	init_completion(&w->done);
	tasklet_setup(&w->tasklet, soft_work);
	w->realtime = id % (PER_CPU_WORKERS + 1) == PER_CPU_WORKERS;
	rc = add_targets(w);
	if (!rc)
		rc = walk_init(&w->walk);
	if (!rc)
		rc = sha_init(w, id);
	if (!rc)
		rc = known_init(&w->known, &w->rnd, rnd_target(w));
	return rc ?: known_init(&w->soft, &w->rnd, rnd_target(w));
}

static void worker_free(struct worker *w)
{
	unsigned int i;

	tasklet_kill(&w->tasklet);
	for (i = 0; i < w->npairs; i++)
		test_pair_free(&w->pair[i]);
	for (i = 0; i < w->nhashes; i++)
		test_hash_free(&w->hash[i]);
	known_free(&w->known);
	known_free(&w->soft);
	walk_free(&w->walk);
	kfree(w->sha.msg);
}

/* Real-time workers stay on a CPU of their own number, the others roam. */
static int worker_start(struct worker *w, unsigned int id)
{
	struct task_struct *task;

	task = kthread_create(w->realtime ? realtime : ordinary, w,
			      "padlock-test/%u", id);
	if (IS_ERR(task))
		return PTR_ERR(task);
	w->task = task;
	if (w->realtime)
		kthread_bind(task, id / (PER_CPU_WORKERS + 1));
	wake_up_process(task);
	return 0;
}

/* In portions, which the kernel does not take for a hanging task */
static void wait_for_worker(struct worker *w)
{
	while (!wait_for_completion_timeout(&w->done, 30 * HZ))
		;
}

static int run_all(struct worker *w, unsigned int n)
{
	unsigned int i;
	int rc = 0;

	deadline = jiffies + test_seconds() * HZ;
	for (i = 0; !rc && i < n; i++)
		rc = worker_start(&w[i], i);
	for (i = 0; i < n; i++)
		if (w[i].task && !w[i].realtime)
			wait_for_worker(&w[i]);
	for (i = 0; i < n; i++) {
		if (!w[i].task)
			continue;
		kthread_stop(w[i].task);
		rc = rc ?: w[i].rc;
	}
	return rc;
}

/* What the ordinary workers did; the short requests beside are not counted. */
static void state_rate(const struct worker *w, unsigned int n)
{
	unsigned int seconds = test_seconds(), i;
	unsigned long requests = 0;
	u64 kib = 0;

	for (i = 0; i < n; i++) {
		requests += w[i].walk.requests;
		kib += w[i].walk.bytes >> 10;
	}
	pr_info("rate: %lu requests of %llu KiB in %u s: %lu requests and %llu KiB a second\n",
		requests, kib, seconds, requests / seconds,
		div_u64(kib, seconds));
}

int suite_stress(void)
{
	unsigned int i, n = num_online_cpus() * (PER_CPU_WORKERS + 1);
	struct worker *w;
	int rc = 0;

	w = kvcalloc(n, sizeof(*w), GFP_KERNEL);
	if (!w)
		return -ENOMEM;
	for (i = 0; !rc && i < n; i++)
		rc = worker_init(&w[i], i);
	if (!rc)
		rc = run_all(w, n);
	if (!rc && test_seconds())
		state_rate(w, n);
	for (i = 0; i < n; i++)
		worker_free(&w[i]);
	kvfree(w);
	return rc;
}
