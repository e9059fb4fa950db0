// SPDX-License-Identifier: Apache-2.0
/*
 * Memory of contexts: aligned for the unit, which the allocator need not be, and
 * wiped when it goes.
 */
#include <stdint.h>
#include <string.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

#include "provider.h"

/* Before each context: where its memory begins */
struct header {
	void *memory;
};

static size_t memory_size(size_t size)
{
	return size + sizeof(struct header) + PADLOCK_ALIGN - 1;
}

static struct header *header_of(void *context)
{
	return (struct header *)context - 1;
}

void *context_new(size_t size)
{
	void *memory = OPENSSL_zalloc(memory_size(size));
	uintptr_t context;

	if (!memory)
		return NULL;
	context = (uintptr_t)memory + sizeof(struct header) + PADLOCK_ALIGN - 1;
	context &= -(uintptr_t)PADLOCK_ALIGN;
	header_of((void *)context)->memory = memory;
	return (void *)context;
}

void *context_copy(const void *context, size_t size)
{
	void *copy = context_new(size);

	return copy ? memcpy(copy, context, size) : NULL;
}

void context_free(void *context, size_t size)
{
	if (context)
		OPENSSL_clear_free(header_of(context)->memory,
				   memory_size(size));
}
