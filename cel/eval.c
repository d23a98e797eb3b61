/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/eval.h"

#include <inttypes.h>

#include "base/regex.h"

static struct cel_value stopped(const struct cel_run *run)
{
	static const char cost[] = "operation cancelled: actual cost limit exceeded";
	static const char memory[] = "out of memory";
	const char *text = run->stopped == CEL_COST_EXCEEDED ? cost : memory;

	return (
	    struct cel_value) { .kind = CEL_ERROR, .len = (uint32_t)strlen(text), .as.ptr = text };
}

/* --- names and members --- */

static struct cel_value eval_ident(struct cel_run *run, const struct cel__node *n)
{
	if (n->constant)
		return n->value;
	if (n->slot >= 0) {
		cel__charge(run, 1);
		return run->variables[n->slot];
	}
	if (n->slot < -1) {
		cel__charge(run, 1);
		return run->locals[-2 - n->slot];
	}
	return cel_error(run, "no such attribute(s): " STR_FMT, STR_ARG(n->name));
}

static struct cel_value key_error(struct cel_run *run, struct cel_value key)
{
	AUTO_STRBUF b = STRBUF_INIT;

	switch ((enum cel_kind)key.kind) {
	case CEL_STRING:
		return cel_error(run, "no such key: " STR_FMT, STR_ARG(cel_str(key)));
	case CEL_INT:
		return cel_error(run, "no such key: %lld", (long long)key.as.i);
	case CEL_UINT:
		return cel_error(run, "no such key: %llu", (unsigned long long)key.as.u);
	case CEL_BOOL:
		return cel_error(run, "no such key: %s", key.as.b ? "true" : "false");
	case CEL_DOUBLE:
		cel__write_double(&b, key.as.d);
		return cel_error(run, "no such key: " STR_FMT, STR_ARG(strbuf_str(&b)));
	case CEL_ERROR:
	case CEL_NULL:
	case CEL_BYTES:
	case CEL_TIMESTAMP:
	case CEL_DURATION:
	case CEL_LIST:
	case CEL_MAP:
	case CEL_TYPE:
	case CEL_OPTIONAL:
	case CEL_OPAQUE:
		break;
	}
	return cel__no_overload();
}

/* True for a number that is a whole number. */
static bool as_index(struct cel_value v, int64_t *out)
{
	if (v.kind == CEL_INT)
		*out = v.as.i;
	else if (v.kind == CEL_UINT && v.as.u <= INT64_MAX)
		*out = (int64_t)v.as.u;
	else if (v.kind == CEL_DOUBLE && v.as.d >= -9e15 && v.as.d <= 9e15 &&
		 (double)(int64_t)v.as.d == v.as.d)
		*out = (int64_t)v.as.d;
	else
		return false;
	return true;
}

static struct cel_value list_index(struct cel_run *run, struct cel_value list,
				   struct cel_value index, bool *found)
{
	int64_t i;

	*found = false;
	if (!as_index(index, &i)) {
		if (index.kind == CEL_DOUBLE || index.kind == CEL_UINT)
			return cel_error(run, "unsupported index value in list");
		return cel_error(run, "unsupported index type '" STR_FMT "' in list",
				 STR_ARG(cel_type_of_value(index)->name));
	}
	if (i < 0 || i >= list.as.list->count)
		return cel_error(run, "index out of bounds: %lld", (long long)i);
	*found = true;
	return cel_list_at(run, list, (uint32_t)i);
}

/* A member of a map or an element of a list. *found false: none, or (with an error as value) an
 * index out of range. A value without members has none of that name (cel-go's refQualify). */
static struct cel_value member(struct cel_run *run, struct cel_value v, struct cel_value key,
			       bool *found)
{
	struct cel_value out = cel_null();

	*found = false;
	if (v.kind == CEL_LIST)
		return list_index(run, v, key, found);
	if (v.kind == CEL_MAP)
		*found = cel_map_find(run, v, key, &out);
	else if (run->strict_presence)
		return key_error(run, key);
	return out;
}

static struct cel_value eval_select(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value v = cel__eval(run, n->child[0]), out;
	bool optional = n->optional, found;

	if (v.kind == CEL_ERROR)
		return v;
	if (v.kind == CEL_OPTIONAL) {
		if (!v.as.boxed)
			return n->test ? cel_of_bool(false) : cel_none();
		v = *v.as.boxed;
		optional = true;
	}
	if (!n->test)
		cel__charge(run, 1);
	out = member(run, v, cel_of_str(n->name), &found);
	if (out.kind == CEL_ERROR)
		return out;
	if (n->test)
		return cel_of_bool(found);
	if (optional)
		return found ? cel_some(run, out) : cel_none();
	return found ? out : key_error(run, cel_of_str(n->name));
}

/* x[i], or x[?i] */
struct cel_value cel__index(struct cel_run *run, struct cel_value v, struct cel_value index,
			    bool optional)
{
	struct cel_value out;
	bool found, wrong;

	if (v.kind == CEL_OPTIONAL) {
		if (!v.as.boxed)
			return v;
		v = *v.as.boxed;
		optional = true;
	}
	if (v.kind == CEL_LIST) {
		out = list_index(run, v, index, &found);
		wrong = !found && !as_index(index, &(int64_t) { 0 });
	} else {
		out = member(run, v, index, &found);
		wrong = out.kind == CEL_ERROR;
		if (!found && !wrong && !optional)
			return key_error(run, index);
	}
	if (wrong || !optional)
		return out;
	return found ? cel_some(run, out) : cel_none();
}

/* --- calls --- */

static bool fits(const struct cel__candidate *k, const struct cel_value *args)
{
	for (unsigned i = 0; i < k->count; i++) {
		if (!(k->kinds[i] >> args[i].kind & 1U))
			return false;
		if (k->opaque[i] && !str_eq(k->opaque[i]->name, args[i].as.opaque->type->name))
			return false;
	}
	return true;
}

static struct cel_value eval_call(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value args[CEL__ARGS_MAX];

	if (n->count > CEL__ARGS_MAX)
		return cel__no_overload();
	for (uint32_t i = 0; i < n->count; i++) {
		args[i] = cel__eval(run, n->child[i]);
		if (args[i].kind == CEL_ERROR)
			return args[i];
	}
	for (size_t i = 0; i < n->candidate_count; i++) {
		struct cel_value v;

		if (!fits(&n->candidates[i], args))
			continue;
		if (!cel__charge(run, 1))
			return stopped(run);
		run->node = n;
		v = n->candidates[i].fn(run, args, n->count);
		return run->stopped == CEL_GOES_ON ? v : stopped(run);
	}
	if (!n->candidate_count)
		return cel_error(run, "unbound function: " STR_FMT, STR_ARG(n->name));
	/* Values without members have no such index, and cel-go reports no type error. */
	if (str_eqz(n->name, "_[_]") || str_eqz(n->name, "_[?_]"))
		return cel__charge(run, 1) ? cel__index(run, args[0], args[1], n->name.len == 5)
					   : stopped(run);
	return cel__no_overload();
}

/* && absorbs errors if one operand is false, || if one is true. */
static struct cel_value eval_logic(struct cel_run *run, const struct cel__node *n, bool decides)
{
	struct cel_value out = cel_of_bool(!decides);

	for (uint32_t i = 0; i < n->count; i++) {
		struct cel_value v = cel__eval(run, n->child[i]);

		if (run->stopped != CEL_GOES_ON)
			return stopped(run);
		if (v.kind == CEL_BOOL && v.as.b == decides)
			return v;
		if (v.kind != CEL_BOOL && out.kind != CEL_ERROR)
			out = v.kind == CEL_ERROR ? v : cel__no_overload();
	}
	return out;
}

static struct cel_value eval_cond(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value v = cel__eval(run, n->child[0]);

	if (v.kind == CEL_ERROR)
		return v;
	if (v.kind != CEL_BOOL)
		return cel__no_overload();
	return cel__eval(run, n->child[v.as.b ? 1 : 2]);
}

/* --- aggregates --- */

/* The value of [?x]: *there false: absent. */
static struct cel_value unwrap(struct cel_run *run, struct cel_value v, bool *there)
{
	*there = true;
	if (v.kind == CEL_ERROR)
		return v;
	if (v.kind != CEL_OPTIONAL)
		return cel_error(run, "cannot initialize optional list element from non-optional "
				      "value");
	*there = v.as.boxed;
	return v.as.boxed ? *v.as.boxed : v;
}

static struct cel_value eval_list(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value out = cel_new_list(run, n->count);
	uint32_t used = 0;

	cel__charge(run, 10);
	for (uint32_t i = 0; i < n->count && out.kind == CEL_LIST; i++) {
		struct cel_value v = cel__eval(run, n->child[i]);
		bool there = true;

		if (n->optionals && n->optionals[i])
			v = unwrap(run, v, &there);
		if (v.kind == CEL_ERROR)
			return v;
		if (there)
			out.as.list->items[used++] = v;
	}
	if (out.kind == CEL_LIST)
		out.as.list->count = used;
	return out;
}

static bool is_key(struct cel_value v)
{
	return v.kind == CEL_STRING || v.kind == CEL_INT || v.kind == CEL_UINT ||
	       v.kind == CEL_BOOL;
}

static struct cel_value eval_map(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value out = cel_new_map(run, n->count / 2);

	cel__charge(run, 30);
	for (uint32_t i = 0; i + 1 < n->count && out.kind == CEL_MAP; i += 2) {
		struct cel_value key = cel__eval(run, n->child[i]), v;
		bool there = true;

		if (key.kind == CEL_ERROR)
			return key;
		if (!is_key(key))
			return cel_error(run, "unsupported key type");
		v = cel__eval(run, n->child[i + 1]);
		if (n->optionals && n->optionals[i])
			v = unwrap(run, v, &there);
		if (v.kind == CEL_ERROR)
			return v;
		if (there && !(n->member && cel__map_replace(out, key, v)) &&
		    !cel_map_add(run, out, key, v))
			return run->stopped ? stopped(run)
					    : cel_error(run, "Failed with repeated key");
	}
	return out;
}

static struct cel_value eval_struct(struct cel_run *run, const struct cel__node *n)
{
	struct cel_value out = cel_new_map(run, n->count);

	cel__charge(run, 40);
	if (n->type->kind != CEL_T_STRUCT)
		return cel_error(run, "unknown type: " STR_FMT, STR_ARG(n->name));
	if (out.kind == CEL_MAP)
		out.as.map->type = n->type;
	for (uint32_t i = 0; i < n->count && out.kind == CEL_MAP; i++) {
		struct cel_value v = cel__eval(run, n->child[i]);
		bool there = true;

		if (n->optionals && n->optionals[i])
			v = unwrap(run, v, &there);
		if (v.kind == CEL_ERROR)
			return v;
		if (there)
			cel_map_add(run, out, cel_of_str(n->fields[i]), v);
	}
	return run->stopped ? stopped(run) : out;
}

/* --- macros --- */

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
			return stopped(run);
		round_of(&l);
		if (run->stopped != CEL_GOES_ON)
			return stopped(run);
	}
	if (n->fold == CEL__EXISTS_ONE && !l.done)
		return cel_of_bool(l.found == 1);
	if (n->fold == CEL__SORT_BY && !l.done)
		return cel__sort_by(run, range, l.out);
	return l.out;
}

static struct cel_value eval_fold(struct cel_run *run, const struct cel__node *n)
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

struct cel_value cel__eval(struct cel_run *run, const struct cel__node *n)
{
	if (run->stopped != CEL_GOES_ON)
		return stopped(run);
	switch (n->kind) {
	case CEL__LITERAL:
		return n->value;
	case CEL__IDENT:
		return eval_ident(run, n);
	case CEL__SELECT:
		return eval_select(run, n);
	case CEL__CALL:
		return eval_call(run, n);
	case CEL__AND:
		return eval_logic(run, n, false);
	case CEL__OR:
		return eval_logic(run, n, true);
	case CEL__COND:
		return eval_cond(run, n);
	case CEL__LIST:
		return eval_list(run, n);
	case CEL__MAP:
		return eval_map(run, n);
	case CEL__STRUCT:
		return eval_struct(run, n);
	case CEL__FOLD:
		return eval_fold(run, n);
	}
	return cel__no_overload();
}
