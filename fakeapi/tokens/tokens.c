/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/tokens/tokens.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "base/clock.h"
#include "base/text/rfc3339.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/tokens/bindable.h"

enum { LEEWAY_S = 60, TOKEN_MAX = 16 * 1024 };

const char *fakeapi__token_issuer(const struct fakeapi__core *core)
{
	return core->opt.token_issuer ? core->opt.token_issuer : "https://kubernetes.default.svc";
}

const struct fakeapi__bindable fakeapi__bindables[FAKEAPI_BINDABLES] = {
	{ "Pod", "pods", "pod", true },
	{ "Secret", "secrets", "secret", true },
	{ "Node", "nodes", "node", false }
};

cJSON *fakeapi__token_object(struct fakeapi__call *c, const char *resource, struct str ns,
			     struct str name)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, STR(""), str_of(resource), false);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, ns, name) : NULL;

	return v ? fakeapi__parse(fakeapi__version_json(v)) : NULL;
}

/* Decodes the part up to the next dot as JSON; NULL: invalid. */
static cJSON *part_of(struct str part)
{
	AUTO_STRBUF json = STRBUF_INIT;
	size_t bad;

	if (!part.len || !base64_decode(&json, part, BASE64_RAW_URL, &bad))
		return NULL;
	return fakeapi__parse(strbuf_str(&json));
}

struct parts {
	cJSON *head, *claims;
	struct str signed_text, signature;
};

static void parts_fini(struct parts *p)
{
	cJSON_Delete(p->head);
	cJSON_Delete(p->claims);
}

/* False: not a JSON Web Token. */
static bool split(struct str token, struct parts *p)
{
	const char *first = token.len ? memchr(token.ptr, '.', token.len) : NULL, *second;
	size_t left;

	memset(p, 0, sizeof(*p));
	if (!first || token.len > TOKEN_MAX)
		return false;
	left = token.len - (size_t)(first + 1 - token.ptr);
	second = memchr(first + 1, '.', left);
	if (!second)
		return false;
	p->signed_text = (struct str) { token.ptr, (size_t)(second - token.ptr) };
	p->signature = (struct str) { second + 1, token.len - p->signed_text.len - 1 };
	p->head = part_of((struct str) { token.ptr, (size_t)(first - token.ptr) });
	p->claims = part_of((struct str) { first + 1, (size_t)(second - first - 1) });
	if (cJSON_IsObject(p->head) && cJSON_IsObject(p->claims))
		return true;
	parts_fini(p);
	return false;
}

static int refuse(struct strbuf *why, const char *text)
{
	strbuf_addz(why, text);
	return -1;
}

static double number(const cJSON *obj, const char *name)
{
	const cJSON *v = fakeapi__member(obj, name);

	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static bool verifies(const struct fakeapi__token_keys *keys, const struct parts *p)
{
	AUTO_STRBUF raw = STRBUF_INIT;

	return base64_decode(&raw, p->signature, BASE64_RAW_URL, NULL) &&
	       keys->verify(keys->user, fakeapi__string(p->head, "alg"),
			    fakeapi__string(p->head, "kid"), p->signed_text, strbuf_str(&raw));
}

/* An object deleted longer ago than the leeway counts as missing, although finalizers or a grace
 * period keep it. */
static bool deleted_long_ago(const struct fakeapi__call *c, const cJSON *obj)
{
	int64_t ns;

	return rfc3339_parse(str_of(fakeapi__meta_str(obj, "deletionTimestamp")), &ns) &&
	       ns / NS_PER_S < fakeapi__core_unix(c->core) - LEEWAY_S;
}

static int refuse_uid(struct strbuf *why, const char *what, const cJSON *obj, const char *claim,
		      const char *uid)
{
	strbuf_addf(why, "%s UID (%s) does not match %s (%s)", what, fakeapi__meta_str(obj, "uid"),
		    claim, uid);
	return -1;
}

static int check_account(struct fakeapi__call *c, const cJSON *claim, struct str ns,
			 struct strbuf *why)
{
	const char *name = fakeapi__string(claim, "name"), *uid = fakeapi__string(claim, "uid");
	cJSON *obj = fakeapi__token_object(c, "serviceaccounts", ns, str_of(name));
	int rc = 0;

	if (!obj) {
		strbuf_addf(why, "serviceaccounts \"%s\" not found", name);
		return -1;
	}
	if (strcmp(fakeapi__meta_str(obj, "uid"), uid) != 0)
		rc = refuse_uid(why, "service account", obj, "claim", uid);
	else if (deleted_long_ago(c, obj))
		rc = -1;
	if (rc < 0 && !why->len)
		strbuf_addf(why, "service account " STR_FMT "/%s has been deleted", STR_ARG(ns),
			    name);
	cJSON_Delete(obj);
	return rc;
}

/* Checks that the bound object still exists and is the same. */
static int check_bound(struct fakeapi__call *c, const cJSON *claim, size_t kind, struct str ns,
		       struct strbuf *why)
{
	static const char *const claims[] = { "service account pod ref claim",
					      "service account secret ref claim",
					      "service account node ref claim" };
	const char *uid = fakeapi__string(claim, "uid");
	cJSON *obj =
	    fakeapi__token_object(c, fakeapi__bindables[kind].resource,
				  fakeapi__bindables[kind].namespaced ? ns
								      : (struct str) { NULL, 0 },
				  str_of(fakeapi__string(claim, "name")));
	int rc = 0;

	if (obj && strcmp(fakeapi__meta_str(obj, "uid"), uid) != 0)
		rc = refuse_uid(why, fakeapi__bindables[kind].claim, obj, claims[kind], uid);
	else if (!obj || deleted_long_ago(c, obj))
		rc = refuse(why, "service account token has been invalidated");
	cJSON_Delete(obj);
	return rc;
}

/* validator.go; the signature is already checked. go-jose allows clocks to differ by a minute. */
static int check_claims(struct fakeapi__call *c, const cJSON *claims, struct strbuf *why)
{
	static const size_t order[] = { 1, 0, 2 }; /* secret, pod, node */
	const cJSON *own = fakeapi__member(claims, "kubernetes.io");
	const cJSON *pod = fakeapi__member(own, fakeapi__bindables[0].claim);
	struct str ns = str_of(fakeapi__string(own, "namespace"));
	double now = (double)fakeapi__core_unix(c->core);

	if (number(claims, "nbf") > now + LEEWAY_S)
		return refuse(why, "service account token is not valid yet");
	if (fakeapi__member(claims, "exp") && now - LEEWAY_S > number(claims, "exp"))
		return refuse(why, "service account token has expired");
	if (number(claims, "iat") > now + LEEWAY_S)
		return refuse(why, "service account token is issued in the future");
	if (check_account(c, fakeapi__member(own, "serviceaccount"), ns, why) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(order); i++) {
		const cJSON *to = fakeapi__member(own, fakeapi__bindables[order[i]].claim);

		/* For a pod's token, the node is only information. */
		if (to && !(order[i] == 2 && pod) && check_bound(c, to, order[i], ns, why) < 0)
			return -1;
	}
	return 0;
}

/* The wanted audiences that the token has. NULL: out of memory. */
static cJSON *common(const struct fakeapi__core *core, const cJSON *claims, const cJSON *wanted)
{
	const cJSON *has = fakeapi__member(claims, "aud"), *m;
	cJSON *out = cJSON_CreateArray();
	bool own = cJSON_GetArraySize(wanted) == 0;

	cJSON_ArrayForEach(m, has)
	{
		if (!out || !cJSON_IsString(m) ||
		    !(own ? strcmp(m->valuestring, fakeapi__token_issuer(core)) == 0
			  : fakeapi__list_has(wanted, m->valuestring)))
			continue;
		if (!cJSON_AddItemToArray(out, cJSON_CreateString(m->valuestring))) {
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static bool add_extra(cJSON *extra, const char *key, const char *value)
{
	cJSON *list = *value ? cJSON_CreateStringArray(&value, 1) : NULL;

	if (!*value)
		return true;
	if (list && cJSON_AddItemToObject(extra, key, list))
		return true;
	cJSON_Delete(list);
	return false;
}

static int describe(const cJSON *claims, struct fakeapi__user *u)
{
	const cJSON *own = fakeapi__member(claims, "kubernetes.io");
	const cJSON *pod = fakeapi__member(own, "pod"), *node = fakeapi__member(own, "node");
	AUTO_STRBUF id = STRBUF_INIT;

	strbuf_addf(&id, "JTI=%s", fakeapi__string(claims, "jti"));
	u->token = base__strdup("");
	u->name = base__strdup(fakeapi__string(claims, "sub"));
	u->uid = base__strdup(fakeapi__string(fakeapi__member(own, "serviceaccount"), "uid"));
	u->extra = cJSON_CreateObject();
	return u->token && u->name && u->uid && u->extra && !id.failed &&
		       fakeapi__user_add_account_groups(u, str_of(fakeapi__string(own,
										  "namespace"))) ==
			   0 &&
		       add_extra(u->extra, "authentication.kubernetes.io/credential-id", id.ptr) &&
		       add_extra(u->extra, "authentication.kubernetes.io/node-name",
				 fakeapi__string(node, "name")) &&
		       add_extra(u->extra, "authentication.kubernetes.io/node-uid",
				 fakeapi__string(node, "uid")) &&
		       add_extra(u->extra, "authentication.kubernetes.io/pod-name",
				 fakeapi__string(pod, "name")) &&
		       add_extra(u->extra, "authentication.kubernetes.io/pod-uid",
				 fakeapi__string(pod, "uid"))
		   ? 0
		   : -1;
}

void fakeapi__token_claims_fini(struct fakeapi__token_claims *claims)
{
	fakeapi__user_fini(&claims->user);
	cJSON_Delete(claims->audiences);
	claims->audiences = NULL;
}

static int check_parts(struct fakeapi__call *c, const struct parts *p, const cJSON *wanted,
		       struct fakeapi__token_claims *out, struct strbuf *why)
{
	if (!verifies(c->core->opt.token_keys, p))
		return refuse(why, "go-jose/go-jose: error in cryptographic primitive");
	if (check_claims(c, p->claims, why) < 0)
		return -1;
	out->audiences = common(c->core, p->claims, wanted);
	if (!out->audiences || describe(p->claims, &out->user) < 0)
		return refuse(why, "out of memory");
	if (!out->audiences->child)
		return refuse(why, "token audiences is invalid for the target audiences");
	return 1;
}

int fakeapi__token_check(struct fakeapi__call *c, struct str token, const cJSON *wanted,
			 struct fakeapi__token_claims *claims, struct strbuf *why)
{
	struct parts p;
	int rc = 0;

	memset(claims, 0, sizeof(*claims));
	if (!c->core->opt.token_keys || !split(token, &p))
		return 0;
	if (strcmp(fakeapi__string(p.claims, "iss"), fakeapi__token_issuer(c->core)) == 0)
		rc = check_parts(c, &p, wanted, claims, why);
	parts_fini(&p);
	if (rc < 0)
		fakeapi__token_claims_fini(claims);
	return rc;
}

/* --- documents ------------------------------------------------------------------------------ */

bool fakeapi__token_document(const struct fakeapi__call *c, struct strbuf *body, const char **type)
{
	const struct fakeapi__token_keys *keys = c->core->opt.token_keys;
	AUTO_STRBUF alg = STRBUF_INIT;
	AUTO_STRBUF kid = STRBUF_INIT;

	if (!keys || !c->reads)
		return false;
	if (fakeapi__is_document(c->req->path, "/openid/v1/jwks")) {
		*type = "application/jwk-set+json";
		body->failed |= !keys->jwks(keys->user, body);
		return true;
	}
	if (!fakeapi__is_document(c->req->path, "/.well-known/openid-configuration"))
		return false;
	*type = "application/json";
	body->failed |= !keys->name(keys->user, &alg, &kid);
	strbuf_addz(body, "{\"issuer\":");
	strbuf_add_json(body, str_of(fakeapi__token_issuer(c->core)));
	strbuf_addz(body, ",\"jwks_uri\":");
	strbuf_clear(&kid);
	strbuf_addf(&kid, "%s/openid/v1/jwks", fakeapi__token_issuer(c->core));
	strbuf_add_json(body, strbuf_str(&kid));
	strbuf_addf(body,
		    ",\"response_types_supported\":[\"id_token\"],\"subject_types_supported\":["
		    "\"public\"],\"id_token_signing_alg_values_supported\":[\"%s\"]}",
		    alg.ptr);
	return true;
}
