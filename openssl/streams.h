/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modes that are made of ECB and an XOR, for blocks.c, which may include this twice:
 * for CPUs with SSE2 and for those without. STREAM(name) are the names.
 */

static __always_inline vector STREAM(load)(const unsigned char *p)
{
	return *(const vector_anywhere *)p;
}

static __always_inline void STREAM(store)(unsigned char *p, vector v)
{
	*(vector_anywhere *)p = v;
}

static __always_inline void STREAM(xor_stream)(unsigned char *out,
					       const unsigned char *in,
					       const vector *stream,
					       size_t blocks)
{
	size_t i;

#pragma GCC unroll 8
	for (i = 0; i < blocks; i++)
		STREAM(store)(out + i * AES_BLOCK,
			      STREAM(load)(in + i * AES_BLOCK) ^ stream[i]);
}

/*
 * Counter mode
 */

/* Counters of which the last 32 bits do not wrap */
static __always_inline void STREAM(fill_counters)(vector *p,
						  const unsigned char *iv,
						  size_t blocks)
{
	vector counter = STREAM(load)(iv);
	unsigned int low = low_word(iv);
	size_t i;

#pragma GCC unroll 8
	for (i = 0; i < blocks; i++) {
		p[i] = counter;
		/* in memory: SSE2 cannot put a word into a vector at once */
		((may_alias_word *)&p[i])[3] = __builtin_bswap32(low++);
	}
}

/* Blocks up to the wrap of the last 32 bits of @iv, which are then left as they were */
static __attribute__((__noinline__)) void
STREAM(ctr_by_ecb)(const struct padlock_key *key, const unsigned char *iv,
		   unsigned char *out, const unsigned char *in, size_t blocks)
{
	vector stream[BATCH];
	unsigned char counter[AES_BLOCK] ALIGNED;
	size_t used = blocks < BATCH ? blocks : BATCH;

	memcpy(counter, iv, AES_BLOCK);
	while (blocks) {
		size_t n = blocks < BATCH ? blocks : BATCH;

		STREAM(fill_counters)(stream, counter, n);
		padlock_xcrypt_ecb(key, stream, stream, n);
		STREAM(xor_stream)(out, in, stream, n);
		set_low_word(counter, low_word(counter) + n);
		in += n * AES_BLOCK;
		out += n * AES_BLOCK;
		blocks -= n;
	}
	OPENSSL_cleanse(stream, used * AES_BLOCK);
}

/*
 * XTS: the tweaks are kept from before the operation to after it.
 */

/* Times x in GF(2^128), the first byte is the lowest (IEEE 1619 5.2). */
static __always_inline vector STREAM(times_x)(vector t)
{
	signs moved = __builtin_shufflevector((signs)t, (signs)t, 3, 0, 1, 0);
	vector carries = (vector)(moved >> 31) & (vector){ 0x87, 0, 1, 0 };

	return (vector)((pair)t << 1) ^ carries;
}

static void STREAM(double_tweak)(unsigned char *tweak)
{
	STREAM(store)(tweak, STREAM(times_x)(STREAM(load)(tweak)));
}

/* XORs the tweaks, and returns that of the block that follows. */
static __always_inline vector STREAM(xor_tweaks)(vector t, unsigned char *out,
						 const unsigned char *in,
						 vector *tweaks, size_t blocks)
{
	size_t i;

#pragma GCC unroll 8
	for (i = 0; i < blocks; i++) {
		tweaks[i] = t;
		STREAM(store)(out + i * AES_BLOCK,
			      STREAM(load)(in + i * AES_BLOCK) ^ t);
		t = STREAM(times_x)(t);
	}
	return t;
}

static __attribute__((__noinline__)) void
STREAM(xts_by_ecb)(const struct padlock_key *key, unsigned char *tweak,
		   unsigned char *out, const unsigned char *in, size_t blocks)
{
	vector tweaks[BATCH];
	size_t used = blocks < BATCH ? blocks : BATCH;
	vector t = STREAM(load)(tweak);

	while (blocks) {
		size_t n = blocks < BATCH ? blocks : BATCH;

		t = STREAM(xor_tweaks)(t, out, in, tweaks, n);
		xcrypt_groups(xcrypt_ecb, PADLOCK_ECB_GROUP, key, NULL, out,
			      out, n);
		STREAM(xor_stream)(out, out, tweaks, n);
		in += n * AES_BLOCK;
		out += n * AES_BLOCK;
		blocks -= n;
	}
	STREAM(store)(tweak, t);
	OPENSSL_cleanse(tweaks, used * AES_BLOCK);
}
