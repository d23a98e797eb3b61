/* SPDX-License-Identifier: Apache-2.0 */
/* validate_label_keys.c - matchLabelKeys and mismatchLabelKeys of affinity terms and spread
 * constraints (pkg/apis/core/validation ValidateMatchLabelKeysAndMismatchLabelKeys). */
#include "fakeapi/meta/lookup.h"

#include "fakeapi/validation/pod/validate_pod.h"

static void check_names(causes_t *c, const path_t *at, const cJSON *keys, bool selector)
{
	const cJSON *key;
	size_t i = 0;

	if (fakeapi__is_blank(keys))
		return;
	if (!selector) {
		fakeapi__cause_forbidden(c, at,
					 "must not be specified when labelSelector is not set");
		return;
	}
	cJSON_ArrayForEach(key, keys)
	{
		fakeapi__check_format(c, PATH_AT(at, i), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__text(key));
		i++;
	}
}

static size_t last_index(const cJSON *keys, const char *name)
{
	const cJSON *key;
	size_t i = 0, last = 0;

	cJSON_ArrayForEach(key, keys)
	{
		if (cJSON_IsString(key) && strcmp(key->valuestring, name) == 0)
			last = i;
		i++;
	}
	return last;
}

/* The strategy has added an expression to the selector for each key of matchLabelKeys among the
 * pod's labels: a key that occurs twice was already in the selector. */
static void check_selected_twice(causes_t *c, const path_t *at, const cJSON *match,
				 const cJSON *selector)
{
	const cJSON *labels = fakeapi__member(selector, "matchLabels");
	const cJSON *expressions = fakeapi__member(selector, "matchExpressions"), *e;
	struct fakeapi__lookup keys, by_label, by_expression;

	fakeapi__lookup_items(&keys, match, NULL, expressions);
	fakeapi__lookup_members(&by_label, labels, expressions);
	fakeapi__lookup_items(&by_expression, expressions, "key", expressions);
	cJSON_ArrayForEach(e, expressions)
	{
		const char *key = fakeapi__string(e, "key");

		if (!fakeapi__causes_full(c) && fakeapi__lookup(&keys, key) &&
		    (fakeapi__lookup(&by_label, key) || fakeapi__lookup_again(&by_expression, e)))
			fakeapi__cause_invalid_str(c, PATH_AT(at, last_index(match, key)),
						   str_of(key),
						   "exists in both matchLabelKeys and "
						   "labelSelector");
	}
	fakeapi__lookup_fini(&by_expression);
	fakeapi__lookup_fini(&by_label);
	fakeapi__lookup_fini(&keys);
}

void fakeapi__check_label_keys(causes_t *c, const path_t *at, const cJSON *term)
{
	const cJSON *match = fakeapi__member(term, "matchLabelKeys"), *key;
	const cJSON *other = fakeapi__member(term, "mismatchLabelKeys");
	const cJSON *selector = fakeapi__member(term, "labelSelector");
	const path_t *match_at = PATH(at, "matchLabelKeys");
	struct fakeapi__lookup others;
	size_t i = 0;

	check_names(c, match_at, match, cJSON_IsObject(selector));
	check_names(c, PATH(at, "mismatchLabelKeys"), other, cJSON_IsObject(selector));
	if (!fakeapi__is_blank(match))
		check_selected_twice(c, at, match, selector);
	fakeapi__lookup_items(&others, other, NULL, match);
	cJSON_ArrayForEach(key, match)
	{
		if (cJSON_IsString(key) && fakeapi__lookup(&others, key->valuestring))
			fakeapi__cause_invalid(c, PATH_AT(match_at, i), key,
					       "exists in both matchLabelKeys and "
					       "mismatchLabelKeys");
		i++;
	}
	fakeapi__lookup_fini(&others);
}
