/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/literals.h"

#include "base/regex.h"
#include "cel/check.h"
#include "cel/eval.h"

struct walk {
	struct cel__errors *errors;
	unsigned libraries;
	struct cel_run run;
	unsigned formats; /* enclosing calls of format(): their arguments may differ in type */
	bool no_memory;
};

static bool is(const struct cel__node *n, const char *name, uint32_t count)
{
	return str_eqz(n->name, name) && n->count == count;
}

static void pattern(struct walk *w, struct cel__node *n, const struct cel__node *arg)
{
	const char *why;

	n->regex = regex_new(cel_str(arg->value), &why);
	if (n->regex)
		return;
	if (!why)
		w->no_memory = true;
	else if ((w->libraries & CEL_CHECK_LITERALS) && is(n, "matches", 2) && n->member)
		cel__mistake(w->errors, arg->at, "invalid matches argument");
}

static void conversion(struct walk *w, const struct cel__node *n)
{
	struct cel_value v = n->child[0]->value;

	if (v.kind == CEL_INT && str_eqz(n->name, "duration"))
		v = cel_error(&w->run, "no text");
	else if (v.kind == CEL_INT)
		v = cel_of_time(&w->run, v.as.i, 0);
	else if (str_eqz(n->name, "duration"))
		v = cel__parse_duration(&w->run, cel_str(v));
	else
		v = cel__parse_time(&w->run, cel_str(v), false);
	if (v.kind == CEL_ERROR)
		cel__mistake(w->errors, n->child[0]->at, "invalid " STR_FMT " argument",
			     STR_ARG(n->name));
}

static bool is_text(const struct cel__node *n)
{
	return n->kind == CEL__LITERAL && n->value.kind == CEL_STRING;
}

static const struct clause {
	const char *letters;
	const char *what;
	uint32_t kinds; /* bits by enum cel_type_kind */
} clauses[] = {
	{ "s",
	  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
	  "types, durations, and timestamps",
	  ~(1U << CEL_T_OPAQUE) },
	{ "d", "decimal clause can only be used on integers", 1U << CEL_T_INT | 1U << CEL_T_UINT },
	{ "o", "octal clause can only be used on integers", 1U << CEL_T_INT | 1U << CEL_T_UINT },
	{ "b", "only integers and bools can be formatted as binary",
	  1U << CEL_T_INT | 1U << CEL_T_UINT | 1U << CEL_T_BOOL },
	{ "xX", "only integers, byte buffers, and strings can be formatted as hex",
	  1U << CEL_T_INT | 1U << CEL_T_UINT | 1U << CEL_T_STRING | 1U << CEL_T_BYTES },
	{ "f", "fixed-point clause can only be used on doubles",
	  1U << CEL_T_DOUBLE | 1U << CEL_T_STRING },
	{ "e", "scientific clause can only be used on doubles",
	  1U << CEL_T_DOUBLE | 1U << CEL_T_STRING },
};

static const struct clause *find_clause(char c)
{
	for (size_t i = 0; i < ARRAY_LEN(clauses); i++)
		if (c && strchr(clauses[i].letters, c))
			return &clauses[i];
	return NULL;
}

/* False: a mistake was recorded. */
static bool check_clause(struct walk *w, const struct cel__node *n, char letter, uint32_t i)
{
	const struct clause *c = find_clause(letter);
	const struct cel__node *list = n->child[1], *arg;
	uint32_t any = 1U << CEL_T_DYN | 1U << CEL_T_PARAM | 1U << CEL_T_ERROR;

	if (!c) {
		cel__mistake(w->errors, n->at,
			     "could not parse formatting clause: unrecognized formatting clause "
			     "\"%c\"",
			     letter);
		return false;
	}
	if (i >= list->count) {
		cel__mistake(w->errors, n->at, "index %u out of range", i);
		return false;
	}
	arg = list->child[i];
	if ((c->kinds | any) & 1U << arg->type->kind)
		return true;
	cel__mistake(w->errors, arg->at, "error during formatting: %s, was given " STR_FMT, c->what,
		     STR_ARG(arg->type->name));
	return false;
}

/* Checks a literal format with a literal list at compile time. */
static void format(struct walk *w, const struct cel__node *n)
{
	struct str s = cel_str(n->child[0]->value);
	uint32_t used = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] != '%')
			continue;
		if (++i < s.len && s.ptr[i] == '%')
			continue;
		if (i < s.len && s.ptr[i] == '.')
			while (++i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9')
				;
		if (i >= s.len) {
			cel__mistake(w->errors, n->at, "unexpected end of string");
			return;
		}
		if (!check_clause(w, n, s.ptr[i], used++))
			return;
	}
	if (used < n->child[1]->count)
		cel__mistake(w->errors, n->at,
			     "too many arguments supplied to string.format (expected %u, got %u)",
			     used, n->child[1]->count);
}

static void call(struct walk *w, struct cel__node *n)
{
	if ((w->libraries & CEL_CHECK_LITERALS) && is(n, "format", 2) && is_text(n->child[0]) &&
	    n->child[1]->kind == CEL__LIST && !n->child[1]->optionals) {
		format(w, n);
		return;
	}
	if (is(n, "matches", 2) || is(n, "find", 2) || is(n, "findAll", 2) || is(n, "findAll", 3)) {
		if (is_text(n->child[1]))
			pattern(w, n, n->child[1]);
	} else if ((w->libraries & CEL_CHECK_LITERALS) &&
		   (is(n, "duration", 1) || is(n, "timestamp", 1)) &&
		   n->child[0]->kind == CEL__LITERAL &&
		   (n->child[0]->value.kind == CEL_INT || is_text(n->child[0]))) {
		conversion(w, n);
	}
}

static const struct cel_type *element_type(const struct cel__node *n, uint32_t i, bool optional)
{
	const struct cel_type *t = n->child[i]->type;

	return optional && t->params[0] ? t->params[0] : t;
}

/* Checks that the elements from `begin` on, `step` apart, have the first one's type. */
static void same_types(struct walk *w, const struct cel__node *n, uint32_t begin, uint32_t step)
{
	const struct cel_type *first = NULL, *t;

	for (uint32_t i = begin; i < n->count; i += step) {
		/* An entry's optional mark belongs to its key. */
		t = element_type(n, i,
				 n->optionals && n->optionals[i - begin] && (begin || step == 1));
		if (!first)
			first = t;
		if (cel_type_equal(first, t))
			continue;
		cel__mismatch(w->errors, n->child[i]->at, first, t);
		if (step == 1)
			return;
	}
}

static void walk(struct walk *w, struct cel__node *n)
{
	bool format = n->kind == CEL__CALL && str_eqz(n->name, "format");

	if (n->kind == CEL__CALL)
		call(w, n);
	if ((w->libraries & CEL_SAME_LITERALS) && !w->formats) {
		if (n->kind == CEL__LIST)
			same_types(w, n, 0, 1);
		if (n->kind == CEL__MAP) {
			same_types(w, n, 0, 2);
			same_types(w, n, 1, 2);
		}
	}
	w->formats += format;
	for (uint32_t i = 0; i < n->count && !w->no_memory; i++)
		walk(w, n->child[i]);
	w->formats -= format;
}

bool cel__literals(struct cel__arena *arena, struct cel__errors *errors, unsigned libraries,
		   struct cel__node *root)
{
	struct walk w = { .errors = errors, .libraries = libraries };

	(void)arena;
	cel_run_init(&w.run);
	walk(&w, root);
	if (w.run.stopped != CEL_GOES_ON)
		w.no_memory = true;
	cel_run_fini(&w.run);
	return !w.no_memory;
}
