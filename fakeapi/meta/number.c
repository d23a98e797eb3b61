/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/number.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* From here on neighbouring integers are one double. */
#define EXACT_MAX 9007199254740992.0

/* --- from text ----------------------------------------------------------------------------- */

struct literals {
	const char *p, *end;
};

static bool in_number(char c)
{
	return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

/* Length of the next literal, which begins at *at; 0: there is none. */
static size_t next_number(struct literals *l, const char **at)
{
	while (l->p < l->end) {
		const char *start = l->p;

		if (*start == '"') {
			for (l->p++; l->p < l->end && *l->p != '"'; l->p++)
				l->p += *l->p == '\\';
			l->p++;
			continue;
		}
		if (*start != '-' && (*start < '0' || *start > '9')) {
			l->p++;
			continue;
		}
		while (l->p < l->end && in_number(*l->p))
			l->p++;
		*at = start;
		return (size_t)(l->p - start);
	}
	return 0;
}

/* The same of one beyond EXACT_MAX. */
static size_t next_large(struct literals *l, const char **at, double *value)
{
	char text[64];
	size_t n;

	while ((n = next_number(l, at)) > 0) {
		if (n < 3 || n >= sizeof(text)) /* "1e9" is the shortest with an exponent */
			continue;
		memcpy(text, *at, n);
		text[n] = '\0';
		*value = strtod(text, NULL);
		if (fabs(*value) >= EXACT_MAX)
			return n;
	}
	return 0;
}

/* A number's own text where that is an int64. */
static int keep(cJSON *number, const char *text, size_t n)
{
	char copy[64];

	memcpy(copy, text, n);
	copy[n] = '\0';
	errno = 0;
	(void)strtoll(copy, NULL, 10);
	if (errno == ERANGE || strspn(copy, "-0123456789") != n)
		return 0;
	number->valuestring = cJSON_malloc(n + 1);
	if (!number->valuestring)
		return -1;
	memcpy(number->valuestring, copy, n + 1);
	return 0;
}

/* Large numbers of the tree in the order of the text. */
static int give(cJSON *v, struct literals *l)
{
	const char *text = NULL;
	double value;
	size_t n;

	for (; v; v = v->next) {
		if (v->child && give(v->child, l) != 0)
			return -1;
		if (!cJSON_IsNumber(v) || fabs(v->valuedouble) < EXACT_MAX || v->valuestring)
			continue;
		n = next_large(l, &text, &value);
		if (n && keep(v, text, n) != 0)
			return -1;
	}
	return 0;
}

int fakeapi__keep_digits(cJSON *tree, struct str json)
{
	struct literals l = { json.ptr, json.ptr + json.len };
	const char *at;
	double value;

	if (!tree || next_large(&l, &at, &value) == 0)
		return 0;
	l.p = json.ptr;
	return give(tree, &l);
}

/* Go's ParseInt takes it. */
static bool is_int64_text(const char *text, size_t n)
{
	char copy[64];

	if (n >= sizeof(copy))
		return false;
	memcpy(copy, text, n);
	copy[n] = '\0';
	errno = 0;
	(void)strtoll(copy, NULL, 10);
	return errno != ERANGE && strspn(copy, "-0123456789") == n;
}

static int mark(cJSON *v, struct literals *l)
{
	const char *text = NULL;
	char *copy;
	size_t n;

	for (; v; v = v->next) {
		if (v->child && mark(v->child, l) != 0)
			return -1;
		n = cJSON_IsNumber(v) ? next_number(l, &text) : 0;
		if (!n || is_int64_text(text, n))
			continue;
		copy = cJSON_malloc(n + 1);
		if (!copy)
			return -1;
		memcpy(copy, text, n);
		copy[n] = '\0';
		cJSON_free(v->valuestring);
		v->valuestring = copy;
		v->type |= FAKEAPI_NUMBER_FLOAT;
	}
	return 0;
}

int fakeapi__mark_floats(cJSON *tree, struct str json)
{
	struct literals l = { json.ptr, json.ptr + json.len };
	const char *text;
	size_t n;

	while ((n = next_number(&l, &text)) > 0) {
		if (is_int64_text(text, n))
			continue;
		l.p = json.ptr;
		return mark(tree, &l);
	}
	return 0;
}

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

/* Its text says its value exactly. */
static bool has_digits(const cJSON *number)
{
	return number->valuestring && !(number->type & FAKEAPI_NUMBER_FLOAT);
}

cJSON *fakeapi__parse(struct str json)
{
	cJSON *tree = cJSON_ParseWithLength(json.ptr, json.len);

	if (tree && fakeapi__keep_digits(tree, json) != 0) {
		cJSON_Delete(tree);
		return NULL;
	}
	return tree;
}

/* --- values -------------------------------------------------------------------------------- */

cJSON *fakeapi__new_int64(int64_t value)
{
	cJSON *number = cJSON_CreateNumber((double)value);
	char text[32];

	(void)snprintf(text, sizeof(text), "%" PRId64, value);
	if (number && fabs(number->valuedouble) >= EXACT_MAX &&
	    keep(number, text, strlen(text)) != 0) {
		cJSON_Delete(number);
		return NULL;
	}
	return number;
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

/* The shortest digits that read back as v, with an exponent from 10 to the least or the most on. */
static void add_float(struct strbuf *out, double v, int least, int most, int exponent_digits)
{
	char e[40], *exponent;
	int precision = fabs(v) < DBL_MIN ? 0 : 14, power; /* a subnormal has fewer digits */
	size_t digits = 0;
	char number[24];

	do
		(void)snprintf(e, sizeof(e), "%.*e", precision, fabs(v));
	while ((strtod(e, NULL) < fabs(v) || strtod(e, NULL) > fabs(v)) && precision++ < 16);
	exponent = strchr(e, 'e');
	power = atoi(exponent + 1);
	for (const char *p = e; p < exponent; p++)
		if (*p != '.')
			number[digits++] = *p;
	while (digits > 1 && number[digits - 1] == '0')
		digits--;
	if (v < 0)
		strbuf_addc(out, '-');
	if (power < least || power >= most) {
		strbuf_addc(out, number[0]);
		if (digits > 1)
			strbuf_addc(out, '.');
		strbuf_add(out, number + 1, digits - 1);
		strbuf_addf(out, "e%c%0*d", power < 0 ? '-' : '+', power < 0 ? exponent_digits : 2,
			    abs(power));
		return;
	}
	if (power < 0) {
		strbuf_addf(out, "0.%.*s", -power - 1, "00000");
		strbuf_add(out, number, digits);
		return;
	}
	for (size_t i = 0; i < digits || i <= (size_t)power; i++) {
		if (i == (size_t)power + 1)
			strbuf_addc(out, '.');
		strbuf_addc(out, i < digits ? number[i] : '0');
	}
}

void fakeapi__number_add(struct strbuf *out, const cJSON *number)
{
	double v = number->valuedouble;

	if (has_digits(number))
		strbuf_addz(out, number->valuestring);
	else if (!(v <= DBL_MAX && v >= -DBL_MAX)) /* JSON has no infinity */
		strbuf_addz(out, "null");
	else if (fabs(v) < EXACT_MAX && floor(v) >= v)
		strbuf_addf(out, "%" PRId64, (int64_t)v);
	else
		add_float(out, v, -6, 21, 1);
}

void fakeapi__float_add(struct strbuf *out, double v)
{
	add_float(out, v, -4, 6, 2);
}
