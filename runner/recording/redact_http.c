/* SPDX-License-Identifier: Apache-2.0 */
/* redact_http.c - hides secrets in the parts of a request other than its body: path, query,
 * headers. */
#define _GNU_SOURCE

#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

/* --- paths --- */

static bool is_opaque(struct str subresource)
{
	static const char *const names[] = { "log", "exec", "attach", "portforward", "proxy" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(subresource, names[i]))
			return true;
	return false;
}

/* "v1", "v1beta2" */
static bool is_version(struct str s)
{
	return s.len >= 2 && s.ptr[0] == 'v' && s.ptr[1] >= '1' && s.ptr[1] <= '9';
}

/* Skips /api/v1 or /apis/group/version, at any position. */
static bool find_api(struct str *path, struct rec__aim *aim)
{
	while (path->len) {
		struct str root = str_take_segment(path), rest = *path,
			   first = str_take_segment(&rest);

		if (str_eqz(root, "api") && is_version(first)) {
			*path = rest;
			return true;
		}
		if (str_eqz(root, "apis") && first.len) {
			struct str version = str_take_segment(&rest);

			if (is_version(version)) {
				aim->group = first;
				*path = rest;
				return true;
			}
		}
	}
	return false;
}

struct rec__aim rec__aim_of(struct str path)
{
	struct rec__aim aim = { 0 };
	struct str after;

	if (!find_api(&path, &aim))
		return aim;
	aim.resource = str_take_segment(&path);
	if (str_eqz(aim.resource, "watch")) {
		aim.watch = true;
		aim.resource = str_take_segment(&path);
	}
	if (str_eqz(aim.resource, "namespaces")) {
		struct str ns = str_take_segment(&path);

		after = path;
		aim.name = ns;
		aim.subresource = str_take_segment(&after);
		if (aim.subresource.len && !str_eqz(aim.subresource, "status") &&
		    !str_eqz(aim.subresource, "finalize")) {
			aim.ns = ns;
			aim.resource = str_take_segment(&path);
			aim.name = str_take_segment(&path);
			aim.subresource = str_take_segment(&path);
		}
	} else {
		aim.name = str_take_segment(&path);
		aim.subresource = str_take_segment(&path);
	}
	aim.secret = str_eqz(aim.resource, "secrets");
	aim.config = str_eqz(aim.resource, "configmaps");
	aim.sensitive = aim.secret || str_eqz(aim.subresource, "token") ||
			str_eqz(aim.resource, "tokenreviews");
	aim.opaque = is_opaque(aim.subresource);
	return aim;
}

static void replace_segment(struct rec__redactor *r, const char **pos, struct str segment,
			    struct strbuf *out)
{
	AUTO_STRBUF made = STRBUF_INIT;

	if (!segment.len || !rec__hash_name(r, segment, &made))
		return;
	strbuf_add(out, *pos, (size_t)(segment.ptr - *pos));
	strbuf_adds(out, strbuf_str(&made));
	*pos = segment.ptr + segment.len;
}

/* Keeps namespace and name: bodies contain them too. */
static void redact_rest(struct rec__redactor *r, struct str path, struct strbuf *out)
{
	struct rec__aim aim = rec__aim_of(path);
	struct str last = aim.name.len ? aim.name : aim.resource;
	size_t kept = last.len ? (size_t)(last.ptr + last.len - path.ptr) : 0, before;
	struct str rest;

	if (last.len) {
		struct str prefix = { path.ptr, kept };

		if (!rec__redact_string(r, NULL, prefix, REC_TEXT_IDENTITY, out))
			strbuf_adds(out, prefix);
	}
	rest = (struct str) { path.ptr + kept, path.len - kept };
	before = out->len;
	if (!rec__redact_text(r, NULL, rest, out)) {
		out->len = before;
		strbuf_adds(out, rest);
	}
}

void rec__redact_path(struct rec__redactor *r, struct str path, struct strbuf *out)
{
	AUTO_STRBUF named = STRBUF_INIT;
	struct rec__aim aim = rec__aim_of(path);
	const char *pos = path.ptr;

	if (r->opt.hash_names) {
		replace_segment(r, &pos, aim.ns, &named);
		replace_segment(r, &pos, aim.name, &named);
	}
	strbuf_add(&named, pos, (size_t)(path.ptr + path.len - pos));
	redact_rest(r, strbuf_str(&named), out);
	r->failed = r->failed || named.failed;
}

/* --- queries --- */

/* "metadata.name=web,spec.nodeName!=n1" */
static void redact_selector(struct rec__redactor *r, struct str text, struct strbuf *out)
{
	while (text.len) {
		const char *comma = memchr(text.ptr, ',', text.len);
		struct str term = { text.ptr, comma ? (size_t)(comma - text.ptr) : text.len };
		const char *eq = memrchr(term.ptr, '=', term.len);
		struct str key = { term.ptr, eq ? (size_t)(eq - term.ptr) : 0 };
		const char *dot;

		while (key.len && (key.ptr[key.len - 1] == '=' || key.ptr[key.len - 1] == '!'))
			key.len--;
		dot = key.len ? memrchr(key.ptr, '.', key.len) : NULL;
		if (dot)
			key = (struct str) { dot + 1, (size_t)(key.ptr + key.len - dot - 1) };
		if (eq && rec__is_name_member(key)) {
			struct str value = { eq + 1, (size_t)(term.ptr + term.len - eq - 1) };

			strbuf_add(out, term.ptr, (size_t)(eq + 1 - term.ptr));
			if (!rec__hash_name(r, value, out))
				strbuf_adds(out, value);
		} else {
			strbuf_adds(out, term);
		}
		if (comma)
			strbuf_addc(out, ',');
		term.len += comma != NULL;
		text = (struct str) { text.ptr + term.len, text.len - term.len };
	}
}

static bool is_any(struct str s, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ascii_eq_nocase(s, str_of(words[i])))
			return true;
	return false;
}

/* Parameters of the Kubernetes API, which `strict` does not hide. */
static bool is_api_parameter(struct str name)
{
	static const char *const names[] = { "watch",
					     "limit",
					     "continue",
					     "resourceVersion",
					     "resourceVersionMatch",
					     "labelSelector",
					     "fieldSelector",
					     "timeoutSeconds",
					     "timeout",
					     "allowWatchBookmarks",
					     "sendInitialEvents",
					     "fieldManager",
					     "fieldValidation",
					     "force",
					     "dryRun",
					     "pretty",
					     "includeObject",
					     "gracePeriodSeconds",
					     "propagationPolicy",
					     "orphanDependents",
					     "container",
					     "follow",
					     "tailLines",
					     "verbose",
					     "as" };

	return is_any(name, names, ARRAY_LEN(names));
}

void rec__redact_query(struct rec__redactor *r, struct str name, struct str value,
		       struct strbuf *out)
{
	AUTO_STRBUF selector = STRBUF_INIT;
	enum rec__text_kind kind = REC_TEXT_FREE;

	if (r->opt.secrets != REC_SECRETS_KEEP &&
	    (rec__is_sensitive_parameter(name) || str_eqz(name, "command") ||
	     (r->opt.strict && !is_api_parameter(name) && !rec__is_plain_value(value)))) {
		rec__redact_value(r, value, out);
		return;
	}
	if (r->opt.hash_names && str_eqz(name, "continue")) {
		if (rec__hash_name(r, value, out))
			return;
	} else if (r->opt.hash_names && str_eqz(name, "fieldSelector")) {
		redact_selector(r, value, &selector);
		value = strbuf_str(&selector);
	}
	if (str_eqz(name, "continue") || str_eqz(name, "resourceVersion"))
		kind = REC_TEXT_IDENTITY;
	else if (str_eqz(name, "labelSelector") || str_eqz(name, "fieldSelector"))
		kind = REC_TEXT_SELECTOR;
	if (!rec__redact_string(r, NULL, value, kind, out))
		strbuf_adds(out, value);
	r->failed = r->failed || selector.failed;
}

/* --- headers --- */

/* Headers that do not describe the caller; `strict` hides the values of all others. */
static bool is_plain_header(struct str name)
{
	static const char *const names[] = { "accept",
					     "accept-encoding",
					     "access-control-allow-origin",
					     "age",
					     "allow",
					     "audit-id",
					     "cache-control",
					     "connection",
					     "content-encoding",
					     "content-length",
					     "content-type",
					     "date",
					     "etag",
					     "expect",
					     "host",
					     "if-none-match",
					     "keep-alive",
					     "kubectl-command",
					     "kubectl-session",
					     "last-modified",
					     "origin",
					     "retry-after",
					     "sec-websocket-protocol",
					     "sec-websocket-version",
					     "server",
					     "transfer-encoding",
					     "upgrade",
					     "user-agent",
					     "vary",
					     "warning",
					     "x-content-type-options",
					     "x-kubernetes-pf-flowschema-uid",
					     "x-kubernetes-pf-prioritylevel-uid" };

	return is_any(name, names, ARRAY_LEN(names));
}

/* "base64url.bearer.authorization.k8s.io.TOKEN, v4.channel.k8s.io" */
static void redact_protocols(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	static const char prefix[] = "base64url.bearer.authorization.k8s.io.";

	while (value.len) {
		const char *at = memmem(value.ptr, value.len, prefix, sizeof(prefix) - 1);
		size_t kept = at ? (size_t)(at - value.ptr) + sizeof(prefix) - 1 : value.len;
		size_t end = kept;

		while (end < value.len && value.ptr[end] != ',' && value.ptr[end] != ' ')
			end++;
		if (!rec__redact_string(r, NULL, (struct str) { value.ptr, kept },
					REC_TEXT_STRUCTURAL, out))
			strbuf_add(out, value.ptr, kept);
		rec__redact_value(r, (struct str) { value.ptr + kept, end - kept }, out);
		value = (struct str) { value.ptr + end, value.len - end };
	}
}

/* Headers with which the two sides authenticate to each other. */
static bool is_challenge(struct str name)
{
	static const char *const names[] = { "authentication",	 "authentication-info",
					     "x-authentication", "proxy-authentication-info",
					     "x-amzn-oidc-data", "x-jfrog-art-api",
					     "x-honeycomb-team", "x-access" };

	return is_any(name, names, ARRAY_LEN(names));
}

/* "DD-Application-Key", but not the keys of WebSockets and of idempotent requests. */
static bool is_key(struct str name)
{
	return ascii_ends_nocase(name, STR("-key")) &&
	       !is_any(name, (const char *const[]) { "sec-websocket-key", "idempotency-key" }, 2);
}

void rec__redact_header(struct rec__redactor *r, struct str name, struct str value,
			struct strbuf *out)
{
	if (r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(out, value);
	} else if (is_any(name, (const char *const[]) { "sec-websocket-protocol" }, 1)) {
		redact_protocols(r, value, out);
	} else if (((rec__is_sensitive(name) || is_key(name) || is_challenge(name)) &&
		    !is_any(name, (const char *const[]) { "kubectl-session" }, 1)) ||
		   (r->opt.strict && !is_plain_header(name))) {
		/* The scheme is not secret, so it stays. */
		size_t kept = rec__skip_scheme(value, 0);

		strbuf_add(out, value.ptr, kept);
		rec__redact_value(r, (struct str) { value.ptr + kept, value.len - kept }, out);
	} else if (!rec__redact_text(r, NULL, value, out)) {
		strbuf_adds(out, value);
	}
}
