/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/exec_credential.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "base/json_tree.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "base/text/rfc3339.h"
#include "informer/pem.h"

enum { RUN_SECONDS = 60, OUTPUT_MAX = 1 << 20 };

extern char **environ;

struct inf__exec_credential {
	struct inf__exec_config config;

	struct lock lock; /* rank LEAF: guards the members below */
	struct inf__exec_result result;
	bool valid;
	time_t expires; /* wall clock; 0: never */
};

static void free_list(char **list)
{
	for (char **p = list; p && *p; p++)
		base__free(*p);
	base__free(list);
}

void inf__exec_config_fini(struct inf__exec_config *config)
{
	base__free(config->api_version);
	base__free(config->command);
	free_list(config->args);
	free_list(config->env);
	base__free(config->install_hint);
	base__free(config->cluster_info);
	memset(config, 0, sizeof(*config));
}

void inf__exec_result_fini(struct inf__exec_result *r)
{
	base__free(r->token);
	base__free(r->cert_pem);
	base__free(r->key_pem);
	memset(r, 0, sizeof(*r));
}

struct inf__exec_credential *inf__exec_credential_new(struct inf__exec_config *take_config,
						      struct relist_err *err)
{
	struct inf__exec_credential *c = base__calloc(1, sizeof(*c));

	if (!c) {
		inf__exec_config_fini(take_config);
		relist_err_set(err, RELIST_ENOMEM, "exec plugin: out of memory");
		return NULL;
	}
	c->config = *take_config;
	memset(take_config, 0, sizeof(*take_config));
	lock_init(&c->lock, LOCK_LEAF);
	return c;
}

void inf__exec_credential_free(struct inf__exec_credential *c)
{
	if (!c)
		return;
	inf__exec_config_fini(&c->config);
	inf__exec_result_fini(&c->result);
	lock_fini(&c->lock);
	base__free(c);
}

/* ---- running the program ---- */

/* Builds argv or envp: `first` (may be NULL), then both lists. Strings are borrowed. */
static char **join_lists(const char *first, char *const *a, char *const *b)
{
	size_t count = 2, n = 0;
	char **out;

	for (char *const *p = a; p && *p; p++)
		count++;
	for (char *const *p = b; p && *p; p++)
		count++;
	out = base__calloc(count, sizeof(*out));
	if (!out)
		return NULL;
	if (first)
		out[n++] = (char *)(uintptr_t)first;
	for (char *const *p = a; p && *p; p++)
		out[n++] = *p;
	for (char *const *p = b; p && *p; p++)
		out[n++] = *p;
	return out;
}

static int spawn(const struct inf__exec_config *config, const char *info, int out_fd, pid_t *pid)
{
	char **argv = join_lists(config->command, config->args, NULL);
	/* The plugin's own variables come first: getenv() returns the first match. */
	char **env = join_lists(info, config->env, environ);
	posix_spawn_file_actions_t actions;
	int rc = ENOMEM;

	if (argv && env && posix_spawn_file_actions_init(&actions) == 0) {
		rc = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(&actions, out_fd, 1);
		if (rc == 0)
			rc = posix_spawnp(pid, config->command, &actions, NULL, argv, env);
		(void)posix_spawn_file_actions_destroy(&actions);
	}
	base__free(argv);
	base__free(env);
	return rc;
}

/* Reads until the program closes its output. Returns false on timeout or excessive output. */
static bool read_all(int fd, struct strbuf *out)
{
	int64_t until = clock_monotonic_ns() + RUN_SECONDS * NS_PER_S;
	char buf[4096];

	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t left = until - clock_monotonic_ns();
		ssize_t n;

		if (left <= 0 || out->len > OUTPUT_MAX || out->failed)
			return false;
		if (poll(&p, 1, (int)(left / NS_PER_MS) + 1) < 0 && errno != EINTR)
			return false;
		if (p.revents == 0)
			continue;
		n = read(fd, buf, sizeof(buf));
		if (n == 0)
			return true;
		if (n > 0)
			strbuf_add(out, buf, (size_t)n);
		else if (errno != EINTR)
			return false;
	}
}

static int run(const struct inf__exec_config *config, struct strbuf *out, struct relist_err *err)
{
	AUTO_STRBUF info = STRBUF_INIT;
	int fds[2], status = 0, rc;
	bool complete;
	pid_t pid;

	strbuf_addf(&info,
		    "KUBERNETES_EXEC_INFO={\"kind\":\"ExecCredential\",\"apiVersion\":\"%s\","
		    "\"spec\":{\"interactive\":false%s%s}}",
		    config->api_version, config->cluster_info ? ",\"cluster\":" : "",
		    config->cluster_info ? config->cluster_info : "");
	if (info.failed)
		return relist_err_set(err, RELIST_ENOMEM, "exec plugin: out of memory");
	if (pipe(fds) != 0)
		return relist_err_set(err, RELIST_EIO, "exec plugin: pipe: %s", strerror(errno));
	(void)fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(fds[1], F_SETFD, FD_CLOEXEC);
	rc = spawn(config, info.ptr, fds[1], &pid);
	(void)close(fds[1]);
	if (rc != 0) {
		(void)close(fds[0]);
		return relist_err_set(err, RELIST_EIO, "exec plugin %s: %s%s%s", config->command,
				      strerror(rc), config->install_hint ? "; " : "",
				      config->install_hint ? config->install_hint : "");
	}
	complete = read_all(fds[0], out);
	(void)close(fds[0]);
	if (!complete)
		(void)kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!complete)
		return relist_err_set(err, RELIST_EIO,
				      "exec plugin %s: no end within %d s or of its output",
				      config->command, RUN_SECONDS);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return relist_err_set(err, RELIST_EIO, "exec plugin %s: %s %d", config->command,
				      WIFEXITED(status) ? "exit code" : "killed by signal",
				      WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return 0;
}

/* ---- its output ---- */

/* Of equal names the last, as in Go. NULL: none, or null. */
static const cJSON *member_of(const cJSON *obj, const char *name)
{
	const cJSON *found = NULL, *v;

	cJSON_ArrayForEach(v, obj)
	{
		if (v->string && strcmp(v->string, name) == 0)
			found = v;
	}
	return cJSON_IsNull(found) ? NULL : found;
}

/* NULL: none, null, or empty. */
static const char *string_of(const cJSON *obj, const char *name)
{
	const cJSON *v = member_of(obj, name);

	return cJSON_IsString(v) && *v->valuestring ? v->valuestring : NULL;
}

static bool copy(char **out, const char *z)
{
	*out = z ? base__strdup(z) : NULL;
	return !z || *out;
}

/* Whether a member is there and no string. */
static bool is_other(const cJSON *obj, const char *name)
{
	const cJSON *v = member_of(obj, name);

	return v && !cJSON_IsString(v);
}

/* *expires: 0 without an expirationTimestamp. */
static bool read_expiry(const cJSON *status, time_t *expires)
{
	const cJSON *v = member_of(status, "expirationTimestamp");
	struct rfc3339 at;

	*expires = 0;
	if (!v)
		return true;
	if (!cJSON_IsString(v) || !rfc3339_read(str_of(v->valuestring), RFC3339_TIME, &at, NULL))
		return false;
	*expires = (time_t)at.unix_s;
	return true;
}

static bool has_certificate(const char *pem)
{
	AUTO_STRBUF kept = STRBUF_INIT;

	return inf__pem_certificates(str_of(pem), &kept) > 0;
}

/* What is wrong with the credential (exec.go, refreshCredsLocked); NULL: nothing. */
static const char *fault_of(const cJSON *doc, const cJSON *status, time_t *expires)
{
	const char *kind = string_of(doc, "kind");
	const char *cert = string_of(status, "clientCertificateData");
	const char *key = string_of(status, "clientKeyData");

	if (is_other(doc, "kind") || (kind && strcmp(kind, "ExecCredential") != 0))
		return "its output is no ExecCredential";
	if (is_other(status, "token") || is_other(status, "clientCertificateData") ||
	    is_other(status, "clientKeyData"))
		return "want strings in status";
	if (!read_expiry(status, expires))
		return "expirationTimestamp is no time of RFC 3339";
	if (!string_of(status, "token") && !cert && !key)
		return "status has neither a token nor a certificate";
	if (!cert != !key)
		return "a client certificate and its key go together";
	if (cert && (!has_certificate(cert) || !strstr(key, " PRIVATE KEY-----")))
		return "the client certificate or its key is no PEM";
	return NULL;
}

static int take_answer(struct inf__exec_credential *c, const struct strbuf *text,
		       struct relist_err *err)
{
	cJSON *doc = json_tree_parse(strbuf_str(text), JSON_DIGITS_INT64);
	const cJSON *status = member_of(doc, "status");
	const char *version = string_of(doc, "apiVersion"), *fault;
	int rc = 0;

	if (!doc || !version || strcmp(version, c->config.api_version) != 0) {
		rc = relist_err_set(err, RELIST_EIO,
				    "exec plugin %s: apiVersion is \"%s\", want \"%s\"",
				    c->config.command, version ? version : "",
				    c->config.api_version);
	} else if ((fault = fault_of(doc, status, &c->expires))) {
		rc =
		    relist_err_set(err, RELIST_EIO, "exec plugin %s: %s", c->config.command, fault);
	} else {
		inf__exec_result_fini(&c->result);
		c->valid = copy(&c->result.token, string_of(status, "token")) &&
			   copy(&c->result.cert_pem, string_of(status, "clientCertificateData")) &&
			   copy(&c->result.key_pem, string_of(status, "clientKeyData"));
		if (!c->valid)
			rc = relist_err_set(err, RELIST_ENOMEM, "exec plugin: out of memory");
	}
	cJSON_Delete(doc);
	return rc;
}

static int refresh_locked(struct inf__exec_credential *c, struct relist_err *err)
{
	AUTO_STRBUF out = STRBUF_INIT;
	int rc;

	if (c->valid && (c->expires == 0 || time(NULL) < c->expires))
		return 0;
	c->valid = false;
	rc = run(&c->config, &out, err);
	return rc == 0 ? take_answer(c, &out, err) : rc;
}

int inf__exec_credential_get(struct inf__exec_credential *c, struct inf__exec_result *out,
			     struct relist_err *err)
{
	int rc;

	memset(out, 0, sizeof(*out));
	lock_acquire(&c->lock);
	rc = refresh_locked(c, err);
	if (rc == 0 &&
	    !(copy(&out->token, c->result.token) && copy(&out->cert_pem, c->result.cert_pem) &&
	      copy(&out->key_pem, c->result.key_pem))) {
		inf__exec_result_fini(out);
		rc = relist_err_set(err, RELIST_ENOMEM, "exec plugin: out of memory");
	}
	lock_release(&c->lock);
	return rc;
}

void inf__exec_credential_drop(struct inf__exec_credential *c)
{
	lock_acquire(&c->lock);
	c->valid = false;
	lock_release(&c->lock);
}
