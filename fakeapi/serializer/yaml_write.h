/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_write.h - JSON bytes printed for people. Both: 0 or RELIST_ENOMEM. */
#ifndef FAKEAPI_YAML_WRITE_H
#define FAKEAPI_YAML_WRITE_H

#include "base/str.h"

/* JSON to YAML as sigs.k8s.io/yaml prints it (keys sorted). */
int fakeapi__to_yaml(struct str json, struct strbuf *out);
/* JSON indented by two spaces as ?pretty=true. */
int fakeapi__to_pretty(struct str json, struct strbuf *out);

#endif
