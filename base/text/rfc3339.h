/* SPDX-License-Identifier: Apache-2.0 */
/* rfc3339.h - instants as RFC 3339 writes them: "2026-11-22T08:13:59.060524Z".
 *
 * The reader follows Go's time.Parse, element after element of a layout, and reports the place
 * where a text leaves the layout. Callers make their own messages of it.
 */
#ifndef BASE_TEXT_RFC3339_H
#define BASE_TEXT_RFC3339_H

#include "base/str.h"

enum rfc3339_layout {
	RFC3339_TIME,  /* time.RFC3339: any fraction, after a point or a comma */
	RFC3339_MICRO, /* metav1.RFC3339Micro: six digits after the point */
	RFC3339_DATE,  /* "2006-01-02", midnight in UTC */
	RFC3339_LOG,   /* RFC3339_TIME with t and z in either case and leap seconds (:60) */
};

struct rfc3339 {
	int64_t unix_s; /* whole seconds since 1970, in UTC */
	int32_t ns;	/* the fraction, 0 to 999999999 */
	int year;	/* as written, 0 to 9999 */
};

/* Why a text is no instant: the element that is out of its range ("month"), or the part of the text
 * that does not fit and the layout's element that was expected there ("01"; NULL: the end). */
struct rfc3339_fault {
	const char *range; /* NULL: the text does not fit */
	struct str rest;
	const char *wanted;
};

/* Returns false, with `fault` (may be NULL) filled, if `text` does not follow the layout. */
bool rfc3339_read(struct str text, enum rfc3339_layout layout, struct rfc3339 *out,
		  struct rfc3339_fault *fault);

/* Reads an instant of a log, of the years 1969 to 2260, as nanoseconds since 1970: the time between
 * two of them fits as well. */
bool rfc3339_parse(struct str text, int64_t *out_ns);
/* Appends the instant in UTC, without trailing zeros in the fraction. */
void rfc3339_format(int64_t at_ns, struct strbuf *out);

#endif
