/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/lives.h"

void rec__life_init(struct rec__life *l)
{
	*l = (struct rec__life) { .any = false };
	map_init(&l->conns, MAP_COPY_KEYS);
}

void rec__life_fini(struct rec__life *l)
{
	map_fini(&l->conns);
}

static void open_connection(struct rec__life *l, struct str key, bool used)
{
	bool known = map_get(&l->conns, key) != NULL;

	if (known && !used)
		return;
	(void)map_put(&l->conns, key, used ? (void *)l : &l->any, NULL);
	if (known)
		return;
	l->hung_up = false;
	l->any = true;
}

/* A replica that waits for the leadership does not keep the program alive. */
static void follow_request(struct rec__life *l, struct str key, const struct rec__line *line)
{
	if (!rec__reads_lease(line))
		open_connection(l, key, true);
	else if (map_get(&l->conns, key) != l)
		(void)map_del(&l->conns, key);
}

bool rec__life_follow(struct rec__life *l, const struct rec__story *s, const struct rec__line *line,
		      bool mine)
{
	struct str key = { (const char *)&line->conn, sizeof(line->conn) };
	const struct rec__talk *talk;

	switch (line->kind) {
	case REC_CONNECT:
		if (mine && line->conn)
			open_connection(l, key, false);
		return false;
	case REC_REQUEST:
		if (mine && line->conn)
			follow_request(l, key, line);
		return false;
	case REC_HANGUP:
		talk = rec__story_talk(s, line->id);
		l->hung_up |= mine && talk && talk->is_watch && line->id != l->failed;
		break;
	case REC_DISCONNECT:
		if (!map_get(&l->conns, key))
			return false;
		(void)map_del(&l->conns, key);
		break;
	case REC_EVENT:
		if (mine && str_eqz(line->type, "ERROR"))
			l->failed = line->id;
		return false;
	case REC_RESPONSE:
	case REC_RAW:
	case REC_CLOSE:
	case REC_NOTE:
		return false;
	}
	return l->any && l->hung_up && map_len(&l->conns) == 0;
}

static bool is_mine(const struct rec__owners *o, size_t talk, size_t program)
{
	return rec__owners_of(o, talk) >> program & 1;
}

bool rec__life_is_over(const struct rec__owners *o, size_t program, size_t line)
{
	const struct rec__story *s = o->story;
	size_t i = s->talk_count;

	while (i > 0 && s->talks[i - 1].at > line)
		i--;
	if (i == s->talk_count)
		return false;
	while (i < s->talk_count && !is_mine(o, i, program))
		i++;
	return i == s->talk_count || !rec__has_earlier_state(s->talks[i].request);
}

size_t rec__life_end(const struct rec__owners *o, size_t program, size_t from)
{
	const struct rec__story *s = o->story;
	struct rec__life life;
	size_t found = s->line_count;

	rec__life_init(&life);
	for (size_t i = from; i < s->line_count && found == s->line_count; i++) {
		const struct rec__line *line = &s->lines[i];
		const struct rec__talk *talk = line->id ? rec__story_talk(s, line->id) : NULL;
		bool mine = talk ? is_mine(o, (size_t)(talk - s->talks), program) : o->count == 1;

		if (rec__life_follow(&life, s, line, mine) && rec__life_is_over(o, program, i))
			found = i + 1;
	}
	rec__life_fini(&life);
	return found;
}
