/* SPDX-License-Identifier: Apache-2.0 */
/* validate_webhooks.c - MutatingWebhookConfigurations and ValidatingWebhookConfigurations
 * (pkg/apis/admissionregistration/validation). */
#include "base/map.h"

#include "base/url.h"
#include "fakeapi/validation/validate_impl.h"

enum { TIMEOUT_MAX_S = 30 };

static size_t count_of(const cJSON *list)
{
	return (size_t)cJSON_GetArraySize(list);
}

static bool has(const cJSON *list, const char *word)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) if (strcmp(fakeapi__text(v), word) == 0) return true;
	return false;
}

/* True if the map had the word; if out of memory false, and the causes record it. */
static bool seen(causes_t *c, struct map *m, struct str word)
{
	static char yes;

	if (map_get(m, word))
		return true;
	c->nomem |= map_put(m, word, &yes, NULL) != 0;
	return false;
}

/* Must not be empty, or combine a star with others. */
static void check_words(causes_t *c, const path_t *at, const cJSON *list, bool may_be_empty,
			const char *others)
{
	const cJSON *v;
	size_t i = 0;

	if (!count_of(list))
		fakeapi__cause_required(c, at, "");
	if (count_of(list) > 1 && has(list, "*"))
		fakeapi__cause_invalid(c, at, list, others);
	cJSON_ArrayForEach(v, list)
	{
		if (!*fakeapi__text(v) && !may_be_empty)
			fakeapi__cause_required(c, PATH_AT(at, i), "");
		i++;
	}
}

/* The wildcards of earlier entries that cover an entry: "x/" and a star, or a star and "/x". */
struct covered {
	struct map resources, subs;
};

static void check_covered(causes_t *c, const path_t *at, struct covered *before, const cJSON *v)
{
	const char *slash = strchr(fakeapi__text(v), '/'), *sub = slash + 1;
	struct str res = { fakeapi__text(v), (size_t)(slash - fakeapi__text(v)) };
	AUTO_STRBUF why = STRBUF_INIT;

	if (map_get(&before->resources, res)) {
		strbuf_addf(&why, "if '" STR_FMT "/*' is present, must not specify %s",
			    STR_ARG(res), fakeapi__text(v));
		fakeapi__cause_invalid(c, at, v, why.ptr);
	}
	strbuf_clear(&why);
	if (map_get(&before->subs, str_of(sub))) {
		strbuf_addf(&why, "if '*/%s' is present, must not specify %s", sub,
			    fakeapi__text(v));
		fakeapi__cause_invalid(c, at, v, why.ptr);
	}
	if (strcmp(sub, "*") == 0)
		(void)seen(c, &before->resources, res);
	if (str_eqz(res, "*"))
		(void)seen(c, &before->subs, str_of(sub));
}

static void check_resources(causes_t *c, const path_t *at, const cJSON *list)
{
	bool plain = false;
	struct covered before;
	const cJSON *v;
	size_t i = 0;

	if (!count_of(list))
		fakeapi__cause_required(c, at, "");
	map_init(&before.resources, MAP_COPY_KEYS);
	map_init(&before.subs, MAP_COPY_KEYS);
	cJSON_ArrayForEach(v, list)
	{
		if (!*fakeapi__text(v))
			fakeapi__cause_required(c, PATH_AT(at, i), "");
		else if (strchr(fakeapi__text(v), '/'))
			check_covered(c, PATH_AT(at, i), &before, v);
		else
			plain = strcmp(fakeapi__text(v), "*") != 0;
		i++;
	}
	map_fini(&before.resources);
	map_fini(&before.subs);
	if (count_of(list) > 1 && has(list, "*/*"))
		fakeapi__cause_invalid(c, at, list,
				       "if '*/*' is present, must not specify other resources");
	if (has(list, "*") && plain)
		fakeapi__cause_invalid(c, at, list,
				       "if '*' is present, must not specify other resources "
				       "without subresources");
}

void fakeapi__check_hook_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	static const char *const operations[] = {
		"*", "CONNECT", "CREATE", "DELETE", "UPDATE", NULL
	};
	static const char *const scopes[] = { "*", "Cluster", "Namespaced", NULL };
	const cJSON *list = fakeapi__member(rule, "operations"), *v;
	size_t i = 0;

	if (!count_of(list))
		fakeapi__cause_required(c, PATH(at, "operations"), "");
	if (count_of(list) > 1 && has(list, "*"))
		fakeapi__cause_invalid(c, PATH(at, "operations"), list,
				       "if '*' is present, must not specify other operations");
	cJSON_ArrayForEach(v, list)
	{
		const path_t *here = PATH(at, "operations");

		fakeapi__check_one_of(c, PATH_AT(here, i), v, operations);
		i++;
	}
	check_words(c, PATH(at, "apiGroups"), fakeapi__member(rule, "apiGroups"), true,
		    "if '*' is present, must not specify other API groups");
	check_words(c, PATH(at, "apiVersions"), fakeapi__member(rule, "apiVersions"), false,
		    "if '*' is present, must not specify other API versions");
	check_resources(c, PATH(at, "resources"), fakeapi__member(rule, "resources"));
	if (fakeapi__member(rule, "scope"))
		fakeapi__check_one_of(c, PATH(at, "scope"), fakeapi__member(rule, "scope"), scopes);
}

static void check_url(causes_t *c, const path_t *at, const char *z)
{
	static const char form[] = "; desired format: https://host[/path]";
	struct relist_err err = { 0 };
	AUTO_STRBUF why = STRBUF_INIT;
	struct url url;
	const char *user, *hash = strchr(z, '#');

	if (url_parse(str_of(z), &url, &err) < 0) {
		strbuf_addf(&why, "url must be a valid URL: %s%s", err.msg, form);
		fakeapi__cause_required(c, at, why.ptr);
		return;
	}
	user = url.authority.len ? memchr(url.authority.ptr, '@', url.authority.len) : NULL;
	if (!str_eqz(url.scheme, "https")) {
		strbuf_addf(&why, "'https' is the only allowed URL scheme%s", form);
		fakeapi__cause_invalid_str(c, at, url.scheme, why.ptr);
	}
	strbuf_clear(&why);
	if (!url.authority.len) {
		strbuf_addf(&why, "host must be specified%s", form);
		fakeapi__cause_invalid_str(c, at, STR(""), why.ptr);
	}
	if (user)
		fakeapi__cause_invalid_str(c, at,
					   (struct str) { url.authority.ptr,
							  (size_t)(user - url.authority.ptr) },
					   "user information is not permitted in the URL");
	if (hash && hash[1])
		fakeapi__cause_invalid_str(c, at, str_of(hash + 1),
					   "fragments are not permitted in the URL");
	if (url.query.len)
		fakeapi__cause_invalid_str(c, at, url.query,
					   "query parameters are not permitted in the URL");
}

/* Checks each part of Go's Split as a DNS subdomain. */
static void check_service_path(causes_t *c, const path_t *at, const char *z)
{
	struct str rest = str_of(z), all = rest;
	size_t i = 0;

	if (!*z || strcmp(z, "/") == 0)
		return;
	if (strcmp(z, "//") == 0) {
		fakeapi__cause_invalid_str(c, at, all, "segment[0] may not be empty");
		return;
	}
	if (*z != '/')
		fakeapi__cause_invalid_str(c, at, all, "must start with a '/'");
	rest.ptr++;
	rest.len--;
	if (rest.len && rest.ptr[rest.len - 1] == '/')
		rest.len--;
	for (bool more = true; more; i++) {
		size_t left = rest.len;
		struct str step = str_cut(&rest, '/');
		AUTO_STRBUF name = STRBUF_INIT;
		AUTO_STRBUF wrong = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		strbuf_adds(&name, step);
		if (step.len)
			fakeapi__format_check(c->features, FAKEAPI_DNS_SUBDOMAIN, name.ptr, &wrong);
		if (!step.len)
			strbuf_addf(&why, "segment[%zu] may not be empty", i);
		else if (wrong.len)
			strbuf_addf(&why, "segment[%zu]: %s", i, wrong.ptr);
		if (why.len)
			fakeapi__cause_invalid_str(c, at, all, why.ptr);
		more = step.len < left;
	}
}

/* The real server swaps name and namespace. */
static void check_service(causes_t *c, const path_t *at, const cJSON *service)
{
	static const char *const parts[] = { "name", "namespace" };
	const cJSON *port = fakeapi__member(service, "port");

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!*fakeapi__string(service, parts[1 - i]))
			fakeapi__cause_required(c, PATH(at, parts[i]), "");
	if (cJSON_IsNumber(port) && (port->valuedouble < 1 || port->valuedouble > 65535))
		fakeapi__cause_invalid(c, PATH(at, "port"), port,
				       "port is not valid: must be between 1 and 65535, inclusive");
	check_service_path(c, PATH(at, "path"), fakeapi__string(service, "path"));
}

static void check_client(causes_t *c, const path_t *at, const cJSON *config)
{
	const cJSON *url = fakeapi__member(config, "url");
	const cJSON *service = fakeapi__member(config, "service");

	if (cJSON_IsString(url) == cJSON_IsObject(service))
		fakeapi__cause_required(c, at, "exactly one of url or service is required");
	else if (cJSON_IsString(url))
		check_url(c, PATH(at, "url"), url->valuestring);
	else
		check_service(c, PATH(at, "service"), service);
}

static void check_review_versions(causes_t *c, const path_t *at, const cJSON *list,
				  const char *required)
{
	bool known = false;
	struct map before;
	const cJSON *v;
	size_t i = 0;

	if (!count_of(list)) {
		fakeapi__cause_required(c, at, required);
		return;
	}
	map_init(&before, MAP_COPY_KEYS);
	cJSON_ArrayForEach(v, list)
	{
		if (seen(c, &before, str_of(fakeapi__text(v))))
			fakeapi__cause_invalid(c, PATH_AT(at, i), v, "duplicate version");
		else
			fakeapi__check_format(c, PATH_AT(at, i), FAKEAPI_DNS_1035_LABEL,
					      fakeapi__text(v));
		known |=
		    strcmp(fakeapi__text(v), "v1") == 0 || strcmp(fakeapi__text(v), "v1beta1") == 0;
		i++;
	}
	map_fini(&before);
	if (!known)
		fakeapi__cause_invalid(c, at, list, "must include at least one of v1, v1beta1");
}

static void check_name(causes_t *c, const path_t *at, const char *name)
{
	size_t dots = 0, before;

	if (!*name) {
		fakeapi__cause_required(c, at, "");
		return;
	}
	before = c->count;
	fakeapi__check_format(c, at, FAKEAPI_DNS_SUBDOMAIN, name);
	for (const char *z = name; *z; z++)
		dots += *z == '.';
	if (dots < 2 && c->count == before)
		fakeapi__cause_invalid_str(
		    c, at, str_of(name),
		    "should be a domain with at least three segments separated by dots");
}

static void check_policies(causes_t *c, const path_t *at, const cJSON *hook)
{
	static const char *const failure[] = { "Fail", "Ignore", NULL };
	static const char *const match[] = { "Equivalent", "Exact", NULL };
	static const char *const effects[] = { "None", "NoneOnDryRun", NULL };
	static const char *const again[] = { "IfNeeded", "Never", NULL };
	const struct {
		const char *name;
		const char *const *allowed;
	} rows[] = { { "failurePolicy", failure },
		     { "matchPolicy", match },
		     { "sideEffects", effects },
		     { "reinvocationPolicy", again } };

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const cJSON *v = fakeapi__member(hook, rows[i].name);

		if (v && !cJSON_IsNull(v))
			fakeapi__check_one_of(c, PATH(at, rows[i].name), v, rows[i].allowed);
		else if (rows[i].allowed == effects)
			fakeapi__cause_required(c, PATH(at, rows[i].name),
						"must specify one of None, NoneOnDryRun");
	}
}

static void check_hook(causes_t *c, const path_t *at, const cJSON *hook)
{
	const cJSON *rules = fakeapi__member(hook, "rules"), *rule;
	const cJSON *seconds = fakeapi__member(hook, "timeoutSeconds");
	const path_t *rules_at = PATH(at, "rules");
	size_t i = 0;

	check_name(c, PATH(at, "name"), fakeapi__string(hook, "name"));
	cJSON_ArrayForEach(rule, rules) fakeapi__check_hook_rule(c, PATH_AT(rules_at, i++), rule);
	check_policies(c, at, hook);
	if (cJSON_IsNumber(seconds) &&
	    (seconds->valuedouble < 1 || seconds->valuedouble > TIMEOUT_MAX_S))
		fakeapi__cause_invalid(c, PATH(at, "timeoutSeconds"), seconds,
				       "the timeout value must be between 1 and 30 seconds");
	fakeapi__check_selector(c, PATH(at, "namespaceSelector"),
				fakeapi__member(hook, "namespaceSelector"));
	fakeapi__check_selector(c, PATH(at, "objectSelector"),
				fakeapi__member(hook, "objectSelector"));
	check_client(c, PATH(at, "clientConfig"), fakeapi__member(hook, "clientConfig"));
	fakeapi__check_match_conditions(c, PATH(at, "matchConditions"),
					fakeapi__member(hook, "matchConditions"));
	check_review_versions(c, PATH(at, "admissionReviewVersions"),
			      fakeapi__member(hook, "admissionReviewVersions"),
			      "must specify one of v1, v1beta1");
}

void fakeapi__check_webhooks(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *hooks = fakeapi__member(obj, "webhooks"), *hook;
	const path_t *at = PATH(NULL, "webhooks");
	struct map before;
	size_t i = 0;

	(void)old;
	map_init(&before, MAP_COPY_KEYS);
	cJSON_ArrayForEach(hook, hooks)
	{
		const char *name = fakeapi__string(hook, "name");
		const path_t *here = PATH_AT(at, i);

		check_hook(c, here, hook);
		if (*name && seen(c, &before, str_of(name)))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(hook, "name"));
		i++;
	}
	map_fini(&before);
}

/* Checks spec.conversion of a definition, with the internal type's names. */
void fakeapi__check_conversion(causes_t *c, const path_t *at, const cJSON *conversion)
{
	static const char *const strategies[] = { "None", "Webhook", NULL };
	const cJSON *strategy = fakeapi__member(conversion, "strategy");
	const cJSON *webhook = fakeapi__member(conversion, "webhook");
	const cJSON *config = fakeapi__member(webhook, "clientConfig");
	const cJSON *versions = fakeapi__member(webhook, "conversionReviewVersions");

	if (!conversion || cJSON_IsNull(conversion))
		return;
	if (!*fakeapi__text(strategy))
		fakeapi__cause_required(c, PATH(at, "strategy"), "");
	else
		fakeapi__check_one_of(c, PATH(at, "strategy"), strategy, strategies);
	if (strcmp(fakeapi__text(strategy), "Webhook") == 0) {
		if (!cJSON_IsObject(config))
			fakeapi__cause_required(c, PATH(at, "webhookClientConfig"),
						"required when strategy is set to Webhook");
		else
			check_client(c, PATH(at, "webhookClientConfig"), config);
		check_review_versions(c, PATH(at, "conversionReviewVersions"), versions, "");
		return;
	}
	if (cJSON_IsObject(config))
		fakeapi__cause_forbidden(c, PATH(at, "webhookClientConfig"),
					 "should not be set when strategy is not set to Webhook");
	if (count_of(versions))
		fakeapi__cause_forbidden(c, PATH(at, "conversionReviewVersions"),
					 "should not be set when strategy is not set to Webhook");
}
