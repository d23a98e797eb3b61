/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of objects, shared by the store, responses and watches. */
#include "fakeapi/storage/store_impl.h"

#include "base/alloc.h"

struct fakeapi__version *fakeapi__version_ref(const struct fakeapi__version *v)
{
	struct fakeapi__version *own = (struct fakeapi__version *)(uintptr_t)v;

	own->refs++;
	return own;
}

void fakeapi__version_unref(struct fakeapi__store *s, struct fakeapi__version *v)
{
	while (v && --v->refs == 0) {
		struct fakeapi__version *prev = v->prev;

		s->version_bytes -= v->json_len;
		s->freed_bytes += v->json_len;
		base__free(v);
		v = prev;
	}
}

void fakeapi__line_unref(struct fakeapi__line *l)
{
	if (l && --l->refs == 0)
		base__free(l);
}

void fakeapi__event_drop_lines(struct fakeapi__event *ev)
{
	while (ev->lines) {
		struct fakeapi__line *next = ev->lines->next;

		fakeapi__line_unref(ev->lines);
		ev->lines = next;
	}
}
