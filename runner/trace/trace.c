/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/trace.h"

#include "base/alloc.h"
#include "runner/looks.h"
#include "base/str.h"
#include "runner/trace/members.h"

enum { NAMES_MAX = 1000 }; /* names are searched linearly */

const char *runner__line_word(enum runner__line_kind kind)
{
	static const char *const words[] = {
#define X(name, member, input) [RUNNER_LINE_##name] = member,
		RUNNER_LINES(X)
#undef X
	};

	return words[kind];
}

bool runner__line_is_input(enum runner__line_kind kind)
{
	static const bool inputs[] = {
#define X(name, member, input) [RUNNER_LINE_##name] = input,
		RUNNER_LINES(X)
#undef X
	};

	return inputs[kind];
}

/* --- header --- */

struct header {
	uint32_t version;
	struct str name, about, recorded_from, profile, client;
	json_t resource, informer, handlers;
};

struct informer {
	int64_t resync_ns;
	bool watch_list, expect_kind, mutation_detector;
	uint32_t page_size;
	json_t indexers, gates;
	struct str transform, namespace_, label_selector, field_selector;
};

static int read_resource(struct runner__loader *l, json_t json)
{
	static const struct runner__member members[] = {
		{ "group", MEMBER_STR, true, offsetof(struct runner__trace, group) },
		{ "version", MEMBER_STR, true, offsetof(struct runner__trace, version) },
		{ "resource", MEMBER_STR, true, offsetof(struct runner__trace, resource) },
		{ "kind", MEMBER_STR, true, offsetof(struct runner__trace, kind) },
		{ "namespaced", MEMBER_BOOL, true, offsetof(struct runner__trace, namespaced) },
	};

	return runner__members(l, json, "resource", members, ARRAY_LEN(members), l->trace);
}

int runner__check_indexer(struct runner__loader *l, json_t at, struct str name)
{
	if (str_eqz(name, "namespace") || str_eqz(name, "gate") ||
	    (name.len > 6 && memcmp(name.ptr, "label:", 6) == 0))
		return 0;
	return runner__fail(l, RELIST_EPARSE, at.ptr,
			    "unknown indexer \"" STR_FMT "\", must be "
			    "\"namespace\", \"label:KEY\" or \"gate\"",
			    (int)(name.len < 60 ? name.len : 60), name.ptr);
}

static int read_indexers(struct runner__loader *l, json_t array)
{
	size_t count = json_count(array), i = 0;
	struct str *names = runner__arena_alloc(l->arena, (count + 1) * sizeof(*names));
	struct json_iter it;
	json_t element;

	if (!names)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); i++) {
		int code;

		if (json_kind(element) != JSON_STRING)
			return runner__fail(l, RELIST_EPARSE, element.ptr,
					    "indexers: every element must be a string");
		names[i] = runner__text(l, element);
		code = runner__check_indexer(l, element, names[i]);
		if (code)
			return code;
	}
	l->trace->indexers = names;
	l->trace->indexer_count = count;
	return 0;
}

static int read_gates(struct runner__loader *l, json_t json)
{
	struct gates {
		bool batch, atomic, unlock, watch_list, in_order, rv;
	} gates = { 0 };
	static const struct runner__member members[] = {
		{ "InOrderInformersBatchProcess", MEMBER_BOOL, false,
		  offsetof(struct gates, batch) },
		{ "AtomicFIFO", MEMBER_BOOL, false, offsetof(struct gates, atomic) },
		{ "UnlockWhileProcessingFIFO", MEMBER_BOOL, false, offsetof(struct gates, unlock) },
		{ "WatchListClient", MEMBER_BOOL, false, offsetof(struct gates, watch_list) },
	};
	struct runner__trace *t = l->trace;
	struct json_iter it;
	json_t key, value;
	int code = runner__members(l, json, "gates", members, ARRAY_LEN(members), &gates);

	if (code)
		return code;
	json_iter_init(&it, json);
	while (json_iter_member(&it, &key, &value)) {
		int on = json_is_true(value) ? 1 : 0;

		if (json_str_eq(key, STR("InOrderInformersBatchProcess")))
			t->gate_batch = on;
		else if (json_str_eq(key, STR("AtomicFIFO")))
			t->gate_atomic = on;
		else if (json_str_eq(key, STR("UnlockWhileProcessingFIFO")))
			t->gate_unlock = on;
		else
			t->gate_watch_list = on;
	}
	return 0;
}

static bool cut_prefix(struct str s, const char *prefix, struct str *rest)
{
	size_t n = strlen(prefix);

	if (s.len <= n || memcmp(s.ptr, prefix, n) != 0)
		return false;
	*rest = (struct str) { s.ptr + n, s.len - n };
	return true;
}

static int read_transform(struct runner__loader *l, struct str text, json_t at)
{
	struct runner__trace *t = l->trace;

	if (str_eqz(text, "stripManagedFields"))
		t->transform = RUNNER_TRANSFORM_STRIP_MANAGED_FIELDS;
	else if (cut_prefix(text, "failOn:", &t->transform_arg))
		t->transform = RUNNER_TRANSFORM_FAIL_ON;
	else if (cut_prefix(text, "rename:", &t->transform_arg))
		t->transform = RUNNER_TRANSFORM_RENAME;
	else
		return runner__fail(l, RELIST_EPARSE, at.ptr,
				    "unknown transform \"" STR_FMT "\", must be "
				    "\"stripManagedFields\", \"failOn:NAME\" or \"rename:SUFFIX\"",
				    (int)(text.len < 60 ? text.len : 60), text.ptr);
	return 0;
}

static int read_informer(struct runner__loader *l, json_t json)
{
	static const struct runner__member members[] = {
		{ "resync", MEMBER_DURATION, false, offsetof(struct informer, resync_ns) },
		{ "watchList", MEMBER_BOOL, false, offsetof(struct informer, watch_list) },
		{ "pageSize", MEMBER_UINT, false, offsetof(struct informer, page_size) },
		{ "indexers", MEMBER_ARRAY, false, offsetof(struct informer, indexers) },
		{ "transform", MEMBER_STR, false, offsetof(struct informer, transform) },
		{ "namespace", MEMBER_STR, false, offsetof(struct informer, namespace_) },
		{ "labelSelector", MEMBER_STR, false, offsetof(struct informer, label_selector) },
		{ "fieldSelector", MEMBER_STR, false, offsetof(struct informer, field_selector) },
		{ "expectKind", MEMBER_BOOL, false, offsetof(struct informer, expect_kind) },
		{ "mutationDetector", MEMBER_BOOL, false,
		  offsetof(struct informer, mutation_detector) },
		{ "gates", MEMBER_OBJECT, false, offsetof(struct informer, gates) },
	};
	struct informer in = { .namespace_ = STR(""),
			       .label_selector = STR(""),
			       .field_selector = STR("") };
	struct runner__trace *t = l->trace;
	int code = runner__members(l, json, "informer", members, ARRAY_LEN(members), &in);

	if (code)
		return code;
	t->resync_ns = in.resync_ns;
	t->watch_list = in.watch_list;
	t->expect_kind = in.expect_kind;
	t->mutation_detector = in.mutation_detector;
	t->page_size = in.page_size;
	t->namespace_ = in.namespace_;
	t->label_selector = in.label_selector;
	t->field_selector = in.field_selector;
	if (in.indexers.len)
		code = read_indexers(l, in.indexers);
	if (!code && in.gates.len)
		code = read_gates(l, in.gates);
	if (!code && in.transform.ptr)
		code = read_transform(l, in.transform, json_get(json, "transform"));
	return code;
}

static int read_handler(struct runner__loader *l, json_t json, struct runner__handler_def *out)
{
	struct handler {
		struct str name, add;
		int64_t resync_ns;
	} h = { .resync_ns = -1 };
	static const struct runner__member members[] = {
		{ "name", MEMBER_STR, true, offsetof(struct handler, name) },
		{ "resync", MEMBER_DURATION, false, offsetof(struct handler, resync_ns) },
		{ "add", MEMBER_STR, false, offsetof(struct handler, add) },
	};
	int code = runner__members(l, json, "handler", members, ARRAY_LEN(members), &h);

	if (code)
		return code;
	if (h.add.ptr && !str_eqz(h.add, "start"))
		return runner__fail(l, RELIST_EPARSE, json_get(json, "add").ptr,
				    "\"add\" is \"" STR_FMT "\", must be \"start\"",
				    (int)(h.add.len < 60 ? h.add.len : 60), h.add.ptr);
	out->name = h.name;
	out->resync_ns = h.resync_ns;
	return 0;
}

int runner__add_name(struct runner__loader *l, struct str name, uint32_t *index)
{
	struct runner__trace *t = l->trace;

	for (*index = 0; *index < t->name_count; ++*index)
		if (str_eq(t->names[*index], name))
			return 0;
	if (t->name_count == NAMES_MAX)
		return runner__fail(l, RELIST_ELIMIT, l->line_start, "more than %d handlers",
				    NAMES_MAX);
	if (t->name_count == l->name_cap) {
		uint32_t cap = l->name_cap ? 2 * l->name_cap : 8;
		struct str *names = runner__arena_alloc(l->arena, cap * sizeof(*names));

		if (!names)
			return RELIST_ENOMEM;
		for (uint32_t i = 0; i < t->name_count; i++)
			names[i] = t->names[i];
		t->names = names;
		l->name_cap = cap;
	}
	t->names[t->name_count++] = name;
	return 0;
}

static int read_handlers(struct runner__loader *l, json_t array)
{
	size_t count = json_count(array), i = 0;
	struct runner__handler_def *defs;
	struct json_iter it;
	json_t element;

	defs = runner__arena_alloc(l->arena, (count + 1) * sizeof(*defs));
	if (!defs)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); i++) {
		int code = read_handler(l, element, &defs[i]);
		uint32_t index;

		if (code)
			return code;
		for (size_t j = 0; j < i; j++)
			if (str_eq(defs[j].name, defs[i].name))
				return runner__fail(l, RELIST_EPARSE, element.ptr,
						    "handler \"%s\" is there twice",
						    defs[i].name.ptr);
		code = runner__add_name(l, defs[i].name, &index);
		if (code)
			return code;
	}
	l->trace->handlers = defs;
	l->trace->handler_count = count;
	return 0;
}

/* The clients of client-go that a recording may be of; without one it is the dynamic client's. */
static bool is_client(struct str name)
{
	return str_eqz(name, "typed") || str_eqz(name, "protobuf") || str_eqz(name, "metadata");
}

static int read_header(struct runner__loader *l, json_t json)
{
	static const struct runner__member members[] = {
		{ "trace", MEMBER_UINT, true, offsetof(struct header, version) },
		{ "name", MEMBER_STR, true, offsetof(struct header, name) },
		{ "about", MEMBER_STR, false, offsetof(struct header, about) },
		{ "resource", MEMBER_OBJECT, true, offsetof(struct header, resource) },
		{ "informer", MEMBER_OBJECT, true, offsetof(struct header, informer) },
		{ "handlers", MEMBER_ARRAY, false, offsetof(struct header, handlers) },
		{ "recordedFrom", MEMBER_STR, false, offsetof(struct header, recorded_from) },
		{ "profile", MEMBER_STR, false, offsetof(struct header, profile) },
		{ "client", MEMBER_STR, false, offsetof(struct header, client) },
	};
	struct header h = {
		.about = STR(""), .recorded_from = STR(""), .profile = STR(""), .client = STR("")
	};
	struct runner__trace *t = l->trace;
	int code;

	if (json_kind(json) == JSON_OBJECT && !json_get(json, "trace").len) {
		const char *hint = runner__looks_hint(json);

		return runner__fail(
		    l, RELIST_EPARSE, json.ptr, "%s",
		    hint ? hint : "the first line must be a trace header, it has no \"trace\"");
	}
	code = runner__members(l, json, "header", members, ARRAY_LEN(members), &h);
	if (code)
		return code;
	if (h.version != 1)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "trace").ptr,
				    "trace version %u, must be 1", h.version);
	if (h.profile.len && !str_eqz(h.profile, "classic"))
		return runner__fail(l, RELIST_EPARSE, json_get(json, "profile").ptr,
				    "unknown profile \"" STR_FMT "\", must be \"classic\"",
				    (int)(h.profile.len < 60 ? h.profile.len : 60), h.profile.ptr);
	if (h.client.len && !is_client(h.client))
		return runner__fail(l, RELIST_EPARSE, json_get(json, "client").ptr,
				    "unknown client \"" STR_FMT
				    "\", must be \"typed\", \"protobuf\" or \"metadata\"",
				    (int)(h.client.len < 60 ? h.client.len : 60), h.client.ptr);
	t->name = h.name;
	t->client = h.client;
	t->about = h.about;
	t->recorded_from = h.recorded_from;
	t->classic = h.profile.len > 0;
	code = read_resource(l, h.resource);
	if (!code)
		code = read_informer(l, h.informer);
	if (!code && h.handlers.len)
		code = read_handlers(l, h.handlers);
	return code;
}

/* --- the file --- */

/* Removes the next line from *rest and returns it without its end. */
static struct str next_line(struct str *rest)
{
	const char *newline = memchr(rest->ptr, '\n', rest->len);
	size_t len = newline ? (size_t)(newline - rest->ptr) : rest->len;
	struct str line = { rest->ptr, len };

	rest->ptr += len + (newline ? 1 : 0);
	rest->len -= len + (newline ? 1 : 0);
	return line;
}

static size_t count_lines(struct str text)
{
	size_t n = 0;

	while (text.len) {
		(void)next_line(&text);
		n++;
	}
	return n;
}

static int to_json(struct runner__loader *l, struct str line, json_t *out)
{
	size_t at = 0;

	if (line.len > RUNNER_LINE_BYTES_MAX)
		return runner__fail(l, RELIST_ELIMIT, line.ptr,
				    "line of %zu bytes, the limit is %d", line.len,
				    RUNNER_LINE_BYTES_MAX);
	if (json_valid(line, out, &at))
		return 0;
	if (at >= line.len)
		return runner__fail(l, RELIST_EPARSE, line.ptr + line.len,
				    line.len ? "the line ends in the middle of a JSON value"
					     : "empty line, must be a JSON object");
	if ((unsigned char)line.ptr[at] < 0x20 || (unsigned char)line.ptr[at] >= 0x7f)
		return runner__fail(l, RELIST_EPARSE, line.ptr + at,
				    "not JSON: byte 0x%02x cannot stand here",
				    (unsigned)(unsigned char)line.ptr[at]);
	return runner__fail(l, RELIST_EPARSE, line.ptr + at, "not JSON: '%c' cannot stand here",
			    line.ptr[at]);
}

static int load_lines(struct runner__loader *l, struct str rest)
{
	struct runner__trace *t = l->trace;
	size_t count = count_lines(rest);
	struct runner__line *lines;

	l->line_start = rest.ptr;
	l->line_number = 1;
	if (count == 0)
		return runner__fail(l, RELIST_EPARSE, rest.ptr,
				    "the file is empty, the first line must be a trace header");
	lines = runner__arena_alloc(l->arena, count * sizeof(*lines));
	if (!lines)
		return RELIST_ENOMEM;
	t->lines = lines;
	for (l->line_number = 0; rest.len;) {
		struct str line = next_line(&rest);
		json_t json;
		int code;

		l->line_number++;
		l->line_start = line.ptr;
		code = to_json(l, line, &json);
		if (code)
			return code;
		if (l->line_number == 1) {
			code = read_header(l, json);
		} else {
			code = runner__parse_line(l, json, &lines[t->line_count]);
			t->line_count++;
		}
		if (code)
			return code;
		if (l->arena->failed || l->scratch.failed)
			return RELIST_ENOMEM;
	}
	return 0;
}

static int check_end(struct runner__loader *l)
{
	const struct runner__trace *t = l->trace;
	const struct runner__line *last = t->line_count ? &t->lines[t->line_count - 1] : NULL;

	if (last && (last->kind == RUNNER_LINE_STATE || last->kind == RUNNER_LINE_CRASH))
		return 0;
	return runner__fail(
	    l, RELIST_EPARSE, l->line_start,
	    "the trace ends here, its last line must be a \"state\" or a \"crash\"");
}

struct runner__trace *runner__trace_parse(struct str path, struct str text, struct relist_err *err)
{
	struct runner__trace *t = base__calloc(1, sizeof(*t));
	struct runner__loader l = { .trace = t, .err = err };
	struct str copy;
	int code = RELIST_ENOMEM;

	if (!t)
		goto fail;
	if (text.len > RUNNER_FILE_BYTES_MAX) {
		code = relist_err_set(err, RELIST_ELIMIT, "file of %zu bytes, the limit is %d",
				      text.len, RUNNER_FILE_BYTES_MAX);
		goto fail;
	}
	runner__arena_init(&t->arena);
	strbuf_init(&l.scratch);
	strbuf_init(&l.answers);
	l.arena = &t->arena;
	t->path = runner__arena_str(&t->arena, path);
	t->namespace_ = t->label_selector = t->field_selector = STR("");
	t->gate_batch = t->gate_atomic = t->gate_unlock = t->gate_watch_list = -1;
	t->starts_itself = true;
	copy = runner__arena_str(&t->arena, text); /* lines point into it */
	code = t->arena.failed ? RELIST_ENOMEM : load_lines(&l, copy);
	if (!code)
		code = check_end(&l);
	strbuf_fini(&l.scratch);
	strbuf_fini(&l.answers);
	if (!code)
		return t;
fail:
	if (code == RELIST_ENOMEM)
		relist_err_set(err, code, STR_FMT ": out of memory", STR_ARG(path));
	runner__trace_free(t);
	return NULL;
}

void runner__trace_free(struct runner__trace *t)
{
	if (!t)
		return;
	runner__arena_fini(&t->arena);
	base__free(t);
}
