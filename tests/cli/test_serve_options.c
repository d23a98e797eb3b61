/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `relist serve` that have no effect are refused or named. */
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-serve-options-XXXXXX";

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

static void serve_names_or_refuses_options_without_an_effect(void **state)
{
	static const struct {
		const char *words;
		int status;
		const char *err;
	} cases[] = {
		{ "serve --runtime-config foo/v1=true --exec true", 2,
		  "relist serve: runtime-config: unknown api groups foo\n" },
		{ "serve --runtime-config api/all=maybe --exec true", 2,
		  "relist serve: runtime-config: invalid value api/all=maybe\n" },
		{ "serve --runtime-config batch/v9=true,api/all=true --exec true", 0,
		  "relist: no effect here: --runtime-config=batch/v9=true\n" },
		{ "serve --feature-gates HonorPVReclaimPolicy=true,HostnameOverride=true"
		  " --runtime-config v1 --exec true",
		  0,
		  "relist: no effect here: --runtime-config=v1, "
		  "--feature-gates=HonorPVReclaimPolicy=true\n" },
		{ "serve --runtime-config api/all --exec true", 0, "relist: listening on " },
		{ "serve --bogus-flag --exec true", 2, "unknown option \"--bogus-flag\"" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		if (o->status != cases[i].status || !strstr(o->err.ptr, cases[i].err) ||
		    (strstr(o->err.ptr, "no effect") != NULL) !=
			(strstr(cases[i].err, "no effect") != NULL))
			fail_msg("%s: %d %s", cases[i].words, o->status, o->err.ptr);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(serve_names_or_refuses_options_without_an_effect),
	};

	return cmocka_run_group_tests_name("cli/serve_options", tests, setup, teardown);
}
