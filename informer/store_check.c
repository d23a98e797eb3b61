/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the store against its indexes, for tests and the simulator. */
#include "informer/thread_safe_store.h"

static bool has_value(const struct inf_index_values *values, struct str value)
{
	for (size_t i = 0; i < values->len; i++)
		if (str_eq(values->values[i], value))
			return true;
	return false;
}

/* Checks that every value of the object leads to it. */
static int check_object(const struct inf__index *index, const struct inf_object *obj, size_t *links,
			struct strbuf *why)
{
	struct inf_index_values values = { 0 };
	int rc;

	index->fn(index->user, obj, &values);
	rc = values.failed ? RELIST_ENOMEM : 0;
	*links += values.len;
	for (size_t i = 0; rc == 0 && i < values.len; i++) {
		if (inf__index_bucket(index, values.values[i]))
			continue;
		strbuf_addf(why, "index %s has no value \"" STR_FMT "\", which %s has", index->name,
			    STR_ARG(values.values[i]), inf_object_key(obj));
		rc = RELIST_ELIMIT;
	}
	inf__index_values_fini(&values);
	return rc;
}

/* Checks that every object under the value has that value. */
static int check_bucket(const struct inf__store *s, const struct inf__index *index,
			const struct inf__index_bucket *b, struct strbuf *why)
{
	struct str name = { b->name, b->name_len };
	int rc = 0;

	if (b->count == 0) {
		strbuf_addf(why, "index %s keeps the value \"%s\", which nothing has", index->name,
			    b->name);
		return RELIST_ELIMIT;
	}
	for (uint32_t id = b->head; rc == 0 && id != INF_INDEX_NONE;
	     id = inf__index_next(index, id)) {
		const struct inf_object *obj = s->entries[inf__index_entry(index, id)];
		struct inf_index_values values = { 0 };

		if (obj)
			index->fn(index->user, obj, &values);
		if (values.failed) {
			rc = RELIST_ENOMEM;
		} else if (!has_value(&values, name)) {
			strbuf_addf(why, "index %s has %s under \"%s\"", index->name,
				    obj ? inf_object_key(obj) : "an object that is gone", b->name);
			rc = RELIST_ELIMIT;
		}
		inf__index_values_fini(&values);
	}
	return rc;
}

static int check_index(const struct inf__store *s, const struct inf__index *index,
		       struct strbuf *why)
{
	size_t want = 0, have = 0;
	const struct map_entry *e;
	int rc = 0;

	for (uint32_t i = 0; rc == 0 && i < s->end; i++)
		if (s->entries[i])
			rc = check_object(index, s->entries[i], &want, why);
	for (size_t i = 0; rc == 0 && (e = map_next(&index->by_value, &i));) {
		const struct inf__index_bucket *b = e->value;

		have += b->count;
		rc = check_bucket(s, index, b, why);
	}
	if (rc == 0 && have != want) {
		strbuf_addf(why, "index %s has %zu entries, a rebuild gives %zu", index->name, have,
			    want);
		rc = RELIST_ELIMIT;
	}
	return rc;
}

int inf__indexer_check(struct inf__indexer *ix, struct strbuf *why)
{
	int rc = 0;

	lock_acquire(&ix->lock);
	for (uint32_t i = 0; rc == 0 && i < ix->store.index_count; i++)
		rc = check_index(&ix->store, ix->store.indexes[i], why);
	lock_release(&ix->lock);
	return rc;
}
