/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c - compiles rules and reports their errors. */
#include <math.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/text/ascii.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rules/rules_impl.h"

enum { RULES_BYTES_MAX = 256 << 20 };

/* The error message, with types named relative to the rule's own position. */
static struct str explained(struct cel__arena *arena, const char *prefix, const char *text,
			    struct str self)
{
	AUTO_STRBUF out = STRBUF_INIT;
	const char *at = self.len > 8 ? strstr(text, self.ptr) : NULL;

	for (; at; at = strstr(text, self.ptr)) {
		char next = at[self.len];
		bool whole = !ascii_is_alnum(next) && next != '_';

		strbuf_add(&out, text, (size_t)(at - text));
		strbuf_addz(&out, whole ? "selfType" : self.ptr);
		text = at + self.len;
	}
	strbuf_addz(&out, text);
	arena->failed |= out.failed;
	return out.failed ? (struct str) { NULL, 0 }
			  : cel__copyf(arena, "%scompilation failed: %s", prefix, out.ptr);
}

/* The program, or the error in *why; neither: out of memory. */
static struct cel_program *compile(struct cel__arena *arena, const struct node *n, struct rule *r,
				   const char *source, const struct cel_type *wanted,
				   const char *prefix, const char *wrong_type, struct str *why)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct cel_program *p = cel_compile(&r->env, str_of(source), &text);
	bool fits = p && cel_program_type(p)->kind == wanted->kind;

	if (fits && cel_instantiate(p, &text))
		return p;
	if (fits && text.len)
		*why = cel__copyf(arena, "%s instantiation failed: %s",
				  *prefix ? "messageExpression" : "program", text.ptr);
	else if (p && !fits)
		*why = cel__copy(arena, str_of(wrong_type));
	else if (text.len)
		*why = explained(arena, prefix, text.ptr, n->name);
	if (!why->ptr)
		arena->failed = true;
	cel_program_free(p);
	return NULL;
}

static void compile_rule(struct cel__arena *arena, const struct node *n, struct rule *r)
{
	const char *source = fakeapi__string(r->json, "rule");
	const char *message = fakeapi__string(r->json, "messageExpression");
	AUTO_STRBUF field = STRBUF_INIT;
	const struct cel_type *old = n->type;

	r->optional_old = cJSON_IsTrue(fakeapi__member(r->json, "optionalOldSelf"));
	if (r->optional_old)
		old = cel_type_optional(arena, old);
	if (!old || !str_trim_space(str_of(source)).len)
		return;
	r->variables[0] = (struct cel_variable) { "self", n->type };
	r->variables[1] = (struct cel_variable) { "oldSelf", old };
	r->env = (struct cel_env) { .libraries = CEL_ENV_KUBERNETES,
				    .variables = r->variables,
				    .variable_count = 2 };
	r->program = compile(arena, n, r, source, &cel_bool, "",
			     "cel expression must evaluate to a bool", &r->why);
	if (!r->program)
		return;
	r->uses_old = cel_program_uses(r->program, "oldSelf");
	r->cost = cel_program_cost_max(r->program, n->type);
	if (*message)
		r->message =
		    compile(arena, n, r, message, &cel_string, "messageExpression ",
			    "messageExpression must evaluate to a string", &r->message_why);
	if (r->message)
		r->message_cost = cel_program_cost_max(r->message, n->type);
	if (fakeapi__rule_field(n, str_of(fakeapi__string(r->json, "fieldPath")), &field))
		r->field = cel__copy(arena, strbuf_str(&field));
	arena->failed |= field.failed;
}

/* False: out of memory. */
static bool add_rules(struct cel__arena *arena, struct node *n)
{
	const cJSON *list = fakeapi__member(n->schema, "x-kubernetes-validations"), *json;

	for (size_t i = 0; i < n->property_count; i++) {
		if (!add_rules(arena, n->properties[i].node))
			return false;
		n->below |= n->properties[i].node->below;
	}
	if ((n->items && !add_rules(arena, n->items)) || (n->extra && !add_rules(arena, n->extra)))
		return false;
	n->below |= (n->items && n->items->below) || (n->extra && n->extra->below);
	if (!cJSON_IsArray(list) || !list->child || !n->type)
		return true;
	n->below = true;
	n->rules = cel__alloc_array(arena, (size_t)cJSON_GetArraySize(list), sizeof(*n->rules));
	if (!n->rules)
		return false;
	cJSON_ArrayForEach(json, list)
	{
		struct rule *r = &n->rules[n->rule_count++];

		r->json = json;
		compile_rule(arena, n, r);
		if (arena->failed)
			return false;
	}
	return true;
}

static void free_rules(struct node *n)
{
	for (size_t i = 0; i < n->rule_count; i++) {
		cel_program_free(n->rules[i].program);
		cel_program_free(n->rules[i].message);
	}
	for (size_t i = 0; i < n->property_count; i++)
		free_rules(n->properties[i].node);
	if (n->items)
		free_rules(n->items);
	if (n->extra)
		free_rules(n->extra);
}

int fakeapi__rules_new(const cJSON *schema, struct fakeapi__rules **out)
{
	return fakeapi__rules_of(schema, true, out);
}

int fakeapi__rules_of(const cJSON *schema, bool root, struct fakeapi__rules **out)
{
	struct fakeapi__rules *rules;

	*out = NULL;
	if (!fakeapi__has_rules(schema))
		return 0;
	rules = base__calloc(1, sizeof(*rules));
	if (!rules)
		return -1;
	atomic_flag_clear(&rules->busy);
	rules->schema = schema;
	cel__arena_init(&rules->arena, RULES_BYTES_MAX);
	rules->root = fakeapi__rule_types(&rules->arena, schema, root);
	if (rules->root && add_rules(&rules->arena, rules->root)) {
		*out = rules;
		return 0;
	}
	fakeapi__rules_free(rules);
	return -1;
}

void fakeapi__rules_free(struct fakeapi__rules *rules)
{
	if (!rules)
		return;
	if (rules->root)
		free_rules(rules->root);
	cel__arena_fini(&rules->arena);
	base__free(rules);
}

/* --- errors of rules --- */

enum {
	COST_MAX = 10000000,
	COST_MAX_OF_ALL = 100000000,
	EXPENSIVE = 4, /* so many are named if the total is too much */
	REQUEST_BYTES_MAX = 3 * 1024 * 1024,
};

struct check {
	struct fakeapi__causes *causes;
	const struct map *wrong;		  /* schemas whose rules are not checked */
	const struct fakeapi__path *uncorrelated; /* the outermost list without item keys */
	bool unchanged; /* the schema was accepted before: no cost limit per rule */
	uint64_t times; /* maximum number of values at this position; 0: unbounded */
	bool bounded;
	uint64_t total;
	struct {
		uint64_t cost;
		char *path;
	} expensive[EXPENSIVE]; /* in descending order */
};

static uint64_t product(uint64_t a, uint64_t b)
{
	return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

static void too_expensive(struct check *c, const struct fakeapi__path *at, const char *what,
			  uint64_t cost, uint64_t most)
{
	double factor = (double)cost / (double)most;
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "%s exceeds budget by factor of ", what);
	if (factor > 100)
		strbuf_addz(&text, "more than 100x");
	else
		strbuf_addf(&text, factor < 1.5 ? "%fx" : "%.1fx", factor);
	strbuf_addz(&text, " (try simplifying the rule, or adding maxItems, maxProperties, and "
			   "maxLength where arrays, maps, and strings are declared)");
	c->causes->nomem |= text.failed;
	if (!text.failed)
		fakeapi__cause_forbidden(c->causes, at, text.ptr);
}

/* Adds the cost to the total, and keeps the most expensive ones. */
static void note_cost(struct check *c, const struct fakeapi__path *at, uint64_t cost)
{
	AUTO_STRBUF path = STRBUF_INIT;
	size_t i = EXPENSIVE;

	c->total = c->total > UINT64_MAX - cost ? UINT64_MAX : c->total + cost;
	if (cost < COST_MAX_OF_ALL / 100)
		return;
	while (i > 0 && c->expensive[i - 1].cost < cost)
		i--;
	if (i == EXPENSIVE)
		return;
	fakeapi__path_add(&path, at);
	base__free(c->expensive[EXPENSIVE - 1].path);
	memmove(&c->expensive[i + 1], &c->expensive[i],
		(EXPENSIVE - 1 - i) * sizeof(c->expensive[0]));
	c->expensive[i].cost = cost;
	c->expensive[i].path = path.failed ? NULL : base__strdup(path.ptr);
	c->causes->nomem |= !c->expensive[i].path;
}

static void check_cost(struct check *c, const struct node *n, const struct rule *r,
		       const struct fakeapi__path *at)
{
	uint64_t times = c->bounded ? c->times : REQUEST_BYTES_MAX / (n->type->bytes_min + 1);
	uint64_t cost = product(r->cost, times);

	if (!c->unchanged && cost > COST_MAX)
		too_expensive(c, PATH(at, "rule"), "estimated rule cost", cost, COST_MAX);
	note_cost(c, PATH(at, "rule"), cost);
}

static void check_message_cost(struct check *c, const struct rule *r,
			       const struct fakeapi__path *at)
{
	if (!r->message)
		return;
	if (!c->unchanged && r->message_cost > COST_MAX)
		too_expensive(c, PATH(at, "messageExpression"), "estimated messageExpression cost",
			      r->message_cost, COST_MAX);
	note_cost(c, PATH(at, "messageExpression"), r->message_cost);
}

static void check_total(struct check *c, const struct fakeapi__path *at)
{
	for (size_t i = 0; i < EXPENSIVE && c->total > COST_MAX_OF_ALL; i++)
		if (c->expensive[i].path)
			fakeapi__cause_forbidden(
			    c->causes, PATH(NULL, c->expensive[i].path),
			    "contributed to estimated rule cost total exceeding cost limit for "
			    "entire OpenAPIv3 schema");
	if (c->total > COST_MAX_OF_ALL)
		too_expensive(c, at,
			      "x-kubernetes-validations estimated rule cost total for entire "
			      "OpenAPIv3 schema",
			      c->total, COST_MAX_OF_ALL);
	for (size_t i = 0; i < EXPENSIVE; i++)
		base__free(c->expensive[i].path);
}

/* Multiplies `times` by the schema's maximum number of items. */
static void enter(struct check *c, const cJSON *schema)
{
	const char *type = fakeapi__string(schema, "type");
	const cJSON *extra = fakeapi__member(schema, "additionalProperties"), *most;
	bool map = strcmp(type, "object") == 0 && extra && !cJSON_IsNull(extra);

	if (!map && strcmp(type, "array") != 0)
		return;
	most = fakeapi__member(schema, map ? "maxProperties" : "maxItems");
	if (!cJSON_IsNumber(most))
		c->bounded = false;
	else
		c->times =
		    product(c->times,
			    most->valuedouble <= 0 ? 0 : (uint64_t)fmin(most->valuedouble, 9e18));
}

/* The rule in the format of Go's struct; NULL: out of memory. */
static cJSON *as_shown(const cJSON *json)
{
	static const char *const names[][2] = {
		{ "rule", "Rule" },
		{ "message", "Message" },
		{ "messageExpression", "MessageExpression" },
		{ "reason", "Reason" },
		{ "fieldPath", "FieldPath" },
		{ "optionalOldSelf", "OptionalOldSelf" },
	};
	cJSON *out = cJSON_CreateObject();

	for (size_t i = 0; out && i < ARRAY_LEN(names); i++) {
		const cJSON *m = fakeapi__member(json, names[i][0]);
		cJSON *copy = m					? cJSON_Duplicate(m, true)
			      : strchr("RO", *names[i][1]) && i ? cJSON_CreateNull()
								: cJSON_CreateString("");

		if (!copy || !cJSON_AddItemToObject(out, names[i][1], copy)) {
			cJSON_Delete(copy);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static void cause_of(struct check *c, const struct rule *r, const struct fakeapi__path *at,
		     const char *why)
{
	cJSON *shown = as_shown(r->json);

	c->causes->nomem |= !shown;
	fakeapi__cause_invalid(c->causes, at, shown, why);
	cJSON_Delete(shown);
}

static void check_rule(struct check *c, const struct node *n, const struct rule *r,
		       const struct fakeapi__path *at)
{
	const cJSON *optional = fakeapi__member(r->json, "optionalOldSelf");
	AUTO_STRBUF text = STRBUF_INIT, list = STRBUF_INIT;

	check_cost(c, n, r, at);
	if (r->why.ptr)
		cause_of(c, r, PATH(at, "rule"), r->why.ptr);
	if (r->message_why.ptr)
		cause_of(c, r, PATH(at, "messageExpression"), r->message_why.ptr);
	check_message_cost(c, r, at);
	if (!r->uses_old && optional && !cJSON_IsNull(optional))
		fakeapi__cause_invalid(c->causes, PATH(at, "optionalOldSelf"), optional,
				       "may not be set if oldSelf is not used in rule");
	if (!r->uses_old || !c->uncorrelated)
		return;
	fakeapi__path_add(&list, c->uncorrelated);
	strbuf_addf(&text,
		    "oldSelf cannot be used on the uncorrelatable portion of the schema "
		    "within %s",
		    list.ptr);
	fakeapi__cause_invalid(c->causes, PATH(at, "rule"), fakeapi__member(r->json, "rule"),
			       text.ptr);
	c->causes->nomem |= text.failed || list.failed;
}

static void check_node(struct check *c, const struct node *n, const struct fakeapi__path *at)
{
	const struct fakeapi__path *outer = c->uncorrelated;
	uint64_t times = c->times;
	bool bounded = c->bounded;

	if (!n->below)
		return;
	if (n->schema)
		enter(c, n->schema);
	for (size_t i = 0; i < n->property_count; i++)
		check_node(c, n->properties[i].node,
			   PATH_KEY(PATH(at, "properties"), str_of(n->properties[i].name)));
	if (n->extra)
		check_node(c, n->extra, PATH(at, "additionalProperties"));
	if (n->items) {
		if (!c->uncorrelated && n->type && n->type->list_kind != CEL_LIST_MAP)
			c->uncorrelated = at;
		check_node(c, n->items, PATH(at, "items"));
		c->uncorrelated = outer;
	}
	c->times = times;
	c->bounded = bounded;
	if (map_get(c->wrong, (struct str) { (const char *)&n->schema, sizeof(n->schema) }))
		return;
	for (size_t i = 0; i < n->rule_count; i++)
		check_rule(c, n, &n->rules[i], PATH_AT(PATH(at, "x-kubernetes-validations"), i));
}

int fakeapi__rules_check(const cJSON *schema, bool unchanged, const struct fakeapi__path *at,
			 const struct map *wrong, struct fakeapi__causes *causes)
{
	struct check c = { .causes = causes,
			   .wrong = wrong,
			   .unchanged = unchanged,
			   .times = 1,
			   .bounded = true };
	struct fakeapi__rules *rules;

	if (fakeapi__rules_new(schema, &rules) < 0) {
		causes->nomem = true;
		return -1;
	}
	if (rules)
		check_node(&c, rules->root, at);
	check_total(&c, at);
	fakeapi__rules_free(rules);
	return causes->nomem ? -1 : 0;
}
