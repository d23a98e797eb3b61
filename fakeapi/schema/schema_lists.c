/* SPDX-License-Identifier: Apache-2.0 */
/* Duplicate items of lists of type set and map. */
#include "fakeapi/schema/schema_impl.h"

#include "base/map.h"
#include "fakeapi/meta/go_json.h"

static void check_lists(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			const struct fakeapi__path *at);

/* The keys of an item as an object, for messages. NULL: out of memory. */
static cJSON *shown_key(const cJSON *keys, const cJSON *item)
{
	cJSON *shown = cJSON_CreateObject();
	const cJSON *k;

	cJSON_ArrayForEach(k, keys)
	{
		const cJSON *v = cJSON_IsString(k) ? fakeapi__member(item, k->valuestring) : NULL;
		cJSON *copy = v && shown ? cJSON_Duplicate(v, true) : NULL;

		if (!v || !shown)
			continue;
		if (copy && cJSON_AddItemToObject(shown, k->valuestring, copy))
			continue;
		cJSON_Delete(copy);
		cJSON_Delete(shown);
		return NULL;
	}
	return shown;
}

static void double_item(struct fakeapi__schema_check *c, const cJSON *keys, const cJSON *item,
			const struct fakeapi__path *at)
{
	cJSON *shown;

	c->errors++;
	if (!c->causes)
		return;
	shown = keys ? shown_key(keys, item) : NULL;
	c->causes->nomem |= keys && !shown;
	fakeapi__cause_duplicate(c->causes, at, keys ? shown : item);
	cJSON_Delete(shown);
}

/* Reports only the second of equal items. `keys`: of a map; NULL: a set. */
static void check_doubles(struct fakeapi__schema_check *c, const cJSON *keys, const cJSON *list,
			  const struct fakeapi__path *at)
{
	static const char once, twice;
	AUTO_STRBUF text = STRBUF_INIT;
	struct map seen;
	size_t i = 0;

	map_init(&seen, MAP_COPY_KEYS);
	for (const cJSON *m = list->child; m && !fakeapi__schema_tired(c); m = m->next, i++) {
		const struct fakeapi__path *here = PATH_AT(at, i);
		const char *before;

		++*c->steps;
		strbuf_clear(&text);
		if ((keys ? fakeapi__schema_item_key(keys, m, &text)
			  : fakeapi__value_text(m, &text)) != 0)
			break;
		before = map_get(&seen, strbuf_str(&text));
		if (before == &once)
			double_item(c, keys, m, here);
		if (before != &twice &&
		    map_put(&seen, strbuf_str(&text), (void *)(uintptr_t)(before ? &twice : &once),
			    NULL) != 0) {
			text.failed = true;
			break;
		}
	}
	if (text.failed && c->causes)
		c->causes->nomem = true;
	map_fini(&seen);
}

static bool all_objects(struct fakeapi__schema_check *c, const cJSON *list,
			const struct fakeapi__path *at)
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const struct fakeapi__path *here = PATH_AT(at, i);

		i++;
		if (cJSON_IsObject(m) || cJSON_IsNull(m))
			continue;
		c->errors++;
		if (c->causes)
			fakeapi__cause_invalid(c->causes, here, m,
					       "must be an object for an array of list-type map");
		return false;
	}
	return true;
}

static void check_list(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
		       const struct fakeapi__path *at)
{
	const char *type = fakeapi__string(schema, "x-kubernetes-list-type");
	const cJSON *keys = fakeapi__member(schema, "x-kubernetes-list-map-keys"), *m;
	const cJSON *items = fakeapi__member(schema, "items");
	size_t i = 0;

	if (strcmp(type, "set") == 0)
		check_doubles(c, NULL, v, at);
	else if (strcmp(type, "map") == 0 && cJSON_IsArray(keys) && all_objects(c, v, at))
		check_doubles(c, keys, v, at);
	if (!cJSON_IsObject(items))
		return;
	cJSON_ArrayForEach(m, v)
	{
		const struct fakeapi__path *here = PATH_AT(at, i);

		i++;
		check_lists(c, items, m, here);
	}
}

static void check_lists(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			const struct fakeapi__path *at)
{
	const cJSON *extra = fakeapi__member(schema, "additionalProperties"), *m;
	const cJSON *properties = fakeapi__member(schema, "properties");

	++*c->steps;
	if (cJSON_IsArray(v) && !fakeapi__schema_tired(c)) {
		check_list(c, schema, v, at);
		return;
	}
	for (m = cJSON_IsObject(v) ? v->child : NULL; m && !fakeapi__schema_tired(c); m = m->next) {
		const cJSON *sub = fakeapi__lookups_member(c->names, properties, m->string);

		if (cJSON_IsObject(sub))
			check_lists(c, sub, m, PATH(at, m->string));
		else if (cJSON_IsObject(extra))
			check_lists(c, extra, m, PATH_KEY(at, str_of(m->string)));
	}
}

int fakeapi__schema_validate_lists(const cJSON *schema, const struct fakeapi__lookups *known,
				   const cJSON *obj, const cJSON *old,
				   struct fakeapi__causes *causes)
{
	struct fakeapi__lookups names;
	size_t steps = 0;
	struct fakeapi__schema_check c = { .causes = causes, .names = &names, .steps = &steps };
	struct fakeapi__schema_check before = { .names = &names, .steps = &steps };

	fakeapi__lookups_over(&names, known);
	if (schema && old)
		check_lists(&before, schema, old, NULL);
	if (schema && before.errors == 0)
		check_lists(&c, schema, obj, NULL);
	fakeapi__lookups_fini(&names);
	causes->tired |= fakeapi__schema_tired(&c);
	return causes->nomem ? -1 : 0;
}
