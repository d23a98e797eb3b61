/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios against programs: our own informer as one, the same with its lines changed on the way,
 * and some that do not behave at all. */
#include "tests/kit/external_kit.h"
#include "tests/kit/side_by_side.h"

#include <stdlib.h>

#include "base/clock.h"
#include "runner/conform/conform.h"

/* b is deleted and c made while the watch hears nothing, and its history is gone. */
static const char relist[] =
    "scenario: relist\nabout: a relist\nworld:\n  types: {pods: v1/pods}\n"
    "  objects: {pod: {spec: {nodeName: n1}}}\n  informers: {pods: {handlers: {h1: {}}}}\n"
    "steps:\n"
    "  - create: {pods/default/a: pod, pods/default/b: pod}\n"
    "  - start: pods\n"
    "  - expect: {cache: {pods: [default/a, default/b]}}\n"
    "  - hold: event\n"
    "  - delete: [pods/default/b]\n"
    "  - create: {pods/default/c: pod}\n"
    "  - {label: fault, compact: now}\n" /* the watch hears of it */
    "  - release: event\n"
    "  - expect:\n"
    "      cache: {pods: [default/a, default/c]}\n"
    "      handlers: {h1: [..., add pods/default/c rv=5, ...]}\n"
    "      requests: [..., WATCH pods rv=3 -> 200, ...]\n"
    "external: [cache, handlers, requests]\n";

static const char plain[] =
    "scenario: plain\nabout: a list\nworld:\n  types: {pods: v1/pods}\n"
    "  objects: {pod: {spec: {nodeName: n1}}}\n  informers: {pods: {handlers: {h1: {}}}}\n"
    "steps:\n"
    "  - create: {pods/default/a: pod}\n"
    "  - start: pods\n"
    "  - expect: {cache: {pods: [default/a]}}\n"
    "  - create: {pods/default/b: pod}\n"
    "  - expect: {cache: {pods: [default/a, default/b]}}\n";

static char folder[512]; /* build/VARIANT/ */
static struct runner__result result;
static struct scn__facts facts;

static bool tls;

static void run_for(const char *text, const char *command, double patience_s)
{
	const struct scn__subject subject = { .command = command,
					      .seconds = 60,
					      .tls = tls,
					      .patience_ns = (int64_t)(patience_s * 1e9) };

	kit_run_external(text, (struct scn__run_options) { .subject = &subject, .facts = &facts },
			 &result);
}

/* The path of our own subject, with what changes its lines behind it. */
static const char *through(const char *filter)
{
	static char command[2048];

	(void)snprintf(command, sizeof(command), "f() { %sadapters/c/subject \"$@\"%s%s; }; f",
		       folder, filter ? " | sed -u " : "", filter ? filter : "");
	return command;
}

static enum conform__sign sign(void)
{
	const struct conform__row row = { "1", "", "x.yaml", false, false };
	struct conform__cell cell = { .facts = facts };

	conform__judge(&cell, &row, NULL);
	return cell.sign;
}

static void passes(void)
{
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s %s\n%s%s", runner__verdict_word(result.verdict), result.what,
			 result.expected.ptr, result.actual.ptr);
}

static void our_informer_passes_with_all_sections(void **state)
{
	(void)state;
	run_for(relist, through(NULL), 20);
	passes();
	assert_int_equal(sign(), CONFORM_RIGHT);
	assert_true(facts.recovered && facts.synced && facts.has_notified && facts.has_cache);
	if (!strstr(facts.requests, "WL(rv=3)"))
		fail_msg("%s", facts.requests);
	assert_true(facts.recovery_s < 20);
	assert_string_equal(facts.fate, "ended by SIGTERM, as requested");
}

/* The kubeconfig has the token; a client without it gets 401. */
static void https_requires_the_token(void **state)
{
	char command[1024];

	(void)state;
	tls = true;
	run_for(relist, through(NULL), 20);
	passes();
	(void)snprintf(command, sizeof(command),
		       "f() { sed -i s/relist-subject/other/ \"$KUBECONFIG\"; exec "
		       "%sadapters/c/subject \"$@\"; }; f",
		       folder);
	run_for(plain, command, 2);
	tls = false;
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(facts.requests, "→401"));
}

/* It says that it has seen the object when the token file has another token than at its start. */
static void rotated_token_is_written_to_the_token_file(void **state)
{
	static const char rotated[] =
	    "scenario: rotated\nabout: a token\nworld:\n  types: {pods: v1/pods}\n"
	    "  objects: {pod: {spec: {nodeName: n1}}}\n  informers: {pods: {handlers: {h1: {}}}}\n"
	    "steps:\n"
	    "  - start: pods\n"
	    "  - rotate-token\n"
	    "  - create: {pods/default/a: pod}\n"
	    "  - expect: {cache: {pods: [default/a]}}\n";

	(void)state;
	run_for(rotated,
		"f() { t=$(sed -n 's/^ *tokenFile: \"\\(.*\\)\"$/\\1/p' \"$KUBECONFIG\");"
		" grep -q 'server: https' \"$KUBECONFIG\" || exit 1;"
		" until grep -q '^relist-subject-1$' \"$t\"; do :; done;"
		" curl -skN -H \"Authorization: Bearer $(cat \"$t\")\" \"$(sed -n 's/^ *server: "
		"\"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")/api/v1/pods?watch=1\" >&2 &"
		" echo '{\"notify\":{\"type\":\"ADD\",\"key\":\"default/a\",\"rv\":\"2\"}}';"
		" exec sleep 30; }; f",
		20);
	passes();
}

static void failed_expectation_of_requests_names_its_line(void **state)
{
	char text[sizeof(relist)];

	(void)state;
	memcpy(text, relist, sizeof(relist));
	memcpy(strstr(text, "rv=5, "), "rv=4, ", 6);
	run_for(text, through(NULL), 3);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 18);
}

static void missing_delete_notification_is_found(void **state)
{
	(void)state;
	run_for(relist, through("'/\"DELETE\"/d'"), 20);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "delete-for-every-vanished-key"));
	assert_int_equal(sign(), CONFORM_CATCH);
}

static void missing_delete_notification_without_a_cache_is_lost(void **state)
{
	(void)state;
	run_for(relist, through("-e '/\"DELETE\"/d' -e '/\"state\"/d'"), 20);
	assert_int_equal(sign(), CONFORM_LOST);
}

static void deleted_object_in_the_cache_is_found(void **state)
{
	(void)state;
	run_for(plain, through("'s/\"cache\":{/\"cache\":{\"default\\/ghost\":\"1\",/'"), 20);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "cache-equals-model-at-end"));
	assert_int_equal(sign(), CONFORM_LOST);
}

static void missing_notification_fails_after_the_patience(void **state)
{
	(void)state;
	run_for(plain, through("-e '/\"default\\/b\"/d'"), 2);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 12);
	assert_string_equal(result.what, "the subject has not caught up in 2 s; missing default/b");
	assert_int_equal(sign(), CONFORM_DEAD);
}

static void notification_of_an_older_version_is_a_time_travel(void **state)
{
	(void)state;
	run_for(plain,
		through("-e '/\"default\\/b\"/{p;/notify/s/.*/"
			"{\"notify\":{\"type\":\"UPDATE\",\"key\":\"default\\/a\",\"rv\":\"1\"}}/p;"
			"s/\"rv\":\"1\"/\"rv\":\"2\"/}'"),
		20);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(
	    strstr(result.what, "no-time-travel: default/a was notified at rv=1 after rv=2"));
}

static void requests_without_pause_are_a_storm(void **state)
{
	static char command[1024];
	char text[sizeof(plain) + 128];

	(void)state;
	(void)snprintf(text, sizeof(text),
		       "%s  - expect: {counts: {LIST pods: '>=100'}}\nexternal: [counts]\n", plain);
	(void)snprintf(command, sizeof(command), "%stests/subjects/spin", folder);
	run_for(text, command, 20);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "no-request-storm"));
	assert_int_equal(sign(), CONFORM_HOT);
}

static void hanging_and_flooding_programs_end_the_run_with_a_failure(void **state)
{
	static const struct {
		const char *command;
		const char *what;
	} cases[] = {
		{ "sleep 1000; :", "the subject has sent nothing; missing default/a" },
		{ "trap '' TERM; sleep 1000; :",
		  "the subject has sent nothing; missing default/a" },
		{ "echo boom >&2; exit 3;", "the subject has ended, exited with status 3; its last "
					    "words: boom; missing default/a" },
		{ "kill -SEGV $$;",
		  "the subject has ended, killed by signal 11; missing default/a" },
		{ "exec 2>/dev/null; /no/such/program",
		  "the subject has ended, exited with status 127; missing default/a" },
		{ "yes --",
		  "the subject has ended, killed: it wrote more than 64 MiB; missing default/a" },
		{ "sleep 1000 & exit 0;",
		  "the subject has ended, exited with status 0; missing default/a" },
		{ "echo '{\"notify\":'; echo '{\"state\":{\"cache\":[]}}'; sleep 1000; :",
		  "the subject has sent nothing; missing default/a" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		run_for(plain, cases[i].command, strstr(cases[i].command, "yes") ? 20 : 0.5);
		assert_int_equal(result.verdict, RUNNER_FAIL);
		assert_string_equal(result.what, cases[i].what);
		/* a program that could not be started is not judged */
		assert_int_equal(sign(), strstr(cases[i].what, "status 127") ? CONFORM_NOT_RUN
									     : CONFORM_DEAD);
	}
	run_for(plain, "echo boom >&2; exit 3;", 5);
	assert_non_null(strstr(facts.fate, "exited with status 3; its last words: boom"));
}

static const char controller[] =
    "scenario: controller\nabout: a controller\nworld:\n  types: {pods: v1/pods, configmaps: "
    "v1/configmaps}\n"
    "  objects: {pod: {spec: {nodeName: n1}}}\n  informers: {pods: {}}\n"
    "external: [state]\nsteps:\n"
    "  - create: {pods/default/a: pod}\n"
    "  - start: pods\n"
    "  - expect: {state: {configmaps: {default/cm-a: any}}}\n";

#define CURL(path)                                                                                 \
	"curl -s \"$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\")\"" path

/* Each failure, of any kind, reports how the program ended or what it sent. */
static void every_failure_reports_the_state_of_the_program(void **state)
{
	static const struct {
		const char *text, *command, *says;
	} cases[] = {
		{ controller, "exec 2>&1; /no/such/program",
		  "ended, exited with status 127; sent no request" },
		{ controller, "/no/such/program", "/no/such/program: not found; sent no request" },
		{ controller, "sleep 1000; :", "alive, has sent no request yet" },
		{ controller, "echo starting >&2; sleep 1000; :",
		  "alive, has sent no request yet; its last words: starting" },
		{ controller, CURL("/api/v1/pods") " >/dev/null; sleep 1000; :",
		  "alive, sent 1 request, last LIST pods" },
		{ controller, CURL("/api/v1/pods") " >/dev/null; exit 4",
		  "ended, exited with status 4; sent 1 request, last LIST pods" },
		{ controller,
		  CURL(
		      "/api/v1/namespaces/x/configmaps -H 'Content-Type: application/json' -d "
		      "'{\"metadata\":{\"name\":\"b\"}}'") " >/dev/null; " CURL("/api/v1/pods") " >"
												"/d"
												"ev"
												"/n"
												"ul"
												"l;"
												" e"
												"xi"
												"t "
												"4",
		  "sent 2 requests, 1 of them a write, last LIST pods" },
		{ controller,
		  CURL("/api/v1/pods") " >/dev/null; " CURL(
		      "/api/v1/namespaces/x/secrets -X DELETE") " >/dev/null; exit 4",
		  "sent 2 requests, 1 of them a write, last DELETECOLLECTION "
		  "/api/v1/namespaces/x/secrets -> 200 at " },
		{ plain, "sleep 1000; :", "alive, has sent no request yet" },
		{ plain, "kill -SEGV $$;", "ended, killed by signal 11; sent no request" },
	};

	(void)state;
	if (system("curl --version >/dev/null 2>&1") != 0)
		skip();
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		run_for(cases[i].text, cases[i].command,
			strstr(cases[i].command, "curl") ? 5 : 0.5);
		assert_int_equal(result.verdict, RUNNER_FAIL);
		if (!strstr(result.program, cases[i].says))
			fail_msg("%s\nsays: %s\nwanted: %s", cases[i].command, result.program,
				 cases[i].says);
	}
	run_for(plain, through(NULL), 20);
	passes();
	assert_string_equal(result.program, "");
}

/* The patience begins with the first request, for a controller too. */
static void patience_starts_with_the_first_request_of_a_controller(void **state)
{
	(void)state;
	if (system("curl --version >/dev/null 2>&1") != 0)
		skip();
	run_for(controller,
		"sleep 3.2; " CURL("/api/v1/pods") " >/dev/null; " CURL(
		    "/api/v1/namespaces/default/configmaps -H 'Content-Type: application/json' -d "
		    "'{\"metadata\":{\"name\":\"cm-a\"}}'") " >/dev/null; while sleep 0.2; "
							    "do " CURL("/api/v1/pods") " >/dev/"
										       "null; "
										       "done; :",
		3);
	passes();
}

/* Strict flags would refuse them: only the contract's subjects get arguments by themselves. */
static void controller_gets_its_arguments(void **state)
{
	static const struct {
		const char *text, *command, *says;
	} cases[] = {
		{ controller, "f() { echo \"$# args\" >&2; sleep 100; }; f",
		  "its last words: 0 args" },
		{ controller, "f() { echo \"$*\" >&2; sleep 100; }; f -for={resource}.{version}",
		  "its last words: -for=pods.v1" },
		{ controller,
		  "echo \"$RELIST_RESOURCE $RELIST_VERSION,$RELIST_GROUP\" >&2; sleep 100;",
		  "its last words: pods v1," },
		{ controller, "echo '{nobody} ${HOME:+x}' >&2; sleep 100;",
		  "its last words: {nobody} ${HOME:+x}" },
		{ plain, "f() { echo \"$*\" >&2; sleep 100; }; f",
		  "--resource pods --group  --version v1 --seconds 60" },
		{ plain, "f() { echo \"$*\" >&2; sleep 100; }; f {resource}",
		  "its last words: pods" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		run_for(cases[i].text, cases[i].command, 0.5);
		if (!strstr(result.program, cases[i].says))
			fail_msg("%s\nsays: %s\nwanted: %s", cases[i].command, result.program,
				 cases[i].says);
	}
}

static void steps_inside_the_informer_are_refused_for_programs(void **state)
{
	char text[sizeof(plain) + 64];

	(void)state;
	(void)snprintf(text, sizeof(text), "%s  - hold: handler/h1\n", plain);
	run_for(text, through(NULL), 5);
	assert_int_equal(result.verdict, RUNNER_BAD_INPUT);
	assert_int_equal(result.line, 13);
	run_for("scenario: x\nworld:\n  types: {pods: v1/pods}\n"
		"  informers: {pods: {without: backoff}}\nsteps:\n  - start: pods\n",
		through(NULL), 1);
	assert_int_equal(result.verdict, RUNNER_BAD_INPUT);
	assert_int_equal(result.line, 4);
	assert_non_null(strstr(result.what, "has its own mistakes"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(our_informer_passes_with_all_sections),
		cmocka_unit_test(https_requires_the_token),
		cmocka_unit_test(rotated_token_is_written_to_the_token_file),
		cmocka_unit_test(failed_expectation_of_requests_names_its_line),
		cmocka_unit_test(missing_delete_notification_is_found),
		cmocka_unit_test(missing_delete_notification_without_a_cache_is_lost),
		cmocka_unit_test(deleted_object_in_the_cache_is_found),
		cmocka_unit_test(missing_notification_fails_after_the_patience),
		cmocka_unit_test(notification_of_an_older_version_is_a_time_travel),
		cmocka_unit_test(requests_without_pause_are_a_storm),
		cmocka_unit_test(hanging_and_flooding_programs_end_the_run_with_a_failure),
		cmocka_unit_test(every_failure_reports_the_state_of_the_program),
		cmocka_unit_test(patience_starts_with_the_first_request_of_a_controller),
		cmocka_unit_test(controller_gets_its_arguments),
		cmocka_unit_test(steps_inside_the_informer_are_refused_for_programs),
	};
	char *end;
	int status;

	(void)argc;
	(void)snprintf(folder, sizeof(folder), "%s", argv[0]);
	end = strstr(folder, "tests/runner/");
	if (end)
		*end = 0;
	runner__result_init(&result);
	status = kit_run_side_by_side(tests, ARRAY_LEN(tests), NULL, NULL);
	runner__result_fini(&result);
	return status;
}
