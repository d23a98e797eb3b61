/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_serve.c - relist serve: the fake apiserver as a process. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "cli/apiserver_flags.h"
#include "cli/cli.h"
#include "cli/exec.h"
#include "cli/installed.h"
#include "cli/serve_page.h"
#include "fakeapi/posix/fakeapi.h"
#include "relist/fakeapi.h"
#include "runner/report/page.h"

#define NOT_GIVEN UINT64_MAX

struct values {
	uint64_t port, control_port, backends, http2_max_streams, watch_window, watch_window_mib,
	    compact_interval, seed;
	const char *bind, *service_webhooks, *allow_hosts, *allow_origins, *token_auth_file,
	    *tls_cert_file, *runtime_config, *feature_gates, *admission_file, *audit_log,
	    *audit_policy, *tls_key_file, *client_ca_file, *load, *state, *kubeconfig, *log, *exec,
	    *faults, *kubernetes, *plugins_on, *plugins_off, *service_ips, *node_ports, *issuer,
	    *signing_key, *key_files, *html;
	bool cluster, tls, http1, allow_anyone, no_control, ui, gc, namespace_deletion,
	    service_accounts;
};

static const struct cli__option options[] = {
	{ "port", 'p', CLI_NUMBER, offsetof(struct values, port), "N", NULL,
	  "port; 0 takes a free one [0]" },
	{ "bind", 0, CLI_TEXT, offsetof(struct values, bind), "ADDR", NULL,
	  "address to listen on [127.0.0.1]" },
	{ "backends", 0, CLI_COUNT, offsetof(struct values, backends), "N", NULL,
	  "N apiservers over one store, on ports of their own [1]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "HTTPS, with a certificate made at the start" },
	{ "http1", 0, CLI_FLAG, offsetof(struct values, http1), NULL, NULL,
	  "no HTTP/2, which clients get over TLS, and without it by prior knowledge" },
	{ "http2-max-streams", 0, CLI_COUNT, offsetof(struct values, http2_max_streams), "N", NULL,
	  "requests at a time on one HTTP/2 connection, watches among them [100]" },
	{ "tls-cert-file", 0, CLI_TEXT, offsetof(struct values, tls_cert_file), "FILE", NULL,
	  "HTTPS with this certificate" },
	{ "tls-private-key-file", 0, CLI_TEXT, offsetof(struct values, tls_key_file), "FILE", NULL,
	  "and its key" },
	{ "client-ca-file", 0, CLI_TEXT, offsetof(struct values, client_ca_file), "FILE", NULL,
	  "client certificates of this CA name a user (CN) and groups (O); others are anonymous" },
	{ "token-auth-file", 0, CLI_TEXT, offsetof(struct values, token_auth_file), "FILE", NULL,
	  "token,user,uid,\"groups\" per line; without it all clients are admin" },
	{ "allow-anyone", 0, CLI_FLAG, offsetof(struct values, allow_anyone), NULL, NULL,
	  "allow a --bind beyond loopback without tokens, where all clients are "
	  "admin" },
	{ "allow-host", 0, CLI_TEXT, offsetof(struct values, allow_hosts), "NAME,...", NULL,
	  "valid Host names besides localhost and addresses; *: any" },
	{ "allow-origin", 0, CLI_TEXT, offsetof(struct values, allow_origins), "URL,...", NULL,
	  "origins whose web pages may send requests [none]" },
	{ "service-webhooks", 0, CLI_TEXT, offsetof(struct values, service_webhooks), "HOST:PORT",
	  NULL, "call webhooks behind a Service there, without a look at their certificates" },
	{ "load", 'f', CLI_TEXT, offsetof(struct values, load), "PATH", NULL,
	  "create the objects of a file or folder first; may be repeated" },
	{ "state", 0, CLI_TEXT, offsetof(struct values, state), "FILE", NULL,
	  "store all objects in FILE, before each response, and continue from it" },
	{ "faults", 0, CLI_TEXT, offsetof(struct values, faults), "FILE", NULL,
	  "add the rules of FILE, as POSTed to /relist/v1/faults, one a document" },
	{ "kubeconfig", 0, CLI_TEXT, offsetof(struct values, kubeconfig), "FILE", NULL,
	  "write a kubeconfig" },
	{ "log", 0, CLI_WORD, offsetof(struct values, log), NULL, "off|text|json",
	  "one line per request on standard error [off]" },
	{ "control-port", 0, CLI_NUMBER, offsetof(struct values, control_port), "N", NULL,
	  "also serve the control API on this loopback port, which no fault "
	  "closes; 0: a free one" },
	{ "no-control", 0, CLI_FLAG, offsetof(struct values, no_control), NULL, NULL,
	  "no control API under /relist/" },
	{ "ui", 0, CLI_FLAG, offsetof(struct values, ui), NULL, NULL,
	  "serve a live page at URL/relist/ui: store, changes, watches, requests "
	  "and faults" },
	{ "gc", 0, CLI_FLAG, offsetof(struct values, gc), NULL, NULL,
	  "delete objects whose owners are gone" },
	{ "namespace-deletion", 0, CLI_FLAG, offsetof(struct values, namespace_deletion), NULL,
	  NULL, "empty and remove deleted namespaces" },
	{ "service-accounts", 0, CLI_FLAG, offsetof(struct values, service_accounts), NULL, NULL,
	  "a default service account in every namespace" },
	{ "kubernetes", 0, CLI_TEXT, offsetof(struct values, kubernetes), "1.N", NULL,
	  "release to be, 1.31 to 1.37: its types, fields and APIs [1.34]" },
	{ "runtime-config", 0, CLI_TEXT, offsetof(struct values, runtime_config),
	  "GROUP/VERSION,...", NULL,
	  "beta types too: admissionregistration.k8s.io/v1beta1 or v1alpha1, api/all" },
	{ "feature-gates", 0, CLI_TEXT, offsetof(struct values, feature_gates), "NAME=BOOL,...",
	  NULL, "feature gates of the release that differ from its defaults" },
	{ "cluster", 0, CLI_FLAG, offsetof(struct values, cluster), NULL, NULL,
	  "for real controllers: kube-apiserver's default admission plug-ins, and "
	  "the ConfigMaps that controllers read" },
	{ "enable-admission-plugins", 0, CLI_TEXT, offsetof(struct values, plugins_on), "NAME,...",
	  NULL, "further admission plug-ins, by kube-apiserver's names" },
	{ "disable-admission-plugins", 0, CLI_TEXT, offsetof(struct values, plugins_off),
	  "NAME,...", NULL, "default admission plug-ins to disable" },
	{ "admission-control-config-file", 0, CLI_TEXT, offsetof(struct values, admission_file),
	  "FILE", NULL,
	  "kube-apiserver's AdmissionConfiguration, of PodSecurity, PodNodeSelector and "
	  "EventRateLimit" },
	{ "audit-log-path", 0, CLI_TEXT, offsetof(struct values, audit_log), "FILE", NULL,
	  "append audit events to FILE, as JSON; -: standard output" },
	{ "audit-policy-file", 0, CLI_TEXT, offsetof(struct values, audit_policy), "FILE", NULL,
	  "kube-apiserver's audit Policy: which requests, and what of them" },
	{ "service-cluster-ip-range", 0, CLI_TEXT, offsetof(struct values, service_ips), "CIDR",
	  NULL, "range of ClusterIPs [10.0.0.0/24]" },
	{ "service-node-port-range", 0, CLI_TEXT, offsetof(struct values, node_ports), "FROM-TO",
	  NULL, "range of node ports [30000-32767]" },
	{ "service-account-issuer", 0, CLI_TEXT, offsetof(struct values, issuer), "URL", NULL,
	  "issuer of service account tokens [https://kubernetes.default.svc]" },
	{ "service-account-signing-key-file", 0, CLI_TEXT, offsetof(struct values, signing_key),
	  "FILE", NULL, "key that signs them (RSA or P-256) [a new one]" },
	{ "service-account-key-file", 0, CLI_TEXT, offsetof(struct values, key_files), "FILE,...",
	  NULL, "further keys that verify them" },
	{ "watch-window", 0, CLI_COUNT, offsetof(struct values, watch_window), "N", NULL,
	  "events kept for watches that start in the past [65536]" },
	{ "watch-window-mib", 0, CLI_COUNT, offsetof(struct values, watch_window_mib), "N", NULL,
	  "MiB of old states kept for each resource [64]" },
	{ "compact-interval", 0, CLI_NUMBER, offsetof(struct values, compact_interval), "SECONDS",
	  NULL, "age at which continue tokens and old versions expire; 0: never [300]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "seed of uids and generated names; 0: random [0]" },
	{ "exec", 0, CLI_TEXT, offsetof(struct values, exec), "CMD...", NULL,
	  "run CMD (all that follows) with KUBECONFIG set, and exit with its status" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "DIR", NULL,
	  "with --exec: write DIR/index.html, a page of CMD's requests, the events of its watches, "
	  "and all writes" },
};

const struct cli__command cli__serve_command = {
	.name = "serve",
	.operands = "",
	.summary = "Serve a fake Kubernetes API.",
	.details = "Prints \"relist: listening on URL\" when it accepts connections, and "
		   "ends on\n"
		   "SIGTERM, SIGINT, SIGHUP or SIGQUIT. With --exec that line goes to "
		   "standard\n"
		   "error, signals go to CMD, and processes that CMD leaves running end "
		   "with it.\n"
		   "\n"
		   "Exit status: 0, or that of CMD; 2 bad usage or input; 5 the machine "
		   "failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

/* --- log --- */

struct log {
	FILE *file;
	bool json;
};

static const char *phase_of(const struct fakeapi_log_entry *e)
{
	return e->begun ? "begin" : e->client_gone ? "hangup" : "end";
}

static void add_member(struct strbuf *line, const char *name, const char *value)
{
	strbuf_addf(line, ",\"%s\":", name);
	strbuf_add_json(line, str_of(value));
}

static void log_entry(void *user, const struct fakeapi_log_entry *e)
{
	const struct log *log = user;
	struct strbuf line = STRBUF_INIT;
	char now[40];

	cli__now_text(now, sizeof(now), 3);
	if (log->json) {
		strbuf_addf(&line, "{\"time\":\"%s\"", now);
		add_member(&line, "phase", phase_of(e));
		add_member(&line, "method", e->method);
		add_member(&line, "uri", e->uri);
		strbuf_addf(&line, ",\"status\":%d,\"ms\":%.3f,\"bytes\":%llu,\"backend\":%u",
			    e->status, (double)e->duration_ns / 1e6, (unsigned long long)e->bytes,
			    e->backend);
		add_member(&line, "userAgent", e->user_agent);
		if (e->protocol)
			add_member(&line, "protocol", e->protocol);
		if (e->error_code)
			strbuf_addf(&line, ",\"error\":%d", e->error_code);
		strbuf_addz(&line, "}\n");
	} else {
		char error[24] = "";

		if (e->error_code)
			(void)snprintf(error, sizeof(error), " ERROR %d", e->error_code);
		strbuf_addf(&line, "%s %s %s %d%s %s %.3f ms %llu bytes %s%s%s\n", now, e->method,
			    e->uri, e->status, error, phase_of(e), (double)e->duration_ns / 1e6,
			    (unsigned long long)e->bytes, e->protocol ? e->protocol : "",
			    e->protocol ? " " : "", e->user_agent);
	}
	if (!line.failed)
		(void)fwrite(line.ptr, 1, line.len, log->file);
	(void)fflush(log->file);
	strbuf_fini(&line);
}

static int exec_command(struct fakeapi *api, const struct values *v, char **command,
			const sigset_t *signals, const sigset_t *mask, FILE *err)
{
	struct relist_err why = { 0 };
	char temporary[256] = "";
	const char *path = v->kubeconfig;
	int status = 0;

	if (!path) {
		status = exec__temporary_kubeconfig("serve", temporary, sizeof(temporary), err);
		path = temporary;
		if (!status && fakeapi_write_kubeconfig(api, path, &why) != 0) {
			fprintf(err, "relist serve: %s\n", why.msg);
			status = 5;
		}
	}
	if (!status)
		status = exec__run("serve", command, path, temporary[0] ? temporary : NULL, signals,
				   mask, err);
	if (temporary[0])
		(void)unlink(temporary);
	return status;
}

/* The same, with a page of it if that is wanted. A page that cannot be written is a failure. */
static int exec_recorded(struct fakeapi *api, const struct values *v, struct cli__recorder *r,
			 char **command, const sigset_t *signals, const sigset_t *mask, FILE *err)
{
	int status;

	if (!v->html)
		return exec_command(api, v, command, signals, mask, err);
	cli__recorder_start(r);
	status = exec_command(api, v, command, signals, mask, err);
	if (cli__recorder_write(r, v->html, command, status, err) != 0 && !status)
		status = 5;
	return status;
}

/* --- serving --- */

static int announce(struct fakeapi *api, const struct values *v, FILE *out, FILE *err)
{
	struct relist_err why = { 0 };

	if (fakeapi__torn_bytes(api))
		fprintf(err, "relist: %s: cut off %zu bytes of a write that was never finished\n",
			v->state, fakeapi__torn_bytes(api));
	if (v->kubeconfig && fakeapi_write_kubeconfig(api, v->kubeconfig, &why) != 0) {
		fprintf(err, "relist serve: %s\n", why.msg);
		return 5;
	}
	fprintf(out, "relist: listening on %s", fakeapi_url(api));
	for (uint32_t i = 1; fakeapi_backend_url(api, i); i++)
		fprintf(out, " %s", fakeapi_backend_url(api, i));
	fputc('\n', out);
	if (v->ui)
		fprintf(out, "relist: page on %s/relist/ui\n", fakeapi_url(api));
	if (v->control_port != NOT_GIVEN)
		fprintf(out, "relist: control API on %s\n", fakeapi_control_url(api));
	if (v->kubeconfig)
		fprintf(out, "relist: kubeconfig %s\n", v->kubeconfig);
	(void)fflush(out);
	return 0;
}

static int add_page(struct fakeapi *api, struct relist_err *why)
{
	AUTO_STRBUF page = STRBUF_INIT;

	if (!runner__live_page(&page))
		return relist_err_set(why, RELIST_ENOMEM, "the page: out of memory");
	return fakeapi__serve_ui(api, page.ptr, why);
}

static int serve(const struct values *v, const struct cli__operands *loads, char **command,
		 const sigset_t *mask, FILE *out, FILE *err)
{
	struct log log = { err, strcmp(v->log, "json") == 0 };
	char prose[4096];
	struct fakeapi_options opt = {
		.bind_host = v->bind,
		.port = (uint16_t)v->port,
		.backend_count = (uint32_t)v->backends,
		.tls = v->tls,
		.http1 = v->http1,
		.http2_max_streams = (uint32_t)v->http2_max_streams,
		.service_webhooks = v->service_webhooks,
		.tls_cert_file = v->tls_cert_file,
		.tls_key_file = v->tls_key_file,
		.client_ca_file = v->client_ca_file,
		.token_auth_file = v->token_auth_file,
		.allow_anyone = v->allow_anyone,
		.allow_hosts = v->allow_hosts,
		.allow_origins = v->allow_origins,
		.state_file = v->state,
		.seed = v->seed,
		.watch_window = (uint32_t)v->watch_window,
		.watch_window_mib = (uint32_t)v->watch_window_mib,
		.compact_interval_s = (uint32_t)v->compact_interval,
		.no_control = v->no_control,
		.control_port = v->control_port == NOT_GIVEN ? 0
				: v->control_port	     ? (int)v->control_port
							     : -1,
		.garbage_collection = v->gc,
		.namespace_deletion = v->namespace_deletion,
		.service_accounts = v->service_accounts,
		.cluster = v->cluster,
		.enable_admission_plugins = v->plugins_on,
		.disable_admission_plugins = v->plugins_off,
		.service_cluster_ip_range = v->service_ips,
		.service_node_port_range = v->node_ports,
		.service_account_issuer = v->issuer,
		.service_account_signing_key_file = v->signing_key,
		.service_account_key_files = v->key_files,
		.log = strcmp(v->log, "off") == 0 ? NULL : log_entry,
		.log_user = &log,
		.runtime_config = v->runtime_config,
		.feature_gates = v->feature_gates,
		.admission_control_config_file = v->admission_file,
		.audit_log_path = v->audit_log,
		.audit_policy_file = v->audit_policy,
		.kubernetes = v->kubernetes,
		.openapi_prose_file = cli__openapi_prose(prose, sizeof(prose)),
	};
	struct relist_err why = { 0 };
	struct cli__recorder recorder;
	sigset_t signals;
	struct fakeapi *api;
	int status = 0;

	exec__block_signals(&signals, NULL);
	cli__recorder_init(&recorder);
	api = fakeapi__start_observed(&opt, v->html ? &recorder.observer : NULL, &why);
	for (size_t i = 0; api && !status && i < loads->len; i++)
		if (fakeapi_apply_path(api, loads->items[i], &why) != 0)
			status = 2;
	if (api && !status && v->faults && fakeapi__add_faults_path(api, v->faults, &why) != 0)
		status = 2;
	if (api && !status && v->ui && add_page(api, &why) != 0)
		status = 5;
	if (!api || status) {
		fprintf(err, "relist serve: %s\n", why.msg);
		fakeapi_stop(api);
		cli__recorder_fini(&recorder);
		if (status == 5)
			return 5;
		return why.code == RELIST_EPARSE || why.code == RELIST_EINVAL || status ? 2 : 5;
	}
	cli__name_without_effect(v->runtime_config, v->feature_gates, v->admission_file, err);
	status = announce(api, v, command ? err : out, err);
	if (!status && command)
		status = exec_recorded(api, v, &recorder, command, &signals, mask, err);
	else if (!status)
		exec__wait_for_end(&signals, err);
	fakeapi_stop(api);
	cli__recorder_fini(&recorder);
	return status;
}

static void raise_descriptor_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* The option table cannot express that --load may be repeated. */
static void collect_loads(int argc, char **argv, struct cli__operands *loads)
{
	loads->len = 0;
	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--load=", 7) == 0)
			loads->items[loads->len++] = argv[i] + 7;
		else if ((strcmp(argv[i], "--load") == 0 || strcmp(argv[i], "-f") == 0) &&
			 i + 1 < argc)
			loads->items[loads->len++] = argv[++i];
		else if (strncmp(argv[i], "-f", 2) == 0 && argv[i][2])
			loads->items[loads->len++] = argv[i] + 2;
	}
}

static bool in_range(const struct values *v, FILE *err)
{
	static const struct {
		const char *name;
		size_t offset;
		uint64_t max;
		bool optional;
	} limits[] = {
		{ "port", offsetof(struct values, port), UINT16_MAX, false },
		{ "control-port", offsetof(struct values, control_port), UINT16_MAX, true },
		{ "backends", offsetof(struct values, backends), 16, false },
		{ "watch-window", offsetof(struct values, watch_window), UINT32_MAX, false },
		{ "watch-window-mib", offsetof(struct values, watch_window_mib), 1024 * 1024,
		  false },
		{ "compact-interval", offsetof(struct values, compact_interval), UINT32_MAX,
		  false },
	};

	for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
		uint64_t n = *(const uint64_t *)(const void *)((const char *)v + limits[i].offset);

		if (n > limits[i].max && !(n == NOT_GIVEN && limits[i].optional)) {
			fprintf(err, "relist serve: --%s is %llu, must be at most %llu\n",
				limits[i].name, (unsigned long long)n,
				(unsigned long long)limits[i].max);
			return false;
		}
	}
	if (v->no_control && v->control_port != NOT_GIVEN) {
		fputs("relist serve: --control-port: found --no-control as well\n", err);
		return false;
	}
	if (v->audit_log && !v->audit_policy) {
		fputs("relist serve: --audit-log-path needs --audit-policy-file: without a policy "
		      "no events are recorded\n",
		      err);
		return false;
	}
	if (v->no_control && v->ui) {
		fputs("relist serve: --ui: found --no-control as well\n", err);
		return false;
	}
	return true;
}

int cmd_serve(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .log = "off",
			    .control_port = NOT_GIVEN,
			    .backends = 1,
			    .watch_window = 65536,
			    .watch_window_mib = 64,
			    .compact_interval = 300 };
	struct cli__operands loads = { base__calloc((size_t)argc + 1, sizeof(*loads.items)), 0 };
	struct cli__operands none = { base__calloc((size_t)argc + 1, sizeof(*none.items)), 0 };
	char **command;
	int own = exec__split(argc, argv, &command), status = 5;
	sigset_t mask;

	if (!loads.items || !none.items) {
		fputs("relist: out of memory\n", err);
	} else {
		enum cli__parsed parsed =
		    cli__parse(&cli__serve_command, own, argv, &v, &none, out, err);

		status = parsed == CLI_HELPED ? 0 : 2;
		if (parsed == CLI_GO_ON && v.html && !command) {
			fputs("relist serve: --html: it needs --exec\n", err);
		} else if (parsed == CLI_GO_ON && in_range(&v, err)) {
			collect_loads(own, argv, &loads);
			raise_descriptor_limit();
			(void)signal(SIGPIPE, SIG_IGN);
			(void)pthread_sigmask(SIG_SETMASK, NULL, &mask);
			status = serve(&v, &loads, command, &mask, out, err);
			(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
		}
	}
	base__free(loads.items);
	base__free(none.items);
	return status;
}
