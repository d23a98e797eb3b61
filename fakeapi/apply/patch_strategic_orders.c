/* SPDX-License-Identifier: Apache-2.0 */
/* patch_strategic_orders.c - $setElementOrder: merges these lists, and arranges the result. */
#include "fakeapi/apply/patch_order.h"
#include "fakeapi/apply/patch_strategic.h"
#include "fakeapi/meta/go_print.h"

/* True if both items have the same key. -1: one has none. */
static int equal_keys(struct fakeapi__strategic *m, const cJSON *a, const cJSON *b, const char *key)
{
	if (!*key)
		return fakeapi__equal(a, b);
	if (!fakeapi__member(a, key))
		return fakeapi__strategic_no_key(m, a, key);
	if (!fakeapi__member(b, key))
		return fakeapi__strategic_no_key(m, b, key);
	return fakeapi__equal(fakeapi__member(a, key), fakeapi__member(b, key));
}

static int out_of_order(struct fakeapi__strategic *m, const cJSON *patch, const cJSON *order)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "The order in patch list:\n");
	fakeapi__go_print_slice(&text, patch);
	strbuf_addz(&text, "\n doesn't match $setElementOrder list:\n");
	fakeapi__go_print_slice(&text, order);
	strbuf_addc(&text, '\n');
	return text.failed ? -1 : fakeapi__strategic_fail(m, 500, text.ptr);
}

/* Checks that the order has each plain element of the patch, in the same sequence. */
static int check_order(struct fakeapi__strategic *m, const cJSON *patch, const cJSON *order,
		       const char *key)
{
	const cJSON *e = patch ? patch->child : NULL, *o = order->child;

	if (!e || !o)
		return 0;
	while (e && o) {
		int same = 0;

		if (fakeapi__member(e, "$patch")) {
			e = e->next;
			continue;
		}
		same = equal_keys(m, e, o, key);
		if (same < 0)
			return -1;
		e = same ? e->next : e;
		o = o->next;
	}
	while (e && *key && strcmp(fakeapi__string(e, "$patch"), "delete") == 0)
		e = e->next;
	return e ? out_of_order(m, patch, order) : 0;
}

/* mergepatch.ErrBadArgType */
static int no_list(struct fakeapi__strategic *m, const cJSON *v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "expected a []interface {}, but received a %s",
		    cJSON_IsNull(v) ? "%!s(<nil>)" : fakeapi__go_type(v));
	return text.failed ? -1 : fakeapi__strategic_fail(m, 500, text.ptr);
}

static int ordered_list(struct fakeapi__strategic *m, struct fakeapi__lookup *target,
			struct fakeapi__lookup *patch, const char *name, const cJSON *order,
			const struct fakeapi__type *t)
{
	struct fakeapi__strategic_tags tags = fakeapi__strategic_tags_of(t, name);
	cJSON *have = fakeapi__lookup(target, name), *want = fakeapi__lookup_detach(patch, name);
	bool empty = (have || want) && !(have && have->child) && !(want && want->child);
	const cJSON *bad = !cJSON_IsArray(order)	  ? order
			   : have && !cJSON_IsArray(have) ? have
			   : want && !cJSON_IsArray(want) ? want
							  : NULL;
	const cJSON *first;
	int rc = bad ? no_list(m, bad) : check_order(m, want, order, tags.key);
	cJSON *server = rc != 0 ? NULL : have ? cJSON_Duplicate(have, true) : cJSON_CreateArray();

	if (!server) {
		cJSON_Delete(want);
		return -1;
	}
	if (have && want && tags.merge) {
		rc = fakeapi__strategic_list(m, have, want, &tags);
		cJSON_Delete(want);
	} else if (want) {
		rc = fakeapi__strategic_put(target, name, want);
		have = fakeapi__lookup(target, name);
	}
	if (rc == 0 && empty)
		rc = fakeapi__strategic_fail(m, 500, "no elements in any of the given slices");
	/* Maps without a merge key cannot be ordered, neither the server's nor the client's. */
	first = server->child ? server->child : have ? have->child : NULL;
	if (rc == 0 && cJSON_IsObject(first) && !*tags.key)
		rc = fakeapi__strategic_no_key(m, first, "");
	if (rc == 0 && have)
		rc = fakeapi__places_arrange(have, order, server, tags.key);
	cJSON_Delete(server);
	return rc;
}

int fakeapi__strategic_orders(struct fakeapi__strategic *m, struct fakeapi__lookup *target,
			      cJSON *patch, const struct fakeapi__type *t)
{
	cJSON *orders = cJSON_CreateObject();
	struct fakeapi__lookup lists;
	int rc = 0;

	if (!orders)
		return -1;
	for (cJSON *c = patch->child, *next; c; c = next) {
		next = c->next;
		if (str_begins(str_of(c->string), FAKEAPI_ORDER_PREFIX))
			fakeapi__append_child(orders, cJSON_DetachItemViaPointer(patch, c));
	}
	fakeapi__lookup_members(&lists, patch, orders);
	for (const cJSON *o = orders->child; o && rc == 0; o = o->next)
		rc =
		    ordered_list(m, target, &lists, o->string + strlen(FAKEAPI_ORDER_PREFIX), o, t);
	fakeapi__lookup_fini(&lists);
	cJSON_Delete(orders);
	return rc;
}
