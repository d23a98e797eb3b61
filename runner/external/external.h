/* SPDX-License-Identifier: Apache-2.0 */
/* external.h - a run against an external informer, in real time and observed from outside. Its
 * reports go to subject/view.h, the findings of the run become subject/facts.h.
 *
 *   compare.c  compares the server's state with the subject's
 *   habits.c   the subject's repeated requests and its pauses
 *   rest.c     decides when the subject is at rest: its watches, its retries
 *   polls.c    the rest of a subject that lists without watching
 *   wait.c     replaces settling: waits and their limits
 *   ripen.c    the waits before a step
 *   linger.c   late writes after the last step
 *   judge.c    facts, and the oracles that can be judged from outside
 *
 * Who may call: the engine, if r->external. Threads: the engine's. No locks. */
#ifndef RUNNER_EXTERNAL_EXTERNAL_H
#define RUNNER_EXTERNAL_EXTERNAL_H

#include "runner/expect/expect.h"

/* The server's objects for an informer. */
struct scn__model {
	struct map keys; /* key -> struct view__object */
	bool known;	 /* up to date */
	uint64_t rv;
};

/* Times, and positions in the request log. */
struct scn__moments {
	struct scn__model *models; /* by informer */
	bool has_fault, has_health, recovered, synced;
	size_t fault_request, health_request;
	int64_t fault_ns, health_ns, recovered_ns;
	int64_t bookmark_ns;  /* the newest one */
	int64_t disturbed_ns; /* time of the newest step that may end watches or replace responses
			       * of the server */
	int64_t acted_ns;     /* time of the newest step with any effect */
	const struct scn__step *last_expect;
	uint64_t expected_rv; /* the server's version then; 0: a step has acted since */
	int64_t expected_ns;  /* when it was judged */
	bool wants_newest;    /* the expect has `cache: model`: also behind a frozen backend */
	int64_t late_ns;      /* delay of a write after the program was at rest; 0: none */
	struct scn__habits *habits;
	int64_t faults_end_ns;	  /* end of the faults with a duration */
	struct scn__list starved; /* struct scn__starved, in order */
	int64_t starved_ns;	  /* of the programs, at the last measurement */
};

/* The time that the programs had waited for a CPU up to at_ns, in real time. */
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
/* The end of an advance by that duration. */
int64_t external__until(struct scn__run *r, int64_t advance_ns);
void external__end(struct scn__run *r);
/* Fills the result's facts about the programs: how they ended, whether they run, their requests. */
void external__program(struct scn__run *r);

/* --- compare.c --- */

/* Call it after a possible change of the server. */
void external__forget(struct scn__run *r);
/* The server's objects that the informer should have. Behind a frozen or lagging backend: the
 * newest if it has them (reads without a resource version return them), else those that the backend
 * shows, unless the expect is about the newest. */
const struct map *external__model(struct scn__run *r, struct scn__irun *ir);
/* Adds the names of keys to the buffers that are not NULL. */
struct scn__gap external__compare(const struct map *model, const struct map *have,
				  struct strbuf *missing, struct strbuf *stale,
				  struct strbuf *ghosts);
bool external__is_fresh(struct scn__gap g);
/* The state to report: the sum of the notifications, unless only the cache is behind. */
const struct map *external__known_objects(const struct view *v, struct scn__gap notified,
					  struct scn__gap cached);
struct scn__client_view external__view_of(struct scn__run *r, const struct scn__irun *ir);
/* Whether the subject has received all expected objects; a delete may still be missing (GHOSTS). */
enum scn__caught external__caught_up(struct scn__run *r, struct scn__irun *ir);

/* --- habits.c --- */

int external__habits_init(struct scn__run *r);
void external__habits_free(struct scn__run *r);
/* The part of the time since then in which the programs waited for a CPU. It counts neither as
 * silence nor against the patience. */
int64_t external__starved_since(const struct scn__run *r, int64_t since_ns);
/* Whether a part of the server's state is hidden from all clients. */
bool external__is_hidden(const struct scn__run *r);
/* The time of the last request that may be work: not the renewal of a lease, nor a poll of a
 * program at rest. */
int64_t external__active_ns(struct scn__run *r);
/* Whether each program has sent a request since its start. */
bool external__has_requested(struct scn__run *r);
/* Whether responses are held and the program waits for that of a write, for less than the patience.
 */
bool external__waits_for_response(struct scn__run *r);

/* --- polls.c --- */

/* Whether a program without a watch lists that type again and again, or the type is not served any
 * more; NULL: any type. */
bool external__is_polling(struct scn__run *r, const struct scn__type *type);

/* --- rest.c --- */

/* Whether every watch of a program is open again and up to date, and each program has sent a
 * request. */
bool external__is_back(struct scn__run *r);
/* Whether a program uses a frozen apiserver and has had enough time to act there: it may not be
 * able to open its watches until the thaw. */
bool external__waits_for_thaw(struct scn__run *r);
/* Appends the reason why external__is_back() returned false. */
void external__say_away(struct scn__run *r, struct strbuf *out);
/* The time at which a program that has been quiet since then counts as at rest, given its observed
 * back-off. */
int64_t external__rest_ns(struct scn__run *r, int64_t since_ns);
/* Call it when it was at rest: later failures are another outage. */
void external__rested(struct scn__run *r);
/* Whether the story has had no step with an effect since then. */
bool external__has_rested(const struct scn__run *r);

/* --- linger.c --- */

/* Waits for writes after the last step, while the program is at rest; after one it compares the
 * state of the last expectation again. */
void external__linger(struct scn__run *r);

/* --- wait.c --- */

enum {
	EXTERNAL_LOOK_MS = 100,	  /* interval between two checks of the program */
	EXTERNAL_HOLDS_MS = 2000, /* a condition that has held for this time counts, whatever the
				   * program requests meanwhile */
};

int64_t external__patience(const struct scn__run *r);
void external__wait_a_moment(struct scn__run *r, int64_t until_ns);
/* The end of a wait that began at `start_ns`. */
int64_t external__limit(const struct scn__run *r, int64_t start_ns);
/* When something was requested last. */
int64_t external__last_request_ns(const struct scn__run *r);
/* Whether a controller runs: only its writes show what it has received. */
bool external__has_controller(struct scn__run *r);
bool external__has_program(struct scn__run *r);
/* The start-up does not count as recovery. */
int64_t external__first_request(const struct scn__run *r);
/* `quiet_ns`: the state must last for that time. */
bool external__wait_caught_up(struct scn__run *r, int64_t quiet_ns);
/* Waits until every watch is open again. Returns false if the run has failed. */
bool external__wait_back(struct scn__run *r, struct scn__pos pos);
/* Waits until the controller is at rest, unless it was and no step has had an effect since. */
void external__wait_rest(struct scn__run *r, struct scn__pos pos);
/* sections.c: whether the sections hold; consumes no records, streams keep their positions. */
bool external__would_hold(struct scn__run *r, const struct scn__step *s);
/* Likewise of all sections but streams. */
bool external__states_hold(struct scn__run *r, const struct scn__step *s);
/* Compares the sections that an external run can compare, or rewrites them. */
void external__check(struct scn__run *r, const struct scn__step *s, bool states_only);
/* wait.c: the program's writes ended `lost` times a state in which the expectation held, and it
 * does not come to rest: fails the run if there were several. */
void external__fail_flapping(struct scn__run *r, const struct scn__step *s, unsigned lost);
void external__say_behind(struct scn__run *r, struct scn__pos pos);

#endif
