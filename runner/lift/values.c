/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - the expected values of the members that the program has written. */
#include "base/json_tree.h"
#include "runner/lift/story.h"
#include "runner/rewrite/literal.h"

enum {
	DEPTH_MAX = 12,
	LIST_MAX = 4000, /* a longer list of objects is not compared */
	WIDTH = 100,
};

static void add_value(const struct lift *l, struct strbuf *out, const char *key, const cJSON *v,
		      int depth)
{
	const cJSON *item;
	bool more = false, object = cJSON_IsObject(v);

	if (cJSON_IsString(v)) {
		if (lift__is_noise(l, key, v->valuestring))
			strbuf_addz(out, "any");
		else if (!lift__add_generated_name(l, str_of(v->valuestring), out) &&
			 !scn__add_as_pattern(out, str_of(v->valuestring)))
			lift__add_scalar(out, str_of(v->valuestring));
		return;
	}
	if (cJSON_IsNull(v) || depth > DEPTH_MAX) {
		strbuf_addz(out, "any");
		return;
	}
	if (!object && !cJSON_IsArray(v)) {
		json_tree_add(out, v, JSON_STYLE_WRITTEN);
		return;
	}
	strbuf_addc(out, object ? '{' : '[');
	cJSON_ArrayForEach(item, v)
	{
		strbuf_addz(out, more ? ", " : "");
		more = true;
		if (object) {
			lift__add_scalar(out, str_of(item->string));
			strbuf_addz(out, ": ");
		}
		add_value(l, out, object ? item->string : key, item, depth + 1);
	}
	strbuf_addc(out, object ? '}' : ']');
}

/* A list matches an element with more members than the expected ones, so those that the reference
 * lacks are named as well. Its UID differs in each run. */
static cJSON *owners_of(const cJSON *references)
{
	static const char *const flags[] = { "controller", "blockOwnerDeletion" };
	cJSON *out = cJSON_Duplicate(references, true), *item;

	cJSON_ArrayForEach(item, out)
	{
		cJSON_DeleteItemFromObjectCaseSensitive(item, "uid");
		for (size_t i = 0; i < ARRAY_LEN(flags); i++)
			if (!cJSON_HasObjectItem(item, flags[i]))
				(void)cJSON_AddRawToObject(item, flags[i], "absent");
	}
	return out;
}

static void add_leaf(const struct lift *l, struct strbuf *out, const char *key, const cJSON *v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!v) {
		strbuf_addz(out, "absent");
		return;
	}
	if (cJSON_IsObject(v)) {
		strbuf_addz(out, "any");
		return;
	}
	if (strcmp(key, "ownerReferences") == 0 && cJSON_IsArray(v)) {
		cJSON *owners = owners_of(v);

		add_value(l, &text, key, owners, 0);
		text.failed |= !owners;
		cJSON_Delete(owners);
	} else {
		add_value(l, &text, key, v, 0);
	}
	if (text.len > LIST_MAX)
		strbuf_addz(out, "any");
	else
		strbuf_adds(out, strbuf_str(&text));
	out->failed |= text.failed;
}

static bool str_starts(struct str s, struct str prefix)
{
	return s.len >= prefix.len && (!prefix.len || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

static struct str head_of(struct str path)
{
	const char *p = memchr(path.ptr, LIFT_SEP, path.len);

	return (struct str) { path.ptr, p ? (size_t)(p - path.ptr) : path.len };
}

/* Adds the paths that begin with `prefix` as one flow map. */
static void add_tree(struct lift *l, const struct lift__object *o, struct str prefix,
		     const cJSON *state, struct strbuf *out)
{
	AUTO_STRBUF below = STRBUF_INIT;
	bool more = false;

	strbuf_addc(out, '{');
	for (size_t i = 0; i < o->written_paths.len; i++) {
		struct str path = *(const struct str *)o->written_paths.items[i], head, rest;
		const cJSON *v;
		bool again = false, leaf = false;

		if (!str_starts(path, prefix))
			continue;
		rest = (struct str) { path.ptr + prefix.len, path.len - prefix.len };
		head = lift__copy(l, head_of(rest));
		if (!head.ptr)
			return;
		strbuf_clear(&below);
		strbuf_adds(&below, prefix);
		strbuf_adds(&below, head);
		for (size_t k = 0; k < o->written_paths.len; k++) {
			struct str other = *(const struct str *)o->written_paths.items[k];

			leaf |= str_eq(other, strbuf_str(&below));
			again |= k < i && str_starts(other, strbuf_str(&below)) &&
				 (other.len == below.len || other.ptr[below.len] == LIFT_SEP);
		}
		if (again)
			continue;
		strbuf_addz(out, more ? ", " : "");
		more = true;
		lift__add_scalar(out, head);
		strbuf_addz(out, ": ");
		v = cJSON_GetObjectItemCaseSensitive(state, head.ptr);
		strbuf_addc(&below, LIFT_SEP);
		if (leaf || !cJSON_IsObject(v))
			add_leaf(l, out, head.ptr, v);
		else
			add_tree(l, o, lift__copy(l, strbuf_str(&below)), v, out);
	}
	strbuf_addc(out, '}');
	out->failed |= below.failed;
}

/* Converts "{a: {b: c}, d: e}" to lines, one member each. */
static void add_lines(struct strbuf *out, size_t indent, struct str flow)
{
	size_t depth = 0, from = 1;
	char quote = 0;

	for (size_t i = 1; i < flow.len; i++) {
		char c = flow.ptr[i];

		if (quote) {
			i += quote == '"' && c == '\\';
			quote = c == quote ? 0 : quote;
			continue;
		}
		if (c == '\'' || c == '"')
			quote = c;
		else if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && depth)
			depth--;
		else if (!depth && (c == ',' || c == '}')) {
			strbuf_addf(out, "%*s%.*s\n", (int)indent, "", (int)(i - from),
				    flow.ptr + from);
			from = i + 2;
		}
	}
}

void lift__add_contents(struct story *s, struct lift__object *o, size_t indent, struct strbuf *out)
{
	AUTO_STRBUF flow = STRBUF_INIT;
	cJSON *state;

	/* an object with finalizers remains after its deletion */
	if (o->own && o->now && lift__has_finalizers(o->now->json))
		lift__learn_deletion(s->l, o);
	if (!o->written_paths.len || !o->now || o->now->partial || !o->now->json.len) {
		strbuf_addz(out, " any\n");
		return;
	}
	state = json_tree_parse(o->now->json, JSON_DIGITS_ALL);
	add_tree(s->l, o, STR(""), state, &flow);
	cJSON_Delete(state);
	if (indent + o->key.len + 2 + flow.len <= WIDTH) {
		strbuf_addf(out, " %s\n", flow.ptr);
	} else {
		strbuf_addc(out, '\n');
		add_lines(out, indent + 2, strbuf_str(&flow));
	}
	s->l->failed |= flow.failed;
}
