/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admission/pod_standards.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

/* --- violations ------------------------------------------------------------------------------ */

/* Names, quoted and comma-separated: in order, or (set) sorted without duplicates. */
struct names {
	cJSON *list; /* an object with the names as members */
	bool nomem;
};

static void names_add(struct names *n, const char *name)
{
	if (!n->list)
		n->list = cJSON_CreateObject();
	n->nomem |= !n->list || fakeapi__set(n->list, name, cJSON_CreateTrue()) < 0;
}

static int names_count(const struct names *n)
{
	return cJSON_GetArraySize(n->list);
}

static void names_print(struct strbuf *out, const struct names *n, const char *quote)
{
	bool first = true;

	for (const cJSON *m = n->list ? n->list->child : NULL; m; m = m->next) {
		strbuf_addf(out, "%s%s%s%s", first ? "" : ", ", quote, m->string, quote);
		first = false;
	}
}

static void names_sort(struct names *n)
{
	if (n->list)
		n->nomem |= fakeapi__sort_members(n->list, false) < 0;
}

/* The input and the findings of a check. */
struct check {
	const cJSON *meta, *spec;
	unsigned minor;
	struct names containers; /* that violate it */
	struct names values;	 /* not allowed */
	struct names more;	 /* containers that violate it in another way */
	bool pod;		 /* the pod's own security context violates it */
	const char *reason;	 /* NULL: no violation */
	struct strbuf detail;
};

static const char *plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

/* container "a" / containers "a", "b" */
static void print_containers(struct strbuf *out, const struct names *n)
{
	strbuf_addf(out, "%s ", plural(names_count(n), "container", "containers"));
	names_print(out, n, "\"");
}

/* pod and containers "a", "b" */
static void print_setters(struct check *c)
{
	if (c->pod)
		strbuf_addz(&c->detail, "pod");
	if (c->pod && names_count(&c->containers))
		strbuf_addz(&c->detail, " and ");
	if (names_count(&c->containers))
		print_containers(&c->detail, &c->containers);
}

static bool any_setter(const struct check *c)
{
	return c->pod || names_count(&c->containers);
}

static const cJSON *security(const cJSON *at)
{
	return fakeapi__member(at, "securityContext");
}

typedef void visitor(struct check *c, const cJSON *container);

static void visit(struct check *c, visitor *fn)
{
	static const char *const lists[] = { "initContainers", "containers",
					     "ephemeralContainers" };
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		cJSON_ArrayForEach(m, fakeapi__member(c->spec, lists[i])) fn(c, m);
}

static void blame(struct check *c, const cJSON *container)
{
	names_add(&c->containers, fakeapi__string(container, "name"));
}

static bool is_windows(const struct check *c)
{
	return c->minor >= 25 &&
	       strcmp(fakeapi__string(fakeapi__member(c->spec, "os"), "name"), "windows") == 0;
}

static bool among(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(text, *list) == 0)
			return true;
	return false;
}

/* --- baseline -------------------------------------------------------------------------------- */

static bool armor_allowed(const cJSON *profile)
{
	static const char *const allowed[] = { "RuntimeDefault", "Localhost", NULL };

	return !profile || among(fakeapi__string(profile, "type"), allowed);
}

static void armor_of(struct check *c, const cJSON *m)
{
	const cJSON *profile = fakeapi__member(security(m), "appArmorProfile");

	if (armor_allowed(profile))
		return;
	blame(c, m);
	names_add(&c->values, fakeapi__string(profile, "type"));
}

static void app_armor(struct check *c)
{
	static const char prefix[] = "container.apparmor.security.beta.kubernetes.io/";
	const cJSON *profile = fakeapi__member(security(c->spec), "appArmorProfile"), *m;
	struct names notes = { NULL, false };

	c->pod = !armor_allowed(profile);
	if (c->pod)
		names_add(&c->values, fakeapi__string(profile, "type"));
	visit(c, armor_of);
	names_sort(&c->values);
	cJSON_ArrayForEach(m, fakeapi__member(c->meta, "annotations"))
	{
		AUTO_STRBUF text = STRBUF_INIT;

		if (strncmp(m->string, prefix, sizeof(prefix) - 1) != 0 || !cJSON_IsString(m) ||
		    !*m->valuestring || strcmp(m->valuestring, "runtime/default") == 0 ||
		    strncmp(m->valuestring, "localhost/", 10) == 0)
			continue;
		strbuf_addf(&text, "%s=\"%s\"", m->string, m->valuestring);
		names_add(&notes, text.ptr);
	}
	names_sort(&notes);
	if (any_setter(c) || names_count(&notes)) {
		print_setters(c);
		if (names_count(&notes))
			strbuf_addf(&c->detail, "%s%s", c->detail.len ? " and " : "",
				    plural(names_count(&notes), "annotation", "annotations"));
		for (m = notes.list ? notes.list->child : NULL; m; m = m->next)
			names_add(&c->values, m->string);
		strbuf_addz(&c->detail, " must not set AppArmor profile type to ");
		names_print(&c->detail, &c->values, "\"");
		c->reason = plural(names_count(&c->values), "forbidden AppArmor profile",
				   "forbidden AppArmor profiles");
	}
	cJSON_Delete(notes.list);
}

static void capabilities_of(struct check *c, const cJSON *m)
{
	static const char *const allowed[] = {
		"AUDIT_WRITE", "CHOWN",	 "DAC_OVERRIDE",     "FOWNER",	"FSETID",
		"KILL",	       "MKNOD",	 "NET_BIND_SERVICE", "SETFCAP", "SETGID",
		"SETPCAP",     "SETUID", "SYS_CHROOT",	     NULL
	};
	const cJSON *add = fakeapi__dig(m, "securityContext", "capabilities", "add", NULL), *k;

	cJSON_ArrayForEach(k, add)
	{
		if (!cJSON_IsString(k) || among(k->valuestring, allowed))
			continue;
		names_add(&c->values, k->valuestring);
		blame(c, m);
	}
}

static void capabilities(struct check *c)
{
	visit(c, capabilities_of);
	if (!any_setter(c))
		return;
	names_sort(&c->values);
	c->reason = "non-default capabilities";
	print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not include ");
	names_print(&c->detail, &c->values, "\"");
	strbuf_addz(&c->detail, " in securityContext.capabilities.add");
}

static void host_namespaces(struct check *c)
{
	static const char *const members[] = { "hostNetwork", "hostPID", "hostIPC" };

	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		if (!cJSON_IsTrue(fakeapi__member(c->spec, members[i])))
			continue;
		strbuf_addf(&c->detail, "%s%s=true", c->detail.len ? ", " : "", members[i]);
		c->reason = "host namespaces";
	}
}

static void host_paths(struct check *c)
{
	const cJSON *m;

	cJSON_ArrayForEach(m,
			   fakeapi__member(c->spec, "volumes")) if (fakeapi__member(m, "hostPath"))
	    names_add(&c->values, fakeapi__string(m, "name"));
	if (!names_count(&c->values))
		return;
	c->reason = "hostPath volumes";
	strbuf_addf(&c->detail, "%s ", plural(names_count(&c->values), "volume", "volumes"));
	names_print(&c->detail, &c->values, "\"");
}

static void host_ports_of(struct check *c, const cJSON *m)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, fakeapi__member(m, "ports"))
	{
		const cJSON *port = fakeapi__member(p, "hostPort");
		char text[24];

		if (!cJSON_IsNumber(port) || port->valueint == 0)
			continue;
		(void)snprintf(text, sizeof(text), "%d", port->valueint);
		names_add(&c->values, text);
		blame(c, m);
	}
}

static void print_uses(struct check *c, const char *one, const char *many, const char *quote)
{
	names_sort(&c->values);
	print_containers(&c->detail, &c->containers);
	strbuf_addf(&c->detail, " %s %s ", plural(names_count(&c->containers), "uses", "use"),
		    plural(names_count(&c->values), one, many));
	names_print(&c->detail, &c->values, quote);
}

static void host_ports(struct check *c)
{
	visit(c, host_ports_of);
	if (!any_setter(c))
		return;
	c->reason = "hostPort";
	print_uses(c, "hostPort", "hostPorts", "");
}

static void note_host(struct check *c, const cJSON *container, const cJSON *handler)
{
	static const char *const kinds[] = { "httpGet", "tcpSocket" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const char *host = fakeapi__string(fakeapi__member(handler, kinds[i]), "host");

		if (!*host)
			continue;
		names_add(&c->values, host);
		blame(c, container);
	}
}

static void probe_hosts_of(struct check *c, const cJSON *m)
{
	static const char *const probes[] = { "livenessProbe", "readinessProbe", "startupProbe" };
	const cJSON *life = fakeapi__member(m, "lifecycle");

	for (size_t i = 0; i < ARRAY_LEN(probes); i++)
		note_host(c, m, fakeapi__member(m, probes[i]));
	note_host(c, m, fakeapi__member(life, "postStart"));
	note_host(c, m, fakeapi__member(life, "preStop"));
}

static void probe_hosts(struct check *c)
{
	if (c->minor < 34)
		return;
	visit(c, probe_hosts_of);
	if (!any_setter(c))
		return;
	c->reason = "probe or lifecycle host";
	names_sort(&c->containers);
	print_uses(c, "probe or lifecycle host", "probe or lifecycle hosts", "\"");
}

static void privileged_of(struct check *c, const cJSON *m)
{
	if (cJSON_IsTrue(fakeapi__member(security(m), "privileged")))
		blame(c, m);
}

static void privileged(struct check *c)
{
	visit(c, privileged_of);
	if (!any_setter(c))
		return;
	c->reason = "privileged";
	print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not set securityContext.privileged=true");
}

static void proc_mount_of(struct check *c, const cJSON *m)
{
	const cJSON *mount = fakeapi__member(security(m), "procMount");

	if (!cJSON_IsString(mount) || strcmp(mount->valuestring, "Default") == 0)
		return;
	blame(c, m);
	names_add(&c->values, mount->valuestring);
}

static void proc_mount(struct check *c)
{
	visit(c, proc_mount_of);
	if (!any_setter(c))
		return;
	names_sort(&c->values);
	c->reason = "procMount";
	print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not set securityContext.procMount to ");
	names_print(&c->detail, &c->values, "\"");
}

static const char user_is_set[] = "user may not be set", role_is_set[] = "role may not be set";

/* True if the options are not allowed; records the wrong values. */
static bool selinux_wrong(struct check *c, const cJSON *options)
{
	static const char *const types[] = { "", "container_t", "container_init_t",
					     "container_kvm_t", NULL };
	const char *type = fakeapi__string(options, "type");
	bool wrong = options && !among(type, types) &&
		     !(c->minor >= 31 && strcmp(type, "container_engine_t") == 0);

	if (wrong)
		names_add(&c->values, type);
	if (*fakeapi__string(options, "user"))
		names_add(&c->more, user_is_set);
	if (*fakeapi__string(options, "role"))
		names_add(&c->more, role_is_set);
	return wrong || *fakeapi__string(options, "user") || *fakeapi__string(options, "role");
}

static void selinux_of(struct check *c, const cJSON *m)
{
	if (selinux_wrong(c, fakeapi__member(security(m), "seLinuxOptions")))
		blame(c, m);
}

static void selinux(struct check *c)
{
	static const char *const texts[] = { user_is_set, role_is_set };
	bool first = true;

	c->pod = selinux_wrong(c, fakeapi__member(security(c->spec), "seLinuxOptions"));
	visit(c, selinux_of);
	if (!any_setter(c))
		return;
	names_sort(&c->values);
	c->reason = "seLinuxOptions";
	print_setters(c);
	strbuf_addz(&c->detail, " set forbidden securityContext.seLinuxOptions: ");
	if (names_count(&c->values)) {
		strbuf_addf(&c->detail, "%s ", plural(names_count(&c->values), "type", "types"));
		names_print(&c->detail, &c->values, "\"");
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

	return among(fakeapi__string(profile, "type"), allowed);
}

static void note_seccomp(struct check *c, const char *key)
{
	const cJSON *v = fakeapi__dig(c->meta, "annotations", key, NULL);
	AUTO_STRBUF text = STRBUF_INIT;

	if (!cJSON_IsString(v) || strcmp(v->valuestring, "runtime/default") == 0 ||
	    strcmp(v->valuestring, "docker/default") == 0 ||
	    strncmp(v->valuestring, "localhost/", 10) == 0)
		return;
	strbuf_addf(&text, "%s=\"%s\"", key, v->valuestring);
	names_add(&c->values, text.ptr);
}

static void seccomp_note_of(struct check *c, const cJSON *m)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "container.seccomp.security.alpha.kubernetes.io/%s",
		    fakeapi__string(m, "name"));
	if (!key.failed)
		note_seccomp(c, key.ptr);
}

/* Records containers with a wrong profile, and those without one if the pod has none either. */
static void seccomp_of(struct check *c, const cJSON *m)
{
	const cJSON *profile = fakeapi__member(security(m), "seccompProfile");

	if (!cJSON_IsObject(profile)) {
		names_add(&c->more, fakeapi__string(m, "name"));
	} else if (!seccomp_allowed(profile)) {
		blame(c, m);
		names_add(&c->values, fakeapi__string(profile, "type"));
	}
}

static void seccomp_fields(struct check *c, bool required)
{
	const cJSON *profile = fakeapi__member(security(c->spec), "seccompProfile");
	bool good = cJSON_IsObject(profile) && seccomp_allowed(profile);

	c->pod = cJSON_IsObject(profile) && !good;
	if (c->pod)
		names_add(&c->values, fakeapi__string(profile, "type"));
	visit(c, seccomp_of);
	if (any_setter(c)) {
		names_sort(&c->values);
		c->reason = "seccompProfile";
		print_setters(c);
		strbuf_addz(&c->detail, " must not set securityContext.seccompProfile.type to ");
		names_print(&c->detail, &c->values, "\"");
	} else if (required && !good && names_count(&c->more)) {
		c->reason = "seccompProfile";
		strbuf_addz(&c->detail, "pod or ");
		print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.seccompProfile.type to "
					"\"RuntimeDefault\" or \"Localhost\"");
	}
}

static void seccomp(struct check *c)
{
	if (c->minor >= 19) {
		seccomp_fields(c, false);
		return;
	}
	note_seccomp(c, "seccomp.security.alpha.kubernetes.io/pod");
	visit(c, seccomp_note_of);
	if (!names_count(&c->values))
		return;
	names_sort(&c->values);
	c->reason = "seccompProfile";
	strbuf_addf(&c->detail, "forbidden %s ",
		    plural(names_count(&c->values), "annotation", "annotations"));
	names_print(&c->detail, &c->values, "");
}

static void sysctls(struct check *c)
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

	cJSON_ArrayForEach(m, fakeapi__member(security(c->spec), "sysctls"))
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

static void host_process_of(struct check *c, const cJSON *m)
{
	if (is_host_process(m))
		blame(c, m);
}

static void host_process(struct check *c)
{
	c->pod = is_host_process(c->spec);
	visit(c, host_process_of);
	if (!any_setter(c))
		return;
	c->reason = "hostProcess";
	print_setters(c);
	strbuf_addz(&c->detail, " must not set securityContext.windowsOptions.hostProcess=true");
}

/* --- restricted ------------------------------------------------------------------------------ */

static void escalation_of(struct check *c, const cJSON *m)
{
	if (!cJSON_IsFalse(fakeapi__member(security(m), "allowPrivilegeEscalation")))
		blame(c, m);
}

static void escalation(struct check *c)
{
	if (c->minor < 8 || is_windows(c))
		return;
	visit(c, escalation_of);
	if (!any_setter(c))
		return;
	c->reason = "allowPrivilegeEscalation != false";
	print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must set securityContext.allowPrivilegeEscalation=false");
}

static void drop_all_of(struct check *c, const cJSON *m)
{
	const cJSON *both = fakeapi__member(security(m), "capabilities"), *k;
	bool all = false;

	cJSON_ArrayForEach(k, fakeapi__member(both, "drop")) all |=
	    cJSON_IsString(k) && strcmp(k->valuestring, "ALL") == 0;
	if (!all)
		names_add(&c->more, fakeapi__string(m, "name"));
	cJSON_ArrayForEach(k, fakeapi__member(both, "add"))
	{
		if (!cJSON_IsString(k) || strcmp(k->valuestring, "NET_BIND_SERVICE") == 0)
			continue;
		names_add(&c->values, k->valuestring);
		blame(c, m);
	}
}

static void drop_all(struct check *c)
{
	if (is_windows(c))
		return;
	visit(c, drop_all_of);
	if (!any_setter(c) && !names_count(&c->more))
		return;
	c->reason = "unrestricted capabilities";
	if (names_count(&c->more)) {
		print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.capabilities.drop=[\"ALL\"]");
	}
	if (!any_setter(c))
		return;
	names_sort(&c->values);
	strbuf_addz(&c->detail, c->detail.len ? "; " : "");
	print_containers(&c->detail, &c->containers);
	strbuf_addz(&c->detail, " must not include ");
	names_print(&c->detail, &c->values, "\"");
	strbuf_addz(&c->detail, " in securityContext.capabilities.add");
}

static const char *volume_type(const cJSON *volume)
{
	for (const cJSON *m = volume->child; m; m = m->next)
		if (strcmp(m->string, "name") != 0 && !cJSON_IsNull(m))
			return m->string;
	return "unknown";
}

static void volumes(struct check *c)
{
	static const char *const allowed[] = {
		"configMap", "csi",   "downwardAPI",	       "emptyDir",
		"ephemeral", "image", "persistentVolumeClaim", "projected",
		"secret",    NULL
	};
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(c->spec, "volumes"))
	{
		if (among(volume_type(m), allowed))
			continue;
		names_add(&c->more, fakeapi__string(m, "name"));
		names_add(&c->values, volume_type(m));
	}
	if (!names_count(&c->more))
		return;
	names_sort(&c->values);
	c->reason = "restricted volume types";
	strbuf_addf(&c->detail, "%s ", plural(names_count(&c->more), "volume", "volumes"));
	names_print(&c->detail, &c->more, "\"");
	strbuf_addf(&c->detail, " %s %s ", plural(names_count(&c->more), "uses", "use"),
		    plural(names_count(&c->values), "restricted volume type",
			   "restricted volume types"));
	names_print(&c->detail, &c->values, "\"");
}

static void non_root_of(struct check *c, const cJSON *m)
{
	const cJSON *value = fakeapi__member(security(m), "runAsNonRoot");

	if (cJSON_IsFalse(value))
		blame(c, m);
	else if (!cJSON_IsTrue(value))
		names_add(&c->more, fakeapi__string(m, "name"));
}

static void non_root(struct check *c)
{
	const cJSON *value = fakeapi__member(security(c->spec), "runAsNonRoot");

	c->pod = cJSON_IsFalse(value);
	visit(c, non_root_of);
	if (any_setter(c)) {
		c->reason = "runAsNonRoot != true";
		print_setters(c);
		strbuf_addz(&c->detail, " must not set securityContext.runAsNonRoot=false");
	} else if (!cJSON_IsTrue(value) && names_count(&c->more)) {
		c->reason = "runAsNonRoot != true";
		strbuf_addz(&c->detail, "pod or ");
		print_containers(&c->detail, &c->more);
		strbuf_addz(&c->detail, " must set securityContext.runAsNonRoot=true");
	}
}

static bool is_root(const cJSON *at)
{
	const cJSON *user = fakeapi__member(security(at), "runAsUser");

	return cJSON_IsNumber(user) && user->valueint == 0;
}

static void root_of(struct check *c, const cJSON *m)
{
	if (is_root(m))
		blame(c, m);
}

static void run_as_user(struct check *c)
{
	if (c->minor < 23)
		return;
	c->pod = is_root(c->spec);
	visit(c, root_of);
	if (!any_setter(c))
		return;
	c->reason = "runAsUser=0";
	print_setters(c);
	strbuf_addz(&c->detail, " must not set runAsUser=0");
}

static void seccomp_required(struct check *c)
{
	if (!is_windows(c))
		seccomp_fields(c, true);
}

/* --- the table ------------------------------------------------------------------------------- */

/* Sorted by the checks' names, baseline first. `until`: from that version on, a restricted check
 * replaces it in restricted namespaces. */
static const struct {
	enum fakeapi__standard standard;
	unsigned since, until;
	void (*run)(struct check *c);
} checks[] = {
	{ FAKEAPI_BASELINE, 0, 0, app_armor },
	{ FAKEAPI_BASELINE, 0, 22, capabilities },
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
	{ FAKEAPI_RESTRICTED, 8, 0, escalation },
	{ FAKEAPI_RESTRICTED, 22, 0, drop_all },
	{ FAKEAPI_RESTRICTED, 0, 0, volumes },
	{ FAKEAPI_RESTRICTED, 0, 0, non_root },
	{ FAKEAPI_RESTRICTED, 23, 0, run_as_user },
	{ FAKEAPI_RESTRICTED, 19, 0, seccomp_required },
};

void fakeapi__pod_violations(const struct fakeapi__demand *demand, const cJSON *meta,
			     const cJSON *spec, struct fakeapi__violations *v)
{
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		struct check c = {
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
