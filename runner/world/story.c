/* SPDX-License-Identifier: Apache-2.0 */
/* story.c - all events in order: from the wire through queue and cache to the handlers. The newest
 * few are kept for the last lines of a failure, all of them for `--show`. Events are stored and
 * converted to text only when the text is needed. */
#include "runner/report/page.h"
#include "runner/report/story.h"

#include "base/alloc.h"
#include "runner/language/table.h"
#include "runner/world/world.h"

enum { TAIL = 64, GROUP_WIDTH = 7, TIME_WIDTH = 8, WIRE_WIDTH = 36, NOTE_WIDTH = 80 };

struct entry {
	int64_t at_ns;
	enum scn__story_kind kind;
	const char *group;	      /* "wire", "queue", "store", "notify", ... */
	const struct scn__step *step; /* during which it happened; NULL: before the first */
	const struct scn__rec *rec;   /* for requests, responses, ends, notifications, writes */
	struct str text;	      /* for notes */
	enum trace_kind trace;	      /* for traces, with the members below */
	int64_t n;
	char who[32], key[80], more[80], rv[24];
};

struct scn__story {
	struct entry tail[TAIL]; /* a ring */
	uint64_t tail_end;
	struct scn__list all; /* struct entry: for --show */
};

int world__story_init(struct scn__run *r)
{
	r->story = base__malloc(sizeof(*r->story));
	if (!r->story)
		return RELIST_ENOMEM;
	r->story->tail_end = 0; /* its entries are set when they are used */
	r->story->all = (struct scn__list) { 0 };
	return 0;
}

void world__story_fini(struct scn__run *r)
{
	if (r->story)
		base__free(r->story->all.items);
	base__free(r->story);
	r->story = NULL;
}

static struct entry *next(struct scn__run *r, enum scn__story_kind kind, const char *group)
{
	struct scn__story *story = r->story;
	struct entry *s = &story->tail[story->tail_end % TAIL];

	if (r->failure)
		return NULL; /* later events would displace the relevant ones */
	if (r->opt->show) {
		s = world__alloc(r, sizeof(*s));
		if (!s || !world__push(r, &story->all, s))
			return NULL;
	}
	story->tail_end++;
	s->kind = kind;
	s->group = group;
	s->at_ns = world__now(r);
	s->step = r->step;
	s->rec = NULL;
	s->text = STR("");
	s->who[0] = s->key[0] = s->more[0] = s->rv[0] = 0;
	return s;
}

static void keep(char *to, size_t cap, struct str from)
{
	size_t n = from.len < cap ? from.len : cap - 1;

	if (n)
		memcpy(to, from.ptr, n);
	to[n] = 0;
}

void world__log(struct scn__run *r, struct str line)
{
	struct str *copy = world__alloc(r, sizeof(*copy));

	if (!copy)
		return;
	*copy = line;
	world__push(r, &r->log.list, copy);
	world__note(r, "log", line);
}

static struct runner__page *page_of(const struct scn__run *r)
{
	return r->opt->show && !r->failure ? r->opt->show->page : NULL;
}

static int step_index(const struct scn__run *r)
{
	return r->step ? (int)r->step->index : -1;
}

void world__note(struct scn__run *r, const char *group, struct str text)
{
	if (page_of(r))
		runner__page_note(page_of(r), world__now(r), group, text, step_index(r));
	struct entry *s = next(r, SCN_STORY_NOTE, group);

	if (s)
		s->text = text;
}

void world__story_rec(struct scn__run *r, enum scn__story_kind kind, const struct scn__rec *rec)
{
	struct entry *s = next(r, kind, kind == SCN_STORY_WRITE ? "write" : "wire");

	if (page_of(r) && kind == SCN_STORY_WRITE)
		runner__page_note(page_of(r), world__now(r), "write",
				  world__printf(r, STR_FMT "%s" STR_FMT,
						STR_ARG(world__write_line(r, rec)),
						rec->shown.len ? ", had been sent " : "",
						STR_ARG(rec->shown)),
				  step_index(r));
	if (s)
		s->rec = rec;
}

void world__story_notification(struct scn__run *r, struct str handler, const struct scn__rec *note)
{
	struct entry *s = next(r, SCN_STORY_NOTIFY, "notify");

	if (!s)
		return;
	s->rec = note;
	keep(s->who, sizeof(s->who), handler);
}

void world__story_end(struct scn__run *r, const struct scn__rec *rec, struct str how)
{
	struct entry *s = next(r, SCN_STORY_END, "wire");

	if (!s)
		return;
	s->rec = rec;
	keep(s->more, sizeof(s->more), how);
}

void world__story_server(struct scn__run *r, struct str text)
{
	if (r->opt->show && !page_of(r))
		world__note(r, "server", text);
}

static void print_step(struct scn__run *r)
{
	static const char *const about_server[] = { "model", "connection", "answers", "backends" };
	const struct scn__verb_doc *doc = &scn__verb_docs[r->step->kind];

	for (size_t i = 0; i < ARRAY_LEN(about_server); i++)
		if (strcmp(doc->group, about_server[i]) == 0)
			world__story_server(r, str_of(doc->summary));
}

void world__story_step(struct scn__run *r)
{
	static const enum scn__step_kind reported_elsewhere[] = {
		SCN_EXPECT, SCN_NEVER, SCN_CREATE, SCN_UPDATE, SCN_DELETE, SCN_SETTLE, SCN_ADVANCE,
	};

	for (size_t i = 0; i < ARRAY_LEN(reported_elsewhere); i++)
		if (r->step->kind == reported_elsewhere[i])
			return;
	if (page_of(r))
		runner__page_note(page_of(r), world__now(r), "step",
				  str_of(scn__step_word(r->step->kind)), step_index(r));
	print_step(r);
}

/* With several apiservers, a response names its own; "": unknown. */
static struct str apiserver_of(const struct scn__run *r, const struct trace_event *ev)
{
	if (ev->kind != TRACE_WIRE_RESPONSE || r->cell->world.backend_count < 2)
		return ev->who;
	for (size_t i = r->requests.list.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.list.items[i];

		if (q->wire_id == ev->id)
			return r->cell->world.backends[q->backend];
	}
	return ev->who;
}

void world__story_page(struct scn__run *r, const struct trace_event *ev)
{
	struct trace_event shown = *ev;

	if (!page_of(r))
		return;
	shown.who = apiserver_of(r, ev);
	runner__page_trace(page_of(r), &shown, step_index(r));
}

/* False for events without interest for a reader: counters, and events that another line shows
 * better. */
static bool is_printed(enum trace_kind kind)
{
	switch (kind) {
	case TRACE_WIRE_EVENT:
	case TRACE_WIRE_FRAME:
	case TRACE_REFLECT_BACKOFF:
	case TRACE_REFLECT_ERROR:
	case TRACE_REFLECT_DROP:
	case TRACE_QUEUE_ADD:
	case TRACE_QUEUE_REPLACE:
	case TRACE_QUEUE_RESYNC:
	case TRACE_STORE_SET:
	case TRACE_STORE_DELETE:
	case TRACE_NOTIFY_FAILED:
	case TRACE_SYNCED:
	case TRACE_STOPPED:
		return true;
	case TRACE_WIRE_REQUEST:
	case TRACE_WIRE_RESPONSE:
	case TRACE_WIRE_END:
	case TRACE_WIRE_HANGUP:
	case TRACE_WIRE_RETRY:
	case TRACE_REFLECT_STATE:
	case TRACE_REFLECT_RV:
	case TRACE_QUEUE_POP:
	case TRACE_NOTIFY_ADD:
	case TRACE_NOTIFY_UPDATE:
	case TRACE_NOTIFY_DELETE:
	case TRACE_SIM_STEP:
	case TRACE_SIM_TIME:
	case TRACE_KIND_COUNT:
		break;
	}
	return false;
}

void world__story_trace(struct scn__run *r, const struct trace_event *ev)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct entry *s;

	if (!is_printed(ev->kind) ||
	    (ev->kind == TRACE_QUEUE_ADD &&
	     (str_eqz(ev->text, "ReplacedAll") || str_eqz(ev->text, "Bookmark"))))
		return;
	s = next(r, SCN_STORY_TRACE,
		 ev->kind == TRACE_STORE_SET || ev->kind == TRACE_STORE_DELETE
		     ? "cache"
		     : trace_kind_group(ev->kind));
	if (!s)
		return;
	s->trace = ev->kind;
	s->n = ev->n;
	keep(s->who, sizeof(s->who), ev->who);
	keep(s->key, sizeof(s->key), ev->key);
	keep(s->more, sizeof(s->more), ev->text);
	keep(s->rv, sizeof(s->rv), world__event_rv(ev, &scratch));
}

/* --- text --- */

static void add_trace(const struct entry *s, struct strbuf *out)
{
	char wait[32];

	switch (s->trace) {
	case TRACE_WIRE_EVENT:
		strbuf_addf(out, "<- %s %s%s%s%s%s", s->more, s->who, s->key[0] ? " " : "", s->key,
			    s->rv[0] ? " rv=" : "", s->rv);
		return;
	case TRACE_WIRE_FRAME:
		strbuf_addf(out, "%s (connection %lld)", s->more, (long long)s->n);
		return;
	case TRACE_REFLECT_BACKOFF:
		runner__time_text(s->n, wait, sizeof(wait));
		strbuf_addf(out, "%s waits %s before its next round", s->who, wait);
		return;
	case TRACE_REFLECT_ERROR:
	case TRACE_REFLECT_DROP:
		strbuf_addf(out, "%s: %s", s->who, s->more);
		return;
	case TRACE_QUEUE_ADD:
		strbuf_addf(out, "%s: %s %s", s->who, s->more, s->key);
		return;
	case TRACE_QUEUE_REPLACE:
		strbuf_addf(out, "%s: Replace, %lld object%s at rv=%s", s->who, (long long)s->n,
			    s->n == 1 ? "" : "s", s->more);
		return;
	case TRACE_QUEUE_RESYNC:
		strbuf_addf(out, "%s: Resync", s->who);
		return;
	case TRACE_STORE_SET:
		strbuf_addf(out, "%s: %s rv=%s", s->who, s->key, s->more);
		return;
	case TRACE_STORE_DELETE:
		strbuf_addf(out, "%s: %s is gone, it was rv=%s", s->who, s->key, s->more);
		return;
	case TRACE_NOTIFY_FAILED:
		strbuf_addf(out, "%s: the handler failed", s->who);
		return;
	case TRACE_SYNCED:
		strbuf_addf(out, "%s has synced", s->who);
		return;
	case TRACE_STOPPED:
		strbuf_addf(out, "%s has stopped", s->who);
		return;
	case TRACE_WIRE_REQUEST:
	case TRACE_WIRE_RESPONSE:
	case TRACE_WIRE_END:
	case TRACE_WIRE_HANGUP:
	case TRACE_WIRE_RETRY:
	case TRACE_REFLECT_STATE:
	case TRACE_REFLECT_RV:
	case TRACE_QUEUE_POP:
	case TRACE_NOTIFY_ADD:
	case TRACE_NOTIFY_UPDATE:
	case TRACE_NOTIFY_DELETE:
	case TRACE_SIM_STEP:
	case TRACE_SIM_TIME:
	case TRACE_KIND_COUNT:
		return;
	}
}

static void add_answer(const struct scn__run *r, const struct scn__rec *q, struct strbuf *out)
{
	strbuf_addz(out, "<- ");
	if (q->refused)
		strbuf_addz(out, "refused");
	else if (q->reset)
		strbuf_addz(out, "reset");
	else
		strbuf_addf(out, "%d", q->status);
	/* for a watch it is the version of the first event, which arrives later */
	if (q->answer_rv.len && !q->gone && q->verb != SCN_V_WATCH)
		strbuf_addf(out, "@" STR_FMT, STR_ARG(q->answer_rv));
	if (q->gone && q->status != 410)
		strbuf_addz(out, ", then ERROR 410");
	if (r->cell->world.backend_count > 1)
		strbuf_addf(out, " from " STR_FMT, STR_ARG(r->cell->world.backends[q->backend]));
}

static bool answered_at_once(const struct scn__rec *q)
{
	return q->refused || q->reset || (q->status && q->answered_ns == q->at_ns);
}

/* Returns false if another line shows it. */
static bool add_wire(struct scn__run *r, const struct entry *s, struct strbuf *out)
{
	const struct scn__rec *q = s->rec;
	size_t start = out->len;

	if (s->kind == SCN_STORY_ANSWER && answered_at_once(q))
		return false;
	if (s->kind == SCN_STORY_ANSWER) {
		add_answer(r, q, out);
		strbuf_addz(out, " to ");
		world__request_words(r, q, out);
	} else if (s->kind == SCN_STORY_END) {
		strbuf_addf(out, "<- %s, ends ", s->more);
		world__request_words(r, q, out);
	} else {
		strbuf_addz(out, "-> ");
		world__request_words(r, q, out);
		if (answered_at_once(q)) {
			while (out->len < start + WIRE_WIDTH && !out->failed)
				strbuf_addc(out, ' ');
			strbuf_addc(out, ' ');
			add_answer(r, q, out);
		}
	}
	return true;
}

/* In a failure a long note is cut to a line. */
static void add_note(const struct scn__run *r, struct str text, struct strbuf *out)
{
	size_t len = NOTE_WIDTH - 3;

	if (text.len <= NOTE_WIDTH || r->opt->show) {
		strbuf_adds(out, text);
		return;
	}
	while (len > 0 && ((unsigned char)text.ptr[len] & 0xC0) == 0x80)
		len--; /* not inside a character */
	strbuf_add(out, text.ptr, len);
	strbuf_addz(out, "...");
}

static bool add_story(struct scn__run *r, const struct entry *s, struct strbuf *out)
{
	switch (s->kind) {
	case SCN_STORY_NOTE:
		add_note(r, s->text, out);
		return true;
	case SCN_STORY_REQUEST:
	case SCN_STORY_ANSWER:
	case SCN_STORY_END:
		return add_wire(r, s, out);
	case SCN_STORY_NOTIFY:
		strbuf_addf(out, "%s " STR_FMT, s->who, STR_ARG(world__line_of(r, s->rec)));
		return true;
	case SCN_STORY_WRITE:
		if (s->rec->by)
			strbuf_addf(out, STR_FMT " ", STR_ARG(s->rec->by->name));
		strbuf_adds(out, world__write_line(r, s->rec));
		return true;
	case SCN_STORY_TRACE:
		add_trace(s, out);
		return true;
	}
	return false;
}

/* Adds nothing if another line shows the event. */
static void add_line(struct scn__run *r, const struct entry *s, struct strbuf *out)
{
	size_t start = out->len;
	char at[32];

	runner__time_text(s->at_ns, at, sizeof(at));
	strbuf_addf(out, "%-*s %-*s ", GROUP_WIDTH, s->group, TIME_WIDTH, at);
	if (!add_story(r, s, out)) {
		out->len = start;
		return;
	}
	if (s->rec && s->rec->bad_line && s->kind != SCN_STORY_END)
		strbuf_addf(out, "   << line %u", s->rec->bad_line);
	else if (s->rec && s->rec->bad && s->kind != SCN_STORY_END)
		strbuf_addz(out, "   << not expected");
	while (out->len > start && out->ptr[out->len - 1] == ' ')
		out->len--;
	strbuf_addc(out, '\n');
}

void world__story_tail(struct scn__run *r, struct strbuf *out)
{
	const struct scn__story *story = r->story;
	uint64_t first = story && story->tail_end > TAIL ? story->tail_end - TAIL : 0;

	for (uint64_t i = first; story && i < story->tail_end; i++)
		add_line(r, r->opt->show ? story->all.items[i] : &story->tail[i % TAIL], out);
}

void world__story_show(struct scn__run *r)
{
	runner__show_clear(r->opt->show);
	r->opt->show->last = r->step;
	if (!r->story) /* out of memory: no events */
		return;
	for (size_t i = 0; i < r->story->all.len; i++) {
		const struct entry *s = r->story->all.items[i];
		struct scn__shown shown = { .step = s->step, .at_ns = s->at_ns, .group = s->group };
		AUTO_STRBUF text = STRBUF_INIT;

		if (!add_story(r, s, &text))
			continue;
		shown.text = strbuf_str(&text);
		shown.bad = s->rec && s->kind != SCN_STORY_END && (s->rec->bad || s->rec->bad_line);
		if (!runner__show_add(r->opt->show, &shown)) {
			world__broken(r, RELIST_ENOMEM);
			return;
		}
	}
}
