/* SPDX-License-Identifier: Apache-2.0 */
/* admit.h - what the real server does to a body between decoding and storing: strict field checks,
 * defaulting, validation. Only what the recorded cases and e2e specs rest on; the rest of the
 * schema is accepted as it comes (docs/differences.md). */
#ifndef FAKEAPI_ADMIT_H
#define FAKEAPI_ADMIT_H

#include "base/str.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/schema/resource.h"

enum fakeapi__field_validation { FAKEAPI_FV_IGNORE, FAKEAPI_FV_WARN, FAKEAPI_FV_STRICT };

/* Decodes a request body of JSON, YAML or protobuf (`content_type`), checking apiVersion and kind
 * against `res` and unknown or duplicate fields as asked; warnings are appended to `warnings`, one
 * a line. *out is owned by the caller. -1: 400, 415, 422 as recorded. */
int fakeapi__decode(const struct fakeapi__resource *res, struct str content_type, struct str body,
		    enum fakeapi__field_validation fv, struct strbuf *warnings, cJSON **out,
		    struct fakeapi__status *st);

/* Brings a tree that did not come through fakeapi__decode (protobuf, a patch, --load) into the form
 * that the typed server would give it: members in the order of the Go struct, unknown, null and
 * empty members dropped, quantities and times canonical; custom resources: pruned. Unknown fields
 * are reported as fakeapi__decode reports them. `*obj` may be replaced. */
int fakeapi__normalize(const struct fakeapi__resource *res, cJSON **obj,
		       enum fakeapi__field_validation fv, struct strbuf *warnings,
		       struct fakeapi__status *st);

/* Body of apply-patch+yaml: YAML (or JSON) to a tree without typed decoding; kind and apiVersion
 * are checked by fakeapi__apply; doubled keys are reported as `fv` asks. -1: 400. */
int fakeapi__decode_yaml(struct str body, enum fakeapi__field_validation fv,
			 struct strbuf *warnings, cJSON **out, struct fakeapi__status *st);

/* Fills in defaults (dnsPolicy, protocol, ...) in place. `old`: NULL on create. -1: out of memory.
 */
int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old);

/* What admission plugins and the registry's strategies fill in after the write's fields have been
 * attributed to its manager: a pod's tolerations and priority, its phase and QoS class, ... Order
 * on a write: decode, fakeapi__default, fakeapi__managed_update, fakeapi__admit, fakeapi__validate.
 */
int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old);

/* Checks names, immutable fields and what is recorded as 422. -1 with all causes in `st`. */
int fakeapi__validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		      const char *subresource, struct fakeapi__status *st);

#endif
