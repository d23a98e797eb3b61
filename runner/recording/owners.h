/* SPDX-License-Identifier: Apache-2.0 */
/* owners.h - which of several programs sends each request of a recording. A request's connection
 * belongs to one program, known from the first of its requests that a program repeats; before,
 * the User-Agent decides, and before that the order: the first User-Agent is the first program's.
 * Pure.
 *
 * Threads: one at a time. */
#ifndef RUNNER_RECORDING_OWNERS_H
#define RUNNER_RECORDING_OWNERS_H

#include "base/map.h"
#include "runner/recording/story.h"

enum { REC_OWNERS_MAX = 16 };

struct rec__agent {
	struct str text;  /* borrowed from the story */
	uint32_t sent_by; /* bit i: program i has sent it */
};

struct rec__owners {
	const struct rec__story *story;
	size_t count; /* of programs */
	struct rec__agent *agents;
	size_t agent_count;
	uint32_t *agent_of;  /* of each talk, an index of agents */
	struct map conns;    /* 4 bytes -> the program's index + 1 */
	uint32_t recognized; /* programs with a User-Agent of the recording */
};

/* `story` is borrowed; 1 <= count <= REC_OWNERS_MAX. Returns 0 or RELIST_ENOMEM; call
 * rec__owners_fini() in both cases. */
int rec__owners_init(struct rec__owners *o, const struct rec__story *story, size_t count);
void rec__owners_fini(struct rec__owners *o);
/* The program has sent a request with this User-Agent. Returns true if that was unknown. One that
 * is not in the recording, such as another version's, counts as those with the same name, the text
 * before the slash. */
bool rec__owners_learn(struct rec__owners *o, size_t program, struct str agent);
/* The program has repeated the talk. If memory is lacking, its connection stays unknown. */
void rec__owners_bind(struct rec__owners *o, size_t talk, size_t program);
/* The programs that may send the talk; bit i: program i. Never 0. */
uint32_t rec__owners_of(const struct rec__owners *o, size_t talk);

#endif
