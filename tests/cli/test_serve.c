/* SPDX-License-Identifier: Apache-2.0 */
/* relist serve as a process: what it prints, what it keeps, how it ends. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "cli/cli.h"
#include "tests/kit/net.h"
#include "tests/kit/served.h"
#include "tests/kit/testing.h"

static char folder[64];

static int make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-test-serve-XXXXXX");
	assert_non_null(mkdtemp(folder));
	return 0;
}

static int remove_folder(void **state)
{
	static const char *names[] = { "a.yaml", "b.json", "state",   "kc",
				       "tokens", "out",	   "note.txt" };
	char path[128];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)unlink(path);
	}
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

	assert_non_null(f);
	while ((c = fgetc(f)) != EOF)
		strbuf_addc(&text, (char)c);
	(void)fclose(f);
	return text;
}

/* --- requests --- */

static size_t keep(char *bytes, size_t size, size_t n, void *user)
{
	strbuf_add(user, bytes, size * n);
	return size * n;
}

/* The status; 0 when nothing answered. */
static long ask(const char *method, const char *base, const char *path, const char *body,
		struct strbuf *answer)
{
	CURL *curl = curl_easy_init();
	struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
	char url[256];
	long status = 0;

	assert_non_null(curl);
	(void)snprintf(url, sizeof(url), "%s%s", base, path);
	strbuf_clear(answer);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
	if (body)
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)NET_PATIENCE_MS);
	if (curl_easy_perform(curl) == CURLE_OK)
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	return status;
}

static char *config_map(char *buf, size_t cap, int n)
{
	(void)snprintf(
	    buf, cap,
	    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c%d\"}}", n);
	return buf;
}

#define CONFIG_MAPS "/api/v1/namespaces/default/configmaps"

static void serve_prints_its_url_and_ends_on_signals(void **state)
{
	static const int signals[] = { SIGTERM, SIGINT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		const char *argv[] = { "relist", "serve", NULL };
		struct served s = serve(argv);
		struct strbuf answer = STRBUF_INIT;

		assert_memory_equal(s.url, "http://127.0.0.1:", 17);
		assert_int_equal(ask("GET", s.url, "/version", NULL, &answer), 200);
		assert_non_null(strstr(answer.ptr, "gitVersion"));
		assert_ends_cleanly(&s, signals[i]);
		assert_int_equal(net_try_connect(s.port), -1);
		strbuf_fini(&answer);
	}
}

static void serve_listens_on_the_given_port(void **state)
{
	const char *any[] = { "relist", "serve", NULL };
	struct served first = serve(any), second;
	char port[16];
	const char *argv[] = { "relist", "serve", "--port", port, "--bind", "127.0.0.1", NULL };

	(void)state;
	assert_ends_cleanly(&first, SIGTERM);
	(void)snprintf(port, sizeof(port), "%u", first.port);
	second = serve(argv);
	assert_int_equal(second.port, first.port);
	assert_ends_cleanly(&second, SIGTERM);
}

static void serve_loads_manifests(void **state)
{
	char load[80], load2[80];
	const char *argv[] = { "relist", "serve", load, "--load", load2, NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s;

	(void)state;
	write_file("a.yaml",
		   "# two documents\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n"
		   "data:\n  text: |\n    --- not a separator\n---\napiVersion: v1\nkind: Secret\n"
		   "metadata: {name: two, namespace: elsewhere}\n---\n");
	write_file(
	    "b.json",
	    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMapList\",\"items\":[{\"metadata\":"
	    "{\"name\":\"three\"}}]}\n{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{"
	    "\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"four\"}}]}");
	write_file("note.txt", "not a manifest");
	(void)snprintf(load, sizeof(load), "--load=%s", folder);
	(void)snprintf(load2, sizeof(load2), "%s/b.json", folder); /* twice is an update */
	s = serve(argv);
	assert_int_equal(ask("GET", s.url, CONFIG_MAPS "/one", NULL, &answer), 200);
	assert_non_null(strstr(answer.ptr, "--- not a separator"));
	assert_int_equal(ask("GET", s.url, "/api/v1/namespaces/elsewhere/secrets/two", NULL,
			     &answer),
			 200);
	assert_int_equal(ask("GET", s.url, CONFIG_MAPS "/three", NULL, &answer), 200);
	assert_int_equal(ask("GET", s.url, CONFIG_MAPS "/four", NULL, &answer), 200);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

static void serve_state_survives_sigkill(void **state)
{
	char path[128];
	const char *argv[] = { "relist", "serve", "--state", path, NULL };
	struct strbuf answer = STRBUF_INIT, first = STRBUF_INIT;
	char body[128], name[128];

	(void)state;
	(void)snprintf(path, sizeof(path), "%s", in_folder("state"));
	for (int life = 0; life < 4; life++) {
		struct served s = serve(argv);

		for (int n = 0; n < life * 5; n++) {
			(void)snprintf(name, sizeof(name), CONFIG_MAPS "/c%d", n);
			assert_int_equal(ask("GET", s.url, name, NULL, &answer), 200);
			if (n == 0 && life == 1)
				strbuf_adds(&first, strbuf_str(&answer));
			else if (n == 0) /* the same uid, rv and times as ever */
				assert_string_equal(answer.ptr, first.ptr);
		}
		for (int n = life * 5; n < life * 5 + 6; n++)
			assert_int_equal(ask("POST", s.url, CONFIG_MAPS,
					     config_map(body, sizeof(body), n), &answer),
					 201);
		(void)snprintf(name, sizeof(name), CONFIG_MAPS "/c%d", life * 5 + 5);
		assert_int_equal(ask("DELETE", s.url, name, NULL, &answer), 200);
		(void)end_with(&s, SIGKILL);
	}
	strbuf_fini(&answer);
	strbuf_fini(&first);
}

static void serve_applies_the_faults_of_a_file(void **state)
{
	char path[128];
	const char *argv[] = { "relist", "serve", "--faults", path, NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s;

	(void)state;
	write_file("a.yaml",
		   "kind: fail\nmatch: {verb: list, resource: pods}\nstatus: 503\n---\n"
		   "kind: fail\nmatch: {verb: list, resource: nodes}\nstatus: 429\ntimes: 2\n");
	(void)snprintf(path, sizeof(path), "%s", in_folder("a.yaml"));
	s = serve(argv);
	assert_int_equal(ask("GET", s.url, "/api/v1/pods", NULL, &answer), 503);
	assert_int_equal(ask("GET", s.url, "/api/v1/pods", NULL, &answer), 200);
	assert_int_equal(ask("GET", s.url, "/api/v1/nodes", NULL, &answer), 429);
	assert_int_equal(ask("GET", s.url, "/api/v1/nodes", NULL, &answer), 429);
	assert_int_equal(ask("GET", s.url, "/api/v1/nodes", NULL, &answer), 200);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

static void rewind_and_reset_persist_across_a_restart(void **state)
{
	static const struct {
		const char *path;
		bool all;
	} cases[] = {
		{ "/relist/v1/rewind", false },	    { "/relist/v1/%72ewind", false },
		{ "/relist/v1/rewind/", false },    { "/relist//v1/rewind?", false },
		{ "/relist/v1/rewind?x=y", false }, { "/relist/v1/reset/", true },
		{ "/relist/v1/res%65t", true },
	};
	char path[128];
	const char *argv[] = { "relist", "serve", "--state", path, NULL };
	struct strbuf answer = STRBUF_INIT;
	char body[128], rewind_to[64];
	struct served s;
	unsigned long rv;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		long status;

		(void)snprintf(path, sizeof(path), "%s", in_folder("state"));
		s = serve(argv);
		assert_int_equal(ask("POST", s.url, CONFIG_MAPS, config_map(body, sizeof(body), 1),
				     &answer),
				 201);
		rv = strtoul(strstr(answer.ptr, "\"resourceVersion\":\"") + 19, NULL, 10);
		assert_int_equal(ask("POST", s.url, CONFIG_MAPS, config_map(body, sizeof(body), 2),
				     &answer),
				 201);
		(void)snprintf(rewind_to, sizeof(rewind_to), "{\"resourceVersion\":\"%lu\"}", rv);
		status =
		    ask("POST", s.url, cases[i].path, cases[i].all ? NULL : rewind_to, &answer);
		if (status != 200 && status != 404 && status != 400) /* nothing is half */
			fail_msg("%s: %ld", cases[i].path, status);
		(void)end_with(&s, SIGKILL);
		s = serve(argv);
		assert_int_equal(ask("GET", s.url, CONFIG_MAPS "/c1", NULL, &answer),
				 status == 200 && cases[i].all ? 404 : 200);
		assert_int_equal(ask("GET", s.url, CONFIG_MAPS "/c2", NULL, &answer),
				 status == 200 ? 404 : 200);
		assert_ends_cleanly(&s, SIGTERM);
		assert_int_equal(unlink(path), 0);
	}
	strbuf_fini(&answer);
}

static void backend_refuses_connections_until_it_is_enabled_again(void **state)
{
	const char *argv[] = { "relist", "serve", "--backends", "2", NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s = serve(argv);
	const char *second = strrchr(s.line, ' ') + 1;

	(void)state;
	assert_int_equal(ask("POST", second, "/relist/v1/backends",
			     "{\"backend\":0,\"refuse\":true}", &answer),
			 200);
	assert_int_equal(net_try_connect(s.port), -1);
	assert_int_equal(ask("GET", second, "/readyz", NULL, &answer), 200);
	assert_int_equal(ask("POST", second, "/relist/v1/backends",
			     "{\"backend\":0,\"refuse\":false}", &answer),
			 200);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 200);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

/* After `what` in `text`, up to the next quote. */
static void copy_quoted(const char *text, const char *what, char *out, size_t cap)
{
	const char *at = strstr(text, what);

	if (!at)
		fail_msg("no %s in %s", what, text);
	(void)snprintf(out, cap, "%.*s", (int)strcspn(at + strlen(what), "\""), at + strlen(what));
}

static bool is_refused(void *port)
{
	int fd = net_try_connect(*(uint16_t *)port);

	if (fd >= 0)
		(void)close(fd);
	return fd < 0;
}

static void control_api_stays_reachable_if_all_ports_refuse(void **state)
{
	const char *argv[] = { "relist", "serve", "--backends", "2", NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s = serve(argv);
	const char *second = strrchr(s.line, ' ') + 1;
	char control[128], known[128];
	uint16_t port;

	(void)state;
	assert_int_equal(ask("GET", s.url, "/relist/v1", NULL, &answer), 200);
	copy_quoted(answer.ptr, "\"control\":\"", known, sizeof(known));
	port = (uint16_t)strtoul(strrchr(known, ':') + 1, NULL, 10);
	assert_true(is_refused(&port)); /* while there is another way */
	assert_int_equal(ask("POST", second, "/relist/v1/backends",
			     "{\"backend\":0,\"refuse\":true}", &answer),
			 200);
	assert_null(strstr(answer.ptr, "control"));
	assert_true(is_refused(&port));
	assert_int_equal(ask("POST", second, "/relist/v1/backends",
			     "{\"backend\":1,\"refuse\":true}", &answer),
			 200);
	copy_quoted(answer.ptr, "\"control\":\"", control, sizeof(control));
	assert_string_equal(control, known);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 0);
	assert_int_equal(ask("GET", second, "/readyz", NULL, &answer), 0);
	/* It accepts the same clients as the other ports, for the control API alone. */
	assert_int_equal(ask("GET", control, "/readyz", NULL, &answer), 404);
	assert_int_equal(ask("GET", control, "/api/v1/pods", NULL, &answer), 404);
	assert_int_equal(ask("GET", control, "/relist/../api/v1/pods", NULL, &answer), 404);
	assert_int_equal(ask("GET", control, "/relist/v1/requests", NULL, &answer), 200);
	assert_int_equal(ask("POST", control, "/relist/v1/backends",
			     "{\"backend\":0,\"refuse\":false}", &answer),
			 200);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 200);
	assert_int_equal(ask("GET", second, "/readyz", NULL, &answer), 0);
	net_wait(is_refused, &port);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

static void separate_control_port_survives_network_faults(void **state)
{
	const char *argv[] = { "relist", "serve", "--control-port", "0", NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s = serve(argv);
	char line[256];
	const char *control = line + 23;
	struct net_in in;

	(void)state;
	read_line(s.out, line, sizeof(line));
	assert_memory_equal(line, "relist: control API on http://127.0.0.1:", 40);
	assert_int_equal(ask("GET", control, "/relist/v1", NULL, &answer), 200);
	assert_int_equal(ask("POST", control, "/relist/v1/network", "{\"for\":\"1h\"}", &answer),
			 200);
	assert_non_null(strstr(answer.ptr, control));
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 0);
	/* The rules of docs/security.md apply to that port, too. */
	in = net_in(net_connect((uint16_t)strtoul(strrchr(control, ':') + 1, NULL, 10)));
	net_send(in.fd, "GET /relist/v1 HTTP/1.1\r\nHost: evil.example\r\n\r\n"
			"GET /relist/v1 HTTP/1.1\r\nHost: localhost\r\n"
			"Origin: http://evil.example\r\nConnection: close\r\n\r\n");
	(void)net_read_end(&in);
	assert_memory_equal(in.buf, "HTTP/1.1 403 ", 13);
	assert_non_null(strstr(in.buf + 13, "HTTP/1.1 403 "));
	net_close(&in);
	assert_int_equal(ask("POST", control, "/relist/v1/backends", "{\"refuse\":false}", &answer),
			 200);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 200);
	assert_int_equal(ask("GET", control, "/relist/v1", NULL, &answer), 200);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

/* The cut ends without a second call. */
static void network_cut_ends_after_its_duration(void **state)
{
	const char *argv[] = { "relist", "serve", NULL };
	struct strbuf answer = STRBUF_INIT;
	struct served s = serve(argv);
	int64_t until = clock_monotonic_ns() + 20 * NS_PER_S;
	bool refused = false;
	int fd = -1;

	(void)state;
	assert_int_equal(ask("POST", s.url, "/relist/v1/network", "{\"for\":\"500ms\"}", &answer),
			 200);
	while (clock_monotonic_ns() < until) {
		fd = net_try_connect(s.port);
		if (fd >= 0 && refused)
			break;
		refused |= fd < 0;
		if (fd >= 0)
			(void)close(fd);
	}
	assert_true(refused);
	assert_true(fd >= 0);
	(void)close(fd);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 200);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&answer);
}

static void serve_with_tokens_refuses_clients_without_one(void **state)
{
	char tokens[128], kc[128];
	const char *argv[] = { "relist", "serve", "--token-auth-file", tokens, "--kubeconfig",
			       kc,	 NULL };
	struct strbuf answer = STRBUF_INIT, text;
	struct served s;
	char line[256];

	(void)state;
	write_file("tokens",
		   "user-token,alice,u1,\n\"admin-token\",root,u2,\"system:masters,other\"\n");
	(void)snprintf(tokens, sizeof(tokens), "%s", in_folder("tokens"));
	(void)snprintf(kc, sizeof(kc), "%s", in_folder("kc"));
	s = serve(argv);
	read_line(s.out, line, sizeof(line));
	assert_memory_equal(line, "relist: kubeconfig ", 19);
	assert_string_equal(line + 19, kc);
	text = read_file("kc");
	assert_non_null(strstr(text.ptr, "token: \"admin-token\"\n"));
	assert_non_null(strstr(text.ptr, s.url));
	assert_int_equal(ask("GET", s.url, "/api/v1/pods", NULL, &answer), 403);
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&text);
	strbuf_fini(&answer);
}

static void serve_offers_tls_on_each_backend(void **state)
{
	char kc[128];
	const char *argv[] = {
		"relist", "serve", "--tls", "--backends=3", "--kubeconfig", kc, NULL
	};
	struct strbuf answer = STRBUF_INIT, text;
	struct served s;

	(void)state;
	(void)snprintf(kc, sizeof(kc), "%s", in_folder("kc"));
	s = serve(argv);
	assert_memory_equal(s.url, "https://127.0.0.1:", 18);
	assert_int_equal(ask("GET", s.url, "/readyz", NULL, &answer), 200);
	assert_int_equal(ask("GET", strrchr(s.line, ' ') + 1, "/readyz", NULL, &answer), 200);
	text = read_file("kc");
	assert_non_null(strstr(text.ptr, "certificate-authority-data: LS0tLS1CRUdJTiBDRVJU"));
	assert_non_null(strstr(text.ptr, "- name: relist-3\n"));
	assert_ends_cleanly(&s, SIGTERM);
	strbuf_fini(&text);
	strbuf_fini(&answer);
}

/* --- without a server that stays --- */

struct ran {
	int status;
	char out[16384], err[4096];
};

static void slurp(FILE *f, char *buf, size_t cap)
{
	size_t n;

	rewind(f);
	n = fread(buf, 1, cap - 1, f);
	buf[n] = '\0';
	(void)fclose(f);
}

static struct ran run(const char **argv)
{
	struct ran r;
	FILE *out = tmpfile(), *err = tmpfile();
	int argc = 0;

	assert_non_null(out);
	assert_non_null(err);
	while (argv[argc])
		argc++;
	r.status = cli__main(argc, (char **)(uintptr_t)argv, out, err);
	slurp(out, r.out, sizeof(r.out));
	slurp(err, r.err, sizeof(r.err));
	return r;
}

static void serve_exec_returns_the_status_of_its_command(void **state)
{
	char script[256];
	const char *argv[] = { "relist", "serve", "--exec", "sh", "-c", script, NULL };
	static const struct {
		const char *tail;
		int status;
	} cases[] = { { "", 0 }, { "; exit 7", 7 }, { "; kill -9 $$", 128 + SIGKILL } };
	struct ran r;
	struct strbuf text;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)snprintf(script, sizeof(script), "cat \"$KUBECONFIG\" > %s%s",
			       in_folder("out"), cases[i].tail);
		r = run(argv);
		assert_int_equal(r.status, cases[i].status);
		assert_string_equal(r.out, "");
		assert_memory_equal(r.err, "relist: listening on http://127.0.0.1:", 38);
		text = read_file("out");
		assert_non_null(strstr(text.ptr, "server: http://127.0.0.1:"));
		strbuf_fini(&text);
	}
	argv[3] = "/no/such/command";
	r = run(argv);
	assert_int_equal(r.status, 127);
	assert_non_null(strstr(r.err, "/no/such/command: No such file or directory"));
}

static void wait_for_end(pid_t pid)
{
	for (int i = 0; i < 2000 && kill(pid, 0) == 0; i++)
		(void)poll(NULL, 0, 5);
	assert_int_equal(kill(pid, 0), -1);
}

/* Says where its kubeconfig is and what it leaves in the background, and then waits. */
#define LEAVES_BEHIND "echo $KUBECONFIG; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; "

struct left {
	char kubeconfig[256];
	pid_t background, session;
};

static struct left read_left(int fd)
{
	struct left left;
	char line[64];

	read_line(fd, left.kubeconfig, sizeof(left.kubeconfig));
	read_line(fd, line, sizeof(line));
	left.background = (pid_t)strtol(line, NULL, 10);
	read_line(fd, line, sizeof(line));
	left.session = (pid_t)strtol(line, NULL, 10);
	assert_true(left.background > 1 && left.session > 1);
	assert_int_equal(access(left.kubeconfig, R_OK), 0);
	return left;
}

static void assert_nothing_left(const struct left *left)
{
	wait_for_end(left->background);
	wait_for_end(left->session);
	for (int i = 0; i < 2000 && access(left->kubeconfig, F_OK) == 0; i++)
		(void)poll(NULL, 0, 5);
	assert_int_equal(access(left->kubeconfig, F_OK), -1);
}

static void serve_exec_forwards_signals_to_the_command(void **state)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };
	static const char script[] =
	    "trap 'exit 9' TERM INT HUP QUIT; " LEAVES_BEHIND "while :; do sleep 0.01; done";
	const char *argv[] = { "relist", "serve", "--exec", "sh", "-c", script, NULL };
	int pipe_fds[2], status;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		struct left left;
		pid_t pid;

		assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
		pid = fork_serve(argv, pipe_fds[1]);
		(void)close(pipe_fds[1]);
		left = read_left(pipe_fds[0]);
		(void)kill(pid, signals[i]);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 9);
		assert_nothing_left(&left);
		(void)close(pipe_fds[0]);
	}
}

static void killed_server_leaves_no_child_processes(void **state)
{
	static const int signals[] = { SIGKILL, SIGABRT };
	static const char script[] = "trap '' TERM INT HUP; " LEAVES_BEHIND "sleep 1000; :";
	const char *argv[] = { "relist", "serve", "--exec", "sh", "-c", script, NULL };
	int pipe_fds[2];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		struct left left;
		pid_t pid;

		assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
		pid = fork_serve(argv, pipe_fds[1]);
		(void)close(pipe_fds[1]);
		left = read_left(pipe_fds[0]);
		(void)kill(pid, signals[i]);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
		assert_nothing_left(&left);
		(void)close(pipe_fds[0]);
	}
}

/* It may never have a writer. */
static void serve_load_rejects_a_pipe_in_a_folder(void **state)
{
	char pipe_path[160], load[128];
	const char *argv[] = { "relist", "serve", "--load", load, "--exec", "true", NULL };
	struct ran r;

	(void)state;
	(void)snprintf(load, sizeof(load), "%s", in_folder("pipes"));
	(void)snprintf(pipe_path, sizeof(pipe_path), "%s/a.yaml", load);
	assert_int_equal(mkdir(load, 0700), 0);
	assert_int_equal(mkfifo(pipe_path, 0600), 0);
	r = run(argv);
	assert_int_equal(r.status, 2);
	assert_non_null(strstr(r.err, "/a.yaml: not a regular file"));
	assert_int_equal(unlink(pipe_path), 0);
	assert_int_equal(rmdir(load), 0);
}

static void serve_log_has_every_request(void **state)
{
	char script[256];
	const char *argv[] = { "relist", "serve", "--log", "json", "--exec",
			       "sh",	 "-c",	  script,  NULL };
	struct ran r;

	(void)state;
	(void)snprintf(script, sizeof(script),
		       "curl -sA me \"$(sed -n 's/ *server: //p' \"$KUBECONFIG\")\""
		       "'/api/v1/pods?limit=1'");
	if (system("command -v curl >/dev/null") != 0)
		skip();
	r = run(argv);
	assert_int_equal(r.status, 0);
	assert_non_null(
	    strstr(r.err, "\"phase\":\"end\",\"method\":\"GET\",\"uri\":\"/api/v1/pods?limit=1\","
			  "\"status\":200,"));
	assert_non_null(strstr(r.err, "\"userAgent\":\"me\",\"protocol\":\"HTTP/1.1\""));
	argv[3] = "off";
	r = run(argv);
	assert_int_equal(r.status, 0);
	assert_null(strstr(r.err, "/api/v1/pods"));
}

static void tls_has_http2_unless_http1_is_wanted(void **state)
{
	static const char script[] =
	    "curl -sk --http2 \"$(sed -n 's/ *server: //p' \"$KUBECONFIG\")/readyz\" >/dev/null";
	const char *on[] = { "relist", "serve", "--log", "text", "--tls",
			     "--exec", "sh",	"-c",	 script, NULL };
	const char *off[] = { "relist", "serve", "--log", "text", "--tls", "--http1",
			      "--exec", "sh",	 "-c",	  script, NULL };
	struct ran r;

	(void)state;
	if (system("curl -V 2>/dev/null | grep -q HTTP2") != 0)
		skip();
	r = run(on);
	assert_int_equal(r.status, 0);
	assert_non_null(strstr(r.err, " bytes HTTP/2.0 curl"));
	r = run(off);
	assert_int_equal(r.status, 0);
	assert_non_null(strstr(r.err, " bytes HTTP/1.1 curl"));
}

static void serve_reports_bad_usage_in_one_line(void **state)
{
	static const struct {
		const char *args[4];
		int status;
		const char *message;
	} cases[] = {
		{ { "--port", "70000" }, 2, "--port is 70000, must be at most 65535" },
		{ { "--port", "x" }, 2, "--port is \"x\", must be a whole number" },
		{ { "--backends", "17" }, 2, "--backends is 17, must be at most 16" },
		{ { "--log", "xml" }, 2, "--log is \"xml\", must be off|text|json" },
		{ { "--lod", "x" }, 2, "unknown option \"--lod\"" },
		{ { "operand" }, 2, "unexpected argument \"operand\"" },
		{ { "--load", "/no/such/file" }, 2, "/no/such/file: No such file or directory" },
		{ { "--load", "LICENSE" }, 2, "LICENSE" },
		{ { "--state", "LICENSE" }, 2, "LICENSE: not a relist state file" },
		{ { "--state", "/no/such/folder/file" }, 5, "No such file or directory" },
		{ { "--token-auth-file", "/no/such/file" }, 5, "No such file or directory" },
		{ { "--bind", "256.0.0.1" }, 2, "cannot listen on 256.0.0.1" },
		{ { "--bind", "0.0.0.0" },
		  2,
		  "0.0.0.0: every client of this address would be admin" },
		{ { "--bind", "::" }, 2, "wanted --token-auth-file, or --allow-anyone" },
		{ { "--token-auth-file", "/dev/null" },
		  2,
		  "/dev/null: token file: found no token" },
		{ { "--kubeconfig", "/no/such/folder/kc" }, 5, "No such file or directory" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *argv[8] = { "relist", "serve" };
		struct ran r;

		for (size_t k = 0; k < 4 && cases[i].args[k]; k++)
			argv[2 + k] = cases[i].args[k];
		r = run(argv);
		if (r.status != cases[i].status || !strstr(r.err, cases[i].message))
			fail_msg("%s: status %d, \"%s\"", cases[i].args[0], r.status, r.err);
		assert_ptr_equal(strchr(r.err, '\n'), r.err + strlen(r.err) - 1);
	}
}

static void help_names_every_option(void **state)
{
	const char *argv[] = { "relist", "serve", "--help", NULL };
	struct ran r = run(argv);

	(void)state;
	assert_int_equal(r.status, 0);
	for (size_t i = 0; i < cli__serve_command.option_count; i++)
		assert_non_null(strstr(r.out, cli__serve_command.options[i].name));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)
	const struct CMUnitTest tests[] = {
		TEST(serve_prints_its_url_and_ends_on_signals),
		TEST(serve_listens_on_the_given_port),
		TEST(serve_loads_manifests),
		TEST(serve_state_survives_sigkill),
		TEST(serve_applies_the_faults_of_a_file),
		TEST(rewind_and_reset_persist_across_a_restart),
		TEST(backend_refuses_connections_until_it_is_enabled_again),
		TEST(control_api_stays_reachable_if_all_ports_refuse),
		TEST(separate_control_port_survives_network_faults),
		TEST(network_cut_ends_after_its_duration),
		TEST(serve_with_tokens_refuses_clients_without_one),
		TEST(serve_offers_tls_on_each_backend),
		TEST(serve_exec_returns_the_status_of_its_command),
		TEST(serve_exec_forwards_signals_to_the_command),
		TEST(killed_server_leaves_no_child_processes),
		TEST(serve_load_rejects_a_pipe_in_a_folder),
		TEST(serve_log_has_every_request),
		TEST(tls_has_http2_unless_http1_is_wanted),
		TEST(serve_reports_bad_usage_in_one_line),
		TEST(help_names_every_option),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
