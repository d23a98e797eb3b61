/* SPDX-License-Identifier: Apache-2.0 */
/* Defaults inside the type and metadata of embedded objects: they must result in valid metadata
 * (apiextensions-apiserver's pkg/apiserver/schema/defaulting/validation.go). */
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

static void defaults_of_embedded_metadata_are_checked_in_their_object(void **state)
{
	static const struct {
		const char *properties, *message; /* NULL: accepted */
	} rows[] = {
		{ "\"metadata\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
		  "\"default\":\"ok\"}}}",
		  NULL },
		{ "\"metadata\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
		  "\"default\":\"a/b\"}}}",
		  "must result in valid metadata: " },
		{ "\"metadata\":{\"type\":\"object\",\"default\":{\"name\":\"ok\"},\"properties\":{"
		  "\"name\":{\"type\":\"string\"}}}",
		  NULL },
		{ "\"metadata\":{\"type\":\"object\",\"default\":{\"name\":\"a/"
		  "b\"},\"properties\":{"
		  "\"name\":{\"type\":\"string\"}}}",
		  "must result in valid metadata: " },
		{ "\"kind\":{\"type\":\"string\",\"default\":\"Pod\"}", NULL },
		{ "\"kind\":{\"type\":\"string\",\"default\":\"a b\"}",
		  "must result in valid metadata: " },
		{ "\"apiVersion\":{\"type\":\"string\",\"default\":\"apps/v1\"}", NULL },
		{ "\"apiVersion\":{\"type\":\"string\",\"default\":\"a/b/c\"}",
		  "must result in valid metadata: " },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct kit k;

		kit_open(&k, &(struct fakeapi__options) { .first_rv = 1 });
		strbuf_addf(
		    &text,
		    "{\"metadata\":{\"name\":\"things.x.io\"},\"spec\":{\"group\":\"x.io\","
		    "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"things\",\"kind\":"
		    "\"Thing\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
		    "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
		    "\"properties\":{\"t\":{\"type\":\"object\","
		    "\"x-kubernetes-embedded-resource\":true,"
		    "\"x-kubernetes-preserve-unknown-fields\":true,\"properties\":{%s}}}}}}]}}",
		    rows[i].properties);
		kit_do(&k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		       text.ptr);
		if (k.status != (rows[i].message ? 422 : 201) ||
		    (rows[i].message && !strstr(kit_at(&k, "message"), rows[i].message)))
			fail_msg("row %zu: %d %s", i, k.status, k.body.ptr);
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_of_embedded_metadata_are_checked_in_their_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
