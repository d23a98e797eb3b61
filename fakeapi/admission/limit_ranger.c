/* SPDX-License-Identifier: Apache-2.0 */
/* limit_ranger.c - the plug-in LimitRanger: applies a namespace's LimitRanges as defaults of
 * containers and as limits of pods and claims. */
#include <math.h>
#include <stdarg.h>

#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define put  fakeapi__place_set

/* --- the namespace's ranges ------------------------------------------------------------------ */

static int ranges_of(struct fakeapi__call *c, cJSON **out)
{
	return fakeapi__found_all(c, "", "limitranges", c->route.ns, out);
}

static const cJSON *limits_of(const cJSON *range)
{
	return fakeapi__dig(range, "spec", "limits", NULL);
}

static bool is_about(const cJSON *limit, const char *type)
{
	return strcmp(fakeapi__string(limit, "type"), type) == 0;
}

/* --- defaults of containers ------------------------------------------------------------------ */

/* Merges all `member`s of a range's container limits into one map. NULL: out of memory. */
static cJSON *merged(const cJSON *range, const char *member)
{
	cJSON *all = cJSON_CreateObject();
	struct fakeapi__lookup have;
	const cJSON *limit, *m;
	int rc = all ? 0 : -1;

	fakeapi__lookup_growing(&have, all, SIZE_MAX);
	cJSON_ArrayForEach(limit, limits_of(range))
	{
		if (!is_about(limit, "Container"))
			continue;
		cJSON_ArrayForEach(m, fakeapi__member(limit, member)) if (rc == 0) rc =
		    fakeapi__lookup_set(&have, m->string, cJSON_Duplicate(m, true));
	}
	fakeapi__lookup_fini(&have);
	if (rc == 0 && fakeapi__sort_members(all, false) == 0)
		return all;
	cJSON_Delete(all);
	return NULL;
}

/* Copies members of `defaults` that `resources.WHAT` lacks, and adds their names to `notes`. */
static void add_defaults(struct fakeapi__place resources, const char *what, const cJSON *defaults,
			 const char *of, const char *container, struct strbuf *notes)
{
	struct fakeapi__place list = at(resources, what);
	struct fakeapi__lookup have;
	AUTO_STRBUF names = STRBUF_INIT;
	const cJSON *m;

	if (!defaults->child)
		return;
	list = need(resources, what);
	fakeapi__lookup_growing(&have, list.v, (size_t)cJSON_GetArraySize(defaults));
	cJSON_ArrayForEach(m, defaults)
	{
		if (fakeapi__lookup(&have, m->string))
			continue;
		*list.nomem |= fakeapi__lookup_set(&have, m->string, cJSON_Duplicate(m, true)) != 0;
		strbuf_addf(&names, "%s%s", names.len ? ", " : "", m->string);
	}
	fakeapi__lookup_fini(&have);
	*list.nomem |= names.failed || fakeapi__sort_members(list.v, false) != 0;
	if (names.len)
		strbuf_addf(notes, "%s%s %s for %s %s",
			    notes->len ? "; " : "LimitRanger plugin set: ", names.ptr,
			    what[0] == 'r' ? "request" : "limit", of, container);
}

struct given {
	cJSON *requests, *limits;
};

static void add_all_defaults(struct fakeapi__place list, const char *of, const struct given *g,
			     struct strbuf *notes)
{
	for (cJSON *m = list.v ? list.v->child : NULL; m; m = m->next) {
		struct fakeapi__place one = { m, fakeapi__type_elem(list.type), list.nomem };
		struct fakeapi__place resources = need(one, "resources");
		const char *name = fakeapi__string(m, "name");

		add_defaults(resources, "requests", g->requests, of, name, notes);
		add_defaults(resources, "limits", g->limits, of, name, notes);
	}
}

int fakeapi__limit_ranger_admit(struct fakeapi__call *c, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem };
	struct fakeapi__place spec = need(root, "spec");
	const cJSON *range;
	cJSON *ranges;

	if (ranges_of(c, &ranges) < 0)
		return -1;
	cJSON_ArrayForEach(range, ranges)
	{
		struct given g = { merged(range, "defaultRequest"), merged(range, "default") };
		AUTO_STRBUF notes = STRBUF_INIT;

		nomem |= !g.requests || !g.limits;
		if (!nomem) {
			add_all_defaults(at(spec, "containers"), "container", &g, &notes);
			add_all_defaults(at(spec, "initContainers"), "init container", &g, &notes);
		}
		cJSON_Delete(g.requests);
		cJSON_Delete(g.limits);
		if (notes.len)
			put(need(need(root, "metadata"), "annotations"),
			    "kubernetes.io/limit-ranger",
			    notes.failed ? NULL : cJSON_CreateString(notes.ptr));
	}
	cJSON_Delete(ranges);
	return nomem ? -1 : 0;
}

/* --- limits ---------------------------------------------------------------------------------- */

struct judged {
	const char *type;		/* "Container", "Pod", "PersistentVolumeClaim" */
	const cJSON *requests, *limits; /* quantities by name; limits may be NULL */
	bool claim;
	struct strbuf *why;
	size_t *count;
};

static const char *quantity(const cJSON *list, const char *name)
{
	return fakeapi__string(list, name);
}

static void complain(const struct judged *j, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static bool is_reported(const struct judged *j, const char *text)
{
	const char *at = j->why->len ? strstr(j->why->ptr, text) : NULL;
	size_t n = strlen(text);

	for (; at; at = strstr(at + 1, text))
		if ((at == j->why->ptr || at[-1] == ' ') && (!at[n] || at[n] == ','))
			return true;
	return false;
}

static void complain(const struct judged *j, const char *fmt, ...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	j->why->failed |= text.failed;
	if (text.failed || is_reported(j, text.ptr)) /* equal errors are reported once */
		return;
	strbuf_addz(j->why, (*j->count)++ ? ", " : "");
	strbuf_addz(j->why, text.ptr);
}

static void check_min(const struct judged *j, const cJSON *bound)
{
	const char *req = quantity(j->requests, bound->string);
	const char *lim = quantity(j->limits, bound->string), *min = bound->valuestring;

	if (!*req)
		complain(j, "minimum %s usage per %s is %s.  No request is specified",
			 bound->string, j->type, min);
	else if (fakeapi__quantity_value(req) < fakeapi__quantity_value(min))
		complain(j, "minimum %s usage per %s is %s, but request is %s", bound->string,
			 j->type, min, req);
	else if (*lim && fakeapi__quantity_value(lim) < fakeapi__quantity_value(min))
		complain(j, "minimum %s usage per %s is %s, but limit is %s", bound->string,
			 j->type, min, lim);
}

static void check_max(const struct judged *j, const cJSON *bound)
{
	const char *req = quantity(j->requests, bound->string);
	const char *lim = quantity(j->limits, bound->string), *max = bound->valuestring;

	if (j->claim ? !*req : !*lim)
		complain(j, "maximum %s usage per %s is %s.  No %s is specified", bound->string,
			 j->type, max, j->claim ? "request" : "limit");
	else if (*lim && fakeapi__quantity_value(lim) > fakeapi__quantity_value(max))
		complain(j, "maximum %s usage per %s is %s, but limit is %s", bound->string,
			 j->type, max, lim);
	else if (*req && fakeapi__quantity_value(req) > fakeapi__quantity_value(max))
		complain(j, "maximum %s usage per %s is %s, but request is %s", bound->string,
			 j->type, max, req);
}

static void check_ratio(const struct judged *j, const cJSON *bound)
{
	double req = fakeapi__quantity_value(quantity(j->requests, bound->string));
	double lim = fakeapi__quantity_value(quantity(j->limits, bound->string));
	const char *max = bound->valuestring;

	if (!(req > 0))
		complain(j,
			 "%s max limit to request ratio per %s is %s, but no request is specified "
			 "or request is 0",
			 bound->string, j->type, max);
	else if (!(lim > 0))
		complain(j,
			 "%s max limit to request ratio per %s is %s, but no limit is specified or "
			 "limit is 0",
			 bound->string, j->type, max);
	else if (lim / req > fakeapi__quantity_value(max))
		complain(j, "%s max limit to request ratio per %s is %s, but provided ratio is %f",
			 bound->string, j->type, max, lim / req);
}

static void judge_by(const struct judged *j, const cJSON *limit)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(limit, "min")) if (cJSON_IsString(m)) check_min(j, m);
	cJSON_ArrayForEach(m, fakeapi__member(limit, "max")) if (cJSON_IsString(m)) check_max(j, m);
	if (j->claim)
		return;
	cJSON_ArrayForEach(m, fakeapi__member(limit, "maxLimitRequestRatio")) if (cJSON_IsString(m))
	    check_ratio(j, m);
}

static void judge_containers(const cJSON *list, const cJSON *limit, struct strbuf *why,
			     size_t *count)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list)
	{
		const struct judged j = {
			.type = "Container",
			.requests = fakeapi__dig(m, "resources", "requests", NULL),
			.limits = fakeapi__dig(m, "resources", "limits", NULL),
			.why = why,
			.count = count,
		};

		judge_by(&j, limit);
	}
}

int fakeapi__pod_total(cJSON *list, const cJSON *spec, const char *what, const char *name)
{
	const char *whole = quantity(fakeapi__dig(spec, "resources", what, NULL), name);
	AUTO_STRBUF text = STRBUF_INIT;
	bool any, binary;
	double v = fakeapi__pod_sum(spec, what, name, &any, &binary);

	if (*whole)
		strbuf_addz(&text, whole);
	else if (any)
		fakeapi__quantity_add(&text, v, binary);
	else
		return 0;
	return text.failed || !cJSON_AddStringToObject(list, name, text.ptr) ? -1 : 0;
}

static int judge_pod(const cJSON *spec, const cJSON *limit, struct strbuf *why, size_t *count)
{
	static const char *const bounds[] = { "min", "max", "maxLimitRequestRatio" };
	cJSON *requests = cJSON_CreateObject(), *limits = cJSON_CreateObject();
	const cJSON *m;
	int rc = requests && limits ? 0 : -1;

	for (size_t i = 0; i < ARRAY_LEN(bounds); i++) {
		cJSON_ArrayForEach(m, fakeapi__member(limit, bounds[i]))
		{
			if (rc == 0 && !fakeapi__member(requests, m->string))
				rc = fakeapi__pod_total(requests, spec, "requests", m->string);
			if (rc == 0 && !fakeapi__member(limits, m->string))
				rc = fakeapi__pod_total(limits, spec, "limits", m->string);
		}
	}
	if (rc == 0) {
		const struct judged j = { .type = "Pod",
					  .requests = requests,
					  .limits = limits,
					  .why = why,
					  .count = count };

		judge_by(&j, limit);
	}
	cJSON_Delete(requests);
	cJSON_Delete(limits);
	return rc;
}

static int judge_range(const cJSON *obj, bool claim, const cJSON *range, struct strbuf *why,
		       size_t *count)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *limit;
	const struct judged j = {
		.type = "PersistentVolumeClaim",
		.requests = fakeapi__dig(spec, "resources", "requests", NULL),
		.claim = true,
		.why = why,
		.count = count,
	};

	cJSON_ArrayForEach(limit, limits_of(range))
	{
		if (claim && is_about(limit, j.type))
			judge_by(&j, limit);
		if (!claim && is_about(limit, "Container")) {
			judge_containers(fakeapi__member(spec, "containers"), limit, why, count);
			judge_containers(fakeapi__member(spec, "initContainers"), limit, why,
					 count);
		}
		if (!claim && is_about(limit, "Pod") && judge_pod(spec, limit, why, count) < 0)
			return -1;
	}
	return 0;
}

int fakeapi__limit_ranger_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	bool claim = strcmp(c->res->kind, "PersistentVolumeClaim") == 0;
	const cJSON *range;
	cJSON *ranges;
	int rc = 0;

	if (old && (!claim || fakeapi__meta_has(old, "deletionTimestamp")))
		return 0;
	if (ranges_of(c, &ranges) < 0)
		return -1;
	for (range = ranges ? ranges->child : NULL; range && rc == 0; range = range->next) {
		AUTO_STRBUF why = STRBUF_INIT;
		AUTO_STRBUF all = STRBUF_INIT;
		size_t count = 0;

		rc = judge_range(obj, claim, range, &why, &count);
		if (rc < 0 || count == 0)
			continue;
		strbuf_addf(&all, count > 1 ? "[%s]" : "%s", why.ptr);
		rc = all.failed || why.failed
			 ? -1
			 : fakeapi__admission_forbid(c, fakeapi__meta_str(obj, "name"), all.ptr);
	}
	cJSON_Delete(ranges);
	return rc;
}
