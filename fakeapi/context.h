/* SPDX-License-Identifier: Apache-2.0 */
/* context.h - what the files behind core.h share.
 *
 *   exchanges.c, dispatch.c         begin(): log, faults, user, route, then one of:
 *   list.c       get, list          watch.c, watch_line.c    watches
 *   create.c, put_patch.c, delete.c the verbs that write; store.c is the only place that keeps
 *   answer.c     every complete answer is made here
 *
 * Threads: one lock (rank FAKEAPI) around every entry, and for writers one more before it, so that
 * a long write can let readers in (stages.h releases the lock between stages); nothing here takes
 * another.
 */
#ifndef FAKEAPI_CONTEXT_H
#define FAKEAPI_CONTEXT_H

#include <cjson/cJSON.h>

#include <stdatomic.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/map.h"
#include "base/str.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/core.h"
#include "fakeapi/crd/crd.h"
#include "fakeapi/faults/fault.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/output/table.h"
#include "fakeapi/route.h"
#include "fakeapi/schema/registry.h"
#include "fakeapi/schema/strategy.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/storage/selector.h"
#include "fakeapi/storage/store.h"

enum {
	FAKEAPI_BODY_MAX = 3 * 1024 * 1024, /* apiserver's limit on request bodies */
	FAKEAPI_BACKENDS_MAX = 16,
	FAKEAPI_FORMS_MAX = 4096,
	FAKEAPI_LINE_CACHE_BYTES = 16 * 1024 * 1024,
	FAKEAPI_FEW_HEADERS = 10, /* more than the request's own and those of any body */
};

/* --- exchanges ---------------------------------------------------------------------------- */

struct fakeapi__owned {
	struct fakeapi__owned *next;
	char z[];
};

enum fakeapi__state {
	FAKEAPI_STATE_ANSWER, /* body holds everything */
	FAKEAPI_STATE_WATCH,
	FAKEAPI_STATE_PARKED,	/* begun again when woken or at `resume_ns` */
	FAKEAPI_STATE_HEAD_END, /* no answer: cut or reset */
	FAKEAPI_STATE_SCRIPT,	/* a fault: the script in `plays`, then the end */
};

struct fakeapi__saved; /* a request kept while it is parked */

struct fakeapi__xchg {
	struct fakeapi__exchange base;
	struct fakeapi__core *core;
	struct fakeapi__xchg *prev, *next; /* all open exchanges */
	struct fakeapi__wake wake;
	uint32_t id;
	uint32_t backend;
	enum fakeapi__state state;
	enum fakeapi__head head_end;		/* HEAD_END: how */
	bool waiting;				/* the last head or pull returned WAIT */
	bool hold_body;				/* a held response: released by the control API */
	uint8_t end_how;			/* 0, or (a fault) -FAKEAPI_PULL_CUT, _RESET */
	uint8_t ended;				/* likewise, once the transport has it */
	struct fakeapi__frame_fault *frames;	/* of the transport; NULL: it has none */
	struct fakeapi__frame_fault frames_due; /* for the next pull of an open watch */
	bool faulted, delayed;			/* rules have been applied; DELAY is over */
	bool stalled;				/* a fault: nothing more is sent */
	uint32_t hold_rule;			/* the rule that holds it; 0: none */
	int64_t resume_ns;			/* PARKED: when to try again without a wake */
	size_t slow_bytes;			/* > 0: at most so many at a time */
	int64_t slow_ns;			/* and then this pause */
	int64_t slow_next_ns;
	bool slow_idle;	  /* the last pull had nothing to send: no deadline until a wake */
	size_t cut_after; /* SIZE_MAX: never; else cut when so many body bytes are out */
	size_t sent;
	struct strbuf body;
	size_t body_at;
	struct fakeapi__list_stream
	    *stream; /* what is sent before body[stream_at]; NULL: nothing */
	size_t stream_at;
	struct fakeapi__header *headers; /* `few`, or allocated; NULL: none so far */
	size_t header_cap;
	struct fakeapi__header few[FAKEAPI_FEW_HEADERS];
	size_t own_headers; /* so many of the first are of the request, whatever the response */
	struct fakeapi__audit *audit;	/* audit/; NULL: it is not audited */
	struct fakeapi__series *series; /* metrics/: where it is counted; NULL: nowhere */
	int64_t began_ns;
	bool mutates, long_running;
	char audit_id[37];     /* "": none, or the client's own, which is in `headers` */
	char flow_uids[2][37]; /* of its FlowSchema and its priority level; "": none */
	struct fakeapi__owned *owned;
	struct fakeapi__watch *watch;
	struct fakeapi__play *plays;	    /* verbatim bytes, between a watch's events */
	struct fakeapi__script *headers_of; /* whose headers base.headers are; NULL: none */
	struct fakeapi__saved *saved;
	struct fakeapi__memo *memo; /* its questions to webhooks; NULL: none */
	uint64_t log_seq;	    /* its line in the request log */
	uint64_t mark;		    /* of a control call; 0: none */
	int64_t until_ns;	    /* of a control call that waits: no longer than until then */
	struct fakeapi__looking *looking; /* of GET /relist/v1/rest; NULL: none */
	int64_t shown_ns; /* when the newest event, or bytes of a script, were sent */
};

/* --- core --------------------------------------------------------------------------------- */

/* Called with every event after it is in the store, under the lock. May change only its own
 * state. */
struct fakeapi__subscriber {
	const char *name;
	void (*written)(struct fakeapi__core *core, struct fakeapi__bucket *b,
			struct fakeapi__event *ev);
};

struct fakeapi__backend {
	uint64_t frozen_rv; /* 0: not frozen */
	uint64_t behind;    /* so many resource versions behind the newest */
	int64_t lag_ns;
	uint64_t cache_floor; /* its watch cache begins here: watches from an older rv get 410 */
	bool refuses;	      /* connections */
	/* What was to last for so long ends then; 0: for ever. */
	int64_t refuse_end_ns, freeze_end_ns, lag_end_ns;
	char *url, *kubeconfig; /* where it is reached, and how; NULL: over no network */
};

struct fakeapi__commit {
	uint64_t rv;
	int64_t at_ns;
};

enum { FAKEAPI_COMMITS_MAX = 4096 };

/* A way an event can be rendered. */
struct fakeapi__form_row {
	const struct fakeapi__resource *res;
	struct fakeapi__form form;
};

struct fakeapi__core {
	struct fakeapi__server server;
	struct lock writing; /* rank FAKEAPI_WRITE: held while a request that may write runs */
	struct lock lock;
	bool suspended;	   /* a writer has let the lock go in the middle: nothing may change */
	size_t readers;	   /* so many have too: types stay */
	bool turning_back; /* ... to return to an older state: all readers wait */
	struct fakeapi__call
	    *writer;	      /* the worker thread processes it, may be suspended; or NULL */
	atomic_bool stopping; /* long work is to give up where nothing is written yet */
	struct fakeapi__options opt;
	const struct fakeapi__subscriber *subscribers; /* core.c lists them */
	size_t subscriber_count;
	/* What is special about a type; never NULL. strategy/ has them. */
	const struct fakeapi__strategy *(*strategy_of)(const struct fakeapi__resource *res);
	uint64_t random;
	uint64_t audit_random;		    /* apart, so that reads do not change later uids */
	struct fakeapi__rbac *rbac;	    /* authz/rbac.c; NULL: nothing was authorized yet */
	struct fakeapi__webhooks *webhooks; /* webhooks/configs.c; NULL: none was looked for */
	struct fakeapi__numbers *numbers;   /* strategy/service_numbers.c; NULL: not needed yet */
	struct fakeapi__callout *callouts;  /* open ones of all exchanges */
	uint64_t next_ask;
	struct fakeapi__discovery *discovery; /* discovery/discovery.h */
	int64_t now_ns;			      /* the newest seen */
	int64_t expire_ns; /* when the first fault that lasts `for` a while ends; 0: none does */
	struct fakeapi__store store;
	struct fakeapi__registry *registry;
	struct fakeapi__admission_config *admission; /* admission/config.h; NULL: none */
	char *anonymous_paths;			     /* NULL: any */
	struct fakeapi__builtins *builtins; /* of own feature gates; NULL: those of the release */
	char *runtime_config;		    /* of the registry; never NULL */
	struct fakeapi__crds *crds;
	struct fakeapi__users users;
	struct map certificate_users; /* "name\ngroups" -> struct fakeapi__user */
	struct fakeapi__backend backends[FAKEAPI_BACKENDS_MAX];
	size_t backend_count;
	char control_url[80]; /* "": nowhere when every backend refuses */
	char *ui_page;	      /* HTML at /relist/ui; NULL: none */
	uint64_t commit_end;
	struct fakeapi__xchg *open;
	size_t watch_count, parked_count;
	uint32_t next_id;
	struct fakeapi__form_row *forms;
	size_t form_count, form_cap;
	size_t line_bytes;		       /* rendered lines cached */
	struct fakeapi__rendering *renderings; /* watch/watch_aside.c */
	int64_t scan_free_ns; /* when the next step of a watch's initial list may be made */
	struct fakeapi__faults faults;
	bool gone_by_status;	    /* watches from before a compaction: 410 as HTTP status */
	int64_t compact_ns;	    /* when compaction by age comes next; 0: not begun */
	uint64_t compact_rv;	    /* and what it will forget */
	uint64_t tokens_expired_rv; /* a fault: continue tokens up to this rv are too old */
	bool write_failed;	    /* on_write refused during this request */
	bool crds_changed;	    /* replaced definitions wait to be swept */
	struct fakeapi__crd_version *retired; /* unreferenced: to be freed */
	struct fakeapi__errand tidy;
	bool tidying;		/* it is under way */
	uint64_t controlled_rv; /* the controllers have seen everything up to here */
	bool work_namespaces, work_deletions, work_flows, work_names, work_roles,
	    work_api_services;			/* what they have to look at */
	uint64_t seen_services, seen_addresses; /* sequence numbers, for IPAddresses */
	unsigned own_objects;			/* enum fakeapi__own: which were made */
	uint64_t own_rewinds;			/* of the store, then */
	struct fakeapi__audit_policy *audit;	/* NULL: no audit log */
	struct fakeapi__metrics *metrics;	/* NULL: nothing was counted yet */
	struct fakeapi__flows *flows; /* controllers/flow_match.c; NULL: to be read again */
	uint64_t flow_rewinds;	      /* of the store, then */
	bool in_gc;		      /* the collector runs: it must not start itself again */
	/* Ring, newest at commit_end - 1. Large, so not cleared: written before it is read. */
	struct fakeapi__commit commits[FAKEAPI_COMMITS_MAX];
};

/* One request at work. */
struct fakeapi__call {
	struct fakeapi__core *core;
	struct fakeapi__xchg *x;
	int64_t now_ns;
	const struct fakeapi__request *req;
	unsigned long refused; /* base__alloc_refused when it began */
	struct fakeapi__route route;
	const struct fakeapi__user *user;	  /* NULL: anonymous admin */
	struct fakeapi__user as;		  /* the user that it acts as; name NULL: none */
	const struct fakeapi__resource *res;	  /* as requested */
	const struct fakeapi__resource *stored;	  /* as kept */
	const struct fakeapi__strategy *strategy; /* of res */
	const struct fakeapi__subresource *sub;
	struct fakeapi__bucket *bucket;
	struct fakeapi__form form;
	struct fakeapi__status st;
	struct strbuf warnings;
	cJSON *converted; /* the webhook's conversion for the response; NULL: render the stored
			     object */
	enum fakeapi__field_validation fv;
	bool dry_run;
	bool error_event;    /* a fault: the watch is to begin, and end, with st as ERROR event */
	bool resumed;	     /* it was parked and is tried again */
	bool gathers;	     /* it sends several questions before it waits (ask.h) */
	bool gathered;	     /* and has to */
	bool admitted;	     /* mutating plug-ins and webhooks have had their turns */
	bool own;	     /* no client's: start, controllers, --load, scenarios */
	bool has_labels;     /* the new object came with labels: before it got its defaults */
	bool stores_empty;   /* an applied custom resource with empty labels or the like: those are
				stored, and no reader sees them */
	bool generated;	     /* the new object's name was made of its generateName */
	bool reads;	     /* GET or HEAD */
	bool converts;	     /* a webhook changes what is read and written */
	bool let_go;	     /* it runs an UNLOCKED stage, without the lock */
	bool may_suspend;    /* it runs on a thread of its own; a write holds core->writing */
	bool write_failed;   /* core's, while the lock is released */
	bool form_refused;   /* the written object cannot be rendered in the requested form */
	struct str route_ns; /* the path's namespace, empty for cluster scoped types */
	uint64_t visible_rv; /* what this backend has seen */
	char now[32];	     /* RFC 3339 */
	char manager[160];
};

/* user.c: username, uid and groups of the user (NULL: no authentication). NULL: out of memory. */
cJSON *fakeapi__user_info(const struct fakeapi__user *user);

/* context.c */
/* Both locks, for a change; the lock alone is enough to read. */
void fakeapi__core_enter(struct fakeapi__core *core);
void fakeapi__core_leave(struct fakeapi__core *core);
/* Long work calls it before it writes. -1, with a status: the server stops. */
int fakeapi__may_go_on(struct fakeapi__call *c);
void fakeapi__core_wake(struct fakeapi__xchg *x);
void fakeapi__core_wake_all(struct fakeapi__core *core);
void fakeapi__core_wake_parked(struct fakeapi__core *core);
uint64_t fakeapi__core_visible(const struct fakeapi__core *core, uint32_t backend);
int64_t fakeapi__core_unix(const struct fakeapi__core *core);
uint32_t fakeapi__core_random(struct fakeapi__core *core, uint32_t n); /* 0..n-1 */
void fakeapi__core_uuid(struct fakeapi__core *core, char out[37]);
/* The next UUID of a random stream (base/base.h splitmix64). */
void fakeapi__uuid(uint64_t *random, char out[37]);
/* The bucket of a stored type; NULL: out of memory. */
struct fakeapi__bucket *fakeapi__core_bucket(struct fakeapi__core *core,
					     const struct fakeapi__resource *stored);
/* The stored type of a bucket; NULL: not served any more. */
const struct fakeapi__resource *fakeapi__bucket_resource(const struct fakeapi__core *core,
							 const struct fakeapi__bucket *b);
/* The call is about objects of `res`: sets res, stored, strategy, bucket. -1: out of memory. */
int fakeapi__call_aim(struct fakeapi__call *c, const struct fakeapi__resource *res);
/* Does the call again when the store has moved or at `at_ns`. */
int fakeapi__park(struct fakeapi__call *c, int64_t at_ns);
/* control/addresses.c: frees what drivers have given to the core. */
void fakeapi__control_free(struct fakeapi__core *core);
/* Leaves long work to head(), on a thread aside if there is one. False: the transport does not
 * support it, or this is that thread. True: return *rc, nothing is to be done now. */
bool fakeapi__hand_over(struct fakeapi__call *c, int *rc);
const struct fakeapi__request *fakeapi__parked_request(const struct fakeapi__xchg *x);
/* Stores a state of an object (`gone`: its last) and calls every subscriber. The only way of any
 * write, except for a state file's. -1: out of memory, or write_failed. */
int fakeapi__commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		    struct str name, cJSON *obj, bool gone);
/* A write of the server's own: stores `obj` with the fields of its status that are not those of
 * `old` as kube-apiserver's. -1: as fakeapi__commit(). */
int fakeapi__own_status_write(struct fakeapi__call *c, const struct fakeapi__resource *res,
			      const cJSON *old, cJSON *obj);
/* The same of a state that fakeapi__version_make() made while the lock was released. */
int fakeapi__commit_made(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
			 struct str name, cJSON *obj, struct fakeapi__version *take_made,
			 bool gone);
/* From here on writes go through the options' on_write. */
void fakeapi__core_log(struct fakeapi__core *core);
void fakeapi__compact_locked(struct fakeapi__core *core, uint64_t rv, bool etcd, bool cache);
void fakeapi__floor_locked(struct fakeapi__core *core);

#endif
