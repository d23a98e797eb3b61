/* SPDX-License-Identifier: Apache-2.0 */
/* nodes.h - the values of a scenario: scalars, lists and maps with their places in the file. */
#ifndef RUNNER_LANGUAGE_NODES_H
#define RUNNER_LANGUAGE_NODES_H

#include "base/str.h"
#include "runner/language/keys.h"

enum scn__node_kind { SCN_SCALAR, SCN_LIST, SCN_MAP };

/* The form of a scalar in a comparison. In bodies only LITERAL and NAME have a meaning. */
enum scn__form {
	SCN_LITERAL, /* equal */
	SCN_ANY,     /* present, with any value */
	SCN_ABSENT,  /* absent */
	SCN_GE,	     /* a number >= .arg */
	SCN_GT,
	SCN_LE,
	SCN_LT,
	SCN_REGEX, /* base/regex.h, .arg without the slashes, found anywhere in the value */
	SCN_NAME,  /* .arg without the $: bound on first use, compared later */
};

struct scn__node {
	enum scn__node_kind kind;
	enum scn__form form;
	bool quoted; /* written as a string: never a number, boolean or null */
	bool block;  /* LIST, MAP: written in lines, not in brackets; SCALAR: after | or > */
	struct scn__pos pos, end; /* end: after the last character */
	struct str text;	  /* SCALAR: as in the file */
	struct str arg;		  /* SCALAR: the part after the form's sign */
	size_t count;
	const struct scn__node *items;	  /* LIST */
	const struct scn__entry *entries; /* MAP, in the order of the file */
};

struct scn__entry {
	struct str key;
	struct scn__pos pos; /* of the key */
	const struct scn__node *value;
};

/* Returns the value that a run has bound to $name; NULL: not bound. */
typedef const struct str *scn__lookup(void *user, struct str name);

/* The value of `key`, or NULL. */
const struct scn__node *scn__get(const struct scn__node *map, const char *key);
/* Appends the tree as JSON; plain scalars by YAML 1.2's core schema. NAMEs become strings by
 * `lookup` (may be NULL), or "$name" if not bound. */
void scn__node_json(const struct scn__node *node, scn__lookup *lookup, void *user,
		    struct strbuf *out);
/* Appends a scalar's text for a comparison: the literal, or the form. */
void scn__node_text(const struct scn__node *node, struct strbuf *out);

#endif
