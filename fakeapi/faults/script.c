/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/faults/script.h"

#include "base/alloc.h"
#include "base/clock.h"

static bool is(struct str name, const char *word)
{
	size_t len = strlen(word);

	if (name.len != len)
		return false;
	for (size_t i = 0; i < len; i++) {
		char c = name.ptr[i];

		if ((c >= 'A' && c <= 'Z' ? (char)(c | 32) : c) != word[i])
			return false;
	}
	return true;
}

static bool by_transport(struct str name)
{
	return is(name, "content-length") || is(name, "transfer-encoding") || is(name, "date");
}

static struct str keep(char **at, struct str s)
{
	struct str copy = { *at, s.len };

	if (s.len)
		memcpy(*at, s.ptr, s.len);
	*at += s.len;
	return copy;
}

static void copy_headers(struct fakeapi__script *s, char **at,
			 const struct fakeapi__header *headers, size_t count)
{
	bool typed = false;

	for (size_t i = 0; i < count; i++) {
		const struct fakeapi__header *h = &headers[i];

		if (is(h->name, "connection") && is(h->value, "close")) {
			s->close_connection = true;
			continue;
		}
		if (by_transport(h->name))
			continue;
		typed |= is(h->name, "content-type");
		s->headers[s->header_count++] =
		    (struct fakeapi__header) { keep(at, h->name), keep(at, h->value) };
	}
	if (!typed)
		s->headers[s->header_count++] =
		    (struct fakeapi__header) { STR("Content-Type"), STR("application/json") };
}

struct fakeapi__script *fakeapi__script_new(int status, const struct fakeapi__header *headers,
					    size_t header_count,
					    const struct fakeapi__chunk *chunks, size_t chunk_count)
{
	size_t text = 0, fixed = (header_count + 1) * sizeof(*headers) +
				 chunk_count * sizeof(*chunks) + sizeof(max_align_t);
	struct fakeapi__script *s;
	char *at;

	for (size_t i = 0; i < header_count; i++)
		text += headers[i].name.len + headers[i].value.len;
	for (size_t i = 0; i < chunk_count; i++)
		text += chunks[i].bytes.len;
	s = base__calloc(1, sizeof(*s) + fixed + text);
	if (!s)
		return NULL;
	s->refs = 1;
	s->status = status;
	at = (char *)s +
	     (sizeof(*s) + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	s->headers = (struct fakeapi__header *)(void *)at;
	at += (header_count + 1) * sizeof(*headers);
	s->chunks = (struct fakeapi__chunk *)(void *)at;
	at += chunk_count * sizeof(*chunks);
	copy_headers(s, &at, headers, header_count);
	for (size_t i = 0; i < chunk_count; i++) {
		s->chunks[i] = chunks[i];
		s->chunks[i].bytes = keep(&at, chunks[i].bytes);
	}
	s->chunk_count = chunk_count;
	return s;
}

struct fakeapi__script *fakeapi__script_ref(struct fakeapi__script *s)
{
	s->refs++;
	return s;
}

void fakeapi__script_unref(struct fakeapi__script *s)
{
	if (s && --s->refs == 0)
		base__free(s);
}

/* --- plays ---------------------------------------------------------------------------------- */

int fakeapi__play_add(struct fakeapi__play **plays, struct fakeapi__script *script)
{
	struct fakeapi__play *p = base__calloc(1, sizeof(*p));

	if (!p)
		return -1;
	p->script = fakeapi__script_ref(script);
	while (*plays)
		plays = &(*plays)->next;
	*plays = p;
	return 0;
}

static void drop_first(struct fakeapi__play **plays)
{
	struct fakeapi__play *p = *plays;

	*plays = p->next;
	fakeapi__script_unref(p->script);
	base__free(p);
}

/* PULL_WAIT: the pause continues; FAKEAPI_PLAY_DONE: go to the next chunk. */
static ptrdiff_t wait_chunk(struct fakeapi__play *p, const struct fakeapi__chunk *c, int64_t now_ns)
{
	if (!p->until_ns)
		p->until_ns = time_add(now_ns, c->wait_ns);
	if (now_ns < p->until_ns)
		return FAKEAPI_PULL_WAIT;
	p->until_ns = 0;
	p->at++;
	return FAKEAPI_PLAY_DONE;
}

static ptrdiff_t copy_chunk(struct fakeapi__play *p, const struct fakeapi__chunk *c, char *buf,
			    size_t cap)
{
	size_t left = c->bytes.len - p->offset, n = left < cap ? left : cap;

	if (n)
		memcpy(buf, c->bytes.ptr + p->offset, n);
	p->offset += n;
	if (p->offset == c->bytes.len) {
		p->offset = 0;
		p->at++;
	}
	return n ? (ptrdiff_t)n : FAKEAPI_PLAY_DONE;
}

static ptrdiff_t pull_chunk(struct fakeapi__play *p, int64_t now_ns, char *buf, size_t cap)
{
	const struct fakeapi__chunk *c = &p->script->chunks[p->at];

	switch (c->kind) {
	case FAKEAPI_CHUNK_BYTES:
		return copy_chunk(p, c, buf, cap);
	case FAKEAPI_CHUNK_WAIT:
		return wait_chunk(p, c, now_ns);
	case FAKEAPI_CHUNK_END:
		return FAKEAPI_PULL_END;
	case FAKEAPI_CHUNK_CUT:
		return FAKEAPI_PULL_CUT;
	case FAKEAPI_CHUNK_RESET:
		return FAKEAPI_PULL_RESET;
	case FAKEAPI_CHUNK_STALL:
		return FAKEAPI_PLAY_STALL;
	}
	return FAKEAPI_PULL_END;
}

ptrdiff_t fakeapi__play_pull(struct fakeapi__play **plays, int64_t now_ns, char *buf, size_t cap)
{
	while (*plays) {
		ptrdiff_t n;

		if ((*plays)->at == (*plays)->script->chunk_count) {
			drop_first(plays);
			continue;
		}
		n = pull_chunk(*plays, now_ns, buf, cap);
		if (n != FAKEAPI_PLAY_DONE)
			return n;
	}
	return FAKEAPI_PLAY_DONE;
}

int64_t fakeapi__play_deadline(const struct fakeapi__play *plays)
{
	return plays && plays->until_ns ? plays->until_ns : TIME_NEVER;
}

void fakeapi__plays_free(struct fakeapi__play **plays)
{
	while (*plays)
		drop_first(plays);
}
