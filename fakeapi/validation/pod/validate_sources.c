/* SPDX-License-Identifier: Apache-2.0 */
/* validate_sources.c - the volume sources that pods and persistent volumes share, of current and
 * deprecated drivers (k8s.io/kubernetes pkg/apis/core/validation, validate…VolumeSource). */

#include "base/text/ascii.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void need(causes_t *c, const path_t *at, const cJSON *source, const char *name)
{
	fakeapi__check_some(c, PATH(at, name), fakeapi__member(source, name));
}

/* Checks secretRef; with `namespaced` (persistent volumes) it needs a namespace. */
static void check_secret_ref(causes_t *c, const path_t *at, const cJSON *source, bool namespaced)
{
	const cJSON *ref = fakeapi__member(source, "secretRef");
	const path_t *here = PATH(at, "secretRef");

	if (!cJSON_IsObject(ref))
		return;
	need(c, here, ref, "name");
	if (namespaced)
		need(c, here, ref, "namespace");
}

/* For a disk with partitions, the message's path may differ from the field's. */
static void check_partition(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *n = fakeapi__member(source, "partition");

	if (cJSON_IsNumber(n) && (n->valuedouble < 0 || n->valuedouble > 255))
		fakeapi__cause_invalid(c, PATH(at, "partition"), n,
				       "must be between 1 and 255, inclusive");
}

static void check_lun(causes_t *c, const path_t *at, const cJSON *lun)
{
	if (cJSON_IsNumber(lun) && (lun->valuedouble < 0 || lun->valuedouble > 255))
		fakeapi__cause_invalid(c, PATH(at, "lun"), lun,
				       "must be between 0 and 255, inclusive");
}

/* --- iSCSI --- */

/* "iqn.2026-01.example.com:disk", by the server's regular expression. */
static bool is_iqn(const char *z)
{
	static const char shape[] = "iqn.dddd-dd.";
	size_t n = 0;

	for (; n < sizeof(shape) - 1; n++)
		if (shape[n] == 'd' ? !(z[n] >= '0' && z[n] <= '9') : z[n] != shape[n])
			return false;
	for (z += n, n = 0; ascii_is_alnum(z[n]) || z[n] == '-' || z[n] == '.'; n++)
		;
	if (n == 0 || z[n] != ':' || !z[n + 1])
		return false;
	return z[n + 1 + strcspn(z + n + 1, ",;*&$| \t\n\f\r")] == '\0';
}

/* A prefix, any character, and `digits` letters and digits. */
static bool is_counted(const char *z, size_t digits)
{
	if (strlen(z) != 4 + digits)
		return false;
	for (z += 4; *z; z++)
		if (!ascii_is_alnum(*z))
			return false;
	return true;
}

/* The error of an initiator's or target's name; NULL: valid. */
static const char *wrong_name(const char *z, const char *unknown)
{
	bool ok;

	if (strncmp(z, "iqn", 3) == 0)
		ok = is_iqn(z);
	else if (strncmp(z, "eui", 3) == 0)
		ok = is_counted(z, 16);
	else if (strncmp(z, "naa", 3) == 0)
		ok = is_counted(z, 32);
	else
		return unknown;
	return ok ? NULL : "must be valid format";
}

static void check_iscsi(causes_t *c, const path_t *at, const cJSON *iscsi, const char *unknown)
{
	const char *iqn = fakeapi__string(iscsi, "iqn"), *why;
	const cJSON *initiator = fakeapi__member(iscsi, "initiatorName");

	if (!*iqn)
		fakeapi__cause_required(c, PATH(at, "iqn"), NULL);
	else if ((why = wrong_name(iqn, unknown)))
		fakeapi__cause_invalid_str(c, PATH(at, "iqn"), str_of(iqn), why);
	check_lun(c, at, fakeapi__member(iscsi, "lun"));
	if ((cJSON_IsTrue(fakeapi__member(iscsi, "chapAuthDiscovery")) ||
	     cJSON_IsTrue(fakeapi__member(iscsi, "chapAuthSession"))) &&
	    !cJSON_IsObject(fakeapi__member(iscsi, "secretRef")))
		fakeapi__cause_required(c, PATH(at, "secretRef"), NULL);
	if (strcmp(unknown, "must be valid format") == 0 &&
	    cJSON_IsObject(fakeapi__member(iscsi, "secretRef")))
		check_secret_ref(c, at, iscsi, false);
	if (cJSON_IsString(initiator) && (why = wrong_name(initiator->valuestring, unknown)))
		fakeapi__cause_invalid(c, PATH(at, "initiatorname"), initiator, why);
}

static void check_pod_iscsi(causes_t *c, const path_t *at, const cJSON *iscsi)
{
	need(c, at, iscsi, "targetPortal");
	check_iscsi(c, at, iscsi, "must be valid format starting with iqn, eui, or naa");
}

static void check_volume_iscsi(causes_t *c, const path_t *at, const cJSON *iscsi)
{
	need(c, at, iscsi, "targetPortal");
	check_iscsi(c, at, iscsi, "must be valid format");
}

/* --- the others --- */

static void check_fc(causes_t *c, const path_t *at, const cJSON *fc)
{
	const cJSON *wwns = fakeapi__member(fc, "targetWWNs"), *lun = fakeapi__member(fc, "lun");
	bool targets = !fakeapi__is_blank(wwns);
	bool ids = !fakeapi__is_blank(fakeapi__member(fc, "wwids"));

	if (!targets && !ids)
		fakeapi__cause_required(c, PATH(at, "targetWWNs"),
					"must specify either targetWWNs or wwids, but not both");
	if (targets && ids)
		fakeapi__cause_invalid(c, PATH(at, "targetWWNs"), wwns,
				       "targetWWNs and wwids can not be specified simultaneously");
	if (targets && !cJSON_IsNumber(lun))
		fakeapi__cause_required(c, PATH(at, "lun"),
					"lun is required if targetWWNs is specified");
	else if (targets)
		check_lun(c, at, lun);
}

/* Checks each item with net.SplitHostPort(). */
static bool are_host_ports(const char *z)
{
	for (;;) {
		size_t n = strcspn(z, ",");
		const char *colon = memchr(z, ':', n);
		bool bracket = *z == '[';

		if (bracket) {
			const char *close = memchr(z, ']', n);

			colon = close && (size_t)(close - z) + 1 < n && close[1] == ':' ? close + 1
											: NULL;
		}
		if (!colon || memchr(colon + 1, ':', n - (size_t)(colon + 1 - z)))
			return false;
		if (!z[n])
			return true;
		z += n + 1;
	}
}

static void check_quobyte(causes_t *c, const path_t *at, const cJSON *quobyte)
{
	static const char pairs[] =
	    "must be a host:port pair or multiple pairs separated by commas";
	const char *registry = fakeapi__string(quobyte, "registry");

	if (!*registry)
		fakeapi__cause_required(c, PATH(at, "registry"), pairs);
	else if (strlen(fakeapi__string(quobyte, "tenant")) >= 65)
		fakeapi__cause_required(
		    c, PATH(at, "tenant"),
		    "must be a UUID and may not exceed a length of 64 characters");
	else if (!are_host_ports(registry))
		fakeapi__cause_invalid_str(c, PATH(at, "registry"), str_of(registry), pairs);
	need(c, at, quobyte, "volume");
}

static void check_flocker(causes_t *c, const path_t *at, const cJSON *flocker)
{
	const char *name = fakeapi__string(flocker, "datasetName");
	const char *uuid = fakeapi__string(flocker, "datasetUUID");

	if (!*name && !*uuid)
		fakeapi__cause_required(c, at, "one of datasetName and datasetUUID is required");
	if (*name && *uuid)
		fakeapi__cause_invalid_str(
		    c, at, STR("resource"),
		    "datasetName and datasetUUID can not be specified simultaneously");
	if (strchr(name, '/'))
		fakeapi__cause_invalid_str(c, PATH(at, "datasetName"), str_of(name),
					   "must not contain '/'");
}

static bool ends_in(const char *z, size_t n, const char *suffix)
{
	size_t len = strlen(suffix);

	return ascii_ends_nocase((struct str) { z, n }, str_of(suffix)) &&
	       (n == len || z[n - len - 1] == '.');
}

static void check_flex(causes_t *c, const path_t *at, const cJSON *flex)
{
	const path_t *options = PATH(at, "options");
	const cJSON *o;

	cJSON_ArrayForEach(o, fakeapi__member(flex, "options"))
	{
		size_t n = strcspn(o->string, "/");

		if (ends_in(o->string, n, "kubernetes.io") || ends_in(o->string, n, "k8s.io"))
			fakeapi__cause_invalid_str(
			    c, PATH_KEY(options, str_of(o->string)), str_of(o->string),
			    "kubernetes.io and k8s.io namespaces are reserved");
	}
}

static void check_azure_disk(causes_t *c, const path_t *at, const cJSON *disk)
{
	static const char *const modes[] = { "None", "ReadOnly", "ReadWrite", NULL };
	static const char *const disks[] = { "Dedicated", "Managed", "Shared", NULL };
	static const char *const managed[] = {
		"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/"
		"disks/{disk-id}",
		NULL
	};
	static const char *const blob[] = {
		"https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd",
		NULL
	};
	const cJSON *mode = fakeapi__member(disk, "cachingMode");
	const cJSON *kind = fakeapi__member(disk, "kind");
	const char *uri = fakeapi__string(disk, "diskURI");
	const cJSON text = { .type = cJSON_String, .valuestring = (char *)(uintptr_t)uri };

	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(at, "cachingMode"), mode, modes);
	if (!cJSON_IsString(kind))
		return;
	fakeapi__check_one_of(c, PATH(at, "kind"), kind, disks);
	if (strcmp(kind->valuestring, "Managed") == 0) {
		if (strncmp(uri, "/subscriptions/", 15) != 0)
			fakeapi__check_one_of(c, PATH(at, "diskURI"), &text, managed);
	} else if (strncmp(uri, "https://", 8) != 0) {
		fakeapi__check_one_of(c, PATH(at, "diskURI"), &text, blob);
	}
}

static void check_storage_os(causes_t *c, const path_t *at, const cJSON *source)
{
	static const char *const names[] = { "volumeName", "volumeNamespace" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (*fakeapi__string(source, names[i]))
			fakeapi__check_format(c, PATH(at, names[i]), FAKEAPI_DNS_LABEL,
					      fakeapi__string(source, names[i]));
}

static void check_pod_storage_os(causes_t *c, const path_t *at, const cJSON *source)
{
	check_storage_os(c, at, source);
	check_secret_ref(c, at, source, false);
}

static void check_volume_storage_os(causes_t *c, const path_t *at, const cJSON *source)
{
	check_storage_os(c, at, source);
	check_secret_ref(c, at, source, true);
}

static void check_pod_cinder(causes_t *c, const path_t *at, const cJSON *source)
{
	check_secret_ref(c, at, source, false);
}

static void check_volume_cinder(causes_t *c, const path_t *at, const cJSON *source)
{
	check_secret_ref(c, at, source, true);
}

static void check_nfs(causes_t *c, const path_t *at, const cJSON *nfs)
{
	if (fakeapi__string(nfs, "path")[0] != '/')
		fakeapi__cause_invalid_str(c, PATH(at, "path"),
					   str_of(fakeapi__string(nfs, "path")),
					   "must be an absolute path");
}

static void check_git(causes_t *c, const path_t *at, const cJSON *git)
{
	fakeapi__check_own_path(c, PATH(at, "directory"), fakeapi__string(git, "directory"));
}

static void check_endpoints_of(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *ns = fakeapi__member(source, "endpointsNamespace");

	if (!cJSON_IsString(ns))
		return;
	if (!ns->valuestring[0])
		fakeapi__cause_invalid(
		    c, PATH(at, "endpointsNamespace"), ns,
		    "if the endpointnamespace is set, it must be a valid namespace name");
	else
		fakeapi__check_format(c, PATH(at, "endpointsNamespace"), FAKEAPI_DNS_LABEL,
				      ns->valuestring);
}

static void check_volume_azure_file(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *ns = fakeapi__member(source, "secretNamespace");

	if (cJSON_IsString(ns) && !ns->valuestring[0])
		fakeapi__cause_required(c, PATH(at, "secretNamespace"), NULL);
}

/* ValidateCSIDriverName: a subdomain in upper or lower case. */
void fakeapi__check_driver_name(causes_t *c, const path_t *at, const char *driver)
{
	AUTO_STRBUF lower = STRBUF_INIT, wrong = STRBUF_INIT;

	if (!*driver)
		fakeapi__cause_required(c, at, NULL);
	if (!*driver && fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS))
		return;
	if (strlen(driver) > 63)
		fakeapi__cause_too_long(c, at, 63);
	for (const char *p = driver; *p; p++)
		strbuf_addc(&lower, ascii_lower(*p));
	fakeapi__format_check(NULL, FAKEAPI_DNS_SUBDOMAIN, lower.len ? lower.ptr : "", &wrong);
	c->nomem |= lower.failed || wrong.failed;
	for (char *line = wrong.len ? wrong.ptr : NULL; line;) {
		char *end = strchr(line, '\n');

		if (end)
			*end = '\0';
		fakeapi__cause_invalid_str(c, at, str_of(driver), line);
		line = end ? end + 1 : NULL;
	}
}

static void check_pod_csi(causes_t *c, const path_t *at, const cJSON *csi)
{
	const cJSON *ref = fakeapi__member(csi, "nodePublishSecretRef");
	const char *name = fakeapi__string(ref, "name");
	const path_t *here = PATH(at, "nodePublishSecretRef");

	fakeapi__check_driver_name(c, PATH(at, "driver"), fakeapi__string(csi, "driver"));
	if (cJSON_IsObject(ref) && !*name)
		fakeapi__cause_required(c, PATH(here, "name"), NULL);
	else if (cJSON_IsObject(ref)) /* kube-apiserver reports this path too */
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_SUBDOMAIN, name);
}

static void check_volume_csi(causes_t *c, const path_t *at, const cJSON *csi)
{
	static const char *const secrets[] = { "controllerPublishSecretRef",
					       "controllerExpandSecretRef", "nodePublishSecretRef",
					       "nodeExpandSecretRef" };

	fakeapi__check_driver_name(c, PATH(at, "driver"), fakeapi__string(csi, "driver"));
	need(c, at, csi, "volumeHandle");
	for (size_t i = 0; i < ARRAY_LEN(secrets); i++) {
		const cJSON *ref = fakeapi__member(csi, secrets[i]);
		const path_t *here = PATH(at, secrets[i]);

		if (!cJSON_IsObject(ref))
			continue;
		if (fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(ref, "name")))
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_SUBDOMAIN,
					      fakeapi__string(ref, "name"));
		if (fakeapi__check_some(c, PATH(here, "namespace"),
					fakeapi__member(ref, "namespace")))
			fakeapi__check_format(c, PATH(here, "namespace"), FAKEAPI_DNS_LABEL,
					      fakeapi__string(ref, "namespace"));
	}
}

static void check_local(causes_t *c, const path_t *at, const cJSON *local)
{
	if (fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(local, "path")))
		fakeapi__check_no_backsteps(c, PATH(at, "path"), fakeapi__string(local, "path"));
}

/* `needs`: required fields, in order; `check`: further checks. In messages a source may have
 * another name: `shown`, or `again` if it is the second source. */
struct source {
	const char *name, *shown, *again, *needs[3];
	void (*check)(causes_t *c, const path_t *at, const cJSON *source);
};

static const struct source of_pods[] = {
	{ "emptyDir", NULL, NULL, { NULL }, NULL },
	{ "hostPath", NULL, NULL, { NULL }, fakeapi__check_host_path },
	{ "gitRepo", NULL, NULL, { "repository" }, check_git },
	{ "gcePersistentDisk", "persistentDisk", NULL, { "pdName" }, check_partition },
	{ "awsElasticBlockStore", NULL, NULL, { "volumeID" }, check_partition },
	{ "secret", NULL, NULL, { "secretName" }, NULL },
	{ "nfs", NULL, NULL, { "server", "path" }, check_nfs },
	{ "iscsi", NULL, NULL, { NULL }, check_pod_iscsi },
	{ "glusterfs", NULL, NULL, { "endpoints", "path" }, NULL },
	{ "flocker", NULL, NULL, { NULL }, check_flocker },
	{ "persistentVolumeClaim", NULL, NULL, { "claimName" }, NULL },
	{ "rbd", NULL, NULL, { "monitors", "image" }, NULL },
	{ "cinder", NULL, NULL, { "volumeID" }, check_pod_cinder },
	{ "cephfs", NULL, "cephFS", { "monitors" }, NULL },
	{ "quobyte", NULL, NULL, { NULL }, check_quobyte },
	{ "downwardAPI", NULL, "downwarAPI", { NULL }, NULL },
	{ "fc", NULL, NULL, { NULL }, check_fc },
	{ "flexVolume", NULL, NULL, { "driver" }, check_flex },
	{ "configMap", NULL, NULL, { "name" }, NULL },
	{ "azureFile", NULL, NULL, { "secretName", "shareName" }, NULL },
	{ "vsphereVolume", NULL, NULL, { "volumePath" }, NULL },
	{ "photonPersistentDisk", NULL, NULL, { "pdID" }, NULL },
	{ "portworxVolume", NULL, NULL, { "volumeID" }, NULL },
	{ "azureDisk", NULL, NULL, { "diskName", "diskURI" }, check_azure_disk },
	{ "storageos", NULL, NULL, { "volumeName" }, check_pod_storage_os },
	{ "projected", NULL, NULL, { NULL }, NULL },
	{ "scaleIO", NULL, NULL, { "gateway", "system", "volumeName" }, NULL },
	{ "csi", NULL, NULL, { NULL }, check_pod_csi },
	{ "ephemeral", NULL, NULL, { NULL }, NULL },
	{ "image", NULL, NULL, { NULL }, NULL },
};

static const struct source of_volumes[] = {
	{ "hostPath", NULL, NULL, { NULL }, fakeapi__check_host_path },
	{ "gcePersistentDisk", "persistentDisk", NULL, { "pdName" }, check_partition },
	{ "awsElasticBlockStore", NULL, NULL, { "volumeID" }, check_partition },
	{ "glusterfs", NULL, NULL, { "endpoints", "path" }, check_endpoints_of },
	{ "flocker", NULL, NULL, { NULL }, check_flocker },
	{ "nfs", NULL, NULL, { "server", "path" }, check_nfs },
	{ "rbd", NULL, NULL, { "monitors", "image" }, NULL },
	{ "quobyte", NULL, NULL, { NULL }, check_quobyte },
	{ "cephfs", NULL, "cephFS", { "monitors" }, NULL },
	{ "iscsi", NULL, NULL, { NULL }, check_volume_iscsi },
	{ "cinder", NULL, NULL, { "volumeID" }, check_volume_cinder },
	{ "fc", NULL, NULL, { NULL }, check_fc },
	{ "flexVolume", NULL, "", { "driver" }, check_flex },
	{ "azureFile", NULL, NULL, { "secretName", "shareName" }, check_volume_azure_file },
	{ "vsphereVolume", NULL, NULL, { "volumePath" }, NULL },
	{ "photonPersistentDisk", NULL, NULL, { "pdID" }, NULL },
	{ "portworxVolume", NULL, NULL, { "volumeID" }, NULL },
	{ "azureDisk", NULL, NULL, { "diskName", "diskURI" }, check_azure_disk },
	{ "scaleIO", NULL, NULL, { "gateway", "system", "volumeName" }, NULL },
	{ "local", NULL, NULL, { NULL }, check_local },
	{ "storageos", NULL, NULL, { "volumeName" }, check_volume_storage_os },
	{ "csi", NULL, NULL, { NULL }, check_volume_csi },
};

static const cJSON *check_sources(causes_t *c, const path_t *at, const cJSON *holder,
				  const struct source *sources, size_t count)
{
	const cJSON *first = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct source *s = &sources[i];
		const cJSON *v = fakeapi__member(holder, s->name);
		const path_t *here = PATH(at, s->shown ? s->shown : s->name);

		if (!cJSON_IsObject(v))
			continue;
		/* A source that does not count may be the second one. */
		if (first && !(s->again && !*s->again)) {
			fakeapi__cause_forbidden(c, PATH(at, s->again ? s->again : s->name),
						 "may not specify more than 1 volume type");
			continue;
		}
		first = v;
		for (size_t n = 0; n < ARRAY_LEN(s->needs) && s->needs[n]; n++)
			need(c, here, v, s->needs[n]);
		if (s->check)
			s->check(c, here, v);
	}
	if (!first)
		fakeapi__cause_required(c, at, "must specify a volume type");
	return first;
}

const cJSON *fakeapi__check_pod_sources(causes_t *c, const path_t *at, const cJSON *volume)
{
	return check_sources(c, at, volume, of_pods, ARRAY_LEN(of_pods));
}

void fakeapi__check_volume_sources(causes_t *c, const path_t *at, const cJSON *spec)
{
	(void)check_sources(c, at, spec, of_volumes, ARRAY_LEN(of_volumes));
}

bool fakeapi__is_volume_source(const char *member)
{
	for (size_t i = 0; i < ARRAY_LEN(of_volumes); i++)
		if (strcmp(of_volumes[i].name, member) == 0)
			return true;
	return false;
}
