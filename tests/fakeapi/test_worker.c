/* SPDX-License-Identifier: Apache-2.0 */
/* Long writes on the worker, one stopped in the middle while the test does what others would. */
#include "fakeapi/posix/worker.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "tests/kit/net.h"
#include "tests/kit/shapes.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

/* --- a place to stop at ------------------------------------------------------------------- */

/* The request whose turn it is halts each time it lets the lock go, until `open`. */
static struct {
	struct lock lock;
	pthread_cond_t changed;
	bool open, halted;
	uint64_t suspended; /* times */
} gate;

static void on_suspend(void *user, bool suspended)
{
	(void)user;
	if (!suspended)
		return;
	lock_acquire(&gate.lock);
	gate.suspended++;
	gate.halted = true;
	cond_broadcast(&gate.changed);
	while (!gate.open)
		lock_wait(&gate.lock, &gate.changed);
	gate.halted = false;
	lock_release(&gate.lock);
}

static bool has_halted(void *user)
{
	bool halted;

	(void)user;
	lock_acquire(&gate.lock);
	halted = gate.halted;
	lock_release(&gate.lock);
	return halted;
}

static void open_gate(bool open)
{
	lock_acquire(&gate.lock);
	gate.open = open;
	lock_release(&gate.lock);
	cond_broadcast(&gate.changed);
}

/* --- the server --------------------------------------------------------------------------- */

static struct fakeapi__core *core;
static struct fakeapi__worker worker;
static bool refuses;

static int on_write(void *user, const struct fakeapi__write *w)
{
	(void)user;
	(void)w;
	return refuses ? -1 : 0;
}

/* The last review of a webhook, under the gate's lock. */
static uint64_t question;
static char review_uid[37];

static bool on_ask(void *user, const struct fakeapi__question *q)
{
	const char *uid = strstr(q->body.ptr, "\"request\":{\"uid\":\"");

	(void)user;
	lock_acquire(&gate.lock);
	question = q->id;
	(void)snprintf(review_uid, sizeof(review_uid), "%s", uid ? uid + 18 : "");
	lock_release(&gate.lock);
	return true;
}

static bool has_asked(void *user)
{
	bool has_question;

	(void)user;
	lock_acquire(&gate.lock);
	has_question = question != 0;
	lock_release(&gate.lock);
	return has_question;
}

static int setup(void **state)
{
	struct fakeapi__options opt = { .any_namespace = true,
					.on_suspend = on_suspend,
					.compact_every_ns = NS_PER_S,
					.on_write = on_write,
					.ask = on_ask };

	(void)state;
	refuses = false;
	question = 0;
	memset(&worker, 0, sizeof(worker));
	lock_init(&gate.lock, LOCK_LEAF);
	cond_init(&gate.changed);
	gate.open = gate.halted = false;
	gate.suspended = 0;
	core = fakeapi__core_new(&opt, NULL);
	return core ? fakeapi__worker_start(&worker, fakeapi__core_server(core), NULL) : -1;
}

static int teardown(void **state)
{
	(void)state;
	open_gate(true);
	fakeapi__worker_stop(&worker);
	fakeapi__core_free(core);
	cond_fini(&gate.changed);
	lock_fini(&gate.lock);
	return 0;
}

struct request {
	struct fakeapi__exchange *x;
	atomic_uint woken;
};

static void wake(void *user)
{
	atomic_fetch_add(&((struct request *)user)->woken, 1);
}

static const char *accepted = "application/json";

static void begin(struct request *a, const char *method, const char *uri, struct str body)
{
	const char *query = strchr(uri, '?');
	struct fakeapi__header headers[] = { { STR("Content-Type"),
					       str_eqz(str_of(method), "PATCH")
						   ? STR("application/merge-patch+json")
						   : STR("application/json") },
					     { STR("Accept"), str_of(accepted) } };
	struct fakeapi__request req = {
		.method = str_of(method),
		.path = { uri, query ? (size_t)(query - uri) : strlen(uri) },
		.query = query ? str_of(query + 1) : STR(""),
		.headers = headers,
		.header_count = ARRAY_LEN(headers),
		.body = body,
	};

	atomic_init(&a->woken, 0);
	a->x =
	    worker.server.begin(&worker.server, NS_PER_S, &req, (struct fakeapi__wake) { wake, a });
	assert_non_null(a->x);
}

static enum fakeapi__head head_of(struct request *a)
{
	return a->x->ops->head(a->x, NS_PER_S);
}

static bool is_answered(void *user)
{
	return head_of(user) != FAKEAPI_HEAD_WAIT;
}

/* The whole answer; its status. */
static int finish(struct request *a, struct strbuf *body)
{
	char buf[4096];
	ptrdiff_t n;
	int status;

	net_wait(is_answered, a);
	assert_int_equal(head_of(a), FAKEAPI_HEAD_READY);
	status = a->x->status;
	while ((n = a->x->ops->pull(a->x, NS_PER_S, buf, sizeof(buf))) > 0)
		if (body)
			strbuf_add(body, buf, (size_t)n);
	assert_int_equal(n, FAKEAPI_PULL_END);
	a->x->ops->end(a->x, false);
	return status;
}

static int ask(const char *method, const char *uri, const char *body)
{
	struct request a;

	begin(&a, method, uri, str_of(body));
	return finish(&a, NULL);
}

static struct strbuf map_of(const char *name, size_t bytes)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"a\":\"", name);
	while (b.len < bytes)
		strbuf_addz(&b, "0123456789");
	strbuf_addz(&b, "\"}}");
	assert_false(b.failed);
	return b;
}

static struct strbuf long_map(const char *name)
{
	return map_of(name, FAKEAPI_LONG_BODY);
}

/* An object of which every use is long, before anything stands. */
static void make_large(const char *name)
{
	struct strbuf body = map_of(name, 256 * 1024);
	struct request a;

	open_gate(true);
	begin(&a, "POST", MAPS, strbuf_str(&body));
	strbuf_fini(&body);
	assert_int_equal(finish(&a, NULL), 201);
	open_gate(false);
}

/* A POST of a long object, stopped in the middle. */
static void begin_long(struct request *a, const char *name)
{
	struct strbuf body = long_map(name);

	begin(a, "POST", MAPS, strbuf_str(&body));
	strbuf_fini(&body); /* borrowed for the call only */
	net_wait(has_halted, NULL);
	assert_int_equal(head_of(a), FAKEAPI_HEAD_WAIT);
	assert_int_equal(atomic_load(&a->woken), 0);
}

/* --- tests -------------------------------------------------------------------------------- */

static void reads_and_watches_continue_during_a_long_write(void **state)
{
	struct request post, watch;
	struct strbuf out = STRBUF_INIT;
	char buf[65536];

	(void)state;
	assert_int_equal(ask("POST", MAPS, "{\"metadata\":{\"name\":\"other\"}}"), 201);
	begin(&watch, "GET", MAPS "?watch=true&resourceVersion=0", STR(""));
	assert_int_equal(head_of(&watch), FAKEAPI_HEAD_READY);
	assert_true(watch.x->ops->pull(watch.x, NS_PER_S, buf, sizeof(buf)) > 0); /* other */
	begin_long(&post, "long");
	assert_int_equal(ask("GET", "/readyz", NULL), 200);
	assert_int_equal(ask("GET", MAPS "/other", NULL), 200);
	assert_int_equal(ask("GET", MAPS, NULL), 200);
	assert_int_equal(ask("GET", MAPS "/long", NULL), 404);
	assert_int_equal(watch.x->ops->pull(watch.x, NS_PER_S, buf, sizeof(buf)),
			 FAKEAPI_PULL_WAIT);
	assert_true(has_halted(NULL));
	open_gate(true);
	assert_int_equal(finish(&post, &out), 201);
	assert_true(atomic_load(&post.woken) > 0);
	assert_non_null(strstr(out.ptr, "\"long\""));
	assert_int_equal(ask("GET", MAPS "/long", NULL), 200);
	assert_true(watch.x->ops->pull(watch.x, NS_PER_S, buf, sizeof(buf)) > 0);
	watch.x->ops->end(watch.x, true);
	strbuf_fini(&out);
}

static void writes_after_a_long_write_keep_their_order(void **state)
{
	struct request post, patch, again, del, rule;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	begin_long(&post, "long");
	begin(&patch, "PATCH", MAPS "/long", STR("{\"data\":{\"a\":\"patched\"}}"));
	begin(&again, "POST", MAPS, STR("{\"metadata\":{\"name\":\"long\"}}"));
	begin(&del, "DELETE", MAPS "/long", STR(""));
	begin(&rule, "POST", "/relist/v1/faults",
	      STR("{\"kind\":\"fail\",\"match\":{\"verb\":\"delete\"}}"));
	assert_int_equal(head_of(&patch), FAKEAPI_HEAD_WAIT);
	assert_int_equal(head_of(&rule), FAKEAPI_HEAD_WAIT);
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 201);
	assert_int_equal(finish(&patch, &out), 200);
	assert_non_null(strstr(out.ptr, "patched"));
	assert_int_equal(finish(&again, NULL), 409);
	assert_int_equal(finish(&del, NULL), 200); /* the rule came after it */
	assert_int_equal(finish(&rule, NULL), 201);
	strbuf_fini(&out);
}

static void client_that_disconnects_while_queued_has_no_effect(void **state)
{
	struct request post, next, last;

	(void)state;
	begin_long(&post, "long");
	begin(&next, "POST", MAPS, STR("{\"metadata\":{\"name\":\"next\"}}"));
	begin(&last, "POST", MAPS, STR("{\"metadata\":{\"name\":\"last\"}}"));
	post.x->ops->end(post.x, true); /* in the middle: it is done, unseen */
	next.x->ops->end(next.x, true);
	open_gate(true);
	assert_int_equal(finish(&last, NULL), 201);
	assert_int_equal(ask("GET", MAPS "/long", NULL), 200);
	assert_int_equal(ask("GET", MAPS "/next", NULL), 404);
	assert_int_equal(atomic_load(&post.woken), 0);
}

static void *load(void *user)
{
	int *code = user;

	*code = fakeapi__core_load(core, NS_PER_S,
				   STR("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
				       "{\"name\":\"loaded\",\"namespace\":\"default\"}}"),
				   NULL);
	return NULL;
}

static void in_process_write_waits_for_a_long_write(void **state)
{
	struct request post;
	pthread_t thread;
	uint64_t before;
	int code = -1;

	(void)state;
	begin_long(&post, "long");
	before = fakeapi__core_rv(core);
	assert_int_equal(pthread_create(&thread, NULL, load, &code), 0);
	for (int i = 0; i < 1000; i++)
		assert_true(fakeapi__core_rv(core) == before);
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 201);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(code, 0);
	assert_int_equal(ask("GET", MAPS "/loaded", NULL), 200);
	assert_true(fakeapi__core_rv(core) >= before + 2);
}

static bool is_woken(void *user)
{
	return atomic_load(&((struct request *)user)->woken) > 0;
}

/* A write delayed by a fault is due while the long write is halted. */
static void delayed_write_due_during_a_long_write_follows_it(void **state)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DELAY, .times = 1, .delay_ns = 1 };
	struct request post, late;

	(void)state;
	assert_true(fakeapi__core_fault_add(core, &rule) > 0);
	begin(&late, "POST", MAPS, STR("{\"metadata\":{\"name\":\"late\"}}"));
	begin_long(&post, "long");
	assert_int_equal(late.x->ops->head(late.x, 9 * NS_PER_S), FAKEAPI_HEAD_WAIT);
	assert_true(late.x->ops->deadline_ns(late.x) == TIME_NEVER);
	assert_int_equal(ask("GET", MAPS "/late", NULL), 404);
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 201);
	net_wait(is_woken, &late); /* after its turn in the queue of writes */
	assert_int_equal(late.x->ops->head(late.x, 9 * NS_PER_S), FAKEAPI_HEAD_READY);
	assert_int_equal(finish(&late, NULL), 201);
}

static void failed_write_is_reported_despite_requests_between(void **state)
{
	struct request post;

	(void)state;
	refuses = true;
	begin_long(&post, "long");
	assert_int_equal(ask("GET", MAPS, NULL), 200);
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 500);
	assert_int_equal(ask("GET", MAPS "/long", NULL), 404);
}

static void short_writes_run_on_the_serving_thread(void **state)
{
	struct request post;

	(void)state;
	begin(&post, "POST", MAPS, STR("{\"metadata\":{\"name\":\"short\"}}"));
	assert_int_equal(head_of(&post), FAKEAPI_HEAD_READY);
	assert_int_equal(finish(&post, NULL), 201);
	assert_int_equal(gate.suspended, 0);
}

/* --- what turns out to be long ------------------------------------------------------------ */

static void long_read_in_another_form_blocks_no_request(void **state)
{
	static const char *const forms[] = { "application/yaml",
					     "application/vnd.kubernetes.protobuf",
					     "application/json;as=Table;v=v1;g=meta.k8s.io" };
	static const char *const uris[] = { MAPS "/large", MAPS };

	(void)state;
	make_large("large");
	for (size_t i = 0; i < 2 * ARRAY_LEN(forms); i++) {
		struct strbuf out = STRBUF_INIT;
		struct request get;
		char other[160];

		accepted = forms[i / 2];
		begin(&get, "GET", uris[i % 2], STR(""));
		accepted = "application/json";
		assert_int_equal(head_of(&get), FAKEAPI_HEAD_WAIT);
		net_wait(has_halted, NULL);
		(void)snprintf(other, sizeof(other), "{\"metadata\":{\"name\":\"other-%zu\"}}", i);
		assert_int_equal(ask("GET", "/readyz", NULL), 200);
		assert_int_equal(ask("POST", MAPS, other), 201); /* writes too */
		assert_true(has_halted(NULL));
		open_gate(true);
		assert_int_equal(finish(&get, &out), 200);
		assert_true(out.len > 200);
		assert_null(strstr(out.ptr, other + 21));
		open_gate(false);
		strbuf_fini(&out);
	}
}

static void write_of_a_type_with_a_large_definition_runs_on_the_worker(void **state)
{
	struct strbuf crd = STRBUF_INIT;
	struct request post;

	(void)state;
	strbuf_addz(&crd,
		    "{\"metadata\":{\"name\":\"ws.a.b\"},\"spec\":{\"group\":\"a.b\",\"scope\":"
		    "\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{"
		    "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		    "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{");
	for (int i = 0; i < 20000; i++)
		strbuf_addf(&crd, "%s\"p%d\":{\"type\":\"string\"}", i ? "," : "", i);
	strbuf_addz(&crd, "}}}}]}}");
	open_gate(true);
	begin(&post, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
	      strbuf_str(&crd));
	assert_int_equal(finish(&post, NULL), 201);
	open_gate(false);
	begin(&post, "POST", "/apis/a.b/v1/namespaces/default/ws",
	      STR("{\"apiVersion\":\"a.b/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w\"},"
		  "\"p1\":\"v\"}"));
	assert_int_equal(head_of(&post), FAKEAPI_HEAD_WAIT);
	net_wait(has_halted, NULL);
	assert_int_equal(ask("GET", "/readyz", NULL), 200);
	assert_true(has_halted(NULL));
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 201);
	assert_int_equal(ask("GET", "/apis/a.b/v1/namespaces/default/ws/w", NULL), 200);
	strbuf_fini(&crd);
}

static bool is_answered_or_halted(void *user)
{
	return has_halted(NULL) || is_answered(user);
}

static void object_may_be_deleted_during_a_long_read(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct request get;

	(void)state;
	make_large("large");
	accepted = "application/yaml";
	begin(&get, "GET", MAPS, STR(""));
	accepted = "application/json";
	net_wait(is_answered_or_halted, &get);
	assert_int_equal(ask("DELETE", MAPS "/small", NULL), 404);
	assert_int_equal(fakeapi__core_delete(core, NS_PER_S, STR(""), STR("configmaps"),
					      STR("default"), STR("large"), NULL),
			 0);
	fakeapi__core_compact(core, &(struct fakeapi__compaction) { .backend = -1 });
	open_gate(true);
	assert_int_equal(finish(&get, &out), 200);
	assert_true(out.len > 256 * 1024);
	strbuf_fini(&out);
	assert_int_equal(ask("GET", MAPS "/large", NULL), 404);
}

/* During each of them reads are served and writes wait. */
static void short_request_for_a_large_object_runs_on_the_worker(void **state)
{
	static const struct {
		const char *method, *uri, *body;
	} asks[] = { { "PATCH", MAPS "/large", "{\"data\":{\"b\":\"c\"}}" },
		     { "PUT", MAPS "/large", "{\"metadata\":{\"name\":\"large\"}}" },
		     { "DELETE", MAPS "/large", "" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(asks); i++) {
		struct request a, next;

		open_gate(true);
		(void)ask("DELETE", MAPS "/large", NULL);
		make_large("large");
		begin(&a, asks[i].method, asks[i].uri, str_of(asks[i].body));
		assert_int_equal(head_of(&a), FAKEAPI_HEAD_WAIT);
		net_wait(has_halted, NULL);
		assert_int_equal(ask("GET", MAPS, NULL), 200);
		begin(&next, "POST", MAPS, STR("{\"metadata\":{\"generateName\":\"n-\"}}"));
		assert_int_equal(head_of(&next), FAKEAPI_HEAD_WAIT);
		open_gate(true);
		assert_int_equal(finish(&a, NULL), 200);
		assert_int_equal(finish(&next, NULL), 201);
	}
}

static void delete_collection_yields_after_each_object(void **state)
{
	struct request del;

	(void)state;
	for (int i = 0; i < 100; i++)
		assert_int_equal(ask("POST", MAPS, "{\"metadata\":{\"generateName\":\"n-\"}}"),
				 201);
	begin(&del, "DELETE", MAPS, STR(""));
	assert_int_equal(head_of(&del), FAKEAPI_HEAD_WAIT);
	net_wait(has_halted, NULL);
	assert_int_equal(ask("GET", "/readyz", NULL), 200);
	open_gate(true);
	assert_int_equal(finish(&del, NULL), 200);
	assert_true(gate.suspended >= 100);
}

static void client_that_disconnects_while_parked_has_no_effect(void **state)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DELAY,
				       .times = 2,
				       .delay_ns = NS_PER_S };
	struct request a, b;

	(void)state;
	assert_true(fakeapi__core_fault_add(core, &rule) > 0);
	begin(&a, "POST", MAPS, STR("{\"metadata\":{\"name\":\"a\"}}"));
	begin(&b, "POST", MAPS, STR("{\"metadata\":{\"name\":\"b\"}}"));
	assert_int_equal(head_of(&a), FAKEAPI_HEAD_WAIT);
	open_gate(true);
	a.x->ops->end(a.x, true);
	(void)b.x->ops->head(b.x, 9 * NS_PER_S);
	assert_int_equal(finish(&b, NULL), 201);
	assert_int_equal(ask("GET", MAPS "/a", NULL), 404);
}

/* cluster-api's suite: writes waited for the webhook's full timeout despite its response. */
static void write_started_on_the_worker_resumes_after_its_webhook(void **state)
{
	struct strbuf body = long_map("a");
	struct fakeapi__reply reply = { .status = 200, .content_type = STR("application/json") };
	char answer[256];
	struct request a;

	(void)state;
	open_gate(true);
	assert_int_equal(
	    ask("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
		"{\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"w.e.com\","
		"\"admissionReviewVersions\":[\"v1\"],\"sideEffects\":\"None\",\"clientConfig\":{"
		"\"url\":\"https://127.0.0.1:1/w\"},\"rules\":[{\"apiGroups\":[\"\"],"
		"\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":["
		"\"configmaps\"]}]}]}"),
	    201);
	begin(&a, "POST", MAPS, strbuf_str(&body));
	net_wait(has_asked, NULL);
	net_wait(is_woken, &a); /* the worker has left it */
	assert_int_equal(head_of(&a), FAKEAPI_HEAD_WAIT);
	(void)snprintf(answer, sizeof(answer),
		       "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\","
		       "\"response\":{\"uid\":\"%s\",\"allowed\":true}}",
		       review_uid);
	reply.body = str_of(answer);
	atomic_store(&a.woken, 0);
	fakeapi__core_reply(core, question, &reply);
	net_wait(is_woken, &a); /* who serves it looks when it is woken, and not before */
	assert_int_equal(finish(&a, NULL), 201);
	strbuf_fini(&body);
}

/* A write delayed by a fault continues on the worker, not on the serving thread. */
static void delayed_long_write_runs_on_the_worker(void **state)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DELAY,
				       .times = 1,
				       .delay_ns = NS_PER_S };
	struct strbuf body = long_map("late");
	struct request late;

	(void)state;
	assert_true(fakeapi__core_fault_add(core, &rule) > 0);
	begin(&late, "POST", MAPS, strbuf_str(&body));
	strbuf_fini(&body);
	while (late.x->ops->head(late.x, NS_PER_S) == FAKEAPI_HEAD_WAIT &&
	       late.x->ops->deadline_ns(late.x) != 2 * NS_PER_S)
		(void)sched_yield();
	assert_int_equal(gate.suspended, 0);
	while (!has_halted(NULL))
		(void)late.x->ops->head(late.x, 9 * NS_PER_S);
	assert_int_equal(ask("GET", "/readyz", NULL), 200);
	assert_int_equal(ask("GET", MAPS "/late", NULL), 404);
	open_gate(true);
	assert_int_equal(finish(&late, NULL), 201);
}

static void stopping_server_aborts_an_uncommitted_write(void **state)
{
	struct request post;
	uint64_t before;

	(void)state;
	begin_long(&post, "long");
	before = fakeapi__core_rv(core);
	fakeapi__core_stopping(core);
	open_gate(true);
	assert_int_equal(finish(&post, NULL), 503);
	assert_int_equal(ask("GET", MAPS "/long", NULL), 404);
	assert_true(fakeapi__core_rv(core) == before);
}

static atomic_uint chores;

static void chore(void)
{
	atomic_fetch_add(&chores, 1);
}

static bool chore_is_done(void *user)
{
	(void)user;
	return atomic_load(&chores) > 0;
}

static void chores_run_on_the_reader_thread(void **state)
{
	(void)state;
	atomic_store(&chores, 0);
	for (int i = 0; i < 3; i++)
		fakeapi__worker_free(&worker, base__malloc(4096));
	fakeapi__worker_do(&worker, chore);
	net_wait(chore_is_done, NULL);
	fakeapi__worker_free(&worker, base__malloc(4096)); /* may be left for the end */
}

/* The first response must be read or abandoned before the next is rendered. */
static void long_reads_wait_while_unread_responses_exceed_the_limit(void **state)
{
	struct request first, second;

	(void)state;
	make_large("large");
	open_gate(true);
	lock_acquire(&worker.lock);
	worker.unread_max = 1000;
	lock_release(&worker.lock);
	atomic_store(&chores, 0);
	for (int hangs_up = 0; hangs_up < 2; hangs_up++) {
		accepted = "application/yaml";
		begin(&first, "GET", MAPS "/large", STR(""));
		(void)head_of(&first); /* as a transport: it is due */
		net_wait(is_answered, &first);
		begin(&second, "GET", MAPS "/large", STR(""));
		accepted = "application/json";
		/* Requests that arrive meanwhile do not let it run. */
		for (int i = 0; i < 20; i++) {
			assert_int_equal(head_of(&second), FAKEAPI_HEAD_WAIT);
			assert_int_equal(ask("GET", MAPS "/large", NULL), 200);
			assert_int_equal(ask("GET", "/readyz", NULL), 200);
		}
		fakeapi__worker_do(&worker, chore); /* they have theirs */
		net_wait(chore_is_done, NULL);
		assert_int_equal(head_of(&second), FAKEAPI_HEAD_WAIT);
		if (hangs_up)
			first.x->ops->end(first.x, true);
		else
			assert_int_equal(finish(&first, NULL), 200);
		assert_int_equal(finish(&second, NULL), 200);
	}
	assert_int_equal(worker.unread, 0);
}

/* --- every shape beside readers ----------------------------------------------------------- */

struct readers {
	struct fakeapi__core *core;
	atomic_bool stop;
};

static atomic_uint suspensions; /* of calls on both threads */
static void count_suspended(void *user, bool suspended)
{
	(void)user;
	atomic_fetch_add(&suspensions, suspended);
}

static void *read_on(void *user)
{
	static const char *const uris[] = { "/readyz", "/api/v1/pods", MAPS,
					    "/apis",   "/openapi/v2",  "/relist/v1/watches" };
	struct readers *r = user;

	for (size_t i = 0; !atomic_load(&r->stop); i++) {
		struct fakeapi__request req = { .method = STR("GET"),
						.path = str_of(uris[i % ARRAY_LEN(uris)]) };
		struct fakeapi__server *s = fakeapi__core_server(r->core);
		struct fakeapi__exchange *x =
		    s->begin(s, NS_PER_S, &req, (struct fakeapi__wake) { NULL, NULL });
		char buf[4096];

		if (x) {
			(void)x->ops->head(x, NS_PER_S);
			while (x->ops->pull(x, NS_PER_S, buf, sizeof(buf)) > 0)
				;
			x->ops->end(x, false);
		}
	}
	return NULL;
}

static void requests_get_the_same_status_beside_concurrent_reads(void **state)
{
	enum { PARTS = 50 };

	(void)state;
	for (size_t i = 0; i < shape_count; i++) {
		const struct shape *s = &shapes[i];
		struct readers r;
		pthread_t thread;
		int alone, beside;

		shape_on_suspend = NULL;
		r.core = shape_open(s, PARTS);
		assert_non_null(r.core);
		alone = shape_run(r.core, &s->ask, PARTS, NULL, NULL);
		fakeapi__core_free(r.core);
		shape_on_suspend = count_suspended;
		r.core = shape_open(s, PARTS);
		assert_non_null(r.core);
		atomic_init(&r.stop, false);
		assert_int_equal(pthread_create(&thread, NULL, read_on, &r), 0);
		beside = shape_run(r.core, &s->ask, PARTS, NULL, NULL);
		atomic_store(&r.stop, true);
		assert_int_equal(pthread_join(thread, NULL), 0);
		fakeapi__core_free(r.core);
		if (alone != beside)
			print_message("%s: %d alone, %d beside readers\n", s->name, alone, beside);
		assert_int_equal(alone, beside);
	}
	assert_true(shape_count > 0 && atomic_load(&suspensions) > 0);
	shape_on_suspend = NULL;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(reads_and_watches_continue_during_a_long_write),
		TEST(writes_after_a_long_write_keep_their_order),
		TEST(client_that_disconnects_while_queued_has_no_effect),
		TEST(in_process_write_waits_for_a_long_write),
		TEST(delayed_write_due_during_a_long_write_follows_it),
		TEST(failed_write_is_reported_despite_requests_between),
		TEST(short_writes_run_on_the_serving_thread),
		TEST(long_read_in_another_form_blocks_no_request),
		TEST(object_may_be_deleted_during_a_long_read),
		TEST(write_of_a_type_with_a_large_definition_runs_on_the_worker),
		TEST(short_request_for_a_large_object_runs_on_the_worker),
		TEST(delete_collection_yields_after_each_object),
		TEST(client_that_disconnects_while_parked_has_no_effect),
		TEST(delayed_long_write_runs_on_the_worker),
		TEST(write_started_on_the_worker_resumes_after_its_webhook),
		TEST(stopping_server_aborts_an_uncommitted_write),
		TEST(long_reads_wait_while_unread_responses_exceed_the_limit),
		TEST(chores_run_on_the_reader_thread),
		cmocka_unit_test(requests_get_the_same_status_beside_concurrent_reads),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
