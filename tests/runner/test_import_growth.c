/* SPDX-License-Identifier: Apache-2.0 */
/* Time of an import grows with the number of files, not with its square: with that many files the
 * square takes minutes. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runner/import/import.h"
#include "tests/kit/testing.h"

enum { FILES = 30000 };

struct lines {
	size_t count;
	uint64_t last_rv;
	bool in_order;
};

static int count_line(void *user, struct str line, struct relist_err *err)
{
	static const char mark[] = "\"resourceVersion\":\"";
	struct lines *l = user;
	const char *at = memmem(line.ptr, line.len, mark, strlen(mark));
	uint64_t rv = at ? strtoull(at + strlen(mark), NULL, 10) : 0;

	(void)err;
	l->count++;
	if (at && line.len > 8 && memcmp(line.ptr, "{\"event\"", 8) == 0) {
		l->in_order &= rv > l->last_rv;
		l->last_rv = rv;
	}
	return 0;
}

/* One event of a watch each, the newest file first. */
static void import_merges_many_files_in_order(void **state)
{
	struct imp__options opt = { .redact = { .secrets = REC_SECRETS_KEEP } };
	struct relist_err err = { 0 };
	struct imp__import *im = imp__new(&opt, &err);
	struct lines lines = { .in_order = true };

	(void)state;
	assert_non_null(im);
	for (size_t i = FILES; i-- > 0;) {
		char name[32], text[256];

		(void)snprintf(name, sizeof(name), "f%zu.json", i);
		(void)snprintf(text, sizeof(text),
			       "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":"
			       "\"ConfigMap\",\"metadata\":{\"name\":\"c%zu\",\"namespace\":\"d\","
			       "\"uid\":\"u%zu\",\"resourceVersion\":\"%zu\"}}}\n",
			       i, i, i + FILES);
		if (imp__begin(im, str_of(name), &err) || imp__feed(im, str_of(text), &err) ||
		    imp__end(im, &err))
			fail_msg("%s: %s", name, err.msg);
	}
	if (imp__finish(im, (struct rec__output) { count_line, &lines }, &err))
		fail_msg("%s", err.msg);
	assert_true(lines.count >= FILES);
	assert_int_equal(lines.last_rv, 2 * FILES - 1);
	assert_true(lines.in_order);
	imp__free(im);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_merges_many_files_in_order),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
