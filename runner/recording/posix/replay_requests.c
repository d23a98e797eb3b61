/* SPDX-License-Identifier: Apache-2.0 */
/* replay_requests.c - assigns received requests to recorded ones. */
#include "runner/recording/posix/replay_impl.h"

#include "base/alloc.h"
#include "fakeapi/serializer/protobuf.h"

struct rec__line rec__replay_line(const struct fakeapi__player_request *got,
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

static void push_stray(struct rec__replay *r, struct stray *stray, uint32_t id, size_t talk)
{
	stray->id = id;
	stray->talk = talk;
	*r->last_stray = stray;
	r->last_stray = &stray->next;
}

/* Returns true if `stray` was queued. Under the lock. */
static bool claim(struct rec__replay *r, const struct rec__line *line,
		  const struct fakeapi__player_request *got, struct stray *stray)
{
	struct rec__matches m = rec__replay_matches(r, got);
	AUTO_STRBUF json = STRBUF_INIT;
	bool decoded = fakeapi__protobuf_json(got->body, &json);
	size_t talk = rec__match(&m, line, decoded ? strbuf_str(&json) : got->body);
	uint64_t rv = 0;
	bool late;

	if (talk == m.to) {
		talk = rec__match_watch(&m, line);
		rv = rec__number(rec__query(line, "resourceVersion"));
	}
	if (talk == m.to) {
		push_stray(r, stray, line->id, r->opt.story->talk_count);
		return true;
	}
	late = r->claims[talk].state == REC_LATE;
	rec__owners_bind(&r->owners, talk, m.program);
	r->claims[talk].id = line->id;
	r->claims[talk].rv = rv;
	r->matched++;
	if (!late)
		r->claims[talk].state = REC_SEEN;
	/* the request's turn is over: the player's thread sends the missed lines */
	if (late)
		push_stray(r, stray, line->id, talk);
	return late;
}

void rec__replay_on_request(void *user, uint32_t id)
{
	struct rec__replay *r = user;
	const struct fakeapi__player_request *got = fakeapi__player_request(r->player, id);
	struct rec__pair *pairs = got ? base__calloc(got->param_count + 1, sizeof(*pairs)) : NULL;
	struct stray *stray = base__calloc(1, sizeof(*stray));
	bool refused = !pairs || !stray;

	if (!refused) {
		struct rec__line line = rec__replay_line(got, pairs);
		struct replay_program *p = rec__replay_program(r, got);

		lock_acquire(&r->lock);
		refused = !p->running;
		if (!refused) {
			rec__replay_learn(r, got);
			if (claim(r, &line, got, stray))
				stray = NULL;
		}
		(void)pthread_cond_broadcast(&r->changed);
		lock_release(&r->lock);
	}
	if (refused)
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
	base__free(stray);
	base__free(pairs);
}

void rec__replay_on_hangup(void *user, uint32_t id)
{
	struct rec__replay *r = user;
	const struct rec__story *s = r->opt.story;

	lock_acquire(&r->lock);
	for (size_t i = s->talk_count; i-- > 0 && s->talks[i].at > r->at;) {
		struct rec__claim *c = &r->claims[i];

		if (c->id != id || c->state != REC_SEEN || c->sent)
			continue;
		*c = (struct rec__claim) { .state = REC_UNSEEN };
		r->matched--;
	}
	lock_release(&r->lock);
}

bool rec__replay_pop_stray(struct rec__replay *r, struct stray *out)
{
	struct stray *s = r->strays;

	if (!s)
		return false;
	*out = *s;
	r->strays = s->next;
	if (!r->strays)
		r->last_stray = &r->strays;
	base__free(s);
	return true;
}
