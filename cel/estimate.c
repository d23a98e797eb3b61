/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/estimate_impl.h"

#include "base/alloc.h"

const struct span cel__unknown = { 0, UINT64_MAX };
const struct span cel__one = { 1, 1 };

/* --- sizes --- */

static bool is_scalar(const struct cel_type *t)
{
	switch (t->kind) {
	case CEL_T_BOOL:
	case CEL_T_INT:
	case CEL_T_UINT:
	case CEL_T_DOUBLE:
	case CEL_T_TIMESTAMP:
	case CEL_T_DURATION:
		return true;
	case CEL_T_OPAQUE:
		return cel_type_is_optional(t) && t->params[0] && is_scalar(t->params[0]);
	case CEL_T_DYN:
	case CEL_T_ERROR:
	case CEL_T_NULL:
	case CEL_T_STRING:
	case CEL_T_BYTES:
	case CEL_T_LIST:
	case CEL_T_MAP:
	case CEL_T_TYPE:
	case CEL_T_STRUCT:
	case CEL_T_PARAM:
	case CEL_T_WRAPPER:
		break;
	}
	return false;
}

void cel__set_size(struct cel__found *f, struct span size)
{
	f->size = size;
	f->sized = true;
}

void cel__find_size(struct cel__found *f, const struct cel__node *n)
{
	if (f->sized)
		return;
	if (f->placed && f->declared)
		cel__set_size(f, (struct span) { 0, f->declared->elements_max });
	else if (is_scalar(n->type))
		cel__set_size(f, cel__one);
}

struct span cel__size_of(const struct cel__found *f)
{
	return f->sized ? f->size : cel__unknown;
}

void cel__place_below(const struct cel__estimate_run *e, struct cel__found *f,
		      const struct cel__found *above, const struct cel_type *declared)
{
	f->placed = true;
	f->declared = above->placed ? declared : e->self;
}

const struct cel_type *cel__items_of(const struct cel_type *t)
{
	return !t		       ? NULL
	       : t->kind == CEL_T_LIST ? t->params[0]
	       : t->kind == CEL_T_MAP  ? t->params[1]
				       : NULL;
}

struct cel__entries cel__unite_entries(struct cel__entries a, struct cel__entries b)
{
	if (!a.known || !b.known)
		return (struct cel__entries) { 0 };
	return (struct cel__entries) { true, a.map, unite(a.key, b.key), unite(a.value, b.value) };
}

/* --- nodes --- */

static struct cel__found literal(const struct cel__node *n)
{
	struct cel__found f = { 0 };
	uint64_t runes = 0;

	if (n->value.kind == CEL_STRING)
		for (uint32_t i = 0; i < n->value.len; i++)
			runes += ((unsigned char)n->value.as.ptr[i] & 0xc0) != 0x80;
	cel__set_size(&f, fixed(n->value.kind == CEL_STRING  ? runes
				: n->value.kind == CEL_BYTES ? n->value.len
							     : 1));
	return f;
}

static struct cel__found ident(struct cel__estimate_run *e, const struct cel__node *n)
{
	unsigned local = n->slot < -1 ? (unsigned)(-2 - n->slot) : 0;
	struct cel__found f = { 0 };

	if (n->slot < -1 && local < e->local_count) {
		const struct cel__found *v = &e->locals[local];

		f = *v;
		f.sized = false;
		cel__find_size(&f, n);
		if (!f.sized && v->sized)
			cel__set_size(&f, v->size);
	} else {
		f.placed = true;
		f.declared = e->self;
		cel__find_size(&f, n);
	}
	f.cost = cel__one;
	return f;
}

static struct cel__found select_field(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__found of = cel__estimate_node(e, n->child[0]), f = { .cost = of.cost };
	const struct cel_type *t = n->child[0]->type;
	const struct cel_field *field;

	if (n->test || n->optional) {
		if (n->optional)
			f.cost = add(f.cost, cel__one);
		cel__find_size(&f, n);
		return f;
	}
	if (t->kind == CEL_T_MAP || t->kind == CEL_T_STRUCT || t->kind == CEL_T_PARAM)
		f.cost = add(f.cost, cel__one);
	field = of.declared && of.declared->kind == CEL_T_STRUCT
		    ? cel_type_field(of.declared, n->name)
		    : NULL;
	cel__place_below(e, &f, &of, field ? field->type : NULL);
	cel__find_size(&f, n);
	return f;
}

static struct cel__found list_literal(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__entries in = { true, false, cel__one, { n->count ? UINT64_MAX : 0, 0 } };
	struct cel__found f = { .cost = fixed(10) };

	for (uint32_t i = 0; i < n->count; i++) {
		struct cel__found item = cel__estimate_node(e, n->child[i]);

		f.cost = add(f.cost, item.cost);
		in.value = unite(in.value, cel__size_of(&item));
	}
	f.entries = in;
	cel__set_size(&f, fixed(n->count));
	return f;
}

static struct cel__found map_literal(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct span none = { n->count ? UINT64_MAX : 0, 0 };
	struct cel__entries in = { true, true, none, none };
	struct cel__found f = { .cost = fixed(30) };

	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		struct cel__found key = cel__estimate_node(e, n->child[i]),
				  value = cel__estimate_node(e, n->child[i + 1]);

		f.cost = add(f.cost, add(key.cost, value.cost));
		in.key = unite(in.key, cel__size_of(&key));
		in.value = unite(in.value, cel__size_of(&value));
	}
	f.entries = in;
	cel__set_size(&f, fixed(n->count / 2));
	return f;
}

static struct cel__found struct_literal(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__found f = { .cost = fixed(40) };

	for (uint32_t i = 0; i < n->count; i++)
		f.cost = add(f.cost, cel__estimate_node(e, n->child[i]).cost);
	return f;
}

/* The first operand alone may decide. */
static struct cel__found logic(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__found f = cel__estimate_node(e, n->child[0]);

	f = (struct cel__found) { .cost = f.cost };
	for (uint32_t i = 1; i < n->count; i++)
		f.cost.max = plus(f.cost.max, cel__estimate_node(e, n->child[i]).cost.max);
	cel__set_size(&f, cel__one);
	return f;
}

static struct cel__found conditional(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__found c = cel__estimate_node(e, n->child[0]),
			  yes = cel__estimate_node(e, n->child[1]);
	struct cel__found no = cel__estimate_node(e, n->child[2]), f = { 0 };

	f.cost = add(c.cost, unite(yes.cost, no.cost));
	cel__set_size(&f, unite(cel__size_of(&yes), cel__size_of(&no)));
	f.entries = cel__unite_entries(yes.entries, no.entries);
	return f;
}

/* --- macros --- */

static void set_local(struct cel__estimate_run *e, unsigned at, struct cel__found v)
{
	if (at < e->local_count)
		e->locals[at] = v;
}

struct cel__found cel__element(const struct cel__estimate_run *e, const struct cel__node *range,
			       const struct cel__found *of, bool value)
{
	bool map = of->entries.known ? of->entries.map : range->type->kind != CEL_T_LIST;
	struct cel__found f = { 0 };
	const struct cel_type *declared = NULL;

	if (value)
		declared = cel__items_of(of->declared);
	else if (map && of->declared && of->declared->kind == CEL_T_MAP)
		declared = of->declared->params[0];
	cel__place_below(e, &f, of, declared);
	if (of->entries.known)
		cel__set_size(&f, value ? of->entries.value : of->entries.key);
	return f;
}

/* The cost of one iteration (`round`), and the result of the loop. Accumulators cost as much as in
 * cel-go, which expands macros to loops. */
static struct cel__found fold_result(struct cel__estimate_run *e, const struct cel__node *n,
				     struct span *round)
{
	struct cel__found body = cel__estimate_node(e, n->child[1]);
	struct cel__found when =
	    n->count > 2 ? cel__estimate_node(e, n->child[2]) : (struct cel__found) { 0 };
	struct cel__found f = { 0 };

	switch (n->fold) {
	case CEL__ALL:
	case CEL__EXISTS:
		/* not_strictly_false(result), result && body */
		*round = fixed(n->fold == CEL__ALL ? 2 : 3);
		*round = add(*round, (struct span) { 1, plus(body.cost.max, 1) });
		f.cost = cel__one;
		cel__set_size(&f, cel__one);
		break;
	case CEL__EXISTS_ONE:
		*round = add(body.cost, (struct span) { 1, 2 });
		f.cost = fixed(2);
		cel__set_size(&f, cel__one);
		break;
	case CEL__MAP_EACH:
		*round = add(body.cost, fixed(12));
		if (n->count > 2)
			*round = add(when.cost, unite(*round, cel__one));
		f.cost = fixed(11);
		f.entries = (struct cel__entries) { true, false, cel__one,
						    unite(fixed(0), cel__size_of(&body)) };
		break;
	case CEL__FILTER:
		*round = add(body.cost, (struct span) { 1, 13 });
		f.cost = fixed(11);
		f.entries = (struct cel__entries) { true, false, cel__one,
						    unite(fixed(0),
							  cel__size_of(&e->locals[-2 - n->slot])) };
		break;
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
		*round = add(body.cost, fixed(3));
		if (n->count > 2)
			*round = add(when.cost, unite(*round, cel__one));
		f.cost = fixed(31);
		break;
	case CEL__SORT_BY:
		*round = add(body.cost, fixed(12));
		f.cost = fixed(11);
		break;
	case CEL__BIND:
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		break;
	}
	return f;
}

static struct cel__found fold(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct cel__found range = cel__estimate_node(e, n->child[0]), f;
	unsigned at = (unsigned)(-2 - n->slot);
	bool list =
	    range.entries.known ? !range.entries.map : n->child[0]->type->kind == CEL_T_LIST;
	struct span round = { 0, 0 };

	if (n->slot >= -1 || at + 1 >= e->local_count) {
		f = (struct cel__found) { .cost = cel__unknown };
		return f;
	}
	if (n->fold == CEL__BIND || n->fold == CEL__OPT_MAP || n->fold == CEL__OPT_FLAT_MAP) {
		bool bind = n->fold == CEL__BIND;

		set_local(e, at, bind ? range : (struct cel__found) { 0 });
		f = cel__estimate_node(e, n->child[1]);
		/* in cel-go bind is a loop over an empty list; the others first test and unwrap */
		f.cost = add(f.cost, add(range.cost, fixed(bind ? 10 : 14)));
		if (!bind)
			f.sized = f.placed = false;
		return f;
	}
	set_local(e, at, cel__element(e, n->child[0], &range, !n->name2.len && list));
	set_local(e, at + 1, cel__element(e, n->child[0], &range, true));
	f = fold_result(e, n, &round);
	if (n->fold != CEL__ALL && n->fold != CEL__EXISTS && n->fold != CEL__EXISTS_ONE)
		cel__set_size(&f, cel__size_of(&range));
	f.cost = add(add(f.cost, range.cost), multiply(cel__size_of(&range), round));
	return f;
}

/* --- calls --- */

struct cel__found cel__estimate_node(struct cel__estimate_run *e, const struct cel__node *n)
{
	switch (n->kind) {
	case CEL__LITERAL:
		return literal(n);
	case CEL__IDENT:
		return ident(e, n);
	case CEL__SELECT:
		return select_field(e, n);
	case CEL__CALL:
		return cel__estimate_call(e, n);
	case CEL__AND:
	case CEL__OR:
		return logic(e, n);
	case CEL__COND:
		return conditional(e, n);
	case CEL__LIST:
		return list_literal(e, n);
	case CEL__MAP:
		return map_literal(e, n);
	case CEL__STRUCT:
		return struct_literal(e, n);
	case CEL__FOLD:
		return fold(e, n);
	}
	return (struct cel__found) { .cost = cel__unknown };
}

uint64_t cel__estimate(const struct cel__node *root, unsigned locals, const struct cel_type *self)
{
	struct cel__estimate_run e = { .self = self, .local_count = locals + 2 };
	uint64_t most = UINT64_MAX;

	e.locals = base__calloc(e.local_count, sizeof(*e.locals));
	if (e.locals)
		most = cel__estimate_node(&e, root).cost.max;
	base__free(e.locals);
	return most;
}
