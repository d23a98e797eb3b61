/* SPDX-License-Identifier: Apache-2.0 */
/* trace_kit.h - traces from text, files and folders, run in the simulator. */
#ifndef TESTS_TRACE_KIT_H
#define TESTS_TRACE_KIT_H

#include "runner/posix/files.h"
#include "runner/trace/replay.h"
#include "tests/kit/testing.h"

/* Every trace below `folder`, loaded. A trace that cannot be read fails the test. */
struct trace_set {
	struct runner__paths paths;
	struct runner__trace **traces;
};

void trace_set_load(struct trace_set *set, const char *folder);
void trace_set_free(struct trace_set *set);

/* Fails the test with the whole story if the trace does not pass. */
void assert_passes(const struct runner__trace *t, const struct runner__replay_options *opt);

struct runner__replay_options sim_options(uint64_t seed);

/* The whole file, into a strbuf that is cleared first. */
void read_text(const char *path, struct strbuf *out);

#endif
