/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/convert/autoscaler.h"

#include "fakeapi/meta/go_json.h"

/* Annotations of v1 for the fields that only v2 has. */
#define NOTE(name) "autoscaling.alpha.kubernetes.io/" name

static const char *const notes[] = {
	NOTE("metrics"),	 NOTE("behavior"),
	NOTE("current-metrics"), NOTE("scale-down-tolerance"),
	NOTE("conditions"),	 NOTE("scale-up-tolerance"),
};

static const cJSON *cpu_percent(const cJSON *metric, const char *part)
{
	const cJSON *source = fakeapi__member(metric, "resource");
	const cJSON *percent = fakeapi__dig(source, part, "averageUtilization", NULL);

	if (strcmp(fakeapi__string(metric, "type"), "Resource") != 0 ||
	    strcmp(fakeapi__string(source, "name"), "cpu") != 0 || !cJSON_IsNumber(percent))
		return NULL;
	return percent;
}

/* --- behavior: in v1 the internal type, whose members have no JSON names --------------------- */

static const struct rename {
	const char *internal, *v2;
} rule_names[] = { { "StabilizationWindowSeconds", "stabilizationWindowSeconds" },
		   { "SelectPolicy", "selectPolicy" },
		   { "Policies", "policies" },
		   { "Tolerance", "tolerance" } },
  policy_names[] = { { "Type", "type" },
		     { "Value", "value" },
		     { "PeriodSeconds", "periodSeconds" } },
  behavior_names[] = { { "ScaleUp", "scaleUp" }, { "ScaleDown", "scaleDown" } };

static cJSON *renamed(const cJSON *v, const struct rename *names, size_t count, bool to_v2);

/* Policies are a list of objects, rules an object; the rest are plain values. */
static cJSON *renamed_value(const cJSON *v, bool to_v2)
{
	cJSON *out, *item;
	const cJSON *m;

	if (cJSON_IsObject(v))
		return renamed(v, rule_names, ARRAY_LEN(rule_names), to_v2);
	if (!cJSON_IsArray(v))
		return v ? cJSON_Duplicate(v, true) : cJSON_CreateNull();
	out = cJSON_CreateArray();
	cJSON_ArrayForEach(m, v)
	{
		item = out ? renamed(m, policy_names, ARRAY_LEN(policy_names), to_v2) : NULL;
		if (!item || !cJSON_AddItemToArray(out, item)) {
			cJSON_Delete(item);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static cJSON *renamed(const cJSON *v, const struct rename *names, size_t count, bool to_v2)
{
	cJSON *out = cJSON_CreateObject();

	for (size_t i = 0; out && i < count; i++) {
		const cJSON *m = fakeapi__member(v, to_v2 ? names[i].internal : names[i].v2);
		cJSON *item;

		if (to_v2 && (!m || cJSON_IsNull(m)))
			continue;
		item = renamed_value(m, to_v2);
		if (!item ||
		    !cJSON_AddItemToObject(out, to_v2 ? names[i].v2 : names[i].internal, item)) {
			cJSON_Delete(item);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

/* --- annotations ---------------------------------------------------------------------------- */

static void drop_notes(cJSON *obj)
{
	cJSON *meta = fakeapi__member(obj, "metadata");
	cJSON *list = fakeapi__member(meta, "annotations");

	for (size_t i = 0; i < ARRAY_LEN(notes); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(list, notes[i]);
	if (list && !list->child)
		cJSON_DeleteItemFromObjectCaseSensitive(meta, "annotations");
}

/* Consumes `v`; NULL means out of memory. */
static int write_note(cJSON *obj, const char *note, cJSON *v)
{
	cJSON *meta = fakeapi__member(obj, "metadata"), *list;
	char *text = v ? fakeapi__print_escaped(v) : NULL;
	int rc = -1;

	if (text && !meta)
		meta = cJSON_AddObjectToObject(obj, "metadata");
	list = fakeapi__member(meta, "annotations");
	if (text && !list)
		list = cJSON_AddObjectToObject(meta, "annotations");
	if (text && list)
		rc = fakeapi__set(list, note, cJSON_CreateString(text));
	cJSON_free(text);
	cJSON_Delete(v);
	return rc;
}

/* *out: the annotation's content; NULL: missing or no JSON. -1: out of memory. */
static int read_note(const cJSON *obj, const char *note, cJSON **out)
{
	const char *text =
	    fakeapi__string(fakeapi__dig(obj, "metadata", "annotations", NULL), note);
	AUTO_STRBUF why = STRBUF_INIT;

	*out = *text ? fakeapi__go_json_parse(str_of(text), &why) : NULL;
	return *text && !*out && !why.len ? -1 : 0;
}

/* --- v1 ------------------------------------------------------------------------------------- */

static int metrics_to_v1(cJSON *obj, cJSON *spec)
{
	cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(spec, "metrics");
	cJSON *others = cJSON_CreateArray(), *one;
	const cJSON *m;
	int rc = others ? 0 : -1;

	cJSON_ArrayForEach(m, list)
	{
		const cJSON *percent = cpu_percent(m, "target");

		if (rc < 0)
			break;
		if (percent && !fakeapi__member(spec, "targetCPUUtilizationPercentage"))
			rc = fakeapi__set(spec, "targetCPUUtilizationPercentage",
					  cJSON_Duplicate(percent, true));
		if (percent)
			continue;
		one = fakeapi__autoscaler_metric(m, false, false);
		if (!one || !cJSON_AddItemToArray(others, one)) {
			cJSON_Delete(one);
			rc = -1;
		}
	}
	cJSON_Delete(list);
	if (rc == 0 && others->child)
		return write_note(obj, NOTE("metrics"), others);
	cJSON_Delete(others);
	return rc;
}

static cJSON *status_metrics(const cJSON *list, bool to_v2)
{
	cJSON *out = cJSON_CreateArray(), *one;
	const cJSON *m;

	cJSON_ArrayForEach(m, list)
	{
		one = out ? fakeapi__autoscaler_metric(m, true, to_v2) : NULL;
		if (!one || !cJSON_AddItemToArray(out, one)) {
			cJSON_Delete(one);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static int status_to_v1(cJSON *obj, cJSON *status)
{
	cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(status, "currentMetrics");
	cJSON *conditions = cJSON_DetachItemFromObjectCaseSensitive(status, "conditions");
	const cJSON *m;
	int rc = 0;

	cJSON_ArrayForEach(m, list)
	{
		const cJSON *percent = cpu_percent(m, "current");

		if (!percent)
			continue;
		rc = fakeapi__set(status, "currentCPUUtilizationPercentage",
				  cJSON_Duplicate(percent, true));
		break;
	}
	if (rc == 0 && list && list->child)
		rc = write_note(obj, NOTE("current-metrics"), status_metrics(list, false));
	cJSON_Delete(list);
	if (rc == 0 && status && !fakeapi__member(status, "currentReplicas"))
		rc = fakeapi__set(status, "currentReplicas", cJSON_CreateNumber(0));
	if (!conditions || !conditions->child || rc < 0) {
		cJSON_Delete(conditions);
		return rc;
	}
	return write_note(obj, NOTE("conditions"), conditions);
}

int fakeapi__autoscaler_to_v1(cJSON *obj)
{
	cJSON *spec = fakeapi__member(obj, "spec"), *behavior;
	int rc;

	drop_notes(obj);
	rc = metrics_to_v1(obj, spec);
	behavior = cJSON_DetachItemFromObjectCaseSensitive(spec, "behavior");
	if (rc == 0)
		rc = status_to_v1(obj, fakeapi__member(obj, "status"));
	if (rc == 0 && cJSON_IsObject(behavior))
		rc =
		    write_note(obj, NOTE("behavior"),
			       renamed(behavior, behavior_names, ARRAY_LEN(behavior_names), false));
	cJSON_Delete(behavior);
	return rc;
}

/* --- v2 ------------------------------------------------------------------------------------- */

/* {"type":"Resource","resource":{"name":"cpu",WHAT:{"averageUtilization":N}}}, with WHAT "target"
 * or "current". */
static cJSON *new_cpu_metric(const char *what, double percent)
{
	cJSON *metric = cJSON_CreateObject(), *resource, *value;

	if (metric && cJSON_AddStringToObject(metric, "type", "Resource") &&
	    (resource = cJSON_AddObjectToObject(metric, "resource")) &&
	    cJSON_AddStringToObject(resource, "name", "cpu") &&
	    (value = cJSON_AddObjectToObject(resource, what)) &&
	    (strcmp(what, "target") != 0 ||
	     cJSON_AddStringToObject(value, "type", "Utilization")) &&
	    cJSON_AddNumberToObject(value, "averageUtilization", percent))
		return metric;
	cJSON_Delete(metric);
	return NULL;
}

/* Consumes `item`; NULL means out of memory. */
static int append(cJSON *list, cJSON *item)
{
	if (item && cJSON_AddItemToArray(list, item))
		return 0;
	cJSON_Delete(item);
	return -1;
}

enum { DEFAULT_CPU_PERCENT = 80 };

static int metrics_to_v2(cJSON *obj, cJSON *spec)
{
	cJSON *percent =
	    cJSON_DetachItemFromObjectCaseSensitive(spec, "targetCPUUtilizationPercentage");
	cJSON *list = cJSON_CreateArray(), *noted;
	bool has_percent = cJSON_IsNumber(percent);
	double value = has_percent ? percent->valuedouble : DEFAULT_CPU_PERCENT;
	const cJSON *m;
	int rc = read_note(obj, NOTE("metrics"), &noted);

	cJSON_Delete(percent);
	if (rc == 0 && cJSON_IsArray(noted))
		cJSON_ArrayForEach(m, noted)
		{
			if (rc == 0 && list)
				rc = append(list, fakeapi__autoscaler_metric(m, false, true));
		}
	cJSON_Delete(noted);
	if (rc == 0 && list && (has_percent || !list->child))
		rc = append(list, new_cpu_metric("target", value));
	if (rc == 0 && list)
		return fakeapi__set(spec, "metrics", list);
	cJSON_Delete(list);
	return -1;
}

static int status_to_v2(cJSON *obj, cJSON *status)
{
	cJSON *percent =
	    cJSON_DetachItemFromObjectCaseSensitive(status, "currentCPUUtilizationPercentage");
	cJSON *list = NULL, *noted = NULL, *conditions = NULL, *replicas;
	int rc = read_note(obj, NOTE("current-metrics"), &noted);

	if (rc == 0 && cJSON_IsArray(noted)) {
		list = status_metrics(noted, true);
		rc = list ? 0 : -1;
	} else if (rc == 0 && cJSON_IsNumber(percent)) {
		list = cJSON_CreateArray();
		rc = list ? append(list, new_cpu_metric("current", percent->valuedouble)) : -1;
	}
	cJSON_Delete(percent);
	cJSON_Delete(noted);
	if (rc == 0 && status) {
		rc = fakeapi__set(status, "currentMetrics", list ? list : cJSON_CreateNull());
		list = NULL;
	}
	cJSON_Delete(list);
	replicas = fakeapi__member(status, "currentReplicas");
	if (cJSON_IsNumber(replicas) && replicas->valueint == 0) /* v2 omits it */
		cJSON_DeleteItemFromObjectCaseSensitive(status, "currentReplicas");
	if (rc == 0)
		rc = read_note(obj, NOTE("conditions"), &conditions);
	if (rc == 0 && status && cJSON_IsArray(conditions))
		return fakeapi__set(status, "conditions", conditions);
	cJSON_Delete(conditions);
	return rc;
}

int fakeapi__autoscaler_keep_notes(cJSON *obj, const cJSON *old, bool status)
{
	static const char *const of_spec[] = { NOTE("metrics"), NOTE("behavior"), NULL };
	static const char *const of_status[] = { NOTE("current-metrics"), NOTE("conditions"),
						 NULL };
	const char *const *kept = status ? of_spec : of_status;
	const cJSON *before = fakeapi__dig(old, "metadata", "annotations", NULL);

	for (; *kept; kept++) {
		cJSON *meta = fakeapi__member(obj, "metadata");
		cJSON *list = fakeapi__member(meta, "annotations");
		const cJSON *v = fakeapi__member(before, *kept);

		if (!v) {
			cJSON_DeleteItemFromObjectCaseSensitive(list, *kept);
			continue;
		}
		if (!list)
			list = cJSON_AddObjectToObject(meta, "annotations");
		if (!list || fakeapi__set(list, *kept, cJSON_Duplicate(v, true)) != 0)
			return -1;
	}
	return 0;
}

int fakeapi__autoscaler_to_v2(cJSON *obj)
{
	cJSON *spec = fakeapi__member(obj, "spec"), *behavior = NULL, *own;
	int rc = -1;

	if (!spec) /* Go's struct is never absent: it gets the default metric */
		spec = cJSON_AddObjectToObject(obj, "spec");
	if (spec && metrics_to_v2(obj, spec) == 0)
		rc = read_note(obj, NOTE("behavior"), &behavior);
	if (rc == 0 && cJSON_IsObject(behavior)) {
		own = renamed(behavior, behavior_names, ARRAY_LEN(behavior_names), true);
		if (own && !own->child)
			cJSON_Delete(own);
		else
			rc = fakeapi__set(spec, "behavior", own);
	}
	cJSON_Delete(behavior);
	if (rc == 0)
		rc = status_to_v2(obj, fakeapi__member(obj, "status"));
	drop_notes(obj);
	return rc;
}
