/* SPDX-License-Identifier: Apache-2.0 */
/* file.h - recordings in files: read through gzip where they are compressed, written one line a
 * write(2), split into parts of a given size. */
#ifndef RUNNER_RECORDING_POSIX_FILE_H
#define RUNNER_RECORDING_POSIX_FILE_H

#include "runner/recording/recording.h"

/* NULL with err filled: RELIST_ENOTFOUND, RELIST_EIO or RELIST_ENOMEM. "-" is standard input. What
 * is no gzip is read as it is. */
struct rec__file *rec__file_open(const char *path, struct relist_err *err);
void rec__file_close(struct rec__file *file); /* NULL is fine */
/* Borrows the file. */
struct rec__input rec__file_input(struct rec__file *file);

/* A recording being written: PATH, then with a part_max PATH with ".2", ".3", ... before its
 * suffix. Existing files are replaced; only the owner may read them; a line is one write(2). */
struct rec__sink {
	struct rec__writer writer;
	struct rec__header header; /* strings are borrowed */
	const char *path;
	uint64_t part_max;   /* bytes of a part; 0: one file */
	uint32_t parts_kept; /* older ones are removed; 0: all are kept */

	/* private */
	int fd;
	uint32_t part;
	uint64_t part_began; /* writer.bytes then */
};

/* path, header, part_max and parts_kept are set. Writes the first line. */
int rec__sink_open(struct rec__sink *sink, struct relist_err *err);
/* Between two lines: true if the next belongs to a new part, which has been begun. */
bool rec__sink_turn(struct rec__sink *sink, struct relist_err *err);
int rec__sink_close(struct rec__sink *sink, struct relist_err *err);
/* Appends the path of a part, from 1. */
void rec__part_path(const char *path, uint32_t part, struct strbuf *out);

/* Opens a file for writing, empty, which only its owner can read, also if it was there before with
 * another mode. `flags` are added to those of open(). -1: errno says why. */
int rec__private_file(const char *path, int flags);

#endif
