/* SPDX-License-Identifier: Apache-2.0 */
/* show_impl.h - shared by the files of relist show: the run that a page shows. */
#ifndef CLI_SHOW_IMPL_H
#define CLI_SHOW_IMPL_H

#include <stdio.h>

#include "cli/show_file.h"
#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/story.h"
#include "runner/retell/stack.h"

/* A finished run, and all data that its page borrows. */
struct cli__shown {
	struct runner__page model;
	struct runner__page_head head;
	struct strbuf source; /* text of the file */
	struct strbuf text;   /* text to print */
	struct strbuf name;
	struct strbuf runs_without; /* for the page: the run without each of its steps */
	struct scn__scenario *scenario;
	struct scn__show story;
	struct runner__trace *trace;
	struct runner__result result;
	struct rec__stack_result replayed;
	struct trace_sink events; /* events of a run without steps: text, or the model */
	int status;
};

/* The sink for a run without steps: text for the terminal, or the page. */
struct trace_sink cli__shown_events(const struct cli__show *v, struct cli__shown *shown);

/* show_without.c: runs the scenario without each of its steps and packs the runs for the page. Does
 * nothing if they were too many or too long, or with plug-ins, whose effects would repeat. */
void cli__show_without(const struct cli__show *v, struct cli__shown *t);

/* show_kept.c: whether the text is the output of a run, and the selected run in it. Returns false
 * after it has printed an error. */
bool cli__is_kept_run(struct str text);
bool cli__show_kept_run(const struct cli__show *v, const char *path, struct cli__shown *t,
			FILE *err);

#endif
