/* SPDX-License-Identifier: Apache-2.0 */
/* route.h - the meaning of a path and a query (apiserver's RequestInfo). */
#ifndef FAKEAPI_ROUTE_H
#define FAKEAPI_ROUTE_H

#include "base/str.h"

enum { FAKEAPI_QUERY_MAX = 64 };

enum fakeapi__method {
	FAKEAPI_GET,
	FAKEAPI_HEAD,
	FAKEAPI_POST,
	FAKEAPI_PUT,
	FAKEAPI_PATCH,
	FAKEAPI_DELETE,
	FAKEAPI_OTHER,
};

struct fakeapi__param {
	struct str name;
	struct str value;
};

/* The rows of tbl/verbs.h. */
enum fakeapi__verb {
	FAKEAPI_VERB_NONE, /* no path of a resource, or no method that has a verb */
#define VERB(id, name, method, named, fn) FAKEAPI_VERB_##id,
#include "fakeapi/tbl/verbs.h"
#undef VERB
	FAKEAPI_VERB_COUNT,
};

enum fakeapi__named { FAKEAPI_NAMED_OR_NOT, FAKEAPI_NAMED, FAKEAPI_UNNAMED };

struct fakeapi__verb_row {
	const char *name; /* "get", "list", ...; "" for NONE */
	enum fakeapi__method method;
	enum fakeapi__named named; /* whether its path names an object */
};

extern const struct fakeapi__verb_row fakeapi__verbs[FAKEAPI_VERB_COUNT];

/* Decoded; strings live in `text`. */
struct fakeapi__route {
	enum fakeapi__method method;
	struct str method_name; /* in lower case: the verb of a path without a type */
	struct str path;	/* decoded */
	bool resource_path;	/* /api/V/... or /apis/G/V/...; else `path` is all there is */
	bool bad;		/* empty segments, too many segments: nothing is there */
	bool legacy_proxy;	/* /api/v1/proxy/...: nothing is there */
	bool legacy_watch;	/* /api/v1/watch/... */
	bool untyped;		/* /api/v1/watch, /api/v1/proxy: a verb without a type */
	bool long_running; /* a watch or proxy, also below pods and services, logs and profiles */
	struct str group, version, ns, resource, name, subresource, rest;
	enum fakeapi__verb verb;
	struct fakeapi__param params[FAKEAPI_QUERY_MAX];
	size_t param_count;
	struct strbuf text;
};

/* -1: out of memory. */
int fakeapi__route_parse(struct fakeapi__route *r, struct str method, struct str path,
			 struct str query);
void fakeapi__route_fini(struct fakeapi__route *r);

static inline const char *fakeapi__verb_name(const struct fakeapi__route *r)
{
	return fakeapi__verbs[r->verb].name;
}

/* True for the path of a document of the server's own; go-restful ignores slashes at its end. */
static inline bool fakeapi__is_document(struct str path, const char *document)
{
	while (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	return str_eqz(path, document);
}

/* The first value; *given (may be NULL) distinguishes an empty value from none. */
struct str fakeapi__route_param(const struct fakeapi__route *r, const char *name, bool *given);
/* As Go's conversion of query parameters: anything but "false" and "0" is true. */
bool fakeapi__route_bool(const struct fakeapi__route *r, const char *name, bool *given);

#endif
