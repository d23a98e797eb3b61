/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/ordered.h"

#include <limits.h>

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

static const struct fakeapi__type *type_below(const struct fakeapi__type *t, const char *name)
{
	const struct fakeapi__field *f = t ? fakeapi__type_field(t, name) : NULL;

	if (f)
		return fakeapi__field_type(f);
	return t && t->kind == FAKEAPI_T_MAP ? fakeapi__type_elem(t) : NULL;
}

struct fakeapi__place fakeapi__place_at(struct fakeapi__place p, const char *name)
{
	cJSON *v = fakeapi__member(p.v, name);

	return (struct fakeapi__place) { cJSON_IsNull(v) ? NULL : v, type_below(p.type, name),
					 p.nomem };
}

/* The member's index in the struct's order. */
static int index_for(const struct fakeapi__place *p, const char *name)
{
	const struct fakeapi__field *before = NULL, *f;
	int index = 0;

	if (p->type && p->type->kind == FAKEAPI_T_MAP) {
		const cJSON *last = p->v->child ? p->v->child->prev : NULL;

		/* Usually members arrive in order. */
		if (!last || strcmp(last->string, name) < 0)
			return INT_MAX;
		for (const cJSON *m = p->v->child; m && strcmp(m->string, name) < 0; m = m->next)
			index++;
		return index;
	}
	f = p->type ? fakeapi__type_field(p->type, name) : NULL;
	if (!f)
		return cJSON_GetArraySize(p->v);
	for (const cJSON *m = p->v->child; m; m = m->next, index++) {
		const struct fakeapi__field *g =
		    fakeapi__type_next_field(p->type, m->string, &before);

		if (g && g > f)
			break;
	}
	return index;
}

void fakeapi__place_set(struct fakeapi__place p, const char *name, cJSON *value)
{
	int index;

	if (!value || !p.v) {
		*p.nomem |= !value;
		cJSON_Delete(value);
		return;
	}
	if (fakeapi__member(p.v, name)) {
		*p.nomem |= fakeapi__set(p.v, name, value) != 0;
		return;
	}
	if (!cJSON_AddItemToObject(p.v, name, value)) {
		cJSON_Delete(value);
		*p.nomem = true;
		return;
	}
	value = cJSON_DetachItemViaPointer(p.v, value);
	index = index_for(&p, name);
	if (index == INT_MAX)
		fakeapi__append_child(p.v, value);
	else
		fakeapi__insert_child(p.v, index, value);
}

struct fakeapi__place fakeapi__place_need(struct fakeapi__place p, const char *name)
{
	struct fakeapi__place at = fakeapi__place_at(p, name);

	if (at.v || !p.v)
		return at;
	fakeapi__place_set(p, name, cJSON_CreateObject());
	return fakeapi__place_at(p, name);
}

static cJSON *from_text(const char *json)
{
	size_t n = strlen(json);
	char text[80];

	/* Common kinds need no parser. */
	if (json[0] == '"' && n - 2 < sizeof(text) && !strchr(json, '\\')) {
		memcpy(text, json + 1, n - 2);
		text[n - 2] = '\0';
		return cJSON_CreateString(text);
	}
	if (json[0] >= '0' && json[0] <= '9')
		return cJSON_CreateNumber(atof(json));
	return fakeapi__parse(str_of(json));
}

static bool pointer_field(const struct fakeapi__place *p, const char *name)
{
	const struct fakeapi__field *f = p->type ? fakeapi__type_field(p->type, name) : NULL;

	return f && (f->flags & FAKEAPI_F_POINTER);
}

void fakeapi__place_default(struct fakeapi__place p, const char *name, const char *json)
{
	const cJSON *have = fakeapi__member(p.v, name);
	bool unset;

	if (!p.v)
		return;
	unset = !have || cJSON_IsNull(have);
	if (!unset && !pointer_field(&p, name))
		unset =
		    (cJSON_IsString(have) && !have->valuestring[0]) ||
		    (cJSON_IsArray(have) && !have->child) ||
		    (cJSON_IsNumber(have) && !(have->valuedouble > 0) && !(have->valuedouble < 0));
	if (unset)
		fakeapi__place_set(p, name, from_text(json));
}

void fakeapi__place_remove(struct fakeapi__place p, const char *name)
{
	cJSON *v = fakeapi__member(p.v, name);

	if (v)
		cJSON_Delete(cJSON_DetachItemViaPointer(p.v, v));
}
