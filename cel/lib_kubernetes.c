/* SPDX-License-Identifier: Apache-2.0 */
/* lib_kubernetes.c - Kubernetes' libraries for patterns and URLs. */

#include "base/regex.h"
#include "base/text/ascii.h"
#include "base/url.h"
#include "cel/lib.h"

/* --- patterns --- */

static struct cel_value cost_exceeded(struct cel_run *run)
{
	run->stopped = CEL_COST_EXCEEDED;
	return cel_null();
}

static bool charge_pattern(struct cel_run *run, const struct cel_value *a)
{
	return cel__charge(run, ((uint64_t)a[0].len + 10) / 10 * (((uint64_t)a[1].len + 3) / 4));
}

/* Literal patterns were checked when the expression was compiled. */
static struct cel_value illegal(struct cel_run *run, struct cel_value error)
{
	const struct cel__node *n = run->node;

	if (error.kind != CEL_ERROR || run->stopped != CEL_GOES_ON ||
	    (n && n->count > 1 && n->child[1]->kind == CEL__LITERAL))
		return error;
	return cel_error(run, "Illegal regex: " STR_FMT, STR_ARG(cel_str(error)));
}

FN(find)
{
	struct cel_value error = cel_null();
	struct regex *re;
	size_t begin, end;

	(void)n;
	if (!charge_pattern(run, a))
		return cel_null();
	re = cel__pattern(run, a[1], &error);
	if (!re)
		return illegal(run, error);
	switch (regex_find(re, cel_str(a[0]), 0, &begin, &end)) {
	case REGEX_NOT_FOUND:
		return cel_of_str(STR(""));
	case REGEX_FOUND:
		return cel_of_str((struct str) { a[0].as.ptr + begin, end - begin });
	case REGEX_GAVE_UP:
		break;
	}
	return cost_exceeded(run);
}

/* The matches in s, at most `limit` (< 0: all); `out` NULL: only counts them. -1: it took too
 * long. */
static int64_t matches_of(struct cel_run *run, struct regex *re, struct str s, int64_t limit,
			  struct cel_value *out)
{
	size_t at = 0, begin, end, last = SIZE_MAX;
	int64_t count = 0;

	while (at <= s.len && (limit < 0 || count < limit)) {
		enum regex_found found = regex_find(re, s, at, &begin, &end);
		bool empty;

		if (found == REGEX_GAVE_UP || !cel__work(run, 1 + (end - at)))
			return -1;
		if (found == REGEX_NOT_FOUND)
			break;
		empty = end == at;
		if (!(empty && begin == last)) {
			if (out)
				out[count] =
				    cel_of_str((struct str) { s.ptr + begin, end - begin });
			count++;
		}
		last = end;
		if (!empty) {
			at = end;
			continue;
		}
		begin = cel__character_offset((struct str) { s.ptr + at, s.len - at }, 1);
		at += begin ? begin : 1;
	}
	return count;
}

FN(find_all)
{
	int64_t limit = n > 2 ? a[2].as.i : -1, count;
	struct cel_value error = cel_null(), list;
	struct regex *re;

	if (!charge_pattern(run, a))
		return cel_null();
	re = cel__pattern(run, a[1], &error);
	if (!re)
		return illegal(run, error);
	count = matches_of(run, re, cel_str(a[0]), limit, NULL);
	if (count < 0)
		return cost_exceeded(run);
	list = cel_new_list(run, (size_t)count);
	if (list.kind == CEL_LIST && count)
		matches_of(run, re, cel_str(a[0]), limit, list.as.list->items);
	return list;
}

/* --- URLs --- */

struct url_value {
	struct cel_opaque head;
	struct str text;
	struct url url;
	struct str host; /* without user and password, but with the port */
};

static bool same_url(const struct cel_opaque *a, const struct cel_opaque *b)
{
	const struct url_value *x = (const struct url_value *)(const void *)a;
	const struct url_value *y = (const struct url_value *)(const void *)b;

	return str_eq(x->text, y->text);
}

static const char *bad_host(struct str host)
{
	struct str port = { NULL, 0 };

	for (size_t i = 0; i < host.len; i++) {
		unsigned char c = (unsigned char)host.ptr[i];

		if (c <= ' ' || c == 0x7f || strchr("\"<>\\^`{|}", c))
			return "invalid character in host name";
		if (c == ']')
			port = (struct str) { NULL, 0 };
		if (c == ':')
			port = (struct str) { host.ptr + i + 1, host.len - i - 1 };
	}
	if (host.len && *host.ptr == '[' && !memchr(host.ptr, ']', host.len))
		return "missing ']' in host";
	for (size_t i = 0; i < port.len; i++)
		if (port.ptr[i] < '0' || port.ptr[i] > '9')
			return "invalid port after host";
	return NULL;
}

/* "mailto:a@b?c": only the query is checked. */
static bool read_opaque(struct str text, struct url *out)
{
	size_t n = 0;
	const char *query;

	while (n < text.len && (ascii_is_alnum(text.ptr[n]) || text.ptr[n] == '+' ||
				text.ptr[n] == '-' || text.ptr[n] == '.'))
		n++;
	if (!n || !ascii_is_alpha(*text.ptr) || n == text.len || text.ptr[n] != ':' ||
	    (n + 1 < text.len && text.ptr[n + 1] == '/'))
		return false;
	query = memchr(text.ptr + n, '?', text.len - n);
	*out = (struct url) { .scheme = { text.ptr, n } };
	if (query)
		out->query = (struct str) { query + 1, (size_t)(text.ptr + text.len - query - 1) };
	return true;
}

/* Parses like Go's url.ParseRequestURI: an absolute URL, or a path. NULL: valid, else the error. */
static const char *parse_url(struct str text, struct url_value *out)
{
	struct str *host = &out->host;

	out->text = text;
	if (!text.len)
		return "empty url";
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7f)
			return "net/url: invalid control character in URL";
	if (*text.ptr == ':')
		return "missing protocol scheme";
	if (str_eqz(text, "*")) {
		out->url = (struct url) { .path = text };
		return NULL;
	}
	if (read_opaque(text, &out->url))
		return NULL;
	if (url_parse(text, &out->url, NULL) < 0)
		return "invalid URI for request";
	if (!out->url.scheme.len && (!out->url.path.len || *out->url.path.ptr != '/'))
		return "invalid URI for request";
	*host = out->url.authority;
	for (size_t i = host->len; i-- > 0;)
		if (host->ptr[i] == '@') {
			*host = (struct str) { host->ptr + i + 1, host->len - i - 1 };
			break;
		}
	return bad_host(*host);
}

const char *cel__bad_uri(struct str text)
{
	struct url_value u;

	return parse_url(text, &u);
}

FN(url)
{
	struct url_value *u = cel__alloc(&run->arena, sizeof(*u));
	AUTO_STRBUF quoted = STRBUF_INIT;
	const char *why;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	if (!u)
		return cel__exhausted(run);
	u->head = (struct cel_opaque) { cel_type_named(STR("kubernetes.URL")), same_url };
	why = parse_url(cel_str(a[0]), u);
	if (!why)
		return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &u->head };
	strbuf_add_json(&quoted, cel_str(a[0]));
	return cel_error(run,
			 "URL parse error during conversion from string: parse " STR_FMT ": %s",
			 STR_ARG(strbuf_str(&quoted)), why);
}

FN(is_url)
{
	struct url_value u;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(!parse_url(cel_str(a[0]), &u));
}

static const struct url_value *url_of(struct cel_value v)
{
	return (const struct url_value *)(const void *)v.as.opaque;
}

static struct cel_value part(struct str s)
{
	return cel_of_str(s.ptr ? s : STR(""));
}

FN(get_scheme)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct str s = url_of(a[0])->url.scheme;

	(void)n;
	for (size_t i = 0; i < s.len; i++)
		strbuf_addc(&b, ascii_lower(s.ptr[i]));
	return cel__take_text(run, &b);
}

FN(get_host)
{
	UNUSED;
	return part(url_of(a[0])->host);
}

/* The host without brackets and port; *port: the text after the colon. */
static struct str hostname(struct str host, struct str *port)
{
	size_t end = host.len;

	*port = STR("");
	if (host.len && *host.ptr == '[') {
		const char *close = memchr(host.ptr, ']', host.len);

		end = close ? (size_t)(close - host.ptr) : host.len;
		if (end + 1 < host.len && host.ptr[end + 1] == ':')
			*port = (struct str) { host.ptr + end + 2, host.len - end - 2 };
		return (struct str) { host.ptr + 1, end - 1 };
	}
	for (size_t i = host.len; i-- > 0;)
		if (host.ptr[i] == ':') {
			*port = (struct str) { host.ptr + i + 1, host.len - i - 1 };
			end = i;
			break;
		}
	return (struct str) { host.ptr, end };
}

FN(get_hostname)
{
	struct str port;

	UNUSED;
	return part(hostname(url_of(a[0])->host, &port));
}

FN(get_port)
{
	struct str port;

	UNUSED;
	hostname(url_of(a[0])->host, &port);
	return part(port);
}

FN(get_escaped_path)
{
	UNUSED;
	return part(url_of(a[0])->url.path);
}

/* Appends a value to the key's list. */
static bool add_parameter(struct cel_run *run, struct cel_value map, struct cel_value key,
			  struct cel_value value)
{
	struct cel_value list, longer;

	if (!cel_map_find(run, map, key, &list)) {
		longer = cel_new_list(run, 1);
		if (longer.kind != CEL_LIST)
			return false;
		longer.as.list->items[0] = value;
		return cel_map_add(run, map, key, longer);
	}
	longer = cel_new_list(run, cel_list_count(list) + 1U);
	if (longer.kind != CEL_LIST || !cel__charge(run, cel_list_count(list) + 1U))
		return false;
	for (uint32_t i = 0; i < cel_list_count(list); i++)
		longer.as.list->items[i] = list.as.list->items[i];
	longer.as.list->items[cel_list_count(list)] = value;
	return cel__map_replace(map, key, longer);
}

FN(get_query)
{
	struct str query = url_of(a[0])->url.query, name, value;
	struct cel_value map = cel_new_map(run, 4);

	(void)n;
	while (map.kind == CEL_MAP && url_next_param(&query, &name, &value)) {
		AUTO_STRBUF k = STRBUF_INIT, v = STRBUF_INIT;
		struct cel_value key, text;

		strbuf_add_urldec(&k, name, true);
		strbuf_add_urldec(&v, value, true);
		key = cel__take_text(run, &k);
		text = cel__take_text(run, &v);
		if (key.kind != CEL_STRING || text.kind != CEL_STRING ||
		    !add_parameter(run, map, key, text))
			return cel__exhausted(run);
	}
	return map;
}

/* Escapes one step of a JSON pointer. */
FN(escape_key)
{
	struct str s = cel_str(a[0]);
	AUTO_STRBUF b = STRBUF_INIT;

	(void)n;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '/')
			strbuf_addz(&b, "~1");
		else if (s.ptr[i] == '~')
			strbuf_addz(&b, "~0");
		else
			strbuf_addc(&b, s.ptr[i]);
	}
	cel__charge(run, s.len / 10);
	return cel__take_text(run, &b);
}

#define K CEL_LIB_KUBERNETES

const struct cel__function cel__kubernetes_functions[] = {
	{ "find", "string.(string)string", find, K },
	{ "findAll", "string.(string)list(string)", find_all, K },
	{ "findAll", "string.(string,int)list(string)", find_all, K },
	{ "url", "(string)kubernetes.URL", url, K },
	{ "isURL", "(string)bool", is_url, K },
	{ "getScheme", "kubernetes.URL.()string", get_scheme, K },
	{ "getHost", "kubernetes.URL.()string", get_host, K },
	{ "getHostname", "kubernetes.URL.()string", get_hostname, K },
	{ "getPort", "kubernetes.URL.()string", get_port, K },
	{ "getEscapedPath", "kubernetes.URL.()string", get_escaped_path, K },
	{ "jsonpatch.escapeKey", "(string)string", escape_key, CEL_LIB_JSON_PATCH },
	{ "getQuery", "kubernetes.URL.()map(string,list(string))", get_query, K },
	{ 0 },
};
