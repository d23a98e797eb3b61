/* SPDX-License-Identifier: Apache-2.0 */
/* lib_conversions.c - conversions between types. */
#include <errno.h>
#include <math.h>

#include "base/base64.h"
#include "cel/lib.h"

struct cel_value cel__take_text(struct cel_run *run, struct strbuf *b)
{
	return b->failed ? cel__exhausted(run) : cel__new_str(run, strbuf_str(b));
}

size_t cel__characters(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; n++) {
		size_t k = utf8_seq_len(s.ptr + i, s.len - i);

		i += k ? k : 1;
	}
	return n;
}

size_t cel__character_offset(struct str s, size_t n)
{
	size_t i = 0;

	while (n-- && i < s.len) {
		size_t k = utf8_seq_len(s.ptr + i, s.len - i);

		i += k ? k : 1;
	}
	return i;
}

FN(same)
{
	UNUSED;
	return a[0];
}

/* Parses all of `s`, sign and digits, as Go's ParseInt does. */
static bool read_int(struct str s, bool with_sign, bool *negative, uint64_t *out)
{
	uint64_t x = 0;
	size_t i = 0;

	*negative = false;
	if (with_sign && s.len && (*s.ptr == '-' || *s.ptr == '+')) {
		*negative = *s.ptr == '-';
		i = 1;
	}
	if (i == s.len)
		return false;
	for (; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9' || __builtin_mul_overflow(x, 10U, &x) ||
		    __builtin_add_overflow(x, (uint64_t)(s.ptr[i] - '0'), &x))
			return false;
	*out = x;
	return true;
}

static struct cel_value unreadable(struct cel_run *run, const char *type)
{
	return cel_error(run, "type conversion error from 'string' to '%s'", type);
}

FN(int_of_double)
{
	UNUSED;
	if (!(a[0].as.d > -9223372036854775808.0 && a[0].as.d < 9223372036854775808.0))
		return cel__fixed_error("integer overflow");
	return cel_of_int((int64_t)a[0].as.d);
}

FN(int_of_string)
{
	bool negative;
	uint64_t u;

	(void)n;
	if (!read_int(cel_str(a[0]), true, &negative, &u) || u > (uint64_t)INT64_MAX + negative)
		return unreadable(run, "int");
	return cel_of_int(negative ? (int64_t)(0 - u) : (int64_t)u);
}

FN(int_of_time)
{
	UNUSED;
	return cel_of_int(a[0].as.i);
}

FN(int_of_uint)
{
	UNUSED;
	return a[0].as.u > INT64_MAX ? cel__fixed_error("integer overflow")
				     : cel_of_int((int64_t)a[0].as.u);
}

FN(uint_of_double)
{
	UNUSED;
	if (!(a[0].as.d >= 0 && a[0].as.d < 18446744073709551616.0))
		return cel__fixed_error("unsigned integer overflow");
	return cel_of_uint((uint64_t)a[0].as.d);
}

FN(uint_of_int)
{
	UNUSED;
	return a[0].as.i < 0 ? cel__fixed_error("unsigned integer overflow")
			     : cel_of_uint((uint64_t)a[0].as.i);
}

FN(uint_of_string)
{
	bool negative;
	uint64_t u;

	(void)n;
	if (!read_int(cel_str(a[0]), false, &negative, &u))
		return unreadable(run, "uint");
	return cel_of_uint(u);
}

FN(double_of_int)
{
	UNUSED;
	return cel_of_double((double)a[0].as.i);
}

FN(double_of_uint)
{
	UNUSED;
	return cel_of_double((double)a[0].as.u);
}

/* Go also parses infinities and NaN by name, as strtod does; but neither spaces nor suffixes. */
FN(double_of_string)
{
	struct str s = cel__copy(&run->arena, cel_str(a[0]));
	char *end;
	double d;

	(void)n;
	if (!s.ptr)
		return cel__exhausted(run);
	d = strtod(s.ptr, &end);
	if (!s.len || *end || end != s.ptr + s.len || strchr(" \t\n\v\f\r", *s.ptr) ||
	    (isinf(d) && !memchr(s.ptr, 'n', s.len) && !memchr(s.ptr, 'N', s.len)) ||
	    ((strchr(s.ptr, 'x') || strchr(s.ptr, 'X')) && !strchr(s.ptr, 'p') &&
	     !strchr(s.ptr, 'P')))
		return unreadable(run, "double");
	return cel_of_double(d);
}

static bool is_one_of(struct str s, const char *const *words)
{
	for (; *words; words++)
		if (str_eqz(s, *words))
			return true;
	return false;
}

FN(bool_of_string)
{
	static const char *const yes[] = { "1", "t", "T", "true", "TRUE", "True", NULL };
	static const char *const no[] = { "0", "f", "F", "false", "FALSE", "False", NULL };

	(void)n;
	if (is_one_of(cel_str(a[0]), yes))
		return cel_of_bool(true);
	if (is_one_of(cel_str(a[0]), no))
		return cel_of_bool(false);
	return unreadable(run, "bool");
}

FN(string_of)
{
	AUTO_STRBUF b = STRBUF_INIT;

	(void)n;
	switch ((enum cel_kind)a[0].kind) {
	case CEL_BOOL:
		strbuf_addz(&b, a[0].as.b ? "true" : "false");
		break;
	case CEL_INT:
		strbuf_addf(&b, "%lld", (long long)a[0].as.i);
		break;
	case CEL_UINT:
		strbuf_addf(&b, "%llu", (unsigned long long)a[0].as.u);
		break;
	case CEL_DOUBLE:
		cel__write_double(&b, a[0].as.d);
		break;
	case CEL_TIMESTAMP:
		cel__write_time(&b, a[0]);
		break;
	case CEL_DURATION:
		cel__write_duration(&b, a[0].as.i);
		break;
	case CEL_ERROR:
	case CEL_NULL:
	case CEL_STRING:
	case CEL_BYTES:
	case CEL_LIST:
	case CEL_MAP:
	case CEL_TYPE:
	case CEL_OPTIONAL:
	case CEL_OPAQUE:
		return cel__no_overload();
	}
	return cel__take_text(run, &b);
}

FN(string_of_bytes)
{
	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	for (size_t i = 0; i < a[0].len;) {
		size_t k = utf8_seq_len(a[0].as.ptr + i, a[0].len - i);

		if (!k)
			return cel__fixed_error("invalid UTF-8 in bytes, cannot convert to string");
		i += k;
	}
	return cel_of_str(cel_str(a[0]));
}

FN(bytes_of_string)
{
	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bytes(cel_str(a[0]));
}

FN(type_of)
{
	UNUSED;
	return cel_of_type(cel_type_of_value(a[0]));
}

/* --- base64 --- */

struct cel_value cel__decode_base64(struct cel_run *run, struct str text)
{
	AUTO_STRBUF b = STRBUF_INIT;
	size_t bad;

	if (!base64_decode(&b, text, BASE64_STD, &bad)) {
		if (b.failed)
			return cel__exhausted(run);
		return cel_error(run, "illegal base64 data at input byte %zu", bad);
	}
	return b.failed ? cel__exhausted(run) : cel__new_bytes(run, strbuf_str(&b));
}

FN(base64_decoded)
{
	struct cel_value v;

	(void)n;
	v = cel__decode_base64(run, cel_str(a[0]));
	if (v.kind == CEL_ERROR && a[0].len % 4) { /* padding is optional */
		struct str padded = cel__copyf(&run->arena, STR_FMT "%s", STR_ARG(cel_str(a[0])),
					       &"==="[a[0].len % 4 - 1]);

		if (padded.ptr && a[0].len % 4 != 1)
			v = cel__decode_base64(run, padded);
	}
	return v;
}

FN(base64_encoded)
{
	AUTO_STRBUF b = STRBUF_INIT;

	(void)n;
	base64_encode(&b, cel_str(a[0]), BASE64_STD);
	return cel__take_text(run, &b);
}

#define STD CEL_LIB_STANDARD

const struct cel__function cel__conversion_functions[] = {
	{ "int", "(int)int", same, STD },
	{ "int", "(double)int", int_of_double, STD },
	{ "int", "(string)int", int_of_string, STD },
	{ "int", "(timestamp)int", int_of_time, STD },
	{ "int", "(duration)int", int_of_time, STD },
	{ "int", "(uint)int", int_of_uint, STD },
	{ "uint", "(uint)uint", same, STD },
	{ "uint", "(double)uint", uint_of_double, STD },
	{ "uint", "(int)uint", uint_of_int, STD },
	{ "uint", "(string)uint", uint_of_string, STD },
	{ "double", "(double)double", same, STD },
	{ "double", "(int)double", double_of_int, STD },
	{ "double", "(string)double", double_of_string, STD },
	{ "double", "(uint)double", double_of_uint, STD },
	{ "bool", "(bool)bool", same, STD },
	{ "bool", "(string)bool", bool_of_string, STD },
	{ "string", "(string)string", same, STD },
	{ "string", "(bool)string", string_of, STD },
	{ "string", "(bytes)string", string_of_bytes, STD },
	{ "string", "(double)string", string_of, STD },
	{ "string", "(duration)string", string_of, STD },
	{ "string", "(int)string", string_of, STD },
	{ "string", "(timestamp)string", string_of, STD },
	{ "string", "(uint)string", string_of, STD },
	{ "bytes", "(bytes)bytes", same, STD },
	{ "bytes", "(string)bytes", bytes_of_string, STD },
	{ "dyn", "(A)dyn", same, STD },
	{ "type", "(A)type(A)", type_of, STD },
	{ "base64.decode", "(string)bytes", base64_decoded, CEL_LIB_ENCODERS },
	{ "base64.encode", "(bytes)string", base64_encoded, CEL_LIB_ENCODERS },
	{ 0 },
};
