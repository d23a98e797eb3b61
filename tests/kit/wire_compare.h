/* SPDX-License-Identifier: Apache-2.0 */
/* wire_compare.h - whether an answer is the recorded one, modulo what no two servers share: uids,
 * times, ages, resource version numbers, tokens, generated suffixes. */
#ifndef TESTS_WIRE_COMPARE_H
#define TESTS_WIRE_COMPARE_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/exchange.h"

/* What came back for one request. */
struct wire_answer {
	int status;
	struct strbuf headers; /* "name: value\n" as sent */
	struct strbuf body;
	const char *end; /* "zero-chunk", "client-closed", "cut", "reset" */
};

/* True when `got` is what `recorded` (a whole tests/wire document) says; else `why` has the first
 * difference. */
bool wire_same(const cJSON *recorded, const struct wire_answer *got, struct strbuf *why);

/* Length of a uid at `p`, or 0. */
size_t wire_uid_len(const char *p);
/* "5m", "2d3h". */
bool wire_is_age(const char *s);
/* Appends the text with <uid>, <time> and <rv> for those. */
void wire_mask(const char *s, struct strbuf *out);
/* Appends header lines without those of the request alone: Audit-Id and X-Kubernetes-Pf-*. */
void wire_add_headers(struct strbuf *out, struct str lines);
/* Headers that are about the connection, the process or the length. */
bool wire_is_volatile(const char *header);

#endif
