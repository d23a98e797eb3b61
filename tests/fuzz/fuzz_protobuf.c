/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_protobuf.c - a body is decoded into a tree that prints as JSON, or refused with a
 * Status; a list is decoded or not. */
#include "base/alloc.h"
#include "fakeapi/serializer/protobuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct str body = { (const char *)data, size };
	AUTO_STRBUF json = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *out = NULL;
	char *text;

	base__alloc_init_cjson();
	fakeapi__status_init(&st);
	if (fakeapi__protobuf_decode(body, 0, &out, &st) == 0) {
		text = cJSON_PrintUnformatted(out);
		ASSERT(text);
		cJSON_free(text);
	} else {
		ASSERT(!out);
		ASSERT(st.code == 400);
	}
	cJSON_Delete(out);
	fakeapi__status_fini(&st);
	(void)fakeapi__protobuf_json(body, &json); /* lists as well */
	return 0;
}
