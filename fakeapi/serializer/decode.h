/* SPDX-License-Identifier: Apache-2.0 */
/* decode.h - decodes request bodies to trees: JSON, YAML and protobuf, as strictly as the client
 * requests. The folder serializer/ is apimachinery's runtime/serializer: bytes to trees (this
 * header, protobuf.h, yaml_read.h) and JSON to other bytes (protobuf.h, yaml_write.h).
 *
 * Who may call: any folder that reads or writes a body. Threads: any; pure.
 */
#ifndef FAKEAPI_DECODE_H
#define FAKEAPI_DECODE_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

enum fakeapi__field_validation { FAKEAPI_FV_IGNORE, FAKEAPI_FV_WARN, FAKEAPI_FV_STRICT };

/* Decodes a request body of JSON, YAML or protobuf (`content_type`). Checks apiVersion and kind
 * against `res`, and unknown or duplicate fields by `fv`; appends warnings to `warnings`, one per
 * line. The caller owns *out. -1: 400, 415, 422 as recorded. */
int fakeapi__decode(const struct fakeapi__resource *res, struct str content_type, struct str body,
		    enum fakeapi__field_validation fv, struct strbuf *warnings, cJSON **out,
		    struct fakeapi__status *st);

/* True if a body's kind and apiVersion are unreadable; `why` has Go's message. */
bool fakeapi__type_wrong(const cJSON *tree, struct strbuf *why);

/* For a document of another type than `res`: appends Go's message to `why`: no such kind, an error
 * in one of that kind, or that it cannot be converted. Appends nothing for another version of the
 * same kind. -1: out of memory; 1: the message is in `why`; 0: the same kind. */
int fakeapi__decode_other(const struct fakeapi__resource *res, const cJSON *doc,
			  struct strbuf *why);

/* Brings a tree that fakeapi__decode has not made (protobuf, a patch, --load) into the typed
 * server's form: members in the order of the Go struct; unknown, null and empty members removed;
 * canonical quantities and times; custom resources: pruned. Reports unknown fields as
 * fakeapi__decode does. `*obj` may be replaced. */
int fakeapi__normalize(const struct fakeapi__resource *res, cJSON **obj,
		       enum fakeapi__field_validation fv, struct strbuf *warnings,
		       struct fakeapi__status *st);

/* Decodes a body of apply-patch+yaml: YAML (or JSON) to an untyped tree; fakeapi__apply checks kind
 * and apiVersion. Appends duplicate keys to `doubles` (or NULL). -1: 400. */
int fakeapi__decode_yaml(const struct fakeapi__features *features, struct str body,
			 struct strbuf *doubles, cJSON **out, struct fakeapi__status *st);
/* Reports duplicate keys as `fv` requires; kube-apiserver does it after the apply succeeds. -1:
 * 400. */
int fakeapi__report_doubles(const struct fakeapi__features *features, const struct strbuf *doubles,
			    enum fakeapi__field_validation fv, struct strbuf *warnings,
			    struct fakeapi__status *st);

#endif
