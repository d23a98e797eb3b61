/* SPDX-License-Identifier: Apache-2.0 */
/* Events as client-go 0.37.2's recorder sends them; the JSON below was recorded from it. */
#include "informer/event_correlator.h"

#include "base/clock.h"
#include "tests/kit/testing.h"

#define START (INT64_C(1767225600) * NS_PER_S)

static struct inf__event_record *event(const char *reason, const char *message, int64_t now_ns)
{
	const char *const text[EVENT_TEXTS] = {
		[EVENT_NAME] = "web.1",		[EVENT_NAMESPACE] = "default",
		[EVENT_COMPONENT] = "ctl",	[EVENT_HOST] = "h1",
		[EVENT_REF_KIND] = "Pod",	[EVENT_REF_NAMESPACE] = "default",
		[EVENT_REF_NAME] = "web",	[EVENT_REF_UID] = "u",
		[EVENT_REF_API_VERSION] = "v1", [EVENT_REF_RESOURCE_VERSION] = "3",
		[EVENT_TYPE] = "Normal",	[EVENT_REASON] = reason,
		[EVENT_MESSAGE] = message,
	};

	return inf__event_record_new(text, now_ns);
}

static void event_json_equals_that_of_client_go(void **state)
{
	struct inf__event_record *e = event("R", "m0", START + 5 * NS_PER_MS);
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	inf__event_record_json(&out, e);
	assert_string_equal(
	    out.ptr,
	    "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web.1\","
	    "\"namespace\":\"default\"},\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":"
	    "\"default\",\"name\":\"web\",\"uid\":\"u\",\"apiVersion\":\"v1\",\"resourceVersion\":"
	    "\"3\"},\"reason\":\"R\",\"message\":\"m0\",\"source\":{\"component\":\"ctl\",\"host\":"
	    "\"h1\"},\"firstTimestamp\":\"2026-01-01T00:00:00Z\",\"lastTimestamp\":"
	    "\"2026-01-01T00:00:00Z\",\"count\":1,\"type\":\"Normal\",\"eventTime\":null,"
	    "\"reportingComponent\":\"ctl\",\"reportingInstance\":\"h1\"}");
	strbuf_clear(&out);
	e->count = 3;
	e->last_ns = START + 47655 * NS_PER_S - 1; /* rounded down */
	inf__event_record_patch(&out, e);
	assert_string_equal(out.ptr, "{\"count\":3,\"lastTimestamp\":\"2026-01-01T13:14:14Z\","
				     "\"message\":\"m0\"}");
	inf__event_record_free(e);
}

static void event_name_is_a_uuid_if_the_object_name_is_invalid(void **state)
{
	static const char *const good[] = { "web", "a.b-c", "0" };
	static const char *const bad[] = {
		"Bad_Name", "-a", "a-", "", ".a", "a..b", "system:node"
	};
	const double unit[4] = { 0.5, 0.25, 0.999, 0.75 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(good); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		char want[64];

		(void)snprintf(want, sizeof(want), "%s.%llx", good[i], (long long)START);
		inf__event_record_name(&out, good[i], START, unit);
		assert_string_equal(out.ptr, want);
	}
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		inf__event_record_name(&out, bad[i], START, unit);
		assert_string_equal(out.ptr, "80000000-4000-4000-bfbe-76c8c0000000");
	}
}

struct sequence {
	struct inf__event_correlator c;
	int64_t now_ns;
	int32_t count; /* of the last */
	char message[80];
	bool combined;
};

static enum inf__event_verdict say(struct sequence *s, const char *reason, const char *message)
{
	enum inf__event_verdict verdict = EVENT_SKIP;
	struct inf__event_record *e = event(reason, message, s->now_ns);

	assert_int_equal(inf__event_correlate(&s->c, e, s->now_ns, &verdict), 0);
	s->count = e->count;
	s->combined = e->combined;
	(void)snprintf(s->message, sizeof(s->message), "%s", e->text[EVENT_MESSAGE]);
	if (verdict != EVENT_SKIP)
		inf__event_correlator_sent(&s->c, e, e->text[EVENT_NAME]);
	inf__event_record_free(e);
	return verdict;
}

static void repeated_event_is_patched_with_a_higher_count(void **state)
{
	struct sequence s = { .now_ns = START };

	(void)state;
	inf__event_correlator_init(&s.c);
	assert_int_equal(say(&s, "R", "m"), EVENT_CREATE);
	for (int32_t i = 2; i <= 9; i++) {
		assert_int_equal(say(&s, "R", "m"), EVENT_PATCH);
		assert_int_equal(s.count, i);
	}
	assert_int_equal(say(&s, "S", "m"), EVENT_CREATE);
	assert_int_equal(s.count, 1);
	inf__event_correlator_fini(&s.c);
}

static void ten_similar_events_are_combined_into_one(void **state)
{
	struct sequence s = { .now_ns = START };
	char message[16];

	(void)state;
	inf__event_correlator_init(&s.c);
	for (int i = 0; i < 12; i++) {
		(void)snprintf(message, sizeof(message), "msg %d", i);
		assert_int_equal(say(&s, "Many", message), i < 10 ? EVENT_CREATE : EVENT_PATCH);
		assert_int_equal(s.combined, i >= 9);
	}
	/* As recorded: the tenth is made, the twelfth is its third. */
	assert_int_equal(s.count, 3);
	assert_string_equal(s.message, "(combined from similar events): msg 11");
	/* After ten quiet minutes they are separate again. */
	s.now_ns += 601 * NS_PER_S;
	assert_int_equal(say(&s, "Many", "msg new"), EVENT_CREATE);
	assert_false(s.combined);
	inf__event_correlator_fini(&s.c);
}

static void spam_filter_drops_events_after_a_burst_of_25(void **state)
{
	struct sequence s = { .now_ns = START };
	int heard = 0;

	(void)state;
	inf__event_correlator_init(&s.c);
	for (int i = 0; i < 40; i++)
		heard += say(&s, "Spam", "same") != EVENT_SKIP;
	assert_int_equal(heard, 25);
	s.now_ns += 299 * NS_PER_S;
	assert_int_equal(say(&s, "Spam", "same"), EVENT_SKIP);
	s.now_ns += 2 * NS_PER_S;
	assert_int_equal(say(&s, "Spam", "same"), EVENT_PATCH);
	assert_int_equal(s.count, 42); /* those that were not heard are counted */
	assert_int_equal(say(&s, "Spam", "same"), EVENT_SKIP);
	inf__event_correlator_fini(&s.c);
}

/* An event that differs from event() in one text. */
static struct inf__event_record *variant(enum inf__event_text part, const char *value,
					 const char *message)
{
	const char *text[EVENT_TEXTS] = {
		[EVENT_NAME] = "web.1",		[EVENT_NAMESPACE] = "default",
		[EVENT_COMPONENT] = "ctl",	[EVENT_HOST] = "h1",
		[EVENT_REF_KIND] = "Pod",	[EVENT_REF_NAMESPACE] = "default",
		[EVENT_REF_NAME] = "web",	[EVENT_REF_UID] = "u",
		[EVENT_REF_API_VERSION] = "v1", [EVENT_REF_RESOURCE_VERSION] = "3",
		[EVENT_TYPE] = "Normal",	[EVENT_REASON] = "R",
		[EVENT_MESSAGE] = message,
	};

	text[part] = value;
	return inf__event_record_new(text, START);
}

/* The fields of the three keys of an event: of the counter, of the aggregator and of the spam
 * filter (getEventKey, EventAggregatorByReasonFunc, getSpamKey). */
static void correlation_keys_hold_the_fields_that_client_go_uses(void **state)
{
	static const struct {
		enum inf__event_text part;
		bool counted, similar, spam;
	} rows[] = {
		{ EVENT_COMPONENT, true, true, true },
		{ EVENT_HOST, true, true, true },
		{ EVENT_REF_KIND, true, true, true },
		{ EVENT_REF_NAMESPACE, true, true, true },
		{ EVENT_REF_NAME, true, true, true },
		{ EVENT_REF_UID, true, true, true },
		{ EVENT_REF_API_VERSION, true, true, true },
		{ EVENT_TYPE, true, true, true },
		{ EVENT_REASON, true, true, false },
		{ EVENT_MESSAGE, true, false, false },
		{ EVENT_NAME, false, false, false },
		{ EVENT_NAMESPACE, false, false, false },
		{ EVENT_REF_RESOURCE_VERSION, false, false, false },
		{ EVENT_ANNOTATIONS, false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct sequence s = { .now_ns = START };
		enum inf__event_verdict verdict = EVENT_SKIP;
		struct inf__event_record *e;
		char message[16];

		inf__event_correlator_init(&s.c);
		assert_int_equal(say(&s, "R", "m"), EVENT_CREATE);
		e = variant(rows[i].part, "other", "m");
		assert_int_equal(inf__event_correlate(&s.c, e, START, &verdict), 0);
		assert_int_equal(verdict, rows[i].counted ? EVENT_CREATE : EVENT_PATCH);
		assert_int_equal(e->count, rows[i].counted ? 1 : 2);
		inf__event_record_free(e);
		inf__event_correlator_fini(&s.c);

		inf__event_correlator_init(&s.c);
		for (int k = 0; k < 27; k++) { /* each three times: a set */
			(void)snprintf(message, sizeof(message), "m%d", k % 9);
			(void)say(&s, "R", message);
			assert_false(s.combined);
		}
		e = variant(rows[i].part, "other", "tenth");
		assert_int_equal(inf__event_correlate(&s.c, e, START, &verdict), 0);
		assert_int_equal(e->combined, !rows[i].similar);
		inf__event_record_free(e);
		inf__event_correlator_fini(&s.c);

		inf__event_correlator_init(&s.c);
		for (int k = 0; k < 25; k++)
			assert_int_not_equal(say(&s, "R", "m"), EVENT_SKIP);
		e = variant(rows[i].part, "other", "m");
		assert_int_equal(inf__event_correlate(&s.c, e, START, &verdict), 0);
		assert_int_equal(verdict == EVENT_SKIP, !rows[i].spam);
		inf__event_record_free(e);
		inf__event_correlator_fini(&s.c);
	}
}

static void correlation_key_separates_reason_and_message(void **state)
{
	enum inf__event_verdict verdict = EVENT_SKIP;
	struct sequence s = { .now_ns = START };
	struct inf__event_record *e;

	(void)state;
	inf__event_correlator_init(&s.c);
	assert_int_equal(say(&s, "R", "m"), EVENT_CREATE);
	e = variant(EVENT_REASON, "Rm", ""); /* instead of "R", "m" */
	assert_int_equal(inf__event_correlate(&s.c, e, START, &verdict), 0);
	assert_int_equal(verdict, EVENT_CREATE);
	inf__event_record_free(e);
	inf__event_correlator_fini(&s.c);
}

/* Ten minutes to the nanosecond are not too long. */
static void similar_events_expire_after_ten_minutes(void **state)
{
	static const struct {
		int64_t pause_ns;
		bool combined;
	} rows[] = {
		{ 0, true },
		{ 600 * NS_PER_S - 1, true },
		{ 600 * NS_PER_S, true },
		{ 600 * NS_PER_S + 1, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct sequence s = { .now_ns = START };
		char message[16];

		inf__event_correlator_init(&s.c);
		for (int k = 0; k < 9; k++) {
			(void)snprintf(message, sizeof(message), "m%d", k);
			assert_int_equal(say(&s, "R", message), EVENT_CREATE);
		}
		s.now_ns += rows[i].pause_ns;
		assert_int_equal(say(&s, "R", "tenth"), EVENT_CREATE);
		assert_int_equal(s.combined, rows[i].combined);
		/* It counts from the last, not from the first. */
		s.now_ns += 600 * NS_PER_S;
		(void)say(&s, "R", "eleventh");
		assert_int_equal(s.combined, rows[i].combined);
		inf__event_correlator_fini(&s.c);
	}
}

static void combined_event_has_a_prefixed_message_and_no_annotations(void **state)
{
	enum inf__event_verdict verdict = EVENT_SKIP;
	struct sequence s = { .now_ns = START };
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf__event_record *e;
	char message[16];

	(void)state;
	inf__event_correlator_init(&s.c);
	for (int k = 0; k < 9; k++) {
		(void)snprintf(message, sizeof(message), "m%d", k);
		(void)say(&s, "R", message);
	}
	e = variant(EVENT_ANNOTATIONS, "{\"a\":\"b\"}", "tenth");
	assert_int_equal(inf__event_correlate(&s.c, e, START + 61 * NS_PER_S, &verdict), 0);
	assert_int_equal(verdict, EVENT_CREATE);
	inf__event_record_json(&out, e);
	assert_string_equal(
	    out.ptr,
	    "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web.1\","
	    "\"namespace\":\"default\"},\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":"
	    "\"default\",\"name\":\"web\",\"uid\":\"u\",\"apiVersion\":\"v1\",\"resourceVersion\":"
	    "\"3\"},\"reason\":\"R\",\"message\":\"(combined from similar events): "
	    "tenth\",\"source\":{"
	    "\"component\":\"ctl\",\"host\":\"h1\"},\"firstTimestamp\":\"2026-01-01T00:01:01Z\","
	    "\"lastTimestamp\":\"2026-01-01T00:01:01Z\",\"count\":1,\"type\":\"Normal\","
	    "\"eventTime\":"
	    "null,\"reportingComponent\":\"\",\"reportingInstance\":\"\"}");
	inf__event_record_free(e);
	inf__event_correlator_fini(&s.c);
}

/* Name, count and first time come from the server's response. */
static void event_count_continues_from_the_servers_copy(void **state)
{
	static const struct {
		int32_t was, is;
	} rows[] = { { 1, 2 }, { 41, 42 }, { INT32_MAX - 1, INT32_MAX }, { INT32_MAX, INT32_MAX } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf__event_record *sent = event("R", "m", START), *next = NULL;
		enum inf__event_verdict verdict = EVENT_SKIP;
		struct inf__event_correlator c;

		inf__event_correlator_init(&c);
		sent->count = rows[i].was;
		inf__event_correlator_sent(&c, sent, "server.7");
		next = event("R", "m", START + NS_PER_S);
		assert_int_equal(inf__event_correlate(&c, next, START + NS_PER_S, &verdict), 0);
		assert_int_equal(verdict, EVENT_PATCH);
		assert_int_equal(next->count, rows[i].is);
		assert_string_equal(next->text[EVENT_NAME], "server.7");
		assert_true(next->first_ns == START);
		assert_true(next->last_ns == START + NS_PER_S);
		inf__event_record_free(sent);
		inf__event_record_free(next);
		inf__event_correlator_fini(&c);
	}
}

static void a_name_has_253_characters_at_most(void **state)
{
	const double unit[4] = { 0, 0, 0, 0 };
	char name[260];

	(void)state;
	/* ".1897acf3a4b10000"-like: a dot and 16 digits follow. */
	for (size_t len = 235; len <= 237; len++) {
		AUTO_STRBUF out = STRBUF_INIT;

		memset(name, 'a', len);
		name[len] = '\0';
		inf__event_record_name(&out, name, INT64_MAX, unit);
		if (len <= 253 - 17)
			assert_int_equal(out.len, len + 17);
		else
			assert_string_equal(out.ptr, "00000000-0000-4000-8000-000000000000");
	}
}

static void correlator_remembers_at_most_4096_events(void **state)
{
	struct sequence s = { .now_ns = START };
	char reason[16];

	(void)state;
	inf__event_correlator_init(&s.c);
	for (int i = 0; i < 4100; i++) {
		(void)snprintf(reason, sizeof(reason), "R%d", i);
		s.now_ns += 400 * NS_PER_S;
		assert_int_equal(say(&s, reason, "m"), EVENT_CREATE);
	}
	assert_int_equal(map_len(&s.c.seen.map), 4096);
	assert_int_equal(say(&s, "R4", "m"), EVENT_PATCH);
	assert_int_equal(say(&s, "R0", "m"), EVENT_CREATE); /* forgotten */
	inf__event_correlator_fini(&s.c);
}

static void correlate_all(void)
{
	struct inf__event_correlator c;

	inf__event_correlator_init(&c);
	for (int i = 0; i < 14; i++) {
		enum inf__event_verdict verdict = EVENT_SKIP;
		char message[16];
		struct inf__event_record *e;

		(void)snprintf(message, sizeof(message), "%d", i % 12);
		e = event("R", message, START + i);
		if (e && inf__event_correlate(&c, e, START + i, &verdict) == 0 &&
		    verdict != EVENT_SKIP)
			inf__event_correlator_sent(&c, e, "x");
		inf__event_record_free(e);
	}
	inf__event_correlator_fini(&c);
}

static void failed_allocation_loses_only_events(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(correlate_all());
	correlate_all();
	assert_int_equal(base__alloc_fail_after, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(event_json_equals_that_of_client_go),
		cmocka_unit_test(event_name_is_a_uuid_if_the_object_name_is_invalid),
		cmocka_unit_test(repeated_event_is_patched_with_a_higher_count),
		cmocka_unit_test(ten_similar_events_are_combined_into_one),
		cmocka_unit_test(spam_filter_drops_events_after_a_burst_of_25),
		cmocka_unit_test(correlation_keys_hold_the_fields_that_client_go_uses),
		cmocka_unit_test(correlation_key_separates_reason_and_message),
		cmocka_unit_test(similar_events_expire_after_ten_minutes),
		cmocka_unit_test(combined_event_has_a_prefixed_message_and_no_annotations),
		cmocka_unit_test(event_count_continues_from_the_servers_copy),
		cmocka_unit_test(a_name_has_253_characters_at_most),
		cmocka_unit_test(correlator_remembers_at_most_4096_events),
		cmocka_unit_test(failed_allocation_loses_only_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
