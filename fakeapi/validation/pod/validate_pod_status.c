/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod_status.c - pods/status (ValidatePodStatusUpdate). */
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void check_conditions(causes_t *c, const path_t *at, const cJSON *list)
{
	static const char *const known[] = { "PodScheduled", "Ready", "Initialized" };
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *type = fakeapi__string(m, "type");
		bool system = false;

		i++;
		if (fakeapi__member(m, "observedGeneration") &&
		    fakeapi__member(m, "observedGeneration")->valuedouble < 0)
			fakeapi__cause_invalid(c, PATH(here, "observedGeneration"),
					       fakeapi__member(m, "observedGeneration"),
					       "must be a non-negative integer");
		for (size_t k = 0; k < ARRAY_LEN(known); k++)
			system |= strcmp(type, known[k]) == 0;
		if (!system)
			fakeapi__check_format(c, PATH(here, "Type"), FAKEAPI_QUALIFIED_NAME, type);
	}
}

static void check_nomination(causes_t *c, const path_t *at, const cJSON *obj, const cJSON *old)
{
	const char *now = fakeapi__string(fakeapi__member(obj, "status"), "nominatedNodeName");
	const char *was = fakeapi__string(fakeapi__member(old, "status"), "nominatedNodeName");

	if (!*now || strcmp(now, was) == 0)
		return;
	fakeapi__check_format(c, at, FAKEAPI_DNS_SUBDOMAIN, now);
}

/* --- ended containers ----------------------------------------------------------------------- */

/* True if a rule of the container restarts it after this exit code. */
static bool rule_restarts(const cJSON *ctr, double code)
{
	const cJSON *r, *v;

	cJSON_ArrayForEach(r, fakeapi__member(ctr, "restartPolicyRules"))
	{
		const cJSON *codes = fakeapi__member(r, "exitCodes");
		bool among = false, in = strcmp(fakeapi__string(codes, "operator"), "In") == 0;

		cJSON_ArrayForEach(v, fakeapi__member(codes, "values")) among |=
		    !(v->valuedouble < code) && !(v->valuedouble > code);
		if (codes && among == in)
			return strcmp(fakeapi__string(r, "action"), "Restart") == 0;
	}
	return false;
}

static bool restarts(const char *policy, double code)
{
	bool failed = code < 0 || code > 0;

	return strcmp(policy, "Never") != 0 && (failed || strcmp(policy, "OnFailure") != 0);
}

static const cJSON *named(const cJSON *list, const char *name)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list) if (strcmp(fakeapi__string(m, "name"), name) == 0) return m;
	return NULL;
}

/* True if a container that ended with `code` may run again. */
typedef bool may_run_fn(const cJSON *spec, const char *name, double code);

static bool main_may_run(const cJSON *spec, const char *name, double code)
{
	const cJSON *ctr = named(fakeapi__member(spec, "containers"), name);
	const char *own = fakeapi__string(ctr, "restartPolicy");

	if (!ctr)
		return false;
	return (*own && rule_restarts(ctr, code)) ||
	       restarts(*own ? own : fakeapi__string(spec, "restartPolicy"), code);
}

static bool first_may_run(const cJSON *spec, const char *name, double code)
{
	const cJSON *ctr = named(fakeapi__member(spec, "initContainers"), name);

	return restarts(fakeapi__string(spec, "restartPolicy"), code) ||
	       strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") == 0;
}

static bool never_runs(const cJSON *spec, const char *name, double code)
{
	(void)spec, (void)name, (void)code;
	return false;
}

static void check_ended(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was,
			const cJSON *spec, may_run_fn *may_run)
{
	struct fakeapi__lookup names;
	const cJSON *o;
	size_t i = 0;

	fakeapi__lookup_items(&names, now, "name", was);
	cJSON_ArrayForEach(o, was)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *ended = fakeapi__dig(o, "state", "terminated", NULL);
		const cJSON *code = fakeapi__member(ended, "exitCode"), *n;

		i++;
		n = ended ? fakeapi__lookup(&names, fakeapi__string(o, "name")) : NULL;
		if (!n || fakeapi__dig(n, "state", "terminated", NULL) ||
		    may_run(spec, fakeapi__string(o, "name"), code ? code->valuedouble : 0))
			continue;
		fakeapi__cause_forbidden(c, PATH(here, "state"),
					 "may not be transitioned to non-terminated state");
	}
	fakeapi__lookup_fini(&names);
}

/* --- claims, addresses, users --------------------------------------------------------------- */

static void check_claim_statuses(causes_t *c, const path_t *at, const cJSON *list,
				 const cJSON *claims)
{
	struct fakeapi__lookup names;
	const cJSON *m;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *name = fakeapi__member(m, "name");
		const char *claim = fakeapi__string(m, "resourceClaimName");

		i++;
		if (!named(claims, fakeapi__string(m, "name")))
			fakeapi__cause_invalid(
			    c, PATH(here, "name"), name,
			    "must match the name of an entry in `spec.resourceClaims`");
		if (fakeapi__lookup_again(&names, m))
			fakeapi__cause_duplicate(c, PATH(here, "name"), name);
		if (*claim)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_SUBDOMAIN, claim);
	}
	fakeapi__lookup_fini(&names);
}

static void check_ip_text(causes_t *c, const path_t *at, const char *ip)
{
	struct fakeapi__ip parsed;

	if (!fakeapi__ip_parse(str_of(ip), &parsed))
		fakeapi__cause_invalid_str(
		    c, at, str_of(ip),
		    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
}

/* Reports the list in internal form. */
static void too_many_addresses(causes_t *c, const path_t *at, const cJSON *list)
{
	cJSON *shown = cJSON_CreateArray();
	const cJSON *m;

	c->nomem |= !shown;
	cJSON_ArrayForEach(m, list)
	{
		cJSON *one = cJSON_CreateObject();

		if (!one || !cJSON_AddStringToObject(one, "IP", fakeapi__string(m, "ip")) ||
		    !cJSON_AddItemToArray(shown, one)) {
			c->nomem = true;
			cJSON_Delete(one);
			break;
		}
	}
	fakeapi__cause_invalid(c, at, shown, "may specify no more than one IP for each IP family");
	cJSON_Delete(shown);
}

/* Several addresses of which one is invalid: their families cannot be compared. */
static void check_families(causes_t *c, const path_t *at, const cJSON *list)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__ip parsed;
	const cJSON *m;
	int i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const char *ip = fakeapi__string(m, "ip");

		if (!why.len && !fakeapi__ip_parse(str_of(ip), &parsed))
			strbuf_addf(&why,
				    "failed to check for dual stack with error:invalid IP[%d]: %s",
				    i, ip);
		i++;
	}
	c->nomem |= why.failed;
	if (i > 1 && why.len)
		fakeapi__cause_internal(c, at, why.ptr);
}

/* Invalid addresses may stay at their positions. */
static void check_addresses(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was)
{
	struct fakeapi__lookup before;
	size_t of_6 = 0, i = 0;
	const cJSON *m;

	fakeapi__lookup_items(&before, was, "ip", now);
	cJSON_ArrayForEach(m, now)
	{
		const path_t *here = PATH_AT(at, i);
		const char *ip = fakeapi__string(m, "ip");

		i++;
		of_6 += strchr(ip, ':') != NULL;
		if (!fakeapi__lookup(&before, ip))
			check_ip_text(c, here, ip);
	}
	check_families(c, at, now);
	if (i > 2 || (i == 2 && of_6 != 1))
		too_many_addresses(c, at, now);
	fakeapi__lookup_fini(&before);
}

static void check_id(causes_t *c, const path_t *at, const cJSON *id)
{
	if (cJSON_IsNumber(id) && (id->valuedouble < 0 || id->valuedouble > INT32_MAX))
		fakeapi__cause_invalid(c, at, id, "must be between 0 and 2147483647, inclusive");
}

static void check_users(causes_t *c, const path_t *at, const cJSON *list, bool windows)
{
	const cJSON *s, *g;
	size_t i = 0;

	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i), *user_at = PATH(here, "user");
		const path_t *linux_at = PATH(user_at, "linux");
		const path_t *groups_at = PATH(linux_at, "supplementalGroups");
		const cJSON *user = fakeapi__dig(s, "user", "linux", NULL);
		size_t k = 0;

		i++;
		if (!user)
			continue;
		if (windows) {
			fakeapi__cause_forbidden(c, linux_at, "cannot be set for a windows pod");
			continue;
		}
		check_id(c, PATH(linux_at, "uid"), fakeapi__member(user, "uid"));
		check_id(c, PATH(linux_at, "gid"), fakeapi__member(user, "gid"));
		cJSON_ArrayForEach(g, fakeapi__member(user, "supplementalGroups"))
		{
			check_id(c, PATH_AT(groups_at, k), g);
			k++;
		}
	}
}

/* --- devices' health ------------------------------------------------------------------------ */

static bool claims(const cJSON *ctr, const char *name)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__dig(ctr, "resources", "claims", NULL))
	{
		AUTO_STRBUF text = STRBUF_INIT;
		const char *request = fakeapi__string(m, "request");

		strbuf_addf(&text, "claim:%s%s%s", fakeapi__string(m, "name"), *request ? "/" : "",
			    request);
		if (!text.failed && strcmp(text.ptr, name) == 0)
			return true;
	}
	return false;
}

static void check_device(causes_t *c, const path_t *at, const cJSON *device, const cJSON *ctr)
{
	static const char *const healths[] = { "Healthy", "Unhealthy", "Unknown", NULL };
	const char *name = fakeapi__string(device, "name");
	const cJSON *ids = fakeapi__member(device, "resources"), *r;
	bool claim = strncmp(name, "claim:", 6) == 0;
	const path_t *list_at = PATH(at, "resources");
	struct fakeapi__lookup known;
	size_t i = 0;

	if (ctr && claim && !claims(ctr, name))
		fakeapi__cause_invalid_str(
		    c, PATH(at, "name"), str_of(name),
		    "must match one of the container's resource claims in a format "
		    "'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty");
	if (ctr && !claim && !fakeapi__dig(ctr, "resources", "requests", name, NULL))
		fakeapi__cause_invalid_str(c, PATH(at, "name"), str_of(name),
					   "must match one of the container's resource requests");
	fakeapi__lookup_items(&known, ids, "resourceID", ids);
	cJSON_ArrayForEach(r, ids)
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		fakeapi__check_one_of(c, PATH(here, "health"), fakeapi__member(r, "health"),
				      healths);
		if (fakeapi__lookup_again(&known, r))
			fakeapi__cause_duplicate(c, PATH(here, "resourceID"),
						 fakeapi__member(r, "resourceID"));
	}
	fakeapi__lookup_fini(&known);
}

static void check_devices(causes_t *c, const path_t *at, const cJSON *list, const cJSON *containers)
{
	const cJSON *s, *d;
	size_t i = 0;

	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i);
		const path_t *devices_at = PATH(here, "allocatedResourcesStatus");
		const cJSON *ctr = NULL;
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(d, fakeapi__member(s, "allocatedResourcesStatus"))
		{
			if (k == 0)
				ctr = named(containers, fakeapi__string(s, "name"));
			check_device(c, PATH_AT(devices_at, k), d, ctr);
			k++;
		}
	}
}

static void check_no_devices(causes_t *c, const path_t *at, const cJSON *list)
{
	const cJSON *s;
	size_t i = 0;

	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (!fakeapi__is_blank(fakeapi__member(s, "allocatedResourcesStatus")))
			fakeapi__cause_forbidden(c, PATH(here, "allocatedResourcesStatus"),
						 "must not be specified in container status");
	}
}

/* --- the whole status ----------------------------------------------------------------------- */

void fakeapi__check_pod_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const struct {
		const char *statuses, *containers; /* NULL: these have no devices */
		may_run_fn *may_run;
	} lists[] = {
		{ "containerStatuses", "containers", main_may_run },
		{ "initContainerStatuses", "initContainers", first_may_run },
		{ "ephemeralContainerStatuses", NULL, never_runs },
	};
	const cJSON *now = fakeapi__member(obj, "status"), *was = fakeapi__member(old, "status");
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *seen = fakeapi__member(now, "observedGeneration");
	const cJSON *hosts = fakeapi__member(now, "hostIPs");
	const path_t *at = PATH(NULL, "status"), *hosts_at = PATH(at, "hostIPs");
	const path_t *first_host = PATH_AT(hosts_at, 0);
	bool windows = strcmp(fakeapi__string(fakeapi__member(spec, "os"), "name"), "windows") == 0;

	fakeapi__check_annotation_updates(c, obj, old);
	check_conditions(c, PATH(at, "conditions"), fakeapi__member(now, "conditions"));
	check_nomination(c, PATH(at, "nominatedNodeName"), obj, old);
	if (cJSON_IsNumber(seen) && seen->valuedouble < 0)
		fakeapi__cause_invalid(c, PATH(at, "observedGeneration"), seen,
				       "must be a non-negative integer");
	fakeapi__check_immutable(c, PATH(at, "qosClass"), fakeapi__member(now, "qosClass"),
				 fakeapi__member(was, "qosClass"));
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		check_ended(c, PATH(at, lists[i].statuses), fakeapi__member(now, lists[i].statuses),
			    fakeapi__member(was, lists[i].statuses), spec, lists[i].may_run);
	check_claim_statuses(c, PATH(at, "resourceClaimStatuses"),
			     fakeapi__member(now, "resourceClaimStatuses"),
			     fakeapi__member(spec, "resourceClaims"));
	check_addresses(c, PATH(at, "podIPs"), fakeapi__member(now, "podIPs"),
			fakeapi__member(was, "podIPs"));
	if (hosts && hosts->child &&
	    strcmp(fakeapi__string(now, "hostIP"), fakeapi__string(hosts->child, "ip")) != 0)
		fakeapi__cause_invalid_str(c, PATH(first_host, "ip"),
					   str_of(fakeapi__string(hosts->child, "ip")),
					   "must be equal to `hostIP`");
	check_addresses(c, hosts_at, hosts, fakeapi__member(was, "hostIPs"));
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		check_users(c, PATH(at, lists[i].statuses), fakeapi__member(now, lists[i].statuses),
			    windows);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const cJSON *list = fakeapi__member(now, lists[i].statuses);

		if (lists[i].containers)
			check_devices(c, PATH(at, lists[i].statuses), list,
				      fakeapi__member(spec, lists[i].containers));
		else
			check_no_devices(c, PATH(at, lists[i].statuses), list);
	}
}
