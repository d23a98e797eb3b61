/* SPDX-License-Identifier: Apache-2.0 */
/* control.h - faults and direct writes, from C; the same over HTTP is docs/control-api.md.
 *
 * Who may call: server/ for /relist/v1, posix/, sim/ and the runner. Threads: any but a wake
 * hook's: every function takes the core's lock (control_impl.h: with the lock held).
 */
#ifndef FAKEAPI_CONTROL_H
#define FAKEAPI_CONTROL_H

#include "fakeapi/core.h"
#include "fakeapi/faults/fault.h"

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
/* Removes a rule and releases what it holds; 0: all rules. */
void fakeapi__core_fault_del(struct fakeapi__core *core, uint32_t id);
/* How often it matched; a rule that is gone: 0. For tests. */
uint32_t fakeapi__core_fault_hits(struct fakeapi__core *core, uint32_t id);

struct fakeapi__compaction {
	uint64_t rv; /* 0: now */
	/* Types with a watch cache still serve older states, as after an etcd compaction alone;
	 * else they do not either, as after a restart of the apiserver. */
	bool keep_cache;
	/* Watches from before learn it by the HTTP status 410, as from proxies and aggregated
	 * servers; else by an ERROR event in a 200 stream. Holds for later compactions, too. */
	bool http_status;
	/* >= 0: only the watch cache of this backend is rebuilt; etcd keeps all. */
	int32_t backend;
};
void fakeapi__core_compact(struct fakeapi__core *core, const struct fakeapi__compaction *how);
/* Continue tokens given out so far are too old. For tests. */
void fakeapi__core_expire_tokens(struct fakeapi__core *core);
/* How many watches it concerned. `match` NULL: all. */
size_t fakeapi__core_end_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				 enum fakeapi__watch_end how);
/* How many watches were ended, and their transport has not noticed yet. */
size_t fakeapi__core_watches_ending(struct fakeapi__core *core);
/* How many open watches have events left that their backend shows: stalled, slow, or not read. */
size_t fakeapi__core_watches_behind(struct fakeapi__core *core);
/* What else can be sent to open watches; each returns how many it concerned (`match` NULL:
 * all). Slow: from now on `bytes` at a time, delay_ns apart; 0 bytes ends it. */
size_t fakeapi__core_slow_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				  size_t bytes, int64_t delay_ns);
/* A bookmark for watches that allow bookmarks, after the events that they can see; `initial`: with
 * k8s.io/initial-events-end. */
size_t fakeapi__core_bookmark(struct fakeapi__core *core, const struct fakeapi__match *match,
			      bool initial);
/* The chunks of `script` as they are, between two events: to all of them, or only to the newest.
 * Status and headers of the script are not looked at. */
size_t fakeapi__core_send(struct fakeapi__core *core, const struct fakeapi__match *match,
			  struct fakeapi__script *script, bool newest);
/* The Status of `rule` (a FAIL) as an ERROR event, then the end. */
size_t fakeapi__core_error(struct fakeapi__core *core, const struct fakeapi__fault *rule);
/* Restores the state at `rv`, as an etcd restored from a backup: later writes never happened and
 * their numbers are given out again. `keep_watches`: open watches stay, as those of apiservers that
 * go on running do: their etcd client waits for a revision that it has not seen, so they are sent
 * nothing until the versions have passed what they could have seen. Else they are cut, as by the
 * restart of the apiservers that the etcd manual demands. */
int fakeapi__core_rewind(struct fakeapi__core *core, uint64_t rv, bool keep_watches,
			 struct relist_err *err);
/* The garbage collector's work, now and whatever the options say: what has owners of which none
 * lives goes, and deletions in the foreground go on. */
void fakeapi__core_gc(struct fakeapi__core *core, int64_t now_ns);
/* The owner of the token `old` has `token` from now on. RELIST_ENOTFOUND: it has no owner;
 * RELIST_ENOMEM.
 */
int fakeapi__core_rotate_token(struct fakeapi__core *core, const char *old, const char *token);
/* What backend `backend` has seen stays as it is until thawed; others go on. */
void fakeapi__core_freeze(struct fakeapi__core *core, uint32_t backend, bool frozen);
/* It stays at `rv`, or so many resource versions behind the newest; both 0: it catches up. */
void fakeapi__core_behind(struct fakeapi__core *core, uint32_t backend, uint64_t rv,
			  uint64_t behind);
/* It does not show the newest state. */
bool fakeapi__core_is_behind(struct fakeapi__core *core, uint32_t backend);
/* It sees every write so much later. For tests. */
void fakeapi__core_lag(struct fakeapi__core *core, uint32_t backend, int64_t lag_ns);
/* fakeapi__core_accepts() then says no. For tests. */
void fakeapi__core_refuse(struct fakeapi__core *core, uint32_t backend, bool refuses);
/* As at the start, but with no rules, an empty log, and the rv going on; open watches are cut.
 * For tests. */
int fakeapi__core_reset(struct fakeapi__core *core, int64_t now_ns, struct relist_err *err);

/* Creates or replaces one object (JSON or YAML), as fakeapi__core_load(). For tests. */
int fakeapi__core_put(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		      struct relist_err *err);
/* DELETE without grace and finalizers: it is gone. RELIST_ENOTFOUND. For tests. */
int fakeapi__core_delete(struct fakeapi__core *core, int64_t now_ns, struct str group,
			 struct str resource, struct str ns, struct str name,
			 struct relist_err *err);

/* Calls fn for the requests logged after `seq`, oldest first, under the core's lock. The entry is
 * borrowed; text: method SP path?query NUL user-agent NUL. For tests. */
void fakeapi__core_requests(struct fakeapi__core *core, uint64_t seq,
			    void (*fn)(void *user, const struct fakeapi__logged *request),
			    void *user);

struct fakeapi__call;

/* Answers a request below /relist/. The lock is held. */
int fakeapi__control_request(struct fakeapi__call *c);
/* Ends what was to last until now. */
void fakeapi__expire_locked(struct fakeapi__core *core);

#endif
