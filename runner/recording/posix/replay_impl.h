/* SPDX-License-Identifier: Apache-2.0 */
/* replay_impl.h - shared by the files of the replay server: the player (replay_server.c), received
 * requests (replay_requests.c), what it sends (replay_send.c), the programs to which it replays
 * (replay_programs.c), and unrecorded requests (replay_strays.c). */
#ifndef RUNNER_RECORDING_POSIX_REPLAY_IMPL_H
#define RUNNER_RECORDING_POSIX_REPLAY_IMPL_H

#include "base/lock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "relist/fakeapi.h"
#include "runner/recording/lives.h"
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

/* A program to which the recording is replayed, or all clients. */
struct replay_program {
	size_t from, to;       /* talks of its present process; `to` is an upper bound */
	struct rec__life life; /* used only by the player's thread */
	bool running;
	bool sent;	   /* one of its processes has sent a request */
	bool gone;	   /* the process has ended by itself */
	bool came;	   /* the process has sent a request */
	int64_t active_ns; /* time of its last request or line sent to it */
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
	size_t departures, matched;
	enum rec__replay_state state;
	bool stopping;
	struct rec__owners owners;
	struct replay_program programs[REC_OWNERS_MAX];
	size_t program_count;
	enum rec__replay_act act; /* for the caller */
	size_t act_program;

	/* Used only by the player's thread. */
	struct rec__model model;
	size_t model_changes; /* number of changes sent to followers */
	struct follower *followers;
	int64_t real_ns, recorded_ns; /* the same instant on both clocks */
	struct fakeapi *discovery;    /* created when first needed */
	bool filtered;		      /* the recording has requests for some resources only */
	struct runner__arena arena;   /* requests of the followers */
};

void rec__replay_say(struct rec__replay *r, const struct strbuf *text);

/* replay_requests.c */
/* Converts a received request to a line. Parameters are borrowed from the player. */
struct rec__line rec__replay_line(const struct fakeapi__player_request *got,
				  struct rec__pair *pairs);
/* Hooks of the player. A request that its client gave up before its turn may come again. */
void rec__replay_on_request(void *replay, uint32_t id);
void rec__replay_on_hangup(void *replay, uint32_t id);
/* Removes the oldest stray. Under the lock. */
bool rec__replay_pop_stray(struct rec__replay *r, struct stray *out);

/* replay_send.c */
/* Sends a recorded line to the client that claimed its request. */
void rec__replay_send(struct rec__replay *r, const struct rec__claim *claim,
		      const struct rec__line *line);
/* Sends the model's new changes to the watches that it answers. */
void rec__replay_send_to_followers(struct rec__replay *r);

/* replay_strays.c */
/* Answers an unrecorded request. */
void rec__replay_answer(struct rec__replay *r, uint32_t id);

/* replay_programs.c */
int rec__replay_programs_init(struct rec__replay *r);
void rec__replay_programs_fini(struct rec__replay *r);
/* Starts the only program. Returns false to stop. */
bool rec__replay_begin(struct rec__replay *r);
/* The program that sent this request. */
struct replay_program *rec__replay_program(struct rec__replay *r,
					   const struct fakeapi__player_request *got);
/* The talks of the process that sent this request. Under the lock. */
struct rec__matches rec__replay_matches(const struct rec__replay *r,
					const struct fakeapi__player_request *got);
/* Notes that its program has sent this request. Under the lock. */
void rec__replay_learn(struct rec__replay *r, const struct fakeapi__player_request *got);
/* The talk's program received something, or sent it. Under the lock. */
void rec__replay_touch(struct rec__replay *r, size_t talk);
/* The end of the wait for that request. Under the lock. */
int64_t rec__replay_wait_end(const struct rec__replay *r, size_t talk, int64_t begin_ns,
			     int64_t think_ns);
/* Starts a program that may have to send the request for which the player waits. *due_ns: when to
 * call it again, if earlier. Returns true if it has started one. Under the lock, which it releases
 * meanwhile. */
bool rec__replay_start_for(struct rec__replay *r, size_t talk, int64_t begin_ns, int64_t think_ns,
			   int64_t *due_ns) REQUIRES(r->lock);
/* Follows the connections of the recorded processes after line `at` was replayed: kills a program
 * whose process ended. Returns false to stop. */
bool rec__replay_follow(struct rec__replay *r, size_t at);
/* " of subject 2" of the talk's program, if there are several. Under the lock. */
void rec__replay_add_program(const struct rec__replay *r, uint32_t programs, const char *before,
			     struct strbuf *out);

#endif
