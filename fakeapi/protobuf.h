/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.h - request bodies of application/vnd.kubernetes.protobuf to JSON trees, driven by a
 * generated table of field numbers (tbl/protobuf.h). Read only; answers stay JSON. */
#ifndef FAKEAPI_PROTOBUF_H
#define FAKEAPI_PROTOBUF_H

#include <cjson/cJSON.h>

#include "base/base.h"
#include "fakeapi/status.h"

/* `body`: "k8s\0" + runtime.Unknown. The kind comes from the envelope's TypeMeta. *out is owned by
 * the caller and carries apiVersion and kind. -1: 400 with what is wrong and at which byte. */
int fakeapi__protobuf_decode(struct str body, cJSON **out, struct fakeapi__status *st);

#endif
