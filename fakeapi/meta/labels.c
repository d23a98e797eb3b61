/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/labels.h"

#include <string.h>

#include "fakeapi/meta/go_json.h"

static bool meets(const cJSON *expression, const cJSON *labels)
{
	const char *op = fakeapi__string(expression, "operator");
	const cJSON *have = fakeapi__member(labels, fakeapi__string(expression, "key"));
	const cJSON *values = fakeapi__member(expression, "values"), *v;
	bool listed = false;

	if (strcmp(op, "Exists") == 0)
		return have != NULL;
	if (strcmp(op, "DoesNotExist") == 0)
		return have == NULL;
	cJSON_ArrayForEach(v, values) listed |= cJSON_IsString(v) && cJSON_IsString(have) &&
						strcmp(v->valuestring, have->valuestring) == 0;
	return strcmp(op, "NotIn") == 0 ? !listed : listed;
}

bool fakeapi__selects(const cJSON *selector, const cJSON *labels)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(selector, "matchLabels"))
	{
		const cJSON *have = fakeapi__member(labels, m->string);

		if (!cJSON_IsString(have) || !cJSON_IsString(m) ||
		    strcmp(have->valuestring, m->valuestring) != 0)
			return false;
	}
	cJSON_ArrayForEach(m,
			   fakeapi__member(selector,
					   "matchExpressions")) if (!meets(m, labels)) return false;
	return true;
}
