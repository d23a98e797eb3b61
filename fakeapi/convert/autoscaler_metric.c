/* SPDX-License-Identifier: Apache-2.0 */
/* autoscaler_metric.c - converts one metric of an autoscaler. */
#include "fakeapi/convert/autoscaler.h"

#include "fakeapi/meta/go_json.h"

/* A member's names in v1 and in v2, relative to the metric's source; in v1's order. */
struct name {
	const char *v1, *v2, *v2_part; /* the part: NULL, none, "metric", "target" or "current" */
	const char *zero;	       /* v1's value if it is missing; NULL: omitted */
};

struct source {
	const char *word;
	struct name target[6], current[6];
};

#define RESOURCE_TARGET                                                                            \
	{ "name", "name", NULL, "" },                                                              \
	    { "targetAverageUtilization", "averageUtilization", "target", NULL },                  \
	{                                                                                          \
		"targetAverageValue", "averageValue", "target", NULL                               \
	}
#define RESOURCE_CURRENT                                                                           \
	{ "name", "name", NULL, "" },                                                              \
	    { "currentAverageUtilization", "averageUtilization", "current", NULL },                \
	{                                                                                          \
		"currentAverageValue", "averageValue", "current", "0"                              \
	}

static const struct source sources[] = {
	{ "object",
	  { { "target", "describedObject", NULL, "" },
	    { "metricName", "name", "metric", "" },
	    { "targetValue", "value", "target", "0" },
	    { "selector", "selector", "metric", NULL },
	    { "averageValue", "averageValue", "target", NULL } },
	  { { "target", "describedObject", NULL, "" },
	    { "metricName", "name", "metric", "" },
	    { "currentValue", "value", "current", "0" },
	    { "selector", "selector", "metric", NULL },
	    { "averageValue", "averageValue", "current", NULL } } },
	{ "pods",
	  { { "metricName", "name", "metric", "" },
	    { "targetAverageValue", "averageValue", "target", "0" },
	    { "selector", "selector", "metric", NULL } },
	  { { "metricName", "name", "metric", "" },
	    { "currentAverageValue", "averageValue", "current", "0" },
	    { "selector", "selector", "metric", NULL } } },
	{ "resource", { RESOURCE_TARGET }, { RESOURCE_CURRENT } },
	{ "containerResource",
	  { RESOURCE_TARGET, { "container", "container", NULL, "" } },
	  { RESOURCE_CURRENT, { "container", "container", NULL, "" } } },
	{ "external",
	  { { "metricName", "name", "metric", "" },
	    { "metricSelector", "selector", "metric", NULL },
	    { "targetValue", "value", "target", NULL },
	    { "targetAverageValue", "averageValue", "target", NULL } },
	  { { "metricName", "name", "metric", "" },
	    { "metricSelector", "selector", "metric", NULL },
	    { "currentValue", "value", "current", "0" },
	    { "currentAverageValue", "averageValue", "current", NULL } } },
};

static cJSON *add_copy(cJSON *to, const char *name, const cJSON *v)
{
	cJSON *copy = cJSON_Duplicate(v, true);

	if (copy && cJSON_AddItemToObject(to, name, copy))
		return to;
	cJSON_Delete(copy);
	return NULL;
}

static const cJSON *part_of(const cJSON *source, const char *part)
{
	return part ? fakeapi__member(source, part) : source;
}

/* NULL: out of memory. */
static cJSON *source_to_v1(const struct name *names, const cJSON *from)
{
	cJSON *out = cJSON_CreateObject(), *ok = out;

	for (const struct name *n = names; ok && n->v1; n++) {
		const cJSON *v = fakeapi__member(part_of(from, n->v2_part), n->v2);

		if (v && !cJSON_IsNull(v))
			ok = add_copy(out, n->v1, v);
		else if (n->zero)
			ok = cJSON_AddStringToObject(out, n->v1, n->zero);
	}
	if (!ok)
		cJSON_Delete(out);
	return ok ? out : NULL;
}

/* The target's type in v2, which v1 does not have. */
static const char *target_type(const cJSON *target)
{
	if (fakeapi__member(target, "averageUtilization"))
		return "Utilization";
	return fakeapi__member(target, "averageValue") ? "AverageValue" : "Value";
}

static cJSON *source_to_v2(const struct name *names, const cJSON *from, bool status)
{
	cJSON *out = cJSON_CreateObject(), *ok = out, *target = NULL;

	for (const struct name *n = names; ok && n->v1; n++) {
		const cJSON *v = fakeapi__member(from, n->v1);
		cJSON *to = out;

		if ((!v || cJSON_IsNull(v)) && !n->zero)
			continue;
		if (n->v2_part && !fakeapi__member(out, n->v2_part) &&
		    !cJSON_AddObjectToObject(out, n->v2_part))
			ok = NULL;
		if (n->v2_part)
			to = fakeapi__member(out, n->v2_part);
		if (ok)
			ok = v && !cJSON_IsNull(v) ? add_copy(to, n->v2, v)
						   : cJSON_AddStringToObject(to, n->v2, n->zero);
	}
	target = fakeapi__member(out, "target");
	if (ok && !status && !target)
		target = ok = cJSON_AddObjectToObject(out, "target");
	if (ok && !status)
		ok = cJSON_AddStringToObject(target, "type", target_type(target));
	if (!ok)
		cJSON_Delete(out);
	return ok ? out : NULL;
}

cJSON *fakeapi__autoscaler_metric(const cJSON *from, bool status, bool to_v2)
{
	cJSON *out = cJSON_CreateObject(), *ok = out, *inner;

	if (ok)
		ok = cJSON_AddStringToObject(out, "type", fakeapi__string(from, "type"));
	for (size_t i = 0; ok && i < ARRAY_LEN(sources); i++) {
		const cJSON *source = fakeapi__member(from, sources[i].word);
		const struct name *names = status ? sources[i].current : sources[i].target;

		if (!cJSON_IsObject(source))
			continue;
		inner = to_v2 ? source_to_v2(names, source, status) : source_to_v1(names, source);
		if (!inner || !cJSON_AddItemToObject(out, sources[i].word, inner)) {
			cJSON_Delete(inner);
			ok = NULL;
		}
	}
	if (!ok)
		cJSON_Delete(out);
	return ok ? out : NULL;
}
