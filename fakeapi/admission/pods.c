/* SPDX-License-Identifier: Apache-2.0 */
/* pods.c - plug-ins that write into pods. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

static bool tolerates(const cJSON *tolerations, const char *key)
{
	const cJSON *t;

	cJSON_ArrayForEach(t, tolerations)
	{
		const char *k = fakeapi__string(t, "key"), *effect = fakeapi__string(t, "effect");

		if ((strcmp(k, key) == 0 || !*k) && (!*effect || strcmp(effect, "NoExecute") == 0))
			return true;
	}
	return false;
}

static void tolerate(struct fakeapi__place spec, const char *key)
{
	cJSON *list = fakeapi__member(spec.v, "tolerations"), *t;

	if (tolerates(list, key))
		return;
	if (!cJSON_IsArray(list)) {
		put(spec, "tolerations", cJSON_CreateArray());
		list = fakeapi__member(spec.v, "tolerations");
	}
	t = cJSON_CreateObject();
	if (!list || !t || !cJSON_AddStringToObject(t, "key", key) ||
	    !cJSON_AddStringToObject(t, "operator", "Exists") ||
	    !cJSON_AddStringToObject(t, "effect", "NoExecute") ||
	    !cJSON_AddNumberToObject(t, "tolerationSeconds", 300) ||
	    !cJSON_AddItemToArray(list, t)) {
		cJSON_Delete(t);
		*spec.nomem = true;
	}
}

void fakeapi__default_tolerations(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec");

	(void)old;
	tolerate(spec, "node.kubernetes.io/not-ready");
	tolerate(spec, "node.kubernetes.io/unreachable");
}
