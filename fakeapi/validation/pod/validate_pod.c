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

/* Ports of the host that two containers want, as Go's "protocol/address/port". */
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
		if (fakeapi__lookup(&others, name) || (*name && fakeapi__lookup_again(&names, ctr)))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(ctr, "name"));
		if (strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") == 0)
			fakeapi__check_lifecycle(c, here, ctr, pod->spec);
		else
			fakeapi__check_no_lifecycle(c, here, ctr);
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&others);
}

/* A pod in the host's network has the host's ports. */
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
	/* The same rules as for limits, under the path of limits: so does the server. */
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

/* What all containers of a pod may have together. */
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

static void check_spec(causes_t *c, const path_t *at, const cJSON *spec, bool is_pod)
{
	struct fakeapi__pod_check pod = { .spec = spec };

	map_init(&pod.volumes, MAP_BORROW_KEYS);
	fakeapi__check_volumes(c, PATH(at, "volumes"), &pod);
	if (fakeapi__check_some(c, PATH(at, "containers"), fakeapi__member(spec, "containers")))
		check_containers(c, PATH(at, "containers"), &pod);
	check_init_containers(c, PATH(at, "initContainers"), &pod);
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
	check_rest(c, at, spec);
}

static void check_seccomp_note(causes_t *c, const path_t *at, const cJSON *note)
{
	static const char *const profiles[] = { "runtime/default", "docker/default", "unconfined" };
	const char *profile = cJSON_IsString(note) ? note->valuestring : "";

	for (size_t i = 0; i < ARRAY_LEN(profiles); i++)
		if (strcmp(profile, profiles[i]) == 0)
			return;
	if (strncmp(profile, "localhost/", 10) == 0)
		fakeapi__check_path_below(c, PATH(at, note->string), profile + 10);
	else
		fakeapi__cause_invalid_str(c, PATH(at, note->string), str_of(profile),
					   "must be a valid seccomp profile");
}

/* Profiles as annotations, which say nothing any more but must be good. */
static void check_seccomp_notes(causes_t *c, const path_t *at, const cJSON *notes)
{
	static const char of_container[] = "container.seccomp.security.alpha.kubernetes.io/";
	const cJSON *n = fakeapi__member(notes, "seccomp.security.alpha.kubernetes.io/pod");

	if (n)
		check_seccomp_note(c, at, n);
	cJSON_ArrayForEach(n, notes)
	{
		if (strncmp(n->string, of_container, sizeof(of_container) - 1) == 0)
			check_seccomp_note(c, at, n);
	}
}

void fakeapi__check_template(causes_t *c, const path_t *at, const cJSON *tmpl)
{
	const cJSON *meta = fakeapi__member(tmpl, "metadata");
	const path_t *labels = PATH(at, "labels"), *annotations = PATH(at, "annotations");

	fakeapi__check_labels(c, labels, fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, annotations, fakeapi__member(meta, "annotations"));
	check_seccomp_notes(c, annotations, fakeapi__member(meta, "annotations"));
	check_spec(c, PATH(at, "spec"), fakeapi__member(tmpl, "spec"), false);
	fakeapi__check_profile_notes(c, PATH(at, "spec"), fakeapi__member(tmpl, "spec"),
				     fakeapi__member(meta, "annotations"));
}

/* --- updates --- */

/* false: there is no telling which container is which. */
static bool check_container_updates(causes_t *c, const path_t *at, const cJSON *now,
				    const cJSON *before)
{
	const cJSON *ctr;
	size_t i = 0;

	if (cJSON_GetArraySize(now) != cJSON_GetArraySize(before)) {
		fakeapi__cause_forbidden(c, at, "pod updates may not add or remove containers");
		return false;
	}
	cJSON_ArrayForEach(ctr, now)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_some(c, PATH(here, "image"), fakeapi__member(ctr, "image"));
	}
	return true;
}

/* All but its seconds, as text. */
static void toleration_text(const cJSON *t, struct strbuf *out)
{
	static const char *const parts[] = { "key", "operator", "value", "effect" };

	strbuf_clear(out);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		fakeapi__go_quote(out, str_of(fakeapi__string(t, parts[i])));
}

static void check_added_tolerations(causes_t *c, const path_t *at, const cJSON *now,
				    const cJSON *before)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct map kept;
	const cJSON *t;

	map_init(&kept, MAP_COPY_KEYS);
	cJSON_ArrayForEach(t, now)
	{
		toleration_text(t, &text);
		c->nomem |= map_put(&kept, strbuf_str(&text), &kept, NULL) != 0;
	}
	cJSON_ArrayForEach(t, before)
	{
		toleration_text(t, &text);
		if (text.failed || map_get(&kept, strbuf_str(&text)))
			continue;
		fakeapi__cause_forbidden(c, at,
					 "existing toleration can not be modified except its "
					 "tolerationSeconds");
		break;
	}
	c->nomem |= text.failed;
	map_fini(&kept);
}

/* The images of `before` in the containers of `spec`. */
static int munge_images(cJSON *spec, const cJSON *before, const char *list)
{
	cJSON *n = fakeapi__member(spec, list);
	const cJSON *o = fakeapi__member(before, list);

	n = n ? n->child : NULL;
	o = o ? o->child : NULL;
	for (; n && o; n = n->next, o = o->next)
		if (fakeapi__member(o, "image") &&
		    fakeapi__set(n, "image", cJSON_Duplicate(fakeapi__member(o, "image"), true)) !=
			0)
			return -1;
	return 0;
}

/* The member as it was. */
static int put_back(cJSON *spec, const cJSON *before, const char *name)
{
	const cJSON *o = fakeapi__member(before, name);

	if (o)
		return fakeapi__set(spec, name, cJSON_Duplicate(o, true));
	cJSON_DeleteItemFromObjectCaseSensitive(spec, name);
	return 0;
}

/* Only the affinity to nodes: that to pods may not change. */
static int put_back_affinity(cJSON *spec, const cJSON *before)
{
	cJSON *now = fakeapi__member(spec, "affinity");
	const cJSON *was = fakeapi__member(before, "affinity");
	int rc;

	if (!now && !fakeapi__member(was, "nodeAffinity"))
		return 0;
	if (!now && fakeapi__set(spec, "affinity", cJSON_CreateObject()) != 0)
		return -1;
	now = fakeapi__member(spec, "affinity");
	rc = put_back(now, was, "nodeAffinity");
	if (!was && now && !now->child)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "affinity");
	return rc;
}

static int munge(cJSON *spec, const cJSON *before)
{
	static const char *const free_members[] = { "activeDeadlineSeconds", "tolerations",
						    "schedulingGates" };

	if (munge_images(spec, before, "containers") != 0 ||
	    munge_images(spec, before, "initContainers") != 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(free_members); i++) {
		const cJSON *o = fakeapi__member(before, free_members[i]);

		if (o && fakeapi__set(spec, free_members[i], cJSON_Duplicate(o, true)) != 0)
			return -1;
		if (!o)
			cJSON_Delete(
			    cJSON_DetachItemFromObjectCaseSensitive(spec, free_members[i]));
	}
	if (!fakeapi__is_blank(fakeapi__member(before, "schedulingGates"))) {
		if (put_back(spec, before, "nodeSelector") != 0 ||
		    put_back_affinity(spec, before) != 0)
			return -1;
	}
	return 0;
}

/* --- what a gated pod may be told of where to go: more, nothing else ----------------------- */

static void check_selector_grows(causes_t *c, const path_t *at, const cJSON *now,
				 const cJSON *before)
{
	struct fakeapi__lookup names;
	bool all = true;

	fakeapi__lookup_members(&names, now, before);
	for (const cJSON *m = before ? before->child : NULL; m && all; m = m->next) {
		const cJSON *n = fakeapi__lookup(&names, m->string);

		all = n && fakeapi__equal(n, m);
	}
	fakeapi__lookup_fini(&names);
	if (!all)
		fakeapi__cause_invalid(
		    c, at, now,
		    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
}

/* Is `now` what was there before, and perhaps more behind it? */
static bool begins_with(const cJSON *now, const cJSON *before)
{
	const cJSON *n = now ? now->child : NULL;
	const cJSON *b = before ? before->child : NULL;

	for (; b; b = b->next, n = n->next)
		if (!n || !fakeapi__equal(n, b))
			return false;
	return true;
}

static bool term_grows(const cJSON *now, const cJSON *before)
{
	static const char *const lists[] = { "matchExpressions", "matchFields" };
	bool empty = true, more = false;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const cJSON *n = fakeapi__member(now, lists[i]);
		const cJSON *b = fakeapi__member(before, lists[i]);

		if (!begins_with(n, b))
			return false;
		empty &= fakeapi__is_blank(b);
		more |= !fakeapi__is_blank(n);
	}
	return !empty || !more;
}

static const cJSON *required_terms(const cJSON *spec)
{
	return fakeapi__dig(spec, "affinity", "nodeAffinity",
			    "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms",
			    NULL);
}

static void check_terms_grow(causes_t *c, const path_t *spec_at, const cJSON *spec,
			     const cJSON *before)
{
	const path_t *affinity = PATH(spec_at, "affinity"), *node = PATH(affinity, "nodeAffinity");
	const path_t *must = PATH(node, "requiredDuringSchedulingIgnoredDuringExecution");
	const path_t *at = PATH(must, "nodeSelectorTerms");
	const cJSON *now = required_terms(spec), *was = required_terms(before), *w;
	const cJSON *n = now ? now->child : NULL;
	size_t i = 0;

	if (fakeapi__is_blank(was))
		return;
	if (cJSON_GetArraySize(now) != cJSON_GetArraySize(was)) {
		fakeapi__cause_invalid_internal(
		    c, at, now, FAKEAPI_INTERNAL_NODE_SELECTOR_TERMS,
		    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
		return;
	}
	cJSON_ArrayForEach(w, was)
	{
		if (!term_grows(n, w))
			fakeapi__cause_invalid_internal(
			    c, PATH_AT(at, i), n, FAKEAPI_INTERNAL_NODE_SELECTOR_TERM,
			    "only additions are allowed (no mutations or deletions)");
		n = n->next;
		i++;
	}
}

static void check_gated_update(causes_t *c, const path_t *at, const cJSON *spec,
			       const cJSON *before)
{
	if (fakeapi__is_blank(fakeapi__member(before, "schedulingGates")))
		return;
	check_selector_grows(c, PATH(at, "nodeSelector"), fakeapi__member(spec, "nodeSelector"),
			     fakeapi__member(before, "nodeSelector"));
	check_terms_grow(c, at, spec, before);
}

/* A deadline may come, and come nearer. False: that is all there is to say. */
static bool check_deadline_update(causes_t *c, const path_t *at, const cJSON *now,
				  const cJSON *before)
{
	if (!cJSON_IsNumber(before))
		return true;
	if (!cJSON_IsNumber(now))
		fakeapi__cause_invalid(c, at, now,
				       "must not update from a positive integer to nil value");
	else if (now->valuedouble > before->valuedouble) {
		fakeapi__cause_invalid(c, at, now, "must be less than or equal to previous value");
		return false;
	}
	return true;
}

/* Gates only go. */
static void check_new_gates(causes_t *c, const path_t *at, const cJSON *now, const cJSON *before)
{
	struct fakeapi__lookup known;
	const cJSON *g;
	size_t i = 0;

	fakeapi__lookup_items(&known, before, "name", now);
	cJSON_ArrayForEach(g, now)
	{
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		if (fakeapi__lookup(&known, fakeapi__string(g, "name")))
			continue;
		strbuf_addf(&text, "only deletion is allowed, but found new scheduling gate '%s'",
			    fakeapi__string(g, "name"));
		c->nomem |= text.failed;
		if (!text.failed)
			fakeapi__cause_forbidden(c, PATH(here, "name"), text.ptr);
	}
	fakeapi__lookup_fini(&known);
}

static void check_pod_update(causes_t *c, const path_t *at, const cJSON *spec, const cJSON *before)
{
	cJSON *munged;

	if (!check_container_updates(c, PATH(at, "containers"), fakeapi__member(spec, "containers"),
				     fakeapi__member(before, "containers")) ||
	    !check_container_updates(c, PATH(at, "initContainers"),
				     fakeapi__member(spec, "initContainers"),
				     fakeapi__member(before, "initContainers")))
		return;
	if (!check_deadline_update(c, PATH(at, "activeDeadlineSeconds"),
				   fakeapi__member(spec, "activeDeadlineSeconds"),
				   fakeapi__member(before, "activeDeadlineSeconds")))
		return;
	check_added_tolerations(c, PATH(at, "tolerations"), fakeapi__member(spec, "tolerations"),
				fakeapi__member(before, "tolerations"));
	check_new_gates(c, PATH(at, "schedulingGates"), fakeapi__member(spec, "schedulingGates"),
			fakeapi__member(before, "schedulingGates"));
	if (fakeapi__equal(spec, before))
		return;
	check_gated_update(c, at, spec, before);
	munged = cJSON_Duplicate(spec, true);
	if (!munged || munge(munged, before) != 0)
		c->nomem = true;
	else if (!fakeapi__equal(munged, before))
		fakeapi__cause_pod_changed(c, at, before, munged);
	cJSON_Delete(munged);
}

/* Of whom should they be? Templates may say so later. */
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

void fakeapi__check_pod(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "spec"), *meta = PATH(NULL, "metadata");
	const cJSON *spec = fakeapi__member(obj, "spec");

	check_seccomp_notes(c, PATH(meta, "annotations"),
			    fakeapi__dig(obj, "metadata", "annotations", NULL));
	check_spec(c, at, spec, true);
	if (!*fakeapi__string(spec, "serviceAccountName"))
		check_no_tokens(c, PATH(at, "volumes"), fakeapi__member(spec, "volumes"));
	if (!old && *fakeapi__string(spec, "nodeName") &&
	    !fakeapi__is_blank(fakeapi__member(spec, "schedulingGates")))
		fakeapi__cause_forbidden(c, PATH(at, "nodeName"),
					 "cannot be set until all schedulingGates have been "
					 "cleared");
	if (!old)
		fakeapi__check_profile_notes(c, at, spec,
					     fakeapi__dig(obj, "metadata", "annotations", NULL));
	if (old)
		check_pod_update(c, at, spec, fakeapi__member(old, "spec"));
}

void fakeapi__check_pod_template(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	fakeapi__check_template(c, PATH(NULL, "template"), fakeapi__member(obj, "template"));
}
