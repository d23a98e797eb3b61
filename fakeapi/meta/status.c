/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/status.h"

#include "base/alloc.h"
#include "base/str.h"
#include "fakeapi/meta/object.h"

void fakeapi__status_init(struct fakeapi__status *st)
{
	memset(st, 0, sizeof(*st));
}

void fakeapi__status_fini(struct fakeapi__status *st)
{
	cJSON_Delete(st->doc);
	fakeapi__status_init(st);
}

/* Messages quote the client's text; invalid UTF-8 becomes U+FFFD, as in Go's JSON. */
static cJSON *clean_string(struct str s)
{
	AUTO_STRBUF out = STRBUF_INIT;

	strbuf_add_utf8(&out, s);
	return out.failed ? NULL : cJSON_CreateString(out.ptr);
}

static bool add(cJSON *obj, const char *name, cJSON *item)
{
	if (item && cJSON_AddItemToObject(obj, name, item))
		return true;
	cJSON_Delete(item);
	return false;
}

static cJSON *make_doc(int code, const char *reason, struct str message)
{
	cJSON *doc = cJSON_CreateObject();

	if (doc && add(doc, "kind", cJSON_CreateString("Status")) &&
	    add(doc, "apiVersion", cJSON_CreateString("v1")) &&
	    add(doc, "metadata", cJSON_CreateObject()) &&
	    add(doc, "status", cJSON_CreateString("Failure")) &&
	    add(doc, "message", clean_string(message)) &&
	    (!reason || add(doc, "reason", cJSON_CreateString(reason))) &&
	    add(doc, "code", cJSON_CreateNumber(code)))
		return doc;
	cJSON_Delete(doc);
	return NULL;
}

int fakeapi__status_set(struct fakeapi__status *st, int code, const char *reason, const char *fmt,
			...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	va_list ap;

	fakeapi__status_fini(st);
	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	if (!text.failed)
		st->doc = make_doc(code, reason, strbuf_str(&text));
	st->code = st->doc ? code : 0;
	return -1;
}

/* `details` precedes `code`, as in metav1.Status. */
static cJSON *details_of(struct fakeapi__status *st)
{
	cJSON *details = cJSON_GetObjectItemCaseSensitive(st->doc, "details");
	cJSON *code = cJSON_GetObjectItemCaseSensitive(st->doc, "code");

	if (details || !st->doc)
		return details;
	details = cJSON_CreateObject();
	if (!add(st->doc, "details", details))
		return NULL;
	if (code) {
		(void)cJSON_DetachItemViaPointer(st->doc, details);
		fakeapi__insert_before(st->doc, code, details);
	}
	return details;
}

void fakeapi__status_details(struct fakeapi__status *st, const char *name, const char *group,
			     const char *kind, const char *uid)
{
	const char *const names[] = { "name", "group", "kind", "uid" };
	const char *const values[] = { name, group, kind, uid };
	cJSON *details = details_of(st);

	for (size_t i = 0; details && i < ARRAY_LEN(names); i++)
		if (values[i] && values[i][0])
			(void)add(details, names[i], clean_string(str_of(values[i])));
}

void fakeapi__status_cause(struct fakeapi__status *st, const char *reason, const char *message,
			   const char *field)
{
	cJSON *details = details_of(st);
	cJSON *causes = cJSON_GetObjectItemCaseSensitive(details, "causes");
	cJSON *cause;

	if (!details)
		return;
	if (!causes) {
		causes = cJSON_CreateArray();
		if (!add(details, "causes", causes))
			return;
	}
	cause = cJSON_CreateObject();
	if (!cause)
		return;
	if (reason && reason[0])
		(void)add(cause, "reason", cJSON_CreateString(reason));
	if (message)
		(void)add(cause, "message", clean_string(str_of(message)));
	if (field && field[0])
		(void)add(cause, "field", clean_string(str_of(field)));
	if (!cJSON_AddItemToArray(causes, cause))
		cJSON_Delete(cause);
}
