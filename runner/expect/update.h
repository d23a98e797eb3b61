/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - for --update: edits the scenario's source so that a failed expectation holds. Each
 * kind of section has its own part in its own file. */
#ifndef RUNNER_EXPECT_UPDATE_H
#define RUNNER_EXPECT_UPDATE_H

#include "runner/expect/expect.h"
#include "runner/rewrite/update.h"

struct scnu__update {
	struct scn__run *r;
	struct scn__updates *u;
};

/* The offsets of a node's first byte and of the byte after its last, in the source. */
size_t expect__begin_of(const struct scnu__update *up, const struct scn__node *node);
size_t expect__end_of(const struct scnu__update *up, const struct scn__node *node);
struct str expect__slice(const struct scnu__update *up, size_t from, size_t to);
struct str expect__source_of(const struct scnu__update *up, const struct scn__node *node);
/* The node comes from a constant or a cell's value, so its text also belongs to other places. */
bool expect__is_variable(const struct scnu__update *up, const struct scn__node *node);

/* Appends `text` as a YAML scalar, without quotes if possible. A `string` is quoted if YAML could
 * read it as another type. */
void expect__add_scalar(struct strbuf *out, struct str text, bool string);
void expect__replace_node(struct scnu__update *up, const struct scn__node *node, struct str text);
/* Appends JSON as a YAML flow collection. `external`: values that differ in each run become `any`.
 */
void expect__add_yaml(struct strbuf *out, json_t v, bool external);
/* If the scenario has a name, prefers a name with that value; UIDs are never written. */
struct str expect__name_of(const struct scnu__update *up, const struct scn__node *want,
			   struct str have);
/* Whether both are lists of one length, so that single elements can be replaced. */
bool expect__is_parallel(const struct scn__node *want, json_t have);
/* Replaces every value of the subset that does not hold. */
void expect__replace_subset(struct scnu__update *up, const struct scn__node *want, json_t have);

/* update_added.c: whether the section gets what the program wrote in addition. */
bool expect__adds(const struct scn__run *r, const struct scn__section *s);
/* Adds the members that the program wrote and the section's objects lack. */
void expect__add_written(struct scnu__update *up, const struct scn__section *s);
/* The members that the program wrote, as a subset; "any": none. */
struct str expect__written_text(struct scnu__update *up, const struct scn__key *key, json_t have);

/* "[a, b]" */
void expect__add_keys(struct strbuf *out, const struct inf_strings *keys);
/* Replaces the node by the value `is` if the value does not match. */
/* The value differs between runs, so the update leaves it and reports it. */
void expect__refuse_wobble(struct scnu__update *up, struct scn__pos pos);
void expect__set_if_other(struct scnu__update *up, const struct scn__node *node, struct str is);

/* The text of an actual record with the words of its item; for a new item the shortest text. */
struct str expect__item_line(struct scnu__update *up, const struct scn__pair *p);
/* The item's own text with the actual values. */
struct str expect__item_map(struct scnu__update *up, const struct scn__pair *p);

#endif
