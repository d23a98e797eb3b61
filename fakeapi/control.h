/* SPDX-License-Identifier: Apache-2.0 */
/* control.h - the fake apiserver on cue, from C; the same over HTTP is docs/control-api.md.
 *
 * Every function takes the core's lock; any thread but a wake hook. */
#ifndef FAKEAPI_CONTROL_H
#define FAKEAPI_CONTROL_H

#include "fakeapi/core.h"
#include "fakeapi/fault.h"

/* What is to become of open watches. */
enum fakeapi__watch_end {
	FAKEAPI_WATCH_END,    /* orderly, as at the end of timeoutSeconds */
	FAKEAPI_WATCH_CUT,    /* FIN in the middle of the answer */
	FAKEAPI_WATCH_RESET,  /* RST */
	FAKEAPI_WATCH_STALL,  /* open, but nothing comes any more */
	FAKEAPI_WATCH_RESUME, /* the end of a stall */
};

/* Adds a rule (fault.h). HOLD_EVENTS holds from now on. The rule's id; 0: out of memory or too
 * many. */
uint32_t fakeapi__core_fault_add(struct fakeapi__core *core, const struct fakeapi__fault *rule);
/* Removes a rule and lets go what it holds; 0: all rules. */
void fakeapi__core_fault_del(struct fakeapi__core *core, uint32_t id);
/* How often it matched; a rule that is gone: 0. */
uint32_t fakeapi__core_fault_hits(struct fakeapi__core *core, uint32_t id);

/* Compacts up to `rv` (0: now). `keep_cache`: types with a watch cache still serve older states, as
 * after an etcd compaction alone; else they do not either, as after a restart of the apiserver. */
void fakeapi__core_compact(struct fakeapi__core *core, uint64_t rv, bool keep_cache);
/* Continue tokens given out so far are too old. */
void fakeapi__core_expire_tokens(struct fakeapi__core *core);
/* How many watches it concerned. `match` NULL: all. */
size_t fakeapi__core_end_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				 enum fakeapi__watch_end how);
/* Restores the state at `rv`, as an etcd restored from a backup: later writes never happened and
 * their numbers are given out again. Open watches are cut. */
int fakeapi__core_rewind(struct fakeapi__core *core, uint64_t rv, struct relist_err *err);
/* What backend `backend` has seen stays as it is until thawed; others go on. */
void fakeapi__core_freeze(struct fakeapi__core *core, uint32_t backend, bool frozen);
/* It sees every write so much later. */
void fakeapi__core_lag(struct fakeapi__core *core, uint32_t backend, int64_t lag_ns);
/* fakeapi__core_accepts() then says no. */
void fakeapi__core_refuse(struct fakeapi__core *core, uint32_t backend, bool refuses);
/* As at the start, but with no rules, an empty log, and the rv going on; open watches are cut. */
int fakeapi__core_reset(struct fakeapi__core *core, int64_t now_ns, struct relist_err *err);

/* Creates or replaces one object (JSON or YAML), as fakeapi__core_load(). */
int fakeapi__core_put(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		      struct relist_err *err);
/* DELETE without grace and finalizers: it is gone. RELIST_ENOTFOUND. */
int fakeapi__core_delete(struct fakeapi__core *core, int64_t now_ns, struct str group,
			 struct str resource, struct str ns, struct str name,
			 struct relist_err *err);

/* Calls fn for the requests logged after `seq`, oldest first, under the core's lock. The entry is
 * borrowed; text: method SP path?query NUL user-agent NUL. */
void fakeapi__core_requests(struct fakeapi__core *core, uint64_t seq,
			    void (*fn)(void *user, const struct fakeapi__logged *request),
			    void *user);

struct fakeapi__call;

/* Answers a request below /relist/. The lock is held. */
int fakeapi__control_request(struct fakeapi__call *c);

#endif
