/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"

static const struct fakeapi__resource pods = { .group = "",
					       .version = "v1",
					       .resource = "pods",
					       .kind = "Pod",
					       .flags =
						   FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_STATUS };
static const struct fakeapi__resource config_maps = { .group = "",
						      .version = "v1",
						      .resource = "configmaps",
						      .kind = "ConfigMap",
						      .flags = FAKEAPI_RES_NAMESPACED };

static cJSON *decode(const struct fakeapi__resource *res, const char *body)
{
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__decode(res, STR("application/json"), str_of(body),
					 FAKEAPI_FV_STRICT, NULL, &out, &st),
			 0);
	assert_int_equal(fakeapi__default(res, out, NULL), 0);
	return out;
}

static void fields_are(const cJSON *obj, int entry, const char *want)
{
	const cJSON *e =
	    cJSON_GetArrayItem(fakeapi__dig(obj, "metadata", "managedFields", NULL), entry);
	char *text = cJSON_PrintUnformatted(fakeapi__member(e, "fieldsV1"));

	assert_string_equal(text, want);
	cJSON_free(text);
}

/* 50-create-pod */
static void created_pod_has_the_recorded_managed_fields(void **state)
{
	cJSON *pod =
	    decode(&pods, "{\"metadata\":{\"name\":\"d1\",\"labels\":{\"app\":\"d\"}},\"spec\":"
			  "{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}");

	(void)state;
	assert_int_equal(fakeapi__managed_update(&pods, NULL, pod, "wire", "", "T1"), 0);
	fields_are(
	    pod, 0,
	    "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:containers\":{"
	    "\"k:{\\\"name\\\":\\\"c\\\"}\":{\".\":{},\"f:image\":{},\"f:imagePullPolicy\":{},"
	    "\"f:name\":{},\"f:resources\":{},\"f:terminationMessagePath\":{},"
	    "\"f:terminationMessagePolicy\":{}}},\"f:dnsPolicy\":{},\"f:enableServiceLinks\":{},"
	    "\"f:restartPolicy\":{},\"f:schedulerName\":{},\"f:securityContext\":{},"
	    "\"f:terminationGracePeriodSeconds\":{}}}");
	cJSON_Delete(pod);
}

/* 50-create-with-finalizer */
static void field_set_has_an_element_for_each_set_value(void **state)
{
	cJSON *cm = decode(&config_maps, "{\"metadata\":{\"name\":\"f1\",\"finalizers\":["
					 "\"example.com/f\"]},\"data\":{\"k\":\"v\"}}");

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, cm, "w", "", "T1"), 0);
	fields_are(cm, 0,
		   "{\"f:data\":{\".\":{},\"f:k\":{}},\"f:metadata\":{\"f:finalizers\":{\".\":{},"
		   "\"v:\\\"example.com/f\\\"\":{}}}}");
	cJSON_Delete(cm);
}

static void changed_field_changes_its_manager(void **state)
{
	cJSON *a = decode(&config_maps,
			  "{\"metadata\":{\"name\":\"c\"},\"data\":{\"x\":\"1\",\"y\":\"1\"}}");
	cJSON *b;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "one", "", "T1"), 0);
	b = cJSON_Duplicate(a, true);
	fakeapi__set(fakeapi__member(b, "data"), "y", cJSON_CreateString("2"));
	assert_int_equal(fakeapi__managed_update(&config_maps, a, b, "two", "", "T2"), 0);
	fields_are(b, 0, "{\"f:data\":{\".\":{},\"f:x\":{}}}");
	fields_are(b, 1, "{\"f:data\":{\"f:y\":{}}}");
	cJSON_Delete(a);
	a = cJSON_Duplicate(b, true);
	cJSON_DeleteItemFromObjectCaseSensitive(fakeapi__member(a, "data"), "x");
	assert_int_equal(fakeapi__managed_update(&config_maps, b, a, "two", "", "T3"), 0);
	fields_are(a, 0, "{\"f:data\":{}}");
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void update_without_change_keeps_the_entries(void **state)
{
	cJSON *a = decode(&config_maps, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"x\":\"1\"}}"),
	      *b;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "one", "", "T1"), 0);
	b = cJSON_Duplicate(a, true);
	/* A client that does not know managedFields drops them. */
	cJSON_DeleteItemFromObjectCaseSensitive(fakeapi__member(b, "metadata"), "managedFields");
	assert_int_equal(fakeapi__managed_update(&config_maps, a, b, "two", "", "T2"), 0);
	assert_true(fakeapi__equal(a, b));
	cJSON_Delete(a);
	cJSON_Delete(b);
}

/* 40-create-without-kind-apiversion */
static void object_created_without_fields_is_never_tracked(void **state)
{
	cJSON *a = decode(&config_maps, "{\"metadata\":{\"name\":\"t2\"}}"), *b;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "one", "", "T1"), 0);
	assert_null(fakeapi__dig(a, "metadata", "managedFields", NULL));
	b = decode(&config_maps, "{\"metadata\":{\"name\":\"t2\"},\"data\":{\"x\":\"1\"}}");
	assert_int_equal(fakeapi__managed_update(&config_maps, a, b, "two", "", "T2"), 0);
	assert_null(fakeapi__dig(b, "metadata", "managedFields", NULL));
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void client_can_clear_managed_fields_and_garbage_is_ignored(void **state)
{
	static const char *const lists[] = { "[{}]",
					     "[{\"manager\":\"x\",\"operation\":\"Bogus\"}]" };
	cJSON *a = decode(&config_maps, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"x\":\"1\"}}"),
	      *b;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "one", "", "T1"), 0);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const cJSON *list;

		b = cJSON_Duplicate(a, true);
		fakeapi__set(fakeapi__member(b, "metadata"), "managedFields",
			     cJSON_Parse(lists[i]));
		assert_int_equal(fakeapi__managed_update(&config_maps, a, b, "two", "", "T2"), 0);
		list = fakeapi__dig(b, "metadata", "managedFields", NULL);
		assert_int_equal(cJSON_GetArraySize(list), i == 0 ? 0 : 1);
		cJSON_Delete(b);
	}
	cJSON_Delete(a);
}

/* ResetFields of the strategies: what of an object a write through a subresource owns. */
static void write_owns_the_fields_of_its_subresource(void **state)
{
	static const char all[] = "{\"f:metadata\":{\"f:labels\":{},\"f:ownerReferences\":{}},"
				  "\"f:spec\":{\"f:a\":{}},\"f:status\":{\"f:conditions\":{},"
				  "\"f:certificate\":{}}}";
#define META   "\"f:metadata\":{\"f:labels\":{},\"f:ownerReferences\":{}}"
#define SPEC   "\"f:spec\":{\"f:a\":{}}"
#define STATUS "\"f:status\":{\"f:conditions\":{},\"f:certificate\":{}}"
	static const struct {
		const char *resource;
		unsigned flags;
		const char *subresource, *want;
	} rows[] = {
		{ "configmaps", 0, "", all },
		{ "configmaps", 0, "status", all },
		{ "services", FAKEAPI_RES_STATUS, "", "{" META "," SPEC "}" },
		{ "services", FAKEAPI_RES_STATUS, "status", "{" META "," STATUS "}" },
		{ "namespaces", FAKEAPI_RES_STATUS, "finalize", "{" META "," SPEC "}" },
		{ "pods", FAKEAPI_RES_STATUS, "ephemeralcontainers", all },
		{ "pods", FAKEAPI_RES_STATUS, "status",
		  "{\"f:metadata\":{\"f:labels\":{}}," STATUS "}" },
		{ "deployments", FAKEAPI_RES_STATUS, "status",
		  "{\"f:metadata\":{\"f:ownerReferences\":{}}," STATUS "}" },
		{ "deployments", FAKEAPI_RES_STATUS, "", "{" META "," SPEC "}" },
		{ "deployments", FAKEAPI_RES_STATUS | FAKEAPI_RES_CUSTOM, "status",
		  "{" META "," STATUS "}" },
		{ "flowschemas", FAKEAPI_RES_STATUS, "status", "{" STATUS "}" },
		{ "volumeattachments", FAKEAPI_RES_STATUS, "status", "{" STATUS "}" },
		{ "certificatesigningrequests", FAKEAPI_RES_STATUS, "", "{" META "}" },
		{ "certificatesigningrequests", FAKEAPI_RES_STATUS, "status",
		  "{" META ",\"f:status\":{\"f:certificate\":{}}}" },
		{ "certificatesigningrequests", FAKEAPI_RES_STATUS, "approval",
		  "{" META ",\"f:status\":{\"f:conditions\":{}}}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct fakeapi__resource res = { .resource = rows[i].resource,
						       .flags = rows[i].flags };
		cJSON *set = cJSON_Parse(all);
		char *text;

		fakeapi__managed_filter(&res, rows[i].subresource, set);
		text = cJSON_PrintUnformatted(set);
		if (strcmp(text, rows[i].want) != 0)
			fail_msg("%s %s: %s", rows[i].resource, rows[i].subresource, text);
		cJSON_free(text);
		cJSON_Delete(set);
	}
}

static void oldest_updaters_are_merged_into_ancient_changes(void **state)
{
	cJSON *a = decode(&config_maps, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"x\":\"1\"}}");
	char name[16], time[16];

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "m", "", "T00"), 0);
	for (int i = 1; i <= 15; i++) {
		cJSON *b = cJSON_Duplicate(a, true);

		snprintf(name, sizeof(name), "m%02d", i);
		snprintf(time, sizeof(time), "T%02d", i);
		fakeapi__set(fakeapi__member(b, "data"), name, cJSON_CreateString("v"));
		assert_int_equal(fakeapi__managed_update(&config_maps, a, b, name, "", time), 0);
		cJSON_Delete(a);
		a = b;
	}
	assert_int_equal(cJSON_GetArraySize(fakeapi__dig(a, "metadata", "managedFields", NULL)),
			 10);
	assert_string_equal(
	    fakeapi__string(fakeapi__dig(a, "metadata", "managedFields", NULL)->child, "manager"),
	    "ancient-changes");
	cJSON_Delete(a);
}

static bool add_line(void *arg, const char *path)
{
	strbuf_addf(arg, "%s\n", path);
	return true;
}

static void field_set_operations_compare_whole_paths(void **state)
{
	cJSON *a = cJSON_Parse("{\"f:a\":{},\"f:b\":{\".\":{},\"f:x\":{},\"f:y\":{}},"
			       "\"k:{\\\"n\\\":\\\"q\\\",\\\"p\\\":80}\":{\"f:z\":{}},\"v:1\":{}}");
	cJSON *b = cJSON_Parse("{\"f:b\":{\"f:x\":{}},\"f:c\":{}}");
	AUTO_STRBUF text = STRBUF_INIT;
	static const char *const want[] = {
		".a\n.b\n.c\n[=1]\n.b.x\n.b.y\n[n=\"q\",p=80].z\n",
		".a\n.b\n[=1]\n.b.y\n[n=\"q\",p=80].z\n",
		".b.x\n",
	};

	(void)state;
	for (int op = FAKEAPI_SET_UNION; op <= FAKEAPI_SET_AND; op++) {
		cJSON *r = fakeapi__fieldset((enum fakeapi__fieldset_op)op, a, b);

		strbuf_clear(&text);
		assert_true(fakeapi__fieldset_each(r, add_line, &text));
		assert_string_equal(text.ptr, want[op]);
		cJSON_Delete(r);
	}
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void managed_fields_update_survives_every_failing_allocation(void **state)
{
	cJSON *live =
	    decode(&pods, "{\"metadata\":{\"name\":\"d1\"},\"spec\":{\"containers\":[{\"name\":"
			  "\"c\",\"image\":\"nginx\"}]}}");
	cJSON *obj =
	    decode(&pods, "{\"metadata\":{\"name\":\"d1\",\"labels\":{\"a\":\"b\"}},\"spec\":{"
			  "\"containers\":[{\"name\":\"c\",\"image\":\"nginx:2\"}]}}");
	cJSON *whole = NULL;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&pods, NULL, live, "one", "", "T1"), 0);
	FOR_EACH_FAILING_ALLOC({
		long grants = base__alloc_fail_after;
		cJSON *copy;

		base__alloc_fail_after = -1;
		copy = cJSON_Duplicate(obj, true);
		base__alloc_fail_after = grants;
		if (fakeapi__managed_update(&pods, live, copy, "two", "", "T2") == 0)
			assert_whole(&whole, copy);
		cJSON_Delete(copy);
	});
	cJSON_Delete(live);
	cJSON_Delete(obj);
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(created_pod_has_the_recorded_managed_fields),
		cmocka_unit_test(field_set_has_an_element_for_each_set_value),
		cmocka_unit_test(changed_field_changes_its_manager),
		cmocka_unit_test(update_without_change_keeps_the_entries),
		cmocka_unit_test(object_created_without_fields_is_never_tracked),
		cmocka_unit_test(client_can_clear_managed_fields_and_garbage_is_ignored),
		cmocka_unit_test(write_owns_the_fields_of_its_subresource),
		cmocka_unit_test(oldest_updaters_are_merged_into_ancient_changes),
		cmocka_unit_test(field_set_operations_compare_whole_paths),
		cmocka_unit_test(managed_fields_update_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
