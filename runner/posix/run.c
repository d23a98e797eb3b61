/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/run.h"

#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "informer/object.h"
#include "runner/posix/beside.h"
#include "runner/posix/files.h"
#include "runner/posix/idle.h"
#include "runner/posix/run_impl.h"
#include "runner/posix/jobs.h"
#include "runner/posix/pages.h"
#include "runner/posix/progress.h"
#include "runner/posix/update.h"
#include "runner/engine/run.h"

/* --- a worker's side --- */

static bool wants_page(const struct runner__runs *r, const struct runner__slot *slot)
{
	enum runner__verdict v = slot->c.result.verdict;

	return r->opt->html && v != RUNNER_PASS && v != RUNNER_SKIP && v != RUNNER_BAD_INPUT;
}

/* Repeats a failure in the simulator for its page. */
static void page_again(struct runner__runs *r, struct runner__slot *slot,
		       struct scn__run_options opt, struct choice *choices)
{
	if (r->opt->choices && choice_init_list(choices, r->opt->picks, r->opt->pick_count))
		opt.choice = NULL;
	opt.facts = NULL;
	if (runner__page_of_cell(r->opt->html, slot->c.path, slot->cell, &opt, &slot->page,
				 &slot->page_err) == 0)
		slot->c.page = slot->page.ptr;
	choice_fini(choices);
}

/* Fills a page during every run against a program, since no run can be repeated. */
static void run_with_page(struct runner__runs *r, struct runner__slot *slot,
			  struct scn__run_options opt)
{
	struct runner__filling filling;

	runner__filling_init(&filling);
	strbuf_clear(&slot->page); /* from the previous seed */
	opt.show = &filling.show;
	scn__run(slot->cell, &opt, &slot->c.result);
	if (runner__filling_write(&filling, r->opt->html, slot->c.path, slot->cell, &slot->c.result,
				  &slot->page, &slot->page_err) == 0)
		slot->c.page = slot->page.ptr;
	runner__filling_fini(&filling);
}

static void run_cell(struct runner__runs *r, struct runner__slot *slot, uint64_t seed)
{
	struct scn__facts facts = { 0 };
	struct choice choices = { 0 };
	struct scn__idle idle = { .faults_only = true };
	struct scn__run_options opt = { .driver = r->opt->driver,
					.plugins = r->opt->plugins,
					.seed = seed,
					.cuts = r->opt->cuts,
					.cut_at = r->opt->cut_at,
					.subject = r->opt->subject };

	if (r->opt->format == RUNNER_FORMAT_JSONL) {
		runner__report_run(&r->report, slot->c.path, slot->c.name, seed, &slot->events);
		opt.events = runner__report_events(&slot->events);
	}
	runner__result_fini(&slot->c.result);
	runner__result_init(&slot->c.result);
	slot->c.runs++;
	if (r->opt->subject && slot->cell->external.skip) {
		slot->c.result.verdict = RUNNER_SKIP;
		(void)snprintf(slot->c.result.what, sizeof(slot->c.result.what), STR_FMT,
			       STR_ARG(slot->cell->external.reason));
		return;
	}
	opt.facts = &facts;
	opt.idle = r->opt->subject ? &idle : NULL;
	if (r->opt->choices) {
		if (choice_init_list(&choices, r->opt->picks, r->opt->pick_count)) {
			slot->c.result.verdict = RUNNER_ERROR;
			return;
		}
		opt.choice = &choices;
		opt.interleave = r->opt->interleave;
	}
	if (r->opt->subject && r->opt->html)
		run_with_page(r, slot, opt);
	else
		scn__run(slot->cell, &opt, &slot->c.result);
	choice_fini(&choices);
	if (!r->opt->subject && wants_page(r, slot))
		page_again(r, slot, opt, &choices);
	strbuf_clear(&slot->odd);
	if (facts.odd_lines)
		strbuf_addf(&slot->odd, "%llu line%s not of the subject contract, the first: %s",
			    (unsigned long long)facts.odd_lines,
			    facts.odd_lines == 1 ? " is" : "s are", facts.first_odd);
	if (slot->c.result.verdict == RUNNER_PASS)
		runner__idle_text(&idle, &slot->odd);
	if (facts.ran && !slot->cell->external.given && !slot->cell->world.handler_count)
		strbuf_addf(&slot->odd,
			    "%sno expectation was compared: the scenario has no `external:`",
			    slot->odd.len ? "; " : "");
	scn__idle_fini(&idle);
	if (facts.programs > 1)
		strbuf_addf(&slot->odd, "%s%u programs were started beside each other",
			    slot->odd.len ? "; " : "", facts.programs);
	/* without handlers the program is a controller and reports no notifications */
	if (facts.ran && slot->cell->world.handler_count)
		slot->unseen = !facts.has_notified && !facts.has_cache ? "notifications and cache"
			       : !facts.has_notified		       ? "notifications"
			       : !facts.has_cache		       ? "the cache"
								       : NULL;
}

static void run_once(struct runner__runs *r, struct runner__slot *slot, uint64_t seed)
{
	const struct runner__run_options *opt = r->opt;
	struct runner__replay_options replay = { .world = opt->world,
						 .seed = seed,
						 .cuts = opt->cuts,
						 .cut_at = opt->cut_at,
						 .alone = opt->jobs <= 1 };

	if (opt->format == RUNNER_FORMAT_JSONL) {
		runner__report_run(&r->report, slot->c.path, slot->c.name, seed, &slot->events);
		replay.events = runner__report_events(&slot->events);
	}
	runner__result_fini(&slot->c.result);
	runner__result_init(&slot->c.result);
	runner__replay(slot->trace, &replay, &slot->c.result);
	slot->c.runs++;
	if (wants_page(r, slot) && runner__page_of_trace(r->opt->html, slot->trace, &replay,
							 &slot->page, &slot->page_err) == 0)
		slot->c.page = slot->page.ptr;
}

static bool interrupted(const struct runner__runs *r)
{
	return r->opt->interrupted && r->opt->interrupted();
}

static uint64_t runs_of_each(const struct runner__runs *r)
{
	uint64_t repeat = r->opt->repeat ? r->opt->repeat : 1;

	return (r->opt->seeds ? r->opt->seeds : 1) * (r->opt->subject ? 1 : repeat);
}

static void count_runs(struct runner__runs *r, uint64_t runs)
{
	uint64_t n = atomic_fetch_add_explicit(&r->runs_done, runs, memory_order_relaxed) + runs;

	if (r->opt->progress && n < r->runs_planned)
		runner__progress_show(&r->progress, n, r->runs_planned,
				      atomic_load_explicit(&r->bad, memory_order_relaxed));
}

static uint64_t first_seed(const struct runner__runs *r, const struct runner__slot *slot)
{
	const struct scn__scenario *s = slot->cell ? slot->cell->scenario : NULL;

	return r->opt->own_seeds && s && s->has_seed ? s->seed : r->opt->seed;
}

static void work(void *user, size_t i)
{
	struct runner__runs *r = user;
	struct runner__slot *slot = &r->slots[i];
	int64_t start = clock_monotonic_ns();
	uint64_t first = first_seed(r, slot);
	uint64_t repeat = r->opt->repeat && !r->opt->subject ? r->opt->repeat : 1;

	slot->c.result.seed = first;
	if (slot->c.result.verdict == RUNNER_PASS &&
	    (slot->cell || slot->trace || runner__slot_load(slot))) {
		if (slot->trace)
			slot->c.name = slot->trace->name;
		for (uint64_t k = 0; k < runs_of_each(r) && !(k && interrupted(r)); k++) {
			if (slot->cell)
				run_cell(r, slot, first + k / repeat);
			else
				run_once(r, slot, first + k / repeat);
			count_runs(r, 1);
			if (slot->c.result.verdict != RUNNER_PASS)
				break;
		}
		if (slot->events.failed) {
			slot->c.result.verdict = RUNNER_ERROR;
			(void)snprintf(slot->c.result.what, sizeof(slot->c.result.what),
				       "out of memory");
		}
	}
	if (slot->c.runs < runs_of_each(r))
		count_runs(r, runs_of_each(r) - slot->c.runs); /* the runs that are not executed */
	slot->c.wall_ns = clock_monotonic_ns() - start;
	slot->done = true;
}

/* --- the main thread's side --- */

static void flush(struct runner__runs *r)
{
	if (r->text.len)
		runner__progress_wipe(&r->progress);
	if (r->text.len && fwrite(r->text.ptr, 1, r->text.len, r->out) != r->text.len)
		r->out_failed = true;
	r->starved |= r->text.failed;
	strbuf_clear(&r->text);
}

static void print_case(struct runner__runs *r, struct runner__slot *slot)
{
	const struct runner__result *res = &slot->c.result;

	strbuf_adds(&r->text, strbuf_str(&slot->events));
	if (res->verdict == RUNNER_BAD_INPUT && !slot->errors_printed) {
		runner__progress_wipe(&r->progress);
		fprintf(r->err, "relist: %s", slot->c.path);
		if (res->line)
			fprintf(r->err, ":%u:%u", res->line, res->column);
		fprintf(r->err, ": %s\n", res->what);
	}
	if (slot->unseen) {
		runner__progress_wipe(&r->progress);
		fprintf(r->err,
			"relist: " STR_FMT
			": not checked, since the subject does not print it: %s\n",
			STR_ARG(slot->c.name), slot->unseen);
	}
	if (slot->page_err.code) {
		runner__progress_wipe(&r->progress);
		fprintf(r->err, "relist: --html: %s\n", slot->page_err.msg);
	}
	if (slot->odd.len) {
		runner__progress_wipe(&r->progress);
		fprintf(r->err, "relist: " STR_FMT ": " STR_FMT "\n", STR_ARG(slot->c.name),
			STR_ARG(strbuf_str(&slot->odd)));
	}
	runner__report_case(&r->report, &slot->c, &r->text);
	flush(r);
}

static bool done(void *user, size_t i)
{
	struct runner__runs *r = user;
	struct runner__slot *slot = &r->slots[i];

	bool bad = runner__verdict_status(slot->c.result.verdict) != 0;

	print_case(r, slot);
	r->done++;
	r->bad += bad;
	r->stopped = r->stopped || interrupted(r);
	r->stopped = r->stopped || (bad && r->opt->fail_fast);
	runner__slot_empty(slot);
	return !r->stopped && !r->out_failed;
}

/* Reports cases skipped by --fail-fast or ^C. */
static void skip_rest(struct runner__runs *r, size_t from)
{
	for (size_t i = from; i < r->slot_count; i++) {
		struct runner__slot *slot = &r->slots[i];

		if (slot->trace)
			slot->c.name = str_of(slot->c.path);
		runner__result_fini(&slot->c.result);
		runner__result_init(&slot->c.result);
		slot->c.result.verdict = RUNNER_SKIP;
		slot->c.runs = 0;
		(void)snprintf(slot->c.result.what, sizeof(slot->c.result.what), "%s",
			       interrupted(r) ? "not run: interrupted"
					      : "not run after a failure (--fail-fast)");
		runner__report_case(&r->report, &slot->c, &r->text);
	}
}

static int run_all(struct runner__runs *r, struct relist_err *err)
{
	struct runner__jobs jobs = { .count = r->slot_count,
				     .threads = r->opt->jobs,
				     .work = work,
				     .done = done,
				     .user = r };
	int64_t start = clock_monotonic_ns();
	size_t objects = inf__object_count();
	int code;

	r->report.world = r->opt->world->name;
	r->report.cuts = r->opt->cuts_text;
	r->report.options = r->opt->options_text;
	r->report.shard = r->opt->shard;
	r->report.shards = r->opt->shards;
	r->report.job = r->opt->job;
	r->report.real_time = r->opt->subject != NULL;
	r->report.quiet = r->opt->quiet;
	r->report.color = r->opt->color;
	r->report.total = r->slot_count;
	runner__slots_count(r);
	r->runs_planned = r->slot_count * runs_of_each(r);
	runner__report_begin(&r->report, &r->text);
	flush(r);
	code = runner__jobs_run(&jobs, err);
	if (code)
		return code;
	runner__progress_wipe(&r->progress);
	if (r->stopped)
		skip_rest(r, r->report.index - 1);
	runner__report_end(&r->report, clock_monotonic_ns() - start, &r->text);
	flush(r);
	for (size_t i = 0; i < r->slot_count; i++)
		runner__slot_empty(&r->slots[i]);
	if (inf__object_count() != objects && r->report.status < 4) {
		fprintf(r->err, "relist: %zu objects are alive after everything was freed\n",
			inf__object_count() - objects);
		r->report.status = runner__verdict_status(RUNNER_INVARIANT);
	}
	return 0;
}

static int update_all(struct runner__runs *r)
{
	struct runner__update_options how = { .seed = r->opt->seed,
					      .own_seeds = r->opt->own_seeds,
					      .tag = r->opt->tag,
					      .driver = r->opt->driver,
					      .plugins = r->opt->plugins,
					      .subject = r->opt->subject };
	int status = 0;

	for (size_t i = 0; i < r->paths.len && status == 0; i++)
		if (runner__is_scenario(r->paths.items[i]) && !runner__is_stdin(r->paths.items[i]))
			status = runner__update_file(r->paths.items[i], &how, r->out, r->err);
	return status;
}

static void list(struct runner__runs *r)
{
	for (size_t i = 0; i < r->paths.len; i++)
		strbuf_addf(&r->text, "%s\n", r->paths.items[i]);
	flush(r);
}

/* Errors of the arguments are the user's, others are local problems. */
static int exit_status(int code)
{
	bool users = code == RELIST_ENOTFOUND || code == RELIST_EINVAL || code == RELIST_ELIMIT;

	return runner__verdict_status(users ? RUNNER_BAD_INPUT : RUNNER_ERROR);
}

int runner__run(const struct runner__run_options *opt, FILE *out, FILE *err)
{
	struct runner__runs r = { .opt = opt, .out = out, .err = err };
	struct relist_err e = { 0 };
	int code, status;

	base__alloc_init_cjson();
	strbuf_init(&r.text);
	runner__progress_init(&r.progress, opt->progress ? err : NULL);
	runner__report_init(&r.report, opt->format);
	code = runner__runs_find(&r, &e);
	if (!code)
		runner__print_others(r.others, "relist", err);
	if (!code && opt->list) {
		list(&r);
	} else if (!code && opt->update && update_all(&r)) {
		code = relist_err_set(&e, RELIST_EIO, "not everything could be rewritten");
	} else if (!code) {
		code = runner__slots_make(&r);
		if (!code)
			code = runner__slots_check(&r, &e);
		if (!code)
			code = run_all(&r, &e);
	}
	if (!code && r.starved)
		code = relist_err_set(&e, RELIST_ENOMEM, "out of memory");
	if (!code && (fflush(out) != 0 || r.out_failed))
		code = relist_err_set(&e, RELIST_EIO, "the report could not be written");
	status = r.report.status;
	if (code) {
		fprintf(err, "relist: %s\n", e.msg[0] ? e.msg : "out of memory");
		status = exit_status(code);
	}
	if (!status && interrupted(&r))
		status = 130;
	runner__progress_fini(&r.progress);
	runner__slots_free(&r);
	runner__paths_fini(&r.paths);
	runner__report_fini(&r.report);
	strbuf_fini(&r.text);
	return status;
}
