/* SPDX-License-Identifier: Apache-2.0 */
/* read_version.c - parses resourceVersion of a read and waits for that version. */
#include <inttypes.h>

#include "base/text/number.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"

enum { TOO_LARGE_WAIT_S = 3 };

int fakeapi__parse_rv(struct str text, uint64_t *out)
{
	*out = 0;
	switch (number_read(text, UINT64_MAX, out)) {
	case NUMBER_FINE:
		return 0;
	case NUMBER_MALFORMED:
		return -1;
	case NUMBER_TOO_LARGE:
		break;
	}
	return -2;
}

int fakeapi__bad_rv(struct fakeapi__call *c, int code, const char *reason, const char *before,
		    struct str text)
{
	uint64_t ignored;

	return fakeapi__status_set(&c->st, code, reason,
				   "%sresourceVersion: Invalid value: \"" STR_FMT
				   "\": strconv.ParseUint: parsing \"" STR_FMT "\": %s",
				   before, STR_ARG(text), STR_ARG(text),
				   fakeapi__parse_rv(text, &ignored) == -2 ? "value out of range"
									   : "invalid syntax");
}

/* The real server waits three seconds for a version that it has not seen. */
int fakeapi__too_large_rv(struct fakeapi__call *c, uint64_t rv, bool cached)
{
	int64_t until = c->x->resume_ns && c->resumed
			    ? c->x->resume_ns
			    : time_add(c->now_ns, TOO_LARGE_WAIT_S * NS_PER_S);

	if (rv <= c->visible_rv)
		return 0;
	if (cached && c->now_ns < until)
		return fakeapi__park(c, until);
	(void)fakeapi__status_set(&c->st, 504, "Timeout",
				  "Timeout: Too large resource version: %" PRIu64
				  ", current: %" PRIu64,
				  rv, c->visible_rv);
	fakeapi__status_cause(&c->st, "ResourceVersionTooLarge", "Too large resource version",
			      NULL);
	if (!cached)
		return -1;
	(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(c->st.doc, "details"),
				      "retryAfterSeconds", 1);
	c->st.retry_after_s = 1;
	return -1;
}
