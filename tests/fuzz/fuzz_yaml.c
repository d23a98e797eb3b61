/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_yaml.c - any bytes are YAML or not; what JSON accepts, YAML's tree must be able to print and
 * JSON must read back. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/serializer/yaml_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf why = STRBUF_INIT, doubles = STRBUF_INIT, again = STRBUF_INIT;
	struct str bytes = { (const char *)data, size };
	cJSON *tree, *back;
	char *text;

	base__alloc_init_cjson();
	tree = fakeapi__yaml_parse(bytes, &doubles, &why);
	ASSERT(tree || why.len > 0);
	if (tree) {
		text = cJSON_PrintUnformatted(tree);
		ASSERT(text);
		back = fakeapi__go_json_parse(str_of(text), &again);
		ASSERT(back || again.len > 0);
		cJSON_Delete(back);
		cJSON_free(text);
	}
	cJSON_Delete(tree);
	strbuf_clear(&why);
	tree = fakeapi__go_json_parse(bytes, &why);
	ASSERT(tree || why.len > 0);
	cJSON_Delete(tree);
	strbuf_fini(&why);
	strbuf_fini(&doubles);
	strbuf_fini(&again);
	return 0;
}
