/* SPDX-License-Identifier: Apache-2.0 */
/* external.h - a run against an external informer: in real time, seen from outside. Its reports go
 * to subject/view.h, what the run has shown of it becomes subject/facts.h.
 *
 *   compare.c  the server's state, beside the subject's
 *   habits.c   what the subject does again and again, and its pauses
 *   rest.c     when the subject is at rest: its watches, its retries
 *   wait.c     instead of settling: how long for what
 *   ripen.c    what is awaited before a step
 *   linger.c   late writes after the last step
 *   judge.c    facts, and the oracles that can be judged from outside
 *
 * Who may call: the engine, if r->external. Threads: the engine's. No locks.
 */
#ifndef RUNNER_EXTERNAL_EXTERNAL_H
#define RUNNER_EXTERNAL_EXTERNAL_H

#include "runner/expect/expect.h"

/* The server's objects for an informer. */
struct scn__model {
	struct map keys; /* key -> struct view__object */
	bool known;	 /* it is up to date */
	uint64_t rv;
};

/* Moments, as places in the request log and times. */
struct scn__moments {
	struct scn__model *models; /* one per informer */
	bool has_fault, has_health, recovered, synced;
	size_t fault_request, health_request;
	int64_t fault_ns, health_ns, recovered_ns;
	int64_t bookmark_ns;  /* the newest one */
	int64_t disturbed_ns; /* the newest step that may end watches or answer for the server */
	int64_t acted_ns;     /* the newest step that does anything */
	const struct scn__step *last_expect;
	int64_t late_ns; /* a write that came so long after rest; 0: none */
	struct scn__habits *habits;
	int64_t faults_end_ns;	  /* of those that last `for` so long */
	struct scn__list starved; /* struct scn__starved, in order */
	int64_t starved_ns;	  /* of the programs, when looked at last */
};

/* Until then the programs have waited for a CPU for so long, counted in real time. */
struct scn__starved {
	int64_t at_ns, total_ns;
};

struct scn__gap {
	size_t missing, stale, ghosts;
};

enum scn__caught { SCN_BEHIND, SCN_GHOSTS, SCN_CAUGHT_UP };

int external__init(struct scn__run *r);
void external__free(struct scn__run *r);
void external__before(struct scn__run *r, const struct scn__step *s);
void external__expect(struct scn__run *r, const struct scn__step *s);
/* When an advance by that much is over. */
int64_t external__until(struct scn__run *r, int64_t advance_ns);
void external__end(struct scn__run *r);
/* Fills the result's facts about the programs: ended, alive, their requests. */
void external__program(struct scn__run *r);

/* --- compare.c --- */

/* The server may have changed. */
void external__forget(struct scn__run *r);
const struct map *external__model(struct scn__run *r, struct scn__irun *ir);
/* Names of keys are added where there is a buffer for them. */
struct scn__gap external__compare(const struct map *model, const struct map *have,
				  struct strbuf *missing, struct strbuf *stale,
				  struct strbuf *ghosts);
bool external__is_fresh(struct scn__gap g);
/* What a complaint is about: what its notifications add up to, unless its cache alone is behind. */
const struct map *external__said(const struct view *v, struct scn__gap told,
				 struct scn__gap cached);
struct scn__client_view external__view_of(struct scn__run *r, const struct scn__irun *ir);
/* All that must be seen was seen; a delete may still be missing (GHOSTS). */
enum scn__caught external__caught_up(struct scn__run *r, struct scn__irun *ir);

/* --- habits.c --- */

int external__habits_init(struct scn__run *r);
void external__habits_free(struct scn__run *r);
/* How much of the time since then the programs have waited for a CPU: no silence of theirs, and no
 * patience of ours. */
int64_t external__starved_since(const struct scn__run *r, int64_t since_ns);
/* A part of the server's state is hidden from all clients. */
bool external__is_hidden(const struct scn__run *r);
/* Responses are held, and the program has not given up waiting for that of a write. */
bool external__waits_for_response(struct scn__run *r);

/* --- rest.c --- */

/* Every watch that a program had is open again and has been sent everything, and each program has
 * sent a request. */
bool external__is_back(struct scn__run *r);
/* Why it is not, in words. */
void external__say_away(struct scn__run *r, struct strbuf *out);
/* When a program that has been quiet since then is at rest, by the back-off that it has shown. */
int64_t external__rest_ns(struct scn__run *r, int64_t since_ns);
/* It was: what it does from now on is another outage. */
void external__rested(struct scn__run *r);
/* The story has done nothing since. */
bool external__has_rested(const struct scn__run *r);

/* --- linger.c --- */

/* Watches for writes after the last step, when the program was at rest: the state that the last
 * expectation names is compared again. */
void external__linger(struct scn__run *r);

/* --- wait.c --- */

enum {
	EXTERNAL_LOOK_MS = 100, /* between two looks at what a program does */
	EXTERNAL_HOLDS_MS =
	    2000, /* a condition that has held for so long holds, whatever it requests meanwhile */
};

int64_t external__patience(const struct scn__run *r);
void external__wait_a_moment(struct scn__run *r, int64_t until_ns);
/* Of a wait that began at `start_ns`. */
int64_t external__limit(const struct scn__run *r, int64_t start_ns);
/* When something was requested last. */
int64_t external__asked_ns(const struct scn__run *r);
/* A controller runs: what it sees is known only from what it does. */
bool external__has_controller(struct scn__run *r);
bool external__has_program(struct scn__run *r);
/* Starting up is not recovering. */
int64_t external__first_request(const struct scn__run *r);
/* `quiet_ns`: and stays so for that long. */
bool external__wait_caught_up(struct scn__run *r, int64_t quiet_ns);
/* Until every watch is open again; false: the run has failed. */
bool external__wait_back(struct scn__run *r, struct scn__pos pos);
/* Until the controller is at rest, unless it was and the story has done nothing since. */
void external__wait_rest(struct scn__run *r, struct scn__pos pos);
/* Compares the sections that an external run compares, or rewrites them. */
void external__check(struct scn__run *r, const struct scn__step *s, bool states_only);
void external__say_behind(struct scn__run *r, struct scn__pos pos);

#endif
