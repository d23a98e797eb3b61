/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rest/list_stream.h"

#include "base/alloc.h"

/* Bytes before item i: "," between items, and the "{" that replaces the skipped bytes. */
static size_t lead(size_t skip, size_t i)
{
	return (size_t)(i > 0) + (size_t)(skip > 0);
}

/* The skipped bytes and the commas have the same size for all items. */
size_t fakeapi__list_stream_bytes(const struct fakeapi__held *held, size_t skip)
{
	return held->bytes + lead(skip, 0) * held->count - skip * held->count + held->count - 1;
}

struct fakeapi__list_stream *fakeapi__list_stream_new(struct fakeapi__held *take_held, size_t skip)
{
	struct fakeapi__list_stream *l = base__calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->held = take_held;
	l->skip = skip;
	l->bytes = fakeapi__list_stream_bytes(take_held, skip);
	return l;
}

void fakeapi__list_stream_free(struct fakeapi__list_stream *l, struct fakeapi__store *store)
{
	if (!l)
		return;
	fakeapi__held_free(l->held, store);
	base__free(l);
}

static size_t length(const struct fakeapi__list_stream *l)
{
	return lead(l->skip, l->at) + l->held->items[l->at]->json_len - l->skip;
}

/* Copies bytes of one item from `in_item` on. */
static size_t read_item(const struct fakeapi__list_stream *l, char *buf, size_t cap)
{
	const struct fakeapi__version *v = l->held->items[l->at];
	size_t from = l->in_item, before = lead(l->skip, l->at), n = 0, left;

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

size_t fakeapi__list_stream_read(struct fakeapi__list_stream *l, struct fakeapi__store *store,
				 char *buf, size_t cap)
{
	size_t n = 0;

	while (l->at < l->held->count && n < cap) {
		size_t got = read_item(l, buf + n, cap - n);

		n += got;
		l->in_item += got;
		if (l->in_item < length(l))
			break;
		l->in_item = 0;
		fakeapi__held_drop(l->held, l->at++, store);
	}
	return n;
}
