/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/impersonate.h"

#include <string.h>

/* Characters of a header's name (RFC 9110, token) but the percent sign, which escapes the others.
 */
static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("!#$&'*+-.^_`|~", c));
}

static int add(struct strbuf *out, const char *name, const char *value, struct relist_err *err)
{
	if (strpbrk(value, "\r\n"))
		return relist_err_set(err, RELIST_EINVAL,
				      "client: an impersonated name contains a line break");
	strbuf_addf(out, "%s: %s\r\n", name, value);
	return 0;
}

static int add_extra(struct strbuf *out, const char *pair, struct relist_err *err)
{
	const char *value = strchr(pair, '=');
	AUTO_STRBUF name = STRBUF_INIT;

	if (!value)
		return relist_err_set(err, RELIST_EINVAL,
				      "client: impersonate_extra \"%s\" has no \"=\"", pair);
	strbuf_addz(&name, "Impersonate-Extra-");
	for (; pair < value; pair++) {
		if (is_name_char(*pair))
			strbuf_addc(&name, *pair);
		else
			strbuf_addf(&name, "%%%02X", (unsigned char)*pair);
	}
	return name.failed ? RELIST_ENOMEM : add(out, name.ptr, value + 1, err);
}

static bool is_empty(const char *const *list)
{
	return !list || !*list;
}

int inf__impersonation_headers(const struct inf__impersonation *as, struct strbuf *out,
			       struct relist_err *err)
{
	int rc = 0;

	if (!as->user || !*as->user)
		return as->uid || !is_empty(as->groups) || !is_empty(as->extra)
			   ? relist_err_set(err, RELIST_EINVAL,
					    "client: impersonation without a user")
			   : 0;
	rc = add(out, "Impersonate-User", as->user, err);
	if (rc == 0 && as->uid)
		rc = add(out, "Impersonate-Uid", as->uid, err);
	for (const char *const *g = as->groups; rc == 0 && g && *g; g++)
		rc = add(out, "Impersonate-Group", *g, err);
	for (const char *const *e = as->extra; rc == 0 && e && *e; e++)
		rc = add_extra(out, *e, err);
	return rc == 0 && out->failed ? RELIST_ENOMEM : rc;
}
