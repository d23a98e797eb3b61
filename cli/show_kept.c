/* SPDX-License-Identifier: Apache-2.0 */
/* show_kept.c - shows a run from the output of relist run --format jsonl. */
#include <cjson/cJSON.h>

#include "base/json_tree.h"
#include "cli/show_impl.h"
#include "runner/report/impl.h"

bool cli__is_kept_run(struct str text)
{
	return str_begins(text, "{\"run\":{");
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

/* Calls `fn` with each line. Returns false after an invalid line (reported), or if fn returned
 * false. */
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
	struct cli__shown *shown;
	struct trace_sink events;
	size_t index, wanted; /* of runs, from 1; 0: unknown */
	size_t first_fit;
	bool judged;
};

/* Selects the requested run, else the first that did not pass, else the first. */
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
	struct runner__result *r = &k->shown->result;
	struct str verdict = text_of(result, "verdict");

	for (int i = 0; i <= RUNNER_BAD_INPUT; i++)
		if (str_eqz(verdict, runner__verdict_word((enum runner__verdict)i)))
			r->verdict = (enum runner__verdict)i;
	r->line = (uint32_t)number_of(result, "line");
	(void)snprintf(r->what, sizeof(r->what), STR_FMT, STR_ARG(text_of(result, "what")));
	k->judged = true;
}

static bool show_line(void *user, const cJSON *line)
{
	struct kept *k = user;
	const cJSON *run = cJSON_GetObjectItemCaseSensitive(line, "run");
	const cJSON *event = cJSON_GetObjectItemCaseSensitive(line, "event");
	const cJSON *result = cJSON_GetObjectItemCaseSensitive(line, "result");

	if (run && ++k->index == k->wanted) {
		k->shown->head.seed = (uint64_t)number_of(run, "seed");
		strbuf_adds(&k->shown->name, text_of(run, "name"));
	}
	if (event && k->index == k->wanted)
		kept_event(k, event);
	if (result && k->index >= k->wanted && !k->judged)
		kept_result(k, result);
	return true;
}

bool cli__show_kept_run(const struct cli__show *v, const char *path, struct cli__shown *t,
			FILE *err)
{
	struct kept k = { .v = v, .shown = t, .events = cli__shown_events(v, t) };
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
	if (!each_line(v, path, strbuf_str(&t->source), show_line, &k, err))
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
