/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/story.h"

#include "base/alloc.h"
#include "runner/report/impl.h"

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

static bool says_nothing(struct str line)
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

/* Behind the step's last line that says something. */
static uint32_t end_of(const struct scn__cell *cell, size_t i, struct str text)
{
	uint32_t first = cell->steps[i].pos.line;
	uint32_t end =
	    i + 1 < cell->step_count ? cell->steps[i + 1].pos.line : line_count(text) + 1;

	/* Two steps in one line; top-level keys after the steps. */
	for (uint32_t n = first + 1; n < end; n++) {
		struct str line = line_at(text, n);

		if (!says_nothing(line) && line.ptr[0] != ' ' && line.ptr[0] != '-')
			end = n;
	}
	while (end > first + 1 && says_nothing(line_at(text, end - 1)))
		end--;
	return end > first ? end : first + 1;
}

/* What is said of a step itself: whether it held. */
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

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:110em;padding:0 1em;"
    "color:#222;background:#fff}"
    "h1{font-size:1.4em;margin:0}h1 small{color:#777;font-weight:normal}"
    "table{border-collapse:collapse;width:100%;table-layout:fixed}"
    "th{text-align:left;border-bottom:2px solid #888;position:sticky;top:0;background:#fff}"
    "td{vertical-align:top;padding:.1em .4em;overflow-wrap:anywhere;"
    "font:13px/1.4 ui-monospace,monospace;border-left:1px solid #e4e4e4}"
    "td:first-child,th:first-child{width:6em;color:#777;border-left:0}"
    "tr.step td{background:#eef3f8;border-left:0;padding:.4em;color:#222}"
    "tr.step pre{margin:0;white-space:pre-wrap}tr.step i{color:#888;font-style:normal}"
    ".holds{color:#176b2c}.fails,.bad{color:#a11;font-weight:bold}.not{color:#888}"
    "@media(prefers-color-scheme:dark){body,th{background:#181a1c;color:#ddd}"
    "tr.step td{background:#23303c;color:#eee}td{border-color:#333}"
    ".holds{color:#6fcf8a}.fails,.bad{color:#ff8a80}}";

static const char *const columns[] = { "server", "wire", "queue", "cache", "handlers" };

static size_t column_of(const char *group)
{
	static const struct {
		const char *group;
		size_t column;
	} groups[] = {
		{ "wire", 1 }, { "reflect", 1 }, { "queue", 2 },   { "cache", 3 },
		{ "sync", 3 }, { "notify", 4 },	 { "handler", 4 }, { "log", 4 },
	};

	for (size_t i = 0; i < ARRAY_LEN(groups); i++)
		if (strcmp(groups[i].group, group) == 0)
			return groups[i].column;
	return 0; /* what happens to the server, by the scenario or a controller */
}

static void add_step_row(const struct scn__cell *cell, size_t i, struct str text,
			 const char *verdict, struct strbuf *out)
{
	uint32_t first = cell->steps[i].pos.line, end = end_of(cell, i, text);

	strbuf_addf(out, "<tr class=step id=\"l%u\"><td colspan=6><pre>", first);
	for (uint32_t n = first; n < end; n++) {
		strbuf_addf(out, "<i>%4u</i> ", n);
		runner__add_html(out, line_at(text, n));
		strbuf_addc(out, '\n');
	}
	strbuf_addz(out, "</pre>");
	if (verdict)
		strbuf_addf(out, "<span class=\"%s\">%s</span>", verdict, verdict);
	strbuf_addz(out, "</td></tr>\n");
}

static void add_event_rows(const struct scn__show *s, const struct scn__step *step,
			   struct strbuf *out)
{
	char at[32];

	for (size_t i = 0; i < s->len; i++) {
		const struct scn__shown *e = &s->items[i];

		if (e->step != step)
			continue;
		runner__time_text(e->at_ns, at, sizeof(at));
		strbuf_addf(out, "<tr><td>%s</td>", at);
		for (size_t k = 0; k < ARRAY_LEN(columns); k++) {
			strbuf_addz(out,
				    e->bad && k == column_of(e->group) ? "<td class=bad>" : "<td>");
			if (k == column_of(e->group))
				runner__add_html(out, e->text);
			strbuf_addz(out, "</td>");
		}
		strbuf_addz(out, "</tr>\n");
	}
}

void runner__show_html(const struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out)
{
	strbuf_addz(out, "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
			 "<meta name=viewport content=\"width=device-width\"><title>");
	runner__add_html(out, cell->scenario->name);
	strbuf_addf(out, "</title>\n<style>%s</style></head><body>\n<h1>", style);
	runner__add_html(out, cell->scenario->name);
	strbuf_addz(out, " <small>");
	runner__add_html(out, cell->name);
	strbuf_addf(out, " seed %llu</small></h1>\n<p>", (unsigned long long)result->seed);
	runner__add_html(out, about_of(cell));
	strbuf_addz(out, "</p>\n<table><thead><tr><th>time</th>");
	for (size_t i = 0; i < ARRAY_LEN(columns); i++)
		strbuf_addf(out, "<th>%s</th>", columns[i]);
	strbuf_addz(out, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < cell->step_count; i++) {
		add_step_row(cell, i, text, verdict_of(s, cell, i, result), out);
		add_event_rows(s, &cell->steps[i], out);
	}
	strbuf_addf(out, "</tbody></table>\n<p class=\"%s\">%s",
		    result->verdict == RUNNER_PASS ? "holds" : "fails",
		    runner__verdict_word(result->verdict));
	if (result->what[0]) {
		strbuf_addf(out,
			    ", <a href=\"#l%u\">line %u</a>: ", s->last ? s->last->pos.line : 0,
			    result->line);
		runner__add_html(out, str_of(result->what));
	}
	strbuf_addz(out, "</p>\n</body></html>\n");
}
