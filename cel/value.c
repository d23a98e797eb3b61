/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "base/json_tree.h"
#include "cel/eval.h"

/* --- errors --- */

static struct cel_value static_error(const char *text)
{
	return (
	    struct cel_value) { .kind = CEL_ERROR, .len = (uint32_t)strlen(text), .as.ptr = text };
}

struct cel_value cel__no_overload(void)
{
	return static_error("no such overload");
}

struct cel_value cel__exhausted(struct cel_run *run)
{
	if (run->stopped == CEL_GOES_ON)
		run->stopped = CEL_MEMORY_EXCEEDED;
	return static_error("out of memory");
}

struct cel_value cel_error(struct cel_run *run, const char *fmt, ...)
{
	struct str s;
	va_list ap;

	va_start(ap, fmt);
	s = cel__copyvf(&run->arena, fmt, ap);
	va_end(ap);
	if (!s.ptr)
		return cel__exhausted(run);
	return (struct cel_value) { .kind = CEL_ERROR, .len = (uint32_t)s.len, .as.ptr = s.ptr };
}

/* --- scalars --- */

struct cel_value cel__new_str(struct cel_run *run, struct str s)
{
	struct str copy = cel__copy(&run->arena, s);

	return copy.ptr ? cel_of_str(copy) : cel__exhausted(run);
}

struct cel_value cel__new_bytes(struct cel_run *run, struct str s)
{
	struct cel_value v = cel__new_str(run, s);

	if (v.kind == CEL_STRING)
		v.kind = CEL_BYTES;
	return v;
}

struct cel_value cel_some(struct cel_run *run, struct cel_value v)
{
	struct cel_value *box;

	if (v.kind == CEL_ERROR)
		return v;
	box = cel__alloc(&run->arena, sizeof(*box));
	if (!box)
		return cel__exhausted(run);
	*box = v;
	return (struct cel_value) { .kind = CEL_OPTIONAL, .as.boxed = box };
}

struct cel_value cel_none(void)
{
	return (struct cel_value) { .kind = CEL_OPTIONAL, .as.boxed = NULL };
}

struct cel_value cel_of_time(struct cel_run *run, int64_t seconds, int64_t nanoseconds)
{
	enum { SECOND = 1000000000 };
	int64_t carry = nanoseconds / SECOND;

	(void)run;
	nanoseconds %= SECOND;
	if (nanoseconds < 0) {
		nanoseconds += SECOND;
		carry--;
	}
	if (__builtin_add_overflow(seconds, carry, &seconds) || seconds < CEL__TIME_MIN ||
	    seconds > CEL__TIME_MAX)
		return static_error("timestamp overflow");
	return (struct cel_value) { .kind = CEL_TIMESTAMP,
				    .len = (uint32_t)nanoseconds,
				    .as.i = seconds };
}

void cel__write_double(struct strbuf *out, double d)
{
	char text[40];

	if (isnan(d)) {
		strbuf_addz(out, "NaN");
		return;
	}
	if (isinf(d)) {
		strbuf_addz(out, d > 0 ? "+Inf" : "-Inf");
		return;
	}
	for (int digits = 1; digits <= 17; digits++) {
		char *mark;
		int exponent;

		snprintf(text, sizeof(text), "%.*e", digits - 1, d);
		if (strtod(text, NULL) != d)
			continue;
		mark = strchr(text, 'e');
		exponent = mark ? atoi(mark + 1) : 0;
		/* As in strconv. */
		if (exponent >= -4 && exponent < 6) {
			int places = digits - 1 - exponent;

			snprintf(text, sizeof(text), "%.*f", places > 0 ? places : 0, d);
		}
		break;
	}
	strbuf_addz(out, text);
}

/* --- types --- */

const struct cel_type *cel_type_of_value(struct cel_value v)
{
	switch ((enum cel_kind)v.kind) {
	case CEL_ERROR:
		return &cel_error_type;
	case CEL_NULL:
		return &cel_null_type;
	case CEL_BOOL:
		return &cel_bool;
	case CEL_INT:
		return &cel_int;
	case CEL_UINT:
		return &cel_uint;
	case CEL_DOUBLE:
		return &cel_double;
	case CEL_STRING:
		return &cel_string;
	case CEL_BYTES:
		return &cel_bytes;
	case CEL_TIMESTAMP:
		return &cel_timestamp;
	case CEL_DURATION:
		return &cel_duration;
	case CEL_LIST:
		return &cel_list_dyn;
	case CEL_MAP:
		return &cel_map_dyn;
	case CEL_TYPE:
		return &cel_type_type;
	case CEL_OPTIONAL:
		return &cel_optional_dyn;
	case CEL_OPAQUE:
		return v.as.opaque->type;
	}
	return &cel_dyn;
}

/* --- JSON --- */

static struct cel_value container(struct cel_run *run, const cJSON *json,
				  const struct cel_type *type)
{
	uint32_t n = 0;

	for (const cJSON *c = json->child; c; c = c->next)
		n++;
	if (cJSON_IsArray(json)) {
		struct cel_list *list = cel__alloc(&run->arena, sizeof(*list));

		if (!list)
			return cel__exhausted(run);
		*list = (struct cel_list) { .count = n, .json = json, .type = type };
		return (struct cel_value) { .kind = CEL_LIST, .as.list = list };
	} else {
		struct cel_map *map = cel__alloc(&run->arena, sizeof(*map));

		if (!map)
			return cel__exhausted(run);
		*map = (struct cel_map) { .count = n, .json = json, .type = type };
		return (struct cel_value) { .kind = CEL_MAP, .as.map = map };
	}
}

/* An int64 that a double cannot represent has its text. */
static bool whole(const cJSON *json, int64_t *out)
{
	double d = json->valuedouble;

	if (json->valuestring && !(json->type & JSON_TREE_FLOAT)) {
		*out = strtoll(json->valuestring, NULL, 10);
		return true;
	}
	if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0) || d != floor(d))
		return false;
	*out = (int64_t)d;
	return true;
}

static struct cel_value of_number(const cJSON *json)
{
	int64_t i;

	return whole(json, &i) ? cel_of_int(i) : cel_of_double(json->valuedouble);
}

static const char *word(const cJSON *json)
{
	int64_t i;

	if (cJSON_IsString(json))
		return "string";
	if (cJSON_IsBool(json))
		return "bool";
	if (cJSON_IsArray(json))
		return "[]interface {}";
	if (cJSON_IsObject(json))
		return "map[string]interface {}";
	if (cJSON_IsNumber(json))
		return whole(json, &i) ? "int64" : "float64";
	return "<nil>";
}

static struct cel_value of_any(struct cel_run *run, const cJSON *json)
{
	if (cJSON_IsString(json))
		return cel_of_str(str_of(json->valuestring));
	if (cJSON_IsNumber(json))
		return of_number(json);
	if (cJSON_IsBool(json))
		return cel_of_bool(cJSON_IsTrue(json));
	if (cJSON_IsArray(json) || cJSON_IsObject(json))
		return container(run, json, NULL);
	return cel_null();
}

static struct cel_value of_text(struct cel_run *run, struct str s, const struct cel_type *type)
{
	if (type->kind == CEL_T_TIMESTAMP)
		return cel__parse_time(run, s, type->date);
	if (type->kind == CEL_T_DURATION)
		return cel__parse_duration(run, s);
	if (type->kind == CEL_T_BYTES)
		return cel__decode_base64(run, s);
	return cel_of_str(s);
}

struct cel_value cel_of_json(struct cel_run *run, const cJSON *json, const struct cel_type *type)
{
	int64_t i;

	if (!type || type->kind == CEL_T_DYN)
		return of_any(run, json);
	if (cJSON_IsNull(json))
		return type->nullable ? cel_null()
				      : cel_error(run, "invalid data, got null for schema with "
						       "nullable=false");
	switch (type->kind) {
	case CEL_T_STRING:
	case CEL_T_BYTES:
	case CEL_T_TIMESTAMP:
	case CEL_T_DURATION:
		if (!cJSON_IsString(json))
			return cel_error(run, "invalid data, expected string, got %s", word(json));
		return of_text(run, str_of(json->valuestring), type);
	case CEL_T_DOUBLE:
		if (!cJSON_IsNumber(json))
			return cel_error(run, "invalid data, expected float, got %s", word(json));
		return cel_of_double(json->valuedouble);
	case CEL_T_INT:
		if (!cJSON_IsNumber(json) || !whole(json, &i))
			return cel_error(run, "invalid data, expected int, got %s", word(json));
		return cel_of_int(i);
	case CEL_T_BOOL:
		if (!cJSON_IsBool(json))
			return cel_error(run, "invalid data, expected bool, got %s", word(json));
		return cel_of_bool(cJSON_IsTrue(json));
	case CEL_T_LIST:
		if (!cJSON_IsArray(json))
			return cel_error(run, "invalid data, expected an array for the provided "
					      "schema with type=array");
		return container(run, json, type);
	case CEL_T_MAP:
	case CEL_T_STRUCT:
		if (!cJSON_IsObject(json))
			return cel_error(run, "invalid data, expected a map for the provided "
					      "schema with type=object");
		return container(run, json, type);
	case CEL_T_DYN:
	case CEL_T_ERROR:
	case CEL_T_NULL:
	case CEL_T_UINT:
	case CEL_T_TYPE:
	case CEL_T_OPAQUE:
	case CEL_T_PARAM:
	case CEL_T_WRAPPER:
		break;
	}
	return of_any(run, json);
}

/* --- lists --- */

struct cel_value cel_new_list(struct cel_run *run, size_t count)
{
	struct cel_list *list = cel__alloc(&run->arena, sizeof(*list));

	if (!list || count > UINT32_MAX)
		return cel__exhausted(run);
	list->items = cel__alloc_array(&run->arena, count, sizeof(*list->items));
	if (!list->items)
		return cel__exhausted(run);
	for (size_t i = 0; i < count; i++)
		list->items[i] = cel_null();
	list->count = (uint32_t)count;
	return (struct cel_value) { .kind = CEL_LIST, .as.list = list };
}

uint32_t cel_list_count(struct cel_value list)
{
	return list.as.list->count;
}

struct cel_value cel_list_at(struct cel_run *run, struct cel_value list, uint32_t i)
{
	struct cel_list *l = list.as.list;

	if (!l->items) {
		const struct cel_type *element = l->type ? l->type->params[0] : NULL;
		struct cel_value *items = cel__alloc_array(&run->arena, l->count, sizeof(*items));
		uint32_t n = 0;

		if (!items)
			return cel__exhausted(run);
		for (const cJSON *c = l->json->child; c; c = c->next)
			items[n++] = cel_of_json(run, c, element);
		if (run->stopped != CEL_GOES_ON)
			return cel__exhausted(run);
		l->items = items;
	}
	return l->items[i];
}

/* --- maps --- */

static uint32_t hash_bytes(const char *p, size_t n)
{
	uint32_t h = 2166136261U;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)p[i]) * 16777619U;
	return h;
}

static uint32_t hash(struct cel_value v)
{
	double d = 0;

	switch ((enum cel_kind)v.kind) {
	case CEL_STRING:
	case CEL_BYTES:
		return hash_bytes(v.as.ptr, v.len);
	case CEL_BOOL:
		return v.as.b ? 1231 : 1237;
	case CEL_INT:
		d = (double)v.as.i;
		break;
	case CEL_UINT:
		d = (double)v.as.u;
		break;
	case CEL_DOUBLE:
		d = v.as.d;
		break;
	case CEL_ERROR:
	case CEL_NULL:
	case CEL_TIMESTAMP:
	case CEL_DURATION:
	case CEL_LIST:
	case CEL_MAP:
	case CEL_TYPE:
	case CEL_OPTIONAL:
	case CEL_OPAQUE:
		return 0;
	}
	if (d == 0)
		d = 0; /* -0.0 */
	return hash_bytes((const char *)&d, sizeof(d));
}

static bool number_equal(struct cel_value a, struct cel_value b)
{
	int order;

	return cel_compare(a, b, &order) && order == 0;
}

static bool is_number(struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_DOUBLE;
}

static bool key_equal(struct cel_value a, struct cel_value b)
{
	if (is_number(a) && is_number(b))
		return number_equal(a, b);
	if (a.kind != b.kind)
		return false;
	if (a.kind == CEL_BOOL)
		return a.as.b == b.as.b;
	return (a.kind == CEL_STRING || a.kind == CEL_BYTES) && str_eq(cel_str(a), cel_str(b));
}

static const struct cel_entry *find_entry(const struct cel_map *m, struct cel_value key)
{
	if (!m->index) {
		for (uint32_t i = 0; i < m->count; i++)
			if (key_equal(m->entries[i].key, key))
				return &m->entries[i];
		return NULL;
	}
	for (uint32_t at = hash(key) & (m->index_size - 1);; at = (at + 1) & (m->index_size - 1)) {
		if (!m->index[at])
			return NULL;
		if (key_equal(m->entries[m->index[at] - 1].key, key))
			return &m->entries[m->index[at] - 1];
	}
}

static void index_entry(struct cel_map *m, uint32_t i)
{
	uint32_t at = hash(m->entries[i].key) & (m->index_size - 1);

	while (m->index[at])
		at = (at + 1) & (m->index_size - 1);
	m->index[at] = i + 1;
}

enum { INDEX_FROM = 12 };

/* Builds an index with at most twice as many slots as entries; false: out of memory. */
static bool index_all(struct cel_run *run, struct cel_map *m, uint32_t capacity)
{
	uint32_t size = 32;

	if (capacity < INDEX_FROM)
		return true;
	while (size < capacity * 2)
		size *= 2;
	m->index = cel__alloc_array(&run->arena, size, sizeof(*m->index));
	if (!m->index)
		return false;
	m->index_size = size;
	for (uint32_t i = 0; i < m->count; i++)
		index_entry(m, i);
	return true;
}

struct cel_value cel_new_map(struct cel_run *run, size_t capacity)
{
	struct cel_map *m = cel__alloc(&run->arena, sizeof(*m));

	if (!m || capacity > UINT32_MAX / 4)
		return cel__exhausted(run);
	m->entries = cel__alloc_array(&run->arena, capacity ? capacity : 1, sizeof(*m->entries));
	m->capacity = (uint32_t)(capacity ? capacity : 1);
	if (!m->entries || !index_all(run, m, m->capacity))
		return cel__exhausted(run);
	return (struct cel_value) { .kind = CEL_MAP, .as.map = m };
}

static bool grow(struct cel_run *run, struct cel_map *m)
{
	uint32_t capacity = m->capacity * 2;
	struct cel_entry *entries = cel__alloc_array(&run->arena, capacity, sizeof(*entries));

	if (!entries)
		return false;
	memcpy(entries, m->entries, m->count * sizeof(*entries));
	m->entries = entries;
	m->capacity = capacity;
	return index_all(run, m, capacity);
}

bool cel_map_add(struct cel_run *run, struct cel_value map, struct cel_value key,
		 struct cel_value value)
{
	struct cel_map *m = map.as.map;

	if (find_entry(m, key))
		return false;
	if (m->count == m->capacity && !grow(run, m)) {
		cel__exhausted(run);
		return false;
	}
	m->entries[m->count] = (struct cel_entry) { key, value };
	m->count++;
	if (m->index)
		index_entry(m, m->count - 1);
	return true;
}

bool cel__map_replace(struct cel_value map, struct cel_value key, struct cel_value value)
{
	const struct cel_entry *e = find_entry(map.as.map, key);

	if (e)
		map.as.map->entries[e - map.as.map->entries].value = value;
	return e;
}

static const cJSON *member(const cJSON *json, struct str name)
{
	const cJSON *found = NULL;

	for (const cJSON *c = json->child; c; c = c->next)
		if (c->string && str_eqz(name, c->string))
			found = c;
	return found;
}

static bool is_struct(const struct cel_map *m)
{
	return m->type && m->type->kind == CEL_T_STRUCT;
}

/* Converts all members to entries. Fields that the type does not declare are hidden. */
static bool materialise(struct cel_run *run, struct cel_map *m)
{
	uint32_t n = 0;
	struct cel_map made = { .type = m->type, .json = m->json };
	struct cel_value v = { .kind = CEL_MAP, .as.map = &made };

	if (m->entries || !m->json)
		return true;
	made.capacity = m->count ? m->count : 1;
	made.entries = cel__alloc_array(&run->arena, made.capacity, sizeof(*made.entries));
	if (!made.entries || !index_all(run, &made, made.capacity))
		goto exhausted;
	for (const cJSON *c = m->json->child; c && n < m->count; c = c->next, n++) {
		struct str key = str_of(c->string);
		struct cel_value value;
		const struct cel_type *type =
		    m->type && m->type->kind == CEL_T_MAP ? m->type->params[1] : NULL;

		if (is_struct(m)) {
			const struct cel_field *f = cel_type_member(m->type, key);

			if (!f || cJSON_IsNull(c))
				continue;
			key = f->identifier;
			type = f->type;
		}
		/* The last of duplicates counts. */
		value = cel_of_json(run, c, type);
		if (!cel__map_replace(v, cel_of_str(key), value))
			cel_map_add(run, v, cel_of_str(key), value);
		if (run->stopped != CEL_GOES_ON)
			goto exhausted;
	}
	*m = made;
	return true;
exhausted:
	cel__exhausted(run);
	return false;
}

static bool find_json(struct cel_run *run, struct cel_map *m, struct str key, struct cel_value *out)
{
	const struct cel_type *type =
	    m->type && m->type->kind == CEL_T_MAP ? m->type->params[1] : NULL;
	const cJSON *found;

	if (is_struct(m)) {
		const struct cel_field *f = cel_type_field(m->type, key);

		if (!f)
			return false;
		key = f->name;
		type = f->type;
	}
	found = member(m->json, key);
	if (!found || (is_struct(m) && cJSON_IsNull(found)))
		return false;
	*out = cel_of_json(run, found, type);
	return true;
}

bool cel_map_find(struct cel_run *run, struct cel_value map, struct cel_value key,
		  struct cel_value *out)
{
	struct cel_map *m = map.as.map;
	const struct cel_entry *e;

	if (m->find)
		return key.kind == CEL_STRING && m->find(run, m->context, cel_str(key), out);
	if (!m->entries && m->json && (m->count < INDEX_FROM || is_struct(m)))
		return key.kind == CEL_STRING && find_json(run, m, cel_str(key), out);
	if (!materialise(run, m)) {
		*out = cel__exhausted(run);
		return true;
	}
	e = find_entry(m, key);
	if (e)
		*out = e->value;
	return e;
}

uint32_t cel_map_count(struct cel_run *run, struct cel_value map)
{
	(void)run;
	return map.as.map->count;
}

const struct cel_entry *cel_map_entry(struct cel_run *run, struct cel_value map, uint32_t i)
{
	struct cel_map *m = map.as.map;

	if (!materialise(run, m) || i >= m->count)
		return NULL;
	return &m->entries[i];
}

/* --- equality and order --- */

static int order_of(bool less, bool more)
{
	return more - less;
}

static int compare_int_uint(int64_t i, uint64_t u)
{
	return i < 0 ? -1 : order_of((uint64_t)i<u, (uint64_t)i> u);
}

/* Compares as doubles, so integers with the same double are equal; not for NaN. */
static int compare_doubles(double a, double b)
{
	return order_of(a<b, a> b);
}

static bool compare_numbers(struct cel_value a, struct cel_value b, int *order)
{
	if ((a.kind == CEL_DOUBLE && isnan(a.as.d)) || (b.kind == CEL_DOUBLE && isnan(b.as.d)))
		return false;
	if (a.kind == b.kind) {
		*order = a.kind == CEL_INT    ? order_of(a.as.i<b.as.i, a.as.i> b.as.i)
			 : a.kind == CEL_UINT ? order_of(a.as.u<b.as.u, a.as.u> b.as.u)
					      : order_of(a.as.d<b.as.d, a.as.d> b.as.d);
		return true;
	}
	if (a.kind == CEL_INT)
		*order = b.kind == CEL_UINT ? compare_int_uint(a.as.i, b.as.u)
					    : compare_doubles((double)a.as.i, b.as.d);
	else if (a.kind == CEL_UINT)
		*order = b.kind == CEL_INT ? -compare_int_uint(b.as.i, a.as.u)
					   : compare_doubles((double)a.as.u, b.as.d);
	else
		*order =
		    compare_doubles(a.as.d, b.kind == CEL_INT ? (double)b.as.i : (double)b.as.u);
	return true;
}

bool cel_compare(struct cel_value a, struct cel_value b, int *order)
{
	if (is_number(a) && is_number(b))
		return compare_numbers(a, b, order);
	if (a.kind != b.kind)
		return false;
	if (a.kind == CEL_STRING || a.kind == CEL_BYTES) {
		size_t n = a.len < b.len ? a.len : b.len;
		int c = n ? memcmp(a.as.ptr, b.as.ptr, n) : 0;

		*order = c ? (c < 0 ? -1 : 1) : order_of(a.len<b.len, a.len> b.len);
		return true;
	}
	if (a.kind == CEL_BOOL) {
		*order = a.as.b - b.as.b;
		return true;
	}
	if (a.kind == CEL_TIMESTAMP || a.kind == CEL_DURATION) {
		*order = order_of(a.as.i<b.as.i, a.as.i> b.as.i);
		if (!*order && a.kind == CEL_TIMESTAMP)
			*order = order_of(a.len<b.len, a.len> b.len);
		return true;
	}
	return false;
}

/* The key of an element of a list of kind set or map. */
static struct cel_value element_key(struct cel_run *run, struct cel_value element,
				    const struct cel_type *t)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (t->list_kind == CEL_LIST_SET)
		return element;
	if (element.kind != CEL_MAP)
		return cel_null();
	for (size_t i = 0; i < t->key_count; i++) {
		struct cel_value v = cel_null();

		cel_map_find(run, element, cel_of_str(t->keys[i]), &v);
		strbuf_addf(&b, "%d:", v.kind);
		if (v.kind == CEL_STRING)
			strbuf_addf(&b, "%u:" STR_FMT, v.len, STR_ARG(cel_str(v)));
		else
			strbuf_addf(&b, "%lld", (long long)(v.kind == CEL_BOOL ? v.as.b : v.as.i));
		strbuf_addc(&b, ';');
	}
	return b.failed ? cel__exhausted(run) : cel__new_str(run, strbuf_str(&b));
}

struct cel_value cel__keyed(struct cel_run *run, struct cel_value list, const struct cel_type *t)
{
	struct cel_value map = cel_new_map(run, list.as.list->count);

	for (uint32_t i = 0; i < list.as.list->count && map.kind == CEL_MAP; i++) {
		struct cel_value e = cel_list_at(run, list, i);

		cel_map_add(run, map, element_key(run, e, t), e);
		if (run->stopped != CEL_GOES_ON)
			return cel__exhausted(run);
	}
	return map;
}

struct cel_value cel__element_key(struct cel_run *run, struct cel_value element,
				  const struct cel_type *t)
{
	return element_key(run, element, t);
}

/* Equal counts, and a has each element of b: unstructuredSetList and unstructuredMapList of
 * apiserver/pkg/cel/common, for which ['a', 'b'] also equals ['a', 'a']. */
static bool unordered_equal(struct cel_run *run, struct cel_value a, struct cel_value b,
			    const struct cel_type *t)
{
	struct cel_value keyed = cel__keyed(run, a, t), other;

	if (keyed.kind != CEL_MAP)
		return false;
	for (uint32_t i = 0; i < b.as.list->count; i++) {
		struct cel_value e = cel_list_at(run, b, i);

		if (!cel_map_find(run, keyed, element_key(run, e, t), &other) ||
		    !cel_equal(run, other, e))
			return false;
	}
	return true;
}

static bool list_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	const struct cel_type *t = a.as.list->type;

	if (a.as.list->count != b.as.list->count)
		return false;
	if (t && t->list_kind != CEL_LIST_ATOMIC)
		return unordered_equal(run, a, b, t);
	for (uint32_t i = 0; i < a.as.list->count; i++)
		if (!cel_equal(run, cel_list_at(run, a, i), cel_list_at(run, b, i)))
			return false;
	return true;
}

static bool map_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	struct cel_value other;

	if (!materialise(run, a.as.map) || !materialise(run, b.as.map) ||
	    a.as.map->count != b.as.map->count)
		return false;
	for (uint32_t i = 0; i < a.as.map->count; i++)
		if (!cel_map_find(run, b, a.as.map->entries[i].key, &other) ||
		    !cel_equal(run, a.as.map->entries[i].value, other))
			return false;
	return true;
}

bool cel_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	if (!cel__work(run, 1))
		return false;
	if (is_number(a) && is_number(b))
		return number_equal(a, b);
	if (a.kind != b.kind)
		return false;
	switch ((enum cel_kind)a.kind) {
	case CEL_NULL:
		return true;
	case CEL_STRING:
	case CEL_BYTES:
		return cel__work(run, a.len / 16) && str_eq(cel_str(a), cel_str(b));
	case CEL_BOOL:
		return a.as.b == b.as.b;
	case CEL_TIMESTAMP:
		return a.as.i == b.as.i && a.len == b.len;
	case CEL_DURATION:
		return a.as.i == b.as.i;
	case CEL_LIST:
		return list_equal(run, a, b);
	case CEL_MAP:
		return map_equal(run, a, b);
	case CEL_TYPE:
		return str_eq(a.as.type->name, b.as.type->name);
	case CEL_OPTIONAL:
		if (!a.as.boxed || !b.as.boxed)
			return !a.as.boxed && !b.as.boxed;
		return cel_equal(run, *a.as.boxed, *b.as.boxed);
	case CEL_OPAQUE:
		return a.as.opaque->type == b.as.opaque->type &&
		       a.as.opaque->equal(a.as.opaque, b.as.opaque);
	case CEL_ERROR:
	case CEL_INT:
	case CEL_UINT:
	case CEL_DOUBLE:
		break;
	}
	return false;
}
