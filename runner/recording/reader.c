/* SPDX-License-Identifier: Apache-2.0 */
/* reader.c - parses the lines of a recording into structs, and checks their order. */
#include "runner/recording/reader_impl.h"

enum { READ_BYTES = 64 << 10 };

/* --- lines --- */

int rec__at_line(struct relist_err *err, const struct rec__reader *r, size_t column, int code)
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
			return rec__at_line(err, r, r->line_max, RELIST_ELIMIT);
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
			return rec__at_line(err, r, 0, code);
	}
}

bool rec__is_blank(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!strchr(" \t\r\n", s.ptr[i]) || !s.ptr[i])
			return false;
	return true;
}

int rec__next_json(struct rec__reader *r, struct runner__loader *l, json_t *json)
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
		if (rec__is_blank(line))
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

/* --- common members --- */

#define M(name, type, member)                                                                      \
	{                                                                                          \
		name, MEMBER_##type, false, offsetof(struct rec__members, member)                  \
	}
#define R(name, type, member)                                                                      \
	{                                                                                          \
		name, MEMBER_##type, true, offsetof(struct rec__members, member)                   \
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

/* --- order of lines --- */

static int parse(struct rec__reader *r, struct runner__loader *l, json_t json,
		 struct rec__line *line)
{
	struct rec__members c = { 0 };
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
		code = rec__read_at(r, l, c.at, c.again, &line->at_ns);
	if (!code)
		code = rec__read_u32(l, c.id, "id", &line->id);
	if (!code)
		code = rec__read_u32(l, c.conn, "conn", &line->conn);
	line->assumed = c.assumed;
	line->again = c.again;
	line->open = c.open;
	line->origin = c.origin;
	if (!code)
		code = rec__read_kind(r, l, value, &c, line);
	return code ? code : rec__keep_order(r, l, value, line);
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
		rec__at_line(l->err, r, 0,
			     relist_err_set(l->err, code, "recording: out of memory"));
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
	code = rec__read_first(r, &l, &r->header);
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
	code = rec__next_json(r, &l, &json);
	if (code == 1) {
		code = parse(r, &l, json, out);
		if (code == 0)
			code = 1;
	}
	return checked(r, &l, code);
}
