// SPDX-License-Identifier: GPL-2.0-only
/*
 * Guard pages in the direct map.
 *
 * set_memory_np() is not exported. set_memory_uc() is, and splits a large page
 * of the direct map into 4 KiB entries; those of our own two pages can then be
 * cleared by hand and put back later.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/pgtable.h>
#include <asm/set_memory.h>

#include "guarded.h"
#include "test.h"

static void flush_page(void *addr)
{
	asm volatile("invlpg (%0)" : : "r" (addr) : "memory");
}

static pte_t *entry_of(void *addr)
{
	unsigned int level;
	pte_t *pte = lookup_address((unsigned long)addr, &level);

	return level == PG_LEVEL_4K ? pte : NULL;
}

bool guarded_absent(const void *addr)
{
	u8 byte;

	return copy_from_kernel_nofault(&byte, addr, 1) != 0;
}

/*
 * _PAGE_GLOBAL goes too: in an absent entry that bit reads as PROT_NONE, and
 * pte_present() would hold.
 */
static int hide(void *addr, u64 *saved)
{
	pte_t *pte = entry_of(addr);

	if (!pte)
		return -EIO;
	*saved = pte_val(*pte);
	native_set_pte(pte, __pte(*saved & ~(u64)(_PAGE_PRESENT |
						  _PAGE_GLOBAL)));
	on_each_cpu(flush_page, addr, 1);
	return guarded_absent(addr) ? 0 : -EIO;
}

static void show(void *addr, u64 saved)
{
	pte_t *pte = entry_of(addr);

	if (pte && saved)
		native_set_pte(pte, __pte(saved));
}

static int split(struct guarded *g)
{
	unsigned long start = (unsigned long)page_address(g->pages);
	int rc = set_memory_uc(start, 1 << g->order);

	return rc ?: set_memory_wb(start, 1 << g->order);
}

int guarded_alloc(struct guarded *g, unsigned int npages)
{
	int rc;

	memset(g, 0, sizeof(*g));
	g->order = get_order((npages + 2) * PAGE_SIZE);
	g->pages = alloc_pages(GFP_KERNEL | __GFP_ZERO, g->order);
	if (!g->pages)
		return -ENOMEM;
	g->base = (u8 *)page_address(g->pages) + PAGE_SIZE;
	g->size = npages * PAGE_SIZE;
	rc = split(g);
	if (!rc)
		rc = hide(g->base - PAGE_SIZE, &g->saved[0]);
	if (!rc)
		rc = hide(g->base + g->size, &g->saved[1]);
	if (rc)
		pr_err("no guard page in the direct map, error %d\n", rc);
	return rc;
}

void guarded_free(struct guarded *g)
{
	if (!g->pages)
		return;
	show(g->base - PAGE_SIZE, g->saved[0]);
	show(g->base + g->size, g->saved[1]);
	__free_pages(g->pages, g->order);
	g->pages = NULL;
}
