/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/language/key_worlds.h"

#include "base/str.h"
#include "runner/tbl/key_worlds.h"

const struct scn__key_worlds scn__key_worlds[] = {
#define X(step, key, ours, external) { SCN_##step, key, ours, external },
	RUNNER_KEY_WORLDS(X)
#undef X
};
const size_t scn__key_worlds_count = ARRAY_LEN(scn__key_worlds);
