/* SPDX-License-Identifier: Apache-2.0 */
/* replay_server.h - replays a recording to a client, as a server.
 *
 * The lines are replayed in their order: the player waits for each request that is next in the
 * recording. A request before its turn is answered after a moment, so that a client with another
 * order of requests is not blocked; one after its turn is answered at once. A request matches the
 * earliest recorded one with the same method, path and parameters (except timeoutSeconds and
 * timeout; for a POST with the object's name) that has not arrived yet. Any other is a departure.
 * It is reported with the expected and the nearest request, and answered from the recording's
 * present state, or like the same earlier request, or with an error.
 *
 * Of several programs each is started when the player waits for one of its requests, and killed
 * where its recorded process ended; owners.h distinguishes them. A request before its turn that is
 * not of the program that the player waits for is answered in its turn.
 *
 * Threads: its own two (transport, player); either may call `on_text`, one at a time. */
#ifndef RUNNER_RECORDING_POSIX_REPLAY_SERVER_H
#define RUNNER_RECORDING_POSIX_REPLAY_SERVER_H

#include "runner/recording/owners.h"

struct rec__replay_options {
	const struct rec__story *story; /* borrowed */
	const char *bind_host;		/* NULL: 127.0.0.1 */
	uint16_t port;
	const char *cert_pem, *key_pem;
	double speed; /* 1: as recorded; 0: as fast as the client's requests arrive */
	/* Wait for a missing request; 0: for ever. The player stops waiting earlier for a client
	 * that has sent requests and is silent for 5 s plus twice the recorded pause. */
	int64_t patience_ns;
	/* Number of the caller's programs, at most REC_OWNERS_MAX: each has a URL of its own. The
	 * player says in rec__replay_act() when to start and to kill them; meanwhile their
	 * connections are reset. 0: any clients, at one URL. */
	size_t programs;
	/* Called with each recorded request before its response: returns when the response may be
	 * sent. NULL: no stops. Not under a lock. */
	void (*step)(void *user, const char *request);
	/* Receives a departure or another message, one or several lines. */
	void (*on_text)(void *user, const char *text);
	void *user;
};

enum rec__replay_state {
	REC_REPLAY_RUNNING,
	REC_REPLAY_TOLD, /* replayed to its end */
};

struct rec__replay;

struct rec__replay *rec__replay_start(const struct rec__replay_options *opt,
				      struct relist_err *err);
/* The URL of that program; 0 if there are none. */
const char *rec__replay_url(const struct rec__replay *r, size_t program);
enum rec__replay_state rec__replay_state(struct rec__replay *r);
/* Waits until the state is not RUNNING, for at most timeout_ns. */
enum rec__replay_state rec__replay_wait(struct rec__replay *r, int64_t timeout_ns);
size_t rec__replay_departures(struct rec__replay *r);
/* The number of recorded requests that have arrived, and of those expected so far. */
void rec__replay_count(struct rec__replay *r, size_t *matched, size_t *all);
/* Appends the missing recorded requests, at most `max`. */
void rec__replay_missing(struct rec__replay *r, size_t max, struct strbuf *out);
enum rec__replay_act {
	REC_REPLAY_WAIT,
	REC_REPLAY_START, /* start the program, or start it again */
	REC_REPLAY_KILL,  /* its recorded process ended here */
};

/* What the caller has to do, with which program; then it calls rec__replay_acted(). */
enum rec__replay_act rec__replay_act(struct rec__replay *r, size_t *program);
void rec__replay_acted(struct rec__replay *r);
/* The program has ended by itself: the player does not wait for its requests. */
void rec__replay_client_gone(struct rec__replay *r, size_t program);
/* Whether the program, in any of its processes, has sent a request. */
bool rec__replay_has_sent(struct rec__replay *r, size_t program);
void rec__replay_stop(struct rec__replay *r);

#endif
