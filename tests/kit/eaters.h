/* SPDX-License-Identifier: Apache-2.0 */
/* eaters.h - functions that eat bytes, and very many texts for them: some that are right, each
 * changed in many ways. Of each a checksum is kept of what came of all. */
#ifndef TESTS_EATERS_H
#define TESTS_EATERS_H

#include "tests/kit/fingerprints.h"

struct eater {
	const char *name;
	void (*eat)(struct str text, struct strbuf *out); /* prints what it made of it */
	const char *signs;				  /* that mean something to it */
	const char *const *texts;			  /* to NULL */
	unsigned times;					  /* so often is each changed */
};

void eaters_feed(struct fingerprints *f, const struct eater *eaters, size_t count);

#endif
