/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c - collects facts about the subject for reports, and judges the oracles that can be judged
 * from outside. The general rule: the objects that the subject has received equal the server's. */
#include "runner/external/external.h"
#include "runner/tbl/oracles.h"

enum {
	QUIET_MS = 300, /* at the end: no further output is expected */
	RATE_WINDOW_S = 2,
	CODE_ITEMS = 12,
};

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

/* Appends the request in the form of the matrix: W(rv=105)->410. */
static void add_request(struct scn__run *r, const struct scn__rec *q, struct strbuf *b)
{
	bool initial = str_eqz(world__query(r, q->query, "sendInitialEvents"), "true");

	strbuf_addz(b, q->verb == SCN_V_LIST  ? "L("
		       : q->verb == SCN_V_GET ? "GET("
		       : initial	      ? "WL("
					      : "W(");
	add_param(b, "rv", world__query(r, q->query, "resourceVersion"));
	add_param(b, "limit", world__query(r, q->query, "limit"));
	if (world__query(r, q->query, "continue").len)
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

	for (size_t i = from; i <= r->requests.list.len && items <= CODE_ITEMS; i++) {
		strbuf_clear(&one);
		if (i < r->requests.list.len)
			add_request(r, r->requests.list.items[i], &one);
		if (times && i < r->requests.list.len &&
		    str_eq(strbuf_str(&one), strbuf_str(&last))) {
			times++;
			continue;
		}
		if (times > 1)
			strbuf_addf(out, "×%zu", times);
		times = 1;
		if (i < r->requests.list.len) {
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
	const int64_t window = RATE_WINDOW_S * NS_PER_S;
	size_t first = from, most = 0;

	for (size_t i = from; i < r->requests.list.len; i++) {
		const struct scn__rec *q = r->requests.list.items[i];

		while (q->at_ns - ((const struct scn__rec *)r->requests.list.items[first])->at_ns >=
		       window)
			first++;
		if (i + 1 - first > most)
			most = i + 1 - first;
	}
	return (double)most / RATE_WINDOW_S;
}

static void count_requests(struct scn__run *r, struct scn__facts *f)
{
	const struct scn__moments *m = r->moments;
	size_t from = m->has_fault ? m->fault_request : 0;
	AUTO_STRBUF code = STRBUF_INIT;

	add_requests(r, from, &code);
	set_text(f->requests, strbuf_str(&code));
	f->request_count = r->requests.list.len - from;
	f->storm = m->has_fault && m->has_health && m->health_ns > m->fault_ns;
	f->rate = f->storm ? (double)(m->health_request - from) * 1e9 /
				 (double)(m->health_ns - m->fault_ns)
			   : worst_rate(r, from);
	for (size_t i = 0; i < r->requests.list.len; i++) {
		const struct scn__rec *q = r->requests.list.items[i];
		const struct scn__rec *next =
		    i + 1 < r->requests.list.len ? r->requests.list.items[i + 1] : NULL;

		f->requests_bookmarks |=
		    str_eqz(world__query(r, q->query, "allowWatchBookmarks"), "true");
		f->old_rv_gone |= i >= from && q->verb == SCN_V_WATCH && q->gone;
		if (q->status == 429 && next && f->waited_s == 0)
			f->waited_s = (double)(next->at_ns - q->at_ns) / 1e9;
	}
	for (size_t i = 0; i < r->cell->step_count; i++)
		if (r->cell->steps[i].kind == SCN_FAIL && r->cell->steps[i].fail.status == 429)
			f->retry_after_s = (double)r->cell->steps[i].fail.retry_after_ns / 1e9;
}

static bool has_requests(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = 0; i < r->requests.list.len; i++)
		if (((const struct scn__rec *)r->requests.list.items[i])->from == ir->def)
			return true;
	return false;
}

static void add_up(struct scn__run *r, struct scn__irun *ir, struct scn__facts *f)
{
	struct scn__client_view c = external__view_of(r, ir);
	const struct view *v = c.view;
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF stale = STRBUF_INIT;
	const struct map *model = external__model(r, ir);
	struct scn__gap notified = external__compare(model, &v->notified, NULL, NULL, NULL);
	struct scn__gap cached = external__compare(model, &v->cache, NULL, NULL, NULL);

	(void)external__compare(model, external__known_objects(v, notified, cached), &missing,
				&stale, NULL);
	f->ran = true;
	f->has_notified = v->has_notified;
	f->has_cache = v->has_cache;
	f->state_missed = c.killed && !v->has_cache;
	/* the shell's exit status for a missing or non-executable command */
	f->no_command = (c.status == 126 || c.status == 127) && !v->spoke && !has_requests(r, ir);
	f->delete_not_notified = v->has_notified && notified.ghosts;
	f->ghost_cached = v->has_cache && cached.ghosts;
	f->unlike_notified = v->has_notified && v->has_cache && external__is_fresh(cached) &&
			     !external__is_fresh(notified);
	set_text(f->missing, strbuf_str(&missing));
	set_text(f->stale, strbuf_str(&stale));
	f->adds_again = v->adds_again;
	f->repeats = v->repeats;
	f->backwards = r->cell->always[SCN_O_NO_TIME_TRAVEL].off ? 0 : v->backwards;
	f->errors = v->errors;
	f->odd_lines = v->odd_lines;
	set_text(f->first_odd, str_of(v->first_odd));
	f->notifications = v->notifications;
	set_text(f->last_error, str_of(v->last_error));
}

static void judge_oracles(struct scn__run *r, const struct scn__facts *f, const struct view *v)
{
	const struct scn__always *a = r->cell->always;
	const double most = a[SCN_O_NO_REQUEST_STORM].rate_max > 0
				? a[SCN_O_NO_REQUEST_STORM].rate_max
				: RUNNER_STORM_RATE;
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
		strbuf_addz(&what, "the cache keeps an object that the server has deleted");
	} else if (f->delete_not_notified && !a[SCN_O_DELETE_FOR_EVERY_VANISHED_KEY].off) {
		o = SCN_O_DELETE_FOR_EVERY_VANISHED_KEY;
		strbuf_addz(&what, "a delete was never notified");
	}
	if (o == SCN_O_COUNT_)
		return;
	r->failed_oracle = o;
	world__fail_at(r, SCN_AT_ORACLE, nowhere, "oracle %s: %s", scn__oracle_word(o), what.ptr);
}

/* Appends "WATCH services rv=5 -> 200 at 3.2s" or "CREATE /apis/batch/v1/jobs -> 201 at 3.2s". */
static void add_last_request(struct scn__run *r, const struct scn__rec *q, struct strbuf *out)
{
	char at[32];

	runner__time_text(q->at_ns, at, sizeof(at));
	if (q->type) {
		strbuf_addf(out, STR_FMT, STR_ARG(world__line_of(r, q)));
	} else {
		strbuf_addf(out, "%s " STR_FMT,
			    q->verb == SCN_V_LIST ? "GET" : scn__verb_word(q->verb),
			    STR_ARG(q->name));
		if (q->status)
			strbuf_addf(out, " -> %d", q->status);
	}
	strbuf_addf(out, " at %s", at);
}

/* Each subject has its own port, which identifies its requests. Adds reads and writes, also of
 * types that the scenario does not have. */
static void add_requests_of(struct scn__run *r, const struct scn__irun *ir, bool ended,
			    struct strbuf *out)
{
	const struct scn__list *tracks[] = { &r->requests.list, &r->others.list, &r->writes.list };
	const struct scn__rec *last = NULL;
	size_t count = 0, writes = 0;

	for (size_t t = 0; t < ARRAY_LEN(tracks); t++) {
		for (size_t i = 0; i < tracks[t]->len; i++) {
			const struct scn__rec *q = tracks[t]->items[i];

			if (q->from != ir->def)
				continue;
			count++;
			writes += world__is_write(q);
			if (!last || q->at_ns >= last->at_ns)
				last = q;
		}
	}
	if (!last) {
		strbuf_addz(out, ended ? "sent no request" : "has sent no request yet");
		return;
	}
	strbuf_addf(out, "sent %zu request%s, ", count, count == 1 ? "" : "s");
	if (writes)
		strbuf_addf(out, "%zu of them %s, ", writes, writes == 1 ? "a write" : "writes");
	strbuf_addz(out, "last ");
	add_last_request(r, last, out);
}

/* Each informer without handlers belongs to a program; several may share one. */
static unsigned count_programs(const struct scn__run *r)
{
	unsigned n = 0;

	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		n += r->informers[i].client &&
		     world__program_of(r, &r->cell->world.informers[i]) == i;
	return n;
}

void external__program(struct scn__run *r)
{
	AUTO_STRBUF out = STRBUF_INIT;
	unsigned programs = count_programs(r);
	bool started = false;
	size_t first;

	if (programs > 1 || r->program_starts > 1)
		strbuf_addf(&out, "%u program%s, started %u times: ", programs,
			    programs == 1 ? "" : "s", r->program_starts);
	first = out.len;

	for (size_t i = 0; r->driver && i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct scn__client_view v;

		started |= ir->client != NULL;
		if (!ir->client || !ir->started || ir->stopped || ir->joined)
			continue;
		v = external__view_of(r, ir);
		strbuf_addz(&out, out.len > first ? "; " : "");
		if (r->cell->world.informer_count > 1)
			strbuf_addf(&out, STR_FMT ": ", STR_ARG(ir->def->name));
		if (v.ended)
			strbuf_addf(&out, "ended, %s; ", v.fate);
		else
			strbuf_addz(&out, "alive, ");
		add_requests_of(r, ir, v.ended, &out);
		if (!v.ended && v.words[0])
			strbuf_addf(&out, "; its last words: %s", v.words);
	}
	if (r->moments->late_ns)
		strbuf_addf(&out, "; it wrote again %.3g s after it was at rest",
			    (double)r->moments->late_ns / 1e9);
	if (!started)
		strbuf_addz(&out, "not started");
	(void)snprintf(r->out->program, sizeof(r->out->program), "%s", out.ptr);
}

void external__end(struct scn__run *r)
{
	struct scn__facts own = { 0 }, *f = r->opt->facts ? r->opt->facts : &own;
	const struct scn__moments *m = r->moments;
	struct scn__irun *subject = NULL;

	memset(f, 0, sizeof(*f));
	for (size_t i = 0; r->driver && i < r->cell->world.informer_count; i++)
		if (r->informers[i].client)
			subject = &r->informers[i];
	if (r->failure == SCN_BROKEN || !subject)
		return;
	if (!r->failure && !external__is_hidden(r) &&
	    !external__wait_caught_up(r, QUIET_MS * NS_PER_S / 1000) && !r->failure)
		external__say_behind(r, (struct scn__pos) { 0, 0 });
	world__kills_end(r, (struct scn__pos) { 0, 0 });
	if (!r->failure && !external__is_hidden(r))
		external__wait_rest(r, (struct scn__pos) { 0, 0 });
	external__linger(r);
	f->programs = count_programs(r);
	f->starts = r->program_starts;
	f->ended = external__view_of(r, subject).ended;
	external__program(r); /* for a failure; a requested end is not reported */
	count_requests(r, f);
	/* its last state is read, and how it ends is a part of its behaviour */
	if (r->opt->subject && r->opt->subject->killed_at_end && !subject->def->handler_count)
		(void)r->ops->client_kill(subject->client, &r->err);
	else
		(void)r->ops->client_stop(subject->client, &r->err);
	add_up(r, subject, f);
	f->recovered = m->recovered && !r->failure;
	f->synced = m->synced;
	f->limit_s = (double)external__patience(r) / 1e9;
	f->recovery_s = (double)(m->recovered_ns - (m->has_health  ? m->health_ns
						    : m->has_fault ? m->fault_ns
								   : external__first_request(r))) /
			1e9;
	if (f->recovery_s < 0)
		f->recovery_s = 0;
	set_text(f->fate, str_of(external__view_of(r, subject).fate));
	if (!r->failure)
		judge_oracles(r, f, external__view_of(r, subject).view);
}
