/* SPDX-License-Identifier: Apache-2.0 */
/* permissions.c - plug-ins that check further permissions of the user: CertificateApproval,
 * CertificateSigning, OwnerReferencesPermissionEnforcement. Without RBAC every user has these. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/go_json.h"

/* 1: allowed; 0: forbidden; -1: out of memory. */
static int allows(struct fakeapi__call *c, const struct fakeapi__action *a)
{
	if (!c->user || c->user->admin || !fakeapi__rbac_on(c->core))
		return 1;
	return fakeapi__rbac_allows(c->core, a, NULL);
}

/* --- certificates --------------------------------------------------------------------------- */

/* Checks the permission for this signer, or for all of its domain. */
static int may_with_signer(struct fakeapi__call *c, const char *verb, const char *signer)
{
	struct fakeapi__action a = { .user = c->user,
				     .verb = str_of(verb),
				     .on_resource = true,
				     .group = STR("certificates.k8s.io"),
				     .resource = STR("signers"),
				     .name = str_of(signer) };
	AUTO_STRBUF domain = STRBUF_INIT;
	int rc = allows(c, &a);

	if (rc != 0)
		return rc;
	strbuf_add(&domain, signer, strcspn(signer, "/"));
	strbuf_addz(&domain, "/*");
	a.name = strbuf_str(&domain);
	return domain.failed ? -1 : allows(c, &a);
}

static int judge_signer(struct fakeapi__call *c, const cJSON *old, const char *verb)
{
	const char *signer = fakeapi__string(fakeapi__member(old, "spec"), "signerName");
	int rc = may_with_signer(c, verb, signer);

	if (rc != 0)
		return rc < 0 ? -1 : 0;
	return fakeapi__forbid_why(c, old,
				   "user not permitted to %s requests with signerName \"%s\"", verb,
				   signer);
}

int fakeapi__certificate_approval_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	(void)obj;
	return judge_signer(c, old, "approve");
}

int fakeapi__certificate_signing_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	static const char *const members[] = { "certificate", "conditions" };
	bool same = true;

	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		const cJSON *now = fakeapi__dig(obj, "status", members[i], NULL);
		const cJSON *was = fakeapi__dig(old, "status", members[i], NULL);

		same &= (!now && !was) || (now && was && fakeapi__equal(now, was));
	}
	return same ? 0 : judge_signer(c, old, "sign");
}

/* --- owners --------------------------------------------------------------------------------- */

static const cJSON *owners(const cJSON *obj)
{
	return fakeapi__member(fakeapi__meta(obj), "ownerReferences");
}

static bool blocks(const cJSON *ref)
{
	return cJSON_IsTrue(fakeapi__member(ref, "blockOwnerDeletion"));
}

static bool blocked_before(const cJSON *old, const char *uid)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, owners(old))
	{
		if (blocks(m) && strcmp(fakeapi__string(m, "uid"), uid) == 0)
			return true;
	}
	return false;
}

static int judge_owner(struct fakeapi__call *c, const cJSON *obj, const cJSON *ref)
{
	const char *version = fakeapi__string(ref, "apiVersion"), *slash = strchr(version, '/');
	const char *kind = fakeapi__string(ref, "kind");
	struct str group = { version, slash ? (size_t)(slash - version) : 0 };
	const struct fakeapi__resource *res =
	    fakeapi__registry_find_kind(c->core->registry, group,
					str_of(slash ? slash + 1 : version), str_of(kind));
	struct fakeapi__action a = { .user = c->user,
				     .verb = STR("update"),
				     .on_resource = true,
				     .sub = STR("finalizers"),
				     .name = str_of(fakeapi__string(ref, "name")) };
	int rc;

	if (!res)
		return fakeapi__forbid_why(
		    c, obj,
		    "cannot set blockOwnerDeletion in this case because cannot find RESTMapping "
		    "for APIVersion %s Kind %s: no matches for kind \"%s\" in version \"%s\"",
		    version, kind, kind, version);
	a.group = str_of(res->group);
	a.resource = str_of(res->resource);
	if (res->flags & FAKEAPI_RES_NAMESPACED)
		a.ns = c->route.ns;
	rc = allows(c, &a);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	return fakeapi__forbid_why(c, obj,
				   "cannot set blockOwnerDeletion if an ownerReference refers to a "
				   "resource you can't set finalizers on: , <nil>");
}

int fakeapi__owner_references_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *now = owners(obj), *was = owners(old), *m;
	struct fakeapi__action del = { .user = c->user,
				       .verb = STR("delete"),
				       .on_resource = true,
				       .group = str_of(c->res->group),
				       .resource = str_of(c->res->resource),
				       .name = str_of(fakeapi__meta_str(obj, "name")),
				       .ns = c->route.ns };
	struct fakeapi__action any = { .user = c->user,
				       .verb = STR("update"),
				       .on_resource = true,
				       .group = STR("*"),
				       .resource = STR("*"),
				       .sub = STR("finalizers"),
				       .name = STR("*") };
	int rc;

	if (cJSON_GetArraySize(now) == 0 ? cJSON_GetArraySize(was) == 0
					 : was && fakeapi__equal(now, was))
		return 0;
	rc = old ? allows(c, &del) : 1;
	if (rc == 0)
		return fakeapi__forbid_why(
		    c, obj, "cannot set an ownerRef on a resource you can't delete: , <nil>");
	if (rc > 0)
		rc = allows(c, &any);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	cJSON_ArrayForEach(m, now)
	{
		if (blocks(m) && !blocked_before(old, fakeapi__string(m, "uid")) &&
		    judge_owner(c, obj, m) < 0)
			return -1;
	}
	return 0;
}
