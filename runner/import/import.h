/* SPDX-License-Identifier: Apache-2.0 */
/* import.h - captures of other tools, as a recording: watches of kubectl, audit logs, HAR, k8shark
 * archives, manifests over time.
 *
 *   bytes -> values.h (JSON values) or YAML documents -> entries with times (spool.h)
 *         -> in order of time and resource version -> lines of a recording
 *
 * Each value shows what it is, so a file may hold any mixture. Several files are one recording.
 * What had to be assumed and what could not be used is reported, with file, line and field.
 *
 * Memory: the largest single value (value_max), the entries that are sorted (memory_max), a window
 * of entries whose order is still open, the objects that exist at a time (audit logs; at most
 * objects_max bytes), and 32 bytes for every write in an audit log, while clocks are compared 64.
 *
 * Who may call: the command line and lift/. Threads: one at a time for each import. No locks.
 */
#ifndef RUNNER_IMPORT_IMPORT_H
#define RUNNER_IMPORT_IMPORT_H

#include "runner/recording/recording.h"
#include "runner/recording/redact.h"

struct imp__import;

struct imp__options {
	bool keep_going; /* broken values are reported and left out */
	struct rec__redact_options redact;
	size_t value_max;   /* 0: 64 MiB */
	size_t memory_max;  /* 0: 64 MiB */
	size_t objects_max; /* 0: 1 GiB */
	/* A line for people, without a line feed: an error (with keep_going), what was assumed,
	 * what cannot be used. Kept short: of one kind the first few, then a count at the end. */
	void (*on_note)(void *user, struct str text);
	void *user;
};

/* NULL: out of memory. `opt` is copied. */
struct imp__import *imp__new(const struct imp__options *opt, struct relist_err *err);
void imp__free(struct imp__import *im);

/* The next file, under the name that messages have. Errors: line and column are set where the place
 * is known, and with keep_going nothing but want of memory, of disk, or a limit ends it. */
int imp__begin(struct imp__import *im, struct str name, struct relist_err *err);
int imp__feed(struct imp__import *im, struct str bytes, struct relist_err *err);
int imp__end(struct imp__import *im, struct relist_err *err);
/* The first bytes of a file: lines with something in front of an audit event. */
bool imp__is_log(struct str first);
/* A file that is not read, and why. */
int imp__left_out(struct imp__import *im, struct str name, const char *why, struct relist_err *err);
/* What follows, up to the next call, are the manifests of everything that existed at that time
 * (IMP_NO_TIME of spool.h: unknown). Objects that are not among them any more were deleted. */
int imp__snapshot(struct imp__import *im, int64_t at_ns, struct relist_err *err);
int imp__snapshot_close(struct imp__import *im, struct relist_err *err);
/* Something about the file that its reader found out: cut short, not to be unpacked. An error, or
 * with keep_going a note. */
int imp__file_error(struct imp__import *im, const struct relist_err *why, struct relist_err *err);

/* Writes the recording. RELIST_EINVAL: nothing in the files can be used. */
int imp__finish(struct imp__import *im, struct rec__output out, struct relist_err *err);

#endif
