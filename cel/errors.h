/* SPDX-License-Identifier: Apache-2.0 */
/* errors.h - errors in a source with their positions, in cel-go's words. */
#ifndef CEL_ERRORS_H
#define CEL_ERRORS_H

#include "base/str.h"
#include "cel/arena.h"

struct cel__mistake {
	uint32_t at; /* byte offset in the source */
	struct str text;
	struct cel__mistake *next;
};

struct cel__errors {
	struct cel__arena *arena;
	struct str source;
	struct cel__mistake *first; /* sorted by position */
	unsigned count;
};

void cel__errors_init(struct cel__errors *e, struct cel__arena *arena, struct str source);
void cel__mistake(struct cel__errors *e, uint32_t at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Appends all mistakes: "ERROR: <input>:1:5: text", the line and a caret below it. */
void cel__errors_write(struct strbuf *out, const struct cel__errors *e);

#endif
