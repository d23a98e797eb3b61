/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/controllers/expectations.h"

#include "base/alloc.h"

struct expectation {
	int add, del;
	int64_t since_ns;
	struct map children; /* keys of expected deletions; the value is the map itself */
};

void ctl__expectations_init(struct ctl__expectations *e, int64_t ttl_ns)
{
	e->ttl_ns = ttl_ns;
	map_init(&e->keys, MAP_COPY_KEYS);
}

static void drop(struct expectation *x)
{
	if (!x)
		return;
	map_fini(&x->children);
	base__free(x);
}

void ctl__expectations_fini(struct ctl__expectations *e)
{
	const struct map_entry *entry;

	for (size_t i = 0; (entry = map_next(&e->keys, &i));)
		drop(entry->value);
	map_fini(&e->keys);
}

/* Replaces an expectation. Returns NULL if out of memory; the old one then stays. */
static struct expectation *set(struct ctl__expectations *e, struct str key, int64_t now_ns, int add,
			       int del)
{
	struct expectation *x = base__calloc(1, sizeof(*x));
	void *old = NULL;

	if (!x)
		return NULL;
	*x = (struct expectation) { .add = add, .del = del, .since_ns = now_ns };
	map_init(&x->children, MAP_COPY_KEYS);
	if (map_put(&e->keys, key, x, &old)) {
		drop(x);
		return NULL;
	}
	drop(old);
	return x;
}

int ctl__expect_creations(struct ctl__expectations *e, struct str key, int64_t now_ns, int count)
{
	return set(e, key, now_ns, count, 0) ? 0 : RELIST_ENOMEM;
}

int ctl__expect_deletions(struct ctl__expectations *e, struct str key, int64_t now_ns,
			  const struct str *children, size_t count)
{
	struct expectation *x = set(e, key, now_ns, 0, (int)count);

	for (size_t i = 0; x && i < count; i++)
		if (map_put(&x->children, children[i], x, NULL))
			return RELIST_ENOMEM;
	return x ? 0 : RELIST_ENOMEM;
}

void ctl__creation_observed(struct ctl__expectations *e, struct str key)
{
	struct expectation *x = map_get(&e->keys, key);

	if (x)
		x->add--;
}

void ctl__deletion_observed(struct ctl__expectations *e, struct str key, struct str child)
{
	struct expectation *x = map_get(&e->keys, key);

	if (x && map_del(&x->children, child))
		x->del--;
}

bool ctl__satisfied(const struct ctl__expectations *e, struct str key, int64_t now_ns)
{
	const struct expectation *x = map_get(&e->keys, key);

	return !x || (x->add <= 0 && x->del <= 0) || now_ns - x->since_ns > e->ttl_ns;
}

void ctl__forget_expectations(struct ctl__expectations *e, struct str key)
{
	drop(map_del(&e->keys, key));
}
