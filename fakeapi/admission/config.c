/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admission/config.h"

#include "base/alloc.h"
#include "base/suggest.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/context.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

static int bad(struct relist_err *err, const char *plugin, const char *what, const char *found,
	       const char *wanted)
{
	return relist_err_set(err, RELIST_EINVAL,
			      "admission configuration: %s: %s is \"%.60s\", must be %s", plugin,
			      what, found, wanted);
}

/* --- PodSecurity --- */

static int read_demand(const cJSON *defaults, const char *mode, struct fakeapi__demand *d,
		       struct relist_err *err)
{
	const char *level = fakeapi__string(defaults, mode), *version;
	char key[32];

	*d = (struct fakeapi__demand) { FAKEAPI_PRIVILEGED, FAKEAPI_LATEST };
	(void)snprintf(key, sizeof(key), "%s-version", mode);
	version = fakeapi__string(defaults, key);
	if (*level && !fakeapi__standard_parse(level, &d->standard))
		return bad(err, "PodSecurity", mode, level,
			   "one of privileged, baseline, restricted");
	if (*version && !fakeapi__standard_version_parse(version, &d->minor))
		return bad(err, "PodSecurity", key, version, "\"latest\" or \"v1.x\"");
	return 0;
}

static int read_pod_security(struct fakeapi__admission_config *config, const cJSON *c,
			     struct relist_err *err)
{
	static const char *const modes[] = { "enforce", "audit", "warn" };
	const cJSON *defaults = fakeapi__member(c, "defaults");
	int code = 0;

	if (strcmp(fakeapi__string(c, "kind"), "PodSecurityConfiguration") != 0)
		return bad(err, "PodSecurity", "kind", fakeapi__string(c, "kind"),
			   "PodSecurityConfiguration");
	for (size_t i = 0; i < ARRAY_LEN(modes) && !code; i++)
		code = read_demand(defaults, modes[i], &config->pod_security[i], err);
	config->exempt = fakeapi__member(c, "exemptions");
	return code;
}

/* --- EventRateLimit --- */

static int read_limit(struct fakeapi__event_limit *limit, const cJSON *c, struct relist_err *err)
{
	static const char *const types[] = { "Server", "Namespace", "User", "SourceAndObject" };
	const char *type = fakeapi__string(c, "type");
	const cJSON *qps = fakeapi__member(c, "qps"), *burst = fakeapi__member(c, "burst");
	const cJSON *cache = fakeapi__member(c, "cacheSize");
	size_t i = 0;

	while (i < ARRAY_LEN(types) && strcmp(types[i], type) != 0)
		i++;
	if (i == ARRAY_LEN(types))
		return bad(err, "EventRateLimit", "type", type,
			   "one of Server, Namespace, User, SourceAndObject");
	if (!cJSON_IsNumber(qps) || qps->valuedouble <= 0)
		return bad(err, "EventRateLimit", "qps", "", "a number above 0");
	if (!cJSON_IsNumber(burst) || burst->valuedouble <= 0)
		return bad(err, "EventRateLimit", "burst", "", "a number above 0");
	(void)snprintf(limit->type, sizeof(limit->type), "%s", type);
	limit->qps = qps->valuedouble;
	limit->burst = burst->valuedouble;
	limit->keys_max =
	    cJSON_IsNumber(cache) && cache->valuedouble > 0 && cache->valuedouble < 1e6
		? (size_t)cache->valuedouble
		: 4096;
	map_init(&limit->keys, MAP_COPY_KEYS);
	return 0;
}

static int read_event_limits(struct fakeapi__admission_config *config, const cJSON *c,
			     struct relist_err *err)
{
	const cJSON *limit;

	cJSON_ArrayForEach(limit, fakeapi__member(c, "limits"))
	{
		int code = config->limit_count < FAKEAPI_EVENT_LIMITS_MAX
			       ? read_limit(&config->limits[config->limit_count], limit, err)
			       : relist_err_set(err, RELIST_EINVAL,
						"admission configuration: EventRateLimit: more "
						"than %d limits",
						FAKEAPI_EVENT_LIMITS_MAX);

		if (code)
			return code;
		config->limit_count++;
	}
	return config->limit_count ? 0
				   : relist_err_set(err, RELIST_EINVAL,
						    "admission configuration: EventRateLimit: "
						    "limits are missing");
}

/* --- the configuration --- */

static int read_plugin(struct fakeapi__admission_config *config, const cJSON *plugin,
		       struct relist_err *err)
{
	const char *name = fakeapi__string(plugin, "name");
	const cJSON *c = fakeapi__member(plugin, "configuration");
	uint64_t bit;
	int code = fakeapi__plugins_parse(name, "admission configuration: name", &bit, err);

	if (code || !c)
		return code;
	if (strcmp(name, "PodSecurity") == 0)
		return read_pod_security(config, c, err);
	if (strcmp(name, "EventRateLimit") == 0)
		return read_event_limits(config, c, err);
	if (strcmp(name, "PodNodeSelector") == 0)
		config->node_selectors = fakeapi__member(c, "podNodeSelectorPluginConfig");
	return 0;
}

bool fakeapi__admission_config_reads(const char *plugin)
{
	return strcmp(plugin, "PodSecurity") == 0 || strcmp(plugin, "EventRateLimit") == 0 ||
	       strcmp(plugin, "PodNodeSelector") == 0;
}

int fakeapi__admission_config_new(const char *text, struct fakeapi__admission_config **out,
				  struct relist_err *err)
{
	struct fakeapi__admission_config *config = base__calloc(1, sizeof(*config));
	const cJSON *plugin;
	int code = 0;

	*out = config;
	if (!config)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	for (size_t i = 0; i < ARRAY_LEN(config->pod_security); i++)
		config->pod_security[i] =
		    (struct fakeapi__demand) { FAKEAPI_PRIVILEGED, FAKEAPI_LATEST };
	config->tree = fakeapi__parse(str_of(text));
	if (strcmp(fakeapi__string(config->tree, "kind"), "AdmissionConfiguration") != 0)
		code = bad(err, "the file", "kind", fakeapi__string(config->tree, "kind"),
			   "AdmissionConfiguration");
	cJSON_ArrayForEach(plugin, fakeapi__member(config->tree, "plugins"))
	{
		if (!code)
			code = read_plugin(config, plugin, err);
	}
	if (!code)
		return 0;
	fakeapi__admission_config_free(config);
	*out = NULL;
	return code;
}

void fakeapi__admission_config_free(struct fakeapi__admission_config *config)
{
	if (!config)
		return;
	for (size_t i = 0; i < config->limit_count; i++) {
		const struct map_entry *e;

		for (size_t at = 0; (e = map_next(&config->limits[i].keys, &at));)
			base__free(e->value);
		map_fini(&config->limits[i].keys);
	}
	cJSON_Delete(config->tree);
	base__free(config);
}

int fakeapi__call_user_name(const struct fakeapi__call *c, struct strbuf *out)
{
	cJSON *info = c->user ? fakeapi__user_info(c->user) : NULL;

	strbuf_addz(out, fakeapi__string(info, "username"));
	cJSON_Delete(info);
	return out->failed || (c->user && !info) ? -1 : 0;
}
