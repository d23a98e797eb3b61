/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/output/jsonpath.h"
#include "fakeapi/output/render.h"
#include "fakeapi/output/table.h"
#include "tests/kit/wire_case.h"

enum { NOW = 1795245000 }; /* 2026-11-21T07:10:00Z */

static struct fakeapi__registry *reg;

static const struct fakeapi__resource *type(const char *group, const char *version,
					    const char *resource)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(reg, str_of(group), str_of(version), str_of(resource));

	assert_non_null(res);
	return res;
}

static const struct fakeapi__resource *core(const char *resource)
{
	return type("", "v1", resource);
}

static const struct fakeapi__form table = { .kind = FAKEAPI_FORM_TABLE, .version = "v1" };

/* Builds each recorded Table again from the objects in its rows. */
static void tables_equal_the_recorded_ones(void **state)
{
	static const struct {
		const char *name, *group, *resource;
		enum fakeapi__include include;
	} cases[] = {
		{ "80-table-includeobject-object", "", "pods", FAKEAPI_INCLUDE_OBJECT },
		{ "80-table-empty", "", "secrets", FAKEAPI_INCLUDE_METADATA },
		{ "80-table-events", "", "events", FAKEAPI_INCLUDE_METADATA },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res = type(cases[i].group, "v1", cases[i].resource);
		struct wire_case c;
		struct fakeapi__form form = table;
		struct json_iter it;
		json_t body, row;
		size_t n = 0;
		AUTO_STRBUF out = STRBUF_INIT;

		form.include = cases[i].include;
		wire_case_load(&c, cases[i].name);
		assert_true(json_valid(str_of(c.body), &body, NULL));
		fakeapi__render_list_begin(res, &form, json_get(body, "metadata"), &out);
		for (json_iter_init(&it, json_get(body, "rows")); json_iter_element(&it, &row);)
			fakeapi__render_list_item(res, &form, json_get(row, "object"), n++, NOW,
						  &out);
		assert_int_equal(fakeapi__render_list_end(res, &form, &out), 0);
		assert_same_json(c.body, out.ptr);
		wire_case_free(&c);
	}
}

static void table_columns_equal_the_recorded_ones(void **state)
{
	static const struct {
		const char *name, *group, *resource;
	} cases[] = {
		{ "80-table-deployments", "apps", "deployments" },
		{ "80-table-namespaces", "", "namespaces" },
		{ "80-table-on-create", "", "configmaps" },
		{ "80-table-services", "", "services" },
		{ "80-table-pod-single", "", "pods" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct wire_case c;
		json_t want, got;
		AUTO_STRBUF out = STRBUF_INIT;

		wire_case_load(&c, cases[i].name);
		assert_int_equal(fakeapi__render_list_begin(type(cases[i].group, "v1",
								 cases[i].resource),
							    &table, STR("{}"), &out),
				 0);
		fakeapi__render_list_end(core("secrets"), &table, &out);
		assert_true(json_valid(str_of(c.body), &want, NULL));
		assert_true(json_valid(strbuf_str(&out), &got, NULL));
		assert_true(json_equal(json_get(want, "columnDefinitions"),
				       json_get(got, "columnDefinitions")));
		wire_case_free(&c);
	}
}

static void partial_metadata_equals_the_recorded_one(void **state)
{
	struct wire_case single, list;
	struct fakeapi__form form = { .kind = FAKEAPI_FORM_PARTIAL, .version = "v1" };
	struct json_iter it;
	json_t body, item;
	size_t n = 0;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	wire_case_load(&single, "80-pom-single");
	assert_int_equal(fakeapi__render_one(core("pods"), &form, str_of(single.body), true, NOW,
					     &out),
			 0);
	assert_same_json(single.body, out.ptr);
	wire_case_free(&single);

	wire_case_load(&list, "80-pom-list");
	strbuf_clear(&out);
	form.list = true;
	assert_true(json_valid(str_of(list.body), &body, NULL));
	fakeapi__render_list_begin(core("pods"), &form, json_get(body, "metadata"), &out);
	for (json_iter_init(&it, json_get(body, "items")); json_iter_element(&it, &item);)
		fakeapi__render_list_item(core("pods"), &form, item, n++, NOW, &out);
	assert_int_equal(fakeapi__render_list_end(core("pods"), &form, &out), 0);
	assert_same_json(list.body, out.ptr);
	wire_case_free(&list);
}

static void plain_list_items_have_no_kind_and_version(void **state)
{
	static const char *const objects[] = {
		"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\"}}",
		"{\"metadata\":{\"name\":\"c\"},\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}",
	};
	static const struct fakeapi__resource widgets = { .group = "example.com",
							  .version = "v1",
							  .kind = "Widget",
							  .list_kind = "WidgetList",
							  .flags = FAKEAPI_RES_CUSTOM };
	struct fakeapi__form plain = { .kind = FAKEAPI_FORM_PLAIN };
	struct wire_case c;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	fakeapi__render_list_begin(core("configmaps"), &plain, STR("{\"resourceVersion\":\"7\"}"),
				   &out);
	for (size_t i = 0; i < ARRAY_LEN(objects); i++)
		fakeapi__render_list_item(core("configmaps"), &plain, str_of(objects[i]), i, NOW,
					  &out);
	assert_int_equal(fakeapi__render_list_end(core("configmaps"), &plain, &out), 0);
	assert_string_equal(
	    out.ptr, "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{"
		     "\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"a\"}},{"
		     "\"metadata\":{\"name\":\"b\"}},{\"metadata\":{\"name\":\"c\"}}]}");

	strbuf_clear(&out);
	wire_case_load(&c, "90-cr-list-empty");
	fakeapi__render_list_begin(&widgets, &plain, STR("{\"resourceVersion\":\"7\"}"), &out);
	fakeapi__render_list_end(&widgets, &plain, &out);
	assert_same_json(c.body, out.ptr);
	wire_case_free(&c);
	strbuf_clear(&out);
	fakeapi__render_list_begin(&widgets, &plain, STR("{}"), &out);
	assert_string_equal(out.ptr, "{\"kind\":\"WidgetList\",\"apiVersion\":\"example.com/v1\","
				     "\"metadata\":{\"continue\":\"\"},\"items\":[");
	strbuf_clear(&out);
	fakeapi__render_list_begin(&widgets, &plain, STR("{\"continue\":\"c\"}"), &out);
	assert_non_null(strstr(out.ptr, "\"metadata\":{\"continue\":\"c\"},"));
	strbuf_clear(&out);
	fakeapi__render_list_item(&widgets, &plain, STR("{\"kind\":\"Widget\"}"), 0, NOW, &out);
	assert_string_equal(out.ptr, "{\"kind\":\"Widget\"}");
}

/* Table and PartialObjectMetadataList are Go types: their ListMeta omits empty members. */
static void empty_continue_is_sent_only_in_plain_custom_resource_lists(void **state)
{
	static const struct {
		struct fakeapi__form form;
		const char *want;
	} cases[] = {
		{ { .kind = FAKEAPI_FORM_TABLE, .version = "v1" },
		  "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{"
		  "\"resourceVersion\":\"7\"},\"columnDefinitions\":[" },
		{ { .kind = FAKEAPI_FORM_PARTIAL, .version = "v1" },
		  "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\","
		  "\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[" },
		{ { .kind = FAKEAPI_FORM_PLAIN },
		  "{\"kind\":\"WidgetList\",\"apiVersion\":\"example.com/v1\",\"metadata\":{"
		  "\"resourceVersion\":\"7\",\"continue\":\"\"},\"items\":[" },
	};
	static const struct fakeapi__resource widgets = { .group = "example.com",
							  .version = "v1",
							  .kind = "Widget",
							  .list_kind = "WidgetList",
							  .flags = FAKEAPI_RES_CUSTOM };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		fakeapi__render_list_begin(&widgets, &cases[i].form,
					   STR("{\"resourceVersion\":\"7\"}"), &out);
		if (strncmp(out.ptr, cases[i].want, strlen(cases[i].want)) != 0)
			fail_msg("%s", out.ptr);
	}
}

static void table_watch_sends_the_columns_once(void **state)
{
	struct wire_case c;
	const cJSON *lines;
	AUTO_STRBUF all = STRBUF_INIT, out = STRBUF_INIT;
	char *line, *save = NULL;
	size_t n = 0;

	(void)state;
	wire_case_load(&c, "21-watchlist-table");
	lines = cJSON_GetObjectItem(cJSON_GetObjectItem(c.doc, "response"), "lines");
	for (const cJSON *l = lines->child; l; l = l->next)
		strbuf_addz(&all, cJSON_GetObjectItem(l, "data")->valuestring);
	for (line = strtok_r(all.ptr, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		json_t event, object, row = { NULL, 0 }, meta;
		struct json_iter it;
		AUTO_STRBUF obj = STRBUF_INIT;

		if (!json_valid(str_of(line), &event, NULL))
			continue; /* the recording is cut in the long one */
		object = json_get(event, "object");
		json_iter_init(&it, json_get(object, "rows"));
		assert_true(json_iter_element(&it, &row));
		meta = json_path(row, "object", "metadata", NULL);
		strbuf_addz(&obj, "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":");
		strbuf_adds(&obj, meta);
		if (json_get(meta, "name").len > 0)
			strbuf_addz(&obj, ",\"type\":\"Opaque\"");
		strbuf_addz(&obj, "}");
		strbuf_clear(&out);
		assert_int_equal(fakeapi__render_one(core("secrets"), &table, strbuf_str(&obj),
						     n == 0, NOW, &out),
				 0);
		{
			AUTO_STRBUF want = STRBUF_INIT;

			strbuf_adds(&want, object);
			assert_same_json(want.ptr, out.ptr);
		}
		n++;
	}
	assert_true(n >= 3);
	wire_case_free(&c);
}

static char *text_of(const cJSON *parent, const char *name)
{
	char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(parent, name));

	assert_non_null(text);
	return text;
}

/* tests/golden/cells.json: objects with the cells that kubectl receives for them. */
static void table_cells_equal_the_recorded_ones(void **state)
{
	size_t len;
	char *file = read_whole_file("tests/golden/cells.json", &len);
	cJSON *cases = cJSON_Parse(file), *c;

	(void)state;
	assert_true(cJSON_GetArraySize(cases) > 30);
	cJSON_ArrayForEach(c, cases)
	{
		const char *resource = cJSON_GetStringValue(cJSON_GetObjectItem(c, "resource"));
		const struct fakeapi__resource *res =
		    type(cJSON_GetStringValue(cJSON_GetObjectItem(c, "group")),
			 cJSON_GetStringValue(cJSON_GetObjectItem(c, "version")), resource);
		char *object = text_of(c, "object"), *want = text_of(c, "cells");
		struct json_iter it;
		json_t body, row, cells;
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__render_one(res, &table, str_of(object), true, NOW, &out),
				 0);
		if (!json_valid(strbuf_str(&out), &body, NULL))
			fail_msg("%s: not JSON: %s", resource, out.ptr);
		json_iter_init(&it, json_get(body, "rows"));
		assert_true(json_iter_element(&it, &row));
		cells = json_get(row, "cells");
		if (!str_eqz(cells, want))
			fail_msg("%s:\nwanted %s\ngot    " STR_FMT, resource, want, STR_ARG(cells));
		cJSON_free(object);
		cJSON_free(want);
	}
	cJSON_Delete(cases);
	base__free(file);
}

static size_t count(json_t array)
{
	struct json_iter it;
	json_t v;
	size_t n = 0;

	for (json_iter_init(&it, array); json_iter_element(&it, &v);)
		n++;
	return n;
}

/* But one: the real server prints three cells for an IPAddress under two columns. */
static void table_of_every_type_has_as_many_cells_as_columns(void **state)
{
	const struct fakeapi__resource *res;

	(void)state;
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		struct json_iter it;
		json_t body, row;
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__render_one(res, &table, STR("{}"), true, NOW, &out), 0);
		if (!json_valid(strbuf_str(&out), &body, NULL))
			fail_msg("%s: not JSON: %s", res->resource, out.ptr);
		json_iter_init(&it, json_get(body, "rows"));
		assert_true(json_iter_element(&it, &row));
		if (strcmp(res->kind, "IPAddress") != 0)
			assert_int_equal(count(json_get(row, "cells")),
					 count(json_get(body, "columnDefinitions")));
	}
}

/* clang-format off */
#define OBJ(rest) \
	"{\"metadata\":{\"name\":\"x\",\"creationTimestamp\":\"2026-11-21T07:08:00Z\"}" rest "}"
/* clang-format on */

static void table_ages_are_printed_as_by_kubectl(void **state)
{
	static const struct {
		int64_t seconds;
		const char *want;
	} cases[] = {
		/* clang-format off */
		{ -5, "<invalid>" },
		{ -1, "0s" },
		{ 0, "0s" },
		{ 119, "119s" },
		{ 120, "2m" },
		{ 121, "2m1s" },
		{ 599, "9m59s" },
		{ 600, "10m" },
		{ 10799, "179m" },
		{ 10800, "3h" },
		{ 10860, "3h1m" },
		{ 28799, "7h59m" },
		{ 28800, "8h" },
		{ 172799, "47h" },
		{ 172800, "2d" },
		{ 176400, "2d1h" },
		{ 691199, "7d23h" },
		{ 691200, "8d" },
		{ 63071999, "729d" },
		{ 63072000, "2y" },
		{ 63158400, "2y1d" },
		{ 252288000, "8y" },
		{ 400000000, "12y" },
		/* clang-format on */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT, want = STRBUF_INIT;

		fakeapi__render_one(core("namespaces"), &table, STR(OBJ("")), true,
				    NOW - 120 + cases[i].seconds, &out);
		strbuf_addf(&want, "\"cells\":[\"x\",\"\",\"%s\"]", cases[i].want);
		if (!strstr(out.ptr, want.ptr))
			fail_msg("%lld: %s", (long long)cases[i].seconds,
				 strstr(out.ptr, "\"cells\""));
	}
}

static void column_jsonpath_selects_members_and_items(void **state)
{
	static const char text[] = "{\"a\":{\"b.c\":1,\"d\":[10,20,{\"e\":\"f\"}]},\"s\":[{\"t\":"
				   "\"Ready\",\"v\":\"True\"},"
				   "{\"t\":\"Other\",\"v\":\"No\"}]}";
	static const struct {
		const char *path, *want;
	} cases[] = {
		{ ".a.b\\.c", "1" },
		{ ".a['b.c']", "1" },
		{ ".a[\"b.c\"]", "1" },
		{ ".a.d[0]", "10" },
		{ ".a.d[-1].e", "\"f\"" },
		{ ".a.d[9]", "" },
		{ ".a.d[*].e", "\"f\"" },
		{ ".a.*", "1" },
		{ ".s[?(@.t==\"Other\")].v", "\"No\"" },
		{ ".s[?(@.t=='Ready')].v", "\"True\"" },
		{ ".s[?(@.t!=\"Ready\")].v", "\"No\"" },
		{ ".nosuch.x", "" },
		{ ".a.d.x", "" },
		{ "a", "" },
		{ ".a[", "" },
		{ ".s[?(@.t", "" },
		{ ".a['b", "" },
	};
	json_t v;

	(void)state;
	assert_true(json_valid(str_of(text), &v, NULL));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		json_t got = fakeapi__jsonpath(v, cases[i].path);

		if (!str_eqz(got, cases[i].want))
			fail_msg("%s: " STR_FMT, cases[i].path, STR_ARG(got));
	}
}

static void render_some(void)
{
	AUTO_STRBUF out = STRBUF_INIT;

	if (fakeapi__render_one(
		core("nodes"), &table,
		STR("{\"metadata\":{\"name\":\"\\u0041\",\"labels\":{\"a\":\"b\"}}}"), true, NOW,
		&out) == 0)
		assert_non_null(strstr(out.ptr, "\"cells\":[\"A\",\"Unknown\",\"<none>\""));
}

static void table_printer_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(render_some());
}

/* kubectl hides these rows in its older versions. */
static void table_row_of_an_ended_pod_is_completed(void **state)
{
	static const struct {
		const char *phase, *reason; /* NULL: no condition */
	} cases[] = {
		{ "Pending", NULL },
		{ "Running", NULL },
		{ "Succeeded", "\"reason\":\"Succeeded\",\"message\":\"The pod has completed "
			       "successfully.\"" },
		{ "Failed", "\"reason\":\"Failed\",\"message\":\"The pod failed.\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF pod = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&pod, "{\"metadata\":{\"name\":\"a\"},\"status\":{\"phase\":\"%s\"}}",
			    cases[i].phase);
		fakeapi__table_cells(core("pods"), strbuf_str(&pod), NOW, &out);
		if (!strstr(out.ptr, "\"type\":\"Completed\",\"status\":\"True\"") ==
			(cases[i].reason != NULL) ||
		    (cases[i].reason && !strstr(out.ptr, cases[i].reason)))
			fail_msg("%s", out.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_equal_the_recorded_ones),
		cmocka_unit_test(table_columns_equal_the_recorded_ones),
		cmocka_unit_test(partial_metadata_equals_the_recorded_one),
		cmocka_unit_test(plain_list_items_have_no_kind_and_version),
		cmocka_unit_test(empty_continue_is_sent_only_in_plain_custom_resource_lists),
		cmocka_unit_test(table_watch_sends_the_columns_once),
		cmocka_unit_test(table_cells_equal_the_recorded_ones),
		cmocka_unit_test(table_of_every_type_has_as_many_cells_as_columns),
		cmocka_unit_test(table_ages_are_printed_as_by_kubectl),
		cmocka_unit_test(column_jsonpath_selects_members_and_items),
		cmocka_unit_test(table_printer_survives_every_failing_allocation),
		cmocka_unit_test(table_row_of_an_ended_pod_is_completed),
	};
	int failed;

	base__alloc_init_cjson();
	reg = fakeapi__registry_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fakeapi__registry_free(reg);
	return failed;
}
