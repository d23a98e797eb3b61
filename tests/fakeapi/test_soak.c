/* SPDX-License-Identifier: Apache-2.0 */
/* 64 clients on one server over loopback: writers with keys of their own and keys that they share,
 * pages, watches over HTTP and WebSocket, and faults and compactions in between. Afterwards the
 * store is what the responses say, and every watch got every change once and in order.
 *
 * RELIST_SOAK_SECONDS (1) says for how long, RELIST_SOAK_SEED (1) what they do; what the threads
 * make of it differs each time. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/choice.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "tests/kit/soak_watcher.h"
#include "tests/kit/testing.h"

enum {
	WORKERS = 40,
	WATCHERS = 24, /* every third over WebSocket */
	OWNED = 12,    /* keys of one worker */
	SHARED_FIRST = WORKERS * OWNED,
	SHARED = 16,

	WATCH_WINDOW = 4096,
	STEPS_MIN = 20,	 /* of each worker, however slow the machine */
	VIEWS_MAX = 400, /* lists kept by one worker */
};

struct worker {
	struct soak *soak;
	unsigned id;
	uint64_t random;
	struct soak_conn conn;
	struct soak_change own[OWNED]; /* rv 0: not there */
	uint32_t rule;		       /* to be removed; 0: none */
	bool stalled;
	size_t views;
};

static uint32_t pick(struct worker *w, uint32_t n)
{
	return (uint32_t)(splitmix64(&w->random) % n);
}

/* --- objects --- */

static void add_uri(struct strbuf *out, uint32_t key, bool named)
{
	strbuf_addf(out, "/api/v1/namespaces/soak-%u/serviceaccounts", key % SOAK_NAMESPACES);
	if (named)
		strbuf_addf(out, "/k-%u", key);
}

static void add_body(struct strbuf *out, const struct soak_change *c, uint64_t rv)
{
	strbuf_addf(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{"
		    "\"name\":\"k-%u\",\"annotations\":{\"v\":\"%u\"}",
		    c->key, c->value);
	if (c->labelled)
		strbuf_addz(out, ",\"labels\":{\"soak\":\"in\"}");
	if (rv)
		strbuf_addf(out, ",\"resourceVersion\":\"%" PRIu64 "\"", rv);
	strbuf_addz(out, "}}");
}

static struct soak_change answered(struct soak_conn *c)
{
	struct soak_change out;

	SOAK_CHECK(soak_parse_object(soak_parse(strbuf_str(&c->out)), &out), "not ours: %s",
		   c->out.ptr);
	return out;
}

/* --- workers --- */

static int request(struct worker *w, const char *method, const struct strbuf *uri, const char *type,
		   const struct strbuf *body)
{
	int status = soak_request(&w->conn, method, uri->ptr, type, body ? body->ptr : NULL);

	atomic_fetch_add(&w->soak->requests, 1);
	if (status < 0)
		atomic_fetch_add(&w->soak->breaks, 1);
	return status;
}

/* What has become of an own key after a request without an answer. */
static void reconcile(struct worker *w, struct soak_change *own, const struct soak_change *tried)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	struct soak_change now;
	int status;

	add_uri(&uri, tried->key, true);
	do
		status = request(w, "GET", &uri, NULL, NULL);
	while (status < 0 || soak_injected(status));
	SOAK_CHECK(status == 200 || status == 404, "GET: %d %s", status, w->conn.out.ptr);
	if (status == 404) {
		if (!own->rv)
			return;
		SOAK_CHECK(tried->type == SOAK_DELETED, "key %u has gone", tried->key);
		now = *own;
		now.type = SOAK_DELETED;
		soak_history_maybe(&w->soak->history, &now);
		own->rv = 0;
		return;
	}
	now = answered(&w->conn);
	if (now.rv == own->rv)
		return;
	now.type = tried->type;
	soak_history_write(&w->soak->history, &now);
	*own = now;
}

/* Does one write and keeps the books. Returns the status; -1: reconciled. */
static int write_own(struct worker *w, struct soak_change *own, const struct soak_change *tried,
		     const char *method, const char *type, const struct strbuf *body)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	int status;

	add_uri(&uri, tried->key, tried->type != SOAK_ADDED);
	status = request(w, method, &uri, type, body);
	if (status == 200 || status == 201) {
		*own = answered(&w->conn);
		own->type = tried->type;
		SOAK_CHECK(own->value == tried->value && own->key == tried->key,
			   "key %u value %u: %s", tried->key, tried->value, w->conn.out.ptr);
		soak_history_write(&w->soak->history, own);
		if (tried->type == SOAK_DELETED)
			own->rv = 0;
	} else if (status < 0) {
		reconcile(w, own, tried);
	}
	return status;
}

static void expect(struct worker *w, int status, int want, const char *what)
{
	SOAK_CHECK(status < 0 || status == want || soak_injected(status),
		   "%s: %d instead of %d: %s", what, status, want, w->conn.out.ptr);
}

static void create_or_delete(struct worker *w, struct soak_change *own, struct soak_change tried)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (own->rv) {
		tried.type = SOAK_DELETED;
		tried.value = own->value;
		expect(w, write_own(w, own, &tried, "DELETE", NULL, NULL), 200, "delete");
		return;
	}
	tried.type = SOAK_ADDED;
	add_body(&body, &tried, 0);
	expect(w, write_own(w, own, &tried, "POST", "application/json", &body), 201, "create");
}

static void update(struct worker *w, struct soak_change *own, struct soak_change tried)
{
	AUTO_STRBUF body = STRBUF_INIT;
	uint64_t stale = pick(w, 8) == 0;

	if (!own->rv) {
		create_or_delete(w, own, tried);
		return;
	}
	add_body(&body, &tried, own->rv - stale);
	expect(w, write_own(w, own, &tried, "PUT", "application/json", &body), stale ? 409 : 200,
	       "update");
}

static void patch(struct worker *w, struct soak_change *own, struct soak_change tried)
{
	static const char *const types[] = { "application/merge-patch+json",
					     "application/strategic-merge-patch+json",
					     "application/json-patch+json" };
	uint32_t type = pick(w, 3);
	AUTO_STRBUF body = STRBUF_INIT;

	if (!own->rv) {
		create_or_delete(w, own, tried);
		return;
	}
	if (type == 2)
		strbuf_addf(&body,
			    "[{\"op\":\"replace\",\"path\":\"/metadata/annotations/v\","
			    "\"value\":\"%u\"}]",
			    tried.value);
	else
		strbuf_addf(&body,
			    "{\"metadata\":{\"annotations\":{\"v\":\"%u\"},\"labels\":{"
			    "\"soak\":%s}}}",
			    tried.value, tried.labelled ? "\"in\"" : "null");
	expect(w, write_own(w, own, &tried, "PATCH", types[type], &body), 200, "patch");
}

static void write_something(struct worker *w)
{
	uint32_t n = pick(w, OWNED);
	struct soak_change tried = {
		.key = w->id * OWNED + n,
		.value = (uint32_t)splitmix64(&w->random),
		.type = SOAK_MODIFIED,
		.labelled = pick(w, 2) == 0,
	};

	switch (pick(w, 5)) {
	case 0:
	case 1:
		update(w, &w->own[n], tried);
		break;
	case 2:
	case 3:
		patch(w, &w->own[n], tried);
		break;
	default:
		create_or_delete(w, &w->own[n], tried);
		break;
	}
}

/* Reads a counter that all share and adds one, if no other was faster. */
static void count_up(struct worker *w)
{
	uint32_t key = SHARED_FIRST + pick(w, SHARED);
	AUTO_STRBUF uri = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	struct soak_change c;
	int status;

	add_uri(&uri, key, true);
	status = request(w, "GET", &uri, NULL, NULL);
	expect(w, status, 200, "get");
	if (status != 200)
		return;
	c = answered(&w->conn);
	soak_history_seen(&w->soak->history, &c);
	c.type = SOAK_MODIFIED;
	c.value++;
	add_body(&body, &c, c.rv);
	status = request(w, "PUT", &uri, "application/json", &body);
	if (status < 0) {
		soak_history_maybe(&w->soak->history, &c);
	} else if (status == 200) {
		c = answered(&w->conn);
		c.type = SOAK_MODIFIED;
		soak_history_write(&w->soak->history, &c);
	} else {
		expect(w, status, 409, "count");
	}
}

static void read_own(struct worker *w)
{
	uint32_t n = pick(w, OWNED);
	AUTO_STRBUF uri = STRBUF_INIT;
	int status;

	add_uri(&uri, w->id * OWNED + n, true);
	status = request(w, "GET", &uri, NULL, NULL);
	expect(w, status, w->own[n].rv ? 200 : 404, "get");
	if (status == 200)
		SOAK_CHECK(answered(&w->conn).rv == w->own[n].rv, "rv %" PRIu64 " expected: %s",
			   w->own[n].rv, w->conn.out.ptr);
}

/* Lists page by page; a compaction in between ends it with 410. */
static void list_pages(struct worker *w)
{
	struct soak_view view = { .filter = { .ns = (int)pick(w, SOAK_NAMESPACES + 1) - 1,
					      .labelled_only = pick(w, 3) == 0 } };
	AUTO_STRBUF token = STRBUF_INIT;
	uint32_t limit = 5 + pick(w, 200);
	int status;

	(void)snprintf(view.who, sizeof(view.who), "lister %u", w->id);
	do {
		AUTO_STRBUF uri = STRBUF_INIT;
		uint64_t rv;
		json_t list, more;

		soak_add_list_uri(&uri, &view.filter);
		strbuf_addf(&uri, "limit=%u%s%s", limit, token.len ? "&continue=" : "", token.ptr);
		status = request(w, "GET", &uri, NULL, NULL);
		SOAK_CHECK(status < 0 || status == 200 || soak_injected(status) ||
			       (status == 410 && token.len),
			   "list: %d %s", status, w->conn.out.ptr);
		if (status != 200)
			break;
		list = soak_parse(strbuf_str(&w->conn.out));
		rv = soak_number(json_path(list, "metadata", "resourceVersion", NULL), 0);
		SOAK_CHECK(!view.rv || view.rv == rv, "pages of different rvs");
		view.rv = rv;
		soak_take_items(list, &view.listed);
		more = json_path(list, "metadata", "continue", NULL);
		strbuf_clear(&token);
		if (more.len > 2)
			strbuf_add(&token, more.ptr + 1, more.len - 2);
	} while (token.len);
	if (status == 200 && w->views++ < VIEWS_MAX)
		soak_history_view(&w->soak->history, &view);
	free(view.listed.items);
}

/* Opens a watch and is gone. */
static void watch_and_leave(struct worker *w)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	struct soak_filter all = { .ns = SOAK_NS_ALL };
	int status;

	soak_add_list_uri(&uri, &all);
	strbuf_addz(&uri, "watch=true");
	status = soak_watch_open(&w->conn, uri.ptr, pick(w, 2) == 0);
	SOAK_CHECK(status < 0 || status == 200 || status == 101 || soak_injected(status),
		   "watch: %d", status);
	soak_conn_close(&w->conn);
}

/* --- faults --- */

static void undo(struct worker *w)
{
	if (w->rule)
		fakeapi_remove_fault(w->soak->api, w->rule);
	if (w->stalled)
		(void)fakeapi_end_watches(w->soak->api, NULL, FAKEAPI_WATCHES_RESUME);
	w->rule = 0;
	w->stalled = false;
}

static void add_rule(struct worker *w, const char *rule)
{
	SOAK_CHECK(fakeapi_add_fault(w->soak->api, rule, &w->rule, NULL) == 0, "rule %s", rule);
}

/* A connection that breaks off, without an answer or within it. */
static void break_something(struct worker *w)
{
	static const char *const verbs[] = { "create", "update", "patch", "list", "get", "watch" };
	char rule[200], bytes[24] = "";

	if (pick(w, 2))
		(void)snprintf(bytes, sizeof(bytes), ",\"bytes\":%u", 1 + pick(w, 600));
	(void)snprintf(rule, sizeof(rule),
		       "{\"kind\":\"%s\",\"match\":{\"verb\":\"%s\"},\"times\":%u%s}",
		       pick(w, 2) ? "cut" : "reset", verbs[pick(w, ARRAY_LEN(verbs))],
		       1 + pick(w, 3), bytes);
	add_rule(w, rule);
}

static void fail_something(struct worker *w)
{
	static const char *const verbs[] = { "create", "update", "patch", "delete",
					     "list",   "get",	 "watch" };
	static const int codes[] = { 500, 503, 429 };

	SOAK_CHECK(fakeapi_fail_next(w->soak->api, verbs[pick(w, ARRAY_LEN(verbs))],
				     "serviceaccounts", 1 + pick(w, 4), codes[pick(w, 3)],
				     NULL) == 0,
		   "no fault");
}

static void misbehave(struct worker *w)
{
	struct fakeapi *api = w->soak->api;

	undo(w);
	switch (pick(w, 10)) {
	case 0:
	case 1:
		fakeapi_compact(api);
		break;
	case 2:
		fail_something(w);
		break;
	case 3:
		(void)fakeapi_end_watches(api, NULL, (enum fakeapi_watch_end)pick(w, 3));
		break;
	case 4:
		(void)fakeapi_end_watches(api, NULL, FAKEAPI_WATCHES_STALL);
		w->stalled = true;
		break;
	case 5:
		break_something(w);
		break;
	case 6:
		add_rule(w, "{\"kind\":\"hold-events\",\"match\":{}}");
		break;
	case 7:
		add_rule(w, "{\"kind\":\"slow\",\"match\":{\"verb\":\"watch\"},\"bytes\":900,"
			    "\"delay\":\"1ms\",\"times\":2}");
		break;
	case 8:
		add_rule(w, "{\"kind\":\"delay\",\"match\":{\"verb\":\"list\"},\"delay\":\"1ms\","
			    "\"times\":3}");
		break;
	default:
		SOAK_CHECK(fakeapi_refuse(api, true, NULL) == 0, "refuse");
		SOAK_CHECK(fakeapi_refuse(api, false, NULL) == 0, "accept");
		break;
	}
}

static void *work(void *user)
{
	struct worker *w = user;

	soak_conn_init(&w->conn, w->soak->port);
	for (int n = 0; n < STEPS_MIN || clock_monotonic_ns() < w->soak->until_ns; n++) {
		uint32_t what = pick(w, 400);

		if (what < 3)
			misbehave(w);
		else if (what < 8)
			watch_and_leave(w);
		else if (what < 30)
			list_pages(w);
		else if (what < 80)
			read_own(w);
		else if (what < 140)
			count_up(w);
		else
			write_something(w);
	}
	undo(w);
	soak_conn_fini(&w->conn);
	return NULL;
}

/* --- the test --- */

static void write_plain(struct soak *s, uint32_t key)
{
	struct soak_change c = { .key = key, .labelled = true };
	AUTO_STRBUF uri = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	struct fakeapi_reply reply;
	json_t whole;

	add_uri(&uri, key, false);
	add_body(&body, &c, 0);
	assert_int_equal(fakeapi_request(s->api, "POST", uri.ptr, body.ptr, NULL, &reply, NULL), 0);
	assert_true(json_valid((struct str) { reply.body, reply.body_len }, &whole, NULL));
	assert_true(soak_parse_object(whole, &c));
	c.type = SOAK_ADDED;
	soak_history_write(&s->history, &c);
	fakeapi_reply_fini(&reply);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void begin(struct soak *s)
{
	struct fakeapi_options opt = { .watch_window = WATCH_WINDOW };

	*s = (struct soak) { 0 };
	soak_history_init(&s->history);
	s->history.counters = SHARED_FIRST;
	s->api = fakeapi_start(&opt, NULL);
	assert_non_null(s->api);
	s->port = (uint16_t)strtoul(strrchr(fakeapi_url(s->api), ':') + 1, NULL, 10);
	for (int i = 0; i < SOAK_NAMESPACES; i++) {
		char ns[120];

		(void)snprintf(ns, sizeof(ns),
			       "apiVersion: v1\nkind: Namespace\nmetadata: {name: soak-%d}\n", i);
		assert_int_equal(fakeapi_apply(s->api, ns, NULL), 0);
	}
	for (uint32_t i = 0; i < SHARED; i++)
		write_plain(s, SHARED_FIRST + i);
	s->until_ns =
	    clock_monotonic_ns() + (int64_t)from_environment("RELIST_SOAK_SECONDS", 1) * NS_PER_S;
}

/* The store as it is now, as one more view. */
static void add_final_list(struct soak *s)
{
	struct soak_view view = { .who = "the store", .filter = { .ns = SOAK_NS_ALL } };
	struct fakeapi_reply reply;
	json_t list;

	assert_int_equal(fakeapi_request(s->api, "GET", "/api/v1/serviceaccounts", NULL, NULL,
					 &reply, NULL),
			 0);
	list = soak_parse((struct str) { reply.body, reply.body_len });
	view.rv = soak_number(json_path(list, "metadata", "resourceVersion", NULL), 0);
	soak_take_items(list, &view.listed);
	soak_history_view(&s->history, &view);
	fakeapi_reply_fini(&reply);
}

static void finish(struct soak *s)
{
	static struct soak_change final[SOAK_KEYS];

	add_final_list(s);
	soak_history_check(&s->history, final);
	for (uint32_t k = 0; k < SHARED; k++)
		assert_true(final[SHARED_FIRST + k].rv > 0);
	print_message("%lu requests (%lu broken off), %zu writes, %lu events told, %lu gaps, "
		      "%zu views\n",
		      atomic_load(&s->requests), atomic_load(&s->breaks), s->history.writes.count,
		      atomic_load(&s->events), atomic_load(&s->gaps), s->history.view_count);
	assert_true(atomic_load(&s->requests) >= WORKERS && s->history.writes.count > SHARED);
	fakeapi_stop(s->api);
	soak_history_fini(&s->history);
}

static void every_watcher_receives_every_write(void **state)
{
	static struct worker workers[WORKERS];
	static struct watcher watchers[WATCHERS];
	pthread_t threads[WORKERS + WATCHERS];
	uint64_t seed = from_environment("RELIST_SOAK_SEED", 1);
	struct soak s;

	(void)state;
	begin(&s);
	for (unsigned i = 0; i < WATCHERS; i++) {
		watchers[i] = (struct watcher) {
			.soak = &s, .id = i, .websocket = i % 3 == 0, .watch_list = i % 2 == 0
		};
		watchers[i].view.filter.ns =
		    i % 4 == 3 ? (int)(i / 4 % SOAK_NAMESPACES) : SOAK_NS_ALL;
		watchers[i].view.filter.labelled_only = i % 5 == 2;
		assert_int_equal(pthread_create(&threads[WORKERS + i], NULL, soak_watch,
						&watchers[i]),
				 0);
	}
	for (unsigned i = 0; i < WORKERS; i++) {
		workers[i] = (struct worker) { .soak = &s, .id = i, .random = seed << 8 | i };
		assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	}
	for (unsigned i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	fakeapi_remove_fault(s.api, 0);
	(void)fakeapi_end_watches(s.api, NULL, FAKEAPI_WATCHES_RESUME);
	for (uint32_t k = SOAK_LAST_FIRST; k < SOAK_KEYS; k++)
		write_plain(&s, k);
	for (unsigned i = 0; i < WATCHERS; i++)
		assert_int_equal(pthread_join(threads[WORKERS + i], NULL), 0);
	finish(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_watcher_receives_every_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
