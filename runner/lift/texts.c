/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/lift/texts.h"

#include "base/json_tree.h"

enum { NAMES_MAX = 16, DEPTH_MAX = 40 };

static void add_text(struct lift *l, struct lift__object *o, struct str text, bool uid)
{
	struct lift__text *t =
	    text.len && !map_get(&l->texts, text) ? lift__alloc(l, sizeof(*t)) : NULL;

	if (!t)
		return;
	*t = (struct lift__text) { .object = o, .uid = uid };
	l->failed |= map_put(&l->texts, text, t, NULL) != 0;
}

void lift__each_text(struct lift *l, json_t v, int depth,
		     void (*fn)(struct lift *l, struct lift__text *t, void *user), void *user)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t key, item;
	struct lift__text *t;

	if (depth > DEPTH_MAX)
		return;
	json_iter_init(&it, v);
	if (json_kind(v) == JSON_STRING) {
		t = map_get(&l->texts, json_str(v, &scratch));
		if (t)
			fn(l, t, user);
	}
	while (json_kind(v) == JSON_OBJECT && json_iter_member(&it, &key, &item))
		lift__each_text(l, item, depth + 1, fn, user);
	while (json_kind(v) == JSON_ARRAY && json_iter_element(&it, &item))
		lift__each_text(l, item, depth + 1, fn, user);
}

static void name_text(struct lift *l, struct lift__text *t, void *user)
{
	AUTO_STRBUF name = STRBUF_INIT;

	if (t->object == user || t->name.len || map_len(&l->uid_names) >= NAMES_MAX)
		return;
	strbuf_addf(&name, "$%c%zu",
		    t->object->type->resource.len ? t->object->type->resource.ptr[0] : 'u',
		    map_len(&l->uid_names) + 1);
	t->name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed || map_put(&l->uid_names, t->name, t->object, NULL) != 0;
}

void lift__find_texts(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (!w->done || w->deleted || !w->object->own)
			continue;
		add_text(l, w->object, w->uid, true);
		if (w->object->generated)
			add_text(l, w->object, w->object->name, false);
	}
	for (size_t i = 0; i < l->writes.len && map_len(&l->texts); i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->new_rv && !w->deleted && w->json.len)
			lift__each_text(l, w->json, 0, name_text, w->object);
	}
}

bool lift__replace_texts(const struct lift *l, cJSON *v, int depth)
{
	cJSON *child;

	if (cJSON_IsString(v)) {
		const struct lift__text *t = map_get(&l->texts, str_of(v->valuestring));

		return !t || !t->bound || cJSON_SetValuestring(v, t->name.ptr);
	}
	if (depth > DEPTH_MAX)
		return true;
	cJSON_ArrayForEach(child, v) if (!lift__replace_texts(l, child, depth + 1)) return false;
	return true;
}
