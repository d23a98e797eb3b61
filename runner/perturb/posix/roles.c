/* SPDX-License-Identifier: Apache-2.0 */
/* roles.c - stand-ins for missing controllers and nodes, as far as a controller under test depends
 * on them: a StatefulSet gets its pods and claims, pods become ready, volumes are bound, a
 * Deployment, ReplicaSet or DaemonSet is available (without pods), a Job completes, a LoadBalancer
 * gets an address. */
#include "base/json_scan.h"
#include "runner/perturb/posix/world.h"

enum { REPLICAS_MAX = 64, AGAIN_MS = 50, WEBHOOK_MS = 20000 };

struct seen {
	struct perturb__world *w;
	const struct perturb__change *c;
	json_t json;
	int64_t generation;
};

static int64_t number(json_t v, int64_t otherwise)
{
	int64_t n;

	return json_int64(v, &n) ? n : otherwise;
}

/* "/apis/apps/v1/namespaces/NS/statefulsets/NAME/status" */
static int patch(struct seen *s, const char *base, const char *plural, struct str ns,
		 struct str name, const char *sub, const struct strbuf *body)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "%s/namespaces/" STR_FMT "/%s/" STR_FMT "%s", base, STR_ARG(ns), plural,
		    STR_ARG(name), sub);
	return perturb__request(s->w, PERTURB_ROLE, "PATCH", path.ptr,
				"application/merge-patch+json", strbuf_str(body), NULL);
}

static bool set_status(struct seen *s, const char *base, const char *plural,
		       const struct strbuf *body)
{
	return patch(s, base, plural, s->c->ns, s->c->name, "/status", body) == 200;
}

static bool exists(const struct seen *s, const char *type, struct str ns, struct str name)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const struct perturb__change *c;

	strbuf_addf(&key, "%s/" STR_FMT "/" STR_FMT, type, STR_ARG(ns), STR_ARG(name));
	c = map_get(&s->w->life->last, strbuf_str(&key));
	return c && !c->deleted;
}

/* --- workloads --- */

static bool create(struct seen *s, const char *plural, const struct strbuf *body)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "/api/v1/namespaces/" STR_FMT "/%s", STR_ARG(s->c->ns), plural);
	return perturb__request(s->w, PERTURB_ROLE, "POST", path.ptr, "application/json",
				strbuf_str(body), NULL) == 201;
}

static void add_owner(const struct seen *s, struct strbuf *out)
{
	strbuf_addf(out,
		    "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\","
		    "\"name\":\"" STR_FMT "\",\"uid\":\"" STR_FMT
		    "\",\"controller\":true,\"blockOwnerDeletion\":true}]",
		    STR_ARG(s->c->name), STR_ARG(s->c->uid));
}

static bool make_claims(struct seen *s, struct str pod)
{
	struct json_iter it;
	json_t claim;
	bool did = false;

	for (json_iter_init(&it, json_path(s->json, "spec", "volumeClaimTemplates", NULL));
	     json_iter_element(&it, &claim);) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		AUTO_STRBUF name = STRBUF_INIT;
		AUTO_STRBUF body = STRBUF_INIT;
		json_t labels = json_path(claim, "metadata", "labels", NULL);
		json_t owners = json_path(claim, "metadata", "ownerReferences", NULL);

		strbuf_adds(&name, json_str(json_path(claim, "metadata", "name", NULL), &scratch));
		strbuf_addf(&name, "-" STR_FMT, STR_ARG(pod));
		if (exists(s, "persistentvolumeclaims", s->c->ns, strbuf_str(&name)))
			continue;
		strbuf_addf(
		    &body,
		    "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{"
		    "\"name\":\"%s\"",
		    name.ptr);
		if (labels.len)
			strbuf_addf(&body, ",\"labels\":" STR_FMT, STR_ARG(labels));
		if (owners.len)
			strbuf_addf(&body, ",\"ownerReferences\":" STR_FMT, STR_ARG(owners));
		strbuf_addf(&body, "},\"spec\":" STR_FMT "}", STR_ARG(json_get(claim, "spec")));
		did |= create(s, "persistentvolumeclaims", &body);
	}
	return did;
}

static bool make_pod(struct seen *s, struct str name)
{
	AUTO_STRBUF body = STRBUF_INIT;
	json_t template = json_path(s->json, "spec", "template", NULL);
	json_t labels = json_path(template, "metadata", "labels", NULL);

	if (exists(s, "pods", s->c->ns, name))
		return false;
	strbuf_addf(&body,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"" STR_FMT
		    "\",",
		    STR_ARG(name));
	if (labels.len)
		strbuf_addf(&body, "\"labels\":" STR_FMT ",", STR_ARG(labels));
	add_owner(s, &body);
	strbuf_addf(&body, "},\"spec\":" STR_FMT "}", STR_ARG(json_get(template, "spec")));
	return create(s, "pods", &body);
}

static bool remove_pods(struct seen *s, int64_t from)
{
	bool did = false;

	for (int64_t i = from; i < REPLICAS_MAX; i++) {
		AUTO_STRBUF name = STRBUF_INIT;
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&name, STR_FMT "-%lld", STR_ARG(s->c->name), (long long)i);
		if (!exists(s, "pods", s->c->ns, strbuf_str(&name)))
			break;
		strbuf_addf(&path, "/api/v1/namespaces/" STR_FMT "/pods/%s", STR_ARG(s->c->ns),
			    name.ptr);
		did |= perturb__request(s->w, PERTURB_ROLE, "DELETE", path.ptr, "application/json",
					STR("{\"gracePeriodSeconds\":0}"), NULL) == 200;
	}
	return did;
}

static bool has_status(const struct seen *s, int64_t ready)
{
	return number(json_path(s->json, "status", "readyReplicas", NULL), 0) == ready &&
	       number(json_path(s->json, "status", "observedGeneration", NULL), 0) == s->generation;
}

static bool play_statefulset(struct seen *s)
{
	int64_t n = number(json_path(s->json, "spec", "replicas", NULL), 1);
	AUTO_STRBUF body = STRBUF_INIT;
	bool did = false;

	n = n < 0 ? 0 : n > REPLICAS_MAX ? REPLICAS_MAX : n;
	for (int64_t i = 0; i < n; i++) {
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_addf(&name, STR_FMT "-%lld", STR_ARG(s->c->name), (long long)i);
		did |= make_claims(s, strbuf_str(&name));
		did |= make_pod(s, strbuf_str(&name));
	}
	did |= remove_pods(s, n);
	if (has_status(s, n) || s->w->setup->roles != PERTURB_ROLES_ALL)
		return did;
	strbuf_addf(&body,
		    "{\"status\":{\"replicas\":%lld,\"readyReplicas\":%lld,\"availableReplicas\":"
		    "%lld,\"currentReplicas\":%lld,\"updatedReplicas\":%lld,\"observedGeneration\":"
		    "%lld}}",
		    (long long)n, (long long)n, (long long)n, (long long)n, (long long)n,
		    (long long)s->generation);
	return set_status(s, "/apis/apps/v1", "statefulsets", &body) || did;
}

/* `more`: the members of the type alone, with a comma before each. */
static bool set_available(struct seen *s, const char *plural, const char *more)
{
	int64_t n = number(json_path(s->json, "spec", "replicas", NULL), 1);
	AUTO_STRBUF body = STRBUF_INIT;

	if (has_status(s, n))
		return false;
	strbuf_addf(&body,
		    "{\"status\":{\"replicas\":%lld,\"readyReplicas\":%lld,\"availableReplicas\":"
		    "%lld,\"observedGeneration\":%lld%s}}",
		    (long long)n, (long long)n, (long long)n, (long long)s->generation, more);
	return set_status(s, "/apis/apps/v1", plural, &body);
}

static bool play_deployment(struct seen *s)
{
	AUTO_STRBUF more = STRBUF_INIT;

	strbuf_addf(&more,
		    ",\"updatedReplicas\":%lld,\"conditions\":[{\"type\":\"Available\",\"status\":"
		    "\"True\",\"reason\":\"MinimumReplicasAvailable\"}]",
		    (long long)number(json_path(s->json, "spec", "replicas", NULL), 1));
	return set_available(s, "deployments", more.ptr);
}

static bool play_replicaset(struct seen *s)
{
	AUTO_STRBUF more = STRBUF_INIT;

	strbuf_addf(&more, ",\"fullyLabeledReplicas\":%lld",
		    (long long)number(json_path(s->json, "spec", "replicas", NULL), 1));
	return set_available(s, "replicasets", more.ptr);
}

/* On one node. */
static bool play_daemonset(struct seen *s)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (number(json_path(s->json, "status", "observedGeneration", NULL), 0) == s->generation)
		return false;
	strbuf_addf(&body,
		    "{\"status\":{\"currentNumberScheduled\":1,\"desiredNumberScheduled\":1,"
		    "\"numberMisscheduled\":0,\"numberReady\":1,\"updatedNumberScheduled\":1,"
		    "\"numberAvailable\":1,\"observedGeneration\":%lld}}",
		    (long long)s->generation);
	return set_status(s, "/apis/apps/v1", "daemonsets", &body);
}

static bool play_job(struct seen *s)
{
	int64_t n = number(json_path(s->json, "spec", "completions", NULL), 1);
	AUTO_STRBUF body = STRBUF_INIT;

	if (number(json_path(s->json, "status", "succeeded", NULL), 0) == n)
		return false;
	strbuf_addf(&body,
		    "{\"status\":{\"succeeded\":%lld,\"startTime\":\"2026-01-01T00:00:00Z\","
		    "\"completionTime\":\"2026-01-01T00:00:01Z\",\"conditions\":[{\"type\":"
		    "\"SuccessCriteriaMet\",\"status\":\"True\"},{\"type\":\"Complete\","
		    "\"status\":\"True\"}]}}",
		    (long long)n);
	return set_status(s, "/apis/batch/v1", "jobs", &body);
}

static bool play_pod(struct seen *s)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (json_str_eq(json_path(s->json, "status", "phase", NULL), STR("Running")))
		return false;
	strbuf_addz(&body,
		    "{\"status\":{\"phase\":\"Running\",\"podIP\":\"10.1.0.1\",\"conditions\":[{"
		    "\"type\":\"Ready\",\"status\":\"True\"},{\"type\":\"ContainersReady\","
		    "\"status\":\"True\"},{\"type\":\"Initialized\",\"status\":\"True\"},{\"type\":"
		    "\"PodScheduled\",\"status\":\"True\"}]}}");
	return set_status(s, "/api/v1", "pods", &body);
}

static bool play_claim(struct seen *s)
{
	AUTO_STRBUF body = STRBUF_INIT;
	json_t want = json_path(s->json, "spec", "resources", "requests", NULL);

	if (!want.len || (json_str_eq(json_path(s->json, "status", "phase", NULL), STR("Bound")) &&
			  json_equal(json_path(s->json, "status", "capacity", NULL), want)))
		return false;
	strbuf_addf(&body, "{\"status\":{\"phase\":\"Bound\",\"capacity\":" STR_FMT "}}",
		    STR_ARG(want));
	return set_status(s, "/api/v1", "persistentvolumeclaims", &body);
}

static bool play_service(struct seen *s)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (!json_str_eq(json_path(s->json, "spec", "type", NULL), STR("LoadBalancer")) ||
	    json_path(s->json, "status", "loadBalancer", "ingress", NULL).len)
		return false;
	strbuf_addz(&body,
		    "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"192.0.2.1\"}]}}}");
	return set_status(s, "/api/v1", "services", &body);
}

static const struct {
	const char *type;
	bool (*play)(struct seen *s);
	bool ready; /* this role makes objects ready */
} roles[] = {
	{ "statefulsets.apps", play_statefulset, false },
	{ "deployments.apps", play_deployment, true },
	{ "replicasets.apps", play_replicaset, true },
	{ "daemonsets.apps", play_daemonset, true },
	{ "jobs.batch", play_job, true },
	{ "pods", play_pod, true },
	{ "persistentvolumeclaims", play_claim, false },
	{ "services", play_service, false },
};

static bool play(struct perturb__world *w, const struct perturb__change *c)
{
	struct seen s = { .w = w, .c = c, .json = { c->json.ptr, c->json.len } };

	s.generation = number(json_path(s.json, "metadata", "generation", NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(roles); i++)
		if (str_eqz(c->type, roles[i].type) &&
		    (!roles[i].ready || w->setup->roles == PERTURB_ROLES_ALL) &&
		    !json_path(s.json, "metadata", "deletionTimestamp", NULL).len)
			return roles[i].play(&s);
	return false;
}

/* A stand-in's write needs a webhook of the program that does not answer: controllers try again.
 * False: not any more. */
static bool waits_for_webhook(struct perturb__world *w, int64_t now)
{
	if (!w->unreachable) {
		w->roles_failed_ns = 0;
		return false;
	}
	if (!w->roles_failed_ns)
		w->roles_failed_ns = now;
	if (now - w->roles_failed_ns > WEBHOOK_MS * NS_PER_MS)
		return false;
	w->roles_again_ns = now + AGAIN_MS * NS_PER_MS;
	return true;
}

bool perturb__roles_act(struct perturb__world *w)
{
	int64_t now = clock_monotonic_ns();
	bool did = false;

	if (now < w->roles_again_ns)
		return true;
	while (w->roles_seen < w->life->changes.len && !w->life->arena.failed) {
		const struct perturb__change *c = perturb__change_at(w->life, w->roles_seen);

		/* for an object that has changed since, only the newest state counts */
		w->unreachable = false;
		if (!c->deleted && map_get(&w->life->last, c->key) == c)
			did |= play(w, c);
		if (waits_for_webhook(w, now))
			return true;
		w->roles_seen++;
	}
	return did;
}
