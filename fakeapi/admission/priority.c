/* SPDX-License-Identifier: Apache-2.0 */
/* priority.c - the plug-in Priority: sets a pod's priority by its class. */
#include "base/json_scan.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

static struct fakeapi__bucket *classes(struct fakeapi__call *c)
{
	return fakeapi__store_bucket(&c->core->store, STR("scheduling.k8s.io"),
				     STR("priorityclasses"), false);
}

/* The default class of pods without one; of several the lowest. NULL: none, or out of memory. */
static cJSON *default_class(struct fakeapi__call *c)
{
	const struct fakeapi__bucket *b = classes(c);
	cJSON *found = NULL;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		struct str json = v ? fakeapi__version_json(v) : STR("");
		cJSON *one;

		if (!str_eqz(json_path(json, "globalDefault", NULL), "true"))
			continue;
		one = fakeapi__parse(json);
		if (!one || (found && fakeapi__member(found, "value")->valuedouble <=
					  fakeapi__member(one, "value")->valuedouble)) {
			cJSON_Delete(one);
			continue;
		}
		cJSON_Delete(found);
		found = one;
	}
	return found;
}

static double system_value(const char *name)
{
	return strcmp(name, "system-node-critical") == 0      ? 2000001000
	       : strcmp(name, "system-cluster-critical") == 0 ? 2000000000
							      : 0;
}

int fakeapi__priority_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name)
{
	if (op != FAKEAPI_DELETE_OPERATION || !(system_value(name) > 0))
		return 0;
	return fakeapi__admission_forbid(c, name,
					 "this is a system priority class and cannot be deleted");
}

/* The system classes, for servers that do not create them. */
static cJSON *system_class(const char *name)
{
	double value = system_value(name);
	cJSON *class = value > 0 ? cJSON_CreateObject() : NULL;

	if (class && cJSON_AddNumberToObject(class, "value", value))
		return class;
	cJSON_Delete(class);
	return NULL;
}

static int forbidden(struct fakeapi__call *c, const char *name, const char *why)
{
	return fakeapi__admission_forbid(c, name, why);
}

static int check_priority(struct fakeapi__call *c, const cJSON *spec, const char *name,
			  const cJSON *class)
{
	const cJSON *has = fakeapi__member(spec, "priority");
	const char *policy = fakeapi__string(spec, "preemptionPolicy");
	const char *named = fakeapi__string(class, "preemptionPolicy");
	const char *wanted = *named ? named : "PreemptLowerPriority";
	const cJSON *value = fakeapi__member(class, "value");
	double number = cJSON_IsNumber(value) ? value->valuedouble : 0;
	AUTO_STRBUF why = STRBUF_INIT;

	if (cJSON_IsNumber(has) && (has->valuedouble < number || has->valuedouble > number)) {
		strbuf_addf(
		    &why,
		    "the integer value of priority (%.0f) must not be provided in pod spec; "
		    "priority admission controller computed %.0f from the given "
		    "PriorityClass name",
		    has->valuedouble, number);
		return forbidden(c, name, why.ptr);
	}
	if (*policy && strcmp(policy, wanted) != 0) {
		strbuf_addf(&why,
			    "the string value of PreemptionPolicy (%s) must not be provided in pod "
			    "spec; priority admission controller computed %s from the given "
			    "PriorityClass name",
			    policy, wanted);
		return forbidden(c, name, why.ptr);
	}
	return 0;
}

int fakeapi__priority_admit(struct fakeapi__call *c, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem };
	struct fakeapi__place spec = need(root, "spec");
	const char *wanted = fakeapi__string(spec.v, "priorityClassName");
	const char *name = fakeapi__admission_name(obj);
	const struct fakeapi__bucket *b = classes(c);
	const struct fakeapi__version *v =
	    b && *wanted ? fakeapi__bucket_get(b, (struct str) { NULL, 0 }, str_of(wanted)) : NULL;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *class = v	 ? fakeapi__parse((struct str) { v->json, v->json_len })
		       : *wanted ? system_class(wanted)
				 : default_class(c);
	int rc;

	if (*wanted && !class) {
		strbuf_addf(&why, "no PriorityClass with name %s was found", wanted);
		return v ? -1 : forbidden(c, name, why.ptr);
	}
	rc = check_priority(c, spec.v, name, class);
	if (rc == 0 && class && !*wanted)
		put(spec, "priorityClassName",
		    cJSON_CreateString(fakeapi__meta_str(class, "name")));
	if (rc == 0 && class && !cJSON_IsNumber(fakeapi__member(spec.v, "priority")))
		put(spec, "priority", cJSON_Duplicate(fakeapi__member(class, "value"), true));
	if (rc == 0 && *fakeapi__string(class, "preemptionPolicy"))
		put(spec, "preemptionPolicy",
		    cJSON_CreateString(fakeapi__string(class, "preemptionPolicy")));
	cJSON_Delete(class);
	return nomem ? -1 : rc;
}

/* Refuses a second global default class. */
int fakeapi__priority_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const char *name = fakeapi__meta_str(obj, "name"), *taken;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *other;
	int rc = 0;

	if (!cJSON_IsTrue(fakeapi__member(obj, "globalDefault")))
		return 0;
	other = default_class(c);
	taken = fakeapi__meta_str(other, "name");
	if (other && (!old || strcmp(taken, name) != 0)) {
		strbuf_addf(&why,
			    "PriorityClass %s is already marked as default. Only one default can "
			    "exist",
			    taken);
		rc = forbidden(c, name, why.ptr);
	}
	cJSON_Delete(other);
	return rc;
}

/* A client that replaces a pod may omit the fields that admission set. */
static void keep(struct fakeapi__place spec, const cJSON *old, const char *name)
{
	const cJSON *was = fakeapi__member(fakeapi__member(old, "spec"), name);

	if (was && !at(spec, name).v)
		put(spec, name, cJSON_Duplicate(was, true));
}

void fakeapi__priority(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec");

	if (old) {
		keep(spec, old, "priority");
		keep(spec, old, "preemptionPolicy");
		return;
	}
	/* The pod has no class. */
	if (!at(spec, "priority").v)
		put(spec, "priority",
		    cJSON_CreateNumber(system_value(fakeapi__string(spec.v, "priorityClassName"))));
	fill(spec, "preemptionPolicy", "\"PreemptLowerPriority\"");
}
