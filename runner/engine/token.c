/* SPDX-License-Identifier: Apache-2.0 */
/* token.c - the token that requests need, and its rotation. */
#include "runner/engine/engine.h"

/* client-go re-reads a token file after a minute (transport/token_source.go). */
static void old_token_for_a_minute(struct scn__run *r)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_FAIL,
				       .match = fakeapi__match_all(),
				       .times = UINT32_MAX,
				       .until_ns = world__now(r) + 60 * NS_PER_S,
				       .status = 401 };

	world__rule_text(rule.reason, sizeof(rule.reason), STR("Unauthorized"));
	world__rule_text(rule.message, sizeof(rule.message), STR("Unauthorized"));
	(void)world__rule_add(r, &rule);
}

const char *scn__token(struct scn__run *r)
{
	return world__printf(r, "relist-subject-%u", r->tokens).ptr;
}

void scn__step_rotate_token(struct scn__run *r, const struct scn__step *s)
{
	const char *old = scn__token(r), *token;
	int code;

	(void)s;
	if (!r->external) {
		old_token_for_a_minute(r);
		return;
	}
	r->tokens++;
	token = scn__token(r);
	if (r->failure)
		return;
	code = fakeapi__core_rotate_token(r->core, old, token);
	if (!code)
		code = r->ops->rotate_token(r->driver, token, &r->err);
	if (code)
		world__broken(r, code);
}
