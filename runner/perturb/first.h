/* SPDX-License-Identifier: Apache-2.0 */
/* first.h - generates a first story from custom type definitions and sample objects. */
#ifndef RUNNER_PERTURB_FIRST_H
#define RUNNER_PERTURB_FIRST_H

#include "base/json_tree.h"

struct perturb__first {
	cJSON *definitions, *samples; /* arrays; NULL: none added */
};

/* A fakeapi__manifest_fn whose `user` is a perturb__first. */
int perturb__first_add(void *user, struct str doc, const char *where, struct relist_err *err);
/* Writes the story: each type's object is created, changed twice, deleted and created again.
 * RELIST_EINVAL: no definition was added; RELIST_ENOMEM. */
int perturb__first_story(const struct perturb__first *f, struct strbuf *out,
			 struct relist_err *err);
void perturb__first_fini(struct perturb__first *f);

#endif
