/* SPDX-License-Identifier: Apache-2.0 */
/* Privileged containers on a server without --allow-privileged, in the words of kube-apiserver
 * 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define PODS	   "/api/v1/namespaces/default/pods"
#define PRIVILEGED "{\"name\":\"c\",\"image\":\"i\",\"securityContext\":{\"privileged\":true}}"
#define POLICY	   "securityContext.privileged: Forbidden: disallowed by cluster policy"

static void open_kit(struct kit *k, bool no_privileged)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.no_privileged = no_privileged };

	kit_open(k, &opt);
}

struct step {
	const char *method, *uri, *body, *message; /* of the 422; NULL: 2xx */
};

static const struct step steps[] = {
	{ "POST", PODS,
	  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[" PRIVILEGED "]}}",
	  "Pod \"p\" is invalid: spec.containers[0]." POLICY },
	{ "POST", "/apis/apps/v1/namespaces/default/deployments",
	  "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"
	  "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":"
	  "[" PRIVILEGED
	  "],\"initContainers\":[{\"name\":\"i\",\"image\":\"i\",\"securityContext\":{"
	  "\"privileged\":true}}]}}}}",
	  "Deployment.apps \"d\" is invalid: [spec.template.spec.containers[0]." POLICY
	  ", spec.template.spec.initContainers[0]." POLICY "]" },
	{ "POST", PODS,
	  "{\"metadata\":{\"name\":\"w\"},\"spec\":{\"os\":{\"name\":\"windows\"},\"hostNetwork\":"
	  "true,\"securityContext\":{\"windowsOptions\":{\"hostProcess\":true}},\"containers\":[{"
	  "\"name\":\"c\",\"image\":\"i\"}]}}",
	  "Pod \"w\" is invalid: spec: Forbidden: hostProcess containers are disallowed by cluster "
	  "policy" },
	{ "POST", PODS,
	  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
	  "\"i\","
	  "\"securityContext\":{\"privileged\":false}}]}}",
	  NULL },
	{ "PATCH", PODS "/q/ephemeralcontainers",
	  "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"e\",\"image\":\"i\",\"securityContext\":"
	  "{"
	  "\"privileged\":true}}]}}",
	  "Pod \"q\" is invalid: spec.ephemeralContainers[0]." POLICY },
};

static void take(struct kit *k, bool refused)
{
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		const struct step *s = &steps[i];
		int status;

		k->content_type = strcmp(s->method, "PATCH") == 0
				      ? "application/strategic-merge-patch+json"
				      : NULL;
		status = kit_do(k, s->method, s->uri, s->body);
		if (refused && s->message) {
			assert_int_equal(status, 422);
			assert_string_equal(kit_at(k, "message"), s->message);
		} else {
			assert_in_range(status, 200, 201);
		}
	}
	k->content_type = NULL;
}

static void privileged_containers_are_invalid_without_the_flag(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, true);
	take(&k, true);
	kit_close(&k);
}

static void privileged_containers_are_valid_otherwise(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, false);
	take(&k, false);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(privileged_containers_are_invalid_without_the_flag),
		cmocka_unit_test(privileged_containers_are_valid_otherwise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
