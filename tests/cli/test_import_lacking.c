/* SPDX-License-Identifier: Apache-2.0 */
/* relist import: files that lack what the formats say they have, or have more around it. */
#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

#define AT(sec) "2026-03-04T05:06:" sec ".000000Z"
#define ID(id)	",\"auditID\":\"" id "\""
#define DONE	",\"stage\":\"ResponseComplete\""
#define STARTED ",\"stage\":\"ResponseStarted\""
#define VERB(v) ",\"verb\":\"" v "\""
#define URI(u)	",\"requestURI\":\"" u "\""
#define REF(name)                                                                                  \
	",\"objectRef\":{\"resource\":\"configmaps\",\"namespace\":\"shop\"," name                 \
	"\"apiVersion\":\"v1\"}"
#define NAMED(name) "\"name\":\"" name "\","
#define CODE(c)	    ",\"responseStatus\":{\"metadata\":{},\"code\":" c "}"
#define V1	    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"Request\""
#define V1BETA1	    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1beta1\""
/* What came when, and the answer. */
#define END(began, sec, more)                                                                      \
	",\"user\":{\"username\":\"op\"},\"userAgent\":\"op/1\","                                  \
	"\"requestReceivedTimestamp\":\"" AT(began) "\",\"stageTimestamp\":\"" AT(sec) "\"" more   \
										       "}\n"
#define MAP(name, uid, rv, v)                                                                      \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name             \
	"\",\"namespace\":\"shop\",\"uid\":\"" uid "\",\"resourceVersion\":\"" rv                  \
	"\"},\"data\":{\"v\":\"" v "\"}}"
#define ANSWER(object) ",\"responseObject\":" object
#define MAPS	       "/api/v1/namespaces/shop/configmaps"
#define STATUS(code)                                                                               \
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\",\"code\":" code "}"

/* A map is made, and watched. */
#define MADE(head, id, uri, code, ref)                                                             \
	head id DONE VERB("create") uri code ref END("01", "01", ANSWER(MAP("a", "u1", "5", "1")))

struct lacking {
	const char *name, *text, *says; /* says: NULL: nothing at all */
	const char *has[4], *has_not;	/* the scenario */
};

static const struct lacking files[] = {
	{ "no auditID: the stages of a watch are still one request",
	  MADE(V1, "", URI(MAPS), CODE("201"), "") V1 STARTED VERB("watch")
	      URI(MAPS "?watch=true&resourceVersion=5") CODE("200") END("02", "02", "")
		  V1 DONE VERB("update") URI(MAPS "/a") CODE("200")
		      END("03", "03", ANSWER(MAP("a", "u1", "6", "2"))) V1 DONE VERB("watch")
			  URI(MAPS "?watch=true&resourceVersion=5") CODE("200") END("02", "05", ""),
	  ":1: auditID: missing; events of one user, requestURI and requestReceivedTimestamp are "
	  "assumed to be of one request",
	  { "{data: {v: '2'}}}  # rv 3, was 6", "- update configmaps/shop/a" },
	  NULL },
	{ "no requestURI",
	  MADE(V1, ID("1"), "", CODE("201"), REF("")) V1 ID("2") DONE VERB("delete") CODE("200")
	      REF(NAMED("a")) END("02", "02", ANSWER(STATUS("200"))),
	  ":1: requestURI: missing; " MAPS " is assumed from objectRef, without a query",
	  { "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "neither requestURI nor objectRef",
	  MADE(V1, ID("1"), URI(MAPS), CODE("201"), "") V1 ID("2") DONE VERB("get") CODE("200")
	      END("02", "02", ""),
	  ":2: requestURI, objectRef: missing; the event is left out",
	  { "configmaps/shop/a" },
	  NULL },
	{ "no responseStatus: the answer says it",
	  MADE(V1, ID("1"), URI(MAPS), "", "") V1 ID("2") DONE VERB("create") URI(MAPS)
	      END("02", "02", ANSWER(STATUS("409"))),
	  ":1: responseStatus.code: missing; 201 is assumed from responseObject",
	  { "configmaps/shop/a" },
	  NULL },
	{ "no responseStatus and no answer",
	  MADE(V1, ID("1"), URI(MAPS), CODE("201"), "") V1 ID("2") DONE VERB("delete")
	      URI(MAPS "/a") END("02", "02", ""),
	  ":2: responseStatus.code: missing; the answer is not known",
	  { "configmaps/shop/a" },
	  "- delete" },
	{ "no stage",
	  V1 ID("1") VERB("create") URI(MAPS) END("01", "01", "") V1 ID("1") VERB("create")
	      URI(MAPS) CODE("201") END("01", "01", ANSWER(MAP("a", "u1", "5", "1"))),
	  ":1: stage: missing; RequestReceived is assumed",
	  { "configmaps/shop/a" },
	  NULL },
	{ "an older version",
	  MADE(V1BETA1, ID("1"), URI(MAPS), CODE("201"), ""),
	  ":1: apiVersion: audit.k8s.io/v1beta1 is read as audit.k8s.io/v1",
	  { "configmaps/shop/a" },
	  NULL },
	{ "a proxy's path before the API's",
	  MADE(V1, ID("1"), URI("/k8s/clusters/c-1" MAPS), CODE("201"), "") V1 ID("2")
	      DONE VERB("get") URI("/k8s/clusters/c-1/apis") CODE("200") END("02", "02", ""),
	  ":1: requestURI: /k8s/clusters/c-1 before " MAPS " is taken for a proxy's",
	  { "configmaps/shop/a" },
	  NULL },
	{ "a panic is an answer that breaks off",
	  MADE(V1, ID("1"), URI(MAPS), CODE("201"),
	       "") V1 ID("2") STARTED VERB("watch") URI(MAPS "?watch=true&resourceVersion=5")
	      CODE("200") END("02", "02", "") V1 ID("2") ",\"stage\":\"Panic\"" VERB("watch")
		  URI(MAPS "?watch=true&resourceVersion=5") CODE("500") END("02", "04", "")
		      V1 ID("3") ",\"stage\":\"Panic\"" VERB("update") URI(MAPS "/a") CODE("500")
			  END("05", "05", ",\"requestObject\":" MAP("a", "u1", "5", "9")) V1 ID("4")
			      STARTED VERB("watch") URI(MAPS "?watch=true&resourceVersion=5")
				  CODE("200") END("06", "06", ""),
	  NULL,
	  { "- disconnect:" },
	  "{v: '9'}" },
	{ "members of a version that is to come",
	  V1 ID("1") ",\"when\":[{\"a\":null},1e9],\"objectRef2\":{}" DONE VERB("create") URI(MAPS)
	      CODE("201") END("01", "01", ANSWER(MAP("a", "u1", "5", "1"))),
	  NULL,
	  { "configmaps/shop/a" },
	  NULL },
	{ "byte order marks, carriage returns, no line feeds",
	  "\xEF\xBB\xBF\r\n" MAP("a", "u1", "5", "1") "\xEF\xBB\xBF" MAP(
	      "b", "u2", "6", "1") "\r\n\xEF\xBB\xBF\r\n" MAP("a", "u1", "7", "2"),
	  "objects without events",
	  { "configmaps/shop/a", "configmaps/shop/b", "{data: {v: '2'}}}  # rv" },
	  NULL },
	{ "an object's last line that has nothing new is its end",
	  MAP("a", "u1", "5", "1") MAP("a", "u1", "6", "2") MAP("a", "u1", "9", "2"),
	  "objects without events",
	  { "was 6", "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "one that comes again is not",
	  MAP("a", "u1", "5", "1") MAP("a", "u1", "6", "1") MAP("a", "u1", "9", "2"),
	  "objects without events",
	  { "was 9" },
	  "- delete" },
	{ "another UID by the same name",
	  MAP("a", "u1", "5", "1") MAP("a", "u1", "6", "2") MAP("a", "u2", "9", "3"),
	  ": metadata.uid: another one than before; a deletion in between is assumed",
	  { "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "a list, and then events",
	  "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
	  "\"5\"},"
	  "\"items\":[" MAP("a", "u1", "5", "1") "]}\n{\"type\":\"MODIFIED\",\"object\":" MAP(
	      "a", "u1", "6", "2") "}{\"type\":\"DELETED\",\"object\":" MAP("a", "u1", "7",
									    "2") "}",
	  NULL,
	  { "was 6", "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "YAML of kubectl get -w --output-watch-events",
	  "object:\r\n  apiVersion: v1\r\n  kind: ConfigMap\r\n  metadata:\r\n    name: a\r\n"
	  "    namespace: shop\r\n    resourceVersion: \"5\"\r\ntype: ADDED\r\n---\r\nobject:\r\n"
	  "  apiVersion: v1\r\n  kind: ConfigMap\r\n  metadata:\r\n    name: a\r\n"
	  "    namespace: shop\r\n    resourceVersion: \"6\"\r\ntype: DELETED\r\n",
	  NULL,
	  { "- delete: [configmaps/shop/a]" },
	  NULL },
	{ "a manifest that no server has seen",
	  "%YAML 1.2\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n",
	  ":3: metadata.namespace: missing; default is assumed",
	  { "configmaps/default/a" },
	  NULL },
	{ "manifests in an array",
	  "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}\n"
	  "- {apiVersion: x.example/v1, kind: Gateway, metadata: {name: b, namespace: shop}}\n",
	  NULL,
	  { "configmaps/shop/a", "gateways/shop/b" },
	  NULL },
};

static void import_assumes_and_reports_missing_states(void **state)
{
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		const struct lacking *f = &files[i];
		AUTO_STRBUF text = STRBUF_INIT, says = STRBUF_INIT;

		/* a line's number is behind the name of its file */
		strbuf_addf(&says, "%s%s",
			    f->says && strncmp(f->says, ":1:", 3) == 0 ? import_input : "",
			    f->says ? f->says : "");
		assert_int_equal(runner__replace_file(import_input, str_of(f->text), NULL), 0);
		relistf(o, "import %s -o %s", import_input, import_recording);
		if (o->status || (f->says && !strstr(o->err.ptr, says.ptr)))
			fail_msg("%s: import: %d %s", f->name, o->status, o->err.ptr);
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

static void import_of_another_file_type_suggests_what_to_do(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		const char *says;
	} cases[] = {
#define BYTES(text) text, sizeof(text) - 1
		{ BYTES("\xFF\xFE{\0\"\0"), ":1:1: UTF-16: it has to be UTF-8" },
		{ BYTES("\xFE\xFF\0{\0\""), ":1:1: UTF-16: it has to be UTF-8" },
		{ BYTES("{\0\"\0k\0"), ":1:1: UTF-16: it has to be UTF-8" },
		{ BYTES("BZh91AY&SY"), ":1:1: compressed with bzip2 or xz: unpack it first" },
		{ BYTES("\xFD"
			"7zXZ\0"),
		  ":1:1: compressed with bzip2 or xz: unpack it first" },
		{ BYTES(V1 ID("1") DONE "}\n"), ":1:1: audit event: verb: missing" },
		{ BYTES("NAME   DATA   AGE\nm      1      5s\n"),
		  ":1:1: a table, as kubectl get prints it for people: -o json" },
		{ BYTES("EVENT      NAMESPACE   NAME\nADDED      shop        m\n"),
		  ":1:1: a table, as kubectl get prints it for people" },
		{ BYTES("LAST SEEN   TYPE     REASON\n5s          Normal   Pulled\n"),
		  ":1:1: a table, as kubectl get prints it for people" },
		{ BYTES("configmap/a\ndeployment.apps/b\n"),
		  ":1:1: names, as kubectl get -o name prints them" },
		{ BYTES("Name:         p\nNamespace:    shop\n"),
		  ":1:1: what kubectl describe prints for people" },
		{ BYTES("No resources found in shop namespace.\n"), ":1:1: kubectl found nothing" },
		{ BYTES("Error from server (NotFound): pods \"x\" not found\n"),
		  ":1:1: an error of kubectl's" },
		{ BYTES(" \n"), ": there is nothing in the file\n" },
		{ BYTES("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}"),
		  ":1: items: a list of nothing; left out\n" },
		{ BYTES("\xEF\xBB{}"), "yaml: invalid trailing UTF-8 octet" },
		{ BYTES("{}\xEF\xBB{}"), ": not UTF-8" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str text = { cases[i].text, cases[i].len };

		assert_int_equal(runner__replace_file(import_input, text, NULL), 0);
		relistf(o, "import%s %s -o %s", i == ARRAY_LEN(cases) - 1 ? " --keep-going" : "",
			import_input, import_recording);
		if (o->status != 2 || !strstr(o->err.ptr, cases[i].says))
			fail_msg("%s: %d %s", cases[i].says, o->status, o->err.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_assumes_and_reports_missing_states),
		cmocka_unit_test(import_of_another_file_type_suggests_what_to_do),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
