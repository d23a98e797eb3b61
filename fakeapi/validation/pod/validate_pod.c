/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod.c - pods and pod templates. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/pod/validate_pod.h"

static const char *const restart_policies[] = { "Always", "OnFailure", "Never", NULL };
static const char *const dns_policies[] = { "ClusterFirstWithHostNet", "ClusterFirst", "Default",
					    "None", NULL };

static void check_optional_label(causes_t *c, const path_t *at, const cJSON *spec, const char *name,
				 enum fakeapi__format format)
{
	const char *text = fakeapi__string(spec, name);

	if (*text)
		fakeapi__check_format(c, PATH(at, name), format, text);
}

/* --- containers ---------------------------------------------------------------------------- */

/* Reports host ports that two containers use, as Go's "protocol/address/port". */
static void check_host_ports(causes_t *c, const path_t *at, const cJSON *ports, struct map *taken)
{
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, ports)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *port = fakeapi__member(p, "hostPort");
		cJSON shown = { .type = cJSON_String };
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		if (!cJSON_IsNumber(port) || port->valueint == 0)
			continue;
		strbuf_addf(&text, "%s/%s/%d", fakeapi__string(p, "protocol"),
			    fakeapi__string(p, "hostIP"), port->valueint);
		shown.valuestring = text.ptr;
		if (map_get(taken, strbuf_str(&text)))
			fakeapi__cause_duplicate(c, PATH(here, "hostPort"), &shown);
		else if (text.failed || map_put(taken, strbuf_str(&text), taken, NULL) != 0)
			c->nomem = true;
	}
}

static void check_containers(causes_t *c, const path_t *at, const struct fakeapi__pod_check *pod)
{
	const cJSON *list = fakeapi__member(pod->spec, "containers"), *ctr;
	struct fakeapi__lookup names;
	struct map taken;
	size_t i = 0, k = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	map_init(&taken, MAP_COPY_KEYS);
	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_container(c, here, ctr, pod);
		if (fakeapi__lookup_again(&names, ctr))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(ctr, "name"));
		fakeapi__check_lifecycle(c, here, ctr, pod->spec);
		fakeapi__check_restart(c, here, ctr);
	}
	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, k);

		k++;
		check_host_ports(c, PATH(here, "ports"), fakeapi__member(ctr, "ports"), &taken);
	}
	map_fini(&taken);
	fakeapi__lookup_fini(&names);
}

static void check_init_containers(causes_t *c, const path_t *at,
				  const struct fakeapi__pod_check *pod)
{
	const cJSON *list = fakeapi__member(pod->spec, "initContainers"), *ctr;
	struct fakeapi__lookup names, others;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	fakeapi__lookup_items(&others, fakeapi__member(pod->spec, "containers"), "name", list);
	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(ctr, "name");

		i++;
		fakeapi__check_container(c, here, ctr, pod);
		fakeapi__check_init_restart(c, here, ctr);
		if (fakeapi__lookup(&others, name) || (*name && fakeapi__lookup_again(&names, ctr)))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(ctr, "name"));
		if (strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") == 0)
			fakeapi__check_lifecycle(c, here, ctr, pod->spec);
		else
			fakeapi__check_no_lifecycle(c, here, ctr);
		if (strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") != 0)
			fakeapi__check_init_resize(c, here, ctr);
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&others);
}

/* In a host-network pod, host ports must equal container ports. */
static void check_host_network(causes_t *c, const path_t *at, const cJSON *spec, bool is_pod)
{
	const cJSON *ctr, *p;
	size_t i = 0;

	if (!cJSON_IsTrue(fakeapi__member(spec, "hostNetwork")))
		return;
	cJSON_ArrayForEach(ctr, fakeapi__member(spec, "containers"))
	{
		const path_t *here = PATH_AT(at, i), *ports_at = PATH(here, "ports");
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(p, fakeapi__member(ctr, "ports"))
		{
			const cJSON *host = fakeapi__member(p, "hostPort");
			const cJSON *port = fakeapi__member(p, "containerPort");
			int hp = cJSON_IsNumber(host) ? host->valueint : 0;
			int cp = cJSON_IsNumber(port) ? port->valueint : 0;
			const path_t *port_at = PATH_AT(ports_at, k);

			k++;
			if ((is_pod || hp) && hp != cp)
				fakeapi__cause_invalid_number(
				    c, PATH(port_at, "hostPort"), hp,
				    "must match `containerPort` when `hostNetwork` is true");
		}
	}
}

/* --- the spec ------------------------------------------------------------------------------ */

static void check_overhead(causes_t *c, const path_t *at, const cJSON *overhead)
{
	cJSON as_limits = { 0 };
	cJSON limits;

	if (!cJSON_IsObject(overhead) || !overhead->child)
		return;
	/* Checked like limits, with the path of limits, as in the server. */
	limits = *overhead;
	limits.next = limits.prev = NULL;
	limits.string = (char[]) { "limits" };
	as_limits.type = cJSON_Object;
	as_limits.child = &limits;
	fakeapi__check_resources(c, at, &as_limits, NULL);
}

static void check_rest(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const preemptions[] = { "PreemptLowerPriority", "Never", NULL };
	const cJSON *deadline = fakeapi__member(spec, "activeDeadlineSeconds");
	const cJSON *preemption = fakeapi__member(spec, "preemptionPolicy");

	check_optional_label(c, at, spec, "serviceAccountName", FAKEAPI_DNS_SUBDOMAIN);
	check_optional_label(c, at, spec, "nodeName", FAKEAPI_DNS_SUBDOMAIN);
	if (cJSON_IsNumber(deadline) &&
	    (deadline->valuedouble < 1 || deadline->valuedouble > 2147483647.0))
		fakeapi__cause_invalid(c, PATH(at, "activeDeadlineSeconds"), deadline,
				       "must be between 1 and 2147483647, inclusive");
	check_optional_label(c, at, spec, "hostname", FAKEAPI_DNS_LABEL);
	check_optional_label(c, at, spec, "subdomain", FAKEAPI_DNS_LABEL);
	fakeapi__check_tolerations(c, PATH(at, "tolerations"),
				   fakeapi__member(spec, "tolerations"));
	fakeapi__check_host_aliases(c, PATH(at, "hostAliases"),
				    fakeapi__member(spec, "hostAliases"));
	check_optional_label(c, at, spec, "priorityClassName", FAKEAPI_DNS_SUBDOMAIN);
	check_optional_label(c, at, spec, "runtimeClassName", FAKEAPI_DNS_SUBDOMAIN);
	if (cJSON_IsString(preemption))
		fakeapi__check_one_of(c, PATH(at, "preemptionPolicy"), preemption, preemptions);
	check_overhead(c, PATH(at, "overhead"), fakeapi__member(spec, "overhead"));
	fakeapi__check_os(c, at, spec);
}

/* Checks pod-level resources. */
static void check_pod_resources(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *resources = fakeapi__member(spec, "resources");

	if (!cJSON_IsObject(resources))
		return;
	if (fakeapi__member(resources, "claims"))
		fakeapi__cause_forbidden(c, PATH(at, "claims"),
					 "claims may not be set for Resources at pod-level");
	fakeapi__check_resources(c, at, resources, NULL);
	fakeapi__check_pod_sums(c, at, spec);
}

/* Checks a resource claim: its own name or a template's. */
static void check_resource_claim(causes_t *c, const path_t *at, const cJSON *claim)
{
	static const struct fakeapi__rename names[] = {
		{ "name", "Name", NULL },
		{ "resourceClaimName", "ResourceClaimName", NULL },
		{ "resourceClaimTemplateName", "ResourceClaimTemplateName", NULL },
		{ 0 }
	};
	static const char *const sources[] = { "resourceClaimName", "resourceClaimTemplateName" };
	unsigned given = 0;

	for (size_t i = 0; i < ARRAY_LEN(sources); i++)
		given += cJSON_IsString(fakeapi__member(claim, sources[i])) ? 1 : 0;
	if (given == 2)
		fakeapi__cause_invalid_form(c, at, claim, names,
					    "at most one of `resourceClaimName` or "
					    "`resourceClaimTemplateName` may be specified");
	if (given == 0)
		fakeapi__cause_invalid_form(c, at, claim, names,
					    "must specify one of: `resourceClaimName`, "
					    "`resourceClaimTemplateName`");
	for (size_t i = 0; i < ARRAY_LEN(sources); i++)
		if (cJSON_IsString(fakeapi__member(claim, sources[i])))
			fakeapi__check_format(c, PATH(at, sources[i]), FAKEAPI_DNS_SUBDOMAIN,
					      fakeapi__string(claim, sources[i]));
}

static void check_resource_claims(causes_t *c, const path_t *at, const cJSON *list)
{
	struct fakeapi__lookup names;
	const cJSON *claim;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(claim, list)
	{
		const path_t *here = PATH_AT(at, i), *name_at = PATH(here, "name");
		const cJSON *name = fakeapi__member(claim, "name");

		i++;
		if (!*fakeapi__string(claim, "name"))
			fakeapi__cause_required(c, name_at, NULL);
		else if (fakeapi__lookup_again(&names, claim))
			fakeapi__cause_duplicate(c, name_at, name);
		else
			fakeapi__check_format(c, name_at, FAKEAPI_DNS_LABEL,
					      fakeapi__string(claim, "name"));
		check_resource_claim(c, here, claim);
	}
	fakeapi__lookup_fini(&names);
}

static void check_spec(causes_t *c, const path_t *at, const cJSON *spec, bool is_pod)
{
	struct fakeapi__pod_check pod = { .spec = spec };

	map_init(&pod.volumes, MAP_BORROW_KEYS);
	fakeapi__check_volumes(c, PATH(at, "volumes"), &pod);
	check_resource_claims(c, PATH(at, "resourceClaims"),
			      fakeapi__member(spec, "resourceClaims"));
	if (fakeapi__check_some(c, PATH(at, "containers"), fakeapi__member(spec, "containers")))
		check_containers(c, PATH(at, "containers"), &pod);
	check_init_containers(c, PATH(at, "initContainers"), &pod);
	fakeapi__check_ephemeral_containers(c, PATH(at, "ephemeralContainers"), &pod);
	map_fini(&pod.volumes);
	check_pod_resources(c, PATH(at, "resources"), spec);
	check_host_network(c, PATH(at, "containers"), spec, is_pod);
	if (fakeapi__check_some(c, PATH(at, "restartPolicy"),
				fakeapi__member(spec, "restartPolicy")))
		fakeapi__check_one_of(c, PATH(at, "restartPolicy"),
				      fakeapi__member(spec, "restartPolicy"), restart_policies);
	if (fakeapi__check_some(c, PATH(at, "dnsPolicy"), fakeapi__member(spec, "dnsPolicy")))
		fakeapi__check_one_of(c, PATH(at, "dnsPolicy"), fakeapi__member(spec, "dnsPolicy"),
				      dns_policies);
	fakeapi__check_labels(c, PATH(at, "nodeSelector"), fakeapi__member(spec, "nodeSelector"));
	fakeapi__check_pod_security(c, PATH(at, "securityContext"), spec);
	fakeapi__check_affinity(c, PATH(at, "affinity"), fakeapi__member(spec, "affinity"));
	fakeapi__check_dns_config(c, PATH(at, "dnsConfig"), spec);
	fakeapi__check_gates(c, at, spec);
	fakeapi__check_spread(c, PATH(at, "topologySpreadConstraints"),
			      fakeapi__member(spec, "topologySpreadConstraints"));
	fakeapi__check_host_process(c, at, spec);
	fakeapi__check_host_users(c, at, spec);
	fakeapi__check_host_name(c, at, spec);
	check_rest(c, at, spec);
	fakeapi__check_file_volumes(c, at, spec);
}

void fakeapi__check_template(causes_t *c, const path_t *at, const cJSON *tmpl)
{
	const cJSON *meta = fakeapi__member(tmpl, "metadata");
	const path_t *labels = PATH(at, "labels"), *annotations = PATH(at, "annotations");

	fakeapi__check_labels(c, labels, fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, annotations, fakeapi__member(meta, "annotations"));
	fakeapi__check_pod_annotations(c, annotations, fakeapi__member(meta, "annotations"),
				       fakeapi__member(tmpl, "spec"));
	check_spec(c, PATH(at, "spec"), fakeapi__member(tmpl, "spec"), false);
	fakeapi__check_profile_notes(c, PATH(at, "spec"), fakeapi__member(tmpl, "spec"),
				     fakeapi__member(meta, "annotations"));
	if (!fakeapi__is_blank(fakeapi__dig(tmpl, "spec", "ephemeralContainers", NULL)))
		fakeapi__cause_forbidden(c, PATH(PATH(at, "spec"), "ephemeralContainers"),
					 "ephemeral containers not allowed in pod template");
}

/* Without a pod there is no service account; a template may get one later. */
static void check_no_tokens(causes_t *c, const path_t *at, const cJSON *volumes)
{
	const cJSON *v, *s;
	size_t i = 0;

	cJSON_ArrayForEach(v, volumes)
	{
		const path_t *here = PATH_AT(at, i), *in = PATH(here, "projected");
		const path_t *sources = PATH(in, "sources");
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(s, fakeapi__dig(v, "projected", "sources", NULL))
		{
			const path_t *one = PATH_AT(sources, k);

			k++;
			if (fakeapi__member(s, "serviceAccountToken"))
				fakeapi__cause_forbidden(c, PATH(one, "serviceAccountToken"),
							 "must not be specified when "
							 "serviceAccountName is not set");
		}
	}
}

/* Unlike templates, pods must not have images with surrounding spaces. */
static void check_images(causes_t *c, const path_t *at, const cJSON *list)
{
	const cJSON *ctr;
	size_t i = 0;

	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_image(c, PATH(here, "image"), ctr);
	}
}

void fakeapi__check_pod_form(causes_t *c, const cJSON *obj)
{
	const path_t *at = PATH(NULL, "spec"), *meta = PATH(NULL, "metadata");
	const cJSON *spec = fakeapi__member(obj, "spec");

	fakeapi__check_pod_annotations(c, PATH(meta, "annotations"),
				       fakeapi__dig(obj, "metadata", "annotations", NULL), spec);
	check_spec(c, at, spec, true);
	if (!*fakeapi__string(spec, "serviceAccountName"))
		check_no_tokens(c, PATH(at, "volumes"), fakeapi__member(spec, "volumes"));
	check_images(c, PATH(at, "containers"), fakeapi__member(spec, "containers"));
	check_images(c, PATH(at, "initContainers"), fakeapi__member(spec, "initContainers"));
}

void fakeapi__check_pod(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "spec");
	const cJSON *spec = fakeapi__member(obj, "spec");

	fakeapi__check_pod_form(c, obj);
	if (old) {
		fakeapi__check_annotation_updates(c, obj, old);
		fakeapi__check_pod_update(c, at, spec, fakeapi__member(old, "spec"));
		return;
	}
	if (!fakeapi__is_blank(fakeapi__member(spec, "ephemeralContainers")))
		fakeapi__cause_forbidden(c, PATH(at, "ephemeralContainers"),
					 "cannot be set on create");
	if (*fakeapi__string(spec, "nodeName") &&
	    !fakeapi__is_blank(fakeapi__member(spec, "schedulingGates")))
		fakeapi__cause_forbidden(c, PATH(at, "nodeName"),
					 "cannot be set until all schedulingGates have been "
					 "cleared");
	fakeapi__check_profile_notes(c, at, spec,
				     fakeapi__dig(obj, "metadata", "annotations", NULL));
}

void fakeapi__check_pod_template(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	fakeapi__check_template(c, PATH(NULL, "template"), fakeapi__member(obj, "template"));
}
