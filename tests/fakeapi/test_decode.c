/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/serializer/yaml_read.h"

static const struct fakeapi__resource config_maps = { .group = "",
						      .version = "v1",
						      .resource = "configmaps",
						      .kind = "ConfigMap",
						      .flags = FAKEAPI_RES_NAMESPACED };
static const struct fakeapi__resource pods = { .group = "",
					       .version = "v1",
					       .resource = "pods",
					       .kind = "Pod",
					       .flags = FAKEAPI_RES_NAMESPACED };

#define JSON STR("application/json")
#define YAML STR("application/yaml")

static void refused(const struct fakeapi__resource *res, struct str type, const char *body,
		    enum fakeapi__field_validation fv, int code, const char *message)
{
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__decode(res, type, str_of(body), fv, NULL, &out, &st), -1);
	assert_null(out);
	assert_int_equal(st.code, code);
	assert_string_equal(fakeapi__string(st.doc, "message"), message);
	fakeapi__status_fini(&st);
}

static void becomes(const struct fakeapi__resource *res, struct str type, const char *body,
		    const char *warned, const char *want)
{
	AUTO_STRBUF warnings = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *out = NULL;
	char *text;

	fakeapi__status_init(&st);
	if (fakeapi__decode(res, type, str_of(body), FAKEAPI_FV_WARN, &warnings, &out, &st) != 0)
		fail_msg("%s", fakeapi__string(st.doc, "message"));
	text = cJSON_PrintUnformatted(out);
	assert_string_equal(text, want);
	assert_string_equal(warnings.ptr, warned);
	cJSON_free(text);
	cJSON_Delete(out);
}

#define UNRECOGNIZED "the object provided is unrecognized (must be of type ConfigMap): "
#define NO_KIND	     UNRECOGNIZED "couldn't get version/kind; json parse error: "

/* Trees hold C strings and doubles: a value that these cannot represent is an error. */
static void decode_refuses_values_that_cjson_cannot_store(void **state)
{
	static const struct {
		bool yaml;
		const char *body, *why;
	} cases[] = {
		{ false, "{\"a\":1e999}",
		  "json: cannot unmarshal number 1e999 into Go value of type float64" },
		{ false, "[-1e400]",
		  "json: cannot unmarshal number -1e400 into Go value of type float64" },
		{ false, "{\"a\":\"x\\u0000y\"}", "strings with \\u0000 are not supported" },
		{ false, "{\"a\\u0000b\":1}", "strings with \\u0000 are not supported" },
		{ false, "{\"a\":\"\\\\u0000\"}", NULL },
		{ false, "{\"a\":1e308,\"b\":1e-999}", NULL },
		{ true, "a: \"x\\0y\"", "yaml: strings with \\u0000 are not supported" },
		{ true, "\"x\\0y\": 1", "yaml: strings with \\u0000 are not supported" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF why = STRBUF_INIT;
		cJSON *v = cases[i].yaml ? fakeapi__yaml_parse(str_of(cases[i].body), NULL, &why)
					 : fakeapi__go_json_parse(str_of(cases[i].body), &why);

		assert_int_equal(v == NULL, cases[i].why != NULL);
		assert_string_equal(why.ptr, cases[i].why ? cases[i].why : "");
		cJSON_Delete(v);
	}
}

static void decode_errors_have_the_recorded_texts(void **state)
{
	static const struct {
		const char *body, *message;
	} cases[] = {
		{ "[]", NO_KIND
		  "json: cannot unmarshal array into Go value of type struct { APIVersion string "
		  "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
		  "\"json:\\\"kind,omitempty\\\"\" } (5b5d)" },
		{ "{bad json",
		  NO_KIND "invalid character 'b' looking for beginning of object key string "
			  "({bad json)" },
		{ "", NO_KIND "unexpected end of JSON input (<empty>)" },
		{ "{\"kind\":1}",
		  NO_KIND "json: cannot unmarshal number into Go struct field .kind of type string "
			  "({\"kind\":1})" },
		{ "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"t1\"},"
		  "\"data\":{"
		  "\"a\":1}}",
		  "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot "
		  "unmarshal "
		  "number into Go struct field ConfigMap.data of type string" },
		{ "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v9\",\"metadata\":{\"name\":\"t3\"}}",
		  "ConfigMap in version \"v9\" cannot be handled as a ConfigMap: no kind "
		  "\"ConfigMap\" is "
		  "registered for version \"v9\" in scheme \"pkg/runtime/scheme.go:110\"" },
		{ "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"data\":{\"k\":\"v\"}}",
		  "Secret in version \"v1\" cannot be handled as a ConfigMap: illegal base64 data "
		  "at input "
		  "byte 0" },
		{ "{\"kind\":\"Secret\",\"apiVersion\":\"v1\"}",
		  "Secret in version \"v1\" cannot be handled as a ConfigMap: converting "
		  "(v1.Secret) to "
		  "(core.ConfigMap): unknown conversion" },
		{ "{\"apiVersion\":\"a/b/c\"}",
		  UNRECOGNIZED "unexpected GroupVersion string: a/b/c "
			       "({\"apiVersion\":\"a/b/c\"})" },
		{ "{\"metadata\":{\"creationTimestamp\":\"x\"}}",
		  "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: parsing time "
		  "\"x\" as "
		  "\"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\"" },
		{ "{\"metadata\":{\"labels\":{\"a\":{}}}}",
		  "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot "
		  "unmarshal "
		  "object into Go struct field ObjectMeta.metadata.labels of type string" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		refused(&config_maps, JSON, cases[i].body, FAKEAPI_FV_WARN, 400, cases[i].message);
	refused(&config_maps, STR("text/plain"), "{}", FAKEAPI_FV_WARN, 415,
		"the body of the request was in an unknown format - accepted media types include: "
		"application/json, application/yaml, application/vnd.kubernetes.protobuf");
	refused(&config_maps, YAML, "a: b: c", FAKEAPI_FV_WARN, 400,
		UNRECOGNIZED
		"yaml: mapping values are not allowed in this context (613a20623a2063)");
}

static void strict_decoding_reports_unknown_and_duplicate_fields(void **state)
{
	(void)state;
	becomes(
	    &config_maps, JSON,
	    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"fv2\",\"foo\":"
	    "1},"
	    "\"dat\":{},\"data\":{\"a\":\"1\",\"a\":\"2\"}}",
	    "unknown field \"metadata.foo\"\nunknown field \"dat\"\nduplicate field \"data.a\"\n",
	    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"fv2\"},"
	    "\"data\":{"
	    "\"a\":\"2\"}}");
	refused(&pods, YAML,
		"spec:\n  containers:\n  - name: c\n    bar: 1\n  dnsPolicy: a\n  dnsPolicy: b\n",
		FAKEAPI_FV_STRICT, 400,
		"Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: yaml: "
		"unmarshal "
		"errors:\n  line 6: key \"dnsPolicy\" already set in map, unknown field "
		"\"spec.containers[0].bar\"");
}

static void decoded_objects_are_printed_as_by_go(void **state)
{
	(void)state;
	becomes(&pods, JSON,
		"{\"spec\":{\"hostNetwork\":false,\"containers\":[{\"resources\":{\"limits\":{"
		"\"memory\":"
		"\"1024Mi\",\"cpu\":0.5}},\"args\":[],\"image\":\"\",\"name\":\"c\"}],"
		"\"nodeSelector\":null},"
		"\"metadata\":{\"creationTimestamp\":null,\"name\":\"p\"}}",
		"",
		"{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"},\"spec\":{"
		"\"containers\":[{\"name\":\"c\",\"resources\":{\"limits\":{\"cpu\":\"500m\","
		"\"memory\":"
		"\"1Gi\"}}}]},\"status\":{}}");
	becomes(&config_maps, STR("application/json; charset=utf-8"),
		"{\"metadata\":{\"name\":\"\\ud800\"}}", "",
		"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		"\"\xef\xbf\xbd\"}}");
	becomes(&config_maps, STR(""), "{\"data\":{\"b\":\"\xff\",\"a\":\"1\"}}", "",
		"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{},\"data\":{\"a\":"
		"\"1\",\"b\":"
		"\"\xef\xbf\xbd\"}}");
}

static void yaml_is(const char *yaml, const char *want)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *v = fakeapi__yaml_parse(str_of(yaml), NULL, &why);
	char *text;

	if (!want) {
		assert_null(v);
		assert_true(why.len > 0);
		return;
	}
	if (!v)
		fail_msg("%s: %s", yaml, why.ptr);
	text = cJSON_PrintUnformatted(v);
	assert_string_equal(text, want);
	cJSON_free(text);
	cJSON_Delete(v);
}

static void yaml_scalars_are_resolved_by_yaml_1_1(void **state)
{
	static const char *const cases[][2] = {
		{ "[yes, No, on, OFF, true, y]", "[true,false,true,false,true,true]" },
		{ "['yes', \"1\", !!str 1, '~']", "[\"yes\",\"1\",1,\"~\"]" },
		{ "[~, null, ]", "[null,null]" },
		{ "[1, -1, 0x10, 010, 0o17, 0b11, 1_000]", "[1,-1,16,8,15,3,1000]" },
		{ "[1.5, .5, 1e3, 1., -2.5e-1]", "[1.5,0.5,1000,1,-0.25]" },
		{ "[1.2.3, 1e, 0x, 12:30:45, 2026-11-21, 08]",
		  "[\"1.2.3\",\"1e\",\"0x\",\"12:30:45\",\"2026-11-21\",8]" },
		{ "{1: a, yes: b, 1.5: c}", "{\"1\":\"a\",\"true\":\"b\",\"1.5\":\"c\"}" },
		{ "", "null" },
		{ "--- a\n--- b", "\"a\"" },
		{ "a: &x {k: 1}\nb: *x", "{\"a\":{\"k\":1},\"b\":{\"k\":1}}" },
		{ "a: &x {k: 1, l: 2}\nb: {<<: *x, k: 3}",
		  "{\"a\":{\"k\":1,\"l\":2},\"b\":{\"k\":3,\"l\":2}}" },
		{ "a: |\n  one\n  two\n", "{\"a\":\"one\\ntwo\\n\"}" },
		{ "{? {a: b} : c}", NULL },
		{ "~: a", NULL },
		{ "a: [", NULL },
		{ "a: *nope", NULL },
		{ "\t- x", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		yaml_is(cases[i][0], cases[i][1]);
}

static void yaml_bombs_are_refused(void **state)
{
	AUTO_STRBUF bomb = STRBUF_INIT;
	AUTO_STRBUF deep = STRBUF_INIT;

	(void)state;
	strbuf_addz(&bomb, "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
	for (int i = 1; i < 10; i++)
		strbuf_addf(&bomb, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i,
			    i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	yaml_is(bomb.ptr, NULL);
	yaml_is("a: &x [*x]", NULL);
	yaml_is("&x {a: *x}", NULL);
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&deep, '[');
	yaml_is(deep.ptr, NULL);
}

static void json_syntax_errors_equal_those_of_go(void **state)
{
	static const char *const cases[][2] = {
		{ "{\"a\":1}", NULL },
		{ " [1,2.5e-3,-0,\"\\u00e9\\n\",true,false,null] ", NULL },
		{ "{\"a\" 1}", "invalid character '1' after object key" },
		{ "{\"a\":1,}",
		  "invalid character '}' looking for beginning of object key string" },
		{ "{\"a\":1 \"b\"", "invalid character '\"' after object key:value pair" },
		{ "[1 2]", "invalid character '2' after array element" },
		{ "[1,]", "invalid character ']' looking for beginning of value" },
		{ "{} x", "invalid character 'x' after top-level value" },
		{ "truf", "invalid character 'f' in literal true (expecting 'e')" },
		{ "-a", "invalid character 'a' in numeric literal" },
		{ "1.", "unexpected end of JSON input" },
		{ "1.x", "invalid character 'x' after decimal point in numeric literal" },
		{ "1ex", "invalid character 'x' in exponent of numeric literal" },
		{ "01", "invalid character '1' after top-level value" },
		{ "\"\\q\"", "invalid character 'q' in string escape code" },
		{ "\"\\u12x4\"", "invalid character 'x' in \\u hexadecimal character escape" },
		{ "\"a\nb\"", "invalid character '\\n' in string literal" },
		{ "'a'", "invalid character '\\'' looking for beginning of value" },
		{ "{\x01", "invalid character '\\x01' looking for beginning of object key string" },
		{ "\"abc", "unexpected end of JSON input" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF why = STRBUF_INIT;

		assert_int_equal(fakeapi__go_json_check(str_of(cases[i][0]), &why), !cases[i][1]);
		assert_string_equal(why.ptr, cases[i][1] ? cases[i][1] : "");
	}
}

static void quantities_are_canonicalized(void **state)
{
	static const char *const cases[][2] = {
		{ "0", "0" },	       { "1", "1" },
		{ "1000", "1k" },      { "1024Mi", "1Gi" },
		{ "0.5", "500m" },     { "100m", "100m" },
		{ "1500m", "1500m" },  { "2000m", "2" },
		{ "1.5Gi", "1536Mi" }, { "1Ki", "1Ki" },
		{ "1023", "1023" },    { "+5", "+5" },
		{ "-5", "-5" },	       { "1e3", "1e3" },
		{ "1E", "1E" },	       { "0.1Gi", "107374182400m" },
		{ "12e6", "12e6" },    { "1000000", "1M" },
		{ "100u", "100u" },    { "5Ti", "5Ti" },
		{ "1.", "1." },	       { "0Mi", "0" },
		{ "", NULL },	       { "abc", NULL },
		{ "1x", NULL },	       { "1 Gi", NULL },
		{ "--1", NULL },       { "1Kii", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;
		bool ok = fakeapi__quantity(str_of(cases[i][0]), &out, &why);

		if (ok != (cases[i][1] != NULL))
			fail_msg("%s: %s%s", cases[i][0], out.ptr, why.ptr);
		if (ok)
			assert_string_equal(out.ptr, cases[i][1]);
	}
}

static void invalid_quantity_gets_the_message_of_go(void **state)
{
#define WRONG                                                                                      \
	"quantities must match the regular expression "                                            \
	"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
	static const struct {
		const char *in, *why;
	} cases[] = {
		{ "", WRONG },
		{ "+", WRONG },
		{ ".", WRONG },
		{ "Gi", WRONG },
		{ "1 Gi", WRONG },
		{ "1Gi!", WRONG },
		{ "1x", WRONG },
		{ "1Kii", "unable to parse quantity's suffix" },
		{ "1.2.3", WRONG },
		{ "1e", "unable to parse quantity's suffix" },
		{ "1e+", "unable to parse quantity's suffix" },
		{ "1ek", "unable to parse quantity's suffix" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		assert_false(fakeapi__quantity(str_of(cases[i].in), &out, &why));
		if (strcmp(why.ptr, cases[i].why) != 0)
			fail_msg("%s: %s", cases[i].in, why.ptr);
	}
#undef WRONG
}

static void times_and_durations_are_canonicalized(void **state)
{
	static const struct {
		const char *in;
		bool micro;
		const char *want;
	} times[] = {
		{ "2026-11-21T07:06:35Z", false, "2026-11-21T07:06:35Z" },
		{ "2026-11-21T07:06:35.123456789Z", false, "2026-11-21T07:06:35Z" },
		{ "2026-11-21T00:30:00+01:00", false, "2026-11-20T23:30:00Z" },
		{ "2026-12-31T23:30:00-01:00", false, "2027-01-01T00:30:00Z" },
		{ "2024-02-29T12:00:00.500000Z", true, "2024-02-29T12:00:00.500000Z" },
		{ "2024-02-29T12:00:00.5Z", true, NULL },
		{ "2024-02-29T12:00:00.5000001Z", true, NULL },
		{ "2024-02-29T12:00:00Z", true, NULL },
		{ "2026-11-21", false, NULL },
		{ "2026-13-21T07:06:35Z", false, NULL },
		{ "2026-11-21T07:06:35Zx", false, NULL },
		{ "2026-11-21T07:06:35", false, NULL },
		{ "", false, NULL },
	};
	static const char *const durations[][2] = {
		{ "90s", "1m30s" }, { "1h", "1h0m0s" }, { "1.5s", "1.5s" },   { "100ms", "100ms" },
		{ "0", "0s" },	    { "-2m", "-2m0s" }, { "1h1h", "2h0m0s" }, { "5", NULL },
		{ "", NULL },	    { "1x", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(times); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		assert_int_equal(fakeapi__time(str_of(times[i].in), times[i].micro, &out, &why),
				 times[i].want != NULL);
		assert_string_equal(out.ptr, times[i].want ? times[i].want : "");
	}
	for (size_t i = 0; i < ARRAY_LEN(durations); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		assert_int_equal(fakeapi__duration(str_of(durations[i][0]), &out, &why),
				 durations[i][1] != NULL);
		assert_string_equal(out.ptr, durations[i][1] ? durations[i][1] : "");
	}
}

static void integral_numbers_are_printed_without_exponent(void **state)
{
	static const char *const text =
	    "[0,-1,1e15,123456789012345680,0.1,1.5e300,-2.5,\"a\\n\",null,{}]";
	cJSON *v = cJSON_Parse(text);
	char *out = fakeapi__print(v);

	(void)state;
	assert_string_equal(out,
			    "[0,-1,1000000000000000,123456789012345680,0.1,1.5e+300,-2.5,\"a\\n\","
			    "null,{}]");
	base__free(out);
	cJSON_Delete(v);
}

static void decode_or_fail(struct str type, const char *body, cJSON **whole)
{
	struct strbuf warnings = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	if (fakeapi__decode(&pods, type, str_of(body), FAKEAPI_FV_WARN, &warnings, &out, &st) ==
	    0) {
		assert_string_equal(fakeapi__string(fakeapi__dig(out, "metadata", NULL), "name"),
				    "p");
		assert_whole(whole, out);
		cJSON_Delete(out);
	} else {
		assert_int_equal(st.code, 0);
	}
	fakeapi__status_fini(&st);
	strbuf_fini(&warnings);
}

static void decoding_survives_every_failing_allocation(void **state)
{
	static const char *const yaml = "metadata: {name: p, labels: {a: b, a: c}}\nspec:\n  "
					"containers:\n  - {name: c, foo: 1, "
					"resources: {limits: {cpu: 1}}}\n";
	/* repeated members are merged in a second pass */
	static const char *const json = "{\"spec\":{\"nodeName\":\"n\"},\"metadata\":{\"name\":"
					"\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";
	cJSON *whole = NULL;

	(void)state;
	FOR_EACH_FAILING_ALLOC(decode_or_fail(YAML, yaml, &whole));
	cJSON_Delete(whole);
	whole = NULL;
	FOR_EACH_FAILING_ALLOC(decode_or_fail(JSON, json, &whole));
	assert_string_equal(fakeapi__string(fakeapi__dig(whole, "spec", NULL), "nodeName"), "n");
	assert_non_null(fakeapi__dig(whole, "spec", "containers", NULL));
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decode_refuses_values_that_cjson_cannot_store),
		cmocka_unit_test(decode_errors_have_the_recorded_texts),
		cmocka_unit_test(strict_decoding_reports_unknown_and_duplicate_fields),
		cmocka_unit_test(decoded_objects_are_printed_as_by_go),
		cmocka_unit_test(yaml_scalars_are_resolved_by_yaml_1_1),
		cmocka_unit_test(yaml_bombs_are_refused),
		cmocka_unit_test(json_syntax_errors_equal_those_of_go),
		cmocka_unit_test(quantities_are_canonicalized),
		cmocka_unit_test(invalid_quantity_gets_the_message_of_go),
		cmocka_unit_test(times_and_durations_are_canonicalized),
		cmocka_unit_test(integral_numbers_are_printed_without_exponent),
		cmocka_unit_test(decoding_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
