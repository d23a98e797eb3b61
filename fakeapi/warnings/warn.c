/* SPDX-License-Identifier: Apache-2.0 */
/* warn.c - warnings by kind. */
#include "fakeapi/warnings/warn.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/schema/format.h"
#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/warnings/warn_impl.h"

typedef struct fakeapi__warnings warnings_t;

/* More lines, and longer in total, than the Warning headers can have. */
enum { LINES_MAX = 256 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };
static const path_t metadata = { NULL, "metadata", 0, { NULL, 0 } };

bool fakeapi__warnings_full(const warnings_t *w)
{
	return w->count >= LINES_MAX || w->nomem;
}

void fakeapi__warn_add(warnings_t *w, const path_t *at, const char *fmt, ...)
{
	AUTO_STRBUF line = STRBUF_INIT;
	va_list ap;

	if (fakeapi__warnings_full(w))
		return;
	if (at) {
		fakeapi__path_add(&line, at);
		strbuf_addz(&line, ": ");
	}
	va_start(ap, fmt);
	strbuf_addvf(&line, fmt, ap);
	va_end(ap);
	for (size_t i = 0; !line.failed && i < line.len; i++)
		if (line.ptr[i] == '\n')
			line.ptr[i] = ' '; /* a warning is one line */
	if (line.failed || (!map_get(&w->written, strbuf_str(&line)) &&
			    map_put(&w->written, strbuf_str(&line), w, NULL) < 0)) {
		w->nomem = true;
		return;
	}
	if (map_len(&w->written) == w->count)
		return;
	w->count++;
	strbuf_adds(w->out, strbuf_str(&line));
	strbuf_addc(w->out, '\n');
	w->nomem |= w->out->failed;
}

/* --- addresses --- */

/* True for an IPv4 address written as IPv6. */
static bool is_mapped(const char *text, const struct fakeapi__ip *ip)
{
	return ip->len == 4 && strchr(text, ':');
}

static bool leading_zero(const char *text)
{
	for (const char *p = text; *p && *p != '/'; p++)
		if (*p == '0' && (p == text || p[-1] == '.') && p[1] >= '0' && p[1] <= '9')
			return true;
	return false;
}

void fakeapi__warn_ip(warnings_t *w, const path_t *at, const char *text)
{
	AUTO_STRBUF given = STRBUF_INIT;
	AUTO_STRBUF want = STRBUF_INIT;
	struct fakeapi__ip ip;

	if (!fakeapi__ip_parse(str_of(text), &ip))
		return;
	fakeapi__ip_text(&ip, &want);
	fakeapi__go_quote(&given, str_of(text));
	if (want.failed || given.failed)
		w->nomem = true;
	else if (is_mapped(text, &ip) || (ip.len == 4 && leading_zero(text)))
		fakeapi__warn_add(w, at,
				  "non-standard IP address %s will be considered invalid in a "
				  "future Kubernetes release: use \"%s\"",
				  given.ptr, want.ptr);
	else if (strcmp(text, want.ptr) != 0)
		fakeapi__warn_add(w, at,
				  "IPv6 address %s should be in RFC 5952 canonical format (\"%s\")",
				  given.ptr, want.ptr);
}

void fakeapi__warn_cidr(warnings_t *w, const path_t *at, const char *text)
{
	const char *slash = strchr(text, '/');
	AUTO_STRBUF given = STRBUF_INIT, block = STRBUF_INIT, alone = STRBUF_INIT;
	struct fakeapi__cidr cidr, masked;
	bool odd;

	if (!fakeapi__cidr_parse(text, &cidr))
		return;
	masked = cidr;
	for (unsigned i = cidr.bits; i < 8 * cidr.ip.len; i++)
		masked.ip.bytes[i / 8] &= (unsigned char)~(0x80u >> (i % 8));
	fakeapi__go_quote(&given, str_of(text));
	fakeapi__ip_text(&masked.ip, &block);
	strbuf_addf(&block, "/%u", cidr.bits);
	fakeapi__ip_text(&cidr.ip, &alone);
	strbuf_addf(&alone, "/%u", is_mapped(text, &cidr.ip) ? 128 : 8 * cidr.ip.len);
	if (given.failed || block.failed || alone.failed) {
		w->nomem = true;
		return;
	}
	odd = memcmp(masked.ip.bytes, cidr.ip.bytes, cidr.ip.len) != 0;
	if (odd)
		fakeapi__warn_add(w, at,
				  "CIDR value %s is ambiguous in this context (should be \"%s\" or "
				  "\"%s\"?)",
				  given.ptr, block.ptr, alone.ptr);
	if (is_mapped(text, &cidr.ip) || (cidr.ip.len == 4 && leading_zero(text)) ||
	    (slash[1] == '0' && slash[2]))
		fakeapi__warn_add(w, at,
				  "non-standard CIDR value %s will be considered invalid in a "
				  "future Kubernetes release: use \"%s\"",
				  given.ptr, block.ptr);
	else if (!odd && strcmp(text, block.ptr) != 0)
		fakeapi__warn_add(
		    w, at, "IPv6 CIDR value %s should be in RFC 5952 canonical format (\"%s\")",
		    given.ptr, block.ptr);
}

/* Calls `warn` for each string of a list. */
static void warn_each(warnings_t *w, const path_t *list_at, const cJSON *list,
		      void (*warn)(warnings_t *w, const path_t *at, const char *text))
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		if (cJSON_IsString(m))
			warn(w, here, m->valuestring);
	}
}

/* --- labels of nodes, bytes --- */

const char *fakeapi__node_label_warning(const char *label)
{
	static const char *const old[][2] = {
		{ "beta.kubernetes.io/arch",
		  "deprecated since v1.14; use \"kubernetes.io/arch\" instead" },
		{ "beta.kubernetes.io/os",
		  "deprecated since v1.14; use \"kubernetes.io/os\" instead" },
		{ "failure-domain.beta.kubernetes.io/region",
		  "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead" },
		{ "failure-domain.beta.kubernetes.io/zone",
		  "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead" },
		{ "beta.kubernetes.io/instance-type",
		  "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead" },
		{ "app.kubernetes.io/created-by", "deprecated since v1.9" },
		{ "scheduler.alpha.kubernetes.io/preferAvoidPods",
		  "deprecated since v1.22; use Taints and Tolerations instead" },
		{ "node-role.kubernetes.io/master",
		  "use \"node-role.kubernetes.io/control-plane\" instead" },
	};

	for (size_t i = 0; i < ARRAY_LEN(old); i++)
		if (strcmp(label, old[i][0]) == 0)
			return old[i][1];
	return NULL;
}

static void warn_label_values(warnings_t *w, const path_t *values_at, const cJSON *values)
{
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, values)
	{
		const path_t *here = PATH_AT(values_at, i);
		const char *text = cJSON_IsString(v) ? v->valuestring : "";
		AUTO_STRBUF wrong = STRBUF_INIT;

		i++;
		fakeapi__format_check(w->features, FAKEAPI_LABEL_VALUE, text, &wrong);
		for (char *line = wrong.len ? wrong.ptr : NULL; line;) {
			char *end = strchr(line, '\n');

			if (end)
				*end = '\0';
			fakeapi__warn_add(w, here, "%s is invalid, %s", text, line);
			line = end ? end + 1 : NULL;
		}
	}
}

void fakeapi__warn_node_key(warnings_t *w, const path_t *at, const char *key)
{
	const char *why = fakeapi__node_label_warning(key);

	if (why)
		fakeapi__warn_add(w, at, "%s is %s", key, why);
}

void fakeapi__warn_node_term(warnings_t *w, const path_t *at, const cJSON *term, bool values)
{
	const path_t *list = PATH(at, "matchExpressions");
	const cJSON *e;
	size_t i = 0;

	cJSON_ArrayForEach(e, fakeapi__member(term, "matchExpressions"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_node_key(w, PATH(here, "key"), fakeapi__string(e, "key"));
		if (values)
			warn_label_values(w, PATH(here, "values"), fakeapi__member(e, "values"));
	}
}

static void warn_node_terms(warnings_t *w, const path_t *at, const cJSON *terms)
{
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, terms)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__warn_node_term(w, here, t, false);
	}
}

void fakeapi__warn_fraction(warnings_t *w, const path_t *at, const cJSON *quantities,
			    const char *name)
{
	const char *z = fakeapi__string(quantities, name);
	size_t n = strlen(z);

	/* In stored form a whole number has no such unit and no negative exponent. */
	if ((n && strchr("mun", z[n - 1])) || strstr(z, "e-") || strstr(z, "E-"))
		fakeapi__warn_add(w, PATH_KEY(at, str_of(name)),
				  "fractional byte value \"%s\" is invalid, must be an integer", z);
}

void fakeapi__warn_claim_spec(warnings_t *w, const path_t *at, const cJSON *spec)
{
	static const char *const parts[] = { "requests", "limits" };
	const path_t *resources = PATH(at, "resources");

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		fakeapi__warn_fraction(w, PATH(resources, parts[i]),
				       fakeapi__dig(spec, "resources", parts[i], NULL), "storage");
}

/* --- kinds --- */

struct write {
	const cJSON *obj, *old;
	bool moved; /* the generation changed, or the object is new */
};
typedef void warn_fn(warnings_t *w, const struct write *it);

static const cJSON *notes_of(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "annotations", NULL);
}

static void warn_annotation(warnings_t *w, const cJSON *obj, const char *name, const char *why)
{
	const path_t *at = PATH(&metadata, "annotations");

	if (fakeapi__member(notes_of(obj), name))
		fakeapi__warn_add(w, PATH_KEY(at, str_of(name)), "%s", why);
}

/* Checks names from which pods derive theirs. */
static void warn_name(warnings_t *w, const struct write *it, const char *used_in)
{
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (it->old)
		return;
	fakeapi__format_check(w->features, FAKEAPI_DNS_LABEL, fakeapi__meta_str(it->obj, "name"),
			      &wrong);
	if (wrong.len)
		fakeapi__warn_add(w, PATH(&metadata, "name"),
				  "this is used in %s, which can result in surprising behavior; a "
				  "DNS label is recommended: [%s]",
				  used_in, wrong.ptr);
}

static void warn_template(warnings_t *w, const struct write *it)
{
	if (it->moved)
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->obj, "spec", "template", NULL));
}

static void warn_workload(warnings_t *w, const struct write *it)
{
	warn_name(w, it, "Pod names and hostnames");
	warn_template(w, it);
}

/* On update the old template is checked: kube-apiserver swaps the two. */
static void warn_controller(warnings_t *w, const struct write *it)
{
	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->old ? it->old : it->obj, "spec", "template",
					       NULL));
}

static void warn_daemon_set(warnings_t *w, const struct write *it)
{
	if (!it->old || !fakeapi__equal(fakeapi__dig(it->obj, "spec", "template", NULL),
					fakeapi__dig(it->old, "spec", "template", NULL)))
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->obj, "spec", "template", NULL));
}

static void warn_stateful_set(warnings_t *w, const struct write *it)
{
	const path_t *list = PATH(&spec_at, "volumeClaimTemplates");
	const cJSON *spec = fakeapi__member(it->obj, "spec"), *m;
	const cJSON *kept = fakeapi__member(spec, "revisionHistoryLimit");
	size_t i = 0;

	warn_template(w, it);
	cJSON_ArrayForEach(m, fakeapi__member(spec, "volumeClaimTemplates"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_claim_spec(w, it->old ? PATH(here, "Spec") : here,
					 fakeapi__member(m, "spec"));
	}
	if (cJSON_IsNumber(kept) && kept->valuedouble < 0)
		fakeapi__warn_add(w, PATH(&spec_at, "revisionHistoryLimit"),
				  "a negative value retains all historical revisions; a value >= 0 "
				  "is recommended");
}

static void warn_job_spec(warnings_t *w, const path_t *at, const cJSON *spec)
{
	const cJSON *completions = fakeapi__member(spec, "completions");
	const cJSON *parallelism = fakeapi__member(spec, "parallelism");

	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") == 0 &&
	    cJSON_IsNumber(completions) && completions->valuedouble > 100000 &&
	    cJSON_IsNumber(parallelism) && parallelism->valuedouble > 10000)
		fakeapi__warn_add(
		    w, at,
		    "In Indexed Jobs with a number of completions higher than 10^5 "
		    "and a parallelism higher than 10^4, Kubernetes might not be able "
		    "to track completedIndexes when a big number of indexes fail");
	fakeapi__warn_pod(w, PATH(at, "template"), fakeapi__member(spec, "template"));
}

static void warn_job(warnings_t *w, const struct write *it)
{
	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		warn_job_spec(w, &spec_at, fakeapi__member(it->obj, "spec"));
}

static void warn_cron_job(warnings_t *w, const struct write *it)
{
	const path_t *tmpl = PATH(&spec_at, "jobTemplate");
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		warn_job_spec(w, PATH(tmpl, "spec"),
			      fakeapi__dig(spec, "jobTemplate", "spec", NULL));
	if (it->old && strstr(fakeapi__string(spec, "schedule"), "TZ"))
		fakeapi__warn_add(w, NULL,
				  "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone "
				  "instead, see https://kubernetes.io/docs/concepts/workloads/"
				  "controllers/cron-jobs/ for more details");
}

/* Only new pods: users rarely update pods, and updates must stay fast. */
static void warn_new_pod(warnings_t *w, const struct write *it)
{
	if (it->old)
		return;
	warn_name(w, it, "the Pod's hostname");
	fakeapi__warn_pod(w, NULL, it->obj);
}

static void warn_addresses(warnings_t *w, const path_t *list_at, const cJSON *list, bool named)
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		fakeapi__warn_ip(w, named ? PATH(here, "ip") : here, fakeapi__string(m, "ip"));
	}
}

static void warn_pod_status(warnings_t *w, const struct write *it)
{
	static const char *const lists[] = { "podIPs", "hostIPs" };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		warn_addresses(w, PATH(&status, lists[i]),
			       fakeapi__dig(it->obj, "status", lists[i], NULL), true);
}

static void warn_balancer_status(warnings_t *w, const struct write *it)
{
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *balancer = PATH(&status, "loadBalancer");

	warn_addresses(w, PATH(balancer, "ingress"),
		       fakeapi__dig(it->obj, "status", "loadBalancer", "ingress", NULL), false);
}

static void warn_pod_template(warnings_t *w, const struct write *it)
{
	if (it->moved)
		fakeapi__warn_pod(w, PATH(NULL, "template"), fakeapi__member(it->obj, "template"));
}

static void warn_service(warnings_t *w, const struct write *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");
	const cJSON *ips = fakeapi__member(spec, "externalIPs");
	const char *type = fakeapi__string(spec, "type"), *ip = fakeapi__string(spec, "clusterIP");
	const char *balancer = fakeapi__string(spec, "loadBalancerIP");
	bool external = strcmp(type, "ExternalName") == 0, headless = strcmp(ip, "None") == 0;

	if (fakeapi__member(notes_of(it->obj), "service.kubernetes.io/topology-aware-hints"))
		fakeapi__warn_add(w, NULL,
				  "annotation service.kubernetes.io/topology-aware-hints is "
				  "deprecated, please use service.kubernetes.io/topology-mode "
				  "instead");
	if (*ip && !headless)
		warn_each(w, PATH(&spec_at, "clusterIPs"), fakeapi__member(spec, "clusterIPs"),
			  fakeapi__warn_ip);
	if (headless && strcmp(type, "ClusterIP") == 0) {
		if (*balancer)
			fakeapi__warn_add(w, NULL,
					  "spec.loadBalancerIP is ignored for headless services");
		if (!fakeapi__is_blank(ips))
			fakeapi__warn_add(w, NULL,
					  "spec.externalIPs is ignored for headless services");
		if (strcmp(fakeapi__string(spec, "sessionAffinity"), "None") != 0)
			fakeapi__warn_add(w, NULL,
					  "spec.SessionAffinity is ignored for headless services");
	}
	warn_each(w, PATH(&spec_at, "externalIPs"), ips, fakeapi__warn_ip);
	fakeapi__warn_external_ips(w, external || headless ? NULL : ips);
	if (*balancer)
		fakeapi__warn_ip(w, PATH(&spec_at, "loadBalancerIP"), balancer);
	warn_each(w, PATH(&spec_at, "loadBalancerSourceRanges"),
		  fakeapi__member(spec, "loadBalancerSourceRanges"), fakeapi__warn_cidr);
	fakeapi__warn_ignored(w, spec);
}

static void warn_volume(warnings_t *w, const struct write *it)
{
	static const char *const gone[][2] = {
		{ "cephfs", "deprecated in v1.28, non-functional in v1.31+" },
		{ "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+" },
		{ "scaleIO", "deprecated in v1.16, non-functional in v1.22+" },
		{ "storageOS", "deprecated in v1.22, non-functional in v1.25+" },
		{ "glusterfs", "deprecated in v1.25, non-functional in v1.26+" },
		{ "rbd", "deprecated in v1.28, non-functional in v1.31+" },
	};
	const cJSON *spec = fakeapi__member(it->obj, "spec");
	const path_t *affinity = PATH(&spec_at, "nodeAffinity");
	const path_t *required = PATH(affinity, "required");

	warn_annotation(w, it->obj, "volume.beta.kubernetes.io/storage-class",
			"deprecated since v1.8; use \"storageClassName\" attribute instead");
	warn_annotation(w, it->obj, "volume.beta.kubernetes.io/mount-options",
			"deprecated since v1.31; use \"mountOptions\" attribute instead");
	if (strcmp(fakeapi__string(spec, "persistentVolumeReclaimPolicy"), "Recycle") == 0)
		fakeapi__warn_add(w, PATH(&spec_at, "persistentVolumeReclaimPolicy"),
				  "The Recycle reclaim policy is deprecated. Instead, the "
				  "recommended approach is to use dynamic provisioning.");
	warn_node_terms(w, PATH(required, "nodeSelectorTerms"),
			fakeapi__dig(spec, "nodeAffinity", "required", "nodeSelectorTerms", NULL));
	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		if (fakeapi__member(spec, strcmp(gone[i][0], "storageOS") == 0 ? "storageos"
									       : gone[i][0]))
			fakeapi__warn_add(w, PATH(&spec_at, gone[i][0]), "%s", gone[i][1]);
}

static void warn_claim(warnings_t *w, const struct write *it)
{
	warn_annotation(w, it->obj, "volume.beta.kubernetes.io/storage-class",
			"deprecated since v1.8; use \"storageClassName\" attribute instead");
	fakeapi__warn_claim_spec(w, &spec_at, fakeapi__member(it->obj, "spec"));
}

static void warn_storage_class(warnings_t *w, const struct write *it)
{
	const path_t *at = PATH(NULL, "allowedTopologies");
	const cJSON *t, *e;
	size_t i = 0;

	cJSON_ArrayForEach(t, fakeapi__member(it->obj, "allowedTopologies"))
	{
		const path_t *here = PATH_AT(at, i), *list = PATH(here, "matchLabelExpressions");
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(e, fakeapi__member(t, "matchLabelExpressions"))
		{
			const char *why = fakeapi__node_label_warning(fakeapi__string(e, "key"));
			const path_t *one = PATH_AT(list, k);

			k++;
			if (why)
				fakeapi__warn_add(w, PATH(one, "key"), "%s", why);
		}
	}
}

static void warn_storage_capacity(warnings_t *w, const struct write *it)
{
	const path_t *at = PATH(NULL, "nodeTopology"), *labels = PATH(at, "matchLabels");
	const cJSON *topology = fakeapi__member(it->obj, "nodeTopology"), *l;

	fakeapi__warn_node_term(w, at, topology, false);
	cJSON_ArrayForEach(l, fakeapi__member(topology, "matchLabels"))
	{
		const char *why = fakeapi__node_label_warning(l->string);

		if (why)
			fakeapi__warn_add(w, PATH(labels, l->string), "%s", why);
	}
}

static void warn_runtime_class(warnings_t *w, const struct write *it)
{
	const path_t *at = PATH(NULL, "scheduling");
	const cJSON *l;

	cJSON_ArrayForEach(l, fakeapi__dig(it->obj, "scheduling", "nodeSelector", NULL))
	{
		const char *why = fakeapi__node_label_warning(l->string);

		if (why)
			fakeapi__warn_add(w, PATH(at, "nodeSelector"), "%s", why);
	}
}

static void warn_blocks(warnings_t *w, const path_t *at, const cJSON *rules, const char *peers)
{
	const cJSON *rule, *peer;
	size_t i = 0;

	cJSON_ArrayForEach(rule, rules)
	{
		const path_t *here = PATH_AT(at, i), *list = PATH(here, peers);
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(peer, fakeapi__member(rule, peers))
		{
			const path_t *one = PATH_AT(list, k), *in = PATH(one, "ipBlock");
			const cJSON *block = fakeapi__member(peer, "ipBlock");

			k++;
			fakeapi__warn_cidr(w, PATH(in, "cidr"), fakeapi__string(block, "cidr"));
			warn_each(w, PATH(in, "except"), fakeapi__member(block, "except"),
				  fakeapi__warn_cidr);
		}
	}
}

static void warn_network_policy(warnings_t *w, const struct write *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	warn_blocks(w, PATH(&spec_at, "ingress"), fakeapi__member(spec, "ingress"), "from");
	warn_blocks(w, PATH(&spec_at, "egress"), fakeapi__member(spec, "egress"), "to");
}

static void warn_ingress(warnings_t *w, const struct write *it)
{
	if (!it->old && fakeapi__member(notes_of(it->obj), "kubernetes.io/ingress.class") &&
	    !fakeapi__member(fakeapi__member(it->obj, "spec"), "ingressClassName"))
		fakeapi__warn_add(
		    w, NULL,
		    "annotation \"kubernetes.io/ingress.class\" is deprecated, please "
		    "use 'spec.ingressClassName' instead");
}

static void warn_endpoints(warnings_t *w, const struct write *it)
{
	static const char *const lists[] = { "addresses", "notReadyAddresses" };
	const path_t *at = PATH(NULL, "subsets");
	const cJSON *s;
	size_t i = 0;

	if (strcmp(fakeapi__string(fakeapi__dig(it->obj, "metadata", "labels", NULL),
				   "endpoints.kubernetes.io/managed-by"),
		   "endpoint-controller") == 0)
		return;
	cJSON_ArrayForEach(s, fakeapi__member(it->obj, "subsets"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		for (size_t k = 0; k < ARRAY_LEN(lists); k++)
			warn_addresses(w, PATH(here, lists[k]), fakeapi__member(s, lists[k]), true);
	}
}

static void warn_endpoint_slice(warnings_t *w, const struct write *it)
{
	const cJSON *labels = fakeapi__dig(it->obj, "metadata", "labels", NULL), *e;
	const char *by = fakeapi__string(labels, "endpointslice.kubernetes.io/managed-by");
	const path_t *at = PATH(NULL, "endpoints");
	size_t i = 0;

	if (!it->old && strcmp(fakeapi__string(it->obj, "addressType"), "FQDN") == 0)
		fakeapi__warn_add(w, PATH(&spec_at, "addressType"),
				  "FQDN endpoints are deprecated");
	if (strcmp(by, "endpointslice-controller.k8s.io") == 0 ||
	    strcmp(by, "endpointslicemirroring-controller.k8s.io") == 0)
		return;
	cJSON_ArrayForEach(e, fakeapi__member(it->obj, "endpoints"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		warn_each(w, PATH(here, "addresses"), fakeapi__member(e, "addresses"),
			  fakeapi__warn_ip);
	}
}

static void warn_node(warnings_t *w, const struct write *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	if (fakeapi__member(spec, "configSource"))
		fakeapi__warn_add(w, NULL, "spec.configSource: the feature is removed");
	if (*fakeapi__string(spec, "externalID"))
		fakeapi__warn_add(w, NULL,
				  "spec.externalID: this field is deprecated, and is unused by "
				  "Kubernetes");
	warn_each(w, PATH(&spec_at, "podCIDRs"), fakeapi__member(spec, "podCIDRs"),
		  fakeapi__warn_cidr);
}

static void warn_service_account(warnings_t *w, const struct write *it)
{
	static const char note[] = "kubernetes.io/enforce-mountable-secrets";

	if (!fakeapi__member(notes_of(it->old), note))
		warn_annotation(
		    w, it->obj, note,
		    "deprecated in v1.32+; prefer separate namespaces to isolate access "
		    "to mounted secrets");
}

/* --- secrets --- */

/* Writes the types of the PEM blocks of `text`, up to the first that ends in `wanted`, as Go prints
 * a list. True: that one exists. */
static bool pem_types(const char *text, const char *wanted, size_t *count, struct strbuf *types)
{
	static const char begin[] = "-----BEGIN ", dashes[] = "-----";
	const char *head, *end;

	*count = 0;
	while ((head = strstr(text, begin)) != NULL &&
	       (end = strstr(head + sizeof(begin) - 1, dashes)) != NULL) {
		struct str type = { head + sizeof(begin) - 1, 0 };

		type.len = (size_t)(end - type.ptr);
		if (type.len >= strlen(wanted) &&
		    memcmp(end - strlen(wanted), wanted, strlen(wanted)) == 0)
			return true;
		strbuf_addz(types, (*count)++ ? " " : "");
		strbuf_adds(types, type);
		text = end + sizeof(dashes) - 1;
	}
	return false;
}

static bool ends_in(const struct strbuf *text, const char *end)
{
	size_t n = strlen(end);

	return text->len >= n && memcmp(text->ptr + text->len - n, end, n) == 0;
}

/* The error of crypto/tls for a pair without PEM; the content of the PEM is not checked. */
static void warn_secret(warnings_t *w, const struct write *it)
{
	static const char *const keys[] = { "tls.crt", "tls.key" };
	const cJSON *data = fakeapi__member(it->obj, "data");

	if (strcmp(fakeapi__string(it->obj, "type"), "kubernetes.io/tls") != 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const char *what = i ? "key" : "certificate";
		AUTO_STRBUF raw = STRBUF_INIT, types = STRBUF_INIT;
		size_t n;

		(void)base64_decode(&raw, str_of(fakeapi__string(data, keys[i])), BASE64_STD, NULL);
		strbuf_addz(&raw, "\n");
		if (raw.failed) {
			w->nomem = true;
			return;
		}
		if (pem_types(raw.ptr, i ? "PRIVATE KEY" : "CERTIFICATE", &n, &types))
			continue;
		if (n == 0)
			fakeapi__warn_add(w, NULL, "tls: failed to find any PEM data in %s input",
					  what);
		else if (i == 0 && n == 1 && ends_in(&types, "PRIVATE KEY"))
			fakeapi__warn_add(w, NULL,
					  "tls: failed to find certificate PEM data in certificate "
					  "input, but did find a private key; PEM inputs may have "
					  "been switched");
		else if (i == 1 && n == 1 && ends_in(&types, "CERTIFICATE"))
			fakeapi__warn_add(
			    w, NULL,
			    "tls: found a certificate rather than a key in the PEM for "
			    "the private key");
		else
			fakeapi__warn_add(w, NULL,
					  "tls: failed to find %s in %s input after skipping PEM "
					  "blocks of the following types: [" STR_FMT "]",
					  i ? "PEM block with type ending in \"PRIVATE KEY\""
					    : "\"CERTIFICATE\" PEM block",
					  what, STR_ARG(strbuf_str(&types)));
		return;
	}
}

/* --- definitions --- */

enum { FORMATS_MAX = 1000 };

static void add_formats(const cJSON *schema, cJSON *out, bool *nomem);

static void add_formats_of(const cJSON *list, cJSON *out, bool *nomem)
{
	for (const cJSON *s = list ? list->child : NULL; s; s = s->next)
		add_formats(s, out, nomem);
}

/* Adds unknown string formats, in the order of the schema's walk. */
static void add_formats(const cJSON *schema, cJSON *out, bool *nomem)
{
	static const char *const one[] = { "not", "additionalProperties" };
	static const char *const before[] = { "allOf", "anyOf", "oneOf" };
	const char *format = fakeapi__string(schema, "format");
	const cJSON *items = fakeapi__member(schema, "items");

	if (!cJSON_IsObject(schema) || cJSON_GetArraySize(out) >= FORMATS_MAX)
		return;
	if (*format && strcmp(fakeapi__string(schema, "type"), "string") == 0 &&
	    !fakeapi__format_known(format)) {
		cJSON *text = cJSON_CreateString(format);

		*nomem |= !text || !cJSON_AddItemToArray(out, text);
	}
	if (cJSON_IsObject(items))
		add_formats(items, out, nomem);
	else
		add_formats_of(items, out, nomem);
	for (size_t i = 0; i < ARRAY_LEN(before); i++)
		add_formats_of(fakeapi__member(schema, before[i]), out, nomem);
	add_formats(fakeapi__member(schema, one[0]), out, nomem);
	add_formats_of(fakeapi__member(schema, "properties"), out, nomem);
	add_formats(fakeapi__member(schema, one[1]), out, nomem);
}

static cJSON *unknown_formats(warnings_t *w, const cJSON *definition)
{
	cJSON *out = cJSON_CreateArray();
	const cJSON *v;

	w->nomem |= !out;
	cJSON_ArrayForEach(v, fakeapi__dig(definition, "spec", "versions", NULL)) if (out)
	    add_formats(fakeapi__dig(v, "schema", "openAPIV3Schema", NULL), out, &w->nomem);
	return out;
}

static void warn_definition(warnings_t *w, const struct write *it)
{
	cJSON *now = unknown_formats(w, it->obj);
	cJSON *before = it->old ? unknown_formats(w, it->old) : NULL;
	struct fakeapi__lookup had;
	const cJSON *f;

	fakeapi__lookup_items(&had, before, NULL, now);
	cJSON_ArrayForEach(f, now)
	{
		AUTO_STRBUF quoted = STRBUF_INIT;

		if (fakeapi__lookup(&had, f->valuestring))
			continue;
		fakeapi__go_quote(&quoted, str_of(f->valuestring));
		w->nomem |= quoted.failed;
		fakeapi__warn_add(w, NULL, "unrecognized format %s",
				  quoted.failed ? "" : quoted.ptr);
	}
	fakeapi__lookup_fini(&had);
	cJSON_Delete(now);
	cJSON_Delete(before);
}

static const struct {
	const char *group, *resource, *sub;
	warn_fn *warn;
} kinds[] = {
	{ "", "endpoints", "", warn_endpoints },
	{ "", "nodes", "", warn_node },
	{ "", "persistentvolumeclaims", "", warn_claim },
	{ "", "persistentvolumes", "", warn_volume },
	{ "", "pods", "", warn_new_pod },
	{ "", "pods", "status", warn_pod_status },
	{ "", "podtemplates", "", warn_pod_template },
	{ "", "replicationcontrollers", "", warn_controller },
	{ "", "secrets", "", warn_secret },
	{ "", "serviceaccounts", "", warn_service_account },
	{ "", "services", "", warn_service },
	{ "", "services", "status", warn_balancer_status },
	{ "apiextensions.k8s.io", "customresourcedefinitions", "", warn_definition },
	{ "apps", "daemonsets", "", warn_daemon_set },
	{ "apps", "deployments", "", warn_workload },
	{ "apps", "replicasets", "", warn_workload },
	{ "apps", "statefulsets", "", warn_stateful_set },
	{ "batch", "cronjobs", "", warn_cron_job },
	{ "batch", "jobs", "", warn_job },
	{ "discovery.k8s.io", "endpointslices", "", warn_endpoint_slice },
	{ "networking.k8s.io", "ingresses", "", warn_ingress },
	{ "networking.k8s.io", "ingresses", "status", warn_balancer_status },
	{ "networking.k8s.io", "networkpolicies", "", warn_network_policy },
	{ "node.k8s.io", "runtimeclasses", "", warn_runtime_class },
	{ "storage.k8s.io", "csistoragecapacities", "", warn_storage_capacity },
	{ "storage.k8s.io", "storageclasses", "", warn_storage_class },
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Warns about new finalizers of a custom resource without a domain, sorted by name. */
static void warn_finalizers(warnings_t *w, const cJSON *obj, const cJSON *old)
{
	const cJSON *list = fakeapi__dig(obj, "metadata", "finalizers", NULL), *f;
	const cJSON *before = fakeapi__dig(old, "metadata", "finalizers", NULL);
	const char **names;
	struct fakeapi__lookup had;
	size_t n = 0;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	names = base__reallocarray(NULL, (size_t)cJSON_GetArraySize(list), sizeof(*names));
	if (!names) {
		w->nomem = true;
		return;
	}
	fakeapi__lookup_items(&had, before, NULL, list);
	cJSON_ArrayForEach(f, list)
	{
		const char *z = cJSON_IsString(f) ? f->valuestring : "";

		if (!strchr(z, '/') && strcmp(z, "orphan") != 0 &&
		    strcmp(z, "foregroundDeletion") != 0 && strcmp(z, "kubernetes") != 0 &&
		    !fakeapi__lookup(&had, z))
			names[n++] = z;
	}
	fakeapi__lookup_fini(&had);
	qsort(names, n, sizeof(*names), by_text);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(names[i - 1], names[i]) != 0)
			fakeapi__warn_add(
			    w, NULL,
			    "metadata.finalizers: \"%s\": prefer a domain-qualified "
			    "finalizer name%s to avoid accidental conflicts with other "
			    "finalizer writers",
			    names[i], strchr(names[i], '.') ? " including a path (/)" : "");
	base__free(names);
}

int fakeapi__warn(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		  const char *subresource, struct strbuf *out)
{
	struct write it = { obj, old, true };
	warnings_t w = { .out = out, .features = res->features };
	/* A write of a scale writes its object. */
	const char *sub = strcmp(subresource, "scale") == 0 ? "" : subresource;

	if (res->flags & FAKEAPI_RES_VIRTUAL)
		return 0;
	map_init(&w.written, MAP_COPY_KEYS);
	if (res->flags & FAKEAPI_RES_CUSTOM && !*sub)
		warn_finalizers(&w, obj, old);
	if (old)
		it.moved =
		    fakeapi__meta_int(obj, "generation") != fakeapi__meta_int(old, "generation");
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (strcmp(kinds[i].resource, res->resource) == 0 &&
		    strcmp(kinds[i].group, res->group) == 0 && strcmp(kinds[i].sub, sub) == 0)
			kinds[i].warn(&w, &it);
	map_fini(&w.written);
	return w.nomem ? -1 : 0;
}
