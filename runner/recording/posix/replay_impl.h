/* SPDX-License-Identifier: Apache-2.0 */
/* replay_impl.h - shared by the files of the replay server: the player (replay_server.c), and
 * unrecorded requests (replay_strays.c). */
#ifndef RUNNER_RECORDING_POSIX_REPLAY_IMPL_H
#define RUNNER_RECORDING_POSIX_REPLAY_IMPL_H

#include "base/lock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "relist/fakeapi.h"
#include "runner/recording/model.h"
#include "runner/recording/posix/replay_server.h"
#include "runner/recording/replay_match.h"

/* A watch that is answered from the model. */
struct follower {
	struct follower *next;
	uint32_t id;
	struct rec__line request;
};

/* A request for the player's thread: unrecorded, or after its turn. */
struct stray {
	struct stray *next;
	uint32_t id;
	size_t talk; /* talk_count: unrecorded */
};

struct rec__replay {
	struct rec__replay_options opt;
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	pthread_t thread;
	bool has_thread;

	struct lock lock; /* rank RUNNER: guards the members below */
	pthread_cond_t changed;
	struct rec__claim *claims; /* one per talk */
	struct stray *strays, **last_stray;
	size_t at; /* index of the current line */
	size_t departures, asked;
	enum rec__replay_state state;
	bool stopping;
	size_t life_from, life_to; /* talks of the recorded process that is being replayed */
	size_t lives;		   /* number of processes replayed before it */
	bool restarting;	   /* the caller has not started the next process yet */
	bool client_gone;	   /* the caller's process has ended */
	bool came;		   /* the process has sent a request */
	int64_t active_ns;	   /* time of the last request or sent line */

	/* Used only by the player's thread. */
	struct rec__model model;
	size_t model_changes; /* number of changes sent to followers */
	struct follower *followers;
	int64_t real_ns, recorded_ns; /* the same instant on both clocks */
	size_t life_end;	      /* the line before which the next process is started */
	struct fakeapi *discovery;    /* created when first needed */
	bool filtered;		      /* the recording has requests for some resources only */
	struct runner__arena arena;   /* requests of the followers */
};

/* Converts a received request to a line. Parameters are borrowed from the player. */
struct rec__line rec__replay_line(const struct fakeapi__player_request *got,
				  struct rec__pair *pairs);
/* The talks of the recorded process that is being replayed. Under the lock. */
struct rec__matches rec__replay_matches(const struct rec__replay *r);
void rec__replay_say(struct rec__replay *r, const struct strbuf *text);
/* Sends a recorded line to the client that claimed its request. */
void rec__replay_send(struct rec__replay *r, const struct rec__claim *claim,
		      const struct rec__line *line);
/* Answers an unrecorded request. */
void rec__replay_answer(struct rec__replay *r, uint32_t id);

#endif
