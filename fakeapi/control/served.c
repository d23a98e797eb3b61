/* SPDX-License-Identifier: Apache-2.0 */
/* served.c - whether a type is served. */
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/control_impl.h"

bool fakeapi__serves_locked(const struct fakeapi__core *core, struct str path)
{
	struct fakeapi__route route;
	bool served = true;

	if (fakeapi__route_parse(&route, STR("GET"), path, STR("")) == 0 && route.resource_path &&
	    route.resource.len)
		served = fakeapi__registry_find(core->registry, route.group, route.version,
						route.resource) != NULL;
	fakeapi__route_fini(&route);
	return served;
}

bool fakeapi__core_serves(struct fakeapi__core *core, struct str path)
{
	bool served;

	fakeapi__core_enter(core);
	served = fakeapi__serves_locked(core, path);
	fakeapi__core_leave(core);
	return served;
}
