/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/scn_dump.h"

#include "runner/language/table.h"
#include "tests/kit/scn_dump_members.h"

/* ---- the world ---- */

static void dump_informer(struct strbuf *out, const struct scn__informer *i)
{
	strbuf_addz(out, "informer");
	text(out, "name", i->name);
	type(out, i->type);
	num(out, "watch-list", i->watch_list);
	num(out, "resync", i->resync_ns);
	num(out, "page", i->page_size);
	text(out, "namespace", i->namespace_);
	text(out, "labels", i->label_selector);
	text(out, "fields", i->field_selector);
	num(out, "transform", i->transform);
	text(out, "transform-arg", i->transform_arg);
	num(out, "detector", i->mutation_detector);
	num(out, "without", (long long)i->without);
	num(out, "backend", i->backend);
	num(out, "index", i->index);
	place(out, i->pos);
	for (size_t j = 0; j < i->handler_count; j++)
		handler(out, i->handlers[j]);
	for (size_t j = 0; j < i->index_count; j++) {
		strbuf_addz(out, "\n  index");
		text(out, "name", i->indexes[j].name);
		text(out, "path", i->indexes[j].path);
		text(out, "fails-on", i->indexes[j].fails_on);
		place(out, i->indexes[j].pos);
	}
	strbuf_addc(out, '\n');
}

static void dump_controller(struct strbuf *out, const struct scn__controller *c)
{
	strbuf_addz(out, "controller");
	text(out, "name", c->name);
	num(out, "reconciler", c->reconciler);
	text(out, "plugin", c->plugin);
	if (c->parent)
		text(out, "parent", c->parent->name);
	if (c->child)
		text(out, "child", c->child->name);
	text(out, "child-name", c->child_name);
	text(out, "child-label", c->child_label);
	num(out, "by-uid", c->match_by_uid);
	num(out, "owner-refs", c->owner_refs);
	num(out, "live", c->live_reads);
	text(out, "replicas", c->replicas_path);
	text(out, "copy", c->copy_path);
	text(out, "finalizer", c->finalizer);
	num(out, "expectations", c->expectations);
	num(out, "ttl", c->expectations_ttl_ns);
	num(out, "workers", c->workers);
	num(out, "backoff-min", c->backoff_min_ns);
	num(out, "backoff-max", c->backoff_max_ns);
	num(out, "timeout", c->timeout_ns);
	num(out, "backend", c->backend);
	num(out, "without", (long long)c->without);
	num(out, "index", c->index);
	place(out, c->pos);
	node(out, "body", c->child_body);
	node(out, "params", c->params);
	strbuf_addc(out, '\n');
}

static void dump_world(struct strbuf *out, const struct scn__world *w)
{
	strbuf_addz(out, "world");
	num(out, "classic", w->classic);
	num(out, "batch", w->gate_batch);
	num(out, "atomic", w->gate_atomic);
	num(out, "unlock", w->gate_unlock);
	num(out, "gate-watch-list", w->gate_watch_list);
	num(out, "rv", (long long)w->rv);
	texts(out, "backends", w->backends, w->backend_count);
	num(out, "history", (long long)w->history);
	num(out, "watch-list", w->watch_list);
	num(out, "page-max", w->list_page_max);
	num(out, "page-always", w->list_page_always);
	num(out, "items-kind", w->list_items_kind);
	num(out, "http2", w->http2);
	num(out, "bookmarks", w->bookmark_every_ns);
	place(out, w->pos);
	strbuf_addc(out, '\n');
	for (size_t i = 0; i < w->type_count; i++) {
		const struct scn__type *t = &w->types[i];

		strbuf_addz(out, "type");
		text(out, "name", t->name);
		text(out, "group", t->group);
		text(out, "version", t->version);
		text(out, "resource", t->resource);
		text(out, "kind", t->kind);
		num(out, "namespaced", t->namespaced);
		num(out, "builtin", t->builtin);
		num(out, "index", t->index);
		place(out, t->pos);
		strbuf_addc(out, '\n');
	}
	for (size_t i = 0; i < w->template_count; i++) {
		strbuf_addz(out, "template");
		text(out, "name", w->templates[i].name);
		place(out, w->templates[i].pos);
		node(out, "body", w->templates[i].body);
		strbuf_addc(out, '\n');
	}
	for (size_t i = 0; i < w->informer_count; i++)
		dump_informer(out, &w->informers[i]);
	for (size_t i = 0; i < w->handler_count; i++) {
		const struct scn__handler *h = &w->handlers[i];

		strbuf_addz(out, "world");
		handler(out, h);
		num(out, "resync", h->resync_ns);
		num(out, "enqueue", h->enqueue);
		text(out, "label", h->label);
		controller(out, h->controller);
		num(out, "later", h->added_later);
		num(out, "index", h->index);
		place(out, h->pos);
		strbuf_addc(out, '\n');
	}
	for (size_t i = 0; i < w->controller_count; i++)
		dump_controller(out, &w->controllers[i]);
}

/* ---- expectations ---- */

static void dump_item(struct strbuf *out, const struct scn__item *i, int depth)
{
	strbuf_addf(out, "%*sitem", 2 * depth, "");
	num(out, "kind", i->kind);
	place(out, i->pos);
	text(out, "text", i->text);
	if (i->node)
		place(out, i->node->pos);
	num(out, "verb", i->verb);
	type(out, i->type);
	key(out, &i->key);
	num(out, "key-any", i->key_any);
	node(out, "rv", i->rv);
	node(out, "old-rv", i->old_rv);
	node(out, "uid", i->uid);
	num(out, "initial", i->initial);
	num(out, "unknown", i->unknown);
	node(out, "with", i->with);
	node(out, "old", i->old);
	node(out, "limit", i->limit);
	node(out, "continue", i->continue_);
	node(out, "match", i->rv_match);
	node(out, "namespace", i->namespace_);
	node(out, "labels", i->label_selector);
	node(out, "fields", i->field_selector);
	node(out, "timeout", i->timeout);
	num(out, "bookmarks", i->bookmarks);
	num(out, "initial-events", i->initial_events);
	num(out, "answer", i->answer);
	num(out, "status", i->status);
	node(out, "answer-rv", i->answer_rv);
	num(out, "backend", i->backend);
	num(out, "has-after", i->has_after);
	num(out, "after-min", i->after_min_ns);
	num(out, "after-max", i->after_max_ns);
	if (i->by)
		text(out, "by", i->by->name);
	text(out, "while", i->while_name);
	for (size_t j = 0; j < i->path_count; j++) {
		text(out, "path", i->paths[j].path);
		node(out, "is", i->paths[j].value);
	}
	strbuf_addc(out, '\n');
	for (size_t j = 0; j < i->item_count; j++)
		dump_item(out, &i->items[j], depth + 1);
}

static void dump_stream(struct strbuf *out, const struct scn__stream *s)
{
	strbuf_addc(out, '\n');
	for (size_t i = 0; i < s->count; i++)
		dump_item(out, &s->items[i], 2);
}

static void dump_objects(struct strbuf *out, const struct scn__section *s)
{
	informer(out, s->objects.informer);
	type(out, s->objects.type);
	num(out, "exact", s->objects.exact);
	num(out, "model", s->objects.model);
	for (size_t i = 0; i < s->objects.count; i++) {
		strbuf_addz(out, "\n    object");
		key(out, &s->objects.objects[i].key);
		node(out, "want", s->objects.objects[i].want);
	}
}

static void dump_index(struct strbuf *out, const struct scn__section *s)
{
	informer(out, s->index.informer);
	text(out, "index", s->index.index);
	for (size_t i = 0; i < s->index.count; i++) {
		const struct scn__index_expect *e = &s->index.values[i];

		strbuf_addz(out, "\n    value");
		node(out, "is", e->value);
		texts(out, "keys", e->keys, e->key_count);
		place(out, e->pos);
	}
}

static void dump_keys(struct strbuf *out, const char *name, const struct scn__keys *k)
{
	if (k->given)
		strbuf_addf(out, " %s-given", name);
	texts(out, name, k->items, k->count);
}

static void dump_queue(struct strbuf *out, const struct scn__section *s)
{
	controller(out, s->queue.controller);
	dump_keys(out, "ready", &s->queue.ready);
	dump_keys(out, "processing", &s->queue.processing);
	dump_keys(out, "delayed", &s->queue.delayed);
	for (size_t i = 0; i < s->queue.retry_count; i++) {
		text(out, "retries", s->queue.retries[i].key);
		node(out, "want", s->queue.retries[i].want);
	}
	node(out, "length", s->queue.length);
}

static void dump_counts(struct strbuf *out, const struct scn__section *s)
{
	for (size_t i = 0; i < s->counts.count; i++) {
		const struct scn__count *c = &s->counts.items[i];

		strbuf_addz(out, "\n    count");
		num(out, "counter", c->counter);
		num(out, "has-verb", c->has_verb);
		num(out, "verb", c->verb);
		type(out, c->type);
		informer(out, c->informer);
		handler(out, c->handler);
		text(out, "index", c->index);
		node(out, "want", c->want);
		text(out, "text", c->text);
		place(out, c->pos);
	}
}

static void dump_section(struct strbuf *out, const struct scn__section *s)
{
	strbuf_addf(out, "  %s", scn__section_word(s->kind));
	place(out, s->pos);
	if (s->node)
		place(out, s->node->pos);
	switch (s->kind) {
	case SCN_S_REQUESTS:
		dump_stream(out, &s->requests);
		return;
	case SCN_S_WRITES:
		dump_stream(out, &s->writes);
		return;
	case SCN_S_HANDLERS:
		handler(out, s->handlers.handler);
		dump_stream(out, &s->handlers.stream);
		return;
	case SCN_S_CACHE:
	case SCN_S_STATE:
		dump_objects(out, s);
		break;
	case SCN_S_INDEX:
		dump_index(out, s);
		break;
	case SCN_S_SYNC:
		informer(out, s->sync.informer);
		num(out, "store", s->sync.store);
		num(out, "handlers", s->sync.handlers);
		num(out, "stopped", s->sync.stopped);
		node(out, "rv", s->sync.rv);
		for (size_t i = 0; i < s->sync.each_count; i++) {
			handler(out, s->sync.each[i].handler);
			num(out, "synced", s->sync.each[i].synced);
		}
		break;
	case SCN_S_QUEUE:
		dump_queue(out, s);
		break;
	case SCN_S_COUNTS:
		dump_counts(out, s);
		break;
	case SCN_S_AT:
		num(out, "min", s->at.min_ns);
		num(out, "max", s->at.max_ns);
		break;
	case SCN_S_LOG:
		for (size_t i = 0; i < s->log.count; i++)
			node(out, "line", s->log.items[i]);
		break;
	case SCN_S_SNAPSHOT:
		text(out, "name", s->snapshot);
		break;
	}
	strbuf_addc(out, '\n');
}

static void dump_expect(struct strbuf *out, const struct scn__expect *e)
{
	strbuf_addc(out, '\n');
	for (size_t i = 0; i < e->count; i++)
		dump_section(out, &e->sections[i]);
}

/* ---- steps ---- */

static void dump_match(struct strbuf *out, const struct scn__match *m)
{
	num(out, "verb", m->verb);
	type(out, m->type);
	text(out, "ns", m->ns);
	text(out, "name", m->name);
	num(out, "nth", m->nth);
	num(out, "continued", m->continued);
	num(out, "has-initial-events", m->has_initial_events);
	num(out, "initial-events", m->initial_events);
	num(out, "backend", m->backend);
}

static void dump_chunks(struct strbuf *out, const struct scn__chunk *chunks, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		strbuf_addz(out, "\n  chunk");
		num(out, "kind", chunks[i].kind);
		text(out, "bytes", chunks[i].bytes);
		num(out, "wait", chunks[i].wait_ns);
		num(out, "close", chunks[i].close);
	}
}

static void dump_fault(struct strbuf *out, const struct scn__step *s)
{
	if (s->kind == SCN_FAIL) {
		dump_match(out, &s->fail.match);
		num(out, "status", s->fail.status);
		text(out, "reason", s->fail.reason);
		text(out, "message", s->fail.message);
		num(out, "times", s->fail.times);
		num(out, "for", s->fail.for_ns);
		num(out, "retry-after", s->fail.retry_after_ns);
		num(out, "how", s->fail.how);
		node(out, "details", s->fail.details);
		return;
	}
	dump_match(out, &s->reply.match);
	num(out, "status", s->reply.status);
	num(out, "times", s->reply.times);
	num(out, "for", s->reply.for_ns);
	for (size_t i = 0; i < s->reply.header_count; i++) {
		text(out, "header", s->reply.headers[i].name);
		text(out, "is", s->reply.headers[i].value);
	}
	dump_chunks(out, s->reply.body, s->reply.chunk_count);
}

static void dump_send(struct strbuf *out, const struct scn__step *s)
{
	type(out, s->send.type);
	num(out, "every", s->send.cuts_every);
	for (size_t i = 0; i < s->send.cut_count; i++)
		strbuf_addf(out, " cut=%llu", (unsigned long long)s->send.cuts[i]);
	dump_chunks(out, s->send.body, s->send.chunk_count);
}

static void dump_run(struct strbuf *out, const struct scn__step *s)
{
	for (size_t i = 0; i < s->run.informer_count; i++)
		informer(out, s->run.informers[i]);
	for (size_t i = 0; i < s->run.controller_count; i++)
		controller(out, s->run.controllers[i]);
	num(out, "backend", s->run.backend);
	num(out, "after-writes", s->run.after_writes);
}

static void dump_hold(struct strbuf *out, const struct scn__hold *h)
{
	num(out, "point", h->point);
	handler(out, h->handler);
	informer(out, h->informer);
	type(out, h->type);
	key(out, &h->key);
	num(out, "nth", h->nth);
	num(out, "rest-after", h->rest_after_ns);
}

static void dump_write(struct strbuf *out, const struct scn__step *s)
{
	text(out, "uid", s->write.uid);
	num(out, "new", s->write.new_uid);
	text(out, "subresource", s->write.subresource);
	for (size_t i = 0; i < s->write.count; i++) {
		strbuf_addz(out, "\n  object");
		key(out, &s->write.objects[i].key);
		node(out, "body", s->write.objects[i].body);
	}
}

static void dump_arguments(struct strbuf *out, const struct scn__step *s)
{
	switch (s->kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
		dump_write(out, s);
		break;
	case SCN_DELETE:
		num(out, "drop", s->delete_.drop_finalizers);
		for (size_t i = 0; i < s->delete_.count; i++)
			key(out, &s->delete_.keys[i]);
		break;
	case SCN_REWIND:
		num(out, "to", (long long)s->rewind.to);
		break;
	case SCN_ADVANCE:
		num(out, "by", s->advance_ns);
		break;
	case SCN_FAIL:
	case SCN_REPLY:
		dump_fault(out, s);
		break;
	case SCN_DROP:
		num(out, "event", s->drop.event);
		key(out, &s->drop.key);
		num(out, "times", s->drop.times);
		break;
	case SCN_SEND:
		dump_send(out, s);
		break;
	case SCN_FREEZE:
	case SCN_THAW:
		num(out, "backend", s->backend);
		break;
	case SCN_HOLD:
	case SCN_RELEASE:
		dump_hold(out, &s->hold);
		break;
	case SCN_START:
	case SCN_STOP:
	case SCN_CRASH:
	case SCN_KILL:
	case SCN_RESTART:
		dump_run(out, s);
		break;
	case SCN_HANDLER:
		num(out, "remove", s->handler.remove);
		handler(out, s->handler.handler);
		break;
	case SCN_EXPECT:
		dump_expect(out, &s->expect);
		return;
	case SCN_NEVER:
		num(out, "first", s->never.first);
		if (s->never.until)
			text(out, "until", s->never.until->label);
		dump_expect(out, &s->never.expect);
		return;
	case SCN_SNAPSHOT:
		text(out, "name", s->snapshot);
		break;
	case SCN_LOOK:
		informer(out, s->look);
		break;
	case SCN_GC:
	case SCN_SETTLE:
	case SCN_ROTATE_TOKEN:
		break;
	case SCN_COMPACT:
		num(out, "to", (long long)s->compact.to);
		num(out, "gone", s->compact.gone);
		num(out, "backend", s->compact.backend);
		break;
	case SCN_BOOKMARK:
		type(out, s->bookmark.type);
		num(out, "initial", s->bookmark.initial);
		break;
	case SCN_BOOKMARKS:
		type(out, s->bookmarks.type);
		num(out, "mode", s->bookmarks.mode);
		break;
	case SCN_DISCONNECT:
		type(out, s->disconnect.type);
		num(out, "backend", s->disconnect.backend);
		num(out, "how", s->disconnect.how);
		num(out, "rate", s->disconnect.bytes_per_s);
		break;
	case SCN_HTTP2:
		num(out, "mode", s->http2.mode);
		type(out, s->http2.type);
		dump_match(out, &s->http2.match);
		num(out, "code", s->http2.code);
		num(out, "bytes", s->http2.bytes);
		num(out, "streams", s->http2.streams);
		num(out, "every", s->http2.every_ns);
		num(out, "times", s->http2.times);
		num(out, "for", s->http2.for_ns);
		break;
	case SCN_REFUSE:
	case SCN_ACCEPT:
		type(out, s->refuse.type);
		num(out, "backend", s->refuse.backend);
		break;
	case SCN_FAILOVER:
		num(out, "to", s->failover.to);
		informer(out, s->failover.informer);
		controller(out, s->failover.controller);
		num(out, "how", s->failover.how);
		break;
	case SCN_LAG:
		num(out, "backend", s->lag.backend);
		num(out, "rv", (long long)s->lag.rv);
		num(out, "by", (long long)s->lag.by);
		break;
	case SCN_WORKER:
		controller(out, s->worker.controller);
		num(out, "do", s->worker.what);
		text(out, "key", s->worker.key);
		num(out, "after", s->worker.after_ns);
		num(out, "count", s->worker.count);
		break;
	}
	strbuf_addc(out, '\n');
}

/* ---- the file ---- */

static void dump_cell(struct strbuf *out, const struct scn__cell *c)
{
	strbuf_addz(out, "cell");
	text(out, "name", c->name);
	num(out, "index", c->index);
	for (size_t i = 0; i < c->value_count; i++) {
		text(out, "value", c->values[i].name);
		node(out, "is", c->values[i].value);
	}
	strbuf_addc(out, '\n');
	dump_world(out, &c->world);
	for (size_t i = 0; i < c->step_count; i++) {
		const struct scn__step *s = &c->steps[i];

		strbuf_addf(out, "%u %s", s->index, scn__step_word(s->kind));
		place(out, s->pos);
		text(out, "note", s->note);
		text(out, "label", s->label);
		dump_arguments(out, s);
	}
	for (size_t i = 0; i < SCN_O_COUNT_; i++) {
		const struct scn__always *a = &c->always[i];

		if (!a->pos.line)
			continue;
		strbuf_addf(out, "always %s", scn__oracle_word((enum scn__oracle)i));
		place(out, a->pos);
		num(out, "off", a->off);
		text(out, "reason", a->reason);
		real(out, "rate", a->rate_max);
		num(out, "burst", a->burst);
		strbuf_addc(out, '\n');
	}
	strbuf_addz(out, "outcome");
	num(out, "kind", c->outcome.kind);
	if (c->outcome.kind == SCN_FAILS_AT_ORACLE)
		strbuf_addf(out, " oracle=%s", scn__oracle_word(c->outcome.oracle));
	if (c->outcome.step)
		place(out, c->outcome.step->pos);
	num(out, "never", c->outcome.never);
	text(out, "text", c->outcome.text);
	place(out, c->outcome.pos);
	strbuf_addz(out, "\nexternal");
	num(out, "given", c->external.given);
	num(out, "skip", c->external.skip);
	num(out, "real-time", c->external.real_time);
	text(out, "reason", c->external.reason);
	num(out, "patience", c->external.patience_ns);
	num(out, "sections", c->external.sections);
	place(out, c->external.pos);
	strbuf_addc(out, '\n');
}

void scn_dump(const struct scn__scenario *s, struct strbuf *out)
{
	strbuf_addz(out, "scenario");
	text(out, "path", s->path);
	text(out, "name", s->name);
	text(out, "about", s->about);
	place(out, s->name_pos);
	place(out, s->refs_pos);
	texts(out, "refs", s->refs, s->ref_count);
	texts(out, "tags", s->tags, s->tag_count);
	if (s->has_seed)
		strbuf_addf(out, " seed=%llu", (unsigned long long)s->seed);
	strbuf_addc(out, '\n');
	for (size_t i = 0; i < s->cell_count; i++)
		dump_cell(out, &s->cells[i]);
}
