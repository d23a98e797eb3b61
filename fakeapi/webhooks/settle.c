/* SPDX-License-Identifier: Apache-2.0 */
/* settle.c - brings an object changed by a webhook or policy into the call's form: its type,
 * defaults and managedFields (apiserver's mutating/dispatcher.go and
 * handlers/fieldmanager/admission.go). */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks_impl.h"

/* --- the type --- */

/* apiVersion and kind of a changed object; "" if missing. */
struct type_named {
	struct str group, version;
	const char *kind;
};

static struct type_named read_type(const cJSON *obj)
{
	const char *version = fakeapi__string(obj, "apiVersion"), *slash = strchr(version, '/');

	return (struct type_named) {
		.group = { version, slash ? (size_t)(slash - version) : 0 },
		.version = str_of(slash ? slash + 1 : version),
		.kind = fakeapi__string(obj, "kind"),
	};
}

static int fail_plain(struct fakeapi__call *c, const struct strbuf *why)
{
	return why->failed ? -1 : fakeapi__status_set(&c->st, 500, NULL, "%s", why->ptr);
}

/* Sets *res to the object's own type, which may be another version of the call's. */
static int check_typed(struct fakeapi__call *c, const cJSON *obj,
		       const struct fakeapi__resource **res)
{
	static const char plain[] = "converting (";
	struct type_named t = read_type(obj);
	const struct fakeapi__resource *named;
	AUTO_STRBUF why = STRBUF_INIT;
	int rc = fakeapi__decode_other(*res, obj, &why);

	if (rc < 0)
		return -1;
	if (rc > 0)
		return strncmp(why.ptr, plain, sizeof(plain) - 1) == 0
			   ? fail_plain(c, &why)
			   : fakeapi__internal_error(c, why.ptr);
	named = fakeapi__registry_find_kind(c->core->registry, t.group, t.version, str_of(t.kind));
	if (named && fakeapi__registry_storage(c->core->registry, named) == c->stored)
		*res = named;
	return 0;
}

static int wrong_custom_kind(struct fakeapi__call *c, const cJSON *obj, const char *kind)
{
	const char *name = fakeapi__meta_str(obj, "name");
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addz(&why, "Invalid value: ");
	strbuf_add_json(&why, str_of(kind));
	strbuf_addf(&why, ": must be %s", c->res->kind);
	if (why.failed)
		return -1;
	(void)fakeapi__status_set(&c->st, 422, "Invalid", "%s.%s \"%s\" is invalid: kind: %s", kind,
				  c->res->group, name, why.ptr);
	fakeapi__status_details(&c->st, name, c->res->group, kind, NULL);
	fakeapi__status_cause(&c->st, "FieldValueInvalid", why.ptr, "kind");
	return -1;
}

static int check_custom(struct fakeapi__call *c, const cJSON *obj,
			const struct fakeapi__resource **res)
{
	struct type_named t = read_type(obj);
	const struct fakeapi__resource *named;
	AUTO_STRBUF why = STRBUF_INIT;
	char own[320];

	if (!*t.kind) {
		char *text = fakeapi__print(obj);

		strbuf_addf(&why, "Object 'Kind' is missing in '%s'", text ? text : "");
		why.failed |= !text;
		base__free(text);
		return why.failed ? -1 : fakeapi__internal_error(c, why.ptr);
	}
	if (!str_eqz(t.group, (*res)->group)) {
		strbuf_addf(&why,
			    STR_FMT "/" STR_FMT
				    ", Kind=%s is unstructured and is not suitable for converting "
				    "to \"%s\"",
			    STR_ARG(t.group), STR_ARG(t.version), t.kind,
			    fakeapi__group_version(*res, own, sizeof(own)));
		return fail_plain(c, &why);
	}
	named =
	    fakeapi__registry_find(c->core->registry, t.group, t.version, str_of((*res)->resource));
	if (!named) {
		strbuf_addf(&why, "request to convert CR from an invalid group/version: %s",
			    fakeapi__string(obj, "apiVersion"));
		return fail_plain(c, &why);
	}
	if (strcmp(t.kind, (*res)->kind) != 0)
		return wrong_custom_kind(c, obj, t.kind);
	*res = named;
	return 0;
}

/* The decoder's message without the prefix for bodies. */
static const char *bare(const char *message)
{
	static const char before[] = " cannot be handled as a ";
	const char *at = strstr(message, before), *colon = at ? strstr(at, ": ") : NULL;

	return colon ? colon + 2 : message;
}

/* When decoded, an empty list would reset managedFields. */
static void drop_empty_managed(cJSON *obj)
{
	const cJSON *managed = fakeapi__dig(obj, "metadata", "managedFields", NULL);

	if (cJSON_IsArray(managed) && !managed->child)
		fakeapi__meta_del(obj, "managedFields");
}

int fakeapi__hook_settle(struct fakeapi__call *c, const struct invocation *in, bool strict,
			 cJSON **obj, const cJSON *old)
{
	AUTO_STRBUF ignored = STRBUF_INIT;
	const struct fakeapi__resource *res = in->res;

	if (c->sub && c->sub->version[0])
		return 0;
	if ((res->flags & FAKEAPI_RES_CUSTOM ? check_custom(c, *obj, &res)
					     : check_typed(c, *obj, &res)) < 0 ||
	    fakeapi__set_type(*obj, res) < 0)
		return -1;
	drop_empty_managed(*obj);
	if (fakeapi__normalize(res, obj, strict ? FAKEAPI_FV_STRICT : FAKEAPI_FV_IGNORE, &ignored,
			       &c->st) < 0) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, bare(fakeapi__string(c->st.doc, "message")));
		return c->st.code && !text.failed ? fakeapi__internal_error(c, text.ptr) : -1;
	}
	if (fakeapi__default(res, *obj, old) < 0)
		return -1;
	return res == c->res ? 0 : fakeapi__webhook_convert(c, res, c->res, *obj);
}

/* --- managedFields --- */

/* An entry as Go's %v prints it. */
static void print_entry(const cJSON *e, struct strbuf *out)
{
	const cJSON *fields = fakeapi__member(e, "fieldsV1");
	const char *time = fakeapi__string(e, "time");
	char *text = fields ? fakeapi__print(fields) : base__strdup("<nil>");

	strbuf_addf(out, "{%s %s %s ", fakeapi__string(e, "manager"),
		    fakeapi__string(e, "operation"), fakeapi__string(e, "apiVersion"));
	/* that of a subresource is not decoded before */
	if (strlen(time) == sizeof("2006-01-02T15:04:05Z") - 1)
		strbuf_addf(out, "%.10s %.8s +0000 UTC", time, time + 11);
	else
		strbuf_addz(out, "<nil>");
	strbuf_addf(out, " %s %s %s}", fakeapi__string(e, "fieldsType"), text ? text : "",
		    fakeapi__string(e, "subresource"));
	out->failed |= !text;
	base__free(text);
}

/* Appends an error to `why` if the entry cannot be decoded. */
static void check_entry(const cJSON *e, size_t at, struct strbuf *why)
{
	const char *operation = fakeapi__string(e, "operation");
	const char *type = fakeapi__string(e, "fieldsType");

	if (strcmp(operation, "Apply") != 0 && strcmp(operation, "Update") != 0) {
		strbuf_addz(why, "operation must be `Apply` or `Update`");
	} else if (!*fakeapi__string(e, "apiVersion")) {
		strbuf_addz(why, "apiVersion must not be empty");
	} else if (!*type) {
		strbuf_addf(why, "missing fieldsType in managed fields entry %zu", at);
	} else if (strcmp(type, "FieldsV1") != 0) {
		strbuf_addf(why, "invalid fieldsType ");
		fakeapi__go_quote(why, str_of(type));
		strbuf_addf(why, " in managed fields entry %zu", at);
	} else if (!fakeapi__managed_reads(fakeapi__member(e, "fieldsV1"))) {
		strbuf_addz(why, "error decoding versioned set from ");
		print_entry(e, why);
		strbuf_addz(why, ": error decoding set");
	}
}

int fakeapi__hook_check_managed(struct fakeapi__call *c, cJSON *obj, const cJSON *before)
{
	cJSON *now = fakeapi__member(fakeapi__meta(obj), "managedFields");
	AUTO_STRBUF why = STRBUF_INIT, text = STRBUF_INIT;
	const cJSON *e;
	size_t at = 0;

	cJSON_ArrayForEach(e, now)
	{
		if (!why.len)
			check_entry(e, at++, &why);
	}
	if (why.failed)
		return -1;
	if (!why.len)
		return 0;
	strbuf_addf(&text,
		    ".metadata.managedFields was in an invalid state after admission; this could "
		    "be caused by an outdated mutating admission controller; please fix your "
		    "requests: %s",
		    why.ptr);
	if (text.failed)
		return -1;
	fakeapi__hook_warn(c, text.ptr);
	if (before)
		return fakeapi__meta_set(obj, "managedFields", cJSON_Duplicate(before, true));
	fakeapi__meta_del(obj, "managedFields");
	return 0;
}
