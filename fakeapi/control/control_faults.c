/* SPDX-License-Identifier: Apache-2.0 */
/* control_faults.c - fault rules and operations on open watches, over HTTP. */
#include <inttypes.h>

#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/watch/watch.h"

/* --- faults ------------------------------------------------------------------------------- */

/* A body, parsed without the lock. */
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

int fakeapi__control_faults(struct fakeapi__call *c, const cJSON *body)
{
	struct body_reading in = { .body = body };
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
	return fakeapi__control_ended(c, count);
}

/* What POST /relist/v1/watches does, and the members that it uses besides `how` and `match`. */
enum how {
	HOW_END,
	HOW_CUT,
	HOW_RESET,
	HOW_STALL,
	HOW_RESUME,
	HOW_SLOW,
	HOW_BOOKMARK,
	HOW_ERROR,
	HOW_SEND
};

static const struct {
	const char *name, *members;
} hows[] = {
	[HOW_END] = { "end", "how,match" },
	[HOW_CUT] = { "cut", "how,match" },
	[HOW_RESET] = { "reset", "how,match" },
	[HOW_STALL] = { "stall", "how,match" },
	[HOW_RESUME] = { "resume", "how,match" },
	[HOW_SLOW] = { "slow", "how,match,bytes,delay" },
	[HOW_BOOKMARK] = { "bookmark", "how,match,initialEventsEnd" },
	[HOW_ERROR] = { "error", "how,match,status,reason,message,details,retryAfter" },
	[HOW_SEND] = { "send", "how,match,body" },
};

static int slow_watches(struct fakeapi__call *c, const cJSON *body, const struct fakeapi__match *m)
{
	int64_t delay_ns = NS_PER_S;
	double bytes = 1;

	if (fakeapi__read_number(c, body, "bytes", 0, 1e12, &bytes) < 0 ||
	    fakeapi__read_duration(c, body, "delay", &delay_ns) < 0)
		return -1;
	return fakeapi__control_ended(c, fakeapi__slow_watches_locked(c->core, m, (size_t)bytes,
								      delay_ns));
}

static int send_bookmarks(struct fakeapi__call *c, const cJSON *body,
			  const struct fakeapi__match *m)
{
	int initial = 0;

	if (fakeapi__read_bool(c, body, "initialEventsEnd", &initial) < 0)
		return -1;
	return fakeapi__control_ended(c, fakeapi__bookmark_locked(c->core, m, initial > 0));
}

static int send_bytes(struct fakeapi__call *c, const cJSON *body, const struct fakeapi__match *m)
{
	struct body_reading in = { .body = body };
	size_t count;

	if (fakeapi__unlocked_run(c, read_script, &in) < 0)
		return -1;
	count = fakeapi__send_locked(c->core, m, in.script, false);
	fakeapi__script_unref(in.script);
	return fakeapi__control_ended(c, count);
}

static int steer_watches(struct fakeapi__call *c, const cJSON *body, const struct fakeapi__match *m,
			 enum how how)
{
	switch (how) {
	case HOW_SLOW:
		return slow_watches(c, body, m);
	case HOW_BOOKMARK:
		return send_bookmarks(c, body, m);
	case HOW_ERROR:
		return send_error(c, body, m);
	case HOW_SEND:
		return send_bytes(c, body, m);
	case HOW_END:
	case HOW_CUT:
	case HOW_RESET:
	case HOW_STALL:
	case HOW_RESUME:
		break;
	}
	return fakeapi__control_ended(c, fakeapi__end_watches_locked(c->core, m,
								     (enum fakeapi__watch_end)how));
}

static int read_how(struct fakeapi__call *c, const cJSON *body, enum how *out)
{
	char how[16] = "end";

	if (fakeapi__read_text(c, body, "how", how, sizeof(how)) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(hows); i++) {
		if (strcmp(how, hows[i].name) == 0) {
			*out = (enum how)i;
			return 0;
		}
	}
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "how: found \"%s\", wanted one of end, cut, reset, stall, "
				   "resume, slow, bookmark, error, send",
				   how);
}

int fakeapi__control_watches(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__match m;
	enum how how = HOW_END;
	cJSON *obj;

	if (c->route.method == FAKEAPI_GET) {
		obj = cJSON_CreateArray();
		for (const struct fakeapi__xchg *x = c->core->open; x; x = x->next)
			if (x->watch)
				fakeapi__add_element(obj, watch_tree(x->watch));
		return fakeapi__control_answer(c, 200, obj);
	}
	if (fakeapi__check_members(c, body,
				   "how,match,bytes,delay,initialEventsEnd,body,status,reason,"
				   "message,details,retryAfter") < 0 ||
	    fakeapi__read_match(c, body, &m) < 0 || read_how(c, body, &how) < 0 ||
	    fakeapi__check_used(c, body, hows[how].members, hows[how].name) < 0 ||
	    fakeapi__check_match(c, body, FAKEAPI_MATCH_WATCHES, hows[how].name) < 0)
		return -1;
	return steer_watches(c, body, &m, how);
}
