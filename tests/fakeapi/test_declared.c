/* SPDX-License-Identifier: Apache-2.0 */
/* What Kubernetes 1.37 checks by declarations on its types (tbl/declared.h). */
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define META		 "\"metadata\":{\"name\":\"a\"}"
#define CONTAINER	 "{\"name\":\"c\",\"image\":\"i\"}"
#define POD(more)	 "{" META ",\"spec\":{\"containers\":[" CONTAINER "]" more "}}"
#define RESPONDERS(list) POD(",\"evictionResponders\":[" list "]")
#define PODS		 "/api/v1/namespaces/n/pods"
#define SLICES		 "/apis/discovery.k8s.io/v1/namespaces/n/endpointslices"
#define LEVELS		 "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations"
#define DEVICES		 "/apis/resource.k8s.io/v1/"
#define ATTACHMENTS	 "/apis/storage.k8s.io/v1/volumeattachments"
#define ATTACHMENT(attacher)                                                                       \
	"{" META ",\"spec\":{\"attacher\":\"" attacher "\",\"nodeName\":\"n\",\"source\":{"        \
	"\"persistentVolumeName\":\"p\"}}}"
#define LONG                                                                                       \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" \
	"aa"

/* A create, and a merge patch of it (NULL: none); what its refusal says, NULL: it is none. */
static const struct row {
	const char *path, *body, *patch, *says;
} rows[] = {
	{ SLICES, "{" META ",\"addressType\":\"IPv4\",\"endpoints\":[]}",
	  "{\"addressType\":\"IPv6\",\"endpoints\":[{\"addresses\":[]}]}",
	  "[addressType: Invalid value: null: field is immutable, endpoints[0].addresses: Required "
	  "value]" },
	{ SLICES, "{" META ",\"addressType\":\"X\",\"endpoints\":[]}", NULL,
	  "addressType: Unsupported value: \\\"X\\\": supported values: \\\"FQDN\\\", "
	  "\\\"IPv4\\\", "
	  "\\\"IPv6\\\"" },
	{ SLICES, "{" META ",\"addressType\":\"IPv4\",\"endpoints\":[]}", "{\"endpoints\":[]}",
	  NULL },
	{ LEVELS, "{" META ",\"spec\":{\"type\":\"Exempt\",\"exempt\":{},\"limited\":{}}}", NULL,
	  "spec.limited: Forbidden" },
	{ ATTACHMENTS, ATTACHMENT("A_b"), NULL, "an RFC 1123 subdomain must consist of" },
	{ ATTACHMENTS, ATTACHMENT(LONG), NULL,
	  "spec.attacher: Too long: may not be more than 63 characters" },
	{ ATTACHMENTS, ATTACHMENT("Example.com"), NULL, NULL },
	{ DEVICES "deviceclasses", "{" META ",\"spec\":{\"extendedResourceName\":\"requests.x\"}}",
	  NULL, "spec.extendedResourceName: Invalid value: \\\"requests.x\\\": a name must be a " },
	{ DEVICES "namespaces/n/resourceclaims",
	  "{" META ",\"spec\":{\"devices\":{\"requests\":[{\"name\":\"r\",\"exactly\":{"
	  "\"deviceClassName\":\"c\"}},{\"name\":\"r\",\"exactly\":{\"deviceClassName\":\"c\"}}]}}"
	  "}",
	  NULL, "spec.devices.requests[1]: Duplicate value: {" },
	/* with the gate EvictionRequestAPI */
	{ PODS, RESPONDERS("{\"name\":\"example.com/a\",\"priority\":1}"), NULL, NULL },
	{ PODS, RESPONDERS("{\"name\":\"example.com/a\"}"), NULL,
	  "spec.evictionResponders[0].priority: Required value" },
	{ PODS, RESPONDERS("{\"name\":\"a\",\"priority\":1}"), NULL, "must include a prefix" },
	{ PODS, RESPONDERS("{\"name\":\"example.com/a\",\"priority\":-1}"), NULL,
	  "must be greater than or equal to 0" },
	{ PODS, RESPONDERS("{\"name\":\"example.com/a\",\"priority\":100001}"), NULL,
	  "must be less than or equal to 100000" },
	{ PODS,
	  RESPONDERS("{\"name\":\"example.com/a\",\"priority\":1},{\"name\":\"example.com/a\","
		     "\"priority\":2}"),
	  NULL, "spec.evictionResponders[1]: Duplicate value" },
};

static void declarative_validation_refuses_invalid_objects(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .first_rv = 1,
						.release = 37,
						.feature_gates = "EvictionRequestAPI=true",
						.any_namespace = true };
		AUTO_STRBUF path = STRBUF_INIT;
		struct kit k;

		kit_open(&k, &opt);
		kit_do(&k, "POST", rows[i].path, rows[i].body);
		if (rows[i].patch) {
			assert_int_equal(k.status, 201);
			k.content_type = "application/merge-patch+json";
			strbuf_addf(&path, "%s/a", rows[i].path);
			kit_do(&k, "PATCH", path.ptr, rows[i].patch);
		}
		if (rows[i].says ? k.status != 422 || !strstr(k.body.ptr, rows[i].says)
				 : k.status >= 300)
			fail_msg("%zu: %d %s", i, k.status, k.body.ptr);
		kit_close(&k);
	}
}

static void declarative_validation_is_off_in_older_releases(void **state)
{
	struct fakeapi__options opt = { .first_rv = 1, .release = 36, .any_namespace = true };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	kit_do(&k, "POST", SLICES, "{" META ",\"addressType\":\"IPv4\",\"endpoints\":[]}");
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", SLICES "/a", "{\"addressType\":\"IPv6\"}"), 422);
	assert_non_null(strstr(k.body.ptr, "Invalid value: \\\"IPv6\\\": field is immutable"));
	kit_close(&k);
}

/* A request that a rule refuses is not accepted because memory is short. */
static void declared_validation_survives_every_failing_allocation(void **state)
{
	struct fakeapi__options opt = { .first_rv = 1,
					.release = 37,
					.feature_gates = "EvictionRequestAPI=true",
					.any_namespace = true };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (!rows[i].says || rows[i].patch)
			continue;
		FOR_EACH_FAILING_ALLOC({
			kit_do(&k, "POST", rows[i].path, rows[i].body);
			if (k.status >= 200 && k.status < 400)
				fail_msg("%zu, grant %ld: %d %s", i, grant, k.status, k.body.ptr);
		});
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(declarative_validation_refuses_invalid_objects),
		cmocka_unit_test(declarative_validation_is_off_in_older_releases),
		cmocka_unit_test(declared_validation_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
