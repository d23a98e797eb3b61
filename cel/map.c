/* SPDX-License-Identifier: Apache-2.0 */
/* Maps: lazily decoded JSON objects and hashed entries, in insertion order. */
#include "cel/value.h"

#include "cel/eval.h"

enum { INDEX_FROM = 12 };

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

bool cel__number_equal(struct cel_value a, struct cel_value b)
{
	int order;

	return cel_compare(a, b, &order) && order == 0;
}

bool cel__is_number(struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_DOUBLE;
}

static bool key_equal(struct cel_value a, struct cel_value b)
{
	if (cel__is_number(a) && cel__is_number(b))
		return cel__number_equal(a, b);
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

bool cel__map_materialise(struct cel_run *run, struct cel_map *m)
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
	if (!cel__map_materialise(run, m)) {
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

	if (!cel__map_materialise(run, m) || i >= m->count)
		return NULL;
	return &m->entries[i];
}
