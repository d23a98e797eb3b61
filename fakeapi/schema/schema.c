/* SPDX-License-Identifier: Apache-2.0 */
/* schema.c - validates custom resources by their OpenAPI schema, with kube-openapi's messages. */
#include "fakeapi/schema/schema_impl.h"

#include <inttypes.h>
#include <math.h>

#include "base/map.h"
#include "base/regex.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/format.h"
#include "fakeapi/schema/number_form.h"

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

/* Appends the path below the root, as in messages. */
static void name_path(const struct fakeapi__schema_check *c, struct strbuf *out,
		      const struct fakeapi__path *at)
{
	if (!at || at == c->root)
		return;
	name_path(c, out, at->up);
	if (at->name)
		strbuf_addf(out, "%s%s", at->up && at->up != c->root ? "." : "", at->name);
	else if (at->key.ptr)
		strbuf_addf(out, "[" STR_FMT "]", STR_ARG(at->key));
	else
		strbuf_addf(out, "[%zu]", at->index);
}

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

/* A limit as a count. Some schemas have negative limits, which nothing satisfies. */
static size_t count_of(const cJSON *limit)
{
	return limit->valuedouble < 0 ? SIZE_MAX : (size_t)limit->valuedouble;
}

static const cJSON *number(const cJSON *schema, const char *name)
{
	const cJSON *n = fakeapi__member(schema, name);

	return cJSON_IsNumber(n) ? n : NULL;
}

/* Adds an Invalid error with the text "spec.size in body WHAT". */
static void invalid(struct fakeapi__schema_check *c, const struct fakeapi__path *at, const cJSON *v,
		    const struct strbuf *what)
{
	AUTO_STRBUF text = STRBUF_INIT;

	c->errors++;
	if (!c->causes)
		return;
	name_path(c, &text, at);
	strbuf_addf(&text, " in body %s", what->ptr);
	fakeapi__cause_invalid(c->causes, at, v, text.ptr);
}

static void bound(struct fakeapi__schema_check *c, const struct fakeapi__path *at, const cJSON *v,
		  const char *what, const cJSON *limit, const char *unit)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "%s %.15g%s", what, limit->valuedouble, unit);
	invalid(c, at, v, &text);
}

/* Also true for 1.0: schemas, unlike other checks, accept an integral float64 as an integer. */
static bool is_whole(const cJSON *v)
{
	return fakeapi__is_int64(v) || (cJSON_IsNumber(v) && fabs(v->valuedouble) < 0x1p53 &&
					floor(v->valuedouble) >= v->valuedouble);
}

static bool type_fits(const char *type, const cJSON *v)
{
	return (strcmp(type, "object") == 0 && cJSON_IsObject(v)) ||
	       (strcmp(type, "array") == 0 && cJSON_IsArray(v)) ||
	       (strcmp(type, "string") == 0 && cJSON_IsString(v)) ||
	       (strcmp(type, "boolean") == 0 && cJSON_IsBool(v)) ||
	       (strcmp(type, "number") == 0 && cJSON_IsNumber(v)) ||
	       (strcmp(type, "integer") == 0 && is_whole(v));
}

/* The name of a value's type. */
static const char *type_word(const cJSON *v)
{
	return cJSON_IsBool(v)	      ? "boolean"
	       : fakeapi__is_int64(v) ? "integer"
				      : fakeapi__go_json_word(v);
}

static bool wrong_type(struct fakeapi__schema_check *c, const struct fakeapi__path *at,
		       const char *wanted, const char *found)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *word;

	c->errors++;
	if (!c->causes)
		return false;
	word = cJSON_CreateString(found);
	name_path(c, &text, at);
	strbuf_addf(&text, " in body must be of type %s: \"%s\"", wanted, found);
	fakeapi__cause_type(c->causes, at, word, text.ptr);
	cJSON_Delete(word);
	return false;
}

static bool check_type(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
		       const struct fakeapi__path *at)
{
	const char *type = fakeapi__string(schema, "type");
	const char *format = fakeapi__string(schema, "format"), *of_number;
	bool either = flag(schema, "x-kubernetes-int-or-string"), fits;
	bool numeric = either || strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;

	if (cJSON_IsNull(v) && flag(schema, "nullable"))
		return true;
	fits = either ? is_whole(v) || cJSON_IsString(v) : !*type || type_fits(type, v);
	if (fits || cJSON_IsNull(v) || !*format ||
	    (!c->all_formats &&
	     !(c->forms && numeric && !either ? fakeapi__number_format_known(type, format)
					      : fakeapi__format_known(format))))
		return fits || wrong_type(c, at, either ? "integer,string" : type, type_word(v));
	/* A format is also a type: strings and lists are checked later. */
	if (cJSON_IsString(v) || cJSON_IsArray(v))
		return !numeric ||
		       wrong_type(c, at, either ? "integer,string" : type, type_word(v));
	of_number = !cJSON_IsNumber(v) ? "" : fakeapi__is_int64(v) ? "int64" : "float64";
	return wrong_type(c, at, format, of_number);
}

static void check_enum(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
		       const struct fakeapi__path *at)
{
	const cJSON *allowed = fakeapi__member(schema, "enum"), *e;
	AUTO_STRBUF names = STRBUF_INIT;

	if (!cJSON_IsArray(allowed))
		return;
	cJSON_ArrayForEach(e, allowed)
	{
		++*c->steps;
		if (fakeapi__equal(e, v))
			return;
	}
	if (!c->causes || fakeapi__causes_full(c->causes)) {
		c->errors++;
		if (c->causes)
			fakeapi__cause_unsupported(c->causes, at, v, "");
		return;
	}
	cJSON_ArrayForEach(e, allowed)
	{
		char *json;

		if (names.len)
			strbuf_addz(&names, ", ");
		if (cJSON_IsString(e)) {
			fakeapi__go_quote(&names, str_of(e->valuestring));
			continue;
		}
		json = fakeapi__print(e);
		if (json)
			fakeapi__go_quote(&names, str_of(json));
		cJSON_free(json);
	}
	c->errors++;
	if (c->causes)
		fakeapi__cause_unsupported(c->causes, at, v, names.ptr);
}

/* --- scalars --- */

/* int64 values are compared as int64: a step below 1 becomes 0, which is refused. */
static void check_whole_step(struct fakeapi__schema_check *c, const cJSON *step, const cJSON *v,
			     const struct fakeapi__path *at)
{
	int64_t factor = (int64_t)step->valuedouble;
	AUTO_STRBUF text = STRBUF_INIT;

	if (factor > 0) {
		if (fakeapi__int64(v) % factor != 0)
			bound(c, at, v, "should be a multiple of", step, "");
		return;
	}
	c->errors++;
	if (!c->causes)
		return;
	strbuf_addz(&text, "factor MultipleOf declared for ");
	name_path(c, &text, at);
	strbuf_addf(&text, " must be positive: %" PRId64, factor);
	c->causes->nomem |= text.failed;
	fakeapi__cause_invalid_number(c->causes, at, (double)factor, text.ptr);
}

static void check_number(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const struct fakeapi__path *at)
{
	const cJSON *low = number(schema, "minimum"), *high = number(schema, "maximum");
	const cJSON *step = number(schema, "multipleOf");
	double x = v->valuedouble;

	if (c->forms && !fakeapi__check_number_form(c->causes, schema, v, at))
		c->errors++;
	if (step && fakeapi__is_int64(v)) {
		check_whole_step(c, step, v, at);
	} else if (step && step->valuedouble > 0 &&
		   (fabs(x / step->valuedouble) > 0x1p53 ||
		    fabs(x / step->valuedouble - round(x / step->valuedouble)) > 1e-9)) {
		bound(c, at, v, "should be a multiple of", step, "");
	}
	if (high && flag(schema, "exclusiveMaximum") && x >= high->valuedouble)
		bound(c, at, v, "should be less than", high, "");
	else if (high && x > high->valuedouble)
		bound(c, at, v, "should be less than or equal to", high, "");
	if (low && flag(schema, "exclusiveMinimum") && x <= low->valuedouble)
		bound(c, at, v, "should be greater than", low, "");
	else if (low && x < low->valuedouble)
		bound(c, at, v, "should be greater than or equal to", low, "");
}

static size_t runes(const char *z)
{
	size_t n = 0;

	for (; *z; z++)
		n += ((unsigned char)*z & 0xc0) != 0x80;
	return n;
}

/* A pattern that only Go can compile (regex.h) is assumed to match: invalid ones were refused with
 * their definition. */
static enum regex_found search(struct fakeapi__schema_check *c, const char *pattern,
			       const char *text)
{
	const char *why;
	struct regex *re = regex_new(str_of(pattern), &why);
	enum regex_found found = re ? regex_search(re, str_of(text)) : REGEX_FOUND;

	if (!re && !why && c->causes)
		c->causes->nomem = true;
	regex_free(re);
	return found;
}

static void check_pattern(struct fakeapi__schema_check *c, const char *pattern, const cJSON *v,
			  const struct fakeapi__path *at)
{
	enum regex_found found = search(c, pattern, v->valuestring);
	AUTO_STRBUF text = STRBUF_INIT;

	if (found == REGEX_FOUND)
		return;
	strbuf_addf(&text, "should match '%s'%s", pattern,
		    found == REGEX_GAVE_UP ? ", which takes too long to find out" : "");
	invalid(c, at, v, &text);
}

static void wrong_format(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const struct fakeapi__path *at)
{
	AUTO_STRBUF text = STRBUF_INIT;

	c->errors++;
	if (!c->causes)
		return;
	name_path(c, &text, at);
	strbuf_addf(&text, " in body must be of type %s: ", fakeapi__string(schema, "format"));
	fakeapi__go_quote(&text, str_of(v->valuestring));
	fakeapi__cause_type(c->causes, at, v, text.ptr);
}

static void check_string(struct fakeapi__schema_check *c, const cJSON *schema, const cJSON *v,
			 const struct fakeapi__path *at)
{
	const cJSON *low = number(schema, "minLength"), *high = number(schema, "maxLength");
	const char *pattern = fakeapi__string(schema, "pattern");
	const char *format = fakeapi__string(schema, "format");
	size_t n = runes(v->valuestring);

	/* Only the first failure of length and pattern is reported. */
	if (high && (double)n > high->valuedouble) {
		c->errors++;
		if (c->causes)
			fakeapi__cause_too_long(c->causes, at, count_of(high));
	} else if (low && (double)n < low->valuedouble) {
		bound(c, at, v, "should be at least", low, " chars long");
	} else if (*pattern) {
		*c->steps += strlen(pattern) + 10 * n;
		check_pattern(c, pattern, v, at);
	}
	*c->steps += n / 16;
	if ((c->all_formats || fakeapi__format_known(format)) &&
	    !fakeapi__format_fits(format, v->valuestring))
		wrong_format(c, schema, v, at);
}

/* --- containers --- */

static void too_many(struct fakeapi__schema_check *c, const struct fakeapi__path *at, size_t have,
		     const cJSON *max)
{
	c->errors++;
	if (c->causes)
		fakeapi__cause_too_many(c->causes, at, have, count_of(max));
}

static void too_few(struct fakeapi__schema_check *c, const struct fakeapi__path *at, size_t have,
		    const cJSON *min, const char *unit)
{
	cJSON count = { .type = cJSON_Number, .valuedouble = (double)have, .valueint = (int)have };

	bound(c, at, &count, "should have at least", min, unit);
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
	const cJSON *low = number(schema, "minItems"), *high = number(schema, "maxItems");
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
	const cJSON *low = number(schema, "minProperties"), *high = number(schema, "maxProperties");
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
	name_path(c, &text, at);
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
	if (!check_type(c, schema, v, at)) {
		if (!cJSON_IsNull(v))
			check_combinations(c, schema, v, old, at);
		/* A number that is no integer is still checked for its bounds. */
		if (cJSON_IsNumber(v) && strcmp(fakeapi__string(schema, "type"), "integer") == 0)
			check_number(c, schema, v, at);
		if (!cJSON_IsNull(v))
			check_enum(c, schema, v, at);
		return;
	}
	if (cJSON_IsNull(v))
		return;
	c->looks += *fakeapi__string(schema, "type") || *fakeapi__string(schema, "format");
	check_combinations(c, schema, v, old, at);
	if (cJSON_IsNumber(v))
		check_number(c, schema, v, at);
	else if (cJSON_IsString(v))
		check_string(c, schema, v, at);
	else if (cJSON_IsArray(v))
		check_array(c, schema, v, old, at);
	check_enum(c, schema, v, at);
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

/* --- lists of type set and map --- */

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
