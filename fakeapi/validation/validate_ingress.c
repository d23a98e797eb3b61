/* SPDX-License-Identifier: Apache-2.0 */
/* validate_ingress.c - ingresses and their classes (pkg/apis/networking/validation). */
#include "base/text/ascii.h"

#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

enum { CONTROLLER_MAX = 250 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };
static const char class_note[] = "kubernetes.io/ingress.class";

/* Checks a reference to another object: apiGroup, kind and name. */
static void check_reference(causes_t *c, const path_t *at, const cJSON *ref)
{
	static const char *const parts[] = { "kind", "name" };
	const cJSON *group = fakeapi__member(ref, "apiGroup");

	if (cJSON_IsString(group))
		fakeapi__check_format(c, PATH(at, "apiGroup"), FAKEAPI_DNS_SUBDOMAIN,
				      group->valuestring);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (fakeapi__check_some(c, PATH(at, parts[i]), fakeapi__member(ref, parts[i])))
			fakeapi__check_format(c, PATH(at, parts[i]), FAKEAPI_PATH_SEGMENT,
					      fakeapi__string(ref, parts[i]));
}

static void check_service(causes_t *c, const path_t *at, const cJSON *service)
{
	const path_t *in = PATH(at, "service"), *port_at = PATH(in, "port");
	const cJSON *number = fakeapi__dig(service, "port", "number", NULL);
	const char *name = fakeapi__string(fakeapi__member(service, "port"), "name");
	bool numbered = cJSON_IsNumber(number) && number->valuedouble != 0;

	if (fakeapi__check_some(c, PATH(in, "name"), fakeapi__member(service, "name")))
		fakeapi__check_format(c, PATH(in, "name"), FAKEAPI_DNS_1035_LABEL,
				      fakeapi__string(service, "name"));
	if (*name && numbered)
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "cannot set both port name & port number");
	else if (*name)
		fakeapi__check_format(c, PATH(port_at, "name"), FAKEAPI_PORT_NAME, name);
	else if (numbered)
		fakeapi__check_port(c, PATH(port_at, "number"), number);
	else
		fakeapi__cause_required(c, at, "port name or number is required");
}

static void check_backend(causes_t *c, const path_t *at, const cJSON *b)
{
	const cJSON *service = fakeapi__member(b, "service"),
		    *resource = fakeapi__member(b, "resource");

	if (service && resource)
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "cannot set both resource and service backends");
	else if (resource)
		check_reference(c, PATH(at, "resource"), resource);
	else if (service)
		check_service(c, at, service);
	else
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "resource or service backend is required");
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

/* Checks an exact path or a prefix. */
static void check_path_text(causes_t *c, const path_t *at, const char *text)
{
	static const char *const parts[] = { "//", "/./", "/../", "%2f", "%2F" };
	static const char *const ends[] = { "/..", "/." };
	AUTO_STRBUF why = STRBUF_INIT;

	if (*text != '/')
		fakeapi__cause_invalid_str(c, at, str_of(text), "must be an absolute path");
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (!strstr(text, parts[i]))
			continue;
		strbuf_clear(&why);
		strbuf_addf(&why, "must not contain '%s'", parts[i]);
		fakeapi__cause_invalid_str(c, at, str_of(text), why.ptr);
	}
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (!ends_with(text, ends[i]))
			continue;
		strbuf_clear(&why);
		strbuf_addf(&why, "cannot end with '%s'", ends[i]);
		fakeapi__cause_invalid_str(c, at, str_of(text), why.ptr);
	}
}

static void check_path(causes_t *c, const path_t *at, const cJSON *p)
{
	static const char *const types[] = { "Exact", "ImplementationSpecific", "Prefix", NULL };
	const cJSON *type = fakeapi__member(p, "pathType");
	const char *kind = fakeapi__text(type);
	const char *text = fakeapi__string(p, "path");

	if (!type || cJSON_IsNull(type)) {
		fakeapi__cause_required(c, PATH(at, "pathType"), "pathType must be specified");
		return;
	}
	if (strcmp(kind, "Exact") == 0 || strcmp(kind, "Prefix") == 0)
		check_path_text(c, PATH(at, "path"), text);
	else if (strcmp(kind, "ImplementationSpecific") == 0 && *text && *text != '/')
		fakeapi__cause_invalid_str(c, PATH(at, "path"), str_of(text),
					   "must be an absolute path");
	fakeapi__check_one_of(c, PATH(at, "pathType"), type, types);
	check_backend(c, PATH(at, "backend"), fakeapi__member(p, "backend"));
}

static void check_host(causes_t *c, const path_t *at, const char *host)
{
	fakeapi__check_format(c, at,
			      strchr(host, '*') ? FAKEAPI_WILDCARD_SUBDOMAIN
						: FAKEAPI_DNS_SUBDOMAIN,
			      host);
}

static void check_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	const path_t *http_at = PATH(at, "http"), *paths = PATH(http_at, "paths");
	const cJSON *http = fakeapi__member(rule, "http"), *list = fakeapi__member(http, "paths");
	const char *host = fakeapi__string(rule, "host");
	struct fakeapi__ip ip;
	const cJSON *p;
	size_t i = 0;

	if (*host && fakeapi__ip_parse(str_of(host), &ip))
		fakeapi__cause_invalid_str(c, PATH(at, "host"), str_of(host),
					   "must be a DNS name, not an IP address");
	if (*host)
		check_host(c, PATH(at, "host"), host);
	if (http)
		fakeapi__check_some(c, paths, list);
	cJSON_ArrayForEach(p, list)
	{
		const path_t *here = PATH_AT(paths, i);

		i++;
		check_path(c, here, p);
	}
}

static void check_tls(causes_t *c, const path_t *at, const cJSON *tls)
{
	const path_t *hosts = PATH(at, "hosts");
	const char *secret = fakeapi__string(tls, "secretName");
	const cJSON *h;
	size_t i = 0;

	cJSON_ArrayForEach(h, fakeapi__member(tls, "hosts"))
	{
		const path_t *here = PATH_AT(hosts, i);

		i++;
		check_host(c, here, fakeapi__text(h));
	}
	if (*secret)
		fakeapi__check_format(c, PATH(at, "secretName"), FAKEAPI_DNS_SUBDOMAIN, secret);
}

static void each(causes_t *c, const path_t *at, const cJSON *list,
		 void (*check)(causes_t *c, const path_t *at, const cJSON *item))
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check(c, here, m);
	}
}

void fakeapi__check_ingress(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *rules = fakeapi__member(spec, "rules");
	const cJSON *backend = fakeapi__member(spec, "defaultBackend");
	const cJSON *name = fakeapi__member(spec, "ingressClassName");
	const cJSON *note =
	    fakeapi__member(fakeapi__dig(obj, "metadata", "annotations", NULL), class_note);
	const path_t *notes = PATH(NULL, "annotations");

	if (fakeapi__is_blank(rules) && !backend)
		fakeapi__cause_invalid(c, &spec_at, rules,
				       "either `defaultBackend` or `rules` must be specified");
	if (backend)
		check_backend(c, PATH(&spec_at, "defaultBackend"), backend);
	each(c, PATH(&spec_at, "rules"), rules, check_rule);
	each(c, PATH(&spec_at, "tls"), fakeapi__member(spec, "tls"), check_tls);
	if (cJSON_IsString(name))
		fakeapi__check_format(c, PATH(&spec_at, "ingressClassName"), FAKEAPI_DNS_SUBDOMAIN,
				      name->valuestring);
	if (!old && note && name && !fakeapi__equal(note, name))
		fakeapi__cause_invalid(c, PATH(notes, class_note), note,
				       "must match `ingressClassName` when both are specified");
}

void fakeapi__check_ingress_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *balancer = PATH(&status, "loadBalancer"), *at = PATH(balancer, "ingress");
	const cJSON *list = fakeapi__dig(obj, "status", "loadBalancer", "ingress", NULL), *in;
	struct fakeapi__lookup known;
	struct fakeapi__ip parsed;
	size_t i = 0;

	fakeapi__lookup_items(&known, fakeapi__dig(old, "status", "loadBalancer", "ingress", NULL),
			      "ip", list);
	cJSON_ArrayForEach(in, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *ip = fakeapi__string(in, "ip"), *host = fakeapi__string(in, "hostname");

		i++;
		if (*ip && !fakeapi__lookup(&known, ip) && !fakeapi__ip_parse(str_of(ip), &parsed))
			fakeapi__cause_invalid_str(c, PATH(here, "ip"), str_of(ip),
						   "must be a valid IP address, (e.g. 10.9.8.7 or "
						   "2001:db8::ffff)");
		if (!*host)
			continue;
		fakeapi__check_format(c, PATH(here, "hostname"), FAKEAPI_DNS_SUBDOMAIN, host);
		if (fakeapi__ip_parse(str_of(host), &parsed))
			fakeapi__cause_invalid_str(c, PATH(here, "hostname"), str_of(host),
						   "must be a DNS name, not an IP address");
	}
	fakeapi__lookup_fini(&known);
}

/* --- classes --- */

static bool is_http_path(const char *z)
{
	static const char allowed[] = "/%-._~!$&'()*+,;=:";

	for (; *z; z++)
		if (!ascii_is_alnum(*z) && !strchr(allowed, *z))
			return false;
	return true;
}

void fakeapi__check_domain_path(causes_t *c, const path_t *at, const char *name)
{
	const char *slash = strchr(name, '/');
	AUTO_STRBUF domain = STRBUF_INIT;

	if (!*name) {
		fakeapi__cause_required(c, at, NULL);
		return;
	}
	if (!slash || slash == name || !slash[1]) {
		fakeapi__cause_invalid_str(
		    c, at, str_of(name),
		    "must be a domain-prefixed path (such as \"acme.io/foo\")");
		return;
	}
	strbuf_add(&domain, name, (size_t)(slash - name));
	c->nomem |= domain.failed;
	if (!domain.failed)
		fakeapi__check_format(c, at, FAKEAPI_DNS_SUBDOMAIN, domain.ptr);
	if (!is_http_path(slash + 1))
		fakeapi__cause_invalid_str(c, at, str_of(slash + 1),
					   "Invalid path (regex used for validation is "
					   "'[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
}

static void check_controller(causes_t *c, const path_t *at, const char *name)
{
	if (strlen(name) > CONTROLLER_MAX)
		fakeapi__cause_too_long(c, at, CONTROLLER_MAX);
	fakeapi__check_domain_path(c, at, name);
}

static void check_parameters(causes_t *c, const path_t *at, const cJSON *parameters)
{
	static const char *const scopes[] = { "Cluster", "Namespace", NULL };
	const cJSON *scope = fakeapi__member(parameters, "scope");
	const cJSON *ns = fakeapi__member(parameters, "namespace");
	bool named = strcmp(fakeapi__string(parameters, "scope"), "Namespace") == 0;

	check_reference(c, at, parameters);
	if (!scope) {
		fakeapi__cause_required(c, PATH(at, "scope"), NULL);
		return;
	}
	fakeapi__check_one_of(c, PATH(at, "scope"), scope, scopes);
	if (named && !ns)
		fakeapi__cause_required(c, PATH(at, "namespace"),
					"`parameters.scope` is set to 'Namespace'");
	else if (named && cJSON_IsString(ns))
		fakeapi__check_format(c, PATH(at, "namespace"), FAKEAPI_DNS_LABEL, ns->valuestring);
	else if (ns && strcmp(fakeapi__string(parameters, "scope"), "Cluster") == 0)
		fakeapi__cause_forbidden(c, PATH(at, "namespace"),
					 "`parameters.scope` is set to 'Cluster'");
}

void fakeapi__check_ingress_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const path_t *at = PATH(&spec_at, "controller");

	if (old) {
		if (strcmp(fakeapi__string(spec, "controller"),
			   fakeapi__string(fakeapi__member(old, "spec"), "controller")) != 0)
			fakeapi__cause_invalid_str(c, at,
						   str_of(fakeapi__string(spec, "controller")),
						   "field is immutable");
		return;
	}
	check_controller(c, at, fakeapi__string(spec, "controller"));
	if (fakeapi__member(spec, "parameters"))
		check_parameters(c, PATH(&spec_at, "parameters"),
				 fakeapi__member(spec, "parameters"));
}
