/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/update.h"

#include "runner/posix/beside.h"
#include "runner/rewrite/fmt.h"
#include "runner/rewrite/update.h"

static bool has_tag(const struct scn__scenario *s, const char *tag)
{
	for (size_t i = 0; i < s->tag_count; i++)
		if (str_eqz(s->tags[i], tag))
			return true;
	return !tag;
}

/* Returns false if something other than an expectation has failed. */
static bool try_cell(const struct scn__scenario *s, size_t i,
		     const struct runner__update_options *opt, bool again, struct scn__updates *all,
		     FILE *out)
{
	const struct scn__cell *cell = &s->cells[i];
	struct scn__updates mine;
	struct scn__run_options run = { .seed = opt->own_seeds && s->has_seed ? s->seed : opt->seed,
					.driver = opt->driver,
					.plugins = opt->plugins,
					.subject = opt->subject,
					.updates = &mine,
					.updates_again = again };
	struct runner__result result;
	bool good;

	if (cell->outcome.kind != SCN_PASSES)
		return true;
	scn__updates_init(&mine, all->text);
	runner__result_init(&result);
	scn__run(cell, &run, &result);
	good = result.verdict == RUNNER_PASS;
	if (good)
		scn__updates_merge(all, &mine);
	else
		fprintf(out, "%s:%u:%u: nothing is rewritten: %s\n", s->path.ptr, result.line,
			result.column, result.what);
	runner__result_fini(&result);
	scn__updates_fini(&mine);
	return good;
}

static void print_refusals(const char *path, const struct scn__updates *u, FILE *out)
{
	for (size_t i = 0; i < u->checked_count; i++)
		if (u->checked[i].refused.len)
			fprintf(out, "%s:%u:%u: not rewritten: %s\n", path, u->checked[i].pos.line,
				u->checked[i].pos.column, u->checked[i].refused.ptr);
}

/* If the old text was canonical, makes the new one canonical. */
static bool format(struct str old, struct strbuf *text)
{
	AUTO_STRBUF formatted = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	bool canonical =
	    scn__fmt(old, &formatted, &errors) == 0 && str_eq(old, strbuf_str(&formatted));

	scn__errors_fini(&errors);
	if (!canonical)
		return true;
	errors = (struct scn__errors) { 0 };
	strbuf_clear(&formatted);
	canonical = scn__fmt(strbuf_str(text), &formatted, &errors) == 0;
	scn__errors_fini(&errors);
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&formatted));
	return canonical;
}

static bool is_readable(const char *path, struct str text, FILE *out)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = runner__scenario_load(path, text, &errors);
	bool good = s != NULL;

	if (!good && errors.len)
		fprintf(out, "%s:%u:%u: nothing is rewritten, the new text could not be read: %s\n",
			path, errors.items[0].pos.line, errors.items[0].pos.column,
			errors.items[0].msg);
	scn__errors_fini(&errors);
	scn__scenario_free(s);
	return good;
}

static int write_back(const char *path, struct str old, const struct scn__updates *u, FILE *out,
		      FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT, now = STRBUF_INIT, diff = STRBUF_INIT;
	struct relist_err why;
	size_t n = scn__updates_count(u);

	if (!scn__updates_apply(u, &text) || !format(old, &text)) {
		fprintf(err, "relist: %s: the new text could not be made\n", path);
		return 5;
	}
	if (!is_readable(path, strbuf_str(&text), out))
		return 0;
	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &now, &why) ||
	    !str_eq(strbuf_str(&now), old)) {
		fprintf(out, "%s: nothing is rewritten, the file has changed meanwhile\n", path);
		return 0;
	}
	if (runner__replace_file(path, strbuf_str(&text), &why)) {
		fprintf(err, "relist: %s\n", why.msg);
		return 5;
	}
	scn__updates_diff(old, strbuf_str(&text), &diff);
	fprintf(out, "updated %s: %zu expectation%s\n%s", path, n, n == 1 ? "" : "s", diff.ptr);
	return 0;
}

/* One pass. `again`: values that differ from the previous pass vary between runs. Returns false if
 * a second pass is impossible. */
static bool update_once(const char *path, const struct runner__update_options *opt, bool again,
			FILE *out, FILE *err, int *status)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;
	struct scn__updates all;
	struct relist_err why;
	bool good = true;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &why) == 0)
		s = runner__scenario_load(path, strbuf_str(&text), &errors);
	scn__errors_fini(&errors);
	if (!s || !has_tag(s, opt->tag)) {
		scn__scenario_free(s);
		return false;
	}
	scn__updates_init(&all, strbuf_str(&text));
	for (size_t i = 0; i < s->cell_count && good; i++)
		good = try_cell(s, i, opt, again, &all, out);
	if (all.failed) {
		fputs("relist: out of memory\n", err);
		*status = 5;
	} else if (good) {
		print_refusals(path, &all, out);
		if (scn__updates_count(&all))
			*status = write_back(path, strbuf_str(&text), &all, out, err);
	}
	scn__updates_fini(&all);
	scn__scenario_free(s);
	return good && !*status;
}

int runner__update_file(const char *path, const struct runner__update_options *opt, FILE *out,
			FILE *err)
{
	int status = 0;

	/* in real time a program's values vary between runs */
	if (update_once(path, opt, false, out, err, &status) && opt->subject)
		(void)update_once(path, opt, true, out, err, &status);
	return status;
}
