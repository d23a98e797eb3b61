/* SPDX-License-Identifier: Apache-2.0 */
/* metrics.c - counts requests and watch events. */
#include "base/alloc.h"
#include "fakeapi/metrics/metrics_impl.h"

#define MS(n) ((uint64_t)(n)*NS_PER_MS)

const uint64_t fakeapi__duration_ns[FAKEAPI_DURATION_BUCKETS] = {
	MS(5),	  MS(25),    MS(50),	MS(100),   MS(200),   MS(400),	 MS(600),   MS(800),
	MS(1000), MS(1250),  MS(1500),	MS(2000),  MS(3000),  MS(4000),	 MS(5000),  MS(6000),
	MS(8000), MS(10000), MS(15000), MS(20000), MS(30000), MS(45000), MS(60000),
};
const uint64_t fakeapi__size_bytes[FAKEAPI_SIZE_BUCKETS] = {
	1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
};
const uint64_t fakeapi__event_bytes[FAKEAPI_EVENT_BUCKETS] = {
	1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072,
};

/* --- labels ------------------------------------------------------------------------------- */

/* cleanDryRun: "invalid" for anything but All. */
static const char *dry_run_of(const struct fakeapi__call *c)
{
	const char *found = "";

	for (size_t i = 0; i < c->route.param_count; i++) {
		if (!str_eqz(c->route.params[i].name, "dryRun"))
			continue;
		if (!str_eqz(c->route.params[i].value, "All"))
			return "invalid";
		found = "All";
	}
	return found;
}

static bool is_connect(struct str sub)
{
	static const char *const names[] = { "log", "exec", "portforward", "attach", "proxy" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(sub, names[i]))
			return true;
	return false;
}

/* cleanVerb: APPLY for applied patches, CONNECT for streams, "other" for unknown methods. */
static const char *verb_of(const struct fakeapi__call *c)
{
	const struct fakeapi__route *r = &c->route;

	if (is_connect(r->subresource))
		return "CONNECT";
	if (r->verb == FAKEAPI_VERB_WATCH)
		return "WATCH";
	switch (r->method) {
	case FAKEAPI_GET:
	case FAKEAPI_HEAD:
		return c->res && !r->name.len ? "LIST" : "GET";
	case FAKEAPI_POST:
		return "POST";
	case FAKEAPI_PUT:
		return "PUT";
	case FAKEAPI_PATCH:
		return str_eqz(fakeapi__request_header(c->req, "Content-Type"),
			       "application/apply-patch+yaml")
			   ? "APPLY"
			   : "PATCH";
	case FAKEAPI_DELETE:
		return "DELETE";
	case FAKEAPI_OTHER:
		break;
	}
	return "other";
}

/* CleanScope. */
static const char *scope_of(const struct fakeapi__call *c)
{
	if (!c->res)
		return "";
	if (c->route.name.len || c->route.method == FAKEAPI_POST)
		return "resource";
	return c->route_ns.len ? "namespace" : "cluster";
}

static void add_label(struct strbuf *out, const char *name, const char *value)
{
	if (out->len)
		strbuf_addc(out, ',');
	strbuf_addz(out, name);
	strbuf_addz(out, "=\"");
	strbuf_addz(out, value);
	strbuf_addc(out, '"');
}

/* The labels of timings, with `dry_run` (NULL: none) where it belongs. A health check is named in
 * place of a subresource. */
static void add_labels(const struct fakeapi__call *c, const char *dry_run, struct strbuf *out)
{
	const struct fakeapi__resource *res = c->res;
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_adds(&path, res ? (struct str) { NULL, 0 } : c->route.path);
	add_label(out, "component", res ? "apiserver" : "");
	if (dry_run)
		add_label(out, "dry_run", dry_run);
	add_label(out, "group", res ? res->group : "");
	add_label(out, "resource", res ? res->resource : "");
	add_label(out, "scope", scope_of(c));
	add_label(out, "subresource", res ? (c->sub ? c->sub->name : "") : path.ptr);
	add_label(out, "verb", verb_of(c));
	add_label(out, "version", res ? res->version : "");
	out->failed |= path.failed;
}

/* Until 1.33 the type is named by its kind. */
static void add_event_labels(const struct fakeapi__call *c, struct strbuf *out)
{
	const struct fakeapi__resource *res = c->res;
	bool kind = fakeapi__registry_release(c->core->registry) < 34;

	add_label(out, "group", res->group);
	add_label(out, kind ? "kind" : "resource", kind ? res->kind : res->resource);
	add_label(out, "version", res->version);
}

/* --- what is counted ---------------------------------------------------------------------- */

static struct fakeapi__metrics *metrics_of(struct fakeapi__core *core)
{
	struct fakeapi__metrics *m = core->metrics;

	if (m)
		return m;
	m = base__calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	map_init(&m->series, MAP_BORROW_KEYS);
	map_init(&m->timings, MAP_BORROW_KEYS);
	map_init(&m->events, MAP_BORROW_KEYS);
	core->metrics = m;
	return m;
}

/* The entry of these labels, made with `size` bytes if there is none; each begins with a pointer to
 * its labels. NULL: out of memory, or there are too many. */
static void *entry_of(struct map *in, const struct strbuf *labels, size_t size)
{
	char **entry = labels->failed ? NULL : map_get(in, strbuf_str(labels));

	if (entry || labels->failed || map_len(in) >= FAKEAPI_SERIES_MAX)
		return entry;
	entry = base__calloc(1, size);
	if (!entry)
		return NULL;
	entry[0] = base__strdup(labels->ptr);
	if (entry[0] && map_put(in, str_of(entry[0]), entry, NULL) == 0)
		return entry;
	base__free(entry[0]);
	base__free(entry);
	return NULL;
}

static struct fakeapi__timing *timing_of(struct fakeapi__metrics *m, const struct fakeapi__call *c)
{
	AUTO_STRBUF labels = STRBUF_INIT, events = STRBUF_INIT;
	struct fakeapi__timing *t;

	add_labels(c, NULL, &labels);
	t = entry_of(&m->timings, &labels, sizeof(*t));
	if (!t || t->events || !c->res || c->route.verb != FAKEAPI_VERB_WATCH)
		return t;
	add_event_labels(c, &events);
	t->events = entry_of(&m->events, &events, sizeof(*t->events));
	return t;
}

static char *deprecated_of(const struct fakeapi__call *c)
{
	AUTO_STRBUF labels = STRBUF_INIT;

	if (!c->res || (!c->res->deprecation && !c->strategy->deprecation))
		return NULL;
	add_label(&labels, "group", c->res->group);
	add_label(&labels, "removed_release", "");
	add_label(&labels, "resource", c->res->resource);
	add_label(&labels, "subresource", c->sub ? c->sub->name : "");
	add_label(&labels, "version", c->res->version);
	return strbuf_steal(&labels);
}

void fakeapi__metrics_begin(struct fakeapi__call *c)
{
	struct fakeapi__metrics *m = metrics_of(c->core);
	AUTO_STRBUF labels = STRBUF_INIT;
	struct fakeapi__series *s;

	if (!m || c->x->series)
		return;
	add_labels(c, dry_run_of(c), &labels);
	s = entry_of(&m->series, &labels, sizeof(*s));
	if (!s)
		return;
	if (!s->timing) {
		s->timing = timing_of(m, c);
		s->timed = c->route.verb != FAKEAPI_VERB_WATCH;
		s->sized = c->route.method == FAKEAPI_GET && !c->route.legacy_watch &&
			   !is_connect(c->route.subresource);
		s->deprecated = deprecated_of(c);
	}
	c->x->series = s;
	if (s->timing && c->route.verb == FAKEAPI_VERB_WATCH && c->res) {
		s->timing->open++;
		s->timing->was_open = c->x->long_running = true;
	}
}

static void count_code(struct fakeapi__series *s, int code)
{
	for (size_t i = 0; i < ARRAY_LEN(s->codes); i++) {
		if (s->codes[i].code && s->codes[i].code != code)
			continue;
		s->codes[i].code = code;
		s->codes[i].count++;
		return;
	}
}

static void observe(uint64_t *le, const uint64_t *bounds, size_t n, uint64_t value)
{
	size_t i = 0;

	while (i < n && value > bounds[i])
		i++;
	if (i < n)
		le[i]++;
}

void fakeapi__metrics_end(struct fakeapi__core *core, struct fakeapi__xchg *x)
{
	struct fakeapi__series *s = x->series;
	struct fakeapi__timing *t = s ? s->timing : NULL;
	int64_t took = core->now_ns > x->began_ns ? core->now_ns - x->began_ns : 0;

	if (!s)
		return;
	if (t && x->long_running)
		t->open--;
	x->series = NULL;
	if (x->state == FAKEAPI_STATE_HEAD_END || x->state == FAKEAPI_STATE_PARKED)
		return; /* no status */
	count_code(s, x->base.status);
	s->count++;
	s->sum_ns += took;
	observe(s->le, fakeapi__duration_ns, FAKEAPI_DURATION_BUCKETS, (uint64_t)took);
	if (t && s->timed) {
		t->count++;
		t->sum_ns += took;
		observe(t->le, fakeapi__duration_ns, FAKEAPI_DURATION_BUCKETS, (uint64_t)took);
	}
	if (!t || !s->sized)
		return;
	t->sized++;
	t->bytes += x->sent;
	observe(t->size_le, fakeapi__size_bytes, FAKEAPI_SIZE_BUCKETS, x->sent);
}

void fakeapi__metrics_event(struct fakeapi__xchg *x, size_t bytes)
{
	struct fakeapi__events *e =
	    x->series && x->series->timing ? x->series->timing->events : NULL;

	if (!e)
		return;
	e->count++;
	e->bytes += bytes;
	observe(e->le, fakeapi__event_bytes, FAKEAPI_EVENT_BUCKETS, bytes);
}

void fakeapi__metrics_audit_level(struct fakeapi__core *core, unsigned level)
{
	struct fakeapi__metrics *m = metrics_of(core);

	if (m && level < FAKEAPI_AUDIT_LEVELS)
		m->audit_levels[level]++;
}

void fakeapi__metrics_audit_event(struct fakeapi__core *core)
{
	struct fakeapi__metrics *m = metrics_of(core);

	if (m)
		m->audit_events++;
}

/* Open requests point to their series, so those stay. */
void fakeapi__metrics_reset(struct fakeapi__core *core)
{
	struct fakeapi__metrics *m = core->metrics;
	const struct map_entry *e;

	for (size_t i = 0; m && (e = map_next(&m->series, &i));) {
		struct fakeapi__series *s = e->value;
		struct fakeapi__series kept = { .labels = s->labels,
						.timing = s->timing,
						.timed = s->timed,
						.sized = s->sized,
						.deprecated = s->deprecated };

		*s = kept;
	}
	for (size_t i = 0; m && (e = map_next(&m->timings, &i));) {
		struct fakeapi__timing *t = e->value;
		struct fakeapi__timing kept = { .labels = t->labels,
						.events = t->events,
						.open = t->open,
						.was_open = t->open > 0 };

		*t = kept;
	}
	for (size_t i = 0; m && (e = map_next(&m->events, &i));) {
		struct fakeapi__events *v = e->value;
		struct fakeapi__events kept = { .labels = v->labels };

		*v = kept;
	}
}

static void free_entries(struct map *m)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(m, &i));) {
		base__free(*(char **)e->value);
		base__free(e->value);
	}
	map_fini(m);
}

void fakeapi__metrics_free(struct fakeapi__core *core)
{
	struct fakeapi__metrics *m = core->metrics;
	const struct map_entry *e;

	if (!m)
		return;
	for (size_t i = 0; (e = map_next(&m->series, &i));)
		base__free(((struct fakeapi__series *)e->value)->deprecated);
	free_entries(&m->series);
	free_entries(&m->timings);
	free_entries(&m->events);
	base__free(m);
	core->metrics = NULL;
}
