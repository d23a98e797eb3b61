/* SPDX-License-Identifier: Apache-2.0 */
/* decode_body.c - decodes the body of a request as an object of a type. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/serializer/media_type.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/stages.h"

/* kind and apiVersion of a decoded protobuf body must match the path. */
static int check_type(struct fakeapi__call *c, const struct fakeapi__resource *res,
		      const cJSON *obj)
{
	char want[320];
	const char *kind = fakeapi__get_str(obj, "kind");
	const char *version = fakeapi__get_str(obj, "apiVersion");

	if (strcmp(kind, res->kind) == 0 &&
	    strcmp(version, fakeapi__group_version(res, want, sizeof(want))) == 0)
		return 0;
	return fakeapi__status_set(
	    &c->st, 400, "BadRequest",
	    "%s in version \"%s\" cannot be handled as a %s: converting (%s) "
	    "to (%s): unknown conversion",
	    kind, version, res->kind, kind, res->kind);
}

static int decode(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **out)
{
	struct str type = fakeapi__request_header(c->req, "Content-Type");

	enum fakeapi__media media;

	*out = NULL;
	if (fakeapi__media_of(type, &media, &c->st) < 0)
		return -1;
	if (media != FAKEAPI_MEDIA_PROTOBUF || (res->flags & FAKEAPI_RES_CUSTOM) ||
	    !fakeapi__protobuf_begins(c->req->body))
		return fakeapi__decode(res, type, c->req->body, c->fv, &c->warnings, out, &c->st);
	if (fakeapi__protobuf_decode(c->req->body, c->core->opt.release, out, &c->st) < 0)
		return -1;
	if (check_type(c, res, *out) < 0 ||
	    fakeapi__normalize(res, out, FAKEAPI_FV_IGNORE, &c->warnings, &c->st) < 0) {
		cJSON_Delete(*out);
		*out = NULL;
		return -1;
	}
	return 0;
}

struct decoding {
	const struct fakeapi__resource *res;
	cJSON *obj;
};

static int decode_stage(struct fakeapi__call *c, void *work)
{
	struct decoding *d = work;
	int rc = decode(c, d->res, &d->obj);

	if (rc == 0 && fakeapi__may_go_on(c) < 0) {
		cJSON_Delete(d->obj);
		d->obj = NULL;
		return -1;
	}
	return rc;
}

/* Adds the object to the audit log, with the defaults of its version. */
static void log_object(struct fakeapi__call *c, const struct fakeapi__resource *res,
		       const cJSON *obj)
{
	cJSON *copy = fakeapi__audit_object(c, obj) ? cJSON_Duplicate(obj, true) : NULL;

	if (copy && fakeapi__default(res, copy, NULL) == 0)
		fakeapi__audit_request(c, copy);
	else
		cJSON_Delete(copy);
}

int fakeapi__decode_as(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **out)
{
	struct decoding d = { .res = res };
	int rc = fakeapi__unlocked_run(c, decode_stage, &d);

	*out = d.obj;
	if (rc == 0)
		log_object(c, res, d.obj);
	return rc;
}

int fakeapi__decode_body(struct fakeapi__call *c, cJSON **out)
{
	return fakeapi__decode_as(c, c->res, out);
}

/* Decodes the body as a plain tree of any kind. */
int fakeapi__decode_kind(struct fakeapi__call *c, const char *group, const char *version,
			 const char *kind, cJSON **out)
{
	const struct fakeapi__resource stand_in = {
		.group = group,
		.version = version,
		.resource = "",
		.singular = "",
		.kind = kind,
		.list_kind = "",
		.short_names = "",
		.categories = "",
		.verbs = "",
	};
	const struct fakeapi__resource *res =
	    fakeapi__registry_find_kind(c->core->registry, str_of(group), str_of(version),
					str_of(kind));

	return fakeapi__decode_as(c, res ? res : &stand_in, out);
}
