/* SPDX-License-Identifier: Apache-2.0 */
/* lib_strings.c - cel-go's strings extension; positions count characters. */
#include "cel/lib.h"

static struct cel_value out_of_range(struct cel_run *run, int64_t i)
{
	return cel_error(run, "index out of range: %lld", (long long)i);
}

/* The byte offset of character `i`; false: out of range. `i` may be the end. */
static bool offset_of(struct str s, int64_t i, size_t *offset)
{
	size_t at = 0;

	for (; i > 0 && at < s.len; i--)
		at += cel__character_offset((struct str) { s.ptr + at, s.len - at }, 1);
	*offset = at;
	return i == 0;
}

static struct str part(struct str s, size_t from, size_t to)
{
	return (struct str) { s.ptr + from, to - from };
}

FN(char_at)
{
	struct str s = cel_str(a[0]);
	size_t at;

	(void)n;
	cel__charge(run, cel__text_cost(s.len));
	if (!offset_of(s, a[1].as.i, &at))
		return out_of_range(run, a[1].as.i);
	s = part(s, at, s.len);
	return cel_of_str(part(s, 0, cel__character_offset(s, 1)));
}

static int64_t character_number(struct str s, size_t at)
{
	return (int64_t)cel__characters(part(s, 0, at));
}

FN(index_of)
{
	struct str s = cel_str(a[0]);
	int64_t from = n > 2 ? a[2].as.i : 0;
	ptrdiff_t found;
	size_t at;

	cel__charge(run, cel__text_cost(s.len) * cel__text_cost(a[1].len));
	if (from < 0)
		return out_of_range(run, from);
	if (!offset_of(s, from, &at))
		return out_of_range(run, from);
	found = cel__find(s, at, cel_str(a[1]));
	return cel_of_int(found < 0 ? -1 : character_number(s, (size_t)found));
}

FN(last_index_of)
{
	struct str s = cel_str(a[0]), what = cel_str(a[1]);
	size_t end = s.len;

	cel__charge(run, cel__text_cost(s.len) * cel__text_cost(what.len));
	if (n > 2 && (a[2].as.i < 0 || !offset_of(s, a[2].as.i, &end)))
		return out_of_range(run, a[2].as.i);
	if (what.len > s.len)
		return cel_of_int(-1);
	if (end > s.len - what.len)
		end = s.len - what.len;
	for (size_t i = end + 1; i-- > 0;)
		if (!what.len || memcmp(s.ptr + i, what.ptr, what.len) == 0)
			return cel_of_int(character_number(s, i));
	return cel_of_int(-1);
}

/* True if the result is clear: an empty text, or a start beyond the end. */
static bool is_settled(const struct cel_value *a, struct cel_value *out)
{
	int64_t size = (int64_t)cel__characters(cel_str(a[0]));

	if (!a[1].len)
		*out = a[2];
	else if (a[2].as.i >= size)
		*out = cel_of_int(-1);
	else
		return false;
	return true;
}

FN(index_of_leniently)
{
	struct cel_value out;

	return is_settled(a, &out) ? out : index_of(run, a, n);
}

FN(last_index_of_leniently)
{
	struct cel_value out;

	return is_settled(a, &out) ? out : last_index_of(run, a, n);
}

FN(substring)
{
	struct str s = cel_str(a[0]);
	size_t from, to = s.len;

	cel__charge(run, cel__text_cost(s.len));
	if (n > 2 && a[1].as.i > a[2].as.i)
		return cel_error(run, "invalid substring range. start: %lld, end: %lld",
				 (long long)a[1].as.i, (long long)a[2].as.i);
	if (a[1].as.i < 0 || !offset_of(s, a[1].as.i, &from))
		return out_of_range(run, a[1].as.i);
	if (n > 2 && (a[2].as.i < 0 || !offset_of(s, a[2].as.i, &to)))
		return out_of_range(run, a[2].as.i);
	return cel_of_str(part(s, from, to));
}

FN(replace)
{
	struct str s = cel_str(a[0]), old = cel_str(a[1]), new = cel_str(a[2]);
	int64_t left = n > 3 ? a[3].as.i : -1;
	AUTO_STRBUF b = STRBUF_INIT;
	size_t at = 0;

	if (!cel__charge(run, 2 * cel__text_cost(s.len)))
		return cel_null();
	while (left != 0 && at <= s.len) {
		ptrdiff_t found = cel__find(s, at, old);

		if (found < 0)
			break;
		if (!cel__charge(run, cel__text_cost(new.len)) || b.len > CEL_RUN_BYTES_MAX)
			return cel__exhausted(run);
		strbuf_adds(&b, part(s, at, (size_t)found));
		strbuf_adds(&b, new);
		at = (size_t)found + old.len;
		left -= left > 0;
		if (!old.len) { /* an empty `old` matches around each character */
			size_t k = cel__character_offset(part(s, at, s.len), 1);

			strbuf_adds(&b, part(s, at, at + k));
			at += k;
			if (!k)
				break;
		}
	}
	if (at < s.len)
		strbuf_adds(&b, part(s, at, s.len));
	return cel__take_text(run, &b);
}

/* The number of pieces, or with `out` the pieces themselves. */
static size_t pieces(struct str s, struct str sign, int64_t max, struct cel_value *out)
{
	size_t count = 0, at = 0;

	for (;;) {
		size_t end = s.len, next = s.len + 1;

		if (max < 0 || (int64_t)count + 1 < max) {
			ptrdiff_t found = -1;

			if (sign.len) {
				found = cel__find(s, at, sign);
				if (found >= 0) {
					end = (size_t)found;
					next = end + sign.len;
				}
			} else {
				end = at + cel__character_offset(part(s, at, s.len), 1);
				next = end < s.len ? end : s.len + 1;
			}
		}
		if (out)
			out[count] = cel_of_str(part(s, at, end));
		count++;
		if (next > s.len)
			return count;
		at = next;
	}
}

FN(split)
{
	struct str s = cel_str(a[0]), sign = cel_str(a[1]);
	int64_t max = n > 2 ? a[2].as.i : -1;
	struct cel_value list;
	size_t count;

	if (!cel__charge(run, cel__text_cost(s.len)))
		return cel_null();
	count = max == 0 || (!s.len && !sign.len) ? 0 : pieces(s, sign, max, NULL);
	list = cel_new_list(run, count);
	if (list.kind == CEL_LIST && count)
		pieces(s, sign, max, list.as.list->items);
	return list;
}

FN(join)
{
	AUTO_STRBUF b = STRBUF_INIT;

	for (uint32_t i = 0; i < a[0].as.list->count; i++) {
		struct cel_value e = cel_list_at(run, a[0], i);

		if (e.kind != CEL_STRING)
			return e.kind == CEL_ERROR ? e : cel__no_overload();
		if (!cel__charge(run, cel__text_cost(e.len)) || b.len > CEL_RUN_BYTES_MAX)
			return cel__exhausted(run);
		if (i && n > 1)
			strbuf_adds(&b, cel_str(a[1]));
		strbuf_adds(&b, cel_str(e));
	}
	return cel__take_text(run, &b);
}

static struct cel_value changed_case(struct cel_run *run, struct str s, char from, char to,
				     int shift)
{
	char *p = cel__alloc(&run->arena, s.len + 1);

	if (!p)
		return cel__exhausted(run);
	cel__charge(run, cel__text_cost(s.len));
	for (size_t i = 0; i < s.len; i++)
		p[i] = s.ptr[i] >= from && s.ptr[i] <= to ? (char)(s.ptr[i] + shift) : s.ptr[i];
	return cel_of_str((struct str) { p, s.len });
}

FN(lower_ascii)
{
	(void)n;
	return changed_case(run, cel_str(a[0]), 'A', 'Z', 'a' - 'A');
}

FN(upper_ascii)
{
	(void)n;
	return changed_case(run, cel_str(a[0]), 'a', 'z', 'A' - 'a');
}

/* Length in bytes of the Unicode white space at the start of s, 0: none. */
static size_t space(struct str s)
{
	static const char *const wide[] = { "\xc2\x85",	    "\xc2\xa0",	    "\xe1\x9a\x80",
					    "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
					    "\xe2\x81\x9f", "\xe3\x80\x80" };

	if (s.len && (*s.ptr == ' ' || (*s.ptr >= '\t' && *s.ptr <= '\r')))
		return 1;
	for (size_t i = 0; i < ARRAY_LEN(wide); i++)
		if (s.len >= strlen(wide[i]) && memcmp(s.ptr, wide[i], strlen(wide[i])) == 0)
			return strlen(wide[i]);
	return s.len >= 3 && memcmp(s.ptr, "\xe2\x80", 2) == 0 && (unsigned char)s.ptr[2] >= 0x80 &&
		       (unsigned char)s.ptr[2] <= 0x8a
		   ? 3
		   : 0;
}

FN(trim)
{
	struct str s = cel_str(a[0]);
	size_t k;

	(void)n;
	cel__charge(run, cel__text_cost(s.len));
	while ((k = space(s)))
		s = part(s, k, s.len);
	for (bool more = true; more && s.len;) {
		more = false;
		for (k = 1; k <= 3 && k <= s.len && !more; k++)
			if (space(part(s, s.len - k, s.len)) == k) {
				s.len -= k;
				more = true;
			}
	}
	return cel_of_str(s);
}

FN(reverse)
{
	struct str s = cel_str(a[0]);
	char *p = cel__alloc(&run->arena, s.len + 1);
	size_t at = s.len;

	(void)n;
	if (!p)
		return cel__exhausted(run);
	cel__charge(run, cel__text_cost(s.len));
	for (size_t i = 0; i < s.len;) {
		size_t k = cel__character_offset(part(s, i, s.len), 1);

		at -= k;
		memcpy(p + at, s.ptr + i, k);
		i += k;
	}
	return cel_of_str((struct str) { p, s.len });
}

void cel__quote(struct strbuf *out, struct str s)
{
	static const char codes[] = "\a\b\f\n\r\t\v\\\"", names[] = "abfnrtv\\\"";

	strbuf_addc(out, '"');
	for (size_t i = 0; i < s.len;) {
		size_t k = utf8_seq_len(s.ptr + i, s.len - i);
		const char *code = s.ptr[i] ? strchr(codes, s.ptr[i]) : NULL;

		if (code) {
			strbuf_addc(out, '\\');
			strbuf_addc(out, names[code - codes]);
		} else if (k) {
			strbuf_add(out, s.ptr + i, k);
		} else {
			strbuf_addz(out, "\xef\xbf\xbd");
		}
		i += k ? k : 1;
	}
	strbuf_addc(out, '"');
}

FN(quote)
{
	AUTO_STRBUF b = STRBUF_INIT;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	cel__quote(&b, cel_str(a[0]));
	return cel__take_text(run, &b);
}

#define S CEL_LIB_STRINGS

const struct cel__function cel__string_functions[] = {
	{ "charAt", "string.(int)string", char_at, S },
	{ "indexOf", "string.(string)int", index_of, S },
	{ "indexOf", "string.(string,int)int", index_of, CEL_LIB_STRINGS_3 },
	{ "indexOf", "string.(string,int)int", index_of_leniently, CEL_LIB_KUBERNETES },
	{ "join", "list(string).()string", join, S },
	{ "join", "list(string).(string)string", join, S },
	{ "lastIndexOf", "string.(string)int", last_index_of, S },
	{ "lastIndexOf", "string.(string,int)int", last_index_of, CEL_LIB_STRINGS_3 },
	{ "lastIndexOf", "string.(string,int)int", last_index_of_leniently, CEL_LIB_KUBERNETES },
	{ "lowerAscii", "string.()string", lower_ascii, S },
	{ "replace", "string.(string,string)string", replace, S },
	{ "replace", "string.(string,string,int)string", replace, S },
	{ "split", "string.(string)list(string)", split, S },
	{ "split", "string.(string,int)list(string)", split, S },
	{ "substring", "string.(int)string", substring, S },
	{ "substring", "string.(int,int)string", substring, S },
	{ "trim", "string.()string", trim, S },
	{ "upperAscii", "string.()string", upper_ascii, S },
	{ "strings.quote", "(string)string", quote, S },
	{ "reverse", "string.()string", reverse, CEL_LIB_STRINGS_3 },
	{ 0 },
};
