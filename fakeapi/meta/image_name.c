/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/image_name.h"

#include <string.h>

#include "base/str.h"
#include "base/text/ascii.h"

enum { PATH_MAX_LENGTH = 255, TAG_MAX = 128, LIBRARY = 8 /* "library/" */ };

static bool lower(char ch)
{
	return ascii_is_lower(ch) || ascii_is_digit(ch);
}

/* Words of [a-z0-9]+ between separators: one of "." and "_", "__", or dashes. */
static bool is_component(struct str s)
{
	size_t i = 0;

	for (;;) {
		size_t from = i, dashes;

		while (i < s.len && lower(s.ptr[i]))
			i++;
		if (i == from)
			return false;
		if (i == s.len)
			return true;
		for (dashes = 0; i < s.len && s.ptr[i] == '-'; dashes++)
			i++;
		if (dashes)
			continue;
		if (s.ptr[i] != '.' && s.ptr[i] != '_')
			return false;
		i += s.ptr[i] == '_' && i + 1 < s.len && s.ptr[i + 1] == '_' ? 2 : 1;
	}
}

static bool is_path(struct str s)
{
	size_t from = 0;

	for (size_t i = 0; i <= s.len; i++) {
		if (i < s.len && s.ptr[i] != '/')
			continue;
		if (!is_component((struct str) { s.ptr + from, i - from }))
			return false;
		from = i + 1;
	}
	return true;
}

/* A host name or an address in brackets, with an optional port. */
static bool is_domain(struct str s)
{
	size_t i = 0;

	if (s.len && s.ptr[0] == '[') {
		for (i = 1; i < s.len && (hex_digit(s.ptr[i]) >= 0 || s.ptr[i] == ':'); i++)
			;
		if (i == 1 || i == s.len || s.ptr[i] != ']')
			return false;
		i++;
	} else {
		size_t from = 0;

		for (; i <= s.len; i++) {
			if (i < s.len && (ascii_is_alnum(s.ptr[i]) || s.ptr[i] == '-'))
				continue;
			if (i == from || s.ptr[from] == '-' || s.ptr[i - 1] == '-')
				return false;
			if (i == s.len || s.ptr[i] != '.')
				break;
			from = i + 1;
		}
	}
	if (i == s.len)
		return true;
	if (s.ptr[i++] != ':' || i == s.len)
		return false;
	while (i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9')
		i++;
	return i == s.len;
}

static bool is_tag(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!ascii_is_alnum(s.ptr[i]) && s.ptr[i] != '_' &&
		    (i == 0 || (s.ptr[i] != '.' && s.ptr[i] != '-')))
			return false;
	return s.len > 0 && s.len <= TAG_MAX;
}

static bool is_digest(struct str s)
{
	static const struct {
		const char *name;
		size_t digits;
	} known[] = { { "sha256:", 64 }, { "sha384:", 96 }, { "sha512:", 128 } };

	for (size_t k = 0; k < ARRAY_LEN(known); k++) {
		size_t n = strlen(known[k].name);

		if (s.len != n + known[k].digits || memcmp(s.ptr, known[k].name, n) != 0)
			continue;
		while (n < s.len && ascii_is_lower_hex(s.ptr[n]))
			n++;
		return n == s.len;
	}
	return false;
}

/* 64 digits could be an image ID. */
static bool is_number(struct str s)
{
	size_t i = 0;

	while (i < s.len && ascii_is_lower_hex(s.ptr[i]))
		i++;
	return i == 64 && s.len == 64;
}

static struct str str_from(struct str s, size_t n)
{
	return (struct str) { s.ptr + n, s.len - n };
}

/* The part before the first slash, if it is a registry. */
static struct str domain_of(struct str s)
{
	const char *slash = memchr(s.ptr, '/', s.len);
	struct str first = { s.ptr, slash ? (size_t)(slash - s.ptr) : 0 };

	for (size_t i = 0; i < first.len; i++)
		if (first.ptr[i] == '.' || first.ptr[i] == ':' ||
		    (first.ptr[i] >= 'A' && first.ptr[i] <= 'Z'))
			return first;
	return str_eqz(first, "localhost") ? first : (struct str) { s.ptr, 0 };
}

bool fakeapi__image_is_latest(const char *image)
{
	struct str all = str_of(image), domain, path, tag = { "", 0 };
	const char *at, *colon;
	bool hub;

	if (is_number(all))
		return false;
	domain = domain_of(all);
	path = domain.len ? str_from(all, domain.len + 1) : all;
	hub = !domain.len || str_eqz(domain, "docker.io") || str_eqz(domain, "index.docker.io");
	at = memchr(path.ptr, '@', path.len);
	if (at && !is_digest(str_from(path, (size_t)(at + 1 - path.ptr))))
		return false;
	if (at)
		path.len = (size_t)(at - path.ptr);
	colon = memchr(path.ptr, ':', path.len);
	if (colon) {
		tag = str_from(path, (size_t)(colon + 1 - path.ptr));
		path.len = (size_t)(colon - path.ptr);
		if (!is_tag(tag))
			return false;
	}
	if ((domain.len && !is_domain(domain)) || !is_path(path) ||
	    path.len + (hub && !memchr(path.ptr, '/', path.len) ? LIBRARY : 0) > PATH_MAX_LENGTH)
		return false;
	return tag.len ? str_eqz(tag, "latest") : !at;
}
