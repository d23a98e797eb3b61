/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/validation/validate_devices.h"
#include "tests/kit/testing.h"

#define ID32 "abcdefghijklmnopqrstuvwxyz_01234"

static void names_of_device_attributes_are_checked_part_by_part(void **state)
{
	static const struct {
		const char *name, *says[2]; /* what each cause contains */
	} cases[] = {
		{ "", { "name required" } },
		{ "a", { NULL } },
		{ "_a", { NULL } },
		{ "a1_B", { NULL } },
		{ "1a", { "valid C identifier" } },
		{ "a-b", { "valid C identifier" } },
		{ "a.b", { "valid C identifier" } },
		{ ID32, { NULL } },
		{ ID32 "5", { "may not be more than 32" } },
		{ ID32 "-", { "may not be more than 32", "valid C identifier" } },
		{ "example.com/a", { NULL } },
		{ "d/_1", { NULL } },
		{ "Example.com/a", { NULL } },
		{ "exam_ple.com/a", { "RFC 1123 subdomain" } },
		{ "example.com/1", { "valid C identifier" } },
		{ "example.com/" ID32, { NULL } },
		{ "example.com/" ID32 "5", { "may not be more than 32" } },
		{ "_/1", { "RFC 1123 subdomain", "valid C identifier" } },
		{ "/a", { "the domain must not be empty" } },
		{ "a/", { "the name must not be empty" } },
		{ "/", { "the domain must not be empty", "the name must not be empty" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__path at = { NULL, "name", 0, { NULL, 0 } };
		size_t count = cases[i].says[0] ? cases[i].says[1] ? 2 : 1 : 0;
		struct fakeapi__causes c;

		fakeapi__causes_init(&c);
		fakeapi__check_device_qualified(&c, &at, cases[i].name);
		assert_false(c.nomem);
		if (fakeapi__causes_count(&c) != count)
			fail_msg("%s: %zu causes", cases[i].name, fakeapi__causes_count(&c));
		for (size_t k = 0; k < count; k++) {
			const cJSON *cause = cJSON_GetArrayItem(c.list, (int)k);

			assert_string_equal(fakeapi__string(cause, "field"), "name");
			if (!strstr(fakeapi__string(cause, "message"), cases[i].says[k]))
				fail_msg("%s: %s", cases[i].name,
					 fakeapi__string(cause, "message"));
		}
		fakeapi__causes_fini(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_device_attributes_are_checked_part_by_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
