/* SPDX-License-Identifier: Apache-2.0 */
/* har.c - HTTP Archives (1.1, 1.2), as browsers and proxies write them. An entry is a whole
 * exchange. It has no times of watch events: each gets the time in its object's metadata, limited
 * to the entry's begin and end. */
#include "base/alloc.h"
#include "base/base64.h"
#include "base/text/rfc3339.h"
#include "base/url.h"
#include "runner/import/impl.h"

static int64_t milliseconds(json_t v)
{
	char text[40];

	if (json_kind(v) != JSON_NUMBER || v.len >= sizeof(text))
		return 0;
	memcpy(text, v.ptr, v.len);
	text[v.len] = 0;
	return strtod(text, NULL) > 0 && strtod(text, NULL) < 1e9
		   ? (int64_t)(strtod(text, NULL) * (double)NS_PER_MS)
		   : 0;
}

/* Seconds since 1970, with a fraction. */
static int64_t seconds(json_t v)
{
	char text[40];
	double s;

	if (json_kind(v) != JSON_NUMBER || v.len >= sizeof(text))
		return 0;
	memcpy(text, v.ptr, v.len);
	text[v.len] = 0;
	s = strtod(text, NULL);
	return s > 0 && s < 9e9 ? (int64_t)(s * 1e6) * 1000 : 0;
}

/* Splits the URL after the host; the query stays encoded. */
static void cut_url(struct str url, struct str *path, struct str *query)
{
	const char *host = NULL, *slash, *question;

	for (size_t i = 0; i + 3 <= url.len && !host; i++)
		if (memcmp(url.ptr + i, "://", 3) == 0)
			host = url.ptr + i + 3;
	if (!host)
		host = url.ptr;
	slash = memchr(host, '/', (size_t)(url.ptr + url.len - host));
	*path = slash ? (struct str) { slash, (size_t)(url.ptr + url.len - slash) } : STR("/");
	*query = STR("");
	question = memchr(path->ptr, '?', path->len);
	if (question) {
		*query =
		    (struct str) { question + 1, (size_t)(path->ptr + path->len - question - 1) };
		path->len = (size_t)(question - path->ptr);
	}
}

static bool is_watch_request(struct str path, struct str query)
{
	size_t prefix = rec__prefix_len(path);
	struct str name, value;

	while (url_next_param(&query, &name, &value))
		if (str_eqz(name, "watch"))
			return rec__is_true(value);
	return rec__target_is_old_watch((struct str) { path.ptr + prefix, path.len - prefix });
}

/* A WebSocket entry that contains the messages. */
static bool is_socket(json_t entry)
{
	int64_t status = 0;

	(void)json_int64(json_path(entry, "response", "status", NULL), &status);
	return status == 101 && json_kind(json_get(entry, "_webSocketMessages")) == JSON_ARRAY;
}

static bool is_watch(json_t entry)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str path, query;
	int64_t status = 0;

	cut_url(json_str(json_path(entry, "request", "url", NULL), &scratch), &path, &query);
	(void)json_int64(json_path(entry, "response", "status", NULL), &status);
	return (status == 200 || is_socket(entry)) && is_watch_request(path, query);
}

/* Appends the response's original body. Returns false on invalid base64 or if out->failed. */
static bool content_of(json_t entry, struct strbuf *out)
{
	json_t content = json_path(entry, "response", "content", NULL);
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text = json_str(json_get(content, "text"), &scratch);

	out->failed |= scratch.failed;
	if (!json_str_eq(json_get(content, "encoding"), STR("base64"))) {
		strbuf_adds(out, text);
		return true;
	}
	return base64_decode(out, text, BASE64_STD, NULL);
}

/* Compressed bodies cannot be used; a HAR has decompressed ones. */
static void leave_compressed(struct imp__import *im, uint32_t file, uint64_t line,
			     struct strbuf *body)
{
	if (body->len < 2 || memcmp(body->ptr, "\x1F\x8B", 2) != 0)
		return;
	imp__note(im, file, line,
		  "response.content.text: compressed, which no body of a HAR is; left out");
	strbuf_clear(body);
}

/* --- first pass --- */

static int read_events(struct imp__import *im, const struct imp__value *v, uint64_t number,
		       int64_t begin, int64_t end, struct relist_err *err)
{
	AUTO_STRBUF body = STRBUF_INIT;
	struct str rest;
	int64_t last = begin;
	int code = 0;

	if (!content_of(v->json, &body) && !body.failed)
		return relist_err_set(err, RELIST_EPARSE, "response.content.text: not base64");
	if (body.failed)
		return imp__no_memory(err);
	if (!body.len)
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "response.content.text: missing; the events of the watch are unknown");
	leave_compressed(im, (uint32_t)im->file_count - 1, v->at.line, &body);
	rest = strbuf_str(&body);
	while (rest.len && !code) {
		struct imp__entry e = imp__entry_of(im, IMP_CLASS_HAR_EVENT, v->at.line);
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		struct str line = { rest.ptr, nl ? (size_t)(nl + 1 - rest.ptr) : rest.len };
		json_t event;
		int64_t at;

		rest = (struct str) { rest.ptr + line.len, rest.len - line.len };
		if (json_valid(line, &event, NULL)) {
			e.rv = json_str_eq(json_get(event, "type"), STR("BOOKMARK"))
				   ? 0
				   : imp__rv_of(json_get(event, "object"));
			if (imp__object_time(json_get(event, "object"), &at) && at > last)
				last = at < end ? at : end;
		}
		e.at_ns = last;
		e.index = number;
		code = imp__add_timed(im, &e, line, err);
	}
	return code;
}

/* Reads the messages of a WebSocket, each with its time; binary frames are base64. */
static int read_messages(struct imp__import *im, const struct imp__value *v, uint64_t number,
			 int64_t begin, int64_t end, struct relist_err *err)
{
	struct json_iter it;
	int64_t last = begin;
	json_t message;
	int code = 0;

	json_iter_init(&it, json_get(v->json, "_webSocketMessages"));
	while (!code && json_iter_element(&it, &message)) {
		struct imp__entry e = imp__entry_of(im, IMP_CLASS_HAR_EVENT, v->at.line);
		AUTO_STRBUF data = STRBUF_INIT, bytes = STRBUF_INIT;
		struct str text = json_str(json_get(message, "data"), &data);
		bool good = true;
		int64_t at = seconds(json_get(message, "time")), opcode = 1;
		json_t event;

		(void)json_int64(json_get(message, "opcode"), &opcode);
		if (!text.len || !json_str_eq(json_get(message, "type"), STR("receive")) ||
		    (opcode != 1 && opcode != 2))
			continue;
		if (opcode == 2) {
			good = base64_decode(&bytes, text, BASE64_STD, NULL);
			text = strbuf_str(&bytes);
		}
		if (data.failed || bytes.failed)
			return imp__no_memory(err);
		if (!good)
			return relist_err_set(err, RELIST_EPARSE,
					      "_webSocketMessages.data: not base64");
		if (json_valid(text, &event, NULL) &&
		    !json_str_eq(json_get(event, "type"), STR("BOOKMARK")))
			e.rv = imp__rv_of(json_get(event, "object"));
		last = at > last ? (at < end || end <= begin ? at : end) : last;
		e.at_ns = last;
		e.index = number;
		code = imp__add_timed(im, &e, text, err);
	}
	return code;
}

int imp__har_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_HAR, v->at.line);
	AUTO_STRBUF scratch = STRBUF_INIT;
	uint64_t number = im->har_count++;
	int64_t begin, end;
	int code;

	if (!json_path(v->json, "request", "url", NULL).len)
		return relist_err_set(err, RELIST_EPARSE, "log.entries[%llu].request.url: missing",
				      (unsigned long long)v->index);
	if (!rfc3339_parse(json_str(json_get(v->json, "startedDateTime"), &scratch), &begin))
		return relist_err_set(err, RELIST_EPARSE,
				      "log.entries[%llu].startedDateTime: not a time",
				      (unsigned long long)v->index);
	end = time_add(begin, milliseconds(json_get(v->json, "time")));
	/* index: the entry's number; lowest bits: exchange, begin or end */
	e.at_ns = is_watch(v->json) ? begin : end;
	e.index = number << 2 | (is_watch(v->json) ? 1 : 0);
	code = imp__add_timed(im, &e, v->json, err);
	if (code || !is_watch(v->json))
		return code;
	code = is_socket(v->json) ? read_messages(im, v, number, begin, end, err)
				  : read_events(im, v, number, begin, end, err);
	e.at_ns = end;
	e.index = number << 2 | 2;
	return code ? code : imp__add_timed(im, &e, v->json, err);
}

/* --- second pass --- */

struct har {
	struct runner__arena arena;
	struct rec__pair *headers;
	size_t header_count;
};

static void take_headers(struct har *h, json_t headers)
{
	struct json_iter it;
	json_t one;

	h->headers =
	    runner__arena_alloc(&h->arena, (json_count(headers) + 1) * sizeof(*h->headers));
	json_iter_init(&it, headers);
	while (h->headers && json_iter_element(&it, &one)) {
		AUTO_STRBUF name = STRBUF_INIT, value = STRBUF_INIT;
		struct str key = json_str(json_get(one, "name"), &name);

		/* HTTP/2 pseudo-headers: :path, :method */
		if (!key.len || *key.ptr == ':')
			continue;
		h->headers[h->header_count++] = (struct rec__pair) {
			runner__arena_str(&h->arena, key),
			runner__arena_str(&h->arena, json_str(json_get(one, "value"), &value))
		};
	}
}

static int write_request(struct imp__import *im, const struct imp__entry *e, json_t entry,
			 uint32_t *id, struct relist_err *err)
{
	json_t request = json_get(entry, "request");
	AUTO_STRBUF url = STRBUF_INIT, method = STRBUF_INIT, body = STRBUF_INIT;
	AUTO_STRBUF started = STRBUF_INIT;
	struct str verb;
	struct har h = { 0 };
	struct imp__request req = { 0 };
	struct str path, query;
	int64_t at = e->at_ns;
	int code;

	runner__arena_init(&h.arena);
	cut_url(json_str(json_get(request, "url"), &url), &path, &query);
	if (rec__prefix_len(path)) {
		struct str whole = path;

		path.ptr += rec__prefix_len(whole);
		path.len -= rec__prefix_len(whole);
		imp__note(im, e->file, e->line, "request.url: " STR_FMT " is taken for " STR_FMT,
			  STR_ARG(whole), STR_ARG(path));
	}
	(void)rfc3339_parse(json_str(json_get(entry, "startedDateTime"), &started), &at);
	verb = json_str(json_get(request, "method"), &method);
	take_headers(&h, json_get(request, "headers"));
	req.method = runner__arena_str(&h.arena, verb.len ? verb : STR("GET")).ptr;
	req.path = imp__percent_decode(&h.arena, path, false);
	req.body = json_str(json_path(request, "postData", "text", NULL), &body);
	req.headers = h.headers;
	req.header_count = h.header_count;
	code = imp__query_parse(&h.arena, query, &req.query, &req.query_count);
	if (code || h.arena.failed || method.failed || body.failed || !h.headers)
		code = imp__no_memory(err);
	else
		code = imp__emit_request(im, e, at, &req, id, err);
	runner__arena_fini(&h.arena);
	return code;
}

static bool is_about_objects(json_t entry)
{
	AUTO_STRBUF url = STRBUF_INIT;
	struct rec__target target;
	struct str path, query;
	size_t prefix;

	cut_url(json_str(json_path(entry, "request", "url", NULL), &url), &path, &query);
	prefix = rec__prefix_len(path);
	return rec__target_parse((struct str) { path.ptr + prefix, path.len - prefix }, &target);
}

static int write_response(struct imp__import *im, const struct imp__entry *e, json_t entry,
			  uint32_t id, bool stream, struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_RESPONSE, id, REC_TIME_UNKNOWN);
	AUTO_STRBUF body = STRBUF_INIT;
	struct har h = { 0 };
	int64_t status = 0;
	int code;

	(void)json_int64(json_path(entry, "response", "status", NULL), &status);
	if (status < 100 || status > 599) {
		imp__note(
		    im, e->file, e->line,
		    "response.status: %lld; taken for a connection that was closed without an "
		    "answer",
		    (long long)status);
		return imp__emit_close(im, e, id, REC_HOW_CUT, err);
	}
	runner__arena_init(&h.arena);
	take_headers(&h, json_path(entry, "response", "headers", NULL));
	if (status == 101 && stream)
		imp__note(
		    im, e->file, e->line,
		    "response.status: 101, a WebSocket; its messages are recorded as a stream");
	else if (status == 101)
		imp__note(im, e->file, e->line,
			  "_webSocketMessages: missing; the messages of the WebSocket are unknown");
	line.status = status == 101 && stream ? 200 : (int)status;
	line.stream = stream;
	line.length = -1;
	line.headers = h.headers;
	line.header_count = h.header_count;
	if (!stream && !content_of(entry, &body) && !body.failed)
		imp__note(im, e->file, e->line, "response.content.text: not base64; left out");
	if (!stream && !body.len && status == 200 && is_about_objects(entry) &&
	    !json_path(entry, "response", "content", "text", NULL).len)
		imp__note(im, e->file, e->line,
			  "response.content.text: missing; what was answered is not known");
	leave_compressed(im, e->file, e->line, &body);
	if (body.len) {
		line.body_kind = REC_BODY_TEXT;
		line.body = strbuf_str(&body);
	}
	if (h.arena.failed || body.failed || !h.headers)
		code = imp__no_memory(err);
	else
		code = imp__emit_headed(im, e, &line, err);
	runner__arena_fini(&h.arena);
	return code;
}

static void number_key(uint64_t number, struct strbuf *out)
{
	strbuf_addf(out, "%llu", (unsigned long long)number);
}

static int write_event(struct imp__import *im, const struct imp__entry *e, json_t line,
		       struct relist_err *err)
{
	AUTO_STRBUF key = STRBUF_INIT, type = STRBUF_INIT;
	uint32_t id;
	json_t event;

	number_key(e->index, &key);
	if (key.failed)
		return imp__no_memory(err);
	id = (uint32_t)(uintptr_t)map_get(&im->har, strbuf_str(&key));
	if (!id)
		return 0;
	if (json_valid(line, &event, NULL) && json_kind(json_get(event, "object")) == JSON_OBJECT &&
	    json_get(event, "type").len)
		return imp__emit_event(im, e, id, json_str(json_get(event, "type"), &type),
				       json_get(event, "object"), false, err);
	return imp__emit_raw(im, e, id, line, err);
}

int imp__har_write(struct imp__import *im, const struct imp__entry *e, json_t entry,
		   struct relist_err *err)
{
	AUTO_STRBUF key = STRBUF_INIT;
	uint32_t id = 0;
	int code;

	if (e->class_ == IMP_CLASS_HAR_EVENT)
		return write_event(im, e, entry, err);
	number_key(e->index >> 2, &key);
	if (key.failed)
		return imp__no_memory(err);
	if ((e->index & 3) == 2) {
		id = (uint32_t)(uintptr_t)map_del(&im->har, strbuf_str(&key));
		return id ? imp__emit_close(im, e, id, REC_HOW_EOF, err) : 0;
	}
	code = write_request(im, e, entry, &id, err);
	if (!code && (e->index & 3) == 1 &&
	    map_put(&im->har, strbuf_str(&key), (void *)(uintptr_t)id, NULL))
		code = imp__no_memory(err);
	return code ? code : write_response(im, e, entry, id, (e->index & 3) == 1, err);
}
