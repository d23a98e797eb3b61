/* SPDX-License-Identifier: Apache-2.0 */
/* health.c - /healthz, /livez, /readyz, /metrics, /metrics/slis and /version. */
#include <inttypes.h>
#include <stdlib.h>

#include "fakeapi/discovery/document.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/route.h"

/* Since 1.36. */
#define LOOPBACK "loopback-serving-certificate"

static const char *const probes[] = { "healthz", "livez", "readyz" };

/* 1 << index in probes[] */
enum { IN_HEALTHZ = 1, IN_LIVEZ = 2, IN_READYZ = 4, IN_ALL = 7 };

static const struct {
	const char *name;
	unsigned in;
	enum fakeapi__gate gate; /* NONE: always */
} checks[] = {
	{ "ping", IN_ALL, FAKEAPI_GATE_NONE },
	{ "log", IN_ALL, FAKEAPI_GATE_NONE },
	{ LOOPBACK, IN_HEALTHZ | IN_LIVEZ, FAKEAPI_GATE_NONE },
	{ "etcd", IN_ALL, FAKEAPI_GATE_NONE },
	{ "etcd-readiness", IN_READYZ, FAKEAPI_GATE_NONE },
	{ "informer-sync", IN_READYZ, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-apiserver-admission-initializer", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/generic-apiserver-start-informers", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/priority-and-fairness-config-consumer", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/priority-and-fairness-filter", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/storage-object-count-tracker-hook", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-apiextensions-informers", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-apiextensions-controllers", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/crd-informer-synced", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-system-namespaces-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/peer-endpoint-reconciler-controller", IN_ALL,
	  FAKEAPI_GATE_UnknownVersionInteroperabilityProxy },
	{ "poststarthook/start-cluster-authentication-info-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-kube-apiserver-identity-lease-controller", IN_ALL,
	  FAKEAPI_GATE_NONE },
	{ "poststarthook/start-kube-apiserver-identity-lease-garbage-collector", IN_ALL,
	  FAKEAPI_GATE_NONE },
	{ "poststarthook/storage-readiness", IN_ALL,
	  FAKEAPI_GATE_WatchCacheInitializationPostStartHook },
	{ "poststarthook/start-legacy-token-tracking-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-service-ip-repair-controllers", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/rbac/bootstrap-roles", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/scheduling/bootstrap-system-priority-classes", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/priority-and-fairness-config-producer", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/bootstrap-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-kubernetes-service-cidr-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/start-kube-aggregator-informers", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-status-local-available-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-status-remote-available-controller", IN_ALL,
	  FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-registration-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-discovery-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/kube-apiserver-autoregistration", IN_ALL, FAKEAPI_GATE_NONE },
	{ "autoregister-completion", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-openapi-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "poststarthook/apiservice-openapiv3-controller", IN_ALL, FAKEAPI_GATE_NONE },
	{ "shutdown", IN_READYZ, FAKEAPI_GATE_NONE },
};

_Static_assert(ARRAY_LEN(checks) <= FAKEAPI_CHECKS_MAX, "as many as are counted");

static bool param_is(struct str query, const char *name, struct str value)
{
	while (query.len > 0) {
		const char *amp = memchr(query.ptr, '&', query.len);
		struct str pair = { query.ptr, amp ? (size_t)(amp - query.ptr) : query.len };
		size_t n = strlen(name);

		if (pair.len >= n && memcmp(pair.ptr, name, n) == 0 &&
		    (pair.len == n || pair.ptr[n] == '=')) {
			struct str got = { pair.ptr + n, pair.len - n };

			if (got.len > 0) {
				got.ptr++;
				got.len--;
			}
			if (!value.ptr || str_eq(got, value))
				return true;
		}
		query.ptr += pair.len + (amp ? 1 : 0);
		query.len -= pair.len + (amp ? 1 : 0);
	}
	return false;
}

static void plain_text(struct fakeapi__answer *out)
{
	out->status = 200;
	strbuf_addz(&out->content_type, "text/plain; charset=utf-8");
	fakeapi__doc_header(out, "X-Content-Type-Options", "nosniff");
}

static bool is_excluded(struct str query, size_t check)
{
	return param_is(query, "exclude", str_of(checks[check].name));
}

static bool has_check(const struct fakeapi__discovery *d, size_t probe, size_t check)
{
	enum fakeapi__gate gate = checks[check].gate;

	return checks[check].in & 1U << probe && (!gate || fakeapi__gate_on(d->features, gate)) &&
	       (strcmp(checks[check].name, LOOPBACK) != 0 ||
		fakeapi__changed(d->features, FAKEAPI_CHANGE_LOOPBACK_CHECK));
}

static void verbose(const struct fakeapi__discovery *d, size_t probe, struct str query,
		    struct strbuf *body)
{
	for (size_t i = 0; i < ARRAY_LEN(checks); i++)
		if (has_check(d, probe, i))
			strbuf_addf(body, "[+]%s %s\n", checks[i].name,
				    is_excluded(query, i) ? "excluded: ok" : "ok");
	strbuf_addf(body, "%s check passed\n", probes[probe]);
}

/* Counts and reports all checks of a probe except excluded ones; a check requested alone is not
 * counted. */
static void answer_probe(struct fakeapi__discovery *d, size_t probe, struct str query,
			 struct fakeapi__answer *out)
{
	for (size_t i = 0; i < ARRAY_LEN(checks); i++)
		if (has_check(d, probe, i) && !is_excluded(query, i))
			d->checked[probe][i]++;
	plain_text(out);
	if (param_is(query, "verbose", (struct str) { NULL, 0 }))
		verbose(d, probe, query, &out->body);
	else
		strbuf_addz(&out->body, "ok");
}

/* /livez, /livez/ping */
static bool answer_probe_path(struct fakeapi__discovery *d, const struct fakeapi__request *req,
			      size_t probe, struct fakeapi__answer *out)
{
	size_t n = strlen(probes[probe]);
	struct str path = req->path, rest;

	if (path.len < n + 1 || memcmp(path.ptr + 1, probes[probe], n) != 0)
		return false;
	rest = (struct str) { path.ptr + 1 + n, path.len - 1 - n };
	if (rest.len == 0) {
		answer_probe(d, probe, req->query, out);
		return true;
	}
	if (rest.ptr[0] != '/')
		return false;
	rest.ptr++;
	rest.len--;
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		if (!has_check(d, probe, i) || !str_eqz(rest, checks[i].name))
			continue;
		out->status = 200;
		strbuf_addz(&out->content_type, "text/plain; charset=utf-8");
		strbuf_addz(&out->body, "ok");
		return true;
	}
	return false;
}

size_t fakeapi__probe_paths(const struct fakeapi__discovery *d, char (*out)[FAKEAPI_PROBE_PATH],
			    size_t max)
{
	size_t n = 0;

	for (size_t p = 0; p < ARRAY_LEN(probes); p++)
		for (size_t i = 0; i < ARRAY_LEN(checks) && n < max; i++)
			if (has_check(d, p, i))
				(void)snprintf(out[n++], FAKEAPI_PROBE_PATH, "/%s/%s", probes[p],
					       checks[i].name);
	return n;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(checks[*(const size_t *)a].name, checks[*(const size_t *)b].name);
}

/* One line for each check and probe that has run, in the order of metrics. `labels`: after the
 * name. */
static void add_slis(const struct fakeapi__discovery *d, const char *metric, const char *labels,
		     bool counts, struct strbuf *b)
{
	size_t order[ARRAY_LEN(checks)];

	for (size_t i = 0; i < ARRAY_LEN(order); i++)
		order[i] = i;
	qsort(order, ARRAY_LEN(order), sizeof(order[0]), by_name);
	for (size_t i = 0; i < ARRAY_LEN(order); i++)
		for (size_t p = 0; p < ARRAY_LEN(probes); p++) {
			uint64_t n = d->checked[p][order[i]];

			if (n)
				strbuf_addf(b, "%s{name=\"%s\",%stype=\"%s\"} %" PRIu64 "\n",
					    metric, checks[order[i]].name, labels, probes[p],
					    counts ? n : UINT64_C(1));
		}
}

static void metrics_type(struct fakeapi__answer *out)
{
	out->status = 200;
	strbuf_addz(&out->content_type,
		    "text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
}

static void add_start(const struct fakeapi__discovery *d, const char *stability, struct strbuf *b)
{
	strbuf_addf(b,
		    "# HELP process_start_time_seconds %sStart time of the process since unix "
		    "epoch in seconds.\n# TYPE process_start_time_seconds gauge\n"
		    "process_start_time_seconds %" PRId64 "\n",
		    stability, d->start_unix_s);
}

/* component-base/metrics/prometheus/slis: no lines before the first probe. */
static void slis(const struct fakeapi__discovery *d, struct fakeapi__answer *out)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	struct strbuf *b = &out->body;

	metrics_type(out);
	add_slis(d, "kubernetes_healthcheck", "", false, &lines);
	if (!lines.len)
		goto start;
	strbuf_addz(b, "# HELP kubernetes_healthcheck [STABLE] This metric records the result of a "
		       "single healthcheck.\n# TYPE kubernetes_healthcheck gauge\n");
	strbuf_adds(b, strbuf_str(&lines));
	b->failed |= lines.failed;
	strbuf_addz(b, "# HELP kubernetes_healthchecks_total [STABLE] This metric records the "
		       "results of all healthcheck.\n# TYPE kubernetes_healthchecks_total "
		       "counter\n");
	add_slis(d, "kubernetes_healthchecks_total", "status=\"success\",", true, b);
start:
	add_start(d, "[ALPHA] ", b);
}

static void metrics(const struct fakeapi__registry *reg, const struct fakeapi__discovery *d,
		    struct fakeapi__answer *out)
{
	unsigned release = fakeapi__registry_release(reg);
	struct strbuf *b = &out->body;

	metrics_type(out);
	strbuf_addz(b,
		    "# HELP aggregator_unavailable_apiservice [ALPHA] Gauge of APIServices which "
		    "are marked as unavailable broken down by APIService name.\n"
		    "# TYPE aggregator_unavailable_apiservice gauge\n");
	for (size_t i = 0; fakeapi__registry_at(reg, i); i++) {
		const struct fakeapi__resource *res = fakeapi__registry_at(reg, i);

		if (fakeapi__first_of_version(reg, i))
			strbuf_addf(b, "aggregator_unavailable_apiservice{name=\"%s.%s\"} 0\n",
				    res->version, res->group);
	}
	fakeapi__registry_add_metrics(reg, b);
	strbuf_addf(b,
		    "# HELP kubernetes_build_info [ALPHA] A metric with a constant '1' value "
		    "labeled by what was built.\n"
		    "# TYPE kubernetes_build_info gauge\n"
		    "kubernetes_build_info{build_date=\"2026-01-01T00:00:00Z\",compiler=\"gc\","
		    "git_commit=\"0000000000000000000000000000000000000000\","
		    "git_tree_state=\"clean\",git_version=\"v%s\",go_version=\"go1.26.8\","
		    "major=\"1\",minor=\"%u\",platform=\"linux/amd64\"} 1\n",
		    fakeapi__release_version(release), release);
	add_start(d, "", b);
}

static void metrics_reset(struct fakeapi__answer *out)
{
	out->status = 200;
	strbuf_addz(&out->content_type, "text/plain; charset=utf-8");
	strbuf_addz(&out->body, "metrics reset\n");
}

/* The version of the recorded real server, including build facts: clients depend on it. */
static void version(unsigned release, struct fakeapi__answer *out)
{
	struct strbuf *b = &out->body;

	out->status = 200;
	strbuf_addz(&out->content_type, "application/json");
	strbuf_addf(b, "{\n  \"major\": \"1\",\n  \"minor\": \"%u\",\n", release);
	if (release >= 33)
		strbuf_addf(b,
			    "  \"emulationMajor\": \"1\",\n"
			    "  \"emulationMinor\": \"%u\",\n"
			    "  \"minCompatibilityMajor\": \"1\",\n"
			    "  \"minCompatibilityMinor\": \"%u\",\n",
			    release, release - 1);
	strbuf_addf(b,
		    "  \"gitVersion\": \"v%s\",\n"
		    "  \"gitCommit\": \"0000000000000000000000000000000000000000\",\n"
		    "  \"gitTreeState\": \"clean\",\n"
		    "  \"buildDate\": \"2026-01-01T00:00:00Z\",\n"
		    "  \"goVersion\": \"go1.26.8\",\n"
		    "  \"compiler\": \"gc\",\n"
		    "  \"platform\": \"linux/amd64\"\n"
		    "}",
		    fakeapi__release_version(release));
}

bool fakeapi__health_answer(const struct fakeapi__registry *reg, struct fakeapi__discovery *d,
			    const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	for (size_t p = 0; p < ARRAY_LEN(probes); p++)
		if (answer_probe_path(d, req, p, out))
			return true;
	if ((str_eqz(req->path, "/metrics") || str_eqz(req->path, "/metrics/slis")) &&
	    str_eqz(req->method, "DELETE"))
		metrics_reset(out);
	else if (str_eqz(req->path, "/metrics"))
		metrics(reg, d, out);
	else if (str_eqz(req->path, "/metrics/slis"))
		slis(d, out);
	else if (fakeapi__is_document(req->path, "/version"))
		version(fakeapi__registry_release(reg), out);
	else
		return false;
	return true;
}
