/* SPDX-License-Identifier: Apache-2.0 */
/* Runs scenarios in the simulator, without a process: the same cores, language and engine. */
#include "web/playground/playground.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/str.h"
#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/report.h"
#include "runner/report/story.h"

/* Debian's compiler runtime for wasm is built with a stack protector that its libc does not have.
 */
void *__stack_chk_guard;
void __stack_chk_fail(void);
void __stack_chk_fail(void)
{
	abort();
}

enum { FILE_BYTES_MAX = 4 << 20 };

static struct strbuf answer = STRBUF_INIT;
static struct strbuf wrong = STRBUF_INIT; /* errors and warnings of the file */

void *playground_alloc(size_t len)
{
	return len <= FILE_BYTES_MAX ? base__malloc(len + 1) : NULL;
}

void playground_free(void *p)
{
	base__free(p);
}

const char *playground_out(void)
{
	return answer.ptr;
}

size_t playground_out_len(void)
{
	return answer.len;
}

/* Returns NULL if it is not a scenario; the result then has the errors. */
static struct scn__scenario *load(const char *name, const char *text, size_t len)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s =
	    scn__scenario_load(str_of(name), (struct str) { text, len }, &errors);

	strbuf_clear(&wrong);
	scn__errors_print(&errors, str_of(name), &wrong);
	scn__errors_fini(&errors);
	strbuf_clear(&answer);
	if (!s)
		strbuf_adds(&answer, strbuf_str(&wrong));
	return s;
}

static uint64_t seed_of(const struct scn__scenario *s, uint64_t seed)
{
	return seed ? seed : s->has_seed ? s->seed : 1;
}

/* --- the output of `relist run --format jsonl FILE` --- */

static void run_cell(struct runner__report *report, const char *name, const struct scn__scenario *s,
		     const struct scn__cell *cell, uint64_t seed)
{
	struct runner__case c = { .path = name, .name = s->name, .cell = cell->name, .runs = 1 };
	AUTO_STRBUF events = STRBUF_INIT;
	AUTO_STRBUF full = STRBUF_INIT; /* in the form that the command uses */
	struct scn__run_options opt = { .seed = seed, .events = runner__report_events(&events) };

	if (cell->name.len) {
		strbuf_addf(&full, STR_FMT " [" STR_FMT "]", STR_ARG(s->name), STR_ARG(cell->name));
		c.name = strbuf_str(&full);
	}
	runner__result_init(&c.result);
	runner__report_run(report, name, c.name, seed, &events);
	scn__run(cell, &opt, &c.result);
	if (events.failed)
		c.result.verdict = RUNNER_ERROR;
	strbuf_adds(&answer, strbuf_str(&events));
	runner__report_case(report, &c, &answer);
	runner__result_fini(&c.result);
}

/* `seed` 0: the file's, or 1. Returns the exit status of the command. */
int playground_run(const char *name, const char *text, size_t len, uint64_t seed)
{
	struct scn__scenario *s = load(name, text, len);
	struct runner__report report;
	int status = 2;

	if (!s)
		return 2;
	runner__report_init(&report, RUNNER_FORMAT_JSONL);
	report.world = "sim";
	report.total = s->cell_count;
	report.scenarios = 1;
	runner__report_begin(&report, &answer);
	for (size_t i = 0; i < s->cell_count; i++)
		run_cell(&report, name, s, &s->cells[i], seed_of(s, seed));
	runner__report_end(&report, 0, &answer);
	status = report.status;
	runner__report_fini(&report);
	scn__scenario_free(s);
	return answer.failed ? 5 : status;
}

/* --- many seeds --- */

/* Runs every cell with `count` seeds from `seed` on, up to the first run that does not pass; the
 * result has the result line of each cell. */
int playground_seeds(const char *name, const char *text, size_t len, uint64_t seed, uint64_t count)
{
	struct scn__scenario *s = load(name, text, len);
	struct runner__report report;
	int status;

	if (!s)
		return 2;
	runner__report_init(&report, RUNNER_FORMAT_JSONL);
	report.world = "sim";
	report.total = s->cell_count;
	for (size_t i = 0; i < s->cell_count; i++) {
		struct runner__case c = { .path = name, .name = s->name, .cell = s->cells[i].name };

		runner__result_init(&c.result);
		for (uint64_t k = 0; k < count && c.result.verdict == RUNNER_PASS; k++) {
			struct scn__run_options opt = { .seed = seed_of(s, seed) + k };

			runner__result_fini(&c.result);
			runner__result_init(&c.result);
			scn__run(&s->cells[i], &opt, &c.result);
			c.runs++;
		}
		runner__report_case(&report, &c, &answer);
		runner__result_fini(&c.result);
	}
	status = report.status;
	runner__report_fini(&report);
	scn__scenario_free(s);
	return answer.failed ? 5 : status;
}

/* --- the model of the page of `relist show --html` --- */

int playground_model(const char *name, const char *text, size_t len, uint64_t seed, size_t cell,
		     size_t skip)
{
	struct scn__scenario *s = load(name, text, len);
	struct runner__result result;
	struct runner__page_head head;
	struct runner__page page;
	struct scn__show show;
	int status;

	if (!s || cell >= s->cell_count) {
		scn__scenario_free(s);
		return 2;
	}
	runner__page_init(&page);
	runner__show_init(&show);
	runner__result_init(&result);
	show.page = &page;
	struct scn__run_options opt = { .seed = seed_of(s, seed), .show = &show, .skip = skip };

	scn__run(&s->cells[cell], &opt, &result);
	status = runner__verdict_status(result.verdict);
	if (runner__show_head(&show, &s->cells[cell], (struct str) { text, len }, &result, &head))
		runner__page_model(&page, &head, &answer);
	else
		answer.failed = true;
	runner__result_fini(&result);
	runner__show_fini(&show);
	runner__page_fini(&page);
	scn__scenario_free(s);
	return answer.failed ? 5 : status;
}

/* The names of the cells, one per line; also collects the file's errors and warnings. */
int playground_cells(const char *name, const char *text, size_t len)
{
	struct scn__scenario *s = load(name, text, len);

	if (!s)
		return 2;
	for (size_t i = 0; i < s->cell_count; i++) {
		strbuf_adds(&answer, s->cells[i].name);
		strbuf_addc(&answer, '\n');
	}
	scn__scenario_free(s);
	return answer.failed ? 5 : 0;
}

int playground_warnings(void)
{
	strbuf_clear(&answer);
	strbuf_adds(&answer, strbuf_str(&wrong));
	return 0;
}
