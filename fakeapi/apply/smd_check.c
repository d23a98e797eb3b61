/* SPDX-License-Identifier: Apache-2.0 */
/* smd_check.c - checks a configuration's type: structured-merge-diff's typed/validate.go with the
 * schemas of kube-openapi's schemaconv. The real server stops at the first undeclared member of a
 * map, in the order of a Go map; this reports all of them. */
#include "base/map.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/number.h"

struct place {
	const struct place *up;
	const char *element;
	bool in_list;
};

/* structured-merge-diff's value.ToString. */
static void add_value(struct strbuf *out, const cJSON *v)
{
	if (cJSON_IsArray(v))
		strbuf_addc(out, '[');
	if (cJSON_IsString(v))
		fakeapi__go_quote(out, str_of(v->valuestring));
	else if (cJSON_IsNull(v) || cJSON_IsBool(v))
		strbuf_addz(out, cJSON_IsNull(v) ? "null" : cJSON_IsTrue(v) ? "true" : "false");
	else if (cJSON_IsNumber(v) && (v->type & FAKEAPI_NUMBER_FLOAT || !fakeapi__is_int64(v)))
		fakeapi__float_add(out, v->valuedouble);
	else if (cJSON_IsNumber(v))
		fakeapi__number_add(out, v);
	for (const cJSON *m = v->child; m; m = m->next) {
		if (cJSON_IsObject(v))
			strbuf_addf(out, "%s=", m->string);
		else if (m != v->child)
			strbuf_addc(out, ',');
		add_value(out, m);
	}
	if (cJSON_IsArray(v))
		strbuf_addc(out, ']');
}

static void add_place(struct strbuf *out, const struct place *p)
{
	if (!p)
		return;
	add_place(out, p->up);
	if (p->in_list) {
		cJSON *keys = p->element[0] == 'k' ? fakeapi__parse(str_of(p->element + 2)) : NULL;

		strbuf_addz(out, p->element[0] == 'v' ? "[=" : "[");
		for (const cJSON *k = keys ? keys->child : NULL; k; k = k->next) {
			strbuf_addf(out, "%s%s=", k == keys->child ? "" : ",", k->string);
			add_value(out, k);
		}
		if (!keys)
			strbuf_addz(out, p->element + 2);
		strbuf_addc(out, ']');
		cJSON_Delete(keys);
	} else {
		strbuf_addf(out, ".%s", p->element);
	}
}

static void wrong(struct strbuf *errors, size_t *count, const struct place *at, const char *what)
{
	if ((*count)++)
		strbuf_addc(errors, '\n');
	add_place(errors, at);
	strbuf_addf(errors, "%s%s", at ? ": " : "", what);
}

/* --- allowed kinds of values ---------------------------------------------------------------- */

enum scalar { NO_SCALAR, NUMERIC, STRING, BOOLEAN, UNTYPED };

struct atom {
	enum scalar scalar;
	bool list, map;
};

static const struct atom anything = { UNTYPED, true, true };

static struct atom atom_of_schema(const cJSON *schema)
{
	static const struct {
		const char *type;
		struct atom atom;
	} rows[] = {
		{ "object", { NO_SCALAR, false, true } }, { "array", { NO_SCALAR, true, false } },
		{ "integer", { NUMERIC, false, false } }, { "number", { NUMERIC, false, false } },
		{ "boolean", { BOOLEAN, false, false } },
	};
	const char *type = fakeapi__string(schema, "type");
	const char *format = fakeapi__string(schema, "format");

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strcmp(type, rows[i].type) == 0)
			return rows[i].atom;
	if (strcmp(type, "string") != 0)
		return anything;
	return (struct atom) { !*format || strcmp(format, "byte") == 0 ? STRING : UNTYPED, false,
			       false };
}

static struct atom atom_of_type(const struct fakeapi__type *type)
{
	switch ((enum fakeapi__type_kind)type->kind) {
	case FAKEAPI_T_STRUCT:
	case FAKEAPI_T_MAP:
		return (struct atom) { NO_SCALAR, false, true };
	case FAKEAPI_T_LIST:
		return (struct atom) { NO_SCALAR, true, false };
	case FAKEAPI_T_STRING:
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_DURATION:
		return (struct atom) { STRING, false, false };
	case FAKEAPI_T_BOOL:
		return (struct atom) { BOOLEAN, false, false };
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
		return (struct atom) { NUMERIC, false, false };
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_INTSTR:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
		return (struct atom) { UNTYPED, false, false };
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
		break;
	}
	return anything;
}

static struct atom atom_of(const struct fakeapi__smd *s)
{
	if (s->schema)
		return atom_of_schema(s->schema);
	if (s->custom_root)
		return (struct atom) { NO_SCALAR, false, true };
	return s->type ? atom_of_type(s->type) : anything;
}

/* --- values --------------------------------------------------------------------------------- */

static void wrong_value(struct strbuf *errors, size_t *count, const struct place *at,
			enum scalar wanted, const char *container, const cJSON *v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "expected %s, got ",
		    container		? container
		    : wanted == NUMERIC ? "numeric (int or float)"
		    : wanted == STRING	? "string"
		    : wanted == BOOLEAN ? "boolean"
					: "any scalar");
	if (!container && wanted == NUMERIC) {
		strbuf_addz(&text, fakeapi__go_type(v));
	} else if (!container && wanted == STRING) {
		strbuf_addz(&text, "&value.valueUnstructured{Value:");
		fakeapi__go_print_syntax(&text, v);
		strbuf_addc(&text, '}');
	} else {
		strbuf_addz(&text, "&{");
		fakeapi__go_print(&text, v);
		strbuf_addc(&text, '}');
	}
	errors->failed |= text.failed;
	wrong(errors, count, at, text.ptr);
}

static bool scalar_fits(enum scalar wanted, const cJSON *v)
{
	switch (wanted) {
	case NUMERIC:
		return cJSON_IsNumber(v);
	case STRING:
		return cJSON_IsString(v);
	case BOOLEAN:
		return cJSON_IsBool(v);
	case UNTYPED:
		return !cJSON_IsArray(v) && !cJSON_IsObject(v);
	case NO_SCALAR:
		break;
	}
	return false;
}

static void check(const struct fakeapi__smd *s, const cJSON *v, const struct place *at,
		  struct strbuf *errors, size_t *count);

/* True if members may have any name; below `loose` they always may. */
static bool is_open(const struct fakeapi__smd *s)
{
	if (s->schema)
		return !fakeapi__member(s->schema, "properties") ||
		       fakeapi__member(s->schema, "additionalProperties") || s->loose ||
		       cJSON_IsTrue(
			   fakeapi__member(s->schema, "x-kubernetes-preserve-unknown-fields"));
	return !s->type || s->type->kind != FAKEAPI_T_STRUCT;
}

static void check_list(const struct fakeapi__smd *s, const cJSON *v, const struct place *at,
		       struct strbuf *errors, size_t *count)
{
	struct fakeapi__smd item = fakeapi__smd_element(s);
	struct map seen;
	size_t i = 0;

	map_init(&seen, MAP_COPY_KEYS);
	for (const cJSON *m = v->child; m; m = m->next, i++) {
		AUTO_STRBUF element = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;
		AUTO_STRBUF text = STRBUF_INIT;
		struct place here = { at, "", true };

		if (!fakeapi__smd_item(s, m, &element, &why)) {
			if (why.len) {
				strbuf_addf(&text, "element %zu: %s", i, why.ptr);
				wrong(errors, count, at, text.ptr);
			}
			errors->failed |= !why.len; /* out of memory */
			break;
		}
		here.element = element.ptr;
		if (map_get(&seen, strbuf_str(&element))) {
			struct place alone = { NULL, element.ptr, true };

			strbuf_addz(&text, "duplicate entries for key ");
			add_place(&text, &alone);
			wrong(errors, count, at, text.ptr);
		}
		errors->failed |=
		    map_put(&seen, strbuf_str(&element), (void *)(uintptr_t)m, NULL) != 0;
		check(&item, m, &here, errors, count);
	}
	map_fini(&seen);
}

static void check_atomic_list(const struct fakeapi__smd *s, const cJSON *v, const struct place *at,
			      struct strbuf *errors, size_t *count)
{
	struct fakeapi__smd item = fakeapi__smd_element(s);
	size_t i = 0;

	for (const cJSON *m = v->child; m; m = m->next) {
		char index[24];
		struct place here = { at, index, true };

		snprintf(index, sizeof(index), "i:%zu", i++);
		check(&item, m, &here, errors, count);
	}
}

static void check_map(const struct fakeapi__smd *s, const cJSON *v, const struct place *at,
		      struct strbuf *errors, size_t *count)
{
	for (const cJSON *m = v->child; m; m = m->next) {
		struct place here = { at, m->string, false };
		bool declared;
		struct fakeapi__smd sub = fakeapi__smd_member(s, m->string, &declared);

		if (!declared && !is_open(s)) { /* typed.visitMapItems goes no further */
			wrong(errors, count, &here, "field not declared in schema");
			return;
		}
		check(&sub, m, &here, errors, count);
	}
}

static void check(const struct fakeapi__smd *s, const cJSON *v, const struct place *at,
		  struct strbuf *errors, size_t *count)
{
	struct atom atom = atom_of(s);

	if (cJSON_IsNull(v))
		return;
	if (cJSON_IsObject(v) && atom.map)
		check_map(s, v, at, errors, count);
	else if (cJSON_IsArray(v) && atom.list && fakeapi__smd_shape(s, v) != FAKEAPI_SHAPE_LEAF)
		check_list(s, v, at, errors, count);
	else if (cJSON_IsArray(v) && atom.list)
		check_atomic_list(s, v, at, errors, count);
	else if (scalar_fits(atom.scalar, v))
		return;
	else if (atom.map || atom.list)
		wrong_value(errors, count, at, NO_SCALAR, atom.map ? "map" : "list", v);
	else
		wrong_value(errors, count, at, atom.scalar, NULL, v);
}

void fakeapi__smd_check(const struct fakeapi__smd *s, const cJSON *config, struct strbuf *errors,
			size_t *count)
{
	*count = 0;
	check(s, config, NULL, errors, count);
}
