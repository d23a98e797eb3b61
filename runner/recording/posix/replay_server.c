/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/posix/replay_server.h"

#include <strings.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "relist/fakeapi.h"
#include "runner/recording/model.h"

/* How a recorded request stands. */
enum claim { UNASKED, ASKED, SKIPPED };

struct claimed {
	enum claim claim;
	uint32_t id; /* the player's */
};

/* A watch that the model answers. */
struct follower {
	struct follower *next;
	uint32_t id;
	struct rec__line request;
};

/* A request that nobody recorded, to be answered by the telling thread. */
struct stray {
	struct stray *next;
	uint32_t id;
};

struct rec__replay {
	struct rec__replay_options opt;
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	pthread_t thread;
	bool has_thread;

	struct lock lock; /* rank RUNNER: what follows */
	pthread_cond_t changed;
	struct claimed *claims; /* one per talk */
	struct stray *strays, **last_stray;
	size_t at; /* the line being told */
	size_t departures, asked;
	enum rec__replay_state state;
	bool stopping;

	/* The telling thread's. */
	struct rec__model model;
	size_t model_changes; /* told to followers */
	struct follower *followers;
	int64_t real_ns, recorded_ns; /* the same instant in both times */
	struct fakeapi *discovery;    /* NULL: not needed yet */
	bool filtered;		      /* the recording has requests for resources only */
	struct runner__arena arena;   /* what followers asked */
};

static void say(struct rec__replay *r, const struct strbuf *text)
{
	if (r->opt.said && !text->failed)
		r->opt.said(r->opt.user, text->ptr);
}

/* --- requests --- */

/* What came, as a line. Parameters are borrowed from the player. */
static struct rec__line line_of_request(const struct fakeapi__player_request *got,
					struct rec__pair *pairs)
{
	struct rec__line line = rec__line_of(REC_REQUEST, got->id, REC_TIME_UNKNOWN);

	for (size_t i = 0; i < got->param_count; i++)
		pairs[i] = (struct rec__pair) { got->params[i].name, got->params[i].value };
	line.method = got->method;
	line.path = got->path;
	line.query = pairs;
	line.query_count = got->param_count;
	return line;
}

/* The earliest recorded request that asks this and has not been asked; talk_count: none. */
static size_t find_match(struct rec__replay *r, const struct rec__line *got)
{
	const struct rec__story *s = r->opt.story;

	for (size_t i = 0; i < s->talk_count; i++) {
		const struct rec__line *want = s->talks[i].request;

		if (r->claims[i].claim == UNASKED && str_eq(want->method, got->method) &&
		    str_eq(want->path, got->path) &&
		    rec__same_query(want->query, want->query_count, got->query, got->query_count))
			return i;
	}
	return s->talk_count;
}

static void on_request(void *user, uint32_t id)
{
	struct rec__replay *r = user;
	const struct fakeapi__player_request *got = fakeapi__player_request(r->player, id);
	struct rec__pair *pairs = got ? base__calloc(got->param_count + 1, sizeof(*pairs)) : NULL;
	struct stray *stray = base__calloc(1, sizeof(*stray));
	struct rec__line line;
	size_t talk;

	if (pairs && stray) {
		line = line_of_request(got, pairs);
		lock_acquire(&r->lock);
		talk = find_match(r, &line);
		if (talk < r->opt.story->talk_count) {
			r->claims[talk] = (struct claimed) { ASKED, id };
			r->asked++;
		} else {
			stray->id = id;
			*r->last_stray = stray;
			r->last_stray = &stray->next;
			stray = NULL;
		}
		(void)pthread_cond_broadcast(&r->changed);
		lock_release(&r->lock);
	} else {
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
	}
	base__free(stray);
	base__free(pairs);
}

/* --- departures --- */

/* What the recording has next of this path, or next at all. */
static const struct rec__line *expected(struct rec__replay *r, const struct rec__line *got)
{
	const struct rec__story *s = r->opt.story;
	const struct rec__line *any = NULL;

	for (size_t i = 0; i < s->talk_count; i++) {
		const struct rec__line *want = s->talks[i].request;

		if (r->claims[i].claim != UNASKED)
			continue;
		if (str_eq(want->method, got->method) && str_eq(want->path, got->path))
			return want;
		any = any ? any : want;
	}
	return any;
}

static void tell_departure(struct rec__replay *r, const struct rec__line *got, const char *then)
{
	const struct rec__line *want;
	AUTO_STRBUF text = STRBUF_INIT;

	lock_acquire(&r->lock);
	r->departures++;
	want = expected(r, got);
	lock_release(&r->lock);
	if (want)
		strbuf_addf(&text, "line %u: the client departs from the recording\n    expected  ",
			    want->number);
	else
		strbuf_addz(&text, "the client departs from the recording\n    expected  ");
	if (want)
		rec__request_text(want, &text);
	else
		strbuf_addz(&text, "nothing more");
	strbuf_addz(&text, "\n    actual    ");
	rec__request_text(got, &text);
	strbuf_addf(&text, "\n  %s\n", then);
	say(r, &text);
}

static void set_state(struct rec__replay *r, enum rec__replay_state state)
{
	lock_acquire(&r->lock);
	if (r->state == REC_REPLAY_TELLING)
		r->state = state;
	(void)pthread_cond_broadcast(&r->changed);
	lock_release(&r->lock);
}

static bool is_watch(const struct rec__line *request)
{
	struct str watch = rec__query(request, "watch");

	return watch.ptr && !str_eqz(watch, "false") && !str_eqz(watch, "0");
}

/* Keeps a copy of what was asked: the player's strings live as long as it does. */
static bool follow(struct rec__replay *r, const struct rec__line *request)
{
	struct follower *f = runner__arena_alloc(&r->arena, sizeof(*f));
	struct rec__pair *pairs =
	    runner__arena_alloc(&r->arena, (request->query_count + 1) * sizeof(*pairs));

	if (!f || !pairs)
		return false;
	memcpy(pairs, request->query, request->query_count * sizeof(*pairs));
	f->id = request->id;
	f->request = *request;
	f->request.query = pairs;
	f->next = r->followers;
	r->followers = f;
	return true;
}

/* From the state that the recording has come to. */
static bool answer_from_model(struct rec__replay *r, const struct rec__line *got)
{
	AUTO_STRBUF body = STRBUF_INIT;
	int status;

	if (r->model.failed)
		return false;
	if (is_watch(got)) {
		if (!rec__model_watch(&r->model, got, &body) || !follow(r, got))
			return false;
		(void)fakeapi__player_stream(r->player, got->id, 200, NULL, 0, NULL);
		if (body.len)
			(void)fakeapi__player_send(r->player, got->id, strbuf_str(&body), NULL);
		return true;
	}
	status = rec__model_get(&r->model, got, &body);
	if (!status || body.failed)
		return false;
	(void)fakeapi__player_respond(r->player, got->id, status, NULL, 0, strbuf_str(&body), NULL);
	return true;
}

/* A recording of some resources only has no discovery, which kubectl cannot do without: it gets
 * that of the fake apiserver. */
static bool answer_discovery(struct rec__replay *r, const struct rec__line *got)
{
	struct fakeapi_reply reply = { 0 };
	AUTO_STRBUF uri = STRBUF_INIT;
	struct fakeapi__header type = { STR("Content-Type"), { NULL, 0 } };
	bool answered = false;

	if (!r->filtered || !str_eqz(got->method, "GET") || rec__aim_of(got->path).resource.len)
		return false;
	if (!r->discovery)
		r->discovery = fakeapi_start(NULL, NULL);
	strbuf_adds(&uri, got->path);
	for (size_t i = 0; i < got->query_count; i++) {
		strbuf_addc(&uri, i ? '&' : '?');
		strbuf_add_urlenc(&uri, got->query[i].name);
		strbuf_addc(&uri, '=');
		strbuf_add_urlenc(&uri, got->query[i].value);
	}
	/* An error is an answer as well. */
	if (r->discovery && !uri.failed)
		(void)fakeapi_request(r->discovery, "GET", uri.ptr, NULL, NULL, &reply, NULL);
	if (reply.body) {
		type.value = reply.body_len && (*reply.body == '{' || *reply.body == '[')
				 ? STR("application/json")
				 : STR("text/plain");
		answered =
		    fakeapi__player_respond(r->player, got->id, reply.status, &type, 1,
					    (struct str) { reply.body, reply.body_len }, NULL) == 0;
		fakeapi_reply_fini(&reply);
	}
	return answered;
}

static void answer_stray(struct rec__replay *r, uint32_t id)
{
	const struct fakeapi__player_request *asked = fakeapi__player_request(r->player, id);
	struct rec__pair *pairs =
	    asked ? base__calloc(asked->param_count + 1, sizeof(*pairs)) : NULL;
	struct rec__line got;
	bool over;

	if (!pairs) {
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
		return;
	}
	got = line_of_request(asked, pairs);
	lock_acquire(&r->lock);
	over = r->state != REC_REPLAY_TELLING;
	lock_release(&r->lock);
	if (answer_discovery(r, &got)) {
		base__free(pairs);
		return;
	}
	if (answer_from_model(r, &got)) {
		/* Once the recording has ended, a client is free to go on. */
		if (!over)
			tell_departure(r, &got, "answered from what the recording told so far");
	} else {
		if (!over)
			tell_departure(
			    r, &got, "what the recording told does not answer it: the replay ends");
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
		if (!over)
			set_state(r, REC_REPLAY_STOPPED);
	}
	base__free(pairs);
}

/* The oldest stray's id, 0: none. Under the lock. */
static uint32_t take_stray(struct rec__replay *r)
{
	struct stray *s = r->strays;
	uint32_t id = s ? s->id : 0;

	if (!s)
		return 0;
	r->strays = s->next;
	if (!r->strays)
		r->last_stray = &r->strays;
	base__free(s);
	return id;
}

/* --- telling --- */

static void tell_response(struct rec__replay *r, uint32_t id, const struct rec__line *line)
{
	struct fakeapi__header *headers = base__calloc(line->header_count + 1, sizeof(*headers));
	struct str body = line->body.ptr ? line->body : STR("");
	size_t n = 0;

	for (size_t i = 0; headers && i < line->header_count; i++)
		if (!rec__told_anew(line->headers[i].name))
			headers[n++] = (struct fakeapi__header) { line->headers[i].name,
								  line->headers[i].value };
	/* What was switched to was not recorded, and what was left out cannot be told. */
	if (!headers || line->status == 101 || line->body_kind == REC_BODY_OMITTED)
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
	else if (line->stream)
		(void)fakeapi__player_stream(r->player, id, line->status, headers, n, NULL);
	else
		(void)fakeapi__player_respond(r->player, id, line->status, headers, n, body, NULL);
	base__free(headers);
}

/* What the model learned goes to the watches that it answers. */
static void tell_followers(struct rec__replay *r)
{
	for (; r->model_changes < r->model.len; r->model_changes++) {
		for (struct follower *f = r->followers; f; f = f->next) {
			AUTO_STRBUF frame = STRBUF_INIT;

			if (rec__model_follow(&r->model, &f->request,
					      &r->model.changes[r->model_changes], &frame))
				(void)fakeapi__player_send(r->player, f->id, strbuf_str(&frame),
							   NULL);
		}
	}
}

/* Cut where the server's chunks ended. */
static void tell_bytes(struct rec__replay *r, uint32_t id, const struct rec__line *line)
{
	size_t from = 0;

	for (size_t i = 0; i <= line->cut_count; i++) {
		size_t to = i < line->cut_count ? line->cuts[i] : line->body.len;

		if (to > from)
			(void)fakeapi__player_send(
			    r->player, id, (struct str) { line->body.ptr + from, to - from }, NULL);
		from = to;
	}
}

static void tell_line(struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk = rec__story_talk(r->opt.story, line->id);
	struct claimed claim =
	    talk ? r->claims[talk - r->opt.story->talks] : (struct claimed) { SKIPPED, 0 };

	if (talk)
		rec__model_take(&r->model, talk, line);
	tell_followers(r);
	if (claim.claim != ASKED)
		return;
	switch (line->kind) {
	case REC_RESPONSE:
		tell_response(r, claim.id, line);
		return;
	case REC_EVENT:
	case REC_RAW:
		if (line->body_kind == REC_BODY_OMITTED)
			(void)fakeapi__player_close(r->player, claim.id, FAKEAPI_CLOSE_RESET, NULL);
		else
			tell_bytes(r, claim.id, line);
		return;
	case REC_CLOSE:
		(void)fakeapi__player_close(r->player, claim.id, rec__player_close(line->how),
					    NULL);
		return;
	case REC_CONNECT:
	case REC_REQUEST:
	case REC_HANGUP:
	case REC_DISCONNECT:
	case REC_NOTE:
		return;
	}
}

/* Waits for `until_ns` or until the talk is asked; strays are answered meanwhile. False: stop. */
static bool wait_until(struct rec__replay *r, int64_t until_ns, const struct claimed *claim)
{
	bool go_on = true;

	lock_acquire(&r->lock);
	for (;;) {
		uint32_t stray;

		if (r->stopping || r->state != REC_REPLAY_TELLING) {
			go_on = false;
			break;
		}
		stray = take_stray(r);
		if (stray) {
			lock_release(&r->lock);
			answer_stray(r, stray);
			lock_acquire(&r->lock);
			continue;
		}
		if ((claim && claim->claim != UNASKED) || clock_now(clock_real()) >= until_ns)
			break;
		(void)clock_wait(clock_real(), &r->lock, &r->changed, until_ns);
	}
	lock_release(&r->lock);
	return go_on;
}

static void meet(struct rec__replay *r, const struct rec__line *line)
{
	r->real_ns = clock_now(clock_real());
	if (line->at_ns >= 0)
		r->recorded_ns = line->at_ns;
}

static void skip(struct rec__replay *r, const struct rec__line *line, size_t talk)
{
	AUTO_STRBUF text = STRBUF_INIT;

	lock_acquire(&r->lock);
	r->claims[talk].claim = SKIPPED;
	r->departures++;
	lock_release(&r->lock);
	strbuf_addf(&text, "line %u: request %u of the recording did not come\n    expected  ",
		    line->number, line->id);
	rec__request_text(line, &text);
	strbuf_addz(&text, "\n    actual    no request\n");
	say(r, &text);
}

/* False: stop. */
static bool tell_request(struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk = rec__story_talk(r->opt.story, line->id);
	size_t i = (size_t)(talk - r->opt.story->talks);
	int64_t patience =
	    r->opt.patience_ns ? time_add(clock_now(clock_real()), r->opt.patience_ns) : TIME_NEVER;
	AUTO_STRBUF text = STRBUF_INIT;
	bool asked;

	if (!wait_until(r, patience, &r->claims[i]))
		return false;
	lock_acquire(&r->lock);
	asked = r->claims[i].claim == ASKED;
	lock_release(&r->lock);
	if (!asked) {
		skip(r, line, i);
	} else if (r->opt.step) {
		rec__request_text(line, &text);
		r->opt.step(r->opt.user, text.ptr);
	}
	meet(r, line);
	return true;
}

static bool tell_in_time(struct rec__replay *r, const struct rec__line *line)
{
	int64_t due = 0;

	if (r->opt.speed > 0 && line->at_ns > r->recorded_ns)
		due = time_add(r->real_ns,
			       (int64_t)((double)(line->at_ns - r->recorded_ns) / r->opt.speed));
	if (!wait_until(r, due, NULL))
		return false;
	if (due)
		r->real_ns = due;
	if (line->at_ns > r->recorded_ns)
		r->recorded_ns = line->at_ns;
	tell_line(r, line);
	return true;
}

static void *run(void *user)
{
	struct rec__replay *r = user;
	const struct rec__story *s = r->opt.story;
	uint32_t id;

	r->real_ns = clock_now(clock_real());
	for (size_t i = 0; i < s->line_count; i++) {
		const struct rec__line *line = &s->lines[i];

		lock_acquire(&r->lock);
		r->at = i;
		lock_release(&r->lock);
		if (!(line->kind == REC_REQUEST ? tell_request(r, line) : tell_in_time(r, line)))
			break;
	}
	set_state(r, REC_REPLAY_TOLD);
	/* Open answers stay open; what is asked now is answered while that can be. */
	lock_acquire(&r->lock);
	while (!r->stopping) {
		id = take_stray(r);
		if (!id) {
			(void)clock_wait(clock_real(), &r->lock, &r->changed, TIME_NEVER);
			continue;
		}
		lock_release(&r->lock);
		answer_stray(r, id);
		lock_acquire(&r->lock);
	}
	lock_release(&r->lock);
	return NULL;
}

/* --- from outside --- */

struct rec__replay *rec__replay_start(const struct rec__replay_options *opt, struct relist_err *err)
{
	struct rec__replay *r = base__calloc(1, sizeof(*r));
	struct fakeapi__player_options player = { .observer = { .on_request = on_request,
								.user = r } };
	struct fakeapi__http_options http = { .bind_host = opt->bind_host,
					      .ports = { opt->port },
					      .tls_cert_pem = opt->cert_pem,
					      .tls_key_pem = opt->key_pem };

	if (!r) {
		relist_err_set(err, RELIST_ENOMEM, "replay: out of memory");
		return NULL;
	}
	r->opt = *opt;
	r->last_stray = &r->strays;
	r->filtered = true;
	for (size_t i = 0; i < opt->story->talk_count; i++)
		r->filtered = r->filtered && opt->story->talks[i].aim.resource.len;
	lock_init(&r->lock, LOCK_RUNNER);
	(void)pthread_cond_init(&r->changed, NULL);
	rec__model_init(&r->model);
	runner__arena_init(&r->arena);
	r->claims = base__calloc(opt->story->talk_count + 1, sizeof(*r->claims));
	r->player = r->claims ? fakeapi__player_new(&player, err) : NULL;
	if (r->player)
		r->http = fakeapi__http_start(fakeapi__player_server(r->player), &http, err);
	if (r->http && pthread_create(&r->thread, NULL, run, r) == 0) {
		r->has_thread = true;
		return r;
	}
	if (!r->claims || r->http)
		relist_err_set(err, RELIST_ENOMEM, "replay: out of memory");
	rec__replay_stop(r);
	return NULL;
}

const char *rec__replay_url(const struct rec__replay *r)
{
	return fakeapi__http_url(r->http, 0);
}

enum rec__replay_state rec__replay_state(struct rec__replay *r)
{
	return rec__replay_wait(r, 0);
}

enum rec__replay_state rec__replay_wait(struct rec__replay *r, int64_t timeout_ns)
{
	int64_t until = time_add(clock_now(clock_real()), timeout_ns);
	enum rec__replay_state state;

	lock_acquire(&r->lock);
	while (r->state == REC_REPLAY_TELLING && clock_now(clock_real()) < until)
		(void)clock_wait(clock_real(), &r->lock, &r->changed, until);
	state = r->state;
	lock_release(&r->lock);
	return state;
}

size_t rec__replay_departures(struct rec__replay *r)
{
	size_t n;

	lock_acquire(&r->lock);
	n = r->departures;
	lock_release(&r->lock);
	return n;
}

void rec__replay_count(struct rec__replay *r, size_t *asked, size_t *all)
{
	lock_acquire(&r->lock);
	*asked = r->asked;
	lock_release(&r->lock);
	*all = r->opt.story->talk_count;
}

void rec__replay_missing(struct rec__replay *r, size_t max, struct strbuf *out)
{
	size_t count = 0;

	lock_acquire(&r->lock);
	for (size_t i = 0; i < r->opt.story->talk_count; i++) {
		const struct rec__line *want = r->opt.story->talks[i].request;

		if (r->claims[i].claim != UNASKED)
			continue;
		if (count++ < max) {
			strbuf_addf(out, "line %u: request %u was not asked\n    expected  ",
				    want->number, want->id);
			rec__request_text(want, out);
			strbuf_addc(out, '\n');
		}
	}
	if (count > max)
		strbuf_addf(out, "and %zu more\n", count - max);
	lock_release(&r->lock);
}

void rec__replay_stop(struct rec__replay *r)
{
	if (!r)
		return;
	lock_acquire(&r->lock);
	r->stopping = true;
	(void)pthread_cond_broadcast(&r->changed);
	lock_release(&r->lock);
	if (r->has_thread)
		(void)pthread_join(r->thread, NULL);
	fakeapi__http_stop(r->http);
	fakeapi__player_free(r->player);
	fakeapi_stop(r->discovery);
	while (r->strays)
		(void)take_stray(r);
	rec__model_fini(&r->model);
	runner__arena_fini(&r->arena);
	base__free(r->claims);
	(void)pthread_cond_destroy(&r->changed);
	lock_fini(&r->lock);
	base__free(r);
}
