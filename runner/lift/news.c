/* SPDX-License-Identifier: Apache-2.0 */
/* news.c - the objects that changed since the last expectation: each type lists them, since most
 * expectations are about few of many objects. */
#include <stdlib.h>

#include "runner/lift/story.h"

static struct lift__object *at(const struct lift__list *news, size_t i)
{
	return news->items[i];
}

void lift__note_news(struct lift *l, struct lift__object *o)
{
	o->news = true;
	if (!o->in_news)
		o->in_news = lift__push(l, &o->type->news, o);
}

bool lift__has_news(const struct lift__type *t)
{
	for (size_t i = 0; i < t->news.len; i++)
		if (at(&t->news, i)->news)
			return true;
	return false;
}

static int by_index(const void *a, const void *b)
{
	const struct lift__object *x = *(void *const *)a, *y = *(void *const *)b;

	return x->index < y->index ? -1 : x->index > y->index;
}

const struct lift__list *lift__sort_news(struct lift__type *t)
{
	struct lift__list *news = &t->news;
	size_t kept = 0;

	for (size_t i = 0; i < news->len; i++) {
		struct lift__object *o = at(news, i);

		if (o->news)
			news->items[kept++] = o;
		else
			o->in_news = false;
	}
	news->len = kept;
	if (kept)
		qsort(news->items, kept, sizeof(void *), by_index);
	return news;
}
