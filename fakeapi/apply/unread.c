/* SPDX-License-Identifier: Apache-2.0 */
/* unread.c - metadata of an applied custom resource that no reader understands. */
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/meta/scalar.h"

void fakeapi__drop_unread(const struct fakeapi__resource *res, cJSON *obj)
{
	static const char *const times[] = { "creationTimestamp", "deletionTimestamp" };

	if (!(res->flags & FAKEAPI_RES_CUSTOM))
		return;
	fakeapi__meta_del(obj, "managedFields");
	for (size_t i = 0; i < ARRAY_LEN(times); i++) {
		const cJSON *v = fakeapi__member(fakeapi__meta(obj), times[i]);
		AUTO_STRBUF text = STRBUF_INIT, why = STRBUF_INIT;

		if (cJSON_IsString(v) && !fakeapi__time(str_of(v->valuestring), false, &text, &why))
			fakeapi__meta_del(obj, times[i]);
	}
}
