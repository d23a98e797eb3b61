/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_show.c - relist show: what happens in a scenario, step by step. */
#include "cli/cli.h"
#include "runner/looks.h"
#include "runner/posix/files.h"
#include "runner/posix/plugin_load.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/stack.h"
#include "runner/report/impl.h"
#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/story.h"
#include "runner/trace/log.h"

struct values {
	const char *matrix, *html;
	uint64_t seed;
	struct cli__texts plugins;
};

#define NO_SEED UINT64_MAX

static const struct cli__option options[] = {
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "this cell, as form=http-status [the first]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "decides every choice of the simulator [the scenario's, or 1]" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "FILE", NULL,
	  "write a page that can be stepped through to FILE instead" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "load reconcilers, as relist run does; may be given several times" },
};

const struct cli__command cli__show_command = {
	.name = "show",
	.operands = "FILE",
	.summary = "Run a scenario (*.yaml), a recorded story or a recording (*.jsonl) in the "
		   "simulator and "
		   "tell what happened under each step: on the "
		   "wire, in the queue, in the cache, to the handlers.",
	.details = "Exit status: as relist run.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

static const struct scn__cell *find_cell(const struct scn__scenario *s, const char *name, FILE *err)
{
	for (size_t i = 0; i < s->cell_count; i++)
		if (!name || str_eqz(s->cells[i].name, name))
			return &s->cells[i];
	fprintf(err, "relist show: %s has no matrix cell %s\n", s->path.ptr, name);
	return NULL;
}

static int write_page(const char *path, const struct strbuf *page, FILE *err)
{
	struct relist_err why;

	if (runner__replace_file(path, strbuf_str(page), &why) == 0)
		return 0;
	fprintf(err, "relist show: %s\n", why.msg);
	return 5;
}

static int show(const struct values *v, const struct scn__scenario *s, const struct scn__cell *cell,
		struct str text, const struct relist_plugins *plugins, FILE *out, FILE *err)
{
	struct scn__show story;
	struct runner__page model;
	struct scn__run_options opt = { .seed = v->seed != NO_SEED ? v->seed
						: s->has_seed	   ? s->seed
								   : 1,
					.plugins = plugins,
					.show = &story };
	struct runner__report report;
	struct runner__case c = { .path = s->path.ptr, .name = s->name, .cell = cell->name };
	AUTO_STRBUF page = STRBUF_INIT, name = STRBUF_INIT;
	int status;

	if (cell->name.len) {
		strbuf_addf(&name, STR_FMT " [" STR_FMT "]", STR_ARG(s->name), STR_ARG(cell->name));
		c.name = strbuf_str(&name);
	}
	runner__show_init(&story);
	runner__page_init(&model);
	story.page = v->html ? &model : NULL;
	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	runner__result_init(&c.result);
	scn__run(cell, &opt, &c.result);
	status = runner__verdict_status(c.result.verdict);
	if (v->html)
		page.failed =
		    !runner__show_html(&story, cell, text, &c.result, &page) || page.failed;
	else
		runner__show_text(&story, cell, text, &c.result, &page);
	if (page.failed) {
		fputs("relist: out of memory\n", err);
		status = 5;
	} else if (v->html) {
		int code = write_page(v->html, &page, err);

		status = code ? code : status;
	} else {
		fwrite(page.ptr, 1, page.len, out);
	}
	strbuf_clear(&page);
	c.result.tail.len = 0; /* it has been shown */
	if (c.result.verdict != RUNNER_PASS && c.result.verdict != RUNNER_BAD_INPUT) {
		strbuf_addc(&page, '\n');
		runner__report_failure(&report, &c, &page);
		fwrite(page.ptr, 1, page.len, v->html ? err : out);
	}
	if (c.result.verdict == RUNNER_BAD_INPUT)
		fprintf(err, "%s:%u:%u: %s\n", c.path, c.result.line, c.result.column,
			c.result.what);
	runner__result_fini(&c.result);
	runner__report_fini(&report);
	runner__show_fini(&story);
	runner__page_fini(&model);
	return status;
}

/* --- a recorded story --- */

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

/* What a story was told of: text, or a page. */
struct told {
	struct runner__page model;
	struct strbuf text;
	struct trace_sink events;
};

static void told_init(struct told *t, bool html)
{
	runner__page_init(&t->model);
	strbuf_init(&t->text);
	t->events =
	    html ? runner__page_sink(&t->model) : (struct trace_sink) { add_event, &t->text };
}

static void told_fini(struct told *t)
{
	runner__page_fini(&t->model);
	strbuf_fini(&t->text);
}

/* Prints it, or writes the page. Returns `status`, or 5 when that is not possible. */
static int told_out(struct told *t, const struct values *v, const struct runner__page_head *head,
		    int status, FILE *out, FILE *err)
{
	int code = 0;

	if (v->html) {
		strbuf_clear(&t->text);
		if (!runner__page_write(&t->model, head, &t->text))
			t->text.failed = true;
	}
	if (t->text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	if (v->html)
		code = write_page(v->html, &t->text, err);
	else
		fwrite(t->text.ptr, 1, t->text.len, out);
	return code ? code : status;
}

static int tell_trace(const struct values *v, const struct runner__trace *t, struct told *told,
		      FILE *out, FILE *err)
{
	struct runner__replay_options opt = { .world = &runner__world_sim,
					      .seed = v->seed != NO_SEED ? v->seed : 1,
					      .events = told->events };
	struct runner__case c = { .path = t->path.ptr, .name = t->name };
	struct runner__page_head head;
	struct runner__report report;
	struct strbuf *text = &told->text;
	int status;

	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	runner__result_init(&c.result);
	runner__add_clean(text, t->name);
	strbuf_addc(text, '\n');
	runner__add_indented(text, t->about, "");
	if (t->recorded_from.len) {
		strbuf_addz(text, "recorded from ");
		runner__add_clean(text, t->recorded_from);
		strbuf_addc(text, '\n');
	}
	strbuf_addz(text, "\nwhat our informer does in it\n");
	runner__replay(t, &opt, &c.result);
	c.result.tail.len = 0; /* it has been shown */
	strbuf_addc(text, '\n');
	if (c.result.verdict == RUNNER_SKIP)
		strbuf_addf(text, "not run: %s\n", c.result.what);
	else if (c.result.verdict != RUNNER_PASS)
		runner__report_failure(&report, &c, text);
	else
		strbuf_addz(text, "passed\n");
	head = runner__page_head_of(t, opt.seed, &c.result);
	status = told_out(told, v, &head, runner__verdict_status(c.result.verdict), out, err);
	runner__result_fini(&c.result);
	runner__report_fini(&report);
	return status;
}

static int show_trace(const struct values *v, const char *path, struct str text, FILE *out,
		      FILE *err)
{
	struct relist_err why = { 0 };
	struct runner__trace *t = runner__trace_parse(str_of(path), text, &why);
	struct told told;
	int status;

	if (!t) {
		fprintf(err, "%s:%u:%u: %s\n", path, why.line, why.column, why.msg);
		return cli__status_of(&why);
	}
	told_init(&told, v->html != NULL);
	status = tell_trace(v, t, &told, out, err);
	told_fini(&told);
	runner__trace_free(t);
	return status;
}

/* --- a recording --- */

static int tell_recording(const struct values *v, const char *path, const struct rec__story *story,
			  FILE *out, FILE *err)
{
	struct rec__stack_result res = { .lanes = 0 };
	struct runner__page_head head = { .title = str_of(path), .verdict = "as recorded" };
	struct relist_err why = { 0 };
	struct told told;
	int status;

	strbuf_init(&res.text);
	told_init(&told, v->html != NULL);
	struct rec__stack_options opt = { .world = &runner__world_sim,
					  .seed = v->seed != NO_SEED ? v->seed : 1,
					  .events = told.events };

	status = rec__stack_replay(story, &opt, &res, &why);
	if (status) {
		fprintf(err, "relist show: %s: %s\n", path, why.msg);
		status = cli__status_of(&why);
	} else {
		head.about = STR("a recording, told to our own informers");
		head.seed = opt.seed;
		head.passed = !res.departures && !res.stopped;
		if (!head.passed) {
			head.verdict = "departs from the recording";
			head.what = res.text.len ? res.text.ptr : "";
		}
		strbuf_adds(&told.text, strbuf_str(&res.text));
		status = told_out(&told, v, &head, head.passed ? 0 : 1, out, err);
	}
	told_fini(&told);
	strbuf_fini(&res.text);
	return status;
}

static int show_recording(const struct values *v, const char *path, FILE *out, FILE *err)
{
	struct relist_err why = { 0 };
	struct rec__file *file = rec__file_open(path, &why);
	struct rec__story_options opt = { .lenient = false };
	struct rec__story *story = NULL;
	int status = 2;

	if (file) {
		struct rec__input input = rec__file_input(file);

		story = rec__story_load(&input, 1, &opt, &why);
	}
	if (!story && why.line)
		fprintf(err, "relist show: %s:%u:%u: %s\n", path, why.line, why.column, why.msg);
	else if (!story)
		fprintf(err, "relist show: %s\n", why.msg);
	else
		status = tell_recording(v, path, story, out, err);
	rec__story_free(story);
	rec__file_close(file);
	return status;
}

/* A trace's first line says so; what only has the name is told what is wrong with it. */
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

static int load_and_show(const struct values *v, const char *path,
			 const struct relist_plugins *plugins, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT, report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	const struct scn__cell *cell;
	struct scn__scenario *s;
	struct relist_err why;
	const char *hint;
	int status = 2;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &why)) {
		fprintf(err, "relist show: %s\n", why.msg);
		return cli__status_of(&why);
	}
	if (is_trace(path, strbuf_str(&text))) {
		if (!v->matrix && !v->plugins.len)
			return show_trace(v, path, strbuf_str(&text), out, err);
		fprintf(err, "relist show: --%s is for scenarios, %s is a recorded story\n",
			v->matrix ? "matrix" : "plugin", path);
		return 2;
	}
	if (runner__look(strbuf_str(&text)) == RUNNER_LOOKS_RECORDING)
		return show_recording(v, path, out, err);
	hint = runner__looks_hint(strbuf_str(&text));
	if (hint) {
		fprintf(err, "relist show: %s: %s\n", path, hint);
		return 2;
	}
	s = scn__scenario_load(str_of(path), strbuf_str(&text), &errors);
	scn__errors_print(&errors, str_of(path), &report);
	if (errors.failed || report.failed) {
		fputs("relist: out of memory\n", err);
		status = 5;
	}
	scn__errors_fini(&errors);
	if (!s)
		fwrite(report.ptr, 1, report.len, err);
	cell = s ? find_cell(s, v->matrix, err) : NULL;
	if (cell)
		status = show(v, s, cell, strbuf_str(&text), plugins, out, err);
	scn__scenario_free(s);
	return status;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct relist_plugins plugins = { 0 };
	int status = 2;

	if (operands->len != 1) {
		fputs("relist show: one FILE at a time\n", err);
		return 2;
	}
	if (cli__load_plugins(&cli__show_command, &v->plugins, &plugins, err))
		status = load_and_show(v, operands->items[0], &plugins, out, err);
	runner__plugins_unload(&plugins);
	return status;
}

int cmd_show(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .seed = NO_SEED };

	return cli__run(&cli__show_command, argc, argv, &v, run, out, err);
}
