/* SPDX-License-Identifier: Apache-2.0 */
/* validate_scheduling.c - affinity, tolerations, spreading, gates and DNS of a pod
 * (k8s.io/kubernetes pkg/apis/core/validation). */
#include "fakeapi/meta/cidr.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void check_label_value(causes_t *c, const path_t *at, const cJSON *value)
{
	if (cJSON_IsString(value))
		fakeapi__check_format(c, at, FAKEAPI_LABEL_VALUE, value->valuestring);
}

/* --- affinity ------------------------------------------------------------------------------ */

static void check_node_expression(causes_t *c, const path_t *at, const cJSON *r, bool values_too)
{
	const char *op = fakeapi__string(r, "operator");
	const cJSON *values = fakeapi__member(r, "values"), *v;
	const path_t *values_at = PATH(at, "values");
	int count = cJSON_GetArraySize(values);
	size_t i = 0;

	if (strcmp(op, "In") == 0 || strcmp(op, "NotIn") == 0) {
		if (count == 0)
			fakeapi__cause_required(
			    c, values_at, "must be specified when `operator` is 'In' or 'NotIn'");
	} else if (strcmp(op, "Exists") == 0 || strcmp(op, "DoesNotExist") == 0) {
		if (count > 0)
			fakeapi__cause_forbidden(c, values_at,
						 "may not be specified when `operator` is 'Exists' "
						 "or 'DoesNotExist'");
	} else if (strcmp(op, "Gt") == 0 || strcmp(op, "Lt") == 0) {
		if (count != 1)
			fakeapi__cause_required(c, values_at,
						"must be specified single value when `operator` is "
						"'Lt' or 'Gt'");
	} else {
		fakeapi__cause_invalid_str(c, PATH(at, "operator"), str_of(op),
					   "not a valid selector operator");
	}
	fakeapi__check_format(c, PATH(at, "key"), FAKEAPI_QUALIFIED_NAME,
			      fakeapi__string(r, "key"));
	if (!values_too)
		return;
	cJSON_ArrayForEach(v, values)
	{
		check_label_value(c, PATH_AT(values_at, i), v);
		i++;
	}
}

static void check_node_field(causes_t *c, const path_t *at, const cJSON *r)
{
	const char *op = fakeapi__string(r, "operator"), *key = fakeapi__string(r, "key");

	if (strcmp(op, "In") != 0 && strcmp(op, "NotIn") != 0)
		fakeapi__cause_invalid_str(c, PATH(at, "operator"), str_of(op),
					   "not a valid selector operator");
	else if (cJSON_GetArraySize(fakeapi__member(r, "values")) != 1)
		fakeapi__cause_required(c, PATH(at, "values"),
					"must be only one value when `operator` is 'In' or 'NotIn' "
					"for node field selector");
	if (strcmp(key, "metadata.name") != 0)
		fakeapi__cause_invalid_str(c, PATH(at, "key"), str_of(key),
					   "not a valid field selector key");
}

static void check_node_term(causes_t *c, const path_t *at, const cJSON *term, bool values_too)
{
	const path_t *expressions = PATH(at, "matchExpressions"), *fields = PATH(at, "matchFields");
	const cJSON *r;
	size_t i = 0, k = 0;

	cJSON_ArrayForEach(r, fakeapi__member(term, "matchExpressions"))
	{
		check_node_expression(c, PATH_AT(expressions, i), r, values_too);
		i++;
	}
	cJSON_ArrayForEach(r, fakeapi__member(term, "matchFields"))
	{
		check_node_field(c, PATH_AT(fields, k), r);
		k++;
	}
}

void fakeapi__check_node_selector(causes_t *c, const path_t *at, const cJSON *selector)
{
	const path_t *terms = PATH(at, "nodeSelectorTerms");
	const cJSON *list = fakeapi__member(selector, "nodeSelectorTerms"), *t;
	size_t i = 0;

	if (fakeapi__is_blank(list))
		fakeapi__cause_required(c, terms, "must have at least one node selector term");
	cJSON_ArrayForEach(t, list)
	{
		const path_t *here = PATH_AT(terms, i);

		i++;
		check_node_term(c, here, t, true);
	}
}

static void check_weight(causes_t *c, const path_t *at, const cJSON *term)
{
	const cJSON *weight = fakeapi__member(term, "weight");
	double w = cJSON_IsNumber(weight) ? weight->valuedouble : 0;

	if (w <= 0 || w > 100)
		fakeapi__cause_invalid_number(c, PATH(at, "weight"), w,
					      "must be in the range 1-100");
}

static void check_node_affinity(causes_t *c, const path_t *at, const cJSON *affinity)
{
	const path_t *required = PATH(at, "requiredDuringSchedulingIgnoredDuringExecution");
	const path_t *preferred = PATH(at, "preferredDuringSchedulingIgnoredDuringExecution");
	const path_t *terms_at = PATH(required, "nodeSelectorTerms");
	const cJSON *must = fakeapi__member(affinity, required->name);
	const cJSON *terms = fakeapi__member(must, "nodeSelectorTerms"), *t;
	size_t i = 0, k = 0;

	if (cJSON_IsObject(must) && fakeapi__is_blank(terms))
		fakeapi__cause_required(c, terms_at, "must have at least one node selector term");
	cJSON_ArrayForEach(t, terms)
	{
		check_node_term(c, PATH_AT(terms_at, i), t, true);
		i++;
	}
	cJSON_ArrayForEach(t, fakeapi__member(affinity, preferred->name))
	{
		const path_t *here = PATH_AT(preferred, k);

		k++;
		check_weight(c, here, t);
		check_node_term(c, PATH(here, "preference"), fakeapi__member(t, "preference"),
				false);
	}
}

static void check_pod_term(causes_t *c, const path_t *at, const cJSON *term)
{
	const char *key = fakeapi__string(term, "topologyKey");
	const cJSON *name;

	fakeapi__check_selector(c, PATH(at, "labelSelector"),
				fakeapi__member(term, "labelSelector"));
	fakeapi__check_selector(c, PATH(at, "namespaceSelector"),
				fakeapi__member(term, "namespaceSelector"));
	cJSON_ArrayForEach(name, fakeapi__member(term, "namespaces")) if (cJSON_IsString(name))
	    fakeapi__check_format(c, PATH(at, "namespace"), FAKEAPI_DNS_LABEL, name->valuestring);
	fakeapi__check_label_keys(c, at, term);
	if (!*key)
		fakeapi__cause_required(c, PATH(at, "topologyKey"), "can not be empty");
	fakeapi__check_format(c, PATH(at, "topologyKey"), FAKEAPI_QUALIFIED_NAME, key);
}

static void check_pod_affinity(causes_t *c, const path_t *at, const cJSON *affinity)
{
	const path_t *required = PATH(at, "requiredDuringSchedulingIgnoredDuringExecution");
	const path_t *preferred = PATH(at, "preferredDuringSchedulingIgnoredDuringExecution");
	const cJSON *t;
	size_t i = 0, k = 0;

	cJSON_ArrayForEach(t, fakeapi__member(affinity, required->name))
	{
		check_pod_term(c, PATH_AT(required, i), t);
		i++;
	}
	cJSON_ArrayForEach(t, fakeapi__member(affinity, preferred->name))
	{
		const path_t *here = PATH_AT(preferred, k);

		k++;
		check_weight(c, here, t);
		check_pod_term(c, PATH(here, "podAffinityTerm"),
			       fakeapi__member(t, "podAffinityTerm"));
	}
}

void fakeapi__check_affinity(causes_t *c, const path_t *at, const cJSON *affinity)
{
	check_node_affinity(c, PATH(at, "nodeAffinity"), fakeapi__member(affinity, "nodeAffinity"));
	check_pod_affinity(c, PATH(at, "podAffinity"), fakeapi__member(affinity, "podAffinity"));
	check_pod_affinity(c, PATH(at, "podAntiAffinity"),
			   fakeapi__member(affinity, "podAntiAffinity"));
}

/* --- names and addresses of hosts ---------------------------------------------------------- */

static void check_ip(causes_t *c, const path_t *at, const char *ip)
{
	struct fakeapi__ip parsed;

	if (!fakeapi__ip_parse(str_of(ip), &parsed))
		fakeapi__cause_invalid_str(
		    c, at, str_of(ip),
		    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
}

static void check_searches(causes_t *c, const path_t *at, const cJSON *searches)
{
	enum { ALL_MAX = 2048 };
	size_t all = 0, i = 0;
	const cJSON *m;

	cJSON_ArrayForEach(m, searches) all += strlen(m->valuestring) + (m != searches->child);
	if (all > ALL_MAX)
		fakeapi__cause_invalid(c, at, searches,
				       "must not have more than 2048 characters (including spaces) "
				       "in the search list");
	cJSON_ArrayForEach(m, searches)
	{
		AUTO_STRBUF name = STRBUF_INIT;
		size_t n = strlen(m->valuestring);

		strbuf_addz(&name, "");
		strbuf_add(&name, m->valuestring, n && m->valuestring[n - 1] == '.' ? n - 1 : n);
		c->nomem |= name.failed;
		if (!name.failed && strcmp(m->valuestring, ".") != 0)
			fakeapi__check_format(c, PATH_AT(at, i), FAKEAPI_DNS_UNDERSCORE,
					      name.ptr ? name.ptr : "");
		i++;
	}
}

void fakeapi__check_dns_config(causes_t *c, const path_t *at, const cJSON *spec)
{
	enum { SERVERS_MAX = 3, SEARCHES_MAX = 32 };
	const cJSON *config = fakeapi__member(spec, "dnsConfig"), *m;
	const cJSON *servers = fakeapi__member(config, "nameservers");
	const cJSON *searches = fakeapi__member(config, "searches");
	const path_t *servers_at = PATH(at, "nameservers"), *options_at = PATH(at, "options");
	bool none = strcmp(fakeapi__string(spec, "dnsPolicy"), "None") == 0;
	size_t i = 0, k = 0;

	if (none && !cJSON_IsObject(config)) {
		fakeapi__cause_required(c, at, "must provide `dnsConfig` when `dnsPolicy` is None");
		return;
	}
	if (none && fakeapi__is_blank(servers)) {
		fakeapi__cause_required(c, servers_at,
					"must provide at least one DNS nameserver when "
					"`dnsPolicy` is None");
		return;
	}
	if (cJSON_GetArraySize(servers) > SERVERS_MAX)
		fakeapi__cause_invalid(c, servers_at, servers,
				       "must not have more than 3 nameservers");
	cJSON_ArrayForEach(m, servers)
	{
		check_ip(c, PATH_AT(servers_at, i), fakeapi__text(m));
		i++;
	}
	if (cJSON_GetArraySize(searches) > SEARCHES_MAX)
		fakeapi__cause_invalid(c, PATH(at, "searches"), searches,
				       "must not have more than 32 search paths");
	check_searches(c, PATH(at, "searches"), searches);
	cJSON_ArrayForEach(m, fakeapi__member(config, "options"))
	{
		if (!*fakeapi__string(m, "name"))
			fakeapi__cause_required(c, PATH_AT(options_at, k), "must not be empty");
		k++;
	}
}

void fakeapi__check_host_aliases(causes_t *c, const path_t *at, const cJSON *aliases)
{
	const cJSON *a, *name;
	size_t i = 0;

	cJSON_ArrayForEach(a, aliases)
	{
		const path_t *here = PATH_AT(at, i), *names_at = PATH(here, "hostnames");
		size_t k = 0;

		i++;
		check_ip(c, PATH(here, "ip"), fakeapi__string(a, "ip"));
		cJSON_ArrayForEach(name, fakeapi__member(a, "hostnames"))
		{
			fakeapi__check_format(c, PATH_AT(names_at, k), FAKEAPI_DNS_SUBDOMAIN,
					      fakeapi__text(name));
			k++;
		}
	}
}

/* --- gates, spreading, tolerations --------------------------------------------------------- */

void fakeapi__check_gates(causes_t *c, const path_t *at, const cJSON *spec)
{
	const path_t *ready_at = PATH(at, "readinessGates"),
		     *gates_at = PATH(at, "schedulingGates");
	const cJSON *gates = fakeapi__member(spec, "schedulingGates"), *g;
	struct fakeapi__lookup names;
	size_t i = 0, k = 0;

	cJSON_ArrayForEach(g, fakeapi__member(spec, "readinessGates"))
	{
		const path_t *here = PATH_AT(ready_at, i);

		i++;
		fakeapi__check_format(c, PATH(here, "conditionType"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(g, "conditionType"));
	}
	fakeapi__lookup_items(&names, gates, "name", gates);
	cJSON_ArrayForEach(g, gates)
	{
		const path_t *here = PATH_AT(gates_at, k);

		k++;
		fakeapi__check_format(c, here, FAKEAPI_QUALIFIED_NAME, fakeapi__string(g, "name"));
		if (fakeapi__lookup_again(&names, g))
			fakeapi__cause_duplicate(c, here, fakeapi__member(g, "name"));
	}
	fakeapi__lookup_fini(&names);
}

static void add_pair(struct strbuf *out, const cJSON *constraint)
{
	strbuf_addf(out, "{%s, %s}", fakeapi__string(constraint, "topologyKey"),
		    fakeapi__string(constraint, "whenUnsatisfiable"));
}

/* Key and action of each constraint, in reverse order. NULL: out of memory. */
static cJSON *pairs_of(const cJSON *constraints)
{
	cJSON *pairs = cJSON_CreateArray();
	const cJSON *t;

	cJSON_ArrayForEach(t, constraints)
	{
		AUTO_STRBUF text = STRBUF_INIT;
		cJSON *pair;

		add_pair(&text, t);
		pair = pairs && !text.failed ? cJSON_CreateString(text.ptr) : NULL;
		if (!pair || !cJSON_InsertItemInArray(pairs, 0, pair)) {
			cJSON_Delete(pair);
			cJSON_Delete(pairs);
			return NULL;
		}
	}
	return pairs;
}

void fakeapi__check_spread(causes_t *c, const path_t *at, const cJSON *constraints)
{
	static const char *const actions[] = { "DoNotSchedule", "ScheduleAnyway", NULL };
	static const char *const policies[] = { "Honor", "Ignore", NULL };
	static const char *const ruled[] = { "nodeAffinityPolicy", "nodeTaintsPolicy" };
	const cJSON empty = { .type = cJSON_String, .valuestring = (char[]) { "" } }, *t;
	cJSON *pairs = pairs_of(constraints), *pair = pairs ? pairs->child : NULL;
	struct fakeapi__lookup later;
	size_t i = 0;

	c->nomem |= !pairs;
	fakeapi__lookup_items(&later, pairs, NULL, pairs);
	cJSON_ArrayForEach(t, constraints)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *skew = fakeapi__member(t, "maxSkew");
		const cJSON *least = fakeapi__member(t, "minDomains");
		const cJSON *action = fakeapi__member(t, "whenUnsatisfiable");

		i++;
		if (!cJSON_IsNumber(skew) || skew->valuedouble <= 0)
			fakeapi__cause_invalid_number(c, PATH(here, "maxSkew"),
						      cJSON_IsNumber(skew) ? skew->valuedouble : 0,
						      "must be greater than zero");
		if (!*fakeapi__string(t, "topologyKey"))
			fakeapi__cause_required(c, PATH(here, "topologyKey"), "can not be empty");
		fakeapi__check_one_of(c, PATH(here, "whenUnsatisfiable"), action ? action : &empty,
				      actions);
		pair = pair ? pair->prev : NULL; /* from the last one backwards */
		if (pair && fakeapi__lookup_again(&later, pair))
			fakeapi__cause_duplicate(c, PATH(here, "{topologyKey, whenUnsatisfiable}"),
						 pair);
		if (cJSON_IsNumber(least) && least->valuedouble <= 0)
			fakeapi__cause_invalid(c, PATH(here, "minDomains"), least,
					       "must be greater than zero");
		if (cJSON_IsNumber(least) &&
		    strcmp(fakeapi__string(t, "whenUnsatisfiable"), "DoNotSchedule") != 0) {
			AUTO_STRBUF text = STRBUF_INIT;

			strbuf_addf(&text,
				    "can only use minDomains if whenUnsatisfiable=DoNotSchedule, "
				    "not %s",
				    fakeapi__string(t, "whenUnsatisfiable"));
			fakeapi__cause_invalid(c, PATH(here, "minDomains"), least, text.ptr);
		}
		for (size_t k = 0; k < ARRAY_LEN(ruled); k++)
			if (cJSON_IsString(fakeapi__member(t, ruled[k])))
				fakeapi__check_one_of(c, PATH(here, ruled[k]),
						      fakeapi__member(t, ruled[k]), policies);
		fakeapi__check_label_keys(c, here, t);
		fakeapi__check_selector(c, PATH(here, "labelSelector"),
					fakeapi__member(t, "labelSelector"));
	}
	fakeapi__lookup_fini(&later);
	cJSON_Delete(pairs);
}

void fakeapi__check_tolerations(causes_t *c, const path_t *at, const cJSON *tolerations)
{
	static const char *const operators[] = { "Equal", "Exists", NULL };
	static const char *const effects[] = { "NoSchedule", "PreferNoSchedule", "NoExecute",
					       NULL };
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, tolerations)
	{
		const path_t *here = PATH_AT(at, i);
		const char *key = fakeapi__string(t, "key"), *op = fakeapi__string(t, "operator");
		const char *value = fakeapi__string(t, "value");
		const char *effect = fakeapi__string(t, "effect");

		i++;
		if (*key)
			fakeapi__check_format(c, PATH(here, "key"), FAKEAPI_QUALIFIED_NAME, key);
		else if (strcmp(op, "Exists") != 0)
			fakeapi__cause_invalid_str(
			    c, PATH(here, "operator"), str_of(op),
			    "operator must be Exists when `key` is empty, which means \"match all "
			    "values and all keys\"");
		if (cJSON_IsNumber(fakeapi__member(t, "tolerationSeconds")) &&
		    strcmp(effect, "NoExecute") != 0)
			fakeapi__cause_invalid_str(
			    c, PATH(here, "effect"), str_of(effect),
			    "effect must be 'NoExecute' when `tolerationSeconds` is set");
		if (!*op || strcmp(op, "Equal") == 0)
			fakeapi__check_format(c, PATH(here, "operator"), FAKEAPI_LABEL_VALUE,
					      value);
		else if (strcmp(op, "Exists") != 0)
			fakeapi__check_one_of(c, PATH(here, "operator"),
					      fakeapi__member(t, "operator"), operators);
		else if (*value)
			fakeapi__cause_invalid_str(c, PATH(here, "operator"), str_of(value),
						   "value must be empty when `operator` is "
						   "'Exists'");
		if (*effect)
			fakeapi__check_one_of(c, PATH(here, "effect"), fakeapi__member(t, "effect"),
					      effects);
	}
}
