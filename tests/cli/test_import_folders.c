/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of manifests: when each state was is in its name, and how deep they may be. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-folders-XXXXXX";

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	return ftw->level ? remove(path) : 0;
}

static void clean(void)
{
	assert_int_equal(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/* FOLDER/name with every folder on the way; `text` NULL: a folder itself. */
static void put(const char *name, const char *text)
{
	char path[256];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		(void)mkdir(path, 0755);
		*slash = '/';
	}
	if (!text)
		return;
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

#define MAP(value)                                                                                 \
	"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: d}\ndata: {k: '" value    \
	"'}\n"

static void import_takes_the_times_of_states_from_file_names(void **state)
{
	static const struct {
		const char *name, *at; /* after 2026-01-01T00-00-00, which no time is too */
	} cases[] = {
		{ "2026-01-01T00-00-05", "\"at\":\"5s\"" },
		{ "2026-01-01T00:01", "\"at\":\"1m0s" },
		{ "20260101T000007", "\"at\":\"7s\"" },
		{ "20260101T0002", "\"at\":\"2m0s\"" },
		{ "20260102", "\"at\":\"24h0m0s\"" },
		{ "2026_01_01.00.00.09", "\"at\":\"9s\"" },
		{ "20260101000011Z-after", "\"at\":\"11s\"" },
		{ "1767225613", "\"at\":\"13s\"" },
		{ "state-20260101T000015", "\"at\":\"15s\"" },
		{ "2026010101", "\"at\":\"1h0m0s\"" }, /* ten digits, and no seconds */
		{ "2026013", "\"id\":2,\"at\":\"0s\"" },
		{ "30260101", "\"id\":2,\"at\":\"0s\"" },
		{ "20261301", "\"id\":2,\"at\":\"0s\"" },
		{ "7", "\"id\":2,\"at\":\"0s\"" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char words[128], name[64];

		clean();
		put("2026-01-01T00-00-00/a.yaml", MAP("1"));
		(void)snprintf(name, sizeof(name), "%s/a.yaml", cases[i].name);
		put(name, MAP("2"));
		(void)snprintf(words, sizeof(words), "import %s", folder);
		relist(o, words);
		assert_int_equal(o->status, 0);
		/* States are read in the order of their names, not of their times. */
		if (!strstr(o->out.ptr, cases[i].at))
			fail_msg("%s: %s", cases[i].name, o->out.ptr);
	}
}

static void import_refuses_deeply_nested_folders(void **state)
{
	struct output *o = *state;
	char words[128];

	clean();
	put("0/1/2/3/4/5/6/7/8/a.yaml", MAP("1"));
	(void)snprintf(words, sizeof(words), "import %s", folder);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "\"data\":{\"k\":\"1\"}"));
	put("0/1/2/3/4/5/6/7/8/9/", NULL);
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "/0/1/2/3/4/5/6/7/8/9: more than 8 folders deep"));
	clean();
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, ": an empty folder"));
}

static void path_of(char path[256], const char *name)
{
	(void)snprintf(path, 256, "%s/%s", folder, name);
}

/* Files that are left out are reported; the object beside them is read. */
static void imports_map_and_reports(struct output *o, const char *const *reported, size_t count)
{
	relistf(o, "import %s", folder);
	if (o->status)
		fail_msg("%s", o->err.ptr);
	for (size_t i = 0; i < count; i++)
		if (!strstr(o->err.ptr, reported[i]))
			fail_msg("no %s in\n%s", reported[i], o->err.ptr);
	assert_non_null(strstr(o->out.ptr, "\"data\":{\"k\":\"1\"}"));
	clean();
}

/* Reading a pipe would wait for a writer. */
static void import_of_a_folder_skips_pipes_and_devices(void **state)
{
	static const char *const reported[] = {
		"/pipe.yaml: a named pipe; left out",	 "/pipe.json: a named pipe; left out",
		"/pipe: a named pipe; left out",	 "/null.yaml: a device; left out",
		"/a/b/pipe.yml: a named pipe; left out",
	};
	static const char *const pipes[] = { "pipe.yaml", "pipe.json", "pipe", "a/b/pipe.yml" };
	char path[256];

	clean();
	put("a/b/map.yaml", MAP("1"));
	for (size_t i = 0; i < ARRAY_LEN(pipes); i++) {
		path_of(path, pipes[i]);
		assert_int_equal(mkfifo(path, 0600), 0);
	}
	path_of(path, "null.yaml");
	assert_int_equal(symlink("/dev/null", path), 0);
	imports_map_and_reports(*state, reported, ARRAY_LEN(reported));
}

/* A link to a folder above would be read again and again. */
static void import_of_a_folder_skips_circular_links(void **state)
{
	static const char *const reported[] = {
		"/self.yaml: a link in a circle; left out",
		"/gone.yaml: No such file or directory; left out",
		"/a/up: a folder that is read already; left out",
		"/a/b/here: a folder that is read already; left out",
	};
	static const char *const links[][2] = { { "self.yaml", "self.yaml" },
						{ "nowhere", "gone.yaml" },
						{ "..", "a/up" },
						{ ".", "a/b/here" } };
	char path[256];

	clean();
	put("a/b/map.yaml", MAP("1"));
	for (size_t i = 0; i < ARRAY_LEN(links); i++) {
		path_of(path, links[i][1]);
		assert_int_equal(symlink(links[i][0], path), 0);
	}
	imports_map_and_reports(*state, reported, ARRAY_LEN(reported));
}

/* README.md, a Makefile, and what other programs keep in YAML: kustomize, helm, patches. */
static void import_skips_other_files_beside_manifests(void **state)
{
	static const char *const reported[] = {
		"/README.md: not JSON, YAML, or anything else that is known; left out",
		"/Makefile: not JSON, YAML, or anything else that is known; left out",
		"/base/kustomization.yaml:1: neither a watch event",
		"/base/patch.json:1: neither a watch event",
		"/values.yaml:1: neither a watch event",
		"/base/later.yaml:1: metadata.name: missing",
		"/base/none.json:1: items: a list of nothing; left out",
	};
	struct output *o = *state;

	clean();
	put("README.md", "# Shop\n\nObjects of the shop.\n");
	put("Makefile", "all:\n\tkubectl apply -k base\n");
	put("values.yaml", "replicas: 3\n");
	put(".git/config", "[core]\n");
	put("base/kustomization.yaml",
	    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
	    "resources: [map.yaml]\n");
	put("base/patch.json", "[{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"2\"}]");
	put("base/none.json", "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},"
			      "\"items\":null}");
	put("base/later.yaml",
	    "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-, namespace: d}\n");
	put("base/map.yaml", "# Source: shop/map.yaml\n---\n\n---\n" MAP("1") "...\n---\n# none\n");
	relistf(o, "import %s", folder);
	assert_int_equal(o->status, 0);
	for (size_t i = 0; i < ARRAY_LEN(reported); i++)
		if (!strstr(o->err.ptr, reported[i]))
			fail_msg("no %s in\n%s", reported[i], o->err.ptr);
	assert_non_null(strstr(o->out.ptr, "\"name\":\"a\""));
}

static void import_orders_numbered_states_by_number(void **state)
{
	static const char *const names[] = { "1", "2", "10", "0011" };
	const char *at, *last;
	struct output *o = *state;

	clean();
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char name[64], value[128];

		(void)snprintf(name, sizeof(name), "%s/a.yaml", names[i]);
		(void)snprintf(value, sizeof(value), MAP("%s"), names[i]);
		put(name, value);
	}
	relistf(o, "import %s", folder);
	assert_int_equal(o->status, 0);
	last = o->out.ptr;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char value[32];

		(void)snprintf(value, sizeof(value), "{\"k\":\"%s\"}", names[i]);
		at = strstr(o->out.ptr, value);
		if (!at || at < last)
			fail_msg("%s: %s", names[i], o->out.ptr);
		last = at;
	}
}

/* Files whose names begin with a number, or have a time, are each a state; others are one together,
 * and so are all where one is not numbered. A folder is a state whatever its name is. */
static void import_treats_files_as_states_if_all_are_numbered(void **state)
{
	static const struct {
		const char *one, *two;
		bool two_states;
	} cases[] = {
		{ "0.yaml", "1.yaml", true },	       { "9.yaml", "0a.yaml", true },
		{ "00.yml", "9.json", true },	       { "a.yaml", "b.yaml", false },
		{ "0.yaml", "b.yaml", false },	       { "b.yaml", "9.yaml", false },
		{ "1.yaml", ":.yaml", false },	       { "1.yaml", "-2.yaml", false },
		{ "5.yaml", "x-20260101.yaml", true }, { "5.yaml", "x-20261301.yaml", false },
		{ "a/m.yaml", "b/m.yaml", true },      { "a/m.yaml", "1.yaml", true },
		{ "a/m.yaml", "b.yaml", false },       { "a/1.yaml", "a/2.yaml", false },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t lists = 0;

		clean();
		put(cases[i].one,
		    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: d}\n");
		put(cases[i].two,
		    strstr(cases[i].two, ".json")
			? "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
			  "\"name\":\"two\",\"namespace\":\"d\"}}"
			: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: two, "
			  "namespace: d}\n");
		relistf(o, "import -q %s", folder);
		assert_int_equal(o->status, 0);
		for (const char *at = o->out.ptr; (at = strstr(at, "\"request\":")); at++)
			lists++;
		if (lists != (cases[i].two_states ? 2 : 1) || !strstr(o->out.ptr, "\"one\"") ||
		    !strstr(o->out.ptr, "\"two\""))
			fail_msg("%s, %s: %zu\n%s", cases[i].one, cases[i].two, lists, o->out.ptr);
	}
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	return output_setup(state);
}

static int teardown(void **state)
{
	clean();
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_takes_the_times_of_states_from_file_names),
		cmocka_unit_test(import_treats_files_as_states_if_all_are_numbered),
		cmocka_unit_test(import_refuses_deeply_nested_folders),
		cmocka_unit_test(import_of_a_folder_skips_pipes_and_devices),
		cmocka_unit_test(import_of_a_folder_skips_circular_links),
		cmocka_unit_test(import_skips_other_files_beside_manifests),
		cmocka_unit_test(import_orders_numbered_states_by_number),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
