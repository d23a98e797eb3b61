/* SPDX-License-Identifier: Apache-2.0 */
/* made.h - notes which objects are created under the patterns of a scenario's keys, in their order,
 * so that a step can name the second of them although the server has chosen its name.
 *
 * An object counts when it is created, with the labels and owners that it has then, once for each
 * UID. Deletions do not change the numbers.
 *
 * Threads: the engine's, and those of requests while the engine waits (world.h). No locks. */
#ifndef RUNNER_WORLD_MADE_H
#define RUNNER_WORLD_MADE_H

#include "runner/world/world.h"

struct selector_term;

/* Call it after the core exists, and before its first object of the scenario. Returns
 * RELIST_ENOMEM. */
int world__made_init(struct scn__run *r);
void world__made_fini(struct scn__run *r);
/* The core's on_stored; `run` is the struct scn__run. */
void world__made_note(void *run, const struct fakeapi__write *w);

/* The object's names at this moment. Returns false if the object does not exist; *out is then the
 * key. A key without a pattern is copied. Must not be called under the core's lock. */
bool world__made_find(struct scn__run *r, const struct scn__key *key, struct scn__key *out);
/* Like world__made_find(), but fails the run at the key's line, with what is there instead. */
bool world__made_key(struct scn__run *r, const struct scn__key *key, struct scn__key *out);
/* Likewise for a request's match; a match without a pattern is copied. */
bool world__made_match(struct scn__run *r, const struct scn__match *m, struct scn__match *out);
/* Why the object does not exist: "only 1 such object was created: default/web-x7"; empty: the key
 * has no pattern. */
struct str world__made_instead(struct scn__run *r, const struct scn__key *key);
/* Whether the key names this object, existing or not. May be called under the core's lock. */
bool world__made_is(const struct scn__run *r, const struct scn__key *key, struct str ns,
		    struct str name);

/* Whether the object is in the set. `labels`: its parsed selector, NULL: any. `owner_uid`: "": only
 * the owner's name is compared. */
bool world__set_has(const struct scn__object_set *set, const struct selector_term *labels,
		    struct str owner_uid, const struct fakeapi__write *w);

#endif
