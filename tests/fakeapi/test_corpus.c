/* SPDX-License-Identifier: Apache-2.0 */
/* Some thousand requests and what a real kube-apiserver 1.34 answered (tests/wire/corpus):
 * statuses, headers, every member of every body, the events of watches. Where this server differs
 * stands in PART.differences.txt, with what it says instead, so that a change of that is noticed
 * too; each difference has a cause that causes.txt names.
 */
#include "tests/kit/testing.h"

#include <stdio.h>
#include <stdlib.h>

#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/answer_pairs.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/wire_case.h"
#include "tests/kit/wire_corpus.h"
#include "tests/kit/wire_play.h"

struct corpus {
	struct wire_player player;
	struct answer_pairs pairs;
	char *causes, *known; /* causes.txt and what PART.differences.txt has */
	char story[32];
	bool cut; /* the story's rest would show nothing new */
	unsigned stories, judged, differing, left, unknown;
	struct strbuf told; /* differences */
};

/* --- one answer ------------------------------------------------------------------------------ */

static void compare_bodies(struct corpus *c, const cJSON *step, const struct wire_answer *a,
			   struct strbuf *out)
{
	const char *recorded = fakeapi__get_str(step, "answer"),
		   *end = fakeapi__get_str(step, "end");
	const char *ours = a->body.ptr ? a->body.ptr : "";
	bool watch = end[0] != '\0';
	cJSON *x = watch ? wire_corpus_events(recorded) : fakeapi__parse(str_of(recorded));
	cJSON *y = watch ? wire_corpus_events(ours) : fakeapi__parse(str_of(ours));

	/* Two responses of different kinds are printed whole. */
	if (x && y &&
	    (watch || a->status == cJSON_GetObjectItemCaseSensitive(step, "status")->valueint))
		answer_pairs_differ(&c->pairs, "", x, y, out);
	else
		answer_pairs_texts(&c->pairs, "body", recorded, ours, out);
	if (watch)
		answer_pairs_texts(&c->pairs, "end", end, a->end, out);
	cJSON_Delete(x);
	cJSON_Delete(y);
}

static void compare(struct corpus *c, const cJSON *step, const struct wire_answer *a,
		    struct strbuf *out)
{
	int status = cJSON_GetObjectItemCaseSensitive(step, "status")->valueint;
	cJSON *x = wire_corpus_head(step), *y = wire_corpus_head_of(strbuf_str(&a->headers));

	if (status != a->status)
		strbuf_addf(out, "status: %d -> %d\n", status, a->status);
	answer_pairs_differ(&c->pairs, "header", x, y, out);
	if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(step, "protobuf")))
		compare_bodies(c, step, a, out);
	cJSON_Delete(x);
	cJSON_Delete(y);
}

/* --- differences ----------------------------------------------------------------------------- */

/* Does the text have all parts of the row, which "..." separates? */
static bool matches(struct str row, const char *text)
{
	while (row.len) {
		const char *gap = strstr(row.ptr, "...");
		size_t n = gap && gap < row.ptr + row.len ? (size_t)(gap - row.ptr) : row.len;
		char part[256];

		assert_true(n < sizeof(part));
		memcpy(part, row.ptr, n);
		part[n] = '\0';
		text = strstr(text, part);
		if (!text)
			return false;
		text += n;
		n = n < row.len ? n + 3 : n;
		row.ptr += n;
		row.len -= n;
	}
	return true;
}

/* The heading in causes.txt above the first row that the difference has. */
static struct str cause_of(const struct corpus *c, const char *text)
{
	struct str heading = STR("");

	for (const char *line = c->causes; *line;) {
		size_t n = strcspn(line, "\n");

		if (*line == '\t' && matches((struct str) { line + 1, n - 1 }, text))
			return heading;
		if (n && *line != '\t' && *line != '#')
			heading = (struct str) { line, n };
		line += n + (line[n] == '\n');
	}
	return STR("");
}

static bool writes(const cJSON *step)
{
	const char *method = fakeapi__get_str(step, "method");

	return strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0 &&
	       strcmp(method, "OPTIONS") != 0 &&
	       !strstr(fakeapi__get_str(step, "query"), "dryRun=All");
}

/* Is each line of the difference among the known ones of the request? A part of them may have been
 * fixed. */
static bool is_known(const struct corpus *c, const char *text)
{
	size_t head = strcspn(text, "\n") + 1;
	AUTO_STRBUF name = STRBUF_INIT, block = STRBUF_INIT;
	const char *at, *end;

	strbuf_add(&name, text, head);
	at = strstr(c->known, name.ptr);
	end = at ? strstr(at, "\n\n") : NULL;
	if (!at)
		return false;
	strbuf_add(&block, at, end ? (size_t)(end + 1 - at) : strlen(at));
	for (text += head; *text; text += head) {
		AUTO_STRBUF line = STRBUF_INIT;

		head = strcspn(text, "\n") + 1;
		strbuf_add(&line, text, head);
		if (!strstr(block.ptr, line.ptr))
			return false;
	}
	return true;
}

static void judge(void *ctx, const cJSON *step, const struct wire_answer *a)
{
	struct corpus *c = ctx;
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(step, "status");
	const char *query = fakeapi__get_str(step, "query");
	AUTO_STRBUF why = STRBUF_INIT, whole = STRBUF_INIT;
	struct str cause;

	if (!status)
		return;
	c->judged++;
	compare(c, step, a, &why);
	if (!why.len)
		return;
	c->differing++;
	c->cut = writes(step) && (status->valueint < 300 || a->status < 300);
	strbuf_addf(&whole, "%s/%d %s %s%s%s\n", c->story,
		    cJSON_GetObjectItemCaseSensitive(step, "id")->valueint,
		    fakeapi__get_str(step, "method"), fakeapi__get_str(step, "path"),
		    query[0] ? "?" : "", query);
	for (const char *line = why.ptr; *line;) {
		size_t n = strcspn(line, "\n");

		strbuf_addf(&whole, "  %.*s\n", (int)n, line);
		line += n + 1;
	}
	cause = cause_of(c, whole.ptr);
	if (!cause.len || !is_known(c, whole.ptr)) {
		c->unknown++;
		print_error("%s:\n%s",
			    cause.len ? "it differs otherwise"
				      : "no row of " WIRE_CORPUS "causes.txt has this",
			    whole.ptr);
	}
	strbuf_addf(&c->told, "\n" STR_FMT "\n%s", STR_ARG(cause), whole.ptr);
}

/* --- a part ---------------------------------------------------------------------------------- */

static void begin_story(void *ctx, struct str name)
{
	struct corpus *c = ctx;

	(void)snprintf(c->story, sizeof(c->story), STR_FMT, STR_ARG(name));
	c->cut = false;
	c->stories++;
	wire_player_forget(&c->player);
	answer_pairs_forget(&c->pairs);
}

static void play_step(void *ctx, const cJSON *step)
{
	struct corpus *c = ctx;

	/* What only clears up is played always. */
	if (c->cut && cJSON_GetObjectItemCaseSensitive(step, "status"))
		c->left++;
	else
		wire_play(&c->player, step);
}

/* A difference that is gone is no error: its fix need not have recorded this. */
static void play_part(const char *part, unsigned requests_min)
{
	AUTO_STRBUF text = STRBUF_INIT;
	char path[128];
	size_t len;
	struct corpus c;
	const struct wire_corpus_reader reader = { begin_story, play_step, &c };

	memset(&c, 0, sizeof(c));
	strbuf_init(&c.told);
	(void)snprintf(path, sizeof(path), WIRE_CORPUS "%s.differences.txt", part);
	c.causes = read_whole_file(WIRE_CORPUS "causes.txt", &len);
	c.known = read_whole_file(path, &len);
	wire_player_open(&c.player);
	c.player.judge = judge;
	c.player.ctx = &c;
	wire_corpus_read(part, &reader);
	wire_player_close(&c.player);
	answer_pairs_forget(&c.pairs);
	base__free(c.causes);
	base__free(c.known);
	strbuf_addf(
	    &text,
	    "# %u stories, %u requests are compared, %u differ; %u behind them are not played.\n",
	    c.stories, c.judged, c.differing, c.left);
	print_message("%s: %s", part, text.ptr);
	strbuf_add(&text, c.told.ptr, c.told.len);
	strbuf_fini(&c.told);
	if (getenv("RELIST_UPDATE_GOLDEN"))
		assert_golden(path, strbuf_str(&text));
	else
		assert_int_equal(c.unknown, 0);
	assert_true(c.judged >= requests_min);
}

static void random_requests_get_the_recorded_responses(void **state)
{
	(void)state;
	play_part("random", 5800);
}

static void objects_of_every_kind_get_the_recorded_responses(void **state)
{
	(void)state;
	play_part("rows", 1300);
}

static void requests_to_every_type_get_the_recorded_responses(void **state)
{
	(void)state;
	play_part("types", 1200);
}

/* Lookup by table from the first member on gives the same responses as linear search. */
static void lookup_tables_find_what_linear_search_finds(void **state)
{
	(void)state;
	fakeapi__lookup_small = 0;
	play_part("rows", 1300);
	play_part("random", 5800);
	fakeapi__lookup_small = 16;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_requests_get_the_recorded_responses),
		cmocka_unit_test(objects_of_every_kind_get_the_recorded_responses),
		cmocka_unit_test(requests_to_every_type_get_the_recorded_responses),
		cmocka_unit_test(lookup_tables_find_what_linear_search_finds),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
