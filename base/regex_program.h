/* SPDX-License-Identifier: Apache-2.0 */
/* regex_program.h - what regex_parse.c makes of a pattern and regex.c runs. */
#ifndef BASE_REGEX_PROGRAM_H
#define BASE_REGEX_PROGRAM_H

#include "base/regex.h"

enum regex_op {
	CHARACTER,
	SET,
	SPLIT,
	JUMP,
	TEXT_START,
	TEXT_END,
	LINE_START,
	LINE_END,
	WORD_EDGE,
	NO_WORD_EDGE,
	MATCH
};

struct instruction {
	enum regex_op op;
	uint32_t x; /* the character; the first range of a set */
	uint32_t n; /* ranges of a set */
	bool negated;
	bool fold; /* letters of either case */
	int to[2]; /* SPLIT both, JUMP the first: relative to the instruction itself */
};

/* Of a set: characters, or (`low` says so) those of the categories in the bits of `high`, or of the
 * script of that number. */
struct range {
	uint32_t low, high;
};

enum { CATEGORIES = 0x200000, NO_CATEGORIES, SCRIPT, NO_SCRIPT };

struct regex {
	struct instruction *program;
	size_t len, cap;
	struct range *ranges;
	size_t range_count, range_cap;
	/* Of a search: threads by instruction; where each was added last. */
	uint32_t *now, *next, *stack;
	size_t *begins, *next_begins; /* of regex_find(): where each thread began */
	uint64_t *added;
	size_t work;
};

#endif
