/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of clusters that are made up from a seed: audit events at all levels with members left out,
 * kubectl's output for watches, HARs of the same requests. The import of each, its remarks, and the
 * scenario that is lifted from it are unchanged; tests/cli/test_import*.c checks that an import
 * reads what was written. */
#include "base/alloc.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

enum { EVENTS_MAX = 16 };

struct type {
	const char *path, *resource, *kind, *api_version;
	bool namespaced;
};

static const struct type types[] = {
	{ "/api/v1", "pods", "Pod", "v1", true },
	{ "/api/v1", "configmaps", "ConfigMap", "v1", true },
	{ "/apis/apps/v1", "deployments", "Deployment", "apps/v1", true },
	{ "/apis/x.io/v1", "apps", "App", "x.io/v1", true },
	{ "/api/v1", "namespaces", "Namespace", "v1", false },
	{ "/api/v1", "events", "Event", "v1", true },
	{ "/apis/events.k8s.io/v1", "events", "Event", "events.k8s.io/v1", true },
	{ "/apis/rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole",
	  "rbac.authorization.k8s.io/v1", false },
};

/* A cluster of few names, so that things meet. */
struct maker {
	struct choice c;
	struct strbuf *out;
	const struct type *type;
	uint64_t rv;
	int ms;
	unsigned id;
	bool dense; /* nothing is left out */
};

static uint32_t pick(struct maker *m, uint32_t n)
{
	return choice_pick(&m->c, n);
}

static bool is_there(struct maker *m)
{
	return m->dense || !rarely(&m->c, 12);
}

static void add(struct maker *m, const char *text)
{
	strbuf_addz(m->out, text);
}

static const char *name_of(struct maker *m)
{
	return ANY(&m->c, "a", "a", "b", "b", "c", "web-1");
}

static uint64_t next_rv(struct maker *m)
{
	m->rv += 1 + pick(m, 3);
	if (rarely(&m->c, 10) && m->rv > 4)
		return m->rv - 1 - pick(m, 4);
	return m->rv;
}

static void add_metadata(struct maker *m, const char *name)
{
	strbuf_addf(m->out, "\"metadata\":{\"name\":\"%s\"", name);
	if (m->type->namespaced && is_there(m))
		strbuf_addf(m->out, ",\"namespace\":\"%s\"", rarely(&m->c, 9) ? "other" : "shop");
	if (is_there(m))
		strbuf_addf(m->out, ",\"uid\":\"u-%s%s\"", name, rarely(&m->c, 7) ? "2" : "");
	if (is_there(m))
		strbuf_addf(m->out, ",\"resourceVersion\":\"%llu\"",
			    (unsigned long long)next_rv(m));
	if (rarely(&m->c, 3))
		add(m, ",\"creationTimestamp\":\"2026-03-04T05:06:00Z\"");
	if (rarely(&m->c, 4))
		strbuf_addf(m->out, ",\"generation\":%u", pick(m, 3));
	if (rarely(&m->c, 3))
		strbuf_addf(m->out, ",\"labels\":{\"app\":\"%s\"}", ANY(&m->c, "x", "y"));
	if (rarely(&m->c, 7))
		add(m, rarely(&m->c, 2) ? ",\"finalizers\":[\"x.io/f\"]" : ",\"finalizers\":[]");
	if (rarely(&m->c, 9))
		strbuf_addf(m->out, ",\"deletionTimestamp\":\"2026-03-04T05:06:%02uZ\"%s",
			    m->ms / 1000 % 60,
			    rarely(&m->c, 2) ? "" : ",\"deletionGracePeriodSeconds\":0");
	if (rarely(&m->c, 8))
		strbuf_addf(m->out,
			    ",\"managedFields\":[{\"manager\":\"k\",\"time\":"
			    "\"2026-03-04T05:06:%02uZ\"}]",
			    m->ms / 1000 % 60);
	add(m, "}");
}

static void add_object(struct maker *m, const char *name)
{
	add(m, "{");
	if (is_there(m))
		strbuf_addf(m->out, "\"kind\":\"%s\",", m->type->kind);
	if (is_there(m))
		strbuf_addf(m->out, "\"apiVersion\":\"%s\",", m->type->api_version);
	add_metadata(m, name);
	switch (pick(m, 4)) {
	case 0:
		strbuf_addf(m->out, ",\"spec\":{\"nodeName\":\"%s\"", ANY(&m->c, "n1", "n2"));
		strbuf_addf(m->out, ",\"replicas\":%u}", pick(m, 4));
		break;
	case 1:
		strbuf_addf(m->out, ",\"spec\":{},\"status\":{\"phase\":\"%s\"}",
			    ANY(&m->c, "Running", "Failed", "Succeeded"));
		break;
	case 2:
		strbuf_addf(m->out, ",\"data\":{\"v\":\"%u\"}", pick(m, 3));
		break;
	default:
		if (rarely(&m->c, 2))
			strbuf_addf(m->out, ",\"spec\":{\"terminationGracePeriodSeconds\":%s}",
				    ANY(&m->c, "0", "5", "-1", "90000"));
		break;
	}
	add(m, "}");
}

static void add_list(struct maker *m)
{
	unsigned count = pick(m, 4);

	strbuf_addf(m->out, "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{",
		    m->type->kind, m->type->api_version);
	if (is_there(m))
		strbuf_addf(m->out, "\"resourceVersion\":\"%llu\"%s", (unsigned long long)m->rv,
			    rarely(&m->c, 8) ? ",\"continue\":\"t\"" : "");
	add(m, "},\"items\":[");
	for (unsigned i = 0; i < count; i++) {
		add(m, i ? "," : "");
		add_object(m, name_of(m));
	}
	add(m, "]}");
}

static void add_status(struct maker *m)
{
	strbuf_addf(m->out, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"%s\"",
		    ANY(&m->c, "Success", "Failure"));
	add(m, ANY(&m->c, "}", ",\"code\":200}", ",\"code\":409}", ",\"code\":7}",
		   ",\"reason\":\"NotFound\"}"));
}

static void add_path(struct maker *m, const char *name, const char *sub)
{
	strbuf_addf(m->out, "%s%s", rarely(&m->c, 20) ? "/k8s/clusters/c-1" : "", m->type->path);
	if (m->type->namespaced && !(rarely(&m->c, 6) && !*name))
		add(m, "/namespaces/shop");
	strbuf_addf(m->out, "/%s%s%s%s%s", m->type->resource, *name ? "/" : "", name,
		    *sub ? "/" : "", sub);
}

static void add_time(struct maker *m, const char *name, int back_ms)
{
	int ms = m->ms - back_ms;

	strbuf_addf(m->out, ",\"%s\":\"2026-03-04T05:%02d:%02d.%03d000Z\"", name, 6 + ms / 60000,
		    ms / 1000 % 60, ms % 1000);
}

/* --- audit events --- */

/* What is the same in all of them. */
static void begin_event(struct maker *m, unsigned id, const char *stage, const char *verb)
{
	add(m, "{\"kind\":\"Event\"");
	if (is_there(m))
		strbuf_addf(m->out, ",\"apiVersion\":\"audit.k8s.io/%s\"",
			    rarely(&m->c, 30) ? "v1beta1" : "v1");
	if (is_there(m))
		strbuf_addf(m->out, ",\"auditID\":\"%u\"", id);
	if (is_there(m))
		strbuf_addf(m->out, ",\"stage\":\"%s\"", stage);
	strbuf_addf(m->out, ",\"verb\":\"%s\"", verb);
	if (is_there(m))
		strbuf_addf(m->out, ",\"user\":{\"username\":\"%s\"}",
			    ANY(&m->c, "op", "op", "gc"));
	if (rarely(&m->c, 20))
		add(m, ",\"impersonatedUser\":{\"username\":\"somebody\"}");
	if (rarely(&m->c, 3))
		strbuf_addf(m->out, ",\"sourceIPs\":[\"10.0.0.%u\",\"10.9.9.9\"]", 1 + pick(m, 2));
	strbuf_addf(m->out, ",\"userAgent\":\"%s\"",
		    ANY(&m->c, "op/1", "op/1", "op/1", "kubectl/v1.34", "gc/2"));
}

static void end_event(struct maker *m, int took_ms)
{
	if (is_there(m))
		add_time(m, "requestReceivedTimestamp", took_ms);
	if (is_there(m))
		add_time(m, "stageTimestamp", 0);
	if (rarely(&m->c, 25))
		add(m, ",\"annotations\":{\"audit.k8s.io/truncated\":\"true\"}");
	add(m, "}\n");
}

static void add_reference(struct maker *m, const char *name, const char *sub)
{
	const char *slash = strchr(m->type->api_version, '/');

	add(m, ",\"objectRef\":{");
	strbuf_addf(m->out, "\"resource\":\"%s\",\"apiVersion\":\"%s\"", m->type->resource,
		    slash ? slash + 1 : m->type->api_version);
	if (slash)
		strbuf_addf(m->out, ",\"apiGroup\":\"%.*s\"", (int)(slash - m->type->api_version),
			    m->type->api_version);
	if (m->type->namespaced)
		add(m, ",\"namespace\":\"shop\"");
	if (*name)
		strbuf_addf(m->out, ",\"name\":\"%s\"", name);
	if (*sub)
		strbuf_addf(m->out, ",\"subresource\":\"%s\"", sub);
	add(m, "}");
}

static void add_uri(struct maker *m, const char *name, const char *sub, const char *query)
{
	bool known = is_there(m);

	if (known) {
		add(m, ",\"requestURI\":\"");
		add_path(m, name, sub);
		strbuf_addf(m->out, "%s%s\"", *query ? "?" : "", query);
	}
	if (!known || rarely(&m->c, 3))
		add_reference(m, name, sub);
}

static void add_code(struct maker *m, const char *code)
{
	if (is_there(m))
		strbuf_addf(m->out, ",\"responseStatus\":{\"metadata\":{},\"code\":%s%s}", code,
			    rarely(&m->c, 8) ? ",\"reason\":\"Conflict\",\"message\":\"it was\","
					       "\"details\":{\"name\":\"a\"}"
					     : "");
}

static void add_patch(struct maker *m)
{
	add(m, ANY(&m->c, "{\"spec\":{\"replicas\":7}}",
		   "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":3}]",
		   "[{\"op\":\"remove\",\"path\":\"/nothing\"}]",
		   "{\"metadata\":{\"labels\":{\"app\":null,\"by\":\"patch\"}}}",
		   "{\"metadata\":{\"finalizers\":null}}",
		   "{\"spec\":{\"$patch\":\"replace\",\"only\":1}}", "\"too large\"", "7"));
}

/* A write: its request, its answer, both, or neither. */
static void add_write(struct maker *m)
{
	const char *verb = ANY(&m->c, "create", "create", "update", "patch", "delete", "delete");
	const char *name = name_of(m), *code, *query;
	const char *sub = rarely(&m->c, 4) && strcmp(verb, "delete") != 0
			      ? ANY(&m->c, "status", "scale", "binding", "eviction", "finalize",
				    "ephemeralcontainers", "token", "log", "exec")
			      : "";
	uint32_t level = pick(m, 4);
	bool create = strcmp(verb, "create") == 0, delete = strcmp(verb, "delete") == 0;

	code = rarely(&m->c, 8) ? ANY(&m->c, "409", "404", "500", "99", "600", "300")
	       : create		? "201"
				: "200";
	query = rarely(&m->c, 5) ? ANY(&m->c, "dryRun=All", "gracePeriodSeconds=0",
				       "fieldManager=k", "resourceVersion=5", "a=%20b&c")
				 : "";
	begin_event(m, ++m->id,
		    rarely(&m->c, 15) ? ANY(&m->c, "RequestReceived", "Panic", "Odd")
				      : "ResponseComplete",
		    verb);
	add_uri(m, create && !*sub ? "" : name, sub, query);
	add_code(m, code);
	if (level & 1) {
		add(m, ",\"requestObject\":");
		if (delete)
			add(m, ANY(&m->c, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}",
				   "{\"gracePeriodSeconds\":0}", "{\"gracePeriodSeconds\":7}",
				   "{\"dryRun\":[\"All\"]}", "{\"dryRun\":[]}"));
		else if (strcmp(sub, "binding") == 0)
			add(m, "{\"kind\":\"Binding\",\"target\":{\"name\":\"n7\"}}");
		else if (strcmp(sub, "scale") == 0)
			add(m, "{\"kind\":\"Scale\",\"spec\":{\"replicas\":5}}");
		else if (strcmp(verb, "patch") == 0)
			add_patch(m);
		else
			add_object(m, name);
	}
	if (level & 2) {
		add(m, ",\"responseObject\":");
		if (rarely(&m->c, delete ? 2 : 10))
			add_status(m);
		else if (strcmp(sub, "scale") == 0)
			strbuf_addf(m->out,
				    "{\"kind\":\"Scale\",\"metadata\":{\"name\":\"%s\","
				    "\"resourceVersion\":\"%llu\"},\"spec\":{\"replicas\":%u}}",
				    name, (unsigned long long)++m->rv, pick(m, 9));
		else
			add_object(m, name);
	}
	end_event(m, (int)pick(m, 40));
}

static void add_deletecollection(struct maker *m)
{
	begin_event(m, ++m->id, "ResponseComplete", "deletecollection");
	add_uri(m, "", "",
		ANY(&m->c, "", "", "labelSelector=app%3Dx", "labelSelector=app%21%3Dx",
		    "fieldSelector=metadata.name%3Da", "dryRun=All"));
	add_code(m, "200");
	if (rarely(&m->c, 2)) {
		add(m, ",\"responseObject\":");
		add_list(m);
	}
	end_event(m, (int)pick(m, 40));
}

static void add_read(struct maker *m)
{
	bool list = rarely(&m->c, 2);
	const char *name = list ? "" : name_of(m), *sub = rarely(&m->c, 8) ? "log" : "";

	begin_event(m, ++m->id, "ResponseComplete", list ? "list" : "get");
	add_uri(m, name, sub,
		ANY(&m->c, "", "limit=500&resourceVersion=0", "resourceVersion=7",
		    "labelSelector=app%3Dx", "fieldSelector=metadata.name=a"));
	add_code(m, rarely(&m->c, 6) ? "403" : "200");
	if (rarely(&m->c, 2)) {
		add(m, ",\"responseObject\":");
		if (!list)
			add_object(m, name_of(m));
		else if (rarely(&m->c, 6))
			add(m, "{\"kind\":\"Table\",\"rows\":[]}");
		else
			add_list(m);
	}
	end_event(m, (int)pick(m, 40));
}

/* Opened, ended, or only ended. */
static void add_watch(struct maker *m, bool open, unsigned id)
{
	uint64_t from = m->rv > 2 && rarely(&m->c, 3) ? m->rv - 2 : m->rv;
	char query[160];

	begin_event(m, id,
		    open	       ? "ResponseStarted"
		    : rarely(&m->c, 9) ? "Panic"
				       : "ResponseComplete",
		    "watch");
	(void)snprintf(query, sizeof(query), "watch=true&%s&resourceVersion=%llu",
		       ANY(&m->c, "timeoutSeconds=5", "timeoutSeconds=600", "a=b",
			   "sendInitialEvents=true&allowWatchBookmarks=true",
			   "fieldSelector=spec.nodeName%3Dn1", "fieldSelector=metadata.name%3Da",
			   "fieldSelector=a%21%3D%3D", "labelSelector=app%3Dx",
			   "labelSelector=((("),
		       (unsigned long long)from);
	add_uri(m, rarely(&m->c, 8) ? "a" : "", "", query);
	add_code(m, rarely(&m->c, 8) ? "410" : "200");
	end_event(m, open ? 3 : 5000);
}

static void add_event(struct maker *m, unsigned *watch)
{
	if (rarely(&m->c, 5))
		m->type = &types[pick(m, ARRAY_LEN(types))];
	m->ms += 100 + (int)pick(m, 3) * 700;
	switch (pick(m, 10)) {
	case 0:
		add_watch(m, true, *watch = ++m->id);
		break;
	case 1:
		m->ms += 5000;
		add_watch(m, false, *watch && !rarely(&m->c, 4) ? *watch : ++m->id);
		break;
	case 2:
	case 3:
		add_read(m);
		break;
	case 4:
		if (rarely(&m->c, 2)) {
			add_deletecollection(m);
			break;
		}
		add_write(m);
		break;
	default:
		add_write(m);
		break;
	}
}

/* --- what kubectl prints of a watch, and objects alone --- */

static void add_printed(struct maker *m, bool events, unsigned n)
{
	static const char *const names[] = { "a", "b", "c", "web-1" };
	const char *name = n < 3 && !rarely(&m->c, 6) ? names[n] : name_of(m);

	m->ms += 900;
	if (rarely(&m->c, 30))
		m->type = &types[pick(m, ARRAY_LEN(types))];
	if (events && rarely(&m->c, 15)) {
		add(m, ANY(&m->c,
			   "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{"
			   "\"resourceVersion\":\"20\"}}}\n",
			   "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}\n",
			   "{\"type\":\"ADDED\"}\n",
			   "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\"}}\n",
			   "{\"type\":\"ODD\",\"object\":{}}\n"));
		return;
	}
	if (events)
		strbuf_addf(m->out, "{\"type\":\"%s\",\"object\":",
			    n < 3 ? "ADDED"
				  : ANY(&m->c, "ADDED", "MODIFIED", "MODIFIED", "DELETED"));
	add_object(m, name);
	add(m, events ? "}\n" : "\n");
}

/* --- a HAR of reads and watches --- */

static void add_text(struct maker *m, struct strbuf *text)
{
	add(m, "\"text\":");
	strbuf_add_json(m->out, strbuf_str(text));
	strbuf_fini(text);
}

static void add_entry(struct maker *m)
{
	struct strbuf body = STRBUF_INIT, *out = m->out;
	bool watch = rarely(&m->c, 2);
	unsigned events = watch ? pick(m, 4) : 0;

	m->ms += 1100;
	strbuf_addf(out, "{\"startedDateTime\":\"2026-03-04T05:06:%02d.%03dZ\",\"time\":%s",
		    m->ms / 1000 % 60, m->ms % 1000, ANY(&m->c, "5000", "12.5", "0", "-1", "null"));
	strbuf_addf(out, ",\"request\":{\"method\":\"%s\",\"url\":\"https://k8s",
		    ANY(&m->c, "GET", "GET", "GET", "G\\u0045T", "POST"));
	add_path(m, rarely(&m->c, 6) ? "a" : "", "");
	add(m,
	    watch ? "?watch=true&resourceVersion=5" : ANY(&m->c, "?limit=500", "", "?a=%2F+b#x"));
	add(m, "\",\"headers\":[{\"name\":\"User-Agent\",\"value\":\"ui/1\"},{\"name\":"
	       "\":path\",\"value\":\"/\"}]");
	add(m, rarely(&m->c, 5) ? ",\"postData\":{\"text\":\"{\\\"a\\\":1}\"}" : "");
	strbuf_addf(out, "},\"response\":{\"status\":%s,\"headers\":[",
		    rarely(&m->c, 6) ? ANY(&m->c, "404", "0", "101", "600", "\"x\"") : "200");
	add(m,
	    rarely(&m->c, 2) ? "{\"name\":\"Content-Type\",\"value\":\"application/json\"}" : "");
	add(m, "],\"content\":{");
	m->out = &body;
	if (!watch)
		add_list(m);
	for (unsigned i = 0; i < events; i++)
		add_printed(m, true, 3);
	m->out = out;
	if (is_there(m))
		add_text(m, &body);
	else if (rarely(&m->c, 2))
		add(m, "\"encoding\":\"base64\",\"text\":\"not%base64\"");
	strbuf_fini(&body);
	add(m, "}}}");
}

/* --- what comes of it --- */

static void add_fingerprints(struct fingerprints *f, const char *kind, struct str text, uint64_t n)
{
	AUTO_STRBUF recording = STRBUF_INIT, printed = STRBUF_INIT, lifted = STRBUF_INIT;
	char name[40];

	/* Nothing is refused without a word. */
	assert_true(import_made(text, n, &recording, &printed) || printed.len);
	if (recording.len)
		assert_true(lift_made(strbuf_str(&recording), n, &lifted) || lifted.len);
	strbuf_adds(&recording, strbuf_str(&printed));
	(void)snprintf(name, sizeof(name), "%s-%llu", kind, (unsigned long long)n);
	fingerprints_line(f, name);
	fingerprints_add(f, "recording", strbuf_str(&recording));
	fingerprints_add(f, "scenario", strbuf_str(&lifted));
}

static void begin(struct maker *m, uint64_t seed, struct strbuf *out)
{
	*m = (struct maker) { .out = out, .rv = 4 };
	choice_init_seed(&m->c, seed, false);
	m->type = &types[pick(m, ARRAY_LEN(types))];
	m->dense = rarely(&m->c, 2);
}

static void generated_audit_logs_import_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-audit.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 400; n++) {
		AUTO_STRBUF text = STRBUF_INIT;
		unsigned watch = 0, events;
		struct maker m;

		begin(&m, 1000 + n, &text);
		events = 3 + pick(&m, EVENTS_MAX - 2);
		for (unsigned i = 0; i < events; i++)
			add_event(&m, &watch);
		add_fingerprints(&f, "audit", strbuf_str(&text), n);
		choice_fini(&m.c);
	}
	fingerprints_end(&f);
}

static void generated_kubectl_output_imports_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-kubectl.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 250; n++) {
		AUTO_STRBUF text = STRBUF_INIT;
		unsigned lines;
		bool events;
		struct maker m;

		begin(&m, 2000 + n, &text);
		events = !rarely(&m.c, 3);
		lines = 2 + pick(&m, 12);
		if (rarely(&m.c, 6)) {
			add_list(&m);
			add(&m, "\n");
		}
		for (unsigned i = 0; i < lines; i++)
			add_printed(&m, events, i);
		add_fingerprints(&f, "kubectl", strbuf_str(&text), n);
		choice_fini(&m.c);
	}
	fingerprints_end(&f);
}

static void generated_hars_import_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-har.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 150; n++) {
		AUTO_STRBUF text = STRBUF_INIT;
		unsigned entries;
		struct maker m;

		begin(&m, 3000 + n, &text);
		add(&m, "{\"log\":{\"version\":\"1.2\",\"entries\":[");
		entries = 1 + pick(&m, 5);
		for (unsigned i = 0; i < entries; i++) {
			add(&m, i ? "," : "");
			add_entry(&m);
		}
		add(&m, "]}}");
		add_fingerprints(&f, "har", strbuf_str(&text), n);
		choice_fini(&m.c);
	}
	fingerprints_end(&f);
}

/* One value of one line is changed. */
static void damaged_events_import_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-damaged.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 300; n++) {
		AUTO_STRBUF text = STRBUF_INIT, line = STRBUF_INIT;
		unsigned watch = 0, bad;
		struct maker m;

		begin(&m, 4000 + n, &text);
		m.dense = true;
		bad = pick(&m, 6);
		for (unsigned i = 0; i < 8; i++) {
			cJSON *doc;
			char *printed;

			strbuf_clear(&line);
			m.out = &line;
			if (n % 2)
				add_printed(&m, true, i);
			else
				add_event(&m, &watch);
			m.out = &text;
			doc = i == bad ? cJSON_Parse(line.ptr) : NULL;
			if (doc)
				damage_json(doc, n % 4 < 2, &m.c);
			printed = doc ? cJSON_PrintUnformatted(doc) : NULL;
			add(&m, printed ? printed : line.ptr);
			add(&m, printed ? "\n" : "");
			cJSON_free(printed);
			cJSON_Delete(doc);
		}
		add_fingerprints(&f, "damaged", strbuf_str(&text), n);
		choice_fini(&m.c);
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_audit_logs_import_as_in_the_golden_file),
		cmocka_unit_test(generated_kubectl_output_imports_as_in_the_golden_file),
		cmocka_unit_test(generated_hars_import_as_in_the_golden_file),
		cmocka_unit_test(damaged_events_import_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
