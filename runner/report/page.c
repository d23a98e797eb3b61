/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/page.h"

#include "runner/report/impl.h"

/* Groups of notes; their kind numbers follow those of the trace events. */
static const char *const notes[] = { "model",  "write", "wire",	 "cache", "notify",
				     "oracle", "log",	"crash", "step" };

void runner__page_init(struct runner__page *p)
{
	*p = (struct runner__page) { .count = 0 };
	strbuf_init(&p->events);
	strbuf_init(&p->strings);
	strbuf_init(&p->objects);
	runner__words_init(&p->words);
	runner__picture_init(&p->picture);
	map_init(&p->numbers, MAP_COPY_KEYS);
	map_init(&p->seen, MAP_COPY_KEYS);
}

void runner__page_fini(struct runner__page *p)
{
	strbuf_fini(&p->events);
	strbuf_fini(&p->strings);
	strbuf_fini(&p->objects);
	runner__words_fini(&p->words);
	runner__picture_fini(&p->picture);
	map_fini(&p->numbers);
	map_fini(&p->seen);
}

void runner__add_script_text(struct strbuf *out, struct str text)
{
	AUTO_STRBUF json = STRBUF_INIT;

	strbuf_add_json(&json, text);
	for (size_t i = 0; i < json.len; i++) {
		if (json.ptr[i] == '<')
			strbuf_addz(out, "\\u003c");
		else
			strbuf_addc(out, json.ptr[i]);
	}
	out->failed |= json.failed;
}

static size_t string_number(struct runner__page *p, struct str s)
{
	uintptr_t n = (uintptr_t)map_get(&p->numbers, s);

	if (n)
		return n - 1;
	n = map_len(&p->numbers) + 1;
	if (map_put(&p->numbers, s, (void *)n, NULL))
		p->failed = true;
	strbuf_addz(&p->strings, n > 1 ? ",\n" : "");
	runner__add_script_text(&p->strings, s);
	return n - 1;
}

/* "" has a number that no string has. */
static void add_number(struct runner__page *p, struct str s)
{
	if (s.len)
		strbuf_addf(&p->events, ",%zu", string_number(p, s));
	else
		strbuf_addz(&p->events, ",-1");
}

static void add_object(struct runner__page *p, const struct trace_event *ev)
{
	AUTO_STRBUF name = STRBUF_INIT;
	struct str json = ev->object;
	size_t key, text, object;

	if (!json.len || p->objects.len + p->strings.len > PAGE_BYTES_MAX)
		return;
	strbuf_addf(&name, STR_FMT "@" STR_FMT, STR_ARG(ev->key), STR_ARG(ev->text));
	if (name.failed || map_get(&p->seen, strbuf_str(&name)))
		return;
	if (map_put(&p->seen, strbuf_str(&name), p, NULL))
		p->failed = true;
	if (json.len > PAGE_OBJECT_BYTES_MAX)
		json.len = PAGE_OBJECT_BYTES_MAX;
	object = string_number(p, json); /* each call adds a string */
	text = string_number(p, ev->text);
	key = string_number(p, ev->key);
	strbuf_addf(&p->objects, "%s[%zu,%zu,%zu]", p->objects.len ? ",\n" : "", key, text, object);
}

static void happened_at(struct runner__page *p, int64_t at_ns)
{
	if (at_ns) /* queues do not know the time */
		p->last_ns = at_ns;
}

static void add_event(struct runner__page *p, size_t kind, uint32_t id, int64_t n,
		      const struct str *texts, int step, size_t words)
{
	if (p->count == PAGE_EVENTS_MAX) {
		p->left_out++;
		return;
	}
	strbuf_addf(&p->events, "%s[%lld,%zu,%u,%lld", p->count ? ",\n" : "", (long long)p->last_ns,
		    kind, id, (long long)n);
	for (size_t i = 0; i < 3; i++)
		add_number(p, texts[i]);
	strbuf_addf(&p->events, ",%d,%zu]", step, words);
	p->count++;
}

/* "410 too old resource version: 13 (15)" of a Status. */
static void add_status(json_t status, struct strbuf *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	int64_t code;

	if (!json_int64(json_get(status, "code"), &code))
		return;
	strbuf_addf(out, "%lld " STR_FMT, (long long)code,
		    STR_ARG(json_str(json_get(status, "message"), &scratch)));
}

void runner__page_trace(struct runner__page *p, const struct trace_event *ev, int step)
{
	AUTO_STRBUF key = STRBUF_INIT, scratch = STRBUF_INIT;
	json_t object = { ev->object.ptr, ev->object.len };
	json_t rv = json_path(object, "metadata", "resourceVersion", NULL);
	struct str texts[] = { ev->who, ev->key, ev->text };
	bool on_wire = ev->kind == TRACE_WIRE_EVENT;

	if (on_wire && rv.len) {
		strbuf_addf(&key, STR_FMT " rv=" STR_FMT, STR_ARG(ev->key),
			    STR_ARG(json_str(rv, &scratch)));
		texts[1] = strbuf_str(&key);
	}

	if (on_wire && str_eqz(ev->text, "ERROR")) {
		add_status(object, &key);
		texts[1] = strbuf_str(&key);
	}

	happened_at(p, ev->at_ns);
	runner__picture_trace(&p->picture, ev, p->last_ns, p->count, step);
	add_event(p, (size_t)ev->kind, ev->id, ev->n, texts, step,
		  runner__words_trace(&p->words, ev, p->last_ns, step));
	if (!on_wire)
		add_object(p, ev);
}

void runner__page_note(struct runner__page *p, int64_t at_ns, const char *group, struct str text,
		       int step)
{
	const struct str texts[] = { STR(""), STR(""), text };
	size_t i = 0;

	while (i + 1 < ARRAY_LEN(notes) && strcmp(notes[i], group) != 0)
		i++;
	happened_at(p, at_ns);
	runner__picture_note(&p->picture, group, text, p->last_ns, p->count, step);
	add_event(p, TRACE_KIND_COUNT + i, 0, 0, texts, step,
		  runner__words_note(&p->words, p->last_ns, group, text, step));
}

static void on_event(void *user, const struct trace_event *ev)
{
	runner__page_trace(user, ev, -1);
}

struct trace_sink runner__page_sink(struct runner__page *p)
{
	return (struct trace_sink) { on_event, p };
}

/* --- the model --- */

static void add_member(struct strbuf *out, const char *name, struct str text)
{
	strbuf_addf(out, ",\n\"%s\":", name);
	runner__add_script_text(out, text);
}

static void add_kinds(struct strbuf *out)
{
	strbuf_addz(out, ",\n\"kinds\":[");
	for (int k = 0; k < TRACE_KIND_COUNT; k++)
		strbuf_addf(out, "%s[\"%s\",\"%s\"]", k ? "," : "",
			    trace_kind_group((enum trace_kind)k),
			    trace_kind_word((enum trace_kind)k));
	for (size_t i = 0; i < ARRAY_LEN(notes); i++)
		strbuf_addf(out, ",[\"%s\",\"note\"]", notes[i]);
	strbuf_addc(out, ']');
}

static void add_paragraph(struct strbuf *out, const struct runner__paragraph *p)
{
	strbuf_addc(out, ',');
	runner__add_script_text(out, p ? strbuf_str(&p->what) : STR(""));
	strbuf_addc(out, ',');
	runner__add_script_text(out, p ? strbuf_str(&p->why) : STR(""));
	strbuf_addc(out, ',');
	runner__add_script_text(out, p ? strbuf_str(&p->notice) : STR(""));
}

/* The reasons by row number, and the paragraphs of events without a step. */
static void add_words(const struct runner__words *w, struct strbuf *out)
{
	bool first = true;

	strbuf_addz(out, ",\n\"words\":[");
	for (size_t i = 0; i < runner__word_row_count(); i++) {
		const struct runner__word_row *row = runner__word_row(i);

		strbuf_addz(out, i ? ",\n[" : "[");
		runner__add_script_text(out, str_of(row->why));
		strbuf_addc(out, ',');
		runner__add_script_text(out, str_of(row->notice));
		strbuf_addc(out, ']');
	}
	strbuf_addz(out, "],\n\"story\":[");
	for (size_t i = 0; i < w->len; i++) {
		if (w->items[i].step >= 0)
			continue;
		strbuf_addf(out, "%s[%lld", first ? "" : ",\n", (long long)w->items[i].at_ns);
		add_paragraph(out, &w->items[i]);
		strbuf_addc(out, ']');
		first = false;
	}
	strbuf_addc(out, ']');
}

static void add_indexes(const struct runner__page_head *head, struct strbuf *out)
{
	strbuf_addz(out, ",\n\"indexes\":[");
	for (size_t i = 0; i < head->index_count; i++) {
		strbuf_addz(out, i ? ",[" : "[");
		runner__add_script_text(out, head->indexes[i].informer);
		strbuf_addc(out, ',');
		runner__add_script_text(out, head->indexes[i].name);
		strbuf_addc(out, ',');
		runner__add_script_text(out, head->indexes[i].path);
		strbuf_addc(out, ']');
	}
	strbuf_addc(out, ']');
}

/* Expected beside actual, as `relist run` prints it. */
static void add_proof(const struct runner__result *result, struct strbuf *out)
{
	AUTO_STRBUF proof = STRBUF_INIT;

	if (result && runner__is_bad(result->verdict)) {
		if (result->program[0])
			strbuf_addf(&proof, "the program: %s\n", result->program);
		runner__report_proof(result, &proof);
	}
	add_member(out, "proof", strbuf_str(&proof));
	out->failed |= proof.failed;
}

static void add_picture(const struct runner__picture *p, const struct runner__page_head *head,
			struct strbuf *out)
{
	struct runner__drawing d;

	runner__picture_draw(p, head, &d);
	strbuf_addz(out, ",\n\"picture\":");
	runner__drawing_json(&d, out);
	runner__drawing_fini(&d);
}

void runner__page_model(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out)
{
	runner__words_end(&p->words);
	strbuf_addf(out,
		    "{\"version\":1,\"seed\":\"%llu\",\"classic\":%s,\"passed\":%s,\"line\":%u,"
		    "\"failed\":%lld,\"leftOut\":%zu",
		    (unsigned long long)head->seed, head->classic ? "true" : "false",
		    head->passed ? "true" : "false", head->line,
		    head->passed || !p->count ? -1 : (long long)p->count - 1, p->left_out);
	add_member(out, "title", head->title);
	add_member(out, "about", head->about);
	add_member(out, "cell", head->cell);
	add_member(out, "verdict", str_of(head->verdict));
	add_member(out, "what", str_of(head->what));
	add_proof(head->result, out);
	if (!head->without)
		add_member(out, "source", head->source);
	strbuf_addz(out, ",\n\"steps\":[");
	for (size_t i = 0; i < head->step_count; i++) {
		strbuf_addf(out, "%s[%u,%u,", i ? "," : "", head->steps[i].first,
			    head->steps[i].end);
		runner__add_script_text(out, str_of(head->steps[i].verdict ? head->steps[i].verdict
									   : ""));
		add_paragraph(out, runner__words_of(&p->words, (int)i));
		strbuf_addc(out, ']');
	}
	strbuf_addc(out, ']');
	add_picture(&p->picture, head, out);
	add_indexes(head, out);
	if (!head->without) {
		add_words(&p->words, out);
		add_kinds(out);
	}
	strbuf_addz(out, ",\n\"events\":[");
	strbuf_adds(out, strbuf_str(&p->events));
	strbuf_addz(out, "],\n\"objects\":[");
	strbuf_adds(out, strbuf_str(&p->objects));
	strbuf_addz(out, "],\n\"strings\":[");
	strbuf_adds(out, strbuf_str(&p->strings));
	strbuf_addz(out, "]}");
	out->failed |= p->failed || p->words.failed || p->events.failed || p->objects.failed ||
		       p->strings.failed;
}

struct runner__page_head runner__page_head_of(const struct runner__trace *t, uint64_t seed,
					      const struct runner__result *result)
{
	return (struct runner__page_head) {
		.title = t->name,
		.about = t->about,
		.cell = t->recorded_from,
		.seed = seed,
		.classic = t->classic,
		.verdict = runner__verdict_word(result->verdict),
		.passed = result->verdict == RUNNER_PASS,
		.what = result->what,
		.result = result,
	};
}

/* --- as text --- */

static void add_text_reasons(const char *label, struct str reasons, struct strbuf *out)
{
	while (reasons.len)
		runner__words_add(out, label, runner__cut_line(&reasons));
}

static void add_text_paragraph(const struct runner__paragraph *p, struct strbuf *out)
{
	runner__words_add(out, "", strbuf_str(&p->what));
	add_text_reasons("Why: ", strbuf_str(&p->why), out);
	add_text_reasons("Notice: ", strbuf_str(&p->notice), out);
}

static void add_lines(struct strbuf *out, struct str text, uint32_t first, uint32_t end)
{
	for (uint32_t n = 1; n < end && text.len; n++) {
		struct str line = runner__cut_line(&text);

		if (n < first)
			continue;
		strbuf_addf(out, "%5u ", n);
		runner__add_clean(out, line);
		strbuf_addc(out, '\n');
	}
}

bool runner__page_render(struct runner__page *p, const struct runner__page_head *head,
			 struct strbuf *out)
{
	char at[32];

	runner__words_end(&p->words);
	runner__add_clean(out, head->title);
	if (head->cell.len) {
		strbuf_addz(out, " [");
		runner__add_clean(out, head->cell);
		strbuf_addc(out, ']');
	}
	strbuf_addf(out, "  seed %llu\n", (unsigned long long)head->seed);
	runner__add_indented(out, head->about, "");
	for (size_t i = 0; i < p->words.len; i++) {
		if (p->words.items[i].step >= 0)
			continue;
		runner__time_text(p->words.items[i].at_ns, at, sizeof(at));
		strbuf_addf(out, "\nat %s\n", at);
		add_text_paragraph(&p->words.items[i], out);
	}
	for (size_t i = 0; i < head->step_count; i++) {
		const struct runner__page_step *s = &head->steps[i];
		const struct runner__paragraph *paragraph = runner__words_of(&p->words, (int)i);

		strbuf_addc(out, '\n');
		add_lines(out, head->source, s->first, s->end);
		if (paragraph)
			add_text_paragraph(paragraph, out);
		if (s->verdict && strcmp(s->verdict, "holds") == 0)
			runner__words_add(out, "", STR("What was expected holds."));
		else if (s->verdict)
			runner__words_add(out, "",
					  str_of(strcmp(s->verdict, "fails") == 0
						     ? head->what
						     : "The run did not come to this step."));
	}
	strbuf_addf(out, "\n%s\n", head->verdict);
	return !p->words.failed && !out->failed;
}
