/* SPDX-License-Identifier: Apache-2.0 */
/* frames.c - faults on the frames of HTTP/2. */
#include "runner/engine/engine.h"
#include "runner/world/made.h"

/* The modes of the control API, by enum scn__frames. */
static const char *const modes[] = {
	[SCN_FRAMES_GOAWAY] = "goaway",
	[SCN_FRAMES_DISOWN] = "disown",
	[SCN_FRAMES_RESET] = "reset",
	[SCN_FRAMES_NO_PINGS] = "no-pings",
	[SCN_FRAMES_SILENT] = "silent",
	[SCN_FRAMES_STREAMS] = "streams",
	[SCN_FRAMES_WINDOW] = "window",
	[SCN_FRAMES_CLOSE] = "close",
	[SCN_FRAMES_CUT_DATA] = "cut-data",
	[SCN_FRAMES_TRAILERS] = "trailers",
	[SCN_FRAMES_NO_SETTINGS_ACK] = "no-settings-ack",
};

static struct fakeapi__fault rule_of(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_HTTP2,
		.times = scn__times_of(s->http2.times, s->http2.for_ns),
		.until_ns = s->http2.for_ns ? world__now(r) + s->http2.for_ns : 0,
		.skip = s->http2.match.nth ? s->http2.match.nth - 1 : 0,
		.code = (uint32_t)s->http2.code,
		.streams = s->http2.streams,
		.bytes = s->http2.bytes,
		.delay_ns = s->http2.every_ns,
	};

	world__rule_text(rule.mode, sizeof(rule.mode), str_of(modes[s->http2.mode]));
	return rule;
}

static void act_on_watches(struct scn__run *r, const struct scn__step *s,
			   const struct fakeapi__fault *rule)
{
	struct fakeapi__match m = world__match_of(s->http2.type, -1);
	struct fakeapi__frame_fault fault = fakeapi__frame_fault_of(rule);
	size_t n = fakeapi__core_frames(r->core, &m, &fault);

	if (n == 0)
		world__idle_add(r, SCN_IDLE_WATCHES, scn__step_word(s->kind), s->pos);
	world__story_server(r, world__printf(r, "%s on the connections of %zu %s", rule->mode, n,
					     n == 1 ? "watch" : "watches"));
}

void scn__step_http2(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault rule = rule_of(r, s);
	struct scn__match match;
	uint32_t id;

	if (!s->http2.match.given) {
		act_on_watches(r, s, &rule);
		return;
	}
	if (!world__made_match(r, &s->http2.match, &match))
		return;
	rule.match = world__match_of_line(&match);
	id = world__rule_add(r, &rule);
	world__idle_rule(r, s, id, rule.skip);
	scn__then_arm(r, s->then, id,
		      scn__hits_of(&s->http2.match, s->http2.times, s->http2.for_ns));
}
