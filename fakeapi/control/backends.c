/* SPDX-License-Identifier: Apache-2.0 */
/* backends.c - the state that each backend of the store shows: frozen, behind, lagging,
 * refusing. */
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/control_impl.h"

static struct fakeapi__backend *backend_of(struct fakeapi__core *core, uint32_t backend)
{
	return &core->backends[backend < core->backend_count ? backend : 0];
}

void fakeapi__freeze_locked(struct fakeapi__core *core, uint32_t backend, bool frozen)
{
	struct fakeapi__backend *b = backend_of(core, backend);

	b->frozen_rv = frozen ? fakeapi__core_visible(core, backend) : 0;
	b->behind = 0;
	fakeapi__floor_locked(core);
	fakeapi__core_wake_all(core);
}

void fakeapi__behind_locked(struct fakeapi__core *core, uint32_t backend, uint64_t rv,
			    uint64_t behind)
{
	struct fakeapi__backend *b = backend_of(core, backend);

	b->frozen_rv = rv;
	b->behind = behind;
	fakeapi__floor_locked(core);
	fakeapi__core_wake_all(core);
}

void fakeapi__core_behind(struct fakeapi__core *core, uint32_t backend, uint64_t rv,
			  uint64_t behind)
{
	fakeapi__core_enter(core);
	fakeapi__behind_locked(core, backend, rv, behind);
	fakeapi__core_leave(core);
}

void fakeapi__core_freeze(struct fakeapi__core *core, uint32_t backend, bool frozen)
{
	fakeapi__core_enter(core);
	fakeapi__freeze_locked(core, backend, frozen);
	fakeapi__core_leave(core);
}

uint64_t fakeapi__core_shown(struct fakeapi__core *core, uint32_t backend)
{
	uint64_t rv;

	fakeapi__core_enter(core);
	rv = fakeapi__core_visible(core, backend);
	fakeapi__core_leave(core);
	return rv;
}

bool fakeapi__core_is_behind(struct fakeapi__core *core, uint32_t backend)
{
	bool behind;

	fakeapi__core_enter(core);
	behind = fakeapi__core_visible(core, backend) < core->store.rv;
	fakeapi__core_leave(core);
	return behind;
}

void fakeapi__core_lag(struct fakeapi__core *core, uint32_t backend, int64_t lag_ns)
{
	fakeapi__core_enter(core);
	backend_of(core, backend)->lag_ns = lag_ns;
	fakeapi__core_wake_all(core);
	fakeapi__core_leave(core);
}

void fakeapi__core_refuse(struct fakeapi__core *core, uint32_t backend, bool refuses)
{
	fakeapi__core_enter(core);
	backend_of(core, backend)->refuses = refuses;
	fakeapi__core_leave(core);
}
