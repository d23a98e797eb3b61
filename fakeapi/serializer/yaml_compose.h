/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_compose.h - makes libyaml's document from its events, for untrusted documents.
 *
 * yaml_parser_load() compares each anchor with all earlier ones, and reads a whole document before
 * its depth can be checked. Here anchors are in a map, the last one with a name counts (as in
 * goyaml), and too deep nesting ends the reading.
 */
#ifndef FAKEAPI_YAML_COMPOSE_H
#define FAKEAPI_YAML_COMPOSE_H

#include <yaml.h>

#include "base/str.h"

/* Limits of nested collections, and of those in [ ] and { }, all of which libyaml examines for each
 * token. */
enum { FAKEAPI_YAML_DEPTH_MAX = 1000, FAKEAPI_YAML_FLOW_DEPTH_MAX = 200 };

/* Reads the next document of `parser` into *doc, which the caller must delete; it has no node if
 * there is none. -1: nothing to delete; the error is in the parser, else in `why`; if both are
 * empty: out of memory. */
int fakeapi__yaml_compose(yaml_parser_t *parser, yaml_document_t *doc, struct strbuf *why);

#endif
