/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h - the file with the choices of a simulated run: written by relist explore, read by
 * relist run --choices. Lines: `relist-choices 1`, `file PATH`, `cell NAME`, `seed N`,
 * `interleave`, `what TEXT`, and `picks 0 2 1 ...`; after the last one every pick is 0. */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include "base/str.h"

struct cli__choices {
	struct strbuf cell; /* "": none */
	uint64_t seed;
	bool interleave; /* the scenario's steps were placed between the simulator's */
	uint32_t *picks;
	size_t count;
};

void cli__choices_fini(struct cli__choices *c);
/* Parses the file's text; `path` is for messages. RELIST_EPARSE with the line; RELIST_ENOMEM. */
int cli__choices_parse(const char *path, struct str text, struct cli__choices *out,
		       struct relist_err *err);
/* Reads and parses the file. RELIST_EPARSE with the line; RELIST_EIO; RELIST_ENOMEM. */
int cli__choices_read(const char *path, struct cli__choices *out, struct relist_err *err);

#endif
