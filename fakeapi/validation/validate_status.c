/* SPDX-License-Identifier: Apache-2.0 */
/* validate_status.c - status writes: consistent counts, conditions of finished jobs that must not
 * change, addresses. */
#include "fakeapi/meta/cidr.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t status_at = { NULL, "status", 0, { NULL, 0 } };

static double count_in(const cJSON *status, const char *name)
{
	const cJSON *v = fakeapi__member(status, name);

	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static void wrong_count(causes_t *c, const cJSON *status, const char *name, const char *why)
{
	cJSON *value = cJSON_CreateNumber(count_in(status, name));

	c->nomem |= !value;
	fakeapi__cause_invalid(c, PATH(&status_at, name), value, why);
	cJSON_Delete(value);
}

/* --- workloads --- */

/* Names end with NULL. None of `most` may exceed `replicas`. */
struct counts {
	const char *const *none_negative, *const *most;
	const char *ready; /* the message for the count of ready replicas; NULL: not compared */
};

static const char *const replica_counts[] = { "replicas",
					      "fullyLabeledReplicas",
					      "readyReplicas",
					      "availableReplicas",
					      "observedGeneration",
					      "terminatingReplicas",
					      NULL };
static const char *const replica_parts[] = { "fullyLabeledReplicas", "readyReplicas",
					     "availableReplicas", NULL };
static const char *const deployment_counts[] = {
	"observedGeneration",  "replicas",	    "updatedReplicas",
	"readyReplicas",       "availableReplicas", "unavailableReplicas",
	"terminatingReplicas", "collisionCount",    NULL
};
static const char *const deployment_parts[] = { "updatedReplicas", "readyReplicas",
						"availableReplicas", NULL };
static const char *const stateful_counts[] = { "replicas",	    "readyReplicas",
					       "currentReplicas",   "updatedReplicas",
					       "availableReplicas", "observedGeneration",
					       "collisionCount",    NULL };
static const char *const stateful_parts[] = { "readyReplicas", "currentReplicas", "updatedReplicas",
					      "availableReplicas", NULL };
static const char *const daemon_counts[] = { "currentNumberScheduled", "numberMisscheduled",
					     "desiredNumberScheduled", "numberReady",
					     "observedGeneration",     "updatedNumberScheduled",
					     "numberAvailable",	       "numberUnavailable",
					     "collisionCount",	       NULL };

static void check_counts(causes_t *c, const struct counts *how, const cJSON *obj, const cJSON *old)
{
	const cJSON *status = fakeapi__member(obj, "status"),
		    *before = fakeapi__member(old, "status");

	for (const char *const *name = how->none_negative; *name; name++)
		fakeapi__check_not_negative(c, PATH(&status_at, *name),
					    fakeapi__member(status, *name));
	for (const char *const *name = how->most; name && *name; name++)
		if (count_in(status, *name) > count_in(status, "replicas"))
			wrong_count(c, status, *name, "cannot be greater than status.replicas");
	if (how->ready && count_in(status, "availableReplicas") > count_in(status, "readyReplicas"))
		wrong_count(c, status, "availableReplicas", how->ready);
	if (fakeapi__member(before, "collisionCount") &&
	    count_in(status, "collisionCount") < count_in(before, "collisionCount"))
		wrong_count(c, status, "collisionCount", "cannot be decremented");
}

void fakeapi__check_deployment_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const struct counts how = { deployment_counts, deployment_parts,
				    "cannot be greater than readyReplicas" };

	check_counts(c, &how, obj, old);
}

void fakeapi__check_replica_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const struct counts how = { replica_counts, replica_parts,
				    "cannot be greater than readyReplicas" };

	check_counts(c, &how, obj, old);
}

void fakeapi__check_stateful_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const struct counts how = { stateful_counts, stateful_parts,
				    "cannot be greater than status.readyReplicas" };

	check_counts(c, &how, obj, old);
}

void fakeapi__check_daemon_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const struct counts how = { daemon_counts, NULL, NULL };

	check_counts(c, &how, obj, old);
}

/* --- jobs --- */

struct job {
	const cJSON *status;
	bool complete, failed, failing, succeeding;
};

static bool is_true(const cJSON *status, const char *type)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(status, "conditions"))
	{
		if (strcmp(fakeapi__string(m, "type"), type) == 0 &&
		    strcmp(fakeapi__string(m, "status"), "True") == 0)
			return true;
	}
	return false;
}

static struct job job_of(const cJSON *obj)
{
	const cJSON *status = fakeapi__member(obj, "status");

	return (struct job) {
		.status = status,
		.complete = is_true(status, "Complete"),
		.failed = is_true(status, "Failed"),
		.failing = is_true(status, "FailureTarget"),
		.succeeding = is_true(status, "SuccessCriteriaMet"),
	};
}

static bool is_finished(const struct job *j)
{
	return j->complete || j->failed;
}

static bool moved(const struct job *now, const struct job *old, const char *name)
{
	return !fakeapi__equal(fakeapi__member(now->status, name),
			       fakeapi__member(old->status, name));
}

static void check_uncounted(causes_t *c, const cJSON *pods)
{
	static const char *const lists[] = { "succeeded", "failed" };
	const path_t *at = PATH(&status_at, "uncountedTerminatedPods");
	struct map seen;
	const cJSON *uid;

	map_init(&seen, MAP_BORROW_KEYS);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const path_t *list = PATH(at, lists[i]);
		size_t n = 0;

		cJSON_ArrayForEach(uid, fakeapi__member(pods, lists[i]))
		{
			struct str text = str_of(fakeapi__text(uid));
			const path_t *here = PATH_AT(list, n);

			n++;
			if (!text.len)
				fakeapi__cause_invalid(c, here, uid, "must not be empty");
			else if (map_get(&seen, text))
				fakeapi__cause_duplicate(c, here, uid);
			else
				c->nomem |= map_put(&seen, text, &seen, NULL) != 0;
		}
	}
	map_fini(&seen);
}

/* Checks conditions and times of a finished job. */
static void check_job_end(causes_t *c, const struct job *now, const struct job *old)
{
	const path_t *conditions = PATH(&status_at, "conditions");
	const path_t *ended_at = PATH(&status_at, "completionTime");
	const cJSON *ended = fakeapi__member(now->status, "completionTime");
	const char *began = fakeapi__string(now->status, "startTime");
	bool completed = now->complete != old->complete;
	bool times = moved(now, old, "completionTime");

	if (now->complete && now->failed && (completed || now->failed != old->failed))
		fakeapi__cause_wrong(c, conditions,
				     "cannot set Complete=True and Failed=true conditions");
	if (now->complete && now->failing && (completed || now->failing != old->failing))
		fakeapi__cause_wrong(c, conditions,
				     "cannot set Complete=True and FailureTarget=true conditions");
	if (ended && !now->complete && (completed || times))
		fakeapi__cause_invalid(c, ended_at, ended,
				       "cannot set completionTime when there is no Complete=True "
				       "condition");
	if (!ended && now->complete && (completed || times))
		fakeapi__cause_required(c, ended_at,
					"completionTime is required for Complete jobs");
	if (ended && *began && (times || moved(now, old, "startTime")) &&
	    strcmp(fakeapi__string(now->status, "completionTime"), began) < 0)
		fakeapi__cause_invalid(c, ended_at, ended, "must be equal to or after `startTime`");
	if (now->failed && !now->failing &&
	    (now->failed != old->failed || moved(now, old, "failedIndexes")))
		fakeapi__cause_wrong(c, conditions,
				     "cannot set Failed=True condition without the "
				     "FailureTarget=true condition");
	if (now->complete && !now->succeeding && (completed || now->succeeding != old->succeeding))
		fakeapi__cause_wrong(c, conditions,
				     "cannot set Complete=True condition without the "
				     "SuccessCriteriaMet=true condition");
}

static void check_index_list(causes_t *c, const cJSON *status, const char *name, double completions)
{
	const cJSON *list = fakeapi__member(status, name);
	AUTO_STRBUF why = STRBUF_INIT;
	size_t before;

	if (!cJSON_IsString(list))
		return;
	strbuf_addf(&why, "error parsing %s: ", name);
	before = why.len;
	(void)fakeapi__count_indexes(list->valuestring, completions, &why);
	c->nomem |= why.failed;
	if (why.len > before && !why.failed)
		fakeapi__cause_invalid(c, PATH(&status_at, name), list, why.ptr);
}

/* What of the indexes is new. */
static void check_job_indexes(causes_t *c, const cJSON *spec, const struct job *now,
			      const struct job *old)
{
	const cJSON *completions = fakeapi__member(spec, "completions");
	const cJSON *limit = fakeapi__member(spec, "backoffLimitPerIndex");
	const char *done = fakeapi__string(now->status, "completedIndexes");
	const cJSON *failed = fakeapi__member(now->status, "failedIndexes");
	const path_t *failed_at = PATH(&status_at, "failedIndexes");
	bool done_moved = moved(now, old, "completedIndexes");
	bool failed_moved = moved(now, old, "failedIndexes");
	bool counted = cJSON_IsNumber(completions);
	AUTO_STRBUF why = STRBUF_INIT;
	long common = -1;

	if (done_moved && counted)
		check_index_list(c, now->status, "completedIndexes", completions->valuedouble);
	if (failed_moved && counted && limit)
		check_index_list(c, now->status, "failedIndexes", completions->valuedouble);
	if (done_moved && *done && strcmp(fakeapi__string(spec, "completionMode"), "Indexed") != 0)
		fakeapi__cause_invalid_str(
		    c, PATH(&status_at, "completedIndexes"), str_of(done),
		    "cannot set non-empty completedIndexes when non-indexed completion mode");
	if (failed_moved && !limit && failed)
		fakeapi__cause_invalid(
		    c, failed_at, failed,
		    "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
	if ((done_moved || failed_moved) && counted && cJSON_IsString(failed))
		common = fakeapi__common_index(done, failed->valuestring, completions->valuedouble);
	if (common < 0)
		return;
	strbuf_addf(&why, "failedIndexes and completedIndexes overlap at index: %ld", common);
	c->nomem |= why.failed;
	if (!why.failed)
		fakeapi__cause_invalid(c, failed_at, failed, why.ptr);
}

static void check_job_pods(causes_t *c, const cJSON *spec, const struct job *now,
			   const struct job *old)
{
	static const struct fakeapi__rename names[] = { { "succeeded", "Succeeded", NULL },
							{ "failed", "Failed", NULL },
							{ 0 } };
	const cJSON *pods = fakeapi__member(now->status, "uncountedTerminatedPods");
	bool done = is_finished(now), turned = done != is_finished(old);
	bool nothing_to_do = cJSON_IsTrue(fakeapi__member(spec, "suspend")) &&
			     fakeapi__member(spec, "completions") &&
			     count_in(spec, "completions") <= 0;

	if (done && count_in(now->status, "active") > 0 && (turned || moved(now, old, "active")))
		wrong_count(c, now->status, "active", "active>0 is invalid for finished job");
	if (done && !fakeapi__member(now->status, "startTime") && !nothing_to_do &&
	    (turned || moved(now, old, "startTime")))
		fakeapi__cause_required(c, PATH(&status_at, "startTime"),
					"startTime is required for finished job");
	if (done && (turned || moved(now, old, "uncountedTerminatedPods")) &&
	    (!fakeapi__is_blank(fakeapi__member(pods, "succeeded")) ||
	     !fakeapi__is_blank(fakeapi__member(pods, "failed"))))
		fakeapi__cause_invalid_form(c, PATH(&status_at, "uncountedTerminatedPods"), pods,
					    names, "must be empty for finished job");
	check_job_indexes(c, spec, now, old);
	if (done && count_in(now->status, "terminating") > 0 &&
	    (turned || moved(now, old, "terminating")))
		wrong_count(c, now->status, "terminating",
			    "terminating>0 is invalid for finished job");
	if (fakeapi__member(now->status, "ready") &&
	    count_in(now->status, "ready") > count_in(now->status, "active") &&
	    (moved(now, old, "ready") || moved(now, old, "active")))
		wrong_count(c, now->status, "ready", "cannot set more ready pods than active");
}

/* A job cannot both fail and meet its success criteria, and meets them before its end. */
static void check_job_success(causes_t *c, const cJSON *spec, const struct job *now)
{
	const path_t *conditions = PATH(&status_at, "conditions");

	if (now->succeeding && now->failed)
		fakeapi__cause_wrong(c, conditions,
				     "cannot set SuccessCriteriaMet=True and Failed=true "
				     "conditions");
	if (now->succeeding && now->failing)
		fakeapi__cause_wrong(c, conditions,
				     "cannot set SuccessCriteriaMet=True and FailureTarget=true "
				     "conditions");
	if (cJSON_IsObject(fakeapi__member(spec, "successPolicy")) && now->complete &&
	    !now->succeeding)
		fakeapi__cause_wrong(c, conditions,
				     "cannot set Complete=True for Job with SuccessPolicy unless "
				     "SuccessCriteriaMet=True");
}

static void moved_start(causes_t *c, const cJSON *start)
{
	const path_t *at = PATH(&status_at, "startTime");

	if (fakeapi__changed(c->features, FAKEAPI_CHANGE_START_TIME_IMMUTABLE))
		fakeapi__cause_invalid(c, at, start,
				       "field is immutable for unsuspended job once set");
	else
		fakeapi__cause_required(c, at, "startTime cannot be removed for unsuspended job");
}

/* Checks that an update does not undo the end of a finished job. */
static void check_job_step(causes_t *c, const cJSON *spec, const struct job *now,
			   const struct job *old)
{
	const struct {
		bool was, is;
		const char *why;
	} kept[] = {
		{ old->failed, now->failed, "cannot disable the terminal Failed=True condition" },
		{ old->complete, now->complete,
		  "cannot disable the terminal Complete=True condition" },
		{ old->failing, now->failing,
		  "cannot disable the terminal FailureTarget=True condition" },
	};
	const path_t *conditions = PATH(&status_at, "conditions");
	const char *ended = fakeapi__string(now->status, "completionTime");
	const char *had = fakeapi__string(old->status, "completionTime");
	const char *began = fakeapi__string(old->status, "startTime");
	bool indexed = strcmp(fakeapi__string(spec, "completionMode"), "Indexed") == 0;
	bool resuming = is_true(old->status, "Suspended") && !is_true(now->status, "Suspended");

	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		if (kept[i].was && !kept[i].is)
			fakeapi__cause_wrong(c, conditions, kept[i].why);
	if (count_in(now->status, "failed") < count_in(old->status, "failed"))
		wrong_count(c, now->status, "failed", "cannot decrease the failed counter");
	if (count_in(now->status, "succeeded") < count_in(old->status, "succeeded") &&
	    (!indexed || !fakeapi__equal(fakeapi__member(spec, "completions"),
					 fakeapi__member(spec, "parallelism"))))
		wrong_count(c, now->status, "succeeded", "cannot decrease the succeeded counter");
	if (*ended && *had && strcmp(ended, had) != 0)
		fakeapi__cause_invalid(c, PATH(&status_at, "completionTime"),
				       fakeapi__member(now->status, "completionTime"),
				       "field is immutable");
	if (*began && strcmp(began, fakeapi__string(now->status, "startTime")) != 0 &&
	    !cJSON_IsTrue(fakeapi__member(spec, "suspend")) && !resuming)
		moved_start(c, fakeapi__member(now->status, "startTime"));
	if (old->succeeding && !now->succeeding)
		fakeapi__cause_wrong(c, conditions,
				     "cannot disable the SuccessCriteriaMet=True condition");
	if (old->complete && !old->succeeding && now->succeeding)
		fakeapi__cause_wrong(c, conditions,
				     "cannot set SuccessCriteriaMet=True for Job already has "
				     "Complete=true conditions");
}

void fakeapi__check_job_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const counts[] = { "active", "succeeded", "failed", "ready",
					      "terminating" };
	const cJSON *spec = fakeapi__member(obj, "spec");
	struct job now = job_of(obj), before = job_of(old);

	for (size_t i = 0; i < ARRAY_LEN(counts); i++)
		fakeapi__check_not_negative(c, PATH(&status_at, counts[i]),
					    fakeapi__member(now.status, counts[i]));
	check_uncounted(c, fakeapi__member(now.status, "uncountedTerminatedPods"));
	check_job_end(c, &now, &before);
	check_job_pods(c, spec, &now, &before);
	check_job_success(c, spec, &now);
	check_job_step(c, spec, &now, &before);
}

/* --- services --- */

static void check_ingress_point(causes_t *c, const path_t *at, const cJSON *in,
				const struct fakeapi__lookup *known)
{
	static const char *const modes[] = { "Proxy", "VIP", NULL };
	const char *ip = fakeapi__string(in, "ip"), *host = fakeapi__string(in, "hostname");
	const cJSON *mode = fakeapi__member(in, "ipMode");
	struct fakeapi__ip parsed;

	if (*ip && !fakeapi__ip_parse(str_of(ip), &parsed) && !fakeapi__lookup(known, ip))
		fakeapi__cause_invalid(c, PATH(at, "ip"), fakeapi__member(in, "ip"),
				       "must be a valid IP address, (e.g. 10.9.8.7 or "
				       "2001:db8::ffff)");
	if (!mode && *ip)
		fakeapi__cause_required(c, PATH(at, "ipMode"),
					"must be specified when `ip` is set");
	else if (mode && !*ip)
		fakeapi__cause_forbidden(c, PATH(at, "ipMode"),
					 "may not be specified when `ip` is not set");
	else if (mode)
		fakeapi__check_one_of(c, PATH(at, "ipMode"), mode, modes);
	if (!*host)
		return;
	fakeapi__check_format(c, PATH(at, "hostname"), FAKEAPI_DNS_SUBDOMAIN, host);
	if (fakeapi__ip_parse(str_of(host), &parsed))
		fakeapi__cause_invalid(c, PATH(at, "hostname"), fakeapi__member(in, "hostname"),
				       "must be a DNS name, not an IP address");
}

void fakeapi__check_service_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *balancer = PATH(&status_at, "loadBalancer"), *at = PATH(balancer, "ingress");
	const cJSON *list = fakeapi__dig(obj, "status", "loadBalancer", "ingress", NULL), *in;
	const char *type = fakeapi__string(fakeapi__member(obj, "spec"), "type");
	struct fakeapi__lookup known;
	size_t i = 0;

	if (strcmp(type, "LoadBalancer") != 0) {
		if (!fakeapi__is_blank(list))
			fakeapi__cause_forbidden(c, at,
						 "may only be used when `spec.type` is "
						 "'LoadBalancer'");
		return;
	}
	fakeapi__lookup_items(&known, fakeapi__dig(old, "status", "loadBalancer", "ingress", NULL),
			      "ip", list);
	cJSON_ArrayForEach(in, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_ingress_point(c, here, in, &known);
	}
	fakeapi__lookup_fini(&known);
}
