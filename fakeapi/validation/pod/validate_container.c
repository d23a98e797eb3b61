/* SPDX-License-Identifier: Apache-2.0 */
/* validate_container.c - one container of a pod: its ports, environment, mounts, resources and
 * security (k8s.io/kubernetes pkg/apis/core/validation, validateContainerCommon). Probes and hooks
 * are in validate_lifecycle.c. */

#include "fakeapi/meta/lookup.h"

#include "fakeapi/validation/pod/validate_pod.h"

static const char *const protocols[] = { "SCTP", "TCP", "UDP", NULL };
static const char *const pull_policies[] = { "Always", "IfNotPresent", "Never", NULL };
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
		const cJSON *host = fakeapi__member(p, "hostPort");
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
		if (cJSON_IsNumber(host) && host->valueint != 0)
			fakeapi__check_port(c, PATH(here, "hostPort"), host);
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
	}
	fakeapi__lookup_fini(&names);
}

/* --- environment --------------------------------------------------------------------------- */

void fakeapi__check_field_ref(causes_t *c, const path_t *at, const cJSON *ref,
			      const char *const *allowed)
{
	static const char *const known[] = {
		"metadata.annotations", "metadata.labels",    "metadata.name",
		"metadata.namespace",	"metadata.uid",	      "spec.nodeName",
		"spec.restartPolicy",	"spec.schedulerName", "spec.serviceAccountName",
		"status.hostIP",	"status.hostIPs",     "status.phase",
		"status.podIP",		"status.podIPs",      NULL,
	};
	const cJSON *path = fakeapi__member(ref, "fieldPath");
	const char *z = fakeapi__string(ref, "fieldPath");
	const char *open = strchr(z, '['), *version = fakeapi__string(ref, "apiVersion");
	bool keyed = open && strstr(open, "['") == open && strlen(open) > 3 &&
		     strcmp(open + strlen(open) - 2, "']") == 0;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__check_some(c, PATH(at, "apiVersion"), fakeapi__member(ref, "apiVersion")) ||
	    !fakeapi__check_some(c, PATH(at, "fieldPath"), path))
		return;
	if (strcmp(version, "v1") != 0) {
		strbuf_addf(&text, "error converting fieldPath: unsupported pod version: %s",
			    version);
	} else if (keyed) {
		bool notes = strncmp(z, "metadata.annotations[", 21) == 0;

		if (notes || strncmp(z, "metadata.labels[", 16) == 0) {
			AUTO_STRBUF key = STRBUF_INIT;

			for (const char *p = open + 2; p[2]; p++)
				strbuf_addc(&key,
					    notes && *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
			fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, key.ptr);
			return;
		}
		strbuf_addf(&text,
			    "error converting fieldPath: field label does not support subscript: "
			    "%s",
			    z);
	} else {
		for (size_t i = 0; known[i]; i++)
			if (strcmp(known[i], z) == 0) {
				fakeapi__check_one_of(c, PATH(at, "fieldPath"), path, allowed);
				return;
			}
		strbuf_addf(&text, "error converting fieldPath: field label not supported: %s", z);
	}
	fakeapi__cause_invalid(c, PATH(at, "fieldPath"), path, text.ptr);
}

void fakeapi__check_resource_ref(causes_t *c, const path_t *at, const cJSON *ref, bool volume)
{
	static const char *const allowed[] = {
		"limits.cpu",	"limits.ephemeral-storage",   "limits.memory",
		"requests.cpu", "requests.ephemeral-storage", "requests.memory",
		NULL,
	};
	const cJSON *resource = fakeapi__member(ref, "resource");
	const char *z = fakeapi__string(ref, "resource");

	if (volume && !*fakeapi__string(ref, "containerName"))
		fakeapi__cause_required(c, PATH(at, "containerName"), NULL);
	else if (fakeapi__check_some(c, PATH(at, "resource"), resource) &&
		 strncmp(z, "requests.hugepages-", 19) != 0 &&
		 strncmp(z, "limits.hugepages-", 17) != 0)
		fakeapi__check_one_of(c, PATH(at, "resource"), resource, allowed);
}

/* Checks a reference to a key of a config map or secret. */
static void check_key_ref(causes_t *c, const path_t *at, const cJSON *ref)
{
	fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_SUBDOMAIN,
			      fakeapi__string(ref, "name"));
	if (fakeapi__check_some(c, PATH(at, "key"), fakeapi__member(ref, "key")))
		fakeapi__check_format(c, PATH(at, "key"), FAKEAPI_CONFIG_KEY,
				      fakeapi__string(ref, "key"));
}

static void check_value_from(causes_t *c, const path_t *at, const cJSON *env, const cJSON *from)
{
	static const char *const fields[] = { "metadata.name",
					      "metadata.namespace",
					      "metadata.uid",
					      "spec.nodeName",
					      "spec.serviceAccountName",
					      "status.hostIP",
					      "status.hostIPs",
					      "status.podIP",
					      "status.podIPs",
					      NULL };
	const cJSON *field = fakeapi__member(from, "fieldRef");
	const cJSON *resource = fakeapi__member(from, "resourceFieldRef");
	const cJSON *config = fakeapi__member(from, "configMapKeyRef");
	const cJSON *secret = fakeapi__member(from, "secretKeyRef");
	const cJSON *file = fakeapi__member(from, "fileKeyRef");
	int sources = cJSON_IsObject(field) + cJSON_IsObject(resource) + cJSON_IsObject(config) +
		      cJSON_IsObject(secret) + cJSON_IsObject(file);

	if (cJSON_IsObject(field))
		fakeapi__check_field_ref(c, PATH(at, "fieldRef"), field, fields);
	if (cJSON_IsObject(resource))
		fakeapi__check_resource_ref(c, PATH(at, "resourceFieldRef"), resource, false);
	if (cJSON_IsObject(config))
		check_key_ref(c, PATH(at, "configMapKeyRef"), config);
	if (cJSON_IsObject(secret))
		check_key_ref(c, PATH(at, "secretKeyRef"), secret);
	if (cJSON_IsObject(file))
		fakeapi__check_file_key(c, PATH(at, "fileKeyRef"), file);
	if (sources == 0)
		fakeapi__cause_invalid_str(c, at, STR(""), fakeapi__env_sources(c));
	else if (*fakeapi__string(env, "value"))
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "may not be specified when `value` is not empty");
	else if (sources > 1)
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "may not have more than one field specified at a time");
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
		if (cJSON_IsObject(from))
			check_value_from(c, PATH(here, "valueFrom"), e, from);
	}
}

static void check_env_from(causes_t *c, const path_t *at, const cJSON *list)
{
	static const char *const kinds[] = { "configMapRef", "secretRef" };
	const cJSON *e;
	size_t i = 0;

	cJSON_ArrayForEach(e, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *prefix = fakeapi__string(e, "prefix");
		int sources = 0;

		i++;
		if (*prefix)
			fakeapi__check_format(c, PATH(here, "prefix"), FAKEAPI_ENV_NAME, prefix);
		for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
			const cJSON *ref = fakeapi__member(e, kinds[k]);
			const path_t *ref_at = PATH(here, kinds[k]);

			if (!cJSON_IsObject(ref))
				continue;
			sources++;
			if (fakeapi__check_some(c, PATH(ref_at, "name"),
						fakeapi__member(ref, "name")))
				fakeapi__check_format(c, PATH(ref_at, "name"),
						      FAKEAPI_DNS_SUBDOMAIN,
						      fakeapi__string(ref, "name"));
		}
		if (sources == 0)
			fakeapi__cause_invalid_str(
			    c, at, STR(""), "must specify one of: `configMapRef` or `secretRef`");
		else if (sources > 1)
			fakeapi__cause_invalid_str(
			    c, at, STR(""), "may not have more than one field specified at a time");
	}
}

/* --- mounts and devices -------------------------------------------------------------------- */

static void check_recursive(causes_t *c, const path_t *at, const cJSON *mount)
{
	static const char *const modes[] = { "Disabled", "Enabled", "IfPossible", NULL };
	const cJSON *mode = fakeapi__member(mount, "recursiveReadOnly");
	const cJSON *propagation = fakeapi__member(mount, "mountPropagation");

	if (!cJSON_IsString(mode))
		return;
	fakeapi__check_one_of(c, at, mode, modes);
	if (strcmp(mode->valuestring, "Enabled") != 0 &&
	    strcmp(mode->valuestring, "IfPossible") != 0)
		return;
	if (!cJSON_IsTrue(fakeapi__member(mount, "readOnly")))
		fakeapi__cause_forbidden(c, at, "may only be specified when readOnly is true");
	if (cJSON_IsString(propagation) && strcmp(propagation->valuestring, "None") != 0)
		fakeapi__cause_forbidden(
		    c, at, "may only be specified when mountPropagation is None or not specified");
}

static void check_propagation(causes_t *c, const path_t *at, const cJSON *mode, const cJSON *ctr)
{
	static const char *const modes[] = { "Bidirectional", "HostToContainer", "None", NULL };

	if (!cJSON_IsString(mode))
		return;
	fakeapi__check_one_of(c, at, mode, modes);
	if (strcmp(mode->valuestring, "Bidirectional") == 0 &&
	    !cJSON_IsTrue(fakeapi__dig(ctr, "securityContext", "privileged", NULL)))
		fakeapi__cause_forbidden(c, at,
					 "Bidirectional mount propagation is available only to "
					 "privileged containers");
}

static void check_mounts(causes_t *c, const path_t *at, const cJSON *ctr, const struct map *volumes)
{
	const cJSON *mounts = fakeapi__member(ctr, "volumeMounts"), *m;
	const cJSON *devices = fakeapi__member(ctr, "volumeDevices");
	struct fakeapi__lookup paths, device_names, device_paths;
	size_t i = 0;

	fakeapi__lookup_items(&paths, mounts, "mountPath", mounts);
	fakeapi__lookup_items(&device_names, devices, "name", mounts);
	fakeapi__lookup_items(&device_paths, devices, "devicePath", mounts);
	cJSON_ArrayForEach(m, mounts)
	{
		const path_t *here = PATH_AT(at, i), *name_at = PATH(here, "name");
		const path_t *path_at = PATH(here, "mountPath");
		const char *sub = fakeapi__string(m, "subPath");
		const char *expr = fakeapi__string(m, "subPathExpr");
		const cJSON *name = fakeapi__member(m, "name");
		const cJSON *path = fakeapi__member(m, "mountPath");

		i++;
		fakeapi__check_some(c, name_at, name);
		if (!map_get(volumes, str_of(fakeapi__string(m, "name"))))
			fakeapi__cause_not_found(c, name_at, name);
		fakeapi__check_some(c, path_at, path);
		if (fakeapi__lookup_again(&paths, m))
			fakeapi__cause_invalid(c, path_at, path, "must be unique");
		if (devices && fakeapi__lookup(&device_names, fakeapi__string(m, "name")))
			fakeapi__cause_invalid(c, name_at, name,
					       "must not already exist in volumeDevices");
		if (devices && fakeapi__lookup(&device_paths, fakeapi__string(m, "mountPath")))
			fakeapi__cause_invalid(c, path_at, path,
					       "must not already exist as a path in volumeDevices");
		/* The server's messages of these three have no index, either. */
		if (*sub)
			fakeapi__check_path_below(c, PATH(at, "subPath"), sub);
		if (*expr && *sub)
			fakeapi__cause_invalid_str(
			    c, PATH(here, "subPathExpr"), str_of(expr),
			    "subPathExpr and subPath are mutually exclusive");
		if (*expr)
			fakeapi__check_path_below(c, PATH(at, "subPathExpr"), expr);
		check_propagation(c, PATH(at, "mountPropagation"),
				  fakeapi__member(m, "mountPropagation"), ctr);
		check_recursive(c, PATH(at, "recursiveReadOnly"), m);
	}
	fakeapi__lookup_fini(&paths);
	fakeapi__lookup_fini(&device_names);
	fakeapi__lookup_fini(&device_paths);
}

static void check_devices(causes_t *c, const path_t *at, const cJSON *ctr,
			  const struct map *volumes)
{
	const cJSON *devices = fakeapi__member(ctr, "volumeDevices");
	const cJSON *mounts = fakeapi__member(ctr, "volumeMounts");
	struct fakeapi__lookup names, paths, mount_names, mount_paths;
	const cJSON *d;
	size_t i = 0;

	fakeapi__lookup_items(&names, devices, "name", devices);
	fakeapi__lookup_items(&paths, devices, "devicePath", devices);
	fakeapi__lookup_items(&mount_names, mounts, "name", devices);
	fakeapi__lookup_items(&mount_paths, mounts, "mountPath", devices);
	cJSON_ArrayForEach(d, devices)
	{
		const path_t *here = PATH_AT(at, i), *name_at = PATH(here, "name");
		const cJSON *name = fakeapi__member(d, "name");
		const cJSON *volume = map_get(volumes, str_of(fakeapi__string(d, "name")));
		const path_t *path_at = PATH(here, "devicePath");
		const cJSON *path = fakeapi__member(d, "devicePath");

		i++;
		fakeapi__check_some(c, name_at, name);
		if (*fakeapi__string(d, "name") && fakeapi__lookup_again(&names, d))
			fakeapi__cause_invalid(c, name_at, name, "must be unique");
		if (!volume)
			fakeapi__cause_not_found(c, name_at, name);
		else if (!fakeapi__member(volume, "persistentVolumeClaim") &&
			 !fakeapi__member(volume, "ephemeral"))
			fakeapi__cause_invalid(
			    c, name_at, name,
			    "can only use volume source type of PersistentVolumeClaim or Ephemeral "
			    "for block mode");
		fakeapi__check_device_path(c, path_at, path, fakeapi__lookup_again(&paths, d));
		if (fakeapi__lookup(&mount_names, fakeapi__string(d, "name")))
			fakeapi__cause_invalid(c, name_at, name,
					       "must not already exist in volumeMounts");
		if (fakeapi__lookup(&mount_paths, fakeapi__string(d, "devicePath")))
			fakeapi__cause_invalid(c, path_at, path,
					       "must not already exist as a path in volumeMounts");
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&paths);
	fakeapi__lookup_fini(&mount_names);
	fakeapi__lookup_fini(&mount_paths);
}

/* --- one container ------------------------------------------------------------------------- */

void fakeapi__check_container(causes_t *c, const path_t *at, const cJSON *ctr,
			      const struct fakeapi__pod_check *pod)
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
	check_env_from(c, PATH(at, "envFrom"), fakeapi__member(ctr, "envFrom"));
	check_mounts(c, PATH(at, "volumeMounts"), ctr, &pod->volumes);
	check_devices(c, PATH(at, "volumeDevices"), ctr, &pod->volumes);
	if (fakeapi__check_some(c, PATH(at, "imagePullPolicy"),
				fakeapi__member(ctr, "imagePullPolicy")))
		fakeapi__check_one_of(c, PATH(at, "imagePullPolicy"),
				      fakeapi__member(ctr, "imagePullPolicy"), pull_policies);
	fakeapi__check_resources(c, PATH(at, "resources"), fakeapi__member(ctr, "resources"),
				 fakeapi__member(pod->spec, "resourceClaims"));
	fakeapi__check_resize_policy(c, PATH(at, "resizePolicy"),
				     fakeapi__member(ctr, "resizePolicy"), pod->spec);
	fakeapi__check_security(c, PATH(at, "securityContext"),
				fakeapi__member(ctr, "securityContext"),
				!cJSON_IsFalse(fakeapi__member(pod->spec, "hostUsers")));
}

void fakeapi__check_image(causes_t *c, const path_t *at, const cJSON *ctr)
{
	static const char spaces[] = " \t\n\v\f\r";
	const char *image = fakeapi__string(ctr, "image");
	size_t n = strlen(image);

	if (n && (strchr(spaces, image[0]) || strchr(spaces, image[n - 1])))
		fakeapi__cause_invalid_str(c, at, str_of(image),
					   "must not have leading or trailing whitespace");
}
