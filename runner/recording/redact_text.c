/* SPDX-License-Identifier: Apache-2.0 */
/* redact_text.c - finds secrets in any string by their form and by learned values. */
#define _GNU_SOURCE

#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { LOOK_BACK = 256 };

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

/* Call it before the range is hidden. */
static void note_hidden(struct rec__scan *s, size_t from, size_t to)
{
	if (s->kept <= s->learnt_end && to > s->learnt_end)
		s->hidden_from = from;
}

static struct str range(const struct rec__scan *s, size_t from, size_t to)
{
	return (struct str) { s->text.ptr + from, to - from };
}

size_t rec__scan_hide(struct rec__scan *s, size_t from, size_t to, bool bytes)
{
	if (from >= to || rec__is_redacted(range(s, from, to)))
		return to;
	note_hidden(s, from, to);
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
	note_hidden(s, from, to);
	copy_to(s, from);
	rec__hide_text(s->r, range(s, from, to), s->out);
	s->kept = to;
	s->changed = true;
	return to;
}

static size_t step(struct rec__scan *s, size_t at);

/* The value that a form finds behind a learned value in its last bytes: "password: x" if
 * "password:" was learned. Returns false if there is none. */
static bool find_value_behind(const struct rec__scan *s, size_t from, size_t to, size_t *value,
			      size_t *end)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct rec__scan t = *s;

	if (s->kind != REC_TEXT_FREE || s->forms_only)
		return false;
	if (to - from > LOOK_BACK)
		from = to - LOOK_BACK;
	t.out = &scratch;
	t.forms_only = true;
	t.learnt_end = to;
	t.kept = from;
	t.word_end = from;
	t.changed = false;
	for (size_t at = from; at < to;)
		at = step(&t, at);
	s->r->failed = s->r->failed || scratch.failed;
	*value = t.hidden_from;
	*end = t.kept;
	return t.changed && t.kept > to;
}

/* A learned value can be the name of a credential elsewhere: its own value is hidden too. */
static size_t hide_learnt(struct rec__scan *s, size_t from, size_t to)
{
	size_t value, end;
	bool names = find_value_behind(s, from, to, &value, &end);

	s->hid_learnt = true;
	if (names && value < to)
		return rec__scan_hide_rest(s, from, end);
	(void)rec__scan_hide(s, from, to, true);
	return names ? rec__scan_hide_rest(s, value, end) : to;
}

static bool is_jwt(struct str word)
{
	size_t dots = 0;

	for (size_t i = 0; i < word.len; i++)
		dots += word.ptr[i] == '.';
	return word.len >= REC_JWT_BYTES_MIN && rec__starts(word, 0, "eyJ") && dots >= 2;
}

static void try_pieces(struct rec__scan *s, size_t at, size_t end)
{
	struct rec__redactor *r = s->r;
	bool secrets =
	    r->opt.secrets != REC_SECRETS_KEEP && s->kind != REC_TEXT_IDENTITY && !s->forms_only;
	size_t part = at;

	for (size_t i = at; i <= end; i++) {
		struct str piece = { s->text.ptr + part, i - part };

		if (i < end && s->text.ptr[i] != '/')
			continue;
		if (piece.len && secrets && part >= s->kept && map_get(&r->secrets, piece)) {
			(void)hide_learnt(s, part, i);
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
		if (s->kind != REC_TEXT_IDENTITY && !s->forms_only && map_get(&r->secrets, word)) {
			size_t hidden = hide_learnt(s, at, at + word.len);

			return hidden > end ? hidden : end;
		}
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

		if (text.len - at <= n ||
		    !ascii_eq_nocase((struct str) { text.ptr + at, n }, str_of(schemes[i])) ||
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
		if (ascii_eq_nocase(word, str_of(words[i])))
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

	if (s->forms_only)
		return at;
	for (size_t i = 0; s->near && i < s->near->count; i++)
		if (rec__starts(s->text, at, s->near->values[i]))
			return hide_learnt(s, at, at + strlen(s->near->values[i]));
	n = s->kind == REC_TEXT_IDENTITY
		? 0
		: rec__learnt_at(s->r, s->text, at, s->kind == REC_TEXT_FREE);
	return n ? hide_learnt(s, at, at + n) : at;
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
	if (secrets && at >= s->kept)
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

bool rec__find_secrets(struct rec__redactor *r, const struct rec__near *near, struct str text,
		       enum rec__text_kind kind, bool *hid_learnt, struct strbuf *out)
{
	struct rec__scan s = { .r = r,
			       .near = near,
			       .text = text,
			       .kind = kind,
			       .out = out,
			       .table.from = SIZE_MAX,
			       .rows.from = SIZE_MAX };

	for (size_t at = 0; at < text.len;)
		at = step(&s, at);
	if (s.changed)
		copy_to(&s, text.len);
	*hid_learnt = s.hid_learnt;
	return s.changed;
}
