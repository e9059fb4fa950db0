// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite "walk": uneven scatterlists, every alignment, any length, in place and
 * not, requests chained by their IV. What is beside a piece must stay.
 */
#include <linux/slab.h>

#include "walk.h"

static const char * const placement_name[] = {
	[WALK_OUT_OF_PLACE] = "out of place",
	[WALK_IN_PLACE] = "in place",
	[WALK_TWO_LISTS] = "in place by two lists",
};

int walk_init(struct walk *w)
{
	int rc;

	w->in = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	w->want = kmalloc(TEST_MAX_DATA, GFP_KERNEL);
	if (!w->in || !w->want)
		return -ENOMEM;
	rc = segments_alloc(&w->mem[0], false);
	if (!rc)
		rc = segments_alloc(&w->mem[1], true);
	return rc ?: segments_alloc(&w->dst, false);
}

void walk_free(struct walk *w)
{
	segments_free(&w->mem[0]);
	segments_free(&w->mem[1]);
	segments_free(&w->dst);
	kfree(w->in);
	kfree(w->want);
}

/* Dense where block and page boundaries are, random between. */
static unsigned int rnd_len(struct test_rnd *rnd, const struct test_mode *mode,
			    unsigned int round)
{
	unsigned int len;

	switch (round % 4) {
	case 0:
		len = round / 4 % (20 * TEST_BLOCK);
		break;
	case 1:
		len = test_below(rnd, 40 * TEST_BLOCK);
		break;
	case 2:
		len = PAGE_SIZE * (1 + test_below(rnd, 2)) - 40 +
		      test_below(rnd, 80);
		break;
	default:
		len = test_below(rnd, TEST_MAX_DATA + 1);
	}
	len -= len % mode->granule;
	return len < mode->min ? mode->min : len;
}

static int run(struct walk *w, struct crypto_skcipher *tfm, u8 *iv)
{
	struct segments *src = &w->mem[test_below(&w->rnd, 2)];
	struct segments *dst = w->placement == WALK_OUT_OF_PLACE ? &w->dst : src;
	struct scatterlist *out = dst->sg;
	int rc;

	segments_cut(src, &w->rnd, w->len);
	segments_put(src, w->in);
	if (w->placement == WALK_OUT_OF_PLACE) {
		segments_cut(dst, &w->rnd, w->len);
		segments_put(dst, NULL);
	} else if (w->placement == WALK_TWO_LISTS) {
		segments_recut(&w->view, src, &w->rnd);
		out = w->view.sg;
	}
	rc = test_crypt(tfm, w->enc, src->sg, out, w->len, iv, w->flags);
	if (rc)
		return rc;
	if (segments_differ(dst, w->want) != -1)
		return -EBADMSG;
	if (dst != src && segments_differ(src, w->in) != -1)
		return -EROFS;	/* the source was written to */
	return 0;
}

int walk_request(struct walk *w, struct test_pair *p, unsigned int round)
{
	u8 raw[2 * TEST_BLOCK], want_iv[TEST_BLOCK];
	u8 *iv = raw + test_below(&w->rnd, TEST_BLOCK);
	int rc;

	w->len = rnd_len(&w->rnd, p->mode, round);
	w->requests++;
	w->bytes += w->len;
	w->enc = test_below(&w->rnd, 2);
	w->placement = test_below(&w->rnd, WALK_PLACEMENTS);
	w->flags = test_below(&w->rnd, 2) ? CRYPTO_TFM_REQ_MAY_SLEEP : 0;
	test_rnd_bytes(&w->rnd, w->in, w->len);
	test_rnd_iv(&w->rnd, p->mode, iv, w->len);
	memcpy(want_iv, iv, TEST_BLOCK);
	rc = test_oracle(p, w->enc, w->in, w->want, w->len, want_iv);
	if (rc)
		return rc;
	rc = run(w, p->drv, iv);
	test_check(!rc, "%s, round %u: %scrypt %u bytes %s: error %d",
		   p->target->driver, round, w->enc ? "en" : "de", w->len,
		   placement_name[w->placement], rc);
	if (test_iv_defined(p->mode))
		test_check(!memcmp(iv, want_iv, TEST_BLOCK),
			   "%s, round %u: %scrypt %u bytes %s: IV out %16phN, not %16phN",
			   p->target->driver, round, w->enc ? "en" : "de",
			   w->len, placement_name[w->placement], iv, want_iv);
	return 0;
}

int walk_chain(struct walk *w, struct test_pair *p, unsigned int round)
{
	u8 iv[TEST_BLOCK], whole_iv[TEST_BLOCK];
	unsigned int total, at, n;
	int rc;

	total = TEST_BLOCK * test_below(&w->rnd, TEST_MAX_DATA / TEST_BLOCK);
	w->enc = test_below(&w->rnd, 2);
	test_rnd_bytes(&w->rnd, w->in, total);
	test_rnd_iv(&w->rnd, p->mode, iv, total);
	memcpy(whole_iv, iv, TEST_BLOCK);
	rc = test_oracle(p, w->enc, w->in, w->want, total, whole_iv);
	for (at = 0; !rc && at < total; at += n) {
		n = TEST_BLOCK * (1 + test_below(&w->rnd, 40));
		n = min(n, total - at);
		w->requests++;
		rc = test_crypt_flat(p->drv, w->enc, w->in + at, n, iv);
	}
	w->bytes += total;
	test_check(!rc && !memcmp(w->in, w->want, total) &&
		   !memcmp(iv, whole_iv, TEST_BLOCK),
		   "%s, round %u: %scrypt %u bytes in chained requests: error %d",
		   p->target->driver, round, w->enc ? "en" : "de", total, rc);
	return 0;
}

static int target(struct walk *w, const struct test_target *t)
{
	unsigned int round, rounds = test_iterations(600);
	struct test_pair p;
	int rc;

	rc = test_pair_alloc(&p, t);
	for (round = 0; !rc && round < rounds; round++) {
		if (round % 8 == 0)
			rc = test_pair_rekey(&p, &w->rnd, 0);
		if (!rc)
			rc = walk_request(w, &p, round);
		if (!rc && round % 8 == 0 && test_iv_defined(t->mode))
			rc = walk_chain(w, &p, round);
	}
	test_pair_free(&p);
	return rc;
}

int suite_walk(void)
{
	const struct test_target *t;
	struct walk *w;
	unsigned int i;
	int rc;

	w = kzalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return -ENOMEM;
	test_rnd_init(&w->rnd, 2);
	rc = walk_init(w);
	for (i = 0; !rc && (t = test_target(i)) != NULL; i++)
		rc = target(w, t);
	walk_free(w);
	kfree(w);
	return rc;
}
