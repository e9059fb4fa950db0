/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PADLOCK_TEST_RING0_H
#define PADLOCK_TEST_RING0_H

#include <linux/types.h>

/* ring0_nm_handler() - entry for #NM, no C function; see ring0-nm.S */
void ring0_nm_handler(void);

/* Times that ring0_nm_handler() ran. */
extern u32 ring0_nm_count;

#endif
