/* SPDX-License-Identifier: Apache-2.0 */
/* The client over real sockets: against a fake apiserver, and against servers that say anything. */
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "base/clock.h"
#include "base/str.h"
#include "relist/client.h"
#include "relist/fakeapi.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
static const struct inf_dynamic_options unhurried = { .qps = -1 };

static struct relist_err err; /* of the call at hand */

static struct inf_dynamic *client_of(const char *url, const struct inf_dynamic_options *options)
{
	struct inf_client *client = inf_client_for_url(url, &err);
	struct inf_dynamic *d = client ? inf_dynamic_new(client, options, &err) : NULL;

	if (!d)
		fail_msg("%s", err.msg);
	inf_client_unref(client);
	return d;
}

static struct inf_object *config_map(const char *name, const char *value)
{
	struct inf_object *obj =
	    inf_object_from_format(NULL,
				   "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
				   "{\"name\":\"%s\"},\"data\":{\"k\":\"%s\"}}",
				   name, value);

	assert_non_null(obj);
	return obj;
}

#define OK(call)                                                                                   \
	do {                                                                                       \
		if (call)                                                                          \
			fail_msg("%s: %s", #call, err.msg);                                        \
	} while (0)

/* ---- against the fake apiserver ---- */

static void dynamic_client_verbs_change_objects_on_the_fake_server(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct inf_dynamic *d = client_of(fakeapi_url(api), &unhurried);
	const struct inf_resource pods = { .version = "v1",
					   .resource = "pods",
					   .namespace_ = "default" };
	const struct inf_resource deployments = { "apps", "v1", "deployments", "default" };
	struct inf_object *obj = config_map("a", "1"), *out = NULL, *next;
	struct inf_write_options o = { .field_manager = "me" };
	struct inf_delete_options gone = { .uid = "no-such-uid" };
	struct inf_list list = { 0 };
	struct inf_status status = { 0 };
	struct inf_call call = { .status = &status };
	struct inf_answer answer = { 0 };
	int64_t replicas = 0;
	static const char json_patch[] =
	    "[{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"2\"}]";

	(void)state;
	OK(inf_dynamic_create(d, &maps, obj, &o, NULL, &out, &err));
	inf_object_unref(obj);
	assert_non_null(strstr(inf_object_json(out).ptr, "\"manager\":\"me\""));
	OK(inf_dynamic_patch(d, &maps, "a", INF_PATCH_JSON, json_patch, strlen(json_patch), NULL,
			     NULL, NULL, &err));
	obj = config_map("a", "9");
	o.field_manager = "other";
	assert_int_equal(inf_dynamic_apply(d, &maps, "a", obj, &o, &call, NULL, NULL),
			 RELIST_ECONFLICT);
	assert_true(inf_is_conflict(&status));
	assert_true(inf_status_has_cause(&status, "FieldManagerConflict"));
	assert_int_equal(status.cause_count, 1);
	assert_string_equal(status.causes[0].field, ".data.k");
	o.force = true;
	inf_object_unref(out);
	OK(inf_dynamic_apply(d, &maps, "a", obj, &o, &call, &out, &err));
	assert_int_equal(status.code, 0);
	o.dry_run = true;
	inf_object_unref(out);
	inf_object_unref(obj);
	obj = config_map("dry", "9");
	OK(inf_dynamic_apply(d, &maps, "dry", obj, &o, &call, &out, &err));
	inf_object_unref(out);
	inf_object_unref(obj);
	assert_int_equal(inf_dynamic_get(d, &maps, "dry", NULL, &call, &out, NULL),
			 RELIST_ENOTFOUND);
	assert_string_equal(status.name, "dry");
	assert_string_equal(status.kind, "configmaps");

	assert_int_equal(inf_dynamic_delete(d, &maps, "a", &gone, &call, NULL), RELIST_ECONFLICT);
	gone = (struct inf_delete_options) { .propagation_policy = "Background" };
	OK(inf_dynamic_delete(d, &maps, "a", &gone, NULL, &err));

	/* Subresources: status, scale, eviction. */
	obj = inf_object_from_format(
	    NULL,
	    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"w\"},"
	    "\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"
	    "\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\","
	    "\"image\":\"i\"}]}}}}");
	OK(inf_dynamic_create(d, &deployments, obj, NULL, NULL, &out, &err));
	inf_object_unref(obj);
	next = inf_object_merge(out, "{\"status\":{\"replicas\":4}}", 25, NULL);
	inf_object_unref(out);
	OK(inf_dynamic_update_status(d, &deployments, next, NULL, NULL, &out, &err));
	inf_object_unref(next);
	assert_true(inf_json_int64(inf_object_field(out, "status", "replicas", NULL), &replicas));
	assert_int_equal(replicas, 4);
	inf_object_unref(out);
	OK(inf_dynamic_get(d, &deployments, "w",
			   &(struct inf_get_options) { .subresource = "scale" }, NULL, &out, &err));
	next = inf_object_merge(out, "{\"spec\":{\"replicas\":7}}", 23, NULL);
	inf_object_unref(out);
	o = (struct inf_write_options) { .subresource = "scale" };
	OK(inf_dynamic_update(d, &deployments, next, &o, NULL, NULL, &err));
	inf_object_unref(next);
	OK(inf_dynamic_get(d, &deployments, "w", NULL, NULL, &out, &err));
	assert_true(inf_json_int64(inf_object_field(out, "spec", "replicas", NULL), &replicas));
	assert_int_equal(replicas, 7);
	inf_object_unref(out);
	OK(fakeapi_apply(api,
			 "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, "
			 "spec: {containers: [{name: c, image: i}]}}",
			 &err));
	obj = inf_object_from_format(NULL, "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\","
					   "\"metadata\":{\"name\":\"p\"}}");
	o.subresource = "eviction";
	OK(inf_dynamic_create(d, &pods, obj, &o, NULL, &out, &err));
	assert_int_equal(inf_object_kind(out).len, 6); /* Status */
	inf_object_unref(out);
	inf_object_unref(obj);
	assert_int_equal(fakeapi_request_count(api, "create", "pods"), 1);

	/* Lists and whole collections. */
	for (int i = 0; i < 7; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "m%d", i);
		obj = config_map(name, "1");
		OK(inf_dynamic_create(d, &maps, obj, NULL, NULL, NULL, &err));
		inf_object_unref(obj);
	}
	OK(inf_dynamic_list(d, &maps, &(struct inf_list_options) { .limit = 3 }, NULL, &list,
			    &err));
	assert_int_equal(list.items.len, 3);
	assert_true(*list.continue_);
	assert_true(list.remaining_items >= 4);
	OK(inf_dynamic_list_all(d, &maps, &(struct inf_list_options) { .limit = 3 }, NULL, &list,
				&err));
	assert_true(list.items.len >= 7 && atoi(list.resource_version) > 7);
	assert_string_equal(list.continue_, "");
	OK(inf_dynamic_delete_collection(d, &maps, NULL,
					 &(struct inf_list_options) { .field_selector =
									  "metadata.name=m3" },
					 NULL, &err));
	OK(inf_dynamic_list(d, &maps, NULL, NULL, &list, &err));
	for (size_t i = 0; i < list.items.len; i++)
		assert_string_not_equal(inf_object_key(list.items.items[i]), "default/m3");
	inf_list_fini(&list);

	OK(inf_dynamic_do(d, &(struct inf_request) { .uri = "/version" }, NULL, &answer, &err));
	assert_int_equal(answer.http_status, 200);
	assert_non_null(strstr(answer.body, "gitVersion"));
	OK(inf_dynamic_do(d, &(struct inf_request) { .uri = "/livez", .accept = "*/*" }, NULL,
			  &answer, &err));
	assert_string_equal(answer.body, "ok");
	inf_answer_fini(&answer);
	inf_status_fini(&status);
	inf_dynamic_free(d);
	fakeapi_stop(api);
}

static void dynamic_pager_visits_all_pages(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct inf_dynamic *d = client_of(fakeapi_url(api), &unhurried);
	const struct inf_resource cm = { .version = "v1",
					 .resource = "configmaps",
					 .namespace_ = "pages" };
	struct inf_pager *p;
	struct inf_object *obj;
	int seen = 0;

	(void)state;
	for (int i = 0; i < 10; i++) {
		char text[128];

		(void)snprintf(text, sizeof(text),
			       "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
			       "\"name\":\"m%d\",\"namespace\":\"pages\"}}",
			       i);
		OK(fakeapi_apply(api, text, &err));
	}
	p = inf_pager_new(d, &cm, &(struct inf_list_options) { .limit = 4 }, NULL);
	assert_string_equal(inf_pager_resource_version(p), "");
	for (;;) {
		OK(inf_pager_next(p, NULL, &obj, &err));
		if (!obj)
			break;
		seen++;
		inf_object_unref(obj);
	}
	assert_int_equal(seen, 10);
	assert_true(*inf_pager_resource_version(p));
	OK(inf_pager_next(p, NULL, &obj, &err));
	assert_null(obj); /* it stays at the end */
	assert_int_equal(fakeapi_request_count(api, "list", "configmaps"), 3);
	inf_pager_free(p);

	/* The token is forgotten on the way: the rest of a walk cannot be had, a list can. */
	p = inf_pager_new(d, &cm, &(struct inf_list_options) { .limit = 4 }, NULL);
	OK(inf_pager_next(p, NULL, &obj, &err));
	inf_object_unref(obj);
	OK(fakeapi_apply(api, "{apiVersion: v1, kind: ConfigMap, metadata: {name: after}}", &err));
	fakeapi_compact(api);
	for (seen = 1; inf_pager_next(p, NULL, &obj, NULL) == 0 && obj; seen++)
		inf_object_unref(obj);
	assert_int_equal(seen, 4);
	assert_int_equal(inf_pager_next(p, NULL, &obj, NULL), RELIST_EEXPIRED);
	inf_pager_free(p);
	inf_dynamic_free(d);
	fakeapi_stop(api);
}

/* ---- servers that say anything ---- */

#define JSON "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
#define CM   "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"
#define GOOD JSON "62\r\n\r\n" CM

static void dynamic_client_does_not_repeat_a_write_after_a_lost_connection(void **state)
{
	static const struct {
		const char *name;
		enum script_end end;
		bool write;
		size_t requests;
		int code;
	} cases[] = {
		{ "GET, closed", SCRIPT_CLOSE, false, 3, 0 },
		{ "GET, reset", SCRIPT_RESET, false, 3, 0 },
		{ "PUT, closed", SCRIPT_CLOSE, true, 2, RELIST_EIO },
		{ "PUT, reset", SCRIPT_RESET, true, 2, RELIST_EIO },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		/* The second comes on the connection that the first has left. */
		const struct script_step steps[] = { { GOOD, 0, SCRIPT_KEEP },
						     { NULL, 0, cases[i].end },
						     { GOOD, 0, SCRIPT_KEEP } };
		struct script_server *s = script_server_new(steps, ARRAY_LEN(steps));
		struct inf_dynamic *d = client_of(script_server_url(s), &unhurried);
		struct inf_object *out = NULL, *obj = config_map("a", "1");
		int rc;

		OK(inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, &err));
		inf_object_unref(out);
		out = NULL;
		rc = cases[i].write ? inf_dynamic_update(d, &maps, obj, NULL, NULL, &out, &err)
				    : inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, &err);
		if (rc != cases[i].code || script_server_count(s) != cases[i].requests)
			fail_msg("%s: %d %s, %zu requests", cases[i].name, rc, err.msg,
				 script_server_count(s));
		inf_object_unref(out);
		inf_object_unref(obj);
		inf_dynamic_free(d);
		script_server_free(s);
	}
}

static int64_t started_ns;

static void *cancel_soon(void *arg)
{
	struct inf_cancel *cancel = arg;

	inf_cancel(cancel);
	return NULL;
}

static void call_to_a_hanging_server_ends_by_timeout_or_cancel(void **state)
{
	static const struct script_step steps[] = { { NULL, 0, SCRIPT_HANG } };
	static const struct script_step half[] = {
		{ "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
		  "70\r\n\r\n{",
		  0, SCRIPT_HANG }
	};
	struct script_server *s = script_server_new(steps, 1), *h = script_server_new(half, 1);
	struct inf_dynamic *d = client_of(script_server_url(s), &unhurried);
	struct inf_dynamic *dh = client_of(script_server_url(h), &unhurried);
	struct inf_dynamic_options timed = unhurried;
	struct inf_dynamic *dt;
	struct inf_call call = { .timeout_ns = 50 * NS_PER_MS };
	struct inf_object *out = NULL;
	pthread_t thread;
	char *text;

	(void)state;
	started_ns = clock_monotonic_ns();
	assert_int_equal(inf_dynamic_get(d, &maps, "a", NULL, &call, &out, &err), RELIST_ETIMEDOUT);
	assert_int_equal(inf_dynamic_get(dh, &maps, "a", NULL, &call, &out, &err),
			 RELIST_ETIMEDOUT);
	assert_true(clock_monotonic_ns() - started_ns >= 100 * NS_PER_MS);
	/* The configured one is sent to the server as well. */
	timed.timeout_ns = 60 * NS_PER_MS;
	dt = client_of(script_server_url(s), &timed);
	assert_int_equal(inf_dynamic_get(dt, &maps, "a", NULL, NULL, &out, &err), RELIST_ETIMEDOUT);
	text = script_server_request(s, 1);
	assert_non_null(strstr(text, "/a?timeout=60ms HTTP/1.1\r\n"));
	free(text);
	/* Cancelled while it waits, by another thread. */
	call = (struct inf_call) { .cancel = inf_cancel_new() };
	assert_int_equal(pthread_create(&thread, NULL, cancel_soon, call.cancel), 0);
	assert_int_equal(inf_dynamic_get(d, &maps, "a", NULL, &call, &out, &err), RELIST_ECANCELED);
	(void)pthread_join(thread, NULL);
	inf_cancel_free(call.cancel);
	inf_dynamic_free(d);
	inf_dynamic_free(dh);
	inf_dynamic_free(dt);
	script_server_free(s);
	script_server_free(h);
}

static void dynamic_client_reports_a_malformed_response(void **state)
{
	static const struct {
		const char *name, *answer;
		enum script_end end;
		bool list;
		int code;
	} cases[] = {
		{ "cut in the body", JSON "100\r\n\r\n{\"kind\":", SCRIPT_CLOSE, false,
		  RELIST_EIO },
		{ "reset in the body", JSON "100\r\n\r\n{\"kind\":", SCRIPT_RESET, false,
		  RELIST_EIO },
		{ "a list that is cut", JSON "100\r\n\r\n{\"items\":[{}", SCRIPT_CLOSE, true,
		  RELIST_EIO },
		{ "a list of garbage", JSON "5\r\n\r\n{\"ite", SCRIPT_KEEP, true, RELIST_EPARSE },
		{ "a list that is none", JSON "2\r\n\r\n[]", SCRIPT_KEEP, true, RELIST_EPARSE },
		{ "a list without kind", JSON "2\r\n\r\n{}", SCRIPT_KEEP, true, RELIST_EPARSE },
		{ "items of another type",
		  JSON "33\r\n\r\n{\"kind\":\"ConfigMapList\",\"items\":7}", SCRIPT_KEEP, true,
		  RELIST_EPARSE },
		{ "a list as text",
		  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi",
		  SCRIPT_KEEP, true, RELIST_EPARSE },
		{ "no HTTP at all", "what?\r\n\r\n", SCRIPT_CLOSE, false, RELIST_EIO },
		{ "a head that never ends", "HTTP/1.1 200 OK\r\nX: ", SCRIPT_CLOSE, false,
		  RELIST_EIO },
		{ "another list's refusal", "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
		  SCRIPT_KEEP, true, RELIST_EEXPIRED },
		{ "one byte too many", JSON "1001\r\n\r\n", SCRIPT_HANG, false, RELIST_ELIMIT },
		{ "items without end",
		  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"items\":[",
		  SCRIPT_HANG, true, RELIST_ELIMIT },
	};
	static char filler[4096];

	(void)state;
	memset(filler, ' ', sizeof(filler));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf_dynamic_options small = { .qps = -1, .max_answer_bytes = 1000 };
		const struct inf_call call = { .timeout_ns = 20 * NS_PER_S };
		struct strbuf text = STRBUF_INIT;
		struct script_step step = { NULL, 0, cases[i].end };
		struct inf_object *out = NULL;
		struct inf_list list = { 0 };
		struct script_server *s;
		struct inf_dynamic *d;
		int rc;

		strbuf_addz(&text, cases[i].answer);
		if (cases[i].code == RELIST_ELIMIT)
			strbuf_add(&text, filler, sizeof(filler));
		step.answer = text.ptr;
		s = script_server_new(&step, 1);
		d = client_of(script_server_url(s), &small);
		rc = cases[i].list ? inf_dynamic_list(d, &maps, NULL, &call, &list, &err)
				   : inf_dynamic_get(d, &maps, "a", NULL, &call, &out, &err);
		if (rc != cases[i].code || out || list.items.len)
			fail_msg("%s: %d %s", cases[i].name, rc, err.msg);
		inf_dynamic_free(d);
		script_server_free(s);
		strbuf_fini(&text);
	}
}

static void redirect_to_another_host_carries_no_credentials(void **state)
{
	static const struct script_step good = { GOOD, 0, SCRIPT_KEEP };
	struct script_server *other = script_server_new(&good, 1);
	struct inf_client_options o = { .bearer_token = "secret", .impersonate_user = "jane" };
	struct strbuf answer = STRBUF_INIT;
	struct inf_object *out = NULL, *obj = config_map("a", "1");
	struct script_step away = { NULL, 0, SCRIPT_KEEP };
	struct script_server *ours;
	struct inf_client *client;
	struct inf_dynamic *d;
	char *seen;

	(void)state;
	strbuf_addf(&answer, "HTTP/1.1 307 X\r\nLocation: %s/there\r\nContent-Length: 0\r\n\r\n",
		    script_server_url(other));
	away.answer = answer.ptr;
	ours = script_server_new(&away, 1);
	o.server = script_server_url(ours);
	client = inf_client_new(&o, NULL);
	d = inf_dynamic_new(client, &unhurried, NULL);
	OK(inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, &err));
	inf_object_unref(out);
	seen = script_server_request(ours, 0);
	assert_non_null(strstr(seen, "Authorization: Bearer secret\r\n"));
	free(seen);
	seen = script_server_request(other, 0);
	assert_non_null(strstr(seen, "GET /there HTTP/1.1"));
	assert_null(strstr(seen, "Authorization"));
	assert_null(strstr(seen, "Impersonate"));
	free(seen);
	assert_int_equal(inf_dynamic_update(d, &maps, obj, NULL, NULL, NULL, &err), RELIST_EIO);
	assert_int_equal(script_server_count(other), 1);
	inf_object_unref(obj);
	inf_dynamic_free(d);
	inf_client_unref(client);
	script_server_free(ours);
	script_server_free(other);
	strbuf_fini(&answer);
}

static void on_warning(void *user, int code, const char *agent, const char *text)
{
	strbuf_addf(user, "%d %s %s;", code, agent, text);
}

static void dynamic_client_passes_warnings_to_their_handler(void **state)
{
	static const struct script_step step = {
		"HTTP/1.1 200 OK\r\nWarning: 299 - \"first\"\r\nWarning: 299 a \"b\", 299 - "
		"\"c\"\r\nWarning: nonsense\r\nContent-Length: 62\r\n\r\n" CM,
		0, SCRIPT_KEEP
	};
	struct script_server *s = script_server_new(&step, 1);
	struct strbuf seen = STRBUF_INIT;
	struct inf_dynamic_options o = { .qps = -1, .warning = on_warning, .warning_user = &seen };
	struct inf_dynamic *d = client_of(script_server_url(s), &o);
	struct inf_object *out = NULL;

	(void)state;
	OK(inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, &err));
	assert_string_equal(seen.ptr, "299 - first;299 a b;299 - c;");
	inf_object_unref(out);
	inf_dynamic_free(d);
	script_server_free(s);
	strbuf_fini(&seen);
}

static void dynamic_client_reports_a_refused_connection(void **state)
{
	struct script_server *s =
	    script_server_new(&(struct script_step) { NULL, 0, SCRIPT_CLOSE }, 1);
	struct inf_dynamic *d = client_of(script_server_url(s), &unhurried);
	struct inf_dynamic_options nonsense = { .timeout_ns = -1 };
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	struct inf_object *out = NULL;

	(void)state;
	script_server_free(s);
	assert_int_equal(inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, &err), RELIST_EIO);
	assert_string_equal(err.msg,
			    "GET /api/v1/namespaces/default/configmaps/a: connection refused");
	assert_int_equal(inf_dynamic_get(d, &maps, "a", NULL,
					 &(struct inf_call) { .timeout_ns = -1 }, &out, &err),
			 RELIST_ETIMEDOUT);
	assert_null(inf_dynamic_new(client, &nonsense, &err));
	assert_int_equal(err.code, RELIST_EINVAL);
	inf_client_unref(client);
	inf_dynamic_free(d);
}

/* The recorder sends events on its own thread. */
static void recorder_sends_events_on_its_own_thread(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct inf_dynamic *d = client_of(fakeapi_url(api), &unhurried);
	struct inf_recorder *r = inf_recorder_new(d, "ctl", NULL, NULL);
	struct inf_recorder_metrics m;
	struct inf_object *about =
	    inf_object_from_format(NULL, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
					 "\"name\":\"p\",\"namespace\":\"default\"}}");

	(void)state;
	for (int i = 0; i < 5; i++)
		OK(inf_recorder_event(r, about, "Normal", "R", "m", &err));
	OK(inf_recorder_flush(r, 20 * NS_PER_S, &err));
	inf_recorder_metrics(r, &m);
	assert_int_equal(m.sent, 5);
	assert_int_equal(fakeapi_request_count(api, "create", "events"), 1);
	assert_int_equal(fakeapi_request_count(api, "patch", "events"), 4);
	/* An answer that does not come is not waited for at the end. */
	OK(fakeapi_add_fault(api, "{\"kind\":\"hang\",\"match\":{\"resource\":\"events\"}}", NULL,
			     &err));
	OK(inf_recorder_event(r, about, "Normal", "R", "m", &err));
	OK(fakeapi_wait_requests(api, "patch", "events", 4, 10000, &err));
	inf_recorder_free(r);
	inf_object_unref(about);
	inf_dynamic_free(d);
	fakeapi_stop(api);
}

/* ---- many threads ---- */

struct crowd {
	struct inf_dynamic *d;
	int number;
	struct inf_cancel *cancel;
	int failed;
};

static void *one_of_many(void *arg)
{
	struct crowd *c = arg;
	char name[16];
	struct inf_object *obj, *out = NULL;

	(void)snprintf(name, sizeof(name), "t%d", c->number);
	obj = config_map(name, "1");
	for (int i = 0; i < 10 && !c->failed; i++) {
		const struct inf_call call = { .cancel = c->cancel, .timeout_ns = 20 * NS_PER_S };

		c->failed = inf_dynamic_create(c->d, &maps, obj, NULL, &call, NULL, NULL);
		if (!c->failed)
			c->failed = inf_dynamic_get(c->d, &maps, name, NULL, &call, &out, NULL);
		inf_object_unref(out);
		out = NULL;
		if (!c->failed)
			c->failed = inf_dynamic_delete(c->d, &maps, name, NULL, &call, NULL);
	}
	inf_object_unref(obj);
	return NULL;
}

static void dynamic_client_serves_eight_threads(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct inf_dynamic *d = client_of(fakeapi_url(api), &unhurried);
	struct inf_cancel *cancel = inf_cancel_new();
	struct crowd crowd[8];
	pthread_t threads[8];

	(void)state;
	for (int i = 0; i < 8; i++) {
		crowd[i] = (struct crowd) { d, i, cancel, 0 };
		assert_int_equal(pthread_create(&threads[i], NULL, one_of_many, &crowd[i]), 0);
	}
	for (int i = 0; i < 8; i++) {
		(void)pthread_join(threads[i], NULL);
		assert_int_equal(crowd[i].failed, 0);
	}
	assert_int_equal(fakeapi_request_count(api, "delete", "configmaps"), 80);
	inf_cancel_free(cancel);
	inf_dynamic_free(d);
	fakeapi_stop(api);
}

static bool is_zero(const void *bytes, size_t len)
{
	const unsigned char *p = bytes;

	while (len && !*p) {
		p++;
		len--;
	}
	return len == 0;
}

/* As client.h says: { 0 } again, so that letting go twice is fine. */
static void freed_result_is_empty(void **state)
{
	struct inf_answer answer = { .http_status = 200,
				     .content_type = base__strdup("a/b"),
				     .body = base__strdup("c"),
				     .body_len = 1 };
	struct inf_list list = { 0 };
	struct inf_status status = { .code = 404 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		inf_answer_fini(&answer);
		inf_list_fini(&list);
		inf_status_fini(&status);
		assert_true(is_zero(&answer, sizeof(answer)));
		assert_true(is_zero(&list, sizeof(list)));
		assert_true(is_zero(&status, sizeof(status)));
	}
	inf_answer_fini(NULL);
	inf_list_fini(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dynamic_client_verbs_change_objects_on_the_fake_server),
		cmocka_unit_test(freed_result_is_empty),
		cmocka_unit_test(dynamic_pager_visits_all_pages),
		cmocka_unit_test(dynamic_client_does_not_repeat_a_write_after_a_lost_connection),
		cmocka_unit_test(call_to_a_hanging_server_ends_by_timeout_or_cancel),
		cmocka_unit_test(dynamic_client_reports_a_malformed_response),
		cmocka_unit_test(redirect_to_another_host_carries_no_credentials),
		cmocka_unit_test(dynamic_client_passes_warnings_to_their_handler),
		cmocka_unit_test(dynamic_client_reports_a_refused_connection),
		cmocka_unit_test(recorder_sends_events_on_its_own_thread),
		cmocka_unit_test(dynamic_client_serves_eight_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
