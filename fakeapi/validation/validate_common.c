/* SPDX-License-Identifier: Apache-2.0 */
/* validate_common.c - checks shared by several types. */
#include "fakeapi/validation/validate_impl.h"

enum { ANNOTATIONS_MAX = 256 * 1024 };

bool fakeapi__has_newline(struct str s)
{
	return s.len && (memchr(s.ptr, '\n', s.len) || memchr(s.ptr, '\r', s.len));
}

bool fakeapi__is_blank(const cJSON *v)
{
	return !v || cJSON_IsNull(v) || (cJSON_IsString(v) && !*v->valuestring) ||
	       ((cJSON_IsObject(v) || cJSON_IsArray(v)) && !v->child);
}

bool fakeapi__check_some(causes_t *c, const path_t *at, const cJSON *v)
{
	if (!fakeapi__is_blank(v))
		return true;
	fakeapi__cause_required(c, at, NULL);
	return false;
}

void fakeapi__check_one_of(causes_t *c, const path_t *at, const cJSON *v,
			   const char *const *allowed)
{
	AUTO_STRBUF names = STRBUF_INIT;

	for (size_t i = 0; allowed[i]; i++)
		if (cJSON_IsString(v) && strcmp(v->valuestring, allowed[i]) == 0)
			return;
	for (size_t i = 0; allowed[i]; i++)
		strbuf_addf(&names, "%s\"%s\"", i ? ", " : "", allowed[i]);
	fakeapi__cause_unsupported(c, at, v, names.ptr);
}

void fakeapi__check_not_negative(causes_t *c, const path_t *at, const cJSON *v)
{
	if (cJSON_IsNumber(v) && v->valuedouble < 0)
		fakeapi__cause_invalid(c, at, v, "must be greater than or equal to 0");
}

void fakeapi__check_port(causes_t *c, const path_t *at, const cJSON *v)
{
	if (cJSON_IsNumber(v) && (v->valuedouble < 1 || v->valuedouble > 65535))
		fakeapi__cause_invalid(c, at, v, "must be between 1 and 65535, inclusive");
}

void fakeapi__check_immutable(causes_t *c, const path_t *at, const cJSON *now, const cJSON *before)
{
	if (fakeapi__is_blank(now) && fakeapi__is_blank(before))
		return;
	if (!fakeapi__equal(now, before))
		fakeapi__cause_invalid(c, at, now, "field is immutable");
}

void fakeapi__check_labels(causes_t *c, const path_t *at, const cJSON *labels)
{
	const cJSON *l;

	cJSON_ArrayForEach(l, labels)
	{
		fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, l->string);
		if (cJSON_IsString(l))
			fakeapi__check_format(c, at, FAKEAPI_LABEL_VALUE, l->valuestring);
	}
}

void fakeapi__check_annotations(causes_t *c, const path_t *at, const cJSON *annotations)
{
	const cJSON *a;
	size_t size = 0;

	cJSON_ArrayForEach(a, annotations)
	{
		AUTO_STRBUF lower = STRBUF_INIT;
		AUTO_STRBUF wrong = STRBUF_INIT;

		for (const char *p = a->string; *p; p++)
			strbuf_addc(&lower, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
		fakeapi__format_check(c->features, FAKEAPI_QUALIFIED_NAME, lower.ptr, &wrong);
		for (char *line = wrong.len ? wrong.ptr : NULL; line;) {
			char *end = strchr(line, '\n');

			if (end)
				*end = '\0';
			fakeapi__cause_invalid_str(c, at, str_of(a->string), line);
			line = end ? end + 1 : NULL;
		}
		size += strlen(a->string) + (cJSON_IsString(a) ? strlen(a->valuestring) : 0);
	}
	if (size > ANNOTATIONS_MAX)
		fakeapi__cause_too_long(c, at, ANNOTATIONS_MAX);
}

cJSON *fakeapi__internal_form(const cJSON *v, const struct fakeapi__rename *names)
{
	cJSON *out = cJSON_CreateObject();

	for (; out && names->from; names++) {
		const cJSON *m = fakeapi__member(v, names->from);
		cJSON *as = cJSON_IsObject(m) && names->inner
				? fakeapi__internal_form(m, names->inner)
			    : m ? cJSON_Duplicate(m, true)
				: cJSON_CreateNull();

		if (fakeapi__set(out, names->to, as) != 0) {
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

void fakeapi__cause_invalid_form(causes_t *c, const path_t *at, const cJSON *v,
				 const struct fakeapi__rename *names, const char *why)
{
	cJSON *form = fakeapi__internal_form(v, names);

	if (!form)
		c->nomem = true;
	else
		fakeapi__cause_invalid(c, at, form, why);
	cJSON_Delete(form);
}

static void check_requirement(causes_t *c, const path_t *at, const cJSON *r)
{
	static const char *const operators[] = { "DoesNotExist", "Exists", "In", "NotIn", NULL };
	const char *op = fakeapi__string(r, "operator");
	const cJSON *values = fakeapi__member(r, "values"), *v;
	bool none = fakeapi__is_blank(values);
	size_t i = 0;

	if ((strcmp(op, "In") == 0 || strcmp(op, "NotIn") == 0) && none)
		fakeapi__cause_required(c, PATH(at, "values"),
					"must be specified when `operator` is 'In' or 'NotIn'");
	else if ((strcmp(op, "Exists") == 0 || strcmp(op, "DoesNotExist") == 0) && !none)
		fakeapi__cause_forbidden(c, PATH(at, "values"),
					 "may not be specified when `operator` is 'Exists' or "
					 "'DoesNotExist'");
	else
		for (size_t o = 0; o < ARRAY_LEN(operators); o++) {
			if (!operators[o])
				fakeapi__cause_invalid(c, PATH(at, "operator"),
						       fakeapi__member(r, "operator"),
						       "not a valid selector operator");
			else if (strcmp(op, operators[o]) == 0)
				break;
		}
	fakeapi__check_format(c, PATH(at, "key"), FAKEAPI_QUALIFIED_NAME,
			      fakeapi__string(r, "key"));
	cJSON_ArrayForEach(v, values)
	{
		if (cJSON_IsString(v))
			fakeapi__check_format(c, PATH_AT(PATH(at, "values"), i),
					      FAKEAPI_LABEL_VALUE, v->valuestring);
		i++;
	}
}

void fakeapi__check_selector(causes_t *c, const path_t *at, const cJSON *selector)
{
	const path_t *list = PATH(at, "matchExpressions");
	const cJSON *r;
	size_t i = 0;

	fakeapi__check_labels(c, PATH(at, "matchLabels"), fakeapi__member(selector, "matchLabels"));
	cJSON_ArrayForEach(r, fakeapi__member(selector, "matchExpressions"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		check_requirement(c, here, r);
	}
}

static bool is_zero(const cJSON *v)
{
	return !v || cJSON_IsNull(v) || (cJSON_IsString(v) && !*v->valuestring) ||
	       (cJSON_IsNumber(v) && v->valuedouble == 0) ||
	       ((cJSON_IsArray(v) || cJSON_IsObject(v)) && !v->child);
}

void fakeapi__check_template_meta(causes_t *c, const path_t *at, const cJSON *meta)
{
	/* In the order of ObjectMeta's fields; of UID only the first letter is lowered. */
	static const char *const others[][2] = {
		{ "name", "name" },
		{ "generateName", "generateName" },
		{ "namespace", "namespace" },
		{ "selfLink", "selfLink" },
		{ "uid", "uID" },
		{ "resourceVersion", "resourceVersion" },
		{ "generation", "generation" },
		{ "creationTimestamp", "creationTimestamp" },
		{ "deletionTimestamp", "deletionTimestamp" },
		{ "deletionGracePeriodSeconds", "deletionGracePeriodSeconds" },
		{ "ownerReferences", "ownerReferences" },
		{ "finalizers", "finalizers" },
		{ "managedFields", "managedFields" },
	};

	fakeapi__check_annotations(c, PATH(at, "annotations"),
				   fakeapi__member(meta, "annotations"));
	fakeapi__check_labels(c, PATH(at, "labels"), fakeapi__member(meta, "labels"));
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (!is_zero(fakeapi__member(meta, others[i][0])))
			fakeapi__cause_forbidden(c, PATH(at, others[i][1]), "cannot be set");
}
