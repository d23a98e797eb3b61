/* SPDX-License-Identifier: Apache-2.0 */
/* doc.h - the tables of the language for people and editors.
 *
 * Who may call: the command line. Threads: any; pure. No locks.
 */
#ifndef RUNNER_MANUAL_DOC_H
#define RUNNER_MANUAL_DOC_H

#include "base/str.h"

/* What there is to explain, grouped. */
void scn__explain_all(struct strbuf *out);
/* All words that can be, apart by blanks. */
void scn__explain_words(struct strbuf *out);
/* A verb, a section, an oracle, a part of the file, a concept, or one of the lists. False: nothing
 * is called so; `out` then gets a suggestion or nothing. */
bool scn__explain(struct str topic, struct strbuf *out);

void scn__doc_markdown(struct strbuf *out); /* the tables of docs/scenario-language.md */
void scn__doc_man(struct strbuf *out);	    /* relist-scenario(5), made by `make install` */
void scn__doc_schema(struct strbuf *out);   /* JSON Schema 2020-12 */

#endif
