/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig_exec.c - the exec plugin of a user. Sources: tools/clientcmd/validation.go,
 * plugin/pkg/client/auth/exec. */
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "informer/posix/ca.h"
#include "informer/posix/exec_credential.h"
#include "informer/posix/kubeconfig_file.h"
#include "relist/informer.h"

enum { CA_BYTES_MAX = 16 << 20 };

static int no_memory(struct inf__kubeconfig *k)
{
	return relist_err_set(k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
}

static int copy_text(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		     char **out)
{
	const char *value;
	int rc = inf__kube_text(k, p, name, &value);

	if (rc == 0 && value) {
		*out = base__strdup(value);
		rc = *out ? 0 : no_memory(k);
	}
	return rc;
}

/* An item of args, or of env as "name=value". */
static int exec_item(struct inf__kubeconfig *k, const struct inf__kubeplace *item, const char *list,
		     struct strbuf *out)
{
	const char *name = NULL, *value = NULL;
	int rc;

	if (strcmp(list, "args") == 0) {
		rc = inf__kube_item_text(k, item, list, &value);
		strbuf_addz(out, rc == 0 ? value : "");
		return rc;
	}
	rc = inf__kube_text(k, item, "name", &name);
	if (rc == 0)
		rc = inf__kube_text(k, item, "value", &value);
	if (rc == 0 && !name)
		rc = inf__kube_fail(k, item->file, item->node, RELIST_EPARSE,
				    "env: want a name and a value");
	if (rc == 0)
		strbuf_addf(out, "%s=%s", name, value ? value : "");
	return rc;
}

static int exec_list(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		     char ***out)
{
	struct inf__kubeplace item;
	int rc = 0;

	*out = base__calloc(KUBECONFIG_ITEMS_MAX + 1, sizeof(**out));
	if (!*out)
		return no_memory(k);
	for (size_t i = 0; rc == 0; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		rc = inf__kube_item(k, p, name, i, &item);
		if (rc != 0 || !item.node)
			break;
		if (i == KUBECONFIG_ITEMS_MAX)
			return inf__kube_refuse(k, p, name, "too many items");
		rc = exec_item(k, &item, name, &text);
		if (rc == 0) {
			(*out)[i] = strbuf_steal(&text);
			rc = (*out)[i] ? 0 : no_memory(k);
		}
	}
	return rc;
}

/* ValidateAuthInfo: versions, and modes, which v1 requires. */
static int check_exec(struct inf__kubeconfig *k, const struct inf__kubeplace *p,
		      const struct inf__exec_config *exec)
{
	static const char *const modes[] = { "Never", "IfAvailable", "Always" };
	bool v1 = strcmp(exec->api_version, "client.authentication.k8s.io/v1") == 0;
	const char *mode;
	int rc = inf__kube_text(k, p, "interactiveMode", &mode);
	bool known = !mode && !v1;

	if (rc != 0)
		return rc;
	for (size_t i = 0; mode && i < ARRAY_LEN(modes); i++)
		known |= strcmp(mode, modes[i]) == 0;
	if (!v1 && strcmp(exec->api_version, "client.authentication.k8s.io/v1beta1") != 0)
		return inf__kube_refuse(k, p, "apiVersion",
					"want client.authentication.k8s.io/v1 or v1beta1");
	return known ? 0
		     : inf__kube_fail(k, p->file, p->node, RELIST_EPARSE,
				      "exec: interactiveMode: want Never, IfAvailable or Always");
}

/* spec.cluster of the plugin's input (clientauthentication.Cluster). */
static int add_cluster_info(struct inf__kubeconfig *k, const struct inf_client_options *o,
			    struct inf__exec_config *exec)
{
	const struct {
		const char *name, *value;
	} texts[] = {
		{ "server", o->server },
		{ "tls-server-name", o->tls_server_name },
		{ "proxy-url", o->proxy_url },
	};
	AUTO_STRBUF info = STRBUF_INIT;
	AUTO_STRBUF file = STRBUF_INIT;
	const char *ca = o->ca_pem;

	if (o->ca_file && inf__file_read(o->ca_file, CA_BYTES_MAX, &file, NULL) == 0)
		ca = file.ptr;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		if (!texts[i].value)
			continue;
		strbuf_addf(&info, "%c\"%s\":", i ? ',' : '{', texts[i].name);
		strbuf_add_json(&info, str_of(texts[i].value));
	}
	if (o->insecure_skip_tls_verify)
		strbuf_addz(&info, ",\"insecure-skip-tls-verify\":true");
	if (o->disable_compression)
		strbuf_addz(&info, ",\"disable-compression\":true");
	if (ca) {
		strbuf_addz(&info, ",\"certificate-authority-data\":\"");
		base64_encode(&info, str_of(ca), BASE64_STD);
		strbuf_addc(&info, '"');
	}
	strbuf_addz(&info, ",\"config\":null}");
	exec->cluster_info = strbuf_steal(&info);
	return exec->cluster_info ? 0 : no_memory(k);
}

int inf__kube_exec(struct inf__kubeconfig *k, const struct inf__kubeplace *user, yaml_node_t *node,
		   const struct inf_client_options *cluster, struct inf__exec_config *exec)
{
	struct inf__kubeplace p = { user->file, node };
	AUTO_STRBUF command = STRBUF_INIT;
	const char *slash = strrchr(p.file->path, '/');
	bool provides = false;
	int rc = copy_text(k, &p, "command", &exec->command);

	if (rc == 0)
		rc = copy_text(k, &p, "apiVersion", &exec->api_version);
	if (rc == 0 && (!exec->command || !exec->api_version))
		return inf__kube_fail(k, p.file, node, RELIST_EPARSE,
				      "exec: command and apiVersion are required");
	if (rc == 0)
		rc = check_exec(k, &p, exec);
	if (rc == 0)
		rc = copy_text(k, &p, "installHint", &exec->install_hint);
	if (rc == 0)
		rc = exec_list(k, &p, "args", &exec->args);
	if (rc == 0)
		rc = exec_list(k, &p, "env", &exec->env);
	if (rc == 0)
		rc = inf__kube_bool(k, &p, "provideClusterInfo", &provides);
	if (rc == 0 && provides)
		rc = add_cluster_info(k, cluster, exec);
	/* A relative command with a slash is relative to its file; a bare name is searched in
	 * $PATH. */
	if (rc == 0 && exec->command[0] != '/' && strchr(exec->command, '/') && slash) {
		strbuf_add(&command, p.file->path, (size_t)(slash + 1 - p.file->path));
		strbuf_addz(&command, exec->command);
		base__free(exec->command);
		exec->command = strbuf_steal(&command);
		rc = exec->command ? 0 : no_memory(k);
	}
	return rc;
}
