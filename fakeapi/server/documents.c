/* SPDX-License-Identifier: Apache-2.0 */
/* documents.c - documents about the server itself: discovery, OpenAPI, keys of tokens. */
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/discovery/prose.h"
#include "fakeapi/metrics/metrics.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/server/server.h"
#include "fakeapi/stages.h"
#include "fakeapi/tokens/tokens.h"

enum { MANY_TYPES = 500 };

/* True for documents that grow with every definition. */
static bool is_long_document(const struct fakeapi__call *c)
{
	struct str path = c->req->path;

	if (str_begins(path, "/openapi/"))
		return true;
	return fakeapi__registry_at(c->core->registry, MANY_TYPES) &&
	       (str_begins(path, "/api") || str_eqz(path, "/"));
}

struct document {
	struct fakeapi__registry *types;
	struct fakeapi__answer *answer;
	bool ours; /* the path is a discovery path */
};

static int write_document(struct fakeapi__call *c, void *work)
{
	struct document *d = work;

	d->ours = fakeapi__discovery_answer(d->types, c->core->discovery, c->req, d->answer);
	fakeapi__registry_free(d->types);
	return 0;
}

/* False: another path. Releases the lock for long documents, which cannot change meanwhile: the
 * types stay, and the list is a copy. */
static bool make_document(struct fakeapi__call *c, struct fakeapi__answer *a)
{
	struct document d = { .answer = a };

	if (!c->may_suspend || !is_long_document(c))
		return fakeapi__discovery_answer(c->core->registry, c->core->discovery, c->req, a);
	d.types = fakeapi__registry_snapshot(c->core->registry);
	if (!d.types) {
		a->body.failed = true;
		return true;
	}
	if (str_begins(c->req->path, "/openapi/"))
		fakeapi__prose_load(c->core->discovery->prose); /* once; it stays loaded */
	(void)fakeapi__unlocked_run(c, write_document, &d); /* a failure is in the answer's body */
	return d.ours;
}

/* True for documents of the router of the server's own types, which allows only GET. */
static bool is_routed(const struct fakeapi__call *c)
{
	struct str path = c->req->path;

	return fakeapi__is_document(path, "/openid/v1/jwks") ||
	       fakeapi__is_document(path, "/.well-known/openid-configuration") ||
	       fakeapi__discovery_takes_get_alone(c->core->registry, path);
}

int fakeapi__no_such_method(struct fakeapi__call *c)
{
	(void)
	    fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
				"the server does not allow this method on the requested resource");
	fakeapi__status_details(&c->st, "", "", "", "");
	return fakeapi__answer_status(c);
}

/* Documents whose routes produce one type, which their clients have to accept. */
static int check_accept(struct fakeapi__call *c)
{
	static const struct {
		const char *path, *type;
	} produced[] = {
		{ "/version", "application/json" },
		{ "/.well-known/openid-configuration", "application/json" },
		{ "/openid/v1/jwks", "application/jwk-set+json" },
	};

	for (size_t i = 0; i < ARRAY_LEN(produced); i++)
		if (fakeapi__is_document(c->req->path, produced[i].path))
			return fakeapi__negotiate_type(c, produced[i].type);
	return 0;
}

/* -1: it is not about tokens. */
static int answer_tokens(struct fakeapi__call *c)
{
	AUTO_STRBUF body = STRBUF_INIT;
	const char *type;

	if (!fakeapi__token_document(c, &body, &type))
		return -1;
	if (body.failed ||
	    fakeapi__header_add(c->x, "Cache-Control", STR("public, max-age=3600")) < 0)
		c->x->body.failed = true;
	strbuf_adds(&c->x->body, strbuf_str(&body));
	return fakeapi__answer_discovered(c, 200, type);
}

/* Of documents only the health checks are counted; a DELETE of /metrics sets the counters to 0. */
static void count(struct fakeapi__call *c)
{
	struct str path = c->req->path;

	if (str_eqz(path, "/healthz") || str_eqz(path, "/livez") || str_eqz(path, "/readyz"))
		fakeapi__metrics_begin(c);
	else if (str_eqz(path, "/metrics") && c->route.method == FAKEAPI_DELETE)
		fakeapi__metrics_reset(c->core);
}

int fakeapi__answer_document(struct fakeapi__call *c)
{
	struct fakeapi__answer a;
	int rc = -1;

	if (c->route.method != FAKEAPI_GET && is_routed(c))
		return fakeapi__no_such_method(c);
	if (c->reads && is_long_document(c) && fakeapi__hand_over(c, &rc))
		return rc < 0 ? fakeapi__answer_status(c) : 0;
	if (check_accept(c) < 0)
		return fakeapi__answer_status(c);
	rc = answer_tokens(c);
	if (rc >= 0)
		return rc;
	count(c);
	fakeapi__answer_init(&a);
	if (make_document(c, &a)) {
		struct fakeapi__xchg *x = c->x;

		rc = fakeapi__header_add(x, "Cache-Control",
					 str_of(a.cache_control ? a.cache_control
								: "no-cache, private"));
		for (size_t i = 0; i < a.extra_count; i++)
			rc |= fakeapi__header_add(x, a.extra[i].name.ptr, a.extra[i].value);
		if (a.etag.len)
			rc |= fakeapi__header_add(x, "ETag", strbuf_str(&a.etag));
		if (a.location.len)
			rc |= fakeapi__header_add(x, "Location", strbuf_str(&a.location));
		if (a.vary_accept)
			rc |= fakeapi__header_add(x, "Vary", STR("Accept"));
		strbuf_fini(&x->body);
		x->body = a.body;
		strbuf_init(&a.body);
		x->body.failed |= rc < 0 || a.content_type.failed;
		rc = fakeapi__answer_discovered(c, a.status, a.content_type.ptr);
	}
	fakeapi__answer_fini(&a);
	return rc;
}
