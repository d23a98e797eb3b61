/* SPDX-License-Identifier: Apache-2.0 */
/* validate_storage.c - persistent volumes, claims, and storage classes (pkg/apis/core/validation,
 * pkg/apis/storage/validation). */
#include "fakeapi/meta/lookup.h"

#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/validation/pod/validate_pod.h"

enum { PARAMETERS_MAX = 512, PARAMETERS_BYTES_MAX = 256 * 1024, DRIVER_NAME_MAX = 63 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };
static const char *const modes[] = { "Block", "Filesystem", NULL };

static void check_access_modes(causes_t *c, const path_t *at, const cJSON *list)
{
	static const char *const known[] = { "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
					     "ReadWriteOncePod", NULL };
	bool one_pod = false, other = false;
	const cJSON *m;

	cJSON_ArrayForEach(m, list)
	{
		const char *z = fakeapi__text(m);

		fakeapi__check_one_of(c, at, m, known);
		one_pod |= strcmp(z, known[3]) == 0;
		for (size_t i = 0; i < 3; i++)
			other |= strcmp(z, known[i]) == 0;
	}
	if (one_pod && other)
		fakeapi__cause_forbidden(c, at,
					 "may not use ReadWriteOncePod with other access modes");
}

static void check_class_name(causes_t *c, const path_t *at, const cJSON *name)
{
	if (cJSON_IsString(name) && *name->valuestring)
		fakeapi__check_format(c, at, FAKEAPI_DNS_SUBDOMAIN, name->valuestring);
}

/* --- claims --- */

/* Copies a member from `b` to `a`. */
static void copy_member(causes_t *c, cJSON *a, const cJSON *b, const char *name)
{
	const cJSON *from = fakeapi__member(b, name);

	cJSON_DeleteItemFromObjectCaseSensitive(a, name);
	if (cJSON_IsObject(a) && from)
		c->nomem |= fakeapi__set(a, name, cJSON_Duplicate(from, true)) < 0;
}

/* "spec is immutable", with the difference of the two specs. */
static void refuse_change(causes_t *c, const path_t *at, const char *why,
			  enum fakeapi__internal form, const cJSON *before, const cJSON *now)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, why);
	if (fakeapi__internal_diff(c, &text, form, before, now) != 0)
		c->nomem = true;
	else
		fakeapi__cause_forbidden(c, at, text.ptr);
}

/* An update may set the volume once, and the class if there was none; for a bound claim it may
 * change the size and the attributes class. */
static void check_claim_update(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *was = fakeapi__member(old, "spec");
	cJSON *now = cJSON_Duplicate(spec, true), *before = cJSON_Duplicate(was, true);
	bool bound = strcmp(fakeapi__string(fakeapi__member(obj, "status"), "phase"), "Bound") == 0;

	if (!*fakeapi__string(before, "volumeName"))
		copy_member(c, before, now, "volumeName");
	if (!fakeapi__member(before, "storageClassName"))
		copy_member(c, now, before, "storageClassName");
	if (bound) {
		copy_member(c, fakeapi__dig(now, "resources", "requests", NULL),
			    fakeapi__dig(before, "resources", "requests", NULL), "storage");
		copy_member(c, now, before, "volumeAttributesClassName");
	}
	c->nomem |= (spec && !now) || (was && !before);
	if (now && before && !fakeapi__equal(now, before))
		refuse_change(c, &spec_at,
			      "spec is immutable after creation except resources.requests and "
			      "volumeAttributesClassName for bound claims\n",
			      FAKEAPI_INTERNAL_CLAIM_SPEC, before, now);
	cJSON_Delete(now);
	cJSON_Delete(before);
}

/* Once an attributes class is applied it cannot be removed. */
static void check_claim_attributes(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *now = fakeapi__member(spec, "volumeAttributesClassName");
	AUTO_STRBUF text = STRBUF_INIT;

	if (fakeapi__equal(now, fakeapi__dig(old, "spec", "volumeAttributesClassName", NULL)) ||
	    !fakeapi__dig(old, "status", "currentVolumeAttributesClassName", NULL) ||
	    *fakeapi__string(spec, "volumeAttributesClassName"))
		return;
	strbuf_addf(&text,
		    "update to %s is forbidden when status.currentVolumeAttributesClassName is not "
		    "nil",
		    now ? "empty string" : "nil");
	fakeapi__cause_forbidden(c, PATH(&spec_at, "volumeAttributesClassName"), text.ptr);
}

/* Checks a dataSource or a dataSourceRef. */
static void check_source(causes_t *c, const path_t *at, const cJSON *source)
{
	const char *group = fakeapi__string(source, "apiGroup");
	const char *kind = fakeapi__string(source, "kind");

	fakeapi__check_some(c, PATH(at, "name"), fakeapi__member(source, "name"));
	fakeapi__check_some(c, PATH(at, "kind"), fakeapi__member(source, "kind"));
	if (!*group && strcmp(kind, "PersistentVolumeClaim") != 0)
		fakeapi__cause_invalid_str(c, at, str_of(kind),
					   "must be 'PersistentVolumeClaim' when referencing the "
					   "default apiGroup");
	if (*group)
		fakeapi__check_format(c, PATH(at, "apiGroup"), FAKEAPI_DNS_SUBDOMAIN, group);
}

void fakeapi__check_claim_spec(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *storage = fakeapi__dig(spec, "resources", "requests", "storage", NULL);
	const cJSON *mode = fakeapi__member(spec, "volumeMode");
	const path_t *resources = PATH(at, "resources");

	if (fakeapi__is_blank(fakeapi__member(spec, "accessModes")))
		fakeapi__cause_required(c, PATH(at, "accessModes"),
					"at least 1 access mode is required");
	fakeapi__check_selector(c, PATH(at, "selector"), fakeapi__member(spec, "selector"));
	check_access_modes(c, PATH(at, "accessModes"), fakeapi__member(spec, "accessModes"));
	if (!storage)
		fakeapi__cause_required(c, PATH_KEY(resources, STR("storage")), NULL);
	else if (cJSON_IsString(storage) && fakeapi__quantity_value(storage->valuestring) <= 0)
		fakeapi__cause_invalid(c, PATH_KEY(resources, STR("storage")), storage,
				       "must be greater than zero");
	check_class_name(c, PATH(at, "storageClassName"),
			 fakeapi__member(spec, "storageClassName"));
	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(at, "volumeMode"), mode, modes);
	if (fakeapi__member(spec, "dataSource"))
		check_source(c, PATH(at, "dataSource"), fakeapi__member(spec, "dataSource"));
	if (fakeapi__member(spec, "dataSourceRef"))
		check_source(c, PATH(at, "dataSourceRef"), fakeapi__member(spec, "dataSourceRef"));
	check_class_name(c, PATH(at, "volumeAttributesClassName"),
			 fakeapi__member(spec, "volumeAttributesClassName"));
}

static void check_smaller(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *in = PATH(&spec_at, "resources"), *at = PATH(in, "requests");
	const cJSON *now = fakeapi__dig(obj, "spec", "resources", "requests", "storage", NULL);
	const cJSON *was = fakeapi__dig(old, "spec", "resources", "requests", "storage", NULL);
	const cJSON *has = fakeapi__dig(old, "status", "capacity", "storage", NULL);
	double size = cJSON_IsString(now) ? fakeapi__quantity_value(now->valuestring) : 0;
	double before = cJSON_IsString(was) ? fakeapi__quantity_value(was->valuestring) : 0;
	double held = cJSON_IsString(has) ? fakeapi__quantity_value(has->valuestring) : 0;

	if (size < before && size <= held)
		fakeapi__cause_forbidden(c, PATH(at, "storage"),
					 "field can not be less than status.capacity");
}

void fakeapi__check_claim(causes_t *c, const cJSON *obj, const cJSON *old)
{
	if (!old) {
		fakeapi__check_claim_spec(c, &spec_at, fakeapi__member(obj, "spec"));
		return;
	}
	check_claim_update(c, obj, old);
	check_smaller(c, obj, old);
	fakeapi__check_immutable(c, PATH(NULL, "volumeMode"),
				 fakeapi__dig(obj, "spec", "volumeMode", NULL),
				 fakeapi__dig(old, "spec", "volumeMode", NULL));
	check_claim_attributes(c, obj, old);
}

static void check_claim_amount(causes_t *c, const path_t *at, const cJSON *q)
{
	double value = cJSON_IsString(q) ? fakeapi__quantity_value(q->valuestring) : 0;

	if (value < 0)
		fakeapi__cause_invalid_number(c, PATH_KEY(at, str_of(q->string)), value,
					      "must be a valid resource quantity");
}

static void unsupported_name(causes_t *c, const path_t *at, const char *name, const char *supported)
{
	cJSON *text = cJSON_CreateString(name);

	c->nomem |= !text;
	if (text)
		fakeapi__cause_unsupported(c, at, text, supported);
	cJSON_Delete(text);
}

/* A name with a domain, or "storage". */
static bool check_claim_resource(causes_t *c, const path_t *at, const char *name)
{
	size_t before = c->count;

	fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, name);
	if (c->count == before && (!strchr(name, '/') || strstr(name, "kubernetes.io/")) &&
	    strcmp(name, "storage") != 0)
		unsupported_name(c, at, name, "\"storage\"");
	return c->count == before;
}

void fakeapi__check_claim_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const states[] = {
		"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress",
		"NodeResizeInfeasible",	      "NodeResizePending",	    NULL
	};
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *at = PATH(&status, "capacity"), *sizes = PATH(&status, "allocatedResources");
	const path_t *resizes = PATH(&status, "allocatedResourceStatuses");
	const cJSON *s = fakeapi__member(obj, "status"), *q;

	(void)old;
	cJSON_ArrayForEach(q, fakeapi__member(s, "capacity")) check_claim_amount(c, at, q);
	cJSON_ArrayForEach(q, fakeapi__member(s, "allocatedResourceStatuses"))
	{
		size_t i = 0;

		(void)check_claim_resource(c, resizes, q->string);
		while (states[i] && (!cJSON_IsString(q) || strcmp(states[i], q->valuestring) != 0))
			i++;
		if (!states[i])
			unsupported_name(
			    c, resizes, q->string,
			    "\"ControllerResizeInProgress\", "
			    "\"ControllerResizeInfeasible\", \"NodeResizeInProgress\", "
			    "\"NodeResizeInfeasible\", \"NodeResizePending\"");
	}
	cJSON_ArrayForEach(q, fakeapi__member(s, "allocatedResources"))
	{
		if (check_claim_resource(c, sizes, q->string))
			check_claim_amount(c, sizes, q);
	}
}

/* --- volumes --- */

/* True if path.Clean(path) is "/". */
static bool is_root(const char *path)
{
	return *path == '/' && path[strspn(path, "/.")] == '\0' && !strstr(path, "...");
}

/* The error's list of allowed values is an object. */
static void check_capacity(causes_t *c, const cJSON *capacity)
{
	const path_t *at = PATH(&spec_at, "capacity");
	const cJSON *q;

	fakeapi__check_some(c, at, capacity);
	if (!fakeapi__member(capacity, "storage") || cJSON_GetArraySize(capacity) > 1)
		fakeapi__cause_unsupported(c, at, capacity, "\"storage\"");
	cJSON_ArrayForEach(q, capacity)
	{
		double value = cJSON_IsString(q) ? fakeapi__quantity_value(q->valuestring) : 0;

		if (value < 0)
			fakeapi__cause_invalid_number(c, PATH_KEY(at, str_of(q->string)), value,
						      "must be a valid resource quantity");
		if (value <= 0)
			fakeapi__cause_invalid(c, PATH_KEY(at, str_of(q->string)), q,
					       "must be greater than zero");
	}
}

static bool same_sources(const cJSON *spec, const cJSON *before)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, spec)
	{
		if (fakeapi__is_volume_source(m->string) &&
		    !fakeapi__equal(m, fakeapi__member(before, m->string)))
			return false;
	}
	cJSON_ArrayForEach(m, before)
	{
		if (fakeapi__is_volume_source(m->string) && !fakeapi__member(spec, m->string))
			return false;
	}
	return true;
}

static void check_volume_update(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const cJSON *had = fakeapi__member(before, "nodeAffinity");

	if (!same_sources(spec, before))
		refuse_change(c, PATH(&spec_at, "persistentvolumesource"),
			      "spec.persistentvolumesource is immutable after creation\n",
			      FAKEAPI_INTERNAL_VOLUME_SOURCE, before, spec);
	fakeapi__check_immutable(c, PATH(NULL, "volumeMode"), fakeapi__member(spec, "volumeMode"),
				 fakeapi__member(before, "volumeMode"));
	if (had)
		fakeapi__check_immutable(c, PATH(NULL, "nodeAffinity"),
					 fakeapi__member(spec, "nodeAffinity"), had);
	if (fakeapi__member(before, "volumeAttributesClassName") &&
	    !fakeapi__member(spec, "volumeAttributesClassName"))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "volumeAttributesClassName"),
					 "update from non-nil value to nil is forbidden");
}

void fakeapi__check_volume(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "Delete", "Recycle", "Retain", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *policy = fakeapi__member(spec, "persistentVolumeReclaimPolicy");
	const cJSON *affinity = fakeapi__member(spec, "nodeAffinity");
	const cJSON *mode = fakeapi__member(spec, "volumeMode");
	const path_t *policy_at = PATH(&spec_at, "persistentVolumeReclaimPolicy");
	const path_t *affinity_at = PATH(&spec_at, "nodeAffinity");

	if (old) {
		check_volume_update(c, spec, fakeapi__member(old, "spec"));
		return;
	}
	fakeapi__check_some(c, PATH(&spec_at, "accessModes"), fakeapi__member(spec, "accessModes"));
	check_access_modes(c, PATH(&spec_at, "accessModes"), fakeapi__member(spec, "accessModes"));
	check_capacity(c, fakeapi__member(spec, "capacity"));
	if (!fakeapi__is_blank(policy))
		fakeapi__check_one_of(c, policy_at, policy, policies);
	if (affinity && !fakeapi__member(affinity, "required"))
		fakeapi__cause_required(c, PATH(affinity_at, "required"),
					"must specify required node constraints");
	else if (affinity)
		fakeapi__check_node_selector(c, PATH(affinity_at, "required"),
					     fakeapi__member(affinity, "required"));
	fakeapi__check_volume_sources(c, &spec_at, spec);
	if (cJSON_IsObject(fakeapi__member(spec, "local")) && !affinity)
		fakeapi__cause_required(c, affinity_at, "Local volume requires node affinity");
	if (is_root(fakeapi__string(fakeapi__member(spec, "hostPath"), "path")) &&
	    strcmp(fakeapi__string(spec, "persistentVolumeReclaimPolicy"), "Recycle") == 0)
		fakeapi__cause_forbidden(c, policy_at,
					 "may not be 'recycle' for a hostPath mount of '/'");
	check_class_name(c, PATH(&spec_at, "storageClassName"),
			 fakeapi__member(spec, "storageClassName"));
	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(&spec_at, "volumeMode"), mode, modes);
}

/* --- classes --- */

static void check_provisioner(causes_t *c, const cJSON *name)
{
	AUTO_STRBUF lower = STRBUF_INIT;

	if (!fakeapi__check_some(c, PATH(NULL, "provisioner"), name))
		return;
	for (const char *p = name->valuestring; *p; p++)
		strbuf_addc(&lower, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	fakeapi__check_format(c, PATH(NULL, "provisioner"), FAKEAPI_QUALIFIED_NAME, lower.ptr);
}

static void check_parameters(causes_t *c, const cJSON *parameters)
{
	const path_t *at = PATH(NULL, "parameters");
	size_t count = 0, bytes = 0;
	const cJSON *p;

	cJSON_ArrayForEach(p, parameters) count++;
	if (count > PARAMETERS_MAX) {
		fakeapi__cause_too_long(c, at, PARAMETERS_MAX);
		return;
	}
	cJSON_ArrayForEach(p, parameters)
	{
		if (!*p->string)
			fakeapi__cause_invalid_str(c, at, STR(""), "field can not be empty.");
		bytes += strlen(p->string) + (cJSON_IsString(p) ? strlen(p->valuestring) : 0);
	}
	if (bytes > PARAMETERS_BYTES_MAX)
		fakeapi__cause_too_long(c, at, PARAMETERS_BYTES_MAX);
}

static void check_topology(causes_t *c, const path_t *at, const cJSON *term)
{
	const cJSON *list = fakeapi__member(term, "matchLabelExpressions"), *e, *v;
	const path_t *in = PATH(at, "matchLabelExpressions");
	struct fakeapi__lookup keys, known;
	size_t i = 0;

	fakeapi__lookup_items(&keys, list, "key", list);
	cJSON_ArrayForEach(e, list)
	{
		const path_t *here = PATH_AT(in, i), *values_at = PATH(here, "values");
		const cJSON *values = fakeapi__member(e, "values");
		size_t k = 0;

		i++;
		if (fakeapi__is_blank(values))
			fakeapi__cause_required(c, values_at, NULL);
		fakeapi__lookup_items(&known, values, NULL, values);
		cJSON_ArrayForEach(v, values)
		{
			const path_t *one = PATH_AT(values_at, k);

			k++;
			if (fakeapi__lookup_again(&known, v))
				fakeapi__cause_duplicate(c, one, v);
		}
		fakeapi__lookup_fini(&known);
		fakeapi__check_format(c, PATH(here, "key"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(e, "key"));
		if (fakeapi__lookup_again(&keys, e))
			fakeapi__cause_duplicate(c, PATH(here, "key"), fakeapi__member(e, "key"));
	}
	fakeapi__lookup_fini(&keys);
}

/* No two terms may be equal. The server also compares each with as many empty terms as there are
 * terms. */
static void check_same_topologies(causes_t *c, const path_t *at, const cJSON *term)
{
	const cJSON nothing = { .type = cJSON_String, .valuestring = (char[]) { "" } };
	const cJSON *list = fakeapi__member(term, "matchLabelExpressions"), *first = term;
	bool empty = fakeapi__is_blank(list);
	size_t same = 0;

	while (first->prev->next)
		first = first->prev;
	for (const cJSON *t = first; t != term; t = t->next) {
		const cJSON *other = fakeapi__member(t, "matchLabelExpressions");

		same += empty ? fakeapi__is_blank(other) : fakeapi__equal(list, other);
	}
	for (const cJSON *t = first; t && empty; t = t->next)
		same++;
	while (same-- && !fakeapi__causes_full(c))
		fakeapi__cause_duplicate(c, at, &nothing);
}

static void check_storage_class_update(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const fixed[] = { "parameters", "provisioner", "reclaimPolicy" };
	bool immutable = fakeapi__changed(c->features, FAKEAPI_CHANGE_CLASS_FIELDS_IMMUTABLE);

	for (size_t i = 0; i < ARRAY_LEN(fixed); i++) {
		const cJSON *a = fakeapi__member(obj, fixed[i]),
			    *b = fakeapi__member(old, fixed[i]);
		AUTO_STRBUF text = STRBUF_INIT;

		if (fakeapi__equal(a, b) || (fakeapi__is_blank(a) && fakeapi__is_blank(b)))
			continue;
		strbuf_addf(&text, "updates to %s are forbidden.", fixed[i]);
		if (immutable)
			fakeapi__check_immutable(c, PATH(NULL, fixed[i]), a, b);
		else
			fakeapi__cause_forbidden(c, PATH(NULL, fixed[i]), text.ptr);
	}
	fakeapi__check_immutable(c, PATH(NULL, "volumeBindingMode"),
				 fakeapi__member(obj, "volumeBindingMode"),
				 fakeapi__member(old, "volumeBindingMode"));
}

void fakeapi__check_storage_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "Delete", "Retain", NULL };
	static const char *const binding[] = { "Immediate", "WaitForFirstConsumer", NULL };
	const cJSON *mode = fakeapi__member(obj, "volumeBindingMode"), *t;
	const cJSON *policy = fakeapi__member(obj, "reclaimPolicy");
	const path_t *at = PATH(NULL, "allowedTopologies");
	size_t i = 0;

	if (old) {
		check_storage_class_update(c, obj, old);
		return;
	}
	check_provisioner(c, fakeapi__member(obj, "provisioner"));
	check_parameters(c, fakeapi__member(obj, "parameters"));
	if (!fakeapi__is_blank(policy))
		fakeapi__check_one_of(c, PATH(NULL, "reclaimPolicy"), policy, policies);
	if (!mode)
		fakeapi__cause_required(c, PATH(NULL, "volumeBindingMode"), NULL);
	else
		fakeapi__check_one_of(c, PATH(NULL, "volumeBindingMode"), mode, binding);
	cJSON_ArrayForEach(t, fakeapi__member(obj, "allowedTopologies"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_topology(c, here, t);
		check_same_topologies(c, PATH(here, "matchLabelExpressions"), t);
	}
}
