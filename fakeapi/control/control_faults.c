/* SPDX-License-Identifier: Apache-2.0 */
/* control_faults.c - fault rules and operations on open watches, over HTTP. */
#include <inttypes.h>

#include "fakeapi/control/posts.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/watch/watch.h"

/* --- faults ------------------------------------------------------------------------------- */

/* A rule, read without the lock. */
struct rule_reading {
	const cJSON *body;
	struct fakeapi__fault fault;
};

static int read_fault(struct fakeapi__call *c, void *work)
{
	struct rule_reading *in = work;

	return fakeapi__read_fault(c, in->body, &in->fault);
}

int fakeapi__control_faults(struct fakeapi__call *c, const cJSON *body)
{
	struct rule_reading in = { .body = body };
	cJSON *obj;
	uint32_t id;

	if (c->route.method == FAKEAPI_GET) {
		obj = cJSON_CreateArray();
		for (size_t i = 0; i < c->core->faults.count; i++)
			fakeapi__add_element(obj, fakeapi__fault_tree(&c->core->faults.rules[i]));
		return fakeapi__control_answer(c, 200, obj);
	}
	if (c->route.method == FAKEAPI_DELETE) {
		fakeapi__fault_del_locked(c->core, 0);
		return fakeapi__control_ok(c);
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
	return fakeapi__control_answer(c, 201, obj);
}

int fakeapi__control_fault(struct fakeapi__call *c, uint64_t id)
{
	struct fakeapi__fault *f =
	    id <= UINT32_MAX ? fakeapi__faults_find(&c->core->faults, (uint32_t)id) : NULL;

	if (!f)
		return fakeapi__status_set(&c->st, 404, "NotFound", "no rule %" PRIu64, id);
	if (c->route.method == FAKEAPI_GET) {
		int rc = fakeapi__wait_for_rule(c, f);

		return rc ? rc : fakeapi__control_answer(c, 200, fakeapi__fault_tree(f));
	}
	fakeapi__fault_del_locked(c->core, (uint32_t)id);
	return fakeapi__control_ok(c);
}

/* --- watches ------------------------------------------------------------------------------ */

struct watches_reading {
	const cJSON *body;
	struct fakeapi__watches_body out;
};

static int read_watches(struct fakeapi__call *c, void *work)
{
	struct watches_reading *in = work;

	return fakeapi__read_watches(c, in->body, &in->out);
}

static cJSON *watch_tree(const struct fakeapi__watch *w)
{
	cJSON *obj = cJSON_CreateObject();
	size_t held = fakeapi__watch_held(w);
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
	(void)cJSON_AddBoolToObject(obj, "sentAll", all && !held);
	(void)cJSON_AddNumberToObject(obj, "held", (double)held);
	(void)cJSON_AddBoolToObject(obj, "waiting", w->x->waiting);
	(void)cJSON_AddBoolToObject(obj, "stalled", w->x->stalled);
	return obj;
}

/* Returns the number of the watches that it concerns. */
static size_t steer_watches(struct fakeapi__core *core, const struct fakeapi__watches_body *in)
{
	struct fakeapi__frame_fault fault;

	switch (in->how) {
	case FAKEAPI_HOW_SLOW:
		return fakeapi__slow_watches_locked(core, &in->match, in->bytes, in->delay_ns);
	case FAKEAPI_HOW_BOOKMARK:
		return fakeapi__bookmark_locked(core, &in->match, in->initial);
	case FAKEAPI_HOW_ERROR:
		return fakeapi__error_locked(core, &in->error);
	case FAKEAPI_HOW_SEND:
		return fakeapi__send_locked(core, &in->match, in->script, false);
	case FAKEAPI_HOW_HTTP2:
		fault = fakeapi__frame_fault_of(&in->error);
		return fakeapi__frames_locked(core, &in->match, &fault);
	case FAKEAPI_HOW_END:
	case FAKEAPI_HOW_CUT:
	case FAKEAPI_HOW_RESET:
	case FAKEAPI_HOW_STALL:
	case FAKEAPI_HOW_RESUME:
		break;
	}
	return fakeapi__end_watches_locked(core, &in->match, (enum fakeapi__watch_end)in->how);
}

static int list_watches(struct fakeapi__call *c)
{
	cJSON *obj = cJSON_CreateArray();

	for (const struct fakeapi__xchg *x = c->core->open; x; x = x->next)
		if (x->watch)
			fakeapi__add_element(obj, watch_tree(x->watch));
	return fakeapi__control_answer(c, 200, obj);
}

int fakeapi__control_watches(struct fakeapi__call *c, const cJSON *body)
{
	struct watches_reading in = { .body = body };
	int rc;

	if (c->route.method == FAKEAPI_GET)
		return list_watches(c);
	rc = fakeapi__unlocked_run(c, read_watches, &in);
	if (rc == 0)
		rc = fakeapi__control_ended(c, steer_watches(c->core, &in.out));
	fakeapi__watches_body_fini(&in.out);
	return rc;
}
