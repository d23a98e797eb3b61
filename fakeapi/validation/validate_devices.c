/* SPDX-License-Identifier: Apache-2.0 */
/* validate_devices.c - device claims, their templates, classes and slices
 * (pkg/apis/resource/validation). CEL expressions of selectors are not compiled. */
#include "base/text/ascii.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

enum { REQUESTS_MAX = 32, SELECTORS_MAX = 32, SUBREQUESTS_MAX = 8, DEVICES_MAX = 128 };
enum { RESERVED_MAX = 256, EXPRESSION_MAX = 10 * 1024, ID_MAX = 32, VALUE_MAX = 64 };
enum { POOL_NAME_MAX = 253 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

typedef void check_item_fn(causes_t *c, const path_t *at, const cJSON *item);

static void check_each(causes_t *c, const path_t *at, const cJSON *list, size_t max,
		       check_item_fn *check)
{
	const cJSON *item;
	size_t i = 0;

	cJSON_ArrayForEach(item, list)
	{
		check(c, PATH_AT(at, i), item);
		i++;
	}
	if (i > max)
		fakeapi__cause_too_many(c, at, i, max);
}

/* Reports items with the same string in `member`. */
static void check_doubles(causes_t *c, const path_t *at, const cJSON *list, const char *member)
{
	struct fakeapi__lookup known;
	const cJSON *item;
	size_t i = 0;

	fakeapi__lookup_items(&known, list, member, list);
	cJSON_ArrayForEach(item, list)
	{
		const path_t *here = PATH_AT(at, i);

		if (fakeapi__lookup_again(&known, item))
			fakeapi__cause_duplicate(c, member ? PATH(here, member) : here,
						 member ? fakeapi__member(item, member) : item);
		i++;
	}
	fakeapi__lookup_fini(&known);
}

/* --- selectors and parameters -------------------------------------------------------------- */

static void check_selector(causes_t *c, const path_t *at, const cJSON *selector)
{
	const cJSON *cel = fakeapi__member(selector, "cel");
	const path_t *cel_at = PATH(at, "cel");

	if (!cJSON_IsObject(cel))
		fakeapi__cause_required(c, cel_at, NULL);
	else if (strlen(fakeapi__string(cel, "expression")) > EXPRESSION_MAX)
		fakeapi__cause_too_long(c, PATH(cel_at, "expression"), EXPRESSION_MAX);
}

static void check_configuration(causes_t *c, const path_t *at, const cJSON *config)
{
	const cJSON *opaque = fakeapi__member(config, "opaque");
	const cJSON *parameters = fakeapi__member(opaque, "parameters");
	const path_t *opaque_at = PATH(at, "opaque");

	if (!cJSON_IsObject(opaque)) {
		fakeapi__cause_required(c, opaque_at, NULL);
		return;
	}
	fakeapi__check_driver_name(c, PATH(opaque_at, "driver"), fakeapi__string(opaque, "driver"));
	if (!parameters || cJSON_IsNull(parameters))
		fakeapi__cause_required(c, PATH(opaque_at, "parameters"), NULL);
	else if (!cJSON_IsObject(parameters))
		fakeapi__cause_invalid_str(c, PATH(opaque_at, "parameters"), STR("<value omitted>"),
					   "must be a valid JSON object");
}

/* --- requests ------------------------------------------------------------------------------ */

static void check_mode(causes_t *c, const path_t *at, const cJSON *request)
{
	const char *mode = fakeapi__string(request, "allocationMode");
	const cJSON *v = fakeapi__member(request, "count");
	double count = cJSON_IsNumber(v) ? v->valuedouble : 0;
	const path_t *count_at = PATH(at, "count");

	if (strcmp(mode, "All") == 0) {
		if (count != 0)
			fakeapi__cause_invalid_number(
			    c, count_at, count,
			    "must not be specified when allocationMode is 'All'");
	} else if (strcmp(mode, "ExactCount") == 0) {
		if (count <= 0)
			fakeapi__cause_invalid_number(c, count_at, count,
						      "must be greater than zero");
	} else {
		fakeapi__cause_unsupported(c, PATH(at, "allocationMode"),
					   fakeapi__member(request, "allocationMode"),
					   "\"All\", \"ExactCount\"");
	}
}

static void check_exact(causes_t *c, const path_t *at, const cJSON *request)
{
	const char *class = fakeapi__string(request, "deviceClassName");

	if (!*class)
		fakeapi__cause_required(c, PATH(at, "deviceClassName"), NULL);
	else
		fakeapi__check_format(c, PATH(at, "deviceClassName"), FAKEAPI_DNS_SUBDOMAIN, class);
	check_each(c, PATH(at, "selectors"), fakeapi__member(request, "selectors"), SELECTORS_MAX,
		   check_selector);
	check_mode(c, at, request);
}

static void check_subrequest(causes_t *c, const path_t *at, const cJSON *request)
{
	fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_LABEL,
			      fakeapi__string(request, "name"));
	check_exact(c, at, request);
}

static void check_request(causes_t *c, const path_t *at, const cJSON *request)
{
	static const char one[] = "exactly one of `exactly` or `firstAvailable` is required";
	const cJSON *exactly = fakeapi__member(request, "exactly");
	const cJSON *list = fakeapi__member(request, "firstAvailable");
	bool several = cJSON_GetArraySize(list) > 0, single = cJSON_IsObject(exactly);

	fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_LABEL,
			      fakeapi__string(request, "name"));
	if (several) {
		const path_t *list_at = PATH(at, "firstAvailable");

		check_each(c, list_at, list, SUBREQUESTS_MAX, check_subrequest);
		check_doubles(c, list_at, list, "name");
	}
	if (single)
		check_exact(c, PATH(at, "exactly"), exactly);
	if (!several && !single)
		fakeapi__cause_required(c, at, one);
	if (several && single)
		fakeapi__cause_invalid(c, at, NULL,
				       "exactly one of `exactly` or `firstAvailable` is required, "
				       "but multiple fields are set");
}

/* True if the claim has the "request" or "request/subrequest". */
static bool names_request(const cJSON *requests, const char *name)
{
	const char *slash = strchr(name, '/');
	struct str first = { name, slash ? (size_t)(slash - name) : strlen(name) };
	const cJSON *r, *s;

	cJSON_ArrayForEach(r, requests)
	{
		if (!str_eqz(first, fakeapi__string(r, "name")))
			continue;
		if (!slash)
			return true;
		cJSON_ArrayForEach(s, fakeapi__member(r, "firstAvailable"))
		{
			if (strcmp(slash + 1, fakeapi__string(s, "name")) == 0)
				return true;
		}
	}
	return false;
}

static void check_references(causes_t *c, const path_t *at, const cJSON *list,
			     const cJSON *requests)
{
	const cJSON *name;
	size_t i = 0;

	cJSON_ArrayForEach(name, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *z = cJSON_IsString(name) ? name->valuestring : "";

		i++;
		if (!names_request(requests, z))
			fakeapi__cause_invalid(c, here, name,
					       "must be the name of a request in the claim or the "
					       "name of a request and a subrequest separated by "
					       "'/'");
	}
	check_doubles(c, at, list, NULL);
}

/* --- names of attributes ------------------------------------------------------------------- */

static void check_identifier(causes_t *c, const path_t *at, struct str id)
{
	bool valid = id.len && !ascii_is_digit(id.ptr[0]);

	for (size_t i = 0; i < id.len; i++)
		valid = valid && (ascii_is_alnum(id.ptr[i]) || id.ptr[i] == '_');
	if (id.len > ID_MAX)
		fakeapi__cause_too_long(c, at, ID_MAX);
	if (!valid)
		fakeapi__cause_invalid_str(
		    c, at, id,
		    "a valid C identifier must start with alphabetic character or '_', followed by "
		    "a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  "
		    "or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')");
}

static void check_qualified(causes_t *c, const path_t *at, const char *name)
{
	const char *slash = strchr(name, '/');
	AUTO_STRBUF domain = STRBUF_INIT;

	if (!*name) {
		fakeapi__cause_required(c, at, "name required");
		return;
	}
	if (!slash) {
		check_identifier(c, at, str_of(name));
		return;
	}
	if (strchr(slash + 1, '/'))
		return;
	strbuf_add(&domain, name, (size_t)(slash - name));
	c->nomem |= domain.failed;
	if (!domain.len)
		fakeapi__cause_required(c, at, "the domain must not be empty");
	else
		fakeapi__check_driver_name(c, at, domain.ptr);
	if (!slash[1])
		fakeapi__cause_required(c, at, "the name must not be empty");
	else
		check_identifier(c, at, str_of(slash + 1));
}

static void check_attribute_name(causes_t *c, const path_t *at, const cJSON *name)
{
	check_qualified(c, at, name->valuestring);
	if (name->valuestring[0] && !strchr(name->valuestring, '/'))
		fakeapi__cause_invalid(c, at, name, "must include a domain");
}

/* --- claims -------------------------------------------------------------------------------- */

static void check_claim(causes_t *c, const path_t *at, const cJSON *spec)
{
	const path_t *devices_at = PATH(at, "devices"), *requests_at = PATH(devices_at, "requests");
	const path_t *constraints_at = PATH(devices_at, "constraints");
	const path_t *config_at = PATH(devices_at, "config");
	const cJSON *devices = fakeapi__member(spec, "devices"), *m;
	const cJSON *requests = fakeapi__member(devices, "requests");
	size_t i = 0;

	check_each(c, requests_at, requests, REQUESTS_MAX, check_request);
	check_doubles(c, requests_at, requests, "name");
	cJSON_ArrayForEach(m, fakeapi__member(devices, "constraints"))
	{
		const path_t *here = PATH_AT(constraints_at, i);
		const cJSON *attribute = fakeapi__member(m, "matchAttribute");
		const cJSON *distinct = fakeapi__member(m, "distinctAttribute");

		i++;
		check_references(c, PATH(here, "requests"), fakeapi__member(m, "requests"),
				 requests);
		if (cJSON_IsString(attribute))
			check_attribute_name(c, PATH(here, "matchAttribute"), attribute);
		else if (cJSON_IsString(distinct))
			check_attribute_name(c, PATH(here, "distinctAttribute"), distinct);
		else
			fakeapi__cause_required(c, PATH(here, "matchAttribute"), NULL);
	}
	if (i > REQUESTS_MAX)
		fakeapi__cause_too_many(c, constraints_at, i, REQUESTS_MAX);
	i = 0;
	cJSON_ArrayForEach(m, fakeapi__member(devices, "config"))
	{
		const path_t *here = PATH_AT(config_at, i);

		i++;
		check_references(c, PATH(here, "requests"), fakeapi__member(m, "requests"),
				 requests);
		check_configuration(c, here, m);
	}
	if (i > REQUESTS_MAX)
		fakeapi__cause_too_many(c, config_at, i, REQUESTS_MAX);
}

static const struct fakeapi__rename claim_devices[] = { { "requests", "Requests", NULL },
							{ "constraints", "Constraints", NULL },
							{ "config", "Config", NULL },
							{ 0 } };
static const struct fakeapi__rename claim_names[] = { { "devices", "Devices", claim_devices },
						      { 0 } };
static const struct fakeapi__rename template_names[] = { { "spec", "Spec", claim_names }, { 0 } };

static void check_fixed(causes_t *c, const cJSON *spec, const cJSON *before,
			const struct fakeapi__rename *names)
{
	if (!fakeapi__equal(spec, before))
		fakeapi__cause_invalid_form(c, &spec_at, spec, names, "field is immutable");
}

void fakeapi__check_device_claim(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");

	if (old)
		check_fixed(c, spec, fakeapi__member(old, "spec"), claim_names);
	check_claim(c, &spec_at, spec);
}

void fakeapi__check_device_template(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");

	if (old)
		check_fixed(c, spec, fakeapi__member(old, "spec"), template_names);
	check_claim(c, PATH(&spec_at, "spec"), fakeapi__member(spec, "spec"));
}

static void check_consumer(causes_t *c, const path_t *at, const cJSON *consumer)
{
	static const char *const parts[] = { "resource", "name", "uid" };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		fakeapi__check_some(c, PATH(at, parts[i]), fakeapi__member(consumer, parts[i]));
}

void fakeapi__check_device_use(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t status_at = { NULL, "status", 0, { NULL, 0 } };
	const path_t *at = PATH(&status_at, "reservedFor");
	const cJSON *status = fakeapi__member(obj, "status");
	const cJSON *list = fakeapi__member(status, "reservedFor");

	(void)old;
	check_each(c, at, list, RESERVED_MAX, check_consumer);
	check_doubles(c, at, list, "uid");
	if (cJSON_GetArraySize(list) && !cJSON_IsObject(fakeapi__member(status, "allocation")))
		fakeapi__cause_forbidden(c, at, "may not be specified when `allocated` is not set");
}

/* --- classes ------------------------------------------------------------------------------- */

void fakeapi__check_device_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");

	(void)old;
	check_each(c, PATH(&spec_at, "selectors"), fakeapi__member(spec, "selectors"),
		   SELECTORS_MAX, check_selector);
	check_each(c, PATH(&spec_at, "config"), fakeapi__member(spec, "config"), REQUESTS_MAX,
		   check_configuration);
}

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

		check_qualified(c, here, m->string);
		check_attribute(c, here, m);
	}
	cJSON_ArrayForEach(m, fakeapi__member(device, "capacity"))
	    check_qualified(c, PATH_KEY(capacity_at, str_of(m->string)), m->string);
}

/* Checks that exactly one of four fields selects the nodes with these devices. */
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
	check_each(c, at, devices, DEVICES_MAX, check_device);
	check_doubles(c, at, devices, "name");
}
