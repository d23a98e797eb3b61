/* SPDX-License-Identifier: Apache-2.0 */
/* live.c - the page of `relist serve --ui`, and the changes since its last request. Both are
 * bounded: a page that falls behind gets the number of lost entries, and continues with the
 * newest. */
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

/* Finds the newest events after `since` and up to `until`, at most CHANGES_MAX and one of each
 * type; returns their number. *all: none was dropped. */
static size_t newest(const struct fakeapi__store *s, uint64_t since, uint64_t until,
		     struct change **out, bool *all)
{
	size_t count = 0, cap = 0;

	*out = NULL;
	*all = true;
	for (size_t i = 0; i < s->bucket_count; i++) {
		const struct fakeapi__bucket *b = s->buckets[i];
		uint64_t seq = fakeapi__bucket_seq_after(b, since);
		uint64_t end = fakeapi__bucket_seq_after(b, until);

		*all = *all && b->forgotten_rv <= since;
		if (seq > end)
			seq = end;
		if (end - seq > CHANGES_MAX + 1)
			seq = end - CHANGES_MAX - 1;
		if (count + (size_t)(end - seq) > cap) {
			struct change *grown;

			cap = 2 * cap + (size_t)(end - seq);
			grown = base__reallocarray(*out, cap, sizeof(*grown));
			if (!grown) {
				base__free(*out);
				*out = NULL;
				return SIZE_MAX;
			}
			*out = grown;
		}
		for (; seq < end; seq++)
			(*out)[count++] = (struct change) { b, fakeapi__bucket_event(b, seq) };
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

int fakeapi__control_changes(struct fakeapi__call *c, const cJSON *body)
{
	const struct fakeapi__store *s = &c->core->store;
	struct strbuf *out = &c->x->body;
	struct change *changes;
	int64_t since = 0, before = 0;
	size_t count, from;
	bool given, has_end, all;
	uint64_t until;

	(void)body;
	if (fakeapi__control_number(c, "since", &since, &given) < 0 ||
	    fakeapi__control_number(c, "before", &before, &has_end) < 0)
		return -1;
	until = !has_end ? s->rv : before ? (uint64_t)before - 1 : 0;
	/* The first request, and one from before a rewind, start with the newest changes. */
	if (!has_end && (!given || (uint64_t)since > s->rv))
		since = (int64_t)(s->rv < CHANGES_MAX ? 0 : s->rv - CHANGES_MAX);
	count = newest(s, (uint64_t)since, until, &changes, &all);
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

/* --- the versions of one object --- */

enum { VERSIONS_MAX = 50, VERSIONS_BYTES_MAX = 4 << 20 };

static bool is_of(const struct fakeapi__event *ev, struct str ns, struct str name)
{
	return str_eq(fakeapi__entry_name(ev->entry), name) &&
	       str_eq(fakeapi__entry_ns(ev->entry), ns);
}

/* The oldest event to return: at most VERSIONS_MAX of the object. *all: none is omitted. */
static uint64_t first_version(const struct fakeapi__bucket *b, struct str ns, struct str name,
			      bool *all)
{
	uint64_t seq = b->next_seq, first = seq;
	size_t count = 0, bytes = 0;

	*all = true;
	while (seq > b->first_seq && *all) {
		const struct fakeapi__event *ev = fakeapi__bucket_event(b, --seq);

		if (!is_of(ev, ns, name))
			continue;
		bytes += ev->version->json_len;
		*all = count < VERSIONS_MAX && (bytes <= VERSIONS_BYTES_MAX || !count);
		if (*all)
			first = seq;
		count++;
	}
	return first;
}

int fakeapi__control_versions(struct fakeapi__call *c, const cJSON *body)
{
	struct str ns = fakeapi__route_param(&c->route, "namespace", NULL);
	struct str name = fakeapi__route_param(&c->route, "name", NULL);
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, fakeapi__route_param(&c->route, "group", NULL),
				  fakeapi__route_param(&c->route, "resource", NULL), false);
	struct strbuf *out = &c->x->body;
	bool first = true, all = true;

	(void)body;
	if (fakeapi__control_object(c) < 0)
		return -1;
	strbuf_clear(out);
	strbuf_addf(out,
		    "{\"resourceVersion\":\"%" PRIu64 "\",\"forgotten\":\"%" PRIu64
		    "\",\"items\":[",
		    c->core->store.rv, b ? b->forgotten_rv : 0);
	for (uint64_t seq = b ? first_version(b, ns, name, &all) : 0; b && seq < b->next_seq;
	     seq++) {
		struct change change = { b, fakeapi__bucket_event(b, seq) };

		if (!is_of(change.event, ns, name))
			continue;
		strbuf_addz(out, first ? "" : ",");
		add_change(out, &change);
		out->len--; /* the object follows the members */
		strbuf_addz(out, ",\"object\":");
		strbuf_adds(out, fakeapi__version_json(change.event->version));
		strbuf_addc(out, '}');
		first = false;
	}
	strbuf_addf(out, "],\"complete\":%s}\n", all ? "true" : "false");
	return fakeapi__answer_body(c, 200, "application/json");
}

/* --- marks --- */

void fakeapi__control_mark(struct fakeapi__call *c, bool with_body)
{
	static const char root[] = "/relist/v1";
	struct str path = c->route.path, body = c->req->body;
	AUTO_STRBUF what = STRBUF_INIT;

	if (c->route.method == FAKEAPI_GET || c->x->mark)
		return;
	if (path.len > sizeof(root) - 1)
		path = (struct str) { path.ptr + sizeof(root) - 1, path.len - sizeof(root) + 1 };
	strbuf_addf(&what, STR_FMT " " STR_FMT, STR_ARG(c->req->method), STR_ARG(path));
	if (body.len > FAKEAPI_MARK_MAX)
		body.len = FAKEAPI_MARK_MAX;
	if (with_body && body.len)
		strbuf_addf(&what, " " STR_FMT, STR_ARG(body));
	if (!what.failed)
		c->x->mark = fakeapi__mark_add(c->core, strbuf_str(&what));
}

int fakeapi__control_marks(struct fakeapi__call *c, const cJSON *body)
{
	const struct fakeapi__faults *f = &c->core->faults;
	struct strbuf *out = &c->x->body;
	uint64_t from = f->marks_end > FAKEAPI_MARKS_MAX ? f->marks_end - FAKEAPI_MARKS_MAX : 0;
	int64_t since = 0;
	bool given;

	(void)body;
	if (fakeapi__control_number(c, "since", &since, &given) < 0)
		return -1;
	if (since > 0 && (uint64_t)since > from)
		from = (uint64_t)since;
	strbuf_clear(out);
	strbuf_addf(out, "{\"nowNs\":%lld,\"items\":[", (long long)c->now_ns);
	for (uint64_t i = from; i < f->marks_end; i++) {
		const struct fakeapi__mark *m = &f->marks[i % FAKEAPI_MARKS_MAX];

		strbuf_addf(out,
			    "%s{\"seq\":%" PRIu64 ",\"atNs\":%lld,\"resourceVersion\":\"%" PRIu64
			    "\",\"status\":%d",
			    i > from ? "," : "", i + 1, (long long)m->at_ns, m->rv, m->status);
		add_text(out, "what", str_of(m->what));
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "]}\n");
	return fakeapi__answer_body(c, 200, "application/json");
}

/* The page has no data: it requests them with the token that the user enters. The headers forbid
 * other pages to frame it and so press its buttons. */
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
