/* SPDX-License-Identifier: Apache-2.0 */
/* rule_kinds.h - which members of a rule each kind uses (tbl/fault_members.h). */
#ifndef FAKEAPI_RULE_KINDS_H
#define FAKEAPI_RULE_KINDS_H

#include "fakeapi/faults/fault.h"

/* What `match` of a rule or a call selects. */
enum fakeapi__match_of { FAKEAPI_MATCH_REQUESTS, FAKEAPI_MATCH_WATCHES, FAKEAPI_MATCH_CHANGES };

struct fakeapi__rule_kind {
	enum fakeapi__match_of of;
	const char *members; /* comma separated */
};

extern const struct fakeapi__rule_kind fakeapi__rule_kinds[FAKEAPI_FAULT_KIND_COUNT];

#endif
