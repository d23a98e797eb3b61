/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a call, by its function. */
#include "cel/estimate_impl.h"

#include "base/alloc.h"

static const double TRAVERSAL = 0.1, REGEX = 0.25;

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
	struct cel__estimate_run *e;
	struct cel__found *args;
	struct cel__found out; /* cost of the call alone, and the result's size */
};

static struct span arg_size(const struct call *c, uint32_t i)
{
	return i < c->n->count ? cel__size_of(&c->args[i]) : cel__unknown;
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
		c->out.cost = cel__one;
	else
		c->out.cost = scaled((struct span) { least > 0, least }, TRAVERSAL);
}

static void cost_of_order(struct call *c)
{
	uint64_t a = arg_size(c, 0).max, b = arg_size(c, 1).max, least = a < b ? a : b;
	bool plain = !has_text(c->n->child[0]) || c->n->child[0]->type->kind == CEL_T_DYN;

	c->out.cost = plain ? cel__one : (struct span) { UINT64_MAX, 0 };
	if (has_text(c->n->child[0]))
		c->out.cost =
		    unite(c->out.cost, scaled((struct span) { least > 0, least }, TRAVERSAL));
}

static void cost_of_sum(struct call *c)
{
	const struct cel__node *a = c->n->child[0];
	struct span size = add(arg_size(c, 0), arg_size(c, 1));
	bool text = has_text(a), list = may_be(a, CEL_T_LIST);

	c->out.cost = text && !may_be(a, CEL_T_INT) ? (struct span) { UINT64_MAX, 0 } : cel__one;
	if (text)
		c->out.cost = unite(c->out.cost, scaled(size, TRAVERSAL));
	if (text || list) {
		cel__set_size(&c->out, size);
		c->out.entries = cel__unite_entries(c->args[0].entries, c->args[1].entries);
	}
}

static void cost_of_index(struct call *c)
{
	const struct cel__found *of = &c->args[0];

	c->out.cost = cel__one;
	if (str_eqz(c->n->name, "_[?_]"))
		return;
	cel__place_below(c->e, &c->out, of, cel__items_of(of->declared));
	if (of->entries.known)
		cel__set_size(&c->out, of->entries.value);
}

static void cost_of_search(struct call *c)
{
	struct span text = scaled(add(arg_size(c, 0), cel__one), TRAVERSAL);

	c->out.cost = multiply(text, scaled(arg_size(c, 1), REGEX));
	if (!str_eqz(c->n->name, "matches"))
		cel__set_size(&c->out, (struct span) { 0, arg_size(c, 0).max });
}

/* The size of an element of the target list. */
static struct span element_size(const struct call *c)
{
	const struct cel__found *of = &c->args[0];
	const struct cel_type *t = of->placed ? cel__items_of(of->declared) : NULL;

	return t ? (struct span) { 0, t->elements_max } : cel__unknown;
}

static void cost_of_comparing_all(struct call *c)
{
	const struct cel_type *t = c->n->child[0]->type;
	struct span each = cel__one;

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
	cel__set_size(&c->out, size);
}

static void cost_of_join(struct call *c)
{
	struct span count = arg_size(c, 0), size = multiply(count, element_size(c));
	struct span between = { count.min ? count.min - 1 : 0, count.max ? count.max - 1 : 0 };

	if (c->n->count > 1)
		size = add(size, multiply(arg_size(c, 1), between));
	c->out.cost = scaled(size, TRAVERSAL);
	cel__set_size(&c->out, size);
}

static void cost_of_split(struct call *c)
{
	const struct cel__node *limit = c->n->count > 2 ? c->n->child[2] : NULL;
	uint64_t most = arg_size(c, 0).max;

	if (limit && limit->kind == CEL__LITERAL && limit->value.kind == CEL_INT)
		most = (uint64_t)limit->value.as.i;
	c->out.cost = scaled(arg_size(c, 0), 2 * TRAVERSAL);
	cel__set_size(&c->out, (struct span) { 0, most });
}

static void cost_of_containing(struct call *c)
{
	struct span bytes = { 4, 16 }, cost = scaled(add(bytes, bytes), TRAVERSAL);

	if (str_eqz(c->n->name, "containsCIDR"))
		cost = add(add(cost, scaled(bytes, TRAVERSAL)), cel__one);
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

	c->out.cost = cel__one;
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
					  : unite(cel__one, arg_size(c, 1));
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
		cel__set_size(&c->out, arg_size(c, 0));
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
		c->out.cost = add(c->out.cost, cel__one);
	} else if (str_eqz(name, "check")) {
		c->out.cost = fixed(350000);
	} else if (str_eqz(name, "bytes") && may_be(c->n->child[0], CEL_T_STRING)) {
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		cel__set_size(&c->out, multiply(arg_size(c, 0), (struct span) { 1, 4 }));
	} else if (str_eqz(name, "string") && may_be(c->n->child[0], CEL_T_BYTES)) {
		/* 4 bytes may be one character; of all overloads this one alone has a size */
		c->out.cost = scaled(arg_size(c, 0), TRAVERSAL);
		if (c->n->child[0]->type->kind != CEL_T_BYTES)
			c->out.cost = unite(cel__one, c->out.cost);
		cel__set_size(&c->out,
			      (struct span) { arg_size(c, 0).min / 4, arg_size(c, 0).max });
	}
}

struct cel__found cel__estimate_call(struct cel__estimate_run *e, const struct cel__node *n)
{
	struct call c = { .n = n, .e = e };
	struct span args = { 0, 0 };

	if (str_eqz(n->name, "dyn") && n->count == 1) {
		c.out = cel__estimate_node(e, n->child[0]);
		c.out.cost = add(c.out.cost, cel__one);
		c.out.placed = false;
		return c.out;
	}
	c.args = base__calloc(n->count + 1U, sizeof(*c.args));
	if (!c.args)
		return (struct cel__found) { .cost = cel__unknown };
	for (uint32_t i = 0; i < n->count; i++) {
		c.args[i] = cel__estimate_node(e, n->child[i]);
		args = add(args, c.args[i].cost);
	}
	cost_of_known(&c);
	base__free(c.args);
	c.out.cost = add(c.out.cost, args);
	cel__find_size(&c.out, n);
	return c.out;
}
