/* SPDX-License-Identifier: Apache-2.0 */
/* The self-check of relist lift names what it could not check. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "tests/kit/cli_kit.h"
#include "tests/kit/lift_kit.h"

static char folder[] = "/tmp/relist-lift-check-XXXXXX";
static char input[64];

/* Lifts the recording; the messages are in o->err. */
static void lift(struct output *o, struct str text)
{
	FILE *f = fopen(input, "wb");
	char words[128];

	assert_non_null(f);
	assert_int_equal(fwrite(text.ptr, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
	(void)snprintf(words, sizeof(words), "lift %s", input);
	relist(o, words);
}

static void self_check_names_what_an_import_derived(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct output *o = *state;

	relist(o, "import -q tests/recordings/import/orphan/audit.log");
	strbuf_adds(&text, strbuf_str(&o->out));
	lift(o, strbuf_str(&text));
	assert_non_null(strstr(o->err.ptr,
			       "self-check: not checked, since the recording does not show it:\n"
			       "  1 event that the import derived from a write: secrets/shop/pw\n"
			       "  1 deletion whose version is not recorded: "
			       "configmaps/shop/dns-cache\n"
			       "  the requests of informer namespaces: they are not recorded\n"));
}

/* ctl lists again; the second list lacks `a` and `b`, or an event shows their deletion. */
static void self_check_names_deletions_that_only_a_list_shows(void **state)
{
	struct output *o = *state;

	for (int seen = 0; seen < 2; seen++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		lift_kit_add_event(&text, "ADDED", "b", 11, 2000);
		if (seen) {
			lift_kit_add_event(&text, "DELETED", "a", 12, 3000);
			lift_kit_add_event(&text, "DELETED", "b", 13, 3000);
		}
		strbuf_addz(
		    &text,
		    "{\"close\":{\"id\":2,\"at\":\"4s\",\"how\":\"reset\"}}\n"
		    "{\"request\":{\"id\":3,\"at\":\"5s\",\"conn\":1,\"method\":\"GET\","
		    "\"path\":\"/api/v1/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"response\":{\"id\":3,\"at\":\"5s\",\"status\":200,\"body\":{"
		    "\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\","
		    "\"metadata\":{\"resourceVersion\":\"14\"},\"items\":[]}}}\n");
		lift(o, strbuf_str(&text));
		if (seen ? strstr(o->err.ptr, "not checked") != NULL
			 : !strstr(o->err.ptr,
				   "  2 deletions that only later lists show, without their times "
				   "and last states: configmaps/d/a, configmaps/d/b\n"))
			fail_msg("%s", o->err.ptr);
	}
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	(void)snprintf(input, sizeof(input), "%s/input", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(input);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(self_check_names_what_an_import_derived),
		cmocka_unit_test(self_check_names_deletions_that_only_a_list_shows),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
