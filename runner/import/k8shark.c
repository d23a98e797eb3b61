/* SPDX-License-Identifier: Apache-2.0 */
/* k8shark.c - records of k8shark captures (archive format 1 and 2, or the stream of records). A
 * polled record is a list or an object, a watched one an event. Its requests for tables and for
 * discovery are skipped: no client made them. */
#include "base/alloc.h"
#include "base/text/rfc3339.h"
#include "runner/import/impl.h"

static bool is_of_no_use(struct str path)
{
	struct rec__target t;

	return memchr(path.ptr ? path.ptr : "", '?', path.len) || !rec__target_parse(path, &t);
}

int imp__k8shark_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_K8SHARK, v->at.line);
	AUTO_STRBUF path = STRBUF_INIT, time = STRBUF_INIT;
	json_t body = json_get(v->json, "response_body");

	if (!rfc3339_parse(json_str(json_get(v->json, "captured_at"), &time), &e.at_ns))
		return relist_err_set(err, RELIST_EPARSE, "captured_at: not a time");
	if (is_of_no_use(json_str(json_get(v->json, "api_path"), &path)))
		return path.failed ? imp__no_memory(err) : 0;
	if (json_kind(body) != JSON_OBJECT && json_kind(body) != JSON_NULL &&
	    json_kind(body) != JSON_ABSENT)
		return relist_err_set(err, RELIST_EPARSE, "response_body: not an object");
	if (json_get(v->json, "event_type").len)
		e.rv = imp__rv_of(body);
	return imp__add_timed(im, &e, v->json, err);
}

static int request(struct imp__import *im, const struct imp__entry *e, struct str path,
		   const struct rec__pair *query, size_t count, bool assumed, uint32_t *id,
		   struct relist_err *err)
{
	struct imp__request req = { .method = "GET",
				    .path = path,
				    .agent = STR("k8shark"),
				    .query = query,
				    .query_count = count,
				    .assumed = assumed };

	return imp__emit_request(im, e, e->at_ns, &req, id, err);
}

/* The watch of the path; opened at its first event. */
static int watch_of(struct imp__import *im, const struct imp__entry *e, struct str path,
		    uint32_t *id, struct relist_err *err)
{
	AUTO_STRBUF rv = STRBUF_INIT;
	struct rec__pair query[2] = { { STR("resourceVersion"), STR("") },
				      { STR("watch"), STR("true") } };
	int code;

	*id = (uint32_t)(uintptr_t)map_get(&im->audits, path);
	if (*id)
		return 0;
	strbuf_addf(&rv, "%llu", (unsigned long long)(e->rv > 1 ? e->rv - 1 : 1));
	query[0].value = strbuf_str(&rv);
	if (rv.failed)
		return imp__no_memory(err);
	code = request(im, e, path, query, 2, true, id, err);
	if (!code)
		code = imp__emit_response(im, e, *id, 200, true, STR(""), true, err);
	if (!code && map_put(&im->audits, path, (void *)(uintptr_t)*id, NULL))
		code = imp__no_memory(err);
	return code;
}

int imp__k8shark_write(struct imp__import *im, const struct imp__entry *e, json_t record,
		       struct relist_err *err)
{
	AUTO_STRBUF path_text = STRBUF_INIT, type = STRBUF_INIT;
	struct str path = json_str(json_get(record, "api_path"), &path_text);
	json_t body = json_get(record, "response_body"), event = json_get(record, "event_type");
	int64_t status = 200;
	uint32_t id = 0;
	int code;

	if (event.len) {
		code = watch_of(im, e, path, &id, err);
		return code ? code
			    : imp__emit_event(im, e, id, json_str(event, &type), body, false, err);
	}
	(void)json_int64(json_get(record, "response_code"), &status);
	if (status < 100 || status > 599)
		status = 200;
	code = request(im, e, path, NULL, 0, false, &id, err);
	if (code)
		return code;
	return imp__emit_response(im, e, id, (int)status, false,
				  json_kind(body) == JSON_OBJECT ? body : STR(""), false, err);
}
