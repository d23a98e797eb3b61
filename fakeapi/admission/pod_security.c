/* SPDX-License-Identifier: Apache-2.0 */
/* pod_security.c - the plug-in PodSecurity: reads the standards that the labels of a namespace
 * enforce, audit or warn about. pod_standards.c has the checks. */
#include "base/text/number.h"
#include "fakeapi/admission/config.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"

#define LABEL "pod-security.kubernetes.io/"

enum mode { ENFORCE, AUDIT, WARN, MODE_COUNT };

static const struct {
	const char *level, *version;
} mode_labels[MODE_COUNT] = { { LABEL "enforce", LABEL "enforce-version" },
			      { LABEL "audit", LABEL "audit-version" },
			      { LABEL "warn", LABEL "warn-version" } };
static const char *const levels[] = { "privileged", "baseline", "restricted" };

/* --- labels --------------------------------------------------------------------------------- */

bool fakeapi__standard_parse(const char *text, enum fakeapi__standard *out)
{
	for (size_t i = 0; i < ARRAY_LEN(levels); i++)
		if (strcmp(text, levels[i]) == 0) {
			*out = (enum fakeapi__standard)i;
			return true;
		}
	*out = FAKEAPI_RESTRICTED;
	return false;
}

/* "latest" or "v1.x" */
bool fakeapi__standard_version_parse(const char *text, unsigned *minor)
{
	uint64_t n;

	*minor = FAKEAPI_LATEST;
	if (strcmp(text, "latest") == 0)
		return true;
	if (!str_begins(str_of(text), "v1.") || (text[3] == '0' && text[4]) ||
	    !number_parse(str_of(text + 3), 999999999, &n))
		return false;
	*minor = (unsigned)n;
	return true;
}

/* True if the configuration (c->core->admission) exempts `name`. */
static bool is_exempt(const struct fakeapi__call *c, const char *list, struct str name)
{
	const cJSON *m;

	if (!c->core->admission || !name.len)
		return false;
	cJSON_ArrayForEach(m, fakeapi__member(c->core->admission->exempt, list))
	{
		if (cJSON_IsString(m) && str_eqz(name, m->valuestring))
			return true;
	}
	return false;
}

/* -1: out of memory. */
static int is_exempt_call(const struct fakeapi__call *c, const cJSON *spec)
{
	AUTO_STRBUF user = STRBUF_INIT;

	if (!c->core->admission)
		return 0;
	if (fakeapi__call_user_name(c, &user) < 0)
		return -1;
	return is_exempt(c, "namespaces", c->route.ns) ||
	       is_exempt(c, "usernames", strbuf_str(&user)) ||
	       is_exempt(c, "runtimeClasses", str_of(fakeapi__string(spec, "runtimeClassName")));
}

/* `errs` may be NULL. */
static void read_labels(const struct fakeapi__call *c, const cJSON *ns, struct fakeapi__demand *p,
			struct fakeapi__causes *errs)
{
	const cJSON *labels = fakeapi__member(fakeapi__meta(ns), "labels");
	const struct fakeapi__path *at = PATH(PATH(NULL, "metadata"), "labels");
	bool has_level[MODE_COUNT] = { false }, has_version[MODE_COUNT] = { false };

	for (int i = 0; i < MODE_COUNT; i++) {
		const char *key = mode_labels[i].level;
		const cJSON *v;
		bool ok;

		p[i] = c->core->admission
			   ? c->core->admission->pod_security[i]
			   : (struct fakeapi__demand) { FAKEAPI_PRIVILEGED, FAKEAPI_LATEST };
		v = fakeapi__member(labels, key);
		if (cJSON_IsString(v)) {
			ok = fakeapi__standard_parse(v->valuestring, &p[i].standard);
			has_level[i] = ok || i == WARN;
			if (!ok && errs)
				fakeapi__cause_invalid_str(
				    errs, PATH_KEY(at, str_of(key)), str_of(v->valuestring),
				    "must be one of privileged, baseline, restricted");
			if (!ok && i != ENFORCE)
				p[i].standard = FAKEAPI_PRIVILEGED;
		}
		key = mode_labels[i].version;
		v = fakeapi__member(labels, key);
		has_version[i] = cJSON_IsString(v);
		if (has_version[i] &&
		    !fakeapi__standard_version_parse(v->valuestring, &p[i].minor) && errs)
			fakeapi__cause_invalid_str(errs, PATH_KEY(at, str_of(key)),
						   str_of(v->valuestring),
						   "must be \"latest\" or \"v1.x\"");
	}
	/* With enforce but no warn label, the namespace warns about the enforced standard. */
	if (!has_level[WARN] && has_level[ENFORCE] && p[ENFORCE].standard > p[WARN].standard) {
		p[WARN].standard = p[ENFORCE].standard;
		if (!has_version[WARN])
			p[WARN].minor = p[ENFORCE].minor;
	}
}

static void add_standard(struct strbuf *out, const struct fakeapi__demand *d)
{
	strbuf_addf(out, "%s:", levels[d->standard]);
	if (d->minor == FAKEAPI_LATEST)
		strbuf_addz(out, "latest");
	else
		strbuf_addf(out, "v1.%u", d->minor);
}

static void add_demand(struct strbuf *out, const struct fakeapi__demand *d)
{
	strbuf_addc(out, '"');
	add_standard(out, d);
	strbuf_addc(out, '"');
}

/* Reads the labels of the call's namespace; most have none of these and are not parsed. */
static int demands_of(struct fakeapi__call *c, struct fakeapi__demand *p)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, str_of(""), str_of("namespaces"), false);
	const struct fakeapi__version *v =
	    b ? fakeapi__bucket_get(b, (struct str) { NULL, 0 }, c->route.ns) : NULL;
	cJSON *ns = NULL;

	if (v && strstr(v->json, LABEL)) {
		ns = fakeapi__parse(fakeapi__version_json(v));
		if (!ns)
			return -1;
	}
	read_labels(c, ns, p, NULL);
	cJSON_Delete(ns);
	return 0;
}

/* --- pods and templates ---------------------------------------------------------------------- */

static int evaluate(const struct fakeapi__demand *d, const cJSON *meta, const cJSON *spec,
		    struct fakeapi__violations *v)
{
	*v = (struct fakeapi__violations) { STRBUF_INIT, STRBUF_INIT };
	fakeapi__pod_violations(d, meta, spec, v);
	return v->details.failed || v->reasons.failed ? -1 : 0;
}

static int warn(struct fakeapi__call *c, const struct fakeapi__demand *d, const cJSON *meta,
		const cJSON *spec)
{
	struct fakeapi__violations v;
	int rc = evaluate(d, meta, spec, &v);

	if (rc == 0 && v.reasons.len) {
		strbuf_addz(&c->warnings, "would violate PodSecurity ");
		add_demand(&c->warnings, d);
		strbuf_addf(&c->warnings, ": %s\n", v.details.ptr);
	}
	fakeapi__violations_fini(&v);
	return rc;
}

/* For an update only new containers and images matter. */
static bool is_significant(const cJSON *obj, const cJSON *old)
{
	static const char *const lists[] = { "containers", "initContainers",
					     "ephemeralContainers" };

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const cJSON *now = fakeapi__dig(obj, "spec", lists[i], NULL);
		const cJSON *was = fakeapi__dig(old, "spec", lists[i], NULL), *m, *o;

		if (cJSON_GetArraySize(now) != cJSON_GetArraySize(was))
			return true;
		for (m = now ? now->child : NULL, o = was ? was->child : NULL; m && o;
		     m = m->next, o = o->next)
			if (strcmp(fakeapi__string(m, "image"), fakeapi__string(o, "image")) != 0)
				return true;
	}
	return false;
}

/* The annotations of an audited request: the enforced standard (`enforce`, a pod), and what
 * violates the audited one. */
static int annotate(struct fakeapi__call *c, const struct fakeapi__demand *p, const cJSON *meta,
		    const cJSON *spec, bool enforce)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct fakeapi__violations v;
	int rc;

	if (!c->x->audit)
		return 0;
	if (enforce) {
		add_standard(&text, &p[ENFORCE]);
		fakeapi__audit_annotate(c, LABEL "enforce-policy", text.ptr);
	}
	if (!p[AUDIT].standard)
		return text.failed ? -1 : 0;
	rc = evaluate(&p[AUDIT], meta, spec, &v);
	if (rc == 0 && v.reasons.len) {
		strbuf_clear(&text);
		strbuf_addz(&text, "would violate PodSecurity ");
		add_demand(&text, &p[AUDIT]);
		strbuf_addf(&text, ": %s", v.details.ptr);
		fakeapi__audit_annotate(c, LABEL "audit-violations", text.ptr);
	}
	fakeapi__violations_fini(&v);
	return rc < 0 || text.failed ? -1 : 0;
}

int fakeapi__pod_security_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	struct fakeapi__demand p[MODE_COUNT];
	struct fakeapi__violations v;
	AUTO_STRBUF demand = STRBUF_INIT;
	int rc;

	if (demands_of(c, p) < 0)
		return -1;
	if (!p[ENFORCE].standard && !p[WARN].standard && !p[AUDIT].standard)
		return annotate(c, p, fakeapi__meta(obj), spec, true);
	if (old && !is_significant(obj, old))
		return 0;
	rc = is_exempt_call(c, spec);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	if (annotate(c, p, fakeapi__meta(obj), spec, true) < 0)
		return -1;
	rc = evaluate(&p[ENFORCE], fakeapi__meta(obj), spec, &v);
	if (rc == 0 && v.reasons.len) {
		add_demand(&demand, &p[ENFORCE]);
		rc = fakeapi__forbid_why(c, obj, "violates PodSecurity %s: %s", demand.ptr,
					 v.details.ptr);
	}
	fakeapi__violations_fini(&v);
	return rc == 0 ? warn(c, &p[WARN], fakeapi__meta(obj), spec) : rc;
}

int fakeapi__pod_security_template(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *template =
	    strcmp(c->res->kind, "CronJob") == 0
		? fakeapi__dig(obj, "spec", "jobTemplate", "spec", "template", NULL)
	    : strcmp(c->res->kind, "PodTemplate") == 0
		? fakeapi__member(obj, "template")
		: fakeapi__dig(obj, "spec", "template", NULL);
	int exempt;
	struct fakeapi__demand p[MODE_COUNT];

	(void)old;
	if (!cJSON_IsObject(template))
		return 0;
	if (demands_of(c, p) < 0)
		return -1;
	exempt = p[WARN].standard || p[AUDIT].standard
		     ? is_exempt_call(c, fakeapi__member(template, "spec"))
		     : 1;
	if (exempt == 0 && annotate(c, p, fakeapi__member(template, "metadata"),
				    fakeapi__member(template, "spec"), false) < 0)
		return -1;
	return exempt ? (exempt < 0 ? -1 : 0)
		      : warn(c, &p[WARN], fakeapi__member(template, "metadata"),
			     fakeapi__member(template, "spec"));
}

/* --- namespaces ------------------------------------------------------------------------------ */

static bool same_demand(const struct fakeapi__demand *a, const struct fakeapi__demand *b)
{
	return a->standard == b->standard && a->minor == b->minor;
}

/* reason -> sorted names of the existing pods that violate it */
static int collect(struct fakeapi__call *c, const char *ns, const struct fakeapi__demand *d,
		   cJSON *by_reason)
{
	cJSON *pods, *pod;
	int rc = fakeapi__found_all(c, "", "pods", str_of(ns), &pods);

	cJSON_ArrayForEach(pod, (rc == 0 ? pods : NULL))
	{
		struct fakeapi__violations v;
		cJSON *names;

		if (rc != 0)
			break;
		rc = evaluate(d, fakeapi__meta(pod), fakeapi__member(pod, "spec"), &v);
		if (rc == 0 && v.reasons.len) {
			names = fakeapi__member(by_reason, v.reasons.ptr);
			if (!names) {
				names = cJSON_CreateArray();
				rc = fakeapi__set(by_reason, v.reasons.ptr, names);
			}
			if (rc == 0 &&
			    !cJSON_AddItemToArray(names, cJSON_CreateString(
							     fakeapi__meta_str(pod, "name"))))
				rc = -1;
		}
		fakeapi__violations_fini(&v);
	}
	cJSON_Delete(pods);
	return rc;
}

static int warn_of_pods(struct fakeapi__call *c, const char *ns, const struct fakeapi__demand *d)
{
	cJSON *by_reason = cJSON_CreateObject(), *lines = cJSON_CreateObject();
	int rc = by_reason && lines ? collect(c, ns, d, by_reason) : -1;
	const cJSON *m;

	if (rc == 0 && by_reason->child) {
		strbuf_addf(&c->warnings,
			    "existing pods in namespace \"%s\" violate the new PodSecurity enforce "
			    "level ",
			    ns);
		add_demand(&c->warnings, d);
		strbuf_addc(&c->warnings, '\n');
	}
	cJSON_ArrayForEach(m, (rc == 0 ? by_reason : NULL))
	{
		int n = cJSON_GetArraySize(m);
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addz(&line, m->child->valuestring);
		if (n > 1)
			strbuf_addf(&line, " (and %d other pod%s)", n - 1, n > 2 ? "s" : "");
		strbuf_addf(&line, ": %s\n", m->string);
		rc = line.failed ? -1 : fakeapi__set(lines, line.ptr, cJSON_CreateTrue());
		if (rc < 0)
			break;
	}
	if (rc == 0)
		rc = fakeapi__sort_members(lines, false);
	cJSON_ArrayForEach(m, (rc == 0 ? lines : NULL)) strbuf_addz(&c->warnings, m->string);
	cJSON_Delete(by_reason);
	cJSON_Delete(lines);
	return rc;
}

int fakeapi__pod_security_namespace(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	struct fakeapi__demand p[MODE_COUNT], was[MODE_COUNT];
	struct fakeapi__causes errs, before;
	bool known;
	int rc = 0;

	fakeapi__causes_init(&errs);
	fakeapi__causes_init(&before);
	read_labels(c, obj, p, &errs);
	if (old)
		read_labels(c, old, was, &before);
	known = old && before.count && errs.count && fakeapi__equal(errs.list, before.list);
	if (errs.count && !known)
		rc = fakeapi__causes_report(&errs, c->res, fakeapi__meta_str(obj, "name"), &c->st);
	else if (is_exempt(c, "namespaces", str_of(fakeapi__meta_str(obj, "name"))))
		; /* its pods are exempt */
	else if (old && !same_demand(&p[ENFORCE], &was[ENFORCE]) && p[ENFORCE].standard &&
		 !(p[ENFORCE].minor == was[ENFORCE].minor &&
		   p[ENFORCE].standard <= was[ENFORCE].standard))
		rc = warn_of_pods(c, fakeapi__meta_str(obj, "name"), &p[ENFORCE]);
	fakeapi__causes_fini(&errs);
	fakeapi__causes_fini(&before);
	return rc;
}
