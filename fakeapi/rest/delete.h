/* SPDX-License-Identifier: Apache-2.0 */
/* delete.h - the steps that a deletion is made of; strategies put them together. */
#ifndef FAKEAPI_DELETE_H
#define FAKEAPI_DELETE_H

#include "fakeapi/context.h"
#include "fakeapi/rest/delete_options.h"

struct fakeapi__deletion {
	struct fakeapi__core *core;
	const struct fakeapi__strategy *strategy;
	struct fakeapi__bucket *bucket;
	struct str ns, name;
	const struct fakeapi__delete_options *opt;
	bool dry_run;
	bool removed;	/* out: gone for good */
	bool unchanged; /* out: nothing had to be written */
};

/* All: 0, or -1: out of memory. `obj` is the stored state, changed in place. */

/* The finalizers that the propagation policy adds; `changed`: they differ now. */
int fakeapi__delete_propagation(const struct fakeapi__deletion *d, cJSON *obj, bool *changed);
/* deletionTimestamp, `grace_s` seconds from now; with_grace: deletionGracePeriodSeconds, too. */
int fakeapi__delete_mark(const struct fakeapi__deletion *d, cJSON *obj, int64_t grace_s,
			 bool with_grace);
/* Stores the state as an update. */
int fakeapi__delete_write(const struct fakeapi__deletion *d, cJSON *obj);
/* Takes the object out of the store. */
int fakeapi__delete_finish(struct fakeapi__deletion *d, cJSON *obj);
/* What most types do: marked while there are finalizers, else gone at once. */
int fakeapi__delete_plain(struct fakeapi__deletion *d, cJSON *obj);
/* As the strategy of the type has it. */
int fakeapi__delete_one(struct fakeapi__deletion *d, cJSON *obj);
/* The propagation policy of a request that names none. */
void fakeapi__default_policy(struct fakeapi__call *c, struct fakeapi__delete_options *o);

#endif
