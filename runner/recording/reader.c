/* SPDX-License-Identifier: Apache-2.0 */
/* reader.c - parses the lines of a recording into structs, and checks their order. */
#include "base/alloc.h"
#include "base/base64.h"
#include "runner/trace/members.h"
#include "runner/recording/recording.h"

enum { READ_BYTES = 64 << 10 };

/* The progress of a request's response, the value in the map of open requests. */
enum progress { REQUESTED = 1, STREAMS };

/* --- lines --- */

static int at_line(struct relist_err *err, const struct rec__reader *r, size_t column, int code)
{
	if (err) {
		err->line = r->line_number;
		err->column = (uint32_t)column;
	}
	return code;
}

static int refill(struct rec__reader *r, struct relist_err *err)
{
	ptrdiff_t n;

	if (r->at) {
		strbuf_consume(&r->buf, r->at);
		r->scanned -= r->at;
		r->at = 0;
	}
	if (!strbuf_reserve(&r->buf, READ_BYTES))
		return relist_err_set(err, RELIST_ENOMEM, "a line of %zu bytes: out of memory",
				      r->buf.len);
	n = r->in.read(r->in.user, r->buf.ptr + r->buf.len, READ_BYTES, err);
	if (n < 0)
		return (int)n;
	r->buf.len += (size_t)n;
	r->ended = n == 0;
	return 0;
}

/* Returns 1 and the next line without its end; 0 at the end. */
static int next_line(struct rec__reader *r, struct str *out, bool *whole, struct relist_err *err)
{
	r->line_number++;
	for (;;) {
		char *start = r->buf.ptr + r->at;
		char *lf = r->buf.len > r->scanned
			       ? memchr(r->buf.ptr + r->scanned, '\n', r->buf.len - r->scanned)
			       : NULL;
		size_t len = lf ? (size_t)(lf - start) : r->buf.len - r->at;
		int code;

		if (len > r->line_max) {
			relist_err_set(err, RELIST_ELIMIT, "the line is longer than %zu bytes",
				       r->line_max);
			return at_line(err, r, r->line_max, RELIST_ELIMIT);
		}
		if (lf || r->ended) {
			*out = (struct str) { start, len };
			*whole = lf != NULL;
			r->at += len + (lf ? 1 : 0);
			r->scanned = r->at;
			return lf || len;
		}
		r->scanned = r->buf.len;
		code = refill(r, err);
		if (code)
			return at_line(err, r, 0, code);
	}
}

static bool is_blank(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!strchr(" \t\r\n", s.ptr[i]) || !s.ptr[i])
			return false;
	return true;
}

/* Returns 1 and the next line as trimmed JSON; 0 at the end. */
static int next_json(struct rec__reader *r, struct runner__loader *l, json_t *json)
{
	for (;;) {
		struct str line;
		size_t bad;
		bool whole = true;
		int code = next_line(r, &line, &whole, l->err);

		if (code <= 0)
			return code;
		l->line_start = line.ptr;
		l->line_number = r->line_number;
		if (json_valid(line, json, &bad))
			return 1;
		if (is_blank(line))
			continue;
		if (!whole) {
			r->torn = true;
			return 0;
		}
		if (r->line_number == 1 && line.len > 2 && line.ptr[0] == '\x1f')
			return runner__fail(l, RELIST_EPARSE, line.ptr,
					    "this is compressed, not a recording");
		return runner__fail(l, RELIST_EPARSE, line.ptr + bad,
				    bad < line.len ? "no JSON: unexpected character 0x%02x"
						   : "no JSON: the line ends too early (0x%02x)",
				    (unsigned)(unsigned char)(bad < line.len ? line.ptr[bad]
									     : '\n'));
	}
}

/* --- the first line --- */

struct first {
	uint32_t version;
	struct str tool, started;
	json_t source, redaction, lacks;
	uint32_t part;
};

struct source {
	struct str kind, server, version;
	json_t files;
};

static size_t count_elements(json_t array)
{
	struct json_iter it;
	json_t element;
	size_t n = 0;

	json_iter_init(&it, array);
	while (json_iter_element(&it, &element))
		n++;
	return n;
}

static int read_files(struct runner__loader *l, json_t array, struct rec__header *h)
{
	size_t count = count_elements(array), i = 0;
	struct str *files = runner__arena_alloc(l->arena, (count + 1) * sizeof(*files));
	struct json_iter it;
	json_t element;

	if (!files)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); i++) {
		if (json_kind(element) != JSON_STRING)
			return runner__fail(l, RELIST_EPARSE, element.ptr,
					    "files: every element must be a string");
		files[i] = runner__text(l, element);
	}
	h->files = files;
	h->file_count = count;
	return 0;
}

static int read_source(struct runner__loader *l, json_t json, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "kind", MEMBER_STR, true, offsetof(struct source, kind) },
		{ "server", MEMBER_STR, false, offsetof(struct source, server) },
		{ "version", MEMBER_STR, false, offsetof(struct source, version) },
		{ "files", MEMBER_ARRAY, false, offsetof(struct source, files) },
	};
	static const char *const words[] = {
#define X(name, word) [REC_SOURCE_##name] = word,
		REC_SOURCES(X)
#undef X
	};
	struct source in = { 0 };
	int code = runner__members(l, json, "source", members, ARRAY_LEN(members), &in), kind;

	if (code)
		return code;
	kind = runner__word(l, json, in.kind, "kind of source", words, ARRAY_LEN(words),
			    sizeof(*words));
	if (kind < 0)
		return kind;
	h->has_source = true;
	h->source_kind = (enum rec__source)kind;
	h->server = in.server;
	h->version = in.version;
	return in.files.len ? read_files(l, in.files, h) : 0;
}

static int read_lacks(struct runner__loader *l, json_t array, struct rec__header *h)
{
	static const char *const words[] = {
#define X(name, word) [REC_LACK_##name] = word,
		REC_LACKS(X)
#undef X
	};
	struct json_iter it;
	json_t element;

	json_iter_init(&it, array);
	while (json_iter_element(&it, &element)) {
		int i;

		strbuf_clear(&l->scratch);
		i = runner__word(l, element, json_str(element, &l->scratch), "lack", words,
				 ARRAY_LEN(words), sizeof(*words));
		if (i < 0)
			return i;
		h->lacks |= UINT32_C(1) << i;
	}
	return 0;
}

static bool one_of(struct str s, const char *a, const char *b, const char *c)
{
	return !s.len || str_eqz(s, a) || str_eqz(s, b) || str_eqz(s, c);
}

static int read_redaction(struct runner__loader *l, json_t json, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "secrets", MEMBER_STR, false, offsetof(struct rec__header, secrets) },
		{ "managedFields", MEMBER_STR, false,
		  offsetof(struct rec__header, managed_fields) },
		{ "names", MEMBER_STR, false, offsetof(struct rec__header, names) },
		{ "rules", MEMBER_STR, false, offsetof(struct rec__header, rules) },
	};
	int code = runner__members(l, json, "redaction", members, ARRAY_LEN(members), h);

	if (code)
		return code;
	if (!one_of(h->secrets, "hash", "drop", "keep") ||
	    !one_of(h->managed_fields, "hash", "drop", "keep") ||
	    !one_of(h->names, "hash", "drop", "keep"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "redaction: must be \"hash\", \"drop\" or \"keep\"");
	if (!one_of(h->rules, "normal", "strict", "strict"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "redaction.rules: must be \"normal\" or \"strict\"");
	return 0;
}

static int read_first(struct rec__reader *r, struct runner__loader *l, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "recording", MEMBER_UINT, true, offsetof(struct first, version) },
		{ "tool", MEMBER_STR, false, offsetof(struct first, tool) },
		{ "started", MEMBER_STR, false, offsetof(struct first, started) },
		{ "source", MEMBER_OBJECT, false, offsetof(struct first, source) },
		{ "redaction", MEMBER_OBJECT, false, offsetof(struct first, redaction) },
		{ "lacks", MEMBER_ARRAY, false, offsetof(struct first, lacks) },
		{ "part", MEMBER_UINT, false, offsetof(struct first, part) },
	};
	struct first in = { 0 };
	json_t json;
	int code = next_json(r, l, &json);

	if (code < 0)
		return code;
	if (code == 0)
		return at_line(l->err, r, 1,
			       relist_err_set(l->err, RELIST_EPARSE,
					      "no recording: it has no first line"));
	if (json_get(json, "trace").len)
		return runner__fail(l, RELIST_EPARSE, json.ptr, "this is a trace, not a recording");
	if (json_kind(json) == JSON_OBJECT && !json_get(json, "recording").len)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "no recording: the first line has no \"recording\"");
	code = runner__members(l, json, "first line", members, ARRAY_LEN(members), &in);
	if (code)
		return code;
	if (in.version != 1)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "recording %u: only version 1 is known", in.version);
	*h = (struct rec__header) { .tool = in.tool, .started = in.started, .part = in.part };
	if (in.source.len)
		code = read_source(l, in.source, h);
	if (!code && in.redaction.len)
		code = read_redaction(l, in.redaction, h);
	if (!code && in.lacks.len)
		code = read_lacks(l, in.lacks, h);
	return code;
}

/* --- common members --- */

struct common {
	json_t at, id, conn;
	bool assumed, again, open, tls, stream;
	struct str origin, client, method, path, user, type, how, text, by, decoded, base64;
	json_t query, headers, body, length, status, omitted, object, cuts, sent, received, end;
};

#define M(name, type, member)                                                                      \
	{                                                                                          \
		name, MEMBER_##type, false, offsetof(struct common, member)                        \
	}
#define R(name, type, member)                                                                      \
	{                                                                                          \
		name, MEMBER_##type, true, offsetof(struct common, member)                         \
	}
#define EVERY M("at", ANY, at), M("assumed", BOOL, assumed), M("origin", STR, origin)
#define BODY                                                                                       \
	M("body", ANY, body), M("base64", STR, base64), M("omitted", ANY, omitted),                \
	    M("end", ANY, end), M("decoded", STR, decoded)

static const struct runner__member connect_members[] = {
	EVERY,
	R("conn", ANY, conn),
	M("client", STR, client),
	M("tls", BOOL, tls),
};
static const struct runner__member request_members[] = {
	EVERY,
	BODY,
	R("id", ANY, id),
	M("conn", ANY, conn),
	R("method", STR, method),
	R("path", STR, path),
	M("query", OBJECT, query),
	M("headers", OBJECT, headers),
	M("user", STR, user),
	M("client", STR, client),
	M("again", BOOL, again),
};
static const struct runner__member response_members[] = {
	EVERY,
	BODY,
	R("id", ANY, id),
	R("status", ANY, status),
	M("headers", OBJECT, headers),
	M("stream", BOOL, stream),
	M("length", ANY, length),
	M("again", BOOL, again),
};
static const struct runner__member event_members[] = {
	EVERY,
	R("id", ANY, id),
	R("type", STR, type),
	R("object", ANY, object),
	M("cuts", ARRAY, cuts),
	M("open", BOOL, open),
};
static const struct runner__member raw_members[] = {
	EVERY,
	R("id", ANY, id),
	M("text", ANY, body),
	M("base64", STR, base64),
	M("omitted", ANY, omitted),
	M("cuts", ARRAY, cuts),
	M("open", BOOL, open),
};
static const struct runner__member close_members[] = {
	EVERY,
	R("id", ANY, id),
	R("how", STR, how),
	M("text", STR, text),
	M("sent", ANY, sent),
	M("received", ANY, received),
};
static const struct runner__member hangup_members[] = {
	EVERY,
	R("id", ANY, id),
};
static const struct runner__member disconnect_members[] = {
	EVERY,
	R("conn", ANY, conn),
	R("by", STR, by),
	R("how", STR, how),
};
static const struct runner__member note_members[] = {
	EVERY,
	M("id", ANY, id),
	R("text", STR, text),
};

#undef M
#undef R

static const struct {
	const char *word; /* first member: searched for suggestions */
	const struct runner__member *members;
	size_t count;
} kinds[] = {
	[REC_CONNECT] = { "connect", connect_members, ARRAY_LEN(connect_members) },
	[REC_REQUEST] = { "request", request_members, ARRAY_LEN(request_members) },
	[REC_RESPONSE] = { "response", response_members, ARRAY_LEN(response_members) },
	[REC_EVENT] = { "event", event_members, ARRAY_LEN(event_members) },
	[REC_RAW] = { "raw", raw_members, ARRAY_LEN(raw_members) },
	[REC_CLOSE] = { "close", close_members, ARRAY_LEN(close_members) },
	[REC_HANGUP] = { "hangup", hangup_members, ARRAY_LEN(hangup_members) },
	[REC_DISCONNECT] = { "disconnect", disconnect_members, ARRAY_LEN(disconnect_members) },
	[REC_NOTE] = { "note", note_members, ARRAY_LEN(note_members) },
};

/* Reads a whole number from `min` to `max`; if it is absent, *out is unchanged. */
static int read_number(struct runner__loader *l, json_t json, const char *name, int64_t min,
		       int64_t max, int64_t *out)
{
	int64_t n;

	if (!json.len)
		return 0;
	if (json_kind(json) != JSON_NUMBER || !json_int64(json, &n) || n < min || n > max)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "\"%s\" is " STR_FMT
				    ", must be a whole number from %lld to %lld",
				    name, (int)(json.len < 40 ? json.len : 40), json.ptr,
				    (long long)min, (long long)max);
	*out = n;
	return 0;
}

static int read_u32(struct runner__loader *l, json_t json, const char *name, uint32_t *out)
{
	int64_t n = 0;
	int code = read_number(l, json, name, 1, UINT32_MAX, &n);

	*out = (uint32_t)n;
	return code;
}

static int read_u64(struct runner__loader *l, json_t json, const char *name, uint64_t *out)
{
	int64_t n = 0;
	int code = read_number(l, json, name, 0, INT64_MAX, &n);

	*out = (uint64_t)n;
	return code;
}

static int read_at(struct rec__reader *r, struct runner__loader *l, json_t json, bool again,
		   int64_t *out)
{
	*out = REC_TIME_UNKNOWN;
	if (!json.len)
		return 0;
	strbuf_clear(&l->scratch);
	if (json_kind(json) != JSON_STRING ||
	    duration_parse(json_str(json, &l->scratch), out, NULL) || *out < 0)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "\"at\" is " STR_FMT ", must be a duration like \"1.5s\"",
				    (int)(json.len < 40 ? json.len : 40), json.ptr);
	if (again)
		return 0;
	if (*out < r->last_ns) {
		char before[32];

		duration_format(r->last_ns, before, sizeof(before));
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "\"at\" is " STR_FMT ", before the %s of a line above",
				    STR_ARG(json), before);
	}
	r->last_ns = *out;
	return 0;
}

/* Reads {"name": "value", "name": ["value", ...], ...} in order. */
static int read_pairs(struct runner__loader *l, json_t object, const char *what,
		      const struct rec__pair **out, size_t *count)
{
	struct rec__pair *pairs = NULL;
	struct json_iter it, values;
	json_t key, value, element;
	size_t n = 0;

	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value))
		n += json_kind(value) == JSON_ARRAY ? count_elements(value) : 1;
	pairs = runner__arena_alloc(l->arena, (n + 1) * sizeof(*pairs));
	if (!pairs)
		return RELIST_ENOMEM;
	*count = 0;
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		bool several = json_kind(value) == JSON_ARRAY;
		struct str name = runner__text(l, key);

		json_iter_init(&values, value);
		while (several ? json_iter_element(&values, &element) : (element = value, true)) {
			if (json_kind(element) != JSON_STRING)
				return runner__fail(l, RELIST_EPARSE, element.ptr,
						    "%s: every value must be a string", what);
			pairs[(*count)++] = (struct rec__pair) { name, runner__text(l, element) };
			if (!several)
				break;
		}
	}
	*out = pairs;
	return 0;
}

static int read_cuts(struct runner__loader *l, json_t array, struct rec__line *line)
{
	size_t count = count_elements(array), i = 0;
	uint32_t *cuts = runner__arena_alloc(l->arena, (count + 1) * sizeof(*cuts));
	int64_t last = 0;
	struct json_iter it;
	json_t element;

	if (!cuts)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); i++) {
		int code =
		    read_number(l, element, "cuts", last + 1, (int64_t)line->body.len - 1, &last);

		if (code)
			return code;
		cuts[i] = (uint32_t)last;
	}
	line->cuts = cuts;
	line->cut_count = count;
	return 0;
}

static int only_one(struct runner__loader *l, json_t json)
{
	return runner__fail(l, RELIST_EPARSE, json.ptr,
			    "more than one of \"body\", \"text\", \"base64\", \"omitted\", "
			    "\"stream\"");
}

/* Reads the body of a request, a response or a raw line. */
static int read_body(struct rec__reader *r, struct runner__loader *l, json_t json,
		     const struct common *c, struct rec__line *line)
{
	bool base64 = c->base64.ptr != NULL;

	if ((c->body.len != 0) + base64 + (c->omitted.len != 0) + c->stream > 1)
		return only_one(l, json);
	if (c->end.len && (!c->body.len || json_kind(c->body) == JSON_STRING))
		return runner__fail(l, RELIST_EPARSE, c->end.ptr,
				    "\"end\" needs a \"body\" that is JSON");
	line->decoded = c->decoded;
	strbuf_clear(&r->body);
	if (base64) {
		line->body_kind = REC_BODY_TEXT;
		if (!base64_decode(&r->body, c->base64, BASE64_STD, NULL))
			return r->body.failed ? RELIST_ENOMEM
					      : runner__fail(l, RELIST_EPARSE, json.ptr,
							     "\"base64\" is no base64");
		line->body = strbuf_str(&r->body);
	} else if (c->omitted.len) {
		line->body_kind = REC_BODY_OMITTED;
		return read_u64(l, c->omitted, "omitted", &line->omitted);
	} else if (c->body.len && (json_kind(c->body) == JSON_STRING)) {
		line->body_kind = REC_BODY_TEXT;
		line->body = json_str(c->body, &r->body);
	} else if (c->body.len) {
		line->body_kind = REC_BODY_JSON;
		line->json = line->body = c->body;
		if (c->end.len) {
			struct str end;

			strbuf_clear(&l->scratch);
			end = json_str(c->end, &l->scratch);
			if (json_kind(c->end) != JSON_STRING || !is_blank(end))
				return runner__fail(l, RELIST_EPARSE, c->end.ptr,
						    "\"end\" must be white space");
			strbuf_adds(&r->body, c->body);
			strbuf_adds(&r->body, end);
			line->body = strbuf_str(&r->body);
			line->json = (json_t) { r->body.ptr, c->body.len };
		}
	}
	return r->body.failed || l->scratch.failed ? RELIST_ENOMEM : 0;
}

/* --- members of each kind of line --- */

static int read_how(struct runner__loader *l, json_t json, const struct common *c,
		    struct rec__line *line)
{
	static const char *const words[] = {
#define X(name, word, unanswered) [REC_HOW_##name] = word,
		REC_HOWS(X)
#undef X
	};
	int how =
	    runner__word(l, json, c->how, "way to close", words, ARRAY_LEN(words), sizeof(*words));
	int code;

	if (how < 0)
		return how;
	line->how = (enum rec__how)how;
	line->text = c->text;
	code = read_u64(l, c->sent, "sent", &line->sent);
	return code ? code : read_u64(l, c->received, "received", &line->received);
}

static int read_disconnect(struct runner__loader *l, json_t json, const struct common *c,
			   struct rec__line *line)
{
	line->by_server = str_eqz(c->by, "server");
	line->by_reset = str_eqz(c->how, "reset");
	if (!line->by_server && !str_eqz(c->by, "client"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "\"by\" must be \"client\" or \"server\"");
	if (!line->by_reset && !str_eqz(c->how, "fin"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "\"how\" must be \"fin\" or \"reset\"");
	return 0;
}

static int read_event(struct rec__reader *r, struct runner__loader *l, const struct common *c,
		      struct rec__line *line)
{
	line->type = c->type;
	line->object = c->object;
	strbuf_clear(&r->body);
	strbuf_addz(&r->body, "{\"type\":");
	strbuf_add_json(&r->body, c->type);
	strbuf_addz(&r->body, ",\"object\":");
	strbuf_adds(&r->body, c->object);
	strbuf_addz(&r->body, "}\n");
	if (r->body.failed)
		return RELIST_ENOMEM;
	line->body_kind = REC_BODY_TEXT;
	line->body = strbuf_str(&r->body);
	return c->cuts.len ? read_cuts(l, c->cuts, line) : 0;
}

static int read_raw(struct rec__reader *r, struct runner__loader *l, json_t json,
		    const struct common *c, struct rec__line *line)
{
	int code;

	if (c->body.len && json_kind(c->body) != JSON_STRING)
		return runner__fail(l, RELIST_EPARSE, c->body.ptr, "\"text\" must be a string");
	code = read_body(r, l, json, c, line);
	if (!code && line->body_kind == REC_BODY_NONE)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "raw line has no \"text\", \"base64\" or \"omitted\"");
	return !code && c->cuts.len ? read_cuts(l, c->cuts, line) : code;
}

static int read_request(struct rec__reader *r, struct runner__loader *l, json_t json,
			const struct common *c, struct rec__line *line)
{
	int code = 0;

	line->method = c->method;
	line->path = c->path;
	line->user = c->user;
	line->client = c->client;
	if (c->query.len)
		code = read_pairs(l, c->query, "query", &line->query, &line->query_count);
	if (!code && c->headers.len)
		code = read_pairs(l, c->headers, "headers", &line->headers, &line->header_count);
	return code ? code : read_body(r, l, json, c, line);
}

static int read_response(struct rec__reader *r, struct runner__loader *l, json_t json,
			 const struct common *c, struct rec__line *line)
{
	int64_t status = 0;
	int code = read_number(l, c->status, "status", 100, 999, &status);

	line->status = (int)status;
	line->stream = c->stream;
	if (!code && c->length.len && !c->stream)
		return runner__fail(l, RELIST_EPARSE, c->length.ptr,
				    "\"length\" needs \"stream\": a body has its own");
	if (!code)
		code = read_number(l, c->length, "length", 0, INT64_MAX, &line->length);
	if (!code && c->headers.len)
		code = read_pairs(l, c->headers, "headers", &line->headers, &line->header_count);
	return code ? code : read_body(r, l, json, c, line);
}

static int read_kind(struct rec__reader *r, struct runner__loader *l, json_t json,
		     const struct common *c, struct rec__line *line)
{
	switch (line->kind) {
	case REC_CONNECT:
		line->client = c->client;
		line->tls = c->tls;
		return 0;
	case REC_REQUEST:
		return read_request(r, l, json, c, line);
	case REC_RESPONSE:
		return read_response(r, l, json, c, line);
	case REC_EVENT:
		return read_event(r, l, c, line);
	case REC_RAW:
		return read_raw(r, l, json, c, line);
	case REC_CLOSE:
		return read_how(l, json, c, line);
	case REC_HANGUP:
		return 0;
	case REC_DISCONNECT:
		return read_disconnect(l, json, c, line);
	case REC_NOTE:
		line->text = c->text;
		return 0;
	}
	return 0;
}

/* --- order of lines --- */

static struct str key_of(const uint32_t *id)
{
	return (struct str) { (const char *)id, sizeof(*id) };
}

static enum progress progress_of(const struct rec__reader *r, uint32_t id)
{
	return (enum progress)(uintptr_t)map_get(&r->open, key_of(&id));
}

static int set_progress(struct rec__reader *r, uint32_t id, enum progress p)
{
	return map_put(&r->open, key_of(&id), (void *)(uintptr_t)p, NULL);
}

static int opens(struct rec__reader *r, struct runner__loader *l, json_t json,
		 const struct rec__line *line)
{
	if (line->again && progress_of(r, line->id))
		return 0;
	if (line->id <= r->last_id)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u comes after request %u: numbers go up", line->id,
				    r->last_id);
	if (map_len(&r->open) >= REC_OPEN_MAX)
		return runner__fail(l, RELIST_ELIMIT, json.ptr,
				    "more than %d requests without an end", REC_OPEN_MAX);
	r->last_id = line->id;
	return set_progress(r, line->id, REQUESTED);
}

static int answers(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__line *line, enum progress p)
{
	if (p == STREAMS)
		return line->again ? 0
				   : runner__fail(l, RELIST_EPARSE, json.ptr,
						  "request %u has been answered", line->id);
	if (line->stream)
		return set_progress(r, line->id, STREAMS);
	(void)map_del(&r->open, key_of(&line->id));
	return 0;
}

/* Every line except a request's own refers to an open request. */
static int follows(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__line *line)
{
	static const bool unanswered_only[] = {
#define X(name, word, unanswered) [REC_HOW_##name] = unanswered,
		REC_HOWS(X)
#undef X
	};
	enum progress p = progress_of(r, line->id);

	if (!p)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    line->id <= r->last_id ? "request %u has ended"
							   : "there is no request %u",
				    line->id);
	if (line->kind == REC_RESPONSE)
		return answers(r, l, json, line, p);
	if ((line->kind == REC_EVENT || line->kind == REC_RAW) && p != STREAMS)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u has no \"response\" with \"stream\" yet", line->id);
	if (line->kind == REC_CLOSE && p == STREAMS && unanswered_only[line->how])
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u has an answer, which cannot end as \"%s\"",
				    line->id, rec__how_word(line->how));
	if (line->kind == REC_CLOSE || line->kind == REC_HANGUP)
		(void)map_del(&r->open, key_of(&line->id));
	return 0;
}

static int keep_order(struct rec__reader *r, struct runner__loader *l, json_t json,
		      const struct rec__line *line)
{
	switch (line->kind) {
	case REC_CONNECT:
		if (line->conn <= r->last_conn)
			return runner__fail(l, RELIST_EPARSE, json.ptr,
					    "connection %u comes after connection %u: numbers "
					    "go up",
					    line->conn, r->last_conn);
		r->last_conn = line->conn;
		return 0;
	case REC_REQUEST:
		return opens(r, l, json, line);
	case REC_RESPONSE:
	case REC_EVENT:
	case REC_RAW:
	case REC_CLOSE:
	case REC_HANGUP:
		return follows(r, l, json, line);
	case REC_DISCONNECT:
	case REC_NOTE:
		return 0;
	}
	return 0;
}

static int parse(struct rec__reader *r, struct runner__loader *l, json_t json,
		 struct rec__line *line)
{
	struct common c = { 0 };
	struct json_iter it;
	json_t key, value, more;
	char what[32];
	int kind, code;

	json_iter_init(&it, json);
	if (json_kind(json) != JSON_OBJECT || !json_iter_member(&it, &key, &value) ||
	    json_iter_member(&it, &more, &more))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "a line must be an object with one member");
	strbuf_clear(&l->scratch);
	kind = runner__word(l, key, json_str(key, &l->scratch), "line", kinds, ARRAY_LEN(kinds),
			    sizeof(*kinds));
	if (kind < 0)
		return kind;
	*line = rec__line_of((enum rec__kind)kind, 0, REC_TIME_UNKNOWN);
	line->number = r->line_number;
	(void)snprintf(what, sizeof(what), "%s line", kinds[kind].word);
	code = runner__members(l, value, what, kinds[kind].members, kinds[kind].count, &c);
	if (!code)
		code = read_at(r, l, c.at, c.again, &line->at_ns);
	if (!code)
		code = read_u32(l, c.id, "id", &line->id);
	if (!code)
		code = read_u32(l, c.conn, "conn", &line->conn);
	line->assumed = c.assumed;
	line->again = c.again;
	line->open = c.open;
	line->origin = c.origin;
	if (!code)
		code = read_kind(r, l, value, &c, line);
	return code ? code : keep_order(r, l, value, line);
}

/* --- the reader --- */

static struct runner__loader loader_of(struct rec__reader *r, struct runner__arena *arena,
				       struct relist_err *err)
{
	return (struct runner__loader) { .arena = arena, .scratch = r->scratch, .err = err };
}

/* Also returns an error if an allocation failed that only set a flag. */
static int checked(struct rec__reader *r, struct runner__loader *l, int code)
{
	r->scratch = l->scratch;
	if (l->arena->failed || l->scratch.failed || r->body.failed)
		code = RELIST_ENOMEM;
	if (code == RELIST_ENOMEM)
		at_line(l->err, r, 0, relist_err_set(l->err, code, "recording: out of memory"));
	return code;
}

int rec__reader_part(struct rec__reader *r, struct rec__input in, struct relist_err *err)
{
	struct runner__loader l;
	int code;

	r->in = in;
	r->ended = r->torn = false;
	r->line_number = 0;
	r->at = r->scanned = 0;
	strbuf_clear(&r->buf);
	runner__arena_fini(&r->header_arena);
	l = loader_of(r, &r->header_arena, err);
	code = read_first(r, &l, &r->header);
	return checked(r, &l, code);
}

int rec__reader_init(struct rec__reader *r, struct rec__input in, size_t line_max,
		     struct relist_err *err)
{
	*r = (struct rec__reader) { .line_max = line_max ? line_max : REC_LINE_BYTES_MAX };
	strbuf_init(&r->buf);
	strbuf_init(&r->scratch);
	strbuf_init(&r->body);
	runner__arena_init(&r->header_arena);
	runner__arena_init(&r->arena);
	map_init(&r->open, MAP_COPY_KEYS);
	return rec__reader_part(r, in, err);
}

void rec__reader_fini(struct rec__reader *r)
{
	strbuf_fini(&r->buf);
	strbuf_fini(&r->scratch);
	strbuf_fini(&r->body);
	runner__arena_fini(&r->header_arena);
	runner__arena_fini(&r->arena);
	map_fini(&r->open);
}

int rec__read(struct rec__reader *r, struct rec__line *out, struct relist_err *err)
{
	struct runner__loader l;
	json_t json;
	int code;

	runner__arena_fini(&r->arena);
	l = loader_of(r, &r->arena, err);
	code = next_json(r, &l, &json);
	if (code == 1) {
		code = parse(r, &l, json, out);
		if (code == 0)
			code = 1;
	}
	return checked(r, &l, code);
}
