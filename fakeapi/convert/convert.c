/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/convert/convert.h"

#include "fakeapi/convert/autoscaler.h"
#include "fakeapi/meta/go_json.h"

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
	/* Go omits empty ones in events.k8s.io's form, but not in the core's. */
	static const char *const written[] = { "reportingComponent", "reportingInstance" };

	for (size_t i = 0; i < ARRAY_LEN(written) && !to_core; i++)
		if (!*fakeapi__string(obj, written[i]))
			cJSON_DeleteItemFromObjectCaseSensitive(obj, written[i]);
	for (size_t i = 0; i < ARRAY_LEN(event_names); i++) {
		const char *core = event_names[i].core, *events = event_names[i].events;

		if (rename_member(obj, to_core ? events : core, to_core ? core : events) != 0)
			return -1;
	}
	for (size_t i = 0; i < ARRAY_LEN(written) && to_core; i++)
		if (!fakeapi__member(obj, written[i]) &&
		    fakeapi__set(obj, written[i], cJSON_CreateString("")) != 0)
			return -1;
	return 0;
}

static bool is_autoscaler(const struct fakeapi__resource *r)
{
	return strcmp(r->resource, "horizontalpodautoscalers") == 0 &&
	       strcmp(r->group, "autoscaling") == 0;
}

bool fakeapi__converts(const struct fakeapi__resource *from, const struct fakeapi__resource *to)
{
	if ((from->flags & FAKEAPI_RES_CUSTOM) || !from->resource || !to->resource)
		return false;
	if (strcmp(to->resource, "events") == 0)
		return strcmp(from->group, to->group) != 0;
	return is_autoscaler(to) && strcmp(from->version, to->version) != 0;
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
	if (!fakeapi__converts(from, to))
		return 0;
	if (!is_autoscaler(to))
		rc = convert_event(obj, to->group[0] == '\0');
	else
		rc = strcmp(to->version, "v2") == 0 ? fakeapi__autoscaler_to_v2(obj)
						    : fakeapi__autoscaler_to_v1(obj);
	return rc;
}
