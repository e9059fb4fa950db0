// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "fpu": requests from an interrupt that hits another's FPU section.
 *
 * A driver that uses SSE2 must see that it may not there, give the right result
 * without, and leave the registers of the section alone.
 */
#include <linux/irq_work.h>
#include <linux/slab.h>
#include <asm/fpu/api.h>

#include "test.h"

#define REQUESTS	50
#define REGISTERS	4	/* of the XMM registers, from %xmm0 on */

struct fpu_test {
	struct irq_work work;
	struct test_pair *pair;
	u8 *data, *want;		/* a page each */
	u8 iv[TEST_BLOCK];
	unsigned int len;
	bool enc;
	int rc;
	bool done;
	struct test_rnd rnd;
};

static void in_interrupt_context(struct irq_work *work)
{
	struct fpu_test *f = container_of(work, struct fpu_test, work);

	f->rc = test_driver(f->pair, f->enc, f->data, f->data, f->len, f->iv);
	/* with smp_load_acquire() of interrupt_section(): its data are there */
	smp_store_release(&f->done, true);
}

static void load_registers(const u8 *from)
{
	asm volatile("movups 0x00(%0), %%xmm0\n\t"
		     "movups 0x10(%0), %%xmm1\n\t"
		     "movups 0x20(%0), %%xmm2\n\t"
		     "movups 0x30(%0), %%xmm3" : : "r" (from) : "memory");
}

static void store_registers(u8 *to)
{
	asm volatile("movups %%xmm0, 0x00(%0)\n\t"
		     "movups %%xmm1, 0x10(%0)\n\t"
		     "movups %%xmm2, 0x20(%0)\n\t"
		     "movups %%xmm3, 0x30(%0)" : : "r" (to) : "memory");
}

/* The interrupt comes at once, or with the next tick where there is no APIC. */
static void interrupt_section(struct fpu_test *f, const u8 *before, u8 *after)
{
	f->done = false;
	kernel_fpu_begin();
	load_registers(before);
	irq_work_queue(&f->work);
	/* with smp_store_release() of in_interrupt_context() */
	while (!smp_load_acquire(&f->done))
		cpu_relax();
	store_registers(after);
	kernel_fpu_end();
}

static int one_request(struct fpu_test *f)
{
	u8 before[REGISTERS * 16], after[REGISTERS * 16], iv[TEST_BLOCK];
	struct test_pair *p = f->pair;
	int rc;

	f->len = (1 + test_below(&f->rnd, PAGE_SIZE / TEST_BLOCK)) * TEST_BLOCK;
	f->enc = test_below(&f->rnd, 2);
	test_rnd_bytes(&f->rnd, before, sizeof(before));
	test_rnd_bytes(&f->rnd, f->data, f->len);
	test_rnd_iv(&f->rnd, p->mode, f->iv, f->len);
	memcpy(iv, f->iv, TEST_BLOCK);
	rc = test_oracle(p, f->enc, f->data, f->want, f->len, iv);
	if (rc)
		return rc;

	interrupt_section(f, before, after);
	test_check(!f->rc && !memcmp(f->data, f->want, f->len),
		   "%s %scrypt %u bytes in an interrupt: rc %d, byte %ld wrong",
		   p->target->driver, f->enc ? "en" : "de", f->len, f->rc,
		   test_diff(f->data, f->want, f->len));
	test_check(!memcmp(before, after, sizeof(before)),
		   "%s %scrypt %u bytes in an interrupt: XMM registers changed",
		   p->target->driver, f->enc ? "en" : "de", f->len);
	return 0;
}

static int target(struct fpu_test *f, const struct test_target *t)
{
	struct test_pair p;
	int i, rc;

	f->pair = &p;
	rc = test_pair_alloc(&p, t);
	for (i = 0; !rc && i < REQUESTS; i++)
		rc = test_pair_rekey(&p, &f->rnd, 0) ?: one_request(f);
	test_pair_free(&p);
	return rc;
}

int suite_fpu(void)
{
	const struct test_target *t;
	struct fpu_test f = {};
	unsigned int i;
	int rc = 0;

	if (!boot_cpu_has(X86_FEATURE_XMM))
		return -EOPNOTSUPP;
	test_rnd_init(&f.rnd, 11);
	init_irq_work(&f.work, in_interrupt_context);
	f.data = (u8 *)__get_free_pages(GFP_KERNEL, 1);
	if (!f.data)
		return -ENOMEM;
	f.want = f.data + PAGE_SIZE;
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(&f, t);
	free_pages((unsigned long)f.data, 1);
	return rc;
}
