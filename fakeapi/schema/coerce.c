/* SPDX-License-Identifier: Apache-2.0 */
/* coerce.c - the type and metadata of embedded objects
 * (apiextensions-apiserver's pkg/apiserver/schema/objectmeta). */
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"

struct coerce {
	struct fakeapi__typed *t;
	struct fakeapi__lookups names;
	bool nomem;
};

/* `spec.t.metadata: Invalid value: "x": WHY` */
static void refuse(struct coerce *c, const struct fakeapi__path *at, const cJSON *value,
		   const char *why)
{
	struct fakeapi__causes causes;

	if (c->t->misfit != FAKEAPI_MISFIT_REFUSE || c->t->why.len)
		return;
	fakeapi__causes_init(&causes);
	fakeapi__cause_invalid(&causes, at, value, why);
	if (causes.list && causes.list->child) {
		fakeapi__path_add(&c->t->why, at);
		strbuf_addf(&c->t->why, ": %s", fakeapi__string(causes.list->child, "message"));
	}
	c->nomem |= causes.nomem || c->t->why.failed;
	fakeapi__causes_fini(&causes);
}

static cJSON *decode_meta(struct fakeapi__typed *t, const cJSON *meta)
{
	const struct fakeapi__type *pod = fakeapi__type_of_kind("", "v1", "Pod", 0);

	return fakeapi__typed_decode(t, fakeapi__field_type(fakeapi__type_field(pod, "metadata")),
				     meta);
}

/* Adds a member to `good` if it decodes alone. -1: out of memory. */
static int add_good_member(cJSON *good, const cJSON *m)
{
	cJSON *one = cJSON_CreateObject(), *copy = cJSON_Duplicate(m, true), *typed = NULL;
	struct fakeapi__typed t;
	bool nomem;

	fakeapi__typed_init(&t, false);
	nomem = fakeapi__set(one, m->string, copy) != 0;
	if (!nomem)
		typed = decode_meta(&t, one);
	nomem = nomem || t.nomem || t.why.failed || (!typed && !t.why.len);
	if (typed && !nomem)
		nomem = fakeapi__set(good, m->string, cJSON_DetachItemViaPointer(one, one->child));
	cJSON_Delete(typed);
	cJSON_Delete(one);
	fakeapi__typed_fini(&t);
	return nomem ? -1 : 0;
}

/* Decodes the members that decode alone (GetObjectMetaWithOptions). Returns NULL if `meta` is no
 * object, or with t->nomem. */
static cJSON *decode_good_members(struct fakeapi__typed *t, const cJSON *meta)
{
	cJSON *good, *typed = NULL;

	if (!cJSON_IsObject(meta))
		return NULL;
	good = cJSON_CreateObject();
	t->nomem = !good;
	for (const cJSON *m = meta->child; m && !t->nomem; m = m->next)
		t->nomem = add_good_member(good, m) != 0;
	if (!t->nomem)
		typed = decode_meta(t, good);
	t->nomem |= !typed;
	cJSON_Delete(good);
	return typed;
}

/* Replaces metadata by its round trip through ObjectMeta. */
static void coerce_meta(struct coerce *c, const struct fakeapi__path *at, cJSON *obj, cJSON *meta)
{
	struct fakeapi__typed one;
	cJSON *typed;

	fakeapi__typed_init(&one, c->t->strict);
	fakeapi__path_add(&one.where, at);
	fakeapi__settle_floats(meta->child);
	typed = decode_meta(&one, meta);
	if (one.findings) {
		fakeapi__typed_findings_add(c->t, one.findings);
		cJSON_Delete(one.findings);
		one.findings = NULL;
	}
	if (!typed && one.why.len && c->t->misfit == FAKEAPI_MISFIT_DROP) {
		struct fakeapi__typed good;

		fakeapi__typed_init(&good, false);
		typed = decode_good_members(&good, meta);
		one.nomem |= good.nomem;
		fakeapi__typed_fini(&good);
	}
	if (!typed && one.why.len)
		refuse(c, at, meta, one.why.ptr);
	else if (!typed || fakeapi__sort_members(typed, false) != 0)
		one.nomem = true;
	if (typed && fakeapi__set(obj, "metadata", typed) != 0)
		one.nomem = true;
	c->nomem |= one.nomem || one.where.failed || one.why.failed;
	fakeapi__typed_fini(&one);
}

/* True if the member is of every object: its type or metadata. */
static bool coerce_own(struct coerce *c, const struct fakeapi__path *at, cJSON *obj, cJSON *m)
{
	if (strcmp(m->string, "metadata") == 0) {
		coerce_meta(c, at, obj, m);
		return true;
	}
	if (strcmp(m->string, "apiVersion") != 0 && strcmp(m->string, "kind") != 0)
		return false;
	if (!cJSON_IsString(m) && c->t->misfit == FAKEAPI_MISFIT_DROP)
		cJSON_Delete(cJSON_DetachItemViaPointer(obj, m));
	else if (!cJSON_IsString(m))
		refuse(c, at, m, "must be a string");
	return true;
}

static void coerce(struct coerce *c, const cJSON *schema, cJSON *v, const struct fakeapi__path *at)
{
	const cJSON *properties = fakeapi__member(schema, "properties");
	const cJSON *extra = fakeapi__member(schema, "additionalProperties");
	const cJSON *items = fakeapi__member(schema, "items");
	bool embedded = cJSON_IsTrue(fakeapi__member(schema, "x-kubernetes-embedded-resource"));
	size_t i = 0;

	if (cJSON_IsArray(v)) {
		for (cJSON *m = v->child; m && cJSON_IsObject(items); m = m->next)
			coerce(c, items, m, PATH_AT(at, i++));
		return;
	}
	if (!cJSON_IsObject(v))
		return;
	for (cJSON *m = v->child, *next; m; m = next) {
		const cJSON *sub = fakeapi__lookups_member(&c->names, properties, m->string);

		next = m->next;
		if (embedded && coerce_own(c, PATH(at, m->string), v, m))
			continue;
		if (cJSON_IsObject(sub))
			coerce(c, sub, m, PATH(at, m->string));
		else if (cJSON_IsObject(extra))
			coerce(c, extra, m, PATH_KEY(at, str_of(m->string)));
	}
}

int fakeapi__schema_coerce(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			   struct fakeapi__typed *t)
{
	struct coerce c = { .t = t };

	if (!schema)
		return 0;
	fakeapi__lookups_over(&c.names, known);
	coerce(&c, schema, obj, NULL);
	fakeapi__lookups_fini(&c.names);
	t->nomem |= c.nomem;
	return c.nomem ? -1 : 0;
}

int fakeapi__meta_misfit(const cJSON *meta, struct strbuf *why)
{
	struct fakeapi__typed t;
	cJSON *typed;
	int rc;

	if (!meta)
		return 0;
	fakeapi__typed_init(&t, false);
	typed = decode_meta(&t, meta);
	if (!typed && t.why.len)
		strbuf_adds(why, strbuf_str(&t.why));
	rc = why->failed || (!typed && !t.why.len) ? -1 : 0;
	cJSON_Delete(typed);
	fakeapi__typed_fini(&t);
	return rc;
}
