/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped.c - audit events inside the records of log collectors and clouds: as a member of a record
 * (Elasticsearch, Azure, Splunk), as a string in one (containers' logs, CloudWatch, fluentd,
 * journald), or in a table's columns (Azure's AKSAudit). The reader knows no product's layout: it
 * searches every member.
 *
 * Memory: the record, decoded once more for each string that holds another record. */
#define _GNU_SOURCE /* memmem */
#include "runner/import/impl.h"

enum { DEPTH_MAX = 12, STRINGS_MAX = 3 };

struct search {
	struct imp__import *im;
	const struct imp__value *whole;
	struct relist_err *err;
	size_t found;
};

static bool has(json_t object, const char *member, enum json_kind kind)
{
	json_t v = json_get(object, member);

	return v.len && json_kind(v) == kind;
}

static bool contains(struct str s, const char *part)
{
	return s.len && memmem(s.ptr, s.len, part, strlen(part)) != NULL;
}

/* A cheap test before decoding: escapes do not change these words. */
static bool may_hold_event(struct str s)
{
	return contains(s, "auditID") || contains(s, "audit.k8s.io/") || contains(s, "AuditId");
}

static bool is_event(json_t j)
{
	return (has(j, "auditID", JSON_STRING) && has(j, "stage", JSON_STRING)) ||
	       (has(j, "verb", JSON_STRING) &&
		(has(j, "requestURI", JSON_STRING) || has(j, "auditID", JSON_STRING)));
}

static int import_event(struct search *s, json_t event)
{
	struct imp__value inner = { .role = IMP_VALUE, .json = event, .at = s->whole->at };

	s->found++;
	return imp__audit_read(s->im, &inner, s->err);
}

/* --- a table's row: the event's members as columns with other names --- */

static const struct {
	const char *column, *member;
} columns[] = {
	{ "Level", "level" },
	{ "AuditId", "auditID" },
	{ "Stage", "stage" },
	{ "RequestUri", "requestURI" },
	{ "Verb", "verb" },
	{ "User", "user" },
	{ "ImpersonatedUser", "impersonatedUser" },
	{ "SourceIps", "sourceIPs" },
	{ "UserAgent", "userAgent" },
	{ "ObjectRef", "objectRef" },
	{ "ResponseStatus", "responseStatus" },
	{ "RequestObject", "requestObject" },
	{ "ResponseObject", "responseObject" },
	{ "RequestReceivedTime", "requestReceivedTimestamp" },
	{ "StageReceivedTime", "stageTimestamp" },
	{ "Annotations", "annotations" },
};

static bool is_row(json_t j)
{
	return has(j, "AuditId", JSON_STRING) && has(j, "Verb", JSON_STRING) &&
	       has(j, "RequestUri", JSON_STRING);
}

static int import_row(struct search *s, json_t row)
{
	AUTO_STRBUF event = STRBUF_INIT;

	strbuf_addc(&event, '{');
	for (size_t i = 0; i < ARRAY_LEN(columns); i++) {
		json_t v = json_get(row, columns[i].column), inner;
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str text = json_str(v, &scratch);

		if (!v.len || json_kind(v) == JSON_NULL)
			continue;
		/* objects are stored as their text or not at all */
		if (json_kind(v) == JSON_STRING && !text.len)
			continue;
		if (text.len && (*text.ptr == '{' || *text.ptr == '[') &&
		    json_valid(text, &inner, NULL))
			v = inner;
		strbuf_addf(&event, "%s\"%s\":", event.len > 1 ? "," : "", columns[i].member);
		strbuf_adds(&event, v);
		event.failed |= scratch.failed;
	}
	strbuf_addc(&event, '}');
	if (event.failed)
		return imp__no_memory(s->err);
	return import_event(s, strbuf_str(&event));
}

/* --- search --- */

static int search_value(struct search *s, json_t j, unsigned depth, unsigned strings);

static int search_string(struct search *s, json_t j, unsigned depth, unsigned strings)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text;
	const char *begin;
	json_t inner;

	if (!strings || !may_hold_event(j))
		return 0;
	text = json_str(j, &scratch);
	if (scratch.failed)
		return imp__no_memory(s->err);
	if (json_valid(text, &inner, NULL))
		return search_value(s, inner, depth + 1, strings - 1);
	/* skip a time, a host, a level */
	begin = text.len ? memmem(text.ptr, text.len, "{\"", 2) : NULL;
	if (!begin)
		return 0;
	text = (struct str) { begin, (size_t)(text.ptr + text.len - begin) };
	return json_valid(text, &inner, NULL) ? search_value(s, inner, depth + 1, strings - 1) : 0;
}

static int search_value(struct search *s, json_t j, unsigned depth, unsigned strings)
{
	struct json_iter it;
	json_t key, v;
	int code = 0;

	if (depth > DEPTH_MAX)
		return 0;
	switch (json_kind(j)) {
	case JSON_OBJECT:
		if (is_event(j))
			return import_event(s, j);
		if (is_row(j))
			return import_row(s, j);
		json_iter_init(&it, j);
		while (!code && json_iter_member(&it, &key, &v))
			code = search_value(s, v, depth + 1, strings);
		return code;
	case JSON_ARRAY:
		json_iter_init(&it, j);
		while (!code && json_iter_element(&it, &v))
			code = search_value(s, v, depth + 1, strings);
		return code;
	case JSON_STRING:
		return search_string(s, j, depth, strings);
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ABSENT:
		break;
	}
	return 0;
}

/* --- split lines: container runtimes split logs every 16 KiB --- */

static json_t log_of(json_t record)
{
	json_t v = json_get(record, "log");

	return v.len ? v : json_path(record, "properties", "log", NULL);
}

/* Returns true if the record is a part of an incomplete line. If it is the last part, `*whole` gets
 * the line, which is in im->pieces. */
static bool is_piece(struct imp__import *im, const struct imp__value *v, json_t *whole)
{
	AUTO_STRBUF scratch = STRBUF_INIT, stream = STRBUF_INIT;
	struct str text = json_str(log_of(v->json), &scratch);
	struct str from = json_str(json_get(v->json, "stream"), &stream);
	bool ends = text.len && text.ptr[text.len - 1] == '\n';
	json_t inner;

	im->pieces.text.failed |= scratch.failed || stream.failed;
	if (!text.len || (im->pieces.text.len && !str_eq(from, strbuf_str(&im->pieces.stream))))
		return false;
	if (!im->pieces.text.len) {
		if (ends || *text.ptr != '{' || json_valid(text, &inner, NULL))
			return false;
		strbuf_clear(&im->pieces.stream);
		strbuf_adds(&im->pieces.stream, from);
		im->pieces.line = v->at.line;
	}
	strbuf_adds(&im->pieces.text, text);
	if (im->pieces.text.failed)
		return true;
	if (json_valid(strbuf_str(&im->pieces.text), &inner, NULL))
		*whole = inner;
	else if (ends || im->pieces.text.len > im->opt.value_max) {
		imp__note(im, (uint32_t)im->file_count - 1, im->pieces.line,
			  "log: the pieces of this line are no JSON; they are left out");
		strbuf_clear(&im->pieces.text);
	}
	return true;
}

/* --- records without an event --- */

/* Returns true for any log record. */
static bool is_log_record(json_t j)
{
	static const char *const members[] = { "log",	   "message", "MESSAGE", "msg",	 "line",
					       "@message", "_raw",    "log_s",	 "event" };

	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (has(j, members[i], JSON_STRING))
			return true;
	return has(j, "_source", JSON_OBJECT) || has(j, "properties", JSON_OBJECT) ||
	       has(j, "result", JSON_OBJECT) || has(j, "stream", JSON_OBJECT);
}

int imp__wrapped_read(struct imp__import *im, const struct imp__value *v, bool *handled,
		      struct relist_err *err)
{
	struct search s = { .im = im, .whole = v, .err = err };
	json_t whole = { NULL, 0 };
	bool piece;
	int code;

	*handled = true;
	piece = is_piece(im, v, &whole);
	if (im->pieces.text.failed || im->pieces.stream.failed)
		return imp__no_memory(err);
	if (piece) {
		code = whole.len ? search_value(&s, whole, 0, STRINGS_MAX) : 0;
		if (whole.len)
			strbuf_clear(&im->pieces.text);
		return code;
	}
	code = may_hold_event(v->json) ? search_value(&s, v->json, 0, STRINGS_MAX) : 0;
	if (code || s.found)
		return code;
	*handled = is_log_record(v->json) || im->mode == IMP_MODE_LINES;
	if (*handled)
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "a log's record without an audit event; it is left out");
	return 0;
}
