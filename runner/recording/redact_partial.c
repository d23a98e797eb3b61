/* SPDX-License-Identifier: Apache-2.0 */
/* redact_partial.c - truncated JSON: hides all strings except those known to be harmless. */
#include "runner/recording/redact_impl.h"

static bool is_harmless(struct str key)
{
	static const char *const keys[] = {
		"type",	     "kind", "apiVersion",	"name",
		"namespace", "uid",  "resourceVersion", "creationTimestamp"
	};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (str_eqz(key, keys[i]))
			return true;
	return false;
}

/* Skips the string at i with its closing quote, if it has one. */
static size_t skip_string(struct str s, size_t i, bool *whole)
{
	*whole = false;
	for (i++; i < s.len; i++) {
		if (s.ptr[i] == '\\')
			i++;
		else if (s.ptr[i] == '"') {
			*whole = true;
			return i + 1;
		}
	}
	return s.len;
}

/* Depth inside the value of a credential; 0: outside. */
struct part {
	struct rec__redactor *r;
	bool secret; /* inside a Secret */
	unsigned depth, hidden;
	struct str key;
	struct strbuf *out;
};

/* Keeps names and types, except forms that are secret everywhere. */
static bool keeps(const struct part *p)
{
	return !p->hidden && is_harmless(p->key) && (!p->secret || !str_eqz(p->key, "type"));
}

static void add_string(struct part *p, struct str raw, bool whole)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	struct rec__redactor *r = p->r;
	struct str text;

	if (!whole || !json_valid(raw, &raw, NULL)) {
		strbuf_addz(p->out, "\"redacted");
		return;
	}
	text = json_str(raw, &scratch);
	if (!text.ptr) {
		r->failed = true;
	} else if (!text.len) {
		strbuf_adds(p->out, raw);
		return;
	} else if (!keeps(p) && r->opt.secrets != REC_SECRETS_KEEP) {
		rec__hide_text(r, text, &made);
	} else if (!(rec__is_name_member(p->key) && rec__hash_name(r, text, &made)) &&
		   !rec__redact_string(r, NULL, text, REC_TEXT_IDENTITY, &made)) {
		strbuf_adds(p->out, raw);
		return;
	}
	strbuf_add_json(p->out, strbuf_str(&made));
	r->failed = r->failed || scratch.failed || made.failed;
}

static size_t add_number(struct part *p, struct str text, size_t at)
{
	size_t end = at;

	while (end < text.len && rec__in("+-.0123456789eE", text.ptr[end]))
		end++;
	if (p->r->opt.secrets != REC_SECRETS_KEEP && (p->hidden || rec__is_sensitive(p->key)))
		rec__hide_number(p->r, (struct str) { text.ptr + at, end - at }, p->out);
	else
		strbuf_add(p->out, text.ptr + at, end - at);
	return end;
}

/* "k:{...}" and "v:..." of managedFields contain values of the object. */
static void add_name(struct part *p, struct str raw)
{
	struct str name = p->key;

	if (p->r->opt.secrets == REC_SECRETS_KEEP || name.len <= 2 || name.ptr[1] != ':' ||
	    (*name.ptr != 'k' && *name.ptr != 'v')) {
		strbuf_adds(p->out, raw);
		return;
	}
	strbuf_addf(p->out, "\"%c:", *name.ptr);
	rec__hide_text(p->r, (struct str) { name.ptr + 2, name.len - 2 }, p->out);
	strbuf_addc(p->out, '"');
}

static size_t add_quoted(struct part *p, struct str text, size_t at, struct strbuf *name)
{
	bool whole;
	size_t end = skip_string(text, at, &whole), after = end;
	struct str raw = { text.ptr + at, end - at };

	while (after < text.len && rec__in(" \t\r\n", text.ptr[after]))
		after++;
	if (whole && after < text.len && text.ptr[after] == ':') { /* it is a member's name */
		strbuf_clear(name);
		p->key = json_str(raw, name);
		if (!p->key.ptr)
			p->key = STR("");
		add_name(p, raw);
	} else {
		add_string(p, raw, whole);
		p->key = STR("");
	}
	return end;
}

/* The number of bytes before the first invalid one. */
static size_t valid_length(struct str text)
{
	struct json_scanner scanner;
	size_t used = 0;

	json_scanner_init(&scanner);
	(void)json_scanner_feed(&scanner, text.ptr, text.len, &used);
	return used;
}

/* Punctuation and white space are harmless. */
static size_t harmless_length(struct str text, size_t at)
{
	while (at < text.len && rec__in("{}[],: \t\r\n", text.ptr[at]))
		at++;
	return at;
}

size_t rec__redact_partial(struct rec__redactor *r, const struct rec__aim *aim, struct str text,
			   struct strbuf *out)
{
	struct part p = { .r = r, .secret = aim && aim->sensitive, .out = out, .key = STR("") };
	AUTO_STRBUF name = STRBUF_INIT;
	size_t valid = valid_length(text), i = 0;

	if (r->opt.secrets == REC_SECRETS_KEEP && !r->opt.hash_names) {
		strbuf_adds(out, text);
		return 0;
	}
	if (r->opt.secrets == REC_SECRETS_KEEP)
		valid = text.len;
	while (i < valid) {
		struct str rest = { text.ptr, valid };
		char c = text.ptr[i];

		if (c == '"') {
			i = add_quoted(&p, rest, i, &name);
			continue;
		}
		if (c == '-' || (c >= '0' && c <= '9')) {
			i = add_number(&p, rest, i);
			continue;
		}
		if (c == '{' || c == '[') {
			p.depth++;
			if (!p.hidden && rec__is_sensitive(p.key))
				p.hidden = p.depth;
		} else if ((c == '}' || c == ']') && p.depth) {
			if (p.hidden == p.depth)
				p.hidden = 0;
			p.depth--;
		}
		strbuf_addc(out, c);
		i++;
	}
	valid = harmless_length(text, valid);
	strbuf_add(out, text.ptr + i, valid - i);
	r->failed = r->failed || out->failed || name.failed;
	return text.len - valid;
}
