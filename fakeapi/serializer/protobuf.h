/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.h - application/vnd.kubernetes.protobuf: decodes request bodies to JSON trees and
 * encodes responses from JSON, with a generated table of field numbers (tbl/protobuf.h). */
#ifndef FAKEAPI_PROTOBUF_H
#define FAKEAPI_PROTOBUF_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/status.h"

/* True if the body starts with the envelope's magic bytes. */
bool fakeapi__protobuf_begins(struct str body);
/* `body`: "k8s\0" + runtime.Unknown. The kind comes from the envelope's TypeMeta. The caller owns
 * *out, which has apiVersion and kind. Skips fields unknown in the release (of Kubernetes; 0: the
 * default). -1: 400 with the error and its byte offset. */
int fakeapi__protobuf_decode(struct str body, unsigned release, cJSON **out,
			     struct fakeapi__status *st);
/* Appends the JSON of such a body of any release. False: unknown type, malformed, or out of memory;
 * `out` is unchanged. */
bool fakeapi__protobuf_json(struct str body, struct strbuf *out);

/* --- protobuf_event.c: what a server has sent ------------------------------------------------ */

/* The length of the watch frame at the start of `bytes`; SIZE_MAX: not yet known. */
size_t fakeapi__protobuf_frame_len(struct str bytes);
/* Appends a whole frame as {"type":T,"object":{...}}. False: as fakeapi__protobuf_json(). */
bool fakeapi__protobuf_event_json(struct str frame, struct strbuf *out);
/* The resourceVersion of the object or list that starts with `head`; empty: none, or beyond
 * `head`. */
struct str fakeapi__protobuf_version(struct str head);

/* --- responses; 0 or RELIST_ENOMEM, appending to `out` -------------------------------------- */

/* True if objects of this kind (built-in ones, Status, PartialObjectMetadata) can be encoded. */
bool fakeapi__protobuf_knows(struct str api_version, struct str kind, unsigned release);
/* Encodes one object with its envelope; `json` has its kind. */
int fakeapi__protobuf_encode(struct str json, unsigned release, struct strbuf *out);
/* Writes "k8s\0" and runtime.Unknown around a message. */
void fakeapi__protobuf_envelope(struct strbuf *out, struct str api_version, struct str kind,
				struct str message);
/* Encodes a list's message in pieces: its metadata, then item after item. */
int fakeapi__protobuf_list_meta(struct str json, struct strbuf *out);
int fakeapi__protobuf_list_item(struct str api_version, struct str kind, unsigned release,
				struct str json, struct strbuf *out);
/* Writes the prefix of an enveloped object of `object_len` bytes in a watch: the frame's length and
 * the start of its WatchEvent. Returns the number of bytes; 0: out of memory. */
size_t fakeapi__protobuf_frame(const char *type, size_t object_len, char frame[32]);

#endif
