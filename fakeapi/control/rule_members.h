/* SPDX-License-Identifier: Apache-2.0 */
/* rule_members.h - which members of a rule its kind uses. */
#ifndef FAKEAPI_RULE_MEMBERS_H
#define FAKEAPI_RULE_MEMBERS_H

#include "fakeapi/control/control_impl.h"
#include "fakeapi/faults/rule_kinds.h"

/* Refuses members that have no effect with the rule's kind and mode: 400 that names the first and
 * lists the others. `obj` is the rule's JSON, from which `f` was read. */
int fakeapi__check_rule_members(struct fakeapi__call *c, const cJSON *obj,
				const struct fakeapi__fault *f);
/* Of them those that the mode decides alone. */
int fakeapi__check_mode_members(struct fakeapi__call *c, const cJSON *obj,
				const struct fakeapi__fault *f);
/* Refuses a mode that the rule's kind does not have. */
int fakeapi__check_mode(struct fakeapi__call *c, const struct fakeapi__fault *f);
/* Refuses members of `match`, and verbs, with which nothing could match. `what` is the rule's kind
 * or the call. */
int fakeapi__check_match(struct fakeapi__call *c, const cJSON *obj, enum fakeapi__match_of of,
			 const char *what);
/* Refuses members of `obj` that are not in the comma-separated list `used`. */
int fakeapi__check_used(struct fakeapi__call *c, const cJSON *obj, const char *used,
			const char *what);
/* True if GET faults/N?wait can see a rule of the kind act. */
bool fakeapi__is_counted(enum fakeapi__fault_kind kind);

#endif
