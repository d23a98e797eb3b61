/* SPDX-License-Identifier: Apache-2.0 */
#include "base/url.h"
#include "base/text/ascii.h"

size_t url_decode(char *to, struct str in, bool plus_is_space)
{
	size_t n = 0;

	for (size_t i = 0; i < in.len; i++) {
		int high = -1, low = -1;

		if (in.ptr[i] == '%' && i + 2 < in.len) {
			high = hex_digit(in.ptr[i + 1]);
			low = hex_digit(in.ptr[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			to[n++] = (char)(high << 4 | low);
			i += 2;
		} else {
			to[n++] = plus_is_space && in.ptr[i] == '+' ? ' ' : in.ptr[i];
		}
	}
	return n;
}

void strbuf_add_urldec(struct strbuf *b, struct str in, bool plus_is_space)
{
	if (!strbuf_reserve(b, in.len))
		return;
	b->len += url_decode(b->ptr + b->len, in, plus_is_space);
	b->ptr[b->len] = '\0';
}

bool url_next_param(struct str *query, struct str *name, struct str *value)
{
	while (query->len) {
		const char *amp = memchr(query->ptr, '&', query->len);
		size_t len = amp ? (size_t)(amp - query->ptr) : query->len;
		const char *eq = len ? memchr(query->ptr, '=', len) : NULL;
		size_t name_len = eq ? (size_t)(eq - query->ptr) : len;

		*name = (struct str) { query->ptr, name_len };
		*value = eq ? (struct str) { eq + 1, len - name_len - 1 } : STR("");
		query->ptr += len + (amp ? 1 : 0);
		query->len -= len + (amp ? 1 : 0);
		if (len)
			return true;
	}
	return false;
}

static bool is_scheme_char(char c, bool first)
{
	return ascii_is_alpha(c) ||
	       (!first && (ascii_is_digit(c) || c == '+' || c == '-' || c == '.'));
}

static struct str cut_scheme(struct str *rest)
{
	struct str none = { NULL, 0 }, scheme;

	for (size_t i = 0; i < rest->len; i++) {
		if (rest->ptr[i] == ':' && i > 0) {
			scheme = (struct str) { rest->ptr, i };
			*rest = (struct str) { rest->ptr + i + 1, rest->len - i - 1 };
			return scheme;
		}
		if (!is_scheme_char(rest->ptr[i], i == 0))
			break;
	}
	return none;
}

/* Removes and returns the bytes before the first of `stops`; the stop byte remains. */
static struct str cut_until(struct str *rest, const char *stops)
{
	struct str part = { rest->ptr, 0 };

	while (part.len < rest->len && !strchr(stops, rest->ptr[part.len]))
		part.len++;
	*rest = (struct str) { rest->ptr + part.len, rest->len - part.len };
	return part;
}

static int check_path(const struct url *u, struct str text, struct relist_err *err)
{
	for (size_t i = 0; i < u->path.len; i++) {
		if (u->path.ptr[i] == '%' &&
		    (i + 2 >= u->path.len || !ascii_is_hex(u->path.ptr[i + 1]) ||
		     !ascii_is_hex(u->path.ptr[i + 2])))
			return relist_err_set(err, RELIST_EINVAL, "\"%.*s\": invalid URL escape",
					      (int)text.len, text.ptr);
	}
	if (!u->scheme.ptr && !u->authority.ptr) {
		struct str rest = u->path, first = cut_until(&rest, "/");

		if (memchr(first.ptr, ':', first.len))
			return relist_err_set(
			    err, RELIST_EINVAL,
			    "\"%.*s\": first path segment in URL cannot contain colon",
			    (int)text.len, text.ptr);
	}
	return 0;
}

int url_parse(struct str text, struct url *out, struct relist_err *err)
{
	struct str rest = text;

	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7f)
			return relist_err_set(err, RELIST_EINVAL,
					      "invalid control character in URL");
	}
	out->scheme = cut_scheme(&rest);
	if (rest.len >= 2 && rest.ptr[0] == '/' && rest.ptr[1] == '/') {
		rest = (struct str) { rest.ptr + 2, rest.len - 2 };
		out->authority = cut_until(&rest, "/?#");
	}
	out->path = cut_until(&rest, "?#");
	if (rest.len && rest.ptr[0] == '?') {
		rest = (struct str) { rest.ptr + 1, rest.len - 1 };
		out->query = cut_until(&rest, "#");
	}
	return check_path(out, text, err);
}

/* Appends a segment, resolving "." and ".." (RFC 3986, 5.2.4). */
static void add_segment(struct strbuf *out, size_t root, struct str segment, bool last)
{
	bool up = segment.len == 2 && memcmp(segment.ptr, "..", 2) == 0;

	if (up || (segment.len == 1 && *segment.ptr == '.')) {
		if (up && out->len > root) {
			out->len--; /* the trailing slash */
			while (out->len > root && out->ptr[out->len - 1] != '/')
				out->len--;
			if (out->len == root)
				strbuf_addc(out, '/');
			out->ptr[out->len] = '\0';
		}
		return;
	}
	for (size_t i = 0; i < segment.len; i++) {
		unsigned char c = (unsigned char)segment.ptr[i];

		if (c <= ' ' || c >= 0x7f || strchr("\"<>\\^`{|}", c))
			strbuf_addf(out, "%%%02X", c);
		else
			strbuf_addc(out, (char)c);
	}
	if (!last)
		strbuf_addc(out, '/');
}

/* Appends the absolute path made of `dir` (up to its last slash) and `path`. */
static void add_path(struct strbuf *out, struct str dir, struct str path)
{
	const struct str parts[] = { dir, path };
	size_t root = out->len;

	strbuf_addc(out, '/');
	for (size_t p = 0; p < ARRAY_LEN(parts) && !out->failed; p++) {
		struct str rest = parts[p];

		if (rest.len && *rest.ptr == '/')
			rest = (struct str) { rest.ptr + 1, rest.len - 1 };
		while (rest.len) {
			struct str segment = cut_until(&rest, "/");
			bool last = rest.len == 0;

			add_segment(out, root, segment, last);
			if (!last)
				rest = (struct str) { rest.ptr + 1, rest.len - 1 };
		}
	}
}

static void add_query(struct strbuf *out, struct str query)
{
	if (!query.ptr)
		return;
	strbuf_addc(out, '?');
	for (size_t i = 0; i < query.len; i++) {
		unsigned char c = (unsigned char)query.ptr[i];

		if (c <= ' ' || c >= 0x7f)
			strbuf_addf(out, "%%%02X", c);
		else
			strbuf_addc(out, (char)c);
	}
}

void url_resolve(struct strbuf *out, const struct url *base, const struct url *ref)
{
	const struct url *origin = ref->scheme.ptr || ref->authority.ptr ? ref : base;
	struct str scheme = ref->scheme.ptr ? ref->scheme : base->scheme;
	struct str none = { NULL, 0 }, dir = none, path = ref->path, query = ref->query;

	if (scheme.ptr) {
		for (size_t i = 0; i < scheme.len; i++)
			strbuf_addc(out, ascii_lower(scheme.ptr[i]));
		strbuf_addc(out, ':');
	}
	if (origin->authority.ptr) {
		strbuf_addz(out, "//");
		strbuf_adds(out, origin->authority);
	}
	if (origin == base && ref->path.len == 0) {
		path = base->path;
		if (!query.ptr)
			query = base->query;
	} else if (origin == base && *ref->path.ptr != '/') {
		dir = base->path;
		while (dir.len && dir.ptr[dir.len - 1] != '/')
			dir.len--;
	}
	add_path(out, dir, path);
	add_query(out, query);
}

static struct str port_of(const struct url *u, struct str *host)
{
	struct str a = u->authority, port = { NULL, 0 };

	for (size_t i = a.len; i > 0; i--) {
		if (a.ptr[i - 1] == '@') {
			a = (struct str) { a.ptr + i, a.len - i };
			break;
		}
	}
	for (size_t i = a.len; i > 0 && a.ptr[i - 1] != ']'; i--) {
		if (a.ptr[i - 1] == ':') {
			port = (struct str) { a.ptr + i, a.len - i };
			a.len = i - 1;
			break;
		}
	}
	*host = a;
	if (port.len)
		return port;
	return u->scheme.len == 5 ? STR("443") : STR("80");
}

struct str url_host(struct str authority)
{
	bool bracket = authority.len && *authority.ptr == '[';
	const char *end =
	    authority.len ? memchr(authority.ptr, bracket ? ']' : ':', authority.len) : NULL;

	if (end && bracket)
		return (struct str) { authority.ptr + 1, (size_t)(end - authority.ptr) - 1 };
	return (struct str) { authority.ptr, end ? (size_t)(end - authority.ptr) : authority.len };
}

bool url_same_origin(const struct url *a, const struct url *b)
{
	struct str host_a, host_b;
	struct str port_a = port_of(a, &host_a), port_b = port_of(b, &host_b);

	return ascii_eq_nocase(a->scheme, b->scheme) && ascii_eq_nocase(host_a, host_b) &&
	       ascii_eq_nocase(port_a, port_b);
}
