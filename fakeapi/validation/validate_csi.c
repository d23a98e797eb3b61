/* SPDX-License-Identifier: Apache-2.0 */
/* validate_csi.c - objects written by CSI drivers and their controllers: drivers, nodes,
 * capacities, attachments, and classes of attributes (pkg/apis/storage/validation). Of an
 * attachment's inline volume only its presence is checked. */
#include "base/text/ascii.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

enum {
	NODE_ID_MAX = 256,
	PARAMETERS_MAX = 512,
	PARAMETERS_BYTES = 256 * 1024,
	METADATA_BYTES = 256 * 1024,
	ERROR_BYTES = 1024,
	PERIOD_MIN_S = 10,
	TOKEN_MIN_S = 600,
};

static size_t bytes_of(const cJSON *map)
{
	size_t sum = 0;
	const cJSON *m;

	cJSON_ArrayForEach(m, map) sum +=
	    strlen(m->string) + (cJSON_IsString(m) ? strlen(m->valuestring) : 0);
	return sum;
}

/* --- CSIDriver ------------------------------------------------------------------------------- */

static void check_token_requests(causes_t *c, const path_t *list, const cJSON *requests)
{
	struct fakeapi__lookup before;
	const cJSON *r;
	size_t i = 0;

	fakeapi__lookup_items(&before, requests, "audience", requests);
	cJSON_ArrayForEach(r, requests)
	{
		const path_t *at = PATH_AT(list, i++);
		const cJSON *seconds = fakeapi__member(r, "expirationSeconds");

		if (fakeapi__lookup_again(&before, r)) {
			fakeapi__cause_duplicate(c, PATH(at, "audience"),
						 fakeapi__member(r, "audience"));
			continue;
		}
		if (cJSON_IsNumber(seconds) && seconds->valuedouble < TOKEN_MIN_S)
			fakeapi__cause_invalid(c, PATH(at, "expirationSeconds"), seconds,
					       "may not specify a duration less than 10 minutes");
		if (cJSON_IsNumber(seconds) && seconds->valuedouble > 4294967296.0)
			fakeapi__cause_invalid(
			    c, PATH(at, "expirationSeconds"), seconds,
			    "may not specify a duration larger than 2^32 seconds");
	}
	fakeapi__lookup_fini(&before);
}

void fakeapi__check_csi_driver(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "File", "None", "ReadWriteOnceWithFSType", NULL };
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const cJSON *s = fakeapi__member(obj, "spec"), *o = fakeapi__member(old, "spec"), *mode;
	const cJSON *period = fakeapi__member(s, "nodeAllocatableUpdatePeriodSeconds");

	fakeapi__check_one_of(c, PATH(&spec, "fsGroupPolicy"), fakeapi__member(s, "fsGroupPolicy"),
			      policies);
	check_token_requests(c, PATH(&spec, "tokenRequests"), fakeapi__member(s, "tokenRequests"));
	cJSON_ArrayForEach(mode, fakeapi__member(s, "volumeLifecycleModes"))
	{
		if (cJSON_IsString(mode) && strcmp(mode->valuestring, "Persistent") != 0 &&
		    strcmp(mode->valuestring, "Ephemeral") != 0)
			fakeapi__cause_unsupported(c, PATH(&spec, "volumeLifecycleModes"), mode,
						   "\"Persistent\", \"Ephemeral\"");
	}
	if (cJSON_IsNumber(period) && period->valuedouble < PERIOD_MIN_S)
		fakeapi__cause_invalid(c, PATH(&spec, "nodeAllocatableUpdatePeriodSeconds"), period,
				       "must be greater than or equal to 10 seconds");
	if (!old)
		return;
	fakeapi__check_immutable(c, PATH(&spec, "attachedRequired"),
				 fakeapi__member(s, "attachRequired"),
				 fakeapi__member(o, "attachRequired"));
	fakeapi__check_immutable(c, PATH(&spec, "volumeLifecycleModes"),
				 fakeapi__member(s, "volumeLifecycleModes"),
				 fakeapi__member(o, "volumeLifecycleModes"));
}

/* --- CSINode --------------------------------------------------------------------------------- */

static void check_topology_keys(causes_t *c, const path_t *at, const cJSON *keys)
{
	struct fakeapi__lookup before;
	const cJSON *k;

	fakeapi__lookup_items(&before, keys, NULL, keys);
	cJSON_ArrayForEach(k, keys)
	{
		if (!cJSON_IsString(k))
			continue;
		if (!*k->valuestring)
			fakeapi__cause_required(c, at, "");
		if (fakeapi__lookup_again(&before, k))
			fakeapi__cause_duplicate(c, at, k);
		fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, k->valuestring);
	}
	fakeapi__lookup_fini(&before);
}

static void check_node_driver(causes_t *c, const path_t *at, const cJSON *d, bool again)
{
	const char *id = fakeapi__string(d, "nodeID");

	fakeapi__check_driver_name(c, PATH(at, "name"), fakeapi__string(d, "name"));
	if (!*id)
		fakeapi__cause_required(c, PATH(at, "nodeID"), "");
	if (strlen(id) > NODE_ID_MAX)
		fakeapi__cause_invalid_str(c, PATH(at, "nodeID"), str_of(id),
					   "must be 256 characters or less");
	fakeapi__check_not_negative(c, PATH(PATH(at, "allocatable"), "count"),
				    fakeapi__dig(d, "allocatable", "count", NULL));
	if (again)
		fakeapi__cause_duplicate(c, PATH(at, "name"), fakeapi__member(d, "name"));
	check_topology_keys(c, at, fakeapi__member(d, "topologyKeys"));
}

static void check_known_drivers(causes_t *c, const path_t *at, const cJSON *now,
				const cJSON *before)
{
	struct fakeapi__lookup by_name;
	const cJSON *o;

	fakeapi__lookup_items(&by_name, now, "name", before);
	cJSON_ArrayForEach(o, before)
	{
		const cJSON *d = fakeapi__lookup(&by_name, fakeapi__string(o, "name"));

		if (d && !fakeapi__equal(d, o))
			fakeapi__cause_invalid_internal(c, at, d, FAKEAPI_INTERNAL_CSI_NODE_DRIVER,
							"field is immutable");
	}
	fakeapi__lookup_fini(&by_name);
}

static void check_node_drivers(causes_t *c, const path_t *list, const cJSON *drivers)
{
	struct fakeapi__lookup before;
	const cJSON *d;
	size_t i = 0;

	fakeapi__lookup_items(&before, drivers, "name", drivers);
	cJSON_ArrayForEach(d, drivers)
	    check_node_driver(c, PATH_AT(list, i++), d, fakeapi__lookup_again(&before, d));
	fakeapi__lookup_fini(&before);
}

void fakeapi__check_csi_node(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const path_t *list = PATH(&spec, "drivers");
	const cJSON *drivers = fakeapi__dig(obj, "spec", "drivers", NULL);

	check_node_drivers(c, list, drivers);
	if (old)
		check_known_drivers(c, list, drivers, fakeapi__dig(old, "spec", "drivers", NULL));
}

/* --- CSIStorageCapacity ---------------------------------------------------------------------- */

void fakeapi__check_csi_capacity(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t topology = { NULL, "nodeTopology", 0, { NULL, 0 } };
	const path_t class = { NULL, "storageClassName", 0, { NULL, 0 } };
	const path_t capacity = { NULL, "capacity", 0, { NULL, 0 } };
	const cJSON *amount = fakeapi__member(obj, "capacity");

	if (old) {
		fakeapi__check_immutable(c, &topology, fakeapi__member(obj, "nodeTopology"),
					 fakeapi__member(old, "nodeTopology"));
		fakeapi__check_immutable(c, &class, fakeapi__member(obj, "storageClassName"),
					 fakeapi__member(old, "storageClassName"));
		return;
	}
	fakeapi__check_selector(c, &topology, fakeapi__member(obj, "nodeTopology"));
	fakeapi__check_format(c, &class, FAKEAPI_DNS_SUBDOMAIN,
			      fakeapi__string(obj, "storageClassName"));
	if (cJSON_IsString(amount) && amount->valuestring[0] == '-')
		fakeapi__cause_invalid(c, &capacity, amount, "must be greater than or equal to 0");
}

/* --- VolumeAttachment ------------------------------------------------------------------------ */

static void check_source(causes_t *c, const path_t *at, const cJSON *source)
{
	static const char one[] =
	    "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
	const cJSON *name = fakeapi__member(source, "persistentVolumeName");
	bool inlined = cJSON_IsObject(fakeapi__member(source, "inlineVolumeSpec"));
	bool named = cJSON_IsString(name);

	if (!inlined && !named)
		fakeapi__cause_required(c, at, one);
	else if (inlined && named)
		fakeapi__cause_forbidden(c, at, one);
	else if (named && !*name->valuestring)
		fakeapi__cause_required(c, PATH(at, "persistentVolumeName"),
					"must specify non empty persistentVolumeName");
}

static void check_volume_error(causes_t *c, const path_t *at, const cJSON *error)
{
	if (strlen(fakeapi__string(error, "message")) > ERROR_BYTES)
		fakeapi__cause_too_long(c, PATH(at, "message"), METADATA_BYTES);
}

static void check_attached(causes_t *c, const cJSON *obj)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const cJSON *s = fakeapi__member(obj, "spec"), *now = fakeapi__member(obj, "status");

	if (!*fakeapi__string(s, "attacher"))
		fakeapi__cause_required(c, PATH(&spec, "attacher"), "");
	check_source(c, PATH(&spec, "source"), fakeapi__member(s, "source"));
	fakeapi__check_format(c, PATH(&spec, "nodeName"), FAKEAPI_DNS_SUBDOMAIN,
			      fakeapi__string(s, "nodeName"));
	if (bytes_of(fakeapi__member(now, "attachmentMetadata")) > METADATA_BYTES)
		fakeapi__cause_too_long(c, PATH(&status, "attachmentMetadata"), METADATA_BYTES);
	check_volume_error(c, PATH(&status, "attachError"), fakeapi__member(now, "attachError"));
	check_volume_error(c, PATH(&status, "detachError"), fakeapi__member(now, "detachError"));
}

/* All checks of an update run twice. */
void fakeapi__check_attachment(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const cJSON *s = fakeapi__member(obj, "spec");
	const cJSON *volume = fakeapi__dig(s, "source", "persistentVolumeName", NULL);

	check_attached(c, obj);
	if (old) {
		if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE))
			check_attached(c, obj);
		if (!fakeapi__equal(s, fakeapi__member(old, "spec")))
			fakeapi__cause_invalid_internal(c, &spec, s,
							FAKEAPI_INTERNAL_ATTACHMENT_SPEC,
							"field is immutable");
		return;
	}
	fakeapi__check_driver_name(c, PATH(&spec, "attacher"), fakeapi__string(s, "attacher"));
	if (cJSON_IsString(volume))
		fakeapi__check_format(c, PATH(PATH(&spec, "source"), "persistentVolumeName"),
				      FAKEAPI_DNS_SUBDOMAIN, volume->valuestring);
}

/* --- VolumeAttributesClass ------------------------------------------------------------------- */

static void check_parameters(causes_t *c, const cJSON *parameters)
{
	const path_t at = { NULL, "parameters", 0, { NULL, 0 } };
	const cJSON *p;

	if (cJSON_GetArraySize(parameters) > PARAMETERS_MAX) {
		fakeapi__cause_too_long(c, &at, PARAMETERS_MAX);
		return;
	}
	cJSON_ArrayForEach(p, parameters)
	{
		if (!*p->string)
			fakeapi__cause_invalid_str(c, &at, STR(""), "field can not be empty.");
	}
	if (bytes_of(parameters) > PARAMETERS_BYTES)
		fakeapi__cause_too_long(c, &at, PARAMETERS_BYTES);
	if (!cJSON_GetArraySize(parameters))
		fakeapi__cause_required(c, &at, "must contain at least one key/value pair");
}

void fakeapi__check_attributes_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t driver = { NULL, "driverName", 0, { NULL, 0 } };
	const path_t parameters = { NULL, "parameters", 0, { NULL, 0 } };
	const char *name = fakeapi__string(obj, "driverName");
	AUTO_STRBUF lower = STRBUF_INIT;

	if (old) {
		if (strcmp(name, fakeapi__string(old, "driverName")) != 0)
			fakeapi__cause_forbidden(c, &driver,
						 "updates to driverName are forbidden.");
		if (!fakeapi__equal(fakeapi__member(obj, "parameters"),
				    fakeapi__member(old, "parameters")))
			fakeapi__cause_forbidden(c, &parameters,
						 "updates to parameters are forbidden.");
		return;
	}
	for (const char *p = name; *p; p++)
		strbuf_addc(&lower, ascii_lower(*p));
	if (!*name)
		fakeapi__cause_required(c, &driver, "");
	else if (!lower.failed)
		fakeapi__check_format(c, &driver, FAKEAPI_QUALIFIED_NAME, lower.ptr);
	check_parameters(c, fakeapi__member(obj, "parameters"));
}
