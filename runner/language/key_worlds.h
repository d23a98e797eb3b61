/* SPDX-License-Identifier: Apache-2.0 */
/* key_worlds.h - the different meanings of a step's key in each world, for the manual. */
#ifndef RUNNER_LANGUAGE_KEY_WORLDS_H
#define RUNNER_LANGUAGE_KEY_WORLDS_H

#include "runner/language/scenario.h"

struct scn__key_worlds {
	enum scn__step_kind step;
	const char *key, *ours, *external; /* "": as the key's help says */
};

extern const struct scn__key_worlds scn__key_worlds[];
extern const size_t scn__key_worlds_count;

#endif
