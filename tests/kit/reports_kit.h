/* SPDX-License-Identifier: Apache-2.0 */
/* reports_kit.h - an external informer in virtual time: its reports are a list with times, and its
 * requests are those of relist's informer in the simulator. The duration of a wait, the result and
 * the messages are exact. */
#ifndef TESTS_REPORTS_KIT_H
#define TESTS_REPORTS_KIT_H

#include "tests/kit/testing.h"

/* A line that the informer prints, at milliseconds from the beginning of the run. */
struct report {
	int64_t at_ms;
	const char *line;
};

/* A run and its expected result. */
struct row {
	const char *steps;    /* after two created pods and `start: pods` */
	const char *head;     /* lines of the file */
	struct report out[8]; /* standard output */
	bool mute, killed;
	int64_t ends_ms;
	const char *fate, *words;
	int status;
	int64_t patience_ms, pace_ms, rests_ms;
	const char *informers; /* NULL: one of pods with a handler */
	const char *result;    /* see describe() */
};

#define ADD(key, rv)	"{\"notify\":{\"type\":\"ADD\",\"key\":\"" key "\",\"rv\":\"" rv "\"}}"
#define UPDATE(key, rv) "{\"notify\":{\"type\":\"UPDATE\",\"key\":\"" key "\",\"rv\":\"" rv "\"}}"
#define DELETE(key)	"{\"notify\":{\"type\":\"DELETE\",\"key\":\"" key "\"}}"
#define CACHE(text)	"{\"state\":{\"cache\":{" text "}}}"
#define SYNCED(word)	"{\"state\":{\"synced\":" word "}}"
#define OUT(...)                                                                                   \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define WAITS_FOR_BOTH(answer)                                                                     \
	"fail at 100 ms: line 11, not recovered 0.000 of 0.1, 1/s, bookmarks, calls 2 missing "    \
	"d/a, d/b L(rv=0,limit=500) W(rv=12) | the subject has sent nothing; missing d/a, d/b | "  \
	"alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> " answer " at 0s"
#define BOTH(ms)                                                                                   \
	{ ms, ADD("d/a", "11") },                                                                  \
	{                                                                                          \
		ms, ADD("d/b", "12")                                                               \
	}

/* Runs every row, prints those with another result, and fails if there is one. */
void assert_results(const struct row *rows, size_t count);

#endif
