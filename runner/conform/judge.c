/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c - the rules that map a run's facts to a sign. */
#include "base/text/ascii.h"
#include "runner/conform/conform.h"

#include "base/json_scan.h"

#define X(name, value, meaning) static const double name = value;
CONFORM_LIMITS(X)
#undef X

const char *conform__sign_text(enum conform__sign sign, bool ascii)
{
	static const char *const texts[][2] = {
#define X(name, text, plain, word, meaning) { text, plain },
		CONFORM_SIGNS(X)
#undef X
	};

	return texts[sign][ascii];
}

const char *conform__sign_word(enum conform__sign sign)
{
	static const char *const words[] = {
#define X(name, text, plain, word, meaning) word,
		CONFORM_SIGNS(X)
#undef X
	};

	return words[sign];
}

/* --- names --- */

void conform__row_name(struct conform__row *row, const char *path, struct str about)
{
	const char *slash = strrchr(path, '/');
	const char *p = slash ? slash + 1 : path;
	size_t n = 0, end = 0;

	while (*p == '0')
		p++;
	for (; p[n] && p[n] != '-' && p[n] != '.' && n + 1 < sizeof(row->id); n++)
		row->id[n] = n ? p[n] : ascii_upper(p[n]);
	row->id[n] = 0;
	while (end < about.len && about.ptr[end] != '\n' &&
	       !(about.ptr[end] == '.' && (end + 1 == about.len || about.ptr[end + 1] == ' ')))
		end++;
	(void)snprintf(row->title, sizeof(row->title), "%.*s", (int)end, about.ptr);
	row->path = path;
}

/* --- rules --- */

struct judged {
	const struct scn__facts *f;
	const struct conform__row *row;
	const char *skip;
};

static bool SKIPPED(const struct judged *j)
{
	return j->skip || !j->f->ran || j->f->no_command;
}

static bool PARTIAL_SERVER(const struct judged *j)
{
	return j->row->non_conformant && !j->f->recovered;
}

static bool NEVER_SYNCED(const struct judged *j)
{
	return !j->f->recovered && !j->f->synced;
}

static bool ENDED(const struct judged *j)
{
	return !j->f->recovered && j->f->ended;
}

static bool NEVER_RECOVERED(const struct judged *j)
{
	return !j->f->recovered;
}

static bool GHOST(const struct judged *j)
{
	return j->f->ghost_cached;
}

static bool NO_DELETE(const struct judged *j)
{
	return j->f->delete_not_notified && !j->f->has_cache && !j->f->state_missed;
}

static bool SPINS(const struct judged *j)
{
	return j->f->rate > HOT_RATE;
}

static bool SILENT_DELETE(const struct judged *j)
{
	return j->f->delete_not_notified;
}

static bool TOLD_OTHERWISE(const struct judged *j)
{
	return j->f->unlike_notified;
}

static bool NO_BOOKMARKS(const struct judged *j)
{
	return j->row->bookmarks && j->f->old_rv_gone;
}

static bool IMPATIENT(const struct judged *j)
{
	return !j->f->storm && j->f->retry_after_s > 0 &&
	       j->f->waited_s < RETRY_AFTER * j->f->retry_after_s;
}

static bool ALL_WELL(const struct judged *j)
{
	(void)j;
	return true;
}

static const struct rule {
	const char *name;
	enum conform__sign sign;
	bool (*holds)(const struct judged *j);
} rules[] = {
#define X(name, sign, when) { #name, CONFORM_##sign, name },
	CONFORM_RULES(X)
#undef X
};

/* --- texts --- */

static void add(struct strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(struct strbuf *b, const char *fmt, ...)
{
	va_list ap;

	if (b->len)
		strbuf_addz(b, "; ");
	va_start(ap, fmt);
	strbuf_addvf(b, fmt, ap);
	va_end(ap);
}

static void explain(const struct conform__cell *c, const struct judged *j, struct strbuf *b)
{
	const struct scn__facts *f = j->f;

	if (c->sign == CONFORM_NOT_RUN) {
		strbuf_addz(b, j->skip ? j->skip : "it could not be started");
		if (!j->skip && f->fate[0])
			strbuf_addf(b, ": %s", f->fate);
		return;
	}
	if (!f->recovered) {
		if (f->ended)
			add(b, "it ended: %s", f->fate);
		else if (!f->synced)
			add(b, "never syncs (%.0f s)", f->limit_s);
		else
			add(b, "never recovers (%.0f s)", f->limit_s);
		if (f->missing[0])
			add(b, "missing %s", f->missing);
		if (f->stale[0])
			add(b, "stale %s", f->stale);
	}
	if (f->ghost_cached)
		add(b, "delete lost, the cache keeps it");
	else if (f->delete_not_notified && f->state_missed)
		add(b, "delete not notified; its last state was missed, it was killed before");
	else if (f->delete_not_notified && !f->has_cache)
		add(b, "delete lost (no cache)");
	else if (f->delete_not_notified)
		add(b, "delete not notified (cache right)");
	else if (f->unlike_notified)
		add(b, "notifications differ from cache");
	if (f->storm || f->rate > HOT_RATE)
		add(b, f->rate < 10 ? "%.1f req/s" : "%.0f req/s", f->rate);
	if (f->adds_again)
		add(b, "dup ADD×%llu", (unsigned long long)f->adds_again);
	if (f->backwards)
		add(b, "notified of older versions");
	if (j->row->bookmarks)
		add(b, f->old_rv_gone ? "%s, old RV → 410" : "%s, resumes at the bookmark",
		    f->requests_bookmarks ? "requests bookmarks" : "no bookmarks");
	if (!f->storm && f->retry_after_s > 0 && f->waited_s > 0)
		add(b, "waits %.1f s of %.0f", f->waited_s, f->retry_after_s);
}

void conform__judge(struct conform__cell *cell, const struct conform__row *row, const char *skip)
{
	const struct judged j = { &cell->facts, row, skip };
	AUTO_STRBUF why = STRBUF_INIT;
	size_t i = 0;

	while (!rules[i].holds(&j))
		i++;
	cell->sign = rules[i].sign;
	cell->rule = rules[i].name;
	explain(cell, &j, &why);
	(void)snprintf(cell->why, sizeof(cell->why), "%s", why.ptr);
	cell->done = true;
}

/* --- comparison with an earlier matrix --- */

static enum conform__sign sign_of(json_t word)
{
	size_t i = 0;

	while (i < CONFORM_SIGN_COUNT &&
	       !json_str_eq(word, str_of(conform__sign_word((enum conform__sign)i))))
		i++;
	return (enum conform__sign)i;
}

static json_t cell_of(json_t all, const char *row, const char *subject)
{
	json_t cells = json_get(all, "cells"), cell;
	struct json_iter it;

	json_iter_init(&it, cells);
	while (json_iter_element(&it, &cell))
		if (json_str_eq(json_get(cell, "situation"), str_of(row)) &&
		    json_str_eq(json_get(cell, "subject"), str_of(subject)))
			return cell;
	return (json_t) { NULL, 0 };
}

int conform__compare(const struct conform__matrix *m, struct str json, struct strbuf *out)
{
	json_t all;
	int differ = 0;

	if (!json_valid(json, &all, NULL) || json_kind(json_get(all, "cells")) != JSON_ARRAY)
		return -1;
	for (size_t r = 0; r < m->row_count; r++) {
		for (size_t s = 0; s < m->subject_count; s++) {
			const struct conform__cell *c = &m->cells[r * m->subject_count + s];
			json_t was = cell_of(all, m->rows[r].id, m->subjects[s]);
			enum conform__sign sign = sign_of(json_get(was, "sign"));

			if (sign == CONFORM_SIGN_COUNT || sign == CONFORM_NOT_RUN ||
			    c->sign == CONFORM_NOT_RUN || sign == c->sign)
				continue;
			strbuf_addf(out, "%s %s: %s, was %s%s%s\n", m->rows[r].id, m->subjects[s],
				    conform__sign_word(c->sign), conform__sign_word(sign),
				    c->why[0] ? ": " : "", c->why);
			differ++;
		}
	}
	return differ;
}
