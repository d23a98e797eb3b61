/* SPDX-License-Identifier: Apache-2.0 */
/* relist envtest, and relist as kube-apiserver and etcd. tests/peers/envtest is a suite
 * of controller-runtime's that uses it (make test-peers). */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/net.h"

static char folder[] = "/tmp/relist-envtest-XXXXXX";

static void envtest_creates_links_in_its_folder(void **state)
{
	struct output *o = *state;
	char words[256], want[256], target[4096], self[4096];
	ssize_t n;

	(void)snprintf(words, sizeof(words), "envtest %s/deep/er", folder);
	(void)snprintf(want, sizeof(want), "%s/deep/er\n", folder);
	for (int twice = 0; twice < 2; twice++) {
		relist(o, words);
		assert_int_equal(o->status, 0);
		assert_string_equal(o->out.ptr, want);
	}
	n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	assert_true(n > 0);
	self[n] = 0;
	(void)snprintf(words, sizeof(words), "%s/deep/er/kube-apiserver", folder);
	n = readlink(words, target, sizeof(target) - 1);
	assert_true(n > 0);
	target[n] = 0;
	assert_string_equal(target, self);
	(void)snprintf(words, sizeof(words), "%s/deep/er/etcd", folder);
	assert_int_equal(access(words, X_OK), 0);
}

static uint32_t hash_of_this_program(void)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));

	assert_true(n > 0);
	return map_hash_by((struct str) { self, (size_t)n }, 0);
}

/* The links of two builds lead to two programs: neither may replace the other's. */
static void default_folder_is_named_by_version_release_and_program(void **state)
{
	static const char *const releases[][2] = {
		{ "", "" },
		{ " --kubernetes 1.37", "-1.37" },
	};
	struct output *o = *state;
	const char *cache = getenv("XDG_CACHE_HOME");
	char words[64], want[256], saved[256] = "";

	if (cache)
		(void)snprintf(saved, sizeof(saved), "%s", cache);
	(void)setenv("XDG_CACHE_HOME", folder, 1);
	for (size_t i = 0; i < ARRAY_LEN(releases); i++) {
		(void)snprintf(words, sizeof(words), "envtest%s", releases[i][0]);
		(void)snprintf(want, sizeof(want), "%s/relist/envtest-%s%s-%08x\n", folder,
			       RELIST_VERSION, releases[i][1], hash_of_this_program());
		relist(o, words);
		assert_int_equal(o->status, 0);
		assert_string_equal(o->out.ptr, want);
	}
	(void)unsetenv("XDG_CACHE_HOME");
	if (cache)
		(void)setenv("XDG_CACHE_HOME", saved, 1);
}

/* Leftovers of a killed run whose process id is reused do not matter; and a file that could not be
 * put in its place does not stay. */
static void envtest_ignores_links_of_a_killed_run(void **state)
{
	struct output *o = *state;
	char words[256], half[256], taken[256];
	struct stat st;

	(void)snprintf(words, sizeof(words), "envtest %s/half", folder);
	relist(o, words);
	assert_int_equal(o->status, 0);
	(void)snprintf(half, sizeof(half), "%s/half/.etcd.%ld", folder, (long)getpid());
	assert_int_equal(lstat(half, &st), -1);
	assert_int_equal(symlink("nowhere", half), 0);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_int_equal(lstat(half, &st), -1);
	(void)snprintf(taken, sizeof(taken), "%s/half/etcd", folder);
	assert_int_equal(unlink(taken), 0);
	assert_int_equal(mkdir(taken, 0700), 0);
	relist(o, words);
	assert_int_equal(o->status, 5);
	assert_non_null(strstr(o->err.ptr, "relist envtest: "));
	assert_int_equal(lstat(half, &st), -1);
	assert_int_equal(rmdir(taken), 0);
}

static void envtest_names_a_folder_it_cannot_create(void **state)
{
	struct output *o = *state;

	relist(o, "envtest /proc/nowhere");
	assert_int_equal(o->status, 5);
	assert_non_null(strstr(o->err.ptr, "relist envtest: /proc/nowhere: "));
	relist(o, "envtest a b");
	assert_int_equal(o->status, 2);
}

/* The calls that envtest makes before it starts a program. */
static void help_and_version_end_well(void **state)
{
	static const struct {
		const char *words[3];
		int status;
		const char *out, *err;
	} cases[] = {
		{ { "/x/kube-apiserver", "--help" }, 0, "--service-account-issuer", "" },
		{ { "kube-apiserver", "--version" }, 0, "Kubernetes v1.", "" },
		{ { "etcd", "--help" }, 0, "--listen-client-urls", "" },
		{ { "etcd", "--version" }, 0, "etcd Version: 3.", "" },
		{ { "kube-apiserver", "--secure-port=x" },
		  2,
		  "",
		  "kube-apiserver: --secure-port is \"x\", must be 0 to 65535\n" },
		{ { "kube-apiserver", "--secure-port=65536" }, 2, "", "65536" },
		{ { "kube-apiserver", "--client-ca-file=/nowhere" }, 5, "", "/nowhere" },
		{ { "kube-apiserver", "--bogus-flag" }, 2, "", "unknown flag: --bogus-flag\n" },
		{ { "kube-apiserver", "--emulated-version=1.35", "--tls-curve-preferences" },
		  2,
		  "",
		  "unknown flag: --tls-curve-preferences" },
		{ { "kube-apiserver", "--emulated-version=1.36", "--tls-curve-preferences" },
		  2,
		  "",
		  "flag needs an argument: --tls-curve-preferences\n" },
		{ { "kube-apiserver", "--emulated-version=1.36", "--min-compatibility-version" },
		  2,
		  "",
		  "unknown flag: --min-compatibility-version" },
		{ { "kube-apiserver", "--emulated-version=1.37", "--min-compatibility-version" },
		  2,
		  "",
		  "flag needs an argument: --min-compatibility-version\n" },
		{ { "kube-apiserver", "--authorisation-mode=RBAC" },
		  2,
		  "",
		  "unknown flag: --authorisation-mode (did you mean \"authorization-mode\"?)" },
		{ { "kube-apiserver", "--audit-policy-file=/nowhere" },
		  2,
		  "",
		  "--audit-policy-file: open /nowhere: No such file or directory\n" },
		{ { "kube-apiserver", "--authentication-config=/nowhere" },
		  2,
		  "",
		  "--authentication-config: open /nowhere: No such file or directory\n" },
		{ { "kube-apiserver", "--feature-gates=A" }, 2, "", "missing bool value for A\n" },
		{ { "kube-apiserver", "--feature-gates=A=maybe" },
		  2,
		  "",
		  "invalid value of A=maybe, must be true or false\n" },
		{ { "kube-apiserver",
		    "--feature-gates=AggregatedDiscoveryEndpoint=false,EnvFiles=true,"
		    "WindowsGracefulNodeShutdown=false",
		    "--secure-port=x" },
		  2,
		  "",
		  "relist: no effect here: --feature-gates=WindowsGracefulNodeShutdown=false\n" },
		{ { "kube-apiserver", "--feature-gates=EnvFile=true" },
		  2,
		  "",
		  "kube-apiserver: --feature-gates: unrecognized feature gate: EnvFile in "
		  "Kubernetes 1.34 (did you mean \"EnvFiles\"?)\n" },
		{ { "kube-apiserver", "--emulated-version=1.36",
		    "--feature-gates=HPAGeneration=true" },
		  2,
		  "",
		  "unrecognized feature gate: HPAGeneration in Kubernetes 1.36\n" },
		{ { "kube-apiserver",
		    "--runtime-config=admissionregistration.k8s.io/v1beta1=true,api/all=true,"
		    "batch/v2alpha1=true",
		    "--secure-port=x" },
		  2,
		  "",
		  "relist: no effect here: --runtime-config=batch/v2alpha1=true\n" },
		{ { "kube-apiserver", "--allow-privileged=maybe", "--secure-port=x" },
		  2,
		  "",
		  "must be true or false" },
		{ { "kube-apiserver", "--secure_port=x" }, 2, "", "--secure-port is \"x\"" },
		{ { "kube-apiserver", "--secure-port" }, 2, "", "flag needs an argument" },
		{ { "kube-apiserver", "word" }, 2, "", "takes no arguments, got \"word\"\n" },
		{ { "kube-apiserver", "--anonymous-auth=maybe" }, 2, "", "must be true or false" },
		{ { "kube-apiserver", "--authorization-mode=RBAC,Nope" },
		  2,
		  "",
		  "\"Nope\" is not a valid mode\n" },
		{ { "kube-apiserver", "--authorization-mode=RBAC", "--secure-port=x" },
		  2,
		  "",
		  "every client is admin\n" },
		{ { "kube-apiserver", "--min-request-timeout=0" }, 2, "", "seconds from 1 on" },
		{ { "etcd", "--listen-client-urls=nonsense" },
		  2,
		  "",
		  "etcd: --listen-client-urls is \"nonsense\"" },
		{ { "etcd", "--listen-client-urls=http://127.0.0.1:99999" }, 2, "", "99999" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *argv[] = { (char *)(uintptr_t)cases[i].words[0],
				 (char *)(uintptr_t)cases[i].words[1],
				 (char *)(uintptr_t)cases[i].words[2], NULL };
		char *text[2] = { NULL, NULL };
		size_t len[2];
		FILE *out = open_memstream(&text[0], &len[0]);
		FILE *err = open_memstream(&text[1], &len[1]);
		int status = cli__main(cases[i].words[2] ? 3 : 2, argv, out, err);

		(void)fclose(out);
		(void)fclose(err);
		if (status != cases[i].status || !strstr(text[0], cases[i].out) ||
		    !strstr(text[1], cases[i].err))
			fail_msg("%s %s: %d\n%s%s", cases[i].words[0], cases[i].words[1], status,
				 text[0], text[1]);
		free(text[0]);
		free(text[1]);
	}
}

static uint16_t free_port(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &len), 0);
	(void)close(fd);
	return ntohs(a.sin_port);
}

static pid_t start(char **argv)
{
	pid_t pid = fork();
	int argc = 0;

	assert_true(pid >= 0);
	if (pid)
		return pid;
	while (argv[argc])
		argc++;
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	exit(cli__main(argc, argv, stdout, stderr));
}

static bool listens(void *user)
{
	int fd = net_try_connect(*(uint16_t *)user);

	if (fd >= 0)
		(void)close(fd);
	return fd >= 0;
}

static void end(pid_t pid)
{
	int status;

	assert_int_equal(kill(pid, SIGTERM), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void envtest_etcd_is_healthy_until_sigterm(void **state)
{
	uint16_t port = free_port();
	char url[64];
	char *argv[] = { (char *)(uintptr_t) "/assets/etcd",
			 (char *)(uintptr_t) "--data-dir=/nowhere",
			 (char *)(uintptr_t) "--unsafe-no-fsync",
			 (char *)(uintptr_t) "--listen-client-urls",
			 url,
			 NULL };
	struct net_in in;
	pid_t pid;

	(void)state;
	(void)snprintf(url, sizeof(url), "http://127.0.0.1:%u", port);
	pid = start(argv);
	net_wait(listens, &port);
	in = net_in(net_connect(port));
	net_send(in.fd, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
	net_read_until(&in, "\"health\":\"true\"");
	assert_memory_equal(in.buf, "HTTP/1.1 200", 12);
	net_close(&in);
	in = net_in(net_connect(port));
	net_send(in.fd, "POST /v3/kv/range HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
	net_read_until(&in, "HTTP/1.1 404");
	net_close(&in);
	end(pid);
}

/* Certificates are test_client_certificates' business. */
static void kube_apiserver_accepts_known_flags_and_ends_on_sigterm(void **state)
{
	uint16_t port = free_port();
	char flag[64];
	char *argv[] = { (char *)(uintptr_t) "/assets/kube-apiserver",
			 flag,
			 (char *)(uintptr_t) "--bind-address=0.0.0.0",
			 (char *)(uintptr_t) "--etcd-servers=http://127.0.0.1:1",
			 (char *)(uintptr_t) "--cert-dir=/nowhere",
			 (char *)(uintptr_t) "--feature-gates=EnvFiles=true,"
					     "WindowsGracefulNodeShutdown=false",
			 (char *)(uintptr_t) "--allow-privileged",
			 (char *)(uintptr_t) "--goaway-chance=0.01",
			 (char *)(uintptr_t) "-v",
			 (char *)(uintptr_t) "4",
			 (char *)(uintptr_t) "--profiling=false",
			 (char *)(uintptr_t) "--service-cluster-ip-range",
			 (char *)(uintptr_t) "10.0.0.0/24",
			 NULL };
	pid_t pid;

	(void)state;
	(void)snprintf(flag, sizeof(flag), "--secure-port=%u", port);
	pid = start(argv);
	net_wait(listens, &port);
	end(pid);
}

/* Starts on one port again and again: an ended process must not hold it. */
static void hundred_starts_and_stops_leave_the_port_free(void **state)
{
	uint16_t port = free_port();
	char flag[64], url[64], path[64];
	char *apiserver[] = { (char *)(uintptr_t) "/assets/kube-apiserver", flag,
			      (char *)(uintptr_t) "--authorization-mode=RBAC", NULL };
	char *etcd[] = { (char *)(uintptr_t) "/assets/etcd", url, NULL };

	(void)state;
	(void)snprintf(flag, sizeof(flag), "--secure-port=%u", port);
	(void)snprintf(url, sizeof(url), "--listen-client-urls=http://127.0.0.1:%u", port);
	for (int i = 0; i < 100; i++) {
		pid_t pid = start(i % 2 ? etcd : apiserver);

		net_wait(listens, &port);
		end(pid);
		assert_false(listens(&port));
		(void)snprintf(path, sizeof(path), "/proc/%ld", (long)pid);
		assert_int_not_equal(access(path, F_OK), 0);
	}
}

static void refuses(struct output *o, const char *path)
{
	relist(o, "envtest");
	assert_int_equal(o->status, 5);
	assert_non_null(strstr(o->err.ptr, "is not a private folder of this user"));
	assert_non_null(strstr(o->err.ptr, path));
	assert_string_equal(o->out.ptr, "");
}

/* Every user may make a folder or link of that name in /tmp, with programs of its own in it. */
static void folder_in_tmp_that_is_not_private_is_refused(void **state)
{
	struct output *o = *state;
	const char *home = getenv("HOME"), *cache = getenv("XDG_CACHE_HOME");
	char path[128], saved[160], command[200];
	struct stat st;

	(void)snprintf(path, sizeof(path), "/tmp/relist-envtest-%s-%08x-%ld", RELIST_VERSION,
		       hash_of_this_program(), (long)getuid());
	(void)snprintf(saved, sizeof(saved), "%s.%ld", path, (long)getpid());
	(void)rename(path, saved);
	(void)unsetenv("HOME");
	(void)unsetenv("XDG_CACHE_HOME");
	assert_int_equal(symlink(folder, path), 0);
	refuses(o, path);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(chmod(path, 0777), 0);
	refuses(o, path);
	assert_int_equal(rmdir(path), 0);
	for (int twice = 0; twice < 2; twice++) {
		relist(o, "envtest");
		assert_int_equal(o->status, 0);
		assert_int_equal(lstat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0700);
	}
	(void)snprintf(command, sizeof(command), "rm -rf %s", path);
	assert_int_equal(system(command), 0);
	(void)rename(saved, path);
	if (home)
		(void)setenv("HOME", home, 1);
	if (cache)
		(void)setenv("XDG_CACHE_HOME", cache, 1);
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	return output_setup(state);
}

static int teardown(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	strbuf_addf(&command, "rm -rf %s", folder);
	assert_int_equal(system(command.ptr), 0);
	return output_teardown(state);
}

/* The webhooks' kubeconfig would have credentials; what PodSecurity reads has an effect. */
static void plug_in_configurations_without_an_effect_are_named(void **state)
{
	static const char config[] =
	    "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n"
	    "- name: ValidatingAdmissionWebhook\n  configuration:\n    kubeConfigFile: /x\n"
	    "- name: PodSecurity\n  configuration:\n"
	    "    apiVersion: pod-security.admission.config.k8s.io/v1\n"
	    "    kind: PodSecurityConfiguration\n    defaults: {enforce: baseline}\n"
	    "- name: MutatingAdmissionWebhook\n";
	char path[] = "/tmp/relist-admission-XXXXXX", flag[80], *text = NULL;
	char *argv[] = { (char *)(uintptr_t) "kube-apiserver", flag,
			 (char *)(uintptr_t) "--secure-port=x", NULL };
	int fd = mkstemp(path);
	size_t len;
	FILE *err;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, config, strlen(config)), strlen(config));
	(void)close(fd);
	(void)snprintf(flag, sizeof(flag), "--admission-control-config-file=%s", path);
	err = open_memstream(&text, &len);
	assert_int_equal(cli__main(3, argv, err, err), 2);
	(void)fclose(err);
	assert_non_null(
	    strstr(text,
		   "relist: no effect here: the configuration of ValidatingAdmissionWebhook\n"));
	free(text);
	(void)unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plug_in_configurations_without_an_effect_are_named),
		cmocka_unit_test(envtest_etcd_is_healthy_until_sigterm),
		cmocka_unit_test(kube_apiserver_accepts_known_flags_and_ends_on_sigterm),
		cmocka_unit_test(hundred_starts_and_stops_leave_the_port_free),
		cmocka_unit_test(envtest_creates_links_in_its_folder),
		cmocka_unit_test(default_folder_is_named_by_version_release_and_program),
		cmocka_unit_test(envtest_ignores_links_of_a_killed_run),
		cmocka_unit_test(envtest_names_a_folder_it_cannot_create),
		cmocka_unit_test(folder_in_tmp_that_is_not_private_is_refused),
		cmocka_unit_test(help_and_version_end_well),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
