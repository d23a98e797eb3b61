/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/check.h"

#include "cel/functions.h"

struct local {
	struct str name;
	const struct cel_type *type;
	int slot;
	struct local *outer;
};

struct checker {
	struct cel__arena *arena;
	struct cel__errors *errors;
	const struct cel_env *env;
	struct cel__unifier u;
	struct local *scope;
	unsigned depth; /* number of local slots in use */
	struct cel__check_result *result;
};

static void check(struct checker *c, struct cel__node *n);

/* --- words --- */

static struct str type_text(struct checker *c, const struct cel_type *t)
{
	AUTO_STRBUF b = STRBUF_INIT;

	cel_type_write(&b, t);
	c->arena->failed |= b.failed;
	return cel__copy(c->arena, strbuf_str(&b));
}

static const char *container_of(const struct checker *c)
{
	return c->env->container ? c->env->container : "";
}

static bool lenient(const struct checker *c)
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

static void mismatch(struct checker *c, uint32_t at, const struct cel_type *wanted,
		     const struct cel_type *found)
{
	cel__mismatch(c->errors, at, wanted, found);
}

static void undeclared(struct checker *c, struct cel__node *n, struct str name)
{
	n->type = &cel_error_type;
	if (!lenient(c))
		cel__mistake(c->errors, n->at,
			     "undeclared reference to '" STR_FMT "' (in container '%s')",
			     STR_ARG(name), container_of(c));
}

static bool assignable(struct checker *c, const struct cel_type *to, const struct cel_type *from)
{
	return cel__assignable(&c->u, &to, &from, 1);
}

static const struct cel_type *optional_of(struct checker *c, const struct cel_type *t)
{
	const struct cel_type *made = cel_type_optional(c->arena, t);

	return made ? made : &cel_error_type;
}

static const struct cel_type *list_of(struct checker *c, const struct cel_type *t)
{
	const struct cel_type *made = cel_type_list(c->arena, t);

	return made ? made : &cel_error_type;
}

static const struct cel_type *map_of(struct checker *c, const struct cel_type *k,
				     const struct cel_type *v)
{
	const struct cel_type *made = cel_type_map(c->arena, k, v);

	return made ? made : &cel_error_type;
}

static bool is_dyn(const struct cel_type *t)
{
	return t->kind == CEL_T_DYN || t->kind == CEL_T_ERROR;
}

/* --- names --- */

/* The i-th candidate for the name in the container: a.b.x, a.x, x. False: none left. */
static bool reading(const struct checker *c, struct str name, unsigned i, struct strbuf *out)
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

static const struct local *local_of(const struct checker *c, struct str name)
{
	for (const struct local *l = c->scope; l; l = l->outer)
		if (str_eq(l->name, name))
			return l;
	return NULL;
}

/* Resolves the name to a variable or type and sets n; false: not found. */
static bool resolve(struct checker *c, struct cel__node *n, struct str name)
{
	AUTO_STRBUF full = STRBUF_INIT;
	const struct cel_type *t;

	for (unsigned i = 0; reading(c, name, i, &full); i++) {
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

static void check_ident(struct checker *c, struct cel__node *n)
{
	const struct local *l = n->leading_dot ? NULL : local_of(c, n->name);
	struct str name = n->name;

	if (l) {
		n->slot = l->slot;
		n->type = l->type;
		return;
	}
	if (n->leading_dot)
		name = cel__copyf(c->arena, "." STR_FMT, STR_ARG(n->name));
	if (name.ptr && !resolve(c, n, name))
		undeclared(c, n, name);
}

/* a.b.c as text; false: it is not only names, or starts with a macro's variable. */
static bool qualified(const struct checker *c, const struct cel__node *n, struct strbuf *out)
{
	if (n->kind == CEL__IDENT) {
		if (!n->leading_dot && local_of(c, n->name))
			return false;
		if (n->leading_dot)
			strbuf_addc(out, '.');
		strbuf_adds(out, n->name);
		return true;
	}
	if (n->kind != CEL__SELECT || n->test || n->optional || !qualified(c, n->child[0], out))
		return false;
	strbuf_addc(out, '.');
	strbuf_adds(out, n->name);
	return true;
}

/* --- fields --- */

static const struct cel_type *field_type(struct checker *c, const struct cel__node *n,
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
		assignable(c, &cel_dyn, t);
		return &cel_dyn;
	}
	if (!is_dyn(t)) {
		text = type_text(c, t);
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

static void check_select(struct checker *c, struct cel__node *n)
{
	AUTO_STRBUF name = STRBUF_INIT;
	const struct cel_type *t, *field;
	bool optional;

	if (!n->test && !n->optional && qualified(c, n, &name) &&
	    resolve(c, n, strbuf_str(&name))) {
		n->kind = CEL__IDENT;
		n->count = 0;
		return;
	}
	c->arena->failed |= name.failed;
	check(c, n->child[0]);
	if (lenient(c)) {
		n->type = &cel_dyn;
		return;
	}
	t = cel__substitute(&c->u, n->child[0]->type, false);
	optional = cel_type_is_optional(t);
	field = field_type(c, n, optional ? t->params[0] : t);
	if (optional || n->optional)
		field = optional_of(c, field);
	n->type = n->test ? &cel_bool : cel__substitute(&c->u, field, false);
}

/* --- calls --- */

static void no_overload(struct checker *c, const struct cel__node *n, struct str name, bool member,
			const struct cel_type *const *args, unsigned count)
{
	AUTO_STRBUF b = STRBUF_INIT;

	for (unsigned i = 0; i < count; i++) {
		const struct cel_type *t = cel__substitute(&c->u, args[i], true);

		if (i == member)
			strbuf_addc(&b, '(');
		else if (i)
			strbuf_addz(&b, ", ");
		cel_type_write(&b, t);
		if (i == 0 && member)
			strbuf_addc(&b, '.');
	}
	if (count <= member)
		strbuf_addc(&b, '(');
	strbuf_addc(&b, ')');
	c->arena->failed |= b.failed;
	cel__mistake(c->errors, n->at,
		     "found no matching overload for '" STR_FMT "' applied to '" STR_FMT "'",
		     STR_ARG(name), STR_ARG(strbuf_str(&b)));
}

struct resolution {
	const struct cel_type *type; /* NULL: none */
	struct cel__candidate *candidates;
	size_t count, cap;
};

static void add_candidate(struct checker *c, struct resolution *r, const struct cel__function *f,
			  const struct cel__signature *s)
{
	struct cel__candidate *k;

	if (r->count == r->cap) {
		size_t cap = r->cap ? r->cap * 4 : 1;
		struct cel__candidate *more = cel__alloc_array(c->arena, cap, sizeof(*more));

		if (!more)
			return;
		if (r->count)
			memcpy(more, r->candidates, r->count * sizeof(*more));
		r->candidates = more;
		r->cap = cap;
	}
	k = &r->candidates[r->count++];
	k->fn = f->fn;
	k->count = s->count;
	for (unsigned i = 0; i < s->count; i++)
		cel__candidate_argument(k, i, s->args[i]);
}

/* Finds all rows with that name whose signature accepts the arguments. */
static struct resolution overloads(struct checker *c, struct str name, bool member,
				   const struct cel_type *const *args, unsigned count)
{
	struct resolution r = { 0 };
	const struct cel__function *f;

	for (size_t i = 0; (f = cel__function_next(name, &i));) {
		struct cel__signature s;
		const struct cel_type *result;

		if (!(f->library & c->env->libraries) || (f->signature[0] != '(') != member)
			continue;
		if (!cel__signature_read(&c->u, f->signature, &s) || s.count != count ||
		    !cel__assignable(&c->u, args, s.args, count))
			continue;
		add_candidate(c, &r, f, &s);
		result = cel__substitute(&c->u, s.result, false);
		if (!r.type)
			r.type = result;
		else if (!is_dyn(r.type) && !cel_type_equal(result, r.type))
			r.type = &cel_dyn;
	}
	return r;
}

static void resolve_call(struct checker *c, struct cel__node *n, struct str name)
{
	const struct cel_type *args[CEL__ARGS_MAX];
	struct resolution r = { 0 };

	for (uint32_t i = 0; i < n->count && i < CEL__ARGS_MAX; i++)
		args[i] = lenient(c) ? &cel_dyn : n->child[i]->type;
	if (n->count <= CEL__ARGS_MAX)
		r = overloads(c, name, n->member, args, n->count);
	/* An index may be a whole number of any type, which is only checked at run time. */
	for (size_t i = 0; i < r.count && (str_eqz(name, "_[_]") || str_eqz(name, "_[?_]")); i++)
		r.candidates[i].kinds[1] = UINT32_MAX;
	n->candidates = r.candidates;
	n->candidate_count = r.count;
	n->type = r.type ? r.type : &cel_error_type;
	if (lenient(c))
		n->type = &cel_dyn;
	else if (!r.type && n->count <= CEL__ARGS_MAX)
		no_overload(c, n, name, n->member, args, n->count);
	else if (!r.type)
		cel__mistake(c->errors, n->at,
			     "found no matching overload for '" STR_FMT "' applied to '(...)'",
			     STR_ARG(name));
}

/* The function's full name, or a NULL ptr. */
static struct str function_of(struct checker *c, struct str name)
{
	AUTO_STRBUF full = STRBUF_INIT;

	for (unsigned i = 0; reading(c, name, i, &full); i++)
		if (cel__function_exists(c->env->libraries, strbuf_str(&full)))
			return cel__copy(c->arena, strbuf_str(&full));
	return (struct str) { NULL, 0 };
}

static void check_call(struct checker *c, struct cel__node *n)
{
	AUTO_STRBUF prefix = STRBUF_INIT;
	struct str name, full = { NULL, 0 };

	for (uint32_t i = n->member; i < n->count; i++)
		check(c, n->child[i]);
	if (n->member && qualified(c, n->child[0], &prefix)) {
		strbuf_addc(&prefix, '.');
		strbuf_adds(&prefix, n->name);
		full = function_of(c, strbuf_str(&prefix));
		if (full.ptr) {
			n->member = false;
			n->child++;
			n->count--;
		}
	}
	c->arena->failed |= prefix.failed;
	if (!full.ptr && n->member) {
		check(c, n->child[0]);
		full = cel__function_exists(c->env->libraries, n->name) ? n->name : full;
	} else if (!full.ptr) {
		name = n->name;
		if (n->leading_dot)
			name = cel__copyf(c->arena, "." STR_FMT, STR_ARG(n->name));
		full = function_of(c, name);
	}
	if (!full.ptr) {
		undeclared(c, n, n->name);
		return;
	}
	n->name = full;
	resolve_call(c, n, full);
}

static void check_logic(struct checker *c, struct cel__node *n)
{
	n->type = &cel_bool;
	for (uint32_t i = 0; i < n->count; i++) {
		check(c, n->child[i]);
		if (lenient(c) || assignable(c, n->child[i]->type, &cel_bool))
			continue;
		mismatch(c, n->child[i]->at, &cel_bool, n->child[i]->type);
		n->type = &cel_error_type;
	}
}

static void check_cond(struct checker *c, struct cel__node *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		check(c, n->child[i]);
	n->name = STR("_?_:_");
	resolve_call(c, n, n->name);
}

/* --- lists and maps --- */

static const struct cel_type *join(struct checker *c, const struct cel_type *before,
				   const struct cel_type *t)
{
	if (!before)
		return t;
	if (assignable(c, before, t))
		return cel__most_general(before, t);
	return &cel_dyn;
}

/* The type of child i; if it is written with ?, the type inside the optional. */
static const struct cel_type *entry_type(struct checker *c, const struct cel__node *n, uint32_t i,
					 bool optional)
{
	const struct cel_type *t = n->child[i]->type;

	if (!optional)
		return t;
	if (cel_type_is_optional(t))
		return t->params[0];
	if (!is_dyn(t))
		mismatch(c, n->child[i]->at, optional_of(c, t), t);
	return t;
}

static void check_list(struct checker *c, struct cel__node *n)
{
	const struct cel_type *t = NULL;

	for (uint32_t i = 0; i < n->count; i++) {
		check(c, n->child[i]);
		t = join(c, t, entry_type(c, n, i, n->optionals && n->optionals[i]));
	}
	n->type = list_of(c, t ? t : cel__new_variable(&c->u));
}

static void check_map(struct checker *c, struct cel__node *n)
{
	const struct cel_type *key = NULL, *value = NULL;

	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		check(c, n->child[i]);
		key = join(c, key, n->child[i]->type);
		check(c, n->child[i + 1]);
		value = join(c, value, entry_type(c, n, i + 1, n->optionals && n->optionals[i]));
	}
	n->member = c->env->libraries & CEL_LIB_KUBERNETES; /* the last of duplicates counts */
	if (!key) {
		key = cel__new_variable(&c->u);
		value = cel__new_variable(&c->u);
	}
	n->type = map_of(c, key, value);
}

/* The type of env->open_struct, or one nested in it by name; NULL: neither. */
static const struct cel_type *open_type(struct checker *c, struct str name)
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

static void check_struct(struct checker *c, struct cel__node *n)
{
	AUTO_STRBUF full = STRBUF_INIT;
	const struct cel_type *t = NULL;

	for (unsigned i = 0; !t && reading(c, n->name, i, &full); i++) {
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
		undeclared(c, n, n->name);
		return;
	}
	n->type = t;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct cel_field *f = NULL;
		const struct cel_type *value;

		check(c, n->child[i]);
		value = entry_type(c, n, i, n->optionals && n->optionals[i]);
		if (t->kind != CEL_T_STRUCT)
			continue;
		f = cel_type_field(t, n->fields[i]);
		if (!f && t->open)
			continue;
		if (!f) {
			cel__mistake(c->errors, n->places[i], "undefined field '" STR_FMT "'",
				     STR_ARG(n->fields[i]));
		} else if (!assignable(c, f->type, value)) {
			struct str w = type_text(c, f->type), v = type_text(c, value);

			cel__mistake(c->errors, n->places[i],
				     "expected type of field '" STR_FMT "' is '" STR_FMT
				     "' but provided type is '" STR_FMT "'",
				     STR_ARG(n->fields[i]), STR_ARG(w), STR_ARG(v));
		}
	}
}

/* --- macros --- */

static int new_slot(struct checker *c)
{
	int slot = -2 - (int)c->depth++;

	if (c->depth > c->result->locals)
		c->result->locals = c->depth;
	return slot;
}

/* The types of a loop's variables; a loop with one variable ignores `second`. */
static void range_types(struct checker *c, const struct cel__node *n, bool two,
			const struct cel_type **first, const struct cel_type **second)
{
	const struct cel_type *t = cel__substitute(&c->u, n->child[0]->type, false);
	struct str text;

	*first = *second = &cel_dyn;
	if (lenient(c))
		return;
	if (t->kind == CEL_T_LIST) {
		*first = two ? &cel_int : t->params[0];
		*second = t->params[0];
	} else if (t->kind == CEL_T_MAP) {
		*first = t->params[0];
		*second = t->params[1];
	} else if (is_dyn(t) || t->kind == CEL_T_PARAM) {
		assignable(c, &cel_dyn, t);
	} else {
		text = type_text(c, t);
		cel__mistake(c->errors, n->child[0]->at,
			     "expression of type '" STR_FMT "' cannot be range of a comprehension "
			     "(must be list, map, or dynamic)",
			     STR_ARG(text));
		*first = *second = &cel_error_type;
	}
}

/* Checks the condition of a step `condition ? with : without`. */
static void need_condition(struct checker *c, const struct cel__node *n,
			   const struct cel__node *condition, const struct cel_type *step)
{
	const struct cel_type *args[] = { condition->type, step, step };

	if (!lenient(c) && !assignable(c, condition->type, &cel_bool))
		no_overload(c, n, STR("_?_:_"), false, args, 3);
}

static const struct cel_type *loop_type(struct checker *c, struct cel__node *n,
					const struct cel_type *first,
					const struct cel_type *element)
{
	const struct cel_type *body = n->child[1]->type, *result = &cel_bool, *key;

	switch (n->fold) {
	case CEL__ALL:
	case CEL__EXISTS:
		if (!lenient(c) && !assignable(c, body, &cel_bool))
			mismatch(c, n->child[1]->at, &cel_bool, body);
		return &cel_bool;
	case CEL__EXISTS_ONE:
		need_condition(c, n, n->child[1], &cel_int);
		return &cel_bool;
	case CEL__FILTER:
		result = list_of(c, element);
		need_condition(c, n, n->child[1], result);
		return result;
	case CEL__MAP_EACH:
		result = list_of(c, body);
		break;
	case CEL__TRANSFORM_MAP:
		result = map_of(c, first, body);
		break;
	case CEL__TRANSFORM_ENTRY:
		key = cel__new_variable(&c->u); /* messages number it before the value */
		result = map_of(c, key, cel__new_variable(&c->u));
		if (!lenient(c) && !assignable(c, result, body)) {
			const struct cel_type *args[] = { result, body };

			no_overload(c, n, STR("cel.@mapInsert"), false, args, 2);
		}
		break;
	case CEL__SORT_BY:
		return n->child[0]->type;
	case CEL__BIND:
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		break;
	}
	if (n->count > 2)
		need_condition(c, n, n->child[2], result);
	return result;
}

static void check_keys(struct checker *c, const struct cel__node *n)
{
	static const enum cel_type_kind sortable[] = {
		CEL_T_INT,    CEL_T_UINT,  CEL_T_DOUBLE,   CEL_T_BOOL,
		CEL_T_STRING, CEL_T_BYTES, CEL_T_DURATION, CEL_T_TIMESTAMP,
		CEL_T_PARAM,  CEL_T_DYN,   CEL_T_ERROR,
	};
	const struct cel_type *key = cel__substitute(&c->u, n->child[1]->type, false);
	const struct cel_type *args[] = { n->child[0]->type, list_of(c, key) };

	for (size_t i = 0; i < ARRAY_LEN(sortable); i++)
		if (key->kind == sortable[i] || lenient(c))
			return;
	no_overload(c, n, STR("@sortByAssociatedKeys"), true, args, 2);
}

static void check_loop(struct checker *c, struct cel__node *n)
{
	struct local first = { .name = n->name, .outer = c->scope }, second;
	const struct cel_type *element;
	bool two = n->name2.len;

	range_types(c, n, two, &first.type, &element);
	if (!two)
		element = first.type;
	first.slot = n->slot = new_slot(c);
	c->scope = &first;
	second = (struct local) { n->name2, element, new_slot(c), &first };
	if (two)
		c->scope = &second;
	for (uint32_t i = n->count - 1; i >= 1; i--)
		check(c, n->child[i]);
	c->scope = first.outer;
	c->depth -= 2;
	if (n->fold == CEL__SORT_BY)
		check_keys(c, n);
	n->type = cel__substitute(&c->u, loop_type(c, n, first.type, element), false);
}

static void check_opt_map(struct checker *c, struct cel__node *n)
{
	const struct cel_type *t = cel__substitute(&c->u, n->child[0]->type, false);
	struct local l = { .name = n->name, .type = &cel_dyn, .outer = c->scope };
	const struct cel_type *body;

	if (cel_type_is_optional(t) && !lenient(c))
		l.type = t->params[0];
	else if (!is_dyn(t) && !lenient(c))
		no_overload(c, n, STR("hasValue"), true, &t, 1);
	l.slot = n->slot = new_slot(c);
	c->scope = &l;
	check(c, n->child[1]);
	c->scope = l.outer;
	c->depth--;
	body = n->child[1]->type;
	n->type = n->fold == CEL__OPT_MAP ? optional_of(c, body) : body;
	if (n->fold == CEL__OPT_FLAT_MAP && !lenient(c) &&
	    !assignable(c, &cel_optional_dyn, body)) {
		const struct cel_type *args[] = { &cel_bool, body, &cel_optional_dyn };

		no_overload(c, n, STR("_?_:_"), false, args, 3);
	}
}

static void check_bind(struct checker *c, struct cel__node *n)
{
	struct local l = { .name = n->name, .type = n->child[0]->type, .outer = c->scope };

	l.slot = n->slot = new_slot(c);
	c->scope = &l;
	check(c, n->child[1]);
	c->scope = l.outer;
	c->depth--;
	n->type = n->child[1]->type;
}

static void check_fold(struct checker *c, struct cel__node *n)
{
	check(c, n->child[0]);
	switch (n->fold) {
	case CEL__BIND:
		check_bind(c, n);
		break;
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		check_opt_map(c, n);
		break;
	case CEL__ALL:
	case CEL__EXISTS:
	case CEL__EXISTS_ONE:
	case CEL__MAP_EACH:
	case CEL__FILTER:
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
	case CEL__SORT_BY:
		check_loop(c, n);
		break;
	}
}

static void check(struct checker *c, struct cel__node *n)
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
		check_call(c, n);
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
		check_fold(c, n);
		break;
	}
}

static void settle(struct checker *c, struct cel__node *n)
{
	/* The members of a message of an unknown type are not checked: they have no type. */
	n->type = n->type ? cel__substitute(&c->u, n->type, true) : &cel_error_type;
	for (uint32_t i = 0; i < n->count; i++)
		settle(c, n->child[i]);
}

void cel__check(struct cel__arena *arena, struct cel__errors *errors, const struct cel_env *env,
		struct cel__node *root, struct cel__check_result *out)
{
	struct checker c = { .arena = arena, .errors = errors, .env = env, .result = out };

	c.u.arena = arena;
	out->locals = 0;
	out->used = cel__alloc_array(arena, env->variable_count + 1, sizeof(*out->used));
	if (!out->used)
		return;
	check(&c, root);
	settle(&c, root);
}
