/* SPDX-License-Identifier: Apache-2.0 */
/* redact_text.c - finds secrets in any string by their form and by learned values. */
#define _GNU_SOURCE
#include <strings.h>

#include "runner/recording/redact_impl.h"

enum { JWT_BYTES_MIN = 20, NESTED_MAX = 8, CODED_BYTES_MIN = 12 };

bool rec__starts(struct str text, size_t at, const char *z)
{
	size_t n = strlen(z);

	return text.len - at >= n && memcmp(text.ptr + at, z, n) == 0;
}

static void copy_to(struct rec__scan *s, size_t to)
{
	strbuf_add(s->out, s->text.ptr + s->kept, to - s->kept);
	s->kept = to;
}

static struct str range(const struct rec__scan *s, size_t from, size_t to)
{
	return (struct str) { s->text.ptr + from, to - from };
}

size_t rec__scan_hide(struct rec__scan *s, size_t from, size_t to, bool bytes)
{
	if (from >= to || rec__is_redacted(range(s, from, to)))
		return to;
	copy_to(s, from);
	rec__hide(s->r, range(s, from, to), bytes, NULL, s->out);
	s->kept = to;
	s->changed = true;
	return to;
}

size_t rec__scan_hide_rest(struct rec__scan *s, size_t from, size_t to)
{
	size_t word = from;

	if (from >= to || rec__is_redacted(range(s, from, to)))
		return to;
	while (word < to && !rec__in(" \t\r\n,;&\"'", s->text.ptr[word]))
		word++;
	if (word == to || word - from >= 8)
		rec__learn(s->r, range(s, from, word));
	copy_to(s, from);
	rec__hide_text(s->r, range(s, from, to), s->out);
	s->kept = to;
	s->changed = true;
	return to;
}

static bool is_jwt(struct str word)
{
	size_t dots = 0;

	for (size_t i = 0; i < word.len; i++)
		dots += word.ptr[i] == '.';
	return word.len >= JWT_BYTES_MIN && rec__starts(word, 0, "eyJ") && dots >= 2;
}

static void try_pieces(struct rec__scan *s, size_t at, size_t end)
{
	struct rec__redactor *r = s->r;
	bool secrets = r->opt.secrets != REC_SECRETS_KEEP && s->kind != REC_TEXT_IDENTITY;
	size_t part = at;

	for (size_t i = at; i <= end; i++) {
		struct str piece = { s->text.ptr + part, i - part };

		if (i < end && s->text.ptr[i] != '/')
			continue;
		if (piece.len && secrets && map_get(&r->secrets, piece)) {
			(void)rec__scan_hide(s, part, i, true);
		} else if (piece.len && map_get(&r->names, piece) == r) {
			copy_to(s, part);
			if (rec__hash_name(r, piece, s->out)) {
				s->kept = i;
				s->changed = true;
			}
		}
		part = i + 1;
	}
}

/* Hides a word that is a token or a learned value; also its parts between slashes. */
static size_t try_word(struct rec__scan *s, size_t at)
{
	size_t end = rec__word_end(s->text, at);
	struct str word = { s->text.ptr + at, end - at };
	struct rec__redactor *r = s->r;

	if (end == at)
		return at;
	if (r->opt.secrets != REC_SECRETS_KEEP) {
		const char *jwt = memmem(word.ptr, word.len, "eyJ", 3);

		if (rec__is_redacted(word))
			return end;
		if (jwt && is_jwt((struct str) { jwt, (size_t)(word.ptr + word.len - jwt) }))
			return rec__scan_hide(s, (size_t)(jwt - s->text.ptr), end, false);
		if (s->kind != REC_TEXT_IDENTITY) {
			size_t issued = rec__issued_at(word, s->kind == REC_TEXT_FREE);
			bool whole = !issued && word.len == s->text.len;

			/* a whole string is base64 text, which was checked already */
			if (issued != SIZE_MAX && !(whole && rec__is_coded_prose(word)))
				return rec__scan_hide(s, at + issued, end,
						      whole && word.len % 4 == 0);
		}
		if (rec__starts(word, 0, "LS0tLS1CRUdJTi"))
			return rec__scan_hide(s, at, end, word.len % 4 == 0);
		while (word.len && rec__in(".-=", word.ptr[word.len - 1]) &&
		       !map_get(&r->secrets, word))
			word.len--;
		if (s->kind != REC_TEXT_IDENTITY && map_get(&r->secrets, word))
			return rec__scan_hide(s, at, at + word.len, true), end;
	}
	if (map_len(&r->secrets) || map_len(&r->names))
		try_pieces(s, at, end);
	return end;
}

/* --- authorization --- */

size_t rec__skip_scheme(struct str text, size_t at)
{
	static const char *const schemes[] = {
		"bearer", "basic", "digest", "negotiate", "aws4-hmac-sha256", "token", "apikey",
		"ntlm",	  "hoba",  "splunk", "vapid"
	};

	for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
		size_t n = strlen(schemes[i]), end = at + n;

		if (text.len - at <= n || strncasecmp(text.ptr + at, schemes[i], n) != 0 ||
		    (text.ptr[end] != ' ' && text.ptr[end] != '\t'))
			continue;
		while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t'))
			end++;
		return end;
	}
	return at;
}

/* "Bearer token" in a sentence, "Bearer realm=..." in a challenge. */
static bool is_scheme_prose(struct str word, bool basic)
{
	static const char *const words[] = { "token",
					     "tokens",
					     "auth",
					     "authentication",
					     "authorization",
					     "authenticator",
					     "credentials",
					     "scheme",
					     "is",
					     "and",
					     "or",
					     "for",
					     "was",
					     "in",
					     "not",
					     "functionality",
					     "usage",
					     "support",
					     "error" };
	size_t letters = 0;

	if (rec__starts(word, 0, "realm=") || rec__starts(word, 0, "error=") || !word.len)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (word.len == strlen(words[i]) && strncasecmp(word.ptr, words[i], word.len) == 0)
			return true;
	for (size_t i = 0; i < word.len; i++)
		letters += word.ptr[i] >= 'a' && word.ptr[i] <= 'z';
	return basic && letters == word.len && word.len < 16;
}

/* "Bearer x", "BASIC x" */
static size_t try_scheme(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	bool basic =
	    text.ptr[at + (at + 1 < text.len)] == 'a' || text.ptr[at + (at + 1 < text.len)] == 'A';
	size_t value = rec__skip_scheme(text, at), end = value;

	if (value == at)
		return at;
	while (end < text.len && !rec__in(" \t\r\n\"'\\<>", text.ptr[end]))
		end++;
	while (end > value && rec__in(",;.)]}", text.ptr[end - 1]))
		end--;
	if (is_scheme_prose(range(s, value, end), basic))
		return at;
	return rec__scan_hide(s, value, end, false);
}

static size_t try_learnt(struct rec__scan *s, size_t at)
{
	size_t n;

	for (size_t i = 0; s->near && i < s->near->count; i++)
		if (rec__starts(s->text, at, s->near->values[i]))
			return rec__scan_hide(s, at, at + strlen(s->near->values[i]), true);
	n = s->kind == REC_TEXT_IDENTITY
		? 0
		: rec__learnt_at(s->r, s->text, at, s->kind == REC_TEXT_FREE);
	return n ? rec__scan_hide(s, at, at + n, true) : at;
}

static size_t try_forms(struct rec__scan *s, size_t at)
{
	size_t next = at;

	switch (s->text.ptr[at]) {
	case '-':
		next = rec__try_pem(s, at);
		if (next == at)
			next = rec__try_flag(s, at);
		return next == at ? rec__try_short_flag(s, at) : next;
	case ':':
		next = rec__try_url(s, at);
		if (next == at)
			next = rec__try_document(s, at);
		if (next == at)
			next = rec__try_assignment(s, at);
		return next == at ? rec__try_userinfo(s, at) : next;
	case '=':
		next = rec__try_form_part(s, at);
		if (next == at)
			next = rec__try_assignment(s, at);
		return next == at ? rec__try_document(s, at) : next;
	case '<':
		next = rec__try_here_string(s, at);
		if (next == at)
			next = rec__try_element(s, at);
		if (next == at)
			next = rec__try_sibling(s, at);
		return next == at ? rec__try_property(s, at) : next;
	case '>':
		return rec__try_acl(s, at);
	case '$':
		return rec__try_hash(s, at);
	case 'P':
		return rec__try_putty(s, at);
	case '"':
	case '\'':
		next = rec__try_pgpass(s, at + 1);
		return next > at + 1 ? next : at;
	case 'B':
	case 'b':
		if (at > 0 && rec__is_word_char(s->text.ptr[at - 1]) &&
		    !rec__in("=/", s->text.ptr[at - 1]))
			return at;
		return try_scheme(s, at);
	default:
		return at;
	}
}

static size_t step(struct rec__scan *s, size_t at)
{
	bool secrets = s->r->opt.secrets != REC_SECRETS_KEEP;
	char c = s->text.ptr[at];
	size_t next = at;

	if (secrets && s->kind == REC_TEXT_FREE && (at >= s->next_line || at >= s->table.from)) {
		next = rec__try_line(s, at);
		if (next > at)
			return next;
	}
	if (secrets && at >= s->rows.from) {
		next = rec__try_row(s, at);
		if (next > at)
			return next;
	}
	/* "--token x": the flag itself may be a learned value, but here x is the secret. */
	if (secrets && s->kind == REC_TEXT_FREE && at >= s->kept && rec__in("-<Bb", c))
		next = try_forms(s, at);
	if (secrets && next == at && at >= s->kept)
		next = try_learnt(s, at);
	if (secrets && next == at && s->kind == REC_TEXT_FREE)
		next = try_forms(s, at);
	else if (secrets && next == at && c == '-')
		next = rec__try_pem(s, at);
	/* Words are tried at their start only. */
	if (next == at && at >= s->word_end && rec__is_word_char(c) && at >= s->kept &&
	    (at == 0 || !rec__is_word_char(s->text.ptr[at - 1]) ||
	     rec__in("=/", s->text.ptr[at - 1]))) {
		size_t kept = s->kept, end = try_word(s, at);

		s->word_end = rec__word_end(s->text, at);
		if (s->kept != kept)
			return end > at ? end : at + 1;
		if (secrets && s->kind == REC_TEXT_FREE) {
			end = rec__try_keyword(s, at, s->word_end);
			if (s->kept == kept)
				end = rec__try_command(s, at, s->word_end);
			if (s->kept != kept)
				return end;
			rec__enter_statement(s, at, s->word_end);
		}
	}
	return next > at ? next : at + 1;
}

/* --- encodings --- */

static _Thread_local unsigned nested;

/* JSON in a string: last-applied-configuration, bodies quoted in messages. */
static bool redact_json(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out)
{
	size_t before = out->len;
	json_t json;

	if (text.len < 2 || !rec__in("{[\"", *text.ptr) || nested == NESTED_MAX ||
	    !json_valid(text, &json, NULL))
		return false;
	nested++;
	strbuf_add(out, text.ptr, (size_t)(json.ptr - text.ptr));
	/* read only: nothing is collected */
	rec__redact_json(r, NULL, json, (struct rec__near *)(uintptr_t)near, false, NULL, 0, out);
	strbuf_add(out, json.ptr + json.len, text.len - (size_t)(json.ptr - text.ptr) - json.len);
	nested--;
	if (!out->failed && str_eq((struct str) { out->ptr + before, out->len - before }, text))
		out->len = before;
	return true;
}

/* A Secret in truncated JSON. */
static bool is_broken_secret(const struct rec__redactor *r, struct str text)
{
	return r->opt.secrets != REC_SECRETS_KEEP && *text.ptr == '{' &&
	       memmem(text.ptr, text.len, "\"kind\"", 6) &&
	       (memmem(text.ptr, text.len, "\"Secret\"", 8) ||
		memmem(text.ptr, text.len, "\"SecretList\"", 12));
}

static bool redact_coded(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out)
{
	bool changed;

	if (nested == NESTED_MAX)
		return false;
	nested++;
	changed = rec__redact_base64(r, near, text, out);
	nested--;
	return changed;
}

/* Handles the text that the form rules left; if they changed it, it is in `out` from `before`
 * on. */
static bool redact_escaped(struct rec__redactor *r, const struct rec__near *near, struct str text,
			   bool was_changed, size_t before, struct strbuf *out)
{
	struct str left =
	    was_changed ? (struct str) { out->ptr + before, out->len - before } : text;
	AUTO_STRBUF made = STRBUF_INIT;
	bool changed;

	if (nested == NESTED_MAX)
		return false;
	nested++;
	changed = rec__redact_escaped(r, near, left, &made);
	nested--;
	if (changed) {
		out->len = before;
		strbuf_adds(out, strbuf_str(&made));
	}
	return changed;
}

/* A short word has no form, so it is a secret only if it was learned or is in `near`. */
static bool is_harmless_word(const struct rec__redactor *r, const struct rec__near *near,
			     struct str text)
{
	if (text.len >= JWT_BYTES_MIN || (near && near->count) || r->needle_count ||
	    (text.len >= CODED_BYTES_MIN && text.len % 4 == 0))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!rec__is_word_char(text.ptr[i]) || text.ptr[i] == '/' || text.ptr[i] == '=' ||
		    text.ptr[i] == '.')
			return false;
	return !map_get(&r->secrets, text) && !map_get(&r->names, text);
}

/* Text with characters that names, versions and labels cannot have is free text. */
static bool is_free(struct str text)
{
	size_t end = text.len;

	while (end && text.ptr[end - 1] == '=') /* base64 */
		end--;
	for (size_t i = 0; i < end; i++)
		if (text.ptr[i] == '=' ||
		    (!rec__is_word_char(text.ptr[i]) && text.ptr[i] != ':' && text.ptr[i] != '@'))
			return true;
	return false;
}

bool rec__redact_string(struct rec__redactor *r, const struct rec__near *near, struct str text,
			enum rec__text_kind kind, struct strbuf *out)
{
	struct rec__scan s = { .r = r,
			       .near = near,
			       .text = text,
			       .kind = kind,
			       .out = out,
			       .table.from = SIZE_MAX,
			       .rows.from = SIZE_MAX };
	size_t before = out->len;

	if (!text.len || (r->opt.secrets == REC_SECRETS_KEEP && !r->opt.hash_names))
		return false;
	if (is_harmless_word(r, near, text))
		return false;
	if (kind != REC_TEXT_FREE && kind != REC_TEXT_SELECTOR && is_free(text))
		s.kind = kind = REC_TEXT_FREE;
	if (redact_json(r, near, text, out))
		return out->len != before;
	if (is_broken_secret(r, text)) {
		struct rec__aim aim = { .sensitive = true };

		(void)rec__redact_partial(r, &aim, text, out);
		return true;
	}
	if (kind == REC_TEXT_FREE && r->opt.secrets != REC_SECRETS_KEEP &&
	    redact_coded(r, near, text, out))
		return true;
	for (size_t at = 0; at < text.len;)
		at = step(&s, at);
	if (s.changed)
		copy_to(&s, text.len);
	if (kind == REC_TEXT_FREE && r->opt.secrets != REC_SECRETS_KEEP &&
	    redact_escaped(r, near, text, s.changed, before, out))
		s.changed = true;
	r->failed = r->failed || out->failed;
	return s.changed;
}

bool rec__redact_text(struct rec__redactor *r, const struct rec__near *near, struct str text,
		      struct strbuf *out)
{
	return rec__redact_string(r, near, text, REC_TEXT_FREE, out);
}
