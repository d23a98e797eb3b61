/* SPDX-License-Identifier: Apache-2.0 */
/* relist import: the corners of the documented formats, each through lift, check and run. */
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

/* --- audit events --- */

#define AT(sec) "2026-03-04T05:06:" sec ".000000Z"
#define EVENT(id, stage, verb, uri, code, sec, more)                                               \
	"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"RequestResponse\","    \
	"\"auditID\":\"" id "\",\"stage\":\"" stage "\",\"requestURI\":\"" uri                     \
	"\",\"verb\":\"" verb                                                                      \
	"\",\"user\":{\"username\":\"op\"},\"userAgent\":\"op/1\",\"responseStatus\":{"            \
	"\"metadata\":{},\"code\":" code                                                           \
	"},\"requestReceivedTimestamp\":\"" AT(sec) "\",\"stageTimestamp\":\"" AT(sec) "\"" more   \
										       "}\n"
#define DONE(id, verb, uri, code, sec, more)                                                       \
	EVENT(id, "ResponseComplete", verb, uri, code, sec, more)
#define REQUEST(json)  ",\"requestObject\":" json
#define RESPONSE(json) ",\"responseObject\":" json
#define META(name, rv)                                                                             \
	"\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"uid\":\"u-" name             \
	"\",\"resourceVersion\":\"" rv "\"}"
#define POD(name, rv, spec)                                                                        \
	"{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," META(name, rv) ",\"spec\":{" spec "}}"
#define MAP(name, rv, v)                                                                           \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"," META(name, rv) ",\"data\":{\"v\":\"" v    \
									"\"}}"
#define SCALE(rv, n)                                                                               \
	"{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\"," META(                             \
	    "web", rv) ",\"spec\":{\"replicas\":" n "}}"
#define MARK ",\"deletionTimestamp\":\"2026-03-04T05:06:02Z\""
#define NAMESPACE(rv, mark, finalizers)                                                            \
	"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"old\",\"uid\":"    \
	"\"u\","                                                                                   \
	"\"resourceVersion\":\"" rv "\"" mark "},\"spec\":{\"finalizers\":[" finalizers "]}}"
#define SUCCESS "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\"}"
#define PODS	"/api/v1/namespaces/shop/pods"
#define MAPS	"/api/v1/namespaces/shop/configmaps"
#define SETS	"/apis/apps/v1/namespaces/shop/deployments"
#define WEB                                                                                        \
	"{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\"," META(                               \
	    "web", "5") ",\"spec\":{\"replicas\":1}}"

#define APPS "/apis/x.io/v1/namespaces/shop/apps"
#define APP(meta)                                                                                  \
	"{\"kind\":\"App\",\"apiVersion\":\"x.io/v1\",\"metadata\":{" meta "\"name\":\"a\","       \
	"\"namespace\":\"shop\"},\"spec\":{\"size\":1}}"

/* --- others --- */

#define ADDED(object) "{\"type\":\"ADDED\",\"object\":" object "}\n"
#define HAR(entries)  "{\"log\":{\"version\":\"1.2\",\"entries\":[" entries "]}}"
#define ENTRY(url, status, content, more)                                                          \
	"{\"startedDateTime\":\"" AT(                                                              \
	    "01") "\",\"time\":5000,\"request\":{\"method\":\"GET\","                              \
		  "\"url\":\"" url                                                                 \
		  "\",\"headers\":[{\"name\":\":authority\",\"value\":\"k8s\"}]},"                 \
		  "\"response\":{\"status\":" status                                               \
		  ",\"headers\":[{\"name\":\":status\",\"value\":\"" status                        \
		  "\"}],\"content\":{" content "}}" more "}"
#define LIST                                                                                       \
	"{\\\"kind\\\":\\\"ConfigMapList\\\",\\\"apiVersion\\\":\\\"v1\\\",\\\"metadata\\\":{"     \
	"\\\"resourceVersion\\\":\\\"5\\\"},\\\"items\\\":[]}"
#define LISTED(content, more) ENTRY("https://k8s" MAPS "?limit=500", "200", content, more)
#define WATCHED(content, more)                                                                     \
	ENTRY("https://k8s" MAPS "?watch=true&resourceVersion=5", "200", content, more)
#define ONE                                                                                        \
	"\"text\":\"{\\\"kind\\\":\\\"ConfigMapList\\\",\\\"apiVersion\\\":\\\"v1\\\","            \
	"\\\"metadata\\\":{\\\"resourceVersion\\\":\\\"5\\\"},\\\"items\\\":[{\\\"metadata\\\":"   \
	"{\\\"name\\\":\\\"a\\\",\\\"namespace\\\":\\\"shop\\\",\\\"resourceVersion\\\":"          \
	"\\\"5\\\"}}]}\""
#define PACKED "\"encoding\":\"base64\",\"text\":\"H4sIAAAAAAAAAwMAAAAAAAAAAAA=\""
#define BROWSER_BODY                                                                               \
	"\"size\":9,\"mimeType\":\"application/json\",\"compression\":-3,\"comment\":\"c\","       \
	"\"text\":\"" LIST "\""
#define BROWSER_MORE                                                                               \
	",\"_initiator\":{\"type\":\"other\",\"stack\":null},\"_priority\":\"High\",\"cache\":{}," \
	"\"pageref\":\"page_1\",\"connection\":\"443\",\"timings\":{\"blocked\":-1,\"ssl\":-1}"
#define SAFARI_MORE ",\"_securityState\":\"secure\",\"serverIPAddress\":\"[::1]\""
#define ABORTED	    ",\"_error\":\"net::ERR_ABORTED\""
#define MESSAGE(op, data)                                                                          \
	"{\"type\":\"receive\",\"time\":1772600763.5,\"opcode\":" op ",\"data\":\"" data "\"}"
#define EVENT_TEXT                                                                                 \
	"{\\\"type\\\":\\\"ADDED\\\",\\\"object\\\":{\\\"kind\\\":\\\"ConfigMap\\\","              \
	"\\\"apiVersion\\\":\\\"v1\\\",\\\"metadata\\\":{\\\"name\\\":\\\"a\\\","                  \
	"\\\"namespace\\\":\\\"shop\\\",\\\"resourceVersion\\\":\\\"7\\\"}}}"
/* {"type":"DELETED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a",
   "namespace":"shop","resourceVersion":"8"}}} */
#define EVENT_BASE64                                                                               \
	"eyJ0eXBlIjoiREVMRVRFRCIsIm9iamVjdCI6eyJraW5kIjoiQ29uZmlnTWFwIiwiYXBpVmVyc2lvbiI6InYxIiwi" \
	"bWV0YWRhdGEiOnsibmFtZSI6ImEiLCJuYW1lc3BhY2UiOiJzaG9wIiwicmVzb3VyY2VWZXJzaW9uIjoiOCJ9fX0="

struct format {
	const char *name, *text;
	const char *says;    /* the import, on stderr; NULL: nothing at all */
	const char *has[4];  /* the scenario */
	const char *has_not; /* NULL: nothing */
};

static const struct format formats[] = {
	{ "a namespace ends when its finalizers go",
	  DONE("1", "create", "/api/v1/namespaces", "201", "01",
	       RESPONSE(NAMESPACE("5", "", "\"kubernetes\"")))
	      DONE("2", "delete", "/api/v1/namespaces/old", "200", "02",
		   RESPONSE(NAMESPACE("6", MARK, "\"kubernetes\"")))
		  DONE("3", "update", "/api/v1/namespaces/old/finalize", "200", "03",
		       RESPONSE(NAMESPACE("6", MARK, "")))
		      DONE("4", "create", "/api/v1/namespaces", "201", "04",
			   RESPONSE(NAMESPACE("8", "", "\"kubernetes\""))),
	  NULL,
	  { "- delete: [namespaces/old]  # rv 3, was 6",
	    "- delete: {keys: [namespaces/old], finalizers: drop}  # rv 4", "  # rv 5, was 8",
	    "old: any" },
	  NULL },
	{ "scale and status are imported without a watch",
	  DONE("1", "create", SETS, "201", "01", RESPONSE(WEB))
	      DONE("2", "update", SETS "/web/scale", "200", "02",
		   REQUEST(SCALE("5", "3")) RESPONSE(SCALE("6", "3")))
		  DONE("3", "patch", SETS "/web/scale", "200", "03",
		       REQUEST("{\"spec\":{\"replicas\":4}}")),
	  NULL,
	  { "{spec: {replicas: 3}}}  # rv 3, was 6", "{spec: {replicas: 4}}}  # rv 4" },
	  NULL },
	{ "a binding, an eviction and the end of a pod",
	  DONE("1", "create", PODS, "201", "01", RESPONSE(POD("p", "5", "")))
	      DONE("2", "create", PODS "/p/binding", "201", "02",
		   REQUEST("{\"kind\":\"Binding\",\"metadata\":{\"name\":\"p\"},\"target\":{"
			   "\"kind\":\"Node\",\"name\":\"n7\"}}") RESPONSE(SUCCESS))
		  DONE("3", "create", PODS "/p/eviction", "201", "03",
		       REQUEST("{\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}") RESPONSE(
			   SUCCESS)) DONE("4", "delete", PODS "/p", "200", "04", RESPONSE(SUCCESS)),
	  NULL,
	  { "nodeName: n7", "deletionTimestamp", "- delete: [pods/shop/p]" },
	  NULL },
	{ "tokens, reviews, logs, exec and health are about no objects",
	  DONE("1", "create", PODS, "201", "01", RESPONSE(POD("p", "5", "")))
	      DONE("2", "create", "/api/v1/namespaces/shop/serviceaccounts/default/token", "201",
		   "02", "")
		  DONE("3", "create", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
		       "201", "03",
		       RESPONSE("{\"kind\":\"SelfSubjectAccessReview\",\"metadata\":{}}"))
		      DONE("4", "get", PODS "/p/log?follow=true", "200", "04", "")
			  DONE("5", "get", PODS "/p/exec?command=sh", "101", "05", "")
			      DONE("6", "get", "/livez", "200", "06", ""),
	  "/livez is about no objects; left out",
	  { "pods/shop/p" },
	  "serviceaccounts" },
	{ "events of a watch of one node's pods are derived",
	  EVENT("1", "ResponseStarted", "watch",
		"/api/v1/pods?fieldSelector=spec.nodeName%3Dn1&resourceVersion=4&watch=true", "200",
		"01", "") DONE("2", "create", PODS, "201", "02",
			       RESPONSE(POD("a", "5", "\"nodeName\":\"n1\"")))
	      DONE("3", "create", PODS, "201", "03", RESPONSE(POD("b", "6", "\"nodeName\":\"n2\"")))
		  DONE("4", "patch", PODS "/a", "200", "04",
		       RESPONSE(POD("a", "7", "\"nodeName\":\"n2\""))),
	  "1 watches were open",
	  { "field-selector: spec.nodeName=n1", "- add pods/shop/a rv=2", "- delete pods/shop/a" },
	  "- add pods/shop/b" },
	{ "a batch that was sent twice is one",
	  "{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/"
	  "v1\",\"metadata\":{},\"items\":[" DONE(
	      "1", "create", MAPS, "201", "01",
	      RESPONSE(MAP(
		  "a", "5",
		  "1"))) "," DONE("2", "delete", MAPS "/a", "200", "02",
				  RESPONSE(
				      SUCCESS)) "]}\r\n"
						"{\"kind\":\"EventList\",\"apiVersion\":\"audit."
						"k8s.io/v1\",\"metadata\":{},\"items\":[" DONE(
						    "1", "create", MAPS, "201", "01",
						    RESPONSE(MAP(
							"a", "5",
							"1"))) "," DONE("2", "delete", MAPS "/a",
									"200", "02",
									RESPONSE(SUCCESS)) "]}\r\n",
	  "auditID: this ResponseComplete of 1 came before; it is skipped",
	  { "create: {configmaps/shop/a: config-map}", "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "a dry run, a conflict, a panic and a stage without an answer change nothing",
	  DONE("1", "create", MAPS, "201", "01", RESPONSE(MAP("a", "5", "1")))
	      EVENT("2", "RequestReceived", "update", MAPS "/a", "0", "02", "")
		  DONE("3", "update", MAPS "/a?dryRun=All", "200", "03",
		       RESPONSE(MAP("a", "5", "dry")))
		      DONE("4", "update", MAPS "/a", "409", "04", REQUEST(MAP("a", "4", "lost")))
			  EVENT("5", "Panic", "update", MAPS "/a", "500", "05",
				REQUEST(MAP("a", "5", "panic"))),
	  NULL,
	  { "config-map: {data: {v: '1'}}" },
	  "- update" },
	{ "a made name, and a collection that no client watches is deleted",
	  DONE("1", "create", MAPS, "201", "01",
	       REQUEST("{\"metadata\":{\"generateName\":\"gen-\"}}")
		   RESPONSE(MAP("gen-x1", "5", "1")))
	      DONE("2", "create", MAPS, "201", "02", RESPONSE(MAP("b", "6", "1")))
		  DONE("3", "deletecollection", MAPS "?labelSelector=a%3Db", "200", "03",
		       RESPONSE("{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{"
				"\"resourceVersion\":\"9\"},\"items\":[" MAP(
				    "gen-x1", "5", "1") "," MAP("b", "6", "1") "]}")),
	  NULL,
	  { "- delete: [configmaps/shop/gen-x1]", "- delete: [configmaps/shop/b]" },
	  NULL },
	{ "patches of a custom resource at level Request, as the patch kinds are",
	  DONE("1", "create", APPS, "201", "01", REQUEST(APP("\"finalizers\":[\"x.io/f\"],")))
	      DONE("2", "patch", APPS "/a", "200", "02", REQUEST("{\"spec\":{\"size\":2}}"))
		  DONE("3", "patch", APPS "/a", "200", "03",
		       REQUEST("[{\"op\":\"replace\",\"path\":\"/spec/size\",\"value\":3}]"))
		      DONE("4", "patch", APPS "/a?fieldManager=k&force=true", "200", "04",
			   REQUEST(APP("\"labels\":{\"by\":\"apply\"},")))
			  DONE("5", "delete", APPS "/a", "200", "05",
			       REQUEST("{\"kind\":\"DeleteOptions\"}"))
			      DONE("6", "patch", APPS "/a", "200", "06",
				   REQUEST("{\"metadata\":{\"finalizers\":null}}")),
	  "what became of apps a is assumed from requestObject",
	  { "{spec: {size: 2}}", "{spec: {size: 3}}", "by: apply",
	    "- advance: 1s\n  - delete: {keys: [apps/shop/a], finalizers: drop}" },
	  NULL },
	{ "messages of a WebSocket, texts and bytes",
	  HAR(ENTRY("https://k8s" MAPS "?limit=500", "200", "\"text\":\"" LIST "\"", "") "," ENTRY(
	      "wss://k8s" MAPS "?watch=true&resourceVersion=5", "101", "",
	      ",\"_webSocketMessages\":[" MESSAGE("1", EVENT_TEXT) "," MESSAGE("2",
									       EVENT_BASE64) "]")),
	  "response.status: 101, a WebSocket; its messages are recorded as a stream",
	  { "configmaps/shop/a", "- delete: [configmaps/shop/a]", "-> 200" },
	  " 101" },
	{ "an apiserver behind a dashboard's path",
	  HAR(ENTRY(
	      "https://rancher/k8s/clusters/c-1" MAPS "?limit=500", "200", "\"text\":\"" LIST "\"",
	      "") "," ENTRY("https://rancher/k8s/clusters/c-1" MAPS "?watch=1&resourceVersion=5",
			    "200", "\"encoding\":\"base64\",\"text\":\"" EVENT_BASE64 "\"", "")),
	  "request.url: /k8s/clusters/c-1" MAPS " is taken for " MAPS,
	  { "LIST configmaps rv=0" },
	  NULL },
	{ "what browsers and proxies write besides",
	  "\xEF\xBB\xBF" HAR(LISTED(BROWSER_BODY, BROWSER_MORE) "," WATCHED(
	      "\"encoding\":\"base64\",\"text\":\"" EVENT_BASE64 "\"", SAFARI_MORE)),
	  NULL,
	  { "LIST configmaps rv=0", "WATCH configmaps" },
	  NULL },
	{ "a watch whose body was not kept",
	  HAR(LISTED(ONE, "") "," WATCHED("\"text\":null", "")),
	  "response.content.text: missing; the events of the watch are unknown",
	  { "configmaps/shop/a" },
	  NULL },
	{ "a list whose body was not kept",
	  HAR(LISTED("\"size\":7", "") "," WATCHED("\"text\":\"" EVENT_TEXT "\"", "")),
	  "response.content.text: missing; what was answered is not known",
	  { "configmaps/shop/a" },
	  NULL },
	{ "a body that is still packed",
	  HAR(LISTED(ONE, "") "," WATCHED(PACKED, "")),
	  "response.content.text: compressed, which no body of a HAR is; left out",
	  { "configmaps/shop/a" },
	  NULL },
	{ "a request that a browser gave up",
	  HAR(LISTED(ONE, "") "," ENTRY("https://k8s" MAPS "?watch=true", "0", "", ABORTED)),
	  "response.status: 0; taken for a connection that was closed without an answer",
	  { "configmaps/shop/a" },
	  NULL },
};

static void imports(struct output *o, const char *name, const char *text, const char *more)
{
	assert_int_equal(runner__replace_file(import_input, str_of(text), NULL), 0);
	relistf(o, "import%s %s -o %s", more, import_input, import_recording);
	if (o->status)
		fail_msg("%s: import: %s", name, o->err.ptr);
}

static void unusual_inputs_of_each_format_import_lift_and_pass(void **state)
{
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		const struct format *f = &formats[i];
		AUTO_STRBUF text = STRBUF_INIT;

		imports(o, f->name, f->text, "");
		if (f->says ? !strstr(o->err.ptr, f->says) : 0)
			fail_msg("%s: import said: %s", f->name, o->err.ptr);
		relistf(o, "lift --quiet --name x %s -o %s", import_recording, import_story);
		if (o->status)
			fail_msg("%s: lift: %s", f->name, o->err.ptr);
		assert_int_equal(runner__read_file(import_story, 1 << 20, &text, NULL), 0);
		for (size_t k = 0; k < ARRAY_LEN(f->has) && f->has[k]; k++)
			if (!strstr(text.ptr, f->has[k]))
				fail_msg("%s: no %s in\n%s", f->name, f->has[k], text.ptr);
		if (f->has_not && strstr(text.ptr, f->has_not))
			fail_msg("%s: %s in\n%s", f->name, f->has_not, text.ptr);
		relistf(o, "check %s", import_story);
		assert_int_equal(o->status, 0);
		relistf(o, "run -q %s", import_story);
		if (o->status)
			fail_msg("%s: run: %s", f->name, o->out.ptr);
	}
}

static void import_names_inputs_that_are_no_objects(void **state)
{
	static const struct {
		const char *text, *err;
	} cases[] = {
		{ "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/"
		  "v1\",\"metadata\":{},\"rows\":[]}",
		  ":1:1: kind: a Table has rows for people, not objects: kubectl get -o json" },
		{ ADDED("{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/"
			"v1\",\"metadata\":{},\"rows\":[]}"),
		  ":1:1: object.kind: a Table has rows for people, not objects" },
		{ SUCCESS, ":1:1: kind: a Status, an answer that is no object" },
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

/* A clock that went back, objects that no scenario can name: the rest is reported. */
static void import_skips_and_lists_impossible_events(void **state)
{
	static const char log[] =
	    DONE("1", "create", MAPS, "201", "05", RESPONSE(MAP("a", "5", "1")))
		EVENT("2", "ResponseStarted", "watch", MAPS "?resourceVersion=5&watch=true", "200",
		      "01", "")
		    DONE("3", "create", "/api/v1/namespaces/shop/es", "201", "02",
			 RESPONSE("{\"kind\":\"E\",\"apiVersion\":\"v1\"," META("e", "7") "}"))
			DONE("4", "create", MAPS, "201", "03",
			     RESPONSE("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
				      "\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"8\"}}"));
	struct output *o = *state;

	imports(o, "odd", log, "");
	relistf(o, "lift %s -o %s", import_recording, import_story);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, "/es is of no type that a scenario can have: left out"));
	assert_non_null(
	    strstr(o->err.ptr, "configmaps n is left out: metadata.namespace is missing"));
	relistf(o, "check %s", import_story);
	assert_int_equal(o->status, 0);
	relistf(o, "run -q %s", import_story);
	assert_int_equal(o->status, 0);
}

/* kubectl ... 2>&1 > file */
static void warnings_between_events_are_reported_and_skipped(void **state)
{
	struct output *o = *state;

	assert_int_equal(runner__replace_file(
			     import_input,
			     STR("Warning: v1 is old\n" ADDED(
				 MAP("a", "5", "1")) "W0304 watch of x ended\n" ADDED(MAP("b", "6",
											  "1"))),
			     NULL),
			 0);
	relistf(o, "import %s -o %s", import_input, import_recording);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, ":1:1: "));
	relistf(o, "import --keep-going %s -o %s", import_input, import_recording);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, ":1: "));
	assert_non_null(strstr(o->err.ptr, ":3: "));
	relistf(o, "lift --quiet %s", import_recording);
	assert_non_null(strstr(o->out.ptr, "configmaps/shop/a"));
	assert_non_null(strstr(o->out.ptr, "configmaps/shop/b"));
}

/* --- logs of several apiservers --- */

struct log {
	struct strbuf text;
	int64_t ahead_ms; /* its clock */
};

/* A write that took 20 ms, as one apiserver's log has it. */
static void add_write(struct log *log, const char *verb, int64_t at_ms, const char *name,
		      unsigned rv)
{
	int64_t ms = 360000 + at_ms + log->ahead_ms, done = ms + 20;

	strbuf_addf(
	    &log->text,
	    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"auditID\":\"%s-%u-%lld\","
	    "\"stage\":\"ResponseComplete\",\"verb\":\"%s\",\"requestURI\":\"" MAPS "/%s\","
	    "\"user\":{\"username\":\"op\"},\"responseStatus\":{\"code\":200},"
	    "\"responseObject\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
	    "\"name\":\"%s\",\"namespace\":\"shop\",\"resourceVersion\":\"%u\"},\"data\":{"
	    "\"v\":\"%u\"}},\"requestReceivedTimestamp\":\"2026-03-04T05:%02lld:%02lld.%03lldZ\","
	    "\"stageTimestamp\":\"2026-03-04T05:%02lld:%02lld.%03lldZ\"}\n",
	    name, rv, (long long)at_ms, verb, name, name, rv, rv, (long long)(ms / 60000),
	    (long long)(ms / 1000 % 60), (long long)(ms % 1000), (long long)(done / 60000),
	    (long long)(done / 1000 % 60), (long long)(done % 1000));
}

/* The first line's watch of the one gets the writes of the other. */
static void import_two(struct output *o, int64_t ahead_ms, bool nothing_new)
{
	struct log a = { STRBUF_INIT, 0 }, b = { STRBUF_INIT, ahead_ms };
	char second[80];

	(void)snprintf(second, sizeof(second), "%s-second", import_input);
	strbuf_addz(&a.text, EVENT("w", "ResponseStarted", "watch",
				   MAPS "?resourceVersion=9&watch=true", "200", "00", ""));
	for (unsigned i = 0; i < 6; i++)
		add_write(i % 2 ? &b : &a, "update", 1000 + 1000 * i, i % 2 ? "b" : "a", 10 + i);
	/* a response with an old version does not show when that version was written */
	if (nothing_new)
		add_write(&a, "patch", 9000, "old", 3);
	assert_int_equal(runner__replace_file(import_input, strbuf_str(&a.text), NULL), 0);
	assert_int_equal(runner__replace_file(second, strbuf_str(&b.text), NULL), 0);
	relistf(o, "import %s %s -o %s", import_input, second, import_recording);
	assert_int_equal(o->status, 0);
	(void)unlink(second);
	strbuf_fini(&a.text);
	strbuf_fini(&b.text);
}

static void import_aligns_the_clocks_of_several_apiservers(void **state)
{
	static const struct {
		int64_t ahead_ms;
		bool nothing_new;
		const char *says;
	} cases[] = {
		{ 0, false, NULL },
		{ 50, false, NULL },
		{ 0, true, NULL },
		{ 600000, false, "second: stageTimestamp: the clock is 10m0s ahead of that of " },
		{ 600000, true, "second: stageTimestamp: the clock is 10m0s ahead of that of " },
		{ 180000, true, "second: stageTimestamp: the clock is 3m0s ahead of that of " },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		import_two(o, cases[i].ahead_ms, cases[i].nothing_new);
		if (cases[i].says ? !strstr(o->err.ptr, cases[i].says)
				  : strstr(o->err.ptr, "clock") != NULL)
			fail_msg("%lld ms: %s", (long long)cases[i].ahead_ms, o->err.ptr);
		relistf(o, "lift --quiet --name x %s -o %s", import_recording, import_story);
		assert_int_equal(o->status, 0);
		assert_int_equal(runner__read_file(import_story, 1 << 20, &text, NULL), 0);
		/* none of the pauses is longer than what was between two writes */
		if (strstr(text.ptr, "advance: 3m") || strstr(text.ptr, "advance: 10m") ||
		    !strstr(text.ptr, "- update configmaps/shop/b"))
			fail_msg("%lld ms:\n%s", (long long)cases[i].ahead_ms, text.ptr);
		relistf(o, "run -q %s", import_story);
		assert_int_equal(o->status, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unusual_inputs_of_each_format_import_lift_and_pass),
		cmocka_unit_test(import_names_inputs_that_are_no_objects),
		cmocka_unit_test(import_skips_and_lists_impossible_events),
		cmocka_unit_test(warnings_between_events_are_reported_and_skipped),
		cmocka_unit_test(import_aligns_the_clocks_of_several_apiservers),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
