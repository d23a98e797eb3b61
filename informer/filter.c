/* SPDX-License-Identifier: Apache-2.0 */
/* filter.c - FilteringResourceEventHandler (tools/cache/controller.go). */
#include "base/base.h"
#include "relist/informer.h"

static bool passes(const struct inf_filter *f, const struct inf_object *obj)
{
	return f->passes(f->user, obj);
}

static int notify_add(const struct inf_filter *f, const struct inf_object *obj, bool initial)
{
	return f->handler.on_add ? f->handler.on_add(f->handler.user, obj, initial) : 0;
}

static int notify_delete(const struct inf_filter *f, const char *key, const struct inf_object *obj,
			 bool unknown)
{
	return f->handler.on_delete ? f->handler.on_delete(f->handler.user, key, obj, unknown) : 0;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	const struct inf_filter *f = user;

	return passes(f, obj) ? notify_add(f, obj, initial) : 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	const struct inf_filter *f = user;
	bool newer = passes(f, obj), older = passes(f, old);

	if (newer && older)
		return f->handler.on_update ? f->handler.on_update(f->handler.user, old, obj) : 0;
	if (newer)
		return notify_add(f, obj, false);
	return older ? notify_delete(f, inf_object_key(old), old, false) : 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	const struct inf_filter *f = user;

	return !obj || passes(f, obj) ? notify_delete(f, key, obj, unknown) : 0;
}

struct inf_handler inf_filter_handler(struct inf_filter *filter)
{
	return (struct inf_handler) { on_add, on_update, on_delete, filter };
}
