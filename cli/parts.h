/* SPDX-License-Identifier: Apache-2.0 */
/* parts.h - the work in parts: --shard, and where a part's report goes. */
#ifndef CLI_PARTS_H
#define CLI_PARTS_H

#include <stdint.h>
#include <stdio.h>

#include "base/str.h"

/* Parses --shard: "2/5" is part 1 of 5, counted from 0; "/5" takes the index from
 * JOB_COMPLETION_INDEX, which Kubernetes counts from 0; "3,7/8" takes the part at that index of the
 * list. NULL changes nothing. Returns false unless it is I/N with I from 1 to N. */
bool cli__shard(const char *text, uint64_t *shard, uint64_t *shards);
/* The same, with one line to `err`. */
bool cli__read_shard(const char *command, const char *text, uint64_t *shard, uint64_t *shards,
		     FILE *err);

/* Appends `,"job":"relist job ..."` if the pod of a job runs the part (RELIST_JOB). */
void cli__add_job(struct strbuf *out);

/* The target of a report: standard output, a file, or a URL that receives it by PUT. */
struct cli__output {
	const char *command;
	struct strbuf target; /* "": standard output */
	FILE *to;	      /* the caller writes the report here */
	char *text;	      /* of `to`, unless that is standard output */
	size_t text_len;
	uint64_t part, parts; /* from 1; parts 0: the whole */
};

/* `target` NULL: `out`. "{part}" in it becomes the part's number, from 1. Returns false with one
 * line to `err`. */
bool cli__output_open(struct cli__output *o, const char *command, const char *target,
		      uint64_t shard, uint64_t shards, FILE *out, FILE *err);
/* Writes or sends the report, unless it is empty, and frees it. A part that is `cut` short is not
 * written: it could seem to be complete. Returns the exit status: `status`, 130 for such a part, or
 * 5 with one line to `err`. */
int cli__output_close(struct cli__output *o, int status, bool cut, FILE *err);

#endif
