// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "scale": requests of one page on 1, 2, 4... CPUs at the same time, each
 * with a key of its own. One line of the log for each number of CPUs:
 *
 * padlock-test: scale: driver=D threads=N requests=N ms=N
 *
 * Under the emulator the host's cores are what scales, so the figures are good
 * for ratios within one run only.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/slab.h>

#include "test.h"

#define MAX_THREADS	8
#define DURATION	msecs_to_jiffies(500)

struct worker {
	const struct test_target *target;
	struct task_struct *task;
	struct completion *go;
	unsigned long requests;
	int rc;
};

static int requests(struct worker *w, struct crypto_skcipher *tfm, u8 *page)
{
	unsigned long end = jiffies + DURATION;
	u8 iv[TEST_BLOCK] = {};
	int rc = 0;

	while (!rc && time_before(jiffies, end)) {
		rc = test_crypt_flat(tfm, true, page, PAGE_SIZE, iv);
		w->requests++;
		cond_resched();
	}
	return rc;
}

static int work(void *data)
{
	struct worker *w = data;
	struct crypto_skcipher *tfm;
	u8 key[TEST_MAX_KEY];
	u8 *page;

	memset(key, smp_processor_id(), sizeof(key));
	key[0] ^= 1;		/* XTS wants different halves */
	page = (u8 *)get_zeroed_page(GFP_KERNEL);
	tfm = crypto_alloc_skcipher(w->target->driver, 0, CRYPTO_ALG_ASYNC);
	w->rc = !page ? -ENOMEM : PTR_ERR_OR_ZERO(tfm);
	if (!w->rc)
		w->rc = crypto_skcipher_setkey(tfm, key, 32 *
					       w->target->mode->keys);
	wait_for_completion(w->go);
	if (!w->rc)
		w->rc = requests(w, tfm, page);
	if (!IS_ERR(tfm))
		crypto_free_skcipher(tfm);
	free_page((unsigned long)page);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return w->rc;
}

static int start(struct worker *w, unsigned int cpu)
{
	w->task = kthread_create(work, w, "padlock-scale/%u", cpu);
	if (IS_ERR(w->task))
		return PTR_ERR(w->task);
	kthread_bind(w->task, cpu);
	wake_up_process(w->task);
	return 0;
}

static int run(const struct test_target *t, unsigned int threads)
{
	struct worker workers[MAX_THREADS] = {};
	unsigned int i, started = 0, cpu;
	unsigned long sum = 0;
	struct completion go;
	ktime_t begin;
	int rc = 0;

	init_completion(&go);
	for_each_online_cpu(cpu) {
		if (started == threads)
			break;
		workers[started].target = t;
		workers[started].go = &go;
		rc = start(&workers[started], cpu);
		if (rc)
			break;
		started++;
	}
	schedule_timeout_uninterruptible(HZ / 10);	/* all wait by now */
	begin = ktime_get();
	complete_all(&go);
	schedule_timeout_uninterruptible(DURATION);
	for (i = 0; i < started; i++) {
		rc = kthread_stop(workers[i].task) ?: rc;
		sum += workers[i].requests;
	}
	if (test_check(!rc && sum, "%s on %u CPUs: error %d", t->driver,
		       threads, rc))
		pr_info("scale: driver=%s threads=%u requests=%lu ms=%lld\n",
			t->driver, threads, sum,
			ktime_ms_delta(ktime_get(), begin));
	return rc;
}

int suite_scale(void)
{
	const struct test_target *t;
	unsigned int i, threads;
	int rc = 0;

	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		for (threads = 1; !rc && threads <= MAX_THREADS &&
		     threads <= num_online_cpus(); threads *= 2)
			rc = run(t, threads);
	return rc;
}
