/* SPDX-License-Identifier: Apache-2.0 */
/* relist record and relist replay as processes: what reaches the disk, and how they end. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/cli.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/story.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

static char folder[64];

static int make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-test-record-XXXXXX");
	assert_non_null(mkdtemp(folder));
	return 0;
}

static int remove_folder(void **state)
{
	DIR *d = opendir(folder);
	char path[400];

	(void)state;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		(void)unlink(path);
	}
	(void)closedir(d);
	return rmdir(folder);
}

static const char *in_folder(const char *name)
{
	static char paths[8][128];
	static unsigned next;
	char *path = paths[next++ % 8];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(in_folder(name), "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static struct strbuf read_file(const char *name)
{
	struct strbuf text = STRBUF_INIT;
	FILE *f = fopen(in_folder(name), "r");
	int c;

	if (!f)
		fail_msg("%s is not there", name);
	while ((c = fgetc(f)) != EOF)
		strbuf_addc(&text, (char)c);
	(void)fclose(f);
	return text;
}

struct child {
	pid_t pid;
	int out;
	uint16_t port;
	char url[256];
};

/* The command in a process of its own; returns when it says where it listens. */
static struct child start(const char **argv)
{
	struct child c = { 0 };
	char line[256];
	size_t len = 0;
	int fds[2], argc = 0;

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	c.pid = fork();
	assert_true(c.pid >= 0);
	while (argv[argc])
		argc++;
	if (!c.pid) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)dup2(fds[1], STDOUT_FILENO);
		exit(cli__main(argc, (char **)(uintptr_t)argv, stdout, stderr));
	}
	(void)close(fds[1]);
	c.out = fds[0];
	while (len + 1 < sizeof(line) && (!len || line[len - 1] != '\n')) {
		struct pollfd p = { .fd = c.out, .events = POLLIN };

		if (poll(&p, 1, NET_PATIENCE_MS) <= 0 || read(c.out, line + len, 1) <= 0)
			fail_msg("%s %s: no whole line came", argv[0], argv[1]);
		len++;
	}
	line[len - 1] = '\0';
	assert_memory_equal(line, "relist: listening on http", 25);
	(void)snprintf(c.url, sizeof(c.url), "%s", line + 21);
	c.port = (uint16_t)atoi(strrchr(c.url, ':') + 1);
	return c;
}

static int end(struct child *c, int sig)
{
	int status;

	(void)kill(c->pid, sig);
	assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
	(void)close(c->out);
	return status;
}

/* One request, to the answer's end; returns the status. */
static int ask(uint16_t port, const char *method, const char *target, const char *type,
	       const char *body)
{
	struct net_in in = net_in(net_connect(port));
	AUTO_STRBUF text = STRBUF_INIT;
	int status;

	strbuf_addf(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", method,
		    target);
	if (body)
		strbuf_addf(&text, "Content-Type: %s\r\nContent-Length: %zu\r\n", type,
			    strlen(body));
	strbuf_addf(&text, "\r\n%s", body ? body : "");
	net_send(in.fd, text.ptr);
	(void)net_read_end(&in);
	status = in.len > 12 ? atoi(in.buf + 9) : 0;
	net_close(&in);
	return status;
}

#define JSON  "application/json"
#define PLANT "Planted-0001"

static void planted_secrets_do_not_reach_the_disk(void **state)
{
	const char *serve_argv[] = { "relist", "serve", NULL };
	struct child server = start(serve_argv), proxy;
	const char *argv[] = { "relist",   "record", "--upstream",
			       server.url, "-o",     in_folder("planted.jsonl"),
			       NULL };
	static const struct {
		const char *method, *target, *type, *body;
	} requests[] = {
		{ "POST", "/api/v1/namespaces/default/secrets", JSON,
		  "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\","
		  "\"annotations\":{"
		  "\"kubectl.kubernetes.io/"
		  "last-applied-configuration\":\"{\\\"kind\\\":\\\"Secret\\\","
		  "\\\"stringData\\\":{\\\"a\\\":\\\"" PLANT
		  "\\\"}}\"}},\"data\":{\"a\":\"UGxhbnRlZC0wMDAx\"}}" },
		{ "POST", "/api/v1/namespaces/default/secrets", JSON,
		  "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"t\"},\"data\":{\"a\":\"" PLANT
		  "\"}}" },
		{ "GET", "/api/v1/secrets?token=" PLANT, NULL, NULL },
		{ "GET", "/api/v1/namespaces/default/secrets/s", NULL, NULL },
		{ "PATCH", "/api/v1/namespaces/default/secrets/s", "application/merge-patch+json",
		  "{\"stringData\":{\"b\":\"" PLANT "\"}}" },
		{ "PATCH", "/api/v1/namespaces/default/secrets/s", "application/json-patch+json",
		  "[{\"op\":\"add\",\"path\":\"/data/c\",\"value\":\"UGxhbnRlZC0wMDAx\"}]" },
		{ "PATCH", "/api/v1/namespaces/default/secrets/y?fieldManager=m",
		  "application/apply-patch+yaml",
		  "apiVersion: v1\nkind: Secret\nmetadata: {name: y}\nstringData: {a: " PLANT
		  "}\n" },
		{ "POST", "/api/v1/namespaces/default/serviceaccounts/default/token", JSON,
		  "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/"
		  "v1\",\"spec\":{}}" },
		{ "POST", "/apis/authentication.k8s.io/v1/tokenreviews", JSON,
		  "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/"
		  "v1\",\"spec\":{\"token\":\"" PLANT "\"}}" },
		{ "POST", "/api/v1/namespaces/default/configmaps", JSON,
		  "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},\"data\":{\"config\":"
		  "\"users:\\n- user:\\n"
		  "    token: " PLANT "\\n\"}}" },
		{ "POST", "/api/v1/namespaces/default/pods", JSON,
		  "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{"
		  "\"name\":\"c\",\"image\":"
		  "\"i\",\"args\":[\"--password=" PLANT
		  "\"],\"env\":[{\"name\":\"API_TOKEN\",\"value\":\"" PLANT "\"}]}]}}" },
		{ "GET", "/api/v1/secrets?watch=1&timeoutSeconds=1&resourceVersion=0", NULL, NULL },
		{ "GET", "/api/v1/pods", NULL, NULL },
	};
	struct strbuf text;

	(void)state;
	proxy = start(argv);
	for (size_t i = 0; i < ARRAY_LEN(requests); i++)
		if (!ask(proxy.port, requests[i].method, requests[i].target, requests[i].type,
			 requests[i].body))
			fail_msg("no answer to %s", requests[i].target);
	assert_int_equal(end(&proxy, SIGTERM), 0);
	(void)end(&server, SIGTERM);
	text = read_file("planted.jsonl");
	assert_null(strstr(text.ptr, PLANT));
	assert_null(strstr(text.ptr, "UGxhbnRlZC0wMDAx"));
	assert_null(strstr(text.ptr, "eyJhbGciOi"));
	assert_null(strstr(text.ptr, "managedFields\":["));
	assert_non_null(strstr(text.ptr, "redacted-"));
	strbuf_fini(&text);
}

static struct rec__story *load(const char *name)
{
	struct relist_err err = { 0 };
	struct rec__file *file = rec__file_open(in_folder(name), &err);
	struct rec__story_options opt = { .lenient = false };
	struct rec__input in;
	struct rec__story *s;

	if (!file)
		fail_msg("%s", err.msg);
	in = rec__file_input(file);
	s = rec__story_load(&in, 1, &opt, &err);
	if (!s)
		fail_msg("%s:%u:%u: %s", name, err.line, err.column, err.msg);
	rec__file_close(file);
	return s;
}

static void kubeconfig_credentials_work_and_are_not_recorded(void **state)
{
	const char *serve_argv[] = {
		"relist",	"serve",	 "--tls", "--token-auth-file", in_folder("tokens"),
		"--kubeconfig", in_folder("kc"), NULL
	};
	const char *argv[] = { "relist",
			       "record",
			       "--kubeconfig",
			       in_folder("kc"),
			       "-o",
			       in_folder("tls.jsonl"),
			       "--write-kubeconfig",
			       in_folder("kc2"),
			       NULL };
	struct child server, proxy;
	struct strbuf text;

	(void)state;
	write_file("tokens", PLANT ",admin,1,\"system:masters\"\n");
	server = start(serve_argv);
	proxy = start(argv);
	assert_int_equal(ask(proxy.port, "GET", "/api/v1/pods", NULL, NULL), 200);
	assert_int_equal(end(&proxy, SIGINT), 0);
	(void)end(&server, SIGTERM);
	text = read_file("tls.jsonl");
	assert_null(strstr(text.ptr, PLANT));
	assert_non_null(strstr(text.ptr, "\"status\":200"));
	strbuf_fini(&text);
	text = read_file("kc2");
	assert_non_null(strstr(text.ptr, proxy.url));
	assert_null(strstr(text.ptr, PLANT));
	strbuf_fini(&text);
}

static void killed_record_loses_at_most_one_line(void **state)
{
	const char *serve_argv[] = { "relist", "serve", NULL };
	struct child server = start(serve_argv), proxy;
	const char *argv[] = { "relist",   "record", "--upstream",
			       server.url, "-o",     in_folder("killed.jsonl"),
			       NULL };
	struct rec__story *s;

	(void)state;
	proxy = start(argv);
	for (int i = 0; i < 20; i++)
		assert_int_equal(ask(proxy.port, "GET", "/api/v1/pods", NULL, NULL), 200);
	assert_true(WIFSIGNALED(end(&proxy, SIGKILL)));
	(void)end(&server, SIGTERM);
	s = load("killed.jsonl");
	assert_int_equal(s->talk_count, 20);
	/* The answer to the last may not have been written. */
	for (size_t i = 0; i + 1 < s->talk_count; i++)
		assert_non_null(s->talks[i].response);
	rec__story_free(s);
}

static void record_completes_each_part_and_removes_old_ones(void **state)
{
	const char *serve_argv[] = { "relist", "serve", NULL };
	struct child server = start(serve_argv), proxy;
	const char *argv[] = { "relist",     "record", "--upstream",
			       server.url,   "-o",     in_folder("part.jsonl"),
			       "--part-mib", "1",      "--parts",
			       "2",	     NULL };
	AUTO_STRBUF body = STRBUF_INIT;
	struct net_in watch;
	struct rec__story *s;
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
	char words[300];

	(void)state;
	proxy = start(argv);
	watch = net_in(net_connect(proxy.port));
	net_send(watch.fd, "GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
	net_read_until(&watch, "\r\n\r\n");
	strbuf_addz(
	    &body,
	    "{\"kind\":\"ConfigMap\",\"metadata\":{\"generateName\":\"c\"},\"data\":{\"a\":\"");
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&body, 'x');
	strbuf_addz(&body, "\"}}");
	for (int i = 0; i < 12; i++)
		assert_int_equal(ask(proxy.port, "POST", "/api/v1/namespaces/default/configmaps",
				     JSON, body.ptr),
				 201);
	net_close(&watch);
	assert_int_equal(end(&proxy, SIGTERM), 0);
	(void)end(&server, SIGTERM);
	assert_int_equal(access(in_folder("part.jsonl"), F_OK), -1);
	assert_int_equal(access(in_folder("part.2.jsonl"), F_OK), -1);
	/* A part alone shows which watch its events belong to. */
	s = load("part.4.jsonl");
	assert_int_equal(s->header.part, 4);
	rec__story_free(s);
	(void)snprintf(words, sizeof(words), "replay --lenient %s %s", in_folder("part.3.jsonl"),
		       in_folder("part.4.jsonl"));
	relist(&o, words);
	if (strstr(o.err.ptr, "part.3.jsonl:"))
		fail_msg("%s", o.err.ptr);
	output_fini(&o);
}

static void record_runs_a_command_and_returns_its_status(void **state)
{
	const char *serve_argv[] = { "relist", "serve", NULL };
	struct child server = start(serve_argv);
	pid_t pid;
	int status;

	(void)state;
	pid = fork();
	if (!pid) {
		const char *argv[] = {
			"relist",
			"record",
			"--upstream",
			server.url,
			"-o",
			in_folder("exec.jsonl"),
			"--exec",
			"/bin/sh",
			"-c",
			"grep -q 'server: http://127.0.0.1' \"$KUBECONFIG\" && exit 7",
			NULL
		};

		exit(cli__main(10, (char **)(uintptr_t)argv, stdout, stderr));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	(void)end(&server, SIGTERM);
}

static void record_refuses_invalid_options(void **state)
{
	static const struct {
		const char *words;
		int status;
		const char *says;
	} cases[] = {
		{ "record --upstream http://127.0.0.1:1", 2, "-o FILE is needed" },
		{ "record --upstream http://127.0.0.1:1 --context c -o /dev/null", 2, "exclude" },
		{ "record --upstream ftp://x -o /dev/null", 2, "no URL" },
		{ "record --upstream http://h?x=1 -o /dev/null", 2, "no user" },
		{ "record --upstream http://u:p@x -o /dev/null", 2, "no user" },
		{ "record --upstream http://127.0.0.1:1 -o /nowhere/x", 5, "/nowhere/x" },
		{ "record --kubeconfig /nowhere/kc -o /dev/null", 2, "/nowhere/kc" },
		{ "record --secrets show -o /dev/null", 2, "secrets" },
		{ "record --redact loose -o /dev/null", 2, "redact" },
		{ "record --port 70000 -o /dev/null", 2, "65535" },
		{ "replay", 2, "FILE" },
		{ "replay /nowhere/x", 2, "/nowhere/x" },
		{ "replay /dev/null", 2, "no first line" },
		{ "replay --speed fast x", 2, "--speed" },
		{ "replay --subject a --listen 1 x", 2, "exclude" },
		{ "replay --listen x:y:z tests/recordings/restart.jsonl", 2, "--listen" },
		{ "replay tests/golden/client-go-0.37/add-update-delete.jsonl", 2,
		  "this is a trace" },
		{ "replay tests/recordings/make.py", 2, "make.py:1:1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

		relist(&o, cases[i].words);
		if (o.status != cases[i].status || !strstr(o.err.ptr, cases[i].says))
			fail_msg("%s: %d\n%s%s", cases[i].words, o.status, o.out.ptr, o.err.ptr);
		output_fini(&o);
	}
}

static void refused_upstream_leaves_no_password_in_the_file(void **state)
{
	static const char *const urls[] = { "http://u:pl4nted-pw@h", "http://u:pl4nted/pw@h:80",
					    "https://u:pl4nted#pw@h/x", "ftp://u:pl4nted@h" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(urls); i++) {
		struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
		char words[256];

		(void)snprintf(words, sizeof(words), "record --upstream %s -o %s", urls[i],
			       in_folder("refused.jsonl"));
		relist(&o, words);
		assert_int_equal(o.status, 2);
		assert_non_null(strstr(o.err.ptr, "no user"));
		assert_null(strstr(o.err.ptr, "pl4nted"));
		assert_int_equal(access(in_folder("refused.jsonl"), F_OK), -1);
		output_fini(&o);
	}
}

static void record_makes_an_existing_output_file_private(void **state)
{
	struct relist_err err = { 0 };
	struct rec__sink sink = { .path = in_folder("public.jsonl") };
	struct stat st;

	(void)state;
	write_file("public.jsonl", "something that is longer than the first line of a recording");
	assert_int_equal(chmod(in_folder("public.jsonl"), 0644), 0);
	assert_int_equal(rec__sink_open(&sink, &err), 0);
	assert_int_equal(rec__sink_close(&sink, &err), 0);
	assert_int_equal(stat(in_folder("public.jsonl"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_true(st.st_size < 30);
	/* a path that is no regular file keeps its mode */
	sink.path = "/dev/null";
	assert_int_equal(rec__sink_open(&sink, &err), 0);
	assert_int_equal(rec__sink_close(&sink, &err), 0);
}

static void replay_prints_a_summary(void **state)
{
	static const struct {
		const char *words;
		int status;
		const char *says;
	} cases[] = {
		{ "replay tests/recordings/restart.jsonl", 0,
		  "4 requests, 6 events, 0 departures" },
		{ "replay --world tcp tests/recordings/missed-delete.jsonl", 0, "0 departures" },
		{ "replay tests/recordings/expired-event.jsonl", 1,
		  "    expected  GET /api/v1/pods\n" },
		{ "replay --agent nobody tests/recordings/restart.jsonl", 2, "" },
		{ "replay --fast --patience 1 --subject true tests/recordings/watch-list.jsonl", 1,
		  "request 1 of the recording did not come" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

		relist(&o, cases[i].words);
		if (o.status != cases[i].status || !strstr(o.out.ptr, cases[i].says))
			fail_msg("%s: %d\n%s%s", cases[i].words, o.status, o.out.ptr, o.err.ptr);
		output_fini(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planted_secrets_do_not_reach_the_disk),
		cmocka_unit_test(kubeconfig_credentials_work_and_are_not_recorded),
		cmocka_unit_test(killed_record_loses_at_most_one_line),
		cmocka_unit_test(record_completes_each_part_and_removes_old_ones),
		cmocka_unit_test(record_runs_a_command_and_returns_its_status),
		cmocka_unit_test(record_refuses_invalid_options),
		cmocka_unit_test(refused_upstream_leaves_no_password_in_the_file),
		cmocka_unit_test(record_makes_an_existing_output_file_private),
		cmocka_unit_test(replay_prints_a_summary),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
