/* SPDX-License-Identifier: Apache-2.0 */
/* When a program is at rest: an expectation is judged when every watch is open again, everything
 * was sent, and the program has been quiet for as long as its own back-off requires. */
#include "tests/kit/external_kit.h"
#include "tests/kit/side_by_side.h"

#include <stdlib.h>
#include <unistd.h>

#include "fakeapi/serializer/protobuf.h"
#include "runner/rewrite/update.h"

static struct runner__result result;
static struct scn__updates updates;
static int64_t linger_ns, rests_ns;

/* Pod a goes while nothing gets through; tests/subjects/controller.py then deletes for-a. */
#define STORY(expected)                                                                            \
	"scenario: rest\nabout: a\nworld:\n  types: {pods: v1/pods, configmaps: v1/configmaps}\n"  \
	"  informers: {pods: {}}\nexternal: [state]\nsteps:\n"                                     \
	"  - create: {pods/d/a: {metadata: {labels: {app: web}}}}\n"                               \
	"  - start: pods\n"                                                                        \
	"  - expect: {state: {configmaps: {d/for-a: any}}}\n"                                      \
	"  - refuse: all\n"                                                                        \
	"  - disconnect: {type: all, how: rst}\n"                                                  \
	"  - delete: [pods/d/a]\n"                                                                 \
	"  - accept: all\n"                                                                        \
	"  - expect: {state: {configmaps: {d/for-a: " expected "}}}\n"

/* A program that watches pods once. */
#define ONCE                                                                                       \
	"curl -sN \"$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")\""          \
	"'/api/v1/pods?watch=1' >&2; exec sleep 100 #"

static void run_for(const char *text, const char *command, double patience_s, bool update)
{
	const struct scn__subject subject = { .command = command,
					      .seconds = 60,
					      .patience_ns = (int64_t)(patience_s * 1e9),
					      .rests_ns = rests_ns,
					      .linger_ns = linger_ns };
	const struct scn__run_options opt = { .subject = &subject,
					      .updates = update ? &updates : NULL };

	scn__updates_init(&updates, str_of(text));
	kit_run_external(text, opt, &result);
	scn__updates_fini(&updates);
}

static bool has(const char *command)
{
	return system(command) == 0;
}

/* shrink judges many candidates. A program in its back-off is not at rest. */
static void expectation_fails_early_only_if_the_program_is_at_rest(void **state)
{
	static const char paused[] = "python3 tests/subjects/controller.py --pause 1.2";

	(void)state;
	if (!has("python3 --version >/dev/null 2>&1"))
		skip();
	rests_ns = NS_PER_S / 10;
	run_for(STORY("absent"), paused, 60, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
	run_for(STORY("{data: {name: b}}"), paused, 60, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_true(result.virtual_ns < 60 * NS_PER_S);
	rests_ns = 0;
}

static void compare_state_after_an_outage(const char *program)
{
	if (!has("python3 --version >/dev/null 2>&1"))
		skip();
	run_for(STORY("any"), program, 5, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 15);
	run_for(STORY("absent"), program, 5, false);
	assert_int_equal(result.verdict, RUNNER_PASS);
}

static void state_after_an_outage_is_checked_after_the_back_off(void **state)
{
	(void)state;
	compare_state_after_an_outage("python3 tests/subjects/controller.py");
}

static void state_after_an_outage_is_checked_after_a_long_pause(void **state)
{
	(void)state;
	compare_state_after_an_outage("python3 tests/subjects/controller.py --pause 1.2");
}

#define POLLS(expected)                                                                            \
	"scenario: polls\nworld:\n  types: {services: v1/services, configmaps: v1/configmaps}\n"   \
	"  informers: {services: {}}\nexternal: [state]\nsteps:\n"                                 \
	"  - start: services\n"                                                                    \
	"  - settle\n"                                                                             \
	"  - create: {services/d/a: {metadata: {labels: {sync: 'yes'}},"                           \
	" spec: {selector: {app: one}, ports: [{port: 80}]}}}\n"                                   \
	"  - disconnect: {type: services, how: rst}\n"                                             \
	"  - settle\n"                                                                             \
	"  - expect: {state: {" expected "}}\n"

/* The program has no watch. A timer that is longer than the patience is no rest. */
static void rest_of_a_polling_program_takes_two_lists_and_not_the_patience(void **state)
{
	(void)state;
	if (!has("python3 --version >/dev/null 2>&1"))
		skip();
	run_for(POLLS("configmaps: {d/endpoints-a: {data: {app: one}}}"),
		"python3 tests/subjects/operators.py poller --every 0.1", 60, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
	assert_true(result.virtual_ns < 60 * NS_PER_S);
	run_for(POLLS("services: {d/a: any}"),
		"python3 tests/subjects/operators.py poller --every 100", 1, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	if (!strstr(result.what, "has not listed services (sync=yes) twice"))
		fail_msg("line %u: %s", result.line, result.what);
}

static void client_that_does_not_reconnect_fails_the_run(void **state)
{
	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for(STORY("absent"), ONCE, 2, false);
	assert_int_equal(result.line, 10); /* it makes no ConfigMap */
	run_for("scenario: away\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
		"external: [state]\nsteps:\n  - create: pods/d/a\n  - start: pods\n"
		"  - disconnect: {type: all, how: rst}\n"
		"  - expect: {state: {pods: {d/a: any}}}\n",
		ONCE, 2, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 10);
	assert_non_null(strstr(result.what, "the subject is away: its watch of pods ended at"));
	assert_non_null(strstr(result.what, "was not opened again in 2 s (--patience)"));
}

/* client-node ends its watches after half a minute. Three patiences are for a program that works.
 */
static void renewed_watches_do_not_prolong_the_wait_for_an_expectation(void **state)
{
	static const char *const timeouts[] = { "curl -sN --max-time 1.1", "curl -sN" };
	static const char text[] = "scenario: renews\nworld:\n  types: {pods: v1/pods}\n"
				   "  informers: {pods: {}}\nexternal: [state]\nsteps:\n"
				   "  - create: pods/d/a\n  - start: pods\n"
				   "  - expect: {state: {pods: {d/a: absent}}}\n";

	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	for (size_t i = 0; i < ARRAY_LEN(timeouts); i++) {
		AUTO_STRBUF command = STRBUF_INIT;

		strbuf_addf(
		    &command,
		    "url=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\"); "
		    "while :; do %s \"$url/api/v1/pods?watch=1%s\" >&2; done #",
		    timeouts[i], i ? "&timeoutSeconds=1" : "");
		run_for(text, command.ptr, 4, false);
		assert_string_equal(result.what, "state: d/a is still there");
		assert_true(result.virtual_ns < 11 * NS_PER_S);
	}
}

static void missing_watch_of_an_undeclared_type_fails_the_run(void **state)
{
	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for(
	    "scenario: away\nworld:\n  types: {secrets: v1/secrets}\n  informers: {secrets: {}}\n"
	    "external: {checks: [state], real-time: true}\nsteps:\n  - start: secrets\n"
	    "  - advance: 1500ms\n"
	    "  - disconnect: {type: all, how: rst}\n"
	    "  - expect: {state: {secrets: {d/a: absent}}}\n",
	    ONCE, 2, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "its watch of /api/v1/pods ended at"));
}

static void run_that_ends_without_a_reconnected_client_fails(void **state)
{
	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for("scenario: away\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
		"external: [state]\nsteps:\n  - create: pods/d/a\n  - start: pods\n"
		"  - disconnect: {type: all, how: rst}\n",
		ONCE, 2, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "the subject is away"));
}

static void update_writes_nothing_while_a_client_is_disconnected(void **state)
{
	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for("scenario: away\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
		"external: [state]\nsteps:\n  - create: pods/d/a\n  - start: pods\n"
		"  - disconnect: {type: all, how: rst}\n"
		"  - expect: {state: {pods: {d/a: absent}}}\n",
		ONCE, 2, true);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "the subject is away"));
}

/* A custom type has its status subresource, as on a real server. */
static void status_of_a_custom_type_is_written_by_its_subresource(void **state)
{
	static const char text[] =
	    "scenario: status\nworld:\n  server: {bootstrap: true}\n"
	    "  types: {pools: acme.io/v1/pools, namespaces: v1/namespaces}\n"
	    "  informers: {pools: {}}\nexternal: [state]\nsteps:\n"
	    "  - create: {pools/d/p: {spec: {n: 1}}}\n  - start: pools\n"
	    "  - expect:\n      state:\n        pools: {d/p: {spec: {n: 1}, status: {ready: 1}}}\n"
	    "        namespaces: {default: any, kube-system: any}\n";

	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for(text,
		"curl -s -X PATCH -H 'Content-Type: application/merge-patch+json' -d "
		"'{\"spec\":{\"n\":9},\"status\":{\"ready\":1}}' \"$(sed -n 's/^ *server: "
		"\"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/apis/acme.io/v1/namespaces/d/pools/p/"
		"status\" >&2; exec sleep 100 #",
		4, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s %s", result.what, result.program);
}

static void controller_that_exits_by_itself_fails_the_run(void **state)
{
	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for("scenario: ended\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
		"external: [state]\nsteps:\n  - create: pods/d/a\n  - start: pods\n"
		"  - expect: {state: {pods: {d/a: any}}}\n",
		"echo 'panic: oh' >&2; exit 2 #", 2, false);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(
	    strstr(result.what, "the subject has ended by itself, exited with status 2"));
}

#define KILLED(when)                                                                               \
	"scenario: killed\nworld:\n  types: {pods: v1/pods, configmaps: v1/configmaps}\n"          \
	"  informers: {pods: {}, configmaps: {}}\nexternal: [state, writes]\nsteps:\n"             \
	"  - start: all\n  - kill: {subject: pods, " when "}\n"                                    \
	"  - create: {pods/d/a: {metadata: {labels: {app: web}}}}\n  - restart: pods\n"            \
	"  - expect:\n      state: {configmaps: {d/for-a: any}}\n"

/* Both informers are one program: it is started twice in all. */
static void program_is_killed_before_or_after_its_write_is_carried_out(void **state)
{
	static const char command[] = "echo x >>/tmp/relist-killed-%d; exec python3 "
				      "tests/subjects/controller.py #";
	char path[64], line[256], text[16] = "";
	FILE *f;

	(void)state;
	if (!has("python3 --version >/dev/null 2>&1"))
		skip();
	(void)snprintf(path, sizeof(path), "/tmp/relist-killed-%d", (int)getpid());
	(void)snprintf(line, sizeof(line), command, (int)getpid());
	run_for(KILLED("after: CREATE configmaps") "      writes: [CREATE configmaps/d/for-a -> "
						   "201, CREATE configmaps/d/for-a -> 409]\n",
		line, 8, false);
	f = fopen(path, "r");
	assert_non_null(f);
	(void)fread(text, 1, sizeof(text) - 1, f);
	(void)fclose(f);
	(void)unlink(path);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s", result.what);
	assert_string_equal(text, "x\nx\n");
	run_for(KILLED("before: CREATE configmaps, signal: TERM") "      writes: [CREATE "
								  "configmaps/d/for-a -> open, "
								  "CREATE configmaps/d/for-a]\n",
		"python3 tests/subjects/controller.py", 8, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s", result.what);
	run_for(KILLED("before: DELETE configmaps"), "python3 tests/subjects/controller.py", 2,
		false);
	assert_int_equal(result.line, 10);
	assert_string_equal(result.what, "kill in line 8: pods has not sent that request");
}

/* A DELETECOLLECTION names no object: faults, kills, writes and counts of DELETE ignore it. */
static void deletecollection_is_distinguished_from_delete(void **state)
{
	static const char text[] =
	    "scenario: all\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
	    "external: [state, writes, counts]\nsteps:\n  - create: pods/d/a\n"
	    "  - fail: {match: DELETECOLLECTION pods/d, status: 409}\n"
	    "  - start: pods\n"
	    "  - kill: {subject: pods, after: DELETECOLLECTION pods/d nth=2}\n"
	    "  - restart: pods\n  - expect:\n"
	    "      writes: [DELETECOLLECTION pods/d -> 409, DELETE pods/d/x -> 404, "
	    "DELETECOLLECTION pods/d -> 200, ...]\n"
	    "      counts: {DELETECOLLECTION pods: '>=1', DELETE pods: 0}\n"
	    "      state: {pods: {others: absent}}\n";

	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	run_for(text,
		"url=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/api/v1/"
		"namespaces/d/pods; for i in '' /x ''; do curl -s -X DELETE $url$i >&2; done; "
		"exec sleep 100 #",
		8, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s %s", result.what, result.program);
}

/* A rule's then-step acts on a program, too; steps inside the informer are refused. */
static void then_crash_of_a_fault_kills_the_program(void **state)
{
	static const char text[] =
	    "scenario: then\nworld:\n  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
	    "  informers: {pods: {}, configmaps: {}}\nexternal: [state, writes]\nsteps:\n"
	    "  - start: all\n  - fail: {match: CREATE configmaps, status: 500, then: {crash: "
	    "pods}}\n  - create: {pods/d/a: {metadata: {labels: {app: web}}}}\n"
	    "  - restart: pods\n  - expect:\n"
	    "      writes: [CREATE configmaps/d/for-a -> 500, CREATE configmaps/d/for-a -> 201]\n"
	    "      state: {configmaps: {d/for-a: any}}\n";
	struct scn__errors wrong = { 0 };

	(void)state;
	assert_null(scn__scenario_load(
	    STR("x.yaml"),
	    STR("scenario: x\nworld: {types: {pods: v1/pods}, informers: {pods: {}}}\n"
		"external: [state]\nsteps:\n  - start: all\n"
		"  - fail: {match: LIST pods, status: 500, then: {hold: cache}}\n"),
	    &wrong));
	assert_non_null(strstr(wrong.items[0].msg, "a hold inside the informer"));
	scn__errors_fini(&wrong);
	if (!has("python3 --version >/dev/null 2>&1"))
		skip();
	run_for(text, "python3 tests/subjects/controller.py", 8, false);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s %s", result.what, result.program);
}

#define CREATES(more)                                                                              \
	"scenario: late\nworld:\n  types: {configmaps: v1/configmaps}\n"                           \
	"  informers: {configmaps: {}}\nexternal: [state, writes]\nsteps:\n"                       \
	"  - start: all\n  - expect:\n      writes: [CREATE configmaps/d/a -> 201]\n"              \
	"      state: {configmaps: {d/a: " more "}}\n"

static void judge_late_deletion(const char *text, int64_t linger)
{
	static const char command[] =
	    "url=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/api/v1/"
	    "namespaces/d/configmaps; curl -s -H 'Content-Type: application/json' -d "
	    "'{\"metadata\":{\"name\":\"a\"}}' $url >&2; sleep 2; curl -s -X DELETE $url/a >&2; "
	    "exec sleep 100 #";

	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	linger_ns = linger;
	run_for(text, command, 120, false);
	linger_ns = 0;
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 10);
	assert_string_equal(result.what, "state: d/a is not there");
	assert_non_null(strstr(result.program, "it wrote again "));
}

/* A timer that it has not shown before: at rest it looks as if it were done. */
static void write_after_the_last_rest_is_judged(void **state)
{
	(void)state;
	judge_late_deletion(CREATES("any"), 60 * NS_PER_S);
}

static void write_between_the_last_expectation_and_the_end_is_judged(void **state)
{
	static const char text[] =
	    "scenario: late\nworld:\n  types: {configmaps: v1/configmaps}\n"
	    "  informers: {configmaps: {}}\nexternal: {checks: [state, writes], real-time: true}\n"
	    "steps:\n  - start: all\n  - expect:\n      writes: [CREATE configmaps/d/a -> 201]\n"
	    "      state: {configmaps: {d/a: any}}\n  - advance: 4s\n";

	(void)state;
	judge_late_deletion(text, 0);
	judge_late_deletion(text, NS_PER_S);
}

/* The program deletes a second later what it has created. */
static void expect_after_quiet(const char *quiet, enum runner__verdict verdict)
{
	static const char command[] =
	    "url=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/api/v1/"
	    "namespaces/d/configmaps; curl -s -H 'Content-Type: application/json' -d "
	    "'{\"metadata\":{\"name\":\"a\"}}' $url >&2; sleep 1; curl -s -X DELETE $url/a >&2; "
	    "exec sleep 100 #";
	static const char text[] =
	    "scenario: quiet\nworld:\n  types: {configmaps: v1/configmaps}\n"
	    "  informers: {configmaps: {}}\nexternal: {checks: [state], quiet: %s}\nsteps:\n"
	    "  - start: all\n  - expect: {state: {configmaps: {d/a: any}}}\n";
	AUTO_STRBUF story = STRBUF_INIT;

	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	strbuf_addf(&story, text, quiet);
	run_for(story.ptr, command, 8, false);
	assert_int_equal(result.verdict, verdict);
}

static void expectation_waits_for_the_quiet_time_of_the_scenario(void **state)
{
	(void)state;
	expect_after_quiet("5s", RUNNER_FAIL);
	assert_string_equal(result.what, "state: d/a is not there");
}

static void expectation_with_a_short_quiet_time_is_judged_before_a_later_write(void **state)
{
	(void)state;
	expect_after_quiet("100ms", RUNNER_PASS);
}

/* As Go's typed clients send it: names, responses and versions are known, and the events before.
 */
static void write_in_protobuf_is_compared_like_one_in_json(void **state)
{
	static const char pod[] =
	    "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"namespace\":"
	    "\"d\",\"labels\":{\"x\":\"y\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
	    "\"i\"}]}}";
	static const char text[] =
	    "scenario: pb\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\n"
	    "external: [writes, requests]\nsteps:\n  - create: pods/d/old\n  - start: pods\n"
	    "  - expect:\n      requests: [LIST pods -> 200@2]\n"
	    "      writes: [CREATE pods/d/a metadata.labels.x=y -> 201@3, CREATE pods/d/b]\n";
	AUTO_STRBUF body = STRBUF_INIT, command = STRBUF_INIT;
	char path[64];
	FILE *f;

	(void)state;
	if (!has("curl --version >/dev/null 2>&1"))
		skip();
	assert_int_equal(fakeapi__protobuf_encode(str_of(pod), 0, &body), 0);
	(void)snprintf(path, sizeof(path), "/tmp/relist-pb-%d", (int)getpid());
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(body.ptr, 1, body.len, f), body.len);
	assert_int_equal(fclose(f), 0);
	strbuf_addf(&command,
		    "pb=application/vnd.kubernetes.protobuf; url=$(sed -n 's/^ *server: "
		    "\"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/api/v1/namespaces/d/pods; "
		    "curl -s -H \"Accept: $pb\" $url >&2; for i in 1 2; do curl -s -H \"Accept: "
		    "$pb\" -H \"Content-Type: $pb\" --data-binary @%s $url >&2; done; exec sleep "
		    "100 #",
		    path);
	run_for(text, command.ptr, 3, false);
	(void)unlink(path);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.row_count, 3);
	assert_int_equal(result.rows[0].mark, '=');
	assert_int_equal(result.write_count, 2);
	assert_true(str_eqz(result.writes[0].line, "CREATE pods/d/a -> 201"));
	assert_true(str_eqz(result.writes[1].line, "CREATE pods/d/a -> 409"));
	assert_true(str_eqz(result.writes[1].shown, "pods rv=2 (list)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expectation_fails_early_only_if_the_program_is_at_rest),
		cmocka_unit_test(state_after_an_outage_is_checked_after_the_back_off),
		cmocka_unit_test(state_after_an_outage_is_checked_after_a_long_pause),
		cmocka_unit_test(rest_of_a_polling_program_takes_two_lists_and_not_the_patience),
		cmocka_unit_test(client_that_does_not_reconnect_fails_the_run),
		cmocka_unit_test(renewed_watches_do_not_prolong_the_wait_for_an_expectation),
		cmocka_unit_test(missing_watch_of_an_undeclared_type_fails_the_run),
		cmocka_unit_test(run_that_ends_without_a_reconnected_client_fails),
		cmocka_unit_test(update_writes_nothing_while_a_client_is_disconnected),
		cmocka_unit_test(program_is_killed_before_or_after_its_write_is_carried_out),
		cmocka_unit_test(status_of_a_custom_type_is_written_by_its_subresource),
		cmocka_unit_test(deletecollection_is_distinguished_from_delete),
		cmocka_unit_test(then_crash_of_a_fault_kills_the_program),
		cmocka_unit_test(controller_that_exits_by_itself_fails_the_run),
		cmocka_unit_test(write_after_the_last_rest_is_judged),
		cmocka_unit_test(write_between_the_last_expectation_and_the_end_is_judged),
		cmocka_unit_test(expectation_waits_for_the_quiet_time_of_the_scenario),
		cmocka_unit_test(
		    expectation_with_a_short_quiet_time_is_judged_before_a_later_write),
		cmocka_unit_test(write_in_protobuf_is_compared_like_one_in_json),
	};

	return kit_run_side_by_side(tests, ARRAY_LEN(tests), NULL, NULL);
}
