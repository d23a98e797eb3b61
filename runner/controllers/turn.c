/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c - the reads and writes of a reconciler. */
#include "base/alloc.h"
#include "runner/controllers/controllers.h"

bool ctl__turn_begin(struct scn__turn *t, const char *key, uint32_t number)
{
	const char *slash = strchr(key, '/');
	const struct scn__op *before = number ? t->ops : NULL;
	size_t before_count = number ? t->op_count : 0;
	struct scn__run *r = t->run;

	*t = (struct scn__turn) { .run = r,
				  .controller = t->controller,
				  .key = key,
				  .number = number,
				  .before = before,
				  .before_count = before_count };
	t->ns = world__copy(r, slash ? (struct str) { key, (size_t)(slash - key) } : STR(""));
	t->name = world__copy(r, str_of(slash ? slash + 1 : key));
	return !r->failure;
}

void ctl__turn_end(struct scn__turn *t)
{
	for (size_t i = 0; i < t->objects.len; i++)
		inf_object_unref(t->objects.items[i]);
	base__free(t->objects.items);
	t->objects = (struct scn__list) { 0 };
}

/* --- reading --- */

static struct inf__indexer *cache_of(const struct scn__turn *t, const struct scn__type *type)
{
	struct scn__run *r = t->run;

	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (r->informers[i].def->type == type && r->informers[i].inf)
			return inf__informer_indexer(r->informers[i].inf);
	return NULL;
}

/* Takes ownership of the reference. */
static const struct inf_object *keep(struct scn__turn *t, struct inf_object *obj)
{
	if (obj && !world__push(t->run, &t->objects, obj)) {
		inf_object_unref(obj);
		return NULL;
	}
	return obj;
}

const struct inf_object *ctl__turn_get(struct scn__turn *t, const struct scn__type *type,
				       struct str ns, struct str name)
{
	struct inf__indexer *cache = cache_of(t, type);
	struct str key =
	    ns.len ? world__printf(t->run, STR_FMT "/" STR_FMT, STR_ARG(ns), STR_ARG(name))
		   : world__copy(t->run, name);

	return cache ? keep(t, inf__indexer_get(cache, key.ptr)) : NULL;
}

static int by_key(const void *a, const void *b)
{
	const struct inf_object *const *x = a, *const *y = b;

	return strcmp(inf_object_key(*x), inf_object_key(*y));
}

const struct inf_object *const *ctl__turn_list(struct scn__turn *t, const struct scn__type *type,
					       struct str ns, size_t *count)
{
	struct inf__indexer *cache = cache_of(t, type);
	struct inf_object_list all = { 0 };
	const struct inf_object **out;

	*count = 0;
	if (!cache)
		return NULL;
	if (inf__indexer_list(cache, &all)) {
		world__broken(t->run, RELIST_ENOMEM);
		return NULL;
	}
	out = world__alloc(t->run, (all.len + 1) * sizeof(const struct inf_object *));
	for (size_t i = 0; out && i < all.len; i++) {
		struct inf_str have = inf_object_namespace(all.items[i]);
		const struct inf_object *obj;

		if (ns.len && !str_eq(ns, (struct str) { have.ptr, have.len }))
			continue;
		obj = keep(t, inf_object_ref(all.items[i]));
		if (obj)
			out[(*count)++] = obj;
	}
	inf_object_list_fini(&all);
	if (out && *count > 1)
		qsort((void *)out, *count, sizeof(*out), by_key);
	return out;
}

struct str ctl__turn_meta(struct scn__turn *t, const struct inf_object *obj, const char *member)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t v = json_path(inf__object_value(obj), "metadata", member, NULL);

	return v.len ? world__copy(t->run, json_str(v, &scratch)) : STR("");
}

/* --- requests --- */

struct scn__op *ctl__turn_want(struct scn__turn *t, const struct scn__op *op)
{
	struct scn__run *r = t->run;
	struct scn__op *copy;

	if (t->op_count == SCN_OPS_MAX)
		return NULL;
	if ((t->op_count & (t->op_count - 1)) == 0) { /* a power of two: the array is full */
		size_t cap = t->op_count ? 2 * t->op_count : 1;
		struct scn__op *ops = world__alloc(r, cap * sizeof(*ops));

		if (!ops)
			return NULL;
		if (t->op_count)
			memcpy(ops, t->ops, t->op_count * sizeof(*ops));
		t->ops = ops;
	}
	copy = &t->ops[t->op_count];
	*copy = *op;
	copy->ns = world__copy(r, op->ns);
	copy->name = world__copy(r, op->name);
	copy->subresource = world__copy(r, op->subresource);
	copy->body = world__copy(r, op->body);
	copy->uid = world__copy(r, op->uid);
	if (r->failure)
		return NULL;
	t->op_count++;
	return copy;
}
