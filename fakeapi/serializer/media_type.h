/* SPDX-License-Identifier: Apache-2.0 */
/* media_type.h - what a Content-Type says a body is: Go's mime.ParseMediaType. */
#ifndef FAKEAPI_MEDIA_TYPE_H
#define FAKEAPI_MEDIA_TYPE_H

#include "base/str.h"
#include "fakeapi/meta/status.h"

enum fakeapi__media { FAKEAPI_MEDIA_JSON, FAKEAPI_MEDIA_YAML, FAKEAPI_MEDIA_PROTOBUF };

/* The type in lower case, without its parameters, appended to `out`. False: it is malformed (a
 * parameter without value, a type that is no token). */
bool fakeapi__media_type_parse(struct str header, struct strbuf *out);
/* What the serializers take; no header at all is JSON. -1: the 415 that lists them, or no memory.
 */
int fakeapi__media_of(struct str header, enum fakeapi__media *out, struct fakeapi__status *st);

#endif
