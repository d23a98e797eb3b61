/* SPDX-License-Identifier: Apache-2.0 */
/* tap.h - what passes a proxy becomes lines of a recording: bodies gathered, watches cut into
 * events, large lists into items, protobuf turned into JSON, secrets taken out.
 *
 *   request head, data, end --> `request`          (when it is whole, or the answer begins)
 *   answer: small            --> `response` with its body, when it has ended
 *           watch            --> `response` stream, then `event` after `event`
 *           WebSocket watch  --> the same, status 200: a message is an event
 *           large list       --> `response` stream, then `raw` after `raw`, one an item
 *           exec, logs, ...  --> `response`, and how many bytes there were
 *
 * What is held of one exchange is bounded by body_max twice (request and answer), whatever passes.
 * A recording that cannot be written stops: `err` is set, the calls go on doing nothing.
 */
#ifndef RUNNER_RECORDING_TAP_H
#define RUNNER_RECORDING_TAP_H

#include "runner/recording/http.h"
#include "runner/recording/recording.h"
#include "runner/recording/redact.h"

struct rec__tap_options {
	struct rec__redact_options redact;
	const char *const *resources; /* "pods", "deployments.apps"; none: all */
	size_t resource_count;
	size_t body_max; /* bytes of a body or event; 0: 64 MiB */
};

struct rec__tap {
	struct rec__tap_options opt;
	struct rec__writer *writer;
	struct rec__redactor redactor;
	uint32_t last_id, last_conn;
	int64_t last_ns;
	uint64_t events, requests;
	struct rec__exchange *open; /* list, oldest last */
	struct relist_err err;	    /* code: writing failed, recording has ended */
	void (*wrote)(void *user);  /* after each line; may be NULL: rotation */
	void *user;
};

/* The writer outlives the tap; times are counted from 0. */
void rec__tap_init(struct rec__tap *tap, const struct rec__tap_options *opt,
		   struct rec__writer *writer);
void rec__tap_fini(struct rec__tap *tap);

uint32_t rec__tap_connect(struct rec__tap *tap, int64_t now_ns, struct str client, bool tls);
void rec__tap_disconnect(struct rec__tap *tap, int64_t now_ns, uint32_t conn, bool by_server,
			 bool reset);
void rec__tap_note(struct rec__tap *tap, int64_t now_ns, struct str text);
/* A new part of the recording has begun: repeats what is open. */
void rec__tap_again(struct rec__tap *tap);

struct rec__exchange;

/* NULL: not to be recorded (or out of memory, which sets err); every function takes NULL. */
struct rec__exchange *rec__exchange_begin(struct rec__tap *tap, uint32_t conn,
					  const struct rec__http_head *head);
void rec__exchange_request_data(struct rec__exchange *x, struct str data);
void rec__exchange_request_end(struct rec__exchange *x, int64_t now_ns);
/* Interim answers (100, 103) are passed over. */
void rec__exchange_head(struct rec__exchange *x, int64_t now_ns, const struct rec__http_head *head);
void rec__exchange_data(struct rec__exchange *x, int64_t now_ns, struct str data);
/* The server's chunk ended here. */
void rec__exchange_chunk(struct rec__exchange *x, int64_t now_ns);
/* One of these, which frees it. `sent`, `received`: of an upgraded connection. */
void rec__exchange_end(struct rec__exchange *x, int64_t now_ns);
void rec__exchange_close(struct rec__exchange *x, int64_t now_ns, enum rec__how how,
			 struct str why);
void rec__exchange_hangup(struct rec__exchange *x, int64_t now_ns);
/* An upgraded connection: bytes from the client, which are counted, and to it: the messages of a
 * watch are its events, all else is counted too. */
void rec__exchange_sent(struct rec__exchange *x, uint64_t bytes);
void rec__exchange_received(struct rec__exchange *x, int64_t now_ns, struct str bytes);

#endif
