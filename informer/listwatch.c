/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/listwatch.h"

#include <inttypes.h>

#include "base/selector.h"

void inf__query_init(struct inf__query *q)
{
	memset(q, 0, sizeof(*q));
	strbuf_init(&q->resource_version);
	strbuf_init(&q->continue_token);
}

void inf__query_fini(struct inf__query *q)
{
	strbuf_fini(&q->resource_version);
	strbuf_fini(&q->continue_token);
	q->count = 0;
}

static void add(struct inf__query *q, const char *name, const char *value)
{
	if (!*value)
		return;
	ASSERT(q->count < INF_QUERY_MAX);
	q->params[q->count++] = (struct inf__query_param) { name, value };
}

int inf__query_set(struct inf__query *q, const struct inf__list_options *o,
		   const char *label_selector, const char *field_selector)
{
	q->count = 0;
	strbuf_clear(&q->resource_version);
	strbuf_addz(&q->resource_version, o->resource_version);
	strbuf_clear(&q->continue_token);
	strbuf_addz(&q->continue_token, o->continue_token);
	if (q->resource_version.failed || q->continue_token.failed)
		return RELIST_ENOMEM;
	q->limit[0] = q->timeout_seconds[0] = 0;
	if (o->limit)
		(void)snprintf(q->limit, sizeof(q->limit), "%" PRId64, o->limit);
	if (o->timeout_seconds)
		(void)snprintf(q->timeout_seconds, sizeof(q->timeout_seconds), "%" PRId64,
			       o->timeout_seconds);
	add(q, "allowWatchBookmarks", o->allow_bookmarks ? "true" : "");
	add(q, "continue", q->continue_token.ptr);
	add(q, "fieldSelector", field_selector);
	add(q, "labelSelector", label_selector);
	add(q, "limit", q->limit);
	add(q, "resourceVersion", q->resource_version.ptr);
	add(q, "resourceVersionMatch", o->send_initial_events ? "NotOlderThan" : "");
	add(q, "sendInitialEvents", o->send_initial_events ? "true" : "");
	add(q, "timeoutSeconds", q->timeout_seconds);
	add(q, "watch", o->watch ? "true" : "");
	return 0;
}

void inf__query_text(struct strbuf *out, const struct inf__query_param *params, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			strbuf_addc(out, '&');
		strbuf_add_urlenc(out, str_of(params[i].name));
		strbuf_addc(out, '=');
		strbuf_add_urlenc(out, str_of(params[i].value));
	}
}

/* fields.ParseSelector: terms with "=", "==" or "!=", separated by commas. In values only comma,
 * equals sign and backslash are escaped. */
static bool field_term_parses(struct str term)
{
	const char *equals = term.len ? memchr(term.ptr, '=', term.len) : NULL;
	const char *p, *end = term.ptr + term.len;

	if (!equals)
		return term.len == 0;
	p = equals + 1;
	if (p < end && *p == '=' && (equals == term.ptr || equals[-1] != '!'))
		p++;
	for (; p < end; p++) {
		if (*p == '=' || (*p == '\\' && (++p == end || !strchr("\\,=", *p))))
			return false;
	}
	return true;
}

static bool field_selector_parses(const char *z)
{
	for (;;) {
		struct str term = { z, 0 };

		for (; *z && *z != ','; z++)
			z += *z == '\\' && z[1];
		term.len = (size_t)(z - term.ptr);
		if (!field_term_parses(term))
			return false;
		if (!*z++)
			return true;
	}
}

int inf__selectors_parse(const char *label_selector, const char *field_selector, bool *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct selector_term *terms = NULL;
	int rc = selector_parse_labels(str_of(label_selector), &terms, &why);

	selector_free(terms);
	*out = rc == 0 && field_selector_parses(field_selector);
	return rc == RELIST_ENOMEM || why.failed ? RELIST_ENOMEM : 0;
}

bool inf__is_path_segment(const char *z)
{
	return strcmp(z, ".") != 0 && strcmp(z, "..") != 0 && !strpbrk(z, "/%");
}

int inf__resource_path(struct strbuf *out, const char *group, const char *version,
		       const char *namespace_, const char *resource, struct relist_err *err)
{
	const char *const segments[] = { group, version, namespace_, resource };

	for (size_t i = 0; i < ARRAY_LEN(segments); i++) {
		if (!inf__is_path_segment(segments[i]))
			return relist_err_set(err, RELIST_EINVAL, "'%s' cannot be part of a path",
					      segments[i]);
	}
	if (!*version || !*resource)
		return relist_err_set(err, RELIST_EINVAL, "a version and a resource are needed");
	strbuf_addf(out, *group ? "/apis/%s/%s" : "/api%s/%s", group, version);
	if (*namespace_)
		strbuf_addf(out, "/namespaces/%s", namespace_);
	strbuf_addf(out, "/%s", resource);
	if (out->failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return 0;
}
