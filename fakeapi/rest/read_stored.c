/* SPDX-License-Identifier: Apache-2.0 */
/* read_stored.c - converts stored JSON to the requested version. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/convert/convert.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/webhooks/conversion.h"

bool fakeapi__reads_as_kept(const struct fakeapi__resource *stored,
			    const struct fakeapi__resource *res, struct str json)
{
	return stored == res && !fakeapi__custom_lacks(res, json) &&
	       fakeapi__custom_kept_in(res, json);
}

int fakeapi__fill_kept(const struct fakeapi__resource *stored, struct str json, cJSON *obj)
{
	if (!fakeapi__custom_lacks(stored, json) || !fakeapi__custom_kept_in(stored, json))
		return 0;
	return fakeapi__default(stored, obj, NULL);
}

int fakeapi__convert_kept(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, cJSON *obj)
{
	struct fakeapi__resource before;

	if (stored == res && !fakeapi__custom_kept_in(res, json)) {
		before = *stored;
		stored = &before; /* stored in a former version; which one does not matter */
	}
	if (fakeapi__convert(stored, res, obj) < 0)
		return -1;
	/* The real server's converter drops what the version does not know. */
	return stored != res ? fakeapi__custom_prune(res, obj, NULL) : 0;
}

int fakeapi__convert_json(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, struct strbuf *out)
{
	cJSON *obj;
	char *text = NULL;

	if (fakeapi__reads_as_kept(stored, res, json)) {
		strbuf_adds(out, json);
		return out->failed ? -1 : 0;
	}
	obj = fakeapi__parse(json);
	if (obj && fakeapi__fill_kept(stored, json, obj) == 0 &&
	    fakeapi__convert_kept(stored, res, json, obj) == 0)
		text = fakeapi__print(obj);
	cJSON_Delete(obj);
	if (!text)
		return -1;
	strbuf_addz(out, text);
	cJSON_free(text);
	return out->failed ? -1 : 0;
}

int fakeapi__read_json(struct fakeapi__call *c, struct str json, struct strbuf *out)
{
	return fakeapi__custom_conversion(c->stored, c->res)
		   ? fakeapi__webhook_read(c, json, out)
		   : fakeapi__convert_json(c->stored, c->res, json, out);
}
