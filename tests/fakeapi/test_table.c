/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/json_scan.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/output/jsonpath.h"
#include "fakeapi/output/table.h"
#include "tests/kit/wire_case.h"

enum { NOW = 1795245000 }; /* 2026-11-21T07:10:00Z */

static struct fakeapi__registry *reg;

static const struct fakeapi__resource *type(const char *group, const char *version,
					    const char *resource)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(reg, str_of(group), str_of(version), str_of(resource));

	assert_non_null(res);
	return res;
}

static const struct fakeapi__resource *core(const char *resource)
{
	return type("", "v1", resource);
}

static const struct fakeapi__form table = { .kind = FAKEAPI_FORM_TABLE, .version = "v1" };

/* A recorded Table, taken apart into its objects and put together again. */
static void prints_recorded_lists_again(void **state)
{
	static const struct {
		const char *name, *group, *resource;
		enum fakeapi__include include;
	} cases[] = {
		{ "80-table-includeobject-object", "", "pods", FAKEAPI_INCLUDE_OBJECT },
		{ "80-table-empty", "", "secrets", FAKEAPI_INCLUDE_METADATA },
		{ "80-table-events", "", "events", FAKEAPI_INCLUDE_METADATA },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res = type(cases[i].group, "v1", cases[i].resource);
		struct wire_case c;
		struct fakeapi__form form = table;
		struct json_iter it;
		json_t body, row;
		size_t n = 0;
		AUTO_STRBUF out = STRBUF_INIT;

		form.include = cases[i].include;
		wire_case_load(&c, cases[i].name);
		assert_true(json_valid(str_of(c.body), &body, NULL));
		fakeapi__render_list_begin(res, &form, json_get(body, "metadata"), &out);
		for (json_iter_init(&it, json_get(body, "rows")); json_iter_element(&it, &row);)
			fakeapi__render_list_item(res, &form, json_get(row, "object"), n++, NOW,
						  &out);
		assert_int_equal(fakeapi__render_list_end(res, &form, &out), 0);
		assert_same_json(c.body, out.ptr);
		wire_case_free(&c);
	}
}

static void columns_are_the_recorded_ones(void **state)
{
	static const struct {
		const char *name, *group, *resource;
	} cases[] = {
		{ "80-table-deployments", "apps", "deployments" },
		{ "80-table-namespaces", "", "namespaces" },
		{ "80-table-on-create", "", "configmaps" },
		{ "80-table-services", "", "services" },
		{ "80-table-pod-single", "", "pods" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct wire_case c;
		json_t want, got;
		AUTO_STRBUF out = STRBUF_INIT;

		wire_case_load(&c, cases[i].name);
		assert_int_equal(fakeapi__render_list_begin(type(cases[i].group, "v1",
								 cases[i].resource),
							    &table, STR("{}"), &out),
				 0);
		fakeapi__render_list_end(NULL, &table, &out);
		assert_true(json_valid(str_of(c.body), &want, NULL));
		assert_true(json_valid(strbuf_str(&out), &got, NULL));
		assert_true(json_equal(json_get(want, "columnDefinitions"),
				       json_get(got, "columnDefinitions")));
		wire_case_free(&c);
	}
}

static void partial_metadata_is_as_recorded(void **state)
{
	struct wire_case single, list;
	struct fakeapi__form form = { .kind = FAKEAPI_FORM_PARTIAL, .version = "v1" };
	struct json_iter it;
	json_t body, item;
	size_t n = 0;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	wire_case_load(&single, "80-pom-single");
	assert_int_equal(fakeapi__render_one(core("pods"), &form, str_of(single.body), true, NOW,
					     &out),
			 0);
	assert_same_json(single.body, out.ptr);
	wire_case_free(&single);

	wire_case_load(&list, "80-pom-list");
	strbuf_clear(&out);
	form.list = true;
	assert_true(json_valid(str_of(list.body), &body, NULL));
	fakeapi__render_list_begin(core("pods"), &form, json_get(body, "metadata"), &out);
	for (json_iter_init(&it, json_get(body, "items")); json_iter_element(&it, &item);)
		fakeapi__render_list_item(core("pods"), &form, item, n++, NOW, &out);
	assert_int_equal(fakeapi__render_list_end(core("pods"), &form, &out), 0);
	assert_same_json(list.body, out.ptr);
	wire_case_free(&list);
}

static void plain_lists_leave_the_type_out_of_items(void **state)
{
	static const char *const objects[] = {
		"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\"}}",
		"{\"metadata\":{\"name\":\"c\"},\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}",
	};
	static const struct fakeapi__resource widgets = { .group = "example.com",
							  .version = "v1",
							  .kind = "Widget",
							  .list_kind = "WidgetList",
							  .flags = FAKEAPI_RES_CUSTOM };
	struct fakeapi__form plain = { .kind = FAKEAPI_FORM_PLAIN };
	struct wire_case c;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	fakeapi__render_list_begin(core("configmaps"), &plain, STR("{\"resourceVersion\":\"7\"}"),
				   &out);
	for (size_t i = 0; i < ARRAY_LEN(objects); i++)
		fakeapi__render_list_item(core("configmaps"), &plain, str_of(objects[i]), i, NOW,
					  &out);
	assert_int_equal(fakeapi__render_list_end(core("configmaps"), &plain, &out), 0);
	assert_string_equal(
	    out.ptr, "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{"
		     "\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"a\"}},{"
		     "\"metadata\":{\"name\":\"b\"}},{\"metadata\":{\"name\":\"c\"}}]}");

	strbuf_clear(&out);
	wire_case_load(&c, "90-cr-list-empty");
	fakeapi__render_list_begin(&widgets, &plain, STR("{\"resourceVersion\":\"7\"}"), &out);
	fakeapi__render_list_end(&widgets, &plain, &out);
	assert_same_json(c.body, out.ptr);
	wire_case_free(&c);
	strbuf_clear(&out);
	fakeapi__render_list_item(&widgets, &plain, STR("{\"kind\":\"Widget\"}"), 0, NOW, &out);
	assert_string_equal(out.ptr, "{\"kind\":\"Widget\"}");
}

static void a_watch_says_the_columns_once(void **state)
{
	struct wire_case c;
	const cJSON *lines;
	AUTO_STRBUF all = STRBUF_INIT, out = STRBUF_INIT;
	char *line, *save = NULL;
	size_t n = 0;

	(void)state;
	wire_case_load(&c, "21-watchlist-table");
	lines = cJSON_GetObjectItem(cJSON_GetObjectItem(c.doc, "response"), "lines");
	for (const cJSON *l = lines->child; l; l = l->next)
		strbuf_addz(&all, cJSON_GetObjectItem(l, "data")->valuestring);
	for (line = strtok_r(all.ptr, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		json_t event, object, row = { NULL, 0 }, meta;
		struct json_iter it;
		AUTO_STRBUF obj = STRBUF_INIT;

		if (!json_valid(str_of(line), &event, NULL))
			continue; /* the recording is cut in the long one */
		object = json_get(event, "object");
		json_iter_init(&it, json_get(object, "rows"));
		assert_true(json_iter_element(&it, &row));
		meta = json_path(row, "object", "metadata", NULL);
		strbuf_addz(&obj, "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":");
		strbuf_adds(&obj, meta);
		if (json_get(meta, "name").len > 0)
			strbuf_addz(&obj, ",\"type\":\"Opaque\"");
		strbuf_addz(&obj, "}");
		strbuf_clear(&out);
		assert_int_equal(fakeapi__render_one(core("secrets"), &table, strbuf_str(&obj),
						     n == 0, NOW, &out),
				 0);
		{
			AUTO_STRBUF want = STRBUF_INIT;

			strbuf_adds(&want, object);
			assert_same_json(want.ptr, out.ptr);
		}
		n++;
	}
	assert_true(n >= 3);
	wire_case_free(&c);
}

/* clang-format off */
#define OBJ(rest) \
	"{\"metadata\":{\"name\":\"x\",\"creationTimestamp\":\"2026-11-21T07:08:00Z\"}" rest "}"
#define CONTAINERS \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"},{\"name\":\"d\",\"image\":\"j\"}]"
/* clang-format on */

static void cells_say_what_kubectl_shows(void **state)
{
	static const struct {
		const char *group, *version, *resource, *object, *cells;
	} cases[] = {
		{ "", "v1", "pods",
		  OBJ(",\"spec\":{\"nodeName\":\"n\",\"readinessGates\":[{\"conditionType\":\"g\"}]"
		      "," CONTAINERS
		      "},\"status\":{\"phase\":\"Running\",\"podIPs\":[{\"ip\":\"1.2.3.4\"}],"
		      "\"conditions\":[{\"type\":\"g\",\"status\":\"True\"}],\"containerStatuses\":"
		      "["
		      "{\"ready\":true,\"restartCount\":2,\"state\":{\"running\":{}},\"lastState\":"
		      "{"
		      "\"terminated\":{\"finishedAt\":\"2026-11-21T07:09:30Z\"}}},{\"ready\":false,"
		      "\"restartCount\":1,\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}"
		      "}]}"),
		  "[\"x\",\"1/2\",\"CrashLoopBackOff\",\"3 (30s ago)\",\"2m\",\"1.2.3.4\",\"n\","
		  "\"<none>\",\"1/1\"]" },
		{ "", "v1", "pods",
		  OBJ(",\"spec\":{\"initContainers\":[{\"name\":\"a\"},{\"name\":\"b\","
		      "\"restartPolicy\":"
		      "\"Always\"}]," CONTAINERS "},\"status\":{\"phase\":\"Pending\","
		      "\"initContainerStatuses\":[{\"name\":\"a\",\"state\":{\"terminated\":{"
		      "\"exitCode\":0}}},{\"name\":\"b\",\"state\":{\"waiting\":{\"reason\":"
		      "\"PodInitializing\"}}}]}"),
		  "[\"x\",\"0/3\",\"Init:1/2\",\"0\",\"2m\",\"<none>\",\"<none>\",\"<none>\","
		  "\"<none>\"]" },
		{ "", "v1", "pods",
		  OBJ(",\"spec\":{\"initContainers\":[{\"name\":\"a\"}]},\"status\":{"
		      "\"initContainerStatuses\":[{\"name\":\"a\",\"state\":{\"terminated\":{"
		      "\"exitCode\":3}}}]}"),
		  "[\"x\",\"0/"
		  "0\",\"Init:ExitCode:3\",\"0\",\"2m\",\"<none>\",\"<none>\",\"<none>\","
		  "\"<none>\"]" },
		{ "", "v1", "pods",
		  "{\"metadata\":{\"name\":\"x\",\"deletionTimestamp\":\"2026-11-21T07:09:00Z\"},"
		  "\"spec\":{},\"status\":{\"phase\":\"Running\"}}",
		  "[\"x\",\"0/0\",\"Terminating\",\"0\",\"<unknown>\",\"<none>\",\"<none>\","
		  "\"<none>\",\"<none>\"]" },
		{ "", "v1", "pods",
		  OBJ(",\"spec\":{},\"status\":{\"phase\":\"Succeeded\",\"containerStatuses\":[{"
		      "\"state\":{\"terminated\":{\"reason\":\"Completed\"}}},{\"ready\":true,"
		      "\"state\":{\"running\":{}}}]}"),
		  "[\"x\",\"1/0\",\"NotReady\",\"0\",\"2m\",\"<none>\",\"<none>\",\"<none>\","
		  "\"<none>\"]" },
		{ "apps", "v1", "deployments",
		  OBJ(",\"spec\":{\"replicas\":3,\"selector\":{\"matchLabels\":{\"b\":\"1\",\"a\":"
		      "\"2\"},\"matchExpressions\":[{\"key\":\"c\",\"operator\":\"NotIn\","
		      "\"values\":["
		      "\"y\",\"x\"]},{\"key\":\"d\",\"operator\":\"DoesNotExist\"}]},\"template\":{"
		      "\"spec\":{" CONTAINERS
		      "}}},\"status\":{\"readyReplicas\":1,\"updatedReplicas\":"
		      "2}"),
		  "[\"x\",\"1/3\",2,0,\"2m\",\"c,d\",\"i,j\",\"!d,a=2,b=1,c notin (x,y)\"]" },
		{ "apps", "v1", "daemonsets",
		  OBJ(",\"spec\":{\"template\":{\"spec\":{" CONTAINERS "}}},\"status\":{"
		      "\"numberReady\":1}"),
		  "[\"x\",0,0,1,0,0,\"<none>\",\"2m\",\"c,d\",\"i,j\",\"<none>\"]" },
		{ "batch", "v1", "jobs",
		  OBJ(",\"spec\":{\"parallelism\":2,\"template\":{\"spec\":{" CONTAINERS "}}},"
		      "\"status\":{\"succeeded\":1,\"startTime\":\"2026-11-21T07:08:00Z\","
		      "\"completionTime\":\"2026-11-21T07:08:09Z\",\"conditions\":[{\"type\":"
		      "\"Complete\",\"status\":\"True\"}]}"),
		  "[\"x\",\"Complete\",\"1/1 of 2\",\"9s\",\"2m\",\"c,d\",\"i,j\",\"<none>\"]" },
		{ "batch", "v1", "cronjobs",
		  OBJ(",\"spec\":{\"schedule\":\"* * * * "
		      "*\",\"suspend\":true},\"status\":{\"active\":["
		      "{},{}]}"),
		  "[\"x\",\"* * * * *\",\"<none>\",\"True\",2,\"<none>\",\"2m\",\"\",\"\","
		  "\"<none>\"]" },
		{ "", "v1", "services",
		  OBJ(",\"spec\":{\"type\":\"LoadBalancer\",\"clusterIP\":\"10.0.0.9\","
		      "\"selector\":{"
		      "\"a\":\"b\"},\"ports\":[{\"port\":80,\"nodePort\":30080,\"protocol\":"
		      "\"TCP\"},{"
		      "\"port\":53,\"protocol\":\"UDP\"}]},\"status\":{\"loadBalancer\":{"
		      "\"ingress\":[{"
		      "\"hostname\":\"z\"},{\"ip\":\"1.1.1.1\"},{\"hostname\":\"z\"}]}}"),
		  "[\"x\",\"LoadBalancer\",\"10.0.0.9\",\"1.1.1.1,z\",\"80:30080/TCP,53/UDP\","
		  "\"2m\",\"a=b\"]" },
		{ "", "v1", "endpoints",
		  OBJ(",\"subsets\":[{\"addresses\":[{\"ip\":\"1.1.1.1\"},{\"ip\":\"::1\"}],"
		      "\"ports\":[{"
		      "\"port\":80},{\"port\":81}]}]"),
		  "[\"x\",\"1.1.1.1:80,[::1]:80,1.1.1.1:81 + 1 more...\",\"2m\"]" },
		{ "", "v1", "endpoints", OBJ(""), "[\"x\",\"<none>\",\"2m\"]" },
		{ "discovery.k8s.io", "v1", "endpointslices",
		  OBJ(",\"addressType\":\"IPv4\",\"ports\":[{\"port\":80},{\"name\":\"n\"},{}],"
		      "\"endpoints\":[{\"addresses\":[\"a\",\"b\"]},{\"addresses\":[\"c\",\"d\"]}"
		      "]"),
		  "[\"x\",\"IPv4\",\"80,n,*\",\"a,b,c + 1 more...\",\"2m\"]" },
		{ "", "v1", "nodes",
		  "{\"metadata\":{\"name\":\"x\",\"labels\":{\"node-role.kubernetes.io/"
		  "worker\":\"\","
		  "\"node-role.kubernetes.io/control-plane\":\"\",\"kubernetes.io/role\":\"m\"}},"
		  "\"spec\":{\"unschedulable\":true},\"status\":{\"conditions\":[{\"type\":"
		  "\"Ready\","
		  "\"status\":\"Unknown\"}],\"addresses\":[{\"type\":\"InternalIP\",\"address\":"
		  "\"1.1.1.1\"}],\"nodeInfo\":{\"kubeletVersion\":\"v1\",\"osImage\":\"os\"}}}",
		  "[\"x\",\"NotReady,SchedulingDisabled\",\"control-plane,m,worker\",\"<unknown>\","
		  "\"v1\",\"1.1.1.1\",\"<none>\",\"os\",\"<unknown>\",\"<unknown>\"]" },
		{ "", "v1", "events",
		  OBJ(",\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"p\"},\"type\":\"Normal\","
		      "\"reason\":\"R\",\"message\":\" m \\n\",\"firstTimestamp\":"
		      "\"2026-11-21T07:00:00Z\",\"lastTimestamp\":\"2026-11-21T07:09:59Z\","
		      "\"count\":3,"
		      "\"source\":{\"component\":\"c\",\"host\":\"h\"}"),
		  "[\"1s\",\"Normal\",\"R\",\"pod/p\",\"\",\"c, h\",\"m\",\"10m\",3,\"x\"]" },
		{ "events.k8s.io", "v1", "events",
		  OBJ(",\"regarding\":{\"kind\":\"Pod\",\"name\":\"p\"},\"note\":\"m\","
		      "\"eventTime\":"
		      "\"2026-11-21T07:09:58.000001Z\",\"reportingController\":\"c\""),
		  "[\"2s\",\"\",\"\",\"pod/p\",\"\",\"c\",\"m\",\"2s\",1,\"x\"]" },
		{ "", "v1", "persistentvolumes",
		  OBJ(",\"spec\":{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":["
		      "\"ReadWriteMany\","
		      "\"ReadWriteOnce\"],\"claimRef\":{\"namespace\":\"n\",\"name\":\"c\"},"
		      "\"storageClassName\":\"s\",\"persistentVolumeReclaimPolicy\":\"Retain\"},"
		      "\"status\":{\"phase\":\"Bound\"}"),
		  "[\"x\",\"1Gi\",\"RWO,RWX\",\"Retain\",\"Bound\",\"n/c\",\"s\",\"<unset>\",\"\","
		  "\"2m\",\"<unset>\"]" },
		{ "", "v1", "persistentvolumeclaims",
		  OBJ(",\"spec\":{\"accessModes\":[\"ReadWriteOnce\"]},\"status\":{\"phase\":"
		      "\"Pending\"}"),
		  "[\"x\",\"Pending\",\"\",\"\",\"\",\"\",\"<unset>\",\"2m\",\"<unset>\"]" },
		{ "storage.k8s.io", "v1", "storageclasses",
		  "{\"metadata\":{\"name\":\"x\",\"annotations\":{"
		  "\"storageclass.kubernetes.io/"
		  "is-default-class\":\"true\"}},\"provisioner\":\"p\"}",
		  "[\"x (default)\",\"p\",\"Delete\",\"Immediate\",false,\"<unknown>\"]" },
		{ "networking.k8s.io", "v1", "ingresses",
		  OBJ(",\"spec\":{\"rules\":[{\"host\":\"a\"},{\"host\":\"b\"},{},{\"host\":\"c\"},"
		      "{"
		      "\"host\":\"d\"}],\"tls\":[{}]}"),
		  "[\"x\",\"<none>\",\"a,b,c + 2 more...\",\"\",\"80, 443\",\"2m\"]" },
		{ "networking.k8s.io", "v1", "networkpolicies",
		  OBJ(",\"spec\":{\"podSelector\":{}}"), "[\"x\",\"<none>\",\"2m\"]" },
		{ "autoscaling", "v2", "horizontalpodautoscalers",
		  OBJ(",\"spec\":{\"minReplicas\":1,\"maxReplicas\":5,\"scaleTargetRef\":{\"kind\":"
		      "\"Deployment\",\"name\":\"d\"},\"metrics\":[{\"type\":\"Resource\","
		      "\"resource\":"
		      "{\"name\":\"cpu\",\"target\":{\"averageUtilization\":80}}},{\"type\":"
		      "\"Pods\","
		      "\"pods\":{\"target\":{\"averageValue\":\"2\"}}},{\"type\":\"External\"}]},"
		      "\"status\":{\"currentMetrics\":[{\"type\":\"Resource\",\"resource\":{"
		      "\"current\":{\"averageUtilization\":12}}}]}"),
		  "[\"x\",\"Deployment/d\",\"cpu: 12%/80%, <unknown>/2 + 1 more...\",\"1\",5,0,"
		  "\"2m\"]" },
		{ "autoscaling", "v1", "horizontalpodautoscalers",
		  OBJ(",\"spec\":{\"maxReplicas\":5,\"scaleTargetRef\":{\"kind\":\"Deployment\","
		      "\"name\":\"d\"},\"targetCPUUtilizationPercentage\":80}"),
		  "[\"x\",\"Deployment/d\",\"cpu: <unknown>/80%\",\"<unset>\",5,0,\"2m\"]" },
		{ "policy", "v1", "poddisruptionbudgets",
		  OBJ(",\"spec\":{\"minAvailable\":\"50%\",\"maxUnavailable\":1}"),
		  "[\"x\",\"50%\",\"1\",0,\"2m\"]" },
		{ "rbac.authorization.k8s.io", "v1", "rolebindings",
		  OBJ(",\"roleRef\":{\"kind\":\"Role\",\"name\":\"r\"},\"subjects\":[{\"kind\":"
		      "\"User\","
		      "\"name\":\"u\"},{\"kind\":\"User\",\"name\":\"v\"},{\"kind\":"
		      "\"ServiceAccount\","
		      "\"name\":\"s\",\"namespace\":\"n\"}]"),
		  "[\"x\",\"Role/r\",\"2m\",\"u, v\",\"\",\"n/s\"]" },
		{ "rbac.authorization.k8s.io", "v1", "roles", OBJ(""),
		  "[\"x\",\"2026-11-21T07:08:00Z\"]" },
		{ "apiextensions.k8s.io", "v1", "customresourcedefinitions", OBJ(""),
		  "[\"x\",\"2026-11-21T07:08:00Z\"]" },
		{ "coordination.k8s.io", "v1", "leases",
		  OBJ(",\"spec\":{\"holderIdentity\":\"h\"}"), "[\"x\",\"h\",\"2m\"]" },
		{ "certificates.k8s.io", "v1", "certificatesigningrequests",
		  OBJ(",\"spec\":{\"signerName\":\"s\",\"username\":\"u\",\"expirationSeconds\":"
		      "3600},"
		      "\"status\":{\"certificate\":\"YQ==\",\"conditions\":[{\"type\":\"Approved\"}"
		      "]}"),
		  "[\"x\",\"2m\",\"s\",\"u\",\"60m\",\"Approved,Issued\"]" },
		{ "", "v1", "resourcequotas",
		  OBJ(",\"status\":{\"hard\":{\"pods\":\"4\",\"limits.cpu\":\"2\",\"cpu\":\"1\"},"
		      "\"used\":{"
		      "\"pods\":\"1\"}}"),
		  "[\"x\",\"cpu: 0/1, pods: 1/4\",\"limits.cpu: 0/2\",\"2m\"]" },
		{ "", "v1", "configmaps",
		  OBJ(",\"data\":{\"a\":\"b\"},\"binaryData\":{\"c\":\"d\"}"), "[\"x\",2,\"2m\"]" },
		{ "apps", "v1", "controllerrevisions",
		  "{\"metadata\":{\"name\":\"x\",\"ownerReferences\":[{\"apiVersion\":\"apps/"
		  "v1\",\"kind\":"
		  "\"DaemonSet\",\"name\":\"d\",\"controller\":true}]},\"revision\":3}",
		  "[\"x\",\"daemonset.apps/d\",3,\"<unknown>\"]" },
		{ "apiregistration.k8s.io", "v1", "apiservices",
		  OBJ(",\"spec\":{\"service\":{\"namespace\":\"n\",\"name\":\"s\"}},\"status\":{"
		      "\"conditions\":[{\"type\":\"Available\",\"status\":\"False\",\"reason\":"
		      "\"R\"}]}"),
		  "[\"x\",\"n/s\",\"False (R)\",\"2m\"]" },
		{ "flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations",
		  OBJ(",\"spec\":{\"type\":\"Limited\",\"limited\":{\"nominalConcurrencyShares\":5,"
		      "\"limitResponse\":{}}}"),
		  "[\"x\",\"Limited\",5,\"<none>\",\"<none>\",\"<none>\",\"2m\"]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res =
		    type(cases[i].group, cases[i].version, cases[i].resource);
		struct json_iter it;
		json_t body, row, cells;
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__render_one(res, &table, str_of(cases[i].object), true,
						     NOW, &out),
				 0);
		if (!json_valid(strbuf_str(&out), &body, NULL))
			fail_msg("%s: not JSON: %s", cases[i].resource, out.ptr);
		json_iter_init(&it, json_get(body, "rows"));
		assert_true(json_iter_element(&it, &row));
		cells = json_get(row, "cells");
		if (!str_eqz(cells, cases[i].cells))
			fail_msg("%s:\nwanted %s\ngot    " STR_FMT, cases[i].resource,
				 cases[i].cells, STR_ARG(cells));
	}
}

static size_t count(json_t array)
{
	struct json_iter it;
	json_t v;
	size_t n = 0;

	for (json_iter_init(&it, array); json_iter_element(&it, &v);)
		n++;
	return n;
}

/* But one: the real server prints three cells for an IPAddress under two columns. */
static void every_type_has_as_many_cells_as_columns(void **state)
{
	const struct fakeapi__resource *res;

	(void)state;
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		struct json_iter it;
		json_t body, row;
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__render_one(res, &table, STR("{}"), true, NOW, &out), 0);
		if (!json_valid(strbuf_str(&out), &body, NULL))
			fail_msg("%s: not JSON: %s", res->resource, out.ptr);
		json_iter_init(&it, json_get(body, "rows"));
		assert_true(json_iter_element(&it, &row));
		if (strcmp(res->kind, "IPAddress") != 0)
			assert_int_equal(count(json_get(row, "cells")),
					 count(json_get(body, "columnDefinitions")));
	}
}

static void ages_are_as_people_read_them(void **state)
{
	static const struct {
		int64_t seconds;
		const char *want;
	} cases[] = {
		/* clang-format off */
		{ -5, "<invalid>" },
		{ -1, "0s" },
		{ 0, "0s" },
		{ 119, "119s" },
		{ 120, "2m" },
		{ 121, "2m1s" },
		{ 599, "9m59s" },
		{ 600, "10m" },
		{ 10799, "179m" },
		{ 10800, "3h" },
		{ 10860, "3h1m" },
		{ 28799, "7h59m" },
		{ 28800, "8h" },
		{ 172799, "47h" },
		{ 172800, "2d" },
		{ 176400, "2d1h" },
		{ 691199, "7d23h" },
		{ 691200, "8d" },
		{ 63071999, "729d" },
		{ 63072000, "2y" },
		{ 63158400, "2y1d" },
		{ 252288000, "8y" },
		{ 400000000, "12y" },
		/* clang-format on */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT, want = STRBUF_INIT;

		fakeapi__render_one(core("namespaces"), &table, STR(OBJ("")), true,
				    NOW - 120 + cases[i].seconds, &out);
		strbuf_addf(&want, "\"cells\":[\"x\",\"\",\"%s\"]", cases[i].want);
		if (!strstr(out.ptr, want.ptr))
			fail_msg("%lld: %s", (long long)cases[i].seconds,
				 strstr(out.ptr, "\"cells\""));
	}
}

static void follows_simple_json_paths(void **state)
{
	static const char text[] = "{\"a\":{\"b.c\":1,\"d\":[10,20,{\"e\":\"f\"}]},\"s\":[{\"t\":"
				   "\"Ready\",\"v\":\"True\"},"
				   "{\"t\":\"Other\",\"v\":\"No\"}]}";
	static const struct {
		const char *path, *want;
	} cases[] = {
		{ ".a.b\\.c", "1" },
		{ ".a['b.c']", "1" },
		{ ".a[\"b.c\"]", "1" },
		{ ".a.d[0]", "10" },
		{ ".a.d[-1].e", "\"f\"" },
		{ ".a.d[9]", "" },
		{ ".a.d[*].e", "\"f\"" },
		{ ".a.*", "1" },
		{ ".s[?(@.t==\"Other\")].v", "\"No\"" },
		{ ".s[?(@.t=='Ready')].v", "\"True\"" },
		{ ".s[?(@.t!=\"Ready\")].v", "\"No\"" },
		{ ".nosuch.x", "" },
		{ ".a.d.x", "" },
		{ "a", "" },
		{ ".a[", "" },
		{ ".s[?(@.t", "" },
		{ ".a['b", "" },
	};
	json_t v;

	(void)state;
	assert_true(json_valid(str_of(text), &v, NULL));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		json_t got = fakeapi__jsonpath(v, cases[i].path);

		if (!str_eqz(got, cases[i].want))
			fail_msg("%s: " STR_FMT, cases[i].path, STR_ARG(got));
	}
}

static void render_some(void)
{
	AUTO_STRBUF out = STRBUF_INIT;

	if (fakeapi__render_one(
		core("nodes"), &table,
		STR("{\"metadata\":{\"name\":\"\\u0041\",\"labels\":{\"a\":\"b\"}}}"), true, NOW,
		&out) == 0)
		assert_non_null(strstr(out.ptr, "\"cells\":[\"A\",\"Unknown\",\"<none>\""));
}

static void survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(render_some());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_recorded_lists_again),
		cmocka_unit_test(columns_are_the_recorded_ones),
		cmocka_unit_test(partial_metadata_is_as_recorded),
		cmocka_unit_test(plain_lists_leave_the_type_out_of_items),
		cmocka_unit_test(a_watch_says_the_columns_once),
		cmocka_unit_test(cells_say_what_kubectl_shows),
		cmocka_unit_test(every_type_has_as_many_cells_as_columns),
		cmocka_unit_test(ages_are_as_people_read_them),
		cmocka_unit_test(follows_simple_json_paths),
		cmocka_unit_test(survives_every_failing_allocation),
	};
	int failed;

	base__alloc_init_cjson();
	reg = fakeapi__registry_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fakeapi__registry_free(reg);
	return failed;
}
