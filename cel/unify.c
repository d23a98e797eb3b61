/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/unify.h"

enum { NESTED_MAX = 200 };

const struct cel_type *cel__new_variable(struct cel__unifier *u)
{
	struct cel_type *t = cel__alloc(u->arena, sizeof(*t));

	if (u->count == u->cap) {
		unsigned cap = u->cap ? u->cap * 2 : 16;
		const struct cel_type **bound = cel__alloc_array(u->arena, cap, sizeof(*bound));

		if (!bound)
			return &cel_error_type;
		if (u->count)
			memcpy(bound, u->bound, u->count * sizeof(*bound));
		u->bound = bound;
		u->cap = cap;
	}
	if (!t)
		return &cel_error_type;
	*t = (struct cel_type) { .kind = CEL_T_PARAM, .number = u->count++ };
	return t;
}

static const struct cel_type *find(const struct cel__unifier *u, const struct cel_type *t)
{
	return t->kind == CEL_T_PARAM && t->number < u->count ? u->bound[t->number] : NULL;
}

static void bind(struct cel__unifier *u, const struct cel_type *variable, const struct cel_type *t)
{
	if (u->trail_count == u->trail_cap) {
		unsigned cap = u->trail_cap ? u->trail_cap * 2 : 32;
		void *trail = cel__alloc_array(u->arena, cap, sizeof(*u->trail));

		if (!trail)
			return;
		if (u->trail_count)
			memcpy(trail, u->trail, u->trail_count * sizeof(*u->trail));
		u->trail = trail;
		u->trail_cap = cap;
	}
	u->trail[u->trail_count].number = variable->number;
	u->trail[u->trail_count].before = u->bound[variable->number];
	u->trail_count++;
	u->bound[variable->number] = t;
}

static bool is_dyn(const struct cel_type *t)
{
	return t->kind == CEL_T_DYN || t->kind == CEL_T_ERROR;
}

static bool less_specific(const struct cel_type *a, const struct cel_type *b)
{
	if (is_dyn(a) || a->kind == CEL_T_PARAM)
		return true;
	if (is_dyn(b) || b->kind == CEL_T_PARAM || a->kind != b->kind)
		return false;
	if (a->kind == CEL_T_TYPE)
		return true;
	if (a->kind == CEL_T_OPAQUE && !str_eq(a->name, b->name))
		return false;
	if (a->kind == CEL_T_OPAQUE || a->kind == CEL_T_LIST || a->kind == CEL_T_MAP) {
		for (int i = 0; i < 2; i++)
			if (a->params[i] && b->params[i] &&
			    !less_specific(a->params[i], b->params[i]))
				return false;
		return true;
	}
	return cel_type_equal(a, b);
}

const struct cel_type *cel__most_general(const struct cel_type *a, const struct cel_type *b)
{
	/* A wrapper type also accepts null. */
	if (b->kind == CEL_T_WRAPPER && a->kind != CEL_T_WRAPPER && !is_dyn(a))
		return b;
	if (a->kind == CEL_T_NULL && b->kind != CEL_T_NULL && b->kind != CEL_T_PARAM)
		return b;
	if (b->kind == CEL_T_NULL && a->kind != CEL_T_PARAM)
		return a;
	return less_specific(a, b) ? a : b;
}

static bool occurs(const struct cel__unifier *u, const struct cel_type *variable,
		   const struct cel_type *t)
{
	const struct cel_type *bound;

	if (t->kind == CEL_T_PARAM) {
		if (t->number == variable->number)
			return true;
		bound = find(u, t);
		return bound && occurs(u, variable, bound);
	}
	for (int i = 0; i < 2; i++)
		if (t->params[i] && occurs(u, variable, t->params[i]))
			return true;
	return false;
}

static bool assignable(struct cel__unifier *u, const struct cel_type *a, const struct cel_type *b);

/* True if the variable can be bound to `t`; *has: it is already bound. */
static bool bind_variable(struct cel__unifier *u, const struct cel_type *t,
			  const struct cel_type *variable, bool *has)
{
	const struct cel_type *bound = find(u, variable), *general;

	*has = true;
	if (cel_type_equal(t, variable))
		return true;
	if (!bound) {
		*has = false;
		if (occurs(u, variable, t))
			return false;
		bind(u, variable, t);
		return true;
	}
	if (cel_type_equal(t, bound))
		return true;
	if (!assignable(u, t, bound))
		return false;
	general = cel__most_general(t, bound);
	if (!occurs(u, variable, general))
		bind(u, variable, general);
	return true;
}

static bool nullable(const struct cel_type *t)
{
	return t->kind == CEL_T_NULL || t->kind == CEL_T_OPAQUE || t->kind == CEL_T_STRUCT ||
	       t->kind == CEL_T_DURATION || t->kind == CEL_T_TIMESTAMP || t->kind == CEL_T_WRAPPER;
}

static bool params_assignable(struct cel__unifier *u, const struct cel_type *a,
			      const struct cel_type *b)
{
	for (int i = 0; i < 2; i++) {
		if (!a->params[i] != !b->params[i])
			return false;
		if (a->params[i] && !assignable(u, a->params[i], b->params[i]))
			return false;
	}
	return true;
}

static bool concrete(struct cel__unifier *u, const struct cel_type *a, const struct cel_type *b)
{
	if (is_dyn(a) || is_dyn(b))
		return true;
	if (a->kind == CEL_T_NULL)
		return nullable(b);
	if (b->kind == CEL_T_NULL)
		return nullable(a);
	if (a->kind == CEL_T_WRAPPER)
		return assignable(u, a->params[0], b->kind == CEL_T_WRAPPER ? b->params[0] : b);
	if (b->kind == CEL_T_WRAPPER)
		return assignable(u, a, b->params[0]);
	if (a->kind != b->kind)
		return false;
	if (a->kind == CEL_T_TYPE)
		return true;
	if (a->kind == CEL_T_LIST || a->kind == CEL_T_MAP)
		return params_assignable(u, a, b);
	if (a->kind == CEL_T_OPAQUE)
		return str_eq(a->name, b->name) && params_assignable(u, a, b);
	if (a->kind == CEL_T_STRUCT)
		return str_eq(a->name, b->name);
	return true;
}

static bool assignable(struct cel__unifier *u, const struct cel_type *a, const struct cel_type *b)
{
	bool has, result;

	if (u->depth > NESTED_MAX)
		return false;
	u->depth++;
	if (b->kind == CEL_T_PARAM) {
		result = bind_variable(u, a, b, &has);
		if (result || has)
			goto done;
	}
	if (a->kind == CEL_T_PARAM)
		result = bind_variable(u, b, a, &has);
	else
		result = concrete(u, a, b);
done:
	u->depth--;
	return result;
}

bool cel__assignable(struct cel__unifier *u, const struct cel_type *const *to,
		     const struct cel_type *const *from, unsigned count)
{
	unsigned begin = u->trail_count;

	for (unsigned i = 0; i < count; i++) {
		if (assignable(u, to[i], from[i]))
			continue;
		while (u->trail_count > begin) {
			u->trail_count--;
			u->bound[u->trail[u->trail_count].number] = u->trail[u->trail_count].before;
		}
		return false;
	}
	return true;
}

const struct cel_type *cel__substitute(struct cel__unifier *u, const struct cel_type *t,
				       bool to_dyn)
{
	const struct cel_type *bound = find(u, t), *params[2] = { NULL, NULL };
	struct cel_type *made;

	if (u->depth > NESTED_MAX)
		return &cel_dyn;
	if (t->kind == CEL_T_PARAM && !bound)
		return to_dyn ? &cel_dyn : t;
	u->depth++;
	if (bound) {
		t = cel__substitute(u, bound, to_dyn);
		u->depth--;
		return t;
	}
	for (int i = 0; i < 2; i++)
		if (t->params[i])
			params[i] = cel__substitute(u, t->params[i], to_dyn);
	u->depth--;
	if (params[0] == t->params[0] && params[1] == t->params[1])
		return t;
	made = cel__alloc(u->arena, sizeof(*made));
	if (!made)
		return &cel_error_type;
	*made = *t;
	made->params[0] = params[0];
	made->params[1] = params[1];
	return made;
}
