/* SPDX-License-Identifier: Apache-2.0 */
/* metrics_write.c - writes what was counted as Prometheus' text format 0.0.4: families by name,
 * lines by their labels. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "fakeapi/metrics/metrics_impl.h"

static const char *const duration_le[FAKEAPI_DURATION_BUCKETS] = {
	"0.005", "0.025", "0.05", "0.1", "0.2", "0.4", "0.6", "0.8", "1",  "1.25", "1.5", "2",
	"3",	 "4",	  "5",	  "6",	 "8",	"10",  "15",  "20",  "30", "45",   "60",
};
static const char *const size_le[FAKEAPI_SIZE_BUCKETS] = {
	"1000", "10000", "100000", "1e+06", "1e+07", "1e+08", "1e+09",
};
static const char *const event_le[FAKEAPI_EVENT_BUCKETS] = {
	"1024", "2048", "4096", "8192", "16384", "32768", "65536", "131072",
};
static const char *const audit_levels[FAKEAPI_AUDIT_LEVELS] = { "None", "Metadata", "Request",
								"RequestResponse" };

/* --- entries in order --------------------------------------------------------------------- */

static int by_labels(const void *a, const void *b)
{
	return strcmp(**(char *const *const *)a, **(char *const *const *)b);
}

/* The entries of a map by their labels; each begins with a pointer to them. NULL: out of memory, or
 * there are none. */
static void **sorted(const struct map *m, size_t *count)
{
	void **list = base__calloc(map_len(m) + 1, sizeof(*list));
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; list && (e = map_next(m, &i));)
		list[n++] = e->value;
	if (n > 1)
		qsort(list, n, sizeof(*list), by_labels);
	*count = list ? n : 0;
	return list;
}

static void family(struct strbuf *out, const char *name, const char *type, const char *help)
{
	strbuf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Calls `line` for each entry that `shown` accepts, after the family's head. */
struct vector {
	const char *name, *type, *help;
	bool (*shown)(const void *entry);
	void (*lines)(const char *name, const void *entry, struct strbuf *out);
};

static void add_vector(const struct vector *v, void *const *list, size_t count, struct strbuf *out)
{
	bool begun = false;

	for (size_t i = 0; i < count; i++) {
		if (!v->shown(list[i]))
			continue;
		if (!begun)
			family(out, v->name, v->type, v->help);
		begun = true;
		v->lines(v->name, list[i], out);
	}
}

/* --- histograms --------------------------------------------------------------------------- */

struct histogram {
	const char *labels;
	const uint64_t *le; /* of each bucket alone */
	const char *const *bounds;
	size_t buckets;
	uint64_t count;
	char sum[40];
};

static void add_histogram(const char *name, const struct histogram *h, uint64_t before,
			  struct strbuf *out)
{
	uint64_t sum = before;

	for (size_t i = 0; i < h->buckets; i++) {
		sum += h->le[i];
		strbuf_addf(out, "%s_bucket{%s,le=\"%s\"} %" PRIu64 "\n", name, h->labels,
			    h->bounds[i], sum);
	}
	strbuf_addf(out, "%s_bucket{%s,le=\"+Inf\"} %" PRIu64 "\n", name, h->labels, h->count);
	strbuf_addf(out, "%s_sum{%s} %s\n", name, h->labels, h->sum);
	strbuf_addf(out, "%s_count{%s} %" PRIu64 "\n", name, h->labels, h->count);
}

static void set_seconds(struct histogram *h, int64_t ns)
{
	size_t n = (size_t)snprintf(h->sum, sizeof(h->sum), "%" PRId64 ".%09" PRId64, ns / NS_PER_S,
				    ns % NS_PER_S);

	while (n > 0 && h->sum[n - 1] == '0')
		h->sum[--n] = '\0';
	if (n > 0 && h->sum[n - 1] == '.')
		h->sum[n - 1] = '\0';
}

/* --- requests ----------------------------------------------------------------------------- */

static bool series_counted(const void *entry)
{
	return ((const struct fakeapi__series *)entry)->count > 0;
}

static void code_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__series *s = entry;

	for (size_t i = 0; i < ARRAY_LEN(s->codes) && s->codes[i].code; i++)
		strbuf_addf(out, "%s{code=\"%d\",%s} %" PRIu64 "\n", name, s->codes[i].code,
			    s->labels, s->codes[i].count);
}

static void duration_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__series *s = entry;
	struct histogram h = { .labels = s->labels,
			       .le = s->le,
			       .bounds = duration_le,
			       .buckets = FAKEAPI_DURATION_BUCKETS,
			       .count = s->count };

	set_seconds(&h, s->sum_ns);
	add_histogram(name, &h, 0, out);
}

static bool series_deprecated(const void *entry)
{
	const struct fakeapi__series *s = entry;

	return s->deprecated && s->count > 0;
}

static bool timing_counted(const void *entry)
{
	return ((const struct fakeapi__timing *)entry)->count > 0;
}

static void sli_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__timing *t = entry;
	uint64_t before = 0;
	struct histogram h = { .labels = t->labels,
			       .le = t->le + FAKEAPI_SLI_SKIPS,
			       .bounds = duration_le + FAKEAPI_SLI_SKIPS,
			       .buckets = FAKEAPI_DURATION_BUCKETS - FAKEAPI_SLI_SKIPS,
			       .count = t->count };

	for (size_t i = 0; i < FAKEAPI_SLI_SKIPS; i++)
		before += t->le[i];
	set_seconds(&h, t->sum_ns);
	add_histogram(name, &h, before, out);
}

static bool timing_sized(const void *entry)
{
	return ((const struct fakeapi__timing *)entry)->sized > 0;
}

static void size_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__timing *t = entry;
	struct histogram h = { .labels = t->labels,
			       .le = t->size_le,
			       .bounds = size_le,
			       .buckets = FAKEAPI_SIZE_BUCKETS,
			       .count = t->sized };

	(void)snprintf(h.sum, sizeof(h.sum), "%" PRIu64, t->bytes);
	add_histogram(name, &h, 0, out);
}

static bool timing_open(const void *entry)
{
	return ((const struct fakeapi__timing *)entry)->was_open;
}

static void open_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__timing *t = entry;

	strbuf_addf(out, "%s{%s} %" PRIu64 "\n", name, t->labels, t->open);
}

/* --- events ------------------------------------------------------------------------------- */

static bool events_counted(const void *entry)
{
	return ((const struct fakeapi__events *)entry)->count > 0;
}

static void event_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__events *e = entry;

	strbuf_addf(out, "%s{%s} %" PRIu64 "\n", name, e->labels, e->count);
}

static void event_size_lines(const char *name, const void *entry, struct strbuf *out)
{
	const struct fakeapi__events *e = entry;
	struct histogram h = { .labels = e->labels,
			       .le = e->le,
			       .bounds = event_le,
			       .buckets = FAKEAPI_EVENT_BUCKETS,
			       .count = e->count };

	(void)snprintf(h.sum, sizeof(h.sum), "%" PRIu64, e->bytes);
	add_histogram(name, &h, 0, out);
}

/* --- the store, and the present ----------------------------------------------------------- */

static void add_objects(struct fakeapi__core *core, bool by_group, struct strbuf *out)
{
	const struct fakeapi__resource *res;

	for (size_t i = 0; (res = fakeapi__registry_at(core->registry, i)); i++) {
		const struct fakeapi__bucket *b;
		size_t live;

		if ((res->flags & FAKEAPI_RES_VIRTUAL) || !fakeapi__listed(res->verbs, "list") ||
		    fakeapi__registry_storage(core->registry, res) != res)
			continue;
		b = fakeapi__store_bucket(&core->store, str_of(res->group), str_of(res->resource),
					  false);
		live = b ? b->live : 0;
		if (by_group)
			strbuf_addf(
			    out, "apiserver_resource_objects{group=\"%s\",resource=\"%s\"} %zu\n",
			    res->group, res->resource, live);
		else
			strbuf_addf(out, "apiserver_storage_objects{resource=\"%s%s%s\"} %zu\n",
				    res->resource, res->group[0] ? "." : "", res->group, live);
	}
}

static void add_inflight(const struct fakeapi__core *core, struct strbuf *out)
{
	size_t counts[2] = { 0, 0 };

	for (const struct fakeapi__xchg *x = core->open; x; x = x->next)
		if (x->state != FAKEAPI_STATE_WATCH)
			counts[x->mutates]++;
	family(out, "apiserver_current_inflight_requests", "gauge",
	       "[STABLE] Maximal number of currently used inflight request limit of this apiserver "
	       "per request kind in last second.");
	strbuf_addf(out,
		    "apiserver_current_inflight_requests{request_kind=\"mutating\"} %zu\n"
		    "apiserver_current_inflight_requests{request_kind=\"readOnly\"} %zu\n",
		    counts[1], counts[0]);
}

static void add_audit(const struct fakeapi__metrics *m, struct strbuf *out)
{
	bool any = false;

	family(out, "apiserver_audit_event_total", "counter",
	       "[ALPHA] Counter of audit events generated and sent to the audit backend.");
	strbuf_addf(out, "apiserver_audit_event_total %" PRIu64 "\n", m->audit_events);
	for (size_t i = 0; i < ARRAY_LEN(audit_levels); i++)
		any |= m->audit_levels[i] > 0;
	if (!any)
		return;
	family(out, "apiserver_audit_level_total", "counter",
	       "[ALPHA] Counter of policy levels for audit events (1 per request).");
	for (size_t i = 0; i < ARRAY_LEN(audit_levels); i++)
		if (m->audit_levels[i])
			strbuf_addf(out, "apiserver_audit_level_total{level=\"%s\"} %" PRIu64 "\n",
				    audit_levels[i], m->audit_levels[i]);
}

#define WAITS "(not counting webhook duration and priority & fairness queue wait times) "

static const struct vector open_vector = {
	"apiserver_longrunning_requests", "gauge",
	"[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, "
	"version, resource, scope and component. Not all requests are tracked this way.",
	timing_open, open_lines
};
static const struct vector duration_vector = {
	"apiserver_request_duration_seconds", "histogram",
	"[STABLE] Response latency distribution in seconds for each verb, dry run value, group, "
	"version, resource, subresource, scope and component.",
	series_counted, duration_lines
};
static const struct vector sli_vector = { "apiserver_request_sli_duration_seconds", "histogram",
					  "[ALPHA] Response latency distribution " WAITS
					  "in seconds for each verb, group, version, "
					  "resource, subresource, scope and component.",
					  timing_counted, sli_lines };
static const struct vector code_vector = {
	"apiserver_request_total", "counter",
	"[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, "
	"version, resource, scope, component, and HTTP response code.",
	series_counted, code_lines
};
static const struct vector size_vector = {
	"apiserver_response_sizes", "histogram",
	"[STABLE] Response size distribution in bytes for each group, version, verb, resource, "
	"subresource, scope and component.",
	timing_sized, size_lines
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* One line for each type, whatever the verbs of its requests. */
static void add_deprecated(void *const *series, size_t count, struct strbuf *out)
{
	static const char name[] = "apiserver_requested_deprecated_apis";
	const char **list = base__calloc(count + 1, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; list && i < count; i++)
		if (series_deprecated(series[i]))
			list[n++] = ((const struct fakeapi__series *)series[i])->deprecated;
	if (n > 1)
		qsort(list, n, sizeof(*list), by_text);
	if (n)
		family(out, name, "gauge",
		       "[STABLE] Gauge of deprecated APIs that have been requested, broken out by "
		       "API group, version, resource, subresource, and removed_release.");
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(list[i], list[i - 1]) != 0)
			strbuf_addf(out, "%s{%s} 1\n", name, list[i]);
	base__free(list);
}

static void add_store(struct fakeapi__core *core, const char *help_since_34, struct strbuf *out)
{
	static const char what[] = "Number of stored objects at the time of last check split by "
				   "kind. In case of a fetching error, the value will be -1.";
	AUTO_STRBUF help = STRBUF_INIT;

	strbuf_addf(&help, "[STABLE] %s%s", help_since_34, what);
	family(out, "apiserver_storage_objects", "gauge", help.ptr);
	out->failed |= help.failed;
	add_objects(core, false, out);
}

void fakeapi__metrics_write(struct fakeapi__core *core,
			    void (*add_levels)(void *core, struct strbuf *out), struct strbuf *out)
{
	bool beta = fakeapi__registry_release(core->registry) >= 37;
	bool by_group = fakeapi__registry_release(core->registry) >= 34;
	const struct vector events[] = {
		{ "apiserver_watch_events_sizes", "histogram",
		  beta ? "[BETA] Watch event size distribution in bytes"
		       : "[ALPHA] Watch event size distribution in bytes",
		  events_counted, event_size_lines },
		{ "apiserver_watch_events_total", "counter",
		  beta ? "[BETA] Number of events sent in watch clients"
		       : "[ALPHA] Number of events sent in watch clients",
		  events_counted, event_lines },
	};
	const struct fakeapi__metrics none = { .audit_events = 0 };
	const struct fakeapi__metrics *m = core->metrics ? core->metrics : &none;
	size_t series_count, timing_count, event_count;
	void **series = sorted(&m->series, &series_count);
	void **timings = sorted(&m->timings, &timing_count);
	void **sent = sorted(&m->events, &event_count);

	out->failed |= !series || !timings || !sent;
	add_audit(m, out);
	add_inflight(core, out);
	add_levels(core, out);
	add_vector(&open_vector, timings, timing_count, out);
	add_vector(&duration_vector, series, series_count, out);
	add_vector(&sli_vector, timings, timing_count, out);
	add_vector(&code_vector, series, series_count, out);
	add_deprecated(series, series_count, out);
	if (by_group) {
		family(out, "apiserver_resource_objects", "gauge",
		       "[ALPHA] Number of stored objects at the time of last check split by kind. "
		       "In case of a fetching error, the value will be -1.");
		add_objects(core, true, out);
	}
	add_vector(&size_vector, timings, timing_count, out);
	add_store(core,
		  by_group ? "[DEPRECATED, consider using apiserver_resource_objects instead] "
			   : "",
		  out);
	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		add_vector(&events[i], sent, event_count, out);
	base__free(series);
	base__free(timings);
	base__free(sent);
}
