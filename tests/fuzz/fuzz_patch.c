/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_patch.c - the first byte chooses how the rest changes a pod: as one of the patch types, as
 * an applied configuration, or as its new form. What comes out must be a pod that validates or is
 * refused in words. */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/validation/validate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cJSON *fuzz_patch_live(const struct fakeapi__resource *res)
{
	static const char pod[] =
	    "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\"},\"finalizers\":[\"e.com/"
	    "f\",\"e.com/g\"]},"
	    "\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"i\",\"ports\":[{"
	    "\"containerPort\":1}]},"
	    "{\"name\":\"b\",\"image\":\"j\"}],\"volumes\":[{\"name\":\"v\"}]}}";
	struct fakeapi__status st;
	cJSON *live = NULL;

	fakeapi__status_init(&st);
	ASSERT(fakeapi__decode(res, STR(""), STR(pod), FAKEAPI_FV_STRICT, NULL, &live, &st) == 0);
	ASSERT(fakeapi__default(res, live, NULL) == 0);
	ASSERT(fakeapi__managed_update(res, NULL, live, "one", "", "T1") == 0);
	return live;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fakeapi__resource pods = { .group = "",
						       .version = "v1",
						       .resource = "pods",
						       .kind = "Pod",
						       .flags = FAKEAPI_RES_NAMESPACED };
	struct fakeapi__apply how = { &pods, "two", true, "", "T2" };
	struct strbuf warnings = STRBUF_INIT;
	AUTO_STRBUF doubles = STRBUF_INIT;
	struct fakeapi__status st;
	struct str body;
	cJSON *live, *out = NULL, *config = NULL;
	int rc;

	if (size == 0)
		return 0;
	base__alloc_init_cjson();
	body = (struct str) { (const char *)data + 1, size - 1 };
	fakeapi__status_init(&st);
	live = fuzz_patch_live(&pods);
	switch (data[0] % 5) {
	case 0:
	case 1:
	case 2:
		rc = fakeapi__patch_checked((enum fakeapi__patch_type)(data[0] % 5), &pods, live,
					    body, FAKEAPI_FV_WARN, &warnings, &out, &st);
		break;
	case 3:
		rc = fakeapi__decode_yaml(NULL, body, &doubles, &config, &st);
		if (rc == 0)
			rc = fakeapi__apply(&how, live, config, &out, &st);
		if (rc == 0)
			rc = fakeapi__report_doubles(NULL, &doubles, FAKEAPI_FV_WARN, &warnings,
						     &st);
		break;
	default:
		rc = fakeapi__decode(&pods, STR("application/json"), body, FAKEAPI_FV_WARN,
				     &warnings, &out, &st);
	}
	if (rc == 0) {
		ASSERT(fakeapi__default(&pods, out, live) == 0);
		ASSERT(fakeapi__managed_update(&pods, live, out, "three", "", "T3") == 0);
		rc = fakeapi__validate(&pods, out, live, "", false, NULL, &st);
	}
	if (rc != 0)
		ASSERT(st.code >= 400 && *fakeapi__string(st.doc, "message"));
	cJSON_Delete(live);
	cJSON_Delete(out);
	cJSON_Delete(config);
	strbuf_fini(&warnings);
	fakeapi__status_fini(&st);
	return 0;
}
