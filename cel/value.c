/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/value.h"

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
