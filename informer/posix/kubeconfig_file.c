/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/kubeconfig_file.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/yaml_plain.h"
#include "informer/posix/ca.h"

enum { FILE_BYTES_MAX = 4 << 20, MERGES_MAX = 8 };

/* ---- files ---- */

int inf__kube_fail(struct inf__kubeconfig *k, const struct inf__kubefile *f,
		   const yaml_node_t *node, int code, const char *what)
{
	if (k->err && node) {
		k->err->line = (uint32_t)node->start_mark.line + 1;
		k->err->column = (uint32_t)node->start_mark.column + 1;
		return relist_err_set(k->err, code, "%s:%u:%u: %s", f->path, k->err->line,
				      k->err->column, what);
	}
	return relist_err_set(k->err, code, "%s: %s", f->path, what);
}

static int parse(struct inf__kubeconfig *k, struct inf__kubefile *f, const struct strbuf *text)
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

static const char *scalar(const yaml_node_t *node)
{
	return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value
						      : NULL;
}

static enum yaml_plain kind_of(const yaml_node_t *node)
{
	const struct str s = { (const char *)node->data.scalar.value, node->data.scalar.length };
	char decimal[YAML_DECIMAL_MAX];
	double v;

	return node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE ? yaml_plain_kind(s, decimal, &v)
								  : YAML_PLAIN_STRING;
}

static bool is_null(const yaml_node_t *node)
{
	return scalar(node) && kind_of(node) == YAML_PLAIN_NULL;
}

/* Both members may be missing. */
static int check_kind(struct inf__kubeconfig *k, struct inf__kubefile *f)
{
	static const char *const want[][2] = { { "apiVersion", "v1" }, { "kind", "Config" } };
	struct inf__kubeplace root = { f, yaml_document_get_root_node(&f->doc) };
	char what[32];

	if (root.node && root.node->type != YAML_MAPPING_NODE && !is_null(root.node))
		return inf__kube_fail(k, f, root.node, RELIST_EPARSE, "want a mapping");
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		const char *value;
		int rc = inf__kube_text(k, &root, want[i][0], &value);

		if (rc != 0)
			return rc;
		if (!value || strcmp(value, want[i][1]) == 0)
			continue;
		(void)snprintf(what, sizeof(what), "want %s", want[i][1]);
		return inf__kube_refuse(k, &root, want[i][0], what);
	}
	return 0;
}

static int load_file(struct inf__kubeconfig *k, const char *path, size_t len, bool must_exist)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct inf__kubefile *f;
	int rc;

	if (len == 0)
		return 0;
	if (k->count == KUBECONFIG_FILES_MAX)
		return relist_err_set(k->err, RELIST_ELIMIT, "kubeconfig: more than %d files",
				      KUBECONFIG_FILES_MAX);
	f = &k->files[k->count];
	f->path = base__strndup(path, len);
	if (!f->path)
		return relist_err_set(k->err, RELIST_ENOMEM, "kubeconfig: out of memory");
	rc = inf__file_read(f->path, FILE_BYTES_MAX, &text, k->err);
	if (rc == 0)
		rc = parse(k, f, &text);
	if (rc == 0) {
		k->count++;
		return check_kind(k, f);
	}
	base__free(f->path);
	f->path = NULL;
	if (rc == RELIST_ENOTFOUND && must_exist)
		return RELIST_EIO;
	return rc == RELIST_ENOTFOUND ? 0 : rc;
}

int inf__kubeconfig_load(struct inf__kubeconfig *k, const char *list)
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

void inf__kubeconfig_free(struct inf__kubeconfig *k)
{
	for (size_t i = 0; i < k->count; i++) {
		if (k->files[i].loaded)
			yaml_document_delete(&k->files[i].doc);
		base__free(k->files[i].path);
	}
}

/* ---- members ---- */

static yaml_node_t *find_member(const struct inf__kubeplace *p, const char *name, int depth)
{
	yaml_node_t *found = NULL, *merged = NULL;

	if (!p->node || p->node->type != YAML_MAPPING_NODE || depth > MERGES_MAX)
		return NULL;
	for (yaml_node_pair_t *pair = p->node->data.mapping.pairs.start;
	     pair < p->node->data.mapping.pairs.top; pair++) {
		const char *key = scalar(yaml_document_get_node(&p->file->doc, pair->key));
		struct inf__kubeplace value = { p->file, yaml_document_get_node(&p->file->doc,
										pair->value) };

		if (key && strcmp(key, name) == 0)
			found = value.node;
		else if (key && strcmp(key, "<<") == 0)
			merged = find_member(&value, name, depth + 1);
	}
	return found ? found : merged;
}

yaml_node_t *inf__kube_member(const struct inf__kubeplace *p, const char *name)
{
	yaml_node_t *node = find_member(p, name, 0);

	return node && !is_null(node) ? node : NULL;
}

int inf__kube_refuse(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		     const char *why)
{
	yaml_node_t *node = find_member(p, name, 0);
	char what[160];

	(void)snprintf(what, sizeof(what), "%s: %s", name, why);
	return inf__kube_fail(k, p->file, node ? node : p->node, RELIST_EPARSE, what);
}

int inf__kube_text(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   const char **out)
{
	yaml_node_t *node = inf__kube_member(p, name);

	*out = scalar(node);
	if (node && (!*out || kind_of(node) != YAML_PLAIN_STRING))
		return inf__kube_refuse(k, p, name, "want a string");
	if (*out && !**out)
		*out = NULL;
	return 0;
}

int inf__kube_bool(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   bool *out)
{
	yaml_node_t *node = inf__kube_member(p, name);
	enum yaml_plain kind;

	if (!node)
		return 0;
	kind = scalar(node) ? kind_of(node) : YAML_PLAIN_STRING;
	if (kind != YAML_PLAIN_TRUE && kind != YAML_PLAIN_FALSE)
		return inf__kube_refuse(k, p, name, "want true or false");
	*out = kind == YAML_PLAIN_TRUE;
	return 0;
}

int inf__kube_item(struct inf__kubeconfig *k, const struct inf__kubeplace *p, const char *name,
		   size_t i, struct inf__kubeplace *out)
{
	yaml_node_t *list = inf__kube_member(p, name);

	*out = (struct inf__kubeplace) { p->file, NULL };
	if (!list)
		return 0;
	if (list->type != YAML_SEQUENCE_NODE)
		return inf__kube_refuse(k, p, name, "want a list");
	if (i < (size_t)(list->data.sequence.items.top - list->data.sequence.items.start))
		out->node =
		    yaml_document_get_node(&p->file->doc, list->data.sequence.items.start[i]);
	return 0;
}

int inf__kube_item_text(struct inf__kubeconfig *k, const struct inf__kubeplace *item,
			const char *name, const char **out)
{
	char what[128];

	*out = is_null(item->node) ? "" : scalar(item->node);
	if (*out && (!**out || kind_of(item->node) == YAML_PLAIN_STRING))
		return 0;
	(void)snprintf(what, sizeof(what), "%s: want strings", name);
	return inf__kube_fail(k, item->file, item->node, RELIST_EPARSE, what);
}

/* ---- entries ---- */

static struct inf__kubeplace root_of(struct inf__kubefile *f)
{
	return (struct inf__kubeplace) { f, yaml_document_get_root_node(&f->doc) };
}

/* The entry of a file; out->node is NULL without one. */
static int named_in(struct inf__kubeconfig *k, struct inf__kubefile *f, const char *outer,
		    const char *name, struct inf__kubeplace *out)
{
	struct inf__kubeplace root = root_of(f), entry;
	int rc;

	out->node = NULL;
	for (size_t i = 0; (rc = inf__kube_item(k, &root, outer, i, &entry)) == 0 && entry.node;
	     i++) {
		const char *found;

		rc = inf__kube_text(k, &entry, "name", &found);
		if (rc != 0)
			return rc;
		if (!found || strcmp(found, name) != 0)
			continue;
		if (out->node)
			return inf__kube_fail(k, f, entry.node, RELIST_EPARSE,
					      "a second entry of this name");
		*out = entry;
	}
	return rc;
}

int inf__kube_named(struct inf__kubeconfig *k, const char *outer, const char *inner,
		    const char *name, struct inf__kubeplace *out)
{
	for (size_t i = 0; i < k->count; i++) {
		struct inf__kubeplace entry;
		int rc = named_in(k, &k->files[i], outer, name, &entry);

		if (rc != 0)
			return rc;
		if (!entry.node)
			continue;
		*out = (struct inf__kubeplace) { entry.file, inf__kube_member(&entry, inner) };
		if (!out->node && strcmp(outer, "users") != 0) /* a user may be empty */
			return inf__kube_fail(k, entry.file, entry.node, RELIST_EPARSE,
					      "an entry without its mapping");
		if (out->node && out->node->type != YAML_MAPPING_NODE)
			return inf__kube_refuse(k, &entry, inner, "want a mapping");
		return 0;
	}
	return relist_err_set(k->err, RELIST_ENOTFOUND, "kubeconfig: there is no \"%s\" in %s",
			      name, outer);
}

int inf__kube_current_context(struct inf__kubeconfig *k, const char **out)
{
	int rc = 0;

	*out = NULL;
	for (size_t i = 0; rc == 0 && !*out && i < k->count; i++) {
		struct inf__kubeplace root = root_of(&k->files[i]);

		rc = inf__kube_text(k, &root, "current-context", out);
	}
	return rc;
}
