/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/estimate.h"

#include "base/alloc.h"
#include "cel/span.h"

/* The sizes of the elements of a list or map. */
struct entries {
	bool known, map;
	struct span key, value;
};

/* The properties of an expression. A place is the origin of its value: a path from the root, whose
 * declaration has bounds; `declared` NULL: that path is not declared. */
struct found {
	struct span cost, size;
	bool sized, placed;
	const struct cel_type *declared;
	struct entries entries;
};

struct estimate {
	const struct cel_type *self;
	struct found *locals;
	unsigned local_count;
};

static const struct span unknown = { 0, UINT64_MAX };
static const struct span one = { 1, 1 };
static const double TRAVERSAL = 0.1, REGEX = 0.25;

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

static void set_size(struct found *f, struct span size)
{
	f->size = size;
	f->sized = true;
}

/* Finds the size by the place, else by the type, else not at all. */
static void find_size(struct found *f, const struct cel__node *n)
{
	if (f->sized)
		return;
	if (f->placed && f->declared)
		set_size(f, (struct span) { 0, f->declared->elements_max });
	else if (is_scalar(n->type))
		set_size(f, one);
}

static struct span size_of(const struct found *f)
{
	return f->sized ? f->size : unknown;
}

/* Sets a place below another. A path without a place starts at the root, as in cel-go. */
static void place_below(const struct estimate *e, struct found *f, const struct found *above,
			const struct cel_type *declared)
{
	f->placed = true;
	f->declared = above->placed ? declared : e->self;
}

static const struct cel_type *items_of(const struct cel_type *t)
{
	return !t		       ? NULL
	       : t->kind == CEL_T_LIST ? t->params[0]
	       : t->kind == CEL_T_MAP  ? t->params[1]
				       : NULL;
}

static struct entries unite_entries(struct entries a, struct entries b)
{
	if (!a.known || !b.known)
		return (struct entries) { 0 };
	return (struct entries) { true, a.map, unite(a.key, b.key), unite(a.value, b.value) };
}

/* --- nodes --- */

static struct found estimate(struct estimate *e, const struct cel__node *n);

static struct found literal(const struct cel__node *n)
{
	struct found f = { 0 };
	uint64_t runes = 0;

	if (n->value.kind == CEL_STRING)
		for (uint32_t i = 0; i < n->value.len; i++)
			runes += ((unsigned char)n->value.as.ptr[i] & 0xc0) != 0x80;
	set_size(&f, fixed(n->value.kind == CEL_STRING	? runes
			   : n->value.kind == CEL_BYTES ? n->value.len
							: 1));
	return f;
}

static struct found ident(struct estimate *e, const struct cel__node *n)
{
	unsigned local = n->slot < -1 ? (unsigned)(-2 - n->slot) : 0;
	struct found f = { 0 };

	if (n->slot < -1 && local < e->local_count) {
		const struct found *v = &e->locals[local];

		f = *v;
		f.sized = false;
		find_size(&f, n);
		if (!f.sized && v->sized)
			set_size(&f, v->size);
	} else {
		f.placed = true;
		f.declared = e->self;
		find_size(&f, n);
	}
	f.cost = one;
	return f;
}

static struct found select_field(struct estimate *e, const struct cel__node *n)
{
	struct found of = estimate(e, n->child[0]), f = { .cost = of.cost };
	const struct cel_type *t = n->child[0]->type;
	const struct cel_field *field;

	if (n->test || n->optional) {
		if (n->optional)
			f.cost = add(f.cost, one);
		find_size(&f, n);
		return f;
	}
	if (t->kind == CEL_T_MAP || t->kind == CEL_T_STRUCT || t->kind == CEL_T_PARAM)
		f.cost = add(f.cost, one);
	field = of.declared && of.declared->kind == CEL_T_STRUCT
		    ? cel_type_field(of.declared, n->name)
		    : NULL;
	place_below(e, &f, &of, field ? field->type : NULL);
	find_size(&f, n);
	return f;
}

static struct found list_literal(struct estimate *e, const struct cel__node *n)
{
	struct entries in = { true, false, one, { n->count ? UINT64_MAX : 0, 0 } };
	struct found f = { .cost = fixed(10) };

	for (uint32_t i = 0; i < n->count; i++) {
		struct found item = estimate(e, n->child[i]);

		f.cost = add(f.cost, item.cost);
		in.value = unite(in.value, size_of(&item));
	}
	f.entries = in;
	set_size(&f, fixed(n->count));
	return f;
}

static struct found map_literal(struct estimate *e, const struct cel__node *n)
{
	struct span none = { n->count ? UINT64_MAX : 0, 0 };
	struct entries in = { true, true, none, none };
	struct found f = { .cost = fixed(30) };

	for (uint32_t i = 0; i + 1 < n->count; i += 2) {
		struct found key = estimate(e, n->child[i]), value = estimate(e, n->child[i + 1]);

		f.cost = add(f.cost, add(key.cost, value.cost));
		in.key = unite(in.key, size_of(&key));
		in.value = unite(in.value, size_of(&value));
	}
	f.entries = in;
	set_size(&f, fixed(n->count / 2));
	return f;
}

static struct found struct_literal(struct estimate *e, const struct cel__node *n)
{
	struct found f = { .cost = fixed(40) };

	for (uint32_t i = 0; i < n->count; i++)
		f.cost = add(f.cost, estimate(e, n->child[i]).cost);
	return f;
}

/* The first operand alone may decide. */
static struct found logic(struct estimate *e, const struct cel__node *n)
{
	struct found f = estimate(e, n->child[0]);

	f = (struct found) { .cost = f.cost };
	for (uint32_t i = 1; i < n->count; i++)
		f.cost.max = plus(f.cost.max, estimate(e, n->child[i]).cost.max);
	set_size(&f, one);
	return f;
}

static struct found conditional(struct estimate *e, const struct cel__node *n)
{
	struct found c = estimate(e, n->child[0]), yes = estimate(e, n->child[1]);
	struct found no = estimate(e, n->child[2]), f = { 0 };

	f.cost = add(c.cost, unite(yes.cost, no.cost));
	set_size(&f, unite(size_of(&yes), size_of(&no)));
	f.entries = unite_entries(yes.entries, no.entries);
	return f;
}

/* --- macros --- */

static void set_local(struct estimate *e, unsigned at, struct found v)
{
	if (at < e->local_count)
		e->locals[at] = v;
}

/* An element of a range: `value`, or its key or index. */
static struct found element(const struct estimate *e, const struct cel__node *range,
			    const struct found *of, bool value)
{
	bool map = of->entries.known ? of->entries.map : range->type->kind != CEL_T_LIST;
	struct found f = { 0 };
	const struct cel_type *declared = NULL;

	if (value)
		declared = items_of(of->declared);
	else if (map && of->declared && of->declared->kind == CEL_T_MAP)
		declared = of->declared->params[0];
	place_below(e, &f, of, declared);
	if (of->entries.known)
		set_size(&f, value ? of->entries.value : of->entries.key);
	return f;
}

/* The cost of one iteration (`round`), and the result of the loop. Accumulators cost as much as in
 * cel-go, which expands macros to loops. */
static struct found fold_result(struct estimate *e, const struct cel__node *n, struct span *round)
{
	struct found body = estimate(e, n->child[1]);
	struct found when = n->count > 2 ? estimate(e, n->child[2]) : (struct found) { 0 };
	struct found f = { 0 };

	switch (n->fold) {
	case CEL__ALL:
	case CEL__EXISTS:
		/* not_strictly_false(result), result && body */
		*round = fixed(n->fold == CEL__ALL ? 2 : 3);
		*round = add(*round, (struct span) { 1, plus(body.cost.max, 1) });
		f.cost = one;
		set_size(&f, one);
		break;
	case CEL__EXISTS_ONE:
		*round = add(body.cost, (struct span) { 1, 2 });
		f.cost = fixed(2);
		set_size(&f, one);
		break;
	case CEL__MAP_EACH:
		*round = add(body.cost, fixed(12));
		if (n->count > 2)
			*round = add(when.cost, unite(*round, one));
		f.cost = fixed(11);
		f.entries = (struct entries) { true, false, one, unite(fixed(0), size_of(&body)) };
		break;
	case CEL__FILTER:
		*round = add(body.cost, (struct span) { 1, 13 });
		f.cost = fixed(11);
		f.entries = (struct entries) { true, false, one,
					       unite(fixed(0), size_of(&e->locals[-2 - n->slot])) };
		break;
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
		*round = add(body.cost, fixed(3));
		if (n->count > 2)
			*round = add(when.cost, unite(*round, one));
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

static struct found fold(struct estimate *e, const struct cel__node *n)
{
	struct found range = estimate(e, n->child[0]), f;
	unsigned at = (unsigned)(-2 - n->slot);
	bool list =
	    range.entries.known ? !range.entries.map : n->child[0]->type->kind == CEL_T_LIST;
	struct span round = { 0, 0 };

	if (n->slot >= -1 || at + 1 >= e->local_count) {
		f = (struct found) { .cost = unknown };
		return f;
	}
	if (n->fold == CEL__BIND || n->fold == CEL__OPT_MAP || n->fold == CEL__OPT_FLAT_MAP) {
		bool bind = n->fold == CEL__BIND;

		set_local(e, at, bind ? range : (struct found) { 0 });
		f = estimate(e, n->child[1]);
		/* in cel-go bind is a loop over an empty list; the others first test and unwrap */
		f.cost = add(f.cost, add(range.cost, fixed(bind ? 10 : 14)));
		if (!bind)
			f.sized = f.placed = false;
		return f;
	}
	set_local(e, at, element(e, n->child[0], &range, !n->name2.len && list));
	set_local(e, at + 1, element(e, n->child[0], &range, true));
	f = fold_result(e, n, &round);
	if (n->fold != CEL__ALL && n->fold != CEL__EXISTS && n->fold != CEL__EXISTS_ONE)
		set_size(&f, size_of(&range));
	f.cost = add(add(f.cost, range.cost), multiply(size_of(&range), round));
	return f;
}

/* --- calls --- */

static bool may_be(const struct cel__node *n, enum cel_type_kind kind)
{
	return n->type->kind == kind || n->type->kind == CEL_T_DYN || n->type->kind == CEL_T_PARAM;
}

static bool has_text(const struct cel__node *n)
{
	return may_be(n, CEL_T_STRING) || may_be(n, CEL_T_BYTES);
}

/* A call: its arguments, the target first. */
struct call {
	const struct cel__node *n;
	struct estimate *e;
	struct found *args;
	struct found out; /* cost of the call alone, and the result's size */
};

static struct span arg_size(const struct call *c, uint32_t i)
{
	return i < c->n->count ? size_of(&c->args[i]) : unknown;
}

static bool is_one_of(struct str name, const char *const *names)
{
	for (; *names; names++)
		if (str_eqz(name, *names))
			return true;
	return false;
}

static void cost_of_equality(struct call *c)
{
	const struct cel_type *t = c->n->child[0]->type;
	uint64_t a = arg_size(c, 0).max, b = arg_size(c, 1).max, least = a < b ? a : b;

	if (str_eqz(c->n->name, "_==_") && t->kind == CEL_T_OPAQUE && !cel_type_is_optional(t))
		c->out.cost = one;
	else
		c->out.cost = scaled((struct span) { least > 0, least }, TRAVERSAL);
}

static void cost_of_order(struct call *c)
{
	uint64_t a = arg_size(c, 0).max, b = arg_size(c, 1).max, least = a < b ? a : b;
	bool plain = !has_text(c->n->child[0]) || c->n->child[0]->type->kind == CEL_T_DYN;

	c->out.cost = plain ? one : (struct span) { UINT64_MAX, 0 };
	if (has_text(c->n->child[0]))
		c->out.cost =
		    unite(c->out.cost, scaled((struct span) { least > 0, least }, TRAVERSAL));
}

static void cost_of_sum(struct call *c)
{
	const struct cel__node *a = c->n->child[0];
	struct span size = add(arg_size(c, 0), arg_size(c, 1));
	bool text = has_text(a), list = may_be(a, CEL_T_LIST);

	c->out.cost = text && !may_be(a, CEL_T_INT) ? (struct span) { UINT64_MAX, 0 } : one;
	if (text)
		c->out.cost = unite(c->out.cost, scaled(size, TRAVERSAL));
	if (text || list) {
		set_size(&c->out, size);
		c->out.entries = unite_entries(c->args[0].entries, c->args[1].entries);
	}
}

static void cost_of_index(struct call *c)
{
	const struct found *of = &c->args[0];

	c->out.cost = one;
	if (str_eqz(c->n->name, "_[?_]"))
		return;
	place_below(c->e, &c->out, of, items_of(of->declared));
	if (of->entries.known)
		set_size(&c->out, of->entries.value);
}

static void cost_of_search(struct call *c)
{
	struct span text = scaled(add(arg_size(c, 0), one), TRAVERSAL);

	c->out.cost = multiply(text, scaled(arg_size(c, 1), REGEX));
	if (!str_eqz(c->n->name, "matches"))
		set_size(&c->out, (struct span) { 0, arg_size(c, 0).max });
}

/* The size of an element of the target list. */
static struct span element_size(const struct call *c)
{
	const struct found *of = &c->args[0];
	const struct cel_type *t = of->placed ? items_of(of->declared) : NULL;

	return t ? (struct span) { 0, t->elements_max } : unknown;
}

static void cost_of_comparing_all(struct call *c)
{
	const struct cel_type *t = c->n->child[0]->type;
	struct span each = one;

	if (t->kind != CEL_T_LIST) {
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		return;
	}
	if (t->params[0]->kind == CEL_T_STRING || t->params[0]->kind == CEL_T_BYTES)
		each = add(each, scaled(element_size(c), TRAVERSAL));
	c->out.cost = multiply(arg_size(c, 0), each);
}

static uint64_t replaced(uint64_t text, uint64_t what, uint64_t with, bool longest)
{
	uint64_t count, kept = 0;

	if (what == 0) {
		count = plus(text, 1);
		kept = text;
	} else if (longest) {
		count = share(text, 1.0 / (double)what);
	} else {
		count = what == UINT64_MAX ? text > 0 : share(text, 1.0 / (double)what);
	}
	return plus(times(count, with), kept);
}

static void cost_of_replace(struct call *c)
{
	struct span text = arg_size(c, 0), what = arg_size(c, 1), with = arg_size(c, 2), size;

	size.max = what.min && with.max <= what.min ? text.max
						    : replaced(text.max, what.min, with.max, true);
	size.min = what.max && what.max <= with.min ? text.min
						    : replaced(text.min, what.max, with.min, false);
	c->out.cost = scaled(text, 2 * TRAVERSAL);
	set_size(&c->out, size);
}

static void cost_of_join(struct call *c)
{
	struct span count = arg_size(c, 0), size = multiply(count, element_size(c));
	struct span between = { count.min ? count.min - 1 : 0, count.max ? count.max - 1 : 0 };

	if (c->n->count > 1)
		size = add(size, multiply(arg_size(c, 1), between));
	c->out.cost = scaled(size, TRAVERSAL);
	set_size(&c->out, size);
}

static void cost_of_split(struct call *c)
{
	const struct cel__node *limit = c->n->count > 2 ? c->n->child[2] : NULL;
	uint64_t most = arg_size(c, 0).max;

	if (limit && limit->kind == CEL__LITERAL && limit->value.kind == CEL_INT)
		most = (uint64_t)limit->value.as.i;
	c->out.cost = scaled(arg_size(c, 0), 2 * TRAVERSAL);
	set_size(&c->out, (struct span) { 0, most });
}

static void cost_of_containing(struct call *c)
{
	struct span bytes = { 4, 16 }, cost = scaled(add(bytes, bytes), TRAVERSAL);

	if (str_eqz(c->n->name, "containsCIDR"))
		cost = add(add(cost, scaled(bytes, TRAVERSAL)), one);
	if (has_text(c->n->child[1]))
		cost = add(cost, scaled(arg_size(c, 1), TRAVERSAL));
	c->out.cost = cost;
}

static void cost_of_known(struct call *c)
{
	static const char *const keep_size[] = { "url",	       "jsonpatch.escapeKey", "lowerAscii",
						 "upperAscii", "substring",	      "trim",
						 NULL };
	static const char *const look_at[] = { "cidr",	     "isIP",   "isCIDR",   "quantity",
					       "isQuantity", "semver", "isSemver", NULL };
	static const char *const order[] = { "_<_", "_<=_", "_>_", "_>=_", NULL };
	static const char *const compare_all[] = { "isSorted", "sum",	      "max", "min",
						   "indexOf",  "lastIndexOf", NULL };
	static const char *const searches[] = { "matches", "find", "findAll", NULL };
	static const char *const sides[] = { "startsWith", "endsWith", NULL };
	static const char *const equal[] = { "_==_", "_!=_", NULL };
	static const char *const index[] = { "_[_]", "_[?_]", NULL };
	struct str name = c->n->name;

	c->out.cost = one;
	if (is_one_of(name, equal)) {
		cost_of_equality(c);
	} else if (is_one_of(name, order)) {
		cost_of_order(c);
	} else if (str_eqz(name, "_+_")) {
		cost_of_sum(c);
	} else if (is_one_of(name, index)) {
		cost_of_index(c);
	} else if (str_eqz(name, "@in")) {
		if (may_be(c->n->child[1], CEL_T_LIST))
			c->out.cost = c->n->child[1]->type->kind == CEL_T_LIST
					  ? arg_size(c, 1)
					  : unite(one, arg_size(c, 1));
	} else if (is_one_of(name, searches)) {
		cost_of_search(c);
	} else if (str_eqz(name, "contains")) {
		c->out.cost =
		    multiply(scaled(arg_size(c, 0), TRAVERSAL), scaled(arg_size(c, 1), TRAVERSAL));
	} else if (is_one_of(name, sides)) {
		c->out.cost = scaled(arg_size(c, 1), TRAVERSAL);
	} else if (is_one_of(name, compare_all) && c->n->member) {
		cost_of_comparing_all(c);
	} else if (is_one_of(name, keep_size)) {
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		set_size(&c->out, arg_size(c, 0));
	} else if (is_one_of(name, look_at) || (str_eqz(name, "ip") && !c->n->member) ||
		   (str_eqz(name, "format") && c->n->member)) {
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
	} else if (str_eqz(name, "ip.isCanonical")) {
		c->out.cost = scaled(arg_size(c, 0), 2 * TRAVERSAL);
	} else if (str_eqz(name, "containsIP") || str_eqz(name, "containsCIDR")) {
		cost_of_containing(c);
	} else if (str_eqz(name, "validate")) {
		c->out.cost = scaled(scaled(arg_size(c, 1), TRAVERSAL), 128 * REGEX);
	} else if (str_eqz(name, "replace")) {
		cost_of_replace(c);
	} else if (str_eqz(name, "split")) {
		cost_of_split(c);
	} else if (str_eqz(name, "join")) {
		cost_of_join(c);
	} else if (name.len > 5 && memcmp(name.ptr, "sets.", 5) == 0) {
		c->out.cost = multiply(arg_size(c, 0), arg_size(c, 1));
		if (str_eqz(name, "sets.equivalent"))
			c->out.cost = multiply(c->out.cost, fixed(2));
		c->out.cost = add(c->out.cost, one);
	} else if (str_eqz(name, "check")) {
		c->out.cost = fixed(350000);
	} else if (str_eqz(name, "bytes") && may_be(c->n->child[0], CEL_T_STRING)) {
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		set_size(&c->out, multiply(arg_size(c, 0), (struct span) { 1, 4 }));
	} else if (str_eqz(name, "string") && may_be(c->n->child[0], CEL_T_BYTES)) {
		/* 4 bytes may be one character; of all overloads this one alone has a size */
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		if (c->n->child[0]->type->kind != CEL_T_BYTES)
			c->out.cost = unite(one, c->out.cost);
		set_size(&c->out, (struct span) { arg_size(c, 0).min / 4, arg_size(c, 0).max });
	}
}

static struct found call(struct estimate *e, const struct cel__node *n)
{
	struct call c = { .n = n, .e = e };
	struct span args = { 0, 0 };

	if (str_eqz(n->name, "dyn") && n->count == 1) {
		c.out = estimate(e, n->child[0]);
		c.out.cost = add(c.out.cost, one);
		c.out.placed = false;
		return c.out;
	}
	c.args = base__calloc(n->count + 1U, sizeof(*c.args));
	if (!c.args)
		return (struct found) { .cost = unknown };
	for (uint32_t i = 0; i < n->count; i++) {
		c.args[i] = estimate(e, n->child[i]);
		args = add(args, c.args[i].cost);
	}
	cost_of_known(&c);
	base__free(c.args);
	c.out.cost = add(c.out.cost, args);
	find_size(&c.out, n);
	return c.out;
}

static struct found estimate(struct estimate *e, const struct cel__node *n)
{
	switch (n->kind) {
	case CEL__LITERAL:
		return literal(n);
	case CEL__IDENT:
		return ident(e, n);
	case CEL__SELECT:
		return select_field(e, n);
	case CEL__CALL:
		return call(e, n);
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
	return (struct found) { .cost = unknown };
}

uint64_t cel__estimate(const struct cel__node *root, unsigned locals, const struct cel_type *self)
{
	struct estimate e = { .self = self, .local_count = locals + 2 };
	uint64_t most = UINT64_MAX;

	e.locals = base__calloc(e.local_count, sizeof(*e.locals));
	if (e.locals)
		most = estimate(&e, root).cost.max;
	base__free(e.locals);
	return most;
}
