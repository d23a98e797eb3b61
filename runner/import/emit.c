/* SPDX-License-Identifier: Apache-2.0 */
/* emit.c - writes lines of the recording, in the order of the calls. */
#include "base/alloc.h"
#include "base/url.h"
#include "runner/import/impl.h"

/* --- paths and queries --- */

struct str imp__percent_decode(struct runner__arena *arena, struct str s, bool plus)
{
	AUTO_STRBUF out = STRBUF_INIT;

	strbuf_add_urldec(&out, s, plus);
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

/* --- redaction --- */

static void id_key(uint32_t id, struct strbuf *out)
{
	strbuf_addf(out, "%u", id);
}

static int keep_path(struct imp__import *im, uint32_t id, struct str path)
{
	AUTO_STRBUF key = STRBUF_INIT;
	char *copy = base__strndup(path.ptr ? path.ptr : "", path.len);

	id_key(id, &key);
	if (copy && !key.failed && map_put(&im->paths, strbuf_str(&key), copy, NULL) == 0)
		return 0;
	base__free(copy);
	return RELIST_ENOMEM;
}

static void remove_path(struct imp__import *im, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	base__free(map_del(&im->paths, strbuf_str(&key)));
}

void imp__paths_fini(struct imp__import *im)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&im->paths, &i));)
		base__free(e->value);
	map_fini(&im->paths);
}

static struct rec__aim aim_of(struct imp__import *im, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	return rec__aim_of(str_of(map_get(&im->paths, strbuf_str(&key))));
}

/* Redacts a body; if it is JSON, puts it on one line. */
static int redact(struct imp__import *im, uint32_t id, struct str body, struct strbuf *out)
{
	struct rec__aim aim = aim_of(im, id);
	AUTO_STRBUF line = STRBUF_INIT;
	json_t json;

	if (!json_valid(body, &json, NULL)) {
		rec__redact_text(&im->redactor, NULL, body, out);
	} else {
		if (memchr(json.ptr, '\n', json.len)) {
			rec__compact(json, &line);
			json = strbuf_str(&line);
		}
		if (!line.failed)
			rec__redact_json(&im->redactor, &aim, json, NULL, false, NULL, 0, out);
	}
	return line.failed || out->failed || im->redactor.failed ? RELIST_ENOMEM : 0;
}

/* The same names with redacted values. */
static const struct rec__pair *redact_pairs(struct imp__import *im, struct runner__arena *arena,
					    const struct rec__pair *pairs, size_t count,
					    void (*how)(struct rec__redactor *r, struct str name,
							struct str value, struct strbuf *out))
{
	struct rec__pair *out = runner__arena_alloc(arena, (count + 1) * sizeof(*out));

	for (size_t i = 0; i < count && out; i++) {
		AUTO_STRBUF value = STRBUF_INIT;

		how(&im->redactor, pairs[i].name, pairs[i].value, &value);
		out[i].name = pairs[i].name;
		out[i].value = runner__arena_str(arena, strbuf_str(&value));
		arena->failed |= value.failed;
	}
	return out;
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
	AUTO_STRBUF origin = STRBUF_INIT, body = STRBUF_INIT, path = STRBUF_INIT;
	struct runner__arena arena;
	int code = keep_path(im, line.id, req->path);

	runner__arena_init(&arena);
	stamp(im, e, at_ns, &line, &origin);
	rec__redact_path(&im->redactor, req->path, &path);
	line.method = str_of(req->method);
	line.path = strbuf_str(&path);
	line.user = req->user;
	line.client = req->client;
	line.query_count = req->query_count;
	line.query = redact_pairs(im, &arena, req->query, req->query_count, rec__redact_query);
	line.header_count = req->headers ? req->header_count : req->agent.len ? 1 : 0;
	line.headers = redact_pairs(im, &arena, req->headers ? req->headers : &agent,
				    line.header_count, rec__redact_header);
	line.assumed = req->assumed;
	if (req->body.len && !code) {
		code = redact(im, line.id, req->body, &body);
		line.body_kind = REC_BODY_TEXT;
		line.body = strbuf_str(&body);
	}
	*id = line.id;
	if (code || arena.failed || origin.failed || path.failed || im->redactor.failed)
		code = imp__no_memory(err);
	else
		code = put(im, &line, err);
	runner__arena_fini(&arena);
	return code;
}

int imp__emit_headed(struct imp__import *im, const struct imp__entry *e, struct rec__line *line,
		     struct relist_err *err)
{
	AUTO_STRBUF origin = STRBUF_INIT, body = STRBUF_INIT;
	struct runner__arena arena;
	int code = 0;

	runner__arena_init(&arena);
	stamp(im, e, e->at_ns, line, &origin);
	line->headers =
	    redact_pairs(im, &arena, line->headers, line->header_count, rec__redact_header);
	if (line->body_kind == REC_BODY_TEXT) {
		code = redact(im, line->id, line->body, &body);
		line->body = strbuf_str(&body);
	}
	if (line->kind == REC_RESPONSE && !line->stream)
		remove_path(im, line->id);
	if (code || origin.failed || arena.failed || im->redactor.failed)
		code = imp__no_memory(err);
	else
		code = put(im, line, err);
	runner__arena_fini(&arena);
	return code;
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
	if (redact(im, id, object, &body) || origin.failed)
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
	remove_path(im, id);
	line.how = how;
	return origin.failed ? imp__no_memory(err) : put(im, &line, err);
}
