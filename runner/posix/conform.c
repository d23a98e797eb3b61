/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/conform.h"

#include <errno.h>
#include <fnmatch.h>
#include <time.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/posix/beside.h"
#include "runner/posix/jobs.h"
#include "runner/posix/driver_external.h"
#include "runner/posix/progress.h"
#include "runner/engine/run.h"

enum { SUBJECT_SECONDS = 600, BASELINE_MAX = 16 << 20 };

struct conform {
	const struct conform__options *opt;
	struct runner__paths paths;
	struct scn__scenario **scenarios; /* by row */
	struct conform__row *rows;
	size_t row_count;
	struct conform__cell *cells;
	const char **names;
	size_t done;
	int64_t begun_ns;
	FILE *out, *err;
};

/* --- reading --- */

static bool has_tag(const struct scn__scenario *s, const char *tag)
{
	for (size_t i = 0; i < s->tag_count; i++)
		if (str_eqz(s->tags[i], tag))
			return true;
	return false;
}

/* "3,5b,H*" */
static bool is_wanted(const char *only, const char *id)
{
	while (only && *only) {
		const char *comma = strchr(only, ',');
		size_t n = comma ? (size_t)(comma - only) : strlen(only);
		char pattern[32];

		(void)snprintf(pattern, sizeof(pattern), "%.*s", (int)n, only);
		if (fnmatch(pattern, id, 0) == 0)
			return true;
		only += n + (comma ? 1 : 0);
		if (!comma)
			return false;
	}
	return !only;
}

static struct scn__scenario *load(struct conform *c, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;
	struct relist_err err = { 0 };

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &err) == 0)
		s = runner__scenario_load(path, strbuf_str(&text), &errors);
	if (!s) {
		scn__errors_print(&errors, str_of(path), &report);
		fprintf(c->err, "%s", report.len ? report.ptr : "");
		fprintf(c->err, "relist conform: %s\n", err.code ? err.msg : "see relist check");
	}
	scn__errors_fini(&errors);
	return s;
}

static int read_rows(struct conform *c)
{
	c->rows = base__calloc(c->paths.len + 1, sizeof(*c->rows));
	c->scenarios = base__calloc(c->paths.len + 1, sizeof(struct scn__scenario *));
	if (!c->rows || !c->scenarios)
		return 5;
	for (size_t i = 0; i < c->paths.len; i++) {
		struct conform__row *row = &c->rows[c->row_count];
		struct scn__scenario *s;

		conform__row_name(row, c->paths.items[i], str_of(""));
		if (!is_wanted(c->opt->only, row->id))
			continue;
		s = load(c, c->paths.items[i]);
		if (!s)
			return 2;
		conform__row_name(row, c->paths.items[i], s->about);
		row->bookmarks = has_tag(s, "bookmarks");
		row->non_conformant = has_tag(s, "non-conformant");
		c->scenarios[c->row_count++] = s;
	}
	if (!c->row_count)
		fprintf(c->err, "relist conform: no situation is called %s\n", c->opt->only);
	return c->row_count ? 0 : 2;
}

static int find_paths(struct conform *c)
{
	struct relist_err err = { 0 };

	for (size_t i = 0; i < c->opt->path_count; i++) {
		if (runner__paths_find(&c->paths, c->opt->paths[i], ".yaml", &err) == 0)
			continue;
		fprintf(c->err, "relist conform: %s\n", err.msg);
		return err.code == RELIST_ENOMEM ? 5 : 2;
	}
	return 0;
}

/* --- running --- */

/* A subject of HTTP/1.1 passes a fault on frames, which has no effect on it. */
static const char *unmet(const struct scn__idle *idle)
{
	for (size_t i = 0; i < idle->len; i++)
		if (strcmp(idle->items[i].word, "http2") == 0)
			return "the fault met no connection of HTTP/2";
	return NULL;
}

static void work(void *user, size_t i)
{
	struct conform *c = user;
	size_t row = i / c->opt->subject_count;
	const struct scn__cell *cell = &c->scenarios[row]->cells[0];
	const struct scn__subject subject = {
		.command = c->opt->subjects[i % c->opt->subject_count].command,
		.seconds = SUBJECT_SECONDS,
		.patience_ns = c->opt->patience_ns,
		.tls = c->opt->tls,
		.interrupted = c->opt->interrupted,
	};
	struct scn__idle idle = { .faults_only = true };
	struct scn__run_options opt = { .driver = &runner__driver_external,
					.seed = 1,
					.subject = &subject,
					.idle = &idle,
					.facts = &c->cells[i].facts };
	struct runner__result result;

	if (cell->external.skip) {
		conform__judge(&c->cells[i], &c->rows[row], cell->external.reason.ptr);
		return;
	}
	runner__result_init(&result);
	scn__run(cell, &opt, &result);
	conform__judge(&c->cells[i], &c->rows[row],
		       c->cells[i].facts.ran && result.verdict != RUNNER_SKIP ? unmet(&idle)
									      : result.what);
	scn__idle_fini(&idle);
	runner__result_fini(&result);
}

static bool interrupted(const struct conform *c)
{
	return c->opt->interrupted && c->opt->interrupted();
}

static bool done(void *user, size_t i)
{
	struct conform *c = user;
	const struct conform__cell *cell = &c->cells[i];
	AUTO_STRBUF text = STRBUF_INIT;

	c->done++;
	if (!c->opt->progress)
		return !interrupted(c);
	fputs("[", c->err);
	runner__progress_text(c->done, c->row_count * c->opt->subject_count, 0,
			      clock_monotonic_ns() - c->begun_ns, &text);
	fprintf(c->err, "%s] %s %s %s", text.failed ? "" : text.ptr,
		conform__sign_text(cell->sign, c->opt->ascii),
		c->rows[i / c->opt->subject_count].id,
		c->opt->subjects[i % c->opt->subject_count].name);
	if (cell->facts.recovered)
		fprintf(c->err, " %.1f s", cell->facts.recovery_s);
	fprintf(c->err, "%s%s\n", cell->why[0] ? " " : "", cell->why);
	(void)fflush(c->err);
	return !interrupted(c);
}

/* --- writing --- */

static int write_file(struct conform *c, const char *path, const struct conform__matrix *m,
		      void (*report)(const struct conform__matrix *m, struct strbuf *out))
{
	AUTO_STRBUF text = STRBUF_INIT;
	FILE *f;
	bool ok;

	if (!path)
		return 0;
	report(m, &text);
	f = text.failed ? NULL : fopen(path, "w");
	ok = f && fwrite(text.ptr, 1, text.len, f) == text.len;
	if (f)
		ok = fclose(f) == 0 && ok;
	if (!ok)
		fprintf(c->err, "relist conform: %s: %s\n", path,
			text.failed ? "out of memory" : strerror(errno));
	return ok ? 0 : 5;
}

static int compare(struct conform *c, const struct conform__matrix *m)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF differences = STRBUF_INIT;
	struct relist_err err = { 0 };
	int n;

	if (!c->opt->baseline)
		return 0;
	if (runner__read_file(c->opt->baseline, BASELINE_MAX, &text, &err) != 0) {
		fprintf(c->err, "relist conform: %s\n", err.msg);
		return 2;
	}
	n = conform__compare(m, strbuf_str(&text), &differences);
	if (n < 0)
		fprintf(c->err, "relist conform: %s was not written by --json\n", c->opt->baseline);
	else
		fprintf(c->out, "%d cells differ from %s\n%s", n, c->opt->baseline,
			differences.ptr);
	return n < 0 ? 2 : n > 0;
}

static int report(struct conform *c)
{
	char today[16] = "";
	time_t now = time(NULL);
	struct tm utc;
	struct conform__matrix m = { c->rows,  c->row_count, c->names,	   c->opt->subject_count,
				     c->cells, c->opt->date, c->opt->ascii };
	AUTO_STRBUF text = STRBUF_INIT;
	int status = 0, other;

	if (!m.date && gmtime_r(&now, &utc) && strftime(today, sizeof(today), "%Y-%m-%d", &utc))
		m.date = today;
	conform__text(&m, &text);
	if (fwrite(text.ptr, 1, text.len, c->out) != text.len || fflush(c->out) != 0)
		status = 5;
	status |= write_file(c, c->opt->html, &m, conform__html);
	status |= write_file(c, c->opt->json, &m, conform__json);
	status |= write_file(c, c->opt->markdown, &m, conform__markdown);
	other = compare(c, &m);
	return status ? 5 : other;
}

static int run_cells(struct conform *c)
{
	size_t count = c->row_count * c->opt->subject_count;
	struct runner__jobs jobs = { count, c->opt->jobs, work, done, c };
	struct relist_err err = { 0 };
	int status;

	c->cells = base__calloc(count, sizeof(*c->cells));
	c->names = base__calloc(c->opt->subject_count, sizeof(char *));
	c->begun_ns = clock_monotonic_ns();
	/* runs that had not begun at ^C */
	for (size_t i = 0; c->cells && i < count; i++)
		conform__judge(&c->cells[i], &c->rows[i / c->opt->subject_count], "interrupted");
	if (!c->cells || !c->names || runner__jobs_run(&jobs, &err) != 0) {
		fputs("relist conform: out of memory\n", c->err);
		return 5;
	}
	for (size_t i = 0; i < c->opt->subject_count; i++)
		c->names[i] = c->opt->subjects[i].name;
	status = report(c);
	if (!interrupted(c))
		return status;
	fprintf(c->err, "relist conform: interrupted after %zu of %zu runs\n", c->done, count);
	return status ? status : 130;
}

int runner__conform_run(const struct conform__options *opt, FILE *out, FILE *err)
{
	struct conform c = { .opt = opt, .out = out, .err = err };
	int status;

	base__alloc_init_cjson();
	status = find_paths(&c);
	if (!status)
		status = read_rows(&c);
	if (!status)
		status = run_cells(&c);
	for (size_t i = 0; i < c.row_count; i++)
		scn__scenario_free(c.scenarios[i]);
	base__free(c.scenarios);
	base__free(c.rows);
	base__free(c.cells);
	base__free(c.names);
	runner__paths_fini(&c.paths);
	return status;
}
