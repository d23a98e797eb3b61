/* SPDX-License-Identifier: Apache-2.0 */
/* webhook_call.h - one call of a webhook by libcurl: its options, and its error in the words of
 * Go's client. Threads: webhook_client.c says who may touch which member. */
#ifndef FAKEAPI_POSIX_WEBHOOK_CALL_H
#define FAKEAPI_POSIX_WEBHOOK_CALL_H

#include <curl/curl.h>

#include "base/str.h"
#include "fakeapi/core.h"

struct webhook_call {
	struct webhook_call *next;
	uint64_t id;
	bool forgotten; /* under the client's lock */
	bool too_long;
	CURL *easy;
	struct curl_slist *headers, *connect_to;
	struct strbuf url, ca, address, body;
	struct strbuf answer;
	int64_t timeout_ns;
	char why[CURL_ERROR_SIZE];
};

/* Copies the question. NULL: out of memory. */
struct webhook_call *fakeapi__webhook_call_new(const struct fakeapi__question *q);
/* NULL is fine. */
void fakeapi__webhook_call_free(struct webhook_call *c);
/* Makes c->easy. False: out of memory, or libcurl is not there. */
bool fakeapi__webhook_call_prepare(struct webhook_call *c);
/* Appends why a call failed with `code`. */
void fakeapi__webhook_call_error(const struct webhook_call *c, CURLcode code, struct strbuf *out);

#endif
