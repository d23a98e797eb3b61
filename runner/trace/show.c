/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/show.h"

#include "base/str.h"

/* Writes `,"name":`, or `"name":` for the first member. */
static void member(struct strbuf *out, const char *name)
{
	char last = out->len ? out->ptr[out->len - 1] : '{';

	if (last != '{' && last != '[')
		strbuf_addc(out, ',');
	strbuf_add_json(out, str_of(name));
	strbuf_addc(out, ':');
}

static void text(struct strbuf *out, const char *name, struct str value)
{
	member(out, name);
	strbuf_add_json(out, value);
}

static void boolean(struct strbuf *out, const char *name, bool value)
{
	member(out, name);
	strbuf_addz(out, value ? "true" : "false");
}

void runner__show_notify(const struct runner__trace *t, const struct runner__notify *n,
			 struct strbuf *out)
{
	static const char *const types[] = { "ADD", "UPDATE", "DELETE" };

	strbuf_addz(out, "{\"notify\":{");
	text(out, "handler", t->names[n->handler]);
	text(out, "type", str_of(types[n->type]));
	text(out, "key", n->key);
	if (n->old_rv.len)
		text(out, "oldRv", n->old_rv);
	text(out, "rv", n->rv);
	if (n->old_uid.len || n->uid.len) {
		text(out, "oldUid", n->old_uid);
		text(out, "uid", n->uid);
	}
	if (n->type == RUNNER_ADD)
		boolean(out, "initial", n->initial);
	if (n->type == RUNNER_DELETE)
		boolean(out, "tombstone", n->tombstone);
	strbuf_addz(out, "}}");
}

void runner__show_watch_error(const struct runner__watch_error *w, struct strbuf *out)
{
	strbuf_addz(out, "{\"watchError\":{");
	text(out, "kind", str_of(runner__watch_error_word(w->kind)));
	if (w->code) {
		member(out, "code");
		strbuf_addf(out, "%d", w->code);
	}
	if (w->reason.len)
		text(out, "reason", w->reason);
	if (w->text.len)
		text(out, "text", w->text);
	strbuf_addz(out, "}}");
}

void runner__show_request(const struct fakeapi__player_request *req, int64_t after_ns,
			  struct strbuf *out)
{
	char after[32];

	strbuf_addf(out, "{\"request\":{\"id\":%u", req->id);
	text(out, "method", req->method);
	text(out, "path", req->path);
	if (req->param_count) {
		member(out, "query");
		strbuf_addc(out, '{');
		for (size_t i = 0; i < req->param_count; i++) {
			strbuf_addz(out, i ? "," : "");
			strbuf_add_json(out, req->params[i].name);
			strbuf_addc(out, ':');
			strbuf_add_json(out, req->params[i].value);
		}
		strbuf_addc(out, '}');
	}
	if (after_ns > 0) {
		duration_format(after_ns, after, sizeof(after));
		strbuf_addf(out, ",\"after\":{\"exact\":\"%s\"}", after);
	}
	strbuf_addz(out, "}}");
}

static void show_indexes(const struct runner__state *s, struct strbuf *out)
{
	member(out, "indexes");
	strbuf_addc(out, '{');
	for (size_t i = 0; i < s->index_count; i++) {
		member(out, s->indexes[i].name.ptr);
		strbuf_addc(out, '{');
		for (size_t v = 0; v < s->indexes[i].value_count; v++) {
			const struct runner__index_value *value = &s->indexes[i].values[v];

			member(out, value->value.ptr);
			strbuf_addc(out, '[');
			for (size_t k = 0; k < value->key_count; k++) {
				strbuf_addz(out, k ? "," : "");
				strbuf_add_json(out, value->keys[k]);
			}
			strbuf_addc(out, ']');
		}
		strbuf_addc(out, '}');
	}
	strbuf_addc(out, '}');
}

void runner__show_state(const struct runner__state *s, struct strbuf *out)
{
	strbuf_addz(out, "{\"state\":{\"cache\":{");
	for (size_t i = 0; i < s->cache_count; i++)
		text(out, s->cache[i].name.ptr, s->cache[i].value);
	strbuf_addc(out, '}');
	if (s->has_indexes)
		show_indexes(s, out);
	boolean(out, "synced", s->synced);
	member(out, "handlersSynced");
	strbuf_addc(out, '{');
	for (size_t i = 0; i < s->handler_count; i++)
		boolean(out, s->handlers[i].handler.ptr, s->handlers[i].synced);
	strbuf_addc(out, '}');
	text(out, "lastSyncResourceVersion", s->last_sync_rv);
	if (s->has_store_rv)
		text(out, "storeResourceVersion", s->store_rv);
	if (s->stopped)
		boolean(out, "stopped", true);
	strbuf_addz(out, "}}");
}
