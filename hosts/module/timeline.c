/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/timeline.h"

#include "base/alloc.h"
#include "hosts/module/module.h"
#include "hosts/module/observe.h"
#include "hosts/module/record.h"
#include "runner/report/page.h"

struct module__timeline {
	struct module__observer observer;
	struct runner__page page;
};

struct module__timeline *module__timeline_new(struct relist_server *server)
{
	struct module__timeline *t = base__calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	runner__page_init(&t->page);
	module__observe(&t->observer, server->api, runner__page_sink(&t->page));
	server->api = &t->observer.server;
	return t;
}

void module__timeline_free(struct module__timeline *t)
{
	if (!t)
		return;
	runner__page_fini(&t->page);
	base__free(t);
}

int32_t relist_timeline(struct relist_server *server, const char *record, uint32_t len)
{
	struct str rest = { record, len };
	struct runner__page_head head = { .verdict = "fail", .what = "" };
	AUTO_STRBUF what = STRBUF_INIT;
	struct str why;

	strbuf_clear(&module__out);
	if (!server->timeline || !module__record_take(&rest, &head.title) ||
	    !module__record_take(&rest, &why))
		return RELIST_EINVAL;
	strbuf_adds(&what, why);
	strbuf_addc(&what, '\0');
	if (!what.failed)
		head.what = what.ptr;
	runner__page_model(&server->timeline->page, &head, &module__out);
	return module__out.failed ? RELIST_ENOMEM : 0;
}
