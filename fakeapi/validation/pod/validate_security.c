/* SPDX-License-Identifier: Apache-2.0 */
/* validate_security.c - the security contexts of pods and containers, with sysctls
 * (k8s.io/kubernetes pkg/apis/core/validation, ValidateSecurityContext). */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void check_id(causes_t *c, const path_t *at, const cJSON *id)
{
	if (cJSON_IsNumber(id) && (id->valuedouble < 0 || id->valuedouble > 2147483647.0))
		fakeapi__cause_invalid(c, at, id, "must be between 0 and 2147483647, inclusive");
}

static void check_profile(causes_t *c, const path_t *at, const cJSON *profile, const char *needs,
			  const char *has)
{
	static const char *const types[] = { "Localhost", "RuntimeDefault", "Unconfined", NULL };
	const cJSON *type = fakeapi__member(profile, "type");
	const cJSON *file = fakeapi__member(profile, "localhostProfile");
	bool local = strcmp(fakeapi__string(profile, "type"), "Localhost") == 0;

	if (!cJSON_IsObject(profile))
		return;
	if (!*fakeapi__string(profile, "type"))
		fakeapi__cause_required(c, PATH(at, "type"), needs);
	else
		fakeapi__check_one_of(c, PATH(at, "type"), type, types);
	if (local && !cJSON_IsString(file))
		fakeapi__cause_required(c, PATH(at, "localhostProfile"), has);
	else if (local)
		fakeapi__check_path_below(c, PATH(at, "localhostProfile"), file->valuestring);
}

static void check_profiles(causes_t *c, const path_t *at, const cJSON *security)
{
	check_profile(c, PATH(at, "seccompProfile"), fakeapi__member(security, "seccompProfile"),
		      "type is required when seccompProfile is set",
		      "must be set when seccomp type is Localhost");
	check_profile(c, PATH(at, "appArmorProfile"), fakeapi__member(security, "appArmorProfile"),
		      "type is required when appArmorProfile is set",
		      "must be set when AppArmor type is Localhost");
}

void fakeapi__check_security(causes_t *c, const path_t *at, const cJSON *security)
{
	static const char *const mounts[] = { "Default", "Unmasked", NULL };
	const cJSON *mount = fakeapi__member(security, "procMount"), *cap;

	if (!cJSON_IsObject(security))
		return;
	check_id(c, PATH(at, "runAsUser"), fakeapi__member(security, "runAsUser"));
	check_id(c, PATH(at, "runAsGroup"), fakeapi__member(security, "runAsGroup"));
	if (cJSON_IsString(mount))
		fakeapi__check_one_of(c, PATH(at, "procMount"), mount, mounts);
	check_profiles(c, at, security);
	if (!cJSON_IsFalse(fakeapi__member(security, "allowPrivilegeEscalation")))
		return;
	if (cJSON_IsTrue(fakeapi__member(security, "privileged")))
		fakeapi__cause_invalid_internal(
		    c, at, security, FAKEAPI_INTERNAL_SECURITY_CONTEXT,
		    "cannot set `allowPrivilegeEscalation` to false and `privileged` "
		    "to true");
	cJSON_ArrayForEach(cap,
			   fakeapi__dig(security, "capabilities", "add",
					NULL)) if (cJSON_IsString(cap) &&
						   strcmp(cap->valuestring, "CAP_SYS_ADMIN") == 0)
	    fakeapi__cause_invalid_internal(c, at, security, FAKEAPI_INTERNAL_SECURITY_CONTEXT,
					    "cannot set `allowPrivilegeEscalation` to false and "
					    "`capabilities.Add` CAP_SYS_ADMIN");
}

/* Segments of small letters, digits, dashes and underscores, between dots or slashes. */
static bool is_sysctl(const char *z)
{
	size_t n = strlen(z);
	char before = '.';

	for (const char *p = z; *p; p++) {
		bool word = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
		bool sign = *p == '-' || *p == '_', mark = *p == '.' || *p == '/';

		if (!word && !sign && !mark)
			return false;
		if (!word && (before == '.' || before == '/'))
			return false;
		if (mark && (before == '-' || before == '_'))
			return false;
		before = *p;
	}
	return n > 0 && n <= 253 && before != '.' && before != '/' && before != '-' &&
	       before != '_';
}

static bool begins(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

static void check_sysctls(causes_t *c, const path_t *at, const cJSON *list, const cJSON *spec)
{
	bool net = cJSON_IsTrue(fakeapi__member(spec, "hostNetwork"));
	bool ipc = cJSON_IsTrue(fakeapi__member(spec, "hostIPC"));
	struct fakeapi__lookup names;
	const cJSON *s;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(s, list)
	{
		const path_t *here = PATH_AT(at, i), *name_at = PATH(here, "name");
		const cJSON *name = fakeapi__member(s, "name");
		const char *z = fakeapi__string(s, "name");

		i++;
		if (!*z)
			fakeapi__cause_required(c, name_at, NULL);
		else if (!is_sysctl(z))
			fakeapi__cause_invalid(c, name_at, name,
					       "must have at most 253 characters and match regex "
					       "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./"
					       "])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
		else if (fakeapi__lookup_again(&names, s))
			fakeapi__cause_duplicate(c, name_at, name);
		if (net && (begins(z, "net.") || begins(z, "net/")))
			fakeapi__cause_invalid(c, name_at, name,
					       "may not be specified when 'hostNetwork' is true");
		else if (ipc && (begins(z, "fs.mqueue.") || begins(z, "kernel.msg") ||
				 begins(z, "kernel.sem") || begins(z, "kernel.shmall") ||
				 begins(z, "kernel.shmmax") || begins(z, "kernel.shmmni") ||
				 begins(z, "kernel.shm_rmid_forced")))
			fakeapi__cause_invalid(c, name_at, name,
					       "may not be specified when 'hostIPC' is true");
	}
	fakeapi__lookup_fini(&names);
}

void fakeapi__check_pod_security(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const ids[] = { "fsGroup", "runAsUser", "runAsGroup" };
	static const char *const changes[] = { "Always", "OnRootMismatch", NULL };
	const cJSON *security = fakeapi__member(spec, "securityContext"), *id;
	const cJSON *change = fakeapi__member(security, "fsGroupChangePolicy");
	const path_t *groups = PATH(at, "supplementalGroups");
	size_t i = 0;

	for (size_t k = 0; k < ARRAY_LEN(ids); k++)
		check_id(c, PATH(at, ids[k]), fakeapi__member(security, ids[k]));
	cJSON_ArrayForEach(id, fakeapi__member(security, "supplementalGroups"))
	{
		check_id(c, PATH_AT(groups, i), id);
		i++;
	}
	if (cJSON_IsTrue(fakeapi__member(spec, "shareProcessNamespace")) &&
	    cJSON_IsTrue(fakeapi__member(spec, "hostPID")))
		fakeapi__cause_invalid(c, PATH(at, "shareProcessNamespace"),
				       fakeapi__member(spec, "shareProcessNamespace"),
				       "ShareProcessNamespace and HostPID cannot both be enabled");
	check_sysctls(c, PATH(at, "sysctls"), fakeapi__member(security, "sysctls"), spec);
	if (cJSON_IsString(change))
		fakeapi__check_one_of(c, PATH(at, "fsGroupChangePolicy"), change, changes);
	check_profiles(c, at, security);
}
