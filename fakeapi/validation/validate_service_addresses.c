/* SPDX-License-Identifier: Apache-2.0 */
/* A service's addresses and address families (k8s.io/kubernetes pkg/apis/core/validation). */
#include "fakeapi/validation/validate_service.h"

#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

static void check_families(causes_t *c, const cJSON *spec)
{
	static const char *const known[] = { "IPv4", "IPv6", NULL };
	static const char *const policies[] = { "PreferDualStack", "RequireDualStack",
						"SingleStack", NULL };
	const path_t *at = PATH(&spec_at, "ipFamilies");
	const cJSON *list = fakeapi__member(spec, "ipFamilies"), *f;
	const cJSON *policy = fakeapi__member(spec, "ipFamilyPolicy");
	struct fakeapi__lookup seen;
	size_t i = 0;

	fakeapi__lookup_items(&seen, list, NULL, list);
	cJSON_ArrayForEach(f, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_one_of(c, here, f, known);
		if (fakeapi__lookup_again(&seen, f))
			fakeapi__cause_duplicate(c, here, f);
	}
	fakeapi__lookup_fini(&seen);
	if (policy)
		fakeapi__check_one_of(c, PATH(&spec_at, "ipFamilyPolicy"), policy, policies);
}

/* Checks new addresses; false if one is invalid. */
static bool check_each_ip(causes_t *c, const cJSON *ips, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "clusterIPs");
	struct fakeapi__lookup known;
	struct fakeapi__ip ip;
	const cJSON *m;
	size_t i = 0, count = fakeapi__causes_count(c);

	fakeapi__lookup_items(&known, fakeapi__member(before, "clusterIPs"), NULL, ips);
	cJSON_ArrayForEach(m, ips)
	{
		const path_t *here = PATH_AT(at, i);

		if (i++ == 0 && strcmp(fakeapi__text(m), "None") == 0) {
			if (cJSON_GetArraySize(ips) > 1)
				fakeapi__cause_invalid(c, at, ips,
						       "'None' must be the first and only value");
			continue;
		}
		if (!fakeapi__ip_parse(str_of(fakeapi__text(m)), &ip) &&
		    !fakeapi__lookup(&known, fakeapi__text(m)))
			fakeapi__cause_invalid_str(c, here, str_of(fakeapi__text(m)), NO_ADDRESS);
	}
	fakeapi__lookup_fini(&known);
	return fakeapi__causes_count(c) == count;
}

static bool is_six(const cJSON *text)
{
	struct fakeapi__ip ip;

	return fakeapi__ip_parse(str_of(fakeapi__text(text)), &ip) && ip.len == 16;
}

void fakeapi__check_service_addresses(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "clusterIPs");
	const cJSON *ips = fakeapi__member(spec, "clusterIPs"), *m;
	const cJSON *family = fakeapi__member(spec, "ipFamilies");
	const char *one = fakeapi__string(spec, "clusterIP");
	int n = cJSON_GetArraySize(ips);
	bool all_good;
	size_t i = 0;

	if (fakeapi__service_is_type(spec, "ExternalName"))
		return;
	if (*one && n == 0)
		fakeapi__cause_required(c, at, NULL);
	else if (*one && strcmp(fakeapi__text(ips->child), one) != 0)
		fakeapi__cause_invalid(c, at, ips, "first value must match `clusterIP`");
	else if (!*one && n > 0)
		fakeapi__cause_invalid(c, at, ips,
				       "must be empty when `clusterIP` is not specified");
	check_families(c, spec);
	all_good = check_each_ip(c, ips, before);
	if (n > 2)
		fakeapi__cause_invalid(c, at, ips, "may only hold up to 2 values");
	if (!all_good)
		return;
	if (n > 1 && (n > 2 || is_six(ips->child) == is_six(ips->child->next)))
		fakeapi__cause_invalid(c, at, ips,
				       "may specify no more than one IP for each IP family");
	family = family ? family->child : NULL;
	for (m = ips ? ips->child : NULL; m && family && !fakeapi__service_is_headless(spec);
	     m = m->next, family = family->next, i++) {
		bool six = strcmp(fakeapi__text(family), "IPv6") == 0;
		AUTO_STRBUF why = STRBUF_INIT;

		if ((six || strcmp(fakeapi__text(family), "IPv4") == 0) && six != is_six(m)) {
			strbuf_addf(&why, "expected an %s value as indicated by `ipFamilies[%zu]`",
				    fakeapi__text(family), i);
			fakeapi__cause_invalid(c, PATH_AT(at, i), m, why.ptr);
		}
	}
}

/* A service that releases an address must set its policy accordingly. */
static void check_released(causes_t *c, const cJSON *spec, const cJSON *before)
{
	static const char *const lists[][2] = {
		{ "clusterIPs", "must be 'SingleStack' to release the secondary cluster IP" },
		{ "ipFamilies", "must be 'SingleStack' to release the secondary IP family" },
	};

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		int now = cJSON_GetArraySize(fakeapi__member(spec, lists[i][0]));

		/* Families derived from addresses are not the client's request. */
		if (i == 1 && !fakeapi__service_is_headless(spec))
			continue;
		if (now > 0 && now < cJSON_GetArraySize(fakeapi__member(before, lists[i][0])))
			fakeapi__cause_invalid(c, PATH(&spec_at, "ipFamilyPolicy"),
					       fakeapi__member(spec, "ipFamilyPolicy"),
					       lists[i][1]);
	}
}

static void check_policy(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const cJSON *policy = fakeapi__member(spec, "ipFamilyPolicy"), *m;
	const cJSON *ips = fakeapi__member(spec, "clusterIPs");
	const cJSON *families = fakeapi__member(spec, "ipFamilies");
	const path_t *at = PATH(&spec_at, "ipFamilyPolicy"), *ips_at = PATH(&spec_at, "clusterIPs");
	bool single = strcmp(fakeapi__text(policy), "SingleStack") == 0;
	int i = 0;

	if (before && !single)
		check_released(c, spec, before);
	if (single && cJSON_GetArraySize(ips) == 2)
		fakeapi__cause_invalid(c, at, policy,
				       "must be 'RequireDualStack' or 'PreferDualStack' when "
				       "multiple cluster IPs are specified");
	if (single && cJSON_GetArraySize(families) == 2)
		fakeapi__cause_invalid(c, at, policy,
				       "must be 'RequireDualStack' or 'PreferDualStack' when "
				       "multiple IP families are specified");
	cJSON_ArrayForEach(m, ips)
	{
		const path_t *here = PATH_AT(ips_at, (size_t)i);

		if (is_six(m) && i >= cJSON_GetArraySize(families))
			fakeapi__cause_invalid(c, here, ips,
					       "IPv6 is not configured on this cluster");
		i++;
	}
}

/* The allocators' errors, before all other checks: only IPv4 addresses are available. */
void fakeapi__check_service_allocation(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec"),
		    *m;
	const cJSON *policy = fakeapi__member(spec, "ipFamilyPolicy");
	const path_t *at = PATH(&spec_at, "ipFamilies");
	size_t i = 0;

	if (fakeapi__service_is_type(spec, "ExternalName"))
		return;
	fakeapi__check_service_addresses(c, spec, before);
	if (fakeapi__causes_count(c) == 0)
		check_policy(c, spec, before);
	if (fakeapi__causes_count(c) || (strcmp(fakeapi__string(spec, "clusterIP"), "None") == 0 &&
					 fakeapi__is_blank(fakeapi__member(spec, "selector"))))
		return;
	if (strcmp(fakeapi__text(policy), "RequireDualStack") == 0)
		fakeapi__cause_invalid(c, PATH(&spec_at, "ipFamilyPolicy"), policy,
				       "this cluster is not configured for dual-stack services");
	cJSON_ArrayForEach(m, fakeapi__member(spec, "ipFamilies"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (strcmp(fakeapi__text(m), "IPv4") != 0)
			fakeapi__cause_invalid(c, here, m, "not configured on this cluster");
	}
}

void fakeapi__check_same_ips(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "clusterIPs");
	const cJSON *now = fakeapi__member(spec, "clusterIPs"), *n;
	const cJSON *had = fakeapi__member(before, "clusterIPs"), *h;
	int have = cJSON_GetArraySize(now), were = cJSON_GetArraySize(had);
	size_t i = 0;

	if (fakeapi__service_is_headless(spec) && fakeapi__service_is_headless(before))
		return;
	if (have == were) {
		for (n = now ? now->child : NULL, h = had ? had->child : NULL; n && h;
		     n = n->next, h = h->next, i++)
			if (strcmp(fakeapi__text(n), fakeapi__text(h)) != 0)
				fakeapi__cause_invalid(c, PATH_AT(at, i), now,
						       "may not change once set");
		return;
	}
	if (were > have && have == 0)
		fakeapi__cause_invalid(c, PATH_AT(at, 0), now,
				       "primary clusterIP can not be unset");
	if (were > 0 && have > 0 &&
	    strcmp(fakeapi__text(now->child), fakeapi__text(had->child)) != 0)
		fakeapi__cause_invalid(c, PATH_AT(at, 0), now, "may not change once set");
	if (were > have && have == 1 &&
	    strcmp(fakeapi__string(spec, "ipFamilyPolicy"), "SingleStack") != 0)
		fakeapi__cause_invalid(c, PATH(&spec_at, "ipFamilyPolicy"),
				       fakeapi__member(spec, "ipFamilyPolicy"),
				       "must be set to 'SingleStack' when releasing the secondary "
				       "clusterIP");
}

void fakeapi__check_same_families(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "ipFamilies");
	const cJSON *now = fakeapi__member(spec, "ipFamilies"), *n;
	const cJSON *had = fakeapi__member(before, "ipFamilies"), *h;
	int have = cJSON_GetArraySize(now), were = cJSON_GetArraySize(had);

	if (fakeapi__service_is_headless(spec) || fakeapi__service_is_headless(before))
		return;
	if (have == were) {
		for (n = now ? now->child : NULL, h = had ? had->child : NULL; n && h;
		     n = n->next, h = h->next)
			if (strcmp(fakeapi__text(n), fakeapi__text(h)) != 0)
				fakeapi__cause_invalid(c, PATH_AT(at, 0), now,
						       "may not change once set");
		return;
	}
	if (were > 0 && have > 0 &&
	    strcmp(fakeapi__text(now->child), fakeapi__text(had->child)) != 0)
		fakeapi__cause_invalid(c, PATH_AT(at, 0), fakeapi__member(spec, "clusterIPs"),
				       "may not change once set");
	if (were > have && have == 1 &&
	    strcmp(fakeapi__string(spec, "ipFamilyPolicy"), "SingleStack") != 0)
		fakeapi__cause_invalid(c, PATH(&spec_at, "ipFamilyPolicy"),
				       fakeapi__member(spec, "ipFamilyPolicy"),
				       "must be set to 'SingleStack' when releasing the secondary "
				       "ipFamily");
}
