/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/client.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "base/posix/seed.h"
#include "base/str.h"
#include "base/text/ascii.h"
#include "informer/impersonate.h"
#include "informer/posix/ca.h"
#include "informer/posix/driver.h"
#include "informer/posix/exec_credential.h"
#include "informer/posix/route.h"

/* client-go re-reads a token file when it is older than this (transport/token_source.go). */
enum { TOKEN_FILE_PERIOD_S = 60, TOKEN_FILE_MAX = 1 << 20 };

enum text {
	TEXT_SERVER,
	TEXT_USER_AGENT,
	TEXT_BEARER_TOKEN,
	TEXT_TOKEN_FILE,
	TEXT_USERNAME,
	TEXT_PASSWORD,
	TEXT_CA_FILE,
	TEXT_CA_PEM,
	TEXT_CERT_FILE,
	TEXT_CERT_PEM,
	TEXT_KEY_FILE,
	TEXT_KEY_PEM,
	TEXT_TLS_SERVER_NAME,
	TEXT_PROXY_URL,
	TEXT_HTTP_PROXY, /* of the environment */
	TEXT_HTTPS_PROXY,
	TEXT_NO_PROXY,
	TEXT_NAMESPACE,
	TEXT_IMPERSONATE,
	TEXT_COUNT
};

struct inf_client {
	atomic_uint refs;
	char *text[TEXT_COUNT];
	bool insecure;
	bool compresses;
	int64_t connect_timeout_ns;
	struct inf__http2_options http2;
	struct inf__exec_credential *exec; /* NULL: none */
	const struct inf__driver *driver;  /* NULL: threads */

	struct lock lock; /* rank LEAF: guards the token last read from token_file */
	char *file_token;
	int64_t file_token_read_ns;
};

static int copy_texts(struct inf_client *c, const struct inf_client_options *o)
{
	const struct inf__proxy_env env = inf__read_proxy_env();
	const char *from[TEXT_COUNT] = {
		[TEXT_SERVER] = o->server,
		[TEXT_USER_AGENT] = o->user_agent ? o->user_agent : "relist/" RELIST_VERSION,
		[TEXT_BEARER_TOKEN] = o->bearer_token,
		[TEXT_TOKEN_FILE] = o->token_file,
		[TEXT_USERNAME] = o->username,
		[TEXT_PASSWORD] = o->password,
		[TEXT_CA_FILE] = o->ca_file,
		[TEXT_CA_PEM] = o->ca_pem,
		[TEXT_CERT_FILE] = o->cert_file,
		[TEXT_CERT_PEM] = o->cert_pem,
		[TEXT_KEY_FILE] = o->key_file,
		[TEXT_KEY_PEM] = o->key_pem,
		[TEXT_TLS_SERVER_NAME] = o->tls_server_name,
		[TEXT_PROXY_URL] = o->proxy_url,
		[TEXT_HTTP_PROXY] = env.http,
		[TEXT_HTTPS_PROXY] = env.https,
		[TEXT_NO_PROXY] = env.no,
		[TEXT_NAMESPACE] = o->namespace_,
	};

	for (size_t i = 0; i < TEXT_COUNT; i++) {
		if (!from[i])
			continue;
		c->text[i] = base__strdup(from[i]);
		if (!c->text[i])
			return RELIST_ENOMEM;
	}
	return 0;
}

/* Keeps the headers as lines that CR LF ends. */
static int copy_impersonation(struct inf_client *c, const struct inf_client_options *o,
			      struct relist_err *err)
{
	const struct inf__impersonation as = { o->impersonate_user, o->impersonate_uid,
					       o->impersonate_groups, o->impersonate_extra };
	AUTO_STRBUF lines = STRBUF_INIT;
	int rc = inf__impersonation_headers(&as, &lines, err);

	if (rc == 0 && lines.len) {
		c->text[TEXT_IMPERSONATE] = strbuf_steal(&lines);
		rc = c->text[TEXT_IMPERSONATE] ? 0 : RELIST_ENOMEM;
	}
	return rc;
}

static int check_options(const struct inf_client_options *o, struct relist_err *err)
{
	static const char *const names[] = { "user_agent", "bearer_token" };
	const char *headers[] = { o->user_agent, o->bearer_token };

	if (!o->server || (!ascii_begins_nocase(str_of(o->server), STR("http://")) &&
			   !ascii_begins_nocase(str_of(o->server), STR("https://"))))
		return relist_err_set(err, RELIST_EINVAL,
				      "client: server is \"%s\", want http://… or https://…",
				      o->server ? o->server : "");
	if ((o->cert_file || o->cert_pem) != (o->key_file || o->key_pem))
		return relist_err_set(err, RELIST_EINVAL,
				      "client: a client certificate and its key go together");
	if (o->insecure_skip_tls_verify && (o->ca_file || o->ca_pem))
		return relist_err_set(err, RELIST_EINVAL,
				      "client: a CA has no effect with insecure_skip_tls_verify");
	if (o->username && *o->username && (o->bearer_token || o->token_file))
		return relist_err_set(err, RELIST_EINVAL,
				      "client: a username and a token exclude each other");
	/* A line break would allow a token to add headers. */
	for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
		if (headers[i] && strpbrk(headers[i], "\r\n"))
			return relist_err_set(err, RELIST_EINVAL,
					      "client: %s contains a line break", names[i]);
	}
	return 0;
}

struct inf_client *inf_client_new(const struct inf_client_options *options, struct relist_err *err)
{
	return inf__client_new_with_exec(options, NULL, err);
}

struct inf_client *inf__client_new_with_exec(const struct inf_client_options *options,
					     struct inf__exec_config *take_exec,
					     struct relist_err *err)
{
	struct inf_client *c;
	size_t len;

	if (check_options(options, err) != 0)
		return NULL;
	base__seed_maps();
	c = base__calloc(1, sizeof(*c));
	if (!c)
		goto fail;
	atomic_init(&c->refs, 1);
	lock_init(&c->lock, LOCK_LEAF);
	c->insecure = options->insecure_skip_tls_verify;
	c->compresses = !options->disable_compression;
	inf__http2_options_init(&c->http2, getenv("DISABLE_HTTP2"),
				getenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS"),
				getenv("HTTP2_PING_TIMEOUT_SECONDS"));
	c->connect_timeout_ns =
	    options->connect_timeout_ns > 0 ? options->connect_timeout_ns : 30 * NS_PER_S;
	if (copy_texts(c, options) != 0 || copy_impersonation(c, options, err) != 0 ||
	    inf__ca_check(&c->text[TEXT_CA_PEM], c->text[TEXT_CA_FILE], err) != 0)
		goto fail;
	if (take_exec) {
		c->exec = inf__exec_credential_new(take_exec, err);
		if (!c->exec)
			goto fail;
	}
	len = strlen(c->text[TEXT_SERVER]);
	while (len > 0 && c->text[TEXT_SERVER][len - 1] == '/')
		c->text[TEXT_SERVER][--len] = '\0';
	return c;
fail:
	relist_err_set(err, RELIST_ENOMEM, "client for %s: out of memory", options->server);
	inf_client_unref(c);
	return NULL;
}

struct inf_client *inf__client_new_driven(const struct inf__driver *driver, const char *url,
					  struct relist_err *err)
{
	struct inf_client *c = inf_client_for_url(url, err);

	if (c)
		c->driver = driver;
	return c;
}

const struct inf__driver *inf__client_driver(const struct inf_client *client)
{
	return client->driver;
}

struct inf_client *inf_client_for_url(const char *url, struct relist_err *err)
{
	struct inf_client_options options = { .server = url };

	return inf_client_new(&options, err);
}

struct inf_client *inf_client_ref(struct inf_client *client)
{
	atomic_fetch_add_explicit(&client->refs, 1, memory_order_relaxed);
	return client;
}

void inf_client_unref(struct inf_client *client)
{
	if (!client || atomic_fetch_sub_explicit(&client->refs, 1, memory_order_acq_rel) != 1)
		return;
	if (client->driver && client->driver->release)
		client->driver->release(client->driver->user);
	for (size_t i = 0; i < TEXT_COUNT; i++)
		base__free(client->text[i]);
	base__free(client->file_token);
	inf__exec_credential_free(client->exec);
	lock_fini(&client->lock);
	base__free(client);
}

const char *inf_client_namespace(const struct inf_client *client)
{
	return client->text[TEXT_NAMESPACE] ? client->text[TEXT_NAMESPACE] : "";
}

bool inf__client_compresses(const struct inf_client *client)
{
	return client->compresses;
}

const char *inf__client_base_url(const struct inf_client *client)
{
	return client->text[TEXT_SERVER];
}

const struct inf__http2_options *inf__client_http2(const struct inf_client *client)
{
	return &client->http2;
}

void inf__client_http2_without(struct inf_client *client, inf__without without)
{
	inf__http2_options_without(&client->http2, without);
}

void inf__client_unauthorized(struct inf_client *client)
{
	/* client-go keeps a file token for its minute even after a 401; a plugin is run again. */
	if (client->exec)
		inf__exec_credential_drop(client->exec);
}

/* The file's first line, or NULL. */
static char *read_token(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (inf__file_read(path, TOKEN_FILE_MAX, &text, NULL) != 0)
		return NULL;
	while (text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]))
		text.len--;
	return text.len > 0 && !memchr(text.ptr, '\n', text.len) ? base__strndup(text.ptr, text.len)
								 : NULL;
}

/* If the file is unreadable, the previous token is used, as in client-go's cache, or else
 * bearer_token. */
static int add_token(struct inf_client *c, struct strbuf *header, struct relist_err *err)
{
	int64_t now = clock_monotonic_ns();
	int rc = 0;

	lock_acquire(&c->lock);
	if (!c->file_token || now - c->file_token_read_ns >= TOKEN_FILE_PERIOD_S * NS_PER_S) {
		char *token = read_token(c->text[TEXT_TOKEN_FILE]);

		if (token) {
			base__free(c->file_token);
			c->file_token = token;
			c->file_token_read_ns = now;
		}
	}
	if (c->file_token || c->text[TEXT_BEARER_TOKEN])
		strbuf_addf(header, "Bearer %s",
			    c->file_token ? c->file_token : c->text[TEXT_BEARER_TOKEN]);
	else
		rc = relist_err_set(err, RELIST_EIO, "token file %s: cannot be read or is empty",
				    c->text[TEXT_TOKEN_FILE]);
	lock_release(&c->lock);
	return rc;
}

static bool set_text(CURL *easy, CURLoption option, const char *value)
{
	return !value || curl_easy_setopt(easy, option, value) == CURLE_OK;
}

static bool set_blob(CURL *easy, CURLoption option, const char *pem)
{
	struct curl_blob blob;

	if (!pem)
		return true;
	blob.data = (void *)(uintptr_t)pem; /* copied by curl */
	blob.len = strlen(pem);
	blob.flags = CURL_BLOB_COPY;
	return curl_easy_setopt(easy, option, &blob) == CURLE_OK;
}

static bool prepare_certificate(const struct inf_client *c, CURL *easy)
{
	bool ok;

	if (c->text[TEXT_CERT_PEM])
		ok = set_blob(easy, CURLOPT_SSLCERT_BLOB, c->text[TEXT_CERT_PEM]);
	else
		ok = set_text(easy, CURLOPT_SSLCERT, c->text[TEXT_CERT_FILE]);
	if (c->text[TEXT_KEY_PEM])
		return ok && set_blob(easy, CURLOPT_SSLKEY_BLOB, c->text[TEXT_KEY_PEM]);
	return ok && set_text(easy, CURLOPT_SSLKEY, c->text[TEXT_KEY_FILE]);
}

static bool prepare_tls(const struct inf_client *c, CURL *easy)
{
	bool ok;

	if (c->text[TEXT_CA_PEM])
		ok = set_blob(easy, CURLOPT_CAINFO_BLOB, c->text[TEXT_CA_PEM]);
	else
		ok = set_text(easy, CURLOPT_CAINFO, c->text[TEXT_CA_FILE]);
	if (c->insecure)
		ok = ok && curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L) == CURLE_OK &&
		     curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L) == CURLE_OK;
	return ok;
}

/* Enables HTTP/2 if TLS negotiates it. */
static bool prepare_version(const struct inf_client *c, CURL *easy)
{
	return curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
				c->http2.disabled ? (long)CURL_HTTP_VERSION_1_1
						  : (long)CURL_HTTP_VERSION_2TLS) == CURLE_OK;
}

/* Sets "Bearer x", and the exec plugin's certificate in place of the configured one. */
static int find_token(struct inf_client *c, struct inf__exec_result *exec, struct strbuf *value,
		      struct relist_err *err)
{
	int rc = 0;

	if (c->exec) {
		rc = inf__exec_credential_get(c->exec, exec, err);
		if (rc == 0 && exec->token && strpbrk(exec->token, "\r\n"))
			rc = relist_err_set(err, RELIST_EIO,
					    "exec plugin: a line break in its token");
		if (rc == 0 && exec->token)
			strbuf_addf(value, "Bearer %s", exec->token);
	} else if (c->text[TEXT_TOKEN_FILE]) {
		rc = add_token(c, value, err);
	} else if (c->text[TEXT_BEARER_TOKEN]) {
		strbuf_addf(value, "Bearer %s", c->text[TEXT_BEARER_TOKEN]);
	}
	return rc;
}

static int add_credential(struct inf_client *c, CURL *easy, struct curl_slist **headers,
			  struct relist_err *err)
{
	struct inf__exec_result exec = { 0 };
	AUTO_STRBUF value = STRBUF_INIT;
	AUTO_STRBUF line = STRBUF_INIT;
	int rc = find_token(c, &exec, &value, err);

	if (rc == 0 && !(set_blob(easy, CURLOPT_SSLCERT_BLOB, exec.cert_pem) &&
			 set_blob(easy, CURLOPT_SSLKEY_BLOB, exec.key_pem)))
		rc = RELIST_ENOMEM;
	inf__exec_result_fini(&exec);
	if (value.len > 0)
		strbuf_addf(&line, "Authorization: %s", value.ptr);
	if (rc == 0 && value.failed)
		rc = RELIST_ENOMEM; /* never a request without its credential */
	if (rc == 0 && (line.len > 0 || line.failed))
		rc = inf__slist_append(headers, &line);
	return rc;
}

void inf__client_access(const struct inf_client *client, struct inf__client_access *out)
{
	*out = (struct inf__client_access) {
		.ca_pem = client->text[TEXT_CA_PEM],
		.ca_file = client->text[TEXT_CA_FILE],
		.cert_pem = client->text[TEXT_CERT_PEM],
		.cert_file = client->text[TEXT_CERT_FILE],
		.key_pem = client->text[TEXT_KEY_PEM],
		.key_file = client->text[TEXT_KEY_FILE],
		.tls_server_name = client->text[TEXT_TLS_SERVER_NAME],
		.proxy_url = client->text[TEXT_PROXY_URL],
		.impersonate = client->text[TEXT_IMPERSONATE],
		.insecure_skip_tls_verify = client->insecure,
		.has_exec = client->exec != NULL,
	};
}

int inf__client_authorization(struct inf_client *client, struct strbuf *out, struct relist_err *err)
{
	struct inf__exec_result exec = { 0 };
	AUTO_STRBUF pair = STRBUF_INIT;
	int rc = find_token(client, &exec, out, err);

	inf__exec_result_fini(&exec);
	if (rc == 0 && !out->len && client->text[TEXT_USERNAME]) {
		strbuf_addf(&pair, "%s:%s", client->text[TEXT_USERNAME],
			    client->text[TEXT_PASSWORD] ? client->text[TEXT_PASSWORD] : "");
		strbuf_addz(out, "Basic ");
		base64_encode(out, strbuf_str(&pair), BASE64_STD);
	}
	return rc == 0 && (out->failed || pair.failed) ? RELIST_ENOMEM : rc;
}

int inf__client_certificate(struct inf_client *client, char **cert_pem, char **key_pem,
			    struct relist_err *err)
{
	struct inf__exec_result exec = { 0 };
	int rc = client->exec ? inf__exec_credential_get(client->exec, &exec, err) : 0;

	*cert_pem = exec.cert_pem;
	*key_pem = exec.key_pem;
	exec.cert_pem = exec.key_pem = NULL;
	inf__exec_result_fini(&exec);
	return rc;
}

int inf__client_proxy(const struct inf_client *c, const char *url, CURL *easy)
{
	const struct inf__proxy_env env = { c->text[TEXT_HTTP_PROXY], c->text[TEXT_HTTPS_PROXY],
					    c->text[TEXT_NO_PROXY] };

	return inf__route_by_proxy(c->text[TEXT_PROXY_URL], &env, url, easy);
}

int inf__client_tls_name(const struct inf_client *c, struct strbuf *url,
			 struct curl_slist **headers, struct curl_slist **connect)
{
	return inf__route_by_name(c->text[TEXT_TLS_SERVER_NAME], url, headers, connect);
}

int inf__client_prepare(struct inf_client *client, CURL *easy, bool foreign,
			struct curl_slist **headers, struct relist_err *err)
{
	struct inf_client *c = client;
	AUTO_STRBUF agent = STRBUF_INIT;
	AUTO_STRBUF as = STRBUF_INIT;
	int rc;

	strbuf_addf(&agent, "User-Agent: %s", c->text[TEXT_USER_AGENT]);
	rc = inf__slist_append(headers, &agent);
	if (rc == 0 && c->text[TEXT_IMPERSONATE] && !foreign) {
		for (const char *line = c->text[TEXT_IMPERSONATE]; rc == 0 && *line;) {
			size_t len = strcspn(line, "\r");

			strbuf_clear(&as);
			strbuf_add(&as, line, len);
			rc = inf__slist_append(headers, &as);
			line += len + strlen("\r\n");
		}
	}
	if (rc != 0)
		return rc;
	if (!prepare_tls(c, easy) || !prepare_version(c, easy) ||
	    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
			     (long)(c->connect_timeout_ns / NS_PER_MS)) != CURLE_OK)
		return RELIST_ENOMEM;
	if (foreign)
		return 0;
	if (!set_text(easy, CURLOPT_USERNAME, c->text[TEXT_USERNAME]) ||
	    !set_text(easy, CURLOPT_PASSWORD, c->text[TEXT_PASSWORD]) ||
	    !prepare_certificate(c, easy))
		return RELIST_ENOMEM;
	return add_credential(c, easy, headers, err);
}
