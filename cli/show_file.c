/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/show_file.h"

#include <stdlib.h>

#include "base/text/number.h"
#include "cli/show_impl.h"
#include "runner/engine/run.h"
#include "runner/looks.h"
#include "runner/posix/beside.h"
#include "runner/posix/pages.h"
#include "runner/recording/posix/file.h"
#include "runner/retell/stack.h"
#include "runner/report/impl.h"
#include "runner/report/page.h"
#include "runner/report/story.h"
#include "runner/trace/log.h"

static void shown_init(struct cli__shown *t)
{
	*t = (struct cli__shown) { .status = 2 };
	runner__page_init(&t->model);
	strbuf_init(&t->source);
	strbuf_init(&t->text);
	strbuf_init(&t->name);
	strbuf_init(&t->runs_without);
	strbuf_init(&t->replayed.text);
	runner__show_init(&t->story);
	runner__result_init(&t->result);
}

static void shown_fini(struct cli__shown *t)
{
	runner__page_fini(&t->model);
	strbuf_fini(&t->source);
	strbuf_fini(&t->text);
	strbuf_fini(&t->name);
	strbuf_fini(&t->runs_without);
	strbuf_fini(&t->replayed.text);
	runner__show_fini(&t->story);
	runner__result_fini(&t->result);
	scn__scenario_free(t->scenario);
	runner__trace_free(t->trace);
}

static bool plain(const struct cli__show *v)
{
	return !v->html && !v->svg && !v->words;
}

/* Appends the text of a failure, for the terminal. */
static void add_failure(struct runner__case *c, struct strbuf *out)
{
	struct runner__report report;

	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	c->result.tail.len = 0; /* already shown */
	runner__report_failure(&report, c, out);
	runner__report_fini(&report);
}

/* --- a scenario --- */

static const struct scn__cell *find_cell(const struct cli__show *v, const struct scn__scenario *s,
					 FILE *err)
{
	for (size_t i = 0; i < s->cell_count; i++)
		if (!v->matrix || str_eqz(s->cells[i].name, v->matrix))
			return &s->cells[i];
	fprintf(err, "relist %s: %s has no matrix cell %s\n", v->command, s->path.ptr, v->matrix);
	return NULL;
}

static bool show_cell(const struct cli__show *v, const struct scn__cell *cell, struct cli__shown *t,
		      FILE *err)
{
	const struct scn__scenario *s = t->scenario;
	struct scn__run_options opt = {
		.seed = v->seed != CLI_NO_SEED ? v->seed
			: s->has_seed	       ? s->seed
					       : 1,
		.plugins = v->plugins,
		.show = &t->story,
	};
	struct runner__case c = { .path = s->path.ptr, .name = s->name, .cell = cell->name };

	t->story.page = plain(v) ? NULL : &t->model;
	scn__run(cell, &opt, &t->result);
	t->status = runner__verdict_status(t->result.verdict);
	if (t->result.verdict == RUNNER_BAD_INPUT) {
		fprintf(err, "%s:%u:%u: %s\n", c.path, t->result.line, t->result.column,
			t->result.what);
		if (!plain(v))
			return false;
	}
	if (!runner__show_head(&t->story, cell, strbuf_str(&t->source), &t->result, &t->head))
		t->text.failed = true;
	if (plain(v))
		runner__show_text(&t->story, cell, strbuf_str(&t->source), &t->result, &t->text);
	if (t->result.verdict == RUNNER_PASS || t->result.verdict == RUNNER_BAD_INPUT)
		return true;
	if (cell->name.len) {
		strbuf_addf(&t->name, STR_FMT " [" STR_FMT "]", STR_ARG(s->name),
			    STR_ARG(cell->name));
		c.name = strbuf_str(&t->name);
	}
	c.result = t->result;
	if (plain(v)) {
		strbuf_addc(&t->text, '\n');
		add_failure(&c, &t->text);
	} else {
		AUTO_STRBUF failure = STRBUF_INIT;

		strbuf_addc(&failure, '\n');
		add_failure(&c, &failure);
		fwrite(failure.ptr, 1, failure.len, err);
	}
	return true;
}

static bool show_scenario(const struct cli__show *v, const char *path, struct cli__shown *t,
			  FILE *err)
{
	AUTO_STRBUF report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	const struct scn__cell *cell;
	bool failed;

	t->scenario = runner__scenario_load(path, strbuf_str(&t->source), &errors);
	scn__errors_print(&errors, str_of(path), &report);
	failed = errors.failed || report.failed;
	scn__errors_fini(&errors);
	if (failed)
		t->text.failed = true;
	if (!t->scenario) {
		fwrite(report.ptr, 1, report.len, err);
		return false;
	}
	cell = find_cell(v, t->scenario, err);
	return cell && show_cell(v, cell, t, err);
}

/* --- a trace --- */

static void add_event(void *user, const struct trace_event *ev)
{
	struct strbuf *out = user, line = STRBUF_INIT;

	if (ev->kind == TRACE_SIM_STEP)
		return;
	runner__event_text(ev, &line);
	out->failed |= line.failed;
	runner__add_indented(out, strbuf_str(&line), "  ");
	strbuf_fini(&line);
}

struct trace_sink cli__shown_events(const struct cli__show *v, struct cli__shown *t)
{
	return plain(v) ? (struct trace_sink) { add_event, &t->text }
			: runner__page_sink(&t->model);
}

static bool show_trace(const struct cli__show *v, const char *path, struct cli__shown *shown,
		       FILE *err)
{
	struct relist_err why = { 0 };
	struct runner__replay_options opt = { .world = &runner__world_sim,
					      .seed = v->seed != CLI_NO_SEED ? v->seed : 1,
					      .events = cli__shown_events(v, shown) };
	struct strbuf *text = &shown->text;
	struct runner__trace *t =
	    runner__trace_parse(str_of(path), strbuf_str(&shown->source), &why);
	struct runner__case c = { .path = path };

	shown->trace = t;
	if (!t) {
		fprintf(err, "%s:%u:%u: %s\n", path, why.line, why.column, why.msg);
		shown->status = cli__status_of(&why);
		return false;
	}
	runner__add_clean(text, t->name);
	strbuf_addc(text, '\n');
	runner__add_indented(text, t->about, "");
	if (t->recorded_from.len) {
		strbuf_addz(text, "recorded from ");
		runner__add_clean(text, t->recorded_from);
		strbuf_addc(text, '\n');
	}
	strbuf_addz(text, "\nwhat our informer does in it\n");
	runner__replay(t, &opt, &shown->result);
	shown->status = runner__verdict_status(shown->result.verdict);
	shown->head = runner__page_head_of(t, opt.seed, &shown->result);
	c.name = t->name;
	c.result = shown->result;
	strbuf_addc(text, '\n');
	if (shown->result.verdict == RUNNER_SKIP)
		strbuf_addf(text, "not run: %s\n", shown->result.what);
	else if (shown->result.verdict != RUNNER_PASS)
		add_failure(&c, text);
	else
		strbuf_addz(text, "passed\n");
	return true;
}

/* --- a recording --- */

static bool replay_recording(const struct cli__show *v, const char *path,
			     const struct rec__story *story, struct cli__shown *t, FILE *err)
{
	struct relist_err why = { 0 };
	struct rec__stack_options opt = { .world = &runner__world_sim,
					  .seed = v->seed != CLI_NO_SEED ? v->seed : 1,
					  .events = cli__shown_events(v, t) };
	bool departs;

	if (rec__stack_replay(story, &opt, &t->replayed, &why)) {
		fprintf(err, "relist %s: %s: %s\n", v->command, path, why.msg);
		t->status = cli__status_of(&why);
		return false;
	}
	departs = t->replayed.departures || t->replayed.stopped;
	t->status = departs ? 1 : 0;
	t->head = (struct runner__page_head) {
		.title = str_of(path),
		.about = STR("a recording, replayed to our own informers"),
		.seed = opt.seed,
		.passed = !departs,
		.verdict = departs ? "departs from the recording" : "as recorded",
		.what = departs && t->replayed.text.len ? t->replayed.text.ptr : "",
	};
	strbuf_adds(&t->text, strbuf_str(&t->replayed.text));
	return true;
}

static bool show_recording(const struct cli__show *v, const char *path, struct cli__shown *t,
			   FILE *err)
{
	struct relist_err why = { 0 };
	struct rec__file *file = rec__file_open(path, &why);
	struct rec__story_options opt = { .lenient = false };
	struct rec__story *story = NULL;
	bool ok = false;

	if (file) {
		struct rec__input input = rec__file_input(file);

		story = rec__story_load(&input, 1, &opt, &why);
	}
	if (!story && why.line)
		fprintf(err, "relist %s: %s:%u:%u: %s\n", v->command, path, why.line, why.column,
			why.msg);
	else if (!story)
		fprintf(err, "relist %s: %s\n", v->command, why.msg);
	else
		ok = replay_recording(v, path, story, t, err);
	rec__story_free(story);
	rec__file_close(file);
	return ok;
}

/* --- any format --- */

/* A trace is recognized by its first line; a file with only the name of one gets an error. */
static bool is_trace(const char *path, struct str text)
{
	size_t i = 0, end;

	while (i < text.len && memchr(" \t\r\n", text.ptr[i], 4))
		i++;
	for (end = i; end < text.len && end < i + 12; end++)
		if (text.len - end >= 7 && memcmp(text.ptr + end, "\"trace\"", 7) == 0)
			return text.ptr[i] == '{';
	return runner__is_kind(path, ".jsonl") && !runner__looks_hint(text);
}

/* Shows the file. Returns false after it has printed an error; t->status is the exit status. */
static bool show(const struct cli__show *v, const char *path, struct cli__shown *t, FILE *err)
{
	struct relist_err why;
	const char *hint;

	if (runner__read_file(path,
			      runner__is_kind(path, ".jsonl") ? RUNNER_FILE_BYTES_MAX
							      : SCN_FILE_BYTES_MAX,
			      &t->source, &why)) {
		fprintf(err, "relist %s: %s\n", v->command, why.msg);
		t->status = cli__status_of(&why);
		return false;
	}
	if (cli__is_kept_run(strbuf_str(&t->source)) && !v->plugins_named)
		return cli__show_kept_run(v, path, t, err);
	if (is_trace(path, strbuf_str(&t->source))) {
		if (!v->matrix && !v->plugins_named)
			return show_trace(v, path, t, err);
		fprintf(err, "relist %s: --%s is for scenarios, %s is a recorded story\n",
			v->command, v->matrix ? "matrix" : "plugin", path);
		return false;
	}
	if (runner__look(strbuf_str(&t->source)) == RUNNER_LOOKS_RECORDING)
		return show_recording(v, path, t, err);
	hint = runner__looks_hint(strbuf_str(&t->source));
	if (!hint)
		return show_scenario(v, path, t, err);
	fprintf(err, "relist %s: %s: %s\n", v->command, path, hint);
	return false;
}

/* `--against`: seed=N and a cell of the matrix refer to the same file, other values name a file. */
static const char *other_run(const struct cli__show *v, const char *path,
			     const struct cli__shown *t, struct cli__show *other)
{
	const char *what = v->against;

	*other = *v;
	for (size_t i = 0; t->scenario && i < t->scenario->cell_count; i++) {
		if (!str_eqz(t->scenario->cells[i].name, what))
			continue;
		other->matrix = what;
		return path;
	}
	if (str_begins(str_of(what), "seed=") &&
	    number_parse(str_of(what + 5), UINT64_MAX, &other->seed))
		return path;
	other->matrix = NULL;
	return what;
}

static int write_out(const struct cli__show *v, struct cli__shown *t, struct cli__shown *against,
		     FILE *out, FILE *err)
{
	struct relist_err why;

	if (plain(v)) {
		fwrite(t->text.ptr, 1, t->text.len, out);
		return t->status;
	}
	if (v->svg && runner__picture_write(&t->model.picture, &t->head, v->svg, &why)) {
		fprintf(err, "relist %s: %s\n", v->command, why.msg);
		return 5;
	}
	if (!v->html && !v->words)
		return t->status;
	strbuf_clear(&t->text);
	if (against) {
		t->head.against = &against->head;
		t->head.against_page = &against->model;
	}
	if (v->html && !against)
		cli__show_without(v, t);
	if (v->words ? !runner__page_render(&t->model, &t->head, &t->text)
		     : !runner__page_write(&t->model, &t->head, &t->text))
		t->text.failed = true;
	if (t->text.failed)
		return t->status;
	if (v->words) {
		fwrite(t->text.ptr, 1, t->text.len, out);
	} else if (runner__replace_file(v->html, strbuf_str(&t->text), &why)) {
		fprintf(err, "relist %s: %s\n", v->command, why.msg);
		return 5;
	}
	return t->status;
}

int cli__show_file(const struct cli__show *v, const char *path, FILE *out, FILE *err)
{
	struct cli__shown t, other;
	struct cli__show how;
	bool ok;

	shown_init(&t);
	shown_init(&other);
	ok = show(v, path, &t, err);
	if (ok && v->against) {
		const char *file = other_run(v, path, &t, &how);

		ok = show(&how, file, &other, err);
		if (!ok)
			t.status = other.status;
	}
	if (ok)
		t.status = write_out(v, &t, v->against ? &other : NULL, out, err);
	if (t.text.failed || other.text.failed) {
		fputs("relist: out of memory\n", err);
		t.status = 5;
	}
	shown_fini(&t);
	shown_fini(&other);
	return t.status;
}
