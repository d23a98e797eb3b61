/* SPDX-License-Identifier: Apache-2.0 */
/* tap.h - converts a proxy's traffic to lines of a recording: collects bodies, splits watches into
 * events and large lists into items, converts protobuf to JSON, removes secrets.
 *
 *   request head, data, end --> `request`          (when it is complete, or the response begins)
 *   response: small         --> `response` with its body, when it has ended
 *             watch         --> `response` stream, then `event` after `event`
 *             WebSocket watch -> the same, status 200: a message is an event
 *             large list    --> `response` stream, then `raw` after `raw`, one per item
 *             exec, logs, ... -> `response`, and the number of bytes
 *
 * The memory for one exchange is limited to twice body_max (request and response). If writing
 * fails, the recording ends: `err` is set, and further calls have no effect. */
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
	struct rec__exchange *open; /* list, the newest first */
	struct relist_err err;	    /* code: writing failed, recording has ended */
	void (*wrote)(void *user);  /* called after each line, for rotation; may be NULL */
	void *user;
};

/* The writer outlives the tap; times begin at 0. */
void rec__tap_init(struct rec__tap *tap, const struct rec__tap_options *opt,
		   struct rec__writer *writer);
void rec__tap_fini(struct rec__tap *tap);

uint32_t rec__tap_connect(struct rec__tap *tap, int64_t now_ns, struct str client, bool tls);
void rec__tap_disconnect(struct rec__tap *tap, int64_t now_ns, uint32_t conn, bool by_server,
			 bool reset);
void rec__tap_note(struct rec__tap *tap, int64_t now_ns, struct str text);
/* Begins a new part of the recording: repeats the open requests. */
void rec__tap_again(struct rec__tap *tap);

struct rec__exchange;

/* Returns NULL if the exchange is not recorded (or if out of memory, which sets err); every
 * function accepts NULL. */
struct rec__exchange *rec__exchange_begin(struct rec__tap *tap, uint32_t conn,
					  const struct rec__http_head *head);
void rec__exchange_request_data(struct rec__exchange *x, struct str data);
void rec__exchange_request_end(struct rec__exchange *x, int64_t now_ns);
/* Ignores interim responses (100, 103). */
void rec__exchange_head(struct rec__exchange *x, int64_t now_ns, const struct rec__http_head *head);
void rec__exchange_data(struct rec__exchange *x, int64_t now_ns, struct str data);
/* The server's chunk ends here. */
void rec__exchange_chunk(struct rec__exchange *x, int64_t now_ns);
/* Exactly one of these ends the exchange and frees it. `sent`, `received`: of an upgraded
 * connection. */
void rec__exchange_end(struct rec__exchange *x, int64_t now_ns);
void rec__exchange_close(struct rec__exchange *x, int64_t now_ns, enum rec__how how,
			 struct str why);
void rec__exchange_hangup(struct rec__exchange *x, int64_t now_ns);
/* For an upgraded connection: bytes from the client, which are only counted, and bytes to the
 * client. The messages of a watch are its events, all other bytes are counted. */
void rec__exchange_sent(struct rec__exchange *x, uint64_t bytes);
void rec__exchange_received(struct rec__exchange *x, int64_t now_ns, struct str bytes);

#endif
