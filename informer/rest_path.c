/* SPDX-License-Identifier: Apache-2.0 */
/* Paths and parameters of requests, as rest.Request builds them. */
#include "informer/dynamic.h"

#include "informer/cancel.h"
#include "informer/listwatch.h"

/* Escapes a path segment like net/url, which keeps all characters that a segment may have. */
static void add_segment(struct strbuf *out, const char *z)
{
	static const char plain[] = "-_.~$&+,/:;=@";

	for (; *z; z++) {
		unsigned char b = (unsigned char)*z;
		bool word =
		    (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');

		if (word || strchr(plain, b))
			strbuf_addc(out, *z);
		else
			strbuf_addf(out, "%%%02X", b);
	}
}

static int add_subresource(struct strbuf *out, const char *z, struct relist_err *err)
{
	while (*z) {
		size_t len = strcspn(z, "/");
		AUTO_STRBUF segment = STRBUF_INIT;

		strbuf_add(&segment, z, len);
		if (segment.failed)
			return relist_err_set(err, RELIST_ENOMEM, "out of memory");
		if (!len || !inf__is_path_segment(segment.ptr))
			return relist_err_set(err, RELIST_EINVAL, "invalid subresource \"%s\"",
					      segment.ptr);
		strbuf_addc(out, '/');
		add_segment(out, segment.ptr);
		z += len + (z[len] == '/');
	}
	return 0;
}

const char *inf__or_empty(const char *z)
{
	return z ? z : "";
}

int inf__rest_path(struct strbuf *out, const struct inf_resource *res, const char *name,
		   const char *subresource, struct relist_err *err)
{
	const char *group = inf__or_empty(res->group), *ns = inf__or_empty(res->namespace_);
	const char *version = inf__or_empty(res->version), *resource = inf__or_empty(res->resource);
	const struct {
		const char *what, *z;
	} segments[] = { { "group", group },
			 { "version", version },
			 { "namespace", ns },
			 { "resource", resource },
			 { "resource name", inf__or_empty(name) } };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LEN(segments); i++)
		if (!inf__is_path_segment(segments[i].z))
			return relist_err_set(err, RELIST_EINVAL, "invalid %s \"%s\"",
					      segments[i].what, segments[i].z);
	if (!*version || !*resource)
		return relist_err_set(err, RELIST_EINVAL, "a version and a resource are needed");
	if (name && !*name)
		return relist_err_set(err, RELIST_EINVAL, "name is required");
	strbuf_addz(out, *group ? "/apis/" : "/api");
	add_segment(out, group);
	strbuf_addc(out, '/');
	add_segment(out, version);
	if (*ns) {
		strbuf_addz(out, "/namespaces/");
		add_segment(out, ns);
	}
	strbuf_addc(out, '/');
	add_segment(out, resource);
	if (name) {
		strbuf_addc(out, '/');
		add_segment(out, name);
		rc = add_subresource(out, inf__or_empty(subresource), err);
	}
	return rc == 0 && out->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : rc;
}

void inf__rest_param(struct strbuf *query, const char *name, const char *value)
{
	size_t len;

	if (!value || !*value)
		return;
	if (query->len)
		strbuf_addc(query, '&');
	strbuf_addf(query, "%s=", name);
	for (; *value; value += len) { /* net/url writes a space as a plus sign */
		len = strcspn(value, " ");
		strbuf_add_urlenc(query, (struct str) { value, len });
		if (value[len]) {
			strbuf_addc(query, '+');
			len++;
		}
	}
}
