/* SPDX-License-Identifier: Apache-2.0 */
/* merge_picture.c - draws the runs that did not pass, from the events in the results. */
#include "runner/report/impl.h"
#include "runner/report/merge_impl.h"
#include "runner/report/page.h"

void runner__merge_draw(struct runner__merge *m)
{
	m->draws = true;
}

void merge__picture_begin(struct runner__merge *m)
{
	if (!m->draws)
		return;
	runner__picture_fini(&m->picture);
	m->events = 0;
	m->last_ns = 0;
}

static bool find_kind(struct str group, struct str word, enum trace_kind *out)
{
	for (int i = 0; i < TRACE_KIND_COUNT; i++) {
		*out = (enum trace_kind)i;
		if (str_eqz(group, trace_kind_group(*out)) && str_eqz(word, trace_kind_word(*out)))
			return true;
	}
	return false;
}

static int64_t number(json_t v, const char *name)
{
	int64_t n;

	return json_int64(json_get(v, name), &n) ? n : 0;
}

void merge__picture_event(struct runner__merge *m, json_t event)
{
	static const char *const names[] = { "group", "kind", "who", "key", "text" };
	struct strbuf scratch[ARRAY_LEN(names)];
	struct str texts[ARRAY_LEN(names)];
	struct trace_event ev = { .id = (uint32_t)number(event, "id"),
				  .n = number(event, "n"),
				  .at_ns = number(event, "at_ns") };

	if (!m->draws || m->pictures >= MERGE_PICTURES_MAX)
		return;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		strbuf_init(&scratch[i]);
		texts[i] = json_str(json_get(event, names[i]), &scratch[i]);
		if (!texts[i].ptr)
			texts[i] = STR("");
		m->arena.failed |= scratch[i].failed;
	}
	ev.who = texts[2];
	ev.key = texts[3];
	ev.text = texts[4];
	if (ev.at_ns > m->last_ns)
		m->last_ns = ev.at_ns;
	if (find_kind(texts[0], texts[1], &ev.kind))
		runner__picture_trace(&m->picture, &ev, m->last_ns, m->events++, -1);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		strbuf_fini(&scratch[i]);
}

void merge__picture_end(struct runner__merge *m, struct merge__item *item)
{
	struct runner__page_head head = { .title = item->c.name,
					  .line = item->c.result.line,
					  .verdict = "fails",
					  .what = item->c.result.what,
					  .result = &item->c.result };
	struct runner__drawing d;
	AUTO_STRBUF title = STRBUF_INIT;

	if (!m->draws || !m->events || m->pictures >= MERGE_PICTURES_MAX ||
	    m->picture_bytes >= MERGE_PICTURE_BYTES_MAX || !runner__is_bad(item->c.result.verdict))
		return;
	strbuf_addf(&title, "the run: %s", item->c.result.what);
	runner__picture_draw(&m->picture, &head, &d);
	runner__drawing_inline(&d, strbuf_str(&title), &item->picture);
	runner__drawing_fini(&d);
	m->arena.failed |= title.failed || item->picture.failed || m->picture.failed;
	m->picture_bytes += item->picture.len;
	m->pictures++;
	m->events = 0;
}
