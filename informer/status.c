/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/status.h"

#include "base/alloc.h"
#include "base/str.h"

/* client-go takes this much of a response that is not a Status into its error. */
enum { TEXT_MAX = 2048, CAUSES_MAX = 1000 };

void inf_status_fini(struct inf_status *status)
{
	if (!status)
		return;
	base__free(status->mem);
	memset(status, 0, sizeof(*status));
}

/* ---- building: texts go into one buffer, then everything into one block ---- */

enum { TEXT_REASON, TEXT_MESSAGE, TEXT_GROUP, TEXT_KIND, TEXT_NAME, TEXT_UID, TEXT_FIXED };

struct draft {
	struct strbuf text; /* NUL-terminated strings, one after the other */
	size_t causes;
};

static void put(struct draft *d, struct str s)
{
	for (size_t i = 0; i < s.len; i++) /* C strings: a NUL becomes a question mark */
		strbuf_addc(&d->text, s.ptr[i] ? s.ptr[i] : '?');
	strbuf_addc(&d->text, '\0');
}

static void put_json(struct draft *d, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	put(d, json_str(v, &scratch));
	d->text.failed |= scratch.failed;
}

static const char *next(const char **at)
{
	const char *z = *at;

	*at += strlen(z) + 1;
	return z;
}

/* Moves the draft into *s. */
static int seal(struct inf_status *s, struct draft *d)
{
	size_t array = d->causes * sizeof(struct inf_cause);
	char *block = d->text.failed ? NULL : base__malloc(array + d->text.len + 1);
	struct inf_cause *causes = (struct inf_cause *)(void *)block;
	const char *at;

	if (!block) {
		strbuf_fini(&d->text);
		memset(s, 0, sizeof(*s));
		return RELIST_ENOMEM;
	}
	memcpy(block + array, d->text.ptr, d->text.len + 1);
	strbuf_fini(&d->text);
	at = block + array;
	s->mem = block;
	s->reason = next(&at);
	s->message = next(&at);
	s->group = next(&at);
	s->kind = next(&at);
	s->name = next(&at);
	s->uid = next(&at);
	for (size_t i = 0; i < d->causes; i++) {
		causes[i].reason = next(&at);
		causes[i].message = next(&at);
		causes[i].field = next(&at);
	}
	s->causes = d->causes ? causes : NULL;
	s->cause_count = d->causes;
	return 0;
}

int inf__status_from_json(struct inf_status *s, json_t v)
{
	struct draft d = { STRBUF_INIT, 0 };
	json_t details = json_get(v, "details"), cause;
	struct inf__api_error checked;
	struct json_iter it;
	int64_t n = 0;

	memset(s, 0, sizeof(*s));
	if (!inf__api_error_from_status(&checked, v))
		return RELIST_EPARSE;
	s->code = checked.code;
	if (json_int64(json_get(details, "retryAfterSeconds"), &n))
		s->retry_after_s = (int32_t)n;
	put_json(&d, json_get(v, "reason"));
	put_json(&d, json_get(v, "message"));
	put_json(&d, json_get(details, "group"));
	put_json(&d, json_get(details, "kind"));
	put_json(&d, json_get(details, "name"));
	put_json(&d, json_get(details, "uid"));
	json_iter_init(&it, json_get(details, "causes"));
	while (d.causes < CAUSES_MAX && json_iter_element(&it, &cause)) {
		put_json(&d, json_get(cause, "reason"));
		put_json(&d, json_get(cause, "message"));
		put_json(&d, json_get(cause, "field"));
		d.causes++;
	}
	return seal(s, &d);
}

/* ---- responses without a Status: NewGenericServerResponse ---- */

static const struct generic {
	int code;
	const char *reason;
	const char *message; /* NULL: the server's own text */
} generics[] = {
	{ 400, "BadRequest", "the server rejected our request for an unknown reason" },
	{ 401, "Unauthorized", "the server has asked for the client to provide credentials" },
	{ 403, "Forbidden", NULL },
	{ 404, "NotFound", "the server could not find the requested resource" },
	{ 405, "MethodNotAllowed",
	  "the server does not allow this method on the requested resource" },
	{ 406, "NotAcceptable", NULL },
	{ 409, "Conflict", "the server reported a conflict" },
	{ 415, "UnsupportedMediaType", NULL },
	{ 422, "Invalid", "the server rejected our request due to an error in our request" },
	{ 429, "TooManyRequests",
	  "the server has received too many requests and has asked us to try again later" },
	{ 503, "ServiceUnavailable", "the server is currently unable to handle the request" },
	{ 504, "Timeout",
	  "the server was unable to return a response in the time allotted, but may still be "
	  "processing the request" },
};

static const struct generic *generic_of(int code)
{
	for (size_t i = 0; i < ARRAY_LEN(generics); i++)
		if (generics[i].code == code)
			return &generics[i];
	return NULL;
}

static void generic_message(struct strbuf *out, int code, struct str text)
{
	const struct generic *g = generic_of(code);

	if (g && g->message) {
		strbuf_addz(out, g->message);
	} else if (code == 406 && (!text.len || str_eqz(text, "unknown"))) {
		strbuf_addz(out, "the server was unable to respond with a content type that the "
				 "client supports");
	} else if (g) {
		strbuf_adds(out, text);
	} else if (code >= 500) {
		strbuf_addz(out, "an error on the server (");
		strbuf_add_json(out, text);
		strbuf_addz(out, ") has prevented the request from succeeding");
	} else {
		strbuf_addf(out,
			    "the server responded with the status code %d but did not return "
			    "more information",
			    code);
	}
}

static int from_code(struct inf_status *s, const struct inf__rest_call *c, int code,
		     struct str text)
{
	const struct generic *g = generic_of(code);
	struct draft d = { STRBUF_INIT, 1 };
	AUTO_STRBUF message = STRBUF_INIT;
	const char *reason = g ? g->reason : code >= 500 ? "InternalError" : "";

	memset(s, 0, sizeof(*s));
	s->code = code;
	s->retry_after_s = c->retry_after_s;
	/* A POST found an existing name, as far as the code shows. */
	if (code == 409 && strcmp(c->req->method, "POST") == 0)
		reason = "AlreadyExists";
	generic_message(&message, code, text);
	put(&d, str_of(reason));
	put(&d, strbuf_str(&message));
	for (int i = TEXT_GROUP; i < TEXT_FIXED; i++)
		put(&d, STR(""));
	put(&d, STR("UnexpectedServerResponse"));
	put(&d, text);
	put(&d, STR(""));
	d.text.failed |= message.failed;
	return seal(s, &d);
}

static struct str server_text(const struct inf__rest_call *c)
{
	struct str body = strbuf_str(&c->body);

	if (c->media != INF_MEDIA_TEXT && c->content_type[0])
		return STR("unknown");
	if (body.len > TEXT_MAX)
		body.len = TEXT_MAX;
	while (body.len && strchr(" \t\r\n", *body.ptr))
		body.ptr++, body.len--;
	while (body.len && strchr(" \t\r\n", body.ptr[body.len - 1]))
		body.len--;
	return body;
}

/* NewInternalError */
static int from_content_type(struct inf_status *s)
{
	struct draft d = { STRBUF_INIT, 0 };

	memset(s, 0, sizeof(*s));
	s->code = 500;
	put(&d, STR("InternalError"));
	put(&d, STR("Internal error occurred: the Content-Type is malformed"));
	for (int i = TEXT_GROUP; i < TEXT_FIXED; i++)
		put(&d, STR(""));
	return seal(s, &d);
}

int inf__status_from_answer(struct inf_status *s, const struct inf__rest_call *c)
{
	json_t v;
	int rc;

	if (c->media == INF_MEDIA_INVALID)
		return from_content_type(s);
	if (c->media == INF_MEDIA_JSON && json_valid(strbuf_str(&c->body), &v, NULL) &&
	    inf__is_status(v) && json_str_eq(json_get(v, "status"), STR("Failure"))) {
		rc = inf__status_from_json(s, v);
		if (rc == 0 && s->code == 0)
			s->code = c->status; /* client-go leaves it unset */
		if (rc != RELIST_EPARSE)
			return rc;
	}
	return from_code(s, c, c->status, server_text(c));
}

/* ---- predicates ---- */

static const struct {
	const char *reason;
	int code;
} reasons[] = {
#define X(name, id, reason, code) { reason, code },
	INF_REASONS(X)
#undef X
};

bool inf_status_is(const struct inf_status *status, enum inf_reason reason)
{
	if (!status || !status->mem || (unsigned)reason >= ARRAY_LEN(reasons))
		return false;
	if (strcmp(status->reason, reasons[reason].reason) == 0)
		return true;
	if (!reasons[reason].code || status->code != reasons[reason].code)
		return false;
	/* For these two the code alone has always been sufficient. */
	return reason == INF_REASON_TOO_MANY_REQUESTS ||
	       reason == INF_REASON_REQUEST_ENTITY_TOO_LARGE ||
	       !inf__reason_is_known(status->reason);
}

bool inf_status_has_cause(const struct inf_status *status, const char *reason)
{
	for (size_t i = 0; status && i < status->cause_count; i++)
		if (strcmp(status->causes[i].reason, reason) == 0)
			return true;
	return false;
}

bool inf_status_is_unexpected(const struct inf_status *status)
{
	return inf_status_has_cause(status, "UnexpectedServerResponse");
}

bool inf_status_delay(const struct inf_status *status, int32_t *seconds)
{
	*seconds = status ? status->retry_after_s : 0;
	return *seconds > 0 || inf_is_server_timeout(status);
}

int inf__status_error(const struct inf_status *s, struct relist_err *err)
{
	int code = inf_is_not_found(s)				  ? RELIST_ENOTFOUND
		   : inf_is_already_exists(s)			  ? RELIST_EEXIST
		   : inf_is_conflict(s)				  ? RELIST_ECONFLICT
		   : inf_is_gone(s) || inf_is_resource_expired(s) ? RELIST_EEXPIRED
								  : RELIST_ESTATUS;

	if (err)
		err->http_status = s->code;
	return relist_err_set(err, code, "%s", s->message);
}
