/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/control_plane.h"

#include <microhttpd.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base.h"
#include "base/text/number.h"
#include "cli/apiserver_flags.h"
#include "cli/exec.h"
#include "cli/installed.h"
#include "fakeapi/meta/release.h"
#include "relist/fakeapi.h"

enum { PORT_DEFAULT = 6443, ETCD_PORT = 2379 };

static bool has_argument(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], word) == 0)
			return true;
	return false;
}

static bool read_port(const char *text, uint16_t otherwise, uint16_t *port)
{
	uint64_t n = otherwise;
	bool good = !text || number_parse(str_of(text), UINT16_MAX, &n);

	*port = (uint16_t)n;
	return good;
}

/* --- kube-apiserver --- */

/* envtest searches this text for flags that differ between versions. */
static const char apiserver_help[] =
    "This is relist in the place of kube-apiserver: it accepts all flags of 1.34 and heeds "
    "these.\n\n"
    "      --bind-address ip             where to listen (127.0.0.1)\n"
    "      --secure-port int             the port; 0 takes a free one (6443)\n"
    "      --cert-dir string             has apiserver.crt and apiserver.key, else they are made\n"
    "      --tls-cert-file string        the server's certificate\n"
    "      --tls-private-key-file string its key\n"
    "      --client-ca-file string       who has signed client certificates: CN user, O groups\n"
    "      --token-auth-file string      token,user,uid,\"groups\" per line\n"
    "      --service-account-issuer strings\n"
    "      --service-account-key-file strings\n"
    "      --service-account-signing-key-file string\n"
    "      --etcd-servers strings\n"
    "      --authorization-mode strings  AlwaysAllow (the default), RBAC, AlwaysDeny\n"
    "      --anonymous-auth              false: requests without credentials are 401 (true)\n"
    "      --allow-privileged            containers may be privileged (false)\n"
    "      --disable-http2-serving       HTTP/1.1 alone\n"
    "      --http2-max-streams-per-connection int  requests at a time on one connection (100)\n"
    "      --min-request-timeout int     seconds that a watch lives at least (1800)\n"
    "      --runtime-config mapStringString  admissionregistration.k8s.io/v1beta1=true, "
    "api/all=true\n"
    "      --feature-gates mapStringBool the release's gates; others are refused\n"
    "      --emulated-version strings    the release to be, 1.31 to 1.37 (1.34)\n"
    "      --admission-control-config-file string  PodSecurity, PodNodeSelector, EventRateLimit\n"
    "      --audit-log-path string, --audit-policy-file string  JSON, one event a line\n"
    "      --authentication-config string  its anonymous part; jwt is refused\n"
    "      --enable-admission-plugins strings, --disable-admission-plugins strings\n"
    "      --service-cluster-ip-range string, --service-node-port-range portRange\n"
    "      --help, --version\n";

static void find_certificates(int argc, char **argv, struct fakeapi_options *opt, char *cert,
			      char *key, size_t cap)
{
	const char *folder = cli__flag(argc, argv, "cert-dir");

	opt->tls_cert_file = cli__flag(argc, argv, "tls-cert-file");
	opt->tls_key_file = cli__flag(argc, argv, "tls-private-key-file");
	opt->tls = true;
	if (opt->tls_cert_file || !folder)
		return;
	(void)snprintf(cert, cap, "%s/apiserver.crt", folder);
	(void)snprintf(key, cap, "%s/apiserver.key", folder);
	if (access(cert, R_OK) != 0 || access(key, R_OK) != 0)
		return;
	opt->tls_cert_file = cert;
	opt->tls_key_file = key;
}

/* pkg/kubeapiserver/authorizer/modes. */
static bool read_modes(const char *modes, struct fakeapi_options *opt, FILE *err)
{
	static const char *const known[] = { "AlwaysAllow", "AlwaysDeny", "ABAC",
					     "Webhook",	    "RBAC",	  "Node" };
	const char *at = modes ? modes : "AlwaysAllow";

	for (;;) {
		size_t len = strcspn(at, ","), i = 0;

		while (i < ARRAY_LEN(known) &&
		       (strlen(known[i]) != len || memcmp(known[i], at, len) != 0))
			i++;
		if (i == ARRAY_LEN(known)) {
			fprintf(err,
				"kube-apiserver: authorization-mode \"%.*s\" is not a valid mode\n",
				(int)len, at);
			return false;
		}
		opt->always_allow |= i == 0;
		opt->rbac |= i == 4;
		if (!at[len])
			return true;
		at += len + 1;
	}
}

/* Without an authenticator every client is admin here, so RBAC refuses nothing. */
static void warn_if_all_are_admins(const struct fakeapi_options *opt, FILE *err)
{
	if (opt->rbac && !opt->client_ca_file && !opt->token_auth_file)
		fputs("kube-apiserver: --authorization-mode=RBAC refuses nothing without "
		      "--client-ca-file or --token-auth-file: every client is admin\n",
		      err);
}

/* pflag's int, with any value as in kube-apiserver: 0 and less mean its default. */
static bool read_streams(int argc, char **argv, uint32_t *streams, FILE *err)
{
	const char *text = cli__flag(argc, argv, "http2-max-streams-per-connection");
	int64_t n = 0;
	bool good = !text || number_read_signed(str_of(text), &n) == NUMBER_FINE;

	*streams = n > 0 && n <= INT32_MAX ? (uint32_t)n : 0;
	if (good && n <= INT32_MAX)
		return true;
	fprintf(err,
		"kube-apiserver: --http2-max-streams-per-connection is \"%s\", must be a number\n",
		text);
	return false;
}

static bool read_seconds(int argc, char **argv, uint32_t *seconds, FILE *err)
{
	const char *text = cli__flag(argc, argv, "min-request-timeout");
	uint64_t n = 0;
	bool good = !text || (number_parse(str_of(text), INT32_MAX, &n) && n > 0);

	*seconds = (uint32_t)n;
	if (good)
		return true;
	fprintf(err, "kube-apiserver: --min-request-timeout is \"%s\", must be seconds from 1 on\n",
		text);
	return false;
}

/* --emulated-version=1.35 or kube=1.35; else the release that `relist envtest --kubernetes` stored
 * in the program's folder. `text` has room for it. */
static bool read_release(int argc, char **argv, char text[24], FILE *err)
{
	const char *flag = cli__flag(argc, argv, "emulated-version");
	const char *slash = strrchr(argv[0], '/');
	struct relist_err why = { 0 };
	char path[4096];
	unsigned release;
	ssize_t n = 0;

	if (flag && strncmp(flag, "kube=", 5) == 0)
		flag += 5;
	if (flag) {
		(void)snprintf(text, 24, "%s", flag);
	} else if (slash) {
		(void)snprintf(path, sizeof(path), "%.*s/" CLI_RELEASE_LINK, (int)(slash - argv[0]),
			       argv[0]);
		n = readlink(path, text, 23);
	}
	if (!flag)
		text[n > 0 ? n : 0] = 0;
	if (fakeapi__release_read(text, flag ? "--emulated-version" : path, &release, &why) == 0) {
		(void)snprintf(text, 24, "%s", fakeapi__release_version(release));
		return true;
	}
	fprintf(err, "kube-apiserver: %s\n", why.msg);
	return false;
}

static int kube_apiserver(int argc, char **argv, FILE *out, FILE *err)
{
	char cert[4096], key[4096], prose[4096], release[24];
	const char *bind = cli__flag(argc, argv, "bind-address");
	struct fakeapi_options opt = {
		.client_ca_file = cli__flag(argc, argv, "client-ca-file"),
		.token_auth_file = cli__flag(argc, argv, "token-auth-file"),
		.cluster = true,
		.compact_interval_s = 300,
		.runtime_config = cli__flag(argc, argv, "runtime-config"),
		.feature_gates = cli__flag(argc, argv, "feature-gates"),
		.admission_control_config_file =
		    cli__flag(argc, argv, "admission-control-config-file"),
		.audit_log_path = cli__flag(argc, argv, "audit-log-path"),
		.audit_policy_file = cli__flag(argc, argv, "audit-policy-file"),
		.authentication_config_file = cli__flag(argc, argv, "authentication-config"),
		.allow_hosts = "*",
		.openapi_prose_file = cli__openapi_prose(prose, sizeof(prose))
	};
	struct relist_err why = { 0 };
	struct fakeapi *api;
	sigset_t signals;
	bool anonymous, privileged;

	if (has_argument(argc, argv, "--help") || has_argument(argc, argv, "-h")) {
		fputs(apiserver_help, out);
		return 0;
	}
	if (!read_release(argc, argv, release, err))
		return 2;
	opt.kubernetes = release;
	if (has_argument(argc, argv, "--version")) {
		fprintf(out, "Kubernetes v%s+relist-" RELIST_VERSION "\n", release);
		return 0;
	}
	if (!cli__apiserver_flags_check(argc, argv, fakeapi__release_parse(release), err) ||
	    !cli__flag_bool(argc, argv, "anonymous-auth", true, &anonymous, err) ||
	    !cli__flag_bool(argc, argv, "allow-privileged", false, &privileged, err) ||
	    !cli__flag_bool(argc, argv, "disable-http2-serving", false, &opt.http1, err) ||
	    !read_streams(argc, argv, &opt.http2_max_streams, err) ||
	    !read_seconds(argc, argv, &opt.min_request_timeout_s, err) ||
	    !read_modes(cli__flag(argc, argv, "authorization-mode"), &opt, err))
		return 2;
	warn_if_all_are_admins(&opt, err);
	if (!read_port(cli__flag(argc, argv, "secure-port"), PORT_DEFAULT, &opt.port)) {
		fprintf(err, "kube-apiserver: --secure-port is \"%s\", must be 0 to 65535\n",
			cli__flag(argc, argv, "secure-port"));
		return 2;
	}
	/* envtest may use 0.0.0.0: bind to loopback only, so that other machines cannot connect */
	opt.bind_host = bind && bind[0] && strcmp(bind, "0.0.0.0") != 0 && strcmp(bind, "::") != 0
			    ? bind
			    : NULL;
	find_certificates(argc, argv, &opt, cert, key, sizeof(cert));
	opt.enable_admission_plugins = cli__flag(argc, argv, "enable-admission-plugins");
	opt.disable_admission_plugins = cli__flag(argc, argv, "disable-admission-plugins");
	opt.service_cluster_ip_range = cli__flag(argc, argv, "service-cluster-ip-range");
	opt.service_node_port_range = cli__flag(argc, argv, "service-node-port-range");
	opt.service_account_issuer = cli__flag(argc, argv, "service-account-issuer");
	opt.service_account_signing_key_file =
	    cli__flag(argc, argv, "service-account-signing-key-file");
	opt.service_account_key_files = cli__flag(argc, argv, "service-account-key-file");
	opt.no_privileged = !privileged;
	/* kube-apiserver allows no anonymous users with AlwaysAllow. Without an authenticator every
	 * client is admin here. */
	opt.no_anonymous =
	    !anonymous || (opt.always_allow && (opt.client_ca_file || opt.token_auth_file));
	exec__block_signals(&signals, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	api = fakeapi_start(&opt, &why);
	if (!api) {
		fprintf(err, "kube-apiserver: %s\n", why.msg);
		return why.code == RELIST_EINVAL || why.code == RELIST_EPARSE ? 2 : 5;
	}
	fprintf(err, "relist: listening on %s, in the place of kube-apiserver\n", fakeapi_url(api));
	exec__wait_for_end(&signals, err);
	fakeapi_stop(api);
	return 0;
}

/* --- etcd --- */

static enum MHD_Result answer(void *user, struct MHD_Connection *c, const char *url,
			      const char *method, const char *version, const char *body,
			      size_t *body_len, void **mine)
{
	static const struct {
		const char *path, *body;
	} pages[] = { { "/health", "{\"health\":\"true\",\"reason\":\"\"}" },
		      { "/readyz", "ok\n" },
		      { "/livez", "ok\n" },
		      { "/version", "{\"etcdserver\":\"3.6.0\",\"etcdcluster\":\"3.6.0\"}" } };
	const char *text = NULL;
	struct MHD_Response *response;
	enum MHD_Result rc;

	(void)user;
	(void)method;
	(void)version;
	(void)body;
	*body_len = 0; /* request bodies are dropped */
	*mine = c;
	for (size_t i = 0; i < ARRAY_LEN(pages) && !text; i++)
		if (strcmp(url, pages[i].path) == 0)
			text = pages[i].body;
	response = MHD_create_response_from_buffer(text ? strlen(text) : 0,
						   (void *)(uintptr_t)(text ? text : ""),
						   MHD_RESPMEM_PERSISTENT);
	if (!response)
		return MHD_NO;
	rc = MHD_queue_response(c, text ? MHD_HTTP_OK : MHD_HTTP_NOT_FOUND, response);
	MHD_destroy_response(response);
	return rc;
}

/* Parses the first URL of "http://127.0.0.1:2379,...". Returns false if it is invalid. */
static bool cut_url(const char *url, char *host, size_t cap, uint16_t *port)
{
	const char *from = strstr(url, "://"), *colon;
	char number[8];

	from = from ? from + 3 : url;
	colon = strchr(from, ':');
	if (!colon || colon == from || (size_t)(colon - from) >= cap)
		return false;
	(void)snprintf(host, cap, "%.*s", (int)(colon - from), from);
	(void)snprintf(number, sizeof(number), "%.*s", (int)strcspn(colon + 1, ",/"), colon + 1);
	return read_port(number, ETCD_PORT, port) && number[0];
}

static struct MHD_Daemon *start_etcd(const char *host, uint16_t port)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
	struct addrinfo *list;
	struct MHD_Daemon *d;
	unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD;
	char number[8];

	(void)snprintf(number, sizeof(number), "%u", port);
	if (getaddrinfo(host, number, &hints, &list) != 0)
		return NULL;
	if (list->ai_family == AF_INET6)
		flags |= MHD_USE_IPv6;
	d = MHD_start_daemon(flags, port, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR,
			     list->ai_addr, MHD_OPTION_CONNECTION_LIMIT, 64U,
			     MHD_OPTION_CONNECTION_TIMEOUT, 30U, MHD_OPTION_END);
	freeaddrinfo(list);
	return d;
}

/* envtest only waits for the health check; no client stores data in it. */
static int etcd(int argc, char **argv, FILE *out, FILE *err)
{
	const char *url = cli__flag(argc, argv, "listen-client-urls");
	char host[256] = "127.0.0.1";
	uint16_t port = ETCD_PORT;
	struct MHD_Daemon *d;
	sigset_t signals;

	if (has_argument(argc, argv, "--help") || has_argument(argc, argv, "-h")) {
		fputs("This is relist in the place of etcd: it takes all flags, heeds\n"
		      "--listen-client-urls, and says that it is healthy.\n",
		      out);
		return 0;
	}
	if (has_argument(argc, argv, "--version")) {
		fputs("etcd Version: 3.6.0+relist-" RELIST_VERSION "\n", out);
		return 0;
	}
	if (url && !cut_url(url, host, sizeof(host), &port)) {
		fprintf(err,
			"etcd: --listen-client-urls is \"%s\", must be as http://127.0.0.1:2379\n",
			url);
		return 2;
	}
	exec__block_signals(&signals, NULL);
	d = start_etcd(host, port);
	if (!d) {
		fprintf(err, "etcd: cannot listen on %s port %u\n", host, port);
		return 5;
	}
	exec__wait_for_end(&signals, err);
	MHD_stop_daemon(d);
	return 0;
}

bool cli__control_plane(int argc, char **argv, FILE *out, FILE *err, int *status)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : argc ? argv[0] : "";

	if (strcmp(name, "kube-apiserver") == 0)
		*status = kube_apiserver(argc, argv, out, err);
	else if (strcmp(name, "etcd") == 0)
		*status = etcd(argc, argv, out, err);
	else
		return false;
	return true;
}
