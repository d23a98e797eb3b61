/* SPDX-License-Identifier: Apache-2.0 */
/* What Kubernetes 1.37 checks by declarations on its types (tbl/declared.h). */
#include "fakeapi/validation/declared.h"
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

#define A50  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define A62  A50 "aaaaaaaaaaaa"
#define L250 A62 "." A62 "." A62 "." A50 "aaaaaaaaaaa"
#define CHAR "name part must consist of alphanumeric characters"
#define C_ID "a valid C identifier must start with"

static void declared_formats_refuse_each_wrong_part(void **state)
{
	static const struct {
		enum fakeapi__rule rule;
		const char *value;
		size_t count;	  /* of the errors */
		const char *says; /* the last one has it */
	} cases[] = {
		{ SHORT_NAME, "a-b", 0, NULL },
		{ SHORT_NAME, "a.b", 1, "must not contain dots" },
		{ LONG_NAME, "a.b", 0, NULL },
		{ LONG_NAME, "A.b", 1, "a lowercase RFC 1123 subdomain" },
		{ LONG_NAME_CASELESS, "A.bZ", 0, NULL },
		{ LONG_NAME_CASELESS, "A_b", 1, "an RFC 1123 subdomain must consist of" },
		{ LONG_NAME_CASELESS, L250 "aaa", 0, NULL },
		{ LONG_NAME_CASELESS, L250 "aaaa", 1, "must be no more than 253 bytes" },
		{ LABEL_KEY, "a.b/C_d", 0, NULL },
		{ LABEL_KEY, "c", 0, NULL },
		{ LABEL_KEY, "a b", 1, CHAR },
		{ PREFIXED_LABEL_KEY, "a.b/c", 0, NULL },
		{ PREFIXED_LABEL_KEY, "c", 1, "must include a prefix" },
		{ PREFIXED_LABEL_KEY, "a b", 1, CHAR },
		{ UUID, "01234567-89ab-cdef-0123-456789abcdef", 0, NULL },
		{ UUID, "01234567-89AB-cdef-0123-456789abcdef", 1, "must be a lowercase UUID" },
		{ UUID, "01234567-89ab-cdef-0123-456789abcdeg", 1, "must be a lowercase UUID" },
		{ UUID, "01234567-89ab-cdef-0123-456789abcde", 1, "must be a lowercase UUID" },
		{ UUID, "01234567-89ab-cdef-0123-456789abcdef0", 1, "must be a lowercase UUID" },
		{ UUID, "01234567089ab-cdef-0123-456789abcdef", 1, "must be a lowercase UUID" },
		{ UUID, "", 1, "must be a lowercase UUID" },
		{ POOL_NAME, "a", 0, NULL },
		{ POOL_NAME, "a.b/c/d-e", 0, NULL },
		{ POOL_NAME, "a//B", 2, "segment 2: a lowercase RFC 1123 subdomain" },
		{ POOL_NAME, "", 1, "segment 0: must not be empty" },
		{ POOL_NAME, "a/", 1, "segment 1: must not be empty" },
		{ POOL_NAME, L250 "/aa", 0, NULL },
		{ POOL_NAME, L250 "/aaa", 1, "may not be more than 253" },
		{ EXTENDED_NAME, "example.com/a", 0, NULL },
		{ EXTENDED_NAME, "example.com/" A62 "a", 0, NULL },
		{ EXTENDED_NAME, "a", 1, "a name must be a domain-prefixed path" },
		{ EXTENDED_NAME, "x.kubernetes.io/a", 1,
		  "must not have \"kubernetes.io/\" domain" },
		{ EXTENDED_NAME, "requests.example.com/a", 1,
		  "must not have \"requests.\" prefix" },
		{ EXTENDED_NAME, "example.com/a b", 1, CHAR },
		{ EXTENDED_NAME, "example.com/" A62 "aa", 1, "must be no more than 63" },
		{ EXTENDED_NAME, "Example.com/a", 1, "prefix part a lowercase RFC 1123" },
		{ QUALIFIED_NAME, "a.b/C_9", 0, NULL },
		{ QUALIFIED_NAME, "a.b/_z", 0, NULL },
		{ QUALIFIED_NAME, "a", 1, "a fully qualified name must be a domain and a name" },
		{ QUALIFIED_NAME, "9", 2, "a fully qualified name must be a domain and a name" },
		{ QUALIFIED_NAME, "a.b/9", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/c-d", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/c[", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/c:", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/c{", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/c`", 1, C_ID },
		{ QUALIFIED_NAME, "a.b/AZaz_09", 0, NULL },
		{ QUALIFIED_NAME, "a.b/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, NULL },
		{ QUALIFIED_NAME, "a.b/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1,
		  "may not be more than 32" },
		{ QUALIFIED_NAME, "a.b/c/d-", 0, NULL },
		{ QUALIFIED_NAME, "/c", 1, "prefix must not be empty" },
		{ QUALIFIED_NAME, "a.b/", 1, "name must not be empty" },
		{ QUALIFIED_NAME, "A.b/c", 1, "prefix: a lowercase RFC 1123 subdomain" },
		{ QUALIFIED_NAME, A62 "a/c", 0, NULL },
		{ QUALIFIED_NAME, A62 ".a/c", 1, "may not be more than 63" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__declared row = { .rule = cases[i].rule };
		struct fakeapi__causes c;
		struct fakeapi__declared_check k = { .c = &c };
		const char *last;

		fakeapi__causes_init(&c);
		fakeapi__check_value_format(&k, &row, PATH(NULL, "x"), cases[i].value);
		last = c.count
			   ? cJSON_GetStringValue(
				 cJSON_GetObjectItem(cJSON_GetArrayItem(c.list, (int)c.count - 1),
						     "message"))
			   : "";
		if (fakeapi__causes_count(&c) != cases[i].count ||
		    (cases[i].says && !strstr(last, cases[i].says)))
			fail_msg("case %zu, \"%s\": %zu, %s", i, cases[i].value, c.count, last);
		fakeapi__causes_fini(&c);
	}
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
		cmocka_unit_test(declared_formats_refuse_each_wrong_part),
		cmocka_unit_test(declared_validation_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
