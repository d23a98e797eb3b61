/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - parses the lines of a trace that drive it: acts, and commands for the server. */
#include "runner/trace/members.h"

const char *runner__act_word(enum runner__act_kind kind)
{
	static const char *const words[] = {
#define X(name, word, required, allowed) [RUNNER_ACT_##name] = word,
		RUNNER_ACTS(X)
#undef X
	};

	return words[kind];
}

int runner__known_handler(struct runner__loader *l, json_t line, struct str name, uint32_t *index)
{
	for (uint32_t i = 0; i < l->trace->name_count; i++) {
		if (str_eq(l->trace->names[i], name)) {
			*index = i;
			return 0;
		}
	}
	return runner__fail(l, RELIST_EPARSE, json_get(line, "handler").ptr,
			    "no handler \"" STR_FMT "\" was added above",
			    (int)(name.len < 60 ? name.len : 60), name.ptr);
}

int runner__check_id(struct runner__loader *l, json_t json, uint32_t id)
{
	if (id >= 1 && id <= l->trace->request_count)
		return 0;
	return runner__fail(l, RELIST_EPARSE, json_get(json, "id").ptr,
			    "there is no request %u above", id);
}

int runner__by_name(const void *a, const void *b)
{
	const struct str *x = a, *y = b; /* every sorted struct begins with its name */
	size_t n = x->len < y->len ? x->len : y->len;
	int d = n ? memcmp(x->ptr, y->ptr, n) : 0;

	return d ? d : (x->len > y->len) - (x->len < y->len);
}

/* Reads {"name": "value", ...} as sorted pairs. */
int runner__read_pairs(struct runner__loader *l, json_t object, const char *what,
		       const struct runner__pair **out, size_t *count)
{
	size_t n = json_count(object), i = 0;
	struct runner__pair *pairs = runner__arena_alloc(l->arena, (n + 1) * sizeof(*pairs));
	struct json_iter it;
	json_t key, value;

	if (!pairs)
		return RELIST_ENOMEM;
	json_iter_init(&it, object);
	for (; json_iter_member(&it, &key, &value); i++) {
		if (json_kind(value) != JSON_STRING)
			return runner__fail(l, RELIST_EPARSE, value.ptr,
					    "%s: every value must be a string", what);
		pairs[i].name = runner__text(l, key);
		pairs[i].value = runner__text(l, value);
	}
	qsort(pairs, n, sizeof(*pairs), runner__by_name);
	for (i = 1; i < n; i++)
		if (str_eq(pairs[i - 1].name, pairs[i].name))
			return runner__fail(l, RELIST_EPARSE, object.ptr, "%s has \"%.60s\" twice",
					    what, pairs[i].name.ptr);
	*out = pairs;
	*count = n;
	return 0;
}

/* --- request --- */

struct request {
	uint32_t id;
	struct str method, path;
	json_t query, after;
};

static int read_after(struct runner__loader *l, json_t json, struct runner__request *out)
{
	struct after {
		int64_t exact, min, below;
	} a = { -1, -1, -1 };
	static const struct runner__member members[] = {
		{ "exact", MEMBER_DURATION, false, offsetof(struct after, exact) },
		{ "min", MEMBER_DURATION, false, offsetof(struct after, min) },
		{ "below", MEMBER_DURATION, false, offsetof(struct after, below) },
	};
	int code = runner__members(l, json, "after", members, ARRAY_LEN(members), &a);

	if (code)
		return code;
	if (a.exact >= 0 && a.min < 0 && a.below < 0) {
		out->after = RUNNER_AFTER_EXACT;
		out->min_ns = out->below_ns = a.exact;
		return 0;
	}
	if (a.exact >= 0 || a.min < 0 || a.below <= a.min)
		return runner__fail(
		    l, RELIST_EPARSE, json.ptr,
		    "after must have \"exact\", or \"min\" and a greater \"below\"");
	out->after = RUNNER_AFTER_WINDOW;
	out->min_ns = a.min;
	out->below_ns = a.below;
	return 0;
}

static uint8_t *answer_state(struct runner__loader *l, uint32_t id)
{
	return (uint8_t *)l->answers.ptr + (id - 1);
}

static int add_request(struct runner__loader *l)
{
	strbuf_addc(&l->answers, FAKEAPI_PLAYER_AWAITING);
	if (l->answers.failed)
		return RELIST_ENOMEM;
	l->trace->request_count++;
	return 0;
}

static int parse_request(struct runner__loader *l, json_t json, struct runner__line *out)
{
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct request, id) },
		{ "method", MEMBER_STR, false, offsetof(struct request, method) },
		{ "path", MEMBER_STR, false, offsetof(struct request, path) },
		{ "query", MEMBER_OBJECT, false, offsetof(struct request, query) },
		{ "after", MEMBER_OBJECT, false, offsetof(struct request, after) },
	};
	struct request r = { .method = STR(""), .path = STR("") };
	int code = runner__members(l, json, "request", members, ARRAY_LEN(members), &r);

	if (code)
		return code;
	if (r.id != l->trace->request_count + 1)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "id").ptr,
				    "request %u, the next one must be %u", r.id,
				    l->trace->request_count + 1);
	code = add_request(l);
	if (code)
		return code;
	out->id = out->request.id = r.id;
	out->request.method = r.method;
	out->request.path = r.path;
	if (r.query.len)
		code = runner__read_pairs(l, r.query, "query", &out->request.query,
					  &out->request.query_count);
	if (!code && r.after.len)
		code = read_after(l, r.after, &out->request);
	return code;
}

/* --- server side --- */

static int read_headers(struct runner__loader *l, json_t json, struct runner__response *out)
{
	const struct runner__pair *pairs;
	struct fakeapi__header *headers;
	int code = runner__read_pairs(l, json, "headers", &pairs, &out->header_count);

	if (code)
		return code;
	headers = runner__arena_alloc(l->arena, (out->header_count + 1) * sizeof(*headers));
	if (!headers)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < out->header_count; i++)
		headers[i] = (struct fakeapi__header) { pairs[i].name, pairs[i].value };
	out->headers = headers;
	return 0;
}

static int check_stream(struct runner__loader *l, json_t json, uint32_t id)
{
	int code = runner__check_id(l, json, id);

	if (code)
		return code;
	if (*answer_state(l, id) != FAKEAPI_PLAYER_STREAMING)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "id").ptr,
				    "request %u has no open stream here", id);
	return 0;
}

static int parse_response(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct response {
		uint32_t id, status;
		bool stream;
		json_t headers, body;
	} r = { 0 };
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct response, id) },
		{ "status", MEMBER_UINT, true, offsetof(struct response, status) },
		{ "stream", MEMBER_BOOL, false, offsetof(struct response, stream) },
		{ "headers", MEMBER_OBJECT, false, offsetof(struct response, headers) },
		{ "body", MEMBER_ANY, false, offsetof(struct response, body) },
	};
	int code = runner__members(l, json, "response", members, ARRAY_LEN(members), &r);

	if (!code)
		code = runner__check_id(l, json, r.id);
	if (code)
		return code;
	if (*answer_state(l, r.id) != FAKEAPI_PLAYER_AWAITING)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "id").ptr,
				    "request %u was answered above", r.id);
	if (r.status < 200 || r.status > 599)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "status").ptr,
				    "status %u, must be from 200 to 599", r.status);
	if (r.stream && r.body.len)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "body").ptr,
				    "a stream has no \"body\"");
	*answer_state(l, r.id) = r.stream ? FAKEAPI_PLAYER_STREAMING : FAKEAPI_PLAYER_SCRIPTED;
	out->id = r.id;
	out->response.status = (int)r.status;
	out->response.stream = r.stream;
	out->response.body = json_kind(r.body) == JSON_STRING ? runner__text(l, r.body) : r.body;
	return r.headers.len ? read_headers(l, r.headers, &out->response) : 0;
}

static int parse_event(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct event {
		uint32_t id;
		struct str type;
		json_t object;
	} e = { 0 };
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct event, id) },
		{ "type", MEMBER_STR, true, offsetof(struct event, type) },
		{ "object", MEMBER_ANY, true, offsetof(struct event, object) },
	};
	int code = runner__members(l, json, "event", members, ARRAY_LEN(members), &e);

	if (!code)
		code = check_stream(l, json, e.id);
	if (code)
		return code;
	strbuf_clear(&l->scratch);
	strbuf_addz(&l->scratch, "{\"type\":");
	strbuf_add_json(&l->scratch, e.type);
	strbuf_addz(&l->scratch, ",\"object\":");
	strbuf_adds(&l->scratch, e.object);
	strbuf_addz(&l->scratch, "}\n");
	out->id = e.id;
	out->bytes = runner__arena_str(l->arena, strbuf_str(&l->scratch));
	return 0;
}

static int parse_raw(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct raw {
		uint32_t id;
		struct str text;
	} r = { 0 };
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct raw, id) },
		{ "text", MEMBER_STR, true, offsetof(struct raw, text) },
	};
	int code = runner__members(l, json, "raw", members, ARRAY_LEN(members), &r);

	out->id = r.id;
	out->bytes = r.text;
	return code ? code : check_stream(l, json, r.id);
}

static int parse_close(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct close {
		uint32_t id;
		struct str how;
	} c = { 0 };
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct close, id) },
		{ "how", MEMBER_STR, true, offsetof(struct close, how) },
	};
	static const char *const words[] = {
		[FAKEAPI_CLOSE_EOF] = "eof",
		[FAKEAPI_CLOSE_TIMEOUT] = "timeout",
		[FAKEAPI_CLOSE_CUT] = "cut",
		[FAKEAPI_CLOSE_RESET] = "reset",
	};
	int code = runner__members(l, json, "close", members, ARRAY_LEN(members), &c), how;

	if (!code)
		code = runner__check_id(l, json, c.id);
	if (code)
		return code;
	how = runner__word(l, json_get(json, "how"), c.how, "way to close", words, ARRAY_LEN(words),
			   sizeof(*words));
	if (how < 0)
		return how;
	if (*answer_state(l, c.id) == FAKEAPI_PLAYER_SCRIPTED)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "id").ptr,
				    "request %u has ended above", c.id);
	*answer_state(l, c.id) = FAKEAPI_PLAYER_SCRIPTED;
	out->id = c.id;
	out->how = (enum fakeapi__player_close)how;
	return 0;
}

/* --- acts --- */

enum act_member {
	HANDLER = 1,
	RESYNC = 2,
	BLOCKED = 4,
	ERROR = 8,
	BY = 16,
	INDEX = 32,
	KEY = 64,
};

static const struct act_rule {
	const char *word;
	unsigned required, allowed;
} act_rules[] = {
#define X(name, word, required, allowed) [RUNNER_ACT_##name] = { word, required, allowed },
	RUNNER_ACTS(X)
#undef X
};

struct act {
	struct str do_, handler, index, key, error;
	int64_t resync_ns, by_ns;
	bool blocked;
};

static int check_act_members(struct runner__loader *l, json_t json, const struct act_rule *rule)
{
	static const char *const names[] = { "handler", "resync", "blocked", "error",
					     "by",	"index",  "key" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		json_t value = json_get(json, names[i]);

		if (!value.len && (rule->required >> i & 1))
			return runner__fail(l, RELIST_EPARSE, json.ptr, "act \"%s\" has no \"%s\"",
					    rule->word, names[i]);
		if (value.len && !((rule->required | rule->allowed) >> i & 1))
			return runner__fail(l, RELIST_EPARSE, value.ptr,
					    "act \"%s\" takes no \"%s\"", rule->word, names[i]);
	}
	return 0;
}

static int check_act(struct runner__loader *l, json_t json, struct runner__act *act)
{
	switch (act->kind) {
	case RUNNER_ACT_START:
		if (!l->trace->starts_itself)
			return runner__fail(l, RELIST_EPARSE, json.ptr, "a second \"start\"");
		l->trace->starts_itself = false;
		return 0;
	case RUNNER_ACT_REMOVE_HANDLER:
	case RUNNER_ACT_PANIC_NEXT:
	case RUNNER_ACT_BLOCK:
	case RUNNER_ACT_UNBLOCK:
		return runner__known_handler(l, json, act->handler, &act->handler_index);
	case RUNNER_ACT_ADD_INDEXER:
		return runner__check_indexer(l, json_get(json, "index"), act->index);
	case RUNNER_ACT_POP_ONE:
		if (!l->trace->classic)
			return runner__fail(l, RELIST_EPARSE, json.ptr,
					    "\"popOne\" needs the header's profile \"classic\"");
		return 0;
	case RUNNER_ACT_ADD_HANDLER:
		return runner__add_name(l, act->handler, &act->handler_index);
	case RUNNER_ACT_HOLD_STORE:
	case RUNNER_ACT_RELEASE_STORE:
	case RUNNER_ACT_ADVANCE:
	case RUNNER_ACT_REFUSE:
	case RUNNER_ACT_ACCEPT:
	case RUNNER_ACT_MUTATE:
	case RUNNER_ACT_DUMP:
	case RUNNER_ACT_STOP:
		return 0;
	}
	return 0;
}

static int parse_act(struct runner__loader *l, json_t json, struct runner__line *out)
{
	static const struct runner__member members[] = {
		{ "do", MEMBER_STR, true, offsetof(struct act, do_) },
		{ "handler", MEMBER_STR, false, offsetof(struct act, handler) },
		{ "resync", MEMBER_DURATION, false, offsetof(struct act, resync_ns) },
		{ "blocked", MEMBER_BOOL, false, offsetof(struct act, blocked) },
		{ "error", MEMBER_STR, false, offsetof(struct act, error) },
		{ "by", MEMBER_DURATION, false, offsetof(struct act, by_ns) },
		{ "index", MEMBER_STR, false, offsetof(struct act, index) },
		{ "key", MEMBER_STR, false, offsetof(struct act, key) },
	};
	struct act a = { .resync_ns = -1 };
	int code = runner__members(l, json, "act", members, ARRAY_LEN(members), &a), kind;

	if (code)
		return code;
	kind = runner__word(l, json_get(json, "do"), a.do_, "act", act_rules, ARRAY_LEN(act_rules),
			    sizeof(*act_rules));
	if (kind < 0)
		return kind;
	code = check_act_members(l, json, &act_rules[kind]);
	if (code)
		return code;
	out->act.kind = (enum runner__act_kind)kind;
	out->act.handler = a.handler;
	out->act.index = a.index;
	out->act.key = a.key;
	out->act.resync_ns = a.resync_ns;
	out->act.by_ns = a.by_ns;
	out->act.blocked = a.blocked;
	out->act.fails = a.error.ptr != NULL;
	return check_act(l, json, &out->act);
}

int runner__parse_line(struct runner__loader *l, json_t json, struct runner__line *out)
{
	static const struct {
		const char *word; /* first member: searched for suggestions */
		int (*parse)(struct runner__loader *l, json_t json, struct runner__line *out);
	} kinds[] = {
		[RUNNER_LINE_REQUEST] = { "request", parse_request },
		[RUNNER_LINE_RESPONSE] = { "response", parse_response },
		[RUNNER_LINE_EVENT] = { "event", parse_event },
		[RUNNER_LINE_RAW] = { "raw", parse_raw },
		[RUNNER_LINE_CLOSE] = { "close", parse_close },
		[RUNNER_LINE_ACT] = { "act", parse_act },
		[RUNNER_LINE_HANGUP] = { "hangup", runner__parse_hangup },
		[RUNNER_LINE_NOTIFY] = { "notify", runner__parse_notify },
		[RUNNER_LINE_WATCH_ERROR] = { "watchError", runner__parse_watch_error },
		[RUNNER_LINE_OBJECT] = { "object", runner__parse_object },
		[RUNNER_LINE_STATE] = { "state", runner__parse_state },
		[RUNNER_LINE_CRASH] = { "crash", runner__parse_crash },
	};
	struct json_iter it;
	json_t key, value, another;
	int kind;

	if (json_kind(json) != JSON_OBJECT)
		return runner__fail(l, RELIST_EPARSE, json.ptr, "not a JSON object");
	json_iter_init(&it, json);
	if (!json_iter_member(&it, &key, &value))
		return runner__fail(l, RELIST_EPARSE, json.ptr, "the line is empty: {}");
	strbuf_clear(&l->scratch);
	kind = runner__word(l, key, json_str(key, &l->scratch), "line", kinds, ARRAY_LEN(kinds),
			    sizeof(*kinds));
	if (kind < 0)
		return kind;
	if (json_iter_member(&it, &another, &value))
		return runner__fail(l, RELIST_EPARSE, another.ptr,
				    "a line has one member, this is the second");
	out->kind = (enum runner__line_kind)kind;
	out->number = l->line_number;
	out->json = json;
	return kinds[kind].parse(l, json_get(json, kinds[kind].word), out);
}
