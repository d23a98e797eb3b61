/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/number.h"
#include "fakeapi/output/jsonpath.h"

enum { NAME_MAX_LEN = 256, STEPS_MAX = 64 };

static const json_t absent = { NULL, 0 };

static json_t walk(json_t v, const char *p, unsigned depth);

/* The element n, counted from the end if negative. */
static json_t nth(json_t array, int64_t n)
{
	struct json_iter it;
	json_t e;
	int64_t count = 0;

	for (json_iter_init(&it, array); json_iter_element(&it, &e);)
		count++;
	if (n < 0)
		n += count;
	if (n < 0 || n >= count)
		return absent;
	json_iter_init(&it, array);
	do
		json_iter_element(&it, &e);
	while (n-- > 0);
	return e;
}

/* The first element or member in which the rest of the path finds a value. */
static json_t any(json_t v, const char *rest, unsigned depth)
{
	struct json_iter it;
	json_t key, e, found = absent;

	json_iter_init(&it, v);
	if (json_kind(v) == JSON_ARRAY) {
		while (found.len == 0 && json_iter_element(&it, &e))
			found = walk(e, rest, depth);
	} else if (json_kind(v) == JSON_OBJECT) {
		while (found.len == 0 && json_iter_member(&it, &key, &e))
			found = walk(e, rest, depth);
	}
	return found;
}

/* Copies a quoted or bare name to buf; returns the position after it, NULL if it does not fit. */
static const char *name(const char *p, const char *stop, char quote, char buf[NAME_MAX_LEN])
{
	size_t n = 0;

	while (*p != '\0' && (quote ? *p != quote : !strchr(stop, *p))) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		if (n + 1 == NAME_MAX_LEN)
			return NULL;
		buf[n++] = *p++;
	}
	buf[n] = '\0';
	if (!quote)
		return p;
	return *p == quote ? p + 1 : NULL;
}

static bool literal_matches(json_t v, const char *text, bool quoted)
{
	if (quoted)
		return json_str_eq(v, str_of(text));
	return v.len > 0 && json_equal(v, str_of(text));
}

/* [?(@.a=="b")] - p points after "?(". */
static json_t filter(json_t v, const char *p, unsigned depth)
{
	char path[NAME_MAX_LEN], text[NAME_MAX_LEN];
	bool equal, quoted;
	struct json_iter it;
	json_t e, found = absent;

	if (*p != '@' || !(p = name(p + 1, "=! ", 0, path)))
		return absent;
	p += strspn(p, " ");
	equal = *p == '=';
	if ((*p != '=' && *p != '!') || p[1] != '=')
		return absent;
	p += 2;
	p += strspn(p, " ");
	quoted = *p == '"' || *p == '\'';
	p = quoted ? name(p + 1, "", *p, text) : name(p, ") ", 0, text);
	if (!p)
		return absent;
	p += strspn(p, " ");
	if (strncmp(p, ")]", 2) != 0 || (!quoted && !json_valid(str_of(text), &e, NULL)))
		return absent;
	for (json_iter_init(&it, v); found.len == 0 && json_iter_element(&it, &e);) {
		json_t got = walk(e, path, depth);

		if (got.len > 0 && literal_matches(got, text, quoted) == equal)
			found = walk(e, p + 2, depth);
	}
	return found;
}

static json_t bracket(json_t v, const char *p, unsigned depth)
{
	char buf[NAME_MAX_LEN];
	struct str index;
	int64_t n;

	if (strncmp(p, "?(", 2) == 0)
		return json_kind(v) == JSON_ARRAY ? filter(v, p + 2, depth) : absent;
	if (strncmp(p, "*]", 2) == 0) /* a slice, which maps do not have */
		return json_kind(v) == JSON_ARRAY ? any(v, p + 2, depth) : absent;
	if (*p == '\'' || *p == '"') {
		p = name(p + 1, "", *p, buf);
		if (!p || *p != ']' || json_kind(v) != JSON_OBJECT)
			return absent;
		return walk(json_get(v, buf), p + 1, depth);
	}
	index = (struct str) { p, strcspn(p, "]") };
	if (!p[index.len] || number_read_signed(index, &n) != NUMBER_FINE ||
	    json_kind(v) != JSON_ARRAY)
		return absent;
	return walk(nth(v, n), p + index.len + 1, depth);
}

static json_t walk(json_t v, const char *p, unsigned depth)
{
	char buf[NAME_MAX_LEN];

	if (v.len == 0 || *p == '\0')
		return v;
	if (depth == STEPS_MAX)
		return absent;
	if (*p == '[')
		return bracket(v, p + 1, depth + 1);
	if (*p != '.')
		return absent;
	p++;
	if (*p == '[')
		return walk(v, p, depth + 1);
	if (*p == '*')
		return any(v, p + 1, depth + 1);
	p = name(p, ".[", 0, buf);
	if (!p || json_kind(v) != JSON_OBJECT)
		return absent;
	return walk(buf[0] ? json_get(v, buf) : v, p, depth + 1);
}

json_t fakeapi__jsonpath(json_t v, const char *path)
{
	return walk(v, path, 0);
}
