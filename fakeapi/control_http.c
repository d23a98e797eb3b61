/* SPDX-License-Identifier: Apache-2.0 */
/* The control API: JSON over /relist/v1/, docs/control-api.md. */
#include <inttypes.h>

#include "fakeapi/control_impl.h"
#include "fakeapi/go_json.h"
#include "fakeapi/internal.h"
#include "fakeapi/watch.h"

static const char *const kind_names[FAKEAPI_FAULT_KIND_COUNT] = {
	[FAKEAPI_FAULT_FAIL] = "fail",
	[FAKEAPI_FAULT_CUT] = "cut",
	[FAKEAPI_FAULT_RESET] = "reset",
	[FAKEAPI_FAULT_HANG] = "hang",
	[FAKEAPI_FAULT_HOLD_RESPONSE] = "hold-response",
	[FAKEAPI_FAULT_DELAY] = "delay",
	[FAKEAPI_FAULT_SLOW] = "slow",
	[FAKEAPI_FAULT_HOLD_EVENTS] = "hold-events",
	[FAKEAPI_FAULT_DROP_EVENT] = "drop-event",
	[FAKEAPI_FAULT_BOOKMARKS] = "bookmarks",
	[FAKEAPI_FAULT_WATCH_LIST] = "watch-list",
};

/* --- reading ------------------------------------------------------------------------------- */

static int bad(struct fakeapi__call *c, const char *what, const char *found)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: found %s", what, found);
}

static int read_text(struct fakeapi__call *c, const cJSON *obj, const char *name, char *out,
		     size_t cap)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v))
		return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: wanted a string", name);
	if (strlen(v->valuestring) >= cap)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: longer than %zu characters", name, cap - 1);
	(void)snprintf(out, cap, "%s", v->valuestring);
	return 0;
}

static int read_number(struct fakeapi__call *c, const cJSON *obj, const char *name, double min,
		       double max, double *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsNumber(v) || v->valuedouble < min || v->valuedouble > max)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: wanted a number from %.0f to %.0f", name, min, max);
	*out = v->valuedouble;
	return 0;
}

static int read_duration(struct fakeapi__call *c, const cJSON *obj, const char *name, int64_t *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);
	struct relist_err err;

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v) || duration_parse(str_of(v->valuestring), out, &err) < 0 || *out < 0)
		return bad(c, name, "no duration such as \"1.5s\"");
	return 0;
}

/* A resourceVersion as a string or a number. */
static int read_rv(struct fakeapi__call *c, const cJSON *obj, uint64_t *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, "resourceVersion");

	if (!v || cJSON_IsNull(v))
		return 0;
	if (cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble < 9e15) {
		*out = (uint64_t)v->valuedouble;
		return 0;
	}
	if (cJSON_IsString(v) && fakeapi__parse_rv(str_of(v->valuestring), out) == 0)
		return 0;
	return bad(c, "resourceVersion", "no number");
}

static int check_members(struct fakeapi__call *c, const cJSON *obj, const char *known)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, obj) if (
	    !fakeapi__has_verb(
		known, m->string)) return fakeapi__status_set(&c->st, 400, "BadRequest",
							      "unknown member \"%s\", known: %s",
							      m->string, known);
	return 0;
}

static int read_match(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__match *m)
{
	const cJSON *match = cJSON_GetObjectItemCaseSensitive(obj, "match");
	double backend = -1;

	*m = fakeapi__match_all();
	if (!match || cJSON_IsNull(match))
		return 0;
	if (!cJSON_IsObject(match))
		return bad(c, "match", "no object");
	if (check_members(c, match,
			  "verb,group,resource,subresource,namespace,name,userAgent,backend") < 0 ||
	    read_text(c, match, "verb", m->verb, sizeof(m->verb)) < 0 ||
	    read_text(c, match, "group", m->group, sizeof(m->group)) < 0 ||
	    read_text(c, match, "resource", m->resource, sizeof(m->resource)) < 0 ||
	    read_text(c, match, "subresource", m->subresource, sizeof(m->subresource)) < 0 ||
	    read_text(c, match, "namespace", m->ns, sizeof(m->ns)) < 0 ||
	    read_text(c, match, "name", m->name, sizeof(m->name)) < 0 ||
	    read_text(c, match, "userAgent", m->user_agent, sizeof(m->user_agent)) < 0 ||
	    read_number(c, match, "backend", 0, FAKEAPI_BACKENDS_MAX - 1, &backend) < 0)
		return -1;
	m->has_group = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(match, "group"));
	m->backend = (int32_t)backend;
	return 0;
}

static int read_kind(struct fakeapi__call *c, const cJSON *obj, enum fakeapi__fault_kind *out)
{
	char name[32] = "";

	if (read_text(c, obj, "kind", name, sizeof(name)) < 0)
		return -1;
	for (unsigned i = 0; i < FAKEAPI_FAULT_KIND_COUNT; i++) {
		if (strcmp(name, kind_names[i]) == 0) {
			*out = (enum fakeapi__fault_kind)i;
			return 0;
		}
	}
	return fakeapi__status_set(
	    &c->st, 400, "BadRequest",
	    "kind: found \"%s\", wanted one of fail, cut, reset, hang, "
	    "hold-response, delay, slow, hold-events, drop-event, bookmarks, "
	    "watch-list",
	    name);
}

static int check_mode(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	const char *known = f->kind == FAKEAPI_FAULT_BOOKMARKS	  ? "off,early,unannotated"
			    : f->kind == FAKEAPI_FAULT_WATCH_LIST ? "refuse,hang,ignore"
								  : "";

	if (f->kind != FAKEAPI_FAULT_BOOKMARKS && f->kind != FAKEAPI_FAULT_WATCH_LIST)
		return 0;
	if (f->mode[0] && fakeapi__has_verb(known, f->mode))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "mode: found \"%s\", wanted one of %s", f->mode, known);
}

static int read_fault(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	bool lasts;
	double times, skip = 0, status = 0, retry = 0, bytes = 0;

	memset(f, 0, sizeof(*f));
	if (check_members(
		c, obj, "kind,match,times,skip,status,reason,message,retryAfter,bytes,delay,mode") <
		0 ||
	    read_kind(c, obj, &f->kind) < 0)
		return -1;
	lasts = f->kind == FAKEAPI_FAULT_HOLD_EVENTS || f->kind == FAKEAPI_FAULT_BOOKMARKS ||
		f->kind == FAKEAPI_FAULT_SLOW || f->kind == FAKEAPI_FAULT_WATCH_LIST;
	times = lasts ? -1 : 1;
	if (read_match(c, obj, &f->match) < 0 ||
	    read_number(c, obj, "times", -1, 1e9, &times) < 0 ||
	    read_number(c, obj, "skip", 0, 1e9, &skip) < 0 ||
	    read_number(c, obj, "status", 400, 599, &status) < 0 ||
	    read_text(c, obj, "reason", f->reason, sizeof(f->reason)) < 0 ||
	    read_text(c, obj, "message", f->message, sizeof(f->message)) < 0 ||
	    read_number(c, obj, "retryAfter", 0, 86400, &retry) < 0 ||
	    read_number(c, obj, "bytes", 0, 1e12, &bytes) < 0 ||
	    read_duration(c, obj, "delay", &f->delay_ns) < 0 ||
	    read_text(c, obj, "mode", f->mode, sizeof(f->mode)) < 0)
		return -1;
	f->times = times < 0 ? UINT32_MAX : (uint32_t)times;
	f->skip = (uint32_t)skip;
	f->status = (int)status;
	f->retry_after_s = (int)retry;
	f->bytes = (size_t)bytes;
	return check_mode(c, f);
}

/* --- answers -------------------------------------------------------------------------------- */

static int answer(struct fakeapi__call *c, int code, cJSON *take_obj)
{
	int rc = take_obj ? fakeapi__answer_tree(c, code, take_obj) : -1;

	cJSON_Delete(take_obj);
	return rc;
}

static int answer_ok(struct fakeapi__call *c)
{
	cJSON *obj = cJSON_CreateObject();
	char rv[24];

	(void)snprintf(rv, sizeof(rv), "%" PRIu64, c->core->store.rv);
	if (obj && !cJSON_AddStringToObject(obj, "resourceVersion", rv)) {
		cJSON_Delete(obj);
		obj = NULL;
	}
	return answer(c, 200, obj);
}

static int answer_err(struct fakeapi__call *c, const struct relist_err *err)
{
	int code = err->http_status		   ? err->http_status
		   : err->code == RELIST_ENOTFOUND ? 404
		   : err->code == RELIST_EEXPIRED  ? 410
		   : err->code == RELIST_ENOMEM	   ? 500
						   : 400;

	return fakeapi__status_set(&c->st, code, NULL, "%s", err->msg);
}

static cJSON *match_tree(const struct fakeapi__match *m)
{
	const struct {
		const char *name, *value;
	} texts[] = {
		{ "verb", m->verb },
		{ "resource", m->resource },
		{ "subresource", m->subresource },
		{ "namespace", m->ns },
		{ "name", m->name },
		{ "userAgent", m->user_agent },
	};
	cJSON *obj = cJSON_CreateObject();

	if (m->has_group)
		(void)cJSON_AddStringToObject(obj, "group", m->group);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (texts[i].value[0])
			(void)cJSON_AddStringToObject(obj, texts[i].name, texts[i].value);
	if (m->backend >= 0)
		(void)cJSON_AddNumberToObject(obj, "backend", m->backend);
	return obj;
}

/* Takes item; a lack of memory leaves it out. */
static void add_item(cJSON *obj, const char *name, cJSON *item)
{
	if (!cJSON_AddItemToObject(obj, name, item))
		cJSON_Delete(item);
}

static void add_element(cJSON *list, cJSON *item)
{
	if (!cJSON_AddItemToArray(list, item))
		cJSON_Delete(item);
}

static cJSON *fault_tree(const struct fakeapi__fault *f)
{
	cJSON *obj = cJSON_CreateObject();

	(void)cJSON_AddNumberToObject(obj, "id", f->id);
	(void)cJSON_AddStringToObject(obj, "kind", kind_names[f->kind]);
	add_item(obj, "match", match_tree(&f->match));
	(void)cJSON_AddNumberToObject(obj, "times",
				      f->times == UINT32_MAX ? -1.0 : (double)f->times);
	(void)cJSON_AddNumberToObject(obj, "hits", f->hits);
	if (f->mode[0])
		(void)cJSON_AddStringToObject(obj, "mode", f->mode);
	if (f->status)
		(void)cJSON_AddNumberToObject(obj, "status", f->status);
	return obj;
}

/* --- deeds ---------------------------------------------------------------------------------- */

static int faults(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__fault f;
	cJSON *obj;
	uint32_t id;

	if (c->route.method == FAKEAPI_GET) {
		obj = cJSON_CreateArray();
		for (size_t i = 0; i < c->core->faults.count; i++)
			add_element(obj, fault_tree(&c->core->faults.rules[i]));
		return answer(c, 200, obj);
	}
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__fault_del_locked(c->core, 0);
		return answer_ok(c);
	}
	if (read_fault(c, body, &f) < 0)
		return -1;
	id = fakeapi__fault_add_locked(c->core, &f);
	if (!id)
		return fakeapi__status_set(&c->st, 429, "TooManyRequests", "more than %d rules",
					   FAKEAPI_RULES_MAX);
	obj = cJSON_CreateObject();
	(void)cJSON_AddNumberToObject(obj, "id", id);
	return answer(c, 201, obj);
}

static int one_fault(struct fakeapi__call *c, uint64_t id)
{
	struct fakeapi__fault *f =
	    id <= UINT32_MAX ? fakeapi__faults_find(&c->core->faults, (uint32_t)id) : NULL;

	if (!f)
		return fakeapi__status_set(&c->st, 404, "NotFound", "no rule %" PRIu64, id);
	if (c->route.method == FAKEAPI_GET)
		return answer(c, 200, fault_tree(f));
	fakeapi__fault_del_locked(c->core, (uint32_t)id);
	return answer_ok(c);
}

static int compact(struct fakeapi__call *c, const cJSON *body)
{
	uint64_t rv = c->core->store.rv;
	bool keep = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "keepWatchCache"));

	if (check_members(c, body, "resourceVersion,keepWatchCache") < 0 ||
	    read_rv(c, body, &rv) < 0)
		return -1;
	fakeapi__compact_locked(c->core, rv, true, !keep);
	return answer_ok(c);
}

static int expire_continue(struct fakeapi__call *c, const cJSON *body)
{
	(void)body;
	c->core->tokens_expired_rv = c->core->store.rv;
	return answer_ok(c);
}

static cJSON *watch_tree(const struct fakeapi__watch *w)
{
	cJSON *obj = cJSON_CreateObject();
	AUTO_STRBUF ns = STRBUF_INIT;

	strbuf_adds(&ns, w->sel.ns);
	(void)cJSON_AddNumberToObject(obj, "id", w->x->id);
	(void)cJSON_AddStringToObject(obj, "group", w->res->group);
	(void)cJSON_AddStringToObject(obj, "version", w->res->version);
	(void)cJSON_AddStringToObject(obj, "resource", w->res->resource);
	(void)cJSON_AddStringToObject(obj, "namespace", ns.ptr);
	(void)cJSON_AddNumberToObject(obj, "backend", w->x->backend);
	(void)cJSON_AddNumberToObject(obj, "sentBytes", (double)w->x->sent);
	(void)cJSON_AddBoolToObject(obj, "waiting", w->x->waiting);
	(void)cJSON_AddBoolToObject(obj, "stalled", w->x->stalled);
	return obj;
}

static int watches(struct fakeapi__call *c, const cJSON *body)
{
	static const char *const hows[] = { "end", "cut", "reset", "stall", "resume" };
	struct fakeapi__match m;
	char how[16] = "end";
	cJSON *obj;

	if (c->route.method == FAKEAPI_GET) {
		obj = cJSON_CreateArray();
		for (const struct fakeapi__xchg *x = c->core->open; x; x = x->next)
			if (x->watch)
				add_element(obj, watch_tree(x->watch));
		return answer(c, 200, obj);
	}
	if (check_members(c, body, "how,match") < 0 || read_match(c, body, &m) < 0 ||
	    read_text(c, body, "how", how, sizeof(how)) < 0)
		return -1;
	for (unsigned i = 0; i < ARRAY_LEN(hows); i++) {
		if (strcmp(how, hows[i]) != 0)
			continue;
		obj = cJSON_CreateObject();
		(void)cJSON_AddNumberToObject(
		    obj, "watches",
		    (double)fakeapi__end_watches_locked(c->core, &m, (enum fakeapi__watch_end)i));
		return answer(c, 200, obj);
	}
	return fakeapi__status_set(
	    &c->st, 400, "BadRequest",
	    "how: found \"%s\", wanted one of end, cut, reset, stall, resume", how);
}

static int rewind_store(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };
	uint64_t rv = 0;

	if (check_members(c, body, "resourceVersion") < 0 || read_rv(c, body, &rv) < 0)
		return -1;
	if (fakeapi__rewind_locked(c->core, rv, &err) < 0)
		return answer_err(c, &err);
	return answer_ok(c);
}

static int reset_store(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };

	(void)body;
	if (fakeapi__reset_locked(c->core, &err) < 0)
		return answer_err(c, &err);
	return answer_ok(c);
}

static int backends(struct fakeapi__call *c, const cJSON *body)
{
	double number = 0;
	const cJSON *freeze, *refuse;
	struct fakeapi__backend *b;
	cJSON *list;

	if (c->route.method == FAKEAPI_GET) {
		list = cJSON_CreateArray();
		for (uint32_t i = 0; i < c->core->backend_count; i++) {
			cJSON *obj = cJSON_CreateObject();
			char text[32];

			b = &c->core->backends[i];
			(void)snprintf(text, sizeof(text), "%" PRIu64,
				       fakeapi__core_visible(c->core, i));
			(void)cJSON_AddStringToObject(obj, "resourceVersion", text);
			(void)cJSON_AddBoolToObject(obj, "freeze", b->frozen_rv != 0);
			duration_format(b->lag_ns, text, sizeof(text));
			(void)cJSON_AddStringToObject(obj, "lag", text);
			(void)cJSON_AddBoolToObject(obj, "refuse", b->refuses);
			add_element(list, obj);
		}
		return answer(c, 200, list);
	}
	if (check_members(c, body, "backend,freeze,lag,refuse") < 0 ||
	    read_number(c, body, "backend", 0, (double)(c->core->backend_count - 1), &number) < 0)
		return -1;
	b = &c->core->backends[(size_t)number];
	if (read_duration(c, body, "lag", &b->lag_ns) < 0)
		return -1;
	freeze = cJSON_GetObjectItemCaseSensitive(body, "freeze");
	refuse = cJSON_GetObjectItemCaseSensitive(body, "refuse");
	if (cJSON_IsBool(refuse))
		b->refuses = cJSON_IsTrue(refuse);
	fakeapi__freeze_locked(c->core, (uint32_t)number,
			       freeze ? cJSON_IsTrue(freeze) : b->frozen_rv != 0);
	return answer_ok(c);
}

/* --- reading back --------------------------------------------------------------------------- */

static void log_tree(void *user, const struct fakeapi__logged *l)
{
	cJSON *list = user, *obj = cJSON_CreateObject();
	const char *agent = l->text + strlen(l->text) + 1;
	const char *space = strchr(l->text, ' ');
	AUTO_STRBUF method = STRBUF_INIT;

	strbuf_add(&method, l->text, (size_t)(space - l->text));
	(void)cJSON_AddNumberToObject(obj, "seq", (double)l->seq);
	(void)cJSON_AddNumberToObject(obj, "atNs", (double)l->at_ns);
	(void)cJSON_AddNumberToObject(obj, "backend", l->backend);
	(void)cJSON_AddStringToObject(obj, "verb", l->verb);
	(void)cJSON_AddStringToObject(obj, "method", method.ptr);
	(void)cJSON_AddStringToObject(obj, "uri", space + 1);
	(void)cJSON_AddStringToObject(obj, "userAgent", agent);
	(void)cJSON_AddNumberToObject(obj, "status", l->status);
	add_element(list, obj);
}

static int requests(struct fakeapi__call *c, const cJSON *body)
{
	int64_t since = 0;
	bool given;
	cJSON *list;

	(void)body;
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__log_clear(&c->core->faults);
		return answer_ok(c);
	}
	if (fakeapi__query_int(c, "since", &since, &given) < 0)
		return -1;
	list = cJSON_CreateArray();
	if (list)
		fakeapi__requests_locked(c->core, since > 0 ? (uint64_t)since : 0, log_tree, list);
	return answer(c, 200, list);
}

static int dump_objects(struct fakeapi__call *c)
{
	struct str group = fakeapi__route_param(&c->route, "group", NULL);
	struct str resource = fakeapi__route_param(&c->route, "resource", NULL);
	struct str ns = fakeapi__route_param(&c->route, "namespace", NULL);
	struct strbuf *out = &c->x->body;
	bool group_given, first = true;

	(void)fakeapi__route_param(&c->route, "group", &group_given);
	strbuf_clear(out);
	strbuf_addf(out, "{\"resourceVersion\":\"%" PRIu64 "\",\"items\":[", c->core->store.rv);
	for (size_t i = 0; i < c->core->store.bucket_count; i++) {
		const struct fakeapi__bucket *b = c->core->store.buckets[i];

		if ((group_given && !str_eqz(group, b->group)) ||
		    (resource.len && !str_eqz(resource, b->resource)))
			continue;
		for (size_t k = 0; k < b->entry_count; k++) {
			const struct fakeapi__version *v =
			    fakeapi__entry_at(b->entries[k], UINT64_MAX);

			if (!v || (ns.len && !str_eq(ns, fakeapi__entry_ns(b->entries[k]))))
				continue;
			strbuf_addz(out, first ? "" : ",");
			strbuf_adds(out, fakeapi__version_json(v));
			first = false;
		}
	}
	strbuf_addz(out, "]}\n");
	return fakeapi__answer_body(c, 200, "application/json");
}

static int objects(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };
	int rc;

	(void)body;
	if (c->route.method == FAKEAPI_GET)
		return dump_objects(c);
	if (c->route.method == FAKEAPI_DELETE)
		rc = fakeapi__delete_locked(c->core, fakeapi__route_param(&c->route, "group", NULL),
					    fakeapi__route_param(&c->route, "resource", NULL),
					    fakeapi__route_param(&c->route, "namespace", NULL),
					    fakeapi__route_param(&c->route, "name", NULL), &err);
	else
		rc = fakeapi__load_locked(c->core, c->req->body, &err);
	return rc < 0 ? answer_err(c, &err) : answer_ok(c);
}

static int overview(struct fakeapi__call *c, const cJSON *body)
{
	cJSON *obj = cJSON_CreateObject();
	char rv[24];
	size_t live = 0;

	(void)body;
	for (size_t i = 0; i < c->core->store.bucket_count; i++)
		live += c->core->store.buckets[i]->live;
	(void)snprintf(rv, sizeof(rv), "%" PRIu64, c->core->store.rv);
	(void)cJSON_AddStringToObject(obj, "version", "v1");
	(void)cJSON_AddStringToObject(obj, "resourceVersion", rv);
	(void)cJSON_AddNumberToObject(obj, "objects", (double)live);
	(void)cJSON_AddNumberToObject(obj, "watches", (double)c->core->watch_count);
	(void)cJSON_AddNumberToObject(obj, "requests", (double)c->core->faults.log_end);
	return answer(c, 200, obj);
}

static const struct deed {
	const char *path;
	const char *methods;
	int (*fn)(struct fakeapi__call *c, const cJSON *body);
	bool raw; /* the body is not a JSON object of ours */
} deeds[] = {
	{ "/relist/v1", "GET", overview, false },
	{ "/relist/v1/faults", "GET,POST,DELETE", faults, false },
	{ "/relist/v1/compact", "POST", compact, false },
	{ "/relist/v1/expire-continue", "POST", expire_continue, false },
	{ "/relist/v1/watches", "GET,POST", watches, false },
	{ "/relist/v1/rewind", "POST", rewind_store, false },
	{ "/relist/v1/reset", "POST", reset_store, false },
	{ "/relist/v1/backends", "GET,POST", backends, false },
	{ "/relist/v1/requests", "GET,DELETE", requests, false },
	{ "/relist/v1/objects", "GET,PUT,DELETE", objects, true },
};

static int run_deed(struct fakeapi__call *c, const struct deed *d)
{
	AUTO_STRBUF why = STRBUF_INIT;
	AUTO_STRBUF method = STRBUF_INIT;
	cJSON *body = NULL;
	int rc;

	strbuf_adds(&method, c->req->method);
	if (!fakeapi__has_verb(d->methods, method.ptr))
		return fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
					   "%s: found %s, wanted one of %s", d->path, method.ptr,
					   d->methods);
	if (c->req->body.len && !d->raw) {
		body = fakeapi__go_json_parse(c->req->body, &why);
		if (!body)
			return why.len ? bad(c, "body", why.ptr) : -1;
		if (!cJSON_IsObject(body)) {
			cJSON_Delete(body);
			return bad(c, "body", "no JSON object");
		}
	}
	rc = d->fn(c, body);
	cJSON_Delete(body);
	return rc;
}

static bool fault_id(struct str path, uint64_t *id)
{
	static const char prefix[] = "/relist/v1/faults/";
	size_t n = sizeof(prefix) - 1;

	return path.len > n && memcmp(path.ptr, prefix, n) == 0 &&
	       fakeapi__parse_rv((struct str) { path.ptr + n, path.len - n }, id) == 0;
}

int fakeapi__control_request(struct fakeapi__call *c)
{
	struct str path = c->route.path;
	uint64_t id;
	int rc = -1;

	while (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "no such control: " STR_FMT,
				  STR_ARG(path));
	if (c->req->body.len > FAKEAPI_BODY_MAX)
		rc = fakeapi__status_set(&c->st, 413, "RequestEntityTooLarge", "body too large");
	else if (fault_id(path, &id))
		rc = one_fault(c, id);
	else
		for (size_t i = 0; i < ARRAY_LEN(deeds); i++)
			if (str_eqz(path, deeds[i].path)) {
				fakeapi__status_fini(&c->st);
				rc = run_deed(c, &deeds[i]);
				break;
			}
	return rc < 0 ? fakeapi__answer_status(c) : rc;
}
