/* SPDX-License-Identifier: Apache-2.0 */
/* decode.h - request bodies to trees: JSON, YAML and protobuf, as strictly as the client wants. The
 * room serializer/ is apimachinery's runtime/serializer: bytes to trees (this header, protobuf.h,
 * yaml_read.h) and JSON to other bytes (protobuf.h, yaml_write.h).
 *
 * Who may call: any room that reads or writes a body. Threads: any; pure.
 */
#ifndef FAKEAPI_DECODE_H
#define FAKEAPI_DECODE_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

enum fakeapi__field_validation { FAKEAPI_FV_IGNORE, FAKEAPI_FV_WARN, FAKEAPI_FV_STRICT };

/* Decodes a request body of JSON, YAML or protobuf (`content_type`), checking apiVersion and kind
 * against `res` and unknown or duplicate fields by the fieldValidation; warnings are appended to
 * `warnings`, one a line. *out is owned by the caller. -1: 400, 415, 422 as recorded. */
int fakeapi__decode(const struct fakeapi__resource *res, struct str content_type, struct str body,
		    enum fakeapi__field_validation fv, struct strbuf *warnings, cJSON **out,
		    struct fakeapi__status *st);

/* Whether a body's kind and apiVersion cannot be read; then `why` says so in Go's words. */
bool fakeapi__type_wrong(const cJSON *tree, struct strbuf *why);

/* A document that says that it is something else than `res`: appends to `why` what Go says of it:
 * that there is no such kind, what is wrong with one of that kind, or that it cannot be converted.
 * Nothing is appended to one that is of another version of the same kind. -1: out of memory, or 1:
 * `why` says so, 0: it is of the same kind. */
int fakeapi__decode_other(const struct fakeapi__resource *res, const cJSON *doc,
			  struct strbuf *why);

/* Brings a tree that did not come through fakeapi__decode (protobuf, a patch, --load) into the form
 * that the typed server would give it: members in the order of the Go struct, unknown, null and
 * empty members dropped, quantities and times canonical; custom resources: pruned. Unknown fields
 * are reported as fakeapi__decode reports them. `*obj` may be replaced. */
int fakeapi__normalize(const struct fakeapi__resource *res, cJSON **obj,
		       enum fakeapi__field_validation fv, struct strbuf *warnings,
		       struct fakeapi__status *st);

/* Body of apply-patch+yaml: YAML (or JSON) to a tree without typed decoding; kind and apiVersion
 * are checked by fakeapi__apply. Doubled keys are appended to `doubles` (or NULL). -1: 400. */
int fakeapi__decode_yaml(struct str body, struct strbuf *doubles, cJSON **out,
			 struct fakeapi__status *st);
/* Reports them as `fv` says: kube-apiserver does it when the apply has succeeded. -1: 400. */
int fakeapi__report_doubles(const struct strbuf *doubles, enum fakeapi__field_validation fv,
			    struct strbuf *warnings, struct fakeapi__status *st);

#endif
