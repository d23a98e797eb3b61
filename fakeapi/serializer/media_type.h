/* SPDX-License-Identifier: Apache-2.0 */
/* media_type.h - parses a Content-Type as Go's mime.ParseMediaType does. */
#ifndef FAKEAPI_MEDIA_TYPE_H
#define FAKEAPI_MEDIA_TYPE_H

#include "base/str.h"
#include "fakeapi/meta/status.h"

enum fakeapi__media { FAKEAPI_MEDIA_JSON, FAKEAPI_MEDIA_YAML, FAKEAPI_MEDIA_PROTOBUF };

/* Appends the type in lower case, without parameters, to `out`. False: malformed (a parameter
 * without value, a type that is no token). */
bool fakeapi__media_type_parse(struct str header, struct strbuf *out);
/* The serializer of a Content-Type; no header means JSON. -1: a 415 that lists the supported types,
 * or out of memory. */
int fakeapi__media_of(struct str header, enum fakeapi__media *out, struct fakeapi__status *st);

#endif
