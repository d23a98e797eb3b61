/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/conversion.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "base/json_scan.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/convert/convert.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/held.h"
#include "fakeapi/webhooks/webhooks_impl.h"

enum {
	TIMEOUT_S = 30,
	BATCH_MAX = 128, /* objects in one review */
	BATCH_BYTES = 2 * 1024 * 1024,
	OPEN_MAX = 16, /* concurrent reviews */
};

static uint64_t key_of(const struct fakeapi__resource *to, struct str json)
{
	struct digest d = DIGEST_INIT;

	digest_number(&d, map_seed());
	digest_text(&d, str_of(to->group));
	digest_text(&d, str_of(to->version));
	digest_text(&d, json);
	return d.bits;
}

static struct str key_str(const uint64_t *key)
{
	return (struct str) { (const char *)(const void *)key, sizeof(*key) };
}

/* --- responses ---------------------------------------------------------------------------- */

static int keep(struct fakeapi__memo *m, uint64_t key, const cJSON *obj)
{
	char *text = fakeapi__print(obj);
	void *old = NULL;

	if (!text || map_put(&m->converted, key_str(&key), text, &old) != 0) {
		base__free(text);
		return -1;
	}
	base__free(old);
	return 0;
}

struct taking {
	const struct fakeapi__resource *from;
	struct fakeapi__callout *a;
};

static int read_answer(struct fakeapi__call *c, void *work)
{
	const struct taking *t = work;
	const struct fakeapi__resource *from = t->from;
	struct fakeapi__callout *a = t->a;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__hook_parse(a, &why);
	const cJSON *response = tree ? fakeapi__converted_objects(a, tree, &why) : NULL;
	const cJSON *list = fakeapi__member(response, "convertedObjects"), *obj;
	size_t n = (size_t)cJSON_GetArraySize(list), i = 0;
	int rc = 0;

	if (!response)
		rc = why.len ? fakeapi__conversion_failed(c, from, "failed: ", &why) : -1;
	if (rc == 0 && n != a->item_count) {
		strbuf_addf(&why, "%zu objects, expected %zu", n, a->item_count);
		rc = fakeapi__conversion_failed(c, from, "returned ", &why);
	}
	cJSON_ArrayForEach(obj, list)
	{
		if (rc == 0)
			rc = keep(c->x->memo, a->items[i++], obj);
	}
	cJSON_Delete(tree);
	strbuf_fini(&a->body);
	return rc;
}

/* Stores a response's objects in the call's memo. */
static int take(struct fakeapi__call *c, const struct fakeapi__resource *from,
		struct fakeapi__callout *a)
{
	struct taking t = { from, a };
	int rc = fakeapi__unlocked_run(c, read_answer, &t);

	a->taken = rc == 0;
	return rc;
}

static int take_all(struct fakeapi__call *c, const struct fakeapi__resource *from)
{
	struct fakeapi__memo *m = fakeapi__memo_of(c);

	if (!m)
		return -1;
	for (struct fakeapi__callout *a = m->callouts; a; a = a->next)
		if (a->items && a->answered && !a->taken && take(c, from, a) < 0)
			return -1;
	return 0;
}

/* --- reviews ------------------------------------------------------------------------------ */

static bool is_known(const struct fakeapi__memo *m, uint64_t key)
{
	if (map_get(&m->converted, key_str(&key)))
		return true;
	for (const struct fakeapi__callout *a = m->callouts; a; a = a->next)
		for (size_t i = 0; a->items && !a->taken && i < a->item_count; i++)
			if (a->items[i] == key)
				return true;
	return false;
}

struct batch {
	struct strbuf objects;
	uint64_t items[BATCH_MAX];
	size_t count;
};

static bool is_full(const struct batch *b)
{
	return b->count == BATCH_MAX || b->objects.len > BATCH_BYTES;
}

/* Adds the object unless its result is known. */
static void add_object(const struct fakeapi__memo *m, struct batch *b, uint64_t key,
		       struct str json)
{
	for (size_t i = 0; i < b->count; i++)
		if (b->items[i] == key)
			return;
	if (is_known(m, key))
		return;
	strbuf_addz(&b->objects, b->count ? "," : "");
	strbuf_adds(&b->objects, json);
	b->items[b->count++] = key;
}

static int send_batch(struct fakeapi__call *c, const struct fakeapi__resource *from,
		      const struct fakeapi__resource *to, struct batch *b)
{
	const cJSON *webhook = fakeapi__custom_conversion(from, to);
	AUTO_STRBUF body = STRBUF_INIT;
	struct digest d = DIGEST_INIT;
	struct fakeapi__callout *a;
	int rc;

	if (!b->count)
		return 0;
	for (size_t i = 0; i < b->count; i++)
		digest_number(&d, b->items[i]);
	if (fakeapi__callout_find(c, d.bits, &a) < 0)
		return -1;
	ASSERT(!a->sent);
	a->items = base__malloc(b->count * sizeof(*a->items));
	if (!a->items)
		return -1;
	memcpy(a->items, b->items, b->count * sizeof(*a->items));
	a->item_count = b->count;
	strbuf_addf(&body,
		    "{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\","
		    "\"request\":{\"uid\":\"%s\",\"desiredAPIVersion\":\"%s/%s\",\"objects\":[",
		    a->uid, to->group, to->version);
	strbuf_adds(&body, strbuf_str(&b->objects));
	strbuf_addz(&body, "]}}");
	b->count = 0;
	if (body.failed || b->objects.failed)
		return -1;
	strbuf_clear(&b->objects);
	rc = fakeapi__hook_send(c, a, fakeapi__member(webhook, "clientConfig"),
				TIMEOUT_S * NS_PER_S, strbuf_str(&body));
	if (rc < 0)
		a->item_count = 0;
	return rc;
}

/* Collects responses that have arrived. -1, with a status: an internal call cannot be restarted. */
static int begin_reviews(struct fakeapi__call *c, const struct fakeapi__resource *from)
{
	if (c->own)
		return fakeapi__status_set(
		    &c->st, 500, NULL,
		    "conversion webhook for %s/%s, Kind=%s failed: it is not "
		    "called for the server's own writes",
		    from->group, from->version, from->kind);
	return take_all(c, from);
}

/* Waits for pending reviews; those that failed before sending have already ended. */
static int end_reviews(struct fakeapi__call *c, const struct fakeapi__resource *from)
{
	if (take_all(c, from) < 0)
		return -1;
	return c->x->memo->open ? fakeapi__callout_wait(c) : 0;
}

/* Needs the lock. */
static int request_conversion(struct fakeapi__call *c, const struct fakeapi__resource *from,
			      const struct fakeapi__resource *to, uint64_t key, struct str json)
{
	struct batch b = { .objects = STRBUF_INIT };
	int rc = begin_reviews(c, from);

	if (rc == 0) {
		add_object(c->x->memo, &b, key, json);
		rc = send_batch(c, from, to, &b);
	}
	strbuf_fini(&b.objects);
	return rc == 0 ? end_reviews(c, from) : rc;
}

struct converting {
	const struct fakeapi__resource *from, *to;
	cJSON *obj;
	char *text; /* of obj */
	uint64_t key;
	const char *converted; /* the memo's JSON of `to`; NULL: unknown */
};

static int look_up(struct fakeapi__call *c, void *work)
{
	struct converting *v = work;

	v->text = fakeapi__print(v->obj);
	if (!v->text)
		return -1;
	v->key = key_of(v->to, str_of(v->text));
	if (c->x->memo)
		v->converted = map_get(&c->x->memo->converted, key_str(&v->key));
	return 0;
}

static int request_it(struct fakeapi__call *c, void *work)
{
	struct converting *v = work;

	if (request_conversion(c, v->from, v->to, v->key, str_of(v->text)) < 0)
		return -1;
	v->converted = map_get(&c->x->memo->converted, key_str(&v->key));
	return v->converted ? 0 : -1;
}

static int convert(struct fakeapi__call *c, void *work)
{
	struct converting *v = work;
	int rc = look_up(c, v);

	if (rc == 0 && !v->converted)
		rc = fakeapi__locked_run(c, request_it, v);
	base__free(v->text);
	return rc < 0 ? -1 : fakeapi__put_converted(c, v->from, v->to, v->obj, v->converted);
}

int fakeapi__custom_fit(struct fakeapi__call *c, const struct fakeapi__resource *to, cJSON *obj)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (fakeapi__custom_prune(to, obj, &why) != 0)
		return -1;
	return why.len ? fakeapi__status_set(&c->st, 500, NULL, "%s", why.ptr) : 0;
}

int fakeapi__webhook_convert(struct fakeapi__call *c, const struct fakeapi__resource *from,
			     const struct fakeapi__resource *to, cJSON *obj)
{
	struct converting v = { .from = from, .to = to, .obj = obj };

	if (from == to)
		return 0;
	if (!fakeapi__custom_conversion(from, to))
		return fakeapi__convert(from, to, obj) < 0 ? -1 : fakeapi__custom_fit(c, to, obj);
	return fakeapi__unlocked_run(c, convert, &v);
}

/* The type in which `json` is stored: the stored version, the call's own, or a former one. A former
 * one is written to `before`, its version to `name`. */
static const struct fakeapi__resource *kept_as(const struct fakeapi__call *c, struct str json,
					       struct fakeapi__resource *before, char name[64])
{
	struct str version = json_get(json, "apiVersion");
	size_t skip = strlen(c->stored->group) + 2; /* "group/ */

	if (fakeapi__custom_kept_in(c->stored, json) || version.len < skip + 1)
		return c->stored;
	(void)snprintf(name, 64, "%.*s", (int)(version.len - skip - 1), version.ptr + skip);
	if (strcmp(name, c->res->version) == 0)
		return c->res;
	*before = *c->stored;
	before->version = name;
	return before;
}

/* Adds the defaults that the stored version got since the write. */
static cJSON *stored_tree(struct fakeapi__call *c, struct str json)
{
	cJSON *obj = fakeapi__parse(json);

	if (obj && fakeapi__custom_lacks(c->stored, json) &&
	    fakeapi__custom_kept_in(c->stored, json) &&
	    fakeapi__default(c->stored, obj, NULL) < 0) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

struct reading {
	struct str json; /* as stored */
	cJSON *obj;
	struct strbuf *out;
};

static int read_tree(struct fakeapi__call *c, void *work)
{
	struct reading *r = work;
	struct fakeapi__resource was;
	char name[64];

	r->obj = stored_tree(c, r->json);
	if (!r->obj)
		return -1;
	if (fakeapi__webhook_convert(c, kept_as(c, r->json, &was, name), c->res, r->obj) == 0)
		return 0;
	cJSON_Delete(r->obj);
	r->obj = NULL;
	return -1;
}

cJSON *fakeapi__webhook_read_tree(struct fakeapi__call *c, struct str json)
{
	struct reading r = { .json = json };

	(void)fakeapi__unlocked_run(c, read_tree, &r); /* -1: obj is NULL */
	return r.obj;
}

static int read_text(struct fakeapi__call *c, void *work)
{
	struct reading *r = work;
	char *text;

	if (read_tree(c, r) < 0)
		return -1;
	text = fakeapi__print(r->obj);
	cJSON_Delete(r->obj);
	if (!text)
		return -1;
	strbuf_addz(r->out, text);
	base__free(text);
	return r->out->failed ? -1 : 0;
}

int fakeapi__webhook_read(struct fakeapi__call *c, struct str json, struct strbuf *out)
{
	struct reading r = { .json = json, .out = out };

	return fakeapi__unlocked_run(c, read_text, &r);
}

/* --- batches ------------------------------------------------------------------------------ */

struct fakeapi__row *fakeapi__converted_row(struct fakeapi__call *c)
{
	struct fakeapi__row *row = c->x->memo ? &c->x->memo->row : NULL;

	return row && row->held && row->types == fakeapi__crds_changes(c->core->crds) &&
		       row->rewinds == c->core->store.rewinds
		   ? row
		   : NULL;
}

/* Returns the memo's array if it has the same objects; else stores `take` there. */
static struct fakeapi__row *settle_row(struct fakeapi__call *c, struct fakeapi__held *take)
{
	struct fakeapi__row *row = fakeapi__converted_row(c);

	if (row && take == row->held)
		return row;
	if (row && take->count == row->held->count &&
	    memcmp(take->items, row->held->items,
		   take->count * sizeof(struct fakeapi__version *)) == 0) {
		fakeapi__held_free(take, &c->core->store);
		return row;
	}
	row = &c->x->memo->row;
	fakeapi__held_free(row->held, &c->core->store);
	row->held = take;
	row->requested = 0;
	row->types = fakeapi__crds_changes(c->core->crds);
	row->rewinds = c->core->store.rewinds;
	return row;
}

struct row_conversion {
	struct fakeapi__row *row;
	struct batch batch;
};

/* Fills a batch with the next unknown objects, in the form of fakeapi__webhook_convert(). */
static int fill_batch(struct fakeapi__call *c, void *work)
{
	struct row_conversion *conversion = work;
	struct fakeapi__row *row = conversion->row;
	struct batch *b = &conversion->batch;
	struct fakeapi__resource was;
	char name[64];
	int rc = 0;

	while (rc == 0 && row->requested < row->held->count && !is_full(b)) {
		struct str json = fakeapi__version_json(row->held->items[row->requested++]);
		cJSON *obj;
		char *text;

		if (kept_as(c, json, &was, name) == c->res)
			continue;
		obj = stored_tree(c, json);
		text = obj ? fakeapi__print(obj) : NULL;
		cJSON_Delete(obj);
		if (text)
			add_object(c->x->memo, b, key_of(c->res, str_of(text)), str_of(text));
		rc = text && !b->objects.failed ? 0 : -1;
		base__free(text);
	}
	return rc;
}

static int request_batch(struct fakeapi__call *c, void *work)
{
	struct row_conversion *conversion = work;
	const struct fakeapi__row *row = conversion->row;
	int rc;

	if (row->requested >= row->held->count || c->x->memo->open >= OPEN_MAX)
		return 0;
	rc = fakeapi__unlocked_run(c, fill_batch, conversion);
	if (rc == 0)
		rc = send_batch(c, c->stored, c->res, &conversion->batch);
	return rc == 0 ? FAKEAPI_MORE : rc;
}

static int request_row(struct fakeapi__call *c, struct fakeapi__row *row)
{
	struct row_conversion conversion = { .row = row, .batch = { .objects = STRBUF_INIT } };
	int rc = begin_reviews(c, c->stored);

	if (rc == 0)
		rc = fakeapi__steps_run(c, request_batch, &conversion);
	strbuf_fini(&conversion.batch.objects);
	return rc == 0 ? end_reviews(c, c->stored) : rc;
}

int fakeapi__convert_ahead(struct fakeapi__call *c, struct fakeapi__held **row)
{
	struct fakeapi__row *settled;

	if (!fakeapi__custom_conversion(c->stored, c->res) || !*row)
		return 0;
	if (!fakeapi__memo_of(c)) {
		fakeapi__held_free(*row, &c->core->store);
		*row = NULL;
		return -1;
	}
	settled = settle_row(c, *row);
	*row = settled->held;
	return request_row(c, settled);
}
