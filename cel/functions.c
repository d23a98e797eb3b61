/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/functions.h"

static const struct cel__function *const tables[] = {
	cel__standard_functions, cel__conversion_functions, cel__time_functions,
	cel__string_functions,	 cel__math_functions,	    cel__list_functions,
	cel__set_functions,	 cel__optional_functions,   cel__text_functions,
	cel__net_functions,	 cel__kubernetes_functions, cel__quantity_functions,
	cel__semver_functions,	 cel__format_functions,	    cel__authorizer_functions,
};

/* *i has the table in the upper half and the row in the lower one. Half of the compile time is
 * spent here, so two bytes are compared before the name. */
const struct cel__function *cel__function_next(struct str name, size_t *i)
{
	const char first = name.len ? name.ptr[0] : '\0',
		   second = name.len > 1 ? name.ptr[1] : '\0';

	for (; *i >> 16 < ARRAY_LEN(tables); *i = ((*i >> 16) + 1) << 16) {
		const struct cel__function *rows = tables[*i >> 16], *row = rows + (*i & 0xffff);

		for (; row->name; row++) {
			if (row->name[0] != first || row->name[1] != second ||
			    !str_eqz(name, row->name))
				continue;
			*i = (*i >> 16 << 16) + (size_t)(row - rows) + 1;
			return row;
		}
	}
	return NULL;
}

bool cel__function_exists(unsigned libraries, struct str name)
{
	const struct cel__function *f;

	for (size_t i = 0; (f = cel__function_next(name, &i));)
		if (f->library & libraries)
			return true;
	return false;
}

struct reader {
	struct cel__unifier *u;
	const char *at;
	const struct cel_type *params[26];
	bool failed;
};

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static struct str read_name(struct reader *r)
{
	const char *begin = r->at;

	while (in_name(*r->at) || (*r->at == '.' && in_name(r->at[1])))
		r->at++;
	return (struct str) { begin, (size_t)(r->at - begin) };
}

static const struct cel_type *read_type(struct reader *r);

static const struct cel_type *made(struct reader *r, const struct cel_type *t)
{
	if (!t)
		r->failed = true;
	return t ? t : &cel_error_type;
}

static const struct cel_type *read_generic(struct reader *r, struct str name)
{
	const struct cel_type *first, *second;

	r->at++;
	first = read_type(r);
	if (*r->at == ',') {
		r->at++;
		second = read_type(r);
		r->at++;
		return made(r, cel_type_map(r->u->arena, first, second));
	}
	r->at++;
	if (str_eqz(name, "list"))
		return made(r, cel_type_list(r->u->arena, first));
	if (str_eqz(name, "type"))
		return made(r, cel_type_of(r->u->arena, first));
	ASSERT(str_eqz(name, "optional"));
	return made(r, cel_type_optional(r->u->arena, first));
}

static const struct cel_type *read_type(struct reader *r)
{
	struct str name = read_name(r);
	const struct cel_type *t;

	ASSERT(name.len);
	if (*r->at == '(')
		return read_generic(r, name);
	if (name.len == 1 && *name.ptr >= 'A' && *name.ptr <= 'Z') {
		const struct cel_type **param = &r->params[*name.ptr - 'A'];

		if (!*param)
			*param = made(r, cel__new_variable(r->u));
		return *param;
	}
	if (str_eqz(name, "dyn"))
		return &cel_dyn;
	if (str_eqz(name, "timestamp"))
		return &cel_timestamp;
	if (str_eqz(name, "duration"))
		return &cel_duration;
	t = cel_type_named(name);
	ASSERT(t);
	return t;
}

bool cel__signature_read(struct cel__unifier *u, const char *text, struct cel__signature *out)
{
	struct reader r = { .u = u, .at = text };

	memset(out, 0, sizeof(*out));
	if (*r.at != '(') {
		out->args[out->count++] = read_type(&r);
		ASSERT(*r.at == '.');
		r.at++;
	}
	ASSERT(*r.at == '(');
	r.at++;
	while (*r.at != ')') {
		ASSERT(out->count < CEL__ARGS_MAX);
		out->args[out->count++] = read_type(&r);
		if (*r.at == ',')
			r.at++;
	}
	r.at++;
	out->result = read_type(&r);
	ASSERT(!*r.at);
	return !r.failed;
}

void cel__candidate_argument(struct cel__candidate *c, unsigned i, const struct cel_type *t)
{
	static const uint8_t kinds[] = {
		[CEL_T_NULL] = CEL_NULL,	 [CEL_T_BOOL] = CEL_BOOL,
		[CEL_T_INT] = CEL_INT,		 [CEL_T_UINT] = CEL_UINT,
		[CEL_T_DOUBLE] = CEL_DOUBLE,	 [CEL_T_STRING] = CEL_STRING,
		[CEL_T_BYTES] = CEL_BYTES,	 [CEL_T_TIMESTAMP] = CEL_TIMESTAMP,
		[CEL_T_DURATION] = CEL_DURATION, [CEL_T_LIST] = CEL_LIST,
		[CEL_T_MAP] = CEL_MAP,		 [CEL_T_TYPE] = CEL_TYPE,
		[CEL_T_STRUCT] = CEL_MAP,
	};

	c->opaque[i] = NULL;
	if (t->kind == CEL_T_DYN || t->kind == CEL_T_PARAM || t->kind == CEL_T_ERROR) {
		c->kinds[i] = UINT32_MAX;
	} else if (cel_type_is_optional(t)) {
		c->kinds[i] = 1U << CEL_OPTIONAL;
	} else if (t->kind == CEL_T_OPAQUE) {
		c->kinds[i] = 1U << CEL_OPAQUE;
		c->opaque[i] = t;
	} else {
		ASSERT(t->kind < ARRAY_LEN(kinds));
		c->kinds[i] = 1U << kinds[t->kind];
	}
}
