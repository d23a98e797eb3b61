/* SPDX-License-Identifier: Apache-2.0 */
/* validate_more.c - access control, custom resource definitions. */
#include "base/regex.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/rules.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

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

/* Printed as the internal type, whose members have no other names than Go's. */
static void other_role(causes_t *c, const path_t *at, const cJSON *ref)
{
	cJSON *shown = cJSON_CreateObject();

	if (shown && cJSON_AddStringToObject(shown, "APIGroup", fakeapi__string(ref, "apiGroup")) &&
	    cJSON_AddStringToObject(shown, "Kind", fakeapi__string(ref, "kind")) &&
	    cJSON_AddStringToObject(shown, "Name", fakeapi__string(ref, "name")))
		fakeapi__cause_invalid(c, at, shown, "cannot change roleRef");
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

/* --- apiextensions.k8s.io --- */

static void check_lower_label(causes_t *c, const path_t *at, const char *text, bool mixed_case)
{
	AUTO_STRBUF lower = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;
	AUTO_STRBUF message = STRBUF_INIT;

	for (const char *p = text; *p; p++)
		strbuf_addc(&lower, mixed_case && *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	fakeapi__format_check(FAKEAPI_DNS_1035_LABEL, lower.ptr, &wrong);
	if (!wrong.len)
		return;
	strbuf_addf(&message, "%s%s",
		    mixed_case ? "may have mixed case, but should otherwise match: " : "",
		    wrong.ptr);
	fakeapi__cause_invalid_str(c, at, str_of(text), message.ptr);
}

static void check_names(causes_t *c, const path_t *at, const cJSON *names)
{
	static const char *const needed[] = { "plural", "singular", "kind", "listKind" };
	static const char *const lists[] = { "shortNames", "categories" };
	const cJSON *s;

	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		fakeapi__check_some(c, PATH(at, needed[i]), fakeapi__member(names, needed[i]));
	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		if (*fakeapi__string(names, needed[i]))
			check_lower_label(c, PATH(at, needed[i]), fakeapi__string(names, needed[i]),
					  i >= 2);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const path_t *list = PATH(at, lists[i]);
		const char *kind = fakeapi__string(names, "kind");
		size_t n = 0;

		if (i == 1 && *kind && strcmp(kind, fakeapi__string(names, "listKind")) == 0)
			fakeapi__cause_invalid_str(c, PATH(at, "listKind"), str_of(kind),
						   "kind and listKind may not be the same");
		cJSON_ArrayForEach(s, fakeapi__member(names, lists[i]))
		{
			if (cJSON_IsString(s))
				check_lower_label(c, PATH_AT(list, n), s->valuestring, false);
			n++;
		}
	}
}

static void check_pattern(causes_t *c, const path_t *at, const cJSON *schema)
{
	const char *pattern = fakeapi__string(schema, "pattern"), *why;
	struct regex *re = *pattern ? regex_new(str_of(pattern), &why) : NULL;
	AUTO_STRBUF text = STRBUF_INIT;

	if (*pattern && !re && !why)
		c->nomem = true;
	strbuf_addz(&text, "must be a valid regular expression, but isn't: ");
	if (*pattern && !re && why && regex_go_error(str_of(pattern), &text))
		fakeapi__cause_invalid_str(c, PATH(at, "pattern"), str_of(pattern), text.ptr);
	regex_free(re);
}

/* Below anyOf, allOf, oneOf and not there are values to compare with, and no types. */
static void check_patterns(causes_t *c, const path_t *at, const cJSON *schema)
{
	static const char *const lists[] = { "anyOf", "allOf", "oneOf" };
	static const char *const nested[] = { "not", "items" };
	const path_t *properties = PATH(at, "properties");
	const cJSON *s;

	check_pattern(c, at, schema);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const path_t *list = PATH(at, lists[i]);
		size_t n = 0;

		cJSON_ArrayForEach(s, fakeapi__member(schema, lists[i]))
		{
			check_patterns(c, PATH_AT(list, n), s);
			n++;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(nested); i++) {
		s = fakeapi__member(schema, nested[i]);
		/* The items of a type are gone through by check_structural(). */
		if (cJSON_IsObject(s) && (i == 0 || !*fakeapi__string(schema, "type")))
			check_patterns(c, PATH(at, nested[i]), s);
	}
	if (*fakeapi__string(schema, "type"))
		return;
	cJSON_ArrayForEach(s, fakeapi__member(schema, "properties"))
	    check_patterns(c, PATH_KEY(properties, str_of(s->string)), s);
}

enum level { ROOT, FIELD, ITEM };

/* A structural schema says what type everything is. */
static void check_structural(causes_t *c, const path_t *at, const cJSON *schema, enum level level)
{
	const char *type = fakeapi__string(schema, "type");
	bool free_type =
	    cJSON_IsTrue(fakeapi__member(schema, "x-kubernetes-int-or-string")) ||
	    cJSON_IsTrue(fakeapi__member(schema, "x-kubernetes-preserve-unknown-fields"));
	const path_t *properties = PATH(at, "properties");
	const cJSON *p;

	check_patterns(c, at, schema);
	if (!*type && level == ROOT)
		fakeapi__cause_required(c, PATH(at, "type"), "must not be empty at the root");
	else if (!*type && !free_type)
		fakeapi__cause_required(c, PATH(at, "type"),
					level == ITEM
					    ? "must not be empty for specified array items"
					    : "must not be empty for specified object fields");
	else if (level == ROOT && strcmp(type, "object") != 0)
		fakeapi__cause_invalid_str(c, PATH(at, "type"), str_of(type),
					   "must be object at the root");
	if (strcmp(type, "array") == 0 && !fakeapi__member(schema, "items"))
		fakeapi__cause_required(c, PATH(at, "items"), "must be specified");
	cJSON_ArrayForEach(p, fakeapi__member(schema, "properties"))
	{
		const path_t *here = PATH_KEY(properties, str_of(p->string));

		check_structural(c, here, p, FIELD);
	}
	p = fakeapi__member(schema, "items");
	if (cJSON_IsObject(p))
		check_structural(c, PATH(at, "items"), p, ITEM);
	p = fakeapi__member(schema, "additionalProperties");
	if (cJSON_IsObject(p))
		check_structural(c, PATH(at, "additionalProperties"), p, FIELD);
}

static void check_schema(causes_t *c, const path_t *at, const cJSON *schema, bool unchanged)
{
	size_t count = fakeapi__causes_count(c);

	check_structural(c, at, schema, ROOT);
	if (count == fakeapi__causes_count(c))
		c->nomem |= fakeapi__rules_check(schema, unchanged, at, c) != 0;
}

/* The schema that all versions have, or NULL: the real server's internal form has it once. */
static const cJSON *shared_schema(const cJSON *versions)
{
	const cJSON *first = NULL, *v;

	cJSON_ArrayForEach(v, versions)
	{
		const cJSON *schema = fakeapi__dig(v, "schema", "openAPIV3Schema", NULL);

		if (!cJSON_IsObject(schema) || (first && !fakeapi__equal(first, schema)))
			return NULL;
		first = schema;
	}
	return first;
}

/* Whether a version's schema is as it was before an update. */
static bool is_unchanged(const cJSON *version, const cJSON *before)
{
	const cJSON *v, *schema = fakeapi__member(version, "schema");

	cJSON_ArrayForEach(v, before) if (strcmp(fakeapi__string(v, "name"),
						 fakeapi__string(version, "name")) ==
					  0) return fakeapi__equal(schema,
								   fakeapi__member(v, "schema"));
	return false;
}

static void check_versions(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const cJSON *versions = fakeapi__member(spec, "versions");
	const path_t *at = PATH(&spec_at, "versions");
	struct fakeapi__lookup names;
	size_t i = 0, stored = 0;
	bool unique = true, unchanged = before != NULL;
	const cJSON *v, *shared = shared_schema(versions);
	const path_t *validation_at = PATH(&spec_at, "validation");
	const struct fakeapi__alike alike = fakeapi__versions_alike(versions);

	fakeapi__lookup_items(&names, versions, "name", versions);
	cJSON_ArrayForEach(v, versions)
	{
		const path_t *here = PATH_AT(at, i), *schema_at = PATH(here, "schema");
		const path_t *root_at = PATH(schema_at, "openAPIV3Schema");
		const cJSON *schema = fakeapi__dig(v, "schema", "openAPIV3Schema", NULL);

		i++;
		stored += cJSON_IsTrue(fakeapi__member(v, "storage")) ? 1 : 0;
		unique &= !fakeapi__lookup_again(&names, v);
		check_lower_label(c, PATH(here, "name"), fakeapi__string(v, "name"), false);
		fakeapi__check_deprecation(c, here, v);
		if (!cJSON_IsObject(schema))
			fakeapi__cause_required(c, root_at, NULL);
		else if (!shared)
			check_schema(c, root_at, schema, is_unchanged(v, before));
		else if (before)
			unchanged &= is_unchanged(v, before);
		fakeapi__check_version_parts(c, here, v, &alike, false, shared ? NULL : schema);
	}
	fakeapi__lookup_fini(&names);
	if (!unique)
		fakeapi__cause_invalid(c, at, versions, "must contain unique version names");
	if (stored != 1)
		fakeapi__cause_invalid(c, at, versions,
				       "must have exactly one version marked as storage version");
	check_names(c, PATH(&spec_at, "names"), fakeapi__member(spec, "names"));
	if (shared)
		check_schema(c, PATH(validation_at, "openAPIV3Schema"), shared, unchanged);
	fakeapi__check_version_parts(c, &spec_at, versions ? versions->child : NULL, &alike, true,
				     shared);
}

/* What may still be kept in a version must be served by one that is there. */
static void check_stored_versions(causes_t *c, const cJSON *stored, const cJSON *versions)
{
	const path_t *status = PATH(NULL, "status"), *at = PATH(status, "storedVersions");
	struct fakeapi__lookup names, is_stored;
	const cJSON *v;
	size_t i = 0;

	if (fakeapi__is_blank(stored)) {
		fakeapi__cause_invalid(c, at, NULL, "must have at least one stored version");
		return;
	}
	fakeapi__lookup_items(&names, versions, "name", stored);
	fakeapi__lookup_items(&is_stored, stored, NULL, versions);
	cJSON_ArrayForEach(v, versions)
	{
		AUTO_STRBUF text = STRBUF_INIT;

		if (!cJSON_IsTrue(fakeapi__member(v, "storage")) ||
		    fakeapi__lookup(&is_stored, fakeapi__string(v, "name")))
			continue;
		strbuf_addf(&text, "must have the storage version %s", fakeapi__string(v, "name"));
		fakeapi__cause_invalid(c, at, stored, text.ptr);
	}
	cJSON_ArrayForEach(v, stored)
	{
		const char *name = cJSON_IsString(v) ? v->valuestring : "";
		AUTO_STRBUF text = STRBUF_INIT;
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__lookup(&names, name) || fakeapi__lookup_again(&is_stored, v))
			continue;
		strbuf_addf(
		    &text,
		    "missing from spec.versions; %s was previously a storage version, and "
		    "must remain in spec.versions until a storage migration ensures no data "
		    "remains persisted in %s and removes %s from status.storedVersions",
		    name, name, name);
		fakeapi__cause_invalid(c, here, v, text.ptr);
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&is_stored);
}

static void check_definition_update(causes_t *c, const cJSON *spec, const cJSON *old)
{
	const cJSON *before = fakeapi__member(old, "spec");
	const path_t *names = PATH(&spec_at, "names");

	fakeapi__check_immutable(c, PATH(&spec_at, "group"), fakeapi__member(spec, "group"),
				 fakeapi__member(before, "group"));
	fakeapi__check_immutable(c, PATH(names, "plural"),
				 fakeapi__dig(spec, "names", "plural", NULL),
				 fakeapi__dig(before, "names", "plural", NULL));
	if (!fakeapi__definition_established(old))
		return;
	fakeapi__check_immutable(c, PATH(&spec_at, "scope"), fakeapi__member(spec, "scope"),
				 fakeapi__member(before, "scope"));
	fakeapi__check_immutable(c, PATH(names, "kind"), fakeapi__dig(spec, "names", "kind", NULL),
				 fakeapi__dig(before, "names", "kind", NULL));
}

void fakeapi__check_definition(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const scopes[] = { "Cluster", "Namespaced", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const char *group = fakeapi__string(spec, "group");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	const path_t *meta = PATH(NULL, "metadata");
	AUTO_STRBUF wanted = STRBUF_INIT;

	strbuf_addf(&wanted, "%s.%s", fakeapi__string(fakeapi__member(spec, "names"), "plural"),
		    group);
	if (!old && strcmp(wanted.ptr, name) != 0)
		fakeapi__cause_invalid_str(c, PATH(meta, "name"), str_of(name),
					   "must be spec.names.plural+\".\"+spec.group");
	if (fakeapi__check_some(c, PATH(&spec_at, "group"), fakeapi__member(spec, "group"))) {
		size_t count = fakeapi__causes_count(c);

		fakeapi__check_format(c, PATH(&spec_at, "group"), FAKEAPI_DNS_SUBDOMAIN, group);
		if (count == fakeapi__causes_count(c) && !strchr(group, '.'))
			fakeapi__cause_invalid_str(c, PATH(&spec_at, "group"), str_of(group),
						   "should be a domain with at least one dot");
	}
	if (fakeapi__check_some(c, PATH(&spec_at, "scope"), fakeapi__member(spec, "scope")))
		fakeapi__check_one_of(c, PATH(&spec_at, "scope"), fakeapi__member(spec, "scope"),
				      scopes);
	check_versions(c, spec, old ? fakeapi__dig(old, "spec", "versions", NULL) : NULL);
	fakeapi__check_conversion(c, PATH(&spec_at, "conversion"),
				  fakeapi__member(spec, "conversion"));
	if (old)
		check_definition_update(c, spec, old);
	check_stored_versions(c, fakeapi__dig(obj, "status", "storedVersions", NULL),
			      fakeapi__member(spec, "versions"));
}
