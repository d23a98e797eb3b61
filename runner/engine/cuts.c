/* SPDX-License-Identifier: Apache-2.0 */
/* cuts.c - `cuts`: runs a scenario once unchanged, and once for each position at which the bytes of
 * a `send` are cut in two. Each run must have the same requests and notifications at the same
 * times. */
#include "runner/controllers/plugins.h"
#include "runner/engine/engine.h"

/* The first line that differs, or "(nothing more)". */
static struct str differing(struct str a, struct str b)
{
	size_t at = 0, start = 0;
	const char *end;

	for (; at < a.len && at < b.len && a.ptr[at] == b.ptr[at]; at++)
		start = a.ptr[at] == '\n' ? at + 1 : start;
	if (start == a.len)
		return STR("(nothing more)");
	end = memchr(a.ptr + start, '\n', a.len - start);
	return (struct str) { a.ptr + start, end ? (size_t)(end - a.ptr) - start : a.len - start };
}

/* --- the runs --- */

struct cuts {
	const struct scn__cell *cell;
	const struct scn__run_options *opt;
	struct runner__result *out;
	struct strbuf first; /* the log of the run without a cut */
};

static size_t byte_count(const struct scn__step *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->send.chunk_count; i++)
		n += s->send.body[i].bytes.len;
	return n;
}

static void copy_failure(struct runner__result *out, const struct runner__result *from,
			 const struct scn__cut *cut)
{
	out->verdict = from->verdict;
	out->line = from->line;
	out->column = from->column;
	(void)snprintf(out->what, sizeof(out->what), "cut at byte %zu: %.200s", cut->at,
		       from->what);
	strbuf_adds(&out->expected, strbuf_str(&from->expected));
	strbuf_adds(&out->actual, strbuf_str(&from->actual));
	strbuf_adds(&out->tail, strbuf_str(&from->tail));
}

static void run_cut(struct cuts *c, const struct scn__step *step, size_t at)
{
	AUTO_STRBUF log = STRBUF_INIT;
	struct scn__cut cut = { step, at, &log };
	struct scn__run_options opt = *c->opt;
	struct runner__result result;

	opt.events = (struct trace_sink) { NULL, NULL };
	opt.idle = NULL;
	runner__result_init(&result);
	scn__run_once(c->cell, &opt, &cut, &result);
	if (result.verdict != RUNNER_PASS) {
		copy_failure(c->out, &result, &cut);
	} else if (!str_eq(strbuf_str(&log), strbuf_str(&c->first))) {
		c->out->verdict = RUNNER_FAIL;
		c->out->line = step->pos.line;
		c->out->column = step->pos.column;
		(void)snprintf(c->out->what, sizeof(c->out->what),
			       "cut at byte %zu: something else happened than without a cut", at);
		strbuf_adds(&c->out->expected, differing(strbuf_str(&c->first), strbuf_str(&log)));
		strbuf_adds(&c->out->actual, differing(strbuf_str(&log), strbuf_str(&c->first)));
	}
	runner__result_fini(&result);
}

static void run_cuts(struct cuts *c, const struct scn__step *s)
{
	size_t len = byte_count(s);

	for (size_t at = 1; s->send.cuts_every && at < len && c->out->verdict == RUNNER_PASS; at++)
		run_cut(c, s, at);
	for (size_t i = 0; i < s->send.cut_count && c->out->verdict == RUNNER_PASS; i++)
		if (s->send.cuts[i] > 0 && s->send.cuts[i] < len)
			run_cut(c, s, (size_t)s->send.cuts[i]);
}

/* Returns true if the cell uses a feature that cannot run here; `out` names it. */
static bool is_refused(const struct scn__cell *cell, const struct scn__run_options *opt,
		       struct runner__result *out)
{
	const struct scn__world *w = &cell->world;
	struct scn__pos pos = { 0, 0 };
	const char *unsupported = scn__unsupported(cell, &pos);

	if (!unsupported && opt->driver && opt->driver->wait)
		unsupported = scn__unsupported_externally(cell, &pos);
	if (unsupported)
		(void)snprintf(out->what, sizeof(out->what), "not supported yet: %s", unsupported);
	for (size_t i = 0; i < w->controller_count && !unsupported; i++) {
		const struct scn__controller *c = &w->controllers[i];

		if (c->reconciler != SCN_PLUGIN || ctl__plugins_find(opt->plugins, c->plugin))
			continue;
		pos = c->pos;
		unsupported = "plug-in";
		(void)snprintf(out->what, sizeof(out->what),
			       "no reconciler is registered as plugin/" STR_FMT
			       ": load it with --plugin FILE.so",
			       STR_ARG(c->plugin));
	}
	if (!unsupported && w->http2 && w->controller_count && opt->driver &&
	    opt->driver->calls_alone) {
		out->verdict = RUNNER_SKIP;
		(void)snprintf(out->what, sizeof(out->what),
			       "only in the simulator controllers use HTTP/2");
		return true;
	}
	if (!unsupported)
		return false;
	out->verdict = RUNNER_BAD_INPUT;
	out->line = pos.line;
	out->column = pos.column;
	return true;
}

static bool has_cuts(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_SEND &&
		    (cell->steps[i].send.cuts_every || cell->steps[i].send.cut_count))
			return true;
	return false;
}

void scn__run(const struct scn__cell *cell, const struct scn__run_options *opt,
	      struct runner__result *out)
{
	struct cuts c = { cell, opt, out, STRBUF_INIT };
	/* The log is recorded only if a step has `cuts`. */
	struct scn__cut none = { NULL, 0, has_cuts(cell) ? &c.first : NULL };

	out->seed = opt->seed;
	if (is_refused(cell, opt, out))
		return;
	scn__run_once(cell, opt, &none, out);
	for (size_t i = 0; i < cell->step_count && out->verdict == RUNNER_PASS; i++)
		if (cell->steps[i].kind == SCN_SEND && !(opt->driver && opt->driver->wait))
			run_cuts(&c, &cell->steps[i]);
	strbuf_fini(&c.first);
}
