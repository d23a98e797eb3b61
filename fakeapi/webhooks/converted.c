/* SPDX-License-Identifier: Apache-2.0 */
/* converted.c - checks the objects that a conversion webhook returned against those sent. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/webhooks/webhooks_impl.h"

/* "conversion webhook for GROUP/VERSION, Kind=KIND WHAT"; always -1. */
int fakeapi__conversion_failed(struct fakeapi__call *c, const struct fakeapi__resource *from,
			       const char *what, const struct strbuf *why)
{
	if (why->failed)
		return -1;
	return fakeapi__status_set(&c->st, 500, NULL, "conversion webhook for %s/%s, Kind=%s %s%s",
				   from->group, from->version, from->kind, what, why->ptr);
}

/* The list of objects. NULL: the error is in `why`. */
const cJSON *fakeapi__converted_objects(const struct fakeapi__callout *a, const cJSON *tree,
					struct strbuf *why)
{
	const cJSON *response = fakeapi__member(tree, "response");
	const cJSON *result = fakeapi__member(response, "result");
	const char *kind = fakeapi__string(tree, "kind");
	const char *version = fakeapi__string(tree, "apiVersion");
	const char *status = fakeapi__string(result, "status");

	if (strcmp(kind, "ConversionReview") != 0 ||
	    strcmp(version, "apiextensions.k8s.io/v1") != 0) {
		strbuf_addf(why,
			    "expected webhook response of apiextensions.k8s.io/v1, "
			    "Kind=ConversionReview, got %s%s, Kind=%s",
			    strchr(version, '/') ? "" : "/", version, kind);
	} else if (!cJSON_IsObject(response)) {
		strbuf_addz(why, "no response provided");
	} else if (strcmp(fakeapi__string(response, "uid"), a->uid) != 0) {
		strbuf_addf(why, "expected response.uid=\"%s\", got ", a->uid);
		fakeapi__go_quote(why, str_of(fakeapi__string(response, "uid")));
	} else if (strcmp(status, "Success") != 0) {
		if (*fakeapi__string(result, "message"))
			strbuf_addz(why, fakeapi__string(result, "message"));
		else
			strbuf_addf(why, "response.result.status was '%s', not 'Success'", status);
	} else {
		return response;
	}
	return NULL;
}

/* As validateConvertedObject: the object's identity must not change. */
static int check_same(const cJSON *obj, const cJSON *got, const struct fakeapi__resource *to,
		      struct strbuf *why)
{
	static const struct {
		const char *member, *word;
	} rows[] = { { "name", "name" }, { "namespace", "namespace" }, { "uid", "UID" } };
	const char *kind = fakeapi__string(got, "kind");
	const char *version = fakeapi__string(got, "apiVersion");
	char want[320];

	(void)fakeapi__group_version(to, want, sizeof(want));
	if (strcmp(version, want) != 0)
		strbuf_addf(why,
			    "object at index 0: invalid groupVersion (expected %s, received %s)",
			    want, version);
	else if (strcmp(kind, to->kind) != 0)
		strbuf_addf(why, "object at index 0: invalid kind (expected %s, received %s)",
			    to->kind, kind);
	for (size_t i = 0; i < ARRAY_LEN(rows) && !why->len; i++) {
		const char *before = fakeapi__meta_str(obj, rows[i].member);
		const char *now = fakeapi__meta_str(got, rows[i].member);

		if (strcmp(before, now) != 0)
			strbuf_addf(why, "object: must have the same %s: %s != %s", rows[i].word,
				    before, now);
	}
	if (!why->len && !cJSON_IsObject(fakeapi__member(got, "metadata")))
		strbuf_addz(why, "metadata: missing metadata in converted object");
	return why->len ? -1 : 0;
}

/* The result of Go's %T for a decoded JSON value. */
static const char *go_type(const cJSON *v)
{
	if (cJSON_IsNumber(v))
		return v->valuedouble > -9e18 && v->valuedouble < 9e18 &&
			       v->valuedouble == (double)(int64_t)v->valuedouble
			   ? "int64"
			   : "float64";
	return cJSON_IsBool(v)	   ? "bool"
	       : cJSON_IsArray(v)  ? "[]interface {}"
	       : cJSON_IsObject(v) ? "map[string]interface {}"
	       : cJSON_IsString(v) ? "string"
				   : "<nil>";
}

static int check_strings(const cJSON *map, const char *name, struct strbuf *why)
{
	const cJSON *m;

	if (map && !cJSON_IsNull(map) && !cJSON_IsObject(map))
		strbuf_addf(why, "metadata: invalid metadata.%s of type %s in converted object",
			    name, go_type(map));
	cJSON_ArrayForEach(m, map)
	{
		if (cJSON_IsObject(map) && !cJSON_IsString(m) && !why->len)
			strbuf_addf(why,
				    "metadata: metadata.%s[%s] must be a string, but is %s in "
				    "converted object",
				    name, m->string, go_type(m));
	}
	return why->len ? -1 : 0;
}

/* Keeps the metadata except labels and annotations (restoreObjectMeta). */
static int restore(const cJSON *obj, cJSON *got, struct strbuf *why)
{
	static const char *const free_ones[] = { "labels", "annotations" };
	cJSON *meta = cJSON_Duplicate(fakeapi__member(obj, "metadata"), true);
	const cJSON *came = fakeapi__member(got, "metadata");

	if (!meta)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(free_ones); i++) {
		const cJSON *m = fakeapi__member(came, free_ones[i]);

		if (check_strings(m, free_ones[i], why) < 0)
			goto fail;
		if (m && !cJSON_IsNull(m)) {
			if (fakeapi__set(meta, free_ones[i], cJSON_Duplicate(m, true)) < 0)
				goto fail;
		} else {
			cJSON_DeleteItemFromObjectCaseSensitive(meta, free_ones[i]);
		}
	}
	return fakeapi__set(got, "metadata", meta);
fail:
	cJSON_Delete(meta);
	return -1;
}

static void swap_members(cJSON *to, cJSON *take_from)
{
	cJSON *child = to->child;

	to->child = take_from->child;
	take_from->child = child;
	cJSON_Delete(take_from);
}

/* Replaces `obj` by the memo's JSON. */
int fakeapi__put_converted(struct fakeapi__call *c, const struct fakeapi__resource *from,
			   const struct fakeapi__resource *to, cJSON *obj, const char *text)
{
	AUTO_STRBUF why = STRBUF_INIT;
	AUTO_STRBUF ignored = STRBUF_INIT;
	cJSON *got = fakeapi__parse(str_of(text));
	int rc =
	    got && check_same(obj, got, to, &why) == 0 && restore(obj, got, &why) == 0 ? 0 : -1;

	if (rc == 0) /* prunes unknown fields, as for a body */
		rc = fakeapi__normalize(to, &got, FAKEAPI_FV_IGNORE, &ignored, &c->st);
	if (rc < 0) {
		cJSON_Delete(got);
		return why.len ? fakeapi__conversion_failed(c, from, "returned invalid ", &why)
			       : -1;
	}
	swap_members(obj, got);
	return 0;
}
