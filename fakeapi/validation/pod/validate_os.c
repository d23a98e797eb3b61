/* SPDX-License-Identifier: Apache-2.0 */
/* validate_os.c - restrictions by operating system, isolation and the pod as a whole
 * (kube-apiserver's pkg/apis/core/validation). */
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/pod/validate_pod.h"

static const char *const lists[] = { "initContainers", "containers", "ephemeralContainers" };

/* --- operating systems --- */

static void forbid_members(causes_t *c, const path_t *at, const cJSON *v, const char *const *names,
			   size_t count, const char *why)
{
	for (size_t i = 0; i < count; i++) {
		const cJSON *m = fakeapi__member(v, names[i]);

		if (m && !cJSON_IsNull(m))
			fakeapi__cause_forbidden(c, PATH(at, names[i]), why);
	}
}

static void forbid_in_containers(causes_t *c, const path_t *at, const cJSON *spec,
				 const char *const *names, size_t count, const char *why)
{
	for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
		const path_t *list_at = PATH(at, lists[k]);
		const cJSON *ctr;
		size_t i = 0;

		cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[k]))
		{
			const path_t *here = PATH_AT(list_at, i);

			i++;
			forbid_members(c, PATH(here, "securityContext"),
				       fakeapi__member(ctr, "securityContext"), names, count, why);
		}
	}
}

static void check_linux(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char why[] = "windows options cannot be set for a linux pod";
	static const char *const names[] = { "windowsOptions" };

	forbid_members(c, PATH(at, "securityContext"), fakeapi__member(spec, "securityContext"),
		       names, ARRAY_LEN(names), why);
	forbid_in_containers(c, at, spec, names, ARRAY_LEN(names), why);
}

static void check_windows(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char why[] = "cannot be set for a windows pod";
	/* In the order of the checks. */
	static const struct {
		const char *name;
		enum { SECURITY, SPEC, SPEC_TRUE } where;
	} of_pod[] = {
		{ "appArmorProfile", SECURITY },
		{ "seLinuxOptions", SECURITY },
		{ "hostUsers", SPEC },
		{ "hostPID", SPEC_TRUE },
		{ "hostIPC", SPEC_TRUE },
		{ "seccompProfile", SECURITY },
		{ "fsGroup", SECURITY },
		{ "fsGroupChangePolicy", SECURITY },
		{ "sysctls", SECURITY },
		{ "shareProcessNamespace", SPEC },
		{ "runAsUser", SECURITY },
		{ "runAsGroup", SECURITY },
		{ "supplementalGroups", SECURITY },
		{ "supplementalGroupsPolicy", SECURITY },
		{ "seLinuxChangePolicy", SECURITY },
	};
	static const char *const of_container[] = {
		"appArmorProfile",
		"seLinuxOptions",
		"seccompProfile",
		"capabilities",
		"readOnlyRootFilesystem",
		"privileged",
		"allowPrivilegeEscalation",
		"procMount",
		"runAsUser",
		"runAsGroup",
	};
	const path_t *security_at = PATH(at, "securityContext");
	const cJSON *security = fakeapi__member(spec, "securityContext");

	for (size_t i = 0; i < ARRAY_LEN(of_pod); i++) {
		bool own = of_pod[i].where == SECURITY;

		if (of_pod[i].where != SPEC_TRUE ||
		    cJSON_IsTrue(fakeapi__member(spec, of_pod[i].name)))
			forbid_members(c, own ? security_at : at, own ? security : spec,
				       &of_pod[i].name, 1, why);
	}
	forbid_in_containers(c, at, spec, of_container, ARRAY_LEN(of_container), why);
}

void fakeapi__check_os(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const names[] = { "linux", "windows", NULL };
	const cJSON *os = fakeapi__member(spec, "os");
	const path_t *os_at = PATH(at, "os");
	const char *name = fakeapi__string(os, "name");

	if (!cJSON_IsObject(os))
		return;
	if (!fakeapi__check_some(c, PATH(os_at, "name"), fakeapi__member(os, "name")))
		return;
	fakeapi__check_one_of(c, os_at, fakeapi__member(os, "name"), names);
	if (strcmp(name, "linux") == 0)
		check_linux(c, at, spec);
	else if (strcmp(name, "windows") == 0)
		check_windows(c, at, spec);
}

/* --- processes and users of the host --- */

static const cJSON *host_process(const cJSON *v)
{
	const cJSON *m = fakeapi__dig(v, "securityContext", "windowsOptions", "hostProcess", NULL);

	return cJSON_IsBool(m) ? m : NULL;
}

void fakeapi__check_host_process(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *of_pod = host_process(spec), *ctr;
	size_t count = 0, on_host = 0;
	char text[80];

	(void)snprintf(text, sizeof(text),
		       "pod hostProcess value must be identical if both are specified, was %s",
		       cJSON_IsTrue(of_pod) ? "true" : "false");
	for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
		const path_t *list_at = PATH(at, lists[k]);
		size_t i = 0;

		cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[k]))
		{
			const path_t *security = PATH(PATH_AT(list_at, i), "securityContext");
			const path_t *options = PATH(security, "windowsOptions");
			const cJSON *own = host_process(ctr);

			i++;
			count++;
			on_host += cJSON_IsTrue(own ? own : of_pod) ? 1 : 0;
			if (own && of_pod && cJSON_IsTrue(own) != cJSON_IsTrue(of_pod))
				fakeapi__cause_invalid(c, PATH(options, "hostProcess"), own, text);
		}
	}
	if (on_host && on_host != count)
		fakeapi__cause_invalid_str(c, at, STR(""),
					   "If pod contains any hostProcess containers then all "
					   "containers must be HostProcess containers");
	if (on_host && !cJSON_IsTrue(fakeapi__member(spec, "hostNetwork"))) {
		cJSON no = { .type = cJSON_False };

		fakeapi__cause_invalid(c, PATH(at, "hostNetwork"), &no,
				       "hostNetwork must be true if pod contains any hostProcess "
				       "containers");
	}
	if (on_host && c->no_privileged)
		fakeapi__cause_forbidden(c, at,
					 "hostProcess containers are disallowed by cluster policy");
}

void fakeapi__check_host_users(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const members[][2] = { { "hostNetwork", "hostNetwork" },
						  { "hostPID", "HostPID" },
						  { "hostIPC", "HostIPC" } };
	static const char why[] = "when `hostUsers` is false";

	if (!cJSON_IsFalse(fakeapi__member(spec, "hostUsers")))
		return;
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (cJSON_IsTrue(fakeapi__member(spec, members[i][0])))
			fakeapi__cause_forbidden(c, PATH(at, members[i][1]), why);
	for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
		const path_t *list_at = PATH(at, lists[k]);
		const cJSON *ctr;
		size_t i = 0;

		cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[k]))
		{
			if (cJSON_GetArraySize(fakeapi__member(ctr, "volumeDevices")) > 0)
				fakeapi__cause_forbidden(c,
							 PATH(PATH_AT(list_at, i), "volumeDevices"),
							 why);
			i++;
		}
	}
}

/* --- pod-level resources --- */

static void check_requests(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *own;

	cJSON_ArrayForEach(own, fakeapi__dig(spec, "resources", "requests", NULL))
	{
		AUTO_STRBUF text = STRBUF_INIT;
		bool any, binary;
		double sum = fakeapi__pod_sum(spec, "requests", own->string, &any, &binary);

		if (!any || !cJSON_IsString(own) ||
		    sum <= fakeapi__quantity_value(own->valuestring))
			continue;
		strbuf_addz(&text,
			    "must be greater than or equal to aggregate container requests of ");
		fakeapi__quantity_add(&text, sum, binary);
		c->nomem |= text.failed;
		if (!text.failed)
			fakeapi__cause_invalid(c,
					       PATH_KEY(PATH(at, "requests"), str_of(own->string)),
					       own, text.ptr);
	}
}

static void check_limits(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *limits = fakeapi__dig(spec, "resources", "limits", NULL), *ctr, *own;
	const path_t *list_at = PATH(at, "containers");
	size_t i = 0;

	cJSON_ArrayForEach(ctr, fakeapi__member(spec, "containers"))
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		cJSON_ArrayForEach(own, fakeapi__dig(ctr, "resources", "limits", NULL))
		{
			const char *most = fakeapi__string(limits, own->string);
			AUTO_STRBUF text = STRBUF_INIT;

			if (!*most || !cJSON_IsString(own) ||
			    fakeapi__quantity_value(own->valuestring) <=
				fakeapi__quantity_value(most))
				continue;
			strbuf_addf(&text, "must be less than or equal to pod limits of %s", most);
			c->nomem |= text.failed;
			if (!text.failed)
				fakeapi__cause_invalid(c,
						       PATH(PATH_KEY(here, str_of(own->string)),
							    "limits"),
						       own, text.ptr);
		}
	}
}

void fakeapi__check_pod_sums(causes_t *c, const path_t *at, const cJSON *spec)
{
	check_requests(c, at, spec);
	check_limits(c, at, spec);
}

/* --- profiles in annotations --- */

#define SECCOMP_POD	  "seccomp.security.alpha.kubernetes.io/pod"
#define SECCOMP_CONTAINER "container.seccomp.security.alpha.kubernetes.io/"
#define APP_ARMOR	  "container.apparmor.security.beta.kubernetes.io/"

/* True if the profile equals the annotation, by the annotation's words for each type. */
static bool same_profile(const cJSON *profile, const char *note, const char *also)
{
	const char *type = fakeapi__string(profile, "type");

	if (strcmp(type, "Unconfined") == 0)
		return strcmp(note, "unconfined") == 0;
	if (strcmp(type, "RuntimeDefault") == 0)
		return strcmp(note, "runtime/default") == 0 || strcmp(note, also) == 0;
	return strcmp(type, "Localhost") != 0 || strncmp(note, "localhost/", 10) == 0;
}

static const cJSON *note_of(const cJSON *notes, const char *prefix, const cJSON *ctr)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const cJSON *note;

	if (!notes)
		return NULL;
	strbuf_addf(&key, "%s%s", prefix, fakeapi__string(ctr, "name"));
	note = key.failed ? NULL : fakeapi__member(notes, key.ptr);
	return cJSON_IsString(note) ? note : NULL;
}

static void match_seccomp(causes_t *c, const path_t *at, const cJSON *profile, const cJSON *note)
{
	if (profile && note && !same_profile(profile, note->valuestring, "docker/default"))
		fakeapi__cause_forbidden(c, PATH(PATH(at, "seccompProfile"), "type"),
					 "seccomp type in annotation and field must match");
}

static void match_app_armor(causes_t *c, const path_t *at, const cJSON *profile, const cJSON *note)
{
	const path_t *here = PATH(at, "appArmorProfile");

	if (!profile || !note)
		return;
	if (!same_profile(profile, note->valuestring, "runtime/default"))
		fakeapi__cause_forbidden(c, PATH(here, "type"),
					 "apparmor type in annotation and field must match");
	else if (strcmp(fakeapi__string(profile, "type"), "Localhost") == 0 &&
		 strcmp(note->valuestring + 10, fakeapi__string(profile, "localhostProfile")) != 0)
		fakeapi__cause_forbidden(c, PATH(here, "localhostProfile"),
					 "apparmor profile in annotation and field must match");
}

void fakeapi__check_profile_notes(causes_t *c, const path_t *at, const cJSON *spec,
				  const cJSON *notes)
{
	const cJSON *own = fakeapi__member(spec, "securityContext"), *ctr;
	const cJSON *pod_note = fakeapi__member(notes, SECCOMP_POD);
	bool windows = strcmp(fakeapi__string(fakeapi__member(spec, "os"), "name"), "windows") == 0;

	match_seccomp(c, PATH(at, "securityContext"), fakeapi__member(own, "seccompProfile"),
		      cJSON_IsString(pod_note) ? pod_note : NULL);
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
			const path_t *list_at = PATH(at, lists[k]);
			size_t i = 0;

			cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[k]))
			{
				const path_t *here = PATH(PATH_AT(list_at, i), "securityContext");
				const cJSON *security = fakeapi__member(ctr, "securityContext");
				const cJSON *armor = fakeapi__member(security, "appArmorProfile");

				i++;
				if (pass == 0)
					match_seccomp(c, here,
						      fakeapi__member(security, "seccompProfile"),
						      note_of(notes, SECCOMP_CONTAINER, ctr));
				else if (!windows)
					match_app_armor(c, here,
							armor ? armor
							      : fakeapi__member(own,
										"appArmorProfile"),
							note_of(notes, APP_ARMOR, ctr));
			}
		}
}
