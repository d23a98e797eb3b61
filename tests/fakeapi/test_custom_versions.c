/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of custom resources without a webhook: whose defaults a read has, and owners of fields
 * in versions that an object is not one of any more; as kube-apiserver 1.34.4 did. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define TOYS(v)	    "/apis/x.io/" v "/namespaces/default/toys"
#define TOY(v, more)                                                                               \
	"{\"apiVersion\":\"x.io/" v "\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"t\"}" more "}"
#define VERSION(name, served, storage, properties)                                                 \
	"{\"name\":\"" name "\",\"served\":" served ",\"storage\":" storage                        \
	",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{" properties "}}}}"
#define TEXT  "{\"type\":\"string\"}"
#define APPLY "application/apply-patch+yaml"
#define MERGE "application/merge-patch+json"

static void define(struct kit *k, const char *method, const char *versions)
{
	AUTO_STRBUF body = STRBUF_INIT, rv = STRBUF_INIT;
	bool put = *method == 'P' && method[1] == 'U';

	if (put) {
		assert_int_equal(kit_do(k, "GET", DEFINITIONS "/toys.x.io", NULL), 200);
		strbuf_addf(&rv, ",\"resourceVersion\":\"%s\"",
			    kit_at(k, "metadata.resourceVersion"));
	}
	strbuf_addf(
	    &body,
	    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
	    "\"CustomResourceDefinition\",\"metadata\":{\"name\":\"toys.x.io\"%s},\"spec\":{"
	    "\"group\":\"x.io\",\"scope\":\"Namespaced\",\"names\":{\"plural\":\"toys\","
	    "\"kind\":\"Toy\"},\"versions\":[%s]}}",
	    rv.len ? rv.ptr : "", versions);
	k->content_type = NULL;
	assert_int_equal(kit_do(k, method, put ? DEFINITIONS "/toys.x.io" : DEFINITIONS, body.ptr),
			 put ? 200 : 201);
	k->now_ns += 10 * NS_PER_S;
}

static void open_kit(struct kit *k, const char *versions)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	kit_open(k, &opt);
	define(k, "POST", versions);
}

/* What the version of a request defaults is pruned as the object is stored, and not shown again. */
static void read_ignores_defaults_of_another_version(void **state)
{
	static const struct {
		const char *method, *uri, *type, *body;
	} steps[] = {
		{ "POST", TOYS("v2"), NULL, TOY("v2", ",\"a\":\"1\"") },
		{ "GET", TOYS("v2") "/t", NULL, NULL },
		{ "GET", TOYS("v1") "/t", NULL, NULL },
		{ "PATCH", TOYS("v2") "/t", MERGE, "{\"b\":\"y\"}" },
		{ "GET", TOYS("v2") "/t", NULL, NULL },
		{ "PATCH", TOYS("v2") "/t?fieldManager=m&force=true", APPLY,
		  TOY("v2", ",\"b\":\"z\"") },
		{ "GET", TOYS("v2"), NULL, NULL },
	};
	struct kit k;

	(void)state;
	open_kit(&k, VERSION("v1", "true", "true", "\"a\":" TEXT) "," VERSION(
			 "v2", "true", "false",
			 "\"a\":" TEXT ",\"b\":{\"type\":\"string\",\"default\":\"B\"}"));
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		k.content_type = steps[i].type;
		assert_in_range(kit_do(&k, steps[i].method, steps[i].uri, steps[i].body), 200, 201);
		assert_non_null(strstr(k.body.ptr, "\"a\":\"1\""));
		assert_null(strstr(k.body.ptr, "\"b\":\""));
	}
	kit_close(&k);
}

#define LIST(policy)                                                                               \
	"\"x\":" TEXT ",\"list\":{\"type\":\"array\",\"items\":{\"type\":\"object\","              \
	"\"properties\":{\"key\":" TEXT policy "}}}"
#define POLICY ",\"policy\":{\"type\":\"string\",\"default\":\"Ignore\"}"

/* Who owns fields of an old version: it has no field that has got a default since. */
static void apply_fails_if_the_object_does_not_fit_an_owners_version(void **state)
{
	static const char undeclared[] = ".list[0].policy: field not declared in schema";
	struct kit k;

	(void)state;
	open_kit(&k, VERSION("v1beta1", "true", "true", LIST("")));
	k.content_type = APPLY;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1beta1") "/t?fieldManager=m",
				TOY("v1beta1", ",\"list\":[{\"key\":\"k\"}]")),
			 201);
	define(&k, "PUT",
	       VERSION("v1beta1", "false", "false", LIST("")) "," VERSION("v1", "true", "true",
									  LIST("")));
	k.content_type = MERGE;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t?fieldManager=o", "{\"x\":\"1\"}"), 200);
	define(&k, "PUT",
	       VERSION("v1beta1", "false", "false", LIST("")) "," VERSION("v1", "true", "true",
									  LIST(POLICY)));
	for (size_t i = 0; i < 3; i++) {
		static const char *const uris[] = { TOYS("v1") "/t?fieldManager=m",
						    TOYS("v1") "/t?fieldManager=m2",
						    TOYS("v1") "/t?fieldManager=m2&force=true" };

		k.content_type = APPLY;
		assert_int_equal(kit_do(&k, "PATCH", uris[i],
					TOY("v1", ",\"list\":[{\"key\":\"k\"}]")),
				 500);
		assert_string_equal(kit_at(&k, "message"), undeclared);
	}
	/* An update goes on, and no field has an owner behind it. */
	k.content_type = MERGE;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t?fieldManager=o", "{\"x\":\"2\"}"), 200);
	assert_null(strstr(k.body.ptr, "managedFields"));
	k.content_type = APPLY;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t?fieldManager=m",
				TOY("v1", ",\"list\":[{\"key\":\"k\"}]")),
			 409);
	assert_string_equal(kit_at(&k, "message"), "Apply failed with 1 conflict: conflict with "
						   "\"before-first-apply\" using x.io/v1: .list");
	kit_close(&k);
}

#define ITEMS                                                                                      \
	"\"items\":{\"type\":\"object\",\"maxItems\":9,\"properties\":{\"n\":{\"type\":"           \
	"\"integer\"}},"                                                                           \
	"\"x-kubernetes-validations\":[{\"rule\":\"self.n > 1\"}]},\"maxItems\":9}"

/* A list that was an array, unchanged below an object: its rules cannot be compiled any more. */
static void uncompilable_item_rules_refuse_updates(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, VERSION("v1", "true", "true", "\"list\":{\"type\":\"array\"," ITEMS));
	assert_int_equal(kit_do(&k, "POST", TOYS("v1"),
				TOY("v1", ",\"list\":[{\"n\":8},{\"n\":9}]")),
			 201);
	define(&k, "PUT", VERSION("v1", "true", "true", "\"list\":{\"type\":\"object\"," ITEMS));
	k.content_type = MERGE;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t",
				"{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"),
			 422);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "Toy.x.io \"t\" is invalid: [list[0]: Invalid value: \"object\": rule compiler "
	    "initialization error: failed to convert to declType for CEL validation rules, "
	    "list[1]: Invalid value: \"object\": rule compiler initialization error: failed to "
	    "convert to declType for CEL validation rules]");
	kit_close(&k);
}

/* The server validates nothing else of an object of another kind. */
static void new_object_of_another_kind_gets_only_the_kind_error(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, VERSION("v1", "true", "true", "\"a\":" TEXT));
	assert_int_equal(kit_do(&k, "POST", TOYS("v1"),
				"{\"apiVersion\":\"x.io/v1\",\"kind\":\"Q\",\"metadata\":{\"name\":"
				"\"P!\"},\"a\":7}"),
			 422);
	assert_string_equal(kit_at(&k, "message"),
			    "Q.x.io \"P!\" is invalid: kind: Invalid value: \"Q\": must be Toy");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_ignores_defaults_of_another_version),
		cmocka_unit_test(uncompilable_item_rules_refuse_updates),
		cmocka_unit_test(new_object_of_another_kind_gets_only_the_kind_error),
		cmocka_unit_test(apply_fails_if_the_object_does_not_fit_an_owners_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
