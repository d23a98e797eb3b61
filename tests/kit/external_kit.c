/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/external_kit.h"

#include "runner/posix/driver_external.h"

void kit_run_external(const char *text, struct scn__run_options opt, struct runner__result *result)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("t.yaml"), str_of(text), &errors);

	if (!s)
		fail_msg("%s", errors.len ? errors.items[0].msg : "no memory");
	opt.driver = &runner__driver_external;
	opt.seed = 1;
	runner__result_fini(result);
	runner__result_init(result);
	scn__run(&s->cells[0], &opt, result);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}
