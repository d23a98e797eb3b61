/* SPDX-License-Identifier: Apache-2.0 */
/* wire_play.h - plays recorded requests to a server of the test's own, in virtual time.
 *
 * A step has method, path, query, headers and body (`body_parts`: first, middle, times, last).
 * ${ID:path} in query and body is a value out of the answer to step ID; `watch_ms` keeps the
 * connection open so long while `actions` are done at `at_ms`.
 */
#ifndef TESTS_WIRE_PLAY_H
#define TESTS_WIRE_PLAY_H

#include <cjson/cJSON.h>

#include "fakeapi/core.h"
#include "tests/kit/wire_compare.h"

enum { WIRE_STEPS_MAX = 2048 };

struct wire_player {
	struct fakeapi__core *core;
	struct fakeapi__server *server; /* the core's; a test may put another before it */
	int64_t now_ns;
	cJSON *answers[WIRE_STEPS_MAX]; /* parsed bodies by step id */
	char etag[256];
	/* Called with each answer, those of actions too. May be NULL. */
	void (*judge)(void *ctx, const cJSON *step, const struct wire_answer *a);
	void *ctx;
	/* Allocations of the server that are granted before one fails, and what is left of them; <
	 * 0: none fails. A request for which there was no memory has the status -1. */
	long grant;
};

/* The server that the recordings were made beside: two tokens, authorization, no controllers. */
void wire_player_open(struct wire_player *r);
/* The same but for what is set in `more`. */
void wire_player_open_with(struct wire_player *r, struct fakeapi__options more);
void wire_player_close(struct wire_player *r);
/* Forgets the answers; ids may come again. */
void wire_player_forget(struct wire_player *r);
void wire_play(struct wire_player *r, const cJSON *step);

#endif
