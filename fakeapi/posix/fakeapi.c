/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.c - the public API: a core, in front of it the worker, the state file's gate and the tap,
 * and HTTP. */
#include "relist/fakeapi.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json_scan.h"
#include "base/posix/clock.h"
#include "base/posix/seed.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/loading.h"
#include "fakeapi/core.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "fakeapi/posix/kubeconfig.h"
#include "fakeapi/posix/manifests.h"
#include "fakeapi/posix/ranges.h"
#include "fakeapi/posix/token_keys.h"

enum { WATCH_WINDOW = 65536, WATCH_WINDOW_MIB = 64 };
#define MIB		   ((size_t)1024 * 1024)
#define STATE_LOCK_WAIT_NS (3 * NS_PER_S) /* of a predecessor that is about to end */

/* --- start and stop --- */

static int restore_write(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	return fakeapi__core_restore(user, w, err);
}

static void rewound(void *user)
{
	fakeapi__state_rewound(user);
}

static void set_wall_clock(const struct fakeapi *api, struct fakeapi__options *core)
{
	struct timespec wall;

	if (api->host) {
		core->wall_offset_ns = api->host->wall_s * NS_PER_S;
		return;
	}
	(void)clock_gettime(CLOCK_REALTIME, &wall);
	core->wall_offset_ns =
	    (int64_t)wall.tv_sec * NS_PER_S + wall.tv_nsec - clock_monotonic_ns();
	/* Not a repeatable run: no two servers, and no two lives of one, may share uids. */
	if (!core->seed || core->empty)
		core->seed ^=
		    (uint64_t)wall.tv_sec << 30 ^ (uint64_t)wall.tv_nsec ^ (uint64_t)getpid() << 48;
}

static void trim(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
#endif
}

/* What is freed in small pieces stays with the process otherwise. It may take long. */
static void give_back(void *user)
{
	struct fakeapi *api = user;

	if (!api->host)
		fakeapi__worker_do(&api->worker, trim);
}

static void free_aside(void *user, void *take_large)
{
	struct fakeapi *api = user;

	fakeapi__worker_free(&api->worker, take_large);
}

static void run_aside(void *user, struct fakeapi__errand *errand)
{
	struct fakeapi *api = user;

	fakeapi__worker_run(&api->worker, errand);
}

static int choose_plugins(const struct fakeapi_options *opt, struct fakeapi__options *core,
			  struct relist_err *err)
{
	int code = fakeapi__plugins_parse(opt->enable_admission_plugins, "enable-admission-plugins",
					  &core->plugins_on, err);

	if (!code)
		code = fakeapi__plugins_parse(opt->disable_admission_plugins,
					      "disable-admission-plugins", &core->plugins_off, err);
	return code ? code : fakeapi__plugins_apart(core->plugins_on, core->plugins_off, err);
}

static int make_token_keys(struct fakeapi *api, const struct fakeapi_options *opt,
			   struct fakeapi__options *core, struct relist_err *err)
{
	AUTO_STRBUF kept = STRBUF_INIT;

	if (opt->state_file)
		strbuf_addf(&kept, "%s.key", opt->state_file);
	if (opt->service_account_issuer)
		api->token_issuer = base__strdup(opt->service_account_issuer);
	if (kept.failed || (opt->service_account_issuer && !api->token_issuer))
		return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
	api->token_keys = fakeapi__key_ring_new(opt->service_account_signing_key_file,
						opt->service_account_key_files,
						opt->state_file ? kept.ptr : NULL, err);
	if (!api->token_keys)
		return RELIST_EINVAL;
	core->token_keys = fakeapi__key_ring_keys(api->token_keys);
	core->token_issuer = api->token_issuer;
	return 0;
}

static int start_core(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	struct fakeapi__options core = {
		.seed = opt->seed,
		.start_ns = fakeapi__now_of(api),
		.watch_window = opt->watch_window ? opt->watch_window : WATCH_WINDOW,
		.watch_window_bytes =
		    (opt->watch_window_mib ? opt->watch_window_mib : WATCH_WINDOW_MIB) * MIB,
		.on_freed = give_back,
		.free_aside = api->host ? NULL : free_aside,
		.run_aside = api->host ? NULL : run_aside,
		.on_freed_user = api,
		.compact_every_ns = opt->compact_interval_s * NS_PER_S,
		.backend_count = api->backend_count,
		.garbage_collection = opt->garbage_collection,
		.namespace_deletion = opt->namespace_deletion,
		.default_service_accounts = opt->service_accounts,
		.no_control = opt->no_control,
		.rbac = opt->rbac,
		.no_anonymous = opt->no_anonymous,
		.no_privileged = opt->no_privileged,
		.always_allow = opt->always_allow,
		.min_request_timeout_s = opt->min_request_timeout_s,
		.cluster = opt->cluster,
		.empty = api->state && !fakeapi__state_is_new(api->state),
		.token_csv = str_of(api->token_csv),
		.client_certificates = api->client_ca_pem != NULL,
		.allow_hosts = api->allow_hosts.ptr,
		.allow_origins = api->allow_origins,
		.runtime_config = opt->runtime_config,
		.feature_gates = opt->feature_gates,
		.prose = api->prose_file ? fakeapi__prose_file_read : NULL,
		.prose_user = api->prose_file,
	};
	int code = choose_plugins(opt, &core, err);

	if (!code)
		code = fakeapi__ranges_parse(opt, &core, err);
	if (!code && !api->host)
		code = make_token_keys(api, opt, &core, err);
	if (code)
		return code;
	set_wall_clock(api, &core);
	if (api->state) {
		core.on_write = fakeapi__state_append;
		core.on_rewound = rewound;
		core.on_write_user = api->state;
	}
	if (!api->host) {
		api->webhooks = fakeapi__webhook_client_new();
		if (!api->webhooks)
			return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		core.ask = fakeapi__webhook_client_ask;
		core.forget = fakeapi__webhook_client_forget;
		core.ask_user = api->webhooks;
	}
	api->core = fakeapi__core_new(&core, err);
	if (!api->core)
		return RELIST_ENOMEM;
	if (api->webhooks)
		fakeapi__webhook_client_serve(api->webhooks, api->core);
	api->server = fakeapi__core_server(api->core);
	if (!api->host) {
		code = fakeapi__worker_start(&api->worker, api->server, err);
		if (code)
			return code;
		api->server = &api->worker.server;
	}
	if (!api->state)
		return 0;
	code = fakeapi__state_restore(api->state, restore_write, api->core, &api->torn_bytes, err);
	if (!code)
		code = fakeapi__state_start(api->state, fakeapi__core_snapshot, api->core, err);
	api->server = fakeapi__state_gate(api->state, api->server);
	return code;
}

static bool accepts(void *user, uint32_t backend)
{
	return fakeapi__core_accepts(((struct fakeapi *)user)->core, clock_monotonic_ns(), backend);
}

static int start_http(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	struct fakeapi__http_options http = {
		.bind_host = opt->bind_host,
		.backend_count = api->backend_count,
		.gzip = true,
		.http1 = opt->http1,
		.http2_streams = opt->http2_max_streams,
		.control = !opt->no_control,
		.control_always = opt->control_port != 0,
		.control_port = opt->control_port > 0 ? (uint16_t)opt->control_port : 0,
		.accepts = accepts,
		.accepts_user = api,
	};
	int code;

	for (uint32_t i = 0; i < api->backend_count; i++)
		http.ports[i] = opt->port ? (uint16_t)(opt->port + i) : 0;
	if (opt->tls && !opt->tls_cert_file) {
		code = fakeapi__tls_make(&api->tls, opt->bind_host, time(NULL), err);
		if (code)
			return code;
	}
	http.tls_cert_pem = api->tls.cert_pem;
	http.tls_key_pem = api->tls.key_pem;
	http.client_ca_pem = api->client_ca_pem;
	api->http = fakeapi__http_start(&api->tap.server, &http, err);
	if (!api->http)
		return RELIST_EIO;
	fakeapi__core_control_at(api->core, fakeapi__http_control_url(api->http));
	return 0;
}

static int read_tokens(struct fakeapi *api, const char *path, struct relist_err *err)
{
	struct strbuf value = STRBUF_INIT;
	struct relist_err why = { 0 };
	size_t len;
	int code;

	api->token_csv = fakeapi__file_read(path, &len, err);
	if (!api->token_csv)
		return RELIST_EIO;
	code = fakeapi__kubeconfig_token(str_of(api->token_csv), &api->token, &why);
	if (code)
		return relist_err_set(err, code, "%s: %.*s", path, 200, why.msg);
	strbuf_addf(&value, "Bearer %s", api->token);
	api->authorization = strbuf_steal(&value);
	return api->authorization ? 0 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

/* Certificates from another issuer. */
static int read_certificates(struct fakeapi *api, const struct fakeapi_options *opt,
			     struct relist_err *err)
{
	size_t len;

	if (!opt->tls_cert_file != !opt->tls_key_file)
		return relist_err_set(err, RELIST_EINVAL,
				      "a certificate and its key belong together: found no %s",
				      opt->tls_cert_file ? "key" : "certificate");
	if (opt->client_ca_file && !opt->tls_cert_file && !opt->tls)
		return relist_err_set(err, RELIST_EINVAL, "client certificates need TLS");
	if (opt->tls_cert_file) {
		api->tls.cert_pem = fakeapi__file_read(opt->tls_cert_file, &len, err);
		api->tls.key_pem =
		    api->tls.cert_pem ? fakeapi__file_read(opt->tls_key_file, &len, err) : NULL;
		api->tls.ca_pem = api->tls.cert_pem ? base__strdup(api->tls.cert_pem) : NULL;
		if (!api->tls.key_pem || !api->tls.ca_pem)
			return RELIST_EIO;
	}
	if (opt->client_ca_file) {
		api->client_ca_pem = fakeapi__file_read(opt->client_ca_file, &len, err);
		if (!api->client_ca_pem)
			return RELIST_EIO;
	}
	return 0;
}

/* With client certificates alone this process could send no request. */
static int own_token(struct fakeapi *api, struct relist_err *err)
{
	unsigned char bytes[16];
	struct strbuf csv = STRBUF_INIT, value = STRBUF_INIT;

	if (gnutls_global_init() != 0 || gnutls_rnd(GNUTLS_RND_KEY, bytes, sizeof(bytes)) != 0)
		return relist_err_set(err, RELIST_EIO, "no random bytes");
	strbuf_addz(&value, "Bearer ");
	for (size_t i = 0; i < sizeof(bytes); i++)
		strbuf_addf(&value, "%02x", bytes[i]);
	if (!value.failed)
		strbuf_addf(&csv, "%s,relist,relist,system:masters\n", value.ptr + 7);
	api->token = value.failed ? NULL : base__strdup(value.ptr + 7);
	api->authorization = strbuf_steal(&value);
	api->token_csv = strbuf_steal(&csv);
	return api->token && api->authorization && api->token_csv
		   ? 0
		   : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int make_kubeconfig(struct fakeapi *api, struct relist_err *err)
{
	const char *urls[FAKEAPI_HTTP_BACKENDS_MAX];
	struct fakeapi__kubeconfig k = {
		.urls = urls,
		.url_count = api->backend_count,
		.ca_pem = api->tls.ca_pem,
		/* kubectl prompts for a password when HTTPS comes without a credential. */
		.token = api->token	   ? api->token
			 : api->tls.ca_pem ? "relist"
					   : NULL,
	};

	for (uint32_t i = 0; i < api->backend_count; i++)
		urls[i] = fakeapi__http_url(api->http, i);
	fakeapi__kubeconfig_publish(&api->kubeconfig, &k, api->core);
	return api->kubeconfig.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* What kube-apiserver itself, and kubeadm, put where controllers and nodes look for it: who signs
 * client certificates, and how to come here. */
static int make_cluster_objects(struct fakeapi *api, struct relist_err *err)
{
	AUTO_STRBUF docs = STRBUF_INIT;
	AUTO_STRBUF anonymous = STRBUF_INIT;
	const char *ca = api->client_ca_pem ? api->client_ca_pem : api->tls.ca_pem;
	struct fakeapi__kubeconfig k = { .urls = (const char *[]) { fakeapi_url(api) },
					 .url_count = 1,
					 .ca_pem = api->tls.ca_pem };

	fakeapi__kubeconfig_write(&anonymous, &k);
	strbuf_addz(&docs, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
			   "\"extension-apiserver-authentication\",\"namespace\":\"kube-system\"},"
			   "\"data\":{");
	if (ca) {
		strbuf_addz(&docs, "\"client-ca-file\":");
		strbuf_add_json(&docs, str_of(ca));
	}
	strbuf_addz(&docs, "}}\n{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
			   "\"name\":\"cluster-info\",\"namespace\":\"kube-public\"},\"data\":{"
			   "\"kubeconfig\":");
	strbuf_add_json(&docs, strbuf_str(&anonymous));
	strbuf_addz(&docs, "}}\n");
	if (docs.failed || anonymous.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return fakeapi_apply(api, docs.ptr, err);
}

static bool is_loopback(const struct sockaddr *at)
{
	if (at->sa_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(
		    &((const struct sockaddr_in6 *)(const void *)at)->sin6_addr);
	return at->sa_family == AF_INET &&
	       ntohl(((const struct sockaddr_in *)(const void *)at)->sin_addr.s_addr) >> 24 ==
		   IN_LOOPBACKNET;
}

/* Without tokens every client of the port is admin: other machines need an explicit option. */
static int check_bind(const struct fakeapi_options *opt, struct relist_err *err)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
	struct addrinfo *list;
	bool loopback = true;

	if (!opt->bind_host || opt->token_auth_file || opt->client_ca_file || opt->allow_anyone ||
	    getaddrinfo(opt->bind_host, NULL, &hints, &list) != 0) /* listening will fail too */
		return 0;
	for (const struct addrinfo *a = list; a; a = a->ai_next)
		loopback = loopback && is_loopback(a->ai_addr);
	freeaddrinfo(list);
	if (loopback)
		return 0;
	return relist_err_set(err, RELIST_EINVAL,
			      "%s: every client of this address would be admin: wanted "
			      "--token-auth-file, or --allow-anyone if that is meant",
			      opt->bind_host);
}

static int keep_names(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	strbuf_addz(&api->allow_hosts, opt->allow_hosts ? opt->allow_hosts : "");
	strbuf_addf(&api->allow_hosts, ",%s", opt->bind_host ? opt->bind_host : "");
	api->allow_origins = opt->allow_origins ? base__strdup(opt->allow_origins) : NULL;
	api->prose_file = opt->openapi_prose_file ? base__strdup(opt->openapi_prose_file) : NULL;
	if (api->allow_hosts.failed || (opt->allow_origins && !api->allow_origins) ||
	    (opt->openapi_prose_file && !api->prose_file))
		return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
	return 0;
}

static int start_all(struct fakeapi *api, const struct fakeapi_options *opt, struct relist_err *err)
{
	const struct fakeapi__state_options state = { .lock_wait_ns = STATE_LOCK_WAIT_NS };
	int code = 0;

	if (api->backend_count > FAKEAPI_HTTP_BACKENDS_MAX)
		return relist_err_set(err, RELIST_EINVAL, "%u backends, at most %d",
				      api->backend_count, FAKEAPI_HTTP_BACKENDS_MAX);
	if (!api->host)
		code = check_bind(opt, err);
	if (!code)
		code = keep_names(api, opt, err);
	if (!code && opt->token_auth_file)
		code = read_tokens(api, opt->token_auth_file, err);
	if (!code)
		code = read_certificates(api, opt, err);
	if (!code && api->client_ca_pem && !opt->token_auth_file)
		code = own_token(api, err);
	if (!code && opt->state_file) {
		api->state = fakeapi__state_open(opt->state_file, &state, err);
		code = api->state ? 0 : RELIST_EIO;
	}
	if (!code)
		code = start_core(api, opt, err);
	api->tap.inner = api->server;
	if (api->host)
		return code;
	if (!code)
		code = start_http(api, opt, err);
	if (!code)
		code = make_kubeconfig(api, err);
	return code || !opt->cluster ? code : make_cluster_objects(api, err);
}

static struct fakeapi *start(const struct fakeapi_options *given, const struct fakeapi__host *host,
			     struct relist_err *err)
{
	struct fakeapi_options opt = given ? *given : (struct fakeapi_options) { 0 };
	struct fakeapi *api = base__calloc(1, sizeof(*api));

	if (!api) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		return NULL;
	}
	base__alloc_init_cjson();
	if (!host) /* else it is a repeatable run without foreign clients */
		base__seed_maps();
	api->host = host;
	strbuf_init(&api->kubeconfig);
	strbuf_init(&api->allow_hosts);
	api->backend_count = opt.backend_count ? opt.backend_count : 1;
	fakeapi__tap_init(&api->tap, NULL);
	api->tap.log = opt.log;
	api->tap.log_user = opt.log_user;
	if (start_all(api, &opt, err) == 0)
		return api;
	fakeapi_stop(api);
	return NULL;
}

struct fakeapi *fakeapi_start(const struct fakeapi_options *opt, struct relist_err *err)
{
	return start(opt, NULL, err);
}

struct fakeapi *fakeapi__start_hosted(const struct fakeapi_options *opt,
				      const struct fakeapi__host *host, struct relist_err *err)
{
	if (opt && (opt->bind_host || opt->port || opt->control_port || opt->backend_count > 1 ||
		    opt->tls || opt->tls_cert_file || opt->client_ca_file || opt->token_auth_file ||
		    opt->state_file || opt->openapi_prose_file)) {
		relist_err_set(err, RELIST_EINVAL,
			       "a server without sockets has no address, port, second backend, "
			       "TLS, tokens or files");
		return NULL;
	}
	return start(opt, host, err);
}

struct fakeapi__server *fakeapi__server_of(struct fakeapi *api)
{
	return &api->tap.server;
}

bool fakeapi__takes_connections(struct fakeapi *api, int64_t now_ns)
{
	return fakeapi__core_accepts(api->core, now_ns, 0);
}

void fakeapi_stop(struct fakeapi *api)
{
	if (!api)
		return;
	if (api->core)
		fakeapi__core_stopping(api->core);
	fakeapi__http_stop(api->http);
	fakeapi__worker_stop(&api->worker);
	fakeapi__webhook_client_stop(api->webhooks);
	fakeapi__state_close(api->state); /* may look at the core to the last */
	fakeapi__core_free(api->core);
	fakeapi__key_ring_free(api->token_keys);
	base__free(api->token_issuer);
	fakeapi__webhook_client_free(api->webhooks);
	fakeapi__tap_fini(&api->tap);
	fakeapi__tls_fini(&api->tls);
	strbuf_fini(&api->kubeconfig);
	strbuf_fini(&api->allow_hosts);
	base__free(api->allow_origins);
	base__free(api->prose_file);
	base__free(api->token_csv);
	base__free(api->client_ca_pem);
	base__free(api->token);
	base__free(api->authorization);
	base__free(api);
}

/* --- where it is --- */

const char *fakeapi_url(const struct fakeapi *api)
{
	return fakeapi_backend_url(api, 0);
}

const char *fakeapi_backend_url(const struct fakeapi *api, uint32_t backend)
{
	if (backend >= api->backend_count)
		return NULL;
	return api->host ? "http://simulated" : fakeapi__http_url(api->http, backend);
}

const char *fakeapi_control_url(const struct fakeapi *api)
{
	return api->host ? NULL : fakeapi__http_control_url(api->http);
}

const char *fakeapi_kubeconfig(const struct fakeapi *api)
{
	return api->kubeconfig.ptr;
}

int fakeapi_write_kubeconfig(const struct fakeapi *api, const char *path, struct relist_err *err)
{
	return fakeapi__kubeconfig_save(path, strbuf_str(&api->kubeconfig), err);
}

const char *fakeapi_ca_pem(const struct fakeapi *api)
{
	return api->tls.ca_pem;
}

size_t fakeapi__torn_bytes(const struct fakeapi *api)
{
	return api->torn_bytes;
}

/* --- objects --- */

/* What was stored before an error is acknowledged too. */
static int finish_loading(struct fakeapi *api, struct fakeapi__loading *l, int code,
			  struct relist_err *err)
{
	int durable;

	code = fakeapi__loading_end(l, code, err);
	durable = fakeapi__wait_durable(api, code ? NULL : err);
	return code ? code : durable;
}

int fakeapi_apply(struct fakeapi *api, const char *manifests, struct relist_err *err)
{
	struct fakeapi__loading l;
	int code;

	fakeapi__loading_init(&l, api->core, fakeapi__now_of(api));
	code = fakeapi__manifests_text(str_of(manifests), "", fakeapi__loading_add, &l, err);
	return finish_loading(api, &l, code, err);
}

int fakeapi_apply_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	struct fakeapi__loading l;
	int code;

	fakeapi__loading_init(&l, api->core, fakeapi__now_of(api));
	code = fakeapi__manifests_path(path, fakeapi__loading_add, &l, err);
	return finish_loading(api, &l, code, err);
}

uint64_t fakeapi_resource_version(struct fakeapi *api)
{
	return fakeapi__core_rv(api->core);
}

/* --- faults --- */

/* False when the name is too long to be one. */
static bool set_name(char *to, size_t cap, const char *name)
{
	return snprintf(to, cap, "%s", name ? name : "") < (int)cap;
}

size_t fakeapi_end_watches(struct fakeapi *api, const char *resource, enum fakeapi_watch_end how)
{
	static const enum fakeapi__watch_end ends[] = {
		[FAKEAPI_WATCHES_END] = FAKEAPI_WATCH_END,
		[FAKEAPI_WATCHES_CUT] = FAKEAPI_WATCH_CUT,
		[FAKEAPI_WATCHES_RESET] = FAKEAPI_WATCH_RESET,
		[FAKEAPI_WATCHES_STALL] = FAKEAPI_WATCH_STALL,
		[FAKEAPI_WATCHES_RESUME] = FAKEAPI_WATCH_RESUME,
	};
	struct fakeapi__match match = fakeapi__match_all();

	if (!set_name(match.resource, sizeof(match.resource), resource))
		return 0;
	return fakeapi__core_end_watches(api->core, &match, ends[how]);
}

size_t fakeapi_cut_watches(struct fakeapi *api)
{
	return fakeapi_end_watches(api, NULL, FAKEAPI_WATCHES_CUT);
}

int fakeapi_fail_next(struct fakeapi *api, const char *verb, const char *resource, uint32_t count,
		      int status, struct relist_err *err)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_FAIL,
		.match = fakeapi__match_all(),
		.times = count,
		.status = status,
		.retry_after_s = status == 429 ? 1 : 0,
	};

	if (status < 400 || status > 599)
		return relist_err_set(err, RELIST_EINVAL, "%d is no error status", status);
	if (!set_name(rule.match.verb, sizeof(rule.match.verb), verb) ||
	    !set_name(rule.match.resource, sizeof(rule.match.resource), resource))
		return relist_err_set(err, RELIST_EINVAL, "no such verb or resource");
	if (count && !fakeapi__core_fault_add(api->core, &rule))
		return relist_err_set(err, RELIST_ELIMIT, "out of memory, or too many rules");
	return 0;
}

int fakeapi_add_fault(struct fakeapi *api, const char *rule, uint32_t *id, struct relist_err *err)
{
	struct fakeapi_reply reply;
	struct relist_err why = { 0 };
	json_t whole;
	int64_t number = 0;
	int code = fakeapi_request(api, "POST", "/relist/v1/faults", rule, NULL, &reply, &why);

	if (!code && json_valid((struct str) { reply.body, reply.body_len }, &whole, NULL) &&
	    json_int64(json_get(whole, "id"), &number) && id)
		*id = (uint32_t)number;
	fakeapi_reply_fini(&reply);
	if (why.http_status == 404)
		code = relist_err_set(&why, RELIST_ENOTFOUND, "the control API is switched off");
	if (code && err)
		*err = why;
	return code;
}

void fakeapi_remove_fault(struct fakeapi *api, uint32_t id)
{
	fakeapi__core_fault_del(api->core, id);
}

void fakeapi_compact(struct fakeapi *api)
{
	fakeapi__core_compact(api->core, &(struct fakeapi__compaction) { .backend = -1 });
}

static int add_fault(void *user, struct str rule, const char *where, struct relist_err *err)
{
	struct relist_err why = { 0 };
	char *text = base__strndup(rule.ptr, rule.len);
	int code = text ? fakeapi_add_fault(user, text, NULL, &why)
			: relist_err_set(&why, RELIST_ENOMEM, "out of memory");

	base__free(text);
	if (code && err) {
		*err = why;
		(void)relist_err_set(err, code, "%s: %.*s", where, 160, why.msg);
	}
	return code;
}

int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	return fakeapi__manifests_path(path, add_fault, api, err);
}

int fakeapi__serve_ui(struct fakeapi *api, const char *page, struct relist_err *err)
{
	return fakeapi__core_ui(api->core, page)
		   ? relist_err_set(err, RELIST_ENOMEM, "the page: out of memory")
		   : 0;
}

/* --- connections and counts --- */

int fakeapi_refuse(struct fakeapi *api, bool refuse, struct relist_err *err)
{
	if (!api->host)
		return fakeapi__http_refuse(api->http, refuse, err);
	api->host->refuse(api->host->user, refuse);
	return 0;
}

uint64_t fakeapi_request_count(struct fakeapi *api, const char *verb, const char *resource)
{
	return fakeapi__tap_count(&api->tap, verb, resource);
}

struct awaited {
	struct fakeapi *api;
	const char *verb, *resource;
	uint64_t count;
};

static bool have_come(void *user)
{
	const struct awaited *a = user;

	return fakeapi__tap_count(&a->api->tap, a->verb, a->resource) >= a->count;
}

static bool wait_requests(struct awaited *a, int64_t until_ns)
{
	const struct fakeapi__host *host = a->api->host;

	if (!host)
		return fakeapi__tap_wait(&a->api->tap, a->verb, a->resource, a->count, until_ns);
	return host->wait(host->user, until_ns, have_come, a, NULL) == 0 && have_come(a);
}

int fakeapi_wait_requests(struct fakeapi *api, const char *verb, const char *resource,
			  uint64_t count, int64_t timeout_ms, struct relist_err *err)
{
	struct awaited a = { api, verb, resource, count };
	int64_t until_ns =
	    timeout_ms < 0 ? TIME_NEVER : time_add(fakeapi__now_of(api), timeout_ms * NS_PER_MS);

	if (wait_requests(&a, until_ns))
		return 0;
	return relist_err_set(err, RELIST_ETIMEDOUT,
			      "%llu of %llu requests (%s %s) came in %lld ms",
			      (unsigned long long)fakeapi__tap_count(&api->tap, verb, resource),
			      (unsigned long long)count, verb ? verb : "any verb",
			      resource ? resource : "any resource", (long long)timeout_ms);
}
