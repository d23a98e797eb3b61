/* SPDX-License-Identifier: Apache-2.0 */
/* validate_events.c - events: the core group accepts almost everything; those of events.k8s.io must
 * be complete and are immutable (pkg/apis/core/validation/events.go). The server has one internal
 * type for both, so its messages have the core names. */
#include "fakeapi/validation/validate_impl.h"

enum { WORDS_MAX = 128, NOTE_MAX = 1024 };

/* The field names of an event in either group. */
struct names {
	const char *object, *message, *controller, *instance;
	const char *first, *last, *count, *source;
};

static const struct names core = { "involvedObject",
				   "message",
				   "reportingComponent",
				   "reportingInstance",
				   "firstTimestamp",
				   "lastTimestamp",
				   "count",
				   "source" };
static const struct names modern = { "regarding",
				     "note",
				     "reportingController",
				     "reportingInstance",
				     "deprecatedFirstTimestamp",
				     "deprecatedLastTimestamp",
				     "deprecatedCount",
				     "deprecatedSource" };

static void check_words(causes_t *c, const char *name, const char *text, size_t max, bool required)
{
	const path_t *at = PATH(NULL, name);
	AUTO_STRBUF why = STRBUF_INIT;

	if (required && !*text)
		fakeapi__cause_required(c, at, NULL);
	if (strlen(text) <= max)
		return;
	strbuf_addf(&why, "can have at most %zu characters", max);
	fakeapi__cause_invalid_str(c, at, STR(""), why.ptr);
}

static bool has_time(const cJSON *obj, const char *name)
{
	return *fakeapi__string(obj, name) != '\0';
}

/* Checks of every event. */
static void check_any(causes_t *c, const cJSON *obj, const struct names *n)
{
	const char *ns = fakeapi__string(fakeapi__member(obj, "metadata"), "namespace");
	const char *of = fakeapi__string(fakeapi__member(obj, n->object), "namespace");
	const char *by = fakeapi__string(obj, n->controller);
	const path_t *object = PATH(NULL, "involvedObject");
	bool fits;

	if (!has_time(obj, "eventTime"))
		fits = *of ? strcmp(of, ns) == 0 : !*ns || strcmp(ns, "default") == 0;
	else
		fits = *of || strcmp(ns, "default") == 0 || strcmp(ns, "kube-system") == 0;
	if (!fits)
		fakeapi__cause_invalid_str(c, PATH(object, "namespace"), str_of(of),
					   "does not match event.namespace");
	if (has_time(obj, "eventTime")) {
		if (!*by)
			fakeapi__cause_required(c, PATH(NULL, n->controller), NULL);
		fakeapi__check_format(c, PATH(NULL, n->controller), FAKEAPI_QUALIFIED_NAME, by);
		check_words(c, n->instance, fakeapi__string(obj, n->instance), WORDS_MAX, true);
		check_words(c, "action", fakeapi__string(obj, "action"), WORDS_MAX, true);
		check_words(c, "reason", fakeapi__string(obj, "reason"), WORDS_MAX, true);
		check_words(c, "message", fakeapi__string(obj, n->message), NOTE_MAX, false);
	}
	fakeapi__check_format(c, PATH(NULL, "namespace"), FAKEAPI_DNS_SUBDOMAIN, ns);
}

void fakeapi__check_event(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	check_any(c, obj, &core);
}

static void check_series(causes_t *c, const cJSON *series)
{
	const cJSON *count = fakeapi__member(series, "count");

	if (!series)
		return;
	if (!cJSON_IsNumber(count) || count->valuedouble < 2)
		fakeapi__cause_invalid_str(c, PATH(NULL, "series.count"), STR(""),
					   "should be at least 2");
	if (!has_time(series, "lastObservedTime"))
		fakeapi__cause_required(c, PATH(NULL, "series.lastObservedTime"), NULL);
}

static void check_complete(causes_t *c, const cJSON *obj)
{
	const char *type = fakeapi__string(obj, "type");
	const struct {
		const char *name;
		bool set;
	} unset[] = {
		{ "firstTimestamp", has_time(obj, modern.first) },
		{ "lastTimestamp", has_time(obj, modern.last) },
		{ "count", fakeapi__member(obj, modern.count) &&
			       fakeapi__member(obj, modern.count)->valuedouble != 0 },
		{ "source", !fakeapi__is_blank(fakeapi__member(obj, modern.source)) },
	};
	AUTO_STRBUF why = STRBUF_INIT;

	check_series(c, fakeapi__member(obj, "series"));
	if (!has_time(obj, "eventTime"))
		fakeapi__cause_required(c, PATH(NULL, "eventTime"), NULL);
	strbuf_addf(&why, "has invalid value: %s", type);
	if (strcmp(type, "Normal") != 0 && strcmp(type, "Warning") != 0)
		fakeapi__cause_invalid_str(c, PATH(NULL, "type"), STR(""), why.ptr);
	for (size_t i = 0; i < ARRAY_LEN(unset); i++)
		if (unset[i].set)
			fakeapi__cause_invalid_str(c, PATH(NULL, unset[i].name), STR(""),
						   "needs to be unset");
}

static void check_unchanged(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const fixed[][2] = {
		{ "regarding", "involvedObject" },
		{ "reason", "reason" },
		{ "note", "message" },
		{ "deprecatedSource", "source" },
		{ "deprecatedFirstTimestamp", "firstTimestamp" },
		{ "deprecatedLastTimestamp", "lastTimestamp" },
		{ "deprecatedCount", "count" },
		{ "reason", "reason" }, /* the server reports it twice, too */
		{ "type", "type" },
		{ "eventTime", "eventTime" },
		{ "action", "action" },
		{ "related", "related" },
		{ "reportingController", "reportingController" },
		{ "reportingInstance", "reportingInstance" },
	};
	const cJSON *series = fakeapi__member(obj, "series");
	const cJSON empty = { .type = cJSON_Object };

	if (!fakeapi__equal(series, fakeapi__member(old, "series")))
		check_series(c, series);
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++) {
		const cJSON *now = fakeapi__member(obj, fixed[i][0]);
		const cJSON *before = fakeapi__member(old, fixed[i][0]);

		if (!fakeapi__equal(now, before) &&
		    (strcmp(fixed[i][0], "regarding") == 0 || strcmp(fixed[i][0], "related") == 0))
			fakeapi__cause_invalid_internal(c, PATH(NULL, fixed[i][1]), now,
							FAKEAPI_INTERNAL_OBJECT_REFERENCE,
							"field is immutable");
		else if (strcmp(fixed[i][0], "deprecatedSource") == 0 &&
			 !fakeapi__equal(now, before) &&
			 !(fakeapi__is_blank(now) && fakeapi__is_blank(before)))
			fakeapi__cause_invalid_internal(c, PATH(NULL, fixed[i][1]),
							now ? now : &empty,
							FAKEAPI_INTERNAL_EVENT_SOURCE,
							"field is immutable");
		else if (!now && cJSON_IsString(before) && *before->valuestring)
			fakeapi__cause_invalid_str(c, PATH(NULL, fixed[i][1]), STR(""),
						   "field is immutable");
		else
			fakeapi__check_immutable(c, PATH(NULL, fixed[i][1]), now, before);
	}
}

void fakeapi__check_any_new_event(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	check_any(c, obj, &modern);
}

void fakeapi__check_new_event(causes_t *c, const cJSON *obj, const cJSON *old)
{
	if (old)
		check_unchanged(c, obj, old);
	else
		check_complete(c, obj);
}
