/* SPDX-License-Identifier: Apache-2.0 */
/* streams.c - the printed objects of one type in one file, and the keys of objects. */
#include "base/alloc.h"
#include "runner/import/impl.h"

static void free_known(struct imp__stream *s)
{
	const struct map_entry *entry;

	for (size_t i = 0; (entry = map_next(&s->known, &i));)
		base__free(entry->value);
}

void imp__streams_fini(struct imp__import *im)
{
	const struct map_entry *entry;

	for (size_t i = 0; (entry = map_next(&im->streams, &i));) {
		struct imp__stream *s = entry->value;

		strbuf_fini(&s->page);
		strbuf_fini(&s->last_key);
		free_known(s);
		map_fini(&s->known);
		map_fini(&s->last_of);
		base__free(s);
	}
	map_fini(&im->streams);
}

static void stream_key(uint32_t file, struct str type, struct strbuf *out)
{
	strbuf_addf(out, "%u ", file);
	strbuf_adds(out, type);
}

struct imp__stream *imp__stream_of(struct imp__import *im, uint32_t file,
				   const struct imp__type *type)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct imp__stream *s;

	stream_key(file, type->key, &key);
	s = key.failed ? NULL : map_get(&im->streams, strbuf_str(&key));
	if (s || key.failed)
		return s;
	s = base__calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->type = type;
	s->file = file;
	s->list_at = IMP_NO_TIME;
	s->newest = IMP_NO_TIME;
	strbuf_init(&s->page);
	strbuf_init(&s->last_key);
	map_init(&s->known, MAP_COPY_KEYS);
	map_init(&s->last_of, MAP_COPY_KEYS);
	if (map_put(&im->streams, strbuf_str(&key), s, NULL)) {
		base__free(s);
		return NULL;
	}
	return s;
}

const struct imp__type *imp__type_of_object(struct imp__import *im, json_t object)
{
	AUTO_STRBUF version = STRBUF_INIT, kind = STRBUF_INIT;
	const struct imp__type *t =
	    imp__type_of_kind(im, json_str(json_get(object, "apiVersion"), &version),
			      json_str(json_get(object, "kind"), &kind),
			      json_path(object, "metadata", "namespace", NULL).len > 0);

	return t;
}

void imp__object_key(json_t object, struct strbuf *out)
{
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;

	strbuf_adds(out, json_str(json_path(object, "metadata", "namespace", NULL), &ns));
	strbuf_addc(out, '/');
	strbuf_adds(out, json_str(json_path(object, "metadata", "name", NULL), &name));
}

void imp__object_uid_key(json_t object, struct strbuf *out)
{
	AUTO_STRBUF uid = STRBUF_INIT;

	imp__object_key(object, out);
	strbuf_addc(out, ' ');
	strbuf_adds(out, json_str(json_path(object, "metadata", "uid", NULL), &uid));
}
