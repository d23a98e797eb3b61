/* SPDX-License-Identifier: Apache-2.0 */
/* request_log.c - the log of recent requests. */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "fakeapi/context.h"

enum { RETRY_AFTER_MAX_S = 86400 };

static void free_log_entry(struct fakeapi__faults *f, struct fakeapi__logged *l)
{
	f->log_bytes -= l->text_len;
	base__free(l->text);
	memset(l, 0, sizeof(*l));
}

void fakeapi__log_clear(struct fakeapi__faults *f)
{
	for (size_t i = 0; i < f->log_cap; i++)
		free_log_entry(f, &f->log[i]);
}

static char *log_text(const struct fakeapi__call *c, size_t *len)
{
	struct str ua = fakeapi__request_header(c->req, "User-Agent");
	AUTO_STRBUF text = STRBUF_INIT;

	(void)strbuf_reserve(&text, c->req->method.len + c->req->path.len + c->req->query.len +
					ua.len + 4);
	strbuf_adds(&text, c->req->method);
	strbuf_addc(&text, ' ');
	strbuf_adds(&text, c->req->path);
	if (c->req->query.len)
		strbuf_addc(&text, '?');
	strbuf_adds(&text, c->req->query);
	strbuf_addc(&text, '\0');
	strbuf_adds(&text, ua);
	strbuf_addc(&text, '\0');
	*len = text.len;
	return strbuf_steal(&text);
}

/* Reserves memory for one more entry; the ring wraps only at its full size. */
static bool log_reserve(struct fakeapi__faults *f)
{
	size_t cap = f->log_cap ? 2 * f->log_cap : 8;
	struct fakeapi__logged *log;

	if (f->log_end < f->log_cap || f->log_cap == FAKEAPI_LOG_MAX)
		return true;
	if (cap > FAKEAPI_LOG_MAX)
		cap = FAKEAPI_LOG_MAX;
	log = base__reallocarray(f->log, cap, sizeof(*log));
	if (!log)
		return false;
	memset(log + f->log_cap, 0, (cap - f->log_cap) * sizeof(*log));
	f->log = log;
	f->log_cap = cap;
	return true;
}

void fakeapi__log_request(struct fakeapi__call *c)
{
	struct fakeapi__faults *f = &c->core->faults;
	struct fakeapi__logged *l;
	size_t len;

	if (!log_reserve(f))
		return;
	l = &f->log[f->log_end % FAKEAPI_LOG_MAX];
	if (f->log_first + FAKEAPI_LOG_MAX <= f->log_end)
		f->log_first = f->log_end - FAKEAPI_LOG_MAX + 1;
	free_log_entry(f, l);
	l->text = log_text(c, &len);
	if (!l->text)
		return;
	l->text_len = len;
	f->log_bytes += len;
	l->seq = ++f->log_end;
	l->at_ns = c->now_ns;
	l->backend = c->x->backend;
	l->protocol = c->req->protocol;
	(void)snprintf(l->verb, sizeof(l->verb), "%s", fakeapi__verb_name(&c->route));
	c->x->log_seq = l->seq;
	/* With entries of 100 KiB the ring would have 1.6 GiB. */
	for (; f->log_bytes > FAKEAPI_LOG_BYTES && f->log_first + 1 < f->log_end; f->log_first++)
		free_log_entry(f, &f->log[f->log_first % FAKEAPI_LOG_MAX]);
}

static struct fakeapi__logged *entry_of(struct fakeapi__core *core, const struct fakeapi__xchg *x)
{
	struct fakeapi__faults *f = &core->faults;
	struct fakeapi__logged *l;

	if (!f->log || !x->log_seq)
		return NULL;
	l = &f->log[(x->log_seq - 1) % FAKEAPI_LOG_MAX];
	return l->seq == x->log_seq ? l : NULL;
}

/* 0: it has none, or a date, which the server itself never sends. */
static int retry_after_s(const struct fakeapi__exchange *x)
{
	int s = 0;

	for (size_t i = 0; i < x->header_count; i++) {
		struct str value = x->headers[i].value;

		if (!ascii_eq_nocase(x->headers[i].name, STR("Retry-After")) ||
		    !ascii_is_digits(value))
			continue;
		for (size_t n = 0; n < value.len && s < RETRY_AFTER_MAX_S; n++)
			s = 10 * s + (value.ptr[n] - '0');
	}
	return s < RETRY_AFTER_MAX_S ? s : RETRY_AFTER_MAX_S;
}

void fakeapi__log_status(struct fakeapi__core *core, const struct fakeapi__xchg *x)
{
	struct fakeapi__logged *l = entry_of(core, x);

	if (!l)
		return;
	if (x->state != FAKEAPI_STATE_HEAD_END)
		l->status = x->base.status;
	l->error_code = x->base.error_code;
	l->retry_after_s = retry_after_s(&x->base);
}

void fakeapi__log_rule(struct fakeapi__call *c, uint32_t rule)
{
	struct fakeapi__logged *l = entry_of(c->core, c->x);

	if (l)
		l->rule = rule;
}

void fakeapi__log_end(struct fakeapi__core *core, const struct fakeapi__xchg *x, bool client_gone)
{
	struct fakeapi__logged *l = entry_of(core, x);

	if (!l)
		return;
	l->end_ns = core->now_ns > l->at_ns ? core->now_ns : l->at_ns;
	l->client_gone = client_gone;
	l->stalled = x->stalled;
	l->ended = x->ended;
}

/* --- marks --- */

uint64_t fakeapi__mark_add(struct fakeapi__core *core, struct str what)
{
	struct fakeapi__faults *f = &core->faults;
	struct fakeapi__mark *m;
	size_t len = 0;

	if (!f->marks)
		f->marks = base__calloc(FAKEAPI_MARKS_MAX, sizeof(*f->marks));
	if (!f->marks)
		return 0;
	m = &f->marks[f->marks_end++ % FAKEAPI_MARKS_MAX];
	*m = (struct fakeapi__mark) { .at_ns = core->now_ns, .rv = core->store.rv };
	for (size_t n; len < what.len; len += n) { /* only whole characters */
		n = utf8_seq_len(what.ptr + len, what.len - len);
		n = n ? n : 1;
		if (len + n >= sizeof(m->what))
			break;
		memcpy(m->what + len, what.ptr + len, n);
	}
	return f->marks_end;
}

void fakeapi__mark_status(struct fakeapi__core *core, uint64_t mark, int status)
{
	struct fakeapi__faults *f = &core->faults;

	if (mark && mark + FAKEAPI_MARKS_MAX > f->marks_end)
		f->marks[(mark - 1) % FAKEAPI_MARKS_MAX].status = status;
}
