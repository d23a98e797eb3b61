/* SPDX-License-Identifier: Apache-2.0 */
/* control_answer.c - the responses of the control API. */
#include <inttypes.h>

#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

int fakeapi__control_bad(struct fakeapi__call *c, const char *what, const char *found)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: found %s", what, found);
}

int fakeapi__control_answer(struct fakeapi__call *c, int code, cJSON *take_obj)
{
	int rc = take_obj ? fakeapi__answer_tree(c, code, take_obj) : -1;

	fakeapi__drop_aside(c, take_obj);
	return rc;
}

int fakeapi__control_number(struct fakeapi__call *c, const char *name, int64_t *out, bool *given)
{
	struct str text = fakeapi__route_param(&c->route, name, given);
	uint64_t n = 0;

	*out = 0;
	if (!*given)
		return 0;
	if (!text.len || fakeapi__parse_rv(text, &n) != 0 || n > INT64_MAX)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: found \"%.*s\", wanted a whole number", name,
					   text.len > 100 ? 100 : (int)text.len, text.ptr);
	*out = (int64_t)n;
	return 0;
}

int fakeapi__control_object(struct fakeapi__call *c)
{
	static const char *const names[] = { "resource", "name" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (!fakeapi__route_param(&c->route, names[i], NULL).len)
			return fakeapi__status_set(&c->st, 400, "BadRequest",
						   "wanted the parameters resource and name (of an "
						   "object), found no %s",
						   names[i]);
	return 0;
}

/* Where to go when no backend takes connections any more. */
void fakeapi__add_control_url(const struct fakeapi__call *c, cJSON *obj)
{
	for (size_t i = 0; i < c->core->backend_count; i++)
		if (!c->core->backends[i].refuses)
			return;
	if (c->core->control_url[0])
		(void)cJSON_AddStringToObject(obj, "control", c->core->control_url);
}

int fakeapi__control_ok(struct fakeapi__call *c)
{
	cJSON *obj = cJSON_CreateObject();
	char rv[24];

	(void)snprintf(rv, sizeof(rv), "%" PRIu64, c->core->store.rv);
	if (obj && !cJSON_AddStringToObject(obj, "resourceVersion", rv)) {
		cJSON_Delete(obj);
		obj = NULL;
	}
	fakeapi__add_control_url(c, obj);
	return fakeapi__control_answer(c, 200, obj);
}

int fakeapi__control_err(struct fakeapi__call *c, const struct relist_err *err)
{
	int code = err->http_status		   ? err->http_status
		   : err->code == RELIST_ENOTFOUND ? 404
		   : err->code == RELIST_EEXPIRED  ? 410
		   : err->code == RELIST_ENOMEM	   ? 500
						   : 400;

	return fakeapi__status_set(&c->st, code, NULL, "%s", err->msg);
}

void fakeapi__add_element(cJSON *list, cJSON *item)
{
	if (!cJSON_AddItemToArray(list, item))
		cJSON_Delete(item);
}

int fakeapi__control_ended(struct fakeapi__call *c, size_t count)
{
	cJSON *obj = cJSON_CreateObject();

	(void)cJSON_AddNumberToObject(obj, "watches", (double)count);
	fakeapi__add_control_url(c, obj);
	return fakeapi__control_answer(c, 200, obj);
}

bool fakeapi__control_aside(struct fakeapi__call *c, int *rc)
{
	return fakeapi__store_is_long(c->core) && fakeapi__hand_over(c, rc);
}
