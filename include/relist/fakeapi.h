/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.h - a fake Kubernetes apiserver inside your test: real HTTP on a free port of loopback,
 * its own thread, and faults on cue.
 *
 *     struct fakeapi *api = fakeapi_start(NULL, &err);
 *     fakeapi_apply(api, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",...}", &err);
 *     run_my_program(fakeapi_url(api));       // or write fakeapi_kubeconfig(api) to a file
 *     fakeapi_stop(api);
 *
 * Functions return 0 or a negative enum relist_code (constructors: NULL) and take an error last,
 * which may be NULL. Every function may be called on any thread but after fakeapi_stop().
 */
#ifndef RELIST_FAKEAPI_H
#define RELIST_FAKEAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "relist/err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FAKEAPI_API __attribute__((visibility("default")))

/* ---- life -------------------------------------------------------------------------------- */

struct fakeapi;

/** One finished answer, or the beginning of a watch (`begun`), for a log. Borrowed for the call. */
struct fakeapi_log_entry {
	const char *method;
	const char *uri; /**< path and query as they came */
	const char *user_agent;
	int status; /**< 0: the connection was closed without an answer */
	int64_t duration_ns;
	uint64_t bytes; /**< of the body, before compression */
	uint32_t backend;
	bool begun;	      /**< a watch begins; it is told of again at its end */
	bool client_gone;     /**< the client left before the end */
	const char *protocol; /**< "HTTP/1.1" or "HTTP/2.0"; NULL: fakeapi_request() */
	int error_code;	      /**< of the ERROR event that ended a watch; 0: none */
};

/** Zeros are the defaults. Strings are borrowed for the call of fakeapi_start(). */
struct fakeapi_options {
	const char *bind_host;	/**< NULL: 127.0.0.1; beyond loopback it wants tokens */
	uint16_t port;		/**< 0: a free one; further backends take the ports after it */
	uint32_t backend_count; /**< how many apiservers over one store; 0: 1 */
	bool tls;		/**< HTTPS with a certificate made on the spot */
	/** A certificate and its key as PEM files: HTTPS with them; both or none. */
	const char *tls_cert_file, *tls_key_file;
	/** A CA as a PEM file: a client certificate signed by it names a user (CN) and groups (O);
	 * who comes with none, and without a token, is anonymous. Needs TLS. */
	const char *client_ca_file;
	const char *token_auth_file; /**< kube-apiserver's CSV; NULL: everybody is admin */
	bool allow_anyone;	     /**< beyond loopback too */
	const char *allow_hosts;   /**< names it is called by, "a,b"; loopback and addresses are */
	const char *allow_origins; /**< whose web pages may ask, "http://a:1,http://b" */
	const char *state_file;	   /**< on disk before it is told; NULL: memory only */
	uint64_t seed;		   /**< of uids and generated names; 0: another one every time */
	uint32_t watch_window;	   /**< events kept for watches; 0: 65,536 */
	uint32_t watch_window_mib; /**< MiB of old states kept for each resource; 0: 64 */
	uint32_t compact_interval_s; /**< as --compact-interval; 0: never */
	bool no_control;	     /**< no control API under /relist/ */
	/** The control API on a loopback port of its own, always open; -1: a free one. 0: that port
	 * (fakeapi_control_url()) opens only while no other takes connections. */
	int control_port;
	bool garbage_collection, namespace_deletion, service_accounts;
	/** Roles and their bindings say what users may do who are not in system:masters; without it
	 * these may read discovery and ask about themselves. */
	bool rbac;
	/** As in a cluster whose controllers run beside it: the admission plug-ins that
	 * kube-apiserver has by default are on (ServiceAccount and StorageObjectInUseProtection
	 * otherwise are not), and the ConfigMaps are there that controllers read at their start. */
	bool cluster;
	/** Names of admission plug-ins that are to be on or off, "a,b", as kube-apiserver's flags
	 * of the same names; NULL: the usual ones. */
	const char *enable_admission_plugins, *disable_admission_plugins;
	/** Tokens of service accounts are JSON Web Tokens of this issuer (NULL:
	 * https://kubernetes.default.svc), signed by a private key (PEM; NULL: one that is made,
	 * and kept beside the state file), and believed by further keys too (PEM files, "a,b"). */
	const char *service_account_issuer, *service_account_signing_key_file,
	    *service_account_key_files;
	/** Where ClusterIPs come from, "10.0.0.0/24" (NULL), an IPv4 block of /12 to /30; and node
	 * ports, "30000-32767" (NULL). */
	const char *service_cluster_ip_range, *service_node_port_range;
	/** Called on the server's thread, which waits for it; NULL: no log. */
	void (*log)(void *user, const struct fakeapi_log_entry *entry);
	void *log_user;
	/** What OpenAPI documents say of types and fields in words, as scripts/gen-prose makes it
	 * (compressed or not); read when the first is asked for. NULL, or no such file: nothing. */
	const char *openapi_prose_file;
	/** kube-apiserver's --runtime-config: alpha and beta types to serve as well, of which there
	 * are "admissionregistration.k8s.io/v1beta1" and ".../v1alpha1"
	 * (MutatingAdmissionPolicies), with commas between them. */
	const char *runtime_config;
	/** kube-apiserver's --feature-gates, "Name=true" with commas between them, of which
	 * AggregatedDiscoveryEndpoint is heeded. */
	const char *feature_gates;
	/** Requests without credentials get 401, as with --anonymous-auth=false. */
	bool no_anonymous;
	/** Every authenticated user may do everything, as with --authorization-mode=AlwaysAllow. */
	bool always_allow;
	/** Seconds that a watch without timeoutSeconds lives at least (up to twice as long), as
	 * --min-request-timeout; 0: 1,800. */
	uint32_t min_request_timeout_s;
	/** No HTTP/2: over TLS clients are offered HTTP/1.1 alone. */
	bool http1;
	/** Streams of HTTP/2 at a time on one connection, as --http2-max-streams-per-connection; 0:
	 * 100, as kube-apiserver. */
	uint32_t http2_max_streams;
};

/** Starts a server; it accepts connections when this returns. `opt` may be NULL. */
FAKEAPI_API struct fakeapi *fakeapi_start(const struct fakeapi_options *opt,
					  struct relist_err *err);

/** Closes every connection and frees everything. NULL is fine. */
FAKEAPI_API void fakeapi_stop(struct fakeapi *api);

/* ---- where it is ------------------------------------------------------------------------- */

/** "http://127.0.0.1:PORT", without a slash at the end. Valid until stop. */
FAKEAPI_API const char *fakeapi_url(const struct fakeapi *api);

/** The same for the n-th backend, from 0; NULL when there are not so many. */
FAKEAPI_API const char *fakeapi_backend_url(const struct fakeapi *api, uint32_t backend);

/** "http://127.0.0.1:PORT" where /relist/v1 answers when faults have closed all other ports; NULL
 * without. Valid until stop. */
FAKEAPI_API const char *fakeapi_control_url(const struct fakeapi *api);

/** A kubeconfig with a context per backend ("relist", "relist-2", ...). Valid until stop. */
FAKEAPI_API const char *fakeapi_kubeconfig(const struct fakeapi *api);

/** Writes that kubeconfig to a file, readable by its owner only. */
FAKEAPI_API int fakeapi_write_kubeconfig(const struct fakeapi *api, const char *path,
					 struct relist_err *err);

/** The CA of a server with TLS as PEM, NULL without. Valid until stop. */
FAKEAPI_API const char *fakeapi_ca_pem(const struct fakeapi *api);

/* ---- objects ----------------------------------------------------------------------------- */

/**
 * Creates or replaces objects: JSON or YAML, several documents, lists, in any order (what needs a
 * definition that comes later is tried again); namespaces that are missing are made. Watches see
 * it. The first that cannot be is the error; the others stay. With a state file it returns when all
 * of it is on disk, RELIST_EIO when that cannot be.
 */
FAKEAPI_API int fakeapi_apply(struct fakeapi *api, const char *manifests, struct relist_err *err);

/** fakeapi_apply() for a file, or the *.json, *.yaml and *.yml files of a folder by name. */
FAKEAPI_API int fakeapi_apply_path(struct fakeapi *api, const char *path, struct relist_err *err);

/** An answer. Free `body` with fakeapi_reply_fini(). */
struct fakeapi_reply {
	int status;
	char *body; /**< NUL-terminated */
	size_t body_len;
};

/**
 * Any request, as an administrator and without a socket: "GET", "/api/v1/pods?limit=1". `body` may
 * be NULL; a content type goes with it (NULL: application/json). RELIST_ESTATUS with
 * err->http_status and the server's message for a status of 400 or more (`reply`, which may be
 * NULL, is filled as well). A watch is read to its end: give it a timeoutSeconds.
 */
FAKEAPI_API int fakeapi_request(struct fakeapi *api, const char *method, const char *uri,
				const char *body, const char *content_type,
				struct fakeapi_reply *reply, struct relist_err *err);

/** Frees what fakeapi_request() filled. */
FAKEAPI_API void fakeapi_reply_fini(struct fakeapi_reply *reply);

/** The resourceVersion of the newest change. */
FAKEAPI_API uint64_t fakeapi_resource_version(struct fakeapi *api);

/* ---- connections ------------------------------------------------------------------------- */

/**
 * true: new connections are refused and idle ones closed, until false listens on the same ports
 * again. Open answers go on.
 */
FAKEAPI_API int fakeapi_refuse(struct fakeapi *api, bool refuse, struct relist_err *err);

/** What becomes of open watches. */
enum fakeapi_watch_end {
	FAKEAPI_WATCHES_END,	/**< orderly, as at the end of timeoutSeconds */
	FAKEAPI_WATCHES_CUT,	/**< FIN in the middle of the answer */
	FAKEAPI_WATCHES_RESET,	/**< RST */
	FAKEAPI_WATCHES_STALL,	/**< open, but nothing comes any more */
	FAKEAPI_WATCHES_RESUME, /**< the end of a stall */
};

/** Does that to the open watches of a resource ("pods"; NULL: all); returns how many there were. */
FAKEAPI_API size_t fakeapi_end_watches(struct fakeapi *api, const char *resource,
				       enum fakeapi_watch_end how);

/** fakeapi_end_watches() of all, FAKEAPI_WATCHES_CUT. */
FAKEAPI_API size_t fakeapi_cut_watches(struct fakeapi *api);

/* ---- faults on cue ----------------------------------------------------------------------- */

/**
 * The next `count` requests of that verb and resource (NULL: any) are answered with a Status of
 * this code (429 with Retry-After: 1) and do nothing.
 */
FAKEAPI_API int fakeapi_fail_next(struct fakeapi *api, const char *verb, const char *resource,
				  uint32_t count, int status, struct relist_err *err);

/**
 * Adds a rule as the control API knows them (docs/control-api.md):
 * {"kind":"hold-events","match":{"resource":"pods"}}. `id` (may be NULL) is for the removal.
 * RELIST_ENOTFOUND without the control API.
 */
FAKEAPI_API int fakeapi_add_fault(struct fakeapi *api, const char *rule, uint32_t *id,
				  struct relist_err *err);

/** Removes a rule and lets go what it holds; 0: all of them. */
FAKEAPI_API void fakeapi_remove_fault(struct fakeapi *api, uint32_t id);

/** Forgets every older state: watches and continue tokens from before answer 410. */
FAKEAPI_API void fakeapi_compact(struct fakeapi *api);

/* ---- what was asked ---------------------------------------------------------------------- */

/**
 * How many requests have come over HTTP: `verb` is "get", "list", "watch", "create", "update",
 * "patch", "delete" or "deletecollection", `resource` is "pods". NULL matches all. For what is no
 * resource the verb is the method and the resource the path.
 */
FAKEAPI_API uint64_t fakeapi_request_count(struct fakeapi *api, const char *verb,
					   const char *resource);

/**
 * Waits until there have been `count` such requests since the start. RELIST_ETIMEDOUT says how many
 * there were.
 */
FAKEAPI_API int fakeapi_wait_requests(struct fakeapi *api, const char *verb, const char *resource,
				      uint64_t count, int64_t timeout_ms, struct relist_err *err);

#ifdef __cplusplus
}
#endif

#endif
