/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/path.h"

static struct str segment(struct str *rest)
{
	const char *slash;
	struct str part;

	if (rest->len && *rest->ptr == '/')
		rest->ptr++, rest->len--;
	slash = rest->len ? memchr(rest->ptr, '/', rest->len) : NULL;
	part = (struct str) { rest->ptr, slash ? (size_t)(slash - rest->ptr) : rest->len };
	rest->ptr += part.len;
	rest->len -= part.len;
	return part;
}

bool rec__target_parse(struct str path, struct rec__target *out)
{
	struct str root = segment(&path), part;

	*out = (struct rec__target) { 0 };
	if (str_eqz(root, "apis"))
		out->group = segment(&path);
	else if (!str_eqz(root, "api"))
		return false;
	out->version = segment(&path);
	part = segment(&path);
	if (str_eqz(part, "watch") && path.len)
		part = segment(&path);
	if (str_eqz(part, "namespaces") && path.len) {
		struct str ns = segment(&path);
		struct str next = segment(&path);

		/* /namespaces/a, and its subresources, refer to the namespace itself */
		if (!next.len || str_eqz(next, "status") || str_eqz(next, "finalize")) {
			out->resource = part;
			out->name = ns;
			out->subresource = next;
			return true;
		}
		out->ns = ns;
		part = next;
	}
	out->resource = part;
	out->name = segment(&path);
	out->subresource = segment(&path);
	return out->version.len && out->resource.len;
}

bool rec__target_is_old_watch(struct str path)
{
	struct str root = segment(&path);

	if (str_eqz(root, "apis"))
		(void)segment(&path);
	else if (!str_eqz(root, "api"))
		return false;
	(void)segment(&path);
	root = segment(&path);
	return str_eqz(root, "watch") && path.len > 0;
}

size_t rec__prefix_len(struct str path)
{
	static const char *const roots[] = { "/api/v1/", "/apis/" };
	struct rec__target t;

	for (size_t i = 0; i < path.len; i++)
		for (size_t k = 0; k < ARRAY_LEN(roots); k++) {
			size_t n = strlen(roots[k]);

			if (i + n < path.len && memcmp(path.ptr + i, roots[k], n) == 0)
				return rec__target_parse((struct str) { path.ptr + i,
									path.len - i },
							 &t)
					   ? i
					   : 0;
		}
	return 0;
}
