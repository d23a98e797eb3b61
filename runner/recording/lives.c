/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/lives.h"

#include "base/map.h"

/* Returns the next request; line_count: none. */
static size_t next_request(const struct rec__story *s, size_t from)
{
	while (from < s->line_count && s->lines[from].kind != REC_REQUEST)
		from++;
	return from;
}

struct open {
	struct map conns;
	bool hung_up; /* the client closed a watch since the last new connection */
	bool any;
};

/* Returns true if no connection is open any more and the client closed them. */
static bool follow(struct open *o, const struct rec__story *s, const struct rec__line *line)
{
	struct str key = { (const char *)&line->conn, sizeof(line->conn) };
	const struct rec__talk *talk;

	switch (line->kind) {
	case REC_CONNECT:
		(void)map_put(&o->conns, key, o, NULL);
		o->hung_up = false;
		o->any = true;
		return false;
	case REC_HANGUP:
		talk = rec__story_talk(s, line->id);
		o->hung_up |= talk && talk->is_watch;
		break;
	case REC_DISCONNECT:
		(void)map_del(&o->conns, key);
		break;
	case REC_REQUEST:
	case REC_RESPONSE:
	case REC_EVENT:
	case REC_RAW:
	case REC_CLOSE:
	case REC_NOTE:
		return false;
	}
	return o->any && o->hung_up && map_len(&o->conns) == 0;
}

size_t rec__life_end(const struct rec__story *s, size_t from)
{
	struct open o = { .any = false };
	size_t found = s->line_count;

	map_init(&o.conns, MAP_COPY_KEYS);
	for (size_t i = from; i < s->line_count; i++) {
		size_t next;

		if (!follow(&o, s, &s->lines[i]))
			continue;
		next = next_request(s, i);
		if (next < s->line_count && !rec__has_earlier_state(&s->lines[next])) {
			found = i + 1;
			break;
		}
	}
	map_fini(&o.conns);
	return found;
}
