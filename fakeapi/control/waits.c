/* SPDX-License-Identifier: Apache-2.0 */
/* waits.c - calls of the control API that respond when something has happened, or after a time: a
 * rule has acted; the clients are at rest.
 *
 * At rest, as in the runner's external world: each watch that a client had is open again and was
 * sent everything, no request is held, and no client has sent a request for `quiet`, or for twice
 * the longest time between a failed request and its repetition. A list or a first watch that failed
 * has to be repeated; after any other failed request there are at least two seconds. Only the
 * request log is known here. */
#include <inttypes.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/watch/watch.h"

#define WAIT_MAX_NS    (600 * NS_PER_S)
#define WAIT_NS	       (30 * NS_PER_S)
#define LOOK_NS	       (20 * NS_PER_MS) /* at first, then a tenth of what it has waited */
#define LOOK_MAX_NS    (250 * NS_PER_MS)
#define QUIET_NS       (300 * NS_PER_MS)
#define FIRST_RETRY_NS (2 * NS_PER_S)

enum { LINES_MAX = 512 };

/* Negative: why in c->st. */
static int read_time(struct fakeapi__call *c, const char *name, int64_t *ns)
{
	struct str text = fakeapi__route_param(&c->route, name, NULL);

	if (!text.len)
		return 0;
	if (duration_parse(text, ns, NULL) == 0 && *ns >= 0 && *ns <= WAIT_MAX_NS)
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "%s: found \"" STR_FMT "\", wanted a duration up to 10m", name,
				   STR_ARG(text));
}

/* True: it has waited so long. */
static bool is_over(struct fakeapi__call *c, int64_t wait_ns)
{
	if (!c->x->until_ns)
		c->x->until_ns = time_add(c->now_ns, wait_ns);
	return c->now_ns >= c->x->until_ns;
}

/* A look reads the whole request log under the lock: so it is not taken before it can help
 * (`at_ns`, 0: not known), and more seldom the longer the wait is. */
static int look_again(struct fakeapi__call *c, int64_t wait_ns, int64_t at_ns)
{
	int64_t pause_ns = (wait_ns - (c->x->until_ns - c->now_ns)) / 10;

	pause_ns = pause_ns < LOOK_NS ? LOOK_NS : pause_ns > LOOK_MAX_NS ? LOOK_MAX_NS : pause_ns;
	if (at_ns <= c->now_ns)
		at_ns = time_add(c->now_ns, pause_ns);
	return fakeapi__park(c, at_ns < c->x->until_ns ? at_ns : c->x->until_ns);
}

int fakeapi__wait_for_rule(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	int64_t wait_ns = 0;

	if (read_time(c, "wait", &wait_ns) < 0)
		return -1;
	/* this look costs nothing */
	return f->acted || is_over(c, wait_ns) ? 0 : look_again(c, 0, time_add(c->now_ns, LOOK_NS));
}

/* --- rest ----------------------------------------------------------------------------------- */

/* What a client does again and again: reads at one path with one selector, or a write. */
struct line {
	const char *agent, *uri;
	size_t len;	   /* of the path in uri */
	bool write, watch; /* watch: it has had one */
	const struct fakeapi__logged *last;
};

struct looking {
	struct fakeapi__call *c;
	struct str agent;
	struct line *lines;
	size_t count;
	int64_t gap_ns; /* the longest between a failure and the next try */
	int64_t last_ns;
	int64_t rest_ns; /* at rest then, if nothing happens; 0: something must */
	char why[400];
};

static bool is_verb(const struct fakeapi__logged *l, const char *verb)
{
	return strcmp(l->verb, verb) == 0;
}

static const char *agent_of(const struct fakeapi__logged *l)
{
	return l->text + strlen(l->text) + 1;
}

static bool is_chosen(const struct looking *k, const struct fakeapi__logged *l)
{
	return fakeapi__agent_matches(k->agent, str_of(agent_of(l)));
}

static bool is_open(const struct looking *k, const struct fakeapi__logged *l)
{
	for (const struct fakeapi__xchg *x = k->c->core->open; x; x = x->next)
		if (x->log_seq == l->seq)
			return true;
	return false;
}

/* Clients repeat what failed so. */
static bool has_failed(const struct looking *k, const struct fakeapi__logged *l)
{
	if (!l->status)
		return !is_open(k, l);
	return l->status == 401 || l->status == 410 || l->status == 429 || l->status >= 500 ||
	       (l->status == 409 && !is_verb(l, "create"));
}

/* The same parameter of two URIs, as it stands. */
static bool same_param(const char *a, const char *b, const char *name)
{
	const char *x = strstr(a, name), *y = strstr(b, name);
	size_t n = x ? strcspn(x, "&") : 0;

	return x && y ? strcspn(y, "&") == n && memcmp(x, y, n) == 0 : x == y;
}

static struct line line_for(const struct fakeapi__logged *l)
{
	const char *uri = strchr(l->text, ' ') + 1;

	return (struct line) { .agent = agent_of(l),
			       .uri = uri,
			       .len = strcspn(uri, "?"),
			       .write = fakeapi__is_write(l->verb) };
}

static bool same_line(const struct line *a, const struct line *b)
{
	return a->write == b->write && a->len == b->len && memcmp(a->uri, b->uri, a->len) == 0 &&
	       strcmp(a->agent, b->agent) == 0 && same_param(a->uri, b->uri, "labelSelector=") &&
	       same_param(a->uri, b->uri, "fieldSelector=");
}

static struct line *line_of(struct looking *k, const struct fakeapi__logged *l)
{
	struct line want = line_for(l), *line;

	for (line = k->lines; line < k->lines + k->count; line++)
		if (same_line(line, &want))
			return line;
	if (k->count == LINES_MAX)
		return NULL;
	*line = want;
	k->count++;
	return line;
}

/* False: there is too much. */
static bool add_request(struct looking *k, const struct fakeapi__logged *l)
{
	struct line *line = line_of(k, l);

	if (!line)
		return false;
	if (line->last && has_failed(k, line->last) && l->at_ns - line->last->at_ns > k->gap_ns)
		k->gap_ns = l->at_ns - line->last->at_ns;
	line->watch |= is_verb(l, "watch") && l->status == 200;
	line->last = l;
	k->last_ns = l->at_ns;
	return true;
}

static bool add_requests(struct looking *k, uint64_t since)
{
	const struct fakeapi__faults *f = &k->c->core->faults;

	for (uint64_t seq = f->log_first > since ? f->log_first : since; seq < f->log_end; seq++) {
		const struct fakeapi__logged *l = &f->log[seq % FAKEAPI_LOG_MAX];

		if (l->text && is_chosen(k, l) && !add_request(k, l)) {
			(void)snprintf(k->why, sizeof(k->why),
				       "clients do more than %d things: narrow it with since or "
				       "userAgent",
				       LINES_MAX);
			return false;
		}
	}
	return true;
}

static const struct fakeapi__logged *logged_of(const struct looking *k, uint64_t seq)
{
	const struct fakeapi__faults *f = &k->c->core->faults;
	const struct fakeapi__logged *l =
	    seq && f->log_cap ? &f->log[(seq - 1) % FAKEAPI_LOG_MAX] : NULL;

	return l && l->text && l->seq == seq ? l : NULL;
}

/* Open watches have everything, and every other request its response. */
static bool all_is_sent(struct looking *k)
{
	for (struct fakeapi__xchg *x = k->c->core->open; x; x = x->next) {
		const struct fakeapi__logged *l = logged_of(k, x->log_seq);
		bool sent = false;

		if (!l || !is_chosen(k, l))
			continue;
		if (x->watch)
			(void)fakeapi__watch_sent(x->watch, &sent);
		if (sent && !x->stalled)
			continue;
		(void)snprintf(k->why, sizeof(k->why), "%s%.200s of %.100s",
			       x->watch ? "not everything is sent: " : "not answered: ", l->text,
			       agent_of(l));
		return false;
	}
	return true;
}

/* The watch that the line had is open. */
static bool is_back(const struct looking *k, const struct line *line)
{
	if (!line->watch)
		return true;
	for (const struct fakeapi__xchg *x = k->c->core->open; x; x = x->next) {
		const struct fakeapi__logged *l = x->watch ? logged_of(k, x->log_seq) : NULL;
		struct line other = l ? line_for(l) : *line;

		if (l && same_line(&other, line))
			return true;
	}
	return false;
}

/* Its list or its first watch has failed, and has not been repeated: it is in back-off, however
 * long that is. */
static bool has_given_no_sign(const struct looking *k, const struct line *line)
{
	const struct fakeapi__logged *l = line->last;

	return !line->write && !line->watch && (is_verb(l, "list") || is_verb(l, "watch")) &&
	       has_failed(k, l);
}

static bool is_at_rest(struct looking *k, uint64_t since, int64_t quiet_ns)
{
	if (!all_is_sent(k) || !add_requests(k, since))
		return false;
	quiet_ns = 2 * k->gap_ns > quiet_ns ? 2 * k->gap_ns : quiet_ns;
	for (size_t i = 0; i < k->count; i++) {
		const struct line *line = &k->lines[i];

		if (!is_back(k, line)) {
			(void)snprintf(k->why, sizeof(k->why),
				       "a watch is not open: %.*s of %.100s",
				       (int)(line->len < 200 ? line->len : 200), line->uri,
				       line->agent);
			return false;
		}
		if (has_given_no_sign(k, line)) {
			(void)snprintf(k->why, sizeof(k->why),
				       "a %s failed and has not succeeded since: %.*s of %.100s",
				       line->last->verb, (int)(line->len < 200 ? line->len : 200),
				       line->uri, line->agent);
			return false;
		}
		if (has_failed(k, line->last) && quiet_ns < FIRST_RETRY_NS)
			quiet_ns = FIRST_RETRY_NS;
	}
	(void)snprintf(k->why, sizeof(k->why), "the last request is %" PRId64 " ms ago",
		       (k->c->now_ns - k->last_ns) / NS_PER_MS);
	k->rest_ns = time_add(k->last_ns, quiet_ns);
	return !k->count || k->c->now_ns - k->last_ns >= quiet_ns;
}

static int answer_rest(struct fakeapi__call *c, bool at_rest, const char *why)
{
	cJSON *obj = cJSON_CreateObject();
	char rv[24];
	int rc;

	(void)snprintf(rv, sizeof(rv), "%" PRIu64, c->core->store.rv);
	(void)cJSON_AddBoolToObject(obj, "rest", at_rest);
	(void)cJSON_AddStringToObject(obj, "resourceVersion", rv);
	(void)cJSON_AddNumberToObject(obj, "requests", (double)c->core->faults.log_end);
	if (!at_rest)
		(void)cJSON_AddStringToObject(obj, "why", why);
	rc = obj ? fakeapi__answer_tree(c, 200, obj) : -1;
	fakeapi__drop_aside(c, obj);
	return rc;
}

int fakeapi__control_rest(struct fakeapi__call *c)
{
	struct looking k = { .c = c, .agent = fakeapi__route_param(&c->route, "userAgent", NULL) };
	int64_t quiet_ns = QUIET_NS, wait_ns = WAIT_NS, since = 0;
	bool given, at_rest;

	/* every write wakes who is parked */
	if (c->x->until_ns && c->now_ns < c->x->resume_ns)
		return fakeapi__park(c, c->x->resume_ns);
	if (read_time(c, "quiet", &quiet_ns) < 0 || read_time(c, "wait", &wait_ns) < 0 ||
	    fakeapi__query_int(c, "since", &since, &given) < 0)
		return -1;
	k.lines = base__calloc(LINES_MAX, sizeof(*k.lines));
	if (!k.lines)
		return -1;
	at_rest = is_at_rest(&k, since > 0 ? (uint64_t)since : 0, quiet_ns);
	base__free(k.lines);
	if (!at_rest && !is_over(c, wait_ns))
		return look_again(c, wait_ns, k.rest_ns);
	return answer_rest(c, at_rest, k.why);
}
