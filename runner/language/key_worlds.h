/* SPDX-License-Identifier: Apache-2.0 */
/* key_worlds.h - what a key of a step means in a world, where that differs: for the manual. */
#ifndef RUNNER_LANGUAGE_KEY_WORLDS_H
#define RUNNER_LANGUAGE_KEY_WORLDS_H

#include "runner/language/scenario.h"

struct scn__key_worlds {
	enum scn__step_kind step;
	const char *key, *ours, *external; /* "": as the key says */
};

extern const struct scn__key_worlds scn__key_worlds[];
extern const size_t scn__key_worlds_count;

#endif
