/* SPDX-License-Identifier: Apache-2.0 */
/* redact_impl.h - shared by redact.c (values), redact_names.c (names), redact_places.c,
 * redact_json.c, redact_pairs.c and redact_partial.c (structure), redact_text.c, redact_assign.c,
 * redact_url.c, redact_blocks.c, redact_marks.c, redact_calls.c, redact_keys.c, redact_prompts.c,
 * redact_words.c, redact_issued.c, redact_commands.c, redact_shells.c, redact_tables.c,
 * redact_sql.c, redact_parents.c and redact_documents.c (forms), redact_encoded.c,
 * redact_http.c. */
#ifndef RUNNER_RECORDING_REDACT_IMPL_H
#define RUNNER_RECORDING_REDACT_IMPL_H

#include <string.h>

#include "runner/recording/redact.h"

/* --- redact_names.c --- */
/* "token", "client-key-data", "DB_PASS": members, headers, flags with secrets. */
bool rec__is_sensitive(struct str name);
/* For an environment variable or another {name, value}: also AUTH_KEY, TOKEN_FOR_X. */
bool rec__is_sensitive_variable(struct str name);
/* For a query parameter: also sig, code, key. */
bool rec__is_sensitive_parameter(struct str name);
/* "env", "envVars", "environment" */
bool rec__is_environment(struct str name);
/* --- redact_values.c --- */
/* Whether the value is surely no secret: switches, small numbers, paths in lower case,
 * $(REFERENCES), a few words. */
bool rec__is_plain_value(struct str value);
/* Whether the text is exactly the replacement of a hidden value. */
bool rec__is_redacted(struct str s);

/* --- redact.c --- */
/* Letters, digits, and the other characters of base64, JSON web tokens and names. */
bool rec__is_word_char(char c);
/* The end of the word at `at`. An equals sign ends it, unless it is base64 padding: assignments are
 * checked before words. */
size_t rec__word_end(struct str text, size_t at);
/* Appends the replacement for `value`; `bytes`: base64 stays base64. */
void rec__hide(struct rec__redactor *r, struct str value, bool bytes, struct rec__near *collect,
	       struct strbuf *out);
/* Like rec__hide(), but does not learn the value: only a part of the text is secret. */
void rec__hide_text(struct rec__redactor *r, struct str value, struct strbuf *out);
/* For a variable's value that may be harmless: it is learned for free text only. */
void rec__hide_variable(struct rec__redactor *r, struct str value, struct strbuf *out);
/* Appends a number of at most nine digits in place of `value`. */
void rec__hide_number(struct rec__redactor *r, struct str value, struct strbuf *out);
void rec__learn(struct rec__redactor *r, struct str value);
/* The length of the longest learned value at `at`, or 0. `words`: including values that are found
 * only as words. */
size_t rec__learnt_at(const struct rec__redactor *r, struct str text, size_t at, bool words);
/* Returns true if it appended a hash. */
bool rec__hash_name(struct rec__redactor *r, struct str name, struct strbuf *out);
/* Whether the member's value is the name of an object. */
bool rec__is_name_member(struct str key);

/* strchr() would also find the NUL that ends `set`. */
static inline bool rec__in(const char *set, char c)
{
	return c && strchr(set, c);
}

static inline struct str rec__part(struct str text, size_t from, size_t to)
{
	return (struct str) { text.ptr + from, to - from };
}

/* The next line feed at or after `at`, or the end. */
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

/* --- redact_string.c, redact_text.c --- */
enum { REC_JWT_BYTES_MIN = 20 };
enum rec__text_kind {
	REC_TEXT_FREE,	     /* every form, every learned value */
	REC_TEXT_STRUCTURAL, /* labels, images, types: learned words are probably harmless there */
	REC_TEXT_SELECTOR,   /* like structural, with any characters */
	REC_TEXT_IDENTITY,   /* names, versions: replays need them; hides only tokens and keys */
};
bool rec__redact_string(struct rec__redactor *r, const struct rec__near *near, struct str text,
			enum rec__text_kind kind, struct strbuf *out);

/* The table whose row is scanned. */
struct rec__table {
	char above;	    /* the separator of the previous line; 0: none */
	bool ruled;	    /* a line such as |---| separates the header from the rows */
	char separator;	    /* 0: not a table */
	size_t count;	    /* number of columns */
	uint64_t sensitive; /* bits of the sensitive columns */
	size_t extra;	    /* number of separators of the row beyond those of the header */
	size_t at, end;	    /* the rest of the row, */
	size_t column;	    /* and its first column */
	size_t from, to;    /* the next field to hide; SIZE_MAX: none */
};

/* The rows of a statement that are scanned: INSERT ... VALUES, INSERT ... SELECT. */
struct rec__rows {
	uint64_t sensitive; /* bits of the sensitive columns */
	bool single;	    /* SELECT: one row without brackets */
	size_t at;	    /* start of the rest, */
	size_t column;	    /* and its first column */
	size_t scanned;	    /* end of the scanned part */
	size_t from, to;    /* the next value to hide; SIZE_MAX: none */
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
	bool forms_only;      /* ignore learned values */
	bool hid_learnt;      /* a learned value was hidden */
	size_t learnt_end;    /* with forms_only: end of the learned value, */
	size_t hidden_from;   /* and start of the first hidden range that ends after it */
	size_t word_end;      /* end of the last word that was looked up */
	size_t document_end;  /* end of the last YAML document that was checked */
	bool document_secret; /* whether it is a Secret */
	size_t end_tag_from;  /* start of the last search for "</", */
	size_t end_tag;	      /* and its result */
	size_t url_from;      /* start of the last search for an '@', */
	size_t url_end;	      /* its end, */
	size_t url_at;	      /* and its result; 0: none */
	size_t next_line;     /* start of the next line */
	struct rec__table table;
	struct rec__rows rows;
};
/* Redacts by forms and learned values. Sets `hid_learnt` if it hid a learned value. */
bool rec__find_secrets(struct rec__redactor *r, const struct rec__near *near, struct str text,
		       enum rec__text_kind kind, bool *hid_learnt, struct strbuf *out);
/* Replaces a range; returns its end. */
size_t rec__scan_hide(struct rec__scan *s, size_t from, size_t to, bool bytes);
/* For a range that may contain more than the secret: only its first word is learned. */
size_t rec__scan_hide_rest(struct rec__scan *s, size_t from, size_t to);
bool rec__starts(struct str text, size_t at, const char *z);
/* Returns the end of the authorization scheme at `at`, including spaces, or `at`. */
size_t rec__skip_scheme(struct str text, size_t at);

/* --- redact_assign.c: each returns the end of the replaced or skipped part, or `at` --- */
size_t rec__try_assignment(struct rec__scan *s, size_t at); /* at ':' or '=' */
size_t rec__try_flag(struct rec__scan *s, size_t at);	    /* at '-' */
/* A switch or empty; or the rest of a hidden value. */
bool rec__is_no_secret(struct str value);

/* --- redact_issued.c --- */
/* The offset of a credential with an issuer's mark in a word, or SIZE_MAX. `free`: also of random
 * bytes. */
size_t rec__issued_at(struct str word, bool free);

/* --- redact_url.c: at ':'; each returns the end of the replaced part, or `at` --- */
/* "://user:password@" */
size_t rec__try_url(struct rec__scan *s, size_t at);
/* "user:password@tcp(host:3306)/db", without a scheme */
size_t rec__try_userinfo(struct rec__scan *s, size_t at);

/* --- redact_words.c --- */
/* "Xk9vQ2..": mixed case, digits between letters, or characters that words do not have. */
bool rec__is_random_word(struct str value);
/* Also words of only digits or only letters that are too long for a word. Exception: names of
 * objects follow "secret" and similar keywords. */
bool rec__is_unlikely_word(struct str keyword, struct str value);
/* "secret", "tokens": types may be named like credentials, and precede names of objects. */
bool rec__is_type_word(struct str word);
bool rec__has_any(struct str line, const char *const *words, size_t count);
/* The word before `at`, between blanks and line ends. */
struct str rec__word_before(struct str text, size_t at);
/* Whether the word ends like "password", "userPass". */
bool rec__is_password(struct str word);
/* Whether the words that end at `end` name a key: "api key". */
bool rec__is_key_name(struct str text, size_t at, size_t end);
/* Whether the sentence ends at `stop` or continues with another clause. */
bool rec__ends_clause(struct str text, size_t stop);
/* Whether the word is a statement about a password, not its value: "is required", "was rotated". */
bool rec__describes_password(struct str value);

/* --- redact_marks.c --- */
/* "password x": the word that ends at `end` is a keyword. Returns the end of the value, or
 * `end`. */
size_t rec__try_keyword(struct rec__scan *s, size_t at, size_t end);

/* --- redact_mentions.c: each returns the end of the replaced part, or its start --- */
/* changed token from "x" to "y", password mismatch: got "x": at the end of the name. */
size_t rec__try_mentions(struct rec__scan *s, struct str word, size_t end);
/* password: "x" => "y": after the first value. */
size_t rec__try_arrow(struct rec__scan *s, size_t at);

/* --- redact_calls.c: each returns the end of the replaced part, or else its start --- */
/* "token [x]", "password(x)": at the bracket. */
size_t rec__try_bracket(struct rec__scan *s, struct str word, size_t open);
/* setProperty("password", "x"): at the quote after the name. */
size_t rec__try_call(struct rec__scan *s, size_t at, size_t end);
size_t rec__try_tuple(struct rec__scan *s, size_t comma);
/* Whether the first argument is a name: auth("name", "x"), new NetworkCredential(...). */
bool rec__takes_name_first(struct str word);
/* password("x"), auth("name", "x"): at '('. */
size_t rec__try_arguments(struct rec__scan *s, struct str word, size_t open);

/* --- redact_keys.c: each returns the end of the replaced part, or `at` --- */
/* "-----BEGIN X-----" to the end of "-----END X-----", or of the text: at '-'. */
size_t rec__try_pem(struct rec__scan *s, size_t at);
/* "$6$salt$hash": at '$'. */
size_t rec__try_hash(struct rec__scan *s, size_t at);
/* "Private-Lines: 14" and the following lines: at 'P'. */
size_t rec__try_putty(struct rec__scan *s, size_t at);

/* --- redact_prompts.c --- */
/* "Password for user x: y", "/p:x": at ':'. Returns the end of the replaced part, or `at`. */
size_t rec__try_prompt(struct rec__scan *s, size_t at);
/* "password changed from x to y": at "changed" or "was". Returns the end of the replaced part, or
 * `at`. */
size_t rec__try_change(struct rec__scan *s, size_t at);
/* "Password:" if the next line has only the value. Returns the end of the replaced part, or
 * `at`. */
size_t rec__try_next_line(struct rec__scan *s, size_t at);

/* --- redact_commands.c --- */
enum { REC_COMMAND_BYTES_MAX = 256 }; /* the searched part of a command's line */
/* The end of an unquoted argument. */
size_t rec__argument_end(struct str text, size_t at);
/* Reads the argument at `at`, without its quotes. Returns its end, with the closing quote. */
size_t rec__read_argument(struct str text, size_t at, size_t *from, size_t *to);
/* The part of the line before `at`. */
struct str rec__line_before(struct str text, size_t at);
/* "mysql -px", "-uname:x": at '-'. Returns the end of the replaced part, or `at`. */
size_t rec__try_short_flag(struct rec__scan *s, size_t at);
/* "htpasswd -b file name x": the word that ends at `end` is a command. Returns the end of its
 * arguments, or `end`. */
size_t rec__try_command(struct rec__scan *s, size_t at, size_t end);
/* "user name on >x" of Redis: at '>'. */
size_t rec__try_acl(struct rec__scan *s, size_t at);

/* --- redact_shells.c --- */
/* The word that ends at `end` is "use" of "net use", "key" of "iwconfig". Returns the end of the
 * replaced part, or `end`. */
size_t rec__try_shell(struct rec__scan *s, size_t at, size_t end);
/* "--value x" of a command that stores a secret: at '-'. Returns the end of the replaced part, or
 * `at`. */
size_t rec__try_secret_value(struct rec__scan *s, size_t at);
/* "sudo -S <<< x": at '<'. Returns the end of the replaced part, or `at`. */
size_t rec__try_here_string(struct rec__scan *s, size_t at);
/* "/p:x" of xfreerdp: at ':'. Returns the end of the replaced part, or `at`. */
size_t rec__try_slash_option(struct rec__scan *s, size_t at);

/* --- redact_tables.c --- */
/* Call it at the start of a line, and at the start of a sensitive column. Returns the end of the
 * replaced part, or `at`. */
size_t rec__try_line(struct rec__scan *s, size_t at);
/* "host:5432:database:user:x": at the start of a line or after a quote. Returns the end of the
 * replaced part, or `at`. */
size_t rec__try_pgpass(struct rec__scan *s, size_t at);

/* --- redact_sql.c --- */
/* The bits of the columns in "(a, b)" that name credentials; the brackets end before `at`. */
uint64_t rec__columns_before(struct str text, size_t at);
/* Begins to scan the rows if the word that ends at `end` is VALUES or SELECT after such columns. */
void rec__enter_statement(struct rec__scan *s, size_t at, size_t end);
/* At the start of a row's sensitive value. Returns the end of the replaced part, or `at`. */
size_t rec__try_row(struct rec__scan *s, size_t at);

/* --- redact_documents.c --- */
/* Members of a Secret and variables in YAML: at ':' or '='. */
size_t rec__try_document(struct rec__scan *s, size_t at);
/* <password>x</password>: at '<'. */
size_t rec__try_element(struct rec__scan *s, size_t at);
/* <property name="password" value="x"/>: at '<'. */
size_t rec__try_property(struct rec__scan *s, size_t at);

/* --- redact_parents.c --- */
/* Whether "key" below this name is a credential: "tls", "api". */
bool rec__is_key_of(struct str parent);
/* Whether the word "key" at `start` is a member of such a block. */
bool rec__is_key_of_parent(struct str text, size_t start);
/* Whether "value" at `start`, the first word of its line, is beside "name: x" of a credential. */
bool rec__is_entry_value(struct str text, size_t start, size_t column);
/* The same in one line: {name: password, value: x}. */
bool rec__is_flow_value(struct str text, size_t start);
/* "? password" in the previous line: at ':'. Returns the end of the replaced part, or `at`. */
size_t rec__try_key_above(struct rec__scan *s, size_t at);

/* --- redact_blocks.c --- */
/* Whether the name is "default" or "value" in a block that is named like a credential. */
bool rec__is_block_value(struct str text, size_t start, size_t end);
/* "secret:" of a volume, "valueFrom:" of a variable: references without values. */
bool rec__is_reference_block(struct str text, size_t from);
/* For a multi-line text at `at`: returns its end and sets `from` to its start; else returns
 * `at`. */
size_t rec__long_text(struct str text, size_t at, size_t *from);
/* The first "</" from `at` on, or the end. Unclosed elements share the result: each would search
 * the rest of the text. */
size_t rec__find_end_tag(struct rec__scan *s, size_t at);
/* form-data; name="password" and the part after it: at '='. */
size_t rec__try_form_part(struct rec__scan *s, size_t at);
/* <name>password</name><value>x</value>: at '<'. */
size_t rec__try_sibling(struct rec__scan *s, size_t at);

/* --- redact_encoded.c --- */
/* Redact base64, and URL or HTML encoded text. Return true if something was replaced. */
bool rec__redact_base64(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out);
/* Whether the word is base64 of a text of several words. */
bool rec__is_coded_prose(struct str word);
/* HTML, or URL-encoded without any character that the encoding replaces. */
bool rec__is_encoded_whole(struct str text);
bool rec__redact_escaped(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out);

#endif
