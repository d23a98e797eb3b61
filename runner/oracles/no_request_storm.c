/* SPDX-License-Identifier: Apache-2.0 */
/* no_request_storm.c - the rate of requests, and of a controller's failed writes, is bounded. */
#include "base/alloc.h"
#include "runner/oracles/oracles.h"

enum {
	RATE_S = 10, /* the window of `rate` */
	MINUTE_S = 60,
	STREAK_S = 180,	  /* length of a series of failures after which the rate must have fallen */
	STREAK_RATE = 12, /* requests per minute; a slower rate need not fall */
};

/* The requests of one type, lists or watches. */
struct pace {
	struct scn__list requests; /* struct scn__rec */
	size_t last;		   /* index of the first one in the last minute */
	size_t streak;		   /* index of the first one of the current series of failures */
	size_t first;		   /* number of requests in the series' first minute */
};

/* The first record in each window. */
struct windows {
	size_t second, window;
};

struct storm {
	struct pace *paces; /* two per type: lists, watches */
	struct windows requests, failed;
	struct scn__list failed_writes; /* borrows the run's records */
};

static int64_t ago(const struct scn__list *requests, size_t i, int64_t now_ns)
{
	return now_ns - ((const struct scn__rec *)requests->items[i])->at_ns;
}

/* The number of requests in the window before now; *from moves to the first of them. */
static size_t within(const struct scn__list *requests, size_t *from, int64_t now_ns,
		     int64_t window_s)
{
	while (*from < requests->len && ago(requests, *from, now_ns) >= window_s * NS_PER_S)
		(*from)++;
	return requests->len - *from;
}

/* Whether the request failed, except with Retry-After or without a response: then client-go's HTTP
 * layer repeats it each second without a limit. */
static bool has_failed(const struct scn__rec *q)
{
	bool short_watch = q->verb == SCN_V_WATCH && q->status == 200 && q->ended &&
			   !q->answer_rv.len && q->ended_ns - q->at_ns < NS_PER_S;

	return !q->retry_after && (q->refused || q->gone || q->status >= 400 || short_watch);
}

/* Under a permanent fault the rate of requests must fall. */
static void check_growth(struct scn__observer *o, const struct scn__rec *q)
{
	const struct storm *storm = o->state;
	struct pace *p = &storm->paces[2 * q->type->index + (q->verb == SCN_V_WATCH)];
	int64_t streak_ns;
	size_t last;

	if (!world__push(o->run, &p->requests, q))
		return;
	if (p->requests.len < 2 || !has_failed(p->requests.items[p->requests.len - 2])) {
		p->streak = p->requests.len - 1;
		p->first = 0;
	}
	last = within(&p->requests, &p->last, q->at_ns, MINUTE_S);
	streak_ns = ago(&p->requests, p->streak, q->at_ns);
	p->first += streak_ns < MINUTE_S * NS_PER_S;
	if (streak_ns < STREAK_S * NS_PER_S || last <= STREAK_RATE || 2 * last <= p->first)
		return;
	oracle__broke(o, world__printf(o->run,
				       "%s " STR_FMT
				       " has failed for %llds and is not retried less often: "
				       "%zu times in the first minute, %zu in the last",
				       scn__verb_word(q->verb), STR_ARG(q->type->name),
				       (long long)(streak_ns / NS_PER_S), p->first, last));
}

/* Checks the rate of `list`, whose newest entry is q. */
static void check_rate(struct scn__observer *o, const struct scn__rec *q,
		       const struct scn__list *list, struct windows *since, const char *what)
{
	const struct scn__always *a = &o->run->cell->always[o->oracle];
	double rate = a->rate_max > 0 ? a->rate_max : RUNNER_STORM_RATE;
	uint32_t burst = a->burst ? a->burst : RUNNER_STORM_BURST;
	size_t second = within(list, &since->second, q->at_ns, 1);
	size_t window = within(list, &since->window, q->at_ns, RATE_S);

	if (second > burst || (double)window > rate * RATE_S)
		oracle__broke(o,
			      world__printf(o->run,
					    "%zu %s in a second, %zu in ten; the last is `" STR_FMT
					    "`",
					    second, what, window,
					    STR_ARG(world__request_line(o->run, q))));
}

static void on_request(struct scn__observer *o, struct scn__rec *q)
{
	struct storm *s = o->state;

	check_rate(o, q, &o->run->requests.list, &s->requests, "requests");
	if (q->verb == SCN_V_LIST || q->verb == SCN_V_WATCH)
		check_growth(o, q);
}

/* A controller may create a hundred children at once, but not retry failures at that rate. */
static void on_write(struct scn__observer *o, struct scn__rec *w)
{
	struct storm *s = o->state;

	if (has_failed(w) && world__push(o->run, &s->failed_writes, w))
		check_rate(o, w, &s->failed_writes, &s->failed, "failed writes");
}

static int init(struct scn__observer *o)
{
	struct storm *s = o->state;

	s->paces =
	    world__alloc(o->run, (2 * o->run->cell->world.type_count + 1) * sizeof(*s->paces));
	return s->paces ? 0 : RELIST_ENOMEM;
}

static void fini(struct scn__observer *o)
{
	const struct storm *s = o->state;

	for (size_t i = 0; s->paces && i < 2 * o->run->cell->world.type_count; i++)
		base__free(s->paces[i].requests.items);
	base__free(s->failed_writes.items);
}

const struct scn__observer_ops oracle__no_request_storm = {
	.state_size = sizeof(struct storm),
	.init = init,
	.fini = fini,
	.on_request = on_request,
	.on_write = on_write,
};
