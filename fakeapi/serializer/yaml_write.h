/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_write.h - formats JSON bytes for people. Both: 0 or RELIST_ENOMEM. */
#ifndef FAKEAPI_YAML_WRITE_H
#define FAKEAPI_YAML_WRITE_H

#include "base/str.h"

/* Converts JSON to YAML as sigs.k8s.io/yaml prints it (keys sorted). */
int fakeapi__to_yaml(struct str json, struct strbuf *out);
/* Indents JSON by two spaces, for ?pretty=true. */
int fakeapi__to_pretty(struct str json, struct strbuf *out);

#endif
