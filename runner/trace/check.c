/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/check.h"

#include "base/str.h"
#include "runner/trace/show.h"

static bool is_barrier(const struct runner__line *line)
{
	return line->kind == RUNNER_LINE_ACT || line->kind == RUNNER_LINE_STATE;
}

int runner__checker_init(struct runner__checker *c, const struct runner__trace *trace,
			 struct runner__log *log, struct runner__result *result)
{
	*c = (struct runner__checker) { .trace = trace, .log = log, .result = result };
	runner__arena_init(&c->arena);
	c->done = runner__arena_alloc(&c->arena, trace->line_count + 1);
	c->next_of = runner__arena_alloc(&c->arena, (trace->name_count + 1) * sizeof(size_t));
	while (c->barrier < trace->line_count && !is_barrier(&trace->lines[c->barrier]))
		c->barrier++;
	return c->arena.failed ? RELIST_ENOMEM : 0;
}

void runner__checker_fini(struct runner__checker *c)
{
	runner__arena_fini(&c->arena);
}

bool runner__check_fail(struct runner__checker *c, const struct runner__line *line, const char *fmt,
			...)
{
	va_list ap;

	c->result->verdict = RUNNER_FAIL;
	c->result->line = line->number;
	c->result->column = 1;
	va_start(ap, fmt);
	(void)vsnprintf(c->result->what, sizeof(c->result->what), fmt, ap);
	va_end(ap);
	return false;
}

/* Adds the line of the trace to the expected text. */
static void expect_line(struct runner__checker *c, const struct runner__line *line)
{
	strbuf_adds(&c->result->expected, line->json);
	strbuf_addc(&c->result->expected, '\n');
}

static void end_actual(struct runner__checker *c)
{
	strbuf_addc(&c->result->actual, '\n');
}

static const struct runner__line *current(const struct runner__checker *c)
{
	size_t last = c->trace->line_count - 1;

	return &c->trace->lines[c->at < last ? c->at : last];
}

void runner__check_move(struct runner__checker *c, size_t at)
{
	c->at = at;
	while (c->barrier < c->trace->line_count &&
	       (c->barrier <= at || !is_barrier(&c->trace->lines[c->barrier])))
		c->barrier++;
}

/* --- observed events --- */

/* The next line of that kind at or after *from that is not done; *from moves there. line_count if
 * none. */
static size_t next_open(struct runner__checker *c, enum runner__line_kind kind, size_t *from)
{
	while (*from < c->trace->line_count &&
	       (c->trace->lines[*from].kind != kind || c->done[*from]))
		++*from;
	return *from;
}

/* Fails with "nothing before line N is expected", and shows the next expected line. */
static bool unexpected(struct runner__checker *c, const char *what, size_t next)
{
	const struct runner__trace *t = c->trace;

	if (next < t->line_count) {
		strbuf_addf(&c->result->expected, "nothing before line %u",
			    t->lines[c->barrier < t->line_count ? c->barrier : next].number);
		strbuf_addf(&c->result->expected, "; the next one is\n" STR_FMT "\n",
			    STR_ARG(t->lines[next].json));
	} else {
		strbuf_addz(&c->result->expected, "nothing\n");
	}
	return runner__check_fail(c, current(c), "unexpected %s", what);
}

static bool seen_hangup(struct runner__checker *c, const struct runner__seen *seen)
{
	size_t i = next_open(c, RUNNER_LINE_HANGUP, &c->next_hangup);

	if (i < c->trace->line_count && i < c->barrier && c->trace->lines[i].id == seen->id) {
		c->done[i] = true;
		return true;
	}
	strbuf_addf(&c->result->actual, "{\"hangup\":{\"id\":%u}}\n", seen->id);
	if (i >= c->barrier)
		return unexpected(c, "hangup", i);
	expect_line(c, &c->trace->lines[i]);
	return runner__check_fail(c, &c->trace->lines[i], "another connection was closed");
}

static bool same_error(const struct runner__watch_error *a, const struct runner__watch_error *b)
{
	if (a->kind != b->kind)
		return false;
	return a->kind != INF_WATCH_ERROR_STATUS ||
	       (a->code == b->code && str_eq(a->reason, b->reason));
}

static bool seen_watch_error(struct runner__checker *c, const struct runner__seen *seen)
{
	size_t i = next_open(c, RUNNER_LINE_WATCH_ERROR, &c->next_watch_error);

	if (i < c->trace->line_count && i < c->barrier &&
	    same_error(&c->trace->lines[i].watch_error, &seen->watch_error)) {
		c->done[i] = true;
		return true;
	}
	runner__show_watch_error(&seen->watch_error, &c->result->actual);
	end_actual(c);
	if (i >= c->barrier)
		return unexpected(c, "call of the watch error handler", i);
	expect_line(c, &c->trace->lines[i]);
	return runner__check_fail(c, &c->trace->lines[i],
				  "the watch error handler got another error");
}

/* The next notify line of a handler at or after *from that is not done. */
static size_t next_notify(struct runner__checker *c, uint32_t handler, size_t *from)
{
	for (;; ++*from) {
		size_t i = next_open(c, RUNNER_LINE_NOTIFY, from);

		if (i == c->trace->line_count || c->trace->lines[i].notify.handler == handler)
			return i;
	}
}

static const char *const notify_types[] = { "ADD", "UPDATE", "DELETE" };

static struct str truth(bool b)
{
	return b ? STR("true") : STR("false");
}

/* The name of the first member that differs, or NULL; sets its two values. */
static const char *difference(const struct runner__notify *want, const struct runner__notify *got,
			      struct str *is, struct str *expected)
{
	const struct {
		const char *name;
		struct str want, got;
	} members[] = {
		{ "type", str_of(notify_types[want->type]), str_of(notify_types[got->type]) },
		{ "key", want->key, got->key },
		{ "oldRv", want->old_rv, got->old_rv },
		{ "rv", want->rv, got->rv },
		{ "oldUid", want->old_uid, got->old_uid },
		{ "uid", want->uid, got->uid },
		{ "initial", truth(want->initial), truth(got->initial) },
		{ "tombstone", truth(want->tombstone), truth(got->tombstone) },
	};

	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		if (str_eq(members[i].want, members[i].got))
			continue;
		*is = members[i].got;
		*expected = members[i].want;
		return members[i].name;
	}
	return NULL;
}

static bool same_notify(const struct runner__notify *a, const struct runner__notify *b)
{
	return a->type == b->type && a->initial == b->initial && a->tombstone == b->tombstone &&
	       str_eq(a->key, b->key) && str_eq(a->rv, b->rv) && str_eq(a->old_rv, b->old_rv) &&
	       str_eq(a->old_uid, b->old_uid) && str_eq(a->uid, b->uid);
}

/* Finds a matching line among the neighbours with line i's anyOrder number; line_count: none. */
static size_t match_any_order(struct runner__checker *c, size_t i, const struct runner__notify *got)
{
	const struct runner__line *lines = c->trace->lines;
	uint32_t group = lines[i].notify.any_order;
	size_t from = i;

	if (same_notify(&lines[i].notify, got))
		return i;
	while (group) {
		from++;
		i = next_notify(c, got->handler, &from);
		if (i == c->trace->line_count || lines[i].notify.any_order != group)
			break;
		if (same_notify(&lines[i].notify, got))
			return i;
	}
	return c->trace->line_count;
}

static bool seen_notify(struct runner__checker *c, const struct runner__seen *seen)
{
	const struct runner__trace *t = c->trace;
	const struct runner__notify *got = &seen->notify;
	size_t next = next_notify(c, got->handler, &c->next_of[got->handler]), i;
	struct str is = STR(""), expected = STR("");
	char what[120], at[32];
	const char *member;

	i = next < t->line_count ? match_any_order(c, next, got) : next;
	if (i < t->line_count && i < c->barrier) {
		c->done[i] = true;
		return true;
	}
	runner__show_notify(t, got, &c->result->actual);
	duration_format(seen->at_ns, at, sizeof(at));
	strbuf_addf(&c->result->actual, "  @%s\n", at);
	(void)snprintf(what, sizeof(what), "notification of handler %.80s",
		       t->names[got->handler].ptr);
	if (next >= c->barrier || i < t->line_count)
		return unexpected(c, what, next);
	expect_line(c, &t->lines[next]);
	member = difference(&t->lines[next].notify, got, &is, &expected);
	return runner__check_fail(c, &t->lines[next],
				  "handler %.60s: %s is \"%.60s\", expected \"%.60s\"",
				  t->names[got->handler].ptr, member, is.ptr, expected.ptr);
}

static bool seen_crash(struct runner__checker *c, const struct runner__seen *seen)
{
	size_t i = next_open(c, RUNNER_LINE_CRASH, &c->next_crash);

	c->crashed = true;
	strbuf_addz(&c->result->actual, "{\"crash\":{\"text\":");
	strbuf_add_json(&c->result->actual, seen->crash);
	strbuf_addz(&c->result->actual, "}}\n");
	if (i >= c->barrier)
		return unexpected(c, "crash", i);
	if (!str_eq(c->trace->lines[i].crash, seen->crash)) {
		expect_line(c, &c->trace->lines[i]);
		return runner__check_fail(c, &c->trace->lines[i], "another crash");
	}
	c->done[i] = true;
	strbuf_clear(&c->result->actual);
	return true;
}

static bool seen_request(struct runner__checker *c, const struct runner__seen *seen)
{
	if (seen->id <= c->trace->request_count)
		return true; /* do_request() compares it */
	strbuf_addz(&c->result->expected, "nothing\n");
	strbuf_addf(&c->result->actual, "request %u\n", seen->id);
	return runner__check_fail(c, current(c), "request %u, the trace has only %u", seen->id,
				  c->trace->request_count);
}

bool runner__check_seen(struct runner__checker *c)
{
	const struct runner__seen *seen;

	while ((seen = runner__log_next(c->log))) {
		bool good = true;

		switch (seen->kind) {
		case RUNNER_SEEN_REQUEST:
			good = seen_request(c, seen);
			break;
		case RUNNER_SEEN_HANGUP:
			good = seen_hangup(c, seen);
			break;
		case RUNNER_SEEN_NOTIFY:
			good = seen_notify(c, seen);
			break;
		case RUNNER_SEEN_WATCH_ERROR:
			good = seen_watch_error(c, seen);
			break;
		case RUNNER_SEEN_CRASH:
			good = seen_crash(c, seen);
			break;
		}
		if (!good)
			return false;
	}
	return true;
}

/* The log reports the events of these lines; other lines are checked when they are reached. */
static bool is_logged(const struct runner__line *line)
{
	return line->kind == RUNNER_LINE_HANGUP || line->kind == RUNNER_LINE_NOTIFY ||
	       line->kind == RUNNER_LINE_WATCH_ERROR || line->kind == RUNNER_LINE_CRASH;
}

bool runner__check_above(struct runner__checker *c, int64_t now_ns)
{
	const struct runner__line *line;
	size_t missing = 0;
	char at[32];

	while (c->first_open < c->at &&
	       (c->done[c->first_open] || !is_logged(&c->trace->lines[c->first_open])))
		c->first_open++;
	if (c->first_open >= c->at)
		return true;
	line = &c->trace->lines[c->first_open];
	for (size_t i = c->first_open; i < c->at; i++) {
		if (c->done[i] || !is_logged(&c->trace->lines[i]))
			continue;
		expect_line(c, &c->trace->lines[i]);
		missing++;
	}
	duration_format(now_ns, at, sizeof(at));
	strbuf_addf(&c->result->actual, "nothing until line %u  @%s\n", current(c)->number, at);
	if (line->kind == RUNNER_LINE_NOTIFY)
		return runner__check_fail(c, line, "handler %.80s: this was not seen (%zu missing)",
					  c->trace->names[line->notify.handler].ptr, missing);
	return runner__check_fail(c, line, "this %s was not seen (%zu missing)",
				  runner__line_word(line->kind), missing);
}
