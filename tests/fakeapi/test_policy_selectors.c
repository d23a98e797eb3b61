/* SPDX-License-Identifier: Apache-2.0 */
/* The labels that the selectors of policies (and webhooks: the same code) match, by operation; as
 * the predicates object and namespace of k8s.io/apiserver 1.34. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define ADMISSION "/apis/admissionregistration.k8s.io/v1/"
#define PODS	  "/api/v1/namespaces/default/pods"

static void add_policy(struct kit *k, const char *selector, const char *resources)
{
	AUTO_STRBUF policy = STRBUF_INIT;

	strbuf_addf(&policy,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{%s,"
		    "\"resourceRules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"*\"],"
		    "\"apiVersions\":[\"*\"],\"resources\":[%s]}]},\"validations\":[{"
		    "\"expression\":\"false\"}]}}",
		    selector, resources);
	if (kit_do(k, "POST", ADMISSION "validatingadmissionpolicies", policy.ptr) != 201)
		fail_msg("%s", k->body.ptr);
	assert_int_equal(kit_do(k, "POST", ADMISSION "validatingadmissionpolicybindings",
				"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"policyName\":\"p\","
				"\"validationActions\":[\"Deny\"]}}"),
			 201);
}

static void drop_policy(struct kit *k)
{
	k->content_type = NULL;
	assert_int_equal(kit_do(k, "DELETE", ADMISSION "validatingadmissionpolicybindings/p", NULL),
			 200);
	assert_int_equal(kit_do(k, "DELETE", ADMISSION "validatingadmissionpolicies/p", NULL), 200);
}

#define POD(name)                                                                                  \
	"{\"metadata\":{\"name\":\"" name                                                          \
	"\",\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":["                                  \
	"{\"name\":\"c\",\"image\":\"i\"}]}}"

static void object_selector_matches_the_labels_of_either_object(void **state)
{
	enum { CREATE = 1, UPDATE = 2, DELETE = 4, CONNECT = 8 };
	static const struct {
		const char *method, *uri, *body;
	} requests[] = {
		{ "POST", PODS "?dryRun=All", POD("new") },
		{ "PATCH", PODS "/p?dryRun=All", "{\"metadata\":{\"labels\":{\"a\":\"c\"}}}" },
		{ "DELETE", PODS "/p?dryRun=All", NULL },
		/* PodExecOptions have no metadata */
		{ "POST", PODS "/p/exec?command=true", NULL },
	};
	static const struct {
		const char *selector;
		int matched;
	} cases[] = {
		{ "\"objectSelector\":{}", CREATE | UPDATE | DELETE | CONNECT },
		{ "\"objectSelector\":{\"matchLabels\":{\"a\":\"b\"}}", CREATE | UPDATE | DELETE },
		{ "\"objectSelector\":{\"matchLabels\":{\"a\":\"c\"}}", UPDATE },
		{ "\"objectSelector\":{\"matchLabels\":{\"a\":\"d\"}}", 0 },
		{ "\"objectSelector\":{\"matchExpressions\":[{\"key\":\"z\",\"operator\":"
		  "\"DoesNotExist\"}]}",
		  CREATE | UPDATE | DELETE },
	};
	int plain[ARRAY_LEN(requests)];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", PODS, POD("p")), 201);
	for (size_t i = 0; i <= ARRAY_LEN(cases); i++) {
		if (i > 0)
			add_policy(&k, cases[i - 1].selector, "\"pods\",\"pods/exec\"");
		for (size_t r = 0; r < ARRAY_LEN(requests); r++) {
			bool matched = i > 0 && (cases[i - 1].matched & 1 << r);

			k.content_type = *requests[r].method == 'P' && requests[r].method[1] == 'A'
					     ? "application/merge-patch+json"
					     : NULL;
			(void)kit_do(&k, requests[r].method, requests[r].uri, requests[r].body);
			plain[r] = i == 0 ? k.status : plain[r];
			if (k.status != (matched ? 422 : plain[r]))
				fail_msg("case %zu, %s %s: %s", i, requests[r].method,
					 requests[r].uri, k.body.ptr);
		}
		if (i > 0)
			drop_policy(&k);
	}
	kit_close(&k);
}

/* Cluster-scoped objects match each namespaceSelector, unless their resource is named namespaces:
 * then their own labels count, in any group. */
static void namespace_selector_reads_the_labels_of_any_type_named_namespaces(void **state)
{
	static const char definition[] =
	    "{\"metadata\":{\"name\":\"%s.e.io\"},\"spec\":{\"group\":\"e.io\",\"scope\":"
	    "\"Cluster\","
	    "\"names\":{\"plural\":\"%s\",\"kind\":\"%s\"},\"versions\":[{\"name\":\"v1\","
	    "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
	    "\"object\"}}}]}}";
	static const struct {
		const char *plural, *kind, *labels;
		int status;
	} cases[] = {
		{ "toys", "Toy", "", 422 },
		{ "toys", "Toy", "\"env\":\"prod\"", 422 },
		{ "namespaces", "Namespace", "", 201 },
		{ "namespaces", "Namespace", "\"env\":\"prod\"", 422 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i += 2) {
		AUTO_STRBUF b = STRBUF_INIT;

		strbuf_addf(&b, definition, cases[i].plural, cases[i].plural, cases[i].kind);
		assert_int_equal(kit_do(&k, "POST",
					"/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
					b.ptr),
				 201);
	}
	k.now_ns += 10 * NS_PER_S;
	add_policy(&k, "\"namespaceSelector\":{\"matchLabels\":{\"env\":\"prod\"}}", "\"*\"");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF uri = STRBUF_INIT, b = STRBUF_INIT;

		strbuf_addf(&uri, "/apis/e.io/v1/%s?dryRun=All", cases[i].plural);
		strbuf_addf(&b,
			    "{\"apiVersion\":\"e.io/v1\",\"kind\":\"%s\",\"metadata\":{\"name\":"
			    "\"x\",\"labels\":{%s}}}",
			    cases[i].kind, cases[i].labels);
		if (kit_do(&k, "POST", uri.ptr, b.ptr) != cases[i].status)
			fail_msg("%s {%s}: %s", cases[i].plural, cases[i].labels, k.body.ptr);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(object_selector_matches_the_labels_of_either_object),
		cmocka_unit_test(namespace_selector_reads_the_labels_of_any_type_named_namespaces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
