/* SPDX-License-Identifier: Apache-2.0 */
/* The control API: JSON over /relist/v1/, docs/control-api.md. */
#include <inttypes.h>

#include "fakeapi/auth/auth.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/watch/watch.h"

/* --- reading ------------------------------------------------------------------------------- */

static int bad(struct fakeapi__call *c, const char *what, const char *found)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: found %s", what, found);
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

/* --- answers -------------------------------------------------------------------------------- */

static int answer(struct fakeapi__call *c, int code, cJSON *take_obj)
{
	int rc = take_obj ? fakeapi__answer_tree(c, code, take_obj) : -1;

	fakeapi__drop_aside(c, take_obj);
	return rc;
}

/* Where to go when no backend takes connections any more. */
static void add_control(const struct fakeapi__call *c, cJSON *obj)
{
	for (size_t i = 0; i < c->core->backend_count; i++)
		if (!c->core->backends[i].refuses)
			return;
	if (c->core->control_url[0])
		(void)cJSON_AddStringToObject(obj, "control", c->core->control_url);
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
	add_control(c, obj);
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

static void add_element(cJSON *list, cJSON *item)
{
	if (!cJSON_AddItemToArray(list, item))
		cJSON_Delete(item);
}

/* --- actions -------------------------------------------------------------------------------- */

/* What a body says, read while the lock is released. */
struct body_reading {
	const cJSON *body;
	struct fakeapi__fault fault;
	struct fakeapi__script *script;
};

static int read_fault(struct fakeapi__call *c, void *work)
{
	struct body_reading *in = work;

	return fakeapi__read_fault(c, in->body, &in->fault);
}

static int read_script(struct fakeapi__call *c, void *work)
{
	struct body_reading *in = work;

	return fakeapi__read_script(c, in->body, 200, &in->script);
}

static int faults(struct fakeapi__call *c, const cJSON *body)
{
	struct body_reading in = { .body = body };
	cJSON *obj;
	uint32_t id;

	if (c->route.method == FAKEAPI_GET) {
		obj = cJSON_CreateArray();
		for (size_t i = 0; i < c->core->faults.count; i++)
			add_element(obj, fakeapi__fault_tree(&c->core->faults.rules[i]));
		return answer(c, 200, obj);
	}
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__fault_del_locked(c->core, 0);
		return answer_ok(c);
	}
	if (fakeapi__unlocked_run(c, read_fault, &in) < 0) {
		fakeapi__read_fault_fini(&in.fault);
		return -1;
	}
	id = fakeapi__fault_add_locked(c->core, &in.fault);
	fakeapi__plan_expiry_locked(c->core);
	fakeapi__read_fault_fini(&in.fault);
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
	if (c->route.method == FAKEAPI_GET) {
		int rc = fakeapi__wait_for_rule(c, f);

		return rc ? rc : answer(c, 200, fakeapi__fault_tree(f));
	}
	fakeapi__fault_del_locked(c->core, (uint32_t)id);
	return answer_ok(c);
}

static int compact(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__compaction how = { .backend = -1 };
	double backend = -1;
	char gone[16] = "";

	if (fakeapi__check_members(c, body, "resourceVersion,keepWatchCache,backend,gone") < 0 ||
	    read_rv(c, body, &how.rv) < 0 ||
	    fakeapi__read_text(c, body, "gone", gone, sizeof(gone)) < 0 ||
	    fakeapi__read_number(c, body, "backend", 0, (double)(c->core->backend_count - 1),
				 &backend) < 0)
		return -1;
	if (gone[0] && strcmp(gone, "in-stream") != 0 && strcmp(gone, "http-status") != 0)
		return bad(c, "gone", "neither in-stream nor http-status");
	how.keep_cache = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "keepWatchCache"));
	how.http_status = strcmp(gone, "http-status") == 0;
	how.backend = (int32_t)backend;
	fakeapi__compaction_locked(c->core, &how);
	return answer_ok(c);
}

/* What walks over everything is done aside. */
static bool is_for_aside(struct fakeapi__call *c, int *rc)
{
	return fakeapi__store_is_long(c->core) && fakeapi__hand_over(c, rc);
}

static int collect_garbage(struct fakeapi__call *c, const cJSON *body)
{
	int rc;

	(void)body;
	if (is_for_aside(c, &rc))
		return rc;
	fakeapi__gc_run(c->core);
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
	char sent[24];
	bool all;

	(void)snprintf(sent, sizeof(sent), "%llu",
		       (unsigned long long)fakeapi__watch_sent(w, &all));
	strbuf_adds(&ns, w->sel.ns);
	(void)cJSON_AddNumberToObject(obj, "id", w->x->id);
	(void)cJSON_AddStringToObject(obj, "group", w->res->group);
	(void)cJSON_AddStringToObject(obj, "version", w->res->version);
	(void)cJSON_AddStringToObject(obj, "resource", w->res->resource);
	(void)cJSON_AddStringToObject(obj, "namespace", ns.ptr);
	(void)cJSON_AddNumberToObject(obj, "backend", w->x->backend);
	(void)cJSON_AddStringToObject(obj, "userAgent", w->agent ? w->agent : "");
	(void)cJSON_AddNumberToObject(obj, "request", (double)w->x->log_seq);
	(void)cJSON_AddNumberToObject(obj, "sentBytes", (double)w->x->sent);
	(void)cJSON_AddStringToObject(obj, "sentResourceVersion", sent);
	(void)cJSON_AddBoolToObject(obj, "sentAll", all);
	(void)cJSON_AddBoolToObject(obj, "waiting", w->x->waiting);
	(void)cJSON_AddBoolToObject(obj, "stalled", w->x->stalled);
	return obj;
}

static int answer_watches(struct fakeapi__call *c, size_t count)
{
	cJSON *obj = cJSON_CreateObject();

	(void)cJSON_AddNumberToObject(obj, "watches", (double)count);
	add_control(c, obj);
	return answer(c, 200, obj);
}

static int send_error(struct fakeapi__call *c, const cJSON *body, const struct fakeapi__match *m)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_FAIL, .match = *m };
	const cJSON *details = cJSON_GetObjectItemCaseSensitive(body, "details");
	double status = 500, retry = 0;
	size_t count;

	if (fakeapi__read_number(c, body, "status", 400, 599, &status) < 0 ||
	    fakeapi__read_number(c, body, "retryAfter", 0, 86400, &retry) < 0 ||
	    fakeapi__read_text(c, body, "reason", rule.reason, sizeof(rule.reason)) < 0 ||
	    fakeapi__read_text(c, body, "message", rule.message, sizeof(rule.message)) < 0)
		return -1;
	rule.status = (int)status;
	rule.retry_after_s = (int)retry;
	rule.details = details ? fakeapi__print(details) : NULL;
	count = fakeapi__error_locked(c->core, &rule);
	cJSON_free(rule.details);
	return answer_watches(c, count);
}

/* Actions that leave watches open, or end them with an event. */
static int tell_watches(struct fakeapi__call *c, const cJSON *body, const struct fakeapi__match *m,
			const char *how)
{
	double bytes = 1;
	int64_t delay_ns = NS_PER_S;
	size_t count;

	if (strcmp(how, "slow") == 0) {
		if (fakeapi__read_number(c, body, "bytes", 0, 1e12, &bytes) < 0 ||
		    fakeapi__read_duration(c, body, "delay", &delay_ns) < 0)
			return -1;
		return answer_watches(c, fakeapi__slow_watches_locked(c->core, m, (size_t)bytes,
								      delay_ns));
	}
	if (strcmp(how, "bookmark") == 0)
		return answer_watches(
		    c, fakeapi__bookmark_locked(c->core, m,
						cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
						    body, "initialEventsEnd"))));
	if (strcmp(how, "error") == 0)
		return send_error(c, body, m);
	if (strcmp(how, "send") == 0) {
		struct body_reading in = { .body = body };

		if (fakeapi__unlocked_run(c, read_script, &in) < 0)
			return -1;
		count = fakeapi__send_locked(c->core, m, in.script, false);
		fakeapi__script_unref(in.script);
		return answer_watches(c, count);
	}
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "how: found \"%s\", wanted one of end, cut, reset, stall, "
				   "resume, slow, bookmark, error, send",
				   how);
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
	if (fakeapi__check_members(c, body,
				   "how,match,bytes,delay,initialEventsEnd,body,status,reason,"
				   "message,details,retryAfter") < 0 ||
	    fakeapi__read_match(c, body, &m) < 0 ||
	    fakeapi__read_text(c, body, "how", how, sizeof(how)) < 0)
		return -1;
	for (unsigned i = 0; i < ARRAY_LEN(hows); i++)
		if (strcmp(how, hows[i]) == 0)
			return answer_watches(c, fakeapi__end_watches_locked(
						     c->core, &m, (enum fakeapi__watch_end)i));
	return tell_watches(c, body, &m, how);
}

static int rewind_store(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };
	uint64_t rv = 0;

	bool keep = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "keepWatches"));
	int rc;

	if (fakeapi__check_members(c, body, "resourceVersion,keepWatches") < 0 ||
	    read_rv(c, body, &rv) < 0)
		return -1;
	if (is_for_aside(c, &rc))
		return rc;
	if (fakeapi__rewind_locked(c->core, c, rv, keep, &err) < 0)
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

/* "for": "10s" as the moment when it is over; 0 when it is not given. */
static int read_end(struct fakeapi__call *c, const cJSON *body, int64_t *end_ns)
{
	int64_t for_ns = 0;

	if (fakeapi__read_duration(c, body, "for", &for_ns) < 0)
		return -1;
	*end_ns = for_ns ? time_add(c->now_ns, for_ns) : 0;
	return 0;
}

/* A client that refuses every backend could not send the request that accepts them again. */
static int check_way_back(struct fakeapi__call *c, const struct fakeapi__backend *but)
{
	if (c->core->control_url[0])
		return 0;
	for (size_t i = 0; i < c->core->backend_count; i++)
		if (&c->core->backends[i] != but && !c->core->backends[i].refuses)
			return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "refuse: no other backend is left to take it back: "
				   "add \"for\":\"10s\"");
}

static int backends(struct fakeapi__call *c, const cJSON *body)
{
	double number = 0, behind = -1;
	int64_t end_ns = 0;
	uint64_t rv = 0;
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
			fakeapi__add_address(b, obj);
			add_element(list, obj);
		}
		return answer(c, 200, list);
	}
	if (fakeapi__check_members(c, body,
				   "backend,freeze,lag,refuse,behind,resourceVersion,for") < 0 ||
	    read_rv(c, body, &rv) < 0 ||
	    fakeapi__read_number(c, body, "behind", 0, 1e9, &behind) < 0 ||
	    fakeapi__read_number(c, body, "backend", 0, (double)(c->core->backend_count - 1),
				 &number) < 0)
		return -1;
	b = &c->core->backends[(size_t)number];
	refuse = cJSON_GetObjectItemCaseSensitive(body, "refuse");
	if (read_end(c, body, &end_ns) < 0 ||
	    (cJSON_IsTrue(refuse) && !end_ns && check_way_back(c, b) < 0) ||
	    fakeapi__read_duration(c, body, "lag", &b->lag_ns) < 0)
		return -1;
	if (cJSON_HasObjectItem(body, "lag"))
		b->lag_end_ns = end_ns;
	freeze = cJSON_GetObjectItemCaseSensitive(body, "freeze");
	if (cJSON_IsBool(refuse)) {
		b->refuses = cJSON_IsTrue(refuse);
		b->refuse_end_ns = b->refuses ? end_ns : 0;
	}
	if (rv || behind >= 0)
		fakeapi__behind_locked(c->core, (uint32_t)number, rv,
				       behind > 0 ? (uint64_t)behind : 0);
	else if (freeze)
		fakeapi__freeze_locked(c->core, (uint32_t)number, cJSON_IsTrue(freeze));
	if (rv || behind > 0 || cJSON_IsTrue(freeze))
		b->freeze_end_ns = end_ns;
	else if (freeze || behind >= 0)
		b->freeze_end_ns = 0;
	fakeapi__plan_expiry_locked(c->core);
	return answer_ok(c);
}

static int network(struct fakeapi__call *c, const cJSON *body)
{
	size_t count = 0;
	int rc = fakeapi__control_network(c, body, &count);

	return rc < 0 ? rc : answer_watches(c, count);
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
	if (l->protocol)
		(void)cJSON_AddStringToObject(obj, "protocol", l->protocol);
	(void)cJSON_AddStringToObject(obj, "userAgent", agent);
	(void)cJSON_AddNumberToObject(obj, "status", l->status);
	if (l->error_code)
		(void)cJSON_AddNumberToObject(obj, "error", l->error_code);
	if (l->end_ns)
		(void)cJSON_AddNumberToObject(obj, "endNs", (double)l->end_ns);
	if (l->client_gone)
		(void)cJSON_AddTrueToObject(obj, "clientGone");
	if (l->rule)
		(void)cJSON_AddNumberToObject(obj, "rule", l->rule);
	add_element(list, obj);
}

enum { FEW_REQUESTS = 1024, LONG_LOG = 256 * 1024 };

struct log_listing {
	cJSON *list; /* NULL: out of memory */
	uint64_t seq;
};

static int list_some(struct fakeapi__call *c, void *work)
{
	struct log_listing *l = work;

	return l->list &&
		       fakeapi__requests_locked(c->core, &l->seq, FEW_REQUESTS, log_tree, l->list)
		   ? FAKEAPI_MORE
		   : 0;
}

static int requests(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__faults *f = &c->core->faults;
	struct log_listing l = { .list = NULL };
	int64_t since = 0, limit = 0;
	bool given;
	int rc;

	(void)body;
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__log_clear(f);
		return answer_ok(c);
	}
	if (fakeapi__query_int(c, "since", &since, &given) < 0 ||
	    fakeapi__query_int(c, "limit", &limit, &given) < 0)
		return -1;
	l.seq = since > 0 ? (uint64_t)since : 0;
	if (limit < 0 || limit > FEW_REQUESTS)
		return bad(c, "limit", "no number from 1 to 1024");
	if (limit) {
		l.list = cJSON_CreateArray();
		if (l.list)
			(void)fakeapi__requests_locked(c->core, &l.seq, (size_t)limit, log_tree,
						       l.list);
		return answer(c, 200, l.list);
	}
	if ((f->log_bytes > LONG_LOG || f->log_end - f->log_first > FEW_REQUESTS) &&
	    l.seq + FEW_REQUESTS < f->log_end && fakeapi__hand_over(c, &rc))
		return rc;
	l.list = cJSON_CreateArray();
	(void)fakeapi__steps_run(c, list_some, &l); /* cannot fail */
	return answer(c, 200, l.list);
}

/* References to the requested objects of the buckets, all of one version. 1: parked. */
static int gather_objects(struct fakeapi__call *c, uint64_t rv, struct fakeapi__held **out)
{
	struct str group = fakeapi__route_param(&c->route, "group", NULL);
	struct str resource = fakeapi__route_param(&c->route, "resource", NULL);
	struct fakeapi__store *store = &c->core->store;
	struct fakeapi__selection sel;
	struct fakeapi__pin pin;
	bool group_given;
	int rc = 0;

	(void)fakeapi__route_param(&c->route, "group", &group_given);
	fakeapi__selection_init(&sel);
	sel.ns = fakeapi__route_param(&c->route, "namespace", NULL);
	fakeapi__store_pin(store, &pin, rv);
	for (size_t i = 0; i < store->bucket_count && rc == 0; i++) {
		const struct fakeapi__bucket *b = store->buckets[i];
		struct fakeapi__scan scan;

		if ((group_given && !str_eqz(group, b->group)) ||
		    (resource.len && !str_eqz(resource, b->resource)))
			continue;
		rc = fakeapi__scan_begin(&scan, store, b, &sel, rv, STR(""), 0);
		scan.found = *out;
		if (rc == 0)
			rc = fakeapi__scan_whole(c, &scan);
		*out = scan.found;
		scan.found = NULL;
		fakeapi__scan_end(&scan);
	}
	fakeapi__store_unpin(store, &pin);
	fakeapi__selection_fini(&sel);
	return rc;
}

/* Many are written while they are read. */
static int write_objects(struct fakeapi__call *c, struct fakeapi__held **held)
{
	struct strbuf *out = &c->x->body;
	struct fakeapi__held *h = *held;

	if (h && fakeapi__list_stream_bytes(h, 0) >= FAKEAPI_STREAM_FROM) {
		c->x->stream = fakeapi__list_stream_new(h, 0);
		if (!c->x->stream)
			return -1;
		*held = NULL;
		c->x->stream_at = out->len;
		return 0;
	}
	for (size_t i = 0; h && i < h->count; i++) {
		strbuf_addz(out, i ? "," : "");
		strbuf_adds(out, fakeapi__version_json(h->items[i]));
	}
	return 0;
}

static int dump_objects(struct fakeapi__call *c)
{
	struct fakeapi__held *held = NULL;
	uint64_t rv = c->core->store.rv;
	int rc = gather_objects(c, rv, &held);

	if (rc == 0) {
		strbuf_clear(&c->x->body);
		strbuf_addf(&c->x->body, "{\"resourceVersion\":\"%" PRIu64 "\",\"items\":[", rv);
		rc = write_objects(c, &held);
	}
	fakeapi__held_free(held, &c->core->store);
	if (rc != 0)
		return rc;
	strbuf_addz(&c->x->body, "]}\n");
	return fakeapi__answer_body(c, 200, "application/json");
}

static int objects(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };
	int rc;

	(void)body;
	if (c->route.method == FAKEAPI_GET)
		return dump_objects(c);
	if (is_for_aside(c, &rc))
		return rc;
	if (c->route.method == FAKEAPI_DELETE)
		rc = fakeapi__delete_locked(c->core, c,
					    fakeapi__route_param(&c->route, "group", NULL),
					    fakeapi__route_param(&c->route, "resource", NULL),
					    fakeapi__route_param(&c->route, "namespace", NULL),
					    fakeapi__route_param(&c->route, "name", NULL), &err);
	else
		rc = fakeapi__load_locked(c->core, c, c->req->body, &err);
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
	if (c->core->control_url[0])
		(void)cJSON_AddStringToObject(obj, "control", c->core->control_url);
	return answer(c, 200, obj);
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
	bool raw; /* the body is not a JSON object of ours */
} actions[] = {
	{ "/relist/v1", "GET", overview, false },
	{ "/relist/v1/faults", "GET,POST,DELETE", faults, false },
	{ "/relist/v1/compact", "POST", compact, false },
	{ "/relist/v1/expire-continue", "POST", expire_continue, false },
	{ "/relist/v1/watches", "GET,POST", watches, false },
	{ "/relist/v1/gc", "POST", collect_garbage, false },
	{ "/relist/v1/rewind", "POST", rewind_store, false },
	{ "/relist/v1/reset", "POST", reset_store, false },
	{ "/relist/v1/backends", "GET,POST", backends, false },
	{ "/relist/v1/network", "POST", network, false },
	{ "/relist/v1/requests", "GET,DELETE", requests, false },
	{ "/relist/v1/objects", "GET,PUT,DELETE", objects, true },
	{ "/relist/v1/changes", "GET", fakeapi__control_changes, false },
	{ "/relist/v1/marks", "GET", fakeapi__control_marks, false },
	{ "/relist/v1/versions", "GET", fakeapi__control_versions, false },
	{ "/relist/v1/rest", "GET", rest, false },
};

static bool is_type(struct str value, const char *type)
{
	const char *end = memchr(value.ptr, ';', value.len);
	size_t len = end ? (size_t)(end - value.ptr) : value.len;

	while (len && (value.ptr[len - 1] == ' ' || value.ptr[len - 1] == '\t'))
		len--;
	if (len != strlen(type))
		return false;
	for (size_t i = 0; i < len; i++)
		if ((value.ptr[i] | 0x20) != (type[i] | 0x20))
			return false;
	return true;
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
	if (check_type(c, d->raw) < 0)
		return -1;
	fakeapi__control_mark(c, !d->raw);
	if (c->req->body.len && !d->raw) {
		if (fakeapi__unlocked_run(c, parse_body, &in) < 0)
			return why.len ? bad(c, "body", why.ptr) : -1;
		if (!cJSON_IsObject(in.body)) {
			cJSON_Delete(in.body);
			return bad(c, "body", "no JSON object");
		}
	}
	rc = d->fn(c, in.body);
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

int fakeapi__control_request(struct fakeapi__call *c)
{
	struct str path = c->route.path;
	uint64_t id;
	int rc = -1;

	if (c->core->ui_page && str_eqz(path, "/relist/ui") && c->route.method == FAKEAPI_GET)
		return fakeapi__control_page(c);
	/* Only a user who may do everything may do this. */
	if (c->req->remote && (fakeapi__authenticate(c) < 0 || fakeapi__authorize(c) < 0))
		return fakeapi__answer_status(c);
	while (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "no such control: " STR_FMT,
				  STR_ARG(path));
	if (c->req->body.len > FAKEAPI_BODY_MAX)
		rc = fakeapi__status_set(&c->st, 413, "RequestEntityTooLarge", "body too large");
	else if (fault_id(path, &id)) {
		fakeapi__control_mark(c, false);
		rc = one_fault(c, id);
	} else
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
