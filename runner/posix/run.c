/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/run.h"

#include <fnmatch.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "informer/object.h"
#include "runner/posix/files.h"
#include "runner/posix/jobs.h"

/* One file; filled by a worker, printed and emptied by the main thread. */
struct slot {
	struct runner__trace *trace;
	struct runner__case c;
	struct strbuf events; /* JSONL */
	bool done;
};

struct run {
	const struct runner__run_options *opt;
	struct runner__paths paths;
	struct slot *slots;
	struct runner__report report;
	FILE *out, *err;
	struct strbuf text;
	bool stopped;	 /* --fail-fast */
	bool out_failed; /* stdout is gone: full disk, closed pipe */
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
}

static void work(void *user, size_t i)
{
	struct run *r = user;
	struct slot *slot = &r->slots[i];
	int64_t start = clock_monotonic_ns();
	uint64_t seeds = r->opt->seeds ? r->opt->seeds : 1;
	uint64_t repeat = r->opt->repeat ? r->opt->repeat : 1;

	slot->c.result.seed = r->opt->seed;
	if (load(slot)) {
		slot->c.name = slot->trace->name;
		for (uint64_t k = 0; k < seeds * repeat; k++) {
			run_once(r, slot, r->opt->seed + k / repeat);
			if (slot->c.result.verdict != RUNNER_PASS)
				break;
		}
		if (slot->events.failed)
			slot->c.result.verdict = RUNNER_ERROR;
	}
	slot->c.wall_ns = clock_monotonic_ns() - start;
	slot->done = true;
}

/* --- the main thread's side --- */

static void flush(struct run *r)
{
	if (r->text.len && fwrite(r->text.ptr, 1, r->text.len, r->out) != r->text.len)
		r->out_failed = true;
	strbuf_clear(&r->text);
}

static void print_case(struct run *r, struct slot *slot)
{
	const struct runner__result *res = &slot->c.result;

	strbuf_adds(&r->text, strbuf_str(&slot->events));
	if (res->verdict == RUNNER_BAD_INPUT) {
		fprintf(r->err, "relist: %s", slot->c.path);
		if (res->line)
			fprintf(r->err, ":%u:%u", res->line, res->column);
		fprintf(r->err, ": %s\n", res->what);
	}
	runner__report_case(&r->report, &slot->c, &r->text);
	flush(r);
}

static void empty_slot(struct slot *slot)
{
	runner__trace_free(slot->trace);
	runner__result_fini(&slot->c.result);
	strbuf_fini(&slot->events);
	slot->trace = NULL;
}

static bool done(void *user, size_t i)
{
	struct run *r = user;
	struct slot *slot = &r->slots[i];

	print_case(r, slot);
	if (r->opt->fail_fast && runner__verdict_status(slot->c.result.verdict) != 0)
		r->stopped = true;
	empty_slot(slot);
	return !r->stopped && !r->out_failed;
}

/* What --fail-fast left out is not passed over in silence. */
static void skip_rest(struct run *r, size_t from)
{
	for (size_t i = from; i < r->paths.len; i++) {
		struct slot *slot = &r->slots[i];

		if (slot->trace)
			slot->c.name = str_of(slot->c.path);
		runner__result_fini(&slot->c.result);
		runner__result_init(&slot->c.result);
		slot->c.result.verdict = RUNNER_SKIP;
		slot->c.runs = 0;
		(void)snprintf(slot->c.result.what, sizeof(slot->c.result.what),
			       "not run after a failure (--fail-fast)");
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

static int find_files(struct run *r, struct relist_err *err)
{
	const struct runner__run_options *opt = r->opt;
	struct runner__paths all = { 0 };
	int code = 0;

	for (size_t i = 0; !code && i < opt->path_count; i++)
		code = runner__paths_find(&all, opt->paths[i], ".jsonl", err);
	for (size_t i = 0; !code && i < all.len; i++)
		if (matches(opt->filter, all.items[i]))
			code = runner__paths_add(&r->paths, all.items[i]);
	runner__paths_fini(&all);
	if (!code && r->paths.len == 0)
		code = relist_err_set(err, RELIST_ENOTFOUND, "no file matches --filter %s",
				      opt->filter ? opt->filter : "");
	return code;
}

static int make_slots(struct run *r)
{
	r->slots = base__calloc(r->paths.len, sizeof(*r->slots));
	if (!r->slots)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < r->paths.len; i++) {
		struct slot *slot = &r->slots[i];

		slot->c.path = r->paths.items[i];
		slot->c.name = str_of(slot->c.path);
		runner__result_init(&slot->c.result);
		strbuf_init(&slot->events);
	}
	return 0;
}

static int run_all(struct run *r, struct relist_err *err)
{
	struct runner__jobs jobs = { .count = r->paths.len,
				     .threads = r->opt->jobs,
				     .work = work,
				     .done = done,
				     .user = r };
	int64_t start = clock_monotonic_ns();
	size_t objects = inf__object_count();
	int code;

	r->report.world = r->opt->world->name;
	r->report.cuts = r->opt->cuts_text;
	r->report.quiet = r->opt->quiet;
	r->report.total = r->paths.len;
	runner__report_begin(&r->report, &r->text);
	flush(r);
	code = runner__jobs_run(&jobs, err);
	if (code)
		return code;
	if (r->stopped)
		skip_rest(r, r->report.index - 1);
	runner__report_end(&r->report, clock_monotonic_ns() - start, &r->text);
	flush(r);
	for (size_t i = 0; i < r->paths.len; i++)
		empty_slot(&r->slots[i]);
	if (inf__object_count() != objects && r->report.status < 4) {
		fprintf(r->err, "relist: %zu objects are alive after everything was freed\n",
			inf__object_count() - objects);
		r->report.status = runner__verdict_status(RUNNER_INVARIANT);
	}
	return 0;
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
	switch (code) {
	case RELIST_ENOTFOUND:
	case RELIST_EINVAL:
	case RELIST_ELIMIT:
		return runner__verdict_status(RUNNER_BAD_INPUT);
	default:
		return runner__verdict_status(RUNNER_ERROR);
	}
}

int runner__run(const struct runner__run_options *opt, FILE *out, FILE *err)
{
	struct run r = { .opt = opt, .out = out, .err = err };
	struct relist_err e = { 0 };
	int code, status;

	base__alloc_init_cjson();
	strbuf_init(&r.text);
	runner__report_init(&r.report, opt->format);
	code = find_files(&r, &e);
	if (!code && opt->list) {
		list(&r);
	} else if (!code) {
		code = make_slots(&r);
		if (!code)
			code = run_all(&r, &e);
	}
	if (!code && (fflush(out) != 0 || r.out_failed))
		code = relist_err_set(&e, RELIST_EIO, "the report could not be written");
	status = r.report.status;
	if (code) {
		fprintf(err, "relist: %s\n", e.msg[0] ? e.msg : "out of memory");
		status = exit_status(code);
	}
	base__free(r.slots);
	runner__paths_fini(&r.paths);
	runner__report_fini(&r.report);
	strbuf_fini(&r.text);
	return status;
}
