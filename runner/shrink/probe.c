/* SPDX-License-Identifier: Apache-2.0 */
/* probe.c - estimates from a few runs how often an external program fails, and chooses the failure
 * that the search keeps. */
#include "runner/shrink/impl.h"

enum { PROBES = 3, PROBES_MAX = 10, TRIES_MAX = 30 };

/* Runs of the failing program, and one of the control. */
struct probes {
	const struct shrink *s;
	const struct scn__cell *cell;
	struct runner__result results[PROBES];
	size_t failing;
	bool control, passes;
	struct str all_in; /* the text in which all must fail in the same way; NULL: any */
	int64_t waited_ns; /* by the control */
};

static void probe_one(void *user, size_t i)
{
	struct probes *p = user;
	struct shrink__manner how = shrink__manner_of(p->s, SHRINK_OTHER);

	if (i < p->failing) {
		shrink__run_failing(p->s, p->cell, &p->results[i]);
		return;
	}
	how.patience_ns = 0;
	p->passes = shrink__passes(p->s, p->cell, &how, &p->waited_ns, NULL);
}

/* One other result decides. */
static bool probed(void *user, size_t i)
{
	const struct probes *p = user;

	return !p->all_in.ptr || i >= p->failing ||
	       shrink__is_same(p->s, p->all_in, shrink__place_now(p->s), &p->results[i]);
}

static void run_probes(struct probes *p)
{
	shrink__spread(p->s,
		       &(struct shrink__work) { p->failing + p->control, probe_one, probed, p });
}

static void probes_fini(struct probes *p)
{
	for (size_t i = 0; i < p->failing; i++)
		runner__result_fini(&p->results[i]);
}

static size_t count_same(const struct probes *p, struct str text)
{
	struct shrink__span place = shrink__place_now(p->s);
	size_t n = 0;

	for (size_t i = 0; i < p->failing; i++)
		n += shrink__is_same(p->s, text, place, &p->results[i]);
	return n;
}

/* --- choosing one of several failures --- */

/* The most frequent place of the first run and these; among equally frequent ones the last in the
 * file, since an earlier expectation can be dropped. SIZE_MAX: the place of the first run. */
static size_t vote(struct shrink *s, const struct probes *p, struct str text)
{
	struct shrink__part *places[PROBES + 1] = { s->place };
	size_t best = 0, most = 0;

	for (size_t i = 0; i < p->failing; i++)
		places[i + 1] = shrink__place_of(s, text, &p->results[i]);
	for (size_t i = 0; i <= p->failing; i++) {
		size_t count = 0;

		for (size_t k = 0; k <= p->failing; k++)
			count += places[i] && places[k] == places[i];
		if (count > most ||
		    (count && count == most && places[i]->start > places[best]->start)) {
			best = i;
			most = count;
		}
	}
	return places[best] == s->place ? SIZE_MAX : best - 1;
}

/* Only if it also fails there alone: concurrent programs may disturb each other. */
static bool move_to_most_frequent(struct shrink *s, const struct probes *p, struct str text)
{
	size_t other = vote(s, p, text);
	struct runner__result alone;
	bool moved;

	if (other == SIZE_MAX)
		return false;
	shrink__run_failing(s, p->cell, &alone);
	moved = shrink__place_of(s, text, &alone) == shrink__place_of(s, text, &p->results[other]);
	if (moved)
		shrink__adopt(s, text, &alone);
	runner__result_fini(&alone);
	return moved;
}

/* --- dropping unrelated parts --- */

static void drop_or_put_back(struct shrink__part *p, bool drop)
{
	if (p->stays || p->fixed)
		return;
	if (drop)
		p->dropped++;
	else
		p->dropped--;
}

/* Drops the other expectations, and the steps after the failing one. */
static void drop_other_expectations(struct shrink *s, bool drop)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct shrink__part *expect = shrink__entry(s->place_step, "expect");
	bool behind = false;

	for (size_t i = 0; steps && i < steps->count; i++) {
		if (behind || shrink__entry(steps->items[i], "expect"))
			drop_or_put_back(steps->items[i], drop);
		behind |= steps->items[i] == s->place_step;
	}
	for (size_t i = 0; expect && i < expect->count; i++)
		drop_or_put_back(expect->items[i], drop);
}

/* Whether the candidate fails in all runs and the control passes. */
static bool fails_always(struct shrink *s, struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = shrink__load(s, text, &errors);
	struct probes p = { .s = s,
			    .cell = sc ? shrink__cell_of(sc, s->cell) : NULL,
			    .failing = PROBES,
			    .control = true,
			    .all_in = text };
	bool all = false;

	for (size_t i = 0; i < PROBES; i++)
		runner__result_init(&p.results[i]);
	if (p.cell) {
		run_probes(&p);
		all = p.passes && count_same(&p, text) == PROBES;
	}
	if (all) {
		shrink__take_waited(s, p.waited_ns);
		s->lasted_ns = p.results[0].virtual_ns;
	}
	probes_fini(&p);
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
	return all;
}

/* Drops all apparently unrelated parts in one step, before any measurement. A small story runs much
 * faster, and a program that fails at one of several expectations fails at the last one if there
 * are no others. */
static bool narrow(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct shrink__units unlike = { 0 };
	bool ok;

	if (s->out->control != SHRINK_OTHER || !s->place || s->how.ending != RUNNER_AT_STEP ||
	    !shrink__goes_on(s))
		return false;
	if (*s->about)
		shrink__units_unlike(s, &unlike);
	shrink__drop(unlike.all, unlike.count);
	drop_other_expectations(s, true);
	shrink__tree_write(&s->tree, &text);
	s->tried++;
	ok = !s->failed && !text.failed && !str_eq(strbuf_str(&text), strbuf_str(&s->best)) &&
	     fails_always(s, strbuf_str(&text));
	if (ok) {
		s->out->probes = s->out->hits = PROBES;
		shrink__take_best(s, strbuf_str(&text), shrink__place_now(s));
		shrink__report_progress(s, true);
	} else {
		drop_other_expectations(s, false);
		shrink__put_back(unlike.all, unlike.count);
		strbuf_clear(&text);
		shrink__tree_write(&s->tree, &text);
	}
	shrink__units_fini(&unlike);
	return ok;
}

/* --- frequency --- */

/* Runs one after the other. If one of them passes, runs as often as necessary to estimate the
 * frequency of the failure. It determines the number of runs per candidate such that one in twenty
 * equally frequent failures is missed. */
static void measure(struct shrink *s, const struct scn__cell *cell, struct str text)
{
	struct shrink__result *out = s->out;
	struct runner__result result;
	unsigned more = PROBES;
	double passes_all = 1;

	while (out->probes < more && shrink__goes_on(s)) {
		shrink__run_failing(s, cell, &result);
		out->probes++;
		out->hits += shrink__is_same(s, text, shrink__place_now(s), &result);
		runner__result_fini(&result);
		if (out->hits < out->probes)
			more = PROBES_MAX;
	}
	if (out->hits == out->probes) {
		/* it always fails only alone: a fixed port, or a machine that is too small */
		out->alone = s->beside > 1 && out->probes > 1;
		s->beside = out->alone ? 1 : s->beside;
		return;
	}
	for (s->tries = 0; s->tries < TRIES_MAX && passes_all > 0.05; s->tries++)
		passes_all *= 1 - (double)out->hits / out->probes;
}

/* Runs several at a time, with the control. Returns true if that was sufficient. */
static bool probe_beside(struct shrink *s, const struct scn__cell *cell, struct str text)
{
	struct probes p = { .s = s,
			    .cell = cell,
			    .failing = PROBES - 1,
			    .control = s->out->control == SHRINK_OTHER };
	bool all;

	run_probes(&p);
	all = count_same(&p, text) == p.failing && (p.passes || !p.control);
	if (all) {
		s->out->probes += PROBES - 1;
		s->out->hits += PROBES - 1;
		if (p.control)
			shrink__take_waited(s, p.waited_ns);
	} else if (p.passes) {
		all = move_to_most_frequent(s, &p, text) && narrow(s);
	}
	probes_fini(&p);
	return all;
}

void shrink__probe(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc;
	const struct scn__cell *cell;

	if (s->opt->repeat || !s->opt->run->subject || narrow(s))
		return;
	strbuf_adds(&text, strbuf_str(&s->best));
	sc = text.failed ? NULL : shrink__load(s, strbuf_str(&text), &errors);
	cell = sc ? shrink__cell_of(sc, s->cell) : NULL;
	s->failed |= text.failed || errors.failed;
	if (cell &&
	    !(s->beside > 1 && shrink__goes_on(s) && probe_beside(s, cell, strbuf_str(&text))))
		measure(s, cell, strbuf_str(&text));
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
}
