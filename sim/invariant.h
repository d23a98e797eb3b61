/* SPDX-License-Identifier: Apache-2.0 */
/* invariant.h - checks what must hold in every run, whatever the server and the scheduler do.
 *
 * Per handler and key: an UPDATE only after an ADD that no DELETE has ended. (Two ADDs may follow
 * each other, since a key can be twice in one list; a DELETE may have an unknown key.) */
#ifndef SIM_INVARIANT_H
#define SIM_INVARIANT_H

#include "base/map.h"
#include "informer/shared_informer.h"

/* The notifications that one handler received. */
struct sim__history {
	struct map alive; /* keys that were added and not deleted */
	uint64_t calls;
};

void sim__history_init(struct sim__history *h);
void sim__history_fini(struct sim__history *h);
/* Returns 0, RELIST_ENOMEM, or RELIST_ELIMIT with the violation in `err`. */
int sim__history_on_call(struct sim__history *h, const char *handler, const struct inf__call *call,
			 struct relist_err *err);

/* Call it when the informer has settled and no handler is blocked or held. RELIST_ELIMIT: `err`
 * names the violation. */
int sim__check_informer(struct inf__informer *inf, int64_t now_ns, struct relist_err *err);

#endif
