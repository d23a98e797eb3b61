/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.h - parses a YAML document into a tree with lines and columns.
 *
 * A strict subset: one document, UTF-8, no tabs in indentation, no tags, anchors, aliases or merge
 * keys; plain keys, each only once. A syntax error of libyaml ends the parse; violations of the
 * subset are all reported. */
#ifndef RUNNER_LANGUAGE_YAML_H
#define RUNNER_LANGUAGE_YAML_H

#include "runner/language/scenario.h"

/* Returns NULL after an error (or if out of memory: errors->failed). The tree is allocated in
 * `arena` and borrows nothing from `text`. A returned tree may have errors as well. */
const struct scn__node *scn__yaml_read(struct runner__arena *arena, struct str text,
				       struct scn__errors *errors);

/* Sets form and arg from the text. */
void scn__node_classify(struct scn__node *node);
/* [A-Za-z_][-A-Za-z0-9_]*: a name after $. */
bool scn__is_variable(struct str s);

/* Adds an error (or warning) unless the same exists at that position. */
void scn__error(struct scn__errors *e, struct scn__pos pos, bool warning, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void scn__errors_sort(struct scn__errors *e);

#endif
