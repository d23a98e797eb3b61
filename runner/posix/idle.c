/* SPDX-License-Identifier: Apache-2.0 */
/* idle.c - finds the parts of a scenario that have no effect in any of its runs. */
#include "runner/posix/idle.h"

#include "base/alloc.h"
#include "runner/engine/run.h"
#include "runner/language/yaml.h"

enum { SEEDS = 3 };

struct found {
	struct scn__idle_item item;
	size_t runs; /* number of runs in which it had no effect */
};

struct judge {
	const struct scn__scenario *s;
	const struct relist_plugins *plugins;
	struct found *found;
	size_t len, cap;
	size_t runs;
	struct relist_err *why;
};

static struct found *find(struct judge *j, const struct scn__idle_item *item)
{
	for (size_t i = 0; i < j->len; i++)
		if (j->found[i].item.kind == item->kind &&
		    j->found[i].item.pos.line == item->pos.line &&
		    j->found[i].item.pos.column == item->pos.column)
			return &j->found[i];
	if (j->len == j->cap) {
		size_t cap = j->cap ? j->cap * 2 : 16;
		void *grown = base__reallocarray(j->found, cap, sizeof(*j->found));

		if (!grown)
			return NULL;
		j->found = grown;
		j->cap = cap;
	}
	j->found[j->len] = (struct found) { *item, 0 };
	return &j->found[j->len++];
}

/* The first run's findings are the candidates; later runs only confirm them. */
static bool merge(struct judge *j, const struct scn__idle *idle)
{
	for (size_t i = 0; i < idle->len; i++) {
		struct found *f = find(j, &idle->items[i]);

		if (!f)
			return false;
		f->runs += f->runs == j->runs; /* count it once per run */
	}
	j->runs++;
	return true;
}

static bool run(struct judge *j, const struct scn__cell *cell, uint64_t seed)
{
	struct scn__idle idle = { 0 };
	struct scn__run_options opt = { .seed = seed, .plugins = j->plugins, .idle = &idle };
	struct runner__result result;
	bool good;

	runner__result_init(&result);
	scn__run(cell, &opt, &result);
	good = result.verdict == RUNNER_PASS;
	if (!good)
		relist_err_set(j->why, RELIST_EINVAL, "it does not pass: %.200s", result.what);
	/* A run with an expected failure ends early, so any step may still have an effect. */
	if (good && idle.complete)
		good = merge(j, &idle) && !idle.failed;
	else if (good)
		j->runs++;
	if (!good && !j->why->code)
		relist_err_set(j->why, RELIST_ENOMEM, "out of memory");
	scn__idle_fini(&idle);
	runner__result_fini(&result);
	return good;
}

static bool passes_unstarted(struct judge *j, const struct scn__cell *cell, uint64_t seed)
{
	struct scn__run_options opt = { .seed = seed, .plugins = j->plugins, .unstarted = true };
	struct runner__result result;
	bool passes;

	runner__result_init(&result);
	scn__run(cell, &opt, &result);
	passes = result.verdict == RUNNER_PASS;
	runner__result_fini(&result);
	return passes;
}

static bool starts(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_START)
			return true;
	return false;
}

static bool has_checks(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_EXPECT || cell->steps[i].kind == SCN_NEVER)
			return true;
	return false;
}

/* Whether the scenario can run with other clients, whose streams may have more entries. */
static bool runs_externally(const struct scn__scenario *s)
{
	struct scn__pos pos;

	for (size_t i = 0; i < s->cell_count; i++)
		if (!scn__unsupported_externally(&s->cells[i], &pos))
			return true;
	return false;
}

/* Findings that may not apply to another client or in real time. */
static bool may_differ(enum scn__idle_kind kind)
{
	return kind == SCN_IDLE_GAP || kind == SCN_IDLE_HOLD;
}

static void warn_found(const struct judge *j, struct scn__errors *errors)
{
	for (size_t i = 0; i < j->len; i++) {
		const struct scn__idle_item *item = &j->found[i].item;
		const char *message = scn__idle_message(item->kind);

		if (j->found[i].runs < j->runs || (may_differ(item->kind) && runs_externally(j->s)))
			continue;
		if (item->word[0])
			scn__error(errors, item->pos, true, "`%s` %s", item->word, message);
		else
			scn__error(errors, item->pos, true, "%s", message);
	}
}

bool runner__idle_judge(const struct scn__scenario *s, const struct relist_plugins *plugins,
			struct scn__errors *errors, struct relist_err *why)
{
	struct judge j = { .s = s, .plugins = plugins, .why = why };
	uint64_t first = s->has_seed ? s->seed : 1;
	bool unstarted = true, good = true;

	*why = (struct relist_err) { 0 };
	for (size_t i = 0; i < s->cell_count && good; i++) {
		for (uint64_t k = 0; k < SEEDS && good; k++)
			good = run(&j, &s->cells[i], first + k);
		unstarted = unstarted && good && starts(&s->cells[i]) && has_checks(&s->cells[i]) &&
			    passes_unstarted(&j, &s->cells[i], first);
	}
	if (good)
		warn_found(&j, errors);
	if (good && unstarted)
		scn__error(errors, s->name_pos, true,
			   "passes even if nothing is started: no check depends on an informer or "
			   "a controller");
	base__free(j.found);
	return good;
}

void runner__idle_text(const struct scn__idle *idle, struct strbuf *out)
{
	for (size_t i = 0; i < idle->len && idle->complete; i++)
		strbuf_addf(out, "%sline %u: `%s` %s", out->len ? "; " : "",
			    idle->items[i].pos.line, idle->items[i].word,
			    scn__idle_message(idle->items[i].kind));
}
