/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"

static const struct fakeapi__resource config_maps = { .group = "",
						      .version = "v1",
						      .resource = "configmaps",
						      .kind = "ConfigMap",
						      .flags = FAKEAPI_RES_NAMESPACED };
static const struct fakeapi__resource deployments = { .group = "apps",
						      .version = "v1",
						      .resource = "deployments",
						      .kind = "Deployment",
						      .flags = FAKEAPI_RES_NAMESPACED |
							       FAKEAPI_RES_STATUS |
							       FAKEAPI_RES_GENERATION };

struct who {
	const struct fakeapi__resource *res;
	const char *manager, *now;
	bool force;
	const char *subresource;
};

/* The object after the apply; NULL with the status in `st`. */
static cJSON *try_apply(const struct who *who, const cJSON *live, const char *yaml,
			struct fakeapi__status *st)
{
	struct fakeapi__apply how = { who->res, who->manager, who->force,
				      who->subresource ? who->subresource : "", who->now };
	cJSON *config = NULL, *out = NULL;

	fakeapi__status_init(st);
	assert_int_equal(fakeapi__decode_yaml(NULL, str_of(yaml), NULL, &config, st), 0);
	if (fakeapi__apply(&how, live, config, &out, st) != 0)
		assert_null(out);
	cJSON_Delete(config);
	return out;
}

static cJSON *apply(const struct who *who, const cJSON *live, const char *yaml)
{
	struct fakeapi__status st;
	cJSON *out = try_apply(who, live, yaml, &st);

	if (!out)
		fail_msg("%s", st.doc ? fakeapi__string(st.doc, "message") : "no memory");
	return out;
}

static void is(const cJSON *obj, const char *member, const char *want)
{
	const cJSON *v = strchr(member, '.') ? fakeapi__dig(obj, "metadata", "managedFields", NULL)
					     : fakeapi__member(obj, member);
	char *text = v ? cJSON_PrintUnformatted(v) : NULL;

	assert_string_equal(text ? text : "", want);
	cJSON_free(text);
}

#define CM "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ap1}\n"
#define ENTRY(manager, time, fields)                                                               \
	"{\"manager\":\"" manager                                                                  \
	"\",\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"time\":\"" time                        \
	"\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":" fields "}"

/* The recorded 60-apply-* cases, in their order. */
static void apply_results_equal_the_recorded_ones(void **state)
{
	struct who m1 = { &config_maps, "m1", "T1", false, NULL };
	struct who m2 = { &config_maps, "m2", "T2", true, NULL };
	struct fakeapi__status st;
	cJSON *a, *b, *c;

	(void)state;
	a = apply(&m1, NULL, CM "data: {a: \"1\"}\n");
	is(a, "data", "{\"a\":\"1\"}");
	is(a, ".", "[" ENTRY("m1", "T1", "{\"f:data\":{\"f:a\":{}}}") "]");
	m1.now = "T9"; /* nothing changes: neither does the time */
	b = apply(&m1, a, CM "data: {a: \"1\"}\n");
	assert_true(fakeapi__equal(a, b));
	cJSON_Delete(b);
	b = apply(&m2, a, CM "data: {a: \"2\", b: \"3\"}\n");
	is(b, ".", "[" ENTRY("m2", "T2", "{\"f:data\":{\"f:a\":{},\"f:b\":{}}}") "]");
	m2 = (struct who) { &config_maps, "m2", "T3", false, NULL };
	c = apply(&m2, b, CM "data: {a: \"2\"}\n");
	is(c, "data", "{\"a\":\"2\"}");
	is(c, ".", "[" ENTRY("m2", "T3", "{\"f:data\":{\"f:a\":{}}}") "]");
	assert_null(try_apply(&m2, c, "metadata: {name: ap1}\n", &st));
	assert_int_equal(st.code, 400);
	assert_string_equal(fakeapi__string(st.doc, "message"), "invalid object type: /, Kind=");
	fakeapi__status_fini(&st);
	cJSON_Delete(a);
	cJSON_Delete(b);
	cJSON_Delete(c);
}

static void conflicts_name_every_manager_and_field(void **state)
{
	struct who m1 = { &config_maps, "m1", "T1", false, NULL };
	struct who m2 = { &config_maps, "m2", "T2", false, NULL };
	struct fakeapi__status st;
	cJSON *a = apply(&m1, NULL, CM "data: {a: \"1\", b: \"1\"}\n");
	const cJSON *cause;

	(void)state;
	assert_null(try_apply(&m2, a, CM "data: {a: \"2\"}\n", &st));
	assert_int_equal(st.code, 409);
	assert_string_equal(fakeapi__string(st.doc, "reason"), "Conflict");
	assert_string_equal(fakeapi__string(st.doc, "message"),
			    "Apply failed with 1 conflict: conflict with \"m1\": .data.a");
	cause = fakeapi__dig(st.doc, "details", "causes", NULL)->child;
	assert_string_equal(fakeapi__string(cause, "reason"), "FieldManagerConflict");
	assert_string_equal(fakeapi__string(cause, "message"), "conflict with \"m1\"");
	assert_string_equal(fakeapi__string(cause, "field"), ".data.a");
	fakeapi__status_fini(&st);
	assert_int_equal(fakeapi__managed_update(&config_maps, a, a, "up", "", "T2"), 0);
	assert_null(try_apply(&m2, a, CM "data: {a: \"2\", b: \"2\"}\n", &st));
	assert_string_equal(fakeapi__string(st.doc, "message"),
			    "Apply failed with 2 conflicts: conflicts with \"m1\":\n- .data.a\n- "
			    ".data.b");
	fakeapi__status_fini(&st);
	cJSON_Delete(a);
}

static void managed_fields_of_an_update_name_its_version(void **state)
{
	struct who m2 = { &config_maps, "m2", "T2", false, NULL };
	struct fakeapi__status st;
	cJSON *a =
	    cJSON_Parse("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
			"\"ap1\"},\"data\":{\"a\":\"1\"}}");

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "up", "", "T1"), 0);
	assert_null(try_apply(&m2, a, CM "data: {a: \"2\"}\n", &st));
	assert_string_equal(fakeapi__string(st.doc, "message"),
			    "Apply failed with 1 conflict: conflict with \"up\" using v1: .data.a");
	fakeapi__status_fini(&st);
	cJSON_Delete(a);
}

#define DEP                                                                                        \
	"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  selector: "          \
	"{matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      "    \
	"containers:\n"
#define NGINX "      - {name: nginx, image: nginx, ports: [{containerPort: 80, name: web}]}\n"
#define SIDE  "      - {name: side, image: x}\n"

static cJSON *containers(const cJSON *obj)
{
	return fakeapi__dig(obj, "spec", "template", "spec", "containers", NULL);
}

static void apply_keeps_a_shared_field_until_its_last_owner_drops_it(void **state)
{
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	struct who m2 = { &deployments, "m2", "T2", false, NULL };
	cJSON *a = apply(&m1, NULL, DEP NGINX SIDE), *b, *c;

	(void)state;
	b = apply(&m2, a, DEP SIDE);
	c = apply(&m1, b, DEP NGINX);
	assert_int_equal(cJSON_GetArraySize(containers(c)), 2);
	cJSON_Delete(a);
	a = apply(&m2, c, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n");
	assert_int_equal(cJSON_GetArraySize(containers(a)), 1);
	assert_string_equal(fakeapi__string(containers(a)->child, "name"), "nginx");
	cJSON_Delete(a);
	cJSON_Delete(b);
	cJSON_Delete(c);
}

static void apply_removes_a_dropped_list_item_with_its_defaults(void **state)
{
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	cJSON *a = apply(&m1, NULL, DEP NGINX SIDE), *b;

	(void)state;
	/* Defaulted fields of the item have no owner: they are removed with it. */
	b = apply(&m1, a, DEP NGINX);
	assert_int_equal(cJSON_GetArraySize(containers(b)), 1);
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void applied_configuration_sets_the_list_order(void **state)
{
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	cJSON *a = apply(&m1, NULL, DEP NGINX SIDE), *b = apply(&m1, a, DEP SIDE NGINX);

	(void)state;
	assert_string_equal(fakeapi__string(containers(b)->child, "name"), "side");
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void unknown_and_doubled_items_are_refused(void **state)
{
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	struct fakeapi__status st;

	(void)state;
	assert_null(try_apply(&m1, NULL, DEP "      - {name: c, image: x, bogus: 1}\n", &st));
	assert_int_equal(st.code, 500);
	assert_string_equal(
	    fakeapi__string(st.doc, "message"),
	    "failed to create typed patch object (/d; apps/v1, Kind=Deployment): "
	    ".spec.template.spec.containers[name=\"c\"].bogus: field not declared in schema");
	fakeapi__status_fini(&st);
	assert_null(try_apply(&m1, NULL, DEP SIDE SIDE, &st));
	assert_non_null(strstr(fakeapi__string(st.doc, "message"),
			       "duplicate entries for key [name=\"side\"]"));
	fakeapi__status_fini(&st);
	assert_null(try_apply(&m1, NULL,
			      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, "
			      "managedFields: []}\n",
			      &st));
	assert_string_equal(fakeapi__string(st.doc, "message"),
			    "metadata.managedFields must be nil");
	fakeapi__status_fini(&st);
}

static void status_is_owned_only_through_the_status_endpoint(void **state)
{
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	struct who at_status = { &deployments, "m1", "T2", false, "status" };
	cJSON *a = apply(&m1, NULL, DEP NGINX "status: {replicas: 3}\n"), *b;
	const cJSON *entry = fakeapi__dig(a, "metadata", "managedFields", NULL)->child;

	(void)state;
	assert_null(fakeapi__dig(entry, "fieldsV1", "f:status", NULL));
	b = apply(
	    &at_status, a,
	    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nstatus: {replicas: 4}\n");
	entry = fakeapi__dig(b, "metadata", "managedFields", NULL)->child->next;
	assert_string_equal(fakeapi__string(entry, "subresource"), "status");
	assert_non_null(fakeapi__dig(entry, "fieldsV1", "f:status", "f:replicas", NULL));
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void kubectl_apply_takes_over_client_side_applied_fields(void **state)
{
	static const char *const live =
	    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"ap1\","
	    "\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":"
	    "\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"data\\\":{\\\"a\\\":\\\"1\\\"},\\\"kind\\\":"
	    "\\\"ConfigMap\\\"}\\n\"}},\"data\":{\"a\":\"1\"}}";
	struct who kubectl = { &config_maps, "kubectl", "T2", false, NULL };
	struct who other = { &config_maps, "other", "T2", false, NULL };
	struct fakeapi__status st;
	cJSON *a = cJSON_Parse(live), *b;

	(void)state;
	assert_int_equal(fakeapi__managed_update(&config_maps, NULL, a, "kubectl-client-side-apply",
						 "", "T1"),
			 0);
	assert_null(try_apply(&other, a, CM "data: {a: \"2\"}\n", &st));
	assert_int_equal(st.code, 409);
	fakeapi__status_fini(&st);
	b = apply(&kubectl, a, CM "data: {a: \"2\"}\n");
	assert_string_equal(fakeapi__string(fakeapi__member(b, "data"), "a"), "2");
	assert_non_null(strstr(fakeapi__string(fakeapi__dig(b, "metadata", "annotations", NULL),
					       "kubectl.kubernetes.io/last-applied-configuration"),
			       "\"a\":\"2\""));
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void apply_survives_every_failing_allocation(void **state)
{
	struct fakeapi__apply how = { &deployments, "m2", true, "", "T2" };
	struct who m1 = { &deployments, "m1", "T1", false, NULL };
	cJSON *live = apply(&m1, NULL, DEP NGINX SIDE), *config = NULL, *out = NULL;
	cJSON *whole = NULL;
	struct fakeapi__status st;

	(void)state;
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__decode_yaml(NULL, STR(DEP "      - {name: side, image: z}\n"),
					      NULL, &config, &st),
			 0);
	FOR_EACH_FAILING_ALLOC({
		if (fakeapi__apply(&how, live, config, &out, &st) == 0) {
			assert_whole(&whole, out);
			cJSON_Delete(out);
			out = NULL;
		} else {
			if (st.doc)
				fail_msg("%s", fakeapi__string(st.doc, "message"));
		}
		fakeapi__status_fini(&st);
	});
	cJSON_Delete(whole);
	cJSON_Delete(live);
	cJSON_Delete(config);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(apply_results_equal_the_recorded_ones),
		cmocka_unit_test(conflicts_name_every_manager_and_field),
		cmocka_unit_test(managed_fields_of_an_update_name_its_version),
		cmocka_unit_test(apply_keeps_a_shared_field_until_its_last_owner_drops_it),
		cmocka_unit_test(apply_removes_a_dropped_list_item_with_its_defaults),
		cmocka_unit_test(applied_configuration_sets_the_list_order),
		cmocka_unit_test(unknown_and_doubled_items_are_refused),
		cmocka_unit_test(status_is_owned_only_through_the_status_endpoint),
		cmocka_unit_test(kubectl_apply_takes_over_client_side_applied_fields),
		cmocka_unit_test(apply_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
