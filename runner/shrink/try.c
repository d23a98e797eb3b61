/* SPDX-License-Identifier: Apache-2.0 */
/* try.c - one candidate: its verdict, the known verdicts, and the best result so far. */
#include "base/map.h"
#include "runner/shrink/impl.h"
#include "runner/shrink/shrink.h"

size_t shrink__step_count(const struct shrink *s)
{
	const struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t n = 0;

	for (size_t i = 0; steps && i < steps->count; i++)
		n += !steps->items[i]->gone;
	return n;
}

void shrink__report_progress(struct shrink *s, bool better)
{
	struct shrink__progress p = { .steps = shrink__step_count(s),
				      .bytes = s->best.len,
				      .tried = s->tried,
				      .failed = s->kept };

	if (s->opt->progress)
		s->opt->progress(s->opt->user, &p);
	if (better && s->opt->better && s->opt->wants_better(s->opt->user)) {
		AUTO_STRBUF text = STRBUF_INIT;

		shrink__final_text(s, &text);
		s->opt->better(s->opt->user, strbuf_str(&text));
	}
}

static void note_verdict(struct shrink *s, const struct shrink__candidate *c)
{
	s->last = c->verdict;
	s->pace = c->pace;
	s->paced_steps = c->paced_steps;
	s->failed |= c->failed;
	if (c->verdict == SHRINK_SAME)
		s->lasted_ns = c->lasted_ns;
	if (c->verdict != SHRINK_SAME || s->out->control != SHRINK_OTHER)
		return;
	shrink__take_waited(s, c->waited_ns);
}

void shrink__note_seen(struct shrink *s, struct str text, enum shrink__verdict verdict)
{
	if (text.len <= SEEN_BYTES_MAX && map_len(&s->seen) < SEEN_MAX &&
	    map_put(&s->seen, text, (void *)(uintptr_t)verdict, NULL))
		s->failed = true;
}

void shrink__take_best(struct shrink *s, struct str text, struct shrink__span place)
{
	s->kept++;
	strbuf_clear(&s->best);
	strbuf_adds(&s->best, text);
	s->best_place = place;
	s->failed |= s->best.failed;
	shrink__remember(s);
}

bool shrink__try(struct shrink *s)
{
	const struct shrink__candidate *judged;
	struct shrink__candidate c;
	struct str text;

	s->last = SHRINK_UNKNOWN;
	shrink__write(s, &c);
	text = strbuf_str(&c.text);
	judged = shrink__ahead_find(s, text);
	/* a verdict counts even if the time is over meanwhile */
	if (!judged && !shrink__goes_on(s)) {
		strbuf_fini(&c.text);
		return false;
	}
	/* the best result itself is not an improvement */
	if (!s->failed && !str_eq(text, strbuf_str(&s->best)))
		s->last = (enum shrink__verdict)(uintptr_t)map_get(&s->seen, text);
	if (s->failed || s->last || str_eq(text, strbuf_str(&s->best))) {
		strbuf_fini(&c.text);
		return false;
	}
	s->tried++;
	c.eager = true;
	if (!judged)
		shrink__judge(&c);
	note_verdict(s, judged ? judged : &c);
	if (s->last == SHRINK_SAME)
		shrink__take_best(s, text, c.place);
	else if (s->last)
		shrink__note_seen(s, text, s->last);
	strbuf_fini(&c.text);
	shrink__report_progress(s, s->last == SHRINK_SAME);
	return s->last == SHRINK_SAME;
}
