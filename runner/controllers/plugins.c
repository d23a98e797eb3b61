/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/controllers/plugins.h"

#include "base/alloc.h"

int relist_plugins_add(struct relist_plugins *p, int abi, const struct relist_reconciler *r)
{
	struct relist_reconciler *items;

	if (abi != RELIST_PLUGIN_ABI || !r->name || !*r->name || !r->reconcile)
		return RELIST_EINVAL;
	if (ctl__plugins_find(p, str_of(r->name)))
		return RELIST_EEXIST;
	items = base__reallocarray(p->items, p->count + 1, sizeof(*items));
	if (!items)
		return RELIST_ENOMEM;
	p->items = items;
	p->items[p->count++] = *r;
	return 0;
}

const struct relist_reconciler *ctl__plugins_find(const struct relist_plugins *p, struct str name)
{
	for (size_t i = 0; p && i < p->count; i++)
		if (str_eqz(name, p->items[i].name))
			return &p->items[i];
	return NULL;
}

void ctl__plugins_fini(struct relist_plugins *p)
{
	base__free(p->items);
	base__free(p->libraries);
	*p = (struct relist_plugins) { 0 };
}
