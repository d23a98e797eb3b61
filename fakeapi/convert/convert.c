/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/convert/convert.h"

#include "fakeapi/meta/go_json.h"

/* What does not fit into autoscaling/v1 stands in this annotation. */
#define METRICS_ANNOTATION "autoscaling.alpha.kubernetes.io/metrics"

static const struct {
	const char *core, *events;
} event_names[] = {
	{ "involvedObject", "regarding" },
	{ "message", "note" },
	{ "source", "deprecatedSource" },
	{ "firstTimestamp", "deprecatedFirstTimestamp" },
	{ "lastTimestamp", "deprecatedLastTimestamp" },
	{ "count", "deprecatedCount" },
	{ "reportingComponent", "reportingController" },
};

static int rename_member(cJSON *obj, const char *from, const char *to)
{
	cJSON *v = cJSON_DetachItemFromObjectCaseSensitive(obj, from);

	return v ? fakeapi__set(obj, to, v) : 0;
}

static int convert_event(cJSON *obj, bool to_core)
{
	for (size_t i = 0; i < ARRAY_LEN(event_names); i++) {
		const char *core = event_names[i].core, *events = event_names[i].events;

		if (rename_member(obj, to_core ? events : core, to_core ? core : events) != 0)
			return -1;
	}
	return 0;
}

static cJSON *member(cJSON *obj, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static bool is_cpu(cJSON *metric)
{
	cJSON *name = member(member(metric, "resource"), "name");

	return cJSON_IsString(name) && strcmp(name->valuestring, "cpu") == 0;
}

/* {"type":"Resource","resource":{"name":"cpu",WHAT:{"averageUtilization":N}}}; owns nothing else.
 */
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

/* The percentage `name` of v1 becomes an entry of `list` in v2. */
static int percent_to_metric(cJSON *part, const char *name, const char *list, const char *what)
{
	cJSON *percent = cJSON_DetachItemFromObjectCaseSensitive(part, name), *array, *metric;
	double value = cJSON_IsNumber(percent) ? percent->valuedouble : 0;
	bool there = cJSON_IsNumber(percent);

	cJSON_Delete(percent);
	if (!there)
		return 0;
	array = member(part, list);
	if (!array)
		array = cJSON_AddArrayToObject(part, list);
	metric = array ? new_cpu_metric(what, value) : NULL;
	if (!metric)
		return -1;
	if (cJSON_AddItemToArray(array, metric))
		return 0;
	cJSON_Delete(metric);
	return -1;
}

/* And back: the first entry for CPU. What else there was is left in `list`. */
static int metric_to_percent(cJSON *part, const char *name, const char *list, const char *what)
{
	cJSON *array = member(part, list), *m, *percent;
	int i = 0;

	cJSON_ArrayForEach(m, array)
	{
		percent = member(member(member(m, "resource"), what), "averageUtilization");
		if (is_cpu(m) && cJSON_IsNumber(percent)) {
			double value = percent->valuedouble;

			cJSON_DeleteItemFromArray(array, i);
			if (fakeapi__set(part, name, cJSON_CreateNumber(value)) != 0)
				return -1;
			break;
		}
		i++;
	}
	if (array && cJSON_GetArraySize(array) == 0)
		cJSON_DeleteItemFromObjectCaseSensitive(part, list);
	return 0;
}

/* Metrics that v1 has no field for travel as JSON in an annotation. */
static int metrics_to_annotation(cJSON *obj)
{
	cJSON *metrics = cJSON_DetachItemFromObjectCaseSensitive(member(obj, "spec"), "metrics");
	cJSON *metadata = member(obj, "metadata"), *annotations;
	char *text;
	int rc = -1;

	if (!metrics)
		return 0;
	annotations = member(metadata, "annotations");
	if (!annotations)
		annotations = cJSON_AddObjectToObject(metadata, "annotations");
	text = cJSON_PrintUnformatted(metrics);
	if (text && annotations)
		rc = fakeapi__set(annotations, METRICS_ANNOTATION, cJSON_CreateString(text));
	cJSON_free(text);
	cJSON_Delete(metrics);
	return rc;
}

static int annotation_to_metrics(cJSON *obj)
{
	cJSON *annotations = member(member(obj, "metadata"), "annotations");
	cJSON *text = cJSON_DetachItemFromObjectCaseSensitive(annotations, METRICS_ANNOTATION);
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *metrics =
	    cJSON_IsString(text) ? fakeapi__go_json_parse(str_of(text->valuestring), &why) : NULL;
	int rc = cJSON_IsString(text) && !metrics && !why.len ? -1 : 0;

	cJSON_Delete(text);
	if (rc)
		return rc;
	if (annotations && !annotations->child)
		cJSON_DeleteItemFromObjectCaseSensitive(member(obj, "metadata"), "annotations");
	if (cJSON_IsArray(metrics) && cJSON_IsObject(member(obj, "spec")))
		rc = fakeapi__set(member(obj, "spec"), "metrics", metrics);
	else
		cJSON_Delete(metrics);
	return rc;
}

static int convert_autoscaler(cJSON *obj, bool to_v2)
{
	cJSON *spec = member(obj, "spec"), *status = member(obj, "status");

	if (to_v2) {
		if (annotation_to_metrics(obj) != 0 ||
		    percent_to_metric(spec, "targetCPUUtilizationPercentage", "metrics",
				      "target") != 0)
			return -1;
		return percent_to_metric(status, "currentCPUUtilizationPercentage",
					 "currentMetrics", "current");
	}
	if (metric_to_percent(spec, "targetCPUUtilizationPercentage", "metrics", "target") != 0 ||
	    metrics_to_annotation(obj) != 0)
		return -1;
	cJSON_DeleteItemFromObjectCaseSensitive(spec, "behavior");
	if (metric_to_percent(status, "currentCPUUtilizationPercentage", "currentMetrics",
			      "current") != 0)
		return -1;
	cJSON_DeleteItemFromObjectCaseSensitive(status, "currentMetrics");
	cJSON_DeleteItemFromObjectCaseSensitive(status, "conditions");
	return 0;
}

int fakeapi__convert(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		     cJSON *obj)
{
	char api_version[320];
	int rc = 0;

	if (from == to)
		return 0;
	snprintf(api_version, sizeof(api_version), "%s%s%s", to->group, to->group[0] ? "/" : "",
		 to->version);
	if (fakeapi__set(obj, "apiVersion", cJSON_CreateString(api_version)) != 0 ||
	    fakeapi__set(obj, "kind", cJSON_CreateString(to->kind)) != 0)
		return -1;
	if (strcmp(to->resource, "events") == 0 && strcmp(from->group, to->group) != 0)
		rc = convert_event(obj, to->group[0] == '\0');
	else if (strcmp(to->resource, "horizontalpodautoscalers") == 0 &&
		 strcmp(to->group, "autoscaling") == 0)
		rc = convert_autoscaler(obj, strcmp(to->version, "v2") == 0);
	return rc;
}
