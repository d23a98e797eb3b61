/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a trace: refused with a place, or run to some verdict within a bound of steps. The
 * first byte chooses how answers are cut. */
#include "runner/trace/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct runner__replay_options opt = {
		.world = &runner__world_sim, .seed = 1, .step_max = 20000, .alone = true
	};
	struct runner__result result;
	struct relist_err err = { 0 };
	struct runner__trace *t;

	if (len == 0)
		return 0;
	opt.cuts = bytes[0] % 2 ? RUNNER_CUTS_RANDOM : RUNNER_CUTS_WHOLE;
	t = runner__trace_parse(STR("fuzz.jsonl"),
				(struct str) { (const char *)bytes + 1, len - 1 }, &err);
	if (!t) {
		ASSERT(err.code != 0);
		ASSERT(err.msg[0]);
		return 0;
	}
	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	ASSERT(result.verdict != RUNNER_INVARIANT);
	ASSERT(result.verdict != RUNNER_ERROR);
	runner__result_fini(&result);
	runner__trace_free(t);
	return 0;
}
