/* SPDX-License-Identifier: Apache-2.0 */
/* The order of list elements after a strategic merge patch. */
#include "fakeapi/apply/patch_order.h"

#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

struct items {
	cJSON **at;
	size_t count;
};

/* Moves the elements of `list` into a vector with capacity for `more`. */
static int items_take(struct items *v, cJSON *list, size_t more)
{
	size_t n = list ? (size_t)cJSON_GetArraySize(list) : 0;

	v->count = 0;
	v->at = base__reallocarray(NULL, n + more + 1, sizeof(cJSON *));
	if (!v->at)
		return -1;
	while (list && list->child)
		v->at[v->count++] = cJSON_DetachItemViaPointer(list, list->child);
	return 0;
}

/* Moves the elements back to `list`; the vector is empty afterwards. */
static void items_give(struct items *v, cJSON *list)
{
	for (size_t i = 0; i < v->count; i++)
		(void)cJSON_AddItemToArray(list, v->at[i]);
	base__free(v->at);
	v->at = NULL;
	v->count = 0;
}

/* -1: the item has no key, or out of memory. */
static int text_of(struct fakeapi__places *p, const cJSON *item, struct strbuf *out)
{
	const cJSON *v = *p->key ? fakeapi__member(item, p->key) : item;

	strbuf_clear(out);
	if (!v)
		return -1;
	if (fakeapi__value_text(v, out) == 0)
		return 0;
	p->nomem = true;
	return -1;
}

void fakeapi__places_put(struct fakeapi__places *p, const cJSON *item, void *what)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (text_of(p, item, &text) == 0 && !map_get(&p->by_text, strbuf_str(&text)))
		p->nomem |= map_put(&p->by_text, strbuf_str(&text), what, NULL) != 0;
}

void *fakeapi__places_get(struct fakeapi__places *p, const cJSON *item)
{
	AUTO_STRBUF text = STRBUF_INIT;

	return text_of(p, item, &text) == 0 ? map_get(&p->by_text, strbuf_str(&text)) : NULL;
}

void fakeapi__places_init(struct fakeapi__places *p, const cJSON *list, const char *key)
{
	uintptr_t i = 1;

	*p = (struct fakeapi__places) { .key = key };
	map_init(&p->by_text, MAP_COPY_KEYS);
	for (const cJSON *e = list ? list->child : NULL; e; e = e->next, i++)
		fakeapi__places_put(p, e, (void *)i);
}

void fakeapi__places_fini(struct fakeapi__places *p)
{
	map_fini(&p->by_text);
}

/* The item's position in the list; -1: not found. */
static long place_of(struct fakeapi__places *p, const cJSON *item)
{
	return (long)(uintptr_t)fakeapi__places_get(p, item) - 1;
}

struct placed {
	cJSON *item;
	long place;
	size_t at; /* keeps sorting stable */
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int d = (x->place > y->place) - (x->place < y->place);

	return d ? d : (x->at > y->at) - (x->at < y->at);
}

/* Sorts by the positions in `order`. Items that are not in it stay, and no item moves past them. */
static void sort_by(struct placed *all, size_t count, struct fakeapi__places *order)
{
	size_t from = 0;

	for (size_t i = 0; i < count; i++) {
		all[i].place = place_of(order, all[i].item);
		all[i].at = i;
	}
	for (size_t i = 0; i <= count; i++) {
		if (i < count && all[i].place >= 0)
			continue;
		if (i > from)
			qsort(all + from, i - from, sizeof(*all), by_place);
		from = i + 1;
	}
}

int fakeapi__places_arrange(cJSON *list, const cJSON *order, const cJSON *server, const char *key)
{
	struct items all = { NULL, 0 };
	struct placed *ours = NULL, *theirs = NULL;
	struct fakeapi__places in_order, in_server;
	size_t our_count = 0, their_count = 0, i = 0, j = 0;
	int rc = -1;

	if (items_take(&all, list, 0) != 0)
		return -1;
	fakeapi__places_init(&in_order, order, key);
	fakeapi__places_init(&in_server, server, key);
	ours = base__reallocarray(NULL, all.count + 1, sizeof(*ours));
	theirs = base__reallocarray(NULL, all.count + 1, sizeof(*theirs));
	if (!ours || !theirs)
		goto out;
	for (size_t n = 0; n < all.count; n++) {
		if (place_of(&in_order, all.at[n]) >= 0)
			ours[our_count++].item = all.at[n];
		else
			theirs[their_count++].item = all.at[n];
	}
	sort_by(ours, our_count, &in_order);
	sort_by(theirs, their_count, &in_server);
	for (size_t n = 0; n < our_count; n++)
		ours[n].place = place_of(&in_server, ours[n].item);
	all.count = 0;
	while (i < their_count || j < our_count) {
		if (j >= our_count || (i < their_count && theirs[i].place >= 0 &&
				       ours[j].place >= 0 && theirs[i].place < ours[j].place))
			all.at[all.count++] = theirs[i++].item;
		else
			all.at[all.count++] = ours[j++].item;
	}
	rc = in_order.nomem || in_server.nomem ? -1 : 0;
out:
	base__free(ours);
	base__free(theirs);
	fakeapi__places_fini(&in_order);
	fakeapi__places_fini(&in_server);
	items_give(&all, list);
	return rc;
}
