/* SPDX-License-Identifier: Apache-2.0 */
/* pair.c - pairs expected items with actual records: the longest common sequence, where a similar
 * pair (the same request, the same object) counts less than a matching one. Used only for streams
 * that did not match. */
#include "base/alloc.h"
#include "runner/expect/expect.h"

/* --- two sequences side by side --- */

/* An item of the stream; the members of a group follow its title. */
struct wanted {
	const struct scn__item *item;
	const struct scn__item *group; /* the group of a member, else NULL */
	bool title;
	size_t rec; /* for a member: the first record that matches it */
};

struct pairing {
	struct scn__run *r;
	struct wanted *wanted;
	size_t wanted_count;
	struct scn__rec *const *recs;
	size_t rec_count;
	bool *taken;		 /* [rec]: paired with a member of the group */
	unsigned char *likeness; /* [wanted][rec] */
	int32_t *score;		 /* [wanted + 1][rec + 1]: best score of the rest */
};

enum likeness { UNLIKE, NEAR, ALIKE };

enum { SCORE_ALIKE = 8, SCORE_NEAR = 3, SCORE_ALONE = -1 };

static const struct scn__rec *before(const struct pairing *p, size_t rec)
{
	return rec ? p->recs[rec - 1] : NULL;
}

static bool fits(struct pairing *p, const struct scn__item *item, size_t rec)
{
	size_t names = p->r->name_count;
	bool good = expect__item_fits(p->r, item, p->recs[rec], before(p, rec), NULL);

	p->r->name_count = names;
	return good;
}

/* The same request or the same object: such a pair gets a line that shows the differences. */
static bool is_near(const struct scn__item *item, const struct scn__rec *rec)
{
	if (item->type && item->type != rec->type)
		return false;
	if (item->verb <= SCN_V_ANY_REQUEST && item->verb != SCN_V_GET)
		return item->verb == rec->verb;
	return str_eq(item->key.ns, rec->ns) && str_eq(item->key.name, rec->name);
}

static unsigned char likeness(struct pairing *p, const struct wanted *w, size_t rec)
{
	if (w->title || w->item->kind == SCN_GAP)
		return UNLIKE;
	return fits(p, w->item, rec) ? ALIKE : is_near(w->item, p->recs[rec]) ? NEAR : UNLIKE;
}

/* Pairs members without a record with the first free record that matches, or is near. */
static void claim(struct pairing *p, struct wanted *members, size_t count, bool near)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < p->rec_count && members[i].rec == SIZE_MAX; k++) {
			if (p->taken[k] || !(near ? is_near(members[i].item, p->recs[k])
						  : fits(p, members[i].item, k)))
				continue;
			members[i].rec = k;
			p->taken[k] = true;
		}
}

/* Sorts the members of a group by their records; members without a record are last. */
static void order_group(struct pairing *p, struct wanted *members, size_t count)
{
	for (size_t i = 0; i < count; i++)
		members[i].rec = SIZE_MAX;
	memset(p->taken, 0, p->rec_count * sizeof(*p->taken));
	claim(p, members, count, false);
	claim(p, members, count, true);
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k > 0 && members[k - 1].rec > members[k].rec; k--) {
			struct wanted swap = members[k];

			members[k] = members[k - 1];
			members[k - 1] = swap;
		}
}

static void flatten(struct pairing *p, const struct scn__stream *stream)
{
	for (size_t i = 0; i < stream->count && p->wanted_count < EXPECT_PAIRED_MAX; i++) {
		const struct scn__item *it = &stream->items[i];
		size_t first;

		p->wanted[p->wanted_count++] =
		    (struct wanted) { .item = it, .title = it->kind == SCN_ANY_ORDER };
		first = p->wanted_count;
		for (size_t k = 0; k < it->item_count && p->wanted_count < EXPECT_PAIRED_MAX; k++)
			p->wanted[p->wanted_count++] =
			    (struct wanted) { .item = &it->items[k], .group = it };
		order_group(p, p->wanted + first, p->wanted_count - first);
	}
}

static int32_t *score_at(struct pairing *p, size_t i, size_t j)
{
	return &p->score[i * (p->rec_count + 1) + j];
}

static bool is_gap(const struct wanted *w)
{
	return w->item->kind == SCN_GAP;
}

static int32_t together(struct pairing *p, size_t i, size_t j)
{
	switch ((enum likeness)p->likeness[i * p->rec_count + j]) {
	case ALIKE:
		return *score_at(p, i + 1, j + 1) + SCORE_ALIKE;
	case NEAR:
		return *score_at(p, i + 1, j + 1) + SCORE_NEAR;
	case UNLIKE:
		break;
	}
	return INT32_MIN;
}

/* The score if record j is paired with no item. */
static int32_t without_item(struct pairing *p, size_t i, size_t j)
{
	bool gap = i < p->wanted_count && is_gap(&p->wanted[i]);

	return *score_at(p, i, j + 1) + (gap ? 0 : SCORE_ALONE);
}

static void fill_scores(struct pairing *p)
{
	for (size_t i = p->wanted_count + 1; i-- > 0;)
		for (size_t j = p->rec_count + 1; j-- > 0;) {
			int32_t best = i == p->wanted_count && j == p->rec_count ? 0 : INT32_MIN;

			if (i < p->wanted_count && j < p->rec_count)
				best = together(p, i, j);
			/* titles and gaps are never paired, so they cost the same on every path */
			if (i<p->wanted_count && * score_at(p, i + 1, j) + SCORE_ALONE> best)
				best = *score_at(p, i + 1, j) + SCORE_ALONE;
			if (j < p->rec_count && without_item(p, i, j) > best)
				best = without_item(p, i, j);
			*score_at(p, i, j) = best;
		}
}

/* --- pairs --- */

static void add_pair(struct pairing *p, const struct wanted *w, char mark, size_t rec,
		     size_t skipped, struct scn__list *out)
{
	struct scn__pair *pair = world__alloc(p->r, sizeof(*pair));

	if (!pair)
		return;
	*pair = (struct scn__pair) { .mark = mark, .skipped = skipped };
	if (w) {
		pair->item = w->item;
		pair->group = w->group;
	}
	if (rec != SIZE_MAX) {
		pair->rec = p->recs[rec];
		pair->before = before(p, rec);
	}
	world__push(p->r, out, pair);
}

static void walk(struct pairing *p, struct scn__list *out)
{
	size_t i = 0, j = 0, skipped = 0;

	while (i < p->wanted_count || j < p->rec_count) {
		const struct wanted *w = i < p->wanted_count ? &p->wanted[i] : NULL;
		int32_t best = *score_at(p, i, j);

		if (w && j < p->rec_count && together(p, i, j) == best) {
			/* Match again to bind names; earlier pairs may have bound some. */
			bool alike =
			    p->likeness[i * p->rec_count + j] == ALIKE &&
			    expect__item_fits(p->r, w->item, p->recs[j], before(p, j), NULL);

			add_pair(p, w, alike ? '=' : '~', j, 0, out);
			i++, j++;
		} else if (w && *score_at(p, i + 1, j) + SCORE_ALONE == best) {
			add_pair(p, w,
				 w->title    ? ' '
				 : is_gap(w) ? '.'
					     : '-',
				 SIZE_MAX, skipped, out);
			skipped = 0;
			i++;
		} else if (w && is_gap(w)) {
			skipped++;
			j++;
		} else {
			add_pair(p, NULL, '+', j, 0, out);
			j++;
		}
	}
}

void expect__pair_up(struct scn__run *r, const struct scn__stream *stream,
		     struct scn__rec *const *recs, size_t count, struct scn__list *out)
{
	struct pairing p = { .r = r, .recs = recs, .rec_count = count };
	size_t cells;

	p.wanted = base__calloc(EXPECT_PAIRED_MAX + 1, sizeof(*p.wanted));
	p.taken = base__calloc(count + 1, sizeof(*p.taken));
	if (p.wanted && p.taken)
		flatten(&p, stream);
	cells = (p.wanted_count + 1) * (count + 1);
	p.likeness = base__calloc(cells, sizeof(*p.likeness));
	p.score = base__calloc(cells, sizeof(*p.score));
	if (p.wanted && p.taken && p.likeness && p.score) {
		for (size_t i = 0; i < p.wanted_count; i++)
			for (size_t j = 0; j < count; j++)
				p.likeness[i * count + j] = likeness(&p, &p.wanted[i], j);
		fill_scores(&p);
		walk(&p, out);
	}
	base__free(p.wanted);
	base__free(p.taken);
	base__free(p.likeness);
	base__free(p.score);
}
