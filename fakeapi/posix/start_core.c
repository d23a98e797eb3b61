/* SPDX-License-Identifier: Apache-2.0 */
/* start_core.c - starts a core with its options, worker and state file. */
#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/core.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/posix/config_files.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "fakeapi/posix/token_keys.h"
#include "fakeapi/ranges.h"

enum { WATCH_WINDOW = 65536, WATCH_WINDOW_MIB = 64 };
#define MIB ((size_t)1024 * 1024)

static int restore_write(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	return fakeapi__core_restore(user, w, err);
}

static void rewound(void *user)
{
	fakeapi__state_rewound(user);
}

static void set_wall_clock(const struct fakeapi *api, struct fakeapi__options *core)
{
	struct timespec wall;

	if (api->host) {
		core->wall_offset_ns = api->host->wall_s * NS_PER_S;
		return;
	}
	(void)clock_gettime(CLOCK_REALTIME, &wall);
	core->wall_offset_ns =
	    (int64_t)wall.tv_sec * NS_PER_S + wall.tv_nsec - clock_monotonic_ns();
	/* Not a repeatable run: no two servers, and no two runs of one, may share uids. */
	if (!core->seed || core->empty)
		core->seed ^=
		    (uint64_t)wall.tv_sec << 30 ^ (uint64_t)wall.tv_nsec ^ (uint64_t)getpid() << 48;
}

static void trim(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
#endif
}

/* Returns freed memory to the system, which small pieces otherwise keep in the process. May take
 * long. */
static void trim_memory(void *user)
{
	struct fakeapi *api = user;

	if (!api->host)
		fakeapi__worker_do(&api->worker, trim);
}

static void free_aside(void *user, void *take_large)
{
	struct fakeapi *api = user;

	fakeapi__worker_free(&api->worker, take_large);
}

static void run_aside(void *user, struct fakeapi__errand *errand)
{
	struct fakeapi *api = user;

	fakeapi__worker_run(&api->worker, errand);
}

static int choose_plugins(const struct fakeapi_options *opt, struct fakeapi__options *core,
			  struct relist_err *err)
{
	int code = fakeapi__plugins_parse(opt->enable_admission_plugins, "enable-admission-plugins",
					  &core->plugins_on, err);

	if (!code)
		code = fakeapi__plugins_parse(opt->disable_admission_plugins,
					      "disable-admission-plugins", &core->plugins_off, err);
	return code ? code : fakeapi__plugins_apart(core->plugins_on, core->plugins_off, err);
}

static int make_token_keys(struct fakeapi *api, const struct fakeapi_options *opt,
			   struct fakeapi__options *core, struct relist_err *err)
{
	AUTO_STRBUF kept = STRBUF_INIT;

	if (opt->state_file)
		strbuf_addf(&kept, "%s.key", opt->state_file);
	if (opt->service_account_issuer)
		api->token_issuer = base__strdup(opt->service_account_issuer);
	if (kept.failed || (opt->service_account_issuer && !api->token_issuer))
		return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
	api->token_keys = fakeapi__key_ring_new(opt->service_account_signing_key_file,
						opt->service_account_key_files,
						opt->state_file ? kept.ptr : NULL, err);
	if (!api->token_keys)
		return RELIST_EINVAL;
	core->token_keys = fakeapi__key_ring_keys(api->token_keys);
	core->token_issuer = api->token_issuer;
	return 0;
}

/* Without a policy no event is written, as by kube-apiserver. */
static int open_audit(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct fakeapi__options *core, struct strbuf *policy, struct relist_err *err)
{
	int code;

	if (!opt->audit_policy_file)
		return 0;
	code = fakeapi__audit_policy_file(opt->audit_policy_file, policy, err);
	core->audit_policy = code ? NULL : policy->ptr;
	if (code || !opt->audit_log_path)
		return code;
	api->audit = fakeapi__audit_file_open(opt->audit_log_path, err);
	if (!api->audit)
		return err && err->code ? err->code : RELIST_EIO;
	core->on_audit = fakeapi__audit_file_add;
	core->on_audit_user = api->audit;
	return 0;
}

int fakeapi__start_core(struct fakeapi *api, const struct fakeapi_options *opt,
			struct relist_err *err)
{
	struct fakeapi__options core = {
		.seed = opt->seed,
		.start_ns = fakeapi__now_of(api),
		.watch_window = opt->watch_window ? opt->watch_window : WATCH_WINDOW,
		.watch_window_bytes =
		    (opt->watch_window_mib ? opt->watch_window_mib : WATCH_WINDOW_MIB) * MIB,
		.on_freed = trim_memory,
		.free_aside = api->host ? NULL : free_aside,
		.run_aside = api->host ? NULL : run_aside,
		.on_freed_user = api,
		.compact_every_ns = opt->compact_interval_s * NS_PER_S,
		.backend_count = api->backend_count,
		.garbage_collection = opt->garbage_collection,
		.namespace_deletion = opt->namespace_deletion,
		.default_service_accounts = opt->service_accounts,
		.no_control = opt->no_control,
		.rbac = opt->rbac,
		.no_anonymous = opt->no_anonymous,
		.no_privileged = opt->no_privileged,
		.always_allow = opt->always_allow,
		.min_request_timeout_s = opt->min_request_timeout_s,
		.cluster = opt->cluster,
		.empty = api->state && !fakeapi__state_is_new(api->state),
		.token_csv = str_of(api->token_csv),
		.client_certificates = api->client_ca_pem != NULL,
		.allow_hosts = api->allow_hosts.ptr,
		.allow_origins = api->allow_origins,
		.runtime_config = opt->runtime_config,
		.feature_gates = opt->feature_gates,
		.prose = api->prose_file ? fakeapi__prose_file_read : NULL,
		.prose_user = api->prose_file,
	};
	AUTO_STRBUF admission = STRBUF_INIT, paths = STRBUF_INIT, policy = STRBUF_INIT;
	int code = choose_plugins(opt, &core, err);

	if (!code && opt->admission_control_config_file)
		code = fakeapi__admission_file(opt->admission_control_config_file, &admission, err);
	if (!code && opt->authentication_config_file)
		code = fakeapi__authentication_file(opt->authentication_config_file,
						    &core.no_anonymous, &paths, err);
	if (!code)
		code = open_audit(api, opt, &core, &policy, err);
	core.admission_config = admission.len ? admission.ptr : NULL;
	core.anonymous_paths = paths.len ? paths.ptr : NULL;

	if (!code)
		code = fakeapi__release_read(opt->kubernetes, "kubernetes", &core.release, err);
	if (!code)
		code = fakeapi__ranges_parse(opt->service_cluster_ip_range,
					     opt->service_node_port_range, &core, err);
	if (!code && !api->host)
		code = make_token_keys(api, opt, &core, err);
	if (code)
		return code;
	set_wall_clock(api, &core);
	if (api->state) {
		core.on_write = fakeapi__state_append;
		core.on_rewound = rewound;
		core.on_write_user = api->state;
	}
	if (!api->host) {
		api->webhooks = fakeapi__webhook_client_new();
		if (!api->webhooks)
			return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		core.ask = fakeapi__webhook_client_ask;
		core.forget = fakeapi__webhook_client_forget;
		core.ask_user = api->webhooks;
		core.service_webhooks = api->service_webhooks;
	}
	api->core = fakeapi__core_new(&core, err);
	if (!api->core)
		return err && err->code ? err->code : RELIST_ENOMEM;
	if (api->webhooks)
		fakeapi__webhook_client_serve(api->webhooks, api->core);
	api->server = fakeapi__core_server(api->core);
	if (!api->host) {
		code = fakeapi__worker_start(&api->worker, api->server, err);
		if (code)
			return code;
		api->server = &api->worker.server;
	}
	if (!api->state)
		return 0;
	code = fakeapi__state_restore(api->state, restore_write, api->core, &api->torn_bytes, err);
	if (!code)
		code = fakeapi__state_start(api->state, fakeapi__core_snapshot, api->core, err);
	api->server = fakeapi__state_gate(api->state, api->server);
	return code;
}
