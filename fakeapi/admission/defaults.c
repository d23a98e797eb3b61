/* SPDX-License-Identifier: Apache-2.0 */
/* defaults.c - defaults from pkg/apis/<group>/<version>/defaults.go. */
#include "fakeapi/admission/defaults.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/admission/pod_resources.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/ordered.h"
#include "fakeapi/schema/schema.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

static const struct {
	const char *group, *type;
	size_t type_len;
	const char *member, *json;
} simple[] = {
#define DEFAULT(g, t, m, j) { g, t, sizeof(t) - 1, m, j },
#include "fakeapi/tbl/defaults.h"
#undef DEFAULT
};

const char *fakeapi__place_text(struct fakeapi__place p, const char *name)
{
	return fakeapi__string(p.v, name);
}

void fakeapi__place_fill_from(struct fakeapi__place to, const cJSON *from)
{
	struct fakeapi__lookup have;

	if (!to.v)
		return;
	fakeapi__lookup_growing(&have, to.v, (size_t)cJSON_GetArraySize(from));
	for (const cJSON *m = from ? from->child : NULL; m; m = m->next)
		if (!fakeapi__lookup(&have, m->string))
			*to.nomem |=
			    fakeapi__lookup_set(&have, m->string, cJSON_Duplicate(m, true)) != 0;
	fakeapi__lookup_fini(&have);
	*to.nomem |= fakeapi__sort_members(to.v, false) != 0;
}

/* --- types whose defaults depend on other members --- */

struct fakeapi__place fakeapi__place_item(struct fakeapi__place list, cJSON *item)
{
	return (struct fakeapi__place) { item, fakeapi__type_elem(list.type), list.nomem };
}

/* A member of stringData or of data to merge into the stored data. */
struct secret_member {
	const cJSON *from;
	bool plain;
};

/* Sorts by key, as Go writes maps; of equal keys stringData comes last. */
static int by_key(const void *a, const void *b)
{
	const struct secret_member *x = a, *y = b;
	int order = strcmp(x->from->string, y->from->string);

	return order ? order : (int)x->plain - (int)y->plain;
}

static cJSON *kept_value(const struct secret_member *m)
{
	AUTO_STRBUF code = STRBUF_INIT;
	const char *text = fakeapi__text(m->from);

	if (!m->plain)
		return cJSON_CreateString(text);
	base64_encode(&code, str_of(text), BASE64_STD);
	return code.failed ? NULL : cJSON_CreateString(code.ptr);
}

static size_t collect_members(const cJSON *map, bool plain, struct secret_member *out)
{
	size_t n = 0;

	for (const cJSON *m = map ? map->child : NULL; m; m = m->next)
		out[n++] = (struct secret_member) { m, plain };
	return n;
}

static cJSON *merged_data(const cJSON *data, const cJSON *plain)
{
	size_t count = (size_t)cJSON_GetArraySize(data) + (size_t)cJSON_GetArraySize(plain), n;
	struct secret_member *members = base__calloc(count ? count : 1, sizeof(*members));
	cJSON *out = members ? cJSON_CreateObject() : NULL;

	if (!out) {
		base__free(members);
		return NULL;
	}
	n = collect_members(data, false, members);
	n += collect_members(plain, true, members + n);
	qsort(members, n, sizeof(*members), by_key);
	for (size_t i = 0; i < n && out; i++) {
		cJSON *value;

		if (i + 1 < n && strcmp(members[i].from->string, members[i + 1].from->string) == 0)
			continue;
		value = kept_value(&members[i]);
		if (!value || !cJSON_AddItemToObject(out, members[i].from->string, value)) {
			cJSON_Delete(value);
			cJSON_Delete(out);
			out = NULL;
		}
	}
	base__free(members);
	return out;
}

/* Convert_v1_Secret_To_core_Secret: stringData is write-only and overrides data. A null is an empty
 * value. */
static void secret(struct fakeapi__place p)
{
	const cJSON *plain = at(p, "stringData").v, *data = at(p, "data").v;

	if ((plain && plain->child) || (data && data->child))
		put(p, "data", merged_data(data, plain));
	fakeapi__place_remove(p, "stringData");
}

bool fakeapi__place_list(struct fakeapi__place p)
{
	return p.v && p.v->child;
}

static void balancer_modes(struct fakeapi__place ingress)
{
	for (cJSON *m = ingress.v ? ingress.v->child : NULL; m; m = m->next)
		if (*fakeapi__string(m, "ip"))
			fill(fakeapi__place_item(ingress, m), "ipMode", "\"VIP\"");
}

static void service(struct fakeapi__place p)
{
	struct fakeapi__place spec = need(p, "spec"), ports, client;
	const char *type;

	fill(spec, "sessionAffinity", "\"None\"");
	fill(spec, "type", "\"ClusterIP\"");
	type = fakeapi__place_text(spec, "type");
	if (strcmp(fakeapi__place_text(spec, "sessionAffinity"), "None") == 0)
		fakeapi__place_remove(spec, "sessionAffinityConfig");
	if (strcmp(fakeapi__place_text(spec, "sessionAffinity"), "ClientIP") == 0) {
		client = need(need(spec, "sessionAffinityConfig"), "clientIP");
		fill(client, "timeoutSeconds", "10800");
	}
	ports = at(spec, "ports");
	for (cJSON *m = ports.v ? ports.v->child : NULL; m; m = m->next) {
		const cJSON *target = fakeapi__member(m, "targetPort");

		if (!target || (cJSON_IsNumber(target) && target->valueint == 0) ||
		    (cJSON_IsString(target) && !*target->valuestring))
			put(fakeapi__place_item(ports, m), "targetPort",
			    cJSON_Duplicate(fakeapi__member(m, "port"), true));
	}
	if (strcmp(type, "NodePort") == 0 || strcmp(type, "LoadBalancer") == 0 ||
	    (strcmp(type, "ClusterIP") == 0 && fakeapi__place_list(at(spec, "externalIPs"))))
		fill(spec, "externalTrafficPolicy", "\"Cluster\"");
	if (strcmp(type, "ExternalName") != 0)
		fill(spec, "internalTrafficPolicy", "\"Cluster\"");
	if (strcmp(type, "LoadBalancer") == 0) {
		fill(spec, "allocateLoadBalancerNodePorts", "true");
		balancer_modes(at(at(at(p, "status"), "loadBalancer"), "ingress"));
	}
}

static void replication_controller(struct fakeapi__place p)
{
	struct fakeapi__place spec = need(p, "spec");
	const cJSON *labels = fakeapi__dig(spec.v, "template", "metadata", "labels", NULL);

	if (!labels || !labels->child)
		return;
	if (!at(spec, "selector").v)
		put(spec, "selector", cJSON_Duplicate(labels, true));
	if (!at(at(p, "metadata"), "labels").v)
		put(need(p, "metadata"), "labels", cJSON_Duplicate(labels, true));
}

static void namespace(struct fakeapi__place p)
{
	struct fakeapi__place meta = need(p, "metadata");
	const char *name = fakeapi__place_text(meta, "name");

	if (*name)
		put(need(meta, "labels"), "kubernetes.io/metadata.name", cJSON_CreateString(name));
}

static void limit_range_item(struct fakeapi__place p)
{
	if (strcmp(fakeapi__place_text(p, "type"), "Container") != 0)
		return;
	if (at(p, "max").v || at(p, "default").v)
		fakeapi__place_fill_from(need(p, "default"), at(p, "max").v);
	if (at(p, "default").v || at(p, "min").v || at(p, "defaultRequest").v) {
		fakeapi__place_fill_from(need(p, "defaultRequest"), at(p, "default").v);
		fakeapi__place_fill_from(need(p, "defaultRequest"), at(p, "min").v);
	}
}

/* podCIDR is the first of podCIDRs (pkg/apis/core/v1/conversion.go). */
static void node_spec(struct fakeapi__place p)
{
	const char *one = fakeapi__place_text(p, "podCIDR");
	const cJSON *list = at(p, "podCIDRs").v;
	const cJSON *first = list ? list->child : NULL;

	if (*one && (!cJSON_IsString(first) || strcmp(first->valuestring, one) != 0))
		put(p, "podCIDRs", cJSON_CreateStringArray(&one, 1));
	else if (!*one && cJSON_IsString(first))
		put(p, "podCIDR", cJSON_CreateString(first->valuestring));
}

static void node_status(struct fakeapi__place p)
{
	if (!at(p, "allocatable").v && at(p, "capacity").v)
		put(p, "allocatable", cJSON_Duplicate(at(p, "capacity").v, true));
}

static void rolling(struct fakeapi__place p)
{
	fill(p, "type", "\"RollingUpdate\"");
	if (strcmp(fakeapi__place_text(p, "type"), "RollingUpdate") == 0)
		need(p, "rollingUpdate");
}

static void stateful_strategy(struct fakeapi__place p)
{
	if (!*fakeapi__place_text(p, "type"))
		need(p, "rollingUpdate");
	fill(p, "type", "\"RollingUpdate\"");
}

static void job_spec(struct fakeapi__place p)
{
	if (!at(p, "completions").v && !at(p, "parallelism").v)
		fill(p, "completions", "1");
	fill(p, "parallelism", "1");
	fill(p, "backoffLimit", at(p, "backoffLimitPerIndex").v ? "2147483647" : "6");
	fill(p, "podReplacementPolicy",
	     at(p, "podFailurePolicy").v ? "\"Failed\"" : "\"TerminatingOrFailed\"");
}

/* Only a Job's own spec: a CronJob's template has no defaults. */
static void job(struct fakeapi__place p)
{
	struct fakeapi__place spec = need(p, "spec");
	const cJSON *labels = fakeapi__dig(spec.v, "template", "metadata", "labels", NULL);

	job_spec(spec);
	fill(spec, "completionMode", "\"NonIndexed\"");
	fill(spec, "suspend", "false");
	fill(spec, "manualSelector", "false");
	if (labels && labels->child && !at(at(p, "metadata"), "labels").v)
		put(need(p, "metadata"), "labels", cJSON_Duplicate(labels, true));
}

static void network_policy(struct fakeapi__place p)
{
	struct fakeapi__place spec = need(p, "spec"), egress = at(spec, "egress");

	fill(spec, "policyTypes",
	     egress.v && egress.v->child ? "[\"Ingress\",\"Egress\"]" : "[\"Ingress\"]");
}

static void rbac_subject(struct fakeapi__place p)
{
	const char *kind = fakeapi__place_text(p, "kind");

	if (strcmp(kind, "User") == 0 || strcmp(kind, "Group") == 0)
		fill(p, "apiGroup", "\"rbac.authorization.k8s.io\"");
}

/* Partial rules get the missing fields of their direction's default rules. */
static void scaling_behavior(struct fakeapi__place p)
{
	struct fakeapi__place up = at(p, "scaleUp"), down = at(p, "scaleDown");

	if (up.v) {
		fill(up, "stabilizationWindowSeconds", "0");
		if (!at(up, "policies").v)
			put(up, "policies",
			    fakeapi__parse(
				STR("[{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":15},"
				    "{\"type\":\"Percent\",\"value\":100,"
				    "\"periodSeconds\":15}]")));
	}
	if (down.v && !at(down, "policies").v)
		put(down, "policies",
		    fakeapi__parse(
			STR("[{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]")));
}

/* Convert_v1_HorizontalPodAutoscaler: without metrics the target is the CPU. */
static void scaler_v1(struct fakeapi__place p)
{
	const cJSON *notes = fakeapi__dig(p.v, "metadata", "annotations", NULL);

	if (!fakeapi__member(notes, "autoscaling.alpha.kubernetes.io/metrics"))
		fill(need(p, "spec"), "targetCPUUtilizationPercentage", "80");
}

/* A claim template is a claim with kind and apiVersion. */
static void claim_template(struct fakeapi__place p)
{
	put(p, "kind", cJSON_CreateString("PersistentVolumeClaim"));
	put(p, "apiVersion", cJSON_CreateString("v1"));
	fill(need(p, "status"), "phase", "\"Pending\"");
}

static void definition(struct fakeapi__place p)
{
	struct fakeapi__place names = at(at(p, "spec"), "names");
	const char *kind = fakeapi__place_text(names, "kind");
	AUTO_STRBUF text = STRBUF_INIT;

	if (!*fakeapi__place_text(names, "singular") && *kind) {
		for (const char *c = kind; *c; c++)
			strbuf_addc(&text, *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c);
		put(names, "singular", text.failed ? NULL : cJSON_CreateString(text.ptr));
	}
	if (!*fakeapi__place_text(names, "listKind") && *kind) {
		strbuf_clear(&text);
		strbuf_addf(&text, "%sList", kind);
		put(names, "listKind", text.failed ? NULL : cJSON_CreateString(text.ptr));
	}
}

static const struct {
	const char *group, *type;
	size_t type_len;
	void (*fn)(struct fakeapi__place p);
} special[] = {
/* clang-format off */
#define SPECIAL(g, t, fn) { g, t, sizeof(t) - 1, fn },
	SPECIAL("*", "v1.Container", fakeapi__default_container)
	SPECIAL("*", "v1.EphemeralContainer", fakeapi__default_container)
	SPECIAL("*", "v1.Volume", fakeapi__default_volume)
	SPECIAL("core", "v1.Pod", fakeapi__default_pod)
	SPECIAL("*", "v1.PodSpec", fakeapi__default_pod_spec)
	SPECIAL("core", "v1.PodStatus", fakeapi__default_pod_status)
	SPECIAL("core", "v1.Secret", secret)
	SPECIAL("core", "v1.Service", service)
	SPECIAL("core", "v1.ReplicationController", replication_controller)
	SPECIAL("core", "v1.Namespace", namespace)
	SPECIAL("core", "v1.LimitRangeItem", limit_range_item)
	SPECIAL("core", "v1.NodeStatus", node_status)
	SPECIAL("core", "v1.NodeSpec", node_spec)
	SPECIAL("apps", "v1.DeploymentStrategy", rolling)
	SPECIAL("apps", "v1.DaemonSetUpdateStrategy", rolling)
	SPECIAL("apps", "v1.StatefulSetUpdateStrategy", stateful_strategy)
	SPECIAL("batch", "v1.Job", job)
	SPECIAL("networking.k8s.io", "v1.NetworkPolicy", network_policy)
	SPECIAL("rbac.authorization.k8s.io", "v1.Subject", rbac_subject)
	SPECIAL("autoscaling", "v1.HorizontalPodAutoscaler", scaler_v1)
	SPECIAL("autoscaling", "v2.HorizontalPodAutoscalerBehavior", scaling_behavior)
	SPECIAL("apps", "v1.PersistentVolumeClaim", claim_template)
	SPECIAL("apiextensions.k8s.io", "v1.CustomResourceDefinition", definition)
	SPECIAL("resource.k8s.io", "v1.ExactDeviceRequest", fakeapi__default_device_request)
	SPECIAL("resource.k8s.io", "v1.DeviceSubRequest", fakeapi__default_device_request)
#undef SPECIAL
	/* clang-format on */
};

/* --- the walk --- */

/* Each struct of an object checks all rules; comparing the first byte first saves 6 % of a
 * create. */

static bool of_group(const char *wanted, const char *group)
{
	return wanted[0] == '*' || strcmp(wanted, *group ? group : "core") == 0;
}

/* SetDefaults_ResourceList: quantities are rounded to thousandths. */
static void round_amounts(struct fakeapi__place list)
{
	for (cJSON *m = list.v->child; m; m = m->next) {
		AUTO_STRBUF text = STRBUF_INIT;

		if (cJSON_IsString(m) && fakeapi__quantity_milli(str_of(m->valuestring), &text))
			*list.nomem |= text.failed || !cJSON_SetValuestring(m, text.ptr);
	}
}

static bool has_amounts(const char *group)
{
	return !*group || strcmp(group, "apps") == 0 || strcmp(group, "batch") == 0 ||
	       strcmp(group, "storage.k8s.io") == 0;
}

static void walk(const char *group, struct fakeapi__place p)
{
	const struct fakeapi__type *t = p.type;
	const struct fakeapi__field *last = NULL, *f;
	cJSON *next;

	if (!t || !p.v || *p.nomem)
		return;
	if (t->kind == FAKEAPI_T_STRUCT && cJSON_IsObject(p.v)) {
		size_t len = strlen(t->name);

		for (size_t i = 0; i < ARRAY_LEN(special); i++)
			if (special[i].type_len == len && strcmp(special[i].type, t->name) == 0 &&
			    of_group(special[i].group, group))
				special[i].fn(p);
		for (size_t i = 0; i < ARRAY_LEN(simple); i++)
			if (simple[i].type_len == len && strcmp(simple[i].type, t->name) == 0 &&
			    of_group(simple[i].group, group))
				fill(p, simple[i].member, simple[i].json);
	} else if (t->kind == FAKEAPI_T_MAP && strcmp(t->name, "v1.ResourceList") == 0 &&
		   has_amounts(group)) {
		round_amounts(p);
		return;
	}
	for (cJSON *m = p.v->child; m; m = next) {
		next = m->next;
		if (!cJSON_IsObject(m) && !cJSON_IsArray(m))
			continue;
		f = fakeapi__type_next_field(t, m->string, &last);
		if (f)
			walk(group, (struct fakeapi__place) { m, fakeapi__field_type(f), p.nomem });
		else if (t->kind == FAKEAPI_T_LIST || t->kind == FAKEAPI_T_MAP)
			walk(group, fakeapi__place_item(p, m));
	}
}

/* Defaults that depend on the release or a feature gate. */
static void by_features(const struct fakeapi__resource *res, struct fakeapi__place p)
{
	struct fakeapi__place strategy;

	if (strcmp(res->kind, "Pod") == 0 && !*res->group &&
	    !fakeapi__changed(res->features, FAKEAPI_CHANGE_POD_RESOURCES_AFTER_ADMISSION))
		fakeapi__pod_requests(at(p, "spec"));
	if (strcmp(res->kind, "StatefulSet") == 0 &&
	    fakeapi__changed(res->features, FAKEAPI_CHANGE_STATEFUL_MAX_UNAVAILABLE)) {
		strategy = at(at(p, "spec"), "updateStrategy");
		if (strcmp(fakeapi__place_text(strategy, "type"), "RollingUpdate") == 0 &&
		    at(strategy, "rollingUpdate").v)
			fill(at(strategy, "rollingUpdate"), "maxUnavailable", "1");
	}
}

int fakeapi__default_applied(const struct fakeapi__resource *res, cJSON *obj)
{
	return res->flags & FAKEAPI_RES_CUSTOM
		   ? fakeapi__schema_default(fakeapi__custom_schema(res),
					     fakeapi__custom_names(res), obj, true)
		   : fakeapi__default(res, obj, NULL);
}

int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return fakeapi__schema_default(fakeapi__custom_schema(res),
					       fakeapi__custom_names(res), obj, false);
	walk(res->group, root);
	by_features(res, root);
	return nomem ? -1 : fakeapi__template_generation(res, old, obj);
}
