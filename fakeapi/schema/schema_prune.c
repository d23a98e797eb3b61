/* SPDX-License-Identifier: Apache-2.0 */
/* schema_prune.c - defaulting and pruning of custom resources by their structural schema. */
#include "fakeapi/crd/crd.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/typed.h"

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

/* The schema of a member: of its property, or of additional ones. NULL: none. */
static const cJSON *member_schema(const cJSON *schema, const char *name)
{
	const cJSON *s = fakeapi__dig(schema, "properties", name, NULL);

	if (!s)
		s = fakeapi__member(schema, "additionalProperties");
	return cJSON_IsObject(s) ? s : NULL;
}

/* --- defaults --- */

static int default_members(const cJSON *schema, cJSON *obj)
{
	const cJSON *prop;

	cJSON_ArrayForEach(prop, fakeapi__member(schema, "properties"))
	{
		const cJSON *value = fakeapi__member(prop, "default");
		cJSON *have = fakeapi__member(obj, prop->string);

		if (have && !(cJSON_IsNull(have) && !flag(prop, "nullable")))
			continue;
		if (value) {
			if (fakeapi__set(obj, prop->string, cJSON_Duplicate(value, true)) != 0)
				return -1;
		} else if (have) {
			cJSON_Delete(cJSON_DetachItemViaPointer(obj, have));
		}
	}
	return fakeapi__sort_members(obj, false);
}

int fakeapi__schema_default(const cJSON *schema, cJSON *obj)
{
	const cJSON *sub;

	if (!schema)
		return 0;
	if (cJSON_IsObject(obj) && default_members(schema, obj) != 0)
		return -1;
	for (cJSON *m = obj->child; m; m = m->next) {
		sub = cJSON_IsObject(obj) ? member_schema(schema, m->string)
					  : fakeapi__member(schema, "items");
		if (cJSON_IsObject(sub) && fakeapi__schema_default(sub, m) != 0)
			return -1;
	}
	return 0;
}

/* --- pruning --- */

struct prune {
	struct fakeapi__typed *t; /* NULL: nobody asks what went */
	struct strbuf path;
};

static void back(struct strbuf *path, size_t len)
{
	if (path->len > len && !path->failed) {
		path->len = len;
		path->ptr[len] = '\0';
	}
}

static void gone(struct prune *p, const char *name)
{
	size_t len = p->path.len;

	if (!p->t || !p->t->strict)
		return;
	strbuf_addf(&p->path, "%s%s", len ? "." : "", name);
	fakeapi__typed_finding(p->t, "unknown field", strbuf_str(&p->path));
	back(&p->path, len);
}

static bool is_type_member(const char *name)
{
	return strcmp(name, "apiVersion") == 0 || strcmp(name, "kind") == 0 ||
	       strcmp(name, "metadata") == 0;
}

/* The metadata of an embedded object is typed like that of the whole. */
static void coerce(struct prune *p, cJSON *obj, const cJSON *meta)
{
	const struct fakeapi__type *pod = fakeapi__type_of_kind("", "v1", "Pod");
	cJSON *typed;

	if (!p->t)
		return;
	strbuf_clear(&p->t->where);
	strbuf_addf(&p->t->where, "%s%smetadata", p->path.ptr, p->path.len ? "." : "");
	typed =
	    fakeapi__typed_decode(p->t, fakeapi__field_type(fakeapi__type_field(pod, "metadata")),
				  meta);
	strbuf_clear(&p->t->where);
	if (typed && fakeapi__sort_members(typed, false) != 0)
		p->t->nomem = true;
	if (typed && fakeapi__set(obj, "metadata", typed) != 0)
		p->t->nomem = true;
}

static void prune(struct prune *p, const cJSON *schema, cJSON *v, bool root)
{
	bool embedded = root || flag(schema, "x-kubernetes-embedded-resource");
	bool preserve = flag(schema, "x-kubernetes-preserve-unknown-fields");
	size_t len = p->path.len, i = 0;
	cJSON *m = v->child;

	if (cJSON_IsArray(v)) {
		schema = fakeapi__member(schema, "items");
		for (; m && cJSON_IsObject(schema); m = m->next) {
			strbuf_addf(&p->path, "[%zu]", i++);
			prune(p, schema, m, false);
			back(&p->path, len);
		}
		return;
	}
	if (!cJSON_IsObject(v))
		return;
	while (m) {
		cJSON *next = m->next;
		const cJSON *sub = member_schema(schema, m->string);
		bool open = cJSON_IsTrue(fakeapi__member(schema, "additionalProperties"));

		if (embedded && is_type_member(m->string)) {
			if (!root && strcmp(m->string, "metadata") == 0)
				coerce(p, v, m);
			m = next;
			continue;
		}
		if (sub) {
			strbuf_addf(&p->path, "%s%s", len ? "." : "", m->string);
			prune(p, sub, m, false);
			back(&p->path, len);
		} else if (!preserve && !open) {
			gone(p, m->string);
			cJSON_Delete(cJSON_DetachItemViaPointer(v, m));
		}
		m = next;
	}
}

int fakeapi__schema_prune(const cJSON *schema, cJSON *obj, struct fakeapi__typed *t)
{
	struct prune p = { t, STRBUF_INIT };
	bool failed;

	if (!schema)
		return 0;
	prune(&p, schema, obj, true);
	failed = p.path.failed || (t && t->nomem);
	strbuf_fini(&p.path);
	return failed ? -1 : 0;
}
