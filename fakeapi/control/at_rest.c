/* SPDX-License-Identifier: Apache-2.0 */
/* at_rest.c - GET /relist/v1/rest: responds when the clients are at rest, or after a time.
 *
 * At rest, as in the runner's external world (runner/external/rest.c): each watch that a client had
 * is open again and was sent everything, no request is open, and nothing has happened for `quiet`,
 * or for twice the longest time between a failed request and its repetition since the clients were
 * at rest before. A list or a first watch that failed has to be repeated; any other failed request
 * may be, for as long as its response demanded, or as a client may back off. Lists and watches of
 * a type that is not served any more fail for ever, and count for nothing.
 *
 * A call keeps what it has counted of the request log, so that each look reads the new entries
 * only. */
#include <inttypes.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/context.h"
#include "fakeapi/control/at_rest.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/watch/watch.h"

#define QUIET_NS (300 * NS_PER_MS)
/* Of a failed request before any retry was seen; after a conflict a controller may find nothing
 * left to do. */
#define CONFLICT_NS	(3 * NS_PER_S)
#define FIRST_MOST_NS	(10 * NS_PER_S)
#define AFTER_DEMAND_NS NS_PER_S

enum { LINES_MAX = 4096 };

/* --- judgement ------------------------------------------------------------------------------ */

static void wait_for(struct fakeapi__looking *k, const char *what, const char *place)
{
	(void)snprintf(k->why, sizeof(k->why), "%s%s", what, place);
}

static struct fakeapi__rest_line *line_of_watch(struct fakeapi__looking *k,
						const struct fakeapi__xchg *x)
{
	const struct fakeapi__logged *l = fakeapi__rest_entry(k, x->log_seq);
	const struct map_entry *e;

	if (l)
		return fakeapi__rest_line_of(k, l, false);
	for (size_t i = 0; (e = map_next(&k->lines, &i));) {
		struct fakeapi__rest_line *line = e->value;

		for (size_t n = 0; n < line->watches; n++)
			if (line->watch[n].seq == x->log_seq)
				return line;
	}
	return NULL;
}

/* True if open watches have received all events and other requests their response. */
static bool all_is_sent(struct fakeapi__looking *k)
{
	const struct map_entry *e;
	bool all = true;

	for (size_t i = 0; (e = map_next(&k->lines, &i));)
		((struct fakeapi__rest_line *)e->value)->open = 0;
	k->held = 0;
	for (struct fakeapi__xchg *x = k->c->core->open; x; x = x->next) {
		const struct fakeapi__logged *l = fakeapi__rest_entry(k, x->log_seq);
		const char *agent = x->watch && x->watch->agent ? x->watch->agent : "";
		struct fakeapi__rest_line *line = x->watch ? line_of_watch(k, x) : NULL;
		bool sent = false;

		if (!x->log_seq || !fakeapi__rest_is_chosen(k, l ? fakeapi__rest_agent(l) : agent))
			continue;
		k->seen = true;
		k->held += x->watch ? fakeapi__watch_held(x->watch) : 0;
		k->last_ns = x->shown_ns > k->last_ns ? x->shown_ns : k->last_ns;
		if (x->watch)
			(void)fakeapi__watch_sent(x->watch, &sent);
		if (line && !x->stalled)
			line->open++;
		if (sent && !x->stalled)
			continue;
		k->last_ns = k->c->now_ns;
		if (all)
			(void)snprintf(k->why, sizeof(k->why), "%s%.200s of %.100s",
				       x->watch ? "not everything is sent: " : "not answered: ",
				       l ? l->text : "a request",
				       l ? fakeapi__rest_agent(l) : agent);
		all = false;
	}
	return all;
}

/* The time until which a failed request may be repeated. */
static int64_t retry_ns(const struct fakeapi__looking *k, const struct fakeapi__logged *l)
{
	int64_t demanded = l->retry_after_s ? l->retry_after_s * NS_PER_S + AFTER_DEMAND_NS : 0;
	int64_t first = k->wait_ns / 4, shown = 2 * k->most_ns;

	if (l->status == 409 || first < CONFLICT_NS)
		first = CONFLICT_NS;
	if (first > FIRST_MOST_NS)
		first = FIRST_MOST_NS;
	first = shown > first ? shown : first;
	return time_add(fakeapi__rest_failed_ns(l), demanded > first ? demanded : first);
}

/* False: the client must send something before it can be at rest. */
static bool is_line_back(struct fakeapi__looking *k, const struct fakeapi__rest_line *line)
{
	size_t usual = line->usual ? line->usual : 1;

	if (line->had_watch && line->open < usual) {
		if (!line->open)
			wait_for(k, "a watch is not open: ", line->place);
		else
			(void)snprintf(k->why, sizeof(k->why), "%zu of %zu watches are open: %s",
				       line->open, usual, line->place);
		return false;
	}
	/* the client is in back-off of unknown length */
	if (line->collection && !line->had_watch && fakeapi__rest_has_failed(&line->last)) {
		(void)snprintf(k->why, sizeof(k->why),
			       "a %s failed and has not succeeded since: %s", line->last.verb,
			       line->place);
		return false;
	}
	return true;
}

static bool are_lines_back(struct fakeapi__looking *k)
{
	const struct map_entry *e;
	int64_t until = 0;

	for (size_t i = 0; (e = map_next(&k->lines, &i));) {
		struct fakeapi__rest_line *line = e->value;
		struct fakeapi__logged *l = &line->last;

		fakeapi__rest_refresh(k, line);
		fakeapi__rest_count_watches(k, line, k->c->now_ns);
		if (!line->open && fakeapi__rest_is_in_vain(k, line))
			continue;
		if (!is_line_back(k, line))
			return false;
		if (!fakeapi__rest_is_verb(l, "watch") && l->end_ns > k->last_ns)
			k->last_ns = l->end_ns;
		if (fakeapi__rest_has_failed(l) && retry_ns(k, l) > until)
			until = retry_ns(k, l);
	}
	k->rest_ns = until;
	return true;
}

/* The cost of a look depends on the new entries, not on the length of the log. */
static bool is_at_rest(struct fakeapi__looking *k)
{
	int64_t quiet_ns, gap_ns = 2 * k->gap_ns, most_ns = k->wait_ns;

	k->rest_ns = 0;
	if (map_len(&k->lines) > LINES_MAX) {
		(void)snprintf(k->why, sizeof(k->why),
			       "clients do more than %d things: narrow it with since or userAgent",
			       LINES_MAX);
		return false;
	}
	if (!all_is_sent(k) || !are_lines_back(k))
		return false;
	if (!k->seen && k->agent.len) {
		(void)snprintf(k->why, sizeof(k->why),
			       "no client with the User-Agent \"%.*s\" has sent a request",
			       k->agent.len > 100 ? 100 : (int)k->agent.len, k->agent.ptr);
		return false;
	}
	gap_ns = gap_ns < most_ns ? gap_ns : most_ns;
	quiet_ns = gap_ns > k->quiet_ns ? gap_ns : k->quiet_ns;
	if (k->last_ns && time_add(k->last_ns, quiet_ns) > k->rest_ns)
		k->rest_ns = time_add(k->last_ns, quiet_ns);
	(void)snprintf(k->why, sizeof(k->why),
		       "the last request or event is %" PRId64 " ms ago, wanted %" PRId64 " ms",
		       (k->c->now_ns - k->last_ns) / NS_PER_MS,
		       (k->rest_ns - k->last_ns) / NS_PER_MS);
	return k->c->now_ns >= k->rest_ns;
}

/* --- the call ------------------------------------------------------------------------------- */

static int answer(struct fakeapi__call *c, bool at_rest)
{
	const struct fakeapi__looking *k = c->x->looking;
	cJSON *obj = cJSON_CreateObject();
	char rv[24];

	(void)snprintf(rv, sizeof(rv), "%" PRIu64, c->core->store.rv);
	(void)cJSON_AddBoolToObject(obj, "rest", at_rest);
	(void)cJSON_AddStringToObject(obj, "resourceVersion", rv);
	(void)cJSON_AddNumberToObject(obj, "requests", (double)c->core->faults.log_end);
	(void)cJSON_AddNumberToObject(obj, "held", (double)k->held);
	if (!at_rest)
		(void)cJSON_AddStringToObject(obj, "why", k->why);
	return fakeapi__control_answer(c, 200, obj);
}

/* Prepares the first look. Negative: the error is in c->st. */
static int begin(struct fakeapi__call *c)
{
	struct fakeapi__looking *k;
	int64_t quiet_ns = QUIET_NS, wait_ns = FAKEAPI_WAIT_NS, since = 0;
	bool given;

	if (fakeapi__read_time(c, "quiet", &quiet_ns) < 0 ||
	    fakeapi__read_time(c, "wait", &wait_ns) < 0 ||
	    fakeapi__control_number(c, "since", &since, &given) < 0)
		return -1;
	k = base__calloc(1, sizeof(*k));
	if (!k)
		return -1;
	map_init(&k->lines, MAP_COPY_KEYS);
	k->since = since > 0 ? (uint64_t)since : 0;
	k->wait_ns = wait_ns;
	k->quiet_ns = quiet_ns;
	c->x->looking = k;
	return 0;
}

int fakeapi__control_rest(struct fakeapi__call *c)
{
	struct fakeapi__looking *k;
	bool read, at_rest, over;

	/* every write wakes parked calls */
	if (c->x->looking && c->now_ns < c->x->resume_ns)
		return fakeapi__park(c, c->x->resume_ns);
	if (!c->x->looking && begin(c) < 0)
		return -1;
	k = c->x->looking;
	k->c = c;
	k->agent = fakeapi__route_param(&c->route, "userAgent", NULL);
	over = fakeapi__wait_is_over(c, k->wait_ns);
	read = fakeapi__rest_read(k);
	if (k->failed)
		return -1;
	if (!read) /* of a long log: the lock is released meanwhile */
		return fakeapi__park(c, c->now_ns);
	at_rest = is_at_rest(k);
	if (!at_rest && !over)
		return fakeapi__look_again(c, k->wait_ns, k->rest_ns);
	return answer(c, at_rest);
}
