/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/explore/explore.h"

#include "base/alloc.h"
#include "runner/engine/run.h"

/* The first choices of a run decide to which shard it belongs. */
enum { SHARD_DEPTH = 10 };

void explore__result_init(struct explore__result *r)
{
	memset(r, 0, sizeof(*r));
	runner__result_init(&r->first);
}

void explore__result_fini(struct explore__result *r)
{
	runner__result_fini(&r->first);
	base__free(r->picks);
	r->picks = NULL;
}

static void run_once(const struct scn__cell *cell, const struct explore__options *opt,
		     struct choice *c, uint64_t seed, struct runner__result *out)
{
	struct scn__run_options run = *opt->run;

	run.choice = c;
	run.interleave = opt->interleave;
	run.seed = seed;
	runner__result_init(out);
	scn__run(cell, &run, out);
}

/* True for a failure, or the expected one if the cell is expected to fail. */
static bool is_found(const struct scn__cell *cell, const struct runner__result *r)
{
	if (cell->outcome.kind == SCN_PASSES)
		return r->verdict != RUNNER_PASS && r->verdict != RUNNER_SKIP;
	return r->verdict == RUNNER_PASS && r->as_expected;
}

static bool is_same(const struct runner__result *a, const struct runner__result *b)
{
	return a->verdict == b->verdict && a->ending == b->ending && a->line == b->line &&
	       a->column == b->column &&
	       (a->oracle == b->oracle ||
		(a->oracle && b->oracle && !strcmp(a->oracle, b->oracle)));
}

/* --- shrinks the choices: as many first alternatives as possible --- */

static bool fails_so(const struct scn__cell *cell, const struct explore__options *opt,
		     struct explore__result *out, const uint32_t *picks, size_t count)
{
	struct runner__result result;
	struct choice c;
	bool same;

	if (choice_init_list(&c, picks, count))
		return false;
	run_once(cell, opt, &c, out->first.seed, &result);
	same = !c.failed && is_same(&result, &out->first);
	runner__result_fini(&result);
	choice_fini(&c);
	return same;
}

static void shrink_picks(const struct scn__cell *cell, const struct explore__options *opt,
			 struct explore__result *out)
{
	size_t n = out->pick_count;
	uint32_t *try = base__calloc(n + 1, sizeof(*try));

	for (size_t chunk = n; try && chunk > 0; chunk /= 2) {
		for (size_t at = 0; at < n; at += chunk) {
			size_t len = at + chunk < n ? chunk : n - at;
			bool any = false;

			memcpy(try, out->picks, n * sizeof(*try));
			for (size_t i = at; i < at + len; i++) {
				any |= try[i] != 0;
				try[i] = 0;
			}
			if (any && fails_so(cell, opt, out, try, n))
				memcpy(out->picks, try, n * sizeof(*try));
		}
	}
	while (out->pick_count && !out->picks[out->pick_count - 1])
		out->pick_count--; /* after its end a list picks 0 */
	base__free(try);
}

static int keep_first(const struct scn__cell *cell, const struct explore__options *opt,
		      const struct choice *c, struct runner__result *take_result,
		      struct explore__result *out)
{
	out->picks = base__calloc(c->depth + 1, sizeof(*out->picks));
	if (!out->picks) {
		runner__result_fini(take_result);
		return RELIST_ENOMEM;
	}
	if (c->depth)
		memcpy(out->picks, c->picked, c->depth * sizeof(*out->picks));
	out->pick_count = c->depth;
	runner__result_fini(&out->first);
	out->first = *take_result;
	shrink_picks(cell, opt, out);
	return 0;
}

/* Counts a run and takes ownership of its result. */
static int note(const struct scn__cell *cell, const struct explore__options *opt, struct choice *c,
		struct runner__result *result, struct explore__result *out)
{
	int code = 0;

	out->runs++;
	if (c->failed || result->verdict == RUNNER_ERROR) {
		bool memory = c->failed || strcmp(result->what, "out of memory") == 0;

		(void)snprintf(out->error, sizeof(out->error), "%s",
			       memory ? "out of memory" : result->what);
		runner__result_fini(result);
		return memory ? RELIST_ENOMEM : RELIST_EIO;
	}
	if (!is_found(cell, result)) {
		runner__result_fini(result);
		return 0;
	}
	if (!out->failures++)
		code = keep_first(cell, opt, c, result, out);
	else
		runner__result_fini(result);
	return code;
}

static bool is_stopped(const struct explore__options *opt)
{
	return opt->stop && opt->stop(opt->stop_user);
}

static int by_seeds(const struct scn__cell *cell, const struct explore__options *opt,
		    struct explore__result *out)
{
	int code = 0;

	uint64_t i = opt->shards ? opt->shard : 0;

	for (; !code && i < opt->seeds && !is_stopped(opt); i += opt->shards ? opt->shards : 1) {
		struct runner__result result;
		struct choice c;

		choice_init_seed(&c, opt->seed + i, true);
		run_once(cell, opt, &c, opt->seed + i, &result);
		code = note(cell, opt, &c, &result, out);
		choice_fini(&c);
	}
	out->complete = !code && i >= opt->seeds;
	return code;
}

static int by_order(const struct scn__cell *cell, const struct explore__options *opt,
		    struct explore__result *out)
{
	uint32_t begun[SHARD_DEPTH];
	size_t begun_len = SIZE_MAX; /* length of `begun` */
	uint64_t beginnings = 0;
	struct choice c;
	bool more = true, mine = false;
	int code = 0;

	choice_init_odometer(&c);
	c.prune = !opt->all;
	while (!code && more && !is_stopped(opt) &&
	       (!opt->runs_max || out->runs + out->pruned < opt->runs_max)) {
		struct runner__result result;
		size_t len;

		/* States are remembered only if all orders after them are tried: not with a depth
		 * limit, and not in the first run of a shard's beginning, which may belong to
		 * another shard. */
		c.remember = !opt->depth && (!opt->shards || (mine && begun_len == SHARD_DEPTH &&
							      c.depth_end > SHARD_DEPTH));
		run_once(cell, opt, &c, opt->seed, &result);
		len = c.depth < SHARD_DEPTH ? c.depth : SHARD_DEPTH;
		if (len != begun_len || memcmp(begun, c.picked, len * sizeof(*begun)) != 0)
			beginnings++;
		begun_len = len;
		if (len)
			memcpy(begun, c.picked, len * sizeof(*begun));
		mine = !opt->shards || (beginnings - 1) % opt->shards == opt->shard;
		if (mine && !c.redundant) {
			code = note(cell, opt, &c, &result, out);
		} else {
			out->pruned += mine;
			code = c.failed ? RELIST_ENOMEM : 0;
			runner__result_fini(&result);
		}
		if (!mine)
			choice_truncate(&c, SHARD_DEPTH);
		if (opt->depth)
			choice_truncate(&c, (size_t)opt->depth);
		more = choice_next_run(&c);
	}
	out->complete = !code && !more;
	out->progress = out->complete ? 1 : choice_progress(&c);
	out->left = out->complete ? 0 : choice_left(&c) + 1;
	if (out->complete && !opt->shards)
		out->orders = c.prune ? c.orders_total : (double)out->runs;
	if (opt->depth)
		out->orders = 0;
	choice_fini(&c);
	return code;
}

int explore__cell(const struct scn__cell *cell, const struct explore__options *opt,
		  struct explore__result *out)
{
	int code = opt->exhaustive ? by_order(cell, opt, out) : by_seeds(cell, opt, out);

	out->ok = cell->outcome.kind == SCN_PASSES ? !out->failures : out->failures > 0;
	return code;
}
