/* SPDX-License-Identifier: Apache-2.0 */
/* replay_match.h - finds the recorded request that corresponds to a client's request. Pure. */
#ifndef RUNNER_RECORDING_REPLAY_MATCH_H
#define RUNNER_RECORDING_REPLAY_MATCH_H

#include "runner/recording/owners.h"

/* The state of a recorded request. LATE: the replay continued without it; it may still arrive. */
enum rec__claim_state { REC_UNSEEN, REC_SEEN, REC_LATE, REC_SKIPPED };

struct rec__claim {
	enum rec__claim_state state;
	bool step_shown; /* rec__replay_options.step was called for it */
	uint32_t id;	 /* the player's id of the request */
	size_t sent;	 /* the lines of the exchange up to this index were sent */
	uint64_t rv;	 /* start of a watch, if not the recorded one; 0: the same */
};

/* The recorded requests of one process of a program: those of story->talks[from..to) that it may
 * send. */
struct rec__matches {
	const struct rec__story *story;
	const struct rec__claim *claims;
	size_t from, to;
	const struct rec__owners *owners;
	size_t program;
	struct str agent; /* of the request */
};

/* Whether the program may send that recorded request. */
bool rec__match_is_of(const struct rec__matches *m, size_t talk);
/* Returns the earliest unclaimed recorded request that equals `got` and has the same body; `to`:
 * none. One that only this program may send is preferred, then one with the same User-Agent. For a
 * POST the object's name must be the same, if both are known. */
size_t rec__match(const struct rec__matches *m, const struct rec__line *got, struct str body);
/* Returns a watch that differs only in its start version; `to`: none. */
size_t rec__match_watch(const struct rec__matches *m, const struct rec__line *got);
/* Returns the last claimed request that is the same and has a complete response; `to`: none. */
size_t rec__match_again(const struct rec__matches *m, const struct rec__line *got);
/* For messages: the most similar request, claimed or not. `to`: the recording has no requests. */
size_t rec__match_nearest(const struct rec__matches *m, const struct rec__line *got);

#endif
