/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rest/list_stream.h"

#include "base/alloc.h"

struct fakeapi__list_stream *fakeapi__list_stream_new(void)
{
	return base__calloc(1, sizeof(struct fakeapi__list_stream));
}

void fakeapi__list_stream_free(struct fakeapi__list_stream *l, struct fakeapi__store *store)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->count; i++)
		if (l->items[i])
			fakeapi__version_unref(store, l->items[i]);
	base__free(l->items);
	base__free(l);
}

/* "," between items, and the "{" of what is left out. */
static size_t lead(const struct fakeapi__list_stream *l, size_t i)
{
	return (size_t)(i > 0) + (size_t)(l->skip > 0);
}

static size_t length(const struct fakeapi__list_stream *l, size_t i)
{
	return lead(l, i) + l->items[i]->json_len - l->skip;
}

int fakeapi__list_stream_add(struct fakeapi__list_stream *l, const struct fakeapi__version *v,
			     size_t skip)
{
	if (l->count == l->cap) {
		size_t cap = l->cap ? l->cap * 2 : 64;
		void *grown = base__reallocarray(l->items, cap, sizeof(*l->items));

		if (!grown)
			return -1;
		l->items = grown;
		l->cap = cap;
	}
	ASSERT(skip == l->skip || l->count == 0);
	ASSERT(skip <= v->json_len);
	l->skip = skip;
	l->items[l->count] = fakeapi__version_ref(v);
	l->bytes += length(l, l->count);
	l->count++;
	return 0;
}

/* Bytes of one item from `in_item` on. */
static size_t read_item(const struct fakeapi__list_stream *l, char *buf, size_t cap)
{
	const struct fakeapi__version *v = l->items[l->at];
	size_t from = l->in_item, before = lead(l, l->at), n = 0, left;

	for (; from < before && n < cap; from++)
		buf[n++] = l->at > 0 && from == 0 ? ',' : '{';
	if (from < before)
		return n;
	left = v->json_len - l->skip - (from - before);
	if (left > cap - n)
		left = cap - n;
	memcpy(buf + n, v->json + l->skip + (from - before), left);
	return n + left;
}

size_t fakeapi__list_stream_read(struct fakeapi__list_stream *l, char *buf, size_t cap)
{
	size_t n = 0;

	while (l->at < l->count && n < cap) {
		size_t got = read_item(l, buf + n, cap - n);

		n += got;
		l->in_item += got;
		if (l->in_item < length(l, l->at))
			break;
		l->in_item = 0;
		l->at++;
	}
	return n;
}
