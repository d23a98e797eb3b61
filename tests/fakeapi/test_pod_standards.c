/* SPDX-License-Identifier: Apache-2.0 */
/* Pod Security Standards (k8s.io/pod-security-admission/policy), check by check: what each level
 * forbids and what it allows at the edge, in each kind of container and by version. */
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define SC(text)      "\"securityContext\":{" text "}"
#define CAPS(add)     SC("\"capabilities\":{\"add\":[" add "]}")
#define SYSCTL(name)  "\"securityContext\":{\"sysctls\":[{\"name\":\"" name "\",\"value\":\"1\"}]},"
#define SECCOMP(type) "\"seccompProfile\":{\"type\":\"" type "\"}"
#define SELINUX(text) SC("\"seLinuxOptions\":{" text "}")
#define ARMOR(type)   SC("\"appArmorProfile\":{\"type\":\"" type "\"}")
#define VOLUME(text)  SAFE_POD "\"volumes\":[{\"name\":\"v\"," text "}],"

/* What restricted wants of the pod and of each container. */
#define SAFE_POD "\"securityContext\":{\"runAsNonRoot\":true," SECCOMP("RuntimeDefault") "},"
#define SAFE	 "\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"]}"

static const struct row {
	const char *level; /* enforce, and its version */
	const char *spec, *container;
	const char *reason; /* NULL: allowed */
} rows[] = {
	{ "baseline", "", "", NULL },
	{ "baseline", "", ARMOR("RuntimeDefault"), NULL },
	{ "baseline", "", ARMOR("Unconfined"), "forbidden AppArmor profile" },
	{ "baseline", "", CAPS("\"AUDIT_WRITE\",\"CHOWN\",\"DAC_OVERRIDE\",\"FOWNER\",\"FSETID\""),
	  NULL },
	{ "baseline", "", CAPS("\"KILL\",\"MKNOD\",\"NET_BIND_SERVICE\",\"SETFCAP\",\"SETGID\""),
	  NULL },
	{ "baseline", "", CAPS("\"SETPCAP\",\"SETUID\",\"SYS_CHROOT\""), NULL },
	{ "baseline", "", CAPS("\"NET_RAW\""), "non-default capabilities" },
	{ "baseline", "", CAPS("\"CHOWN\",\"ALL\""), "non-default capabilities" },
	{ "baseline", "\"hostIPC\":true,", "", "host namespaces" },
	{ "baseline", "\"hostPID\":true,", "", "host namespaces" },
	{ "baseline", "\"hostNetwork\":true,", "", "host namespaces" },
	{ "baseline", "\"hostNetwork\":false,\"hostPID\":false,\"hostIPC\":false,", "", NULL },
	{ "baseline", "\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}],", "", NULL },
	{ "baseline", "\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/\"}}],", "",
	  "hostPath volumes" },
	{ "baseline", "", "\"ports\":[{\"containerPort\":80}]", NULL },
	{ "baseline", "", "\"ports\":[{\"containerPort\":80},{\"containerPort\":1,\"hostPort\":1}]",
	  "hostPort" },
	{ "baseline", "", SC("\"privileged\":false"), NULL },
	{ "baseline", "", SC("\"privileged\":true"), "privileged" },
	{ "baseline", "", SC("\"procMount\":\"Default\""), NULL },
	{ "baseline", "\"hostUsers\":false,", SC("\"procMount\":\"Unmasked\""), "procMount" },
	{ "baseline", "", SELINUX("\"type\":\"container_t\",\"level\":\"s0\""), NULL },
	{ "baseline", "", SELINUX("\"type\":\"container_init_t\""), NULL },
	{ "baseline", "", SELINUX("\"type\":\"container_kvm_t\""), NULL },
	{ "baseline", "", SELINUX("\"type\":\"container_engine_t\""), NULL },
	{ "baseline:v1.31", "", SELINUX("\"type\":\"container_engine_t\""), NULL },
	{ "baseline:v1.30", "", SELINUX("\"type\":\"container_engine_t\""), "seLinuxOptions" },
	{ "baseline", "", SELINUX("\"type\":\"spc_t\""), "seLinuxOptions" },
	{ "baseline", "", SELINUX("\"user\":\"u\""), "seLinuxOptions" },
	{ "baseline", "", SELINUX("\"role\":\"r\""), "seLinuxOptions" },
	{ "baseline", "", SC(SECCOMP("RuntimeDefault")), NULL },
	{ "baseline", "", SC(SECCOMP("Unconfined")), "seccompProfile" },
	{ "baseline", SYSCTL("kernel.shm_rmid_forced"), "", NULL },
	{ "baseline", SYSCTL("net.ipv4.ip_unprivileged_port_start"), "", NULL },
	{ "baseline", SYSCTL("kernel.msgmax"), "", "forbidden sysctls" },
	{ "baseline:v1.26", SYSCTL("net.ipv4.ip_local_reserved_ports"), "", "forbidden sysctls" },
	{ "baseline:v1.27", SYSCTL("net.ipv4.ip_local_reserved_ports"), "", NULL },
	{ "baseline:v1.28", SYSCTL("net.ipv4.tcp_keepalive_time"), "", "forbidden sysctls" },
	{ "baseline:v1.29", SYSCTL("net.ipv4.tcp_keepalive_time"), "", NULL },
	{ "baseline:v1.31", SYSCTL("net.ipv4.tcp_rmem"), "", "forbidden sysctls" },
	{ "baseline:v1.32", SYSCTL("net.ipv4.tcp_rmem"), "", NULL },
	{ "baseline", "", SC("\"windowsOptions\":{\"hostProcess\":false}"), NULL },
	{ "baseline", "\"hostNetwork\":true," SC("\"windowsOptions\":{\"hostProcess\":true}") ",",
	  "", "hostProcess" },
	{ "restricted", SAFE_POD, SC(SAFE), NULL },
	{ "restricted", VOLUME("\"emptyDir\":{}"), SC(SAFE), NULL },
	{ "restricted", VOLUME("\"configMap\":{\"name\":\"c\"}"), SC(SAFE), NULL },
	{ "restricted", VOLUME("\"nfs\":{\"server\":\"s\",\"path\":\"/\"}"), SC(SAFE),
	  "restricted volume types" },
	{ "restricted", SAFE_POD,
	  SC("\"allowPrivilegeEscalation\":true,\"capabilities\":{\"drop\":[\"ALL\"]}"),
	  "allowPrivilegeEscalation != false" },
	{ "restricted", SAFE_POD, SC("\"allowPrivilegeEscalation\":false"),
	  "unrestricted capabilities" },
	{ "restricted", SAFE_POD,
	  SC("\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"CHOWN\"]}"),
	  "unrestricted capabilities" },
	{ "restricted", SAFE_POD,
	  SC("\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"],\"add\":["
	     "\"NET_BIND_SERVICE\"]}"),
	  NULL },
	{ "restricted", SAFE_POD,
	  SC("\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"],\"add\":["
	     "\"CHOWN\"]}"),
	  "unrestricted capabilities" },
	{ "restricted", SAFE_POD, SC(SAFE ",\"runAsNonRoot\":false"), "runAsNonRoot != true" },
	{ "restricted", "\"securityContext\":{" SECCOMP("RuntimeDefault") "},",
	  SC(SAFE ",\"runAsNonRoot\":true"), NULL },
	{ "restricted", SAFE_POD, SC(SAFE ",\"runAsUser\":0"), "runAsUser=0" },
	{ "restricted", SAFE_POD, SC(SAFE ",\"runAsUser\":1"), NULL },
	{ "restricted", "\"securityContext\":{\"runAsNonRoot\":true},", SC(SAFE),
	  "seccompProfile" },
	{ "restricted", "\"securityContext\":{\"runAsNonRoot\":true},",
	  SC(SAFE ",\"seccompProfile\":{\"type\":\"Localhost\",\"localhostProfile\":\"p\"}"),
	  NULL },
};

static void try_row(const struct row *r, bool init)
{
	const char *version = strchr(r->level, ':');
	AUTO_STRBUF text = STRBUF_INIT;
	struct kit k;

	kit_open(&k, &(struct fakeapi__options) { .first_rv = 1 });
	strbuf_addf(&text,
		    "{\"metadata\":{\"name\":\"safe\",\"labels\":{"
		    "\"pod-security.kubernetes.io/enforce\":\"%.*s\","
		    "\"pod-security.kubernetes.io/enforce-version\":\"%s\"}}}",
		    (int)strcspn(r->level, ":"), r->level, version ? version + 1 : "latest");
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces", text.ptr), 201);
	strbuf_clear(&text);
	strbuf_addf(&text,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{%s\"%s\":[{\"name\":\"c\","
		    "\"image\":\"i\"%s%s}]%s}}",
		    r->spec, init ? "initContainers" : "containers", *r->container ? "," : "",
		    r->container,
		    init ? ",\"containers\":[{\"name\":\"d\",\"image\":\"i\"," SC(SAFE) "}]" : "");
	kit_do(&k, "POST", "/api/v1/namespaces/safe/pods?dryRun=All", text.ptr);
	if ((k.status == 403) != (r->reason != NULL) ||
	    (r->reason && !strstr(kit_at(&k, "message"), r->reason)))
		fail_msg("row %zu: %s\n%d %s", (size_t)(r - rows), text.ptr, k.status, k.body.ptr);
	kit_close(&k);
}

static void each_check_refuses_what_its_level_forbids(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		try_row(&rows[i], false);
}

static void each_check_holds_for_init_containers(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		/* the second container has no settings of these */
		if (!(rows[i].reason == NULL && strstr(rows[i].container, "runAsNonRoot")) &&
		    !(rows[i].reason == NULL && strstr(rows[i].container, "Localhost")))
			try_row(&rows[i], true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_check_refuses_what_its_level_forbids),
		cmocka_unit_test(each_check_holds_for_init_containers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
