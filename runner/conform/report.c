/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - writes the matrix in its formats. */
#include "runner/conform/conform.h"

#include "runner/report/impl.h"

static const struct conform__cell *cell_at(const struct conform__matrix *m, size_t row,
					   size_t subject)
{
	return &m->cells[row * m->subject_count + subject];
}

static bool has_time(const struct conform__cell *c)
{
	return c->sign != CONFORM_NOT_RUN && c->facts.recovered;
}

static void add_padded(struct strbuf *out, struct str text, size_t columns)
{
	size_t n = 0;

	strbuf_adds(out, text);
	for (size_t i = 0; i < text.len; i++)
		n += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
	for (; n < columns; n++)
		strbuf_addc(out, ' ');
}

/* --- text --- */

enum { TITLE_COLUMNS = 46 };

/* The first words that fit in a line, at least one; *rest is the remainder. */
static struct str first_line(struct str text, struct str *rest)
{
	size_t end = 0, columns = 0;

	for (size_t i = 0; i <= text.len; i++) {
		if (i == text.len || text.ptr[i] == ' ') {
			if (columns > TITLE_COLUMNS && end)
				break;
			end = i;
		}
		columns += i < text.len && ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
	}
	*rest = (struct str) { text.ptr + end, text.len - end };
	while (rest->len && rest->ptr[0] == ' ')
		*rest = (struct str) { rest->ptr + 1, rest->len - 1 };
	return (struct str) { text.ptr, end };
}

static size_t column_width(const struct conform__matrix *m, size_t subject)
{
	size_t n = strlen(m->subjects[subject]);

	return n > 10 ? n : 10;
}

static void text_row(const struct conform__matrix *m, size_t r, struct strbuf *out)
{
	struct str rest, title = first_line(str_of(m->rows[r].title), &rest);

	strbuf_addf(out, "%-4s ", m->rows[r].id);
	add_padded(out, title, TITLE_COLUMNS);
	for (size_t s = 0; s < m->subject_count; s++) {
		const struct conform__cell *c = cell_at(m, r, s);
		const char *sign = conform__sign_text(c->sign, m->ascii);
		char time[16] = "";

		if (has_time(c))
			(void)snprintf(time, sizeof(time), "%.1f s", c->facts.recovery_s);
		strbuf_addz(out, "  ");
		if (m->ascii) {
			add_padded(out, str_of(sign), 5);
			add_padded(out, str_of(time), column_width(m, s) - 5);
		} else { /* the signs are two columns wide, except the dot */
			strbuf_addz(out, sign);
			strbuf_addz(out, c->sign == CONFORM_NOT_RUN ? "  " : " ");
			add_padded(out, str_of(time), column_width(m, s) - 3);
		}
	}
	strbuf_addc(out, '\n');
	while (rest.len) {
		title = first_line(rest, &rest);
		strbuf_addf(out, "     " STR_FMT "\n", STR_ARG(title));
	}
}

/* Remarks about a subject as a whole: unknown lines, and subjects that fail everywhere. */
static void remarks(const struct conform__matrix *m, size_t s, struct strbuf *out)
{
	const struct conform__cell *odd = NULL;
	uint64_t lines = 0;
	size_t dead = 0, ran = 0;

	for (size_t r = 0; r < m->row_count; r++) {
		const struct conform__cell *c = cell_at(m, r, s);

		ran += c->sign != CONFORM_NOT_RUN;
		dead += c->sign == CONFORM_DEAD;
		lines += c->facts.odd_lines;
		if (!odd && c->facts.odd_lines)
			odd = c;
	}
	if (odd)
		strbuf_addf(out, "%s: %llu line%s not of the contract, the first: %s\n",
			    m->subjects[s], (unsigned long long)lines, lines == 1 ? " is" : "s are",
			    odd->facts.first_odd);
	if (ran && dead == ran)
		strbuf_addf(out,
			    "%s: nothing works; see what it says in one of them: relist run "
			    "--world external --subject 'CMD' %s\n",
			    m->subjects[s], m->rows[0].path);
}

void conform__text(const struct conform__matrix *m, struct strbuf *out)
{
	size_t counts[CONFORM_SIGN_COUNT] = { 0 };

	strbuf_addz(out, "     ");
	add_padded(out, STR("situation"), TITLE_COLUMNS);
	for (size_t s = 0; s < m->subject_count; s++) {
		strbuf_addz(out, "  ");
		add_padded(out, str_of(m->subjects[s]), column_width(m, s));
	}
	strbuf_addc(out, '\n');
	for (size_t r = 0; r < m->row_count; r++)
		text_row(m, r, out);
	strbuf_addc(out, '\n');
	for (size_t r = 0; r < m->row_count; r++) {
		for (size_t s = 0; s < m->subject_count; s++) {
			const struct conform__cell *c = cell_at(m, r, s);

			counts[c->sign]++;
			if (c->sign == CONFORM_RIGHT)
				continue;
			strbuf_addf(out, "%s %s %s: %s\n", conform__sign_text(c->sign, m->ascii),
				    m->rows[r].id, m->subjects[s], c->why);
			if (c->facts.requests[0])
				strbuf_addf(out, "     %s\n", c->facts.requests);
		}
	}
	for (size_t s = 0; s < m->subject_count; s++)
		remarks(m, s, out);
	for (size_t i = 0; i < CONFORM_SIGN_COUNT; i++)
		if (counts[i])
			strbuf_addf(out, "%s%zu %s",
				    i && out->ptr[out->len - 1] != '\n' ? ", " : "", counts[i],
				    conform__sign_word((enum conform__sign)i));
	strbuf_addc(out, '\n');
}

/* --- Markdown --- */

/* Escapes text for a table's cell. */
static void add_markdown(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("|\\`*_<>[]", *text))
			strbuf_addc(out, '\\');
		strbuf_addc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
	}
}

static void markdown_head(const struct conform__matrix *m, struct strbuf *out)
{
	strbuf_addz(out, "| | situation |");
	for (size_t s = 0; s < m->subject_count; s++) {
		strbuf_addc(out, ' ');
		add_markdown(out, m->subjects[s]);
		strbuf_addz(out, " |");
	}
	strbuf_addz(out, "\n|---|---|");
	for (size_t s = 0; s < m->subject_count; s++)
		strbuf_addz(out, "---|");
	strbuf_addc(out, '\n');
}

static void markdown_detail(const struct conform__matrix *m, const struct conform__cell *c,
			    struct strbuf *out)
{
	bool bad = c->sign > CONFORM_CATCH && c->sign != CONFORM_NOT_RUN;

	strbuf_addf(out, " %s%s", bad ? "**" : "", conform__sign_text(c->sign, m->ascii));
	if (has_time(c))
		strbuf_addf(out, " %.1f s", c->facts.recovery_s);
	if (bad)
		strbuf_addz(out, "**");
	if (c->why[0]) {
		strbuf_addc(out, ' ');
		add_markdown(out, c->why);
	}
	if (c->facts.requests[0])
		strbuf_addf(out, " — `%s`", c->facts.requests);
	strbuf_addz(out, " |");
}

void conform__markdown(const struct conform__matrix *m, struct strbuf *out)
{
	if (m->date)
		strbuf_addf(out, "Measured %s.\n\n", m->date);
#define X(name, sign, plain, word, meaning)                                                        \
	strbuf_addf(out, "%s %s; ", m->ascii ? plain : sign, meaning);
	CONFORM_SIGNS(X)
#undef X
	out->len -= 2;
	strbuf_addz(out, ".\n\n");
	for (int detail = 0; detail < 2; detail++) {
		if (detail)
			strbuf_addz(
			    out,
			    "\nWith seconds to recovery and the requests after the fault:\n\n");
		markdown_head(m, out);
		for (size_t r = 0; r < m->row_count; r++) {
			strbuf_addf(out, "| %s | ", m->rows[r].id);
			add_markdown(out, m->rows[r].title);
			strbuf_addz(out, " |");
			for (size_t s = 0; s < m->subject_count; s++) {
				const struct conform__cell *c = cell_at(m, r, s);

				if (detail)
					markdown_detail(m, c, out);
				else
					strbuf_addf(out, " %s |",
						    conform__sign_text(c->sign, m->ascii));
			}
			strbuf_addc(out, '\n');
		}
	}
}

/* --- JSON --- */

static void json_text(struct strbuf *out, const char *name, const char *value)
{
	strbuf_addf(out, ",\"%s\":", name);
	strbuf_add_json(out, str_of(value));
}

static void json_cell(const struct conform__matrix *m, size_t r, size_t s, struct strbuf *out)
{
	const struct conform__cell *c = cell_at(m, r, s);
	const struct scn__facts *f = &c->facts;

	strbuf_addz(out, "\n{\"situation\":");
	strbuf_add_json(out, str_of(m->rows[r].id));
	json_text(out, "subject", m->subjects[s]);
	json_text(out, "sign", conform__sign_word(c->sign));
	json_text(out, "rule", c->rule);
	json_text(out, "why", c->why);
	if (c->sign != CONFORM_NOT_RUN) {
		if (f->recovered)
			strbuf_addf(out, ",\"recoverySeconds\":%.3f", f->recovery_s);
		json_text(out, "requests", f->requests);
		strbuf_addf(out, ",\"requestCount\":%llu,\"requestsPerSecond\":%.1f",
			    (unsigned long long)f->request_count, f->rate);
		strbuf_addf(out, ",\"notifications\":%llu,\"repeatedAdds\":%llu,\"errors\":%llu",
			    (unsigned long long)f->notifications, (unsigned long long)f->adds_again,
			    (unsigned long long)f->errors);
		json_text(out, "lastError", f->last_error);
		json_text(out, "end", f->fate);
		json_text(out, "notChecked",
			  !f->has_notified && !f->has_cache ? "notifications, cache"
			  : !f->has_notified		    ? "notifications"
			  : !f->has_cache		    ? "cache"
							    : "");
	}
	strbuf_addc(out, '}');
}

void conform__json(const struct conform__matrix *m, struct strbuf *out)
{
	strbuf_addz(out, "{\"version\":1");
	if (m->date)
		json_text(out, "date", m->date);
	strbuf_addz(out, ",\"situations\":[");
	for (size_t r = 0; r < m->row_count; r++) {
		strbuf_addf(out, "%s\n{\"id\":", r ? "," : "");
		strbuf_add_json(out, str_of(m->rows[r].id));
		json_text(out, "title", m->rows[r].title);
		json_text(out, "path", m->rows[r].path);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "],\"cells\":[");
	for (size_t r = 0; r < m->row_count; r++) {
		for (size_t s = 0; s < m->subject_count; s++) {
			if (r || s)
				strbuf_addc(out, ',');
			json_cell(m, r, s, out);
		}
	}
	strbuf_addz(out, "]}\n");
}

/* --- HTML --- */

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\">"
    "<title>Informers and situations</title>\n<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em;color:#222;background:#fff}\n"
    "div{overflow-x:auto}table{border-collapse:collapse}\n"
    "th,td{border:1px solid #ccc;padding:.3em .55em;text-align:left;vertical-align:top}\n"
    "thead th{position:sticky;top:0;background:#f4f4f4}\n"
    "td.right{background:#f2faf2}td.catch{background:#fff9e0}td.delete-lost{background:#fde8e8}\n"
    "td.hot-loop{background:#ffe9d6}td.never-recovers{background:#eee}td.not-run{color:#888}\n"
    "summary{cursor:pointer;white-space:nowrap}code{font-size:.85em;overflow-wrap:anywhere}\n"
    "details[open]{max-width:24em}\n"
    "</style></head><body>\n<h1>Informers and situations</h1>\n";

static void html_cell(const struct conform__matrix *m, const struct conform__cell *c,
		      struct strbuf *out)
{
	strbuf_addf(out, "<td class=\"%s\"><details><summary>%s", conform__sign_word(c->sign),
		    conform__sign_text(c->sign, m->ascii));
	if (has_time(c))
		strbuf_addf(out, " %.1f s", c->facts.recovery_s);
	strbuf_addf(out, "</summary>%s", conform__sign_word(c->sign));
	if (c->why[0]) {
		strbuf_addz(out, ": ");
		runner__add_html(out, str_of(c->why));
	}
	if (c->facts.requests[0]) {
		strbuf_addz(out, "<br><code>");
		runner__add_html(out, str_of(c->facts.requests));
		strbuf_addz(out, "</code>");
	}
	if (c->facts.last_error[0]) {
		strbuf_addz(out, "<br>last error: ");
		runner__add_html(out, str_of(c->facts.last_error));
	}
	strbuf_addz(out, "</details></td>");
}

void conform__html(const struct conform__matrix *m, struct strbuf *out)
{
	strbuf_addz(out, page_head);
	strbuf_addz(out, "<p>");
	if (m->date) {
		strbuf_addz(out, "Measured ");
		runner__add_html(out, str_of(m->date));
		strbuf_addz(out, ". ");
	}
#define X(name, sign, plain, word, meaning)                                                        \
	strbuf_addf(out, "%s %s; ", m->ascii ? plain : sign, meaning);
	CONFORM_SIGNS(X)
#undef X
	out->len -= 2;
	strbuf_addz(out, ".</p>\n<div><table><thead><tr><th></th><th>situation</th>");
	for (size_t s = 0; s < m->subject_count; s++) {
		strbuf_addz(out, "<th>");
		runner__add_html(out, str_of(m->subjects[s]));
		strbuf_addz(out, "</th>");
	}
	strbuf_addz(out, "</tr></thead>\n<tbody>\n");
	for (size_t r = 0; r < m->row_count; r++) {
		strbuf_addz(out, "<tr><th>");
		runner__add_html(out, str_of(m->rows[r].id));
		strbuf_addz(out, "</th><td>");
		runner__add_html(out, str_of(m->rows[r].title));
		strbuf_addz(out, "</td>");
		for (size_t s = 0; s < m->subject_count; s++)
			html_cell(m, cell_at(m, r, s), out);
		strbuf_addz(out, "</tr>\n");
	}
	strbuf_addz(out, "</tbody></table></div>\n</body></html>\n");
}
