/* SPDX-License-Identifier: Apache-2.0 */
/* alloc.c - memory, lists and notes of a lift. */
#define _GNU_SOURCE /* memmem */
#include "base/alloc.h"
#include "runner/lift/impl.h"

int lift__no_memory(struct relist_err *err)
{
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

void *lift__alloc(struct lift *l, size_t size)
{
	void *p = runner__arena_alloc(&l->arena, size);

	l->bytes += size;
	l->failed |= !p;
	return p;
}

struct str lift__copy(struct lift *l, struct str s)
{
	l->bytes += s.len;
	return runner__arena_str(&l->arena, s);
}

bool lift__push(struct lift *l, struct lift__list *list, void *item)
{
	if (list->len == list->cap) {
		size_t cap = list->cap ? 2 * list->cap : 16;
		void **items = lift__alloc(l, cap * sizeof(*items));

		if (!items)
			return false;
		if (list->len)
			memcpy(items, list->items, list->len * sizeof(*items));
		list->items = items;
		list->cap = cap;
	}
	list->items[list->len++] = item;
	return true;
}

void lift__note(struct lift *l, const char *fmt, ...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	if (l->opt.on_note && !text.failed)
		l->opt.on_note(l->opt.user, strbuf_str(&text));
}

bool lift__contains(struct str s, const struct lift__texts *texts)
{
	for (size_t i = 0; i < texts->len; i++) {
		size_t len = strlen(texts->items[i]);

		if (len ? s.len && memmem(s.ptr, s.len, texts->items[i], len) : !s.len)
			return true;
	}
	return false;
}
