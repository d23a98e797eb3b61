/* SPDX-License-Identifier: Apache-2.0 */
/* stages.h - runs the stages of a request, and alone decides when the core's lock is held.
 *
 * A stage says what it needs. A LOCKED stage may read and change the store. An UNLOCKED stage uses
 * only what belongs to its call (trees, texts, st, warnings) and what never changes meanwhile:
 * types and schemas. The drivers below acquire and release the lock between stages, for a call that
 * runs on a thread of its own (c->may_suspend); for any other call the lock is held throughout.
 *
 * While a write runs an UNLOCKED stage, reads and watches proceed; no other write does and nothing
 * is forgotten. So versions that it has found stay valid. While a read does, others may write; it
 * needs references to its versions.
 */
#ifndef FAKEAPI_STAGES_H
#define FAKEAPI_STAGES_H

#include "fakeapi/storage/store.h"

struct fakeapi__call;
struct fakeapi__core;

typedef int fakeapi__stage_fn(struct fakeapi__call *c, void *work);

struct fakeapi__stage {
	enum fakeapi__stage_needs { FAKEAPI_LOCKED, FAKEAPI_UNLOCKED } needs;
	fakeapi__stage_fn *run; /* 0: goes on with the next stage */
};

/* Runs stages until one returns another value than 0, and returns that. The lock is held, or not,
 * as before. */
int fakeapi__stages_run(struct fakeapi__call *c, const struct fakeapi__stage *stages, size_t count,
			void *work);
/* A single UNLOCKED stage. `c` NULL: a call from inside the process, which keeps the lock. */
int fakeapi__unlocked_run(struct fakeapi__call *c, fakeapi__stage_fn *run, void *work);
/* A single LOCKED stage; an UNLOCKED one may use it. */
int fakeapi__locked_run(struct fakeapi__call *c, fakeapi__stage_fn *run, void *work);

/* Long work under the lock, in steps of some milliseconds: repeats `step` while it returns
 * FAKEAPI_MORE, and lets waiting threads have the lock between two steps. Returns the last value.
 * `c` may be NULL, as above. */
enum { FAKEAPI_MORE = 1 };
int fakeapi__steps_run(struct fakeapi__call *c, fakeapi__stage_fn *step, void *work);

/* A walk through a bucket that lets waiting threads have the lock before every `every`th entry, if
 * the write at work may release it. */
struct fakeapi__walk fakeapi__walk_in_steps(struct fakeapi__core *core,
					    const struct fakeapi__bucket *b, size_t every);
enum { FAKEAPI_WALK_CHEAP = 64, FAKEAPI_WALK_COSTLY = 1 }; /* values of `every` */

#endif
