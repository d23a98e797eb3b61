/* SPDX-License-Identifier: Apache-2.0 */
/* forbid.c - the action of a request, and the message of its refusal
 * (handlers/responsewriters/errors.go). */
#include "fakeapi/authz/rbac.h"

/* The length of the first term: a comma after a backslash belongs to its value. */
static size_t term_len(struct str terms)
{
	size_t n = 0;

	while (n < terms.len && terms.ptr[n] != ',')
		n += terms.ptr[n] == '\\' && n + 1 < terms.len ? 2 : 1;
	return n;
}

/* path.IsValidPathSegmentName; a value with an escape is no name of an object. */
static bool is_name(struct str s)
{
	return !str_eqz(s, ".") && !str_eqz(s, "..") && s.len && !memchr(s.ptr, '/', s.len) &&
	       !memchr(s.ptr, '%', s.len) && !memchr(s.ptr, '\\', s.len);
}

/* The value of the first term metadata.name=NAME; empty: there is none, or no valid name. */
static struct str selected_name(struct str terms)
{
	static const char prefix[] = "metadata.name=";
	size_t n = sizeof(prefix) - 1, len;

	for (; terms.len; terms = (struct str) { terms.ptr + len, terms.len - len }) {
		struct str term = { terms.ptr, term_len(terms) };

		len = term.len + (term.len < terms.len);
		if (!str_begins(term, prefix))
			continue;
		n += term.len > n && term.ptr[n] == '=';
		term = (struct str) { term.ptr + n, term.len - n };
		return is_name(term) ? term : (struct str) { "", 0 };
	}
	return (struct str) { "", 0 };
}

/* A list or watch with metadata.name=NAME is an action on that object (RequestInfo); a
 * deletecollection and a path below /watch/ are not. */
static struct str name_of(const struct fakeapi__route *r)
{
	bool reads = r->verb == FAKEAPI_VERB_LIST || r->verb == FAKEAPI_VERB_WATCH;

	if (r->name.len || !reads || r->legacy_watch)
		return r->name;
	return selected_name(fakeapi__route_param(r, "fieldSelector", NULL));
}

struct fakeapi__action fakeapi__action_of(const struct fakeapi__call *c, const char *verb)
{
	const struct fakeapi__route *r = &c->route;
	/* Below /watch/ the verb is "watch" for every method. */
	struct str own = r->legacy_watch    ? STR("watch")
			 : r->legacy_proxy  ? STR("proxy")
			 : r->resource_path ? str_of(fakeapi__verb_name(r))
					    : r->method_name;

	return (struct fakeapi__action) { .user = c->user,
					  .verb = verb ? str_of(verb) : own,
					  .on_resource = r->resource_path,
					  .group = r->group,
					  .resource = r->resource,
					  .sub = r->subresource,
					  .name = name_of(r),
					  .ns = r->ns,
					  .path = r->path };
}

static int forbid_path(struct fakeapi__call *c, const struct fakeapi__action *a, struct str reason)
{
	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "forbidden: User \"%s\" cannot " STR_FMT " path \"" STR_FMT
				  "\"%s" STR_FMT,
				  c->user->name, STR_ARG(a->verb), STR_ARG(a->path),
				  reason.len ? ": " : "", STR_ARG(reason));
	fakeapi__status_details(&c->st, "", "", "", "");
	return -1;
}

int fakeapi__forbid(struct fakeapi__call *c, const struct fakeapi__action *a, struct str reason)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF group = STRBUF_INIT;
	AUTO_STRBUF kind = STRBUF_INIT;

	if (!a->on_resource)
		return forbid_path(c, a, reason);
	strbuf_adds(&kind, a->resource);
	strbuf_adds(&text, a->resource);
	strbuf_adds(&name, a->name);
	strbuf_adds(&group, a->group);
	if (a->group.len)
		strbuf_addf(&text, "." STR_FMT, STR_ARG(a->group));
	if (a->name.len)
		strbuf_addf(&text, " \"" STR_FMT "\"", STR_ARG(a->name));
	/* A path with an empty type, as /api/v1//x. */
	if (!a->resource.len && !a->group.len)
		strbuf_clear(&text);
	else
		strbuf_addz(&text, " is ");
	strbuf_addf(&text,
		    "forbidden: User \"%s\" cannot " STR_FMT " resource \"" STR_FMT "%s" STR_FMT
		    "\" in API group \"" STR_FMT "\"",
		    c->user->name, STR_ARG(a->verb), STR_ARG(a->resource), a->sub.len ? "/" : "",
		    STR_ARG(a->sub), STR_ARG(a->group));
	if (a->ns.len)
		strbuf_addf(&text, " in the namespace \"" STR_FMT "\"", STR_ARG(a->ns));
	else
		strbuf_addz(&text, " at the cluster scope");
	if (reason.len)
		strbuf_addf(&text, ": " STR_FMT, STR_ARG(reason));
	(void)fakeapi__status_set(&c->st, 403, "Forbidden", STR_FMT, STR_ARG(strbuf_str(&text)));
	fakeapi__status_details(&c->st, name.ptr, group.ptr, kind.ptr, NULL);
	return -1;
}

int fakeapi__may_also(struct fakeapi__call *c, const char *verb)
{
	struct fakeapi__action a = fakeapi__action_of(c, verb);
	AUTO_STRBUF reason = STRBUF_INIT;
	int rc;

	if (!fakeapi__rbac_on(c->core) || c->own || !c->user)
		return 0;
	rc = fakeapi__rbac_allows(c->core, &a, &reason);
	return rc == 0 ? fakeapi__forbid(c, &a, strbuf_str(&reason)) : rc > 0 ? 0 : -1;
}
