/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/scn_kit.h"

struct scn__scenario *scn_parsed(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg(STR_FMT "\n%u: %s", STR_ARG(text), errors.items[0].pos.line,
			 errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

enum runner__verdict scn_run_text(const char *text, uint64_t seed, struct runner__result *out)
{
	struct scn__scenario *s = scn_parsed(str_of(text));
	struct scn__run_options opt = { .seed = seed };

	runner__result_fini(out);
	runner__result_init(out);
	scn__run(&s->cells[0], &opt, out);
	scn__scenario_free(s);
	return out->verdict;
}
