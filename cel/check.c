/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/check_impl.h"

/* --- words --- */

struct str cel__type_text(struct cel__checker *c, const struct cel_type *t)
{
	AUTO_STRBUF b = STRBUF_INIT;

	cel_type_write(&b, t);
	c->arena->failed |= b.failed;
	return cel__copy(c->arena, strbuf_str(&b));
}

static const char *container_of(const struct cel__checker *c)
{
	return c->env->container ? c->env->container : "";
}

bool cel__is_lenient(const struct cel__checker *c)
{
	return c->env->libraries & CEL_UNCHECKED;
}

void cel__mismatch(struct cel__errors *errors, uint32_t at, const struct cel_type *wanted,
		   const struct cel_type *found)
{
	AUTO_STRBUF w = STRBUF_INIT, f = STRBUF_INIT;

	cel_type_write(&w, wanted);
	cel_type_write(&f, found);
	if (w.failed || f.failed)
		errors->arena->failed = true;
	cel__mistake(errors, at, "expected type '" STR_FMT "' but found '" STR_FMT "'",
		     STR_ARG(strbuf_str(&w)), STR_ARG(strbuf_str(&f)));
}

void cel__undeclared(struct cel__checker *c, struct cel__node *n, struct str name)
{
	n->type = &cel_error_type;
	if (!cel__is_lenient(c))
		cel__mistake(c->errors, n->at,
			     "undeclared reference to '" STR_FMT "' (in container '%s')",
			     STR_ARG(name), container_of(c));
}

bool cel__is_assignable(struct cel__checker *c, const struct cel_type *to,
			const struct cel_type *from)
{
	return cel__assignable(&c->u, &to, &from, 1);
}

const struct cel_type *cel__optional_of(struct cel__checker *c, const struct cel_type *t)
{
	const struct cel_type *made = cel_type_optional(c->arena, t);

	return made ? made : &cel_error_type;
}

const struct cel_type *cel__list_of(struct cel__checker *c, const struct cel_type *t)
{
	const struct cel_type *made = cel_type_list(c->arena, t);

	return made ? made : &cel_error_type;
}

const struct cel_type *cel__map_of(struct cel__checker *c, const struct cel_type *k,
				   const struct cel_type *v)
{
	const struct cel_type *made = cel_type_map(c->arena, k, v);

	return made ? made : &cel_error_type;
}

bool cel__is_dyn(const struct cel_type *t)
{
	return t->kind == CEL_T_DYN || t->kind == CEL_T_ERROR;
}

/* --- names --- */

bool cel__reading(const struct cel__checker *c, struct str name, unsigned i, struct strbuf *out)
{
	const char *container = container_of(c);
	size_t len = strlen(container);

	strbuf_clear(out);
	if (name.len && *name.ptr == '.') {
		strbuf_add(out, name.ptr + 1, name.len - 1);
		c->arena->failed |= out->failed;
		return i == 0;
	}
	for (; i && len; i--)
		while (len && container[--len] != '.')
			;
	if (i)
		return false;
	if (len) {
		strbuf_add(out, container, len);
		strbuf_addc(out, '.');
	}
	strbuf_adds(out, name);
	c->arena->failed |= out->failed;
	return true;
}

static const struct cel__local *local_of(const struct cel__checker *c, struct str name)
{
	for (const struct cel__local *l = c->scope; l; l = l->outer)
		if (str_eq(l->name, name))
			return l;
	return NULL;
}

/* Resolves the name to a variable or type and sets n; false: not found. */
static bool resolve(struct cel__checker *c, struct cel__node *n, struct str name)
{
	AUTO_STRBUF full = STRBUF_INIT;
	const struct cel_type *t;

	for (unsigned i = 0; cel__reading(c, name, i, &full); i++) {
		for (size_t k = 0; k < c->env->variable_count; k++) {
			if (!str_eqz(strbuf_str(&full), c->env->variables[k].name))
				continue;
			n->slot = (int)k;
			n->type = c->env->variables[k].type;
			c->result->used[k] = true;
			return true;
		}
		t = cel_type_named(strbuf_str(&full));
		if (t) {
			n->constant = true;
			n->value = cel_of_type(t);
			n->type = cel_type_of(c->arena, t);
			if (!n->type)
				n->type = &cel_error_type;
			return true;
		}
	}
	return false;
}

static void check_ident(struct cel__checker *c, struct cel__node *n)
{
	const struct cel__local *l = n->leading_dot ? NULL : local_of(c, n->name);
	struct str name = n->name;

	if (l) {
		n->slot = l->slot;
		n->type = l->type;
		return;
	}
	if (n->leading_dot)
		name = cel__copyf(c->arena, "." STR_FMT, STR_ARG(n->name));
	if (name.ptr && !resolve(c, n, name))
		cel__undeclared(c, n, name);
}

bool cel__qualified(const struct cel__checker *c, const struct cel__node *n, struct strbuf *out)
{
	if (n->kind == CEL__IDENT) {
		if (!n->leading_dot && local_of(c, n->name))
			return false;
		if (n->leading_dot)
			strbuf_addc(out, '.');
		strbuf_adds(out, n->name);
		return true;
	}
	if (n->kind != CEL__SELECT || n->test || n->optional ||
	    !cel__qualified(c, n->child[0], out))
		return false;
	strbuf_addc(out, '.');
	strbuf_adds(out, n->name);
	return true;
}

/* --- fields --- */

static const struct cel_type *field_type(struct cel__checker *c, const struct cel__node *n,
					 const struct cel_type *t)
{
	struct str text;

	if (t->kind == CEL_T_MAP)
		return t->params[1];
	if (t->kind == CEL_T_STRUCT) {
		const struct cel_field *f = cel_type_field(t, n->name);

		if (f || t->open)
			return f ? f->type : &cel_dyn;
		cel__mistake(c->errors, n->at, "undefined field '" STR_FMT "'", STR_ARG(n->name));
		return &cel_error_type;
	}
	if (t->kind == CEL_T_PARAM) {
		cel__is_assignable(c, &cel_dyn, t);
		return &cel_dyn;
	}
	if (!cel__is_dyn(t)) {
		text = cel__type_text(c, t);
		if (text.len > 11 && memcmp(text.ptr, "kubernetes.", 11) == 0)
			cel__mistake(c->errors, n->at,
				     "unexpected failed resolution of '" STR_FMT "'",
				     STR_ARG(text));
		else
			cel__mistake(c->errors, n->at,
				     "type '" STR_FMT "' does not support field selection",
				     STR_ARG(text));
	}
	return &cel_dyn;
}

static void check_select(struct cel__checker *c, struct cel__node *n)
{
	AUTO_STRBUF name = STRBUF_INIT;
	const struct cel_type *t, *field;
	bool optional;

	if (!n->test && !n->optional && cel__qualified(c, n, &name) &&
	    resolve(c, n, strbuf_str(&name))) {
		n->kind = CEL__IDENT;
		n->count = 0;
		return;
	}
	c->arena->failed |= name.failed;
	cel__check_node(c, n->child[0]);
	if (cel__is_lenient(c)) {
		n->type = &cel_dyn;
		return;
	}
	t = cel__substitute(&c->u, n->child[0]->type, false);
	optional = cel_type_is_optional(t);
	field = field_type(c, n, optional ? t->params[0] : t);
	if (optional || n->optional)
		field = cel__optional_of(c, field);
	n->type = n->test ? &cel_bool : cel__substitute(&c->u, field, false);
}

/* --- calls --- */

static void check_logic(struct cel__checker *c, struct cel__node *n)
{
	n->type = &cel_bool;
	for (uint32_t i = 0; i < n->count; i++) {
		cel__check_node(c, n->child[i]);
		if (cel__is_lenient(c) || cel__is_assignable(c, n->child[i]->type, &cel_bool))
			continue;
		cel__mismatch(c->errors, n->child[i]->at, &cel_bool, n->child[i]->type);
		n->type = &cel_error_type;
	}
}

static void check_cond(struct cel__checker *c, struct cel__node *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		cel__check_node(c, n->child[i]);
	n->name = STR("_?_:_");
	cel__resolve_call(c, n, n->name);
}

/* --- lists and maps --- */

static const struct cel_type *join(struct cel__checker *c, const struct cel_type *before,
				   const struct cel_type *t)
{
	if (!before)
		return t;
	if (cel__is_assignable(c, before, t))
		return cel__most_general(before, t);
	return &cel_dyn;
}

/* The type of child i; if it is written with ?, the type inside the optional. */
static const struct cel_type *entry_type(struct cel__checker *c, const struct cel__node *n,
					 uint32_t i, bool optional)
{
	const struct cel_type *t = n->child[i]->type;

	if (!optional)
		return t;
	if (cel_type_is_optional(t))
		return t->params[0];
	if (!cel__is_dyn(t))
		cel__mismatch(c->errors, n->child[i]->at, cel__optional_of(c, t), t);
	return t;
}

static void check_list(struct cel__checker *c, struct cel__node *n)
{
	const struct cel_type *t = NULL;

	for (uint32_t i = 0; i < n->count; i++) {
		cel__check_node(c, n->child[i]);
		t = join(c, t, entry_type(c, n, i, n->optionals && n->optionals[i]));
	}
	n->type = cel__list_of(c, t ? t : cel__new_variable(&c->u));
}

static void check_map(struct cel__checker *c, struct cel__node *n)
{
	const struct cel_type *key = NULL, *value = NULL;

	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		cel__check_node(c, n->child[i]);
		key = join(c, key, n->child[i]->type);
		cel__check_node(c, n->child[i + 1]);
		value = join(c, value, entry_type(c, n, i + 1, n->optionals && n->optionals[i]));
	}
	n->member = c->env->libraries & CEL_LIB_KUBERNETES; /* the last of duplicates counts */
	if (!key) {
		key = cel__new_variable(&c->u);
		value = cel__new_variable(&c->u);
	}
	n->type = cel__map_of(c, key, value);
}

/* The type of env->open_struct, or one nested in it by name; NULL: neither. */
static const struct cel_type *open_type(struct cel__checker *c, struct str name)
{
	struct str root = str_of(c->env->open_struct ? c->env->open_struct : "");
	struct cel_type *t;

	if (!root.len || name.len < root.len || memcmp(name.ptr, root.ptr, root.len) != 0 ||
	    (name.len > root.len && name.ptr[root.len] != '.'))
		return NULL;
	t = cel__alloc(c->arena, sizeof(*t));
	if (!t)
		return NULL;
	*t = (struct cel_type) { .kind = CEL_T_STRUCT,
				 .name = cel__copy(c->arena, name),
				 .open = true };
	return t;
}

static void check_struct(struct cel__checker *c, struct cel__node *n)
{
	AUTO_STRBUF full = STRBUF_INIT;
	const struct cel_type *t = NULL;

	for (unsigned i = 0; !t && cel__reading(c, n->name, i, &full); i++) {
		for (size_t k = 0; k < c->env->struct_count && !t; k++)
			if (str_eq(strbuf_str(&full), c->env->structs[k]->name))
				t = c->env->structs[k];
		if (!t)
			t = open_type(c, strbuf_str(&full));
		if (!t && cel_type_named(strbuf_str(&full))) {
			cel__mistake(c->errors, n->at, "'" STR_FMT "' is not a message type",
				     STR_ARG(n->name));
			t = &cel_error_type;
		}
	}
	if (!t) {
		cel__undeclared(c, n, n->name);
		return;
	}
	n->type = t;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct cel_field *f = NULL;
		const struct cel_type *value;

		cel__check_node(c, n->child[i]);
		value = entry_type(c, n, i, n->optionals && n->optionals[i]);
		if (t->kind != CEL_T_STRUCT)
			continue;
		f = cel_type_field(t, n->fields[i]);
		if (!f && t->open)
			continue;
		if (!f) {
			cel__mistake(c->errors, n->places[i], "undefined field '" STR_FMT "'",
				     STR_ARG(n->fields[i]));
		} else if (!cel__is_assignable(c, f->type, value)) {
			struct str w = cel__type_text(c, f->type), v = cel__type_text(c, value);

			cel__mistake(c->errors, n->places[i],
				     "expected type of field '" STR_FMT "' is '" STR_FMT
				     "' but provided type is '" STR_FMT "'",
				     STR_ARG(n->fields[i]), STR_ARG(w), STR_ARG(v));
		}
	}
}

/* --- macros --- */

void cel__check_node(struct cel__checker *c, struct cel__node *n)
{
	switch (n->kind) {
	case CEL__LITERAL:
		n->type = cel_type_of_value(n->value);
		break;
	case CEL__IDENT:
		check_ident(c, n);
		break;
	case CEL__SELECT:
		check_select(c, n);
		break;
	case CEL__CALL:
		cel__check_call(c, n);
		break;
	case CEL__AND:
	case CEL__OR:
		check_logic(c, n);
		break;
	case CEL__COND:
		check_cond(c, n);
		break;
	case CEL__LIST:
		check_list(c, n);
		break;
	case CEL__MAP:
		check_map(c, n);
		break;
	case CEL__STRUCT:
		check_struct(c, n);
		break;
	case CEL__FOLD:
		cel__check_fold(c, n);
		break;
	}
}

static void settle(struct cel__checker *c, struct cel__node *n)
{
	/* The members of a message of an unknown type are not checked: they have no type. */
	n->type = n->type ? cel__substitute(&c->u, n->type, true) : &cel_error_type;
	for (uint32_t i = 0; i < n->count; i++)
		settle(c, n->child[i]);
}

void cel__check(struct cel__arena *arena, struct cel__errors *errors, const struct cel_env *env,
		struct cel__node *root, struct cel__check_result *out)
{
	struct cel__checker c = { .arena = arena, .errors = errors, .env = env, .result = out };

	c.u.arena = arena;
	out->locals = 0;
	out->used = cel__alloc_array(arena, env->variable_count + 1, sizeof(*out->used));
	if (!out->used)
		return;
	cel__check_node(&c, root);
	settle(&c, root);
}
