/* SPDX-License-Identifier: Apache-2.0 */
/* What a lifted story holds for a controller: writes whose responses came late or never, or that
 * took others back; lists of an apiserver that is behind; its pauses. */
#include "base/alloc.h"
#include "runner/lift/lift.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

static const char *const ctl[] = { "ctl" };

static void expect_lifted(const struct strbuf *text, const char *want, bool there)
{
	struct lift__options opt = { .name = STR("x"),
				     .from_ns = -1,
				     .to_ns = -1,
				     .user_agents = { ctl, 1 },
				     .controllers = { ctl, 1 } };
	struct str recording = strbuf_str(text);
	struct relist_err err = { 0 };
	struct lift__result result;
	struct rec__reader reader;
	struct rec__line line;
	struct lift *l = lift__new(&opt, &err);
	int code =
	    rec__reader_init(&reader, (struct rec__input) { text_input, &recording }, 0, &err);

	assert_non_null(l);
	lift__result_init(&result);
	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (!code)
		code = lift__finish(l, &result, &err);
	if (code)
		fail_msg("line %u: %s", line.number, err.msg);
	if (!strstr(result.text.ptr, want) != !there)
		fail_msg("%s is %s:\n%s", want, there ? "missing" : "there", result.text.ptr);
	lift__result_fini(&result);
	lift__free(l);
	rec__reader_fini(&reader);
}

#define BEGIN                                                                                      \
	"{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n"                                      \
	"{\"request\":{\"id\":1,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\",\"path\":\"/api/v1/"   \
	"configmaps\","                                                                            \
	"\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                                 \
	"{\"response\":{\"id\":1,\"at\":\"1s\",\"status\":200,\"body\":{\"kind\":"                 \
	"\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},"        \
	"\"items\":[]}}}\n"                                                                        \
	"{\"request\":{\"id\":2,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\",\"path\":\"/api/v1/"   \
	"configmaps\","                                                                            \
	"\"query\":{\"watch\":\"true\",\"resourceVersion\":\"9\"},"                                \
	"\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                                 \
	"{\"response\":{\"id\":2,\"at\":\"1s\",\"status\":200,\"stream\":true}}\n"

static void add_object(struct strbuf *out, const char *name, const char *meta, unsigned rv)
{
	strbuf_addf(out,
		    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"%u\"%s}}",
		    name, rv, meta);
}

static void add_event(struct strbuf *out, const char *type, const char *name, unsigned rv,
		      unsigned ms)
{
	strbuf_addf(out, "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"%s\",\"object\":", ms,
		    type);
	add_object(out, name, "", rv);
	strbuf_addz(out, "}}\n");
}

/* A PUT that knows the version `from`, answered with `status`; `rv`: what it made. */
static void add_put(struct strbuf *out, unsigned id, const char *name, unsigned from, int status,
		    unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"PUT\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/%s\",\"headers\":{\"User-Agent\":\"ctl\"},"
		    "\"body\":",
		    id, ms, name);
	add_object(out, name, "", from);
	strbuf_addf(out, "}}\n{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":%d,\"body\":", id,
		    ms, status);
	add_object(out, name, "", rv);
	strbuf_addz(out, "}}\n");
}

static void add_request(struct strbuf *out, unsigned id, const char *name, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"POST\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"},"
		    "\"body\":{\"metadata\":{\"%s\":\"x-\"}}}}\n",
		    id, ms, name);
}

/* A POST without a response: the client ends the request 2 s later. */
static void add_given_up(struct strbuf *out, unsigned id, const char *name, unsigned ms)
{
	add_request(out, id, name, ms);
	strbuf_addf(out, "{\"hangup\":{\"id\":%u,\"at\":\"%ums\"}}\n", id, ms + 2000);
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

/* The next request shows whether the server had carried it out; of a generated name nothing does.
 */
static void lost_response_is_held_if_the_write_was_carried_out(void **state)
{
	static const struct {
		const char *name, *answer, *want;
	} rows[] = {
		{ "generateName", MADE,
		  "  - hold: {at: reply, match: CREATE configmaps/d nth=1}\n"
		  "  - create: {configmaps/d/a: {}}" },
		{ "name", EXISTS, "  - hold: {at: reply, match: CREATE configmaps/d/x- nth=1}\n" },
		{ "name", MADE,
		  "  - fail: {match: CREATE configmaps/d/x-, status: 504, reason: Timeout}\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		add_given_up(&text, 3, rows[i].name, 2100);
		add_post(&text, 4, rows[i].name, rows[i].answer, 4200);
		add_event(&text, "ADDED", "b", 12, 9000);
		expect_lifted(&text, rows[i].want, true);
		expect_lifted(&text, "  - settle\n  - release: {at: reply, match: CREATE", i < 2);
	}
}

/* Two writes of one object, of which the first takes effect last. */
static void overtaken_write_becomes_a_hold(void **state)
{
	static const struct {
		unsigned late_ms;
		bool held;
	} rows[] = { { 499, false }, { 500, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addz(&text, "{\"request\":{\"id\":3,\"at\":\"2100ms\",\"method\":\"PATCH\","
				   "\"path\":\"/api/v1/namespaces/d/configmaps/a\","
				   "\"headers\":{\"User-Agent\":\"ctl\"},\"body\":{}}}\n");
		add_event(&text, "ADDED", "b", 11, 2150);
		add_put(&text, 4, "a", 10, 200, 12, 2200);
		strbuf_addf(&text,
			    "{\"response\":{\"id\":3,\"at\":\"%ums\",\"status\":200,\"body\":",
			    2100 + rows[i].late_ms);
		add_object(&text, "a", "", 13);
		strbuf_addz(&text, "}}\n");
		add_event(&text, "ADDED", "c", 14, 9000);
		expect_lifted(&text,
			      "  - hold: {at: request, match: PATCH configmaps/d/a nth=1}\n"
			      "  - create: {configmaps/d/a: {}}",
			      rows[i].held);
		expect_lifted(&text, "  - settle\n  - create: {configmaps/d/b: {}}", rows[i].held);
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

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		add_request(&text, 3, rows[i].name, 2100);
		strbuf_addz(&text, "{\"close\":{\"id\":3,\"at\":\"2300ms\",\"how\":\"reset\"}}\n");
		add_post(&text, 4, rows[i].name, rows[i].answer, 4200);
		add_event(&text, "ADDED", "b", 12, 9000);
		expect_lifted(&text, rows[i].want, true);
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

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addz(&text, "{\"event\":{\"id\":2,\"at\":\"2100ms\",\"type\":\"MODIFIED\","
				   "\"object\":");
		add_object(&text, "a", ",\"labels\":{\"k\":\"v\"}", 11);
		strbuf_addz(&text, "}}\n");
		add_put(&text, 3, "a", rows[i].from, 200, 12, 2200);
		add_event(&text, "ADDED", "c", 14, 9000);
		expect_lifted(&text,
			      "  - hold: {at: request, match: UPDATE configmaps/d/a nth=1}\n"
			      "  - create: {configmaps/d/a: {}}",
			      rows[i].held);
		expect_lifted(&text, "d/a: {metadata: {labels: absent}}", true);
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

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		add_event(&text, "ADDED", "b", 11, 3000);
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
		add_object(&text, "a", "", 10);
		strbuf_addz(&text, rows[i].stale ? "" : ",");
		if (!rows[i].stale)
			add_object(&text, "b", "", 11);
		strbuf_addz(&text, "]}}}\n");
		add_post(&text, 6, "name", MADE, 5200);
		expect_lifted(&text, "  - freeze: B\n  - create: {configmaps/d/b: {}}",
			      rows[i].stale);
		expect_lifted(&text, "  - restart: {informer: configmaps, backend: B}\n",
			      rows[i].stale);
		expect_lifted(&text, "  server: {backends: [A, B]}\n", rows[i].stale);
		expect_lifted(&text, "  - thaw: B\n", rows[i].stale);
	}
}

/* The program has a timer, for which each run has to wait. Its other objects are counted. */
static void pause_before_a_write_becomes_a_linger(void **state)
{
	static const struct {
		unsigned ms;
		const char *want;
	} rows[] = { { 6000, "external: [state]\n" },
		     { 22000, "external: {checks: [state], linger: 27s}\n" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, BEGIN);
		add_event(&text, "ADDED", "a", 10, 2000);
		add_post(&text, 3, "name", MADE, rows[i].ms);
		expect_lifted(&text, rows[i].want, true);
		expect_lifted(&text, "  - start: configmaps\n", true);
		expect_lifted(&text, "  - settle\n  - create: {configmaps/d/a: {}}", true);
		expect_lifted(&text, "          others: 1\n", true);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cut_response_is_lost_after_the_write),
		cmocka_unit_test(write_that_reverts_another_becomes_a_hold),
		cmocka_unit_test(stale_list_after_a_restart_becomes_a_lagging_backend),
		cmocka_unit_test(pause_before_a_write_becomes_a_linger),
		cmocka_unit_test(lost_response_is_held_if_the_write_was_carried_out),
		cmocka_unit_test(overtaken_write_becomes_a_hold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
