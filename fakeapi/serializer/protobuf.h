/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.h - application/vnd.kubernetes.protobuf: request bodies to JSON trees, and answers from
 * JSON, both driven by a generated table of field numbers (tbl/protobuf.h). */
#ifndef FAKEAPI_PROTOBUF_H
#define FAKEAPI_PROTOBUF_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/status.h"

/* Whether it begins as one that says its type. */
bool fakeapi__protobuf_begins(struct str body);
/* `body`: "k8s\0" + runtime.Unknown. The kind comes from the envelope's TypeMeta. *out is owned by
 * the caller and carries apiVersion and kind. Fields that the release (of Kubernetes; 0: the
 * default one) does not know are passed over. -1: 400 with what is wrong and at which byte. */
int fakeapi__protobuf_decode(struct str body, unsigned release, cJSON **out,
			     struct fakeapi__status *st);
/* Appends the JSON of such a body, whatever release it is of. False: unknown type, broken, or out
 * of memory; `out` is as it was. */
bool fakeapi__protobuf_json(struct str body, struct strbuf *out);

/* --- protobuf_event.c: what a server has sent ------------------------------------------------ */

/* The bytes of the frame of a watch that begins here; SIZE_MAX: not known yet. */
size_t fakeapi__protobuf_frame_len(struct str bytes);
/* Appends a whole frame as {"type":T,"object":{...}}. False: as of fakeapi__protobuf_json(). */
bool fakeapi__protobuf_event_json(struct str frame, struct strbuf *out);
/* The resourceVersion of the object or list of which this is the beginning; empty: it has none, or
 * the version comes later. */
struct str fakeapi__protobuf_version(struct str head);

/* --- answers; 0 or RELIST_ENOMEM, appending to `out` ---------------------------------------- */

/* Whether objects of this kind (built-in ones, Status, PartialObjectMetadata) can be written. */
bool fakeapi__protobuf_knows(struct str api_version, struct str kind, unsigned release);
/* One object with its envelope; `json` says what it is. */
int fakeapi__protobuf_encode(struct str json, unsigned release, struct strbuf *out);
/* "k8s\0" and runtime.Unknown around a message. */
void fakeapi__protobuf_envelope(struct strbuf *out, struct str api_version, struct str kind,
				struct str message);
/* A list's message, piece by piece: its metadata, then item after item. */
int fakeapi__protobuf_list_meta(struct str json, struct strbuf *out);
int fakeapi__protobuf_list_item(struct str api_version, struct str kind, unsigned release,
				struct str json, struct strbuf *out);
/* What stands before an enveloped object of `object_len` bytes in a watch: the length of the frame
 * and the beginning of its WatchEvent. The number of bytes; 0: out of memory. */
size_t fakeapi__protobuf_frame(const char *type, size_t object_len, char frame[32]);

#endif
