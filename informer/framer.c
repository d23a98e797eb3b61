/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "informer/framer.h"

/* Frees a large buffer after use, so that one big object does not occupy megabytes for ever. */
enum { KEEP_MAX = 256 * 1024 };

void inf__framer_init(struct inf__framer *f)
{
	memset(f, 0, sizeof(*f));
	strbuf_init(&f->buf);
	json_scanner_init(&f->scan);
	f->max = INF_FRAME_MAX;
}

void inf__framer_fini(struct inf__framer *f)
{
	strbuf_fini(&f->buf);
}

static void drop_buffer(struct inf__framer *f)
{
	if (f->buf.cap > KEEP_MAX)
		strbuf_fini(&f->buf);
	strbuf_clear(&f->buf);
}

void inf__framer_reset(struct inf__framer *f)
{
	drop_buffer(f);
	json_scanner_init(&f->scan);
	f->length = 0;
	f->open = f->whole = f->served = false;
}

/* A closing bracket ends a value; encoding/json reports all other values only at the next byte or
 * at the end of the stream. */
static bool ends_by_itself(char first)
{
	return first == '{' || first == '[';
}

static enum inf__frame_status finish(struct inf__framer *f, json_t value, json_t *frame)
{
	bool too_large = f->length > f->max;
	bool number_too_large = json_scanner_too_large(&f->scan);

	*frame = value;
	f->served = true;
	f->open = f->whole = false;
	f->length = 0;
	json_scanner_init(&f->scan);
	if (too_large)
		return INF_FRAME_TOO_LARGE;
	return number_too_large ? INF_FRAME_NUMBER : INF_FRAME_DONE;
}

/* Stores n bytes; bytes beyond the limit are only counted. */
static bool keep(struct inf__framer *f, const char *bytes, size_t n)
{
	f->length += n;
	if (f->length > f->max) {
		drop_buffer(f);
		return true;
	}
	strbuf_add(&f->buf, bytes, n);
	return !f->buf.failed;
}

enum inf__frame_status inf__framer_next(struct inf__framer *f, const char **p, const char *end,
					json_t *frame)
{
	const char *start;
	bool fresh;
	size_t taken = 0;
	enum json_status status;

	if (f->served) {
		drop_buffer(f);
		f->served = false;
	}
	if (f->whole && *p < end)
		return finish(f, strbuf_str(&f->buf), frame);
	if (!f->open) {
		while (*p < end && json_is_space(**p))
			(*p)++;
	}
	if (*p == end)
		return INF_FRAME_MORE;
	fresh = !f->open;
	if (fresh)
		json_scanner_note(&f->scan, &f->spans);
	start = *p;
	status = json_scanner_feed(&f->scan, start, (size_t)(end - start), &taken);
	if (status == JSON_ERROR) {
		*p = end;
		return INF_FRAME_ERROR;
	}
	f->open = true;
	*p = start + taken;
	if (status == JSON_DONE && fresh && (*p < end || ends_by_itself(*start))) {
		f->length = taken;
		return finish(f, (json_t) { start, taken }, frame);
	}
	if (!keep(f, start, taken))
		return INF_FRAME_NOMEM;
	if (status == JSON_MORE)
		return INF_FRAME_MORE;
	if (*p < end || f->buf.len == 0 || ends_by_itself(f->buf.ptr[0]))
		return finish(f, strbuf_str(&f->buf), frame);
	f->whole = true;
	return INF_FRAME_MORE;
}

enum inf__frame_status inf__framer_end(struct inf__framer *f, json_t *frame, bool *cut)
{
	*cut = false;
	if (!f->open)
		return INF_FRAME_MORE;
	if (f->whole || json_scanner_end(&f->scan) == JSON_DONE)
		return finish(f, strbuf_str(&f->buf), frame);
	*cut = true;
	return INF_FRAME_MORE;
}
