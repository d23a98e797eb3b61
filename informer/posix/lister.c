/* SPDX-License-Identifier: Apache-2.0 */
/* lister.c - reads an informer's cache: Indexer and GenericLister. Any thread. */
#include "base/selector.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "informer/posix/informer_handle.h"
#include "relist/informers.h"

static struct inf__indexer *indexer_of(struct inf_informer *inf)
{
	return inf__informer_indexer(inf__informer_handle_informer(inf));
}

void inf_index_namespace(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	inf__index_by_namespace(user, obj, out);
}

struct inf_object *inf_informer_get(struct inf_informer *inf, const char *key)
{
	return inf__indexer_get(indexer_of(inf), key);
}

size_t inf_informer_len(struct inf_informer *inf)
{
	return inf__indexer_len(indexer_of(inf));
}

int inf_informer_by_index(struct inf_informer *inf, const char *index, const char *value,
			  struct inf_object_list *out, struct relist_err *err)
{
	return inf__indexer_by_index(indexer_of(inf), index, value, out, err);
}

/* Keeps only the objects from `start` on that the selector selects. */
static void keep_selected(struct inf_object_list *list, size_t start,
			  const struct selector_term *terms)
{
	size_t kept = start;

	for (size_t i = start; i < list->len; i++) {
		json_t labels = json_string_map(json_path(inf__object_value(list->items[i]),
							  "metadata", "labels", NULL),
						true);

		if (selector_matches_labels(terms, labels))
			list->items[kept++] = list->items[i];
		else
			inf_object_unref(list->items[i]);
	}
	list->len = kept;
}

/* Keeps only the namespace's objects, if there is no index for it. */
static void keep_namespace(struct inf_object_list *list, size_t start, const char *namespace_)
{
	size_t kept = start;

	for (size_t i = start; i < list->len; i++) {
		struct inf_str ns = inf_object_namespace(list->items[i]);

		if (str_eqz((struct str) { ns.ptr, ns.len }, namespace_))
			list->items[kept++] = list->items[i];
		else
			inf_object_unref(list->items[i]);
	}
	list->len = kept;
}

static int list_namespace(struct inf__indexer *ix, const char *namespace_,
			  struct inf_object_list *out, struct relist_err *err)
{
	bool all = !namespace_ || !*namespace_;
	size_t start = out->len;
	int rc = RELIST_ENOTFOUND;

	if (!all)
		rc = inf__indexer_by_index(ix, "namespace", namespace_, out, NULL);
	if (rc == RELIST_ENOTFOUND) {
		rc = inf__indexer_list(ix, out);
		if (rc == 0 && !all)
			keep_namespace(out, start, namespace_);
	}
	return rc == 0 ? 0 : relist_err_set(err, rc, "list: out of memory");
}

/* listers.go: ListAll, ListAllByNamespace. */
static int list_selected(struct inf__indexer *ix, const char *namespace_,
			 const char *label_selector, struct inf_object_list *out,
			 struct relist_err *err)
{
	struct selector_term *terms = NULL;
	AUTO_STRBUF why = STRBUF_INIT;
	size_t start = out->len;
	int rc = 0;

	if (label_selector)
		rc = selector_parse_labels(str_of(label_selector), &terms, &why);
	if (rc != 0)
		return relist_err_set(err, rc == RELIST_ENOMEM ? rc : RELIST_EINVAL,
				      "label selector \"%s\": %s", label_selector, why.ptr);
	rc = list_namespace(ix, namespace_, out, err);
	if (rc == 0 && terms)
		keep_selected(out, start, terms);
	selector_free(terms);
	return rc;
}

int inf_informer_list(struct inf_informer *inf, const char *namespace_, const char *label_selector,
		      struct inf_object_list *out, struct relist_err *err)
{
	return list_selected(indexer_of(inf), namespace_, label_selector, out, err);
}

int inf_indexer_list_selected(struct inf_indexer *ix, const char *namespace_,
			      const char *label_selector, struct inf_object_list *out,
			      struct relist_err *err)
{
	return list_selected((struct inf__indexer *)ix, namespace_, label_selector, out, err);
}

struct inf_object *inf_informer_get_named(struct inf_informer *inf, const char *ns,
					  const char *name)
{
	AUTO_STRBUF key = STRBUF_INIT;

	if (ns && *ns)
		strbuf_addf(&key, "%s/", ns);
	strbuf_addz(&key, name);
	return key.failed ? NULL : inf_informer_get(inf, key.ptr);
}
