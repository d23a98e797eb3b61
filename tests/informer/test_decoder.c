/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "informer/decoder.h"

#define POD "\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}}"

/* rest/watch/decoder.go and what its serializers accept; every refusal becomes an ERROR 500. */
static void watch_events_decode_as_in_client_go(void **state)
{
	static const struct {
		const char *frame;
		int want; /* an event type, or -1: refused */
		bool typed;
	} cases[] = {
		{ "{\"type\":\"ADDED\"," POD "}", INF_EVENT_ADDED, false },
		{ "{" POD ",\"type\":\"MODIFIED\"}", INF_EVENT_MODIFIED, false },
		{ "{ \"type\" : \"DELETED\" ," POD "}", INF_EVENT_DELETED, false },
		{ "{\"type\":\"BOOKMARK\"," POD "}", INF_EVENT_BOOKMARK, false },
		{ "{\"type\":\"ERROR\"," POD "}", INF_EVENT_ERROR, false },
		{ "{\"type\":\"ADD\\u0045D\"," POD "}", INF_EVENT_ADDED, false },
		{ "{\"type\":\"ADDED\",\"x\":[1,{}]," POD ",\"y\":null}", INF_EVENT_ADDED, false },
		/* duplicates: the last counts, null leaves the earlier one */
		{ "{\"type\":\"ADDED\",\"type\":\"DELETED\"," POD "}", INF_EVENT_DELETED, false },
		{ "{\"type\":\"ADDED\",\"type\":null," POD ",\"object\":null}", INF_EVENT_ADDED,
		  false },
		{ "{\"type\":\"ADDED\"," POD ",\"object\":5}", -1, false },
		{ "{\"type\":\"ADDED\"," POD ",\"object\":[{}]}", -1, false },
		{ "{\"type\":\"ADDED\"," POD ",\"object\":\"x\"}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":5," POD "}", INF_EVENT_ADDED, false },
		{ "{\"type\":\"ADDED\",\"object\":{}," POD "}", INF_EVENT_ADDED, false },
		{ "{\"type\":\"ADDED\",\"type\":5," POD "}", -1, false },
		{ "{\"type\":5,\"type\":\"ADDED\"," POD "}", -1, false },
		/* types */
		{ "{\"type\":\"added\"," POD "}", -1, false },
		{ "{\"type\":\"PATCHED\"," POD "}", -1, false },
		{ "{\"type\":\"\"," POD "}", -1, false },
		{ "{\"type\":null," POD "}", -1, false },
		{ "{\"type\":1," POD "}", -1, false },
		{ "{" POD "}", -1, false },
		{ "{\"Type\":\"ADDED\"," POD "}", -1, false },
		/* no event at all */
		{ "{}", -1, false },
		{ "null", -1, false },
		{ "[]", -1, false },
		{ "\"ADDED\"", -1, false },
		{ "5", -1, false },
		{ "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":410}", -1, false },
		{ "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}", -1, false },
		{ "{\"kind\":\"WatchEvent\",\"apiVersion\":\"v1\",\"type\":\"ADDED\"," POD "}",
		  INF_EVENT_ADDED, false },
		{ "{\"kind\":\"WatchEvent\",\"apiVersion\":\"v2\",\"type\":\"ADDED\"," POD "}", -1,
		  false },
		{ "{\"kind\":\"\",\"apiVersion\":null,\"type\":\"ADDED\"," POD "}", INF_EVENT_ADDED,
		  false },
		{ "{\"kind\":7,\"type\":\"ADDED\"," POD "}", -1, false },
		/* names of the outer level are matched in any case, as struct fields are */
		{ "{\"Kind\":\"Pod\",\"type\":\"ADDED\"," POD "}", -1, false },
		{ "{\"apiversion\":\"/v1\",\"type\":\"ADDED\"," POD "}", INF_EVENT_ADDED, false },
		{ "{\"apiVersion\":\"apps/v1\",\"type\":\"ADDED\"," POD "}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"API\\u0076ersion\":\"v1\",\"kind\":\"Pod\"}}",
		  INF_EVENT_ADDED, false },
		/* the object */
		{ "{\"type\":\"ADDED\"}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":null}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":[]}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":\"x\"}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{}}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\"}}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\"}}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"\",\"kind\":\"Pod\"}}", -1,
		  false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"apps/\",\"kind\":\"Pod\"}}", -1,
		  false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"a/b/c\",\"kind\":\"Pod\"}}", -1,
		  false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"/v1\",\"kind\":\"Pod\"}}",
		  INF_EVENT_ADDED, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":5}}", -1, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":1,\"kind\":\"Pod\"}}", -1,
		  false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"Kind\":\"Pod\"}}", -1,
		  false },
		/* kinds that become Go types */
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\"}}",
		  INF_EVENT_ADDED, true },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"x/y\",\"kind\":\"APIGroup\"}}",
		  INF_EVENT_ADDED, true },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"ListOptions\"}"
		  "}",
		  INF_EVENT_ADDED, true },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"x/v1\",\"kind\":"
		  "\"ListOptions\"}}",
		  INF_EVENT_ADDED, false },
		{ "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"/"
		  "v1\",\"kind\":\"GetOptions\"}}",
		  INF_EVENT_ADDED, true },
		{ "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\","
		  "\"metadata\":{\"selfLink\":0}}}",
		  -1, true },
		{ "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\","
		  "\"code\":{},\"code\":410}}",
		  -1, true },
		{ "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\","
		  "\"code\":\"410\"}}",
		  -1, true },
		{ "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\","
		  "\"details\":{\"causes\":[1]}}}",
		  -1, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__event ev;
		struct relist_err err = { 0 };
		json_t v;
		int rc;

		assert_true(json_valid(str_of(cases[i].frame), &v, NULL));
		rc = inf__decode_event(v, NULL, &ev, &err);
		if (cases[i].want < 0) {
			assert_int_equal(rc, RELIST_EPARSE);
			assert_true(*err.msg);
			continue;
		}
		assert_int_equal(rc, 0);
		assert_int_equal(ev.type, cases[i].want);
		assert_int_equal(ev.typed, cases[i].typed);
	}
}

static struct inf__event decode(const char *object)
{
	static struct strbuf frame = STRBUF_INIT;
	struct inf__event ev;

	strbuf_clear(&frame);
	strbuf_addf(&frame, "{\"type\":\"BOOKMARK\",\"object\":%s}", object);
	assert_int_equal(inf__decode_event(strbuf_str(&frame), NULL, &ev, NULL), 0);
	return ev;
}

static void annotations_parse_by_the_rules_of_each_generation(void **state)
{
	static const struct {
		const char *annotations;
		bool found, found_classic;
	} cases[] = {
		{ "{\"end\":\"true\"}", true, true },
		{ "{\"other\":\"x\",\"end\":\"tr\\u0075e\"}", true, true },
		{ "{\"end\":\"false\"}", false, false },
		{ "{\"end\":true}", false, false },
		{ "{\"end\":\"true\",\"end\":\"false\"}", false, false },
		{ "{\"end\":\"true\",\"x\":1}", false, false },
		{ "{\"end\":\"true\",\"x\":1,\"\\u0078\":\"\"}", true, true },
		{ "{\"end\":\"true\",\"x\":null}", true, false },
		{ "null", false, false },
		{ "[]", false, false },
		{ "\"true\"", false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF object = STRBUF_INIT;

		strbuf_addf(&object,
			    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":"
			    "{\"annotations\":%s}}",
			    cases[i].annotations);

		struct inf__event ev = decode(object.ptr);

		assert_int_equal(json_str_eq(inf__event_annotation(&ev, "end", true), STR("true")),
				 cases[i].found);
		assert_int_equal(json_str_eq(inf__event_annotation(&ev, "end", false), STR("true")),
				 cases[i].found_classic);
	}
}

static void event_kinds_are_distinguished(void **state)
{
	struct inf__event ev = decode("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}");

	(void)state;
	assert_true(inf__event_is_kind(&ev, "apps/v1", "Deployment"));
	assert_false(inf__event_is_kind(&ev, "v1", "Deployment"));
	assert_false(inf__event_is_kind(&ev, "apps/v1", "Pod"));
	assert_false(inf__event_is_table(&ev));
	ev = decode("{\"apiVersion\":\"meta.k8s.io/v1\",\"kind\":\"Table\"}");
	assert_true(inf__event_is_table(&ev));
	ev = decode("{\"apiVersion\":\"v1\",\"kind\":\"Table\"}");
	assert_false(inf__event_is_table(&ev));
}

static void error_events_carry_their_status(void **state)
{
	struct inf__api_error e;
	struct inf__event ev = decode("{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":410,"
				      "\"reason\":\"Expired\",\"message\":\"old\"}");

	(void)state;
	inf__event_error(&ev, &e);
	assert_int_equal(e.kind, INF_WATCH_ERROR_STATUS);
	assert_int_equal(e.code, 410);
	assert_string_equal(e.reason, "Expired");
	assert_string_equal(e.text, "old");
	ev = decode("{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}");
	inf__event_error(&ev, &e);
	assert_int_equal(e.kind, INF_WATCH_ERROR_OTHER);
	assert_false(inf__api_error_is_internal(&e));
	inf__decoding_error(&e, "why");
	assert_true(inf__api_error_is_internal(&e));
}

static void decoder_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct inf__event ev;
		struct relist_err err = { 0 };
		int rc = inf__decode_event(
		    STR("{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"apps\\/v1\","
			"\"kind\":\"P\\u006fd\"}}"),
		    NULL, &ev, &err);

		assert_true(rc == 0 || rc == RELIST_ENOMEM);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_events_decode_as_in_client_go),
		cmocka_unit_test(annotations_parse_by_the_rules_of_each_generation),
		cmocka_unit_test(event_kinds_are_distinguished),
		cmocka_unit_test(error_events_carry_their_status),
		cmocka_unit_test(decoder_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
