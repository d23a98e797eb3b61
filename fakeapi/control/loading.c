/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/loading.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/str.h"
#include "fakeapi/control/model.h"
#include "fakeapi/core.h"

struct fakeapi__deferred {
	struct fakeapi__deferred *next;
	char *where;
	struct str doc;
	char bytes[];
};

void fakeapi__loading_init(struct fakeapi__loading *l, struct fakeapi__core *core, int64_t now_ns)
{
	*l = (struct fakeapi__loading) { .core = core, .now_ns = now_ns };
	l->end = &l->first;
}

static int put_doc(struct fakeapi__loading *l, struct str doc, const char *where,
		   struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code = fakeapi__core_load(l->core, l->now_ns, doc, &why);

	if (code && err) {
		*err = why;
		if (*where)
			(void)relist_err_set(err, code, "%s: %.*s", where, 160, why.msg);
	}
	return code;
}

/* Creates the namespace of an object: kubectl would require it, and tests rarely create it. */
static int make_namespace(struct fakeapi__loading *l, struct str doc)
{
	json_t name = json_path(doc, "metadata", "namespace", NULL);
	AUTO_STRBUF ns = STRBUF_INIT;

	if (json_kind(name) != JSON_STRING)
		return RELIST_ENOTFOUND;
	strbuf_addf(&ns,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":" STR_FMT
		    "}}",
		    STR_ARG(name));
	return ns.failed ? RELIST_ENOMEM : put_doc(l, strbuf_str(&ns), "", NULL);
}

/* True if the object's namespace does not exist. */
static bool lacks_namespace(const struct fakeapi__loading *l, struct str doc)
{
	static const struct fakeapi__model_type namespaces = { .version = { "v1", 2 },
							       .resource = { "namespaces", 10 },
							       .kind = { "Namespace", 9 } };
	AUTO_STRBUF name = STRBUF_INIT, there = STRBUF_INIT;
	struct str ns = json_str(json_path(doc, "metadata", "namespace", NULL), &name);

	return ns.len && !fakeapi__model_get(l->core, &namespaces, STR(""), ns, &there);
}

static int load_now(struct fakeapi__loading *l, struct str doc, const char *where,
		    struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code;

	if (l->namespaces && lacks_namespace(l, doc))
		(void)make_namespace(l, doc);
	code = put_doc(l, doc, where, &why);

	if (code == RELIST_ESTATUS && why.http_status == 404 && make_namespace(l, doc) == 0)
		code = put_doc(l, doc, where, &why);
	if (code && err)
		*err = why;
	return code;
}

int fakeapi__loading_add(void *user, struct str doc, const char *where, struct relist_err *err)
{
	struct fakeapi__loading *l = user;
	struct fakeapi__deferred *d;
	int code = load_now(l, doc, where, err);

	if (code != RELIST_ESTATUS)
		return code;
	d = base__malloc(sizeof(*d) + doc.len + strlen(where) + 1);
	if (!d)
		return code;
	d->next = NULL;
	d->doc = (struct str) { d->bytes, doc.len };
	memcpy(d->bytes, doc.ptr, doc.len);
	d->where = strcpy(d->bytes + doc.len, where);
	*l->end = d;
	l->end = &d->next;
	return 0;
}

int fakeapi__loading_end(struct fakeapi__loading *l, int code, struct relist_err *err)
{
	struct fakeapi__deferred *d, **at;
	struct relist_err why = { 0 };
	bool moved = true;

	while (moved && !code) {
		moved = false;
		for (at = &l->first; (d = *at);) {
			if (load_now(l, d->doc, d->where, &why) == 0) {
				moved = true;
				*at = d->next;
				base__free(d);
			} else {
				at = &d->next;
			}
		}
	}
	if (l->first && !code)
		code = load_now(l, l->first->doc, l->first->where, err);
	while ((d = l->first)) {
		l->first = d->next;
		base__free(d);
	}
	return code;
}
