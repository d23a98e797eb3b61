/* SPDX-License-Identifier: Apache-2.0 */
/* configs.c - the configurations in force, parsed once for each of their states. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/webhooks/webhooks_impl.h"

struct config {
	struct fakeapi__version *version; /* counted: its address is no other state's */
	cJSON *tree;
};

struct fakeapi__webhooks {
	struct config *list[FAKEAPI_CONFIGS]; /* by name */
	size_t count[FAKEAPI_CONFIGS];
	struct hook *hooks[FAKEAPI_CONFIGS]; /* all of them, in order; of policies: none */
	size_t hook_count[FAKEAPI_CONFIGS];
};

static const char *const resources[FAKEAPI_CONFIGS] = {
	[FAKEAPI_VALIDATING] = "validatingwebhookconfigurations",
	[FAKEAPI_MUTATING] = "mutatingwebhookconfigurations",
	[FAKEAPI_POLICIES] = "validatingadmissionpolicies",
	[FAKEAPI_BINDINGS] = "validatingadmissionpolicybindings",
	[FAKEAPI_MUTATING_POLICIES] = "mutatingadmissionpolicies",
	[FAKEAPI_MUTATING_BINDINGS] = "mutatingadmissionpolicybindings",
};

static struct fakeapi__bucket *bucket_of(const struct fakeapi__core *core, unsigned kind)
{
	return fakeapi__store_bucket((struct fakeapi__store *)(uintptr_t)&core->store,
				     STR("admissionregistration.k8s.io"), str_of(resources[kind]),
				     false);
}

bool fakeapi__has_webhooks(const struct fakeapi__call *c)
{
	for (unsigned i = 0; i < FAKEAPI_CONFIGS && !c->own; i++) {
		const struct fakeapi__bucket *b = bucket_of(c->core, i);

		if (b && b->live)
			return true;
	}
	return false;
}

static void drop(struct fakeapi__core *core, unsigned kind)
{
	struct fakeapi__webhooks *w = core->webhooks;

	for (size_t i = 0; i < w->count[kind]; i++) {
		fakeapi__version_unref(&core->store, w->list[kind][i].version);
		cJSON_Delete(w->list[kind][i].tree);
	}
	base__free(w->list[kind]);
	base__free(w->hooks[kind]);
	w->list[kind] = NULL;
	w->hooks[kind] = NULL;
	w->count[kind] = w->hook_count[kind] = 0;
}

void fakeapi__webhooks_fini(struct fakeapi__core *core)
{
	if (!core->webhooks)
		return;
	for (unsigned i = 0; i < FAKEAPI_CONFIGS; i++)
		drop(core, i);
	base__free(core->webhooks);
	core->webhooks = NULL;
}

static bool is_fresh(const struct fakeapi__webhooks *w, const struct fakeapi__bucket *b,
		     unsigned kind)
{
	size_t n = 0;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && (n >= w->count[kind] || w->list[kind][n++].version != v))
			return false;
	}
	return n == w->count[kind];
}

static int flatten(struct fakeapi__webhooks *w, unsigned kind)
{
	size_t n = 0;

	for (size_t i = 0; i < w->count[kind]; i++)
		n += (size_t)cJSON_GetArraySize(fakeapi__member(w->list[kind][i].tree, "webhooks"));
	w->hooks[kind] = base__calloc(n + 1, sizeof(*w->hooks[kind]));
	if (!w->hooks[kind])
		return -1;
	for (size_t i = 0; i < w->count[kind]; i++) {
		const cJSON *tree = w->list[kind][i].tree, *h;
		size_t at = 0;

		cJSON_ArrayForEach(h, fakeapi__member(tree, "webhooks"))
		{
			w->hooks[kind][w->hook_count[kind]++] =
			    (struct hook) { kind != 0, fakeapi__meta_str(tree, "name"),
					    fakeapi__meta_str(tree, "uid"), at++, h };
		}
	}
	return 0;
}

static int load(struct fakeapi__core *core, const struct fakeapi__bucket *b, unsigned kind)
{
	struct fakeapi__webhooks *w = core->webhooks;

	drop(core, kind);
	w->list[kind] = base__calloc(b->live + 1, sizeof(*w->list[kind]));
	if (!w->list[kind])
		return -1;
	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		struct config *to = &w->list[kind][w->count[kind]];

		if (!v)
			continue;
		ASSERT(w->count[kind] < b->live);
		to->tree = cJSON_ParseWithLength(v->json, v->json_len);
		if (!to->tree) {
			drop(core, kind);
			return -1;
		}
		to->version = fakeapi__version_ref(v);
		w->count[kind]++;
	}
	if (flatten(w, kind) == 0)
		return 0;
	drop(core, kind);
	return -1;
}

int fakeapi__webhooks_load(struct fakeapi__core *core, enum fakeapi__configs kind)
{
	const struct fakeapi__bucket *b = bucket_of(core, kind);

	if (!core->webhooks)
		core->webhooks = base__calloc(1, sizeof(*core->webhooks));
	if (!core->webhooks)
		return -1;
	if (!b) {
		drop(core, kind);
		return 0;
	}
	return is_fresh(core->webhooks, b, kind) ? 0 : load(core, b, kind);
}

const cJSON *fakeapi__config_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				size_t i)
{
	return i < core->webhooks->count[kind] ? core->webhooks->list[kind][i].tree : NULL;
}

bool fakeapi__hook_at(struct fakeapi__core *core, bool mutating, size_t i, struct hook *out)
{
	const struct fakeapi__webhooks *w = core->webhooks;

	if (i >= w->hook_count[mutating])
		return false;
	*out = w->hooks[mutating][i];
	return true;
}

const char *fakeapi__hook_name(const struct hook *h)
{
	return fakeapi__string(h->spec, "name");
}

bool fakeapi__hook_ignores_failure(const struct hook *h)
{
	return strcmp(fakeapi__string(h->spec, "failurePolicy"), "Ignore") == 0;
}
