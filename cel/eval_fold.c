/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates macros: loops over lists and maps, cel.bind. */
#include "cel/eval.h"

#include <inttypes.h>

struct loop {
	struct cel_run *run;
	const struct cel__node *n;
	struct cel_value range, out;
	uint32_t found;
	bool done;
};

/* Sets the loop's variables for iteration i; false: an error, in loop->out. */
static bool set_variables(struct loop *l, uint32_t i)
{
	struct cel_value *slot = &l->run->locals[-2 - l->n->slot];

	if (l->range.kind == CEL_LIST) {
		struct cel_value e = cel_list_at(l->run, l->range, i);

		slot[0] = l->n->name2.len ? cel_of_int(i) : e;
		slot[1] = e;
	} else {
		const struct cel_entry *e = cel_map_entry(l->run, l->range, i);

		if (!e)
			return false;
		slot[0] = e->key;
		slot[1] = e->value;
	}
	return true;
}

static void fail(struct loop *l, struct cel_value error)
{
	l->out = error;
	l->done = true;
}

static void append(struct loop *l, struct cel_value v)
{
	struct cel_list *list = l->out.as.list;

	/* The list has memory for the whole range. */
	list->items[list->count++] = v;
}

static struct cel_value exists(struct cel_run *run, struct cel_value key)
{
	if (key.kind == CEL_STRING)
		return cel_error(run, "insert failed: key " STR_FMT " already exists",
				 STR_ARG(cel_str(key)));
	if (key.kind == CEL_INT)
		return cel_error(run, "insert failed: key %" PRId64 " already exists", key.as.i);
	if (key.kind == CEL_UINT)
		return cel_error(run, "insert failed: key %" PRIu64 " already exists", key.as.u);
	if (key.kind == CEL_BOOL)
		return cel_error(run, "insert failed: key %s already exists",
				 key.as.b ? "true" : "false");
	return cel_error(run, "insert failed: key already exists");
}

static void add_entry(struct loop *l, struct cel_value key, struct cel_value v)
{
	if (!cel_map_add(l->run, l->out, key, v))
		fail(l, exists(l->run, key));
}

static void add_entries(struct loop *l, struct cel_value v)
{
	if (v.kind != CEL_MAP) {
		fail(l, cel__no_overload());
		return;
	}
	for (uint32_t i = 0; i < cel_map_count(l->run, v) && !l->done; i++) {
		const struct cel_entry *e = cel_map_entry(l->run, v, i);

		if (e)
			add_entry(l, e->key, e->value);
	}
}

static void round_of(struct loop *l)
{
	const struct cel__node *n = l->n;
	struct cel_value v;

	if (n->count > 2) {
		v = cel__eval(l->run, n->child[2]);
		if (v.kind != CEL_BOOL)
			fail(l, v.kind == CEL_ERROR ? v : cel__no_overload());
		if (!cel_is_true(v))
			return;
	}
	v = cel__eval(l->run, n->child[1]);
	switch (n->fold) {
	case CEL__ALL:
	case CEL__EXISTS:
		if (v.kind == CEL_BOOL && v.as.b == (n->fold == CEL__EXISTS)) {
			l->out = v;
			l->done = true;
		} else if (v.kind != CEL_BOOL && l->out.kind != CEL_ERROR) {
			l->out = v.kind == CEL_ERROR ? v : cel__no_overload();
		}
		return;
	case CEL__EXISTS_ONE:
	case CEL__FILTER:
		if (v.kind != CEL_BOOL)
			fail(l, v.kind == CEL_ERROR ? v : cel__no_overload());
		else if (n->fold == CEL__FILTER && v.as.b)
			append(l, l->run->locals[-2 - n->slot]);
		l->found += cel_is_true(v);
		return;
	case CEL__MAP_EACH:
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
	case CEL__SORT_BY:
	case CEL__BIND:
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		break;
	}
	if (v.kind == CEL_ERROR)
		fail(l, v);
	else if (n->fold == CEL__TRANSFORM_MAP)
		add_entry(l, l->run->locals[-2 - n->slot], v);
	else if (n->fold == CEL__TRANSFORM_ENTRY)
		add_entries(l, v);
	else
		append(l, v);
}

static struct cel_value begin_of(struct cel_run *run, const struct cel__node *n, uint32_t count)
{
	struct cel_value out;

	switch (n->fold) {
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
		return cel_new_map(run, count);
	case CEL__FILTER:
	case CEL__MAP_EACH:
	case CEL__SORT_BY:
		out = cel_new_list(run, count);
		if (out.kind == CEL_LIST)
			out.as.list->count = 0;
		return out;
	case CEL__ALL:
	case CEL__EXISTS:
	case CEL__EXISTS_ONE:
	case CEL__BIND:
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		break;
	}
	return cel_of_bool(n->fold == CEL__ALL);
}

static struct cel_value eval_loop(struct cel_run *run, const struct cel__node *n,
				  struct cel_value range)
{
	struct loop l = { .run = run, .n = n, .range = range };
	uint32_t count;

	if (range.kind != CEL_LIST && range.kind != CEL_MAP)
		return cel__no_overload();
	if (range.kind == CEL_MAP) /* hidden members do not count */
		(void)cel_map_entry(run, range, 0);
	count = range.kind == CEL_LIST ? cel_list_count(range) : cel_map_count(run, range);
	l.out = begin_of(run, n, count);
	if (l.out.kind == CEL_ERROR)
		return l.out;
	for (uint32_t i = 0; i < count && !l.done; i++) {
		if (!cel__charge(run, 2) || !set_variables(&l, i))
			return cel__stopped(run);
		round_of(&l);
		if (run->stopped != CEL_GOES_ON)
			return cel__stopped(run);
	}
	if (n->fold == CEL__EXISTS_ONE && !l.done)
		return cel_of_bool(l.found == 1);
	if (n->fold == CEL__SORT_BY && !l.done)
		return cel__sort_by(run, range, l.out);
	return l.out;
}

struct cel_value cel__eval_fold(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value v = cel__eval(run, n->child[0]);

	if (v.kind == CEL_ERROR && n->fold != CEL__BIND)
		return v;
	if (n->fold == CEL__OPT_MAP || n->fold == CEL__OPT_FLAT_MAP) {
		if (v.kind != CEL_OPTIONAL)
			return cel__no_overload();
		if (!v.as.boxed)
			return v;
		v = *v.as.boxed;
	} else if (n->fold != CEL__BIND) {
		return eval_loop(run, n, v);
	}
	run->locals[-2 - n->slot] = v;
	v = cel__eval(run, n->child[1]);
	return n->fold == CEL__OPT_MAP ? cel_some(run, v) : v;
}
