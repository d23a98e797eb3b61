/* SPDX-License-Identifier: Apache-2.0 */
/* replay_match.h - which recorded request a client's request is. Pure. */
#ifndef RUNNER_RECORDING_REPLAY_MATCH_H
#define RUNNER_RECORDING_REPLAY_MATCH_H

#include "runner/recording/story.h"

/* How a recorded request stands. LATE: the replay went on without it; it may still come. */
enum rec__claim_state { REC_UNASKED, REC_ASKED, REC_LATE, REC_SKIPPED };

struct rec__claim {
	enum rec__claim_state state;
	bool step_shown; /* rec__replay_options.step was called for it */
	uint32_t id;	 /* the player's */
	size_t sent;	 /* of the story's lines: its own up to here were sent */
	uint64_t rv;	 /* of a watch that began elsewhere than the recorded one; 0: the same */
};

/* The recorded requests of one process: story->talks[from..to). */
struct rec__matches {
	const struct rec__story *story;
	const struct rec__claim *claims;
	size_t from, to;
};

/* The earliest unclaimed recorded request that equals `got` and has the same body; `to`: none. Of a
 * POST the object's name must be the same, if both are known. */
size_t rec__match(const struct rec__matches *m, const struct rec__line *got, struct str body);
/* A watch that differs in the version where it begins only; `to`: none. */
size_t rec__match_watch(const struct rec__matches *m, const struct rec__line *got);
/* The same request, claimed before and answered in one piece, the last of them; `to`: none. */
size_t rec__match_again(const struct rec__matches *m, const struct rec__line *got);
/* For messages: the most similar one, claimed or not. `to`: the recording has no requests. */
size_t rec__match_nearest(const struct rec__matches *m, const struct rec__line *got);

#endif
