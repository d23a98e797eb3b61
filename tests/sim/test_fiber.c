/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/posix/fiber.h"

#include "base/str.h"
#include "tests/kit/testing.h"

struct story {
	struct strbuf text;
	int turns;
	struct fiber *inner;
};

static void tell(void *arg)
{
	struct story *s = arg;

	assert_non_null(fiber_current());
	for (int i = 0; i < s->turns; i++) {
		strbuf_addf(&s->text, "%d", i);
		fiber_yield();
	}
	strbuf_addz(&s->text, ".");
}

static void fiber_resumes_where_it_yielded(void **state)
{
	struct story a = { STRBUF_INIT, 3, NULL }, b = { STRBUF_INIT, 1, NULL };
	struct fiber *fa = fiber_new(), *fb = fiber_new();

	(void)state;
	assert_null(fiber_current());
	assert_false(fiber_run(fa, tell, &a));
	assert_false(fiber_run(fb, tell, &b));
	assert_true(fiber_parked(fa));
	assert_false(fiber_resume(fa));
	assert_true(fiber_resume(fb));
	assert_false(fiber_parked(fb));
	assert_false(fiber_resume(fa));
	assert_true(fiber_resume(fa));
	assert_string_equal(a.text.ptr, "012.");
	assert_string_equal(b.text.ptr, "0.");
	assert_null(fiber_current());
	/* A stack is used again. */
	a.turns = 0;
	assert_true(fiber_run(fa, tell, &a));
	assert_string_equal(a.text.ptr, "012..");
	fiber_free(fa);
	fiber_free(fb);
	fiber_free(NULL);
	strbuf_fini(&a.text);
	strbuf_fini(&b.text);
}

static void run_inner(void *arg)
{
	struct story *s = arg, own = { STRBUF_INIT, 2, NULL };
	struct fiber *me = fiber_current();

	assert_false(fiber_run(s->inner, tell, &own));
	assert_ptr_equal(fiber_current(), me);
	fiber_yield();
	assert_false(fiber_resume(s->inner));
	assert_true(fiber_resume(s->inner));
	assert_ptr_equal(fiber_current(), me);
	strbuf_adds(&s->text, strbuf_str(&own.text));
	strbuf_fini(&own.text);
}

static void fiber_may_run_another(void **state)
{
	struct story s = { STRBUF_INIT, 0, fiber_new() };
	struct fiber *outer = fiber_new();

	(void)state;
	assert_false(fiber_run(outer, run_inner, &s));
	assert_true(fiber_resume(outer));
	assert_string_equal(s.text.ptr, "01.");
	fiber_free(outer);
	fiber_free(s.inner);
	strbuf_fini(&s.text);
}

static long deep(volatile char *above, int depth)
{
	volatile char here[1024];

	here[0] = (char)depth;
	return depth == 0 ? here[0] : deep(here, depth - 1) + above[0];
}

static void use_stack(void *arg)
{
	volatile char top = 1;

	*(long *)arg = deep(&top, 500);
	fiber_yield();
}

static void fiber_has_half_a_mebibyte_of_stack(void **state)
{
	struct fiber *f = fiber_new();
	long out = 0;

	(void)state;
	assert_false(fiber_run(f, use_stack, &out));
	assert_true(out != 0);
	assert_true(fiber_resume(f));
	fiber_free(f);
}

static void fiber_creation_fails_without_memory(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fiber *f = fiber_new();

		assert_true(f || base__alloc_fail_after <= 0);
		fiber_free(f);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fiber_resumes_where_it_yielded),
		cmocka_unit_test(fiber_may_run_another),
		cmocka_unit_test(fiber_has_half_a_mebibyte_of_stack),
		cmocka_unit_test(fiber_creation_fails_without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
