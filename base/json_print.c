/* SPDX-License-Identifier: Apache-2.0 */
/* json_print.c - prints cJSON trees and numbers. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/json_tree_impl.h"

/* snprintf() of the magnitude with an exponent and a point, in any locale. Returns whether the text
 * reads back as the same number. */
static bool with_exponent(char text[40], int precision, double v)
{
	double again;
	char *point;

	(void)snprintf(text, 40, "%.*e", precision, fabs(v));
	again = strtod(text, NULL); /* in this locale */
	point = text + strspn(text, "0123456789");
	if (precision > 0 && *point)
		*point = '.';
	return again >= fabs(v) && again <= fabs(v);
}

void json_tree_add_float(struct strbuf *out, double v, int least, int most, int exponent_digits)
{
	int precision = fabs(v) < DBL_MIN ? 0 : 14, power; /* a subnormal has fewer digits */
	char e[40], number[24], *exponent;
	size_t count = 0;

	while (!with_exponent(e, precision, v) && precision < 16)
		precision++;
	exponent = strchr(e, 'e');
	power = atoi(exponent + 1);
	for (const char *p = e; p < exponent; p++)
		if (*p != '.')
			number[count++] = *p;
	while (count > 1 && number[count - 1] == '0')
		count--;
	if (v < 0)
		strbuf_addc(out, '-');
	if (power < least || power >= most) {
		strbuf_addc(out, number[0]);
		if (count > 1)
			strbuf_addc(out, '.');
		strbuf_add(out, number + 1, count - 1);
		strbuf_addf(out, "e%c%0*d", power < 0 ? '-' : '+', power < 0 ? exponent_digits : 2,
			    abs(power));
		return;
	}
	if (power < 0) {
		strbuf_addf(out, "0.%.*s", -power - 1, "00000");
		strbuf_add(out, number, count);
		return;
	}
	for (size_t i = 0; i < count || i <= (size_t)power; i++) {
		if (i == (size_t)power + 1)
			strbuf_addc(out, '.');
		strbuf_addc(out, i < count ? number[i] : '0');
	}
}

void json_tree_add_number(struct strbuf *out, const cJSON *number, enum json_style style)
{
	double v = number->valuedouble;

	if (number->valuestring &&
	    (style == JSON_STYLE_WRITTEN || !(number->type & JSON_TREE_FLOAT)))
		strbuf_addz(out, number->valuestring);
	else if (!(v <= DBL_MAX && v >= -DBL_MAX)) /* JSON has no infinity */
		strbuf_addz(out, "null");
	else if (fabs(v) < JSON_EXACT_MAX && floor(v) >= v)
		strbuf_addf(out, "%" PRId64, (int64_t)v);
	else
		json_tree_add_float(out, v, -6, 21, 1);
}

static void add_string(struct strbuf *out, struct str s, enum json_style style)
{
	const char *nul = style == JSON_STYLE_WRITTEN ? strstr(s.ptr, JSON_NUL) : NULL;

	if (!nul) {
		strbuf_add_json(out, s);
		return;
	}
	strbuf_addc(out, '"');
	for (;;) {
		AUTO_STRBUF part = STRBUF_INIT;

		strbuf_add_json(&part, (struct str) { s.ptr, nul ? (size_t)(nul - s.ptr) : s.len });
		out->failed |= part.failed;
		if (!part.failed)
			strbuf_add(out, part.ptr + 1, part.len - 2);
		if (!nul)
			break;
		strbuf_addz(out, "\\u0000");
		s = (struct str) { nul + 2, s.len - (size_t)(nul + 2 - s.ptr) };
		nul = strstr(s.ptr, JSON_NUL);
	}
	strbuf_addc(out, '"');
}

void json_tree_add(struct strbuf *out, const cJSON *v, enum json_style style)
{
	if (cJSON_IsObject(v) || cJSON_IsArray(v)) {
		bool object = cJSON_IsObject(v);

		strbuf_addc(out, object ? '{' : '[');
		for (const cJSON *m = v->child; m; m = m->next) {
			if (m != v->child)
				strbuf_addc(out, ',');
			if (object) {
				add_string(out, str_of(m->string), style);
				strbuf_addc(out, ':');
			}
			json_tree_add(out, m, style);
		}
		strbuf_addc(out, object ? '}' : ']');
	} else if (cJSON_IsString(v)) {
		add_string(out, str_of(v->valuestring), style);
	} else if (cJSON_IsNumber(v)) {
		json_tree_add_number(out, v, style);
	} else if (cJSON_IsRaw(v)) {
		strbuf_addz(out, v->valuestring);
	} else {
		strbuf_addz(out, cJSON_IsTrue(v) ? "true" : cJSON_IsFalse(v) ? "false" : "null");
	}
}

char *json_tree_print(const cJSON *v, enum json_style style)
{
	struct strbuf out = STRBUF_INIT;

	json_tree_add(&out, v, style);
	return strbuf_steal(&out);
}
