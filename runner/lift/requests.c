/* SPDX-License-Identifier: Apache-2.0 */
/* requests.c - collects the requests of a recording: their clients, their targets, and the reader
 * that sends them. */
#define _GNU_SOURCE /* memrchr */
#include "runner/recording/path.h"
#include "runner/lift/arms.h"
#include "runner/lift/read.h"
#include "runner/lift/versions.h"

struct lift__reader *lift__new_reader(struct lift *l, struct lift__type *type, struct str ns,
				      struct str labels, struct str fields)
{
	struct lift__reader *r = lift__alloc(l, sizeof(*r));
	AUTO_STRBUF why = STRBUF_INIT;

	if (!r)
		return NULL;
	map_init(&r->cache, MAP_BORROW_KEYS);
	r->type = type;
	r->ns = lift__copy(l, ns);
	r->labels = lift__copy(l, labels);
	r->fields = lift__copy(l, fields);
	if (selector_parse_labels(r->labels, &r->selector, &why) != RELIST_ENOMEM)
		return r;
	selector_free(r->selector);
	return NULL;
}

/* The stored form renames events.k8s.io's `regarding` to involvedObject. */
static struct str fields_as_kept(struct str fields, struct strbuf *out)
{
	struct str old = STR("regarding."), new = STR("involvedObject.");

	for (size_t i = 0; i < fields.len;) {
		bool is = fields.len - i >= old.len && (!i || fields.ptr[i - 1] == ',') &&
			  memcmp(fields.ptr + i, old.ptr, old.len) == 0;

		strbuf_adds(out, is ? new : (struct str) { fields.ptr + i, 1 });
		i += is ? old.len : 1;
	}
	return strbuf_str(out);
}

static struct lift__reader *reader_of(struct lift *l, const struct rec__line *line,
				      struct lift__type *type, struct str ns)
{
	AUTO_STRBUF key = STRBUF_INIT, kept = STRBUF_INIT;
	struct str labels = rec__query(line, "labelSelector");
	struct str fields = fields_as_kept(rec__query(line, "fieldSelector"), &kept);
	struct str agent = rec__find_header(line, "User-Agent");
	struct lift__reader *r;

	strbuf_addf(&key, STR_FMT "/" STR_FMT " " STR_FMT " ", STR_ARG(type->group),
		    STR_ARG(type->resource), STR_ARG(ns));
	strbuf_addf(&key, STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(labels), STR_ARG(fields),
		    STR_ARG(agent));
	if (key.failed || kept.failed)
		return NULL;
	r = map_get(&l->readers, strbuf_str(&key));
	if (r)
		return r;
	r = lift__new_reader(l, type, ns, labels, fields);
	if (!r)
		return NULL;
	r->agent = lift__copy(l, agent);
	r->number = map_len(&l->readers);
	if (map_put(&l->readers, strbuf_str(&key), r, NULL)) {
		selector_free(r->selector);
		return NULL;
	}
	return r;
}

static void id_key(uint32_t id, struct strbuf *out)
{
	strbuf_addf(out, "%u", id);
}

struct lift__request *lift__find_request(struct lift *l, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	return key.failed ? NULL : map_get(&l->requests, strbuf_str(&key));
}

void lift__remove_request(struct lift *l, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	(void)map_del(&l->requests, strbuf_str(&key));
}

/* An address without its port. */
static struct str host_of(struct str client)
{
	const char *colon = client.len ? memrchr(client.ptr, ':', client.len) : NULL;
	bool port = colon && (memchr(client.ptr, ':', client.len) == colon || colon[-1] == ']');

	return port ? (struct str) { client.ptr, (size_t)(colon - client.ptr) } : client;
}

int lift__take_connection(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const char *host;

	id_key(line->conn, &key);
	if (line->kind == REC_DISCONNECT)
		(void)map_del(&l->conns, strbuf_str(&key));
	if (line->kind == REC_DISCONNECT || !line->client.len)
		return 0;
	host = lift__copy(l, host_of(line->client)).ptr;
	return !host || key.failed ||
		       map_put(&l->conns, strbuf_str(&key), (void *)(uintptr_t)host, NULL)
		   ? RELIST_ENOMEM
		   : 0;
}

/* Sets the request's client, user and connection, as far as the recording has them. */
static void take_client(struct lift *l, const struct rec__line *line, struct lift__request *r)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const char *host;

	id_key(line->conn, &key);
	host = line->conn ? map_get(&l->conns, strbuf_str(&key)) : NULL;
	r->who = line->client.len ? lift__copy(l, host_of(line->client)) : str_of(host ? host : "");
	r->user = lift__copy(l, line->user);
	r->conn = line->conn;
	l->failed |= key.failed;
}

enum { OTHER_WRITERS_MAX = 4, AGENT_MAX = 60 };

/* Records another client that writes through the same proxy. */
static void note_writer(struct lift *l, struct str agent)
{
	struct str *kept;

	agent.len = agent.len > AGENT_MAX ? AGENT_MAX : agent.len;
	for (size_t i = 0; i < l->other_writers.len; i++)
		if (str_eq(*(const struct str *)l->other_writers.items[i], agent))
			return;
	if (!agent.len || l->other_writers.len == OTHER_WRITERS_MAX)
		return;
	kept = lift__alloc(l, sizeof(*kept));
	if (kept && lift__push(l, &l->other_writers, kept))
		*kept = lift__copy(l, agent);
}

int lift__take_request(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__request *r;
	struct rec__target t;
	bool get = str_eqz(line->method, "GET");

	if (line->again || !rec__target_parse(line->path, &t))
		return 0;
	if (!lift__has_type(l, &t)) {
		if (!l->odd_path)
			lift__note(l, STR_FMT " is of no type that a scenario can have: left out",
				   STR_ARG(line->path));
		l->odd_path = true;
		return 0;
	}
	r = lift__alloc(l, sizeof(*r));
	if (!r)
		return RELIST_ENOMEM;
	r->id = line->id;
	r->form = fakeapi__registry_find(l->registry, t.group, t.version, t.resource);
	r->type = lift__type_of(l, &t, lift__kept_as(l, r->form));
	r->ns = lift__copy(l, t.ns);
	r->name = lift__copy(l, t.name);
	r->subresource = lift__copy(l, t.subresource);
	r->seq = l->seq;
	r->end_seq = UINT64_MAX;
	r->at_ns = l->at_ns;
	r->top_rv = l->top_rv;
	r->assumed = line->assumed;
	r->get = get;
	r->write = !get && !rec__is_dry_run(line);
	r->creates = str_eqz(line->method, "POST") && !r->subresource.len;
	r->deletes = str_eqz(line->method, "DELETE");
	r->mine = lift__contains(rec__find_header(line, "User-Agent"), &l->opt.controllers);
	r->own = r->write && r->mine;
	lift__choose_version(l, r->type, t.version, r->mine);
	if (r->write && !r->mine && l->opt.controllers.len && l->source == REC_SOURCE_PROXY)
		note_writer(l, rec__find_header(line, "User-Agent"));
	r->rv = lift__copy(l, rec__query(line, "resourceVersion"));
	r->continue_ = lift__copy(l, rec__query(line, "continue"));
	r->initial_events = rec__is_true(rec__query(line, "sendInitialEvents"));
	r->bookmarks = rec__is_true(rec__query(line, "allowWatchBookmarks"));
	r->verb = !get || r->subresource.len ? LIFT_OTHER
		  : rec__is_watch(line)	     ? LIFT_WATCH
		  : r->name.len		     ? LIFT_OTHER
					     : LIFT_LIST;
	id_key(line->id, &key);
	if (!r->type || key.failed || map_put(&l->requests, strbuf_str(&key), r, NULL))
		return RELIST_ENOMEM;
	if ((r->own || (r->mine && get && r->name.len && r->verb == LIFT_OTHER)) &&
	    !lift__note_own(l, r, line))
		return RELIST_ENOMEM;
	if (r->verb == LIFT_OTHER)
		return 0;
	r->reader = reader_of(l, line, r->type, t.ns);
	if (!r->reader)
		return RELIST_ENOMEM;
	lift__note_start(l, r);
	take_client(l, line, r);
	r->limit = rec__number(rec__query(line, "limit"));
	r->page_before = r->continue_.len ? map_get(&l->pages, r->continue_) : NULL;
	r->list_seq = r->seq;
	/* a list that is received as events */
	if (r->initial_events)
		r->list = ++l->lists;
	return lift__add_received(l, LIFT_ASKED, r) ? 0 : RELIST_ENOMEM;
}
