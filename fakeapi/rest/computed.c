/* SPDX-License-Identifier: Apache-2.0 */
/* computed.c - get and list of types whose objects are computed at each read: component statuses.
 * Source: pkg/registry/core/componentstatus/rest.go. There are no versions, so resourceVersion and
 * limit have no effect, and the response has no resourceVersion. */
#include "fakeapi/context.h"
#include "fakeapi/output/table.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/storage/selector.h"

static struct str name_of(const char *object)
{
	json_t name = json_get(json_get(str_of(object), "metadata"), "name");

	return (struct str) { name.ptr + 1, name.len - 2 };
}

/* The error uses the singular name, unlike that of a missing stored object. */
static int not_found(struct fakeapi__call *c)
{
	AUTO_STRBUF name = STRBUF_INIT;

	strbuf_adds(&name, c->route.name);
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "%s \"" STR_FMT "\" not found",
				  c->res->singular, STR_ARG(c->route.name));
	fakeapi__status_details(&c->st, name.ptr, c->res->group, c->res->singular, NULL);
	return -1;
}

int fakeapi__get_computed(struct fakeapi__call *c)
{
	if (fakeapi__negotiate_call(c, false) < 0)
		return -1;
	for (const char *const *o = c->strategy->computed; *o; o++)
		if (str_eq(name_of(*o), c->route.name))
			return fakeapi__answer_object(c, 200, str_of(*o));
	return not_found(c);
}

int fakeapi__list_computed(struct fakeapi__call *c)
{
	struct strbuf *body = &c->x->body;
	struct fakeapi__selection sel;
	size_t index = 0;
	int rc;

	fakeapi__selection_init(&sel);
	rc = fakeapi__read_list_request(c, false, &sel);
	if (rc == 0)
		rc = fakeapi__select_fields(c, &sel);
	if (rc == 0)
		rc = fakeapi__check_form(c, c->res, true);
	strbuf_clear(body);
	if (rc == 0)
		rc = fakeapi__render_list_begin(c->res, &c->form, STR("{}"), body);
	for (const char *const *o = c->strategy->computed; rc == 0 && *o; o++)
		if (fakeapi__selection_has_name(&sel, name_of(*o)))
			rc = fakeapi__render_list_item(c->res, &c->form, str_of(*o), index++,
						       fakeapi__core_unix(c->core), body);
	if (rc == 0)
		rc = fakeapi__render_list_end(c->res, &c->form, body);
	fakeapi__selection_fini(&sel);
	return rc == 0 ? fakeapi__answer_compact(c, 200) : -1;
}
