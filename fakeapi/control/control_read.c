/* SPDX-License-Identifier: Apache-2.0 */
/* control_read.c - the server's state for the control API: the request log, objects, counts. */
#include <inttypes.h>

#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/watch/watch.h"

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
	if (l->ended)
		(void)cJSON_AddStringToObject(obj, "ended",
					      l->ended == -FAKEAPI_PULL_RESET ? "reset" : "cut");
	if (l->rule)
		(void)cJSON_AddNumberToObject(obj, "rule", l->rule);
	fakeapi__add_element(list, obj);
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

int fakeapi__control_requests(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__faults *f = &c->core->faults;
	struct log_listing l = { .list = NULL };
	int64_t since = 0, limit = 0;
	bool given;
	int rc;

	(void)body;
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__log_clear(f);
		return fakeapi__control_ok(c);
	}
	if (fakeapi__control_number(c, "since", &since, &given) < 0 ||
	    fakeapi__control_number(c, "limit", &limit, &given) < 0)
		return -1;
	l.seq = since > 0 ? (uint64_t)since : 0;
	if (limit < 0 || limit > FEW_REQUESTS)
		return fakeapi__control_bad(c, "limit", "no number from 1 to 1024");
	if (limit) {
		l.list = cJSON_CreateArray();
		if (l.list)
			(void)fakeapi__requests_locked(c->core, &l.seq, (size_t)limit, log_tree,
						       l.list);
		return fakeapi__control_answer(c, 200, l.list);
	}
	if ((f->log_bytes > LONG_LOG || f->log_end - f->log_first > FEW_REQUESTS) &&
	    l.seq + FEW_REQUESTS < f->log_end && fakeapi__hand_over(c, &rc))
		return rc;
	l.list = cJSON_CreateArray();
	(void)fakeapi__steps_run(c, list_some, &l); /* cannot fail */
	return fakeapi__control_answer(c, 200, l.list);
}

/* Collects references to the requested objects of the buckets, all at one version. 1: parked. */
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
	sel.name = fakeapi__route_param(&c->route, "name", NULL);
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

/* Writes many objects while the client reads. */
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

/* The version to show: the newest, or that of the parameter if its states are still known. */
static int read_version(struct fakeapi__call *c, uint64_t *rv)
{
	const struct fakeapi__store *store = &c->core->store;
	int64_t then = 0;
	bool given;

	*rv = store->rv;
	if (fakeapi__control_number(c, "resourceVersion", &then, &given) < 0)
		return -1;
	if (!given)
		return 0;
	if ((uint64_t)then > store->rv)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "resourceVersion: found %lld, wanted at most %" PRIu64,
					   (long long)then, store->rv);
	for (size_t i = 0; i < store->bucket_count; i++)
		if ((uint64_t)then < store->buckets[i]->forgotten_rv)
			return fakeapi__status_set(&c->st, 410, "Expired",
						   "resourceVersion: states before %" PRIu64
						   " of %s are gone",
						   store->buckets[i]->forgotten_rv,
						   store->buckets[i]->resource);
	*rv = (uint64_t)then;
	return 0;
}

static int dump_objects(struct fakeapi__call *c)
{
	struct fakeapi__held *held = NULL;
	uint64_t rv = 0;
	int rc = read_version(c, &rv) < 0 ? -1 : gather_objects(c, rv, &held);

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

int fakeapi__control_objects(struct fakeapi__call *c, const cJSON *body)
{
	struct relist_err err = { 0 };
	int rc;

	(void)body;
	if (c->route.method == FAKEAPI_GET)
		return dump_objects(c);
	if (c->route.method == FAKEAPI_DELETE && fakeapi__control_object(c) < 0)
		return -1;
	if (fakeapi__control_aside(c, &rc))
		return rc;
	if (c->route.method == FAKEAPI_DELETE)
		rc = fakeapi__delete_locked(c->core, c,
					    fakeapi__route_param(&c->route, "group", NULL),
					    fakeapi__route_param(&c->route, "resource", NULL),
					    fakeapi__route_param(&c->route, "namespace", NULL),
					    fakeapi__route_param(&c->route, "name", NULL), &err);
	else
		rc = fakeapi__load_locked(c->core, c, c->req->body, &err);
	return rc < 0 ? fakeapi__control_err(c, &err) : fakeapi__control_ok(c);
}

int fakeapi__control_overview(struct fakeapi__call *c, const cJSON *body)
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
	return fakeapi__control_answer(c, 200, obj);
}
