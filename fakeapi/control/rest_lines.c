/* SPDX-License-Identifier: Apache-2.0 */
/* rest_lines.c - the request log as lines of repeated requests, for GET /relist/v1/rest. */
#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/context.h"
#include "fakeapi/control/at_rest.h"

#define SETTLED_NS (250 * NS_PER_MS) /* watches that overlap longer are separate */

enum { ENTRIES_AT_ONCE = 2048, PATH_MAX_SHOWN = 200 };

void fakeapi__looking_free(struct fakeapi__looking *k)
{
	const struct map_entry *e;

	if (!k)
		return;
	for (size_t i = 0; (e = map_next(&k->lines, &i));)
		base__free(e->value);
	map_fini(&k->lines);
	base__free(k);
}

/* --- entries of the log --------------------------------------------------------------------- */

const char *fakeapi__rest_agent(const struct fakeapi__logged *l)
{
	return l->text + strlen(l->text) + 1;
}

static const char *uri_of(const struct fakeapi__logged *l)
{
	return strchr(l->text, ' ') + 1;
}

bool fakeapi__rest_is_verb(const struct fakeapi__logged *l, const char *verb)
{
	return strcmp(l->verb, verb) == 0;
}

bool fakeapi__rest_is_chosen(const struct fakeapi__looking *k, const char *agent)
{
	return fakeapi__agent_matches(k->agent, str_of(agent));
}

const struct fakeapi__logged *fakeapi__rest_entry(const struct fakeapi__looking *k, uint64_t seq)
{
	const struct fakeapi__faults *f = &k->c->core->faults;
	const struct fakeapi__logged *l;

	if (!seq || seq > f->log_end || !f->log)
		return NULL;
	l = &f->log[(seq - 1) % FAKEAPI_LOG_MAX];
	return l->text && l->seq == seq ? l : NULL;
}

bool fakeapi__rest_has_failed(const struct fakeapi__logged *l)
{
	if (!l->status)
		return l->end_ns != 0;
	return l->status == 401 || l->status == 410 || l->status == 429 || l->status >= 500 ||
	       (l->status == 409 && !fakeapi__rest_is_verb(l, "create"));
}

int64_t fakeapi__rest_failed_ns(const struct fakeapi__logged *l)
{
	return l->end_ns ? l->end_ns : l->at_ns;
}

/* The same parameter, not decoded; "" if it is absent. */
static struct str param(const char *uri, const char *name)
{
	const char *p = strchr(uri, '?'), *at = p ? strstr(p, name) : NULL;

	return at ? (struct str) { at, strcspn(at, "&") } : STR("");
}

/* Requests with the same key are repetitions of each other. */
static void add_key(const struct fakeapi__logged *l, struct strbuf *out)
{
	const char *uri = uri_of(l);

	strbuf_addf(out, "%s\n%s\n%.*s\n" STR_FMT "\n" STR_FMT, fakeapi__rest_agent(l),
		    fakeapi__is_write(l->verb) ? "write" : "read", (int)strcspn(uri, "?"), uri,
		    STR_ARG(param(uri, "labelSelector=")), STR_ARG(param(uri, "fieldSelector=")));
}

/* --- lines ---------------------------------------------------------------------------------- */

struct fakeapi__rest_line *fakeapi__rest_line_of(struct fakeapi__looking *k,
						 const struct fakeapi__logged *l, bool make)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct fakeapi__rest_line *line;
	size_t path_len;

	add_key(l, &key);
	line = key.failed ? NULL : map_get(&k->lines, strbuf_str(&key));
	if (line || !make)
		return line;
	line = key.failed ? NULL : base__calloc(1, sizeof(*line));
	if (!line || map_put(&k->lines, strbuf_str(&key), line, NULL) != 0) {
		base__free(line);
		k->failed = true;
		return NULL;
	}
	line->collection = fakeapi__rest_is_verb(l, "list") || fakeapi__rest_is_verb(l, "watch");
	path_len = strcspn(uri_of(l), "?");
	line->path_len = path_len <= PATH_MAX_SHOWN ? path_len : 0;
	(void)snprintf(line->place, sizeof(line->place), "%.*s of %.100s",
		       (int)(path_len < PATH_MAX_SHOWN ? path_len : PATH_MAX_SHOWN), uri_of(l),
		       fakeapi__rest_agent(l));
	return line;
}

bool fakeapi__rest_is_in_vain(const struct fakeapi__looking *k,
			      const struct fakeapi__rest_line *line)
{
	struct str path = { line->place, line->path_len };
	struct fakeapi__route route;
	bool served;

	if (!line->collection || line->last.status != 404 || !path.len ||
	    fakeapi__route_parse(&route, STR("GET"), path, STR("")))
		return false;
	served = !route.resource.len || fakeapi__registry_find(k->c->core->registry, route.group,
							       route.version, route.resource);
	fakeapi__route_fini(&route);
	return !served;
}

void fakeapi__rest_refresh(const struct fakeapi__looking *k, struct fakeapi__rest_line *line)
{
	const struct fakeapi__logged *l = fakeapi__rest_entry(k, line->last.seq);

	if (!l)
		return;
	line->last = *l;
	line->last.text = NULL;
	line->had_watch |= fakeapi__rest_is_verb(l, "watch") && l->status == 200;
}

/* The number of the line's watches that were open SETTLED_NS after this one. */
static size_t open_beside(const struct fakeapi__rest_line *line,
			  const struct fakeapi__rest_watch *w)
{
	int64_t at = w->at_ns + SETTLED_NS;
	size_t n = 0;

	for (size_t i = 0; i < line->watches; i++)
		n += line->watch[i].at_ns <= w->at_ns &&
		     (!line->watch[i].end_ns || line->watch[i].end_ns >= at);
	return n;
}

/* True if the client closed the watch while a newer one had been open beside it: a rolling restart,
 * where the old program ends after the new one has begun. */
static bool is_replaced(const struct fakeapi__rest_line *line, const struct fakeapi__rest_watch *w)
{
	for (size_t i = 0; i < line->watches; i++) {
		const struct fakeapi__rest_watch *newer = &line->watch[i];

		if (newer->at_ns > w->at_ns && newer->at_ns + SETTLED_NS <= w->end_ns &&
		    (!newer->end_ns || newer->end_ns > w->end_ns))
			return true;
	}
	return false;
}

static void drop_replaced(const struct fakeapi__looking *k, struct fakeapi__rest_line *line,
			  int64_t now_ns)
{
	for (size_t i = 0; i < line->watches; i++) {
		struct fakeapi__rest_watch *w = &line->watch[i];
		const struct fakeapi__logged *l = fakeapi__rest_entry(k, w->seq);

		if (!l || !l->client_gone || w->replaced || !w->end_ns || w->end_ns > now_ns ||
		    !is_replaced(line, w))
			continue;
		w->replaced = true;
		if (line->usual > 1)
			line->usual--;
	}
}

/* Watches that have not begun, or were stalled, are dropped: a client that notices a silent one
 * opens another beside it. */
void fakeapi__rest_count_watches(const struct fakeapi__looking *k, struct fakeapi__rest_line *line,
				 int64_t now_ns)
{
	size_t kept = 0;
	bool pending = false;

	for (size_t i = 0; i < line->watches; i++) {
		struct fakeapi__rest_watch w = line->watch[i];
		const struct fakeapi__logged *l = fakeapi__rest_entry(k, w.seq);

		if (l && (l->stalled || (l->status && l->status != 200)))
			continue;
		w.end_ns = l ? l->end_ns : w.end_ns;
		line->watch[kept++] = w;
	}
	line->watches = kept;
	for (size_t i = 0; i < kept; i++) {
		struct fakeapi__rest_watch *w = &line->watch[i];
		bool settled = w->at_ns + SETTLED_NS <= now_ns;
		size_t n =
		    w->counted || !settled || (w->end_ns && w->end_ns < w->at_ns + SETTLED_NS)
			? 0
			: open_beside(line, w);

		line->usual = n > line->usual ? n : line->usual;
		w->counted |= settled;
		pending |= !w->counted;
	}
	drop_replaced(k, line, now_ns);
	/* the log is read later than it was written: its end may be after `now_ns` */
	for (size_t i = kept = 0; i < line->watches; i++)
		if (pending || !line->watch[i].end_ns || line->watch[i].end_ns > now_ns)
			line->watch[kept++] = line->watch[i];
	line->watches = kept;
}

static void add_watch(const struct fakeapi__looking *k, struct fakeapi__rest_line *line,
		      const struct fakeapi__logged *l)
{
	fakeapi__rest_count_watches(k, line, l->at_ns);
	if (line->watches == FAKEAPI_REST_OPEN_MAX) { /* too many: drops the oldest */
		line->watches--;
		memmove(line->watch, line->watch + 1, line->watches * sizeof(*line->watch));
	}
	line->watch[line->watches++] =
	    (struct fakeapi__rest_watch) { .seq = l->seq, .at_ns = l->at_ns };
}

/* --- the log -------------------------------------------------------------------------------- */

static bool any_failed(const struct fakeapi__looking *k)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&k->lines, &i));) {
		struct fakeapi__rest_line *line = e->value;

		fakeapi__rest_refresh(k, line);
		if (fakeapi__rest_has_failed(&line->last))
			return true;
	}
	return false;
}

/* Before this entry they were at rest: pauses from before are of another disturbance. */
static void reset_gap(struct fakeapi__looking *k, const struct fakeapi__logged *l)
{
	if (k->gap_ns && l->at_ns - k->last_ns > 2 * k->gap_ns &&
	    l->at_ns - k->last_ns > k->quiet_ns && !any_failed(k))
		k->gap_ns = 0;
}

static void add_entry(struct fakeapi__looking *k, const struct fakeapi__logged *l)
{
	struct fakeapi__rest_line *line;

	reset_gap(k, l);
	line = fakeapi__rest_line_of(k, l, true);
	if (!line)
		return;
	fakeapi__rest_refresh(k, line);
	if (line->last.seq && fakeapi__rest_has_failed(&line->last)) {
		int64_t gap = l->at_ns - fakeapi__rest_failed_ns(&line->last);

		k->gap_ns = gap > k->gap_ns ? gap : k->gap_ns;
		k->most_ns = gap > k->most_ns ? gap : k->most_ns;
	}
	line->last = *l;
	line->last.text = NULL;
	fakeapi__rest_refresh(k, line);
	if (fakeapi__rest_is_verb(l, "watch"))
		add_watch(k, line, l);
	if (l->at_ns > k->last_ns && !fakeapi__rest_is_in_vain(k, line))
		k->last_ns = l->at_ns;
}

/* A successful request for one object needs no repetition. */
static void drop_done(struct fakeapi__looking *k)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&k->lines, &i));) {
		struct fakeapi__rest_line *line = e->value;

		fakeapi__rest_refresh(k, line);
		if (line->collection || !line->last.end_ns || fakeapi__rest_has_failed(&line->last))
			continue;
		if (line->last.end_ns > k->last_ns)
			k->last_ns = line->last.end_ns;
		(void)map_del(&k->lines, (struct str) { e->key, e->key_len });
		base__free(line);
	}
}

bool fakeapi__rest_read(struct fakeapi__looking *k)
{
	const struct fakeapi__faults *f = &k->c->core->faults;
	uint64_t end;

	k->next = k->next > f->log_first ? k->next : f->log_first;
	end = f->log_end - k->next > ENTRIES_AT_ONCE ? k->next + ENTRIES_AT_ONCE : f->log_end;
	for (; k->next < end; k->next++) {
		const struct fakeapi__logged *l = fakeapi__rest_entry(k, k->next + 1);

		if (!l || !fakeapi__rest_is_chosen(k, fakeapi__rest_agent(l)))
			continue;
		k->seen = true;
		if (k->next >= k->since)
			add_entry(k, l);
	}
	drop_done(k);
	return k->next == f->log_end;
}
