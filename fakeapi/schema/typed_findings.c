/* SPDX-License-Identifier: Apache-2.0 */
/* Findings about members: unknown and repeated ones. */
#include "fakeapi/schema/typed_impl.h"

#include "base/map.h"
#include "fakeapi/meta/go_json.h"

enum { FINDINGS_MAX = 100 };

void fakeapi__typed_finding(struct fakeapi__typed *t, const char *what, struct str path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const cJSON *f;
	cJSON *item;

	if (!t->findings)
		t->findings = cJSON_CreateArray();
	strbuf_addz(&text, what);
	strbuf_addc(&text, ' ');
	fakeapi__go_quote(&text, path);
	if (!t->findings || text.failed) {
		t->nomem = true;
		return;
	}
	if (cJSON_GetArraySize(t->findings) >= FINDINGS_MAX)
		return;
	cJSON_ArrayForEach(f, t->findings) if (strcmp(f->valuestring, text.ptr) == 0) return;
	item = cJSON_CreateString(text.ptr);
	if (!item || !cJSON_AddItemToArray(t->findings, item)) {
		cJSON_Delete(item);
		t->nomem = true;
	}
}

void fakeapi__typed_findings_add(struct fakeapi__typed *t, cJSON *list)
{
	if (!t->findings)
		t->findings = cJSON_CreateArray();
	t->nomem |= !t->findings;
	while (t->findings && list->child && cJSON_GetArraySize(t->findings) < FINDINGS_MAX)
		fakeapi__append_child(t->findings, cJSON_DetachItemViaPointer(list, list->child));
}

void fakeapi__typed_findings_sort(struct fakeapi__typed *t)
{
	cJSON *sorted = NULL;

	/* There are few: insert each before the first larger one. */
	while (t->findings && t->findings->child) {
		cJSON *f = cJSON_DetachItemViaPointer(t->findings, t->findings->child);
		int at = 0;

		if (!sorted)
			sorted = cJSON_CreateArray();
		if (!sorted) {
			cJSON_Delete(f);
			t->nomem = true;
			return;
		}
		for (const cJSON *s = sorted->child;
		     s && strcmp(s->valuestring, f->valuestring) <= 0; s = s->next)
			at++;
		fakeapi__insert_child(sorted, at, f);
	}
	if (!sorted)
		return;
	cJSON_Delete(t->findings);
	t->findings = sorted;
}

void fakeapi__typed_found(struct fakeapi__typed *t, const char *what, const char *name)
{
	size_t len = t->where.len;

	fakeapi__typed_push_text(&t->where, name);
	fakeapi__typed_finding(t, what, strbuf_str(&t->where));
	fakeapi__typed_cut(&t->where, len);
}

void fakeapi__typed_duplicate_members(struct fakeapi__typed *t, const cJSON *obj, bool deep)
{
	size_t len = t->where.len;
	struct map seen;
	int n = cJSON_GetArraySize(obj);

	map_init(&seen, MAP_BORROW_KEYS);
	for (const cJSON *m = obj->child; m; m = m->next) {
		bool twice = false;

		if (n > 16) {
			twice = map_get(&seen, str_of(m->string)) != NULL;
			if (map_put(&seen, str_of(m->string), (void *)(uintptr_t)m, NULL) != 0)
				t->nomem = true;
		} else {
			for (const cJSON *p = obj->child; p != m && !twice; p = p->next)
				twice = strcmp(p->string, m->string) == 0;
		}
		if (twice)
			fakeapi__typed_found(t, "duplicate field", m->string);
		if (deep) {
			fakeapi__typed_push_text(&t->where, m->string);
			fakeapi__typed_duplicates(t, m);
			fakeapi__typed_cut(&t->where, len);
		}
	}
	map_fini(&seen);
}

void fakeapi__typed_duplicates(struct fakeapi__typed *t, const cJSON *in)
{
	size_t len = t->where.len, i = 0;

	if (cJSON_IsObject(in))
		fakeapi__typed_duplicate_members(t, in, true);
	if (!cJSON_IsArray(in))
		return;
	for (const cJSON *m = in->child; m; m = m->next) {
		strbuf_addf(&t->where, "[%zu]", i++);
		fakeapi__typed_duplicates(t, m);
		fakeapi__typed_cut(&t->where, len);
	}
}
