/* SPDX-License-Identifier: Apache-2.0 */
/* redact_url.c - user:password@host, in a URL and without one. */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

enum { PASSWORD_BYTES_MAX = 8192 };

static struct str range(const struct rec__scan *s, size_t from, size_t to)
{
	return (struct str) { s->text.ptr + from, to - from };
}

static bool is_host(struct str text, size_t at)
{
	char c = at < text.len ? text.ptr[at] : ' ';

	if (rec__starts(text, at, "sha256:") || rec__starts(text, at, "sha512:"))
		return false;
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '[' || c == '(' || c == '/';
}

/* Returns the last '@' before a host, up to the first character that a URL cannot have. 0: none.
 * Colons within one such text share the search. */
static size_t last_at(struct rec__scan *s, size_t from)
{
	struct str text = s->text;
	size_t i = from;

	if (from < s->url_from || from >= s->url_end) {
		s->url_from = from;
		s->url_at = 0;
		for (; i < text.len && !rec__in(" \t\r\n\"'<>`|", text.ptr[i]); i++)
			if (text.ptr[i] == '@' && is_host(text, i + 1))
				s->url_at = i;
		s->url_end = i;
	}
	return s->url_at >= from && s->url_at - from <= PASSWORD_BYTES_MAX ? s->url_at : 0;
}

/* "host:8443/", "host/": the rest is a path, in which an '@' does not end a password. */
static bool is_authority(struct str s)
{
	const char *colon = memchr(s.ptr, ':', s.len);
	size_t digits = 0;

	if (!colon)
		return true;
	for (const char *p = colon + 1; p < s.ptr + s.len; p++, digits++)
		if (*p < '0' || *p > '9')
			return false;
	s.len = (size_t)(colon - s.ptr);
	return digits && digits <= 5 && (memchr(s.ptr, '.', s.len) || str_eqz(s, "localhost"));
}

/* Chat webhooks: the path is the credential. Returns its end, or `from`. */
static size_t secret_path(struct str text, size_t from, size_t *begin)
{
	static const char *const heads[] = { "hooks.slack.com/services/",
					     "discord.com/api/webhooks/",
					     "discordapp.com/api/webhooks/",
					     "outlook.office.com/webhook/",
					     "api.telegram.org/bot" };
	size_t end;

	for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
		if (!rec__starts(text, from, heads[i]))
			continue;
		*begin = end = from + strlen(heads[i]);
		while (end < text.len && !rec__in(" \t\r\n\"'<>`?", text.ptr[end]) &&
		       !(i + 1 == ARRAY_LEN(heads) && text.ptr[end] == '/'))
			end++;
		return end > *begin ? end : from;
	}
	return from;
}

size_t rec__try_url(struct rec__scan *s, size_t at)
{
	size_t from = at + 3, end = from, begin = from, to;

	if (!rec__starts(s->text, at, "://"))
		return at;
	to = secret_path(s->text, from, &begin);
	if (to > from)
		return rec__scan_hide(s, begin, to, false);
	while (end < s->text.len && !rec__in("/?#@ \t\r\n\"'", s->text.ptr[end]))
		end++;
	if (end < s->text.len && s->text.ptr[end] != '@' && is_authority(range(s, from, end)))
		return at;
	to = last_at(s, from);
	return to ? rec__scan_hide(s, from, to, false) : at;
}

/* "mailto:a@b", "data:,x=y@z" */
static bool is_scheme(struct str word)
{
	return str_eqz(word, "mailto") || str_eqz(word, "data");
}

size_t rec__try_userinfo(struct rec__scan *s, size_t at)
{
	size_t start = at, to;

	while (start > 0 && rec__is_word_char(s->text.ptr[start - 1]) &&
	       !rec__in("/=", s->text.ptr[start - 1]))
		start--;
	if (start == at || at + 1 >= s->text.len || s->text.ptr[at + 1] == '/' ||
	    (start > 0 && s->text.ptr[start - 1] == ':') ||
	    rec__starts(s->text, start > 2 ? start - 3 : 0, "://") ||
	    is_scheme(range(s, start, at)))
		return at;
	to = last_at(s, at + 1);
	/* "jdbc:mysql://u:x@h": the URL begins later */
	if (to > at + 1 && memmem(s->text.ptr + at + 1, to - at - 1, "://", 3))
		return at;
	return to > at + 1 ? rec__scan_hide(s, at + 1, to, false) : at;
}
