/* SPDX-License-Identifier: Apache-2.0 */
/* The roles and bindings of a server's start (tbl/rbac.h), by release. */
#include "fakeapi/meta/release.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define RBAC "/apis/rbac.authorization.k8s.io/v1/"

static void open_release(struct kit *k, unsigned release)
{
	struct fakeapi__options opt = { .release = release, .rbac = true };

	kit_open(k, &opt);
}

/* Counts of the lists in bootstrappolicy/testdata of each release's module. */
static void a_release_starts_with_as_many_roles_as_its_kube_apiserver(void **state)
{
	static const struct {
		unsigned release;
		int roles, bindings;
	} cases[] = {
		{ 31, 64, 45 }, { 33, 66, 47 }, { 34, 68, 49 },
		{ 35, 68, 49 }, { 36, 69, 50 }, { 37, 73, 54 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;

		open_release(&k, cases[i].release);
		assert_int_equal(kit_count(&k, RBAC "clusterroles"), cases[i].roles);
		assert_int_equal(kit_count(&k, RBAC "clusterrolebindings"), cases[i].bindings);
		assert_int_equal(kit_count(&k, RBAC "roles"), 7);
		assert_int_equal(kit_count(&k, RBAC "rolebindings"), 7);
		kit_close(&k);
	}
}

static void a_role_has_the_rules_of_its_release(void **state)
{
	static const struct {
		const char *uri, *rule;
		unsigned since;
	} cases[] = {
		{ RBAC "clusterroles/view", "resourceclaims", 34 },
		{ RBAC "clusterroles/system:monitoring", "/statusz", 36 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		for (unsigned r = FAKEAPI_RELEASE_OLDEST; r <= FAKEAPI_RELEASE_NEWEST; r++) {
			struct kit k;

			open_release(&k, r);
			assert_int_equal(kit_do(&k, "GET", cases[i].uri, NULL), 200);
			assert_int_equal(strstr(k.body.ptr, cases[i].rule) != NULL,
					 r >= cases[i].since);
			kit_close(&k);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_release_starts_with_as_many_roles_as_its_kube_apiserver),
		cmocka_unit_test(a_role_has_the_rules_of_its_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
