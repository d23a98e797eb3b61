/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/output/table.h"
#include "fakeapi/schema/custom.h"
#include "tests/kit/wire_case.h"

#define TYPES	"application/json, application/yaml, application/vnd.kubernetes.protobuf"
#define STREAMS "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"

static int ask(const struct wire_case *c, bool custom, struct fakeapi__form *form,
	       struct fakeapi__status *st)
{
	struct fakeapi__form_request request = {
		.accept = fakeapi__request_header(&c->req, "Accept"),
		.query = c->req.query,
		.user_agent = fakeapi__request_header(&c->req, "User-Agent"),
		.watch = strstr(c->req.query.ptr, "watch=true") != NULL,
		.list = true,
		.custom = custom,
	};

	fakeapi__status_init(st);
	return fakeapi__negotiate_form(&request, form, st);
}

static void unacceptable_accept_headers_get_the_recorded_errors(void **state)
{
	static const char *const names[] = { "10-list-406", "10-list-cbor", "40-406",
					     "80-table-badversion", "22-watch-yaml" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct wire_case c;
		struct fakeapi__form form;
		struct fakeapi__status st;
		AUTO_STRBUF body = STRBUF_INIT;
		char *json;

		wire_case_load(&c, names[i]);
		if (ask(&c, false, &form, &st) != -1)
			fail_msg("%s: taken", names[i]);
		assert_int_equal(st.code, c.status);
		json = cJSON_PrintUnformatted(st.doc);
		strbuf_addz(&body, json);
		cJSON_free(json);
		assert_int_equal(fakeapi__finish_body(&form, &body), 0);
		assert_string_equal(fakeapi__form_content_type(&form),
				    wire_case_header(&c, "Content-Type"));
		assert_string_equal(body.ptr, c.body);
		fakeapi__status_fini(&st);
		wire_case_free(&c);
	}
}

static void accept_headers_select_the_recorded_form(void **state)
{
	static const struct {
		const char *name;
		enum fakeapi__form_kind kind;
		enum fakeapi__include include;
		bool yaml, pretty, list;
	} cases[] = {
		{ "10-list-accept-mixed", FAKEAPI_FORM_PLAIN, 0, false, false, false },
		{ "10-list-no-accept", FAKEAPI_FORM_PLAIN, 0, false, false, false },
		{ "10-list-curl-useragent-pretty", FAKEAPI_FORM_PLAIN, 0, false, true, false },
		{ "10-list-pretty", FAKEAPI_FORM_PLAIN, 0, false, true, false },
		{ "10-list-yaml", FAKEAPI_FORM_PLAIN, 0, true, false, false },
		{ "10-list-protobuf", FAKEAPI_FORM_PLAIN, 0, false, false, false },
		{ "22-watch-pretty", FAKEAPI_FORM_PLAIN, 0, false, false, false },
		{ "22-watch-accept-stream-watch", FAKEAPI_FORM_PLAIN, 0, false, false, false },
		{ "80-table-pod-single", FAKEAPI_FORM_TABLE, 0, false, false, false },
		{ "80-table-includeobject-none", FAKEAPI_FORM_TABLE, FAKEAPI_INCLUDE_NONE, false,
		  false, false },
		{ "80-table-includeobject-object", FAKEAPI_FORM_TABLE, FAKEAPI_INCLUDE_OBJECT,
		  false, false, false },
		{ "80-pom-single", FAKEAPI_FORM_PARTIAL, 0, false, false, false },
		{ "80-pom-list", FAKEAPI_FORM_PARTIAL, 0, false, false, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct wire_case c;
		struct fakeapi__form form;
		struct fakeapi__status st;

		wire_case_load(&c, cases[i].name);
		if (ask(&c, false, &form, &st) != 0)
			fail_msg("%s: refused", cases[i].name);
		if (form.kind != cases[i].kind || form.include != cases[i].include ||
		    form.yaml != cases[i].yaml || form.pretty != cases[i].pretty ||
		    form.list != cases[i].list)
			fail_msg("%s: kind %d include %d yaml %d pretty %d list %d", cases[i].name,
				 form.kind, form.include, form.yaml, form.pretty, form.list);
		assert_string_equal(form.version, "v1");
		fakeapi__status_fini(&st);
		wire_case_free(&c);
	}
}

static void accept_header_is_parsed_as_by_router_and_handlers(void **state)
{
	static const struct {
		const char *accept, *query, *user_agent;
		bool custom, watch;
		const char *want; /* form, or the message of the refusal */
	} cases[] = {
		{ "*/*", "", "", false, false, "json" },
		{ "application/yaml;q=0.1,application/json;q=0.9", "", "", false, false, "json" },
		{ "application/json;q=0.1,application/yaml;q=0.9", "", "", false, false, "yaml" },
		{ " application/json ; charset=utf-8 ", "", "", false, false, "json" },
		{ "application/*", "", "", false, false,
		  "406: Not Acceptable\n\nAvailable representations: " TYPES ", " STREAMS },
		{ "application/*", "", "", true, false, "json" },
		{ "application/vnd.kubernetes.protobuf,application/json", "", "", false, false,
		  "json" },
		{ "application/vnd.kubernetes.protobuf, */*", "", "", true, false, "json" },
		{ "application/vnd.kubernetes.protobuf", "", "", true, false,
		  "only the following media types are accepted: " TYPES },
		{ "application/vnd.kubernetes.protobuf;stream=watch", "", "", false, true, "json" },
		{ "application/json;stream=other", "", "", false, true,
		  "only the following media types are accepted: " TYPES },
		{ "application/yaml;stream=watch,application/json", "", "", false, true, "json" },
		{ "application/json;as=Table;v=v1beta1;g=meta.k8s.io", "", "", false, false,
		  "table v1beta1" },
		{ "application/json;as=Table;v=v1;g=meta.k8s.io,"
		  "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
		  "", "", true, false, "table v1" },
		{ "application/yaml;as=Table;v=v1;g=meta.k8s.io", "", "", false, false,
		  "table v1 yaml" },
		{ "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,"
		  "application/json",
		  "", "", false, false, "json" },
		{ "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,"
		  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json",
		  "", "", false, false, "partial v1" },
		{ "application/json;as=Foo;v=v1;g=meta.k8s.io", "", "", false, false,
		  "only the following media types are accepted: " TYPES },
		{ "application/json;as=Table", "", "", false, false,
		  "only the following media types are accepted: " TYPES },
		{ "application/json;as=Table;v=v1;g=meta.k8s.io", "includeObject=Some", "", false,
		  true,
		  "Unable to convert to Table as requested: includeObject: Invalid value: "
		  "\"Some\": must be 'Metadata', 'Object', 'None', or empty" },
		{ "", "pretty=false", "curl/8", false, false, "json" },
		{ "", "pretty=nonsense", "curl/8", false, false, "json" },
		{ "", "pretty=", "curl/8", false, false, "json pretty" },
		{ "", "limit=1&pretty=1", "", false, false, "json pretty" },
		{ "", "", "Mozilla/5.0 (X11)", false, false, "json pretty" },
		{ "", "", "Mozilla/4.0", false, false, "json" },
		{ "application/json;pretty=1", "", "", false, false, "json pretty" },
		{ ";;;,,/,a/b/c,=", "", "", false, false,
		  "406: Not Acceptable\n\nAvailable representations: " TYPES ", " STREAMS },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__form_request request = {
			.accept = str_of(cases[i].accept),
			.query = str_of(cases[i].query),
			.user_agent = str_of(cases[i].user_agent),
			.watch = cases[i].watch,
			.list = true,
			.custom = cases[i].custom,
		};
		struct fakeapi__form form;
		struct fakeapi__status st;
		char got[512];

		fakeapi__status_init(&st);
		if (fakeapi__negotiate_form(&request, &form, &st) == 0)
			snprintf(got, sizeof(got), "%s%s%s%s",
				 form.kind == FAKEAPI_FORM_TABLE     ? "table "
				 : form.kind == FAKEAPI_FORM_PARTIAL ? "partial "
				 : form.yaml			     ? "yaml"
								     : "json",
				 form.kind == FAKEAPI_FORM_PLAIN ? "" : form.version,
				 form.yaml && form.kind != FAKEAPI_FORM_PLAIN ? " yaml" : "",
				 form.pretty ? " pretty" : "");
		else
			snprintf(got, sizeof(got), "%s",
				 cJSON_GetObjectItem(st.doc, "message")->valuestring);
		if (strcmp(got, cases[i].want) != 0)
			fail_msg("%s ?%s: wanted %s, got %s", cases[i].accept, cases[i].query,
				 cases[i].want, got);
		fakeapi__status_fini(&st);
	}
}

static void invalid_include_object_is_refused_when_the_table_is_made(void **state)
{
	struct fakeapi__form_request request = {
		.accept = STR("application/json;as=Table;v=v1;g=meta.k8s.io"),
		.query = STR("includeObject=Some"),
	};
	struct fakeapi__form form;
	struct fakeapi__status st;

	(void)state;
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__negotiate_form(&request, &form, &st), 0);
	assert_int_equal(fakeapi__include_check(STR("includeObject=Object"), &st), 0);
	assert_int_equal(fakeapi__include_check(request.query, &st), -1);
	assert_int_equal(st.code, 400);
	fakeapi__status_fini(&st);
}

static void reviews_are_not_served_as_tables(void **state)
{
	struct fakeapi__form_request request = {
		.accept = STR("application/json;as=Table;v=v1;g=meta.k8s.io"), .no_table = true
	};
	struct fakeapi__form form;
	struct fakeapi__status st;

	(void)state;
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__negotiate_form(&request, &form, &st), -1);
	assert_int_equal(st.code, 406);
	request.accept = STR("application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
	assert_int_equal(fakeapi__negotiate_form(&request, &form, &st), 0);
	assert_int_equal(form.kind, FAKEAPI_FORM_PLAIN);
	fakeapi__status_fini(&st);
}

static void errors_are_printed_in_an_accepted_form(void **state)
{
	static const struct {
		const char *accept;
		bool yaml, pretty;
	} cases[] = {
		{ "", false, false },
		{ "application/yaml", true, false },
		{ "application/json;as=Table;v=v1;g=meta.k8s.io,application/json", false, false },
		{ "application/json;as=Table;v=v1;g=meta.k8s.io", false, true },
		{ "text/html", false, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__form form;

		(void)fakeapi__negotiate_error(str_of(cases[i].accept), STR(""), STR(""), &form);
		assert_int_equal(form.kind, FAKEAPI_FORM_PLAIN);
		assert_int_equal(form.yaml, cases[i].yaml);
		assert_int_equal(form.pretty, cases[i].pretty);
	}
}

static void partial_metadata_form_must_match_object_or_list(void **state)
{
	static const struct fakeapi__resource pods = { .group = "",
						       .kind = "Pod",
						       .list_kind = "PodList" };
	static const struct fakeapi__custom definition;
	static const struct fakeapi__resource widgets = { .group = "example.com",
							  .kind = "Widget",
							  .list_kind = "WidgetList",
							  .flags = FAKEAPI_RES_CUSTOM,
							  .custom = &definition };
	const struct {
		const struct fakeapi__resource *res;
		bool list_form, is_list;
		const char *message; /* NULL: fine */
	} cases[] = {
		{ &pods, true, true, NULL },
		{ &pods, false, false, NULL },
		{ &pods, false, true,
		  "you requested PartialObjectMetadata, but the requested object is a list "
		  "(*core.PodList)" },
		{ &pods, true, false,
		  "you requested PartialObjectMetadataList, but the requested object is not a list "
		  "(*core.Pod)" },
		{ &widgets, false, true,
		  "you requested PartialObjectMetadata, but the requested object is a list "
		  "(*unstructured.UnstructuredList)" },
		{ &widgets, true, false, "content is not a list" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__form form = { .kind = FAKEAPI_FORM_PARTIAL,
					      .list = cases[i].list_form };
		struct fakeapi__status st;
		int rc;

		fakeapi__status_init(&st);
		rc = fakeapi__form_check(&form, cases[i].res, cases[i].is_list, &st);
		assert_int_equal(rc, cases[i].message ? -1 : 0);
		if (cases[i].message)
			assert_string_equal(cJSON_GetObjectItem(st.doc, "message")->valuestring,
					    cases[i].message);
		fakeapi__status_fini(&st);
	}
}

static void header_lookup_ignores_case_and_matches_whole_names(void **state)
{
	const struct fakeapi__header headers[] = {
		{ STR("Accept"), STR("1") }, { STR("Action"), STR("2") },
		{ STR("ACCESS"), STR("3") }, { STR("Accept-Encoding"), STR("4") },
		{ STR("accesz"), STR("5") }, { STR("A[cept"), STR("6") },
	};
	static const char *const rows[][2] = {
		{ "accept", "1" },	    { "ACTION", "2" },
		{ "Access", "3" },	    { "accesZ", "5" },
		{ "accept-encoding", "4" }, { "a{cept", NULL },
		{ "accep", NULL },	    { "accept-encodinG ", NULL },
	};
	const struct fakeapi__request req = { .headers = headers,
					      .header_count = ARRAY_LEN(headers) };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct str got = fakeapi__request_header(&req, rows[i][0]);

		assert_int_equal(got.ptr != NULL, rows[i][1] != NULL);
		if (rows[i][1])
			assert_true(str_eqz(got, rows[i][1]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_lookup_ignores_case_and_matches_whole_names),
		cmocka_unit_test(unacceptable_accept_headers_get_the_recorded_errors),
		cmocka_unit_test(accept_headers_select_the_recorded_form),
		cmocka_unit_test(accept_header_is_parsed_as_by_router_and_handlers),
		cmocka_unit_test(invalid_include_object_is_refused_when_the_table_is_made),
		cmocka_unit_test(reviews_are_not_served_as_tables),
		cmocka_unit_test(errors_are_printed_in_an_accepted_form),
		cmocka_unit_test(partial_metadata_form_must_match_object_or_list),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
