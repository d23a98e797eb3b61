/* SPDX-License-Identifier: Apache-2.0 */
/* str.h - strbuf: a growing byte string.
 *
 * A failed allocation sets `failed` and turns every later append into a no-op, so that a writer
 * checks once, at the end. The bytes are always NUL-terminated (not counted in len).
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>

#include "base/base.h"

struct strbuf {
	char *ptr; /* never NULL after init: "" until the first append */
	size_t len;
	size_t cap; /* 0: ptr is the shared "" */
	bool failed;
};

#define STRBUF_INIT                                                                                \
	{                                                                                          \
		(char *)(uintptr_t) "", 0, 0, false                                                \
	}

void strbuf_init(struct strbuf *b);
void strbuf_fini(struct strbuf *b);  /* back to the state after init */
void strbuf_clear(struct strbuf *b); /* len = 0, failed = false, memory kept */
void strbuf_add(struct strbuf *b, const void *bytes, size_t len);
void strbuf_addz(struct strbuf *b, const char *z);
void strbuf_adds(struct strbuf *b, struct str s);
void strbuf_addc(struct strbuf *b, char c);
void strbuf_addf(struct strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf_addvf(struct strbuf *b, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));
/* Makes room for `extra` more bytes. If out of memory, sets `failed` and returns false. */
bool strbuf_reserve(struct strbuf *b, size_t extra);
/* Appends `s` as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void strbuf_add_json(struct strbuf *b, struct str s);
/* Appends `s` as one word of a POSIX shell, quoted if necessary. */
void strbuf_add_shell(struct strbuf *b, struct str s);
/* Appends `s` percent-encoded for a URL query component (RFC 3986 unreserved characters stay). */
void strbuf_add_urlenc(struct strbuf *b, struct str s);
/* Removes the first n bytes (n <= len). */
void strbuf_consume(struct strbuf *b, size_t n);
/* Returns the heap string (NULL if failed) and re-inits the buffer. base__free() it. */
char *strbuf_steal(struct strbuf *b);

/* Appends `s`; bytes that are not UTF-8 become U+FFFD. */
void strbuf_add_utf8(struct strbuf *b, struct str s);

/* Trims ASCII white space, like Go's strings.TrimSpace. */
struct str str_trim_space(struct str s);
/* Removes leading slashes and the text up to the next slash from *path, and returns the text. */
struct str str_take_segment(struct str *path);
/* The value of a hexadecimal digit, or -1. */
int hex_digit(char c);
/* The length (1..4) of the well-formed UTF-8 sequence at p, or 0. */
size_t utf8_seq_len(const char *p, size_t len);
bool utf8_is_valid(struct str s);
bool utf8_is_text(struct str s); /* and without NUL */

static inline struct str strbuf_str(const struct strbuf *b)
{
	return (struct str) { b->ptr, b->len };
}

#define AUTO_STRBUF AUTO(strbuf_fini) struct strbuf

#endif
