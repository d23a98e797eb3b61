/* SPDX-License-Identifier: Apache-2.0 */
/* replay_strays.c - unrecorded requests of a replay: reports the departure, and answers
 * nevertheless, so that the replay can continue. */
#include "runner/recording/posix/replay_impl.h"

#include "base/alloc.h"

enum { SHOWN_MAX = 40 };

/* --- departures --- */

/* The next recorded request of the client. Under the lock. */
static const struct rec__line *expected(const struct rec__matches *m)
{
	for (size_t i = m->from; i < m->to; i++)
		if (m->claims[i].state == REC_UNSEEN && rec__match_is_of(m, i))
			return m->story->talks[i].request;
	return NULL;
}

static void add_nearest(const struct rec__matches *m, const struct rec__line *got,
			const struct rec__line *want, struct strbuf *text)
{
	size_t i = rec__match_nearest(m, got);
	const struct rec__line *near = i < m->to ? m->story->talks[i].request : NULL;

	if (!near || near == want)
		return;
	strbuf_addz(text, "\n    nearest   ");
	rec__request_text(near, text);
	strbuf_addf(text, " (line %u%s)", near->number,
		    m->claims[i].state == REC_SEEN ? ", answered before" : "");
}

/* `count`: number of departures including this one. */
static void report_departure(struct rec__replay *r, const struct rec__line *got,
			     const struct fakeapi__player_request *arrived, size_t count,
			     const char *then)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct rec__matches m;
	const struct rec__line *want;

	lock_acquire(&r->lock);
	m = rec__replay_matches(r, arrived);
	want = expected(&m);
	if (want)
		strbuf_addf(&text, "line %u: ", want->number);
	if (r->program_count == 1)
		strbuf_addz(&text, "the client");
	else
		rec__replay_add_program(r, UINT32_C(1) << m.program, "", &text);
	strbuf_addz(&text, " departs from the recording\n    expected  ");
	if (want)
		rec__request_text(want, &text);
	else
		strbuf_addz(&text, "nothing more");
	strbuf_addz(&text, "\n    actual    ");
	rec__request_text(got, &text);
	add_nearest(&m, got, want, &text);
	lock_release(&r->lock);
	strbuf_addf(&text, "\n  %s\n", then);
	if (count == SHOWN_MAX)
		strbuf_addz(&text, "further departures are counted, and not shown\n");
	if (count <= SHOWN_MAX)
		rec__replay_say(r, &text);
}

/* --- responses --- */

/* Copies the request: the player's strings live only as long as the request. */
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

/* Answers from the recording's present state. */
static bool answer_from_model(struct rec__replay *r, const struct rec__line *got)
{
	AUTO_STRBUF body = STRBUF_INIT;
	int status;

	if (r->model.failed)
		return false;
	if (rec__is_watch(got)) {
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

/* A recording of some resources only has no discovery, which kubectl needs: uses that of the fake
 * apiserver. */
static bool answer_discovery(struct rec__replay *r, const struct rec__line *got)
{
	struct fakeapi_reply reply = { 0 };
	AUTO_STRBUF uri = STRBUF_INIT;
	struct fakeapi__header type = { STR("Content-Type"), { NULL, 0 } };
	bool answered = false;
	json_t json;

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
	/* An error is also a valid response. */
	if (r->discovery && !uri.failed)
		(void)fakeapi_request(r->discovery, "GET", uri.ptr, NULL, NULL, &reply, NULL);
	if (reply.body) {
		/* "[+]ping ok" of /readyz?verbose is not JSON */
		type.value = json_valid((struct str) { reply.body, reply.body_len }, &json, NULL) &&
				     (*json.ptr == '{' || *json.ptr == '[')
				 ? STR("application/json")
				 : STR("text/plain");
		answered =
		    fakeapi__player_respond(r->player, got->id, reply.status, &type, 1,
					    (struct str) { reply.body, reply.body_len }, NULL) == 0;
		fakeapi_reply_fini(&reply);
	}
	return answered;
}

/* Repeats the response to the same earlier request; not for a POST, which would create the object
 * twice. */
static bool repeat_response(struct rec__replay *r, const struct rec__line *got,
			    const struct fakeapi__player_request *arrived)
{
	struct rec__matches m;
	const struct rec__line *answer = NULL;
	struct rec__claim claim = { .id = got->id };
	size_t i;

	if (str_eqz(got->method, "POST") || rec__is_watch(got))
		return false;
	lock_acquire(&r->lock);
	m = rec__replay_matches(r, arrived);
	i = rec__match_again(&m, got);
	if (i < m.to)
		answer = m.story->talks[i].response;
	lock_release(&r->lock);
	if (answer)
		rec__replay_send(r, &claim, answer);
	return answer != NULL;
}

/* Last resort: a read finds nothing, a write fails. */
static const char *answer_unknown(struct rec__replay *r, const struct rec__line *got)
{
	bool read = str_eqz(got->method, "GET");
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
		    "\"Failure\",\"message\":\"the recording has no answer to this request\","
		    "\"reason\":\"%s\",\"code\":%d}\n",
		    read ? "NotFound" : "InternalError", read ? 404 : 500);
	if (body.failed)
		(void)fakeapi__player_close(r->player, got->id, FAKEAPI_CLOSE_RESET, NULL);
	else
		(void)fakeapi__player_respond(r->player, got->id, read ? 404 : 500, NULL, 0,
					      strbuf_str(&body), NULL);
	return read ? "the recording has no answer to it: answered 404"
		    : "the recording has no answer to it: answered 500";
}

void rec__replay_answer(struct rec__replay *r, uint32_t id)
{
	const struct fakeapi__player_request *arrived = fakeapi__player_request(r->player, id);
	struct rec__pair *pairs =
	    arrived ? base__calloc(arrived->param_count + 1, sizeof(*pairs)) : NULL;
	const char *then = "answered from the recorded state so far";
	struct rec__line got;
	size_t count = 0;

	if (!pairs) {
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
		return;
	}
	got = rec__replay_line(arrived, pairs);
	if (!answer_discovery(r, &got)) {
		/* Count it before the response, so that a client with the response sees the count.
		 * After the recording's end no departures are counted. */
		lock_acquire(&r->lock);
		if (r->state == REC_REPLAY_RUNNING)
			count = ++r->departures;
		lock_release(&r->lock);
		if (answer_from_model(r, &got))
			;
		else if (repeat_response(r, &got, arrived))
			then = "answered as before";
		else
			then = answer_unknown(r, &got);
		if (count)
			report_departure(r, &got, arrived, count, then);
	}
	base__free(pairs);
}
