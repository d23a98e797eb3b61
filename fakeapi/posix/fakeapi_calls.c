/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi_calls.c - the public API of a running server: objects, faults, connections, counts. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/loading.h"
#include "fakeapi/core.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "fakeapi/posix/manifests.h"
#include "relist/fakeapi.h"

/* --- objects --- */

/* Objects stored before an error are acknowledged, too. */
static int finish_loading(struct fakeapi *api, struct fakeapi__loading *l, int code,
			  struct relist_err *err)
{
	int durable;

	code = fakeapi__loading_end(l, code, err);
	durable = fakeapi__wait_durable(api, code ? NULL : err);
	return code ? code : durable;
}

int fakeapi_apply(struct fakeapi *api, const char *manifests, struct relist_err *err)
{
	struct fakeapi__loading l;
	int code;

	fakeapi__loading_init(&l, api->core, fakeapi__now_of(api));
	code = fakeapi__manifests_text(str_of(manifests), "", fakeapi__loading_add, &l, err);
	return finish_loading(api, &l, code, err);
}

int fakeapi_apply_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	struct fakeapi__loading l;
	int code;

	fakeapi__loading_init(&l, api->core, fakeapi__now_of(api));
	code = fakeapi__manifests_path(path, fakeapi__loading_add, &l, err);
	return finish_loading(api, &l, code, err);
}

uint64_t fakeapi_resource_version(struct fakeapi *api)
{
	return fakeapi__core_rv(api->core);
}

/* --- faults --- */

/* False if the name is too long. */
static bool set_name(char *to, size_t cap, const char *name)
{
	return snprintf(to, cap, "%s", name ? name : "") < (int)cap;
}

size_t fakeapi_end_watches(struct fakeapi *api, const char *resource, enum fakeapi_watch_end how)
{
	static const enum fakeapi__watch_end ends[] = {
		[FAKEAPI_WATCHES_END] = FAKEAPI_WATCH_END,
		[FAKEAPI_WATCHES_CUT] = FAKEAPI_WATCH_CUT,
		[FAKEAPI_WATCHES_RESET] = FAKEAPI_WATCH_RESET,
		[FAKEAPI_WATCHES_STALL] = FAKEAPI_WATCH_STALL,
		[FAKEAPI_WATCHES_RESUME] = FAKEAPI_WATCH_RESUME,
	};
	struct fakeapi__match match = fakeapi__match_all();

	if (!set_name(match.resource, sizeof(match.resource), resource))
		return 0;
	return fakeapi__core_end_watches(api->core, &match, ends[how]);
}

size_t fakeapi_cut_watches(struct fakeapi *api)
{
	return fakeapi_end_watches(api, NULL, FAKEAPI_WATCHES_CUT);
}

int fakeapi_fail_next(struct fakeapi *api, const char *verb, const char *resource, uint32_t count,
		      int status, struct relist_err *err)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_FAIL,
		.match = fakeapi__match_all(),
		.times = count,
		.status = status,
		.retry_after_s = status == 429 ? 1 : 0,
	};

	if (status < 400 || status > 599)
		return relist_err_set(err, RELIST_EINVAL, "%d is no error status", status);
	if (!set_name(rule.match.verb, sizeof(rule.match.verb), verb) ||
	    !set_name(rule.match.resource, sizeof(rule.match.resource), resource))
		return relist_err_set(err, RELIST_EINVAL, "no such verb or resource");
	if (count && !fakeapi__core_fault_add(api->core, &rule))
		return relist_err_set(err, RELIST_ELIMIT, "out of memory, or too many rules");
	return 0;
}

int fakeapi_add_fault(struct fakeapi *api, const char *rule, uint32_t *id, struct relist_err *err)
{
	struct fakeapi_reply reply;
	struct relist_err why = { 0 };
	json_t whole;
	int64_t number = 0;
	int code = fakeapi_request(api, "POST", "/relist/v1/faults", rule, NULL, &reply, &why);

	if (!code && json_valid((struct str) { reply.body, reply.body_len }, &whole, NULL) &&
	    json_int64(json_get(whole, "id"), &number) && id)
		*id = (uint32_t)number;
	fakeapi_reply_fini(&reply);
	if (why.http_status == 404)
		code = relist_err_set(&why, RELIST_ENOTFOUND, "the control API is switched off");
	if (code && err)
		*err = why;
	return code;
}

void fakeapi_remove_fault(struct fakeapi *api, uint32_t id)
{
	fakeapi__core_fault_del(api->core, id);
}

void fakeapi_compact(struct fakeapi *api)
{
	fakeapi__core_compact(api->core, &(struct fakeapi__compaction) { .backend = -1 });
}

static int add_fault(void *user, struct str rule, const char *where, struct relist_err *err)
{
	struct relist_err why = { 0 };
	char *text = base__strndup(rule.ptr, rule.len);
	int code = text ? fakeapi_add_fault(user, text, NULL, &why)
			: relist_err_set(&why, RELIST_ENOMEM, "out of memory");

	base__free(text);
	if (code && err) {
		*err = why;
		(void)relist_err_set(err, code, "%s: %.*s", where, 160, why.msg);
	}
	return code;
}

int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	return fakeapi__manifests_path(path, add_fault, api, err);
}

int fakeapi__serve_ui(struct fakeapi *api, const char *page, struct relist_err *err)
{
	return fakeapi__core_ui(api->core, page)
		   ? relist_err_set(err, RELIST_ENOMEM, "the page: out of memory")
		   : 0;
}

/* --- connections and counts --- */

int fakeapi_refuse(struct fakeapi *api, bool refuse, struct relist_err *err)
{
	if (!api->host)
		return fakeapi__http_refuse(api->http, refuse, err);
	api->host->refuse(api->host->user, refuse);
	return 0;
}

uint64_t fakeapi_request_count(struct fakeapi *api, const char *verb, const char *resource)
{
	return fakeapi__tap_count(&api->tap, verb, resource);
}

struct awaited {
	struct fakeapi *api;
	const char *verb, *resource;
	uint64_t count;
};

static bool have_come(void *user)
{
	const struct awaited *a = user;

	return fakeapi__tap_count(&a->api->tap, a->verb, a->resource) >= a->count;
}

static bool wait_requests(struct awaited *a, int64_t until_ns)
{
	const struct fakeapi__host *host = a->api->host;

	if (!host)
		return fakeapi__tap_wait(&a->api->tap, a->verb, a->resource, a->count, until_ns);
	return host->wait(host->user, until_ns, have_come, a, NULL) == 0 && have_come(a);
}

int fakeapi_wait_requests(struct fakeapi *api, const char *verb, const char *resource,
			  uint64_t count, int64_t timeout_ms, struct relist_err *err)
{
	struct awaited a = { api, verb, resource, count };
	int64_t until_ns = time_after_ms(fakeapi__now_of(api), timeout_ms);

	if (wait_requests(&a, until_ns))
		return 0;
	return relist_err_set(err, RELIST_ETIMEDOUT,
			      "%llu of %llu requests (%s %s) came in %lld ms",
			      (unsigned long long)fakeapi__tap_count(&api->tap, verb, resource),
			      (unsigned long long)count, verb ? verb : "any verb",
			      resource ? resource : "any resource", (long long)timeout_ms);
}
