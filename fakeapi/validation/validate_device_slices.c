/* SPDX-License-Identifier: Apache-2.0 */
/* validate_device_slices.c - ResourceSlices (pkg/apis/resource/validation). */
#include "base/text/ascii.h"
#include "fakeapi/validation/pod/validate_pod.h"
#include "fakeapi/validation/validate_devices.h"

enum { DEVICES_MAX = 128, POOL_NAME_MAX = 253, VALUE_MAX = 64 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- slices -------------------------------------------------------------------------------- */

static void check_pool(causes_t *c, const path_t *at, const cJSON *pool)
{
	const cJSON *slices = fakeapi__member(pool, "resourceSliceCount");
	const cJSON *generation = fakeapi__member(pool, "generation");
	const char *name = fakeapi__string(pool, "name");
	double count = cJSON_IsNumber(slices) ? slices->valuedouble : 0;
	const path_t *name_at = PATH(at, "name");

	if (!*name)
		fakeapi__cause_required(c, name_at, NULL);
	if (strlen(name) > POOL_NAME_MAX)
		fakeapi__cause_too_long(c, name_at, POOL_NAME_MAX);
	for (const char *part = name; *name && part;) {
		const char *slash = strchr(part, '/');
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_add(&text, part, slash ? (size_t)(slash - part) : strlen(part));
		c->nomem |= text.failed;
		fakeapi__check_format(c, name_at, FAKEAPI_DNS_SUBDOMAIN, text.len ? text.ptr : "");
		part = slash ? slash + 1 : NULL;
	}
	if (count <= 0)
		fakeapi__cause_invalid_number(c, PATH(at, "resourceSliceCount"), count,
					      "must be greater than zero");
	if (cJSON_IsNumber(generation) && generation->valuedouble < 0)
		fakeapi__cause_invalid(c, PATH(at, "generation"), generation,
				       "must be greater than or equal to zero");
}

static void check_attribute(causes_t *c, const path_t *at, const cJSON *attribute)
{
	static const char *const values[] = { "bool", "int", "string", "version" };
	static const struct fakeapi__rename names[] = { { "int", "IntValue", NULL },
							{ "bool", "BoolValue", NULL },
							{ "string", "StringValue", NULL },
							{ "version", "VersionValue", NULL },
							{ 0 } };
	size_t given = 0;

	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		const cJSON *v = fakeapi__member(attribute, values[i]);

		given += v && !cJSON_IsNull(v);
		if (cJSON_IsString(v) && strlen(v->valuestring) > VALUE_MAX)
			fakeapi__cause_too_long(c, PATH(at, values[i]), VALUE_MAX);
	}
	if (given == 0)
		fakeapi__cause_required(c, at, "exactly one value must be specified");
	if (given > 1)
		fakeapi__cause_invalid_form(c, at, attribute, names,
					    "exactly one value must be specified");
}

static void check_device(causes_t *c, const path_t *at, const cJSON *device)
{
	const path_t *attributes_at = PATH(at, "attributes"), *capacity_at = PATH(at, "capacity");
	const cJSON *m;

	fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_LABEL,
			      fakeapi__string(device, "name"));
	cJSON_ArrayForEach(m, fakeapi__member(device, "attributes"))
	{
		const path_t *here = PATH_KEY(attributes_at, str_of(m->string));

		fakeapi__check_device_qualified(c, here, m->string);
		check_attribute(c, here, m);
	}
	cJSON_ArrayForEach(m, fakeapi__member(device, "capacity"))
	    fakeapi__check_device_qualified(c, PATH_KEY(capacity_at, str_of(m->string)), m->string);
}

static void check_node_selector(causes_t *c, const cJSON *selector)
{
	const path_t *at = PATH(&spec_at, "nodeSelector");
	const cJSON *terms = fakeapi__member(selector, "nodeSelectorTerms");

	if (!cJSON_IsObject(selector))
		return;
	fakeapi__check_node_selector(c, at, selector);
	if (cJSON_GetArraySize(terms) != 1)
		fakeapi__cause_invalid_internal(c, PATH(at, "nodeSelectorTerms"), terms,
						FAKEAPI_INTERNAL_NODE_SELECTOR_TERMS,
						"must have exactly one node selector term");
}

/* Which nodes see the devices: exactly one of four members says so. */
static void check_nodes(causes_t *c, const cJSON *spec)
{
	static const char *const flags[] = { "allNodes", "perDeviceNodeSelection" };
	const cJSON *name = fakeapi__member(spec, "nodeName");
	AUTO_STRBUF set = STRBUF_INIT;
	size_t count = 0;

	if (cJSON_IsString(name) && *name->valuestring) {
		fakeapi__check_format(c, PATH(&spec_at, "nodeName"), FAKEAPI_DNS_SUBDOMAIN,
				      name->valuestring);
		strbuf_addf(&set, "`nodeName`");
		count++;
	} else if (cJSON_IsString(name)) {
		fakeapi__cause_invalid(c, PATH(&spec_at, "nodeName"), name,
				       "must be either unset or set to a non-empty string");
	}
	check_node_selector(c, fakeapi__member(spec, "nodeSelector"));
	if (cJSON_IsObject(fakeapi__member(spec, "nodeSelector")))
		strbuf_addf(&set, "%s`nodeSelector`", count++ ? ", " : "");
	for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
		const cJSON *flag = fakeapi__member(spec, flags[i]);

		if (cJSON_IsTrue(flag))
			strbuf_addf(&set, "%s`%s`", count++ ? ", " : "", flags[i]);
		else if (cJSON_IsFalse(flag))
			fakeapi__cause_invalid(c, PATH(&spec_at, flags[i]), flag,
					       "must be either unset or set to true");
	}
	c->nomem |= set.failed;
	if (count == 0)
		fakeapi__cause_required(c, &spec_at,
					"exactly one of `nodeName`, `nodeSelector`, `allNodes`, "
					"`perDeviceNodeSelection` is required");
	if (count > 1) {
		AUTO_STRBUF shown = STRBUF_INIT;

		strbuf_addf(&shown, "{%s}", set.ptr);
		c->nomem |= shown.failed;
		fakeapi__cause_invalid_str(c, &spec_at, strbuf_str(&shown),
					   "exactly one of `nodeName`, `nodeSelector`, `allNodes`, "
					   "`perDeviceNodeSelection` is required, but multiple "
					   "fields are set");
	}
}

void fakeapi__check_device_slice(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const fixed[] = { "driver", "nodeName" };
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");
	const cJSON *devices = fakeapi__member(spec, "devices");
	const path_t *pool_at = PATH(&spec_at, "pool"), *at = PATH(&spec_at, "devices");

	fakeapi__check_driver_name(c, PATH(&spec_at, "driver"), fakeapi__string(spec, "driver"));
	check_pool(c, pool_at, fakeapi__member(spec, "pool"));
	if (old) {
		fakeapi__check_immutable(c, PATH(pool_at, "name"),
					 fakeapi__dig(spec, "pool", "name", NULL),
					 fakeapi__dig(before, "pool", "name", NULL));
		for (size_t i = 0; i < ARRAY_LEN(fixed); i++)
			fakeapi__check_immutable(c, PATH(&spec_at, fixed[i]),
						 fakeapi__member(spec, fixed[i]),
						 fakeapi__member(before, fixed[i]));
	}
	check_nodes(c, spec);
	if (fakeapi__check_devices_each(c, at, devices, DEVICES_MAX, check_device))
		fakeapi__check_device_doubles(c, at, devices, "name");
}
