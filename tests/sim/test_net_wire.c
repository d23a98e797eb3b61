/* SPDX-License-Identifier: Apache-2.0 */
/* The network in memory between a scripted server and scripted clients: each of its calls to
 * either, and each trace event, word for word. */
#include "base/alloc.h"
#include "sim/net.h"
#include "tests/kit/testing.h"

/* What the server answers the next request with. */
struct plan {
	const char *heads; /* what head() says in turn: w(ait), r(eady), c(ut), x (reset) */
	int status;
	struct fakeapi__header headers[4];
	size_t header_count;
	const char *body;
	const char *ends; /* after the body, what pull() says in turn: w, e(nd), c, x */
	size_t piece;	  /* no pull gives more; 0: any number */
	int64_t body_len, deadline_ns;
	bool close_connection;
};

struct answer {
	struct fakeapi__exchange x; /* first */
	struct plan plan;
	size_t head_at, body_at, end_at;
	uint32_t n;
	bool open;
	struct fakeapi__wake wake;
	struct world *world;
};

enum { ANSWERS_MAX = 16, PEERS = 2 };

struct peer {
	struct world *world;
	char name;
};

struct world {
	struct fakeapi__server server; /* first */
	struct sim__net net;
	struct choice choice;
	struct strbuf log;
	struct plan next;
	struct answer answers[ANSWERS_MAX];
	uint32_t count;
	struct peer peers[PEERS];
	bool no_memory, refuses;
	const char *query; /* of every request; NULL: any */
};

/* ---- the server ---- */

static enum fakeapi__head answer_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct answer *a = (struct answer *)x;
	char c = a->plan.heads[a->head_at];

	(void)now_ns;
	a->head_at++;
	return c == 'w'	  ? FAKEAPI_HEAD_WAIT
	       : c == 'c' ? FAKEAPI_HEAD_CUT
	       : c == 'x' ? FAKEAPI_HEAD_RESET
			  : FAKEAPI_HEAD_READY;
}

static ptrdiff_t answer_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct answer *a = (struct answer *)x;
	size_t left = strlen(a->plan.body) - a->body_at, n = left < cap ? left : cap;
	char c;

	(void)now_ns;
	if (a->plan.piece && n > a->plan.piece)
		n = a->plan.piece;
	if (n > 0) {
		memcpy(buf, a->plan.body + a->body_at, n);
		a->body_at += n;
		return (ptrdiff_t)n;
	}
	c = a->plan.ends[a->end_at++];
	return c == 'w'	  ? FAKEAPI_PULL_WAIT
	       : c == 'c' ? FAKEAPI_PULL_CUT
	       : c == 'x' ? FAKEAPI_PULL_RESET
			  : FAKEAPI_PULL_END;
}

static int64_t answer_deadline(const struct fakeapi__exchange *x)
{
	return ((const struct answer *)x)->plan.deadline_ns;
}

static void answer_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct answer *a = (struct answer *)x;

	assert_true(a->open);
	a->open = false;
	strbuf_addf(&a->world->log, "server: %u %s\n", a->n, client_gone ? "gone" : "done");
}

static const struct fakeapi__exchange_ops answer_ops = {
	.head = answer_head,
	.pull = answer_pull,
	.deadline_ns = answer_deadline,
	.end = answer_end,
};

static void add_text(struct strbuf *out, const char *word, struct str s)
{
	if (s.len)
		strbuf_addf(out, " %s" STR_FMT, word, STR_ARG(s));
}

static struct fakeapi__exchange *begin(struct fakeapi__server *s, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct world *w = (struct world *)s;
	struct answer *a = &w->answers[w->count];

	if (w->no_memory)
		return NULL;
	assert_true(w->count < ANSWERS_MAX);
	assert_int_equal(req->header_count,
			 fakeapi__request_header(req, "content-type").ptr ? 2 : 1);
	if (w->query) {
		assert_true(str_eqz(req->query, w->query));
		assert_true(str_eqz(req->path, "/p"));
	}
	strbuf_addf(&w->log, "server: %u requested at %lld by %u: " STR_FMT " " STR_FMT, w->count,
		    (long long)now_ns, req->backend, STR_ARG(req->method), STR_ARG(req->path));
	add_text(&w->log, "?", req->query);
	add_text(&w->log, "accept=", fakeapi__request_header(req, "accept"));
	add_text(&w->log, "type=", fakeapi__request_header(req, "content-type"));
	add_text(&w->log, "body=", req->body);
	strbuf_addc(&w->log, '\n');
	*a = (struct answer) {
		.plan = w->next, .n = w->count++, .open = true, .wake = wake, .world = w
	};
	a->x = (struct fakeapi__exchange) { .ops = &answer_ops,
					    .status = a->plan.status,
					    .headers = a->plan.headers,
					    .header_count = a->plan.header_count,
					    .body_len = a->plan.body_len,
					    .close_connection = a->plan.close_connection };
	return &a->x;
}

/* ---- the clients ---- */

static void peer_head(void *who, int64_t now_ns, uint32_t id, const struct inf__head *head)
{
	struct peer *p = who;
	struct strbuf *log = &p->world->log;

	strbuf_addf(log, "%c: %u at %lld head %d", p->name, id, (long long)now_ns, head->status);
	add_text(log, "type=", str_of(head->content_type));
	add_text(log, "after=", str_of(head->retry_after));
	add_text(log, "location=", str_of(head->location));
	add_text(log, "url=", str_of(head->url));
	add_text(log, "warnings=", str_of(head->warnings));
	strbuf_addc(log, '\n');
}

static void peer_bytes(void *who, int64_t now_ns, uint32_t id, const void *bytes, size_t len)
{
	struct peer *p = who;

	strbuf_addf(&p->world->log, "%c: %u at %lld bytes %.*s\n", p->name, id, (long long)now_ns,
		    (int)len, (const char *)bytes);
}

static void peer_end(void *who, int64_t now_ns, uint32_t id, enum inf__end how)
{
	static const char *const words[] = {
		[INF_END_CLEAN] = "clean",	  [INF_END_EOF] = "eof",
		[INF_END_UNEXPECTED_EOF] = "cut", [INF_END_RESET] = "reset",
		[INF_END_REFUSED] = "refused",	  [INF_END_TIMED_OUT] = "timed out",
		[INF_END_LOST] = "lost",	  [INF_END_STREAM_ERROR] = "stream",
		[INF_END_OTHER] = "other"
	};
	struct peer *p = who;

	strbuf_addf(&p->world->log, "%c: %u at %lld end %s\n", p->name, id, (long long)now_ns,
		    words[how]);
}

static const struct sim__peer_ops peer_ops = {
	.head = peer_head,
	.bytes = peer_bytes,
	.end = peer_end,
};

static struct sim__peer peer(struct world *w, size_t i)
{
	return (struct sim__peer) { &peer_ops, &w->peers[i] };
}

/* ---- the world ---- */

static void on_trace(void *user, const struct trace_event *ev)
{
	struct world *w = user;

	strbuf_addf(&w->log, "trace: %lld %s %u", (long long)ev->at_ns, trace_kind_word(ev->kind),
		    ev->id);
	if (ev->n)
		strbuf_addf(&w->log, " n=%lld", (long long)ev->n);
	add_text(&w->log, "key=", ev->key);
	add_text(&w->log, "text=", ev->text);
	strbuf_addc(&w->log, '\n');
}

static bool refuses(void *user, int64_t now_ns, uint32_t client, struct str path, struct str query)
{
	struct world *w = user;

	if (w->refuses)
		strbuf_addf(&w->log, "refused at %lld: %u " STR_FMT "?" STR_FMT "\n",
			    (long long)now_ns, client, STR_ARG(path), STR_ARG(query));
	return w->refuses;
}

static const struct plan usual = { .heads = "r",
				   .status = 200,
				   .body = "body",
				   .ends = "e",
				   .body_len = -1,
				   .deadline_ns = TIME_NEVER };

static void start(struct world *w, enum sim_cuts cuts, size_t cut_at)
{
	struct sim_config config = { .cuts = cuts,
				     .cut_at = cut_at,
				     .sink = { on_trace, w },
				     .refuses = refuses,
				     .refuses_user = w };

	*w = (struct world) { .server = { begin }, .next = usual };
	for (size_t i = 0; i < PEERS; i++)
		w->peers[i] = (struct peer) { w, (char)('A' + i) };
	strbuf_init(&w->log);
	choice_init_seed(&w->choice, 1, false);
	assert_int_equal(sim__net_init(&w->net, &w->server, &w->choice, &config), 0);
	assert_int_equal(sim__net_add_client(&w->net, 2), 0);
}

static void expect(struct world *w, const char *want)
{
	assert_false(w->log.failed);
	assert_string_equal(w->log.ptr ? w->log.ptr : "", want);
	strbuf_clear(&w->log);
}

static void finish(struct world *w)
{
	strbuf_clear(&w->log);
	sim__net_fini(&w->net);
	for (uint32_t i = 0; i < w->count; i++)
		assert_false(w->answers[i].open);
	choice_fini(&w->choice);
	strbuf_fini(&w->log);
}

static void ask(struct world *w, int64_t now_ns, uint32_t client, size_t who, uint32_t id,
		const char *method)
{
	struct inf__effect effect = {
		.request_id = id, .method = method, .path = "/p", .accept = "a/b"
	};

	sim__net_open(&w->net, now_ns, client, peer(w, who), &effect);
}

/* All that can be done at that time. */
static void run(struct world *w, int64_t now_ns)
{
	bool any = true;

	while (any) {
		any = false;
		for (size_t i = 0; i < w->net.link_count; i++) {
			if (!sim__link_ready(w->net.links[i]))
				continue;
			any = true;
			sim__net_step(&w->net, now_ns, w->net.links[i]);
		}
	}
}

static void wake_up(struct world *w, uint32_t n)
{
	w->answers[n].wake.fn(w->answers[n].wake.user);
}

/* ---- requests and answers ---- */

static void request_arrives_as_it_was_sent(void **state)
{
	const struct inf__query_param params[] = { { "a", "1 2" }, { "b", "x=y" } };
	static const struct {
		struct inf__effect effect;
		const char *server;
	} rows[] = {
		{ { .method = "GET", .path = "/api", .accept = "json" }, "GET /api accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .raw_query = "r=%20" },
		  "GET /api ?r=%20 accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .query_count = 2 },
		  "GET /api ?a=1%202&b=x%3Dy accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .query_count = 1 },
		  "GET /api ?a=1%202 accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .target = "/t?q=1?2" },
		  "GET /t ?q=1?2 accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .target = "/t" },
		  "GET /t accept=json" },
		{ { .method = "GET", .path = "/api", .accept = "json", .target = "/t?" },
		  "GET /t accept=json" },
		{ { .method = "POST",
		    .path = "/api",
		    .accept = "json",
		    .content_type = "c/d",
		    .body = { "{}", 2 } },
		  "POST /api accept=json type=c/d body={}" },
		/* Nothing of the one before is left in the link. */
		{ { .method = "DELETE", .path = "/", .accept = "x" }, "DELETE / accept=x" },
	};
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	for (uint32_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf__effect effect = rows[i].effect;
		char want[128];

		effect.request_id = 7;
		effect.query = params;
		w.net.sink.emit = NULL;
		sim__net_open(&w.net, i, 1, peer(&w, 0), &effect);
		(void)snprintf(want, sizeof(want), "server: %u requested at %u by 1: %s\n", i, i,
			       rows[i].server);
		expect(&w, want);
		w.net.sink.emit = on_trace;
		run(&w, i);
		strbuf_clear(&w.log);
		assert_int_equal(w.net.link_count, 1);
	}
	assert_int_equal(w.net.requests, ARRAY_LEN(rows));
	assert_false(w.net.failed);
	finish(&w);
}

static void request_and_response_are_delivered_in_order(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	w.next.heads = "wwr";
	w.next.ends = "wwe";
	sim__net_open(&w.net, 5, 2, peer(&w, 1),
		      &(struct inf__effect) { .request_id = 9,
					      .method = "GET",
					      .path = "/p",
					      .raw_query = "q",
					      .accept = "json" });
	expect(&w, "trace: 5 request 1 key=/p text=q\n"
		   "server: 0 requested at 5 by 2: GET /p ?q accept=json\n");
	run(&w, 6);
	expect(&w, "");
	wake_up(&w, 0);
	run(&w, 7);
	expect(&w, ""); /* it waits again */
	assert_false(sim__link_ready(w.net.links[0]));
	wake_up(&w, 0);
	assert_true(sim__link_ready(w.net.links[0]));
	run(&w, 8);
	expect(&w,
	       "trace: 8 response 1 n=200\nB: 9 at 8 head 200 url=/p?q\nB: 9 at 8 bytes body\n");
	wake_up(&w, 0);
	run(&w, 9);
	expect(&w, "");
	wake_up(&w, 0);
	run(&w, 10);
	expect(&w, "server: 0 done\ntrace: 10 end 1 text=clean\nB: 9 at 10 end clean\n");
	assert_false(sim__link_ready(w.net.links[0]));
	finish(&w);
}

static void header_values_are_trimmed(void **state)
{
	const struct {
		struct fakeapi__header headers[4];
		size_t count;
		const char *head;
	} rows[] = {
		{ { { STR("Content-Type"), STR(" \tjson\t ") } }, 1, "head 200 type=json url=/p" },
		{ { { STR("content-type"), STR("a b") } }, 1, "head 200 type=a b url=/p" },
		{ { { STR("Retry-After"), STR("3 ") }, { STR("Location"), STR("\t/x") } },
		  2,
		  "head 200 after=3 location=/x url=/p" },
		{ { { STR("Warning"), STR("299 - \"a\"") } },
		  1,
		  "head 200 url=/p warnings=299 - \"a\"" },
		{ { { STR("warning"), STR("one") },
		    { STR("Warnings"), STR("no") },
		    { STR("Varning"), STR("no") },
		    { STR("WARNING"), STR("two") } },
		  4,
		  "head 200 url=/p warnings=one\ntwo" },
		{ { { STR("Content-Type"), STR("  ") } }, 1, "head 200 url=/p" },
	};
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	w.net.sink.emit = NULL;
	for (uint32_t i = 0; i < ARRAY_LEN(rows); i++) {
		char want[256];

		memcpy(w.next.headers, rows[i].headers, sizeof(rows[i].headers));
		w.next.header_count = rows[i].count;
		ask(&w, 0, 0, 0, 1, "GET");
		strbuf_clear(&w.log);
		run(&w, 0);
		(void)snprintf(want, sizeof(want),
			       "A: 1 at 0 %s\nA: 1 at 0 bytes body\nserver: %u done\n"
			       "A: 1 at 0 end clean\n",
			       rows[i].head, i);
		expect(&w, want);
	}
	finish(&w);
}

static void response_chunks_end_at_the_chosen_cuts(void **state)
{
	static const struct {
		enum sim_cuts cuts;
		size_t at;
		const char *bytes;
		size_t piece;
	} rows[] = {
		{ SIM_CUTS_WHOLE, 0, "abcdef", 0 }, { SIM_CUTS_EVERY, 0, "a|b|c|d|e|f", 0 },
		{ SIM_CUTS_AT, 0, "abcdef", 0 },    { SIM_CUTS_AT, 1, "a|bcdef", 0 },
		{ SIM_CUTS_AT, 5, "abcde|f", 0 },   { SIM_CUTS_AT, 6, "abcdef", 0 },
		{ SIM_CUTS_AT, 7, "abcdef", 0 },    { SIM_CUTS_AT, SIZE_MAX, "abcdef", 0 },
		{ SIM_CUTS_AT, 3, "ab|c|de|f", 2 }, { SIM_CUTS_AT, 4, "ab|cd|ef", 2 },
		{ SIM_CUTS_AT, 5, "ab|cd|e|f", 2 }, { SIM_CUTS_WHOLE, 0, "abcd|ef", 4 },
		{ SIM_CUTS_RANDOM, 0, NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct world w;

		start(&w, rows[i].cuts, rows[i].at);
		w.next.body = "abcdef";
		w.next.piece = rows[i].piece;
		/* Each answer is counted by itself. */
		for (uint32_t n = 0; n < 2; n++) {
			ask(&w, 0, 0, 0, 1, "GET");
			strbuf_clear(&w.log);
			strbuf_clear(&got);
			run(&w, 0);
			for (const char *p = w.log.ptr; (p = strstr(p, " bytes ")); p++)
				strbuf_addf(&got, "%s%.*s", got.len ? "|" : "",
					    (int)strcspn(p + 7, "\n"), p + 7);
			if (rows[i].bytes)
				assert_string_equal(got.ptr, rows[i].bytes);
		}
		finish(&w);
	}
}

/* Chunks of chance have 1 to 64 bytes, all of them; all others as much as there is, up to 64 KiB.
 */
static void chunk_lengths_reach_their_maximum(void **state)
{
	static char body[200000];
	size_t whole = 64 << 10;

	(void)state;
	memset(body, 'x', sizeof(body) - 1);
	for (int cuts = 0; cuts < 2; cuts++) {
		bool seen[65] = { false };
		struct world w;

		start(&w, cuts ? SIM_CUTS_RANDOM : SIM_CUTS_WHOLE, 0);
		w.net.sink.emit = NULL;
		w.next.body = body;
		ask(&w, 0, 0, 0, 1, "GET");
		sim__net_step(&w.net, 0, w.net.links[0]);
		for (size_t before = 0; before < sizeof(body) - 1;) {
			size_t n;

			sim__net_step(&w.net, 0, w.net.links[0]);
			n = (size_t)w.net.links[0]->pulled - before;
			before += n;
			assert_true(n >= 1);
			if (cuts) {
				assert_true(n <= 64);
				seen[n] = true;
			} else if (before < sizeof(body) - 1) {
				assert_int_equal(n, whole);
			}
			strbuf_clear(&w.log);
		}
		for (size_t n = 1; n <= 64; n++)
			assert_int_equal(seen[n], cuts);
		finish(&w);
	}
}

/* ---- how it ends ---- */

static void response_ends_keep_or_close_the_connection(void **state)
{
	static const struct {
		const char *heads, *ends;
		bool close;
		const char *method;
		const char *printed;
		uint32_t idle;
	} rows[] = {
		{ "r", "e", false, "GET", "clean", 1 },	   { "r", "e", true, "GET", "clean", 0 },
		{ "r", "c", false, "GET", "cut", 0 },	   { "r", "x", false, "GET", "reset", 0 },
		{ "c", "", false, "GET", "eof", 0 },	   { "x", "", false, "GET", "reset", 0 },
		{ "r", "e", false, "DELETE", "clean", 1 }, { "x", "", false, "POST", "reset", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char want[128];
		struct world w;

		start(&w, SIM_CUTS_WHOLE, 0);
		w.next.heads = rows[i].heads;
		w.next.ends = rows[i].ends;
		w.next.body = "";
		w.next.close_connection = rows[i].close;
		ask(&w, 1, 1, 0, 4, rows[i].method);
		strbuf_clear(&w.log);
		run(&w, 2);
		(void)snprintf(want, sizeof(want), "%strace: 2 end 1 text=%s\nA: 4 at 2 end %s\n",
			       "server: 0 done\n", rows[i].printed, rows[i].printed);
		assert_non_null(strstr(w.log.ptr, want));
		assert_int_equal(w.net.idle[1], rows[i].idle);
		assert_int_equal(w.net.idle[0], 0);
		assert_int_equal(w.net.idle[2], 0);
		finish(&w);
	}
}

/* One answered request of this client leaves a connection. */
static void leave_idle(struct world *w, uint32_t client)
{
	ask(w, 0, client, 0, 99, "GET");
	run(w, 0);
	strbuf_clear(&w->log);
}

static void request_on_a_dead_reused_connection_is_resent(void **state)
{
	static const struct {
		const char *method;
		bool again;
	} rows[] = { { "GET", true },	 { "HEAD", true }, { "OPTIONS", true },
		     { "POST", false },	 { "PUT", false }, { "DELETE", false },
		     { "PATCH", false }, { "GE", false },  { "GETS", false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		for (int cut = 0; cut < 2; cut++) {
			char want[512];
			struct world w;

			start(&w, SIM_CUTS_WHOLE, 0);
			leave_idle(&w, 1);
			w.next.heads = cut ? "c" : "x";
			ask(&w, 3, 1, 0, 4, rows[i].method);
			assert_true(w.net.links[0]->reused);
			assert_int_equal(w.net.idle[1], 0);
			strbuf_clear(&w.log);
			w.next.heads = "r";
			run(&w, 4);
			if (rows[i].again)
				(void)snprintf(want, sizeof(want),
					       "server: 1 done\n"
					       "trace: 4 retry 2 text=reused connection\n"
					       "trace: 4 request 2 key=/p\n"
					       "server: 2 requested at 4 by 1: %s /p accept=a/b\n"
					       "trace: 4 response 2 n=200\n"
					       "A: 4 at 4 head 200 url=/p\n"
					       "A: 4 at 4 bytes body\n"
					       "server: 2 done\ntrace: 4 end 2 text=clean\n"
					       "A: 4 at 4 end clean\n",
					       rows[i].method);
			else
				(void)snprintf(want, sizeof(want),
					       "server: 1 done\ntrace: 4 end 2 text=%s\n"
					       "A: 4 at 4 end %s\n",
					       cut ? "eof" : "reset", cut ? "eof" : "reset");
			expect(&w, want);
			assert_int_equal(w.net.idle[1], rows[i].again);
			finish(&w);
		}
	}
}

static void request_is_resent_once(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	leave_idle(&w, 1);
	w.next.heads = "x";
	ask(&w, 3, 1, 0, 4, "GET");
	strbuf_clear(&w.log);
	run(&w, 3);
	expect(&w, "server: 1 done\ntrace: 3 retry 2 text=reused connection\n"
		   "trace: 3 request 2 key=/p\nserver: 2 requested at 3 by 1: GET /p accept=a/b\n"
		   "server: 2 done\ntrace: 3 end 2 text=reset\nA: 4 at 3 end reset\n");
	finish(&w);
}

static void connections_belong_to_their_client(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	ask(&w, 0, 1, 0, 1, "GET");
	ask(&w, 0, 1, 1, 1, "GET");
	assert_int_equal(w.net.link_count, 2);
	run(&w, 0);
	assert_int_equal(w.net.idle[1], 2);
	assert_int_equal(w.net.idle[0], 0);
	ask(&w, 0, 0, 0, 2, "GET"); /* it has none */
	assert_false(w.net.links[0]->reused);
	ask(&w, 0, 1, 0, 3, "GET");
	assert_true(w.net.links[1]->reused);
	assert_int_equal(w.net.idle[1], 1);
	ask(&w, 0, 1, 0, 4, "GET");
	assert_int_equal(w.net.idle[1], 0);
	ask(&w, 0, 1, 0, 5, "GET");
	assert_false(w.net.links[3]->reused);
	assert_int_equal(w.net.idle[1], 0);
	assert_int_equal(w.net.link_count, 4);
	ask(&w, 0, 1, 0, 6, "GET"); /* more links than had room */
	assert_int_equal(w.net.link_count, 5);
	run(&w, 0);
	assert_int_equal(w.net.idle[1], 4);
	assert_int_equal(w.net.idle[0], 1);
	finish(&w);
}

/* ---- refusing ---- */

static void refused_client_has_no_idle_connection(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	leave_idle(&w, 1);
	w.next.heads = "wr";
	ask(&w, 0, 2, 1, 1, "GET");
	run(&w, 0);
	strbuf_clear(&w.log);
	sim__net_refuse(&w.net, true);
	ask(&w, 5, 1, 0, 2, "GET");
	expect(&w, "trace: 5 end 3 text=refused\nA: 2 at 5 end refused\n");
	/* What is under way goes on, and leaves a connection that is taken. */
	wake_up(&w, 1);
	run(&w, 6);
	assert_int_equal(w.net.idle[2], 1);
	strbuf_clear(&w.log);
	w.next.heads = "x";
	ask(&w, 7, 2, 1, 3, "GET");
	expect(&w, "trace: 7 request 4 key=/p\nserver: 2 requested at 7 by 2: GET /p accept=a/b\n");
	/* But not when that dies. */
	run(&w, 8);
	expect(&w, "server: 2 done\ntrace: 8 end 4 text=refused\nB: 3 at 8 end refused\n");
	sim__net_refuse(&w.net, false);
	w.next.heads = "r";
	ask(&w, 9, 1, 0, 4, "GET");
	expect(&w, "trace: 9 request 5 key=/p\nserver: 3 requested at 9 by 1: GET /p accept=a/b\n");
	run(&w, 9);
	assert_int_equal(w.net.idle[1], 1);
	sim__net_refuse(&w.net, false); /* closes nothing */
	assert_int_equal(w.net.idle[1], 1);
	finish(&w);
}

static void single_connections_are_refused(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	leave_idle(&w, 1);
	leave_idle(&w, 2);
	w.refuses = true;
	ask(&w, 5, 1, 0, 2, "GET");
	expect(&w, "refused at 5: 1 /p?\ntrace: 5 end 3 text=refused\nA: 2 at 5 end refused\n");
	assert_int_equal(w.net.idle[1], 0);
	assert_int_equal(w.net.idle[2], 1);
	w.refuses = false;
	w.next.heads = "c";
	ask(&w, 6, 2, 0, 3, "GET");
	strbuf_clear(&w.log);
	w.refuses = true;
	run(&w, 7);
	expect(&w, "refused at 7: 2 /p?\nserver: 2 done\ntrace: 7 end 4 text=refused\n"
		   "A: 3 at 7 end refused\n");
	finish(&w);
}

static void request_to_another_host_fails(void **state)
{
	struct inf__effect effect = { .request_id = 3,
				      .method = "GET",
				      .path = "/p",
				      .accept = "a",
				      .target = "http://other/",
				      .foreign = true };
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	sim__net_open(&w.net, 4, 1, peer(&w, 1), &effect);
	expect(&w, "trace: 4 end 1 text=no such host\nB: 3 at 4 end other\n");
	assert_int_equal(w.net.link_count, 0);
	finish(&w);
}

/* ---- hanging up ---- */

static void disconnect_ends_one_request_only(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	w.next.heads = "w";
	ask(&w, 0, 0, 0, 1, "GET");
	ask(&w, 0, 0, 1, 1, "GET");
	ask(&w, 0, 0, 0, 2, "GET");
	strbuf_clear(&w.log);
	sim__net_close(&w.net, 1, peer(&w, 1), 2); /* not theirs */
	sim__net_close(&w.net, 1, peer(&w, 0), 3);
	expect(&w, "");
	sim__net_close(&w.net, 1, peer(&w, 1), 1);
	expect(&w, "trace: 1 hangup 2\nserver: 1 gone\n");
	sim__net_close(&w.net, 2, peer(&w, 1), 1); /* once */
	expect(&w, "");
	sim__net_close(&w.net, 2, peer(&w, 0), 2);
	expect(&w, "trace: 2 hangup 3\nserver: 2 gone\n");
	assert_int_equal(w.net.idle[0], 0);
	/* Another takes the link that is free. */
	w.next.heads = "r";
	ask(&w, 3, 0, 1, 5, "GET");
	assert_int_equal(w.net.link_count, 3);
	assert_int_equal(w.net.links[1]->request_id, 5);
	strbuf_clear(&w.log);
	sim__net_forget(&w.net, peer(&w, 1));
	expect(&w, "server: 3 gone\n");
	sim__net_forget(&w.net, peer(&w, 0));
	expect(&w, "server: 0 gone\n");
	sim__net_forget(&w.net, peer(&w, 0));
	expect(&w, "");
	ask(&w, 3, 0, 1, 6, "GET");
	strbuf_clear(&w.log);
	sim__net_fini(&w.net); /* the end of them all */
	expect(&w, "server: 4 gone\n");
	choice_fini(&w.choice);
	strbuf_fini(&w.log);
}

/* net/http's bodyEOFSignal: a body of known length that was read whole has ended. */
static void complete_response_needs_no_disconnect(void **state)
{
	static const struct {
		int64_t body_len;
		int steps;
		bool close, clean;
	} rows[] = {
		{ 4, 2, false, true },	 { 4, 2, true, true },	 { 5, 2, false, false },
		{ -1, 2, false, false }, { 4, 1, false, false }, { 4, 0, false, false },
		{ 0, 0, false, false },	 { 0, 1, false, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct world w;

		start(&w, SIM_CUTS_WHOLE, 0);
		w.next.body_len = rows[i].body_len;
		w.next.close_connection = rows[i].close;
		ask(&w, 0, 1, 0, 1, "GET");
		for (int n = 0; n < rows[i].steps; n++)
			sim__net_step(&w.net, 0, w.net.links[0]);
		strbuf_clear(&w.log);
		sim__net_close(&w.net, 3, peer(&w, 0), 1);
		expect(&w, rows[i].clean ? "trace: 3 end 1 text=clean\nserver: 0 gone\n"
					 : "trace: 3 hangup 1\nserver: 0 gone\n");
		assert_int_equal(w.net.idle[1], rows[i].clean && !rows[i].close);
		finish(&w);
	}
}

/* ---- time ---- */

static void network_deadline_is_the_earliest_of_its_links(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	assert_true(sim__net_deadline_ns(&w.net) == TIME_NEVER);
	w.next.heads = "wwwr";
	w.next.deadline_ns = 30;
	ask(&w, 0, 0, 0, 9, "GET"); /* alone, and the first */
	run(&w, 0);
	assert_int_equal(sim__net_deadline_ns(&w.net), 30);
	sim__net_on_time(&w.net, 29);
	assert_false(sim__link_ready(w.net.links[0]));
	sim__net_on_time(&w.net, 30);
	assert_true(sim__link_ready(w.net.links[0]));
	sim__net_close(&w.net, 30, peer(&w, 0), 9);
	assert_true(sim__net_deadline_ns(&w.net) == TIME_NEVER);
	w.next.deadline_ns = TIME_NEVER;
	ask(&w, 0, 0, 0, 1, "GET");
	assert_true(sim__net_deadline_ns(&w.net) == TIME_NEVER);
	w.next.deadline_ns = 50;
	ask(&w, 0, 0, 0, 2, "GET");
	w.next.deadline_ns = 40;
	ask(&w, 0, 0, 0, 3, "GET");
	w.next.deadline_ns = 45;
	ask(&w, 0, 0, 0, 4, "GET");
	run(&w, 0);
	assert_int_equal(sim__net_deadline_ns(&w.net), 40);
	sim__net_on_time(&w.net, 39);
	for (size_t i = 0; i < 4; i++)
		assert_false(sim__link_ready(w.net.links[i]));
	sim__net_on_time(&w.net, 40);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(sim__link_ready(w.net.links[i]), i == 2);
	run(&w, 40);
	sim__net_on_time(&w.net, 49);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(sim__link_ready(w.net.links[i]), i >= 2);
	sim__net_close(&w.net, 49, peer(&w, 0), 3);
	assert_int_equal(sim__net_deadline_ns(&w.net), 45);
	sim__net_on_time(&w.net, 50);
	assert_true(sim__link_ready(w.net.links[1]));
	assert_false(sim__link_ready(w.net.links[2])); /* hung up */
	finish(&w);
}

/* ---- what was heard ---- */

enum { A, B, C, D, E_, KINDS };

/* Equal responses have equal digests, however they are cut; different ones do not. */
static uint64_t digest_of(enum sim_cuts cuts, int what, bool of_requests)
{
	struct world w;
	uint64_t bits;

	start(&w, cuts, 0);
	w.net.sink.emit = NULL;
	if (what == B)
		w.next.status = 201;
	if (what == C)
		w.next.body = "bodz";
	if (what == D)
		w.next.ends = "c";
	ask(&w, what == E_, 1, 0, 1, "GET");
	if (what >= KINDS + 4) /* its body is late, by one or two */
		sim__net_step(&w.net, 3, w.net.links[0]);
	run(&w, what == KINDS + 4 ? 4 : what == KINDS + 5 ? 5 : 3);
	if (what == KINDS)
		sim__net_mark(&w.net, 3, 1, 7);
	if (what == KINDS + 1)
		sim__net_mark(&w.net, 4, 1, 7);
	if (what == KINDS + 2)
		sim__net_mark(&w.net, 4, 1, 8);
	if (what == KINDS + 3)
		sim__net_mark(&w.net, 5, 1, 7);
	bits = of_requests ? w.net.requests_digest.bits : w.net.heard[1].digest.bits;
	assert_true(w.net.heard[0].digest.bits == w.net.heard[2].digest.bits);
	assert_int_equal(w.net.heard[1].at_ns, what == KINDS + 3 || what == KINDS + 5 ? 5
					       : what > KINDS			      ? 4
										      : 3);
	finish(&w);
	return bits;
}

static void digest_depends_on_the_response_but_not_on_its_chunks(void **state)
{
	uint64_t seen[KINDS + 6];

	(void)state;
	for (int what = 0; what < KINDS + 6; what++) {
		seen[what] = digest_of(SIM_CUTS_WHOLE, what, false);
		assert_true(digest_of(SIM_CUTS_EVERY, what, false) == seen[what]);
		for (int other = 0; other < what; other++)
			assert_true(seen[other] != seen[what]);
	}
	/* The digest of requests depends on time and client, not on the response. */
	assert_true(digest_of(SIM_CUTS_WHOLE, A, true) == digest_of(SIM_CUTS_WHOLE, C, true));
	assert_true(digest_of(SIM_CUTS_WHOLE, A, true) != digest_of(SIM_CUTS_WHOLE, E_, true));
}

static uint64_t asked_of(uint32_t client, const char *path, const char *query)
{
	struct inf__effect effect = {
		.request_id = 1, .method = "GET", .path = path, .raw_query = query, .accept = "a"
	};
	struct world w;
	uint64_t bits;

	start(&w, SIM_CUTS_WHOLE, 0);
	sim__net_mark(&w.net, 0, 1, 5); /* they are not alike before */
	sim__net_open(&w.net, 0, client, peer(&w, 0), &effect);
	bits = w.net.requests_digest.bits;
	finish(&w);
	return bits;
}

static void digest_depends_on_client_path_and_query(void **state)
{
	uint64_t first = asked_of(0, "/a", "b");

	(void)state;
	assert_true(asked_of(0, "/a", "b") == first);
	assert_true(asked_of(0, "/a", "c") != first);
	assert_true(asked_of(0, "/b", "b") != first);
	assert_true(asked_of(0, "/ab", "") != first);
	assert_true(asked_of(1, "/a", "b") != first);
}

/* ---- clients, and memory ---- */

static void client_is_added_once(void **state)
{
	struct sim_config config = { 0 };
	struct sim__net net;

	(void)state;
	assert_int_equal(sim__net_init(&net, NULL, NULL, &config), 0);
	assert_int_equal(net.client_count, 0);
	sim__net_refuse(&net, true); /* no client has a connection yet */
	sim__net_refuse(&net, false);
	assert_int_equal(sim__net_add_client(&net, 0), 0);
	assert_int_equal(net.client_count, 1);
	net.idle[0] = 3;
	sim__net_mark(&net, 5, 0, 1);
	assert_int_equal(sim__net_add_client(&net, 4), 0);
	assert_int_equal(net.client_count, 5);
	assert_int_equal(sim__net_add_client(&net, 4), 0);
	assert_int_equal(sim__net_add_client(&net, 2), 0);
	assert_int_equal(net.client_count, 5);
	assert_int_equal(net.idle[0], 3);
	assert_int_equal(net.heard[0].at_ns, 5);
	for (uint32_t i = 1; i < 5; i++) {
		assert_int_equal(net.idle[i], 0);
		assert_int_equal(net.heard[i].at_ns, 0);
		assert_true(net.heard[i].digest.bits == ((struct digest)DIGEST_INIT).bits);
	}
	sim__net_fini(&net);
}

static void failed_allocation_of_the_server_is_reported(void **state)
{
	struct world w;

	(void)state;
	start(&w, SIM_CUTS_WHOLE, 0);
	w.no_memory = true;
	ask(&w, 0, 0, 0, 1, "GET");
	assert_true(w.net.failed);
	w.net.failed = w.no_memory = false;
	leave_idle(&w, 0);
	assert_false(w.net.failed);
	w.next.heads = "x";
	ask(&w, 0, 0, 0, 1, "GET");
	w.no_memory = true;
	run(&w, 0);
	assert_true(w.net.failed);
	finish(&w);
}

/* A client is there or not, and so is a request. */
static void little_memory(bool *complete)
{
	struct sim_config config = { 0 };
	struct world w = { .server = { begin }, .next = usual };
	long left;

	strbuf_init(&w.log);
	w.peers[0] = (struct peer) { &w, 'A' };
	if (sim__net_init(&w.net, &w.server, NULL, &config) == 0) {
		if (sim__net_add_client(&w.net, 9) == 0) {
			struct inf__effect effect = { .request_id = 1,
						      .method = "GET",
						      .path = "/p",
						      .accept = "a",
						      .raw_query = "q=1" };

			w.query = "q=1";
			for (uint32_t i = 0; i < 6 && !w.net.failed; i++)
				sim__net_open(&w.net, 0, i, peer(&w, 0), &effect);
			left = base__alloc_fail_after;
			assert_int_equal(w.count == 6, !w.net.failed);
			*complete = !w.net.failed;
			base__alloc_fail_after = left;
		} else {
			assert_int_equal(w.net.client_count, 0);
			*complete = false;
		}
	} else {
		*complete = false;
	}
	sim__net_fini(&w.net);
	strbuf_fini(&w.log);
}

static void network_survives_every_failing_allocation(void **state)
{
	bool complete = false;

	(void)state;
	FOR_EACH_FAILING_ALLOC(little_memory(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(request_arrives_as_it_was_sent),
		cmocka_unit_test(request_and_response_are_delivered_in_order),
		cmocka_unit_test(header_values_are_trimmed),
		cmocka_unit_test(response_chunks_end_at_the_chosen_cuts),
		cmocka_unit_test(chunk_lengths_reach_their_maximum),
		cmocka_unit_test(response_ends_keep_or_close_the_connection),
		cmocka_unit_test(request_on_a_dead_reused_connection_is_resent),
		cmocka_unit_test(request_is_resent_once),
		cmocka_unit_test(connections_belong_to_their_client),
		cmocka_unit_test(refused_client_has_no_idle_connection),
		cmocka_unit_test(single_connections_are_refused),
		cmocka_unit_test(request_to_another_host_fails),
		cmocka_unit_test(disconnect_ends_one_request_only),
		cmocka_unit_test(complete_response_needs_no_disconnect),
		cmocka_unit_test(network_deadline_is_the_earliest_of_its_links),
		cmocka_unit_test(digest_depends_on_the_response_but_not_on_its_chunks),
		cmocka_unit_test(digest_depends_on_client_path_and_query),
		cmocka_unit_test(client_is_added_once),
		cmocka_unit_test(failed_allocation_of_the_server_is_reported),
		cmocka_unit_test(network_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
