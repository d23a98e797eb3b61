/* SPDX-License-Identifier: Apache-2.0 */
/* names.c - resolves names in a scenario: types, informers, indexes, controllers, handlers,
 * backends, keys. */
#include "runner/language/build.h"

/* For error messages only. `first` is the name of the first of `count` structs. */
static void unknown_name(struct scn__build *b, struct scn__pos pos, const char *what,
			 struct str typed, const void *first, size_t count, size_t stride)
{
	const char **words = scn__alloc(b, count, sizeof(*words));

	for (size_t i = 0; words && i < count; i++) {
		struct str name;

		memcpy(&name, (const char *)first + i * stride, sizeof(name));
		words[i] = name.ptr;
	}
	if (words)
		scn__unknown(b, pos, what, "", typed, words, count, sizeof(*words));
}

const struct scn__type *scn__find_type(struct scn__build *b, struct scn__pos pos, struct str name)
{
	size_t count = b->cell->world.type_count;

	for (size_t i = 0; i < count; i++)
		if (str_eq(b->types[i].name, name))
			return &b->types[i];
	unknown_name(b, pos, "type", name, count ? &b->types[0].name : NULL, count,
		     sizeof(*b->types));
	return NULL;
}

const struct scn__informer *scn__find_informer(struct scn__build *b, struct scn__pos pos,
					       struct str name)
{
	size_t count = b->cell->world.informer_count;

	for (size_t i = 0; i < count; i++)
		if (str_eq(b->informers[i].name, name))
			return &b->informers[i];
	unknown_name(b, pos, "informer", name, count ? &b->informers[0].name : NULL, count,
		     sizeof(*b->informers));
	return NULL;
}

const struct scn__controller *scn__find_controller(struct scn__build *b, struct scn__pos pos,
						   struct str name)
{
	size_t count = b->cell->world.controller_count;

	for (size_t i = 0; i < count; i++)
		if (str_eq(b->controllers[i].name, name))
			return &b->controllers[i];
	unknown_name(b, pos, "controller", name, count ? &b->controllers[0].name : NULL, count,
		     sizeof(*b->controllers));
	return NULL;
}

const struct scn__handler *scn__find_handler(struct scn__build *b, struct scn__pos pos,
					     struct str name)
{
	size_t count = b->cell->world.handler_count;
	const char *slash = memchr(name.ptr, '/', name.len);
	const struct scn__informer *informer = NULL;
	const struct scn__handler *found = NULL;
	struct str plain = name;

	if (slash) {
		struct str of = { name.ptr, (size_t)(slash - name.ptr) };

		informer = scn__find_informer(b, pos, of);
		if (!informer)
			return NULL;
		plain = (struct str) { slash + 1, name.len - of.len - 1 };
	}
	for (size_t i = 0; i < count; i++) {
		const struct scn__handler *h = &b->handlers[i];

		if (!str_eq(h->name, plain) || (informer && h->informer != informer))
			continue;
		if (found) {
			/* the unknown informer was reported */
			if (!found->informer || !h->informer)
				return NULL;
			scn__fail(b, pos, "handler `%.60s` is one of several: write %s/%s or %s/%s",
				  plain.ptr, found->informer->name.ptr, plain.ptr,
				  h->informer->name.ptr, plain.ptr);
			return NULL;
		}
		found = h;
	}
	if (!found)
		unknown_name(b, pos, "handler", plain, count ? &b->handlers[0].name : NULL, count,
			     sizeof(*b->handlers));
	return found;
}

int scn__find_backend(struct scn__build *b, struct scn__pos pos, struct str name)
{
	const struct scn__world *w = &b->cell->world;

	for (size_t i = 0; i < w->backend_count; i++)
		if (str_eq(w->backends[i], name))
			return (int)i;
	unknown_name(b, pos, "backend", name, w->backends, w->backend_count, sizeof(struct str));
	return -1;
}

static bool bad_char(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (strchr(" \t/,{}[]\"'*#", s.ptr[i]))
			return true;
	return s.len == 0 || s.len > 253;
}

/* Sets the object's names after the type. Returns false after an error if they do not fit. */
static bool set_names(struct scn__build *b, struct scn__pos pos, struct str rest,
		      const char *before, struct scn__key *out)
{
	const char *slash = memchr(rest.ptr, '/', rest.len);
	const struct scn__type *type = out->type;
	struct str rest_name = rest;

	if (type->namespaced != (slash != NULL)) {
		if (slash)
			scn__fail(b, pos, "%s have no namespaces: %s%sNAME", type->name.ptr, before,
				  before[0] ? "/" : "");
		else
			scn__fail(b, pos, "%s are in namespaces: %s%sNAMESPACE/NAME",
				  type->name.ptr, before, before[0] ? "/" : "");
		return false;
	}
	if (slash) {
		size_t ns_len = (size_t)(slash - rest.ptr);

		out->ns = scn__copy(b, (struct str) { rest.ptr, ns_len });
		rest_name = (struct str) { slash + 1, rest.len - ns_len - 1 };
	}
	out->name = scn__copy(b, rest_name);
	out->text = scn__copy(b, rest);
	if (!bad_char(out->name) && !(slash && bad_char(out->ns)))
		return true;
	scn__fail(b, pos, "\"%.80s\" is no name of an object", out->text.ptr);
	return false;
}

bool scn__parse_key(struct scn__build *b, struct scn__pos pos, struct str text,
		    struct scn__key *out)
{
	const char *slash = memchr(text.ptr, '/', text.len);
	struct str type = { text.ptr, slash ? (size_t)(slash - text.ptr) : text.len };

	*out = (struct scn__key) { .pos = pos };
	if (!slash) {
		scn__fail(b, pos, "\"%.60s\" is no object: TYPE/NAMESPACE/NAME, or TYPE/NAME",
			  scn__copy(b, text).ptr);
		return false;
	}
	out->type = scn__find_type(b, pos, type);
	return out->type && set_names(b, pos, (struct str) { slash + 1, text.len - type.len - 1 },
				      out->type->name.ptr, out);
}

bool scn__parse_cache_key(struct scn__build *b, struct scn__pos pos, struct str text,
			  const struct scn__type *type, struct scn__key *out)
{
	*out = (struct scn__key) { .pos = pos, .type = type };
	return set_names(b, pos, text, "", out);
}

static bool has_index(const struct scn__informer *inf, struct str name)
{
	for (size_t i = 0; i < inf->index_count; i++)
		if (str_eq(inf->indexes[i].name, name))
			return true;
	return false;
}

static void unknown_index(struct scn__build *b, struct scn__pos pos,
			  const struct scn__informer *inf, struct str name)
{
	const char **words = scn__alloc(b, inf->index_count, sizeof(*words));
	char of[96];

	(void)snprintf(of, sizeof(of), " of %.64s", inf->name.ptr);
	for (size_t i = 0; words && i < inf->index_count; i++)
		words[i] = inf->indexes[i].name.ptr;
	if (words)
		scn__unknown(b, pos, "index", of, name, words, inf->index_count, sizeof(*words));
}

const struct scn__informer *scn__find_index(struct scn__build *b, struct scn__pos pos,
					    struct str key, struct str *index)
{
	const char *dot = memchr(key.ptr, '.', key.len);
	const struct scn__world *w = &b->cell->world;
	const struct scn__informer *inf;

	*index = key;
	if (dot) {
		inf = scn__find_informer(b, pos, (struct str) { key.ptr, (size_t)(dot - key.ptr) });
		*index = (struct str) { dot + 1, key.len - (size_t)(dot - key.ptr) - 1 };
	} else if (w->informer_count == 1) {
		inf = &w->informers[0];
	} else {
		scn__fail(b, pos, "index `%.60s`: write informer.index", key.ptr);
		return NULL;
	}
	if (inf && !has_index(inf, *index)) {
		unknown_index(b, pos, inf, *index);
		return NULL;
	}
	return inf;
}
