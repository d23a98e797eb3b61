/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about workloads and their pod templates. */

#include "fakeapi/meta/object.h"

#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/warnings/warn_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };
static const path_t metadata = { NULL, "metadata", 0, { NULL, 0 } };

/* Checks names from which pods derive theirs. */
static void warn_name(warnings_t *w, const struct fakeapi__warned *it, const char *used_in)
{
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (it->old)
		return;
	fakeapi__format_check(w->features, FAKEAPI_DNS_LABEL, fakeapi__meta_str(it->obj, "name"),
			      &wrong);
	if (wrong.len)
		fakeapi__warn_add(w, PATH(&metadata, "name"),
				  "this is used in %s, which can result in surprising behavior; a "
				  "DNS label is recommended: [%s]",
				  used_in, wrong.ptr);
}

static void warn_template(warnings_t *w, const struct fakeapi__warned *it)
{
	if (it->moved)
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->obj, "spec", "template", NULL));
}

void fakeapi__warn_workload(warnings_t *w, const struct fakeapi__warned *it)
{
	warn_name(w, it, "Pod names and hostnames");
	warn_template(w, it);
}

void fakeapi__warn_controller(warnings_t *w, const struct fakeapi__warned *it)
{
	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->old ? it->old : it->obj, "spec", "template",
					       NULL));
}

void fakeapi__warn_daemon_set(warnings_t *w, const struct fakeapi__warned *it)
{
	if (!it->old || !fakeapi__equal(fakeapi__dig(it->obj, "spec", "template", NULL),
					fakeapi__dig(it->old, "spec", "template", NULL)))
		fakeapi__warn_pod(w, PATH(&spec_at, "template"),
				  fakeapi__dig(it->obj, "spec", "template", NULL));
}

void fakeapi__warn_stateful_set(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t *list = PATH(&spec_at, "volumeClaimTemplates");
	const cJSON *spec = fakeapi__member(it->obj, "spec"), *m;
	const cJSON *kept = fakeapi__member(spec, "revisionHistoryLimit");
	size_t i = 0;

	warn_template(w, it);
	cJSON_ArrayForEach(m, fakeapi__member(spec, "volumeClaimTemplates"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_claim_spec(w, it->old ? PATH(here, "Spec") : here,
					 fakeapi__member(m, "spec"));
	}
	if (cJSON_IsNumber(kept) && kept->valuedouble < 0)
		fakeapi__warn_add(w, PATH(&spec_at, "revisionHistoryLimit"),
				  "a negative value retains all historical revisions; a value >= 0 "
				  "is recommended");
}

static void warn_job_spec(warnings_t *w, const path_t *at, const cJSON *spec)
{
	const cJSON *completions = fakeapi__member(spec, "completions");
	const cJSON *parallelism = fakeapi__member(spec, "parallelism");

	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") == 0 &&
	    cJSON_IsNumber(completions) && completions->valuedouble > 100000 &&
	    cJSON_IsNumber(parallelism) && parallelism->valuedouble > 10000)
		fakeapi__warn_add(
		    w, at,
		    "In Indexed Jobs with a number of completions higher than 10^5 "
		    "and a parallelism higher than 10^4, Kubernetes might not be able "
		    "to track completedIndexes when a big number of indexes fail");
	fakeapi__warn_pod(w, PATH(at, "template"), fakeapi__member(spec, "template"));
}

void fakeapi__warn_job(warnings_t *w, const struct fakeapi__warned *it)
{
	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		warn_job_spec(w, &spec_at, fakeapi__member(it->obj, "spec"));
}

void fakeapi__warn_cron_job(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t *tmpl = PATH(&spec_at, "jobTemplate");
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	warn_name(w, it, "Pod names and hostnames");
	if (it->moved)
		warn_job_spec(w, PATH(tmpl, "spec"),
			      fakeapi__dig(spec, "jobTemplate", "spec", NULL));
	if (it->old && strstr(fakeapi__string(spec, "schedule"), "TZ"))
		fakeapi__warn_add(w, NULL,
				  "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone "
				  "instead, see https://kubernetes.io/docs/concepts/workloads/"
				  "controllers/cron-jobs/ for more details");
}

void fakeapi__warn_new_pod(warnings_t *w, const struct fakeapi__warned *it)
{
	if (it->old)
		return;
	warn_name(w, it, "the Pod's hostname");
	fakeapi__warn_pod(w, NULL, it->obj);
}

void fakeapi__warn_pod_template(warnings_t *w, const struct fakeapi__warned *it)
{
	if (it->moved)
		fakeapi__warn_pod(w, PATH(NULL, "template"), fakeapi__member(it->obj, "template"));
}
