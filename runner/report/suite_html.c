/* SPDX-License-Identifier: Apache-2.0 */
/* suite_html.c - a suite as one HTML file without a script: counts by folder, each failure with its
 * picture and text, flaky cells, every cell. Its Content-Security-Policy allows its own style only;
 * names and texts are escaped. */
#include "runner/report/page.h"
#include "runner/report/suite_impl.h"
#include "runner/report/web.h"

enum { OPEN_MAX = 8, FAILURES_MAX = 2000 };

static void add_text(struct strbuf *out, const char *before, struct str text, const char *behind)
{
	strbuf_addz(out, before);
	runner__add_html(out, text);
	strbuf_addz(out, behind);
}

static const char *class_of(const struct suite__row *row)
{
	if (suite__is_flaky(row))
		return "is-flaky";
	return row->verdict == RUNNER_PASS   ? "is-pass"
	       : row->verdict == RUNNER_SKIP ? "is-skip"
					     : "is-bad";
}

/* --- the page of a failure --- */

static bool leads_up(const char *path)
{
	for (const char *p = path; (p = strstr(p, "..")); p += 2)
		if ((p == path || p[-1] == '/') && (!p[2] || p[2] == '/'))
			return true;
	return false;
}

/* Links to `page` from the file `html`; both paths begin at one folder. Returns false if there is
 * no page. */
static bool add_link(struct strbuf *out, const char *html, const char *page)
{
	size_t common = 0;

	if (!page[0] || (page[0] == '/') != (html[0] == '/') || leads_up(page) || leads_up(html))
		return false;
	for (size_t i = 0; page[i] && page[i] == html[i]; i++)
		if (page[i] == '/')
			common = i + 1;
	strbuf_addz(out, "./");
	for (const char *p = html + common; *p; p++)
		if (*p == '/')
			strbuf_addz(out, "../");
	for (const char *p = page + common; *p;) {
		size_t len = strcspn(p, "/");

		strbuf_add_urlenc(out, (struct str) { p, len });
		p += len;
		if (*p == '/') {
			strbuf_addc(out, '/');
			p++;
		}
	}
	return true;
}

/* --- the sections --- */

static void add_head_cells(const struct suite *s, struct strbuf *out)
{
	strbuf_addz(out, "<tr><th scope=\"col\">folder</th><th scope=\"col\" class=\"count\">cases"
			 "</th>");
	for (int v = 0; v <= RUNNER_BAD_INPUT; v++)
		if (s->counts[v])
			strbuf_addf(out, "<th scope=\"col\" class=\"count\">%s</th>",
				    runner__verdict_text((enum runner__verdict)v));
	if (s->flaky)
		strbuf_addz(out, "<th scope=\"col\" class=\"count\">flaky</th>");
	strbuf_addz(out, "</tr>\n");
}

static void add_count(struct strbuf *out, size_t n, bool bad)
{
	strbuf_addf(out, "<td class=\"count%s\">", n && bad ? " bad" : "");
	if (n)
		strbuf_addf(out, "%zu", n);
	strbuf_addz(out, "</td>");
}

static void add_folders(const struct suite *s, struct strbuf *out)
{
	strbuf_addz(out, "<div class=\"wide\" tabindex=\"0\" role=\"group\" "
			 "aria-label=\"results by folder\"><table>\n");
	add_head_cells(s, out);
	for (const struct suite__folder *f = s->first; f; f = f->next) {
		add_text(out, "<tr><th scope=\"row\">", f->name, "</th>");
		add_count(out, f->rows, false);
		for (int v = 0; v <= RUNNER_BAD_INPUT; v++)
			if (s->counts[v])
				add_count(out, f->counts[v],
					  runner__is_bad((enum runner__verdict)v));
		if (s->flaky)
			add_count(out, f->flaky, true);
		strbuf_addz(out, "</tr>\n");
	}
	strbuf_addz(out, "</table></div>\n");
}

static void add_place(const struct suite__row *row, struct strbuf *out)
{
	AUTO_STRBUF place = STRBUF_INIT;

	runner__add_place(&row->item->c, &place);
	if (row->item->c.cell.len)
		strbuf_addf(&place, " [" STR_FMT "]", STR_ARG(row->item->c.cell));
	add_text(out, "<code>", strbuf_str(&place), "</code>");
	out->failed |= place.failed;
}

static void add_failure(const struct suite__row *row, size_t number, const char *path,
			struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT, command = STRBUF_INIT, link = STRBUF_INIT;
	struct runner__case c = merge__case(row->item, &command);

	strbuf_addf(out, "<details id=\"f%zu\"%s><summary>", number,
		    number <= OPEN_MAX ? " open" : "");
	add_place(row, out);
	strbuf_addf(out, " %s: ", runner__verdict_text(row->verdict));
	add_text(out, "<span class=\"what\">", str_of(c.result.what), "</span></summary>\n");
	suite__add_failure(row, &text);
	strbuf_addz(out, "<pre>");
	for (struct str rest = strbuf_str(&text); rest.len;)
		add_text(out, "", runner__cut_line(&rest), "\n");
	strbuf_addz(out, "</pre>\n");
	if (row->item->picture.len)
		add_text(out,
			 "<div class=\"drawn\" tabindex=\"0\" role=\"group\" "
			 "aria-label=\"picture of the run\">\n",
			 STR(""), "");
	strbuf_adds(out, strbuf_str(&row->item->picture));
	if (row->item->picture.len)
		strbuf_addz(out, "</div>\n");
	if (c.page && add_link(&link, path, c.page))
		add_text(out, "<p><a href=\"", strbuf_str(&link),
			 "\">step through this run</a></p>\n");
	else if (c.page)
		add_text(out, "<p>page: <code>", str_of(c.page), "</code></p>\n");
	strbuf_addz(out, "</details>\n");
	out->failed |= text.failed || command.failed || link.failed;
}

static void add_failures(const struct suite *s, const char *path, struct strbuf *out)
{
	size_t number = 0;

	if (!s->bad)
		return;
	strbuf_addz(out, "<h2>Did not pass</h2>\n");
	for (const struct suite__folder *f = s->first; f; f = f->next)
		for (const struct suite__row *row = f->first; row; row = row->next)
			if (runner__is_bad(row->verdict) && ++number <= FAILURES_MAX)
				add_failure(row, number, path, out);
	if (number > FAILURES_MAX)
		strbuf_addf(out, "<p>and %zu more</p>\n", number - FAILURES_MAX);
}

static void add_flaky_row(const struct suite__row *row, struct strbuf *out)
{
	static const struct runner__report plain = { .format = RUNNER_FORMAT_TEXT };
	AUTO_STRBUF command = STRBUF_INIT, rerun = STRBUF_INIT;
	struct runner__case c = merge__case(row->item, &command);

	strbuf_addz(out, "<tr><td>");
	add_place(row, out);
	strbuf_addf(out, "</td><td class=\"count\">%llu</td><td class=\"count bad\">%llu</td>",
		    (unsigned long long)row->passed, (unsigned long long)row->failed);
	runner__add_rerun(&plain, &c, &rerun);
	add_text(out, "<td><code>", strbuf_str(&rerun), "</code></td></tr>\n");
	out->failed |= command.failed || rerun.failed;
}

static void add_flaky(const struct suite *s, struct strbuf *out)
{
	if (!s->flaky)
		return;
	strbuf_addz(out,
		    "<h2>Flaky: some runs passed, another one did not</h2>\n<div class=\"wide\" "
		    "tabindex=\"0\" role=\"group\" aria-label=\"flaky cases\"><table>\n<tr><th "
		    "scope=\"col\">case</th><th scope=\"col\" class=\"count\">passed</th><th "
		    "scope=\"col\" class=\"count\">failed</th><th scope=\"col\">the failing run"
		    "</th></tr>\n");
	for (const struct suite__folder *f = s->first; f; f = f->next)
		for (const struct suite__row *row = f->first; row; row = row->next)
			if (suite__is_flaky(row))
				add_flaky_row(row, out);
	strbuf_addz(out, "</table></div>\n");
}

/* Adds a file with its cells, which are consecutive rows. */
static const struct suite__row *add_file(const struct suite__row *row, size_t *number,
					 struct strbuf *out)
{
	const char *path = row->item->c.path;

	add_text(out, "<li><code>", str_of(path), "</code>");
	for (; row && strcmp(row->item->c.path, path) == 0; row = row->next) {
		bool linked = runner__is_bad(row->verdict) && ++*number <= FAILURES_MAX;

		strbuf_addf(out, "<span class=\"%s\">", class_of(row));
		if (linked)
			strbuf_addf(out, "<a class=\"%s\" href=\"#f%zu\">", class_of(row), *number);
		strbuf_addf(out, "%s%s", suite__is_flaky(row) ? "flaky, " : "",
			    runner__verdict_text(row->verdict));
		if (row->item->c.cell.len)
			add_text(out, " [", row->item->c.cell, "]");
		strbuf_addz(out, linked ? "</a></span>" : "</span>");
	}
	strbuf_addz(out, "</li>\n");
	return row;
}

static void add_cells(const struct suite *s, struct strbuf *out)
{
	size_t number = 0;

	strbuf_addz(out, "<h2>Every case</h2>\n");
	for (const struct suite__folder *f = s->first; f; f = f->next) {
		add_text(out, "<details><summary>", f->name, "");
		strbuf_addf(out, " (%zu)</summary>\n<ul class=\"cells\">\n", f->rows);
		for (const struct suite__row *row = f->first; row;)
			row = add_file(row, &number, out);
		strbuf_addz(out, "</ul></details>\n");
	}
}

static void add_body(const struct suite *s, const char *lacking, const char *path,
		     struct strbuf *out)
{
	AUTO_STRBUF headline = STRBUF_INIT;
	bool good;

	suite__headline(s, lacking, &good, &headline);
	strbuf_addf(out, "<h1 class=\"%s\">relist: ", good ? "good" : "wrong");
	runner__add_html(out, strbuf_str(&headline));
	strbuf_addz(out, "</h1>\n");
	if (lacking[0])
		add_text(out, "<p class=\"alarm\">Incomplete: ", str_of(lacking), "</p>\n");
	if (s->rows_total) {
		strbuf_addf(out, "<p>%llu run%s</p>\n", (unsigned long long)s->runs,
			    s->runs == 1 ? "" : "s");
		add_folders(s, out);
		add_failures(s, path, out);
		add_flaky(s, out);
		add_cells(s, out);
	}
	out->failed |= headline.failed;
}

bool runner__suite_html(const struct runner__merge *m, const char *lacking, const char *path,
			struct strbuf *out)
{
	AUTO_STRBUF style = STRBUF_INIT;
	struct suite s;
	bool ok;

	suite__init(&s, m);
	strbuf_add(&style, (const char *)web__suite_css, web__suite_css_len);
	strbuf_addz(&style, runner__drawing_style());
	ok = runner__page_begin(strbuf_str(&style), STR("relist: results of a suite"), out);
	strbuf_addz(out, "<body>\n<main>\n");
	add_body(&s, lacking, path, out);
	strbuf_addz(out, "</main>\n</body></html>\n");
	out->failed |= s.failed || style.failed;
	suite__fini(&s);
	return ok && !out->failed;
}
