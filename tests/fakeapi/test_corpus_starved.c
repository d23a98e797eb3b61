/* SPDX-License-Identifier: Apache-2.0 */
/* The recorded requests that change nothing (tests/wire/corpus): reads, dry runs and refused
 * writes. Each is sent with some of the server's allocations failing, one at a time: the response
 * is the one with memory, or an error that names the missing memory; never another one. */
#include "tests/kit/testing.h"

#include <limits.h>
#include <stdio.h>

#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/answer_pairs.h"
#include "tests/kit/wire_corpus.h"
#include "tests/kit/wire_play.h"

/* The last allocations of a refused request are those of its message. */
enum { SAMPLES = 16, REFUSED_LAST = 48, MESSAGES_MAX = 20 };

struct sweep {
	struct wire_player player;
	char story[32];
	struct wire_answer whole; /* with memory */
	bool sweeping;
	long needs, refused;
	unsigned requests, wrong;
	uint64_t chance;
	long failing;
};

static void keep(struct strbuf *to, const struct strbuf *from)
{
	strbuf_clear(to);
	strbuf_add(to, from->ptr, from->len);
}

static bool is_refusal(const cJSON *step, const struct wire_answer *a)
{
	bool bare = strcmp(fakeapi__get_str(step, "method"), "HEAD") == 0;

	return a->status <= 0 || strcmp(a->end, "zero-chunk") != 0 ||
	       (a->status == 500 && (bare || strstr(a->body.ptr, "out of memory")));
}

static void differences(const struct wire_answer *whole, const struct wire_answer *a,
			struct strbuf *out)
{
	cJSON *x = wire_corpus_head_of(strbuf_str(&whole->headers));
	cJSON *y = wire_corpus_head_of(strbuf_str(&a->headers));
	cJSON *body = fakeapi__parse(strbuf_str(&whole->body));
	cJSON *other = fakeapi__parse(strbuf_str(&a->body));
	struct answer_pairs pairs = { NULL, 0, 0 };

	/* A warning is not worth a refusal. */
	if (!cJSON_GetObjectItemCaseSensitive(y, "warning"))
		cJSON_DeleteItemFromObjectCaseSensitive(x, "warning");
	if (whole->status != a->status)
		strbuf_addf(out, "status: %d -> %d\n", whole->status, a->status);
	answer_pairs_differ(&pairs, "header", x, y, out);
	if (body && other)
		answer_pairs_differ(&pairs, "", body, other, out);
	else
		answer_pairs_texts(&pairs, "body", whole->body.ptr, a->body.ptr, out);
	answer_pairs_forget(&pairs);
	cJSON_Delete(x);
	cJSON_Delete(y);
	cJSON_Delete(body);
	cJSON_Delete(other);
}

static void judge(void *ctx, const cJSON *step, const struct wire_answer *a)
{
	struct sweep *s = ctx;
	AUTO_STRBUF why = STRBUF_INIT;

	if (!s->sweeping) {
		s->whole.status = a->status;
		keep(&s->whole.headers, &a->headers);
		keep(&s->whole.body, &a->body);
		return;
	}
	if (s->failing < 0) {
		return;
	}
	if (is_refusal(step, a)) {
		s->refused++;
		return;
	}
	differences(&s->whole, a, &why);
	if (why.len && s->wrong++ < MESSAGES_MAX)
		print_error("%s/%d %s %s, allocation %ld of %ld:\n%s", s->story,
			    cJSON_GetObjectItemCaseSensitive(step, "id")->valueint,
			    fakeapi__get_str(step, "method"), fakeapi__get_str(step, "path"),
			    s->failing, s->needs, why.ptr);
}

/* How many allocations the request takes. */
static long count(struct sweep *s, const cJSON *step)
{
	s->player.grant = LONG_MAX;
	wire_play(&s->player, step);
	return LONG_MAX - s->player.grant;
}

static void play_starved(struct sweep *s, const cJSON *step)
{
	bool refused = s->whole.status >= 400;
	long again;

	s->sweeping = true;
	s->requests++;
	s->failing = -1;
	/* Something that grows with the number of requests may do so in one of them. */
	s->needs = count(s, step);
	again = count(s, step);
	s->needs = again < s->needs ? again : s->needs;
	for (long i = 0; i < SAMPLES && s->needs > 0; i++) {
		long span = refused && i % 2 && s->needs > REFUSED_LAST ? REFUSED_LAST : s->needs;

		s->chance = s->chance * UINT64_C(6364136223846793005) + 1442695040888963407u;
		s->failing = s->player.grant = s->needs - 1 - (long)(s->chance >> 33) % span;
		wire_play(&s->player, step);
		assert_int_equal(s->player.grant, -1); /* it came to that */
	}
	s->player.grant = -1;
	s->sweeping = false;
}

static bool changes_nothing(const struct sweep *s, const cJSON *step)
{
	const char *method = fakeapi__get_str(step, "method");

	if (cJSON_GetObjectItemCaseSensitive(step, "watch_ms"))
		return false;
	return s->whole.status >= 400 || strcmp(method, "GET") == 0 ||
	       strcmp(method, "HEAD") == 0 || strstr(fakeapi__get_str(step, "query"), "dryRun=All");
}

static void begin_story(void *ctx, struct str name)
{
	struct sweep *s = ctx;

	(void)snprintf(s->story, sizeof(s->story), STR_FMT, STR_ARG(name));
	wire_player_forget(&s->player);
}

static void play_step(void *ctx, const cJSON *step)
{
	struct sweep *s = ctx;

	wire_play(&s->player, step);
	if (changes_nothing(s, step))
		play_starved(s, step);
}

static void sweep_part(const char *part)
{
	struct sweep s;
	const struct wire_corpus_reader reader = { begin_story, play_step, &s };

	memset(&s, 0, sizeof(s));
	strbuf_init(&s.whole.headers);
	strbuf_init(&s.whole.body);
	wire_player_open(&s.player);
	s.player.judge = judge;
	s.player.ctx = &s;
	wire_corpus_read(part, &reader);
	wire_player_close(&s.player);
	strbuf_fini(&s.whole.headers);
	strbuf_fini(&s.whole.body);
	print_message("%s: %u requests, %ld of %u times refused\n", part, s.requests, s.refused,
		      s.requests * SAMPLES);
	assert_true(s.refused > (long)s.requests);
	assert_int_equal(s.wrong, 0);
}

static void failed_allocation_never_changes_responses_to_objects(void **state)
{
	(void)state;
	sweep_part("rows");
}

static void failed_allocation_never_changes_responses_about_types(void **state)
{
	(void)state;
	sweep_part("types");
}

static void failed_allocation_never_changes_reads_dry_runs_and_refusals(void **state)
{
	(void)state;
	sweep_part("random");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_allocation_never_changes_responses_to_objects),
		cmocka_unit_test(failed_allocation_never_changes_responses_about_types),
		cmocka_unit_test(failed_allocation_never_changes_reads_dry_runs_and_refusals),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
