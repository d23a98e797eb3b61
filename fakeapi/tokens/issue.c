/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issues tokens: their claims, the object that they are bound to, their signature. */
#include "base/alloc.h"
#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/tokens/bindable.h"
#include "fakeapi/tokens/tokens.h"

/* A pod's token of 3607 seconds is valid for a year, so that the server only warns about clients
 * which never read it again (ExpirationExtensionSeconds). */
enum { WARN_AFTER_S = 3607, EXTENDED_S = 24 * 365 * 60 * 60 };

static int bind(struct fakeapi__call *c, const struct fakeapi__token_request *r, size_t kind,
		cJSON *claim)
{
	const char *name = fakeapi__string(r->bound, "name"),
		   *uid = fakeapi__string(r->bound, "uid");
	struct str ns = fakeapi__bindables[kind].namespaced ? r->ns : (struct str) { NULL, 0 };
	cJSON *obj = fakeapi__token_object(c, fakeapi__bindables[kind].resource, ns, str_of(name)),
	      *one;
	const char *have = fakeapi__meta_str(obj, "uid");
	AUTO_STRBUF account = STRBUF_INIT;
	int rc = -1;

	strbuf_adds(&account, r->name);
	if (!obj) {
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "%s \"%s\" not found",
					  fakeapi__bindables[kind].resource, name);
		fakeapi__status_details(&c->st, name, "", fakeapi__bindables[kind].resource, NULL);
		return -1;
	}
	if (*uid && strcmp(uid, have) != 0) {
		(void)fakeapi__status_set(
		    &c->st, 409, "Conflict",
		    "Operation cannot be fulfilled on %s \"%s\": the UID in the bound object "
		    "reference "
		    "(%s) does not match the UID in record. The object might have been deleted and "
		    "then recreated",
		    fakeapi__bindables[kind].kind, name, uid);
		fakeapi__status_details(&c->st, name, "", fakeapi__bindables[kind].kind, NULL);
		goto out;
	}
	if (kind == 0 && strcmp(fakeapi__string(fakeapi__member(obj, "spec"), "serviceAccountName"),
				account.ptr) != 0) {
		(void)fakeapi__status_set(&c->st, 400, "BadRequest",
					  "cannot bind token for serviceaccount \"%s\" to pod "
					  "running with different serviceaccount name.",
					  account.ptr);
		goto out;
	}
	one = cJSON_AddObjectToObject(claim, fakeapi__bindables[kind].claim);
	if (one && cJSON_AddStringToObject(one, "name", name) &&
	    cJSON_AddStringToObject(one, "uid", have))
		rc = 0;
	if (rc == 0 && kind == 0 && *fakeapi__string(fakeapi__member(obj, "spec"), "nodeName")) {
		const char *node = fakeapi__string(fakeapi__member(obj, "spec"), "nodeName");
		cJSON *on =
		    fakeapi__token_object(c, "nodes", (struct str) { NULL, 0 }, str_of(node));

		one = cJSON_AddObjectToObject(claim, "node");
		if (!one || !cJSON_AddStringToObject(one, "name", node) ||
		    (on && !cJSON_AddStringToObject(one, "uid", fakeapi__meta_str(on, "uid"))))
			rc = -1;
		cJSON_Delete(on);
	}
out:
	cJSON_Delete(obj);
	return rc;
}

static int bind_to(struct fakeapi__call *c, const struct fakeapi__token_request *r, cJSON *claim)
{
	const char *kind = fakeapi__string(r->bound, "kind");
	const char *version = fakeapi__string(r->bound, "apiVersion");

	if (!cJSON_IsObject(r->bound))
		return 0;
	for (size_t i = 0; i < FAKEAPI_BINDABLES; i++)
		if (strcmp(kind, fakeapi__bindables[i].kind) == 0 && !strchr(version, '/'))
			return bind(c, r, i, claim); /* the core group, in any version */
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "cannot bind token to object of type %s%s, Kind=%s",
				   strchr(version, '/') ? "" : "/", version, kind);
}

static int fill_private(struct fakeapi__call *c, const struct fakeapi__token_request *r,
			cJSON *claim, const char *ns, const char *name, int64_t now, bool extended)
{
	cJSON *account;

	if (!cJSON_AddStringToObject(claim, "namespace", ns) || bind_to(c, r, claim) < 0)
		return -1;
	account = cJSON_AddObjectToObject(claim, "serviceaccount");
	if (!account || !cJSON_AddStringToObject(account, "name", name) ||
	    !cJSON_AddStringToObject(account, "uid", r->uid))
		return -1;
	return !extended ||
		       cJSON_AddNumberToObject(claim, "warnafter", (double)(now + WARN_AFTER_S))
		   ? 0
		   : -1;
}

/* token.go, isKubeAudiences: a pod's token for this server only. */
static bool is_extended(const struct fakeapi__call *c, const struct fakeapi__token_request *r)
{
	const char *issuer = fakeapi__token_issuer(c->core);
	const cJSON *m;

	cJSON_ArrayForEach(m, r->audiences)
	{
		if (!cJSON_IsString(m) || strcmp(m->valuestring, issuer) != 0)
			return false;
	}
	return strcmp(fakeapi__string(r->bound, "kind"), fakeapi__bindables[0].kind) == 0 &&
	       r->seconds == WARN_AFTER_S;
}

static cJSON *claims_of(struct fakeapi__call *c, const struct fakeapi__token_request *r)
{
	int64_t now = fakeapi__core_unix(c->core);
	bool extended = is_extended(c, r);
	cJSON *all = cJSON_CreateObject(), *own = NULL;
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF subject = STRBUF_INIT;
	char id[37];
	bool ok;

	strbuf_adds(&ns, r->ns);
	strbuf_adds(&name, r->name);
	strbuf_addf(&subject, "system:serviceaccount:%s:%s", ns.ptr, name.ptr);
	fakeapi__core_uuid(c->core, id);
	ok = all && !ns.failed && !name.failed && !subject.failed &&
	     cJSON_AddItemToObject(all, "aud", cJSON_Duplicate(r->audiences, true)) &&
	     cJSON_AddNumberToObject(all, "exp",
				     (double)(now + (extended ? EXTENDED_S : r->seconds))) &&
	     cJSON_AddNumberToObject(all, "iat", (double)now) &&
	     cJSON_AddStringToObject(all, "iss", fakeapi__token_issuer(c->core)) &&
	     cJSON_AddStringToObject(all, "jti", id);
	own = ok ? cJSON_AddObjectToObject(all, "kubernetes.io") : NULL;
	ok = own && fill_private(c, r, own, ns.ptr, name.ptr, now, extended) == 0 &&
	     cJSON_AddNumberToObject(all, "nbf", (double)now) &&
	     cJSON_AddStringToObject(all, "sub", subject.ptr);
	if (ok)
		return all;
	cJSON_Delete(all);
	return NULL;
}

static int sign(const struct fakeapi__token_keys *keys, const cJSON *claims, struct strbuf *out)
{
	AUTO_STRBUF head = STRBUF_INIT;
	AUTO_STRBUF alg = STRBUF_INIT;
	AUTO_STRBUF kid = STRBUF_INIT;
	AUTO_STRBUF signature = STRBUF_INIT;
	char *body = fakeapi__print(claims);
	size_t from = out->len;
	bool ok = body && keys->name(keys->user, &alg, &kid);

	strbuf_addf(&head, "{\"alg\":\"%s\",\"kid\":\"%s\"}", alg.ptr, kid.ptr);
	base64_encode(out, strbuf_str(&head), BASE64_RAW_URL);
	strbuf_addc(out, '.');
	if (ok)
		base64_encode(out, str_of(body), BASE64_RAW_URL);
	base__free(body);
	ok = ok && !out->failed && !head.failed && !alg.failed && !kid.failed &&
	     keys->sign(keys->user, (struct str) { out->ptr + from, out->len - from }, &signature);
	strbuf_addc(out, '.');
	base64_encode(out, strbuf_str(&signature), BASE64_RAW_URL);
	return ok && !out->failed && !signature.failed ? 0 : -1;
}

int fakeapi__token_issue(struct fakeapi__call *c, const struct fakeapi__token_request *r,
			 struct strbuf *out)
{
	const struct fakeapi__token_keys *keys = c->core->opt.token_keys;
	cJSON *claims = claims_of(c, r);
	char id[37];
	int rc;

	if (!claims)
		return -1;
	if (keys) {
		rc = sign(keys, claims, out);
	} else {
		fakeapi__core_uuid(c->core, id);
		strbuf_addf(out, "relist." STR_FMT "." STR_FMT ".%s", STR_ARG(r->ns),
			    STR_ARG(r->name), id);
		rc = out->failed ? -1 : 0;
	}
	cJSON_Delete(claims);
	return rc;
}
