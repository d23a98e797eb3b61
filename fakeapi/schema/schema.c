/* SPDX-License-Identifier: Apache-2.0 */
/* schema.c - validates custom resources by their OpenAPI schema, with kube-openapi's messages:
 * lists, objects and combinations; scalars are in schema_scalar.c. */
#include "fakeapi/schema/schema_impl.h"

#include "base/map.h"
#include "fakeapi/meta/go_json.h"

/* Alternatives, enumerations and patterns are checked on each of their values: the cost is the
 * product of the sizes of schema and object. The real server gives up after a minute. */
enum { STEPS_MAX = 20 * 1000 * 1000 };

bool fakeapi__schema_tired(const struct fakeapi__schema_check *c)
{
	return *c->steps > STEPS_MAX;
}

/* `old`: the corresponding old value; NULL: none found. */
static void validate(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
		     const cJSON *old, const struct fakeapi__path *at);

/* --- containers --- */

static void too_many(struct fakeapi__schema_check *c, const struct fakeapi__path *at, size_t have,
		     const cJSON *max)
{
	c->errors++;
	if (c->causes)
		fakeapi__cause_too_many(c->causes, at, have, fakeapi__schema_count(max));
}

static void too_few(struct fakeapi__schema_check *c, const struct fakeapi__path *at, size_t have,
		    const cJSON *min, const char *unit)
{
	cJSON count = { .type = cJSON_Number, .valuedouble = (double)have, .valueint = (int)have };

	fakeapi__schema_out_of_bound(c, at, &count, "should have at least", min, unit);
}

int fakeapi__schema_item_key(const cJSON *keys, const cJSON *item, struct strbuf *out)
{
	const cJSON *k;

	strbuf_clear(out);
	cJSON_ArrayForEach(k, keys)
	{
		const cJSON *v = cJSON_IsString(k) ? fakeapi__member(item, k->valuestring) : NULL;

		strbuf_addc(out, v ? '+' : '-');
		if (v && fakeapi__value_text(v, out) != 0)
			return -1;
	}
	return out->failed ? -1 : 0;
}

/* Indexes the items of an old list of type map by key; empty for other lists. */
static void old_items(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *old,
		      struct map *by_key)
{
	const cJSON *keys = fakeapi__member(schema, "x-kubernetes-list-map-keys"), *m;
	AUTO_STRBUF key = STRBUF_INIT;

	map_init(by_key, MAP_COPY_KEYS);
	if (!cJSON_IsArray(old) ||
	    strcmp(fakeapi__string(schema, "x-kubernetes-list-type"), "map") != 0)
		return;
	cJSON_ArrayForEach(m, old)
	{
		if (fakeapi__schema_item_key(keys, m, &key) == 0 &&
		    (map_get(by_key, strbuf_str(&key)) ||
		     map_put(by_key, strbuf_str(&key), (void *)(uintptr_t)m, NULL) == 0))
			continue;
		if (c->causes)
			c->causes->nomem = true;
	}
}

static const cJSON *old_item(struct fakeapi__schema_check *c, const cJSON *schema,
			     const struct map *by_key, const cJSON *item)
{
	AUTO_STRBUF key = STRBUF_INIT;

	if (map_len(by_key) == 0)
		return NULL;
	if (fakeapi__schema_item_key(fakeapi__member(schema, "x-kubernetes-list-map-keys"), item,
				     &key) == 0)
		return map_get(by_key, strbuf_str(&key));
	if (c->causes)
		c->causes->nomem = true;
	return NULL;
}

static void check_array(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			const cJSON *old, const struct fakeapi__path *at)
{
	const cJSON *low = fakeapi__schema_number(schema, "minItems"),
		    *high = fakeapi__schema_number(schema, "maxItems");
	const cJSON *items = fakeapi__member(schema, "items");
	size_t n = (size_t)cJSON_GetArraySize(v), i = 0;
	struct map by_key;

	old_items(c, schema, old, &by_key);
	for (const cJSON *m = v->child; m && !fakeapi__schema_tired(c); m = m->next, i++) {
		const struct fakeapi__path *here = PATH_AT(at, i);

		if (cJSON_IsObject(items))
			validate(c, items, m, old_item(c, schema, &by_key, m), here);
	}
	map_fini(&by_key);
	if (low && (double)n < low->valuedouble)
		too_few(c, at, n, low, " items");
	if (high && (double)n > high->valuedouble)
		too_many(c, at, n, high);
}

static void check_object(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const cJSON *old, const struct fakeapi__path *at)
{
	const cJSON *low = fakeapi__schema_number(schema, "minProperties"),
		    *high = fakeapi__schema_number(schema, "maxProperties");
	const cJSON *extra = fakeapi__member(schema, "additionalProperties"), *r;
	const cJSON *properties = fakeapi__member(schema, "properties");
	const cJSON *required = fakeapi__member(schema, "required");
	size_t n = (size_t)cJSON_GetArraySize(v);
	struct fakeapi__lookup members, before;

	if (low && (double)n < low->valuedouble)
		too_few(c, at, n, low, " properties");
	if (high && (double)n > high->valuedouble)
		too_many(c, at, n, high);
	fakeapi__lookup_members(&before, cJSON_IsObject(old) ? old : NULL, v);
	for (const cJSON *m = v->child; m && !fakeapi__schema_tired(c); m = m->next) {
		const cJSON *sub = fakeapi__lookups_member(c->names, properties, m->string);
		/* Only built-in types show map keys in brackets. */
		const struct fakeapi__path *here = PATH(at, m->string);

		if (!sub && cJSON_IsObject(extra))
			sub = extra;
		if (sub)
			validate(c, sub, m, fakeapi__lookup(&before, m->string), here);
	}
	fakeapi__lookup_fini(&before);
	fakeapi__lookup_members(&members, v, required);
	cJSON_ArrayForEach(r, required)
	{
		++*c->steps;
		if (!cJSON_IsString(r) || fakeapi__lookup(&members, r->valuestring))
			continue;
		c->errors++;
		if (c->causes)
			fakeapi__cause_required(c->causes, PATH(at, r->valuestring), NULL);
	}
	fakeapi__lookup_fini(&members);
}

/* --- combinations --- */

/* Counts the matching schemas. If none matches, *best is the one that passed the most checks. */
static size_t fitting(const struct fakeapi__schema_check *of, const cJSON *schemas, const cJSON *v,
		      const cJSON **best)
{
	const cJSON *s;
	size_t n = 0, most = 0;

	*best = NULL;
	cJSON_ArrayForEach(s, schemas)
	{
		struct fakeapi__schema_check c = { .names = of->names, .steps = of->steps };

		validate(&c, s, v, NULL, NULL);
		n += c.errors == 0;
		if (n || (*best && c.looks <= most))
			continue;
		*best = s;
		most = c.looks;
	}
	if (n)
		*best = NULL;
	return n;
}

/* These errors have no field, only a message. */
static void combination(struct fakeapi__schema_check *c, const struct fakeapi__path *at,
			const char *what)
{
	AUTO_STRBUF text = STRBUF_INIT;

	c->errors++;
	if (!c->causes)
		return;
	strbuf_addc(&text, '"');
	fakeapi__schema_path(c, &text, at);
	strbuf_addf(&text, "\" %s", what);
	fakeapi__cause_invalid_str(c->causes, NULL, STR(""), text.ptr);
}

static void validate_new(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const cJSON *old, const struct fakeapi__path *at);

static void check_combinations(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			       const cJSON *old, const struct fakeapi__path *at)
{
	const cJSON *any = fakeapi__member(schema, "anyOf"),
		    *one = fakeapi__member(schema, "oneOf");
	const cJSON *all = fakeapi__member(schema, "allOf"), *best;
	const cJSON *not = fakeapi__member(schema, "not"), *s;
	struct fakeapi__schema_check probe = { .names = c->names, .steps = c->steps };
	size_t fit = 1, failed = 0;
	char text[100];

	if (cJSON_IsArray(any) && any->child && fitting(c, any, v, &best) == 0) {
		combination(c, at, "must validate at least one schema (anyOf)");
		validate_new(c, best, v, old, at);
	}
	if (cJSON_IsArray(one) && one->child)
		fit = fitting(c, one, v, &best);
	if (fit != 1) {
		(void)snprintf(text, sizeof(text),
			       fit ? "must validate one and only one schema (oneOf). Found %zu "
				     "valid alternatives"
				   : "must validate one and only one schema (oneOf). Found none "
				     "valid",
			       fit);
		combination(c, at, text);
		if (!fit)
			validate_new(c, best, v, old, at);
	}
	cJSON_ArrayForEach(s, all)
	{
		size_t errors = c->errors;

		validate_new(c, s, v, old, at);
		failed += c->errors > errors;
	}
	if (failed)
		combination(c, at,
			    failed == (size_t)cJSON_GetArraySize(all)
				? "must validate all the schemas (allOf). None validated"
				: "must validate all the schemas (allOf)");
	if (cJSON_IsObject(not )) {
		validate(&probe, not, v, NULL, NULL);
		if (probe.errors == 0)
			combination(c, at, "must not validate the schema (not)");
	}
}

static void validate_new(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const cJSON *old, const struct fakeapi__path *at)
{
	++*c->steps;
	if (fakeapi__schema_tired(c))
		return;
	c->looks++;
	if (!fakeapi__schema_check_type(c, schema, v, at)) {
		if (!cJSON_IsNull(v))
			check_combinations(c, schema, v, old, at);
		/* A number that is no integer is still checked for its bounds. */
		if (cJSON_IsNumber(v) && strcmp(fakeapi__string(schema, "type"), "integer") == 0)
			fakeapi__schema_check_number(c, schema, v, at);
		if (!cJSON_IsNull(v))
			fakeapi__schema_check_enum(c, schema, v, at);
		return;
	}
	if (cJSON_IsNull(v))
		return;
	c->looks += *fakeapi__string(schema, "type") || *fakeapi__string(schema, "format");
	check_combinations(c, schema, v, old, at);
	if (cJSON_IsNumber(v))
		fakeapi__schema_check_number(c, schema, v, at);
	else if (cJSON_IsString(v))
		fakeapi__schema_check_string(c, schema, v, at);
	else if (cJSON_IsArray(v))
		check_array(c, schema, v, old, at);
	fakeapi__schema_check_enum(c, schema, v, at);
	if (cJSON_IsObject(v))
		check_object(c, schema, v, old, at);
}

static size_t size_of(const cJSON *v)
{
	size_t n = 1;

	for (const cJSON *m = v->child; m; m = m->next)
		n += size_of(m);
	return n;
}

/* Errors that the unchanged old value had too are not reported. */
static void validate(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
		     const cJSON *old, const struct fakeapi__path *at)
{
	size_t errors = c->errors, causes = c->causes ? fakeapi__causes_count(c->causes) : 0;

	validate_new(c, schema, v, old, at);
	if (!old || c->errors == errors || fakeapi__schema_tired(c))
		return;
	*c->steps += size_of(v);
	if (fakeapi__schema_tired(c) || !fakeapi__equal(v, old))
		return;
	c->errors = errors;
	if (c->causes)
		fakeapi__causes_rewind(c->causes, causes);
}

/* --- validations of a request --- */

int fakeapi__schema_validate(const cJSON *schema, const struct fakeapi__lookups *known,
			     const cJSON *obj, const cJSON *old, bool status,
			     struct fakeapi__causes *causes)
{
	const struct fakeapi__path status_at = { NULL, "status", 0, { NULL, 0 } };
	struct fakeapi__lookups names;
	size_t steps = 0;
	struct fakeapi__schema_check c = { .causes = causes, .names = &names, .steps = &steps };

	c.forms = fakeapi__changed(causes->features, FAKEAPI_CHANGE_NUMBER_FORMS);
	fakeapi__lookups_over(&names, known);
	if (schema && !status) {
		validate(&c, schema, obj, old, NULL);
	} else if (schema && fakeapi__member(obj, "status")) {
		const cJSON *part = fakeapi__dig(schema, "properties", "status", NULL);

		c.root = &status_at;
		if (part)
			validate(&c, part, fakeapi__member(obj, "status"),
				 fakeapi__member(old, "status"), &status_at);
	}
	fakeapi__lookups_fini(&names);
	causes->tired |= fakeapi__schema_tired(&c);
	return causes->nomem ? -1 : 0;
}

int fakeapi__schema_validate_at(const cJSON *schema, const cJSON *value,
				const struct fakeapi__path *at, struct fakeapi__causes *causes)
{
	struct fakeapi__lookups names;
	size_t steps = 0;
	struct fakeapi__schema_check c = {
		.causes = causes, .root = at, .all_formats = true, .names = &names, .steps = &steps
	};

	c.forms = fakeapi__changed(causes->features, FAKEAPI_CHANGE_NUMBER_FORMS);
	fakeapi__lookups_init(&names);
	validate(&c, schema, value, NULL, at);
	fakeapi__lookups_fini(&names);
	causes->tired |= fakeapi__schema_tired(&c);
	return causes->nomem ? -1 : 0;
}
