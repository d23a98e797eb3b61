/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admission/pod_checks.h"

#include "fakeapi/admission/pod_standards.h"

#include "fakeapi/meta/go_json.h"

/* --- baseline -------------------------------------------------------------------------------- */

static bool armor_allowed(const cJSON *profile)
{
	static const char *const allowed[] = { "RuntimeDefault", "Localhost", NULL };

	return !profile || fakeapi__is_among(fakeapi__string(profile, "type"), allowed);
}

static void armor_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *profile = fakeapi__member(fakeapi__security_context(m), "appArmorProfile");

	if (armor_allowed(profile))
		return;
	fakeapi__blame_container(c, m);
	fakeapi__names_add(&c->values, fakeapi__string(profile, "type"));
}

static void app_armor(struct fakeapi__pod_check *c)
{
	static const char prefix[] = "container.apparmor.security.beta.kubernetes.io/";
	const cJSON *profile =
			fakeapi__member(fakeapi__security_context(c->spec), "appArmorProfile"),
		    *m;
	struct fakeapi__names notes = { NULL, false };

	c->pod = !armor_allowed(profile);
	if (c->pod)
		fakeapi__names_add(&c->values, fakeapi__string(profile, "type"));
	fakeapi__each_container(c, armor_of);
	fakeapi__names_sort(&c->values);
	cJSON_ArrayForEach(m, fakeapi__member(c->meta, "annotations"))
	{
		AUTO_STRBUF text = STRBUF_INIT;

		if (strncmp(m->string, prefix, sizeof(prefix) - 1) != 0 || !cJSON_IsString(m) ||
		    !*m->valuestring || strcmp(m->valuestring, "runtime/default") == 0 ||
		    strncmp(m->valuestring, "localhost/", 10) == 0)
			continue;
		strbuf_addf(&text, "%s=\"%s\"", m->string, m->valuestring);
		fakeapi__names_add(&notes, text.ptr);
	}
	fakeapi__names_sort(&notes);
	if (fakeapi__any_setter(c) || fakeapi__names_count(&notes)) {
		fakeapi__print_setters(c);
		if (fakeapi__names_count(&notes))
			strbuf_addf(&c->detail, "%s%s", c->detail.len ? " and " : "",
				    fakeapi__plural(fakeapi__names_count(&notes), "annotation",
						    "annotations"));
		for (m = notes.list ? notes.list->child : NULL; m; m = m->next)
			fakeapi__names_add(&c->values, m->string);
		strbuf_addz(&c->detail, " must not set AppArmor profile type to ");
		fakeapi__names_print(&c->detail, &c->values, "\"");
		c->reason =
		    fakeapi__plural(fakeapi__names_count(&c->values), "forbidden AppArmor profile",
				    "forbidden AppArmor profiles");
	}
	cJSON_Delete(notes.list);
}

static void capabilities_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	static const char *const allowed[] = {
		"AUDIT_WRITE", "CHOWN",	 "DAC_OVERRIDE",     "FOWNER",	"FSETID",
		"KILL",	       "MKNOD",	 "NET_BIND_SERVICE", "SETFCAP", "SETGID",
		"SETPCAP",     "SETUID", "SYS_CHROOT",	     NULL
	};
	const cJSON *add = fakeapi__dig(m, "securityContext", "capabilities", "add", NULL), *k;

	cJSON_ArrayForEach(k, add)
	{
		if (!cJSON_IsString(k) || fakeapi__is_among(k->valuestring, allowed))
			continue;
		fakeapi__names_add(&c->values, k->valuestring);
		fakeapi__blame_container(c, m);
	}
}

void fakeapi__standard_capabilities(struct fakeapi__pod_check *c)
{
	fakeapi__each_container(c, capabilities_of);
	if (!fakeapi__any_setter(c))
		return;
	fakeapi__names_sort(&c->values);
	c->reason = "non-default capabilities";
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not include ");
	fakeapi__names_print(&c->detail, &c->values, "\"");
	strbuf_addz(&c->detail, " in securityContext.capabilities.add");
}

static void host_namespaces(struct fakeapi__pod_check *c)
{
	static const char *const members[] = { "hostNetwork", "hostPID", "hostIPC" };

	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		if (!cJSON_IsTrue(fakeapi__member(c->spec, members[i])))
			continue;
		strbuf_addf(&c->detail, "%s%s=true", c->detail.len ? ", " : "", members[i]);
		c->reason = "host namespaces";
	}
}

static void host_paths(struct fakeapi__pod_check *c)
{
	const cJSON *m;

	cJSON_ArrayForEach(m,
			   fakeapi__member(c->spec, "volumes")) if (fakeapi__member(m, "hostPath"))
	    fakeapi__names_add(&c->values, fakeapi__string(m, "name"));
	if (!fakeapi__names_count(&c->values))
		return;
	c->reason = "hostPath volumes";
	strbuf_addf(&c->detail, "%s ",
		    fakeapi__plural(fakeapi__names_count(&c->values), "volume", "volumes"));
	fakeapi__names_print(&c->detail, &c->values, "\"");
}

static void host_ports_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, fakeapi__member(m, "ports"))
	{
		const cJSON *port = fakeapi__member(p, "hostPort");
		char text[24];

		if (!cJSON_IsNumber(port) || port->valueint == 0)
			continue;
		(void)snprintf(text, sizeof(text), "%d", port->valueint);
		fakeapi__names_add(&c->values, text);
		fakeapi__blame_container(c, m);
	}
}

static void print_uses(struct fakeapi__pod_check *c, const char *one, const char *many,
		       const char *quote)
{
	fakeapi__names_sort(&c->values);
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addf(&c->detail, " %s %s ",
		    fakeapi__plural(fakeapi__names_count(&c->containers), "uses", "use"),
		    fakeapi__plural(fakeapi__names_count(&c->values), one, many));
	fakeapi__names_print(&c->detail, &c->values, quote);
}

static void host_ports(struct fakeapi__pod_check *c)
{
	fakeapi__each_container(c, host_ports_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "hostPort";
	print_uses(c, "hostPort", "hostPorts", "");
}

static void note_host(struct fakeapi__pod_check *c, const cJSON *container, const cJSON *handler)
{
	static const char *const kinds[] = { "httpGet", "tcpSocket" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const char *host = fakeapi__string(fakeapi__member(handler, kinds[i]), "host");

		if (!*host)
			continue;
		fakeapi__names_add(&c->values, host);
		fakeapi__blame_container(c, container);
	}
}

static void probe_hosts_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	static const char *const probes[] = { "livenessProbe", "readinessProbe", "startupProbe" };
	const cJSON *life = fakeapi__member(m, "lifecycle");

	for (size_t i = 0; i < ARRAY_LEN(probes); i++)
		note_host(c, m, fakeapi__member(m, probes[i]));
	note_host(c, m, fakeapi__member(life, "postStart"));
	note_host(c, m, fakeapi__member(life, "preStop"));
}

static void probe_hosts(struct fakeapi__pod_check *c)
{
	if (c->minor < 34)
		return;
	fakeapi__each_container(c, probe_hosts_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "probe or lifecycle host";
	fakeapi__names_sort(&c->containers);
	print_uses(c, "probe or lifecycle host", "probe or lifecycle hosts", "\"");
}

static void privileged_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	if (cJSON_IsTrue(fakeapi__member(fakeapi__security_context(m), "privileged")))
		fakeapi__blame_container(c, m);
}

static void privileged(struct fakeapi__pod_check *c)
{
	fakeapi__each_container(c, privileged_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "privileged";
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not set securityContext.privileged=true");
}

static void proc_mount_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *mount = fakeapi__member(fakeapi__security_context(m), "procMount");

	if (!cJSON_IsString(mount) || strcmp(mount->valuestring, "Default") == 0)
		return;
	fakeapi__blame_container(c, m);
	fakeapi__names_add(&c->values, mount->valuestring);
}

static void proc_mount(struct fakeapi__pod_check *c)
{
	fakeapi__each_container(c, proc_mount_of);
	if (!fakeapi__any_setter(c))
		return;
	fakeapi__names_sort(&c->values);
	c->reason = "procMount";
	fakeapi__print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not set securityContext.procMount to ");
	fakeapi__names_print(&c->detail, &c->values, "\"");
}

static const char user_is_set[] = "user may not be set", role_is_set[] = "role may not be set";

/* True if the options are not allowed; records the wrong values. */
static bool selinux_wrong(struct fakeapi__pod_check *c, const cJSON *options)
{
	static const char *const types[] = { "", "container_t", "container_init_t",
					     "container_kvm_t", NULL };
	const char *type = fakeapi__string(options, "type");
	bool wrong = options && !fakeapi__is_among(type, types) &&
		     !(c->minor >= 31 && strcmp(type, "container_engine_t") == 0);

	if (wrong)
		fakeapi__names_add(&c->values, type);
	if (*fakeapi__string(options, "user"))
		fakeapi__names_add(&c->more, user_is_set);
	if (*fakeapi__string(options, "role"))
		fakeapi__names_add(&c->more, role_is_set);
	return wrong || *fakeapi__string(options, "user") || *fakeapi__string(options, "role");
}

static void selinux_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	if (selinux_wrong(c, fakeapi__member(fakeapi__security_context(m), "seLinuxOptions")))
		fakeapi__blame_container(c, m);
}

static void selinux(struct fakeapi__pod_check *c)
{
	static const char *const texts[] = { user_is_set, role_is_set };
	bool first = true;

	c->pod =
	    selinux_wrong(c, fakeapi__member(fakeapi__security_context(c->spec), "seLinuxOptions"));
	fakeapi__each_container(c, selinux_of);
	if (!fakeapi__any_setter(c))
		return;
	fakeapi__names_sort(&c->values);
	c->reason = "seLinuxOptions";
	fakeapi__print_setters(c);
	strbuf_addz(&c->detail, " set forbidden securityContext.seLinuxOptions: ");
	if (fakeapi__names_count(&c->values)) {
		strbuf_addf(&c->detail, "%s ",
			    fakeapi__plural(fakeapi__names_count(&c->values), "type", "types"));
		fakeapi__names_print(&c->detail, &c->values, "\"");
		first = false;
	}
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		if (!fakeapi__member(c->more.list, texts[i]))
			continue;
		strbuf_addf(&c->detail, "%s%s", first ? "" : "; ", texts[i]);
		first = false;
	}
}

static bool seccomp_allowed(const cJSON *profile)
{
	static const char *const allowed[] = { "RuntimeDefault", "Localhost", NULL };

	return fakeapi__is_among(fakeapi__string(profile, "type"), allowed);
}

static void note_seccomp(struct fakeapi__pod_check *c, const char *key)
{
	const cJSON *v = fakeapi__dig(c->meta, "annotations", key, NULL);
	AUTO_STRBUF text = STRBUF_INIT;

	if (!cJSON_IsString(v) || strcmp(v->valuestring, "runtime/default") == 0 ||
	    strcmp(v->valuestring, "docker/default") == 0 ||
	    strncmp(v->valuestring, "localhost/", 10) == 0)
		return;
	strbuf_addf(&text, "%s=\"%s\"", key, v->valuestring);
	fakeapi__names_add(&c->values, text.ptr);
}

static void seccomp_note_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "container.seccomp.security.alpha.kubernetes.io/%s",
		    fakeapi__string(m, "name"));
	if (!key.failed)
		note_seccomp(c, key.ptr);
}

/* Records containers with a wrong profile, and those without one if the pod has none either. */
static void seccomp_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	const cJSON *profile = fakeapi__member(fakeapi__security_context(m), "seccompProfile");

	if (!cJSON_IsObject(profile)) {
		fakeapi__names_add(&c->more, fakeapi__string(m, "name"));
	} else if (!seccomp_allowed(profile)) {
		fakeapi__blame_container(c, m);
		fakeapi__names_add(&c->values, fakeapi__string(profile, "type"));
	}
}

void fakeapi__seccomp_fields(struct fakeapi__pod_check *c, bool required)
{
	const cJSON *profile =
	    fakeapi__member(fakeapi__security_context(c->spec), "seccompProfile");
	bool good = cJSON_IsObject(profile) && seccomp_allowed(profile);

	c->pod = cJSON_IsObject(profile) && !good;
	if (c->pod)
		fakeapi__names_add(&c->values, fakeapi__string(profile, "type"));
	fakeapi__each_container(c, seccomp_of);
	if (fakeapi__any_setter(c)) {
		fakeapi__names_sort(&c->values);
		c->reason = "seccompProfile";
		fakeapi__print_setters(c);
		strbuf_addz(&c->detail, " must not set securityContext.seccompProfile.type to ");
		fakeapi__names_print(&c->detail, &c->values, "\"");
	} else if (required && !good && fakeapi__names_count(&c->more)) {
		c->reason = "seccompProfile";
		strbuf_addz(&c->detail, "pod or ");
		fakeapi__print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.seccompProfile.type to "
					"\"RuntimeDefault\" or \"Localhost\"");
	}
}

static void seccomp(struct fakeapi__pod_check *c)
{
	if (c->minor >= 19) {
		fakeapi__seccomp_fields(c, false);
		return;
	}
	note_seccomp(c, "seccomp.security.alpha.kubernetes.io/pod");
	fakeapi__each_container(c, seccomp_note_of);
	if (!fakeapi__names_count(&c->values))
		return;
	fakeapi__names_sort(&c->values);
	c->reason = "seccompProfile";
	strbuf_addf(&c->detail, "forbidden %s ",
		    fakeapi__plural(fakeapi__names_count(&c->values), "annotation", "annotations"));
	fakeapi__names_print(&c->detail, &c->values, "");
}

static void sysctls(struct fakeapi__pod_check *c)
{
	static const struct {
		const char *name;
		unsigned since;
	} allowed[] = { { "kernel.shm_rmid_forced", 0 },
			{ "net.ipv4.ip_local_port_range", 0 },
			{ "net.ipv4.tcp_syncookies", 0 },
			{ "net.ipv4.ping_group_range", 0 },
			{ "net.ipv4.ip_unprivileged_port_start", 0 },
			{ "net.ipv4.ip_local_reserved_ports", 27 },
			{ "net.ipv4.tcp_keepalive_time", 29 },
			{ "net.ipv4.tcp_fin_timeout", 29 },
			{ "net.ipv4.tcp_keepalive_intvl", 29 },
			{ "net.ipv4.tcp_keepalive_probes", 29 },
			{ "net.ipv4.tcp_rmem", 32 },
			{ "net.ipv4.tcp_wmem", 32 } };
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(fakeapi__security_context(c->spec), "sysctls"))
	{
		const char *name = fakeapi__string(m, "name");
		bool ok = false;

		for (size_t i = 0; i < ARRAY_LEN(allowed); i++)
			ok |= c->minor >= allowed[i].since && strcmp(allowed[i].name, name) == 0;
		if (ok)
			continue;
		strbuf_addf(&c->detail, "%s%s", c->detail.len ? ", " : "", name);
		c->reason = "forbidden sysctls";
	}
}

static bool is_host_process(const cJSON *at)
{
	return cJSON_IsTrue(
	    fakeapi__dig(at, "securityContext", "windowsOptions", "hostProcess", NULL));
}

static void host_process_of(struct fakeapi__pod_check *c, const cJSON *m)
{
	if (is_host_process(m))
		fakeapi__blame_container(c, m);
}

static void host_process(struct fakeapi__pod_check *c)
{
	c->pod = is_host_process(c->spec);
	fakeapi__each_container(c, host_process_of);
	if (!fakeapi__any_setter(c))
		return;
	c->reason = "hostProcess";
	fakeapi__print_setters(c);
	strbuf_addz(&c->detail, " must not set securityContext.windowsOptions.hostProcess=true");
}

/* --- the table ------------------------------------------------------------------------------- */

/* Sorted by the checks' names, baseline first. `until`: from that version on, a restricted check
 * replaces it in restricted namespaces. */
static const struct {
	enum fakeapi__standard standard;
	unsigned since, until;
	void (*run)(struct fakeapi__pod_check *c);
} checks[] = {
	{ FAKEAPI_BASELINE, 0, 0, app_armor },
	{ FAKEAPI_BASELINE, 0, 22, fakeapi__standard_capabilities },
	{ FAKEAPI_BASELINE, 0, 0, host_namespaces },
	{ FAKEAPI_BASELINE, 0, 1, host_paths },
	{ FAKEAPI_BASELINE, 0, 0, host_ports },
	{ FAKEAPI_BASELINE, 34, 0, probe_hosts },
	{ FAKEAPI_BASELINE, 0, 0, privileged },
	{ FAKEAPI_BASELINE, 0, 0, proc_mount },
	{ FAKEAPI_BASELINE, 0, 0, selinux },
	{ FAKEAPI_BASELINE, 0, 19, seccomp },
	{ FAKEAPI_BASELINE, 0, 0, sysctls },
	{ FAKEAPI_BASELINE, 0, 0, host_process },
	{ FAKEAPI_RESTRICTED, 8, 0, fakeapi__standard_escalation },
	{ FAKEAPI_RESTRICTED, 22, 0, fakeapi__standard_drop_all },
	{ FAKEAPI_RESTRICTED, 0, 0, fakeapi__standard_volumes },
	{ FAKEAPI_RESTRICTED, 0, 0, fakeapi__standard_non_root },
	{ FAKEAPI_RESTRICTED, 23, 0, fakeapi__standard_run_as_user },
	{ FAKEAPI_RESTRICTED, 19, 0, fakeapi__standard_seccomp_required },
};

void fakeapi__pod_violations(const struct fakeapi__demand *demand, const cJSON *meta,
			     const cJSON *spec, struct fakeapi__violations *v)
{
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		struct fakeapi__pod_check c = {
			.meta = meta, .spec = spec, .minor = demand->minor, .detail = STRBUF_INIT
		};
		bool replaced = demand->standard == FAKEAPI_RESTRICTED && checks[i].until &&
				(demand->minor >= checks[i].until || checks[i].until == 1);

		if (demand->standard < checks[i].standard || demand->minor < checks[i].since ||
		    replaced)
			continue;
		checks[i].run(&c);
		v->reasons.failed |=
		    c.detail.failed || c.containers.nomem || c.values.nomem || c.more.nomem;
		if (c.reason) {
			strbuf_addf(&v->reasons, "%s%s", v->reasons.len ? ", " : "", c.reason);
			strbuf_addf(&v->details, "%s%s (%s)", v->details.len ? ", " : "", c.reason,
				    c.detail.ptr);
		}
		cJSON_Delete(c.containers.list);
		cJSON_Delete(c.values.list);
		cJSON_Delete(c.more.list);
		strbuf_fini(&c.detail);
	}
}

void fakeapi__violations_fini(struct fakeapi__violations *v)
{
	strbuf_fini(&v->reasons);
	strbuf_fini(&v->details);
}
