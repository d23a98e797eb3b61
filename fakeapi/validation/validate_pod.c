/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod.c - pods and pod templates. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"

static const char *const protocols[] = { "SCTP", "TCP", "UDP", NULL };
static const char *const pull_policies[] = { "Always", "IfNotPresent", "Never", NULL };
static const char *const restart_policies[] = { "Always", "OnFailure", "Never", NULL };
static const char *const dns_policies[] = { "ClusterFirstWithHostNet", "ClusterFirst", "Default",
					    "None", NULL };
static const char *const message_policies[] = { "File", "FallbackToLogsOnError", NULL };

static void check_ports(causes_t *c, const path_t *at, const cJSON *ports)
{
	struct fakeapi__lookup names;
	const cJSON *p;
	size_t i = 0;

	fakeapi__lookup_items(&names, ports, "name", ports);
	cJSON_ArrayForEach(p, ports)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *number = fakeapi__member(p, "containerPort");
		const char *name = fakeapi__string(p, "name");
		size_t before = fakeapi__causes_count(c);

		i++;
		if (*name)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_PORT_NAME, name);
		if (*name && fakeapi__causes_count(c) == before && fakeapi__lookup_again(&names, p))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(p, "name"));
		if (!cJSON_IsNumber(number) || number->valueint == 0)
			fakeapi__cause_required(c, PATH(here, "containerPort"), NULL);
		else
			fakeapi__check_port(c, PATH(here, "containerPort"), number);
		if (fakeapi__member(p, "hostPort"))
			fakeapi__check_port(c, PATH(here, "hostPort"),
					    fakeapi__member(p, "hostPort"));
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
	}
	fakeapi__lookup_fini(&names);
}

static void check_env(causes_t *c, const path_t *at, const cJSON *env)
{
	const cJSON *e;
	size_t i = 0;

	cJSON_ArrayForEach(e, env)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *from = fakeapi__member(e, "valueFrom");

		i++;
		if (fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(e, "name")))
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_ENV_NAME,
					      fakeapi__string(e, "name"));
		if (!from || cJSON_IsNull(from))
			continue;
		if (!from->child)
			fakeapi__cause_invalid_str(c, PATH(here, "valueFrom"), STR(""),
						   "must specify one of: `fieldRef`, "
						   "`resourceFieldRef`, `configMapKeyRef` or "
						   "`secretKeyRef`");
		else if (*fakeapi__string(e, "value"))
			fakeapi__cause_invalid_str(
			    c, PATH(here, "valueFrom"), STR(""),
			    "may not be specified when `value` is not empty");
	}
}

static void check_mounts(causes_t *c, const path_t *at, const cJSON *mounts,
			 const struct fakeapi__lookup *volumes)
{
	struct fakeapi__lookup paths;
	const cJSON *m;
	size_t i = 0;

	fakeapi__lookup_items(&paths, mounts, "mountPath", mounts);
	cJSON_ArrayForEach(m, mounts)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(m, "name"));
		if (!fakeapi__lookup(volumes, fakeapi__string(m, "name")))
			fakeapi__cause_not_found(c, PATH(here, "name"), fakeapi__member(m, "name"));
		fakeapi__check_some(c, PATH(here, "mountPath"), fakeapi__member(m, "mountPath"));
		if (fakeapi__lookup_again(&paths, m))
			fakeapi__cause_invalid(c, PATH(here, "mountPath"),
					       fakeapi__member(m, "mountPath"), "must be unique");
	}
	fakeapi__lookup_fini(&paths);
}

static void check_quantity(causes_t *c, const path_t *at, const cJSON *q)
{
	if (cJSON_IsString(q) && fakeapi__quantity_value(q->valuestring) < 0)
		fakeapi__cause_invalid(c, at, q, "must be greater than or equal to 0");
}

static void check_resources(causes_t *c, const path_t *at, const cJSON *resources)
{
	const cJSON *limits = fakeapi__member(resources, "limits"), *q;
	const cJSON *requests = fakeapi__member(resources, "requests");
	struct fakeapi__lookup limit_of;
	const path_t *lim = PATH(at, "limits"), *req = PATH(at, "requests");

	cJSON_ArrayForEach(q, limits) check_quantity(c, PATH_KEY(lim, str_of(q->string)), q);
	fakeapi__lookup_members(&limit_of, limits, requests);
	cJSON_ArrayForEach(q, requests)
	{
		const cJSON *max = fakeapi__lookup(&limit_of, q->string);
		const char *limit = cJSON_IsString(max) ? max->valuestring : "";
		AUTO_STRBUF text = STRBUF_INIT;

		check_quantity(c, PATH_KEY(req, str_of(q->string)), q);
		if (!*limit || !cJSON_IsString(q) ||
		    fakeapi__quantity_value(q->valuestring) <= fakeapi__quantity_value(limit))
			continue;
		strbuf_addf(&text, "must be less than or equal to %s limit of %s", q->string,
			    limit);
		fakeapi__cause_invalid(c, req, q, text.ptr);
	}
	fakeapi__lookup_fini(&limit_of);
}

static void check_probe(causes_t *c, const path_t *at, const cJSON *probe)
{
	static const char *const handlers[] = { "exec", "httpGet", "tcpSocket", "grpc" };
	static const char *const numbers[] = { "initialDelaySeconds", "timeoutSeconds",
					       "periodSeconds", "successThreshold",
					       "failureThreshold" };
	size_t n = 0;

	if (!cJSON_IsObject(probe))
		return;
	for (size_t i = 0; i < ARRAY_LEN(handlers); i++) {
		if (!cJSON_IsObject(fakeapi__member(probe, handlers[i])))
			continue;
		if (n++)
			fakeapi__cause_forbidden(c, PATH(at, handlers[i]),
						 "may not specify more than 1 handler type");
	}
	if (n == 0)
		fakeapi__cause_required(c, at, "must specify a handler type");
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		fakeapi__check_not_negative(c, PATH(at, numbers[i]),
					    fakeapi__member(probe, numbers[i]));
}

static void check_container(causes_t *c, const path_t *at, const cJSON *ctr,
			    const struct fakeapi__lookup *volumes)
{
	const cJSON *policy = fakeapi__member(ctr, "terminationMessagePolicy");

	if (fakeapi__check_some(c, PATH(at, "name"), fakeapi__member(ctr, "name")))
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_LABEL,
				      fakeapi__string(ctr, "name"));
	fakeapi__check_some(c, PATH(at, "image"), fakeapi__member(ctr, "image"));
	if (fakeapi__check_some(c, PATH(at, "terminationMessagePolicy"), policy))
		fakeapi__check_one_of(c, PATH(at, "terminationMessagePolicy"), policy,
				      message_policies);
	check_ports(c, PATH(at, "ports"), fakeapi__member(ctr, "ports"));
	check_env(c, PATH(at, "env"), fakeapi__member(ctr, "env"));
	check_mounts(c, PATH(at, "volumeMounts"), fakeapi__member(ctr, "volumeMounts"), volumes);
	if (fakeapi__check_some(c, PATH(at, "imagePullPolicy"),
				fakeapi__member(ctr, "imagePullPolicy")))
		fakeapi__check_one_of(c, PATH(at, "imagePullPolicy"),
				      fakeapi__member(ctr, "imagePullPolicy"), pull_policies);
	check_resources(c, PATH(at, "resources"), fakeapi__member(ctr, "resources"));
}

static void check_containers(causes_t *c, const path_t *at, const cJSON *list,
			     const struct fakeapi__lookup *volumes, const cJSON *others)
{
	static const char *const probes[] = { "livenessProbe", "readinessProbe", "startupProbe" };
	struct fakeapi__lookup names, other_names;
	const cJSON *ctr;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	fakeapi__lookup_items(&other_names, others, "name", list);
	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_container(c, here, ctr, volumes);
		if (fakeapi__lookup_again(&names, ctr) ||
		    fakeapi__lookup(&other_names, fakeapi__string(ctr, "name")))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(ctr, "name"));
		for (size_t p = 0; p < ARRAY_LEN(probes); p++)
			check_probe(c, PATH(here, probes[p]), fakeapi__member(ctr, probes[p]));
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&other_names);
}

static void check_volumes(causes_t *c, const path_t *at, const cJSON *volumes,
			  const struct fakeapi__lookup *names)
{
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, volumes)
	{
		const path_t *here = PATH_AT(at, i);
		int sources = cJSON_GetArraySize(v) - (fakeapi__member(v, "name") != NULL);

		i++;
		if (sources == 0)
			fakeapi__cause_required(c, here, "must specify a volume type");
		if (sources > 1)
			fakeapi__cause_forbidden(c, here,
						 "may not specify more than 1 volume type");
		if (fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(v, "name")))
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL,
					      fakeapi__string(v, "name"));
		if (fakeapi__lookup_again(names, v))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(v, "name"));
	}
}

static void check_optional_label(causes_t *c, const path_t *at, const cJSON *spec, const char *name,
				 enum fakeapi__format format)
{
	const char *text = fakeapi__string(spec, name);

	if (*text)
		fakeapi__check_format(c, PATH(at, name), format, text);
}

/* Segments of small letters, digits, dashes and underscores, between dots or slashes. */
static bool is_sysctl(const char *z)
{
	size_t n = strlen(z);
	char before = '.';

	for (const char *p = z; *p; p++) {
		bool word = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
		bool sign = *p == '-' || *p == '_', mark = *p == '.' || *p == '/';

		if (!word && !sign && !mark)
			return false;
		if (!word && (before == '.' || before == '/'))
			return false;
		if (mark && (before == '-' || before == '_'))
			return false;
		before = *p;
	}
	return n > 0 && n <= 253 && before != '.' && before != '/' && before != '-' &&
	       before != '_';
}

static bool begins(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

static void check_sysctls(causes_t *c, const path_t *at, const cJSON *list, const cJSON *spec)
{
	bool net = cJSON_IsTrue(fakeapi__member(spec, "hostNetwork"));
	bool ipc = cJSON_IsTrue(fakeapi__member(spec, "hostIPC"));
	struct fakeapi__lookup names;
	const cJSON *s;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i), *name_at = PATH(here, "name");
		const cJSON *name = fakeapi__member(s, "name");
		const char *z = fakeapi__string(s, "name");

		i++;
		if (!*z)
			fakeapi__cause_required(c, name_at, NULL);
		else if (!is_sysctl(z))
			fakeapi__cause_invalid(c, name_at, name,
					       "must have at most 253 characters and match regex "
					       "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./"
					       "])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
		else if (fakeapi__lookup_again(&names, s))
			fakeapi__cause_duplicate(c, name_at, name);
		if (net && (begins(z, "net.") || begins(z, "net/")))
			fakeapi__cause_invalid(c, name_at, name,
					       "may not be specified when 'hostNetwork' is true");
		else if (ipc && (begins(z, "fs.mqueue.") || begins(z, "kernel.msg") ||
				 begins(z, "kernel.sem") || begins(z, "kernel.shmall") ||
				 begins(z, "kernel.shmmax") || begins(z, "kernel.shmmni") ||
				 begins(z, "kernel.shm_rmid_forced")))
			fakeapi__cause_invalid(c, name_at, name,
					       "may not be specified when 'hostIPC' is true");
	}
	fakeapi__lookup_fini(&names);
}

void fakeapi__check_pod_spec(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *containers = fakeapi__member(spec, "containers");
	const cJSON *volumes = fakeapi__member(spec, "volumes");
	const cJSON *deadline = fakeapi__member(spec, "activeDeadlineSeconds");
	const path_t *security = PATH(at, "securityContext");
	struct fakeapi__lookup by_name;

	fakeapi__lookup_items(&by_name, volumes, "name", volumes);
	check_volumes(c, PATH(at, "volumes"), volumes, &by_name);
	if (fakeapi__check_some(c, PATH(at, "containers"), containers))
		check_containers(c, PATH(at, "containers"), containers, &by_name, NULL);
	check_containers(c, PATH(at, "initContainers"), fakeapi__member(spec, "initContainers"),
			 &by_name, containers);
	fakeapi__lookup_fini(&by_name);
	if (fakeapi__check_some(c, PATH(at, "restartPolicy"),
				fakeapi__member(spec, "restartPolicy")))
		fakeapi__check_one_of(c, PATH(at, "restartPolicy"),
				      fakeapi__member(spec, "restartPolicy"), restart_policies);
	if (fakeapi__check_some(c, PATH(at, "dnsPolicy"), fakeapi__member(spec, "dnsPolicy")))
		fakeapi__check_one_of(c, PATH(at, "dnsPolicy"), fakeapi__member(spec, "dnsPolicy"),
				      dns_policies);
	fakeapi__check_labels(c, PATH(at, "nodeSelector"), fakeapi__member(spec, "nodeSelector"));
	check_sysctls(c, PATH(security, "sysctls"),
		      fakeapi__dig(spec, "securityContext", "sysctls", NULL), spec);
	check_optional_label(c, at, spec, "serviceAccountName", FAKEAPI_DNS_SUBDOMAIN);
	check_optional_label(c, at, spec, "nodeName", FAKEAPI_DNS_SUBDOMAIN);
	if (cJSON_IsNumber(deadline) &&
	    (deadline->valuedouble < 1 || deadline->valuedouble > 2147483647.0))
		fakeapi__cause_invalid(c, PATH(at, "activeDeadlineSeconds"), deadline,
				       "must be between 1 and 2147483647, inclusive");
	check_optional_label(c, at, spec, "hostname", FAKEAPI_DNS_LABEL);
	check_optional_label(c, at, spec, "subdomain", FAKEAPI_DNS_LABEL);
	check_optional_label(c, at, spec, "priorityClassName", FAKEAPI_DNS_SUBDOMAIN);
	check_optional_label(c, at, spec, "runtimeClassName", FAKEAPI_DNS_SUBDOMAIN);
}

void fakeapi__check_template(causes_t *c, const path_t *at, const cJSON *tmpl)
{
	const cJSON *meta = fakeapi__member(tmpl, "metadata");
	const path_t *labels = PATH(at, "labels"), *annotations = PATH(at, "annotations");

	fakeapi__check_labels(c, labels, fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, annotations, fakeapi__member(meta, "annotations"));
	fakeapi__check_pod_spec(c, PATH(at, "spec"), fakeapi__member(tmpl, "spec"));
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

static void check_tolerations(causes_t *c, const path_t *at, const cJSON *now, const cJSON *before)
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

static int munge(cJSON *spec, const cJSON *before)
{
	static const char *const free_members[] = { "activeDeadlineSeconds", "tolerations",
						    "schedulingGates", "priority" };

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
		/* A gated pod may still be told where to go. */
		static const char *const gated[] = { "nodeSelector", "affinity" };

		for (size_t i = 0; i < ARRAY_LEN(gated); i++) {
			const cJSON *o = fakeapi__member(before, gated[i]);

			if (o && fakeapi__set(spec, gated[i], cJSON_Duplicate(o, true)) != 0)
				return -1;
			if (!o)
				cJSON_Delete(
				    cJSON_DetachItemFromObjectCaseSensitive(spec, gated[i]));
		}
	}
	return 0;
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
	check_tolerations(c, PATH(at, "tolerations"), fakeapi__member(spec, "tolerations"),
			  fakeapi__member(before, "tolerations"));
	if (fakeapi__equal(spec, before))
		return;
	munged = cJSON_Duplicate(spec, true);
	if (!munged || munge(munged, before) != 0)
		c->nomem = true;
	else if (!fakeapi__equal(munged, before))
		fakeapi__cause_pod_changed(c, at, before, munged);
	cJSON_Delete(munged);
}

void fakeapi__check_pod(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "spec");
	const cJSON *spec = fakeapi__member(obj, "spec");

	fakeapi__check_pod_spec(c, at, spec);
	if (old)
		check_pod_update(c, at, spec, fakeapi__member(old, "spec"));
}

void fakeapi__check_pod_template(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	fakeapi__check_template(c, PATH(NULL, "template"), fakeapi__member(obj, "template"));
}
