/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig_file.h - the files of a kubeconfig as clientcmd reads them: entries by name, members
 * with the kinds that they have in YAML 1.1.
 *
 * Each file is a libyaml document. Lists of named entries are searched in file order, so that the
 * first file with a name wins, as in clientcmd's merge (tools/clientcmd/loader.go). */
#ifndef INFORMER_POSIX_KUBECONFIG_FILE_H
#define INFORMER_POSIX_KUBECONFIG_FILE_H

#include <yaml.h>

#include "base/str.h"

enum { KUBECONFIG_FILES_MAX = 64, KUBECONFIG_ITEMS_MAX = 256 };

struct inf__kubefile {
	char *path;
	yaml_document_t doc;
	bool loaded;
};

struct inf__kubeconfig {
	struct inf__kubefile files[KUBECONFIG_FILES_MAX];
	size_t count;
	struct relist_err *err; /* of all functions below; may be NULL */
};

/* A mapping (NULL: it has no members) and its file. */
struct inf__kubeplace {
	struct inf__kubefile *file;
	yaml_node_t *node;
};

/* Loads the files of a list with ':'; missing ones of several are skipped. RELIST_EIO,
 * RELIST_EPARSE, RELIST_ENOTFOUND (none exists), RELIST_ELIMIT, RELIST_ENOMEM. Free it in any
 * case. */
int inf__kubeconfig_load(struct inf__kubeconfig *k, const char *list);
void inf__kubeconfig_free(struct inf__kubeconfig *k);

/* Sets the error, with the place of `node` (NULL: none) in the file; returns `code`. */
int inf__kube_fail(struct inf__kubeconfig *k, const struct inf__kubefile *f,
		   const yaml_node_t *node, int code, const char *what);

/* The same for a member of `p`, with RELIST_EPARSE: "NAME: WHY". */
int inf__kube_refuse(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		     const char *why);

/* The node of a member, also of a merge key ("<<"); of equal names the last. NULL: none, or null.
 */
yaml_node_t *inf__kube_member(const struct inf__kubeplace *p, const char *name);
/* A string member; NULL if absent, empty or null. RELIST_EPARSE for other kinds, a number among
 * them. */
int inf__kube_text(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   const char **out);
/* A boolean member; *out stays if it is absent or null. RELIST_EPARSE for other kinds. */
int inf__kube_bool(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   bool *out);
/* The `i`-th item of a list; out->node is NULL after the last. RELIST_EPARSE for other kinds. */
int inf__kube_item(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   size_t i, struct inf__kubeplace *out);
/* An item of the list `name` as a string; null is "". RELIST_EPARSE for other kinds. */
int inf__kube_item_text(struct inf__kubeconfig *k, const struct inf__kubeplace *item,
			const char *name, const char **out);

/* The mapping under `inner` of the first entry called `name` in the lists `outer` of all files.
 * RELIST_ENOTFOUND; RELIST_EPARSE for two entries of that name in one file. */
int inf__kube_named(struct inf__kubeconfig *k, const char *outer, const char *inner,
		    const char *name, struct inf__kubeplace *out);
/* NULL: none. */
int inf__kube_current_context(struct inf__kubeconfig *k, const char **out);

struct inf__exec_config;
struct inf_client_options;
/* Reads the exec plugin at `node` of a user; `cluster` is for provideClusterInfo. The caller calls
 * inf__exec_config_fini(), also after an error (RELIST_EPARSE, RELIST_ENOMEM). */
int inf__kube_exec(struct inf__kubeconfig *k, const struct inf__kubeplace *user, yaml_node_t *node,
		   const struct inf_client_options *cluster, struct inf__exec_config *exec);

#endif
