/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/discovery/discovery.h"

static const struct fakeapi__resource *must_find(const struct fakeapi__registry *reg,
						 const char *group, const char *version,
						 const char *resource)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(reg, str_of(group), str_of(version), str_of(resource));

	if (!res)
		fail_msg("%s/%s %s is not served", group, version, resource);
	return res;
}

static void registry_finds_the_built_in_types(void **state)
{
	static const struct {
		const char *group, *version, *resource, *kind;
		unsigned flags;
	} cases[] = {
		{ "", "v1", "pods", "Pod",
		  FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_STATUS | FAKEAPI_RES_GENERATION },
		{ "", "v1", "nodes", "Node", FAKEAPI_RES_STATUS },
		{ "", "v1", "configmaps", "ConfigMap", FAKEAPI_RES_NAMESPACED },
		{ "", "v1", "events", "Event", FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_UNCACHED },
		{ "", "v1", "bindings", "Binding", FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_VIRTUAL },
		{ "apps", "v1", "deployments", "Deployment",
		  FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_STATUS | FAKEAPI_RES_SCALE |
		      FAKEAPI_RES_GENERATION },
		{ "authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview",
		  FAKEAPI_RES_VIRTUAL },
		{ "rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", 0 },
	};
	struct fakeapi__registry *reg = fakeapi__registry_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res =
		    must_find(reg, cases[i].group, cases[i].version, cases[i].resource);

		assert_string_equal(res->kind, cases[i].kind);
		assert_int_equal(res->flags, cases[i].flags);
		assert_ptr_equal(fakeapi__registry_find_kind(reg, str_of(cases[i].group),
							     str_of(cases[i].version),
							     str_of(cases[i].kind)),
				 res);
	}
	assert_null(fakeapi__registry_find(reg, STR("apps"), STR("v1beta1"), STR("deployments")));
	assert_null(fakeapi__registry_find(reg, STR(""), STR("v1"), STR("pods/status")));
	assert_true(fakeapi__registry_has_group(reg, STR("batch")));
	assert_false(fakeapi__registry_has_group(reg, STR("nosuch.io")));
	assert_true(fakeapi__registry_has_version(reg, STR("autoscaling"), STR("v2")));
	assert_false(fakeapi__registry_has_version(reg, STR("autoscaling"), STR("v3")));
	fakeapi__registry_free(reg);
}

static void registry_lists_subresources_and_verbs(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	const struct fakeapi__resource *pods = must_find(reg, "", "v1", "pods");
	const struct fakeapi__subresource *sub;

	(void)state;
	sub = fakeapi__resource_sub(pods, STR("eviction"));
	assert_non_null(sub);
	assert_string_equal(sub->group, "policy");
	assert_string_equal(sub->kind, "Eviction");
	assert_string_equal(sub->verbs, "create");
	assert_null(fakeapi__resource_sub(pods, STR("scale")));
	assert_null(fakeapi__resource_sub(must_find(reg, "", "v1", "configmaps"), STR("status")));
	assert_true(fakeapi__listed(pods->verbs, "deletecollection"));
	assert_true(fakeapi__listed(pods->verbs, "delete"));
	assert_false(fakeapi__listed("deletecollection,get", "delete"));
	assert_false(fakeapi__listed("", "get"));
	fakeapi__registry_free(reg);
}

static void registry_storage_returns_the_stored_version(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	const struct fakeapi__resource *pods = must_find(reg, "", "v1", "pods");

	(void)state;
	assert_ptr_equal(fakeapi__registry_storage(reg, pods), pods);
	assert_ptr_equal(fakeapi__registry_storage(reg,
						   must_find(reg, "events.k8s.io", "v1", "events")),
			 must_find(reg, "", "v1", "events"));
	assert_ptr_equal(fakeapi__registry_storage(reg, must_find(reg, "autoscaling", "v1",
								  "horizontalpodautoscalers")),
			 must_find(reg, "autoscaling", "v2", "horizontalpodautoscalers"));
	fakeapi__registry_free(reg);
}

static struct fakeapi__resource custom(const char *group, const char *version, const char *resource,
				       const char *kind)
{
	return (struct fakeapi__resource) { .group = group,
					    .version = version,
					    .resource = resource,
					    .singular = "x",
					    .kind = kind,
					    .list_kind = "XList",
					    .short_names = "",
					    .categories = "",
					    .verbs = "get",
					    .flags = FAKEAPI_RES_CUSTOM | FAKEAPI_RES_SCALE };
}

static void custom_types_follow_built_in_types_in_preference_order(void **state)
{
	/* in the order added; the number is where it must end up */
	static const struct {
		const char *group, *version, *resource;
		size_t rank;
	} added[] = {
		{ "z.io", "v1", "zs", 8 },	 { "a.io", "v1beta1", "as", 3 },
		{ "a.io", "v1alpha1", "as", 5 }, { "a.io", "v1", "as", 2 },
		{ "a.io", "foo", "as", 7 },	 { "a.io", "v2", "as", 0 },
		{ "a.io", "v2", "bs", 1 },	 { "a.io", "v1alpha10", "as", 4 },
		{ "a.io", "bar10", "as", 6 },
	};
	struct fakeapi__resource types[ARRAY_LEN(added)];
	struct fakeapi__registry *reg = fakeapi__registry_new();
	size_t builtin = 0;
	uint64_t generation = fakeapi__registry_generation(reg);

	(void)state;
	while (fakeapi__registry_at(reg, builtin))
		builtin++;
	for (size_t i = 0; i < ARRAY_LEN(added); i++) {
		types[i] =
		    custom(added[i].group, added[i].version, added[i].resource, added[i].resource);
		assert_int_equal(fakeapi__registry_add(reg, &types[i]), 0);
		assert_true(fakeapi__registry_generation(reg) > generation);
		generation = fakeapi__registry_generation(reg);
	}
	for (size_t i = 0; i < ARRAY_LEN(added); i++) {
		const struct fakeapi__resource *res =
		    fakeapi__registry_at(reg, builtin + added[i].rank);

		assert_string_equal(res->group, added[i].group);
		assert_string_equal(res->version, added[i].version);
		assert_string_equal(res->resource, added[i].resource);
	}
	assert_non_null(fakeapi__resource_sub(must_find(reg, "a.io", "v2", "as"), STR("scale")));
	assert_null(fakeapi__resource_sub(must_find(reg, "a.io", "v2", "as"), STR("status")));
	/* What was once seen never comes again, though a type goes. */
	fakeapi__registry_remove(reg, STR("a.io"), STR("v2"), STR("bs"));
	assert_true(fakeapi__registry_generation(reg) > generation);
	fakeapi__registry_free(reg);
}

static void registry_removes_and_replaces_types(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	struct fakeapi__resource res = custom("a.io", "v1", "as", "A");
	struct fakeapi__resource twin = custom("a.io", "v1", "others", "A");
	const struct fakeapi__resource *first;

	(void)state;
	assert_int_equal(fakeapi__registry_add(reg, &res), 0);
	assert_int_equal(fakeapi__registry_add(reg, &twin), 0);
	first = must_find(reg, "a.io", "v1", "as");
	assert_ptr_equal(fakeapi__registry_find_kind(reg, STR("a.io"), STR("v1"), STR("A")), first);
	fakeapi__registry_remove(reg, STR("a.io"), STR("v1"), STR("as"));
	assert_null(fakeapi__registry_find(reg, STR("a.io"), STR("v1"), STR("as")));
	assert_ptr_equal(fakeapi__registry_find_kind(reg, STR("a.io"), STR("v1"), STR("A")),
			 must_find(reg, "a.io", "v1", "others"));
	fakeapi__registry_remove(reg, STR("a.io"), STR("v1"), STR("others"));
	assert_null(fakeapi__registry_find_kind(reg, STR("a.io"), STR("v1"), STR("A")));
	assert_false(fakeapi__registry_has_group(reg, STR("a.io")));
	fakeapi__registry_remove(reg, STR("a.io"), STR("v1"), STR("as"));

	assert_int_equal(fakeapi__registry_add(reg, &res), 0);
	res.verbs = "list";
	assert_int_equal(fakeapi__registry_add(reg, &res), 0);
	assert_string_equal(must_find(reg, "a.io", "v1", "as")->verbs, "list");
	fakeapi__registry_free(reg);
}

static void build_and_change(void)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	struct fakeapi__resource res = custom("a.io", "v1", "as", "A");

	if (!reg)
		return;
	if (fakeapi__registry_add(reg, &res) == 0)
		assert_non_null(fakeapi__registry_find(reg, STR("a.io"), STR("v1"), STR("as")));
	else
		assert_null(fakeapi__registry_find(reg, STR("a.io"), STR("v1"), STR("as")));
	fakeapi__registry_free(reg);
}

static void registry_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(build_and_change());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registry_finds_the_built_in_types),
		cmocka_unit_test(registry_lists_subresources_and_verbs),
		cmocka_unit_test(registry_storage_returns_the_stored_version),
		cmocka_unit_test(custom_types_follow_built_in_types_in_preference_order),
		cmocka_unit_test(registry_removes_and_replaces_types),
		cmocka_unit_test(registry_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
