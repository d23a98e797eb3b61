/* SPDX-License-Identifier: Apache-2.0 */
/* control_http.c - the control API: JSON over /relist/v1/, docs/control-api.md. */
#include <inttypes.h>

#include "base/text/ascii.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/control/posts.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/watch/watch.h"

/* --- actions -------------------------------------------------------------------------------- */

static int compact(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__compaction how = { .backend = -1 };

	if (fakeapi__read_compaction(c, body, &how) < 0)
		return -1;
	if (how.rv > c->core->store.rv)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "resourceVersion: found %" PRIu64
					   ", the newest is %" PRIu64,
					   how.rv, c->core->store.rv);
	fakeapi__compaction_locked(c->core, &how);
	return fakeapi__control_ok(c);
}

static int collect_garbage(struct fakeapi__call *c, const cJSON *body)
{
	int rc;

	(void)body;
	if (fakeapi__control_aside(c, &rc))
		return rc;
	fakeapi__gc_run(c->core);
	return fakeapi__control_ok(c);
}

static int expire_continue(struct fakeapi__call *c, const cJSON *body)
{
	(void)body;
	c->core->tokens_expired_rv = c->core->store.rv;
	return fakeapi__control_ok(c);
}

static int rewind_store(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__rewind_body in = { 0 };
	struct relist_err err = { 0 };
	int rc;

	if (fakeapi__read_rewind(c, body, &in) < 0)
		return -1;
	if (fakeapi__control_aside(c, &rc))
		return rc;
	if (fakeapi__rewind_locked(c->core, c, in.rv, in.keep_watches, &err) < 0)
		return fakeapi__control_err(c, &err);
	return fakeapi__control_ok(c);
}

static int reset_store(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };

	(void)body;
	if (fakeapi__reset_locked(c->core, &err) < 0)
		return fakeapi__control_err(c, &err);
	return fakeapi__control_ok(c);
}

/* If every backend refused, no client could send the request that reopens them. */
static int check_way_back(struct fakeapi__call *c, const struct fakeapi__backend *but)
{
	if (c->core->control_url[0])
		return 0;
	for (size_t i = 0; i < c->core->backend_count; i++)
		if (&c->core->backends[i] != but && !c->core->backends[i].refuses)
			return 0;
	return fakeapi__no_way_back(c);
}

static int show_backends(struct fakeapi__call *c)
{
	cJSON *list = cJSON_CreateArray();

	for (uint32_t i = 0; i < c->core->backend_count; i++) {
		const struct fakeapi__backend *b = &c->core->backends[i];
		cJSON *obj = cJSON_CreateObject();
		char text[32];

		(void)snprintf(text, sizeof(text), "%" PRIu64, fakeapi__core_visible(c->core, i));
		(void)cJSON_AddStringToObject(obj, "resourceVersion", text);
		(void)cJSON_AddBoolToObject(obj, "freeze", b->frozen_rv != 0);
		duration_format(b->lag_ns, text, sizeof(text));
		(void)cJSON_AddStringToObject(obj, "lag", text);
		(void)cJSON_AddBoolToObject(obj, "refuse", b->refuses);
		fakeapi__add_address(b, obj);
		fakeapi__add_element(list, obj);
	}
	return fakeapi__control_answer(c, 200, list);
}

static int backends(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__backends_body in = { 0 };
	struct fakeapi__backend *b;
	int64_t end_ns;

	if (c->route.method == FAKEAPI_GET)
		return show_backends(c);
	if (fakeapi__read_backends(c, body, &in) < 0)
		return -1;
	b = &c->core->backends[in.number];
	end_ns = in.for_ns ? time_add(c->now_ns, in.for_ns) : 0;
	if (in.refuse > 0 && !end_ns && check_way_back(c, b) < 0)
		return -1;
	if (in.has_lag) {
		b->lag_ns = in.lag_ns;
		b->lag_end_ns = end_ns;
	}
	if (in.refuse) {
		b->refuses = in.refuse > 0;
		b->refuse_end_ns = b->refuses ? end_ns : 0;
	}
	if (in.rv || in.behind >= 0)
		fakeapi__behind_locked(c->core, in.number, in.rv,
				       in.behind > 0 ? (uint64_t)in.behind : 0);
	else if (in.freeze)
		fakeapi__freeze_locked(c->core, in.number, in.freeze > 0);
	if (in.rv || in.behind > 0 || in.freeze > 0)
		b->freeze_end_ns = end_ns;
	else if (in.freeze || in.behind >= 0)
		b->freeze_end_ns = 0;
	fakeapi__plan_expiry_locked(c->core);
	return fakeapi__control_ok(c);
}

static int network(struct fakeapi__call *c, const cJSON *body)
{
	size_t count = 0;
	int rc = fakeapi__control_network(c, body, &count);

	return rc < 0 ? rc : fakeapi__control_ended(c, count);
}

static int rest(struct fakeapi__call *c, const cJSON *body)
{
	(void)body;
	return fakeapi__control_rest(c);
}

static const struct action {
	const char *path;
	const char *methods;
	int (*fn)(struct fakeapi__call *c, const cJSON *body);
	const char *params; /* of its URL */
	bool raw;	    /* its body is no JSON object of ours; only a POST has another one */
} actions[] = {
	{ "/relist/v1", "GET", fakeapi__control_overview, "", false },
	{ "/relist/v1/faults", "GET,POST,DELETE", fakeapi__control_faults, "", false },
	{ "/relist/v1/compact", "POST", compact, "", false },
	{ "/relist/v1/expire-continue", "POST", expire_continue, "", false },
	{ "/relist/v1/watches", "GET,POST", fakeapi__control_watches, "", false },
	{ "/relist/v1/gc", "POST", collect_garbage, "", false },
	{ "/relist/v1/rewind", "POST", rewind_store, "", false },
	{ "/relist/v1/reset", "POST", reset_store, "", false },
	{ "/relist/v1/backends", "GET,POST", backends, "", false },
	{ "/relist/v1/network", "POST", network, "", false },
	{ "/relist/v1/requests", "GET,DELETE", fakeapi__control_requests, "since,limit", false },
	{ "/relist/v1/objects", "GET,PUT,DELETE", fakeapi__control_objects,
	  "group,resource,namespace,name,resourceVersion", true },
	{ "/relist/v1/changes", "GET", fakeapi__control_changes, "since,before", false },
	{ "/relist/v1/marks", "GET", fakeapi__control_marks, "since", false },
	{ "/relist/v1/versions", "GET", fakeapi__control_versions, "group,resource,namespace,name",
	  false },
	{ "/relist/v1/rest", "GET", rest, "wait,quiet,since,userAgent", false },
};

/* Refuses unknown members: a POST has those of posts.c, other methods have none. */
static int check_body(struct fakeapi__call *c, const struct action *d, const cJSON *body)
{
	const struct fakeapi__post *post;

	if (d->raw)
		return 0;
	if (c->route.method != FAKEAPI_POST)
		return fakeapi__check_members(c, body, "");
	post = fakeapi__post_find(str_of(strrchr(d->path, '/') + 1));
	ASSERT(post);
	return fakeapi__post_members(c, post, body);
}

static bool is_type(struct str value, const char *type)
{
	const char *end = memchr(value.ptr, ';', value.len);
	size_t len = end ? (size_t)(end - value.ptr) : value.len;

	while (len && (value.ptr[len - 1] == ' ' || value.ptr[len - 1] == '\t'))
		len--;
	return ascii_eq_nocase((struct str) { value.ptr, len }, str_of(type));
}

/* What a form or a page without leave can send is taken for nothing else. */
static int check_type(struct fakeapi__call *c, bool yaml)
{
	static const char *const yamls[] = { "application/yaml", "application/x-yaml", "text/yaml",
					     "text/x-yaml" };
	struct str type = fakeapi__request_header(c->req, "Content-Type");

	if (!c->req->remote || (!type.len && !c->req->body.len))
		return 0;
	if (type.len && is_type(type, "application/json"))
		return 0;
	for (size_t i = 0; type.len && yaml && i < ARRAY_LEN(yamls); i++)
		if (is_type(type, yamls[i]))
			return 0;
	return fakeapi__status_set(&c->st, 415, "UnsupportedMediaType",
				   "Content-Type: found \"" STR_FMT "\", wanted application/json%s",
				   STR_ARG(type), yaml ? " or application/yaml" : "");
}

struct body_parsing {
	cJSON *body;
	struct strbuf *why;
};

static int parse_body(struct fakeapi__call *c, void *work)
{
	struct body_parsing *in = work;

	in->body = fakeapi__go_json_parse(c->req->body, in->why);
	return in->body ? 0 : -1;
}

static int run_action(struct fakeapi__call *c, const struct action *d)
{
	AUTO_STRBUF why = STRBUF_INIT;
	AUTO_STRBUF method = STRBUF_INIT;
	struct body_parsing in = { .why = &why };
	int rc;

	strbuf_adds(&method, c->req->method);
	if (method.failed)
		return -1;
	if (!fakeapi__listed(d->methods, method.ptr))
		return fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
					   "%s: found %s, wanted one of %s", d->path, method.ptr,
					   d->methods);
	if (check_type(c, d->raw) < 0 || fakeapi__check_params(c, d->params) < 0)
		return -1;
	fakeapi__control_mark(c, !d->raw);
	if (c->req->body.len && !d->raw) {
		if (fakeapi__unlocked_run(c, parse_body, &in) < 0)
			return why.len ? fakeapi__control_bad(c, "body", why.ptr) : -1;
		if (!cJSON_IsObject(in.body)) {
			cJSON_Delete(in.body);
			return fakeapi__control_bad(c, "body", "no JSON object");
		}
	}
	rc = check_body(c, d, in.body);
	rc = rc < 0 ? rc : d->fn(c, in.body);
	fakeapi__drop_aside(c, in.body);
	return rc;
}

static bool fault_id(struct str path, uint64_t *id)
{
	static const char prefix[] = "/relist/v1/faults/";
	size_t n = sizeof(prefix) - 1;

	return path.len > n && memcmp(path.ptr, prefix, n) == 0 &&
	       fakeapi__parse_rv((struct str) { path.ptr + n, path.len - n }, id) == 0;
}

/* /relist/v1/faults/N */
static int run_fault(struct fakeapi__call *c, uint64_t id)
{
	bool get = c->route.method == FAKEAPI_GET;

	fakeapi__status_fini(&c->st);
	if (!get && c->route.method != FAKEAPI_DELETE)
		return fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
					   "/relist/v1/faults/N: found " STR_FMT
					   ", wanted one of GET,DELETE",
					   STR_ARG(c->req->method));
	if (fakeapi__check_params(c, get ? "wait" : "") < 0)
		return -1;
	fakeapi__control_mark(c, false);
	return fakeapi__control_fault(c, id);
}

int fakeapi__control_request(struct fakeapi__call *c)
{
	struct str path = c->route.path;
	uint64_t id;
	int rc = -1;

	if (c->core->ui_page && str_eqz(path, "/relist/ui") && c->route.method == FAKEAPI_GET)
		return fakeapi__control_page(c);
	/* Only a user with all permissions may use it. */
	if (c->req->remote && (fakeapi__authenticate(c) < 0 || fakeapi__authorize(c) < 0))
		return fakeapi__answer_status(c);
	while (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "no such control: " STR_FMT,
				  STR_ARG(path));
	if (c->req->body.len > FAKEAPI_BODY_MAX)
		rc = fakeapi__status_set(&c->st, 413, "RequestEntityTooLarge", "body too large");
	else if (fault_id(path, &id))
		rc = run_fault(c, id);
	else
		for (size_t i = 0; i < ARRAY_LEN(actions); i++)
			if (str_eqz(path, actions[i].path)) {
				fakeapi__status_fini(&c->st);
				rc = run_action(c, &actions[i]);
				break;
			}
	rc = rc < 0 ? fakeapi__answer_status(c) : rc;
	fakeapi__mark_status(c->core, c->x->mark, c->x->base.status);
	return rc;
}
