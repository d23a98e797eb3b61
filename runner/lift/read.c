/* SPDX-License-Identifier: Apache-2.0 */
/* read.c - reads a recording line by line; read.h has the reader of each kind of line. */
#include "base/alloc.h"
#include "base/text/rfc3339.h"
#include "runner/lift/read.h"

enum { BYTES_MAX = 1 << 30 };

/* NULL: no more. */
static struct map *maps_of(struct lift *l, size_t i)
{
	struct map *const maps[] = { &l->types,	      &l->objects, &l->requests,    &l->conns,
				     &l->pages,	      &l->last_of, &l->readers,	    &l->uids,
				     &l->uid_names,   &l->texts,   &l->last_writes, &l->live.conns,
				     &l->live.watches };

	return i < ARRAY_LEN(maps) ? maps[i] : NULL;
}

struct lift *lift__new(const struct lift__options *opt, struct relist_err *err)
{
	struct lift *l = base__calloc(1, sizeof(*l));

	if (!l) {
		lift__no_memory(err);
		return NULL;
	}
	l->opt = *opt;
	l->opt.bytes_max = opt->bytes_max ? opt->bytes_max : BYTES_MAX;
	runner__arena_init(&l->arena);
	for (size_t i = 0; maps_of(l, i); i++)
		map_init(maps_of(l, i), MAP_COPY_KEYS);
	strbuf_init(&l->world);
	strbuf_init(&l->steps);
	l->registry = fakeapi__registry_new();
	if (l->registry)
		return l;
	lift__free(l);
	lift__no_memory(err);
	return NULL;
}

void lift__free(struct lift *l)
{
	const struct map_entry *e;

	if (!l)
		return;
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		selector_free(r->selector);
		map_fini(&r->cache);
	}
	for (size_t i = 0; maps_of(l, i); i++)
		map_fini(maps_of(l, i));
	strbuf_fini(&l->world);
	strbuf_fini(&l->steps);
	fakeapi__registry_free(l->registry);
	runner__arena_fini(&l->arena);
	base__free(l);
}

int lift__header(struct lift *l, const struct rec__header *header, struct relist_err *err)
{
	(void)err;
	l->lacks = header->lacks;
	if (!rfc3339_parse(header->started, &l->started_ns))
		l->started_ns = 0;
	l->source = header->has_source ? header->source_kind : REC_SOURCE_OTHER;
	return 0;
}

void lift__origin(struct lift *l, struct str origin)
{
	l->opt.origin = origin;
}

int lift__line(struct lift *l, const struct rec__line *line, struct relist_err *err)
{
	int code = 0;

	l->seq++;
	l->assumes = line->assumed;
	if (line->at_ns != REC_TIME_UNKNOWN && line->at_ns > l->at_ns)
		l->at_ns = line->at_ns;
	if (l->opt.controllers.len && !lift__follow_lives(l, line))
		return lift__no_memory(err);
	switch (line->kind) {
	case REC_REQUEST:
		code = lift__take_request(l, line);
		break;
	case REC_RESPONSE:
		code = lift__take_response(l, line);
		break;
	case REC_EVENT:
		code = lift__take_event(l, line);
		break;
	case REC_RAW:
		code = lift__take_raw(l, line);
		break;
	case REC_CLOSE:
	case REC_HANGUP:
		code = lift__take_end(l, line);
		break;
	case REC_CONNECT:
	case REC_DISCONNECT:
		code = lift__take_connection(l, line);
		break;
	case REC_NOTE:
		break;
	}
	if (code || l->failed || l->arena.failed)
		return lift__no_memory(err);
	return l->bytes > l->opt.bytes_max
		   ? relist_err_set(
			 err, RELIST_ELIMIT,
			 "the recording shows more than %zu bytes of objects: cut it with "
			 "--from, --to or --key",
			 l->opt.bytes_max)
		   : 0;
}
