// SPDX-License-Identifier: GPL-2.0-only
/*
 * AES by the PadLock ACE of VIA and Zhaoxin CPUs: the cipher, and the modes
 * ecb, cbc, ctr and xts.
 *
 * "isa" in comments is padlock-isa.md, the behaviour specification.
 */
#include <crypto/aes.h>
#include <crypto/algapi.h>
#include <crypto/internal/simd.h>
#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <crypto/xts.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <asm/cpu_device_id.h>
#include <asm/fpu/api.h>
#include <asm/simd.h>

#include "padlock.h"

/* Above generic C, below AES-NI: aes-aesni has 300, its modes 400. */
#define AES_PRIORITY		250
#define MODE_PRIORITY		350
/* Our ecb(aes) gives its priority to the xts template. */
#define XTS_PRIORITY		(MODE_PRIORITY + 1)

/* Blocks of key stream for one operation, whole groups of the unit. */
#define STREAM_BLOCKS		32

/*
 * From one sector on, SSE2 saves more than the section costs that it needs, even
 * where that has to save and restore the registers of a task (about 300 cycles).
 */
#define SSE2_MIN_BLOCKS		32

struct aes_ctx {
	struct padlock_key enc;
	struct padlock_key dec;
};

struct xts_ctx {
	struct aes_ctx data;
	struct aes_ctx tweak;
};

/* Contexts come with the allocator's alignment, 8 bytes on i386. */
#define CTX_SIZE(type)		(sizeof(type) + PADLOCK_ALIGN - 1)

static const struct padlock_cpu *cpu __ro_after_init;
static bool ctr_opcode_works __ro_after_init;

static bool sse2 __ro_after_init = true;
module_param(sse2, bool, 0444);
MODULE_PARM_DESC(sse2, "Use SSE2 for xts, and for ctr without its opcode, if the CPU has it (default: Y)");

/*
 * What the blocks of one page are to be XORed with. Belongs to whoever is in an
 * FPU section on this CPU, and holds zeros otherwise.
 */
struct scratch {
	u8 blocks[PAGE_SIZE] __aligned(PADLOCK_ALIGN);
};

static struct scratch __percpu *scratch;

static void *align_ctx(void *ctx)
{
	return PTR_ALIGN(ctx, PADLOCK_ALIGN);
}

/*
 * Keys
 */

static void fill_key(struct padlock_key *key, unsigned int key_len, u32 flags,
		     const void *schedule, size_t size)
{
	key->cw = padlock_aes_cw(key_len, flags | cpu->cw_flags);
	memset(key->zero, 0, sizeof(key->zero));
	memcpy(key->schedule, schedule, size);
}

static int expand_key(struct aes_ctx *ctx, const u8 *key, unsigned int key_len)
{
	struct crypto_aes_ctx aes PADLOCK_UNINITIALIZED;
	int err = aes_expandkey(&aes, key, key_len);

	if (!err) {
		fill_key(&ctx->enc, key_len, PADLOCK_CW_KEYGN,
			 aes.key_enc, sizeof(aes.key_enc));
		fill_key(&ctx->dec, key_len,
			 PADLOCK_CW_KEYGN | PADLOCK_CW_DECRYPT,
			 aes.key_dec, sizeof(aes.key_dec));
	}
	memzero_explicit(&aes, sizeof(aes));
	return err;
}

static int set_key(struct aes_ctx *ctx, const u8 *key, unsigned int key_len)
{
	/* Only keys of 128 bits can be left to the unit (isa 5.2). */
	if (key_len != AES_KEYSIZE_128)
		return expand_key(ctx, key, key_len);

	fill_key(&ctx->enc, key_len, 0, key, key_len);
	fill_key(&ctx->dec, key_len, PADLOCK_CW_DECRYPT, key, key_len);
	return 0;
}

/*
 * Blocks in one piece of memory. These run inside a key section.
 */

typedef void (*xcrypt_fn)(const struct padlock_key *key, u8 *iv, u8 *dst,
			  const u8 *src, unsigned int blocks);

static __always_inline void xcrypt_ecb(const struct padlock_key *key, u8 *iv,
				       u8 *dst, const u8 *src,
				       unsigned int blocks)
{
	padlock_xcrypt_ecb(key, dst, src, blocks);
}

static __always_inline void xcrypt_cbc(const struct padlock_key *key, u8 *iv,
				       u8 *dst, const u8 *src,
				       unsigned int blocks)
{
	memcpy(iv, padlock_xcrypt_cbc(key, iv, dst, src, blocks),
	       AES_BLOCK_SIZE);
}

static __always_inline void xcrypt_ctr(const struct padlock_key *key, u8 *iv,
				       u8 *dst, const u8 *src,
				       unsigned int blocks)
{
	padlock_xcrypt_ctr(key, iv, dst, src, blocks);
}

/* Does fetching a whole group leave the page where fewer blocks end? */
static bool fetch_leaves_page(const u8 *src, unsigned int blocks,
			      unsigned int group)
{
	unsigned long last = (unsigned long)src + blocks * AES_BLOCK_SIZE - 1;
	unsigned long fetched = (unsigned long)src + group * AES_BLOCK_SIZE - 1;

	return last >> PAGE_SHIFT != fetched >> PAGE_SHIFT;
}

/* Less than a group of blocks, from a copy that a group can be fetched from */
static noinline void xcrypt_bounced(xcrypt_fn xcrypt,
				    const struct padlock_key *key, u8 *iv,
				    u8 *dst, const u8 *src, unsigned int blocks)
{
	u8 copy[PADLOCK_ECB_GROUP * AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN);

	memcpy(copy, src, blocks * AES_BLOCK_SIZE);
	xcrypt(key, iv, dst, copy, blocks);
	memzero_explicit(copy, blocks * AES_BLOCK_SIZE);
}

/*
 * The unit fetches whole groups (isa 10). An odd part that goes first is
 * followed by blocks of ours; only where the whole is less than a group may the
 * next page be touched, which need not be there.
 */
static __always_inline void
xcrypt_groups(xcrypt_fn xcrypt, unsigned int group,
	      const struct padlock_key *key, u8 *iv, u8 *dst, const u8 *src,
	      unsigned int blocks)
{
	unsigned int head = blocks % group;

	if (head == blocks && fetch_leaves_page(src, blocks, group)) {
		xcrypt_bounced(xcrypt, key, iv, dst, src, blocks);
		return;
	}
	if (head) {
		xcrypt(key, iv, dst, src, head);
		dst += head * AES_BLOCK_SIZE;
		src += head * AES_BLOCK_SIZE;
	}
	if (blocks > head)
		xcrypt(key, iv, dst, src, blocks - head);
}

static void ecb_blocks(const struct padlock_key *key, u8 *dst, const u8 *src,
		       unsigned int blocks)
{
	xcrypt_groups(xcrypt_ecb, PADLOCK_ECB_GROUP, key, NULL, dst, src,
		      blocks);
}

/* @iv becomes the IV of the blocks that follow. */
static void cbc_blocks(const struct padlock_key *key, u8 *iv, u8 *dst,
		       const u8 *src, unsigned int blocks)
{
	xcrypt_groups(xcrypt_cbc, PADLOCK_CBC_GROUP, key, iv, dst, src, blocks);
}

/* The unit counts in 16 bits; the carry into the other 112 is ours (isa 8). */
static void ctr_blocks(const struct padlock_key *key, u8 *iv, u8 *dst,
		       const u8 *src, unsigned int blocks)
{
	while (blocks) {
		unsigned int to_wrap = 0x10000 - (iv[14] << 8 | iv[15]);
		unsigned int n = min(blocks, to_wrap);

		xcrypt_groups(xcrypt_ctr, PADLOCK_CTR_GROUP, key, iv, dst, src,
			      n);
		if (n == to_wrap)
			crypto_inc(iv, AES_BLOCK_SIZE - 2);
		dst += n * AES_BLOCK_SIZE;
		src += n * AES_BLOCK_SIZE;
		blocks -= n;
	}
}

/*
 * Counter mode of @nbytes; only the last piece of a message may end in a part
 * of a block. @iv becomes the next counter.
 */

static noinline void ctr_part_block(const struct padlock_key *key, u8 *iv,
				    u8 *dst, const u8 *src, unsigned int nbytes)
{
	u8 block[AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN) = {};

	memcpy(block, src, nbytes);
	ctr_blocks(key, iv, block, block, 1);
	memcpy(dst, block, nbytes);
	memzero_explicit(block, sizeof(block));
}

static void ctr_by_opcode(const struct padlock_key *key, u8 *iv, u8 *dst,
			  const u8 *src, unsigned int nbytes)
{
	unsigned int tail = nbytes % AES_BLOCK_SIZE;

	nbytes -= tail;
	ctr_blocks(key, iv, dst, src, nbytes / AES_BLOCK_SIZE);
	if (tail)
		ctr_part_block(key, iv, dst + nbytes, src + nbytes, tail);
}

/* A block in words of the CPU */
struct block {
	unsigned long w[AES_BLOCK_SIZE / sizeof(long)];
} __packed;

static __always_inline void xor_block(struct block *dst,
				      const struct block *src,
				      const struct block *with)
{
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < ARRAY_SIZE(dst->w); i++)
		dst->w[i] = src->w[i] ^ with->w[i];
}

static void fill_counters(__be32 *dst, u8 *iv, unsigned int blocks)
{
	__be32 *counter = (__be32 *)iv;
	u32 low = be32_to_cpu(counter[3]);

	for (; blocks; blocks--, dst += 4) {
		dst[0] = counter[0];
		dst[1] = counter[1];
		dst[2] = counter[2];
		dst[3] = cpu_to_be32(low++);
		if (!low)
			crypto_inc(iv, 3 * sizeof(*counter));
	}
	counter[3] = cpu_to_be32(low);
}

static void xor_stream(u8 *dst, const u8 *src, const u8 *stream,
		       unsigned int nbytes)
{
	for (; nbytes >= AES_BLOCK_SIZE; nbytes -= AES_BLOCK_SIZE) {
		xor_block((struct block *)dst, (const struct block *)src,
			  (const struct block *)stream);
		dst += AES_BLOCK_SIZE;
		src += AES_BLOCK_SIZE;
		stream += AES_BLOCK_SIZE;
	}
	crypto_xor_cpy(dst, src, stream, nbytes);
}

/*
 * The same with SSE2. Kernel code has no XMM registers for the compiler, so they
 * keep what one asm leaves in them for the next; all of it in one FPU section.
 * %xmm0 is the tweak or the counter, %xmm1 a constant, %xmm2 and %xmm3 are free.
 */

/* Do the next @blocks blocks run with SSE2? Then this began an FPU section. */
static bool simd_begin(unsigned int blocks)
{
	if (blocks < SSE2_MIN_BLOCKS || !sse2 || !crypto_simd_usable())
		return false;
	kernel_fpu_begin();
	return true;
}

static u8 *this_scratch(void)
{
	return this_cpu_ptr(scratch)->blocks;
}

#define EIGHT_BLOCKS		(8 * AES_BLOCK_SIZE)

/* so the unit has whole groups to fetch, and no odd part */
static_assert(8 % PADLOCK_ECB_GROUP == 0);

/* Assembler for each of eight blocks, \\at is where it begins */
#define FOR_EIGHT_BLOCKS	".irp at, 0, 16, 32, 48, 64, 80, 96, 112\n\t"
#define END_FOR			".endr"

/* XOR with @with, which becomes zero; @blocks is a multiple of 8 */
static void xor_scratch(u8 *dst, const u8 *src, u8 *with, unsigned int blocks)
{
	asm volatile("pxor %%xmm1, %%xmm1" : : );
	for (; blocks; blocks -= 8) {
		asm volatile(FOR_EIGHT_BLOCKS
			     "movdqu \\at(%[src]), %%xmm3\n\t"
			     "pxor \\at(%[with]), %%xmm3\n\t"
			     "movdqa %%xmm1, \\at(%[with])\n\t"
			     "movdqu %%xmm3, \\at(%[dst])\n\t"
			     END_FOR
			     : : [dst] "r" (dst), [src] "r" (src),
				 [with] "r" (with) : "memory");
		dst += EIGHT_BLOCKS;
		src += EIGHT_BLOCKS;
		with += EIGHT_BLOCKS;
	}
}

/* A counter with the first three words of %xmm0 */
static __always_inline void store_counter(__be32 *dst, u32 low)
{
	asm volatile("movdqa %%xmm0, %0" : "=m" (*(u8 (*)[AES_BLOCK_SIZE])dst));
	dst[3] = cpu_to_be32(low);
}

static __always_inline void load_counter(const u8 *iv)
{
	asm volatile("movdqa %0, %%xmm0"
		     : : "m" (*(const u8 (*)[AES_BLOCK_SIZE])iv));
}

/* As fill_counters(); @blocks is a multiple of 8 */
static void fill_counters_sse2(__be32 *dst, u8 *iv, unsigned int blocks)
{
	__be32 *counter = (__be32 *)iv;
	u32 low = be32_to_cpu(counter[3]);
	unsigned int i;

	load_counter(iv);
	for (; blocks; blocks -= 8, dst += 8 * 4) {
		if (unlikely(low >= -8U)) {
			/* the last word wraps, here or behind the eight */
			counter[3] = cpu_to_be32(low);
			fill_counters(dst, iv, 8);
			low = be32_to_cpu(counter[3]);
			load_counter(iv);
			continue;
		}
#pragma GCC unroll 8
		for (i = 0; i < 8; i++)
			store_counter(dst + 4 * i, low++);
	}
	counter[3] = cpu_to_be32(low);
}

/* @blocks is a multiple of 8 */
static void ctr_by_ecb_sse2(const struct padlock_key *key, u8 *iv, u8 *dst,
			    const u8 *src, unsigned int blocks)
{
	u8 *stream = this_scratch();

	fill_counters_sse2((__be32 *)stream, iv, blocks);
	padlock_xcrypt_ecb(key, stream, stream, blocks);
	xor_scratch(dst, src, stream, blocks);
}

static noinline void ctr_by_ecb(const struct padlock_key *key, u8 *iv, u8 *dst,
				const u8 *src, unsigned int nbytes)
{
	u8 stream[STREAM_BLOCKS * AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN)
		PADLOCK_UNINITIALIZED;
	const unsigned int size = sizeof(stream);
	unsigned int used = min(round_up(nbytes, AES_BLOCK_SIZE), size);

	while (nbytes) {
		unsigned int n = min(nbytes, size);
		unsigned int blocks = DIV_ROUND_UP(n, AES_BLOCK_SIZE);

		fill_counters((__be32 *)stream, iv, blocks);
		/* whole groups fit into the buffer, whatever is fetched */
		padlock_xcrypt_ecb(key, stream, stream, blocks);
		xor_stream(dst, src, stream, n);
		dst += n;
		src += n;
		nbytes -= n;
	}
	memzero_explicit(stream, used);
}

/*
 * The tweak of the next block. In assembler, since C has no word for the carry.
 */
static __always_inline struct block xts_double(struct block t)
{
	unsigned long carry;

#ifdef CONFIG_X86_64
	asm("add %0, %0\n\t"
	    "adc %1, %1\n\t"
	    "sbb %2, %2\n\t"
	    "and $0x87, %2\n\t"
	    "xor %2, %0"
	    : "+r" (t.w[0]), "+r" (t.w[1]), "=&r" (carry) : : "cc");
#else
	asm("add %0, %0\n\t"
	    "adc %1, %1\n\t"
	    "adc %2, %2\n\t"
	    "adc %3, %3\n\t"
	    "sbb %4, %4\n\t"
	    "and $0x87, %4\n\t"
	    "xor %4, %0"
	    : "+r" (t.w[0]), "+r" (t.w[1]), "+r" (t.w[2]), "+r" (t.w[3]),
	      "=&r" (carry) : : "cc");
#endif
	return t;
}

/* XOR with @t and its doubles; returns the tweak of the block that follows */
static __always_inline struct block xts_xor(u8 *dst, const u8 *src,
					    unsigned int blocks, struct block t)
{
	for (; blocks; blocks--) {
		xor_block((struct block *)dst, (const struct block *)src, &t);
		t = xts_double(t);
		dst += AES_BLOCK_SIZE;
		src += AES_BLOCK_SIZE;
	}
	return t;
}

/*
 * One operation for all blocks, of one page at most. The tweaks are made twice
 * rather than stored, so there is no buffer to wipe. @t becomes the tweak of the
 * block that follows.
 */
static void xts_blocks(const struct padlock_key *key, struct block *t, u8 *dst,
		       const u8 *src, unsigned int blocks)
{
	struct block next = xts_xor(dst, src, blocks, *t);

	ecb_blocks(key, dst, dst, blocks);
	xts_xor(dst, dst, blocks, *t);
	*t = next;
}

/*
 * As xts_xor(), but keeps the tweaks; @t becomes that of the next block. @blocks
 * is a multiple of 8.
 */
static void xts_mask_sse2(u8 *dst, const u8 *src, u8 *tweaks,
			  unsigned int blocks, struct block *t)
{
	static const u32 carries[4] __aligned(16) = { 0x87, 0, 1, 0 };

	asm volatile("movdqa %0, %%xmm0\n\t"
		     "movdqa %1, %%xmm1"
		     : : "m" (*t), "m" (carries));
	for (; blocks; blocks -= 8) {
		/* from pshufd on: doubling; it puts the carries in their places */
		asm volatile(FOR_EIGHT_BLOCKS
			     "movdqu \\at(%[src]), %%xmm3\n\t"
			     "movdqa %%xmm0, \\at(%[tweaks])\n\t"
			     "pxor %%xmm0, %%xmm3\n\t"
			     "movdqu %%xmm3, \\at(%[dst])\n\t"
			     "pshufd $0x13, %%xmm0, %%xmm2\n\t"
			     "paddq %%xmm0, %%xmm0\n\t"
			     "psrad $31, %%xmm2\n\t"
			     "pand %%xmm1, %%xmm2\n\t"
			     "pxor %%xmm2, %%xmm0\n\t"
			     END_FOR
			     : : [dst] "r" (dst), [src] "r" (src),
				 [tweaks] "r" (tweaks) : "memory");
		dst += EIGHT_BLOCKS;
		src += EIGHT_BLOCKS;
		tweaks += EIGHT_BLOCKS;
	}
	asm volatile("movdqa %%xmm0, %0" : "=m" (*t));
}

static void xts_blocks_sse2(const struct padlock_key *key, struct block *t,
			    u8 *dst, const u8 *src, unsigned int blocks)
{
	u8 *tweaks = this_scratch();

	xts_mask_sse2(dst, src, tweaks, blocks, t);
	padlock_xcrypt_ecb(key, dst, dst, blocks);
	xor_scratch(dst, dst, tweaks, blocks);
}

/*
 * The last 16 + @tail bytes of a message, @buf, by ciphertext stealing. @t is
 * the tweak of the first block in @buf; decryption uses the two in reverse.
 */
static void xts_steal(const struct padlock_key *key, bool encrypt,
		      struct block t, u8 *buf, unsigned int tail)
{
	struct block doubled = xts_double(t);
	struct block first = encrypt ? t : doubled;
	struct block second = encrypt ? doubled : t;
	unsigned int i;

	xts_blocks(key, &first, buf, buf, 1);
	for (i = 0; i < tail; i++)
		swap(buf[i], buf[AES_BLOCK_SIZE + i]);
	xts_blocks(key, &second, buf, buf, 1);
}

/*
 * Pieces of a request, in one piece of memory: whole blocks, but for the last
 * piece of counter mode. They run in a section that has its FPU section around
 * the key section, where one pays.
 */

/**
 * struct op - what a request takes from piece to piece
 * @key:       of the direction
 * @tweak_key: xts: of the tweak, until @iv has become the first one
 * @iv:        IV or counter or tweak of the next block
 */
struct op {
	const struct padlock_key *key;
	const struct padlock_key *tweak_key;
	u8 iv[AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN);
};

typedef void (*crypt_fn)(struct op *op, u8 *dst, const u8 *src,
			 unsigned int nbytes, bool simd);

static __always_inline void ecb_piece(struct op *op, u8 *dst, const u8 *src,
				      unsigned int nbytes, bool simd)
{
	ecb_blocks(op->key, dst, src, nbytes / AES_BLOCK_SIZE);
}

static __always_inline void cbc_piece(struct op *op, u8 *dst, const u8 *src,
				      unsigned int nbytes, bool simd)
{
	cbc_blocks(op->key, op->iv, dst, src, nbytes / AES_BLOCK_SIZE);
}

static __always_inline void ctr_opcode_piece(struct op *op, u8 *dst,
					     const u8 *src, unsigned int nbytes,
					     bool simd)
{
	ctr_by_opcode(op->key, op->iv, dst, src, nbytes);
}

static __always_inline void ctr_ecb_piece(struct op *op, u8 *dst, const u8 *src,
					  unsigned int nbytes, bool simd)
{
	unsigned int by_eights = simd ? round_down(nbytes, EIGHT_BLOCKS) : 0;

	if (by_eights)
		ctr_by_ecb_sse2(op->key, op->iv, dst, src,
				by_eights / AES_BLOCK_SIZE);
	if (nbytes > by_eights)
		ctr_by_ecb(op->key, op->iv, dst + by_eights, src + by_eights,
			   nbytes - by_eights);
}

static __always_inline void xts_start(struct op *op)
{
	if (!op->tweak_key)
		return;
	ecb_blocks(op->tweak_key, op->iv, op->iv, 1);
	op->tweak_key = NULL;
	padlock_reload();
}

static __always_inline void xts_piece(struct op *op, u8 *dst, const u8 *src,
				      unsigned int nbytes, bool simd)
{
	unsigned int by_eights = simd ? round_down(nbytes, EIGHT_BLOCKS) : 0;
	struct block *t = (struct block *)op->iv;

	xts_start(op);
	if (by_eights)
		xts_blocks_sse2(op->key, t, dst, src,
				by_eights / AES_BLOCK_SIZE);
	if (nbytes > by_eights)
		xts_blocks(op->key, t, dst + by_eights, src + by_eights,
			   (nbytes - by_eights) / AES_BLOCK_SIZE);
}

/* Return: whether SSE2 may be used, for section_end() too */
static __always_inline bool section_begin(unsigned int nbytes, bool want_simd)
{
	bool simd = want_simd && simd_begin(nbytes / AES_BLOCK_SIZE);

	padlock_key_begin();
	return simd;
}

static __always_inline void section_end(bool simd)
{
	padlock_key_end();
	if (simd)
		kernel_fpu_end();
}

/*
 * Requests
 */

/* sg_next() for one that is not the last, without a call */
static __always_inline struct scatterlist *next_sg(struct scatterlist *sg)
{
	sg++;
	return unlikely(sg_is_chain(sg)) ? sg_chain_ptr(sg) : sg;
}

/* Will the unit take the first @len bytes of @sg as they are, in whole blocks? */
static bool plain_sg(struct scatterlist *sg, unsigned int len)
{
	for (;; sg = next_sg(sg)) {
		if (!IS_ALIGNED(sg->offset, cpu->data_align) ||
		    PageHighMem(sg_page(sg)))
			return false;
		if (sg->length >= len)
			return true;
		if (!sg->length || sg->length % AES_BLOCK_SIZE)
			return false;
		len -= sg->length;
	}
}

static __always_inline bool plain_request(const struct skcipher_request *req)
{
	return req->cryptlen && plain_sg(req->src, req->cryptlen) &&
	       (req->src == req->dst || plain_sg(req->dst, req->cryptlen));
}

/* A place in a scatterlist of memory that is always mapped */
struct place {
	struct scatterlist *sg;
	u8 *data;
	unsigned int left;	/* of this segment */
};

static __always_inline void enter(struct place *p, struct scatterlist *sg)
{
	p->sg = sg;
	p->data = lowmem_page_address(sg_page(sg)) + sg->offset;
	p->left = sg->length;
}

/* There is a next segment: the request goes on. */
static __always_inline void enter_next(struct place *p)
{
	if (!p->left)
		enter(p, next_sg(p->sg));
}

static __always_inline u8 *take(struct place *p, unsigned int n)
{
	p->left -= n;
	p->data += n;
	return p->data - n;
}

/*
 * skcipher_walk costs more than all the rest. A section ends after a page at the
 * latest.
 */
static __always_inline void crypt_plain(struct skcipher_request *req,
					struct op *op, crypt_fn crypt,
					bool want_simd)
{
	bool in_place = req->src == req->dst;
	unsigned int left = req->cryptlen;
	struct place src, dst;

	enter(&src, req->src);
	enter(&dst, req->dst);
	while (left) {
		unsigned int room = min_t(unsigned int, left, PAGE_SIZE);
		bool simd = section_begin(room, want_simd);

		left -= room;
		while (room) {
			unsigned int n;
			u8 *from, *to;

			enter_next(&src);
			n = min(room, src.left);
			if (!in_place) {
				enter_next(&dst);
				n = min(n, dst.left);
			}
			from = take(&src, n);
			to = in_place ? from : take(&dst, n);
			crypt(op, to, from, n, simd);
			room -= n;
		}
		section_end(simd);
		if (left && req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP)
			cond_resched();
	}
}

/* The walk copies what the unit can't take. Its steps are a page at most. */
static __always_inline int crypt_walk(struct skcipher_request *req,
				      struct op *op, crypt_fn crypt,
				      bool want_simd)
{
	struct skcipher_walk walk;
	int err;

	err = skcipher_walk_virt(&walk, req, false);
	while (walk.nbytes) {
		unsigned int n = walk.nbytes;
		bool simd;

		if (n < walk.total)
			n = round_down(n, AES_BLOCK_SIZE);
		simd = section_begin(n, want_simd);
		crypt(op, walk.dst.virt.addr, walk.src.virt.addr, n, simd);
		section_end(simd);
		err = skcipher_walk_done(&walk, walk.nbytes - n);
	}
	return err;
}

static __always_inline int crypt_pieces(struct skcipher_request *req,
					struct op *op, crypt_fn crypt,
					bool want_simd)
{
	if (!plain_request(req))
		return crypt_walk(req, op, crypt, want_simd);
	crypt_plain(req, op, crypt, want_simd);
	return 0;
}

/* Modes that leave the IV of a request that follows */
static __always_inline int crypt_iv(struct skcipher_request *req,
				    const struct padlock_key *key,
				    crypt_fn crypt, bool want_simd)
{
	struct op op PADLOCK_UNINITIALIZED;
	int err;

	op.key = key;
	memcpy(op.iv, req->iv, sizeof(op.iv));
	err = crypt_pieces(req, &op, crypt, want_simd);
	memcpy(req->iv, op.iv, sizeof(op.iv));
	return err;
}

static int ecb_crypt(struct skcipher_request *req, const struct padlock_key *key)
{
	struct op op PADLOCK_UNINITIALIZED;

	if (req->cryptlen % AES_BLOCK_SIZE)
		return -EINVAL;
	op.key = key;
	return crypt_pieces(req, &op, ecb_piece, false);
}

static int cbc_crypt(struct skcipher_request *req, const struct padlock_key *key)
{
	if (req->cryptlen % AES_BLOCK_SIZE)
		return -EINVAL;
	return crypt_iv(req, key, cbc_piece, false);
}

static int xts_body(struct skcipher_request *req, struct op *op)
{
	return crypt_pieces(req, op, xts_piece, true);
}

/* The body as a request of its own, then the last block and a part of one */
static noinline int xts_crypt_tail(struct skcipher_request *req, struct op *op,
				   bool encrypt)
{
	unsigned int tail = req->cryptlen % AES_BLOCK_SIZE;
	unsigned int body = req->cryptlen - tail - AES_BLOCK_SIZE;
	struct skcipher_request body_req;
	u8 buf[2 * AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN);
	int err;

	skcipher_request_set_tfm(&body_req, crypto_skcipher_reqtfm(req));
	skcipher_request_set_callback(&body_req, req->base.flags, NULL, NULL);
	skcipher_request_set_crypt(&body_req, req->src, req->dst, body,
				   req->iv);
	err = xts_body(&body_req, op);
	if (err)
		return err;

	scatterwalk_map_and_copy(buf, req->src, body, AES_BLOCK_SIZE + tail, 0);
	padlock_key_begin();
	xts_start(op);
	xts_steal(op->key, encrypt, *(struct block *)op->iv, buf, tail);
	padlock_key_end();
	scatterwalk_map_and_copy(buf, req->dst, body, AES_BLOCK_SIZE + tail, 1);
	memzero_explicit(buf, sizeof(buf));
	return 0;
}

static int xts_crypt(struct skcipher_request *req, const struct xts_ctx *ctx,
		     const struct padlock_key *key, bool encrypt)
{
	struct op op PADLOCK_UNINITIALIZED;
	int err;

	if (req->cryptlen < AES_BLOCK_SIZE)
		return -EINVAL;
	op.key = key;
	op.tweak_key = &ctx->tweak.enc;
	memcpy(op.iv, req->iv, sizeof(op.iv));
	if (req->cryptlen % AES_BLOCK_SIZE)
		err = xts_crypt_tail(req, &op, encrypt);
	else
		err = xts_body(req, &op);
	memzero_explicit(op.iv, sizeof(op.iv));
	return err;
}

/*
 * Entry points
 */

static int aes_setkey(struct crypto_tfm *tfm, const u8 *key,
		      unsigned int key_len)
{
	return set_key(align_ctx(crypto_tfm_ctx(tfm)), key, key_len);
}

static void aes_encrypt_block(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct aes_ctx *ctx = align_ctx(crypto_tfm_ctx(tfm));

	padlock_key_begin();
	ecb_blocks(&ctx->enc, dst, src, 1);
	padlock_key_end();
}

static void aes_decrypt_block(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct aes_ctx *ctx = align_ctx(crypto_tfm_ctx(tfm));

	padlock_key_begin();
	ecb_blocks(&ctx->dec, dst, src, 1);
	padlock_key_end();
}

static int mode_setkey(struct crypto_skcipher *tfm, const u8 *key,
		       unsigned int key_len)
{
	return set_key(align_ctx(crypto_skcipher_ctx(tfm)), key, key_len);
}

static void *req_ctx(struct skcipher_request *req)
{
	return align_ctx(crypto_skcipher_ctx(crypto_skcipher_reqtfm(req)));
}

static int ecb_encrypt(struct skcipher_request *req)
{
	const struct aes_ctx *ctx = req_ctx(req);

	return ecb_crypt(req, &ctx->enc);
}

static int ecb_decrypt(struct skcipher_request *req)
{
	const struct aes_ctx *ctx = req_ctx(req);

	return ecb_crypt(req, &ctx->dec);
}

static int cbc_encrypt(struct skcipher_request *req)
{
	const struct aes_ctx *ctx = req_ctx(req);

	return cbc_crypt(req, &ctx->enc);
}

static int cbc_decrypt(struct skcipher_request *req)
{
	const struct aes_ctx *ctx = req_ctx(req);

	return cbc_crypt(req, &ctx->dec);
}

static int ctr_crypt(struct skcipher_request *req)
{
	const struct aes_ctx *ctx = req_ctx(req);

	if (ctr_opcode_works)
		return crypt_iv(req, &ctx->enc, ctr_opcode_piece, false);
	return crypt_iv(req, &ctx->enc, ctr_ecb_piece, true);
}

static int xts_setkey(struct crypto_skcipher *tfm, const u8 *key,
		      unsigned int key_len)
{
	struct xts_ctx *ctx = align_ctx(crypto_skcipher_ctx(tfm));
	int err;

	err = xts_verify_key(tfm, key, key_len);
	if (err)
		return err;

	key_len /= 2;
	err = set_key(&ctx->data, key, key_len);
	if (err)
		return err;
	return set_key(&ctx->tweak, key + key_len, key_len);
}

static int xts_encrypt(struct skcipher_request *req)
{
	const struct xts_ctx *ctx = req_ctx(req);

	return xts_crypt(req, ctx, &ctx->data.enc, true);
}

static int xts_decrypt(struct skcipher_request *req)
{
	const struct xts_ctx *ctx = req_ctx(req);

	return xts_crypt(req, ctx, &ctx->data.dec, false);
}

/*
 * Known answers, asked of the unit before anything is registered. The context
 * is that of the widest mode; keys of the other modes live in its first part.
 */

static struct selftest {
	struct xts_ctx ctx __aligned(PADLOCK_ALIGN);
	struct op op;
	u8 buf[4 * AES_BLOCK_SIZE] __aligned(PADLOCK_ALIGN);
} st __initdata;

/* FIPS-197 appendix C: the key is 00 01 02 ..., the block 00 11 22 ... */
struct ecb_answer {
	u8 result[AES_BLOCK_SIZE];
	u8 key_len;
};

static const struct ecb_answer ecb_answers[] __initconst = {
	{ { 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
	    0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a }, AES_KEYSIZE_128 },
	{ { 0xdd, 0xa9, 0x7c, 0xa4, 0x86, 0x4c, 0xdf, 0xe0,
	    0x6e, 0xaf, 0x70, 0xa0, 0xec, 0x0d, 0x71, 0x91 }, AES_KEYSIZE_192 },
	{ { 0x8e, 0xa2, 0xb7, 0xca, 0x51, 0x67, 0x45, 0xbf,
	    0xea, 0xfc, 0x49, 0x90, 0x4b, 0x49, 0x60, 0x89 }, AES_KEYSIZE_256 },
};

/* SP 800-38A F.2.1: CBC-AES128, two blocks; the IV is 00 01 02 ... */
static const u8 cbc_key[] __initconst =
	"\x2b\x7e\x15\x16\x28\xae\xd2\xa6\xab\xf7\x15\x88\x09\xcf\x4f\x3c";
static const u8 cbc_plain[] __initconst =
	"\x6b\xc1\xbe\xe2\x2e\x40\x9f\x96\xe9\x3d\x7e\x11\x73\x93\x17\x2a"
	"\xae\x2d\x8a\x57\x1e\x03\xac\x9c\x9e\xb7\x6f\xac\x45\xaf\x8e\x51";
static const u8 cbc_cipher[] __initconst =
	"\x76\x49\xab\xac\x81\x19\xb2\x46\xce\xe9\x8e\x9b\x12\xe9\x19\x7d"
	"\x50\x86\xcb\x9b\x50\x72\x19\xee\x95\xdb\x11\x3a\x91\x76\x78\xb2";

/* IEEE 1619 vector 2: keys of 0x11 and 0x22, sector 0x3333333333, data 0x44 */
static const u8 xts_cipher[] __initconst =
	"\xc4\x54\x18\x5e\x6a\x16\x93\x6e\x39\x33\x40\x38\xac\xef\x83\x8b"
	"\xfb\x18\x6f\xff\x74\x80\xad\xc4\x28\x93\x82\xec\xd6\xd3\x94\xf0";

static void __init fill_counting(u8 *buf, unsigned int len, u8 step)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		buf[i] = i * step;
}

static bool __init ecb_answers_right(unsigned int key_len, const u8 *result)
{
	u8 key[AES_MAX_KEY_SIZE];
	u8 plain[AES_BLOCK_SIZE];
	bool right;

	fill_counting(key, sizeof(key), 0x01);
	fill_counting(plain, sizeof(plain), 0x11);
	if (set_key(&st.ctx.data, key, key_len))
		return false;

	memcpy(st.buf, plain, sizeof(plain));
	padlock_key_begin();
	ecb_blocks(&st.ctx.data.enc, st.buf, st.buf, 1);
	padlock_key_end();
	right = !memcmp(st.buf, result, AES_BLOCK_SIZE);

	padlock_key_begin();
	ecb_blocks(&st.ctx.data.dec, st.buf, st.buf, 1);
	padlock_key_end();
	return right && !memcmp(st.buf, plain, sizeof(plain));
}

static bool __init ecb_works(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ecb_answers); i++)
		if (!ecb_answers_right(ecb_answers[i].key_len,
				       ecb_answers[i].result))
			return false;
	return true;
}

/* Two operations, so that the second has the IV from the first. */
static void __init cbc_two_blocks(const struct padlock_key *key, const u8 *src)
{
	u8 *second = st.buf + AES_BLOCK_SIZE;

	memcpy(st.buf, src, 2 * AES_BLOCK_SIZE);
	st.op.key = key;
	fill_counting(st.op.iv, sizeof(st.op.iv), 0x01);
	padlock_key_begin();
	cbc_piece(&st.op, st.buf, st.buf, AES_BLOCK_SIZE, false);
	cbc_piece(&st.op, second, second, AES_BLOCK_SIZE, false);
	padlock_key_end();
}

static bool __init cbc_works(void)
{
	const u8 *next_iv = cbc_cipher + AES_BLOCK_SIZE;

	if (set_key(&st.ctx.data, cbc_key, AES_KEYSIZE_128))
		return false;

	cbc_two_blocks(&st.ctx.data.enc, cbc_plain);
	if (memcmp(st.buf, cbc_cipher, 2 * AES_BLOCK_SIZE) ||
	    memcmp(st.op.iv, next_iv, AES_BLOCK_SIZE))
		return false;

	cbc_two_blocks(&st.ctx.data.dec, cbc_cipher);
	return !memcmp(st.buf, cbc_plain, 2 * AES_BLOCK_SIZE) &&
	       !memcmp(st.op.iv, next_iv, AES_BLOCK_SIZE);
}

/* Two blocks of key stream; the carry after the first runs up to byte 0. */
static void __init ctr_across_wrap(crypt_fn crypt, u8 *stream)
{
	memset(stream, 0, 2 * AES_BLOCK_SIZE);
	st.op.key = &st.ctx.data.enc;
	memset(st.op.iv, 0xff, sizeof(st.op.iv));
	st.op.iv[0] = 0;
	padlock_key_begin();
	crypt(&st.op, stream, stream, 2 * AES_BLOCK_SIZE, false);
	padlock_key_end();
}

/* The opcode against counters that C made */
static bool __init ctr_opcode_answers_right(void)
{
	u8 *want = st.buf, *got = st.buf + 2 * AES_BLOCK_SIZE;
	u8 next[AES_BLOCK_SIZE];

	if (!cpu->ctr || set_key(&st.ctx.data, cbc_key, AES_KEYSIZE_128))
		return false;

	ctr_across_wrap(ctr_ecb_piece, want);
	memcpy(next, st.op.iv, sizeof(next));
	ctr_across_wrap(ctr_opcode_piece, got);
	return !memcmp(got, want, 2 * AES_BLOCK_SIZE) &&
	       !memcmp(st.op.iv, next, sizeof(next));
}

static bool __init ctr_works(void)
{
	ctr_opcode_works = ctr_opcode_answers_right();
	if (cpu->ctr && !ctr_opcode_works)
		pr_warn("XCRYPT-CTR gives wrong results, ctr(aes) does without it\n");
	/* what remains is ECB and C */
	return true;
}

static bool __init xts_works(void)
{
	u8 key[AES_KEYSIZE_128];

	memset(key, 0x11, sizeof(key));
	if (set_key(&st.ctx.data, key, sizeof(key)))
		return false;
	memset(key, 0x22, sizeof(key));
	if (set_key(&st.ctx.tweak, key, sizeof(key)))
		return false;

	st.op.key = &st.ctx.data.enc;
	st.op.tweak_key = &st.ctx.tweak.enc;
	memset(st.op.iv, 0, sizeof(st.op.iv));
	memset(st.op.iv, 0x33, 5);
	memset(st.buf, 0x44, 2 * AES_BLOCK_SIZE);
	padlock_key_begin();
	xts_piece(&st.op, st.buf, st.buf, 2 * AES_BLOCK_SIZE, false);
	padlock_key_end();
	return !memcmp(st.buf, xts_cipher, 2 * AES_BLOCK_SIZE);
}

/*
 * Algorithms
 */

static struct crypto_alg aes_alg = {
	.cra_name		= "aes",
	.cra_driver_name	= "aes-padlock",
	.cra_priority		= AES_PRIORITY,
	.cra_flags		= CRYPTO_ALG_TYPE_CIPHER,
	.cra_blocksize		= AES_BLOCK_SIZE,
	.cra_ctxsize		= CTX_SIZE(struct aes_ctx),
	.cra_module		= THIS_MODULE,
	.cra_cipher = {
		.cia_min_keysize	= AES_MIN_KEY_SIZE,
		.cia_max_keysize	= AES_MAX_KEY_SIZE,
		.cia_setkey		= aes_setkey,
		.cia_encrypt		= aes_encrypt_block,
		.cia_decrypt		= aes_decrypt_block,
	},
};

enum mode { ECB, CBC, CTR, XTS, MODES };

static struct skcipher_alg modes[MODES] = {
	[ECB] = {
		.base.cra_name		= "ecb(aes)",
		.base.cra_driver_name	= "ecb-aes-padlock",
		.base.cra_priority	= MODE_PRIORITY,
		.base.cra_blocksize	= AES_BLOCK_SIZE,
		.base.cra_ctxsize	= CTX_SIZE(struct aes_ctx),
		.base.cra_module	= THIS_MODULE,
		.min_keysize		= AES_MIN_KEY_SIZE,
		.max_keysize		= AES_MAX_KEY_SIZE,
		.setkey			= mode_setkey,
		.encrypt		= ecb_encrypt,
		.decrypt		= ecb_decrypt,
	},
	[CBC] = {
		.base.cra_name		= "cbc(aes)",
		.base.cra_driver_name	= "cbc-aes-padlock",
		.base.cra_priority	= MODE_PRIORITY,
		.base.cra_blocksize	= AES_BLOCK_SIZE,
		.base.cra_ctxsize	= CTX_SIZE(struct aes_ctx),
		.base.cra_module	= THIS_MODULE,
		.min_keysize		= AES_MIN_KEY_SIZE,
		.max_keysize		= AES_MAX_KEY_SIZE,
		.ivsize			= AES_BLOCK_SIZE,
		.setkey			= mode_setkey,
		.encrypt		= cbc_encrypt,
		.decrypt		= cbc_decrypt,
	},
	[CTR] = {
		.base.cra_name		= "ctr(aes)",
		.base.cra_driver_name	= "ctr-aes-padlock",
		.base.cra_priority	= MODE_PRIORITY,
		.base.cra_blocksize	= 1,
		.base.cra_ctxsize	= CTX_SIZE(struct aes_ctx),
		.base.cra_module	= THIS_MODULE,
		.min_keysize		= AES_MIN_KEY_SIZE,
		.max_keysize		= AES_MAX_KEY_SIZE,
		.ivsize			= AES_BLOCK_SIZE,
		.chunksize		= AES_BLOCK_SIZE,
		.setkey			= mode_setkey,
		.encrypt		= ctr_crypt,
		.decrypt		= ctr_crypt,
	},
	[XTS] = {
		.base.cra_name		= "xts(aes)",
		.base.cra_driver_name	= "xts-aes-padlock",
		.base.cra_priority	= XTS_PRIORITY,
		.base.cra_blocksize	= AES_BLOCK_SIZE,
		.base.cra_ctxsize	= CTX_SIZE(struct xts_ctx),
		.base.cra_module	= THIS_MODULE,
		.min_keysize		= 2 * AES_MIN_KEY_SIZE,
		.max_keysize		= 2 * AES_MAX_KEY_SIZE,
		.ivsize			= AES_BLOCK_SIZE,
		.setkey			= xts_setkey,
		.encrypt		= xts_encrypt,
		.decrypt		= xts_decrypt,
	},
};

static bool mode_registered[MODES], aes_registered;

static void unregister_all(void)
{
	int i;

	for (i = MODES - 1; i >= 0; i--)
		if (mode_registered[i])
			crypto_unregister_skcipher(&modes[i]);
	if (aes_registered)
		crypto_unregister_alg(&aes_alg);
}

static int __init register_aes(void)
{
	int err;

	aes_alg.cra_alignmask = cpu->data_align - 1;
	err = crypto_register_alg(&aes_alg);
	if (err)
		return err;
	aes_registered = padlock_alg_passed(&aes_alg);
	if (!aes_registered)
		crypto_unregister_alg(&aes_alg);
	return 0;
}

static int __init register_mode(int i)
{
	int err;

	/* The walk copies what the unit can't take as it is. */
	modes[i].base.cra_alignmask = cpu->data_align - 1;
	err = crypto_register_skcipher(&modes[i]);
	if (err)
		return err;
	mode_registered[i] = padlock_alg_passed(&modes[i].base);
	if (!mode_registered[i])
		crypto_unregister_skcipher(&modes[i]);
	return 0;
}

static int __init register_modes(void)
{
	static bool (*const works[MODES])(void) __initconst = {
		[ECB] = ecb_works,
		[CBC] = cbc_works,
		[CTR] = ctr_works,
		[XTS] = xts_works,
	};
	int i, err;

	for (i = 0; i < MODES; i++) {
		if (!works[i]()) {
			pr_err("%s gives wrong results on this CPU and is not registered\n",
			       modes[i].base.cra_driver_name);
			continue;
		}
		err = register_mode(i);
		if (err)
			return err;
	}
	return 0;
}

static int __init register_all(void)
{
	int err;

	err = register_aes();
	if (!err)
		err = register_modes();
	if (err)
		unregister_all();
	return err;
}

static const struct x86_cpu_id cpu_ids[] = {
	X86_MATCH_VENDOR_FEATURE(CENTAUR, X86_FEATURE_XCRYPT, NULL),
	X86_MATCH_VENDOR_FEATURE(ZHAOXIN, X86_FEATURE_XCRYPT, NULL),
	{}
};
MODULE_DEVICE_TABLE(x86cpu, cpu_ids);

/* All of it runs without SSE2 too, as on a C3 or in an interrupt. */
static void __init prepare_sse2(void)
{
	if (sse2 && boot_cpu_has(X86_FEATURE_XMM2))
		scratch = alloc_percpu(struct scratch);
	sse2 = scratch;
}

static void resume(void)
{
	padlock_resume(X86_FEATURE_XCRYPT_EN);
}

PADLOCK_ON_RESUME(on_resume, resume);

static int __init padlock_aes_init(void)
{
	int err;

	if (!x86_match_cpu(cpu_ids))
		return -ENODEV;
	if (!boot_cpu_has(X86_FEATURE_XCRYPT_EN)) {
		pr_err("ACE is present but disabled, by the firmware or by the hypervisor\n");
		return -ENODEV;
	}
	cpu = padlock_cpu_find(boot_cpu_data.x86, boot_cpu_data.x86_model);
	if (!cpu)
		return -ENODEV;
	if (!ecb_works()) {
		pr_err("ACE gives wrong results on this CPU and is not used\n");
		return -ENODEV;
	}

	prepare_sse2();
	err = register_all();
	if (err) {
		free_percpu(scratch);
		return err;
	}
	padlock_register_resume(&on_resume);
	pr_info("Using VIA PadLock ACE for AES algorithm.\n");
	return 0;
}
module_init(padlock_aes_init);

static void __exit padlock_aes_exit(void)
{
	padlock_unregister_resume(&on_resume);
	unregister_all();
	free_percpu(scratch);
}
module_exit(padlock_aes_exit);

MODULE_DESCRIPTION("AES by the PadLock ACE of VIA and Zhaoxin CPUs");
MODULE_AUTHOR("The padlock-linux developers");
MODULE_VERSION(PADLOCK_VERSION);
MODULE_LICENSE("GPL");
MODULE_ALIAS_CRYPTO("aes");
MODULE_ALIAS_CRYPTO("aes-padlock");
MODULE_ALIAS_CRYPTO("ecb-aes-padlock");
MODULE_ALIAS_CRYPTO("cbc-aes-padlock");
MODULE_ALIAS_CRYPTO("ctr-aes-padlock");
MODULE_ALIAS_CRYPTO("xts-aes-padlock");
