/* SPDX-License-Identifier: Apache-2.0 */
/* The cells of pods: READY, STATUS, RESTARTS and READINESS GATES by the states of containers
 * (pkg/printers/internalversion/printers.go: printPod). */
#include "fakeapi/output/cells.h"
#include "tests/kit/testing.h"

enum { NOW = 1795245000 }; /* 2026-11-21T07:10:00Z */

#define RUNS	     "\"ready\":true,\"state\":{\"running\":{}}"
#define UNREADY	     "\"ready\":false,\"state\":{\"running\":{}}"
#define WAITS(why)   "\"state\":{\"waiting\":{\"reason\":\"" why "\"}}"
#define ENDED(more)  "\"state\":{\"terminated\":{" more "}}"
#define RESTARTS(n)  ",\"restartCount\":" #n
#define AT(min)	     "\"finishedAt\":\"2026-11-21T07:" min ":00Z\""
#define LAST(min)    ",\"lastState\":{\"terminated\":{" AT(min) "}}"
#define INIT(list)   ",\"initContainerStatuses\":[" list "]"
#define MAIN(list)   ",\"containerStatuses\":[" list "]"
#define ON(type, is) "{\"type\":\"" type "\",\"status\":\"" is "\"}"
#define IF(list)     ",\"conditions\":[" list "]"
#define I(more)	     "{\"name\":\"i\"," more "}"
#define S(more)	     "{\"name\":\"s\"," more "}"
#define C(more)	     "{\"name\":\"c\"," more "}"
#define D(more)	     "{\"name\":\"d\"," more "}"

/* Two containers, an init container and a sidecar. */
static void cells_of(const char *phase, const char *meta, const char *status, bool older,
		     struct strbuf *out)
{
	AUTO_STRBUF pod = STRBUF_INIT;
	struct fakeapi__row row = { .now_unix_s = NOW, .out = out };
	json_t obj;
	size_t at;

	strbuf_addf(&pod,
		    "{\"metadata\":{\"name\":\"p\"%s},\"spec\":{\"containers\":[{\"name\":\"c\"},{"
		    "\"name\":\"d\"}],\"initContainers\":[{\"name\":\"i\"},{\"name\":\"s\","
		    "\"restartPolicy\":\"Always\"}]},\"status\":{\"phase\":\"%s\"%s}}",
		    meta, phase, status);
	if (!json_valid(strbuf_str(&pod), &obj, &at))
		fail_msg("byte %zu of %s", at, pod.ptr);
	row.obj = obj;
	(older ? fakeapi__cell_pod_34 : fakeapi__cell_pod)(&row);
}

static void pod_cells_follow_the_states_of_containers(void **state)
{
	static const struct {
		const char *phase, *status, *cells; /* READY, STATUS, RESTARTS */
	} cases[] = {
		{ "Pending", "", "\"0/3\",\"Pending\",\"0\"" },
		{ "Failed", ",\"reason\":\"Evicted\"", "\"0/3\",\"Evicted\",\"0\"" },
		{ "Pending",
		  IF("{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":"
		     "\"SchedulingGated\"}"),
		  "\"0/3\",\"SchedulingGated\",\"0\"" },
		/* init containers */
		{ "Pending", INIT(I(WAITS("PodInitializing"))), "\"0/3\",\"Init:0/2\",\"0\"" },
		{ "Pending", INIT(I(WAITS("ErrImagePull"))),
		  "\"0/3\",\"Init:ErrImagePull\",\"0\"" },
		{ "Pending", INIT(I(UNREADY RESTARTS(2))), "\"0/3\",\"Init:0/2\",\"2\"" },
		{ "Pending", INIT(I(ENDED("\"exitCode\":0")) "," S(WAITS("PodInitializing"))),
		  "\"0/3\",\"Init:1/2\",\"0\"" },
		{ "Pending", INIT(I(ENDED("\"exitCode\":3"))),
		  "\"0/3\",\"Init:ExitCode:3\",\"0\"" },
		{ "Pending", INIT(I(ENDED("\"exitCode\":3,\"signal\":9"))),
		  "\"0/3\",\"Init:Signal:9\",\"0\"" },
		{ "Pending", INIT(I(ENDED("\"exitCode\":1,\"reason\":\"Error\""))),
		  "\"0/3\",\"Init:Error\",\"0\"" },
		/* only the restarts of sidecars are added to those of containers */
		{ "Pending",
		  INIT(I(ENDED("\"exitCode\":0") RESTARTS(4)) "," S(UNREADY RESTARTS(2))),
		  "\"0/3\",\"Init:1/2\",\"6\"" },
		{ "Running",
		  INIT(I(ENDED("\"exitCode\":0") RESTARTS(4)
			     LAST("09")) "," S("\"started\":true," RUNS RESTARTS(2) LAST("05")))
		      MAIN(C(RUNS RESTARTS(1) LAST("02")) "," D(RUNS)),
		  "\"3/3\",\"Running\",\"3 (5m ago)\"" },
		{ "Running",
		  INIT(I(ENDED("\"exitCode\":0")) "," S("\"started\":true," UNREADY))
		      MAIN(C(RUNS RESTARTS(1) LAST("08")) "," D(UNREADY)),
		  "\"1/3\",\"Running\",\"1 (2m ago)\"" },
		{ "Pending",
		  INIT(I(ENDED("\"exitCode\":0") LAST("04") RESTARTS(1)) "," S(
		      "\"started\":false," UNREADY LAST("06") RESTARTS(1))),
		  "\"0/3\",\"Init:1/2\",\"2 (4m ago)\"" },
		/* restarts without an end, and an end without restarts */
		{ "Running", MAIN(C(RUNS RESTARTS(1))), "\"1/3\",\"Running\",\"1\"" },
		{ "Running", MAIN(C(RUNS LAST("08"))), "\"1/3\",\"Running\",\"0\"" },
		/* it was initialized: an init container that runs again does not count */
		{ "Running",
		  INIT(I(UNREADY RESTARTS(5))) IF(ON("Initialized", "True")) MAIN(C(RUNS)),
		  "\"1/3\",\"Init:0/2\",\"0\"" },
		{ "Running",
		  INIT(I(UNREADY RESTARTS(5))) IF(ON("Initialized", "False")) MAIN(C(RUNS)),
		  "\"0/3\",\"Init:0/2\",\"5\"" },
		/* the first container with a reason */
		{ "Running", MAIN(C(WAITS("CrashLoopBackOff")) "," D(WAITS("ErrImagePull"))),
		  "\"0/3\",\"CrashLoopBackOff\",\"0\"" },
		{ "Running", MAIN(C(RUNS) "," D(WAITS("ErrImagePull"))),
		  "\"1/3\",\"ErrImagePull\",\"0\"" },
		{ "Running", MAIN(C(ENDED("\"exitCode\":2")) "," D(WAITS("ErrImagePull"))),
		  "\"0/3\",\"ExitCode:2\",\"0\"" },
		{ "Running", MAIN(C(ENDED("\"exitCode\":2,\"signal\":15"))),
		  "\"0/3\",\"Signal:15\",\"0\"" },
		/* a container has completed, another runs */
		{ "Running", MAIN(C(ENDED("\"exitCode\":0,\"reason\":\"Completed\"")) "," D(RUNS)),
		  "\"1/3\",\"NotReady\",\"0\"" },
		{ "Running",
		  IF(ON("Ready", "True"))
		      MAIN(C(ENDED("\"exitCode\":0,\"reason\":\"Completed\"")) "," D(RUNS)),
		  "\"1/3\",\"Running\",\"0\"" },
		{ "Succeeded", MAIN(C(ENDED("\"exitCode\":0,\"reason\":\"Completed\""))),
		  "\"0/3\",\"Completed\",\"0\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&want, "\"p\",%s,", cases[i].cells);
		cells_of(cases[i].phase, "", cases[i].status, false, &out);
		if (strncmp(out.ptr, want.ptr, want.len) != 0)
			fail_msg("case %zu: %s, wanted %s", i, out.ptr, want.ptr);
	}
}

/* From 1.35 on a failed container is shown, not one that completed. */
static void failed_container_is_shown_instead_of_a_completed_one(void **state)
{
#define COMPLETED C(ENDED("\"exitCode\":0,\"reason\":\"Completed\""))
#define FAILED	  D(ENDED("\"exitCode\":1,\"reason\":\"Error\""))
	static const struct {
		const char *status, *now, *before;
	} cases[] = {
		{ MAIN(COMPLETED "," FAILED), "Error", "Completed" },
		{ IF(ON("Ready", "True")) MAIN(COMPLETED "," FAILED), "Error", "Completed" },
		{ MAIN(FAILED "," COMPLETED), "Error", "Error" },
		{ MAIN(COMPLETED "," D(RUNS)), "NotReady", "NotReady" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		for (unsigned older = 0; older < 2; older++) {
			AUTO_STRBUF out = STRBUF_INIT, want = STRBUF_INIT;

			strbuf_addf(&want, ",\"%s\",", older ? cases[i].before : cases[i].now);
			cells_of("Running", "", cases[i].status, older, &out);
			if (!strstr(out.ptr, want.ptr))
				fail_msg("case %zu, %u: %s, wanted %s", i, older, out.ptr,
					 want.ptr);
		}
	}
}

static void deleted_pod_is_terminating_or_unknown(void **state)
{
	static const struct {
		const char *phase, *status, *shown;
	} cases[] = {
		{ "Running", MAIN(C(RUNS)), ",\"Terminating\"," },
		{ "Pending", "", ",\"Terminating\"," },
		{ "Running", ",\"reason\":\"NodeLost\"", ",\"Unknown\"," },
		{ "Succeeded", "", ",\"Succeeded\"," },
		{ "Failed", "", ",\"Failed\"," },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		cells_of(cases[i].phase, ",\"deletionTimestamp\":\"2026-11-21T07:00:00Z\"",
			 cases[i].status, false, &out);
		if (!strstr(out.ptr, cases[i].shown))
			fail_msg("case %zu: %s", i, out.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pod_cells_follow_the_states_of_containers),
		cmocka_unit_test(failed_container_is_shown_instead_of_a_completed_one),
		cmocka_unit_test(deleted_pod_is_terminating_or_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
