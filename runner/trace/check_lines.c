/* SPDX-License-Identifier: Apache-2.0 */
/* check_lines.c - compares lines when the run reaches them: requests, states, objects. */
#include "base/str.h"
#include "base/text/number.h"
#include "runner/trace/check.h"
#include "runner/trace/show.h"

static void expect_line(struct runner__checker *c, const struct runner__line *line)
{
	strbuf_adds(&c->result->expected, line->json);
	strbuf_addc(&c->result->expected, '\n');
}

/* --- requests --- */

static bool value_matches(struct str name, struct str want, struct str got)
{
	uint64_t seconds;

	if (!str_eqz(want, "*"))
		return str_eq(want, got);
	if (!str_eqz(name, "timeoutSeconds"))
		return true;
	return number_parse(got, 599, &seconds) && seconds >= 300;
}

/* The first parameter that differs; {NULL, 0}: none. */
static struct str query_difference(const struct runner__request *want,
				   const struct fakeapi__player_request *got)
{
	for (size_t i = 0; i < want->query_count; i++) {
		struct str name = want->query[i].name;
		struct str value = fakeapi__player_param(got, name.ptr);

		if (!value.ptr || !value_matches(name, want->query[i].value, value))
			return name;
	}
	for (size_t i = 0; i < got->param_count; i++) {
		size_t k = 0;

		while (k < want->query_count && !str_eq(want->query[k].name, got->params[i].name))
			k++;
		if (k == want->query_count)
			return got->params[i].name;
	}
	for (size_t i = 0; i < got->param_count; i++)
		for (size_t k = 0; k < i; k++)
			if (str_eq(got->params[i].name, got->params[k].name))
				return got->params[i].name;
	return (struct str) { NULL, 0 };
}

static void expected_time(const struct runner__request *want, char *buf, size_t cap)
{
	char min[32], below[32];

	duration_format(want->min_ns, min, sizeof(min));
	duration_format(want->below_ns, below, sizeof(below));
	switch (want->after) {
	case RUNNER_AFTER_AT_ONCE:
		(void)snprintf(buf, cap, "at once");
		return;
	case RUNNER_AFTER_EXACT:
		(void)snprintf(buf, cap, "exactly %s", min);
		return;
	case RUNNER_AFTER_WINDOW:
		(void)snprintf(buf, cap, "from %s to less than %s", min, below);
		return;
	}
}

static struct str expected_value(const struct runner__request *want, struct str name)
{
	for (size_t i = 0; i < want->query_count; i++)
		if (str_eq(want->query[i].name, name))
			return want->query[i].value;
	return (struct str) { NULL, 0 };
}

static int shown(struct str s)
{
	return (int)(s.len < 60 ? s.len : 60);
}

/* "limit is "500", expected none" */
static void fail_query(struct runner__checker *c, const struct runner__line *line,
		       const struct fakeapi__player_request *got, struct str name)
{
	struct str want = expected_value(&line->request, name), is = { NULL, 0 };

	for (size_t i = 0; i < got->param_count; i++)
		if (str_eq(got->params[i].name, name))
			is = got->params[i].value;
	if (want.ptr && str_eqz(want, "*"))
		want = STR("300 to 599");
	if (is.ptr && want.ptr && str_eq(is, want))
		(void)runner__check_fail(c, line, "request %u: %.*s is there twice", got->id,
					 shown(name), name.ptr);
	else if (is.ptr && want.ptr)
		(void)runner__check_fail(c, line, "request %u: %.*s is \"%.*s\", expected \"%.*s\"",
					 got->id, shown(name), name.ptr, shown(is), is.ptr,
					 shown(want), want.ptr);
	else if (is.ptr)
		(void)runner__check_fail(c, line, "request %u: %.*s is \"%.*s\", expected none",
					 got->id, shown(name), name.ptr, shown(is), is.ptr);
	else
		(void)runner__check_fail(c, line, "request %u: no %.*s, expected \"%.*s\"", got->id,
					 shown(name), name.ptr, shown(want), want.ptr);
}

static bool time_matches(const struct runner__request *want, int64_t elapsed_ns)
{
	switch (want->after) {
	case RUNNER_AFTER_AT_ONCE:
		return elapsed_ns <= 0;
	case RUNNER_AFTER_EXACT:
		return elapsed_ns == want->min_ns;
	case RUNNER_AFTER_WINDOW:
		return elapsed_ns >= want->min_ns && elapsed_ns < want->below_ns;
	}
	return false;
}

/* Compares method, path and query. Returns false after it has set the result's sentence. */
static bool check_words(struct runner__checker *c, const struct runner__line *line,
			const struct fakeapi__player_request *got)
{
	const struct runner__request *want = &line->request;
	struct str name;

	if (!want->method.len)
		return true;
	if (!str_eq(want->method, got->method))
		return runner__check_fail(c, line, "request %u: method is %.*s, expected %s",
					  got->id, shown(got->method), got->method.ptr,
					  want->method.ptr);
	if (!str_eq(want->path, got->path))
		return runner__check_fail(c, line, "request %u: path is %.*s, expected %.80s",
					  got->id, shown(got->path), got->path.ptr, want->path.ptr);
	name = query_difference(want, got);
	if (name.ptr)
		fail_query(c, line, got, name);
	return !name.ptr;
}

bool runner__check_request(struct runner__checker *c, const struct runner__line *line,
			   const struct fakeapi__player_request *got, int64_t last_ns)
{
	int64_t elapsed_ns = got->at_ns - last_ns;
	char after[32], expected[100];

	if (check_words(c, line, got)) {
		if (time_matches(&line->request, elapsed_ns))
			return true;
		duration_format(elapsed_ns < 0 ? -elapsed_ns : elapsed_ns, after, sizeof(after));
		expected_time(&line->request, expected, sizeof(expected));
		(void)runner__check_fail(c, line,
					 "request %u came %s %s the last input, expected %s",
					 got->id, after, elapsed_ns < 0 ? "before" : "after",
					 expected);
	}
	expect_line(c, line);
	runner__show_request(got, elapsed_ns, &c->result->actual);
	strbuf_addc(&c->result->actual, '\n');
	return false;
}

/* --- states --- */

static bool same_cache(const struct runner__state *a, const struct runner__state *b)
{
	if (a->cache_count != b->cache_count)
		return false;
	for (size_t i = 0; i < a->cache_count; i++)
		if (!str_eq(a->cache[i].name, b->cache[i].name) ||
		    !str_eq(a->cache[i].value, b->cache[i].value))
			return false;
	return true;
}

static bool same_handlers(const struct runner__state *a, const struct runner__state *b)
{
	if (a->handler_count != b->handler_count)
		return false;
	for (size_t i = 0; i < a->handler_count; i++)
		if (!str_eq(a->handlers[i].handler, b->handlers[i].handler) ||
		    a->handlers[i].synced != b->handlers[i].synced)
			return false;
	return true;
}

static bool same_index(const struct runner__index *a, const struct runner__index *b)
{
	if (!str_eq(a->name, b->name) || a->value_count != b->value_count)
		return false;
	for (size_t i = 0; i < a->value_count; i++) {
		const struct runner__index_value *x = &a->values[i], *y = &b->values[i];

		if (!str_eq(x->value, y->value) || x->key_count != y->key_count)
			return false;
		for (size_t k = 0; k < x->key_count; k++)
			if (!str_eq(x->keys[k], y->keys[k]))
				return false;
	}
	return true;
}

static const struct runner__index *find_index(const struct runner__state *s, struct str name)
{
	for (size_t i = 0; i < s->index_count; i++)
		if (str_eq(s->indexes[i].name, name))
			return &s->indexes[i];
	return NULL;
}

/* The trace may omit an index without values, and the namespace index, which every informer of a
 * recording has. */
static bool same_indexes(const struct runner__state *want, const struct runner__state *got)
{
	for (size_t i = 0; i < want->index_count; i++) {
		const struct runner__index *index = find_index(got, want->indexes[i].name);

		if (!index || !same_index(&want->indexes[i], index))
			return false;
	}
	for (size_t i = 0; i < got->index_count; i++)
		if (got->indexes[i].value_count && !str_eqz(got->indexes[i].name, "namespace") &&
		    !find_index(want, got->indexes[i].name))
			return false;
	return true;
}

/* Writes the names of the members that differ. */
static void state_difference(const struct runner__state *want, const struct runner__state *got,
			     char *buf, size_t cap)
{
	const struct {
		const char *name;
		bool same;
	} members[] = {
		{ "cache", same_cache(want, got) },
		{ "indexes", !want->has_indexes || same_indexes(want, got) },
		{ "synced", want->synced == got->synced },
		{ "handlersSynced", same_handlers(want, got) },
		{ "lastSyncResourceVersion", str_eq(want->last_sync_rv, got->last_sync_rv) },
		{ "storeResourceVersion",
		  !want->has_store_rv || str_eq(want->store_rv, got->store_rv) },
		{ "stopped", want->stopped == got->stopped },
	};
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		if (members[i].same)
			continue;
		len += (size_t)snprintf(buf + len, cap - len, "%s%s", len ? ", " : "",
					members[i].name);
		ASSERT(len < cap);
	}
}

bool runner__check_state(struct runner__checker *c, const struct runner__line *line,
			 const struct runner__state *got)
{
	struct runner__state shown = *got;
	char differs[160];

	state_difference(&line->state, got, differs, sizeof(differs));
	if (!differs[0])
		return true;
	shown.has_indexes = line->state.has_indexes;
	shown.has_store_rv = line->state.has_store_rv;
	expect_line(c, line);
	runner__show_state(&shown, &c->result->actual);
	strbuf_addc(&c->result->actual, '\n');
	return runner__check_fail(c, line, "another state: %s", differs);
}

static json_t member_of(json_t obj, json_t key)
{
	struct json_iter it;
	json_t name, val;

	for (json_iter_init(&it, obj); json_iter_member(&it, &name, &val);)
		if (str_eq(name, key))
			return val;
	return (json_t) { NULL, 0 };
}

/* True if every member of `a`, except its type, has an equal one in `b`. */
static bool has_members_of(json_t b, json_t a)
{
	struct json_iter it;
	json_t key, val;

	for (json_iter_init(&it, a); json_iter_member(&it, &key, &val);) {
		if (json_str_eq(key, STR("kind")) || json_str_eq(key, STR("apiVersion")))
			continue;
		if (!json_equal(val, member_of(b, key)))
			return false;
	}
	return true;
}

/* The typed and the metadata client of client-go clear the type of what they decode. */
static bool object_equals(const struct runner__trace *t, json_t want, json_t got)
{
	if (!t->client.len)
		return json_equal(want, got);
	return json_kind(want) == JSON_OBJECT && json_kind(got) == JSON_OBJECT &&
	       has_members_of(got, want) && has_members_of(want, got);
}

bool runner__check_object(struct runner__checker *c, const struct runner__line *line,
			  struct str got)
{
	if (object_equals(c->trace, line->object.object, got))
		return true;
	expect_line(c, line);
	strbuf_addz(&c->result->actual, "{\"object\":{\"key\":");
	strbuf_add_json(&c->result->actual, line->object.key);
	strbuf_addz(&c->result->actual, ",\"object\":");
	strbuf_adds(&c->result->actual, got);
	strbuf_addz(&c->result->actual, "}}\n");
	return runner__check_fail(c, line, "another object under \"%.80s\"", line->object.key.ptr);
}
