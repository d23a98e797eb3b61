/* SPDX-License-Identifier: Apache-2.0 */
/* authentication.c - authenticates by a static token file, client certificates and signed
 * tokens. */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/context.h"
#include "fakeapi/tokens/tokens.h"

void fakeapi__users_fini(struct fakeapi__users *u)
{
	for (size_t i = 0; i < u->count; i++)
		fakeapi__user_fini(&u->list[i]);
	base__free(u->list);
	memset(u, 0, sizeof(*u));
}

/* Reads the next field of a CSV line, with quotes as in Go's encoding/csv. */
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

static bool is_blank(struct str line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t')
			return false;
	return true;
}

/* Reads the fourth field; an empty one is a group with an empty name, as in kube-apiserver. */
static int csv_groups(struct fakeapi__user *user, struct str rest)
{
	char *text;
	int rc;

	if (rest.ptr[-1] != ',')
		return 0;
	text = csv_field(&rest);
	rc = text ? fakeapi__user_add_groups(user, str_of(text), ',') : -1;
	base__free(text);
	return rc;
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
		memset(user, 0, sizeof(*user));
		user->token = csv_field(&line);
		user->name = csv_field(&line);
		user->uid = csv_field(&line);
		if (!user->token || !user->name || !user->uid || csv_groups(user, line) < 0)
			return relist_err_set(err, RELIST_ENOMEM, "token file: out of memory");
		if (!user->token[0] || !user->name[0])
			return relist_err_set(err, RELIST_EPARSE,
					      "token file line %u: found no %s, wanted "
					      "token,user,uid,\"group,...\"",
					      number, user->token[0] ? "user" : "token");
		user->admin = fakeapi__user_in_group(user, "system:masters");
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
	struct str scheme = STR("bearer ");

	if (!ascii_begins_nocase(auth, scheme))
		return (struct str) { NULL, 0 };
	auth.ptr += scheme.len;
	auth.len -= scheme.len;
	while (auth.len && auth.ptr[0] == ' ') {
		auth.ptr++;
		auth.len--;
	}
	return auth;
}

/* Compares tokens in constant time. */
static bool token_eq(struct str given, const char *token)
{
	size_t len = strlen(token);
	unsigned char diff = given.len != len;

	for (size_t i = 0; i < given.len && i < len; i++)
		diff |= (unsigned char)(given.ptr[i] ^ token[i]);
	return diff == 0;
}

static char *anonymous_groups[] = { (char *)(uintptr_t) "system:unauthenticated", NULL };

const struct fakeapi__user fakeapi__anonymous = {
	(char *)(uintptr_t) "",
	(char *)(uintptr_t) "system:anonymous",
	(char *)(uintptr_t) "",
	anonymous_groups,
	false,
	true,
	NULL,
};

static void user_free(struct fakeapi__user *u)
{
	if (!u)
		return;
	fakeapi__user_fini(u);
	base__free(u);
}

void fakeapi__certificate_users_fini(struct map *m)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(m, &i));)
		user_free(e->value);
	map_fini(m);
}

/* Requests outlive the connection's strings, so each user is kept; the CA has signed each one's
 * certificate. NULL: out of memory. */
static const struct fakeapi__user *user_of_certificate(struct fakeapi__call *c)
{
	const struct fakeapi__request *req = c->req;
	AUTO_STRBUF key = STRBUF_INIT;
	struct fakeapi__user *u;

	strbuf_adds(&key, req->peer_name);
	strbuf_addc(&key, '\0');
	strbuf_adds(&key, req->peer_groups);
	if (key.failed)
		return NULL;
	u = map_get(&c->core->certificate_users, strbuf_str(&key));
	if (u)
		return u;
	u = base__calloc(1, sizeof(*u));
	if (!u)
		return NULL;
	u->token = base__strdup("");
	u->uid = base__strdup("");
	u->name = base__strndup(req->peer_name.ptr, req->peer_name.len);
	if (u->token && u->uid && u->name &&
	    (!req->peer_groups.len || fakeapi__user_add_groups(u, req->peer_groups, '\0') == 0) &&
	    map_put(&c->core->certificate_users, strbuf_str(&key), u, NULL) == 0) {
		u->admin = fakeapi__user_in_group(u, "system:masters");
		return u;
	}
	user_free(u);
	return NULL;
}

/* The user of a token signed by this server. Users are kept: one per account and pod. NULL: no
 * user, or out of memory. */
static const struct fakeapi__user *user_of_token(struct fakeapi__call *c, struct str token)
{
	struct fakeapi__token_claims claims;
	struct fakeapi__user *u = NULL;
	AUTO_STRBUF key = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	const cJSON *pod, *node;

	if (fakeapi__token_check(c, token, NULL, &claims, &why) <= 0)
		return NULL;
	/* Only reviews report the token's id; kept users would differ for each token. */
	cJSON_DeleteItemFromObjectCaseSensitive(claims.user.extra,
						"authentication.kubernetes.io/credential-id");
	if (claims.user.extra && !claims.user.extra->child) {
		cJSON_Delete(claims.user.extra);
		claims.user.extra = NULL;
	}
	pod = cJSON_GetObjectItemCaseSensitive(claims.user.extra,
					       "authentication.kubernetes.io/pod-uid");
	node = cJSON_GetObjectItemCaseSensitive(claims.user.extra,
						"authentication.kubernetes.io/node-uid");
	strbuf_addf(&key, "\ttoken\n%s\n%s\n%s\n%s", claims.user.name, claims.user.uid,
		    pod && pod->child ? pod->child->valuestring : "",
		    node && node->child ? node->child->valuestring : "");
	if (!key.failed)
		u = map_get(&c->core->certificate_users, strbuf_str(&key));
	if (!u && !key.failed) {
		u = base__calloc(1, sizeof(*u));
		if (u && map_put(&c->core->certificate_users, strbuf_str(&key), u, NULL) == 0) {
			*u = claims.user;
			memset(&claims.user, 0, sizeof(claims.user));
		} else {
			base__free(u);
			u = NULL;
		}
	}
	fakeapi__token_claims_fini(&claims);
	return u;
}

/* True if a request without credentials is refused. In-process requests are not authenticated. */
static bool needs_credentials(const struct fakeapi__call *c)
{
	const char *paths = c->core->anonymous_paths;

	if (!c->req->remote || !(c->core->opt.no_anonymous || paths))
		return false;
	for (const char *p = paths; p && *p; p += *p == ',') {
		struct str path = { p, strcspn(p, ",") };

		if (str_eq(path, c->req->path))
			return false;
		p += path.len;
	}
	return true;
}

int fakeapi__authenticate(struct fakeapi__call *c)
{
	bool needs = needs_credentials(c);
	struct str token;

	c->user = NULL;
	if (!c->core->users.count && !c->core->opt.client_certificates && !needs)
		return 0;
	if (c->req->peer_name.len) {
		c->user = user_of_certificate(c);
		return c->user ? 0
			       : fakeapi__status_set(&c->st, 500, "InternalError", "out of memory");
	}
	token = bearer_token(c);
	if (!token.len && (c->req->peer_unknown || needs))
		return fakeapi__status_set(&c->st, 401, "Unauthorized", "Unauthorized");
	if (!token.len) {
		c->user = &fakeapi__anonymous;
		return 0;
	}
	for (size_t i = 0; i < c->core->users.count; i++)
		if (token_eq(token, c->core->users.list[i].token))
			c->user = &c->core->users.list[i];
	if (!c->user)
		c->user = user_of_token(c, token);
	if (c->user)
		return 0;
	return fakeapi__status_set(&c->st, 401, "Unauthorized", "Unauthorized");
}
