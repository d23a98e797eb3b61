/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/story.h"

#include "base/alloc.h"
#include "runner/report/impl.h"
#include "runner/report/page.h"

void runner__show_init(struct scn__show *s)
{
	*s = (struct scn__show) { 0 };
	runner__arena_init(&s->arena);
}

void runner__show_fini(struct scn__show *s)
{
	base__free(s->items);
	runner__arena_fini(&s->arena);
	*s = (struct scn__show) { 0 };
}

void runner__show_clear(struct scn__show *s)
{
	runner__arena_fini(&s->arena);
	runner__arena_init(&s->arena);
	s->len = 0;
	s->last = NULL;
}

bool runner__show_add(struct scn__show *s, const struct scn__shown *item)
{
	if (s->len == s->cap) {
		size_t cap = s->cap ? 2 * s->cap : 64;
		struct scn__shown *items = base__reallocarray(s->items, cap, sizeof(*items));

		if (!items)
			return false;
		s->items = items;
		s->cap = cap;
	}
	s->items[s->len] = *item;
	s->items[s->len++].text = runner__arena_str(&s->arena, item->text);
	return !s->arena.failed;
}

/* --- the file's lines --- */

static struct str line_at(struct str text, uint32_t number)
{
	for (; number > 1 && text.len; number--) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t len = nl ? (size_t)(nl + 1 - text.ptr) : text.len;

		text.ptr += len;
		text.len -= len;
	}
	if (text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);

		text.len = nl ? (size_t)(nl - text.ptr) : text.len;
	}
	return text;
}

static bool is_blank(struct str line)
{
	size_t i = 0;

	while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\r'))
		i++;
	return i == line.len || line.ptr[i] == '#';
}

static uint32_t line_count(struct str text)
{
	uint32_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n';
	return n + (text.len && text.ptr[text.len - 1] != '\n');
}

/* The line after the step's last line that is not blank. */
static uint32_t end_of(const struct scn__cell *cell, size_t i, struct str text)
{
	uint32_t first = cell->steps[i].pos.line;
	uint32_t end =
	    i + 1 < cell->step_count ? cell->steps[i + 1].pos.line : line_count(text) + 1;

	/* Two steps on one line; top-level keys after the steps. */
	for (uint32_t n = first + 1; n < end; n++) {
		struct str line = line_at(text, n);

		if (!is_blank(line) && line.ptr[0] != ' ' && line.ptr[0] != '-')
			end = n;
	}
	while (end > first + 1 && is_blank(line_at(text, end - 1)))
		end--;
	return end > first ? end : first + 1;
}

/* The verdict of a step: whether it held. */
static const char *verdict_of(const struct scn__show *s, const struct scn__cell *cell, size_t i,
			      const struct runner__result *result)
{
	const struct scn__step *step = &cell->steps[i];
	bool stopped =
	    s->last == step && result->verdict != RUNNER_PASS && i + 1 <= cell->step_count;

	if (!s->last || step->index > s->last->index)
		return "not reached";
	if (stopped && result->line)
		return "fails";
	return step->kind == SCN_EXPECT ? "holds" : NULL;
}

/* --- text --- */

/* Folded text ends in a newline. */
static struct str about_of(const struct scn__cell *cell)
{
	struct str about = cell->scenario->about;

	while (about.len && about.ptr[about.len - 1] == '\n')
		about.len--;
	return about;
}

static void add_events(const struct scn__show *s, const struct scn__step *step, struct strbuf *out)
{
	char at[32];

	for (size_t i = 0; i < s->len; i++) {
		const struct scn__shown *e = &s->items[i];

		if (e->step != step)
			continue;
		runner__time_text(e->at_ns, at, sizeof(at));
		strbuf_addf(out, "        %-9s %-8s", at, e->group);
		runner__add_clean(out, e->text);
		strbuf_addz(out, e->bad ? "   <<\n" : "\n");
	}
}

void runner__show_text(const struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "%s" STR_FMT "%s  seed %llu\n", STR_ARG(cell->scenario->name),
		    cell->name.len ? " [" : "", STR_ARG(cell->name), cell->name.len ? "]" : "",
		    (unsigned long long)result->seed);
	runner__add_clean(out, about_of(cell));
	strbuf_addc(out, '\n');
	for (size_t i = 0; i < cell->step_count; i++) {
		const struct scn__step *step = &cell->steps[i];
		const char *verdict = verdict_of(s, cell, i, result);

		strbuf_addc(out, '\n');
		for (uint32_t n = step->pos.line; n < end_of(cell, i, text); n++) {
			strbuf_addf(out, "%5u ", n);
			runner__add_clean(out, line_at(text, n));
			strbuf_addc(out, '\n');
		}
		add_events(s, step, out);
		if (verdict)
			strbuf_addf(out, "        %s\n", verdict);
	}
	strbuf_addf(out, "\n%s\n", runner__verdict_word(result->verdict));
}

/* --- HTML --- */

static struct runner__page_index *indexes_of(struct scn__show *s, const struct scn__cell *cell,
					     size_t *count)
{
	const struct scn__world *w = &cell->world;
	struct runner__page_index *out;

	*count = 0;
	for (size_t i = 0; i < w->informer_count; i++)
		*count += w->informers[i].index_count;
	out = runner__arena_alloc(&s->arena, (*count + 1) * sizeof(*out));
	if (!out)
		return NULL;
	*count = 0;
	for (size_t i = 0; i < w->informer_count; i++)
		for (size_t k = 0; k < w->informers[i].index_count; k++)
			out[(*count)++] =
			    (struct runner__page_index) { w->informers[i].name,
							  w->informers[i].indexes[k].name,
							  w->informers[i].indexes[k].path };
	return out;
}

bool runner__show_head(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct runner__page_head *head)
{
	struct runner__page_step *steps =
	    runner__arena_alloc(&s->arena, (cell->step_count + 1) * sizeof(*steps));

	*head = (struct runner__page_head) { .title = cell->scenario->name,
					     .about = about_of(cell),
					     .cell = cell->name,
					     .source = text,
					     .seed = result->seed,
					     .verdict = runner__verdict_word(result->verdict),
					     .passed = result->verdict == RUNNER_PASS,
					     .classic = cell->world.classic,
					     .what = result->what,
					     .result = result,
					     .line = result->line,
					     .steps = steps,
					     .step_count = cell->step_count };
	head->indexes = indexes_of(s, cell, &head->index_count);
	if (!steps || !head->indexes)
		return false;
	for (size_t i = 0; i < cell->step_count; i++)
		steps[i] =
		    (struct runner__page_step) { cell->steps[i].pos.line, end_of(cell, i, text),
						 verdict_of(s, cell, i, result) };
	return true;
}

bool runner__show_html(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out)
{
	struct runner__page_head head;

	return runner__show_head(s, cell, text, result, &head) &&
	       runner__page_write(s->page, &head, out);
}
