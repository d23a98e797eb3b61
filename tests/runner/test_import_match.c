/* SPDX-License-Identifier: Apache-2.0 */
/* relist import: which write of a log without bodies is which printed event.
 *
 * A write is "c1.2": verb (create, update, delete) and second; "u1.2/1": of the log's second file.
 * An event is "+16@1": added, version 16, second 1; "~18@2" changed; "!20" marked for deletion;
 * "-21" deleted, "-21@4" after a mark. "~18" has no time. A name behind a colon is that of another
 * object than "a". */
#include <stdlib.h>

#include "base/text/rfc3339.h"
#include "runner/import/impl.h"
#include "tests/kit/testing.h"

struct matched {
	const char *name, *events, *writes;
	const char *known;    /* versions of responses in the log */
	const char *versions; /* of each write; 0: no event shows it */
};

static const struct matched cases[] = {
	{ "each write has its event", "+16@1 ~18@2 -21", "c1.2 u2.4 d3.1", "", "16 18 21" },
	{ "events of two watches in any order", "+16@1 ~19@2 ~18@2", "c1.2 u2.4 u2.5", "",
	  "16 18 19" },
	{ "writes in any order of the log", "+16@1 ~18@2 ~19@2 -21", "d3.1 u2.4 u2.1 c1.2", "",
	  "21 19 18 16" },
	{ "writes of one moment are in the order of their lines", "~18@2 ~19@2 ~20@2",
	  "u2.0 u2.0 u2.0", "", "18 19 20" },
	{ "a line number counts within its file", "~18@2 ~19@3", "u2.0/1 u3.0", "", "18 19" },
	{ "two watches show one event", "+16@1 +16@1 ~18@2 ~18@2", "c1.2 u2.4 u2.5", "",
	  "16 18 0" },
	{ "a response in the log has the version", "~18@2 ~19@2", "u2.4", "18", "19" },
	{ "all versions of responses are known", "~17@2 ~18@2 ~19@2 ~20@2", "u2.4", "19 20 17",
	  "18" },
	{ "an event without a version", "~0@2 ~18@2", "u2.4", "", "18" },
	{ "a write older than the event's second is another", "~18@5", "u2.4 u4.9 u5.1", "",
	  "0 0 18" },
	{ "the first write of the event's second", "~18@5", "u5.1 u5.2", "", "18 0" },
	{ "the write of a later second, if none is of the event's", "~18@5", "u4.1 u6.2 u7.3", "",
	  "0 18 0" },
	{ "a write belongs to one event", "~18@5 ~19@5 ~20@5", "u5.1 u5.2", "", "18 19" },
	{ "an older event does not take a write before the last match", "~18@5 ~19@4", "u4.1 u5.1",
	  "", "0 18" },
	{ "a patch may create", "+16@1", "u1.2", "", "16" },
	{ "a creation precedes an earlier patch of the second", "+16@1", "u1.1 c1.2", "", "0 16" },
	{ "a patch of the second does not precede a later creation", "+16@1", "u1.1 c2.2", "",
	  "16 0" },
	{ "a patch may delete", "+16@1 -18", "c1.1 u2.2", "", "16 18" },
	{ "a deletion precedes an earlier patch", "+16@1 -18", "c1.1 u2.2 d9.3", "", "16 0 18" },
	{ "a change is no creation", "~18@2", "c2.1", "", "0" },
	{ "a change is no deletion", "~18@2", "d2.1", "", "0" },
	{ "a creation is no deletion", "+16@2", "d2.1", "", "0" },
	{ "a deletion is no creation", "+16@1 -18", "c1.1 c2.2", "", "16 0" },
	{ "the first event of a changed object is no creation", "~18@2", "c2.1 u2.2", "", "0 18" },
	{ "the second event is a change", "+16@1 +17@1", "c1.1 c1.2 u1.3", "", "16 0 17" },
	{ "after a deletion an object is new", "+16@1 -18 +20@3", "c1.1 d2.2 u3.1 c3.2", "",
	  "16 18 0 20" },
	{ "a mark is the deletion", "+16@1 !18@2", "c1.1 u2.1 d2.2", "", "16 0 18" },
	{ "the time of a mark is unknown", "+16@1 !18@9", "c1.1 d2.2", "", "16 18" },
	{ "an event of a marked object is a change", "+16@1 !18@2 !19@2", "c1.1 d2.1 d2.2 u2.3", "",
	  "16 18 0 19" },
	{ "a deletion ends the mark", "+16@1 !18@2 -19@2 +20@3 !21@4",
	  "c1.1 d2.1 d2.2 c3.1 u4.1 d4.2", "", "16 18 19 20 0 21" },
	{ "a deletion ends the mark of an object without an ADDED event", "+16@1 !18@2 -19@2 !21@4",
	  "c1.1 d2.1 d2.2 u4.1 d4.2", "", "16 18 19 0 21" },
	{ "an event without a time is the first change", "~18", "u2.4 u3.1", "", "18 0" },
	{ "each object has its own writes", "~18@2:b ~19@2", "u2.1 u2.2:b", "", "19 18" },
	{ "an object without events", "~18@2:b", "u2.1", "", "0" },
	{ "many of one object", "~11@1 ~12@2 ~13@3 ~14@4 ~15@5 ~16@6 ~17@7 ~18@8 ~19@9",
	  "u1.1 u2.1 u3.1 u4.1 u5.1 u6.1 u7.1 u8.1 u9.1", "", "11 12 13 14 15 16 17 18 19" },
};

/* The text after the sign of a token: "b" of "~18:b". */
static const char *behind(const char *token, char sign, const char *otherwise)
{
	const char *at = strchr(token, sign);

	return at ? at + 1 : otherwise;
}

static void add_event(struct imp__import *im, const struct imp__type *type, const char *token)
{
	unsigned long rv = strtoul(token + 1, NULL, 10);
	unsigned long at = strtoul(behind(token, '@', "0"), NULL, 10);
	bool new = *token == '+';
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(
	    &text, "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"d\",\"resourceVersion\":\"%lu\"",
	    behind(token, ':', "a"), rv);
	if (!new)
		strbuf_addz(&text, ",\"generation\":2");
	if (strchr(token, '@')) {
		strbuf_addf(
		    &text,
		    ",\"creationTimestamp\":\"2026-03-04T05:06:%02luZ\",\"managedFields\":[{"
		    "\"time\":\"2026-03-04T05:06:%02luZ\"}]",
		    new ? at : 0, at);
		if (*token == '!' || *token == '-')
			strbuf_addf(&text,
				    ",\"deletionGracePeriodSeconds\":30,\"deletionTimestamp\":"
				    "\"2026-03-04T05:06:%02luZ\"",
				    at + 30);
	}
	strbuf_addz(&text, "}}");
	assert_int_equal(imp__match_event(im, type, strbuf_str(&text), *token == '-', NULL), 0);
}

static void add_write(struct imp__import *im, const struct imp__type *type, char *token,
		      struct imp__entry *e)
{
	const char *name = behind(token, ':', "a");
	char when[40];

	e->file = (uint32_t)strtoul(behind(token, '/', "0"), NULL, 10);
	(void)snprintf(when, sizeof(when), "2026-03-04T05:06:0%.3sZ", token + 1);
	assert_true(rfc3339_parse(str_of(when), &e->at_ns));
	assert_int_equal(imp__match_write(im, type, STR("d"), str_of(name), *token, e, NULL), 0);
}

/* The tokens of a text, in copy. Returns their number. */
static size_t split(const char *text, char *copy, size_t cap, char **tokens)
{
	size_t count = 0;
	char *rest = NULL;

	assert_true(strlen(text) < cap);
	memcpy(copy, text, strlen(text) + 1);
	for (char *t = strtok_r(copy, " ", &rest); t; t = strtok_r(NULL, " ", &rest))
		tokens[count++] = t;
	return count;
}

static void match_case(const struct matched *c)
{
	static const struct imp__type type = { .kept = { "configmaps", 10 } };
	struct imp__import im = { .file_count = 2 };
	struct imp__entry writes[16] = { 0 };
	char copy[128], *tokens[16];
	AUTO_STRBUF got = STRBUF_INIT;
	size_t count = split(c->known, copy, sizeof(copy), tokens);

	for (size_t i = 0; i < count; i++)
		assert_int_equal(imp__add_written(&im, strtoul(tokens[i], NULL, 10), 0, 0, NULL),
				 0);
	count = split(c->events, copy, sizeof(copy), tokens);
	for (size_t i = 0; i < count; i++)
		add_event(&im, &type, tokens[i]);
	count = split(c->writes, copy, sizeof(copy), tokens);
	for (size_t i = 0; i < count; i++) {
		/* lines of two files have the same numbers */
		writes[i].line = strchr(tokens[i], '/') ? i + 2 : i + 1;
		add_write(&im, &type, tokens[i], &writes[i]);
	}
	assert_int_equal(imp__match_all(&im, NULL), 0);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&got, "%s%llu", i ? " " : "",
			    (unsigned long long)imp__matched_rv(&im, &writes[i]));
	if (!str_eqz(strbuf_str(&got), c->versions))
		fail_msg("%s: versions %s, not %s", c->name, got.ptr, c->versions);
	/* a matched version is that of a write, with its time */
	for (size_t i = 0, k; i < count; i++) {
		uint64_t rv = imp__matched_rv(&im, &writes[i]);

		for (k = 0; k < im.written_count && im.written[k].rv != rv; k++)
			;
		if (rv && (k == im.written_count || im.written[k].at_ns != writes[i].at_ns ||
			   im.written[k].begin_ns != writes[i].at_ns))
			fail_msg("%s: write %zu is not recorded with its time", c->name, i);
	}
	imp__match_fini(&im);
	base__free(im.written);
}

static void import_matches_a_write_with_the_event_that_shows_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		match_case(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_matches_a_write_with_the_event_that_shows_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
