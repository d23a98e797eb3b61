/* SPDX-License-Identifier: Apache-2.0 */
/* site_config.c - a reconciler of your own under test: for each Site a ConfigMap of its name with
 * the site's host in it, and none when the Site is gone.
 *
 *     cc -shared -fPIC -o site_config.so site_config.c
 *     relist run --plugin ./site_config.so site_config.yaml
 *
 * With `params: {careful: false}` it makes the mistake of many first operators: it trusts the name.
 * A ConfigMap that was there before, and has another owner, is overwritten and deleted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "relist/scenario.h"

static const char label[] = "metadata.labels.site";

struct state {
	int careful;
};

static void *start(void *user, const char *params)
{
	struct state *s = malloc(sizeof(*s));

	(void)user;
	if (s)
		s->careful = strstr(params, "\"careful\":false") == NULL;
	return s;
}

static void stop(void *user, void *state)
{
	(void)user;
	free(state);
}

static int is_ours(struct relist_reconcile *rc, const struct relist_object *config)
{
	const char *site = relist_text(rc, config, label);

	return site && strcmp(site, relist_name(rc)) == 0;
}

static enum relist_result reconcile(void *state, struct relist_reconcile *rc)
{
	const struct state *s = state;
	const char *ns = relist_namespace(rc), *name = relist_name(rc), *host, *have;
	const struct relist_object *site = relist_cached(rc, "sites", ns, name);
	const struct relist_object *config = relist_cached(rc, "configmaps", ns, name);
	char json[512];

	if (config && s->careful && !is_ours(rc, config)) {
		relist_log(rc, "a ConfigMap of that name has another owner");
		return RELIST_DONE;
	}
	if (!site) {
		if (config)
			(void)relist_delete(rc, "configmaps", ns, name,
					    s->careful ? relist_text(rc, config, "metadata.uid")
						       : NULL);
		return RELIST_DONE;
	}
	host = relist_text(rc, site, "spec.host");
	have = config ? relist_text(rc, config, "data.host") : NULL;
	if (have && host && strcmp(have, host) == 0)
		return RELIST_DONE;
	(void)snprintf(json, sizeof(json),
		       "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"site\":\"%s\"}},"
		       "\"data\":{\"host\":\"%s\"}}",
		       name, name, host ? host : "");
	if (config)
		(void)relist_patch(rc, "configmaps", ns, name, NULL, json);
	else
		(void)relist_create(rc, "configmaps", ns, json);
	return RELIST_DONE;
}

int relist_plugin(struct relist_plugins *plugins)
{
	static const struct relist_reconciler site_config = {
		.name = "site-config", .start = start, .stop = stop, .reconcile = reconcile
	};

	return relist_plugins_add(plugins, RELIST_PLUGIN_ABI, &site_config);
}
