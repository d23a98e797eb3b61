/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of an import, and import and lift with every allocation failing in turn. */
#include "runner/import/import.h"
#include "runner/recording/path.h"
#include "runner/import/spool.h"
#include "runner/import/values.h"
#include "runner/lift/lift.h"
#include "runner/posix/files.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

#define SAMPLES "tests/recordings/import/"

/* --- values --- */

static int note_value(void *user, const struct imp__value *v)
{
	struct strbuf *out = user;

	strbuf_addf(out, "%s%llu:%llu " STR_FMT " " STR_FMT "\n",
		    v->role == IMP_ITEM ? "item "
		    : v->had_items	? "around "
					: "",
		    (unsigned long long)v->at.line, (unsigned long long)v->at.column,
		    STR_ARG(v->kind), STR_ARG(v->json));
	return 0;
}

static void feed(struct str text, size_t step, struct strbuf *out, struct relist_err *err)
{
	struct imp__values v;
	int code = 0;

	imp__values_init(&v, 1 << 20, note_value, out);
	for (size_t at = 0; at < text.len && !code; at += step) {
		size_t taken, n = text.len - at < step ? text.len - at : step;

		code = imp__values_feed(&v, (struct str) { text.ptr + at, n }, &taken, err);
	}
	if (!code)
		code = imp__values_end(&v, err);
	if (code)
		strbuf_addf(out, "%u:%u %s\n", err->line, err->column, err->msg);
	imp__values_fini(&v);
}

static void import_splits_values_equally_for_pieces_of_any_size(void **state)
{
	static const struct {
		const char *text, *values;
	} cases[] = {
		{ "", "" },
		{ " \n\t", "" },
		{ "{\"a\":1}\n{\"b\":[1,{}]} {\"c\":\"}\"}",
		  "1:1  {\"a\":1}\n2:1  {\"b\":[1,{}]}\n2:14  {\"c\":\"}\"}\n" },
		{ "{\n \"kind\": \"List\",\n \"items\": [ {\"a\":[1]},\n  {\"b\":\"],\"} ]\n}",
		  "item 3:13 \"List\" {\"a\":[1]}\nitem 4:3 \"List\" {\"b\":\"],\"}\naround 1:1 "
		  "\"List\" {\n \"kind\": \"List\",\n \"items\": []\n}\n" },
		{ "{\"items\":[1,2],\"kind\":\"PodList\"}",
		  "item 1:11  1\nitem 1:13  2\naround 1:1 \"PodList\" "
		  "{\"items\":[],\"kind\":\"PodList\"}\n" },
		/* not the list's own kind, and not its items */
		{ "{\"metadata\":{\"kind\":\"x\",\"items\":[1]},\"items\":[7]}",
		  "item 1:47  7\naround 1:1  "
		  "{\"metadata\":{\"kind\":\"x\",\"items\":[1]},\"items\":"
		  "[]}\n" },
		{ "{\"log\":{\"entries\":[{\"x\":{\"entries\":[2]}}],\"pages\":[3]}}",
		  "item 1:20  {\"x\":{\"entries\":[2]}}\naround 1:1  "
		  "{\"log\":{\"entries\":[],\"pages\":[3]}}\n" },
		{ "[{\"a\":1},2]", "item 1:2  {\"a\":1}\nitem 1:10  2\naround 1:1  []\n" },
		{ "[]", "around 1:1  []\n" },
		{ "{\"a\":\n tru }", "2:5 not JSON\n" },
		{ "{\"a\":1", "1:7 the file ends in the middle of a value\n" },
		{ "{\"items\":[{\"a\":1},{\"b\"", "item 1:11  {\"a\":1}\n1:23 the file ends in the "
						  "middle of a value\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		for (size_t step = 1; step < 40; step += step < 4 ? 1 : 7) {
			AUTO_STRBUF out = STRBUF_INIT;
			struct relist_err err = { 0 };

			feed(str_of(cases[i].text), step, &out, &err);
			assert_string_equal(out.ptr, cases[i].values);
		}
}

/* --- order --- */

static void import_spool_returns_entries_in_order_of_time(void **state)
{
	static const size_t memory[] = { 1, 200, 5000, 1 << 20 };

	(void)state;
	for (size_t m = 0; m < ARRAY_LEN(memory); m++) {
		struct imp__spool s;
		struct imp__entry e, last = { .at_ns = INT64_MIN };
		struct str text;
		size_t n = 0;

		imp__spool_init(&s, memory[m]);
		for (int i = 0; i < 150; i++) {
			char word[16];

			e = (struct imp__entry) { .at_ns = i * 7919 % 31, .line = (uint64_t)i };
			(void)snprintf(word, sizeof(word), "%d", i);
			assert_int_equal(imp__spool_add(&s, &e, str_of(word), NULL), 0);
		}
		assert_int_equal(imp__spool_rewind(&s, NULL), 0);
		for (; imp__spool_peek(&s, &e, &text); n++) {
			char word[16];

			(void)snprintf(word, sizeof(word), "%llu", (unsigned long long)e.line);
			assert_true(str_eqz(text, word));
			assert_true(e.at_ns > last.at_ns ||
				    (e.at_ns == last.at_ns && e.line > last.line));
			last = e;
			assert_int_equal(imp__spool_pop(&s, NULL), 0);
		}
		assert_int_equal(n, 150);
		imp__spool_fini(&s);
	}
}

/* --- times and paths --- */

static void import_parses_request_paths(void **state)
{
	static const struct {
		const char *path, *parts; /* NULL: about no objects */
	} cases[] = {
		{ "/api/v1/pods", " v1 pods   " },
		{ "/api/v1/namespaces/a/pods/b/status", " v1 pods a b status" },
		{ "/apis/apps/v1/namespaces/a/deployments", "apps v1 deployments a  " },
		{ "/api/v1/namespaces", " v1 namespaces   " },
		{ "/api/v1/namespaces/a", " v1 namespaces  a " },
		{ "/api/v1/namespaces/a/finalize", " v1 namespaces  a finalize" },
		{ "/api/v1/watch/namespaces/a/pods", " v1 pods a  " },
		{ "/apis/g.io/v1", NULL },
		{ "/healthz", NULL },
		{ "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF parts = STRBUF_INIT;
		struct rec__target t;

		assert_int_equal(rec__target_parse(str_of(cases[i].path), &t),
				 cases[i].parts != NULL);
		if (!cases[i].parts)
			continue;
		strbuf_addf(&parts, STR_FMT " " STR_FMT " " STR_FMT " ", STR_ARG(t.group),
			    STR_ARG(t.version), STR_ARG(t.resource));
		strbuf_addf(&parts, STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(t.ns), STR_ARG(t.name),
			    STR_ARG(t.subresource));
		assert_string_equal(parts.ptr, cases[i].parts);
	}
	assert_true(rec__target_is_old_watch(STR("/api/v1/watch/pods")));
	assert_false(rec__target_is_old_watch(STR("/api/v1/pods")));
}

/* --- memory --- */

static int append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return ((struct strbuf *)user)->failed ? RELIST_ENOMEM : 0;
}

static int import_text(struct str text, size_t memory, struct strbuf *out, struct relist_err *err)
{
	struct imp__options opt = { .memory_max = memory };
	struct imp__import *im = imp__new(&opt, err);
	int code = im ? imp__begin(im, STR("input"), err) : RELIST_ENOMEM;

	if (!code)
		code = imp__feed(im, text, err);
	if (!code)
		code = imp__end(im, err);
	if (!code)
		code = imp__finish(im, (struct rec__output) { append, out }, err);
	imp__free(im);
	return code;
}

static void import_once(struct str text, const struct strbuf *whole)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct relist_err err = { 0 };
	int code = import_text(text, 0, &out, &err);

	/* either it says that memory is out, or all is there */
	if (code)
		assert_int_equal(code, RELIST_ENOMEM);
	else
		assert_true(str_eq(strbuf_str(&out), strbuf_str(whole)));
}

static void first_lines(const char *path, size_t count, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *end;

	assert_int_equal(runner__read_file(path, 4 << 20, &text, NULL), 0);
	end = text.ptr;
	while (count-- && strchr(end, '\n'))
		end = strchr(end, '\n') + 1;
	strbuf_add(out, text.ptr, (size_t)(end - text.ptr));
}

static void import_survives_every_failing_allocation(void **state)
{
	static const struct {
		const char *path;
		size_t lines;
	} cases[] = { { SAMPLES "orphan/audit.log", 9 },
		      { SAMPLES "levels/metadata.log", 16 },
		      { SAMPLES "orphan/configmaps-watch.json", 4 },
		      { SAMPLES "orphan/end.yaml", 1000 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT;

		first_lines(cases[i].path, cases[i].lines, &text);
		assert_int_equal(import_text(strbuf_str(&text), 0, &whole, NULL), 0);
		FOR_EACH_FAILING_ALLOC(import_once(strbuf_str(&text), &whole));
	}
}

/* The first lines of a log, each in pieces of a container's log, or behind a host's name. */
static void wrap(struct str text, bool in_strings, struct strbuf *out)
{
	while (text.len) {
		size_t len = (size_t)((const char *)memchr(text.ptr, '\n', text.len) - text.ptr);

		for (size_t at = 0; in_strings && at < len; at += 900) {
			AUTO_STRBUF piece = STRBUF_INIT;

			strbuf_add(&piece, text.ptr + at, at + 900 < len ? 900 : len - at);
			strbuf_addz(&piece, at + 900 < len ? "" : "\n");
			strbuf_addz(out, "{\"log\":");
			strbuf_add_json(out, strbuf_str(&piece));
			strbuf_addz(out, ",\"stream\":\"stdout\"}\n");
		}
		if (!in_strings)
			strbuf_addf(out, "node-1 %.*s\n", (int)len, text.ptr);
		text = (struct str) { text.ptr + len + 1, text.len - len - 1 };
	}
}

static void import_of_wrapped_input_survives_every_failing_allocation(void **state)
{
	AUTO_STRBUF log = STRBUF_INIT;

	(void)state;
	first_lines(SAMPLES "orphan/audit.log", 4, &log);
	for (int in_strings = 0; in_strings < 2; in_strings++) {
		AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT;

		wrap(strbuf_str(&log), in_strings, &text);
		assert_int_equal(import_text(strbuf_str(&text), 0, &whole, NULL), 0);
		assert_non_null(strstr(whole.ptr, "\"shop\""));
		FOR_EACH_FAILING_ALLOC(import_once(strbuf_str(&text), &whole));
	}
}

/* Objects in two forms, another object by the same name, evictions, a dry run. */
#define LINE(id, stage, verb, uri, code, more)                                                     \
	"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"auditID\":\"" id                 \
	"\",\"stage\":\"" stage "\",\"verb\":\"" verb "\",\"requestURI\":\"" uri                   \
	"\",\"responseStatus\":{\"code\":" code "},\"stageTimestamp\":\"2026-03-04T05:06:0" id     \
	".000000Z\"" more "}\n"
#define OBJECT(kind, version, uid, rv, more)                                                       \
	",\"responseObject\":{\"kind\":\"" kind "\",\"apiVersion\":\"" version                     \
	"\",\"metadata\":{\"name\":\"a\",\"namespace\":\"d\",\"uid\":\"" uid                       \
	"\",\"resourceVersion\":\"" rv "\"}" more "}"
#define EVENTS "/namespaces/d/events"
#define PODS   "/api/v1/namespaces/d/pods"

static const char cluster[] =
    LINE("1", "ResponseStarted", "watch", "/api/v1" EVENTS "?watch=1&resourceVersion=1", "200", "")
	LINE("2", "ResponseComplete", "create", "/apis/events.k8s.io/v1" EVENTS, "201",
	     OBJECT("Event", "events.k8s.io/v1", "u", "5", ",\"note\":\"n\",\"regarding\":{}"))
	    LINE("3", "ResponseComplete", "create", "/api/v1" EVENTS, "201",
		 OBJECT("Event", "v1", "v", "7", ""))
		LINE("4", "ResponseComplete", "create", PODS, "201",
		     OBJECT("Pod", "v1", "w", "8", ",\"spec\":{\"nodeName\":\"n\"}"))
		    LINE("5", "ResponseComplete", "delete", PODS "/a", "200",
			 ",\"requestObject\":{\"dryRun\":[\"All\"]}")
			LINE("6", "ResponseComplete", "create", PODS "/a/eviction", "201", "")
			    LINE("7", "ResponseComplete", "delete", PODS "/a", "200", "")
				LINE("8", "ResponseComplete", "delete", PODS "/a", "200", "");

static void import_of_a_cluster_survives_every_failing_allocation(void **state)
{
	AUTO_STRBUF whole = STRBUF_INIT;

	(void)state;
	assert_int_equal(import_text(STR(cluster), 0, &whole, NULL), 0);
	assert_non_null(strstr(whole.ptr, "\"DELETED\""));
	assert_non_null(strstr(whole.ptr, "\"involvedObject\""));
	assert_non_null(strstr(whole.ptr, "\"deletionGracePeriodSeconds\":30"));
	FOR_EACH_FAILING_ALLOC(import_once(STR(cluster), &whole));
}

#define LABELLED(name, app, rv)                                                                    \
	",\"responseObject\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"         \
	"\"name\":\"" name "\",\"namespace\":\"d\",\"labels\":{\"app\":\"" app                     \
	"\"},\"resourceVersion\":\"" rv "\"}}"
#define MAPS "/api/v1/namespaces/d/configmaps"

static size_t deletions(const char *recording)
{
	size_t n = 0;

	while ((recording = strstr(recording, "\"DELETED\"")) != NULL) {
		recording++;
		n++;
	}
	return n;
}

/* A selector that is lost for want of memory would select everything. */
static void import_of_a_deletecollection_selects_or_reports_a_failed_allocation(void **state)
{
	static const char *const queries[] = { "labelSelector=app%3Dx",
					       "fieldSelector=metadata.name%3Da" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(queries); i++) {
		AUTO_STRBUF log = STRBUF_INIT, whole = STRBUF_INIT;

		strbuf_addz(&log,
			    LINE("1", "ResponseStarted", "watch", MAPS "?watch=1&resourceVersion=1",
				 "200", "") LINE("2", "ResponseComplete", "create", MAPS, "201",
						 LABELLED("a", "x", "5"))
				LINE("3", "ResponseComplete", "create", MAPS, "201",
				     LABELLED("b", "y", "6")));
		strbuf_addf(&log,
			    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\","
			    "\"auditID\":\"4\",\"stage\":\"ResponseComplete\",\"verb\":"
			    "\"deletecollection\",\"requestURI\":\"" MAPS "?%s\","
			    "\"responseStatus\":{\"code\":200},\"stageTimestamp\":"
			    "\"2026-03-04T05:06:04.000000Z\"}\n",
			    queries[i]);
		assert_int_equal(import_text(strbuf_str(&log), 0, &whole, NULL), 0);
		assert_int_equal(deletions(whole.ptr), 1);
		FOR_EACH_FAILING_ALLOC(import_once(strbuf_str(&log), &whole));
	}
}

static void import_is_equal_with_a_small_memory_limit(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, small = STRBUF_INIT, large = STRBUF_INIT;

	(void)state;
	first_lines(SAMPLES "orphan/audit.log", 100, &text);
	assert_int_equal(import_text(strbuf_str(&text), 0, &large, NULL), 0);
	assert_int_equal(import_text(strbuf_str(&text), 1, &small, NULL), 0);
	assert_string_equal(small.ptr, large.ptr);
}

static int lift_text(struct str text, struct lift__result *out, struct relist_err *err)
{
	struct lift__options opt = { .name = STR("lifted"), .from_ns = -1, .to_ns = -1 };
	struct str in = text;
	struct rec__reader reader;
	struct rec__line line;
	struct lift *l = lift__new(&opt, err);
	int code = rec__reader_init(&reader, (struct rec__input) { text_input, &in }, 0, err);

	if (!l)
		code = RELIST_ENOMEM;
	if (!code)
		code = lift__header(l, &reader.header, err);
	while (!code && (code = rec__read(&reader, &line, err)) == 1)
		code = lift__line(l, &line, err);
	if (!code)
		code = lift__finish(l, out, err);
	lift__free(l);
	rec__reader_fini(&reader);
	return code;
}

static void lift_once(struct str text)
{
	struct lift__result result;
	struct relist_err err = { 0 };
	int code;

	lift__result_init(&result);
	code = lift_text(text, &result, &err);
	assert_true(code == 0 || code == RELIST_ENOMEM);
	lift__result_fini(&result);
}

static void lift_survives_every_failing_allocation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, recording = STRBUF_INIT;

	(void)state;
	first_lines(SAMPLES "orphan/configmaps-watch.json", 4, &text);
	assert_int_equal(import_text(strbuf_str(&text), 0, &recording, NULL), 0);
	FOR_EACH_FAILING_ALLOC(lift_once(strbuf_str(&recording)));
	strbuf_clear(&recording);
	assert_int_equal(import_text(STR(cluster), 0, &recording, NULL), 0);
	FOR_EACH_FAILING_ALLOC(lift_once(strbuf_str(&recording)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_splits_values_equally_for_pieces_of_any_size),
		cmocka_unit_test(import_spool_returns_entries_in_order_of_time),
		cmocka_unit_test(import_parses_request_paths),
		cmocka_unit_test(import_survives_every_failing_allocation),
		cmocka_unit_test(import_of_wrapped_input_survives_every_failing_allocation),
		cmocka_unit_test(import_of_a_cluster_survives_every_failing_allocation),
		cmocka_unit_test(
		    import_of_a_deletecollection_selects_or_reports_a_failed_allocation),
		cmocka_unit_test(import_is_equal_with_a_small_memory_limit),
		cmocka_unit_test(lift_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
