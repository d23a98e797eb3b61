/* SPDX-License-Identifier: Apache-2.0 */
/* item_target.c - parses the target of a stream's entry: a type, an object or a pattern. */
#include "runner/language/build.h"

/* pods/default, or nodes: the target of a DELETECOLLECTION. */
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

/* pods and a star: all pods; pods/default/web and a star: names with that prefix. */
static void read_pattern(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
			 struct str text, const char *slash)
{
	struct str type = { text.ptr, (size_t)(slash - text.ptr) };
	struct str names = { slash + 1, text.len - type.len - 1 };

	item->type = item->key.type = scn__find_type(b, pos, scn__copy(b, type));
	item->key.text = scn__copy(b, names);
	item->key_any = true;
	if (item->type)
		(void)scn__parse_pattern(b, pos, names, item->type, &item->key.ns, &item->key.name);
	if (item->verb == SCN_V_W_DELETE_ALL && item->key.name.len && !str_eqz(item->key.name, "*"))
		scn__fail(b, pos, "DELETECOLLECTION names no object: write type/namespace");
}

/* pods, pods/default/a; in never and writes also patterns of names. */
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
		item->key_any = true;
		if (str_eqz(text, "all"))
			return;
		item->type = item->key.type = scn__find_type(b, pos, text);
		return;
	}
	if ((never || stream == SCN_S_WRITES) && last && scn__is_numbered(text)) {
		if (scn__parse_step_key(b, pos, text, &item->key))
			item->type = item->key.type;
		return;
	}
	if ((never || stream == SCN_S_WRITES) && last && memchr(text.ptr, '*', text.len)) {
		read_pattern(b, item, pos, text, last);
		return;
	}
	if (item->verb == SCN_V_W_DELETE_ALL) {
		read_collection(b, item, pos, text, last);
		return;
	}
	if (scn__parse_key(b, pos, text, &item->key))
		item->type = item->key.type;
}
