/* SPDX-License-Identifier: Apache-2.0 */
/* options.c - validates query parameters: ListOptions, CreateOptions, UpdateOptions,
 * PatchOptions. */
#include <inttypes.h>

#include "base/text/number.h"
#include "fakeapi/meta/go_json.h"
#include "base/alloc.h"
#include "fakeapi/rest/rest.h"

int fakeapi__cause_push(cJSON *causes, const char *reason, const char *field, const char *fmt, ...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *cause = cJSON_CreateObject();
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	if (causes && cause && !text.failed && cJSON_AddStringToObject(cause, "reason", reason) &&
	    cJSON_AddStringToObject(cause, "message", text.ptr) &&
	    cJSON_AddStringToObject(cause, "field", field) && cJSON_AddItemToArray(causes, cause))
		return 0;
	cJSON_Delete(cause);
	return -1;
}

int fakeapi__options_invalid(struct fakeapi__call *c, const char *kind, cJSON *take_causes)
{
	AUTO_STRBUF text = STRBUF_INIT;
	int count = cJSON_GetArraySize(take_causes);
	const cJSON *cause;
	bool first = true;

	if (c->refused != base__alloc_refused) { /* causes may be incomplete */
		cJSON_Delete(take_causes);
		return -1;
	}
	if (count == 0) {
		cJSON_Delete(take_causes);
		return take_causes ? 0 : -1;
	}
	cJSON_ArrayForEach(cause, take_causes)
	{
		strbuf_addf(&text, "%s%s: %s", first ? "" : ", ", fakeapi__get_str(cause, "field"),
			    fakeapi__get_str(cause, "message"));
		first = false;
	}
	(void)fakeapi__status_set(&c->st, 422, "Invalid",
				  "%s.meta.k8s.io \"\" is invalid: %s" STR_FMT "%s", kind,
				  count > 1 ? "[" : "", STR_ARG(strbuf_str(&text)),
				  count > 1 ? "]" : "");
	fakeapi__status_details(&c->st, "", "meta.k8s.io", kind, "");
	cJSON_ArrayForEach(cause, take_causes)
	{
		fakeapi__status_cause(&c->st, fakeapi__get_str(cause, "reason"),
				      fakeapi__get_str(cause, "message"),
				      fakeapi__get_str(cause, "field"));
	}
	cJSON_Delete(take_causes);
	return -1;
}

int fakeapi__read_list_request(struct fakeapi__call *c, bool watch, struct fakeapi__selection *sel)
{
	bool form_first = fakeapi__changed(c->res->features, FAKEAPI_CHANGE_LIST_FORM_FIRST);

	if (form_first && fakeapi__negotiate_call(c, false) < 0)
		return -1;
	if (fakeapi__read_list_options(c, watch, sel) < 0)
		return -1;
	return form_first ? 0 : fakeapi__negotiate_call(c, false);
}

int fakeapi__query_int(struct fakeapi__call *c, const char *name, int64_t *out, bool *given)
{
	struct str v = fakeapi__route_param(&c->route, name, given);
	enum number_fault fault;

	*out = 0;
	fault = *given ? number_read_signed(v, out) : NUMBER_FINE;
	if (fault == NUMBER_FINE)
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "strconv.ParseInt: parsing \"" STR_FMT "\": %s", STR_ARG(v),
				   fault == NUMBER_TOO_LARGE ? "value out of range"
							     : "invalid syntax");
}

#define FORBIDDEN(field, ...) fakeapi__cause_push(causes, "FieldValueForbidden", field, __VA_ARGS__)

static void check_list(struct fakeapi__call *c, cJSON *causes, struct str match)
{
	struct str rv = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	struct str token = fakeapi__route_param(&c->route, "continue", NULL);
	bool sie;

	(void)fakeapi__route_bool(&c->route, "sendInitialEvents", &sie);
	if (match.len) {
		if (!rv.len)
			FORBIDDEN("resourceVersionMatch",
				  "Forbidden: resourceVersionMatch is forbidden unless "
				  "resourceVersion is provided");
		if (token.len)
			FORBIDDEN("resourceVersionMatch",
				  "Forbidden: resourceVersionMatch is forbidden when continue is "
				  "provided");
		if (!str_eqz(match, "Exact") && !str_eqz(match, "NotOlderThan"))
			(void)fakeapi__cause_push(causes, "FieldValueNotSupported",
						  "resourceVersionMatch",
						  "Unsupported value: \"" STR_FMT
						  "\": supported values: \"Exact\", "
						  "\"NotOlderThan\", \"\"",
						  STR_ARG(match));
		if (str_eqz(match, "Exact") && str_eqz(rv, "0"))
			FORBIDDEN("resourceVersionMatch",
				  "Forbidden: resourceVersionMatch \"exact\" is forbidden for "
				  "resourceVersion \"0\"");
	}
	if (sie)
		FORBIDDEN("sendInitialEvents",
			  "Forbidden: sendInitialEvents is forbidden for list");
}

static void check_watch(struct fakeapi__call *c, cJSON *causes, struct str match, bool sie)
{
	if (sie && !str_eqz(match, "NotOlderThan"))
		FORBIDDEN("resourceVersionMatch",
			  "Forbidden: sendInitialEvents requires setting resourceVersionMatch to "
			  "NotOlderThan");
	if (sie && !fakeapi__changed(c->res->features, FAKEAPI_CHANGE_WATCH_LISTS))
		FORBIDDEN("sendInitialEvents",
			  "Forbidden: sendInitialEvents is forbidden for watch unless the "
			  "WatchList feature gate is enabled");
	if (!match.len)
		return;
	if (!sie)
		FORBIDDEN("resourceVersionMatch",
			  "Forbidden: resourceVersionMatch is forbidden for watch unless "
			  "sendInitialEvents is provided");
	if (!str_eqz(match, "NotOlderThan"))
		(void)fakeapi__cause_push(causes, "FieldValueNotSupported", "resourceVersionMatch",
					  "Unsupported value: \"" STR_FMT
					  "\": supported values: \"NotOlderThan\"",
					  STR_ARG(match));
	if (fakeapi__route_param(&c->route, "continue", NULL).len)
		FORBIDDEN("resourceVersionMatch",
			  "Forbidden: resourceVersionMatch is forbidden when continue is provided");
}

static int check_together(struct fakeapi__call *c, bool watch)
{
	struct str match = fakeapi__route_param(&c->route, "resourceVersionMatch", NULL);
	cJSON *causes = cJSON_CreateArray();
	bool sie;

	if (!causes)
		return -1;
	(void)fakeapi__route_bool(&c->route, "sendInitialEvents", &sie);
	if (!watch) {
		check_list(c, causes, match);
	} else {
		struct str rv = fakeapi__route_param(&c->route, "resourceVersion", NULL);

		/* A watch from "" or "0" is treated as one with sendInitialEvents and NotOlderThan;
		 * that match is forbidden together with a continue token. */
		if (fakeapi__changed(c->res->features, FAKEAPI_CHANGE_WATCH_LISTS) && !match.len &&
		    !sie && (!rv.len || str_eqz(rv, "0")) &&
		    fakeapi__route_param(&c->route, "continue", NULL).len)
			FORBIDDEN("resourceVersionMatch",
				  "Forbidden: resourceVersionMatch is forbidden when continue is "
				  "provided");
		check_watch(c, causes, match, sie);
	}
	return fakeapi__options_invalid(c, "ListOptions", causes);
}

int fakeapi__read_list_options(struct fakeapi__call *c, bool watch, struct fakeapi__selection *sel)
{
	struct str labels = fakeapi__route_param(&c->route, "labelSelector", NULL);
	struct str fields = fakeapi__route_param(&c->route, "fieldSelector", NULL);
	struct str ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	int64_t ignored;
	bool given;

	if (fakeapi__query_int(c, "timeoutSeconds", &ignored, &given) < 0 ||
	    fakeapi__query_int(c, "limit", &ignored, &given) < 0)
		return -1;
	if (fakeapi__selection_set_place(sel, ns, c->route.name) < 0 ||
	    (labels.len &&
	     fakeapi__selection_add_labels(sel, labels, fakeapi__label_unit(c->res->features),
					   &c->st) < 0) ||
	    fakeapi__selection_check_fields(fields, &c->st) < 0)
		return -1;
	return check_together(c, watch);
}

int fakeapi__select_fields(struct fakeapi__call *c, struct fakeapi__selection *sel)
{
	struct str fields = fakeapi__route_param(&c->route, "fieldSelector", NULL);

	return fakeapi__selection_add_fields(sel, c->res, fields, &c->st);
}

/* --- options of writing verbs -------------------------------------------------------------- */

static void check_manager(cJSON *causes, struct str manager)
{
	AUTO_STRBUF quoted = STRBUF_INIT;

	fakeapi__go_quote(&quoted, manager);
	if (manager.len > 128)
		(void)fakeapi__cause_push(causes, "FieldValueTooLong", "fieldManager",
					  "Too long: may not be more than 128 bytes");
	for (size_t i = 0; i < manager.len; i++) {
		unsigned char ch = (unsigned char)manager.ptr[i];

		if (ch >= 0x20 && ch != 0x7F)
			continue;
		(void)fakeapi__cause_push(causes, "FieldValueInvalid", "fieldManager",
					  "Invalid value: " STR_FMT
					  ": invalid character U+%04X (at position %zu)",
					  STR_ARG(strbuf_str(&quoted)), ch, i);
	}
}

/* Every dryRun value must be "All". */
static void check_dry_run(struct fakeapi__call *c, cJSON *causes)
{
	AUTO_STRBUF list = STRBUF_INIT;
	bool bad = false;

	for (size_t i = 0; i < c->route.param_count; i++) {
		const struct fakeapi__param *p = &c->route.params[i];

		if (!str_eqz(p->name, "dryRun"))
			continue;
		c->dry_run |= str_eqz(p->value, "All");
		bad |= !str_eqz(p->value, "All");
		if (list.len)
			strbuf_addc(&list, ',');
		strbuf_add_json(&list, p->value);
	}
	if (bad)
		(void)fakeapi__cause_push(causes, "FieldValueNotSupported", "dryRun",
					  "Unsupported value: [" STR_FMT
					  "]: supported values: \"All\"",
					  STR_ARG(strbuf_str(&list)));
}

static void check_field_validation(struct fakeapi__call *c, cJSON *causes)
{
	struct str fv = fakeapi__route_param(&c->route, "fieldValidation", NULL);

	if (!fv.len || str_eqz(fv, "Warn"))
		c->fv = FAKEAPI_FV_WARN; /* the server's default */
	else if (str_eqz(fv, "Ignore"))
		c->fv = FAKEAPI_FV_IGNORE;
	else if (str_eqz(fv, "Strict"))
		c->fv = FAKEAPI_FV_STRICT;
	else
		(void)fakeapi__cause_push(causes, "FieldValueNotSupported", "fieldValidation",
					  "Unsupported value: \"" STR_FMT
					  "\": supported values: \"\", \"Ignore\", \"Strict\", "
					  "\"Warn\"",
					  STR_ARG(fv));
}

/* fieldManager, or the User-Agent up to the slash. */
static void set_manager(struct fakeapi__call *c, struct str manager)
{
	if (!manager.len) {
		struct str ua = fakeapi__request_header(c->req, "User-Agent");
		const char *slash = ua.len ? memchr(ua.ptr, '/', ua.len) : NULL;

		manager = (struct str) { ua.ptr, slash ? (size_t)(slash - ua.ptr) : ua.len };
		if (!manager.len)
			manager = STR("unknown");
	}
	if (manager.len > 128)
		manager.len = 128;
	memcpy(c->manager, manager.ptr, manager.len);
	c->manager[manager.len] = '\0';
}

int fakeapi__write_options(struct fakeapi__call *c, const char *kind)
{
	struct str manager = fakeapi__route_param(&c->route, "fieldManager", NULL);
	cJSON *causes = cJSON_CreateArray();
	bool force_given;

	if (!causes)
		return -1;
	if (strcmp(kind, "PatchOptions") == 0) {
		struct str type = fakeapi__request_header(c->req, "Content-Type");
		bool apply = fakeapi__is_media_type(type, "application/apply-patch+yaml");

		(void)fakeapi__route_bool(&c->route, "force", &force_given);
		if (apply && !manager.len)
			(void)fakeapi__cause_push(causes, "FieldValueRequired", "fieldManager",
						  "Required value: is required for apply patch");
		if (!apply && force_given)
			FORBIDDEN("force", "Forbidden: may not be specified for non-apply patch");
	}
	check_manager(causes, manager);
	check_dry_run(c, causes);
	check_field_validation(c, causes);
	set_manager(c, manager);
	return fakeapi__options_invalid(c, kind, causes);
}
