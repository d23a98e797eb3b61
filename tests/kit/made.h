/* SPDX-License-Identifier: Apache-2.0 */
/* made.h - what tests make up from a seed, and what import and lift make of it. Of one expression
 * only one part may draw: which one comes first differs between compilers. */
#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include "base/choice.h"
#include "base/str.h"

/* Once in n times. */
bool rarely(struct choice *c, uint32_t n);
const char *any_of(struct choice *c, const char *const *words, size_t count);
/* One of the texts. */
#define ANY(c, ...)                                                                                \
	any_of(c, (const char *const[]) { __VA_ARGS__ },                                           \
	       ARRAY_LEN(((const char *const[]) { __VA_ARGS__ })))

/* Imports the text with options that follow from n; the recording without the version that wrote
 * it, and what was noted, with the error at the end. True: it is a recording, which the reader
 * reads; the test fails if it does not. */
bool import_made(struct str text, uint64_t n, struct strbuf *recording, struct strbuf *printed);
/* Lifts the recording with options that follow from n: notes, the scenario, how its run differs, or
 * the error. True: it is a scenario, which the language reads; the test fails if it does not. */
bool lift_made(struct str recording, uint64_t n, struct strbuf *out);

#endif
