/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that are compared when the run reaches them: requests, states, objects. */
#include "base/str.h"
#include "runner/check.h"
#include "runner/show.h"

static void expect_line(struct runner__checker *c, const struct runner__line *line)
{
	strbuf_adds(&c->result->expected, line->json);
	strbuf_addc(&c->result->expected, '\n');
}

/* --- requests --- */

static bool value_matches(struct str name, struct str want, struct str got)
{
	int seconds = 0;

	if (!str_eqz(want, "*"))
		return str_eq(want, got);
	if (!str_eqz(name, "timeoutSeconds"))
		return true;
	for (size_t i = 0; i < got.len && i < 4; i++)
		seconds = seconds * 10 + (got.ptr[i] - '0');
	return seconds >= 300 && seconds < 600;
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
	if (got->param_count != want->query_count)
		return STR("a parameter given twice");
	return (struct str) { NULL, 0 };
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

bool runner__check_request(struct runner__checker *c, const struct runner__line *line,
			   const struct fakeapi__player_request *got, int64_t last_ns)
{
	const struct runner__request *want = &line->request;
	int64_t elapsed_ns = got->at_ns - last_ns;
	struct str differs = { NULL, 0 };
	char after[32];

	if (want->method.len) {
		differs = query_difference(want, got);
		if (!str_eq(want->path, got->path))
			differs = STR("path");
		if (!str_eq(want->method, got->method))
			differs = STR("method");
	}
	if (!differs.ptr && time_matches(want, elapsed_ns))
		return true;
	expect_line(c, line);
	runner__show_request(got, elapsed_ns, &c->result->actual);
	strbuf_addc(&c->result->actual, '\n');
	if (differs.ptr)
		return runner__check_fail(c, line, "request %u: another " STR_FMT, got->id,
					  (int)(differs.len < 80 ? differs.len : 80),
					  differs.ptr);
	duration_format(elapsed_ns < 0 ? -elapsed_ns : elapsed_ns, after, sizeof(after));
	return runner__check_fail(c, line, "request %u came %s %s the line before it", got->id,
				  after, elapsed_ns < 0 ? "before" : "after");
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

/* An index without values may be left out, and so may the namespace index, which every informer
 * of a recording has. */
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

/* The members that differ, as words. */
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

bool runner__check_object(struct runner__checker *c, const struct runner__line *line,
			  struct str got)
{
	if (json_equal(line->object.object, got))
		return true;
	expect_line(c, line);
	strbuf_addz(&c->result->actual, "{\"object\":{\"key\":");
	strbuf_add_json(&c->result->actual, line->object.key);
	strbuf_addz(&c->result->actual, ",\"object\":");
	strbuf_adds(&c->result->actual, got);
	strbuf_addz(&c->result->actual, "}}\n");
	return runner__check_fail(c, line, "another object under \"%.80s\"",
				  line->object.key.ptr);
}
