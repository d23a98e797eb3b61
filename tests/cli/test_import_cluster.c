/* SPDX-License-Identifier: Apache-2.0 */
/* relist import, lift, check, run: logs of clusters in which many look at one object, in several
 * forms and through selectors. */
#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

static const char second[] = "/tmp/relist-import-second.json";

struct line {
	int sec; /* when it was answered */
	const char *agent, *verb, *uri;
	int code;
	const char *answer; /* NULL: the log's level leaves it out */
};

enum { LINES_MAX = 16 };

static void add_line(struct strbuf *log, size_t id, const struct line *l)
{
	bool watch = strcmp(l->verb, "watch") == 0 && l->code == 200;

	strbuf_addf(log,
		    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":"
		    "\"RequestResponse\",\"auditID\":\"%zu\",\"stage\":\"%s\",\"verb\":\"%s\","
		    "\"requestURI\":\"%s\",\"user\":{\"username\":\"u\"},\"userAgent\":\"%s\","
		    "\"responseStatus\":{\"metadata\":{},\"code\":%d}",
		    id, watch ? "ResponseStarted" : "ResponseComplete", l->verb, l->uri, l->agent,
		    l->code);
	if (l->answer)
		strbuf_addf(log, ",\"responseObject\":%s", l->answer);
	strbuf_addf(log,
		    ",\"requestReceivedTimestamp\":\"2026-03-04T05:%02d:%02d.000000Z\","
		    "\"stageTimestamp\":\"2026-03-04T05:%02d:%02d.000000Z\"}\n",
		    l->sec / 60, l->sec % 60, l->sec / 60, l->sec % 60);
}

#define META(name, rv, more)                                                                       \
	"\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"uid\":\"u-" name             \
	"\",\"resourceVersion\":\"" rv "\"" more "}"
#define LIST(kind, version, rv)                                                                    \
	"{\"kind\":\"" kind "List\",\"apiVersion\":\"" version                                     \
	"\",\"metadata\":{\"resourceVersion\":\"" rv "\"},\"items\":[]}"
#define SUCCESS "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}"
#define NO_TYPE "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":404}"
#define POD(rv, app, spec)                                                                         \
	"{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," META("p", rv,                                   \
							",\"labels\":{\"app\":\"" app              \
							"\"}") ",\"spec\":{" spec "}}"
#define EVENTS_1 "/api/v1/namespaces/shop/events"
#define EVENTS_2 "/apis/events.k8s.io/v1/namespaces/shop/events"
#define PODS	 "/api/v1/namespaces/shop/pods"
#define SCALERS	 "/namespaces/shop/horizontalpodautoscalers"
#define WIDGETS	 "/namespaces/shop/widgets"
#define MAPS	 "/api/v1/namespaces/shop/configmaps"
#define MAP(rv, v)                                                                                 \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"," META("m", rv, "") ",\"data\":{\"v\":"     \
									   "\"" v "\"}}"
#define OTHER_MAP(rv)                                                                              \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"m\","              \
	"\"namespace\":\"shop\",\"uid\":\"u-2\",\"resourceVersion\":\"" rv "\"}}"
#define TRIED                                                                                      \
	",\"requestObject\":{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":["        \
	"\"All\"]}"

static const struct {
	const char *name;
	struct line lines[LINES_MAX];
	const char *recorded[3];	 /* in the recording */
	const char *has[5], *has_not[3]; /* in the scenario */
	const char *says;		 /* lift */
} logs[] = {
	{ "events of both groups are kept as one type",
	  { { 1, "op/1", "list", EVENTS_1, 200, LIST("Event", "v1", "5") },
	    { 2, "op/1", "watch", EVENTS_1 "?watch=true&resourceVersion=5", 200, NULL },
	    { 3, "kubelet/1", "create", EVENTS_1, 201,
	      "{\"kind\":\"Event\",\"apiVersion\":\"v1\"," META(
		  "one", "6",
		  "") ",\"reason\":"
		      "\"Pulled\",\"message\":\"first\",\"involvedObject\":{\"kind\":\"Pod\"}}" },
	    { 4, "kube-scheduler/1", "create", EVENTS_2, 201,
	      "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\"," META(
		  "two", "7", "") ",\"reason\":\"Scheduled\",\"note\":\"second\",\"regarding\":{"
				  "\"kind\":\"Pod\"}}" },
	    { 5, "kube-scheduler/1", "delete", EVENTS_2 "/one", 200, SUCCESS } },
	  { "\"involvedObject\":{\"kind\":\"Pod\"},\"message\":\"second\"" },
	  { "events: v1/events", "events/shop/two", "message: second", "delete: [events/shop/one]",
	    "add events/shop/two" },
	  { "events-2", "regarding", "note:" },
	  NULL },
	{ "a field selector of the other group selects the same",
	  { { 1, "op/1", "list", EVENTS_2 "?fieldSelector=regarding.name%3Dp", 200,
	      LIST("Event", "events.k8s.io/v1", "5") },
	    { 2, "op/1", "watch",
	      EVENTS_2 "?fieldSelector=regarding.name%3Dp&watch=true&resourceVersion=5", 200,
	      NULL },
	    { 3, "kubelet/1", "create", EVENTS_1, 201,
	      "{\"kind\":\"Event\",\"apiVersion\":\"v1\"," META(
		  "one", "6",
		  "") ",\"reason\":"
		      "\"Pulled\",\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"p\"}}" } },
	  { NULL },
	  { "field-selector: involvedObject.name=p", "add events/shop/one" },
	  { "regarding" },
	  NULL },
	{ "a watch of one version gets writes in another version",
	  { { 1, "op/1", "list", "/apis/x.example/v1" WIDGETS "?resourceVersion=0", 200,
	      LIST("Widget", "x.example/v1", "5") },
	    { 2, "op/1", "watch", "/apis/x.example/v1" WIDGETS "?watch=true&resourceVersion=5", 200,
	      NULL },
	    { 3, "old/1", "create", "/apis/x.example/v1beta1" WIDGETS, 201,
	      "{\"apiVersion\":\"x.example/v1beta1\",\"kind\":\"Widget\"," META(
		  "w", "6", "") ",\"spec\":{\"n\":1}}" },
	    { 4, "op/1", "update", "/apis/x.example/v1" WIDGETS "/w", 200,
	      "{\"apiVersion\":\"x.example/v1\",\"kind\":\"Widget\"," META(
		  "w", "7", "") ",\"spec\":{\"n\":2}}" } },
	  { "\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"x.example/v1\",\"kind\":\"Widget\"",
	    "\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"x.example/v1\"" },
	  { "add widgets/shop/w", "update widgets/shop/w" },
	  { "v1beta1" },
	  "the requests and notifications of our client are as recorded" },
	{ "an autoscaler is converted",
	  { { 1, "op/1", "list", "/apis/autoscaling/v2" SCALERS, 200,
	      LIST("HorizontalPodAutoscaler", "autoscaling/v2", "5") },
	    { 2, "op/1", "watch", "/apis/autoscaling/v2" SCALERS "?watch=true&resourceVersion=5",
	      200, NULL },
	    { 3, "old/1", "create", "/apis/autoscaling/v1" SCALERS, 201,
	      "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\"," META(
		  "h", "6", "") ",\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":{\"kind\":"
				"\"Deployment\",\"name\":\"d\"},"
				"\"targetCPUUtilizationPercentage\":70}}" } },
	  { "\"averageUtilization\":70" },
	  { "autoscaling/v2/horizontalpodautoscalers", "averageUtilization: 70" },
	  { "targetCPUUtilizationPercentage" },
	  NULL },
	{ "two groups have a kind of one name",
	  { { 1, "op/1", "create", "/apis/x.example/v1" WIDGETS, 201,
	      "{\"apiVersion\":\"x.example/v1\",\"kind\":\"Widget\"," META(
		  "w", "6", "") ",\"spec\":{\"n\":1}}" },
	    { 2, "op/1", "create", "/apis/y.example/v1" WIDGETS, 201,
	      "{\"apiVersion\":\"y.example/v1\",\"kind\":\"Widget\"," META(
		  "w", "7", "") ",\"spec\":{\"m\":1}}" } },
	  { NULL },
	  { "    widget:", "    widget-2:" },
	  { NULL },
	  NULL },
	{ "what leaves a selection is not deleted",
	  { { 1, "all/1", "list", PODS "?resourceVersion=0", 200, LIST("Pod", "v1", "5") },
	    { 1, "all/1", "watch", PODS "?watch=true&resourceVersion=5", 200, NULL },
	    { 1, "some/1", "list", PODS "?labelSelector=app%3Da&resourceVersion=0", 200,
	      LIST("Pod", "v1", "5") },
	    { 2, "some/1", "watch", PODS "?labelSelector=app%3Da&watch=true&resourceVersion=5", 200,
	      NULL },
	    { 3, "c/1", "create", PODS, 201, POD("6", "a", "") },
	    { 4, "c/1", "patch", PODS "/p", 200, POD("7", "b", "") },
	    { 5, "c/1", "patch", PODS "/p", 200, POD("8", "a", "") } },
	  { "\"type\":\"DELETED\"" },
	  { "- update: {pods/shop/p: {metadata: {labels: {app: b}}}}",
	    "- update: {pods/shop/p: {metadata: {labels: {app: a}}}}", "- delete pods/shop/p" },
	  { "- delete: [pods" },
	  "the requests and notifications of our client are as recorded" },
	{ "a pod that is on no node is gone when it is evicted",
	  { { 1, "op/1", "create", PODS, 201, POD("6", "a", "\"priority\":0") },
	    { 2, "op/1", "create", PODS "/p/eviction", 201, SUCCESS } },
	  { NULL },
	  { "- delete: [pods/shop/p]" },
	  { "deletionTimestamp" },
	  NULL },
	{ "one that is on a node is stopped first",
	  { { 1, "op/1", "create", PODS, 201, POD("6", "a", "\"nodeName\":\"n\"") },
	    { 2, "op/1", "create", PODS "/p/eviction", 201, SUCCESS },
	    { 4, "kubelet/1", "delete", PODS "/p", 200, NULL } },
	  { NULL },
	  { "deletionTimestamp", "- delete: [pods/shop/p]" },
	  { NULL },
	  NULL },
	{ "of the two deletions of a pod the log has no answers",
	  { { 1, "op/1", "create", PODS, 201, POD("6", "a", "\"nodeName\":\"n\"") },
	    { 2, "op/1", "delete", PODS "/p", 200, NULL },
	    { 4, "kubelet/1", "delete", PODS "/p", 200, NULL } },
	  { NULL },
	  { "deletionTimestamp", "- delete: [pods/shop/p]" },
	  { NULL },
	  NULL },
	{ "nor of a pod of which nothing is known: the second changes nothing",
	  { { 1, "op/1", "create", MAPS, 201, MAP("5", "1") },
	    { 2, "op/1", "delete", PODS "/p", 200, NULL },
	    { 4, "kubelet/1", "delete", PODS "/p", 200, NULL },
	    { 5, "op/1", "update", MAPS "/m", 200, MAP("9", "2") } },
	  { NULL },
	  { "configmaps/shop/m" },
	  { NULL },
	  NULL },
	{ "a deletion that is only tried says so in its body",
	  { { 1, "op/1", "create", MAPS, 201, MAP("5", "1") },
	    { 2, "op/1", "delete", MAPS "/m", 200, MAP("5", "1") TRIED },
	    { 3, "op/1", "delete", MAPS "/m", 200, SUCCESS TRIED },
	    { 5, "op/1", "update", MAPS "/m", 200, MAP("9", "2") } },
	  { NULL },
	  { "- update: {configmaps/shop/m: {data: {v: '2'}}}" },
	  { "- delete" },
	  NULL },
	{ "what was made again before the log says that it was deleted",
	  { { 1, "op/1", "list", MAPS "?resourceVersion=0", 200, LIST("ConfigMap", "v1", "4") },
	    { 1, "op/1", "watch", MAPS "?watch=true&resourceVersion=4", 200, NULL },
	    { 2, "c/1", "create", MAPS, 201, MAP("5", "1") },
	    { 3, "root-ca/1", "create", MAPS, 201, OTHER_MAP("9") },
	    { 4, "c/1", "deletecollection", MAPS, 200,
	      "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[" MAP(
		  "5", "1") "]}" } },
	  { "\"type\":\"DELETED\"" },
	  { "- delete: [configmaps/shop/m]", "- delete configmaps/shop/m" },
	  { NULL },
	  "the requests and notifications of our client are as recorded" },
	{ "how often a client comes again is chance, and no expectation",
	  { { 1, "op/1", "list", "/apis/x.example/v1" WIDGETS "?resourceVersion=0", 200,
	      LIST("Widget", "x.example/v1", "5") },
	    { 1, "op/1", "watch", "/apis/x.example/v1" WIDGETS "?watch=true&resourceVersion=5", 200,
	      NULL },
	    { 2, "c/1", "create", "/apis/x.example/v1" WIDGETS, 201,
	      "{\"apiVersion\":\"x.example/v1\",\"kind\":\"Widget\"," META("w", "6", "") "}" },
	    { 3, "op/1", "watch", "/apis/x.example/v1" WIDGETS "?watch=true&resourceVersion=6", 404,
	      NO_TYPE },
	    { 4, "op/1", "list", "/apis/x.example/v1" WIDGETS, 404, NO_TYPE },
	    { 8, "op/1", "list", "/apis/x.example/v1" WIDGETS, 404, NO_TYPE },
	    { 300, "c/1", "create", MAPS, 201, MAP("7", "1") } },
	  { NULL },
	  { "configmaps/shop/m" },
	  { NULL },
	  NULL },
};

static void must_have(const char *name, const char *text, const char *const *parts, size_t count,
		      bool wanted)
{
	for (size_t i = 0; i < count && parts[i]; i++)
		if ((strstr(text, parts[i]) != NULL) != wanted)
			fail_msg("%s: %s%s in\n%s", name, wanted ? "no " : "", parts[i], text);
}

/* In other orders of chance and over sockets as well. */
static void passes_everywhere(struct output *o, const char *name)
{
	relistf(o, "check %s", import_story);
	if (o->status)
		fail_msg("%s: check: %s", name, o->err.ptr);
	relistf(o, "run -q --seeds 20 %s", import_story);
	if (o->status)
		fail_msg("%s: run: %s", name, o->out.ptr);
	relistf(o, "run -q --world tcp %s", import_story);
	if (o->status)
		fail_msg("%s: run --world tcp: %s", name, o->out.ptr);
}

static void import_of_a_cluster_audit_log_lifts_to_a_scenario(void **state)
{
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		AUTO_STRBUF log = STRBUF_INIT, recording = STRBUF_INIT, story = STRBUF_INIT;

		for (size_t k = 0; k < LINES_MAX && logs[i].lines[k].verb; k++)
			add_line(&log, k, &logs[i].lines[k]);
		assert_int_equal(runner__replace_file(import_input, strbuf_str(&log), NULL), 0);
		relistf(o, "import %s -o %s", import_input, import_recording);
		if (o->status)
			fail_msg("%s: import: %s", logs[i].name, o->err.ptr);
		assert_int_equal(runner__read_file(import_recording, 1 << 20, &recording, NULL), 0);
		must_have(logs[i].name, recording.ptr, logs[i].recorded, 3, true);
		relistf(o, "lift --name x %s -o %s", import_recording, import_story);
		if (o->status || (logs[i].says && !strstr(o->err.ptr, logs[i].says)))
			fail_msg("%s: lift: %s", logs[i].name, o->err.ptr);
		assert_int_equal(runner__read_file(import_story, 1 << 20, &story, NULL), 0);
		must_have(logs[i].name, story.ptr, logs[i].has, ARRAY_LEN(logs[i].has), true);
		must_have(logs[i].name, story.ptr, logs[i].has_not, ARRAY_LEN(logs[i].has_not),
			  false);
		passes_everywhere(o, logs[i].name);
	}
}

/* kubectl prints what it lists without a word of when; the log beside it says. */
static void import_orders_kubectl_output_by_its_requests_in_the_audit_log(void **state)
{
	static const struct line lines[] = {
		{ 1, "c/1", "create", MAPS, 201, MAP("5", "1") },
		{ 2, "c/1", "update", MAPS "/m", 200, MAP("6", "2") },
		{ 3, "kubectl/v1", "list", MAPS "?limit=500", 200, NULL },
		{ 3, "kubectl/v1", "watch", MAPS "?watch=true&resourceVersion=6", 200, NULL },
		{ 9, "c/1", "update", MAPS "/m", 200, MAP("7", "3") },
	};
	static const char printed[] =
	    "{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":"
	    "\"v1\"," META("m", "6",
			   ",\"generation\":2,\"creationTimestamp\":\"2026-03-04T05:00:"
			   "01Z\"") "}}\n"
				    "{\"type\":\"MODIFIED\",\"object\":" MAP("7", "3") "}\n";
	struct output *o = *state;
	AUTO_STRBUF log = STRBUF_INIT, recording = STRBUF_INIT;
	const char *const has[] = { "\"started\":\"2026-03-04T05:00:01", "\"at\":\"8s\"" };

	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		add_line(&log, i, &lines[i]);
	assert_int_equal(runner__replace_file(import_input, strbuf_str(&log), NULL), 0);
	assert_int_equal(runner__replace_file(second, str_of(printed), NULL), 0);
	relistf(o, "import %s %s -o %s", second, import_input, import_recording);
	assert_int_equal(o->status, 0);
	assert_int_equal(runner__read_file(import_recording, 1 << 20, &recording, NULL), 0);
	must_have("kubectl", recording.ptr, has, ARRAY_LEN(has), true);
	/* the events of the file are those of the watch in the log */
	assert_null(strstr(recording.ptr, "\"User-Agent\":\"kubectl\"}"));
	relistf(o, "lift --name x %s -o %s", import_recording, import_story);
	assert_int_equal(o->status, 0);
	passes_everywhere(o, "kubectl");
	(void)remove(second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_of_a_cluster_audit_log_lifts_to_a_scenario),
		cmocka_unit_test(import_orders_kubectl_output_by_its_requests_in_the_audit_log),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
