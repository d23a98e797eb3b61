/* SPDX-License-Identifier: Apache-2.0 */
/* regex_parse.h - the parts of the parser of regular expressions. */
#ifndef BASE_REGEX_PARSE_H
#define BASE_REGEX_PARSE_H

#include "base/regex_program.h"

/* (?i) (?m) (?s) (?U) */
enum { REGEX__FOLD = 1, REGEX__LINES = 2, REGEX__DOT_ALL = 4, REGEX__UNGREEDY = 8 };

struct regex__parser {
	struct regex *re;
	const char *begin, *at, *end;
	const char *why;
	/* Go's error text and the part of the pattern that it quotes; NULL: Go accepts the
	 * pattern. */
	const char *go;
	struct str part;
	bool no_memory;
	bool only_flags; /* the last group had flags only, such as (?i) */
	unsigned flags;
	int depth;
};

/* An escape of one character; p->at after the backslash. */
uint32_t regex__escaped(struct regex__parser *p);
/* p->at after the bracket */
void regex__set(struct regex__parser *p);
/* A set without brackets: . or \d or (p->at at the backslash) \pL. */
void regex__small_set(struct regex__parser *p, char c);
/* Adds an instruction for one character. */
void regex__character(struct regex__parser *p, uint32_t c);
/* Ends parsing. The first error stays: our words, and Go's with the part of the pattern from..to.
 */
void regex__fail(struct regex__parser *p, const char *why, const char *go, const char *from,
		 const char *to);
/* Doubles the capacity of `items`. NULL: out of memory, which is recorded. */
void *regex__grown(struct regex__parser *p, void *items, size_t *cap, size_t size);
/* Makes room for `n` instructions at `at`. */
struct instruction *regex__open_up(struct regex__parser *p, size_t at, size_t n);
/* p->at after the backslash */
void regex__escape(struct regex__parser *p);

#endif
