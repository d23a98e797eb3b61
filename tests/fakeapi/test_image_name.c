/* SPDX-License-Identifier: Apache-2.0 */
/* Which images are pulled always, by their names. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/image_name.h"

#define DIGEST "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void image_without_tag_is_latest(void **state)
{
	static const char *const latest[] = {
		"a",
		"a/b",
		"a:latest",
		"localhost/a",
		"r.io:5000/a/b",
		"[::1]:80/a",
		"A/b",
		"a__b/c.d/e-f---g",
		"r.io/a:latest",
		"index.docker.io/a",
		("a:latest" DIGEST),
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(latest); i++)
		assert_true(fakeapi__image_is_latest(latest[i]));
}

static void image_with_tag_or_digest_is_not_latest(void **state)
{
	static const char *const other[] = { "a:1", "r.io:5000/a:v1.0", "a" DIGEST, "a:1" DIGEST };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(other); i++)
		assert_false(fakeapi__image_is_latest(other[i]));
}

static void invalid_image_reference_is_not_latest(void **state)
{
	static const char *const bad[] = {
		"",
		" a",
		"a ",
		"a//b",
		"A",
		"a/B",
		"a:",
		"a:-x",
		"-a",
		"a-",
		"a..b",
		"a___b",
		"-r.io/a",
		"r.io:x/a",
		"[::1/a",
		"a@sha256:0123",
		"a@md5:0123456789abcdef0123456789abcdef",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(fakeapi__image_is_latest(bad[i]));
}

/* 255 bytes with the "library/" that a bare name gets. */
static void image_with_too_long_path_is_not_latest(void **state)
{
	char name[300];

	(void)state;
	memset(name, 'a', sizeof(name));
	name[247] = '\0';
	assert_true(fakeapi__image_is_latest(name));
	name[247] = 'a';
	name[248] = '\0';
	assert_false(fakeapi__image_is_latest(name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(image_without_tag_is_latest),
		cmocka_unit_test(image_with_tag_or_digest_is_not_latest),
		cmocka_unit_test(invalid_image_reference_is_not_latest),
		cmocka_unit_test(image_with_too_long_path_is_not_latest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
