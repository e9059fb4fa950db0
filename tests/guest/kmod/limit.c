// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the bare unit takes for the work of one request: the least that a
 * driver can reach.
 */
#include <linux/kernel.h>
#include <linux/preempt.h>

#include "limit.h"
#include "unit.h"

/* Only the size of the key matters here, not what it holds. */
static struct {
	u32 cw[4];
	u8 schedule[256];
	u8 iv[TEST_BLOCK];
	u8 hash[128];
} operands __aligned(16);

static void crypt(enum unit_op op, unsigned int keybits, u8 *data,
		  unsigned int size)
{
	struct unit_regs r = {
		.src = data, .dst = data,
		.count = DIV_ROUND_UP(size, TEST_BLOCK), .iv = operands.iv,
		.cw = operands.cw, .key = operands.schedule,
	};

	/* the unit expands keys of 128 bits itself */
	operands.cw[0] = keybits == 128 ? UNIT_CW_AES128 : UNIT_CW_AES256;
	unit_reload();
	unit_xcrypt(op, &r);
	unit_reload();
}

static void digest(bool sha256, u8 *data, unsigned int size)
{
	struct unit_regs r = {
		.src = data, .dst = operands.hash, .count = size, .iv = NULL,
	};

	unit_xsha(sha256, &r);
}

u64 unit_limit(enum test_mode_id mode, unsigned int keybits, u8 *data,
	       unsigned int size)
{
	struct unit_counts before, after;

	preempt_disable();
	unit_counts(&before);
	switch (mode) {
	case TEST_SHA1:
	case TEST_SHA224:
	case TEST_SHA256:
		digest(mode != TEST_SHA1, data, size);
		break;
	case TEST_CBC:
		crypt(UNIT_CBC, keybits, data, size);
		break;
	case TEST_CTR:
		crypt(UNIT_CTR, keybits, data, size);
		break;
	case TEST_XTS:
		crypt(UNIT_ECB, keybits, data, TEST_BLOCK);
		fallthrough;
	default:
		crypt(UNIT_ECB, keybits, data, size);
	}
	unit_counts(&after);
	preempt_enable();
	return after.cycles - before.cycles;
}
