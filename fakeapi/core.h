/* SPDX-License-Identifier: Apache-2.0 */
/* core.h - the fake apiserver: storage, REST and watches behind one fakeapi__server.
 *
 * Pure: time comes in as now_ns (monotonic, for deadlines) and the wall clock as wall_offset_ns
 * (wall = now_ns + offset), randomness (uids, generateName) from the options' seed. One coarse
 * lock (rank FAKEAPI) makes begin/pull/end and the control calls safe from any thread; only a wake
 * hook runs under it. A request marked `aside` lets it go while it works on what is its own:
 * requests that only read then go on, all that may write wait for it.
 */
#ifndef FAKEAPI_CORE_H
#define FAKEAPI_CORE_H

#include <stdatomic.h>

#include "base/choice.h"
#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "fakeapi/storage/write.h"
#include "relist/err.h"

struct strbuf;
struct fakeapi__features;

struct fakeapi__core;

/* An HTTPS POST of JSON that a request needs answered from outside: a webhook. Borrowed for the
 * call. */
struct fakeapi__question {
	uint64_t id;
	struct str url;
	struct str ca_pem;	/* signers of the server's certificate; empty: the machine's */
	struct str server_name; /* the name in the certificate; empty: the URL's host */
	/* "127.0.0.1:9443" in place of the URL's host; the certificate is not verified. Empty: the
	 * URL's host. */
	struct str address;
	struct str body;
	int64_t timeout_ns; /* from now; the core waits no longer */
};

struct fakeapi__reply {
	int status; /* of HTTP; 0: none came, and `error` says why in the words of Go's net/http */
	struct str content_type, body;
	struct str error;
};

/* Work for a thread whose end no request awaits. */
struct fakeapi__errand {
	struct fakeapi__errand *next; /* for the thread that carries it out */
	void (*run)(struct fakeapi__errand *self);
};

/* The keys that tokens of service accounts are signed with; JSON Web Signature's names. Under the
 * core's lock. False: it cannot be. */
struct fakeapi__token_keys {
	void *user;
	/* Appends the algorithm of the signing key and its id. */
	bool (*name)(void *user, struct strbuf *alg, struct strbuf *kid);
	bool (*sign)(void *user, struct str data, struct strbuf *signature);
	bool (*verify)(void *user, const char *alg, const char *kid, struct str data,
		       struct str signature);
	bool (*jwks)(void *user, struct strbuf *out); /* appends the JSON Web Key Set */
};

struct fakeapi__options {
	uint64_t seed;		/* uids, generateName suffixes */
	uint64_t first_rv;	/* the next write gets this + 1; 0: 1 */
	int64_t start_ns;	/* now_ns at the start: when the first objects are made */
	int64_t wall_offset_ns; /* wall clock = now_ns + this */
	/* Events kept per resource for watches before 410; 0: all until compact, which for a server
	 * that runs for days means all memory. */
	uint32_t watch_window;
	size_t watch_window_bytes; /* of old states kept per resource, as JSON; 0: any. What is over
				      it goes as what is over the window */
	int64_t compact_every_ns;  /* how often what was old already the last time is forgotten, as
				      by the real server every five minutes; 0: never */
	uint32_t backend_count;	   /* 0: 1 */
	int64_t bookmark_every_ns; /* 0: as the real server, once a minute and before the end of a
				    * watch; TIME_NEVER: none by themselves */
	bool list_items_kind; /* items of lists carry kind and apiVersion, also of built-in types */
	bool garbage_collection, namespace_deletion, default_service_accounts;
	bool no_control;	/* no control API under /relist/ */
	uint32_t list_page_max; /* a list with limit is never longer, at rv=0 neither; 0: any */
	bool list_page_always;	/* nor one without limit */
	bool empty;		/* none of the objects that a real server makes at its start */
	bool any_namespace;	/* creating in a namespace that does not exist is no 404 */
	/* kube-apiserver's static token file, with at least one token; ptr NULL: every client is
	 * admin. Borrowed for the call. */
	bool client_certificates; /* who comes with none, and without a token, is anonymous */
	struct str token_csv;
	/* kube-apiserver's --runtime-config: alpha and beta types to serve as well, "group/version"
	 * or "group/version=true", with commas between them. Borrowed for the call; NULL: none. */
	const char *runtime_config;
	/* --feature-gates (meta/features.h). Borrowed for the call. */
	const char *feature_gates;
	/* In place of those of the release and the gates. Borrowed for the call; NULL: these. */
	const struct fakeapi__features *features;
	/* kube-apiserver's AdmissionConfiguration as JSON (admission/config.h). Borrowed for the
	 * call; NULL: none. */
	const char *admission_config;
	/* kube-apiserver's audit Policy as JSON (audit/audit.h), borrowed for the call, and what
	 * receives each event, a line of JSON; under the core's lock. NULL: no audit log. */
	const char *audit_policy;
	void (*on_audit)(void *user, struct str line);
	void *on_audit_user;
	/* Paths of which requests without credentials are allowed, "/livez,/readyz"; others of them
	 * are 401. Borrowed for the call; NULL: any. */
	const char *anonymous_paths;
	unsigned release; /* of Kubernetes, its minor (meta/release.h); 0: the default one */
	/* Admission plug-ins, bits by enum fakeapi__plugin (admission/admission.h): those that are
	 * on besides the usual ones, and off in any case. `cluster`: the usual ones, and the
	 * objects of the start, are those of a cluster. */
	uint64_t plugins_on, plugins_off;
	bool cluster;
	const struct fakeapi__token_keys *token_keys; /* NULL: tokens are unverified words */
	const char *token_issuer; /* NULL: https://kubernetes.default.svc; as long as the core */
	/* Addresses of services (IPv4, a block of a power of two; size 0: 10.0.0.0/24), and their
	 * node ports (count 0: 30000-32767). */
	struct fakeapi__ip_range {
		uint32_t base, size;
	} service_ips;
	struct fakeapi__port_range {
		uint32_t first, count;
	} node_ports;
	bool rbac; /* Roles and bindings say what users may do; else only system:masters may */
	bool no_privileged; /* privileged containers are refused, as without --allow-privileged */
	bool no_anonymous;  /* requests without credentials are 401 */
	bool always_allow;  /* every authenticated user may do everything */
	uint32_t min_request_timeout_s; /* of watches without timeoutSeconds; 0: 1,800 */
	/* Names and origins, with commas between them, that requests from a socket may bear besides
	 * loopback names, addresses and the server's own; "*": any. Borrowed; NULL: none. */
	const char *allow_hosts, *allow_origins;
	struct trace_sink sink;
	/* Every write, under the core's lock, before the store takes it, for a state file: json is
	 * the state (of deletions the last one). May be NULL. A value other than 0 refuses it:
	 * nothing has changed, no watch sees it, and the client gets 500. */
	int (*on_write)(void *user, const struct fakeapi__write *write);
	/* The store was turned back or reset, without writes; under the core's lock, before the
	 * next write. May be NULL. */
	void (*on_rewound)(void *user);
	void *on_write_user; /* of both */
	/* Every write, like on_write and after it, for an observer that refuses nothing. May be
	 * NULL. */
	void (*on_stored)(void *user, const struct fakeapi__write *write);
	void *on_stored_user;
	/* Much memory has been freed: a driver may give it back. Under the core's lock; may be
	 * NULL. */
	void (*on_freed)(void *user);
	/* Frees a large piece elsewhere: the kernel takes 3 ms a MiB to have one back. NULL: here.
	 */
	void (*free_aside)(void *user, void *take_large);
	/* Is to call errand->run() soon, once, on a thread aside and without any lock; under the
	 * core's lock. NULL: there is no such thread, and what is long is done where it comes up.
	 */
	void (*run_aside)(void *user, struct fakeapi__errand *errand);
	void *on_freed_user; /* of these three */
	/* A request marked `aside` has let the lock go (true), or will have it again: for tests and
	 * measurements, without the lock. May be NULL. */
	void (*on_suspend)(void *user, bool suspended);
	void *on_suspend_user;
	/* Under the core's lock: is to keep the question, and to answer it later by
	 * fakeapi__core_reply(), from any thread. False: out of memory. NULL: there is no way out,
	 * so calls of webhooks fail. */
	bool (*ask)(void *user, const struct fakeapi__question *question);
	/* This answer is not needed any more; under the core's lock. */
	void (*forget)(void *user, uint64_t id);
	void *ask_user; /* of both */
	/* The address of questions to webhooks behind a Service, "127.0.0.1:9443"; the Service need
	 * not exist. As long as the core. NULL: nothing listens at a Service's address. */
	const char *service_webhooks;
	/* Appends the words of OpenAPI documents (discovery/prose.h); nothing: there are none.
	 * Under the core's lock, at the first request of a document. NULL: there are none. */
	void (*prose)(void *user, struct strbuf *out);
	void *prose_user;
};

struct fakeapi__core *fakeapi__core_new(const struct fakeapi__options *opt, struct relist_err *err);
void fakeapi__core_free(struct fakeapi__core *core);
struct fakeapi__server *fakeapi__core_server(struct fakeapi__core *core);

/* Puts back one write of a state file: same rv (must be newer than all before), same uid, nothing
 * checked. Call before serving. With `deleted` json may be empty. Without a resource it only says
 * how far the versions had come. */
int fakeapi__core_restore(struct fakeapi__core *core, const struct fakeapi__write *write,
			  struct relist_err *err);
/* Calls `fn` for every live object (deleted = false) in a fixed order, under the core's lock.
 * Stops at the first value other than 0 and returns it. */
int fakeapi__core_each(struct fakeapi__core *core,
		       int (*fn)(void *user, const struct fakeapi__write *write), void *user);
/* The same for a state file, of one version and without the lock: last comes a deletion of nothing
 * at that version, so that no version is given twice when the newest was a deletion. RELIST_ENOMEM.
 */
int fakeapi__core_snapshot(struct fakeapi__core *core,
			   int (*fn)(void *user, const struct fakeapi__write *write), void *user);
uint64_t fakeapi__core_rv(struct fakeapi__core *core);
/* Any thread: long writes that are under way, and have written nothing yet, give up soon. */
void fakeapi__core_stopping(struct fakeapi__core *core);
/* Creates or replaces the object of one JSON or YAML document (kind and apiVersion say where), as
 * `--load` does: as an update by "relist", generating what is missing, namespaces included. */
int fakeapi__core_load(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		       struct relist_err *err);
/* Where the control API is when every backend refuses; NULL (as at the start): nowhere. Longer than
 * any URL of loopback it is NULL. Any thread. */
void fakeapi__core_control_at(struct fakeapi__core *core, const char *url);
/* Where a backend is, and a kubeconfig that leads there, for GET /relist/v1/backends; both are
 * copied. RELIST_ENOMEM. Any thread. */
int fakeapi__core_backend_at(struct fakeapi__core *core, uint32_t backend, const char *url,
			     const char *kubeconfig);
/* Serves this HTML at /relist/ui from now on; copied. RELIST_ENOMEM. Any thread. */
int fakeapi__core_ui(struct fakeapi__core *core, const char *page);
/* The answer to a question; dropped if its request has ended. Any thread. */
void fakeapi__core_reply(struct fakeapi__core *core, uint64_t id,
			 const struct fakeapi__reply *reply);
/* Whether backend `backend` takes connections just now (a fault); any thread. */
bool fakeapi__core_accepts(struct fakeapi__core *core, int64_t now_ns, uint32_t backend);
/* For fakeapi__http_options. The core's. */
atomic_bool *fakeapi__core_withhold_settings_ack(struct fakeapi__core *core);

#endif
