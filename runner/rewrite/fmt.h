/* SPDX-License-Identifier: Apache-2.0 */
/* fmt.h - the canonical form of a scenario file.
 *
 * The source's own lines are moved and edited, never generated from the tree, so comments and blank
 * lines stay where they are. Two passes: items that fit in one line get their short form and keys
 * their canonical spelling; then indentation (two spaces, list items below their key), single
 * spaces, {a: b} and [a, b]. The second pass is checked: what it makes must read as the same tree,
 * else it is an error and nothing is returned.
 *
 * Who may call: the command line, posix/, expect/, lift/ and shrink/. Threads: any; pure, text in,
 * text out. No locks.
 */
#ifndef RUNNER_REWRITE_FMT_H
#define RUNNER_REWRITE_FMT_H

#include "runner/language/scenario.h"

/* 0 with the whole text in `out`; RELIST_EPARSE: it is no YAML that the language knows, see
 * `errors`; RELIST_ENOMEM. */
int scn__fmt(struct str text, struct strbuf *out, struct scn__errors *errors);

#endif
