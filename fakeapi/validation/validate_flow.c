/* SPDX-License-Identifier: Apache-2.0 */
/* validate_flow.c - FlowSchemas and priority levels (pkg/apis/flowcontrol/validation). The specs of
 * the two mandatory ones of each are fixed. */
#include <math.h>

#include "fakeapi/meta/lookup.h"

#include "fakeapi/validation/validate_impl.h"

enum { PRECEDENCE_MAX = 10000, QUEUES_MAX = 10 * 1000 * 1000, HASH_BITS_MAX = 60 };

static double number(const cJSON *v)
{
	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static const char *text(const cJSON *v)
{
	return fakeapi__text(v);
}

static bool has_all(const cJSON *list)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		if (strcmp(text(v), "*") == 0)
			return true;
	}
	return false;
}

/* --- subjects -------------------------------------------------------------------------------- */

static void check_account(causes_t *c, const path_t *at, const cJSON *account)
{
	const char *name = fakeapi__string(account, "name");
	const char *ns = fakeapi__string(account, "namespace");

	if (!*name)
		fakeapi__cause_required(c, PATH(at, "name"), "");
	else if (strcmp(name, "*") != 0)
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_DNS_SUBDOMAIN, name);
	if (*ns)
		fakeapi__check_format(c, PATH(at, "namespace"), FAKEAPI_DNS_LABEL, ns);
	else
		fakeapi__cause_required(c, PATH(at, "namespace"),
					"must specify namespace for service account");
}

static void check_subject(causes_t *c, const path_t *at, const cJSON *subject)
{
	/* In the order of their errors. */
	static const struct {
		const char *kind, *member, *needed, *forbidden;
	} kinds[] = {
		{ "ServiceAccount", "serviceAccount",
		  "serviceAccount is required when subject kind is 'ServiceAccount'",
		  "serviceAccount is forbidden when subject kind is not 'ServiceAccount'" },
		{ "User", "user", "user is required when subject kind is 'User'",
		  "user is forbidden when subject kind is not 'User'" },
		{ "Group", "group", "group is required when subject kind is 'Group'",
		  "group is forbidden when subject kind is not 'Group'" },
	};
	const char *kind = fakeapi__string(subject, "kind");
	size_t own = 0;

	while (own < ARRAY_LEN(kinds) && strcmp(kinds[own].kind, kind) != 0)
		own++;
	if (own == ARRAY_LEN(kinds)) {
		fakeapi__cause_unsupported(c, PATH(at, "kind"), fakeapi__member(subject, "kind"),
					   "\"Group\", \"ServiceAccount\", \"User\"");
		return;
	}
	if (!cJSON_IsObject(fakeapi__member(subject, kinds[own].member)))
		fakeapi__cause_required(c, PATH(at, kinds[own].member), kinds[own].needed);
	else if (own == 0)
		check_account(c, PATH(at, "serviceAccount"),
			      fakeapi__member(subject, "serviceAccount"));
	else if (!*fakeapi__string(fakeapi__member(subject, kinds[own].member), "name"))
		fakeapi__cause_required(c, PATH(PATH(at, kinds[own].member), "name"), "");
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (i != own && cJSON_IsObject(fakeapi__member(subject, kinds[i].member)))
			fakeapi__cause_forbidden(c, PATH(at, kinds[i].member), kinds[i].forbidden);
}

/* --- rules ----------------------------------------------------------------------------------- */

static void check_verbs(causes_t *c, const path_t *at, const cJSON *verbs)
{
	static const char *const known[] = { "create", "delete", "deletecollection", "get",  "list",
					     "patch",  "proxy",	 "update",	     "watch" };
	const cJSON *v;
	bool odd = false;

	if (!cJSON_GetArraySize(verbs)) {
		fakeapi__cause_required(c, at, "verbs must contain at least one value");
		return;
	}
	if (has_all(verbs)) {
		if (cJSON_GetArraySize(verbs) > 1)
			fakeapi__cause_invalid(c, at, verbs,
					       "if '*' is present, must not specify other verbs");
		return;
	}
	cJSON_ArrayForEach(v, verbs)
	{
		bool found = false;

		for (size_t i = 0; i < ARRAY_LEN(known); i++)
			found |= strcmp(known[i], text(v)) == 0;
		odd |= !found;
	}
	if (odd)
		fakeapi__cause_unsupported(
		    c, at, verbs,
		    "\"create\", \"delete\", \"deletecollection\", \"get\", \"list\", \"patch\", "
		    "\"proxy\", \"update\", \"watch\"");
}

/* Must not be empty, or combine `*` with others. */
static void check_words(causes_t *c, const path_t *at, const cJSON *list, const char *none,
			const char *others)
{
	if (!cJSON_GetArraySize(list))
		fakeapi__cause_required(c, at, none);
	else if (cJSON_GetArraySize(list) > 1 && has_all(list))
		fakeapi__cause_invalid(c, at, list, others);
}

static void check_namespaces(causes_t *c, const path_t *at, const cJSON *rule)
{
	static const char intro[] = "each member of this list must be '*' or a DNS-1123 label; ";
	const cJSON *list = fakeapi__member(rule, "namespaces"), *v;
	size_t i = 0;

	if (!cJSON_GetArraySize(list) && !cJSON_IsTrue(fakeapi__member(rule, "clusterScope"))) {
		fakeapi__cause_required(c, at,
					"resource rules that are not cluster scoped must supply at "
					"least one namespace");
		return;
	}
	if (has_all(list)) {
		if (cJSON_GetArraySize(list) > 1)
			fakeapi__cause_invalid(
			    c, at, list, "if '*' is present, must not specify other namespaces");
		return;
	}
	cJSON_ArrayForEach(v, list)
	{
		AUTO_STRBUF wrong = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		fakeapi__format_check(c->features, FAKEAPI_DNS_LABEL, text(v), &wrong);
		strbuf_addf(&why, "%s%.*s", intro, (int)strcspn(wrong.ptr, "\n"), wrong.ptr);
		if (wrong.len)
			fakeapi__cause_invalid_str(c, PATH_AT(at, i), str_of(text(v)), why.ptr);
		i++;
	}
}

static void check_resource_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	check_verbs(c, PATH(at, "verbs"), fakeapi__member(rule, "verbs"));
	check_words(c, PATH(at, "apiGroups"), fakeapi__member(rule, "apiGroups"),
		    "resource rules must supply at least one api group",
		    "if '*' is present, must not specify other api groups");
	check_words(c, PATH(at, "resources"), fakeapi__member(rule, "resources"),
		    "resource rules must supply at least one resource",
		    "if '*' is present, must not specify other resources");
	check_namespaces(c, PATH(at, "namespaces"), rule);
}

static const char *wrong_of_path(const char *z)
{
	const char *star = strchr(z, '*');

	if (!*z)
		return "must not be empty";
	if (strcmp(z, "/") == 0)
		return NULL;
	if (*z != '/')
		return "must start with slash";
	if (strchr(z, ' '))
		return "must not contain white-space";
	if (strstr(z, "//"))
		return "must not contain double slash";
	return star && (star[1] || star[-1] != '/') ? "wildcard can only do suffix matching" : NULL;
}

static void check_path_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	const path_t *urls = PATH(at, "nonResourceURLs");
	const cJSON *list = fakeapi__member(rule, "nonResourceURLs"), *v;
	size_t i = 0;

	check_verbs(c, PATH(at, "verbs"), fakeapi__member(rule, "verbs"));
	check_words(c, urls, list, "nonResourceURLs must contain at least one value",
		    "if '*' is present, must not specify other non-resource URLs");
	if (has_all(list))
		return;
	cJSON_ArrayForEach(v, list)
	{
		const char *why = wrong_of_path(text(v));

		if (why)
			fakeapi__cause_invalid_str(c, PATH_AT(urls, i), str_of(text(v)), why);
		i++;
	}
}

static void check_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	const path_t *subjects = PATH(at, "subjects"), *resources = PATH(at, "resourceRules");
	const path_t *paths = PATH(at, "nonResourceRules");
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, fakeapi__member(rule, "subjects"))
	    check_subject(c, PATH_AT(subjects, i++), v);
	if (i == 0)
		fakeapi__cause_required(c, subjects, "subjects must contain at least one value");
	if (!cJSON_GetArraySize(fakeapi__member(rule, "resourceRules")) &&
	    !cJSON_GetArraySize(fakeapi__member(rule, "nonResourceRules")))
		fakeapi__cause_required(c, at,
					"at least one of resourceRules and nonResourceRules has to "
					"be non-empty");
	i = 0;
	cJSON_ArrayForEach(v, fakeapi__member(rule, "resourceRules"))
	    check_resource_rule(c, PATH_AT(resources, i++), v);
	i = 0;
	cJSON_ArrayForEach(v, fakeapi__member(rule, "nonResourceRules"))
	    check_path_rule(c, PATH_AT(paths, i++), v);
}

/* --- FlowSchema ------------------------------------------------------------------------------- */

static void check_precedence(causes_t *c, const path_t *at, const cJSON *v, const char *name)
{
	double n = number(v);

	if (n <= 0)
		fakeapi__cause_invalid_number(c, at, n, "must be a positive value");
	if (n > PRECEDENCE_MAX)
		fakeapi__cause_invalid_number(c, at, n, "must not be greater than 10000");
	if (n == 1 && strcmp(name, "exempt") != 0)
		fakeapi__cause_invalid_number(
		    c, at, n, "only the schema named 'exempt' may have matchingPrecedence 1");
}

static void unsupported_method(causes_t *c, const path_t *at, const cJSON *method)
{
	static const struct fakeapi__rename form[] = { { "type", "Type", NULL },
						       { NULL, NULL, NULL } };
	cJSON *shown = fakeapi__internal_form(method, form);

	if (!shown)
		c->nomem = true;
	fakeapi__cause_unsupported(c, at, shown, "\"ByNamespace\", \"ByUser\"");
	cJSON_Delete(shown);
}

static bool is_first(const char *name)
{
	return strcmp(name, "exempt") == 0 || strcmp(name, "catch-all") == 0;
}

void fakeapi__check_flow_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *list = PATH(&status, "conditions");
	const cJSON *conditions = fakeapi__dig(obj, "status", "conditions", NULL), *v;
	struct fakeapi__lookup before;
	size_t i = 0;

	(void)old;
	fakeapi__lookup_items(&before, conditions, "type", conditions);
	cJSON_ArrayForEach(v, conditions)
	{
		const path_t *at = PATH(PATH_AT(list, i), "type");

		if (fakeapi__lookup_again(&before, v))
			fakeapi__cause_duplicate(c, at, fakeapi__member(v, "type"));
		if (!*fakeapi__string(v, "type"))
			fakeapi__cause_required(c, at, "");
		i++;
	}
	fakeapi__lookup_fini(&before);
}

void fakeapi__check_flow_schema(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const path_t *rules = PATH(&spec, "rules");
	const path_t *level = PATH(PATH(&spec, "priorityLevelConfiguration"), "name");
	const cJSON *s = fakeapi__member(obj, "spec"), *v;
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	const cJSON *method = fakeapi__member(s, "distinguisherMethod");
	const char *to = fakeapi__string(fakeapi__member(s, "priorityLevelConfiguration"), "name");
	size_t i = 0;

	check_precedence(c, PATH(&spec, "matchingPrecedence"),
			 fakeapi__member(s, "matchingPrecedence"), name);
	if (cJSON_IsObject(method) && strcmp(fakeapi__string(method, "type"), "ByUser") != 0 &&
	    strcmp(fakeapi__string(method, "type"), "ByNamespace") != 0)
		unsupported_method(c, PATH(PATH(&spec, "distinguisherMethod"), "type"), method);
	if (*to)
		fakeapi__check_format(c, level, FAKEAPI_DNS_SUBDOMAIN, to);
	else
		fakeapi__cause_required(c, level, "must reference a priority level");
	cJSON_ArrayForEach(v, fakeapi__member(s, "rules")) check_rule(c, PATH_AT(rules, i++), v);
	if (old && is_first(name) && !fakeapi__equal(s, fakeapi__member(old, "spec"))) {
		AUTO_STRBUF why = STRBUF_INIT;

		strbuf_addf(&why, "spec of '%s' must equal the fixed value", name);
		fakeapi__cause_invalid_internal(c, &spec, s, FAKEAPI_INTERNAL_FLOW_SCHEMA, why.ptr);
	}
	fakeapi__check_flow_status(c, obj, old);
}

/* --- PriorityLevelConfiguration --------------------------------------------------------------- */

static void check_hand(causes_t *c, const path_t *at, double hand, double queues)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (hand <= 0)
		strbuf_addz(&why, "must be positive");
	else if (hand > queues)
		strbuf_addf(&why, "should not be greater than queues (%.0f)", queues);
	else if (ceil(log2(queues) * hand) > HASH_BITS_MAX)
		strbuf_addf(&why,
			    "required entropy bits of deckSize %.0f and handSize %.0f should not "
			    "be greater than %d",
			    queues, hand, HASH_BITS_MAX);
	if (why.len)
		fakeapi__cause_invalid_number(c, at, hand, why.ptr);
}

static void check_queuing(causes_t *c, const path_t *at, const cJSON *queuing)
{
	double limit = number(fakeapi__member(queuing, "queueLengthLimit"));
	double queues = number(fakeapi__member(queuing, "queues"));

	if (limit <= 0)
		fakeapi__cause_invalid_number(c, PATH(at, "queueLengthLimit"), limit,
					      "must be positive");
	if (queues <= 0)
		fakeapi__cause_invalid_number(c, PATH(at, "queues"), queues, "must be positive");
	else if (queues > QUEUES_MAX)
		fakeapi__cause_invalid_number(c, PATH(at, "queues"), queues,
					      "must not be greater than 10000000");
	check_hand(c, PATH(at, "handSize"), number(fakeapi__member(queuing, "handSize")), queues);
}

static void check_response(causes_t *c, const path_t *at, const cJSON *response)
{
	const cJSON *queuing = fakeapi__member(response, "queuing");
	const char *type = fakeapi__string(response, "type");

	if (strcmp(type, "Reject") == 0) {
		if (cJSON_IsObject(queuing))
			fakeapi__cause_forbidden(
			    c, PATH(at, "queuing"),
			    "must be nil if limited.limitResponse.type is not Limited");
	} else if (strcmp(type, "Queue") == 0) {
		if (cJSON_IsObject(queuing))
			check_queuing(c, PATH(at, "queuing"), queuing);
		else
			fakeapi__cause_required(
			    c, PATH(at, "queuing"),
			    "must not be empty if limited.limitResponse.type is Limited");
	} else if (!*type && fakeapi__changed(c->features, FAKEAPI_CHANGE_REQUIRED_TYPES)) {
		fakeapi__cause_required(c, PATH(at, "type"), NULL);
	} else {
		cJSON *v = cJSON_CreateString(type);

		fakeapi__cause_unsupported(c, PATH(at, "type"), v, "\"Queue\", \"Reject\"");
		cJSON_Delete(v);
	}
}

static void check_shares(causes_t *c, const path_t *at, const cJSON *level, bool limited)
{
	const cJSON *shares = fakeapi__member(level, "nominalConcurrencyShares");
	const cJSON *lends = fakeapi__member(level, "lendablePercent");
	const cJSON *borrows = fakeapi__member(level, "borrowingLimitPercent");

	if (number(shares) < 0)
		fakeapi__cause_invalid(c, PATH(at, "nominalConcurrencyShares"), shares,
				       "must be a non-negative integer");
	if (limited)
		check_response(c, PATH(at, "limitResponse"),
			       fakeapi__member(level, "limitResponse"));
	if (number(lends) < 0 || number(lends) > 100)
		fakeapi__cause_invalid(c, PATH(at, "lendablePercent"), lends,
				       "must be between 0 and 100, inclusive");
	if (limited && number(borrows) < 0)
		fakeapi__cause_invalid(c, PATH(at, "borrowingLimitPercent"), borrows,
				       "if specified, must be a non-negative integer");
}

static void check_level_type(causes_t *c, const path_t *spec, const cJSON *s)
{
	const cJSON *limited = fakeapi__member(s, "limited"),
		    *exempt = fakeapi__member(s, "exempt");
	const char *type = fakeapi__string(s, "type");

	if (strcmp(type, "Exempt") == 0) {
		if (cJSON_IsObject(limited))
			fakeapi__cause_forbidden(c, PATH(spec, "limited"),
						 "must be nil if the type is not Limited");
		if (cJSON_IsObject(exempt))
			check_shares(c, PATH(spec, "exempt"), exempt, false);
	} else if (strcmp(type, "Limited") == 0) {
		if (cJSON_IsObject(exempt))
			fakeapi__cause_forbidden(c, PATH(spec, "exempt"),
						 "must be nil if the type is Limited");
		if (cJSON_IsObject(limited))
			check_shares(c, PATH(spec, "limited"), limited, true);
		else
			fakeapi__cause_required(c, PATH(spec, "limited"),
						"must not be empty when type is Limited");
	} else if (!*type && fakeapi__changed(c->features, FAKEAPI_CHANGE_REQUIRED_TYPES)) {
		fakeapi__cause_required(c, PATH(spec, "type"), NULL);
	} else {
		cJSON *v = cJSON_CreateString(type);

		fakeapi__cause_unsupported(c, PATH(spec, "type"), v, "\"Exempt\", \"Limited\"");
		cJSON_Delete(v);
	}
}

void fakeapi__check_priority_level(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t spec = { NULL, "spec", 0, { NULL, 0 } };
	const cJSON *s = fakeapi__member(obj, "spec"), *was = fakeapi__member(old, "spec");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	const char *type = fakeapi__string(s, "type");

	if ((strcmp(name, "exempt") == 0) != (strcmp(type, "Exempt") == 0))
		fakeapi__cause_invalid_str(c, PATH(&spec, "type"), str_of(type),
					   "must be 'Exempt' if and only if `name` is 'exempt'");
	check_level_type(c, &spec, s);
	if (old && strcmp(name, "catch-all") == 0 && !fakeapi__equal(s, was))
		fakeapi__cause_invalid_internal(c, &spec, s, FAKEAPI_INTERNAL_PRIORITY_LEVEL,
						"spec of 'catch-all' must equal the fixed value");
	fakeapi__check_flow_status(c, obj, old);
}
