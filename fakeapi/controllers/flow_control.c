/* SPDX-License-Identifier: Apache-2.0 */
/* flow_control.c - API priority and fairness without queues: the status of FlowSchemas says whether
 * their priority level exists, /metrics shows the levels' seats. Requests never wait. */
#include "base/json_scan.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

#define GROUP "flowcontrol.apiserver.k8s.io"

enum { SEATS = 600 };

static const struct fakeapi__resource *type_of(const struct fakeapi__core *core, const char *name)
{
	return fakeapi__registry_find(core->registry, STR(GROUP), STR("v1"), str_of(name));
}

static const struct fakeapi__bucket *bucket_of(struct fakeapi__core *core, const char *name)
{
	return fakeapi__store_bucket(&core->store, STR(GROUP), str_of(name), false);
}

static const char *level_of(const cJSON *schema)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(schema, "spec");

	return fakeapi__get_str(cJSON_GetObjectItemCaseSensitive(spec,
								 "priorityLevelConfiguration"),
				"name");
}

static const cJSON *member(const cJSON *obj, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* --- the controller's status -------------------------------------------------------------- */

static cJSON *dangling(const char *level, bool exists, const char *now)
{
	cJSON *status = cJSON_CreateObject();
	cJSON *list = status ? cJSON_AddArrayToObject(status, "conditions") : NULL;
	cJSON *c = cJSON_CreateObject();
	AUTO_STRBUF message = STRBUF_INIT;

	strbuf_addf(&message,
		    "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" "
		    "%s",
		    level, exists ? "and it exists" : "but there is no such object");
	if (list && c && !message.failed && cJSON_AddStringToObject(c, "type", "Dangling") &&
	    cJSON_AddStringToObject(c, "status", exists ? "False" : "True") &&
	    cJSON_AddStringToObject(c, "lastTransitionTime", now) &&
	    cJSON_AddStringToObject(c, "reason", exists ? "Found" : "NotFound") &&
	    cJSON_AddStringToObject(c, "message", message.ptr) && cJSON_AddItemToArray(list, c))
		return status;
	cJSON_Delete(c);
	cJSON_Delete(status);
	return NULL;
}

static bool has_dangling_status(const cJSON *schema, bool exists)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, member(member(schema, "status"), "conditions"))
	{
		if (strcmp(fakeapi__get_str(c, "type"), "Dangling") == 0)
			return strcmp(fakeapi__get_str(c, "status"), exists ? "False" : "True") ==
			       0;
	}
	return false;
}

/* Like dangling(), but reads JSON without a tree; false: unknown. */
static bool is_settled(const struct fakeapi__bucket *levels, const struct fakeapi__version *v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str json = fakeapi__version_json(v);
	struct str level =
	    json_str(json_path(json, "spec", "priorityLevelConfiguration", "name", NULL), &scratch);
	bool exists = !scratch.failed && levels &&
		      fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, level);

	return strstr(v->json, exists ? "{\"type\":\"Dangling\",\"status\":\"False\","
				      : "{\"type\":\"Dangling\",\"status\":\"True\",") != NULL;
}

static void settle_one(struct fakeapi__core *core, const struct fakeapi__version *v)
{
	const struct fakeapi__bucket *levels = bucket_of(core, "prioritylevelconfigurations");
	cJSON *old = fakeapi__parse((struct str) { v->json, v->json_len });
	bool exists =
	    levels && fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, str_of(level_of(old)));
	struct fakeapi__loopback in;

	fakeapi__loopback_init(&in, core, "api-priority-and-fairness-config-consumer-v1");
	if (old && !has_dangling_status(old, exists) &&
	    fakeapi__loopback_aim(&in, type_of(core, "flowschemas"), "",
				  fakeapi__meta_str(old, "name")) == 0)
		(void)fakeapi__loopback_apply_status(&in,
						     dangling(level_of(old), exists, in.call.now));
	fakeapi__loopback_fini(&in);
	cJSON_Delete(old);
}

void fakeapi__flows_settle(struct fakeapi__core *core)
{
	const struct fakeapi__bucket *b = bucket_of(core, "flowschemas");

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && !is_settled(bucket_of(core, "prioritylevelconfigurations"), v))
			settle_one(core, v);
	}
}

/* --- metrics ------------------------------------------------------------------------------ */

static double shares_of(const struct fakeapi__version *v)
{
	cJSON *obj = fakeapi__parse((struct str) { v->json, v->json_len });
	const cJSON *spec = member(obj, "spec"), *limited = member(spec, "limited");
	const cJSON *n =
	    member(limited ? limited : member(spec, "exempt"), "nominalConcurrencyShares");
	double shares = cJSON_IsNumber(n) ? n->valuedouble : 0;

	cJSON_Delete(obj);
	return shares;
}

void fakeapi__flow_metrics(void *user, struct strbuf *out)
{
	const struct fakeapi__bucket *b = bucket_of(user, "prioritylevelconfigurations");
	double total = 0;

	strbuf_addz(out,
		    "# HELP apiserver_flowcontrol_nominal_limit_seats [BETA] Nominal number of "
		    "execution seats configured for each priority level\n"
		    "# TYPE apiserver_flowcontrol_nominal_limit_seats gauge\n");
	for (int pass = 0; pass < 2; pass++)
		for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
			const struct fakeapi__version *v =
			    fakeapi__entry_at(walk.entry, UINT64_MAX);
			double shares = v ? shares_of(v) : 0;

			if (pass == 0)
				total += shares;
			else if (v)
				strbuf_addf(out,
					    "apiserver_flowcontrol_nominal_limit_seats{priority_"
					    "level=\"" STR_FMT "\"} %d\n",
					    STR_ARG(fakeapi__entry_name(walk.entry)),
					    total > 0 ? (int)(SEATS * shares / total + 0.999) : 0);
		}
}
