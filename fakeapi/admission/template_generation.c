/* SPDX-License-Identifier: Apache-2.0 */
/* template_generation.c - the generation of a DaemonSet's template, which clients see as an
 * annotation (pkg/apis/apps/v1/conversion.go, pkg/registry/apps/daemonset/strategy.go). */
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/object.h"

#include <stdlib.h>

static const char name[] = "deprecated.daemonset.template.generation";

static long generation(const cJSON *obj)
{
	return strtol(fakeapi__string(fakeapi__dig(obj, "metadata", "annotations", NULL), name),
		      NULL, 10);
}

static bool templates_differ(const cJSON *a, const cJSON *b)
{
	return !fakeapi__equal(fakeapi__dig(a, "spec", "template", NULL),
			       fakeapi__dig(b, "spec", "template", NULL));
}

int fakeapi__template_generation(const struct fakeapi__resource *res, const cJSON *old, cJSON *obj)
{
	cJSON *annotations;
	char text[32];
	long n;

	if (strcmp(res->kind, "DaemonSet") != 0 || strcmp(res->group, "apps") != 0)
		return 0;
	/* A new object may have one; reads refuse invalid ones. */
	n = old ? generation(old) + templates_differ(obj, old) : generation(obj);
	if (!old && n < 1)
		n = 1;
	annotations = fakeapi__member(fakeapi__meta(obj), "annotations");
	if (!cJSON_IsObject(annotations)) {
		annotations = cJSON_CreateObject();
		if (fakeapi__meta_set(obj, "annotations", annotations) < 0)
			return -1;
	}
	(void)snprintf(text, sizeof(text), "%ld", n);
	cJSON_DeleteItemFromObjectCaseSensitive(annotations, name);
	return cJSON_AddStringToObject(annotations, name, text) ? 0 : -1;
}
