/* SPDX-License-Identifier: Apache-2.0 */
/* match.c - finds the resource versions of writes whose response is not in the audit log: those of
 * the events that kubectl get -w printed for the same object. Without them the same write would
 * count twice, once as the log has it and once as the watch shows it. */
#include <stdlib.h>

#include "base/alloc.h"
#include "runner/import/impl.h"
#include "runner/import/times.h"

/* An event of a watch. at_s: the newest time in the object; the write is not older. */
struct event {
	uint64_t rv;
	int64_t at_s;
	char verb; /* 'c' the object is new, 'u' it was changed, 'd' deleted or being deleted */
};

/* A write in the audit log. */
struct write {
	int64_t at_ns;
	uint64_t line;
	uint32_t file;
	char verb;
};

/* What is known of one object. */
struct imp__story {
	struct event *events;
	struct write *writes;
	size_t event_count, event_cap, write_count, write_cap;
	bool marked; /* the last event shows a deletionTimestamp */
	bool begun;  /* there was an event */
};

/* The version of the write in that line. */
struct imp__match {
	uint64_t line, rv;
	uint32_t file;
};

static struct imp__story *story_of(struct imp__import *im, const struct imp__type *type,
				   struct str ns, struct str name)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct imp__story *s;

	if (!map_len(&im->stories))
		map_init(&im->stories, MAP_COPY_KEYS);
	strbuf_addf(&key, STR_FMT " " STR_FMT "/" STR_FMT, STR_ARG(type->kept), STR_ARG(ns),
		    STR_ARG(name));
	s = key.failed ? NULL : map_get(&im->stories, strbuf_str(&key));
	if (s || key.failed)
		return s;
	s = base__calloc(1, sizeof(*s));
	if (s && map_put(&im->stories, strbuf_str(&key), s, NULL)) {
		base__free(s);
		return NULL;
	}
	return s;
}

/* Makes room for one more element. */
static bool grow(void **items, size_t count, size_t *cap, size_t size)
{
	size_t more = *cap ? 2 * *cap : 4;
	void *p;

	if (count < *cap)
		return true;
	p = base__reallocarray(*items, more, size);
	if (!p)
		return false;
	*items = p;
	*cap = more;
	return true;
}

int imp__match_event(struct imp__import *im, const struct imp__type *type, json_t object,
		     bool deleted, struct relist_err *err)
{
	json_t metadata = json_get(object, "metadata");
	bool marked = json_get(metadata, "deletionTimestamp").len > 0;
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;
	struct imp__story *s =
	    type ? story_of(im, type, json_str(json_get(metadata, "namespace"), &ns),
			    json_str(json_get(metadata, "name"), &name))
		 : NULL;
	struct event event = { .rv = imp__rv_of(object), .verb = 'u' };
	int64_t at = 0;

	if (!s || !grow((void **)&s->events, s->event_count, &s->event_cap, sizeof(*s->events)))
		return imp__no_memory(err);
	if (deleted || (marked && !s->marked))
		event.verb = 'd';
	else if (!s->begun)
		event.verb = imp__object_was_changed(object) ? 'u' : 'c';
	/* the time of a mark is in the future, and that of a deletion is in no object */
	event.at_s = event.verb != 'd' && imp__object_time(object, &at) ? at / NS_PER_S : 0;
	s->begun = !deleted;
	s->marked = !deleted && marked;
	if (event.rv)
		s->events[s->event_count++] = event;
	return 0;
}

int imp__match_write(struct imp__import *im, const struct imp__type *type, struct str ns,
		     struct str name, char verb, const struct imp__entry *e, struct relist_err *err)
{
	struct imp__story *s = type ? story_of(im, type, ns, name) : NULL;

	if (!s || !grow((void **)&s->writes, s->write_count, &s->write_cap, sizeof(*s->writes)))
		return imp__no_memory(err);
	s->writes[s->write_count++] = (struct write) { e->at_ns, e->line, e->file, verb };
	return 0;
}

/* --- between the passes --- */

static int by_rv(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	return x->rv < y->rv ? -1 : x->rv > y->rv;
}

static int by_time(const void *a, const void *b)
{
	const struct write *x = a, *y = b;

	if (x->at_ns != y->at_ns)
		return x->at_ns < y->at_ns ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static int by_line(const void *a, const void *b)
{
	const struct imp__match *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static int add_match(struct imp__import *im, const struct write *w, uint64_t rv,
		     struct relist_err *err)
{
	if (!grow((void **)&im->matches, im->match_count, &im->match_cap, sizeof(*im->matches)))
		return imp__no_memory(err);
	im->matches[im->match_count++] = (struct imp__match) { w->line, rv, w->file };
	return imp__add_written(im, rv, w->at_ns, w->at_ns, err);
}

/* A server-side apply is a patch that may create. */
static bool fits(const struct write *w, const struct event *e)
{
	return w->verb == e->verb || (w->verb == 'u' && e->verb == 'c') ||
	       (w->verb == 'u' && e->verb == 'd');
}

/* The write that the event shows: the first one of its second, else the first one after it. A write
 * that changed nothing has no event. */
static size_t write_of(const struct imp__story *s, size_t from, const struct event *e)
{
	size_t later = s->write_count;

	for (size_t i = from; i < s->write_count; i++) {
		int64_t at_s = s->writes[i].at_ns / NS_PER_S;
		bool same_verb = s->writes[i].verb == e->verb;

		if (!fits(&s->writes[i], e) || at_s < e->at_s)
			continue;
		if (same_verb && (at_s == e->at_s || !e->at_s))
			return i;
		if (later == s->write_count)
			later = i;
		if (at_s > e->at_s && e->at_s)
			break;
	}
	return later;
}

static int by_written_rv(const void *a, const void *b)
{
	const struct imp__written *x = a, *y = b;

	return x->rv < y->rv ? -1 : x->rv > y->rv;
}

static bool is_known(const struct imp__import *im, size_t known, uint64_t rv)
{
	struct imp__written key = { .rv = rv };

	return known && bsearch(&key, im->written, known, sizeof(key), by_written_rv);
}

/* `known`: the first ones of the written versions are sorted; the log has their responses. */
static int match(struct imp__import *im, struct imp__story *s, size_t known, struct relist_err *err)
{
	size_t from = 0;
	int code = 0;

	if (!s->event_count || !s->write_count)
		return 0;
	for (size_t i = 0; i < s->write_count; i++)
		s->writes[i].at_ns = imp__true_time(im, s->writes[i].file, s->writes[i].at_ns);
	qsort(s->events, s->event_count, sizeof(*s->events), by_rv);
	qsort(s->writes, s->write_count, sizeof(*s->writes), by_time);
	for (size_t i = 0; i < s->event_count && !code; i++) {
		size_t at;

		if ((i && s->events[i].rv == s->events[i - 1].rv) ||
		    is_known(im, known, s->events[i].rv))
			continue; /* two watches show the event; or a response has its version */
		at = write_of(s, from, &s->events[i]);
		if (at == s->write_count)
			continue;
		code = add_match(im, &s->writes[at], s->events[i].rv, err);
		from = at + 1;
	}
	return code;
}

static void forget_stories(struct imp__import *im)
{
	const struct map_entry *entry;

	for (size_t i = 0; (entry = map_next(&im->stories, &i));) {
		struct imp__story *s = entry->value;

		base__free(s->events);
		base__free(s->writes);
		base__free(s);
	}
	map_fini(&im->stories);
}

int imp__match_all(struct imp__import *im, struct relist_err *err)
{
	size_t known = im->written_count;
	const struct map_entry *entry;
	int code = 0;

	if (known)
		qsort(im->written, known, sizeof(*im->written), by_written_rv);
	for (size_t i = 0; !code && (entry = map_next(&im->stories, &i));)
		code = match(im, entry->value, known, err);
	if (im->match_count)
		qsort(im->matches, im->match_count, sizeof(*im->matches), by_line);
	forget_stories(im);
	return code;
}

uint64_t imp__matched_rv(const struct imp__import *im, const struct imp__entry *e)
{
	struct imp__match key = { e->line, 0, e->file };
	const struct imp__match *found =
	    im->match_count ? bsearch(&key, im->matches, im->match_count, sizeof(key), by_line)
			    : NULL;

	return found ? found->rv : 0;
}

void imp__match_fini(struct imp__import *im)
{
	forget_stories(im);
	base__free(im->matches);
}
