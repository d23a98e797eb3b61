/* SPDX-License-Identifier: Apache-2.0 */
/* lib_semver.c - semantic versions 2.0. */
#include "base/text/ascii.h"
#include "cel/lib.h"

struct version {
	struct cel_opaque head;
	uint64_t numbers[3];
	struct str pre; /* "alpha.1" */
};

static bool is_digits(struct str s)
{
	return s.len && ascii_is_digits(s);
}

/* Removes and returns the text before `mark`, or all of it if there is none. */
static struct str cut(struct str *s, char mark, bool *there)
{
	const char *p = s->len ? memchr(s->ptr, mark, s->len) : NULL;
	struct str head = { s->ptr, p ? (size_t)(p - s->ptr) : s->len };

	*there = p;
	*s =
	    p ? (struct str) { p + 1, s->len - head.len - 1 } : (struct str) { s->ptr + s->len, 0 };
	return head;
}

static int compare_text(struct str a, struct str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.ptr, b.ptr, n) : 0;

	return c ? (c > 0) - (c < 0) : (a.len > b.len) - (a.len < b.len);
}

/* Compares pre-release identifiers: numbers by value, and before words. */
static int compare_pre(struct str a, struct str b)
{
	if (!a.len || !b.len)
		return (!a.len) - (!b.len);
	for (bool more_a = true, more_b = true; more_a && more_b;) {
		struct str x = cut(&a, '.', &more_a), y = cut(&b, '.', &more_b);
		bool number = is_digits(x);
		int c = 0;

		if (number != is_digits(y))
			return number ? -1 : 1;
		if (number && x.len != y.len)
			c = x.len < y.len ? -1 : 1;
		else
			c = compare_text(x, y);
		if (c)
			return c;
		if (more_a != more_b)
			return more_a ? 1 : -1;
	}
	return 0;
}

static int compare(const struct version *a, const struct version *b)
{
	for (int i = 0; i < 3; i++)
		if (a->numbers[i] != b->numbers[i])
			return a->numbers[i] < b->numbers[i] ? -1 : 1;
	return compare_pre(a->pre, b->pre);
}

static bool same(const struct cel_opaque *a, const struct cel_opaque *b)
{
	return compare((const struct version *)(const void *)a,
		       (const struct version *)(const void *)b) == 0;
}

static bool is_word(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!ascii_is_alnum(s.ptr[i]) && s.ptr[i] != '-')
			return false;
	return true;
}

/* An error for invalid identifiers in `s`, or null. */
static struct cel_value check_words(struct cel_run *run, struct str s, bool build)
{
	for (bool more = true; more;) {
		struct str word = cut(&s, '.', &more);

		if (!word.len)
			return cel_error(run, build ? "Build meta data is empty"
						    : "Prerelease is empty");
		if (!build && is_digits(word) && word.len > 1 && *word.ptr == '0')
			return cel_error(run,
					 "Numeric PreRelease version must not contain leading "
					 "zeroes \"" STR_FMT "\"",
					 STR_ARG(word));
		if (!is_word(word))
			return cel_error(run, "Invalid character(s) found in %s \"" STR_FMT "\"",
					 build ? "build meta data" : "prerelease", STR_ARG(word));
	}
	return cel_null();
}

/* True: valid, else an error in *error. */
static bool read_number(struct cel_run *run, const char *what, struct str s, uint64_t *out,
			struct cel_value *error)
{
	*out = 0;
	if (!is_digits(s)) {
		*error = cel_error(run, "Invalid character(s) found in %s number \"" STR_FMT "\"",
				   what, STR_ARG(s));
		return false;
	}
	if (s.len > 1 && *s.ptr == '0') {
		*error =
		    cel_error(run, "%c%s number must not contain leading zeroes \"" STR_FMT "\"",
			      *what - ('a' - 'A'), what + 1, STR_ARG(s));
		return false;
	}
	for (size_t i = 0; i < s.len; i++)
		if (__builtin_mul_overflow(*out, 10U, out) ||
		    __builtin_add_overflow(*out, (uint64_t)(s.ptr[i] - '0'), out)) {
			*error = cel_error(run,
					   "strconv.ParseUint: parsing \"" STR_FMT
					   "\": value out of range",
					   STR_ARG(s));
			return false;
		}
	return true;
}

static bool parse(struct cel_run *run, struct str s, struct version *out, struct cel_value *error)
{
	static const char *const names[] = { "major", "minor", "patch" };
	bool first, second, build, pre;
	struct str parts[3], rest;

	*error = cel_null();
	if (!s.len) {
		*error = cel_error(run, "Version string empty");
		return false;
	}
	parts[0] = cut(&s, '.', &first);
	parts[1] = cut(&s, '.', &second);
	if (!first || !second) {
		*error = cel_error(run, "No Major.Minor.Patch elements found");
		return false;
	}
	rest = s;
	s = cut(&rest, '+', &build);
	parts[2] = cut(&s, '-', &pre);
	for (int i = 0; i < 3; i++)
		if (!read_number(run, names[i], parts[i], &out->numbers[i], error))
			return false;
	out->pre = s;
	if (pre)
		*error = check_words(run, s, false);
	if (build && error->kind != CEL_ERROR)
		*error = check_words(run, rest, true);
	return error->kind != CEL_ERROR;
}

/* "v1.02" as "1.2.0"; false: impossible. */
static bool normalise(struct str s, struct strbuf *out)
{
	bool more = true;
	int count = 0;

	if (s.len && *s.ptr == 'v')
		s = (struct str) { s.ptr + 1, s.len - 1 };
	for (; count < 3 && more; count++) {
		struct str p = count < 2 ? cut(&s, '.', &more) : s;

		if (!more && count < 2 && (memchr(p.ptr, '-', p.len) || memchr(p.ptr, '+', p.len)))
			return false;
		while (p.len > 1 && *p.ptr == '0' && p.ptr[1] >= '0' && p.ptr[1] <= '9')
			p = (struct str) { p.ptr + 1, p.len - 1 };
		strbuf_addf(out, "%s" STR_FMT, count ? "." : "", STR_ARG(p));
		more = more && count < 2;
	}
	for (; count < 3; count++)
		strbuf_addz(out, ".0");
	return true;
}

static struct cel_value read(struct cel_run *run, const struct cel_value *a, unsigned n)
{
	struct version *v = cel__alloc(&run->arena, sizeof(*v));
	struct cel_value text = a[0], error;

	cel__charge(run, cel__text_cost(a[0].len));
	if (n > 1 && a[1].as.b) {
		AUTO_STRBUF b = STRBUF_INIT;

		if (!normalise(cel_str(a[0]), &b))
			return cel_error(run, "short version cannot contain PreRelease/Build meta "
					      "data");
		text = cel__take_text(run, &b);
	}
	if (!v || text.kind != CEL_STRING)
		return cel__exhausted(run);
	v->head = (struct cel_opaque) { cel_type_named(STR("kubernetes.Semver")), same };
	if (!parse(run, cel_str(text), v, &error))
		return error;
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &v->head };
}

FN(semver)
{
	return read(run, a, n);
}

FN(is_semver)
{
	struct cel_value v = read(run, a, n);

	return run->stopped ? v : cel_of_bool(v.kind == CEL_OPAQUE);
}

static const struct version *version_of(struct cel_value v)
{
	return (const struct version *)(const void *)v.as.opaque;
}

#define NUMBER(name, i)                                                                            \
	FN(name)                                                                                   \
	{                                                                                          \
		(void)run;                                                                         \
		(void)n;                                                                           \
		return cel_of_int((int64_t)version_of(a[0])->numbers[i]);                          \
	}
NUMBER(major_of, 0)
NUMBER(minor_of, 1)
NUMBER(patch_of, 2)

FN(compare_to)
{
	UNUSED;
	return cel_of_int(compare(version_of(a[0]), version_of(a[1])));
}

FN(is_greater)
{
	UNUSED;
	return cel_of_bool(compare(version_of(a[0]), version_of(a[1])) > 0);
}

FN(is_less)
{
	UNUSED;
	return cel_of_bool(compare(version_of(a[0]), version_of(a[1])) < 0);
}

#define K CEL_LIB_KUBERNETES
#define V "kubernetes.Semver"

const struct cel__function cel__semver_functions[] = {
	{ "semver", "(string)" V, semver, K },
	{ "semver", "(string,bool)" V, semver, K },
	{ "isSemver", "(string)bool", is_semver, K },
	{ "isSemver", "(string,bool)bool", is_semver, K },
	{ "major", V ".()int", major_of, K },
	{ "minor", V ".()int", minor_of, K },
	{ "patch", V ".()int", patch_of, K },
	{ "compareTo", V ".(" V ")int", compare_to, K },
	{ "isGreaterThan", V ".(" V ")bool", is_greater, K },
	{ "isLessThan", V ".(" V ")bool", is_less, K },
	{ 0 },
};
