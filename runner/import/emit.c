/* SPDX-License-Identifier: Apache-2.0 */
/* emit.c - lines of the recording, in the order in which they are called for. */
#include "runner/import/impl.h"

/* --- paths and queries --- */

static int hex(char c)
{
	return c >= '0' && c <= '9'		    ? c - '0'
	       : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
						    : -1;
}

struct str imp__percent_decode(struct runner__arena *arena, struct str s, bool plus)
{
	AUTO_STRBUF out = STRBUF_INIT;

	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '%' && i + 2 < s.len && hex(s.ptr[i + 1]) >= 0 &&
		    hex(s.ptr[i + 2]) >= 0) {
			strbuf_addc(&out, (char)(hex(s.ptr[i + 1]) << 4 | hex(s.ptr[i + 2])));
			i += 2;
		} else {
			strbuf_addc(&out, plus && s.ptr[i] == '+' ? ' ' : s.ptr[i]);
		}
	}
	arena->failed |= out.failed;
	return runner__arena_str(arena, strbuf_str(&out));
}

int imp__query_parse(struct runner__arena *arena, struct str query, const struct rec__pair **out,
		     size_t *count)
{
	struct rec__pair *pairs;
	size_t n = 1;

	for (size_t i = 0; i < query.len; i++)
		n += query.ptr[i] == '&';
	pairs = runner__arena_alloc(arena, n * sizeof(*pairs));
	*out = pairs;
	*count = 0;
	if (!pairs)
		return RELIST_ENOMEM;
	while (query.len) {
		const char *amp = memchr(query.ptr, '&', query.len);
		struct str one = { query.ptr, amp ? (size_t)(amp - query.ptr) : query.len };
		const char *eq = one.len ? memchr(one.ptr, '=', one.len) : NULL;
		struct str name = { one.ptr, eq ? (size_t)(eq - one.ptr) : one.len };
		struct str value = { one.ptr + name.len + (eq != NULL),
				     one.len - name.len - (eq != NULL) };

		query.ptr += one.len + (amp != NULL);
		query.len -= one.len + (amp != NULL);
		if (one.len)
			pairs[(*count)++] =
			    (struct rec__pair) { imp__percent_decode(arena, name, true),
						 imp__percent_decode(arena, value, true) };
	}
	return arena->failed ? RELIST_ENOMEM : 0;
}

/* --- lines --- */

static void stamp(struct imp__import *im, const struct imp__entry *e, int64_t at_ns,
		  struct rec__line *line, struct strbuf *origin)
{
	if (im->has_started && at_ns != IMP_NO_TIME && at_ns - im->started > im->at_ns)
		im->at_ns = at_ns - im->started;
	line->at_ns = im->has_started ? im->at_ns : REC_TIME_UNKNOWN;
	strbuf_addz(origin, imp__file_name(im, e->file));
	if (e->line)
		strbuf_addf(origin, ":%llu", (unsigned long long)e->line);
	line->origin = strbuf_str(origin);
}

static int put(struct imp__import *im, const struct rec__line *line, struct relist_err *err)
{
	im->lines++;
	return rec__write(&im->writer, line, err);
}

int imp__emit_request(struct imp__import *im, const struct imp__entry *e, int64_t at_ns,
		      const struct imp__request *req, uint32_t *id, struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_REQUEST, ++im->next_id, REC_TIME_UNKNOWN);
	struct rec__pair agent = { STR("User-Agent"), req->agent };
	AUTO_STRBUF origin = STRBUF_INIT, body = STRBUF_INIT;
	int code = 0;

	stamp(im, e, at_ns, &line, &origin);
	line.method = str_of(req->method);
	line.path = req->path;
	line.user = req->user;
	line.query = req->query;
	line.query_count = req->query_count;
	line.headers = req->headers ? req->headers : &agent;
	line.header_count = req->headers ? req->header_count : req->agent.len ? 1 : 0;
	line.assumed = req->assumed;
	if (req->body.len) {
		code = imp__redact(im, req->body, &body);
		line.body_kind = REC_BODY_TEXT;
		line.body = strbuf_str(&body);
	}
	*id = im->next_id;
	return code || origin.failed ? imp__no_memory(err) : put(im, &line, err);
}

int imp__emit_headed(struct imp__import *im, const struct imp__entry *e, struct rec__line *line,
		     struct relist_err *err)
{
	AUTO_STRBUF origin = STRBUF_INIT, body = STRBUF_INIT;
	int code = 0;

	stamp(im, e, e->at_ns, line, &origin);
	if (line->body_kind == REC_BODY_TEXT) {
		code = imp__redact(im, line->body, &body);
		line->body = strbuf_str(&body);
	}
	return code || origin.failed ? imp__no_memory(err) : put(im, line, err);
}

int imp__emit_response(struct imp__import *im, const struct imp__entry *e, uint32_t id, int status,
		       bool stream, struct str body, bool assumed, struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_RESPONSE, id, REC_TIME_UNKNOWN);

	line.status = status;
	line.stream = stream;
	line.length = -1;
	line.assumed = assumed;
	if (body.len) {
		line.body_kind = REC_BODY_TEXT;
		line.body = body;
	}
	return imp__emit_headed(im, e, &line, err);
}

int imp__emit_event(struct imp__import *im, const struct imp__entry *e, uint32_t id,
		    struct str type, json_t object, bool assumed, struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_EVENT, id, REC_TIME_UNKNOWN);
	AUTO_STRBUF origin = STRBUF_INIT, body = STRBUF_INIT;

	stamp(im, e, e->at_ns, &line, &origin);
	line.type = type;
	line.assumed = assumed;
	if (imp__redact(im, object, &body) || origin.failed)
		return imp__no_memory(err);
	line.object = strbuf_str(&body);
	return put(im, &line, err);
}

int imp__emit_raw(struct imp__import *im, const struct imp__entry *e, uint32_t id, struct str text,
		  struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_RAW, id, REC_TIME_UNKNOWN);

	line.body_kind = REC_BODY_TEXT;
	line.body = text;
	return imp__emit_headed(im, e, &line, err);
}

int imp__emit_close(struct imp__import *im, const struct imp__entry *e, uint32_t id,
		    enum rec__how how, struct relist_err *err)
{
	struct rec__line line = rec__line_of(REC_CLOSE, id, REC_TIME_UNKNOWN);
	AUTO_STRBUF origin = STRBUF_INIT;

	stamp(im, e, e->at_ns, &line, &origin);
	line.how = how;
	return origin.failed ? imp__no_memory(err) : put(im, &line, err);
}
