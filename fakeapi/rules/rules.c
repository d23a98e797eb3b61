/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c - rules compiled, and what is wrong with them. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rules/rules_impl.h"

enum { RULES_BYTES_MAX = 256 << 20 };

static struct str trimmed(const char *z)
{
	struct str s = str_of(z);

	while (s.len && strchr(" \t\n\r\v\f", *s.ptr))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	while (s.len && strchr(" \t\n\r\v\f", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

/* The program, or what is wrong in *why; neither: no memory. */
static struct cel_program *compile(struct cel__arena *arena, struct rule *r, const char *source,
				   const struct cel_type *wanted, const char *prefix,
				   const char *wrong_type, struct str *why)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct cel_program *p = cel_compile(&r->env, str_of(source), &text);

	if (p && cel_program_type(p)->kind == wanted->kind)
		return p;
	if (p)
		*why = cel__copy(arena, str_of(wrong_type));
	else if (text.len)
		*why = cel__copyf(arena, "%scompilation failed: %s", prefix, text.ptr);
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
	if (!old || !trimmed(source).len)
		return;
	r->variables[0] = (struct cel_variable) { "self", n->type };
	r->variables[1] = (struct cel_variable) { "oldSelf", old };
	r->env = (struct cel_env) { .libraries = CEL_ENV_KUBERNETES & ~(unsigned)CEL_LIB_AUTHORIZER,
				    .variables = r->variables,
				    .variable_count = 2 };
	r->program = compile(arena, r, source, &cel_bool, "",
			     "cel expression must evaluate to a bool", &r->why);
	if (!r->program)
		return;
	r->uses_old = cel_program_uses(r->program, "oldSelf");
	if (*message)
		r->message =
		    compile(arena, r, message, &cel_string, "messageExpression ",
			    "messageExpression must evaluate to a string", &r->message_why);
	if (fakeapi__rule_field(n, str_of(fakeapi__string(r->json, "fieldPath")), &field))
		r->field = cel__copy(arena, strbuf_str(&field));
	arena->failed |= field.failed;
}

/* False: no memory. */
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
	rules->root = fakeapi__rule_types(&rules->arena, schema);
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

/* --- what is wrong with them --- */

struct check {
	struct fakeapi__causes *causes;
	const struct fakeapi__path *uncorrelated; /* the innermost list whose items have no keys */
};

/* The rule as Go's struct shows it; NULL: no memory. */
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

static bool has_newline(struct str s)
{
	return s.len && (memchr(s.ptr, '\n', s.len) || memchr(s.ptr, '\r', s.len));
}

static void check_words(struct check *c, const struct node *n, const struct rule *r,
			const struct fakeapi__path *at)
{
	static const char reasons[] =
	    "\"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\", "
	    "\"FieldValueRequired\"";
	const char *rule = fakeapi__string(r->json, "rule");
	const char *message = fakeapi__string(r->json, "message");
	const char *expression = fakeapi__string(r->json, "messageExpression");
	const char *reason = fakeapi__string(r->json, "reason");
	const char *field = fakeapi__string(r->json, "fieldPath");
	AUTO_STRBUF path = STRBUF_INIT;

	if (!trimmed(rule).len)
		fakeapi__cause_required(c->causes, PATH(at, "rule"), "rule is not specified");
	else if (*message && !trimmed(message).len)
		fakeapi__cause_invalid_str(c->causes, PATH(at, "message"), str_of(message),
					   "must be non-empty if specified");
	else if (has_newline(trimmed(message)))
		fakeapi__cause_invalid_str(c->causes, PATH(at, "message"), str_of(message),
					   "must not contain line breaks");
	else if (has_newline(trimmed(rule)) && !*message)
		fakeapi__cause_required(c->causes, PATH(at, "message"),
					"message must be specified if rule contains line breaks");
	if (*expression && !trimmed(expression).len)
		fakeapi__cause_required(c->causes, PATH(at, "messageExpression"),
					"messageExpression must be non-empty if specified");
	if (*reason && (!strstr(reasons, reason) || strncmp(reason, "FieldValue", 10) != 0))
		fakeapi__cause_unsupported(c->causes, PATH(at, "reason"),
					   fakeapi__member(r->json, "reason"), reasons);
	if (*field && !fakeapi__rule_field(n, str_of(field), &path) && !path.failed)
		fakeapi__cause_invalid_str(c->causes, PATH(at, "fieldPath"), str_of(field),
					   "must be a valid path");
	c->causes->nomem |= path.failed;
}

static void check_rule(struct check *c, const struct rule *r, const struct fakeapi__path *at)
{
	const cJSON *optional = fakeapi__member(r->json, "optionalOldSelf");
	AUTO_STRBUF text = STRBUF_INIT, list = STRBUF_INIT;

	if (r->why.ptr)
		cause_of(c, r, PATH(at, "rule"), r->why.ptr);
	if (r->message_why.ptr)
		cause_of(c, r, PATH(at, "messageExpression"), r->message_why.ptr);
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
	size_t before = fakeapi__causes_count(c->causes);

	if (!n->below)
		return;
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
	for (size_t i = 0; i < n->rule_count; i++)
		check_words(c, n, &n->rules[i], PATH_AT(PATH(at, "x-kubernetes-validations"), i));
	/* Expressions are of no use where the schema is wrong. */
	for (size_t i = 0; i < n->rule_count && before == fakeapi__causes_count(c->causes); i++) {
		check_rule(c, &n->rules[i], PATH_AT(PATH(at, "x-kubernetes-validations"), i));
		before = fakeapi__causes_count(c->causes);
	}
}

int fakeapi__rules_check(const cJSON *schema, const struct fakeapi__path *at,
			 struct fakeapi__causes *causes)
{
	struct check c = { .causes = causes };
	struct fakeapi__rules *rules;

	if (fakeapi__rules_new(schema, &rules) < 0) {
		causes->nomem = true;
		return -1;
	}
	if (rules)
		check_node(&c, rules->root, at);
	fakeapi__rules_free(rules);
	return causes->nomem ? -1 : 0;
}
