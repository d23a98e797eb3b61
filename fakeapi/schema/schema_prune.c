/* SPDX-License-Identifier: Apache-2.0 */
/* schema_prune.c - defaulting and pruning of custom resources by their structural schema. */
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

/* The schema of a member, from properties or additionalProperties. NULL: none. */
static const cJSON *member_schema(struct fakeapi__lookups *names, const cJSON *schema,
				  const char *name)
{
	const cJSON *s =
	    fakeapi__lookups_member(names, fakeapi__member(schema, "properties"), name);

	if (!s)
		s = fakeapi__member(schema, "additionalProperties");
	return cJSON_IsObject(s) ? s : NULL;
}

/* --- defaults --- */

static int default_members(const cJSON *schema, cJSON *obj, bool keeps_nulls)
{
	const cJSON *properties = fakeapi__member(schema, "properties"), *prop;
	struct fakeapi__lookup members;
	int rc = 0;

	fakeapi__lookup_growing(&members, obj, (size_t)cJSON_GetArraySize(properties));
	for (prop = properties ? properties->child : NULL; prop && rc == 0; prop = prop->next) {
		const cJSON *value = fakeapi__member(prop, "default");
		cJSON *have = fakeapi__lookup(&members, prop->string);

		if (have && !(cJSON_IsNull(have) && !flag(prop, "nullable")))
			continue;
		if (value)
			rc = fakeapi__lookup_set(&members, prop->string,
						 cJSON_Duplicate(value, true));
		else if (have && !keeps_nulls)
			cJSON_Delete(fakeapi__lookup_detach(&members, prop->string));
	}
	fakeapi__lookup_fini(&members);
	return rc == 0 ? fakeapi__sort_members(obj, false) : rc;
}

/* Replaces a null by a copy of `value` with the same name. */
static int become(cJSON *null, const cJSON *value)
{
	cJSON *copy = cJSON_Duplicate(value, true);

	if (!copy)
		return -1;
	null->type = copy->type;
	null->valueint = copy->valueint;
	null->valuedouble = copy->valuedouble;
	null->valuestring = copy->valuestring;
	null->child = copy->child;
	copy->valuestring = NULL;
	copy->child = NULL;
	cJSON_Delete(copy);
	return 0;
}

static int default_all(struct fakeapi__lookups *names, const cJSON *schema, cJSON *obj,
		       bool keeps_nulls)
{
	bool map = cJSON_IsObject(obj);

	if (map && default_members(schema, obj, keeps_nulls) != 0)
		return -1;
	for (cJSON *m = obj->child, *next; m; m = next) {
		const cJSON *sub = map ? member_schema(names, schema, m->string)
				       : fakeapi__member(schema, "items");
		const cJSON *value = fakeapi__member(sub, "default");

		next = m->next;
		if (!cJSON_IsObject(sub))
			continue;
		/* Invalid nulls; those of properties are already removed. */
		if (cJSON_IsNull(m) && !flag(sub, "nullable")) {
			if (value && become(m, value) != 0)
				return -1;
			if (!value && map && !keeps_nulls) {
				cJSON_Delete(cJSON_DetachItemViaPointer(obj, m));
				continue;
			}
		}
		if (default_all(names, sub, m, keeps_nulls) != 0)
			return -1;
	}
	return 0;
}

int fakeapi__schema_default(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			    bool keeps_nulls)
{
	struct fakeapi__lookups names;
	int rc;

	fakeapi__lookups_over(&names, known);
	rc = schema ? default_all(&names, schema, obj, keeps_nulls) : 0;
	fakeapi__lookups_fini(&names);
	return rc;
}

/* --- pruning --- */

struct prune {
	struct fakeapi__typed *t; /* NULL: removed fields are not reported */
	struct strbuf path;
	struct fakeapi__lookups names;
};

static void truncate_path(struct strbuf *path, size_t len)
{
	if (path->len > len && !path->failed) {
		path->len = len;
		path->ptr[len] = '\0';
	}
}

static void report_unknown(struct prune *p, const char *name)
{
	size_t len = p->path.len;

	if (!p->t || !p->t->strict)
		return;
	strbuf_addf(&p->path, "%s%s", len ? "." : "", name);
	fakeapi__typed_finding(p->t, "unknown field", strbuf_str(&p->path));
	truncate_path(&p->path, len);
}

static bool is_type_member(const char *name)
{
	return strcmp(name, "apiVersion") == 0 || strcmp(name, "kind") == 0 ||
	       strcmp(name, "metadata") == 0;
}

static void prune(struct prune *p, const cJSON *schema, cJSON *v, bool root)
{
	bool embedded = root || flag(schema, "x-kubernetes-embedded-resource");
	bool preserve = flag(schema, "x-kubernetes-preserve-unknown-fields");
	size_t len = p->path.len, i = 0;
	cJSON *m = v->child;

	if (cJSON_IsArray(v)) {
		schema = fakeapi__member(schema, "items");
		for (; m && !preserve; m = m->next) {
			strbuf_addf(&p->path, "[%zu]", i++);
			prune(p, schema, m, false);
			truncate_path(&p->path, len);
		}
		return;
	}
	if (!cJSON_IsObject(v))
		return;
	while (m) {
		cJSON *next = m->next;
		const cJSON *sub = member_schema(&p->names, schema, m->string);
		bool open = cJSON_IsTrue(fakeapi__member(schema, "additionalProperties"));

		if (embedded && is_type_member(m->string)) {
			m = next;
			continue;
		}
		if (sub) {
			strbuf_addf(&p->path, "%s%s", len ? "." : "", m->string);
			prune(p, sub, m, false);
			truncate_path(&p->path, len);
		} else if (!preserve && !open) {
			report_unknown(p, m->string);
			cJSON_Delete(cJSON_DetachItemViaPointer(v, m));
		}
		m = next;
	}
}

int fakeapi__schema_prune(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			  struct fakeapi__typed *t)
{
	struct prune p = { .t = t, .path = STRBUF_INIT };
	bool failed;

	if (!schema)
		return 0;
	fakeapi__lookups_over(&p.names, known);
	prune(&p, schema, obj, true);
	fakeapi__lookups_fini(&p.names);
	failed = p.path.failed || (t && t->nomem);
	strbuf_fini(&p.path);
	return failed ? -1 : 0;
}

int fakeapi__schema_prune_value(const cJSON *schema, cJSON *value, bool root)
{
	struct prune p = { .path = STRBUF_INIT };
	bool failed;

	fakeapi__lookups_init(&p.names);
	prune(&p, schema, value, root);
	fakeapi__lookups_fini(&p.names);
	failed = p.path.failed;
	strbuf_fini(&p.path);
	return failed ? -1 : 0;
}
