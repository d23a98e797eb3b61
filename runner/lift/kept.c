/* SPDX-License-Identifier: Apache-2.0 */
/* kept.c - finds the objects that the program created for the selected ones (--key). */
#define _GNU_SOURCE /* memrchr */
#include "runner/lift/impl.h"

/* Whether the name contains `of` as a whole segment: "dns-db" contains "db". */
static bool is_called_after(struct str name, struct str of)
{
	for (size_t i = 0; of.len && i + of.len <= name.len; i++)
		if (memcmp(name.ptr + i, of.ptr, of.len) == 0 &&
		    (!i || strchr("-.", name.ptr[i - 1])) &&
		    (i + of.len == name.len || strchr("-.", name.ptr[i + of.len])))
			return true;
	return false;
}

/* Whether the program created the object for a selected one: its owner or its name shows that. */
bool lift__is_child_of_kept(const struct lift *l, const struct lift__state *s)
{
	struct json_iter it;
	json_t owner;

	json_iter_init(&it, json_path(s->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		const struct lift__object *of =
		    map_get(&l->uids, json_str(json_get(owner, "uid"), &scratch));

		if (of && of->wanted)
			return true;
	}
	for (size_t i = 0; i < l->opt.keys.len; i++) {
		struct str key = str_of(l->opt.keys.items[i]);
		const char *slash = memrchr(key.ptr, '/', key.len);

		if (slash)
			key = str_of(slash + 1);
		if (is_called_after(s->object->name, key))
			return true;
	}
	return false;
}

bool lift__note_kept(struct lift *l, struct lift__state *s)
{
	return !l->opt.keys.len || !s->object->wanted || !s->uid.len || map_get(&l->uids, s->uid) ||
	       !map_put(&l->uids, s->uid, s->object, NULL);
}
