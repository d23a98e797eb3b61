/* SPDX-License-Identifier: Apache-2.0 */
/* Content-Type as Go's mime.ParseMediaType reads it. */
#include "tests/kit/testing.h"

#include "fakeapi/serializer/media_type.h"

static void media_type_parser_drops_the_parameters(void **state)
{
	static const struct {
		const char *header, *type; /* NULL: malformed */
	} cases[] = {
		{ "application/json", "application/json" },
		{ "APPLICATION/Json", "application/json" },
		{ " application/json ", "application/json" },
		{ "application/json;charset=utf-8", "application/json" },
		{ "application/json ; charset = \"utf-8\" ", "application/json" },
		{ "application/json; a=\"\\\"\"; b=c", "application/json" },
		{ "application/json;", "application/json" },
		{ "application/json; ", "application/json" },
		{ "json", "json" },
		{ "*/*", "*/*" },
		{ "application/json;;", NULL },
		{ "application/json; charset", NULL },
		{ "application/json; =x", NULL },
		{ "application/json; a=", NULL },
		{ "application/json; a=\"x", NULL },
		{ "application/json; a=\"x\ny\"", NULL },
		{ "application/json, application/yaml", NULL },
		{ "application/", NULL },
		{ "application/json/x", NULL },
		{ "/json", NULL },
		{ ";a=b", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		bool ok = fakeapi__media_type_parse(str_of(cases[i].header), &out);

		if (ok != (cases[i].type != NULL) || (ok && strcmp(out.ptr, cases[i].type) != 0))
			fail_msg("%s: %s", cases[i].header, ok ? out.ptr : "malformed");
	}
}

static void body_media_type_is_json_yaml_or_protobuf_else_415(void **state)
{
	static const struct {
		const char *header;
		int media; /* < 0: 415 */
	} cases[] = {
		{ "", FAKEAPI_MEDIA_JSON },
		{ "application/JSON", FAKEAPI_MEDIA_JSON },
		{ "application/yaml; charset=utf-8", FAKEAPI_MEDIA_YAML },
		{ "application/vnd.kubernetes.protobuf", FAKEAPI_MEDIA_PROTOBUF },
		{ "text/plain", -1 },
		{ "application/json;;", -1 },
		{ "*/*", -1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		enum fakeapi__media media;
		struct fakeapi__status st;

		fakeapi__status_init(&st);
		if (fakeapi__media_of(str_of(cases[i].header), &media, &st) == 0)
			assert_int_equal(media, cases[i].media);
		else
			assert_int_equal(cases[i].media, -1);
		assert_int_equal(st.code, cases[i].media < 0 ? 415 : 0);
		fakeapi__status_fini(&st);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(media_type_parser_drops_the_parameters),
		cmocka_unit_test(body_media_type_is_json_yaml_or_protobuf_else_415),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
