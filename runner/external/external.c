/* SPDX-License-Identifier: Apache-2.0 */
/* external.c - a run against somebody else's informer. Time is real, so nothing settles:
 * an expectation is waited for, at most as long as the subject's patience lasts, and an advance is
 * nothing, unless the scenario says `real-time`. What always holds: what the subject has seen adds
 * up to what the server has. */
#include "base/alloc.h"
#include "runner/world/world.h"

enum {
	PATIENCE_S = 45,
	GHOST_S = 3,	/* a delete may come that much later than all the rest */
	RIPE_MS = 1100, /* younger watches are taken for broken by some clients */
	STOP_MS = 500,	/* a subject that ended may have said more */
	QUIET_MS = 300, /* at the end: it says nothing else any more */
	RATE_WINDOW_S = 2,
	CODE_ITEMS = 12,
};
static const int64_t SECOND = 1000000000;

/* --- what the server has --- */

static void free_model(struct scn__irun *ir)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&ir->model, &i));)
		base__free(e->value);
	map_fini(&ir->model);
	ir->has_model = false;
}

void scn__external_free(struct scn__run *r)
{
	for (size_t i = 0; r->external && r->informers && i < r->cell->world.informer_count; i++)
		free_model(&r->informers[i]);
}

static int collect(void *user, const struct fakeapi__write *w)
{
	struct scn__irun *ir = user;
	const struct scn__informer *def = ir->def;
	AUTO_STRBUF key = STRBUF_INIT;
	struct view__object *o;

	if (!str_eq(w->group, def->type->group) || !str_eq(w->resource, def->type->resource) ||
	    (def->namespace_.len && !str_eq(def->namespace_, w->ns)))
		return 0;
	strbuf_addf(&key, STR_FMT "%s" STR_FMT, STR_ARG(w->ns), w->ns.len ? "/" : "",
		    STR_ARG(w->name));
	o = key.failed ? NULL : base__calloc(1, sizeof(*o));
	if (!o || map_put(&ir->model, strbuf_str(&key), o, NULL) != 0) {
		base__free(o);
		return RELIST_ENOMEM;
	}
	o->present = true;
	(void)snprintf(o->rv, sizeof(o->rv), "%llu", (unsigned long long)w->rv);
	return 0;
}

static const struct map *model_of(struct scn__run *r, struct scn__irun *ir)
{
	uint64_t rv = fakeapi__core_rv(r->core);

	if (ir->has_model && ir->model_rv == rv)
		return &ir->model;
	free_model(ir);
	map_init(&ir->model, MAP_COPY_KEYS);
	if (fakeapi__core_each(r->core, collect, ir) != 0)
		scn__broken(r, RELIST_ENOMEM);
	ir->has_model = true;
	ir->model_rv = rv;
	return &ir->model;
}

/* --- what the subject has, beside it --- */

struct gap {
	size_t missing, stale, ghosts;
};

static void name_key(struct strbuf *names, const char *key)
{
	if (names && names->len < SCN_FACT_TEXT_MAX / 2)
		strbuf_addf(names, "%s%s", names->len ? ", " : "", key);
}

/* Names of keys are added where there is a buffer for them. */
static struct gap compare(const struct map *model, const struct map *have, struct strbuf *missing,
			  struct strbuf *stale, struct strbuf *ghosts)
{
	struct gap g = { 0, 0, 0 };
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(model, &i));) {
		const struct view__object *m = e->value;
		const struct view__object *o = map_get(have, (struct str) { e->key, e->key_len });

		if (!o || !o->present) {
			g.missing++;
			name_key(missing, e->key);
		} else if (o->rv[0] && strcmp(o->rv, m->rv) != 0) {
			g.stale++;
			name_key(stale, e->key);
		}
	}
	for (size_t i = 0; (e = map_next(have, &i));) {
		const struct view__object *o = e->value;

		if (o->present && !map_get(model, (struct str) { e->key, e->key_len })) {
			g.ghosts++;
			name_key(ghosts, e->key);
		}
	}
	return g;
}

static bool is_fresh(struct gap g)
{
	return !g.missing && !g.stale;
}

static struct scn__client_view view_of(struct scn__run *r, const struct scn__irun *ir)
{
	return r->ops->client_view(ir->client);
}

enum caught { BEHIND, GHOSTS, CAUGHT_UP };

/* Without one the scenario asks for no notification: the subject is a controller, which says
 * nothing of what it sees. */
static bool has_handler(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def)
			return true;
	return false;
}

/* All that must be seen was seen; a delete may still be missing (GHOSTS). */
static enum caught caught_up(struct scn__run *r, struct scn__irun *ir)
{
	const struct map *model = model_of(r, ir);
	const struct view *v = view_of(r, ir).view;
	struct gap told = compare(model, &v->told, NULL, NULL, NULL);
	struct gap cached = compare(model, &v->cache, NULL, NULL, NULL);

	if (!v->has_told && !v->has_cache)
		return map_len(model) && has_handler(r, ir) ? BEHIND : CAUGHT_UP;
	if ((v->has_cache && !is_fresh(cached)) || (v->has_told && !is_fresh(told)) ||
	    (v->has_synced && !v->synced))
		return BEHIND;
	if (!v->has_told && map_len(model) && !v->has_cache)
		return BEHIND;
	return (v->has_told && told.ghosts) || (v->has_cache && cached.ghosts) ? GHOSTS : CAUGHT_UP;
}

bool scn__external_object(struct scn__run *r, const struct scn__irun *ir,
			  const struct scn__key *key, struct strbuf *out)
{
	struct fakeapi__model_type t = scn__model_type(key->type);
	const struct view__object *o =
	    ir->client ? map_get(&view_of(r, ir).view->cache, key->text) : NULL;
	json_t rv;

	if (!o)
		return false;
	/* of the version that the server has, the rest is known as well */
	if (fakeapi__model_get(r->core, &t, key->ns, key->name, out)) {
		rv =
		    json_path((json_t) { out->ptr, out->len }, "metadata", "resourceVersion", NULL);
		if (json_str_eq(rv, str_of(o->rv)))
			return true;
	}
	strbuf_clear(out);
	strbuf_addf(out, "{\"metadata\":{\"resourceVersion\":\"%s\"}}", o->rv);
	return true;
}

size_t scn__external_cache_len(struct scn__run *r, const struct scn__irun *ir)
{
	return ir->client ? map_len(&view_of(r, ir).view->cache) : 0;
}

/* --- waiting --- */

static int64_t patience(const struct scn__run *r)
{
	const struct scn__external *e = &r->cell->external;
	int64_t asked = r->opt->subject ? r->opt->subject->patience_ns : 0;

	/* a scenario that needs more than usual says so; the command line may shorten all */
	if (asked)
		return asked;
	return e->patience_ns ? e->patience_ns : PATIENCE_S * SECOND;
}

static void wait_a_moment(struct scn__run *r, int64_t until_ns)
{
	int code = r->ops->wait(r->driver, until_ns, &r->err);

	if (code)
		scn__broken(r, code);
}

/* Nobody can see all that the server has. */
static bool is_hidden(const struct scn__run *r)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__held *h = r->held.items[i];

		if (h->hold.point == SCN_POINT_EVENT || h->hold.point == SCN_POINT_REQUEST ||
		    h->hold.point == SCN_POINT_REPLY)
			return true;
	}
	return r->refused.len > 0;
}

/* The worst of all that run. */
static enum caught all_caught_up(struct scn__run *r, bool *ended)
{
	enum caught worst = CAUGHT_UP;

	*ended = false;
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		enum caught c;

		if (!ir->started || ir->stopped)
			continue;
		c = caught_up(r, ir);
		if (c < worst)
			worst = c;
		*ended |= view_of(r, ir).ended;
	}
	return worst;
}

/* Starting up is not recovering. */
static int64_t first_request(const struct scn__run *r)
{
	return r->requests.len ? ((const struct scn__rec *)r->requests.items[0])->at_ns : 0;
}

/* Of a wait that began at `start_ns`. A subject that has not asked for anything is still starting:
 * it gets its patience twice. */
static int64_t limit_of(const struct scn__run *r, int64_t start_ns)
{
	int64_t first = first_request(r);

	if (!r->requests.len)
		return start_ns + 2 * patience(r);
	return (first > start_ns ? first : start_ns) + patience(r);
}

/* `quiet_ns`: and stays so for that long. */
static bool wait_caught_up(struct scn__run *r, int64_t quiet_ns)
{
	int64_t start = scn__now(r), until, fresh = -1, even = -1, gone = -1;
	enum caught c = BEHIND;
	bool ended = false;

	while (!r->failure) {
		c = all_caught_up(r, &ended);
		if (c == BEHIND)
			fresh = -1;
		else if (fresh < 0)
			fresh = scn__now(r);
		if (c != CAUGHT_UP)
			even = -1;
		else if (even < 0)
			even = scn__now(r);
		if ((even >= 0 && scn__now(r) - even >= quiet_ns) ||
		    (fresh >= 0 && scn__now(r) - fresh > GHOST_S * SECOND))
			break;
		if (ended && gone < 0)
			gone = scn__now(r);
		until = gone >= 0 ? gone + STOP_MS * SECOND / 1000 : limit_of(r, start);
		if (scn__now(r) >= until)
			break;
		wait_a_moment(r, until);
	}
	r->moments.recovered = c != BEHIND;
	/* of the end's wait only when the last expect's has found nothing */
	if (!quiet_ns || !r->moments.recovered_ns)
		r->moments.recovered_ns = fresh;
	if (c != BEHIND && !r->moments.has_fault)
		r->moments.synced = true;
	return c != BEHIND;
}

/* An open watch of that type that is too young to be cut: when it is old enough. So it is after a
 * bookmark, which must have been taken in. */
static int64_t ripe_at(const struct scn__run *r, const struct scn__type *type)
{
	int64_t at = r->moments.bookmark_ns ? r->moments.bookmark_ns + RIPE_MS * SECOND / 1000 : 0;

	for (size_t i = r->requests.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.items[i];
		int64_t ripe = q->at_ns + RIPE_MS * SECOND / 1000;

		if (q->verb == SCN_V_WATCH && !q->ended && (!type || q->type == type) && ripe > at)
			at = ripe;
	}
	return at;
}

static void ripen(struct scn__run *r, const struct scn__type *type)
{
	int64_t until = ripe_at(r, type);

	while (!r->failure && scn__now(r) < until)
		wait_a_moment(r, until);
}

int64_t scn__external_until(struct scn__run *r, int64_t advance_ns)
{
	int64_t now = scn__now(r), until = now + advance_ns;

	if (r->cell->external.real_time)
		return until;
	if (until > r->moments.faults_end_ns)
		until = r->moments.faults_end_ns;
	return until > now ? until : now;
}

void scn__external_before(struct scn__run *r, const struct scn__step *s)
{
	struct scn__moments *m = &r->moments;
	int64_t lasts;

	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		r->informers[i].has_model = false;
	if (s->kind == SCN_DISCONNECT)
		ripen(r, s->disconnect.type);
	else if (s->kind == SCN_COMPACT || s->kind == SCN_REWIND)
		ripen(r, NULL);
	else if (s->kind == SCN_SEND)
		ripen(r, s->send.type);
	else if (s->kind == SCN_FAIL && s->fail.how == SCN_IN_STREAM)
		ripen(r, s->fail.match.type);
	lasts = s->kind == SCN_FAIL ? s->fail.for_ns : s->kind == SCN_REPLY ? s->reply.for_ns : 0;
	if (lasts && scn__now(r) + lasts > m->faults_end_ns)
		m->faults_end_ns = scn__now(r) + lasts;
	if (s->kind == SCN_BOOKMARK)
		m->bookmark_ns = scn__now(r);
	if (str_eqz(s->label, "fault")) {
		m->has_fault = true;
		m->fault_ns = scn__now(r);
		m->fault_request = r->requests.len;
	} else if (str_eqz(s->label, "health")) {
		m->has_health = true;
		m->health_ns = scn__now(r);
		m->health_request = r->requests.len;
	}
}

/* --- expectations --- */

/* What a subject does not print is not checked. */
static bool is_printed(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__informer *def = s->kind == SCN_S_CACHE ? s->objects.informer
					  : s->kind == SCN_S_HANDLERS
					      ? s->handlers.handler->informer
					      : NULL;
	const struct scn__irun *ir = def ? scn__informer_of(r, def) : NULL;
	const struct view *v = ir && ir->client ? view_of(r, ir).view : NULL;

	return !v || (s->kind == SCN_S_CACHE ? v->has_cache : v->has_told);
}

static bool holds_externally(struct scn__run *r, const struct scn__section *s)
{
	static const unsigned never = 1u << SCN_S_AT | 1u << SCN_S_INDEX | 1u << SCN_S_SYNC |
				      1u << SCN_S_QUEUE | 1u << SCN_S_LOG | 1u << SCN_S_SNAPSHOT;
	const struct scn__external *e = &r->cell->external;

	/* `cache: model` is what is waited for anyhow */
	if (s->kind == SCN_S_CACHE && s->objects.model)
		return false;
	return e->given && (e->sections & 1u << s->kind & ~never) && is_printed(r, s);
}

static void check(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->expect.count && !r->failure; i++)
		if (holds_externally(r, &s->expect.sections[i]))
			scn__section(r, &s->expect.sections[i]);
}

/* Without a trace: streams stay where they are. */
static bool would_hold(struct scn__run *r, const struct scn__step *s)
{
	size_t names = r->name_count;

	r->probing = true;
	r->probe_missed = false;
	check(r, s);
	r->probing = false;
	r->name_count = names;
	return !r->probe_missed;
}

static void check_until(struct scn__run *r, const struct scn__step *s)
{
	int64_t until = scn__now(r) + patience(r);
	bool ended = false;

	while (!r->failure && !would_hold(r, s) && !ended && scn__now(r) < until) {
		wait_a_moment(r, until);
		(void)all_caught_up(r, &ended);
	}
	check(r, s);
}

static void say_behind(struct scn__run *r, struct scn__pos pos)
{
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF stale = STRBUF_INIT;
	AUTO_STRBUF what = STRBUF_INIT;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		const struct view *v;

		if (!ir->started || ir->stopped || caught_up(r, ir) != BEHIND)
			continue;
		v = view_of(r, ir).view;
		(void)compare(model_of(r, ir), v->has_told ? &v->told : &v->cache, &missing, &stale,
			      NULL);
		if (view_of(r, ir).ended)
			strbuf_addf(&what, "the subject has ended, %s", view_of(r, ir).fate);
		else if (!v->has_told && !v->has_cache)
			strbuf_addz(&what, "the subject has said nothing");
	}
	if (!what.len)
		strbuf_addf(&what, "the subject has not caught up in %.3g s",
			    (double)patience(r) / 1e9);
	if (missing.len)
		strbuf_addf(&what, "; missing %s", missing.ptr);
	if (stale.len)
		strbuf_addf(&what, "; stale %s", stale.ptr);
	r->failed_oracle = SCN_O_CACHE_EQUALS_MODEL_AT_END;
	scn__fail_at(r, SCN_AT_ORACLE, pos, "%s", what.ptr);
}

void scn__external_expect(struct scn__run *r, const struct scn__step *s)
{
	r->failed_step = r->failure ? r->failed_step : s;
	if (!is_hidden(r) && !wait_caught_up(r, 0) && !r->failure)
		say_behind(r, s->pos);
	if (!r->failure)
		check_until(r, s);
}

/* --- facts --- */

static void set_text(char *to, struct str from)
{
	(void)snprintf(to, SCN_FACT_TEXT_MAX, STR_FMT, STR_ARG(from));
}

static struct strbuf *add_param(struct strbuf *b, const char *name, struct str value)
{
	if (value.len)
		strbuf_addf(b, "%s%s%s" STR_FMT, b->ptr[b->len - 1] == '(' ? "" : ",", name,
			    *name ? "=" : "", STR_ARG(value));
	return b;
}

/* W(rv=105)->410, as the matrix shows it. */
static void add_request(struct scn__run *r, const struct scn__rec *q, struct strbuf *b)
{
	bool initial = str_eqz(scn__query(r, q->query, "sendInitialEvents"), "true");

	strbuf_addz(b, q->verb == SCN_V_LIST  ? "L("
		       : q->verb == SCN_V_GET ? "GET("
		       : initial	      ? "WL("
					      : "W(");
	add_param(b, "rv", scn__query(r, q->query, "resourceVersion"));
	add_param(b, "limit", scn__query(r, q->query, "limit"));
	if (scn__query(r, q->query, "continue").len)
		add_param(b, "", STR("cont"));
	strbuf_addc(b, ')');
	if (q->reset)
		strbuf_addz(b, "→reset");
	else if (q->gone && q->status == 200)
		strbuf_addz(b, "→ERR410");
	else if (q->status && q->status != 200)
		strbuf_addf(b, "→%d", q->status);
	else if (q->no_json)
		strbuf_addz(b, "→200 html");
}

static void add_requests(struct scn__run *r, size_t from, struct strbuf *out)
{
	AUTO_STRBUF one = STRBUF_INIT;
	AUTO_STRBUF last = STRBUF_INIT;
	size_t times = 0, items = 0;

	for (size_t i = from; i <= r->requests.len && items <= CODE_ITEMS; i++) {
		strbuf_clear(&one);
		if (i < r->requests.len)
			add_request(r, r->requests.items[i], &one);
		if (times && i < r->requests.len && str_eq(strbuf_str(&one), strbuf_str(&last))) {
			times++;
			continue;
		}
		if (times > 1)
			strbuf_addf(out, "×%zu", times);
		times = 1;
		if (i < r->requests.len) {
			strbuf_addf(out, "%s%s", out->len ? " " : "",
				    items < CODE_ITEMS ? one.ptr : "…");
			items++;
		}
		strbuf_clear(&last);
		strbuf_adds(&last, strbuf_str(&one));
	}
}

static double worst_rate(const struct scn__run *r, size_t from)
{
	const int64_t window = RATE_WINDOW_S * SECOND;
	size_t first = from, most = 0;

	for (size_t i = from; i < r->requests.len; i++) {
		const struct scn__rec *q = r->requests.items[i];

		while (q->at_ns - ((const struct scn__rec *)r->requests.items[first])->at_ns >=
		       window)
			first++;
		if (i + 1 - first > most)
			most = i + 1 - first;
	}
	return (double)most / RATE_WINDOW_S;
}

static void count_requests(struct scn__run *r, struct scn__facts *f)
{
	const struct scn__moments *m = &r->moments;
	size_t from = m->has_fault ? m->fault_request : 0;
	AUTO_STRBUF code = STRBUF_INIT;

	add_requests(r, from, &code);
	set_text(f->requests, strbuf_str(&code));
	f->request_count = r->requests.len - from;
	f->storm = m->has_fault && m->has_health && m->health_ns > m->fault_ns;
	f->rate = f->storm ? (double)(m->health_request - from) * 1e9 /
				 (double)(m->health_ns - m->fault_ns)
			   : worst_rate(r, from);
	for (size_t i = 0; i < r->requests.len; i++) {
		const struct scn__rec *q = r->requests.items[i];
		const struct scn__rec *next =
		    i + 1 < r->requests.len ? r->requests.items[i + 1] : NULL;

		f->asks_bookmarks |=
		    str_eqz(scn__query(r, q->query, "allowWatchBookmarks"), "true");
		f->old_rv_gone |= i >= from && q->verb == SCN_V_WATCH && q->gone;
		if (q->status == 429 && next && f->waited_s == 0)
			f->waited_s = (double)(next->at_ns - q->at_ns) / 1e9;
	}
	for (size_t i = 0; i < r->cell->step_count; i++)
		if (r->cell->steps[i].kind == SCN_FAIL && r->cell->steps[i].fail.status == 429)
			f->retry_after_s = (double)r->cell->steps[i].fail.retry_after_ns / 1e9;
}

static void add_up(struct scn__run *r, struct scn__irun *ir, struct scn__facts *f)
{
	struct scn__client_view c = view_of(r, ir);
	const struct view *v = c.view;
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF stale = STRBUF_INIT;
	struct gap told = compare(model_of(r, ir), &v->told, v->has_told ? &missing : NULL,
				  v->has_told ? &stale : NULL, NULL);
	struct gap cached = compare(model_of(r, ir), &v->cache, v->has_told ? NULL : &missing,
				    v->has_told ? NULL : &stale, NULL);

	f->ran = true;
	f->has_told = v->has_told;
	f->has_cache = v->has_cache;
	f->delete_untold = v->has_told && told.ghosts;
	f->ghost_cached = v->has_cache && cached.ghosts;
	f->unlike_told = v->has_told && v->has_cache && is_fresh(cached) && !is_fresh(told);
	set_text(f->missing, strbuf_str(&missing));
	set_text(f->stale, strbuf_str(&stale));
	f->adds_again = v->adds_again;
	f->repeats = v->repeats;
	f->backwards = r->cell->always[SCN_O_NO_TIME_TRAVEL].off ? 0 : v->backwards;
	f->errors = v->errors;
	f->odd_lines = v->odd_lines;
	f->notifications = v->notifications;
	set_text(f->last_error, str_of(v->last_error));
}

static void judge_oracles(struct scn__run *r, const struct scn__facts *f, const struct view *v)
{
	const struct scn__always *a = r->cell->always;
	const double most =
	    a[SCN_O_NO_REQUEST_STORM].rate_max > 0 ? a[SCN_O_NO_REQUEST_STORM].rate_max : 20;
	const struct scn__pos nowhere = { 0, 0 };
	enum scn__oracle o = SCN_O_COUNT_;
	AUTO_STRBUF what = STRBUF_INIT;

	if (f->rate > most && !a[SCN_O_NO_REQUEST_STORM].off) {
		o = SCN_O_NO_REQUEST_STORM;
		strbuf_addf(&what, "%.0f requests a second", f->rate);
	} else if (f->backwards && !a[SCN_O_NO_TIME_TRAVEL].off) {
		o = SCN_O_NO_TIME_TRAVEL;
		strbuf_addz(&what, v->first_backwards);
	} else if (f->ghost_cached && !a[SCN_O_CACHE_EQUALS_MODEL_AT_END].off) {
		o = SCN_O_CACHE_EQUALS_MODEL_AT_END;
		strbuf_addz(&what, "the cache keeps what the server has no more");
	} else if (f->delete_untold && !a[SCN_O_DELETE_FOR_EVERY_VANISHED_KEY].off) {
		o = SCN_O_DELETE_FOR_EVERY_VANISHED_KEY;
		strbuf_addz(&what, "what vanished was never told as deleted");
	}
	if (o == SCN_O_COUNT_)
		return;
	r->failed_oracle = o;
	scn__fail_at(r, SCN_AT_ORACLE, nowhere, "oracle %s: %s", scn__oracle_word(o), what.ptr);
}

void scn__external_end(struct scn__run *r)
{
	struct scn__facts own = { 0 }, *f = r->opt->facts ? r->opt->facts : &own;
	const struct scn__moments *m = &r->moments;
	struct scn__irun *subject = NULL;

	memset(f, 0, sizeof(*f));
	for (size_t i = 0; r->driver && i < r->cell->world.informer_count; i++)
		if (r->informers[i].client)
			subject = &r->informers[i];
	if (r->failure == SCN_BROKEN || !subject)
		return;
	if (!r->failure && !is_hidden(r) && !wait_caught_up(r, QUIET_MS * SECOND / 1000) &&
	    !r->failure)
		say_behind(r, (struct scn__pos) { 0, 0 });
	f->ended = view_of(r, subject).ended;
	count_requests(r, f);
	/* its last state is read, and how it ends is part of what it does */
	(void)r->ops->client_stop(subject->client, &r->err);
	add_up(r, subject, f);
	f->recovered = m->recovered && !r->failure;
	f->synced = m->synced;
	f->limit_s = (double)patience(r) / 1e9;
	f->recovery_s = (double)(m->recovered_ns - (m->has_health  ? m->health_ns
						    : m->has_fault ? m->fault_ns
								   : first_request(r))) /
			1e9;
	if (f->recovery_s < 0)
		f->recovery_s = 0;
	set_text(f->fate, str_of(view_of(r, subject).fate));
	if (!r->failure)
		judge_oracles(r, f, view_of(r, subject).view);
}

/* --- what cannot be asked of somebody else --- */

const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos)
{
	*pos = cell->world.pos;
	if (cell->world.controller_count)
		return "controllers are not run in the external world";
	for (size_t i = 0; i < cell->world.informer_count; i++) {
		const struct scn__informer *def = &cell->world.informers[i];

		*pos = def->pos;
		if (def->label_selector.len || def->field_selector.len)
			return "selectors are no part of the subject contract";
		if (def->without)
			return "without: somebody else's informer has its own mistakes";
	}
	for (size_t i = 0; i < cell->step_count; i++) {
		const struct scn__step *s = &cell->steps[i];
		bool inside = s->kind == SCN_HOLD && (s->hold.point == SCN_POINT_HANDLER ||
						      s->hold.point == SCN_POINT_QUEUE ||
						      s->hold.point == SCN_POINT_CACHE);

		*pos = s->pos;
		if (inside)
			return "a hold inside the informer";
		if (s->kind == SCN_HANDLER)
			return "handlers that come and go";
		if (s->kind == SCN_REFUSE && s->refuse.type && cell->world.informer_count > 1)
			return "refusing one of several informers";
	}
	return NULL;
}
