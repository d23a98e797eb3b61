/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - what the reporters share; each format has a report_*.c of its own. */
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
/* `path:line:column`, as compilers write it; not clean. */
void runner__add_place(const struct runner__case *c, struct strbuf *out);
/* The command that runs this case again. */
void runner__add_rerun(const struct runner__report *r, const struct runner__case *c,
		       struct strbuf *out);
/* What comes from files and servers must not steer a terminal or break a parser: control characters
 * become "?", what is no UTF-8 U+FFFD. */
void runner__add_clean(struct strbuf *out, struct str s);
/* The same, as text of an HTML page or a quoted attribute. */
void runner__add_html(struct strbuf *out, struct str s);
/* Takes the first line off `rest`. */
struct str runner__cut_line(struct str *rest);
void runner__add_indented(struct strbuf *out, struct str text, const char *indent);
struct str runner__last_lines(struct str text, size_t max);

/* page.c */
/* JSON inside a <script>: no "</", no "<!--" can come of it. */
void runner__add_script_text(struct strbuf *out, struct str text);

/* text.c */
/* Expected beside actual, the nearest matches and the difference; plain text, "" if there is none.
 */
void runner__report_proof(const struct runner__result *res, struct strbuf *out);
void runner__text_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out);
void runner__text_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out);

/* tap.c */
void runner__tap_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out);

/* jsonl.c */
void runner__jsonl_case(const struct runner__case *c, struct strbuf *out);
void runner__jsonl_end(const struct runner__report *r, struct strbuf *out);

/* junit.c */
/* Text or attribute. XML 1.0 has no control characters but tab, newline and return, and only UTF-8
 * here: anything else becomes U+FFFD. */
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
