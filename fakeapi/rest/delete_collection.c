/* SPDX-License-Identifier: Apache-2.0 */
/* delete_collection.c - deletecollection: deletes the objects of a selection one by one. */
#include <inttypes.h>

#include "fakeapi/admission/admission.h"
#include "fakeapi/callout.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/output/render.h"
#include "fakeapi/rest/delete.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/continue.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks.h"

enum { LONG_COLLECTION = 64 };

/* Collects the objects, with a limit only the first ones. 1: the call is parked. */
static int collect(struct fakeapi__call *c, const struct fakeapi__selection *sel, uint64_t rv,
		   struct fakeapi__scan *scan)
{
	int64_t limit = 0;
	bool given;

	if (fakeapi__query_int(c, "limit", &limit, &given) < 0 ||
	    fakeapi__scan_begin(scan, &c->core->store, c->bucket, sel, rv, STR(""),
				limit > 0 ? limit : 0) < 0)
		return -1;
	return fakeapi__scan_whole(c, scan);
}

/* Writes the list's metadata; a page has a continue token, as in a list. */
static int list_meta(struct fakeapi__call *c, const struct fakeapi__scan *scan,
		     const struct fakeapi__selection *sel, uint64_t rv, struct strbuf *out)
{
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;
	size_t prefix = sel->ns.len ? sel->ns.len + 1 : 0;
	AUTO_STRBUF token = STRBUF_INIT;

	if (scan->left)
		fakeapi__continue_encode(&token,
					 (struct str) { scan->last.ptr + prefix,
							scan->last.len - prefix },
					 fakeapi__is_cached(c), (int64_t)rv);
	strbuf_addf(out, "{\"resourceVersion\":\"%" PRIu64 "\"", rv);
	if (token.len || (custom && c->form.kind == FAKEAPI_FORM_PLAIN))
		strbuf_addf(out, ",\"continue\":\"" STR_FMT "\"", STR_ARG(strbuf_str(&token)));
	if (scan->left && !fakeapi__selection_filters(sel))
		strbuf_addf(out, ",\"remainingItemCount\":%" PRId64, scan->left);
	strbuf_addc(out, '}');
	return token.failed || out->failed ? -1 : 0;
}

struct listing {
	const struct fakeapi__held *list;
	int64_t unix_s;
};

static int write_items(struct fakeapi__call *c, void *work)
{
	const struct listing *l = work;
	int rc = 0;

	for (size_t i = 0; l->list && i < l->list->count && rc == 0; i++) {
		AUTO_STRBUF json = STRBUF_INIT;

		rc = fakeapi__read_json(c, fakeapi__version_json(l->list->items[i]), &json);
		if (rc == 0)
			rc = fakeapi__render_list_item(c->res, &c->form, strbuf_str(&json), i,
						       l->unix_s, &c->x->body);
	}
	return rc;
}

static int write_deleted(struct fakeapi__call *c, const struct fakeapi__scan *scan,
			 const struct fakeapi__selection *sel, uint64_t rv)
{
	struct listing l = { .list = scan->found, .unix_s = fakeapi__core_unix(c->core) };
	struct strbuf *body = &c->x->body;
	AUTO_STRBUF meta = STRBUF_INIT;

	strbuf_clear(body);
	if (list_meta(c, scan, sel, rv, &meta) < 0 ||
	    fakeapi__render_list_begin(c->res, &c->form, strbuf_str(&meta), body) < 0)
		return -1;
	if (fakeapi__unlocked_run(c, write_items, &l) < 0)
		return -1;
	if (fakeapi__render_list_end(c->res, &c->form, body) < 0)
		return -1;
	return fakeapi__answer_compact(c, 200);
}

/* The objects of a collection and the next one to delete. */
struct collection {
	const struct fakeapi__delete_options *opt;
	const struct fakeapi__held *list;
	size_t count, at;
};

/* Replaces the listed state by the newest. 1: the object no longer exists. */
static int renew(struct fakeapi__call *c, const struct fakeapi__deletion *d,
		 const struct fakeapi__version *listed, cJSON **obj)
{
	const struct fakeapi__version *v = fakeapi__bucket_get(d->bucket, d->ns, d->name);

	if (v == listed)
		return 0;
	fakeapi__drop_aside(c, *obj);
	*obj = v ? fakeapi__stored_aside(c, v) : NULL;
	return !v ? 1 : *obj ? 0 : -1;
}

static int delete_next(struct fakeapi__call *c, void *work)
{
	struct collection *all = work;
	struct fakeapi__deletion d = { .core = c->core,
				       .strategy = c->strategy,
				       .bucket = c->bucket,
				       .opt = all->opt,
				       .dry_run = c->dry_run };
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	const struct fakeapi__version *listed;
	cJSON *obj;
	int rc = -1;

	if (all->at >= all->count)
		return 0;
	listed = all->list->items[all->at++];
	obj = fakeapi__stored_aside(c, listed);
	if (obj && fakeapi__may_go_on(c) == 0) {
		strbuf_addz(&ns, fakeapi__meta_str(obj, "namespace"));
		strbuf_addz(&name, fakeapi__meta_str(obj, "name"));
		d.ns = strbuf_str(&ns);
		d.name = strbuf_str(&name);
		rc = ns.failed || name.failed ? -1 : 0;
	}
	if (rc == 0)
		rc = renew(c, &d, listed, &obj);
	if (rc == 0)
		rc = fakeapi__delete_preconditions(c, all->opt, obj);
	if (rc == 0)
		rc = fakeapi__delete_one(&d, obj);
	fakeapi__drop_aside(c, obj);
	return rc < 0 ? -1 : FAKEAPI_MORE;
}

static int delete_all(struct fakeapi__call *c, const struct fakeapi__delete_options *opt,
		      const struct fakeapi__held *list, size_t count)
{
	struct collection all = { .opt = opt, .list = list, .count = count };

	return fakeapi__steps_run(c, delete_next, &all);
}

enum { ASKED_AT_ONCE = 64 };

/* Calls webhooks for each object before any is deleted, without a name as kube-apiserver does.
 * *count: number of objects to delete; `refusal`: the error of the next one. -1: error in st, or
 * the call is parked. */
static int call_webhooks_for_all(struct fakeapi__call *c, const struct fakeapi__delete_options *opt,
				 const struct fakeapi__held *list, size_t *count,
				 struct fakeapi__status *refusal)
{
	size_t open = 0;
	int rc = 0;

	if (!fakeapi__has_webhooks(c))
		return 0;
	c->gathers = true;
	for (size_t i = 0; i < *count && rc == 0 && open < ASKED_AT_ONCE; i++) {
		const struct fakeapi__version *v = list->items[i];
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str ns =
		    json_str(json_path(fakeapi__version_json(v), "metadata", "namespace", NULL),
			     &scratch);

		if (scratch.failed) {
			rc = -1;
			break;
		}
		c->gathered = false;
		rc = fakeapi__callout_delete(c, v, ns, STR(""),
					     fakeapi__delete_options_tree(c, opt));
		if (c->gathered) {
			open++;
			rc = 0;
		} else if (rc < 0) {
			*refusal = c->st;
			fakeapi__status_init(&c->st);
			*count = i;
		}
	}
	c->gathers = false;
	if (rc < 0 && !refusal->code)
		return -1;
	return open ? fakeapi__callout_wait(c) : 0;
}

static int convert_next(struct fakeapi__call *c, void *work)
{
	struct collection *all = work;
	cJSON *obj;

	if (all->at >= all->count)
		return 0;
	obj = fakeapi__webhook_read_tree(c, fakeapi__version_json(all->list->items[all->at++]));
	cJSON_Delete(obj);
	return obj ? FAKEAPI_MORE : -1;
}

/* Converts the response before anything is deleted: if that fails, nothing is deleted. */
static int convert_all(struct fakeapi__call *c, const struct fakeapi__held *list, size_t count)
{
	struct collection all = { .list = list, .count = count };
	struct fakeapi__held *row = NULL;
	int rc = 0;

	if (!c->converts || !count)
		return 0;
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = fakeapi__held_add(&row, list->items[i]);
	if (rc < 0)
		fakeapi__held_free(row, &c->core->store);
	else
		rc = fakeapi__convert_ahead(c, &row);
	return rc == 0 ? fakeapi__steps_run(c, convert_next, &all) : rc;
}

int fakeapi__verb_delete_collection(struct fakeapi__call *c)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__selection sel;
	struct fakeapi__status refusal;
	struct fakeapi__scan scan = { .store = NULL };
	const struct fakeapi__held *list;
	size_t count, may;
	uint64_t rv = c->core->store.rv;
	int rc;

	fakeapi__delete_options_init(&opt);
	fakeapi__selection_init(&sel);
	fakeapi__status_init(&refusal);
	rc = fakeapi__negotiate_call(c, false);
	if (rc == 0)
		rc = fakeapi__read_list_options(c, false, &sel);
	if (rc == 0)
		rc = fakeapi__select_fields(c, &sel);
	if (rc == 0)
		rc = fakeapi__delete_options_parse(c, &opt);
	if (rc == 0)
		rc = fakeapi__list_state(c, &rv);
	if (rc != 0)
		goto out;
	fakeapi__default_policy(c, &opt);
	if ((c->bucket->live > LONG_COLLECTION || fakeapi__store_is_long(c->core)) &&
	    fakeapi__hand_over(c, &rc))
		goto out;
	if (rc == 0)
		rc = collect(c, &sel, rv, &scan);
	list = scan.found;
	may = count = list ? list->count : 0;
	if (rc == 0)
		rc = call_webhooks_for_all(c, &opt, list, &may, &refusal);
	if (rc == 0)
		rc = convert_all(c, list, count);
	if (rc == 0)
		rc = delete_all(c, &opt, list, may);
	if (rc == 0 && refusal.code) {
		c->st = refusal;
		fakeapi__status_init(&refusal);
		rc = -1;
	}
	if (rc == 0)
		rc = fakeapi__check_form(c, c->res, true);
	if (rc == 0)
		rc = write_deleted(c, &scan, &sel, rv);
out:
	fakeapi__scan_end(&scan);
	fakeapi__status_fini(&refusal);
	fakeapi__selection_fini(&sel);
	fakeapi__delete_options_fini(&opt);
	return rc;
}
