/* SPDX-License-Identifier: Apache-2.0 */
/* damage.h - a text of lines with one thing changed: a line that is gone, twice, or behind the
 * next; a number that is one more or less, or a limit; a word that is another word of the text; a
 * byte; an end too early. What comes of it is often still well-formed and means something else. */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include "base/choice.h"
#include "base/str.h"

/* Appends the n-th that a text of that name has. */
void damage(struct str text, const char *name, uint64_t n, struct strbuf *out);
/* Appends the text with some bytes changed: of another text, of `signs`, gone, twice. */
void damage_bytes(struct str text, struct str other, const char *signs, struct choice *c,
		  struct strbuf *out);

#endif
