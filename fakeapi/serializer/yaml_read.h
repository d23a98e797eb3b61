/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_read.h - YAML bodies to JSON trees by the rules of sigs.k8s.io/yaml (YAML 1.1 scalars). */
#ifndef FAKEAPI_YAML_READ_H
#define FAKEAPI_YAML_READ_H

#include "base/json_tree.h"

/* The first document of `text`; an empty one is null. Anchors, aliases and merge keys are
 * expanded; what grows or nests without end is refused. Doubled keys: the last wins, and each is
 * reported to `doubles` (may be NULL) as Go words it, separated by "\n  ". NULL: `why` says what
 * is wrong, or is empty for want of memory. */
cJSON *fakeapi__yaml_parse(struct str text, struct strbuf *doubles, struct strbuf *why);

/* The same with the numbers' texts: JSON_DIGITS_ALL keeps 1.50 and 1e3 as they were written. */
cJSON *fakeapi__yaml_tree(struct str text, enum json_digits digits, struct strbuf *doubles,
			  struct strbuf *why);

#endif
