/* SPDX-License-Identifier: Apache-2.0 */
/* loads.h - files that a scenario names, and the objects in them: `world.load`. */
#ifndef RUNNER_LANGUAGE_LOADS_H
#define RUNNER_LANGUAGE_LOADS_H

#include "base/str.h"

struct fakeapi__core;
struct scn__errors;
struct scn__scenario;
struct scn__world;

struct scn__pos {
	uint32_t line, column; /* from 1; 0: not in the file */
};

/* Reads a file by its path relative to the scenario's folder; refuses files outside that folder.
 * RELIST_ELIMIT beyond `max` bytes. `out` must be empty. */
struct scn__files {
	int (*read)(const void *user, struct str path, size_t max, struct strbuf *out,
		    struct relist_err *err);
	const void *user;
};

/* An object of a loaded file, as JSON. `where`: "crds.yaml, document 2". */
struct scn__manifest {
	const struct scn__manifest *next;
	struct str json, where;
};

struct scn__manifests {
	struct scn__manifests *next;
	struct str path; /* relative to the scenario's folder */
	const struct scn__manifest *first;
};

/* The files read for a scenario, shared by its cells. */
struct scn__read {
	struct scn__manifests *files;
	size_t objects, bytes;
};

struct scn__load {
	const struct scn__manifests *manifests;
	struct scn__pos pos;
};

/* The manifests that a world loads at its start. */
struct scn__loads {
	const struct scn__load *items;
	size_t count;
};

/* Like scn__scenario_load(), for a scenario that may name files. */
struct scn__scenario *scn__scenario_load_beside(struct str path, struct str text,
						const struct scn__files *files,
						struct scn__errors *errors);
/* Registers the world's types with the server and loads its manifests. On an error `pos` is the
 * position in the scenario that names the file. */
int scn__serve_world(struct fakeapi__core *core, const struct scn__world *w, struct scn__pos *pos,
		     struct relist_err *err);

#endif
