/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - for --update: instead of failing an expectation, say how its text would have to read.
 * The source, and edits of it. Each kind of section has its own part in its own file. */
#ifndef RUNNER_EXPECT_UPDATE_H
#define RUNNER_EXPECT_UPDATE_H

#include "runner/expect/expect.h"
#include "runner/rewrite/update.h"

struct scnu__update {
	struct scn__run *r;
	struct scn__updates *u;
};

/* Where a node is written, and behind its last character: bytes of the source. */
size_t expect__begin_of(const struct scnu__update *up, const struct scn__node *node);
size_t expect__end_of(const struct scnu__update *up, const struct scn__node *node);
struct str expect__slice(const struct scnu__update *up, size_t from, size_t to);
struct str expect__source_of(const struct scnu__update *up, const struct scn__node *node);
/* A constant or a cell's value stands there: its text is not this expectation's alone. */
bool expect__is_variable(const struct scnu__update *up, const struct scn__node *node);

/* A scalar that reads as that text: plain where it may be. A `string` never as anything else. */
void expect__add_scalar(struct strbuf *out, struct str text, bool string);
void expect__replace_node(struct scnu__update *up, const struct scn__node *node, struct str text);
/* Every value of the subset that does not hold. */
void expect__replace_subset(struct scnu__update *up, const struct scn__node *want, json_t have);

/* "[a, b]" */
void expect__add_keys(struct strbuf *out, const struct inf_strings *keys);
/* Where the value does not fit what the node says, it is to say that value. */
/* It is other in each run: it stays as it is, and that is printed. */
void expect__refuse_wobble(struct scnu__update *up, struct scn__pos pos);
void expect__set_if_other(struct scnu__update *up, const struct scn__node *node, struct str is);

/* What came, with the words that its item has; of a new one as briefly as it can be said. */
struct str expect__item_line(struct scnu__update *up, const struct scn__pair *p);
/* The item's own text with other values. */
struct str expect__item_map(struct scnu__update *up, const struct scn__pair *p);

#endif
