/* SPDX-License-Identifier: Apache-2.0 */
/* finish.c - the second pass: sorts the entries of all files and passes them to their readers. */
#include "base/alloc.h"
#include "base/text/rfc3339.h"
#include "runner/import/impl.h"

/* --- order --- */

static int by_rv(const void *a, const void *b)
{
	const struct imp__written *x = a, *y = b;

	return x->rv != y->rv ? (x->rv < y->rv ? -1 : 1) : x->at_ns < y->at_ns ? -1 : 1;
}

static bool window_is_full(const struct imp__import *im)
{
	const struct imp__held *w = im->window;

	return im->window_len == IMP_WINDOW_MAX ||
	       (im->window_len && im->window_bytes > IMP_WINDOW_BYTES) ||
	       (im->window_len > 1 && w[0].entry.at_ns != IMP_NO_TIME &&
		w[im->window_len - 1].entry.at_ns > w[0].entry.at_ns &&
		(uint64_t)w[im->window_len - 1].entry.at_ns - (uint64_t)w[0].entry.at_ns >
		    (uint64_t)IMP_WINDOW_NS);
}

static int fill_window(struct imp__import *im, struct relist_err *err)
{
	struct imp__entry e;
	struct str text;

	while (!window_is_full(im) && imp__order_first(im, &e, &text)) {
		char *copy = base__malloc(text.len + 1);
		int code;

		if (!copy)
			return imp__no_memory(err);
		if (text.len)
			memcpy(copy, text.ptr, text.len);
		e.len = text.len;
		if (e.class_ == IMP_CLASS_AUDIT && !e.rv)
			e.rv = imp__matched_rv(im, &e);
		im->window[im->window_len++] = (struct imp__held) { e, copy };
		im->window_bytes += e.len;
		code = imp__order_pop(im, err);
		if (code)
			return code;
	}
	return 0;
}

/* Whether write (or watch event) a precedes b by resource version. A version that is not above the
 * written ones belongs to no new write and says nothing about its time. */
static bool comes_before(const struct imp__import *im, const struct imp__entry *a,
			 const struct imp__entry *b)
{
	if (!a->rv || !b->rv || a->rv <= im->last_rv)
		return false;
	return a->rv < b->rv || (a->rv == b->rv && a->class_ < b->class_);
}

/* Removes the first entry, or a later one with a smaller resource version. */
static struct imp__held take_next(struct imp__import *im)
{
	struct imp__held held;
	size_t best = 0;

	for (size_t i = 1; i < im->window_len; i++)
		if (comes_before(im, &im->window[i].entry, &im->window[best].entry))
			best = i;
	held = im->window[best];
	if (best && held.entry.at_ns > im->window[0].entry.at_ns)
		held.entry.at_ns = im->window[0].entry.at_ns;
	im->window_len--;
	im->window_bytes -= held.entry.len;
	memmove(im->window + best, im->window + best + 1,
		(im->window_len - best) * sizeof(*im->window));
	return held;
}

static int write_entry(struct imp__import *im, const struct imp__entry *e, json_t text,
		       struct relist_err *err)
{
	switch ((enum imp__class)e->class_) {
	case IMP_CLASS_AUDIT:
		return imp__audit_write(im, e, text, err);
	case IMP_CLASS_WATCH:
		return imp__watch_write(im, e, text, err);
	case IMP_CLASS_OBJECT:
		return imp__object_write(im, e, text, err);
	case IMP_CLASS_ITEM:
		return imp__item_write(im, e, text, err);
	case IMP_CLASS_SNAPSHOT:
		return imp__snapshot_write(im, e, err);
	case IMP_CLASS_HAR:
	case IMP_CLASS_HAR_EVENT:
		return imp__har_write(im, e, text, err);
	case IMP_CLASS_K8SHARK:
		return imp__k8shark_write(im, e, text, err);
	}
	return 0;
}

static int write_all(struct imp__import *im, struct relist_err *err)
{
	int code = fill_window(im, err);

	while (!code && im->window_len) {
		struct imp__held held = take_next(im);

		code = write_entry(im, &held.entry, (json_t) { held.text, held.entry.len }, err);
		base__free(held.text);
		if (!code)
			code = fill_window(im, err);
	}
	return code;
}

/* --- the recording --- */

static bool only(const struct imp__import *im, uint32_t classes)
{
	return (im->classes & ~classes) == 0;
}

static enum rec__source source_of(const struct imp__import *im)
{
	if (only(im, 1u << IMP_CLASS_AUDIT))
		return REC_SOURCE_AUDIT;
	if (only(im, 1u << IMP_CLASS_WATCH | 1u << IMP_CLASS_OBJECT))
		return REC_SOURCE_WATCH;
	if (only(im, 1u << IMP_CLASS_HAR | 1u << IMP_CLASS_HAR_EVENT))
		return REC_SOURCE_HAR;
	if (only(im, 1u << IMP_CLASS_K8SHARK))
		return REC_SOURCE_K8SHARK;
	if (only(im, 1u << IMP_CLASS_ITEM | 1u << IMP_CLASS_SNAPSHOT | 1u << IMP_CLASS_OBJECT))
		return REC_SOURCE_MANIFESTS;
	return REC_SOURCE_OTHER;
}

static uint32_t lacks(const struct imp__import *im)
{
	uint32_t none = 1u << REC_LACK_CONNECTIONS | 1u << REC_LACK_CHUNKS;
	bool har = im->classes & (1u << IMP_CLASS_HAR);

	if (!har)
		none |= 1u << REC_LACK_HEADERS;
	if (!im->has_started)
		none |= 1u << REC_LACK_TIMES;
	if (im->classes & (1u << IMP_CLASS_AUDIT))
		none |= 1u << REC_LACK_EVENTS | 1u << REC_LACK_BODIES;
	if (im->classes & ~(1u << IMP_CLASS_AUDIT | 1u << IMP_CLASS_HAR))
		none |= 1u << REC_LACK_ENDS;
	if (im->classes & (1u << IMP_CLASS_ITEM | 1u << IMP_CLASS_SNAPSHOT))
		none |= 1u << REC_LACK_EVENTS;
	return none;
}

static int write_header(struct imp__import *im, struct relist_err *err)
{
	const struct rec__redact_options *how = &im->opt.redact;
	AUTO_STRBUF started = STRBUF_INIT;
	struct rec__header header = { .tool = STR("relist " RELIST_VERSION),
				      .has_source = true,
				      .files = im->files,
				      .file_count = im->file_count };

	imp__order_start(im);
	if (im->has_started) {
		rfc3339_format(im->started, &started);
		header.started = strbuf_str(&started);
	}
	im->at_ns = im->has_started ? 0 : REC_TIME_UNKNOWN;
	header.source_kind = source_of(im);
	header.lacks = lacks(im);
	header.secrets = how->secrets == REC_SECRETS_HASH   ? STR("hash")
			 : how->secrets == REC_SECRETS_DROP ? STR("drop")
							    : STR("keep");
	header.managed_fields = how->keep_managed_fields ? STR("keep") : STR("drop");
	header.names = how->hash_names ? STR("hash") : STR("keep");
	if (how->secrets != REC_SECRETS_KEEP && how->strict)
		header.rules = STR("strict");
	return started.failed ? imp__no_memory(err) : rec__write_header(&im->writer, &header, err);
}

static int write_notes(struct imp__import *im, struct relist_err *err)
{
	struct str rest = strbuf_str(&im->notes.text);
	int code = 0;

	while (rest.len && !code) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		struct rec__line line = rec__line_of(REC_NOTE, 0, REC_TIME_UNKNOWN);

		AUTO_STRBUF made = STRBUF_INIT;
		size_t len = (size_t)(nl - rest.ptr);

		line.text = (struct str) { rest.ptr, len };
		if (rec__redact_text(&im->redactor, NULL, line.text, &made))
			line.text = strbuf_str(&made);
		code =
		    im->redactor.failed ? imp__no_memory(err) : rec__write(&im->writer, &line, err);
		rest = (struct str) { nl + 1, rest.len - len - 1 };
	}
	return code;
}

static int rewind_all(struct imp__import *im, struct relist_err *err)
{
	int code = im->in_snapshot ? imp__snapshot_end(im, 0, 0, err) : 0;

	if (!code)
		code = imp__align_clocks(im, err);
	if (!code)
		code = imp__match_all(im, err);
	if (!code)
		code = imp__spool_rewind(&im->timed, err);
	for (size_t i = 0; i < im->file_count && !code; i++)
		code = imp__spool_rewind(&im->untimed[i], err);
	return code ? code : imp__spool_rewind(&im->shots_in, err);
}

int imp__finish(struct imp__import *im, struct rec__output out, struct relist_err *err)
{
	int code = rewind_all(im, err);

	if (code)
		return code;
	if (!im->classes)
		return relist_err_set(err, RELIST_EINVAL, "nothing in the files can be used");
	im->window = base__calloc(IMP_WINDOW_MAX, sizeof(*im->window));
	if (!im->window)
		return imp__no_memory(err);
	if (im->written_count)
		qsort(im->written, im->written_count, sizeof(*im->written), by_rv);
	code = imp__order_init(im, err);
	if (code)
		return code;
	im->writer.out = out;
	code = write_header(im, err);
	if (!code)
		code = write_all(im, err);
	if (!code)
		code = imp__audit_end(im, err);
	if (!code)
		code = imp__watch_end(im, err);
	if (code)
		return code;
	imp__notes_end(im);
	if (im->notes.text.failed || im->arena.failed)
		return imp__no_memory(err);
	return write_notes(im, err);
}
