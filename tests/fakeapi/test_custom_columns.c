/* SPDX-License-Identifier: Apache-2.0 */
/* The columns of a definition, in Tables: apiextensions-apiserver's tableconvertor. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define CRDS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define COLS "/apis/e.com/v1/cols"

static const char definition[] =
    "{\"metadata\":{\"name\":\"cols.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":\"Cluster\","
    "\"names\":{\"plural\":\"cols\",\"kind\":\"Col\"},\"versions\":[{\"name\":\"v1\",\"served\":"
    "true,"
    "\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
    "\"x-kubernetes-preserve-unknown-fields\":true}},\"additionalPrinterColumns\":["
    "{\"name\":\"S\",\"type\":\"string\",\"jsonPath\":\".v\"},"
    "{\"name\":\"I\",\"type\":\"integer\",\"jsonPath\":\".v\",\"format\":\"int64\",\"priority\":1},"
    "{\"name\":\"N\",\"type\":\"number\",\"jsonPath\":\".v\",\"description\":\"A number.\"},"
    "{\"name\":\"B\",\"type\":\"boolean\",\"jsonPath\":\".v\"},"
    "{\"name\":\"D\",\"type\":\"date\",\"jsonPath\":\".v\"}]}]}}";

static void custom_columns_print_values_of_their_type(void **state)
{
	static const struct {
		const char *value, *cells;
	} cases[] = {
		{ NULL, "[\"x\",null,null,null,null,null]" },
		{ "\"text\"", "[\"x\",\"text\",null,null,null,\"<invalid>\"]" },
		{ "\"a \\\"b\\\" \\u00e9\"",
		  "[\"x\",\"a \\\"b\\\" \xc3\xa9\",null,null,null,\"<invalid>\"]" },
		{ "\"\"", "[\"x\",\"\",null,null,null,\"<unknown>\"]" },
		{ "7", "[\"x\",\"7\",7,7,null,null]" },
		{ "-7", "[\"x\",\"-7\",-7,-7,null,null]" },
		{ "2.5", "[\"x\",\"2.5\",2,2.5,null,null]" },
		{ "-2.5", "[\"x\",\"-2.5\",-2,-2.5,null,null]" },
		{ "2.7", "[\"x\",\"2.7\",2,2.7,null,null]" },
		{ "-2.7", "[\"x\",\"-2.7\",-2,-2.7,null,null]" },
		{ "true", "[\"x\",\"true\",null,null,true,null]" },
		{ "false", "[\"x\",\"false\",null,null,false,null]" },
		{ "[1,2]", "[\"x\",\"[1,2]\",null,null,null,null]" },
		{ "{\"a\":1}", "[\"x\",\"{\\\"a\\\":1}\",null,null,null,null]" },
		{ "\"1970-01-01T00:00:10Z\"",
		  "[\"x\",\"1970-01-01T00:00:10Z\",null,null,null,\"90s\"]" },
		{ "\"1970-01-01T00:01:43Z\"",
		  "[\"x\",\"1970-01-01T00:01:43Z\",null,null,null,\"<invalid>\"]" },
	};
	struct fakeapi__options opt = { .wall_offset_ns = 1 }; /* it is 1970 */
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "POST", CRDS, definition), 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		const cJSON *row;
		char *cells;

		k.now_ns = 100 * NS_PER_S;
		k.accept = NULL;
		strbuf_addf(&body,
			    "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Col\",\"metadata\":{\"name\":"
			    "\"x\"}%s%s}",
			    cases[i].value ? ",\"v\":" : "", cases[i].value ? cases[i].value : "");
		assert_int_equal(kit_do(&k, "POST", COLS, body.ptr), 201);
		k.accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
		k.now_ns = 100 * NS_PER_S;
		assert_int_equal(kit_do(&k, "GET", COLS, NULL), 200);
		row = cJSON_GetArrayItem(cJSON_GetObjectItem(k.json, "rows"), 0);
		cells = cJSON_PrintUnformatted(cJSON_GetObjectItem(row, "cells"));
		if (strcmp(cells, cases[i].cells) != 0)
			fail_msg("%s: %s, wanted %s", cases[i].value ? cases[i].value : "nothing",
				 cells, cases[i].cells);
		cJSON_free(cells);
		k.accept = NULL;
		assert_int_equal(kit_do(&k, "DELETE", COLS "/x", NULL), 200);
	}
	kit_close(&k);
}

static void custom_columns_have_their_descriptions(void **state)
{
	struct kit k;
	char *columns;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", CRDS, definition), 201);
	k.accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
	assert_int_equal(kit_do(&k, "GET", COLS, NULL), 200);
	columns = cJSON_PrintUnformatted(cJSON_GetObjectItem(k.json, "columnDefinitions"));
	assert_non_null(strstr(
	    columns,
	    ",{\"name\":\"S\",\"type\":\"string\",\"format\":\"\",\"description\":\"Custom "
	    "resource definition column (in JSONPath format): .v\",\"priority\":0},"
	    "{\"name\":\"I\",\"type\":\"integer\",\"format\":\"int64\",\"description\":\"Custom "
	    "resource definition column (in JSONPath format): .v\",\"priority\":1},"
	    "{\"name\":\"N\",\"type\":\"number\",\"format\":\"\",\"description\":\"A "
	    "number.\",\"priority\":0},"));
	assert_ptr_equal(strstr(columns,
				"[{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\","),
			 columns);
	cJSON_free(columns);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(custom_columns_print_values_of_their_type),
		cmocka_unit_test(custom_columns_have_their_descriptions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
