/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of the level restricted. */
#include "fakeapi/admission/pod_checks.h"

#include "fakeapi/meta/go_json.h"

static void escalation_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	if (!cJSON_IsFalse(
		fakeapi__member(fakeapi__security_context(m), "allowPrivilegeEscalation")))
		fakeapi__blame_container(c, m);
}

void fakeapi__standard_escalation(struct fakeapi__pod_check *c)
{
	if (c->minor < 8 || fakeapi__is_windows(c))
		return;
	fakeapi__each_container(c, escalation_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "allowPrivilegeEscalation != false";
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must set securityContext.allowPrivilegeEscalation=false");
}

static void drop_all_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *both = fakeapi__member(fakeapi__security_context(m), "capabilities"), *k;
	bool all = false;

	cJSON_ArrayForEach(k, fakeapi__member(both, "drop")) all |=
	    cJSON_IsString(k) && strcmp(k->valuestring, "ALL") == 0;
	if (!all)
		fakeapi__names_add(&c->more, fakeapi__string(m, "name"));
	cJSON_ArrayForEach(k, fakeapi__member(both, "add"))
	{
		if (!cJSON_IsString(k) || strcmp(k->valuestring, "NET_BIND_SERVICE") == 0)
			continue;
		fakeapi__names_add(&c->values, k->valuestring);
		fakeapi__blame_container(c, m);
	}
}

void fakeapi__standard_drop_all(struct fakeapi__pod_check *c)
{
	if (fakeapi__is_windows(c))
		return;
	fakeapi__each_container(c, drop_all_of);
	if (!fakeapi__any_setter(c) && !fakeapi__names_count(&c->more))
		return;
	c->reason = "unrestricted capabilities";
	if (fakeapi__names_count(&c->more)) {
		fakeapi__print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.capabilities.drop=[\"ALL\"]");
	}
	if (!fakeapi__any_setter(c))
		return;
	fakeapi__names_sort(&c->values);
	strbuf_addz(&c->detail, c->detail.len ? "; " : "");
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not include ");
	fakeapi__names_print(&c->detail, &c->values, "\"");
	strbuf_addz(&c->detail, " in securityContext.capabilities.add");
}

static const char *volume_type(const cJSON *volume)
{
	for (const cJSON *m = volume->child; m; m = m->next)
		if (strcmp(m->string, "name") != 0 && !cJSON_IsNull(m))
			return m->string;
	return "unknown";
}

void fakeapi__standard_volumes(struct fakeapi__pod_check *c)
{
	static const char *const allowed[] = {
		"configMap", "csi",   "downwardAPI",	       "emptyDir",
		"ephemeral", "image", "persistentVolumeClaim", "projected",
		"secret",    NULL
	};
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(c->spec, "volumes"))
	{
		if (fakeapi__is_among(volume_type(m), allowed))
			continue;
		fakeapi__names_add(&c->more, fakeapi__string(m, "name"));
		fakeapi__names_add(&c->values, volume_type(m));
	}
	if (!fakeapi__names_count(&c->more))
		return;
	fakeapi__names_sort(&c->values);
	c->reason = "restricted volume types";
	strbuf_addf(&c->detail, "%s ",
		    fakeapi__plural(fakeapi__names_count(&c->more), "volume", "volumes"));
	fakeapi__names_print(&c->detail, &c->more, "\"");
	strbuf_addf(&c->detail, " %s %s ",
		    fakeapi__plural(fakeapi__names_count(&c->more), "uses", "use"),
		    fakeapi__plural(fakeapi__names_count(&c->values), "restricted volume type",
				    "restricted volume types"));
	fakeapi__names_print(&c->detail, &c->values, "\"");
}

static void non_root_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *value = fakeapi__member(fakeapi__security_context(m), "runAsNonRoot");

	if (cJSON_IsFalse(value))
		fakeapi__blame_container(c, m);
	else if (!cJSON_IsTrue(value))
		fakeapi__names_add(&c->more, fakeapi__string(m, "name"));
}

void fakeapi__standard_non_root(struct fakeapi__pod_check *c)
{
	const cJSON *value = fakeapi__member(fakeapi__security_context(c->spec), "runAsNonRoot");

	c->pod = cJSON_IsFalse(value);
	fakeapi__each_container(c, non_root_of);
	if (fakeapi__any_setter(c)) {
		c->reason = "runAsNonRoot != true";
		fakeapi__print_setters(c);
		strbuf_addz(&c->detail, " must not set securityContext.runAsNonRoot=false");
	} else if (!cJSON_IsTrue(value) && fakeapi__names_count(&c->more)) {
		c->reason = "runAsNonRoot != true";
		strbuf_addz(&c->detail, "pod or ");
		fakeapi__print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.runAsNonRoot=true");
	}
}

static bool is_root(const cJSON *at)
{
	const cJSON *user = fakeapi__member(fakeapi__security_context(at), "runAsUser");

	return cJSON_IsNumber(user) && user->valueint == 0;
}

static void root_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	if (is_root(m))
		fakeapi__blame_container(c, m);
}

void fakeapi__standard_run_as_user(struct fakeapi__pod_check *c)
{
	if (c->minor < 23)
		return;
	c->pod = is_root(c->spec);
	fakeapi__each_container(c, root_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "runAsUser=0";
	fakeapi__print_setters(c);
	strbuf_addz(&c->detail, " must not set runAsUser=0");
}

void fakeapi__standard_seccomp_required(struct fakeapi__pod_check *c)
{
	if (!fakeapi__is_windows(c))
		fakeapi__seccomp_fields(c, true);
}
