/* SPDX-License-Identifier: Apache-2.0 */
/* relist import: audit logs as collectors and clouds hand them out. Whatever is around the events,
 * the story is the one of the log itself. */
#define _XOPEN_SOURCE 700 /* mkfifo */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json_scan.h"
#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

/* --- the log --- */

#define EVENT(id, stage, verb, uri, code, sec, more)                                               \
	"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"RequestResponse\","    \
	"\"auditID\":\"" id "\",\"stage\":\"" stage "\",\"requestURI\":\"" uri                     \
	"\",\"verb\":\"" verb "\",\"user\":{\"username\":\"op\"},\"userAgent\":\"op/1 (linux)\","  \
	"\"responseStatus\":{\"metadata\":{},\"code\":" code                                       \
	"},\"requestReceivedTimestamp\":\"2026-03-04T05:06:" sec                                   \
	".000000Z\",\"stageTimestamp\":\"2026-03-04T05:06:" sec ".100000Z\"" more "}"
#define MAPS "/api/v1/namespaces/shop/configmaps"
#define MAP(name, rv, v)                                                                           \
	",\"responseObject\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"         \
	"\"name\":\"" name "\",\"namespace\":\"shop\",\"uid\":\"u-" name                           \
	"\",\"resourceVersion\":\"" rv "\"},\"data\":{\"text\":\"" v "\"}}"

static const char *const events[] = {
	EVENT("1", "ResponseComplete", "create", MAPS, "201", "01",
	      MAP("a", "5", "say \\\"hi\\\", \\u00e4 {\\n")),
	EVENT("2", "ResponseStarted", "watch", MAPS "?resourceVersion=5&watch=true", "200", "02",
	      ""),
	EVENT("3", "ResponseComplete", "update", MAPS "/a", "200", "03", MAP("a", "7", "b")),
	EVENT("4", "ResponseComplete", "create", MAPS, "201", "04", MAP("c", "8", "d")),
};

/* The place of an event in its wrapping. */
enum how { AS_IS, IN_STRING, IN_TWO_STRINGS, IN_STRING_WITH_END, IN_CELL, IN_ROW };

static void add_string(struct strbuf *out, struct str text, const char *end)
{
	AUTO_STRBUF whole = STRBUF_INIT;

	strbuf_adds(&whole, text);
	strbuf_addz(&whole, end);
	strbuf_add_json(out, strbuf_str(&whole));
}

static void add_cell(struct strbuf *out, struct str text)
{
	strbuf_addc(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		strbuf_addc(out, text.ptr[i]);
		if (text.ptr[i] == '"')
			strbuf_addc(out, '"');
	}
	strbuf_addc(out, '"');
}

/* Azure's table: the members by other names, their objects as text. */
static void add_row(struct strbuf *out, json_t event)
{
	static const char *const columns[][2] = {
		{ "AuditId", "auditID" },
		{ "Stage", "stage" },
		{ "RequestUri", "requestURI" },
		{ "Verb", "verb" },
		{ "User", "user" },
		{ "UserAgent", "userAgent" },
		{ "ResponseStatus", "responseStatus" },
		{ "ResponseObject", "responseObject" },
		{ "RequestReceivedTime", "requestReceivedTimestamp" },
		{ "StageReceivedTime", "stageTimestamp" },
	};

	strbuf_addz(out, "{\"TenantId\":\"t\",\"ObjectRef\":\"\",\"Annotations\":null,"
			 "\"RequestObject\":\"skipped-too-big-size-object\"");
	for (size_t i = 0; i < ARRAY_LEN(columns); i++) {
		json_t v = json_get(event, columns[i][1]);

		if (!v.len)
			continue;
		strbuf_addf(out, ",\"%s\":", columns[i][0]);
		if (json_kind(v) == JSON_OBJECT)
			strbuf_add_json(out, v);
		else
			strbuf_adds(out, v);
	}
	strbuf_addc(out, '}');
}

static void add_event(struct strbuf *out, const char *event, enum how how)
{
	AUTO_STRBUF inner = STRBUF_INIT;

	switch (how) {
	case AS_IS:
		strbuf_addz(out, event);
		break;
	case IN_STRING:
		add_string(out, str_of(event), "");
		break;
	case IN_STRING_WITH_END:
		add_string(out, str_of(event), "\n");
		break;
	case IN_TWO_STRINGS:
		strbuf_addz(&inner, "{\"log\":");
		add_string(&inner, str_of(event), "\n");
		strbuf_addz(&inner, ",\"stream\":\"stdout\"}");
		add_string(out, strbuf_str(&inner), "");
		break;
	case IN_CELL:
		add_cell(out, str_of(event));
		break;
	case IN_ROW:
		add_row(out, str_of(event));
		break;
	}
}

static const struct wrapping {
	const char *name, *head, *before;
	enum how how;
	const char *after, *between, *tail;
} wrappings[] = {
	{ "a list of the API",
	  "{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/v1\",\"items\":[", "", AS_IS, "",
	  ",", "]}" },
	{ "a container runtime's log", "", "2026-03-04T05:06:07.1Z stdout F ", AS_IS, "\n", "",
	  "" },
	{ "a container's log of Docker", "", "{\"log\":", IN_STRING_WITH_END,
	  ",\"stream\":\"stdout\",\"time\":\"2026-03-04T05:06:07Z\"}\n", "", "" },
	{ "an export of CloudWatch to S3", "", "2026-03-04T05:06:07.000Z ", AS_IS, "\n", "", "" },
	{ "aws logs filter-log-events", "{\n \"events\": [\n",
	  "{\"logStreamName\":\"kube-apiserver-audit-1\",\"timestamp\":1,\"message\":", IN_STRING,
	  ",\"eventId\":\"1\"}", ",\n", "],\n \"searchedLogStreams\": []\n}\n" },
	{ "a subscription of CloudWatch",
	  "{\"messageType\":\"DATA_MESSAGE\",\"owner\":\"1\",\"logEvents\":[",
	  "{\"id\":\"1\",\"timestamp\":1,\"message\":", IN_STRING, "}", ",", "]}" },
	{ "fluent-bit in CloudWatch", "{\"logEvents\":[", "{\"message\":", IN_TWO_STRINGS, "}", ",",
	  "]}" },
	{ "a query of CloudWatch", "{\"results\":[",
	  "[{\"field\":\"@timestamp\",\"value\":\"2026\"},{\"field\":\"@message\",\"value\":",
	  IN_STRING, "}]", ",", "],\"status\":\"Complete\"}" },
	{ "the console of CloudWatch", "[", "{\"@timestamp\":\"2026\",\"@message\":", AS_IS, "}",
	  ",", "]" },
	{ "a table of CloudWatch", "@timestamp,@message\n", "2026-03-04 05:06:07.000,", IN_CELL,
	  "\n", "", "" },
	{ "Azure's storage", "",
	  "{\"category\":\"kube-audit\",\"properties\":{\"log\":", IN_STRING_WITH_END,
	  ",\"stream\":\"stdout\",\"pod\":\"kube-apiserver-1\"},\"time\":\"x\"}\n", "", "" },
	{ "Azure's event hub", "{\"records\":[",
	  "{\"category\":\"kube-audit\",\"properties\":{\"log\":", IN_STRING,
	  ",\"stream\":\"stdout\"}}", ",", "]}" },
	{ "Azure's diagnostics", "[", "{\"TimeGenerated\":\"2026\",\"log_s\":", IN_STRING_WITH_END,
	  "}", ",", "]" },
	{ "Azure's query API",
	  "{\"tables\":[{\"name\":\"PrimaryResult\",\"columns\":[{\"name\":\"log_s\"}],\"rows\":[",
	  "[\"2026\",", IN_STRING, "]", ",", "]}]}" },
	{ "Azure's table AKSAudit", "[", "", IN_ROW, "", ",", "]" },
	{ "fluentd", "", "{\"stream\":\"stdout\",\"logtag\":\"F\",\"message\":", IN_STRING,
	  ",\"kubernetes\":{\"pod_name\":\"x\"}}\n", "", "" },
	{ "fluentd's files", "", "2026-03-04T05:06:07+00:00\tkube.audit\t", AS_IS, "\n", "", "" },
	{ "fluent-bit's parser", "", "{\"date\":1.5,\"log_processed\":", AS_IS, ",\"log\":\"x\"}\n",
	  "", "" },
	{ "a search in Elasticsearch", "{\"took\":1,\"hits\":{\"total\":{\"value\":3},\"hits\":[",
	  "{\"_index\":\"a\",\"_source\":", AS_IS, "}", ",", "]}}" },
	{ "a dump of Elasticsearch", "", "{\"_index\":\"a\",\"_source\":{\"message\":", IN_STRING,
	  "}}\n", "", "" },
	{ "oc adm node-logs", "", "ip-10-0-1-2.ec2.internal ", AS_IS, "\r\n", "", "" },
	{ "syslog", "-- Logs begin here --\n",
	  "<13>Mar  4 05:06:07 cp-1 kube-apiserver[12]: ", AS_IS, "\n", "", "" },
	{ "a time in brackets", "", "[2026-03-04T05:06:07Z] ", AS_IS, "\n", "", "" },
	{ "journald", "", "{\"__CURSOR\":\"s=1\",\"MESSAGE\":", IN_STRING,
	  ",\"_HOSTNAME\":\"c\"}\n", "", "" },
	{ "an export of Splunk", "", "{\"preview\":false,\"result\":{\"_raw\":", IN_STRING, "}}\n",
	  "", "" },
	{ "Loki's lines", "", "{\"labels\":{\"job\":\"a\"},\"line\":", IN_STRING, "}\n", "", "" },
	{ "Loki's API", "{\"status\":\"success\",\"data\":{\"result\":[{\"stream\":{},\"values\":[",
	  "[\"1\",", IN_STRING, "]", ",", "]}]}}" },
};

static void wrap(const struct wrapping *w, struct strbuf *out)
{
	strbuf_addz(out, w->head);
	for (size_t i = 0; i < ARRAY_LEN(events); i++) {
		strbuf_addz(out, i ? w->between : "");
		strbuf_addz(out, w->before);
		add_event(out, events[i], w->how);
		strbuf_addz(out, w->after);
	}
	strbuf_addz(out, w->tail);
}

/* --- --- */

/* The story without its hash of the recording, which has the places in the file. */
static void lift(struct output *o, const char *name, struct str text, struct strbuf *out)
{
	AUTO_STRBUF yaml = STRBUF_INIT;
	const char *refs, *end;

	assert_int_equal(runner__replace_file(import_input, text, NULL), 0);
	relistf(o, "import %s -o %s", import_input, import_recording);
	if (o->status)
		fail_msg("%s: import: %s", name, o->err.ptr);
	relistf(o, "lift --quiet --name x %s -o %s", import_recording, import_story);
	if (o->status)
		fail_msg("%s: lift: %s", name, o->err.ptr);
	assert_int_equal(runner__read_file(import_story, 1 << 20, &yaml, NULL), 0);
	refs = strstr(yaml.ptr, "\nrefs:");
	assert_non_null(refs);
	end = strchr(refs + 1, '\n');
	strbuf_add(out, yaml.ptr, (size_t)(refs - yaml.ptr));
	strbuf_addz(out, end);
}

static void the_log_itself(struct output *o, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		strbuf_addf(&text, "%s\n", events[i]);
	lift(o, "the log", strbuf_str(&text), out);
	assert_non_null(strstr(out->ptr, "configmaps/shop/c"));
	relistf(o, "check %s", import_story);
	assert_int_equal(o->status, 0);
	relistf(o, "run -q %s", import_story);
	assert_int_equal(o->status, 0);
}

static void import_of_wrapped_events_gives_the_same_recording(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF plain = STRBUF_INIT;

	the_log_itself(o, &plain);
	for (size_t i = 0; i < ARRAY_LEN(wrappings); i++) {
		AUTO_STRBUF text = STRBUF_INIT, got = STRBUF_INIT;

		wrap(&wrappings[i], &text);
		lift(o, wrappings[i].name, strbuf_str(&text), &got);
		if (strcmp(got.ptr, plain.ptr) != 0)
			fail_msg("%s:\n%s\n%s", wrappings[i].name, text.ptr, got.ptr);
	}
}

/* Container logs are cut every 16 KiB. */
static void import_joins_lines_split_by_a_container_runtime(void **state)
{
	enum { PIECE = 100 };
	struct output *o = *state;
	AUTO_STRBUF plain = STRBUF_INIT, cri = STRBUF_INIT, docker = STRBUF_INIT, got = STRBUF_INIT;

	the_log_itself(o, &plain);
	for (size_t i = 0; i < ARRAY_LEN(events); i++) {
		size_t len = strlen(events[i]);

		for (size_t at = 0; at < len; at += PIECE) {
			bool last = at + PIECE >= len;
			struct str piece = { events[i] + at, last ? len - at : PIECE };

			strbuf_addf(&cri, "2026-03-04T05:06:07Z stdout %s " STR_FMT "\n",
				    last ? "F" : "P", STR_ARG(piece));
			strbuf_addz(&docker, "{\"log\":");
			add_string(&docker, piece, last ? "\n" : "");
			strbuf_addz(&docker, ",\"stream\":\"stdout\"}\n");
			if (at)
				strbuf_addz(&docker, "{\"log\":\"I0304 1 x\\n\","
						     "\"stream\":\"stderr\"}\n");
		}
	}
	lift(o, "cri", strbuf_str(&cri), &got);
	assert_string_equal(got.ptr, plain.ptr);
	strbuf_clear(&got);
	lift(o, "docker", strbuf_str(&docker), &got);
	assert_string_equal(got.ptr, plain.ptr);
}

static void import_reports_and_skips_other_log_records(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text,
		    "{\"log\":\"I0304 a line of klog's\\n\",\"stream\":\"stderr\"}\n"
		    "%s\n{\"ts\":1,\"msg\":\"hello\"}\n",
		    events[0]);
	assert_int_equal(runner__replace_file(import_input, strbuf_str(&text), NULL), 0);
	relistf(o, "import %s -o %s", import_input, import_recording);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, ":1: a log's record without an audit event"));
	assert_non_null(strstr(o->err.ptr, ":3: a log's record without an audit event"));
}

static void import_names_logs_of_other_sources(void **state)
{
	static const struct {
		const char *text, *err;
	} cases[] = {
		{ "[{\"protoPayload\":{\"methodName\":\"io.k8s.core.v1.pods.create\"}}]",
		  ":1:2: protoPayload: an entry of Google Cloud's audit log" },
		{ "{\"auditID\":\"1\",\"requestURI\":\"/v3/schemas\",\"method\":\"GET\","
		  "\"stage\":\"RequestReceived\"}",
		  ":1:1: method: an event of Rancher's own API" },
		{ "2017-03-21T03:57:09-04:00 AUDIT: id=\"c9\" ip=\"::1\" method=\"GET\"\n",
		  ":1:1: an audit log in the legacy format" },
		{ "{\"message\":\"nothing of the kind\"}\n", "nothing in the files can be used" },
		{ "node-1 {\"auditID\":\"1\",\"stage\":\"ResponseComplete\",\"verb\":\n",
		  ":1:57: the line ends in the middle of a value" },
		{ "node-1 {\"auditID\":\"1\",\"stage\":\"Panic\",\"verb\":]}\n",
		  ":1:46: not JSON" },
		{ "{\"message\":\"{\\\"kind\\\":\\\"Event\\\",\\\"apiVersion\\\":"
		  "\\\"audit.k8s.io/"
		  "v1alpha1\\\",\\\"auditID\\\":\\\"1\\\",\\\"verb\\\":\\\"get\\\"}"
		  "\"}",
		  ":1:1: apiVersion: audit.k8s.io/v1alpha1 is not read, only audit.k8s.io/v1" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(runner__replace_file(import_input, str_of(cases[i].text), NULL),
				 0);
		relistf(o, "import %s -o %s", import_input, import_recording);
		if (o->status != 2 || !strstr(o->err.ptr, cases[i].err))
			fail_msg("%s: %d %s", cases[i].text, o->status, o->err.ptr);
	}
}

static void import_skips_a_broken_line_on_request(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT, plain = STRBUF_INIT;

	the_log_itself(o, &plain);
	strbuf_addz(&text, "n1 {\"auditID\":\"x\",oops}\n");
	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		strbuf_addf(&text, "n1 %s\n", events[i]);
	assert_int_equal(runner__replace_file(import_input, strbuf_str(&text), NULL), 0);
	relistf(o, "import %s -o %s", import_input, import_recording);
	assert_int_equal(o->status, 2);
	relistf(o, "import --keep-going %s -o %s", import_input, import_recording);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, ":1: column 19: not JSON; the line is left out"));
	relistf(o, "lift --quiet --name x %s", import_recording);
	assert_non_null(strstr(o->out.ptr, "configmaps/shop/c"));
}

/* relist import <(zstd -dc audit.log.zst) */
static void import_reads_a_named_pipe_once(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	pid_t child;
	int status;

	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		strbuf_addf(&text, "%s\n", events[i]);
	(void)unlink(import_input);
	assert_int_equal(mkfifo(import_input, 0600), 0);
	child = fork();
	if (child == 0) {
		int fd = open(import_input, O_WRONLY);

		_exit(write(fd, text.ptr, text.len) == (ssize_t)text.len ? 0 : 1);
	}
	relistf(o, "import %s -o %s", import_input, import_recording);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(o->status, 0);
	assert_int_equal(status, 0);
	assert_int_equal(unlink(import_input), 0);
	relistf(o, "lift --quiet --name x %s", import_recording);
	assert_non_null(strstr(o->out.ptr, "configmaps/shop/c"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_of_wrapped_events_gives_the_same_recording),
		cmocka_unit_test(import_joins_lines_split_by_a_container_runtime),
		cmocka_unit_test(import_reports_and_skips_other_log_records),
		cmocka_unit_test(import_names_logs_of_other_sources),
		cmocka_unit_test(import_skips_a_broken_line_on_request),
		cmocka_unit_test(import_reads_a_named_pipe_once),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
