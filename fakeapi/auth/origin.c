/* SPDX-License-Identifier: Apache-2.0 */
/* origin.c - the server's allowed host names, and the web pages that may use it.
 *
 * A browser on the same machine lets any web page reach 127.0.0.1. A page may send requests there,
 * and after its own name was pointed there (DNS rebinding) read the responses. The first have a
 * foreign Origin, the second a foreign Host; clients of Kubernetes have neither. Pages that are
 * allowed by name get the headers of apiserver's endpoints/filters/cors.go. */
#include "base/text/ascii.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/rest/rest.h"

/* True if `name` is in the comma-separated list; "*" matches any. */
static bool is_listed(const char *list, struct str name)
{
	struct str rest = str_of(list);

	while (rest.len) {
		const char *comma = memchr(rest.ptr, ',', rest.len);
		struct str one = { rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len };

		if (str_eqz(one, "*") || (one.len && ascii_eq_nocase(one, name)))
			return true;
		rest.ptr += one.len + (comma != NULL);
		rest.len -= one.len + (comma != NULL);
	}
	return false;
}

/* Four numbers up to 255. */
static bool is_ipv4(struct str s)
{
	unsigned parts = 0, number = 0, digits = 0;

	for (size_t i = 0; i <= s.len; i++) {
		if (i == s.len || s.ptr[i] == '.') {
			if (!digits || number > 255)
				return false;
			parts++;
			number = digits = 0;
		} else if (s.ptr[i] >= '0' && s.ptr[i] <= '9' && digits < 3) {
			number = number * 10 + (unsigned)(s.ptr[i] - '0');
			digits++;
		} else {
			return false;
		}
	}
	return parts == 4;
}

/* Text in brackets cannot be a host name; the address itself is not checked. */
static bool is_ipv6(struct str s)
{
	if (s.len < 4 || s.ptr[0] != '[' || s.ptr[s.len - 1] != ']')
		return false;
	for (size_t i = 1; i + 1 < s.len; i++)
		if (!strchr("0123456789abcdefABCDEF:.", s.ptr[i]))
			return false;
	return true;
}

static struct str without_port(struct str host)
{
	for (size_t i = host.len; i > 0 && host.ptr[i - 1] != ']'; i--)
		if (host.ptr[i - 1] == ':' &&
		    ascii_is_digits((struct str) { host.ptr + i, host.len - i }))
			return (struct str) { host.ptr, i - 1 };
	return host;
}

static bool is_localhost(struct str name)
{
	static const char suffix[] = ".localhost";
	size_t n = sizeof(suffix) - 1;

	return ascii_eq_nocase(name, STR("localhost")) ||
	       (name.len > n &&
		ascii_eq_nocase((struct str) { name.ptr + name.len - n, n }, STR(".localhost")));
}

static bool host_allowed(const struct fakeapi__options *opt, struct str host)
{
	struct str name = without_port(host);

	if (is_ipv4(name) || is_ipv6(name))
		return true;
	if (name.len > 1 && name.ptr[name.len - 1] == '.')
		name.len--;
	return is_localhost(name) || is_listed(opt->allow_hosts, name);
}

/* True if the Origin is this server itself. */
static bool is_own(const struct fakeapi__request *req, struct str origin, struct str host)
{
	struct str scheme = req->tls ? STR("https://") : STR("http://");

	return origin.len > scheme.len && memcmp(origin.ptr, scheme.ptr, scheme.len) == 0 &&
	       ascii_eq_nocase((struct str) { origin.ptr + scheme.len, origin.len - scheme.len },
			       host);
}

/* A page can send this header only after a preflight, which lacks it and is refused, and never with
 * a WebSocket. */
static bool has_bearer(const struct fakeapi__request *req)
{
	struct str value = fakeapi__request_header(req, "Authorization");
	size_t n = strlen("Bearer ");

	return value.len > n && ascii_eq_nocase((struct str) { value.ptr, n }, STR("Bearer "));
}

static int refuse(struct fakeapi__call *c, const char *what, struct str found, const char *flag)
{
	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "forbidden: %s \"" STR_FMT
				  "\" is not allowed here (relist serve %s allows it)",
				  what, STR_ARG(found), flag);
	fakeapi__status_details(&c->st, "", "", "", "");
	return fakeapi__answer_status(c) < 0 ? -1 : 1;
}

static int add_cors(struct fakeapi__call *c, struct str origin)
{
	static const struct {
		const char *name, *value;
	} headers[] = {
		{ "Access-Control-Allow-Methods", "POST, GET, OPTIONS, PUT, DELETE, PATCH" },
		{ "Access-Control-Allow-Headers",
		  "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, "
		  "X-Requested-With, If-Modified-Since" },
		{ "Access-Control-Expose-Headers", "Date" },
		{ "Access-Control-Allow-Credentials", "true" },
		{ "Vary", "Origin" },
	};

	if (fakeapi__header_add(c->x, "Access-Control-Allow-Origin", origin) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(headers); i++)
		if (fakeapi__header_add(c->x, headers[i].name, str_of(headers[i].value)) < 0)
			return -1;
	return 0;
}

int fakeapi__check_origin(struct fakeapi__call *c)
{
	const struct fakeapi__options *opt = &c->core->opt;
	struct str host = fakeapi__request_header(c->req, "Host");
	struct str origin = fakeapi__request_header(c->req, "Origin");

	if (!c->req->remote || c->resumed)
		return 0;
	/* HTTP/1.0 has no Host, and no browser uses it. */
	if (host.ptr && !host_allowed(opt, host))
		return refuse(c, "Host", host, "--allow-host");
	if (!origin.ptr || is_own(c->req, origin, host))
		return 0;
	if (!is_listed(opt->allow_origins, origin))
		return has_bearer(c->req) ? 0 : refuse(c, "Origin", origin, "--allow-origin");
	if (add_cors(c, origin) < 0)
		return -1;
	if (!str_eqz(c->req->method, "OPTIONS"))
		return 0;
	return fakeapi__answer_body(c, 204, NULL) < 0 ? -1 : 1;
}
