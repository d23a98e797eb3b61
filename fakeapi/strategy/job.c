/* SPDX-License-Identifier: Apache-2.0 */
/* job.c - jobs. */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

static void label(struct fakeapi__place labels, const char *name, const char *value)
{
	if (!fakeapi__member(labels.v, name))
		put(labels, name, cJSON_CreateString(value));
}

/* Defaulting lets a job share its template's labels: one map, to which the strategy adds. With a
 * generated name the object, and so the map, was copied in between. */
int fakeapi__job_prepare_for_create(const struct fakeapi__call *c, cJSON *obj)
{
	if (!c->has_labels && !c->generated)
		fakeapi__meta_del(obj, "labels");
	return 0;
}

/* Sets a job's selector to its own uid. */
void fakeapi__job_prepare(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), labels, meta = need(p, "metadata");
	const char *uid = fakeapi__string(fakeapi__member(p.v, "metadata"), "uid");
	const char *name = fakeapi__string(fakeapi__member(p.v, "metadata"), "name");
	const cJSON *own;

	if (old || !*uid)
		return;
	if (!cJSON_IsTrue(fakeapi__member(spec.v, "manualSelector"))) {
		labels = need(need(need(spec, "template"), "metadata"), "labels");
		label(labels, "batch.kubernetes.io/controller-uid", uid);
		label(labels, "batch.kubernetes.io/job-name", name);
		label(labels, "controller-uid", uid);
		label(labels, "job-name", name);
		label(need(need(spec, "selector"), "matchLabels"),
		      "batch.kubernetes.io/controller-uid", uid);
	}
	/* A job's labels default to those of its template. */
	own = fakeapi__dig(spec.v, "template", "metadata", "labels", NULL);
	if (!fakeapi__member(meta.v, "labels") && own)
		put(meta, "labels", cJSON_Duplicate(own, true));
}
