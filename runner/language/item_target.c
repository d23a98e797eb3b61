/* SPDX-License-Identifier: Apache-2.0 */
/* item_target.c - what an entry of a stream is about: a type, an object, a pattern of objects. */
#include "runner/language/build.h"

/* pods/default, or nodes: what a DELETECOLLECTION is sent to. */
static void read_collection(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
			    struct str text, const char *slash)
{
	struct str type = { text.ptr, slash ? (size_t)(slash - text.ptr) : text.len };

	item->type = item->key.type = scn__find_type(b, pos, scn__copy(b, type));
	if (!slash || !item->type)
		return;
	item->key.ns = scn__copy(b, (struct str) { slash + 1, text.len - type.len - 1 });
	if (!item->type->namespaced || memchr(item->key.ns.ptr, '/', item->key.ns.len))
		scn__fail(b, pos,
			  "DELETECOLLECTION takes a type, or type/namespace: "
			  "\"%.60s\" is an object",
			  scn__copy(b, text).ptr);
}

/* pods, pods/default/a, and in never and writes `pods/default/` and a star: any name. */
void scn__item_target(struct scn__build *b, struct scn__item *item, enum scn__section_kind stream,
		      bool never, struct scn__pos pos, struct str text)
{
	bool name = memchr(text.ptr, '/', text.len) != NULL;
	const char *last = name ? memchr(text.ptr, '/', text.len) : NULL;

	if (item->verb == SCN_V_LIST || item->verb == SCN_V_WATCH ||
	    item->verb == SCN_V_ANY_REQUEST) {
		if (str_eqz(text, "all") && never)
			return;
		if (name)
			scn__fail(b, pos, "%s takes a type: \"%.60s\" is an object",
				  scn__verb_word(item->verb), scn__copy(b, text).ptr);
		else
			item->type = scn__find_type(b, pos, text);
		return;
	}
	if (never && !name) {
		item->type = item->key.type = scn__find_type(b, pos, text);
		item->key_any = true;
		return;
	}
	if ((never || stream == SCN_S_WRITES) && last && text.len > 1 &&
	    str_eqz((struct str) { text.ptr + text.len - 2, 2 }, "/*")) {
		struct str type = { text.ptr, (size_t)(last - text.ptr) };

		item->type = item->key.type = scn__find_type(b, pos, type);
		item->key.ns = scn__copy(b, (struct str) { last + 1, text.len > type.len + 3
									 ? text.len - type.len - 3
									 : 0 });
		item->key_any = true;
		return;
	}
	if (item->verb == SCN_V_W_DELETE_ALL) {
		read_collection(b, item, pos, text, last);
		return;
	}
	if (scn__parse_key(b, pos, text, &item->key))
		item->type = item->key.type;
}
