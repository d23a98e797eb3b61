/* SPDX-License-Identifier: Apache-2.0 */
/* hook_kit.h - a fake apiserver whose mutating webhook answers with a patch. */
#ifndef TESTS_HOOK_KIT_H
#define TESTS_HOOK_KIT_H

#include "tests/kit/core_kit.h"

/* The webhook: one patch for each review. */
struct side {
	struct kit kit; /* first */
	uint64_t id;
	struct strbuf review;
	bool open;
	size_t reviews;
	const char *patch;  /* NULL: it denies, with a warning */
	const char *answer; /* instead of these two */
};

/* Serves toys.e.io in two versions as well. */
void side_open(struct side *s);
void side_close(struct side *s);

#endif
