/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/faults/fault.h"

#include "base/alloc.h"
#include "fakeapi/internal.h"
#include "fakeapi/watch/watch.h"

/* --- rules -------------------------------------------------------------------------------- */

struct fakeapi__match fakeapi__match_all(void)
{
	struct fakeapi__match m;

	memset(&m, 0, sizeof(m));
	m.backend = -1;
	return m;
}

static void free_log_entry(struct fakeapi__logged *l)
{
	base__free(l->text);
	memset(l, 0, sizeof(*l));
}

void fakeapi__log_clear(struct fakeapi__faults *f)
{
	for (size_t i = 0; i < f->log_cap; i++)
		free_log_entry(&f->log[i]);
}

static void free_rule(struct fakeapi__fault *rule)
{
	base__free(rule->details);
	fakeapi__script_unref(rule->script);
}

void fakeapi__faults_fini(struct fakeapi__faults *f)
{
	fakeapi__log_clear(f);
	base__free(f->log);
	for (size_t i = 0; i < f->count; i++)
		free_rule(&f->rules[i]);
	base__free(f->rules);
	memset(f, 0, sizeof(*f));
}

static void recount(struct fakeapi__faults *f)
{
	memset(f->active, 0, sizeof(f->active));
	for (size_t i = 0; i < f->count; i++)
		if (f->rules[i].times)
			f->active[f->rules[i].kind]++;
}

uint32_t fakeapi__faults_add(struct fakeapi__faults *f, const struct fakeapi__fault *rule)
{
	char *details = NULL;

	if (f->count == FAKEAPI_RULES_MAX)
		return 0;
	if (f->count == f->cap) {
		size_t cap = f->cap ? f->cap * 2 : 8;
		void *grown = base__reallocarray(f->rules, cap, sizeof(*f->rules));

		if (!grown)
			return 0;
		f->rules = grown;
		f->cap = cap;
	}
	if (rule->details) {
		details = base__strdup(rule->details);
		if (!details)
			return 0;
	}
	f->rules[f->count] = *rule;
	f->rules[f->count].details = details;
	if (rule->script)
		(void)fakeapi__script_ref(rule->script);
	f->rules[f->count].id = ++f->next_id;
	f->rules[f->count].hits = 0;
	f->count++;
	recount(f);
	return f->next_id;
}

struct fakeapi__fault *fakeapi__faults_find(struct fakeapi__faults *f, uint32_t id)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->rules[i].id == id)
			return &f->rules[i];
	return NULL;
}

void fakeapi__faults_del(struct fakeapi__faults *f, uint32_t id)
{
	struct fakeapi__fault *rule = fakeapi__faults_find(f, id);

	if (!rule)
		return;
	free_rule(rule);
	f->count--;
	memmove(rule, rule + 1, (f->count - (size_t)(rule - f->rules)) * sizeof(*rule));
	recount(f);
}

static bool same(const char *want, struct str have)
{
	return want[0] == '\0' || strcmp(want, "*") == 0 || str_eqz(have, want);
}

static bool matches(const struct fakeapi__match *m, const char *verb, struct str group,
		    struct str resource, struct str sub, struct str ns, struct str name,
		    uint32_t backend)
{
	if (m->backend >= 0 && (uint32_t)m->backend != backend)
		return false;
	if (m->has_group && !str_eqz(group, m->group))
		return false;
	if (strcmp(m->subresource, "-") == 0 ? sub.len > 0 : !same(m->subresource, sub))
		return false;
	return same(m->verb, str_of(verb)) && same(m->resource, resource) && same(m->ns, ns) &&
	       same(m->name, name);
}

static bool is_agent(const struct fakeapi__match *m, struct str ua)
{
	size_t n = strlen(m->user_agent);

	return n == 0 || (ua.len >= n && memcmp(ua.ptr, m->user_agent, n) == 0);
}

static bool matches_call(const struct fakeapi__fault *rule, const struct fakeapi__call *c)
{
	const struct fakeapi__match *m = &rule->match;
	const struct fakeapi__route *r = &c->route;

	if (!is_agent(m, fakeapi__request_header(c->req, "User-Agent")) ||
	    (m->continued && !fakeapi__route_param(r, "continue", NULL).len) ||
	    (m->initial_events &&
	     fakeapi__route_bool(r, "sendInitialEvents", NULL) != (m->initial_events > 0)))
		return false;
	return matches(&rule->match, r->verb, r->group, r->resource, r->subresource, r->ns, r->name,
		       c->x->backend);
}

bool fakeapi__match_watch(const struct fakeapi__match *m, const struct fakeapi__watch *w)
{
	return is_agent(m, str_of(w->agent ? w->agent : "")) &&
	       matches(m, "watch", str_of(w->res->group), str_of(w->res->resource),
		       (struct str) { NULL, 0 }, w->sel.ns, w->sel.name, w->x->backend);
}

/* Counts a match; true when the rule acts this time. */
static bool fires(struct fakeapi__faults *f, struct fakeapi__fault *rule)
{
	rule->hits++;
	if (rule->skip) {
		rule->skip--;
		return false;
	}
	if (rule->times != UINT32_MAX && --rule->times == 0)
		recount(f);
	return true;
}

static struct fakeapi__fault *find(struct fakeapi__call *c, enum fakeapi__fault_kind kind)
{
	struct fakeapi__faults *f = &c->core->faults;

	for (size_t i = 0; f->active[kind] && i < f->count; i++)
		if (f->rules[i].kind == kind && f->rules[i].times &&
		    (!f->rules[i].until_ns || c->now_ns < f->rules[i].until_ns) &&
		    matches_call(&f->rules[i], c) && fires(f, &f->rules[i]))
			return &f->rules[i];
	return NULL;
}

/* --- requests ------------------------------------------------------------------------------- */

static void set_details(struct fakeapi__status *st, const char *text)
{
	cJSON *details = cJSON_Parse(text);

	cJSON_DeleteItemFromObjectCaseSensitive(st->doc, "details");
	if (details && !cJSON_AddItemToObject(st->doc, "details", details))
		cJSON_Delete(details);
}

void fakeapi__fault_status(const struct fakeapi__fault *rule, struct fakeapi__status *st)
{
	(void)fakeapi__status_set(st, rule->status ? rule->status : 500,
				  rule->reason[0] ? rule->reason : NULL, "%s",
				  rule->message[0] ? rule->message : "a fault on cue");
	if (rule->details && st->doc)
		set_details(st, rule->details);
	if (rule->retry_after_s <= 0)
		return;
	if (!rule->details) {
		fakeapi__status_details(st, "", "", "", "");
		(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(st->doc, "details"),
					      "retryAfterSeconds", rule->retry_after_s);
	}
	st->retry_after_s = rule->retry_after_s;
}

static void fail(struct fakeapi__call *c, const struct fakeapi__fault *rule)
{
	fakeapi__fault_status(rule, &c->st);
	if (rule->in_stream)
		c->error_event = true;
	else
		(void)fakeapi__answer_status(c);
}

void fakeapi__fault_backend(struct fakeapi__call *c)
{
	struct fakeapi__fault *rule = c->resumed ? NULL : find(c, FAKEAPI_FAULT_BACKEND);

	if (!rule || rule->to >= c->core->backend_count)
		return;
	c->x->backend = c->x->base.backend = rule->to;
	c->visible_rv = fakeapi__core_visible(c->core, rule->to);
}

/* Whatever the request wants; a watch can be sent to and disconnected as any other. A script
 * without a status that begins with its end has not even a head. */
static bool reply(struct fakeapi__call *c, struct fakeapi__script *script)
{
	struct fakeapi__xchg *x = c->x;
	enum fakeapi__chunk_kind first =
	    script->chunk_count && !script->status ? script->chunks[0].kind : FAKEAPI_CHUNK_END;

	if (first == FAKEAPI_CHUNK_CUT || first == FAKEAPI_CHUNK_RESET) {
		x->head_end = first == FAKEAPI_CHUNK_CUT ? FAKEAPI_HEAD_CUT : FAKEAPI_HEAD_RESET;
		x->state = FAKEAPI_STATE_HEAD_END;
		return true;
	}
	if (fakeapi__play_add(&x->plays, script) < 0)
		return false;
	if (strcmp(c->route.verb, "watch") == 0)
		x->watch = fakeapi__watch_silent(c);
	x->state = FAKEAPI_STATE_SCRIPT;
	x->base.status = script->status ? script->status : 200;
	x->base.headers = script->headers;
	x->base.header_count = script->header_count;
	x->base.body_len = -1;
	x->base.close_connection = script->close_connection;
	x->headers_of = fakeapi__script_ref(script);
	return true;
}

bool fakeapi__fault_request(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;
	struct fakeapi__fault *rule;

	if (c->core->faults.count == 0 || x->faulted)
		return false;
	if (c->resumed && x->delayed && c->now_ns < x->resume_ns)
		return fakeapi__park(c, x->resume_ns) > 0;
	x->faulted = true;
	if (!x->delayed && (rule = find(c, FAKEAPI_FAULT_DELAY))) {
		x->delayed = true;
		x->faulted = false;
		if (fakeapi__park(c, time_add(c->now_ns, rule->delay_ns)) > 0)
			return true;
	}
	if (x->delayed)
		x->resume_ns = 0;
	if ((rule = find(c, FAKEAPI_FAULT_HANG))) {
		x->hold_rule = rule->id;
		x->stalled = true;
		x->faulted = false;
		if (fakeapi__park(c, TIME_NEVER) > 0)
			return true;
	}
	if ((rule = find(c, FAKEAPI_FAULT_REPLY)) && reply(c, rule->script))
		return true;
	if ((rule = find(c, FAKEAPI_FAULT_FAIL))) {
		fail(c, rule);
		return !c->error_event;
	}
	for (unsigned reset = 0; reset < 2; reset++) {
		rule = find(c, reset ? FAKEAPI_FAULT_RESET : FAKEAPI_FAULT_CUT);
		if (!rule)
			continue;
		x->head_end = reset ? FAKEAPI_HEAD_RESET : FAKEAPI_HEAD_CUT;
		if (rule->bytes) {
			x->cut_after = rule->bytes;
			return false;
		}
		x->state = FAKEAPI_STATE_HEAD_END;
		return true;
	}
	return false;
}

void fakeapi__fault_response(struct fakeapi__call *c)
{
	struct fakeapi__fault *rule;

	if (c->core->faults.count == 0)
		return;
	if ((rule = find(c, FAKEAPI_FAULT_HOLD_RESPONSE))) {
		c->x->hold_body = true;
		c->x->hold_rule = rule->id;
	}
	if ((rule = find(c, FAKEAPI_FAULT_SLOW))) {
		c->x->slow_bytes = rule->bytes ? rule->bytes : 1;
		c->x->slow_ns = rule->delay_ns;
	}
}

struct fakeapi__fault *fakeapi__fault_watch_list(struct fakeapi__call *c)
{
	return find(c, FAKEAPI_FAULT_WATCH_LIST);
}

/* --- watches -------------------------------------------------------------------------------- */

/* A hold at one object's event stops the streams in which it comes. */
static bool holds(const struct fakeapi__match *m, const struct fakeapi__watch *w)
{
	struct fakeapi__match stream;

	if (!m->name[0])
		return fakeapi__match_watch(m, w);
	stream = *m;
	stream.name[0] = stream.ns[0] = '\0';
	return fakeapi__match_watch(&stream, w);
}

uint64_t fakeapi__fault_watch_rv(struct fakeapi__core *core, const struct fakeapi__watch *w,
				 uint64_t visible)
{
	const struct fakeapi__faults *f = &core->faults;

	for (size_t i = 0; f->active[FAKEAPI_FAULT_HOLD_EVENTS] && i < f->count; i++)
		if (f->rules[i].kind == FAKEAPI_FAULT_HOLD_EVENTS && f->rules[i].times &&
		    f->rules[i].hold_rv < visible && holds(&f->rules[i].match, w))
			visible = f->rules[i].hold_rv;
	return visible;
}

/* Rules that wait for one event: it has come. */
static void meet_event(struct fakeapi__faults *f, const struct fakeapi__bucket *b,
		       const struct fakeapi__event *ev)
{
	for (size_t i = 0; i < f->count; i++) {
		struct fakeapi__fault *rule = &f->rules[i];

		if (rule->kind != FAKEAPI_FAULT_HOLD_EVENTS || rule->hold_rv != UINT64_MAX ||
		    !matches(&rule->match, "watch", str_of(b->group), str_of(b->resource),
			     (struct str) { NULL, 0 }, fakeapi__entry_ns(ev->entry),
			     fakeapi__entry_name(ev->entry),
			     rule->match.backend < 0 ? 0 : (uint32_t)rule->match.backend))
			continue;
		if (rule->skip)
			rule->skip--;
		else
			rule->hold_rv = ev->rv - 1;
	}
}

const char *fakeapi__fault_bookmarks(struct fakeapi__core *core, const struct fakeapi__watch *w)
{
	const struct fakeapi__faults *f = &core->faults;

	for (size_t i = 0; f->active[FAKEAPI_FAULT_BOOKMARKS] && i < f->count; i++)
		if (f->rules[i].kind == FAKEAPI_FAULT_BOOKMARKS && f->rules[i].times &&
		    fakeapi__match_watch(&f->rules[i].match, w))
			return f->rules[i].mode;
	return "";
}

void fakeapi__fault_event(struct fakeapi__core *core, struct fakeapi__bucket *b)
{
	static const char *const verbs[] = { "create", "update", "delete" };
	struct fakeapi__faults *f = &core->faults;
	struct fakeapi__event *ev = fakeapi__bucket_event(b, b->next_seq - 1);

	if (f->active[FAKEAPI_FAULT_HOLD_EVENTS])
		meet_event(f, b, ev);
	for (size_t i = 0; f->active[FAKEAPI_FAULT_DROP_EVENT] && i < f->count; i++) {
		struct fakeapi__fault *rule = &f->rules[i];

		if (rule->kind == FAKEAPI_FAULT_DROP_EVENT && rule->times &&
		    matches(&rule->match, verbs[ev->type], str_of(b->group), str_of(b->resource),
			    (struct str) { NULL, 0 }, fakeapi__entry_ns(ev->entry),
			    fakeapi__entry_name(ev->entry),
			    rule->match.backend < 0 ? 0 : (uint32_t)rule->match.backend) &&
		    fires(f, rule)) {
			ev->hidden = true;
			return;
		}
	}
}

/* --- the log -------------------------------------------------------------------------------- */

static char *log_text(const struct fakeapi__call *c)
{
	struct str ua = fakeapi__request_header(c->req, "User-Agent");
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, STR_FMT " " STR_FMT, STR_ARG(c->req->method), STR_ARG(c->req->path));
	if (c->req->query.len)
		strbuf_addf(&text, "?" STR_FMT, STR_ARG(c->req->query));
	strbuf_addc(&text, '\0');
	strbuf_adds(&text, ua);
	strbuf_addc(&text, '\0');
	return strbuf_steal(&text);
}

/* Room for one more; until it is full the ring has not come round. */
static bool log_reserve(struct fakeapi__faults *f)
{
	size_t cap = f->log_cap ? 2 * f->log_cap : 8;
	struct fakeapi__logged *log;

	if (f->log_end < f->log_cap || f->log_cap == FAKEAPI_LOG_MAX)
		return true;
	if (cap > FAKEAPI_LOG_MAX)
		cap = FAKEAPI_LOG_MAX;
	log = base__reallocarray(f->log, cap, sizeof(*log));
	if (!log)
		return false;
	memset(log + f->log_cap, 0, (cap - f->log_cap) * sizeof(*log));
	f->log = log;
	f->log_cap = cap;
	return true;
}

void fakeapi__log_request(struct fakeapi__call *c)
{
	struct fakeapi__faults *f = &c->core->faults;
	struct fakeapi__logged *l;

	if (!log_reserve(f))
		return;
	l = &f->log[f->log_end % FAKEAPI_LOG_MAX];
	free_log_entry(l);
	l->text = log_text(c);
	if (!l->text)
		return;
	l->seq = ++f->log_end;
	l->at_ns = c->now_ns;
	l->id = c->x->id;
	l->backend = c->x->backend;
	(void)snprintf(l->verb, sizeof(l->verb), "%s", c->route.verb);
	c->x->log_seq = l->seq;
}

void fakeapi__log_status(struct fakeapi__core *core, const struct fakeapi__xchg *x)
{
	struct fakeapi__faults *f = &core->faults;
	struct fakeapi__logged *l;

	if (!f->log || !x->log_seq)
		return;
	l = &f->log[(x->log_seq - 1) % FAKEAPI_LOG_MAX];
	if (l->seq == x->log_seq && x->state != FAKEAPI_STATE_HEAD_END)
		l->status = x->base.status;
}
