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

static void check_seccomp(causes_t *c, const path_t *at, const cJSON *profile)
{
	static const char *const types[] = { "Localhost", "RuntimeDefault", "Unconfined", NULL };
	const cJSON *file = fakeapi__member(profile, "localhostProfile");
	const path_t *file_at = PATH(at, "localhostProfile");
	const char *type = fakeapi__string(profile, "type");

	if (!cJSON_IsObject(profile))
		return;
	if (!*type)
		fakeapi__cause_required(c, PATH(at, "type"),
					"type is required when seccompProfile is set");
	else
		fakeapi__check_one_of(c, PATH(at, "type"), fakeapi__member(profile, "type"), types);
	if (strcmp(type, "Localhost") != 0) {
		if (cJSON_IsString(file))
			fakeapi__cause_invalid_internal(
			    c, file_at, profile, FAKEAPI_INTERNAL_SECCOMP_PROFILE,
			    "can only be set when seccomp type is Localhost");
	} else if (!cJSON_IsString(file)) {
		fakeapi__cause_required(c, file_at, "must be set when seccomp type is Localhost");
	} else {
		fakeapi__check_path_below(c, file_at, file->valuestring);
	}
}

static void check_app_armor(causes_t *c, const path_t *at, const cJSON *profile)
{
	static const char *const types[] = { "Localhost", "RuntimeDefault", "Unconfined", NULL };
	static const char needed[] = "must be set when AppArmor type is Localhost";
	const cJSON *file = fakeapi__member(profile, "localhostProfile");
	const path_t *file_at = PATH(at, "localhostProfile");
	const char *type = fakeapi__string(profile, "type");
	const char *z = fakeapi__text(file);

	if (!cJSON_IsObject(profile))
		return;
	if (strcmp(type, "Localhost") == 0) {
		if (*z && (strchr(" \t\n", z[0]) || strchr(" \t\n", z[strlen(z) - 1])))
			fakeapi__cause_invalid(c, file_at, file,
					       "must not be padded with whitespace");
		else if (!*z)
			fakeapi__cause_required(c, file_at, needed);
		if (strlen(z) > 4095)
			fakeapi__cause_too_long(c, file_at, 4095);
	} else if (!*type) {
		fakeapi__cause_required(c, PATH(at, "type"),
					"type is required when appArmorProfile is set");
	} else {
		size_t before = fakeapi__causes_count(c);

		fakeapi__check_one_of(c, PATH(at, "type"), fakeapi__member(profile, "type"), types);
		if (cJSON_IsString(file) && fakeapi__causes_count(c) == before)
			fakeapi__cause_invalid(c, file_at, file,
					       "can only be set when AppArmor type is Localhost");
	}
}

/* Checks DOMAIN\user by the rules of Windows. */
static const char *wrong_user(const char *z)
{
	const char *slash = strchr(z, '\\'), *user = slash ? slash + 1 : z;
	size_t domain = slash ? (size_t)(slash - z) : 0;

	if (!*z)
		return "runAsUserName cannot be an empty string";
	for (const char *p = z; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return "runAsUserName cannot contain control characters";
	if (slash && strchr(user, '\\'))
		return "runAsUserName cannot contain more than one backslash";
	if (domain >= 256)
		return "runAsUserName's Domain length must be under 256 characters";
	if (slash && (domain == 0 || z[0] == '.' || strcspn(z, "/:*?\"<>|") < domain))
		return "runAsUserName's Domain doesn't match the NetBios nor the DNS format";
	if (!*user)
		return "runAsUserName's User cannot be empty";
	if (strlen(user) > 104)
		return "runAsUserName's User length must not be longer than 104 characters";
	if (!user[strspn(user, ". ")])
		return "runAsUserName's User cannot contain only periods or spaces";
	if (user[strcspn(user, "\"/\\:;|=,+*?<>@[]")])
		return "runAsUserName's User cannot contain the following characters: "
		       "\"/\\:;|=,+*?<>@[]";
	return NULL;
}

static void check_windows(causes_t *c, const path_t *at, const cJSON *options)
{
	const cJSON *name = fakeapi__member(options, "gmsaCredentialSpecName");
	const cJSON *spec = fakeapi__member(options, "gmsaCredentialSpec");
	const cJSON *user = fakeapi__member(options, "runAsUserName");
	const char *why;

	if (cJSON_IsString(name))
		fakeapi__check_format(c, PATH(at, "gmsaCredentialSpecName"), FAKEAPI_DNS_SUBDOMAIN,
				      name->valuestring);
	if (cJSON_IsString(spec) && !spec->valuestring[0])
		fakeapi__cause_invalid(c, PATH(at, "gmsaCredentialSpec"), spec,
				       "gmsaCredentialSpec cannot be an empty string");
	else if (cJSON_IsString(spec) && strlen(spec->valuestring) > 64 * 1024)
		fakeapi__cause_invalid(c, PATH(at, "gmsaCredentialSpec"), spec,
				       "gmsaCredentialSpec size must be under 64 KiB");
	if (cJSON_IsString(user) && (why = wrong_user(user->valuestring)))
		fakeapi__cause_invalid(c, PATH(at, "runAsUserName"), user, why);
}

static void check_profiles(causes_t *c, const path_t *at, const cJSON *security)
{
	check_seccomp(c, PATH(at, "seccompProfile"), fakeapi__member(security, "seccompProfile"));
	check_windows(c, PATH(at, "windowsOptions"), fakeapi__member(security, "windowsOptions"));
	check_app_armor(c, PATH(at, "appArmorProfile"),
			fakeapi__member(security, "appArmorProfile"));
}

void fakeapi__check_security(causes_t *c, const path_t *at, const cJSON *security, bool host_users)
{
	static const char *const mounts[] = { "Default", "Unmasked", NULL };
	const cJSON *mount = fakeapi__member(security, "procMount"), *cap;

	if (!cJSON_IsObject(security))
		return;
	if (c->no_privileged && cJSON_IsTrue(fakeapi__member(security, "privileged")))
		fakeapi__cause_forbidden(c, PATH(at, "privileged"), "disallowed by cluster policy");
	check_id(c, PATH(at, "runAsUser"), fakeapi__member(security, "runAsUser"));
	check_id(c, PATH(at, "runAsGroup"), fakeapi__member(security, "runAsGroup"));
	if (cJSON_IsString(mount))
		fakeapi__check_one_of(c, PATH(at, "procMount"), mount, mounts);
	if (cJSON_IsString(mount) && host_users && strcmp(mount->valuestring, "Unmasked") == 0)
		fakeapi__cause_invalid(c, PATH(at, "procMount"), mount,
				       "`hostUsers` must be false to use `Unmasked`");
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

/* Segments of lower-case letters, digits, dashes and underscores, separated by dots or slashes. */
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
	static const char *const policies[] = { "Merge", "Strict", NULL };
	static const char *const relabels[] = { "Recursive", NULL };
	const cJSON *groups_policy = fakeapi__member(security, "supplementalGroupsPolicy");
	const cJSON *relabel = fakeapi__member(security, "seLinuxChangePolicy");
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
	if (cJSON_IsString(groups_policy))
		fakeapi__check_one_of(c, PATH(at, "supplementalGroupsPolicy"), groups_policy,
				      policies);
	if (cJSON_IsString(relabel)) /* the others belong to a disabled feature */
		fakeapi__check_one_of(c, PATH(at, "seLinuxChangePolicy"), relabel, relabels);
}
