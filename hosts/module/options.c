/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/options.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/json_tree.h"
#include "base/suggest.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/ranges.h"

enum { WATCH_WINDOW = 65536, WATCH_WINDOW_MIB = 64, BACKENDS_MAX = 16 };

enum kind { SWITCH, COUNT, TEXT };

struct read {
	struct module__options *o;
	struct fakeapi__options *core;
	const char *plugins_on, *plugins_off, *tokens, *service_ips, *node_ports, *kubernetes;
	double watch_window_mib;
	bool count_failed;
};

struct member {
	const char *name;
	enum kind kind;
	void (*set)(struct read *r, const cJSON *v);
};

#define SWITCH_MEMBER(NAME, FIELD)                                                                 \
	static void set_##NAME(struct read *r, const cJSON *v)                                     \
	{                                                                                          \
		r->FIELD = cJSON_IsTrue(v);                                                        \
	}
#define TEXT_MEMBER(NAME, FIELD)                                                                   \
	static void set_##NAME(struct read *r, const cJSON *v)                                     \
	{                                                                                          \
		r->FIELD = v->valuestring;                                                         \
	}
#define COUNT_MEMBER(NAME, FIELD, TYPE, MAX)                                                       \
	static void set_##NAME(struct read *r, const cJSON *v)                                     \
	{                                                                                          \
		r->count_failed |= v->valuedouble > (MAX);                                         \
		if (!r->count_failed)                                                              \
			r->FIELD = (TYPE)v->valuedouble;                                           \
	}
SWITCH_MEMBER(alwaysAllow, core->always_allow)
SWITCH_MEMBER(garbageCollection, core->garbage_collection)
SWITCH_MEMBER(namespaceDeletion, core->namespace_deletion)
SWITCH_MEMBER(serviceAccounts, core->default_service_accounts)
SWITCH_MEMBER(clientCertificates, core->client_certificates)
SWITCH_MEMBER(rbac, core->rbac)
SWITCH_MEMBER(cluster, core->cluster)
SWITCH_MEMBER(empty, core->empty)
SWITCH_MEMBER(noAnonymous, core->no_anonymous)
SWITCH_MEMBER(noControl, core->no_control)
SWITCH_MEMBER(noPrivileged, core->no_privileged)
SWITCH_MEMBER(services, o->services)
SWITCH_MEMBER(webhooks, o->webhooks)
SWITCH_MEMBER(timeline, o->timeline)
TEXT_MEMBER(serviceClusterIPRange, service_ips)
TEXT_MEMBER(serviceNodePortRange, node_ports)
TEXT_MEMBER(tokens, tokens)
TEXT_MEMBER(enableAdmissionPlugins, plugins_on)
TEXT_MEMBER(disableAdmissionPlugins, plugins_off)
TEXT_MEMBER(runtimeConfig, core->runtime_config)
TEXT_MEMBER(featureGates, core->feature_gates)
TEXT_MEMBER(kubernetes, kubernetes)
COUNT_MEMBER(backends, o->backends, uint32_t, BACKENDS_MAX)
COUNT_MEMBER(minRequestTimeoutSeconds, core->min_request_timeout_s, uint32_t, INT32_MAX)
COUNT_MEMBER(watchWindow, core->watch_window, uint32_t, 1e9)
COUNT_MEMBER(watchWindowMiB, watch_window_mib, double, 1024)
COUNT_MEMBER(compactIntervalSeconds, core->compact_every_ns, int64_t, 1e9)

#define MEMBER(NAME, KIND)                                                                         \
	{                                                                                          \
#NAME, KIND, set_##NAME                                                            \
	}
static const struct member members[] = {
	MEMBER(alwaysAllow, SWITCH),
	MEMBER(backends, COUNT),
	MEMBER(clientCertificates, SWITCH),
	MEMBER(cluster, SWITCH),
	MEMBER(compactIntervalSeconds, COUNT),
	MEMBER(disableAdmissionPlugins, TEXT),
	MEMBER(empty, SWITCH),
	MEMBER(enableAdmissionPlugins, TEXT),
	MEMBER(featureGates, TEXT),
	MEMBER(garbageCollection, SWITCH),
	MEMBER(kubernetes, TEXT),
	MEMBER(minRequestTimeoutSeconds, COUNT),
	MEMBER(namespaceDeletion, SWITCH),
	MEMBER(noAnonymous, SWITCH),
	MEMBER(noControl, SWITCH),
	MEMBER(noPrivileged, SWITCH),
	MEMBER(rbac, SWITCH),
	MEMBER(runtimeConfig, TEXT),
	MEMBER(serviceAccounts, SWITCH),
	MEMBER(serviceClusterIPRange, TEXT),
	MEMBER(serviceNodePortRange, TEXT),
	MEMBER(services, SWITCH),
	MEMBER(timeline, SWITCH),
	MEMBER(tokens, TEXT),
	MEMBER(watchWindow, COUNT),
	MEMBER(watchWindowMiB, COUNT),
	MEMBER(webhooks, SWITCH),
};

static bool has_kind(const cJSON *v, enum kind kind)
{
	switch (kind) {
	case SWITCH:
		return cJSON_IsBool(v);
	case COUNT:
		return cJSON_IsNumber(v) && v->valuedouble >= 0 &&
		       v->valuedouble == (double)(int64_t)v->valuedouble;
	case TEXT:
		return cJSON_IsString(v);
	}
	return false;
}

static int read_member(struct read *r, const cJSON *v, struct relist_err *err)
{
	static const char *const wanted[] = { "true or false", "a whole number", "a string" };
	char hint[80];

	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		if (strcmp(members[i].name, v->string) != 0)
			continue;
		if (!has_kind(v, members[i].kind))
			return relist_err_set(err, RELIST_EPARSE, "option %s: wanted %s", v->string,
					      wanted[members[i].kind]);
		members[i].set(r, v);
		return r->count_failed
			   ? relist_err_set(err, RELIST_EPARSE, "option %s: %.0f is too large",
					    v->string, v->valuedouble)
			   : 0;
	}
	suggest_text(str_of(v->string), members, ARRAY_LEN(members), sizeof(*members), hint,
		     sizeof(hint));
	return relist_err_set(err, RELIST_EPARSE, "option %.60s is unknown%s", v->string, hint);
}

static int finish(struct read *r, struct relist_err *err)
{
	int code = fakeapi__plugins_parse(r->plugins_on, "enableAdmissionPlugins",
					  &r->core->plugins_on, err);

	if (!code)
		code = fakeapi__plugins_parse(r->plugins_off, "disableAdmissionPlugins",
					      &r->core->plugins_off, err);
	if (!code)
		code = fakeapi__plugins_apart(r->core->plugins_on, r->core->plugins_off, err);
	if (!code)
		code = fakeapi__ranges_parse(r->service_ips, r->node_ports, r->core, err);
	if (!code)
		code = fakeapi__release_read(r->kubernetes, "kubernetes", &r->core->release, err);
	r->core->token_csv = str_of(r->tokens);
	r->core->watch_window_bytes = (size_t)(r->watch_window_mib * (1 << 20));
	r->core->compact_every_ns *= NS_PER_S;
	if (!r->o->backends)
		r->o->backends = 1;
	r->core->backend_count = r->o->backends;
	return code;
}

int module__options_read(struct module__options *o, struct str text, struct fakeapi__options *core,
			 struct relist_err *err)
{
	struct read r = { .o = o, .core = core, .watch_window_mib = WATCH_WINDOW_MIB };
	const cJSON *v;
	int code = 0;

	memset(core, 0, sizeof(*core));
	core->watch_window = WATCH_WINDOW;
	if (text.len) {
		o->tree = json_tree_parse(text, JSON_DIGITS_INT64);
		if (!cJSON_IsObject(o->tree))
			return relist_err_set(err, RELIST_EPARSE, "options: found no JSON object");
	}
	cJSON_ArrayForEach(v, o->tree)
	{
		code = read_member(&r, v, err);
		if (code)
			return code;
	}
	return finish(&r, err);
}

void module__options_fini(struct module__options *o)
{
	cJSON_Delete(o->tree);
	o->tree = NULL;
}
