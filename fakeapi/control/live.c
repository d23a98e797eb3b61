/* SPDX-License-Identifier: Apache-2.0 */
/* live.c - what the page of `relist serve --ui` asks for: itself, and what has changed since it
 * last asked. Both are bounded, however much happens: who is behind is told how far, and goes on
 * with the newest. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/rest/rest.h"

enum { CHANGES_MAX = 1000 };

struct change {
	const struct fakeapi__bucket *bucket;
	const struct fakeapi__event *event;
};

static int by_version(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return (x->event->rv > y->event->rv) - (x->event->rv < y->event->rv);
}

static const struct fakeapi__event *event_at(const struct fakeapi__bucket *b, uint64_t seq)
{
	return &b->events[seq & (b->event_cap - 1)];
}

/* The newest events behind `since`, at most CHANGES_MAX and one of each type; how many there are.
 * *all: none was forgotten. */
static size_t newest(const struct fakeapi__store *s, uint64_t since, struct change **out, bool *all)
{
	size_t count = 0, cap = 0;

	*out = NULL;
	*all = true;
	for (size_t i = 0; i < s->bucket_count; i++) {
		const struct fakeapi__bucket *b = s->buckets[i];
		uint64_t seq = b->next_seq;

		*all = *all && b->forgotten_rv <= since;
		for (size_t n = 0; n <= CHANGES_MAX && seq > b->first_seq; n++) {
			if (event_at(b, seq - 1)->rv <= since)
				break;
			seq--;
		}
		if (count + (size_t)(b->next_seq - seq) > cap) {
			struct change *grown;

			cap = 2 * cap + (size_t)(b->next_seq - seq);
			grown = base__reallocarray(*out, cap, sizeof(*grown));
			if (!grown) {
				base__free(*out);
				*out = NULL;
				return SIZE_MAX;
			}
			*out = grown;
		}
		for (; seq < b->next_seq; seq++)
			(*out)[count++] = (struct change) { b, event_at(b, seq) };
	}
	if (count)
		qsort(*out, count, sizeof(**out), by_version);
	return count;
}

static void add_text(struct strbuf *out, const char *name, struct str text)
{
	strbuf_addf(out, ",\"%s\":", name);
	strbuf_add_json(out, text);
}

static void add_change(struct strbuf *out, const struct change *c)
{
	static const char *const types[] = { [FAKEAPI_ADDED] = "ADDED",
					     [FAKEAPI_MODIFIED] = "MODIFIED",
					     [FAKEAPI_DELETED] = "DELETED" };

	strbuf_addf(out, "{\"resourceVersion\":\"%" PRIu64 "\",\"atNs\":%lld,\"type\":\"%s\"",
		    c->event->rv, (long long)c->event->at_ns, types[c->event->type]);
	add_text(out, "group", str_of(c->bucket->group));
	add_text(out, "resource", str_of(c->bucket->resource));
	add_text(out, "namespace", fakeapi__entry_ns(c->event->entry));
	add_text(out, "name", fakeapi__entry_name(c->event->entry));
	strbuf_addf(out, ",\"hidden\":%s}", c->event->hidden ? "true" : "false");
}

static void add_types(struct strbuf *out, const struct fakeapi__store *s)
{
	bool first = true;

	for (size_t i = 0; i < s->bucket_count; i++) {
		const struct fakeapi__bucket *b = s->buckets[i];

		if (!b->live)
			continue;
		strbuf_addf(out, "%s{\"objects\":%zu", first ? "" : ",", b->live);
		add_text(out, "group", str_of(b->group));
		add_text(out, "resource", str_of(b->resource));
		strbuf_addc(out, '}');
		first = false;
	}
}

int fakeapi__control_changes(struct fakeapi__call *c)
{
	const struct fakeapi__store *s = &c->core->store;
	struct strbuf *out = &c->x->body;
	struct change *changes;
	int64_t since = 0;
	size_t count, from;
	bool given, all;

	if (fakeapi__query_int(c, "since", &since, &given) < 0)
		return -1;
	/* Who asks for the first time, or was there before a rewind, begins with now. */
	if (!given || since < 0 || (uint64_t)since > s->rv)
		since = (int64_t)(s->rv < CHANGES_MAX ? 0 : s->rv - CHANGES_MAX);
	count = newest(s, (uint64_t)since, &changes, &all);
	if (count == SIZE_MAX)
		return -1;
	from = count > CHANGES_MAX ? count - CHANGES_MAX : 0;
	strbuf_clear(out);
	strbuf_addf(out, "{\"resourceVersion\":\"%" PRIu64 "\",\"since\":\"%lld\",\"nowNs\":%lld",
		    s->rv, (long long)since, (long long)c->now_ns);
	strbuf_addf(out, ",\"complete\":%s,\"items\":[", all && !from ? "true" : "false");
	for (size_t i = from; i < count; i++) {
		strbuf_addz(out, i > from ? "," : "");
		add_change(out, &changes[i]);
	}
	strbuf_addz(out, "],\"types\":[");
	add_types(out, s);
	strbuf_addz(out, "]}\n");
	base__free(changes);
	return fakeapi__answer_body(c, 200, "application/json");
}

/* It holds nothing: what it shows it asks for, with the token that somebody types into it. That no
 * other page can frame it, and have its buttons pressed, is said by headers. */
int fakeapi__control_page(struct fakeapi__call *c)
{
	static const struct {
		const char *name, *value;
	} headers[] = {
		{ "Content-Security-Policy", "frame-ancestors 'none'" },
		{ "X-Frame-Options", "DENY" },
		{ "X-Content-Type-Options", "nosniff" },
		{ "Referrer-Policy", "no-referrer" },
		{ "Cross-Origin-Opener-Policy", "same-origin" },
	};

	for (size_t i = 0; i < ARRAY_LEN(headers); i++)
		if (fakeapi__header_add(c->x, headers[i].name, str_of(headers[i].value)) < 0)
			return -1;
	strbuf_clear(&c->x->body);
	strbuf_addz(&c->x->body, c->core->ui_page);
	return fakeapi__answer_body(c, 200, "text/html; charset=utf-8");
}
