/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/go_json.h"

#include <stdarg.h>

#include "base/map.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/object.h"
#include "base/json_tree.h"
#include "fakeapi/meta/number.h"

/* `p` has four valid hex digits. */
static unsigned hex4(const char *p)
{
	unsigned u = 0;

	for (int i = 0; i < 4; i++)
		u = u << 4 | (unsigned)hex_digit(p[i]);
	return u;
}

/* Replaces lone surrogates by U+FFFD, as Go does; cJSON refuses them. Changes a copy of the text.
 * False: there is a NUL, where cJSON's strings would end. */
static bool replace_lone_surrogates(char *p, char *end)
{
	while (p + 6 <= end) {
		unsigned u, low;

		if (*p != '\\') {
			p++;
			continue;
		}
		if (p[1] != 'u') {
			p += 2;
			continue;
		}
		u = hex4(p + 2);
		if (u == 0)
			return false;
		low = p + 12 <= end && p[6] == '\\' && p[7] == 'u' ? hex4(p + 8) : 0;
		if (u >= 0xd800 && u < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
			p += 12;
			continue;
		}
		if (u >= 0xd800 && u < 0xe000)
			memcpy(p + 2, "fffd", 4);
		p += 6;
	}
	return true;
}

cJSON *fakeapi__go_json_parse(struct str text, struct strbuf *why)
{
	AUTO_STRBUF copy = STRBUF_INIT;

	if (!fakeapi__go_json_check(text, why))
		return NULL;
	strbuf_add_utf8(&copy, text);
	if (copy.failed)
		return NULL;
	if (!replace_lone_surrogates(copy.ptr, copy.ptr + copy.len)) {
		strbuf_addz(why, FAKEAPI_NUL_REFUSED);
		return NULL;
	}
	return json_tree_parse(strbuf_str(&copy), JSON_DIGITS_FLOATS);
}

char *fakeapi__print(const cJSON *v)
{
	return json_tree_print(v, JSON_STYLE_GO);
}

/* These characters occur only inside strings. */
char *fakeapi__print_escaped(const cJSON *v)
{
	char *plain = fakeapi__print(v);
	struct strbuf out = STRBUF_INIT;

	if (plain)
		fakeapi__add_escaped(&out, str_of(plain));
	out.failed |= !plain;
	cJSON_free(plain);
	return strbuf_steal(&out);
}

const char *fakeapi__go_json_word(const cJSON *v)
{
	if (cJSON_IsObject(v))
		return "object";
	if (cJSON_IsArray(v))
		return "array";
	if (cJSON_IsString(v))
		return "string";
	if (cJSON_IsNumber(v))
		return "number";
	if (cJSON_IsBool(v))
		return "bool";
	return "null";
}

void fakeapi__go_quote(struct strbuf *out, struct str s)
{
	strbuf_addc(out, '"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c == '"' || c == '\\')
			strbuf_addf(out, "\\%c", c);
		else if (c >= '\a' && c <= '\r')
			strbuf_addf(out, "\\%c", "abtnvfr"[c - '\a']);
		else if (c < 0x20 || c == 0x7f)
			strbuf_addf(out, "\\x%02x", c);
		else
			strbuf_addc(out, (char)c);
	}
	strbuf_addc(out, '"');
}

cJSON *fakeapi__member(const cJSON *obj, const char *name)
{
	cJSON *found = NULL;

	if (!cJSON_IsObject(obj))
		return NULL;
	for (cJSON *m = obj->child; m; m = m->next)
		if (m->string && name_eq(m->string, name))
			found = m;
	return found;
}

cJSON *fakeapi__dig(const cJSON *obj, ...)
{
	union {
		const cJSON *in;
		cJSON *out;
	} v = { obj }; /* the caller knows whether it may change the tree */
	const char *name;
	va_list ap;

	va_start(ap, obj);
	while (v.in && (name = va_arg(ap, const char *)))
		v.out = fakeapi__member(v.in, name);
	va_end(ap);
	return v.out;
}

const char *fakeapi__text(const cJSON *v)
{
	return cJSON_IsString(v) ? v->valuestring : "";
}

const char *fakeapi__string(const cJSON *obj, const char *name)
{
	return fakeapi__text(fakeapi__member(obj, name));
}

int fakeapi__set(cJSON *obj, const char *name, cJSON *v)
{
	cJSON *old;

	if (!v)
		return -1;
	old = fakeapi__member(obj, name);
	if (old)
		return fakeapi__replace_child(obj, old, name, v);
	if (cJSON_AddItemToObject(obj, name, v))
		return 0;
	cJSON_Delete(v);
	return -1;
}

void fakeapi__insert_child(cJSON *container, int index, cJSON *item)
{
	cJSON *first = container->child, *at = first;

	while (at && index-- > 0)
		at = at->next;
	item->next = at;
	if (!first) {
		item->prev = item;
		container->child = item;
	} else if (!at) {
		item->prev = first->prev;
		first->prev->next = item;
		first->prev = item;
	} else {
		item->prev = at->prev; /* for the first child this is the last, as cJSON requires */
		at->prev = item;
		if (at == first)
			container->child = item;
		else
			item->prev->next = item;
	}
}

void fakeapi__append_child(cJSON *container, cJSON *item)
{
	cJSON *first = container->child;

	item->next = NULL;
	item->prev = first ? first->prev : item;
	if (first)
		first->prev->next = item;
	else
		container->child = item;
	if (first)
		first->prev = item;
}

enum { HASH_FROM = 16 };

static bool equal_objects(const cJSON *a, const cJSON *b)
{
	int n = cJSON_GetArraySize(a);
	const cJSON *y = b->child;
	struct map by_name;
	bool hashed = n > HASH_FROM;
	bool same = true;

	if (n != cJSON_GetArraySize(b))
		return false;
	map_init(&by_name, MAP_BORROW_KEYS);
	for (const cJSON *m = hashed ? b->child : NULL; m && hashed; m = m->next)
		hashed = map_put(&by_name, str_of(m->string), (void *)(uintptr_t)m, NULL) == 0;
	/* Usually both have the same order: compare with the next member first. */
	for (const cJSON *x = a->child; x && same; x = x->next) {
		const cJSON *z = y && strcmp(y->string, x->string) == 0 ? y
				 : hashed ? map_get(&by_name, str_of(x->string))
					  : fakeapi__member(b, x->string);

		same = z && fakeapi__equal(x, z);
		y = z ? z->next : NULL;
	}
	map_fini(&by_name);
	return same;
}

bool fakeapi__list_has(const cJSON *list, const char *text)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list)
	{
		if (cJSON_IsString(m) && strcmp(m->valuestring, text) == 0)
			return true;
	}
	return false;
}

bool fakeapi__equal(const cJSON *a, const cJSON *b)
{
	if (!a || !b)
		return a == b;
	if ((a->type & 0xff) != (b->type & 0xff))
		return false;
	if (cJSON_IsString(a))
		return strcmp(a->valuestring, b->valuestring) == 0;
	if (cJSON_IsNumber(a) && a->valuestring && b->valuestring &&
	    !((a->type | b->type) & FAKEAPI_NUMBER_FLOAT))
		return strcmp(a->valuestring, b->valuestring) == 0;
	if (cJSON_IsNumber(a))
		return !(a->valuedouble < b->valuedouble) && !(a->valuedouble > b->valuedouble);
	if (cJSON_IsObject(a))
		return equal_objects(a, b);
	if (cJSON_IsArray(a)) {
		const cJSON *y = b->child;

		for (const cJSON *x = a->child; x; x = x->next, y = y->next)
			if (!y || !fakeapi__equal(x, y))
				return false;
		return !y;
	}
	return true;
}
