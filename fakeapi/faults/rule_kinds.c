/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/faults/rule_kinds.h"

const struct fakeapi__rule_kind fakeapi__rule_kinds[] = {
#define FAULT_MEMBERS(id, of, members) [FAKEAPI_FAULT_##id] = { FAKEAPI_MATCH_##of, members },
#include "fakeapi/tbl/fault_members.h"
#undef FAULT_MEMBERS
};

_Static_assert(ARRAY_LEN(fakeapi__rule_kinds) == FAKEAPI_FAULT_KIND_COUNT, "a row for each kind");
