/* SPDX-License-Identifier: Apache-2.0 */
/* Who asks, and whether they may: a static token file, and nobody but system:masters may. */
#include "base/alloc.h"
#include "fakeapi/context.h"

void fakeapi__users_fini(struct fakeapi__users *u)
{
	for (size_t i = 0; i < u->count; i++) {
		base__free(u->list[i].token);
		base__free(u->list[i].name);
		base__free(u->list[i].uid);
		base__free(u->list[i].groups);
	}
	base__free(u->list);
	memset(u, 0, sizeof(*u));
}

/* The next field of a CSV line, quotes as in Go's encoding/csv. */
static char *csv_field(struct str *line)
{
	AUTO_STRBUF out = STRBUF_INIT;
	bool quoted = line->len && line->ptr[0] == '"';
	size_t i = quoted;

	for (; i < line->len; i++) {
		char c = line->ptr[i];

		if (quoted && c == '"') {
			if (i + 1 < line->len && line->ptr[i + 1] == '"') {
				i++;
			} else {
				i++;
				break;
			}
		} else if (!quoted && c == ',') {
			break;
		}
		strbuf_addc(&out, c);
	}
	if (i < line->len && line->ptr[i] == ',')
		i++;
	line->ptr += i;
	line->len -= i;
	return out.failed ? NULL : base__strndup(out.ptr, out.len);
}

static bool in_group(const char *groups, const char *name)
{
	struct str rest = str_of(groups);

	while (rest.len) {
		const char *comma = memchr(rest.ptr, ',', rest.len);
		struct str one = { rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len };

		if (str_eqz(one, name))
			return true;
		rest.ptr += one.len + (comma != NULL);
		rest.len -= one.len + (comma != NULL);
	}
	return false;
}

static bool is_blank(struct str line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t')
			return false;
	return true;
}

int fakeapi__users_parse(struct fakeapi__users *u, struct str csv, struct relist_err *err)
{
	static const char bom[] = "\xef\xbb\xbf";

	if (csv.len >= 3 && memcmp(csv.ptr, bom, 3) == 0) {
		csv.ptr += 3;
		csv.len -= 3;
	}
	for (uint32_t number = 1; csv.len; number++) {
		const char *nl = memchr(csv.ptr, '\n', csv.len);
		struct str line = { csv.ptr, nl ? (size_t)(nl - csv.ptr) : csv.len };
		struct fakeapi__user *grown, *user;

		csv.ptr += line.len + (nl != NULL);
		csv.len -= line.len + (nl != NULL);
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		if (is_blank(line) || line.ptr[0] == '#')
			continue;
		grown = base__reallocarray(u->list, u->count + 1, sizeof(*grown));
		if (!grown)
			return relist_err_set(err, RELIST_ENOMEM, "token file: out of memory");
		u->list = grown;
		user = &grown[u->count++];
		user->token = csv_field(&line);
		user->name = csv_field(&line);
		user->uid = csv_field(&line);
		user->groups = csv_field(&line);
		if (!user->token || !user->name || !user->uid || !user->groups)
			return relist_err_set(err, RELIST_ENOMEM, "token file: out of memory");
		if (!user->token[0] || !user->name[0])
			return relist_err_set(err, RELIST_EPARSE,
					      "token file line %u: found no %s, wanted "
					      "token,user,uid,\"group,...\"",
					      number, user->token[0] ? "user" : "token");
		user->admin = in_group(user->groups, "system:masters");
	}
	if (!u->count)
		return relist_err_set(err, RELIST_EPARSE,
				      "token file: found no token, wanted lines of "
				      "token,user,uid,\"group,...\"");
	return 0;
}

static struct str bearer_token(const struct fakeapi__call *c)
{
	struct str auth = fakeapi__request_header(c->req, "Authorization");
	static const char scheme[] = "bearer ";

	if (auth.len < sizeof(scheme) - 1)
		return (struct str) { NULL, 0 };
	for (size_t i = 0; i + 1 < sizeof(scheme); i++)
		if ((auth.ptr[i] | 0x20) != scheme[i])
			return (struct str) { NULL, 0 };
	auth.ptr += sizeof(scheme) - 1;
	auth.len -= sizeof(scheme) - 1;
	while (auth.len && auth.ptr[0] == ' ') {
		auth.ptr++;
		auth.len--;
	}
	return auth;
}

/* Comparing a token takes the same time wherever it differs. */
static bool token_eq(struct str given, const char *token)
{
	size_t len = strlen(token);
	unsigned char diff = given.len != len;

	for (size_t i = 0; i < given.len && i < len; i++)
		diff |= (unsigned char)(given.ptr[i] ^ token[i]);
	return diff == 0;
}

static struct fakeapi__user anonymous = {
	(char *)(uintptr_t) "",
	(char *)(uintptr_t) "system:anonymous",
	(char *)(uintptr_t) "",
	(char *)(uintptr_t) "system:unauthenticated",
	false,
};

int fakeapi__authenticate(struct fakeapi__call *c)
{
	struct str token;

	c->user = NULL;
	if (!c->core->users.count)
		return 0;
	token = bearer_token(c);
	if (!token.len) {
		c->user = &anonymous;
		return 0;
	}
	for (size_t i = 0; i < c->core->users.count; i++)
		if (token_eq(token, c->core->users.list[i].token))
			c->user = &c->core->users.list[i];
	if (c->user)
		return 0;
	return fakeapi__status_set(&c->st, 401, "Unauthorized", "Unauthorized");
}

/* Discovery, health and version are for everybody (system:discovery, system:public-info-viewer). */
static bool is_public(const struct fakeapi__call *c)
{
	static const char *const everybody[] = { "/healthz", "/livez", "/readyz", "/version",
						 "/version/" };
	static const char *const authenticated[] = { "/api",  "/apis",	"/openapi",
						     "/api/", "/apis/", "/openapi/" };
	struct str path = c->route.path;

	if (c->route.resource_path || (c->route.method != FAKEAPI_GET))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(everybody); i++)
		if (str_eqz(path, everybody[i]))
			return true;
	if (c->user == &anonymous)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(authenticated); i++) {
		size_t n = strlen(authenticated[i]);

		if (path.len >= n && memcmp(path.ptr, authenticated[i], n) == 0)
			return true;
	}
	return false;
}

/* Every authenticated user may ask about itself (system:basic-user). */
static bool is_self_review(const struct fakeapi__call *c)
{
	return c->user != &anonymous && c->route.resource_path &&
	       c->route.verb == FAKEAPI_VERB_CREATE &&
	       (str_eqz(c->route.resource, "selfsubjectaccessreviews") ||
		str_eqz(c->route.resource, "selfsubjectrulesreviews") ||
		str_eqz(c->route.resource, "selfsubjectreviews"));
}

static int forbid_path(struct fakeapi__call *c)
{
	static const char *const verbs[] = { "get", "head", "post", "put", "patch", "delete", "" };

	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "forbidden: User \"%s\" cannot %s path \"" STR_FMT "\"",
				  c->user->name, verbs[c->route.method], STR_ARG(c->route.path));
	fakeapi__status_details(&c->st, "", "", "", "");
	return -1;
}

int fakeapi__authorize(struct fakeapi__call *c)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF group = STRBUF_INIT;
	AUTO_STRBUF kind = STRBUF_INIT;
	const struct fakeapi__route *r = &c->route;

	if (!c->user || c->user->admin || is_public(c) || is_self_review(c))
		return 0;
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return -1;
	if (!r->resource_path)
		return forbid_path(c);
	strbuf_adds(&kind, r->resource);
	strbuf_adds(&text, r->resource);
	strbuf_adds(&name, r->name);
	strbuf_adds(&group, r->group);
	if (r->group.len)
		strbuf_addf(&text, "." STR_FMT, STR_ARG(r->group));
	if (r->name.len)
		strbuf_addf(&text, " \"" STR_FMT "\"", STR_ARG(r->name));
	strbuf_addf(&text,
		    " is forbidden: User \"%s\" cannot %s resource \"" STR_FMT "%s" STR_FMT
		    "\" in API group \"" STR_FMT "\"",
		    c->user->name, fakeapi__verb_name(r), STR_ARG(r->resource),
		    r->subresource.len ? "/" : "", STR_ARG(r->subresource), STR_ARG(r->group));
	if (r->ns.len)
		strbuf_addf(&text, " in the namespace \"" STR_FMT "\"", STR_ARG(r->ns));
	else
		strbuf_addz(&text, " at the cluster scope");
	(void)fakeapi__status_set(&c->st, 403, "Forbidden", STR_FMT, STR_ARG(strbuf_str(&text)));
	fakeapi__status_details(&c->st, name.ptr, group.ptr, kind.ptr, NULL);
	return -1;
}
