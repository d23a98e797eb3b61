/* SPDX-License-Identifier: Apache-2.0 */
/* on_request.c - objects that a real server has from its start but few clients request. They are
 * created before the first request for their type. So without such requests the server starts as
 * quickly, and its objects get the same versions, as if they did not exist. */
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/rest/rest.h"

static const struct {
	const char *group, *resource;
	enum fakeapi__own made;
	int (*make)(struct fakeapi__core *core);
} types[] = {
	{ "apiregistration.k8s.io", "apiservices", FAKEAPI_OWN_API_SERVICES,
	  fakeapi__api_services_make },
	{ "networking.k8s.io", "ipaddresses", FAKEAPI_OWN_IP_ADDRESSES,
	  fakeapi__ip_addresses_make },
};

bool fakeapi__own_objects_wait(struct fakeapi__call *c)
{
	struct fakeapi__core *core = c->core;

	if (core->own_rewinds != core->store.rewinds) { /* some may be lost */
		core->own_rewinds = core->store.rewinds;
		core->own_objects = 0;
	}
	for (size_t i = 0; i < ARRAY_LEN(types); i++) {
		if (core->opt.empty || (core->own_objects & types[i].made) ||
		    !str_eqz(c->route.resource, types[i].resource) ||
		    !str_eqz(c->route.group, types[i].group))
			continue;
		if (core->suspended) { /* a long write is in progress: no changes allowed */
			if (fakeapi__park(c, c->now_ns) < 0)
				(void)fakeapi__answer_status(c);
			return true;
		}
		/* The next request retries what failed because memory was exhausted. */
		core->own_objects |= types[i].made;
		if (types[i].make(core) < 0)
			core->own_objects &= ~(unsigned)types[i].made;
		c->visible_rv = fakeapi__core_visible(core, c->x->backend);
	}
	return false;
}

void fakeapi__own_objects_note(struct fakeapi__core *core, const struct fakeapi__bucket *b)
{
	if (core->own_objects & FAKEAPI_OWN_API_SERVICES)
		core->work_api_services |= fakeapi__api_services_look_at(b);
}

void fakeapi__own_objects_settle(struct fakeapi__core *core)
{
	if (core->work_api_services) {
		core->work_api_services = false;
		fakeapi__api_services_settle(core);
	}
	if (core->own_objects & FAKEAPI_OWN_IP_ADDRESSES)
		fakeapi__ip_addresses_settle(core);
}
