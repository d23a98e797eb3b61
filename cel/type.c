/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/type.h"

#include "cel/lexer.h"

#define SIMPLE(variable, k, text)                                                                  \
	const struct cel_type variable = { .kind = (k), .name = { (text), sizeof(text) - 1 } }

SIMPLE(cel_dyn, CEL_T_DYN, "dyn");
SIMPLE(cel_error_type, CEL_T_ERROR, "!error!");
SIMPLE(cel_null_type, CEL_T_NULL, "null_type");
SIMPLE(cel_bool, CEL_T_BOOL, "bool");
SIMPLE(cel_int, CEL_T_INT, "int");
SIMPLE(cel_uint, CEL_T_UINT, "uint");
SIMPLE(cel_double, CEL_T_DOUBLE, "double");
SIMPLE(cel_string, CEL_T_STRING, "string");
SIMPLE(cel_bytes, CEL_T_BYTES, "bytes");
SIMPLE(cel_timestamp, CEL_T_TIMESTAMP, "google.protobuf.Timestamp");
SIMPLE(cel_duration, CEL_T_DURATION, "google.protobuf.Duration");
SIMPLE(cel_type_type, CEL_T_TYPE, "type");
const struct cel_type cel_list_dyn = { .kind = CEL_T_LIST,
				       .name = { "list", 4 },
				       .params = { &cel_dyn } };
const struct cel_type cel_map_dyn = { .kind = CEL_T_MAP,
				      .name = { "map", 3 },
				      .params = { &cel_dyn, &cel_dyn } };
const struct cel_type cel_optional_dyn = { .kind = CEL_T_OPAQUE,
					   .name = { "optional_type", 13 },
					   .params = { &cel_dyn } };

static const struct cel_type *make(struct cel__arena *a, enum cel_type_kind kind, struct str name,
				   const struct cel_type *first, const struct cel_type *second)
{
	struct cel_type *t = cel__alloc(a, sizeof(*t));

	if (t)
		*t = (struct cel_type) { .kind = kind, .name = name, .params = { first, second } };
	return t;
}

const struct cel_type *cel_type_list(struct cel__arena *a, const struct cel_type *element)
{
	return make(a, CEL_T_LIST, STR("list"), element, NULL);
}

const struct cel_type *cel_type_map(struct cel__arena *a, const struct cel_type *key,
				    const struct cel_type *value)
{
	return make(a, CEL_T_MAP, STR("map"), key, value);
}

const struct cel_type *cel_type_of(struct cel__arena *a, const struct cel_type *instance)
{
	return make(a, CEL_T_TYPE, STR("type"), instance, NULL);
}

const struct cel_type *cel_type_opaque(struct cel__arena *a, struct str name,
				       const struct cel_type *param)
{
	return make(a, CEL_T_OPAQUE, name, param, NULL);
}

const struct cel_type *cel_type_optional(struct cel__arena *a, const struct cel_type *value)
{
	return make(a, CEL_T_OPAQUE, cel_optional_dyn.name, value, NULL);
}

#define OPAQUE(text)                                                                               \
	{                                                                                          \
		.kind = CEL_T_OPAQUE, .name = {(text), sizeof(text) - 1 }                          \
	}
static const struct cel_type opaques[] = {
	OPAQUE("net.IP"),
	OPAQUE("net.CIDR"),
	OPAQUE("kubernetes.URL"),
	OPAQUE("kubernetes.Quantity"),
	OPAQUE("kubernetes.NamedFormat"),
	OPAQUE("kubernetes.Semver"),
	OPAQUE("kubernetes.authorization.Authorizer"),
	OPAQUE("kubernetes.authorization.PathCheck"),
	OPAQUE("kubernetes.authorization.GroupCheck"),
	OPAQUE("kubernetes.authorization.ResourceCheck"),
	OPAQUE("kubernetes.authorization.Decision"),
};

const struct cel_type *cel_type_named(struct str name)
{
	static const struct cel_type *const simple[] = {
		&cel_null_type, &cel_bool,    &cel_int,		 &cel_uint,	&cel_double,
		&cel_string,	&cel_bytes,   &cel_timestamp,	 &cel_duration, &cel_type_type,
		&cel_list_dyn,	&cel_map_dyn, &cel_optional_dyn,
	};

	for (size_t i = 0; i < ARRAY_LEN(simple); i++)
		if (str_eq(simple[i]->name, name))
			return simple[i];
	for (size_t i = 0; i < ARRAY_LEN(opaques); i++)
		if (str_eq(opaques[i].name, name))
			return &opaques[i];
	return NULL;
}

enum { SORTED_FROM = 16 };

static int by_identifier(const void *a, const void *b)
{
	return str_cmp((*(const struct cel_field *const *)a)->identifier,
		       (*(const struct cel_field *const *)b)->identifier);
}

static int by_name(const void *a, const void *b)
{
	return str_cmp((*(const struct cel_field *const *)a)->name,
		       (*(const struct cel_field *const *)b)->name);
}

bool cel_type_sort_fields(struct cel__arena *a, struct cel_type *t)
{
	if (t->field_count < SORTED_FROM)
		return true;
	t->by_identifier = cel__alloc_array(a, t->field_count, sizeof(*t->by_identifier));
	t->by_name = cel__alloc_array(a, t->field_count, sizeof(*t->by_name));
	if (!t->by_identifier || !t->by_name)
		return false;
	for (size_t i = 0; i < t->field_count; i++)
		t->by_identifier[i] = t->by_name[i] = &t->fields[i];
	qsort(t->by_identifier, t->field_count, sizeof(*t->by_identifier), by_identifier);
	qsort(t->by_name, t->field_count, sizeof(*t->by_name), by_name);
	return true;
}

static struct str called(const struct cel_field *f, bool identifier)
{
	return identifier ? f->identifier : f->name;
}

static const struct cel_field *find(const struct cel_type *t, struct str what, bool identifier)
{
	const struct cel_field **sorted = identifier ? t->by_identifier : t->by_name;
	size_t from = 0, to = sorted ? t->field_count : 0;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		int d = str_cmp(what, called(sorted[mid], identifier));

		if (d == 0)
			return sorted[mid];
		if (d < 0)
			to = mid;
		else
			from = mid + 1;
	}
	for (size_t i = 0; !sorted && i < t->field_count; i++)
		if (str_eq(called(&t->fields[i], identifier), what))
			return &t->fields[i];
	return NULL;
}

const struct cel_field *cel_type_field(const struct cel_type *t, struct str identifier)
{
	const struct cel_field *f = find(t, identifier, true);
	char escaped[32];
	int n;

	if (f || !cel__reserved(identifier))
		return f;
	n = snprintf(escaped, sizeof(escaped), "__" STR_FMT "__", STR_ARG(identifier));
	return find(t, (struct str) { escaped, (size_t)n }, true);
}

const struct cel_field *cel_type_member(const struct cel_type *t, struct str name)
{
	return find(t, name, false);
}

bool cel_type_is_optional(const struct cel_type *t)
{
	return t->kind == CEL_T_OPAQUE && str_eq(t->name, cel_optional_dyn.name);
}

static void write_type(struct strbuf *out, const struct cel_type *t, bool own)
{
	const char *other = NULL;

	switch (t->kind) {
	case CEL_T_NULL:
		other = "null";
		break;
	case CEL_T_TIMESTAMP:
		other = "timestamp";
		break;
	case CEL_T_DURATION:
		other = "duration";
		break;
	case CEL_T_PARAM:
		if (t->name.len)
			strbuf_adds(out, t->name);
		else
			strbuf_addf(out, "_var%u", t->number);
		return;
	case CEL_T_WRAPPER:
		other = "wrapper";
		own = false;
		break;
	case CEL_T_DYN:
	case CEL_T_ERROR:
	case CEL_T_BOOL:
	case CEL_T_INT:
	case CEL_T_UINT:
	case CEL_T_DOUBLE:
	case CEL_T_STRING:
	case CEL_T_BYTES:
	case CEL_T_LIST:
	case CEL_T_MAP:
	case CEL_T_TYPE:
	case CEL_T_OPAQUE:
	case CEL_T_STRUCT:
		break;
	}
	strbuf_adds(out, other && !own ? str_of(other) : t->name);
	if (!t->params[0])
		return;
	strbuf_addc(out, '(');
	write_type(out, t->params[0], own);
	if (t->params[1]) {
		strbuf_addz(out, ", ");
		write_type(out, t->params[1], own);
	}
	strbuf_addc(out, ')');
}

void cel_type_write(struct strbuf *out, const struct cel_type *t)
{
	write_type(out, t, false);
}

void cel_type_write_name(struct strbuf *out, const struct cel_type *t)
{
	write_type(out, t, true);
}

bool cel_type_equal(const struct cel_type *a, const struct cel_type *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind || !str_eq(a->name, b->name) || a->number != b->number)
		return false;
	if (a->kind == CEL_T_STRUCT)
		return a->fields == b->fields;
	return cel_type_equal(a->params[0], b->params[0]) &&
	       cel_type_equal(a->params[1], b->params[1]);
}
