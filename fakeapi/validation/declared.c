/* SPDX-License-Identifier: Apache-2.0 */
/* declared.c - what Kubernetes checks by declarations on its types (tbl/declared.h), in the order
 * of its generated functions. What validation by hand found as well is replaced, and so comes last.
 */
#include "fakeapi/validation/declared.h"

#include "base/map.h"

static const struct fakeapi__declared rows[] = {
#define RULE(since, until, group, kind, path, rule, argument, gate, flags)                         \
	{ since, until, group, kind, path, rule, argument, FAKEAPI_GATE_##gate, flags },
#include "fakeapi/tbl/declared.h"
#undef RULE
};

static bool is_on(const struct fakeapi__declared_check *k, const struct fakeapi__declared *row)
{
	return k->release >= row->since && k->release <= row->until &&
	       (!row->gate ||
		fakeapi__gate_on(k->c->features, row->gate) == !(row->flags & UNLESS));
}

static void check_value(const struct fakeapi__declared_check *k,
			const struct fakeapi__declared *row, const struct fakeapi__declared *end,
			size_t depth, const path_t *at, struct fakeapi__pair p);

/* Returns the end of the rows after `row` that check the same member; its name has `len` bytes. */
static const struct fakeapi__declared *same_step(const struct fakeapi__declared *row,
						 const struct fakeapi__declared *end, size_t depth,
						 size_t len)
{
	const struct fakeapi__declared *r = row;

	while (r < end && strncmp(r->path + depth, row->path + depth, len) == 0 &&
	       strchr(".[{", r->path[depth + len]))
		r++;
	return r;
}

static void check_members(const struct fakeapi__declared_check *k,
			  const struct fakeapi__declared *row, const struct fakeapi__declared *end,
			  size_t depth, const path_t *at, const struct fakeapi__pair *p)
{
	while (row < end) {
		size_t len = strcspn(row->path + depth, ".[{");
		const struct fakeapi__declared *next = same_step(row, end, depth, len);
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)len, row->path + depth);
		check_value(k, row, next, depth + len, PATH(at, name),
			    (struct fakeapi__pair) { fakeapi__member(p->now, name),
						     fakeapi__member(p->old, name), p->known });
		row = next;
	}
}

/* Maps the items of the old list by their keys. */
static void index_items(const struct fakeapi__declared_check *k, struct map *by_key,
			const char *keys, const cJSON *list)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		AUTO_STRBUF key = STRBUF_INIT;

		fakeapi__add_item_key(&key, keys, item);
		if (fakeapi__text_failed(k, &key) || map_get(by_key, strbuf_str(&key)))
			continue;
		if (map_put(by_key, strbuf_str(&key), (void *)(uintptr_t)item, NULL) != 0)
			k->c->nomem = true;
	}
}

static const cJSON *old_item(const struct fakeapi__declared_check *k, const struct map *by_key,
			     const char *keys, const cJSON *item)
{
	AUTO_STRBUF key = STRBUF_INIT;

	fakeapi__add_item_key(&key, keys, item);
	return fakeapi__text_failed(k, &key) ? NULL : map_get(by_key, strbuf_str(&key));
}

static void check_items(const struct fakeapi__declared_check *k,
			const struct fakeapi__declared *row, const struct fakeapi__declared *end,
			size_t depth, const path_t *at, const struct fakeapi__pair *p)
{
	bool map = row->path[depth] == '{';
	size_t len = strcspn(row->path + depth, "]}") + 1, i = 0;
	const cJSON *item;
	struct map by_key;
	char keys[64];

	snprintf(keys, sizeof(keys), "%.*s", (int)len - 2, row->path + depth + 1);
	map_init(&by_key, MAP_COPY_KEYS);
	if (*keys)
		index_items(k, &by_key, keys, p->old);
	cJSON_ArrayForEach(item, p->now)
	{
		const cJSON *old = map	   ? fakeapi__member(p->old, item->string)
				   : *keys ? old_item(k, &by_key, keys, item)
					   : NULL;
		const path_t *here = map ? PATH_KEY(at, str_of(item->string)) : PATH_AT(at, i);

		check_value(k, row, end, depth + len, here,
			    (struct fakeapi__pair) { item, old, old != NULL });
		i++;
	}
	map_fini(&by_key);
}

static void check_value(const struct fakeapi__declared_check *k,
			const struct fakeapi__declared *row, const struct fakeapi__declared *end,
			size_t depth, const path_t *at, struct fakeapi__pair p)
{
	bool go_on = true;

	if (k->update && p.known && fakeapi__pair_is_same(&p))
		return;
	for (const struct fakeapi__declared *r = row; r < end; r++)
		if (!r->path[depth] && (r->flags & STOPS || r->rule == OPTIONAL) && is_on(k, r))
			go_on = fakeapi__check_rule(k, r, at, &p) && go_on;
	while (go_on && row < end) {
		char step = row->path[depth];
		const struct fakeapi__declared *next = row + 1;

		while (step && next < end && next->path[depth] == step)
			next++;
		if (step == '.')
			check_members(k, row, next, depth + 1, at, &p);
		else if (step)
			check_items(k, row, next, depth, at, &p);
		else if (!(row->flags & STOPS) && row->rule != OPTIONAL && is_on(k, row))
			(void)fakeapi__check_rule(k, row, at, &p);
		row = next;
	}
}

/* --- errors of hand-written validation --- */

/* The reason in a message: the text after the value. */
static const char *reason_of(const cJSON *cause)
{
	const char *text = fakeapi__string(cause, "message"), *last = text;

	for (const char *p = strstr(text, ": "); p; p = strstr(p + 2, ": "))
		last = p;
	return last;
}

static bool is_covered(const cJSON *by_hand, const cJSON *declared)
{
	static const char name[] =
	    "RFC 1123 subdomain"; /* two formats: in any case, or in lower case */
	const char *reason = fakeapi__string(declared, "reason");

	if (strcmp(fakeapi__string(by_hand, "field"), fakeapi__string(declared, "field")) != 0 ||
	    strcmp(fakeapi__string(by_hand, "reason"), reason) != 0)
		return false;
	return strcmp(reason, "FieldValueInvalid") != 0 ||
	       strcmp(reason_of(by_hand), reason_of(declared)) == 0 ||
	       (strstr(reason_of(by_hand), name) && strstr(reason_of(declared), name));
}

static void drop_covered(causes_t *c, size_t by_hand)
{
	const cJSON *first = c->list ? cJSON_GetArrayItem(c->list, (int)by_hand) : NULL;
	cJSON *next;

	if (!first)
		return;
	for (cJSON *cause = c->list->child; by_hand--; cause = next) {
		const cJSON *d = first;

		next = cause->next;
		while (d && !is_covered(cause, d))
			d = d->next;
		if (!d)
			continue;
		cJSON_Delete(cJSON_DetachItemViaPointer(c->list, cause));
		c->count--;
	}
}

/* Removes causes that two checks reported. */
static void drop_doubles(causes_t *c)
{
	struct map seen;
	cJSON *next;

	map_init(&seen, MAP_COPY_KEYS);
	for (cJSON *cause = c->list ? c->list->child : NULL; cause; cause = next) {
		AUTO_STRBUF text = STRBUF_INIT;

		next = cause->next;
		strbuf_addf(&text, "%s: %s", fakeapi__string(cause, "field"),
			    fakeapi__string(cause, "message"));
		c->nomem |= text.failed;
		if (!map_get(&seen, strbuf_str(&text))) {
			c->nomem |= map_put(&seen, strbuf_str(&text), &seen, NULL) != 0;
			continue;
		}
		cJSON_Delete(cJSON_DetachItemViaPointer(c->list, cause));
		c->count--;
	}
	map_fini(&seen);
}

void fakeapi__check_declared(causes_t *c, const struct fakeapi__resource *res, const cJSON *obj,
			     const cJSON *old)
{
	struct fakeapi__declared_check k = { c, fakeapi__release_of(c->features), old != NULL };
	const struct fakeapi__declared *row = rows, *end = rows + ARRAY_LEN(rows), *last;
	size_t by_hand;

	/* Definitions and APIServices have hand-written validation only. */
	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_DECLARED) || fakeapi__causes_full(c) ||
	    strcmp(res->group, "apiextensions.k8s.io") == 0 ||
	    strcmp(res->group, "apiregistration.k8s.io") == 0)
		return;
	drop_doubles(c);
	by_hand = fakeapi__causes_count(c);
	while (row < end &&
	       (strcmp(row->kind, res->kind) != 0 || strcmp(row->group, res->group) != 0))
		row++;
	for (last = row; last < end && strcmp(last->kind, res->kind) == 0 &&
			 strcmp(last->group, res->group) == 0;)
		last++;
	if (row == last)
		return;
	check_members(&k, row, last, 0, NULL, &(struct fakeapi__pair) { obj, old, old != NULL });
	if (fakeapi__causes_count(c) > by_hand)
		drop_covered(c, by_hand);
}
