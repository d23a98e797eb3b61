/* SPDX-License-Identifier: Apache-2.0 */
/* answers.c - the steps that replace the server's own responses. */
#include "runner/engine/engine.h"
#include "runner/world/made.h"

uint32_t scn__times_of(uint32_t times, int64_t for_ns)
{
	return times == SCN_FOREVER || (for_ns && times == 1) ? UINT32_MAX : times;
}

static int64_t until_of(struct scn__run *r, int64_t for_ns)
{
	return for_ns ? world__now(r) + for_ns : 0;
}

/* The number of requests that match the rule until it is done. With `forever` or `for` the first
 * match counts. */
uint32_t scn__hits_of(const struct scn__match *m, uint32_t times, int64_t for_ns)
{
	uint32_t skipped = m->nth ? m->nth - 1 : 0;

	return skipped + (scn__times_of(times, for_ns) == UINT32_MAX ? 1 : times);
}

void scn__step_fail(struct scn__run *r, const struct scn__step *s)
{
	struct scn__match match;
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_FAIL,
		.times = scn__times_of(s->fail.times, s->fail.for_ns),
		.until_ns = until_of(r, s->fail.for_ns),
		.skip = s->fail.match.nth ? s->fail.match.nth - 1 : 0,
		.status = s->fail.status,
		.retry_after_s = (int)(s->fail.retry_after_ns / NS_PER_S),
		.in_stream = s->fail.how == SCN_FAIL_IN_STREAM,
	};
	AUTO_STRBUF details = STRBUF_INIT;
	uint32_t id = 0, acted = 0;

	if (!world__made_match(r, &s->fail.match, &match))
		return;
	rule.match = world__match_of_line(&match);
	world__rule_text(rule.reason, sizeof(rule.reason), s->fail.reason);
	world__rule_text(rule.message, sizeof(rule.message), s->fail.message);
	if (s->fail.details) {
		scn__node_json(s->fail.details, world__lookup_name, r, &details);
		rule.details = details.ptr;
	}
	/* An open watch counts as the first match. */
	if (rule.in_stream && !s->fail.match.nth && fakeapi__core_error(r->core, &rule)) {
		acted = 1;
		rule.times -= rule.times != UINT32_MAX;
		if (rule.times)
			id = world__rule_add(r, &rule);
	} else if (rule.times) {
		id = world__rule_add(r, &rule);
		world__idle_rule(r, s, id, rule.skip);
	}
	scn__then_arm(r, s->then, id,
		      scn__hits_of(&s->fail.match, s->fail.times, s->fail.for_ns) - acted);
}

/* Makes the chunks of a step; splits a byte chunk where the run has a cut. */
static size_t make_chunks(struct scn__run *r, const struct scn__step *s,
			  const struct scn__chunk *from, size_t count, struct fakeapi__chunk *out)
{
	size_t n = 0, cut = r->cut->step == s ? r->cut->at : 0;

	for (size_t i = 0; i < count; i++) {
		struct str bytes = from[i].bytes;
		struct fakeapi__chunk *c = &out[n++];

		*c = (struct fakeapi__chunk) { .bytes = bytes, .wait_ns = from[i].wait_ns };
		if (from[i].kind == SCN_CHUNK_WAIT)
			c->kind = FAKEAPI_CHUNK_WAIT;
		else if (from[i].kind == SCN_CHUNK_CLOSE)
			c->kind = from[i].close == SCN_HOW_RST	 ? FAKEAPI_CHUNK_RESET
				  : from[i].close == SCN_HOW_FIN ? FAKEAPI_CHUNK_CUT
								 : FAKEAPI_CHUNK_STALL;
		if (cut > 0 && cut < bytes.len) {
			c->bytes.len = cut;
			out[n++] = (struct fakeapi__chunk) { .bytes = { bytes.ptr + cut,
									bytes.len - cut } };
		}
		cut = cut > bytes.len ? cut - bytes.len : 0;
	}
	return n;
}

static struct fakeapi__script *script_of(struct scn__run *r, const struct scn__step *s)
{
	bool reply = s->kind == SCN_REPLY;
	size_t count = reply ? s->reply.chunk_count : s->send.chunk_count;
	size_t header_count = reply ? s->reply.header_count : 0;
	struct fakeapi__chunk *chunks = world__alloc(r, (count + 2) * sizeof(*chunks));
	struct fakeapi__header *headers = world__alloc(r, (header_count + 1) * sizeof(*headers));
	struct fakeapi__script *script = NULL;

	if (!chunks || !headers)
		return NULL;
	for (size_t i = 0; i < header_count; i++)
		headers[i] = (struct fakeapi__header) { s->reply.headers[i].name,
							s->reply.headers[i].value };
	count = make_chunks(r, s, reply ? s->reply.body : s->send.body, count, chunks);
	script = fakeapi__script_new(reply ? s->reply.status : 200, headers, header_count, chunks,
				     count);
	if (!script)
		world__broken(r, RELIST_ENOMEM);
	return script;
}

void scn__step_reply(struct scn__run *r, const struct scn__step *s)
{
	struct scn__match match;
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_REPLY,
		.times = scn__times_of(s->reply.times, s->reply.for_ns),
		.until_ns = until_of(r, s->reply.for_ns),
		.skip = s->reply.match.nth ? s->reply.match.nth - 1 : 0,
	};
	uint32_t id = 0;

	if (!world__made_match(r, &s->reply.match, &match))
		return;
	rule.match = world__match_of_line(&match);
	if (s->reply.handled) {
		rule.kind = FAKEAPI_FAULT_HOLD_RESPONSE;
		rule.lost = true;
		rule.cut = s->reply.body->close == SCN_HOW_FIN;
	} else {
		rule.script = script_of(r, s);
	}
	if (rule.script || rule.lost)
		id = world__rule_add(r, &rule);

	if (id)
		world__idle_rule(r, s, id, rule.skip);
	scn__then_arm(r, s->then, id,
		      scn__hits_of(&s->reply.match, s->reply.times, s->reply.for_ns));
	fakeapi__script_unref(rule.script);
}

void scn__step_send(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__match m = world__match_of(s->send.type, -1);
	struct fakeapi__script *script;

	world__settle(r);
	script = r->failure ? NULL : script_of(r, s);
	if (script && !fakeapi__core_send(r->core, &m, script, true))
		world__fail_at(r, SCN_AT_STEP, s->pos, "send: no watch%s" STR_FMT " is open",
			       s->send.type ? " of " : "",
			       STR_ARG(s->send.type ? s->send.type->name : STR("")));
	fakeapi__script_unref(script);
}

void scn__step_drop(struct scn__run *r, const struct scn__step *s)
{
	static const char *const verbs[] = {
		[SCN_EVENT_ANY] = "",
		[SCN_EVENT_ADD] = "create",
		[SCN_EVENT_UPDATE] = "update",
		[SCN_EVENT_DELETE] = "delete",
	};
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DROP_EVENT,
				       .match = world__match_of(s->drop.key.type, -1),
				       .times = scn__times_of(s->drop.times, 0) };
	struct scn__key key;

	if (!world__made_key(r, &s->drop.key, &key))
		return;
	world__rule_text(rule.match.verb, sizeof(rule.match.verb), str_of(verbs[s->drop.event]));
	world__rule_text(rule.match.ns, sizeof(rule.match.ns), key.ns);
	world__rule_text(rule.match.name, sizeof(rule.match.name), key.name);
	world__idle_rule(r, s, world__rule_add(r, &rule), 0);
}
