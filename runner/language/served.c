/* SPDX-License-Identifier: Apache-2.0 */
/* served.c - starts a scenario's server: registers the types and loads the objects. */
#include "fakeapi/control/loading.h"
#include "fakeapi/control/model.h"
#include "runner/language/scenario.h"

static struct fakeapi__model_type type_of(const struct scn__type *t)
{
	return (struct fakeapi__model_type) { .group = t->group,
					      .version = t->version,
					      .resource = t->resource,
					      .kind = t->kind,
					      .namespaced = t->namespaced,
					      .status = t->status };
}

/* The position of the file in a message: "pods.yaml: ..." or "pods.yaml, document 2: ...". */
static struct scn__pos pos_of(const struct scn__world *w, const char *msg)
{
	for (size_t i = 0; i < w->loads.count; i++) {
		struct str path = w->loads.items[i].manifests->path;

		if (strncmp(msg, path.ptr, path.len) == 0 &&
		    (msg[path.len] == ':' || msg[path.len] == ','))
			return w->loads.items[i].pos;
	}
	return w->loads.items[0].pos;
}

static int load_all(struct fakeapi__core *core, const struct scn__world *w, struct scn__pos *pos,
		    struct relist_err *err)
{
	struct fakeapi__loading l;
	int code = 0;

	fakeapi__loading_init(&l, core, 0);
	l.namespaces = true;
	for (size_t i = 0; i < w->loads.count; i++)
		for (const struct scn__manifest *m = w->loads.items[i].manifests->first; m && !code;
		     m = m->next)
			code = fakeapi__loading_add(&l, m->json, m->where.ptr, err);
	code = fakeapi__loading_end(&l, code, err);
	if (code && err)
		*pos = pos_of(w, err->msg);
	return code;
}

static int serve(struct fakeapi__core *core, const struct scn__type *type, struct relist_err *err)
{
	struct fakeapi__model_type t = type_of(type);
	int code = fakeapi__model_serve(core, &t, err);

	for (size_t i = 0; !code && i < type->version_count; i++) {
		t.version = type->versions[i];
		code = fakeapi__model_serve(core, &t, err);
	}
	return code;
}

int scn__serve_world(struct fakeapi__core *core, const struct scn__world *w, struct scn__pos *pos,
		     struct relist_err *err)
{
	int code = 0;

	for (size_t i = 0; !code && i < w->type_count; i++)
		code = w->types[i].defined ? 0 : serve(core, &w->types[i], err);
	return !code && w->loads.count ? load_all(core, w, pos, err) : code;
}
