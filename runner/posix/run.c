/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/run.h"

#include <fnmatch.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "informer/object.h"
#include "runner/posix/beside.h"
#include "runner/posix/files.h"
#include "runner/posix/idle.h"
#include "runner/posix/run_paths.h"
#include "runner/posix/jobs.h"
#include "runner/posix/pages.h"
#include "runner/posix/progress.h"
#include "runner/posix/update.h"
#include "runner/engine/run.h"

/* One file; filled by a worker, printed and emptied by the main thread. */
struct slot {
	struct runner__trace *trace;
	const struct scn__cell *cell; /* of a scenario; NULL: a trace, or bad */
	struct scn__scenario *owned;  /* set in the slot of its first cell that is run */
	struct strbuf name;
	struct runner__case c;
	struct strbuf events; /* JSONL */
	struct strbuf odd;    /* of lines of an external informer that fit no contract */
	struct strbuf page;   /* about its failure */
	struct relist_err page_err;
	bool said;	    /* what is wrong with the file has been printed */
	const char *unseen; /* what an external informer did not print; NULL: nothing */
	bool done;
};

struct run {
	const struct runner__run_options *opt;
	struct runner__paths paths;
	struct slot *slots;
	size_t slot_count, slot_cap;
	size_t others; /* YAML files of folders that are no scenarios */
	struct runner__report report;
	FILE *out, *err;
	struct strbuf text;
	bool stopped; /* --fail-fast */
	size_t done;
	atomic_size_t bad;
	struct runner__progress progress;
	atomic_uint_least64_t runs_done; /* of runs_planned: files, cells, seeds, repetitions */
	uint64_t runs_planned;
	bool out_failed; /* stdout is gone: full disk, closed pipe */
	bool starved;	 /* there was no memory for something that was to be printed */
};

/* --- a worker's side --- */

static void bad_input(struct slot *slot, const struct relist_err *err)
{
	struct runner__result *res = &slot->c.result;

	res->verdict = err->code == RELIST_ENOMEM ? RUNNER_ERROR : RUNNER_BAD_INPUT;
	res->line = err->line;
	res->column = err->column;
	(void)snprintf(res->what, sizeof(res->what), "%s", err->msg);
}

/* A message that begins with the path would say it twice. */
static void without_path(struct relist_err *err, const char *path)
{
	size_t n = strlen(path);

	if (strncmp(err->msg, path, n) == 0 && strncmp(err->msg + n, ": ", 2) == 0)
		memmove(err->msg, err->msg + n + 2, strlen(err->msg + n + 2) + 1);
}

static bool load(struct slot *slot)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };

	if (runner__read_file(slot->c.path, RUNNER_FILE_BYTES_MAX, &text, &err) == 0)
		slot->trace = runner__trace_parse(str_of(slot->c.path), strbuf_str(&text), &err);
	if (slot->trace)
		return true;
	without_path(&err, slot->c.path);
	bad_input(slot, &err);
	return false;
}

static bool wants_page(const struct run *r, const struct slot *slot)
{
	enum runner__verdict v = slot->c.result.verdict;

	return r->opt->html && v != RUNNER_PASS && v != RUNNER_SKIP && v != RUNNER_BAD_INPUT;
}

/* In the simulator a failure is run again for its page. */
static void page_again(struct run *r, struct slot *slot, struct scn__run_options opt,
		       struct choice *choices)
{
	if (r->opt->choices && choice_init_list(choices, r->opt->picks, r->opt->pick_count))
		opt.choice = NULL;
	opt.facts = NULL;
	if (runner__page_of_cell(r->opt->html, slot->c.path, slot->cell, &opt, &slot->page,
				 &slot->page_err) == 0)
		slot->c.page = slot->page.ptr;
	choice_fini(choices);
}

/* Against a program every run has a page: none of them comes again. */
static void run_with_page(struct run *r, struct slot *slot, struct scn__run_options opt)
{
	struct runner__filling filling;

	runner__filling_init(&filling);
	strbuf_clear(&slot->page); /* of the seed before */
	opt.show = &filling.show;
	scn__run(slot->cell, &opt, &slot->c.result);
	if (runner__filling_write(&filling, r->opt->html, slot->c.path, slot->cell, &slot->c.result,
				  &slot->page, &slot->page_err) == 0)
		slot->c.page = slot->page.ptr;
	runner__filling_fini(&filling);
}

static void run_cell(struct run *r, struct slot *slot, uint64_t seed)
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
	scn__idle_fini(&idle);
	/* without handlers it stands for a controller, which has no expectations */
	if (facts.ran && slot->cell->world.handler_count)
		slot->unseen = !facts.has_told && !facts.has_cache ? "notifications and cache"
			       : !facts.has_told		   ? "notifications"
			       : !facts.has_cache		   ? "the cache"
								   : NULL;
}

static void run_once(struct run *r, struct slot *slot, uint64_t seed)
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

static bool interrupted(const struct run *r)
{
	return r->opt->interrupted && r->opt->interrupted();
}

/* Runs of a program mostly wait: each repetition is a case of its own, and -j runs them at a time.
 */
static uint64_t cases_of_each(const struct run *r)
{
	return r->opt->subject && r->opt->repeat ? r->opt->repeat : 1;
}

static uint64_t runs_of_each(const struct run *r)
{
	uint64_t repeat = r->opt->repeat ? r->opt->repeat : 1;

	return (r->opt->seeds ? r->opt->seeds : 1) * (r->opt->subject ? 1 : repeat);
}

static void count_runs(struct run *r, uint64_t runs)
{
	uint64_t n = atomic_fetch_add_explicit(&r->runs_done, runs, memory_order_relaxed) + runs;

	if (r->opt->progress && n < r->runs_planned)
		runner__progress_show(&r->progress, n, r->runs_planned,
				      atomic_load_explicit(&r->bad, memory_order_relaxed));
}

static uint64_t first_seed(const struct run *r, const struct slot *slot)
{
	const struct scn__scenario *s = slot->cell ? slot->cell->scenario : NULL;

	return r->opt->own_seeds && s && s->has_seed ? s->seed : r->opt->seed;
}

static void work(void *user, size_t i)
{
	struct run *r = user;
	struct slot *slot = &r->slots[i];
	int64_t start = clock_monotonic_ns();
	uint64_t first = first_seed(r, slot);
	uint64_t repeat = r->opt->repeat && !r->opt->subject ? r->opt->repeat : 1;

	slot->c.result.seed = first;
	if (slot->c.result.verdict == RUNNER_PASS && (slot->cell || slot->trace || load(slot))) {
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
		count_runs(r, runs_of_each(r) - slot->c.runs); /* it will not have them */
	slot->c.wall_ns = clock_monotonic_ns() - start;
	slot->done = true;
}

/* --- the main thread's side --- */

static void flush(struct run *r)
{
	if (r->text.len)
		runner__progress_wipe(&r->progress);
	if (r->text.len && fwrite(r->text.ptr, 1, r->text.len, r->out) != r->text.len)
		r->out_failed = true;
	r->starved |= r->text.failed;
	strbuf_clear(&r->text);
}

static void print_case(struct run *r, struct slot *slot)
{
	const struct runner__result *res = &slot->c.result;

	strbuf_adds(&r->text, strbuf_str(&slot->events));
	if (res->verdict == RUNNER_BAD_INPUT && !slot->said) {
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

static void empty_slot(struct slot *slot)
{
	runner__trace_free(slot->trace);
	runner__result_fini(&slot->c.result);
	strbuf_fini(&slot->events);
	strbuf_fini(&slot->odd);
	strbuf_fini(&slot->page);
	slot->c.page = NULL;
	slot->trace = NULL;
	slot->cell = NULL;
}

static bool done(void *user, size_t i)
{
	struct run *r = user;
	struct slot *slot = &r->slots[i];

	bool bad = runner__verdict_status(slot->c.result.verdict) != 0;

	print_case(r, slot);
	r->done++;
	r->bad += bad;
	r->stopped = r->stopped || interrupted(r);
	r->stopped = r->stopped || (bad && r->opt->fail_fast);
	empty_slot(slot);
	return !r->stopped && !r->out_failed;
}

/* What --fail-fast or ^C left out is not passed over in silence. */
static void skip_rest(struct run *r, size_t from)
{
	for (size_t i = from; i < r->slot_count; i++) {
		struct slot *slot = &r->slots[i];

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

static bool matches(const char *filter, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	AUTO_STRBUF stem = STRBUF_INIT;
	const char *dot = strrchr(base, '.');

	if (!filter || fnmatch(filter, path, 0) == 0 || fnmatch(filter, base, 0) == 0)
		return true;
	strbuf_add(&stem, base, dot ? (size_t)(dot - base) : strlen(base));
	return fnmatch(filter, stem.ptr, 0) == 0;
}

static bool is_input(const char *path)
{
	return strcmp(path, "-") == 0;
}

static bool is_scenario(const char *path)
{
	return is_input(path) || runner__is_kind(path, ".yaml");
}

static int find_files(struct run *r, struct relist_err *err)
{
	const struct runner__run_options *opt = r->opt;
	struct runner__paths all = { 0 };
	size_t nth = 0;
	int code = 0;

	for (size_t i = 0; !code && i < opt->path_count; i++)
		code = runner__run_paths_find(&all, opt->paths[i], &r->others, err);
	for (size_t i = 0; !code && i < all.len; i++)
		if (matches(opt->filter, all.items[i]) &&
		    (!opt->shards || nth++ % opt->shards == opt->shard))
			code = runner__paths_add(&r->paths, all.items[i]);
	runner__paths_fini(&all);
	if (!code && r->paths.len == 0 && !opt->shards)
		code = relist_err_set(err, RELIST_ENOTFOUND, "no file matches --filter %s",
				      opt->filter ? opt->filter : "");
	return code;
}

/* --- one slot per trace, one per matrix cell of a scenario --- */

static struct slot *add_slot(struct run *r, const char *path)
{
	struct slot *slot;

	if (r->slot_count == r->slot_cap) {
		size_t cap = r->slot_cap ? 2 * r->slot_cap : 16;
		struct slot *slots = base__reallocarray(r->slots, cap, sizeof(*slots));

		if (!slots)
			return NULL;
		r->slots = slots;
		r->slot_cap = cap;
	}
	slot = &r->slots[r->slot_count++];
	memset(slot, 0, sizeof(*slot));
	slot->c.path = path;
	slot->c.name = str_of(path);
	runner__result_init(&slot->c.result);
	strbuf_init(&slot->events);
	strbuf_init(&slot->odd);
	strbuf_init(&slot->page);
	strbuf_init(&slot->name);
	return slot;
}

static bool has_tag(const struct scn__scenario *s, const char *tag)
{
	for (size_t i = 0; i < s->tag_count; i++)
		if (str_eqz(s->tags[i], tag))
			return true;
	return false;
}

static int add_cells(struct run *r, const char *path, struct scn__scenario *s)
{
	bool taken = false;

	for (uint64_t k = 0; k < s->cell_count * cases_of_each(r); k++) {
		const struct scn__cell *cell = &s->cells[k / cases_of_each(r)];
		struct slot *slot;

		if ((r->opt->tag && !has_tag(s, r->opt->tag)) ||
		    (r->opt->matrix && !str_eqz(cell->name, r->opt->matrix)))
			continue;
		slot = add_slot(r, path);
		if (!slot) {
			if (!taken)
				scn__scenario_free(s);
			return RELIST_ENOMEM;
		}
		slot->owned = taken ? NULL : s;
		taken = true;
		slot->cell = cell;
		slot->c.cell = cell->name;
		strbuf_adds(&slot->name, s->name);
		if (cell->name.len)
			strbuf_addf(&slot->name, " [" STR_FMT "]", STR_ARG(cell->name));
		if (cases_of_each(r) > 1) {
			slot->c.repeat = k % cases_of_each(r) + 1;
			strbuf_addf(&slot->name, " #%llu", (unsigned long long)slot->c.repeat);
		}
		slot->c.name = strbuf_str(&slot->name);
	}
	if (!taken)
		scn__scenario_free(s);
	return 0;
}

/* All of them are printed; the result has the first, with its place. */
static void first_error(const struct scn__errors *errors, struct relist_err *out)
{
	size_t i = 0;

	while (i + 1 < errors->len && errors->items[i].warning)
		i++;
	(void)relist_err_set(out, RELIST_EPARSE, "%.180s", errors->items[i].msg);
	if (errors->error_count > 1)
		(void)relist_err_set(out, RELIST_EPARSE, "%.180s (%zu more errors)",
				     errors->items[i].msg, errors->error_count - 1);
	out->line = errors->items[i].pos.line;
	out->column = errors->items[i].pos.column;
}

/* Standard input says by its first byte what it is. */
static bool is_trace(const char *path, struct str text)
{
	size_t i = 0;

	while (i < text.len && memchr(" \t\r\n", text.ptr[i], 4))
		i++;
	return is_input(path) && i < text.len && text.ptr[i] == '{';
}

static int add_trace(struct run *r, const char *path, struct str text)
{
	struct slot *slot = add_slot(r, path);
	struct relist_err err = { 0 };

	if (!slot)
		return RELIST_ENOMEM;
	slot->trace = runner__trace_parse(str_of(path), text, &err);
	if (!slot->trace)
		bad_input(slot, &err);
	return 0;
}

static int add_scenario(struct run *r, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;
	struct relist_err err = { 0 };
	struct slot *slot;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &err) == 0) {
		if (is_trace(path, strbuf_str(&text)))
			return add_trace(r, path, strbuf_str(&text));
		s = runner__scenario_load(path, strbuf_str(&text), &errors);
	}
	if (s) {
		scn__errors_fini(&errors);
		return add_cells(r, path, s);
	}
	if (errors.len && !errors.failed) {
		scn__errors_print(&errors, str_of(path), &report);
		fwrite(report.ptr, 1, report.len, r->err);
		first_error(&errors, &err);
	} else if (!err.code) {
		(void)relist_err_set(&err, RELIST_ENOMEM, "out of memory");
	}
	scn__errors_fini(&errors);
	slot = add_slot(r, path);
	if (!slot)
		return RELIST_ENOMEM;
	slot->said = report.len > 0;
	without_path(&err, path);
	bad_input(slot, &err);
	return 0;
}

static int make_slots(struct run *r)
{
	int code = 0;

	for (size_t i = 0; !code && i < r->paths.len; i++) {
		if (is_scenario(r->paths.items[i]))
			code = add_scenario(r, r->paths.items[i]);
		else if (!r->opt->tag && !r->opt->matrix && !add_slot(r, r->paths.items[i]))
			code = RELIST_ENOMEM;
	}
	return code;
}

/* Nothing to run is a mistyped option, unless another shard has it. */
static int check_chosen(const struct run *r, struct relist_err *err)
{
	const struct runner__run_options *opt = r->opt;

	if (r->slot_count || opt->shards)
		return 0;
	if (opt->tag && opt->matrix)
		return relist_err_set(err, RELIST_ENOTFOUND,
				      "no scenario has the tag %s and the cell %s", opt->tag,
				      opt->matrix);
	if (opt->tag)
		return relist_err_set(err, RELIST_ENOTFOUND, "no scenario has the tag %s",
				      opt->tag);
	return relist_err_set(err, RELIST_ENOTFOUND, "no scenario has the matrix cell %s",
			      opt->matrix ? opt->matrix : "");
}

static void free_slots(struct run *r)
{
	for (size_t i = 0; i < r->slot_count; i++) {
		empty_slot(&r->slots[i]);
		scn__scenario_free(r->slots[i].owned);
		strbuf_fini(&r->slots[i].name);
	}
	base__free(r->slots);
}

static void count_files(struct run *r)
{
	const char *last = "";

	for (size_t i = 0; i < r->slot_count; i++) {
		const char *path = r->slots[i].c.path;

		if (r->slots[i].trace || !is_scenario(path))
			r->report.traces++;
		else if (path != last)
			r->report.scenarios++;
		last = path;
	}
}

static int run_all(struct run *r, struct relist_err *err)
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
	r->report.real_time = r->opt->subject != NULL;
	r->report.quiet = r->opt->quiet;
	r->report.color = r->opt->color;
	r->report.total = r->slot_count;
	count_files(r);
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
		empty_slot(&r->slots[i]);
	if (inf__object_count() != objects && r->report.status < 4) {
		fprintf(r->err, "relist: %zu objects are alive after everything was freed\n",
			inf__object_count() - objects);
		r->report.status = runner__verdict_status(RUNNER_INVARIANT);
	}
	return 0;
}

static int update_all(struct run *r)
{
	struct runner__update_options how = { .seed = r->opt->seed,
					      .own_seeds = r->opt->own_seeds,
					      .tag = r->opt->tag,
					      .driver = r->opt->driver,
					      .plugins = r->opt->plugins,
					      .subject = r->opt->subject };
	int status = 0;

	for (size_t i = 0; i < r->paths.len && status == 0; i++)
		if (is_scenario(r->paths.items[i]) && !is_input(r->paths.items[i]))
			status = runner__update_file(r->paths.items[i], &how, r->out, r->err);
	return status;
}

static void list(struct run *r)
{
	for (size_t i = 0; i < r->paths.len; i++)
		strbuf_addf(&r->text, "%s\n", r->paths.items[i]);
	flush(r);
}

/* Errors of the arguments are the user's, the others the machine's. */
static int exit_status(int code)
{
	bool users = code == RELIST_ENOTFOUND || code == RELIST_EINVAL || code == RELIST_ELIMIT;

	return runner__verdict_status(users ? RUNNER_BAD_INPUT : RUNNER_ERROR);
}

int runner__run(const struct runner__run_options *opt, FILE *out, FILE *err)
{
	struct run r = { .opt = opt, .out = out, .err = err };
	struct relist_err e = { 0 };
	int code, status;

	base__alloc_init_cjson();
	strbuf_init(&r.text);
	runner__progress_init(&r.progress, opt->progress ? err : NULL);
	runner__report_init(&r.report, opt->format);
	code = find_files(&r, &e);
	if (!code)
		runner__print_others(r.others, "relist", err);
	if (!code && opt->list) {
		list(&r);
	} else if (!code && opt->update && update_all(&r)) {
		code = relist_err_set(&e, RELIST_EIO, "not everything could be rewritten");
	} else if (!code) {
		code = make_slots(&r);
		if (!code)
			code = check_chosen(&r, &e);
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
	free_slots(&r);
	runner__paths_fini(&r.paths);
	runner__report_fini(&r.report);
	strbuf_fini(&r.text);
	return status;
}
