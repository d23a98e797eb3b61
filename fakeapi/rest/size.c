/* SPDX-License-Identifier: Apache-2.0 */
/* size.c - etcd's limits for the bytes of a transaction: as stored (1.5 MiB) and as a message (2
 * MiB). */
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/serializer/protobuf.h"

enum { REQUEST_MAX = 3 << 19, MESSAGE_MAX = 2 << 20 };

/* An object's size in etcd is at most that of its JSON. */
enum { SURELY_SMALL = REQUEST_MAX };

/* Overhead per value: a comparison, protobuf fields and raft's header. */
enum { AROUND = 75 };

static bool is_json_in_etcd(const struct fakeapi__resource *res)
{
	return (res->flags & FAKEAPI_RES_CUSTOM) ||
	       strcmp(res->resource, "customresourcedefinitions") == 0 ||
	       strcmp(res->resource, "apiservices") == 0;
}

/* The size of the transaction that writes the object. -1: out of memory. */
static int size_of(const struct fakeapi__call *c, const struct fakeapi__version *v,
		   const char *name, size_t *out)
{
	struct str json = fakeapi__version_json(v);
	size_t key =
	    strlen("/registry///") + strlen(c->res->resource) + c->route_ns.len + strlen(name);
	AUTO_STRBUF message = STRBUF_INIT;

	*out = json.len + 2 * key + AROUND;
	if (json.len <= SURELY_SMALL || is_json_in_etcd(c->stored))
		return 0;
	if (fakeapi__protobuf_encode(json, c->core->opt.release, &message) < 0)
		return -1;
	*out = message.len + 2 * key + AROUND;
	return 0;
}

/* 500 without a reason. */
static int too_large(struct fakeapi__call *c, size_t size)
{
	if (size > MESSAGE_MAX)
		return fakeapi__status_set(&c->st, 500, NULL,
					   "rpc error: code = ResourceExhausted desc = trying to "
					   "send message larger than max (%zu vs. %d)",
					   size, (int)MESSAGE_MAX);
	return fakeapi__status_set(&c->st, 500, NULL, "etcdserver: request is too large");
}

static bool applies(const struct fakeapi__call *c)
{
	struct str type = fakeapi__request_header(c->req, "Content-Type");

	return c->route.method == FAKEAPI_PATCH &&
	       fakeapi__is_media_type(type, "application/apply-patch+yaml");
}

struct fakeapi__version *fakeapi__make_version(struct fakeapi__call *c, cJSON *obj,
					       const char *name, bool gone)
{
	bool retried = false;

	for (;;) {
		struct fakeapi__version *made = fakeapi__version_make(&c->core->store, obj, gone);
		size_t size;

		if (!made || gone || c->own)
			return made;
		if (size_of(c, made, name, &size) == 0 && size <= REQUEST_MAX)
			return made;
		fakeapi__version_drop(made);
		/* managedFields can be large; they are dropped if the object fits without them. */
		if (retried || applies(c) || !fakeapi__meta_has(obj, "managedFields")) {
			(void)too_large(c, size);
			return NULL;
		}
		fakeapi__meta_del(obj, "managedFields");
		retried = true;
	}
}
