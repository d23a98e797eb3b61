/* SPDX-License-Identifier: Apache-2.0 */
/* common.c - shared by all readers: notes, entries, resource versions, snapshots. */
#include "base/alloc.h"
#include "runner/import/impl.h"

enum { TOLD_MAX = 5 };

int imp__no_memory(struct relist_err *err)
{
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

const char *imp__nameless(json_t object)
{
	json_t kind = json_get(object, "kind");

	if (json_str_eq(kind, STR("Table")))
		return "object.kind: a Table has rows for people, not objects: kubectl get -o json "
		       "or "
		       "-o yaml";
	if (json_str_eq(kind, STR("Status")))
		return "object.kind: a Status, an answer that is no object";
	return "object.metadata.name: missing";
}

const char *imp__foreign(json_t j)
{
	if (json_get(j, "protoPayload").len || json_get(j, "protopayload_auditlog").len)
		return "protoPayload: an entry of Google Cloud's audit log, which is not "
		       "audit.k8s.io/v1 and is not read";
	if (json_get(j, "method").len && json_get(j, "auditID").len && !json_get(j, "verb").len)
		return "method: an event of Rancher's own API, which is not audit.k8s.io/v1: the "
		       "cluster's kube-apiserver has a log of its own (--audit-log-path)";
	return NULL;
}

struct str imp__copy(struct imp__import *im, struct str s)
{
	return runner__arena_str(&im->arena, s);
}

/* --- notes --- */

const char *imp__file_name(const struct imp__import *im, uint32_t file)
{
	return file < im->file_count ? im->files[file].ptr : "?";
}

static struct imp__note_entry *note_entry(struct imp__notes *n, const char *what)
{
	struct imp__note_entry *entry;

	for (size_t i = 0; i < n->count; i++)
		if (n->entries[i].what == what)
			return &n->entries[i];
	if (n->count == n->cap) {
		size_t cap = n->cap ? 2 * n->cap : 16;

		entry = base__reallocarray(n->entries, cap, sizeof(*entry));
		if (!entry)
			return NULL;
		n->entries = entry;
		n->cap = cap;
	}
	n->entries[n->count] = (struct imp__note_entry) { .what = what };
	return &n->entries[n->count++];
}

static void emit_note(struct imp__import *im, struct str text)
{
	if (im->opt.on_note)
		im->opt.on_note(im->opt.user, text);
	strbuf_adds(&im->notes.text, text);
	strbuf_addc(&im->notes.text, '\n');
}

void imp__note(struct imp__import *im, uint32_t file, uint64_t line, const char *fmt, ...)
{
	struct imp__note_entry *entry = note_entry(&im->notes, fmt);
	AUTO_STRBUF text = STRBUF_INIT;
	size_t at;
	va_list ap;

	if (!entry) {
		im->arena.failed = true; /* reported at the end: no silent loss */
		return;
	}
	entry->file = file;
	entry->line = line;
	if (++entry->count > TOLD_MAX)
		return;
	strbuf_addz(&text, imp__file_name(im, file));
	if (line)
		strbuf_addf(&text, ":%llu", (unsigned long long)line);
	strbuf_addz(&text, ": ");
	at = text.len;
	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	im->arena.failed |= text.failed;
	if (text.failed)
		return;
	if (entry->count == TOLD_MAX)
		entry->shown = imp__copy(im, (struct str) { text.ptr + at, text.len - at });
	emit_note(im, strbuf_str(&text));
}

void imp__notes_end(struct imp__import *im)
{
	for (size_t i = 0; i < im->notes.count; i++) {
		const struct imp__note_entry *t = &im->notes.entries[i];
		AUTO_STRBUF text = STRBUF_INIT;

		if (t->count <= TOLD_MAX)
			continue;
		strbuf_addf(&text,
			    "%s:%llu: the last of %llu more of: ", imp__file_name(im, t->file),
			    (unsigned long long)t->line, (unsigned long long)(t->count - TOLD_MAX));
		strbuf_adds(&text, t->shown);
		im->arena.failed |= text.failed;
		if (!text.failed)
			emit_note(im, strbuf_str(&text));
	}
}

/* --- entries --- */

struct imp__entry imp__entry_of(struct imp__import *im, enum imp__class class_, uint64_t line)
{
	im->classes |= 1u << class_;
	return (struct imp__entry) { .at_ns = IMP_NO_TIME,
				     .line = line,
				     .file = (uint32_t)(im->file_count - 1),
				     .class_ = class_ };
}

int imp__add_timed(struct imp__import *im, struct imp__entry *e, struct str text,
		   struct relist_err *err)
{
	return imp__spool_add(&im->timed, e, text, err);
}

/* The time is only a hint; the spool keeps the order in which entries were added. */
int imp__add_untimed(struct imp__import *im, struct imp__entry *e, struct str text,
		     struct relist_err *err)
{
	if (e->at_ns == IMP_NO_TIME || (im->last_at != IMP_NO_TIME && e->at_ns < im->last_at))
		e->at_ns = im->last_at;
	im->last_at = e->at_ns;
	return imp__spool_add(&im->untimed[im->file_count - 1], e, text, err);
}

int imp__add_written(struct imp__import *im, uint64_t rv, int64_t at_ns, int64_t begin_ns,
		     struct relist_err *err)
{
	if (!rv)
		return 0;
	if (im->written_count == im->written_cap) {
		size_t cap = im->written_cap ? 2 * im->written_cap : 256;
		struct imp__written *w = base__reallocarray(im->written, cap, sizeof(*w));

		if (!w)
			return imp__no_memory(err);
		im->written = w;
		im->written_cap = cap;
	}
	im->written[im->written_count++] =
	    (struct imp__written) { rv, at_ns, begin_ns, (uint32_t)(im->file_count - 1) };
	return 0;
}

uint64_t imp__rv_of(json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	return rec__number(
	    json_str(json_path(object, "metadata", "resourceVersion", NULL), &scratch));
}

/* --- snapshots --- */

int imp__snapshot_add(struct imp__import *im, int64_t at_ns, struct relist_err *err)
{
	if (im->snapshots == im->snapshot_cap) {
		size_t cap = im->snapshot_cap ? 2 * im->snapshot_cap : 16;
		int64_t *at = base__reallocarray(im->snapshot_at, cap, sizeof(*at));
		uint64_t *rv;

		if (!at)
			return imp__no_memory(err);
		im->snapshot_at = at;
		rv = base__reallocarray(im->snapshot_rv, cap, sizeof(*rv));
		if (!rv)
			return imp__no_memory(err);
		im->snapshot_rv = rv;
		im->snapshot_cap = cap;
	}
	im->snapshot_rv[im->snapshots] = 0;
	im->snapshot_at[im->snapshots++] = at_ns;
	return 0;
}

int imp__snapshot_end(struct imp__import *im, uint64_t line, uint64_t rv, struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_SNAPSHOT, line);

	im->in_snapshot = false;
	e.at_ns = 0;
	e.rv = rv;
	e.index = im->snapshots - 1;
	return imp__spool_add(&im->shots_in, &e, STR(""), err);
}

int imp__snapshot(struct imp__import *im, int64_t at_ns, struct relist_err *err)
{
	int code = im->in_snapshot ? imp__snapshot_end(im, 0, 0, err) : 0;

	if (!code)
		code = imp__snapshot_add(im, at_ns, err);
	im->in_snapshot = !code;
	return code;
}

int imp__snapshot_close(struct imp__import *im, struct relist_err *err)
{
	return im->in_snapshot ? imp__snapshot_end(im, 0, 0, err) : 0;
}

bool imp__written_at(const struct imp__import *im, uint64_t rv, int64_t *at_ns)
{
	size_t low = 0, high = im->written_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (im->written[middle].rv <= rv)
			low = middle + 1;
		else
			high = middle;
	}
	if (!rv || !low)
		return false;
	*at_ns = im->written[low - 1].at_ns;
	return true;
}

uint64_t imp__next_rv(const struct imp__import *im, uint64_t rv)
{
	uint64_t next = UINT64_MAX;

	for (size_t i = 0; i < im->window_len; i++)
		if (im->window[i].entry.rv > rv && im->window[i].entry.rv < next)
			next = im->window[i].entry.rv;
	return next;
}
