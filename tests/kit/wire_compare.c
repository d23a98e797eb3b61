/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/wire_compare.h"

#include <ctype.h>

#include "base/alloc.h"

/* --- texts -------------------------------------------------------------------------------- */

static size_t digits(const char *p)
{
	size_t n = 0;

	while (isdigit((unsigned char)p[n]))
		n++;
	return n;
}

static size_t hex_run(const char *p)
{
	size_t n = 0;

	while (isxdigit((unsigned char)p[n]) && !isupper((unsigned char)p[n]))
		n++;
	return n;
}

/* Length of a uid at p, or 0. */
size_t wire_uid_len(const char *p)
{
	static const size_t parts[] = { 8, 4, 4, 4, 12 };
	const char *at = p;

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (hex_run(at) != parts[i])
			return 0;
		at += parts[i];
		if (i + 1 < ARRAY_LEN(parts) && *at++ != '-')
			return 0;
	}
	return (size_t)(at - p);
}

/* Length of an RFC 3339 time in UTC at p, or 0. */
static size_t time_len(const char *p)
{
	static const char shape[] = "0000-00-00T00:00:00";
	size_t n = sizeof(shape) - 1;

	for (size_t i = 0; i < n; i++)
		if (shape[i] == '0' ? !isdigit((unsigned char)p[i]) : p[i] != shape[i])
			return 0;
	if (p[n] == '.')
		n += 1 + digits(p + n + 1);
	return p[n] == 'Z' ? n + 1 : 0;
}

/* A number is that of a resource version when one of these words stands shortly before it. */
static bool after_version_word(const char *start, const char *p)
{
	static const char *const words[] = { "esource version", "esourceVersion", "current",
					     "too old" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		size_t n = strlen(words[i]);

		for (size_t gap = 0; gap <= 24 && p - start >= (ptrdiff_t)(n + gap); gap++) {
			const char *at = p - n - gap;
			bool clean = strncmp(at, words[i], n) == 0;

			for (const char *q = at + n; clean && q < p; q++)
				clean = !isdigit((unsigned char)*q);
			if (clean)
				return true;
		}
	}
	return false;
}

void wire_mask(const char *s, struct strbuf *out)
{
	bool too_old = strstr(s, "too old") != NULL;

	for (const char *p = s; *p;) {
		size_t n = wire_uid_len(p);

		if (n) {
			strbuf_addz(out, "<uid>");
		} else if ((n = time_len(p))) {
			strbuf_addz(out, "<time>");
		} else if ((n = digits(p)) && (p == s || !isdigit((unsigned char)p[-1])) &&
			   (after_version_word(s, p) || (too_old && p > s && p[-1] == '('))) {
			strbuf_addz(out, "<rv>");
		} else {
			strbuf_addc(out, *p);
			n = 1;
		}
		p += n;
	}
}

bool wire_is_age(const char *s)
{
	if (!*s)
		return false;
	while (*s) {
		size_t n = digits(s);

		if (!n || !s[n] || !strchr("dhms", s[n]))
			return false;
		s += n + 1;
	}
	return true;
}

static bool generated_name(const char *s)
{
	size_t n = strlen(s);

	if (n < 7 || s[n - 6] != '-')
		return false;
	for (size_t i = n - 5; i < n; i++)
		if (!islower((unsigned char)s[i]) && !isdigit((unsigned char)s[i]))
			return false;
	return true;
}

/* --- trees -------------------------------------------------------------------------------- */

static bool among(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (strcmp(*list, name) == 0)
			return true;
	return false;
}

static const char *const rv_names[] = { "resourceVersion", "continue", "selfLink", NULL };
static const char *const time_names[] = {
	"creationTimestamp",
	"deletionTimestamp",
	"time",
	"acquireTime",
	"renewTime",
	"expirationTimestamp",
	"lastTransitionTime",
	"firstTimestamp",
	"lastTimestamp",
	"eventTime",
	NULL,
};
static const char *const free_names[] = { "uid",       "storageVersionHash", "hash", "token",
					  "clusterIP", "clusterIPs",	     NULL };

static void short_json(const cJSON *v, struct strbuf *out)
{
	char *text = v ? cJSON_PrintUnformatted(v) : NULL;

	strbuf_addf(out, "%.160s", text ? text : "nothing");
	cJSON_free(text);
}

static bool differ(const char *path, const cJSON *want, const cJSON *got, struct strbuf *why)
{
	strbuf_addf(why, "%s: expected ", path);
	short_json(want, why);
	strbuf_addz(why, ", got ");
	short_json(got, why);
	return false;
}

static bool same_string(const char *key, const char *a, const char *b)
{
	AUTO_STRBUF x = STRBUF_INIT;
	AUTO_STRBUF y = STRBUF_INIT;

	if (among(free_names, key))
		return true;
	if (among(rv_names, key) || among(time_names, key))
		return !*a == !*b;
	if (wire_is_age(a) && wire_is_age(b))
		return true;
	if (strcmp(key, "name") == 0 && generated_name(a) && generated_name(b))
		return true;
	wire_mask(a, &x);
	wire_mask(b, &y);
	return strcmp(x.ptr, y.ptr) == 0;
}

static bool same_tree(const char *path, const char *key, const cJSON *want, const cJSON *got,
		      struct strbuf *why);

static bool same_object(const char *path, const cJSON *want, const cJSON *got, struct strbuf *why)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, want)
	{
		const cJSON *other = cJSON_GetObjectItemCaseSensitive(got, m->string);
		AUTO_STRBUF at = STRBUF_INIT;

		strbuf_addf(&at, "%s.%s", path, m->string);
		if (!other)
			return differ(at.ptr, m, NULL, why);
		if (!same_tree(at.ptr, m->string, m, other, why))
			return false;
	}
	cJSON_ArrayForEach(m, got)
	{
		AUTO_STRBUF at = STRBUF_INIT;

		strbuf_addf(&at, "%s.%s", path, m->string);
		if (!cJSON_GetObjectItemCaseSensitive(want, m->string))
			return differ(at.ptr, NULL, m, why);
	}
	return true;
}

static bool same_tree(const char *path, const char *key, const cJSON *want, const cJSON *got,
		      struct strbuf *why)
{
	const cJSON *x, *y;
	int i = 0;

	if ((want->type & 0xFF) != (got->type & 0xFF) && !(cJSON_IsBool(want) && cJSON_IsBool(got)))
		return differ(path, want, got, why);
	if (cJSON_IsObject(want))
		return same_object(path, want, got, why);
	if (cJSON_IsString(want))
		return same_string(key, want->valuestring, got->valuestring) ||
		       differ(path, want, got, why);
	if (!cJSON_IsArray(want))
		return cJSON_Compare(want, got, true) || differ(path, want, got, why);
	for (x = want->child, y = got->child; x && y; x = x->next, y = y->next, i++) {
		AUTO_STRBUF at = STRBUF_INIT;

		strbuf_addf(&at, "%s[%d]", path, i);
		if (!same_tree(at.ptr, among(free_names, key) ? key : "", x, y, why))
			return false;
	}
	return (!x && !y) || differ(path, x, y, why);
}

/* --- parts of an answer -------------------------------------------------------------------- */

static bool starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool wire_is_volatile(const char *name)
{
	static const char *const names[] = {
		"date",
		"audit-id",
		"content-length",
		"etag",
		"last-modified",
		"transfer-encoding",
		"x-from-cache",
		"connection",
		"expires",
		"process-start-time-unix",
		NULL,
	};
	AUTO_STRBUF lower = STRBUF_INIT;

	for (; *name; name++)
		strbuf_addc(&lower, (char)tolower((unsigned char)*name));
	return among(names, lower.ptr) || starts(lower.ptr, "x-kubernetes-pf");
}

void wire_add_headers(struct strbuf *out, struct str lines)
{
	while (lines.len) {
		const char *nl = memchr(lines.ptr, '\n', lines.len);
		struct str line = { lines.ptr, nl ? (size_t)(nl - lines.ptr) + 1 : lines.len };

		if (!str_begins(line, "Audit-Id:") && !str_begins(line, "X-Kubernetes-Pf-"))
			strbuf_adds(out, line);
		lines.ptr += line.len;
		lines.len -= line.len;
	}
}

/* Number of sent headers of that name; *last is the value of the n-th. */
static int count_sent(const struct wire_answer *got, const char *name, int nth, struct str *value)
{
	struct str rest = strbuf_str(&got->headers);
	int count = 0;

	while (rest.len) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		size_t len = (size_t)(nl - rest.ptr), n = strlen(name);
		bool same = len > n + 1 && rest.ptr[n] == ':';

		for (size_t i = 0; same && i < n; i++)
			same =
			    tolower((unsigned char)rest.ptr[i]) == tolower((unsigned char)name[i]);
		if (same && count++ == nth)
			*value = (struct str) { rest.ptr + n + 2, len - n - 2 };
		rest.ptr += len + 1;
		rest.len -= len + 1;
	}
	return count;
}

static bool same_header(const cJSON *want, const struct wire_answer *got, struct strbuf *why)
{
	int wanted = cJSON_IsArray(want) ? cJSON_GetArraySize(want) : 1;
	struct str value = { "", 0 };

	for (int i = 0; i < wanted; i++) {
		const cJSON *v = cJSON_IsArray(want) ? cJSON_GetArrayItem(want, i) : want;

		if (count_sent(got, want->string, i, &value) != wanted ||
		    !str_eqz(value, v->valuestring)) {
			strbuf_addf(why, "header %s: expected %s, got " STR_FMT, want->string,
				    v->valuestring, STR_ARG(value));
			return false;
		}
	}
	return true;
}

static bool same_headers(const cJSON *want, const struct wire_answer *got, struct strbuf *why)
{
	struct str rest = strbuf_str(&got->headers);
	const cJSON *h;

	cJSON_ArrayForEach(h, want) if (!wire_is_volatile(h->string) &&
					!same_header(h, got, why)) return false;
	while (rest.len) {
		const char *colon = memchr(rest.ptr, ':', rest.len);
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_add(&name, rest.ptr, (size_t)(colon - rest.ptr));
		if (!wire_is_volatile(name.ptr) && !cJSON_GetObjectItem(want, name.ptr)) {
			strbuf_addf(why, "header %s: not recorded", name.ptr);
			return false;
		}
		rest.len -= (size_t)(nl + 1 - rest.ptr);
		rest.ptr = nl + 1;
	}
	return true;
}

/* The lines of a watch as one array. Lines cut at recording end it; *cut says so. */
static cJSON *events_of(const char *text, bool *cut)
{
	cJSON *list = cJSON_CreateArray();

	*cut = false;
	while (*text && !*cut) {
		size_t n = strcspn(text, "\n");
		cJSON *ev = n ? cJSON_ParseWithLength(text, n) : NULL;

		if (ev)
			cJSON_AddItemToArray(list, ev);
		else if (n)
			*cut = true;
		text += n + (text[n] == '\n');
	}
	return list;
}

static bool same_events(const cJSON *lines, const struct wire_answer *got, struct strbuf *why)
{
	AUTO_STRBUF want_text = STRBUF_INIT;
	cJSON *want, *have;
	const cJSON *l;
	bool cut, ignored, same;

	cJSON_ArrayForEach(l, lines)
	    strbuf_addz(&want_text, cJSON_GetObjectItemCaseSensitive(l, "data")->valuestring);
	want = events_of(want_text.ptr, &cut);
	have = events_of(got->body.ptr, &ignored);
	if (cut) /* compare what was recorded whole */
		while (cJSON_GetArraySize(have) > cJSON_GetArraySize(want))
			cJSON_DeleteItemFromArray(have, cJSON_GetArraySize(have) - 1);
	same = same_tree("event", "", want, have, why);
	cJSON_Delete(want);
	cJSON_Delete(have);
	return same;
}

/* Generated names end in five characters of their own alphabet before the quote. */
static void mask_generated(struct strbuf *b)
{
	for (char *p = strstr(b->ptr, "-"); p; p = strstr(p + 1, "-"))
		if (strspn(p + 1, "bcdfghjklmnpqrstvwxz2456789") == 5 && p[6] == '"')
			memset(p + 1, '?', 5);
}

/* A body cut at recording: the items that were recorded whole must come first. */
static bool same_truncated(const char *want, const char *got, struct strbuf *why)
{
	AUTO_STRBUF x = STRBUF_INIT;
	AUTO_STRBUF y = STRBUF_INIT;
	size_t n;

	wire_mask(want, &x);
	wire_mask(got, &y);
	mask_generated(&x);
	mask_generated(&y);
	n = x.len > 100 ? x.len - 100 : 0;
	if (y.len >= n && memcmp(x.ptr, y.ptr, n) == 0)
		return true;
	for (n = 0; n < x.len && n < y.len && x.ptr[n] == y.ptr[n];)
		n++;
	strbuf_addf(why, "truncated body: expected ...%.120s, got ...%.120s",
		    x.ptr + (n > 30 ? n - 30 : 0), y.ptr + (n > 30 ? n - 30 : 0));
	return false;
}

static bool same_body(const char *want, const char *got, struct strbuf *why)
{
	cJSON *x = cJSON_Parse(want), *y = cJSON_Parse(got);
	AUTO_STRBUF a = STRBUF_INIT;
	AUTO_STRBUF b = STRBUF_INIT;
	bool same;

	if (x && y) {
		same = same_tree("body", "", x, y, why);
	} else {
		wire_mask(want, &a);
		wire_mask(got, &b);
		while (a.len && a.ptr[a.len - 1] == '\n')
			a.ptr[--a.len] = '\0';
		while (b.len && b.ptr[b.len - 1] == '\n')
			b.ptr[--b.len] = '\0';
		same = strcmp(a.ptr, b.ptr) == 0;
		if (!same)
			strbuf_addf(why, "body: expected %.200s, got %.200s", a.ptr, b.ptr);
	}
	cJSON_Delete(x);
	cJSON_Delete(y);
	return same;
}

/* Bodies that a fake need not reproduce: only status and headers count. */
static bool is_body_free(const char *name)
{
	return starts(name, "00-metrics") || starts(name, "00-openapi") ||
	       starts(name, "00-readyz-verbose") || starts(name, "00-root") ||
	       starts(name, "95-gzip-apis");
}

bool wire_same(const cJSON *recorded, const struct wire_answer *got, struct strbuf *why)
{
	const cJSON *rs = cJSON_GetObjectItemCaseSensitive(recorded, "response");
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(rs, "status");
	const cJSON *lines = cJSON_GetObjectItemCaseSensitive(rs, "lines");
	const cJSON *end = cJSON_GetObjectItemCaseSensitive(rs, "end");
	const cJSON *body = cJSON_GetObjectItemCaseSensitive(rs, "body");
	const char *name = cJSON_GetObjectItemCaseSensitive(recorded, "name")->valuestring;

	if (status->valueint != got->status) {
		strbuf_addf(why, "status: expected %d, got %d %.200s", status->valueint,
			    got->status, got->body.ptr);
		return false;
	}
	if (!same_headers(cJSON_GetObjectItemCaseSensitive(rs, "headers"), got, why))
		return false;
	if (is_body_free(name))
		return true;
	if (lines) {
		if (cJSON_IsString(end) && strcmp(end->valuestring, got->end) != 0) {
			strbuf_addf(why, "end: expected %s, got %s", end->valuestring, got->end);
			return false;
		}
		return same_events(lines, got, why);
	}
	if (!cJSON_IsString(body))
		return true;
	if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(rs, "bodyTruncated")))
		return same_truncated(body->valuestring, got->body.ptr, why);
	return same_body(body->valuestring, got->body.ptr, why);
}
