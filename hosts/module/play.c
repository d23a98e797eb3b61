/* SPDX-License-Identifier: Apache-2.0 */
/* play.c - runs a scenario as a fiber: when the engine waits inside a step, the fiber pauses and
 * the host continues. */
#include "hosts/module/play.h"

#include "base/alloc.h"
#include "hosts/module/fiber.h"
#include "hosts/module/record.h"
#include "hosts/module/server.h"
#include "hosts/module/subjects.h"
#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/report.h"
#include "runner/report/story.h"

struct relist_scenario {
	struct scn__scenario *scenario;
	struct strbuf path, text;
};

struct relist_play {
	struct subjects subjects;
	struct fiber fiber;
	struct relist_scenario *from;
	const struct scn__cell *cell;
	struct scn__run_options options;
	struct runner__result result;
	struct runner__page page;
	struct scn__show show;
};

struct relist_scenario *relist_scenario_load(const char *path, uint32_t path_len, const char *text,
					     uint32_t len)
{
	struct relist_scenario *s = base__calloc(1, sizeof(*s));
	struct scn__errors errors = { 0 };

	strbuf_clear(&module__out);
	if (!s)
		return NULL;
	strbuf_add(&s->path, path, path_len);
	strbuf_addc(&s->path, '\0');
	strbuf_add(&s->text, text, len);
	if (!s->path.failed && !s->text.failed)
		s->scenario = scn__scenario_load((struct str) { s->path.ptr, path_len },
						 strbuf_str(&s->text), &errors);
	if (!s->scenario) {
		scn__errors_print(&errors, (struct str) { path, path_len }, &module__out);
		relist_scenario_free(s);
		s = NULL;
	}
	scn__errors_fini(&errors);
	return s;
}

void relist_scenario_free(struct relist_scenario *s)
{
	if (!s)
		return;
	scn__scenario_free(s->scenario);
	strbuf_fini(&s->path);
	strbuf_fini(&s->text);
	base__free(s);
}

uint32_t relist_scenario_cells(struct relist_scenario *s)
{
	const struct scn__scenario *scenario = s->scenario;

	strbuf_clear(&module__out);
	for (size_t i = 0; i < scenario->cell_count; i++) {
		const struct scn__cell *cell = &scenario->cells[i];
		struct scn__pos pos = { 0, 0 };
		const char *why = scn__unsupported(cell, &pos);

		why = why ? why : scn__unsupported_externally(cell, &pos);
		module__record_add(&module__out, cell->name);
		if (cell->external.skip)
			module__record_add(&module__out, cell->external.reason);
		else
			module__record_add(&module__out, str_of(why));
	}
	return (uint32_t)scenario->cell_count;
}

/* --- a run --- */

static void run(void *user)
{
	struct relist_play *p = user;

	scn__run(p->cell, &p->options, &p->result);
}

static void on_pause(void *user)
{
	struct relist_play *p = user;

	module__fiber_pause(&p->fiber);
}

struct relist_play *relist_play_new(struct relist_scenario *from, uint32_t cell, uint64_t seed,
				    int64_t now_ns, int64_t patience_ns)
{
	const struct scn__scenario *s = from->scenario;
	struct relist_play *p = cell < s->cell_count ? base__calloc(1, sizeof(*p)) : NULL;

	if (!p || !module__fiber_init(&p->fiber, run, p)) {
		base__free(p);
		return NULL;
	}
	p->from = from;
	p->cell = &s->cells[cell];
	module__subjects_init(&p->subjects, now_ns, patience_ns, on_pause, p);
	runner__result_init(&p->result);
	runner__page_init(&p->page);
	runner__show_init(&p->show);
	p->show.page = &p->page;
	p->options = (struct scn__run_options) {
		.driver = &module__subjects_driver,
		.seed = seed	      ? seed
			: s->has_seed ? s->seed
				      : 1,
		.subject = &p->subjects.subject,
		.show = &p->show,
	};
	return p;
}

int32_t relist_play_step(struct relist_play *p, int64_t now_ns)
{
	if (p->fiber.ended)
		return 0;
	p->subjects.now_ns = now_ns;
	module__fiber_resume(&p->fiber);
	return !p->fiber.ended;
}

int64_t relist_play_until(const struct relist_play *p)
{
	return p->subjects.until_ns;
}

struct relist_server *relist_play_server(struct relist_play *p)
{
	return &p->subjects.server;
}

int32_t relist_play_order(struct relist_play *p)
{
	return module__subjects_order(&p->subjects);
}

void relist_play_line(struct relist_play *p, uint32_t informer, int64_t now_ns, const char *line,
		      uint32_t len)
{
	p->subjects.now_ns = now_ns;
	module__subjects_line(&p->subjects, informer, (struct str) { line, len });
}

void relist_play_ended(struct relist_play *p, uint32_t informer, const char *how, uint32_t len)
{
	module__subjects_ended(&p->subjects, informer, (struct str) { how, len });
}

/* Finishes an unfinished run: its subjects have ended, and its time is over. */
void relist_play_free(struct relist_play *p)
{
	if (!p)
		return;
	p->subjects.interrupted = true;
	while (p->fiber.paused)
		module__fiber_resume(&p->fiber);
	module__server_end_exchanges(&p->subjects.server);
	runner__result_fini(&p->result);
	runner__show_fini(&p->show);
	runner__page_fini(&p->page);
	module__fiber_fini(&p->fiber);
	module__subjects_fini(&p->subjects);
	base__free(p);
}

int32_t relist_play_result(struct relist_play *p, const char *again, uint32_t len)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF model = STRBUF_INIT;
	AUTO_STRBUF command = STRBUF_INIT;
	AUTO_STRBUF full = STRBUF_INIT;
	struct runner__page_head head;
	struct runner__report report;
	struct runner__case c = { .path = p->from->path.ptr,
				  .name = p->from->scenario->name,
				  .cell = p->cell->name,
				  .runs = 1 };

	strbuf_clear(&module__out);
	strbuf_add(&command, again, len);
	strbuf_addc(&command, '\0');
	c.again = command.ptr;
	if (p->cell->name.len) {
		strbuf_addf(&full, STR_FMT " [" STR_FMT "]", STR_ARG(c.name), STR_ARG(c.cell));
		c.name = strbuf_str(&full);
	}
	c.result = p->result; /* borrowed for the text */
	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "external";
	if (p->result.verdict != RUNNER_PASS && !command.failed)
		runner__report_failure(&report, &c, &text);
	runner__report_fini(&report);
	if (runner__show_head(&p->show, p->cell, strbuf_str(&p->from->text), &p->result, &head))
		runner__page_model(&p->page, &head, &model);
	module__record_add(&module__out, str_of(runner__verdict_word(p->result.verdict)));
	module__record_addf(&module__out, "%u", p->result.line);
	module__record_add(&module__out, strbuf_str(&text));
	module__record_add(&module__out, strbuf_str(&model));
	return runner__verdict_status(p->result.verdict);
}
