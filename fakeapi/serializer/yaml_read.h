/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_read.h - parses YAML bodies to JSON trees by the rules of sigs.k8s.io/yaml (YAML 1.1
 * scalars). */
#ifndef FAKEAPI_YAML_READ_H
#define FAKEAPI_YAML_READ_H

#include "base/json_tree.h"

/* Parses the first document of `text`; an empty one is null. Expands anchors, aliases and merge
 * keys, and refuses unbounded expansion or nesting. Of duplicate keys the last wins; each is
 * reported to `doubles` (may be NULL) in Go's words, separated by "\n  ". NULL: the error is in
 * `why`, which is empty if out of memory. */
cJSON *fakeapi__yaml_parse(struct str text, struct strbuf *doubles, struct strbuf *why);

/* The same, keeping numbers' texts: JSON_DIGITS_ALL keeps 1.50 and 1e3 as written. */
cJSON *fakeapi__yaml_tree(struct str text, enum json_digits digits, struct strbuf *doubles,
			  struct strbuf *why);

#endif
