/* SPDX-License-Identifier: Apache-2.0 */
/* validate_api_service.c - APIServices (kube-aggregator pkg/apis/apiregistration/validation). */
#include "base/base64.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/validation/validate_impl.h"

static double number(const cJSON *v)
{
	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

/* The name must be VERSION.GROUP; an invalid path segment is reported as that. */
static void check_name(causes_t *c, const cJSON *obj, const char *member)
{
	static const path_t metadata = { NULL, "metadata", 0, { NULL, 0 } };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), member);
	AUTO_STRBUF wanted = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addf(&wanted, "%s.%s", fakeapi__string(spec, "version"),
		    fakeapi__string(spec, "group"));
	fakeapi__format_check(c->features, FAKEAPI_PATH_SEGMENT, name, &wrong);
	if (!*name || wrong.len || wanted.failed || strcmp(name, wanted.ptr) == 0)
		return;
	strbuf_addz(&why, "must be `spec.version+\".\"+spec.group`: ");
	fakeapi__go_quote(&why, strbuf_str(&wanted));
	fakeapi__cause_invalid_str(c, PATH(&metadata, member), str_of(name), why.ptr);
}

static void check_group(causes_t *c, const path_t *spec, const cJSON *obj)
{
	const char *group = fakeapi__string(obj, "group"),
		   *version = fakeapi__string(obj, "version");
	double minimum = number(fakeapi__member(obj, "groupPriorityMinimum"));
	double priority = number(fakeapi__member(obj, "versionPriority"));

	if (!*group && strcmp(version, "v1") != 0)
		fakeapi__cause_required(c, PATH(spec, "group"),
					"only v1 may have an empty group and it better be legacy "
					"kube");
	if (*group)
		fakeapi__check_format(c, PATH(spec, "group"), FAKEAPI_DNS_SUBDOMAIN, group);
	fakeapi__check_format(c, PATH(spec, "version"), FAKEAPI_DNS_1035_LABEL, version);
	if (minimum <= 0 || minimum > 20000)
		fakeapi__cause_invalid_number(c, PATH(spec, "groupPriorityMinimum"), minimum,
					      "must be positive and less than 20000");
	if (priority <= 0 || priority > 1000)
		fakeapi__cause_invalid_number(c, PATH(spec, "versionPriority"), priority,
					      "must be positive and less than 1000");
}

static void check_local(causes_t *c, const path_t *spec, const cJSON *obj)
{
	const cJSON *insecure = fakeapi__member(obj, "insecureSkipTLSVerify");
	AUTO_STRBUF bundle = STRBUF_INIT;
	AUTO_STRBUF size = STRBUF_INIT;

	(void)base64_decode(&bundle, str_of(fakeapi__string(obj, "caBundle")), BASE64_STD, NULL);
	strbuf_addf(&size, "%zu bytes", bundle.len);
	if (bundle.len)
		fakeapi__cause_invalid_str(c, PATH(spec, "caBundle"), strbuf_str(&size),
					   "local APIServices may not have a caBundle");
	if (cJSON_IsTrue(insecure))
		fakeapi__cause_invalid(c, PATH(spec, "insecureSkipTLSVerify"), insecure,
				       "local APIServices may not have insecureSkipTLSVerify");
}

static void check_remote(causes_t *c, const path_t *spec, const cJSON *obj)
{
	const path_t *at = PATH(spec, "service");
	const cJSON *service = fakeapi__member(obj, "service");
	const cJSON *insecure = fakeapi__member(obj, "insecureSkipTLSVerify");
	double port = number(fakeapi__member(service, "port"));

	if (!*fakeapi__string(service, "namespace"))
		fakeapi__cause_required(c, PATH(at, "namespace"), "");
	if (!*fakeapi__string(service, "name"))
		fakeapi__cause_required(c, PATH(at, "name"), "");
	if (port < 1 || port > 65535)
		fakeapi__cause_invalid_number(
		    c, PATH(at, "port"), port,
		    "port is not valid: must be between 1 and 65535, inclusive");
	if (cJSON_IsTrue(insecure) && *fakeapi__string(obj, "caBundle"))
		fakeapi__cause_invalid(c, PATH(spec, "insecureSkipTLSVerify"), insecure,
				       "may not be true if caBundle is present");
}

void fakeapi__check_api_service(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const cJSON *s = fakeapi__member(obj, "spec");

	(void)old;
	check_name(c, obj, "generateName");
	check_name(c, obj, "name");
	check_group(c, &spec, s);
	if (cJSON_IsObject(fakeapi__member(s, "service")))
		check_remote(c, &spec, s);
	else
		check_local(c, &spec, s);
}

void fakeapi__check_api_service_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const statuses[] = { "True", "False", "Unknown", NULL };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *list = PATH(&status, "conditions");
	const cJSON *each;
	size_t i = 0;

	(void)old;
	cJSON_ArrayForEach(each, fakeapi__dig(obj, "status", "conditions", NULL))
	{
		const path_t *at = PATH_AT(list, i++);

		fakeapi__check_one_of(c, PATH(at, "status"), fakeapi__member(each, "status"),
				      statuses);
	}
}
