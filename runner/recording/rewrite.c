/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/rewrite.h"

#include "base/alloc.h"
#include "base/text/ascii.h"
#include "base/url.h"

/* --- the server's URL --- */

/* A password may contain '/' and '#', which end an authority: the port is then not a number. */
static bool has_user(const char *url)
{
	const char *at = strchr(url, '@'), *host = strstr(url, "://");
	size_t len, port;

	if (!at)
		return false;
	if (!ascii_begins_nocase(str_of(url), STR("http")) || !host)
		return true;
	host += 3;
	len = strcspn(host, "/?#");
	port = *host == '[' ? len : strcspn(host, ":/?#");
	if (port < len)
		port += 1 + strspn(host + port + 1, "0123456789");
	return at < host + len || port < len;
}

int rec__site_parse(struct rec__site *t, const char *url, struct relist_err *err)
{
	const char *host, *end, *colon, *slash;
	struct strbuf prefix = STRBUF_INIT;

	*t = (struct rec__site) { 0 };
	if (has_user(url)) /* before any message that quotes the URL */
		return relist_err_set(err, RELIST_EINVAL,
				      "the URL must have no user, query or fragment");
	if (ascii_begins_nocase(str_of(url), STR("https://"))) {
		t->tls = true;
		host = url + 8;
	} else if (ascii_begins_nocase(str_of(url), STR("http://"))) {
		host = url + 7;
	} else {
		return relist_err_set(err, RELIST_EINVAL,
				      "\"%s\" is no URL: want http://HOST:PORT or https://...",
				      url);
	}
	slash = host + strcspn(host, "/?#");
	if (*slash == '?' || *slash == '#')
		return relist_err_set(err, RELIST_EINVAL,
				      "the URL must have no user, query or fragment");
	end = slash;
	if (*host == '[') {
		const char *close = memchr(host, ']', (size_t)(end - host));

		if (!close)
			return relist_err_set(err, RELIST_EINVAL, "\"%s\" is no URL", url);
		t->host = base__strndup(host + 1, (size_t)(close - host) - 1);
		colon = close + 1;
	} else {
		colon = memchr(host, ':', (size_t)(end - host));
		colon = colon ? colon : end;
		t->host = base__strndup(host, (size_t)(colon - host));
	}
	t->authority = base__strndup(host, (size_t)(end - host));
	t->port = colon < end && *colon == ':' ? base__strndup(colon + 1, (size_t)(end - colon) - 1)
					       : base__strdup(t->tls ? "443" : "80");
	strbuf_addz(&prefix, slash);
	while (prefix.len && prefix.ptr[prefix.len - 1] == '/')
		prefix.ptr[--prefix.len] = '\0';
	t->prefix = strbuf_steal(&prefix);
	if (t->prefix && t->host && t->port && t->authority && *t->host && *t->port)
		return 0;
	if (t->host && t->port && t->prefix && t->authority)
		relist_err_set(err, RELIST_EINVAL, "\"%s\" is no URL", url);
	else
		relist_err_set(err, RELIST_ENOMEM, "proxy: out of memory");
	rec__site_fini(t);
	return RELIST_EINVAL;
}

void rec__site_fini(struct rec__site *t)
{
	base__free(t->host);
	base__free(t->port);
	base__free(t->authority);
	base__free(t->prefix);
	*t = (struct rec__site) { 0 };
}

int rec__site_check(const char *url, struct relist_err *err)
{
	struct rec__site site;
	int code = rec__site_parse(&site, url, err);

	if (!code)
		rec__site_fini(&site);
	return code;
}

/* --- clients that may send requests --- */

static bool equals(struct str s, const char *z)
{
	return ascii_eq_nocase(s, str_of(z));
}

static bool is_number(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((s.ptr[i] < '0' || s.ptr[i] > '9') && s.ptr[i] != '.')
			return false;
	return s.len > 0;
}

static bool is_loopback(struct str host)
{
	return equals(host, "localhost") || equals(host, "::1") ||
	       (host.len > 4 && memcmp(host.ptr, "127.", 4) == 0 && is_number(host)) ||
	       (host.len > 10 && ascii_ends_nocase(host, STR(".localhost")));
}

static struct str authority_of_origin(struct str origin)
{
	const char *p = origin.len ? memmem(origin.ptr, origin.len, "://", 3) : NULL;

	return p ? (struct str) { p + 3, origin.len - (size_t)(p - origin.ptr) - 3 } : origin;
}

struct rec__refusal rec__head_refusal(const struct rec__http_head *head, const char *bind_host)
{
	struct str host = rec__http_header(head, "Host");
	struct str origin = rec__http_header(head, "Origin");
	size_t hosts = 0;

	for (size_t i = 0; i < head->header_count; i++)
		hosts += equals(head->headers[i].name, "Host");
	if (hosts > 1 || (!hosts && !head->http_1_0))
		return (struct rec__refusal) { 400, "one Host header is needed" };
	if (head->target.ptr[0] != '/')
		return (struct rec__refusal) { 400, "the target must be a path" };
	if (!is_loopback(str_of(bind_host)))
		return (struct rec__refusal) { 0, NULL };
	if (host.len && !is_loopback(url_host(host)))
		return (struct rec__refusal) { 403, "Host is not this machine" };
	if (origin.len && !is_loopback(url_host(authority_of_origin(origin))))
		return (struct rec__refusal) { 403, "Origin is another site" };
	return (struct rec__refusal) { 0, NULL };
}

void rec__refusal_write(const struct rec__refusal *why, struct strbuf *out)
{
	const char *reason = why->status == 403	  ? "Forbidden"
			     : why->status == 408 ? "RequestTimeout"
			     : why->status == 431 ? "RequestHeaderFieldsTooLarge"
						  : "BadRequest";
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addz(&body, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
			   "\"status\":\"Failure\",\"message\":");
	strbuf_addz(&body, "\"relist record: ");
	strbuf_addz(&body, why->message);
	strbuf_addf(&body, "\",\"reason\":\"%s\",\"code\":%d}\n", reason, why->status);
	strbuf_addf(out,
		    "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nConnection: close\r\n"
		    "Content-Length: %zu\r\n\r\n",
		    why->status, reason, body.len);
	strbuf_adds(out, strbuf_str(&body));
}

/* --- heads --- */

static bool is_wanted(struct str type)
{
	return !memmem(type.ptr, type.len, "application/vnd.kubernetes.protobuf", 35) &&
	       !memmem(type.ptr, type.len, "application/cbor", 16);
}

static struct str trim(struct str s)
{
	while (s.len && (*s.ptr == ' ' || *s.ptr == '\t'))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	return s;
}

void rec__accept_rewrite(struct str accept, struct strbuf *out)
{
	size_t before = out->len;
	struct str first = { NULL, 0 };

	while (accept.len) {
		const char *comma = memchr(accept.ptr, ',', accept.len);
		size_t n = comma ? (size_t)(comma - accept.ptr) : accept.len;
		struct str type = trim((struct str) { accept.ptr, n });

		if (type.len && is_wanted(type)) {
			if (out->len > before)
				strbuf_addz(out, ", ");
			strbuf_adds(out, type);
		} else if (!first.ptr) {
			first = type;
		}
		n += comma != NULL;
		accept = (struct str) { accept.ptr + n, accept.len - n };
	}
	if (out->len == before) {
		/* "...protobuf;as=Table;v=v1" becomes JSON with the same parameters. */
		const char *as = first.len ? memmem(first.ptr, first.len, ";as=", 4) : NULL;

		strbuf_addz(out, "application/json");
		if (as)
			strbuf_add(out, as, first.len - (size_t)(as - first.ptr));
	}
}

/* A client that names the proxy as its origin (WebSockets of fabric8) has that of the upstream: a
 * server that compares both would refuse the proxy's. */
static void add_value(const struct rec__http_head *head, const struct rec__http_header *h,
		      const struct rec__site *target, struct strbuf *out)
{
	if (equals(h->name, "Accept"))
		rec__accept_rewrite(h->value, out);
	else if (equals(h->name, "Origin") &&
		 str_eq(authority_of_origin(h->value), rec__http_header(head, "Host")))
		strbuf_addf(out, "http%s://%s", target->tls ? "s" : "", target->authority);
	else
		strbuf_adds(out, h->value);
}

void rec__head_rewrite(const struct rec__http_head *head, const struct rec__site *target,
		       struct str authorization, const char *impersonate, struct strbuf *out)
{
	bool has_accept = false, impersonates = false;

	strbuf_adds(out, head->method);
	strbuf_addc(out, ' ');
	strbuf_addz(out, target->prefix);
	strbuf_adds(out, head->target);
	strbuf_addf(out, " HTTP/1.%d\r\nHost: %s\r\n", head->http_1_0 ? 0 : 1, target->authority);
	for (size_t i = 0; i < head->header_count; i++) {
		const struct rec__http_header *h = &head->headers[i];

		/* Compressed data cannot be parsed in passing. */
		if (equals(h->name, "Host") || equals(h->name, "Accept-Encoding") ||
		    (equals(h->name, "Accept") && has_accept) ||
		    (equals(h->name, "Authorization") && str_eqz(h->value, REC_NO_CREDENTIAL)))
			continue;
		impersonates = impersonates || equals(h->name, "Impersonate-User");
		strbuf_adds(out, h->name);
		strbuf_addz(out, ": ");
		add_value(head, h, target, out);
		has_accept = has_accept || equals(h->name, "Accept");
		strbuf_addz(out, "\r\n");
	}
	if (authorization.len) {
		strbuf_addz(out, "Authorization: ");
		strbuf_adds(out, authorization);
		strbuf_addz(out, "\r\n");
	}
	if (impersonate && !impersonates)
		strbuf_addz(out, impersonate);
	strbuf_addz(out, "\r\n");
}
