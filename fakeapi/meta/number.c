/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/number.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* From here on adjacent integers have the same double. */
#define EXACT_MAX 9007199254740992.0

void fakeapi__settle_floats(cJSON *tree)
{
	for (; tree; tree = tree->next) {
		fakeapi__settle_floats(tree->child);
		if (!(tree->type & FAKEAPI_NUMBER_FLOAT) || fabs(tree->valuedouble) >= EXACT_MAX ||
		    floor(tree->valuedouble) < tree->valuedouble)
			continue;
		tree->type &= ~FAKEAPI_NUMBER_FLOAT;
		cJSON_free(tree->valuestring);
		tree->valuestring = NULL;
	}
}

const char *fakeapi__number_literal(const cJSON *number)
{
	return number->valuestring;
}

/* True if the number's text has its exact value. */
static bool has_digits(const cJSON *number)
{
	return number->valuestring && !(number->type & FAKEAPI_NUMBER_FLOAT);
}

cJSON *fakeapi__parse(struct str json)
{
	return json_tree_parse(json, JSON_DIGITS_INT64);
}

/* --- values -------------------------------------------------------------------------------- */

cJSON *fakeapi__new_int64(int64_t value)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%" PRId64, value);
	return json_tree_parse(str_of(text), JSON_DIGITS_INT64);
}

int64_t fakeapi__int64(const cJSON *number)
{
	if (!cJSON_IsNumber(number))
		return 0;
	if (has_digits(number))
		return strtoll(number->valuestring, NULL, 10);
	if (!(number->valuedouble < 0x1p63 && number->valuedouble >= -0x1p63))
		return 0;
	return (int64_t)number->valuedouble;
}

bool fakeapi__is_int64(const cJSON *v)
{
	if (!cJSON_IsNumber(v) || (v->type & FAKEAPI_NUMBER_FLOAT))
		return false;
	return v->valuestring ||
	       (fabs(v->valuedouble) < EXACT_MAX && floor(v->valuedouble) >= v->valuedouble);
}

/* --- to text ------------------------------------------------------------------------------- */

void fakeapi__number_add(struct strbuf *out, const cJSON *number)
{
	json_tree_add_number(out, number, JSON_STYLE_GO);
}

void fakeapi__float_add(struct strbuf *out, double v)
{
	json_tree_add_float(out, v, -4, 6, 2);
}
