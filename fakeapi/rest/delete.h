/* SPDX-License-Identifier: Apache-2.0 */
/* delete.h - the steps of a deletion, which strategies combine. */
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
	bool removed;	/* out: removed from the store */
	bool unchanged; /* out: no write was needed */
};

/* All return 0, or -1: out of memory. `obj` is the stored state, changed in place. */

/* Sets the finalizers of the propagation policy; `changed`: they differ now. */
int fakeapi__delete_propagation(const struct fakeapi__deletion *d, cJSON *obj, bool *changed);
/* Sets deletionTimestamp to now + `grace_s`; with_grace: sets deletionGracePeriodSeconds too. */
int fakeapi__delete_mark(const struct fakeapi__deletion *d, cJSON *obj, int64_t grace_s,
			 bool with_grace);
/* Stores the state as an update. */
int fakeapi__delete_write(const struct fakeapi__deletion *d, cJSON *obj);
/* Removes the object from the store. */
int fakeapi__delete_finish(struct fakeapi__deletion *d, cJSON *obj);
/* The deletion of most types: marks an object with finalizers, removes it otherwise. */
int fakeapi__delete_plain(struct fakeapi__deletion *d, cJSON *obj);
/* Deletes by the type's strategy. */
int fakeapi__delete_one(struct fakeapi__deletion *d, cJSON *obj);
/* Sets the propagation policy if the request has none. */
void fakeapi__default_policy(struct fakeapi__call *c, struct fakeapi__delete_options *o);

#endif
