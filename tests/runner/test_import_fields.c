/* SPDX-License-Identifier: Apache-2.0 */
/* Field selectors of watches whose events an import works out. */
#include "runner/import/impl.h"
#include "tests/kit/testing.h"

static void import_field_selectors_select_objects(void **state)
{
#define CHOSEN                                                                                     \
	"{\"metadata\":{\"name\":\"a\"},\"spec\":{\"nodeName\":\"n\\u0031\",\"nothing\":null,"     \
	"\"replicas\":3,\"on\":true},\"a\":{\"b\":{\"c\":\"\"}}}"
	static const struct {
		const char *selector;
		bool plain, match, match_nothing; /* match_nothing: of {} */
	} cases[] = {
		{ "", true, true, true },
		{ "metadata.name=a", true, true, false },
		{ "metadata.name==a", true, true, false },
		{ "metadata.name!=a", true, false, true },
		{ "metadata.name=ab", true, false, false },
		{ "metadata.name=", true, false, true },
		{ "metadata.nam=a", true, false, false },
		{ "spec.nodeName=n1", true, true, false },
		{ "spec.nodeName=n1,metadata.name=a", true, true, false },
		{ "spec.nodeName=n1,metadata.name=b", true, false, false },
		{ "spec.nodeName=n2,metadata.name=a", true, false, false },
		{ "spec.nodeName!=n2,metadata.name!=b", true, true, true },
		{ "spec.replicas=3", true, true, false },
		{ "spec.replicas=4", true, false, false },
		{ "spec.on=true", true, true, false },
		{ "spec.nothing=", true, true, true },
		{ "spec.nothing=null", true, false, false },
		{ "a.b.c=", true, true, true },
		{ "a.b=", true, false, true },
		{ "a.b.c.d=", true, true, true },
		/* what is false when it is not there */
		{ "spec.unschedulable=false", true, true, true },
		{ "spec.unschedulable=true", true, false, false },
		{ "spec.unschedulable=", true, false, false },
		{ "spec.unschedulable!=false", true, false, false },
		{ "spec.hostNetwork=false", true, true, true },
		{ "spec.hostNetwork=true", true, false, false },
		{ "spec.hostIPC=false", true, false, false },
		/* none */
		{ "a", false, false, false },
		{ "=a", false, false, false },
		{ "!=a", false, false, false },
		{ "metadata.name=a,", true, true, false },
		{ ",metadata.name=a", false, false, false },
		{ "metadata.name=a,b", false, false, false },
		{ "metadata.name=a\\,b", false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str selector = str_of(cases[i].selector);

		if (imp__fields_are_plain(selector) != cases[i].plain ||
		    imp__fields_match(selector, STR(CHOSEN)) != cases[i].match ||
		    imp__fields_match(selector, STR("{}")) != cases[i].match_nothing)
			fail_msg("%s: %d %d %d", cases[i].selector, imp__fields_are_plain(selector),
				 imp__fields_match(selector, STR(CHOSEN)),
				 imp__fields_match(selector, STR("{}")));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_field_selectors_select_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
