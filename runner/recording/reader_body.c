/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what a line describes: a request, a response, an event, the end of a connection. */
#include "runner/recording/reader_impl.h"

#include "base/base64.h"

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

int rec__read_u32(struct runner__loader *l, json_t json, const char *name, uint32_t *out)
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

int rec__read_at(struct rec__reader *r, struct runner__loader *l, json_t json, bool again,
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
		n += json_kind(value) == JSON_ARRAY ? json_count(value) : 1;
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
	size_t count = json_count(array), i = 0;
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
		     const struct rec__members *c, struct rec__line *line)
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
			if (json_kind(c->end) != JSON_STRING || !rec__is_blank(end))
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

static int read_how(struct runner__loader *l, json_t json, const struct rec__members *c,
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

static int read_disconnect(struct runner__loader *l, json_t json, const struct rec__members *c,
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

static int read_event(struct rec__reader *r, struct runner__loader *l, const struct rec__members *c,
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
		    const struct rec__members *c, struct rec__line *line)
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
			const struct rec__members *c, struct rec__line *line)
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
			 const struct rec__members *c, struct rec__line *line)
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

int rec__read_kind(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__members *c, struct rec__line *line)
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
