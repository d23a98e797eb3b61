/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials from a program: what of its answers is kept, for how long, and what is said of one
 * that is none. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "informer/posix/exec_credential.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "runner/posix/files.h"
#include "tests/kit/testing.h"

#define V1	     "client.authentication.k8s.io/v1"
#define SAYS(status) "{\"apiVersion\":\"" V1 "\",\"status\":{" status "}}"
#define TOKEN(t)     "\"token\":\"" t "\""
#define CERT                                                                                       \
	"\"clientCertificateData\":\"-----BEGIN CERTIFICATE-----\\nMAMCAQE=\\n"                    \
	"-----END CERTIFICATE-----\\n\""
#define KEY	 "\"clientKeyData\":\"-----BEGIN PRIVATE KEY-----\\n-----END PRIVATE KEY-----\\n\""
#define UNTIL(t) ",\"expirationTimestamp\":\"" t "\""

static char folder[] = "/tmp/relist-exec-XXXXXX";
static char answer[64], info[64];

static char **list(const char *a, const char *b)
{
	char **out = base__calloc(3, sizeof(*out));

	assert_non_null(out);
	out[0] = base__strdup(a);
	out[1] = b ? base__strdup(b) : NULL;
	return out;
}

/* `sh -c script`, in which $A is the file with the answer. */
static struct inf__exec_credential *credential(const char *script, const char *cluster)
{
	char variable[80];
	struct inf__exec_config config = { .api_version = base__strdup(V1),
					   .command = base__strdup("sh"),
					   .args = list("-c", script),
					   .cluster_info = cluster ? base__strdup(cluster) : NULL };
	struct inf__exec_credential *c;

	(void)snprintf(variable, sizeof(variable), "A=%s", answer);
	config.env = list(variable, NULL);
	c = inf__exec_credential_new(&config, NULL);
	assert_non_null(c);
	assert_null(config.command); /* taken */
	return c;
}

/* "token cert key", "-" for none; or the error. */
static void got(struct inf__exec_credential *c, struct strbuf *out)
{
	struct inf__exec_result r;
	struct relist_err err = { 0 };

	strbuf_clear(out);
	if (inf__exec_credential_get(c, &r, &err)) {
		assert_int_equal(err.code, RELIST_EIO);
		strbuf_addz(out, err.msg);
	} else {
		strbuf_addf(out, "%s %s %s", r.token ? r.token : "-", r.cert_pem ? "C" : "-",
			    r.key_pem ? "K" : "-");
	}
	inf__exec_result_fini(&r);
	assert_null(r.token);
}

#define NO_TIME "exec plugin sh: expirationTimestamp is no time of RFC 3339"

static void exec_credential_is_kept_until_it_expires_or_is_dropped(void **state)
{
	static const struct {
		const char *printed;
		bool dropped; /* before: a 401 */
		const char *want;
	} steps[] = {
		{ SAYS(TOKEN("a") "," CERT "," KEY), false, "a C K" },
		{ SAYS(TOKEN("b")), false, "a C K" }, /* without an expiry it is kept */
		{ SAYS(TOKEN("b")), true, "b - -" },
		{ SAYS(CERT "," KEY), true, "- C K" },
		{ SAYS(TOKEN("c") UNTIL("2001-01-01T00:00:00Z")), true, "c - -" },
		{ SAYS(TOKEN("d") UNTIL("2999-01-01T00:00:00Z")), false, "d - -" },
		{ SAYS(TOKEN("e")), false, "d - -" },
		{ SAYS(TOKEN("e") UNTIL("soon")), true, NO_TIME },
		{ SAYS(TOKEN("f") UNTIL("2001-01-01T00:00:00+2")), false, NO_TIME },
		{ SAYS(TOKEN("f") UNTIL("2001-01-01T00:00")), false, NO_TIME },
		{ SAYS(TOKEN("f")), false, "f - -" },
		{ SAYS(TOKEN("g")), false, "f - -" },
		{ SAYS(""), true, "exec plugin sh: status has neither a token nor a certificate" },
		{ SAYS(KEY), false,
		  "exec plugin sh: a client certificate and its key go together" },
		{ SAYS("\"token\":1"), false, "exec plugin sh: want strings in status" },
		{ "{\"apiVersion\":\"v1\"}", false,
		  "exec plugin sh: apiVersion is \"v1\", want \"" V1 "\"" },
		{ "{", false, "exec plugin sh: apiVersion is \"\", want \"" V1 "\"" },
		{ SAYS(TOKEN("g")), false, "g - -" },
	};
	struct inf__exec_credential *c = credential("cat $A", NULL);
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		assert_int_equal(runner__replace_file(answer, str_of(steps[i].printed), NULL), 0);
		if (steps[i].dropped)
			inf__exec_credential_drop(c);
		got(c, &text);
		if (strcmp(text.ptr, steps[i].want) != 0)
			fail_msg("step %zu: %s, want %s", i, text.ptr, steps[i].want);
	}
	inf__exec_credential_free(c);
}

/* The expiry is exact to the second, in every month. */
static void exec_credential_expires_at_its_timestamp_in_any_zone(void **state)
{
	static const struct {
		time_t from_now;
		bool kept;
	} cases[] = { { -86400, false }, { -3600, false }, { -60, false },  { -1, false },
		      { 90, true },	 { 3600, true },   { 86400, true }, { 31 * 86400, true } };
	/* Time zones of the expiry. */
	static const struct {
		const char *text;
		time_t ahead;
	} zones[] = { { "Z", 0 },
		      { ".999Z", 0 },
		      { "+02:00", 7200 },
		      { "-09:30", -(9 * 3600 + 1800) },
		      { ".123456789+00:45", 2700 },
		      { ".5-14:00", -14 * 3600 } };
	struct inf__exec_credential *c = credential("cat $A", NULL);
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases) * ARRAY_LEN(zones); i++) {
		size_t zone = i / ARRAY_LEN(cases), n = i % ARRAY_LEN(cases);
		time_t at = time(NULL) + cases[n].from_now + zones[zone].ahead;
		char printed[200], when[40];
		struct tm tm;

		assert_non_null(gmtime_r(&at, &tm));
		assert_true(strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm) > 0);
		(void)snprintf(printed, sizeof(printed), SAYS(TOKEN("first") UNTIL("%s%s")), when,
			       zones[zone].text);
		assert_int_equal(runner__replace_file(answer, str_of(printed), NULL), 0);
		inf__exec_credential_drop(c);
		got(c, &text);
		assert_string_equal(text.ptr, "first - -");
		assert_int_equal(runner__replace_file(answer, STR(SAYS(TOKEN("second"))), NULL), 0);
		got(c, &text);
		assert_string_equal(text.ptr, cases[n].kept ? "first - -" : "second - -");
	}
	inf__exec_credential_free(c);
}

static void failing_exec_plugin_is_reported(void **state)
{
	static const struct {
		const char *script, *want;
	} cases[] = {
		{ "exit 7", "exec plugin sh: exit code 7" },
		{ "kill -9 $$", "exec plugin sh: killed by signal 9" },
		{ "cat $A; exit 1", "exec plugin sh: exit code 1" },
		{ "head -c 20000000 /dev/zero", "exec plugin sh: no end within" },
	};
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	assert_int_equal(runner__replace_file(answer, STR(SAYS(TOKEN("a"))), NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__exec_credential *c = credential(cases[i].script, NULL);

		got(c, &text);
		if (strncmp(text.ptr, cases[i].want, strlen(cases[i].want)) != 0)
			fail_msg("%s: %s", cases[i].script, text.ptr);
		inf__exec_credential_free(c);
	}
}

static int fifo = -1;
static volatile sig_atomic_t interrupts;

/* The third signal lets the plugin end. */
static void on_alarm(int sig)
{
	(void)sig;
	if (++interrupts == 3 && write(fifo, "\n", 1) != 1)
		abort();
}

static void signals_do_not_end_the_wait_for_an_exec_plugin(void **state)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = { 0 };
	struct sigaction action = { .sa_handler = on_alarm }, before;
	char path[80], script[160];
	struct inf__exec_credential *c;
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/fifo", folder);
	(void)snprintf(script, sizeof(script), "exec >&-; read line < %s; exit 7", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	fifo = open(path, O_RDWR | O_CLOEXEC);
	assert_true(fifo >= 0);
	c = credential(script, NULL);
	interrupts = 0;
	assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	got(c, &text);
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
	assert_string_equal(text.ptr, "exec plugin sh: exit code 7");
	assert_true(interrupts >= 3);
	inf__exec_credential_free(c);
	assert_int_equal(close(fifo), 0);
	assert_int_equal(unlink(path), 0);
}

static void missing_exec_plugin_error_includes_the_install_hint(void **state)
{
	for (int hint = 0; hint < 2; hint++) {
		struct inf__exec_config config = { .api_version = base__strdup(V1),
						   .command = base__strdup("/nonexistent/plugin"),
						   .install_hint =
						       hint ? base__strdup("get it") : NULL };
		struct inf__exec_credential *c = inf__exec_credential_new(&config, NULL);
		AUTO_STRBUF text = STRBUF_INIT;

		(void)state;
		got(c, &text);
		assert_string_equal(
		    text.ptr,
		    hint ? "exec plugin /nonexistent/plugin: No such file or directory; get it"
			 : "exec plugin /nonexistent/plugin: No such file or directory");
		inf__exec_credential_free(c);
	}
}

static void exec_plugin_gets_version_and_cluster(void **state)
{
	static const char *const clusters[] = { NULL, "{\"server\":\"https://x\"}" };
	static const char *const want[] = {
		"{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
		"\",\"spec\":{\"interactive\":false}}",
		"{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
		"\",\"spec\":{\"interactive\":false,\"cluster\":{\"server\":\"https://x\"}}}",
	};
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		struct inf__exec_credential *c =
		    credential("printf %s \"$KUBERNETES_EXEC_INFO\" >$A.info; cat $A", clusters[i]);
		struct relist_err err = { 0 };

		assert_int_equal(runner__replace_file(answer, STR(SAYS(TOKEN("a"))), NULL), 0);
		got(c, &text);
		assert_string_equal(text.ptr, "a - -");
		strbuf_clear(&text);
		assert_int_equal(runner__read_file(info, 4096, &text, &err), 0);
		assert_string_equal(text.ptr, want[i]);
		inf__exec_credential_free(c);
	}
}

static int inherited_files(void)
{
	int n = 0;

	for (int fd = 0; fd < 1024; fd++) {
		int flags = fcntl(fd, F_GETFD);

		n += flags >= 0 && !(flags & FD_CLOEXEC);
	}
	return n;
}

/* Neither end of the pipe from which its answer is read, but for its output. */
static void exec_plugin_inherits_no_other_files(void **state)
{
	struct inf__exec_credential *c =
	    credential("printf '{\"apiVersion\":\"" V1 "\",\"status\":{\"token\":\"%d\"}}' "
		       "$(ls /proc/self/fd | wc -l)",
		       NULL);
	AUTO_STRBUF out = STRBUF_INIT;
	char want[32];

	(void)state;
	got(c, &out);
	/* and the folder that ls reads */
	(void)snprintf(want, sizeof(want), "%d - -", inherited_files() + 1);
	assert_string_equal(out.ptr, want);
	inf__exec_credential_free(c);
}

static void exec_credential_parser_survives_every_failing_allocation(void **state)
{
	(void)state;
	assert_int_equal(runner__replace_file(answer, STR(SAYS(TOKEN("a") "," CERT "," KEY)), NULL),
			 0);
	for (long grant = 0;; grant++) {
		struct inf__exec_credential *c = credential("cat $A", NULL);
		struct relist_err err = { 0 };
		struct inf__exec_result r;
		int code;

		base__alloc_fail_after = grant;
		base__alloc_fail_count = 1;
		code = inf__exec_credential_get(c, &r, &err);
		base__alloc_fail_after = -1;
		if (code)
			assert_true(err.msg[0] && !r.token && !r.cert_pem && !r.key_pem);
		else
			assert_true(r.token && r.cert_pem && r.key_pem);
		inf__exec_result_fini(&r);
		/* and then there is enough */
		assert_int_equal(inf__exec_credential_get(c, &r, &err), 0);
		assert_string_equal(r.token, "a");
		inf__exec_result_fini(&r);
		inf__exec_credential_free(c);
		if (base__alloc_fail_count == 1)
			break;
	}
	base__alloc_fail_count = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exec_credential_is_kept_until_it_expires_or_is_dropped),
		cmocka_unit_test(exec_credential_expires_at_its_timestamp_in_any_zone),
		cmocka_unit_test(failing_exec_plugin_is_reported),
		cmocka_unit_test(signals_do_not_end_the_wait_for_an_exec_plugin),
		cmocka_unit_test(missing_exec_plugin_error_includes_the_install_hint),
		cmocka_unit_test(exec_plugin_gets_version_and_cluster),
		cmocka_unit_test(exec_plugin_inherits_no_other_files),
		cmocka_unit_test(exec_credential_parser_survives_every_failing_allocation),
	};
	int failures;

	base__alloc_init_cjson();
	if (!mkdtemp(folder))
		return 1;
	(void)snprintf(answer, sizeof(answer), "%s/answer", folder);
	(void)snprintf(info, sizeof(info), "%s/answer.info", folder);
	failures = cmocka_run_group_tests(tests, NULL, NULL);
	(void)unlink(answer);
	(void)unlink(info);
	(void)rmdir(folder);
	return failures;
}
