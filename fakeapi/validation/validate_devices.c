/* SPDX-License-Identifier: Apache-2.0 */
/* validate_devices.c - claims of devices, their templates and classes
 * (pkg/apis/resource/validation). */
#include "base/text/ascii.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_devices.h"

enum { REQUESTS_MAX = 32, SELECTORS_MAX = 32, SUBREQUESTS_MAX = 8 };
enum { RESERVED_MAX = 256, ID_MAX = 32, VALUE_MAX = 64 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* False: there are too many items, and therefore no other causes. */
static bool check_count(causes_t *c, const path_t *at, const cJSON *list, size_t max)
{
	size_t count = (size_t)cJSON_GetArraySize(list);

	if (count <= max || !fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS))
		return true;
	fakeapi__cause_too_many(c, at, count, max);
	return false;
}

bool fakeapi__check_devices_each(causes_t *c, const path_t *at, const cJSON *list, size_t max,
				 fakeapi__check_item_fn *check)
{
	const cJSON *item;
	size_t i = 0;

	if (!check_count(c, at, list, max))
		return false;
	cJSON_ArrayForEach(item, list) check(c, PATH_AT(at, i++), item);
	if (i > max)
		fakeapi__cause_too_many(c, at, i, max);
	return true;
}

/* Items with the same string in `member`. */
void fakeapi__check_device_doubles(causes_t *c, const path_t *at, const cJSON *list,
				   const char *member)
{
	bool names = member && !fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS);
	struct fakeapi__lookup known;
	const cJSON *item;
	size_t i = 0;

	fakeapi__lookup_items(&known, list, member, list);
	cJSON_ArrayForEach(item, list)
	{
		const path_t *here = PATH_AT(at, i++);

		if (fakeapi__lookup_again(&known, item))
			fakeapi__cause_duplicate(c, names ? PATH(here, member) : here,
						 member ? fakeapi__member(item, member) : item);
	}
	fakeapi__lookup_fini(&known);
}

/* --- selectors and parameters -------------------------------------------------------------- */

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
	(void)fakeapi__check_devices_each(c, PATH(at, "selectors"),
					  fakeapi__member(request, "selectors"), SELECTORS_MAX,
					  fakeapi__check_device_selector);
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

		if (fakeapi__check_devices_each(c, list_at, list, SUBREQUESTS_MAX,
						check_subrequest))
			fakeapi__check_device_doubles(c, list_at, list, "name");
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

static void check_reference(causes_t *c, const path_t *at, const cJSON *name, const cJSON *requests)
{
	static const char wanted[] = "must be the name of a request in the claim or the name of a "
				     "request and a subrequest separated by '/'";
	const char *z = fakeapi__text(name), *slash = strchr(z, '/');
	AUTO_STRBUF first = STRBUF_INIT;

	if (slash && strchr(slash + 1, '/')) {
		fakeapi__cause_invalid(c, at, name, wanted);
		return;
	}
	strbuf_addf(&first, "%.*s", slash ? (int)(slash - z) : (int)strlen(z), z);
	if (first.failed) {
		c->nomem = true;
		return;
	}
	fakeapi__check_format(c, at, FAKEAPI_DNS_LABEL, first.ptr);
	if (slash)
		fakeapi__check_format(c, at, FAKEAPI_DNS_LABEL, slash + 1);
	if (!names_request(requests, z))
		fakeapi__cause_invalid(c, at, name, wanted);
}

static void check_references(causes_t *c, const path_t *at, const cJSON *list,
			     const cJSON *requests)
{
	const cJSON *name;
	size_t i = 0;

	cJSON_ArrayForEach(name, list)
	{
		check_reference(c, PATH_AT(at, i), name, requests);
		i++;
	}
	fakeapi__check_device_doubles(c, at, list, NULL);
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

/* Since 1.37 declared. */
static void invalid_part(causes_t *c, const path_t *at, const char *why)
{
	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_DECLARED))
		fakeapi__cause_invalid_str(c, at, STR(""), why);
}

void fakeapi__check_device_qualified(causes_t *c, const path_t *at, const char *name)
{
	static const char no_domain[] = "the domain must not be empty";
	static const char no_name[] = "the name must not be empty";
	bool later = fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS);
	const char *slash = strchr(name, '/');
	AUTO_STRBUF domain = STRBUF_INIT;

	if (!*name && !later) {
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
	if (!domain.len && later)
		invalid_part(c, at, no_domain);
	else if (!domain.len)
		fakeapi__cause_required(c, at, no_domain);
	else
		fakeapi__check_driver_name(c, at, domain.ptr);
	if (!slash[1] && later)
		invalid_part(c, at, no_name);
	else if (!slash[1])
		fakeapi__cause_required(c, at, no_name);
	else
		check_identifier(c, at, str_of(slash + 1));
}

static void check_attribute_name(causes_t *c, const path_t *at, const cJSON *name)
{
	fakeapi__check_device_qualified(c, at, name->valuestring);
	if ((name->valuestring[0] || fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS)) &&
	    !strchr(name->valuestring, '/'))
		fakeapi__cause_invalid(c, at, name,
				       fakeapi__changed(c->features, FAKEAPI_CHANGE_DEVICE_ERRORS)
					   ? FAKEAPI_NOT_QUALIFIED
					   : "must include a domain");
}

/* --- claims -------------------------------------------------------------------------------- */

static void check_claim(causes_t *c, const path_t *at, const cJSON *spec)
{
	const path_t *devices_at = PATH(at, "devices"), *requests_at = PATH(devices_at, "requests");
	const path_t *constraints_at = PATH(devices_at, "constraints");
	const path_t *config_at = PATH(devices_at, "config");
	const cJSON *devices = fakeapi__member(spec, "devices"), *m;
	const cJSON *requests = fakeapi__member(devices, "requests");
	const cJSON *constraints = fakeapi__member(devices, "constraints");
	const cJSON *configs = fakeapi__member(devices, "config");
	size_t i = 0;

	if (fakeapi__check_devices_each(c, requests_at, requests, REQUESTS_MAX, check_request))
		fakeapi__check_device_doubles(c, requests_at, requests, "name");
	if (!check_count(c, constraints_at, constraints, REQUESTS_MAX))
		constraints = NULL;
	cJSON_ArrayForEach(m, constraints)
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
	if (!check_count(c, config_at, configs, REQUESTS_MAX))
		configs = NULL;
	cJSON_ArrayForEach(m, configs)
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

static void check_fixed(causes_t *c, const cJSON *spec, const cJSON *before,
			enum fakeapi__internal form)
{
	if (!fakeapi__equal(spec, before))
		fakeapi__cause_invalid_internal(c, &spec_at, spec, form, "field is immutable");
}

void fakeapi__check_device_claim(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");

	if (old)
		check_fixed(c, spec, fakeapi__member(old, "spec"), FAKEAPI_INTERNAL_DEVICE_CLAIM);
	check_claim(c, &spec_at, spec);
}

void fakeapi__check_device_template(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");

	if (old)
		check_fixed(c, spec, fakeapi__member(old, "spec"),
			    FAKEAPI_INTERNAL_DEVICE_CLAIM_TEMPLATE);
	fakeapi__check_template_meta(c, PATH(&spec_at, "metadata"),
				     fakeapi__member(spec, "metadata"));
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
	if (fakeapi__check_devices_each(c, at, list, RESERVED_MAX, check_consumer))
		fakeapi__check_device_doubles(c, at, list, "uid");
	if (cJSON_GetArraySize(list) && !cJSON_IsObject(fakeapi__member(status, "allocation")))
		fakeapi__cause_forbidden(c, at, "may not be specified when `allocated` is not set");
}

/* --- classes ------------------------------------------------------------------------------- */

/* IsExtendedResourceName; since 1.37 declared. */
static void check_extended(causes_t *c, const path_t *at, const cJSON *name)
{
	AUTO_STRBUF quota = STRBUF_INIT, wrong = STRBUF_INIT;

	strbuf_addf(&quota, "requests.%s", name->valuestring);
	if (!quota.failed)
		fakeapi__format_check(NULL, FAKEAPI_QUALIFIED_NAME, quota.ptr, &wrong);
	c->nomem |= quota.failed || wrong.failed;
	if (wrong.len || !fakeapi__is_extended_resource(name->valuestring))
		fakeapi__cause_invalid(c, at, name, "must be a valid extended resource name");
}

void fakeapi__check_device_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *extended = fakeapi__member(spec, "extendedResourceName");

	(void)old;
	(void)fakeapi__check_devices_each(c, PATH(&spec_at, "selectors"),
					  fakeapi__member(spec, "selectors"), SELECTORS_MAX,
					  fakeapi__check_device_selector);
	(void)fakeapi__check_devices_each(c, PATH(&spec_at, "config"),
					  fakeapi__member(spec, "config"), REQUESTS_MAX,
					  check_configuration);
	if (cJSON_IsString(extended) && !fakeapi__changed(c->features, FAKEAPI_CHANGE_DECLARED))
		check_extended(c, PATH(&spec_at, "extendedResourceName"), extended);
}
