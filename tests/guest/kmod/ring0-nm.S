/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Handler for #NM: count, clear CR0.TS, run the instruction again. The kernel's
 * own handler would warn, since its code never runs with CR0.TS set.
 */
#include <linux/linkage.h>
#include <asm/unwind_hints.h>
#ifdef TEST_HAVE_IBT_H
#include <asm/ibt.h>
#else
#define ENDBR
#endif

	.text
SYM_CODE_START(ring0_nm_handler)
#ifdef CONFIG_X86_64
	UNWIND_HINT_IRET_REGS
	ENDBR
	clts
	incl	ring0_nm_count(%rip)
	iretq
#else
	clts
	incl	ring0_nm_count
	iret
#endif
SYM_CODE_END(ring0_nm_handler)
