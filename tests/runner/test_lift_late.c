/* SPDX-License-Identifier: Apache-2.0 */
/* What a lifted story holds for a controller: writes whose responses came late or never, or that
 * took others back; lists of an apiserver that is behind; its pauses. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/trace_kit.h"

static void add_request(struct strbuf *out, unsigned id, const char *name, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"POST\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"},"
		    "\"body\":{\"metadata\":{\"%s\":\"x-\"}}}}\n",
		    id, ms, name);
}

static void add_hangup(struct strbuf *out, unsigned id, unsigned ms)
{
	strbuf_addf(out, "{\"hangup\":{\"id\":%u,\"at\":\"%ums\"}}\n", id, ms);
}

static void add_post(struct strbuf *out, unsigned id, const char *name, const char *answer,
		     unsigned ms)
{
	add_request(out, id, name, ms);
	strbuf_addf(out, "{\"response\":{\"id\":%u,\"at\":\"%ums\",%s}}\n", id, ms, answer);
}

#define EXISTS                                                                                     \
	"\"status\":409,\"body\":{\"kind\":\"Status\",\"reason\":\"AlreadyExists\",\"code\":409}"
#define MADE                                                                                       \
	"\"status\":201,\"body\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"     \
	"\"name\":\"x-\",\"namespace\":\"d\",\"resourceVersion\":\"11\"}}"

/* The next request after the loss shows whether the server had carried it out, not one that ended
 * before; of a generated name nothing does. */
static void lifted_lost_response_becomes_a_hold_if_the_write_took_effect(void **state)
{
	static const struct {
		const char *name, *before, *answer, *want;
	} rows[] = {
		{ "generateName", NULL, MADE,
		  "  - hold: {at: reply, match: CREATE configmaps/d nth=1}\n"
		  "  - create: {configmaps/d/a: {}}" },
		{ "name", NULL, EXISTS,
		  "  - hold: {at: reply, match: CREATE configmaps/d/x- nth=1}\n" },
		{ "name", NULL, MADE,
		  "  - fail: {match: CREATE configmaps/d/x-, status: 504, reason: Timeout}\n" },
		{ "name", EXISTS, MADE,
		  "  - fail: {match: CREATE configmaps/d/x-, status: 504, reason: Timeout}\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		add_request(&text, 3, rows[i].name, 2100);
		if (rows[i].before)
			add_post(&text, 4, rows[i].name, rows[i].before, 2500);
		add_hangup(&text, 3, 4100);
		add_post(&text, 5, rows[i].name, rows[i].answer, 4200);
		lift_kit_add_event(&text, "ADDED", "b", 12, 9000);
		lift_kit_expect(&text, rows[i].want, true);
		lift_kit_expect(&text, "  - settle\n  - release: {at: reply, match: CREATE", i < 2);
	}
}

/* Two writes of one object, of which the first takes effect last. */
static void lifted_write_that_another_overtook_becomes_a_hold(void **state)
{
	static const struct {
		unsigned late_ms;
		bool held;
	} rows[] = { { 499, false }, { 500, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addz(&text, "{\"request\":{\"id\":3,\"at\":\"2100ms\",\"method\":\"PATCH\","
				   "\"path\":\"/api/v1/namespaces/d/configmaps/a\","
				   "\"headers\":{\"User-Agent\":\"ctl\"},\"body\":{}}}\n");
		lift_kit_add_event(&text, "ADDED", "b", 11, 2150);
		lift_kit_add_put(&text, 4, "a", 10, 200, 12, 2200);
		strbuf_addf(&text,
			    "{\"response\":{\"id\":3,\"at\":\"%ums\",\"status\":200,\"body\":",
			    2100 + rows[i].late_ms);
		lift_kit_add_object(&text, "a", "", 13);
		strbuf_addz(&text, "}}\n");
		lift_kit_add_event(&text, "ADDED", "c", 14, 9000);
		lift_kit_expect(&text,
				"  - hold: {at: request, match: PATCH configmaps/d/a nth=1}\n"
				"  - create: {configmaps/d/a: {}}",
				rows[i].held);
		lift_kit_expect(&text, "  - settle\n  - create: {configmaps/d/b: {}}",
				rows[i].held);
	}
}

/* The network cuts a response; the next request shows whether the write was carried out. */
static void cut_response_is_lost_after_the_write(void **state)
{
	static const struct {
		const char *name, *answer, *want;
	} rows[] = {
		{ "generateName", MADE,
		  "  - reply: {match: CREATE configmaps/d, handled: true, body: [{close: "
		  "rst}]}\n" },
		{ "name", MADE,
		  "  - reply: {match: CREATE configmaps/d/x-, body: [{close: rst}]}\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		add_request(&text, 3, rows[i].name, 2100);
		strbuf_addz(&text, "{\"close\":{\"id\":3,\"at\":\"2300ms\",\"how\":\"reset\"}}\n");
		add_post(&text, 4, rows[i].name, rows[i].answer, 4200);
		lift_kit_add_event(&text, "ADDED", "b", 12, 9000);
		lift_kit_expect(&text, rows[i].want, true);
	}
}

/* A PUT without a version that has none of the labels which another client just added. */
static void write_that_reverts_another_becomes_a_hold(void **state)
{
	static const struct {
		unsigned from;
		bool held;
	} rows[] = { { 0, true }, { 11, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addz(&text, "{\"event\":{\"id\":2,\"at\":\"2100ms\",\"type\":\"MODIFIED\","
				   "\"object\":");
		lift_kit_add_object(&text, "a", ",\"labels\":{\"k\":\"v\"}", 11);
		strbuf_addz(&text, "}}\n");
		lift_kit_add_put(&text, 3, "a", rows[i].from, 200, 12, 2200);
		lift_kit_add_event(&text, "ADDED", "c", 14, 9000);
		lift_kit_expect(&text,
				"  - hold: {at: request, match: UPDATE configmaps/d/a nth=1}\n"
				"  - create: {configmaps/d/a: {}}",
				rows[i].held);
		lift_kit_expect(&text, "d/a: {metadata: {labels: absent}}", true);
	}
}

/* After a restart the program receives a list that lacks an object its watch had delivered. */
static void stale_list_after_a_restart_becomes_a_lagging_backend(void **state)
{
	static const struct {
		unsigned rv;
		bool stale;
	} rows[] = { { 10, true }, { 11, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		lift_kit_add_event(&text, "ADDED", "b", 11, 3000);
		strbuf_addf(
		    &text,
		    "{\"hangup\":{\"id\":2,\"at\":\"4s\"}}\n"
		    "{\"disconnect\":{\"conn\":1,\"at\":\"4s\",\"by\":\"client\",\"how\":\"fin\"}}"
		    "\n"
		    "{\"request\":{\"id\":5,\"at\":\"5s\",\"conn\":2,\"method\":\"GET\",\"path\":"
		    "\"/api/v1/configmaps\",\"query\":{\"resourceVersion\":\"0\"},\"headers\":"
		    "{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"response\":{\"id\":5,\"at\":\"5s\",\"status\":200,\"body\":{\"kind\":"
		    "\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
		    "\"%u\"},\"items\":[",
		    rows[i].rv);
		lift_kit_add_object(&text, "a", "", 10);
		strbuf_addz(&text, rows[i].stale ? "" : ",");
		if (!rows[i].stale)
			lift_kit_add_object(&text, "b", "", 11);
		strbuf_addz(&text, "]}}}\n");
		add_post(&text, 6, "name", MADE, 5200);
		lift_kit_expect(&text, "  - freeze: B\n  - create: {configmaps/d/b: {}}",
				rows[i].stale);
		lift_kit_expect(&text, "  - restart: {informer: configmaps, backend: B}\n",
				rows[i].stale);
		lift_kit_expect(&text, "  server: {backends: [A, B]}\n", rows[i].stale);
		lift_kit_expect(&text, "  - thaw: B\n", rows[i].stale);
		/* it wrote 200 ms after the list */
		lift_kit_expect(&text, "external: {checks: [state], quiet: 400ms}\n",
				rows[i].stale);
	}
}

/* The program has a timer, for which each run has to wait. Its other objects are counted. */
static void lifted_pause_before_a_write_becomes_a_linger(void **state)
{
	static const struct {
		unsigned ms;
		const char *want;
	} rows[] = { { 6000, "external: [state]\n" },
		     { 22000, "external: {checks: [state], linger: 27s}\n" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		add_post(&text, 3, "name", MADE, rows[i].ms);
		lift_kit_expect(&text, rows[i].want, true);
		lift_kit_expect(&text, "  - start: configmaps\n", true);
		lift_kit_expect(&text, "  - settle\n  - create: {configmaps/d/a: {}}", true);
		lift_kit_expect(&text, "          others: 1\n", true);
	}
}

/* A request of ctl; `more`: members, each before a comma. */
static void add_own(struct strbuf *out, unsigned id, unsigned conn, const char *method,
		    const char *path, const char *more, unsigned ms)
{
	strbuf_addf(
	    out,
	    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"conn\":%u,\"method\":\"%s\",\"path\":"
	    "\"%s\",%s\"headers\":{\"User-Agent\":\"ctl\"}}}\n",
	    id, ms, conn, method, path, more);
}

#define LEASE "/apis/coordination.k8s.io/v1/namespaces/d/leases/x"

/* Two replicas: the first one ends, the second continues. With its lease it gives up the
 * leadership, as after SIGTERM. The end of the second one is no restart, nor is a watch that closed
 * more than a second before the last connection. */
static void end_of_the_older_replica_becomes_a_restart(void **state)
{
	static const struct {
		const char *holder, *ends;
		unsigned watch, conn;
		const char *hangup;
		bool restart;
	} rows[] = { { "", "  - stop: configmaps\n", 2, 1, "5s", true },
		     { "a", "  - crash: {informer: configmaps}\n", 2, 1, "5s", true },
		     { "a", "  - crash: {informer: configmaps}\n", 2, 1, "4s", true },
		     { "a", "  - crash: {informer: configmaps}\n", 2, 1, "3999ms", false },
		     { "", "  - stop: configmaps\n", 5, 2, "5s", false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT, lease = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		add_own(&text, 5, 2, "GET", "/api/v1/configmaps",
			"\"query\":{\"watch\":\"true\",\"sendInitialEvents\":\"true\"},", 3000);
		strbuf_addz(&text, "{\"response\":{\"id\":5,\"at\":\"3s\",\"status\":200,"
				   "\"stream\":true}}\n");
		strbuf_addf(&text, "{\"hangup\":{\"id\":%u,\"at\":\"%s\"}}\n", rows[i].watch,
			    rows[i].hangup);
		strbuf_addf(&lease,
			    "\"body\":{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/"
			    "v1\",\"metadata\":{\"name\":\"x\",\"namespace\":\"d\"},\"spec\":"
			    "{\"holderIdentity\":\"%s\"}},",
			    rows[i].holder);
		add_own(&text, 6, rows[i].conn, "PUT", LEASE, lease.ptr, 5000);
		strbuf_addf(&text,
			    "{\"response\":{\"id\":6,\"at\":\"5s\",\"status\":404}}\n"
			    "{\"disconnect\":{\"conn\":%u,\"at\":\"5s\",\"by\":\"client\",\"how\":"
			    "\"fin\"}}\n",
			    rows[i].conn);
		add_own(&text, 7, 3 - rows[i].conn, "GET", LEASE, "", 5500);
		strbuf_addz(&text, "{\"response\":{\"id\":7,\"at\":\"5500ms\",\"status\":404}}\n");
		add_post(&text, 8, "name", MADE, 6000);
		lift_kit_expect(&text, rows[i].ends, rows[i].restart);
		lift_kit_expect(&text, "  - restart: {informer: configmaps}\n", rows[i].restart);
	}
}

/* A replica that waits only reads the Lease. Once it writes, its connection belongs to the program
 * like any other. */
static void replica_that_has_only_read_the_lease_is_a_restart_when_it_takes_over(void **state)
{
	static const struct {
		const char *before; /* its first request */
		bool takes_over, restart;
	} rows[] = { { "GET", true, true }, { "GET", false, false }, { "PUT", true, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		add_own(&text, 5, 2, rows[i].before, LEASE, "", 2500);
		strbuf_addz(&text, "{\"response\":{\"id\":5,\"at\":\"2500ms\",\"status\":404}}\n"
				   "{\"hangup\":{\"id\":2,\"at\":\"3s\"}}\n"
				   "{\"disconnect\":{\"conn\":1,\"at\":\"3s\",\"by\":"
				   "\"client\",\"how\":\"fin\"}}\n");
		add_own(&text, 6, 2, "GET", LEASE, "", 3500);
		strbuf_addz(&text, "{\"response\":{\"id\":6,\"at\":\"3500ms\",\"status\":404}}\n");
		if (rows[i].takes_over)
			add_own(&text, 7, 2, "GET", "/api/v1/configmaps",
				"\"query\":{\"watch\":\"true\",\"sendInitialEvents\":\"true\"},",
				6000);
		add_post(&text, 8, "name", MADE, 7000);
		lift_kit_expect(&text, "  - crash: {informer: configmaps}\n", rows[i].restart);
		lift_kit_expect(&text, "  - advance: 3s\n  - restart: {informer: configmaps}\n",
				rows[i].restart);
	}
}

/* A scenario's server has every namespace from the start. */
static void creation_in_a_missing_namespace_is_refused_in_the_story(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	add_post(
	    &text, 4, "name",
	    "\"status\":404,\"body\":{\"kind\":\"Status\",\"reason\":\"NotFound\",\"code\":404}",
	    2100);
	add_post(&text, 5, "name", MADE, 5000);
	lift_kit_expect(
	    &text, "  - fail: {match: CREATE configmaps/d/x-, status: 404, reason: NotFound}\n",
	    true);
}

/* Another client requests it first, in a version that the program does not know. */
static void custom_type_is_served_in_the_version_of_the_program(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN
		    "{\"request\":{\"id\":5,\"at\":\"2s\",\"method\":\"GET\",\"path\":"
		    "\"/apis/n.io/v1/routes\",\"headers\":{\"User-Agent\":\"user\"}}}\n"
		    "{\"response\":{\"id\":5,\"at\":\"2s\",\"status\":200,\"body\":{\"kind\":"
		    "\"RouteList\",\"apiVersion\":\"n.io/v1\",\"metadata\":{\"resourceVersion\":"
		    "\"9\"},\"items\":[]}}}\n");
	add_own(&text, 6, 1, "GET", "/apis/n.io/v1alpha1/routes",
		"\"query\":{\"watch\":\"true\",\"resourceVersion\":\"9\"},", 2100);
	strbuf_addz(&text,
		    "{\"response\":{\"id\":6,\"at\":\"2100ms\",\"status\":200,\"stream\":true}}\n"
		    "{\"event\":{\"id\":6,\"at\":\"3s\",\"type\":\"ADDED\",\"object\":{\"kind\":"
		    "\"Route\",\"apiVersion\":\"n.io/v1alpha1\",\"metadata\":{\"name\":\"r\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"10\"}}}}\n");
	lift_kit_expect(&text,
			"routes: {resource: n.io/v1alpha1/routes, kind: Route, versions: [v1]}",
			true);
}

/* The recorded cluster was Kubernetes 1.21 or older. */
static void type_in_a_version_that_kubernetes_has_removed_is_served_nevertheless(void **state)
{
	static const struct {
		const char *group, *resource, *kind;
	} rows[] = {
		{ "policy", "poddisruptionbudgets", "PodDisruptionBudget" },
		{ "networking.k8s.io", "ingresses", "Ingress" },
		{ "extensions", "ingresses", "Ingress" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT, path = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&path, "/apis/%s/v1beta1/%s", rows[i].group, rows[i].resource);
		strbuf_addz(&text, LIFT_KIT_BEGIN);
		add_own(&text, 5, 1, "GET", path.ptr, "", 2000);
		strbuf_addf(
		    &text,
		    "{\"response\":{\"id\":5,\"at\":\"2s\",\"status\":200,\"body\":{\"kind\":"
		    "\"%sList\",\"apiVersion\":\"%s/v1beta1\",\"metadata\":{"
		    "\"resourceVersion\":\"9\"},\"items\":[]}}}\n",
		    rows[i].kind, rows[i].group);
		add_own(&text, 6, 1, "GET", path.ptr,
			"\"query\":{\"watch\":\"true\",\"resourceVersion\":\"9\"},", 2100);
		strbuf_addf(
		    &text,
		    "{\"response\":{\"id\":6,\"at\":\"2100ms\",\"status\":200,\"stream\":true}}"
		    "\n{\"event\":{\"id\":6,\"at\":\"3s\",\"type\":\"ADDED\",\"object\":{"
		    "\"kind\":\"%s\",\"apiVersion\":\"%s/v1beta1\",\"metadata\":{\"name\":\"r\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"10\"}}}}\n",
		    rows[i].kind, rows[i].group);
		strbuf_addf(&want, "%s: {resource: %s/v1beta1/%s, kind: %s, removed: true}",
			    rows[i].resource, rows[i].group, rows[i].resource, rows[i].kind);
		lift_kit_expect(&text, want.ptr, true);
	}
}

static void program_without_a_user_agent_is_lifted_by_an_empty_one(void **state)
{
	static const char header[] = ",\"headers\":{\"User-Agent\":\"ctl\"}";
	static const char *const agents[] = { "" };
	AUTO_STRBUF with = STRBUF_INIT, text = STRBUF_INIT, out = STRBUF_INIT;
	const char *at, *next;

	(void)state;
	strbuf_addz(&with, LIFT_KIT_BEGIN);
	lift_kit_add_event(&with, "ADDED", "a", 10, 2000);
	add_post(&with, 4, "name", MADE, 4200);
	for (at = with.ptr; (next = strstr(at, header)); at = next + strlen(header))
		strbuf_adds(&text, (struct str) { at, (size_t)(next - at) });
	strbuf_addz(&text, at);
	lift_kit_lift(strbuf_str(&text), agents, 1, NULL, &out);
	assert_non_null(strstr(out.ptr, "  - create: {configmaps/d/a: {}}"));
	assert_non_null(strstr(out.ptr, "d/x-: any"));
}

/* The store keeps an Event as core/v1: listed in events.k8s.io/v1 it is the same object. */
static void listed_event_of_events_k8s_io_is_created_as_a_core_event(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	add_own(&text, 5, 1, "GET", "/apis/events.k8s.io/v1/events", "", 2000);
	strbuf_addz(&text,
		    "{\"response\":{\"id\":5,\"at\":\"2s\",\"status\":200,\"body\":{\"kind\":"
		    "\"EventList\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{"
		    "\"resourceVersion\":\"12\"},\"items\":[{\"metadata\":{\"name\":\"e\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"11\"},\"reason\":\"r\","
		    "\"note\":\"n\",\"regarding\":{\"kind\":\"Pod\",\"namespace\":\"d\","
		    "\"name\":\"p\"}}]}}}\n");
	add_own(&text, 6, 1, "GET", "/apis/events.k8s.io/v1/events",
		"\"query\":{\"watch\":\"true\",\"resourceVersion\":\"12\"},", 2000);
	strbuf_addz(&text, "{\"response\":{\"id\":6,\"at\":\"2s\",\"status\":200,"
			   "\"stream\":true}}\n");
	lift_kit_expect(&text, "involvedObject", true);
	lift_kit_expect(&text, "regarding", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cut_response_is_lost_after_the_write),
		cmocka_unit_test(write_that_reverts_another_becomes_a_hold),
		cmocka_unit_test(stale_list_after_a_restart_becomes_a_lagging_backend),
		cmocka_unit_test(lifted_pause_before_a_write_becomes_a_linger),
		cmocka_unit_test(lifted_lost_response_becomes_a_hold_if_the_write_took_effect),
		cmocka_unit_test(lifted_write_that_another_overtook_becomes_a_hold),
		cmocka_unit_test(end_of_the_older_replica_becomes_a_restart),
		cmocka_unit_test(
		    replica_that_has_only_read_the_lease_is_a_restart_when_it_takes_over),
		cmocka_unit_test(creation_in_a_missing_namespace_is_refused_in_the_story),
		cmocka_unit_test(custom_type_is_served_in_the_version_of_the_program),
		cmocka_unit_test(
		    type_in_a_version_that_kubernetes_has_removed_is_served_nevertheless),
		cmocka_unit_test(program_without_a_user_agent_is_lifted_by_an_empty_one),
		cmocka_unit_test(listed_event_of_events_k8s_io_is_created_as_a_core_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
