/* SPDX-License-Identifier: Apache-2.0 */
/* lister.c - reading an informer's cache: Indexer and GenericLister. Any thread. */
#include "informer/indexer.h"
#include "informer/posix/handle.h"

static struct inf__indexer *indexer_of(struct inf_informer *inf)
{
	return inf__informer_indexer(inf__runtime_informer(inf__handle_runtime(inf)));
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
