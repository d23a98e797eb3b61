/* SPDX-License-Identifier: Apache-2.0 */
/* pods.c - plug-ins that change pods. */
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

void fakeapi__toleration_add(struct fakeapi__place spec, const char *key, const char *effect,
			     int seconds)
{
	cJSON *list = fakeapi__member(spec.v, "tolerations"), *t;

	if (!cJSON_IsArray(list)) {
		put(spec, "tolerations", cJSON_CreateArray());
		list = fakeapi__member(spec.v, "tolerations");
	}
	t = cJSON_CreateObject();
	if (!list || !t || !cJSON_AddStringToObject(t, "key", key) ||
	    !cJSON_AddStringToObject(t, "operator", "Exists") ||
	    !cJSON_AddStringToObject(t, "effect", effect) ||
	    (seconds && !cJSON_AddNumberToObject(t, "tolerationSeconds", seconds)) ||
	    !cJSON_AddItemToArray(list, t)) {
		cJSON_Delete(t);
		*spec.nomem = true;
	}
}

static void tolerate(struct fakeapi__place spec, const char *key)
{
	if (!tolerates(fakeapi__member(spec.v, "tolerations"), key))
		fakeapi__toleration_add(spec, key, "NoExecute", 300);
}

void fakeapi__default_tolerations(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec");

	(void)old;
	tolerate(spec, "node.kubernetes.io/not-ready");
	tolerate(spec, "node.kubernetes.io/unreachable");
}
