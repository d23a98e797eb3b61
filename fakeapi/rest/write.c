/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rest/write.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/convert/convert.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"
#include "fakeapi/stages.h"
#include "fakeapi/validation/validate.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks.h"

int fakeapi__fit_stored(struct fakeapi__call *c, cJSON *obj)
{
	const struct fakeapi__resource *res = c->stored;

	if (c->res == res || !(res->flags & FAKEAPI_RES_CUSTOM))
		return 0;
	return fakeapi__custom_fit(c, res, obj) == 0 ? fakeapi__default(res, obj, NULL) : -1;
}

int fakeapi__to_stored(struct fakeapi__call *c, cJSON *obj)
{
	if (c->res == c->stored)
		return 0;
	return fakeapi__webhook_convert(c, c->res, c->stored, obj) < 0
		   ? -1
		   : fakeapi__fit_stored(c, obj);
}

int fakeapi__send_early(struct fakeapi__call *c, const cJSON *obj)
{
	if (!fakeapi__custom_conversion(c->stored, c->res))
		return 0;
	cJSON_Delete(c->converted);
	c->converted = cJSON_Duplicate(obj, true);
	return c->converted ? fakeapi__webhook_convert(c, c->stored, c->res, c->converted) : -1;
}

cJSON *fakeapi__tree_of(struct fakeapi__call *c, const struct fakeapi__version *v)
{
	cJSON *obj;

	if (fakeapi__custom_conversion(c->stored, c->res))
		return fakeapi__webhook_read_tree(c, fakeapi__version_json(v));
	obj = fakeapi__parse((struct str) { v->json, v->json_len });
	if (obj && (fakeapi__fill_kept(c->stored, fakeapi__version_json(v), obj) < 0 ||
		    fakeapi__convert_kept(c->stored, c->res, fakeapi__version_json(v), obj) < 0)) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

/* A tree with its source version, or the version made from it. */
struct aside {
	const struct fakeapi__version *v;
	cJSON *obj;
	struct fakeapi__version *made;
	bool gone;
};

static int read_version(struct fakeapi__call *c, void *work)
{
	struct aside *a = work;

	a->obj = fakeapi__tree_of(c, a->v);
	return 0;
}

static int parse_version(struct fakeapi__call *c, void *work)
{
	struct aside *a = work;

	(void)c;
	a->obj = fakeapi__parse(fakeapi__version_json(a->v));
	return 0;
}

static cJSON *tree_aside(struct fakeapi__call *c, const struct fakeapi__version *v,
			 fakeapi__stage_fn *read)
{
	struct fakeapi__version *held = fakeapi__version_ref(v);
	struct aside a = { .v = v };

	(void)fakeapi__unlocked_run(c, read, &a); /* a.obj NULL: failed */
	fakeapi__version_unref(&c->core->store, held);
	return a.obj;
}

cJSON *fakeapi__tree_aside(struct fakeapi__call *c, const struct fakeapi__version *v)
{
	return tree_aside(c, v, read_version);
}

cJSON *fakeapi__stored_aside(struct fakeapi__call *c, const struct fakeapi__version *v)
{
	return tree_aside(c, v, parse_version);
}

static int drop_tree(struct fakeapi__call *c, void *work)
{
	(void)c;
	cJSON_Delete(work);
	return 0;
}

void fakeapi__drop_aside(struct fakeapi__call *c, cJSON *obj)
{
	(void)fakeapi__unlocked_run(c, drop_tree, obj); /* cannot fail */
}

static int make_version(struct fakeapi__call *c, void *work)
{
	struct aside *a = work;

	a->made = fakeapi__version_make(&c->core->store, a->obj, a->gone);
	return a->made ? 0 : -1;
}

int fakeapi__commit_aside(struct fakeapi__call *c, struct fakeapi__bucket *b, struct str ns,
			  struct str name, cJSON *obj, bool gone)
{
	struct aside a = { .obj = obj, .gone = gone };

	if (fakeapi__unlocked_run(c, make_version, &a) < 0)
		return -1;
	return fakeapi__commit_made(c->core, b, ns, name, obj, a.made, gone);
}

cJSON *fakeapi__own_tree(struct fakeapi__core *core, const struct fakeapi__version *v)
{
	return core->writer ? fakeapi__stored_aside(core->writer, v)
			    : fakeapi__parse((struct str) { v->json, v->json_len });
}

void fakeapi__own_drop(struct fakeapi__core *core, cJSON *obj)
{
	if (core->writer)
		fakeapi__drop_aside(core->writer, obj);
	else
		cJSON_Delete(obj);
}

int fakeapi__own_commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
			struct str name, cJSON *obj, bool gone)
{
	return core->writer ? fakeapi__commit_aside(core->writer, b, ns, name, obj, gone)
			    : fakeapi__commit(core, b, ns, name, obj, gone);
}

int fakeapi__conflict(struct fakeapi__call *c, const char *name)
{
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on %s%s%s \"%s\": the object has "
				  "been modified; please apply your changes to the latest version "
				  "and try again",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

/* True if the managedFields entries are equal except for times, in the same order. */
static bool same_managed(const cJSON *a, const cJSON *b)
{
	static const char *const strings[] = { "manager", "operation", "apiVersion",
					       "subresource" };
	const cJSON *x = a ? a->child : NULL, *y = b ? b->child : NULL;

	for (; x && y; x = x->next, y = y->next) {
		for (size_t i = 0; i < ARRAY_LEN(strings); i++)
			if (strcmp(fakeapi__get_str(x, strings[i]),
				   fakeapi__get_str(y, strings[i])) != 0)
				return false;
		if (!fakeapi__equal(cJSON_GetObjectItemCaseSensitive(x, "fieldsV1"),
				    cJSON_GetObjectItemCaseSensitive(y, "fieldsV1")))
			return false;
	}
	return !x && !y;
}

static cJSON *detach(const cJSON *obj, const char *name)
{
	cJSON *m = fakeapi__meta(obj);

	return m ? cJSON_DetachItemFromObjectCaseSensitive(m, name) : NULL;
}

static void attach(const cJSON *obj, const char *name, cJSON *item)
{
	(void)name; /* the item still has its name, so this allocates nothing */
	if (item)
		(void)cJSON_AddItemToArray(fakeapi__meta(obj), item);
}

bool fakeapi__same_state(const cJSON *a, const cJSON *b)
{
	cJSON *ma = detach(a, "managedFields"), *mb = detach(b, "managedFields");
	bool same = same_managed(ma, mb) && fakeapi__equal(a, b);

	attach(a, "managedFields", ma);
	attach(b, "managedFields", mb);
	return same;
}

/* The real server stores protobuf, which has no empty lists and maps: required ones are read back
 * as null. Definitions are stored as JSON. */
static void drop_empties(struct fakeapi__place p)
{
	const struct fakeapi__type *t = p.type;
	const struct fakeapi__field *last = NULL;

	for (cJSON *m = t && p.v ? p.v->child : NULL, *next; m && !*p.nomem; m = next) {
		bool container = m->type & (cJSON_Array | cJSON_Object);
		const struct fakeapi__field *f;
		const struct fakeapi__type *sub;

		next = m->next;
		if (!container && !cJSON_IsNull(m))
			continue;
		f = fakeapi__type_next_field(t, m->string, &last);
		sub = f				    ? fakeapi__field_type(f)
		      : t->kind == FAKEAPI_T_STRUCT ? NULL
						    : fakeapi__type_elem(t);
		if (sub && t->kind == FAKEAPI_T_MAP && sub->kind == FAKEAPI_T_BYTES &&
		    cJSON_IsNull(m))
			fakeapi__place_set(p, m->string, cJSON_CreateString(""));
		if (!sub || !container)
			continue;
		if (f && !m->child && !(f->flags & FAKEAPI_F_POINTER) &&
		    (sub->kind == FAKEAPI_T_LIST || sub->kind == FAKEAPI_T_MAP))
			fakeapi__place_set(p, m->string, cJSON_CreateNull());
		else
			drop_empties((struct fakeapi__place) { m, sub, p.nomem });
	}
}

int fakeapi__as_kept(const struct fakeapi__resource *res, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	if (root.type && strcmp(res->group, "apiextensions.k8s.io") != 0)
		drop_empties(root);
	return nomem ? -1 : 0;
}

/* Fields that an update omits keep their values. */
static int settle_pod_resources(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *before = fakeapi__dig(old, "spec", "resources", NULL);

	if (strcmp(res->kind, "Pod") != 0 || *res->group ||
	    !fakeapi__changed(res->features, FAKEAPI_CHANGE_POD_RESOURCES_AFTER_ADMISSION))
		return 0;
	if (old && before && spec && !fakeapi__member(spec, "resources"))
		return fakeapi__set(spec, "resources", cJSON_Duplicate(before, true));
	return old ? 0 : fakeapi__default_pod_resources(res, obj);
}

static int prepare_object(const struct fakeapi__resource *res,
			  const struct fakeapi__strategy *strategy, cJSON *obj, const cJSON *old)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	if (settle_pod_resources(res, obj, old) < 0 || fakeapi__drop_disabled(res, obj) < 0)
		return -1;
	if (root.type && strategy->prepare)
		strategy->prepare(root, old);
	return nomem ? -1 : 0;
}

int fakeapi__prepare_object(const struct fakeapi__resource *res,
			    const struct fakeapi__strategy *strategy, cJSON *obj, const cJSON *old,
			    bool own)
{
	return fakeapi__admit(NULL, res, obj, old, own) < 0
		   ? -1
		   : prepare_object(res, strategy, obj, old);
}

int fakeapi__allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	struct fakeapi__status st;
	cJSON *copy;

	if (!c->strategy->allocate || c->strategy->allocate(c, obj, old) == 0)
		return 0;
	copy = c->st.doc ? cJSON_Duplicate(obj, true) : NULL;
	fakeapi__status_init(&st);
	if (copy && fakeapi__prepare(c, copy, old) == 0 &&
	    fakeapi__validate_first(c->res, copy, old, &st) < 0 && st.doc) {
		fakeapi__status_fini(&c->st);
		c->st = st;
		fakeapi__status_init(&st);
	}
	fakeapi__status_fini(&st);
	cJSON_Delete(copy);
	return -1;
}

int fakeapi__prepare(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	static const struct fakeapi__strategy status = { .resource = "" };
	/* A create through /status allocates no addresses and ports. */
	bool by_status = c->sub && !old;

	if (!c->admitted && fakeapi__admit(&c->core->opt, c->res, obj, old, c->own) < 0)
		return -1;
	return prepare_object(c->res, by_status ? &status : c->strategy, obj, old);
}

int fakeapi__written(struct fakeapi__call *c, struct str name)
{
	return c->dry_run || !c->strategy->written ? 0 : c->strategy->written(c, name);
}

/* --- webhooks ----------------------------------------------------------------------------- */

/* A namespace object belongs to the namespace of its own name. */
static struct str namespace_of(const struct fakeapi__call *c, struct str name)
{
	if (c->res->flags & FAKEAPI_RES_NAMESPACED)
		return c->route.ns;
	return !c->res->group[0] && strcmp(c->res->resource, "namespaces") == 0
		   ? name
		   : (struct str) { NULL, 0 };
}

typedef int ask_fn(struct fakeapi__call *c, const struct fakeapi__attributes *a);

static int call_webhooks(struct fakeapi__call *c, cJSON *obj, const cJSON *old, ask_fn *fn)
{
	struct fakeapi__attributes a = { .op = old ? FAKEAPI_HOOK_UPDATE : FAKEAPI_HOOK_CREATE,
					 .name = c->route.name,
					 .obj = obj,
					 .old = old };
	AUTO_STRBUF name = STRBUF_INIT;
	cJSON *options;
	int rc;

	if (!fakeapi__has_webhooks(c))
		return 0;
	strbuf_addz(&name, fakeapi__meta_str(obj, "name")); /* obj may be replaced */
	options = fakeapi__webhook_options(c, old ? "UpdateOptions" : "CreateOptions");
	if (!options || name.failed) {
		cJSON_Delete(options);
		return -1;
	}
	if (!a.name.len)
		a.name = strbuf_str(&name);
	a.ns = namespace_of(c, a.name);
	a.options = options;
	rc = fn(c, &a);
	cJSON_Delete(options);
	return rc;
}

int fakeapi__callout_mutating(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	return call_webhooks(c, obj, old, fakeapi__webhooks_mutate);
}

int fakeapi__callout_validating(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	return call_webhooks(c, obj, old, fakeapi__webhooks_validate);
}

int fakeapi__callout_both(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	return fakeapi__callout_mutating(c, obj, old) < 0
		   ? -1
		   : fakeapi__callout_validating(c, obj, old);
}

int fakeapi__callout_delete(struct fakeapi__call *c, const struct fakeapi__version *old,
			    struct str ns, struct str name, cJSON *take_options)
{
	struct fakeapi__attributes a = { .op = FAKEAPI_HOOK_DELETE,
					 .name = name,
					 .ns = c->res->flags & FAKEAPI_RES_NAMESPACED
						   ? ns
						   : namespace_of(c, name),
					 .options = take_options };
	cJSON *tree;
	int rc = 0;

	if (fakeapi__has_webhooks(c)) {
		tree = fakeapi__tree_of(c, old);
		a.old = tree;
		rc = tree && take_options ? fakeapi__webhooks_mutate(c, &a) : -1;
		if (rc == 0)
			rc = fakeapi__webhooks_validate(c, &a);
		cJSON_Delete(tree);
	}
	cJSON_Delete(take_options);
	return rc;
}

int fakeapi__callout_connect(struct fakeapi__call *c, cJSON *take_options)
{
	struct fakeapi__attributes a = { .op = FAKEAPI_HOOK_CONNECT,
					 .name = c->route.name,
					 .ns = namespace_of(c, c->route.name),
					 .obj = take_options };
	int rc = take_options ? fakeapi__webhooks_mutate(c, &a) : -1;

	if (rc == 0)
		rc = fakeapi__webhooks_validate(c, &a);
	cJSON_Delete(take_options);
	return rc;
}
