/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/route.h"

#include "base/text/ascii.h"
#include "base/text/query_bool.h"
#include "base/url.h"

enum { SEGMENTS_MAX = 16 };

const struct fakeapi__verb_row fakeapi__verbs[FAKEAPI_VERB_COUNT] = {
	[FAKEAPI_VERB_NONE] = { "", FAKEAPI_OTHER, FAKEAPI_NAMED_OR_NOT },
#define VERB(id, name, method, named, fn) [FAKEAPI_VERB_##id] = { name, method, named },
#include "fakeapi/tbl/verbs.h"
#undef VERB
};

/* Appends `in` decoded; room was reserved, so that earlier strings stay where they are. */
static struct str unescape(struct strbuf *text, struct str in, bool plus_is_space)
{
	size_t start = text->len;

	strbuf_add_urldec(text, in, plus_is_space);
	return (struct str) { text->ptr + start, text->len - start };
}

static enum fakeapi__method method_of(struct str m)
{
	static const struct {
		const char *name;
		enum fakeapi__method method;
	} known[] = {
		{ "GET", FAKEAPI_GET }, { "HEAD", FAKEAPI_HEAD },   { "POST", FAKEAPI_POST },
		{ "PUT", FAKEAPI_PUT }, { "PATCH", FAKEAPI_PATCH }, { "DELETE", FAKEAPI_DELETE },
	};

	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (str_eqz(m, known[i].name))
			return known[i].method;
	return FAKEAPI_OTHER;
}

/* net/url drops a parameter with a wrong escape or a semicolon, and reads the others. */
static bool is_readable(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == ';' ||
		    (text.ptr[i] == '%' && (i + 2 >= text.len || hex_digit(text.ptr[i + 1]) < 0 ||
					    hex_digit(text.ptr[i + 2]) < 0)))
			return false;
	return true;
}

static void parse_query(struct fakeapi__route *r, struct str query)
{
	struct str name, value;

	while (r->param_count < FAKEAPI_QUERY_MAX && url_next_param(&query, &name, &value)) {
		if (!is_readable(name) || !is_readable(value))
			continue;
		r->params[r->param_count].name = unescape(&r->text, name, true);
		r->params[r->param_count].value = unescape(&r->text, value, true);
		r->param_count++;
	}
}

/* Leading and trailing slashes do not count; empty segments inside do. */
static size_t split(struct str path, struct str *out, size_t max, bool *bad)
{
	size_t n = 0;

	while (path.len && path.ptr[0] == '/') {
		path.ptr++;
		path.len--;
	}
	while (path.len && path.ptr[path.len - 1] == '/')
		path.len--;
	while (path.len) {
		const char *slash = memchr(path.ptr, '/', path.len);
		size_t len = slash ? (size_t)(slash - path.ptr) : path.len;

		if (len == 0)
			*bad = true;
		if (n == max) {
			*bad = true;
			return n;
		}
		out[n++] = (struct str) { path.ptr, len };
		path.ptr += len + (slash != NULL);
		path.len -= len + (slash != NULL);
	}
	return n;
}

static bool is_namespace_subresource(struct str s)
{
	return str_eqz(s, "status") || str_eqz(s, "finalize");
}

static bool is_long_subresource(struct str s)
{
	return str_eqz(s, "attach") || str_eqz(s, "exec") || str_eqz(s, "log") ||
	       str_eqz(s, "portforward") || str_eqz(s, "proxy");
}

static enum fakeapi__verb verb_of(const struct fakeapi__route *r)
{
	switch (r->method) {
	case FAKEAPI_GET:
	case FAKEAPI_HEAD:
		if (r->legacy_watch)
			return FAKEAPI_VERB_WATCH;
		if (r->name.len)
			return FAKEAPI_VERB_GET;
		return fakeapi__route_bool(r, "watch", NULL) ? FAKEAPI_VERB_WATCH
							     : FAKEAPI_VERB_LIST;
	case FAKEAPI_POST:
		return FAKEAPI_VERB_CREATE;
	case FAKEAPI_PUT:
		return FAKEAPI_VERB_UPDATE;
	case FAKEAPI_PATCH:
		return FAKEAPI_VERB_PATCH;
	case FAKEAPI_DELETE:
		return r->name.len ? FAKEAPI_VERB_DELETE : FAKEAPI_VERB_DELETE_COLLECTION;
	case FAKEAPI_OTHER:
		break;
	}
	return FAKEAPI_VERB_NONE;
}

static void parse_segments(struct fakeapi__route *r)
{
	struct str seg[SEGMENTS_MAX];
	size_t n = split(r->path, seg, SEGMENTS_MAX, &r->bad), i = 0;
	bool core = n > 0 && str_eqz(seg[0], "api");

	if (n < 3 || (!core && !str_eqz(seg[0], "apis")) || (!core && n < 4))
		return;
	i = 1;
	if (!core)
		r->group = seg[i++];
	r->version = seg[i++];
	r->resource_path = true;
	if (str_eqz(seg[i], "watch") && i + 1 < n) {
		r->legacy_watch = true;
		i++;
	}
	if (str_eqz(seg[i], "proxy") && i + 1 < n) {
		r->legacy_proxy = true;
		i++;
	}
	r->untyped = !r->legacy_watch && !r->legacy_proxy && i + 1 == n &&
		     (str_eqz(seg[i], "watch") || str_eqz(seg[i], "proxy"));
	if (str_eqz(seg[i], "namespaces") && i + 1 < n) {
		r->ns = seg[i + 1];
		if (i + 2 < n && !is_namespace_subresource(seg[i + 2]))
			i += 2;
	}
	r->resource = seg[i++];
	if (i < n)
		r->name = seg[i++];
	/* A collection in no namespace is that of all. */
	if (n == i && r->ns.ptr && !r->ns.len && !r->name.len && r->resource.len &&
	    (r->method == FAKEAPI_GET || r->method == FAKEAPI_HEAD || r->method == FAKEAPI_OTHER))
		r->bad = false;
	if (i < n && !r->legacy_watch)
		r->subresource = seg[i++];
	if (i < n)
		r->rest = (struct str) { seg[i].ptr,
					 (size_t)(seg[n - 1].ptr + seg[n - 1].len - seg[i].ptr) };
	if (r->legacy_watch && r->rest.len)
		r->bad = true;
	r->verb = verb_of(r);
	r->long_running =
	    r->verb == FAKEAPI_VERB_WATCH || r->legacy_proxy || is_long_subresource(r->subresource);
}

int fakeapi__route_parse(struct fakeapi__route *r, struct str method, struct str path,
			 struct str query)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->text);
	r->method = method_of(method);
	if (!strbuf_reserve(&r->text, method.len + path.len + query.len + 1))
		return -1;
	r->method_name = (struct str) { r->text.ptr, method.len };
	for (size_t i = 0; i < method.len; i++)
		strbuf_addc(&r->text, ascii_lower(method.ptr[i]));
	r->path = unescape(&r->text, path, false);
	parse_query(r, query);
	parse_segments(r);
	return 0;
}

void fakeapi__route_fini(struct fakeapi__route *r)
{
	strbuf_fini(&r->text);
}

struct str fakeapi__route_param(const struct fakeapi__route *r, const char *name, bool *given)
{
	for (size_t i = 0; i < r->param_count; i++) {
		if (str_eqz(r->params[i].name, name)) {
			if (given)
				*given = true;
			return r->params[i].value;
		}
	}
	if (given)
		*given = false;
	return (struct str) { NULL, 0 };
}

bool fakeapi__route_bool(const struct fakeapi__route *r, const char *name, bool *given)
{
	bool there;
	struct str v = fakeapi__route_param(r, name, &there);

	if (given)
		*given = there;
	return there && text_query_bool(v);
}
