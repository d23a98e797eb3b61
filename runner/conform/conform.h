/* SPDX-License-Identifier: Apache-2.0 */
/* conform.h - the conformance matrix (situations against subjects): judges each run and writes the
 * matrix as text, Markdown, JSON and HTML. Pure; the rules are data in runner/tbl/conform.h.
 *
 * Who may call: posix/conform.c. Threads: any; pure. No locks. */
#ifndef RUNNER_CONFORM_CONFORM_H
#define RUNNER_CONFORM_CONFORM_H

#include "runner/subject/facts.h"
#include "runner/tbl/conform.h"

enum conform__sign {
#define X(name, sign, ascii, word, meaning) CONFORM_##name,
	CONFORM_SIGNS(X)
#undef X
	    CONFORM_SIGN_COUNT,
};

/* One run. */
struct conform__cell {
	enum conform__sign sign;
	const char *rule; /* "NEVER_SYNCED" */
	struct scn__facts facts;
	char why[SCN_FACT_TEXT_MAX]; /* one line, for people; may be empty */
	bool done;
};

struct conform__row {
	char id[16];	 /* "5b", from the file's name */
	char title[240]; /* first sentence of the scenario's `about` */
	const char *path;
	bool bookmarks, non_conformant; /* set from the scenario's tags */
};

struct conform__matrix {
	const struct conform__row *rows;
	size_t row_count;
	const char *const *subjects; /* names of the subjects */
	size_t subject_count;
	const struct conform__cell *cells; /* row-major */
	const char *date;		   /* "2026-11-22"; NULL: not shown */
	bool ascii;			   /* use signs that every terminal can show */
};

const char *conform__sign_text(enum conform__sign sign, bool ascii); /* "✅", "ok" */
const char *conform__sign_word(enum conform__sign sign);	     /* "right" */

/* Derives the row's id and title from ".../05b-500-on-reconnect.yaml" and the scenario's
 * `about`. */
void conform__row_name(struct conform__row *row, const char *path, struct str about);
/* Sets sign, rule and why from the facts. `skip`: the reason why nothing was run, or NULL. */
void conform__judge(struct conform__cell *cell, const struct conform__row *row, const char *skip);

void conform__text(const struct conform__matrix *m, struct strbuf *out);
void conform__markdown(const struct conform__matrix *m, struct strbuf *out);
void conform__json(const struct conform__matrix *m, struct strbuf *out);
/* One self-contained page. */
void conform__html(const struct conform__matrix *m, struct strbuf *out);

/* Compares with an earlier output of conform__json(): appends one line for each common cell whose
 * sign differs. Returns their number; -1: `json` is not such an output. */
int conform__compare(const struct conform__matrix *m, struct str json, struct strbuf *out);

#endif
