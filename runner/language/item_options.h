/* SPDX-License-Identifier: Apache-2.0 */
/* item_options.h - the options of a stream's entry: one table for both of its forms, the line and
 * the map. */
#ifndef RUNNER_LANGUAGE_ITEM_OPTIONS_H
#define RUNNER_LANGUAGE_ITEM_OPTIONS_H

#include "runner/language/build.h"

/* Sets of verbs. */
#define SCN_VERB(name) (1u << SCN_V_##name)
#define SCN_QUERIES    (SCN_VERB(LIST) | SCN_VERB(WATCH) | SCN_VERB(GET) | SCN_VERB(ANY_REQUEST))
#define SCN_NOTICES    (SCN_VERB(ADD) | SCN_VERB(UPDATE) | SCN_VERB(SYNC) | SCN_VERB(DELETE))
#define SCN_WRITES                                                                                 \
	(SCN_VERB(W_CREATE) | SCN_VERB(W_UPDATE) | SCN_VERB(W_PATCH) | SCN_VERB(W_DELETE) |        \
	 SCN_VERB(W_DELETE_ALL) | SCN_VERB(ANY_WRITE))

/* Sets the item's option `name`, or reports an error. */
void scn__set_option(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
		     struct str name, const struct scn__node *value);
/* Likewise from a word of the line: "name=value", or with `bare` the name alone. */
void scn__read_option(struct scn__build *b, struct scn__item *item, const struct scn__node *line,
		      struct scn__pos pos, struct str name, struct str value, bool bare);
/* Reads the response after "->" or of `answer`. */
void scn__read_answer(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
		      const struct scn__node *node, struct str text);

/* Whether the text needs no quotes in a line, inside brackets and outside. */
bool scn__is_simple(const struct scn__node *node);
/* Appends a map's option as a word of the line. Returns false if only the map can express it. */
bool scn__add_option(const struct scn__entry *e, enum scn__verb verb, struct strbuf *out);

#endif
