/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/external_events.h"

#include "base/json_scan.h"
#include "base/text/query_bool.h"
#include "base/url.h"
#include "fakeapi/serializer/protobuf.h"
#include "informer/object.h"

enum { LINE_MAX_BYTES = 4 << 20 }; /* an event beyond this limit is reported without its name */

static void emit_trace(const struct external_answer *a, int64_t now_ns, enum trace_kind kind,
		       int64_t n, struct str key, struct str text)
{
	trace_emit(
	    a->sink,
	    &(struct trace_event) {
		.at_ns = now_ns, .kind = kind, .id = a->id, .n = n, .key = key, .text = text });
}

static bool is_watch_query(struct str query)
{
	struct str name, value;

	while (url_next_param(&query, &name, &value))
		if (str_eqz(name, "watch"))
			return text_query_bool(value);
	return false;
}

/* /api/v1/namespaces/d/pods: pods. A program may watch other types than its informer's. */
static struct str resource_in(struct str path)
{
	struct str resource;

	(void)str_cut(&path, '/');
	if (str_eqz(str_cut(&path, '/'), "apis"))
		(void)str_cut(&path, '/');
	(void)str_cut(&path, '/');
	resource = str_cut(&path, '/');
	if (str_eqz(resource, "namespaces") && memchr(path.ptr, '/', path.len)) {
		(void)str_cut(&path, '/');
		resource = str_cut(&path, '/');
	}
	return resource;
}

/* Of a write; reads have none, as those of our own clients. */
static struct str method_of(const struct fakeapi__request *req)
{
	return str_eqz(req->method, "GET") ? STR("") : req->method;
}

void runner__external_request(struct external_answer *a, const struct trace_sink *sink,
			      int64_t now_ns, uint32_t id, const char *who,
			      const struct fakeapi__request *req)
{
	struct str name = who ? str_of(who) : resource_in(req->path);

	*a = (struct external_answer) { .sink = sink, .id = id, .end = "clean" };
	strbuf_init(&a->line);
	(void)snprintf(a->who, sizeof(a->who), STR_FMT, STR_ARG(name));
	a->is_watch = sink->emit && str_eqz(req->method, "GET") && is_watch_query(req->query);
	trace_emit(sink, &(struct trace_event) { .at_ns = now_ns,
						 .kind = TRACE_WIRE_REQUEST,
						 .id = id,
						 .who = method_of(req),
						 .key = req->path,
						 .text = req->query });
}

void runner__external_head(struct external_answer *a, int64_t now_ns, enum fakeapi__head head,
			   int status)
{
	if (head == FAKEAPI_HEAD_WAIT || a->has_head)
		return;
	a->has_head = true;
	if (head == FAKEAPI_HEAD_READY)
		emit_trace(a, now_ns, TRACE_WIRE_RESPONSE, status, STR(""), STR(""));
	else
		a->end = head == FAKEAPI_HEAD_RESET ? "reset" : "eof";
	a->is_watch &= head == FAKEAPI_HEAD_READY && status == 200;
}

static void emit_event(struct external_answer *a, int64_t now_ns, struct str line, size_t bytes)
{
	AUTO_STRBUF type = STRBUF_INIT, ns = STRBUF_INIT, name = STRBUF_INIT;
	AUTO_STRBUF key = STRBUF_INIT;
	struct trace_event ev = { .at_ns = now_ns,
				  .kind = TRACE_WIRE_EVENT,
				  .id = a->id,
				  .n = (int64_t)bytes,
				  .who = str_of(a->who) };
	json_t json, object, meta;

	if (json_valid(line, &json, NULL)) {
		object = json_get(json, "object");
		meta = json_get(object, "metadata");
		ev.text = json_str(json_get(json, "type"), &type);
		ev.object = (struct str) { object.ptr, object.len };
		strbuf_adds(&key, json_str(json_get(meta, "namespace"), &ns));
		strbuf_addz(&key, key.len ? "/" : "");
		strbuf_adds(&key, json_str(json_get(meta, "name"), &name));
	}
	ev.text = ev.text.len ? ev.text : STR("?");
	ev.key = strbuf_str(&key);
	trace_emit(a->sink, &ev);
}

/* Emits a complete protobuf frame. */
static void emit_frame(struct external_answer *a, int64_t now_ns, struct str frame)
{
	AUTO_STRBUF json = STRBUF_INIT;

	(void)fakeapi__protobuf_event_json(frame, &json);
	emit_event(a, now_ns, strbuf_str(&json), frame.len);
}

/* Splits frames, which follow their lengths. Keeps only a part of a frame beyond the limit. */
static void take_frames(struct external_answer *a, int64_t now_ns, const char *bytes, size_t n)
{
	while (n) {
		size_t len =
		    a->line.len < 4 ? 4 : fakeapi__protobuf_frame_len(strbuf_str(&a->line));
		size_t more = len - a->line.len - a->passed;

		more = more < n ? more : n;
		if (len <= LINE_MAX_BYTES)
			strbuf_add(&a->line, bytes, more);
		else
			a->passed += more;
		bytes += more;
		n -= more;
		a->is_watch = !a->line.failed; /* out of memory: the rest is ignored */
		if (!a->is_watch)
			return;
		if (a->line.len < 4 ||
		    a->line.len + a->passed < fakeapi__protobuf_frame_len(strbuf_str(&a->line)))
			continue;
		emit_frame(a, now_ns, strbuf_str(&a->line));
		strbuf_clear(&a->line);
		a->passed = 0;
	}
}

static void take_lines(struct external_answer *a, int64_t now_ns, const char *bytes, size_t n)
{
	for (const char *end = bytes + n, *nl; bytes < end; bytes = nl + 1) {
		nl = memchr(bytes, '\n', (size_t)(end - bytes));
		if (a->line.len < LINE_MAX_BYTES)
			strbuf_add(&a->line, bytes, (size_t)((nl ? nl : end) - bytes));
		if (!nl)
			return;
		if (a->line.len && !a->line.failed)
			emit_event(a, now_ns, strbuf_str(&a->line), a->line.len);
		strbuf_clear(&a->line);
	}
}

void runner__external_bytes(struct external_answer *a, int64_t now_ns, const char *bytes,
			    ptrdiff_t n)
{
	if (n == FAKEAPI_PULL_CUT)
		a->end = "cut";
	else if (n == FAKEAPI_PULL_RESET)
		a->end = "reset";
	if (n <= 0 || !a->is_watch)
		return;
	/* a frame's length begins with a 0 byte; JSON does not */
	if (!a->has_bytes)
		a->is_framed = bytes[0] == '\0';
	a->has_bytes = true;
	if (a->is_framed)
		take_frames(a, now_ns, bytes, (size_t)n);
	else
		take_lines(a, now_ns, bytes, (size_t)n);
}

void runner__external_end(struct external_answer *a, int64_t now_ns, bool client_gone)
{
	if (client_gone)
		emit_trace(a, now_ns, TRACE_WIRE_HANGUP, 0, STR(""), STR(""));
	else
		emit_trace(a, now_ns, TRACE_WIRE_END, 0, STR(""), str_of(a->end));
	strbuf_fini(&a->line);
}

void runner__external_notification(const struct trace_sink *sink, int64_t now_ns,
				   const char *handler, const struct view__line *line)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct trace_event ev = { .at_ns = now_ns, .who = str_of(handler), .key = line->key };

	switch (line->kind) {
	case VIEW_ADD:
		ev.kind = TRACE_NOTIFY_ADD;
		ev.n = line->initial;
		break;
	case VIEW_UPDATE:
		ev.kind = TRACE_NOTIFY_UPDATE;
		strbuf_addf(&text, STR_FMT "->", STR_ARG(line->old_rv));
		break;
	case VIEW_DELETE:
		ev.kind = TRACE_NOTIFY_DELETE;
		ev.n = line->tombstone;
		break;
	case VIEW_NOTHING:
	case VIEW_ERROR:
	case VIEW_STATE:
		return;
	}
	strbuf_addf(&text, STR_FMT, STR_ARG(line->rv));
	ev.text = strbuf_str(&text);
	trace_emit(sink, &ev);
}

/* Builds an object from the members of the reported line. */
static struct inf_object *object_of(const struct view__line *l, struct str rv)
{
	AUTO_STRBUF json = STRBUF_INIT;
	const char *slash = memchr(l->key.ptr, '/', l->key.len);
	size_t ns = slash ? (size_t)(slash - l->key.ptr) : 0, name = slash ? ns + 1 : 0;

	strbuf_addz(&json, "{\"metadata\":{\"name\":");
	strbuf_add_json(&json, (struct str) { l->key.ptr + name, l->key.len - name });
	if (slash) {
		strbuf_addz(&json, ",\"namespace\":");
		strbuf_add_json(&json, (struct str) { l->key.ptr, ns });
	}
	strbuf_addz(&json, ",\"resourceVersion\":");
	strbuf_add_json(&json, rv);
	strbuf_addz(&json, "}}");
	if (json.failed)
		return NULL;
	return inf__object_new((json_t) { json.ptr, json.len }, (struct str) { NULL, 0 },
			       (struct str) { NULL, 0 }, NULL);
}

void runner__external_line(struct view *view, struct str text, const struct inf_handler *handlers,
			   const char *const *names, size_t count, const struct trace_sink *sink,
			   int64_t now_ns)
{
	struct view__line l = view__take(view, text);
	struct inf_object *obj, *old;

	if (l.kind != VIEW_ADD && l.kind != VIEW_UPDATE && l.kind != VIEW_DELETE)
		return;
	obj = object_of(&l, l.rv);
	old = object_of(&l, l.old_rv);
	for (size_t i = 0; obj && old && i < count; i++) {
		const struct inf_handler *h = &handlers[i];

		runner__external_notification(sink, now_ns, names[i], &l);
		if (l.kind == VIEW_ADD)
			(void)h->on_add(h->user, obj, l.initial);
		else if (l.kind == VIEW_UPDATE)
			(void)h->on_update(h->user, old, obj);
		else
			(void)h->on_delete(h->user, inf_object_key(obj), obj, l.tombstone);
	}
	inf_object_unref(obj);
	inf_object_unref(old);
}
