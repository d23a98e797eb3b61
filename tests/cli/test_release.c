/* SPDX-License-Identifier: Apache-2.0 */
/* scripts/release --dry-run: what it would change and run, and what it refuses. */
#include <stdlib.h>
#include <sys/wait.h>

#include "base/str.h"
#include "runner/posix/files.h"
#include "tests/kit/testing.h"

/* The exit status of a shell command. */
static int sh(const char *command, struct strbuf *out)
{
	char buf[4096];
	size_t n;
	FILE *pipe;

	strbuf_clear(out);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	while ((n = fread(buf, 1, sizeof(buf), pipe)) > 0)
		strbuf_add(out, buf, n);
	return WEXITSTATUS(pclose(pipe));
}

static int dry_run(const char *version, struct strbuf *out)
{
	char command[200];

	(void)snprintf(command, sizeof(command),
		       "SOURCE_DATE_EPOCH=1800000000 scripts/release --dry-run '%s' 2>&1", version);
	return sh(command, out);
}

static void version_of_tree(struct strbuf *out)
{
	assert_int_equal(runner__read_file("VERSION", 100, out, NULL), 0);
	assert_int_equal(out->ptr[out->len - 1], '\n');
	out->ptr[--out->len] = 0;
}

static void dry_run_names_every_change_and_command(void **state)
{
	static const char *const wanted[] = {
		"CHANGELOG.md: ## ",	   " (2027-01-15)\n",
		"\n+ scripts/test all\n",  "\n+ make dist\n",
		"\n+ scripts/check-deb\n", "\n+ git commit ",
		"\n+ git tag -s ",	   ", dry run: nothing was changed\n",
	};
	AUTO_STRBUF version = STRBUF_INIT, out = STRBUF_INIT, after = STRBUF_INIT;

	(void)state;
	version_of_tree(&version);
	if (dry_run(version.ptr, &out) != 0)
		fail_msg("%s", out.ptr);
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++)
		if (!strstr(out.ptr, wanted[i]))
			fail_msg("no \"%s\" in:\n%s", wanted[i], out.ptr);
	version_of_tree(&after);
	assert_string_equal(after.ptr, version.ptr);
}

/* In a copy whose changelog describes it. A file that keeps the old version fails the release. */
static void dry_run_sets_a_newer_version_in_every_package(void **state)
{
	static const char *const wanted[] = {
		"hosts/js/package.json:   \"version\": \"99.0.0\"",
		"\"relist-linux-arm64\": \"99.0.0\", \"relist-linux-x64\": \"99.0.0\"",
		"hosts/python/relist/_version.py: __version__ = \"99.0.0\"",
		"hosts/rust/Cargo.toml: version = \"99.0.0\"",
		"hosts/rust/command/Cargo.toml: version = \"99.0.0\"",
		"hosts/java/pom.xml:   <version>99.0.0</version>",
		"hosts/java/command/pom.xml:   <version>99.0.0</version>",
		"tests/packages/python/requirements.txt: relist==99.0.0",
		"\n+ sh -c git tag -s -m 'relist 99.0.0 for Go' hosts/go/v99.0.0 ",
	};
	AUTO_STRBUF out = STRBUF_INIT;
	const char *copy =
	    "d=$(mktemp -d) && cp -r --parents VERSION CHANGELOG.md debian/changelog ci "
	    "docs/ci.md hosts/java/README.md hosts/rust/Cargo.toml hosts/js/package.json "
	    "hosts/rust/command/Cargo.toml hosts/java/pom.xml hosts/java/command/pom.xml "
	    "hosts/python/relist/_version.py tests/packages scripts/release $d && cd $d && "
	    "sed -i 's/^## Unreleased (.*)/## Unreleased (99.0.0)/' CHANGELOG.md && "
	    "scripts/release --dry-run 99.0.0 2>&1; status=$?; rm -rf $d; exit $status";
	int status = sh(copy, &out);

	(void)state;
	if (status != 0)
		fail_msg("status %d: %s", status, out.ptr);
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++)
		if (!strstr(out.ptr, wanted[i]))
			fail_msg("no \"%s\" in:\n%s", wanted[i], out.ptr);
}

static void release_refuses_invalid_older_and_undescribed_versions(void **state)
{
	static const struct {
		const char *version, *printed;
	} cases[] = {
		{ "1.0", "release: \"1.0\" is no version: MAJOR.MINOR.PATCH\n" },
		{ "01.0.0", "release: \"01.0.0\" is no version: MAJOR.MINOR.PATCH\n" },
		{ "1.0.0-rc1", "release: \"1.0.0-rc1\" is no version: MAJOR.MINOR.PATCH\n" },
		{ "0.0.1", "release: 0.0.1 is older than " },
		{ "99.0.0", "release: CHANGELOG.md has no section \"## Unreleased (99.0.0)\"" },
	};
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(dry_run(cases[i].version, &out), 1);
		if (strncmp(out.ptr, cases[i].printed, strlen(cases[i].printed)) != 0)
			fail_msg("%s: %s", cases[i].version, out.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dry_run_names_every_change_and_command),
		cmocka_unit_test(dry_run_sets_a_newer_version_in_every_package),
		cmocka_unit_test(release_refuses_invalid_older_and_undescribed_versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
