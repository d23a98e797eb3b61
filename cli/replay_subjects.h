/* SPDX-License-Identifier: Apache-2.0 */
/* replay_subjects.h - the programs of relist replay --subject: starts and kills them where the
 * recorded ones were, and reports how they ended. */
#ifndef CLI_REPLAY_SUBJECTS_H
#define CLI_REPLAY_SUBJECTS_H

#include "cli/cli.h"
#include "fakeapi/http/tls.h"
#include "runner/recording/posix/replay_server.h"

/* The same statuses as `relist run`. */
enum { REPLAY_PASSED, REPLAY_DEPARTED, REPLAY_BAD_INPUT, REPLAY_UNSETTLED, REPLAY_INVARIANT };

/* The options of the command. */
struct replay__values {
	const char *world, *listen, *speed, *agent, *write_kubeconfig;
	uint64_t seed, patience, grace_ms;
	bool step, fast, tls, lenient, quiet;
	struct cli__texts subjects;
};

struct replay__run {
	const struct replay__values *v;
	struct rec__replay *replay;
	struct fakeapi__tls tls;
	FILE *out, *err;
};

/* Writes a kubeconfig with the URL of that program. Returns 0, or 5 with a line to `err`. */
int replay__save_kubeconfig(const struct replay__run *t, size_t program, const char *path);
/* Replays to the programs until their end. Returns a status. */
int replay__run_subjects(struct replay__run *t);

#endif
