/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.c - the verb of a request, as determined by kube-apiserver's RequestInfo. */
#include "base/text/query_bool.h"
#include "base/url.h"
#include "runner/world/world.h"

/* Reads the parameter `watch` like the server. */
static bool is_watch(struct str query)
{
	struct str name, value;

	while (url_next_param(&query, &name, &value))
		if (str_eqz(name, "watch"))
			return text_query_bool(value);
	return false;
}

enum scn__verb world__verb_of(const struct fakeapi__request *req, struct str query, bool named)
{
	const struct {
		const char *method;
		enum scn__verb verb;
	} writes[] = { { "POST", SCN_V_W_CREATE },
		       { "PUT", SCN_V_W_UPDATE },
		       { "PATCH", SCN_V_W_PATCH },
		       { "DELETE", named ? SCN_V_W_DELETE : SCN_V_W_DELETE_ALL } };

	for (size_t i = 0; i < ARRAY_LEN(writes); i++)
		if (str_eqz(req->method, writes[i].method))
			return writes[i].verb;
	if (named)
		return SCN_V_GET;
	return is_watch(query) ? SCN_V_WATCH : SCN_V_LIST;
}

/* After /api/v1 and /apis/GROUP/VERSION a resource and a name follow, or first
 * namespaces/NAMESPACE. Other paths (/version) have no name. */
static bool is_named(struct str path)
{
	struct str first, resource;

	(void)str_cut(&path, '/');
	first = str_cut(&path, '/');
	if (!str_eqz(first, "api") && !str_eqz(first, "apis"))
		return false;
	(void)str_cut(&path, '/');
	if (str_eqz(first, "apis"))
		(void)str_cut(&path, '/');
	resource = str_cut(&path, '/');
	if (str_eqz(resource, "namespaces") && memchr(path.ptr, '/', path.len)) {
		(void)str_cut(&path, '/');
		(void)str_cut(&path, '/');
	}
	return path.len > 0;
}

void world__other_request(struct scn__rec *q, const struct fakeapi__request *req, struct str path)
{
	q->verb = world__verb_of(req, q->query, is_named(path));
	q->name = path;
	if (q->verb == SCN_V_GET)
		q->verb = SCN_V_LIST; /* rest.c identifies a client by its lists and watches */
}
