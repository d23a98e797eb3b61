/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/cel.h"
#include "cel/type.h"
#include "tests/kit/testing.h"

/* 16 fields and more are found by bisection, of identifiers and of names. */
static void cel_type_finds_each_field_whatever_their_number(void **state)
{
	(void)state;
	for (size_t count = 0; count <= 20; count++) {
		char names[20][4], identifiers[20][4];
		struct cel_field fields[20];
		struct cel_type t = { .kind = CEL_T_STRUCT,
				      .fields = fields,
				      .field_count = count };
		struct cel__arena a;

		for (size_t i = 0; i < count; i++) {
			/* Both orders are not that of the fields: 7 has no factor of 20. */
			(void)snprintf(names[i], 4, "n%02zu", i * 7 % 20);
			(void)snprintf(identifiers[i], 4, "i%02zu", 19 - i * 3 % 20);
			fields[i] = (struct cel_field) { str_of(names[i]), str_of(identifiers[i]),
							 &cel_int };
		}
		cel__arena_init(&a, 1 << 20);
		assert_true(cel_type_sort_fields(&a, &t));
		for (size_t i = 0; i < count; i++) {
			assert_ptr_equal(cel_type_member(&t, str_of(names[i])), &fields[i]);
			assert_ptr_equal(cel_type_field(&t, str_of(identifiers[i])), &fields[i]);
			assert_null(cel_type_member(&t, str_of(identifiers[i])));
			assert_null(cel_type_field(&t, str_of(names[i])));
		}
		assert_null(cel_type_member(&t, STR("a")));
		assert_null(cel_type_member(&t, STR("z")));
		assert_null(cel_type_member(&t, STR("n")));
		assert_null(cel_type_field(&t, STR("i99")));
		cel__arena_fini(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cel_type_finds_each_field_whatever_their_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
