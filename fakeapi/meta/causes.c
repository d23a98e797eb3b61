/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/causes.h"

#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

/* Some messages quote the whole list for one wrong item; if all items are wrong, the size grows
 * with the square of the request. Causes beyond this limit are not reported. */
enum { CAUSES_BYTES_MAX = 8 * 1024 * 1024 };

void fakeapi__path_add(struct strbuf *out, const struct fakeapi__path *path)
{
	if (!path)
		return;
	fakeapi__path_add(out, path->up);
	if (path->name) {
		if (path->up)
			strbuf_addc(out, '.');
		strbuf_addz(out, path->name);
	} else if (path->key.ptr) {
		strbuf_addf(out, "[" STR_FMT "]", STR_ARG(path->key));
	} else {
		strbuf_addf(out, "[%zu]", path->index);
	}
}

void fakeapi__causes_init(struct fakeapi__causes *c)
{
	c->list = NULL;
	c->count = c->bytes = 0;
	c->nomem = c->tired = false;
	c->passed = NULL;
	c->features = NULL;
	c->refused = base__alloc_refused;
}

void fakeapi__causes_fini(struct fakeapi__causes *c)
{
	cJSON_Delete(c->list);
	c->list = NULL;
}

bool fakeapi__causes_full(const struct fakeapi__causes *c)
{
	return c->bytes > CAUSES_BYTES_MAX;
}

size_t fakeapi__causes_count(const struct fakeapi__causes *c)
{
	return c->count;
}

void fakeapi__causes_rewind(struct fakeapi__causes *c, size_t count)
{
	size_t kept = (size_t)cJSON_GetArraySize(c->list);
	cJSON *last = c->list && c->list->child ? c->list->child->prev : NULL;

	while (last && kept > count) {
		const char *message = fakeapi__string(last, "message");
		cJSON *before = last == c->list->child ? NULL : last->prev;

		c->bytes -= strlen(message) < c->bytes ? strlen(message) : c->bytes;
		cJSON_Delete(cJSON_DetachItemViaPointer(c->list, last));
		last = before;
		kept--;
	}
	c->count = c->count < count ? c->count : count;
}

void fakeapi__causes_forgive(struct fakeapi__causes *c, size_t count)
{
	const cJSON *m = cJSON_GetArrayItem(c->list, (int)count);

	for (; m && c->passed; m = m->next) {
		const char *text = fakeapi__string(m, "message");

		if (strpbrk(text, "\r\n")) /* not allowed in a header */
			continue;
		strbuf_addf(c->passed, "%s: %s\n", fakeapi__string(m, "field"), text);
		c->nomem |= c->passed->failed;
	}
	fakeapi__causes_rewind(c, count);
}

static void add(struct fakeapi__causes *c, const char *reason, const struct strbuf *message,
		const struct fakeapi__path *at)
{
	AUTO_STRBUF field = STRBUF_INIT;
	cJSON *cause;

	c->count++;
	if (fakeapi__causes_full(c))
		return;
	c->bytes += message->len;
	cause = cJSON_CreateObject();
	if (at)
		fakeapi__path_add(&field, at);
	else
		strbuf_addz(&field, "<nil>");
	if (!c->list)
		c->list = cJSON_CreateArray();
	if (c->list && cause && !field.failed && !message->failed &&
	    cJSON_AddStringToObject(cause, "reason", reason) &&
	    cJSON_AddStringToObject(cause, "message", message->ptr) &&
	    cJSON_AddStringToObject(cause, "field", field.ptr) &&
	    cJSON_AddItemToArray(c->list, cause))
		return;
	cJSON_Delete(cause);
	c->nomem = true;
}

static void add_value(struct strbuf *out, const cJSON *value)
{
	char *text;

	if (!value || cJSON_IsNull(value)) {
		strbuf_addz(out, "null");
	} else if (cJSON_IsString(value)) {
		fakeapi__go_quote(out, str_of(value->valuestring));
	} else if (cJSON_IsNumber(value) && !fakeapi__is_int64(value)) {
		fakeapi__float_add(out, value->valuedouble);
	} else {
		text = fakeapi__print(value);
		if (!text)
			out->failed = true;
		for (const char *p = text; p && *p; p++)
			if (strchr("<>&", *p)) /* escaped as by encoding/json */
				strbuf_addf(out, "\\u%04x", (unsigned char)*p);
			else
				strbuf_addc(out, *p);
		cJSON_free(text);
	}
}

static void add_detail(struct strbuf *out, const char *detail)
{
	if (detail && *detail) {
		strbuf_addz(out, ": ");
		strbuf_addz(out, detail);
	}
}

static void value_error(struct fakeapi__causes *c, const char *reason, const char *what,
			const struct fakeapi__path *at, const cJSON *value, const char *detail)
{
	AUTO_STRBUF m = STRBUF_INIT;

	if (fakeapi__causes_full(c)) {
		c->count++;
		return;
	}
	strbuf_addz(&m, what);
	strbuf_addz(&m, ": ");
	add_value(&m, value);
	/* One value may be much larger than the request: the server's own schemas name every other
	 * member. */
	if (m.len > CAUSES_BYTES_MAX && !m.failed) {
		m.len = CAUSES_BYTES_MAX;
		while (m.len && ((unsigned char)m.ptr[m.len] & 0xc0) == 0x80)
			m.len--;
		m.ptr[m.len] = '\0';
	}
	add_detail(&m, detail);
	add(c, reason, &m, at);
}

static void word_error(struct fakeapi__causes *c, const char *reason, const char *what,
		       const struct fakeapi__path *at, const char *detail)
{
	AUTO_STRBUF m = STRBUF_INIT;

	strbuf_addz(&m, what);
	add_detail(&m, detail);
	add(c, reason, &m, at);
}

void fakeapi__cause_required(struct fakeapi__causes *c, const struct fakeapi__path *at,
			     const char *detail)
{
	word_error(c, "FieldValueRequired", "Required value", at, detail);
}

void fakeapi__cause_wrong(struct fakeapi__causes *c, const struct fakeapi__path *at,
			  const char *detail)
{
	word_error(c, "FieldValueInvalid", "Invalid value", at, detail);
}

void fakeapi__cause_invalid(struct fakeapi__causes *c, const struct fakeapi__path *at,
			    const cJSON *value, const char *detail)
{
	value_error(c, "FieldValueInvalid", "Invalid value", at, value, detail);
}

void fakeapi__cause_invalid_str(struct fakeapi__causes *c, const struct fakeapi__path *at,
				struct str value, const char *detail)
{
	AUTO_STRBUF m = STRBUF_INIT;

	strbuf_addz(&m, "Invalid value: ");
	fakeapi__go_quote(&m, value);
	add_detail(&m, detail);
	add(c, "FieldValueInvalid", &m, at);
}

void fakeapi__cause_internal(struct fakeapi__causes *c, const struct fakeapi__path *at,
			     const char *detail)
{
	word_error(c, "InternalError", "Internal error", at, detail);
}

void fakeapi__cause_forbidden(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const char *detail)
{
	word_error(c, "FieldValueForbidden", "Forbidden", at, detail);
}

void fakeapi__cause_duplicate(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value)
{
	value_error(c, "FieldValueDuplicate", "Duplicate value", at, value, NULL);
}

void fakeapi__cause_duplicate_as(struct fakeapi__causes *c, const struct fakeapi__path *at,
				 const cJSON *value, const char *detail)
{
	value_error(c, "FieldValueDuplicate", "Duplicate value", at, value, detail);
}

void fakeapi__cause_unsupported(struct fakeapi__causes *c, const struct fakeapi__path *at,
				const cJSON *value, const char *supported)
{
	AUTO_STRBUF detail = STRBUF_INIT;

	strbuf_addf(&detail, "supported values: %s", supported);
	value_error(c, "FieldValueNotSupported", "Unsupported value", at, value, detail.ptr);
}

void fakeapi__cause_not_found(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value)
{
	value_error(c, "FieldValueNotFound", "Not found", at, value, NULL);
}

void fakeapi__cause_invalid_number(struct fakeapi__causes *c, const struct fakeapi__path *at,
				   double value, const char *detail)
{
	cJSON number = { .type = cJSON_Number, .valuedouble = value, .valueint = (int)value };

	fakeapi__cause_invalid(c, at, &number, detail);
}

void fakeapi__cause_not_among(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value, const char *detail)
{
	value_error(c, "FieldValueNotFound", "Not found", at, value, detail);
}

void fakeapi__cause_too_long(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t max)
{
	AUTO_STRBUF m = STRBUF_INIT;

	if (max > INT32_MAX)
		strbuf_addz(&m, "Too long: value is too long");
	else
		strbuf_addf(&m, "Too long: may not be more than %zu byte%s", max,
			    max == 1 ? "" : "s");
	add(c, "FieldValueTooLong", &m, at);
}

void fakeapi__cause_too_long_text(struct fakeapi__causes *c, const struct fakeapi__path *at,
				  size_t max)
{
	char detail[64];

	snprintf(detail, sizeof(detail), "may not be more than %zu character%s", max,
		 max == 1 ? "" : "s");
	word_error(c, "FieldValueTooLong", "Too long", at, detail);
}

void fakeapi__cause_too_many(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t have,
			     size_t max)
{
	AUTO_STRBUF m = STRBUF_INIT;

	if (max > INT32_MAX)
		strbuf_addf(&m, "Too many: %zu: has too many items", have);
	else
		strbuf_addf(&m, "Too many: %zu: must have at most %zu item%s", have, max,
			    max == 1 ? "" : "s");
	add(c, "FieldValueTooMany", &m, at);
}

void fakeapi__cause_type(struct fakeapi__causes *c, const struct fakeapi__path *at,
			 const cJSON *value, const char *detail)
{
	value_error(c, "FieldValueTypeInvalid", "Invalid value", at, value, detail);
}

/* Joins the distinct messages; in brackets if there are several. */
static void summary(const cJSON *list, struct strbuf *out)
{
	size_t count = 0, start = out->len;
	struct map listed;

	map_init(&listed, MAP_COPY_KEYS);
	for (const cJSON *c = list->child; c; c = c->next) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, fakeapi__string(c, "field"));
		strbuf_addz(&text, ": ");
		strbuf_addz(&text, fakeapi__string(c, "message"));
		out->failed |= text.failed;
		if (map_get(&listed, strbuf_str(&text)))
			continue;
		out->failed |= map_put(&listed, strbuf_str(&text), &listed, NULL) != 0;
		if (count++)
			strbuf_addz(out, ", ");
		strbuf_adds(out, strbuf_str(&text));
	}
	map_fini(&listed);
	if (count > 1 && !out->failed) {
		strbuf_addz(out, "]["); /* memory for both; the first moves to the front */
		if (out->failed)
			return;
		out->ptr[--out->len] = '\0';
		memmove(out->ptr + start + 1, out->ptr + start, out->len - start);
		out->ptr[start] = '[';
		out->ptr[++out->len] = '\0';
	}
}

int fakeapi__causes_report_as(const struct fakeapi__causes *c, const char *group, const char *kind,
			      const char *name, struct fakeapi__status *st)
{
	AUTO_STRBUF message = STRBUF_INIT;

	/* After a failed allocation a value that was not copied, listed or compared looks like one
	 * that was. So no verdict. */
	if (c->nomem || c->refused != base__alloc_refused) {
		fakeapi__status_fini(st);
		fakeapi__status_init(st);
		return -1;
	}
	if (c->tired)
		return fakeapi__status_set(st, 504, "Timeout",
					   "Timeout: request did not complete within requested "
					   "timeout - context deadline exceeded");
	if (!c->list || !c->list->child)
		return 0;
	strbuf_addf(&message, "%s%s%s ", kind, *group ? "." : "", group);
	fakeapi__go_quote(&message, str_of(name));
	strbuf_addz(&message, " is invalid: ");
	summary(c->list, &message);
	if (message.failed)
		return -1;
	fakeapi__status_set(st, 422, "Invalid", "%s", message.ptr);
	fakeapi__status_details(st, name, group, kind, NULL);
	for (const cJSON *e = c->list->child; e; e = e->next)
		fakeapi__status_cause(st, fakeapi__string(e, "reason"),
				      fakeapi__string(e, "message"), fakeapi__string(e, "field"));
	return -1;
}

int fakeapi__causes_report(const struct fakeapi__causes *c, const struct fakeapi__resource *res,
			   const char *name, struct fakeapi__status *st)
{
	/* Events of both groups are validated as core events. */
	bool event = strcmp(res->group, "events.k8s.io") == 0;

	return fakeapi__causes_report_as(c, event ? "" : res->group, res->kind, name, st);
}
