/* SPDX-License-Identifier: Apache-2.0 */
/* fmt.h - the canonical form of a scenario file.
 *
 * The formatter moves and edits the source's own lines and never generates them from the tree, so
 * comments and blank lines are kept. First pass: items that fit in one line get their short form,
 * and keys their canonical spelling. Second pass: indentation (two spaces, list items below their
 * key), single spaces, {a: b} and [a, b]. The result of the second pass is parsed again. If its
 * tree differs from the source's, an error is returned and no text.
 *
 * Who may call: the command line, posix/, expect/, lift/ and shrink/. Threads: any; pure, text in,
 * text out. No locks. */
#ifndef RUNNER_REWRITE_FMT_H
#define RUNNER_REWRITE_FMT_H

#include "runner/language/scenario.h"

/* Returns 0 with the whole text in `out`; RELIST_EPARSE: the text is not valid YAML of the
 * language, see `errors`; RELIST_ENOMEM. */
int scn__fmt(struct str text, struct strbuf *out, struct scn__errors *errors);

#endif
