/* SPDX-License-Identifier: Apache-2.0 */
/* schema_scalar.c - validates types, enumerations, numbers and strings by a schema. */
#include "fakeapi/schema/schema_impl.h"

#include <inttypes.h>
#include <math.h>

#include "base/regex.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/format.h"
#include "fakeapi/schema/number_form.h"

void fakeapi__schema_path(const struct fakeapi__schema_check *c, struct strbuf *out,
			  const struct fakeapi__path *at)
{
	if (!at || at == c->root)
		return;
	fakeapi__schema_path(c, out, at->up);
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

size_t fakeapi__schema_count(const cJSON *limit)
{
	return limit->valuedouble < 0 ? SIZE_MAX : (size_t)limit->valuedouble;
}

const cJSON *fakeapi__schema_number(const cJSON *schema, const char *name)
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
	fakeapi__schema_path(c, &text, at);
	strbuf_addf(&text, " in body %s", what->ptr);
	fakeapi__cause_invalid(c->causes, at, v, text.ptr);
}

void fakeapi__schema_out_of_bound(struct fakeapi__schema_check *c, const struct fakeapi__path *at,
				  const cJSON *v, const char *what, const cJSON *limit,
				  const char *unit)
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
	fakeapi__schema_path(c, &text, at);
	strbuf_addf(&text, " in body must be of type %s: \"%s\"", wanted, found);
	fakeapi__cause_type(c->causes, at, word, text.ptr);
	cJSON_Delete(word);
	return false;
}

bool fakeapi__schema_check_type(struct fakeapi__schema_check *c, const cJSON *schema,
				const cJSON *v, const struct fakeapi__path *at)
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

void fakeapi__schema_check_enum(struct fakeapi__schema_check *c, const cJSON *schema,
				const cJSON *v, const struct fakeapi__path *at)
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
			fakeapi__schema_out_of_bound(c, at, v, "should be a multiple of", step, "");
		return;
	}
	c->errors++;
	if (!c->causes)
		return;
	strbuf_addz(&text, "factor MultipleOf declared for ");
	fakeapi__schema_path(c, &text, at);
	strbuf_addf(&text, " must be positive: %" PRId64, factor);
	c->causes->nomem |= text.failed;
	fakeapi__cause_invalid_number(c->causes, at, (double)factor, text.ptr);
}

void fakeapi__schema_check_number(struct fakeapi__schema_check *c, const cJSON *schema,
				  const cJSON *v, const struct fakeapi__path *at)
{
	const cJSON *low = fakeapi__schema_number(schema, "minimum"),
		    *high = fakeapi__schema_number(schema, "maximum");
	const cJSON *step = fakeapi__schema_number(schema, "multipleOf");
	double x = v->valuedouble;

	if (c->forms && !fakeapi__check_number_form(c->causes, schema, v, at))
		c->errors++;
	if (step && fakeapi__is_int64(v)) {
		check_whole_step(c, step, v, at);
	} else if (step && step->valuedouble > 0 &&
		   (fabs(x / step->valuedouble) > 0x1p53 ||
		    fabs(x / step->valuedouble - round(x / step->valuedouble)) > 1e-9)) {
		fakeapi__schema_out_of_bound(c, at, v, "should be a multiple of", step, "");
	}
	if (high && flag(schema, "exclusiveMaximum") && x >= high->valuedouble)
		fakeapi__schema_out_of_bound(c, at, v, "should be less than", high, "");
	else if (high && x > high->valuedouble)
		fakeapi__schema_out_of_bound(c, at, v, "should be less than or equal to", high, "");
	if (low && flag(schema, "exclusiveMinimum") && x <= low->valuedouble)
		fakeapi__schema_out_of_bound(c, at, v, "should be greater than", low, "");
	else if (low && x < low->valuedouble)
		fakeapi__schema_out_of_bound(c, at, v, "should be greater than or equal to", low,
					     "");
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
	fakeapi__schema_path(c, &text, at);
	strbuf_addf(&text, " in body must be of type %s: ", fakeapi__string(schema, "format"));
	fakeapi__go_quote(&text, str_of(v->valuestring));
	fakeapi__cause_type(c->causes, at, v, text.ptr);
}

void fakeapi__schema_check_string(struct fakeapi__schema_check *c, const cJSON *schema,
				  const cJSON *v, const struct fakeapi__path *at)
{
	const cJSON *low = fakeapi__schema_number(schema, "minLength"),
		    *high = fakeapi__schema_number(schema, "maxLength");
	const char *pattern = fakeapi__string(schema, "pattern");
	const char *format = fakeapi__string(schema, "format");
	size_t n = runes(v->valuestring);

	/* Only the first failure of length and pattern is reported. */
	if (high && (double)n > high->valuedouble) {
		c->errors++;
		if (c->causes)
			fakeapi__cause_too_long(c->causes, at, fakeapi__schema_count(high));
	} else if (low && (double)n < low->valuedouble) {
		fakeapi__schema_out_of_bound(c, at, v, "should be at least", low, " chars long");
	} else if (*pattern) {
		*c->steps += strlen(pattern) + 10 * n;
		check_pattern(c, pattern, v, at);
	}
	*c->steps += n / 16;
	if ((c->all_formats || fakeapi__format_known(format)) &&
	    !fakeapi__format_fits(format, v->valuestring))
		wrong_format(c, schema, v, at);
}
