/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.c - parses JSON to cJSON trees whose numbers keep their digits. */
#include "base/json_tree.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/json_bytes.h"
#include "base/json_tree_impl.h"

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
		strbuf_add(&s->text, JSON_NUL, 2);
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
	    !(s->digits == JSON_DIGITS_ALL && memchr(from, JSON_NUL[0], (size_t)(s->p - from))))
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
		keep = whole ? fabs(value) >= JSON_EXACT_MAX : s->digits != JSON_DIGITS_INT64;
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
