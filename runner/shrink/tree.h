/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h - a scenario's text as a tree of parts that can be left out or replaced.
 *
 * A part is the entry of a map or the item of a list. Writing copies the source where nothing has
 * changed: lines of collections in lines, with the comments above and behind them; the parts of
 * collections in brackets are joined again.
 */
#ifndef RUNNER_SHRINK_TREE_H
#define RUNNER_SHRINK_TREE_H

#include "runner/language/yaml.h"

struct shrink__part {
	const struct scn__node *node;
	struct str key; /* of an entry; an item has none */
	struct shrink__part *parent;
	struct shrink__part **items;
	size_t count;
	unsigned depth;
	size_t start, value, end; /* bytes of the source: key or value, value, behind it */
	bool fixed;		  /* never left out or replaced, nor what is inside */
	bool stays;		  /* never left out; what is inside may be */
	bool closes;		  /* it goes when all that is inside has gone */
	unsigned dropped;	  /* how many have left it out */
	bool gone;		  /* left out, or empty and `closes`: as of the last settling */
	struct str text;	  /* replaces the value; ptr NULL: nothing does */
	size_t at, at_end;	  /* where it was written last; at_end 0: it was not */
};

struct shrink__tree {
	struct str source; /* borrowed */
	struct shrink__part *root;
	struct shrink__part **parts; /* all but the root, parents before children */
	size_t count, cap;
	struct runner__arena arena;
};

/* RELIST_EPARSE with errors; RELIST_ENOMEM. */
int shrink__tree_init(struct shrink__tree *t, struct str source, struct scn__errors *errors);
void shrink__tree_fini(struct shrink__tree *t);

/* The entry of a map, dropped or not; NULL. */
struct shrink__part *shrink__entry(const struct shrink__part *map, const char *key);
/* Works out what has gone by what was dropped; writing does, too. */
void shrink__tree_settle(struct shrink__tree *t);
/* Not gone, nor anything above it. */
bool shrink__is_there(const struct shrink__part *p);
/* The innermost part that a byte of the text written last lies in. */
struct shrink__part *shrink__part_at(const struct shrink__tree *t, size_t at);
/* The bytes of the source, as they were. */
struct str shrink__source_of(const struct shrink__tree *t, const struct shrink__part *p);

/* Writes what is left, and notes where each part went. */
void shrink__tree_write(struct shrink__tree *t, struct strbuf *out);

#endif
