/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/replay_kit.h"

#include "tests/kit/testing.h"
#include "tests/kit/text_input.h"

struct rec__story *replay_story(const char *lines)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct rec__story_options opt = { .lenient = false };
	struct str in;
	struct rec__input input = { text_input, &in };
	struct rec__story *story;

	strbuf_addf(&text, "{\"recording\":1}\n%s", lines);
	in = strbuf_str(&text);
	story = rec__story_load(&input, 1, &opt, &err);
	if (!story)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return story;
}

void replay_begin(struct replay *t, const char *lines, int64_t patience_ns, size_t programs)
{
	struct rec__replay_options opt = {
		.on_text = hear, .user = &t->heard, .patience_ns = patience_ns, .programs = programs
	};

	heard_init(&t->heard);
	t->story = replay_story(lines);
	opt.story = t->story;
	t->r = rec__replay_start(&opt, NULL);
	assert_non_null(t->r);
}

void replay_end(struct replay *t)
{
	rec__replay_stop(t->r);
	heard_fini(&t->heard);
	rec__story_free(t->story);
}

struct net_in replay_ask_with(struct replay *t, size_t program, const char *agent,
			      const char *method, const char *target, struct str body)
{
	struct net_in in =
	    net_in(net_connect((uint16_t)atoi(strrchr(rec__replay_url(t->r, program), ':') + 1)));
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text,
		    "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s%s%s"
		    "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
		    method, target, agent ? "User-Agent: " : "", agent ? agent : "",
		    agent ? "\r\n" : "", body.len);
	strbuf_adds(&text, body);
	net_send_bytes(in.fd, text.ptr, text.len);
	return in;
}

struct net_in replay_ask_as(struct replay *t, size_t program, const char *agent, const char *method,
			    const char *target, const char *body)
{
	return replay_ask_with(t, program, agent, method, target, str_of(body));
}

/* The answer has `want` in it. */
void replay_expect_answer(struct net_in in, const char *want)
{
	(void)net_read_end(&in);
	if (!strstr(in.buf, want))
		fail_msg("no %s in: %s", want, in.buf);
	net_close(&in);
}

bool replay_is_over(void *user)
{
	return rec__replay_state(user) != REC_REPLAY_RUNNING;
}

void replay_expect_matched(struct replay *t, size_t matched, size_t departures)
{
	size_t n, all;

	net_wait(replay_is_over, t->r);
	rec__replay_count(t->r, &n, &all);
	if (n != matched || rec__replay_departures(t->r) != departures)
		fail_msg("%zu of %zu matched, %zu departures\n%s", n, all,
			 rec__replay_departures(t->r), t->heard.text.ptr);
}

struct net_in replay_ask(struct replay *t, const char *method, const char *target, const char *body)
{
	return replay_ask_as(t, 0, NULL, method, target, body);
}

static bool has_act(void *user)
{
	size_t program;

	return rec__replay_act(user, &program) != REC_REPLAY_WAIT;
}

void replay_expect_act(struct replay *t, enum rec__replay_act act, size_t program)
{
	size_t of;

	net_wait(has_act, t->r);
	assert_int_equal(rec__replay_act(t->r, &of), act);
	assert_int_equal(of, program);
	rec__replay_acted(t->r);
}
