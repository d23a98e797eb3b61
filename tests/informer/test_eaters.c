/* SPDX-License-Identifier: Apache-2.0 */
/* What the informer reads of answers is what it read of them before: events, lists, errors,
 * statuses, headers. What is right, the test of each module says. */
#include "tests/kit/eaters.h"

#include "informer/decoder.h"
#include "informer/dynamic.h"
#include "informer/framer.h"
#include "informer/list_decoder.h"
#include "informer/retry.h"
#include "informer/status.h"
#include "tests/kit/testing.h"

static void add_error(const struct inf__api_error *e, struct strbuf *out)
{
	strbuf_addf(out, "error %d %d %d%d%d%d [%s] %s; %d%d%d%d%d\n", (int)e->kind, e->code,
		    e->too_large_cause, e->too_large_message, e->wrapped, e->no_memory, e->reason,
		    e->text, inf__api_error_is_expired(e), inf__api_error_is_gone(e),
		    inf__api_error_is_too_many(e), inf__api_error_is_internal(e),
		    inf__api_error_is_too_large(e));
}

static void add_object(struct inf_object *obj, struct strbuf *out)
{
	if (!obj) {
		strbuf_addz(out, "no object\n");
		return;
	}
	strbuf_addf(out, "%s %s %.*s %.*s ", inf_object_key(obj), inf_object_resource_version(obj),
		    (int)inf_object_uid(obj).len, inf_object_uid(obj).ptr,
		    (int)inf_object_kind(obj).len, inf_object_kind(obj).ptr);
	strbuf_adds(out, inf__object_value(obj));
	strbuf_addc(out, '\n');
	inf_object_unref(obj);
}

/* --- a watch --- */

static const char *const streams[] = {
	"{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
	"\"name\":\"a\","
	"\"namespace\":\"n\",\"resourceVersion\":\"7\",\"uid\":\"u\"}}}\n{\"type\":\"BOOKMARK\","
	"\"object\":{"
	"\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"9\","
	"\"annotations\":{"
	"\"k8s.io/initial-events-end\":\"true\"}}}}",
	"{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":410,"
	"\"reason\":"
	"\"Expired\",\"message\":\"m\",\"details\":{\"causes\":[{\"reason\":"
	"\"ResourceVersionTooLarge\"}]}}}",
	"{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"apps/"
	"v1\",\"kind\":\"Deployment\",\"metadata\":{"
	"\"name\":\"\\u0061\",\"annotations\":{\"a\":\"true\",\"b\":null}}}} {\"type\":\"DELETED\","
	"\"object\":{\"kind\":\"X\",\"metadata\":{\"name\":\"b\",\"resourceVersion\":8}}}",
	"{\"object\":{\"apiVersion\":\"meta.k8s.io/"
	"v1\",\"kind\":\"Table\",\"metadata\":{\"resourceVersion\":"
	"\"3\"},\"rows\":[]},\"type\":\"ADDED\"}12",
	NULL,
};

static void add_event(json_t frame, struct strbuf *out)
{
	static const char initial[] = "k8s.io/initial-events-end";
	struct relist_err err = { 0 };
	struct inf__api_error e;
	struct inf__event ev;
	int rc;

	memset(&ev, 0, sizeof(ev));
	rc = inf__decode_event(frame, NULL, &ev, &err);
	if (rc) {
		strbuf_addf(out, "%d %s\n", rc, err.msg);
		return;
	}
	strbuf_addf(out, "event %d %d%d%d%d rv=", (int)ev.type, ev.typed, ev.status,
		    inf__event_is_table(&ev), inf__event_is_kind(&ev, "v1", "Pod"));
	inf__event_resource_version(&ev, out);
	strbuf_adds(out, inf__event_annotation(&ev, initial, true));
	strbuf_adds(out, inf__event_annotation(&ev, "a", false));
	if (ev.type == INF_EVENT_ERROR) {
		inf__event_error(&ev, &e);
		add_error(&e, out);
	}
	add_object(inf__object_from_meta(&ev.meta, &err), out);
}

static void eat_stream(struct str text, struct strbuf *out)
{
	enum inf__frame_status status = INF_FRAME_MORE;
	struct inf__framer f;
	bool cut = false;
	json_t frame;

	inf__framer_init(&f);
	f.max = 260;
	for (size_t at = 0; at < text.len && status == INF_FRAME_MORE;) {
		size_t n = text.len - at < 7 ? text.len - at : 7;
		const char *p = text.ptr + at, *end = p + n;

		while ((status = inf__framer_next(&f, &p, end, &frame)) == INF_FRAME_DONE ||
		       status == INF_FRAME_TOO_LARGE)
			if (status == INF_FRAME_DONE)
				add_event(frame, out);
			else
				strbuf_addz(out, "too large\n");
		at += n;
	}
	if (status == INF_FRAME_MORE) {
		status = inf__framer_end(&f, &frame, &cut);
		if (status == INF_FRAME_DONE)
			add_event(frame, out);
	}
	strbuf_addf(out, "%d %d", (int)status, cut);
	inf__framer_fini(&f);
}

/* --- a list --- */

static const char *const lists[] = {
	"{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\","
	"\"continue\":\"c\"},"
	"\"items\":[{\"metadata\":{\"name\":\"a\",\"namespace\":\"n\",\"resourceVersion\":\"1\"}},{"
	"\"kind\":"
	"\"X\"},null]}",
	"{\"apiVersion\":\"v1\",\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"apiVersion\":\"v2\","
	"\"kind\":\"Y\","
	"\"metadata\":{\"name\":\"b\"}}],\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":"
	"\"10\"}}",
	"{\"kind\":\"A\",\"items\":[7],\"metadata\":\"x\",\"apiVersion\":null}",
	"{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/"
	"v1\",\"metadata\":{\"resourceVersion\":\"4\"},"
	"\"columnDefinitions\":[],\"rows\":[{\"cells\":[1],\"object\":{\"metadata\":{\"name\":"
	"\"t\"}}}]}",
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Expired\","
	"\"code\":410}",
	NULL,
};

static void eat_list(struct str text, struct strbuf *out)
{
	struct inf__list_decoder d;
	struct inf__api_error e;

	memset(&e, 0, sizeof(e));
	inf__list_decoder_init(&d);
	d.object_bytes_max = 90;
	for (size_t at = 0; at < text.len && !d.too_large; at += 5)
		inf__list_decoder_feed(&d, text.ptr + at, text.len - at < 5 ? text.len - at : 5);
	if (d.too_large) {
		strbuf_addz(out, "too large");
	} else if (inf__list_decoder_finish(&d, &e)) {
		strbuf_addf(out, "%zu %s %s %d\n", d.objects.len, d.resource_version.ptr,
			    d.continue_token.ptr, d.table);
		for (size_t i = 0; i < d.objects.len; i++)
			add_object(inf_object_ref(d.objects.items[i]), out);
	} else {
		add_error(&e, out);
	}
	inf__list_decoder_fini(&d);
}

/* --- other answers --- */

static const char *const bodies[] = {
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"m\","
	"\"reason\":\"Conflict\","
	"\"details\":{\"name\":\"a\",\"group\":\"g\",\"kind\":\"k\",\"uid\":\"u\",\"causes\":[{"
	"\"reason\":"
	"\"FieldManagerConflict\",\"message\":\"x\",\"field\":\".a\"}],\"retryAfterSeconds\":3},"
	"\"code\":409}",
	"{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"Too large resource version: 7, "
	"current: 5\","
	"\"code\":504,\"reason\":\"Timeout\"}",
	"{\"status\":\"Success\",\"kind\":\"Status\",\"apiVersion\":\"g/v1\",\"code\":\"7\"}",
	"Internal Server Error",
	"",
	NULL,
};

static void eat_body(struct str text, struct strbuf *out)
{
	static const int statuses[] = { 200, 301, 400, 401, 403, 404, 405, 406, 409,
					410, 413, 415, 422, 429, 500, 502, 503, 504 };
	static const char *const types[] = { NULL, "application/json", "text/plain", "a/b;c" };
	struct inf_status s = { 0 };
	struct inf__api_error e;
	json_t v;

	for (size_t i = 0; i < ARRAY_LEN(statuses); i++) {
		memset(&e, 0, sizeof(e));
		inf__api_error_from_response(&e, statuses[i], types[i % ARRAY_LEN(types)], text);
		add_error(&e, out);
	}
	if (!json_valid(text, &v, NULL))
		return;
	memset(&e, 0, sizeof(e));
	strbuf_addf(out, "%d %d ", inf__is_status(v), inf__api_error_from_status(&e, v));
	if (inf__status_from_json(&s, v) == 0) {
		struct relist_err err = { 0 };
		int32_t seconds = 0;
		bool delay = inf_status_delay(&s, &seconds);

		strbuf_addf(out, "%d %s %s %s %s %s %s ", s.code, s.reason, s.message, s.name,
			    s.group, s.kind, s.uid);
		strbuf_addf(out, "%d %d ", delay, seconds);
		for (int r = 0; r <= INF_REASON_STORE_READ_ERROR; r++)
			strbuf_addz(out, inf_status_is(&s, (enum inf_reason)r) ? "+" : "-");
		strbuf_addf(out, "%d %s", inf__status_error(&s, &err), err.msg);
		inf_status_fini(&s);
	}
}

static const char *const headers[] = {
	"299 - \"a \\\"b\\\", c\"",
	"299 kube \"x\", 199 h:80 \"y\" \"Sat, 25 Aug 2012 23:34:45 GMT\"",
	"application/json; charset=utf-8",
	"text/plain",
	"5",
	"apps/v1",
	"a/b/c",
	"Sat, 25 Aug 2012 23:34:45 GMT",
	NULL,
};

static void eat_header(struct str text, struct strbuf *out)
{
	AUTO_STRBUF agent = STRBUF_INIT, warning = STRBUF_INIT, z = STRBUF_INIT;
	struct inf__retry retry = { 0 };
	struct str rest = text, group, version;
	int64_t wait_ns = 0;
	int code = 0;

	while (inf__warning_next(&rest, &code, &agent, &warning))
		strbuf_addf(out, "(%d|" STR_FMT "|" STR_FMT ")", code, STR_ARG(strbuf_str(&agent)),
			    STR_ARG(strbuf_str(&warning)));
	strbuf_adds(&z, text);
	strbuf_addf(out, "%d ", (int)inf__media_type(z.len ? z.ptr : ""));
	strbuf_addf(out, "%d ", inf__reason_is_known(z.len ? z.ptr : ""));
	if (inf__parse_group_version(text, &group, &version))
		strbuf_addf(out, "[" STR_FMT "|" STR_FMT "]", STR_ARG(group), STR_ARG(version));
	for (int status = 428; status < 431; status++) {
		bool again = inf__retry_answer(&retry, status, z.len ? z.ptr : NULL, &wait_ns);

		strbuf_addf(out, "%d %lld ", again, (long long)wait_ns);
	}
}

static void parsers_read_random_bytes_as_in_the_golden_file(void **state)
{
	static const struct eater eaters[] = {
		{ "stream", eat_stream, "{}[]\",:\\ \n0123456789ntfu", streams, 1500 },
		{ "list", eat_list, "{}[]\",:\\ \n0123456789ntfu", lists, 1500 },
		{ "body", eat_body, "{}[]\",:\\ 0123456789tf", bodies, 600 },
		{ "header", eat_header, "\"\\, -/;=0123456789abc", headers, 800 },
	};
	struct fingerprints f = { "tests/golden/outputs/answers_read.txt", STRBUF_INIT };

	(void)state;
	eaters_feed(&f, eaters, ARRAY_LEN(eaters));
	assert_int_equal(inf__object_count(), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(parsers_read_random_bytes_as_in_the_golden_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
