/* SPDX-License-Identifier: Apache-2.0 */
/* file.h - recordings in files: reads compressed ones through gzip, writes one line per write(2),
 * splits them into parts of a given size. */
#ifndef RUNNER_RECORDING_POSIX_FILE_H
#define RUNNER_RECORDING_POSIX_FILE_H

#include "runner/recording/recording.h"

/* Returns NULL with err filled: RELIST_ENOTFOUND, RELIST_EIO or RELIST_ENOMEM. "-" is standard
 * input. Files without gzip compression are read unchanged. */
struct rec__file *rec__file_open(const char *path, struct relist_err *err);
void rec__file_close(struct rec__file *file); /* accepts NULL */
/* Borrows the file. */
struct rec__input rec__file_input(struct rec__file *file);

/* A recording that is being written: PATH, then with a part_max PATH with ".2", ".3", ... before
 * its suffix. Replaces existing files; only the owner may read them; a line is one write(2). */
struct rec__sink {
	struct rec__writer writer;
	struct rec__header header; /* strings are borrowed */
	const char *path;
	uint64_t part_max;   /* size limit of a part; 0: one file */
	uint32_t parts_kept; /* older parts are removed; 0: all are kept */

	/* private */
	int fd;
	uint32_t part;
	uint64_t part_began; /* writer.bytes at the start of the part */
};

/* Requires path, header, part_max and parts_kept. Writes the first line. */
int rec__sink_open(struct rec__sink *sink, struct relist_err *err);
/* Call it between two lines: begins a new part if necessary and returns true then. */
bool rec__sink_turn(struct rec__sink *sink, struct relist_err *err);
int rec__sink_close(struct rec__sink *sink, struct relist_err *err);
/* Appends the path of a part, from 1. */
void rec__part_path(const char *path, uint32_t part, struct strbuf *out);

/* Opens an empty file for writing that only its owner can read, also if it existed with another
 * mode. `flags` are added to those of open(). -1: see errno. */
int rec__private_file(const char *path, int flags);

#endif
