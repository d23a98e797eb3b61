/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig.c - a client from kubectl's configuration files, or from those in a pod. Sources:
 * tools/clientcmd (client_config.go, validation.go), rest/config.go. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/str.h"
#include "base/text/ascii.h"
#include "base/url.h"
#include "informer/pem.h"
#include "informer/posix/ca.h"
#include "informer/posix/client.h"
#include "informer/posix/exec_credential.h"
#include "informer/posix/kubeconfig_file.h"

enum { NAMESPACE_BYTES_MAX = 1 << 20, OWNED_MAX = 16 + 2 * KUBECONFIG_ITEMS_MAX };

#define SERVICE_ACCOUNT "/var/run/secrets/kubernetes.io/serviceaccount"

/* Everything allocated while a client is built; freed at its end. */
struct draft {
	struct inf__kubeconfig *k;
	struct inf_client_options o;
	const char *groups[KUBECONFIG_ITEMS_MAX + 1],
	    *extra[KUBECONFIG_ITEMS_MAX + 1]; /* NULL-terminated */
	char *owned[OWNED_MAX];
	size_t owned_count;
	struct inf__exec_config exec;
};

static int no_memory(struct draft *d)
{
	return relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
}

/* Keeps the text until the client is built. NULL: out of memory. */
static const char *keep(struct draft *d, struct strbuf *text)
{
	char *z = d->owned_count < ARRAY_LEN(d->owned) ? strbuf_steal(text) : NULL;

	if (z)
		d->owned[d->owned_count++] = z;
	return z;
}

/* A path relative to the kubeconfig's folder. */
static int path_member(struct draft *d, const struct inf__kubeplace *p, const char *name,
		       const char **out)
{
	AUTO_STRBUF path = STRBUF_INIT;
	const char *slash = strrchr(p->file->path, '/');
	const char *value;
	int rc = inf__kube_text(d->k, p, name, &value);

	if (rc != 0 || !value)
		return rc;
	if (value[0] != '/' && slash)
		strbuf_add(&path, p->file->path, (size_t)(slash + 1 - p->file->path));
	strbuf_addz(&path, value);
	*out = keep(d, &path);
	return *out ? 0 : no_memory(d);
}

static int data_member(struct draft *d, const struct inf__kubeplace *p, const char *name,
		       const char **out)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	const char *value;
	int rc = inf__kube_text(d->k, p, name, &value);

	if (rc != 0 || !value)
		return rc;
	if (!base64_decode(&bytes, str_of(value), BASE64_STD, NULL) && !bytes.failed)
		return inf__kube_refuse(d->k, p, name, "not base64");
	*out = keep(d, &bytes);
	return *out ? 0 : no_memory(d);
}

/* ---- clusters ---- */

/* Whether only a port in digits follows the host. */
static bool has_valid_port(struct str authority)
{
	const char *end = authority.ptr + authority.len,
		   *at = memrchr(authority.ptr, '@', authority.len);
	const char *start = at ? at + 1 : authority.ptr;
	struct str host = url_host((struct str) { start, (size_t)(end - start) });
	const char *p = host.ptr + host.len;

	p += p < end && *p == ']';
	if (p < end && *p == ':')
		p++;
	while (p < end && *p >= '0' && *p <= '9')
		p++;
	return p == end;
}

/* rest.DefaultServerURL: a URL, or "host" or "host:port" for http. */
static int read_server(struct draft *d, const struct inf__kubeplace *p)
{
	AUTO_STRBUF full = STRBUF_INIT;
	const char *value;
	struct url url;
	int rc = inf__kube_text(d->k, p, "server", &value);

	if (rc != 0)
		return rc;
	if (!value)
		return inf__kube_fail(d->k, p->file, p->node, RELIST_EPARSE,
				      "a cluster without server");
	if (!strstr(value, "://") && strchr(value, '/'))
		return inf__kube_refuse(d->k, p, "server", "want a URL or host:port");
	strbuf_addf(&full, "%s%s", strstr(value, "://") ? "" : "http://", value);
	for (char *c = full.ptr; *c && *c != ':'; c++)
		*c = ascii_lower(*c);
	if (full.failed || url_parse(strbuf_str(&full), &url, NULL) != 0 || !url.authority.len ||
	    strpbrk(full.ptr, " ?") || !has_valid_port(url.authority))
		return full.failed ? no_memory(d)
				   : inf__kube_refuse(d->k, p, "server", "want a URL or host:port");
	d->o.server = keep(d, &full);
	return d->o.server ? 0 : no_memory(d);
}

static int read_proxy(struct draft *d, const struct inf__kubeplace *p)
{
	static const char *const schemes[] = { "http://", "https://", "socks5://" };
	int rc = inf__kube_text(d->k, p, "proxy-url", &d->o.proxy_url);
	bool known = false;

	if (rc != 0 || !d->o.proxy_url)
		return rc;
	for (size_t i = 0; i < ARRAY_LEN(schemes); i++)
		known |= ascii_begins_nocase(str_of(d->o.proxy_url), str_of(schemes[i]));
	return known && !strchr(d->o.proxy_url, ' ')
		   ? 0
		   : inf__kube_refuse(d->k, p, "proxy-url", "want http://, https:// or socks5://");
}

static bool is_https(const struct draft *d)
{
	return strncmp(d->o.server, "https:", 6) == 0;
}

static int read_either(struct draft *d, const struct inf__kubeplace *p, const char *name,
		       const char **file, const char **data)
{
	char data_name[64];
	int rc = path_member(d, p, name, file);

	(void)snprintf(data_name, sizeof(data_name), "%s-data", name);
	return rc == 0 ? data_member(d, p, data_name, data) : rc;
}

/* A file must be readable, and excludes data. */
static int check_either(struct draft *d, const struct inf__kubeplace *p, const char *name,
			const char *file, const char *data)
{
	if (!file)
		return 0;
	if (data)
		return inf__kube_refuse(d->k, p, name, "its data is there as well");
	return access(file, R_OK) == 0 ? 0 : inf__kube_refuse(d->k, p, name, strerror(errno));
}

/* Like clientcmd, it reads TLS settings for an https server only. */
static int read_cluster(struct draft *d, const char *name)
{
	struct inf__kubeplace p;
	bool insecure = false;
	const char *server_name, *file = NULL, *data = NULL;
	int rc = inf__kube_named(d->k, "clusters", "cluster", name, &p);

	if (rc == 0)
		rc = read_server(d, &p);
	if (rc == 0)
		rc = read_either(d, &p, "certificate-authority", &file, &data);
	if (rc == 0)
		rc = check_either(d, &p, "certificate-authority", file, data);
	if (rc == 0)
		rc = inf__kube_bool(d->k, &p, "insecure-skip-tls-verify", &insecure);
	if (rc == 0)
		rc = inf__kube_bool(d->k, &p, "disable-compression", &d->o.disable_compression);
	if (rc == 0)
		rc = inf__kube_text(d->k, &p, "tls-server-name", &server_name);
	if (rc == 0)
		rc = read_proxy(d, &p);
	if (rc != 0 || !is_https(d))
		return rc;
	d->o.ca_file = file;
	d->o.ca_pem = data;
	d->o.insecure_skip_tls_verify = insecure;
	d->o.tls_server_name = server_name;
	return 0;
}

/* ---- users ---- */

/* The strings of a list, each behind `prefix`; `*count` of `out` are used. */
static int add_strings(struct draft *d, const struct inf__kubeplace *p, const char *name,
		       const char *prefix, const char **out, size_t *count)
{
	struct inf__kubeplace item;
	const char *value;
	int rc = 0;

	for (size_t i = 0; rc == 0; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		rc = inf__kube_item(d->k, p, name, i, &item);
		if (rc != 0 || !item.node)
			break;
		if (*count == KUBECONFIG_ITEMS_MAX)
			return inf__kube_refuse(d->k, p, name, "too many items");
		rc = inf__kube_item_text(d->k, &item, name, &value);
		if (rc != 0)
			return rc;
		strbuf_addf(&text, "%s%s", prefix, value);
		out[*count] = keep(d, &text);
		rc = out[*count] ? 0 : no_memory(d);
		*count += rc == 0;
	}
	return rc;
}

static int read_extra(struct draft *d, const struct inf__kubeplace *user)
{
	struct inf__kubeplace p = { user->file, inf__kube_member(user, "as-user-extra") };
	size_t count = 0;
	int rc = 0;

	if (!p.node)
		return 0;
	if (p.node->type != YAML_MAPPING_NODE)
		return inf__kube_refuse(d->k, user, "as-user-extra", "want a mapping");
	for (yaml_node_pair_t *pair = p.node->data.mapping.pairs.start;
	     rc == 0 && pair < p.node->data.mapping.pairs.top; pair++) {
		yaml_node_t *key = yaml_document_get_node(&p.file->doc, pair->key);
		AUTO_STRBUF prefix = STRBUF_INIT;

		if (key->type != YAML_SCALAR_NODE)
			return inf__kube_refuse(d->k, user, "as-user-extra", "want strings");
		strbuf_addf(&prefix, "%s=", (const char *)key->data.scalar.value);
		rc = prefix.failed ? no_memory(d)
				   : add_strings(d, &p, (const char *)key->data.scalar.value,
						 prefix.ptr, d->extra, &count);
	}
	return rc;
}

static int read_impersonation(struct draft *d, const struct inf__kubeplace *p)
{
	size_t count = 0;
	int rc = inf__kube_text(d->k, p, "as", &d->o.impersonate_user);

	if (rc == 0)
		rc = inf__kube_text(d->k, p, "as-uid", &d->o.impersonate_uid);
	if (rc == 0)
		rc = add_strings(d, p, "as-groups", "", d->groups, &count);
	if (rc == 0)
		rc = read_extra(d, p);
	d->o.impersonate_groups = d->groups;
	d->o.impersonate_extra = d->extra;
	return rc;
}

static int check_certificate(struct draft *d, const struct inf__kubeplace *p)
{
	const struct inf_client_options *o = &d->o;
	AUTO_STRBUF kept = STRBUF_INIT;
	int rc = check_either(d, p, "client-certificate", o->cert_file, o->cert_pem);

	if (rc == 0)
		rc = check_either(d, p, "client-key", o->key_file, o->key_pem);
	if (rc == 0 && o->cert_pem && inf__pem_certificates(str_of(o->cert_pem), &kept) == 0)
		rc = inf__kube_refuse(d->k, p, "client-certificate-data", "no certificate");
	if (rc == 0 && o->key_pem && !strstr(o->key_pem, " PRIVATE KEY-----"))
		rc = inf__kube_refuse(d->k, p, "client-key-data", "no private key");
	return rc;
}

/* A key without a certificate is ignored. */
static int read_certificate(struct draft *d, const struct inf__kubeplace *p)
{
	struct inf_client_options *o = &d->o;
	int rc = read_either(d, p, "client-certificate", &o->cert_file, &o->cert_pem);

	if (rc == 0)
		rc = read_either(d, p, "client-key", &o->key_file, &o->key_pem);
	if (rc == 0 && (o->cert_file || o->cert_pem))
		return check_certificate(d, p);
	o->key_file = o->key_pem = NULL;
	return rc;
}

static int read_credential(struct draft *d, const struct inf__kubeplace *p)
{
	int rc = read_certificate(d, p);

	if (rc == 0)
		rc = inf__kube_text(d->k, p, "token", &d->o.bearer_token);
	if (rc == 0)
		rc = path_member(d, p, "tokenFile", &d->o.token_file);
	if (rc == 0)
		rc = inf__kube_text(d->k, p, "username", &d->o.username);
	if (rc == 0)
		rc = inf__kube_text(d->k, p, "password", &d->o.password);
	return rc;
}

/* clientcmd checks a credential, and sends none without TLS. */
static void drop_credential(struct draft *d)
{
	struct inf_client_options *o = &d->o;

	o->cert_file = o->cert_pem = o->key_file = o->key_pem = NULL;
	o->bearer_token = o->token_file = o->username = o->password = NULL;
	inf__exec_config_fini(&d->exec);
}

static int read_user(struct draft *d, const char *name)
{
	struct inf__kubeplace p;
	yaml_node_t *exec;
	int rc = inf__kube_named(d->k, "users", "user", name, &p);

	if (rc == RELIST_ENOTFOUND)
		return 0; /* no credential, as in clientcmd */
	if (rc == 0)
		rc = read_impersonation(d, &p);
	if (rc == 0)
		rc = read_credential(d, &p);
	exec = rc == 0 ? inf__kube_member(&p, "exec") : NULL;
	if (exec)
		rc = inf__kube_exec(d->k, &p, exec, &d->o, &d->exec);
	if (rc == 0 && !is_https(d))
		drop_credential(d);
	else if (rc == 0 && inf__kube_member(&p, "auth-provider"))
		rc = inf__kube_fail(d->k, p.file, inf__kube_member(&p, "auth-provider"),
				    RELIST_EINVAL,
				    "auth-provider: client-go dropped these; use exec");
	return rc;
}

static int read_context(struct draft *d, const char *context)
{
	const char *cluster = NULL, *user = NULL;
	struct inf__kubeplace p;
	int rc = inf__kube_named(d->k, "contexts", "context", context, &p);

	if (rc == 0)
		rc = inf__kube_text(d->k, &p, "cluster", &cluster);
	if (rc == 0)
		rc = inf__kube_text(d->k, &p, "user", &user);
	if (rc == 0)
		rc = inf__kube_text(d->k, &p, "namespace", &d->o.namespace_);
	if (rc == 0 && !cluster)
		rc = inf__kube_fail(d->k, p.file, p.node, RELIST_EPARSE,
				    "a context without cluster");
	if (rc == 0)
		rc = read_cluster(d, cluster);
	return rc == 0 && user ? read_user(d, user) : rc;
}

static struct inf_client *make_client(struct draft *d, const char *context)
{
	int rc = context && *context ? 0 : inf__kube_current_context(d->k, &context);

	if (rc == 0 && (!context || !*context))
		rc = relist_err_set(d->k->err, RELIST_ENOTFOUND,
				    "kubeconfig: %s has no current-context and none was named",
				    d->k->files[0].path);
	if (rc == 0)
		rc = read_context(d, context);
	return rc == 0
		   ? inf__client_new_with_exec(&d->o, d->exec.command ? &d->exec : NULL, d->k->err)
		   : NULL;
}

struct inf_client *inf_client_from_kubeconfig(const char *path, const char *context,
					      struct relist_err *err)
{
	AUTO_STRBUF home_path = STRBUF_INIT;
	struct inf__kubeconfig k = { .err = err };
	struct draft d = { .k = &k };
	struct inf_client *client = NULL;
	const char *home = getenv("HOME");

	if (!path || !*path)
		path = getenv("KUBECONFIG");
	if (!path || !*path) {
		strbuf_addf(&home_path, "%s/.kube/config", home ? home : "");
		path = home_path.ptr;
	}
	if (inf__kubeconfig_load(&k, path) == 0)
		client = make_client(&d, context);
	if (client && err)
		*err = (struct relist_err) { 0 }; /* of a missing file or user */
	inf__exec_config_fini(&d.exec);
	while (d.owned_count)
		base__free(d.owned[--d.owned_count]);
	inf__kubeconfig_free(&k);
	return client;
}

struct inf_client *inf_client_in_cluster(struct relist_err *err)
{
	const char *host = getenv("KUBERNETES_SERVICE_HOST");
	const char *port = getenv("KUBERNETES_SERVICE_PORT");
	AUTO_STRBUF server = STRBUF_INIT;
	AUTO_STRBUF ns = STRBUF_INIT;
	struct inf_client_options o = {
		.token_file = SERVICE_ACCOUNT "/token",
		.ca_file = SERVICE_ACCOUNT "/ca.crt",
	};

	if (!host || !*host || !port || !*port) {
		relist_err_set(err, RELIST_ENOTFOUND,
			       "in-cluster: KUBERNETES_SERVICE_HOST and _PORT are not set");
		return NULL;
	}
	if (access(o.token_file, R_OK) != 0) {
		relist_err_set(err, RELIST_ENOTFOUND, "in-cluster: %s: %s", o.token_file,
			       strerror(errno));
		return NULL;
	}
	strbuf_addf(&server, strchr(host, ':') ? "https://[%s]:%s" : "https://%s:%s", host, port);
	if (inf__file_read(SERVICE_ACCOUNT "/namespace", NAMESPACE_BYTES_MAX, &ns, NULL) == 0) {
		while (ns.len > 0 && strchr(" \r\n", ns.ptr[ns.len - 1]))
			ns.ptr[--ns.len] = '\0';
		o.namespace_ = ns.ptr;
	}
	o.server = server.ptr;
	return inf_client_new(&o, err);
}
