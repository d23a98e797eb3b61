/* SPDX-License-Identifier: Apache-2.0 */
/* Whole conversations with the control API: every response, and the events of watches, as committed
 * texts in tests/golden/control. */
#include "tests/kit/testing.h"

#include <errno.h>

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/golden_text.h"

enum { WATCHES = 2 };

struct talk {
	struct kit k;
	struct kit_watch watches[WATCHES];
	bool open[WATCHES];
	struct strbuf out;
};

/* What the watch sent, word for word, and how it ended. */
static void add_sent(struct talk *t, size_t n)
{
	struct kit_watch *w = &t->watches[n];
	char buf[777];
	ptrdiff_t got;

	strbuf_addf(&t->out, "  %zu:", n);
	while ((got = w->x->ops->pull(w->x, t->k.now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&w->text, buf, (size_t)got);
	for (const char *line = w->text.ptr; *line; line += strcspn(line, "\n") + 1) {
		cJSON *ev = cJSON_ParseWithLength(line, strcspn(line, "\n"));
		const cJSON *object = cJSON_GetObjectItem(ev, "object");
		const cJSON *m = cJSON_GetObjectItem(object, "metadata");
		const cJSON *name = cJSON_GetObjectItem(m, "name");
		const char *rv = cJSON_GetStringValue(cJSON_GetObjectItem(m, "resourceVersion"));
		const cJSON *v = cJSON_GetObjectItem(cJSON_GetObjectItem(object, "data"), "v");

		if (!name && !rv) {
			strbuf_addf(&t->out, " %.*s", (int)strcspn(line, "\n"), line);
		} else {
			strbuf_addf(&t->out, " %s %s",
				    cJSON_GetStringValue(cJSON_GetObjectItem(ev, "type")),
				    name ? name->valuestring : "");
			if (v)
				strbuf_addf(&t->out, "=%s", v->valuestring);
			strbuf_addf(&t->out, "@%s", rv);
			if (cJSON_GetObjectItem(m, "annotations"))
				strbuf_addz(&t->out, " annotated");
		}
		strbuf_addc(&t->out, ',');
		cJSON_Delete(ev);
	}
	strbuf_clear(&w->text);
	strbuf_addf(&t->out, "%s\n",
		    got == FAKEAPI_PULL_WAIT	? " open"
		    : got == FAKEAPI_PULL_END	? " end"
		    : got == FAKEAPI_PULL_CUT	? " cut"
		    : got == FAKEAPI_PULL_RESET ? " reset"
						: " stalled");
}

static void add_answer(struct talk *t, const char *uri)
{
	struct strbuf *body = &t->k.body;

	while (body->len && body->ptr[body->len - 1] == '\n')
		body->ptr[--body->len] = '\0';
	strbuf_addf(&t->out, "  %d ", t->k.status);
	if (strncmp(uri, "/relist/", 8) != 0 && t->k.status < 300) {
		const cJSON *items = cJSON_GetObjectItem(t->k.json, "items"), *item;

		strbuf_addf(&t->out, "%s%s@%s", kit_at(&t->k, "metadata.name"),
			    kit_at(&t->k, "data.v"), kit_at(&t->k, "metadata.resourceVersion"));
		cJSON_ArrayForEach(item, items)
		{
			const cJSON *m = cJSON_GetObjectItem(item, "metadata");
			const cJSON *v =
			    cJSON_GetObjectItem(cJSON_GetObjectItem(item, "data"), "v");

			strbuf_addf(&t->out, " %s=%s",
				    cJSON_GetStringValue(cJSON_GetObjectItem(m, "name")),
				    v ? v->valuestring : "");
		}
	} else if (t->k.status >= 400) {
		const char *reason = kit_at(&t->k, "reason");

		strbuf_addf(&t->out, "%s: %s", reason, kit_at(&t->k, "message"));
	} else {
		strbuf_addz(&t->out, body->ptr);
	}
	strbuf_addf(&t->out, "%s\n",
		    t->k.end == FAKEAPI_PULL_CUT     ? " cut"
		    : t->k.end == FAKEAPI_PULL_RESET ? " reset"
						     : "");
}

/* One line: "+2s" lets time pass, "put NAME VALUE" writes a ConfigMap, "watch N URI", "received"
 * prints the events of watches, "backend N" is the receiver of the next requests; else METHOD, path
 * below /relist/v1 or /api, and a body. */
static void say(struct talk *t, char *line)
{
	char *word = strtok(line, " "), *second = strtok(NULL, " "), *rest = strtok(NULL, "\n");

	if (*word == '+') {
		int64_t ns = 0;

		assert_int_equal(duration_parse(str_of(word + 1), &ns, NULL), 0);
		t->k.now_ns += ns;
	} else if (strcmp(word, "put") == 0) {
		strbuf_addf(&t->out, "  @%lu\n", kit_put_map(&t->k, second, rest));
	} else if (strcmp(word, "backend") == 0) {
		t->k.backend = (uint32_t)atoi(second);
	} else if (strcmp(word, "watch") == 0) {
		size_t n = (size_t)atoi(second);

		kit_watch(&t->k, &t->watches[n], rest);
		t->open[n] = true;
	} else if (strcmp(word, "leave") == 0) {
		kit_unwatch(&t->watches[atoi(second)]);
		t->open[atoi(second)] = false;
	} else if (strcmp(word, "received") == 0) {
		for (size_t n = 0; n < WATCHES; n++)
			if (t->open[n])
				add_sent(t, n);
	} else {
		char uri[256];

		(void)snprintf(uri, sizeof(uri), "%s%s",
			       strncmp(second, "/api", 4) == 0 ? "" : "/relist/v1", second);
		if (strcmp(second, "/") == 0)
			(void)snprintf(uri, sizeof(uri), "/relist/v1");
		(void)kit_do(&t->k, word, uri, rest);
		add_answer(t, uri);
	}
}

static void talk(const char *name, const char *const *lines, size_t count, uint32_t backends)
{
	struct fakeapi__options opt = { .backend_count = backends,
					.empty = true,
					.any_namespace = true,
					.bookmark_every_ns = TIME_NEVER };
	AUTO_STRBUF path = STRBUF_INIT;
	struct talk t = { .out = STRBUF_INIT };

	kit_open(&t.k, &opt);
	t.k.now_ns = 100 * NS_PER_S;
	for (size_t i = 0; i < count; i++) {
		char line[1024];

		(void)snprintf(line, sizeof(line), "%s", lines[i]);
		strbuf_addf(&t.out, "%s\n", line);
		say(&t, line);
	}
	for (size_t n = 0; n < WATCHES; n++)
		if (t.open[n])
			kit_unwatch(&t.watches[n]);
	kit_close(&t.k);
	strbuf_addf(&path, "tests/golden/control/%s.txt", name);
	assert_golden(path.ptr, strbuf_str(&t.out));
	strbuf_fini(&t.out);
}

#define TALK(name, backends, ...)                                                                  \
	do {                                                                                       \
		static const char *const lines[] = { __VA_ARGS__ };                                \
                                                                                                   \
		talk(name, lines, ARRAY_LEN(lines), backends);                                     \
	} while (0)

#define MAPS	   "/api/v1/namespaces/default/configmaps"
#define WATCH	   MAPS "?watch=1&allowWatchBookmarks=true"
#define FAIL(m)	   "POST /faults {\"kind\":\"fail\"," m "}"
#define RULE(k, m) "POST /faults {\"kind\":\"" k "\"," m "}"
#define REPLY(m)   "POST /faults {\"kind\":\"reply\"," m "}"

static void control_api_names_bad_members_and_accepts_values_at_their_bounds(void **state)
{
	(void)state;
	TALK("members", 3, "GET /", "GET /nothing", "PUT /", "PATCH /faults", "GET /compact",
	     "POST /requests {}", "POST /objects {}", "POST /faults", "POST /faults {",
	     "POST /faults []", "POST /faults {\"kind\":1}", "POST /faults {\"kind\":\"explode\"}",
	     "POST /faults {\"kind\":\"explode-explode-explode-explode\"}",
	     "POST /faults {\"kind\":\"explode-explode-explode-explode-\"}", FAIL("\"tims\":1"),
	     FAIL("\"times\":-2"), FAIL("\"times\":-1"), FAIL("\"times\":0"), FAIL("\"times\":1e9"),
	     FAIL("\"times\":1000000001"), FAIL("\"times\":\"1\""), FAIL("\"times\":null"),
	     FAIL("\"skip\":-1"), FAIL("\"skip\":0"), FAIL("\"skip\":1e9"),
	     FAIL("\"skip\":1000000001"), FAIL("\"status\":399"), FAIL("\"status\":400"),
	     FAIL("\"status\":599"), FAIL("\"status\":600"), FAIL("\"retryAfter\":-1"),
	     FAIL("\"retryAfter\":86400"), FAIL("\"retryAfter\":86401"),
	     RULE("cut", "\"bytes\":-1"), RULE("cut", "\"bytes\":1e12"),
	     RULE("cut", "\"bytes\":1000000000001"), RULE("backend", "\"to\":-1"),
	     RULE("backend", "\"to\":2"), RULE("backend", "\"to\":3"), FAIL("\"reason\":1"),
	     FAIL("\"message\":1"), RULE("http2", "\"mode\":1"), RULE("delay", "\"delay\":1"),
	     RULE("delay", "\"delay\":\"x\""), RULE("delay", "\"delay\":\"0s\""),
	     FAIL("\"for\":\"-1s\""), FAIL("\"details\":1"), FAIL("\"details\":null"),
	     FAIL("\"details\":{\"a\":1}"), FAIL("\"inStream\":1"), FAIL("\"inStream\":false"),
	     FAIL("\"match\":1"), FAIL("\"match\":null"), FAIL("\"match\":{\"x\":1}"),
	     FAIL("\"match\":{\"verb\":1}"), FAIL("\"match\":{\"group\":1}"),
	     FAIL("\"match\":{\"resource\":1}"), FAIL("\"match\":{\"subresource\":1}"),
	     FAIL("\"match\":{\"namespace\":1}"), FAIL("\"match\":{\"name\":1}"),
	     FAIL("\"match\":{\"userAgent\":1}"), FAIL("\"match\":{\"backend\":-1}"),
	     FAIL("\"match\":{\"backend\":2}"), FAIL("\"match\":{\"backend\":3}"),
	     FAIL("\"match\":{\"continue\":1}"), FAIL("\"match\":{\"sendInitialEvents\":\"x\"}"),
	     "POST /faults {\"kind\":\"bookmarks\"}",
	     "POST /faults {\"kind\":\"bookmarks\",\"mode\":\"\"}",
	     "POST /faults {\"kind\":\"bookmarks\",\"mode\":\"of\"}", REPLY("\"status\":99"),
	     REPLY("\"status\":100"), REPLY("\"status\":600"), REPLY("\"headers\":{\"a\":1}"),
	     REPLY("\"body\":1"), REPLY("\"body\":[1]"), REPLY("\"body\":[{}]"),
	     REPLY("\"body\":[{\"json\":1,\"hex\":\"\"}]"), REPLY("\"body\":[{\"hex\":\"a\"}]"),
	     REPLY("\"body\":[{\"hex\":\"0g\"}]"), REPLY("\"body\":[{\"hex\":1}]"),
	     REPLY("\"body\":[{\"wait\":1}]"), REPLY("\"body\":[{\"close\":\"x\"}]"),
	     REPLY("\"body\":[{\"close\":1}]"), "GET /faults/0", "GET /faults/x", "GET /faults/",
	     "GET /faults/99999999999", "DELETE /faults/1", "DELETE /faults/1", "DELETE /faults",
	     "GET /faults", "POST /compact {\"x\":1}", "POST /compact {\"gone\":\"x\"}",
	     "POST /compact {\"gone\":1}", "POST /compact {\"backend\":-1}",
	     "POST /compact {\"backend\":3}", "POST /compact {\"resourceVersion\":-1}",
	     "POST /compact {\"backend\":2,\"gone\":\"in-stream\"}", "POST /watches {\"x\":1}",
	     "POST /watches {\"how\":1}", "POST /watches {\"how\":\"x\"}",
	     "POST /watches {\"match\":1}", "POST /watches {\"how\":\"slow\",\"bytes\":-1}",
	     "POST /watches {\"how\":\"slow\",\"bytes\":0}",
	     "POST /watches {\"how\":\"slow\",\"delay\":1}",
	     "POST /watches {\"how\":\"error\",\"status\":399}",
	     "POST /watches {\"how\":\"error\",\"status\":400}",
	     "POST /watches {\"how\":\"error\",\"status\":600}",
	     "POST /watches {\"how\":\"error\",\"retryAfter\":86401}",
	     "POST /watches {\"how\":\"error\",\"reason\":1}",
	     "POST /watches {\"how\":\"error\",\"message\":1}",
	     "POST /watches {\"how\":\"send\",\"body\":1}", "POST /watches {}",
	     "POST /rewind {\"x\":1}", "POST /rewind {\"resourceVersion\":\"x\"}",
	     "POST /backends {\"x\":1}", "POST /backends {\"backend\":3}",
	     "POST /backends {\"behind\":-1}", "POST /backends {\"behind\":1000000001}",
	     "POST /backends {\"lag\":1}", "POST /backends {\"resourceVersion\":[]}",
	     "POST /network {\"x\":1}", "POST /network {\"for\":\"0s\"}", "GET /requests?since=x",
	     "DELETE /objects?resource=configmaps&namespace=default&name=a",
	     "PUT /objects {\"kind\":\"Pod\"",
	     "PUT /objects {\"kind\":\"Nothing\",\"apiVersion\":\"v1\"}", "GET /");
}

static void rules_are_listed_with_their_remaining_times(void **state)
{
	(void)state;
	TALK("rules", 2, "put a 1",
	     FAIL("\"match\":{\"verb\":\"get\",\"group\":\"\",\"resource\":\"configmaps\","
		  "\"namespace\":"
		  "\"default\",\"name\":\"a\",\"userAgent\":\"ki\",\"backend\":0},\"times\":2,"
		  "\"skip\":1,"
		  "\"status\":429,\"reason\":\"TooManyRequests\",\"message\":\"later\","
		  "\"retryAfter\":7"),
	     "GET /faults", "GET " MAPS "/a", "GET /faults/1", "backend 1", "GET " MAPS "/a",
	     "GET /faults/1", "backend 0", "GET " MAPS "/a", "GET /faults/1", "GET " MAPS "/a",
	     "GET /faults/1", "GET " MAPS "/a", "GET /faults",
	     /* Ends by itself; how often it acts before is up to `times`. */
	     FAIL("\"for\":\"10s\""), "GET " MAPS "/a", "GET " MAPS "/a", "GET /faults", "+9.9s",
	     "GET " MAPS "/a", "+0.1s", "GET " MAPS "/a", "GET /faults",
	     FAIL("\"for\":\"10s\",\"times\":1"), "GET " MAPS "/a", "GET " MAPS "/a",
	     "DELETE /faults",
	     /* The earliest first, whichever was added first. */
	     FAIL("\"for\":\"20s\",\"status\":501"), FAIL("\"for\":\"10s\",\"status\":502"),
	     FAIL("\"times\":-1,\"status\":503"), "+10s", "GET /faults", "+10s", "GET /faults",
	     "GET " MAPS "/a", "DELETE /faults/6", "GET " MAPS "/a",
	     REPLY("\"status\":202,\"headers\":{\"Content-Type\":\"text/"
		   "plain\"},\"body\":[\"te\",{\"hex\":\"7874\"},"
		   "{\"json\":{\"a\":1}},{\"wait\":\"3s\"},\"end\",{\"close\":\"fin\"}]"),
	     "GET /requests?since=0", "GET " MAPS "/a",
	     "POST /faults {\"kind\":\"backend\",\"to\":1}", "GET " MAPS "/a",
	     "GET /requests?since=11", "DELETE /faults", "GET /requests?since=99",
	     "DELETE /requests", "GET /requests", "GET " MAPS "/b", "GET /requests", "GET /");
}

static void watches_lists_the_open_watches_with_their_queries(void **state)
{
	(void)state;
	TALK("watches", 1, "GET /watches", "watch 0 " WATCH, "watch 1 /api/v1/pods?watch=1",
	     "GET /watches", "put a 1", "received", "GET /watches",
	     "POST /watches {\"how\":\"bookmark\"}", "received",
	     "POST /watches {\"how\":\"bookmark\",\"initialEventsEnd\":true}", "received",
	     "POST /watches {\"how\":\"stall\",\"match\":{\"resource\":\"configmaps\"}}", "put a 2",
	     "received", "GET /watches",
	     "POST /watches {\"how\":\"resume\",\"match\":{\"resource\":\"pods\"}}", "received",
	     "POST /watches {\"how\":\"resume\"}", "received",
	     "POST /watches "
	     "{\"how\":\"slow\",\"bytes\":1e12,\"delay\":\"0s\",\"match\":{\"resource\":"
	     "\"configmaps\"}}",
	     "put a 3", "received",
	     "POST /watches "
	     "{\"how\":\"send\",\"match\":{\"resource\":\"configmaps\"},\"body\":[{\"json\":{\"x\":"
	     "1}},"
	     "{\"json\":{\"y\":1}}]}",
	     "received", "put a 4", "received",
	     "POST /watches "
	     "{\"how\":\"error\",\"match\":{\"resource\":\"pods\"},\"status\":410,\"reason\":"
	     "\"Expired\","
	     "\"message\":\"too old\",\"details\":{\"a\":1},\"retryAfter\":3}",
	     "received", "POST /watches {\"how\":\"end\",\"match\":{\"resource\":\"pods\"}}",
	     "POST /watches {\"how\":\"error\"}", "received", "leave 0", "leave 1", "GET /watches",
	     "GET /");
}

static void held_request_is_released_by_its_rule(void **state)
{
	(void)state;
	TALK("holds", 1, "watch 0 " WATCH, "POST /faults {\"kind\":\"hold-events\"}",
	     "POST /faults {\"kind\":\"hold-events\",\"match\":{\"name\":\"b\"}}", "put a 1",
	     "put b 1", "put c 1", "received", "DELETE /faults/1", "received", "GET /faults",
	     "DELETE /faults/2", "received", "POST /faults {\"kind\":\"hold-events\",\"skip\":1}",
	     "put a 2", "put b 2", "received", "DELETE /faults", "received",
	     "POST /faults {\"kind\":\"hold-events\",\"for\":\"5s\"}", "put a 3", "received", "+5s",
	     "GET /faults", "received",
	     "POST /faults {\"kind\":\"drop-event\",\"match\":{\"verb\":\"delete\"}}", "put a 4",
	     "DELETE " MAPS "/a", "DELETE " MAPS "/b", "received",
	     "POST /faults {\"kind\":\"hang\",\"match\":{\"name\":\"c\"}}", "GET " MAPS "/c",
	     "GET " MAPS "/c",
	     "POST /faults {\"kind\":\"hold-response\",\"match\":{\"verb\":\"delete\"}}",
	     "DELETE " MAPS "/c", "received", "GET " MAPS "/c");
}

static void compacted_versions_are_410_and_rewound_versions_are_reused(void **state)
{
	(void)state;
	TALK("history", 2, "put a 1", "put b 1", "put a 2", "put c 1",
	     "POST /compact {\"resourceVersion\":3}",
	     "GET " MAPS "?resourceVersion=2&resourceVersionMatch=Exact",
	     "GET " MAPS "?resourceVersion=3&resourceVersionMatch=Exact",
	     "watch 0 " WATCH "&resourceVersion=2", "received", "leave 0",
	     "watch 0 " WATCH "&resourceVersion=3", "received", "leave 0",
	     "POST /compact {\"backend\":1,\"resourceVersion\":4}", "backend 1",
	     "watch 0 " WATCH "&resourceVersion=3", "received", "leave 0",
	     "watch 0 " WATCH "&resourceVersion=4", "received", "leave 0", "backend 0",
	     "watch 0 " WATCH "&resourceVersion=3", "received", "leave 0",
	     "POST /compact {\"keepWatchCache\":true}", "watch 0 " WATCH "&resourceVersion=3",
	     "received", "leave 0", "GET " MAPS "?resourceVersion=4&resourceVersionMatch=Exact",
	     "POST /compact {\"gone\":\"http-status\"}", "GET " WATCH "&resourceVersion=3",
	     "POST /compact {\"gone\":\"in-stream\"}", "watch 0 " WATCH "&resourceVersion=3",
	     "received", "leave 0",
	     /* Older than what is gone it cannot be. */
	     "POST /rewind {\"resourceVersion\":4}", "put d 1", "put d 2", "put a 3",
	     "watch 0 " WATCH, "received", "POST /rewind {\"resourceVersion\":9}", "received",
	     "POST /rewind {\"resourceVersion\":7,\"keepWatches\":true}", "GET " MAPS, "put e 1",
	     "received", "put e 2", "received", "put f 1", "received",
	     "POST /rewind {\"resourceVersion\":7}", "received", "leave 0", "GET " MAPS,
	     "watch 0 " WATCH "&resourceVersion=7", "put g 1", "received", "POST /rewind {}",
	     "GET /");
}

static void backends_fall_behind_and_catch_up(void **state)
{
	(void)state;
	TALK("backends", 2, "put a 1", "put a 2", "GET /backends",
	     "POST /backends {\"backend\":1,\"freeze\":true}", "put a 3", "GET /backends",
	     "backend 1", "GET " MAPS "?resourceVersion=0", "GET " MAPS, "backend 0",
	     "POST /backends {\"backend\":1,\"freeze\":false}", "GET /backends",
	     "POST /backends {\"backend\":1,\"behind\":2}", "GET /backends", "put a 4",
	     "GET /backends", "POST /backends {\"backend\":1,\"behind\":0}", "GET /backends",
	     "POST /backends {\"backend\":1,\"resourceVersion\":\"3\",\"for\":\"10s\"}",
	     "GET /backends", "+9s", "GET /backends", "+1s", "GET /backends",
	     "POST /backends {\"backend\":1,\"behind\":1,\"for\":\"10s\"}", "GET /backends",
	     "POST /backends {\"backend\":1,\"behind\":0}", "+10s", "GET /backends",
	     "POST /backends {\"backend\":1,\"freeze\":true,\"for\":\"10s\"}",
	     "POST /backends {\"backend\":1,\"freeze\":true}", "+10s", "put a 5", "GET /backends",
	     "POST /backends {\"backend\":1,\"freeze\":false}",
	     "POST /backends {\"backend\":1,\"lag\":\"3s\",\"for\":\"5s\"}", "put a 6",
	     "GET /backends", "+2.9s", "GET /backends", "+0.1s", "GET /backends", "+2s",
	     "GET /backends", "POST /backends {\"backend\":1,\"lag\":\"3s\"}", "+10s",
	     "GET /backends", "POST /backends {\"backend\":1,\"lag\":\"0s\"}",
	     "POST /backends {\"backend\":1,\"refuse\":true}", "GET /backends",
	     "POST /backends {\"refuse\":true}", "POST /backends {\"backend\":1,\"refuse\":true}",
	     "POST /backends {\"refuse\":true,\"for\":\"5s\"}", "GET /backends", "+5s",
	     "GET /backends", "POST /backends {\"backend\":1,\"refuse\":false}",
	     "POST /backends {\"backend\":1,\"refuse\":true,\"for\":\"5s\"}",
	     "POST /backends {\"backend\":1,\"refuse\":true}", "+5s", "GET /backends",
	     "POST /backends {\"backend\":1,\"refuse\":false}", "watch 0 " WATCH,
	     "watch 1 /api/v1/pods?watch=1", "POST /network {\"for\":\"5s\"}", "received",
	     "GET /backends", "+4.9s", "GET /backends", "+0.1s", "GET /backends",
	     /* Turned back: no client has seen the removed states. */
	     "leave 0", "leave 1", "POST /backends {\"backend\":1,\"freeze\":true}",
	     "POST /compact {\"backend\":0,\"resourceVersion\":\"7\"}", "GET /backends",
	     "POST /rewind {\"resourceVersion\":6}", "GET /backends",
	     "watch 0 " WATCH "&resourceVersion=6", "put b 1", "received", "leave 0",
	     "POST /backends {\"backend\":1,\"freeze\":false}",
	     "POST /backends {\"backend\":1,\"lag\":\"3s\"}", "put b 2", "+2s", "put b 3",
	     "POST /rewind {\"resourceVersion\":8}", "GET /backends", "+1s", "GET /backends",
	     "put b 4", "GET /backends", "+3s", "GET /backends");
}

static void objects_are_listed_created_and_deleted(void **state)
{
	(void)state;
	TALK("objects", 1,
	     "PUT /objects "
	     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"uid\":"
	     "\"1\",\"creationTimestamp\":null}}",
	     "PUT /objects "
	     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\","
	     "\"namespace\":"
	     "\"other\",\"uid\":\"2\",\"creationTimestamp\":null}}",
	     "PUT /objects "
	     "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n\",\"uid\":"
	     "\"3\","
	     "\"creationTimestamp\":null}}",
	     "PUT /objects "
	     "{\"apiVersion\":\"apps/"
	     "v1\",\"kind\":\"ControllerRevision\",\"data\":{},\"metadata\":{\"name\":\"r\","
	     "\"uid\":\"4\",\"creationTimestamp\":null},\"revision\":1}",
	     "GET /", "GET " MAPS, "GET /api/v1/configmaps",
	     "DELETE /objects?resource=configmaps&namespace=other&name=a",
	     "DELETE /objects?resource=configmaps&namespace=other&name=b",
	     "DELETE /objects?group=app&resource=controllerrevisions&namespace=default&name=r",
	     "DELETE /objects?group=apps&resource=controllerrevisions&namespace=default&name=r",
	     "DELETE /objects?group=apps&resource=controllerrevisions&namespace=default&name=r",
	     "GET /", "GET " MAPS, "GET /objects?group=apps",
	     "GET /objects?resource=controllerrevisions", "watch 0 " WATCH, "received",
	     "POST /faults {\"kind\":\"fail\"}", "POST /backends {\"lag\":\"2s\"}", "POST /reset",
	     "received", "leave 0", "GET /", "GET /faults", "GET /backends", "GET /objects",
	     "GET " MAPS, "GET /", "put a 1", "watch 0 " WATCH "&resourceVersion=7", "received",
	     "leave 0", "watch 0 " WATCH "&resourceVersion=8", "received", "POST /reset",
	     "POST /gc", "POST /expire-continue");
}

static void objects_are_listed_by_group_and_resource(void **state)
{
	static const struct {
		const char *query, *names;
	} cases[] = {
		{ "", "a b n r " },
		{ "?group=", "a b n " },
		{ "?group=apps", "r " },
		{ "?resource=configmaps", "a b " },
		{ "?group=apps&resource=configmaps", "" },
		{ "?namespace=default", "a r " },
		{ "?resource=configmaps&namespace=other", "b " },
		{ "?namespace=none", "" },
	};
	static const char *const objects[] = {
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}",
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\","
		"\"namespace\":\"other\"}}",
		"{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n\"}}",
		"{\"apiVersion\":\"apps/v1\",\"kind\":\"ControllerRevision\",\"metadata\":{"
		"\"name\":\"r\"},\"data\":{},\"revision\":1}",
	};
	struct fakeapi__options opt = { .empty = true, .any_namespace = true };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (size_t i = 0; i < ARRAY_LEN(objects); i++)
		assert_int_equal(kit_do(&k, "PUT", "/relist/v1/objects", objects[i]), 200);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF names = STRBUF_INIT;
		const cJSON *item;
		char uri[128];

		(void)snprintf(uri, sizeof(uri), "/relist/v1/objects%s", cases[i].query);
		assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
		assert_string_equal(kit_at(&k, "resourceVersion"), "5");
		cJSON_ArrayForEach(item, cJSON_GetObjectItem(k.json, "items"))
		{
			const cJSON *m = cJSON_GetObjectItem(item, "metadata");

			strbuf_addf(&names, "%s ", cJSON_GetObjectItem(m, "name")->valuestring);
		}
		if (strcmp(names.ptr, cases[i].names) != 0)
			fail_msg("%s: %s", cases[i].query, names.ptr);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_api_names_bad_members_and_accepts_values_at_their_bounds),
		cmocka_unit_test(rules_are_listed_with_their_remaining_times),
		cmocka_unit_test(watches_lists_the_open_watches_with_their_queries),
		cmocka_unit_test(held_request_is_released_by_its_rule),
		cmocka_unit_test(compacted_versions_are_410_and_rewound_versions_are_reused),
		cmocka_unit_test(backends_fall_behind_and_catch_up),
		cmocka_unit_test(objects_are_listed_created_and_deleted),
		cmocka_unit_test(objects_are_listed_by_group_and_resource),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
