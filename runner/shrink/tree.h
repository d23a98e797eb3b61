/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h - a scenario's text as a tree of parts that can be dropped or replaced.
 *
 * A part is an entry of a map or an item of a list. Unchanged parts are copied from the source:
 * block collections with the comments above and after them. Flow collections are joined again from
 * their parts. */
#ifndef RUNNER_SHRINK_TREE_H
#define RUNNER_SHRINK_TREE_H

#include "runner/language/yaml.h"

struct shrink__part {
	const struct scn__node *node;
	struct str key; /* for an entry; an item has none */
	struct shrink__part *parent;
	struct shrink__part **items;
	size_t count;
	unsigned depth;
	size_t start, value, end; /* offsets in the source: key or value, value, end */
	bool fixed;		  /* never dropped or replaced, nor are its parts */
	bool stays;		  /* never dropped; its parts may be */
	bool closes;		  /* dropped when all its parts are dropped */
	unsigned dropped;	  /* how often it was dropped */
	bool gone;		  /* dropped, or empty and `closes`: set by shrink__tree_settle() */
	struct str text;	  /* replaces the value; ptr NULL: no replacement */
	size_t at, at_end;	  /* position in the last written text; at_end 0: not in it */
};

struct shrink__tree {
	struct str source; /* borrowed */
	struct shrink__part *root;
	struct shrink__part **parts; /* all except the root, parents before children */
	size_t count, cap;
	struct runner__arena arena;
};

/* RELIST_EPARSE with errors; RELIST_ENOMEM. */
int shrink__tree_init(struct shrink__tree *t, struct str source, struct scn__errors *errors);
void shrink__tree_fini(struct shrink__tree *t);

/* The entry of a map, dropped or not; NULL: none. */
struct shrink__part *shrink__entry(const struct shrink__part *map, const char *key);
/* Computes `gone` from `dropped`; writing does so, too. */
void shrink__tree_settle(struct shrink__tree *t);
/* Whether neither the part nor a parent of it is gone. */
bool shrink__is_there(const struct shrink__part *p);
/* The innermost part that contains an offset of the last written text. */
struct shrink__part *shrink__part_at(const struct shrink__tree *t, size_t at);
/* The part's bytes in the source. */
struct str shrink__source_of(const struct shrink__tree *t, const struct shrink__part *p);

/* Writes the remaining parts and records their positions. */
void shrink__tree_write(struct shrink__tree *t, struct strbuf *out);

#endif
