/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - calls mutating webhooks one by one, twice if required, and validating ones
 * concurrently (apiserver's mutating/dispatcher.go and validating/dispatcher.go). */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/stages.h"
#include "fakeapi/webhooks/webhooks_impl.h"

/* Progress of the mutating webhooks of this write: webhookReinvokeContext. */
struct progress {
	bool *previously, *again; /* by index */
	size_t count;
	bool changed;
};

/* Sends the review; sets *out to the response if it has arrived, else NULL. 0, -1 or 1 as
 * fakeapi__hook_ask. */
static int send_review(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		       const struct invocation *in, unsigned round, struct fakeapi__callout **out,
		       struct strbuf *why)
{
	cJSON *obj = a->obj ? fakeapi__hook_form(c, in, a->obj) : NULL;
	cJSON *old = a->old ? fakeapi__hook_form(c, in, a->old) : NULL;
	int rc = -1;

	*out = NULL;
	if ((obj || !a->obj) && (old || !a->old))
		rc = fakeapi__hook_ask(c, a, in, obj, old, round, out, why);
	cJSON_Delete(obj);
	cJSON_Delete(old);
	if (rc == 0 && !(*out)->answered)
		*out = NULL;
	return rc;
}

void fakeapi__hook_replace(cJSON *to, cJSON *take_from)
{
	cJSON *child = to->child;

	to->child = take_from->child;
	take_from->child = child;
	cJSON_Delete(take_from);
}

static bool is_whole(const struct fakeapi__call *c)
{
	return !c->sub || !c->sub->version[0];
}

static int apply(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		 const struct invocation *in, const cJSON *ops, bool *changed)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *obj;
	int rc;

	if (!ops || !ops->child)
		return 0;
	if (!a->obj) {
		strbuf_addf(&why,
			    "admission webhook \"%s\" attempted to modify the object, which is not "
			    "supported for this operation",
			    fakeapi__hook_name(&in->hook));
		return why.failed ? -1 : fakeapi__internal_error(c, why.ptr);
	}
	obj = fakeapi__hook_form(c, in, a->obj);
	rc = obj ? fakeapi__json_patch(c->res->features, &obj, ops, &why) : -1;
	if (rc < 0 && why.len)
		(void)fakeapi__internal_error(c, why.ptr);
	if (rc == 0 && !cJSON_IsObject(obj)) {
		strbuf_addf(&why,
			    "couldn't get version/kind; json parse error: json: cannot unmarshal "
			    "%s into Go value of type struct { APIVersion string "
			    "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
			    "\"json:\\\"kind,omitempty\\\"\" }",
			    fakeapi__go_json_word(obj));
		rc = why.failed ? -1 : fakeapi__internal_error(c, why.ptr);
	}
	if (rc == 0)
		rc = fakeapi__hook_settle(c, in, false, &obj, a->old);
	if (rc < 0) {
		cJSON_Delete(obj);
		return -1;
	}
	*changed = !fakeapi__equal(obj, a->obj);
	fakeapi__hook_replace(a->obj, obj);
	return 0;
}

/* Earlier webhooks must see this webhook's change. */
static void require_again(struct progress *p)
{
	for (size_t i = 0; i < p->count; i++)
		p->again[i] |= p->previously[i];
}

static int mutate_one(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		      const struct invocation *in, size_t at, unsigned round, struct progress *p)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__callout *answer;
	cJSON *patch = NULL;
	bool changed = false;
	int rc = send_review(c, a, in, round, &answer, &why);

	if (rc == 0 && !answer)
		return fakeapi__callout_wait(c);
	if (rc == 0)
		rc = fakeapi__hook_read(c, in, answer, &patch, &why);
	if (rc == 0)
		rc = apply(c, a, in, patch, &changed);
	cJSON_Delete(patch);
	if (changed) {
		require_again(p);
		p->changed = true;
	}
	if (strcmp(fakeapi__string(in->hook.spec, "reinvocationPolicy"), "IfNeeded") == 0)
		p->previously[at] = true;
	if (rc <= 0)
		return rc;
	return fakeapi__hook_ignores_failure(&in->hook) ? 0
							: fakeapi__hook_failed(c, &in->hook, &why);
}

struct mutating {
	const struct fakeapi__attributes *a;
	unsigned round;
	struct progress *p;
	size_t at;
};

static int mutate_next(struct fakeapi__call *c, void *work)
{
	struct mutating *m = work;
	size_t i = m->at++;
	struct invocation in;
	struct hook h;
	int matches;

	if (i >= m->p->count || !fakeapi__hook_at(c->core, true, i, &h))
		return 0;
	matches = fakeapi__hook_matches(c, m->a, &h, &in);
	if (matches < 0)
		return -1;
	if (matches && (m->round == 0 || m->p->again[i]) &&
	    mutate_one(c, m->a, &in, i, m->round, m->p) < 0)
		return -1;
	return FAKEAPI_MORE;
}

static int mutate_round(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			unsigned round, struct progress *p)
{
	struct mutating m = { .a = a, .round = round, .p = p };

	return fakeapi__steps_run(c, mutate_next, &m);
}

static int policies(struct fakeapi__call *c, const struct fakeapi__attributes *a, unsigned round,
		    struct mutations *m)
{
	if (!fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_MutatingAdmissionPolicy))
		return 0;
	return fakeapi__policies_mutate(c, a, round, m);
}

/* Runs the built-in plug-ins again after webhooks changed the object. If they change it, all
 * webhooks are called again. */
static int reinvoke(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		    struct progress *p, struct mutations *m)
{
	cJSON *before = cJSON_Duplicate(a->obj, true);
	int rc = before ? 0 : -1;

	if (rc == 0 && is_whole(c) && !a->old)
		rc = fakeapi__admission_admit(c, a->obj);
	if (rc == 0 && is_whole(c))
		rc = fakeapi__admit(&c->core->opt, c->res, a->obj, a->old, c->own);
	if (rc == 0)
		rc = policies(c, a, 1, m);
	if (rc == 0 && !fakeapi__equal(before, a->obj))
		require_again(p);
	cJSON_Delete(before);
	return rc < 0 ? -1 : mutate_round(c, a, 1, p);
}

static int mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a, struct progress *p,
		  struct mutations *m)
{
	struct hook h;
	int rc = policies(c, a, 0, m);

	if (rc < 0 || fakeapi__webhooks_load(c->core, FAKEAPI_MUTATING) < 0)
		return -1;
	while (fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_MutatingAdmissionWebhook) &&
	       fakeapi__hook_at(c->core, true, p->count, &h))
		p->count++;
	p->previously = base__calloc(2 * p->count + 1, sizeof(*p->previously));
	if (!p->previously)
		return -1;
	p->again = p->previously + p->count;
	rc = mutate_round(c, a, 0, p);
	return rc == 0 && (p->changed || m->changed) ? reinvoke(c, a, p, m) : rc;
}

int fakeapi__webhooks_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a)
{
	struct mutations m = { 0 };
	struct progress p = { 0 };
	const cJSON *managed = fakeapi__member(fakeapi__meta(a->obj), "managedFields");
	cJSON *before = NULL;
	int rc = 0;

	if (!fakeapi__has_webhooks(c))
		return 0;
	if (managed && !(before = cJSON_Duplicate(managed, true)))
		return -1;
	rc = mutate(c, a, &p, &m);
	if (rc == 0 && a->obj)
		rc = fakeapi__hook_check_managed(c, a->obj, before);
	cJSON_Delete(before);
	base__free(p.previously);
	fakeapi__mutations_fini(&m);
	return rc;
}

/* --- validating --------------------------------------------------------------------------- */

/* Reads the responses in the order of the webhooks: the first refusal counts. */
static int validate_one(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			const struct invocation *in, bool *open)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__callout *answer;
	cJSON *ignored = NULL;
	int rc = send_review(c, a, in, 0, &answer, &why);

	if (rc == 0 && !answer) {
		*open = true;
		return 0;
	}
	if (rc == 0)
		rc = fakeapi__hook_read(c, in, answer, &ignored, &why);
	cJSON_Delete(ignored);
	if (rc <= 0)
		return rc;
	return fakeapi__hook_ignores_failure(&in->hook) ? 0
							: fakeapi__hook_failed(c, &in->hook, &why);
}

struct validating {
	const struct fakeapi__attributes *a;
	size_t at;
	bool open, refused;
	struct fakeapi__status first; /* the first refusal */
};

/* -1: out of memory, or no valid address. */
static int validate_next(struct fakeapi__call *c, void *work)
{
	struct validating *v = work;
	struct invocation in;
	struct hook h;
	int matches;

	if (!fakeapi__hook_at(c->core, false, v->at++, &h))
		return 0;
	matches = fakeapi__hook_matches(c, v->a, &h, &in);
	if (matches == 0 || (matches > 0 && validate_one(c, v->a, &in, &v->open) == 0))
		return FAKEAPI_MORE;
	v->refused = true;
	if (!c->st.code || matches < 0)
		return -1;
	if (!v->first.code)
		v->first = c->st;
	else
		fakeapi__status_fini(&c->st);
	fakeapi__status_init(&c->st);
	return FAKEAPI_MORE;
}

int fakeapi__webhooks_validate(struct fakeapi__call *c, const struct fakeapi__attributes *a)
{
	struct validating v = { .a = a };
	int rc;

	if (!fakeapi__has_webhooks(c))
		return 0;
	if (fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_ValidatingAdmissionPolicy) &&
	    fakeapi__policies_judge(c, a) < 0)
		return -1;
	if (!fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_ValidatingAdmissionWebhook))
		return 0;
	if (fakeapi__webhooks_load(c->core, FAKEAPI_VALIDATING) < 0)
		return -1;
	fakeapi__status_init(&v.first);
	rc = fakeapi__steps_run(c, validate_next, &v);
	if (rc == 0 && !v.open && v.refused) {
		c->st = v.first;
		return -1;
	}
	fakeapi__status_fini(&v.first);
	return rc == 0 && v.open ? fakeapi__callout_wait(c) : rc;
}
