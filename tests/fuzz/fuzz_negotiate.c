/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_negotiate.c - any Accept header is understood or refused; what comes in is also tried as
 * JSON for the printers and as a JSON path. */
#include "base/alloc.h"
#include "fakeapi/output/jsonpath.h"
#include "fakeapi/output/table.h"
#include "fakeapi/serializer/yaml_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char text[] = "{\"a\":{\"b\":[1,{\"c\":\"d\"}]},\"s\":[{\"t\":\"u\"}]}";
	struct str bytes = { (const char *)data, size };
	struct fakeapi__form_request request = { .accept = bytes,
						 .query = bytes,
						 .user_agent = bytes };
	struct fakeapi__form form;
	struct fakeapi__status st;
	struct strbuf out;
	json_t v;
	char *path;

	base__alloc_init_cjson();
	fakeapi__status_init(&st);
	for (unsigned i = 0; i < 8; i++) {
		request.watch = i & 1;
		request.custom = i & 2;
		request.discovery = i & 4;
		if (fakeapi__negotiate_form(&request, &form, &st) != 0)
			ASSERT(st.code == 406 || st.code == 400);
	}
	fakeapi__status_fini(&st);
	if (json_valid(bytes, &v, NULL)) {
		strbuf_init(&out);
		ASSERT(fakeapi__to_pretty(v, &out) == 0);
		ASSERT(json_valid(strbuf_str(&out), &v, NULL));
		strbuf_clear(&out);
		(void)fakeapi__to_yaml(v, &out);
		strbuf_fini(&out);
	}
	path = base__strndup((const char *)data, size);
	if (path)
		(void)fakeapi__jsonpath(STR(text), path);
	base__free(path);
	return 0;
}
