/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig.c - kubectl's configuration files, and the in-cluster configuration in a pod's file
 * system.
 *
 * Each file is a libyaml document. Lists of named entries are searched in file order, so that the
 * first file with a name wins, as in clientcmd's merge. Sources: tools/clientcmd (loader.go,
 * client_config.go), rest/config.go. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>
#include <yaml.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/str.h"
#include "informer/posix/ca.h"
#include "informer/posix/client.h"
#include "informer/posix/exec_credential.h"

enum { FILES_MAX = 64, FILE_BYTES_MAX = 4 << 20 };

#define SERVICE_ACCOUNT "/var/run/secrets/kubernetes.io/serviceaccount"

struct file {
	char *path;
	yaml_document_t doc;
	bool loaded;
};

struct kubeconfig {
	struct file files[FILES_MAX];
	size_t count;
	struct relist_err *err;
};

/* A mapping and its file. */
struct place {
	struct file *file;
	yaml_node_t *node;
};

/* ---- reading ---- */

static int fail_at(struct kubeconfig *k, const struct file *f, const yaml_node_t *node, int code,
		   const char *what)
{
	if (k->err && node) {
		k->err->line = (uint32_t)node->start_mark.line + 1;
		k->err->column = (uint32_t)node->start_mark.column + 1;
		return relist_err_set(k->err, code, "%s:%u:%u: %s", f->path, k->err->line,
				      k->err->column, what);
	}
	return relist_err_set(k->err, code, "%s: %s", f->path, what);
}

static int parse(struct kubeconfig *k, struct file *f, const struct strbuf *text)
{
	yaml_parser_t parser;
	int rc = 0;

	if (!yaml_parser_initialize(&parser))
		return relist_err_set(k->err, RELIST_ENOMEM, "%s: out of memory", f->path);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text->ptr, text->len);
	f->loaded = yaml_parser_load(&parser, &f->doc);
	if (!f->loaded)
		rc = relist_err_set(k->err, RELIST_EPARSE, "%s:%zu:%zu: %s", f->path,
				    parser.problem_mark.line + 1, parser.problem_mark.column + 1,
				    parser.problem ? parser.problem : "not YAML");
	yaml_parser_delete(&parser);
	return rc;
}

static int load_file(struct kubeconfig *k, const char *path, size_t len, bool must_exist)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct file *f;
	int rc;

	if (len == 0)
		return 0;
	if (k->count == FILES_MAX)
		return relist_err_set(k->err, RELIST_ELIMIT, "kubeconfig: more than %d files",
				      FILES_MAX);
	f = &k->files[k->count];
	f->path = base__strndup(path, len);
	if (!f->path)
		return relist_err_set(k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
	rc = inf__file_read(f->path, FILE_BYTES_MAX, &text, k->err);
	if (rc == 0)
		rc = parse(k, f, &text);
	if (rc == 0) {
		k->count++;
		return 0;
	}
	base__free(f->path);
	f->path = NULL;
	if (rc == RELIST_ENOTFOUND && must_exist)
		return RELIST_EIO;
	return rc == RELIST_ENOTFOUND ? 0 : rc;
}

static int load_list(struct kubeconfig *k, const char *list)
{
	bool single = strchr(list, ':') == NULL;
	int rc = 0;

	while (rc == 0 && *list) {
		size_t len = strcspn(list, ":");

		rc = load_file(k, list, len, single);
		list += len + (list[len] == ':');
	}
	if (rc == 0 && k->count == 0)
		rc = relist_err_set(k->err, RELIST_ENOTFOUND,
				    "kubeconfig: none of its files exists");
	return rc;
}

static void unload(struct kubeconfig *k)
{
	for (size_t i = 0; i < k->count; i++) {
		if (k->files[i].loaded)
			yaml_document_delete(&k->files[i].doc);
		base__free(k->files[i].path);
	}
}

/* ---- lookup ---- */

static const char *scalar(const yaml_node_t *node)
{
	return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value
						      : NULL;
}

static yaml_node_t *member(const struct place *p, const char *name)
{
	if (!p->node || p->node->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *pair = p->node->data.mapping.pairs.start;
	     pair < p->node->data.mapping.pairs.top; pair++) {
		const char *key = scalar(yaml_document_get_node(&p->file->doc, pair->key));

		if (key && strcmp(key, name) == 0)
			return yaml_document_get_node(&p->file->doc, pair->value);
	}
	return NULL;
}

/* A string member; NULL if absent, empty or null. RELIST_EPARSE for other kinds. */
static int text_member(struct kubeconfig *k, const struct place *p, const char *name,
		       const char **out)
{
	yaml_node_t *node = member(p, name);
	char what[128];

	*out = scalar(node);
	if (node && !*out) {
		(void)snprintf(what, sizeof(what), "%s: want a string", name);
		return fail_at(k, p->file, node, RELIST_EPARSE, what);
	}
	if (*out && (!**out || (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
				(strcmp(*out, "null") == 0 || strcmp(*out, "~") == 0))))
		*out = NULL;
	return 0;
}

/* The mapping under `inner` of the first entry called `name` in the lists `outer` of all files. */
static int find_named(struct kubeconfig *k, const char *outer, const char *inner, const char *name,
		      struct place *out)
{
	for (size_t i = 0; i < k->count; i++) {
		struct place root = { &k->files[i], yaml_document_get_root_node(&k->files[i].doc) };
		yaml_node_t *list = member(&root, outer);

		if (!list || list->type != YAML_SEQUENCE_NODE)
			continue;
		for (yaml_node_item_t *item = list->data.sequence.items.start;
		     item < list->data.sequence.items.top; item++) {
			struct place entry = { root.file,
					       yaml_document_get_node(&root.file->doc, *item) };
			const char *found;
			int rc = text_member(k, &entry, "name", &found);

			if (rc != 0)
				return rc;
			if (!found || strcmp(found, name) != 0)
				continue;
			*out = (struct place) { root.file, member(&entry, inner) };
			if (!out->node || out->node->type != YAML_MAPPING_NODE)
				return fail_at(k, root.file, entry.node, RELIST_EPARSE,
					       "an entry without its mapping");
			return 0;
		}
	}
	return relist_err_set(k->err, RELIST_ENOTFOUND, "kubeconfig: there is no \"%s\" in %s",
			      name, outer);
}

static const char *current_context(struct kubeconfig *k)
{
	for (size_t i = 0; i < k->count; i++) {
		struct place root = { &k->files[i], yaml_document_get_root_node(&k->files[i].doc) };
		const char *name = scalar(member(&root, "current-context"));

		if (name && *name)
			return name;
	}
	return NULL;
}

/* ---- values ---- */

/* Everything allocated while a client is built; freed at its end. */
struct draft {
	struct kubeconfig *k;
	struct inf_client_options o;
	char *owned[16];
	size_t owned_count;
	struct inf__exec_config exec;
};

static char *keep(struct draft *d, char *z)
{
	ASSERT(d->owned_count < ARRAY_LEN(d->owned));
	if (z)
		d->owned[d->owned_count++] = z;
	return z;
}

/* A path relative to its file. */
static int path_member(struct draft *d, const struct place *p, const char *name, const char **out)
{
	AUTO_STRBUF path = STRBUF_INIT;
	const char *slash = strrchr(p->file->path, '/');
	const char *value;
	int rc = text_member(d->k, p, name, &value);

	if (rc != 0 || !value)
		return rc;
	if (value[0] != '/' && slash)
		strbuf_add(&path, p->file->path, (size_t)(slash + 1 - p->file->path));
	strbuf_addz(&path, value);
	*out = keep(d, strbuf_steal(&path));
	return *out ? 0 : relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
}

static int data_member(struct draft *d, const struct place *p, const char *name, const char **out)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	const char *value;
	int rc = text_member(d->k, p, name, &value);
	char what[128];

	if (rc != 0 || !value)
		return rc;
	if (!base64_decode(&bytes, str_of(value), BASE64_STD, NULL) && !bytes.failed) {
		(void)snprintf(what, sizeof(what), "%s: not base64", name);
		return fail_at(d->k, p->file, member(p, name), RELIST_EPARSE, what);
	}
	*out = keep(d, strbuf_steal(&bytes));
	return *out ? 0 : relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
}

static int bool_member(struct draft *d, const struct place *p, const char *name, bool *out)
{
	const char *value;
	int rc = text_member(d->k, p, name, &value);
	char what[128];

	if (rc != 0 || !value)
		return rc;
	*out = strcmp(value, "true") == 0;
	if (!*out && strcmp(value, "false") != 0) {
		(void)snprintf(what, sizeof(what), "%s is \"%.40s\", want true or false", name,
			       value);
		return fail_at(d->k, p->file, member(p, name), RELIST_EPARSE, what);
	}
	return 0;
}

static int read_cluster(struct draft *d, const char *name)
{
	struct place p;
	int rc = find_named(d->k, "clusters", "cluster", name, &p);

	if (rc == 0)
		rc = text_member(d->k, &p, "server", &d->o.server);
	if (rc == 0 && !d->o.server)
		rc = fail_at(d->k, p.file, p.node, RELIST_EPARSE, "a cluster without server");
	if (rc == 0)
		rc = path_member(d, &p, "certificate-authority", &d->o.ca_file);
	if (rc == 0)
		rc = data_member(d, &p, "certificate-authority-data", &d->o.ca_pem);
	if (rc == 0)
		rc = bool_member(d, &p, "insecure-skip-tls-verify", &d->o.insecure_skip_tls_verify);
	if (rc == 0)
		rc = bool_member(d, &p, "disable-compression", &d->o.disable_compression);
	if (rc == 0)
		rc = text_member(d->k, &p, "tls-server-name", &d->o.tls_server_name);
	if (rc == 0)
		rc = text_member(d->k, &p, "proxy-url", &d->o.proxy_url);
	return rc;
}

/* ---- exec plugins ---- */

static int copy_text(struct draft *d, const struct place *p, const char *name, char **out)
{
	const char *value;
	int rc = text_member(d->k, p, name, &value);

	if (rc == 0 && value) {
		*out = base__strdup(value);
		if (!*out)
			rc = relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
	}
	return rc;
}

/* args: a list of strings; env: a list of {name, value}. */
static int exec_list(struct draft *d, const struct place *p, const char *name, char ***out)
{
	yaml_node_t *list = member(p, name);
	size_t count, n = 0;

	if (!list || list->type != YAML_SEQUENCE_NODE)
		return 0;
	count = (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
	*out = base__calloc(count + 1, sizeof(**out));
	if (!*out)
		return relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
	for (size_t i = 0; i < count; i++) {
		struct place item = { p->file,
				      yaml_document_get_node(&p->file->doc,
							     list->data.sequence.items.start[i]) };
		AUTO_STRBUF text = STRBUF_INIT;
		const char *key = scalar(member(&item, "name"));
		const char *value = key ? scalar(member(&item, "value")) : scalar(item.node);

		if (!value)
			return fail_at(d->k, p->file, item.node, RELIST_EPARSE,
				       "exec: want strings in args, name and value in env");
		strbuf_addf(&text, "%s%s%s", key ? key : "", key ? "=" : "", value);
		(*out)[n] = strbuf_steal(&text);
		if (!(*out)[n++])
			return relist_err_set(d->k->err, RELIST_ENOMEM,
					      "kubeconfig: out of memory");
	}
	return 0;
}

static int read_exec(struct draft *d, const struct place *user, yaml_node_t *node)
{
	struct place p = { user->file, node };
	AUTO_STRBUF command = STRBUF_INIT;
	const char *slash = strrchr(p.file->path, '/');
	int rc = copy_text(d, &p, "command", &d->exec.command);

	if (rc == 0)
		rc = copy_text(d, &p, "apiVersion", &d->exec.api_version);
	if (rc == 0 && (!d->exec.command || !d->exec.api_version))
		return fail_at(d->k, p.file, node, RELIST_EPARSE,
			       "exec: command and apiVersion are required");
	if (rc == 0)
		rc = copy_text(d, &p, "installHint", &d->exec.install_hint);
	if (rc == 0)
		rc = exec_list(d, &p, "args", &d->exec.args);
	if (rc == 0)
		rc = exec_list(d, &p, "env", &d->exec.env);
	/* A relative command with a slash is relative to its file; a bare name is searched in
	 * $PATH. */
	if (rc == 0 && d->exec.command[0] != '/' && strchr(d->exec.command, '/') && slash) {
		strbuf_add(&command, p.file->path, (size_t)(slash + 1 - p.file->path));
		strbuf_addz(&command, d->exec.command);
		base__free(d->exec.command);
		d->exec.command = strbuf_steal(&command);
		if (!d->exec.command)
			rc = relist_err_set(d->k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
	}
	return rc;
}

static int read_user(struct draft *d, const char *name)
{
	struct place p;
	yaml_node_t *exec;
	int rc = find_named(d->k, "users", "user", name, &p);

	if (rc == 0)
		rc = path_member(d, &p, "client-certificate", &d->o.cert_file);
	if (rc == 0)
		rc = data_member(d, &p, "client-certificate-data", &d->o.cert_pem);
	if (rc == 0)
		rc = path_member(d, &p, "client-key", &d->o.key_file);
	if (rc == 0)
		rc = data_member(d, &p, "client-key-data", &d->o.key_pem);
	if (rc == 0)
		rc = text_member(d->k, &p, "token", &d->o.bearer_token);
	if (rc == 0)
		rc = path_member(d, &p, "tokenFile", &d->o.token_file);
	if (rc == 0)
		rc = text_member(d->k, &p, "username", &d->o.username);
	if (rc == 0)
		rc = text_member(d->k, &p, "password", &d->o.password);
	if (rc == 0)
		rc = text_member(d->k, &p, "as", &d->o.impersonate_user);
	if (rc != 0)
		return rc;
	if (member(&p, "auth-provider"))
		return fail_at(d->k, p.file, member(&p, "auth-provider"), RELIST_EINVAL,
			       "auth-provider: client-go dropped these; use exec");
	exec = member(&p, "exec");
	return exec ? read_exec(d, &p, exec) : 0;
}

static struct inf_client *make_client(struct draft *d, const char *context)
{
	const char *cluster = NULL, *user = NULL;
	struct place p;
	int rc;

	if (!context)
		context = current_context(d->k);
	if (!context) {
		relist_err_set(d->k->err, RELIST_ENOTFOUND,
			       "kubeconfig: %s has no current-context and none was named",
			       d->k->files[0].path);
		return NULL;
	}
	rc = find_named(d->k, "contexts", "context", context, &p);
	if (rc == 0)
		rc = text_member(d->k, &p, "cluster", &cluster);
	if (rc == 0)
		rc = text_member(d->k, &p, "user", &user);
	if (rc == 0)
		rc = text_member(d->k, &p, "namespace", &d->o.namespace_);
	if (rc == 0 && !cluster)
		rc = fail_at(d->k, p.file, p.node, RELIST_EPARSE, "a context without cluster");
	if (rc == 0)
		rc = read_cluster(d, cluster);
	if (rc == 0 && user)
		rc = read_user(d, user);
	return rc == 0
		   ? inf__client_new_with_exec(&d->o, d->exec.command ? &d->exec : NULL, d->k->err)
		   : NULL;
}

struct inf_client *inf_client_from_kubeconfig(const char *path, const char *context,
					      struct relist_err *err)
{
	AUTO_STRBUF home_path = STRBUF_INIT;
	struct kubeconfig k = { .err = err };
	struct draft d = { .k = &k };
	struct inf_client *client = NULL;
	const char *home = getenv("HOME");

	if (!path || !*path)
		path = getenv("KUBECONFIG");
	if (!path || !*path) {
		strbuf_addf(&home_path, "%s/.kube/config", home ? home : "");
		path = home_path.ptr;
	}
	if (load_list(&k, path) == 0)
		client = make_client(&d, context);
	inf__exec_config_fini(&d.exec);
	while (d.owned_count)
		base__free(d.owned[--d.owned_count]);
	unload(&k);
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
	if (inf__file_read(SERVICE_ACCOUNT "/namespace", FILE_BYTES_MAX, &ns, NULL) == 0) {
		while (ns.len > 0 && strchr(" \r\n", ns.ptr[ns.len - 1]))
			ns.ptr[--ns.len] = '\0';
		o.namespace_ = ns.ptr;
	}
	o.server = server.ptr;
	return inf_client_new(&o, err);
}
