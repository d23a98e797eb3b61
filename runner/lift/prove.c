/* SPDX-License-Identifier: Apache-2.0 */
/* prove.c - runs the scenario, whose expectations come from the recording. Different behaviour of
 * relist's client is reported as a difference and replaces the expectation. */
#include "runner/engine/run.h"
#include "runner/lift/impl.h"
#include "runner/rewrite/fmt.h"
#include "runner/rewrite/update.h"

enum { TRIES_MAX = 200, LESS_MAX = 50, SEEDS = 6, SHOWN_MAX = 40 };

void lift__result_init(struct lift__result *r)
{
	*r = (struct lift__result) { 0 };
	strbuf_init(&r->text);
	strbuf_init(&r->differences);
	strbuf_init(&r->unchecked);
}

void lift__result_fini(struct lift__result *r)
{
	strbuf_fini(&r->text);
	strbuf_fini(&r->differences);
	strbuf_fini(&r->unchecked);
}

/* Returns NULL with the reason in err and the line in *line; 0: out of memory. */
static struct scn__scenario *load(struct str text, unsigned *line, struct relist_err *err)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("lifted.yaml"), text, &errors);

	*line = !s && errors.len ? errors.items[0].pos.line : 0;
	if (!s && errors.len && !errors.failed)
		relist_err_set(err, RELIST_ELIMIT,
			       "the story has no place in a scenario: line %u: %.180s",
			       errors.items[0].pos.line, errors.items[0].msg);
	else if (!s)
		lift__no_memory(err);
	scn__errors_fini(&errors);
	return s;
}

static void difference(struct lift__result *out, struct str line)
{
	if (out->difference_count++ >= SHOWN_MAX)
		return;
	strbuf_adds(&out->differences, line);
	strbuf_addc(&out->differences, '\n');
}

/* Switches off an oracle that the recorded server itself violates, with the reason. */
static bool switch_off(struct strbuf *text, const char *what, struct lift__result *out)
{
	static const char steps[] = "\nsteps:";
	AUTO_STRBUF copy = STRBUF_INIT, line = STRBUF_INIT;
	const char *name = strncmp(what, "oracle ", 7) == 0 ? what + 7 : NULL;
	const char *colon = name ? strchr(name, ':') : NULL;
	const char *at = strstr(text->ptr, steps), *always = strstr(text->ptr, "\nalways:\n");

	if (!colon || !at)
		return false;
	strbuf_addf(&line, "  %.*s: {off: the recording breaks it}\n", (int)(colon - name), name);
	at = always ? always + 9 : at + 1;
	strbuf_add(&copy, text->ptr, (size_t)(at - text->ptr));
	strbuf_addz(&copy, always ? "" : "always:\n");
	strbuf_adds(&copy, strbuf_str(&line));
	strbuf_add(&copy, at, text->len - (size_t)(at - text->ptr));
	strbuf_clear(&line);
	strbuf_addf(&line, "  what happened breaks an oracle: %s", what);
	difference(out, strbuf_str(&line));
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&copy));
	return !copy.failed && !text->failed;
}

static void apply_updates(const struct scn__updates *u, struct strbuf *text,
			  struct lift__result *out, bool *changed)
{
	AUTO_STRBUF now = STRBUF_INIT, diff = STRBUF_INIT;
	struct str rest;

	*changed = scn__updates_count(u) > 0;
	if (!*changed || !scn__updates_apply(u, &now))
		return;
	scn__updates_diff(strbuf_str(text), strbuf_str(&now), &diff);
	for (rest = strbuf_str(&diff); rest.len;) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		size_t len = nl ? (size_t)(nl - rest.ptr) : rest.len;

		difference(out, (struct str) { rest.ptr, len });
		rest = (struct str) { rest.ptr + len + 1, rest.len - len - 1 };
	}
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&now));
	text->failed |= diff.failed;
}

/* Finds the step around a line, "  - ...", as offsets in the text. */
static bool step_at(struct str text, unsigned line, size_t *from, size_t *to)
{
	size_t at = 0;

	*from = *to = 0;
	for (unsigned n = 1; at < text.len; n++) {
		const char *nl = memchr(text.ptr + at, '\n', text.len - at);
		size_t next = nl ? (size_t)(nl - text.ptr) + 1 : text.len;
		bool begins = next - at > 4 && memcmp(text.ptr + at, "  - ", 4) == 0;

		if (begins && n <= line)
			*from = at;
		else if (begins && *from) {
			*to = at;
			return true;
		}
		at = next;
	}
	*to = text.len;
	return *from > 0;
}

/* Replaces the step around the line by `instead`. */
static bool replace_step(struct strbuf *text, unsigned line, const char *instead)
{
	AUTO_STRBUF less = STRBUF_INIT;
	size_t from, to;

	if (!line || !step_at(strbuf_str(text), line, &from, &to))
		return false;
	strbuf_add(&less, text->ptr, from);
	strbuf_addz(&less, instead);
	strbuf_add(&less, text->ptr + to, text->len - to);
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&less));
	text->failed |= less.failed;
	return true;
}

/* Drops an impossible step: the recording is incomplete, out of order, or from a server that
 * behaves differently. */
static bool leave_out(struct strbuf *text, unsigned line, const char *why, struct lift__result *out)
{
	AUTO_STRBUF reason = STRBUF_INIT;

	if (!replace_step(text, line, "  - settle\n"))
		return false;
	strbuf_addf(&reason, "  :%u left out: %s", line, why);
	difference(out, strbuf_str(&reason));
	return true;
}

/* The scenario would be too large even without some of its steps. */
static bool has_too_many_values(const struct relist_err *why)
{
	char text[48];

	(void)snprintf(text, sizeof(text), "more than %d values", SCN_NODES_MAX);
	return strstr(why->msg, text) != NULL;
}

/* Runs once; *again: the text has changed. */
static int try_once(const struct lift *l, struct strbuf *text, struct lift__result *out,
		    bool *again, struct relist_err *err)
{
	struct relist_err why = { 0 };
	unsigned line;
	struct scn__scenario *s = load(strbuf_str(text), &line, &why);
	struct scn__updates updates;
	struct scn__run_options opt = { .seed = 1, .updates = &updates };
	struct runner__result result;
	int code = 0;

	*again = false;
	if (!s) {
		if (why.code == RELIST_ENOMEM)
			return lift__no_memory(err);
		if (has_too_many_values(&why))
			return lift__too_large(l, text->len, err);
		*again = leave_out(text, line, why.msg, out);
		return text->failed ? lift__no_memory(err)
		       : *again	    ? 0
				    : relist_err_set(err, why.code, "%s", why.msg);
	}
	scn__updates_init(&updates, strbuf_str(text));
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	if (result.verdict == RUNNER_PASS)
		apply_updates(&updates, text, out, again);
	else if (switch_off(text, result.what, out) ||
		 (result.verdict != RUNNER_ERROR && leave_out(text, result.line, result.what, out)))
		*again = true;
	else
		code = relist_err_set(err, RELIST_ECONFLICT, "line %u of the scenario: %.190s",
				      result.line, result.what);
	if (updates.failed || text->failed)
		code = lift__no_memory(err);
	runner__result_fini(&result);
	scn__updates_fini(&updates);
	scn__scenario_free(s);
	return code;
}

/* Makes the lines of a list unordered. Returns false if they are in one group already. */
static bool in_any_order(struct str lines, struct strbuf *out)
{
	static const char group[] = "        - any-order:\n";
	size_t groups = 0, others = 0;

	strbuf_addz(out, group);
	while (lines.len) {
		const char *nl = memchr(lines.ptr, '\n', lines.len);
		struct str line = { lines.ptr, nl ? (size_t)(nl + 1 - lines.ptr) : lines.len };
		bool is_group = str_eqz(line, group);
		bool is_item = !is_group && line.len > 10 && memcmp(line.ptr + 8, "- ", 2) == 0;

		groups += is_group;
		others += is_item;
		strbuf_addz(out, is_item ? "    " : "");
		if (!is_group)
			strbuf_adds(out, line);
		lines = (struct str) { line.ptr + line.len, lines.len - line.len };
	}
	return groups + others > 1;
}

/* Loosens the expected requests of the step around the line: any order, or, if that was so already,
 * any number of any requests. Returns false if it has none in lines of their own. */
static bool expect_less_of_requests(struct strbuf *text, unsigned line)
{
	static const char head[] = "\n      requests:\n", any[] = "        - ...\n";
	AUTO_STRBUF less = STRBUF_INIT, loose = STRBUF_INIT;
	size_t from, to, at, end;

	if (!line || !step_at(strbuf_str(text), line, &from, &to))
		return false;
	for (at = from; at + strlen(head) < to && memcmp(text->ptr + at, head, strlen(head)) != 0;)
		at++;
	at += strlen(head);
	if (at >= to || (to - at >= strlen(any) && memcmp(text->ptr + at, any, strlen(any)) == 0))
		return false;
	for (end = at; to - end >= 8 && memcmp(text->ptr + end, "        ", 8) == 0;) {
		const char *nl = memchr(text->ptr + end, '\n', to - end);

		end = nl ? (size_t)(nl - text->ptr) + 1 : to;
	}
	strbuf_add(&less, text->ptr, at);
	if (in_any_order((struct str) { text->ptr + at, end - at }, &loose))
		strbuf_adds(&less, strbuf_str(&loose));
	else
		strbuf_addz(&less, any);
	strbuf_add(&less, text->ptr + end, text->len - end);
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&less));
	text->failed |= less.failed || loose.failed;
	return true;
}

/* Whether chance affects the requests: after a refused request the time of the next one is random,
 * so their number is; several informers may also send requests in any order. */
static bool has_chance(const struct lift *l, const struct strbuf *text)
{
	const struct map_entry *e;
	size_t informers = 0;

	for (size_t i = 0; (e = map_next(&l->readers, &i));)
		informers += ((const struct lift__reader *)e->value)->chosen;
	return informers > 1 || strstr(text->ptr, " -> 4") || strstr(text->ptr, " -> 5") ||
	       strstr(text->ptr, " -> refused") || strstr(text->ptr, " -> reset");
}

/* Removes the expectation if the actual values cannot be written (for example, too many at once) or
 * depend on seed 1. */
static int expect_less(struct strbuf *text, uint64_t seed, struct lift__result *out, bool *again,
		       struct relist_err *err)
{
	unsigned line;
	struct scn__scenario *s = load(strbuf_str(text), &line, err);
	struct scn__run_options opt = { .seed = seed };
	struct runner__result result;
	AUTO_STRBUF reason = STRBUF_INIT;
	int code = 0;

	*again = false;
	if (!s)
		return err ? err->code : RELIST_ELIMIT;
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	if (result.ending == RUNNER_AT_STEP && seed > 1 &&
	    expect_less_of_requests(text, result.line)) {
		strbuf_addf(&reason,
			    "  :%u how many requests come there, or in which order, is chance",
			    result.line);
		difference(out, strbuf_str(&reason));
		*again = true;
	} else if (result.ending == RUNNER_AT_STEP &&
		   replace_step(text, result.line, "  - settle\n")) {
		strbuf_addf(&reason, "  :%u what came there is not expected: %s", result.line,
			    result.what);
		difference(out, strbuf_str(&reason));
		*again = true;
	} else if (result.verdict != RUNNER_PASS) {
		code = relist_err_set(err, RELIST_ECONFLICT, "line %u of the scenario: %.190s",
				      result.line, result.what);
	}
	if (text->failed)
		code = lift__no_memory(err);
	runner__result_fini(&result);
	scn__scenario_free(s);
	return code;
}

static int format(struct strbuf *text, struct strbuf *out, struct relist_err *err)
{
	struct scn__errors errors = { 0 };
	int code = scn__fmt(strbuf_str(text), out, &errors);

	if (code == RELIST_ENOMEM)
		lift__no_memory(err);
	else if (code)
		relist_err_set(err, code, "the scenario cannot be formatted: line %u: %.180s",
			       errors.len ? errors.items[0].pos.line : 0,
			       errors.len ? errors.items[0].msg : "");
	scn__errors_fini(&errors);
	return code;
}

int lift__prove(struct lift *l, struct str text, struct lift__result *out, struct relist_err *err)
{
	AUTO_STRBUF now = STRBUF_INIT;
	bool again = true;
	int code = 0;

	lift__add_unchecked(l, &out->unchecked);
	strbuf_adds(&now, text);
	for (int i = 0; i < TRIES_MAX && again && !code; i++)
		code = try_once(l, &now, out, &again, err);
	for (uint64_t seed = 1; !code && seed <= (has_chance(l, &now) ? SEEDS : 1); seed++) {
		again = true;
		for (int i = 0; i < LESS_MAX && again && !code; i++)
			code = expect_less(&now, seed, out, &again, err);
	}
	if (code == RELIST_ECONFLICT) {
		/* written unchanged, for a person to check */
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addf(&line, "  it does not run to its end: %s", err ? err->msg : "");
		difference(out, strbuf_str(&line));
		out->broken = true;
		code = 0;
	}
	if (out->unchecked.failed || (!code && !lift__put_doings(l, &now)))
		code = lift__no_memory(err);
	if (!code)
		code = format(&now, &out->text, err);
	return code || !out->text.failed ? code : lift__no_memory(err);
}
