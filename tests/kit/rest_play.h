/* SPDX-License-Identifier: Apache-2.0 */
/* rest_play.h - one call without a network: a test responds line by line and reads the requests as
 * text. */
#ifndef TESTS_REST_PLAY_H
#define TESTS_REST_PLAY_H

#include "base/str.h"
#include "informer/rest_call.h"
#include "tests/kit/testing.h"

struct rest_play {
	struct inf__rest_request req;
	struct inf__rest_call c;
	struct inf__token_bucket bucket;
	int64_t now_ns;
	uint32_t opened, closed; /* the latest ids */
	struct strbuf log;	 /* the effects: "GET /a?q;close;" */
};

void rest_play_init(struct rest_play *p, const char *method);
void rest_play_start(struct rest_play *p);
void rest_play_fini(struct rest_play *p);
void rest_play_head(struct rest_play *p, int status, const char *retry_after, const char *location);
void rest_play_bytes(struct rest_play *p, size_t len);
void rest_play_end(struct rest_play *p, enum inf__end how);
void rest_play_pass(struct rest_play *p, int64_t ns);

#endif
