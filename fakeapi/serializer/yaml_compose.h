/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_compose.h - libyaml's events to its document, for untrusted documents.
 *
 * yaml_parser_load() compares each anchor with all before it and reads a document whole before its
 * depth can be checked. Here anchors are in a map, the last of a name counts (as in goyaml), and
 * nesting beyond the limit ends the reading.
 */
#ifndef FAKEAPI_YAML_COMPOSE_H
#define FAKEAPI_YAML_COMPOSE_H

#include <yaml.h>

#include "base/str.h"

/* Collections in each other; and those in [ ] and { }, all of which libyaml looks at for each
 * token. */
enum { FAKEAPI_YAML_DEPTH_MAX = 1000, FAKEAPI_YAML_FLOW_DEPTH_MAX = 200 };

/* The next document of `parser` into *doc, which is the caller's to delete then; without a node if
 * there is none. -1: nothing to delete, the parser's error says why; if it has none `why` does, and
 * if that is empty it is want of memory. */
int fakeapi__yaml_compose(yaml_parser_t *parser, yaml_document_t *doc, struct strbuf *why);

#endif
