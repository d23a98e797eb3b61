/* SPDX-License-Identifier: Apache-2.0 */
/* connections.c - the steps about open watches. */
#include "runner/engine/engine.h"

void scn__step_disconnect(struct scn__run *r, const struct scn__step *s)
{
	static const enum fakeapi__watch_end ends[] = { [SCN_HOW_RST] = FAKEAPI_WATCH_RESET,
							[SCN_HOW_FIN] = FAKEAPI_WATCH_END,
							[SCN_HOW_BLACKHOLE] = FAKEAPI_WATCH_STALL };
	struct fakeapi__match m = world__match_of(s->disconnect.type, s->disconnect.backend);
	int64_t rate = s->disconnect.bytes_per_s > 0 ? s->disconnect.bytes_per_s : 16;
	int64_t bytes = rate >= 8 ? rate / 8 : 1; /* at most eight pieces a second */
	size_t n;

	if (s->disconnect.how == SCN_HOW_SLOW)
		n = fakeapi__core_slow_watches(r->core, &m, (size_t)bytes, bytes * NS_PER_S / rate);
	else
		n = fakeapi__core_end_watches(r->core, &m, ends[s->disconnect.how]);
	if (n == 0)
		world__idle_add(r, SCN_IDLE_WATCHES, scn__step_word(s->kind), s->pos);
	world__story_server(r, world__printf(r, "%zu %s, which the client notices as it reads on",
					     n, n == 1 ? "watch" : "watches"));
}
