/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/eval.h"

struct cel_value cel__stopped(const struct cel_run *run)
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
			return cel__stopped(run);
		run->node = n;
		v = n->candidates[i].fn(run, args, n->count);
		return run->stopped == CEL_GOES_ON ? v : cel__stopped(run);
	}
	if (!n->candidate_count)
		return cel_error(run, "unbound function: " STR_FMT, STR_ARG(n->name));
	/* Values without members have no such index, and cel-go reports no type error. */
	if (str_eqz(n->name, "_[_]") || str_eqz(n->name, "_[?_]"))
		return cel__charge(run, 1) ? cel__index(run, args[0], args[1], n->name.len == 5)
					   : cel__stopped(run);
	return cel__no_overload();
}

/* && absorbs errors if one operand is false, || if one is true. */
static struct cel_value eval_logic(struct cel_run *run, const struct cel__node *n, bool decides)
{
	struct cel_value out = cel_of_bool(!decides);

	for (uint32_t i = 0; i < n->count; i++) {
		struct cel_value v = cel__eval(run, n->child[i]);

		if (run->stopped != CEL_GOES_ON)
			return cel__stopped(run);
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
			return run->stopped ? cel__stopped(run)
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
	return run->stopped ? cel__stopped(run) : out;
}

/* --- macros --- */

struct cel_value cel__eval(struct cel_run *run, const struct cel__node *n)
{
	if (run->stopped != CEL_GOES_ON)
		return cel__stopped(run);
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
		return cel__eval_fold(run, n);
	}
	return cel__no_overload();
}
