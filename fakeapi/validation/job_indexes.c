/* SPDX-License-Identifier: Apache-2.0 */
/* job_indexes.c - lists of indexes of a Job, "1-3,5" (pkg/apis/batch/validation). */
#include "fakeapi/meta/go_json.h"
#include "base/text/number.h"
#include "fakeapi/validation/validate_impl.h"

static bool index_of(const char *text, size_t len, double completions, long *index,
		     struct strbuf *why)
{
	struct str digits = { text, len };
	int64_t n;

	if (number_read_signed(digits, &n) != NUMBER_FINE) {
		strbuf_addz(why, "cannot convert string to integer for index: ");
		fakeapi__go_quote(why, digits);
		return false;
	}
	if ((double)n >= completions) {
		strbuf_addz(why, "too large index: ");
		fakeapi__go_quote(why, digits);
		return false;
	}
	*index = (long)n;
	return true;
}

long fakeapi__count_indexes(const char *text, double completions, struct strbuf *why)
{
	long total = 0, last = -1;

	for (const char *p = text; *text;) {
		size_t len = strcspn(p, ",");
		const char *dash = memchr(p, '-', len);
		const char *more =
		    dash ? memchr(dash + 1, '-', (size_t)(p + len - dash - 1)) : NULL;
		long x, y;

		if (more) {
			strbuf_addz(why, "the fragment ");
			fakeapi__go_quote(why, (struct str) { p, len });
			strbuf_addz(why,
				    " violates the requirement that an index interval can have "
				    "at most two parts separated by '-'");
			return 0;
		}
		if (!index_of(p, dash ? (size_t)(dash - p) : len, completions, &x, why))
			return 0;
		y = x;
		if (dash && !index_of(dash + 1, (size_t)(p + len - dash - 1), completions, &y, why))
			return 0;
		if ((dash && x >= y) || (last >= 0 && last >= x)) {
			strbuf_addf(why, "non-increasing order, previous: %ld, current: %ld",
				    dash && x >= y ? x : last, dash && x >= y ? y : x);
			return 0;
		}
		total += y - x + 1;
		last = y;
		if (!p[len])
			break;
		p += len + 1;
	}
	return total;
}

struct interval {
	const char *next; /* NULL: none */
	long x, y;
};

/* Advances to the next range that can be parsed. */
static void next_interval(struct interval *i, double completions)
{
	while (i->next) {
		const char *p = i->next;
		size_t len = strcspn(p, ",");
		const char *dash = memchr(p, '-', len);
		AUTO_STRBUF ignored = STRBUF_INIT;

		i->next = p[len] ? p + len + 1 : NULL;
		if (!index_of(p, dash ? (size_t)(dash - p) : len, completions, &i->x, &ignored))
			continue;
		i->y = i->x;
		if (!dash || (index_of(dash + 1, (size_t)(p + len - dash - 1), completions, &i->y,
				       &ignored) &&
			      i->x < i->y))
			return;
	}
	i->x = -1;
}

long fakeapi__common_index(const char *a, const char *b, double completions)
{
	struct interval i = { *a ? a : NULL, 0, 0 }, k = { *b ? b : NULL, 0, 0 };

	next_interval(&i, completions);
	next_interval(&k, completions);
	while (i.x >= 0 && k.x >= 0) {
		if (i.x <= k.y && k.x <= i.y)
			return i.x > k.x ? i.x : k.x;
		next_interval(i.x <= k.x ? &i : &k, completions);
	}
	return -1;
}
