/* SPDX-License-Identifier: Apache-2.0 */
/* texts.h - UIDs and generated names of the program's objects in the writes of others: the pods of
 * a Job that the program created name both. They differ in each run, so an expectation binds them
 * to a name (binds.c), and the later steps have that name.
 *
 * Who may call: the files of runner/lift. Threads: the lift's. No locks. */
#ifndef RUNNER_LIFT_TEXTS_H
#define RUNNER_LIFT_TEXTS_H

#include "runner/lift/impl.h"

/* A UID or a generated name of an object that the program creates. */
struct lift__text {
	struct lift__object *object;
	struct str name; /* "$j1"; empty: not used */
	bool uid;
	bool bound; /* an expectation has bound it */
};

/* Calls `fn` for each of these texts that the value contains. */
void lift__each_text(struct lift *l, json_t v, int depth,
		     void (*fn)(struct lift *l, struct lift__text *t, void *user), void *user);
/* Finds the UIDs and generated names of the program's objects in the writes of others. */
void lift__find_texts(struct lift *l);
/* Replaces those that are bound. Returns false if out of memory. */
bool lift__replace_texts(const struct lift *l, struct cJSON *v, int depth);

#endif
