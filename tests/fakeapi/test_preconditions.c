/* SPDX-License-Identifier: Apache-2.0 */
/* What a delete requires of its object, in the words of kube-apiserver 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define DEFAULT "/api/v1/namespaces/default"

static void failed_namespace_preconditions_have_their_own_message(void **state)
{
	static const char words[] = "Operation cannot be fulfilled on namespaces \"default\": "
				    "Precondition failed: ";
	static const struct {
		const char *body, *what, *member;
	} cases[] = {
		{ "{\"preconditions\":{\"resourceVersion\":\"7\"}}",
		  "ResourceVersion in precondition: 7, ResourceVersion in object meta: ",
		  "metadata.resourceVersion" },
		{ "{\"preconditions\":{\"uid\":\"x\"}}",
		  "UID in precondition: x, UID in object meta: ", "metadata.uid" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF wanted = STRBUF_INIT;

		assert_int_equal(kit_do(&k, "GET", DEFAULT, NULL), 200);
		strbuf_addf(&wanted, "%s%s%s", words, cases[i].what, kit_at(&k, cases[i].member));
		assert_int_equal(kit_do(&k, "DELETE", DEFAULT, cases[i].body), 409);
		assert_string_equal(kit_at(&k, "message"), wanted.ptr);
		assert_string_equal(kit_at(&k, "details.kind"), "namespaces");
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_namespace_preconditions_have_their_own_message),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
