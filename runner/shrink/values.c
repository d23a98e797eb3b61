/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - smaller numbers and shorter times, and merged pauses. */
#include <stdio.h>

#include "base/clock.h"
#include "base/text/number.h"
#include "runner/shrink/impl.h"

static bool replace(struct shrink *s, struct shrink__part *p, const char *text)
{
	struct str before = p->text;

	p->text = runner__arena_str(&s->tree.arena, str_of(text));
	if (!p->text.ptr || s->tree.arena.failed) {
		p->text = before;
		s->failed = true;
		return false;
	}
	if (shrink__try(s))
		return true;
	p->text = before;
	return false;
}

static struct str text_of(const struct shrink__part *p)
{
	return p->text.ptr ? p->text : p->node->text;
}

static bool smaller_number(struct shrink *s, struct shrink__part *p, uint64_t n)
{
	char text[32];
	uint64_t low = 1; /* the least untried value */
	bool any = false;

	while (low < n && shrink__goes_on(s)) {
		uint64_t middle = low == 1 ? 1 : low + (n - low) / 2;

		(void)snprintf(text, sizeof(text), "%llu", (unsigned long long)middle);
		if (replace(s, p, text)) {
			n = middle;
			any = true;
		} else {
			low = middle + 1;
		}
	}
	return any;
}

/* Tries round times, the shortest first. */
static bool shorter_time(struct shrink *s, struct shrink__part *p, int64_t ns)
{
	static const char *const times[] = { "1ms", "10ms", "100ms", "1s", "2s",  "5s",	 "10s",
					     "20s", "30s",  "1m",    "2m", "5m",  "10m", "20m",
					     "30m", "1h",   "2h",    "5h", "10h", "24h" };

	for (size_t i = 0; i < ARRAY_LEN(times) && shrink__goes_on(s); i++) {
		int64_t t = 0;

		if (duration_parse(str_of(times[i]), &t, NULL) || t >= ns)
			break;
		if (replace(s, p, times[i]))
			return true;
	}
	return false;
}

bool shrink__values_smaller(struct shrink *s)
{
	bool any = false;

	for (size_t i = 0; i < s->tree.count && shrink__goes_on(s); i++) {
		struct shrink__part *p = s->tree.parts[i];
		struct str text = text_of(p);
		uint64_t n;
		int64_t ns;

		/* 400 is not a smaller 410 */
		if (p->node->kind != SCN_SCALAR || p->node->quoted || p->fixed ||
		    str_eqz(p->key, "status") || !shrink__is_there(p))
			continue;
		if (number_parse(text, 999999999999999, &n))
			any |= smaller_number(s, p, n);
		else if (text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9' &&
			 duration_parse(text, &ns, NULL) == 0)
			any |= shorter_time(s, p, ns);
	}
	return any;
}

bool shrink__merge_pauses(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct shrink__part *before = NULL;
	bool any = false;

	for (size_t i = 0; steps && i < steps->count && shrink__goes_on(s); i++) {
		struct shrink__part *step = steps->items[i];
		struct shrink__part *pause = shrink__entry(step, "advance");
		int64_t one, two;
		char text[32];

		if (step->gone)
			continue;
		if (pause && before && !step->stays && !before->parent->stays &&
		    duration_parse(text_of(before), &one, NULL) == 0 &&
		    duration_parse(text_of(pause), &two, NULL) == 0 && one <= INT64_MAX - two) {
			duration_format(one + two, text, sizeof(text));
			before->parent->dropped++;
			if (replace(s, pause, text))
				any = true;
			else
				before->parent->dropped--;
		}
		before = pause && pause->node->kind == SCN_SCALAR ? pause : NULL;
	}
	return any;
}
