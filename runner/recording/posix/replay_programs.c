/* SPDX-License-Identifier: Apache-2.0 */
/* replay_programs.c - the programs to which a recording is replayed: when to start and to kill
 * them, and how long to wait for a request of theirs. The caller does it (rec__replay_act()).
 *
 * The only program is started at the beginning, and restarted when it was killed. Several are
 * started when the player waits for one of their requests, so that they find the recorded state. */
#include "runner/recording/posix/replay_impl.h"

#include "base/posix/clock.h"
#include "base/text/ascii.h"

/* A client that is silent for this time plus twice the recorded pause does not send the next
 * recorded request any more. */
#define SILENCE_NS (5 * NS_PER_S)
/* A program that could send a request, but does not for this time plus the recorded pause, is
 * another one than the recorded. */
#define OTHER_NS (1 * NS_PER_S)

static uint32_t bit(size_t program)
{
	return UINT32_C(1) << program;
}

/* --- requests --- */

static struct str header_of(const struct fakeapi__player_request *got, const char *name)
{
	for (size_t i = 0; i < got->header_count; i++)
		if (ascii_eq_nocase(got->headers[i].name, str_of(name)))
			return got->headers[i].value;
	return (struct str) { NULL, 0 };
}

static size_t program_index(const struct rec__replay *r, const struct fakeapi__player_request *got)
{
	return got->backend < r->program_count ? got->backend : 0;
}

struct replay_program *rec__replay_program(struct rec__replay *r,
					   const struct fakeapi__player_request *got)
{
	return &r->programs[program_index(r, got)];
}

struct rec__matches rec__replay_matches(const struct rec__replay *r,
					const struct fakeapi__player_request *got)
{
	size_t program = program_index(r, got);
	const struct replay_program *p = &r->programs[program];

	return (struct rec__matches) { .story = r->opt.story,
				       .claims = r->claims,
				       .from = p->from,
				       .to = p->to,
				       .owners = &r->owners,
				       .program = program,
				       .agent = header_of(got, "User-Agent") };
}

/* --- processes of a program --- */

/* Its next process begins at that line. Under the lock. */
static void set_life(struct rec__replay *r, size_t program, size_t line)
{
	const struct rec__story *s = r->opt.story;
	struct replay_program *p = &r->programs[program];

	while (p->from < s->talk_count && s->talks[p->from].at < line)
		p->from++;
	p->to = p->from;
}

/* The talks that the present process may send. Under the lock. */
static void find_end(struct rec__replay *r, size_t program)
{
	const struct rec__story *s = r->opt.story;
	struct replay_program *p = &r->programs[program];
	size_t line = p->from < s->talk_count ? s->talks[p->from].at : s->line_count;
	size_t end = r->opt.programs ? rec__life_end(&r->owners, program, line) : s->line_count;

	p->to = p->from;
	while (p->to < s->talk_count && s->talks[p->to].at < end)
		p->to++;
}

int rec__replay_programs_init(struct rec__replay *r)
{
	int code;

	r->program_count = r->opt.programs ? r->opt.programs : 1;
	ASSERT(r->program_count <= REC_OWNERS_MAX);
	code = rec__owners_init(&r->owners, r->opt.story, r->program_count);
	for (size_t i = 0; i < r->program_count; i++) {
		r->programs[i].running = r->opt.programs == 0;
		rec__life_init(&r->programs[i].life);
		if (!code)
			find_end(r, i);
	}
	return code;
}

void rec__replay_programs_fini(struct rec__replay *r)
{
	for (size_t i = 0; i < r->program_count; i++)
		rec__life_fini(&r->programs[i].life);
	rec__owners_fini(&r->owners);
}

void rec__replay_learn(struct rec__replay *r, const struct fakeapi__player_request *got)
{
	struct replay_program *p = rec__replay_program(r, got);

	p->came = p->sent = true;
	p->active_ns = clock_now(clock_real());
	if (!rec__owners_learn(&r->owners, program_index(r, got), header_of(got, "User-Agent")))
		return;
	for (size_t i = 0; i < r->program_count; i++)
		if (r->programs[i].running)
			find_end(r, i);
}

void rec__replay_touch(struct rec__replay *r, size_t talk)
{
	uint32_t programs = rec__owners_of(&r->owners, talk);
	int64_t now = clock_now(clock_real());

	for (size_t i = 0; i < r->program_count; i++)
		if (programs & bit(i))
			r->programs[i].active_ns = now;
}

/* --- acts of the caller --- */

/* Under the lock, which it releases while it waits. Returns false to stop. */
static bool have_done(struct rec__replay *r, size_t program, enum rec__replay_act act)
    REQUIRES(r->lock);
static bool have_done(struct rec__replay *r, size_t program, enum rec__replay_act act)
{
	r->act = act;
	r->act_program = program;
	while (r->act != REC_REPLAY_WAIT && !r->stopping)
		(void)clock_wait(clock_real(), &r->lock, &r->changed, TIME_NEVER);
	r->programs[program].active_ns = clock_now(clock_real());
	return !r->stopping;
}

/* Under the lock. */
static bool start(struct rec__replay *r, size_t program) REQUIRES(r->lock);
static bool start(struct rec__replay *r, size_t program)
{
	struct replay_program *p = &r->programs[program];

	p->running = true;
	p->came = p->gone = false;
	set_life(r, program, r->at);
	find_end(r, program);
	return have_done(r, program, REC_REPLAY_START);
}

/* The recorded process ended here: its missing requests will not arrive. Under the lock. */
static bool end_process(struct rec__replay *r, size_t program, size_t line) REQUIRES(r->lock);
static bool end_process(struct rec__replay *r, size_t program, size_t line)
{
	const struct rec__story *s = r->opt.story;
	struct replay_program *p = &r->programs[program];

	for (size_t i = p->from; i < s->talk_count && s->talks[i].at <= line; i++)
		if (r->claims[i].state == REC_UNSEEN &&
		    rec__owners_of(&r->owners, i) == bit(program))
			r->claims[i].state = REC_SKIPPED;
	p->running = false;
	set_life(r, program, line + 1);
	rec__life_fini(&p->life);
	rec__life_init(&p->life);
	return have_done(r, program, REC_REPLAY_KILL);
}

enum rec__replay_act rec__replay_act(struct rec__replay *r, size_t *program)
{
	enum rec__replay_act act;

	lock_acquire(&r->lock);
	act = r->act;
	*program = r->act_program;
	lock_release(&r->lock);
	return act;
}

void rec__replay_acted(struct rec__replay *r)
{
	lock_acquire(&r->lock);
	r->act = REC_REPLAY_WAIT;
	(void)pthread_cond_broadcast(&r->changed);
	lock_release(&r->lock);
}

void rec__replay_client_gone(struct rec__replay *r, size_t program)
{
	lock_acquire(&r->lock);
	r->programs[program].gone = true;
	(void)pthread_cond_broadcast(&r->changed);
	lock_release(&r->lock);
}

bool rec__replay_has_sent(struct rec__replay *r, size_t program)
{
	bool sent;

	lock_acquire(&r->lock);
	sent = r->programs[program].sent;
	lock_release(&r->lock);
	return sent;
}

/* --- for the player --- */

bool rec__replay_begin(struct rec__replay *r)
{
	bool go_on = true;

	lock_acquire(&r->lock);
	if (r->opt.programs == 1)
		go_on = start(r, 0);
	lock_release(&r->lock);
	return go_on;
}

int64_t rec__replay_wait_end(const struct rec__replay *r, size_t talk, int64_t begin_ns,
			     int64_t think_ns)
{
	int64_t end = r->opt.patience_ns ? time_add(begin_ns, r->opt.patience_ns) : TIME_NEVER;
	uint32_t programs = rec__owners_of(&r->owners, talk);
	int64_t active = begin_ns;
	bool gone = true, came = r->opt.patience_ns > 0;

	for (size_t i = 0; i < r->program_count; i++) {
		const struct replay_program *p = &r->programs[i];

		if (!(programs & bit(i)))
			continue;
		gone &= p->gone;
		came &= p->came || p->gone;
		active = p->active_ns > active ? p->active_ns : active;
	}
	if (gone)
		return 0;
	active = time_add(active, time_add(SILENCE_NS, 2 * think_ns));
	return came && active < end ? active : end;
}

/* Whether the program has such a watch open. Under the lock. */
static bool watches(const struct rec__replay *r, size_t program, const struct rec__line *line)
{
	const struct rec__story *s = r->opt.story;

	for (size_t i = r->programs[program].from; i < s->talk_count && s->talks[i].at < r->at; i++)
		if (s->talks[i].is_watch && s->talks[i].end > r->at &&
		    rec__owners_of(&r->owners, i) == bit(program) &&
		    str_eq(s->talks[i].request->path, line->path) &&
		    str_eq(rec__query(s->talks[i].request, "labelSelector"),
			   rec__query(line, "labelSelector")) &&
		    str_eq(rec__query(s->talks[i].request, "fieldSelector"),
			   rec__query(line, "fieldSelector")))
			return true;
	return false;
}

bool rec__replay_start_for(struct rec__replay *r, size_t talk, int64_t begin_ns, int64_t think_ns,
			   int64_t *due_ns)
{
	const struct rec__line *line = r->opt.story->talks[talk].request;
	uint32_t programs = rec__owners_of(&r->owners, talk), running = 0, idle = 0;
	int64_t due = time_add(begin_ns, time_add(OTHER_NS, think_ns));
	size_t first = 0;

	for (size_t i = 0; r->opt.programs && i < r->program_count; i++) {
		const struct replay_program *p = &r->programs[i];
		bool other = p->gone || (str_eqz(line->method, "GET") &&
					 !rec__has_earlier_state(line) && watches(r, i, line));

		if (!(programs & bit(i)))
			continue;
		idle |= p->running ? 0 : bit(i);
		running |= p->running && !other ? bit(i) : 0;
	}
	if (!idle)
		return false;
	if (running && clock_now(clock_real()) < due) {
		*due_ns = due < *due_ns ? due : *due_ns;
		return false;
	}
	while (!(idle & bit(first)))
		first++;
	return start(r, first);
}

/* The program of the request that was replayed. Under the lock. */
static uint32_t program_of(const struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk = line->id ? rec__story_talk(r->opt.story, line->id) : NULL;

	if (!talk)
		return r->program_count == 1;
	return rec__owners_of(&r->owners, (size_t)(talk - r->opt.story->talks));
}

bool rec__replay_follow(struct rec__replay *r, size_t at)
{
	const struct rec__line *line = &r->opt.story->lines[at];
	uint32_t mine;
	bool go_on = true;

	if (!r->opt.programs)
		return true;
	lock_acquire(&r->lock);
	mine = program_of(r, line);
	for (size_t i = 0; go_on && i < r->program_count; i++) {
		struct replay_program *p = &r->programs[i];

		if (!p->running ||
		    !rec__life_follow(&p->life, r->opt.story, line, mine == bit(i)) ||
		    !rec__life_is_over(&r->owners, i, at))
			continue;
		go_on = end_process(r, i, at);
		if (go_on && r->program_count == 1)
			go_on = start(r, i);
	}
	lock_release(&r->lock);
	return go_on;
}

void rec__replay_add_program(const struct rec__replay *r, uint32_t programs, const char *before,
			     struct strbuf *out)
{
	for (size_t i = 0; r->program_count > 1 && i < r->program_count; i++)
		if (programs == bit(i))
			strbuf_addf(out, "%ssubject %zu", before, i + 1);
}
