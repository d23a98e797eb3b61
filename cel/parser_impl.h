/* SPDX-License-Identifier: Apache-2.0 */
/* parser_impl.h - parser_tokens.c reads tokens, reports mistakes and makes nodes, parser_operands.c
 * parses literals, names, selections and calls, parser.c operators and conditions. */
#ifndef CEL_PARSER_IMPL_H
#define CEL_PARSER_IMPL_H

#include "cel/parser.h"

#define LITERAL_WORDS                                                                              \
	"'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
/* The expected tokens at the start of an operand, an argument, an element, a key or an index. */
#define OPERAND_WORDS  "{'[', '{', '(', '.', '-', '!', " LITERAL_WORDS
#define ARGUMENT_WORDS "{'[', '{', '(', ')', '.', '-', '!', " LITERAL_WORDS
#define ELEMENT_WORDS  "{'[', ']', '{', '(', '.', ',', '-', '!', '?', " LITERAL_WORDS
#define ENTRY_WORDS    "{'[', '{', '}', '(', '.', ',', '-', '!', '?', " LITERAL_WORDS
#define INDEX_WORDS    "{'[', '{', '(', '.', '-', '!', '?', " LITERAL_WORDS
#define FIELD_WORDS    "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"

/* Children being collected. */
struct cel__children {
	struct cel__node **items;
	bool *optionals;
	struct str *names;
	uint32_t *places; /* of the preceding colons */
	uint32_t count, cap;
	bool any_optional;
};

/* parser_tokens.c */
/* Reads the first token. */
void cel__begin(struct cel__parser *p);
void cel__advance(struct cel__parser *p);
bool cel__is(const struct cel__token *t, const char *punctuation);
/* Whether an operand can start with the token. */
bool cel__begins(const struct cel__token *t);
/* Whether the present token is that punctuation or reserved word. */
bool cel__at(const struct cel__parser *p, const char *punctuation);
/* Likewise, and advances. */
bool cel__take(struct cel__parser *p, const char *punctuation);
/* Reports an extra token, or another than the expected ones. An operator without operands lacks
 * both. */
void cel__unexpected(struct cel__parser *p, const char *expected);
/* Takes the punctuation or reports what was expected. */
bool cel__need(struct cel__parser *p, const char *punctuation, const char *expected);
/* Expects the end of a bracketed list; `comma`: after a comma. */
bool cel__need_end(struct cel__parser *p, const char *punctuation, const char *expected,
		   bool comma);
/* Checks the token after an opening bracket. */
bool cel__need_begin(struct cel__parser *p, const char *expected);

/* parser_operands.c: each returns NULL or false after a mistake, or out of memory. */
bool cel__put(struct cel__parser *p, struct cel__children *c, struct cel__node *n, bool optional,
	      struct str name);
/* Gives the node these children. */
struct cel__node *cel__with(struct cel__parser *p, struct cel__node *n,
			    const struct cel__children *c);
/* A call of an operator's function; `b` may be NULL. */
struct cel__node *cel__call(struct cel__parser *p, const char *name, uint32_t where,
			    struct cel__node *a, struct cel__node *b);
struct cel__node *cel__number(struct cel__parser *p, uint32_t where, bool negative);
struct cel__node *cel__select_or_call(struct cel__parser *p, struct cel__node *target,
				      uint32_t dot);
struct cel__node *cel__member(struct cel__parser *p);

/* parser.c */
struct cel__node *cel__expression(struct cel__parser *p);

#endif
