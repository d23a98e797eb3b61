/* SPDX-License-Identifier: Apache-2.0 */
/* Feature gates and --runtime-config: what they keep, serve and refuse. */
#include "fakeapi/meta/features.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

static void open_server(struct kit *k, unsigned release, const char *gates)
{
	struct fakeapi__options opt = {
		.first_rv = 1, .release = release, .feature_gates = gates, .any_namespace = true
	};

	kit_open(k, &opt);
}

#define META "\"metadata\":{\"name\":\"a\"}"
#define CORE "/api/v1/namespaces/n/"

static void feature_gate_keeps_or_drops_its_fields(void **state)
{
	static const char pod[] = "{" META ",\"spec\":{\"hostnameOverride\":\"h\",\"containers\":[{"
				  "\"name\":\"c\",\"image\":\"i\"}]}}";
	static const struct {
		unsigned release;
		const char *gates, *kept;
	} rows[] = {
		{ 34, NULL, "" },
		{ 34, "HostnameOverride=true", "h" },
		{ 34, "AllAlpha=true", "h" },
		{ 34, "AllAlpha=true,HostnameOverride=false", "" },
		{ 35, NULL, "h" },
		{ 35, "HostnameOverride=false", "" },
		{ 35, "HostnameOverride=true,AllBeta=false", "h" },
		{ 35, " AllBeta = false ,", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct kit k;

		open_server(&k, rows[i].release, rows[i].gates);
		assert_int_equal(kit_do(&k, "POST", CORE "pods", pod), 201);
		if (strcmp(kit_at(&k, "spec.hostnameOverride"), rows[i].kept) != 0)
			fail_msg("%zu: \"%s\"", i, kit_at(&k, "spec.hostnameOverride"));
		/* and still after a reset */
		assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
		assert_int_equal(kit_do(&k, "POST", CORE "pods", pod), 201);
		assert_string_equal(kit_at(&k, "spec.hostnameOverride"), rows[i].kept);
		kit_close(&k);
	}
}

static void invalid_feature_gates_are_refused(void **state)
{
	static const struct {
		unsigned release;
		const char *gates, *why;
	} rows[] = {
		{ 34, "HostnameOverides=true",
		  "unrecognized feature gate: HostnameOverides in Kubernetes 1.34 (did you mean "
		  "\"HostnameOverride\"?)" },
		{ 36, "HPAGeneration=true",
		  "unrecognized feature gate: HPAGeneration in Kubernetes 1.36" },
		{ 34, "A", "missing bool value for A" },
		{ 34, "A=maybe", "invalid value of A=maybe, must be true or false" },
		{ 37, "NodeDeclaredFeatures=false",
		  "cannot set feature gate NodeDeclaredFeatures to false, feature is locked to "
		  "true" },
		{ 37, "NodeDeclaredFeatures=true", NULL },
		{ 34, "AggregatedDiscoveryEndpoint=false,EnvFiles=1", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .release = rows[i].release,
						.feature_gates = rows[i].gates };
		struct relist_err err = { 0 };
		struct fakeapi__core *core = fakeapi__core_new(&opt, &err);

		if (!core != (rows[i].why != NULL))
			fail_msg("%s: %s", rows[i].gates, err.msg);
		fakeapi__core_free(core);
		if (!rows[i].why)
			continue;
		assert_int_equal(err.code, RELIST_EINVAL);
		if (!strstr(err.msg, rows[i].why))
			fail_msg("%s: %s", rows[i].gates, err.msg);
	}
}

#define BETA  "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies"
#define ALPHA "/apis/admissionregistration.k8s.io/v1alpha1/mutatingadmissionpolicies"

static void runtime_config_selects_apis_and_survives_a_reset(void **state)
{
	static const struct {
		const char *config;
		int beta, alpha;
	} rows[] = {
		{ NULL, 404, 404 },
		{ "api/all=true", 200, 200 },
		{ "api/beta=true", 200, 404 },
		{ "api/alpha", 404, 200 },
		{ "api/all=true,api/alpha=false", 200, 404 },
		{ "admissionregistration.k8s.io/v1beta1=false,api/all=true", 404, 200 },
		{ "admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies=true", 200, 404 },
		{ "api/all=false", 404, 404 },
		{ " api/all = 1 ,api/alpha=F", 200, 404 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .first_rv = 1, .runtime_config = rows[i].config };
		struct kit k;

		kit_open(&k, &opt);
		for (int twice = 0; twice < 2; twice++) {
			kit_do(&k, "GET", BETA, NULL);
			assert_int_equal(k.status, rows[i].beta);
			kit_do(&k, "GET", ALPHA, NULL);
			assert_int_equal(k.status, rows[i].alpha);
			assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces", NULL), 200);
			assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
		}
		kit_close(&k);
	}
}

/* Recorded from kube-apiserver 1.34.4. */
static void invalid_runtime_config_is_refused(void **state)
{
	static const struct {
		const char *config, *why; /* NULL: accepted */
	} rows[] = {
		{ "api/all=maybe", "invalid value api/all=maybe" },
		{ "api/beta=", "invalid value api/beta=" },
		{ "batch/v1=tru", "invalid value batch/v1=tru" },
		{ "foo=bar", "invalid key foo" },
		{ "=true", "invalid key " },
		{ "a/b/c/d", "invalid key a/b/c/d" },
		{ "foo/v1", "unknown api groups foo" },
		{ "api/all=true,foo/v1=true", "unknown api groups foo" },
		{ "api/gamma=true", "unknown api groups api" },
		{ "v2=true", "invalid key v2" },
		{ "v1=true", NULL },
		{ "v1/pods=false", NULL },
		{ ",", NULL },
		{ "batch/v9=true", NULL },
		{ " api/all = true , batch/v1=T", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .first_rv = 1, .runtime_config = rows[i].config };
		struct relist_err err = { 0 };
		struct fakeapi__core *core = fakeapi__core_new(&opt, &err);

		if ((core != NULL) != (rows[i].why == NULL) ||
		    (rows[i].why && (err.code != RELIST_EINVAL || !strstr(err.msg, rows[i].why))))
			fail_msg("%s: %s", rows[i].config, err.msg);
		fakeapi__core_free(core);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feature_gate_keeps_or_drops_its_fields),
		cmocka_unit_test(invalid_feature_gates_are_refused),
		cmocka_unit_test(runtime_config_selects_apis_and_survives_a_reset),
		cmocka_unit_test(invalid_runtime_config_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
