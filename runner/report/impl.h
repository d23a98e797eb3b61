/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shared by the reporters; each format has a file of its own. */
#ifndef RUNNER_REPORT_IMPL_H
#define RUNNER_REPORT_IMPL_H

#include "runner/report/report.h"

enum { RUNNER_TAIL_LINES = 24 };

/* "failed", "could not be read", ... Static. */
const char *runner__verdict_text(enum runner__verdict v);

static inline bool runner__is_bad(enum runner__verdict v)
{
	return v != RUNNER_PASS && v != RUNNER_SKIP;
}

/* pieces.c */
/* `path:line:column`, as compilers write it; the path is not escaped. */
void runner__add_place(const struct runner__case *c, struct strbuf *out);
/* The command that reruns this case. */
void runner__add_rerun(const struct runner__report *r, const struct runner__case *c,
		       struct strbuf *out);
/* Appends text from a file or server so that it cannot steer a terminal or break a parser: control
 * characters become "?", bytes that are not UTF-8 become U+FFFD. */
void runner__add_clean(struct strbuf *out, struct str s);
/* Like runner__add_clean(), for the text of an HTML page or a quoted attribute. */
void runner__add_html(struct strbuf *out, struct str s);
/* Removes the first line from `rest` and returns it. */
struct str runner__cut_line(struct str *rest);
void runner__add_indented(struct strbuf *out, struct str text, const char *indent);
struct str runner__last_lines(struct str text, size_t max);

/* page.c */
/* Escapes JSON for a <script> element: the output contains no "</" and no "<!--". */
void runner__add_script_text(struct strbuf *out, struct str text);

/* text.c */
/* Expected beside actual, the nearest matches and the difference; plain text, "" if there is
 * none. */
void runner__report_proof(const struct runner__result *res, struct strbuf *out);
void runner__text_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out);
void runner__text_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out);

/* tap.c */
void runner__tap_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out);

/* jsonl.c */
void runner__jsonl_case(const struct runner__case *c, struct strbuf *out);
void runner__jsonl_end(const struct runner__report *r, struct strbuf *out);

/* junit.c */
/* Escapes text or an attribute. XML 1.0 allows no control characters except tab, newline and
 * return; these, and bytes that are not UTF-8, become U+FFFD. */
void runner__add_xml(struct strbuf *out, struct str s);
void runner__junit_begin(struct strbuf *out);
void runner__junit_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out);
void runner__junit_end(const struct runner__report *r, int64_t wall_ns, struct strbuf *out);

/* github.c */
void runner__github_case(struct runner__report *r, const struct runner__case *c,
			 struct strbuf *out);

/* gitlab.c */
void runner__gitlab_case(struct runner__report *r, const struct runner__case *c,
			 struct strbuf *out);

#endif
