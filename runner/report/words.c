/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/words.h"

#include "base/alloc.h"
#include "runner/language/table.h"
#include "runner/report/impl.h"
#include "runner/tbl/event_words.h"

enum { COLUMNS = 96, INDENT = 8, PIECE_MAX = 160 };

static bool has(struct str s, const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i + len <= s.len; i++)
		if (memcmp(s.ptr + i, word, len) == 0)
			return true;
	return false;
}

static bool fits_watch(const struct trace_event *ev)
{
	return has(ev->text, "watch=true") || has(ev->text, "watch=1");
}

/* "/api/v1/pods", "/apis/g/v/namespaces/d/things" */
static bool is_collection(struct str path)
{
	const char *parts[8];
	size_t lens[8], n = 0, at;

	for (size_t i = 0; i < path.len && n < ARRAY_LEN(parts);) {
		size_t begin = ++i;

		while (i < path.len && path.ptr[i] != '/')
			i++;
		parts[n] = path.ptr + begin;
		lens[n++] = i - begin;
	}
	if (!n || n == ARRAY_LEN(parts))
		return false;
	at = lens[0] == 3 && memcmp(parts[0], "api", 3) == 0	? 2
	     : lens[0] == 4 && memcmp(parts[0], "apis", 4) == 0 ? 3
								: n;
	if (at + 2 < n && lens[at] == 10 && memcmp(parts[at], "namespaces", 10) == 0)
		at += 2;
	return n == at + 1;
}

const char *runner__request_verb(const struct trace_event *ev)
{
	static const char *const methods[] = { "POST", "PUT", "PATCH", "DELETE" };

	for (size_t i = 0; i < ARRAY_LEN(methods); i++)
		if (str_eqz(ev->who, methods[i]))
			return methods[i];
	if (fits_watch(ev))
		return "WATCH";
	return !ev->key.len || ev->key.ptr[0] != '/' || is_collection(ev->key) ? "LIST" : "GET";
}

/* --- choosing a row --- */

/* "resourceVersion=7&..." -> "7"; false if missing. */
static bool version_of(struct str query, struct str *out)
{
	static const char name[] = "resourceVersion=";
	const size_t len = sizeof(name) - 1;

	for (size_t i = 0; i + len <= query.len; i++) {
		size_t end = i + len;

		if ((i && query.ptr[i - 1] != '&') || memcmp(query.ptr + i, name, len) != 0)
			continue;
		while (end < query.len && query.ptr[end] != '&')
			end++;
		*out = (struct str) { query.ptr + i + len, end - i - len };
		return out->len > 0;
	}
	return false;
}

static bool fits_any(const struct trace_event *ev)
{
	(void)ev;
	return true;
}

static bool fits_write(const struct trace_event *ev)
{
	static const char *const reads[] = { "WATCH", "LIST", "GET" };
	const char *verb = runner__request_verb(ev);

	for (size_t i = 0; i < ARRAY_LEN(reads); i++)
		if (strcmp(verb, reads[i]) == 0)
			return false;
	return true;
}

/* Not a collection: one object, discovery, health. */
static bool fits_one(const struct trace_event *ev)
{
	return strcmp(runner__request_verb(ev), "GET") == 0;
}

static bool fits_initial_events(const struct trace_event *ev)
{
	return has(ev->text, "sendInitialEvents=true");
}

static bool fits_next_page(const struct trace_event *ev)
{
	return has(ev->text, "continue=");
}

static bool fits_any_version(const struct trace_event *ev)
{
	struct str version;

	return version_of(ev->text, &version) && str_eqz(version, "0");
}

static bool fits_newest(const struct trace_event *ev)
{
	struct str version;

	return !version_of(ev->text, &version);
}

static bool fits_gone(const struct trace_event *ev)
{
	return ev->n == 410;
}

static bool fits_slow_down(const struct trace_event *ev)
{
	return ev->n == 429;
}

static bool fits_refusal(const struct trace_event *ev)
{
	return ev->n >= 300;
}

static bool fits_bookmark(const struct trace_event *ev)
{
	return str_eqz(ev->text, "BOOKMARK");
}

static bool fits_error(const struct trace_event *ev)
{
	return str_eqz(ev->text, "ERROR");
}

static bool fits_clean(const struct trace_event *ev)
{
	return str_eqz(ev->text, "clean");
}

static bool fits_refused(const struct trace_event *ev)
{
	return str_eqz(ev->text, "refused");
}

static bool fits_expired(const struct trace_event *ev)
{
	return has(ev->text, "too old resource version") || has(ev->text, "410") ||
	       has(ev->text, "xpired");
}

static bool fits_whole_list(const struct trace_event *ev)
{
	return str_eqz(ev->text, "ReplacedAll");
}

static bool fits_queued_bookmark(const struct trace_event *ev)
{
	return str_eqz(ev->text, "Bookmark");
}

static bool fits_queued_resync(const struct trace_event *ev)
{
	return str_eqz(ev->text, "SyncAll");
}

static bool fits_initial(const struct trace_event *ev)
{
	return ev->n == 1;
}

static bool fits_unknown(const struct trace_event *ev)
{
	return ev->n == 1;
}

static bool fits_same(const struct trace_event *ev)
{
	for (size_t i = 0; i + 1 < ev->text.len; i++)
		if (ev->text.ptr[i] == '-' && ev->text.ptr[i + 1] == '>')
			return str_eq((struct str) { ev->text.ptr, i },
				      (struct str) { ev->text.ptr + i + 2, ev->text.len - i - 2 });
	return false;
}

static const struct {
	enum trace_kind kind;
	bool (*fits)(const struct trace_event *ev);
} conditions[] = {
#define X(name, condition, ...) { TRACE_##name, fits_##condition },
	RUNNER_EVENT_WORDS(X)
#undef X
};

static const char *const kind_names[] = {
#define X(name, group, word, text) group "." word,
#include "base/tbl/trace_events.h"
#undef X
};

static const struct runner__word_row rows[] = {
#define X(name, condition, sentence, why, notice) { NULL, (sentence), (why), (notice) },
	RUNNER_EVENT_WORDS(X)
#undef X
#define X(group, sentence, why) { group ".note", (sentence), (why), "" },
	    RUNNER_NOTE_WORDS(X)
#undef X
};

_Static_assert(ARRAY_LEN(rows) <= WORDS_ROWS_MAX, "raise WORDS_ROWS_MAX");

size_t runner__word_row_count(void)
{
	return ARRAY_LEN(rows);
}

const struct runner__word_row *runner__word_row(size_t i)
{
	ASSERT(i < ARRAY_LEN(rows));
	return &rows[i];
}

const char *runner__word_row_kind(size_t i)
{
	return i < ARRAY_LEN(conditions) ? kind_names[conditions[i].kind] : rows[i].name;
}

size_t runner__word_row_of(const struct trace_event *ev)
{
	size_t i = 0;

	while (i + 1 < ARRAY_LEN(conditions) &&
	       (conditions[i].kind != ev->kind || !conditions[i].fits(ev)))
		i++;
	return i;
}

size_t runner__word_row_of_note(const char *group)
{
	size_t len = strlen(group), i = ARRAY_LEN(conditions);

	while (i + 1 < ARRAY_LEN(rows) &&
	       (strncmp(rows[i].name, group, len) != 0 || rows[i].name[len] != '.'))
		i++;
	return i;
}

/* --- paragraphs --- */

void runner__words_init(struct runner__words *w)
{
	memset(w, 0, sizeof(*w));
}

void runner__words_fini(struct runner__words *w)
{
	for (size_t i = 0; i < w->len; i++) {
		strbuf_fini(&w->items[i].what);
		strbuf_fini(&w->items[i].why);
		strbuf_fini(&w->items[i].notice);
	}
	base__free(w->items);
	runner__words_init(w);
}

/* Strings of a run may be long and may contain binary data. */
static void add_piece(struct strbuf *out, struct str s)
{
	bool cut = s.len > PIECE_MAX;

	if (cut) {
		s.len = PIECE_MAX;
		while (s.len && ((unsigned char)s.ptr[s.len] & 0xC0) == 0x80)
			s.len--;
	}
	runner__add_clean(out, s);
	if (cut)
		strbuf_addz(out, "…");
}

static void fill_in(struct strbuf *out, const char *sentence, const struct trace_event *ev)
{
	struct str version;
	char span[32];

	for (const char *p = sentence; *p; p++) {
		if (*p != '%') {
			strbuf_addc(out, *p);
			continue;
		}
		switch (*++p) {
		case 'w':
			add_piece(out, ev->who);
			break;
		case 'k':
			add_piece(out, ev->key);
			break;
		case 't':
			add_piece(out, ev->text);
			break;
		case 'n':
			strbuf_addf(out, "%lld", (long long)ev->n);
			break;
		case 'p':
			strbuf_addz(out, ev->n == 1 ? "" : "s");
			break;
		case 's':
			runner__time_text(ev->n, span, sizeof(span));
			strbuf_addz(out, span);
			break;
		case 'i':
			strbuf_addf(out, "%u", ev->id);
			break;
		case 'v':
			if (version_of(ev->text, &version))
				add_piece(out, version);
			else
				strbuf_addz(out, "\"\"");
			break;
		}
	}
}

static void close_paragraph(struct runner__words *w)
{
	struct strbuf *what;

	if (!w->len)
		return;
	what = &w->items[w->len - 1].what;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (w->alike[i] > WORDS_ALIKE_MAX)
			strbuf_addf(what, " %u more of the kind %s.", w->alike[i] - WORDS_ALIKE_MAX,
				    runner__word_row_kind(i));
		w->alike[i] = 0;
	}
}

static struct runner__paragraph *paragraph(struct runner__words *w, int64_t at_ns, int step)
{
	struct runner__paragraph *last = w->len ? &w->items[w->len - 1] : NULL;

	if (last && last->step == step && (step >= 0 || at_ns - last->at_ns < WORDS_PAUSE_NS))
		return last;
	if (w->len == WORDS_PARAGRAPHS_MAX)
		return NULL;
	close_paragraph(w);
	if (w->len == w->cap) {
		size_t cap = w->cap ? 2 * w->cap : 16;
		struct runner__paragraph *items = base__reallocarray(w->items, cap, sizeof(*items));

		if (!items) {
			w->failed = true;
			return NULL;
		}
		w->items = items;
		w->cap = cap;
	}
	last = &w->items[w->len++];
	*last = (struct runner__paragraph) { .step = step, .at_ns = at_ns };
	strbuf_init(&last->what);
	strbuf_init(&last->why);
	strbuf_init(&last->notice);
	return last;
}

static void add_reason(struct strbuf *out, const char *reason)
{
	if (*reason && out->len)
		strbuf_addc(out, '\n');
	strbuf_addz(out, reason);
}

static void add_event(struct runner__words *w, size_t row, const struct trace_event *ev,
		      int64_t at_ns, int step)
{
	struct runner__paragraph *p;

	if (!*rows[row].sentence)
		return;
	p = paragraph(w, at_ns, step);
	if (!p)
		return;
	if (step < 0)
		p->at_ns = at_ns;
	if (w->alike[row]++ < WORDS_ALIKE_MAX) {
		if (p->what.len)
			strbuf_addc(&p->what, ' ');
		fill_in(&p->what, rows[row].sentence, ev);
	}
	if (!w->explained[row]) {
		add_reason(&p->why, rows[row].why);
		add_reason(&p->notice, rows[row].notice);
		w->explained[row] = true;
	}
	w->failed = w->failed || p->what.failed || p->why.failed || p->notice.failed;
}

size_t runner__words_trace(struct runner__words *w, const struct trace_event *ev, int64_t at_ns,
			   int step)
{
	size_t row = runner__word_row_of(ev);

	add_event(w, row, ev, at_ns, step);
	return row;
}

/* Replaces a step's verb by a description of its effect. */
static struct str meaning_of(struct str word, struct strbuf *out)
{
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		if (!str_eqz(word, scn__verb_docs[i].word))
			continue;
		strbuf_addf(out, "`%s`: %s.", scn__verb_docs[i].word, scn__verb_docs[i].summary);
		return strbuf_str(out);
	}
	return word;
}

size_t runner__words_note(struct runner__words *w, int64_t at_ns, const char *group,
			  struct str text, int step)
{
	size_t row = runner__word_row_of_note(group);
	AUTO_STRBUF meaning = STRBUF_INIT;
	struct trace_event ev = { .at_ns = at_ns, .text = text };

	if (strcmp(group, "step") == 0)
		ev.text = meaning_of(text, &meaning);
	add_event(w, row, &ev, at_ns, step);
	return row;
}

void runner__words_end(struct runner__words *w)
{
	close_paragraph(w);
}

const struct runner__paragraph *runner__words_of(const struct runner__words *w, int step)
{
	for (size_t i = 0; i < w->len; i++)
		if (w->items[i].step == step)
			return &w->items[i];
	return NULL;
}

void runner__words_add(struct strbuf *out, const char *label, struct str text)
{
	size_t column = INDENT + strlen(label);

	strbuf_addf(out, "%*s%s", INDENT, "", label);
	for (size_t i = 0; i < text.len;) {
		size_t end = i;

		while (end < text.len && text.ptr[end] != ' ')
			end++;
		if (column + (end - i) + 1 > COLUMNS && column > INDENT) {
			strbuf_addf(out, "\n%*s", INDENT, "");
			column = INDENT;
		} else if (i) {
			strbuf_addc(out, ' ');
			column++;
		}
		runner__add_clean(out, (struct str) { text.ptr + i, end - i });
		column += end - i;
		i = end + 1;
	}
	strbuf_addc(out, '\n');
}
