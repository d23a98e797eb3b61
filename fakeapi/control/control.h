/* SPDX-License-Identifier: Apache-2.0 */
/* control.h - faults and direct writes, from C; docs/control-api.md has the same over HTTP.
 *
 * Who may call: server/ for /relist/v1, posix/, sim/ and the runner. Threads: any, except in a wake
 * hook: every function takes the core's lock (control_impl.h: with the lock held).
 */
#ifndef FAKEAPI_CONTROL_H
#define FAKEAPI_CONTROL_H

#include "fakeapi/core.h"
#include "fakeapi/faults/fault.h"

/* How to end or change open watches. */
enum fakeapi__watch_end {
	FAKEAPI_WATCH_END,    /* orderly, as at the end of timeoutSeconds */
	FAKEAPI_WATCH_CUT,    /* FIN in the middle of the response */
	FAKEAPI_WATCH_RESET,  /* RST */
	FAKEAPI_WATCH_STALL,  /* open, but sends nothing more */
	FAKEAPI_WATCH_RESUME, /* the end of a stall */
};

/* Adds a rule (fault.h). HOLD_EVENTS holds from now on. Returns the rule's id; 0: out of memory or
 * too many. */
uint32_t fakeapi__core_fault_add(struct fakeapi__core *core, const struct fakeapi__fault *rule);
/* Removes a rule and releases the exchanges it holds; 0: all rules. */
void fakeapi__core_fault_del(struct fakeapi__core *core, uint32_t id);
/* The rule's number of matches; 0 if it was removed. For tests. */
uint32_t fakeapi__core_fault_hits(struct fakeapi__core *core, uint32_t id);

struct fakeapi__compaction {
	uint64_t rv; /* 0: now */
	/* Types with a watch cache still serve older states, as after only an etcd compaction; else
	 * they do not, as after a restart of the apiserver. */
	bool keep_cache;
	/* Older watches get the HTTP status 410, as from proxies and aggregated servers; else an
	 * ERROR event in a 200 stream. Also applies to later compactions. */
	bool http_status;
	/* >= 0: rebuilds only the watch cache of this backend; etcd keeps everything. */
	int32_t backend;
};
void fakeapi__core_compact(struct fakeapi__core *core, const struct fakeapi__compaction *how);
/* Expires all earlier continue tokens. For tests. */
void fakeapi__core_expire_tokens(struct fakeapi__core *core);
/* Returns the number of affected watches. `match` NULL: all. */
size_t fakeapi__core_end_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				 enum fakeapi__watch_end how);
/* The number of ended watches whose transport has not yet noticed. */
size_t fakeapi__core_watches_ending(struct fakeapi__core *core);
/* The number of open watches with unsent events that their backend shows: stalled, slow, or
 * unread. */
size_t fakeapi__core_watches_behind(struct fakeapi__core *core);
/* Other operations on open watches; each returns the number of affected ones (`match` NULL: all).
 * Slow: sends `bytes` at a time, delay_ns apart; 0 bytes ends it. */
size_t fakeapi__core_slow_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				  size_t bytes, int64_t delay_ns);
/* Acts on the frames of the watches' streams and connections. Watches over HTTP/1.1 do not count.
 */
size_t fakeapi__core_frames(struct fakeapi__core *core, const struct fakeapi__match *match,
			    const struct fakeapi__frame_fault *fault);
/* Sends a bookmark to watches that allow bookmarks, after the visible events; `initial`: with
 * k8s.io/initial-events-end. */
size_t fakeapi__core_bookmark(struct fakeapi__core *core, const struct fakeapi__match *match,
			      bool initial);
/* Sends the chunks of `script` unchanged, between two events: to all watches, or only to the
 * newest. Ignores the script's status and headers. */
size_t fakeapi__core_send(struct fakeapi__core *core, const struct fakeapi__match *match,
			  struct fakeapi__script *script, bool newest);
/* Sends the Status of `rule` (a FAIL) as an ERROR event, then ends the watch. */
size_t fakeapi__core_error(struct fakeapi__core *core, const struct fakeapi__fault *rule);
/* Restores the state at `rv`, like an etcd restored from a backup: later writes never happened and
 * their versions are used again. `keep_watches`: open watches stay, as with apiservers that
 * continue to run. Their etcd client waits for an unseen revision, so they get no events until the
 * versions have passed all that they could have seen. Else they are cut, as by the restart of the
 * apiservers that the etcd manual demands. */
int fakeapi__core_rewind(struct fakeapi__core *core, uint64_t rv, bool keep_watches,
			 struct relist_err *err);
/* Runs the garbage collector now, whatever the options: deletes objects whose owners are gone, and
 * continues foreground deletions. */
void fakeapi__core_gc(struct fakeapi__core *core, int64_t now_ns);
/* Replaces the token `old` of a user by `token`. RELIST_ENOTFOUND: no user has it;
 * RELIST_ENOMEM. */
int fakeapi__core_rotate_token(struct fakeapi__core *core, const char *old, const char *token);
/* Backend `backend` shows its current state until thawed; others continue. */
void fakeapi__core_freeze(struct fakeapi__core *core, uint32_t backend, bool frozen);
/* The backend stays at `rv`, or that many resource versions behind the newest; both 0: it catches
 * up. */
void fakeapi__core_behind(struct fakeapi__core *core, uint32_t backend, uint64_t rv,
			  uint64_t behind);
/* The version that the backend shows. */
uint64_t fakeapi__core_shown(struct fakeapi__core *core, uint32_t backend);
/* fakeapi__core_each() of the objects at a version that a backend shows. */
int fakeapi__core_each_at(struct fakeapi__core *core, uint64_t rv,
			  int (*fn)(void *user, const struct fakeapi__write *write), void *user);
/* True if the backend does not show the newest state. */
bool fakeapi__core_is_behind(struct fakeapi__core *core, uint32_t backend);
/* Whether the type is served now. */
bool fakeapi__core_serves(struct fakeapi__core *core, struct str group, struct str version,
			  struct str resource);
/* The backend sees every write that much later. For tests. */
void fakeapi__core_lag(struct fakeapi__core *core, uint32_t backend, int64_t lag_ns);
/* fakeapi__core_accepts() then returns false. For tests. */
void fakeapi__core_refuse(struct fakeapi__core *core, uint32_t backend, bool refuses);
/* Restores the start state, without rules and log, but with a continuing rv; open watches are cut.
 * For tests. */
int fakeapi__core_reset(struct fakeapi__core *core, int64_t now_ns, struct relist_err *err);

/* Creates or replaces one object (JSON or YAML), as fakeapi__core_load(). For tests. */
int fakeapi__core_put(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		      struct relist_err *err);
/* Deletes without grace period and finalizers. RELIST_ENOTFOUND. For tests. */
int fakeapi__core_delete(struct fakeapi__core *core, int64_t now_ns, struct str group,
			 struct str resource, struct str ns, struct str name,
			 struct relist_err *err);

/* Calls fn for the requests logged after `seq`, oldest first, under the core's lock. The entry is
 * borrowed; text: method SP path?query NUL user-agent NUL. For tests. */
void fakeapi__core_requests(struct fakeapi__core *core, uint64_t seq,
			    void (*fn)(void *user, const struct fakeapi__logged *request),
			    void *user);

struct fakeapi__call;

/* Responds to a request below /relist/. Needs the lock. */
int fakeapi__control_request(struct fakeapi__call *c);
/* Ends everything that has expired. */
void fakeapi__expire_locked(struct fakeapi__core *core);

#endif
