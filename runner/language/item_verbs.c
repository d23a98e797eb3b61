/* SPDX-License-Identifier: Apache-2.0 */
/* item_verbs.c - the verbs of streams, and `times` of an entry. */
#include "runner/language/build.h"

enum { TIMES_MAX = 1000 };

int scn__item_verb(unsigned verbs, struct str word, bool lower_too)
{
	static const char *const all[] = {
#define X(name, text, stream) text,
		SCN_VERBS(X)
#undef X
	};
	static const char *const lower[] = { "create", "update",	   "patch",
					     "delete", "deletecollection", "write" };

	for (unsigned i = 0; i < ARRAY_LEN(all); i++)
		if ((verbs >> i & 1) && str_eqz(word, all[i]))
			return (int)i;
	for (unsigned i = 0; lower_too && i < ARRAY_LEN(lower); i++)
		if (str_eqz(word, lower[i]))
			return (int)(SCN_V_W_CREATE + i);
	return -1;
}

void scn__unknown_item_verb(struct scn__build *b, struct scn__pos pos,
			    enum scn__section_kind stream, struct str word)
{
	static const char *const requests[] = { "LIST", "WATCH", "GET" };
	static const char *const handlers[] = { "add", "update", "sync", "delete" };
	static const char *const writes[] = { "CREATE", "UPDATE",	    "PATCH",
					      "DELETE", "DELETECOLLECTION", "WRITE" };

	if (stream == SCN_S_REQUESTS)
		scn__unknown(b, pos, "verb", " in requests", word, requests, ARRAY_LEN(requests),
			     sizeof(*requests));
	else if (stream == SCN_S_HANDLERS)
		scn__unknown(b, pos, "verb", " in handlers", word, handlers, ARRAY_LEN(handlers),
			     sizeof(*handlers));
	else
		scn__unknown(b, pos, "verb", " in writes", word, writes, ARRAY_LEN(writes),
			     sizeof(*writes));
}

static bool grow(struct scn__build *b, struct scn__item_list *list, size_t more)
{
	struct scn__item *items;

	if (list->len + more <= list->cap)
		return true;
	list->cap = 2 * list->cap + more;
	items = scn__alloc(b, list->cap, sizeof(*items));
	if (items && list->len)
		memcpy(items, list->items, list->len * sizeof(*items));
	list->items = items;
	return items != NULL;
}

bool scn__add_item(struct scn__build *b, const struct scn__item *item, bool never,
		   struct scn__item_list *list)
{
	uint64_t times = 1;

	if (item->times && never)
		scn__fail(b, item->pos, "`times` has no effect in never: counts accepts a number");
	else if (item->times && item->times->form != SCN_LITERAL)
		scn__fail(b, item->pos,
			  "times must be a number; `counts` accepts `<=N` and `'>=N'`");
	else if (item->times && scn__want_uint(b, item->times, "times", TIMES_MAX, &times) &&
		 !times)
		scn__fail(
		    b, item->pos,
		    "times must be at least 1: an item that is not in the list must be missing");
	if (!grow(b, list, times))
		return false;
	for (uint64_t i = 0; i < times; i++)
		list->items[list->len++] = *item;
	return true;
}
