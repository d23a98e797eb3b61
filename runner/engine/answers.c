/* SPDX-License-Identifier: Apache-2.0 */
/* faults.c - the server misbehaves on cue: what the steps about connections, answers,
 * backends and control points ask of the fake apiserver and of informers. */
#include "base/alloc.h"
#include "runner/world/world.h"

/* --- matches --- */

static void copy_text(char *to, size_t cap, struct str from)
{
	(void)snprintf(to, cap, STR_FMT, STR_ARG(from));
}

static struct fakeapi__match match_of(const struct scn__type *type, int backend)
{
	struct fakeapi__match m = fakeapi__match_all();

	if (type) {
		copy_text(m.resource, sizeof(m.resource), type->resource);
		copy_text(m.group, sizeof(m.group), type->group);
		m.has_group = true;
	}
	m.backend = backend;
	return m;
}

static struct fakeapi__match match_of_line(const struct scn__match *line)
{
	static const char *const verbs[] = {
		[SCN_V_LIST] = "list",	     [SCN_V_WATCH] = "watch",	  [SCN_V_GET] = "get",
		[SCN_V_W_CREATE] = "create", [SCN_V_W_UPDATE] = "update", [SCN_V_W_PATCH] = "patch",
		[SCN_V_W_DELETE] = "delete",
	};
	struct fakeapi__match m = match_of(line->type, line->backend);

	if (line->verb != SCN_V_ANY_REQUEST)
		copy_text(m.verb, sizeof(m.verb), str_of(verbs[line->verb]));
	copy_text(m.ns, sizeof(m.ns), line->ns);
	copy_text(m.name, sizeof(m.name), line->name);
	m.continued = line->continued;
	if (line->has_initial_events)
		m.initial_events = line->initial_events ? 1 : -1;
	return m;
}

static uint32_t times_of(uint32_t times, int64_t for_ns)
{
	return times == SCN_FOREVER || (for_ns && times == 1) ? UINT32_MAX : times;
}

static int64_t until_of(struct scn__run *r, int64_t for_ns)
{
	return for_ns ? scn__now(r) + for_ns : 0;
}

static uint32_t add_rule(struct scn__run *r, const struct fakeapi__fault *rule)
{
	uint32_t id = fakeapi__core_fault_add(r->core, rule);

	if (!id)
		scn__broken(r, RELIST_ENOMEM);
	return id;
}

/* --- answers --- */

static void fail(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_FAIL,
		.match = match_of_line(&s->fail.match),
		.times = times_of(s->fail.times, s->fail.for_ns),
		.until_ns = until_of(r, s->fail.for_ns),
		.skip = s->fail.match.nth ? s->fail.match.nth - 1 : 0,
		.status = s->fail.status,
		.retry_after_s = (int)(s->fail.retry_after_ns / NS_PER_S),
		.in_stream = s->fail.how == SCN_IN_STREAM,
	};
	AUTO_STRBUF details = STRBUF_INIT;

	copy_text(rule.reason, sizeof(rule.reason), s->fail.reason);
	copy_text(rule.message, sizeof(rule.message), s->fail.message);
	if (s->fail.details) {
		scn__node_json(s->fail.details, scn__lookup_name, r, &details);
		rule.details = details.ptr;
	}
	/* A watch that is open now is the first that matches. */
	if (rule.in_stream && !s->fail.match.nth && fakeapi__core_error(r->core, &rule) &&
	    rule.times != UINT32_MAX)
		rule.times--;
	if (rule.times)
		(void)add_rule(r, &rule);
}

/* The chunks of a step, those of bytes cut in two where the run wants it. */
static size_t make_chunks(struct scn__run *r, const struct scn__step *s,
			  const struct scn__chunk *from, size_t count, struct fakeapi__chunk *out)
{
	size_t n = 0, cut = r->cut->step == s ? r->cut->at : 0;

	for (size_t i = 0; i < count; i++) {
		struct str bytes = from[i].bytes;
		struct fakeapi__chunk *c = &out[n++];

		*c = (struct fakeapi__chunk) { .bytes = bytes, .wait_ns = from[i].wait_ns };
		if (from[i].kind == SCN_CHUNK_WAIT)
			c->kind = FAKEAPI_CHUNK_WAIT;
		else if (from[i].kind == SCN_CHUNK_CLOSE)
			c->kind = from[i].close == SCN_HOW_RST	 ? FAKEAPI_CHUNK_RESET
				  : from[i].close == SCN_HOW_FIN ? FAKEAPI_CHUNK_CUT
								 : FAKEAPI_CHUNK_STALL;
		if (cut > 0 && cut < bytes.len) {
			c->bytes.len = cut;
			out[n++] = (struct fakeapi__chunk) { .bytes = { bytes.ptr + cut,
									bytes.len - cut } };
		}
		cut = cut > bytes.len ? cut - bytes.len : 0;
	}
	return n;
}

static struct fakeapi__script *script_of(struct scn__run *r, const struct scn__step *s)
{
	bool reply = s->kind == SCN_REPLY;
	size_t count = reply ? s->reply.chunk_count : s->send.chunk_count;
	size_t header_count = reply ? s->reply.header_count : 0;
	struct fakeapi__chunk *chunks = scnr__alloc(r, (count + 2) * sizeof(*chunks));
	struct fakeapi__header *headers = scnr__alloc(r, (header_count + 1) * sizeof(*headers));
	struct fakeapi__script *script = NULL;

	if (!chunks || !headers)
		return NULL;
	for (size_t i = 0; i < header_count; i++)
		headers[i] = (struct fakeapi__header) { s->reply.headers[i].name,
							s->reply.headers[i].value };
	count = make_chunks(r, s, reply ? s->reply.body : s->send.body, count, chunks);
	script = fakeapi__script_new(reply ? s->reply.status : 200, headers, header_count, chunks,
				     count);
	if (!script)
		scn__broken(r, RELIST_ENOMEM);
	return script;
}

static void reply(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_REPLY,
		.match = match_of_line(&s->reply.match),
		.times = times_of(s->reply.times, s->reply.for_ns),
		.until_ns = until_of(r, s->reply.for_ns),
		.skip = s->reply.match.nth ? s->reply.match.nth - 1 : 0,
		.script = script_of(r, s),
	};

	if (rule.script)
		(void)add_rule(r, &rule);
	fakeapi__script_unref(rule.script);
}

static void send(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__match m = match_of(s->send.type, -1);
	struct fakeapi__script *script;

	scn__settle(r);
	script = r->failure ? NULL : script_of(r, s);
	if (script && !fakeapi__core_send(r->core, &m, script, true))
		scn__fail_at(r, SCN_AT_STEP, s->pos, "send: no watch%s" STR_FMT " is open",
			     s->send.type ? " of " : "",
			     STR_ARG(s->send.type ? s->send.type->name : STR("")));
	fakeapi__script_unref(script);
}

static void drop(struct scn__run *r, const struct scn__step *s)
{
	static const char *const verbs[] = {
		[SCN_EVENT_ANY] = "",
		[SCN_EVENT_ADD] = "create",
		[SCN_EVENT_UPDATE] = "update",
		[SCN_EVENT_DELETE] = "delete",
	};
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DROP_EVENT,
				       .match = match_of(s->drop.key.type, -1),
				       .times = times_of(s->drop.times, 0) };

	copy_text(rule.match.verb, sizeof(rule.match.verb), str_of(verbs[s->drop.event]));
	copy_text(rule.match.ns, sizeof(rule.match.ns), s->drop.key.ns);
	copy_text(rule.match.name, sizeof(rule.match.name), s->drop.key.name);
	(void)add_rule(r, &rule);
}

/* --- connections --- */

static void disconnect(struct scn__run *r, const struct scn__step *s)
{
	static const enum fakeapi__watch_end ends[] = { [SCN_HOW_RST] = FAKEAPI_WATCH_RESET,
							[SCN_HOW_FIN] = FAKEAPI_WATCH_END,
							[SCN_HOW_BLACKHOLE] = FAKEAPI_WATCH_STALL };
	struct fakeapi__match m = match_of(s->disconnect.type, s->disconnect.backend);
	int64_t rate = s->disconnect.bytes_per_s > 0 ? s->disconnect.bytes_per_s : 1;
	int64_t bytes = rate >= 8 ? rate / 8 : 1; /* in up to eight pieces a second */

	if (s->disconnect.how == SCN_HOW_SLOW)
		(void)fakeapi__core_slow_watches(r->core, &m, (size_t)bytes,
						 bytes * NS_PER_S / rate);
	else
		(void)fakeapi__core_end_watches(r->core, &m, ends[s->disconnect.how]);
}

static void bookmark(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__match m = match_of(s->bookmark.type, -1);

	scn__settle(r);
	(void)fakeapi__core_bookmark(r->core, &m, s->bookmark.initial);
}

/* --- history and backends --- */

static void compact(struct scn__run *r, const struct scn__step *s)
{
	fakeapi__core_compact(r->core, &(struct fakeapi__compaction) {
					   .rv = s->compact.to,
					   .http_status = s->compact.gone == SCN_HTTP_STATUS,
					   .backend = s->compact.backend,
				       });
}

/* What the old etcd has told must be on its way before it goes. */
static void rewind_server(struct scn__run *r, const struct scn__step *s)
{
	scn__settle(r);
	if (!r->failure && fakeapi__core_rewind(r->core, s->rewind.to, true, &r->err))
		scn__fail_at(r, SCN_AT_STEP, s->pos, "rewind: %s", r->err.msg);
}

static void lag(struct scn__run *r, const struct scn__step *s)
{
	scn__settle(r);
	fakeapi__core_behind(r->core, (uint32_t)s->lag.backend, s->lag.rv, s->lag.by);
}

static bool moves(const struct scn__run *r, const struct scn__step *s, const struct scn__irun *ir)
{
	bool all = !s->failover.informer && !s->failover.controller;

	if (all || s->failover.informer == ir->def)
		return true;
	for (size_t i = 0; s->failover.controller && i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def &&
		    r->handlers[i].def->controller == s->failover.controller)
			return true;
	return false;
}

static void failover(struct scn__run *r, const struct scn__step *s)
{
	const struct scn__world *w = &r->cell->world;
	uint32_t to = (uint32_t)s->failover.to;

	for (size_t i = 0; i < w->controller_count; i++)
		if (s->failover.controller == r->controllers[i].def ||
		    (!s->failover.controller && !s->failover.informer))
			r->controllers[i].backend = to;
	for (size_t i = 0; i < w->informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct fakeapi__match m = match_of(NULL, (int)ir->backend);

		if (ir->backend == to || !moves(r, s, ir))
			continue;
		ir->backend = to;
		copy_text(m.user_agent, sizeof(m.user_agent), scn__agent_of(r, ir->def));
		(void)fakeapi__core_end_watches(r->core, &m,
						s->failover.how == SCN_HOW_FIN
						    ? FAKEAPI_WATCH_END
						    : FAKEAPI_WATCH_RESET);
	}
	scn__refusal_changed(r);
}

/* --- control points --- */

static void hold_informer(struct scn__run *r, const struct scn__hold *h, struct scn__irun *ir,
			  bool on)
{
	bool store = h->point == SCN_POINT_CACHE && !r->cell->world.classic;

	if (!on || (!h->key.type && !h->nth)) {
		if (store)
			inf__informer_hold_store(ir->inf, on);
		else
			inf__informer_hold_queue(ir->inf, on);
	} else if (inf__informer_hold_at(ir->inf, store, h->key.type ? h->key.text.ptr : NULL,
					 h->nth)) {
		scn__broken(r, RELIST_ENOMEM);
	}
}

static bool concerns(const struct scn__hold *h, const struct scn__irun *ir)
{
	return ir->inf && (!h->informer || h->informer == ir->def) &&
	       (!h->type || h->type == ir->def->type);
}

static void hold_informers(struct scn__run *r, const struct scn__hold *h, bool on)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (concerns(h, &r->informers[i]))
			hold_informer(r, h, &r->informers[i], on);
}

void scn__hold_started(struct scn__run *r, struct scn__irun *ir)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__hold *h = &((const struct scn__held *)r->held.items[i])->hold;

		if ((h->point == SCN_POINT_QUEUE || h->point == SCN_POINT_CACHE) && concerns(h, ir))
			hold_informer(r, h, ir, true);
	}
}

static void hold_server(struct scn__run *r, struct scn__held *held)
{
	static const enum fakeapi__fault_kind kinds[] = {
		[SCN_POINT_REQUEST] = FAKEAPI_FAULT_HANG,
		[SCN_POINT_REPLY] = FAKEAPI_FAULT_HOLD_RESPONSE,
		[SCN_POINT_EVENT] = FAKEAPI_FAULT_HOLD_EVENTS,
	};
	const struct scn__hold *h = &held->hold;
	struct fakeapi__fault rule = { .kind = kinds[h->point],
				       .match = match_of(h->type, -1),
				       .times = UINT32_MAX,
				       .skip = h->nth ? h->nth - 1 : 0 };

	copy_text(rule.match.ns, sizeof(rule.match.ns), h->key.ns);
	copy_text(rule.match.name, sizeof(rule.match.name), h->key.name);
	if (h->nth && h->point != SCN_POINT_EVENT)
		rule.times = 1;
	held->fault = add_rule(r, &rule);
}

static void apply_hold(struct scn__run *r, struct scn__held *held, bool on)
{
	const struct scn__hold *h = &held->hold;

	switch (h->point) {
	case SCN_POINT_HANDLER:
		if (r->ops->handler_hold(r->driver, h->handler->name, on))
			scn__broken(r, RELIST_ENOMEM);
		return;
	case SCN_POINT_WRITE: /* a write asks before it leaves: scn__write_held() */
	case SCN_POINT_ALL:
		return;
	case SCN_POINT_QUEUE:
	case SCN_POINT_CACHE:
		hold_informers(r, h, on);
		return;
	case SCN_POINT_REQUEST:
	case SCN_POINT_REPLY:
	case SCN_POINT_EVENT:
		if (on)
			hold_server(r, held);
		else
			fakeapi__core_fault_del(r->core, held->fault);
		return;
	}
}

static bool is_same(const struct scn__hold *a, const struct scn__hold *b)
{
	return a->point == b->point && a->handler == b->handler && a->informer == b->informer &&
	       a->type == b->type && a->nth == b->nth && str_eq(a->key.text, b->key.text);
}

static void release(struct scn__run *r, const struct scn__hold *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->held.len; i++) {
		struct scn__held *held = r->held.items[i];

		if (h->point == SCN_POINT_ALL || is_same(&held->hold, h))
			apply_hold(r, held, false);
		else
			r->held.items[kept++] = held;
	}
	r->held.len = kept;
}

static void hold(struct scn__run *r, const struct scn__step *s)
{
	struct scn__held *held = scnr__alloc(r, sizeof(*held));

	if (!held || !scn__push(r, &r->held, held))
		return;
	held->hold = s->hold;
	apply_hold(r, held, true);
}

/* client-go reads a token file again when a minute has passed (transport/token_source.go). */
static void old_token_for_a_minute(struct scn__run *r)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_FAIL,
				       .match = fakeapi__match_all(),
				       .times = UINT32_MAX,
				       .until_ns = scn__now(r) + 60 * NS_PER_S,
				       .status = 401 };

	copy_text(rule.reason, sizeof(rule.reason), STR("Unauthorized"));
	copy_text(rule.message, sizeof(rule.message), STR("Unauthorized"));
	(void)add_rule(r, &rule);
}

const char *scn__token(struct scn__run *r)
{
	return scn__printf(r, "relist-subject-%u", r->tokens).ptr;
}

static void rotate_token(struct scn__run *r)
{
	const char *old = scn__token(r), *token;
	int code;

	if (!r->external) {
		old_token_for_a_minute(r);
		return;
	}
	r->tokens++;
	token = scn__token(r);
	if (r->failure)
		return;
	code = fakeapi__core_rotate_token(r->core, old, token);
	if (!code)
		code = r->ops->rotate_token(r->driver, token, &r->err);
	if (code)
		scn__broken(r, code);
}

bool scn__cue(struct scn__run *r, const struct scn__step *s)
{
	switch (s->kind) {
	case SCN_FAIL:
		fail(r, s);
		return true;
	case SCN_REPLY:
		reply(r, s);
		return true;
	case SCN_SEND:
		send(r, s);
		return true;
	case SCN_DROP:
		drop(r, s);
		return true;
	case SCN_DISCONNECT:
		disconnect(r, s);
		return true;
	case SCN_BOOKMARK:
		bookmark(r, s);
		return true;
	case SCN_COMPACT:
		compact(r, s);
		return true;
	case SCN_REWIND:
		rewind_server(r, s);
		return true;
	case SCN_GC:
		fakeapi__core_gc(r->core, scn__now(r));
		return true;
	case SCN_ROTATE_TOKEN:
		rotate_token(r);
		return true;
	case SCN_FREEZE:
	case SCN_THAW:
		scn__settle(r);
		fakeapi__core_freeze(r->core, (uint32_t)s->backend, s->kind == SCN_FREEZE);
		return true;
	case SCN_LAG:
		lag(r, s);
		return true;
	case SCN_FAILOVER:
		failover(r, s);
		return true;
	case SCN_HOLD:
		hold(r, s);
		return true;
	case SCN_RELEASE:
		release(r, &s->hold);
		return true;
	default:
		return false;
	}
}
