/* SPDX-License-Identifier: Apache-2.0 */
/* wire_case.h - one recorded request and answer (tests/wire/NAME.json) as parts. */
#ifndef TESTS_WIRE_CASE_H
#define TESTS_WIRE_CASE_H

#include <cjson/cJSON.h>

#include "base/base.h"
#include "fakeapi/exchange.h"

struct wire_case {
	cJSON *doc;
	struct fakeapi__header headers[32];
	struct fakeapi__request req; /* borrowed from doc */
	int status;
	const char *body; /* "" when there is none */
};

/* Fails the test when there is no such case. */
void wire_case_load(struct wire_case *c, const char *name);
void wire_case_free(struct wire_case *c);
/* A header of the recorded answer; NULL when absent. */
const char *wire_case_header(const struct wire_case *c, const char *name);
/* A whole file; the caller frees it with base__free. Fails the test when it cannot be read. */
char *read_whole_file(const char *path, size_t *len);
/* Fails the test, naming the place, unless both are the same JSON but for ages, uids, times and
 * the numbers of resource versions. */
void assert_same_json(const char *want, const char *got);

#endif
