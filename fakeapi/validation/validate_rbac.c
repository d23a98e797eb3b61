/* SPDX-License-Identifier: Apache-2.0 */
/* validate_rbac.c - validation of rbac.authorization.k8s.io. */
#include "fakeapi/validation/validate_impl.h"

/* --- rbac.authorization.k8s.io --- */

static void check_aggregation(causes_t *c, const cJSON *rule)
{
	const path_t *in = PATH(NULL, "aggregationRule"), *at = PATH(in, "clusterRoleSelectors");
	const cJSON *list = fakeapi__member(rule, "clusterRoleSelectors"), *s;
	size_t i = 0;

	if (rule && fakeapi__is_blank(list))
		fakeapi__cause_required(c, at,
					"at least one clusterRoleSelector required if "
					"aggregationRule is non-nil");
	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i);

		size_t before = fakeapi__causes_count(c);

		i++;
		fakeapi__check_selector(c, here, s);
		if (fakeapi__causes_count(c) > before)
			fakeapi__cause_invalid(c, here, NULL, "invalid label selector.");
	}
}

void fakeapi__check_role(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "rules");
	bool cluster = strcmp(fakeapi__string(obj, "kind"), "ClusterRole") == 0;
	const cJSON *r;
	size_t i = 0;

	(void)old;
	cJSON_ArrayForEach(r, fakeapi__member(obj, "rules"))
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *urls = fakeapi__member(r, "nonResourceURLs");
		const cJSON *groups = fakeapi__member(r, "apiGroups");
		const cJSON *resources = fakeapi__member(r, "resources");

		i++;
		if (fakeapi__is_blank(fakeapi__member(r, "verbs")))
			fakeapi__cause_required(c, PATH(here, "verbs"),
						"verbs must contain at least one value");
		if (!fakeapi__is_blank(urls)) {
			if (!cluster)
				fakeapi__cause_invalid(c, PATH(here, "nonResourceURLs"), urls,
						       "namespaced rules cannot apply to "
						       "non-resource URLs");
			if (!fakeapi__is_blank(groups) || !fakeapi__is_blank(resources) ||
			    !fakeapi__is_blank(fakeapi__member(r, "resourceNames")))
				fakeapi__cause_invalid(
				    c, PATH(here, "nonResourceURLs"), urls,
				    "rules cannot apply to both regular resources "
				    "and non-resource URLs");
			continue;
		}
		if (fakeapi__is_blank(groups))
			fakeapi__cause_required(
			    c, PATH(here, "apiGroups"),
			    "resource rules must supply at least one api group");
		if (fakeapi__is_blank(resources))
			fakeapi__cause_required(c, PATH(here, "resources"),
						"resource rules must supply at least one resource");
	}
	if (cluster)
		check_aggregation(c, fakeapi__member(obj, "aggregationRule"));
}

static void check_subject(causes_t *c, const path_t *at, const cJSON *s, bool cluster)
{
	static const char *const kinds[] = { "ServiceAccount", "User", "Group", NULL };
	static const char *const groups[] = { "rbac.authorization.k8s.io", NULL };
	const char *kind = fakeapi__string(s, "kind");

	fakeapi__check_some(c, PATH(at, "name"), fakeapi__member(s, "name"));
	if (strcmp(kind, "ServiceAccount") == 0) {
		static const char *const none[] = { "", NULL };

		if (*fakeapi__string(s, "name"))
			fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_SUBDOMAIN,
					      fakeapi__string(s, "name"));
		if (*fakeapi__string(s, "apiGroup"))
			fakeapi__check_one_of(c, PATH(at, "apiGroup"),
					      fakeapi__member(s, "apiGroup"), none);
		if (cluster && !*fakeapi__string(s, "namespace"))
			fakeapi__cause_required(c, PATH(at, "namespace"), NULL);
	} else if (strcmp(kind, "User") == 0 || strcmp(kind, "Group") == 0) {
		fakeapi__check_one_of(c, PATH(at, "apiGroup"), fakeapi__member(s, "apiGroup"),
				      groups);
	} else {
		fakeapi__check_one_of(c, PATH(at, "kind"), fakeapi__member(s, "kind"), kinds);
	}
}

/* Reported as the internal type, whose members have only Go names. */
static void other_role(causes_t *c, const path_t *at, const cJSON *ref)
{
	cJSON *shown = cJSON_CreateObject();

	if (shown && cJSON_AddStringToObject(shown, "APIGroup", fakeapi__string(ref, "apiGroup")) &&
	    cJSON_AddStringToObject(shown, "Kind", fakeapi__string(ref, "kind")) &&
	    cJSON_AddStringToObject(shown, "Name", fakeapi__string(ref, "name")))
		fakeapi__cause_invalid(c, at, shown,
				       fakeapi__changed(c->features,
							FAKEAPI_CHANGE_ROLE_REF_IMMUTABLE)
					   ? "field is immutable"
					   : "cannot change roleRef");
	else
		c->nomem = true;
	cJSON_Delete(shown);
}

void fakeapi__check_binding(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const groups[] = { "rbac.authorization.k8s.io", NULL };
	static const char *const any_role[] = { "Role", "ClusterRole", NULL };
	static const char *const cluster_role[] = { "ClusterRole", NULL };
	bool cluster = strcmp(fakeapi__string(obj, "kind"), "ClusterRoleBinding") == 0;
	const cJSON *ref = fakeapi__member(obj, "roleRef"), *s;
	const path_t *at = PATH(NULL, "roleRef"), *list = PATH(NULL, "subjects");
	size_t i = 0;

	if (old) {
		if (!fakeapi__equal(ref, fakeapi__member(old, "roleRef")))
			other_role(c, at, ref);
		return;
	}
	fakeapi__check_one_of(c, PATH(at, "apiGroup"), fakeapi__member(ref, "apiGroup"), groups);
	fakeapi__check_one_of(c, PATH(at, "kind"), fakeapi__member(ref, "kind"),
			      cluster ? cluster_role : any_role);
	if (fakeapi__check_some(c, PATH(at, "name"), fakeapi__member(ref, "name")))
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_PATH_SEGMENT,
				      fakeapi__string(ref, "name"));
	cJSON_ArrayForEach(s, fakeapi__member(obj, "subjects"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		check_subject(c, here, s, cluster);
	}
}
