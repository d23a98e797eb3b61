/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the function of a call. */
#include "cel/check_impl.h"

#include "cel/functions.h"

void cel__no_function(struct cel__checker *c, const struct cel__node *n, struct str name,
		      bool member, const struct cel_type *const *args, unsigned count)
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

static void add_candidate(struct cel__checker *c, struct resolution *r,
			  const struct cel__function *f, const struct cel__signature *s)
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
static struct resolution overloads(struct cel__checker *c, struct str name, bool member,
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
		else if (!cel__is_dyn(r.type) && !cel_type_equal(result, r.type))
			r.type = &cel_dyn;
	}
	return r;
}

void cel__resolve_call(struct cel__checker *c, struct cel__node *n, struct str name)
{
	const struct cel_type *args[CEL__ARGS_MAX];
	struct resolution r = { 0 };

	for (uint32_t i = 0; i < n->count && i < CEL__ARGS_MAX; i++)
		args[i] = cel__is_lenient(c) ? &cel_dyn : n->child[i]->type;
	if (n->count <= CEL__ARGS_MAX)
		r = overloads(c, name, n->member, args, n->count);
	/* An index may be a whole number of any type, which is only checked at run time. */
	for (size_t i = 0; i < r.count && (str_eqz(name, "_[_]") || str_eqz(name, "_[?_]")); i++)
		r.candidates[i].kinds[1] = UINT32_MAX;
	n->candidates = r.candidates;
	n->candidate_count = r.count;
	n->type = r.type ? r.type : &cel_error_type;
	if (cel__is_lenient(c))
		n->type = &cel_dyn;
	else if (!r.type && n->count <= CEL__ARGS_MAX)
		cel__no_function(c, n, name, n->member, args, n->count);
	else if (!r.type)
		cel__mistake(c->errors, n->at,
			     "found no matching overload for '" STR_FMT "' applied to '(...)'",
			     STR_ARG(name));
}

/* The function's full name, or a NULL ptr. */
static struct str function_of(struct cel__checker *c, struct str name)
{
	AUTO_STRBUF full = STRBUF_INIT;

	for (unsigned i = 0; cel__reading(c, name, i, &full); i++)
		if (cel__function_exists(c->env->libraries, strbuf_str(&full)))
			return cel__copy(c->arena, strbuf_str(&full));
	return (struct str) { NULL, 0 };
}

void cel__check_call(struct cel__checker *c, struct cel__node *n)
{
	AUTO_STRBUF prefix = STRBUF_INIT;
	struct str name, full = { NULL, 0 };

	for (uint32_t i = n->member; i < n->count; i++)
		cel__check_node(c, n->child[i]);
	if (n->member && cel__qualified(c, n->child[0], &prefix)) {
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
		cel__check_node(c, n->child[0]);
		full = cel__function_exists(c->env->libraries, n->name) ? n->name : full;
	} else if (!full.ptr) {
		name = n->name;
		if (n->leading_dot)
			name = cel__copyf(c->arena, "." STR_FMT, STR_ARG(n->name));
		full = function_of(c, name);
	}
	if (!full.ptr) {
		cel__undeclared(c, n, n->name);
		return;
	}
	n->name = full;
	cel__resolve_call(c, n, full);
}
