/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_record.c - relist record: a proxy between any client and a real server. */
#define _GNU_SOURCE
#include <errno.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/exec.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/kubeconfig.h"
#include "informer/posix/client.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/posix/proxy.h"
#include "runner/recording/rewrite.h"

enum { MIB = 1 << 20 };

struct values {
	const char *upstream, *kubeconfig, *context, *output, *bind, *write_kubeconfig;
	const char *secrets, *redact, *managed_fields, *names, *exec;
	struct cli__texts resources;
	uint64_t port, part_mib, parts, body_mib;
	bool tls;
};

static const struct cli__option options[] = {
	{ "upstream", 0, CLI_TEXT, offsetof(struct values, upstream), "URL", NULL,
	  "the server's URL; requests keep the client's credentials" },
	{ "kubeconfig", 0, CLI_TEXT, offsetof(struct values, kubeconfig), "FILE", NULL,
	  "or server and credential of a kubeconfig [$KUBECONFIG, ~/.kube/config]" },
	{ "context", 0, CLI_TEXT, offsetof(struct values, context), "NAME", NULL,
	  "its context [current-context]" },
	{ "output", 'o', CLI_TEXT, offsetof(struct values, output), "FILE", NULL,
	  "the recording, JSON Lines" },
	{ "resource", 0, CLI_TEXTS, offsetof(struct values, resources), "NAME", NULL,
	  "record requests for pods, deployments.apps, ... only; may be repeated" },
	{ "secrets", 0, CLI_WORD, offsetof(struct values, secrets), NULL, "hash|drop|keep",
	  "data of Secrets, tokens, passwords, keys, certificates [hash]" },
	{ "redact", 0, CLI_WORD, offsetof(struct values, redact), NULL, "normal|strict",
	  "strict: also annotations, arguments, ConfigMaps and other free text [normal]" },
	{ "managed-fields", 0, CLI_WORD, offsetof(struct values, managed_fields), NULL, "drop|keep",
	  "metadata.managedFields [drop]" },
	{ "names", 0, CLI_WORD, offsetof(struct values, names), NULL, "keep|hash",
	  "names and namespaces of objects [keep]" },
	{ "port", 'p', CLI_NUMBER, offsetof(struct values, port), "N", NULL,
	  "port; 0 takes a free one [0]" },
	{ "bind", 0, CLI_TEXT, offsetof(struct values, bind), "ADDR", NULL,
	  "address to listen on [127.0.0.1]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "HTTPS towards the client, with a certificate made at the start" },
	{ "write-kubeconfig", 0, CLI_TEXT, offsetof(struct values, write_kubeconfig), "FILE", NULL,
	  "write a kubeconfig for this server" },
	{ "part-mib", 0, CLI_NUMBER, offsetof(struct values, part_mib), "N", NULL,
	  "start a new file (out.2.jsonl, ...) every N MiB; 0: never [0]" },
	{ "parts", 0, CLI_NUMBER, offsetof(struct values, parts), "N", NULL,
	  "keep the last N of them; 0: all [0]" },
	{ "body-mib", 0, CLI_COUNT, offsetof(struct values, body_mib), "N", NULL,
	  "record only the size of larger bodies and events [64]" },
	{ "exec", 0, CLI_TEXT, offsetof(struct values, exec), "CMD...", NULL,
	  "run CMD (all that follows) with KUBECONFIG set, and exit with its status" },
};

const struct cli__command cli__record_command = {
	.name = "record",
	.operands = "",
	.summary = "Record the traffic of clients with a Kubernetes API server.",
	.details = "Prints \"relist: listening on URL\" when it accepts connections, and "
		   "ends on SIGTERM\n"
		   "or SIGINT. With --exec that line goes to standard error. Every line of "
		   "the recording\n"
		   "is written at once; a kill loses at most the last one.\n"
		   "\n"
		   "Exit status: 0, or that of CMD; 2 bad usage or input; 5 the recording "
		   "could not be\n"
		   "written, or the machine failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

struct recorder {
	const struct values *v;
	struct inf_client *client; /* NULL: --upstream */
	struct rec__sink sink;
	struct rec__tap tap;
	struct strbuf server; /* the server's URL for the recording */
	struct rec__proxy *proxy;
	struct fakeapi__tls tls;
	char started[64];
	FILE *err;
};

static void print_note(void *user, const char *text)
{
	struct recorder *r = user;

	fprintf(r->err, "relist record: %s\n", text);
}

static int authorize(void *user, struct strbuf *out, struct relist_err *err)
{
	struct recorder *r = user;

	return inf__client_authorization(r->client, out, err);
}

static int certificate(void *user, char **cert_pem, char **key_pem, struct relist_err *err)
{
	struct recorder *r = user;

	return inf__client_certificate(r->client, cert_pem, key_pem, err);
}

static void unauthorized(void *user)
{
	struct recorder *r = user;

	inf__client_unauthorized(r->client);
}

static void wrote(void *user)
{
	struct recorder *r = user;

	if (rec__sink_turn(&r->sink, &r->tap.err))
		rec__tap_again(&r->tap);
}

/* Finds the upstream server and the credentials. Returns 0, or the exit status. */
static int find_upstream(struct recorder *r, struct rec__upstream *up)
{
	const struct values *v = r->v;
	struct inf__client_access access;
	struct relist_err why = { 0 };

	*up = (struct rec__upstream) { .url = v->upstream };
	if (v->upstream)
		return 0;
	r->client = inf_client_from_kubeconfig(v->kubeconfig, v->context, &why);
	if (!r->client) {
		fprintf(r->err, "relist record: %s\n", why.msg);
		return 2;
	}
	inf__client_access(r->client, &access);
	*up = (struct rec__upstream) {
		.url = inf__client_base_url(r->client),
		.ca_pem = access.ca_pem,
		.ca_file = access.ca_file,
		.cert_pem = access.cert_pem,
		.cert_file = access.cert_file,
		.key_pem = access.key_pem,
		.key_file = access.key_file,
		.tls_name = access.tls_server_name,
		.insecure = access.insecure_skip_tls_verify,
		.impersonate = access.impersonate,
		.authorize = authorize,
		.unauthorized = unauthorized,
		.proxy_url = access.proxy_url && *access.proxy_url ? access.proxy_url : NULL,
		.certificate = access.has_exec ? certificate : NULL,
		.user = r,
	};
	return 0;
}

static int start_tap(struct recorder *r, const struct rec__upstream *up, struct relist_err *why)
{
	const struct values *v = r->v;
	struct rec__tap_options opt = {
		.redact = { .secrets = strcmp(v->secrets, "keep") == 0	 ? REC_SECRETS_KEEP
				       : strcmp(v->secrets, "drop") == 0 ? REC_SECRETS_DROP
									 : REC_SECRETS_HASH,
			    .strict = strcmp(v->redact, "strict") == 0,
			    .keep_managed_fields = strcmp(v->managed_fields, "keep") == 0,
			    .hash_names = strcmp(v->names, "hash") == 0 },
		.resources = v->resources.items,
		.resource_count = v->resources.len,
		.body_max = (size_t)v->body_mib * MIB,
	};

	if (gnutls_global_init() < 0 ||
	    gnutls_rnd(GNUTLS_RND_KEY, opt.redact.key, sizeof(opt.redact.key)) < 0)
		return relist_err_set(why, RELIST_EIO, "no random numbers");
	cli__now_text(r->started, sizeof(r->started), 9);
	rec__tap_init(&r->tap, &opt, &r->sink.writer);
	if (!rec__redact_text(&r->tap.redactor, NULL, str_of(up->url), &r->server))
		strbuf_addz(&r->server, up->url);
	if (r->server.failed || r->tap.redactor.failed)
		return relist_err_set(why, RELIST_ENOMEM, "out of memory");
	r->sink = (struct rec__sink) {
		.path = v->output,
		.part_max = v->part_mib * MIB,
		.parts_kept = (uint32_t)v->parts,
		.header = { .tool = STR("relist " RELIST_VERSION),
			    .started = str_of(r->started),
			    .has_source = true,
			    .source_kind = REC_SOURCE_PROXY,
			    .server = strbuf_str(&r->server),
			    .secrets = str_of(v->secrets),
			    .managed_fields = str_of(v->managed_fields),
			    .names = str_of(v->names),
			    .rules = str_of(opt.redact.strict ? v->redact : "") },
	};
	r->tap.wrote = wrote;
	r->tap.user = r;
	return rec__sink_open(&r->sink, why);
}

static int start_proxy(struct recorder *r, const struct rec__upstream *up, struct relist_err *why)
{
	const struct values *v = r->v;
	struct rec__proxy_options opt = {
		.upstream = *up,
		.bind_host = v->bind,
		.port = (uint16_t)v->port,
		.tap = &r->tap,
		.say = print_note,
		.say_user = r,
	};

	if (v->tls && fakeapi__tls_make(&r->tls, v->bind, (int64_t)time(NULL), why) != 0)
		return RELIST_EIO;
	opt.cert_pem = r->tls.cert_pem;
	opt.key_pem = r->tls.key_pem;
	r->proxy = rec__proxy_start(&opt, why);
	return r->proxy ? 0 : why->code;
}

static int save_kubeconfig(const struct recorder *r, const char *path)
{
	const char *url = rec__proxy_url(r->proxy);
	const char *token = r->tls.ca_pem ? REC_NO_TOKEN : NULL;
	const struct fakeapi__kubeconfig k = { &url, 1, r->tls.ca_pem, token, NULL };
	struct relist_err why = { 0 };

	if (fakeapi__kubeconfig_create(path, &k, &why) == 0)
		return 0;
	fprintf(r->err, "relist record: %s\n", why.msg);
	return 5;
}

static int run_command(struct recorder *r, char **command, const sigset_t *signals,
		       const sigset_t *mask)
{
	char temporary[256] = "";
	const char *path = r->v->write_kubeconfig;
	int status = 0;

	if (!path) {
		status = exec__temporary_kubeconfig("record", temporary, sizeof(temporary), r->err);
		path = temporary;
		if (!status)
			status = save_kubeconfig(r, path);
	}
	if (!status)
		status = exec__run("record", command, path, temporary[0] ? temporary : NULL,
				   signals, mask, r->err);
	if (temporary[0])
		(void)unlink(temporary);
	return status;
}

static int record(struct recorder *r, char **command, FILE *out)
{
	struct relist_err why = { 0 };
	struct rec__upstream up;
	sigset_t signals, mask;
	int status = find_upstream(r, &up);

	if (status)
		return status;
	if (rec__site_check(up.url, &why)) {
		fprintf(r->err, "relist record: %s\n", why.msg);
		return 2;
	}
	exec__block_signals(&signals, &mask);
	if (start_tap(r, &up, &why) || start_proxy(r, &up, &why)) {
		fprintf(r->err, "relist record: %s\n", why.msg);
		status = why.code == RELIST_EINVAL ? 2 : 5;
	}
	if (!status && r->v->write_kubeconfig)
		status = save_kubeconfig(r, r->v->write_kubeconfig);
	if (!status) {
		fprintf(command ? r->err : out, "relist: listening on %s\n",
			rec__proxy_url(r->proxy));
		(void)fflush(command ? r->err : out);
	}
	if (!status && command)
		status = run_command(r, command, &signals, &mask);
	else if (!status)
		exec__wait_for_end(&signals, stderr);
	rec__proxy_stop(r->proxy);
	if (r->tap.err.code) {
		fprintf(r->err, "relist record: %s\n", r->tap.err.msg);
		status = 5;
	} else if (r->proxy) {
		fprintf(r->err, "relist: recorded %llu requests and %llu events, %llu bytes\n",
			(unsigned long long)r->tap.requests, (unsigned long long)r->tap.events,
			(unsigned long long)r->sink.writer.bytes);
	}
	rec__tap_fini(&r->tap);
	if (rec__sink_close(&r->sink, &why) && !status) {
		fprintf(r->err, "relist record: %s\n", why.msg);
		status = 5;
	}
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return status;
}

static bool is_usable(const struct values *v, FILE *err)
{
	const char *what = NULL;

	if (!v->output)
		what = "-o FILE is needed";
	else if (v->upstream && (v->kubeconfig || v->context))
		what = "--upstream and --kubeconfig exclude each other";
	else if (v->port > UINT16_MAX)
		what = "--port must be at most 65535";
	else if (v->part_mib > 1 << 20 || v->body_mib > 1 << 12 || v->parts > 1 << 20)
		what = "too many MiB or parts";
	if (what)
		fprintf(err, "relist record: %s\n", what);
	return !what;
}

int cmd_record(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .secrets = "hash",
			    .redact = "normal",
			    .managed_fields = "drop",
			    .names = "keep",
			    .bind = "127.0.0.1",
			    .body_mib = 64 };
	struct recorder r = { .v = &v, .server = STRBUF_INIT, .err = err };
	struct cli__operands none = { NULL, 0 };
	const char *operands[1];
	char **command;
	int own = exec__split(argc, argv, &command), status;
	enum cli__parsed parsed;

	none.items = operands;
	parsed = cli__parse(&cli__record_command, own, argv, &v, &none, out, err);
	if (parsed != CLI_GO_ON)
		return parsed == CLI_HELPED ? 0 : 2;
	if (!is_usable(&v, err))
		return 2;
	(void)signal(SIGPIPE, SIG_IGN);
	status = record(&r, command, out);
	fakeapi__tls_fini(&r.tls);
	strbuf_fini(&r.server);
	inf_client_unref(r.client);
	return status;
}
