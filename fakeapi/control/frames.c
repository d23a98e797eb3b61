/* SPDX-License-Identifier: Apache-2.0 */
/* frames.c - faults on the frames of open watches. */
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/watch/watch.h"

size_t fakeapi__frames_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
			      const struct fakeapi__frame_fault *fault)
{
	size_t count = 0;

	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		if (!x->watch || !x->frames || x->end_how || x->watch->ending ||
		    (match && !fakeapi__match_watch(match, x->watch)))
			continue;
		x->frames_due = *fault;
		fakeapi__core_wake(x);
		count++;
	}
	return count;
}

size_t fakeapi__core_frames(struct fakeapi__core *core, const struct fakeapi__match *match,
			    const struct fakeapi__frame_fault *fault)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__frames_locked(core, match, fault);
	fakeapi__core_leave(core);
	return count;
}
