/* SPDX-License-Identifier: Apache-2.0 */
/* lib_text.c - format() of cel-go's strings extension: its first version, which Kubernetes uses,
 * and that of the conformance tests (exact: strings in lists have no quotes, numbers are %f). */
#include <math.h>

#include "cel/lib.h"

enum { PRECISION_MAX = 1000, NESTED_MAX = 100 };

struct format {
	struct cel_run *run;
	struct strbuf out;
	struct cel_value error; /* kind CEL_ERROR if there is one */
	bool exact;
	int depth;
};

static void fail(struct format *f, struct cel_value error)
{
	if (f->error.kind != CEL_ERROR)
		f->error = error;
}

static struct str type_name(struct cel_value v)
{
	return cel_type_of_value(v)->name;
}

static void wrong(struct format *f, const char *what, struct cel_value v)
{
	fail(f, cel_error(f->run, "error during formatting: %s, was given " STR_FMT, what,
			  STR_ARG(type_name(v))));
}

#define STRING_CLAUSE                                                                              \
	"string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "    \
	"types, durations, and timestamps"

static void put(struct format *f, struct cel_value v, bool nested);

static bool special(struct format *f, double d)
{
	if (isnan(d))
		strbuf_addz(&f->out, "NaN");
	else if (isinf(d))
		strbuf_addz(&f->out, d < 0 ? (f->exact ? "-Infinity" : "-Inf")
					   : (f->exact ? "Infinity" : "+Inf"));
	return !isfinite(d);
}

static void put_double(struct format *f, double d, bool nested)
{
	if (special(f, d))
		return;
	if (nested && !f->exact)
		strbuf_addf(&f->out, "%.6f", d);
	else
		cel__write_double(&f->out, d);
}

static void put_list(struct format *f, struct cel_value list)
{
	strbuf_addc(&f->out, '[');
	for (uint32_t i = 0; i < list.as.list->count && f->error.kind != CEL_ERROR; i++) {
		if (i)
			strbuf_addz(&f->out, ", ");
		put(f, cel_list_at(f->run, list, i), true);
	}
	strbuf_addc(&f->out, ']');
}

struct pair {
	struct str key;
	struct cel_value value;
};

static int by_key(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	size_t n = x->key.len < y->key.len ? x->key.len : y->key.len;
	int c = n ? memcmp(x->key.ptr, y->key.ptr, n) : 0;

	return c ? c : (x->key.len > y->key.len) - (x->key.len < y->key.len);
}

static void put_map(struct format *f, struct cel_value map)
{
	const struct cel_entry *e = cel_map_entry(f->run, map, 0);
	uint32_t count = e ? cel_map_count(f->run, map) : 0;
	struct pair *pairs = cel__alloc_array(&f->run->arena, count, sizeof(*pairs));

	if (!pairs) {
		fail(f, cel__exhausted(f->run));
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct strbuf whole = f->out;

		e = cel_map_entry(f->run, map, i);
		strbuf_init(&f->out);
		if (e)
			put(f, e->key, true);
		pairs[i].key = cel__copy(&f->run->arena, strbuf_str(&f->out));
		whole.failed |= f->out.failed;
		strbuf_fini(&f->out);
		f->out = whole;
		if (!e || !pairs[i].key.ptr) {
			fail(f, cel__exhausted(f->run));
			return;
		}
		pairs[i].value = e->value;
	}
	if (count)
		qsort(pairs, count, sizeof(*pairs), by_key);
	strbuf_addc(&f->out, '{');
	for (uint32_t i = 0; i < count && f->error.kind != CEL_ERROR; i++) {
		strbuf_addf(&f->out, "%s" STR_FMT "%s", i ? ", " : "", STR_ARG(pairs[i].key),
			    f->exact ? ": " : ":");
		put(f, pairs[i].value, true);
	}
	strbuf_addc(&f->out, '}');
}

static void put_text(struct format *f, struct cel_value v, bool nested)
{
	if (nested && !f->exact) {
		if (v.kind == CEL_BYTES)
			strbuf_addc(&f->out, 'b');
		cel__quote(&f->out, cel_str(v));
	} else {
		strbuf_adds(&f->out, cel_str(v));
	}
}

static void put(struct format *f, struct cel_value v, bool nested)
{
	bool wrapped = nested && !f->exact;

	if (++f->depth > NESTED_MAX || !cel__charge(f->run, 1) ||
	    f->out.len > CEL_RUN_BYTES_MAX / 4) {
		fail(f, cel__exhausted(f->run));
		f->depth--;
		return;
	}
	switch ((enum cel_kind)v.kind) {
	case CEL_NULL:
		strbuf_addz(&f->out, "null");
		break;
	case CEL_BOOL:
		strbuf_addz(&f->out, v.as.b ? "true" : "false");
		break;
	case CEL_INT:
		strbuf_addf(&f->out, "%lld", (long long)v.as.i);
		break;
	case CEL_UINT:
		strbuf_addf(&f->out, "%llu", (unsigned long long)v.as.u);
		break;
	case CEL_DOUBLE:
		put_double(f, v.as.d, nested);
		break;
	case CEL_STRING:
	case CEL_BYTES:
		put_text(f, v, nested);
		break;
	case CEL_TIMESTAMP:
		strbuf_addz(&f->out, wrapped ? "timestamp(\"" : "");
		cel__write_time(&f->out, v);
		strbuf_addz(&f->out, wrapped ? "\")" : "");
		break;
	case CEL_DURATION:
		strbuf_addz(&f->out, wrapped ? "duration(\"" : "");
		cel__write_duration(&f->out, v.as.i);
		strbuf_addz(&f->out, wrapped ? "\")" : "");
		break;
	case CEL_LIST:
		put_list(f, v);
		break;
	case CEL_MAP:
		put_map(f, v);
		break;
	case CEL_TYPE:
		strbuf_adds(&f->out, v.as.type->name);
		break;
	case CEL_ERROR:
		fail(f, v);
		break;
	case CEL_OPTIONAL:
	case CEL_OPAQUE:
		wrong(f, STRING_CLAUSE, v);
		break;
	}
	f->depth--;
}

/* The strings that %f and %e accept. */
static bool number_word(struct cel_value v, double *d)
{
	if (v.kind != CEL_STRING)
		return false;
	*d = str_eqz(cel_str(v), "NaN")	       ? NAN
	     : str_eqz(cel_str(v), "Infinity") ? INFINITY
					       : -INFINITY;
	return str_eqz(cel_str(v), "NaN") || str_eqz(cel_str(v), "Infinity") ||
	       str_eqz(cel_str(v), "-Infinity");
}

static void put_decimal(struct format *f, struct cel_value v)
{
	if (v.kind == CEL_INT || v.kind == CEL_UINT)
		put(f, v, false);
	else if (!(f->exact && v.kind == CEL_DOUBLE && special(f, v.as.d)))
		wrong(f, "decimal clause can only be used on integers", v);
}

/* 1.5×10⁰⁰, the format of Kubernetes. */
static void put_power(struct format *f, int precision, double d)
{
	static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
	AUTO_STRBUF b = STRBUF_INIT;
	const char *e;

	strbuf_addf(&b, "%.*e", precision, d);
	e = b.failed ? NULL : strchr(b.ptr, 'e');
	f->out.failed |= !e;
	if (!e)
		return;
	strbuf_add(&f->out, b.ptr, (size_t)(e - b.ptr));
	strbuf_addz(&f->out, e[1] == '-' ? "×10⁻" : "×10");
	for (e += 2; *e; e++)
		strbuf_addz(&f->out, digits[*e - '0']);
}

static void put_point(struct format *f, struct cel_value v, int precision, bool scientific)
{
	double d = v.as.d;

	if (f->exact && (v.kind == CEL_INT || v.kind == CEL_UINT))
		d = v.kind == CEL_INT ? (double)v.as.i : (double)v.as.u;
	else if (v.kind != CEL_DOUBLE && !number_word(v, &d)) {
		wrong(f,
		      scientific ? "scientific clause can only be used on doubles"
				 : "fixed-point clause can only be used on doubles",
		      v);
		return;
	}
	if (special(f, d))
		return;
	if (scientific && !f->exact)
		put_power(f, precision ? precision : 6, d);
	else if (scientific)
		strbuf_addf(&f->out, "%.*e", precision, d);
	else
		strbuf_addf(&f->out, "%.*f", precision, d);
}

/* Writes a number in base 2, 8 or 16, with a sign if negative. */
static void put_digits(struct format *f, struct cel_value v, unsigned shift, bool upper)
{
	const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	bool negative = v.kind == CEL_INT && v.as.i < 0;
	uint64_t u = negative ? 0 - v.as.u : v.as.u;
	char text[65];
	size_t at = sizeof(text);

	do {
		text[--at] = digits[u & ((1U << shift) - 1)];
		u >>= shift;
	} while (u);
	if (negative)
		strbuf_addc(&f->out, '-');
	strbuf_add(&f->out, text + at, sizeof(text) - at);
}

static bool is_integer(struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT;
}

static void put_hex(struct format *f, struct cel_value v, bool upper)
{
	if (is_integer(v)) {
		put_digits(f, v, 4, upper);
		return;
	}
	if (v.kind != CEL_STRING && v.kind != CEL_BYTES) {
		wrong(f, "only integers, byte buffers, and strings can be formatted as hex", v);
		return;
	}
	for (uint32_t i = 0; i < v.len; i++)
		strbuf_addf(&f->out, upper ? "%02X" : "%02x", (unsigned char)v.as.ptr[i]);
}

static void put_clause(struct format *f, char clause, int precision, struct cel_value v)
{
	switch (clause) {
	case 's':
		put(f, v, false);
		return;
	case 'd':
		put_decimal(f, v);
		return;
	case 'f':
	case 'e':
		put_point(f, v, precision, clause == 'e');
		return;
	case 'b':
		if (v.kind == CEL_BOOL)
			strbuf_addc(&f->out, v.as.b ? '1' : '0');
		else if (is_integer(v))
			put_digits(f, v, 1, false);
		else
			wrong(f, "only integers and bools can be formatted as binary", v);
		return;
	case 'o':
		if (is_integer(v))
			put_digits(f, v, 3, false);
		else
			wrong(f, "octal clause can only be used on integers", v);
		return;
	case 'x':
	case 'X':
		put_hex(f, v, clause == 'X');
		return;
	}
	fail(f,
	     cel_error(f->run,
		       "could not parse formatting clause: unrecognized formatting clause \"%c\"",
		       clause));
}

/* ".6", starting at the point; false: an error. */
static bool read_precision(struct format *f, struct str s, size_t *i, int *precision)
{
	size_t begin = ++*i;

	*precision = 0;
	for (; *i < s.len && s.ptr[*i] >= '0' && s.ptr[*i] <= '9'; ++*i)
		if (*precision <= PRECISION_MAX)
			*precision = *precision * 10 + (s.ptr[*i] - '0');
	if (*i == s.len || *i == begin) {
		fail(f, cel_error(f->run, "could not parse formatting clause: error while parsing "
					  "precision: could not find end of precision specifier"));
		return false;
	}
	if (*precision <= PRECISION_MAX)
		return true;
	fail(f, cel_error(f->run,
			  "could not parse formatting clause: error while parsing "
			  "precision: precision %d exceeds maximum allowed precision %d",
			  *precision, PRECISION_MAX));
	return false;
}

static void clauses(struct format *f, struct str s, struct cel_value args)
{
	uint32_t used = 0;

	for (size_t i = 0; i < s.len && f->error.kind != CEL_ERROR; i++) {
		int precision = 6;

		if (s.ptr[i] != '%') {
			strbuf_addc(&f->out, s.ptr[i]);
			continue;
		}
		if (++i == s.len) {
			fail(f, cel_error(f->run, "unexpected end of string"));
			return;
		}
		if (s.ptr[i] == '%') {
			strbuf_addc(&f->out, '%');
			continue;
		}
		if (used >= args.as.list->count) {
			fail(f, cel_error(f->run, "index %u out of range", used));
			return;
		}
		if (s.ptr[i] == '.' && !read_precision(f, s, &i, &precision))
			return;
		put_clause(f, s.ptr[i], precision, cel_list_at(f->run, args, used++));
	}
}

static struct cel_value formatted(struct cel_run *run, const struct cel_value *a, bool exact)
{
	struct format f = { .run = run, .out = STRBUF_INIT, .error = cel_null(), .exact = exact };
	struct cel_value v;

	if (!cel__charge(run, cel__text_cost(a[0].len)))
		return cel_null();
	clauses(&f, cel_str(a[0]), a[1]);
	v = f.error.kind == CEL_ERROR ? f.error : cel__take_text(run, &f.out);
	strbuf_fini(&f.out);
	return v;
}

FN(format_first)
{
	(void)n;
	return formatted(run, a, false);
}

FN(format_exact)
{
	(void)n;
	return formatted(run, a, true);
}

const struct cel__function cel__text_functions[] = {
	{ "format", "string.(list(dyn))string", format_first, CEL_LIB_KUBERNETES },
	{ "format", "string.(list(dyn))string", format_exact, CEL_LIB_STRINGS_3 },
	{ 0 },
};
