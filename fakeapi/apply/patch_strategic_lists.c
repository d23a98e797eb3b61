/* SPDX-License-Identifier: Apache-2.0 */
/* patch_strategic_lists.c - merges of lists: by the merge key of their maps, or by value. */
#include "base/map.h"
#include "fakeapi/apply/patch_order.h"
#include "fakeapi/apply/patch_strategic.h"
#include "fakeapi/meta/go_print.h"

static const struct fakeapi__type *elem_of(const struct fakeapi__type *t)
{
	return t && t->kind == FAKEAPI_T_LIST ? fakeapi__type_elem(t) : NULL;
}

static int not_identical(struct fakeapi__strategic *m, const cJSON *a, const cJSON *b)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "list element types are not identical: [");
	fakeapi__go_print_slice(&text, a);
	strbuf_addc(&text, ' ');
	fakeapi__go_print_slice(&text, b);
	strbuf_addc(&text, ']');
	return text.failed ? -1 : fakeapi__strategic_fail(m, 500, text.ptr);
}

/* Checks that all items are maps, or all scalars (*maps). */
static int check_kind(struct fakeapi__strategic *m, const cJSON *a, const cJSON *b, bool *maps)
{
	const cJSON *lists[] = { a, b }, *e, *first = NULL;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON_ArrayForEach(e, lists[i])
		{
			if (cJSON_IsArray(e))
				return fakeapi__strategic_fail(m, 422,
							       "lists of lists are not supported");
			if (!first)
				first = e;
			if ((e->type & 0xff) != (first->type & 0xff))
				return not_identical(m, a, b);
		}
	}
	*maps = first && cJSON_IsObject(first);
	return 0;
}

static int merge_scalars(cJSON *target, cJSON *patch)
{
	struct fakeapi__places have;
	bool nomem;

	fakeapi__places_init(&have, target, "");
	while (patch->child) {
		cJSON *e = cJSON_DetachItemViaPointer(patch, patch->child);

		if (fakeapi__places_get(&have, e) || !cJSON_AddItemToArray(target, e))
			cJSON_Delete(e);
		else
			fakeapi__places_put(&have, e, e);
	}
	nomem = have.nomem;
	fakeapi__places_fini(&have);
	return nomem ? -1 : 0;
}

/* Handles $patch on elements and removes these from `patch`. *replace: the whole list is
 * replaced. */
static int collect_special(struct fakeapi__strategic *m, cJSON *patch, struct fakeapi__places *gone,
			   bool *replace)
{
	cJSON *e = patch->child;

	*replace = false;
	while (e) {
		cJSON *next = e->next;
		const cJSON *directive = fakeapi__member(e, "$patch");
		const char *word = fakeapi__text(directive);

		if (!directive) {
			e = next;
			continue;
		}
		if (strcmp(word, "replace") == 0) {
			*replace = true;
		} else if (strcmp(word, "delete") == 0) {
			if (!fakeapi__member(e, gone->key))
				return fakeapi__strategic_no_key(m, e, gone->key);
			fakeapi__places_put(gone, e, m);
		} else if (strcmp(word, "merge") == 0) {
			return fakeapi__strategic_fail(
			    m, 500, "merging lists cannot yet be specified in the patch");
		} else {
			return fakeapi__strategic_bad_directive(m, word, e);
		}
		cJSON_Delete(cJSON_DetachItemViaPointer(patch, e));
		e = next;
	}
	return 0;
}

static int special_elements(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			    const char *key, bool *replace)
{
	struct fakeapi__places gone;
	int rc;

	fakeapi__places_init(&gone, NULL, key);
	rc = collect_special(m, patch, &gone, replace);
	for (cJSON *o = map_len(&gone.by_text) ? target->child : NULL, *after; o; o = after) {
		after = o->next;
		if (fakeapi__places_get(&gone, o))
			cJSON_Delete(cJSON_DetachItemViaPointer(target, o));
	}
	if (gone.nomem)
		rc = -1;
	fakeapi__places_fini(&gone);
	return rc;
}

/* Merges one element of the patch and consumes it. */
static int merge_element(struct fakeapi__strategic *m, cJSON *target, struct fakeapi__places *have,
			 cJSON *e, const struct fakeapi__type *elem)
{
	cJSON *old;
	int rc;

	if (!fakeapi__member(e, have->key)) {
		rc = fakeapi__strategic_no_key(m, e, have->key);
		cJSON_Delete(e);
		return rc;
	}
	old = fakeapi__places_get(have, e);
	if (!old) {
		fakeapi__append_child(target, e);
		fakeapi__places_put(have, e, e);
		return have->nomem ? -1 : 0;
	}
	rc = fakeapi__strategic_map(m, old, e, elem);
	cJSON_Delete(e);
	return rc;
}

static int merge_elements(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			  const char *key, const struct fakeapi__type *elem)
{
	struct fakeapi__places have;
	int rc;

	fakeapi__places_init(&have, NULL, key);
	for (cJSON *o = target->child; o; o = o->next)
		fakeapi__places_put(&have, o, o);
	rc = have.nomem ? -1 : 0;
	while (patch->child && rc == 0)
		rc = merge_element(m, target, &have,
				   cJSON_DetachItemViaPointer(patch, patch->child), elem);
	fakeapi__places_fini(&have);
	return rc;
}

int fakeapi__strategic_list(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			    const struct fakeapi__strategic_tags *tags)
{
	cJSON *order = NULL, *server = NULL;
	bool maps = false, replace = false;
	int rc = -1;

	if (check_kind(m, target, patch, &maps) != 0)
		return -1;
	if (maps && !*tags->key)
		return fakeapi__strategic_fail(m, 500,
					       "cannot merge lists without merge key for struct");
	if (maps && special_elements(m, target, patch, tags->key, &replace) != 0)
		return -1;
	if (replace) {
		fakeapi__strategic_clear(target);
		fakeapi__strategic_move(target, patch);
		return 0;
	}
	order = cJSON_Duplicate(patch, true);
	server = cJSON_Duplicate(target, true);
	if (order && server)
		rc = maps ? merge_elements(m, target, patch, tags->key, elem_of(tags->type))
			  : merge_scalars(target, patch);
	if (rc == 0)
		rc = fakeapi__places_arrange(target, order, server, maps ? tags->key : "");
	cJSON_Delete(order);
	cJSON_Delete(server);
	return rc;
}

static int delete_scalars(cJSON *have, const cJSON *gone)
{
	cJSON *e = have->child;
	struct fakeapi__places named;
	bool nomem;

	fakeapi__places_init(&named, gone, "");
	while (e) {
		cJSON *next = e->next;

		if (fakeapi__places_get(&named, e))
			cJSON_Delete(cJSON_DetachItemViaPointer(have, e));
		e = next;
	}
	nomem = named.nomem;
	fakeapi__places_fini(&named);
	return nomem ? -1 : 0;
}

int fakeapi__strategic_delete(struct fakeapi__strategic *m, const struct fakeapi__lookup *target,
			      cJSON *gone, const char *name, const struct fakeapi__type *t)
{
	cJSON *have = fakeapi__lookup(target, name);
	struct fakeapi__strategic_tags tags = fakeapi__strategic_tags_of(t, name);
	bool maps;

	if (!cJSON_IsArray(gone))
		return fakeapi__strategic_fail(m, 400, "invalid patch format of primitive list");
	if (!cJSON_IsArray(have) || (!have->child && !gone->child))
		return 0;
	if (check_kind(m, have, gone, &maps) != 0)
		return -1;
	return maps ? fakeapi__strategic_list(m, have, gone, &tags) : delete_scalars(have, gone);
}
