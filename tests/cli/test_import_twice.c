/* SPDX-License-Identifier: Apache-2.0 */
/* relist import and lift: a write that two sources show counts once, and nothing that one of them
 * only assumed contradicts what the other shows. */
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

#define PATH "/api/v1/namespaces/shop/configmaps"
#define LINE(id, level, verb, uri, code, name, at, more)                                           \
	"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"" level                \
	"\",\"auditID\":\"" id "\",\"stage\":\"ResponseComplete\",\"requestURI\":\"" uri           \
	"\",\"verb\":\"" verb "\",\"user\":{\"username\":\"op\"},\"userAgent\":\"op/1\","          \
	"\"objectRef\":{\"resource\":\"configmaps\",\"namespace\":\"shop\",\"name\":\"" name       \
	"\",\"apiVersion\":\"v1\"},\"responseStatus\":{\"metadata\":{},\"code\":" code             \
	"},\"requestReceivedTimestamp\":\"2026-03-04T05:06:" at "00000Z\",\"stageTimestamp\":"     \
	"\"2026-03-04T05:06:" at "90000Z\"" more "}\n"
#define META(id, verb, uri, code, name, at) LINE(id, "Metadata", verb, uri, code, name, at, "")
#define MAP(name, uid, rv, made, more)                                                             \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name             \
	"\",\"namespace\":\"shop\",\"uid\":\"" uid "\",\"resourceVersion\":\"" rv                  \
	"\",\"creationTimestamp\":\"2026-03-04T05:06:" made "Z\"" more "}"
#define SHOWN(type, object) "{\"type\":\"" type "\",\"object\":" object "}\n"
#define DATA(v)		    "},\"data\":{\"v\":\"" v "\"}"
#define FIN		    ",\"finalizers\":[\"x.io/f\"]"

struct twice {
	const char *name, *log, *watch; /* watch: NULL: only the log */
	const char *has[4], *has_not[3];
	size_t writes; /* steps that create, update or delete */
};

static const struct twice stories[] = {
	{ "each write of a log without bodies is the event that kubectl printed",
	  META("1", "create", PATH, "201", "a", "01.2")
	      META("2", "patch", PATH "/a", "200", "a", "02.4")
		  META("3", "delete", PATH "/a", "200", "a", "03.1")
		      META("4", "create", PATH, "201", "a", "03.4"),
	  SHOWN("ADDED", MAP("a", "u1", "16", "01", DATA("1")))
	      SHOWN("MODIFIED", MAP("a", "u1", "18", "01", DATA("2")))
		  SHOWN("DELETED", MAP("a", "u1", "21", "01", DATA("2")))
		      SHOWN("ADDED", MAP("a", "u2", "24", "03", DATA("3"))),
	  { "rv 2, was 16", "{data: {v: '2'}}}  # rv 3, was 18",
	    "- delete: [configmaps/shop/a]  # rv 4, was 21", "rv 5, was 24" },
	  { NULL },
	  4 },
	{ "versions of events order writes whose times in the log are wrong",
	  META("1", "create", PATH, "201", "a", "01.2")
	      META("2", "update", PATH "/a", "200", "a", "02.1")
		  META("3", "update", PATH "/a", "200", "a", "02.2")
		      LINE("4", "RequestResponse", "create", PATH, "201", "b", "02.3",
			   ",\"responseObject\":" MAP("b", "u3", "19", "02", DATA("9"))),
	  SHOWN("ADDED", MAP("a", "u1", "16", "01", DATA("1")))
	      SHOWN("MODIFIED", MAP("a", "u1", "18", "01", DATA("2")))
		  SHOWN("MODIFIED", MAP("a", "u1", "20", "01", DATA("3"))),
	  { "rv 2, was 16", "{data: {v: '2'}}}  # rv 3, was 18", "rv 4, was 19",
	    "{data: {v: '3'}}}  # rv 5, was 20" },
	  { NULL },
	  4 },
	{ "a write without an event changed nothing",
	  META("1", "create", PATH, "201", "a", "01.2")
	      META("2", "update", PATH "/a", "200", "a", "02.4")
		  META("3", "update", PATH "/a", "200", "a", "05.1"),
	  SHOWN("ADDED", MAP("a", "u1", "16", "01", DATA("1")))
	      SHOWN("ADDED", MAP("b", "u3", "17", "04", DATA("1")))
		  SHOWN("MODIFIED",
			MAP("a", "u1", "18", "01",
			    ",\"managedFields\":[{\"time\":\"2026-03-04T05:06:05Z\"}]" DATA("2")))
		      SHOWN("ADDED", MAP("c", "u4", "19", "09", DATA("1"))),
	  { "rv 2, was 16", "{data: {v: '2'}}}  # rv 4, was 18" },
	  { "configmaps/shop/a: {}" },
	  4 },
	{ "a deletion of a collection leaves what has finalizers, with a mark",
	  LINE("1", "RequestResponse", "create", PATH, "201", "a", "01.2",
	       ",\"responseObject\":" MAP("a", "u1", "16", "01", FIN DATA("1")))
	      LINE("2", "RequestResponse", "deletecollection", PATH, "200", "", "02.2",
		   ",\"responseObject\":{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\","
		   "\"metadata\":{\"resourceVersion\":\"16\"},\"items\":[" MAP(
		       "a", "u1", "16", "01", FIN DATA("1")) "]}")
		  LINE("3", "RequestResponse", "patch", PATH "/a", "200", "a", "03.2",
		       ",\"responseObject\":" MAP("a", "u1", "20", "01",
						  FIN ",\"deletionTimestamp\":"
						      "\"2026-03-04T05:06:02Z\"" DATA("2"))),
	  NULL,
	  { "- delete: [configmaps/shop/a]", "{data: {v: '2'}}}  # rv 4, was 20" },
	  { "finalizers: drop" },
	  3 },
	{ "the response to a deletion and its event are one deletion",
	  LINE("1", "RequestResponse", "create", PATH, "201", "a", "01.2",
	       ",\"responseObject\":" MAP("a", "u1", "16", "01", DATA("1")))
	      LINE("2", "RequestResponse", "delete", PATH "/a", "200", "a", "02.2",
		   ",\"responseObject\":{\"kind\":\"Status\",\"status\":\"Success\",\"details\":{"
		   "\"name\":\"a\",\"kind\":\"configmaps\",\"uid\":\"u1\"}}")
		  LINE("3", "RequestResponse", "create", PATH, "201", "a", "02.4",
		       ",\"responseObject\":" MAP("a", "u2", "19", "02", DATA("3"))),
	  SHOWN("ADDED", MAP("a", "u1", "16", "01", DATA("1")))
	      SHOWN("DELETED", MAP("a", "u1", "18", "01", DATA("1")))
		  SHOWN("ADDED", MAP("a", "u2", "19", "02", DATA("3"))),
	  { "rv 2, was 16", "- delete: [configmaps/shop/a]  # rv 3, was 18", "rv 4, was 19" },
	  { NULL },
	  3 },
	{ "an update of which only the name is known takes nothing away",
	  LINE("1", "RequestResponse", "create", PATH, "201", "a", "01.2",
	       ",\"responseObject\":" MAP("a", "u1", "16", "01", DATA("1")))
	      META("2", "delete", PATH "/b", "200", "b", "01.9")
		  META("3", "patch", PATH "/a", "200", "a", "02.2"),
	  NULL,
	  { "configmaps/shop/a: {}}" },
	  { "null" },
	  2 },
};

/* Each write has a comment with its version. */
static size_t writes_in(const char *text)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, "  # rv ")); at++)
		count++;
	return count;
}

static void import_counts_a_write_in_two_sources_once(void **state)
{
	struct output *o = *state;
	char second[80];

	(void)snprintf(second, sizeof(second), "%s-2", import_input);
	for (size_t i = 0; i < ARRAY_LEN(stories); i++) {
		const struct twice *s = &stories[i];
		AUTO_STRBUF text = STRBUF_INIT;

		assert_int_equal(runner__replace_file(import_input, str_of(s->log), NULL), 0);
		if (s->watch)
			assert_int_equal(runner__replace_file(second, str_of(s->watch), NULL), 0);
		relistf(o, "import %s %s -o %s", import_input, s->watch ? second : "",
			import_recording);
		if (o->status)
			fail_msg("%s: import: %s", s->name, o->err.ptr);
		relistf(o, "lift --quiet --name x %s -o %s", import_recording, import_story);
		if (o->status)
			fail_msg("%s: lift: %s", s->name, o->err.ptr);
		assert_int_equal(runner__read_file(import_story, 1 << 20, &text, NULL), 0);
		for (size_t k = 0; k < ARRAY_LEN(s->has) && s->has[k]; k++)
			if (!strstr(text.ptr, s->has[k]))
				fail_msg("%s: no %s in\n%s", s->name, s->has[k], text.ptr);
		for (size_t k = 0; k < ARRAY_LEN(s->has_not) && s->has_not[k]; k++)
			if (strstr(text.ptr, s->has_not[k]))
				fail_msg("%s: %s in\n%s", s->name, s->has_not[k], text.ptr);
		if (writes_in(text.ptr) != s->writes)
			fail_msg("%s: %zu writes, not %zu, in\n%s", s->name, writes_in(text.ptr),
				 s->writes, text.ptr);
		relistf(o, "run -q %s", import_story);
		assert_int_equal(o->status, 0);
	}
	(void)unlink(second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_counts_a_write_in_two_sources_once),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
