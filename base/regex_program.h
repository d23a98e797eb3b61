/* SPDX-License-Identifier: Apache-2.0 */
/* regex_program.h - the compiled program that regex_parse.c builds and regex.c runs. */
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
	uint32_t x; /* the character; or the index of a set's first range */
	uint32_t n; /* number of ranges of a set */
	bool negated;
	bool fold; /* ignore case */
	int to[2]; /* SPLIT uses both, JUMP the first: relative to the instruction */
};

/* A range of a set: characters; or, depending on `low`, the categories whose bits `high` has, or
 * the script with the number `high`. */
struct range {
	uint32_t low, high;
};

enum { CATEGORIES = 0x200000, NO_CATEGORIES, SCRIPT, NO_SCRIPT };

struct regex {
	struct instruction *program;
	size_t len, cap;
	struct range *ranges;
	size_t range_count, range_cap;
	/* State of a search: the threads by instruction, and the place where each was last
	 * added. */
	uint32_t *now, *next, *stack;
	size_t *begins, *next_begins; /* for regex_find(): where each thread began */
	uint64_t *added;
	size_t work;
};

#endif
