/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - compares one value with an expectation: literals, ranges, patterns, names. */
#include "base/regex.h"
#include "base/text/glob.h"
#include "runner/expect/expect.h"

static bool number_of(struct str s, double *out)
{
	char buf[64], *end;

	if (!s.len || s.len >= sizeof(buf))
		return false;
	memcpy(buf, s.ptr, s.len);
	buf[s.len] = 0;
	*out = strtod(buf, &end);
	return !*end;
}

struct digits {
	struct str text;
	bool negative;
};

/* Parses a whole number and strips its leading zeros. */
static bool whole_of(struct str s, struct digits *out)
{
	out->negative = s.len && *s.ptr == '-';
	if (s.len && (*s.ptr == '-' || *s.ptr == '+'))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
	out->text = s;
	while (out->text.len > 1 && *out->text.ptr == '0')
		out->text = (struct str) { out->text.ptr + 1, out->text.len - 1 };
	out->negative &= !str_eqz(out->text, "0");
	return s.len > 0;
}

/* Sets *order to < 0, 0 or > 0. Returns false if one text is not a number. Whole numbers are
 * compared digit by digit: from 2^53 on neighbours are one double. */
static bool compare_numbers(struct str a, struct str b, int *order)
{
	struct digits x, y;
	double d, e;

	if (whole_of(a, &x) && whole_of(b, &y)) {
		*order = x.negative != y.negative   ? 1
			 : x.text.len != y.text.len ? (x.text.len < y.text.len ? -1 : 1)
						    : memcmp(x.text.ptr, y.text.ptr, x.text.len);
		*order = x.negative ? -*order : *order;
		return true;
	}
	if (!number_of(a, &d) || !number_of(b, &e) || d != d || e != e)
		return false;
	*order = (d > e) - (d < e);
	return true;
}

static bool compares(const struct scn__node *want, struct str have)
{
	int order;

	if (!compare_numbers(have, want->arg, &order))
		return false;
	switch (want->form) {
	case SCN_GE:
		return order >= 0;
	case SCN_GT:
		return order > 0;
	case SCN_LE:
		return order <= 0;
	case SCN_LT:
		return order < 0;
	case SCN_LITERAL:
	case SCN_ANY:
	case SCN_ABSENT:
	case SCN_REGEX:
	case SCN_NAME:
		break;
	}
	return false;
}

/* The loader has validated the pattern. A search that exceeds its limit counts as not found. */
static bool matches_regex(struct scn__run *r, struct str pattern, struct str have)
{
	const char *why;
	struct regex *re = regex_new(pattern, &why);
	bool found = re && regex_search(re, have) == REGEX_FOUND;

	if (!re && !why)
		world__broken(r, RELIST_ENOMEM);
	regex_free(re);
	return found;
}

static bool bind_name(struct scn__run *r, struct str name, struct str have)
{
	const struct str *value = world__lookup_name(r, name);

	if (value)
		return str_eq(*value, have);
	return world__bind_name(r, name, have);
}

bool expect__value_fits(struct scn__run *r, const struct scn__node *want, struct str have)
{
	int order;

	switch (want->form) {
	case SCN_ANY:
		return have.ptr != NULL;
	case SCN_ABSENT:
		return !have.ptr;
	case SCN_REGEX:
		return have.ptr && matches_regex(r, want->arg, have);
	case SCN_NAME:
		return have.ptr && bind_name(r, want->arg, have);
	case SCN_LITERAL:
		return str_eq(want->text, have) ||
		       (!want->quoted && compare_numbers(want->text, have, &order) && order == 0);
	case SCN_GE:
	case SCN_GT:
	case SCN_LE:
	case SCN_LT:
		return compares(want, have);
	}
	return false;
}

bool expect__pattern_fits(struct str pattern, struct str text)
{
	return text_glob_fits(pattern, text);
}
