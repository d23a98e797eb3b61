/* SPDX-License-Identifier: Apache-2.0 */
/* redact_impl.h - shared by redact.c (values), redact_names.c (names), redact_places.c,
 * redact_json.c, redact_pairs.c and redact_partial.c (structure), redact_text.c, redact_assign.c,
 * redact_url.c, redact_blocks.c, redact_marks.c, redact_words.c, redact_issued.c,
 * redact_commands.c, redact_tables.c and redact_documents.c (forms), redact_encoded.c,
 * redact_http.c. */
#ifndef RUNNER_RECORDING_REDACT_IMPL_H
#define RUNNER_RECORDING_REDACT_IMPL_H

#include <string.h>

#include "runner/recording/redact.h"

/* --- redact_names.c --- */
/* "token", "client-key-data", "DB_PASS": members, headers, flags that carry secrets. */
bool rec__is_sensitive(struct str name);
/* An environment variable or another {name, value}: also AUTH_KEY, TOKEN_FOR_X. */
bool rec__is_sensitive_variable(struct str name);
/* A query parameter: also sig, code, key. */
bool rec__is_sensitive_parameter(struct str name);
/* "env", "envVars", "environment" */
bool rec__is_environment(struct str name);
/* Switches, small numbers, paths in lower case, $(REFERENCES), a few words. */
bool rec__is_plain_value(struct str value);
/* Exactly what stands for a value that was hidden. */
bool rec__is_redacted(struct str s);

/* --- redact.c --- */
/* Letters, digits, and what base64, JSON web tokens and names are made of besides. */
bool rec__is_word_char(char c);
/* The end of the word at `at`. An equals sign ends it, unless it is the padding of base64: what is
 * assigned is looked at before its words are. */
size_t rec__word_end(struct str text, size_t at);
/* Appends what stands for `value`; `bytes`: base64 stays base64. */
void rec__hide(struct rec__redactor *r, struct str value, bool bytes, struct rec__near *collect,
	       struct strbuf *out);
/* The same without learning any of it: text of which only a part is the secret. */
void rec__hide_text(struct rec__redactor *r, struct str value, struct strbuf *out);
/* A variable's value that may be something else: later only looked for in free text. */
void rec__hide_variable(struct rec__redactor *r, struct str value, struct strbuf *out);
/* A number of at most nine digits that stands for `value`. */
void rec__hide_number(struct rec__redactor *r, struct str value, struct strbuf *out);
void rec__learn(struct rec__redactor *r, struct str value);
/* The length of the longest learnt value that begins at `at`, or 0. `words`: those that are no
 * more than a word count too. */
size_t rec__learnt_at(const struct rec__redactor *r, struct str text, size_t at, bool words);
/* True: a hash was appended. */
bool rec__hash_name(struct rec__redactor *r, struct str name, struct strbuf *out);
/* Its value is the name of an object. */
bool rec__is_name_member(struct str key);

/* strchr() finds the NUL that ends `set`. */
static inline bool rec__in(const char *set, char c)
{
	return c && strchr(set, c);
}

static inline struct str rec__part(struct str text, size_t from, size_t to)
{
	return (struct str) { text.ptr + from, to - from };
}

/* The line feed at or behind `at`, or the end. */
static inline size_t rec__line_end(struct str text, size_t at)
{
	const char *lf = at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;

	return lf ? (size_t)(lf - text.ptr) : text.len;
}

static inline bool rec__is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline size_t rec__skip_blanks(struct str text, size_t at)
{
	while (at < text.len && rec__is_blank(text.ptr[at]))
		at++;
	return at;
}

/* --- redact_text.c --- */
enum rec__text_kind {
	REC_TEXT_FREE,	     /* every form, every learnt value */
	REC_TEXT_STRUCTURAL, /* labels, images, types: learnt words are likely something else */
	REC_TEXT_SELECTOR,   /* as structural, with any characters */
	REC_TEXT_IDENTITY,   /* names, versions: replays need them, so only tokens and keys */
};
bool rec__redact_string(struct rec__redactor *r, const struct rec__near *near, struct str text,
			enum rec__text_kind kind, struct strbuf *out);

/* A table of which a row is scanned. */
struct rec__table {
	char above;	    /* the separator of the line above; 0: none */
	char separator;	    /* 0: no table */
	size_t count;	    /* columns */
	uint64_t sensitive; /* of which these are, as bits */
	size_t extra;	    /* separators of the row beyond those of the header */
	size_t at, end;	    /* what is left of the row, */
	size_t column;	    /* and in which column it begins */
	size_t from, to;    /* the next field to hide; SIZE_MAX: none */
};

/* A scan over one string: everything before `kept` has been copied to `out`. */
struct rec__scan {
	struct rec__redactor *r;
	const struct rec__near *near;
	struct str text;
	enum rec__text_kind kind;
	size_t kept;
	struct strbuf *out;
	bool changed;
	size_t word_end;      /* of the last word looked up */
	size_t document_end;  /* of the YAML document that was looked at last */
	bool document_secret; /* that is a Secret */
	size_t end_tag_from;  /* of the last search for "</", */
	size_t end_tag;	      /* and what it found */
	size_t url_from;      /* of the last search for an '@', */
	size_t url_end;	      /* how far it went, */
	size_t url_at;	      /* and what it found; 0: nothing */
	size_t next_line;     /* where the line behind the current one begins */
	struct rec__table table;
};
/* Replaces a range; returns its end. */
size_t rec__scan_hide(struct rec__scan *s, size_t from, size_t to, bool bytes);
/* Of a range that may hold more than the secret, only its first word is learnt. */
size_t rec__scan_hide_rest(struct rec__scan *s, size_t from, size_t to);
bool rec__starts(struct str text, size_t at, const char *z);
/* Past the end of an authorization scheme that begins at `at`, spaces included, or `at`. */
size_t rec__skip_scheme(struct str text, size_t at);

/* --- redact_assign.c: each returns the end of what it replaced or skipped, or `at` --- */
size_t rec__try_assignment(struct rec__scan *s, size_t at); /* at ':' or '=' */
size_t rec__try_flag(struct rec__scan *s, size_t at);	    /* at '-' */
/* A switch or nothing; what is left of a value that was hidden. */
bool rec__is_no_secret(struct str value);

/* --- redact_issued.c --- */
/* Where in a word a credential begins that has the mark of an issuer, or SIZE_MAX. `free`: also one
 * whose bytes have no order. */
size_t rec__issued_at(struct str word, bool free);

/* --- redact_url.c: at ':'; each returns the end of what it replaced, or `at` --- */
/* "://user:password@" */
size_t rec__try_url(struct rec__scan *s, size_t at);
/* "user:password@tcp(host:3306)/db", without a scheme */
size_t rec__try_userinfo(struct rec__scan *s, size_t at);

/* --- redact_words.c --- */
/* "Xk9vQ2..": letters of both cases or digits among them, or signs that words do not have. */
bool rec__is_random_word(struct str value);
/* Also digits or letters only, if they are too many for a word. Objects are named behind "secret",
 * with letters only too. */
bool rec__is_unlikely_word(struct str keyword, struct str value);
/* What a sentence says of a password that it does not quote: "is required", "was rotated". */
bool rec__is_said_of_passwords(struct str value);

/* --- redact_marks.c --- */
/* "password x": the word that ends at `end` announces a value. Returns the end of that, or `end`.
 */
size_t rec__try_keyword(struct rec__scan *s, size_t at, size_t end);

/* --- redact_commands.c --- */
/* The end of an argument without quotes. */
size_t rec__argument_end(struct str text, size_t at);
/* "mysql -px", "-uname:x": at '-'. Returns the end of what it replaced, or `at`. */
size_t rec__try_short_flag(struct rec__scan *s, size_t at);
/* "htpasswd -b file name x": the word that ends at `end` is a command. Returns the end of its
 * arguments, or `end`. */
size_t rec__try_command(struct rec__scan *s, size_t at, size_t end);
/* "user name on >x" of Redis: at '>'. */
size_t rec__try_acl(struct rec__scan *s, size_t at);

/* --- redact_tables.c --- */
/* At the beginning of a line, and where a sensitive column of a row begins. Returns the end of what
 * it replaced, or `at`. */
size_t rec__try_line(struct rec__scan *s, size_t at);
/* "host:5432:database:user:x": at the beginning of a line or behind a quote. Returns the end of
 * what it replaced, or `at`. */
size_t rec__try_pgpass(struct rec__scan *s, size_t at);

/* --- redact_documents.c --- */
/* Members of a Secret and variables in YAML: at ':' or '='. */
size_t rec__try_document(struct rec__scan *s, size_t at);
/* <password>x</password>: at '<'. */
size_t rec__try_element(struct rec__scan *s, size_t at);
/* <property name="password" value="x"/>: at '<'. */
size_t rec__try_property(struct rec__scan *s, size_t at);

/* --- redact_blocks.c --- */
/* "default", "value" of a block that is named like a credential. */
bool rec__is_block_value(struct str text, size_t start, size_t end);
/* "secret:" of a volume, "valueFrom:" of a variable: references, no values. */
bool rec__is_reference_block(struct str text, size_t from);
/* Text of several lines that begins at `at`: its end, and in `from` where it begins; or `at`. */
size_t rec__long_text(struct str text, size_t at, size_t *from);
/* The first "</" behind the beginning, from `at` on, or the end. Elements that are not closed share
 * it: each would search the rest of the text. */
size_t rec__find_end_tag(struct rec__scan *s, size_t at);
/* form-data; name="password" and the part behind it: at '='. */
size_t rec__try_form_part(struct rec__scan *s, size_t at);
/* <name>password</name><value>x</value>: at '<'. */
size_t rec__try_sibling(struct rec__scan *s, size_t at);

/* --- redact_encoded.c --- */
/* Text as base64, and as in a URL or HTML. True: something was replaced. */
bool rec__redact_base64(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out);
/* Base64 of a text of several words. */
bool rec__is_coded_prose(struct str word);
bool rec__redact_escaped(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out);

#endif
