/* SPDX-License-Identifier: Apache-2.0 */
/* relist import and relist lift: from what other tools keep to a scenario that passes. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

#define SAMPLES "tests/recordings/import/"

static char folder[] = "/tmp/relist-import-XXXXXX";
static char recording[64], story[64], input[64];

static void write_input(struct str text)
{
	FILE *f = fopen(input, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text.ptr, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
}

/* `out`: the file that gets it; NULL: standard output. */
static void run(struct output *o, const char *command, const char *file, const char *out)
{
	char words[512];

	(void)snprintf(words, sizeof(words), "%s %s%s%s", command, file, out ? " -o " : "",
		       out ? out : "");
	relist(o, words);
}

/* The hash of the recording moves with every version that writes it. */
static void cut_refs(struct strbuf *text)
{
	char *refs = strstr(text->ptr, "refs: [sha256-");
	char *end = refs ? strchr(refs, '\n') : NULL;

	assert_non_null(end);
	assert_int_equal(end - refs, 14 + 64 + 1);
	memmove(refs, end + 1, text->len - (size_t)(end + 1 - text->ptr) + 1);
	text->len -= (size_t)(end + 1 - refs);
}

static void assert_file(const char *folder_, const char *name, const char *suffix, struct str text)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "tests/golden/%s/%s.%s", folder_, name, suffix);
	assert_golden(path, text);
}

/* But for the version that wrote it and the hashes of secrets, which no two imports share. */
static void assert_recording(const char *name)
{
	static const char mark[] = "redacted-";
	AUTO_STRBUF text = STRBUF_INIT;
	struct str rest;
	char *version;

	assert_int_equal(runner__read_file(recording, 1 << 20, &text, NULL), 0);
	version = strstr(text.ptr, "\"tool\":\"relist ");
	assert_non_null(version);
	rest = str_of(strchr(version, ','));
	for (char *at = version; (at = strstr(at, mark)); at++)
		memset(at + strlen(mark), '0', strspn(at + strlen(mark), "0123456789abcdef"));
	assert_file("import", name, "jsonl", rest);
}

static void every_format_becomes_a_scenario_that_passes(void **state)
{
	static const struct {
		const char *files, *golden;
		bool small; /* the recording itself is committed too */
	} cases[] = {
		{ SAMPLES "orphan/audit.log", "audit", false },
		{ SAMPLES "orphan/services-watch.json " SAMPLES "orphan/configmaps-watch.json",
		  "watch", true },
		{ SAMPLES "orphan/audit.log " SAMPLES "orphan/services-watch.json", "both", false },
		{ SAMPLES "orphan/end.yaml", "list", true },
		{ SAMPLES "levels/request.log", "request-level", true },
		{ SAMPLES "levels/metadata.log", "metadata-level", false },
		/* rotated: the newer file first, its lines backwards; the older a gzipped batch */
		{ SAMPLES "levels/audit-2.log " SAMPLES "levels/audit-1.json.gz", "rotated",
		  false },
		/* a custom type, apply, finalizers, a conflict, a dry run, an apiserver that is
		   killed */
		{ SAMPLES "levels/widgets.log", "widgets", true },
		/* all levels at once, every kind of patch, deletecollection, generateName,
		   bindings, evictions, exec, Tables, failures, a namespace and a definition that go
		 */
		/* custom types whose kind only refused, deleted or listed objects show */
		{ SAMPLES "levels/kinds.log", "kinds", true },
		{ SAMPLES "levels/mixed.log.gz", "mixed", false },
		{ SAMPLES "pods.har", "har", true },
		{ SAMPLES "capture.kshrk", "k8shark", true },
		{ SAMPLES "manifests", "manifests", true },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, printed = STRBUF_INIT;

		run(o, "import", cases[i].files, recording);
		if (o->status)
			fail_msg("%s: %s", cases[i].files, o->err.ptr);
		if (cases[i].small)
			assert_recording(cases[i].golden);
		strbuf_adds(&printed, strbuf_str(&o->err));
		run(o, "lift --name lifted", recording, story);
		if (o->status)
			fail_msg("%s: %s", cases[i].files, o->err.ptr);
		strbuf_adds(&printed, strbuf_str(&o->err));
		assert_file("import", cases[i].golden, "txt", strbuf_str(&printed));
		assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
		cut_refs(&text);
		assert_file("import", cases[i].golden, "yaml", strbuf_str(&text));
		run(o, "check", story, NULL);
		assert_int_equal(o->status, 0);
		run(o, "fmt --check", story, NULL);
		assert_string_equal(o->out.ptr, "");
		run(o, "run", story, NULL);
		if (o->status)
			fail_msg("%s: %s", cases[i].files, o->out.ptr);
	}
}

/* Recorded conversations of real clients with a server. Where the client is no client-go, or pages
 * what an informer lists at once, the requests differ and say so. */
static void recordings_of_real_clients_are_lifted(void **state)
{
	static const struct {
		const char *name;
		bool same;
	} cases[] = {
		{ "expired-event", false }, { "expired-status", true }, { "missed-delete", true },
		{ "network-cut", true },    { "paged-list", false },	{ "restart", true },
		{ "slow-handler", false },  { "two-clients", true },	{ "watch-list", true },
		{ "real-client-go", true }, { "real-kubectl", false },	{ "real-python", false },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, printed = STRBUF_INIT;
		char path[128];

		(void)snprintf(path, sizeof(path), "tests/recordings/%s.jsonl", cases[i].name);
		run(o, "lift --strict", path, story);
		if (o->status != (cases[i].same ? 0 : 1))
			fail_msg("%s: %d\n%s", path, o->status, o->err.ptr);
		strbuf_adds(&printed, strbuf_str(&o->err));
		assert_file("lift", cases[i].name, "txt", strbuf_str(&printed));
		assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
		assert_file("lift", cases[i].name, "yaml", strbuf_str(&text));
		run(o, "check", story, NULL);
		assert_int_equal(o->status, 0);
		run(o, "run", story, NULL);
		if (o->status)
			fail_msg("%s: %s", path, o->out.ptr);
	}
}

/* Two clients watch; one does not get a deletion and a creation, nor later events. */
static void lift_of(struct output *o, const char *how)
{
	run(o, how, SAMPLES "dropped.jsonl", story);
}

static void lift_drops_events_that_an_open_watch_missed(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	const char *gone, *made;

	lift_of(o, "lift --user-agent op/");
	assert_int_equal(o->status, 0);
	assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
	gone = strstr(text.ptr, "  - drop: {event: delete configmaps/d/a}\n  - delete: ");
	made = strstr(text.ptr, "  - drop: {event: add configmaps/d/c}\n  - create: ");
	assert_non_null(gone);
	assert_true(made && made > gone);
	assert_null(strstr(text.ptr, "event: update"));
	run(o, "run", story, NULL);
	assert_int_equal(o->status, 0);
	/* kubectl got all of it */
	lift_of(o, "lift --user-agent kubectl");
	strbuf_clear(&text);
	assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
	assert_null(strstr(text.ptr, "- drop"));
}

static void lift_options_select_objects_clients_and_a_window(void **state)
{
	static const struct {
		const char *how, *has, *has_not;
	} cases[] = {
		{ "lift --key d/b", "configmaps/d/b", "configmaps/d/a" },
		{ "lift --key configmaps/d/c", "create: {configmaps/d/c", "configmaps/d/b" },
		{ "lift --key b", "configmaps/d/b", "configmaps/d/c" },
		{ "lift --to 15ms", "rv 5, was 8", "configmaps/d/c" },
		{ "lift --from 1s", "was 10", "- drop" },
		{ "lift --to 2026-11-22T11:43:14Z", "was 8", "was 10" },
		{ "lift --user-agent kubectl", "add configmaps/d/c", "limit" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		lift_of(o, cases[i].how);
		if (o->status)
			fail_msg("%s: %s", cases[i].how, o->err.ptr);
		assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
		if (!strstr(text.ptr, cases[i].has) || strstr(text.ptr, cases[i].has_not))
			fail_msg("%s: %s", cases[i].how, text.ptr);
		run(o, "run", story, NULL);
		assert_int_equal(o->status, 0);
	}
	lift_of(o, "lift --user-agent nobody");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "no client with \"nobody\" in its User-Agent watches"));
	lift_of(o, "lift --key d/nope");
	assert_int_equal(o->status, 2);
	lift_of(o, "lift --from yesterday");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "--from is \"yesterday\""));
}

static void import_error_names_file_and_line(void **state)
{
	static const struct {
		const char *text, *err;
	} cases[] = {
		{ "", "relist import: nothing in the files can be used\n" },
		{ "{\"kind\":\"Event\"", ":1:16: the file ends in the middle of a value\n" },
		{ "{\"auditID\":\"1\",\"stage\":\"Panic\"}\n{\"a\":tru}\n",
		  ":1:1: audit event: verb: missing\n" },
		{ "\n\n  {\"a\":tru}\n", ":3:11: not JSON\n" },
		{ "[1,2]",
		  ":1:2: neither a watch event, an object, an audit event, a HAR entry nor "
		  "a k8shark record (--keep-going leaves it out)\n" },
		{ "\x7f"
		  "ELF\x02\x01\x01",
		  ":1:1: binary, of no kind that is known\n" },
		{ "age-encryption.org/v1\n",
		  ":1:1: encrypted with age: decrypt it first (age --decrypt, kshrk decrypt)\n" },
		{ "{\"auditID\":\"1\",\"stage\":\"Panic\",\"apiVersion\":\"audit.k8s.io/"
		  "v1alpha1\"}",
		  ":1:1: apiVersion: audit.k8s.io/v1alpha1 is not read, only audit.k8s.io/v1\n" },
		{ "{\"type\":\"GONE\",\"object\":{}}",
		  ":1:1: type: \"GONE\", not one of ADDED, MODIFIED, DELETED, BOOKMARK, ERROR\n" },
		{ "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}}",
		  ":1:1: object.metadata.name: missing\n" },
		{ "{\"recording\":1}",
		  ":1:1: this is a recording already: relist lift reads it as it is\n" },
		{ "# one\n---\nkind: ConfigMap\nmetadata:\n\tname: x\n",
		  ":5: yaml: found character that cannot start any token\n" },
		{ "{\"log\":{\"entries\":[{\"request\":{\"url\":\"/\"},\"response\":{}}]}}",
		  ":1:20: log.entries[0].startedDateTime: not a time\n" },
		{ "a: [1\n", ":1: yaml: did not find expected ',' or ']'\n" },
		{ "{\"log\":{\"entries\":[{\"request\":{},\"startedDateTime\":\"x\"}]}}",
		  ":1:20: log.entries[0].request.url: missing\n" },
		{ "{\"api_path\":\"/api/v1/pods\",\"captured_at\":\"x\"}",
		  ":1:1: captured_at: not a time\n" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		write_input(str_of(cases[i].text));
		run(o, "import", input, recording);
		if (o->status != 2 || !strstr(o->err.ptr, cases[i].err))
			fail_msg("%s\ngave %d and\n%s", cases[i].text, o->status, o->err.ptr);
	}
}

static const char event[] =
    "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":"
    "\"a\",\"namespace\":\"default\",\"resourceVersion\":\"7\"}}}\n";

static size_t events_in(const struct strbuf *text)
{
	size_t n = 0;

	for (const char *p = text->ptr; (p = strstr(p, "{\"event\":")); p++)
		n++;
	return n;
}

static void import_of_a_damaged_file_uses_its_intact_parts_on_request(void **state)
{
	static const char *const broken[] = { "{\"type\":\"ADDED\",\"obj\n", "\xff\xfe\n",
					      "{\"x\":1}\n", "[1]\n" };
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(broken); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		AUTO_STRBUF where = STRBUF_INIT;

		strbuf_addz(&text, event);
		strbuf_addz(&text, broken[i]);
		strbuf_addz(&text, event);
		/* cut in the middle of the last */
		strbuf_add(&text, event, 40);
		write_input(strbuf_str(&text));
		run(o, "import", input, NULL);
		assert_int_equal(o->status, 2);
		assert_string_equal(o->out.ptr, "");
		run(o, "import --keep-going", input, NULL);
		assert_int_equal(o->status, 0);
		assert_int_equal(events_in(&o->out), 2);
		strbuf_addf(&where, "%s:2: ", input);
		assert_non_null(strstr(o->err.ptr, where.ptr));
		assert_non_null(strstr(o->err.ptr, "what stands before is used"));
	}
}

static void skipped_lines_are_reported_with_file_and_line(void **state)
{
	AUTO_STRBUF want = STRBUF_INIT;
	struct output *o = *state;

	write_input(STR("{\"auditID\":\"1\",\"stage\":\"Panic\"}\n"));
	run(o, "import --keep-going", input, NULL);
	strbuf_addf(&want, "%s:1: ", input);
	if (!strstr(o->err.ptr, want.ptr) || !strstr(o->err.ptr, "missing; it is left out"))
		fail_msg("%s", o->err.ptr);
}

static void write_gzip(size_t len, char c)
{
	char block[4096];
	gzFile f = gzopen(input, "wb9");

	assert_non_null(f);
	memset(block, c, sizeof(block));
	for (size_t i = 0; i < len; i += sizeof(block))
		assert_int_equal(gzwrite(f, block, sizeof(block)), sizeof(block));
	assert_int_equal(gzclose(f), Z_OK);
}

static void gzip_bomb_and_cut_gzip_are_refused(void **state)
{
	AUTO_STRBUF packed = STRBUF_INIT;
	struct output *o = *state;

	write_gzip((size_t)320 << 20, ' ');
	run(o, "import", input, NULL);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "which no log does"));
	write_gzip(64 << 10, ' ');
	assert_int_equal(runner__read_file(input, 1 << 20, &packed, NULL), 0);
	write_input((struct str) { packed.ptr, packed.len / 2 });
	run(o, "import", input, NULL);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "gzip, about byte"));
}

static void import_refuses_deep_nesting_and_oversized_values(void **state)
{
	AUTO_STRBUF deep = STRBUF_INIT;
	struct output *o = *state;

	for (int i = 0; i < 20000; i++)
		strbuf_addz(&deep, "{\"a\":");
	write_input(strbuf_str(&deep));
	run(o, "import", input, NULL);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, ":1:50001: not JSON"));
	strbuf_clear(&deep);
	strbuf_addz(&deep, "{\"a\":\"");
	for (int i = 0; i < 65 << 10; i++)
		strbuf_adds(&deep, (struct str) { event, 1 });
	for (int i = 0; i < 10; i++) {
		AUTO_STRBUF twice = STRBUF_INIT;

		strbuf_adds(&twice, (struct str) { deep.ptr + 6, deep.len - 6 });
		strbuf_adds(&deep, strbuf_str(&twice));
	}
	for (size_t i = 6; i < deep.len; i++)
		deep.ptr[i] = 'x';
	write_input(strbuf_str(&deep));
	run(o, "import", input, NULL);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "a value of more than 67108864 bytes"));
}

static void import_rejects_kubeshark_capture_of_a_newer_format(void **state)
{
	struct output *o = *state;

	relist(o, "import " SAMPLES "newer.kshrk");
	assert_int_equal(o->status, 2);
	assert_string_equal(o->err.ptr, "relist import: " SAMPLES
					"newer.kshrk: metadata.json: format_version is 3, read is "
					"up to 2\n");
}

static void import_options_select_a_part_of_the_recording(void **state)
{
	static const struct {
		const char *options, *has, *lacks;
	} cases[] = {
		{ "--key services/shop/db", "services/shop/db", "services/shop/web" },
		{ "--key shop/web", "services/shop/web", "services/shop/db" },
		{ "--user-agent dns-operator", "start: services", "start: configmaps" },
		{ "--from 4.05s", "services/shop/cache", "delete: [services/shop/db]" },
		{ "--to 3s", "services/shop/db", "services/shop/cache" },
		{ "--from 2026-11-22T08:14:03.1Z --to 5s", "services/shop/cache", "delete: [" },
	};
	struct output *o = *state;

	relist(o, "import " SAMPLES "orphan/audit.log");
	write_input(strbuf_str(&o->out));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		char words[256];

		(void)snprintf(words, sizeof(words), "lift %s %s -o %s", cases[i].options, input,
			       story);
		relist(o, words);
		if (o->status)
			fail_msg("%s: %s", cases[i].options, o->err.ptr);
		assert_int_equal(runner__read_file(story, 1 << 20, &text, NULL), 0);
		if (!strstr(text.ptr, cases[i].has) || strstr(text.ptr, cases[i].lacks))
			fail_msg("%s gave\n%s", cases[i].options, text.ptr);
		run(o, "run", story, NULL);
		if (o->status)
			fail_msg("%s: %s", cases[i].options, o->out.ptr);
	}
	run(o, "lift --key nothing", input, NULL);
	assert_int_equal(o->status, 2);
	assert_string_equal(o->err.ptr,
			    "relist lift: no object of that key was seen in the recording: "
			    "nothing to lift\n");
	run(o, "lift --from yesterday", input, NULL);
	assert_int_equal(o->status, 2);
}

static void strict_import_fails_if_states_differ(void **state)
{
	struct output *o = *state;

	relist(o, "import -q " SAMPLES "orphan/audit.log");
	write_input(strbuf_str(&o->out));
	run(o, "lift --strict", input, story);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->err.ptr, "self-check: "));
	assert_non_null(strstr(o->err.ptr, "+           - delete services/shop/db\n"));
}

/* PLANTED stands where Kubernetes puts secrets; cGxhbnRlZC1zZWNyZXQtdmFsdWU= is it in base64. */
#define PLANTED "planted-secret-value"
#define ENCODED "cGxhbnRlZC1zZWNyZXQtdmFsdWU="

static void secrets_do_not_reach_the_recording(void **state)
{
	static const char secret[] =
	    "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"namespace\":"
	    "\"d\","
	    "\"resourceVersion\":\"7\",\"annotations\":{\"kubectl.kubernetes.io/"
	    "last-applied-configuration\":\"{\\\"kind\\\":\\\"Secret\\\",\\\"stringData\\\":{"
	    "\\\"k\\\":"
	    "\\\"" PLANTED "\\\"}}\"}},\"data\":{\"k\":\"" ENCODED "\"}}";
	static const struct {
		const char *before, *after;
	} cases[] = {
		{ "{\"type\":\"ADDED\",\"object\":", "}" },
		{ "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[", "]}" },
		{ "", "" },
		{ "{\"api_path\":\"/api/v1/secrets\",\"captured_at\":\"2026-11-22T09:00:00Z\","
		  "\"response_code\":200,\"response_body\":{\"kind\":\"SecretList\",\"apiVersion\":"
		  "\"v1\",\"metadata\":{},\"items\":[",
		  "]}}" },
		{ "{\"auditID\":\"1\",\"stage\":\"ResponseComplete\",\"verb\":\"create\","
		  "\"requestURI\":"
		  "\"/api/v1/namespaces/d/secrets?token=" PLANTED
		  "\",\"responseStatus\":{\"code\":201},"
		  "\"requestObject\":{\"stringData\":{\"k\":\"" PLANTED "\"}},\"responseObject\":",
		  "}" },
		/* a patch does not say of what it is */
		{ "{\"auditID\":\"1\",\"stage\":\"ResponseComplete\",\"verb\":\"patch\","
		  "\"requestURI\":"
		  "\"/api/v1/namespaces/d/secrets/s\",\"responseStatus\":{\"code\":200},"
		  "\"requestObject\":[{\"op\":\"add\",\"path\":\"/data/k\",\"value\":\"" ENCODED
		  "\"}],\"responseObject\":",
		  "}" },
		{ "{\"log\":{\"entries\":[{\"startedDateTime\":\"2026-11-22T09:00:00Z\",\"time\":1,"
		  "\"request\":{\"method\":\"POST\",\"url\":\"https://h/api/v1/namespaces/d/"
		  "secrets\","
		  "\"headers\":[{\"name\":\"Authorization\",\"value\":\"Bearer " PLANTED
		  "\"},{\"name\":\"Cookie\",\"value\":\"a=" PLANTED
		  "\"}],\"postData\":{\"text\":\"{\\\"stringData\\\":{\\\"k\\\":\\\"" PLANTED
		  "\\\"}}\"}},\"response\":{\"status\":201,\"content\":{\"text\":\"{}\"}},\"x\":",
		  "}]}}" },
		{ "{\"auditID\":\"1\",\"stage\":\"ResponseComplete\",\"verb\":\"create\","
		  "\"requestURI\":"
		  "\"/api/v1/namespaces/d/serviceaccounts/a/"
		  "token\",\"responseStatus\":{\"code\":201},"
		  "\"responseObject\":{\"kind\":\"TokenRequest\",\"apiVersion\":"
		  "\"authentication.k8s.io/v1\",\"status\":{\"token\":\"" PLANTED "\"}},\"x\":",
		  "}" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, cases[i].before);
		strbuf_addz(&text, secret);
		strbuf_addz(&text, cases[i].after);
		write_input(strbuf_str(&text));
		run(o, "import --secrets keep", input, NULL);
		assert_int_equal(o->status, 0);
		assert_true(strstr(o->out.ptr, PLANTED) || strstr(o->out.ptr, ENCODED));
		run(o, "import", input, NULL);
		assert_int_equal(o->status, 0);
		if (strstr(o->out.ptr, PLANTED) || strstr(o->out.ptr, ENCODED))
			fail_msg("%s gave\n%s", text.ptr, o->out.ptr);
		assert_null(strstr(o->err.ptr, PLANTED));
		run(o, "import --secrets drop", input, NULL);
		assert_null(strstr(o->out.ptr, PLANTED));
		assert_null(strstr(o->out.ptr, ENCODED));
	}
}

static void strict_import_hides_annotations_and_is_private(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF left = STRBUF_INIT;
	struct stat st;

	write_input(STR("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\","
			"\"namespace\":\"d\",\"resourceVersion\":\"7\",\"annotations\":{"
			"\"note\":\"correct horse\"}}}"));
	run(o, "import", input, NULL);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "correct horse"));
	assert_null(strstr(o->out.ptr, "\"rules\":"));
	run(o, "import --redact strict", input, NULL);
	assert_int_equal(o->status, 0);
	assert_null(strstr(o->out.ptr, "correct horse"));
	assert_non_null(strstr(o->out.ptr, "\"rules\":\"strict\""));
	/* as an earlier run that was interrupted leaves it */
	strbuf_addf(&left, "%s.new", recording);
	assert_int_equal(close(open(left.ptr, O_WRONLY | O_CREAT, 0644)), 0);
	assert_int_equal(chmod(left.ptr, 0644), 0);
	run(o, "import -q", input, recording);
	assert_int_equal(o->status, 0);
	assert_int_equal(stat(recording, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void scenario_commands_suggest_import_for_other_files(void **state)
{
	static const char *const files[] = { "audit.log", "services-watch.json" };
	static const char *const commands[] = { "run", "check", "show" };
	struct output *o = *state;

	for (size_t f = 0; f < ARRAY_LEN(files); f++)
		for (size_t c = 0; c < ARRAY_LEN(commands); c++) {
			char path[128];

			(void)snprintf(path, sizeof(path), SAMPLES "orphan/%s", files[f]);
			run(o, commands[c], path, NULL);
			assert_int_equal(o->status, 2);
			assert_non_null(strstr(o->err.ptr, path));
			assert_non_null(strstr(o->err.ptr,
					       ": relist import makes a recording of it, and "
					       "relist lift a scenario of that\n"));
		}
	relist(o, "import -q " SAMPLES "pods.har");
	write_input(strbuf_str(&o->out));
	run(o, "check", input, NULL);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, ": this is a recording: relist lift makes a scenario of "
					   "it, and relist replay plays it"));
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	(void)snprintf(recording, sizeof(recording), "%s/rec.jsonl", folder);
	(void)snprintf(story, sizeof(story), "%s/lifted.yaml", folder);
	(void)snprintf(input, sizeof(input), "%s/input", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(recording);
	(void)unlink(story);
	(void)unlink(input);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_becomes_a_scenario_that_passes),
		cmocka_unit_test(recordings_of_real_clients_are_lifted),
		cmocka_unit_test(lift_drops_events_that_an_open_watch_missed),
		cmocka_unit_test(lift_options_select_objects_clients_and_a_window),
		cmocka_unit_test(import_error_names_file_and_line),
		cmocka_unit_test(import_of_a_damaged_file_uses_its_intact_parts_on_request),
		cmocka_unit_test(skipped_lines_are_reported_with_file_and_line),
		cmocka_unit_test(gzip_bomb_and_cut_gzip_are_refused),
		cmocka_unit_test(import_refuses_deep_nesting_and_oversized_values),
		cmocka_unit_test(import_rejects_kubeshark_capture_of_a_newer_format),
		cmocka_unit_test(import_options_select_a_part_of_the_recording),
		cmocka_unit_test(secrets_do_not_reach_the_recording),
		cmocka_unit_test(strict_import_hides_annotations_and_is_private),
		cmocka_unit_test(scenario_commands_suggest_import_for_other_files),
		cmocka_unit_test(strict_import_fails_if_states_differ),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
