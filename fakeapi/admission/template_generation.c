/* SPDX-License-Identifier: Apache-2.0 */
/* template_generation.c - the generation of a DaemonSet's template, which clients see as an
 * annotation (pkg/apis/apps/v1/conversion.go, pkg/registry/apps/daemonset/strategy.go). */
#include "fakeapi/admission/admission.h"
#include "base/text/number.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/object.h"

#include <inttypes.h>

static const char name[] = "deprecated.daemonset.template.generation";

static int64_t generation(const cJSON *obj)
{
	const cJSON *annotations = fakeapi__dig(obj, "metadata", "annotations", NULL);
	int64_t n;

	return number_read_signed(str_of(fakeapi__string(annotations, name)), &n) == NUMBER_FINE
		   ? n
		   : 0;
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
	int64_t n;

	if (strcmp(res->kind, "DaemonSet") != 0 || strcmp(res->group, "apps") != 0)
		return 0;
	/* A new object may have one; reads refuse invalid ones. */
	n = old ? (int64_t)((uint64_t)generation(old) + templates_differ(obj, old))
		: generation(obj); /* wraps as in Go */
	if (!old && n < 1)
		n = 1;
	annotations = fakeapi__member(fakeapi__meta(obj), "annotations");
	if (!cJSON_IsObject(annotations)) {
		annotations = cJSON_CreateObject();
		if (fakeapi__meta_set(obj, "annotations", annotations) < 0)
			return -1;
	}
	(void)snprintf(text, sizeof(text), "%" PRId64, n);
	cJSON_DeleteItemFromObjectCaseSensitive(annotations, name);
	return cJSON_AddStringToObject(annotations, name, text) ? 0 : -1;
}
