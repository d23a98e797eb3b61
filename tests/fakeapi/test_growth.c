/* SPDX-License-Identifier: Apache-2.0 */
/* Nobody's request may cost the square of its length: every row of tests/kit/shapes.c is sent three
 * times, each twice as long as the one before, and the work is counted, not timed.
 *
 * This program is linked against objects of base/ and fakeapi/ that the compiler made to call
 * __sanitizer_cov_trace_pc() in every basic block, and what walks memory or lists inside cJSON and
 * libc is wrapped by the linker (Makefile): so a step is a step whoever takes it. */
#include <cjson/cJSON.h>
#include <stdarg.h>

#include "base/alloc.h"
#include "tests/kit/shapes.h"
#include "tests/kit/testing.h"

/* --- counting ----------------------------------------------------------------------------- */

static uint64_t work;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	work++;
}

/* What stands before a member or an item is what had to be walked past. */
static void walked(const cJSON *parent, const cJSON *to)
{
	for (const cJSON *c = parent ? parent->child : NULL; c && c != to; c = c->next)
		work++;
}

#define WRAP(type, name, ...)                                                                      \
	type __real_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__)

WRAP(int, cJSON_GetArraySize, const cJSON *v)
{
	walked(v, NULL);
	return __real_cJSON_GetArraySize(v);
}

WRAP(cJSON *, cJSON_GetArrayItem, const cJSON *v, int i)
{
	work += (uint64_t)(i > 0 ? i : 0);
	return __real_cJSON_GetArrayItem(v, i);
}

WRAP(cJSON *, cJSON_GetObjectItemCaseSensitive, const cJSON *v, const char *name)
{
	cJSON *found = __real_cJSON_GetObjectItemCaseSensitive(v, name);

	walked(v, found);
	return found;
}

WRAP(cJSON *, cJSON_GetObjectItem, const cJSON *v, const char *name)
{
	cJSON *found = __real_cJSON_GetObjectItem(v, name);

	walked(v, found);
	return found;
}

WRAP(cJSON *, cJSON_DetachItemFromObjectCaseSensitive, cJSON *v, const char *name)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	return __real_cJSON_DetachItemFromObjectCaseSensitive(v, name);
}

WRAP(void, cJSON_DeleteItemFromObjectCaseSensitive, cJSON *v, const char *name)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	__real_cJSON_DeleteItemFromObjectCaseSensitive(v, name);
}

WRAP(cJSON_bool, cJSON_ReplaceItemInObjectCaseSensitive, cJSON *v, const char *name, cJSON *item)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	return __real_cJSON_ReplaceItemInObjectCaseSensitive(v, name, item);
}

WRAP(size_t, strlen, const char *z)
{
	size_t n = __real_strlen(z);

	work += n / 16;
	return n;
}

WRAP(void *, memmove, void *to, const void *from, size_t n)
{
	work += n / 16;
	return __real_memmove(to, from, n);
}

WRAP(void *, memcpy, void *to, const void *from, size_t n)
{
	work += n / 16;
	return __real_memcpy(to, from, n);
}

WRAP(void *, memset, void *to, int c, size_t n)
{
	work += n / 16;
	return __real_memset(to, c, n);
}

/* It looks for the end of the text before it begins. */
int __wrap___isoc99_sscanf(const char *text, const char *fmt, ...);
int __wrap___isoc99_sscanf(const char *text, const char *fmt, ...)
{
	va_list ap;
	int n;

	work += __real_strlen(text) / 16;
	va_start(ap, fmt);
	n = vsscanf(text, fmt, ap);
	va_end(ap);
	return n;
}

/* --- growth ------------------------------------------------------------------------------- */

/* n log n grows by 2.2, a square by 4. What is constant cancels out. */
enum { FIRST = 1000, FIRST_OF_QUERY = 100 };
static const double growth_max = 2.6;

static void around(void *user, bool begin)
{
	uint64_t *count = user;

	*count = begin ? work : work - *count;
}

static uint64_t count(const struct shape *s, size_t n, bool *fine)
{
	struct fakeapi__core *core = shape_open(s, n);
	uint64_t steps = 0;
	int status;

	assert_non_null(core);
	status = shape_run(core, &s->ask, n, around, &steps);
	fakeapi__core_free(core);
	if (!s->status || status == s->status)
		return steps;
	print_message("%s: %zu parts were answered %d\n", s->name, n, status);
	*fine = false;
	return 0;
}

static void twice_as_long_is_about_twice_the_work(void **state)
{
	bool fine = true;

	(void)state;
	for (size_t i = 0; i < shape_count; i++) {
		size_t n = strchr(shapes[i].ask.uri, '<') ? FIRST_OF_QUERY : FIRST;
		uint64_t a = count(&shapes[i], n, &fine), b = count(&shapes[i], 2 * n, &fine),
			 c = count(&shapes[i], 4 * n, &fine);
		double growth = (double)(c - b) / (double)(b > a ? b - a : 1);

		if (c <= b || c < b * 11 / 5 || growth <= growth_max)
			continue;
		print_message("%-44s %zu, %zu, %zu parts: %llu, %llu, %llu steps, grows by %.2f\n",
			      shapes[i].name, n, 2 * n, 4 * n, (unsigned long long)a,
			      (unsigned long long)b, (unsigned long long)c, growth);
		fine = false;
	}
	assert_true(fine);
}

static void a_square_would_be_noticed(void **state)
{
	uint64_t steps[3];

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(steps); k++) {
		cJSON *list = cJSON_CreateArray();
		int n = FIRST << k;

		for (int i = 0; i < n; i++)
			(void)cJSON_AddItemToArray(list, cJSON_CreateNull());
		steps[k] = work;
		for (int i = 0; i < n; i++)
			(void)cJSON_GetArrayItem(list, i);
		steps[k] = work - steps[k];
		cJSON_Delete(list);
	}
	assert_true((double)(steps[2] - steps[1]) / (double)(steps[1] - steps[0]) > growth_max);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_square_would_be_noticed),
		cmocka_unit_test(twice_as_long_is_about_twice_the_work),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
