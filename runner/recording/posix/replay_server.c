/* SPDX-License-Identifier: Apache-2.0 */
/* replay_server.c - replays the lines of a recording in their order.
 *
 * The player waits for each request that is next in the recording. A client with another order of
 * requests would wait for a response meanwhile, so it gets it before its turn. Events are never
 * sent before their turn. */
#include "runner/recording/posix/replay_impl.h"

#include "base/alloc.h"
#include "base/posix/clock.h"

/* Requests that a client sends together may arrive in any order within that time. */
#define ORDER_NS (50 * NS_PER_MS)

void rec__replay_say(struct rec__replay *r, const struct strbuf *text)
{
	if (r->opt.on_text && !text->failed)
		r->opt.on_text(r->opt.user, text->ptr);
}

static void set_state(struct rec__replay *r, enum rec__replay_state state)
{
	lock_acquire(&r->lock);
	if (r->state == REC_REPLAY_RUNNING)
		r->state = state;
	(void)pthread_cond_broadcast(&r->changed);
	lock_release(&r->lock);
}

/* --- replaying --- */

static void show_step(struct rec__replay *r, size_t talk)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!r->opt.step || r->claims[talk].step_shown)
		return;
	r->claims[talk].step_shown = true;
	rec__request_text(r->opt.story->talks[talk].request, &text);
	if (!text.failed)
		r->opt.step(r->opt.user, text.ptr);
}

static void touch(struct rec__replay *r, size_t talk)
{
	lock_acquire(&r->lock);
	rec__replay_touch(r, talk);
	lock_release(&r->lock);
}

static void send_line(struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk = rec__story_talk(r->opt.story, line->id);
	size_t i = talk ? (size_t)(talk - r->opt.story->talks) : 0;
	bool seen;

	if (!talk)
		return;
	rec__model_take(&r->model, talk, line);
	rec__replay_send_to_followers(r);
	lock_acquire(&r->lock);
	seen = r->claims[i].state == REC_SEEN && r->claims[i].sent < r->at;
	lock_release(&r->lock);
	if (!seen)
		return;
	rec__replay_send(r, &r->claims[i], line);
	touch(r, i);
}

static bool is_initial_end(const struct rec__line *line)
{
	return line->kind == REC_EVENT && str_eqz(line->type, "BOOKMARK") &&
	       json_path(line->object, "metadata", "annotations", "k8s.io/initial-events-end", NULL)
		       .len > 0;
}

/* Sends the talk's lines up to `until`. If `early`, the request is before its turn: then only the
 * response and, for a watch, the initial events. */
static void send_talk(struct rec__replay *r, size_t i, size_t until, bool early)
{
	const struct rec__story *s = r->opt.story;
	const struct rec__talk *talk = &s->talks[i];
	bool initial = rec__is_true(rec__query(talk->request, "sendInitialEvents"));

	show_step(r, i);
	r->claims[i].sent = talk->at;
	for (size_t k = talk->at + 1; k < until; k++) {
		const struct rec__line *line = &s->lines[k];
		bool answer = line->kind == REC_RESPONSE || line->kind == REC_CLOSE;

		if (line->id != talk->request->id)
			continue;
		if (early && !answer && !(initial && line->kind == REC_EVENT))
			break;
		rec__model_take(&r->model, talk, line);
		rec__replay_send(r, &r->claims[i], line);
		r->claims[i].sent = k;
		if (early && ((answer && !(line->stream && initial)) || is_initial_end(line)))
			break;
	}
	rec__replay_send_to_followers(r);
	touch(r, i);
}

static void answer_stray(struct rec__replay *r, const struct stray *stray)
{
	if (stray->talk == r->opt.story->talk_count) {
		rec__replay_answer(r, stray->id);
		return;
	}
	send_talk(r, stray->talk, r->at, false);
	lock_acquire(&r->lock);
	r->claims[stray->talk].state = REC_SEEN;
	lock_release(&r->lock);
}

/* Finds a request that arrived before its turn and waits, of a program that may have to send the
 * awaited one; talk_count: none. *due_ns: when to answer it. Under the lock. */
static size_t find_early(struct rec__replay *r, size_t awaited, int64_t now, int64_t *due_ns)
{
	const struct rec__story *s = r->opt.story;
	uint32_t programs = rec__owners_of(&r->owners, awaited);

	for (size_t i = awaited + 1; i < s->talk_count; i++) {
		const struct fakeapi__player_request *got;
		int64_t at;

		if (r->claims[i].state != REC_SEEN || r->claims[i].sent ||
		    !(rec__owners_of(&r->owners, i) & programs))
			continue;
		got = fakeapi__player_request(r->player, r->claims[i].id);
		at = time_add(got ? got->at_ns : 0, ORDER_NS);
		if (at <= now)
			return i;
		*due_ns = at < *due_ns ? at : *due_ns;
	}
	return s->talk_count;
}

/* Waits until `until_ns` and answers strays meanwhile. Returns false to stop. */
static bool wait_time(struct rec__replay *r, int64_t until_ns)
{
	struct stray stray;
	bool go_on = true;

	lock_acquire(&r->lock);
	for (;;) {
		if (r->stopping || r->state != REC_REPLAY_RUNNING) {
			go_on = false;
			break;
		}
		if (rec__replay_pop_stray(r, &stray)) {
			lock_release(&r->lock);
			answer_stray(r, &stray);
			lock_acquire(&r->lock);
			continue;
		}
		if (clock_now(clock_real()) >= until_ns)
			break;
		(void)clock_wait(clock_real(), &r->lock, &r->changed, until_ns);
	}
	lock_release(&r->lock);
	return go_on;
}

/* Waits for the talk's request. Returns false to stop. */
static bool wait_request(struct rec__replay *r, size_t talk, int64_t think_ns)
{
	int64_t begin = clock_now(clock_real());
	struct stray stray;
	bool go_on = true;

	lock_acquire(&r->lock);
	for (;;) {
		int64_t now = clock_now(clock_real());
		int64_t end = rec__replay_wait_end(r, talk, begin, think_ns);
		size_t early;

		if (r->stopping || r->state != REC_REPLAY_RUNNING) {
			go_on = false;
			break;
		}
		if (rec__replay_pop_stray(r, &stray)) {
			lock_release(&r->lock);
			answer_stray(r, &stray);
			lock_acquire(&r->lock);
			continue;
		}
		if (r->claims[talk].state != REC_UNSEEN)
			break;
		if (rec__replay_start_for(r, talk, begin, think_ns, &end))
			continue;
		early = find_early(r, talk, now, &end);
		if (early < r->opt.story->talk_count) {
			lock_release(&r->lock);
			send_talk(r, early, r->opt.story->line_count, true);
			lock_acquire(&r->lock);
			continue;
		}
		if (now >= end)
			break;
		(void)clock_wait(clock_real(), &r->lock, &r->changed, end);
	}
	lock_release(&r->lock);
	return go_on;
}

static void note_time(struct rec__replay *r, const struct rec__line *line)
{
	r->real_ns = clock_now(clock_real());
	if (line->at_ns >= 0)
		r->recorded_ns = line->at_ns;
}

/* Under the lock. */
static void absent_text(const struct rec__replay *r, size_t talk, struct strbuf *out)
{
	const struct rec__line *request = r->opt.story->talks[talk].request;

	strbuf_addf(out, "line %u: request %u of the recording did not come", request->number,
		    request->id);
	rec__replay_add_program(r, rec__owners_of(&r->owners, talk), " from ", out);
	strbuf_addz(out, "\n    expected  ");
	rec__request_text(request, out);
	strbuf_addz(out, "\n    actual    no request\n");
}

static void skip(struct rec__replay *r, size_t talk)
{
	AUTO_STRBUF text = STRBUF_INIT;

	lock_acquire(&r->lock);
	r->claims[talk].state = REC_LATE;
	r->departures++;
	absent_text(r, talk, &text);
	lock_release(&r->lock);
	rec__replay_say(r, &text);
}

/* Returns false to stop. */
static bool replay_request(struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk = rec__story_talk(r->opt.story, line->id);
	size_t i = (size_t)(talk - r->opt.story->talks);
	int64_t think = rec__story_pause_ns(r->opt.story, talk->at);
	bool seen;

	if (!wait_request(r, i, think > 0 ? think : 0))
		return false;
	lock_acquire(&r->lock);
	seen = r->claims[i].state == REC_SEEN;
	lock_release(&r->lock);
	if (seen)
		show_step(r, i);
	else
		skip(r, i);
	note_time(r, line);
	return true;
}

static bool replay_line(struct rec__replay *r, const struct rec__line *line)
{
	int64_t due = 0;

	if (r->opt.speed > 0 && line->at_ns > r->recorded_ns)
		due = time_add(r->real_ns,
			       (int64_t)((double)(line->at_ns - r->recorded_ns) / r->opt.speed));
	if (!wait_time(r, due))
		return false;
	if (due)
		r->real_ns = due;
	if (line->at_ns > r->recorded_ns)
		r->recorded_ns = line->at_ns;
	send_line(r, line);
	return true;
}

static void *run(void *user)
{
	struct rec__replay *r = user;
	const struct rec__story *s = r->opt.story;
	struct stray stray;

	bool go_on = rec__replay_begin(r);

	r->real_ns = clock_now(clock_real());
	for (size_t i = 0; go_on && i < s->line_count; i++) {
		const struct rec__line *line = &s->lines[i];

		lock_acquire(&r->lock);
		r->at = i;
		lock_release(&r->lock);
		go_on =
		    (line->kind == REC_REQUEST ? replay_request(r, line) : replay_line(r, line)) &&
		    rec__replay_follow(r, i);
	}
	lock_acquire(&r->lock);
	r->at = s->line_count;
	lock_release(&r->lock);
	set_state(r, REC_REPLAY_TOLD);
	/* Open responses stay open; new requests are answered as far as possible. */
	lock_acquire(&r->lock);
	while (!r->stopping) {
		if (!rec__replay_pop_stray(r, &stray)) {
			(void)clock_wait(clock_real(), &r->lock, &r->changed, TIME_NEVER);
			continue;
		}
		lock_release(&r->lock);
		answer_stray(r, &stray);
		lock_acquire(&r->lock);
	}
	lock_release(&r->lock);
	return NULL;
}

/* --- public functions --- */

struct rec__replay *rec__replay_start(const struct rec__replay_options *opt, struct relist_err *err)
{
	struct rec__replay *r = base__calloc(1, sizeof(*r));
	const struct fakeapi__player_observer observer = {
		.on_request = rec__replay_on_request,
		.on_hangup = rec__replay_on_hangup,
		.user = r,
	};
	struct fakeapi__player_options player = { .observer = observer };
	struct fakeapi__http_options http = { .bind_host = opt->bind_host,
					      .backend_count = (uint32_t)opt->programs,
					      .ports = { opt->port },
					      .tls_cert_pem = opt->cert_pem,
					      .tls_key_pem = opt->key_pem };
	bool made;

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
	cond_init(&r->changed);
	rec__model_init(&r->model);
	runner__arena_init(&r->arena);
	r->claims = base__calloc(opt->story->talk_count + 1, sizeof(*r->claims));
	made = rec__replay_programs_init(r) == 0 && r->claims;
	r->player = made ? fakeapi__player_new(&player, err) : NULL;
	if (r->player)
		r->http = fakeapi__http_start(fakeapi__player_server(r->player), &http, err);
	if (r->http && pthread_create(&r->thread, NULL, run, r) == 0) {
		r->has_thread = true;
		return r;
	}
	if (!made || r->http)
		relist_err_set(err, RELIST_ENOMEM, "replay: out of memory");
	rec__replay_stop(r);
	return NULL;
}

const char *rec__replay_url(const struct rec__replay *r, size_t program)
{
	return fakeapi__http_url(r->http, (uint32_t)program);
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
	while (r->state == REC_REPLAY_RUNNING && clock_now(clock_real()) < until)
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

void rec__replay_count(struct rec__replay *r, size_t *matched, size_t *all)
{
	lock_acquire(&r->lock);
	*matched = r->matched;
	lock_release(&r->lock);
	*all = r->opt.story->talk_count;
}

void rec__replay_missing(struct rec__replay *r, size_t max, struct strbuf *out)
{
	size_t count = 0;

	lock_acquire(&r->lock);
	for (size_t i = 0; i < r->opt.story->talk_count; i++) {
		if (r->claims[i].state == REC_SEEN || r->claims[i].state == REC_LATE)
			continue;
		if (count++ < max)
			absent_text(r, i, out);
	}
	if (count > max)
		strbuf_addf(out, "and %zu more\n", count - max);
	lock_release(&r->lock);
}

void rec__replay_stop(struct rec__replay *r)
{
	struct stray stray;

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
	while (rec__replay_pop_stray(r, &stray))
		continue;
	rec__replay_programs_fini(r);
	rec__model_fini(&r->model);
	runner__arena_fini(&r->arena);
	base__free(r->claims);
	cond_fini(&r->changed);
	lock_fini(&r->lock);
	base__free(r);
}
