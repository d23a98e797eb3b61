/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/form.h"

#include "fakeapi/convert/convert.h"
#include "fakeapi/meta/go_json.h"

bool rec__in_form(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		  json_t *object, struct strbuf *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree;
	char *text;
	int code;

	if (!from || !to || from == to)
		return true;
	tree = fakeapi__go_json_parse(*object, &why);
	if (!tree)
		return why.len > 0; /* the caller reports invalid JSON */
	code = cJSON_IsObject(tree) ? fakeapi__convert(from, to, tree) : 0;
	text = code ? NULL : fakeapi__print(tree);
	cJSON_Delete(tree);
	if (!text)
		return false;
	strbuf_addz(out, text);
	cJSON_free(text);
	*object = strbuf_str(out);
	return !out->failed;
}
