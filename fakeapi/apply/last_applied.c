/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/last_applied.h"

#include <string.h>

#include "base/str.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

static cJSON *without_annotation(const cJSON *config)
{
	cJSON *copy = cJSON_Duplicate(config, true), *annotations;

	annotations = copy ? fakeapi__dig(copy, "metadata", "annotations", NULL) : NULL;
	cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(annotations, FAKEAPI_LAST_APPLIED));
	return copy;
}

int fakeapi__sync_last_applied(const char *manager, const cJSON *config, cJSON *out)
{
	cJSON *annotations = fakeapi__dig(out, "metadata", "annotations", NULL), *copy;
	AUTO_STRBUF text = STRBUF_INIT;
	char *json;
	int rc = -1;

	if (strcmp(manager, "kubectl") != 0 || !*fakeapi__string(annotations, FAKEAPI_LAST_APPLIED))
		return 0;
	copy = without_annotation(config);
	if (!copy)
		return -1;
	json = fakeapi__sort_members(copy, true) == 0 ? fakeapi__print_escaped(copy) : NULL;
	if (json) {
		strbuf_addz(&text, json);
		strbuf_addc(&text, '\n');
	}
	if (json && !text.failed)
		rc = fakeapi__set(annotations, FAKEAPI_LAST_APPLIED, cJSON_CreateString(text.ptr));
	cJSON_free(json);
	cJSON_Delete(copy);
	return rc;
}
