/* SPDX-License-Identifier: Apache-2.0 */
/* import.h - converts captures of other tools to a recording: kubectl watches, audit logs, HAR,
 * k8shark archives, manifests over time.
 *
 *   bytes -> values.h (JSON values) or YAML documents -> entries with times (spool.h)
 *         -> in order of time and resource version -> lines of a recording
 *
 * The format of each value is recognized by its content, so a file may hold any mixture. Several
 * files make one recording. Assumptions and unusable data are reported with file, line and field.
 *
 * Memory: the largest single value (value_max), the entries to sort (memory_max), a window of
 * entries whose order is still open, the objects that exist at a time (audit logs; at most
 * objects_max bytes), and 32 bytes for every write in an audit log (64 while clocks are compared).
 *
 * Who may call: the command line and lift/. Threads: one at a time for each import. No locks. */
#ifndef RUNNER_IMPORT_IMPORT_H
#define RUNNER_IMPORT_IMPORT_H

#include "runner/recording/recording.h"
#include "runner/recording/redact.h"

struct imp__import;

struct imp__options {
	bool keep_going; /* report and skip invalid values */
	struct rec__redact_options redact;
	size_t value_max;   /* 0: 64 MiB */
	size_t memory_max;  /* 0: 64 MiB */
	size_t objects_max; /* 0: 1 GiB */
	/* Receives a line for people, without a line feed: an error (with keep_going), an
	 * assumption, unusable data. Of each kind only the first few are sent, and the count at the
	 * end. */
	void (*on_note)(void *user, struct str text);
	void *user;
};

/* Returns NULL if out of memory. `opt` is copied. */
struct imp__import *imp__new(const struct imp__options *opt, struct relist_err *err);
void imp__free(struct imp__import *im);

/* Begins the next file; messages use `name`. Errors have line and column where the position is
 * known. With keep_going only out of memory, a full disk or a limit ends the import. */
int imp__begin(struct imp__import *im, struct str name, struct relist_err *err);
int imp__feed(struct imp__import *im, struct str bytes, struct relist_err *err);
int imp__end(struct imp__import *im, struct relist_err *err);
/* `first`: the first bytes of a file. True: its lines have a prefix before an audit event. */
bool imp__is_log(struct str first);
/* Reports a file that is not read, and the reason. */
int imp__left_out(struct imp__import *im, struct str name, const char *why, struct relist_err *err);
/* Begins a snapshot: up to the next call the input is the manifests of all objects that existed at
 * that time (IMP_NO_TIME of spool.h: unknown). Earlier objects that are missing were deleted. */
int imp__snapshot(struct imp__import *im, int64_t at_ns, struct relist_err *err);
int imp__snapshot_close(struct imp__import *im, struct relist_err *err);
/* Reports an error that the file's reader found (truncated, not decompressible). With keep_going
 * a note. */
int imp__file_error(struct imp__import *im, const struct relist_err *why, struct relist_err *err);

/* Writes the recording. RELIST_EINVAL: the files contain nothing usable. */
int imp__finish(struct imp__import *im, struct rec__output out, struct relist_err *err);

#endif
