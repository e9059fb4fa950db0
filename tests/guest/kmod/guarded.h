/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory between two pages that fault.
 */
#ifndef PADLOCK_TEST_GUARDED_H
#define PADLOCK_TEST_GUARDED_H

#include <linux/mm_types.h>

/**
 * struct guarded - lowmem pages with an absent page on either side
 * @base: first usable byte
 * @size: usable bytes, whole pages
 *
 * The crypto walker maps scatterlists through the direct map, where the guard
 * page of vmalloc has no effect. So the neighbours of these pages are taken
 * out of the direct map itself: the unit's over-read, or a write behind the
 * destination, is a page fault on 32 and 64 bits.
 */
struct guarded {
	u8 *base;
	size_t size;
	/* private */
	struct page *pages;
	unsigned int order;
	u64 saved[2];
};

/**
 * guarded_alloc() - pages with guards, and proof that the guards fault
 * @g: freed by guarded_free() also after an error
 * @npages: usable pages, at least 1
 *
 * Must be called from a context that may sleep.
 *
 * Return: 0, -ENOMEM, or -EIO when a guard page can still be read.
 */
int guarded_alloc(struct guarded *g, unsigned int npages);

/** guarded_free() - put the guards back into the direct map, free the pages */
void guarded_free(struct guarded *g);

/**
 * guarded_end() - address such that @len bytes end @gap bytes before the guard
 * @g: area
 * @len: bytes
 * @gap: bytes left free at the end
 */
static inline u8 *guarded_end(const struct guarded *g, size_t len, size_t gap)
{
	return g->base + g->size - gap - len;
}

/** guarded_absent() - no mapping at @addr: reading it would fault */
bool guarded_absent(const void *addr);

#endif
