/* SPDX-License-Identifier: Apache-2.0 */
/* typed_repeats.c - merges repeated members as encoding/json does: into the value of the first
 * one. */
#include "fakeapi/schema/typed.h"

#include "fakeapi/meta/lookup.h"

enum { FIELDS_MAX = 64 };

static void drop(cJSON *parent, cJSON *item)
{
	cJSON_Delete(cJSON_DetachItemViaPointer(parent, item));
}

/* Appends all children of `from` to those of `to`. */
static void splice(cJSON *to, cJSON *from)
{
	cJSON *first = from->child;

	if (!first)
		return;
	if (to->child) {
		cJSON *last = to->child->prev;

		to->child->prev = first->prev;
		last->next = first;
		first->prev = last;
	} else {
		to->child = first;
	}
	from->child = NULL;
}

/* True if a later null clears the value: if Go has a nil for its type. */
static bool null_clears(const struct fakeapi__type *type, bool pointer)
{
	switch ((enum fakeapi__type_kind)type->kind) {
	case FAKEAPI_T_STRING:
	case FAKEAPI_T_BOOL:
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
	case FAKEAPI_T_STRUCT:
		return pointer;
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_INTSTR:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_DURATION:
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
	case FAKEAPI_T_LIST:
	case FAKEAPI_T_MAP:
		break;
	}
	return true;
}

static void combine(const struct fakeapi__type *type, bool pointer, cJSON *parent, cJSON **before,
		    cJSON *now, cJSON *now_parent);

/* Elements are decoded into the earlier ones, as far as these exist. */
static void combine_lists(const struct fakeapi__type *type, cJSON *before, cJSON *now)
{
	cJSON *old = before->child;

	while (old && now->child) {
		cJSON *next = old->next;

		combine(fakeapi__type_elem(type), false, before, &old, now->child, now);
		old = next;
	}
	while (old) {
		cJSON *next = old->next;

		drop(before, old);
		old = next;
	}
	splice(before, now);
}

/* Merges `now`, a child of `now_parent`, into `*before`, a child of `parent`. The result is
 * `*before`, at its position. */
static void combine(const struct fakeapi__type *type, bool pointer, cJSON *parent, cJSON **before,
		    cJSON *now, cJSON *now_parent)
{
	bool within = type->kind == FAKEAPI_T_STRUCT || type->kind == FAKEAPI_T_MAP;

	if (cJSON_IsNull(now) && !null_clears(type, pointer)) {
		drop(now_parent, now);
		return;
	}
	if (within && cJSON_IsObject(*before) && cJSON_IsObject(now)) {
		splice(*before, now);
		drop(now_parent, now);
		return;
	}
	if (type->kind == FAKEAPI_T_LIST && cJSON_IsArray(*before) && cJSON_IsArray(now)) {
		combine_lists(type, *before, now);
		drop(now_parent, now);
		return;
	}
	(void)cJSON_DetachItemViaPointer(now_parent, now);
	(void)cJSON_ReplaceItemViaPointer(parent, *before, now);
	*before = now;
}

static void merge_struct(const struct fakeapi__type *type, cJSON *in)
{
	const struct fakeapi__field *fields = fakeapi__type_fields(type);
	cJSON *first[FIELDS_MAX] = { NULL }, *next;

	ASSERT(type->field_count <= FIELDS_MAX);
	for (cJSON *m = in->child; m; m = next) {
		const struct fakeapi__field *f = fakeapi__type_field(type, m->string);
		size_t i = f ? (size_t)(f - fields) : 0;

		next = m->next;
		if (f && first[i])
			combine(fakeapi__field_type(f), (f->flags & FAKEAPI_F_POINTER) != 0, in,
				&first[i], m, in);
		else if (f)
			first[i] = m;
	}
	for (size_t i = 0; i < type->field_count; i++)
		if (first[i])
			fakeapi__typed_merge_repeats(fakeapi__field_type(&fields[i]), first[i]);
}

void fakeapi__typed_merge_repeats(const struct fakeapi__type *type, cJSON *in)
{
	bool elements = (type->kind == FAKEAPI_T_MAP && cJSON_IsObject(in)) ||
			(type->kind == FAKEAPI_T_LIST && cJSON_IsArray(in));

	if (type->kind == FAKEAPI_T_STRUCT && cJSON_IsObject(in))
		merge_struct(type, in);
	for (cJSON *m = elements ? in->child : NULL; m; m = m->next)
		fakeapi__typed_merge_repeats(fakeapi__type_elem(type), m);
}
