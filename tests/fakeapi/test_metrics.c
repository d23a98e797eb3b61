/* SPDX-License-Identifier: Apache-2.0 */
/* /metrics: names, labels and numbers as kube-apiserver's, in Prometheus' text format. */
#include "tests/kit/testing.h"

#include "base/map.h"
#include "tests/kit/core_kit.h"

#define NS     "/api/v1/namespaces/default"
#define CORE   "component=\"apiserver\","
#define MAPS   "group=\"\",resource=\"configmaps\","
#define NO_SUB "subresource=\"\","

static void open_release(struct kit *k, unsigned release)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.release = release,
	};

	kit_open(k, &opt);
}

static const char *scrape(struct kit *k)
{
	assert_int_equal(kit_do(k, "GET", "/metrics", NULL), 200);
	return k->body.ptr;
}

/* The text has the whole line. */
static void assert_line(struct kit *k, const char *line)
{
	AUTO_STRBUF want = STRBUF_INIT;

	strbuf_addf(&want, "\n%s\n", line);
	if (!strstr(scrape(k), want.ptr))
		fail_msg("no line %s in:\n%s", line, k->body.ptr);
}

static void requests_are_counted_by_verb_scope_and_code(void **state)
{
	static const struct {
		const char *method, *uri, *body, *line;
	} cases[] = {
		{ "POST", NS "/configmaps", "{\"metadata\":{\"name\":\"a\"}}",
		  "apiserver_request_total{code=\"201\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"POST\",version=\"v1\"} 1" },
		{ "POST", NS "/configmaps", "{\"metadata\":{\"name\":\"a\"}}",
		  "apiserver_request_total{code=\"409\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"POST\",version=\"v1\"} 1" },
		{ "POST", NS "/configmaps?dryRun=All", "{\"metadata\":{\"name\":\"b\"}}",
		  "apiserver_request_total{code=\"201\"," CORE "dry_run=\"All\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"POST\",version=\"v1\"} 1" },
		{ "POST", NS "/configmaps?dryRun=made-up", "{\"metadata\":{\"name\":\"b\"}}",
		  "apiserver_request_total{code=\"422\"," CORE "dry_run=\"invalid\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"POST\",version=\"v1\"} 1" },
		{ "GET", NS "/configmaps/a", NULL,
		  "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"GET\",version=\"v1\"} 1" },
		{ "GET", NS "/configmaps/none", NULL,
		  "apiserver_request_total{code=\"404\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"resource\"," NO_SUB "verb=\"GET\",version=\"v1\"} 1" },
		{ "GET", NS "/configmaps", NULL,
		  "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"namespace\"," NO_SUB "verb=\"LIST\",version=\"v1\"} 1" },
		{ "GET", "/api/v1/configmaps", NULL,
		  "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"cluster\"," NO_SUB "verb=\"LIST\",version=\"v1\"} 1" },
		{ "GET", "/apis/apps/v1/namespaces/default/deployments/x/status", NULL,
		  "apiserver_request_total{code=\"404\"," CORE
		  "dry_run=\"\",group=\"apps\",resource=\"deployments\",scope=\"resource\","
		  "subresource=\"status\",verb=\"GET\",version=\"v1\"} 1" },
		{ "GET", NS "/pods/x/log", NULL,
		  "apiserver_request_total{code=\"404\"," CORE
		  "dry_run=\"\",group=\"\",resource=\"pods\",scope=\"resource\","
		  "subresource=\"log\",verb=\"CONNECT\",version=\"v1\"} 1" },
		{ "DELETE", NS "/configmaps", NULL,
		  "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
		  "scope=\"namespace\"," NO_SUB "verb=\"DELETE\",version=\"v1\"} 1" },
		{ "GET", "/healthz", NULL,
		  "apiserver_request_total{code=\"200\",component=\"\",dry_run=\"\",group=\"\","
		  "resource=\"\",scope=\"\",subresource=\"/healthz\",verb=\"GET\",version=\"\"} "
		  "1" },
		{ "GET", "/api/v1/componentstatuses", NULL,
		  "apiserver_requested_deprecated_apis{group=\"\",removed_release=\"\","
		  "resource=\"componentstatuses\",subresource=\"\",version=\"v1\"} 1" },
	};
	struct kit k;

	(void)state;
	open_release(&k, 34);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)kit_do(&k, cases[i].method, cases[i].uri, cases[i].body);
		assert_line(&k, cases[i].line);
	}
	k.content_type = "application/apply-patch+yaml";
	(void)kit_do(&k, "PATCH", NS "/configmaps/c?fieldManager=me", "{\"data\":{\"a\":\"b\"}}");
	assert_line(&k, "apiserver_request_total{code=\"400\"," CORE "dry_run=\"\"," MAPS
			"scope=\"resource\"," NO_SUB "verb=\"APPLY\",version=\"v1\"} 1");
	kit_close(&k);
}

static void requests_without_a_handler_make_no_series(void **state)
{
	static const struct {
		const char *method, *uri;
	} cases[] = {
		{ "GET", "/apis/made.up/v1/things" }, { "GET", "/api/v1/things" },
		{ "GET", "/nothing/at/all" },	      { "BREW", NS "/configmaps" },
		{ "GET", "/livez/no-such-check" },    { "GET", NS "/pods/x/nothing" },
	};
	struct kit k;

	(void)state;
	open_release(&k, 34);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		(void)kit_do(&k, cases[i].method, cases[i].uri, NULL);
	assert_null(strstr(scrape(&k), "apiserver_request_total"));
	kit_close(&k);
}

static size_t lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void names_and_queries_of_clients_make_no_series(void **state)
{
	struct kit k;
	size_t before;

	(void)state;
	open_release(&k, 34);
	(void)kit_do(&k, "GET", NS "/configmaps/x0", NULL);
	(void)kit_do(&k, "POST", NS "/configmaps?dryRun=y", "{}");
	before = lines(scrape(&k));
	for (int i = 0; i < 300; i++) {
		char uri[100];

		(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/n%d/configmaps/x%d?a%d=1", i,
			       i, i);
		(void)kit_do(&k, "GET", uri, NULL);
		(void)snprintf(uri, sizeof(uri), NS "/configmaps?dryRun=y%d", i);
		(void)kit_do(&k, "POST", uri, "{}");
	}
	assert_int_equal(lines(scrape(&k)), before);
	kit_close(&k);
}

static void open_watches_and_their_events_are_counted(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF events = STRBUF_INIT;

	(void)state;
	open_release(&k, 34);
	kit_watch(&k, &w, NS "/configmaps?watch=1");
	assert_line(&k, "apiserver_longrunning_requests{" CORE MAPS "scope=\"namespace\"," NO_SUB
			"verb=\"WATCH\",version=\"v1\"} 1");
	assert_null(strstr(k.body.ptr, "verb=\"WATCH\",version=\"v1\",le=")); /* not over yet */
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "a", "2");
	(void)kit_events(&w, &events);
	assert_line(&k, "apiserver_watch_events_total{group=\"\",resource=\"configmaps\",version="
			"\"v1\"} 2");
	assert_line(&k, "apiserver_watch_events_sizes_bucket{group=\"\",resource=\"configmaps\","
			"version=\"v1\",le=\"1024\"} 2");
	k.now_ns += 3 * NS_PER_S + NS_PER_S / 2;
	assert_line(&k, "apiserver_current_inflight_requests{request_kind=\"readOnly\"} 1");
	kit_unwatch(&w);
	assert_line(&k, "apiserver_longrunning_requests{" CORE MAPS "scope=\"namespace\"," NO_SUB
			"verb=\"WATCH\",version=\"v1\"} 0");
	assert_line(&k, "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
			"scope=\"namespace\"," NO_SUB "verb=\"WATCH\",version=\"v1\"} 1");
	assert_line(&k, "apiserver_request_duration_seconds_bucket{" CORE "dry_run=\"\"," MAPS
			"scope=\"namespace\"," NO_SUB "verb=\"WATCH\",version=\"v1\",le=\"3\"} 0");
	assert_line(&k, "apiserver_response_sizes_count{" CORE MAPS "scope=\"namespace\"," NO_SUB
			"verb=\"WATCH\",version=\"v1\"} 1");
	assert_null(strstr(k.body.ptr, "sli_duration_seconds_count{" CORE MAPS
				       "scope=\"namespace\"," NO_SUB "verb=\"WATCH\""));
	assert_line(&k, "apiserver_request_duration_seconds_bucket{" CORE "dry_run=\"\"," MAPS
			"scope=\"namespace\"," NO_SUB "verb=\"WATCH\",version=\"v1\",le=\"4\"} 1");
	kit_close(&k);
}

static void stored_objects_are_counted_by_the_names_of_each_release(void **state)
{
	static const struct {
		unsigned release;
		bool grouped;
		const char *events;
	} cases[] = {
		{ 33, false,
		  "apiserver_watch_events_total{group=\"\",kind=\"Namespace\",version="
		  "\"v1\"} 1" },
		{ 34, true,
		  "apiserver_watch_events_total{group=\"\",resource=\"namespaces\","
		  "version=\"v1\"} 1" },
		{ 37, true,
		  "apiserver_watch_events_total{group=\"\",resource=\"namespaces\","
		  "version=\"v1\"} 1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF events = STRBUF_INIT;
		struct kit k;
		struct kit_watch w;

		open_release(&k, cases[i].release);
		kit_watch(&k, &w,
			  "/api/v1/namespaces?watch=1&resourceVersion=0&fieldSelector="
			  "metadata.name=kube-system");
		(void)kit_put_map(&k, "a", "1");
		(void)kit_events(&w, &events);
		assert_line(&k, "apiserver_storage_objects{resource=\"configmaps\"} 1");
		assert_line(&k, "apiserver_storage_objects{resource=\"deployments.apps\"} 0");
		assert_int_equal(strstr(k.body.ptr, "\napiserver_resource_objects{group=\"apps\","
						    "resource=\"deployments\"} 0\n") != NULL,
				 cases[i].grouped);
		assert_line(&k, cases[i].events);
		assert_int_equal(strstr(k.body.ptr, "[BETA] Number of events") != NULL,
				 cases[i].release == 37);
		kit_unwatch(&w);
		kit_close(&k);
	}
}

static void delete_sets_counters_to_zero_and_keeps_open_watches(void **state)
{
	struct kit k;
	struct kit_watch w;

	(void)state;
	open_release(&k, 34);
	(void)kit_put_map(&k, "a", "1");
	kit_watch(&k, &w, NS "/configmaps?watch=1");
	assert_int_equal(kit_do(&k, "DELETE", "/metrics", NULL), 200);
	assert_line(&k, "apiserver_longrunning_requests{" CORE MAPS "scope=\"namespace\"," NO_SUB
			"verb=\"WATCH\",version=\"v1\"} 1");
	assert_null(strstr(k.body.ptr, "apiserver_request_total"));
	kit_unwatch(&w);
	assert_line(&k, "apiserver_request_total{code=\"200\"," CORE "dry_run=\"\"," MAPS
			"scope=\"namespace\"," NO_SUB "verb=\"WATCH\",version=\"v1\"} 1");
	kit_close(&k);
}

/* The name of the sample's family: without _bucket, _sum and _count of a histogram. */
static struct str family_of(struct str name, bool histogram)
{
	static const char *const ends[] = { "_bucket", "_sum", "_count" };

	for (size_t i = 0; histogram && i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (name.len > n && memcmp(name.ptr + name.len - n, ends[i], n) == 0)
			name.len -= n;
	}
	return name;
}

/* Each line is a sample of the family announced before it, has labels of its own, and a bucket is
 * not smaller than the one before it; families come by name. */
static void metrics_response_is_a_valid_exposition(void **state)
{
	struct kit k;
	struct map seen;
	char family[100] = "", before[100] = "";
	bool histogram = false;
	double bucket = 0;
	static char here[1];

	(void)state;
	open_release(&k, 34);
	for (int i = 0; i < 3; i++)
		(void)kit_put_map(&k, "a", "1");
	(void)kit_do(&k, "POST", NS "/configmaps?dryRun=All", "{\"metadata\":{\"name\":\"b\"}}");
	(void)kit_count(&k, NS "/configmaps");
	(void)kit_do(&k, "GET", "/readyz", NULL);
	map_init(&seen, MAP_COPY_KEYS);
	for (const char *line = scrape(&k); *line; line += strcspn(line, "\n") + 1) {
		size_t len = strcspn(line, "\n");
		struct str name = { line, strcspn(line, "{ ") };
		const char *space = line + len;
		struct str labels;
		char *end;
		double value;

		if (strncmp(line, "# HELP ", 7) == 0)
			continue;
		if (strncmp(line, "# TYPE ", 7) == 0) {
			(void)snprintf(before, sizeof(before), "%s", family);
			(void)sscanf(line + 7, "%99s", family);
			assert_true(strcmp(before, family) < 0);
			histogram = len > 9 && strncmp(line + len - 9, "histogram", 9) == 0;
			continue;
		}
		while (space[-1] != ' ')
			space--;
		assert_true(str_eqz(family_of(name, histogram), family));
		value = strtod(space, &end);
		assert_ptr_equal(end, line + len);
		labels = (struct str) { line, (size_t)(space - line) };
		assert_null(map_get(&seen, labels));
		assert_int_equal(map_put(&seen, labels, here, NULL), 0);
		if (str_contains(labels, STR("le=\"0.005\"")))
			bucket = 0;
		if (str_contains(labels, STR("request_duration_seconds_bucket"))) {
			assert_true(value >= bucket);
			bucket = value;
		}
	}
	assert_true(map_len(&seen) > 200);
	map_fini(&seen);
	kit_close(&k);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_counted_by_verb_scope_and_code),
		cmocka_unit_test(requests_without_a_handler_make_no_series),
		cmocka_unit_test(names_and_queries_of_clients_make_no_series),
		cmocka_unit_test(open_watches_and_their_events_are_counted),
		cmocka_unit_test(stored_objects_are_counted_by_the_names_of_each_release),
		cmocka_unit_test(delete_sets_counters_to_zero_and_keeps_open_watches),
		cmocka_unit_test(metrics_response_is_a_valid_exposition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
