/* SPDX-License-Identifier: Apache-2.0 */
/* run_inputs.c - finds and reads the files of a run and makes the slots of its cases. */
#include <fnmatch.h>

#include "base/alloc.h"
#include "runner/language/idle.h"
#include "runner/posix/beside.h"
#include "runner/posix/files.h"
#include "runner/posix/run_impl.h"

/* --- a file's text --- */

static void bad_input(struct runner__slot *slot, const struct relist_err *err)
{
	struct runner__result *res = &slot->c.result;

	res->verdict = err->code == RELIST_ENOMEM ? RUNNER_ERROR : RUNNER_BAD_INPUT;
	res->line = err->line;
	res->column = err->column;
	(void)snprintf(res->what, sizeof(res->what), "%s", err->msg);
}

/* Removes the path from the start of a message, which is printed with the path. */
static void without_path(struct relist_err *err, const char *path)
{
	size_t n = strlen(path);

	if (strncmp(err->msg, path, n) == 0 && strncmp(err->msg + n, ": ", 2) == 0)
		memmove(err->msg, err->msg + n + 2, strlen(err->msg + n + 2) + 1);
}

bool runner__slot_load(struct runner__slot *slot)
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

/* --- files --- */

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

bool runner__is_stdin(const char *path)
{
	return strcmp(path, "-") == 0;
}

bool runner__is_scenario(const char *path)
{
	return runner__is_stdin(path) || runner__is_kind(path, ".yaml");
}

int runner__runs_find(struct runner__runs *r, struct relist_err *err)
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

/* Runs of a program mostly wait: each repetition is a separate case, so that -j runs several at a
 * time. */
static uint64_t cases_of_each(const struct runner__runs *r)
{
	return r->opt->subject && r->opt->repeat ? r->opt->repeat : 1;
}

void runner__slot_empty(struct runner__slot *slot)
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

/* --- one slot per trace, one per matrix cell of a scenario --- */

static struct runner__slot *add_slot(struct runner__runs *r, const char *path)
{
	struct runner__slot *slot;

	if (r->slot_count == r->slot_cap) {
		size_t cap = r->slot_cap ? 2 * r->slot_cap : 16;
		struct runner__slot *slots = base__reallocarray(r->slots, cap, sizeof(*slots));

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

static int add_cells(struct runner__runs *r, const char *path, struct scn__scenario *s)
{
	bool taken = false;

	for (uint64_t k = 0; k < s->cell_count * cases_of_each(r); k++) {
		const struct scn__cell *cell = &s->cells[k / cases_of_each(r)];
		struct runner__slot *slot;

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

/* The result has the first error with its position; all errors are printed. */
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

/* Standard input is recognized by its first byte. */
static bool is_trace(const char *path, struct str text)
{
	size_t i = 0;

	while (i < text.len && memchr(" \t\r\n", text.ptr[i], 4))
		i++;
	return runner__is_stdin(path) && i < text.len && text.ptr[i] == '{';
}

static int add_trace(struct runner__runs *r, const char *path, struct str text)
{
	struct runner__slot *slot = add_slot(r, path);
	struct relist_err err = { 0 };

	if (!slot)
		return RELIST_ENOMEM;
	slot->trace = runner__trace_parse(str_of(path), text, &err);
	if (!slot->trace)
		bad_input(slot, &err);
	return 0;
}

/* A scenario that cannot fail passes: it must not do so without a word. */
static void warn(const struct runner__runs *r, const struct scn__scenario *s, const char *path,
		 struct scn__errors *errors)
{
	AUTO_STRBUF report = STRBUF_INIT;

	if (r->opt->quiet)
		return;
	scn__warn_idle(s, errors);
	scn__errors_print(errors, str_of(path), &report);
	fwrite(report.ptr, 1, report.len, r->err);
}

static int add_scenario(struct runner__runs *r, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;
	struct relist_err err = { 0 };
	struct runner__slot *slot;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &err) == 0) {
		if (is_trace(path, strbuf_str(&text)))
			return add_trace(r, path, strbuf_str(&text));
		s = runner__scenario_load(path, strbuf_str(&text), &errors);
	}
	if (s) {
		warn(r, s, path, &errors);
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
	slot->errors_printed = report.len > 0;
	without_path(&err, path);
	bad_input(slot, &err);
	return 0;
}

int runner__slots_make(struct runner__runs *r)
{
	int code = 0;

	for (size_t i = 0; !code && i < r->paths.len; i++) {
		if (runner__is_scenario(r->paths.items[i]))
			code = add_scenario(r, r->paths.items[i]);
		else if (!r->opt->tag && !r->opt->matrix && !add_slot(r, r->paths.items[i]))
			code = RELIST_ENOMEM;
	}
	return code;
}

/* An empty selection is an error (a typo in an option), unless another shard has cases. */
int runner__slots_check(const struct runner__runs *r, struct relist_err *err)
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

void runner__slots_free(struct runner__runs *r)
{
	for (size_t i = 0; i < r->slot_count; i++) {
		runner__slot_empty(&r->slots[i]);
		scn__scenario_free(r->slots[i].owned);
		strbuf_fini(&r->slots[i].name);
	}
	base__free(r->slots);
}

void runner__slots_count(struct runner__runs *r)
{
	const char *last = "";

	for (size_t i = 0; i < r->slot_count; i++) {
		const char *path = r->slots[i].c.path;

		if (r->slots[i].trace || !runner__is_scenario(path))
			r->report.traces++;
		else if (path != last)
			r->report.scenarios++;
		last = path;
	}
}
