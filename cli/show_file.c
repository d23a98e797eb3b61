/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/show_file.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/json_tree.h"
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

/* A run that was made, and all that its page borrows. */
struct told {
	struct runner__page model;
	struct runner__page_head head;
	struct strbuf source; /* the file */
	struct strbuf text;   /* what is printed */
	struct strbuf name;
	struct scn__scenario *scenario;
	struct scn__show story;
	struct runner__trace *trace;
	struct runner__result result;
	struct rec__stack_result replayed;
	struct trace_sink events; /* of what has no steps: text, or the model */
	int status;
};

static void told_init(struct told *t)
{
	*t = (struct told) { .status = 2 };
	runner__page_init(&t->model);
	strbuf_init(&t->source);
	strbuf_init(&t->text);
	strbuf_init(&t->name);
	strbuf_init(&t->replayed.text);
	runner__show_init(&t->story);
	runner__result_init(&t->result);
}

static void told_fini(struct told *t)
{
	runner__page_fini(&t->model);
	strbuf_fini(&t->source);
	strbuf_fini(&t->text);
	strbuf_fini(&t->name);
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

/* Text of a failure, for the terminal. */
static void add_failure(struct runner__case *c, struct strbuf *out)
{
	struct runner__report report;

	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	c->result.tail.len = 0; /* it has been shown */
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

static bool tell_cell(const struct cli__show *v, const struct scn__cell *cell, struct told *t,
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

static bool tell_scenario(const struct cli__show *v, const char *path, struct told *t, FILE *err)
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
	return cell && tell_cell(v, cell, t, err);
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

static struct trace_sink events_of(const struct cli__show *v, struct told *t)
{
	return plain(v) ? (struct trace_sink) { add_event, &t->text }
			: runner__page_sink(&t->model);
}

static bool tell_trace(const struct cli__show *v, const char *path, struct told *told, FILE *err)
{
	struct relist_err why = { 0 };
	struct runner__replay_options opt = { .world = &runner__world_sim,
					      .seed = v->seed != CLI_NO_SEED ? v->seed : 1,
					      .events = events_of(v, told) };
	struct strbuf *text = &told->text;
	struct runner__trace *t =
	    runner__trace_parse(str_of(path), strbuf_str(&told->source), &why);
	struct runner__case c = { .path = path };

	told->trace = t;
	if (!t) {
		fprintf(err, "%s:%u:%u: %s\n", path, why.line, why.column, why.msg);
		told->status = cli__status_of(&why);
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
	runner__replay(t, &opt, &told->result);
	told->status = runner__verdict_status(told->result.verdict);
	told->head = runner__page_head_of(t, opt.seed, &told->result);
	c.name = t->name;
	c.result = told->result;
	strbuf_addc(text, '\n');
	if (told->result.verdict == RUNNER_SKIP)
		strbuf_addf(text, "not run: %s\n", told->result.what);
	else if (told->result.verdict != RUNNER_PASS)
		add_failure(&c, text);
	else
		strbuf_addz(text, "passed\n");
	return true;
}

/* --- a run that was kept: what relist run --format jsonl printed --- */

static bool is_run(struct str text)
{
	static const char begin[] = "{\"run\":{";

	return text.len >= sizeof(begin) - 1 && memcmp(text.ptr, begin, sizeof(begin) - 1) == 0;
}

static double number_of(const cJSON *obj, const char *name)
{
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(obj, name);

	return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

static struct str text_of(const cJSON *obj, const char *name)
{
	const char *s = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, name));

	return s ? str_of(s) : STR("");
}

static bool ends_with_cell(struct str name, const char *cell)
{
	size_t len = strlen(cell);

	return name.len >= len + 2 && name.ptr[name.len - 1] == ']' &&
	       name.ptr[name.len - len - 2] == '[' &&
	       memcmp(name.ptr + name.len - len - 1, cell, len) == 0;
}

/* Calls `fn` with each line; false: a line is none of ours, and that was said, or fn said false. */
static bool each_line(const struct cli__show *v, const char *path, struct str text,
		      bool (*fn)(void *user, const cJSON *line), void *user, FILE *err)
{
	for (uint32_t number = 1; text.len; number++) {
		struct str line = runner__cut_line(&text);
		cJSON *tree = json_tree_parse(line, JSON_DIGITS_INT64);
		bool ok = cJSON_IsObject(tree) && cJSON_IsObject(tree->child);

		if (!ok)
			fprintf(err, "relist %s: %s:%u: no line of relist run --format jsonl\n",
				v->command, path, number);
		ok = ok && fn(user, tree);
		cJSON_Delete(tree);
		if (!ok)
			return false;
	}
	return true;
}

struct kept {
	const struct cli__show *v;
	struct told *told;
	struct trace_sink events;
	size_t index, wanted; /* of runs, from 1; 0: not known */
	size_t first_fit;
	bool judged;
};

/* Which run: the requested one, else the first that did not pass, else the first. */
static bool choose(void *user, const cJSON *line)
{
	struct kept *k = user;
	const cJSON *run = cJSON_GetObjectItemCaseSensitive(line, "run");
	const cJSON *result = cJSON_GetObjectItemCaseSensitive(line, "result");

	if (run) {
		k->index++;
		if (!k->first_fit &&
		    (!k->v->matrix || ends_with_cell(text_of(run, "name"), k->v->matrix)) &&
		    (k->v->seed == CLI_NO_SEED || number_of(run, "seed") == (double)k->v->seed))
			k->first_fit = k->index;
	}
	if (result && !k->wanted && !str_eqz(text_of(result, "verdict"), "pass"))
		k->wanted = k->index;
	return true;
}

static void kept_event(const struct kept *k, const cJSON *event)
{
	struct trace_event ev = { .at_ns = (int64_t)number_of(event, "at_ns"),
				  .id = (uint32_t)number_of(event, "id"),
				  .n = (int64_t)number_of(event, "n"),
				  .who = text_of(event, "who"),
				  .key = text_of(event, "key"),
				  .text = text_of(event, "text") };
	struct str group = text_of(event, "group"), word = text_of(event, "kind");

	for (int i = 0; i < TRACE_KIND_COUNT; i++) {
		ev.kind = (enum trace_kind)i;
		if (str_eqz(group, trace_kind_group(ev.kind)) &&
		    str_eqz(word, trace_kind_word(ev.kind))) {
			trace_emit(&k->events, &ev);
			return;
		}
	}
}

static void kept_result(struct kept *k, const cJSON *result)
{
	struct runner__result *r = &k->told->result;
	struct str verdict = text_of(result, "verdict");

	for (int i = 0; i <= RUNNER_BAD_INPUT; i++)
		if (str_eqz(verdict, runner__verdict_word((enum runner__verdict)i)))
			r->verdict = (enum runner__verdict)i;
	r->line = (uint32_t)number_of(result, "line");
	(void)snprintf(r->what, sizeof(r->what), STR_FMT, STR_ARG(text_of(result, "what")));
	k->judged = true;
}

static bool tell_line(void *user, const cJSON *line)
{
	struct kept *k = user;
	const cJSON *run = cJSON_GetObjectItemCaseSensitive(line, "run");
	const cJSON *event = cJSON_GetObjectItemCaseSensitive(line, "event");
	const cJSON *result = cJSON_GetObjectItemCaseSensitive(line, "result");

	if (run && ++k->index == k->wanted) {
		k->told->head.seed = (uint64_t)number_of(run, "seed");
		strbuf_adds(&k->told->name, text_of(run, "name"));
	}
	if (event && k->index == k->wanted)
		kept_event(k, event);
	if (result && k->index >= k->wanted && !k->judged)
		kept_result(k, result);
	return true;
}

static bool tell_run(const struct cli__show *v, const char *path, struct told *t, FILE *err)
{
	struct kept k = { .v = v, .told = t, .events = events_of(v, t) };
	struct runner__page_head *head = &t->head;

	if (!each_line(v, path, strbuf_str(&t->source), choose, &k, err))
		return false;
	if (v->matrix || v->seed != CLI_NO_SEED || !k.wanted)
		k.wanted = k.first_fit;
	if (!k.wanted) {
		fprintf(err, "relist %s: %s has no such run\n", v->command, path);
		return false;
	}
	k.index = 0;
	if (!each_line(v, path, strbuf_str(&t->source), tell_line, &k, err))
		return false;
	head->title = strbuf_str(&t->name);
	head->about = STR("a run that was kept, as relist run --format jsonl printed it");
	head->verdict = k.judged ? runner__verdict_word(t->result.verdict) : "cut off";
	head->passed = k.judged && t->result.verdict == RUNNER_PASS;
	head->what = t->result.what;
	t->status = k.judged ? runner__verdict_status(t->result.verdict) : 2;
	strbuf_addf(&t->text, "\n%s\n", head->verdict);
	if (t->result.what[0])
		runner__add_indented(&t->text, str_of(t->result.what), "  ");
	return true;
}

/* --- a recording --- */

static bool replay_recording(const struct cli__show *v, const char *path,
			     const struct rec__story *story, struct told *t, FILE *err)
{
	struct relist_err why = { 0 };
	struct rec__stack_options opt = { .world = &runner__world_sim,
					  .seed = v->seed != CLI_NO_SEED ? v->seed : 1,
					  .events = events_of(v, t) };
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

static bool tell_recording(const struct cli__show *v, const char *path, struct told *t, FILE *err)
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

/* --- whatever it is --- */

/* A trace's first line identifies it; a file with the name alone gets an error. */
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

/* False: what is wrong has been said, t->status is what to exit with. */
static bool tell(const struct cli__show *v, const char *path, struct told *t, FILE *err)
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
	if (is_run(strbuf_str(&t->source)) && !v->plugins_named)
		return tell_run(v, path, t, err);
	if (is_trace(path, strbuf_str(&t->source))) {
		if (!v->matrix && !v->plugins_named)
			return tell_trace(v, path, t, err);
		fprintf(err, "relist %s: --%s is for scenarios, %s is a recorded story\n",
			v->command, v->matrix ? "matrix" : "plugin", path);
		return false;
	}
	if (runner__look(strbuf_str(&t->source)) == RUNNER_LOOKS_RECORDING)
		return tell_recording(v, path, t, err);
	hint = runner__looks_hint(strbuf_str(&t->source));
	if (!hint)
		return tell_scenario(v, path, t, err);
	fprintf(err, "relist %s: %s: %s\n", v->command, path, hint);
	return false;
}

/* `--against`: seed=N and a cell of the matrix are of the same file, all else is another one. */
static const char *other_run(const struct cli__show *v, const char *path, const struct told *t,
			     struct cli__show *other)
{
	const char *what = v->against;

	*other = *v;
	for (size_t i = 0; t->scenario && i < t->scenario->cell_count; i++) {
		if (!str_eqz(t->scenario->cells[i].name, what))
			continue;
		other->matrix = what;
		return path;
	}
	if (strncmp(what, "seed=", 5) == 0 && what[5] &&
	    !what[5 + strspn(what + 5, "0123456789")]) {
		other->seed = strtoull(what + 5, NULL, 10);
		return path;
	}
	other->matrix = NULL;
	return what;
}

static int write_out(const struct cli__show *v, struct told *t, struct told *against, FILE *out,
		     FILE *err)
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
	if (v->words ? !runner__page_tell(&t->model, &t->head, &t->text)
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
	struct told t, other;
	struct cli__show how;
	bool ok;

	told_init(&t);
	told_init(&other);
	ok = tell(v, path, &t, err);
	if (ok && v->against) {
		const char *file = other_run(v, path, &t, &how);

		ok = tell(&how, file, &other, err);
		if (!ok)
			t.status = other.status;
	}
	if (ok)
		t.status = write_out(v, &t, v->against ? &other : NULL, out, err);
	if (t.text.failed || other.text.failed) {
		fputs("relist: out of memory\n", err);
		t.status = 5;
	}
	told_fini(&t);
	told_fini(&other);
	return t.status;
}
