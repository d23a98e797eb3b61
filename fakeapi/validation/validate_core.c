/* SPDX-License-Identifier: Apache-2.0 */
/* validate_core.c - the types of the core group, but pods; leases and classes. */
#include "base/base64.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"

enum { DATA_MAX = 1024 * 1024 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- config maps and secrets --- */

static size_t decoded_length(const char *base64)
{
	AUTO_STRBUF raw = STRBUF_INIT;

	(void)base64_decode(&raw, str_of(base64), BASE64_STD, NULL);
	return raw.len;
}

static size_t check_keys(causes_t *c, const path_t *at, const cJSON *data, bool binary)
{
	const cJSON *d;
	size_t size = 0;

	cJSON_ArrayForEach(d, data)
	{
		fakeapi__check_format(c, PATH_KEY(at, str_of(d->string)), FAKEAPI_CONFIG_KEY,
				      d->string);
		if (cJSON_IsString(d))
			size += binary ? decoded_length(d->valuestring) : strlen(d->valuestring);
	}
	return size;
}

static void check_sealed(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const members[] = { "data", "binaryData" };
	const char *why = "field is immutable when `immutable` is set";

	if (!cJSON_IsTrue(fakeapi__member(old, "immutable")))
		return;
	if (!cJSON_IsTrue(fakeapi__member(obj, "immutable")))
		fakeapi__cause_forbidden(c, PATH(NULL, "immutable"), why);
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		const cJSON *a = fakeapi__member(obj, members[i]);
		const cJSON *b = fakeapi__member(old, members[i]);

		if (!fakeapi__equal(a, b) && !(fakeapi__is_blank(a) && fakeapi__is_blank(b)))
			fakeapi__cause_forbidden(c, PATH(NULL, members[i]), why);
	}
}

void fakeapi__check_config_map(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *data = fakeapi__member(obj, "data"), *d;
	const cJSON *binary = fakeapi__member(obj, "binaryData");
	/* The root path of the real server prints as "[]". */
	const path_t root = { NULL, "[]", 0, { NULL, 0 } };
	const path_t *at = PATH(NULL, "data");
	struct fakeapi__lookup in_binary;
	size_t size;

	if (old)
		check_sealed(c, obj, old);
	size = check_keys(c, at, data, false);
	fakeapi__lookup_members(&in_binary, binary, data);
	if (binary)
		cJSON_ArrayForEach(d, data)
		{
			if (fakeapi__lookup(&in_binary, d->string))
				fakeapi__cause_invalid_str(
				    c, PATH_KEY(at, str_of(d->string)), str_of(d->string),
				    "duplicate of key present in binaryData");
		}
	fakeapi__lookup_fini(&in_binary);
	size += check_keys(c, PATH(NULL, "binaryData"), binary, true);
	if (size > DATA_MAX)
		fakeapi__cause_too_long(c, &root, DATA_MAX);
}

void fakeapi__check_secret(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const struct {
		const char *type, *key;
	} needed[] = {
		{ "kubernetes.io/dockercfg", ".dockercfg" },
		{ "kubernetes.io/dockerconfigjson", ".dockerconfigjson" },
		{ "kubernetes.io/ssh-auth", "ssh-privatekey" },
		{ "kubernetes.io/tls", "tls.crt" },
		{ "kubernetes.io/tls", "tls.key" },
	};
	const cJSON *data = fakeapi__member(obj, "data");
	const char *type = fakeapi__string(obj, "type");
	const path_t *at = PATH(NULL, "data"), *meta = PATH(NULL, "metadata");
	const path_t *notes = PATH(meta, "annotations");

	if (old) {
		fakeapi__check_immutable(c, PATH(NULL, "type"), fakeapi__member(obj, "type"),
					 fakeapi__member(old, "type"));
		check_sealed(c, obj, old);
	}
	if (check_keys(c, at, data, true) > DATA_MAX)
		fakeapi__cause_too_long(c, at, DATA_MAX);
	if (strcmp(type, "kubernetes.io/service-account-token") == 0 &&
	    !*fakeapi__string(fakeapi__dig(obj, "metadata", "annotations", NULL),
			      "kubernetes.io/service-account.name"))
		fakeapi__cause_required(c,
					PATH_KEY(notes, STR("kubernetes.io/service-account.name")),
					NULL);
	if (strcmp(type, "kubernetes.io/basic-auth") == 0 && !fakeapi__member(data, "username") &&
	    !fakeapi__member(data, "password")) {
		fakeapi__cause_required(c, PATH_KEY(at, STR("username")), NULL);
		fakeapi__cause_required(c, PATH_KEY(at, STR("password")), NULL);
	}
	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		if (strcmp(type, needed[i].type) == 0 && !fakeapi__member(data, needed[i].key))
			fakeapi__cause_required(c, PATH_KEY(at, str_of(needed[i].key)), NULL);
}

/* --- storage --- */

static void check_access_modes(causes_t *c, const path_t *at, const cJSON *modes)
{
	static const char *const known[] = { "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
					     "ReadWriteOncePod", NULL };
	const cJSON *m;

	cJSON_ArrayForEach(m, modes) fakeapi__check_one_of(c, at, m, known);
}

static bool claim_changed(const cJSON *obj, const cJSON *old)
{
	static const char *const bound_free[] = { "resources", "volumeAttributesClassName" };
	cJSON *a = cJSON_Duplicate(fakeapi__member(obj, "spec"), true);
	cJSON *b = cJSON_Duplicate(fakeapi__member(old, "spec"), true);
	bool bound = strcmp(fakeapi__string(fakeapi__member(obj, "status"), "phase"), "Bound") == 0;
	bool changed;

	if (!*fakeapi__string(b, "volumeName")) {
		cJSON_DeleteItemFromObjectCaseSensitive(a, "volumeName");
		cJSON_DeleteItemFromObjectCaseSensitive(b, "volumeName");
	}
	if (!fakeapi__member(b, "storageClassName"))
		cJSON_DeleteItemFromObjectCaseSensitive(a, "storageClassName");
	for (size_t i = 0; bound && i < ARRAY_LEN(bound_free); i++) {
		cJSON_DeleteItemFromObjectCaseSensitive(a, bound_free[i]);
		cJSON_DeleteItemFromObjectCaseSensitive(b, bound_free[i]);
	}
	changed = a && b && !fakeapi__equal(a, b);
	cJSON_Delete(a);
	cJSON_Delete(b);
	return changed;
}

void fakeapi__check_claim_spec(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const modes[] = { "Block", "Filesystem", NULL };
	const cJSON *storage = fakeapi__dig(spec, "resources", "requests", "storage", NULL);
	const cJSON *mode = fakeapi__member(spec, "volumeMode");
	const path_t *resources = PATH(at, "resources");

	if (fakeapi__is_blank(fakeapi__member(spec, "accessModes")))
		fakeapi__cause_required(c, PATH(at, "accessModes"),
					"at least 1 access mode is required");
	check_access_modes(c, PATH(at, "accessModes"), fakeapi__member(spec, "accessModes"));
	if (!storage)
		fakeapi__cause_required(c, PATH_KEY(resources, STR("storage")), NULL);
	else if (cJSON_IsString(storage) && fakeapi__quantity_value(storage->valuestring) <= 0)
		fakeapi__cause_invalid(c, PATH_KEY(resources, STR("storage")), storage,
				       "must be greater than zero");
	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(at, "volumeMode"), mode, modes);
}

void fakeapi__check_claim(causes_t *c, const cJSON *obj, const cJSON *old)
{
	fakeapi__check_claim_spec(c, &spec_at, fakeapi__member(obj, "spec"));
	if (old && claim_changed(obj, old))
		fakeapi__cause_forbidden(c, &spec_at,
					 "spec is immutable after creation except "
					 "resources.requests and volumeAttributesClassName for "
					 "bound claims\n");
}

void fakeapi__check_volume(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "Delete", "Recycle", "Retain", NULL };
	static const char *const plain[] = { "capacity",
					     "accessModes",
					     "claimRef",
					     "persistentVolumeReclaimPolicy",
					     "mountOptions",
					     "storageClassName",
					     "volumeMode",
					     "nodeAffinity",
					     "volumeAttributesClassName" };
	const cJSON *spec = fakeapi__member(obj, "spec"), *m;
	size_t sources = 0;

	(void)old;
	fakeapi__check_some(c, PATH(&spec_at, "accessModes"), fakeapi__member(spec, "accessModes"));
	check_access_modes(c, PATH(&spec_at, "accessModes"), fakeapi__member(spec, "accessModes"));
	fakeapi__check_some(c, PATH(&spec_at, "capacity"), fakeapi__member(spec, "capacity"));
	if (*fakeapi__string(spec, "persistentVolumeReclaimPolicy"))
		fakeapi__check_one_of(c, PATH(&spec_at, "persistentVolumeReclaimPolicy"),
				      fakeapi__member(spec, "persistentVolumeReclaimPolicy"),
				      policies);
	cJSON_ArrayForEach(m, spec)
	{
		bool source = true;

		for (size_t i = 0; i < ARRAY_LEN(plain); i++)
			source = source && strcmp(m->string, plain[i]) != 0;
		sources += source;
	}
	if (sources == 0)
		fakeapi__cause_required(c, &spec_at, "must specify a volume type");
}

static void check_provisioner(causes_t *c, const cJSON *name)
{
	AUTO_STRBUF lower = STRBUF_INIT;

	if (!fakeapi__check_some(c, PATH(NULL, "provisioner"), name))
		return;
	for (const char *p = name->valuestring; *p; p++)
		strbuf_addc(&lower, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	fakeapi__check_format(c, PATH(NULL, "provisioner"), FAKEAPI_QUALIFIED_NAME, lower.ptr);
}

void fakeapi__check_storage_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const fixed[] = { "parameters", "provisioner", "reclaimPolicy" };

	if (!old) {
		check_provisioner(c, fakeapi__member(obj, "provisioner"));
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++) {
		const cJSON *a = fakeapi__member(obj, fixed[i]),
			    *b = fakeapi__member(old, fixed[i]);
		AUTO_STRBUF text = STRBUF_INIT;

		if (fakeapi__equal(a, b) || (fakeapi__is_blank(a) && fakeapi__is_blank(b)))
			continue;
		strbuf_addf(&text, "updates to %s are forbidden.", fixed[i]);
		fakeapi__cause_forbidden(c, PATH(NULL, fixed[i]), text.ptr);
	}
	fakeapi__check_immutable(c, PATH(NULL, "volumeBindingMode"),
				 fakeapi__member(obj, "volumeBindingMode"),
				 fakeapi__member(old, "volumeBindingMode"));
}

/* --- others --- */

void fakeapi__check_namespace(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(&spec_at, "finalizers");
	const cJSON *f;

	(void)old;
	cJSON_ArrayForEach(f, fakeapi__dig(obj, "spec", "finalizers", NULL))
	{
		if (cJSON_IsString(f))
			fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, f->valuestring);
	}
}

void fakeapi__check_quota(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(&spec_at, "hard");
	const cJSON *q;

	(void)old;
	cJSON_ArrayForEach(q, fakeapi__dig(obj, "spec", "hard", NULL))
	{
		if (cJSON_IsString(q) && fakeapi__quantity_value(q->valuestring) < 0)
			fakeapi__cause_invalid(c, PATH_KEY(at, str_of(q->string)), q,
					       "must be greater than or equal to 0");
	}
}

void fakeapi__check_lease(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *seconds = fakeapi__member(spec, "leaseDurationSeconds");

	(void)old;
	if (cJSON_IsNumber(seconds) && seconds->valuedouble <= 0)
		fakeapi__cause_invalid(c, PATH(&spec_at, "leaseDurationSeconds"), seconds,
				       "must be greater than 0");
	fakeapi__check_not_negative(c, PATH(&spec_at, "leaseTransitions"),
				    fakeapi__member(spec, "leaseTransitions"));
}

void fakeapi__check_priority_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "PreemptLowerPriority", "Never", NULL };
	const cJSON *value = fakeapi__member(obj, "value");
	const cJSON *policy = fakeapi__member(obj, "preemptionPolicy");
	bool system =
	    strncmp(fakeapi__string(fakeapi__member(obj, "metadata"), "name"), "system-", 7) == 0;

	if (!old) {
		if (cJSON_IsNumber(value) && value->valuedouble > 1000000000 && !system)
			fakeapi__cause_forbidden(c, PATH(NULL, "value"),
						 "maximum allowed value of a user defined priority "
						 "is 1000000000");
		if (cJSON_IsString(policy))
			fakeapi__check_one_of(c, PATH(NULL, "preemptionPolicy"), policy, policies);
		return;
	}
	if (!fakeapi__equal(value, fakeapi__member(old, "value")))
		fakeapi__cause_forbidden(c, PATH(NULL, "value"),
					 "may not be changed in an update.");
	fakeapi__check_immutable(c, PATH(NULL, "preemptionPolicy"),
				 fakeapi__member(obj, "preemptionPolicy"),
				 fakeapi__member(old, "preemptionPolicy"));
}

void fakeapi__check_runtime_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "handler");

	if (old)
		fakeapi__check_immutable(c, at, fakeapi__member(obj, "handler"),
					 fakeapi__member(old, "handler"));
	else
		fakeapi__check_format(c, at, FAKEAPI_DNS_LABEL, fakeapi__string(obj, "handler"));
}
