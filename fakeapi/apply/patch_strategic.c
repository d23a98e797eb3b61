/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/patch_strategic.h"

#include "base/alloc.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"

#define DELETE_PREFIX "$deleteFromPrimitiveList/"

int fakeapi__strategic_fail(struct fakeapi__strategic *m, int code, const char *text)
{
	if (m->why->len == 0) {
		strbuf_addz(m->why, text);
		*m->code = code;
	}
	return -1;
}

int fakeapi__strategic_bad_directive(struct fakeapi__strategic *m, const char *word,
				     const cJSON *map)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "unknown patch type: %s in map: ", word);
	fakeapi__go_print(&text, map);
	return text.failed ? -1 : fakeapi__strategic_fail(m, 500, text.ptr);
}

int fakeapi__strategic_no_key(struct fakeapi__strategic *m, const cJSON *item, const char *key)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "map: ");
	fakeapi__go_print(&text, item);
	strbuf_addf(&text, " does not contain declared merge key: %s", key);
	return text.failed ? -1 : fakeapi__strategic_fail(m, 500, text.ptr);
}

struct fakeapi__strategic_tags fakeapi__strategic_tags_of(const struct fakeapi__type *t,
							  const char *name)
{
	struct fakeapi__strategic_tags r = { NULL, false, false, "" };
	const struct fakeapi__field *f;

	if (!t)
		return r;
	if (t->kind == FAKEAPI_T_MAP) {
		r.type = fakeapi__type_elem(t);
		return r;
	}
	f = fakeapi__type_field(t, name);
	if (!f)
		return r;
	r.type = fakeapi__field_type(f);
	r.merge = f->flags & FAKEAPI_F_PATCH_MERGE;
	r.replace = f->flags & FAKEAPI_F_PATCH_REPLACE;
	r.key = f->merge_key;
	return r;
}

static void drop_nulls(cJSON *v)
{
	cJSON *c = v->child;

	while (c) {
		cJSON *next = c->next;

		if (cJSON_IsObject(v) && cJSON_IsNull(c))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
		else
			drop_nulls(c);
		c = next;
	}
}

/* false: the value is itself a directive. */
static bool drop_directives(cJSON *v)
{
	cJSON *c = v->child;

	if (cJSON_IsObject(v) && fakeapi__member(v, "$patch"))
		return false;
	while (c) {
		cJSON *next = c->next;

		if (!drop_directives(c))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
		c = next;
	}
	return true;
}

int fakeapi__strategic_put(struct fakeapi__lookup *target, const char *name, cJSON *v)
{
	drop_nulls(v);
	if (drop_directives(v))
		return fakeapi__lookup_set(target, name, v);
	cJSON_Delete(v);
	cJSON_Delete(fakeapi__lookup_detach(target, name));
	return 0;
}

void fakeapi__strategic_clear(cJSON *container)
{
	while (container->child)
		cJSON_Delete(cJSON_DetachItemViaPointer(container, container->child));
}

void fakeapi__strategic_move(cJSON *to, cJSON *from)
{
	while (from->child) {
		fakeapi__append_child(to, cJSON_DetachItemViaPointer(from, from->child));
	}
}

static int retain_keys(struct fakeapi__strategic *m, cJSON *target, cJSON *patch)
{
	cJSON *keys = cJSON_DetachItemFromObjectCaseSensitive(patch, "$retainKeys");
	struct fakeapi__lookup kept;
	cJSON *c;
	int rc = 0;

	if (!keys)
		return 0;
	fakeapi__lookup_items(&kept, keys, NULL, keys);
	if (!cJSON_IsArray(keys))
		rc = fakeapi__strategic_fail(m, 400, "invalid patch format of retainKeys");
	for (c = patch->child; c && rc == 0; c = c->next) {
		bool known = cJSON_IsNull(c) || str_begins(str_of(c->string), DELETE_PREFIX) ||
			     str_begins(str_of(c->string), FAKEAPI_ORDER_PREFIX);

		if (!known && !cJSON_IsString(fakeapi__lookup(&kept, c->string)))
			rc = fakeapi__strategic_fail(m, 400, "invalid patch format of retainKeys");
	}
	for (c = target->child; c && rc == 0;) {
		cJSON *next = c->next;

		if (!cJSON_IsString(fakeapi__lookup(&kept, c->string)))
			cJSON_Delete(cJSON_DetachItemViaPointer(target, c));
		c = next;
	}
	fakeapi__lookup_fini(&kept);
	cJSON_Delete(keys);
	return rc;
}

/* Merges a member detached from the patch; consumes `v`. */
static int merge_member(struct fakeapi__strategic *m, struct fakeapi__lookup *target, cJSON *v,
			const struct fakeapi__type *t)
{
	struct fakeapi__strategic_tags tags = fakeapi__strategic_tags_of(t, v->string);
	cJSON *have = fakeapi__lookup(target, v->string);
	char *name;
	int rc;

	if (cJSON_IsNull(v)) {
		cJSON_Delete(fakeapi__lookup_detach(target, v->string));
		cJSON_Delete(v);
		return 0;
	}
	if (have && cJSON_IsObject(have) && cJSON_IsObject(v) && !tags.replace) {
		rc = fakeapi__strategic_map(m, have, v, tags.type);
		cJSON_Delete(v);
		return rc;
	}
	if (have && cJSON_IsArray(have) && cJSON_IsArray(v) && tags.merge) {
		rc = fakeapi__strategic_list(m, have, v, &tags);
		cJSON_Delete(v);
		return rc;
	}
	name = base__strdup(v->string);
	if (!name) {
		cJSON_Delete(v);
		return -1;
	}
	/* A value that replaces one of the same kind is not changed: it keeps nulls and
	 * directives. */
	if (have && ((cJSON_IsArray(have) && cJSON_IsArray(v)) ||
		     (cJSON_IsObject(have) && cJSON_IsObject(v))))
		rc = fakeapi__lookup_set(target, name, v);
	else
		rc = fakeapi__strategic_put(target, name, v);
	base__free(name);
	return rc;
}

static int merge_members(struct fakeapi__strategic *m, struct fakeapi__lookup *target, cJSON *patch,
			 const struct fakeapi__type *t)
{
	int rc = fakeapi__strategic_orders(m, target, patch, t);

	while (patch->child && rc == 0) {
		cJSON *v = cJSON_DetachItemViaPointer(patch, patch->child);

		if (str_begins(str_of(v->string), DELETE_PREFIX)) {
			rc = fakeapi__strategic_delete(m, target, v,
						       v->string + strlen(DELETE_PREFIX), t);
			cJSON_Delete(v);
		} else {
			rc = merge_member(m, target, v, t);
		}
	}
	return rc;
}

int fakeapi__strategic_map(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			   const struct fakeapi__type *t)
{
	const cJSON *directive = fakeapi__member(patch, "$patch");
	const char *word = fakeapi__text(directive);
	struct fakeapi__lookup members;
	int rc;

	if (directive && strcmp(word, "replace") == 0) {
		fakeapi__strategic_clear(target);
		cJSON_DeleteItemFromObjectCaseSensitive(patch, "$patch");
		fakeapi__strategic_move(target, patch);
		return 0;
	}
	if (directive && strcmp(word, "delete") == 0) {
		fakeapi__strategic_clear(target);
		return 0;
	}
	if (directive)
		return fakeapi__strategic_bad_directive(m, word, patch);
	if (retain_keys(m, target, patch) != 0)
		return -1;
	fakeapi__lookup_growing(&members, target, (size_t)cJSON_GetArraySize(patch));
	rc = merge_members(m, &members, patch, t);
	fakeapi__lookup_fini(&members);
	return rc;
}

int fakeapi__strategic_merge(cJSON *target, const cJSON *patch, const struct fakeapi__type *type,
			     struct strbuf *why, int *code)
{
	struct fakeapi__strategic m = { why, code };
	cJSON *copy = cJSON_Duplicate(patch, true);
	int rc;

	*code = 0;
	if (!copy)
		return -1;
	rc = fakeapi__strategic_map(&m, target, copy, type);
	cJSON_Delete(copy);
	return rc;
}
