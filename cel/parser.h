/* SPDX-License-Identifier: Apache-2.0 */
/* parser.h - parses a source into a tree and expands macros. */
#ifndef CEL_PARSER_H
#define CEL_PARSER_H

#include "cel/ast.h"
#include "cel/errors.h"
#include "cel/lexer.h"

struct cel__parser {
	struct cel__arena *arena;
	struct cel__errors *errors;
	unsigned libraries;
	struct str source;
	struct cel__token token, ahead;
	unsigned depth;
	bool stopped; /* at the first mistake */
};

/* NULL: a mistake, or out of memory (arena->failed). */
struct cel__node *cel__parse(struct cel__parser *p);
struct cel__node *cel__node(struct cel__parser *p, enum cel__node_kind kind, uint32_t at,
			    uint32_t children);
/* Computes the depth from the children; NULL if the tree is too deep or `n` is NULL. */
struct cel__node *cel__finish(struct cel__parser *p, struct cel__node *n);
/* Records the error and stops. */
void cel__parse_error(struct cel__parser *p, uint32_t at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Expands a call (`n` is a CALL) if it is a macro, else returns `n`. NULL: as above. */
struct cel__node *cel__expand(struct cel__parser *p, struct cel__node *n);

#endif
