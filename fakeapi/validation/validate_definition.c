/* SPDX-License-Identifier: Apache-2.0 */
/* validate_definition.c - versions of a CustomResourceDefinition, except their schemas
 * (apiextensions-apiserver's pkg/apis/apiextensions/validation). */
#include "fakeapi/meta/lookup.h"

#include "fakeapi/schema/custom.h"
#include "fakeapi/validation/definition.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- the definition --- */

static void check_lower_label(causes_t *c, const path_t *at, const char *text, bool mixed_case)
{
	AUTO_STRBUF lower = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;
	AUTO_STRBUF message = STRBUF_INIT;

	for (const char *p = text; *p; p++)
		strbuf_addc(&lower, mixed_case && *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	fakeapi__format_check(c->features, FAKEAPI_DNS_1035_LABEL, lower.ptr, &wrong);
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

/* True if all versions have the same schema, or none: the internal form then has it once. */
static bool shares_schema(const cJSON *versions)
{
	const cJSON *first = versions ? fakeapi__schema_member(versions->child, "schema") : NULL,
		    *v;

	cJSON_ArrayForEach(v, versions)
	{
		const cJSON *schema = fakeapi__schema_member(v, "schema");

		if (first != schema && (!first || !schema || !fakeapi__equal(first, schema)))
			return false;
	}
	return true;
}

/* True if an update has not changed the version's schema. */
static bool is_unchanged(const cJSON *version, const cJSON *before)
{
	const cJSON *v, *schema = fakeapi__member(version, "schema");

	cJSON_ArrayForEach(v, before) if (strcmp(fakeapi__string(v, "name"),
						 fakeapi__string(version, "name")) ==
					  0) return fakeapi__equal(schema,
								   fakeapi__member(v, "schema"));
	return false;
}

static bool has_status(const cJSON *version)
{
	return fakeapi__schema_member(fakeapi__member(version, "subresources"), "status") != NULL;
}

static bool any_status(const cJSON *versions)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, versions) if (has_status(v)) return true;
	return false;
}

static void wrong_versions(causes_t *c, const cJSON *versions, bool shared,
			   const struct fakeapi__alike *alike, const char *why)
{
	cJSON *shown = versions && versions->child
			   ? fakeapi__versions_form(versions, !shared, alike)
			   : cJSON_CreateNull();

	c->nomem |= !shown;
	fakeapi__cause_invalid(c, PATH(&spec_at, "versions"), shown, why);
	cJSON_Delete(shown);
}

static bool has_default(const cJSON *schema)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, schema)
	{
		bool named = cJSON_IsObject(schema) && m->string;

		if (named && strcmp(m->string, "default") == 0 && !cJSON_IsNull(m))
			return true;
		if (named && (strcmp(m->string, "default") == 0 || strcmp(m->string, "enum") == 0 ||
			      strcmp(m->string, "example") == 0))
			continue;
		if (named && (strcmp(m->string, "properties") == 0 ||
			      strcmp(m->string, "definitions") == 0)) {
			const cJSON *p;

			cJSON_ArrayForEach(p, m) if (has_default(p)) return true;
		} else if ((cJSON_IsObject(m) || cJSON_IsArray(m)) && has_default(m)) {
			return true;
		}
	}
	return false;
}

/* Checks the spec's requirements for its schemas, before the versions are checked. */
static void check_schemas(causes_t *c, const cJSON *spec, const cJSON *versions)
{
	const path_t *at = PATH(&spec_at, "versions");
	const cJSON *keep = fakeapi__member(spec, "preserveUnknownFields"), *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, versions)
	{
		const path_t *schema_at = PATH(PATH_AT(at, i), "schema");

		i++;
		if (!cJSON_IsObject(fakeapi__dig(v, "schema", "openAPIV3Schema", NULL)))
			fakeapi__cause_required(c, PATH(schema_at, "openAPIV3Schema"), NULL);
	}
	cJSON_ArrayForEach(v, versions)
	{
		if (!cJSON_IsTrue(keep) || !has_default(fakeapi__member(v, "schema")))
			continue;
		fakeapi__cause_invalid(c, PATH(&spec_at, "preserveUnknownFields"), keep,
				       "must be false in order to use defaults in the schema");
		break;
	}
}

static void check_versions(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const cJSON *versions = fakeapi__member(spec, "versions"), *v;
	const cJSON *first = versions ? versions->child : NULL;
	const cJSON *top = fakeapi__dig(first, "schema", "openAPIV3Schema", NULL);
	const path_t *at = PATH(&spec_at, "versions");
	const path_t *validation_at = PATH(&spec_at, "validation");
	const struct fakeapi__alike alike = fakeapi__versions_alike(versions);
	bool unique = true, shared = shares_schema(versions);
	struct fakeapi__lookup names;
	size_t i = 0, stored = 0;

	check_schemas(c, spec, versions);
	fakeapi__lookup_items(&names, versions, "name", versions);
	cJSON_ArrayForEach(v, versions)
	{
		const path_t *here = PATH_AT(at, i), *schema_at = PATH(here, "schema");
		const cJSON *schema = fakeapi__dig(v, "schema", "openAPIV3Schema", NULL);

		i++;
		stored += cJSON_IsTrue(fakeapi__member(v, "storage")) ? 1 : 0;
		unique &= !fakeapi__lookup_again(&names, v);
		check_lower_label(c, PATH(here, "name"), fakeapi__string(v, "name"), false);
		fakeapi__check_deprecation(c, here, v);
		if (!shared && cJSON_IsObject(schema))
			fakeapi__check_definition_schema(c, PATH(schema_at, "openAPIV3Schema"),
							 schema, has_status(v),
							 is_unchanged(v, before));
		fakeapi__check_version_parts(c, here, v, &alike, false, shared ? NULL : schema);
	}
	fakeapi__lookup_fini(&names);
	if (!unique)
		wrong_versions(c, versions, shared, &alike, "must contain unique version names");
	if (stored != 1)
		wrong_versions(c, versions, shared, &alike,
			       "must have exactly one version marked as storage version");
	if (*fakeapi__string(first, "name"))
		check_lower_label(c, PATH(&spec_at, "version"), fakeapi__string(first, "name"),
				  false);
	check_names(c, PATH(&spec_at, "names"), fakeapi__member(spec, "names"));
	if (shared && cJSON_IsObject(top))
		fakeapi__check_definition_schema(c, PATH(validation_at, "openAPIV3Schema"), top,
						 any_status(versions), is_unchanged(first, before));
	fakeapi__check_version_parts(c, &spec_at, first, &alike, true, shared ? top : NULL);
}

/* Every stored version must exist in the spec. */
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

		/* Of versions with the same name the first one is stored. */
		if (!cJSON_IsTrue(fakeapi__member(v, "storage")) ||
		    (fakeapi__lookup(&is_stored, fakeapi__string(v, "name")) &&
		     !fakeapi__lookup_again(&names, v)))
			continue;
		strbuf_addf(&text, "must have the storage version %s", fakeapi__string(v, "name"));
		fakeapi__cause_invalid(c, at, stored, text.ptr);
	}
	cJSON_ArrayForEach(v, stored)
	{
		const char *name = fakeapi__text(v);
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

/* Conversion requires pruning by schemas. */
static void check_kept_strategy(causes_t *c, const cJSON *spec)
{
	const cJSON *conversion = fakeapi__member(spec, "conversion");
	const path_t *at = PATH(&spec_at, "conversion");
	const char *strategy = fakeapi__string(conversion, "strategy");

	if (conversion && strcmp(strategy, "None") != 0 &&
	    cJSON_IsTrue(fakeapi__member(spec, "preserveUnknownFields")))
		fakeapi__cause_invalid_str(c, PATH(at, "strategy"), str_of(strategy),
					   "must be None if spec.preserveUnknownFields is true");
}

/* --- protected groups --- */

#define APPROVED_BY "api-approved.kubernetes.io"

enum approval { MISSING, BYPASSED, APPROVED, MALFORMED };

/* Parses the annotation: "unapproved", or a URL with scheme and host. */
static enum approval approval_of(const cJSON *meta)
{
	const char *z = fakeapi__string(fakeapi__member(meta, "annotations"), APPROVED_BY);
	size_t scheme = strspn(z, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789+-.");

	if (!*z)
		return MISSING;
	if (strncmp(z, "unapproved", 10) == 0)
		return BYPASSED;
	return scheme && strncmp(z + scheme, "://", 3) == 0 && z[scheme + 3] &&
		       z[scheme + 3] != '/' && !strpbrk(z, " \t\n\x7f")
		   ? APPROVED
		   : MALFORMED;
}

static bool ends_with(const char *z, const char *end)
{
	size_t n = strlen(z), m = strlen(end);

	return n >= m && strcmp(z + n - m, end) == 0;
}

static void check_approval(causes_t *c, const char *group, const cJSON *meta, const cJSON *before)
{
	const path_t *at = PATH(PATH(NULL, "metadata"), "annotations");
	const path_t *here = PATH_KEY(at, STR(APPROVED_BY));
	enum approval state = approval_of(meta);

	if (strcmp(group, "k8s.io") != 0 && strcmp(group, "kubernetes.io") != 0 &&
	    !ends_with(group, ".k8s.io") && !ends_with(group, ".kubernetes.io"))
		return;
	if (before && approval_of(before) == state)
		return;
	if (state == MISSING)
		fakeapi__cause_required(c, here,
					"protected groups must have approval annotation "
					"\"" APPROVED_BY "\", see "
					"https://github.com/kubernetes/enhancements/pull/1111");
	else if (state == MALFORMED)
		fakeapi__cause_invalid(c, here,
				       fakeapi__member(fakeapi__member(meta, "annotations"),
						       APPROVED_BY),
				       "protected groups must have approval annotation "
				       "\"" APPROVED_BY "\" with either a URL or a reason "
				       "starting with \"unapproved\", see "
				       "https://github.com/kubernetes/enhancements/pull/1111");
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
	if (!old && *name && strcmp(wanted.ptr, name) != 0)
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
	check_kept_strategy(c, spec);
	fakeapi__check_conversion(c, PATH(&spec_at, "conversion"),
				  fakeapi__member(spec, "conversion"));
	if (old)
		check_definition_update(c, spec, old);
	check_stored_versions(c, fakeapi__dig(obj, "status", "storedVersions", NULL),
			      fakeapi__member(spec, "versions"));
	check_approval(c, group, fakeapi__member(obj, "metadata"),
		       old ? fakeapi__member(old, "metadata") : NULL);
	if (cJSON_IsTrue(fakeapi__member(spec, "preserveUnknownFields")) &&
	    !cJSON_IsTrue(fakeapi__dig(old, "spec", "preserveUnknownFields", NULL)))
		fakeapi__cause_invalid(
		    c, PATH(&spec_at, "preserveUnknownFields"),
		    fakeapi__member(spec, "preserveUnknownFields"),
		    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
		    "spec.versions[*].schema instead");
}
