/* SPDX-License-Identifier: Apache-2.0 */
/* writer.c - formats lines of a recording. */
#include "base/base64.h"
#include "runner/recording/recording.h"

/* An object that is written member by member. */
struct object {
	struct strbuf *out;
	bool more;
};

static void name_member(struct object *o, const char *name)
{
	strbuf_addf(o->out, "%s\"%s\":", o->more ? "," : "", name);
	o->more = true;
}

static void add_text(struct object *o, const char *name, struct str value)
{
	name_member(o, name);
	strbuf_add_json(o->out, value);
}

static void add_optional(struct object *o, const char *name, struct str value)
{
	if (value.len)
		add_text(o, name, value);
}

static void add_number(struct object *o, const char *name, uint64_t n)
{
	name_member(o, name);
	strbuf_addf(o->out, "%llu", (unsigned long long)n);
}

static void add_true(struct object *o, const char *name, bool is)
{
	if (is) {
		name_member(o, name);
		strbuf_addz(o->out, "true");
	}
}

static void add_time(struct object *o, int64_t at_ns)
{
	char text[32];

	if (at_ns < 0)
		return;
	duration_format(at_ns, text, sizeof(text));
	add_text(o, "at", str_of(text));
}

/* --- bodies --- */

static bool is_one_line(struct str s)
{
	return !s.len || (!memchr(s.ptr, '\n', s.len) && !memchr(s.ptr, '\r', s.len));
}

/* Whether the JSON can be written into a line unchanged; `end` gets the white space after it. */
static bool is_plain_json(struct str body, json_t *json, struct str *end)
{
	if (!json_valid(body, json, NULL) || json_kind(*json) == JSON_STRING ||
	    json->ptr != body.ptr || !is_one_line(*json))
		return false;
	*end = (struct str) { json->ptr + json->len, body.len - json->len };
	return utf8_is_valid(*json);
}

static void add_bytes(struct object *o, const char *name, struct str bytes)
{
	if (utf8_is_valid(bytes)) {
		add_text(o, name, bytes);
		return;
	}
	name_member(o, "base64");
	strbuf_addc(o->out, '"');
	base64_encode(o->out, bytes, BASE64_STD);
	strbuf_addc(o->out, '"');
}

static void add_body(struct object *o, const struct rec__line *line)
{
	json_t json;
	struct str end;

	if (line->body_kind == REC_BODY_NONE)
		return;
	if (line->body_kind == REC_BODY_OMITTED) {
		add_number(o, "omitted", line->omitted);
	} else if (is_plain_json(line->body, &json, &end)) {
		name_member(o, "body");
		strbuf_adds(o->out, json);
		add_optional(o, "end", end);
	} else {
		add_bytes(o, "body", line->body);
	}
	add_optional(o, "decoded", line->decoded);
}

/* --- lines --- */

static bool is_first(const struct rec__pair *pairs, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (str_eq(pairs[k].name, pairs[i].name))
			return false;
	return true;
}

static void add_values(struct strbuf *out, const struct rec__pair *pairs, size_t count, size_t i)
{
	bool several = false;

	for (size_t k = i + 1; k < count && !several; k++)
		several = str_eq(pairs[k].name, pairs[i].name);
	if (!several) {
		strbuf_add_json(out, pairs[i].value);
		return;
	}
	strbuf_addc(out, '[');
	for (size_t k = i; k < count; k++) {
		if (!str_eq(pairs[k].name, pairs[i].name))
			continue;
		if (k > i)
			strbuf_addc(out, ',');
		strbuf_add_json(out, pairs[k].value);
	}
	strbuf_addc(out, ']');
}

static void add_pairs(struct object *o, const char *name, const struct rec__pair *pairs,
		      size_t count)
{
	bool more = false;

	if (!count)
		return;
	name_member(o, name);
	strbuf_addc(o->out, '{');
	for (size_t i = 0; i < count; i++) {
		if (!is_first(pairs, i))
			continue;
		strbuf_addz(o->out, more ? "," : "");
		strbuf_add_json(o->out, pairs[i].name);
		strbuf_addc(o->out, ':');
		add_values(o->out, pairs, count, i);
		more = true;
	}
	strbuf_addc(o->out, '}');
}

static void add_borders(struct object *o, const struct rec__line *line)
{
	if (line->cut_count) {
		name_member(o, "cuts");
		for (size_t i = 0; i < line->cut_count; i++)
			strbuf_addf(o->out, "%c%u", i ? ',' : '[', line->cuts[i]);
		strbuf_addc(o->out, ']');
	}
	add_true(o, "open", line->open);
}

static int add_event(struct object *o, const struct rec__line *line, struct relist_err *err)
{
	json_t object;

	if (!json_valid(line->object, &object, NULL))
		return relist_err_set(err, RELIST_EINVAL,
				      "event of request %u: the object is no "
				      "JSON",
				      line->id);
	add_text(o, "type", line->type);
	name_member(o, "object");
	if (is_one_line(object))
		strbuf_adds(o->out, object);
	else
		rec__compact(object, o->out);
	add_borders(o, line);
	return 0;
}

static void add_request(struct object *o, const struct rec__line *line)
{
	if (line->conn)
		add_number(o, "conn", line->conn);
	add_text(o, "method", line->method);
	add_text(o, "path", line->path);
	add_pairs(o, "query", line->query, line->query_count);
	add_pairs(o, "headers", line->headers, line->header_count);
	add_optional(o, "user", line->user);
	add_optional(o, "client", line->client);
	add_body(o, line);
	add_true(o, "again", line->again);
}

static void add_response(struct object *o, const struct rec__line *line)
{
	add_number(o, "status", (uint64_t)line->status);
	add_pairs(o, "headers", line->headers, line->header_count);
	add_true(o, "stream", line->stream);
	if (line->stream && line->length >= 0)
		add_number(o, "length", (uint64_t)line->length);
	if (!line->stream)
		add_body(o, line);
	add_true(o, "again", line->again);
}

static void add_raw(struct object *o, const struct rec__line *line)
{
	if (line->body_kind == REC_BODY_OMITTED)
		add_number(o, "omitted", line->omitted);
	else
		add_bytes(o, "text", line->body);
	add_borders(o, line);
}

static void add_close(struct object *o, const struct rec__line *line)
{
	add_text(o, "how", str_of(rec__how_word(line->how)));
	add_optional(o, "text", line->text);
	if (line->sent)
		add_number(o, "sent", line->sent);
	if (line->received)
		add_number(o, "received", line->received);
}

static int add_kind(struct object *o, const struct rec__line *line, struct relist_err *err)
{
	switch (line->kind) {
	case REC_CONNECT:
		add_number(o, "conn", line->conn);
		add_optional(o, "client", line->client);
		add_true(o, "tls", line->tls);
		return 0;
	case REC_REQUEST:
		add_request(o, line);
		return 0;
	case REC_RESPONSE:
		add_response(o, line);
		return 0;
	case REC_EVENT:
		return add_event(o, line, err);
	case REC_RAW:
		add_raw(o, line);
		return 0;
	case REC_CLOSE:
		add_close(o, line);
		return 0;
	case REC_HANGUP:
		return 0;
	case REC_DISCONNECT:
		add_number(o, "conn", line->conn);
		add_text(o, "by", line->by_server ? STR("server") : STR("client"));
		add_text(o, "how", line->by_reset ? STR("reset") : STR("fin"));
		return 0;
	case REC_NOTE:
		add_text(o, "text", line->text);
		return 0;
	}
	return 0;
}

int rec__format(const struct rec__line *line, struct strbuf *out, struct relist_err *err)
{
	struct object o = { out, false };
	int code;

	strbuf_addf(out, "{\"%s\":{", rec__kind_word(line->kind));
	if (line->id)
		add_number(&o, "id", line->id);
	add_time(&o, line->at_ns);
	code = add_kind(&o, line, err);
	add_true(&o, "assumed", line->assumed);
	add_optional(&o, "origin", line->origin);
	strbuf_addz(out, "}}\n");
	if (!code && out->failed)
		code = relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	return code;
}

/* --- the first line --- */

static void add_source(struct object *o, const struct rec__header *h)
{
	struct object in = { o->out, false };

	name_member(o, "source");
	strbuf_addc(o->out, '{');
	add_text(&in, "kind", str_of(rec__source_word(h->source_kind)));
	add_optional(&in, "server", h->server);
	add_optional(&in, "version", h->version);
	if (h->file_count) {
		name_member(&in, "files");
		for (size_t i = 0; i < h->file_count; i++) {
			strbuf_addc(o->out, i ? ',' : '[');
			strbuf_add_json(o->out, h->files[i]);
		}
		strbuf_addc(o->out, ']');
	}
	strbuf_addc(o->out, '}');
}

static void add_redaction(struct object *o, const struct rec__header *h)
{
	struct object in = { o->out, false };

	name_member(o, "redaction");
	strbuf_addc(o->out, '{');
	add_optional(&in, "secrets", h->secrets);
	add_optional(&in, "managedFields", h->managed_fields);
	add_optional(&in, "names", h->names);
	add_optional(&in, "rules", h->rules);
	strbuf_addc(o->out, '}');
}

static void add_lacks(struct object *o, uint32_t lacks)
{
	bool more = false;

	name_member(o, "lacks");
	strbuf_addc(o->out, '[');
#define X(name, word)                                                                              \
	if (lacks >> REC_LACK_##name & 1) {                                                        \
		strbuf_addz(o->out, more ? ",\"" word "\"" : "\"" word "\"");                      \
		more = true;                                                                       \
	}
	REC_LACKS(X)
#undef X
	strbuf_addc(o->out, ']');
}

static void format_header(const struct rec__header *h, struct strbuf *out)
{
	struct object o = { out, true };

	strbuf_addz(out, "{\"recording\":1");
	add_optional(&o, "tool", h->tool);
	add_optional(&o, "started", h->started);
	if (h->has_source)
		add_source(&o, h);
	if (h->secrets.len || h->managed_fields.len || h->names.len)
		add_redaction(&o, h);
	if (h->lacks)
		add_lacks(&o, h->lacks);
	if (h->part)
		add_number(&o, "part", h->part);
	strbuf_addz(out, "}\n");
}

/* --- the writer --- */

void rec__writer_init(struct rec__writer *w, struct rec__output out)
{
	*w = (struct rec__writer) { .out = out };
	strbuf_init(&w->line);
}

void rec__writer_fini(struct rec__writer *w)
{
	strbuf_fini(&w->line);
}

static int put(struct rec__writer *w, struct relist_err *err)
{
	int code;

	if (w->line.failed)
		return relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	code = w->out.write(w->out.user, strbuf_str(&w->line), err);
	if (!code)
		w->bytes += w->line.len;
	return code;
}

int rec__write_header(struct rec__writer *w, const struct rec__header *header,
		      struct relist_err *err)
{
	strbuf_clear(&w->line);
	format_header(header, &w->line);
	return put(w, err);
}

int rec__write(struct rec__writer *w, const struct rec__line *line, struct relist_err *err)
{
	int code;

	strbuf_clear(&w->line);
	code = rec__format(line, &w->line, err);
	return code ? code : put(w, err);
}

void rec__compact(json_t json, struct strbuf *out)
{
	const char *p = json.ptr, *end = json.ptr + json.len;

	while (p < end) {
		const char *start = p;

		if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n') {
			p++;
			continue;
		}
		if (*p++ == '"') {
			while (p < end && *p != '"')
				p += *p == '\\' && end - p > 1 ? 2 : 1;
			p += p < end;
		}
		strbuf_add(out, start, (size_t)(p - start));
	}
}
