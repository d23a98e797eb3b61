/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/api_status.h"

#include <stdarg.h>

#include "base/str.h"
#include "base/text/ascii.h"
#include "informer/decoder.h"

void inf__api_error_set(struct inf__api_error *e, enum inf_watch_error_kind kind, const char *fmt,
			...)
{
	va_list ap;

	memset(e, 0, sizeof(*e));
	e->kind = kind;
	va_start(ap, fmt);
	(void)vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
}

void inf__api_error_no_memory(struct inf__api_error *e)
{
	inf__api_error_set(e, INF_WATCH_ERROR_OTHER, "out of memory");
	e->no_memory = true;
}

/* ---- decoding a Status ------------------------------------------------------------------- */

/* The member that Go's decoder uses: null keeps the value of an earlier duplicate. */
static json_t field_of(json_t obj, const char *name)
{
	json_t found = { NULL, 0 }, key, val;
	struct json_iter it;

	json_iter_init(&it, obj);
	while (json_iter_member(&it, &key, &val)) {
		if (json_kind(val) != JSON_NULL && json_str_eq(key, str_of(name)))
			found = val;
	}
	return found;
}

static bool int32_or_null(json_t v, int32_t *out)
{
	int64_t n = 0;

	*out = 0;
	if (json_kind(v) == JSON_NULL || json_kind(v) == JSON_ABSENT)
		return true;
	if (json_kind(v) != JSON_NUMBER || !json_int64(v, &n) || n < INT32_MIN || n > INT32_MAX)
		return false;
	*out = (int32_t)n;
	return true;
}

static void copy_text(char *dst, size_t cap, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = { "", 0 };

	if (json_kind(v) == JSON_STRING)
		s = json_str(v, &scratch);
	(void)snprintf(dst, cap, STR_FMT, STR_ARG(s));
}

static bool text_contains(json_t v, const char *needle)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s;
	size_t len = strlen(needle);

	if (json_kind(v) != JSON_STRING)
		return false;
	s = json_str(v, &scratch);
	for (size_t i = 0; i + len <= s.len; i++) {
		if (memcmp(s.ptr + i, needle, len) == 0)
			return true;
	}
	return false;
}

static const char too_large_words[] = "Too large resource version";

/* The fields of a Status with their Go types. Each occurrence of a duplicate is checked; the last
 * counts. */
enum field_type { FIELD_STRING, FIELD_INT32, FIELD_INT64, FIELD_OBJECT, FIELD_ARRAY };

struct field {
	const char *name;
	enum field_type type;
};

static bool field_fits(enum field_type type, json_t v)
{
	enum json_kind kind = json_kind(v);
	int32_t n32;
	int64_t n64;

	if (kind == JSON_NULL)
		return true;
	switch (type) {
	case FIELD_STRING:
		return kind == JSON_STRING;
	case FIELD_INT32:
		return int32_or_null(v, &n32);
	case FIELD_INT64:
		return kind == JSON_NUMBER && json_int64(v, &n64);
	case FIELD_OBJECT:
		return kind == JSON_OBJECT;
	case FIELD_ARRAY:
		return kind == JSON_ARRAY;
	}
	return false;
}

/* Whether `v` is null, absent or an object whose listed members have these types. */
static bool fits(json_t v, const struct field *fields, size_t count)
{
	struct json_iter it;
	json_t key, val;

	if (json_kind(v) != JSON_OBJECT)
		return json_kind(v) == JSON_NULL || json_kind(v) == JSON_ABSENT;
	json_iter_init(&it, v);
	while (json_iter_member(&it, &key, &val)) {
		for (size_t i = 0; i < count; i++) {
			if (json_str_eq(key, str_of(fields[i].name)) &&
			    !field_fits(fields[i].type, val))
				return false;
		}
	}
	return true;
}

static bool take_cause(struct inf__api_error *e, json_t cause)
{
	static const struct field fields[] = { { "reason", FIELD_STRING },
					       { "message", FIELD_STRING },
					       { "field", FIELD_STRING } };

	if (!fits(cause, fields, ARRAY_LEN(fields)))
		return false;
	if (json_str_eq(field_of(cause, "reason"), STR("ResourceVersionTooLarge")))
		e->too_large_cause = true;
	if (json_str_eq(field_of(cause, "message"), str_of(too_large_words)))
		e->too_large_message = true;
	return true;
}

static bool take_details(struct inf__api_error *e, json_t details)
{
	static const struct field fields[] = {
		{ "name", FIELD_STRING },  { "group", FIELD_STRING },
		{ "kind", FIELD_STRING },  { "uid", FIELD_STRING },
		{ "causes", FIELD_ARRAY }, { "retryAfterSeconds", FIELD_INT32 },
	};
	json_t cause;
	struct json_iter it;

	if (!fits(details, fields, ARRAY_LEN(fields)))
		return false;
	if (json_kind(details) != JSON_OBJECT)
		return true;
	json_iter_init(&it, field_of(details, "causes"));
	while (json_iter_element(&it, &cause)) {
		if (!take_cause(e, cause))
			return false;
	}
	return true;
}

static bool take_all_details(struct inf__api_error *e, json_t status)
{
	struct json_iter it;
	json_t key, val;

	json_iter_init(&it, status);
	while (json_iter_member(&it, &key, &val)) {
		if (json_str_eq(key, STR("details")) && !take_details(e, val))
			return false;
	}
	/* The message counts only if there are details (isTooLargeResourceVersionError). */
	if (json_kind(field_of(status, "details")) == JSON_OBJECT &&
	    text_contains(field_of(status, "message"), too_large_words))
		e->too_large_message = true;
	return true;
}

bool inf__api_error_from_status(struct inf__api_error *e, json_t status)
{
	static const struct field fields[] = {
		{ "kind", FIELD_STRING },    { "apiVersion", FIELD_STRING },
		{ "status", FIELD_STRING },  { "message", FIELD_STRING },
		{ "reason", FIELD_STRING },  { "code", FIELD_INT32 },
		{ "details", FIELD_OBJECT }, { "metadata", FIELD_OBJECT },
	};
	static const struct field metadata[] = {
		{ "selfLink", FIELD_STRING },
		{ "resourceVersion", FIELD_STRING },
		{ "continue", FIELD_STRING },
		{ "remainingItemCount", FIELD_INT64 },
	};
	memset(e, 0, sizeof(*e));
	e->kind = INF_WATCH_ERROR_STATUS;
	if (json_kind(status) != JSON_OBJECT || !fits(status, fields, ARRAY_LEN(fields)) ||
	    !fits(field_of(status, "metadata"), metadata, ARRAY_LEN(metadata)) ||
	    !take_all_details(e, status))
		return false;
	(void)int32_or_null(field_of(status, "code"), &e->code);
	copy_text(e->reason, sizeof(e->reason), field_of(status, "reason"));
	copy_text(e->text, sizeof(e->text), field_of(status, "message"));
	return true;
}

/* ---- error responses --------------------------------------------------------------------- */

static void from_code(struct inf__api_error *e, int http_status)
{
	static const struct {
		int code;
		const char *reason, *text;
	} known[] = {
		{ 400, "BadRequest", "the server rejected our request for an unknown reason" },
		{ 401, "Unauthorized",
		  "the server has asked for the client to provide credentials" },
		{ 403, "Forbidden", "the server forbids this request" },
		{ 404, "NotFound", "the server could not find the requested resource" },
		{ 405, "MethodNotAllowed",
		  "the server does not allow this method on the requested resource" },
		{ 406, "NotAcceptable",
		  "the server cannot answer with a content type that the client supports" },
		{ 409, "Conflict", "the server reported a conflict" },
		{ 415, "UnsupportedMediaType", "the server does not support the media type" },
		{ 422, "Invalid", "the server rejected our request due to an error in it" },
		{ 429, "TooManyRequests",
		  "the server has received too many requests and has asked us to try again later" },
		{ 503, "ServiceUnavailable",
		  "the server is currently unable to handle the request" },
		{ 504, "Timeout", "the server was unable to return a response in time" },
	};

	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (known[i].code != http_status)
			continue;
		inf__api_error_set(e, INF_WATCH_ERROR_STATUS, "%s", known[i].text);
		(void)snprintf(e->reason, sizeof(e->reason), "%s", known[i].reason);
		e->code = http_status;
		return;
	}
	inf__api_error_set(e, INF_WATCH_ERROR_STATUS,
			   "the server responded with the status code %d", http_status);
	if (http_status >= 500)
		(void)snprintf(e->reason, sizeof(e->reason), "InternalError");
	e->code = http_status;
}

/* Parses the kind like Interpret. A missing apiVersion means v1, and Status is known in every group
 * and version. */
bool inf__is_status(json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct inf__meta m;
	struct str group, version;

	if (!inf__meta_scan(v, &m) || m.gvk_invalid || !json_str_eq(m.gvk_kind, STR("Status")))
		return false;
	return inf__parse_group_version(json_str(m.gvk_api_version, &scratch), &group, &version) &&
	       (version.len || !group.len);
}

static bool is_status_failure(json_t v)
{
	return inf__is_status(v) && json_str_eq(field_of(v, "status"), STR("Failure"));
}

void inf__api_error_from_response(struct inf__api_error *e, int http_status,
				  const char *content_type, struct str body)
{
	enum inf__media media = inf__media_type(content_type);
	json_t v;

	if (media == INF_MEDIA_INVALID) {
		inf__api_error_set(e, INF_WATCH_ERROR_STATUS,
				   "an error occurred: Content-Type '%s' is malformed",
				   content_type);
		(void)snprintf(e->reason, sizeof(e->reason), "InternalError");
		e->code = 500;
		return;
	}
	if (media == INF_MEDIA_JSON && json_valid(body, &v, NULL) && is_status_failure(v) &&
	    inf__api_error_from_status(e, v))
		return;
	from_code(e, http_status);
}

/* ---- Content-Type ------------------------------------------------------------------------ */

static bool is_token_char(char c)
{
	return c > ' ' && c < 127 && !strchr("()<>@,;:\\\"/[]?=", c);
}

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

static const char *skip_token(const char *p)
{
	while (is_token_char(*p))
		p++;
	return p;
}

/* Skips "; name=value" or "; name=\"value\""; returns NULL if malformed. */
static const char *skip_parameter(const char *p)
{
	const char *name;

	p = skip_blanks(p + 1);
	if (!*p)
		return p; /* Go allows a trailing semicolon */
	name = p;
	p = skip_token(p);
	if (p == name || *p != '=')
		return NULL;
	p++;
	if (*p == '"') {
		for (p++; *p && *p != '"'; p++) {
			if (*p == '\\' && p[1])
				p++;
		}
		return *p ? skip_blanks(p + 1) : NULL;
	}
	name = p;
	p = skip_token(p);
	return p == name ? NULL : skip_blanks(p);
}

enum inf__media inf__media_type(const char *content_type)
{
	const char *p, *end;
	struct str type;

	if (!content_type || !*content_type)
		return INF_MEDIA_JSON;
	content_type = skip_blanks(content_type);
	end = skip_token(content_type);
	if (end == content_type)
		return INF_MEDIA_INVALID;
	if (*end == '/') {
		p = skip_token(end + 1);
		if (p == end + 1)
			return INF_MEDIA_INVALID;
		end = p;
	}
	for (p = skip_blanks(end); *p == ';';) {
		p = skip_parameter(p);
		if (!p)
			return INF_MEDIA_INVALID;
	}
	if (*p)
		return INF_MEDIA_INVALID;
	type = (struct str) { content_type, (size_t)(end - content_type) };
	if (ascii_eq_nocase(type, STR("application/json")))
		return INF_MEDIA_JSON;
	return type.len > 5 && ascii_begins_nocase(type, STR("text/")) ? INF_MEDIA_TEXT
								       : INF_MEDIA_OTHER;
}

/* ---- predicates -------------------------------------------------------------------------- */

static bool reason_is(const struct inf__api_error *e, const char *reason)
{
	return e->kind == INF_WATCH_ERROR_STATUS && strcmp(e->reason, reason) == 0;
}

bool inf__reason_is_known(const char *reason)
{
	static const char *const known[] = {
		"Unauthorized",
		"Forbidden",
		"NotFound",
		"AlreadyExists",
		"Conflict",
		"Gone",
		"Invalid",
		"ServerTimeout",
		"StorageReadError",
		"Timeout",
		"TooManyRequests",
		"BadRequest",
		"MethodNotAllowed",
		"NotAcceptable",
		"RequestEntityTooLarge",
		"UnsupportedMediaType",
		"InternalError",
		"Expired",
		"ServiceUnavailable",
	};

	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (strcmp(reason, known[i]) == 0)
			return true;
	}
	return false;
}

/* The code alone decides only if apimachinery does not know the reason. */
static bool code_decides(const struct inf__api_error *e, int32_t code)
{
	return e->kind == INF_WATCH_ERROR_STATUS && e->code == code &&
	       !inf__reason_is_known(e->reason);
}

bool inf__api_error_is_expired(const struct inf__api_error *e)
{
	return reason_is(e, "Expired");
}

bool inf__api_error_is_gone(const struct inf__api_error *e)
{
	return reason_is(e, "Gone") || code_decides(e, 410);
}

bool inf__api_error_is_too_many(const struct inf__api_error *e)
{
	return reason_is(e, "TooManyRequests") ||
	       (e->kind == INF_WATCH_ERROR_STATUS && e->code == 429);
}

bool inf__api_error_is_internal(const struct inf__api_error *e)
{
	return reason_is(e, "InternalError") || code_decides(e, 500);
}

bool inf__api_error_is_too_large(const struct inf__api_error *e)
{
	if (e->kind != INF_WATCH_ERROR_STATUS)
		return false;
	if (e->too_large_cause)
		return true;
	return e->too_large_message && !e->wrapped &&
	       (reason_is(e, "Timeout") || code_decides(e, 504));
}
