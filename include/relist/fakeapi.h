/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.h - a fake Kubernetes apiserver inside a test: HTTP on a free loopback port, its own
 * threads, and faults on request.
 *
 *     struct fakeapi *api = fakeapi_start(NULL, &err);
 *     fakeapi_apply(api, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",...}", &err);
 *     run_my_program(fakeapi_url(api));       // or write fakeapi_kubeconfig(api) to a file
 *     fakeapi_stop(api);
 *
 * Functions return 0 or a negative enum relist_code (constructors: NULL) and take an error last,
 * which may be NULL. All functions: any thread, until fakeapi_stop().
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

/** A log entry: one finished response, or the start of a watch (`begun`). Borrowed for the call. */
struct fakeapi_log_entry {
	const char *method;
	const char *uri; /**< path and query as received */
	const char *user_agent;
	int status; /**< 0: the connection was closed without a response */
	int64_t duration_ns;
	uint64_t bytes; /**< of the body, before compression */
	uint32_t backend;
	bool begun;	      /**< a watch starts; another entry follows when it ends */
	bool client_gone;     /**< the client disconnected before the end */
	const char *protocol; /**< "HTTP/1.1" or "HTTP/2.0"; NULL: fakeapi_request() */
	int error_code;	      /**< of the ERROR event that ended a watch; 0: none */
};

/** Zero members select the defaults. Strings are borrowed for the call of fakeapi_start(). */
struct fakeapi_options {
	const char *bind_host;	/**< NULL: 127.0.0.1; others require tokens */
	uint16_t port;		/**< 0: a free one; further backends use the ports after it */
	uint32_t backend_count; /**< number of apiservers over one store; 0: 1 */
	bool tls;		/**< HTTPS with a new certificate */
	/** A certificate and its key as PEM files, for HTTPS; both or none. */
	const char *tls_cert_file, *tls_key_file;
	/** A CA as a PEM file: a client certificate signed by it names a user (CN) and groups (O).
	 * Clients without certificate and token are anonymous. Needs TLS. */
	const char *client_ca_file;
	const char *token_auth_file; /**< kube-apiserver's CSV; NULL: all clients are admin */
	bool allow_anyone;	     /**< other addresses than loopback require no tokens */
	const char *allow_hosts; /**< further Host names, "a,b"; loopback and addresses are valid */
	const char *allow_origins; /**< origins of web pages with access, "http://a:1,http://b" */
	const char *state_file;	   /**< writes are on disk before the response; NULL: memory only */
	uint64_t seed;		   /**< of uids and generated names; 0: random */
	uint32_t watch_window;	   /**< events kept for watches; 0: 65,536 */
	uint32_t watch_window_mib; /**< MiB of old states kept for each resource; 0: 64 */
	uint32_t compact_interval_s; /**< as --compact-interval; 0: never */
	bool no_control;	     /**< no control API under /relist/ */
	/** A loopback port for the control API, always open; -1: a free one. 0: that port
	 * (fakeapi_control_url()) opens only while no other accepts connections. */
	int control_port;
	bool garbage_collection, namespace_deletion, service_accounts;
	/** Roles and bindings authorize users outside of system:masters. Without it these may read
	 * discovery and review themselves. */
	bool rbac;
	/** For a server with real controllers: enables kube-apiserver's default admission plug-ins
	 * (also ServiceAccount and StorageObjectInUseProtection) and creates the ConfigMaps that
	 * controllers read at the start. */
	bool cluster;
	/** Admission plug-ins to enable or disable, "a,b", as kube-apiserver's flags of the same
	 * names; NULL: the defaults. */
	const char *enable_admission_plugins, *disable_admission_plugins;
	/** Service account tokens: the issuer (NULL: https://kubernetes.default.svc), the private
	 * key that signs them (PEM; NULL: a new one, stored beside the state file), and further
	 * keys that verify them (PEM files, "a,b"). */
	const char *service_account_issuer, *service_account_signing_key_file,
	    *service_account_key_files;
	/** The range of ClusterIPs, an IPv4 block of /12 to /30 (NULL: "10.0.0.0/24"), and of node
	 * ports (NULL: "30000-32767"). */
	const char *service_cluster_ip_range, *service_node_port_range;
	/** Called on the server's thread, which waits for its return. NULL: no log. */
	void (*log)(void *user, const struct fakeapi_log_entry *entry);
	void *log_user;
	/** Descriptions of types and fields for OpenAPI documents, made by scripts/gen-prose
	 * (compressed or not); read at the first request. NULL, or no such file: none. */
	const char *openapi_prose_file;
	/** kube-apiserver's --runtime-config: alpha and beta types to serve, comma-separated.
	 * Supported: "admissionregistration.k8s.io/v1beta1" and ".../v1alpha1"
	 * (MutatingAdmissionPolicies), and "api/all", "api/beta" and "api/alpha" for these. */
	const char *runtime_config;
	/** kube-apiserver's --feature-gates, "Name=true", comma-separated, AllAlpha and AllBeta
	 * too. RELIST_EINVAL: the release has no such gate, or has locked it. docs/releases.md
	 * lists their effects. */
	const char *feature_gates;
	/** The release of Kubernetes to imitate, "1.31" to "1.37": its types, fields, APIs and
	 * /version. NULL: "1.34". docs/releases.md lists what else depends on it. */
	const char *kubernetes;
	/** kube-apiserver's --admission-control-config-file (YAML or JSON): the configuration of
	 * PodSecurity, PodNodeSelector and EventRateLimit. NULL: none. */
	const char *admission_control_config_file;
	/** kube-apiserver's --audit-log-path ("-": standard output) and --audit-policy-file (YAML
	 * or JSON): a line of JSON for each stage of a request that the policy selects. NULL: none;
	 * without a policy nothing is written. */
	const char *audit_log_path, *audit_policy_file;
	/** kube-apiserver's --authentication-config: the `anonymous` part takes effect, `jwt` is
	 * refused. NULL: none. */
	const char *authentication_config_file;
	/** Requests without credentials get 401, as with --anonymous-auth=false. */
	bool no_anonymous;
	/** Authorizes every request of authenticated users, as --authorization-mode=AlwaysAllow. */
	bool always_allow;
	/** Minimum seconds of a watch without timeoutSeconds (at most twice as long), as
	 * --min-request-timeout; 0: 1,800. */
	uint32_t min_request_timeout_s;
	/** Privileged containers are invalid, as with --allow-privileged=false. */
	bool no_privileged;
	/** Without HTTP/2: over TLS the server offers HTTP/1.1 only. */
	bool http1;
	/** Streams of HTTP/2 at a time on one connection, as --http2-max-streams-per-connection; 0:
	 * 100, as kube-apiserver. */
	uint32_t http2_max_streams;
	/** "HOST:PORT" where webhooks behind a Service are called: there is no pod network. Their
	 * certificates are not verified. NULL: calls of such webhooks fail. */
	const char *service_webhooks;
};

/** Starts a server that accepts connections when this returns. `opt` may be NULL. End it with
 * fakeapi_stop(). NULL with RELIST_EINVAL (an option), RELIST_EIO (port or file) or RELIST_ENOMEM.
 */
FAKEAPI_API struct fakeapi *fakeapi_start(const struct fakeapi_options *opt,
					  struct relist_err *err);

/** Closes every connection and frees everything. NULL is fine. */
FAKEAPI_API void fakeapi_stop(struct fakeapi *api);

/* ---- addresses --------------------------------------------------------------------------- */

/** "http://127.0.0.1:PORT", without a slash at the end. Valid until stop. */
FAKEAPI_API const char *fakeapi_url(const struct fakeapi *api);

/** The URL of the n-th backend, from 0; NULL beyond the last. Valid until stop. */
FAKEAPI_API const char *fakeapi_backend_url(const struct fakeapi *api, uint32_t backend);

/** The URL of the control API's own port, which stays open when faults close all others; NULL:
 * none. Valid until stop. */
FAKEAPI_API const char *fakeapi_control_url(const struct fakeapi *api);

/** A kubeconfig with a context per backend ("relist", "relist-2", ...). Valid until stop. */
FAKEAPI_API const char *fakeapi_kubeconfig(const struct fakeapi *api);

/** Writes that kubeconfig to a file, readable by its owner only. RELIST_EIO: the file cannot be
 * written; RELIST_ENOMEM. */
FAKEAPI_API int fakeapi_write_kubeconfig(const struct fakeapi *api, const char *path,
					 struct relist_err *err);

/** The CA of a server with TLS as PEM, NULL without. Valid until stop. */
FAKEAPI_API const char *fakeapi_ca_pem(const struct fakeapi *api);

/* ---- objects ----------------------------------------------------------------------------- */

/**
 * Creates or replaces objects: JSON or YAML, several documents, lists, in any order (objects of a
 * later definition are tried again). Creates missing namespaces. Watches receive the events.
 * Returns the error of the first failing object; the others stay. With a state file all is on disk
 * when it returns; RELIST_EIO if the disk fails.
 */
FAKEAPI_API int fakeapi_apply(struct fakeapi *api, const char *manifests, struct relist_err *err);

/** fakeapi_apply() of a file, or of a folder's *.json, *.yaml and *.yml files in name order, except
 * kustomize's own (kustomization, kustomizeconfig). Its errors, and RELIST_EIO if a file cannot be
 * read. */
FAKEAPI_API int fakeapi_apply_path(struct fakeapi *api, const char *path, struct relist_err *err);

/** A response. Free `body` with fakeapi_reply_fini(). */
struct fakeapi_reply {
	int status;
	char *body; /**< NUL-terminated */
	size_t body_len;
};

/**
 * Executes a request as administrator without a socket: "GET", "/api/v1/pods?limit=1". `body` may
 * be NULL; `content_type` NULL: application/json. `reply` (may be NULL) receives the response, also
 * after RELIST_ESTATUS: a status of 400 or more, with err->http_status and the server's message. A
 * watch is read to its end: set its timeoutSeconds.
 */
FAKEAPI_API int fakeapi_request(struct fakeapi *api, const char *method, const char *uri,
				const char *body, const char *content_type,
				struct fakeapi_reply *reply, struct relist_err *err);

/** Frees the content of a reply. */
FAKEAPI_API void fakeapi_reply_fini(struct fakeapi_reply *reply);

/** The resourceVersion of the newest change. */
FAKEAPI_API uint64_t fakeapi_resource_version(struct fakeapi *api);

/* ---- connections ------------------------------------------------------------------------- */

/**
 * true: refuses new connections and closes idle ones; false: listens on the same ports again. Open
 * responses continue. RELIST_EIO: a port was taken meanwhile.
 */
FAKEAPI_API int fakeapi_refuse(struct fakeapi *api, bool refuse, struct relist_err *err);

/** How open watches end. */
enum fakeapi_watch_end {
	FAKEAPI_WATCHES_END,	/**< orderly, as at the end of timeoutSeconds */
	FAKEAPI_WATCHES_CUT,	/**< FIN in the middle of the response */
	FAKEAPI_WATCHES_RESET,	/**< RST */
	FAKEAPI_WATCHES_STALL,	/**< stay open without data */
	FAKEAPI_WATCHES_RESUME, /**< the end of a stall */
};

/** Ends the open watches of a resource ("pods"; NULL: all) and returns their number. */
FAKEAPI_API size_t fakeapi_end_watches(struct fakeapi *api, const char *resource,
				       enum fakeapi_watch_end how);

/** fakeapi_end_watches() of all, FAKEAPI_WATCHES_CUT. */
FAKEAPI_API size_t fakeapi_cut_watches(struct fakeapi *api);

/* ---- faults ------------------------------------------------------------------------------ */

/**
 * Fails the next `count` requests of that verb and resource (NULL: any) with a Status of this code
 * (429 with Retry-After: 1); they have no other effect. RELIST_EINVAL: no such verb, resource or
 * error status; RELIST_ELIMIT: too many rules.
 */
FAKEAPI_API int fakeapi_fail_next(struct fakeapi *api, const char *verb, const char *resource,
				  uint32_t count, int status, struct relist_err *err);

/**
 * Adds a rule of the control API (docs/control-api.md):
 * {"kind":"hold-events","match":{"resource":"pods"}}. `id` (may be NULL) is for the removal.
 * RELIST_ENOTFOUND without the control API.
 */
FAKEAPI_API int fakeapi_add_fault(struct fakeapi *api, const char *rule, uint32_t *id,
				  struct relist_err *err);

/** Removes a rule and releases what it holds; 0: all rules. */
FAKEAPI_API void fakeapi_remove_fault(struct fakeapi *api, uint32_t id);

/** Compacts the history: older watches and continue tokens get 410. */
FAKEAPI_API void fakeapi_compact(struct fakeapi *api);

/* ---- requests ---------------------------------------------------------------------------- */

/**
 * The number of requests over HTTP: `verb` is "get", "list", "watch", "create", "update", "patch",
 * "delete" or "deletecollection", `resource` is "pods". NULL matches all. For other paths `verb` is
 * the method and `resource` the path.
 */
FAKEAPI_API uint64_t fakeapi_request_count(struct fakeapi *api, const char *verb,
					   const char *resource);

/**
 * Blocks until `count` such requests have arrived since the start. RELIST_ETIMEDOUT has the actual
 * number in its message.
 */
FAKEAPI_API int fakeapi_wait_requests(struct fakeapi *api, const char *verb, const char *resource,
				      uint64_t count, int64_t timeout_ms, struct relist_err *err);

#ifdef __cplusplus
}
#endif

#endif
