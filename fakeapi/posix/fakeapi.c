/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.c - the public API: a core, preceded by the worker, the state file's gate, the tap and
 * HTTP. */
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
#include "base/text/number.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/loading.h"
#include "fakeapi/core.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "fakeapi/posix/kubeconfig.h"
#include "fakeapi/posix/manifests.h"
#include "fakeapi/posix/token_keys.h"

#define STATE_LOCK_WAIT_NS (3 * NS_PER_S) /* for a predecessor that is exiting */

/* --- start and stop --- */

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
		.peer_ips = api->audit != NULL,
		.http1 = opt->http1,
		.http2_streams = opt->http2_max_streams,
		.control = !opt->no_control,
		.control_always = opt->control_port != 0,
		.control_port = opt->control_port > 0 ? (uint16_t)opt->control_port : 0,
		.accepts = accepts,
		.accepts_user = api,
		.withhold_settings_ack = fakeapi__core_withhold_settings_ack(api->core),
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

/* Reads certificates from another issuer. */
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

/* With only client certificates this process itself could not send requests. */
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
		/* Over HTTPS without a credential, kubectl prompts for a password. */
		.token = api->token	   ? api->token
			 : api->tls.ca_pem ? "relist"
					   : NULL,
	};

	for (uint32_t i = 0; i < api->backend_count; i++)
		urls[i] = fakeapi__http_url(api->http, i);
	fakeapi__kubeconfig_publish(&api->kubeconfig, &k, api->core);
	return api->kubeconfig.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* Creates the objects of kube-apiserver and kubeadm that controllers and nodes read: the CA of
 * client certificates, and the kubeconfig of the cluster. */
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
	    getaddrinfo(opt->bind_host, NULL, &hints, &list) != 0) /* listening will fail, too */
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

/* "127.0.0.1:9443", "[::1]:9443", "host:9443". */
static bool has_port(const char *address)
{
	const char *host = strrchr(address, ']'), *colon = strchr(host ? host : address, ':');
	uint64_t port;

	return colon > address && !strpbrk(address, "/?#@ ") &&
	       number_parse(str_of(colon + 1), UINT16_MAX, &port) && port > 0;
}

static int keep_names(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	if (opt->service_webhooks && !has_port(opt->service_webhooks))
		return relist_err_set(err, RELIST_EINVAL,
				      "--service-webhooks: \"%.80s\": wanted HOST:PORT",
				      opt->service_webhooks);
	api->service_webhooks = opt->service_webhooks ? base__strdup(opt->service_webhooks) : NULL;
	strbuf_addz(&api->allow_hosts, opt->allow_hosts ? opt->allow_hosts : "");
	strbuf_addf(&api->allow_hosts, ",%s", opt->bind_host ? opt->bind_host : "");
	api->allow_origins = opt->allow_origins ? base__strdup(opt->allow_origins) : NULL;
	api->prose_file = opt->openapi_prose_file ? base__strdup(opt->openapi_prose_file) : NULL;
	if (api->allow_hosts.failed || (opt->allow_origins && !api->allow_origins) ||
	    (opt->openapi_prose_file && !api->prose_file) ||
	    (opt->service_webhooks && !api->service_webhooks))
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
		code = fakeapi__start_core(api, opt, err);
	api->tap.inner = api->server;
	if (api->observer) {
		api->observer->inner = api->server;
		api->tap.inner = &api->observer->server;
	}
	if (api->host)
		return code;
	if (!code)
		code = start_http(api, opt, err);
	if (!code)
		code = make_kubeconfig(api, err);
	return code || !opt->cluster ? code : make_cluster_objects(api, err);
}

static struct fakeapi *start(const struct fakeapi_options *given, const struct fakeapi__host *host,
			     struct fakeapi__observer *observer, struct relist_err *err)
{
	struct fakeapi_options opt = given ? *given : (struct fakeapi_options) { 0 };
	struct fakeapi *api = base__calloc(1, sizeof(*api));

	if (!api) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		return NULL;
	}
	base__alloc_init_cjson();
	if (!host) /* a hosted run is repeatable and has no foreign clients */
		base__seed_maps();
	api->host = host;
	api->observer = observer;
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
	return start(opt, NULL, NULL, err);
}

struct fakeapi *fakeapi__start_observed(const struct fakeapi_options *opt,
					struct fakeapi__observer *observer, struct relist_err *err)
{
	return start(opt, NULL, observer, err);
}

struct fakeapi *fakeapi__start_hosted(const struct fakeapi_options *opt,
				      const struct fakeapi__host *host, struct relist_err *err)
{
	if (opt && (opt->bind_host || opt->port || opt->control_port || opt->backend_count > 1 ||
		    opt->tls || opt->tls_cert_file || opt->client_ca_file || opt->token_auth_file ||
		    opt->state_file || opt->openapi_prose_file || opt->audit_log_path ||
		    opt->audit_policy_file)) {
		relist_err_set(err, RELIST_EINVAL,
			       "a server without sockets has no address, port, second backend, "
			       "TLS, tokens or files");
		return NULL;
	}
	return start(opt, host, NULL, err);
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
	fakeapi__state_close(api->state); /* it may use the core until then */
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
	base__free(api->service_webhooks);
	fakeapi__audit_file_close(api->audit);
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
