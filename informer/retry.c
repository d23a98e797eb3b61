/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/retry.h"

#include "base/clock.h"
#include "base/text/number.h"

enum { RETRIES_MAX = 10 };

static void attempt(struct inf__retry *r, bool failed)
{
	r->attempts++;
	r->previous_failed |= r->current_failed;
	r->current_failed = failed;
}

bool inf__retry_answer(struct inf__retry *r, int http_status, const char *retry_after,
		       int64_t *wait_ns)
{
	int64_t seconds;

	attempt(r, false);
	if (r->attempts > RETRIES_MAX || (http_status != 429 && http_status < 500))
		return false;
	if (!retry_after || number_read_signed(str_of(retry_after), &seconds) != NUMBER_FINE)
		return false;
	/* time.Duration overflows, so absurd values may mean no wait at all. */
	*wait_ns = (int64_t)((uint64_t)seconds * (uint64_t)NS_PER_S);
	return true;
}

static bool is_probable_eof(enum inf__end how)
{
	switch (how) {
	case INF_END_CLEAN: /* no bytes and no error: the reader sees EOF */
	case INF_END_EOF:
	case INF_END_UNEXPECTED_EOF:
	case INF_END_RESET:
		return true;
	case INF_END_REFUSED:
	case INF_END_TIMED_OUT:
	case INF_END_LOST:
	case INF_END_STREAM_ERROR:
	case INF_END_OTHER:
		return false;
	}
	return false;
}

bool inf__retry_is_empty_watch(enum inf__end how)
{
	return is_probable_eof(how) || how == INF_END_TIMED_OUT;
}

bool inf__retry_connection(struct inf__retry *r, enum inf__end how, bool watch, int64_t *wait_ns)
{
	attempt(r, true);
	*wait_ns = NS_PER_S;
	return r->attempts <= RETRIES_MAX &&
	       (is_probable_eof(how) || how == (watch ? INF_END_TIMED_OUT : INF_END_LOST));
}

void inf__retry_connection_error(struct inf__api_error *e, enum inf__end how, bool in_answer)
{
	enum inf_watch_error_kind kind = INF_WATCH_ERROR_OTHER;
	const char *text = "the connection failed";

	switch (how) {
	case INF_END_CLEAN:
	case INF_END_EOF:
		kind = in_answer ? INF_WATCH_ERROR_UNEXPECTED_EOF : INF_WATCH_ERROR_EOF;
		text = in_answer ? "unexpected EOF" : "EOF";
		break;
	case INF_END_UNEXPECTED_EOF:
		kind = INF_WATCH_ERROR_UNEXPECTED_EOF;
		text = "unexpected EOF";
		break;
	case INF_END_RESET:
		kind = INF_WATCH_ERROR_RESET;
		text = "connection reset by peer";
		break;
	case INF_END_REFUSED:
		kind = INF_WATCH_ERROR_REFUSED;
		text = "connection refused";
		break;
	case INF_END_TIMED_OUT:
		text = "timed out";
		break;
	case INF_END_LOST:
		text = "http2: client connection lost";
		break;
	case INF_END_STREAM_ERROR:
		text = "stream error: received from peer";
		break;
	case INF_END_OTHER:
		break;
	}
	inf__api_error_set(e, kind, "%s", text);
}
