/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.h - a YAML document as a tree that knows its lines and columns.
 *
 * A strict subset: one document, UTF-8, no tabs in indentation, no tags, anchors, aliases or merge
 * keys, plain keys, each once. What libyaml cannot read ends in one error; what the subset forbids
 * is reported all at once.
 */
#ifndef RUNNER_LANGUAGE_YAML_H
#define RUNNER_LANGUAGE_YAML_H

#include "runner/language/scenario.h"

/* NULL: an error was added (or memory is short: errors->failed). The tree lives in `arena` and
 * borrows nothing of `text`. There may be errors beside a tree. */
const struct scn__node *scn__yaml_read(struct runner__arena *arena, struct str text,
				       struct scn__errors *errors);

/* Sets form and arg by the text. */
void scn__node_classify(struct scn__node *node);

/* Adds an error (or warning) unless the same stands there already. */
void scn__error(struct scn__errors *e, struct scn__pos pos, bool warning, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void scn__errors_sort(struct scn__errors *e);

#endif
