/* SPDX-License-Identifier: Apache-2.0 */
/* no_such_path.c - the response for a path without a type or document. */
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/server/server.h"

/* True for paths below a document that is a web service of its own, as groups are. */
static bool is_below_document(struct str path)
{
	static const char *const documents[] = { "/version/", "/openid/v1/jwks/",
						 "/.well-known/openid-configuration/" };

	for (size_t i = 0; i < ARRAY_LEN(documents); i++)
		if (str_begins(path, documents[i]))
			return true;
	return false;
}

/* Below a web service of the server's own (a group, a document) the response is a Status; elsewhere
 * it is Go's plain text. */
void fakeapi__no_such_path(struct fakeapi__call *c)
{
	struct str path = c->route.path, group = STR(""), version = STR("");
	bool named = path.len > 6 && str_begins(path, "/apis/");
	const struct fakeapi__resource *r;

	if (named) {
		version = (struct str) { path.ptr + 6, path.len - 6 };
		group = str_cut(&version, '/');
		version = str_cut(&version, '/');
	}
	if (is_below_document(path)) {
		(void)fakeapi__answer_not_found(c);
		return;
	}
	if (version.len && fakeapi__api_services_refuse(c, group, version))
		return;
	if (named && !version.len && !str_contains(path, STR("//")) &&
	    fakeapi__api_services_group(c, group))
		return;
	if (named && !group.len) {
		(void)fakeapi__answer_page_not_found(c);
		return;
	}
	for (size_t i = 0; (r = fakeapi__registry_at(c->core->registry, i)); i++) {
		if ((r->flags & FAKEAPI_RES_CUSTOM) || !str_eqz(group, r->group))
			continue;
		if (!named && !str_begins(path, "/api/"))
			break;
		(void)fakeapi__answer_not_found(c);
		return;
	}
	(void)fakeapi__answer_page_not_found(c);
}
