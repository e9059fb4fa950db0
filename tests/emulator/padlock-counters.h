/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counters of the emulated PadLock unit: names and order.
 *
 * Read in the guest, at any privilege level, by CPUID EAX=0xC0DE0000 with
 * ECX=index: EDX:EAX is the 64-bit value summed over all vCPUs, EBX the number
 * of counters (0: there is no such unit).  This leaf is not architectural.
 * $PADLOCK_STATS receives the same as a JSON object when the emulator exits.
 *
 * New counters go to the end: guests address them by index.
 */
#ifndef PADLOCK_COUNTERS_H
#define PADLOCK_COUNTERS_H

#define PADLOCK_COUNTERS_LEAF 0xC0DE0000u

/*
 * CPUID EAX=0xC0DE0001 sets the range of linear addresses, from rSI on and rDI
 * bytes long, whose reading counts as bytes_watched; 0 bytes at power-on.
 */
#define PADLOCK_WATCH_LEAF 0xC0DE0001u

/* Expands to X(name) for every counter, index 0 first. */
#define PADLOCK_COUNTERS(X) \
	/* instructions begun; one resumed after an interruption or fault is not counted again */ \
	X(xcrypt_ecb) X(xcrypt_cbc) X(xcrypt_ctr) X(xcrypt_cfb) X(xcrypt_ofb) \
	X(xsha1) X(xsha256) X(xstore) \
	/* work done: 16-byte blocks, message bytes, random bytes */ \
	X(blocks_ecb) X(blocks_cbc) X(blocks_ctr) X(blocks_cfb) X(blocks_ofb) \
	X(bytes_sha1) X(bytes_sha256) X(bytes_xstore) \
	/* key_loads: key and control word read from memory; key_expansions: those with KEYGN=0; \
	 * key_cached: instructions that ran on the cached pair */ \
	X(key_loads) X(key_expansions) X(key_cached) \
	/* suspicious use, also logged */ \
	X(stale_key) X(stale_cw) X(mode_change) \
	X(zero_count) X(overlap) X(bad_cw) X(sha_misuse) \
	/* bytes read behind the last data block; how often those lay on another page */ \
	X(overread_bytes) X(overread_pages) \
	/* instructions left at a block boundary, and taken up again */ \
	X(interruptions) X(resumed) \
	/* exceptions raised by the unit */ \
	X(fault_ud) X(fault_nm) X(fault_gp) X(fault_pf) \
	X(warnings) \
	/* times an EFLAGS write (POPF, IRET) found bit 30 set and cleared it */ \
	X(popf_clears) \
	/* modelled cycles of the unit, by the table of costs in padlock.c */ \
	X(cycles) \
	/* XSHA384 and XSHA512, which run the same function */ \
	X(xsha512) X(bytes_sha512) \
	/* data read in the watched range, without keys, IVs and what is read ahead */ \
	X(bytes_watched)

#endif
