/* SPDX-License-Identifier: Apache-2.0 */
/* show_impl.h - what the files of relist show share: the run that a page is made of. */
#ifndef CLI_SHOW_IMPL_H
#define CLI_SHOW_IMPL_H

#include <stdio.h>

#include "cli/show_file.h"
#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/story.h"
#include "runner/retell/stack.h"

/* A run that was made, and all that its page borrows. */
struct cli__shown {
	struct runner__page model;
	struct runner__page_head head;
	struct strbuf source; /* the file */
	struct strbuf text;   /* what is printed */
	struct strbuf name;
	struct scn__scenario *scenario;
	struct scn__show story;
	struct runner__trace *trace;
	struct runner__result result;
	struct rec__stack_result replayed;
	struct trace_sink events; /* of what has no steps: text, or the model */
	int status;
};

/* The sink of a run without steps: text for the terminal, or the page. */
struct trace_sink cli__shown_events(const struct cli__show *v, struct cli__shown *shown);

/* show_kept.c: whether the text is such a run, and the run that is chosen of it. False: printed. */
bool cli__is_kept_run(struct str text);
bool cli__show_kept_run(const struct cli__show *v, const char *path, struct cli__shown *t,
			FILE *err);

#endif
