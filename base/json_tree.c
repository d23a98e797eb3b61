/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.c - JSON as cJSON trees whose numbers keep their digits. */
#include "base/json_tree.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/json_bytes.h"

/* The first integer whose double stands for its neighbour, too. */
#define EXACT_MAX 9007199254740992.0

/* Replaces a string's NUL, so that C strings continue: no UTF-8 has these bytes. */
static const char nul_bytes[] = "\xC0\x80";

struct parser {
	const char *p, *end;
	enum json_digits digits;
	int depth;
	struct strbuf text; /* of the current string or number */
};

/* --- strings --- */

static bool hex4(const char *p, const char *end, unsigned *out)
{
	*out = 0;
	if (end - p < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		int digit = hex_digit(p[i]);

		if (digit < 0)
			return false;
		*out = *out << 4 | (unsigned)digit;
	}
	return true;
}

static void add_rune(struct strbuf *b, unsigned c)
{
	if (c < 0x80) {
		strbuf_addc(b, (char)c);
		return;
	}
	if (c < 0x800) {
		strbuf_addc(b, (char)(0xC0 | c >> 6));
	} else {
		if (c < 0x10000) {
			strbuf_addc(b, (char)(0xE0 | c >> 12));
		} else {
			strbuf_addc(b, (char)(0xF0 | c >> 18));
			strbuf_addc(b, (char)(0x80 | (c >> 12 & 0x3F)));
		}
		strbuf_addc(b, (char)(0x80 | (c >> 6 & 0x3F)));
	}
	strbuf_addc(b, (char)(0x80 | (c & 0x3F)));
}

/* At the digits of \uXXXX. As Go: a lone surrogate becomes U+FFFD. */
static bool unicode_escape(struct parser *s)
{
	unsigned c, low;

	if (!hex4(s->p, s->end, &c))
		return false;
	s->p += 4;
	if (c == 0) {
		strbuf_add(&s->text, nul_bytes, 2);
		return s->digits == JSON_DIGITS_ALL;
	}
	if (c >= 0xD800 && c < 0xE000) {
		bool pair = c < 0xDC00 && s->end - s->p >= 6 && s->p[0] == '\\' && s->p[1] == 'u' &&
			    hex4(s->p + 2, s->end, &low) && low >= 0xDC00 && low < 0xE000;

		s->p += pair ? 6 : 0;
		c = pair ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
	}
	add_rune(&s->text, c);
	return true;
}

static bool escape(struct parser *s)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *at;

	if (s->p >= s->end)
		return false;
	if (*s->p == 'u') {
		s->p++;
		return unicode_escape(s);
	}
	at = memchr(from, *s->p++, sizeof(from) - 1);
	if (at)
		strbuf_addc(&s->text, to[at - from]);
	return at != NULL;
}

static char *copy_of(const char *ptr, size_t len)
{
	char *copy = cJSON_malloc(len + 1);

	if (copy) {
		memcpy(copy, ptr, len);
		copy[len] = '\0';
	}
	return copy;
}

/* Parses at the opening quote. NULL: no string, or out of memory. Allocated by cJSON. */
static char *string(struct parser *s)
{
	const char *from = ++s->p;

	s->p = json__string_run(s->p, s->end);
	if (s->p < s->end && *s->p == '"' &&
	    !(s->digits == JSON_DIGITS_ALL && memchr(from, nul_bytes[0], (size_t)(s->p - from))))
		return copy_of(from, (size_t)(s->p++ - from));
	strbuf_clear(&s->text);
	for (;;) {
		strbuf_add_utf8(&s->text, (struct str) { from, (size_t)(s->p - from) });
		if (s->p >= s->end || (unsigned char)*s->p < 0x20)
			return NULL;
		if (*s->p++ == '"')
			break;
		if (!escape(s))
			return NULL;
		from = s->p;
		s->p = json__string_run(s->p, s->end);
	}
	return s->text.failed ? NULL : copy_of(s->text.ptr ? s->text.ptr : "", s->text.len);
}

/* --- numbers --- */

static bool digits(struct parser *s)
{
	const char *from = s->p;

	while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
		s->p++;
	return s->p > from;
}

/* *whole: without fraction and exponent. */
static bool pass_number(struct parser *s, bool *whole)
{
	s->p += *s->p == '-';
	if (s->p < s->end && *s->p == '0')
		s->p++;
	else if (!digits(s))
		return false;
	*whole = true;
	if (s->p < s->end && *s->p == '.') {
		s->p++;
		*whole = false;
		if (!digits(s))
			return false;
	}
	if (s->p < s->end && (*s->p | 0x20) == 'e') {
		s->p++;
		*whole = false;
		if (s->p < s->end && (*s->p == '+' || *s->p == '-'))
			s->p++;
		return digits(s);
	}
	return true;
}

/* The nearest double, in any locale. False: out of memory. */
static bool to_double(struct parser *s, const char *from, size_t len, double *out)
{
	const char *dot = memchr(from, '.', len);

	strbuf_clear(&s->text);
	strbuf_add(&s->text, from, dot ? (size_t)(dot - from) : len);
	if (dot) {
		strbuf_addz(&s->text, localeconv()->decimal_point);
		strbuf_add(&s->text, dot + 1, len - (size_t)(dot + 1 - from));
	}
	if (s->text.failed)
		return false;
	*out = strtod(s->text.ptr, NULL);
	return true;
}

static bool is_int64(const char *text)
{
	errno = 0;
	(void)strtoll(text, NULL, 10);
	return errno != ERANGE;
}

static void set_number(cJSON *v, double value)
{
	v->type = cJSON_Number;
	v->valuedouble = value;
	v->valueint = value >= INT_MAX ? INT_MAX : value <= INT_MIN ? INT_MIN : (int)value;
}

static bool number(struct parser *s, cJSON *v)
{
	const char *from = s->p;
	bool whole = true, keep;
	double value = 0;
	size_t len;

	if (!pass_number(s, &whole))
		return false;
	len = (size_t)(s->p - from);
	if (whole && len <= 15) {
		int64_t small = 0;

		for (const char *p = from + (*from == '-'); p < s->p; p++)
			small = small * 10 + (*p - '0');
		set_number(v, (double)(*from == '-' ? -small : small));
		keep = s->digits == JSON_DIGITS_ALL && small == 0 && *from == '-';
	} else {
		if (!to_double(s, from, len, &value))
			return false;
		set_number(v, value);
		whole = whole && is_int64(s->text.ptr);
		keep = whole ? fabs(value) >= EXACT_MAX : s->digits != JSON_DIGITS_INT64;
		v->type |= !whole && keep ? JSON_TREE_FLOAT : 0;
	}
	v->valuestring = keep ? copy_of(from, len) : NULL;
	return !keep || v->valuestring;
}

/* --- values --- */

static cJSON *value(struct parser *s);

static void append(cJSON *container, cJSON *item)
{
	cJSON *first = container->child;

	item->prev = first ? first->prev : item;
	if (first) {
		first->prev->next = item;
		first->prev = item;
	} else {
		container->child = item;
	}
}

static bool member(struct parser *s, cJSON *object)
{
	cJSON *item;
	char *name;

	s->p = json__skip_ws(s->p, s->end);
	if (s->p >= s->end || *s->p != '"')
		return false;
	name = string(s);
	if (!name)
		return false;
	s->p = json__skip_ws(s->p, s->end);
	item = s->p < s->end && *s->p++ == ':' ? value(s) : NULL;
	if (!item) {
		cJSON_free(name);
		return false;
	}
	item->string = name;
	append(object, item);
	return true;
}

static bool element(struct parser *s, cJSON *array)
{
	cJSON *item = value(s);

	if (item)
		append(array, item);
	return item != NULL;
}

/* At the opening bracket. */
static bool container(struct parser *s, cJSON *v)
{
	bool object = *s->p == '{';
	char close = object ? '}' : ']';

	v->type = object ? cJSON_Object : cJSON_Array;
	if (++s->depth > JSON_TREE_DEPTH_MAX)
		return false;
	s->p = json__skip_ws(s->p + 1, s->end);
	if (s->p < s->end && *s->p == close) {
		s->p++;
		s->depth--;
		return true;
	}
	for (;;) {
		if (!(object ? member(s, v) : element(s, v)))
			return false;
		s->p = json__skip_ws(s->p, s->end);
		if (s->p >= s->end || (*s->p != ',' && *s->p != close))
			return false;
		if (*s->p++ == close)
			break;
	}
	s->depth--;
	return true;
}

static bool parse_word(struct parser *s, cJSON *v, const char *text, int type)
{
	size_t len = strlen(text);

	if ((size_t)(s->end - s->p) < len || memcmp(s->p, text, len) != 0)
		return false;
	s->p += len;
	v->type = type;
	v->valueint = type == cJSON_True; /* as cJSON's own */
	return true;
}

static bool fill(struct parser *s, cJSON *v)
{
	switch (*s->p) {
	case '{':
	case '[':
		return container(s, v);
	case '"':
		v->valuestring = string(s);
		v->type = cJSON_String;
		return v->valuestring != NULL;
	case 't':
		return parse_word(s, v, "true", cJSON_True);
	case 'f':
		return parse_word(s, v, "false", cJSON_False);
	case 'n':
		return parse_word(s, v, "null", cJSON_NULL);
	}
	return (*s->p == '-' || (*s->p >= '0' && *s->p <= '9')) && number(s, v);
}

static cJSON *value(struct parser *s)
{
	cJSON *v;

	s->p = json__skip_ws(s->p, s->end);
	v = s->p < s->end ? cJSON_CreateNull() : NULL;
	if (v && !fill(s, v)) {
		cJSON_Delete(v);
		return NULL;
	}
	return v;
}

cJSON *json_tree_parse(struct str json, enum json_digits digits)
{
	struct parser s = { .end = json.ptr + json.len, .digits = digits };
	cJSON *tree;

	s.p = json.ptr;
	strbuf_init(&s.text);
	tree = json.len ? value(&s) : NULL;
	strbuf_fini(&s.text);
	if (tree && json__skip_ws(s.p, s.end) < s.end) {
		cJSON_Delete(tree);
		return NULL;
	}
	return tree;
}

/* --- to text --- */

/* snprintf() of the magnitude with an exponent and a point, in any locale. */
static void with_exponent(char text[40], int precision, double v)
{
	char *point;

	(void)snprintf(text, 40, "%.*e", precision, fabs(v));
	point = text + strspn(text, "0123456789");
	if (precision > 0 && *point)
		*point = '.';
}

static bool reads_back(const char text[40], double v)
{
	struct parser s = { .digits = JSON_DIGITS_INT64 };
	double again = 0;
	bool same;

	strbuf_init(&s.text);
	/* Out of memory: a further digit is still correct. */
	same = to_double(&s, text, strlen(text), &again) && again >= v && again <= v;
	strbuf_fini(&s.text);
	return same;
}

void json_tree_add_float(struct strbuf *out, double v, int least, int most, int exponent_digits)
{
	int precision = fabs(v) < DBL_MIN ? 0 : 14, power; /* a subnormal has fewer digits */
	char e[40], number[24], *exponent;
	size_t count = 0;

	do
		with_exponent(e, precision, v);
	while (!reads_back(e, fabs(v)) && precision++ < 16);
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
	else if (fabs(v) < EXACT_MAX && floor(v) >= v)
		strbuf_addf(out, "%" PRId64, (int64_t)v);
	else
		json_tree_add_float(out, v, -6, 21, 1);
}

static void add_string(struct strbuf *out, struct str s, enum json_style style)
{
	const char *nul = style == JSON_STYLE_WRITTEN ? strstr(s.ptr, nul_bytes) : NULL;

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
		nul = strstr(s.ptr, nul_bytes);
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
