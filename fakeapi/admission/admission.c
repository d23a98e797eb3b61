/* SPDX-License-Identifier: Apache-2.0 */
/* admission.c - what the default admission plugins and the registry's strategies write. */
#include "base/map.h"
#include "fakeapi/admission/admit.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/schema/ordered.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

/* --- pods --- */

static bool tolerates(const cJSON *tolerations, const char *key)
{
	const cJSON *t;

	cJSON_ArrayForEach(t, tolerations)
	{
		const char *k = fakeapi__string(t, "key"), *effect = fakeapi__string(t, "effect");

		if ((strcmp(k, key) == 0 || !*k) && (!*effect || strcmp(effect, "NoExecute") == 0))
			return true;
	}
	return false;
}

static void tolerate(struct fakeapi__place spec, const char *key)
{
	cJSON *list = fakeapi__member(spec.v, "tolerations"), *t;

	if (tolerates(list, key))
		return;
	if (!cJSON_IsArray(list)) {
		put(spec, "tolerations", cJSON_CreateArray());
		list = fakeapi__member(spec.v, "tolerations");
	}
	t = cJSON_CreateObject();
	if (!list || !t || !cJSON_AddStringToObject(t, "key", key) ||
	    !cJSON_AddStringToObject(t, "operator", "Exists") ||
	    !cJSON_AddStringToObject(t, "effect", "NoExecute") ||
	    !cJSON_AddNumberToObject(t, "tolerationSeconds", 300) ||
	    !cJSON_AddItemToArray(list, t)) {
		cJSON_Delete(t);
		*spec.nomem = true;
	}
}

/* How a container's cpu and memory are bound. */
struct qos {
	bool any, all_limited;
};

static bool positive(const cJSON *list, const char *name)
{
	return fakeapi__quantity_value(fakeapi__string(list, name)) > 0;
}

static void qos_of(const cJSON *containers, struct qos *q)
{
	static const char *const counted[] = { "cpu", "memory" };
	const cJSON *c;

	cJSON_ArrayForEach(c, containers)
	{
		const cJSON *requests = fakeapi__dig(c, "resources", "requests", NULL);
		const cJSON *limits = fakeapi__dig(c, "resources", "limits", NULL);

		for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
			const char *r = fakeapi__string(requests, counted[i]);
			const char *l = fakeapi__string(limits, counted[i]);
			double want = fakeapi__quantity_value(r), max = fakeapi__quantity_value(l);

			q->any |= positive(requests, counted[i]) || positive(limits, counted[i]);
			if (!positive(limits, counted[i]) || (*r && (want < max || want > max)))
				q->all_limited = false;
		}
	}
}

static const char *qos_class(const cJSON *spec)
{
	struct qos q = { false, true };

	qos_of(fakeapi__member(spec, "containers"), &q);
	qos_of(fakeapi__member(spec, "initContainers"), &q);
	return !q.any ? "BestEffort" : q.all_limited ? "Guaranteed" : "Burstable";
}

/* A client that replaces a pod need not know what admission gave it. */
static void keep(struct fakeapi__place spec, const cJSON *old, const char *name)
{
	const cJSON *was = fakeapi__member(fakeapi__member(old, "spec"), name);

	if (was && !at(spec, name).v)
		put(spec, name, cJSON_Duplicate(was, true));
}

static void admit_pod(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), status;
	const char *class = fakeapi__string(spec.v, "priorityClassName");

	tolerate(spec, "node.kubernetes.io/not-ready");
	tolerate(spec, "node.kubernetes.io/unreachable");
	if (old) {
		keep(spec, old, "priority");
		keep(spec, old, "preemptionPolicy");
		return;
	}
	if (!at(spec, "priority").v)
		put(spec, "priority",
		    cJSON_CreateNumber(strcmp(class, "system-node-critical") == 0      ? 2000001000
				       : strcmp(class, "system-cluster-critical") == 0 ? 2000000000
										       : 0));
	fill(spec, "preemptionPolicy", "\"PreemptLowerPriority\"");
	put(p, "status", cJSON_CreateObject());
	status = at(p, "status");
	put(status, "phase", cJSON_CreateString("Pending"));
	put(status, "qosClass", cJSON_CreateString(qos_class(spec.v)));
}

/* --- services --- */

/* Addresses and ports come from the name, so that they need no allocator and are the same in every
 * run. */
static uint32_t number_of(const cJSON *obj, const char *salt)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	char text[640];
	int n = snprintf(text, sizeof(text), "%s/%s/%s", fakeapi__string(meta, "namespace"),
			 fakeapi__string(meta, "name"), salt);

	return map_hash(
	    (struct str) { text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1 });
}

static void admit_service(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), ports = at(spec, "ports");
	const char *type = fakeapi__string(spec.v, "type");
	const cJSON *was = fakeapi__member(old, "spec");
	bool node_ports =
	    strcmp(type, "NodePort") == 0 ||
	    (strcmp(type, "LoadBalancer") == 0 &&
	     !cJSON_IsFalse(fakeapi__member(spec.v, "allocateLoadBalancerNodePorts")));
	char ip[32];
	size_t i = 0;

	if (strcmp(type, "ExternalName") == 0)
		return;
	if (!*fakeapi__string(spec.v, "clusterIP")) {
		uint32_t h = number_of(p.v, "ip");

		snprintf(ip, sizeof(ip), "10.0.0.%u", 2 + h % 252);
		put(spec, "clusterIP",
		    cJSON_CreateString(*fakeapi__string(was, "clusterIP")
					   ? fakeapi__string(was, "clusterIP")
					   : ip));
	}
	if (!at(spec, "clusterIPs").v) {
		const char *address = fakeapi__string(spec.v, "clusterIP");
		cJSON *list = cJSON_CreateStringArray(&address, 1);

		put(spec, "clusterIPs", list);
	}
	fill(spec, "ipFamilies", "[\"IPv4\"]");
	fill(spec, "ipFamilyPolicy", "\"SingleStack\"");
	for (cJSON *m = node_ports && ports.v ? ports.v->child : NULL; m; m = m->next, i++) {
		struct fakeapi__place port = { m, fakeapi__type_elem(ports.type), p.nomem };
		const cJSON *before =
		    fakeapi__member(cJSON_GetArrayItem(fakeapi__member(was, "ports"), (int)i),
				    "nodePort");
		char salt[24];

		if (fakeapi__member(m, "nodePort"))
			continue;
		snprintf(salt, sizeof(salt), "port%zu", i);
		put(port, "nodePort",
		    before ? cJSON_Duplicate(before, true)
			   : cJSON_CreateNumber(30000 + number_of(p.v, salt) % 2768));
	}
}

/* --- others --- */

static void admit_namespace(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec");

	if (old)
		return;
	fill(spec, "finalizers", "[\"kubernetes\"]");
	put(p, "status", cJSON_CreateObject());
	put(at(p, "status"), "phase", cJSON_CreateString("Active"));
}

static void label(struct fakeapi__place labels, const char *name, const char *value)
{
	if (!fakeapi__member(labels.v, name))
		put(labels, name, cJSON_CreateString(value));
}

/* A job selects its pods by its own uid. */
static void admit_job(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), labels, meta = need(p, "metadata");
	const char *uid = fakeapi__string(fakeapi__member(p.v, "metadata"), "uid");
	const char *name = fakeapi__string(fakeapi__member(p.v, "metadata"), "name");

	if (old || !*uid || cJSON_IsTrue(fakeapi__member(spec.v, "manualSelector")))
		return;
	labels = need(need(need(spec, "template"), "metadata"), "labels");
	label(labels, "batch.kubernetes.io/controller-uid", uid);
	label(labels, "batch.kubernetes.io/job-name", name);
	label(labels, "controller-uid", uid);
	label(labels, "job-name", name);
	label(need(need(spec, "selector"), "matchLabels"), "batch.kubernetes.io/controller-uid",
	      uid);
	/* Its own labels default to those of its template. */
	if (!fakeapi__member(meta.v, "labels") && labels.v)
		put(meta, "labels", cJSON_Duplicate(labels.v, true));
}

/* storedVersions gains the storage version. */
static void admit_definition(struct fakeapi__place p, const cJSON *old)
{
	const cJSON *versions = fakeapi__dig(p.v, "spec", "versions", NULL), *v, *s;
	struct fakeapi__place status = need(p, "status");
	cJSON *stored = fakeapi__member(status.v, "storedVersions");

	(void)old;
	if (!cJSON_IsArray(stored)) {
		put(status, "storedVersions", cJSON_CreateArray());
		stored = fakeapi__member(status.v, "storedVersions");
	}
	cJSON_ArrayForEach(v, versions)
	{
		bool known = false;
		cJSON *name;

		if (!cJSON_IsTrue(fakeapi__member(v, "storage")))
			continue;
		cJSON_ArrayForEach(s, stored) known |=
		    cJSON_IsString(s) && strcmp(s->valuestring, fakeapi__string(v, "name")) == 0;
		name = known ? NULL : cJSON_CreateString(fakeapi__string(v, "name"));
		if (!known && (!name || !stored || !cJSON_AddItemToArray(stored, name))) {
			cJSON_Delete(name);
			*p.nomem = true;
		}
	}
}

static const struct {
	const char *group, *kind;
	void (*fn)(struct fakeapi__place p, const cJSON *old);
} admitted[] = {
	{ "", "Pod", admit_pod },
	{ "", "Service", admit_service },
	{ "", "Namespace", admit_namespace },
	{ "batch", "Job", admit_job },
	{ "apiextensions.k8s.io", "CustomResourceDefinition", admit_definition },
};

int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	for (size_t i = 0; i < ARRAY_LEN(admitted) && root.type; i++)
		if (strcmp(admitted[i].group, res->group) == 0 &&
		    strcmp(admitted[i].kind, res->kind) == 0)
			admitted[i].fn(root, old);
	return nomem ? -1 : 0;
}
