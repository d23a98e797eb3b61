/* SPDX-License-Identifier: Apache-2.0 */
/* loads.h - the files that a scenario names beside itself, and the objects in them: `world.load`.
 */
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

/* Reads a file that a scenario names, by its path relative to the scenario's folder; refuses one
 * that is not inside it. RELIST_ELIMIT beyond `max` bytes. `out` is empty before. */
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

/* What has been read for a scenario, whichever cell named it. */
struct scn__read {
	struct scn__manifests *files;
	size_t objects, bytes;
};

struct scn__load {
	const struct scn__manifests *manifests;
	struct scn__pos pos;
};

/* What a world begins with. */
struct scn__loads {
	const struct scn__load *items;
	size_t count;
};

/* scn__scenario_load() of a scenario that may name files. */
struct scn__scenario *scn__scenario_load_beside(struct str path, struct str text,
						const struct scn__files *files,
						struct scn__errors *errors);
/* Serves the world's types and loads its manifests. A refused one: `pos` is where the scenario
 * names its file. */
int scn__serve_world(struct fakeapi__core *core, const struct scn__world *w, struct scn__pos *pos,
		     struct relist_err *err);

#endif
