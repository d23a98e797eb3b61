/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.c - writes objects in a readable form: without members that the server sets, in one line if
 * they fit. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"
#include "runner/lift/texts.h"

enum { WIDTH = 100, DEPTH_MAX = 60 };

/* --- bodies --- */

static const char *const made_by_server[] = {
	"name",		 "namespace",	     "uid", "resourceVersion", "selfLink",
	"managedFields", "creationTimestamp"
};

static bool is_empty_object(const cJSON *v)
{
	return cJSON_IsObject(v) && !v->child;
}

/* Replaces UIDs of owners from the story by the names to which they are bound. */
static bool name_owners(struct lift *l, cJSON *metadata)
{
	cJSON *owner, *owners = cJSON_GetObjectItemCaseSensitive(metadata, "ownerReferences");

	cJSON_ArrayForEach(owner, owners)
	{
		const cJSON *uid = cJSON_GetObjectItemCaseSensitive(owner, "uid");
		struct lift__object *o =
		    cJSON_IsString(uid) ? map_get(&l->uids, str_of(uid->valuestring)) : NULL;
		cJSON *name = o && o->bound ? cJSON_CreateString(o->uid_name.ptr) : NULL;

		if (!o || !o->bound || !str_eqz(o->uid, uid->valuestring)) {
			cJSON_Delete(name);
			continue;
		}
		if (!name || !cJSON_ReplaceItemInObjectCaseSensitive(owner, "uid", name)) {
			cJSON_Delete(name);
			return false;
		}
		if (!name->string) /* cJSON does not check its own strdup */
			return false;
	}
	return true;
}

/* "$name" would be a name in the scenario: no text can be written like that. */
static bool escape_names(struct lift *l, cJSON *v, int depth)
{
	cJSON *child;

	if (cJSON_IsString(v) && v->valuestring[0] == '$' && v->valuestring[1] != '$' &&
	    !map_get(&l->uid_names, str_of(v->valuestring))) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, "$%s", v->valuestring);
		lift__note(l, "\"%.60s\" is written as \"$%.60s\": the language has names there",
			   v->valuestring, v->valuestring);
		return !text.failed && cJSON_SetValuestring(v, text.ptr);
	}
	if (depth > DEPTH_MAX)
		return true;
	cJSON_ArrayForEach(child, v) if (!escape_names(l, child, depth + 1)) return false;
	return true;
}

static bool strip(struct lift *l, cJSON *tree)
{
	cJSON *metadata = cJSON_GetObjectItemCaseSensitive(tree, "metadata");
	const cJSON *generation;

	cJSON_DeleteItemFromObjectCaseSensitive(tree, "kind");
	cJSON_DeleteItemFromObjectCaseSensitive(tree, "apiVersion");
	for (size_t i = 0; i < ARRAY_LEN(made_by_server); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, made_by_server[i]);
	generation = cJSON_GetObjectItemCaseSensitive(metadata, "generation");
	if (cJSON_IsNumber(generation) && generation->valuedouble == 1)
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, "generation");
	if (!name_owners(l, metadata) || !lift__replace_texts(l, tree, 0) ||
	    !escape_names(l, tree, 0))
		return false;
	if (is_empty_object(metadata))
		cJSON_DeleteItemFromObjectCaseSensitive(tree, "metadata");
	return true;
}

static int print(cJSON *take_tree, struct strbuf *out)
{
	char *text = take_tree ? json_tree_print(take_tree, JSON_STYLE_WRITTEN) : NULL;

	cJSON_Delete(take_tree);
	if (!text)
		return RELIST_ENOMEM;
	strbuf_addz(out, text);
	cJSON_free(text);
	return out->failed ? RELIST_ENOMEM : 0;
}

int lift__body(struct lift *l, const struct lift__state *s, struct strbuf *json)
{
	cJSON *tree = json_tree_parse(s->json, JSON_DIGITS_ALL);

	if (!cJSON_IsObject(tree)) {
		cJSON_Delete(tree);
		strbuf_addz(json, "{}");
		return json->failed ? RELIST_ENOMEM : 0;
	}
	if (!strip(l, tree)) {
		cJSON_Delete(tree);
		return RELIST_ENOMEM;
	}
	return print(tree, json);
}

/* --- differences --- */

static bool add(cJSON *to, const char *name, cJSON *take_item)
{
	if (take_item && cJSON_AddItemToObject(to, name, take_item))
		return true;
	cJSON_Delete(take_item);
	return false;
}

static bool diff(const cJSON *from, const cJSON *to, cJSON *out, int depth);

/* The patch of a missing member. Metadata has further members that are not in `from`. */
static bool add_removal(const cJSON *item, cJSON *out, int depth)
{
	cJSON *inside;

	if (depth || strcmp(item->string, "metadata") != 0 || !cJSON_IsObject(item))
		return add(out, item->string, cJSON_CreateNull());
	inside = cJSON_CreateObject();
	if (inside && diff(item, NULL, inside, depth + 1))
		return add(out, item->string, inside);
	cJSON_Delete(inside);
	return false;
}

/* Adds the members of `to` that differ from those of `from`, and with `removals` marks those that
 * are gone. */
static bool add_changes(const cJSON *from, const cJSON *to, cJSON *out, int depth, bool removals)
{
	const cJSON *item;

	if (removals)
		cJSON_ArrayForEach(item,
				   from) if (!cJSON_GetObjectItemCaseSensitive(to, item->string) &&
					     !add_removal(item, out, depth)) return false;
	cJSON_ArrayForEach(item, to)
	{
		const cJSON *old = cJSON_GetObjectItemCaseSensitive(from, item->string);

		if (old && fakeapi__equal(old, item))
			continue;
		if (cJSON_IsObject(old) && cJSON_IsObject(item) && depth < DEPTH_MAX) {
			cJSON *inside = cJSON_CreateObject();

			if (!inside || !add_changes(old, item, inside, depth + 1, removals)) {
				cJSON_Delete(inside);
				return false;
			}
			if (!add(out, item->string, inside))
				return false;
		} else if (!add(out, item->string, cJSON_Duplicate(item, true))) {
			return false;
		}
	}
	return true;
}

static bool diff(const cJSON *from, const cJSON *to, cJSON *out, int depth)
{
	return add_changes(from, to, out, depth, true);
}

static bool without(const cJSON *over, const cJSON *base, cJSON *out, int depth)
{
	return add_changes(base, over, out, depth, false);
}

static int combine(json_t a, json_t b,
		   bool (*how)(const cJSON *a, const cJSON *b, cJSON *out, int depth),
		   struct strbuf *text)
{
	cJSON *x = json_tree_parse(a, JSON_DIGITS_ALL), *y = json_tree_parse(b, JSON_DIGITS_ALL);
	cJSON *out = cJSON_CreateObject();
	bool good = x && y && out && how(x, y, out, 0);

	cJSON_Delete(x);
	cJSON_Delete(y);
	if (good)
		return print(out, text);
	cJSON_Delete(out);
	return RELIST_ENOMEM;
}

int lift__patch(struct lift *l, json_t from, json_t to, struct strbuf *json)
{
	(void)l;
	return combine(from, to, diff, json);
}

static bool common(const cJSON *a, const cJSON *b, cJSON *out, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, a)
	{
		const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, item->string);

		if (!other)
			continue;
		if (fakeapi__equal(item, other)) {
			if (!add(out, item->string, cJSON_Duplicate(item, true)))
				return false;
		} else if (cJSON_IsObject(item) && cJSON_IsObject(other) && depth < DEPTH_MAX) {
			cJSON *inside = cJSON_CreateObject();

			if (!inside || !common(item, other, inside, depth + 1)) {
				cJSON_Delete(inside);
				return false;
			}
			if (is_empty_object(inside))
				cJSON_Delete(inside);
			else if (!add(out, item->string, inside))
				return false;
		}
	}
	return true;
}

int lift__common(json_t a, json_t b, struct strbuf *out)
{
	return combine(a, b, common, out);
}

int lift__without(json_t over, json_t base, struct strbuf *out)
{
	return combine(over, base, without, out);
}

/* --- text --- */

static bool is_word(struct str s, const char *word)
{
	if (s.len != strlen(word))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if ((s.ptr[i] | 32) != word[i])
			return false;
	return true;
}

static bool is_plain(struct str s)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-./ =@$:()+;%";
	static const char *const words[] = { "null", "true", "false", "any", "absent" };
	char first = s.len ? *s.ptr : 0, last = s.len ? s.ptr[s.len - 1] : 0;
	bool letter = (first | 32) >= 'a' && (first | 32) <= 'z';

	if (!letter && first != '$')
		return false;
	if (last == ' ' || last == ':')
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!s.ptr[i] || !strchr(letters, s.ptr[i]) ||
		    (s.ptr[i] == ':' && s.ptr[i + 1] == ' '))
			return false;
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (is_word(s, words[i]))
			return false;
	return true;
}

void lift__add_scalar(struct strbuf *out, struct str s)
{
	bool printable = true;

	for (size_t i = 0; i < s.len; i++)
		printable &= (unsigned char)s.ptr[i] >= ' ' && (unsigned char)s.ptr[i] < 0x7F;
	if (is_plain(s)) {
		strbuf_adds(out, s);
	} else if (printable) {
		strbuf_addc(out, '\'');
		for (size_t i = 0; i < s.len; i++) {
			if (s.ptr[i] == '\'')
				strbuf_addc(out, '\'');
			strbuf_addc(out, s.ptr[i]);
		}
		strbuf_addc(out, '\'');
	} else {
		strbuf_add_json(out, s);
	}
}

static void add_string(struct strbuf *out, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	lift__add_scalar(out, json_str(v, &scratch));
}

void lift__add_flow(struct strbuf *out, json_t value)
{
	struct json_iter it;
	json_t key, item;
	bool more = false;

	switch (json_kind(value)) {
	case JSON_OBJECT:
		strbuf_addc(out, '{');
		json_iter_init(&it, value);
		while (json_iter_member(&it, &key, &item)) {
			strbuf_addz(out, more ? ", " : "");
			add_string(out, key);
			strbuf_addz(out, ": ");
			lift__add_flow(out, item);
			more = true;
		}
		strbuf_addc(out, '}');
		break;
	case JSON_ARRAY:
		strbuf_addc(out, '[');
		json_iter_init(&it, value);
		while (json_iter_element(&it, &item)) {
			strbuf_addz(out, more ? ", " : "");
			lift__add_flow(out, item);
			more = true;
		}
		strbuf_addc(out, ']');
		break;
	case JSON_STRING:
		add_string(out, value);
		break;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ABSENT:
		strbuf_adds(out, value);
		break;
	}
}

static void spaces(struct strbuf *out, size_t n)
{
	while (n--)
		strbuf_addc(out, ' ');
}

/* Approximate width: columns of characters. */
static size_t width_of(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.ptr[i] & 0xC0) != 0x80;
	return n;
}

static void add_lines(struct strbuf *out, size_t indent, json_t value, int depth);

static void add_item(struct strbuf *out, size_t indent, json_t item, int depth)
{
	AUTO_STRBUF flow = STRBUF_INIT, lines = STRBUF_INIT;

	lift__add_flow(&flow, item);
	spaces(out, indent);
	strbuf_addz(out, "- ");
	if (json_kind(item) != JSON_OBJECT || indent + 2 + width_of(strbuf_str(&flow)) <= WIDTH ||
	    depth > DEPTH_MAX) {
		strbuf_adds(out, strbuf_str(&flow));
		strbuf_addc(out, '\n');
	} else {
		/* the first member follows the dash */
		add_lines(&lines, indent + 2, item, depth + 1);
		strbuf_add(out, lines.ptr + indent + 2, lines.len - indent - 2);
	}
	out->failed |= flow.failed || lines.failed;
}

static void add_lines(struct strbuf *out, size_t indent, json_t value, int depth)
{
	struct json_iter it;
	json_t key, item;

	json_iter_init(&it, value);
	if (json_kind(value) == JSON_ARRAY) {
		while (json_iter_element(&it, &item))
			add_item(out, indent, item, depth);
		return;
	}
	while (json_iter_member(&it, &key, &item)) {
		AUTO_STRBUF scratch = STRBUF_INIT;

		lift__add_member(out, indent, "", json_str(key, &scratch), item, NULL);
	}
}

void lift__add_member(struct strbuf *out, size_t indent, const char *first, struct str key,
		      json_t value, const char *comment)
{
	AUTO_STRBUF flow = STRBUF_INIT;
	enum json_kind kind = json_kind(value);
	size_t from;

	spaces(out, indent);
	from = out->len;
	strbuf_addz(out, first);
	lift__add_scalar(out, key);
	strbuf_addc(out, ':');
	lift__add_flow(&flow, value);
	if ((kind != JSON_OBJECT && kind != JSON_ARRAY) || flow.len <= 2 ||
	    indent + (out->len - from) + 1 + width_of(strbuf_str(&flow)) <= WIDTH) {
		strbuf_addc(out, ' ');
		strbuf_adds(out, strbuf_str(&flow));
		if (comment)
			strbuf_addf(out, "  # %s", comment);
		strbuf_addc(out, '\n');
	} else {
		if (comment)
			strbuf_addf(out, "  # %s", comment);
		strbuf_addc(out, '\n');
		add_lines(out, indent + strlen(first) + 2, value, 0);
	}
	out->failed |= flow.failed;
}
