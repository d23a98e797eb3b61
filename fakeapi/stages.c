/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/stages.h"

#include "fakeapi/context.h"

TSA(no_thread_safety_analysis) /* the caller holds it; acquire() takes it back */
static void release(struct fakeapi__call *c)
{
	struct fakeapi__core *core = c->core;

	if (!c->may_suspend)
		return;
	c->let_go = true;
	if (c->reads) {
		core->readers++;
	} else {
		ASSERT(!core->suspended);
		core->suspended = true;
	}
	c->write_failed = core->write_failed;
	lock_release(&core->lock);
	if (core->opt.on_suspend)
		core->opt.on_suspend(core->opt.on_suspend_user, true);
}

TSA(no_thread_safety_analysis)
static void acquire(struct fakeapi__call *c)
{
	struct fakeapi__core *core = c->core;

	if (!c->may_suspend)
		return;
	if (core->opt.on_suspend)
		core->opt.on_suspend(core->opt.on_suspend_user, false);
	lock_acquire(&core->lock);
	core->write_failed = c->write_failed;
	if (c->reads)
		core->readers--;
	else
		core->suspended = false;
	c->let_go = false;
}

/* Returns what is to be passed afterwards, to return to the state before. */
static enum fakeapi__stage_needs enter(struct fakeapi__call *c, enum fakeapi__stage_needs needs)
{
	enum fakeapi__stage_needs before = c->let_go ? FAKEAPI_UNLOCKED : FAKEAPI_LOCKED;

	if (needs == before)
		return before;
	if (needs == FAKEAPI_UNLOCKED)
		release(c);
	else
		acquire(c);
	return before;
}

int fakeapi__stages_run(struct fakeapi__call *c, const struct fakeapi__stage *stages, size_t count,
			void *work)
{
	enum fakeapi__stage_needs before = c->let_go ? FAKEAPI_UNLOCKED : FAKEAPI_LOCKED;
	int rc = 0;

	for (size_t i = 0; i < count && rc == 0; i++) {
		(void)enter(c, stages[i].needs);
		rc = stages[i].run(c, work);
	}
	(void)enter(c, before);
	return rc;
}

int fakeapi__unlocked_run(struct fakeapi__call *c, fakeapi__stage_fn *run, void *work)
{
	const struct fakeapi__stage stage = { FAKEAPI_UNLOCKED, run };

	return c ? fakeapi__stages_run(c, &stage, 1, work) : run(NULL, work);
}

int fakeapi__locked_run(struct fakeapi__call *c, fakeapi__stage_fn *run, void *work)
{
	const struct fakeapi__stage stage = { FAKEAPI_LOCKED, run };

	return fakeapi__stages_run(c, &stage, 1, work);
}

/* --- pauses ------------------------------------------------------------------------------- */

/* Tests and measurements (on_suspend) see every pause, also if no thread waits. */
TSA(no_thread_safety_analysis)
static void pause_call(struct fakeapi__call *c)
{
	struct fakeapi__core *core = c->core;

	if (!c->may_suspend || (!lock_is_wanted(&core->lock) && !core->opt.on_suspend))
		return;
	release(c);
	lock_let_in(&core->lock);
	acquire(c);
}

int fakeapi__steps_run(struct fakeapi__call *c, fakeapi__stage_fn *step, void *work)
{
	int rc;

	while ((rc = step(c, work)) == FAKEAPI_MORE)
		if (c)
			pause_call(c);
	return rc;
}

static void pause_writer(void *user)
{
	struct fakeapi__core *core = user;

	if (core->writer && !core->suspended)
		pause_call(core->writer);
}

struct fakeapi__walk fakeapi__walk_in_steps(struct fakeapi__core *core,
					    const struct fakeapi__bucket *b, size_t every)
{
	return (struct fakeapi__walk) { .in = b,
					.pause = pause_writer,
					.pause_user = core,
					.pause_every = every,
					.unpaused = every - 1 };
}
