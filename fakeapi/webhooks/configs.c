/* SPDX-License-Identifier: Apache-2.0 */
/* configs.c - the stored configurations, parsed once for each of their states. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/webhooks_impl.h"

struct config {
	struct fakeapi__version *version; /* a reference: so no other state can get its address */
	cJSON *tree;
};

struct bound {
	const char *policy; /* in its tree */
	size_t place;	    /* index in the list */
};

struct fakeapi__webhooks {
	struct config *list[FAKEAPI_CONFIGS]; /* by name */
	size_t count[FAKEAPI_CONFIGS];
	struct hook *hooks[FAKEAPI_CONFIGS]; /* all of them, in order; none for policies */
	size_t hook_count[FAKEAPI_CONFIGS];
	struct bound *bound[FAKEAPI_CONFIGS]; /* for bindings: sorted by policy and place */
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

size_t fakeapi__webhooks_count(const struct fakeapi__core *core)
{
	size_t n = 0;

	for (unsigned i = 0; i < FAKEAPI_CONFIGS; i++) {
		const struct fakeapi__bucket *b = bucket_of(core, i);

		n += b ? b->live : 0;
	}
	return n;
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
	base__free(w->bound[kind]);
	w->bound[kind] = NULL;
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

static int by_policy_and_place(const void *a, const void *b)
{
	const struct bound *x = a, *y = b;
	int rc = strcmp(x->policy, y->policy);

	return rc ? rc : (x->place > y->place) - (x->place < y->place);
}

/* Sorts bindings by their policy. */
static int sort_bindings(struct fakeapi__webhooks *w, unsigned kind)
{
	w->bound[kind] = base__calloc(w->count[kind] + 1, sizeof(*w->bound[kind]));
	if (!w->bound[kind])
		return -1;
	for (size_t i = 0; i < w->count[kind]; i++)
		w->bound[kind][i] =
		    (struct bound) { fakeapi__string(fakeapi__member(w->list[kind][i].tree, "spec"),
						     "policyName"),
				     i };
	qsort(w->bound[kind], w->count[kind], sizeof(*w->bound[kind]), by_policy_and_place);
	return 0;
}

/* Moves the tree of state `v` from `old`, which has the same order; skips the entries before it. */
static cJSON *take_parsed(struct config *old, size_t count, size_t *at,
			  const struct fakeapi__version *v, struct str name)
{
	for (; *at < count; ++*at) {
		cJSON *tree = old[*at].tree;
		int order;

		if (old[*at].version == v) {
			old[(*at)++].tree = NULL;
			return tree;
		}
		order = str_cmp(str_of(fakeapi__meta_str(tree, "name")), name);
		if (order > 0)
			break;
	}
	return NULL;
}

/* Rebuilds the list but keeps the trees of unchanged objects: parsing thousands again would take
 * long. */
static int load(struct fakeapi__core *core, const struct fakeapi__bucket *b, unsigned kind)
{
	struct fakeapi__webhooks *w = core->webhooks;
	struct config *list = base__calloc(b->live + 1, sizeof(*list)), *old = w->list[kind];
	size_t count = 0, old_count = w->count[kind], at = 0;
	bool fine = list != NULL;

	for (struct fakeapi__walk walk = { .in = b }; fine && fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (!v)
			continue;
		ASSERT(count < b->live);
		list[count].tree =
		    take_parsed(old, old_count, &at, v, fakeapi__entry_name(walk.entry));
		if (!list[count].tree)
			list[count].tree = fakeapi__parse(fakeapi__version_json(v));
		list[count].version = fakeapi__version_ref(v);
		fine = list[count++].tree != NULL;
	}
	drop(core, kind); /* the remaining old ones */
	w->list[kind] = list;
	w->count[kind] = count;
	if (fine &&
	    (kind == FAKEAPI_BINDINGS || kind == FAKEAPI_MUTATING_BINDINGS ? sort_bindings(w, kind)
									   : flatten(w, kind)) == 0)
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

const cJSON *fakeapi__binding_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				 const char *policy, size_t i)
{
	const struct fakeapi__webhooks *w = core->webhooks;
	size_t from = 0, to = w->count[kind];

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (strcmp(w->bound[kind][mid].policy, policy) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from + i < w->count[kind] && strcmp(w->bound[kind][from + i].policy, policy) == 0
		   ? w->list[kind][w->bound[kind][from + i].place].tree
		   : NULL;
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
