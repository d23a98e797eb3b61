/* SPDX-License-Identifier: Apache-2.0 */
/* core.c - creates and frees a core, and notifies subscribers of its writes. */
#include "fakeapi/core.h"

#include "base/alloc.h"
#include "fakeapi/admission/config.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/schema/builtins.h"
#include "fakeapi/schema/runtime_config.h"
#include "fakeapi/metrics/metrics.h"
#include "fakeapi/server/server.h"
#include "fakeapi/strategy/service_numbers.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/watch/watch.h"
#include "fakeapi/webhooks/webhooks.h"

/* --- subscribers to writes ---------------------------------------------------------------- */

static void note_commit(struct fakeapi__core *core, struct fakeapi__bucket *b,
			struct fakeapi__event *ev)
{
	(void)b;
	core->commits[core->commit_end++ % FAKEAPI_COMMITS_MAX] =
	    (struct fakeapi__commit) { ev->rv, core->now_ns };
}

/* Wakes requests that wait for a resource version; lagging backends may show older events now. */
static void wake_waiting(struct fakeapi__core *core, struct fakeapi__bucket *b,
			 struct fakeapi__event *ev)
{
	(void)b;
	(void)ev;
	for (size_t i = 0; i < core->backend_count; i++)
		if (core->backends[i].behind)
			fakeapi__core_wake_all(core);
	if (core->parked_count)
		fakeapi__core_wake_parked(core);
}

/* Called in this order, under the lock. Faults come before watches: they may hide the event. */
static const struct fakeapi__subscriber subscribers[] = {
	{ "commits", note_commit },
	{ "served types", fakeapi__crd_note },
	{ "controllers", fakeapi__controllers_note },
	{ "faults", fakeapi__fault_event },
	{ "watches", fakeapi__watch_notify },
	{ "waiting requests", wake_waiting },
};

/* The ids of requests have a stream of their own. */
#define AUDIT_STREAM UINT64_C(0x61756469742d6964)

/* --- creation and end --------------------------------------------------------------------- */

static bool switched_off(const char *gates, const char *name)
{
	bool off = false;

	for (const char *p = gates; p && *p; p += *p == ',') {
		struct str entry = { p, strcspn(p, ",=") };

		p += entry.len;
		if (str_eqz(entry, name))
			off = strncmp(p, "=false", 6) == 0;
		p += strcspn(p, ",");
	}
	return off;
}

/* -1: invalid feature gates. If out of memory, the registry stays NULL. */
static int make_registry(struct fakeapi__core *core, struct relist_err *err)
{
	unsigned release = core->opt.release ? core->opt.release : FAKEAPI_RELEASE_DEFAULT;
	const char *gates = core->opt.feature_gates;
	struct fakeapi__features features;

	fakeapi__features_init(&features, release);
	if (fakeapi__features_set(&features, gates, "feature-gates", err) != 0)
		return -1;
	if (core->opt.features)
		features = *core->opt.features;
	if ((gates && *gates) || core->opt.features) {
		core->builtins = fakeapi__builtins_new(&features);
		core->registry = core->builtins ? fakeapi__registry_new_with(core->builtins) : NULL;
	} else {
		core->registry = fakeapi__registry_new_of(release);
	}
	return 0;
}

static void add_metrics(void *core, struct strbuf *out)
{
	fakeapi__metrics_write(core, fakeapi__flow_metrics, out);
}

struct fakeapi__core *fakeapi__core_new(const struct fakeapi__options *opt, struct relist_err *err)
{
	struct fakeapi__core *core;

	base__alloc_init_cjson();
	core = base__malloc(sizeof(*core));
	if (!core) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		return NULL;
	}
	memset(core, 0, offsetof(struct fakeapi__core, commits));
	atomic_init(&core->stopping, false);
	core->server.begin = fakeapi__core_begin;
	core->subscribers = subscribers;
	core->subscriber_count = ARRAY_LEN(subscribers);
	core->strategy_of = fakeapi__strategy_of;
	map_init(&core->certificate_users, MAP_COPY_KEYS);
	lock_init(&core->writing, LOCK_FAKEAPI_WRITE);
	lock_init(&core->lock, LOCK_FAKEAPI);
	core->opt = *opt;
	if (!core->opt.service_ips.size)
		core->opt.service_ips = (struct fakeapi__ip_range) { 0x0a000000, 256 };
	if (!core->opt.node_ports.count)
		core->opt.node_ports = (struct fakeapi__port_range) { 30000, 2768 };
	core->random = opt->seed;
	core->audit_random = opt->seed ^ AUDIT_STREAM;
	core->now_ns = opt->start_ns;
	core->backend_count = opt->backend_count ? opt->backend_count : 1;
	fakeapi__store_init(&core->store, opt->first_rv ? opt->first_rv : 1, opt->watch_window);
	core->store.window_bytes = opt->watch_window_bytes;
	core->tidy.run = fakeapi__core_tidy;
	core->store.on_untidy = opt->run_aside ? fakeapi__core_tidy_aside : NULL;
	core->store.untidy_user = core;
	if (core->backend_count > FAKEAPI_BACKENDS_MAX) {
		relist_err_set(err, RELIST_ELIMIT, "%zu backends, at most %d", core->backend_count,
			       FAKEAPI_BACKENDS_MAX);
		goto fail;
	}
	if (opt->token_csv.ptr && fakeapi__users_parse(&core->users, opt->token_csv, err) < 0)
		goto fail;
	if (make_registry(core, err) < 0 ||
	    fakeapi__runtime_config_check(opt->runtime_config, err) != 0)
		goto fail;
	core->opt.feature_gates = NULL; /* borrowed */
	core->opt.features = NULL;
	core->discovery = base__calloc(1, sizeof(*core->discovery));
	if (core->discovery)
		core->discovery->start_unix_s = fakeapi__core_unix(core);
	if (core->discovery)
		core->discovery->not_aggregated =
		    switched_off(opt->feature_gates, "AggregatedDiscoveryEndpoint");
	if (core->discovery && core->registry)
		core->discovery->features = fakeapi__registry_features(core->registry);
	if (core->discovery && opt->prose)
		core->discovery->prose = fakeapi__prose_new(opt->prose, opt->prose_user);
	if (opt->admission_config && *opt->admission_config &&
	    fakeapi__admission_config_new(opt->admission_config, &core->admission, err) != 0)
		goto fail;
	core->opt.admission_config = NULL; /* borrowed */
	if (opt->audit_policy &&
	    fakeapi__audit_policy_new(opt->audit_policy, &core->audit, err) != 0)
		goto fail;
	core->opt.audit_policy = NULL; /* borrowed */
	core->anonymous_paths = opt->anonymous_paths ? base__strdup(opt->anonymous_paths) : NULL;
	core->opt.anonymous_paths = NULL; /* borrowed */
	core->runtime_config = base__strdup(opt->runtime_config ? opt->runtime_config : "");
	core->opt.runtime_config = NULL; /* borrowed */
	if (core->registry && core->runtime_config)
		fakeapi__runtime_config(core->registry, core->runtime_config);
	core->crds = core->registry ? fakeapi__crds_new(core->registry) : NULL;
	if (!core->crds || !core->runtime_config || !core->discovery ||
	    (opt->prose && !core->discovery->prose) ||
	    (!opt->empty && fakeapi__bootstrap(core) < 0)) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		goto fail;
	}
	fakeapi__registry_on_metrics(core->registry, add_metrics, core);
	fakeapi__core_log(core); /* a new state file starts with a snapshot */
	return core;
fail:
	fakeapi__core_free(core);
	return NULL;
}

void fakeapi__core_free(struct fakeapi__core *core)
{
	if (!core)
		return;
	core->store.on_untidy = NULL;
	while (core->open)
		fakeapi__xchg_free(core->open);
	fakeapi__faults_fini(&core->faults);
	fakeapi__webhooks_fini(core);
	if (core->discovery)
		fakeapi__prose_free(core->discovery->prose);
	base__free(core->discovery);
	fakeapi__rbac_fini(core);
	fakeapi__flows_drop(core);
	fakeapi__metrics_free(core);
	fakeapi__audit_policy_free(core->audit);
	fakeapi__numbers_free(core->numbers);
	fakeapi__store_fini(&core->store);
	fakeapi__crd_versions_free(core->retired);
	if (core->crds)
		fakeapi__crds_free(core->crds);
	if (core->registry)
		fakeapi__registry_free(core->registry);
	base__free(core->builtins);
	fakeapi__users_fini(&core->users);
	fakeapi__certificate_users_fini(&core->certificate_users);
	base__free(core->forms);
	base__free(core->runtime_config);
	base__free(core->anonymous_paths);
	fakeapi__admission_config_free(core->admission);
	fakeapi__control_free(core);
	lock_fini(&core->lock);
	lock_fini(&core->writing);
	base__free(core);
}

struct fakeapi__server *fakeapi__core_server(struct fakeapi__core *core)
{
	return &core->server;
}

void fakeapi__core_stopping(struct fakeapi__core *core)
{
	atomic_store(&core->stopping, true);
}

uint64_t fakeapi__core_rv(struct fakeapi__core *core)
{
	uint64_t rv;

	lock_acquire(&core->lock);
	rv = core->store.rv;
	lock_release(&core->lock);
	return rv;
}

void fakeapi__core_control_at(struct fakeapi__core *core, const char *url)
{
	char *to = core->control_url;
	size_t cap = sizeof(core->control_url);

	lock_acquire(&core->lock);
	if (snprintf(to, cap, "%s", url ? url : "") >= (int)cap)
		to[0] = '\0';
	lock_release(&core->lock);
}

int fakeapi__core_ui(struct fakeapi__core *core, const char *page)
{
	char *copy = base__strdup(page), *old;

	if (!copy)
		return RELIST_ENOMEM;
	lock_acquire(&core->lock);
	old = core->ui_page;
	core->ui_page = copy;
	lock_release(&core->lock);
	base__free(old);
	return 0;
}

bool fakeapi__core_accepts(struct fakeapi__core *core, int64_t now_ns, uint32_t backend)
{
	bool accepts;

	lock_acquire(&core->lock);
	fakeapi__core_advance(core, now_ns);
	accepts = !core->backends[backend < core->backend_count ? backend : 0].refuses;
	lock_release(&core->lock);
	return accepts;
}

atomic_bool *fakeapi__core_withhold_settings_ack(struct fakeapi__core *core)
{
	return &core->faults.withhold_settings_ack;
}
