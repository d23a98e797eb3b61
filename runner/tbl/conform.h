/* SPDX-License-Identifier: Apache-2.0 */
/* conform.h - the rules for judging a run against an external informer. docs/conformance.md has the
 * same text; a test compares them.
 *
 * CONFORM_SIGNS: X(NAME, sign, the same in ASCII, word, meaning)
 * CONFORM_LIMITS: X(NAME, value, meaning)
 * CONFORM_RULES: X(NAME, sign, when) - the first rule that holds decides. Its condition is the
 * function with the rule's name in runner/conform/judge.c. */
#ifndef RUNNER_TBL_CONFORM_H
#define RUNNER_TBL_CONFORM_H

#define CONFORM_SIGNS(X) \
	X(RIGHT, "✅", "ok", "right", "it does what it should") \
	X(CATCH, "⚠", "~", "catch", "right, with a catch") \
	X(LOST, "❌", "LOST", "delete-lost", "a delete is lost") \
	X(HOT, "🔥", "HOT", "hot-loop", "requests without a delay") \
	X(DEAD, "☠", "DEAD", "never-recovers", "it never recovers, stops, or never syncs") \
	X(NOT_RUN, "·", "-", "not-run", "not run")

#define CONFORM_LIMITS(X) \
	X(HOT_RATE, 8.0, "requests a second, in a storm or in the worst two seconds: more is a hot loop") \
	X(RETRY_AFTER, 0.9, "of Retry-After: a shorter pause counts as no waiting")

#define CONFORM_RULES(X) \
	X(SKIPPED, NOT_RUN, "the scenario does not hold for external subjects, the subject could not be started, or it does not negotiate HTTP/2") \
	X(PARTIAL_SERVER, CATCH, "it has not received everything within its patience, but the server breaks the protocol (tag `non-conformant`)") \
	X(NEVER_SYNCED, DEAD, "it had not received everything before the fault") \
	X(ENDED, DEAD, "it exited before it had received everything") \
	X(NEVER_RECOVERED, DEAD, "it has not received everything within its patience") \
	X(GHOST, LOST, "its cache keeps objects that the server has deleted") \
	X(NO_DELETE, LOST, "it has no cache, and got no notification of a delete") \
	X(SPINS, HOT, "it sends more requests than HOT_RATE") \
	X(SILENT_DELETE, CATCH, "a delete was not notified, but its cache is right, or it missed the last state") \
	X(TOLD_OTHERWISE, CATCH, "its cache is right, but its notifications do not add up to it") \
	X(NO_BOOKMARKS, CATCH, "after a bookmark its watch got 410, since it resumed from an older version (tag `bookmarks`)") \
	X(IMPATIENT, CATCH, "it waits less than RETRY_AFTER (outside storms)") \
	X(ALL_WELL, RIGHT, "all else")

#endif
