/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/proxy_env.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "base/url.h"

enum { HOST_MAX = 256 };

/* Where a request goes. */
struct target {
	char host[HOST_MAX]; /* in lower case, without brackets */
	char port[8];
	bool is_ip;
	unsigned char ip[16]; /* IPv4 as ::ffff:a.b.c.d */
};

/* ---- addresses ---- */

static bool read_ip(const char *text, unsigned char ip[16])
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

	if (inet_pton(AF_INET6, text, ip) == 1)
		return true;
	memcpy(ip, mapped, sizeof(mapped));
	return inet_pton(AF_INET, text, ip + 12) == 1;
}

static bool is_ipv4(const unsigned char ip[16])
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

	return memcmp(ip, mapped, sizeof(mapped)) == 0;
}

static bool is_loopback(const unsigned char ip[16])
{
	static const unsigned char one[16] = { [15] = 1 };

	return memcmp(ip, one, sizeof(one)) == 0 || (is_ipv4(ip) && ip[12] == 127);
}

/* "10.0.0.0/8"; false: no such block. */
static bool read_block(const char *text, unsigned char ip[16], unsigned *bits)
{
	const char *slash = strchr(text, '/');
	char address[HOST_MAX];
	uint64_t n;

	if (!slash || (size_t)(slash - text) >= sizeof(address))
		return false;
	memcpy(address, text, (size_t)(slash - text));
	address[slash - text] = '\0';
	if (!read_ip(address, ip) ||
	    !number_parse(str_of(slash + 1), strchr(address, ':') ? 128 : 32, &n))
		return false;
	*bits = (unsigned)n + (strchr(address, ':') ? 0 : 96);
	return true;
}

static bool is_in_block(const unsigned char ip[16], const unsigned char block[16], unsigned bits)
{
	unsigned whole = bits / 8, rest = bits % 8;

	return memcmp(ip, block, whole) == 0 &&
	       (!rest || (ip[whole] ^ block[whole]) >> (8 - rest) == 0);
}

/* ---- NO_PROXY ---- */

/* Cuts "host:port" or "[host]:port"; *port is "" without one. */
static void split_port(char *text, const char **host, const char **port)
{
	char *colon = strrchr(text, ':'), *bracket = strrchr(text, ']');

	*host = text;
	*port = "";
	if (colon &&
	    (text[0] == '[' ? bracket && colon == bracket + 1 : strchr(text, ':') == colon)) {
		*colon = '\0';
		*port = colon + 1;
		if (text[0] == '[') {
			*bracket = '\0';
			*host = text + 1;
		}
	}
}

static bool port_matches(const struct target *t, const char *port)
{
	return !*port || strcmp(port, t->port) == 0;
}

/* "example.com" counts for its subdomains too, ".example.com" and "*.example.com" for these alone.
 */
static bool domain_matches(const struct target *t, const char *domain)
{
	size_t len, host = strlen(t->host);

	if (strncmp(domain, "*.", 2) == 0)
		domain++;
	len = strlen(domain);
	if (t->is_ip || !len)
		return false;
	if (domain[0] != '.' && strcmp(t->host, domain) == 0)
		return true;
	return host > len && strcmp(t->host + host - len, domain) == 0 &&
	       (domain[0] == '.' || t->host[host - len - 1] == '.');
}

static bool entry_matches(const struct target *t, char *entry)
{
	unsigned char ip[16];
	const char *host, *port;
	unsigned bits;

	if (read_block(entry, ip, &bits))
		return t->is_ip && (bits >= 96 || !is_ipv4(t->ip)) && is_in_block(t->ip, ip, bits);
	split_port(entry, &host, &port);
	if (read_ip(host, ip))
		return t->is_ip && memcmp(t->ip, ip, sizeof(ip)) == 0 && port_matches(t, port);
	return domain_matches(t, host) && port_matches(t, port);
}

static bool needs_none(const struct target *t, const char *no)
{
	bool matches = false;

	while (no && *no) {
		size_t len = strcspn(no, ",");
		struct str entry = str_trim_space((struct str) { no, len });
		char text[HOST_MAX];

		no += len + (no[len] == ',');
		if (!entry.len || entry.len >= sizeof(text))
			continue;
		for (size_t i = 0; i < entry.len; i++)
			text[i] = ascii_lower(entry.ptr[i]);
		text[entry.len] = '\0';
		matches |= strcmp(text, "*") == 0 || entry_matches(t, text);
	}
	return matches;
}

/* ---- the proxy ---- */

static const char *variable(const char *upper, const char *lower)
{
	const char *value = getenv(upper);

	return value && *value ? value : getenv(lower);
}

struct inf__proxy_env inf__read_proxy_env(void)
{
	struct inf__proxy_env env = {
		.http = variable("HTTP_PROXY", "http_proxy"),
		.https = variable("HTTPS_PROXY", "https_proxy"),
		.no = variable("NO_PROXY", "no_proxy"),
	};

	if (getenv("REQUEST_METHOD"))
		env.http = NULL;
	return env;
}

/* False: longer than any name. */
static bool read_target(const struct url *url, bool https, struct target *t)
{
	const char *end = url->authority.ptr + url->authority.len;
	const char *at = url->authority.ptr + url->authority.len;
	struct str host;

	while (at > url->authority.ptr && at[-1] != '@')
		at--;
	host = url_host((struct str) { at, (size_t)(end - at) });
	if (host.len >= sizeof(t->host))
		return false;
	memcpy(t->host, host.ptr, host.len);
	t->host[host.len] = '\0';
	at = host.ptr + host.len;
	at += at < end && *at == ']';
	(void)snprintf(t->port, sizeof(t->port), "%.*s", at < end ? (int)(end - at - 1) : 0,
		       at < end ? at + 1 : "");
	if (!*t->port)
		(void)snprintf(t->port, sizeof(t->port), "%s", https ? "443" : "80");
	t->is_ip = read_ip(t->host, t->ip);
	return true;
}

void inf__proxy_for(const struct inf__proxy_env *env, const char *url, struct strbuf *out)
{
	bool https = strncmp(url, "https:", 6) == 0;
	const char *proxy = https ? env->https : env->http;
	struct target t;
	struct url parts;

	if (!proxy || !*proxy || url_parse(str_of(url), &parts, NULL) != 0 ||
	    !read_target(&parts, https, &t) || strcmp(t.host, "localhost") == 0 ||
	    (t.is_ip && is_loopback(t.ip)))
		return;
	for (char *c = t.host; *c; c++)
		*c = ascii_lower(*c);
	if (needs_none(&t, env->no))
		return;
	if (url_parse(str_of(proxy), &parts, NULL) != 0 || !parts.scheme.len ||
	    !parts.authority.len)
		strbuf_addz(out, "http://");
	strbuf_addz(out, proxy);
}
